//! The card of a match as a league hands it in: its games, who won them, points per win.

use super::{Facts, WinPoints};
use crate::rules::Points;

/// The card of a match, or of several that belong together.
///
/// ```
/// use game::stats::{Card, WinPoints};
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let card = Card::of(&games, WinPoints::default());
/// assert_eq!(card.lines.len(), games.len());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The matches.
    pub lines: Vec<CardLine>,
}

/// One match on a card.
///
/// ```
/// use game::stats::{Card, WinPoints};
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let line = &Card::of(&games[..1], WinPoints::default()).lines[0];
/// assert_eq!(line.winner.map(|side| line.points[side]), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// The match, as the store names it.
    pub id: String,
    /// Start of the match.
    pub at_ms: i64,
    /// Minutes by which the clock of the place was ahead of UTC.
    pub utc_offset: Option<i16>,
    /// The rules' title.
    pub title: String,
    /// Whether pairs play.
    pub pairs: bool,
    /// Games at most.
    pub best_of: u8,
    /// Names by side.
    pub sides: Vec<String>,
    /// Games won by side.
    pub legs: Vec<u8>,
    /// Points of the card by side; zeros while nothing is decided.
    pub points: Vec<u32>,
    /// The side that won.
    pub winner: Option<usize>,
    /// Whether it was abandoned.
    pub abandoned: bool,
    /// Scores by side and winner of each game.
    pub games: Vec<(Vec<Points>, Option<usize>)>,
}

impl Card {
    /// The card of these matches, in their order.
    #[must_use]
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Facts>, worth: WinPoints) -> Self {
        Self { lines: games.into_iter().map(|game| CardLine::of(game, worth)).collect() }
    }

    /// Every name on the card with its points, matches won and matches that are over; most points first.
    #[must_use]
    pub fn totals(&self) -> Vec<(String, u32, u32, u32)> {
        let mut totals: Vec<(String, u32, u32, u32)> = Vec::new();
        for line in &self.lines {
            for (side, name) in line.sides.iter().enumerate() {
                let place = totals.iter().position(|(known, ..)| known == name).unwrap_or_else(|| {
                    totals.push((name.clone(), 0, 0, 0));
                    totals.len() - 1
                });
                let total = &mut totals[place];
                total.1 += line.points[side];
                total.2 += u32::from(line.winner == Some(side));
                total.3 += u32::from(line.winner.is_some() || line.abandoned);
            }
        }
        totals.sort_by(|a, b| (b.1, b.2).cmp(&(a.1, a.2)).then_with(|| a.0.cmp(&b.0)));
        totals
    }
}

impl CardLine {
    fn of(game: &Facts, worth: WinPoints) -> Self {
        let over = game.is_decided() || game.abandoned;
        let points = |side: usize| {
            let won = game.winner.map(|winner| winner == side);
            if over { worth.of(won, u32::from(game.legs_won[side])) } else { 0 }
        };
        Self {
            id: game.id.clone(),
            at_ms: game.at_ms,
            utc_offset: game.utc_offset,
            title: game.title.clone(),
            pairs: game.is_pairs(),
            best_of: game.best_of,
            sides: (0..game.sides).map(|side| game.side_name(side)).collect(),
            legs: game.legs_won.clone(),
            points: (0..game.sides).map(points).collect(),
            winner: game.winner,
            abandoned: game.abandoned,
            games: game.legs.iter().map(|leg| (leg.scores.clone(), leg.winner)).collect(),
        }
    }
}
