//! Parameters of the search.

use crate::policy::Model;

/// Parameters of the search. The defaults did best in tournaments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Deals tried.
    pub iterations: u32,
    /// Weight of the unexplored.
    pub explore: f32,
    /// Deals kept of the belief.
    pub pool: usize,
    /// Model of the others' choices; `None` takes all deals as equally likely.
    pub model: Option<Model>,
    /// Chance that an opponent in the tree chooses by the quick judge of moves rather than by the tree's own statistics.
    pub opponent: f32,
    /// The same for a partner.
    pub partner: f32,
    /// Chance that a move of a play-out is the quick judge's rather than any.
    pub greedy: f32,
    /// Share of the expected reply the quick judge takes off.
    pub fear: f32,
    /// Points that make the quick judge 2.7 times as sure.
    pub temperature: f32,
    /// Value, for the quick judge, of a pip that leaves the hand, where hands pay for the pips left: a share of what it
    /// would pay.
    pub shed: f32,
    /// Tries that the quick judge's opinion of the moves at the root counts for.
    pub prior: f32,
    /// Chance that an own move below the root is the quick judge's while not all moves there have been tried.
    pub own: f32,
    /// Whether rewards are chances to win the game; otherwise points, as if every hand were the first of a game.
    pub race: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            iterations: 20_000,
            explore: 0.7,
            pool: 2048,
            model: Some(Model::CLUB),
            opponent: 0.8,
            partner: 0.8,
            greedy: 1.0,
            fear: 1.0,
            temperature: 0.4,
            shed: 0.3,
            prior: 30.0,
            own: 0.8,
            race: true,
        }
    }
}
