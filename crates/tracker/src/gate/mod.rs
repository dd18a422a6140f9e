//! Detects changes on the table. Aligns every picture with the known table, removes the effects of camera and light,
//! and reports what remains: nothing, something small, or something that reaches over the table like a hand.
//!
//! Three states are compared: the table when it last agreed with the record (a new tile must differ from it), the table
//! as people left it (a hand differs from it), and the picture that was last looked at. Knows no clock: milliseconds
//! come in.

mod register;
mod small;

use crate::similarity::Similarity;
use eye::frame::Frame;
use eye::geometry::{area, grown, inside, middles};
use eye::read::Point;
use register::{Anchor, Reliefs};
use small::Small;

/// Cells of the small picture along a side of the squares in which changes are counted.
const SQUARE: usize = 4;
/// Changed cells, of its 16, at which a square counts as changed.
const MANY: u16 = 5;
/// Side of the patches that are compared by light, in cells.
const PATCH: usize = 8;
/// Bounds of a patch's light relative to that of its row of patches; a change beyond them is not light.
const LOCAL: (f32, f32) = (0.72, 1.3);
/// Lower bound of the light when whole patches are evenly darker: the shadow of a person leaning over. Lighter patches
/// mean that they have gone.
const SHADOW: f32 = 0.35;
/// Most variation of the ratio of a patch's cells at which the patch is even; anything with a face or an outline varies
/// more.
const ALIKE: f32 = 0.09;
/// Per cent of the patches around that have to be alike.
const MOSTLY: usize = 60;
/// Bounds of the light of a row of patches relative to that of the picture.
const BAND: (f32, f32) = (0.8, 1.25);
/// Lower bound, in steps of grey, of the least difference at which a cell has changed.
const LEAST: f32 = 7.0;
/// Multiple of the picture's chance difference at which a cell has changed, from [`LEAST`] to [`NOISE`].
const CHANCE: f32 = 4.5;
/// Upper bound, in steps of grey, of the least difference at which a cell has changed: more is not a camera's noise.
const NOISE: f32 = 26.0;
/// Share of a cell's contrast to its neighbours that it may differ by as well: no picture is brought back exactly.
const SLOPE: f32 = 0.7;
/// Grey from which one colour after the other is burnt out.
const BRIGHT: f32 = 190.0;
/// Share of the grey above [`BRIGHT`] that a cell may differ by as well: it says little.
const BURNT: f32 = 0.4;
/// Brightness above which nothing can be seen in both pictures.
const WHITE: f32 = 247.0;
/// Times by which something burnt out may be lighter than it looks.
const LIGHTER: f32 = 1.4;
/// Least squares of something that reaches over the border of the picture.
const REACHES: f64 = 5.0;
/// Least size, as a share of a tile, of something that reaches over the border of the picture.
const REACHING: f64 = 0.4;
/// Size in tiles from which something in the middle is a hand.
const HAND: f64 = 5.0;
/// Squares of a tile, as long as none was seen.
const TILE: f64 = 24.0;
/// Smallest share of a tile's size at which a change may be a tile.
const SMALLEST: f64 = 0.12;
/// Squares together up to which a change is noise.
const SPECK: f64 = 2.0;
/// Share of a tile up to which a change is noise.
const PART: f64 = 0.2;
/// Most connected squares of a movement that counts as still.
const STILL: usize = 3;
/// Size in tiles up to which something at the border is small.
const SMALL: f64 = 1.5;
/// Milliseconds without movement after which something small at the border is ignored.
///
/// It is light, which is seldom the same at the border, or a hand that hides nothing.
const HOLDS_STILL: u64 = 300;
/// Milliseconds without movement after which a thing belongs to the table: a glass, an arm that is leant on it.
const BELONGS: u64 = 9_000;
/// Milliseconds without movement, before and after a hand came, that also make a thing belong to the table.
const RESTS: u64 = 500;
/// Most remembered tables with something over them: things put down, and hands that rested beside them.
const MOST_RESTED: usize = 3;
/// Places that differ without moving, from which the camera was moved too far to find the table: a hand is one thing.
const SCATTERED: usize = 8;
/// Milliseconds without movement after which [`SCATTERED`] places show that the table is elsewhere.
const ELSEWHERE: u64 = 1_200;
/// Time without a hand after which a table that agrees with the record is stored: a slowly leaving hand may not look
/// like one.
const FREE: u64 = 800;
/// The camera trembles when its place from picture to picture differs by this many pixels on average.
const TREMBLES: f64 = 0.6;

/// Comparison of a picture with the known table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Something reaches over the table.
    pub hand: bool,
    /// Milliseconds for which nothing has moved, hand or not.
    pub still: u64,
    /// Something is otherwise than when the table was last looked at.
    pub changed: bool,
    /// The table cannot be found in the picture: the camera was moved, or something covers most of it.
    pub lost: bool,
}

/// Something that differs, as squares that touch.
#[derive(Clone, Debug)]
struct Blob {
    squares: Vec<usize>,
    border: usize,
}

/// Cells in which two pictures differ.
#[derive(Clone, Debug, Default)]
struct Differs {
    cells: Vec<bool>,
    /// Squares that have changed, row by row.
    squares: Vec<bool>,
    across: usize,
    down: usize,
}

/// The table while something rested over it.
#[derive(Clone, Debug)]
struct Rested {
    table: Small,
    slack: Vec<Slack>,
    /// A hand has come since.
    passed: bool,
}

