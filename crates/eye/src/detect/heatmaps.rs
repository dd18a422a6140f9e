//! From heat maps to outlines.

use crate::detect::planes::Letterbox;
use crate::geometry::Quad;
use crate::read::{Point, TileKind};

/// Channels: four kinds, offset 2, half-lengths 2, directions 4, skew 2.
pub const N_HEATMAPS: usize = 14;
/// Input pixels per cell.
pub const STRIDE: usize = 4;

const KINDS: [TileKind; 4] = [TileKind::Up, TileKind::Down, TileKind::Edge, TileKind::Printed];

/// Output of the finding network: [`N_HEATMAPS`] channels of `height x width` cells, CHW, raw.
#[derive(Clone, Debug, PartialEq)]
pub struct Heatmaps {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Heatmaps {
    /// Heatmaps of these values, `None` unless there are `N_HEATMAPS * height * width` of them.
    #[must_use]
    pub fn new(width: usize, height: usize, values: Vec<f32>) -> Option<Self> {
        (values.len() == N_HEATMAPS * width * height).then_some(Self { width, height, values })
    }

    /// Cells in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows of cells.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// One channel, row by row.
    #[must_use]
    pub fn channel(&self, channel: usize) -> &[f32] {
        let size = self.width * self.height;
        &self.values[channel * size..(channel + 1) * size]
    }

    fn value(&self, channel: usize, cell: usize) -> f32 {
        self.values[channel * self.width * self.height + cell]
    }
}

/// A tile as the finding network outlines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// Corners in the picture, in the order of `SeenTile::corners`; which end is half a is not known yet.
    pub corners: Quad,
    /// Middle in the picture.
    pub centre: Point,
    /// Length of the tile in input pixels of the pass that found it.
    pub input_length: f64,
    /// Length of the tile in the picture.
    pub length: f64,
    /// The likeliest kind.
    pub kind: TileKind,
    /// Logit of the peak.
    pub logit: f32,
}

impl Detection {
    /// The network's own probability of it.
    #[must_use]
    pub fn probability(&self) -> f32 {
        probability(self.logit)
    }
}

/// The probability behind log-odds.
#[must_use]
pub fn probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The log-odds of a probability, infinite at 0 and 1.
#[must_use]
pub fn logit(probability: f32) -> f32 {
    (probability / (1.0 - probability)).ln()
}

/// Every peak of the heat maps above `least` (a logit), row by row.
///
/// A peak is a cell that no neighbour exceeds in its likeliest kind; two equal neighbours are both peaks.
#[must_use]
pub fn detections(maps: &Heatmaps, letterbox: &Letterbox, least: f32) -> Vec<Detection> {
    let (width, height) = (maps.width, maps.height);
    let heat: Vec<f32> = (0..width * height)
        .map(|cell| (0..KINDS.len()).map(|kind| maps.value(kind, cell)).fold(f32::NEG_INFINITY, f32::max))
        .collect();
    let is_peak = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        let rows = row.saturating_sub(1)..(row + 2).min(height);
        rows.flat_map(|r| (column.saturating_sub(1)..(column + 2).min(width)).map(move |c| r * width + c))
            .all(|other| heat[other] <= heat[cell])
    };
    (0..width * height)
        .filter(|&cell| heat[cell] > least && is_peak(cell))
        .filter_map(|cell| outline(maps, letterbox, cell))
        .collect()
}

/// The tile at a peak; `None` if its centre is on the padding or its numbers form no outline.
fn outline(maps: &Heatmaps, letterbox: &Letterbox, cell: usize) -> Option<Detection> {
    let value = |channel: usize| f64::from(maps.value(channel, cell));
    let centre = |i: usize, channel: usize| (i as f64 + 0.5 + value(channel)) * STRIDE as f64;
    let (x, y) = (centre(cell % maps.width, 4), centre(cell / maps.width, 5));
    if !letterbox.shows(x, y) {
        return None;
    }
    let half_length = 16.0 * value(6).exp2();
    let half_width = 8.0 * value(7).exp2();
    let axis = |length: f64, cos: usize, sin: usize| {
        let direction = value(sin).atan2(value(cos)) / 2.0;
        (length * direction.cos(), length * direction.sin())
    };
    let u = axis(half_length, 8, 9);
    let mut v = axis(half_width, 10, 11);
    if u.0 * v.1 - u.1 * v.0 < 0.0 {
        v = (-v.0, -v.1);
    }
    let skew_unit = (half_length * half_width).sqrt() / 8.0;
    let skew = (value(12) * skew_unit, value(13) * skew_unit);
    let corner = |s: f64, t: f64| {
        let (x, y) = letterbox
            .picture_from_input(x + s * u.0 + t * v.0 + s * t * skew.0, y + s * u.1 + t * v.1 + s * t * skew.1);
        Point { x, y }
    };
    let corners = [corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)];
    let (along_x, along_y) = letterbox.scale();
    let (picture_x, picture_y) = letterbox.picture_from_input(x, y);
    let (kind, logit) = likeliest(maps, cell);
    let sound = half_length.is_finite() && corners.iter().all(|p| p.x.is_finite() && p.y.is_finite());
    sound.then(|| Detection {
        corners,
        centre: Point { x: picture_x, y: picture_y },
        input_length: 2.0 * half_length,
        length: 2.0 * (u.0 * along_x).hypot(u.1 * along_y),
        kind,
        logit,
    })
}

