//! The figures that players quote.

use super::facts::{Did, Facts, TurnFact};
use crate::rules::Points;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// A share or a mean, with what it is of.
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

    fn add(&mut self, value: i64) {
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
    /// Games (matches) he took part in.
    pub games: u32,
    /// Of those that were decided, how many his side won.
    pub won: Rate,
    /// Legs his side won, of those that were decided.
    pub legs: Rate,
    /// Hands he played in.
    pub hands: u32,
    /// Points he pegged with a drop, by drop; claimed ones too.
    pub points_per_drop: Rate,
    /// Drops that scored, of all.
    pub scoring_drops: Rate,
    /// Eights, of all drops under rules that count fives and threes.
    pub eights: Rate,
    /// Points of the first tile of a hand, when he led.
    pub first_drop: Rate,
    /// Knocks, of all turns in which he could have played.
    pub knocks_made: Rate,
    /// Knocks of opponents directly behind his drops.
    pub knocks_forced: u32,
    /// Hands he ended by going out, of all.
    pub chip_outs: Rate,
    /// Awards that were disregarded because they pass the target.
    pub busts: u32,
    /// Legs won, of those in which his side came within eleven points of the target (50 of 61).
    pub from_fifty: Rate,
    /// The most points he pegged in one hand, and the id of the game.
    pub best_hand: Option<(i32, String)>,
    /// His longest run of games won.
    pub longest_streak: u32,
    /// The run he is on: games won since the last that was lost.
    pub streak: u32,
    /// How often each award came: points of a drop to number of drops.
    pub awards: BTreeMap<i32, u32>,
    /// The rules these games were played by, while they are the same.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: Option<String>,
    /// Were they played by several rule sets? Points are then points of nothing.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mixed: bool,
}

