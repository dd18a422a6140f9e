//! The figures that players quote.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// A share or a mean, with its base.
///
/// ```
/// use game::stats::Rate;
///
/// assert_eq!(Rate { sum: 8, of: 20 }.mean(), Some(0.4));
/// assert_eq!(Rate::default().mean(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rate {
    /// The sum, or how often it happened.
    pub sum: i64,
    /// Of how many.
    pub of: u32,
}

impl Rate {
    /// The mean; `None` of nothing.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.of > 0).then(|| self.sum as f64 / f64::from(self.of))
    }

    pub(super) fn add(&mut self, value: i64) {
        self.sum += value;
        self.of += 1;
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.sum += other.sum;
        self.of += other.of;
    }
}

/// One player's figures over some games. Points are whole points (halves of house rules are rounded down per award).
///
/// ```
/// use game::stats::Figures;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let all = Figures::all(&games);
/// assert_eq!(all.values().map(|figures| figures.won.sum).sum::<i64>(), games.iter().map(|game| {
///     (0..game.players.len()).filter(|&seat| Some(game.side_of[seat]) == game.winner).count() as i64
/// }).sum());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Figures {
    /// Games (matches) the player took part in.
    pub games: u32,
    /// Share of decided games that the player's side won.
    pub won: Rate,
    /// Share of decided legs that the player's side won.
    pub legs: Rate,
    /// Hands the player took part in.
    pub hands: u32,
    /// Points pegged per drop, claimed points included.
    pub points_per_drop: Rate,
    /// Drops that scored, of all.
    pub scoring_drops: Rate,
    /// Eights, of all drops under rules that count fives and threes.
    pub eights: Rate,
    /// Points for the first tile of a hand, when the player led.
    pub first_drop: Rate,
    /// Knocks, of all turns in which the player could have played.
    pub knocks_made: Rate,
    /// Knocks of opponents directly after the player's drops.
    pub knocks_forced: u32,
    /// Hands the player ended by going out, of all.
    pub chip_outs: Rate,
    /// Awards that were disregarded because they pass the target.
    pub busts: u32,
    /// Legs won, of those in which the player's side came within eleven points of the target (50 of 61).
    pub eleven_to_go: Rate,
    /// Most points pegged in one hand, and the id of the game.
    pub best_hand: Option<(i32, String)>,
    /// Longest run of games won.
    pub longest_streak: u32,
    /// Current run: games won since the last defeat.
    pub streak: u32,
    /// Number of drops for each award.
    pub awards: BTreeMap<i32, u32>,
    /// The rules these games were played by, while they are the same.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: Option<String>,
    /// Whether several rule sets are mixed, so that points can't be compared.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mixed: bool,
}

impl Figures {
    /// Adds the figures of one game by these rules.
    pub(super) fn add(&mut self, one: &Self, rules: &str) {
        match &self.rules {
            Some(known) => self.mixed |= known != rules,
            None => self.rules = Some(rules.to_owned()),
        }
        self.games += one.games;
        self.won += one.won;
        if one.won.of > 0 {
            self.streak = if one.won.sum > 0 { self.streak + 1 } else { 0 };
            self.longest_streak = self.longest_streak.max(self.streak);
        }
        self.legs += one.legs;
        self.hands += one.hands;
        self.points_per_drop += one.points_per_drop;
        self.scoring_drops += one.scoring_drops;
        self.eights += one.eights;
        self.first_drop += one.first_drop;
        self.knocks_made += one.knocks_made;
        self.knocks_forced += one.knocks_forced;
        self.chip_outs += one.chip_outs;
        self.busts += one.busts;
        self.eleven_to_go += one.eleven_to_go;
        if let Some((points, _)) = &one.best_hand
            && self.best_hand.as_ref().is_none_or(|(best, _)| points > best)
        {
            self.best_hand.clone_from(&one.best_hand);
        }
        for (&award, times) in &one.awards {
            *self.awards.entry(award).or_default() += times;
        }
    }
}
