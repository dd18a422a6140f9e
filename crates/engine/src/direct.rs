//! Convolutions by a tile of sums in registers: of every layer but those of [`crate::winograd`].

use pulp::Simd;

use crate::layer::{Conv, Group};
use crate::map::{Band, Rows};
use crate::tier::{Kernel, madd, vectors, vectors_mut};

/// Some rows of a convolution's output.
#[derive(Debug)]
pub(crate) struct Direct<'a, 'b> {
    pub(crate) conv: &'a Conv,
    pub(crate) relu: bool,
    pub(crate) x: Rows<'a>,
    pub(crate) out: &'a mut Band<'b>,
}

impl Kernel for Direct<'_, '_> {
    #[inline(always)]
    fn run<S: Simd, const L: usize>(self, simd: S) {
        match (self.conv.lanes_in, self.conv.kernel, self.conv.stride) {
            (3, _, _) => self.groups::<S, 3, 3, 2>(simd),
            (_, 3, _) => self.groups::<S, L, 3, 2>(simd),
            (_, _, 2) => self.groups::<S, L, 1, 2>(simd),
            _ => self.groups::<S, L, 1, 1>(simd),
        }
    }
}

/// Calls a kernel with as many places of a row as its registers hold, then with fewer for the rest.
macro_rules! along {
    ($width:expr, $x:ident, $places:ident; $($t:literal),+; $work:expr) => {{
        let mut $x = 0;
        $( while $width - $x >= $t { const $places: usize = $t; $work; $x += $t; } )+
    }};
}
pub(crate) use along;

/// Calls a kernel for this many blocks of channels, with as many places beside each other as the registers hold.
macro_rules! of_blocks {
    ($simd:ty, $blocks:expr, $go:ident) => {
        if <$simd>::REGISTER_COUNT >= 32 {
            match $blocks {
                1 => $go!(1; 16, 8, 4, 2, 1),
                2 => $go!(2; 12, 8, 4, 2, 1),
                3 => $go!(3; 8, 4, 2, 1),
                _ => $go!(4; 6, 4, 2, 1),
            }
        } else {
            match $blocks {
                1 => $go!(1; 12, 8, 4, 2, 1),
                2 => $go!(2; 6, 4, 2, 1),
                _ => $go!(3; 4, 2, 1),
            }
        }
    };
}
pub(crate) use of_blocks;

impl Direct<'_, '_> {
    #[inline(always)]
    fn groups<S: Simd, const I: usize, const K: usize, const STRIDE: usize>(mut self, simd: S) {
        let (conv, x, relu) = (self.conv, self.x, self.relu);
        let (width, columns) = (self.out.size.width, self.out.size.columns);
        for group in &conv.groups {
            macro_rules! go {
                ($n:literal; $($t:literal),+) => {{
                    let (taps, _) = vectors::<S>(&group.packed).as_chunks::<$n>();
                    let (taps, _) = taps.as_chunks::<I>();
                    let bias = &vectors::<S>(&conv.bias)[group.first..];
                    let bias: [S::f32s; $n] = std::array::from_fn(|n| bias[n]);
                    for row in 0..self.out.rows {
                        let seen = Seen { values: &x.values[self.seen(row)..], line: x.size.line(), row: x.size.row() };
                        let out = self.out(row, group);
                        let out = vectors_mut::<S>(out);
                        along!(width, at, PLACES; $($t),+; tile::<S, PLACES, $n, I, K, STRIDE>(simd, seen, taps, bias, relu, at, out, columns));
                    }
                }};
            }
            of_blocks!(S, group.blocks, go);
        }
    }

    /// The beginning of what the kernel sees in its first row for a row of the output.
    #[inline(always)]
    fn seen(&self, row: usize) -> usize {
        let (picture, y) = self.out.place(row);
        let size = self.x.size;
        let begin = size.at(picture, y * self.conv.stride + self.conv.skip[0], 0) - self.x.begin * size.row();
        begin + self.conv.skip[1] * size.lanes
    }

    /// A row of the output, from the first place of the group's first block to the last of its last block.
    #[inline(always)]
    fn out(&mut self, row: usize, group: &Group) -> &mut [f32] {
        let size = self.out.size;
        let begin = self.out.at(row, group.first);
        &mut self.out.values[begin..][..group.blocks * size.line() - 2 * size.lanes]
    }
}

/// What the kernel sees for a row of the output.
#[derive(Clone, Copy, Debug)]
struct Seen<'a> {
    values: &'a [f32],
    /// Numbers from one block to the next, and from one row to the next.
    line: usize,
    row: usize,
}

/// `T` places beside each other times `N` blocks of channels.
#[expect(clippy::too_many_arguments, reason = "each is a register of the innermost loop")]
#[inline(always)]
fn tile<S: Simd, const T: usize, const N: usize, const I: usize, const K: usize, const STRIDE: usize>(
    simd: S,
    seen: Seen<'_>,
    taps: &[[[S::f32s; N]; I]],
    bias: [S::f32s; N],
    relu: bool,
    x: usize,
    out: &mut [S::f32s],
    columns: usize,
) {
    let mut sums = [bias; T];
    for (block, taps) in taps.chunks_exact(K * K).enumerate() {
        let mut taps = taps.iter();
        for row in 0..K {
            let line = &seen.values[block * seen.line + row * seen.row + x * STRIDE * I..];
            let line = &line.as_chunks::<I>().0[..(T - 1) * STRIDE + K];
            for k in 0..K {
                let Some(taps) = taps.next() else { return };
                for i in 0..I {
                    for t in 0..T {
                        let value = simd.splat_f32s(line[t * STRIDE + k][i]);
                        for n in 0..N {
                            sums[t][n] = madd(simd, value, taps[i][n], sums[t][n]);
                        }
                    }
                }
            }
        }
    }
    let zero = simd.splat_f32s(0.0);
    for n in 0..N {
        let Some(out) = out[n * columns + x..].first_chunk_mut::<T>() else { return };
        for t in 0..T {
            out[t] = if relu { simd.max_f32s(sums[t][n], zero) } else { sums[t][n] };
        }
    }
}
