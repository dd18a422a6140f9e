//! What the search needs to know of a layout: which tiles go where, what they pay, what lies open afterwards.

use crate::spec::{Arms, Pay, Spec};
use game::tile::Tile;

/// One way to play one tile. Two places that leave the same ends are the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<P> {
    /// Index of the tile.
    pub tile: u8,
    /// Points the play pays before any rule about passing the target.
    pub points: u8,
    /// Name of the move: equal keys of one position are the same move.
    pub key: u16,
    /// The layout afterwards.
    pub next: P,
}

/// Every layout that rules allow, tabulated. `Pos` holds all that the future depends on.
pub trait Layouts {
    /// A layout, forgetful of everything that can no longer matter.
    type Pos: Copy + Eq + std::fmt::Debug;

    /// The empty layout.
    fn start(&self) -> Self::Pos;

    /// Tiles that can be played somewhere; all on the empty layout.
    fn playable(&self, pos: Self::Pos) -> u64;

    /// Appends every move of the tiles in `hand`, each once.
    fn moves(&self, hand: u64, pos: Self::Pos, out: &mut Vec<Move<Self::Pos>>);

    /// Sum of the counting ends.
    fn count(&self, pos: Self::Pos) -> u16;

    /// Number of different layouts where they are few enough to keep a table of, else 0.
    fn slots(&self) -> usize {
        0
    }

    /// The place of a layout in such a table.
    fn slot(&self, _pos: Self::Pos) -> Option<usize> {
        None
    }

    /// Pip values that can be joined, as bits; 0 on the empty layout.
    fn open(&self, pos: Self::Pos) -> u16;

    /// The move that joins `tile` to a place of this kind with this pip, `None` if there is no such place.
    fn follow(&self, pos: Self::Pos, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Option<Move<Self::Pos>>;

    /// For every number of points that some tile of `among` can score, that number and how many tiles score it or more,
    /// falling. `f(points, tiles)`.
    fn replies(&self, among: u64, pos: Self::Pos, f: impl FnMut(u8, u32));
}

/// Halves of all tiles up to a set's highest pip, and the tiles holding each pip.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// Lower and higher half of each tile.
    pub halves: Vec<(u8, u8)>,
    /// Tiles with a half of this value.
    pub with: Vec<u64>,
    /// All doubles.
    pub doubles: u64,
    /// Sum of the halves.
    pub pips: Vec<i16>,
}

impl Tiles {
    /// The tiles of the set with this highest pip, at most 9.
    #[must_use]
    pub fn new(max_pip: u8) -> Self {
        let n = usize::from(max_pip) + 1;
        let halves: Vec<(u8, u8)> = (0..n * (n + 1) / 2)
            .filter_map(Tile::from_index)
            .map(|tile| (tile.low().get(), tile.high().get()))
            .collect();
        let mut with = vec![0; n];
        let mut doubles = 0;
        for (i, &(low, high)) in halves.iter().enumerate() {
            with[usize::from(low)] |= 1 << i;
            with[usize::from(high)] |= 1 << i;
            if low == high {
                doubles |= 1 << i;
            }
        }
        let pips = halves.iter().map(|&(low, high)| i16::from(low + high)).collect();
        Self { halves, with, doubles, pips }
    }

    /// Tiles with a half among the pips of this bit set.
    #[must_use]
    pub fn touching(&self, pips: u16) -> u64 {
        self.with.iter().enumerate().filter(|&(pip, _)| pips >> pip & 1 == 1).fold(0, |all, (_, &with)| all | with)
    }

    /// Sum of the pips of a hand.
    #[must_use]
    pub fn sum(&self, hand: u64) -> i16 {
        bits(hand).map(|i| self.pips[i]).sum()
    }
}

/// The indices of the bits set, rising.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let i = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(i)
    })
}

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

/// One end: its pip and whether a double lies there.
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

    /// Tiles that go on the first and on the second end; the second is empty where it would only repeat the first.
    #[must_use]
    pub fn sides(&self, pos: u8) -> [u64; 2] {
        self.side[usize::from(pos)]
    }

    /// Number of different ends, the empty layout included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.any.len()
    }

    /// Is the table empty? Never.
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

/// What ends pay where two that are alike do: a lone double is both ends of its line.
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

/// A layout that may branch: how many ends of each kind lie open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Open halves of singles (and of doubles laid end to end) by pip, four bits each.
    singles: u64,
    /// Open ends of doubles that count nothing by pip, four bits each.
    arms: u64,
    /// Doubles with one free side, which count twice their pip.
    doubles: u16,
    /// A crosswise double lies alone.
    lone: bool,
    /// Pip of the first double where only that one may branch, 255 before it and in all other rules.
    spinner: u8,
    /// Sides of the first double that must be joined before any other place opens.
    cross: u8,
    /// Nothing lies on the table.
    empty: bool,
    count: u16,
    /// Pips of all open places: follows from the other fields, and is asked for at every turn.
    open: u16,
}

