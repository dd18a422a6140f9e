//! Vectors, colours and dice for the renderer.

use game::rng::Rng;
/// A point or direction: millimetres on the table, x and y on its top, z upwards.
pub use glam::{Vec3 as V3, vec3 as v3};

/// A colour as light: linear red, green, blue; 1 is white paper under the scene's light.
pub type Rgb = [f32; 3];

/// The linear colour of three sRGB values from 0 to 255.
#[must_use]
pub fn srgb(r: f32, g: f32, b: f32) -> Rgb {
    [r, g, b].map(|c| {
        let c = (c / 255.0).clamp(0.0, 1.0);
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// The linear colour of hue (turns), saturation and value (0 to 1, as on a screen).
#[must_use]
pub fn hsv(hue: f32, saturation: f32, value: f32) -> Rgb {
    let h = hue.rem_euclid(1.0) * 6.0;
    let channel = |n: f32| {
        let k = (n + h) % 6.0;
        255.0 * value * (1.0 - saturation * k.min(4.0 - k).clamp(0.0, 1.0))
    };
    srgb(channel(5.0), channel(3.0), channel(1.0))
}

/// `a` at 0, `b` at 1.
#[must_use]
#[inline]
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/// A colour made lighter or darker.
#[must_use]
#[inline]
pub fn scale(a: Rgb, k: f32) -> Rgb {
    [a[0] * k, a[1] * k, a[2] * k]
}

/// Channel by channel product: a surface under a coloured light.
#[must_use]
#[inline]
pub fn times(a: Rgb, b: Rgb) -> Rgb {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

/// Sum of two lights.
#[must_use]
#[inline]
pub fn plus(a: Rgb, b: Rgb) -> Rgb {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Brightness of a linear colour.
#[must_use]
#[inline]
pub fn luma(a: Rgb) -> f32 {
    0.2126 * a[0] + 0.7152 * a[1] + 0.0722 * a[2]
}

/// Returns the larger number. (`f32::max` handles NaN, which takes longer.)
#[must_use]
#[inline]
pub const fn higher(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller number.
#[must_use]
#[inline]
pub const fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Added to a number between -2^22 and 2^22, the lowest 22 bits of the sum are its whole part: quicker than a cast.
pub const WHOLE: f32 = 12_582_912.0;

/// 0 below `a`, 1 above `b`, smooth between.
#[must_use]
#[inline]
pub fn smooth(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Returns the largest whole number not above `x`, and the rest. (`f32::floor` is a call on the oldest processors we
/// build for.)
#[must_use]
#[inline]
pub fn whole(x: f32) -> (i32, f32) {
    let i = x as i32;
    let i = i.wrapping_sub(i32::from(x < i as f32));
    (i, x - i as f32)
}

/// Binary logarithm of a number above 0, to about 0.09.
#[must_use]
#[inline]
pub const fn rough_log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = (bits & 0x7f_ffff) as f32 * (1.0 / 8_388_608.0);
    exponent as f32 + mantissa
}

/// A number that looks random for each pair of whole numbers, `0.0..1.0`.
#[must_use]
#[inline]
pub fn hash2(x: u32, y: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 13;
    (h >> 8) as i32 as f32 / 16_777_216.0
}

/// Random choices in `f32`, on the crate's seeded generator.
#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    /// Dice for part `part` of the picture `index` of the stream `seed`: the three decide every throw.
    #[must_use]
    pub fn new(seed: u64, index: u64, part: u64) -> Self {
        // splitmix64's finaliser, so that neighbouring seeds have nothing in common.
        let mut z = seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(index.wrapping_mul(0xd134_2543_de82_ef95))
            .wrapping_add(part.wrapping_mul(0xa076_1d64_78bd_642f));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(Rng::new(z ^ (z >> 31)))
    }

    /// Returns other dice, independent of later throws of these.
    pub const fn fork(&mut self) -> Self {
        Self(Rng::new(self.0.next_u64()))
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `low..high`.
    pub const fn f(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.unit() as f32
    }

    /// A number in `low..high`, every factor equally likely.
    pub fn log(&mut self, low: f32, high: f32) -> f32 {
        (self.f(low.ln(), high.ln())).exp()
    }

    /// True with this probability.
    pub const fn p(&mut self, probability: f32) -> bool {
        self.0.unit() < probability as f64
    }

    /// A whole number, both bounds included.
    pub const fn i(&mut self, low: i32, high: i32) -> i32 {
        low + self.0.below((high - low + 1) as usize) as i32
    }

    /// Normally distributed around 0 (sum of four uniform numbers, so never beyond 3.5 sd).
    pub const fn n(&mut self, sd: f32) -> f32 {
        let sum = self.0.unit() + self.0.unit() + self.0.unit() + self.0.unit();
        (sum - 2.0) as f32 * 1.732 * sd
    }

    /// An index, with probability in proportion to the weights.
    pub fn w(&mut self, weights: &[f32]) -> usize {
        let mut x = self.f(0.0, weights.iter().sum());
        for (i, w) in weights.iter().enumerate() {
            x -= w;
            if x < 0.0 {
                return i;
            }
        }
        weights.len().saturating_sub(1)
    }

    /// An angle in radians, a whole turn.
    pub const fn turn(&mut self) -> f32 {
        self.f(0.0, std::f32::consts::TAU)
    }

    /// -1 or 1.
    pub const fn sign(&mut self) -> f32 {
        if self.p(0.5) { 1.0 } else { -1.0 }
    }

    /// Any colour.
    pub fn colour(&mut self) -> Rgb {
        let (h, s, v) = (self.f(0.0, 1.0), self.f(0.0, 1.0), self.f(0.05, 1.0));
        hsv(h, s, v)
    }

    /// Puts the slice into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
