//! Convolutions by a tile of sums in registers: of every layer but those of [`crate::winograd`].

use pulp::Simd;

use crate::layer::{Conv, Group};
use crate::map::{Band, Map};
use crate::tier::{Kernel, madd, vectors, vectors_mut};

/// Some rows of a convolution's output.
#[derive(Debug)]
pub(crate) struct Direct<'a, 'b> {
    pub(crate) conv: &'a Conv,
    pub(crate) relu: bool,
    pub(crate) x: &'a Map,
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

impl<'a> Direct<'a, '_> {
    #[inline(always)]
    fn groups<S: Simd, const I: usize, const K: usize, const STRIDE: usize>(mut self, simd: S) {
        let conv = self.conv;
        let (width, columns) = (self.out.size.width, self.out.size.columns);
        for group in &conv.groups {
            // Each block of input channels goes over all rows: so long its weights stay in the fastest memory.
            macro_rules! go {
                ($n:literal; $($t:literal),+) => {{
                    let (taps, _) = vectors::<S>(&group.packed).as_chunks::<$n>();
                    let (taps, _) = taps.as_chunks::<I>();
                    let bias = &vectors::<S>(&conv.bias)[group.first..];
                    let bias: [S::f32s; $n] = std::array::from_fn(|n| bias[n]);
                    for (block, taps) in taps.chunks_exact(K * K).enumerate() {
                        let start = (block == 0).then_some(bias);
                        let relu = self.relu && block + 1 == conv.blocks_in;
                        for row in 0..self.out.rows {
                            let lines: [&[[f32; I]]; K] = std::array::from_fn(|k| self.line(row, block, k));
                            let out = self.out(row, group);
                            let out = vectors_mut::<S>(out);
                            along!(width, x, PLACES; $($t),+; tile::<S, PLACES, $n, I, K, STRIDE>(simd, lines, taps, start, relu, x, out, columns));
                        }
                    }
                }};
            }
            of_blocks!(S, group.blocks, go);
        }
    }

    /// The places that the kernel's row `k` sees for a row of the output.
    #[inline(always)]
    fn line<const I: usize>(&self, row: usize, block: usize, k: usize) -> &'a [[f32; I]] {
        let (picture, y) = self.out.place(row);
        let begin = self.x.size.at(picture, y * self.conv.stride + self.conv.skip[0] + k, block);
        let (line, _) = self.x.values[begin..begin + self.x.size.line()].as_chunks::<I>();
        &line[self.conv.skip[1]..]
    }

    /// A row of the output, from the first place of the group's first block to the last of its last block.
    #[inline(always)]
    fn out(&mut self, row: usize, group: &Group) -> &mut [f32] {
        let size = self.out.size;
        let begin = self.out.at(row, group.first);
        &mut self.out.values[begin..][..group.blocks * size.line() - 2 * size.lanes]
    }
}

/// `T` places beside each other times `N` blocks of channels, from one block of input channels.
#[expect(clippy::too_many_arguments, reason = "each is a register of the innermost loop")]
#[inline(always)]
fn tile<S: Simd, const T: usize, const N: usize, const I: usize, const K: usize, const STRIDE: usize>(
    simd: S,
    lines: [&[[f32; I]]; K],
    taps: &[[[S::f32s; N]; I]],
    start: Option<[S::f32s; N]>,
    relu: bool,
    x: usize,
    out: &mut [S::f32s],
    columns: usize,
) {
    let mut sums = [[simd.splat_f32s(0.0); N]; T];
    match start {
        Some(bias) => sums = [bias; T],
        None => {
            for n in 0..N {
                let Some(out) = out[n * columns + x..].first_chunk::<T>() else { return };
                for t in 0..T {
                    sums[t][n] = out[t];
                }
            }
        }
    }
    let mut taps = taps.iter();
    for line in lines {
        let line = &line[x * STRIDE..][..(T - 1) * STRIDE + K];
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
    let zero = simd.splat_f32s(0.0);
    for n in 0..N {
        let Some(out) = out[n * columns + x..].first_chunk_mut::<T>() else { return };
        for t in 0..T {
            out[t] = if relu { simd.max_f32s(sums[t][n], zero) } else { sums[t][n] };
        }
    }
}
