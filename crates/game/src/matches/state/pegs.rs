//! Awards as they move the pegs.

use super::State;
use crate::matches::{Deed, Refusal, Seat, Side, Turn};
use crate::rules::score::SideScore;
use crate::rules::{Overshoot, Points};

impl State {
    /// The standing of a side in the running game.
    fn standing(&self, side: Side) -> SideScore {
        SideScore { score: self.score(side), start: self.setup.start_of(side), target: self.setup.target() }
    }

    /// Pays an award that is not for the first tile of a hand.
    pub(super) fn pay(&mut self, seat: Seat, deed: Deed, award: Points, event: usize) {
        self.pay_turn(Turn { event, seat, deed, award, not_counted: None }, false);
    }

    /// Adds a turn's award to a score if it counts, writes the turn and looks whether the game is won.
    pub(super) fn pay_turn(&mut self, mut turn: Turn, lead: bool) {
        let side = self.setup.side_of(turn.seat);
        let score = self.score(side);
        match self.standing(side).add(&self.setup.rules, turn.award, lead) {
            Ok(sum) => {
                turn.award = sum - score;
                if sum != score {
                    self.move_peg(side, sum);
                }
            }
            Err(why) => (turn.award, turn.not_counted) = (Points::ZERO, Some(why)),
        }
        self.write(turn);
        self.win_at_once(side);
    }

    /// Pegs a side to a score; its back peg marks the one before.
    pub(super) fn move_peg(&mut self, side: Side, to: Points) {
        let i = side.index();
        self.leg.before[i] = std::mem::replace(&mut self.leg.scores[i], to);
    }

    /// Writes a turn into the hand's story.
    pub(super) fn write(&mut self, turn: Turn) {
        if let Some(round) = &mut self.round {
            round.turns.push(turn);
        }
    }

    /// Pays every side before anybody is looked at for having won: they are paid at the same time.
    pub(super) fn pay_tally(&mut self, awards: &[Points], event: usize) {
        for (side, &award) in self.setup.all_sides().zip(awards) {
            let Some(seat) = Seat::new(side.index()) else { continue };
            let mut turn = Turn { event, seat, deed: Deed::Tallied, award, not_counted: None };
            match self.standing(side).add(&self.setup.rules, award, false) {
                Ok(sum) if sum != self.score(side) => self.move_peg(side, sum),
                Ok(_) => {}
                Err(why) => (turn.award, turn.not_counted) = (Points::ZERO, Some(why)),
            }
            if !award.is_zero() || turn.not_counted.is_some() {
                self.write(turn);
            }
        }
    }

    pub(super) fn adjust(&mut self, side: Side, points: Points, event: usize) -> Result<(), Refusal> {
        if side.index() >= self.setup.sides() {
            return Err(Refusal::NoSuchSide);
        }
        if self.round.is_none() || self.leg.winner.is_some() {
            return Err(Refusal::NoHand);
        }
        let target = self.setup.target();
        let (score, exact) = (self.score(side) + points, Points::new(i32::from(target)));
        let too_high = score > exact && self.setup.rules.overshoot == Overshoot::Disregarded;
        let too_low = score < Points::ZERO && !(self.setup.rules.is_sheet() && score > Points::new(-20_000));
        if too_low || too_high || score > Points::new(20_000) {
            return Err(Refusal::BadScore { points: score, target });
        }
        let Some(seat) = Seat::new(side.index()) else { return Err(Refusal::NoSuchSide) };
        self.move_peg(side, score);
        self.write(Turn { event, seat, deed: Deed::Adjusted, award: points, not_counted: None });
        self.win_at_once(side);
        Ok(())
    }
}
