//! A heap of tiles, in a line or not: the sum of their pips, and its confidence.

mod doubt;
mod fitted;
mod measures;

pub use doubt::HeapDoubt;
pub use measures::Measures;
pub(crate) use measures::Sign;

use super::sizes::{self, Size};
use super::{Part, PipLogs, Point, ReadTile, Reading, SeenTile, TileKind, sigmoid};
use crate::geometry::{self, Quad};
use game::tile::{Pip, Tile};
use measures::DOUBT;

/// A half is named when another value has at least this share of its probability.
const RIVAL: f64 = 0.05;
/// A tile is named when the log-odds that it is one are below this.
const FAINT: f32 = 0.5;
/// Log-odds from which something that was not taken for a tile may still be one: it is named.
const PERHAPS: f32 = -2.0;
/// Shared part of the smaller one's area above which tiles overlap, in part.
const OVER: f64 = 0.08;
/// Share of the smaller area above which two outlines are one tile, seen twice.
const SAME: f64 = 0.5;
/// Odds that tiles which could be joined are: in a heap tiles meet by chance, and then a tile's own face outweighs its
/// neighbours.
const NEIGHBOURS: f64 = 20.0;
/// Nearer to the picture's edge than this, in lengths of the tile, a tile may be cut off.
const EDGE: f64 = 0.02;
/// Part of each half that must be in the picture to be read.
const SHOWS: f64 = 0.75;
/// Share of the others' area below which a tile under others is not of their size.
const SHRUNK: f64 = 0.7;
/// Log-odds from which a face counts where the finding network saw none.
const LATE: f32 = 0.0;
/// Confidence that a picture in which nothing was found has no tile: people who count have one.
const NOTHING: f64 = 0.5;
/// Tiles shorter than this part of the picture's long side are small: 45 pixels of 1280.
const SMALL: f64 = 0.035;

/// The tiles of a heap.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heap {
    /// Counted tiles in their given order; corners in the picture. A tile may be there several times.
    pub tiles: Vec<ReadTile>,
    /// Probability that the sum is exact; `0.0..=1.0`.
    pub confidence: f64,
    /// Doubts for a person to check, most serious first.
    pub doubts: Vec<HeapDoubt>,
    /// What [`Self::confidence`] follows from.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub measures: Measures,
}

impl Heap {
    /// From this confidence on a sum is called certain.
    pub const SURE: f64 = fitted::SURE;

    /// The heap `seen` in a picture of this size and put together as `reading`: all tiles together decide which places
    /// are tiles, and a tile outside every line is read on its own, since sets may be mixed.
    ///
    /// What joins a tile to others is heard, with no more weight than in a heap it has.
    ///
    /// `faces` are tiles that were found besides, where the reading has none: the confident ones count. What was found
    /// but `faint`ly does not.
    #[must_use]
    pub fn of(
        seen: &[SeenTile],
        reading: &Reading,
        (faces, faint): (&[SeenTile], &[SeenTile]),
        (width, height): (u32, u32),
    ) -> Self {
        let mut heap = Self { tiles: Vec::new(), confidence: 1.0, doubts: Vec::new(), measures: Measures::default() };
        let counts = |tile: &&ReadTile| matches!(tile.part, Part::Line | Part::Loose) && tile.pips.is_some();
        let (right, bottom) = (f64::from(width), f64::from(height));
        let picture = [(0.0, bottom), (right, bottom), (right, 0.0), (0.0, 0.0)].map(|(x, y)| Point { x, y });
        let whole = |tile: &Quad| both_halves(tile).iter().all(|half| geometry::share(half, &picture) >= SHOWS);
        let sizes = sizes::compared(seen, width, height);
        let mut aside: Vec<Quad> = Vec::new();
        for tile in reading.tiles.iter().filter(counts) {
            // A tile inferred only from its neighbours is not counted: in a heap there need be nothing between two
            // tiles.
            match tile.seen.map(|i| (&seen[i], sizes[i])) {
                Some((own, size)) if size != Size::Foreign && whole(&tile.corners) => {
                    heap.count(tile, own);
                    if size != Size::Usual {
                        heap.smaller_or_larger(heap.tiles.len() - 1);
                    }
                }
                _ => aside.push(tile.corners.map(|at| Point { x: at.x.clamp(0.0, right), y: at.y.clamp(0.0, bottom) })),
            }
        }
        for face in faces.iter().filter(|face| face.logit > LATE && whole(&face.corners)) {
            let (a, b) = (likeliest(&shares(&face.a), None), likeliest(&shares(&face.b), None));
            let tile = ReadTile {
                pips: Some([a.0, b.0]),
                part: Part::Loose,
                confidence: a.1 * b.1,
                seen: None,
                corners: face.corners,
            };
            heap.count(&tile, face);
        }
        heap.lying_over();
        heap.at_the_edge(right, bottom);
        heap.left_out(aside, seen, reading, (faces, faint));
        heap.smaller_below();
        heap.too_small(f64::from(width.max(height)));
        heap.weighed()
    }

