//! Brazilian pairs by the simplified rules of the Federação Brasiliense de Dominó: all pips left pay, 150 points win.
//!
//! Source: "Regras simplificadas", <https://euamopadrebernardo.com.br/2013/04/abertas-as-inscricoes-para-o-campeonato.html>, read
//! as far as the third rule. Where an axis has no clause below, the page was silent there and the custom of Brazil is taken:
//! seven tiles each, the highest tile drawn leads any tile, and the lead goes round (so
//! <http://domino-esje.blogspot.com/2008/01/regras.html>). Readings of unclear clauses:
//!
//! - "150 pontos ou 30 minutos": the players watch the clock.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedBy, FirstLead, LeadTile, NextLead, NoDouble, OutBonus, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Pairs of Brasília, to 150"),
    about: sentence!(
        "Brasília federation: all four players’ pips pay the pair that goes out or has fewer, a tie pays nothing, 150 points."
    ),
    source: Source::Page("https://euamopadrebernardo.com.br/2013/04/abertas-as-inscricoes-para-o-campeonato.html"),
    rules: RuleSet {
        id: "brasilia_150",
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
        target: Target::all(150),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "out_bonus",
            words: "Se um atleta tiver jogado todas as pedras, a sua dupla ganha todos os pontos das pedras que não foram jogadas, dos adversários e do seu parceiro.",
        },
        Clause {
            axis: "blocked",
            words: "Se a mão for fechada, a dupla que tiver menos pontos ganha todos os pontos das pedras não jogadas, dos 4 jogadores.",
        },
        Clause { axis: "blocked_by", words: "a dupla que tiver menos pontos" },
        Clause { axis: "blocked_tie", words: "Se empatar ninguém ganha ponto." },
        Clause { axis: "target", words: "A partida é de 150 pontos ou 30 minutos, o que alcançar primeiro." },
    ],
};
