//! A position from outside: rules, a hand, and the turns so far; checked turn by turn against the rules, so that an
//! impossible one is refused with the turn at which it shows.

mod problem;

pub use problem::{Ended, Open, PlaceProblem, Problem};

use crate::belief::Belief;
use crate::rollout::{Act, Rules, Turn};
use crate::spec::{Arms, Draw, SEATS, Spec, WinCheck};
use crate::table::{Layouts, PlaceKind, bits};
use crate::view::View;
use game::Before;
use game::layout::{Layout, Place, Play, PlayRefusal, Port};
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};

/// A tile and its place in writing: the tile it joins and the name of the port there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wanted {
    /// The tile.
    pub tile: Tile,
    /// The tile it joins, `None` for the first tile, or where only one way is possible.
    pub on: Option<Tile>,
    /// The pip of the half, or `s1 s2 e1 e2` on a double; `None` where only one port of that tile is possible.
    pub port: Option<String>,
    /// A double placed end to end.
    pub inline: bool,
}

/// An act of a seat, in writing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ToldDeed {
    /// Played a tile.
    Play(Wanted),
    /// Could not play.
    Knock,
    /// Tiles drawn.
    Draw(usize),
}

/// One turn of the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ToldTurn {
    /// The seat.
    pub seat: usize,
    /// The act.
    pub deed: ToldDeed,
}

/// A seat's request for the tile to play now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules.
    pub rules: RuleSet,
    /// Seats at the table.
    pub seats: usize,
    /// Whether four play in pairs; `None` for the rules' own choice.
    pub pairs: Option<bool>,
    /// The seat that asks.
    pub seat: usize,
    /// The tiles it holds now.
    pub hand: TileSet,
    /// Scores by side as they stand now; empty for 0 each.
    pub scores: Vec<i16>,
    /// What the hands of this game played before have left; `None` if unknown: then rules for the first hands only are
    /// left out.
    pub before: Option<Before>,
    /// Seat that led the hand; `None` for the seat of the first turn, or the asking seat if there is none.
    pub leader: Option<usize>,
    /// Acts of this hand so far, oldest first.
    pub turns: Vec<ToldTurn>,
}

/// The story of a hand, turn by turn.
#[derive(Clone, Debug)]
pub(crate) struct Story<P> {
    pub(crate) layout: Layout,
    pub(crate) view: View<P>,
    turn: usize,
    knocks: usize,
    /// The seat to move has drawn already.
    drew: bool,
    over: Option<Ended>,
    /// Turn in which each tile of the layout was played, from 1.
    laid_at: Vec<usize>,
}

/// The kind of a place, as the search's tables see it.
fn kind(spec: &Spec, layout: &Layout, place: Place) -> PlaceKind {
    if spec.arms == Arms::Cross && layout.first_double() == Some(place.tile) {
        return PlaceKind::Arm;
    }
    match place.port {
        Port::First | Port::Second => PlaceKind::Single,
        // Where all ends of a double open at once, every place is like every other.
        _ if spec.arms == Arms::AtOnce => PlaceKind::Single,
        Port::Side1 | Port::Side2 => PlaceKind::Side,
        Port::End1 | Port::End2 => PlaceKind::Arm,
    }
}

/// The move of the search's tables that a play is, `None` if the place does not exist.
#[must_use]
pub fn move_of<T: Layouts>(
    rules: &Rules<T>,
    pos: T::Pos,
    layout: &Layout,
    play: &Play,
) -> Option<crate::table::Move<T::Pos>> {
    let tile = u8::try_from(play.tile().index()).ok()?;
    let (kind, pip) = match play.on {
        None => (PlaceKind::First, 0),
        Some(place) => (kind(&rules.spec, layout, place), layout.pip_at(place)?.get()),
    };
    rules.table.follow(pos, tile, kind, pip, play.inline)
}

/// Returns the play on the table for a move of the search's tables, `None` if there is none.
#[must_use]
pub fn play_of<T: Layouts>(
    rules: &Rules<T>,
    pos: T::Pos,
    layout: &Layout,
    tile: Tile,
    key: u16,
    set: &RuleSet,
) -> Option<Play> {
    let same = |play: &Play| move_of(rules, pos, layout, play).is_some_and(|m| m.key == key);
    layout.ways(tile, set).into_iter().find(same)
}

