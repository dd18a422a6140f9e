//! A hand played on with all tiles known: what the search, tournaments and race tables run on.

use crate::spec::{Draw, End, SEATS, Spec, WinCheck};
use crate::table::{Layouts, Move, Tiles};
use game::rng::Rng;

/// A rule set with its tables.
#[derive(Clone, Debug)]
pub struct Rules<T> {
    /// The numbers.
    pub spec: Spec,
    /// The layout.
    pub table: T,
    /// The tiles.
    pub tiles: Tiles,
}

/// The end of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat played its last tile (in pairs, after its partner).
    Out(usize),
    /// The hand is blocked.
    Blocked,
    /// A side reached the target in the middle of the hand.
    Won,
}

/// An act of a seat, as all saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act<P> {
    /// A play; the layout before it, and the points it paid before any rule about passing the target.
    Play {
        /// Index of the tile.
        tile: u8,
        /// Key of the move.
        key: u16,
        /// The layout before.
        from: P,
    },
    /// Tiles drawn while this layout was open.
    Draw {
        /// Number of tiles.
        tiles: u8,
        /// The layout.
        at: P,
    },
    /// Could not play on this layout.
    Knock {
        /// The layout.
        at: P,
    },
}

/// A seat's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<P> {
    /// The seat.
    pub seat: u8,
    /// The act.
    pub act: Act<P>,
}

/// Tiles in drawing order, the next one last.
#[derive(Clone, Copy, Debug)]
pub struct Stock {
    tiles: [u8; 56],
    len: u8,
}

impl Stock {
    /// The tiles of `set` in the order of their index.
    #[must_use]
    pub fn new(set: u64) -> Self {
        let mut stock = Self { tiles: [0; 56], len: 0 };
        for tile in crate::table::bits(set).take(56) {
            stock.tiles[usize::from(stock.len)] = u8::try_from(tile).unwrap_or(0);
            stock.len += 1;
        }
        stock
    }

    /// Number of tiles.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Reports whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes a random tile: the order of an unseen boneyard is decided as late as possible.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<u8> {
        let n = self.len();
        let last = n.checked_sub(1)?;
        self.tiles.swap(rng.below(n), last);
        self.len -= 1;
        Some(self.tiles[last])
    }
}

/// A hand in play.
#[derive(Clone, Copy, Debug)]
pub struct Rollout<P> {
    /// Tiles held.
    pub hands: [u64; SEATS],
    /// The layout.
    pub pos: P,
    /// Seat whose turn it is.
    pub turn: usize,
    /// Scores by side, the hand's awards included.
    pub score: [i16; SEATS],
    /// The boneyard.
    pub stock: Stock,
    /// Seats in a row that could not play.
    pub passes: u8,
    /// The seat that led.
    pub leader: usize,
    /// The seat that played the last tile, the leader before the first.
    pub last: usize,
    /// Whether the last tile, not a double, fitted every open end.
    pub capicua: bool,
    /// Whether the first tile is the only one on the table.
    pub lead_only: bool,
    /// Whether a seat has passed in this game, as far as that matters.
    pub passed: bool,
    /// Points of the first pass that no side has taken: they go to the winner of the hand.
    pub below: i16,
    /// End of the hand, if it has ended.
    pub ended: Option<Ending>,
}

impl<P: Copy> Rollout<P> {
    /// Seat to act after `seat`.
    fn after(spec: &Spec, seat: usize) -> usize {
        if seat + 1 >= spec.seats { 0 } else { seat + 1 }
    }
}

/// Acts made for a seat before it can choose: forced draws and knocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// The seat to move has at least one move, after drawing this many tiles.
    Choose {
        /// Tiles drawn.
        drew: u8,
    },
    /// The seat drew this many tiles and must pass.
    Pass {
        /// Tiles drawn.
        drew: u8,
    },
}

