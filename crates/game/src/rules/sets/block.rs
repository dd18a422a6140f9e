//! Double-nine Block: no drawing, the lightest hand takes the pips of the others, 100 points.
//!
//! Source: rule document 004. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{Blocked, BlockedTie, Drawing, FirstLead, NoDouble, OutBonus, RuleSet, Spinner, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Block, double-nine, to 100"),
    about: sentence!("Double-nine Block: no drawing, the lightest hand takes the pips of the others, 100 points."),
    source: Source::Document("004"),
    rules: RuleSet {
        id: "block",
        set_size: pip(9),
        hand_sizes: [7, 7, 7, 0, 0],
        first_lead: FirstLead::HighestDouble,
        no_double: NoDouble::HeaviestSingle,
        spinner: Spinner::None,
        drawing: Drawing::Never,
        out_bonus: OutBonus::Sum,
        blocked: Blocked::WinnerTotalSplit,
        blocked_tie: BlockedTie::Split,
        target: Target::all(100),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "55 tiles (double 9 set)" },
        Clause { axis: "hand_sizes", words: "Each player draws 7 tiles; 2-4 players may play" },
        Clause { axis: "first_lead", words: "The player with the highest double lays it down" },
        Clause { axis: "no_double", words: "if no double, the next heaviest single" },
        Clause { axis: "spinner", words: "Tiles cannot be played on the ends of a double" },
        Clause { axis: "drawing", words: "the player passes" },
        Clause { axis: "out_bonus", words: "the total of all points (spots) in all other players' hands" },
        Clause { axis: "blocked", words: "split the total points on the other players' tiles" },
        Clause { axis: "target", words: "100 points, or some other mutually agreed upon point total" },
    ],
};
