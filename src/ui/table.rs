//! The match on the table with the current entry: state of the table screen.

mod sheet;

use crate::ui::entry::{Board, DropEntry};
use crate::ui::score_sheet::SheetForm;
use crate::ui::screen::Sheet;
use game::layout::{Layout, Play};
use game::rules::{Claim, Overshoot, Points, RuleSet};
use game::tile::{Pip, Tile, TileSet};
use game::words::{self, Call, CallKind, Told};
use game::{Act, Deed, Match, Offence, Round, Seat, Side, left_pips};
use language::say;

/// Pips left in the hands while they are entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TallyForm {
    /// Figures typed for each seat; `None` while nothing is.
    pub typed: Vec<Option<u16>>,
    /// Tiles tapped for each seat.
    pub tiles: Vec<TileSet>,
    /// The seat figures and tiles go to.
    pub seat: usize,
}

impl TallyForm {
    fn cleared(seats: usize) -> Self {
        Self { typed: vec![None; seats], tiles: vec![TileSet::EMPTY; seats], seat: 0 }
    }

    /// Reports whether anything was typed or tapped.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.typed.iter().any(Option::is_some) || self.tiles.iter().any(|tiles| !tiles.is_empty())
    }

    /// The pips of a seat: typed, or those of the tapped tiles.
    #[must_use]
    pub fn pips(&self, seat: Seat, rules: &RuleSet) -> Option<u16> {
        let tiles = self.tiles.get(seat.index()).copied().unwrap_or_default();
        let tapped = (!tiles.is_empty()).then(|| tiles.iter().map(|tile| left_pips(tile, rules)).sum());
        self.typed.get(seat.index()).copied().flatten().or(tapped)
    }
}

/// A question between a tap and its act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The reason and the question: "6-6 fits neither 0 nor 5. Record it anyway?"
    pub why: String,
    /// Effect of the answer yes.
    pub yes: Yes,
}

/// Effect of the answer yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yes {
    /// Records the tile although the rules or the record forbid it.
    Record(Tile),
    /// Corrects the drop of this event, which played the tile already.
    Correct(usize),
    /// Does this act, which ends a hand or the match.
    Act(Act),
}

/// A wish that becomes an act of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActWish {
    /// The player to drop can't go.
    Knock,
    /// The player knocks and it is recorded, although a known tile fits.
    KnockAnyway,
    /// The player draws a tile.
    Draw,
    /// The player takes the side's score.
    Claim,
    /// A player calls another's score.
    Muggins(Seat),
    /// A player claimed a score that doesn't exist.
    FalseClaim(Seat, u16),
    /// An offence is penalised.
    Penalty(Seat, Offence),
    /// A score is corrected by hand, for this reason.
    Adjust(Side, Points, String),
    /// The hand is blocked.
    Block,
    /// Rename the player of this seat as typed.
    Rename(Seat),
    /// The typed name plays on for the player of this seat.
    Substitute(Seat),
    /// The tiles are dealt again.
    Redeal,
    /// The match is abandoned.
    Abandon,
    /// A hand begins, led by this seat.
    Deal(Seat),
    /// Take back the last act.
    Undo,
    /// Do it after all.
    Redo,
    /// An earlier act did not happen.
    Remove(usize),
    /// An earlier drop was this player's.
    Give(usize, Seat),
}

/// A wish about text typed into the forms of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormWish {
    /// New value of a corrected score while it is entered.
    Fixing(ScoreFix),
    /// Name of a seat while it is typed.
    Naming(Seat, String),
    /// A hand's leftover pips are entered for this seat.
    TallySeat(Seat),
    /// Pay the hand.
    Tally,
}

/// A score being corrected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreFix {
    /// Number of the side.
    pub side: usize,
    /// Right score while it is typed.
    pub typed: String,
    /// The reason.
    pub why: String,
    /// Just begun: the next digits are the score.
    pub fresh: bool,
}

