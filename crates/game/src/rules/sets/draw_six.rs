//! The draw game with a double-six set to 100.
//!
//! Source: the page on basic dominoes, <https://htfbw.com/games-cards/Games/75038.shtml>. For an axis without a clause
//! below, the page is silent and common custom applies: doubles take nothing on their ends, the same test begins every
//! hand, and equally light hands of a blocked game are not paid. Readings of unclear clauses:
//!
//! - Without a double the player with the most pips "plays first": with whichever tile he likes.
//! - Last tiles that are never drawn, as other pages have them: `draw_six boneyard_reserve=2`. On a cribbage board: `target=121`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Drawing, NoDouble, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Draw, double-six, to 100"),
    about: sentence!(
        "Double-six Draw: a player who can't go draws until a tile fits, the winner takes the pips of \
            the others, 100 points."
    ),
    source: Source::Page("https://htfbw.com/games-cards/Games/75038.shtml"),
    rules: RuleSet {
        id: "draw_six",
        hand_sizes: [7, 5, 5, 0, 0],
        no_double: NoDouble::HeaviestHand,
        drawing: Drawing::UntilPlayable,
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "hand_sizes",
            words: "In a 2-person game, each player draws 7 tiles. For a 3- or 4-person game, each player draws 5 tiles",
        },
        Clause {
            axis: "first_lead",
            words: "The player with the tile displaying the highest double numbers places it on the table to start the game",
        },
        Clause {
            axis: "no_double",
            words: "each player adds up the number of dots on all of their tiles, and the player with the highest total number plays first",
        },
        Clause {
            axis: "drawing",
            words: "he must draw from the boneyard until he can, or until the boneyard is empty and he must pass",
        },
        Clause {
            axis: "out_bonus",
            words: "receives one point for each dot (or \"pip\") on all the other players' tiles",
        },
        Clause { axis: "blocked", words: "She then must subtract one point for each dot on her own tiles--if any" },
        Clause { axis: "target", words: "generally played to 100 points" },
    ],
};
