//! What changes slowly over the table, computed every eighth pixel and interpolated between.

use super::shade::Factors;

/// Pixels between nodes.
pub(super) const STEP: usize = 8;

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
    fn mix(&self, o: &Self, t: f32) -> Self {
        let m = |a: f32, b: f32| a + (b - a) * t;
        let pair = |a: [f32; 2], b: [f32; 2]| [m(a[0], b[0]), m(a[1], b[1])];
        let (f, g) = (&self.factors, &o.factors);
        Self {
            factors: Factors {
                sky: m(f.sky, g.sky),
                lamps: pair(f.lamps, g.lamps),
                glints: pair(f.glints, g.glints),
                room: m(f.room, g.room),
            },
            patch: m(self.patch, o.patch),
            level: m(self.level, o.level),
        }
    }
}

/// Nodes over a whole picture.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    across: usize,
    nodes: Vec<Node>,
}

impl Nodes {
    /// Nodes for a picture, each from its column and row in pixels.
    pub(super) fn new((w, h): (usize, usize), mut node: impl FnMut(f32, f32) -> Node) -> Self {
        let (across, down) = (w.div_ceil(STEP) + 1, h.div_ceil(STEP) + 1);
        let mut nodes = Vec::with_capacity(across * down);
        for j in 0..down {
            for i in 0..across {
                nodes.push(node((i * STEP) as f32, (j * STEP) as f32));
            }
        }
        Self { across, nodes }
    }

    /// The nodes of a row of pixels, interpolated between two rows of nodes.
    pub(super) fn row(&self, y: usize, out: &mut Vec<Node>) {
        let t = (y % STEP) as f32 / STEP as f32;
        let top = &self.nodes[y / STEP * self.across..][..self.across];
        let low = &self.nodes[(y / STEP + 1) * self.across..][..self.across];
        out.clear();
        out.extend(top.iter().zip(low).map(|(a, b)| a.mix(b, t)));
    }

    /// The value in column `x` of a row.
    pub(super) fn at(row: &[Node], x: usize) -> Node {
        row[x / STEP].mix(&row[x / STEP + 1], (x % STEP) as f32 / STEP as f32)
    }
}
