//! Elo ratings, as chess has them.

use super::Facts;
use std::collections::BTreeMap;

/// The rating of a new player.
const START: f64 = 1500.0;

/// The most points a game can move between two sides. The usual value for club players in chess.
const K: f64 = 20.0;

/// A player's rating.
///
/// ```
/// use game::stats::elo;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// // What one wins the others lose.
/// let ratings = elo(&games);
/// let mean = ratings.iter().map(|rating| rating.rating).sum::<f64>() / ratings.len() as f64;
/// assert!((mean - 1500.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// The rating; 400 points more are ten to one in games.
    pub rating: f64,
    /// Decided games it is over.
    pub games: u32,
}

/// The ratings after these games, highest first. `games` in the order in which they were played.
///
/// A side's rating is the mean of its players'. With more than two sides the winner meets each of the others, each
/// such meeting counting as one part of a game; players of a side move together.
#[must_use]
pub fn elo<'a>(games: impl IntoIterator<Item = &'a Facts>) -> Vec<Rating> {
    let mut ratings = Ratings::new();
    for game in games {
        take(&mut ratings, game);
    }
    let mut ratings: Vec<Rating> = ratings
        .into_iter()
        .map(|(player, (rating, games))| Rating { player: player.to_owned(), rating, games })
        .collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.player.cmp(&b.player)));
    ratings
}

/// Returns a player's rating after each decided game.
#[must_use]
pub fn elo_of<'a>(player: &str, games: impl IntoIterator<Item = &'a Facts>) -> Vec<f64> {
    let mut ratings = Ratings::new();
    let mut course = Vec::new();
    for game in games {
        if take(&mut ratings, game) && game.players.iter().any(|name| name == player) {
            course.extend(ratings.get(player).map(|(rating, _)| *rating));
        }
    }
    course
}

/// Ratings and games by player.
type Ratings<'a> = BTreeMap<&'a str, (f64, u32)>;

/// Adds a game; returns `false` for one without a winner.
fn take<'a>(ratings: &mut Ratings<'a>, game: &'a Facts) -> bool {
    let Some(winner) = game.winner else { return false };
    let sides = by_side(game);
    let strength: Vec<f64> = sides.iter().map(|side| mean(ratings, side)).collect();
    let mut change = vec![0.0; sides.len()];
    for loser in (0..sides.len()).filter(|&side| side != winner) {
        let expected = 1.0 / (1.0 + 10f64.powf((strength[loser] - strength[winner]) / 400.0));
        let moved = K * (1.0 - expected) / (sides.len() - 1) as f64;
        change[winner] += moved;
        change[loser] -= moved;
    }
    for (side, change) in sides.iter().zip(change) {
        for &player in side {
            let entry = ratings.entry(player).or_insert((START, 0));
            *entry = (entry.0 + change, entry.1 + 1);
        }
    }
    true
}

fn by_side(game: &Facts) -> Vec<Vec<&str>> {
    let mut sides = vec![Vec::new(); game.sides];
    for (seat, player) in game.players.iter().enumerate() {
        sides[game.side_of[seat]].push(player.as_str());
    }
    sides
}

fn mean(ratings: &BTreeMap<&str, (f64, u32)>, players: &[&str]) -> f64 {
    let sum: f64 = players.iter().map(|player| ratings.get(player).map_or(START, |(rating, _)| *rating)).sum();
    sum / players.len() as f64
}