/// A play from a request.
#[must_use]
pub fn wanted(layout: &Layout, play: &Play) -> Wanted {
    let joins = joins(layout, play);
    let (on, port) = joins.map_or((None, None), |(on, port)| (Some(on), Some(port)));
    Wanted { tile: play.tile(), on, port, inline: play.inline }
}

/// The tile a play joins, and the port there in words; `None` for the first tile.
#[must_use]
pub(crate) fn joins(layout: &Layout, play: &Play) -> Option<(Tile, String)> {
    let place = play.on?;
    let on = layout.play(place.tile)?;
    let port = match place.port {
        Port::First if on.tile().is_double() => "e1".to_owned(),
        Port::Second if on.tile().is_double() => "e2".to_owned(),
        Port::First | Port::Second => layout.pip_at(place)?.to_string(),
        port => port.name().to_owned(),
    };
    Some((on.tile(), port))
}

impl Question {
    /// The digest of the rules at this table.
    ///
    /// # Errors
    /// The rules are not for it.
    pub fn spec(&self) -> Result<Spec, Problem> {
        let pairs = match (self.seats, self.scores.len(), self.pairs) {
            // Four scores at a table of four are four sides.
            (4, 4, None) => Some(false),
            (_, _, pairs) => pairs,
        };
        let spec = Spec::of(&self.rules, self.seats, pairs)?;
        Ok(self.before.map_or(spec, |before| spec.in_hand(before)))
    }

    /// Checks the whole and returns what the asking seat can know.
    pub(crate) fn story<T: Layouts>(&self, rules: &Rules<T>) -> Result<Story<T::Pos>, Problem> {
        let spec = &rules.spec;
        let no_seat = |seat| Problem::NoSeat { seat, seats: self.seats };
        if self.seat >= self.seats {
            return Err(no_seat(self.seat));
        }
        let leader = self.leader.or(self.turns.first().map(|turn| turn.seat)).unwrap_or(self.seat);
        if leader >= self.seats {
            return Err(no_seat(leader));
        }
        let hand = self.hand_bits(spec)?;
        let mut counts = [0; SEATS];
        counts[..spec.seats].fill(spec.hand);
        let view = View {
            me: self.seat,
            hand,
            score: self.score(spec)?,
            leader,
            turns: Vec::with_capacity(self.turns.len()),
            pos: rules.table.start(),
            played: 0,
            counts,
            boneyard: spec.boneyard(),
            lead_free: false,
        };
        let mut story = Story {
            layout: Layout::new(),
            view,
            turn: leader,
            knocks: 0,
            drew: false,
            over: None,
            laid_at: Vec::new(),
        };
        for (i, told) in self.turns.iter().enumerate() {
            if told.seat >= self.seats {
                return Err(no_seat(told.seat));
            }
            self.tell(rules, &mut story, i + 1, told)?;
        }
        self.check_end(rules, &mut story)?;
        Ok(story)
    }

    /// The points every turn paid in play, the rules checked; the hands are not looked at.
    pub(crate) fn retell<T: Layouts>(&self, rules: &Rules<T>) -> Result<Vec<i16>, Problem> {
        let mut layout = Layout::new();
        let mut pos = rules.table.start();
        let mut points = Vec::with_capacity(self.turns.len());
        for (i, told) in self.turns.iter().enumerate() {
            let (turn, seat) = (i + 1, told.seat);
            if seat >= rules.spec.seats {
                return Err(Problem::NoSeat { seat, seats: rules.spec.seats });
            }
            let ToldDeed::Play(wanted) = &told.deed else {
                points.push(0);
                continue;
            };
            let tile = wanted.tile;
            let place = |why| Problem::Place { turn, seat, tile, why };
            if !layout.is_empty() && !layout.fits(tile, &self.rules) {
                return Err(Problem::NoFit { turn, seat, tile, open: Open(layout.open_pips(&self.rules)) });
            }
            let play = self.resolve(&layout, wanted).map_err(place)?;
            let m = move_of(rules, pos, &layout, &play);
            layout.lay(play, &self.rules).map_err(|why| place(why.into()))?;
            let m = m.ok_or_else(|| place(PlayRefusal::NoSuchPlace { tile }.into()))?;
            points.push(i16::from(m.points));
            pos = m.next;
        }
        Ok(points)
    }

