//! Brazilian pairs to seven: the last tile pays by what it is, and a blocked hand is added to the next.
//!
//! Source: "Dominó", the sheet of a championship, <https://livrozilla.com/doc/1192275/domin%C3%B3-1---as-partidas-ser%C3%A3o-disputadas-em-sistema-de>.
//! Where an axis has no clause below, the sheet is silent there and the custom of Recife is taken: six tiles each and four left
//! over (<https://github.com/eriick505/domino-recife>), and the winner of a hand leads the next with any tile. Readings of unclear
//! clauses:
//!
//! - "Não havendo sena, a saída deverá ser feita pela carroça de quina": the highest double that is held leads, in a game's first
//!   hand and after a blocked one.
//! - "Mais 1 ponto", "mais 2 pontos": points added by blocked hands go to the next hand that is won.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, LeadTile, NextLead, NoDouble, OutBonus, Pairs, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Brazilian pairs, to seven"),
    about: sentence!(
        "Brazilian pairs: going out pays one to four points by the last tile, a blocked hand adds one to the next."
    ),
    source: Source::Page(
        "https://livrozilla.com/doc/1192275/domin%C3%B3-1---as-partidas-ser%C3%A3o-disputadas-em-sistema-de",
    ),
    rules: RuleSet {
        id: "brazil_seven",
        hand_sizes: [0, 0, 6, 0, 0],
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleUnlessWon,
        no_double: NoDouble::Redeal,
        next_lead: NextLead::Winner,
        rewash_doubles: 4,
        out_bonus: OutBonus::Kinds([1, 2, 3, 4]),
        blocked: Blocked::None,
        carry: 1,
        target: Target::all(7),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "pairs",
            words: "As duplas deverão estar completas. Não será permitido disputar com apenas 01 jogador.",
        },
        Clause {
            axis: "first_lead",
            words: "A saída será efetuada pelo jogador que tiver posse da carroça de sena; não havendo sena, a saída deverá ser feita pela carroça de quina e assim sucessivamente.",
        },
        Clause { axis: "lead_tile", words: "Caso o jogo seja fechado, sairá a carroça de sena" },
        Clause {
            axis: "rewash_doubles",
            words: "Caso algum jogador inicie o jogo com 4 ou mais carroças, as pedras são repostas na mesa, dando início a uma nova partida que valerá a pontuação normal.",
        },
        Clause {
            axis: "out_bonus",
            words: "Uma batida normal (em uma única \"cabeça\") vale 01 ponto, • Batida de \"carroça\" vale 02 pontos, • O famoso \"lá e lô\" que significa bater com uma pedra simples nas duas pontas, vale 03 pontos, • Já o \"lá e lô\" de carroça, também chamada de \"quadrada\" ou \"cruzada\" vale 04 pontos.",
        },
        Clause { axis: "blocked", words: "Não é permitido fechar o jogo, salvo em caso obrigatório." },
        Clause {
            axis: "carry",
            words: "a partida valerá a pontuação da partida mais 1 ponto (da partida fechada). Fechando novamente o jogo, sairá a carroça de sena e a partida valerá a pontuação da partida mais 2 pontos (das duas partidas fechadas anteriormente), e assim sucessivamente.",
        },
        Clause { axis: "target", words: "A partida será de 07 pontos." },
    ],
};
