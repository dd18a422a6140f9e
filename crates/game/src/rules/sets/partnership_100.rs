//! Partnership dominoes to 100: the other pair's pips pay, a tie pays nothing, and the lead goes round.
//!
//! Source: "Partnership Dominoes", <https://gamerules.com/rules/partnership-dominoes/>, read as far as the points of a round. Where
//! an axis has no clause below, the page was silent there and the custom of the game is taken: each further game of a match begins
//! as the first. Readings of unclear clauses:
//!
//! - Players sit down in the order in which they play: "Turn order is counterclockwise", and the lead "passes to the right".
//! - "The player with the double 6": with 28 tiles dealt it is the highest double held.
//! - "The round ends in a tie": the hand is not played again, and the lead goes on.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedBy, LeadTile, NextLead, NoDouble, Pairs, RuleSet};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Partnership dominoes, to 100"),
    about: sentence!(
        "Two pairs, seven tiles each, no drawing: the other pair’s pips pay, a tie pays nothing, 100 points."
    ),
    source: Source::Page("https://gamerules.com/rules/partnership-dominoes/"),
    rules: RuleSet {
        id: "partnership_100",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleFirst,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        blocked: Blocked::WinnerTotalSplit,
        blocked_by: BlockedBy::Sides,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "One double 6 set of dominoes" },
        Clause {
            axis: "hand_sizes",
            words: "Each player is dealt 7 dominoes each. There should be no remaining dominoes.",
        },
        Clause { axis: "pairs", words: "The game uses fixed partnerships." },
        Clause {
            axis: "lead_tile",
            words: "For the first round of the game, the player with the double 6 starts the layout.",
        },
        Clause {
            axis: "next_lead",
            words: "After the first round, the first player passes to the right. This player may start the layout with whichever tile they wish.",
        },
        Clause { axis: "drawing", words: "If they cannot legally add a tile, they will pass their turn." },
        Clause {
            axis: "out_bonus",
            words: "The winning team will score a number of points equal to the number of pips remaining in the losing team’s hands.",
        },
        Clause {
            axis: "blocked_by",
            words: "each team will count the number of pips on tiles they have remaining in hand. The team with the lower pip count is the winning team.",
        },
        Clause {
            axis: "blocked_tie",
            words: "if there is a tie for how many pips each team has remaining. Then the round ends in a tie.",
        },
        Clause { axis: "target", words: "The goal of the game is to reach 100 or more points to win." },
    ],
};

#[cfg(test)]
mod tests {
    use crate::record::Record;
    use crate::{Match, NextLeader, Seat};

    fn played(rules: &str, acts: &str) -> Match {
        let text = format!("[Rules \"{rules}\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\n{acts}end\n");
        Record::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")).game
    }

    fn scores(game: &Match) -> Vec<String> {
        game.state().leg.scores.iter().map(ToString::to_string).collect()
    }

    const OUT: &str = "deal A A:6-6,3-2 B:6-3,5-4 C:6-2,1-1 D:2-2,5-5\n\
                       A 6-6\nB 6-3@6-6.s1\nC 6-2@6-6.s2\nD 2-2@6-2.2\nA 3-2@6-3.3\n";

    /// "The number of pips remaining in the losing team's hands": 5-4 and 5-5, not the 1-1 of the partner.
    #[test]
    fn the_pips_of_the_losing_team() {
        let game = played("partnership_100 hand_sizes=-/-/2", OUT);
        assert_eq!(scores(&game), ["19", "0"]);
    }

    /// "The first player passes to the right", and not to who went out; they lead "whichever tile they wish".
    #[test]
    fn the_lead_goes_round_with_any_tile() {
        let rules = "partnership_100 hand_sizes=-/-/2";
        assert_eq!(played(rules, OUT).state().next_leader(), NextLeader::Seat(Seat::FIRST.left(4)));
        let next = format!("{OUT}deal B A:3-2,1-0 B:6-6,5-4 C:5-5,1-1 D:4-4,3-3\nB 5-4\n");
        assert_eq!(scores(&played(rules, &next)), ["19", "0"]);
    }

    /// A blocked game of 149 pips: the pair with fewer wins what the other holds, although the lightest hand is theirs.
    #[test]
    fn the_team_with_the_lower_count() {
        let block = "deal A\nA 6-6\nB 6-1@6-6.s1\nC knock\nD knock\nA knock\nB knock\n";
        let game = played("partnership_100", &format!("{block}tally A 45 B 40 C 30 D 34\n"));
        assert_eq!(scores(&game), ["0", "75"]);
    }

    /// "The round ends in a tie": 74 pips each pay nothing, and the lead goes on.
    #[test]
    fn a_tie_pays_nothing() {
        let block = "deal A\nA 6-6\nB 6-2@6-6.s1\nC knock\nD knock\nA knock\nB knock\n";
        let game = played("partnership_100", &format!("{block}tally A 40 B 44 C 34 D 30\n"));
        assert_eq!(scores(&game), ["0", "0"]);
        assert_eq!(game.state().next_leader(), NextLeader::Seat(Seat::FIRST.left(4)));
    }
}
