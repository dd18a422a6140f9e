//! Who wins: resets, ties, the game and the match.

use super::State;
use crate::matches::{Deed, RoundEnd, Seat, Side, Turn};
use crate::rules::{Points, Reset, TieBreak, WinCheck};

impl State {
    /// Ends the game if the paid hand decides it.
    pub(super) fn settle(&mut self, event: usize) {
        if let Some(round) = &mut self.round {
            round.settled = true;
        }
        if self.leg.winner.is_some() {
            return;
        }
        self.reset_scores(event);
        if let Some(hands) = self.leg.tie_break.filter(|&hands| hands > 1) {
            self.leg.tie_break = Some(hands - 1);
            return;
        }
        let target = Points::new(i32::from(self.setup.target()));
        let Some(&best) = self.leg.scores.iter().max() else { return };
        if best < target {
            return;
        }
        self.win_or_play_on(best);
    }

    /// Sets scores back to nothing where a side must win without an answer: once all have scored, those of everybody; after one
    /// all those of the losers.
    fn reset_scores(&mut self, event: usize) {
        let rule = self.setup.rules.reset;
        let target = Points::new(i32::from(self.setup.target()));
        let Some(won) = self.round.as_ref().and_then(|round| round.won) else { return };
        let scores = &self.leg.scores;
        let above: Vec<Points> =
            self.setup.all_sides().map(|side| self.score(side) - self.setup.start_of(side)).collect();
        let all_scored = above.iter().all(|&points| points > Points::ZERO);
        if rule == Reset::Never || !all_scored || scores.iter().any(|&score| score >= target) {
            return;
        }
        let one = Points::new(1);
        let ones = |points: &[Points]| points.iter().all(|&points| points == one);
        if rule == Reset::OneAll && ones(&above) {
            return;
        }
        let mut before = above;
        before[won.side.index()] = before[won.side.index()] - self.scored_in_hand(won.side);
        let from_one_all = rule == Reset::OneAll && ones(&before);
        for side in self.setup.all_sides().filter(|&side| !(from_one_all && side == won.side)) {
            self.back_to_start(side, event);
        }
        if let Some(round) = &mut self.round {
            round.reset = !from_one_all;
        }
    }

    /// Returns the points a side has scored in the hand so far.
    fn scored_in_hand(&self, side: Side) -> Points {
        let turns = self.round.iter().flat_map(|round| &round.turns);
        turns.filter(|turn| self.setup.side_of(turn.seat) == side).map(|turn| turn.award).sum()
    }

    fn back_to_start(&mut self, side: Side, event: usize) {
        let Some(seat) = Seat::new(side.index()) else { return };
        let start = self.setup.start_of(side);
        let award = start - self.score(side);
        self.move_peg(side, start);
        self.write(Turn { event, seat, deed: Deed::Reset, award, not_counted: None });
    }

    /// The side with this score has won the game; where several have it, more hands decide.
    pub(super) fn win_or_play_on(&mut self, best: Points) {
        let mut leaders = self.setup.all_sides().filter(|side| self.leg.scores[side.index()] == best);
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) => self.win_leg(winner),
            _ => self.leg.tie_break = Some(self.tie_break_hands()),
        }
    }

    fn tie_break_hands(&self) -> u8 {
        match self.setup.rules.tie_break {
            TieBreak::None | TieBreak::OneMoreHand => 1,
            TieBreak::HandPerPlayer => u8::try_from(self.setup.seats()).unwrap_or(1),
        }
    }

    /// Lets a side at the target win, where the rules test after every award; not in a tie break.
    pub(super) fn win_at_once(&mut self, side: Side) {
        let target = Points::new(i32::from(self.setup.target()));
        let rules = &self.setup.rules;
        let tested = rules.win_check == WinCheck::EveryAward && self.leg.tie_break.is_none() && !rules.is_sheet();
        if !tested || self.leg.winner.is_some() || self.score(side) < target {
            return;
        }
        if let Some(round) = &mut self.round {
            // The rest of the hand is void.
            round.end = round.end.or(Some(RoundEnd::Won(side)));
            round.settled = true;
            round.pending = None;
        }
        self.win_leg(side);
    }

    fn win_leg(&mut self, side: Side) {
        self.leg.winner = Some(side);
        self.leg.tie_break = None;
        self.legs_won[side.index()] += 1;
        if self.legs_won[side.index()] >= self.setup.legs_to_win() {
            self.winner = Some(side);
        }
    }
}
