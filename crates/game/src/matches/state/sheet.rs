//! A hand of a score sheet.

use super::State;
use crate::matches::{Refusal, RoundEnd, Seat, Side};
use crate::rules::{Points, Wins, score};

impl State {
    /// Writes a hand of a score sheet down.
    pub(super) fn write_down(
        &mut self,
        left: &[Points],
        out: Option<Side>,
        doubled: bool,
        event: usize,
    ) -> Result<(), Refusal> {
        if !self.setup.rules.is_sheet() {
            return Err(Refusal::NoSheet);
        }
        self.running_mut()?;
        let setup = &self.setup;
        let sides = setup.sides();
        if left.len() != sides {
            return Err(Refusal::SheetSides { given: left.len(), sides });
        }
        let most = Points::new(5_000);
        if let Some(&points) = left.iter().find(|&&points| points > most || points < -most) {
            return Err(Refusal::SheetPoints { points });
        }
        if out.is_some_and(|side| side.index() >= sides) {
            return Err(Refusal::NoSuchSide);
        }
        if out.is_some_and(|side| !left[side.index()].is_zero()) {
            return Err(Refusal::OutHasTiles);
        }
        let awards = score::sheet_awards(&setup.rules, left, out.map(Side::index), doubled);
        let end = out.and_then(|side| Seat::new(side.index())).map_or(RoundEnd::Blocked, RoundEnd::ChippedOut);
        if let Some(round) = &mut self.round {
            round.end = Some(end);
        }
        self.pay_tally(&awards, event);
        self.settle_sheet();
        Ok(())
    }

    /// Records a hand of a score sheet and ends the game if it is decided.
    fn settle_sheet(&mut self) {
        if let Some(round) = &mut self.round {
            round.settled = true;
        }
        let rules = &self.setup.rules;
        let hands = self.leg.rounds.len() + 1;
        let target = self.setup.target();
        let at_target = |score: &Points| target > 0 && *score >= Points::new(i32::from(target));
        let all_played = rules.rounds > 0 && hands >= usize::from(rules.rounds);
        if !(all_played || self.leg.scores.iter().any(at_target)) {
            return;
        }
        let best = match rules.wins {
            Wins::Highest => self.leg.scores.iter().max(),
            Wins::Lowest => self.leg.scores.iter().min(),
        };
        if let Some(&best) = best {
            self.win_or_play_on(best);
        }
    }
}
