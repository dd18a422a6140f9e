//! Puerto Rican dominoes to 500: the first four hands of a game, capicúa and going out with the double blank pay a bonus.
//!
//! Source: "How to play double-six dominoes", rules provided by Dania Ramos,
//! <https://manualzz.com/doc/23614212/how-to-play-double-six-dominoes>. For an axis without a clause below, the page is
//! silent and common custom applies: the winner of a hand leads the next with any tile, and equal pips of a locked game
//! are not paid (so <https://boarden.club/how-to-play/dominican-dominoes>). Readings of unclear clauses:
//!
//! - Players sit down in the order in which they play: it "continues to the right (counter-clockwise)".
//! - Four are always two pairs; with two or three there is a pile, and who cannot play draws from it until he can.
//! - "The player/team with the lightest hand": both hands of a pair are added.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedBy, Drawing, Extra, LeadTile, NextLead, OutBonus, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Puerto Rican pairs, to 500"),
    about: sentence!(
        "All pips left pay the winners; the first four hands, capicúa and the double blank pay more, 500 points."
    ),
    source: Source::Page("https://manualzz.com/doc/23614212/how-to-play-double-six-dominoes"),
    rules: RuleSet {
        id: "latin_500",
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleFirst,
        next_lead: NextLead::Winner,
        drawing: Drawing::UntilPlayable,
        out_bonus: OutBonus::All,
        capicua: Extra::Points(100),
        blank_out: 100,
        hand_bonus: [100, 75, 50, 25],
        blocked: Blocked::WinnerAll,
        blocked_by: BlockedBy::Sides,
        target: Target::all(500),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "a double-six set (28 tiles) is typically used" },
        Clause { axis: "hand_sizes", words: "Each player draws seven tiles" },
        Clause { axis: "pairs", words: "In a game with 4 people, players pair up into teams" },
        Clause {
            axis: "lead_tile",
            words: "For the initial round, the player with the highest double starts by placing that tile",
        },
        Clause { axis: "drawing", words: "Draw an additional tile. Only an option when a draw pile is available" },
        Clause {
            axis: "out_bonus",
            words: "The dots on dominoes of the other players are counted as points for the winner or winning team",
        },
        Clause {
            axis: "capicua",
            words: "Winning tile can be played on either end - excluding doubles: 100 bonus points",
        },
        Clause { axis: "blank_out", words: "Winning with the double-blank tile: 100 bonus points" },
        Clause {
            axis: "hand_bonus",
            words: "1st round winners: 100 bonus points, 2nd round winners: 75 bonus points, 3rd round winners: 50 bonus points, 4th round winners: 25 bonus points",
        },
        Clause {
            axis: "blocked",
            words: "wins the round and gets the points from the tiles left in the hands of all the players",
        },
        Clause { axis: "blocked_by", words: "the player/team with the lightest hand (least amount of dots)" },
        Clause { axis: "target", words: "the first player/team to score 500 points wins" },
    ],
};

#[cfg(test)]
mod tests {
    use crate::record::Record;

    fn scores(acts: &str) -> Vec<String> {
        let text = format!(
            "[Rules \"latin_500 hand_sizes=-/-/2\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\n{acts}end\n"
        );
        let game = Record::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")).game;
        game.state().leg.scores.iter().map(ToString::to_string).collect()
    }

    /// 100 for the tile that fits both ends, 100 for the first hand, and the pips of the three others.
    #[test]
    fn the_first_hand_won_by_capicua() {
        let hands = "deal A A:6-6,3-2 B:6-3,0-0 C:6-2,1-1 D:2-2,5-5\n";
        let acts = "A 6-6\nB 6-3@6-6.s1\nC 6-2@6-6.s2\nD 2-2@6-2.2\nA 3-2@6-3.3 +100\n";
        assert_eq!(scores(&format!("{hands}{acts}")), ["212", "0"]);
    }

    /// "Winning with the double-blank tile: 100 bonus points", and no capicúa with a double.
    #[test]
    fn out_with_the_double_blank() {
        let hands = "deal A A:6-6,0-0 B:6-0,1-1 C:2-2,4-4 D:3-3,5-5\n";
        let acts = "A 6-6\nB 6-0@6-6.s1\nC draw 1 6-5\nC 6-5@6-6.s2\nD 5-5@6-5.5\nA 0-0@6-0.0 +100\n";
        assert_eq!(scores(&format!("{hands}{acts}")), ["220", "0"], "100 for the first hand and 20 pips");
    }
}
