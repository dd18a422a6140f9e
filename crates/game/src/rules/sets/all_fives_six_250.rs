//! All-fives with a double-six set and one spinner for two to four players or two pairs to 250.
//!
//! Source: "Dominoes", <http://games.yahoo.com/games/rules/dominoes/gameplay.html?page=do>, read as far as the words about the
//! winner of a round. Where an axis has no clause below, the page was silent there and the common custom is taken: the first
//! double is the spinner; the winner is paid the other hands to the nearest five (so
//! <http://dominoed.tripod.com/HowToPlayDominoes.htm>). Readings of unclear clauses:
//!
//! - After a blocked hand "the player with the highest double starts": the app asks who that is.
//! - "The player or team with the fewest number of dots on all their bones": both hands of a pair are added.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{
    Blocked, BlockedBy, BlockedTie, Drawing, LeadTile, NextLead, OutBonus, Pairs, RuleSet, Scoring, Spinner, Target,
    WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("All-fives with one spinner, to 250"),
    about: sentence!(
        "All-fives for two to four or two pairs: one spinner, multiples of five pay their total, 250 points."
    ),
    source: Source::Page("http://games.yahoo.com/games/rules/dominoes/gameplay.html?page=do"),
    rules: RuleSet {
        id: "all_fives_six_250",
        pairs: Pairs::Optional,
        lead_tile: LeadTile::HighestDoubleFirst,
        next_lead: NextLead::WinnerOut,
        spinner: Spinner::First,
        scoring: Scoring::FivesFull,
        drawing: Drawing::UntilPlayable,
        out_bonus: OutBonus::Round5,
        blocked: Blocked::WinnerTotalRound5Split,
        blocked_by: BlockedBy::Sides,
        blocked_tie: BlockedTie::Split,
        target: Target::all(250),
        win_check: WinCheck::EveryAward,
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "set_size",
            words: "If you are playing with a Double Six set, each player starts with seven bones",
        },
        Clause { axis: "hand_sizes", words: "each player starts with seven bones" },
        Clause { axis: "lead_tile", words: "the player with the highest double starts by playing that bone" },
        Clause {
            axis: "next_lead",
            words: "The player that places the last bone starts the next round and can play any bone",
        },
        Clause {
            axis: "scoring",
            words: "If you place a bone that sets the Board Count to a multiple of five, you score that many points",
        },
        Clause {
            axis: "drawing",
            words: "he or she must draw from the Boneyard until they draw a bone that can be played",
        },
        Clause { axis: "blocked", words: "If neither player can play or draw, the round is also considered over" },
        Clause {
            axis: "blocked_by",
            words: "The player or team with the fewest number of dots on all their bones wins that round",
        },
        Clause { axis: "target", words: "The game can be played to 100, 250, or 500 points" },
    ],
};
