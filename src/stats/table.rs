//! The table of a season.

use super::Facts;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a match is worth in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinPoints {
    /// For the winner.
    pub win: u32,
    /// For a match that was given up, to each side.
    pub draw: u32,
    /// For the loser.
    pub loss: u32,
}

impl Default for WinPoints {
    /// Two for a win, one each for a match without a winner.
    fn default() -> Self {
        Self { win: 2, draw: 1, loss: 0 }
    }
}

/// A line of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player, or both of a pair.
    pub name: String,
    /// Matches.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Given up, without a winner.
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

/// The table over matches that are over: by points, then by the difference of legs, then by legs won, then by the
/// matches between those still equal, then by name.
#[must_use]
pub fn standings<'a>(games: impl IntoIterator<Item = &'a Facts>, worth: WinPoints) -> Vec<Standing> {
    let mut lines = BTreeMap::<String, Standing>::new();
    let mut meetings = BTreeMap::<(String, String), u32>::new();
    for game in games {
        if !game.is_decided() && !game.abandoned {
            continue;
        }
        let names: Vec<String> = (0..game.sides).map(|side| side_name(game, side)).collect();
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
    let mut table: Vec<Standing> = lines.into_values().collect();
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
        self.played += 1;
        let (count, points) = match game.winner {
            None => (&mut self.drawn, worth.draw),
            Some(winner) if winner == side => (&mut self.won, worth.win),
            Some(_) => (&mut self.lost, worth.loss),
        };
        *count += 1;
        self.points += points;
        let legs = |side: usize| u32::from(game.legs_won[side]);
        self.legs_for += legs(side);
        self.legs_against += (0..game.sides).filter(|&other| other != side).map(legs).sum::<u32>();
    }

    fn rank(&self) -> (Reverse<u32>, Reverse<i64>, Reverse<u32>) {
        let difference = i64::from(self.legs_for) - i64::from(self.legs_against);
        (Reverse(self.points), Reverse(difference), Reverse(self.legs_for))
    }
}

fn side_name(game: &Facts, side: usize) -> String {
    let seats = (0..game.players.len()).filter(|&seat| game.side_of[seat] == side);
    let mut names: Vec<&str> = seats.map(|seat| game.players[seat].as_str()).collect();
    // The same two are the same pair, whoever sits first.
    names.sort_unstable();
    names.join(" & ")
}
