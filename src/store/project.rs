//! From the log of a game to the line that a list shows: the fold of the core, cut down.

use super::codec::Event;
use serde::{Deserialize, Serialize};

/// Raise this when the same log gives another summary than before: stored summaries are then made anew.
pub(super) const PROJECTION: u32 = 1;

/// A side of a game: who, and how it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSummary {
    /// The players, one or two, as they were entered.
    pub players: Vec<String>,
    /// Points pegged in the leg being played or played last.
    pub points: u16,
    /// Legs won.
    pub legs: u16,
}

/// What the events of a game say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Projection {
    pub rules: String,
    pub sides: Vec<SideSummary>,
    pub finished: bool,
    /// Index into `sides`.
    pub winner: Option<usize>,
    pub rounds: u32,
}

/// The fold.
pub(super) fn project(events: &[Event]) -> Projection {
    let Some(first) = events.first() else { return Projection::default() };
    let names = first.payload["players"].as_array().cloned().unwrap_or_default();
    Projection {
        rules: first.payload["rules"].as_str().unwrap_or_default().to_owned(),
        sides: names
            .iter()
            .map(|name| SideSummary {
                players: vec![name.as_str().unwrap_or_default().to_owned()],
                ..SideSummary::default()
            })
            .collect(),
        finished: events.iter().any(|event| event.kind == "match_ended"),
        winner: None,
        rounds: 0,
    }
}
