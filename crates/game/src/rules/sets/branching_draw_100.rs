//! A draw game whose doubles branch; the winner of a hand scores the balance of pips, 100 points.
//!
//! Source: rule document 002. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{Blocked, BlockedTie, Drawing, FirstLead, NoDouble, RuleSet, Spinner, Target, TieBreak};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Branching draw game to 100"),
    about: sentence!("A draw game whose doubles branch; the winner of a hand scores the balance of pips, 100 points."),
    source: Source::Document("002"),
    rules: RuleSet {
        id: "branching_draw_100",
        set_size: pip(6),
        hand_sizes: [5, 5, 5, 0, 0],
        first_lead: FirstLead::HighestDouble,
        no_double: NoDouble::Redeal,
        spinner: Spinner::AllAtOnce,
        ends_after_sides: false,
        double_exits: 3,
        drawing: Drawing::UntilPlayable,
        boneyard_reserve: 0,
        voluntary_draw: false,
        blocked: Blocked::WinnerBalance,
        blocked_tie: BlockedTie::Split,
        target: Target::all(100),
        tie_break: TieBreak::None,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "DOUBLE-SIX" },
        Clause { axis: "hand_sizes", words: "Each player draws five dominoes" },
        Clause { axis: "first_lead", words: "the player who draws the highest double domino places it in the centre" },
        Clause { axis: "no_double", words: "all dominoes are returned to the draw pile, reshuffled, and redrawn" },
        Clause { axis: "spinner", words: "to one end or side of the double" },
        Clause { axis: "double_exits", words: "thereby giving two new directions" },
        Clause { axis: "drawing", words: "They must draw from the extra dominoes until they are able to do so" },
        Clause { axis: "boneyard_reserve", words: "Should they draw the last domino" },
        Clause { axis: "voluntary_draw", words: "A player must play a domino if they are able to do so" },
        Clause {
            axis: "blocked",
            words: "Subtract the total points from the total of each of the opponents points and score the balance of points from each",
        },
        Clause { axis: "target", words: "100 or more points" },
    ],
};
