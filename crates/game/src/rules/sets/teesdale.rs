//! Fives-and-threes of the Teesdale League: nine tiles or six, exactly 61, not with a player's down.
//!
//! Source: "What is Fives And Threes?", <http://bcad5sand3s.co.uk/what_is_fives_and_threes.htm>. Where an axis has no clause
//! below, the page is silent there and the common British custom is taken. Readings of unclear clauses:
//!
//! - "Until a player or both pairs have used all their dominoes": in pairs until both of a pair have.
//! - The page pays nothing for the last tile.

use super::{BRITISH, Clause, Preset, Source};
use crate::rules::{OutBonus, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Fives-and-threes (Teesdale league)"),
    about: sentence!(
        "Teesdale league: nine tiles for two, six for pairs, exactly 61, never with the first tile of a hand."
    ),
    source: Source::Page("http://bcad5sand3s.co.uk/what_is_fives_and_threes.htm"),
    rules: RuleSet {
        id: "teesdale",
        hand_sizes: [9, 0, 6, 0, 0],
        out_bonus: OutBonus::Points(0),
        win_on_lead: false,
        ..BRITISH
    },
    clauses: &[
        Clause {
            axis: "hand_sizes",
            words: "Each player draws six dominoes if there are four players, if only two then nine.",
        },
        Clause {
            axis: "pair_out",
            words: "Play continues until a player or both pairs have used all their dominoes, or no player can lay any more dominoes.",
        },
        Clause {
            axis: "first_lead",
            words: "A draw should be made to determine which player starts, usually the highest domino will begin.",
        },
        Clause { axis: "lead_tile", words: "Any domino can be used to begin" },
        Clause {
            axis: "scoring",
            words: "If the sum of the exposed ends of the line of dominoes adds up to a multiple of five and/or three then the player scores a number of points based on that multiple",
        },
        Clause {
            axis: "drawing",
            words: "If a player cannot play a domino, then he \"knocks\", so the other players know, and then misses his turn.",
        },
        Clause { axis: "target", words: "The game continues until a player reaches 61 exactly." },
        Clause {
            axis: "overshoot",
            words: "If a player is on 60 points and scores two points, then those points don't count. He has to gain one point to finish on exactly 61.",
        },
        Clause { axis: "win_on_lead", words: "The winning point's cannot be scored on a players down" },
    ],
};
