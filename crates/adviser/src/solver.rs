//! Computes the exact value of a hand with all tiles known (double dummy), for one line of double-six tiles without
//! drawing: two players, or two pairs. Values are our points less the other side's, to the end of the hand.
//!
//! Alpha-beta with a table whose key is the literal state, so that no two states are ever taken for one another.

use crate::rollout::Rules;
use crate::spec::{Draw, SEATS};
use crate::table::{Layouts as _, Line, Move};

const TILES: usize = 28;
const ENDS: usize = 128;
/// Beyond any difference of points in one hand.
const INF: i32 = 120;
/// Most moves of a hand: nine tiles on two ends, doubled.
const MOVES: usize = 32;

#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    tile: u8,
    next: u8,
    points: u8,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    low: i8,
    high: i8,
    tile: u8,
    next: u8,
}

const VACANT: Entry = Entry { key: u64::MAX, low: 0, high: 0, tile: u8::MAX, next: 0 };

/// The solver with its tables and its memory.
#[derive(Clone, Debug)]
pub struct Solver {
    any: [u32; ENDS],
    side: [[u32; ENDS]; 2],
    next: Vec<[[(u8, u8); TILES]; 2]>,
    out_points: i32,
    out_ends: bool,
    seats: usize,
    table: Vec<Entry>,
    mask: u64,
    /// The hands of the pair game as they were dealt; what remains of them is the state.
    dealt: [u32; SEATS],
    /// Positions looked at since the solver was made.
    pub nodes: u64,
}

impl Solver {
    /// A solver for these rules, `None` if they are not one line of double-six tiles without drawing for two sides.
    #[must_use]
    pub fn new(rules: &Rules<Line>) -> Option<Self> {
        let spec = &rules.spec;
        if spec.max_pip != 6 || spec.draw != Draw::Never || spec.sides() != 2 || spec.lead_double {
            return None;
        }
        if !matches!(spec.out, crate::spec::Out::Points(_)) || spec.blocked != crate::spec::Blocked::Nothing {
            return None;
        }
        let line = &rules.table;
        let mut any = [0; ENDS];
        let mut side = [[0; ENDS]; 2];
        let mut next = vec![[[(0, 0); TILES]; 2]; line.len()];
        let low = |set: u64| u32::try_from(set).unwrap_or(0);
        for pos in 0..u8::try_from(line.len()).unwrap_or(u8::MAX) {
            let p = usize::from(pos);
            any[p] = low(line.playable(pos));
            for s in 0..2 {
                side[s][p] = low(line.sides(pos)[s]);
                for tile in crate::table::bits(line.sides(pos)[s]) {
                    next[p][s][tile] = line.play(pos, s, tile);
                }
            }
        }
        // A hand has some thousand positions with two players and some ten thousand in pairs.
        let bits = if spec.seats == 4 { 15 } else { 12 };
        Some(Self {
            any,
            side,
            next,
            out_points: i32::from(spec.out_points()),
            out_ends: spec.out_ends,
            seats: spec.seats,
            table: vec![VACANT; 1 << bits],
            mask: (1 << bits) - 1,
            dealt: [0; SEATS],
            nodes: 0,
        })
    }

    /// Forgets everything solved before. Never needed for right answers, only for fair timings.
    pub fn clear(&mut self) {
        self.table.fill(VACANT);
    }

    /// Exact value of the position for the side of the seat to move.
    pub fn value(&mut self, hands: &[u64; SEATS], turn: usize, pos: u8) -> i32 {
        let hands = self.load(hands);
        if self.seats == 2 {
            self.two(hands[turn & 1], hands[1 - (turn & 1)], pos, -INF, INF)
        } else {
            self.refine(hands.iter().fold(0, |all, hand| all | hand), turn, pos, 2)
        }
    }

    /// Exact value of each move for the side of the seat to move.
    pub fn values(&mut self, hands: &[u64; SEATS], turn: usize, moves: &[Move<u8>], out: &mut Vec<i32>) {
        let hands = self.load(hands);
        out.clear();
        let mut guess = 0;
        let all = hands.iter().fold(0, |all, hand| all | hand);
        for m in moves {
            let left = hands[turn] & !(1 << m.tile);
            let points = i32::from(m.points);
            out.push(if self.seats == 2 {
                if left == 0 && self.out_ends {
                    points + self.out_points
                } else {
                    points - self.two(hands[1 - turn], left, m.next, -INF, INF)
                }
            } else if left == 0 && self.out_ends && hands[(turn + 2) & 3] == 0 {
                points + self.out_points
            } else {
                guess = self.refine(all & !(1 << m.tile), (turn + 1) & 3, m.next, guess);
                points - guess
            });
        }
    }