    /// Returns the heap with the confidence that follows from all that was measured by now.
    #[must_use]
    pub(crate) fn weighed(mut self) -> Self {
        // What a person is asked to check is not certain.
        let asked = |doubt: &HeapDoubt| !matches!(doubt, HeapDoubt::FaceDown { .. });
        let most = match self.doubts.iter().any(asked) {
            _ if self.tiles.is_empty() => NOTHING,
            true => Self::SURE.next_down(),
            false => 1.0,
        };
        self.confidence = self.measures.confidence().min(most);
        self
    }

    /// Returns the heap for the picture rotated by half a turn, of this size.
    #[must_use]
    pub fn turned(mut self, width: u32, height: u32) -> Self {
        let (right, bottom) = (f64::from(width), f64::from(height));
        let turn = |at: &mut Point| *at = Point { x: right - at.x, y: bottom - at.y };
        self.tiles.iter_mut().flat_map(|tile| &mut tile.corners).for_each(turn);
        let places = self.doubts.iter_mut().filter_map(|doubt| match doubt {
            HeapDoubt::NotRead { at } => Some(at),
            _ => None,
        });
        places.for_each(turn);
        self
    }

    /// Compares with another look at the same picture and its unread places: if they differ, the sum is uncertain, with
    /// a reason.
    pub fn compare(&mut self, other: &Self) {
        for doubt in &other.doubts {
            if let HeapDoubt::NotRead { at } = doubt {
                self.glimpse(*at);
            }
        }
        let met = |tile: &ReadTile, tiles: &[ReadTile]| {
            tiles.iter().position(|that| geometry::share(&tile.corners, &that.corners) > SAME)
        };
        // What the other look had in its place, for each tile that it had otherwise.
        let otherwise = self.tiles.iter().enumerate().filter_map(|(at, tile)| {
            let seen = met(tile, &other.tiles).map(|i| other.tiles[i].tile());
            (seen != Some(tile.tile())).then(|| (at, tile.tile().zip(seen.flatten())))
        });
        let otherwise: Vec<(usize, Option<(Tile, Tile)>)> = otherwise.collect();
        let missed = other.tiles.iter().filter(|tile| met(tile, &self.tiles).is_none());
        let missed: Vec<HeapDoubt> =
            missed.map(|tile| HeapDoubt::NotRead { at: geometry::mean(&tile.corners) }).collect();
        self.measures.compare(&other.measures, otherwise.len() + missed.len());
        for (tile, pips) in otherwise {
            match pips {
                Some((taken, other)) => self.doubts.push(HeapDoubt::Pips { tile, taken, other }),
                None => self.doubt(tile),
            }
        }
        self.doubts.extend(missed);
    }

    /// The pips of all tiles, `0-0` being worth `double_blank`.
    #[must_use]
    pub fn sum(&self, double_blank: u32) -> u32 {
        let worth = |tile: Tile| if tile.pips() == 0 { double_blank } else { u32::from(tile.pips()) };
        self.tiles.iter().filter_map(ReadTile::tile).map(worth).sum()
    }

    /// Confidence of the sum if `0-0` is worth `double_blank`: then tiles face down that look like one would count too.
    #[must_use]
    pub fn sureness(confidence: f64, doubts: &[HeapDoubt], double_blank: u32) -> f64 {
        let backs = doubts.iter().any(|doubt| matches!(doubt, HeapDoubt::FaceDown { .. }));
        if backs && double_blank > 0 { confidence * fitted::BACKS } else { confidence }
    }

