//! The end of a hand: the pips left, and what it pays.

use super::State;
use crate::matches::{Before, FirstPass, HandWinner, Refusal, Round, RoundEnd, Seat, Setup, Side, left_pips};
use crate::rules::score::{self, BlockedResult, LeftHand, Roles};
use crate::rules::{Blocked, Extra, Points, RuleSet};

impl State {
    pub(super) fn end_hand(&mut self, end: RoundEnd, event: usize) {
        let Some(round) = self.round.as_mut() else { return };
        round.end = Some(end);
        if round.pending.is_some() {
            // The window to claim the last play's score stays open until the tally.
            return;
        }
        // If all hands are known, they are counted here; otherwise the tally waits for the players.
        let _unknown_hands = self.tally(&[], event);
    }

    pub(super) fn tally(&mut self, left: &[Option<u16>], event: usize) -> Result<(), Refusal> {
        let Some(round) = self.round.as_ref() else { return Err(Refusal::NoHand) };
        let Some(end) = round.end else { return Err(Refusal::HandRunning) };
        if round.settled {
            return Err(Refusal::NothingToTally);
        }
        let hands = if pays_by_pips(&self.setup.rules, end) { self.left_hands(round, left)? } else { Vec::new() };
        let (result, won) = self.outcome(round, end, &hands)?;
        let Some(round) = self.round.as_mut() else { return Err(Refusal::NoHand) };
        round.pending = None;
        round.won = won;
        match result {
            BlockedResult::Awards(mut awards) => {
                self.add_to_the_winner(end, &mut awards);
                self.pay_tally(&awards, event);
            }
            BlockedResult::Replay => round.replay = true,
        }
        self.settle(event);
        Ok(())
    }

    /// The pips left in each hand: known, or entered.
    fn left_hands(&self, round: &Round, left: &[Option<u16>]) -> Result<Vec<LeftHand>, Refusal> {
        let mut hands = Vec::new();
        for seat in self.setup.all_seats() {
            let told = left.get(seat.index()).copied().flatten();
            let pips = match (round.hand(seat).pips(&self.setup.rules), told) {
                (Some(known), None) => known,
                (_, Some(told)) => checked_pips(round, &self.setup, seat, told)?,
                (None, None) => return Err(Refusal::TallyMissing { seat }),
            };
            hands.push(LeftHand { side: self.setup.side_of(seat).index(), pips });
        }
        Ok(hands)
    }

    /// Returns what the end of a hand pays, and who has won it.
    fn outcome(
        &self,
        round: &Round,
        end: RoundEnd,
        hands: &[LeftHand],
    ) -> Result<(BlockedResult, Option<HandWinner>), Refusal> {
        let (setup, rules, sides) = (&self.setup, &self.setup.rules, self.setup.sides());
        Ok(match end {
            RoundEnd::ChippedOut(seat) => {
                let mut awards = score::out_awards(rules, hands, seat.index(), sides);
                if round.capicua && rules.capicua == Extra::Double {
                    awards.iter_mut().for_each(|award| *award = *award + *award);
                }
                awards.resize(sides, Points::ZERO);
                let won = HandWinner { side: setup.side_of(seat), seat: Some(seat), pips: None };
                (BlockedResult::Awards(awards), Some(won))
            }
            RoundEnd::GivenAway(offender) => {
                let side = setup.side_of(offender);
                let mut others = setup.all_sides().filter(|&other| other != side);
                let won = others.next().filter(|_| others.next().is_none());
                let won = won.map(|side| HandWinner { side, seat: self.opponent_after(offender), pips: None });
                (BlockedResult::Awards(score::given_away_awards(rules, hands, side.index(), sides)), won)
            }
            RoundEnd::Blocked => {
                let locker = round.last_drop().map_or(round.leader, |turn| turn.seat).index();
                let roles = Roles { leader: round.leader.index(), locker };
                let won = score::blocked_winner(rules, hands, roles).and_then(|won| {
                    let pips = won.next.map(|next| (won.lowest, next));
                    Some(HandWinner { side: Side::new(won.side)?, seat: won.seat.and_then(Seat::new), pips })
                });
                (score::blocked_awards(rules, hands, roles, sides), won)
            }
            RoundEnd::Won(_) => return Err(Refusal::NothingToTally),
        })
    }

    /// The next player of another side to the left.
    fn opponent_after(&self, seat: Seat) -> Option<Seat> {
        let seats = self.setup.seats();
        let others = std::iter::successors(Some(seat.left(seats)), |next| Some(next.left(seats))).take(seats);
        others.into_iter().find(|&other| self.setup.side_of(other) != self.setup.side_of(seat))
    }

    /// The first hands of a game, and those after hands without a winner, may pay their winner more; a blocked hand is
    /// won by the only side that is paid.
    fn add_to_the_winner(&self, end: RoundEnd, awards: &mut [Points]) {
        let bonus = self.setup.rules.hand_bonus.get(self.leg.rounds.len()).copied().unwrap_or(0);
        let mut paid = (0..awards.len()).filter(|&side| !awards[side].is_zero());
        let winner = match (end, paid.next(), paid.next()) {
            (RoundEnd::ChippedOut(seat), ..) => Some(self.setup.side_of(seat).index()),
            (_, Some(side), None) => Some(side),
            _ => None,
        };
        if let Some(award) = winner.and_then(|side| awards.get_mut(side)) {
            let least = Points::new(i32::from(self.setup.rules.first_pass[1]));
            let below = if *award >= least { self.left_below() } else { 0 };
            *award += Points::new(i32::from(bonus) + i32::from(below)) + self.carried();
        }
    }

    /// The points that hands without a winner have added to the one in play.
    #[must_use]
    pub fn carried(&self) -> Points {
        let before = Before::of(&self.setup.rules, self.leg.rounds.iter());
        Points::new(i32::from(self.setup.rules.carry).saturating_mul(i32::from(before.undecided)))
    }

    /// The points of a game's first pass, until a side takes them.
    #[must_use]
    pub fn left_below(&self) -> u16 {
        let rules = &self.setup.rules;
        let so_far = Before::of(rules, self.leg.rounds.iter().chain(&self.round));
        if so_far.pass == FirstPass::Below { rules.first_pass[0] } else { 0 }
    }
}

/// Reports whether the award for this end of a hand depends on the pips left.
fn pays_by_pips(rules: &RuleSet, end: RoundEnd) -> bool {
    match end {
        RoundEnd::ChippedOut(_) | RoundEnd::GivenAway(_) => !rules.out_bonus.is_points(),
        RoundEnd::Blocked => rules.blocked != Blocked::None,
        RoundEnd::Won(_) => false,
    }
}

/// The given pips, if `tiles` of the unplayed tiles can add up to them.
fn checked_pips(round: &Round, setup: &Setup, seat: Seat, pips: u16) -> Result<u16, Refusal> {
    let rules = &setup.rules;
    let hand = round.hand(seat);
    let mut weights: Vec<u16> =
        rules.tiles().minus(round.elsewhere(seat)).iter().map(|tile| left_pips(tile, rules)).collect();
    weights.sort_unstable();
    let n = usize::from(hand.count).min(weights.len());
    let least: u16 = weights[..n].iter().sum();
    let most: u16 = weights[weights.len() - n..].iter().sum();
    if (least..=most).contains(&pips) {
        return Ok(pips);
    }
    Err(Refusal::TallyImpossible { seat, pips, tiles: hand.count, least, most })
}