impl ScoreFix {
    /// Begins a correction of this side's score.
    #[must_use]
    pub fn of(side: Side) -> Self {
        Self { side: side.index(), fresh: true, ..Self::default() }
    }

    /// More than any game is played to.
    const MOST: i32 = 10_000;

    /// Returns the typed score, in whole or half points; `None` while it is not one.
    #[must_use]
    pub fn score(&self) -> Option<Points> {
        let typed = self.typed.trim().replace(['\u{2212}'], "-");
        let (whole, half) = match typed.split_once(['.', ',']) {
            Some((whole, "5")) => (whole, 1),
            Some(_) => return None,
            None => (typed.as_str(), 0),
        };
        let whole: i32 = whole.parse().ok().filter(|n: &i32| n.abs() <= Self::MOST)?;
        let half = if typed.starts_with('-') { -half } else { half };
        Some(Points::from_halves(whole * 2 + half))
    }

    /// The reason that is kept.
    #[must_use]
    pub fn reason(&self) -> String {
        let why = self.why.trim();
        if why.is_empty() { say!("corrected by hand").to_owned() } else { why.to_owned() }
    }
}

/// Events of a match that has only begun: its start and its first deal.
const BEGUN: usize = 2;

/// An earlier place of the record that is being entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewriting {
    /// The event of this number, otherwise than it was recorded.
    Replace(usize),
    /// A drop or a knock that was missed before this event.
    Before(usize),
}

/// A match on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableScreen {
    /// The match.
    pub game: Match,
    /// Entry of the drop.
    pub entry: DropEntry,
    /// Seat of the drop, if not the one whose turn it is.
    pub whose: Option<Seat>,
    /// The place of the record being entered, where it is not the next.
    pub rewriting: Option<Rewriting>,
    /// Leftover pips being entered.
    pub tally: TallyForm,
    /// A score being corrected.
    pub fix: ScoreFix,
    /// Names being typed for the seats.
    pub names: Vec<String>,
    /// A hand of a score sheet being entered.
    pub score: SheetForm,
    /// The sheet over the pad.
    pub sheet: Sheet,
    /// The last message at the table: a refusal or a hint.
    pub hint: Option<String>,
    /// Seconds left to claim the last drop's score, where there is a limit.
    pub claim_left: Option<u32>,
    /// A tap that is asked about before it does anything.
    pub doubt: Option<Doubt>,
    /// A match ended on this table just before this one began.
    pub followed: bool,
    /// Last announcement, drawn large and spoken; `None` until something happens at this table.
    pub called: Option<Call>,
}

impl TableScreen {
    /// A match newly begun or resumed.
    #[must_use]
    pub fn new(game: Match) -> Self {
        let seats = game.setup().seats();
        let entry = DropEntry::for_rules(&game.setup().rules);
        let mut table = Self {
            game,
            entry,
            whose: None,
            rewriting: None,
            tally: TallyForm::cleared(seats),
            fix: ScoreFix::default(),
            names: vec![String::new(); seats],
            score: SheetForm::default(),
            sheet: Sheet::None,
            hint: None,
            claim_left: None,
            doubt: None,
            followed: false,
            called: None,
        };
        table.settle();
        table
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.game.setup().rules
    }

    /// The hand on the table, running or just over.
    #[must_use]
    pub const fn round(&self) -> Option<&Round> {
        self.game.state().round.as_ref()
    }