impl<T: Layouts> Rules<T> {
    /// The rules with this table.
    #[must_use]
    pub fn new(spec: Spec, table: T) -> Self {
        Self { spec, table, tiles: Tiles::new(spec.max_pip) }
    }

    /// A hand about to begin.
    #[must_use]
    pub fn begin(&self, hands: [u64; SEATS], leader: usize, score: [i16; SEATS]) -> Rollout<T::Pos> {
        let dealt = hands.iter().fold(0, |all, hand| all | hand);
        let stock = if self.spec.draw == Draw::Never { 0 } else { self.spec.full() & !dealt };
        Rollout {
            hands,
            pos: self.table.start(),
            turn: leader,
            score,
            stock: Stock::new(stock),
            passes: 0,
            leader,
            last: leader,
            capicua: false,
            lead_only: false,
            passed: self.spec.below > 0,
            below: self.spec.below,
            ended: None,
        }
    }

    /// Reports whether no player can go, and nothing can be drawn.
    #[must_use]
    pub fn is_dead(&self, rollout: &Rollout<T::Pos>) -> bool {
        let all = rollout.hands.iter().fold(0, |all, hand| all | hand);
        all & self.table.playable(rollout.pos) == 0 && rollout.stock.len() <= self.spec.reserve
    }

    /// Draws for the seat to move if it must.
    pub fn ready(&self, rollout: &mut Rollout<T::Pos>, rng: &mut Rng) -> Ready {
        let playable = self.table.playable(rollout.pos);
        let mut drew = 0;
        while rollout.hands[rollout.turn] & playable == 0 {
            if self.spec.draw == Draw::Never || rollout.stock.len() <= self.spec.reserve {
                return Ready::Pass { drew };
            }
            let Some(tile) = rollout.stock.draw(rng) else { return Ready::Pass { drew } };
            rollout.hands[rollout.turn] |= 1 << tile;
            drew += 1;
        }
        Ready::Choose { drew }
    }

    /// The moves of the seat to move, the lead rule included.
    pub fn choices(&self, rollout: &Rollout<T::Pos>, out: &mut Vec<Move<T::Pos>>) {
        self.choices_of(rollout.hands[rollout.turn], rollout.pos, out);
    }

    /// The moves of a hand on a layout.
    pub fn choices_of(&self, hand: u64, pos: T::Pos, out: &mut Vec<Move<T::Pos>>) {
        out.clear();
        let free = self.spec.heaviest_hand && hand & self.tiles.doubles == 0;
        let led = self.spec.lead_double && !free && pos == self.table.start();
        let hand = if led { self.lead_tile(hand) } else { hand };
        self.table.moves(hand, pos, out);
    }

    /// The only tile of `hand` that may be led: its highest double, else its heaviest tile.
    #[must_use]
    pub fn lead_tile(&self, hand: u64) -> u64 {
        let doubles = hand & self.tiles.doubles;
        if doubles != 0 {
            return 1 << (63 - doubles.leading_zeros());
        }
        let weight = |&i: &usize| (self.tiles.pips[i], self.tiles.halves[i].1);
        crate::table::bits(hand).max_by_key(weight).map_or(0, |i| 1 << i)
    }

    /// The seat that must lead where the deal decides it: who holds the highest double, or without doubles the heaviest tile.
    #[must_use]
    pub fn dealt_leader(&self, hands: &[u64; SEATS]) -> usize {
        let held = hands.iter().fold(0, |all, hand| all | hand);
        if self.spec.heaviest_hand && held & self.tiles.doubles == 0 {
            return (0..self.spec.seats).max_by_key(|&seat| self.tiles.sum(hands[seat])).unwrap_or(0);
        }
        let weight = |seat: &usize| {
            let tile = self.lead_tile(hands[*seat]);
            let i = tile.trailing_zeros() as usize;
            let double = tile & self.tiles.doubles != 0;
            (double, self.tiles.pips.get(i).copied().unwrap_or(-1), self.tiles.halves.get(i).map_or(0, |h| h.1))
        };
        (0..self.spec.seats).max_by_key(weight).unwrap_or(0)
    }

