//! Fives-and-threes of the Mind Sports Olympiad: two players, seven tiles, exactly 61, matches of the best of three.
//!
//! Source: "Dominoes 5s & 3s", <https://mindsportsolympiad.com/product/dominoes-5s-3s/>. Where an axis has no clause below, the page
//! is silent there and the common British custom is taken; the page pays nothing for the last tile. Pairs have six tiles each
//! ("each player has a hand of six tiles(bones) (seven for singles)", <http://boardability.com/game.php?id=dominoes>).

use super::{BRITISH, Clause, Preset, Source};
use crate::rules::{OutBonus, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Fives-and-threes (Mind Sports Olympiad)"),
    about: sentence!(
        "Mind Sports Olympiad: seven tiles for two, exactly 61, nothing for going out, best of three games."
    ),
    source: Source::Page("https://mindsportsolympiad.com/product/dominoes-5s-3s/"),
    rules: RuleSet { id: "mind_sports", out_bonus: OutBonus::Points(0), ..BRITISH },
    clauses: &[
        Clause {
            axis: "set_size",
            words: "The most basic domino variant is for two players and requires a double six set.",
        },
        Clause { axis: "hand_sizes", words: "Each player draws seven tiles; the remainder are not used." },
        Clause {
            axis: "spinner",
            words: "The players alternately extend the line of play with one tile at one of its two ends.",
        },
        Clause {
            axis: "scoring",
            words: "If the total is a multiple of 3 or 5 then the players scores points equal to the multiple. (E.g. 9=3x3=3points, 10=2x5=2 points, 15=3x5 and 5x3=8 points).",
        },
        Clause { axis: "wrong_knock", words: "You must play if you can." },
        Clause {
            axis: "play_on",
            words: "A hand is over when either both players pass consecutively or 1 player places their last tile.",
        },
        Clause { axis: "target", words: "A set ends when 1 player reaches 61 points." },
        Clause { axis: "overshoot", words: "This total must be reached exactly." },
    ],
};
