//! Dominoes of the east of Cuba, with capicúa: pips are paid by bands, twenty points win.
//!
//! Source: "En el dominó… los dominantes dominan", <https://libreonline.com/?p=274802>. Where an axis has no clause below, the page
//! is silent there and the custom of the country is taken: four are two pairs, the highest double leads a game's first hand.
//! Readings of unclear clauses:
//!
//! - "La suma de todas las fichas tanto las de la pareja como las del contrario": all pips that are left, in a blocked hand too.
//! - "El doble de los puntos obtenidos en esa data": the points, not the pips, count twice.
//! - "La pareja que proporcione el pase": the side of the tile before the pass.
//! - Without capicúa ("en la modalidad dominó no se usa la capicúa"): `cuba_oriente capicua=0`.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, BlockedTie, Extra, LeadTile, NextLead, OutBonus, Pairs, PipPay, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Cuban pairs of the east, to 20"),
    about: sentence!(
        "Eastern Cuba: all pips left are paid by bands, capicúa doubles the hand, a tie goes to who led, 20 points."
    ),
    source: Source::Page("https://libreonline.com/?p=274802"),
    rules: RuleSet {
        id: "cuba_oriente",
        hand_sizes: [0, 0, 7, 0, 0],
        pairs: Pairs::Always,
        lead_tile: LeadTile::HighestDoubleFirst,
        next_lead: NextLead::Winner,
        first_pass: [2, 3],
        out_bonus: OutBonus::All,
        capicua: Extra::Double,
        pips_pay: PipPay::Bands { least: 3, upto: 20, pays: 2, step: 10 },
        blocked: Blocked::WinnerAll,
        blocked_tie: BlockedTie::Leader,
        target: Target::all(20),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "first_pass",
            words: "El primer pase (cuando algún jugador no puede poner ficha en el tablero) de todo el partido vale 2 puntos. En caso de que la pareja que proporcione el pase no posea puntos se dice que quedan \"abajo\", para poder tomarlos por cualquiera de las parejas se deben de coger en una data o mano 3 o más puntos.",
        },
        Clause { axis: "set_size", words: "El juego consta de 28 fichas, del 0 al 6." },
        Clause { axis: "hand_sizes", words: "Se reparten 7 fichas por jugador." },
        Clause {
            axis: "next_lead",
            words: "la pareja que salió en esa data será la ganadora y por consiguiente tiene el derecho de salir en la próxima data",
        },
        Clause {
            axis: "out_bonus",
            words: "Los puntos están dados por la suma de todas las fichas tanto las de la pareja como las del contrario",
        },
        Clause {
            axis: "capicua",
            words: "Si un jugador coloca su última ficha, y esta puede ser colocada por ambos extremos, se dice que es Capicúa, y a la pareja que hizo la capicúa se le suman el doble de los puntos obtenidos en esa data. Si la ficha es un doble entonces no hay capicúa.",
        },
        Clause {
            axis: "pips_pay",
            words: "de 3 a 20, 2 puntos; de 21 a 30, 3 puntos; de 31 a 40, 4 puntos y así sucesivamente",
        },
        Clause {
            axis: "blocked_by",
            words: "se cuentan los puntos de forma individual y el que posea la menor cantidad de puntos le da victoria a la pareja",
        },
        Clause {
            axis: "blocked_tie",
            words: "En caso de que sumen la misma cantidad de puntos en el tranque un miembro de una pareja con alguno de la pareja contraria, la pareja que salió en esa data será la ganadora",
        },
        Clause { axis: "target", words: "Ganando la pareja que alcance primero los 20 puntos." },
    ],
};
