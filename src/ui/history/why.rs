//! "Why was this 8?": the reading, the rule's clause, who confirmed it.

use super::walk::{Kind, Moment};
use crate::store::{Evidence, Origin};
use game::Setup;
use game::rules::{PRESETS, RuleSet};

/// The answer beside the picture and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// The clause of the rules by which it counted, with its source; empty for what no clause is about.
    pub clause: String,
    /// How it came to be recorded.
    pub recorded: String,
}

impl Why {
    /// The answer for a moment of a match.
    #[must_use]
    pub fn of(setup: &Setup, moment: &Moment, evidence: Option<&Evidence>) -> Self {
        Self { clause: clause(&setup.rules, moment), recorded: recorded(evidence) }
    }
}

/// The words of the rule document that a moment was scored by.
fn clause(rules: &RuleSet, moment: &Moment) -> String {
    let axis = match moment.kind {
        Kind::Drop if moment.bust => "overshoot",
        Kind::Drop if moment.told.detail.contains("for going out") => "out_bonus",
        Kind::Drop => "scoring",
        Kind::Knock => "drawing",
        Kind::Draw => "drawing",
        Kind::Deal | Kind::Other => return String::new(),
    };
    let Some(preset) = PRESETS.iter().find(|preset| preset.rules.id == rules.id) else { return String::new() };
    let changed = rules.get(axis) != preset.rules.get(axis);
    let house = rules.house.as_deref().unwrap_or("house rules");
    match preset.clauses.iter().find(|clause| clause.axis == axis) {
        _ if changed => format!("{house}: {axis} {}", rules.get(axis).unwrap_or_default()),
        Some(clause) => format!("{}, rule document {}: \u{201c}{}\u{201d}", preset.title, preset.source, clause.words),
        None => String::new(),
    }
}

fn recorded(evidence: Option<&Evidence>) -> String {
    let Some(evidence) = evidence else { return "Entered by hand; no reading is kept.".to_owned() };
    let by = match evidence.confirmed.as_str() {
        "" => String::new(),
        name => format!("; confirmed by {name}"),
    };
    let mut words = match evidence.source {
        Origin::Camera => {
            let sure = evidence.sure.map(|sure| format!(", {:.0} % sure", sure * 100.0)).unwrap_or_default();
            format!("Read by the camera{sure}{by}.")
        }
        Origin::Hand => format!("Entered by hand{by}."),
    };
    if !evidence.reading.is_empty() {
        words.push_str(&format!(" It read {}.", evidence.reading));
    }
    if !evidence.doubts.is_empty() {
        words.push_str(&format!(" In doubt: {}.", evidence.doubts.join(", ")));
    }
    words
}
