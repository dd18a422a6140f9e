//! Turns: plays, knocks, draws, and the block they can end in.

use super::State;
use crate::layout::Play;
use crate::matches::round::Bar;
use crate::matches::{Deed, Pending, Refusal, Round, RoundEnd, Seat, Setup, Turn};
use crate::rules::score::{NotCounted, fits_all};
use crate::rules::{Claim, Extra, PairOut, Points, RuleSet};
use crate::tile::{Pip, Tile, TileSet};
use language::sentence;

impl State {
    pub(super) fn play(&mut self, seat: Seat, play: Play, stands: bool, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let Some(round) = self.round.as_ref() else { return Err(Refusal::NoHand) };
        if !round.is_running() {
            return Err(Refusal::HandOver);
        }
        let wrong = self.check_play(round, seat, play);
        if let Err(refusal) = &wrong {
            let possible = round.hand(seat).count > 0 && round.layout.check_possible(&play).is_ok();
            let in_set = self.setup.rules.tiles().contains(play.tile());
            if !(stands && possible && in_set) {
                return Err(refusal.clone());
            }
        }
        self.lay(seat, play, wrong.is_err(), event);
        Ok(())
    }

    fn check_play(&self, round: &Round, seat: Seat, play: Play) -> Result<(), Refusal> {
        let (rules, tile) = (&self.setup.rules, play.tile());
        if seat != round.turn {
            return Err(Refusal::NotYourTurn { seat, turn: round.turn });
        }
        let hand = round.hand(seat);
        if hand.count == 0 {
            return Err(Refusal::HandEmpty { seat });
        }
        round.layout.check(&play, rules)?;
        if hand.is_known() && !hand.known.contains(tile) {
            return Err(Refusal::NotHeld { seat, tile });
        }
        let holder = self.setup.all_seats().find(|&other| other != seat && round.hand(other).known.contains(tile));
        if let Some(holder) = holder {
            return Err(Refusal::HeldBy { holder, tile });
        }
        if round.layout.is_empty() {
            self.check_lead(round, tile)?;
        }
        Ok(())
    }

    /// Plays a checked tile, pays it and ends the hand if it is over.
    fn lay(&mut self, seat: Seat, play: Play, wrong: bool, event: usize) {
        let setup = &self.setup;
        let rules = &setup.rules;
        let Some(round) = self.round.as_mut() else { return };
        let on_lead = round.layout.is_empty();
        let open = round.layout.open_pips(rules);
        if round.layout.lay_as_it_lies(play).is_err() {
            return;
        }
        take_from_hand(round, seat, play.tile());
        let count = round.layout.count(rules);
        let barred = std::mem::take(&mut round.bars[seat.index()]);
        if barred == Bar::Hand {
            round.bars[seat.index()] = Bar::Hand;
        }
        let scored = round.layout.pays(rules);
        let points = if barred == Bar::Free { scored } else { 0 };
        let out = round.hand(seat).count == 0;
        let side_out = out && is_side_out(setup, round, seat);
        round.capicua = side_out && fitted_all(play.tile(), open);
        let chip = if side_out { rules.out_bonus.with_tile(play.tile(), open) } else { 0 };
        let chip = if round.capicua && rules.capicua == Extra::Double { 2 * chip } else { chip };
        let last = if side_out { last_tile_bonus(rules, play.tile(), open) } else { 0 };
        let skipped = usize::from(round.knocks) + 1 >= round.hands.len() && round.knocks > 0;
        let skip = if skipped { rules.skip_all } else { 0 };
        let bonus = chip + last + skip + u16::from(rules.knock_bonus) * u16::from(round.knocks);
        round.knocks = 0;
        let auto = rules.claim == Claim::Auto;
        round.pending = (!auto && points > 0).then_some(Pending { seat, points, on_lead });
        round.turn = round.next_turn(seat);
        let award = Points::new(i32::from(if auto { points } else { 0 } + bonus));
        let deed = Deed::Played { play, count, points: scored, bonus, wrong, out };
        let not_counted = (barred != Bar::Free && scored > 0).then_some(NotCounted::Barred);
        self.pay_turn(Turn { event, seat, deed, award, not_counted }, on_lead);
        self.end_hand_if_out_or_blocked(seat, side_out, event);
    }

    fn end_hand_if_out_or_blocked(&mut self, seat: Seat, side_out: bool, event: usize) {
        let rules = &self.setup.rules;
        let Some(round) = self.round.as_mut().filter(|round| round.is_running()) else { return };
        let nobody_left = round.seats_with_tiles() == 0;
        if (side_out && !rules.play_on) || nobody_left {
            self.end_hand(RoundEnd::ChippedOut(seat), event);
        } else if round.is_known_blocked(rules) {
            self.end_hand(RoundEnd::Blocked, event);
        }
    }

    pub(super) fn knock(&mut self, seat: Seat, stands: bool, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let rules = self.setup.rules.clone();
        let round = self.running_mut()?;
        if round.layout.is_empty() {
            return Err(Refusal::MustLead { seat });
        }
        if round.hand(seat).count == 0 {
            return Err(Refusal::HandEmpty { seat });
        }
        let fits = round.known_playable(seat, &rules);
        if !stands {
            if seat != round.turn {
                return Err(Refusal::NotYourTurn { seat, turn: round.turn });
            }
            if let Some(tile) = fits {
                return Err(Refusal::CanPlay { seat, tile });
            }
            let left = rules.drawable(round.boneyard);
            if left > 0 {
                return Err(Refusal::MustDraw { left });
            }
        }
        round.pending = None;
        round.knocks = round.knocks.saturating_add(1);
        let deed = Deed::Knocked { open: round.layout.open_pips(&rules), fits };
        round.turns.push(Turn { event, seat, deed, award: Points::ZERO, not_counted: None });
        round.turn = round.next_turn(seat);
        let nobody_can = usize::from(round.knocks) >= round.seats_with_tiles();
        self.pay_skipped_lead(&rules, event);
        self.pay_first_pass(event);
        if nobody_can && self.running().is_some() {
            self.end_hand(RoundEnd::Blocked, event);
        }
        Ok(())
    }

