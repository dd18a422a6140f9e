//! Pictures on surfaces: small square bitmaps with smaller copies of themselves for far views.

use super::maths::{Rgb, WHOLE, lower, rough_log2};

/// A square bitmap, side a power of two, with its mip levels. Repeats in both directions.
///
/// Texels are square roots of light in eight bits, so a whole texture stays in the processor's cache.
#[derive(Clone, Debug)]
pub struct Texture {
    /// All levels one after the other, the largest first.
    texels: Vec<u32>,
    /// Index of each first entry.
    starts: Vec<usize>,
    side: usize,
    mean: Rgb,
}

fn pack(texel: &[f32; 4]) -> u32 {
    let byte = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u32;
    byte(texel[0]) | byte(texel[1]) << 8 | byte(texel[2]) << 16 | byte(texel[3]) << 24
}

#[inline]
fn unpack(texel: u32) -> [f32; 4] {
    texel.to_le_bytes().map(|v| f32::from(v) * f32::from(v) * (1.0 / 65025.0))
}

impl Texture {
    /// A texture from `side * side` colours, 0 to 1 in linear light, `side` a power of two.
    /// The fourth number is free for the user (cover, gloss).
    #[must_use]
    pub fn new(side: usize, texels: &[[f32; 4]]) -> Self {
        debug_assert!(side.is_power_of_two() && texels.len() == side * side);
        let mut all = Vec::with_capacity(side * side * 4 / 3 + 1);
        all.extend(texels.iter().map(pack));
        let mut starts = vec![0];
        let mut n = side;
        while n > 2 {
            let (half, start) = (n / 2, starts[starts.len() - 1]);
            starts.push(all.len());
            for y in 0..half {
                for x in 0..half {
                    // Means of square roots lose a little light at sharp contrasts, too little to see.
                    let at = start + y * 2 * n + x * 2;
                    all.push(blend([all[at], all[at + 1], all[at + n], all[at + n + 1]], [64; 4]));
                }
            }
            n = half;
        }
        let last = all[starts[starts.len() - 1]..].iter().map(|&t| unpack(t)).collect::<Vec<_>>();
        let mean = [0, 1, 2].map(|k| last.iter().map(|t| t[k]).sum::<f32>() / last.len() as f32);
        Self { texels: all, starts, side, mean }
    }

    /// Side in texels.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Mean colour of the whole.
    #[must_use]
    pub const fn mean(&self) -> Rgb {
        self.mean
    }

    /// The colour at `x`, `y` in texels when a pixel is as large as `size` texels; `level_shift` in 0..1 hides the steps between levels.
    #[must_use]
    pub fn sample(&self, x: f32, y: f32, size: f32, level_shift: f32) -> [f32; 4] {
        self.sample_level(x, y, Self::level_of(size) + level_shift)
    }

    /// The level for pixels as large as `size` texels, as a fraction.
    #[must_use]
    pub fn level_of(size: f32) -> f32 {
        if size > 1.0 { (rough_log2(size) - 0.3).max(0.0) } else { 0.0 }
    }

    /// The colour at `x`, `y` in texels of the largest level, taken from the level `level` (rounded down).
    #[must_use]
    #[inline]
    pub fn sample_level(&self, x: f32, y: f32, level: f32) -> [f32; 4] {
        let level = lower(level, self.last_level()) as i32 as u32;
        let (x, y) = Self::place(x, y, level);
        unpack(self.packed(x, y, level))
    }

    /// Number of the smallest level.
    pub(super) const fn last_level(&self) -> f32 {
        (self.starts.len() - 1) as f32
    }

    /// Returns the place in [`Self::packed`] of the colour at `x`, `y` in texels of the largest level: in sixteenths of
    /// a texel.
    #[inline]
    pub(super) const fn place(x: f32, y: f32, level: u32) -> (u32, u32) {
        // Sixteenths; the middle of a texel is half a texel from its corner.
        let k = f32::from_bits(131u32.wrapping_sub(level) << 23);
        ((x * k - 8.5 + WHOLE).to_bits(), (y * k - 8.5 + WHOLE).to_bits())
    }

    /// The colour at a [`Self::place`], four square roots in a byte each.
    #[inline]
    pub(super) fn packed(&self, x: u32, y: u32, level: u32) -> u32 {
        // Sizes are small powers of two: nothing here can overflow, and checks would take as long as the work.
        let n = self.side.wrapping_shr(level);
        let texels = &self.texels[self.starts[level as usize]..];
        let mask = n.wrapping_sub(1);
        let (i, j) = (x as usize >> 4 & mask, y as usize >> 4 & mask);
        let i1 = i.wrapping_add(1) & mask;
        let (top, low) = (j.wrapping_mul(n), (j.wrapping_add(1) & mask).wrapping_mul(n));
        let corners = [texels[top | i], texels[top | i1], texels[low | i], texels[low | i1]];
        // (16 - u)(16 - v), u(16 - v), (16 - u)v, uv with a single product.
        let (u, v) = (x & 15, y & 15);
        let both = u.wrapping_mul(v);
        let (u, v) = ((u << 4).wrapping_sub(both), (v << 4).wrapping_sub(both));
        blend(corners, [256u32.wrapping_sub(u).wrapping_sub(v).wrapping_sub(both), u, v, both])
    }
}

/// Weighted mean of packed texels, two channels at a time; the weights sum to 256.
#[inline]
fn blend(t: [u32; 4], w: [u32; 4]) -> u32 {
    const EVEN: u32 = 0x00ff_00ff;
    let part = |t: u32, w: u32| (t & EVEN).wrapping_mul(w);
    let sum = |t: [u32; 4]| {
        let (a, b) = (part(t[0], w[0]).wrapping_add(part(t[1], w[1])), part(t[2], w[2]).wrapping_add(part(t[3], w[3])));
        a.wrapping_add(b).wrapping_add(0x0080_0080) >> 8 & EVEN
    };
    sum(t) | sum([t[0] >> 8, t[1] >> 8, t[2] >> 8, t[3] >> 8]) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_views_see_the_mean() {
        let texels: Vec<_> = (0..64 * 64).map(|i| [((i % 64 + i / 64) % 2) as f32, 0.5, 0.0, 1.0]).collect();
        let texture = Texture::new(64, &texels);
        // A checkerboard of root light 0 and 1 has the mean root 0.5.
        assert!((texture.sample(10.3, 20.7, 16.0, 0.0)[0] - 0.25).abs() < 0.01);
        assert!(texture.sample(0.5, 0.5, 0.5, 0.0)[0] < 0.01);
        assert!(texture.sample(-0.5, 0.5, 0.5, 0.0)[0] > 0.99);
        assert!((texture.mean()[1] - 0.5).abs() < 0.01);
    }
}