    fn load(&mut self, hands: &[u64; SEATS]) -> [u32; SEATS] {
        let hands = hands.map(|hand| u32::try_from(hand).unwrap_or(0));
        if self.seats == 4 && hands != self.dealt {
            // The key of the pair game holds the remaining tiles only: another deal needs an empty table.
            self.dealt = hands;
            self.clear();
        }
        hands
    }

    fn plies(&self, hand: u32, pos: u8, out: &mut [Ply; MOVES]) -> usize {
        let p = usize::from(pos);
        let mut n = 0;
        for side in 0..2 {
            let row = &self.next[p][side];
            let mut left = hand & self.side[side][p];
            while left != 0 && n < MOVES {
                let tile = left.trailing_zeros() as usize;
                left &= left - 1;
                let (next, points) = row[tile];
                #[expect(clippy::cast_possible_truncation, reason = "28 tiles")]
                {
                    out[n] = Ply { tile: tile as u8, next, points };
                }
                n += 1;
            }
        }
        n
    }

    #[expect(clippy::cast_possible_truncation, reason = "the hash is cut to the table's size")]
    fn slot(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((hash ^ (hash >> 32)) & self.mask) as usize
    }

    /// Two players: value for the one to move, exact within `alpha..beta`.
    fn two(&mut self, me: u32, other: u32, pos: u8, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let p = usize::from(pos);
        if me & self.any[p] == 0 {
            return if other & self.any[p] == 0 { 0 } else { -self.two(other, me, pos, -beta, -alpha) };
        }
        let keep = me.count_ones() + other.count_ones() >= 4;
        let key = u64::from(me) | u64::from(other) << 28 | u64::from(pos) << 56;
        let slot = self.slot(key);
        let (mut low, mut high) = (-INF, INF);
        let mut hint = (u8::MAX, 0);
        if keep && self.table[slot].key == key {
            let entry = self.table[slot];
            (low, high) = (i32::from(entry.low), i32::from(entry.high));
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
            hint = (entry.tile, entry.next);
        }
        let mut plies = [Ply::default(); MOVES];
        let n = self.plies(me, pos, &mut plies);
        let mut order = [0i32; MOVES];
        if n > 1 {
            for (rank, ply) in order.iter_mut().zip(&plies[..n]) {
                let open = self.any[usize::from(ply.next)];
                *rank = i32::from(ply.points) * 16 - (other & open).count_ones().cast_signed() * 6
                    + (me & !(1 << ply.tile) & open).count_ones().cast_signed() * 2;
                if (ply.tile, ply.next) == hint {
                    *rank += 10_000;
                }
            }
        }
        let (floor, mut best, mut top) = (alpha, -INF, (u8::MAX, 0));
        for i in 0..n {
            let pick = (i + 1..n).fold(i, |b, k| if order[k] > order[b] { k } else { b });
            plies.swap(i, pick);
            order.swap(i, pick);
            let ply = plies[i];
            let left = me & !(1 << ply.tile);
            let points = i32::from(ply.points);
            let value = if left == 0 && self.out_ends {
                points + self.out_points
            } else {
                points - self.two(other, left, ply.next, points - beta, points - alpha)
            };
            if value > best {
                best = value;
                top = (ply.tile, ply.next);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        if keep {
            self.store(slot, key, (low, high), (floor, beta, best), top);
        }
        best
    }

    fn store(&mut self, slot: usize, key: u64, known: (i32, i32), found: (i32, i32, i32), top: (u8, u8)) {
        let (floor, beta, best) = found;
        let low = if best > floor { known.0.max(best) } else { known.0 };
        let high = if best < beta { known.1.min(best) } else { known.1 };
        #[expect(clippy::cast_possible_truncation, reason = "within 120 points")]
        {
            self.table[slot] = Entry { key, low: low as i8, high: high as i8, tile: top.0, next: top.1 };
        }
    }

    /// Pairs: the exact value by a sequence of searches with an empty window, from a guess.
    fn refine(&mut self, left: u32, turn: usize, pos: u8, guess: i32) -> i32 {
        let (mut low, mut high, mut g) = (-INF, INF, guess);
        while low < high {
            let beta = if g == low { g + 1 } else { g };
            g = self.four(left, turn, pos, beta - 1, beta);
            if g < beta { high = g } else { low = g }
        }
        g
    }

    /// Pairs: value for the side of the seat to move; `left` are the tiles still held by anybody.
    fn four(&mut self, left: u32, turn: usize, pos: u8, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let p = usize::from(pos);
        let playable = left & self.any[p];
        let me = self.dealt[turn] & left;
        if me & playable == 0 {
            return if playable == 0 { 0 } else { -self.four(left, (turn + 1) & 3, pos, -beta, -alpha) };
        }
        let keep = left.count_ones() >= 4;
        let key = u64::from(left) | u64::from(pos) << 28 | (turn as u64) << 35;
        let slot = self.slot(key);
        let (mut low, mut high) = (-INF, INF);
        let mut hint = (u8::MAX, 0);
        if keep && self.table[slot].key == key {
            let entry = self.table[slot];
            (low, high) = (i32::from(entry.low), i32::from(entry.high));
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
            hint = (entry.tile, entry.next);
        }
        let mut plies = [Ply::default(); MOVES];
        let n = self.plies(me, pos, &mut plies);
        let mut order = [0i32; MOVES];
        let other = self.dealt[(turn + 1) & 3] & left;
        if n > 1 {
            for (rank, ply) in order.iter_mut().zip(&plies[..n]) {
                let open = self.any[usize::from(ply.next)];
                *rank = i32::from(ply.points) * 16
                    - self.best_reply(other, ply.next) * 12
                    - (other & open).count_ones().cast_signed() * 3
                    + (me & !(1 << ply.tile) & open).count_ones().cast_signed() * 2;
                if (ply.tile, ply.next) == hint {
                    *rank += 10_000;
                }
            }
        }
        let (floor, mut best, mut top) = (alpha, -INF, (u8::MAX, 0));
        let partner_out = self.dealt[(turn + 2) & 3] & left == 0;
        for i in 0..n {
            let pick = (i + 1..n).fold(i, |b, k| if order[k] > order[b] { k } else { b });
            plies.swap(i, pick);
            order.swap(i, pick);
            let ply = plies[i];
            let rest = left & !(1 << ply.tile);
            let points = i32::from(ply.points);
            let value = if partner_out && me & rest == 0 && self.out_ends {
                points + self.out_points
            } else {
                points - self.four(rest, (turn + 1) & 3, ply.next, points - beta, points - alpha)
            };
            if value > best {
                best = value;
                top = (ply.tile, ply.next);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        if keep {
            self.store(slot, key, (low, high), (floor, beta, best), top);
        }
        best
    }

    /// The best points a hand can score on these ends.
    fn best_reply(&self, hand: u32, pos: u8) -> i32 {
        let p = usize::from(pos);
        let mut best = 0;
        for side in 0..2 {
            let mut left = hand & self.side[side][p];
            while left != 0 {
                let tile = left.trailing_zeros() as usize;
                left &= left - 1;
                best = best.max(self.next[p][side][tile].1);
            }
        }
        i32::from(best)
    }

    /// Computes the same value by trying every line of play, without a table, to check the solver.
    #[must_use]
    pub fn brute(&self, hands: &[u64; SEATS], turn: usize, pos: u8) -> i32 {
        let hands = hands.map(|hand| u32::try_from(hand).unwrap_or(0));
        self.exhaust(hands, turn, pos)
    }

    fn exhaust(&self, hands: [u32; SEATS], turn: usize, pos: u8) -> i32 {
        let p = usize::from(pos);
        if hands.iter().all(|hand| hand & self.any[p] == 0) {
            return 0;
        }
        let mut plies = [Ply::default(); MOVES];
        let n = self.plies(hands[turn], pos, &mut plies);
        let next = (turn + 1) % self.seats;
        if n == 0 {
            return -self.exhaust(hands, next, pos);
        }
        let mut best = -INF;
        for ply in &plies[..n] {
            let mut after = hands;
            after[turn] &= !(1 << ply.tile);
            let out = after[turn] == 0 && (self.seats == 2 || after[(turn + 2) & 3] == 0);
            let points = i32::from(ply.points);
            best = best.max(if out && self.out_ends {
                points + self.out_points
            } else {
                points - self.exhaust(after, next, ply.next)
            });
        }
        best
    }
}