    /// Pays the leader for a first tile on which the next player had to knock.
    fn pay_skipped_lead(&mut self, rules: &RuleSet, event: usize) {
        let Some(round) = self.running().filter(|round| round.layout.len() == 1 && round.knocks == 1) else { return };
        let Some(lead) = round.layout.plays().next() else { return };
        let [double, single] = rules.lead_skip;
        let points = if lead.tile().is_double() { double } else { single };
        if points > 0 {
            self.pay(round.leader, Deed::Skipped, Points::new(i32::from(points)), event);
        }
    }

    /// Pays the side that made the first pass of the game; where it has no points yet, they stay below.
    fn pay_first_pass(&mut self, event: usize) {
        let [points, _] = self.setup.rules.first_pass;
        let turns = || self.leg.rounds.iter().chain(&self.round).flat_map(|hand| &hand.turns);
        let passes = turns().filter(|turn| matches!(turn.deed, Deed::Knocked { .. })).count();
        let Some(maker) = self.running().and_then(Round::last_drop).map(|turn| turn.seat) else { return };
        if points == 0 || passes != 1 {
            return;
        }
        let has_some = self.score(self.setup.side_of(maker)) > Points::ZERO;
        let award = if has_some { Points::new(i32::from(points)) } else { Points::ZERO };
        self.pay(maker, Deed::FirstPass, award, event);
    }

    pub(super) fn draw(&mut self, seat: Seat, tiles: u8, seen: TileSet, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let rules = self.setup.rules.clone();
        let round = self.running_mut()?;
        if seat != round.turn {
            return Err(Refusal::NotYourTurn { seat, turn: round.turn });
        }
        let left = rules.drawable(round.boneyard);
        if tiles == 0 || tiles > left {
            return Err(Refusal::CannotDraw { asked: tiles, left });
        }
        if seen.len() > usize::from(tiles) || !seen.minus(round.unseen(&rules)).is_empty() {
            return Err(Refusal::BadHand { seat, why: sentence!("these are not tiles of the boneyard") });
        }
        if round.layout.is_empty() {
            return Err(Refusal::MustLead { seat });
        }
        if !rules.voluntary_draw
            && let Some(tile) = round.known_playable(seat, &rules)
        {
            return Err(Refusal::CanPlay { seat, tile });
        }
        round.pending = None;
        round.boneyard -= tiles;
        let hand = &mut round.hands[seat.index()];
        hand.count += tiles;
        hand.known = hand.known.union(seen);
        let deed = Deed::Drew { tiles, open: round.layout.open_pips(&rules) };
        round.turns.push(Turn { event, seat, deed, award: Points::ZERO, not_counted: None });
        Ok(())
    }

    pub(super) fn block(&mut self, event: usize) -> Result<(), Refusal> {
        let rules = self.setup.rules.clone();
        let all: Vec<Seat> = self.setup.all_seats().collect();
        let round = self.running_mut()?;
        let seat = round.turn;
        if round.layout.is_empty() {
            return Err(Refusal::MustLead { seat });
        }
        let can_play = all.iter().find_map(|&seat| Some((seat, round.known_playable(seat, &rules)?)));
        if let Some((seat, tile)) = can_play {
            return Err(Refusal::CanPlay { seat, tile });
        }
        let left = rules.drawable(round.boneyard);
        if left > 0 {
            return Err(Refusal::MustDraw { left });
        }
        self.end_hand(RoundEnd::Blocked, event);
        Ok(())
    }
}

/// Returns the bonus for the last tile beside the points for going out: `open` are the pips it could have joined.
fn last_tile_bonus(rules: &RuleSet, tile: Tile, open: u16) -> u16 {
    let blank = tile == Tile::double(Pip::BLANK);
    (if fitted_all(tile, open) { rules.capicua.points() } else { 0 }) + if blank { rules.blank_out } else { 0 }
}

/// Reports whether this tile, not a double, fitted every open end (a capicúa, if it goes out).
pub(crate) const fn fitted_all(tile: Tile, open: u16) -> bool {
    !tile.is_double() && fits_all(tile, open)
}

/// One tile fewer in the hand. If a wrong play contradicts the known tiles, the table is right.
fn take_from_hand(round: &mut Round, seat: Seat, tile: Tile) {
    for hand in &mut round.hands {
        hand.known.remove(tile);
    }
    let hand = &mut round.hands[seat.index()];
    hand.count = hand.count.saturating_sub(1);
    while hand.known.len() > usize::from(hand.count) {
        let Some(any) = hand.known.iter().next() else { break };
        hand.known.remove(any);
    }
}

/// Reports whether the side is out by the rules once this seat's hand is empty.
fn is_side_out(setup: &Setup, round: &Round, seat: Seat) -> bool {
    let partners = setup.all_seats().filter(|&other| setup.side_of(other) == setup.side_of(seat));
    match setup.rules.pair_out {
        PairOut::One => true,
        PairOut::Both => partners.into_iter().all(|other| round.hand(other).count == 0),
    }
}
