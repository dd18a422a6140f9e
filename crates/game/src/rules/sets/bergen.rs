//! Bergen: points for making both ends of the line alike, with a double-six set to 15.
//!
//! Source: "Bergen Domino Rules", <http://domino-games.com/domino-rules/bergen-rules.html>. For an axis without a
//! clause below, the page is silent and other pages are followed (<https://onlinedominogames.com/bergen-dominoes>):
//! without a double the tiles are dealt again, equally light hands of a blocked game are not paid, and the game is won
//! at the end of a hand. Readings of unclear clauses:
//!
//! - Going out leaves the lightest hand: the one point for it goes to the player who went out.
//! - Tiles that are never drawn, as <https://www.pagat.com/domino/line/bergen.html> has them: `bergen boneyard_reserve=2`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, Drawing, NoDouble, OutBonus, RuleSet, Scoring, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Bergen, to 15"),
    about: sentence!(
        "A draw game that pays for two ends alike: two points, three with a double among them, 15 points."
    ),
    source: Source::Page("http://domino-games.com/domino-rules/bergen-rules.html"),
    rules: RuleSet {
        id: "bergen",
        hand_sizes: [6, 6, 5, 0, 0],
        no_double: NoDouble::Redeal,
        scoring: Scoring::Headers,
        drawing: Drawing::UntilPlayable,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::WinnerOutBonus,
        target: Target::all(15),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "Normally uses a double-six set" },
        Clause {
            axis: "hand_sizes",
            words: "2 players draw 6 tiles each, 3 players draw 6 tiles each, 4 players draw 5 tiles each",
        },
        Clause { axis: "first_lead", words: "The player with the highest double places the first domino" },
        Clause { axis: "scoring", words: "thus earning 2 points. This is called a double-header" },
        Clause { axis: "drawing", words: "he must draw dominoes from the boneyard until he can make a move" },
        Clause { axis: "boneyard_reserve", words: "If there are no dominoes left, then the player must pass" },
        Clause {
            axis: "out_bonus",
            words: "the player with the lightest hand (i.e. the fewest number of dots on their dominoes) wins one point",
        },
        Clause {
            axis: "blocked",
            words: "the player with the lightest hand (i.e. the fewest number of dots on their dominoes) wins one point",
        },
        Clause { axis: "target", words: "typically played to a score of 15 points" },
    ],
};

#[cfg(test)]
mod tests {
    use super::PRESET;
    use crate::layout::Layout;

    /// The illustration of the page, tile by tile: 6-6 pays 2, 6-2 and 6-4 nothing, 4-2 makes the ends alike and pays 2, the 2-2
    /// on one of them pays 3.
    #[test]
    fn the_example_of_the_page() {
        let pays = |text: &str| text.parse::<Layout>().unwrap().pays(&PRESET.rules);
        assert_eq!(pays("6-6"), 2);
        assert_eq!(pays("2-6 6-6"), 0);
        assert_eq!(pays("2-6 6-6 6-4"), 0);
        assert_eq!(pays("2-6 6-6 6-4 4-2"), 2);
        assert_eq!(pays("2-6 6-6 6-4 4-2 2-2"), 3);
        assert_eq!(pays("6-4"), 0);
    }
}
