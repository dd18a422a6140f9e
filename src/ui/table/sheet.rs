//! The match on the table where a score sheet is kept.

use super::{Rewriting, TableScreen};
use crate::ui::score_sheet::SheetForm;
use game::rules::Points;
use game::{Act, Change, NextLeader, Seat, Side};

impl TableScreen {
    /// Hands of the running game that are written down.
    #[must_use]
    pub fn hands_written(&self) -> usize {
        let leg = &self.game.state().leg;
        if leg.winner.is_some() && !self.game.state().is_over() {
            return 0;
        }
        leg.rounds.len() + usize::from(self.round().is_some_and(|round| round.settled))
    }

    /// Returns the dealer of the hand being entered.
    #[must_use]
    pub fn dealer(&self) -> Seat {
        match self.game.state().running() {
            Some(round) => round.leader,
            None => match self.game.state().next_leader() {
                NextLeader::Seat(seat) | NextLeader::Ask(seat) => seat,
            },
        }
    }

    /// The double that the hand begins with, in words: sets on sale have doubles that no layout game here has.
    #[must_use]
    pub fn engine(&self) -> Option<String> {
        self.rules().engine_after(self.hands_written()).map(|half| format!("{half}-{half}"))
    }

    /// The hands of the running game as they were written down, with the numbers of their events.
    #[must_use]
    pub fn written(&self) -> Vec<(usize, &Act)> {
        let acts: Vec<(usize, &Act)> =
            self.game.standing().filter(|(_, act)| matches!(act, Act::Score { .. })).collect();
        let n = self.hands_written().min(acts.len());
        acts[acts.len() - n..].to_vec()
    }

    /// Returns the act for the entered hand.
    #[must_use]
    pub fn score_act(&self) -> Act {
        let form = &self.score;
        let left = (0..form.typed.len()).map(|side| form.points(side).unwrap_or(Points::ZERO)).collect();
        let act = Act::Score { left, out: form.out.and_then(Side::new), doubled: form.doubled };
        match self.rewriting {
            Some(Rewriting::Replace(event)) => Act::Correct { event, change: Change::Replace(Box::new(act)) },
            Some(Rewriting::Before(_)) | None => act,
        }
    }

    /// Takes an earlier hand up to put it right.
    pub fn rewrite_hand(&mut self, event: usize) {
        if let Some(Act::Score { left, out, doubled }) = self.game.act_at(event) {
            self.score = SheetForm::of(left, *out, *doubled);
            self.rewriting = Some(Rewriting::Replace(event));
        }
    }
}