/// The known table, in the cells of one picture.
#[derive(Clone, Debug)]
struct Known {
    anchor: Anchor,
    /// The table when it last agreed with the record.
    agreed: Small,
    /// Tolerance of its cells.
    slack: Vec<Slack>,
    /// The table as people left it, with things that were put down.
    left: Small,
    /// The table at the last look.
    looked: Small,
    looked_slack: Vec<Slack>,
    /// The table with each thing that rested over it, while something is over it.
    rested: Vec<Rested>,
    /// The last picture.
    last: Small,
    /// Position of the last picture, and of the one that was last looked at.
    now: Similarity,
    then: Similarity,
    /// Squares that tiles explain which were seen there.
    explained: Vec<bool>,
    /// Current differences from the agreed table, and which of its squares look like a hand.
    fresh: Differs,
    hand: Vec<bool>,
    /// Whether it has not been seen to agree with the record yet: it may have new tiles.
    vague: bool,
}

/// Remembers the table.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    known: Option<Known>,
    /// The last picture as it came.
    raw: Option<Small>,
    /// Time of the last movement.
    moved: u64,
    /// Time when a hand was last over the table.
    reached: u64,
    /// Something at the border is taken for no hand, for as long as it does not move.
    ignores: bool,
    /// Whether it agrees with the record: new tiles will have to differ from the present table, once no hand was there
    /// for a while.
    agrees: bool,
    /// How often that has come about.
    taken_over: u32,
    now: u64,
    /// Squares of a tile.
    tile: Option<f64>,
    /// A line is on the table, which can be found again wherever it is.
    begun: bool,
    /// Mean of how far the camera moves from picture to picture, in pixels.
    trembles: f64,
    view: View,
}

impl Gate {
    /// Takes the next picture, taken at `now` in milliseconds.
    pub fn see(&mut self, frame: &Frame, now: u64) -> View {
        let small = Small::of(frame);
        self.now = now;
        let same_size = |known: &Known| (known.agreed.width, known.agreed.height) == (small.width, small.height);
        if !self.known.as_ref().is_some_and(same_size) {
            self.known = Some(Known::new(small.clone()));
            self.raw = Some(small);
            (self.moved, self.reached, self.agrees) = (now, now, false);
            self.view = View { changed: true, ..View::default() };
            return self.view;
        }
        let Some(known) = &mut self.known else { return View::default() };
        let before = known.now;
        let across = known.fresh.across;
        let on_tiles = |x: f32, y: f32| {
            let square = y as usize / SQUARE * across + x as usize / SQUARE;
            known.explained.get(square).copied().unwrap_or(false)
        };
        let found = known.anchor.moved(&Reliefs::of(&small), &before, &on_tiles);
        let mut lost = found.is_none();
        known.now = found.unwrap_or(before);
        self.trembles = 0.9 * self.trembles + 0.1 * apart(&before, &known.now, &small);
        let seen = small.brought_back(&known.now);
        self.raw = Some(small);
        let before = std::mem::replace(&mut known.last, seen);
        let mut hand = known.find_hand(self.tile);
        // Only where something reaches over the table it is asked whether it rests.
        let waited_for = self.view.hand || self.view.lost || self.ignores;
        if !((hand || lost) && waited_for) || differs(&before, &known.last, &slack(&before)).largest() > STILL {
            self.moved = now;
        }
        if hand && known.is_as_agreed(self.tile) {
            // A thing that was put down has been taken away.
            known.left = known.agreed.clone();
            hand = known.find_hand(self.tile);
        }
        let still = now.saturating_sub(self.moved);
        let small = SMALL * self.tile.unwrap_or(TILE);
        let is_small = (known.hand.iter().filter(|hand| **hand).count() as f64) < small;
        self.ignores = hand && !lost && still >= HOLDS_STILL && is_small;
        hand &= !self.ignores;
        if !hand {
            known.rested.clear();
        }
        // A table that was moved differs everywhere and must be found again.
        let stays = hand && !lost && !known.is_scattered() && known.stays(still, self.tile);
        if stays || (hand && !lost && still >= BELONGS) {
            known.left = known.last.clone();
            hand = known.find_hand(self.tile);
        }
        lost |= self.begun && hand && still >= ELSEWHERE && known.is_scattered();
        let changed = differs(&known.looked, &known.last, &known.looked_slack).largest() as f64
            > SPECK.max(self.tile.unwrap_or(TILE) * PART);
        self.view = View { hand, still, changed, lost };
        if hand || lost {
            self.reached = now;
        }
        self.agrees &= !(hand || lost || changed);
        self.take_over();
        self.view
    }

    /// Stores the present table as the one that agrees with the record.
    fn take_over(&mut self) {
        if let (Some(known), Some(raw)) = (&mut self.known, &self.raw)
            && self.agrees
            && self.now.saturating_sub(self.reached) >= FREE
        {
            // The original picture, not the aligned one: small errors would add up.
            let then = known.now.back().then(&known.then);
            let explained = std::mem::take(&mut known.explained);
            *known = Known { then, explained, ..Known::new(raw.clone()) };
            self.agrees = false;
            self.taken_over += 1;
        }
    }

    /// Number of times that the table became the one which new tiles have to differ from.
    #[must_use]
    pub const fn taken_over(&self) -> u32 {
        self.taken_over
    }

    /// Takes the last picture as looked at. `tiles` were seen there, those of the `line` among them; `agreed` means
    /// that table and record agree, so new tiles must differ from this state.
    pub fn looked(&mut self, tiles: &[[Point; 4]], line: &[[Point; 4]], agreed: bool) {
        // Tiles held up before the camera are larger than those of the line. Without a line there is no measure of
        // small: the first tile would seem as large as a hand.
        self.begun = line.len() > 1;
        if line.is_empty() {
            self.learn_size(tiles, TILE);
        } else {
            self.learn_size(line, 0.0);
        }
        let Some(known) = &mut self.known else { return };
        known.looked.clone_from(&known.last);
        known.looked_slack = slack(&known.looked);
        known.then = known.now;
        known.explain(tiles);
        self.view.changed = false;
        self.agrees = agreed && !self.view.lost && !self.view.hand;
        self.take_over();
    }