    /// Returns the seat to drop, or the seat of the drop being entered.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        if let Some((seat, _)) = self.rewritten() {
            return Some(seat);
        }
        self.whose.or_else(|| self.game.state().running().map(|round| round.turn))
    }

    /// Every hand of the match, the latest first: the game and the hand in it, counted from 0, and the hand.
    pub fn hands(&self) -> impl Iterator<Item = (usize, usize, &Round)> {
        let state = self.game.state();
        let legs = state.legs.iter().chain([&state.leg]).enumerate();
        let over = legs.flat_map(|(leg, of)| of.rounds.iter().enumerate().map(move |(hand, round)| (leg, hand, round)));
        let now = state.round.iter().map(|round| (state.legs.len(), state.leg.rounds.len(), round));
        over.chain(now).collect::<Vec<_>>().into_iter().rev()
    }

    /// The earlier drop being entered: its player, and the layout before it.
    #[must_use]
    pub fn rewritten(&self) -> Option<(Seat, Layout)> {
        let (Rewriting::Replace(event) | Rewriting::Before(event)) = self.rewriting?;
        let here = |round: &Round| round.turns.iter().position(|turn| turn.event == event);
        let (round, place) = self.hands().find_map(|(.., round)| Some((round, here(round)?)))?;
        let before = round.turns[..place].iter().filter(|turn| matches!(turn.deed, Deed::Played { .. })).count();
        let seat = match self.rewriting? {
            Rewriting::Replace(_) => round.turns[place].seat,
            Rewriting::Before(_) => {
                let last = round.turns[..place].last();
                let next = |turn: &game::Turn| turn.seat.left(self.game.setup().seats());
                self.whose.unwrap_or_else(|| last.map_or(round.leader, next))
            }
        };
        Some((seat, round.layout.prefix(before)))
    }

    /// The layout that a drop is entered on; empty between hands.
    #[must_use]
    pub fn layout(&self) -> Layout {
        if let Some((_, layout)) = self.rewritten() {
            return layout;
        }
        self.round().map(|round| round.layout.clone()).unwrap_or_default()
    }

    /// Returns the tiles that the player to drop can have, as far as is known.
    #[must_use]
    pub fn could_hold(&self) -> TileSet {
        match self.seat().filter(|_| self.rewriting.is_none()) {
            Some(seat) => self.game.state().could_hold(seat),
            None => self.rules().tiles(),
        }
    }

    /// Calls `read` with the board that the entry is about.
    pub fn with_board<R>(&self, read: impl FnOnce(&DropEntry, Board<'_>) -> R) -> R {
        let layout = self.layout();
        let (rules, state) = (self.rules(), self.game.state());
        let exact = rules.overshoot == Overshoot::Disregarded && self.rewriting.is_none();
        let side = self.seat().filter(|_| exact).map(|seat| state.setup.side_of(seat));
        let room = side.map(|side| Points::new(i32::from(state.setup.target())) - state.score(side));
        read(&self.entry, Board { layout: &layout, rules, could_hold: self.could_hold(), room })
    }

    /// Changes the entry, with the board that it is about.
    pub fn with_entry(&mut self, change: impl FnOnce(&mut DropEntry, Board<'_>)) {
        let mut entry = std::mem::take(&mut self.entry);
        self.with_board(|_, board| change(&mut entry, board));
        self.entry = entry;
    }

    /// Reports whether a number is being entered: pips left, or the points of a hand.
    #[must_use]
    pub fn takes_number(&self) -> bool {
        self.rules().is_sheet() || !self.seats_to_tally().is_empty()
    }

    /// Reports whether the camera's picture may take the line's place: no drop is being entered by hand, and no sheet is open.
    #[must_use]
    pub fn has_room_for_picture(&self) -> bool {
        let by_hand = self.rewriting.is_some() || self.entry.as_it_lies || self.entry.tile.is_some();
        matches!(self.sheet, Sheet::None | Sheet::Board) && !by_hand && self.takes_drops()
    }

    /// Reports whether a drop is expected.
    #[must_use]
    pub fn takes_drops(&self) -> bool {
        self.rewriting.is_some() || self.game.state().running().is_some()
    }

    /// The play that would be entered now.
    #[must_use]
    pub fn proposal(&self) -> Option<Play> {
        if !self.takes_drops() {
            return None;
        }
        self.with_board(DropEntry::proposal)
    }

    /// Describes the value of a drop; with claimed scores its points are hidden.
    #[must_use]
    pub fn told_of(&self, play: &Play) -> Told {
        let (layout, rules) = (self.layout(), self.rules());
        let then = layout.after(play);
        let name = self.seat().map_or("", |seat| self.game.setup().player(seat));
        let wrong = layout.check(play, rules).is_err();
        let drop = words::play(&layout, play);
        let title = if wrong {
            say!("{name} drops {drop}, against the rules?", name, drop)
        } else {
            say!("{name} drops {drop}?", name, drop)
        };
        if rules.claim != Claim::Auto {
            return Told { title, detail: say!("ends {ends}", ends = words::ends(&then, rules)), ..Told::default() };
        }
        let points = then.pays(rules);
        let busts = self.busts(play);
        let points = match points {
            _ if busts => say!("Bust").to_owned(),
            0 => String::new(),
            points => format!("+{points}"),
        };
        Told { title, detail: words::reason(&then, rules), points, bad: wrong || busts }
    }

    /// Reports whether a play passes the target, so that its points do not count.
    #[must_use]
    pub fn busts(&self, play: &Play) -> bool {
        let mut after = self.game.clone();
        let act = self.act_of(*play).filter(|_| self.rewriting.is_none());
        let done = act.is_some_and(|act| after.act(act).is_ok());
        done && words::call(&self.game, &after).is_some_and(|call| call.kind == CallKind::Bust)
    }

    /// The act of entering a play.
    #[must_use]
    pub fn act_of(&self, play: Play) -> Option<Act> {
        let seat = self.seat()?;
        let stands = self.entry.as_it_lies || self.whose.is_some();
        Some(Act::Play { seat, play, stands })
    }

    /// Reports whether a drop is half entered, so that its tile, place or player is asked for.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.entry.is_empty() || self.entry.as_it_lies || self.whose.is_some() || self.rewriting.is_some()
    }

    /// Forgets the entry; the match has moved on.
    pub fn settle(&mut self) {
        self.entry.clear();
        self.whose = None;
        self.rewriting = None;
        self.fix = ScoreFix::default();
        self.names.iter_mut().for_each(String::clear);
        self.sheet = Sheet::None;
        self.hint = None;
        self.doubt = None;
        let seats = self.game.setup().seats();
        self.tally = TallyForm::cleared(seats);
        self.score = SheetForm::cleared(self.game.setup().sides());
        self.tally.seat = self.seats_to_tally().first().map_or(0, |seat| seat.index());
    }

    /// Reports whether Undo reopens the previous match: not once something has happened in this one.
    #[must_use]
    pub fn reopens(&self) -> bool {
        self.followed && self.game.events().len() <= BEGUN
    }

    /// The name that was typed for a seat.
    #[must_use]
    pub fn typed_name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).map(|name| name.trim().to_owned()).unwrap_or_default()
    }

    /// Returns the seats whose leftover pips must be entered.
    #[must_use]
    pub fn seats_to_tally(&self) -> Vec<Seat> {
        let Some(round) = self.round().filter(|round| round.needs_tally()) else { return Vec::new() };
        self.game.setup().all_seats().filter(|&seat| !round.hand(seat).is_known()).collect()
    }

    /// Returns the act that pays the hand, from the entered values.
    #[must_use]
    pub fn tally_act(&self) -> Act {
        let pips = |seat: Seat| self.tally.pips(seat, self.rules());
        let asked = self.seats_to_tally();
        let left = self.game.setup().all_seats().map(|seat| if asked.contains(&seat) { pips(seat) } else { None });
        Act::Tally { left: left.collect() }
    }

    /// Sets a seat's leftover pips and moves to the next missing ones.
    pub fn tally_put(&mut self, seat: usize, pips: u16) {
        if let (Some(typed), Some(tiles)) = (self.tally.typed.get_mut(seat), self.tally.tiles.get_mut(seat)) {
            (*typed, *tiles) = (Some(pips), TileSet::EMPTY);
        }
        let _all_told = self.tally_next();
    }

    /// A figure typed while leftover pips are entered.
    pub fn tally_figure(&mut self, pip: Pip) {
        let Some(typed) = self.tally.typed.get_mut(self.tally.seat) else { return };
        let number = typed.unwrap_or(0) * 10 + u16::from(pip.get());
        // No hand has more than the 1092 pips of a double-twelve set.
        *typed = Some(if number > 1092 { u16::from(pip.get()) } else { number });
        if let Some(tiles) = self.tally.tiles.get_mut(self.tally.seat) {
            *tiles = TileSet::EMPTY;
        }
    }

    /// The last figure of the leftover pips is taken back.
    pub fn tally_backspace(&mut self) {
        if let Some(typed) = self.tally.typed.get_mut(self.tally.seat) {
            *typed = typed.map(|number| number / 10).filter(|number| *number > 0);
        }
    }

    /// A tile is tapped while leftover pips are entered: it is in the seat's hand, or is not after all.
    pub fn tally_tap(&mut self, tile: Tile) {
        let seat = self.tally.seat;
        for (i, tiles) in self.tally.tiles.iter_mut().enumerate() {
            if !tiles.remove(tile) && i == seat {
                tiles.insert(tile);
            }
        }
        if let Some(typed) = self.tally.typed.get_mut(seat) {
            *typed = None;
        }
    }

    /// Moves to the next seat with missing pips; `false` if there is none.
    pub fn tally_next(&mut self) -> bool {
        let asked = self.seats_to_tally();
        let missing = asked.iter().find(|seat| self.tally.pips(**seat, self.rules()).is_none());
        let Some(seat) = missing else { return false };
        self.tally.seat = seat.index();
        true
    }

    /// Reports whether the last drop's score may still be claimed or called, without revealing whether there is one.
    #[must_use]
    pub fn claim_open(&self) -> Option<Seat> {
        self.round()?.claim_open(self.rules())
    }

    /// The last award of a side in this hand, if it is still the last thing the side did.
    #[must_use]
    pub fn badge(&self, side: Side) -> Option<Points> {
        let setup = self.game.setup();
        let round = self.round()?;
        let last = round.turns.iter().rev().find(|turn| setup.side_of(turn.seat) == side)?;
        (!last.award.is_zero()).then_some(last.award)
    }

    /// Points a drop of a side in the running game, `None` before its first.
    #[must_use]
    pub fn points_per_drop(&self, side: Side) -> Option<f64> {
        let setup = self.game.setup();
        let rounds = self.game.state().leg.rounds.iter().chain(self.round());
        let turns = rounds.flat_map(|round| &round.turns).filter(|turn| setup.side_of(turn.seat) == side);
        let (mut drops, mut points) = (0u32, 0.0);
        for turn in turns {
            drops += u32::from(matches!(turn.deed, Deed::Played { .. }));
            if matches!(turn.deed, Deed::Played { .. } | Deed::Claimed | Deed::CalledMuggins) {
                points += f64::from(turn.award.halves()) / 2.0;
            }
        }
        (drops > 0).then(|| points / f64::from(drops))
    }

    /// Tiles in the hands of a side, and whether its players have to be distinguished.
    #[must_use]
    pub fn tiles_left(&self, side: Side) -> String {
        let setup = self.game.setup();
        let Some(round) = self.round() else { return String::new() };
        let seats: Vec<Seat> = setup.all_seats().filter(|&seat| setup.side_of(seat) == side).collect();
        let counts: Vec<String> = seats.iter().map(|&seat| round.hand(seat).count.to_string()).collect();
        match seats.as_slice() {
            [seat] => words::tiles_left(usize::from(round.hand(*seat).count)),
            _ => say!("{counts} tiles left", counts = counts.join(" + ")),
        }
    }
}
