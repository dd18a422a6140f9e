//! Domino pool for three to six players: each for himself, and the first one out takes the pool.
//!
//! Source: R. F. Foster, "Foster's Complete Hoyle", Domino Pool, <https://bitlit.ru/page/en/r-f-foster/fosters-complete-hoyle-an-encyclopedia-of-games-including-all-indoor-games-played-to-day-with-suggestions-for-good-play-illustrative-hands-and-all-off/607>.
//! Where an axis has no clause below, the book is silent there and the common custom is taken. Readings of unclear clauses:
//!
//! - "As will leave at least eight in the stock": as many as that, so six, five, four or three tiles.
//! - A pool is counted as twelve points, which two, three, four or six can divide; five pools are a game.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedTie, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Domino pool, three to six players"),
    about: sentence!(
        "Each player alone on one line, no drawing: the first one out takes the pool, equal hands share it."
    ),
    source: Source::Page(
        "https://bitlit.ru/page/en/r-f-foster/fosters-complete-hoyle-an-encyclopedia-of-games-including-all-indoor-games-played-to-day-with-suggestions-for-good-play-illustrative-hands-and-all-off/607",
    ),
    rules: RuleSet {
        id: "domino_pool",
        hand_sizes: [0, 6, 5, 4, 3],
        first_lead: FirstLead::Lots,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::Lots,
        next_leg: NextLead::Lots,
        out_bonus: OutBonus::Points(12),
        blocked: Blocked::WinnerOutBonus,
        blocked_tie: BlockedTie::Split,
        target: Target::all(60),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "hand_sizes",
            words: "Any number from three to six can play .. each player takes such an equal number of bones as will leave at least eight in the stock.",
        },
        Clause { axis: "first_lead", words: "They draw for the first set" },
        Clause {
            axis: "lead_tile",
            words: "The leader plays anything he pleases for the first set, and each following player must follow suit if he can, to one end or the other.",
        },
        Clause {
            axis: "drawing",
            words: "If a person cannot play, he says \u{201c}go,\u{201d} and the player on his left plays or passes also.",
        },
        Clause { axis: "out_bonus", words: "When one makes domino he wins the pool." },
        Clause {
            axis: "blocked",
            words: "If all are blocked, the smallest number of pips left in hand wins; ties divide.",
        },
        Clause { axis: "blocked_tie", words: "ties divide" },
    ],
};
