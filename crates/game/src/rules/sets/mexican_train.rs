//! Mexican Train as a score sheet: thirteen rounds, the pips that are left count against their holder, the lowest sum wins.
//!
//! Source: "Official rules for playing Mexican Train Dominoes", <https://mexicantrain.com/rules.html>. Where an axis has no clause below, the
//! page is silent: the double blank counts nothing ("25 or 50 points if held" in other houses, so
//! <https://tablegameshub.com/mexican-train-dominoes-score-calculator/>: `mexican_train double_blank=50`), and equal totals play one more
//! round. With a double-nine set ten rounds: `mexican_train set_size=9 rounds=10` (ten rounds, double nine to blank, says the same page);
//! "16 rounds, double 15 to blank": `mexican_train engine_from=15 rounds=16`; "19 rounds, double 18 to blank": `mexican_train
//! engine_from=18 rounds=19`. Pips beyond twelve are typed: the eye does not know them.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{EngineOrder, NextLead, OutBonus, RuleSet, SheetKind, Target, Wins};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Mexican Train"),
    about: sentence!(
        "Thirteen rounds from 12-12 down to 0-0: each player enters the pips left in hand, the lowest \
            total wins."
    ),
    source: Source::Page("https://mexicantrain.com/rules.html"),
    rules: RuleSet {
        id: "mexican_train",
        set_size: pip(12),
        hand_sizes: [0; 5],
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        out_bonus: OutBonus::Points(0),
        sheet: SheetKind::Own,
        wins: Wins::Lowest,
        rounds: 13,
        engine: EngineOrder::Down,
        target: Target::all(0),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "Domino Set: Double-Twelves" },
        Clause { axis: "rounds", words: "Number of Rounds: 13" },
        Clause { axis: "engine", words: "double-twelve starts round 12" },
        Clause { axis: "wins", words: "The player with the fewest points at the end of the game wins" },
        Clause { axis: "sheet", words: "Each dot on a domino is worth a point. Each round is scored individually" },
    ],
};
