//! Figures of players, from the facts of their matches.

use super::facts::{Did, Facts, TurnFact};
use super::figures::Figures;
use crate::rules::Points;
use std::collections::BTreeMap;

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

    /// Returns the figures of one seat in one leg, from its turns.
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
                figures.eleven_to_go.add(i64::from(winner == side));
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

    fn add_hand(&mut self, game: &Facts, seat: usize, hand: &[TurnFact]) {
        self.hands += 1;
        let mut pegged = Points::ZERO;
        let mut went_out = false;
        // Points of the seat's last drop so far, and whether it led: a claim adds to it.
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
    /// Won by the second; with more than two sides another may have won.
    pub second_won: u32,
    /// Legs won by either in these games.
    pub legs: (u32, u32),
}

impl HeadToHead {
    /// Compares two players.
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