    /// Takes a sign about this tile, of a strength that makes it a doubt from 1 on.
    pub(crate) fn sign(&mut self, tile: usize, sign: Sign, strength: f64) {
        let doubted = self.measures.add(sign, strength);
        let Some(taken) = self.tiles[tile].tile().filter(|_| doubted) else { return };
        match sign {
            Sign::Covered => self.doubts.push(HeapDoubt::Covered { tile, taken }),
            Sign::LongRows => self.doubts.push(HeapDoubt::LargerSet { tile, taken }),
            Sign::Spot => self.doubts.extend(self.one_more(tile).map(|other| HeapDoubt::Pips { tile, taken, other })),
            _ => self.doubt(tile),
        }
    }

    /// Takes how faint the clearest pips are: from 1 on others may not show at all.
    pub(crate) fn faint(&mut self, strength: f64) {
        if self.measures.add(Sign::Faint, strength) {
            self.doubts.push(HeapDoubt::Faint);
        }
    }

    /// This tile with a pip on a half that was taken for blank.
    fn one_more(&self, tile: usize) -> Option<Tile> {
        match self.tiles[tile].pips? {
            [Pip::BLANK, b] => Some(Tile::new(Pip::new(1)?, b)),
            [a, _] => Some(Tile::new(a, Pip::new(1)?)),
        }
    }

    /// Adds the doubt that a counted thing is not a tile, once.
    fn doubt(&mut self, tile: usize) {
        let named = |doubt: &HeapDoubt| matches!(doubt, HeapDoubt::NoTile { tile: other, .. } if *other == tile);
        if let Some(taken) = self.tiles[tile].tile().filter(|_| !self.doubts.iter().any(named)) {
            self.doubts.push(HeapDoubt::NoTile { tile, taken });
        }
    }

    /// Notes something here that shows too little to be read.
    pub(crate) fn not_read(&mut self, at: Point) {
        self.doubts.push(HeapDoubt::NotRead { at });
        self.measures.add(Sign::Unread, DOUBT);
    }

    /// Notes a part of a possible tile here, unless something near is noted already.
    pub(crate) fn glimpse(&mut self, at: Point) {
        let length = self.usual_length().unwrap_or(0.0);
        let said =
            |doubt: &HeapDoubt| matches!(doubt, HeapDoubt::NotRead { at: other } if at.distance(*other) < length);
        if !self.doubts.iter().any(said) {
            self.not_read(at);
        }
    }

    fn count(&mut self, tile: &ReadTile, seen: &SeenTile) {
        let at = self.tiles.len();
        let mut own = tile.clone();
        let mut halves = [shares(&seen.a), shares(&seen.b)];
        if seen.corners[0] == tile.corners[2] {
            halves.reverse();
        }
        let by_itself = halves.map(|half| likeliest(&half, None).0);
        let real = sigmoid(f64::from(seen.logit));
        let share = |pips: [Pip; 2]| halves[0][usize::from(pips[0].get())] * halves[1][usize::from(pips[1].get())];
        let as_joined = tile.pips.filter(|_| tile.part == Part::Line);
        let changed = as_joined.filter(|&joined| joined != by_itself);
        let (pips, stated) = match (changed, as_joined) {
            (Some(joined), _) => {
                let (by_neighbours, alone) = (NEIGHBOURS * share(joined), share(by_itself));
                let likelier = if by_neighbours > alone { joined } else { by_itself };
                (likelier, real * by_neighbours.max(alone) / (by_neighbours + alone))
            }
            (None, Some(_)) => (by_itself, tile.confidence.max(real * share(by_itself))),
            (None, None) => (by_itself, real * share(by_itself)),
        };
        own.pips = Some(pips);
        own.confidence = self.measures.count(stated);
        let taken = Tile::new(pips[0], pips[1]);
        let others = [0, 1].map(|half| likeliest(&halves[half], Some(pips[half])));
        let rejected = changed.map(|joined| if pips == joined { by_itself } else { joined });
        if let Some([a, b]) = rejected {
            self.doubts.push(HeapDoubt::Pips { tile: at, taken, other: Tile::new(a, b) });
        } else if others[0].1.max(others[1].1) > RIVAL {
            let [first, second] = others;
            let other = if first.1 >= second.1 { [first.0, pips[1]] } else { [pips[0], second.0] };
            self.doubts.push(HeapDoubt::Pips { tile: at, taken, other: Tile::new(other[0], other[1]) });
        }
        if seen.logit < FAINT {
            self.doubts.push(HeapDoubt::NoTile { tile: at, taken });
        }
        self.tiles.push(own);
    }

