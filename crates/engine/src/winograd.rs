//! Convolutions of 3x3 with stride 1 by Winograd's F(4x4, 3x3): a quarter of the multiplications.
//!
//! Tiles of 6x6 places are transformed to 36 frequencies, each frequency is multiplied with the layer's prepared
//! weights, and the result is transformed back to 4x4 places.

use std::cell::Cell;

use pulp::Simd;

use crate::aligned::Aligned;
use crate::direct::{along, of_blocks};
use crate::frequencies::{FREQUENCIES, SIDE, WIDE};
use crate::layer::Conv;
use crate::map::{Band, Map};
use crate::tier::{Kernel, madd, vectors, vectors_mut};

/// Tiles that go through together at least.
const TOGETHER: usize = 16;

/// Some rows of a convolution's output.
#[derive(Debug)]
pub(crate) struct Winograd<'a, 'b> {
    pub(crate) conv: &'a Conv,
    pub(crate) relu: bool,
    pub(crate) x: &'a Map,
    pub(crate) out: &'a mut Band<'b>,
}

thread_local! {
    /// Tiles as frequencies before and after the multiplication.
    static SCRATCH: Cell<(Aligned, Aligned)> = Cell::default();
}

impl Kernel for Winograd<'_, '_> {
    #[inline(always)]
    fn run<S: Simd, const L: usize>(mut self, simd: S) {
        let size = self.out.size;
        let (tall, across) = (self.out.rows.min(size.height), size.width.div_ceil(SIDE));
        let down = tall.div_ceil(SIDE);
        let tiles = self.out.rows / tall * down * across;
        let place = |tile: usize| {
            let (strip, x) = (tile / across, tile % across * SIDE);
            TilePlace { row: strip / down * tall + strip % down * SIDE, high: SIDE.min(tall - strip % down * SIDE), x }
        };
        let (inputs, outputs) = (self.conv.blocks_in * L, size.blocks() * L);
        // As many as take up the room of the weights: each is fetched as rarely as the other.
        let most = tiles.min(TOGETHER.max(inputs * outputs / (inputs + outputs)));
        let (mut before, mut after) = SCRATCH.take();
        before.resize(FREQUENCIES * apart(self.conv.blocks_in * most) * L);
        after.resize(FREQUENCIES * apart(size.blocks() * most) * L);
        for begin in (0..tiles).step_by(most) {
            let places = (begin..tiles.min(begin + most)).map(place);
            self.split::<S, L>(simd, places.clone(), &mut before);
            self.multiply::<S, L>(simd, places.len(), &before, &mut after);
            self.join::<S>(simd, places, &after);
        }
        SCRATCH.set((before, after));
    }
}

/// Vectors from one frequency to the next: an odd number, or all frequencies of a place would share one set of the cache.
const fn apart(vectors: usize) -> usize {
    vectors | 1
}

/// Place of an output tile, and its number of rows.
#[derive(Clone, Copy, Debug)]
struct TilePlace {
    row: usize,
    high: usize,
    x: usize,
}

impl Winograd<'_, '_> {
    /// Transforms the input tiles at these places: `[frequency][input block][place][lane]`.
    #[inline(always)]
    fn split<S: Simd, const L: usize>(
        &self,
        simd: S,
        places: impl ExactSizeIterator<Item = TilePlace>,
        into: &mut [f32],
    ) {
        let (conv, size) = (self.conv, self.x.size);
        let count = places.len();
        let apart = apart(conv.blocks_in * count);
        let values = vectors::<S>(&self.x.values);
        let into = vectors_mut::<S>(into);
        for (s, place) in places.enumerate() {
            let (picture, y) = self.out.place(place.row);
            for block in 0..conv.blocks_in {
                let mut rows = [[simd.splat_f32s(0.0); WIDE]; WIDE];
                for (r, row) in rows.iter_mut().enumerate() {
                    let begin = size.at(picture, y + conv.skip[0] + r, block) / L + place.x + conv.skip[1];
                    let Some(line) = values[begin..].first_chunk::<WIDE>() else { return };
                    *row = split(simd, *line);
                }
                for c in 0..WIDE {
                    // Not by a closure: one that is not inlined would send every vector through memory.
                    let mut column = [simd.splat_f32s(0.0); WIDE];
                    for r in 0..WIDE {
                        column[r] = rows[r][c];
                    }
                    let column = split(simd, column);
                    for r in 0..WIDE {
                        into[(r * WIDE + c) * apart + block * count + s] = column[r];
                    }
                }
            }
        }
    }