    /// Notes that the layout was found again in a new view: earlier knowledge of the table is useless.
    pub fn found_again(&mut self) {
        self.known = self.raw.clone().map(|raw| Known { vague: true, ..Known::new(raw) });
        self.view = View { still: self.view.still, ..View::default() };
    }

    /// Takes the present view as the bare table at the start of a game.
    pub fn begin_again(&mut self) {
        self.known = self.raw.clone().map(Known::new);
        self.view = View { still: self.view.still, ..View::default() };
    }

    /// Returns how the camera has moved since the picture that was last looked at, in pixels.
    #[must_use]
    pub fn moved_since(&self) -> Similarity {
        let Some(known) = &self.known else { return Similarity::NONE };
        let block = known.agreed.block as f64;
        known.then.back().then(&known.now).enlarged(block)
    }

    /// The share of these four corners' inside that differs from the table as it last agreed; `None` where that is not in sight.
    #[must_use]
    pub fn fresh(&self, corners: &[Point; 4]) -> Option<f64> {
        let known = self.known.as_ref()?;
        if self.view.lost || known.vague {
            return None;
        }
        let quad = known.in_cells(corners);
        let (w, h) = (known.agreed.width, known.agreed.height);
        let (mut all, mut differ) = (0.0_f64, 0.0);
        for (x, y) in cells_of(&quad, w, h) {
            let at = y * w + x;
            if known.last.values[at].is_nan() || known.agreed.values[at].is_nan() {
                continue;
            }
            all += 1.0;
            differ += f64::from(u8::from(known.fresh.cells.get(at).copied().unwrap_or(false)));
        }
        (all > 4.0).then(|| differ / all)
    }

    /// Returns changes about as large as one tile or a few, away from `tiles`, the largest first.
    ///
    /// They differ from the table as it last agreed with the record. For each, the corners of the part of the picture
    /// around it, and how long a tile is, in pixels.
    #[must_use]
    pub fn unexplained(&self, tiles: &[[Point; 4]]) -> Vec<((Point, Point), f64)> {
        let Some(known) = &self.known else { return Vec::new() };
        if self.view.hand || self.view.lost || known.vague {
            return Vec::new();
        }
        let tile = self.tile.unwrap_or(TILE);
        let mut blobs = known.fresh.blobs(&known.squares_of(tiles));
        // Tiles that stand near the camera are larger than those of the line.
        let sizes = (tile * SMALLEST).max(SPECK + 1.0)..tile * HAND;
        blobs.retain(|blob| sizes.contains(&(blob.squares.len() as f64)));
        blobs.sort_by_key(|blob| std::cmp::Reverse(blob.squares.len()));
        let block = known.agreed.block as f64;
        let size = block * SQUARE as f64;
        // A tile is twice as long as wide.
        let length = (tile * 2.0).sqrt() * size;
        let around = |blob: &Blob| {
            let across = known.fresh.across;
            let (xs, ys) = (blob.squares.iter().map(|at| at % across), blob.squares.iter().map(|at| at / across));
            let (left, right) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0) + 1);
            let (top, bottom) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0) + 1);
            let corner =
                |x: usize, y: usize| known.now.enlarged(block).of(Point { x: x as f64 * size, y: y as f64 * size });
            let (low, high) = (corner(left, top), corner(right, bottom));
            let own = low.distance(high).min(length);
            let (length, more) = (own, Point { x: own, y: own });
            ((low.minus(more), high.plus(more)), length)
        };
        blobs.iter().take(2).map(around).collect()
    }

    /// Reports whether the hand reaches these four corners, or near them.
    #[must_use]
    pub fn is_reached(&self, corners: &[Point; 4]) -> bool {
        let Some(known) = &self.known else { return false };
        if !self.view.hand {
            return false;
        }
        let quad = grown(&known.in_cells(corners), 1.35);
        let (w, h) = (known.fresh.across, known.fresh.down);
        let quad = quad.map(|p| p.times(1.0 / SQUARE as f64));
        cells_of(&quad, w, h).any(|(x, y)| known.hand.get(y * w + x).copied().unwrap_or(false))
    }

    /// Returns the comparison of the last picture.
    #[must_use]
    pub const fn view(&self) -> View {
        self.view
    }

    /// Reports whether the camera trembles.
    #[must_use]
    pub fn trembles(&self) -> bool {
        self.trembles > TREMBLES
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Describes the conclusions from the last picture.
    #[must_use]
    pub fn story(&self) -> String {
        let Some(known) = &self.known else { return "no table yet".to_owned() };
        let View { hand, still, changed, lost } = self.view;
        let hands = known.hand.iter().filter(|hand| **hand).count();
        let Similarity { a, b, tx, ty } = known.now;
        let block = known.agreed.block as f64;
        let blobs: Vec<String> = known
            .fresh
            .blobs(&known.explained)
            .iter()
            .filter(|blob| blob.squares.len() as f64 > SPECK)
            .map(|blob| {
                let at = blob.squares[0];
                let (x, y) = (at % known.fresh.across * SQUARE, at / known.fresh.across * SQUARE);
                let block = known.agreed.block;
                format!("{} at {},{} ({} at the border)", blob.squares.len(), x * block, y * block, blob.border)
            })
            .collect();
        format!(
            "{}{}{}still {still} ms, {} squares differ, {hands} of a hand; moved {:.2},{:.2} x{:.4} turned {:.4}, trembles {:.2}; {}",
            if lost { "LOST, " } else { "" },
            if hand { "hand, " } else { "" },
            if changed { "changed, " } else { "" },
            known.fresh.count(),
            tx * block,
            ty * block,
            a.hypot(b),
            b,
            self.trembles,
            blobs.join(", "),
        )
    }

    fn learn_size(&mut self, tiles: &[[Point; 4]], least: f64) {
        let Some(known) = &self.known else { return };
        let square = (known.agreed.block * SQUARE) as f64;
        let mut sizes: Vec<f64> = tiles.iter().map(|tile| area(tile) / (square * square)).collect();
        self.tile = middles(&mut sizes).map(|(_, upper)| upper.max(least)).or(self.tile);
    }
}

