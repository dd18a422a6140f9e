//! State of a match, folded from its acts. A change applies completely or is rejected.

use super::round::{Bar, Deed, Hand, HandWinner, Pending, Round, RoundEnd, Turn, left_pips};
use super::{Act, Before, FirstPass, Offence, Refusal, Seat, Setup, Side};
use crate::layout::{Layout, Play};
use crate::rules::score::{self, BlockedResult, LeftHand, NotCounted, Roles, SideScore, fits_all};
use crate::rules::{
    Blocked, Claim, Extra, FalseClaim, LeadTile, NextLead, NoDouble, PairOut, Penalty, Points, Reset, RuleSet,
    TieBreak, WinCheck, Wins,
};
use crate::tile::{Pip, Tile, TileSet};
use language::sentence;

/// One game of a match, to the target.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let leg = &game.state().leg;
/// assert_eq!(leg.scores.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4", "8"]);
/// assert_eq!((leg.rounds.len(), leg.winner), (0, None));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leg {
    /// The scores by side.
    pub scores: Vec<Points>,
    /// Score of each side before its last award, at the back peg.
    pub before: Vec<Points>,
    /// The hands that are over, in order.
    pub rounds: Vec<Round>,
    /// Hands still to be played in a tie break; `Some(0)` when it is being decided.
    pub tie_break: Option<u8>,
    /// Winner of the leg.
    pub winner: Option<Side>,
}

impl Leg {
    /// The sides that lost below the skunk line, none where the rules have no such line.
    #[must_use]
    pub fn skunked(&self, setup: &Setup) -> Vec<Side> {
        let line = Points::new(i32::from(setup.rules.skunk));
        let below = |side: &Side| Some(*side) != self.winner && self.scores[side.index()] < line;
        if self.winner.is_none() { Vec::new() } else { setup.all_sides().filter(below).collect() }
    }
}

/// Leader of the next hand, as far as the rules decide.
///
/// ```
/// use game::{NextLeader, Seat};
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// // The lead goes round, whoever wins.
/// assert_eq!(game.state().next_leader(), NextLeader::Seat(Seat::FIRST.left(2)));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLeader {
    /// A known seat.
    Seat(Seat),
    /// The players must say; this seat is offered first.
    Ask(Seat),
}

/// A player who was replaced by a substitute.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\nA substitute \"Tom\"\ndeal A\nend\n";
/// let state = Record::parse(text)?.game.state().clone();
/// assert_eq!((state.setup.players[0].as_str(), state.relieved[0].name.as_str()), ("Tom", "Anna"));
/// assert_eq!(state.starters(), ["Anna", "Ben"]);
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relieved {
    /// The place.
    pub seat: Seat,
    /// Name of the player who left.
    pub name: String,
    /// The first game and hand of the substitute, counted from 0.
    pub until: (usize, usize),
}

/// A match at one moment.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let state = game.state();
/// assert!(!state.is_over() && state.running().is_some());
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Setup, fixed at the start.
    pub setup: Setup,
    /// Games won by side.
    pub legs_won: Vec<u8>,
    /// The games that are over, in order.
    pub legs: Vec<Leg>,
    /// The game being played, or the last one when the match is over.
    pub leg: Leg,
    /// The hand being played, or the last one of the game.
    pub round: Option<Round>,
    /// Winner of the match.
    pub winner: Option<Side>,
    /// Whether it was abandoned.
    pub abandoned: bool,
    /// Players who were substituted, in order.
    pub relieved: Vec<Relieved>,
    /// Leader of the hand that was called off and is dealt again.
    pub(super) redealt: Option<Seat>,
}