    /// Multiplies each frequency with its weights: `[frequency][output block][place][lane]`.
    #[inline(always)]
    fn multiply<S: Simd, const L: usize>(&self, simd: S, count: usize, before: &[f32], after: &mut [f32]) {
        let (inputs, outputs) = (self.conv.blocks_in, self.out.size.blocks());
        let (before, _) = before.as_chunks::<L>();
        let after = vectors_mut::<S>(after);
        for group in &self.conv.groups {
            macro_rules! go {
                ($n:literal; $($t:literal),+) => {{
                    let (taps, _) = vectors::<S>(&group.packed).as_chunks::<$n>();
                    let (taps, _) = taps.as_chunks::<L>();
                    for f in 0..FREQUENCIES {
                        let taps = &taps[f * inputs..(f + 1) * inputs];
                        let before = &before[f * apart(inputs * count)..][..inputs * count];
                        let after = &mut after[f * apart(outputs * count) + group.first * count..][..$n * count];
                        along!(count, at, PLACES; $($t),+; products::<S, PLACES, $n, L>(simd, before, count, taps, at, after));
                    }
                }};
            }
            of_blocks!(S, group.blocks, go);
        }
    }

    /// Transforms the result back into the output at these places.
    #[inline(always)]
    fn join<S: Simd>(&mut self, simd: S, places: impl ExactSizeIterator<Item = TilePlace>, after: &[f32]) {
        let (size, count) = (self.out.size, places.len());
        let apart = apart(size.blocks() * count);
        let (after, bias) = (vectors::<S>(after), vectors::<S>(&self.conv.bias));
        let zero = simd.splat_f32s(0.0);
        for (s, place) in places.enumerate() {
            for (block, &bias) in bias.iter().enumerate() {
                let mut columns = [[zero; WIDE]; SIDE];
                for c in 0..WIDE {
                    let mut column = [zero; WIDE];
                    for r in 0..WIDE {
                        column[r] = after[(r * WIDE + c) * apart + block * count + s];
                    }
                    let column = join(simd, column);
                    for (row, value) in columns.iter_mut().zip(column) {
                        row[c] = value;
                    }
                }
                let wide = SIDE.min(size.width - place.x);
                for (r, row) in columns.into_iter().enumerate().take(place.high) {
                    let begin = self.out.at(place.row + r, block) + place.x * size.lanes;
                    let to = vectors_mut::<S>(&mut self.out.values[begin..begin + wide * size.lanes]);
                    for (to, value) in to.iter_mut().zip(join(simd, row)) {
                        let value = simd.add_f32s(value, bias);
                        *to = if self.relu { simd.max_f32s(value, zero) } else { value };
                    }
                }
            }
        }
    }
}

/// `T` places times `N` blocks of output channels, for one frequency.
#[inline(always)]
fn products<S: Simd, const T: usize, const N: usize, const L: usize>(
    simd: S,
    before: &[[f32; L]],
    count: usize,
    taps: &[[[S::f32s; N]; L]],
    at: usize,
    after: &mut [S::f32s],
) {
    let mut sums = [[simd.splat_f32s(0.0); N]; T];
    for (block, taps) in before.chunks_exact(count).zip(taps) {
        let Some(places) = block[at..].first_chunk::<T>() else { return };
        for i in 0..L {
            for t in 0..T {
                let value = simd.splat_f32s(places[t][i]);
                for n in 0..N {
                    sums[t][n] = madd(simd, value, taps[i][n], sums[t][n]);
                }
            }
        }
    }
    for n in 0..N {
        let Some(after) = after[n * count + at..].first_chunk_mut::<T>() else { return };
        for t in 0..T {
            after[t] = sums[t][n];
        }
    }
}

/// Six places as six frequencies.
#[inline(always)]
fn split<S: Simd>(simd: S, [d0, d1, d2, d3, d4, d5]: [S::f32s; WIDE]) -> [S::f32s; WIDE] {
    let k = |value: f32| simd.splat_f32s(value);
    let a = madd(simd, d2, k(-4.0), d4);
    let b = madd(simd, d1, k(-4.0), d3);
    let c = simd.sub_f32s(d4, d2);
    let e = simd.mul_f32s(k(2.0), simd.sub_f32s(d3, d1));
    [
        madd(simd, d0, k(4.0), madd(simd, d2, k(-5.0), d4)),
        simd.add_f32s(a, b),
        simd.sub_f32s(a, b),
        simd.add_f32s(c, e),
        simd.sub_f32s(c, e),
        madd(simd, d1, k(4.0), madd(simd, d3, k(-5.0), d5)),
    ]
}

/// Six frequencies as four places.
#[inline(always)]
fn join<S: Simd>(simd: S, [m0, m1, m2, m3, m4, m5]: [S::f32s; WIDE]) -> [S::f32s; SIDE] {
    let k = |value: f32| simd.splat_f32s(value);
    let (p, q) = (simd.add_f32s(m1, m2), simd.sub_f32s(m1, m2));
    let (r, t) = (simd.add_f32s(m3, m4), simd.sub_f32s(m3, m4));
    [
        simd.add_f32s(m0, simd.add_f32s(p, r)),
        madd(simd, t, k(2.0), q),
        madd(simd, r, k(4.0), p),
        madd(simd, t, k(8.0), simd.add_f32s(q, m5)),
    ]
}