    /// Points of a play for the seat to move, the point for going out included, before the target is looked at.
    #[must_use]
    pub fn award(&self, rollout: &Rollout<T::Pos>, m: &Move<T::Pos>) -> i16 {
        let mut hands = rollout.hands;
        hands[rollout.turn] &= !(1 << m.tile);
        let out = self.spec.goes_out(&hands, rollout.turn);
        i16::from(m.points) + self.bonus(rollout, m.tile, out)
    }

    /// Points of a play beside those of the ends.
    fn bonus(&self, rollout: &Rollout<T::Pos>, tile: u8, out: bool) -> i16 {
        let spec = &self.spec;
        let skipped = usize::from(rollout.passes) + 1 >= spec.seats && rollout.passes > 0;
        let skip = if skipped { i16::from(spec.bonuses.skip_all) } else { 0 };
        if !out {
            return skip;
        }
        let halves = self.tiles.halves.get(usize::from(tile)).copied().unwrap_or((0, 1));
        skip + spec.last_tile(halves, self.joined(rollout))
    }

    /// The pips that the next tile can be joined to; none before the first.
    fn joined(&self, rollout: &Rollout<T::Pos>) -> u16 {
        if rollout.pos == self.table.start() { 0 } else { self.table.open(rollout.pos) }
    }

    /// Plays a move for the seat to move.
    pub fn play(&self, rollout: &mut Rollout<T::Pos>, m: &Move<T::Pos>) {
        let (spec, seat) = (&self.spec, rollout.turn);
        let side = spec.side(seat);
        rollout.hands[seat] &= !(1 << m.tile);
        let out = rollout.hands[seat] == 0 && spec.goes_out(&rollout.hands, seat);
        let points = i16::from(m.points) + self.bonus(rollout, m.tile, out);
        let halves = self.tiles.halves.get(usize::from(m.tile)).copied().unwrap_or((0, 1));
        rollout.capicua = out && Spec::is_capicua(halves, self.joined(rollout));
        let first = rollout.pos == self.table.start();
        rollout.lead_only = first;
        rollout.pos = m.next;
        rollout.passes = 0;
        rollout.last = seat;
        rollout.score[side] += spec.credit_play(rollout.score[side], points, first);
        if spec.wins_now(rollout.score[side]) {
            rollout.ended = Some(Ending::Won);
        } else if out {
            self.finish(rollout, Ending::Out(seat));
        } else {
            self.pass_turn(rollout);
        }
    }

    /// The seat to move cannot play.
    pub fn knock(&self, rollout: &mut Rollout<T::Pos>) {
        rollout.passes += 1;
        if rollout.lead_only && rollout.passes == 1 {
            let side = self.spec.side(rollout.last);
            let [double, single] = self.spec.bonuses.lead_skip;
            // One place to join, or two that are alike, is a double's.
            let points = if self.table.open(rollout.pos).count_ones() == 1 { double } else { single };
            rollout.score[side] += self.spec.credit(rollout.score[side], i16::from(points));
            if points > 0 && self.spec.wins_now(rollout.score[side]) {
                rollout.ended = Some(Ending::Won);
                return;
            }
        }
        if !std::mem::replace(&mut rollout.passed, true) {
            self.pay_first_pass(rollout);
        }
        if rollout.ended.is_none() {
            self.pass_turn(rollout);
        }
    }

    /// Pays the side that made the first pass of the game; where it has no points yet, they stay below.
    fn pay_first_pass(&self, rollout: &mut Rollout<T::Pos>) {
        let [points, _] = self.spec.first_pass;
        let score = &mut rollout.score[self.spec.side(rollout.last)];
        let award = if *score > 0 { self.spec.credit(*score, points) } else { 0 };
        *score += award;
        if award == 0 {
            rollout.below = points;
        } else if self.spec.wins_now(*score) {
            rollout.ended = Some(Ending::Won);
        }
    }

