//! The light of one picture of a table relative to another.

use super::small::Small;

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
/// Most that a row of patches may be lighter or darker than the picture.
const BAND: f32 = 1.25;
/// Brightness above which nothing can be seen in both pictures.
pub(super) const WHITE: f32 = 247.0;

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
pub(super) struct Light {
    across: usize,
    down: usize,
    gains: Vec<f32>,
}

impl Light {
    pub(super) fn between(old: &Small, new: &Small) -> Self {
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
                band.clamp(whole / BAND, whole * BAND)
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
    pub(super) fn row(&self, y: usize, w: usize, mut each: impl FnMut(usize, f32)) {
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
pub(super) fn middle(mut values: Vec<f32>) -> Option<f32> {
    let half = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    Some(*values.select_nth_unstable_by(half, f32::total_cmp).1)
}
