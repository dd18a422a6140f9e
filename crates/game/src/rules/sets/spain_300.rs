//! Spanish pairs by the rules of the Federación Española de Dominó: all pips left pay, 300 points win.
//!
//! Source: "Decàleg de normes resumides", Lloc de Joc 2008, page 43,
//! <https://viewer.joomag.com/lloc-de-joc-marzo-abril-2008/0218185001480490582/p43>, read as far as the second rule and what
//! is printed beside it. Where an axis has no clause below, the page was silent there and the custom of Spain is taken: seven
//! tiles each, any tile leads, and the lead goes round. Readings of unclear clauses:
//!
//! - "La pareja que .. gane el cierre": both hands of a pair are added.
//! - "Se corre la mano": the next hand is led by the next player.
//! - "A 300 ó 350 puntos según se decida": 350 is `spain_300 target=350`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedBy, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Spanish federation pairs, to 300"),
    about: sentence!(
        "Spanish federation: all pips left pay the pair that goes out or wins the block, a tie pays nothing, 300 points."
    ),
    source: Source::Page("https://viewer.joomag.com/lloc-de-joc-marzo-abril-2008/0218185001480490582/p43"),
    rules: RuleSet {
        id: "spain_300",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        first_lead: FirstLead::HighestTileLot,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::RotateLeft,
        next_leg: NextLead::Lots,
        out_bonus: OutBonus::All,
        blocked: Blocked::WinnerAll,
        blocked_by: BlockedBy::Sides,
        target: Target::all(300),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "first_lead",
            words: "cada jugador escogerá una ficha, siendo el de mayor puntuación el que elegirá sitio y además efectuará la salida",
        },
        Clause {
            axis: "lead_tile",
            words: "si es doble el salidor la pondrá en sentido horizontal y si fuera de dos valores en sentido vertical",
        },
        Clause {
            axis: "next_lead",
            words: "En caso de empate en un cierre no se anotan los tantos y se corre la mano.",
        },
        Clause {
            axis: "out_bonus",
            words: "En cada mano se anotarán los puntos de todas las fichas que resten por colocar a favor de la pareja que domine o gane el cierre.",
        },
        Clause {
            axis: "blocked",
            words: "En cada mano se anotarán los puntos de todas las fichas que resten por colocar a favor de la pareja que domine o gane el cierre.",
        },
        Clause { axis: "blocked_tie", words: "En caso de empate en un cierre no se anotan los tantos" },
        Clause {
            axis: "target",
            words: "Las partidas se disputarán a 300 ó 350 puntos según se decida al principio del torneo.",
        },
    ],
};
