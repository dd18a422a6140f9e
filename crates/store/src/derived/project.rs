//! From the log of a game to the line that a list shows: the fold of the core, cut down.

use crate::log::codec::Event;
use game::{Act, Match, Setup, Side, State};
use language::say;
use serde::{Deserialize, Serialize};

/// Version of the summaries. Raise it when the same log gives another summary than before: stored summaries are then
/// rebuilt.
pub(crate) const PROJECTION: u32 = 8;

/// A side of a game: its players and its score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSummary {
    /// The players, one or two, as they were entered.
    pub players: Vec<String>,
    /// Points in the leg being played or played last, as text: `8`, `7.5`.
    pub points: String,
    /// Legs won.
    pub legs: u8,
}

/// Properties of a match, folded from its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Projection {
    /// Id of the rule set.
    pub rules: String,
    /// Name of the rule set or house rule.
    pub title: String,
    pub best_of: u8,
    pub utc_offset: Option<i16>,
    pub sides: Vec<SideSummary>,
    pub finished: bool,
    pub abandoned: bool,
    /// Index into `sides`.
    pub winner: Option<usize>,
    pub rounds: u32,
    /// Reason why the core would not have played this game, if so.
    pub refused: Option<String>,
}

/// The fold, up to the first event that the core refuses; the match with it, if it could begin.
pub(crate) fn project(events: &[Event]) -> (Projection, Option<Match>) {
    let mut acts = events.iter().map(|event| &event.act);
    let Some(Act::Start(setup)) = acts.next() else {
        let refused = Some(say!("the match has no beginning").to_owned());
        return (Projection { refused, ..Projection::default() }, None);
    };
    let mut game = match Match::start(setup.clone()) {
        Ok(game) => game,
        Err(error) => {
            let refused = Some(error.to_string());
            return (Projection { refused, ..summary(&State::new(setup.clone())) }, None);
        }
    };
    for (number, act) in (1..).zip(acts) {
        if let Err(why) = game.act(act.clone()) {
            let refused = Some(say!("event {n} is impossible: {why}", n = number + 1, why));
            return (Projection { refused, ..summary(game.state()) }, Some(game));
        }
    }
    (summary(game.state()), Some(game))
}

fn summary(state: &State) -> Projection {
    let setup = &state.setup;
    let starters = state.starters();
    let side = |side: Side| SideSummary {
        players: players_of(setup, &starters, side),
        points: state.score(side).to_string(),
        legs: state.legs_won.get(side.index()).copied().unwrap_or(0),
    };
    let rounds = state.legs.iter().map(|leg| leg.rounds.len()).sum::<usize>() + state.leg.rounds.len();
    Projection {
        rules: setup.rules.id.to_owned(),
        title: setup.rules.kept_title(),
        best_of: setup.best_of,
        utc_offset: setup.utc_offset,
        sides: setup.all_sides().map(side).collect(),
        finished: state.is_over(),
        abandoned: state.abandoned,
        winner: state.winner.map(Side::index),
        rounds: u32::try_from(rounds).unwrap_or(u32::MAX) + u32::from(state.round.is_some()),
        refused: None,
    }
}

fn players_of(setup: &Setup, starters: &[String], side: Side) -> Vec<String> {
    let seats = setup.all_seats().filter(|&seat| setup.side_of(seat) == side);
    seats.filter_map(|seat| starters.get(seat.index()).cloned()).collect()
}
