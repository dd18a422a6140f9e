//! A player's points per drop over time.

use super::facts::Facts;
use super::figures::Rate;

/// A player's points per drop in one game.
///
/// ```
/// use game::stats::trend;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let points = trend(&games[0].players[0], &games);
/// assert_eq!(points[0].at_ms, games[0].at_ms);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrendPoint {
    /// Start of the game.
    pub at_ms: i64,
    /// Points of its drops.
    pub rate: Rate,
}

/// Returns a player's points per drop, game by game, without games in which they dropped nothing.
#[must_use]
pub fn trend<'a>(player: &str, games: impl IntoIterator<Item = &'a Facts>) -> Vec<TrendPoint> {
    let mut points = Vec::new();
    for game in games {
        let mut rate = Rate::default();
        for seat in game.seats_of(player) {
            rate += game.seats.get(seat).map(|figures| figures.points_per_drop).unwrap_or_default();
        }
        for other in game.stood_in.iter().filter(|other| other.player == player) {
            rate += other.figures.points_per_drop;
        }
        if rate.of > 0 {
            points.push(TrendPoint { at_ms: game.at_ms, rate });
        }
    }
    points
}

/// The mean over each game and up to `games - 1` before it, by drops.
#[must_use]
pub fn smoothed(points: &[TrendPoint], games: usize) -> Vec<f64> {
    let games = games.max(1);
    let mut sum = Rate::default();
    let mut out = Vec::with_capacity(points.len());
    for (i, point) in points.iter().enumerate() {
        sum.sum += point.rate.sum;
        sum.of += point.rate.of;
        if let Some(gone) = i.checked_sub(games).map(|i| &points[i]) {
            sum.sum -= gone.rate.sum;
            sum.of -= gone.rate.of;
        }
        out.push(sum.mean().unwrap_or(0.0));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_runs_over_the_last_games() {
        let point = |sum, of| TrendPoint { at_ms: 0, rate: Rate { sum, of } };
        let points = [point(4, 2), point(0, 2), point(3, 1), point(9, 3)];
        assert_eq!(smoothed(&points, 2), [2.0, 1.0, 1.0, 3.0]);
        assert_eq!(smoothed(&points, 100)[3], 2.0);
        assert!(smoothed(&[], 3).is_empty());
    }
}