impl Figures {
    /// The figures of a player, by the name that counts. `games` in the order in which they were played.
    #[must_use]
    pub fn of<'a>(player: &str, games: impl IntoIterator<Item = &'a Facts>) -> Self {
        let mut figures = Self::default();
        for game in games {
            for seat in game.seats_of(player) {
                figures.add_game(game, seat);
            }
            for other in game.stood_in.iter().filter(|other| other.player == player) {
                figures.add(&other.figures, &game.title);
            }
        }
        figures
    }

    /// The figures of one seat in one leg of a game whose turns are there.
    #[must_use]
    pub fn of_leg(game: &Facts, seat: usize, leg: u16) -> Self {
        let mut figures = Self { games: 1, ..Self::default() };
        for hand in game.hands().filter(|hand| hand.first().is_some_and(|turn| turn.leg == leg)) {
            figures.add_hand(game, seat, hand);
        }
        figures
    }

    /// The figures of one seat in a game, from its turns.
    pub(super) fn of_turns(game: &Facts, seat: usize) -> Self {
        let mut figures = Self { games: 1, ..Self::default() };
        let side = game.side_of_player(seat);
        // The match counts for who began it.
        let began = seat < game.players.len();
        if let Some(winner) = game.winner.filter(|_| began) {
            figures.won.add(i64::from(winner == side));
            figures.streak = u32::from(winner == side);
            figures.longest_streak = figures.streak;
        }
        for leg in &game.legs {
            let Some(winner) = leg.winner.filter(|_| began) else { continue };
            figures.legs.add(i64::from(winner == side));
            if leg.came_close[side] {
                figures.from_fifty.add(i64::from(winner == side));
            }
        }
        for hand in game.hands() {
            figures.add_hand(game, seat, hand);
        }
        figures
    }

    /// The figures of everybody who took part, by name, in one pass.
    #[must_use]
    pub fn all<'a>(games: impl IntoIterator<Item = &'a Facts>) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::<String, Self>::new();
        for game in games {
            let stood_in = game.stood_in.iter().map(|other| (&other.player, &other.figures));
            for (player, one) in game.players.iter().zip(&game.seats).chain(stood_in) {
                match all.get_mut(player) {
                    Some(figures) => figures.add(one, &game.title),
                    None => {
                        let mut figures = Self::default();
                        figures.add(one, &game.title);
                        all.insert(player.clone(), figures);
                    }
                }
            }
        }
        all
    }

    /// Adds what a seat did in the next game.
    fn add_game(&mut self, game: &Facts, seat: usize) {
        if let Some(one) = game.seats.get(seat) {
            self.add(one, &game.title);
        }
    }

    /// Adds the figures of one game by these rules.
    fn add(&mut self, one: &Self, rules: &str) {
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
        self.from_fifty += one.from_fifty;
        if let Some((points, _)) = &one.best_hand
            && self.best_hand.as_ref().is_none_or(|(best, _)| points > best)
        {
            self.best_hand.clone_from(&one.best_hand);
        }
        for (&award, times) in &one.awards {
            *self.awards.entry(award).or_default() += times;
        }
    }

    fn add_hand(&mut self, game: &Facts, seat: usize, hand: &[TurnFact]) {
        self.hands += 1;
        let mut pegged = Points::ZERO;
        let mut went_out = false;
        // What his last drop brought so far, and whether it led: a claim adds to it.
        let mut last = None;
        for turn in hand {
            if let Did::Knock { forced_by: Some(by) } = turn.did {
                let against = game.side_of_turn(turn) != game.side_of_player(seat);
                self.knocks_forced += u32::from(usize::from(by) == seat && against);
            }
            if usize::from(turn.seat) != seat {
                continue;
            }
            self.busts += u32::from(turn.bust);
            went_out |= turn.chip_out;
            match turn.did {
                Did::Drop { lead, eight, points, .. } => {
                    pegged += turn.award;
                    let award = turn.award.whole();
                    self.points_per_drop.add(i64::from(award));
                    self.scoring_drops.add(i64::from(points > 0 && !turn.bust));
                    self.eights.add(i64::from(eight));
                    self.knocks_made.add(0);
                    *self.awards.entry(award).or_default() += 1;
                    if lead {
                        self.first_drop.add(i64::from(award));
                    }
                    last = Some((award, lead));
                }
                Did::Claim => {
                    pegged += turn.award;
                    let Some((before, lead)) = last.take() else { continue };
                    let claimed = turn.award.whole();
                    self.points_per_drop.sum += i64::from(claimed);
                    self.first_drop.sum += if lead { i64::from(claimed) } else { 0 };
                    if let Some(times) = self.awards.get_mut(&before) {
                        *times -= 1;
                    }
                    *self.awards.entry(before + claimed).or_default() += 1;
                }
                Did::Knock { .. } => self.knocks_made.add(1),
                Did::Draw(_) | Did::Moved => {}
                Did::Other => pegged += turn.award,
            }
        }
        self.awards.retain(|_, times| *times > 0);
        self.chip_outs.add(i64::from(went_out));
        let pegged = pegged.whole();
        if self.best_hand.as_ref().is_none_or(|(best, _)| pegged > *best) {
            self.best_hand = Some((pegged, game.id.clone()));
        }
    }
}

/// Two players against each other.
///
/// ```
/// use game::stats::HeadToHead;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let (first, second) = (&games[0].players[0], &games[0].players[1]);
/// let both = HeadToHead::of(first, second, &games);
/// assert!(both.games >= 1 && both.first_won + both.second_won <= both.games);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// Decided games in which they were opponents.
    pub games: u32,
    /// Of these, won by the first.
    pub first_won: u32,
    /// Won by the second; with more than two sides somebody else may have won.
    pub second_won: u32,
    /// Legs won by either in these games.
    pub legs: (u32, u32),
}

impl HeadToHead {
    /// How two players stand against each other.
    #[must_use]
    pub fn of<'a>(first: &str, second: &str, games: impl IntoIterator<Item = &'a Facts>) -> Self {
        let mut sum = Self::default();
        for game in games {
            let side = |player| game.seats_of(player).next().map(|seat| game.side_of[seat]);
            let (Some(a), Some(b), Some(winner)) = (side(first), side(second), game.winner) else { continue };
            if a == b {
                continue;
            }
            sum.games += 1;
            sum.first_won += u32::from(winner == a);
            sum.second_won += u32::from(winner == b);
            sum.legs.0 += u32::from(game.legs_won[a]);
            sum.legs.1 += u32::from(game.legs_won[b]);
        }
        sum
    }
}
