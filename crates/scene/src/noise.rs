//! Fields of noise that repeat without a seam, made once a process and the same in every process.

use super::maths::{Dice, hash2, smooth, whole};
use std::sync::OnceLock;

/// Side of a field.
pub const SIDE: usize = 512;
const MASK: usize = SIDE - 1;

/// Values about 0..1 on a square that repeats.
#[derive(Debug)]
pub struct Field(Vec<f32>);

impl Field {
    /// The value at a whole place (wraps).
    #[must_use]
    #[inline]
    pub fn at(&self, x: usize, y: usize) -> f32 {
        self.0[(y & MASK) * SIDE + (x & MASK)]
    }

    /// A row of values (wraps).
    pub(super) fn row(&self, y: usize) -> &[f32] {
        &self.0[(y & MASK) * SIDE..][..SIDE]
    }

    /// Bilinear value at `x`, `y` in cells of the field (wraps).
    #[must_use]
    pub fn sample(&self, x: f32, y: f32) -> f32 {
        let ((i, u), (j, v)) = (whole(x), whole(y));
        let (i, j) = (i as usize & MASK, j as usize & MASK);
        let i1 = i.wrapping_add(1) & MASK;
        let (top, low) = (self.row(j), self.row(j.wrapping_add(1)));
        let (top, low) = (top[i] + (top[i1] - top[i]) * u, low[i] + (low[i1] - low[i]) * u);
        top + (low - top) * v
    }
}

/// All fields.
#[derive(Debug)]
pub struct Bank {
    /// Soft clouds.
    pub cloud: Field,
    /// Clouds with fine detail.
    pub rough: Field,
    /// Fibres along x.
    pub streak: Field,
    /// Each cell for itself, normally distributed round 0.5.
    pub white: Field,
    /// White noise blurred to specks of about 4 cells, stretched to mean 0.5 and sd 0.25.
    pub speck: Field,
    /// 0 at the borders of irregular cells, 1 in their middle.
    pub cell: Field,
}

/// The fields.
pub fn bank() -> &'static Bank {
    static BANK: OnceLock<Bank> = OnceLock::new();
    BANK.get_or_init(|| Bank {
        cloud: fractal(11, (2, 2), 5, 0.5),
        rough: fractal(12, (4, 4), 7, 0.72),
        streak: fractal(13, (2, 64), 4, 0.75),
        white: white(14),
        speck: specks(15),
        cell: cells(16),
    })
}

/// Sum of `octaves` layers of smooth random values, the first with `first` cells across and down.
fn fractal(seed: u64, first: (usize, usize), octaves: u32, persistence: f32) -> Field {
    let mut out = vec![0.0f32; SIDE * SIDE];
    let mut weight = 1.0;
    for octave in 0..octaves {
        let (kx, ky) = ((first.0 << octave).min(SIDE), (first.1 << octave).min(SIDE));
        let mut dice = Dice::new(seed, u64::from(octave), 0);
        let grid: Vec<f32> = (0..kx * ky).map(|_| dice.f(-1.0, 1.0)).collect();
        for y in 0..SIDE {
            let gy = y as f32 * ky as f32 / SIDE as f32;
            let (j, v) = (gy as usize, smooth(0.0, 1.0, gy.fract()));
            for x in 0..SIDE {
                let gx = x as f32 * kx as f32 / SIDE as f32;
                let (i, u) = (gx as usize, smooth(0.0, 1.0, gx.fract()));
                let g = |a: usize, b: usize| grid[(b % ky) * kx + a % kx];
                let top = g(i, j) * (1.0 - u) + g(i + 1, j) * u;
                let low = g(i, j + 1) * (1.0 - u) + g(i + 1, j + 1) * u;
                out[y * SIDE + x] += weight * (top * (1.0 - v) + low * v);
            }
        }
        weight *= persistence;
    }
    stretch(out)
}

/// Mean 0.5, standard deviation 0.2.
fn stretch(mut values: Vec<f32>) -> Field {
    let n = values.len() as f32;
    let mean = values.iter().sum::<f32>() / n;
    let sd = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n).sqrt().max(1e-6);
    for v in &mut values {
        *v = 0.5 + (*v - mean) / sd * 0.2;
    }
    Field(values)
}

fn white(seed: u64) -> Field {
    let mut dice = Dice::new(seed, 0, 0);
    stretch((0..SIDE * SIDE).map(|_| dice.n(1.0)).collect())
}

fn specks(seed: u64) -> Field {
    let source = white(seed);
    let box_sum = |f: &Field, dx: usize, dy: usize| {
        let sum = |i: usize| {
            let (x, y) = (i % SIDE, i / SIDE);
            (0..4).map(|k| f.at(x + k * dx, y + k * dy)).sum::<f32>()
        };
        Field((0..SIDE * SIDE).map(sum).collect())
    };
    let once = box_sum(&box_sum(&source, 1, 0), 0, 1);
    let twice = box_sum(&box_sum(&once, 1, 0), 0, 1);
    stretch(twice.0)
}

/// Distance between the nearest two of scattered points: leather, cobbles, cracks. 32 x 32 points.
fn cells(seed: u64) -> Field {
    const K: usize = 32;
    let step = (SIDE / K) as f32;
    let out = (0..SIDE * SIDE).map(|i| {
        let (x, y) = ((i % SIDE) as f32, (i / SIDE) as f32);
        let (cx, cy) = ((i % SIDE) / (SIDE / K), (i / SIDE) / (SIDE / K));
        let (mut first, mut second) = (f32::MAX, f32::MAX);
        for dy in 0..3 {
            for dx in 0..3 {
                let (gx, gy) = (cx + dx, cy + dy);
                let key = ((gx + K - 1) % K + ((gy + K - 1) % K) * K) as u32;
                let px = (gx as f32 - 1.0 + hash2(key, seed as u32)) * step;
                let py = (gy as f32 - 1.0 + hash2(key, seed as u32 + 1)) * step;
                let d = ((x - px) * (x - px) + (y - py) * (y - py)).sqrt();
                second = second.min(d.max(first));
                first = first.min(d);
            }
        }
        ((second - first) / (step * 0.6)).min(1.0)
    });
    Field(out.collect())
}
