//! Recognises pips in longer rows than a double-twelve set has. Larger sets are on sale, and the reading network can't
//! name their values: it takes a fifteen for an eleven or a twelve.

use crate::detect::crop::bilinear;
use crate::detect::ground::{difference, median};
use crate::frame::Frame;
use crate::geometry::{Projection, Quad};
use game::tile::Pip;

/// Twelve pips stand in three rows of four, as sets up to double-twelve have them; from thirteen on two rows have five or more.
const LONGEST: usize = 4;
/// Least value read from a half with more pips: nine, ten, eleven or twelve.
const MANY: u8 = 9;
/// Places examined each way in a half.
const SIDE: usize = 48;
/// Share of a half at each edge that is skipped, because the bar and the tile's own edge are there.
const EDGE: f64 = 0.04;
/// Strips examined each way, one for each row.
const STRIPS: usize = 3;
/// Least rise and fall of the contrast with the ground in a strip with pips, on average over its width.
const CONTRAST: f32 = 10.0;
/// Least fall of the contrast between two pips, as a share of its peak.
const DIP: f32 = 0.3;

/// Reports whether a half that was read with many pips has two rows of more than four. Corners in pixels of `frame`,
/// half a's pips first. Merged pips have none; noise may make one such row by chance, rarely two.
pub(super) fn has_long_rows(frame: &Frame, corners: &Quad, pips: [Pip; 2]) -> bool {
    let tile = Projection::onto_tile(corners);
    let mut many = pips.into_iter().zip([-1.0, 0.0]).filter(|(pip, _)| pip.get() >= MANY);
    many.any(|(_, half)| longest(&marks(frame, &tile, half)) > LONGEST)
}

/// Returns how much each place of the half that begins here differs from its ground, row by row.
fn marks(frame: &Frame, tile: &Projection, half: f64) -> Vec<f32> {
    let share = |i: usize| EDGE + (1.0 - 2.0 * EDGE) * (i as f64 + 0.5) / SIDE as f64;
    let place = |i: usize| tile.at(2.0 * share(i % SIDE) - 1.0, half + share(i / SIDE));
    let colours: Vec<_> = (0..SIDE * SIDE).map(|i| bilinear(frame, place(i))).collect();
    let ground = median(&colours);
    colours.iter().map(|colour| difference(colour, &ground)).collect()
}

/// The pips of the second longest row, along the tile or across it.
fn longest(marks: &[f32]) -> usize {
    const WIDTH: usize = SIDE / STRIPS;
    let along = |strip: usize, i: usize| (0..WIDTH).map(|j| marks[i * SIDE + strip * WIDTH + j]).sum::<f32>();
    let across = |strip: usize, i: usize| (0..WIDTH).map(|j| marks[(strip * WIDTH + j) * SIDE + i]).sum::<f32>();
    let row = |of: &dyn Fn(usize, usize) -> f32, strip| {
        peaks(&(0..SIDE).map(|i| of(strip, i) / WIDTH as f32).collect::<Vec<_>>())
    };
    let second = |of: &dyn Fn(usize, usize) -> f32| {
        let mut rows: [usize; STRIPS] = std::array::from_fn(|strip| row(of, strip));
        rows.sort_unstable();
        rows[STRIPS - 2]
    };
    second(&along).max(second(&across))
}

/// Counts the peaks.
fn peaks(heights: &[f32]) -> usize {
    let highest = heights.iter().copied().fold(f32::MIN, f32::max);
    let range = highest - heights.iter().copied().fold(f32::MAX, f32::min);
    if range < CONTRAST {
        return 0;
    }
    let (mut count, mut rising) = (0, false);
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for &height in heights {
        (low, high) = (low.min(height), high.max(height));
        if rising && height < high - DIP * range {
            (count, rising, low) = (count + 1, false, height);
        } else if !rising && height > low + DIP * range {
            (rising, high) = (true, height);
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{IVORY, Spot, corners, table};

    const PIP: u32 = 8;

    fn read_as(a: u8, b: u8) -> [Pip; 2] {
        [a, b].map(|pips| Pip::new(pips).unwrap())
    }

    /// Draws a tile of 240 by 120, read as the 12-12, with these rows of pips on its left half and a double-twelve's on
    /// its right, and tests it.
    fn has(rows: [u32; 3]) -> bool {
        let tile: Spot = [80, 20, 240, 120];
        let pips = |left: u32, rows: [u32; 3]| {
            rows.into_iter().enumerate().flat_map(move |(row, n)| {
                let step = 120 / n;
                let place = move |i: u32| [left + step * i + (step - PIP) / 2, 36 + 40 * row as u32, PIP, PIP];
                (0..n).map(move |i| (place(i), [0; 3]))
            })
        };
        let bar = ([198, 20, 4, 120], [0; 3]);
        let painted = [(tile, IVORY), bar].into_iter().chain(pips(80, rows)).chain(pips(200, [4, 4, 4]));
        let frame = table(160, painted);
        assert!(!has_long_rows(&frame, &corners(tile), read_as(6, 12)), "what is read as a six has no row of five");
        has_long_rows(&frame, &corners(tile), read_as(12, 12))
    }

    #[test]
    fn rows_of_five_are_no_double_twelves() {
        assert!([[5, 5, 5], [5, 3, 5], [6, 6, 6]].into_iter().all(has));
        assert!(![[4, 4, 4], [4, 3, 4], [3, 3, 3], [1, 1, 1], [4, 5, 4]].into_iter().any(has));
    }

    #[test]
    fn a_plain_face_and_one_without_any_size_have_none() {
        let tile = corners([80, 20, 240, 120]);
        let frame = table(160, [([80, 20, 240, 120], IVORY)]);
        assert!(!has_long_rows(&frame, &tile, read_as(12, 9)));
        assert!(!has_long_rows(&frame, &[tile[0]; 4], read_as(12, 9)));
    }
}
