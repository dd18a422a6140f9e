//! Pictures on surfaces: small square bitmaps with smaller copies of themselves for far views.

use super::maths::{Rgb, rough_log2, whole};

/// A square bitmap, side a power of two, with its mip levels. Repeats in both directions.
///
/// Texels are square roots of light in eight bits, so a whole texture stays in the processor's cache.
#[derive(Clone, Debug)]
pub struct Texture {
    levels: Vec<Vec<u32>>,
    side: usize,
    mean: Rgb,
}

fn pack(texel: &[f32; 4]) -> u32 {
    let byte = |v: f32| (v.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u32;
    byte(texel[0]) | byte(texel[1]) << 8 | byte(texel[2]) << 16 | byte(texel[3]) << 24
}

fn unpack(texel: u32) -> [f32; 4] {
    std::array::from_fn(|k| {
        let v = (texel >> (8 * k) & 255) as f32 * (1.0 / 255.0);
        v * v
    })
}

impl Texture {
    /// A texture from `side * side` colours, 0 to 1 in linear light, `side` a power of two.
    /// The fourth number is free for the user (cover, gloss).
    #[must_use]
    pub fn new(side: usize, texels: &[[f32; 4]]) -> Self {
        debug_assert!(side.is_power_of_two() && texels.len() == side * side);
        let mut levels = vec![texels.iter().map(pack).collect::<Vec<u32>>()];
        let mut n = side;
        while n > 2 {
            let half = n / 2;
            let small = {
                let big = &levels[levels.len() - 1];
                // Means of square roots lose a little light at sharp contrasts, which nobody sees.
                let mean = |i: usize| {
                    let (x, y) = (i % half * 2, i / half * 2);
                    blend([big[y * n + x], big[y * n + x + 1], big[(y + 1) * n + x], big[(y + 1) * n + x + 1]], [64; 4])
                };
                (0..half * half).map(mean).collect()
            };
            levels.push(small);
            n = half;
        }
        let last = levels[levels.len() - 1].iter().map(|&t| unpack(t)).collect::<Vec<_>>();
        let mean = [0, 1, 2].map(|k| last.iter().map(|t| t[k]).sum::<f32>() / last.len() as f32);
        Self { levels, side, mean }
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
        let level = (level as usize).min(self.levels.len() - 1);
        let texels = &self.levels[level];
        let n = self.side >> level;
        let k = f32::from_bits(((127 - level) as u32) << 23);
        let (x, y) = (x * k - 0.5, y * k - 0.5);
        let ((i, u), (j, v)) = (whole(x), whole(y));
        let mask = n - 1;
        let (i, j) = (i as usize & mask, j as usize & mask);
        let (i1, j1) = ((i + 1) & mask, (j + 1) & mask);
        let corners = [texels[j * n + i], texels[j * n + i1], texels[j1 * n + i], texels[j1 * n + i1]];
        let (u, v) = ((u * 16.0) as u32, (v * 16.0) as u32);
        unpack(blend(corners, [(16 - u) * (16 - v), u * (16 - v), (16 - u) * v, u * v]))
    }
}

/// Weighted mean of packed texels, two channels at a time; the weights sum to 256.
#[inline]
fn blend(t: [u32; 4], w: [u32; 4]) -> u32 {
    const EVEN: u32 = 0x00ff_00ff;
    let sum = |shift: u32| {
        let mut sum = 0x0080_0080u32;
        for k in 0..4 {
            sum = sum.wrapping_add((t[k] >> shift & EVEN).wrapping_mul(w[k]));
        }
        sum >> 8 & EVEN
    };
    sum(0) | sum(8) << 8
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
