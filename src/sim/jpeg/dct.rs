//! The cosine transform of 8 x 8 blocks and its quantisation (Arai, Agui and Nakajima's way: what they leave to be multiplied is
//! part of the quantisation).

use super::SIDE;

/// Values of a block, `[row][column]`; transformed, `[frequency across][frequency down]`.
pub(super) type Block = [[f32; SIDE]; SIDE];

/// Annex K of the standard, row by row.
const LUMA: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMA: [u8; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99,
];

/// Place in the block, `row * 8 + column`, of each coefficient in the order of a file.
const ORDER: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
];

/// Added and taken away again it rounds a number between -2^22 and 2^22; `f32::round` is a call.
pub(super) const ROUND: f32 = 12_582_912.0;

/// Steps of quantisation.
pub(super) struct Scales {
    steps: [u8; 64],
    /// Factors from the transform to whole steps, and back.
    there: Block,
    back: Block,
}

impl Scales {
    /// For brightness.
    pub(super) fn luma(quality: u8) -> Self {
        Self::new(&LUMA, quality)
    }

    /// For colour.
    pub(super) fn chroma(quality: u8) -> Self {
        Self::new(&CHROMA, quality)
    }

    fn new(base: &[u8; 64], quality: u8) -> Self {
        let quality = u32::from(quality.clamp(1, 100));
        let percent = if quality < 50 { 5000 / quality } else { 200 - 2 * quality };
        let steps = base.map(|step| ((u32::from(step) * percent + 50) / 100).clamp(1, 255) as u8);
        let own = |k: usize| match k {
            0 => 1.0,
            _ => (k as f32 * std::f32::consts::PI / 16.0).cos() * std::f32::consts::SQRT_2,
        };
        let table = |of: fn(f32, f32) -> f32| {
            std::array::from_fn(|across| {
                std::array::from_fn(|down| of(f32::from(steps[down * SIDE + across]), own(across) * own(down)))
            })
        };
        Self { steps, there: table(|step, own| 1.0 / (step * own * 8.0)), back: table(|step, own| step * own / 8.0) }
    }

    /// The steps in the order of a file.
    pub(super) fn file_order(&self) -> [u8; 64] {
        ORDER.map(|at| self.steps[usize::from(at)])
    }

    /// Rounds a transformed block to whole steps.
    pub(super) fn round_trip(&self, block: &mut Block) {
        for ((row, there), back) in block.iter_mut().zip(&self.there).zip(&self.back) {
            for ((v, there), back) in row.iter_mut().zip(there).zip(back) {
                *v = (*v * there + ROUND - ROUND) * back;
            }
        }
    }

    /// Whole steps of a transformed block, in the order of a file.
    pub(super) fn quantised(&self, block: &Block) -> [i16; 64] {
        let mut whole = [0i16; 64];
        for ((out, row), there) in whole.chunks_exact_mut(SIDE).zip(block).zip(&self.there) {
            for ((out, v), there) in out.iter_mut().zip(row).zip(there) {
                // The lowest bits of the sum are the whole number; a file has room for ten bits and a sign.
                *out = ((*v * there).clamp(-1023.0, 1023.0) + ROUND).to_bits() as i16;
            }
        }
        ORDER.map(|at| whole[usize::from(at % 8 * 8 + at / 8)])
    }
}

/// Transforms a block.
pub(super) fn forward(block: &mut Block) {
    forward_columns(block);
    *block = turned(block);
    forward_columns(block);
}

/// The way back from [`forward`], after [`Scales::round_trip`].
pub(super) fn inverse(block: &mut Block) {
    inverse_columns(block);
    *block = turned(block);
    inverse_columns(block);
}

fn turned(block: &Block) -> Block {
    std::array::from_fn(|i| std::array::from_fn(|j| block[j][i]))
}

#[expect(clippy::needless_range_loop, reason = "the eight values of a column are no slice")]
fn forward_columns(b: &mut Block) {
    for i in 0..SIDE {
        let (s0, d0) = (b[0][i] + b[7][i], b[0][i] - b[7][i]);
        let (s1, d1) = (b[1][i] + b[6][i], b[1][i] - b[6][i]);
        let (s2, d2) = (b[2][i] + b[5][i], b[2][i] - b[5][i]);
        let (s3, d3) = (b[3][i] + b[4][i], b[3][i] - b[4][i]);
        let (e0, e3, e1, e2) = (s0 + s3, s0 - s3, s1 + s2, s1 - s2);
        let z = (e2 + e3) * 0.707_106_77;
        b[0][i] = e0 + e1;
        b[4][i] = e0 - e1;
        b[2][i] = e3 + z;
        b[6][i] = e3 - z;
        let (o0, o1, o2) = (d3 + d2, d2 + d1, d1 + d0);
        let z5 = (o0 - o2) * 0.382_683_43;
        let (z2, z4, z3) = (o0 * 0.541_196_1 + z5, o2 * 1.306_563 + z5, o1 * 0.707_106_77);
        let (z11, z13) = (d0 + z3, d0 - z3);
        b[5][i] = z13 + z2;
        b[3][i] = z13 - z2;
        b[1][i] = z11 + z4;
        b[7][i] = z11 - z4;
    }
}

#[expect(clippy::needless_range_loop, reason = "the eight values of a column are no slice")]
fn inverse_columns(b: &mut Block) {
    for i in 0..SIDE {
        let (e0, e1) = (b[0][i] + b[4][i], b[0][i] - b[4][i]);
        let e3 = b[2][i] + b[6][i];
        let e2 = (b[2][i] - b[6][i]) * std::f32::consts::SQRT_2 - e3;
        let (s0, s3, s1, s2) = (e0 + e3, e0 - e3, e1 + e2, e1 - e2);
        let (z13, z10) = (b[5][i] + b[3][i], b[5][i] - b[3][i]);
        let (z11, z12) = (b[1][i] + b[7][i], b[1][i] - b[7][i]);
        let o7 = z11 + z13;
        let z5 = (z10 + z12) * 1.847_759_1;
        let o6 = z5 - z10 * 2.613_126 - o7;
        let o5 = (z11 - z13) * std::f32::consts::SQRT_2 - o6;
        let o4 = z5 - z12 * 1.082_392_2 - o5;
        b[0][i] = s0 + o7;
        b[7][i] = s0 - o7;
        b[1][i] = s1 + o6;
        b[6][i] = s1 - o6;
        b[2][i] = s2 + o5;
        b[5][i] = s2 - o5;
        b[3][i] = s3 + o4;
        b[4][i] = s3 - o4;
    }
}
