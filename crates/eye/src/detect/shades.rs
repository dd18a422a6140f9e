//! The brightness of a crop, in squares: whether two pictures show the same at a place.

use crate::detect::planes::{Planes, normalise};
use crate::detect::{CROP_HEIGHT, CROP_WIDTH};

/// Side of the squares of a crop that are compared, about that of a pip.
const SIDE: usize = 8;
/// Squares across a crop.
const ACROSS: usize = CROP_WIDTH / SIDE;
/// Steps of grey by which a square may differ in two pictures of the same: more than a camera's noise, less than a pip.
const GREY: f32 = 6.0;

/// Mean brightness of the squares of a crop.
#[derive(Clone, Debug)]
pub(super) struct Shades([f32; ACROSS * CROP_HEIGHT / SIDE]);

impl Shades {
    pub(super) fn of(crop: &Planes) -> Self {
        let mut sums = [0.0; ACROSS * CROP_HEIGHT / SIDE];
        for (row, values) in crop.values().chunks_exact(CROP_WIDTH).enumerate() {
            let first = row % CROP_HEIGHT / SIDE * ACROSS;
            for (sum, part) in sums[first..].iter_mut().zip(values.chunks_exact(SIDE)) {
                *sum += part.iter().sum::<f32>();
            }
        }
        let all = (3 * SIDE * SIDE) as f32;
        Self(sums.map(|sum| sum / all))
    }

    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let most = GREY * (normalise(255) - normalise(0)) / 255.0;
        self.0.iter().zip(&other.0).all(|(a, b)| (a - b).abs() < most)
    }
}
