//! Layouts that are one line of two ends.

use super::{Layouts, Move, PlaceKind, Tiles, bits};
use crate::spec::Pay;

/// The open ends of a layout that is one line: one small number for every unordered pair of ends.
#[derive(Clone, Debug)]
pub struct Line {
    tiles: usize,
    start: u8,
    /// Next ends and points by ends, side and tile.
    next: Vec<(u8, u8)>,
    side: Vec<[u64; 2]>,
    any: Vec<u64>,
    open: Vec<u16>,
    count: Vec<u16>,
    /// The first and the second end, the second `None` where the layout is empty or a lone double.
    ends: Vec<[Option<LineEnd>; 2]>,
    /// For each ends the scores that are possible, falling, with the tiles that make them or better.
    levels: Vec<Vec<(u8, u64)>>,
}

/// One end: its pip and whether it is a double.
type LineEnd = (u8, bool);

impl Line {
    /// The table of a set and a way of scoring.
    #[must_use]
    pub fn new(max_pip: u8, pay: Pay) -> Self {
        let tiles = Tiles::new(max_pip);
        let kinds = 2 * (max_pip + 1);
        let end = |kind: u8| (kind % (max_pip + 1), kind > max_pip);
        let mut shapes: Vec<Vec<LineEnd>> = Vec::new();
        for b in 0..kinds {
            for a in 0..=b {
                shapes.push(vec![end(a), end(b)]);
            }
        }
        shapes.extend((0..=max_pip).map(|pip| vec![(pip, true)]));
        shapes.push(Vec::new());
        let start = u8::try_from(shapes.len() - 1).unwrap_or(u8::MAX);
        let id = |ends: &[LineEnd]| {
            let place = shapes
                .iter()
                .position(|s| s == ends || (s.len() == 2 && ends.len() == 2 && s[0] == ends[1] && s[1] == ends[0]));
            place.and_then(|p| u8::try_from(p).ok()).unwrap_or(u8::MAX)
        };
        let value = |&(pip, double): &LineEnd| u16::from(pip) * if double { 2 } else { 1 };
        let n = tiles.halves.len();
        let mut line = Self {
            tiles: n,
            start,
            next: vec![(u8::MAX, 0); shapes.len() * 2 * n],
            side: vec![[0; 2]; shapes.len()],
            any: vec![0; shapes.len()],
            open: vec![0; shapes.len()],
            count: shapes.iter().map(|s| s.iter().map(value).sum()).collect(),
            ends: shapes.iter().map(|s| [s.first().copied(), s.get(1).copied()]).collect(),
            levels: Vec::new(),
        };
        for (from, shape) in shapes.iter().enumerate() {
            line.open[from] = shape.iter().fold(0, |all, end| all | 1 << end.0);
            for (tile, &(low, high)) in tiles.halves.iter().enumerate() {
                for (side, after) in after_play(shape, low, high).into_iter().enumerate() {
                    let Some(after) = after else { continue };
                    let to = id(&after);
                    let points =
                        if pay == Pay::Headers { headers(&after) } else { pay.points(line.count[usize::from(to)]) };
                    line.next[(from * 2 + side) * n + tile] = (to, points);
                    line.side[from][side] |= 1 << tile;
                }
            }
            line.any[from] = line.side[from][0] | line.side[from][1];
        }
        line.levels = (0..shapes.len()).map(|from| line.levels_of(from)).collect();
        line
    }

    fn levels_of(&self, from: usize) -> Vec<(u8, u64)> {
        let mut best = vec![0u8; self.tiles];
        for side in 0..2 {
            for tile in bits(self.side[from][side]) {
                best[tile] = best[tile].max(self.step(from, side, tile).1);
            }
        }
        let mut scores = best.clone();
        scores.sort_unstable();
        scores.dedup();
        let at_least = |p: u8| (0..self.tiles).filter(|&t| best[t] >= p).fold(0, |all, t| all | 1 << t);
        scores.into_iter().rev().filter(|&p| p > 0).map(|p| (p, at_least(p))).collect()
    }

