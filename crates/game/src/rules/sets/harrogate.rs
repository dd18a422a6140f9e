//! Threes-and-fives for two to six players on one line, with drawing.
//!
//! Source: "Dominoes (threes and fives)", Majestic Hotel Harrogate, <http://www.vvww.net/harrogate/dominoes.html>. Where an axis has
//! no clause below, the page is silent there and the common custom is taken. Readings of unclear clauses:
//!
//! - "Players draw 7 tiles each": five and six would need more tiles than the set has; five take five and six four, so that some
//!   are left to draw.
//! - The page has no target. It is 61, the hand is played out, and "the player with the highest total wins".

use super::{BRITISH, Clause, Preset, Source};
use crate::rules::{Drawing, OutBonus, Overshoot, PairOut, Pairs, RuleSet, TieBreak, WinCheck};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Threes-and-fives, two to six players"),
    about: sentence!(
        "Harrogate’s threes-and-fives: up to six on one line, a player who can't go draws, the highest \
            total wins."
    ),
    source: Source::Page("http://www.vvww.net/harrogate/dominoes.html"),
    rules: RuleSet {
        id: "harrogate",
        hand_sizes: [7, 7, 7, 5, 4],
        pairs: Pairs::No,
        pair_out: PairOut::One,
        drawing: Drawing::UntilPlayable,
        out_bonus: OutBonus::Points(0),
        overshoot: Overshoot::Counts,
        win_check: WinCheck::HandEnd,
        tie_break: TieBreak::OneMoreHand,
        ..BRITISH
    },
    clauses: &[
        Clause { axis: "hand_sizes", words: "2 to 6. Players draw 7 tiles each" },
        Clause {
            axis: "first_lead",
            words: "The player with the highest number of dots on a domino places the first tile and play proceeds clockwise",
        },
        Clause {
            axis: "scoring",
            words: "That player scores the number of times the total can be divided by 3 plus the number of times it can be divided by 5",
        },
        Clause {
            axis: "drawing",
            words: "If a player is unable to make a move, he must draw a tile. If there are no tiles left, then the player must pass.",
        },
        Clause {
            axis: "play_on",
            words: "A hand ends either when a player plays all his tiles, or when a game is blocked.",
        },
        Clause { axis: "wins", words: "The player with the highest total wins" },
    ],
};
