//! A score sheet for games in which the winner of a hand is paid what the others hold. The players say what they play to.

use super::{PLAIN, Preset, Source};
use crate::rules::{NextLead, Pairs, RuleSet, SheetKind};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Score sheet: the winner takes the pips"),
    about: sentence!("Any game that pays the winner of a hand the pips of the others, for two to ten players, to 100."),
    source: Source::Table,
    rules: RuleSet {
        id: "sheet_winner",
        hand_sizes: [0; 5],
        pairs: Pairs::Optional,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        sheet: SheetKind::Winner,
        ..PLAIN
    },
    clauses: &[],
};
