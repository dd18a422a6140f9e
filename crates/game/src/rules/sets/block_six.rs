//! Block with a double-six set to 100, for two to four players or two pairs.
//!
//! Source: "Dominoes Rules - Block", <https://learnplaywin.net/dominoes-rules-block/>. For an axis without a clause
//! below, the page is silent and common custom applies: doubles take nothing on their ends, the same test begins every
//! hand, and equally light hands of a blocked game are not paid. Readings of unclear clauses:
//!
//! - "If the winner had any unplayed dominoes": of a blocked hand. In pairs it is his own hand that is taken off.
//! - To 121 on a cribbage board: `block_six target=121`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Pairs, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Block, double-six, to 100"),
    about: sentence!(
        "Double-six Block: no drawing, the winner takes the pips of the others less their own, 100 points."
    ),
    source: Source::Page("https://learnplaywin.net/dominoes-rules-block/"),
    rules: RuleSet { id: "block_six", hand_sizes: [7, 5, 5, 0, 0], pairs: Pairs::Optional, ..PLAIN },
    clauses: &[
        Clause { axis: "set_size", words: "Standard double-six set with 28 pieces" },
        Clause {
            axis: "hand_sizes",
            words: "If 2 people are playing, each player selects 7 dominoes. If 3 or 4 people are playing, each player selects 5 dominoes",
        },
        Clause { axis: "pairs", words: "When playing with 4 people, you can play as partners or teams" },
        Clause {
            axis: "first_lead",
            words: "The player with the highest double places that double on the table to start the game",
        },
        Clause {
            axis: "no_double",
            words: "If no one has a double, the player with the domino of the highest value starts",
        },
        Clause { axis: "drawing", words: "they must pass their turn" },
        Clause {
            axis: "out_bonus",
            words: "The winner scores the total number of points on all of the opponents unplayed dominoes",
        },
        Clause { axis: "blocked", words: "If the winner had any unplayed dominoes, subtract them from the score" },
        Clause { axis: "target", words: "typically played to 100 points" },
    ],
};

#[cfg(test)]
mod tests {
    use super::PRESET;
    use crate::rules::Points;
    use crate::rules::score::{BlockedResult, LeftHand, Roles, blocked_awards};

    /// "The total number of points on all of the opponents' unplayed dominoes", less the winner's own.
    #[test]
    fn the_lightest_hand_takes_the_others_less_its_own() {
        let hands = [4, 10, 7].into_iter().enumerate().map(|(side, pips)| LeftHand { side, pips }).collect::<Vec<_>>();
        let paid = BlockedResult::Awards(vec![Points::new(13), Points::ZERO, Points::ZERO]);
        assert_eq!(blocked_awards(&PRESET.rules, &hands, Roles { leader: 0, locker: 1 }, 3), paid);
    }
}
