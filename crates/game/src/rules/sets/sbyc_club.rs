//! Yacht-club five-up: every double is a spinner once crossed, a point a five, 61 or more.
//!
//! Source: rule document 003. Where it is unclear, the axes below say how it is read.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{
    Blocked, BlockedTie, Claim, Crossed, Drawing, ExposedTile, FirstLead, LeadTile, NextLead, NoDouble, OutBonus,
    Penalty, RuleSet, Scoring, Spinner, Target, TieBreak, WinCheck,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Five-up (yacht club), 61 or more"),
    about: sentence!("Yacht-club five-up: every double is a spinner once crossed, a point a five, 61 or more."),
    source: Source::Document("003"),
    rules: RuleSet {
        id: "sbyc_club",
        set_size: pip(6),
        hand_sizes: [5, 0, 0, 0, 0],
        first_lead: FirstLead::HighestTileLot,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::RotateLeft,
        spinner: Spinner::AllAfterSides,
        ends_after_sides: true,
        crossed: Crossed::Nothing,
        scoring: Scoring::FivesUnit,
        claim: Claim::MustClaim,
        drawing: Drawing::UntilPlayable,
        boneyard_reserve: 2,
        voluntary_draw: false,
        out_bonus: OutBonus::Round5Unit,
        blocked: Blocked::WinnerBalanceRound5Unit,
        blocked_tie: BlockedTie::Split,
        target: Target::all(61),
        win_check: WinCheck::HandEnd,
        tie_break: TieBreak::OneMoreHand,
        skunk: 31,
        wrong_knock: Penalty::Barred,
        misplay: Penalty::None,
        over_draw: Penalty::BarredOnce,
        exposed_tile: ExposedTile::Reshuffle,
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "28 separate dominoes, or tiles" },
        Clause { axis: "hand_sizes", words: "The setter draws five dominoes first, then the opponent draws" },
        Clause {
            axis: "first_lead",
            words: "the player with the highest value domino has the honor of making the first \"set.\"",
        },
        Clause { axis: "next_lead", words: "the shuffling will switch between players after each hand" },
        Clause { axis: "lead_tile", words: "can be any of the five in his/her hand" },
        Clause { axis: "spinner", words: "may thereafter be played against on its exposed ends" },
        Clause {
            axis: "ends_after_sides",
            words: "then it must next be played against on the side and the next play on the double must be on the opposite side",
        },
        Clause { axis: "scoring", words: "one point for each five count" },
        Clause {
            axis: "crossed",
            words: "After a double is crossed it is no longer an exposed number and cannot thereafter be counted",
        },
        Clause {
            axis: "claim",
            words: "A score not taken prior to the succeeding play by the next player is disallowed",
        },
        Clause { axis: "drawing", words: "must draw a domino from the boneyard and continue drawing until" },
        Clause { axis: "boneyard_reserve", words: "All dominoes in the boneyard can be drawn except the last two" },
        Clause {
            axis: "voluntary_draw",
            words: "The boneyard cannot be drawn from when a hand contains a playable tile",
        },
        Clause { axis: "out_bonus", words: "winner of the hand would score an additional 4 points" },
        Clause {
            axis: "blocked",
            words: "the player with the smallest count in their hand will score the total of the count of their opponent's hand minus the count in their own hand",
        },
        Clause { axis: "target", words: "The minimum winning score of the game is 61 points" },
        Clause {
            axis: "win_check",
            words: "If both players exceed 61 then the player with the highest score is the winner",
        },
        Clause { axis: "tie_break", words: "an additional set, or sets should be played until the tie is broken" },
        Clause { axis: "skunk", words: "fails to make the turn on the board (31 points)" },
        Clause { axis: "misplay", words: "if a play intervenes, the wrong play shall stand as played" },
        Clause {
            axis: "wrong_knock",
            words: "the offending player shall not be permitted to score during the remainder of play in the hand",
        },
        Clause {
            axis: "over_draw",
            words: "all must be retained; shall not be permitted to score on his/her first play",
        },
        Clause { axis: "exposed_tile", words: "all dominoes should be reshuffled and redrawn" },
    ],
};