    fn lying_over(&mut self) {
        let tiles: Vec<(Quad, Tile)> = self.tiles.iter().filter_map(|t| Some((t.corners, t.tile()?))).collect();
        for (i, (first, upper)) in tiles.iter().enumerate() {
            for (j, (second, lower)) in tiles.iter().enumerate().skip(i + 1) {
                if self.measures.add(Sign::Over, geometry::share(first, second) / OVER) {
                    self.doubts.push(HeapDoubt::Over { tiles: [i, j], taken: [*upper, *lower] });
                }
            }
        }
    }

    fn at_the_edge(&mut self, width: f64, height: f64) {
        for (i, tile) in self.tiles.iter().enumerate() {
            let [a_right, b_right, ..] = tile.corners;
            let near = EDGE * a_right.distance(b_right);
            let beyond = |p: &Point| p.x < near || p.y < near || p.x > width - near || p.y > height - near;
            if let Some(taken) = tile.tile().filter(|_| tile.corners.iter().any(beyond)) {
                self.doubts.push(HeapDoubt::Edge { tile: i, taken });
                self.measures.add(Sign::Edge, DOUBT);
            }
        }
    }

    /// A table comes nearer the lower it is in the picture: a tile smaller than most of those above it may be printed.
    fn smaller_below(&mut self) {
        let tiles = self.tiles.iter().map(|tile| (geometry::mean(&tile.corners).y, geometry::area(&tile.corners)));
        let tiles: Vec<(f64, f64)> = tiles.collect();
        for (tile, (y, area)) in tiles.iter().enumerate() {
            let above = tiles.iter().filter(|(other, _)| other + area.sqrt() < *y);
            let above: Vec<f64> = above.map(|(_, area)| *area).collect();
            let larger = above.iter().filter(|other| area / **other < SHRUNK).count();
            if above.len() >= 2 && larger * 2 > above.len() {
                self.smaller_or_larger(tile);
            }
        }
    }

    /// Marks a tile that is not of the others' size, as a print may not be.
    fn smaller_or_larger(&mut self, tile: usize) {
        self.measures.add(Sign::Unlike, DOUBT);
        self.doubt(tile);
    }

    /// Returns the median length of its tiles.
    pub(crate) fn usual_length(&self) -> Option<f64> {
        let mut lengths: Vec<f64> = self.tiles.iter().map(|tile| tile.corners[0].distance(tile.corners[1])).collect();
        geometry::median(&mut lengths)
    }

    /// Of tiles that are small in the picture others like them may not have been found at all.
    fn too_small(&mut self, side: f64) {
        if self.usual_length().is_some_and(|length| self.measures.add(Sign::Small, SMALL * side / length)) {
            self.doubts.push(HeapDoubt::Small);
        }
    }

    /// Returns what may be tiles and was not counted.
    fn left_out(
        &mut self,
        aside: Vec<Quad>,
        seen: &[SeenTile],
        reading: &Reading,
        (faces, faint): (&[SeenTile], &[SeenTile]),
    ) {
        let mut named: Vec<Quad> = self.tiles.iter().map(|tile| tile.corners).collect();
        let unreadable = reading.tiles.iter().filter(|tile| tile.part == Part::Unreadable).map(|tile| tile.corners);
        let compared = |from: f32| {
            move |tile: &SeenTile| (tile.corners, sigmoid(f64::from(tile.logit)) / sigmoid(f64::from(from)))
        };
        let others = seen.iter().chain(faces).filter(|tile| tile.kind == TileKind::Up).map(compared(PERHAPS));
        let others = others.chain(faint.iter().map(compared(LATE)));
        let certain = aside.into_iter().chain(unreadable).map(|outline| (outline, f64::INFINITY));
        for (outline, strength) in certain.chain(others) {
            if named.iter().any(|other| geometry::share(other, &outline) > SAME) {
                continue;
            }
            if strength >= DOUBT {
                named.push(outline);
                self.not_read(geometry::mean(&outline));
            } else {
                self.measures.add(Sign::Unread, strength);
            }
        }
        let backs = reading.tiles.iter().filter(|tile| tile.part == Part::FaceDown).count();
        if backs > 0 {
            self.doubts.push(HeapDoubt::FaceDown { tiles: backs });
            for _ in 0..backs {
                self.measures.add(Sign::FaceDown, DOUBT);
            }
        }
    }
}

