//! Sebastopol: the 6-6 takes a tile on all four sides before anything else can be played.
//!
//! Source: "Sebastopol Dominoes Game Rules", <https://onlinedominogames.com/sebastopol-dominoes>. What a hand pays is not said there; the
//! same site's page on the draw game has "the total of all other players' tiles pip count minus pip count of his/her own tiles (if
//! game was blocked)". For other numbers of players and any double, with drawing:
//! `sebastopol hand_sizes=7/6/5 drawing=until_playable boneyard_reserve=2` (so <https://www.dominorules.com/cross-dominoes>).

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{NoDouble, RuleSet, Spinner};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Sebastopol"),
    about: sentence!("Four play, the 6-6 leads and must be covered on all four sides first; no drawing, 100 points."),
    source: Source::Page("https://onlinedominogames.com/sebastopol-dominoes"),
    rules: RuleSet {
        id: "sebastopol",
        hand_sizes: [0, 0, 7, 0, 0],
        no_double: NoDouble::Irrelevant,
        spinner: Spinner::First,
        ends_after_sides: false,
        cross_first: true,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "4 player dominoes game played with double-six domino set" },
        Clause { axis: "hand_sizes", words: "Each player gets 7 tiles at the beginning of each round" },
        Clause { axis: "first_lead", words: "The player who gets [6-6] starts the round" },
        Clause { axis: "spinner", words: "The first domino [6-6] is a spinner" },
        Clause {
            axis: "cross_first",
            words: "players need to play a tile on all four sides of it before any further move can be made",
        },
        Clause { axis: "drawing", words: "he/she simply passes the turn to next player" },
        Clause { axis: "blocked", words: "the player with lowest pips count in his/her hand wins" },
        Clause {
            axis: "blocked_tie",
            words: "If two playes end up with the same score at the end of a round, no player gets any point",
        },
        Clause { axis: "target", words: "the first player to score 100 wins" },
    ],
};

#[cfg(test)]
mod tests {
    use super::PRESET;
    use crate::layout::{Layout, PlayRefusal};

    /// Only the 6-6 takes tiles until it has four, then only their open halves do.
    #[test]
    fn all_four_sides_first() {
        let places = |text: &str| text.parse::<Layout>().unwrap().playable(&PRESET.rules).count();
        assert_eq!(places("6-6"), 4);
        assert_eq!(places("5-6 6-6"), 3);
        assert_eq!(places("5-6 6-6(6-1) 6-2"), 1);
        assert_eq!(places("5-6 6-6(6-1)(6-0) 6-2"), 4);
        let layout: Layout = "5-6 6-6(6-1) 6-2".parse().unwrap();
        let early = layout.check(&layout.parse_play("5-4@6-5.5").unwrap(), &PRESET.rules);
        assert!(matches!(early, Err(PlayRefusal::Closed { .. })), "{early:?}");
        let later: Layout = "5-5 5-6 *6-6^(6-1)(6-0) 6-2".parse().unwrap();
        assert_eq!(later.playable(&PRESET.rules).count(), 4, "a later double is no spinner");
    }
}