    fn hand_bits(&self, spec: &Spec) -> Result<u64, Problem> {
        let set = TileSet::full(self.rules.set_size);
        if let Some(tile) = self.hand.minus(set).iter().next() {
            return Err(Problem::NotInSet { tile });
        }
        Ok(u64::try_from(self.hand.bits()).unwrap_or(0) & spec.full())
    }

    fn score(&self, spec: &Spec) -> Result<[i16; SEATS], Problem> {
        let mut score = [0; SEATS];
        if self.scores.is_empty() {
            return Ok(score);
        }
        if self.scores.len() != spec.sides() {
            return Err(Problem::Scores { given: self.scores.len(), sides: spec.sides() });
        }
        for (side, &points) in self.scores.iter().enumerate() {
            let over = points >= spec.target && (spec.check == WinCheck::AtOnce || points >= 4 * spec.target);
            if over || points < -500 {
                return Err(Problem::Score { side, score: points, target: spec.target });
            }
            score[side] = points;
        }
        Ok(score)
    }

    fn tell<T: Layouts>(
        &self,
        rules: &Rules<T>,
        story: &mut Story<T::Pos>,
        turn: usize,
        told: &ToldTurn,
    ) -> Result<(), Problem> {
        let seat = told.seat;
        let left = drawable(rules, &story.view);
        // A seat that drew everything and still cannot play has passed, without a separate turn.
        if story.over.is_none() && story.drew && seat != story.turn && left == 0 {
            self.push_knock(rules, story);
        }
        if let Some(how) = story.over {
            return Err(Problem::Over { turn, how });
        }
        if seat != story.turn {
            return Err(Problem::WrongTurn { turn, expected: story.turn, seat, drawn: story.drew });
        }
        match &told.deed {
            ToldDeed::Knock if story.layout.is_empty() => Err(Problem::KnockAtLead { turn, seat }),
            ToldDeed::Knock if left > 0 => Err(Problem::MustDraw { turn, seat, left }),
            ToldDeed::Knock => {
                self.push_knock(rules, story);
                Ok(())
            }
            ToldDeed::Draw(drew) => {
                if *drew == 0 || *drew > left || story.layout.is_empty() && rules.spec.draw != Draw::Free {
                    return Err(Problem::CannotDraw { turn, seat, drew: *drew, left });
                }
                let at = story.view.pos;
                let tiles = u8::try_from(*drew).unwrap_or(u8::MAX);
                story.push(seat, Act::Draw { tiles, at });
                story.view.counts[seat] += drew;
                story.view.boneyard -= drew;
                story.drew = true;
                Ok(())
            }
            ToldDeed::Play(wanted) => self.push_play(rules, story, turn, seat, wanted),
        }
    }

    fn push_knock<T: Layouts>(&self, rules: &Rules<T>, story: &mut Story<T::Pos>) {
        let at = story.view.pos;
        story.push(story.turn, Act::Knock { at });
        story.knocks += 1;
        let holding = story.view.counts[..rules.spec.seats].iter().filter(|&&n| n > 0).count();
        if story.knocks >= holding {
            story.over = Some(Ended::Blocked);
        }
        story.pass(rules);
    }

