//! Values that change slowly over the table, computed every eighth pixel and interpolated.

use super::shade::Factors;

/// Pixels between nodes.
pub(super) const STEP: usize = 8;
/// Numbers of a node.
const PARTS: usize = 8;

/// Light and texture of the table at one pixel, without shadows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Light of lamps and room.
    pub(super) factors: Factors,
    /// Large uneven patches, a factor on the colour.
    pub(super) patch: f32,
    /// Level of the texture, as a fraction.
    pub(super) level: f32,
}

impl Node {
    const fn parts(&self) -> [f32; PARTS] {
        let f = &self.factors;
        [f.sky, f.lamps[0], f.lamps[1], f.glints[0], f.glints[1], f.room, self.patch, self.level]
    }
}

/// A row of pixels with the numbers of [`Node`], each for itself.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeRow {
    pub(super) sky: Vec<f32>,
    pub(super) lamps: [Vec<f32>; 2],
    pub(super) glints: [Vec<f32>; 2],
    pub(super) room: Vec<f32>,
    pub(super) patch: Vec<f32>,
    pub(super) level: Vec<f32>,
}

/// Nodes over a whole picture.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    across: usize,
    parts: [Vec<f32>; PARTS],
    /// Parts that are the same everywhere.
    flat: [bool; PARTS],
}

impl Nodes {
    /// Nodes for a picture, each from its column and row in pixels.
    pub(super) fn new((w, h): (usize, usize), mut node: impl FnMut(f32, f32) -> Node) -> Self {
        let (across, down) = (w.div_ceil(STEP) + 1, h.div_ceil(STEP) + 1);
        let mut parts: [Vec<f32>; PARTS] = std::array::from_fn(|_| Vec::with_capacity(across * down));
        for j in 0..down {
            for i in 0..across {
                for (all, part) in parts.iter_mut().zip(node((i * STEP) as f32, (j * STEP) as f32).parts()) {
                    all.push(part);
                }
            }
        }
        let flat = std::array::from_fn(|k| parts[k].iter().all(|&v| v == parts[k][0]));
        Self { across, parts, flat }
    }

    /// Interpolates between the nodes round row `y`.
    pub(super) fn row(&self, y: usize, out: &mut NodeRow) {
        let [lamps, glints] = [&mut out.lamps, &mut out.glints];
        let [[l0, l1], [g0, g1]] = [lamps, glints];
        let rows = [&mut out.sky, l0, l1, g0, g1, &mut out.room, &mut out.patch, &mut out.level];
        let t = (y % STEP) as f32 / STEP as f32;
        for ((values, row), flat) in self.parts.iter().zip(rows).zip(self.flat) {
            let top = &values[y / STEP * self.across..][..self.across];
            let low = &values[(y / STEP + 1) * self.across..][..self.across];
            row.resize((self.across - 1) * STEP, 0.0);
            if flat {
                if row[0] != top[0] || y == 0 {
                    row.fill(top[0]);
                }
                continue;
            }
            let at = |i: usize| top[i] + (low[i] - top[i]) * t;
            let mut left = at(0);
            for (i, eight) in row.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
                let right = at(i + 1);
                let step = (right - left) * (1.0 / STEP as f32);
                for (k, v) in eight.iter_mut().enumerate() {
                    *v = left + step * k as f32;
                }
                left = right;
            }
        }
    }
}
