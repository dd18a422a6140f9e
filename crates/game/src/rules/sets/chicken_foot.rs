//! Chicken Foot as a score sheet: ten rounds with a double-nine set, the double blank counts 50, the lowest sum wins.
//!
//! Source: the page on Chicken Foot, <https://htfbw.com/games-cards/Games/39024.shtml>. The double blank counts 25 by other pages
//! (<https://docslib.org/doc/4134077/mexican-train-2-8-players>): `chicken_foot double_blank=25`. With a double-twelve set thirteen rounds:
//! `chicken_foot set_size=12 rounds=13`. Equal totals play one more round.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{EngineOrder, NextLead, OutBonus, RuleSet, SheetKind, Target, Wins};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Chicken Foot"),
    about: sentence!(
        "Ten rounds from 9-9 down to 0-0: the pips left in a hand count, the double blank 50, the lowest total wins."
    ),
    source: Source::Page("https://htfbw.com/games-cards/Games/39024.shtml"),
    rules: RuleSet {
        id: "chicken_foot",
        set_size: pip(9),
        hand_sizes: [0; 5],
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        out_bonus: OutBonus::Points(0),
        double_blank: 50,
        sheet: SheetKind::Own,
        wins: Wins::Lowest,
        rounds: 10,
        engine: EngineOrder::Down,
        target: Target::all(0),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "Chicken foot utilizes a double nine set of 55 dominoes or a double 12 set" },
        Clause { axis: "engine", words: "During round two, the player with the double-eight begins" },
        Clause {
            axis: "sheet",
            words: "a player counts the number of points in his hand. Each domino is worth the number of dots it bears",
        },
        Clause { axis: "double_blank", words: "The double-blank is worth 50 points" },
        Clause { axis: "rounds", words: "After 10 rounds, the game ends" },
        Clause { axis: "wins", words: "The player with the lowest score wins" },
    ],
};