    fn push_play<T: Layouts>(
        &self,
        rules: &Rules<T>,
        story: &mut Story<T::Pos>,
        turn: usize,
        seat: usize,
        wanted: &Wanted,
    ) -> Result<(), Problem> {
        let tile = wanted.tile;
        if !TileSet::full(self.rules.set_size).contains(tile) {
            let why = PlayRefusal::NotInSet { tile, max: self.rules.set_size }.into();
            return Err(Problem::Place { turn, seat, tile, why });
        }
        if let Some(before) = story.layout.find(tile) {
            return Err(Problem::Twice { turn, seat, tile, before: story.laid_at[before] });
        }
        if self.hand.contains(tile) {
            return Err(Problem::HeldAndPlayed { turn, tile });
        }
        if story.view.counts[seat] == 0 {
            return Err(Problem::NoTiles { turn, seat });
        }
        let place = |why| Problem::Place { turn, seat, tile, why };
        if !story.layout.is_empty() && !story.layout.fits(tile, &self.rules) {
            let open = Open(story.layout.open_pips(&self.rules));
            return Err(Problem::NoFit { turn, seat, tile, open });
        }
        let play = self.resolve(&story.layout, wanted).map_err(place)?;
        if let Err(why) = story.layout.check(&play, &self.rules) {
            return Err(match why {
                PlayRefusal::NoMatch { .. } => {
                    Problem::NoFit { turn, seat, tile, open: Open(story.layout.open_pips(&self.rules)) }
                }
                why => place(why.into()),
            });
        }
        let missing = PlayRefusal::NoSuchPlace { tile };
        let m = move_of(rules, story.view.pos, &story.layout, &play).ok_or_else(|| place(missing.into()))?;
        story.layout.lay(play, &self.rules).map_err(|why| place(why.into()))?;
        story.laid_at.push(turn);
        let from = story.view.pos;
        story.push(seat, Act::Play { tile: m.tile, key: m.key, from });
        story.view.played |= 1 << m.tile;
        story.view.counts[seat] -= 1;
        story.view.pos = m.next;
        story.knocks = 0;
        let counts = &story.view.counts;
        let spec = &rules.spec;
        let partner_out = !spec.pairs || spec.pair_out_one || counts[(seat + 2) & 3] == 0;
        if spec.out_ends && counts[seat] == 0 && partner_out {
            story.over = Some(Ended::Out);
        }
        story.pass(rules);
        Ok(())
    }

    /// The play a text means.
    fn resolve(&self, layout: &Layout, wanted: &Wanted) -> Result<Play, PlaceProblem> {
        let tile = wanted.tile;
        if layout.is_empty() {
            if wanted.on.is_some_and(|on| on != tile) {
                return Err(PlaceProblem::First);
            }
            return Ok(Play { inline: wanted.inline, ..Play::lead(tile) });
        }
        let Some(parent) = wanted.on else {
            let ways: Vec<Play> =
                layout.ways(tile, &self.rules).into_iter().filter(|w| w.inline == wanted.inline).collect();
            return match ways[..] {
                [way] => Ok(way),
                _ => Err(PlaceProblem::Which),
            };
        };
        let number = layout.find(parent).ok_or(PlaceProblem::NotLaid { tile: parent })?;
        let named = wanted.port.as_ref().map(|port| (port, layout.port_named(number, port)));
        let place = match named {
            Some((_, Some(place))) => place,
            // The pip of a double, or nothing: whichever port of that tile is open.
            Some((port, None)) if !parent.is_double() || *port != parent.high().to_string() => {
                return Err(PlaceProblem::NoPort { tile: parent, port: port.chars().take(20).collect() });
            }
            _ => {
                let mut open =
                    layout.distinct_playable(&self.rules).filter(|(place, pip)| place.tile == number && tile.has(*pip));
                let first = open.next().ok_or(PlayRefusal::Closed { tile, on: parent })?;
                if open.next().is_some() {
                    return Err(PlaceProblem::Which);
                }
                first.0
            }
        };
        let pip = layout.pip_at(place).ok_or(PlayRefusal::NoSuchPlace { tile })?;
        let outer = tile.other(pip).ok_or(PlayRefusal::NoMatch { tile, pip })?;
        Ok(Play { halves: [pip, outer], inline: wanted.inline, on: Some(place) })
    }