/// Returns the halves a and b.
fn both_halves([a_right, b_right, b_left, a_left]: &Quad) -> [Quad; 2] {
    let (right, left) = (geometry::middle(*a_right, *b_right), geometry::middle(*a_left, *b_left));
    [[*a_right, right, left, *a_left], [right, *b_right, *b_left, left]]
}

/// The most probable value but this one, and its share.
fn likeliest(shares: &[f64; 13], but: Option<Pip>) -> (Pip, f64) {
    let values = Pip::MAX.up_to().zip(*shares).filter(|(pip, _)| Some(*pip) != but);
    values.fold((Pip::MAX, 0.0), |best, next| if next.1 > best.1 { next } else { best })
}

/// The probability of each value.
fn shares(logs: &PipLogs) -> [f64; 13] {
    let chances = logs.map(|log| if log.is_finite() { f64::from(log).exp() } else { 0.0 });
    let sum: f64 = chances.iter().sum();
    chances.map(|chance| if sum > 0.0 { chance / sum } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::assemble_best;

    /// A tile with its middle at `(x, y)`, 40 long; the networks give a rival value of half b this share.
    fn seen((x, y): (f64, f64), [a, b]: [usize; 2], logit: f32, rival: Option<(usize, f32)>) -> SeenTile {
        let corners = [(-20.0, 10.0), (20.0, 10.0), (20.0, -10.0), (-20.0, -10.0)];
        let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.001_f32 } else { -12.0 });
        let mut half = logs(b);
        if let Some((pip, share)) = rival {
            (half[b], half[pip]) = ((1.0 - share).ln(), share.ln());
        }
        let corners = corners.map(|(dx, dy)| Point { x: x + dx, y: y + dy });
        SeenTile { corners, a: logs(a), b: half, kind: TileKind::Up, logit }
    }

    fn heap(tiles: &[SeenTile], faces: &[SeenTile]) -> Heap {
        Heap::of(tiles, &assemble_best(tiles, 400, 300), (faces, &[]), (400, 300))
    }

    #[test]
    fn a_tile_that_is_there_twice_counts_twice() {
        let tiles = [seen((60.0, 60.0), [6, 4], 5.0, None), seen((200.0, 150.0), [6, 4], 5.0, None)];
        let heap = heap(&tiles, &[]);
        assert_eq!((heap.sum(0), heap.doubts.len()), (20, 0), "{:?}", heap.doubts);
        assert!(heap.confidence >= Heap::SURE, "{}", heap.confidence);
    }

    #[test]
    fn what_is_smaller_and_nearer_may_be_printed() {
        let half_as_long = |tile: SeenTile, y: f64| {
            let corners = tile.corners.map(|at| Point { x: at.x / 2.0 + 40.0, y: (at.y - 60.0) / 2.0 + y });
            SeenTile { corners, ..tile }
        };
        let three = [[6, 4], [5, 4], [3, 2]];
        let at = |i: usize| (60.0 + 100.0 * i as f64, 60.0);
        let mut tiles: Vec<SeenTile> = (0..3).map(|i| seen(at(i), three[i], 5.0, None)).collect();
        tiles.push(half_as_long(seen((60.0, 60.0), [5, 2], 5.0, None), 20.0));
        let farther = heap(&tiles, &[]);
        assert!(farther.doubts.is_empty(), "smaller and farther away: {farther:?}");
        let last = tiles.len() - 1;
        tiles[last] = half_as_long(seen((60.0, 60.0), [5, 2], 5.0, None), 250.0);
        let nearer = heap(&tiles, &[]);
        assert!(matches!(nearer.doubts[..], [HeapDoubt::NoTile { .. }]), "{nearer:?}");
        assert!(farther.confidence >= Heap::SURE && nearer.confidence < Heap::SURE, "{nearer:?}");
    }

    #[test]
    fn what_two_looks_do_not_agree_on_is_named_and_not_sure() {
        let tiles = [seen((60.0, 60.0), [6, 4], 5.0, None), seen((200.0, 150.0), [6, 3], 5.0, None)];
        let both = heap(&tiles, &[]);
        let compared = |other: &[SeenTile]| {
            let mut first = both.clone();
            first.compare(&heap(other, &[]));
            first.weighed()
        };
        assert_eq!((compared(&tiles).doubts, compared(&tiles).confidence), (both.doubts.clone(), both.confidence));
        assert_eq!(both.clone().turned(400, 300).turned(400, 300), both);
        let missed = compared(&tiles[..1]);
        assert!(matches!(missed.doubts[..], [HeapDoubt::NoTile { tile: 1, .. }]), "{missed:?}");
        let third = seen((320.0, 60.0), [1, 1], 5.0, None);
        let more = compared(&[tiles[0].clone(), tiles[1].clone(), third]);
        assert!(matches!(more.doubts[..], [HeapDoubt::NotRead { .. }]), "{more:?}");
        let other = compared(&[tiles[0].clone(), seen((200.0, 150.0), [6, 2], 5.0, None)]);
        assert!(matches!(other.doubts[..], [HeapDoubt::Pips { tile: 1, .. }]), "{other:?}");
        // What shows of a tile in one of them shows upside down in the other.
        let (mut hiding, mut shows) = (both.clone().turned(400, 300), both.clone());
        hiding.glimpse(Point { x: 320.0, y: 60.0 });
        shows.compare(&hiding.turned(400, 300));
        let shows = shows.weighed();
        let there = Point { x: 80.0, y: 240.0 };
        assert!(matches!(shows.doubts[..], [HeapDoubt::NotRead { at }] if at == there), "{shows:?}");
        for heap in [missed, more, other, shows] {
            assert!(heap.sum(0) == 19 && heap.confidence < Heap::SURE, "{heap:?}");
        }
    }

    #[test]
    fn the_double_blank_counts_what_the_game_says() {
        let tiles = [seen((60.0, 60.0), [0, 0], 5.0, None), seen((200.0, 150.0), [3, 1], 5.0, None)];
        assert_eq!([0, 25, 50].map(|worth| heap(&tiles, &[]).sum(worth)), [4, 29, 54]);
    }

    #[test]
    fn what_may_be_other_pips_is_named_and_less_sure() {
        let tiles = [seen((60.0, 60.0), [6, 4], 5.0, Some((5, 0.3))), seen((200.0, 150.0), [2, 1], 5.0, None)];
        let heap = heap(&tiles, &[]);
        assert_eq!(heap.sum(0), 13);
        let words: Vec<String> = heap.doubts.iter().map(ToString::to_string).collect();
        assert_eq!(words, ["the 6-4 may be the 6-5"]);
        assert!(heap.confidence < Heap::SURE, "{}", heap.confidence);
        // Even a confident tile that is named in a doubt keeps the sum uncertain.
        let named = self::heap(&[seen((60.0, 60.0), [6, 4], 5.0, Some((5, 0.06)))], &[]);
        assert!(named.doubts.len() == 1 && named.confidence < Heap::SURE, "{named:?}");
    }

    #[test]
    fn what_a_tile_plainly_shows_is_not_changed_by_its_neighbours() {
        // 6-4 is across the end of 1-6, as a 6-6 would be in a line: it is still the 6-4, but doubted.
        let mut across = seen((91.0, 60.0), [6, 4], 5.0, None);
        across.corners = [(81.0, 40.0), (81.0, 80.0), (101.0, 80.0), (101.0, 40.0)].map(|(x, y)| Point { x, y });
        let tiles = [seen((60.0, 60.0), [1, 6], 5.0, None), across.clone(), seen((200.0, 150.0), [2, 1], 5.0, None)];
        let pair = heap(&tiles, &[]);
        assert!(pair.tiles.iter().any(|tile| tile.part == Part::Line), "they could be joined: {pair:?}");
        assert_eq!(pair.sum(0), 20, "{pair:?}");
        // If it is hardly readable, the ends decide.
        across.b = std::array::from_fn(|i| {
            [(4, 0.6_f32), (6, 0.4)].iter().find(|(pip, _)| *pip == i).map_or(-12.0, |(_, share)| share.ln())
        });
        let pair = heap(&[tiles[0].clone(), across, tiles[2].clone()], &[]);
        assert_eq!(pair.sum(0), 22, "{pair:?}");
        assert!(pair.confidence < Heap::SURE && !pair.doubts.is_empty(), "{pair:?}");
    }

    #[test]
    fn where_the_double_blank_counts_a_back_may_be_one() {
        let sure = |backs: &[HeapDoubt], worth| Heap::sureness(Heap::SURE, backs, worth) >= Heap::SURE;
        let back = [HeapDoubt::FaceDown { tiles: 1 }];
        assert!(sure(&back, 0) && sure(&[], 50) && !sure(&back, 50));
    }

    #[test]
    fn a_face_that_was_taken_for_a_back_counts_too() {
        let tiles = [seen((60.0, 60.0), [6, 4], 5.0, None)];
        assert_eq!(heap(&tiles, &[seen((200.0, 150.0), [1, 0], 2.0, None)]).sum(0), 11);
        assert_eq!(heap(&tiles, &[seen((200.0, 150.0), [1, 0], -1.0, None)]).sum(0), 10);
    }

    #[test]
    fn what_is_cut_off_or_lies_over_another_is_named() {
        let cut = heap(&[seen((19.0, 60.0), [6, 4], 5.0, None)], &[]);
        assert!(matches!(cut.doubts[..], [HeapDoubt::Edge { .. }]) && cut.confidence < Heap::SURE, "{cut:?}");
        let over = heap(&[seen((60.0, 60.0), [6, 4], 5.0, None)], &[seen((88.0, 72.0), [3, 2], 3.0, None)]);
        assert!(matches!(over.doubts[..], [HeapDoubt::Over { .. }]) && over.confidence < Heap::SURE, "{over:?}");
    }

    #[test]
    fn a_die_among_tiles_is_not_counted() {
        let mut tiles: Vec<SeenTile> =
            (0..6).map(|i| seen((50.0 + 55.0 * f64::from(i), 60.0), [6, 4], 5.0, None)).collect();
        assert_eq!((heap(&tiles, &[]).sum(0), heap(&tiles, &[]).doubts.len()), (60, 0));
        let mut die = seen((200.0, 200.0), [3, 0], 5.0, None);
        die.corners = [(190.0, 210.0), (210.0, 210.0), (210.0, 190.0), (190.0, 190.0)].map(|(x, y)| Point { x, y });
        tiles.push(die.clone());
        let among = heap(&tiles, &[]);
        assert_eq!(among.sum(0), 60, "{among:?}");
        assert!(matches!(among.doubts[..], [HeapDoubt::NotRead { .. }]) && among.confidence < Heap::SURE, "{among:?}");
        // Alone it might be a tile of any set.
        assert_eq!(heap(&[die], &[]).sum(0), 3);
    }

    #[test]
    fn half_a_tile_beyond_the_edge_is_told_and_not_counted() {
        let cut = heap(&[seen((10.0, 60.0), [6, 4], 5.0, None), seen((200.0, 150.0), [2, 1], 5.0, None)], &[]);
        assert_eq!(cut.sum(0), 3, "{cut:?}");
        assert!(matches!(cut.doubts[..], [HeapDoubt::NotRead { .. }]) && cut.confidence < Heap::SURE, "{cut:?}");
    }

    #[test]
    fn places_that_were_not_read_are_told_together() {
        let unread = |x| HeapDoubt::NotRead { at: Point { x, y: 1.0 } };
        let alone = HeapDoubt::told(&[unread(1.0), HeapDoubt::Small]);
        assert_eq!(alone[0], "something that may be a tile can't be read and is not counted");
        assert_eq!(alone.len(), 2);
        let three = HeapDoubt::told(&[
            HeapDoubt::Small,
            unread(1.0),
            HeapDoubt::FaceDown { tiles: 1 },
            unread(2.0),
            unread(3.0),
        ]);
        assert_eq!(three.len(), 3);
        assert_eq!(three[1], "3 things that may be tiles can't be read and are not counted");
        assert_eq!(three[2], "one tile is face down and is not counted");
    }

    #[test]
    fn nothing_found_is_never_sure() {
        assert_eq!((heap(&[], &[]).sum(50), heap(&[], &[]).confidence), (0, 0.5));
    }
}
