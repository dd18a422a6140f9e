//! Claims of scores, and penalties.

use super::State;
use crate::matches::round::Bar;
use crate::matches::{Deed, Offence, Pending, Refusal, RoundEnd, Seat, Turn};
use crate::rules::{Claim, FalseClaim, Penalty, Points};

impl State {
    pub(super) fn claim(&mut self, seat: Seat, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let pending = self.pending().ok_or(Refusal::NothingToClaim)?;
        if self.setup.side_of(pending.seat) != self.setup.side_of(seat) {
            return Err(Refusal::NothingToClaim);
        }
        self.take_pending(seat, pending, Deed::Claimed, event);
        Ok(())
    }

    pub(super) fn muggins(&mut self, seat: Seat, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        if self.setup.rules.claim != Claim::Muggins {
            return Err(Refusal::NoMuggins);
        }
        let pending = self.pending().filter(|pending| pending.seat != seat).ok_or(Refusal::NothingToClaim)?;
        self.take_pending(seat, pending, Deed::CalledMuggins, event);
        Ok(())
    }

    fn pending(&self) -> Option<Pending> {
        self.round.as_ref().and_then(|round| round.pending)
    }

    fn take_pending(&mut self, seat: Seat, pending: Pending, deed: Deed, event: usize) {
        if let Some(round) = &mut self.round {
            round.pending = None;
        }
        let award = Points::new(i32::from(pending.points));
        self.pay_turn(Turn { event, seat, deed, award, not_counted: None }, pending.on_lead);
    }

    /// The time to claim is over. Whether there was anything to claim is not asked, so that the table does not learn
    /// it.
    pub(super) fn lapse(&mut self, event: usize) -> Result<(), Refusal> {
        let Some(round) = &mut self.round else { return Err(Refusal::NothingToClaim) };
        let seat = round.claim_open(&self.setup.rules).ok_or(Refusal::NothingToClaim)?;
        round.pending = None;
        round.turns.push(Turn { event, seat, deed: Deed::Lapsed, award: Points::ZERO, not_counted: None });
        // The end of the hand has waited for it.
        if round.end.is_some() && !round.settled {
            let _unknown_hands = self.tally(&[], event);
        }
        Ok(())
    }

    pub(super) fn false_claim(&mut self, seat: Seat, points: u16, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        self.running_mut()?;
        self.pay(seat, Deed::ClaimedFalsely, Points::ZERO, event);
        if self.setup.rules.false_claim == FalseClaim::OpponentMarks {
            self.pay_opponents(seat, Deed::ClaimedFalsely, points, event);
        }
        Ok(())
    }

    pub(super) fn penalty(&mut self, seat: Seat, offence: Offence, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let rules = &self.setup.rules;
        let penalty = match offence {
            Offence::WrongKnock => rules.wrong_knock,
            Offence::Misplay => rules.misplay,
            Offence::OverDraw => rules.over_draw,
        };
        let deed = Deed::Offended(offence);
        let side = self.setup.side_of(seat);
        let score = self.score(side);
        let Some(round) = self.round.as_mut() else { return Err(Refusal::NoHand) };
        match penalty {
            Penalty::None => self.pay(seat, deed, Points::ZERO, event),
            Penalty::Barred => {
                round.bars[seat.index()] = Bar::Hand;
                self.pay(seat, deed, Points::ZERO, event);
            }
            Penalty::BarredOnce => {
                let bar = &mut round.bars[seat.index()];
                *bar = if *bar == Bar::Hand { Bar::Hand } else { Bar::Once };
                self.pay(seat, deed, Points::ZERO, event);
            }
            Penalty::Back(points) => {
                let back = Points::new(i32::from(points)).min(score.max(Points::ZERO));
                self.pay(seat, deed, -back, event);
            }
            Penalty::BackOrOn(points) if score >= Points::new(i32::from(points)) => {
                self.pay(seat, deed, -Points::new(i32::from(points)), event);
            }
            Penalty::OpponentsOn(points) | Penalty::BackOrOn(points) => {
                self.pay(seat, deed, Points::ZERO, event);
                self.pay_opponents(seat, deed, points, event);
            }
            Penalty::HandLost => {
                let running = round.is_running();
                self.pay(seat, deed, Points::ZERO, event);
                // A hand that is over already stays as it was played.
                if running {
                    self.end_hand(RoundEnd::GivenAway(seat), event);
                }
            }
        }
        Ok(())
    }

    fn pay_opponents(&mut self, seat: Seat, deed: Deed, points: u16, event: usize) {
        let mine = self.setup.side_of(seat);
        for side in self.setup.all_sides().filter(|&side| side != mine) {
            if self.leg.winner.is_none()
                && let Some(first) = Seat::new(side.index())
            {
                self.pay(first, deed, Points::new(i32::from(points)), event);
            }
        }
    }
}
