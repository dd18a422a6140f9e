//! Double-nine Muggins: multiples of five pay their total when called, 200 points.
//!
//! Source: rule document 004. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{
    Blocked, BlockedTie, Claim, Crossed, Drawing, FirstLead, NoDouble, OutBonus, RuleSet, Scoring, Spinner, Target,
    WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Muggins, double-nine, to 200"),
    about: sentence!("Double-nine Muggins: multiples of five pay their total when called, 200 points."),
    source: Source::Document("004"),
    rules: RuleSet {
        id: "muggins",
        set_size: pip(9),
        hand_sizes: [7, 7, 7, 0, 0],
        first_lead: FirstLead::HighestDouble,
        no_double: NoDouble::HeaviestSingle,
        spinner: Spinner::AllAfterSides,
        inline_doubles: true,
        crossed: Crossed::Nothing,
        scoring: Scoring::FivesFull,
        claim: Claim::Muggins,
        drawing: Drawing::UntilPlayable,
        voluntary_draw: true,
        out_bonus: OutBonus::Round5,
        blocked: Blocked::WinnerTotalRound5Split,
        blocked_tie: BlockedTie::Split,
        target: Target::all(200),
        win_check: WinCheck::EveryAward,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "55 tiles (double 9 set)" },
        Clause { axis: "hand_sizes", words: "Each player draws 7 tiles; 2-4 players may play" },
        Clause { axis: "first_lead", words: "The player with the highest double lays it down" },
        Clause { axis: "no_double", words: "if no double, the next heaviest single" },
        Clause {
            axis: "spinner",
            words: "tiles can be placed on the ends of this double tile (unlike the Block and Draw games)",
        },
        Clause { axis: "inline_doubles", words: "A double may be placed end to end (not crosswise)" },
        Clause {
            axis: "scoring",
            words: "multiple of 5, for example 5, 15 or 25; Players receive those amounts of points",
        },
        Clause {
            axis: "crossed",
            words: "Both ends of the crosswise double are counted in determining the score until another tile is placed on the other side of the double",
        },
        Clause { axis: "claim", words: "anyone can call \"muggins\" and add the points to his total" },
        Clause {
            axis: "voluntary_draw",
            words: "can pickup from the boneyard even if the player already can make a move",
        },
        Clause { axis: "drawing", words: "picks up tiles from the boneyard until a play can be made" },
        Clause {
            axis: "out_bonus",
            words: "all the tiles left in the other players' hands to the nearest multiple of 5",
        },
        Clause { axis: "blocked", words: "the player with the lightest hand is declared the winner" },
        Clause { axis: "target", words: "200 points first, or some mutually agreed total" },
    ],
};
