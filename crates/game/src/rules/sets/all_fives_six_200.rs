//! All-fives for two with a double-six set and one spinner to 200, as it is played on the net.
//!
//! Source: "Dominoes Rules", <https://gambit.com/rules/dominoes>. For an axis without a clause below, the page is
//! silent and common custom applies: the boneyard is drawn to its last tile, equal hands of a blocked game are not
//! paid, and after a block the players say who leads. Readings of unclear clauses:
//!
//! - "The player with the highest double" leads in a game's first hand only, since "whoever wins the hand then plays first".
//! - "Can be played in 4 directions": the sides first, as everywhere.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, Drawing, LeadTile, NextLead, NoDouble, RuleSet, Scoring, Spinner, Target, WinCheck};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("All-fives with one spinner, to 200"),
    about: sentence!(
        "All-fives for two: one spinner, multiples of five pay their total, the lighter hand the difference, 200 points."
    ),
    source: Source::Page("https://gambit.com/rules/dominoes"),
    rules: RuleSet {
        id: "all_fives_six_200",
        hand_sizes: [7, 0, 0, 0, 0],
        lead_tile: LeadTile::HighestDoubleFirst,
        no_double: NoDouble::HeaviestHand,
        next_lead: NextLead::Winner,
        next_leg: NextLead::SameTest,
        spinner: Spinner::First,
        scoring: Scoring::FivesFull,
        drawing: Drawing::UntilPlayable,
        blocked: Blocked::WinnerBalance,
        target: Target::all(200),
        win_check: WinCheck::EveryAward,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "hand_sizes", words: "each player draws 7 tiles to make up their hand" },
        Clause { axis: "first_lead", words: "The player with the highest double automatically goes first" },
        Clause { axis: "lead_tile", words: "is forced to play their highest double tile" },
        Clause {
            axis: "no_double",
            words: "the player with the heaviest hand (most pips) goes first and may play any tile they wish",
        },
        Clause { axis: "next_lead", words: "Whoever wins the hand then plays first in the next hand" },
        Clause {
            axis: "spinner",
            words: "The first double played in All Fives becomes the \"Spinner\" and can be played in 4 directions",
        },
        Clause {
            axis: "scoring",
            words: "all the ends are added up and if the sum is a multiple of 5, the player scores that many points",
        },
        Clause { axis: "drawing", words: "he must draw from the boneyard until he can play a tile on the board" },
        Clause {
            axis: "out_bonus",
            words: "the player with fewer pips scores the difference of their total pips minus opponent pips",
        },
        Clause {
            axis: "blocked",
            words: "the player with fewer pips scores the difference of their total pips minus opponent pips",
        },
        Clause { axis: "target", words: "the winner is the first player to reach 200 (or 400) points" },
    ],
};
