//! A score sheet for any game: each side's points for each hand. The players choose the target and who wins.

use super::{PLAIN, Preset, Source};
use crate::rules::{NextLead, OutBonus, Pairs, RuleSet, SheetKind};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Score sheet: any game"),
    about: sentence!(
        "Any game for two to ten players: enter what each player scored in each hand; you choose how it ends and \
            who wins."
    ),
    source: Source::Table,
    rules: RuleSet {
        id: "any_sheet",
        hand_sizes: [0; 5],
        pairs: Pairs::Optional,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        out_bonus: OutBonus::Points(0),
        sheet: SheetKind::Own,
        ..PLAIN
    },
    clauses: &[],
};
