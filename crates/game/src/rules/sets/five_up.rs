//! Dominoes of a Monday-night darts and domino league: pairs, the first to win five hands.
//!
//! Source: "Dominoe rules", <http://www.hdddcl.moonfruit.com/dominoe-rules/4574926577>. Where an axis has no clause below, the page
//! is silent there and the custom of the north of England is taken: six tiles each ("each player taking six at random",
//! <https://helenjohnsonyorkshirewriter.co.uk/2013/01/dalesman-february-2013-domino-theories>), the lead goes round. Readings of
//! unclear clauses:
//!
//! - "A hand is stitched": it is blocked. "Lowest hand wins on count": the hands are compared one by one.
//! - "That hand is given away": the other pair has won it.
//! - "The Laides league .. 7up": `five_up target=7`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{
    Blocked, BlockedTie, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, Penalty, RuleSet, Target,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Pairs, five hands up (Monday league)"),
    about: sentence!(
        "League pairs: a hand is a point, five win; equal blocked hands are played again, a wrong tile loses the hand."
    ),
    source: Source::Page("http://www.hdddcl.moonfruit.com/dominoe-rules/4574926577"),
    rules: RuleSet {
        id: "five_up",
        hand_sizes: [0, 0, 6, 0, 0],
        pairs: Pairs::Always,
        first_lead: FirstLead::Lots,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::WinnerOutBonus,
        blocked_tie: BlockedTie::Replay,
        target: Target::all(5),
        misplay: Penalty::HandLost,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "pairs", words: "Teams to consist of 3 pairs." },
        Clause { axis: "target", words: "Each pair to play best of 3 games 5up" },
        Clause { axis: "first_lead", words: "Away Team to have drop on 1st and 3rd table." },
        Clause { axis: "blocked", words: "If a hand is stitched ,lowest hand wins on count" },
        Clause { axis: "blocked_tie", words: "If a tie on count hand is played again. Same player having drop." },
        Clause {
            axis: "misplay",
            words: "If a wrong Domino is played the player is known that hand is given away. If the player is not known hand is played again, same player having drop.",
        },
    ],
};