/// Returns how far the middle and a corner move, in pixels.
fn apart(a: &Similarity, b: &Similarity, small: &Small) -> f64 {
    let middle = Point { x: small.width as f64 / 2.0, y: small.height as f64 / 2.0 };
    let far = |p: Point| a.of(p).distance(b.of(p));
    far(middle).min(far(Point::default())) * small.block as f64
}

impl Known {
    fn new(small: Small) -> Self {
        let anchor = Anchor::of(&Reliefs::of(&small));
        let slack = slack(&small);
        let (across, down) = (small.width.div_ceil(SQUARE), small.height.div_ceil(SQUARE));
        Self {
            anchor,
            looked_slack: slack.clone(),
            slack,
            left: small.clone(),
            looked: small.clone(),
            last: small.clone(),
            agreed: small,
            rested: Vec::new(),
            now: Similarity::NONE,
            then: Similarity::NONE,
            explained: vec![false; across * down],
            fresh: Differs { cells: Vec::new(), squares: vec![false; across * down], across, down },
            hand: vec![false; across * down],
            vague: false,
        }
    }

    /// From the picture's pixels to the cells of the table.
    fn in_cells(&self, corners: &[Point; 4]) -> [Point; 4] {
        let (back, size) = (self.now.back(), 1.0 / self.agreed.block as f64);
        corners.map(|p| back.of(p.times(size)))
    }

    /// Finds changes that look like a hand.
    fn find_hand(&mut self, tile: Option<f64>) -> bool {
        self.fresh = differs(&self.agreed, &self.last, &self.slack);
        let from_left = if self.left.values == self.agreed.values {
            self.fresh.clone()
        } else {
            differs(&self.left, &self.last, &slack(&self.left))
        };
        self.hand = like_a_hand(&from_left, &self.explained, tile);
        self.hand.iter().any(|hand| *hand)
    }

    /// Reports whether the thing over the table, still for `still` milliseconds, looks as it did before a hand came and
    /// went.
    fn stays(&mut self, still: u64, tile: Option<f64>) -> bool {
        let Self { rested, last, explained, .. } = self;
        let other = |rested: &Rested| {
            let differs = differs(&rested.table, last, &rested.slack);
            like_a_hand(&differs, explained, tile).iter().any(|hand| *hand)
        };
        if still < RESTS {
            for rested in rested.iter_mut().filter(|rested| !rested.passed) {
                rested.passed = other(rested);
            }
            return false;
        }
        if let Some(same) = rested.iter().find(|rested| !other(rested)) {
            return same.passed;
        }
        rested.iter_mut().for_each(|rested| rested.passed = true);
        if rested.len() == MOST_RESTED {
            rested.remove(0);
        }
        rested.push(Rested { table: last.clone(), slack: slack(last), passed: false });
        false
    }

    /// Reports whether no hand is seen beside the last agreed table.
    fn is_as_agreed(&self, tile: Option<f64>) -> bool {
        !like_a_hand(&self.fresh, &self.explained, tile).iter().any(|hand| *hand)
    }

    /// Reports whether it differs everywhere.
    fn is_scattered(&self) -> bool {
        let parts = self.fresh.blobs(&self.explained);
        parts.iter().filter(|part| part.squares.len() as f64 > SPECK).count() >= SCATTERED
    }

    /// Tiles seen there are changes, not a hand.
    fn explain(&mut self, tiles: &[[Point; 4]]) {
        self.explained = self.squares_of(tiles);
    }

    /// Returns the squares of tiles and of their shadows.
    fn squares_of(&self, tiles: &[[Point; 4]]) -> Vec<bool> {
        let (w, h) = (self.fresh.across, self.fresh.down);
        let mut squares = vec![false; w * h];
        for tile in tiles {
            let quad = grown(&self.in_cells(tile), 1.3).map(|p| p.times(1.0 / SQUARE as f64));
            for (x, y) in cells_of(&quad, w, h) {
                squares[y * w + x] = true;
            }
        }
        squares
    }
}

impl Differs {
    fn count(&self) -> usize {
        self.squares.iter().filter(|square| **square).count()
    }

    /// The most squares that touch.
    fn largest(&self) -> usize {
        self.blobs(&vec![false; self.squares.len()]).iter().map(|blob| blob.squares.len()).max().unwrap_or(0)
    }

