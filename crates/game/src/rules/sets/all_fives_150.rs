//! American all-fives, double-six, with one spinner: multiples of five pay their total, ten to get in, 150 points.
//!
//! Source: "Rules of the game", <https://www.big6bones.com/pages/rules-of-the-game>, read as far as its first examples of
//! scoring. Where an axis has no clause below, the page was silent there and the common custom is taken: the boneyard is
//! drawn to its last tile until a tile fits; going out, or the lighter hand of a blocked game, is paid the other hand's
//! pips to the nearest five (so <http://dominoed.tripod.com/HowToPlayDominoes.htm>); a score is pegged at once; who reaches
//! the target first has won, with whatever award. Readings of unclear clauses:
//!
//! - "The first domino played can be of any value": whatever the highest tile held happens to be; it is led.
//! - The test for the lead stands under "Gameplay" and not under the first hand: every hand begins with it.
//! - "Largest domino" without a double: the most pips, and of equally heavy tiles that with the higher half.
//! - Ten to get in asks for ten in one award, of whatever kind.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{
    Blocked, BlockedTie, Drawing, FirstLead, LeadTile, NoDouble, OutBonus, RuleSet, Scoring, Spinner, Target, WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("All-fives with one spinner, to 150"),
    about: sentence!("American all-fives: one spinner, multiples of five pay their total, ten to get in, 150 points."),
    source: Source::Page("https://www.big6bones.com/pages/rules-of-the-game"),
    rules: RuleSet {
        id: "all_fives_150",
        set_size: pip(6),
        hand_sizes: [9, 0, 0, 0, 0],
        first_lead: FirstLead::HighestDouble,
        lead_tile: LeadTile::HighestDouble,
        no_double: NoDouble::HeaviestSingle,
        spinner: Spinner::First,
        ends_after_sides: true,
        inline_doubles: false,
        scoring: Scoring::FivesFull,
        first_score_min: 10,
        drawing: Drawing::UntilPlayable,
        out_bonus: OutBonus::Round5,
        blocked: Blocked::WinnerTotalRound5Split,
        blocked_tie: BlockedTie::Split,
        target: Target::all(150),
        win_check: WinCheck::EveryAward,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "Domino Set Required: Double 6" },
        Clause { axis: "hand_sizes", words: "each player draws 9 dominoes to make up his/her hand" },
        Clause { axis: "first_lead", words: "The player who has the largest domino, typically Double 6, plays first" },
        Clause { axis: "lead_tile", words: "If no player has Double 6, then the next domino is Double 5" },
        Clause {
            axis: "no_double",
            words: "the player with the highest domino, if no player has a double, is played first",
        },
        Clause {
            axis: "spinner",
            words: "The first double played is call the Spinner, meaning a play can be made on all four edges",
        },
        Clause { axis: "ends_after_sides", words: "starting with the two sides first, then the two ends" },
        Clause { axis: "inline_doubles", words: "All subsequent doubles can only be played sideways" },
        Clause {
            axis: "scoring",
            words: "make the open ends of the layout add up to a multiple of 5 in order to score points",
        },
        Clause {
            axis: "first_score_min",
            words: "A player must score at least 10 points to get on the board (Ten to Get In). After that, scoring 5 points is allowed.",
        },
        Clause { axis: "drawing", words: "from which players draw in the event they are unable to make a play" },
        Clause { axis: "target", words: "Game: 150 Points" },
    ],
};

#[cfg(test)]
mod tests {
    use super::PRESET;
    use crate::layout::Layout;
    use crate::record::Record;
    use crate::rules::score::{NotCounted, play_points};
    use crate::{Deed, Match};

    fn check(layout: &str, count: u16, points: u16) {
        let layout = layout.parse::<Layout>().unwrap().in_legal_order(&PRESET.rules).unwrap();
        assert_eq!(layout.wrong_plays(&PRESET.rules), [0; 0], "{layout}");
        let counted = layout.count(&PRESET.rules);
        assert_eq!((counted, play_points(&PRESET.rules, counted)), (count, points), "{layout}");
    }

    /// The examples of the page: 5-5 alone, 6-6 alone, 6-3 on one side of it.
    #[test]
    fn the_examples_of_the_page() {
        check("5-5", 10, 10);
        check("6-6", 12, 0);
        check("6-6 6-3", 15, 15);
    }

    /// The spinner is the first double, anywhere in the line; its ends open when both sides are covered, and then it no
    /// longer counts.
    #[test]
    fn sides_first_then_ends() {
        check("6-4 4-4 4-1", 7, 0);
        check("6-4 4-4(4-3) 4-1", 10, 10);
        let places = |text: &str| text.parse::<Layout>().unwrap().playable(&PRESET.rules).count();
        assert_eq!(places("6-6"), 2);
        assert_eq!(places("6-6 6-3"), 2);
        assert_eq!(places("3-6 6-6 6-2"), 4);
        assert_eq!(places("3-3 *3-6 6-6^ 6-2"), 4, "3-3 is a later double and stays closed");
        assert_eq!(places("0-3 3-3 *3-6 6-6^ 6-2"), 4);
    }

    fn not_counted(game: &Match) -> Vec<Option<NotCounted>> {
        let turns = game.state().round.iter().flat_map(|round| &round.turns);
        turns.filter(|turn| matches!(turn.deed, Deed::Played { .. })).map(|turn| turn.not_counted).collect()
    }

    /// Five does not get in, fifteen does, and then five counts.
    #[test]
    fn ten_to_get_in() {
        let text = "[Rules \"all_fives_150\"]\n[Players \"Anna\" \"Ben\"]\n\ndeal A\nA 5-0\nB 5-4@5-0.5\nA 4-1@5-4.4\n\
                    B 1-5@4-1.1\nA 5-5@5-1.5 +10\nB 5-3@5-5.s2\nA 3-2@5-3.3\nB 0-1@5-0.0\nA 2-4@3-2.2 +5\nend\n";
        let game = Record::parse(text).unwrap().game;
        let small = Some(NotCounted::TooSmallToGetIn);
        assert_eq!(not_counted(&game), [small, None, None, small, None, None, None, None, None]);
        assert_eq!(game.state().leg.scores[0].to_string(), "15");
    }
}
