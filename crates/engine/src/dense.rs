//! Dense layers of several pictures.

use pulp::Simd;

use crate::direct::along;
use crate::layer;
use crate::tier::{Kernel, madd, vectors, vectors_mut};

/// A matrix times the vectors of all pictures, a row each.
#[derive(Debug)]
pub(crate) struct DenseRows<'a> {
    pub(crate) layer: &'a layer::Dense,
    pub(crate) relu: bool,
    pub(crate) x: &'a [f32],
    pub(crate) out: &'a mut [f32],
}

impl Kernel for DenseRows<'_> {
    #[inline(always)]
    fn run<S: Simd, const L: usize>(self, simd: S) {
        let (wide, inputs) = (self.layer.bias.len() / L, self.layer.inputs);
        let out = vectors_mut::<S>(self.out);
        let pictures = out.len() / wide;
        // A row of the input may be longer: padded to whole vectors.
        let stride = self.x.len() / pictures;
        along!(pictures, k, PICTURES; 4, 2, 1; {
            let x: [&[f32]; PICTURES] = std::array::from_fn(|t| &self.x[(k + t) * stride..][..inputs]);
            let out = &mut out[k * wide..][..PICTURES * wide];
            along!(wide, at, BLOCKS; 3, 2, 1; rows::<S, PICTURES, BLOCKS>(simd, self.layer, self.relu, x, at, out));
        });
    }
}

/// `N` blocks of the outputs of `T` pictures.
#[inline(always)]
fn rows<S: Simd, const T: usize, const N: usize>(
    simd: S,
    layer: &layer::Dense,
    relu: bool,
    x: [&[f32]; T],
    at: usize,
    out: &mut [S::f32s],
) {
    let (factors, bias) = (vectors::<S>(&layer.packed), vectors::<S>(&layer.bias));
    let wide = bias.len();
    let mut sums: [[S::f32s; N]; T] = [std::array::from_fn(|n| bias[at + n]); T];
    for (i, factors) in factors.chunks_exact(wide).enumerate() {
        let Some(factors) = factors[at..].first_chunk::<N>() else { return };
        for t in 0..T {
            let value = simd.splat_f32s(x[t][i]);
            for n in 0..N {
                sums[t][n] = madd(simd, value, factors[n], sums[t][n]);
            }
        }
    }
    let zero = simd.splat_f32s(0.0);
    for t in 0..T {
        for n in 0..N {
            out[t * wide + at + n] = if relu { simd.max_f32s(sums[t][n], zero) } else { sums[t][n] };
        }
    }
}