    fn check_end<T: Layouts>(&self, rules: &Rules<T>, story: &mut Story<T::Pos>) -> Result<(), Problem> {
        let turns = self.turns.len();
        if story.drew && story.turn != self.seat && drawable(rules, &story.view) == 0 && story.over.is_none() {
            self.push_knock(rules, story);
        }
        if let Some(how) = story.over {
            return Err(Problem::HandOver { how });
        }
        if story.turn != self.seat {
            return Err(Problem::NotYourTurn { expected: story.turn, seat: self.seat, turns });
        }
        let (expected, given) = (story.view.counts[self.seat], self.hand.len());
        if expected != given {
            return Err(Problem::HandSize { seat: self.seat, expected, turns, given });
        }
        self.check_knocks(rules, &story.view)?;
        if Belief::own_ways(rules, &story.view) < 1.0 {
            // A tile that should have led proves nothing where leads are free at the table.
            story.view.lead_free = true;
        }
        let fits =
            |view: &View<T::Pos>| Belief::own_ways(rules, view) >= 1.0 && Belief::new(rules, view).total() >= 1.0;
        if fits(&story.view) {
            return Ok(());
        }
        story.view.lead_free = true;
        if fits(&story.view) {
            return Ok(());
        }
        Err(Problem::NoDeal { turn: self.first_bad::<T>(&story.view, fits) })
    }

    /// Returns the first turn with a knock or draw that makes every deal impossible.
    fn first_bad<T: Layouts>(&self, view: &View<T::Pos>, fits: impl Fn(&View<T::Pos>) -> bool) -> usize {
        for known in 0..view.turns.len() {
            let mut partial = view.clone();
            for turn in partial.turns.iter_mut().skip(known + 1) {
                if matches!(turn.act, Act::Knock { .. }) {
                    // By no seat, so it forbids nothing.
                    turn.seat = u8::MAX;
                }
            }
            if !fits(&partial) {
                return known + 1;
            }
        }
        view.turns.len()
    }

    /// Tiles that a seat held at a knock, or before a draw that was forced, although they fitted.
    fn check_knocks<T: Layouts>(&self, rules: &Rules<T>, view: &View<T::Pos>) -> Result<(), Problem> {
        for (i, turn) in view.turns.iter().enumerate() {
            let seat = usize::from(turn.seat);
            let (at, drew) = match turn.act {
                Act::Knock { at } => (at, false),
                Act::Draw { at, .. } if rules.draw_proves() => (at, true),
                Act::Draw { .. } | Act::Play { .. } => continue,
            };
            // Tiles drawn here or later may not have been in the hand.
            let draws = |t: &Turn<T::Pos>| t.seat == turn.seat && matches!(t.act, Act::Draw { .. });
            if view.turns[i..].iter().any(draws) {
                continue;
            }
            let fitted = rules.table.playable(at);
            for (j, later) in view.turns.iter().enumerate().skip(i) {
                if let Act::Play { tile, .. } = later.act
                    && later.seat == turn.seat
                    && fitted >> tile & 1 == 1
                    && let Some(tile) = Tile::from_index(usize::from(tile))
                {
                    return Err(Problem::Held { turn: i + 1, seat, drew, tile, played: Some(j + 1) });
                }
            }
            if seat == view.me
                && let Some(tile) = bits(view.hand & fitted).next().and_then(Tile::from_index)
            {
                return Err(Problem::Held { turn: i + 1, seat, drew, tile, played: None });
            }
        }
        Ok(())
    }
}

/// Tiles the seat to move may still draw.
pub(crate) fn drawable<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>) -> usize {
    if rules.spec.draw == Draw::Never { 0 } else { view.boneyard.saturating_sub(rules.spec.reserve) }
}

impl<P: Copy> Story<P> {
    fn push(&mut self, seat: usize, act: Act<P>) {
        self.view.turns.push(Turn { seat: u8::try_from(seat).unwrap_or(u8::MAX), act });
    }

    /// The turn goes to the next seat that still holds tiles.
    fn pass<T: Layouts>(&mut self, rules: &Rules<T>) {
        self.drew = false;
        for _ in 0..rules.spec.seats {
            self.turn = (self.turn + 1) % rules.spec.seats;
            if self.view.counts[self.turn] > 0 {
                break;
            }
        }
    }
}