impl State {
    /// The start of a match.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let leg = Self::new_leg(&setup);
        let legs_won = vec![0; setup.sides()];
        Self {
            setup,
            legs_won,
            legs: Vec::new(),
            leg,
            round: None,
            winner: None,
            abandoned: false,
            relieved: Vec::new(),
            redealt: None,
        }
    }

    fn new_leg(setup: &Setup) -> Leg {
        let scores: Vec<Points> = setup.all_sides().map(|side| setup.start_of(side)).collect();
        Leg { before: scores.clone(), scores, ..Leg::default() }
    }

    /// Reports whether the match is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.winner.is_some() || self.abandoned
    }

    /// The score of a side in the running game.
    #[must_use]
    pub fn score(&self, side: Side) -> Points {
        self.leg.scores.get(side.index()).copied().unwrap_or(Points::ZERO)
    }

    /// The standing of a side in the running game.
    fn standing(&self, side: Side) -> SideScore {
        SideScore { score: self.score(side), start: self.setup.start_of(side), target: self.setup.target() }
    }

    /// The hand of this game before the one that runs, or before the next one.
    fn hand_before(&self) -> Option<&Round> {
        match &self.round {
            Some(round) if round.is_running() => self.leg.rounds.last(),
            _ if self.leg.winner.is_some() => None,
            Some(round) => Some(round),
            None => self.leg.rounds.last(),
        }
    }

    /// Reports whether the hand in play, or the next one, must be led with the highest double.
    #[must_use]
    pub fn highest_double_leads(&self) -> bool {
        let before = self.hand_before();
        match self.setup.rules.lead_tile {
            LeadTile::HighestDouble => true,
            LeadTile::HighestDoubleFirst => before.is_none(),
            LeadTile::HighestDoubleUnlessWon => before.is_none_or(|hand| hand.won.is_none() || hand.reset),
            LeadTile::Any | LeadTile::SetDoubleFirst => false,
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

    /// The hand being played, `None` between hands and once the match is over.
    #[must_use]
    pub fn running(&self) -> Option<&Round> {
        self.round.as_ref().filter(|round| round.is_running() && !self.is_over())
    }

    /// The tiles that a seat can have, as far as is known.
    #[must_use]
    pub fn could_hold(&self, seat: Seat) -> TileSet {
        let set = self.setup.rules.tiles();
        let Some(round) = &self.round else { return set };
        let hand = round.hand(seat);
        if hand.is_known() && hand.count > 0 {
            return hand.known;
        }
        let others = round.hands.iter().enumerate().filter(|(i, _)| *i != seat.index());
        set.minus(others.fold(round.layout.tiles(), |all, (_, hand)| all.union(hand.known)))
    }

    /// Applies an act; `event` is its number.
    pub(super) fn apply(&mut self, act: &Act, event: usize) -> Result<(), Refusal> {
        // A name is corrected whenever the mistake is found.
        if let Act::Rename { seat, name } = act {
            return self.rename(*seat, name);
        }
        if self.is_over() {
            return Err(Refusal::MatchOver);
        }
        let of_sheet = matches!(
            act,
            Act::Deal { .. } | Act::Score { .. } | Act::Adjust { .. } | Act::Redeal | Act::Abandon { .. }
        );
        if self.setup.rules.is_sheet()
            && !of_sheet
            && !matches!(act, Act::Start(_) | Act::Undo | Act::Redo | Act::Correct { .. })
        {
            return Err(Refusal::SheetOnly);
        }
        match act {
            Act::Start(_) => Err(Refusal::Start),
            Act::Deal { leader, hands } => self.deal(*leader, hands, event),
            Act::Play { seat, play, stands } => self.play(*seat, *play, *stands, event),
            Act::Knock { seat, stands } => self.knock(*seat, *stands, event),
            Act::Draw { seat, tiles, seen } => self.draw(*seat, *tiles, *seen, event),
            Act::Claim { seat } => self.claim(*seat, event),
            Act::Muggins { seat } => self.muggins(*seat, event),
            Act::FalseClaim { seat, points } => self.false_claim(*seat, *points, event),
            Act::Penalty { seat, offence } => self.penalty(*seat, *offence, event),
            Act::Adjust { side, points, .. } => self.adjust(*side, *points, event),
            Act::Lapse => self.lapse(event),
            Act::Block => self.block(event),
            Act::Reveal { seat, tiles } => self.reveal(*seat, *tiles),
            Act::Tally { left } => self.tally(left, event),
            Act::Score { left, out, doubled } => self.write_down(left, *out, *doubled, event),
            Act::Redeal => self.redeal(),
            Act::Abandon { .. } => {
                self.abandoned = true;
                Ok(())
            }
            Act::Substitute { seat, name } => self.substitute(*seat, name),
            Act::Rename { .. } | Act::Undo => Err(Refusal::NothingToUndo),
            Act::Redo => Err(Refusal::NothingToRedo),
            Act::Correct { event, .. } => Err(Refusal::NotCorrectable { event: *event }),
        }
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.index() < self.setup.seats() { Ok(seat) } else { Err(Refusal::NoSuchSeat { seat }) }
    }

    // Names

    fn rename(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        self.setup.players[seat.index()] = checked_name(name)?;
        Ok(())
    }

    /// Takes effect from the next hand, or from this one before its first tile: the player who began a hand finishes
    /// it.
    fn substitute(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        let name = checked_name(name)?;
        let hand = self.leg.rounds.len();
        let until = match &self.round {
            Some(round) if round.is_running() && !round.layout.is_empty() => return Err(Refusal::HandRunning),
            Some(round) if round.needs_tally() => return Err(Refusal::TallyFirst),
            Some(round) if round.is_running() => (self.legs.len(), hand),
            Some(_) if self.leg.winner.is_some() => (self.legs.len() + 1, 0),
            Some(_) => (self.legs.len(), hand + 1),
            None => (self.legs.len(), hand),
        };
        let name = std::mem::replace(&mut self.setup.players[seat.index()], name);
        self.relieved.push(Relieved { seat, name, until });
        Ok(())
    }

    /// The players who began the match, by seat: it counts for them, even after a substitution.
    #[must_use]
    pub fn starters(&self) -> Vec<String> {
        let first = |seat: Seat| self.relieved.iter().find(|gone| gone.seat == seat).map(|gone| gone.name.as_str());
        self.setup.all_seats().map(|seat| first(seat).unwrap_or(self.setup.player(seat)).to_owned()).collect()
    }

    fn running_mut(&mut self) -> Result<&mut Round, Refusal> {
        match &mut self.round {
            Some(round) if round.is_running() => Ok(round),
            Some(_) => Err(Refusal::HandOver),
            None => Err(Refusal::NoHand),
        }
    }

    // Dealing

    fn deal(&mut self, leader: Seat, hands: &[TileSet], event: usize) -> Result<(), Refusal> {
        self.seat(leader)?;
        match &self.round {
            Some(round) if round.is_running() => return Err(Refusal::HandRunning),
            Some(round) if round.needs_tally() => return Err(Refusal::TallyFirst),
            _ => {}
        }
        let seats = self.setup.seats();
        let sheet = self.setup.rules.is_sheet().then_some(0);
        let Some(size) = sheet.or(self.setup.rules.hand_size(seats)) else { return Err(Refusal::NoHand) };
        let hands = dealt(hands, size, seats, self.setup.rules.tiles())?;
        if self.leg.winner.is_some() {
            self.close_round();
            let next = Self::new_leg(&self.setup);
            self.legs.push(std::mem::replace(&mut self.leg, next));
        }
        self.close_round();
        let set = if sheet.is_some() { 0 } else { self.setup.rules.tiles().len() };
        let boneyard = set - seats * usize::from(size);
        self.round = Some(Round {
            event,
            leader,
            layout: Layout::new(),
            turn: leader,
            hands,
            boneyard: u8::try_from(boneyard).unwrap_or(u8::MAX),
            turns: Vec::new(),
            pending: None,
            end: None,
            settled: false,
            replay: false,
            won: None,
            capicua: false,
            reset: false,
            knocks: 0,
            bars: vec![Bar::Free; seats],
        });
        self.redealt = None;
        Ok(())
    }

    fn close_round(&mut self) {
        self.leg.rounds.extend(self.round.take());
    }

    fn redeal(&mut self) -> Result<(), Refusal> {
        self.redealt = Some(self.running_mut()?.leader);
        self.round = None;
        Ok(())
    }

    // Playing

    fn play(&mut self, seat: Seat, play: Play, stands: bool, event: usize) -> Result<(), Refusal> {
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

    fn check_lead(&self, round: &Round, tile: Tile) -> Result<(), Refusal> {
        let rules = &self.setup.rules;
        let refuse = |why| Err(Refusal::NotThisLead { tile, why });
        let first_of_leg = self.leg.rounds.is_empty();
        match rules.lead_tile {
            LeadTile::SetDoubleFirst if first_of_leg && tile != Tile::double(rules.set_size) => {
                refuse(sentence!("the first hand begins with the highest double of the set"))
            }
            _ if !self.highest_double_leads() => Ok(()),
            _ => {
                if !tile.is_double() && rules.no_double == NoDouble::Redeal {
                    return refuse(sentence!(
                        "the highest double leads; if no player has one, the tiles are dealt again"
                    ));
                }
                let known: TileSet = round.hands.iter().fold(TileSet::EMPTY, |all, hand| all.union(hand.known));
                let heavier = known.iter().any(|other| lead_rank(other) > lead_rank(tile));
                // Without a double the player with the most pips leads any tile.
                let free = rules.no_double == NoDouble::HeaviestHand && !known.iter().any(Tile::is_double);
                if heavier && !free {
                    refuse(sentence!("the highest double leads; without a double, the heaviest tile"))
                } else {
                    Ok(())
                }
            }
        }
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
        self.pay(seat, deed, award, on_lead, not_counted, event);
        self.end_hand_if_out_or_blocked(seat, side_out, event);
    }

    /// Adds an award to a score if it counts, writes the turn and looks whether the game is won.
    fn pay(&mut self, seat: Seat, deed: Deed, award: Points, lead: bool, not: Option<NotCounted>, event: usize) {
        let side = self.setup.side_of(seat);
        let i = side.index();
        let mut turn = Turn { event, seat, deed, award: Points::ZERO, not_counted: not };
        match self.standing(side).add(&self.setup.rules, award, lead) {
            Ok(sum) => {
                turn.award = sum - self.leg.scores[i];
                if sum != self.leg.scores[i] {
                    self.leg.before[i] = std::mem::replace(&mut self.leg.scores[i], sum);
                }
            }
            Err(why) => turn.not_counted = Some(why),
        }
        if let Some(round) = &mut self.round {
            round.turns.push(turn);
        }
        self.win_at_once(side);
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

    fn knock(&mut self, seat: Seat, stands: bool, event: usize) -> Result<(), Refusal> {
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
            self.pay(round.leader, Deed::Skipped, Points::new(i32::from(points)), false, None, event);
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
        self.pay(maker, Deed::FirstPass, award, false, None, event);
    }

    fn draw(&mut self, seat: Seat, tiles: u8, seen: TileSet, event: usize) -> Result<(), Refusal> {
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

    fn block(&mut self, event: usize) -> Result<(), Refusal> {
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

    fn reveal(&mut self, seat: Seat, tiles: TileSet) -> Result<(), Refusal> {
        self.seat(seat)?;
        let set = self.setup.rules.tiles();
        let Some(round) = self.round.as_mut() else { return Err(Refusal::NoHand) };
        let refuse = |why| Err(Refusal::BadHand { seat, why });
        let elsewhere = round.hands.iter().enumerate().filter(|(i, _)| *i != seat.index());
        let taken = elsewhere.fold(round.layout.tiles(), |all, (_, hand)| all.union(hand.known));
        if !tiles.minus(set).is_empty() {
            return refuse(sentence!("a tile is not in the set"));
        }
        if !tiles.intersection(taken).is_empty() {
            return refuse(sentence!("a tile is on the table or in another hand"));
        }
        let hand = &mut round.hands[seat.index()];
        let known = hand.known.union(tiles);
        if known.len() > usize::from(hand.count) {
            return refuse(sentence!("more tiles than the player holds"));
        }
        hand.known = known;
        Ok(())
    }

    // Claims, penalties, corrections of the pegs

    fn claim(&mut self, seat: Seat, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        let pending = self.pending().ok_or(Refusal::NothingToClaim)?;
        if self.setup.side_of(pending.seat) != self.setup.side_of(seat) {
            return Err(Refusal::NothingToClaim);
        }
        self.take_pending(seat, pending, Deed::Claimed, event);
        Ok(())
    }

    fn muggins(&mut self, seat: Seat, event: usize) -> Result<(), Refusal> {
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
        self.pay(seat, deed, Points::new(i32::from(pending.points)), pending.on_lead, None, event);
    }

    /// The time to claim is over. Whether there was anything to claim is not asked, so that the table does not learn
    /// it.
    fn lapse(&mut self, event: usize) -> Result<(), Refusal> {
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

    fn false_claim(&mut self, seat: Seat, points: u16, event: usize) -> Result<(), Refusal> {
        self.seat(seat)?;
        self.running_mut()?;
        self.pay(seat, Deed::ClaimedFalsely, Points::ZERO, false, None, event);
        if self.setup.rules.false_claim == FalseClaim::OpponentMarks {
            self.pay_opponents(seat, Deed::ClaimedFalsely, points, event);
        }
        Ok(())
    }

    fn penalty(&mut self, seat: Seat, offence: Offence, event: usize) -> Result<(), Refusal> {
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
            Penalty::None => self.pay(seat, deed, Points::ZERO, false, None, event),
            Penalty::Barred => {
                round.bars[seat.index()] = Bar::Hand;
                self.pay(seat, deed, Points::ZERO, false, None, event);
            }
            Penalty::BarredOnce => {
                let bar = &mut round.bars[seat.index()];
                *bar = if *bar == Bar::Hand { Bar::Hand } else { Bar::Once };
                self.pay(seat, deed, Points::ZERO, false, None, event);
            }
            Penalty::Back(points) => {
                let back = Points::new(i32::from(points)).min(score.max(Points::ZERO));
                self.pay(seat, deed, -back, false, None, event);
            }
            Penalty::BackOrOn(points) if score >= Points::new(i32::from(points)) => {
                self.pay(seat, deed, -Points::new(i32::from(points)), false, None, event);
            }
            Penalty::OpponentsOn(points) | Penalty::BackOrOn(points) => {
                self.pay(seat, deed, Points::ZERO, false, None, event);
                self.pay_opponents(seat, deed, points, event);
            }
            Penalty::HandLost => {
                let running = round.is_running();
                self.pay(seat, deed, Points::ZERO, false, None, event);
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
                self.pay(first, deed, Points::new(i32::from(points)), false, None, event);
            }
        }
    }

    fn adjust(&mut self, side: Side, points: Points, event: usize) -> Result<(), Refusal> {
        if side.index() >= self.setup.sides() {
            return Err(Refusal::NoSuchSide);
        }
        if self.round.is_none() || self.leg.winner.is_some() {
            return Err(Refusal::NoHand);
        }
        let target = self.setup.target();
        let (score, exact) = (self.score(side) + points, Points::new(i32::from(target)));
        let too_high = score > exact && self.setup.rules.overshoot == crate::rules::Overshoot::Disregarded;
        let too_low = score < Points::ZERO && !(self.setup.rules.is_sheet() && score > Points::new(-20_000));
        if too_low || too_high || score > Points::new(20_000) {
            return Err(Refusal::BadScore { points: score, target });
        }
        let Some(seat) = Seat::new(side.index()) else { return Err(Refusal::NoSuchSide) };
        let before = std::mem::replace(&mut self.leg.scores[side.index()], score);
        self.leg.before[side.index()] = before;
        if let Some(round) = &mut self.round {
            let turn = Turn { event, seat, deed: Deed::Adjusted, award: points, not_counted: None };
            round.turns.push(turn);
        }
        self.win_at_once(side);
        Ok(())
    }

    // The end of a hand, a game, the match

    fn end_hand(&mut self, end: RoundEnd, event: usize) {
        let Some(round) = self.round.as_mut() else { return };
        round.end = Some(end);
        if round.pending.is_some() {
            // The window to claim the last play's score stays open until the tally.
            return;
        }
        // If all hands are known, they are counted here; otherwise the tally waits for the players.
        let _unknown_hands = self.tally(&[], event);
    }

    fn tally(&mut self, left: &[Option<u16>], event: usize) -> Result<(), Refusal> {
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

    /// Pays every side before anybody is looked at for having won: they are paid at the same time.
    fn pay_tally(&mut self, awards: &[Points], event: usize) {
        for (side, &award) in self.setup.all_sides().zip(awards) {
            let Some(seat) = Seat::new(side.index()) else { continue };
            let i = side.index();
            let mut turn = Turn { event, seat, deed: Deed::Tallied, award, not_counted: None };
            match self.standing(side).add(&self.setup.rules, award, false) {
                Ok(sum) if sum != self.leg.scores[i] => {
                    self.leg.before[i] = std::mem::replace(&mut self.leg.scores[i], sum);
                }
                Ok(_) => {}
                Err(why) => (turn.award, turn.not_counted) = (Points::ZERO, Some(why)),
            }
            if let Some(round) = &mut self.round
                && (!award.is_zero() || turn.not_counted.is_some())
            {
                round.turns.push(turn);
            }
        }
    }

    /// Writes a hand of a score sheet down.
    fn write_down(&mut self, left: &[Points], out: Option<Side>, doubled: bool, event: usize) -> Result<(), Refusal> {
        let setup = &self.setup;
        if !setup.rules.is_sheet() {
            return Err(Refusal::NoSheet);
        }
        match &self.round {
            Some(round) if round.is_running() => {}
            Some(_) => return Err(Refusal::HandOver),
            None => return Err(Refusal::NoHand),
        }
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

    /// Ends the game if the paid hand decides it.
    fn settle(&mut self, event: usize) {
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
        let (i, start) = (side.index(), self.setup.start_of(side));
        let Some(seat) = Seat::new(i) else { return };
        let was = std::mem::replace(&mut self.leg.scores[i], start);
        self.leg.before[i] = was;
        if let Some(round) = &mut self.round {
            round.turns.push(Turn { event, seat, deed: Deed::Reset, award: start - was, not_counted: None });
        }
    }

    /// The side with this score has won the game; where several have it, more hands decide.
    fn win_or_play_on(&mut self, best: Points) {
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
    fn win_at_once(&mut self, side: Side) {
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

    /// Returns the leader of the next hand.
    #[must_use]
    pub fn next_leader(&self) -> NextLeader {
        let seats = self.setup.seats();
        let last = self.round.as_ref().or_else(|| self.leg.rounds.last());
        let rule = if self.leg.winner.is_some() { self.setup.rules.next_leg } else { self.setup.rules.next_lead };
        if let Some(leader) = self.redealt {
            // The same lead; where the deal decides, a new deal does.
            let decides = rule == NextLead::SameTest || self.highest_double_leads();
            return if decides { NextLeader::Ask(leader) } else { NextLeader::Seat(leader) };
        }
        let Some(last) = last else { return NextLeader::Ask(Seat::FIRST) };
        let (rules, left) = (&self.setup.rules, last.leader.left(seats));
        if last.replay {
            let same = last.leader;
            return if self.highest_double_leads() { NextLeader::Ask(same) } else { NextLeader::Seat(same) };
        }
        if rules.lead_tile == LeadTile::HighestDoubleUnlessWon && self.highest_double_leads() {
            return NextLeader::Ask(left);
        }
        match (rule, last.end) {
            (NextLead::RotateLeft, _) => NextLeader::Seat(left),
            (NextLead::Winner | NextLead::WinnerOut, Some(RoundEnd::ChippedOut(seat))) => NextLeader::Seat(seat),
            (NextLead::Winner | NextLead::WinnerOut, Some(RoundEnd::Won(side))) => {
                NextLeader::Ask(Seat::new(side.index()).unwrap_or(left))
            }
            (NextLead::Winner, _) => last.won.map_or(NextLeader::Ask(left), |won| match won.seat {
                Some(seat) => NextLeader::Seat(seat),
                None => NextLeader::Ask(Seat::new(won.side.index()).unwrap_or(left)),
            }),
            (NextLead::Loser, _) if seats == 2 => {
                let loser = last.won.and_then(|won| Seat::new(1 - won.side.index()));
                loser.map_or(NextLeader::Ask(left), NextLeader::Seat)
            }
            (NextLead::Loser | NextLead::WinnerOut | NextLead::Lots | NextLead::Ask | NextLead::SameTest, _) => {
                NextLeader::Ask(left)
            }
        }
    }
}

/// A name as people write it on a sheet.
fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = crate::name::kept(name);
    if (1..=40).contains(&name.chars().count()) { Ok(name) } else { Err(Refusal::BadName) }
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

/// Doubles before singles; doubles by value, singles by weight, then by the higher half.
fn lead_rank(tile: Tile) -> (bool, u8, Pip) {
    (tile.is_double(), tile.pips(), tile.high())
}

fn dealt(known: &[TileSet], size: u8, seats: usize, set: TileSet) -> Result<Vec<Hand>, Refusal> {
    let mut seen = TileSet::EMPTY;
    let mut hands = vec![Hand { count: size, known: TileSet::EMPTY }; seats];
    for (i, &tiles) in known.iter().enumerate() {
        let Some(seat) = Seat::new(i) else { break };
        let refuse = |why| Err(Refusal::BadHand { seat, why });
        let Some(hand) = hands.get_mut(i) else { return Err(Refusal::NoSuchSeat { seat }) };
        if !tiles.minus(set).is_empty() {
            return refuse(sentence!("a tile is not in the set"));
        }
        if tiles.len() > usize::from(size) {
            return refuse(sentence!("more tiles than are dealt"));
        }
        if !tiles.intersection(seen).is_empty() {
            return refuse(sentence!("a tile is in two hands"));
        }
        seen = seen.union(tiles);
        hand.known = tiles;
    }
    Ok(hands)
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
    let others = round.hands.iter().enumerate().filter(|(i, _)| *i != seat.index());
    let elsewhere = others.fold(round.layout.tiles(), |all, (_, hand)| all.union(hand.known));
    let mut weights: Vec<u16> = rules.tiles().minus(elsewhere).iter().map(|tile| left_pips(tile, rules)).collect();
    weights.sort_unstable();
    let n = usize::from(hand.count).min(weights.len());
    let least: u16 = weights[..n].iter().sum();
    let most: u16 = weights[weights.len() - n..].iter().sum();
    if (least..=most).contains(&pips) {
        return Ok(pips);
    }
    Err(Refusal::TallyImpossible { seat, pips, tiles: hand.count, least, most })
}