    fn pass_turn(&self, rollout: &mut Rollout<T::Pos>) {
        if self.is_dead(rollout) {
            self.finish(rollout, Ending::Blocked);
            return;
        }
        rollout.turn = Rollout::<T::Pos>::after(&self.spec, rollout.turn);
        // A player who is out while the hand continues is skipped.
        for _ in 0..self.spec.seats {
            if rollout.hands[rollout.turn] != 0 {
                break;
            }
            rollout.turn = Rollout::<T::Pos>::after(&self.spec, rollout.turn);
        }
    }

    fn finish(&self, rollout: &mut Rollout<T::Pos>, ending: Ending) {
        rollout.ended = Some(ending);
        let mut pips = [0; SEATS];
        let fixed = !matches!(self.spec.out, crate::spec::Out::Pips { .. }) && self.spec.hand_bonus == 0;
        let fixed = fixed && rollout.below == 0;
        if fixed && ending != Ending::Blocked {
            return;
        }
        for (sum, hand) in pips.iter_mut().zip(rollout.hands) {
            *sum = self.tiles.sum(hand);
        }
        let out = match ending {
            Ending::Out(seat) => Some(seat),
            Ending::Blocked | Ending::Won => None,
        };
        let end =
            End { out, capicua: rollout.capicua, leader: rollout.leader, last: rollout.last, below: rollout.below };
        for (score, award) in rollout.score.iter_mut().zip(self.spec.settle(&pips, end)) {
            *score += self.spec.credit(*score, award);
        }
    }

    /// Returns the side that has won the game at the end of a hand; `None` if the game continues. Where a tally lets
    /// several sides pass the target the highest wins, and equals play on.
    #[must_use]
    pub fn winner(&self, score: &[i16; SEATS]) -> Option<usize> {
        let sides = &score[..self.spec.sides()];
        let best = sides.iter().copied().max()?;
        if best < self.spec.target || sides.iter().filter(|&&s| s == best).count() > 1 {
            return None;
        }
        sides.iter().position(|&s| s == best)
    }

    /// The leader of the next hand, `None` where the deal decides.
    #[must_use]
    pub fn next_leader(&self, leader: usize) -> Option<usize> {
        match self.spec.next {
            crate::spec::NextLead::Rotate => Some((leader + 1) % self.spec.seats),
            crate::spec::NextLead::Dealt | crate::spec::NextLead::Open => None,
        }
    }

    /// Deals a hand to every seat.
    #[must_use]
    pub fn deal(&self, rng: &mut Rng) -> [u64; SEATS] {
        loop {
            let mut hands = [0; SEATS];
            let mut left = self.spec.full();
            for hand in hands.iter_mut().take(self.spec.seats) {
                *hand = subset(rng, left, self.spec.hand);
                left &= !*hand;
            }
            let all = hands.iter().fold(0, |all, hand| all | hand);
            // If the rules do not deal again without a double, the heaviest tile leads.
            if !self.spec.redeal || all & self.tiles.doubles != 0 {
                return hands;
            }
        }
    }
}

/// Reports whether a win is checked after every award. (The alternative waits for the end of the hand.)
#[must_use]
pub const fn at_once(spec: &Spec) -> bool {
    matches!(spec.check, WinCheck::AtOnce)
}

/// `n` tiles of `set`, every choice equally likely; the whole set if it holds fewer.
pub fn subset(rng: &mut Rng, set: u64, n: usize) -> u64 {
    let mut tiles = [0u8; 64];
    let mut len = 0;
    let mut left = set;
    while left != 0 {
        #[expect(clippy::cast_possible_truncation, reason = "a bit number")]
        {
            tiles[len] = left.trailing_zeros() as u8;
        }
        len += 1;
        left &= left - 1;
    }
    let mut out = 0;
    for i in 0..n.min(len) {
        let j = i + rng.below(len - i);
        tiles.swap(i, j);
        out |= 1 << tiles[i];
    }
    out
}
