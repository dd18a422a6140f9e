//! Jamaican cut throat, six-love: each for himself, and the game breaks when everybody has won a hand.
//!
//! Source: the glossary of "a guide on how to play dominoes, tweaked to the Jamaican style", <https://www.dominoj.com/rules>. Where an
//! axis has no clause below, the page is silent there and the custom of the country is taken: seven tiles each, the winner of a
//! hand poses the next (<https://caribbeanbreezegames.com/dominoes/how-to-play-jamaican-dominoes.html>), a blocked hand is won by
//! the lowest count.

use super::{Clause, PLAIN, Preset, Source};
use crate::rules::{Blocked, LeadTile, NextLead, OutBonus, Reset, RuleSet, Target};
use language::sentence;

pub(super) const PRESET: Preset = Preset {
    title: sentence!("Jamaican cut throat, six-love"),
    about: sentence!(
        "Four players, each alone: six hands win while another player has none; once all have one, the \
            scores go back to zero."
    ),
    source: Source::Page("https://www.dominoj.com/rules"),
    rules: RuleSet {
        id: "jamaica_cut_throat",
        hand_sizes: [0, 0, 7, 0, 0],
        lead_tile: LeadTile::HighestDoubleUnlessWon,
        next_lead: NextLead::Winner,
        out_bonus: OutBonus::Points(1),
        blocked: Blocked::WinnerOutBonus,
        reset: Reset::OneAll,
        target: Target::all(6),
        ..PLAIN
    },
    clauses: &[
        Clause {
            axis: "lead_tile",
            words: "This card is always posed at the first round when both teams are at zero, when both teams are at one and after a draw.",
        },
        Clause {
            axis: "drawing",
            words: "When you have no card matching the suits to be played on on each end of the boar",
        },
        Clause {
            axis: "reset",
            words: "When all players/teams have scored at least one point the game resets. This term is only used when playing six love. If all players/teams are at one then One All Play Two rule is applied",
        },
        Clause {
            axis: "target",
            words: "This means winning all the rounds of dominoes without allowing your opponents to win ( in the case of cut throat: not allowing at least one person from winning)",
        },
    ],
};