    fn step(&self, from: usize, side: usize, tile: usize) -> (u8, u8) {
        self.next[(from * 2 + side) * self.tiles + tile]
    }

    /// Returns the tiles that go on the first and on the second end; the second is empty if it would only repeat the
    /// first.
    #[must_use]
    pub fn sides(&self, pos: u8) -> [u64; 2] {
        self.side[usize::from(pos)]
    }

    /// Number of different ends, the empty layout included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.any.len()
    }

    /// Always `false`: the table is never empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.any.is_empty()
    }

    /// Ends and points after playing `tile` on one of the two sides it fits.
    #[must_use]
    pub fn play(&self, pos: u8, side: usize, tile: usize) -> (u8, u8) {
        self.step(usize::from(pos), side, tile)
    }
}

/// Returns the payment for two ends alike, where the rules pay it: a lone double is both ends of its line.
fn headers(shape: &[LineEnd]) -> u8 {
    match *shape {
        [_] => 2,
        [a, b] if a.0 == b.0 => 2 + u8::from(a.1 || b.1),
        _ => 0,
    }
}

/// The ends after a tile is joined to the first and to the second end.
fn after_play(shape: &[LineEnd], low: u8, high: u8) -> [Option<Vec<LineEnd>>; 2] {
    let outer = |pip: u8| match pip {
        _ if low == high && pip == low => Some((low, true)),
        _ if pip == low => Some((high, false)),
        _ if pip == high => Some((low, false)),
        _ => None,
    };
    match *shape {
        [] if low == high => [Some(vec![(low, true)]), None],
        [] => [Some(vec![(low, false), (high, false)]), None],
        [lone] if low != high => [outer(lone.0).map(|end| vec![lone, end]), None],
        [a, b] => {
            let first = outer(a.0).map(|end| vec![end, b]);
            let second = if a == b { None } else { outer(b.0).map(|end| vec![end, a]) };
            [first, second]
        }
        _ => [None, None],
    }
}

impl Layouts for Line {
    type Pos = u8;

    fn start(&self) -> u8 {
        self.start
    }

    fn playable(&self, pos: u8) -> u64 {
        self.any[usize::from(pos)]
    }

    fn moves(&self, hand: u64, pos: u8, out: &mut Vec<Move<u8>>) {
        let from = usize::from(pos);
        for side in 0..2 {
            let row = &self.next[(from * 2 + side) * self.tiles..][..self.tiles];
            let mut left = hand & self.side[from][side];
            while left != 0 {
                let tile = left.trailing_zeros() as usize;
                left &= left - 1;
                let (next, points) = row[tile];
                #[expect(clippy::cast_possible_truncation, reason = "at most 55 tiles")]
                out.push(Move { tile: tile as u8, points, key: tile as u16 | u16::from(next) << 6, next });
            }
        }
    }

    fn count(&self, pos: u8) -> u16 {
        self.count[usize::from(pos)]
    }

    fn follow(&self, pos: u8, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Option<Move<u8>> {
        let from = usize::from(pos);
        let end = (pip, place == PlaceKind::Side);
        let fits = |side: &usize| {
            let there = if place == PlaceKind::First { pos == self.start } else { self.ends[from][*side] == Some(end) };
            there && self.side[from][*side] >> tile & 1 == 1
        };
        let side = (0..2).find(fits).filter(|_| !inline)?;
        let (next, points) = self.step(from, side, usize::from(tile));
        Some(Move { tile, points, key: u16::from(tile) | u16::from(next) << 6, next })
    }

    fn slots(&self) -> usize {
        self.len()
    }

    fn slot(&self, pos: u8) -> Option<usize> {
        Some(usize::from(pos))
    }

    fn open(&self, pos: u8) -> u16 {
        self.open[usize::from(pos)]
    }

    fn replies(&self, among: u64, pos: u8, mut f: impl FnMut(u8, u32)) {
        for &(points, tiles) in &self.levels[usize::from(pos)] {
            let n = (tiles & among).count_ones();
            if n > 0 {
                f(points, n);
            }
        }
    }
}