    /// Returns connected changes, without the explained ones.
    fn blobs(&self, explained: &[bool]) -> Vec<Blob> {
        let (w, h) = (self.across, self.down);
        let mut open: Vec<bool> = self.squares.iter().zip(explained).map(|(square, why)| *square && !why).collect();
        let mut blobs = Vec::new();
        for start in 0..open.len() {
            if !open[start] {
                continue;
            }
            let mut blob = Blob { squares: Vec::new(), border: 0 };
            let mut waiting = vec![start];
            open[start] = false;
            while let Some(at) = waiting.pop() {
                let (x, y) = (at % w, at / w);
                blob.squares.push(at);
                blob.border += usize::from(x == 0 || y == 0 || x + 1 >= w || y + 1 >= h);
                for (i, j) in (y.saturating_sub(1)..=(y + 1).min(h - 1))
                    .flat_map(|j| (x.saturating_sub(1)..=(x + 1).min(w - 1)).map(move |i| (i, j)))
                {
                    if std::mem::take(&mut open[j * w + i]) {
                        waiting.push(j * w + i);
                    }
                }
            }
            blobs.push(blob);
        }
        blobs
    }
}

/// Returns the squares of changes that are large or reach over the border.
fn like_a_hand(differs: &Differs, explained: &[bool], tile: Option<f64>) -> Vec<bool> {
    let mut hand = vec![false; differs.squares.len()];
    let tile = tile.unwrap_or(TILE);
    let (large, reaches) = (HAND * tile.max(TILE / 4.0), REACHES.max(REACHING * tile));
    for blob in differs.blobs(explained) {
        let n = blob.squares.len() as f64;
        if (blob.border > 1 && n >= reaches) || n > large {
            blob.squares.iter().for_each(|at| hand[*at] = true);
        }
    }
    hand
}

/// Returns the cells with their middle within four corners.
fn cells_of(quad: &[Point; 4], w: usize, h: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let low = |of: fn(&Point) -> f64| quad.iter().map(of).fold(f64::INFINITY, f64::min).floor().max(0.0) as usize;
    let high =
        |of: fn(&Point) -> f64, n: usize| (quad.iter().map(of).fold(0.0, f64::max).ceil().max(0.0) as usize).min(n);
    let (left, right) = (low(|p| p.x), high(|p| p.x, w));
    let (top, bottom) = (low(|p| p.y), high(|p| p.y, h));
    let all = (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y)));
    all.filter(|&(x, y)| inside(Point { x: x as f64 + 0.5, y: y as f64 + 0.5 }, quad))
}

/// Amounts by which a cell may be darker and lighter.
#[derive(Clone, Copy, Debug)]
struct Slack {
    down: f32,
    up: f32,
}

/// Returns the tolerance of each cell, because no picture is aligned exactly.
fn slack(small: &Small) -> Vec<Slack> {
    let (w, h) = (small.width, small.height);
    // The least and the most of three along the rows, then of three such down the columns.
    let three = |values: &[f32], at: usize, step: usize, place: usize, n: usize, pick: fn(f32, f32) -> f32| {
        let low = if place > 0 { values[at - step] } else { values[at] };
        let high = if place + 1 < n { values[at + step] } else { values[at] };
        pick(pick(low, values[at]), high)
    };
    let along = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
        let rows: Vec<f32> = (0..w * h).map(|at| three(&small.values, at, 1, at % w, w, pick)).collect();
        (0..w * h).map(|at| three(&rows, at, w, at / w, h, pick)).collect()
    };
    let (least, most) = (along(f32::min), along(f32::max));
    let cells = small.values.iter().zip(least.iter().zip(&most));
    cells.map(|(v, (least, most))| Slack { down: SLOPE * (v - least), up: SLOPE * (most - v) }).collect()
}

/// Returns where two pictures of one table differ by more than light and noise. Cells outside one of them don't differ.
fn differs(old: &Small, new: &Small, slack: &[Slack]) -> Differs {
    let (w, h) = (old.width, old.height);
    let light = Light::between(old, new);
    let mut off = vec![0.0_f32; w * h];
    let mut bright = vec![0.0_f32; w * h];
    for y in 0..h {
        light.row(y, w, |x, gain| {
            let at = y * w + x;
            let (was, is) = (old.values[at], new.values[at]);
            let want = (was * gain).min(255.0);
            // Overexposed cells were at least this light; the excess is unknown.
            let burnt = was >= WHITE && (want..want * LIGHTER).contains(&is);
            let blind = was.is_nan() || is.is_nan() || (want >= WHITE && is >= WHITE) || burnt;
            off[at] = if blind { 0.0 } else { is - want };
            bright[at] = BURNT * (want.max(is) - BRIGHT).max(0.0);
        });
    }
    // What differs by chance is asked of the flat half of the picture: on a patterned cloth most of the rest is that no picture is
    // brought back exactly, which the slack is for.
    let steep = |at: usize| slack[at].down + slack[at].up;
    let flat = middle((0..off.len()).step_by(7).map(steep).filter(|steep| steep.is_finite()).collect()).unwrap_or(0.0);
    let by_chance = (0..off.len()).step_by(7).filter(|at| steep(*at) <= flat).map(|at| off[at].abs()).collect();
    let chance = middle(by_chance).unwrap_or(0.0) * 1.48 * CHANCE;
    let least = chance.clamp(LEAST, NOISE);
    let (across, down) = (w.div_ceil(SQUARE), h.div_ceil(SQUARE));
    let mut counts = vec![0_u16; across * down];
    let mut cells = vec![false; w * h];
    for y in 0..h {
        for x in 0..w {
            let at = y * w + x;
            let Slack { down, up } = slack[at];
            let least = least + bright[at];
            if off[at] > least + up || off[at] < -least - down {
                cells[at] = true;
                counts[y / SQUARE * across + x / SQUARE] += 1;
            }
        }
    }
    let squares = counts.iter().map(|count| *count >= MANY).collect();
    Differs { cells, squares, across, down }
}

