//! The places at which two pictures of a table differ by more than light and noise.

use super::light::{Light, WHITE, middle};
use super::small::Small;
use eye::geometry::inside;
use eye::read::Point;

/// Cells of the small picture along a side of the squares in which changes are counted.
pub(super) const SQUARE: usize = 4;
/// Changed cells, of its 16, at which a square counts as changed.
const MANY: u16 = 5;
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
/// Times by which something burnt out may be lighter than it looks.
const LIGHTER: f32 = 1.4;
/// Least size, as a share of a tile, of something that reaches over the border of the picture.
const REACHING: f64 = 0.4;
/// Size in tiles from which something in the middle is a hand.
const HAND: f64 = 5.0;
/// Squares of a tile, as long as none was seen.
pub(super) const TILE: f64 = 24.0;
/// Squares together up to which a change is noise.
pub(super) const SPECK: f64 = 2.0;

/// Something that differs, as squares that touch.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    pub(super) squares: Vec<usize>,
    pub(super) border: usize,
}

/// Cells in which two pictures differ.
#[derive(Clone, Debug, Default)]
pub(super) struct Differs {
    pub(super) cells: Vec<bool>,
    /// Squares that have changed, row by row.
    pub(super) squares: Vec<bool>,
    pub(super) across: usize,
    pub(super) down: usize,
}

impl Differs {
    pub(super) fn count(&self) -> usize {
        self.squares.iter().filter(|square| **square).count()
    }

    /// The most squares that touch.
    pub(super) fn largest(&self) -> usize {
        self.blobs(&vec![false; self.squares.len()]).iter().map(|blob| blob.squares.len()).max().unwrap_or(0)
    }

    /// Returns connected changes, without the explained ones.
    pub(super) fn blobs(&self, explained: &[bool]) -> Vec<Blob> {
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
pub(super) fn like_a_hand(differs: &Differs, explained: &[bool], tile: Option<f64>) -> Vec<bool> {
    let mut hand = vec![false; differs.squares.len()];
    let tile = tile.unwrap_or(TILE);
    let (large, reaches) = (HAND * tile.max(TILE / 4.0), REACHING * tile.max(TILE / 2.0));
    for blob in differs.blobs(explained) {
        let n = blob.squares.len() as f64;
        if (blob.border > 1 && n >= reaches) || n > large {
            blob.squares.iter().for_each(|at| hand[*at] = true);
        }
    }
    hand
}

/// Returns the cells with their middle within four corners.
pub(super) fn cells_of(quad: &[Point; 4], w: usize, h: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
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
pub(super) struct Slack {
    down: f32,
    up: f32,
}

/// Returns the tolerance of each cell, because no picture is aligned exactly.
pub(super) fn slack(small: &Small) -> Vec<Slack> {
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
pub(super) fn differs(old: &Small, new: &Small, slack: &[Slack]) -> Differs {
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
