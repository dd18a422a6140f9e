//! The table of a season.

use super::Facts;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Points for a match in the table.
///
/// ```
/// use game::stats::WinPoints;
///
/// let worth = WinPoints { leg: 1, ..WinPoints::default() };
/// assert_eq!((worth.of(Some(true), 2), worth.of(Some(false), 1)), (4, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinPoints {
    /// For the winner.
    pub win: u32,
    /// For an abandoned match, to each side.
    pub draw: u32,
    /// For the loser.
    pub loss: u32,
    /// For each game won within the match.
    pub leg: u32,
}

impl Default for WinPoints {
    /// Two for a win, one each for a match without a winner, nothing for single games.
    fn default() -> Self {
        Self { win: 2, draw: 1, loss: 0, leg: 0 }
    }
}

/// A line of the table.
///
/// ```
/// use game::stats::{WinPoints, standings};
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let table = standings(&games, WinPoints::default());
/// assert!(table.windows(2).all(|two| two[0].points >= two[1].points));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player, or both of a pair.
    pub name: String,
    /// Matches.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Abandoned, without a winner.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Legs won.
    pub legs_for: u32,
    /// Legs lost.
    pub legs_against: u32,
    /// Points of the table.
    pub points: u32,
}

impl WinPoints {
    /// Returns the points for a match that was won, lost or had no winner, with the number of games won.
    #[must_use]
    pub const fn of(self, won: Option<bool>, legs: u32) -> u32 {
        let result = match won {
            Some(true) => self.win,
            Some(false) => self.loss,
            None => self.draw,
        };
        result + self.leg * legs
    }
}

/// The table over matches that are over: by points, then by the difference of legs, then by legs won, then by the
/// matches between those still equal, then by name. Sides are players, or pairs.
#[must_use]
pub fn standings<'a>(games: impl IntoIterator<Item = &'a Facts>, worth: WinPoints) -> Vec<Standing> {
    // The same two players are the same pair, in any order.
    standings_of(games, worth, |game, side| {
        let seats = (0..game.players.len()).filter(|&seat| game.side_of[seat] == side);
        let mut names: Vec<&str> = seats.map(|seat| game.players[seat].as_str()).collect();
        names.sort_unstable();
        Some(names.join(" & "))
    })
}

/// Makes a table with other names for the sides, such as teams; a game with an unnamed side does not count.
pub(super) fn standings_of<'a>(
    games: impl IntoIterator<Item = &'a Facts>,
    worth: WinPoints,
    name: impl Fn(&Facts, usize) -> Option<String>,
) -> Vec<Standing> {
    let mut lines = BTreeMap::<String, Standing>::new();
    let mut meetings = BTreeMap::<(String, String), u32>::new();
    for game in games {
        if !game.is_decided() && !game.abandoned {
            continue;
        }
        let Some(names) = (0..game.sides).map(|side| name(game, side)).collect::<Option<Vec<String>>>() else {
            continue;
        };
        for (side, name) in names.iter().enumerate() {
            let line =
                lines.entry(name.clone()).or_insert_with(|| Standing { name: name.clone(), ..Standing::default() });
            line.add(game, side, worth);
            if game.winner == Some(side) {
                for other in names.iter().filter(|other| *other != name) {
                    *meetings.entry((name.clone(), other.clone())).or_default() += 1;
                }
            }
        }
    }
    ranked(lines.into_values().collect(), &meetings)
}

/// Puts the lines in order; `meetings` says how often the first won against the second.
pub(super) fn ranked(lines: Vec<Standing>, meetings: &BTreeMap<(String, String), u32>) -> Vec<Standing> {
    let mut table = lines;
    table.sort_by_key(|line| (line.rank(), line.name.clone()));
    for group in table.chunk_by_mut(|a, b| a.rank() == b.rank()) {
        let names: Vec<String> = group.iter().map(|line| line.name.clone()).collect();
        let won = |name: &String| -> u32 {
            names.iter().filter_map(|other| meetings.get(&(name.clone(), other.clone()))).sum()
        };
        group.sort_by_key(|line| (Reverse(won(&line.name)), line.name.clone()));
    }
    table
}

impl Standing {
    fn add(&mut self, game: &Facts, side: usize, worth: WinPoints) {
        let legs = |side: usize| u32::from(game.legs_won[side]);
        self.played += 1;
        *match game.winner {
            None => &mut self.drawn,
            Some(winner) if winner == side => &mut self.won,
            Some(_) => &mut self.lost,
        } += 1;
        self.points += worth.of(game.winner.map(|winner| winner == side), legs(side));
        self.legs_for += legs(side);
        self.legs_against += (0..game.sides).filter(|&other| other != side).map(legs).sum::<u32>();
    }

    fn rank(&self) -> (Reverse<u32>, Reverse<i64>, Reverse<u32>) {
        let difference = i64::from(self.legs_for) - i64::from(self.legs_against);
        (Reverse(self.points), Reverse(difference), Reverse(self.legs_for))
    }
}
