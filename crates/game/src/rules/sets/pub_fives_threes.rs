//! Fives-and-threes as it is played in British pubs, by two to four players or two pairs.
//!
//! Source: "Fives and Threes", <https://gambiter.com/domino/western/fives_and_threes.html>. Where an axis has no clause below, the
//! page was silent there and the common British custom is taken. Readings of unclear clauses:
//!
//! - "Four normally play two against two as partners": they may play each alone.

use super::{BRITISH, Clause, Preset, Source};
use crate::rules::{Pairs, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Fives-and-threes in the pub, two to four"),
    about: sentence!(
        "Pub fives-and-threes: seven tiles for two, five for three or four, exactly 61, a point for going out."
    ),
    source: Source::Page("https://gambiter.com/domino/western/fives_and_threes.html"),
    rules: RuleSet { id: "pub_fives_threes", hand_sizes: [7, 5, 5, 0, 0], pairs: Pairs::Optional, ..BRITISH },
    clauses: &[
        Clause {
            axis: "hand_sizes",
            words: "2 players get 7 tiles each - 3 players get 5 tiles each - 4 players get 5 tiles each",
        },
        Clause {
            axis: "pairs",
            words: "The game can be played by two to four players - four normally play two against two as partners.",
        },
        Clause {
            axis: "pair_out",
            words: "In the partnership game for four players, play continues until both players of one team have chipped out",
        },
        Clause {
            axis: "first_lead",
            words: "before the deal each player draws a tile and the one with the greatest number of pips starts",
        },
        Clause { axis: "lead_tile", words: "The lead can be any tile in the player's hand." },
        Clause { axis: "next_lead", words: "In the following hands, the turn to start passes to the left." },
        Clause { axis: "drawing", words: "There is no drawing from the boneyard in Fives and Threes" },
        Clause { axis: "wrong_knock", words: "It is illegal to knock when able to play a tile." },
    ],
};