fn likeliest(maps: &Heatmaps, cell: usize) -> (TileKind, f32) {
    let mut best = (KINDS[0], maps.value(0, cell));
    for (channel, kind) in KINDS.into_iter().enumerate().skip(1) {
        let logit = maps.value(channel, cell);
        if logit > best.1 {
            best = (kind, logit);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::resample::Region;
    use crate::geometry;

    /// Heatmaps of 8 x 8 cells with one tile at cell (3, 2), written down by hand.
    fn one_tile(kind: usize, numbers: [f32; 10]) -> Heatmaps {
        let mut values = vec![0.0; N_HEATMAPS * 64];
        values[..4 * 64].fill(-9.0);
        let cell = 2 * 8 + 3;
        values[kind * 64 + cell] = 2.0;
        values[kind * 64 + cell + 1] = 1.0; // its flank is no tile of its own
        for (channel, number) in numbers.into_iter().enumerate() {
            values[(channel + 4) * 64 + cell] = number;
        }
        Heatmaps::new(8, 8, values).unwrap()
    }

    fn letterbox() -> Letterbox {
        Letterbox::fit(Region { left: 100, top: 50, width: 64, height: 64 }, 32)
    }

    #[test]
    fn an_upright_tile() {
        // Offset a quarter cell right, half-length 16, half-width 8, u downwards (2t = 180 degrees), v to the right.
        let maps = one_tile(0, [0.25, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let found = detections(&maps, &letterbox(), 0.5);
        assert_eq!(found.len(), 1);
        let tile = &found[0];
        // Centre (3.75, 2.5) cells = (15, 10) input px = twice that in the picture.
        assert!(tile.centre.distance(Point { x: 130.0, y: 70.0 }) < 1e-4, "{:?}", tile.centre);
        assert!((tile.length - 64.0).abs() < 1e-3 && (tile.input_length - 32.0).abs() < 1e-3);
        assert_eq!((tile.kind, tile.logit), (TileKind::Up, 2.0));
        assert!((geometry::area(&tile.corners) - 64.0 * 32.0).abs() < 0.1);
        // Going from half a to half b, corner 0 is on the right hand: counter-clockwise in the picture.
        let [a_right, b_right, b_left, _] = tile.corners;
        let turn = (b_right.x - a_right.x) * (b_left.y - b_right.y) - (b_right.y - a_right.y) * (b_left.x - b_right.x);
        assert!(turn < 0.0);
        assert!(a_right.distance(b_right) > b_right.distance(b_left));
    }

    #[test]
    fn skew_moves_opposite_corners_together() {
        let square = one_tile(1, [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let skewed = one_tile(1, [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
        let [plain, moved] = [square, skewed].map(|maps| detections(&maps, &letterbox(), 0.5).remove(0));
        assert_eq!(plain.kind, TileKind::Down);
        // sqrt(16 * 8) / 8 input px, twice that in the picture; down where s and t have the same sign.
        let step = (128.0_f64).sqrt() / 8.0 * 2.0;
        for (i, sign) in [-1.0, 1.0, -1.0, 1.0].into_iter().enumerate() {
            assert!((moved.corners[i].y - plain.corners[i].y - sign * step).abs() < 1e-3, "corner {i}");
        }
    }

    #[test]
    fn weak_padded_and_broken_peaks_are_no_tiles() {
        let good = [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        assert!(detections(&one_tile(0, good), &letterbox(), 2.5).is_empty());
        let mut far = good;
        far[0] = 6.0; // the centre lies on the padding
        assert!(detections(&one_tile(0, far), &letterbox(), 0.5).is_empty());
        let mut huge = good;
        huge[2] = 2000.0;
        assert!(detections(&one_tile(0, huge), &letterbox(), 0.5).is_empty());
        let mut nan = good;
        nan[4] = f32::NAN;
        assert!(detections(&one_tile(0, nan), &letterbox(), 0.5).is_empty());
    }
}
