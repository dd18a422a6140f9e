//! Fives-and-threes of the Leek Domino League: singles to 61, pairs to 121, nothing for the last tile.
//!
//! Source: "Rules page", <http://www.leekdominoleague.org.uk/rules1.html>, read as far as rule 10. Where an axis has no clause
//! below, the page is silent there and the common British custom is taken: fives and threes are counted, the lead goes round,
//! a hand in pairs is played until both of a pair are out. Readings of unclear clauses:
//!
//! - "Dead hole to be pegged": the last hole must be met exactly.
//! - "Loser of the draw will start second game, if there is a third game, draw out again": the players say who leads a game.
//! - "If the player has not got at least 8pts, then his opponent pegs 8 holes on": in pairs this is the side's score.

use super::{BRITISH, Clause, Preset, Source};
use crate::rules::{ExposedTile, NextLead, OutBonus, Penalty, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Fives-and-threes (Leek league)"),
    about: sentence!(
        "Leek league: singles exactly 61, pairs 121, nothing for the last tile, eight back for a wrong knock."
    ),
    source: Source::Page("http://www.leekdominoleague.org.uk/rules1.html"),
    rules: RuleSet {
        id: "leek",
        hand_sizes: [9, 0, 6, 0, 0],
        next_leg: NextLead::Ask,
        out_bonus: OutBonus::Points(0),
        target: Target::singles_and_four(61, 121),
        win_on_lead: false,
        wrong_knock: Penalty::BackOrOn(8),
        exposed_tile: ExposedTile::Reshuffle,
        reversal: true,
        ..BRITISH
    },
    clauses: &[
        Clause {
            axis: "hand_sizes",
            words: "9 Dominoes to be drawn by each player, with 10 dominoes sleeping (singles) 6 Dominoes to be drawn by each player, with 4 dominoes sleeping (doubles)",
        },
        Clause { axis: "first_lead", words: "both draw out, highest domino drops" },
        Clause {
            axis: "next_leg",
            words: "Loser of the draw will start second game, if there is a third game, draw out again.",
        },
        Clause { axis: "out_bonus", words: "There will be no score for last domino played." },
        Clause { axis: "blocked", words: "If a stalemate occurs after hand completed, no score for lowest domino." },
        Clause {
            axis: "target",
            words: "(Singles) once around the board 61 holes up. (c) (Doubles) 1 game twice around the board.",
        },
        Clause { axis: "overshoot", words: "Dead hole to be pegged in all games." },
        Clause {
            axis: "win_on_lead",
            words: "No player to go out on down, opponents first domino played does not constitute a down.",
        },
        Clause {
            axis: "wrong_knock",
            words: "that player must peg back 8 holes. If the player has not got at least 8pts, then his opponent pegs 8 holes on.",
        },
        Clause {
            axis: "exposed_tile",
            words: "If by accident a domino is exposed in the course of pick up, a reshuffle will take place",
        },
        Clause {
            axis: "reversal",
            words: "If a player plays a domino that will not go at the end played, but will go at the other end, he/she will be allowed to reverse.",
        },
    ],
};
