//! Pairs of the New York Domino League: a hand is a point, and a tied block is played again for two, then three.
//!
//! Source: "New York Domino League. Registration, Rules & Regulations",
//! <https://www.dominohq.com/domino-leagues-rulesregulations/nydl>. Where an axis has no clause below, the page is silent there and
//! the Caribbean custom is taken: seven tiles each, the lowest single hand wins a blocked game. Readings of unclear clauses:
//!
//! - A "game" of the page is a hand here; "150pt" are what the tables of a team have together. One table alone plays to 10:
//!   "changes can only be effected .. after a combination of 10 games has been played"; all tables are `new_york target=150`.
//! - "Double six will be the mandatory pose to start each game": with 28 tiles dealt one player holds it.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedTie, OutBonus, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("New York league pairs"),
    about: sentence!(
        "New York league: the double six leads every hand, a hand is a point, a tied block is replayed for one more."
    ),
    source: Source::Page("https://www.dominohq.com/domino-leagues-rulesregulations/nydl"),
    rules: RuleSet {
        id: "new_york",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::WinnerOutBonus,
        blocked_tie: BlockedTie::Replay,
        carry: 1,
        target: Target::all(10),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "lead_tile", words: "Double six will be the mandatory pose to start each game." },
        Clause { axis: "out_bonus", words: "A team will be awarded one point for each game won." },
        Clause {
            axis: "blocked_tie",
            words: "However, if a game is blocked and both teams end up with the same low points tally (Derby) the game will have to play over for two points",
        },
        Clause { axis: "carry", words: "each subsequent Derby game will be played for 1 additional point per game" },
        Clause { axis: "target", words: "All regular season games will play to 150pt." },
    ],
};
