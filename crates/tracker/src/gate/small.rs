//! A small grey picture of means: what the gate compares, cheap enough for every picture that comes.

use crate::similarity::Similarity;
use eye::frame::Frame;
use eye::read::Point;

/// Approximate number of cells along the width.
const ALONG: u32 = 320;

/// Grey means over squares of pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Small {
    /// Cells along the width.
    pub width: usize,
    /// Cells along the height.
    pub height: usize,
    /// Pixels of the picture along a cell.
    pub block: usize,
    /// Row by row, 0 to 255; a cell that is not in the picture is `NaN`.
    pub values: Vec<f32>,
}

impl Small {
    /// Of a frame. Pixels that fill no cell at the right and lower border are left out.
    #[must_use]
    pub(super) fn of(frame: &Frame) -> Self {
        let block = (frame.width().div_ceil(ALONG)).max(1) as usize;
        let full = frame.width() as usize;
        let (width, height) = ((full / block).max(1), (frame.height() as usize / block).max(1));
        let mut values = vec![0.0; width * height];
        let mut sums = vec![0_u32; width];
        let share = 1.0 / (4 * block * block) as f32;
        let rows = frame.rgb().chunks_exact(full * 3 * block);
        for (rows, out) in rows.zip(values.chunks_exact_mut(width)) {
            sums.fill(0);
            for row in rows.chunks_exact(full * 3) {
                for (sum, cell) in sums.iter_mut().zip(row.chunks_exact(3 * block)) {
                    // Twice green, once red and blue: near enough to brightness.
                    let grey = |p: &[u8; 3]| u32::from(p[0]) + 2 * u32::from(p[1]) + u32::from(p[2]);
                    *sum += cell.as_chunks::<3>().0.iter().map(grey).sum::<u32>();
                }
            }
            for (value, sum) in out.iter_mut().zip(&sums) {
                *value = *sum as f32 * share;
            }
        }
        Self { width, height, block, values }
    }

    /// At half the size.
    #[must_use]
    pub(super) fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut values = Vec::with_capacity(width * height);
        for rows in self.values.chunks_exact(self.width * 2).take(height) {
            let (upper, lower) = rows.split_at(self.width);
            let pairs = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
            values.extend(pairs.map(|(a, b)| (a[0] + a[1] + b[0] + b[1]) * 0.25));
        }
        Self { width, height, block: self.block * 2, values }
    }

    /// Returns the difference from the mean of the surroundings: edges and grain, without the light.
    #[must_use]
    pub(super) fn relief(&self, reach: usize) -> Self {
        let smooth = self.smoothed(reach);
        let values = self.values.iter().zip(&smooth).map(|(value, mean)| value - mean).collect();
        Self { values, ..*self }
    }

    /// Means over squares of `2 * reach + 1` cells.
    fn smoothed(&self, reach: usize) -> Vec<f32> {
        let (w, h) = (self.width, self.height);
        let mut along = vec![0.0_f32; w * h];
        for (row, out) in self.values.chunks_exact(w).zip(along.chunks_exact_mut(w)) {
            running_means(row, out, reach);
        }
        // The same down the columns, a whole row at a time.
        let mut means = vec![0.0_f32; w * h];
        let mut sums = vec![0.0_f32; w];
        let (mut from, mut to) = (0, 0);
        for y in 0..h {
            let (first, last) = (y.saturating_sub(reach), (y + reach + 1).min(h));
            while to < last {
                sums.iter_mut().zip(&along[to * w..]).for_each(|(sum, value)| *sum += value);
                to += 1;
            }
            while from < first {
                sums.iter_mut().zip(&along[from * w..]).for_each(|(sum, value)| *sum -= value);
                from += 1;
            }
            let share = 1.0 / (to - from) as f32;
            means[y * w..(y + 1) * w].iter_mut().zip(&sums).for_each(|(mean, sum)| *mean = sum * share);
        }
        means
    }

    /// The value at a place in cells (the middle of the first one is at .5, .5), between cells; `None` outside.
    #[must_use]
    pub(super) fn at(&self, x: f32, y: f32) -> Option<f32> {
        let (x, y) = (x - 0.5, y - 0.5);
        if !(x >= 0.0 && y >= 0.0) {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column + 1 >= self.width || row + 1 >= self.height {
            return None;
        }
        let (ax, ay) = (x - column as f32, y - row as f32);
        let at = row * self.width + column;
        let &[a, b] = self.values.get(at..at + 2)?.as_array::<2>()?;
        let &[c, d] = self.values.get(at + self.width..at + self.width + 2)?.as_array::<2>()?;
        let (upper, lower) = (a + (b - a) * ax, c + (d - c) * ax);
        Some(upper + (lower - upper) * ay)
    }

    /// Returns this picture as seen from another's position; hidden parts are `NaN`.
    ///
    /// `moved` leads from the other picture to this one.
    #[must_use]
    pub(super) fn brought_back(&self, moved: &Similarity) -> Self {
        if *moved == Similarity::NONE {
            return self.clone();
        }
        let mut values = Vec::with_capacity(self.values.len());
        let (a, b) = (moved.a as f32, moved.b as f32);
        for y in 0..self.height {
            let start = moved.of(Point { x: 0.5, y: y as f64 + 0.5 });
            let (mut px, mut py) = (start.x as f32, start.y as f32);
            for _ in 0..self.width {
                values.push(self.at(px, py).unwrap_or(f32::NAN));
                px += a;
                py += b;
            }
        }
        Self { values, ..*self }
    }
}

fn running_means(row: &[f32], out: &mut [f32], reach: usize) {
    let n = row.len();
    let (mut sum, mut from, mut to) = (0.0_f32, 0, 0);
    for (x, mean) in out.iter_mut().enumerate() {
        let (first, last) = (x.saturating_sub(reach), (x + reach + 1).min(n));
        while to < last {
            sum += row[to];
            to += 1;
        }
        while from < first {
            sum -= row[from];
            from += 1;
        }
        *mean = sum / (to - from) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope() -> Small {
        let values = (0..20 * 10).map(|i| (i % 20) as f32 * 3.0 + (i / 20) as f32).collect();
        Small { width: 20, height: 10, block: 4, values }
    }

    #[test]
    fn means_are_of_whole_squares() {
        let rgb = (0..640 * 4).flat_map(|i| [if i % 640 < 2 { 100 } else { 50 }; 3]).collect();
        let small = Small::of(&Frame::new(640, 4, rgb).unwrap());
        assert_eq!((small.width, small.height, small.block), (320, 2, 2));
        assert_eq!(small.values[..2], [100.0, 50.0]);
    }

    #[test]
    fn a_moved_picture_is_brought_back() {
        let small = slope();
        let moved = Similarity { tx: 2.0, ty: 1.0, ..Similarity::NONE };
        let back = small.brought_back(&moved);
        assert!((back.values[3 * 20 + 5] - small.values[4 * 20 + 7]).abs() < 1e-3);
        assert!(back.values[19].is_nan());
    }

    #[test]
    fn a_slope_has_no_relief() {
        let relief = slope().relief(2);
        assert!(relief.values[5 * 20 + 10].abs() < 1e-3);
        assert_eq!(slope().halved().values.len(), 50);
    }
}