/// Sums over a patch: of the old cells, the new cells, and their differences.
#[derive(Clone, Copy, Debug, Default)]
struct PatchSums {
    was: f32,
    is: f32,
    ratios: f32,
    squares: f32,
    cells: f32,
}

impl PatchSums {
    fn add(&mut self, was: f32, is: f32) {
        let ratio = is / was;
        self.was += was;
        self.is += is;
        self.ratios += ratio;
        self.squares += ratio * ratio;
        self.cells += 1.0;
    }

    fn ratio(&self) -> Option<f32> {
        (self.was > 32.0).then(|| self.is / self.was)
    }

    /// Reports whether all its cells differ by about the same share.
    fn is_alike(&self) -> bool {
        let mean = self.ratios / self.cells;
        self.cells > 8.0 && self.squares / self.cells - mean * mean <= (ALIKE * mean).powi(2)
    }
}

/// Brightness of one picture relative to another, place by place: overall, in the bands of a lamp's mains frequency,
/// and in soft shadows.
struct Light {
    across: usize,
    down: usize,
    gains: Vec<f32>,
}

impl Light {
    fn between(old: &Small, new: &Small) -> Self {
        let (w, h) = (old.width, old.height);
        let (across, down) = (w.div_ceil(PATCH), h.div_ceil(PATCH));
        let mut sums = vec![PatchSums::default(); across * down];
        for y in 0..h {
            for x in 0..w {
                let (was, is) = (old.values[y * w + x], new.values[y * w + x]);
                // Burnt out says nothing.
                if !was.is_nan() && !is.is_nan() && was < WHITE && is < WHITE {
                    sums[y / PATCH * across + x / PATCH].add(was + 2.0, is + 2.0);
                }
            }
        }
        let ratios: Vec<Option<f32>> = sums.iter().map(PatchSums::ratio).collect();
        let alike: Vec<bool> = sums.iter().map(PatchSums::is_alike).collect();
        let whole = middle(ratios.iter().flatten().copied().collect()).unwrap_or(1.0);
        let bands: Vec<f32> = (0..down)
            .map(|row| {
                let row: Vec<f32> = ratios[row * across..(row + 1) * across].iter().flatten().copied().collect();
                let enough = row.len() * 2 > across;
                let band = middle(row).filter(|_| enough).unwrap_or(whole);
                band.clamp(whole * BAND.0, whole * BAND.1)
            })
            .collect();
        let mut gains = Vec::with_capacity(across * down);
        for row in 0..down {
            for column in 0..across {
                let rows = row.saturating_sub(2)..(row + 3).min(down);
                let near: Vec<usize> = rows
                    .flat_map(|r| (column.saturating_sub(2)..(column + 3).min(across)).map(move |c| r * across + c))
                    .collect();
                let local = near.iter().filter_map(|&at| Some(ratios[at]? / bands[at / across]));
                let local = middle(local.collect()).unwrap_or(1.0);
                let is_light = || near.iter().filter(|at| alike[**at]).count() * 100 >= near.len() * MOSTLY;
                let beyond = !(LOCAL.0..=LOCAL.1).contains(&local);
                let (least, most) = if beyond && is_light() { (SHADOW, 1.0 / SHADOW) } else { LOCAL };
                gains.push(bands[row] * local.clamp(least, most));
            }
        }
        Self { across, down, gains }
    }

    /// The gain along a row of cells, between the middles of the patches.
    fn row(&self, y: usize, w: usize, mut each: impl FnMut(usize, f32)) {
        let place = |at: usize, n: usize| {
            let p = ((at as f32 + 0.5) / PATCH as f32 - 0.5).clamp(0.0, (n - 1) as f32);
            let low = (p as usize).min(n.saturating_sub(2));
            (low, (low + 1).min(n - 1), p - low as f32)
        };
        let (upper, lower, down) = place(y, self.down);
        let row = |r: usize, c: usize| self.gains[r * self.across + c];
        let mut left_of = usize::MAX;
        let (mut at_left, mut at_right) = (1.0, 1.0);
        for x in 0..w {
            let (left, right, along) = place(x, self.across);
            if left != left_of {
                at_left = row(upper, left) + (row(lower, left) - row(upper, left)) * down;
                at_right = row(upper, right) + (row(lower, right) - row(upper, right)) * down;
                left_of = left;
            }
            each(x, at_left + (at_right - at_left) * along);
        }
    }
}

