//! British league fives-and-threes: one line, no drawing, exactly 61.
//!
//! Source: rule document 000. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{
    Blocked, BlockedTie, Claim, Crossed, Drawing, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Overshoot,
    PairOut, Pairs, Penalty, RuleSet, Scoring, Spinner, Target, TieBreak, WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Fives-and-threes (Pafos league)"),
    about: sentence!("British league fives-and-threes: one line, no drawing, exactly 61."),
    source: Source::Document("000"),
    rules: RuleSet {
        id: "pafos",
        set_size: pip(6),
        hand_sizes: [7, 0, 6, 0, 0],
        pairs: Pairs::Always,
        pair_out: PairOut::Both,
        first_lead: FirstLead::HighestTileLot,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        spinner: Spinner::None,
        crossed: Crossed::Nothing,
        scoring: Scoring::FiveThree,
        claim: Claim::Auto,
        drawing: Drawing::Never,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::None,
        blocked_tie: BlockedTie::Split,
        target: Target::all(61),
        overshoot: Overshoot::Disregarded,
        win_check: WinCheck::EveryAward,
        tie_break: TieBreak::None,
        wrong_knock: Penalty::None,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "standard set of Western double-six dominoes-28 tiles in all" },
        Clause { axis: "hand_sizes", words: "2 players get 7 tiles each; 4 players get 6 tiles each" },
        Clause { axis: "pairs", words: "The game can be played by two or four players (2 pairs)." },
        Clause { axis: "pair_out", words: "play continues until both players of one team have chipped out" },
        Clause {
            axis: "first_lead",
            words: "each player draws a tile and the one with the greatest number of pips starts",
        },
        Clause { axis: "next_lead", words: "In the following hands ,the turn passes to the left." },
        Clause { axis: "lead_tile", words: "The lead can be any tile in the player's hand." },
        Clause {
            axis: "spinner",
            words: "Doubles are turned crosswise and count as the total of their pips for scoring purposes.",
        },
        Clause {
            axis: "scoring",
            words: "If this total is a multiple of five, three or both, the player immediately scores the number of fives and/or threes in the total.",
        },
        Clause {
            axis: "crossed",
            words: "the doubles score the total of their pips only if they are at the open end of the layout",
        },
        Clause { axis: "claim", words: "the player immediately scores" },
        Clause {
            axis: "drawing",
            words: "If a player cannot play a tile, he must knock, and it is the next player's turn.",
        },
        Clause { axis: "wrong_knock", words: "It is illegal to knock when able to play a tile." },
        Clause {
            axis: "out_bonus",
            words: "A player who chips out, in the individual game, or a team which both members chip out scores one point for this.",
        },
        Clause { axis: "blocked", words: "If the game is blocked, no one scores this point." },
        Clause { axis: "target", words: "the first player of each team to reach exactly 61 wins" },
        Clause {
            axis: "overshoot",
            words: "A score that would take the player's or team total over 61 is disregarded.",
        },
    ],
};
