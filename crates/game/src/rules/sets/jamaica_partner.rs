//! Jamaican partner dominoes, six-love: a pair must win six hands without the other winning one.
//!
//! Source: "Jamaican and Caribbean Dominoes", <https://www.pagat.com/tile/wdom/caribbean.html>, and where that was cut short the copy
//! <https://gambiter.com/domino/western/caribbean.html>. Where an axis has no clause below, the page was silent there: a blocked
//! hand is won by "the person with the lowest count" (<http://www.jamaicansmusic.com/news/Culture/The_Art_Of_Jamaican-styled_Dominoes>).
//! Readings of unclear clauses:
//!
//! - Players sit down in the order in which they play: it "continues anti-clockwise".
//! - The exception many make at one all: `jamaica_partner reset=one_all`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, LeadTile, NextLead, OutBonus, Pairs, Reset, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Jamaican partner, six-love"),
    about: sentence!(
        "Jamaican pairs: a hand is a point, and six hands in a row win; a hand of the other pair resets \
            all scores."
    ),
    source: Source::Page("https://www.pagat.com/tile/wdom/caribbean.html"),
    rules: RuleSet {
        id: "jamaica_partner",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleUnlessWon,
        next_lead: NextLead::Winner,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::WinnerOutBonus,
        reset: Reset::AllScored,
        target: Target::all(6),
        ..PLAIN
    },
    clauses: &[
        Clause { axis: "set_size", words: "The game uses a double six domino set of 28 tiles." },
        Clause { axis: "hand_sizes", words: "Each player receives 7 tiles." },
        Clause {
            axis: "pairs",
            words: "Only four persons can play. Sitting around a square table, your partner is the person directly in front of you.",
        },
        Clause { axis: "first_lead", words: "The first hand begins with the individual who has the double six tile." },
        Clause {
            axis: "lead_tile",
            words: "In tournament play, the first player must begin by posing the [6-6]. .. If the previous hand was tied, the holder of the [6-6] poses it.",
        },
        Clause {
            axis: "next_lead",
            words: "In the second and subsequent hands, the team that won the previous hand plays first.",
        },
        Clause { axis: "drawing", words: "If a player cannot play then he passes his turn." },
        Clause { axis: "out_bonus", words: "At the end of the hand, the winning team scores one point." },
        Clause {
            axis: "reset",
            words: "If the other side wins a hand, the score returns to 0 - 0, and the next hand is begun by the holder of the double six.",
        },
        Clause {
            axis: "target",
            words: "The aim is to win six times in succession - to \"give your opponent six love (6 - 0)\".",
        },
    ],
};