/// The middle one of the values, the upper of two; `None` of none. Called for every patch of every picture, so nothing is sorted.
fn middle(mut values: Vec<f32>) -> Option<f32> {
    let half = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    Some(*values.select_nth_unstable_by(half, f32::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;

    const SIZE: (u32, u32) = (1280, 720);

    /// A table of dark planks with a pad on it, as a camera that trembles and is noisy sees it.
    #[derive(Clone, Copy)]
    struct Scene {
        /// A white tile with its middle here.
        tile: Option<(f64, f64)>,
        /// A hand that reaches in from the left as far as this.
        hand: f64,
        /// The camera's place.
        at: (f64, f64),
        light: f64,
        /// Depth of the bands that roll through the picture, and where they are.
        bands: (f64, f64),
        noise: f64,
        /// Share of the light left in the right half, under a person leaning over.
        shadow: f64,
        /// Brightness of the hand.
        skin: f64,
        /// Ten tiles here and there.
        strewn: bool,
    }

    const EMPTY: Scene = Scene {
        tile: None,
        hand: 0.0,
        at: (0.0, 0.0),
        light: 1.0,
        bands: (0.0, 0.0),
        noise: 2.0,
        shadow: 1.0,
        skin: 150.0,
        strewn: false,
    };

    impl Scene {
        fn grey(&self, x: f64, y: f64) -> f64 {
            // How much of a bright edge is in a pixel.
            let within =
                |v: f64, low: f64, high: f64| (v - low + 0.5).clamp(0.0, 1.0) * (high - v + 0.5).clamp(0.0, 1.0);
            let mut grey = 60.0 + 12.0 * (x / 7.0).sin() * (y / 90.0).cos();
            let pad = within(x, 900.0, 1100.0) * within(y, 450.0, 640.0);
            grey += (220.0 - grey) * pad;
            if let Some((tx, ty)) = self.tile {
                grey += (235.0 - grey) * within(x, tx - 40.0, tx + 40.0) * within(y, ty - 20.0, ty + 20.0);
            }
            for i in (0..10).filter(|_| self.strewn) {
                let (tx, ty) = (340.0 + 90.0 * f64::from(i), [90.0, 230.0, 660.0][i as usize % 3]);
                grey += (235.0 - grey) * within(x, tx - 25.0, tx + 25.0) * within(y, ty - 20.0, ty + 20.0);
            }
            grey + (self.skin - grey) * within(x, -9.0, self.hand) * within(y, 250.0, 380.0)
        }

        fn frame(&self, seed: u64) -> Frame {
            let mut rng = Rng::new(seed);
            let mut rgb = Vec::with_capacity((SIZE.0 * SIZE.1 * 3) as usize);
            for y in 0..SIZE.1 {
                let band = 1.0 + self.bands.0 * (f64::from(y) / 50.0 + self.bands.1).sin();
                for x in 0..SIZE.0 {
                    let soft = ((f64::from(x) - 500.0) / 250.0).clamp(0.0, 1.0);
                    let light = self.light * band * (1.0 - (1.0 - self.shadow) * soft);
                    let grey = self.grey(f64::from(x) - self.at.0, f64::from(y) - self.at.1) * light;
                    let noise = self.noise * (rng.unit() + rng.unit() - 1.0) * 2.5;
                    rgb.extend([(grey + noise).clamp(0.0, 255.0) as u8; 3]);
                }
            }
            Frame::new(SIZE.0, SIZE.1, rgb).unwrap()
        }
    }

    fn corners((x, y): (f64, f64)) -> [Point; 4] {
        [(-40.0, -20.0), (40.0, -20.0), (40.0, 20.0), (-40.0, 20.0)].map(|(dx, dy)| Point { x: x + dx, y: y + dy })
    }

    /// A gate that has looked at the empty table.
    fn begun() -> Gate {
        let mut gate = Gate::default();
        gate.see(&EMPTY.frame(1), 0);
        gate.looked(&[], &[], true);
        gate
    }

    #[test]
    fn nothing_changes_while_the_camera_and_the_light_do() {
        let mut gate = begun();
        let worse = [
            Scene { at: (0.17, -0.11), ..EMPTY },
            Scene { at: (-1.3, 0.8), ..EMPTY },
            Scene { at: (-9.0, 6.0), ..EMPTY },
            Scene { light: 1.22, ..EMPTY },
            Scene { bands: (0.06, 1.0), ..EMPTY },
            Scene { bands: (0.06, 3.0), at: (0.4, 0.4), light: 0.8, noise: 6.0, ..EMPTY },
        ];
        for (i, scene) in worse.iter().enumerate() {
            let view = gate.see(&scene.frame(10 + i as u64), 125 * (i as u64 + 1));
            assert!(!view.hand && !view.changed && !view.lost, "{i}: {view:?}, {}", gate.story());
            let moved = gate.moved_since();
            // Most of the way: the known tiles bring the rest.
            let far = scene.at.0.hypot(scene.at.1);
            let off = (moved.tx - scene.at.0).hypot(moved.ty - scene.at.1);
            assert!(off < 1.3 + 0.4 * far, "{i}: {moved:?}");
        }
    }

    #[test]
    fn a_hand_is_told_from_the_tile_it_leaves() {
        let mut gate = begun();
        let place = (500.0, 320.0);
        let tremble = |i: u64| (0.3 * (i as f64).sin(), 0.3 * (i as f64 * 1.7).cos());
        for i in 1..5 {
            let over = Scene { tile: Some(place), hand: 520.0, at: tremble(i), ..EMPTY };
            assert!(gate.see(&over.frame(i), 125 * i).hand, "{}", gate.story());
        }
        assert!(gate.is_reached(&corners(place)) && !gate.is_reached(&corners((800.0, 200.0))));
        let left = Scene { tile: Some(place), at: tremble(7), ..EMPTY };
        let view = gate.see(&left.frame(7), 900);
        assert!(!view.hand && view.changed, "{}", gate.story());
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
        // A tile that was there before is not new.
        assert!(gate.fresh(&corners((1000.0, 540.0))).unwrap() < 0.05);
        gate.looked(&[corners(place)], &[], true);
        // Not before no hand was there for a while.
        gate.see(&left.frame(8), 1000);
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
        let again = gate.see(&left.frame(9), 1400);
        assert!(!again.hand && !again.changed);
        assert!(gate.fresh(&corners(place)).unwrap() < 0.05);
    }

    #[test]
    fn the_shadow_of_somebody_who_leans_over_is_no_hand() {
        for shadow in [0.75, 0.55, 0.45] {
            let mut gate = begun();
            let leant = Scene { shadow, at: (0.2, -0.1), ..EMPTY };
            let view = gate.see(&leant.frame(2), 125);
            assert!(!view.hand && !view.changed && !view.lost, "{shadow}: {view:?}, {}", gate.story());
            // A tile played in it is new, and a hand in it is a hand.
            let place = (800.0, 320.0);
            let over = Scene { tile: Some(place), hand: 820.0, ..leant };
            assert!(gate.see(&over.frame(3), 250).hand, "{shadow}: {}", gate.story());
            let laid = Scene { tile: Some(place), ..leant };
            let mut view = gate.see(&laid.frame(4), 375);
            if shadow < 0.5 {
                // So dark, with a hand over most of it, the camera's place is known again with the second picture only.
                view = gate.see(&laid.frame(7), 500);
            }
            assert!(!view.hand && view.changed, "{shadow}: {}", gate.story());
            assert!(gate.fresh(&corners(place)).unwrap() > 0.8, "{shadow}");
            // So is what comes as the shadow goes.
            let mut gate = Gate::default();
            gate.see(&leant.frame(5), 0);
            gate.looked(&[], &[], true);
            let view = gate.see(&Scene { tile: Some(place), ..EMPTY }.frame(6), 125);
            assert!(!view.hand && view.changed, "{shadow}: {}", gate.story());
            assert!(gate.fresh(&corners(place)).unwrap() > 0.8, "{shadow}");
        }
        // A sleeve has an outline, however plain it is, dark or white.
        for skin in [26.0, 235.0] {
            let mut gate = begun();
            let sleeve = Scene { hand: 700.0, skin, ..EMPTY };
            assert!(gate.see(&sleeve.frame(5), 125).hand, "{}", gate.story());
        }
    }

    #[test]
    fn what_stays_is_a_part_of_the_table_in_the_end() {
        let mut gate = begun();
        let arm = Scene { hand: 300.0, ..EMPTY };
        for i in 1..60 {
            gate.see(&arm.frame(i), 500 * i);
        }
        assert!(!gate.view.hand, "{}", gate.story());
        // When it goes, the table is as it was.
        assert!(!gate.see(&EMPTY.frame(99), 40_000).hand);
    }

    #[test]
    fn what_lies_there_as_before_a_hand_came_and_went_is_no_hand() {
        let place = (700.0, 320.0);
        let thing = Scene { hand: 300.0, ..EMPTY };
        let laid = Scene { tile: Some(place), ..thing };
        // No hand comes, a hand comes and goes, a hand comes and rests before it goes.
        for over in [&[][..], &[620.0, 700.0, 540.0], &[620.0; 6]] {
            let mut gate = begun();
            for i in 1..6 {
                assert!(gate.see(&thing.frame(i), 200 * i).hand, "it may be a hand: {}", gate.story());
            }
            let mut now = 1000;
            for (i, hand) in over.iter().enumerate() {
                now += 200;
                let scene = Scene { hand: *hand, ..laid };
                assert!(gate.see(&scene.frame(20 + i as u64), now).hand, "{}", gate.story());
            }
            let views: Vec<View> = (1..6).map(|i| gate.see(&laid.frame(40 + i), now + 200 * i)).collect();
            assert!(views[0].hand, "it may rest for a moment only: {}", gate.story());
            assert_eq!(views[4].hand, over.is_empty(), "{}", gate.story());
            assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
            // When the thing goes, the tile still does not belong to the table.
            let bare = Scene { tile: Some(place), ..EMPTY };
            assert!(!gate.see(&bare.frame(60), now + 1400).hand, "{}", gate.story());
            assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
        }
    }

    #[test]
    fn a_little_at_the_border_that_does_not_move_is_no_hand() {
        let mut gate = begun();
        let sleeve = Scene { hand: 30.0, ..EMPTY };
        assert!(gate.see(&sleeve.frame(2), 2000).hand, "{}", gate.story());
        gate.see(&sleeve.frame(3), 2200);
        assert!(!gate.see(&sleeve.frame(4), 2600).hand, "{}", gate.story());
        assert!(!gate.see(&sleeve.frame(7), 2700).hand, "{}", gate.story());
        let arm = Scene { hand: 300.0, ..EMPTY };
        assert!(gate.see(&arm.frame(5), 2800).hand);
        assert!(gate.see(&arm.frame(6), 3600).hand, "{}", gate.story());
    }

    #[test]
    fn what_differs_everywhere_and_rests_is_a_table_that_lies_elsewhere() {
        let strewn = Scene { strewn: true, hand: 200.0, ..EMPTY };
        let line = [corners((500.0, 400.0)), corners((580.0, 400.0))];
        for (line, lost) in [(&line[..], true), (&line[..1], false)] {
            let mut gate = begun();
            gate.looked(line, line, true);
            let views: Vec<View> = (1..20).map(|i| gate.see(&strewn.frame(i), 125 * i)).collect();
            assert!(!views[3].lost && views[3].hand, "a moment is not enough: {}", gate.story());
            assert_eq!(views[18].lost, lost, "{}", gate.story());
        }
        // One thing is a hand, however long it rests.
        let mut gate = begun();
        gate.looked(&line, &line, true);
        let hand = Scene { hand: 520.0, ..EMPTY };
        assert!((1..20).all(|i| !gate.see(&hand.frame(i), 125 * i).lost), "{}", gate.story());
    }

    #[test]
    fn another_view_is_lost_until_the_layout_was_found_in_it() {
        let mut gate = begun();
        let far = Scene { at: (400.0, 300.0), ..EMPTY };
        let view = gate.see(&far.frame(2), 125);
        assert!(view.lost || view.hand, "{}", gate.story());
        gate.found_again();
        let view = gate.see(&far.frame(3), 250);
        assert!(!view.lost && !view.hand, "{}", gate.story());
    }
}
