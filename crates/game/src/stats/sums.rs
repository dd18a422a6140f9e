//! Everything at once over some games: what a screen of statistics shows.

use super::{
    Facts, Figures, Fixture, HeadToHead, League, Rating, Standing, TrendPoint, WinPoints, elo, elo_of, smoothed,
    standings, trend,
};
use crate::name::is_number;
use std::collections::BTreeMap;

/// Games of the running mean in the chart of points per drop.
pub const SMOOTH: usize = 10;

/// Figures over some games.
///
/// ```
/// use game::stats::Sums;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let sums = Sums::of(&games, None);
/// assert_eq!((sums.games, sums.figures.len()), (games.len(), sums.elo.len()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// Number of games.
    pub games: usize,
    /// Everybody's figures, who played most first.
    pub figures: Vec<(String, Figures)>,
    /// Ratings after these games.
    pub elo: Vec<Rating>,
    /// The table over all of them.
    pub table: Vec<Standing>,
    /// More about one player.
    pub player: Option<PlayerSums>,
}

/// Figures of one player.
///
/// ```
/// use game::stats::Sums;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let player = Sums::of(&games, Some("Anna")).player.expect("the one who was asked for");
/// assert_eq!((player.name.as_str(), player.trend.len()), ("Anna", player.smooth.len()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayerSums {
    /// Player's name.
    pub name: String,
    /// The rules that the course of points is of: those played most, for points by different rules are different points.
    pub trend_rules: String,
    /// Points per drop under them, game by game.
    pub trend: Vec<TrendPoint>,
    /// Points per drop, each averaged over the games up to it.
    pub smooth: Vec<f64>,
    /// By the title of the rules, most games first.
    pub by_rules: Vec<(String, Figures)>,
    /// Against each opponent, most games first.
    pub versus: Vec<(String, HeadToHead)>,
    /// The rating after each decided game.
    pub rating: Vec<f64>,
}

impl Sums {
    /// The figures over these games, the oldest first, with more about `player`, or else about who played most.
    #[must_use]
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Facts>, player: Option<&str>) -> Self {
        let facts: Vec<&Facts> = games.into_iter().collect();
        // A number means a different person each evening, so it has no figures.
        let named = |name: &str| !is_number(name);
        let mut figures: Vec<(String, Figures)> =
            Figures::all(facts.iter().copied()).into_iter().filter(|(name, _)| named(name)).collect();
        figures.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(&b.0)));
        let player = player.map(str::to_owned).or_else(|| figures.first().map(|(name, _)| name.clone()));
        Self {
            games: facts.len(),
            elo: elo(facts.iter().copied()).into_iter().filter(|rating| named(&rating.player)).collect(),
            table: standings(facts.iter().copied(), WinPoints::default())
                .into_iter()
                .filter(|line| named(&line.name))
                .collect(),
            player: player.map(|name| PlayerSums::of(&name, &facts)),
            figures,
        }
    }

    /// The figures of a player.
    #[must_use]
    pub fn of_player(&self, name: &str) -> Option<&Figures> {
        self.figures.iter().find(|(known, _)| known == name).map(|(_, figures)| figures)
    }
}

impl PlayerSums {
    fn of(name: &str, facts: &[&Facts]) -> Self {
        let his: Vec<&Facts> = facts.iter().copied().filter(|game| game.names().any(|player| player == name)).collect();
        let mut by_rules = BTreeMap::<&str, Vec<&Facts>>::new();
        let mut met = BTreeMap::<&str, Vec<&Facts>>::new();
        for game in &his {
            by_rules.entry(&game.title).or_default().push(game);
            let Some(seat) = game.seats_of(name).next() else { continue };
            for (other, player) in game.players.iter().enumerate() {
                if game.side_of[other] != game.side_of[seat] {
                    met.entry(player).or_default().push(game);
                }
            }
        }
        let mut by_rules: Vec<(String, Figures)> = by_rules
            .into_iter()
            .map(|(title, games)| (title.to_owned(), Figures::of(name, games.iter().copied())))
            .collect();
        by_rules.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(&b.0)));
        let trend_rules = by_rules.first().map(|(title, _)| title.clone()).unwrap_or_default();
        let trend = trend(name, his.iter().copied().filter(|game| game.title == trend_rules));
        let smooth = smoothed(&trend, SMOOTH);
        let mut versus: Vec<(String, HeadToHead)> = met
            .into_iter()
            .map(|(other, games)| (other.to_owned(), HeadToHead::of(name, other, games.iter().copied())))
            .filter(|(other, both)| both.games > 0 && !is_number(other))
            .collect();
        versus.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(&b.0)));
        let rating = elo_of(name, facts.iter().copied());
        Self { name: name.to_owned(), trend_rules, trend, smooth, by_rules, versus, rating }
    }
}

/// A league with its table and fixtures, over all games.
///
/// ```
/// use game::stats::{Entrant, League, LeagueSums};
///
/// let entrants = ["Anna", "Ben", "Cleo"].map(Entrant::parse).to_vec();
/// let sums = LeagueSums::of(&League { entrants, ..League::default() }, &[]);
/// assert_eq!((sums.table.len(), sums.fixtures.len()), (3, 3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LeagueSums {
    /// The table.
    pub table: Vec<Standing>,
    /// Fixtures of the league.
    pub fixtures: Vec<Fixture>,
}

impl LeagueSums {
    /// The table and fixtures of a league over these games, the oldest first.
    #[must_use]
    pub fn of<'a>(league: &League, games: impl IntoIterator<Item = &'a Facts>) -> Self {
        let facts: Vec<&Facts> = games.into_iter().collect();
        Self { table: league.standings(facts.iter().copied()), fixtures: league.fixtures(facts.iter().copied()) }
    }
}