impl Ends {
    /// Corrects what is remembered of a pip whose places have changed.
    const fn reopen(&mut self, pip: u8) {
        let places = (self.singles | self.arms) >> (4 * pip) & 15 > 0 || self.doubles >> pip & 1 == 1;
        self.open = self.open & !(1 << pip) | (places as u16) << pip;
    }

    /// The pips of open places: only the first double's while its sides must be joined.
    const fn open(&self) -> u16 {
        if self.cross > 0 { 1 << self.spinner } else { self.open }
    }
}

/// The rules of a branching layout.
#[derive(Clone, Debug)]
pub struct Tree {
    tiles: Tiles,
    pay: Pay,
    arms: Arms,
    sniff: bool,
    exits: u8,
    inline: bool,
    /// Tiles with a half among these pips, by their bits.
    touching: Vec<u64>,
    /// Tiles with this pip (row) that score when the other half is added to a count of this remainder by fifteen: all
    /// ways of scoring go by threes and fives.
    scoring: Vec<[u64; 15]>,
}

/// Kinds of places where a tile can be joined, as they appear in a move's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum PlaceKind {
    /// The first tile of the layout.
    First = 0,
    /// The open half of a single, or the free end of a double laid end to end.
    Single = 1,
    /// The free side of a double.
    Side = 2,
    /// The end of a double.
    Arm = 3,
}

/// The name of a move on a branching layout.
#[must_use]
pub const fn tree_key(tile: u8, place: PlaceKind, pip: u8, inline: bool) -> u16 {
    tile as u16 | (place as u16) << 6 | (pip as u16) << 8 | (inline as u16) << 12
}

impl Tree {
    /// The table of a rule set.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let tiles = Tiles::new(spec.max_pip);
        let touching = (0..1 << tiles.with.len()).map(|pips| tiles.touching(pips)).collect();
        let scoring = (0..=spec.max_pip).map(|pip| scoring(&tiles, spec, pip)).collect();
        Self {
            tiles,
            pay: spec.pay,
            arms: spec.arms,
            sniff: spec.sniff,
            exits: spec.exits,
            inline: spec.inline,
            touching,
            scoring,
        }
    }

    /// The layout after `tile` is joined to a place with `pip`, laid end to end if `inline`.
    #[must_use]
    pub fn play(&self, pos: Ends, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Ends {
        let (low, high) = self.tiles.halves[usize::from(tile)];
        let mut next = pos;
        match place {
            PlaceKind::First => return self.first(low, high, inline),
            PlaceKind::Single => {
                next.singles -= 1 << (4 * pip);
                next.count -= self.counted(u16::from(pip));
            }
            PlaceKind::Side if pos.lone => next.lone = false,
            PlaceKind::Side => {
                next.doubles &= !(1 << pip);
                next.count -= self.counted(2 * u16::from(pip));
                if self.branches(pos, pip) {
                    next.arms += 2 << (4 * pip);
                    next.count += if self.sniff { self.counted(2 * u16::from(pip)) } else { 0 };
                }
            }
            PlaceKind::Arm => {
                next.arms -= 1 << (4 * pip);
                next.cross = pos.cross.saturating_sub(1);
                next.count -= if self.sniff { self.counted(u16::from(pip)) } else { 0 };
            }
        }
        let outer = low + high - pip;
        next.open |= 1 << outer;
        if low == high && !inline {
            next.count += self.counted(2 * u16::from(low));
            next.spinner = self.spinner(pos.spinner, low);
            if self.arms == Arms::AtOnce {
                // Nothing is paid in such games: a place is a place, and nothing is counted.
                next.singles += u64::from(self.exits) << (4 * low);
            } else if self.arms == Arms::Cross && pos.spinner == u8::MAX {
                next.arms += 3 << (4 * low);
                next.cross = 3;
            } else {
                next.doubles |= 1 << low;
            }
        } else {
            next.singles += 1 << (4 * outer);
            next.count += self.counted(u16::from(outer));
        }
        next.reopen(pip);
        next
    }

    /// What an end adds to the count: nothing where nothing is ever paid.
    fn counted(&self, pips: u16) -> u16 {
        if self.pay == Pay::Nothing { 0 } else { pips }
    }

    /// Do the ends of this double open once it is crossed?
    fn branches(&self, pos: Ends, pip: u8) -> bool {
        self.arms == Arms::AfterSides || self.arms == Arms::FirstDouble && pos.spinner == pip
    }

    /// The only double that may branch, once `pip` has been laid crosswise.
    fn spinner(&self, before: u8, pip: u8) -> u8 {
        if matches!(self.arms, Arms::FirstDouble | Arms::Cross) && before == u8::MAX { pip } else { before }
    }

    fn first(&self, low: u8, high: u8, inline: bool) -> Ends {
        let count = self.counted(u16::from(low) + u16::from(high));
        let bare = Ends { count, empty: false, open: 1 << low | 1 << high, ..self.start() };
        if low != high || inline {
            return Ends { singles: (1 << (4 * low)) + (1 << (4 * high)), ..bare };
        }
        let crosswise = Ends { spinner: self.spinner(u8::MAX, low), ..bare };
        if self.arms == Arms::AtOnce {
            Ends { singles: 4 << (4 * low), ..crosswise }
        } else if self.arms == Arms::Cross {
            Ends { arms: 4 << (4 * low), cross: 4, ..crosswise }
        } else {
            Ends { doubles: 1 << low, lone: true, ..crosswise }
        }
    }

    /// The kinds of places open at a pip.
    fn kinds(pos: Ends, pip: u8) -> [(PlaceKind, bool); 3] {
        if pos.cross > 0 {
            return [(PlaceKind::Single, false), (PlaceKind::Side, false), (PlaceKind::Arm, pip == pos.spinner)];
        }
        [
            (PlaceKind::Single, pos.singles >> (4 * pip) & 15 > 0),
            (PlaceKind::Side, pos.doubles >> pip & 1 == 1),
            (PlaceKind::Arm, pos.arms >> (4 * pip) & 15 > 0),
        ]
    }

    /// Calls `f` with every kind of open place and its pip.
    fn places(pos: Ends, mut f: impl FnMut(PlaceKind, u8)) {
        let mut open = pos.open();
        while open != 0 {
            let pip = open.trailing_zeros() as u8;
            open &= open - 1;
            for (place, there) in Self::kinds(pos, pip) {
                if there {
                    f(place, pip);
                }
            }
        }
    }

    fn push(&self, pos: Ends, tile: usize, place: PlaceKind, pip: u8, out: &mut Vec<Move<Ends>>) {
        let tile = u8::try_from(tile).unwrap_or(u8::MAX);
        let double = self.tiles.doubles >> tile & 1 == 1;
        for inline in [false, true].into_iter().take(if double && self.inline { 2 } else { 1 }) {
            let next = self.play(pos, tile, place, pip, inline);
            out.push(Move { tile, points: self.pay.points(next.count), key: tree_key(tile, place, pip, inline), next });
        }
    }
}

