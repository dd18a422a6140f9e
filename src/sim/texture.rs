//! Pictures on surfaces: small square bitmaps with smaller copies of themselves for far views.

use super::maths::{Rgb, rough_log2, whole};

/// A square bitmap in linear light, side a power of two, with its mip levels. Repeats in both directions.
#[derive(Clone, Debug)]
pub struct Texture {
    levels: Vec<Vec<[f32; 4]>>,
    side: usize,
}

impl Texture {
    /// A texture from `side * side` colours, `side` a power of two. The fourth number is free for the user (cover, gloss).
    #[must_use]
    pub fn new(side: usize, texels: Vec<[f32; 4]>) -> Self {
        debug_assert!(side.is_power_of_two() && texels.len() == side * side);
        let mut levels = vec![texels];
        let mut n = side;
        while n > 2 {
            let half = n / 2;
            let small = {
                let big = &levels[levels.len() - 1];
                let mean = |i: usize| {
                    let (x, y) = (i % half * 2, i / half * 2);
                    let (a, b) = (big[y * n + x], big[y * n + x + 1]);
                    let (c, d) = (big[(y + 1) * n + x], big[(y + 1) * n + x + 1]);
                    std::array::from_fn(|k| (a[k] + b[k] + c[k] + d[k]) * 0.25)
                };
                (0..half * half).map(mean).collect()
            };
            levels.push(small);
            n = half;
        }
        Self { levels, side }
    }

    /// Side in texels.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Mean colour of the whole.
    #[must_use]
    pub fn mean(&self) -> Rgb {
        let last = &self.levels[self.levels.len() - 1];
        let n = last.len() as f32;
        [0, 1, 2].map(|k| last.iter().map(|t| t[k]).sum::<f32>() / n)
    }

    /// The colour at `x`, `y` in texels when a pixel is as large as `size` texels; `level_shift` in 0..1 hides the steps between levels.
    #[must_use]
    pub fn sample(&self, x: f32, y: f32, size: f32, level_shift: f32) -> [f32; 4] {
        let wanted = if size > 1.0 { rough_log2(size) + level_shift - 0.3 } else { 0.0 };
        let level = (wanted.max(0.0) as usize).min(self.levels.len() - 1);
        let texels = &self.levels[level];
        let n = self.side >> level;
        let k = 1.0 / (1u32 << level) as f32;
        let (x, y) = (x * k - 0.5, y * k - 0.5);
        let ((i, u), (j, v)) = (whole(x), whole(y));
        let mask = n - 1;
        let (i, j) = (i as usize & mask, j as usize & mask);
        let (i1, j1) = ((i + 1) & mask, (j + 1) & mask);
        let (a, b, c, d) = (&texels[j * n + i], &texels[j * n + i1], &texels[j1 * n + i], &texels[j1 * n + i1]);
        let (wa, wb, wc, wd) = ((1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v);
        std::array::from_fn(|k| a[k] * wa + b[k] * wb + c[k] * wc + d[k] * wd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_views_see_the_mean() {
        let texels = (0..64 * 64).map(|i| [((i % 64 + i / 64) % 2) as f32, 0.5, 0.0, 1.0]).collect();
        let texture = Texture::new(64, texels);
        assert!((texture.sample(10.3, 20.7, 16.0, 0.0)[0] - 0.5).abs() < 0.01);
        assert!(texture.sample(0.5, 0.5, 0.5, 0.0)[0] < 0.01);
        assert!(texture.sample(-0.5, 0.5, 0.5, 0.0)[0] > 0.99);
        assert!((texture.mean()[0] - 0.5).abs() < 1e-6);
    }
}
