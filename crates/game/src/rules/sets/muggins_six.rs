//! Muggins with a double-six set and one spinner to 100: a score that is not taken may be called.
//!
//! Source: "Muggins", <http://www.puzzle-place.net/muggins-game.htm>. Where an axis has no clause below, the page is silent and
//! the common custom is taken: without a double the heaviest tile leads, and the sides of the spinner are covered before its ends.
//! Readings of unclear clauses:
//!
//! - "Seven pieces": two or three can play, since four would leave no "surplus pieces".
//! - "The total score of all hands" of "all other players": nothing is rounded.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, Claim, Drawing, RuleSet, Scoring, Spinner, WinCheck};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Muggins, double-six, to 100"),
    about: sentence!("Double-six muggins: one spinner, multiples of five pay their total when called, 100 points."),
    source: Source::Page("http://www.puzzle-place.net/muggins-game.htm"),
    rules: RuleSet {
        id: "muggins_six",
        hand_sizes: [7, 7, 0, 0, 0],
        spinner: Spinner::First,
        scoring: Scoring::FivesFull,
        claim: Claim::Muggins,
        drawing: Drawing::UntilPlayable,
        voluntary_draw: true,
        blocked: Blocked::Staircase,
        win_check: WinCheck::EveryAward,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "hand_sizes", words: "Each player draws seven pieces" },
        Clause { axis: "first_lead", words: "The highest double leads" },
        Clause {
            axis: "spinner",
            words: "Play can be made from both sides of the first double and both ends of the first double",
        },
        Clause {
            axis: "scoring",
            words: "make all ends total five or a multiple of five and each player succeeding in doing this scores the number of points",
        },
        Clause {
            axis: "claim",
            words: "When a player fails to claim a score, any opponent can call \"muggins\" and add the count to his own score",
        },
        Clause { axis: "drawing", words: "he must draw from the surplus pieces until he secures one that will play" },
        Clause {
            axis: "voluntary_draw",
            words: "It is permissible to draw even though the player holds a piece which would play",
        },
        Clause { axis: "out_bonus", words: "the total score of all hands is given to that player" },
        Clause {
            axis: "blocked",
            words: "the player holding the lowest number is given the difference between his total and that of each opponent",
        },
        Clause { axis: "target", words: "100 points is the game" },
    ],
};
