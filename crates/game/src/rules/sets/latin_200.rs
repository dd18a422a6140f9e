//! Latin American dominoes for two pairs to 200, with the bonuses for capicúa and for skipping players.
//!
//! Source: the rules of the game "capicua", Dominican Republic, <https://dominoesonline.com/rule.php?id=1228128405>. Where an axis has
//! no clause below, the page is silent and the custom of the country is taken: the highest double leads a game's first hand, then
//! any tile of the winner (so <https://boarden.club/how-to-play/dominican-dominoes>); the winners are paid "the combined pip total of
//! all tiles remaining in both opponents' hands" (so <https://fichaflow.com/learn/how-to-keep-score-in-dominican-domino>, which has 100 or
//! 200). Readings of unclear clauses:
//!
//! - Players sit down in the order in which they play: it "goes counter-clockwise".
//! - "Skip 3 people": paid with the next tile of the player who made all others pass, so a locked game pays no skip.
//! - "Last domino can be played on either end": it fits both; a double does not count (so other pages), nor does a last tile that
//!   is not the pair's first to go out.
//! - "The person on the left" is the next to play. Who locked the game and wins is paid as for going out.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedBy, BlockedTie, Extra, LeadTile, NextLead, NoDouble, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Latin American pairs, to 200"),
    about: sentence!(
        "Two pairs, seven tiles each, no drawing: the other pair’s pips, capicúa and skips pay, 200 points."
    ),
    source: Source::Page("https://dominoesonline.com/rule.php?id=1228128405"),
    rules: RuleSet {
        id: "latin_200",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleFirst,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::Winner,
        lead_skip: [25, 50],
        skip_all: 25,
        capicua: Extra::Points(25),
        blocked: Blocked::WinnerTotalSplit,
        blocked_by: BlockedBy::Locker,
        blocked_tie: BlockedTie::Locker,
        target: Target::all(200),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "hand_sizes", words: "# of Bones 7, # of Players 4" },
        Clause { axis: "pairs", words: "two teams play against each other" },
        Clause {
            axis: "lead_skip",
            words: "skip on first domino that is a double earns 25 points. skip on first domino played that isn't a double earns 50 points",
        },
        Clause { axis: "skip_all", words: "skip 3 people earns 25 points" },
        Clause { axis: "capicua", words: "if last domino can be played on either end it earns that team 25 points" },
        Clause { axis: "blocked", words: "whoever has lowest point total wins" },
        Clause {
            axis: "blocked_by",
            words: "player who locked the game compares remaining dominoes to the person on the left",
        },
        Clause { axis: "blocked_tie", words: "tie goes to the person who locked the game" },
        Clause { axis: "target", words: "game to 200" },
    ],
};

#[cfg(test)]
mod tests {
    use super::PRESET;
    use crate::record::Record;
    use crate::rules::Points;
    use crate::rules::score::{BlockedResult, LeftHand, Roles, blocked_awards};
    use crate::{Deed, Match};

    fn played(acts: &str) -> Match {
        let text = format!(
            "[Rules \"latin_200\"]\n[Players \"Anna\" \"Ben\" \"Cleo\" \"Dan\"]\n[Pairs \"yes\"]\n\n{acts}end\n"
        );
        Record::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")).game
    }

    fn scores(game: &Match) -> Vec<String> {
        game.state().leg.scores.iter().map(ToString::to_string).collect()
    }

    /// "Skip on first domino that is a double earns 25 points", on any other 50: a later hand may begin with any tile.
    #[test]
    fn a_skip_on_the_first_tile() {
        assert_eq!(scores(&played("deal A\nA 6-6\nB knock\n")), ["25", "0"]);
        assert_eq!(scores(&played("deal A\nA 6-6\nB 6-1@6-6.s1\nC knock\n")), ["0", "0"], "not the first tile");
        let house = crate::rules::RuleSet::parse("latin_200 lead_tile=any").unwrap();
        let text = format!(
            "[Rules \"{house}\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\ndeal A\nA 6-5\nB knock\nend\n"
        );
        assert_eq!(scores(&Record::parse(&text).unwrap().game), ["50", "0"]);
    }

    /// "Skip 3 people earns 25 points": with the next tile of who made them pass.
    #[test]
    fn a_skip_of_everybody() {
        let game = played("deal A\nA 6-6\nB 6-1@6-6.s1\nC knock\nD knock\nA knock\nB 6-2@6-6.s2 +25\n");
        assert_eq!(scores(&game), ["0", "25"]);
    }

    /// "If last domino can be played on either end it earns that team 25 points."
    #[test]
    fn capicua() {
        let short = crate::rules::RuleSet::parse("latin_200 hand_sizes=-/-/2").unwrap();
        let text = format!(
            "[Rules \"{short}\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\n\
             deal A A:6-6,3-2 B:6-3,0-0 C:6-2,1-1 D:5-5,4-4\nA 6-6\nB 6-3@6-6.s1\nC 6-2@6-6.s2\nD knock\nA 3-2@6-3.3 +25\nend\n"
        );
        let game = Record::parse(&text).unwrap().game;
        let round = game.state().round.as_ref().unwrap();
        assert!(matches!(round.last_drop().unwrap().deed, Deed::Played { bonus: 25, out: true, .. }));
        assert_eq!(scores(&game), ["43", "0"], "and the 18 pips of 0-0, 5-5 and 4-4");
    }

    /// "Player who locked the game compares remaining dominoes to the person on the left .. tie goes to the person who locked".
    #[test]
    fn a_locked_game() {
        let hand = |side, pips| LeftHand { side, pips };
        let paid = |locker, pips: [u16; 4]| {
            let hands = [hand(0, pips[0]), hand(1, pips[1]), hand(0, pips[2]), hand(1, pips[3])];
            let result = blocked_awards(&PRESET.rules, &hands, Roles { leader: 0, locker }, 2);
            let BlockedResult::Awards(awards) = result else { panic!() };
            awards
        };
        assert_eq!(paid(1, [1, 5, 9, 20]), [Points::ZERO, Points::new(10)], "5 against 9, whatever the others hold");
        assert_eq!(paid(1, [1, 9, 5, 20]), [Points::new(29), Points::ZERO]);
        assert_eq!(paid(3, [8, 1, 1, 8]), [Points::ZERO, Points::new(9)], "a tie");
    }
}
