//! The vector instructions of the machine, chosen when the program runs.

use std::fmt;

use pulp::{Scalar128b, Simd, WithSimd};

/// Vector instructions that this machine has.
#[derive(Clone, Copy, Debug)]
pub struct Tier(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "aarch64")]
    Neon(pulp::aarch64::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    Relaxed(pulp::wasm::RelaxedSimd),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(pulp::wasm::Simd128),
    Plain,
}

/// A piece of work over vectors of `L` numbers.
pub(crate) trait Kernel {
    /// Does it; `L` is `S::F32_LANES`.
    fn run<S: Simd, const L: usize>(self, simd: S);
}

/// A kernel as pulp takes it.
struct Lanes<K, const L: usize>(K);

impl<K: Kernel, const L: usize> WithSimd for Lanes<K, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.0.run::<S, L>(simd);
    }
}

impl Tier {
    /// The fastest instructions of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::all().swap_remove(0)
    }

    /// The fastest vector instructions of this machine; `None` where it has none that are known here. The plain fallback is for tests: it is
    /// slower than tract.
    #[must_use]
    pub fn vectors() -> Option<Self> {
        Some(Self::best()).filter(|tier| !matches!(tier.0, Kind::Plain))
    }

    /// Everything that this machine can run, the fastest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(pulp::x86::V4::try_new().map(Kind::Avx512));
            all.extend(pulp::x86::V3::try_new().map(Kind::Avx2));
        }
        #[cfg(target_arch = "aarch64")]
        all.extend(pulp::aarch64::Neon::try_new().map(Kind::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
        all.extend(pulp::wasm::RelaxedSimd::try_new().map(Kind::Relaxed));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.extend(pulp::wasm::Simd128::try_new().map(Kind::Simd128));
        all.push(Kind::Plain);
        all.into_iter().map(Self).collect()
    }

    /// Numbers in a vector.
    pub(crate) const fn lanes(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => 16,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => 8,
            _ => 4,
        }
    }

    /// Does the work with these instructions.
    pub(crate) fn run(self, kernel: impl Kernel) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(simd) => Simd::vectorize(simd, Lanes::<_, 16>(kernel)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(simd) => Simd::vectorize(simd, Lanes::<_, 8>(kernel)),
            #[cfg(target_arch = "aarch64")]
            Kind::Neon(simd) => Simd::vectorize(simd, Lanes::<_, 4>(kernel)),
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
            Kind::Relaxed(simd) => Simd::vectorize(simd, Lanes::<_, 4>(kernel)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(simd) => Simd::vectorize(simd, Lanes::<_, 4>(kernel)),
            Kind::Plain => Simd::vectorize(Scalar128b, Lanes::<_, 4>(kernel)),
        }
    }
}

/// Their usual name.
impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "AVX2",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon(_) => "NEON",
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
            Kind::Relaxed(_) => "relaxed SIMD",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(_) => "SIMD128",
            Kind::Plain => "plain",
        })
    }
}

/// `a * b + c`. Without an instruction for it pulp would round as if there were one, hundreds of times as slowly.
#[inline(always)]
pub(crate) fn madd<S: Simd>(simd: S, a: S::f32s, b: S::f32s, c: S::f32s) -> S::f32s {
    if std::any::TypeId::of::<S>() == std::any::TypeId::of::<Scalar128b>() {
        simd.add_f32s(simd.mul_f32s(a, b), c)
    } else {
        simd.mul_add_e_f32s(a, b, c)
    }
}

/// `values` as vectors.
#[inline(always)]
pub(crate) fn vectors<S: Simd>(values: &[f32]) -> &[S::f32s] {
    S::as_simd_f32s(values).0
}

/// `values` as vectors, to be written.
#[inline(always)]
pub(crate) fn vectors_mut<S: Simd>(values: &mut [f32]) -> &mut [S::f32s] {
    S::as_mut_simd_f32s(values).0
}
