//! Cuban double-nine for two pairs to 100: a skipped lead pays twenty, capicúa doubles the hand.
//!
//! Source: "Reglas para jugar dominó en Cuba", <https://www.teamocuba.com/reglas-para-jugar-domino-en-cuba/>, read as far as the ways
//! to begin. Where an axis has no clause below, the page is silent there and the custom of the country is taken: ten tiles each
//! of a double-nine set (<https://noticiascuba.net/domino-cubano-quieres-jugar-bien-el-juego-mas-popular-de-cuba/>), all pips that
//! are left are paid (<http://tiosabiasque.com/2018/05/27/un-juego-que-crea-amistades-el-domino/>), the winner leads. Readings of
//! unclear clauses:
//!
//! - "200, 150 o 100 puntos": 100; the others are `target=150` and `target=200`.
//! - "En algunas provincias .. el ganador es el que salió": so here; where it is a draw, `blocked_tie=nobody`.
//! - "No caben" is not played ("de caballero"): with it, `overshoot=disregarded`.

use super::{Clause, PLAIN, Preset, Source, pip};
use crate::rules::{
    Blocked, BlockedTie, Extra, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, RuleSet, Target,
};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Cuban double-nine, to 100"),
    about: sentence!(
        "Cuban pairs with ten tiles each: all pips left pay, capicúa doubles the hand, a skipped lead pays 20."
    ),
    source: Source::Page("https://www.teamocuba.com/reglas-para-jugar-domino-en-cuba/"),
    rules: RuleSet {
        id: "cuba_nine",
        set_size: pip(9),
        hand_sizes: [0, 0, 10, 0, 0],
        pairs: Pairs::Always,
        first_lead: FirstLead::Lots,
        lead_tile: LeadTile::Any,
        no_double: NoDouble::Irrelevant,
        next_lead: NextLead::Winner,
        next_leg: NextLead::Lots,
        lead_skip: [20, 0],
        out_bonus: OutBonus::All,
        capicua: Extra::Double,
        blocked: Blocked::WinnerAll,
        blocked_tie: BlockedTie::Leader,
        target: Target::all(100),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "first_lead",
            words: "El doble más grande, la más grande o la más chica y pares o nones son los métodos para iniciar la partida",
        },
        Clause {
            axis: "lead_skip",
            words: "Cuando es un doble y el que juega a continuación no lleva, entonces se apuntan 20 tantos para la pareja que salió.",
        },
        Clause {
            axis: "capicua",
            words: "Se conoce por “capicúa” cuando al terminar la data el ganador puede poner la ficha por las dos esquinas. Entonces se anota el doble de los tantos alcanzados.",
        },
        Clause {
            axis: "blocked_tie",
            words: "En algunas provincias y países cuando las dos parejas tienen la misma puntuación se decide que el ganador es el que salió.",
        },
        Clause {
            axis: "target",
            words: "El juego puede terminar cuando una de las dos parejas gane 200, 150 o 100 puntos, en dependencia de lo pactado.",
        },
    ],
};
