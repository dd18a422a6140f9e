//! All-fives: multiples of five pay their total, 200 points.
//!
//! Source: rule document 001. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{
    Blocked, BlockedTie, Claim, Drawing, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, PartnerDeduction,
    RuleSet, Scoring, Target, TieBreak, WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("All-fives to 200"),
    about: sentence!("All-fives: multiples of five pay their total, 200 points."),
    source: Source::Document("001"),
    rules: RuleSet {
        id: "all_fives_200",
        hand_sizes: [5, 5, 5, 0, 0],
        pairs: Pairs::Optional,
        first_lead: FirstLead::Lots,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::Ask,
        next_leg: NextLead::Ask,
        scoring: Scoring::FivesFull,
        claim: Claim::Auto,
        drawing: Drawing::UntilPlayable,
        boneyard_reserve: 0,
        out_bonus: OutBonus::Round5,
        partner_deduction: PartnerDeduction::Raw,
        blocked: Blocked::Staircase,
        blocked_tie: BlockedTie::Split,
        target: Target::all(200),
        win_check: WinCheck::EveryAward,
        tie_break: TieBreak::HandPerPlayer,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "hand_sizes", words: "Players draw 5 tiles from the stock regardless of the number of players" },
        Clause { axis: "pairs", words: "a common score is kept for partners" },
        Clause { axis: "first_lead", words: "Lots are drawn to determine who sets the first tile" },
        Clause { axis: "lead_tile", words: "The first player may play any domino in his hand" },
        Clause { axis: "scoring", words: "adding up to a multiple of 5; 5 points for 5 pips 10 points for 10 pips" },
        Clause { axis: "claim", words: "every time he makes a play" },
        Clause { axis: "drawing", words: "he must draw tiles from the boneyard until he draws a playable tile" },
        Clause { axis: "boneyard_reserve", words: "there are no tiles left in the boneyard" },
        Clause { axis: "out_bonus", words: "rounding to the nearest multiple of 5" },
        Clause {
            axis: "partner_deduction",
            words: "the number of pips on the tiles remaining in the hand of his partner are subtracted from their score",
        },
        Clause {
            axis: "blocked",
            words: "The player with the lowest number of pips scores the difference between his total and that of each of his opponents",
        },
        Clause { axis: "win_check", words: "the game ends at that point" },
        Clause { axis: "tie_break", words: "play two more hands" },
    ],
};