impl Layouts for Tree {
    type Pos = Ends;

    fn start(&self) -> Ends {
        Ends {
            singles: 0,
            arms: 0,
            doubles: 0,
            lone: false,
            spinner: u8::MAX,
            cross: 0,
            empty: true,
            count: 0,
            open: 0,
        }
    }

    fn playable(&self, pos: Ends) -> u64 {
        if pos.empty { u64::MAX } else { self.touching[usize::from(pos.open())] }
    }

    fn moves(&self, hand: u64, pos: Ends, out: &mut Vec<Move<Ends>>) {
        if pos.empty {
            for tile in bits(hand) {
                self.push(pos, tile, PlaceKind::First, 0, out);
            }
            return;
        }
        Self::places(pos, |place, pip| {
            for tile in bits(hand & self.tiles.with[usize::from(pip)]) {
                self.push(pos, tile, place, pip, out);
            }
        });
    }

    fn count(&self, pos: Ends) -> u16 {
        pos.count
    }

    fn follow(&self, pos: Ends, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Option<Move<Ends>> {
        let open = pip < 16 && Self::kinds(pos, pip).contains(&(place, true)) || place == PlaceKind::First && pos.empty;
        let halves = self.tiles.halves.get(usize::from(tile))?;
        let fits = place == PlaceKind::First || halves.0 == pip || halves.1 == pip;
        if !open || !fits || inline && !(self.inline && halves.0 == halves.1) {
            return None;
        }
        let next = self.play(pos, tile, place, pip, inline);
        Some(Move { tile, points: self.pay.points(next.count), key: tree_key(tile, place, pip, inline), next })
    }

    fn open(&self, pos: Ends) -> u16 {
        pos.open()
    }

    fn replies(&self, among: u64, pos: Ends, mut f: impl FnMut(u8, u32)) {
        if self.pay == Pay::Nothing {
            return;
        }
        // Tiles by what they can score, in steps of the points a five pays; 63 steps and more count as 63.
        let mut makers = [0u64; 64];
        let mut top = 0;
        let mut note = |count: u16, tile: usize| {
            let step = usize::from(self.pay.points(count) / self.pay.step()).min(63);
            makers[step] |= 1 << tile;
            top = top.max(step);
        };
        if pos.empty {
            for tile in bits(among) {
                note(self.tiles.pips[tile].unsigned_abs(), tile);
            }
        }
        Self::places(pos, |place, pip| {
            // What the joined place takes out of the count: the lone double stays in it.
            let gone = match place {
                PlaceKind::Single => u16::from(pip),
                PlaceKind::Side if !(pos.lone || self.sniff && self.branches(pos, pip)) => 2 * u16::from(pip),
                PlaceKind::Arm if self.sniff => u16::from(pip),
                PlaceKind::Side | PlaceKind::Arm | PlaceKind::First => 0,
            };
            let rest = pos.count - gone;
            for tile in bits(among & self.scoring[usize::from(pip)][usize::from(rest % 15)]) {
                let (low, high) = self.tiles.halves[tile];
                let outer = u16::from(low + high - pip);
                if low != high {
                    note(rest + outer, tile);
                    continue;
                }
                note(rest + 2 * outer, tile);
                if self.inline {
                    note(rest + outer, tile);
                }
            }
        });
        let (mut above, mut n) = (0, 0);
        for step in (1..=top).rev() {
            above |= makers[step];
            let more = above.count_ones();
            if more > n {
                n = more;
                #[expect(clippy::cast_possible_truncation, reason = "at most 63 steps")]
                f((step as u8).saturating_mul(self.pay.step()), n);
            }
        }
    }
}

/// Tiles with a pip that score when they join it, by what is left of the count without the joined place, modulo 15.
fn scoring(tiles: &Tiles, spec: &Spec, pip: u8) -> [u64; 15] {
    let mut out = [0; 15];
    for tile in bits(tiles.with[usize::from(pip)]) {
        let (low, high) = tiles.halves[tile];
        let outer = u16::from(low + high - pip);
        for (rest, row) in (15..30).zip(&mut out) {
            let crosswise = if low == high { 2 * outer } else { outer };
            let inline = spec.inline && spec.pay.points(rest + outer) > 0;
            if spec.pay.points(rest + crosswise) > 0 || inline {
                *row |= 1 << tile;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;

    fn tile(text: &str) -> usize {
        text.parse::<Tile>().unwrap().index()
    }

    #[test]
    fn a_line_counts_as_the_rule_sheet_says() {
        let line = Line::new(6, Pay::FivesAndThrees);
        assert_eq!(line.len(), 113);
        let mut pos = line.start();
        for (text, count, points) in [("6-6", 12, 4), ("6-3", 15, 8), ("3-3", 18, 6), ("3-0", 12, 4), ("0-0", 12, 4)] {
            let mut moves = Vec::new();
            line.moves(1 << tile(text), pos, &mut moves);
            let best = moves.iter().max_by_key(|m| m.points).unwrap();
            assert_eq!((line.count(best.next), best.points), (count, points), "{text}");
            pos = best.next;
        }
    }

    #[test]
    fn line_and_tree_agree_where_nothing_branches() {
        for spec in [Spec::pafos(false), Spec { max_pip: 9, pay: Pay::Fives, ..Spec::pafos(false) }] {
            let (line, tree) = (Line::new(spec.max_pip, spec.pay), Tree::new(&spec));
            let mut rng = Rng::new(5);
            for _ in 0..300 {
                // Without 0-0: an open blank and a blank double would look alike here.
                let (mut a, mut b, mut left) = (line.start(), tree.start(), spec.full() & !1);
                while left & line.playable(a) != 0 {
                    assert_eq!(left & line.playable(a), left & tree.playable(b));
                    assert_eq!((line.count(a), line.open(a)), (tree.count(b), tree.open(b)));
                    let (mut x, mut y) = (Vec::new(), Vec::new());
                    line.moves(left, a, &mut x);
                    tree.moves(left, b, &mut y);
                    let mut outcomes: Vec<_> = x.iter().map(|m| (m.tile, m.points, line.count(m.next))).collect();
                    let mut others: Vec<_> = y.iter().map(|m| (m.tile, m.points, tree.count(m.next))).collect();
                    outcomes.sort_unstable();
                    others.sort_unstable();
                    assert_eq!(outcomes, others, "{a} {b:?}");
                    check_replies(&line, a, left, &x);
                    check_replies(&tree, b, left, &y);
                    let m = rng.pick(&x).copied().unwrap();
                    let look = (m.tile, line.count(m.next), line.open(m.next));
                    let same = y.iter().find(|n| (n.tile, tree.count(n.next), tree.open(n.next)) == look);
                    (a, b) = (m.next, same.unwrap().next);
                    left &= !(1 << m.tile);
                }
            }
        }
    }

    fn check_replies<T: Layouts>(table: &T, pos: T::Pos, left: u64, moves: &[Move<T::Pos>]) {
        table.replies(left, pos, |points, tiles| {
            let makers: std::collections::BTreeSet<_> =
                moves.iter().filter(|m| m.points >= points).map(|m| m.tile).collect();
            assert_eq!(makers.len(), tiles as usize);
        });
    }
}
