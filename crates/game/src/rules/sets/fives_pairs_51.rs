//! Pairs to 51 by fives: a multiple of five pays a point a five, the hand is finished, and level scores play on.
//!
//! Source: "Principles", <https://www.dominoznif.com/principles.php>. The page was out of reach when its words were to be quoted;
//! pairs, 51, fives, the finished hand and the level scores are as they were noted from it, without its words. Every other axis
//! is the common custom of All Fives in pairs on one line: seven tiles each, the lead goes round, going out pays the other
//! pair's pips to the nearest five.

use super::{PLAIN, Preset, Source};
use crate::rules::{
    Blocked, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, RuleSet, Scoring, Target, TieBreak, WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Pairs to 51 by fives"),
    about: sentence!(
        "Pairs on one line: a point for each five, the hand is played to its end at 51, and level scores play on."
    ),
    source: Source::Page("https://www.dominoznif.com/principles.php"),
    rules: RuleSet {
        id: "fives_pairs_51",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        first_lead: FirstLead::HighestTileLot,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        scoring: Scoring::FivesUnit,
        out_bonus: OutBonus::Round5Unit,
        blocked: Blocked::WinnerBalanceRound5Unit,
        target: Target::all(51),
        win_check: WinCheck::HandEnd,
        tie_break: TieBreak::OneMoreHand,
        ..PLAIN
    },
    clauses: &[],
};
