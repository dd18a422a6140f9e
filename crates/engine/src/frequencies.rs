//! Weights of a 3x3 kernel as the frequencies that Winograd's convolution multiplies.

use crate::map::BAND;

/// Side of an output tile.
pub(crate) const SIDE: usize = BAND;
/// Side of an input tile.
pub(crate) const WIDE: usize = SIDE + 2;
/// Numbers that a kernel becomes.
pub(crate) const FREQUENCIES: usize = WIDE * WIDE;

/// A kernel of 3x3 as the numbers that multiply a transformed tile.
pub(crate) fn spread(kernel: &[f32], into: &mut [f32]) {
    let along = |[a, b, c]: [f32; 3]| {
        let (odd, even) = (a / 24.0 + c / 6.0, b / 12.0);
        [a / 4.0, -(a + b + c) / 6.0, -(a - b + c) / 6.0, odd + even, odd - even, c]
    };
    let columns: [[f32; WIDE]; 3] = std::array::from_fn(|x| along([kernel[x], kernel[3 + x], kernel[6 + x]]));
    for (f, row) in into.chunks_exact_mut(WIDE).enumerate() {
        row.copy_from_slice(&along(columns.map(|column| column[f])));
    }
}
