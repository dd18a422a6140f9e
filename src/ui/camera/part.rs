//! The part of the picture that is shown: around the known tiles, with a margin, and without jumping about.

use crate::live::{Outline, Role, Sighting};

/// Tile lengths that are shown beyond the outermost tiles: the next ones go there.
const MARGIN: f64 = 1.6;
/// Factor by which a part must be larger than needed (along its longer side) to be replaced by a smaller one.
const LOOSE: f64 = 1.8;
/// Less than this is not worth enlarging.
const WORTH: f64 = 0.85;

/// A part of the picture in shares of its width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Left and top.
    pub min: [f64; 2],
    /// Right and bottom.
    pub max: [f64; 2],
}

impl Part {
    /// The whole picture.
    pub const WHOLE: Self = Self { min: [0.0; 2], max: [1.0; 2] };

    /// Reports whether it is the whole picture.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::WHOLE
    }

    /// Follows the known tiles, as seldom as possible. Before the first is recorded nothing is enlarged: a new face may be
    /// a tile of a hand.
    pub fn follow(&mut self, sighting: &Sighting) {
        let recorded = |tile: &Outline| matches!(tile.role, Role::Laid(_) | Role::Covered(_));
        if sighting.frame.is_some() && !sighting.tiles.iter().any(recorded) {
            *self = Self::WHOLE;
            return;
        }
        let Some(needed) = needed(sighting) else { return };
        let holds = (0..2).all(|i| self.min[i] <= needed.0.min[i] && needed.0.max[i] <= self.max[i]);
        let loose = self.side() > LOOSE * needed.1.side();
        if !holds || loose || (self.is_whole() && needed.1.side() < WORTH) {
            *self = if needed.1.side() < WORTH { needed.1 } else { Self::WHOLE };
        }
    }

    /// The longer side, as a share of the picture's.
    fn side(&self) -> f64 {
        (self.max[0] - self.min[0]).max(self.max[1] - self.min[1])
    }
}

impl Default for Part {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// Returns the part that must be shown and the part that should be; nothing if no tile is known.
fn needed(sighting: &Sighting) -> Option<(Part, Part)> {
    let frame = sighting.frame.as_ref()?;
    let (width, height) = (f64::from(frame.width()), f64::from(frame.height()));
    let known = |role: Role| matches!(role, Role::Laid(_) | Role::Covered(_) | Role::New);
    let tiles = || sighting.tiles.iter().filter(|tile| known(tile.role));
    let mut lengths: Vec<f64> = tiles().map(long_side).collect();
    lengths.sort_by(f64::total_cmp);
    let length = *lengths.get(lengths.len() / 2)?;
    let points = || tiles().flat_map(|tile| tile.corners);
    let low = |of: fn(eye::read::Point) -> f64| points().map(of).fold(f64::INFINITY, f64::min);
    let high = |of: fn(eye::read::Point) -> f64| points().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, top, right, bottom) = (low(|p| p.x), low(|p| p.y), high(|p| p.x), high(|p| p.y));
    let part = |margin: f64| Part {
        min: [((left - margin) / width).clamp(0.0, 1.0), ((top - margin) / height).clamp(0.0, 1.0)],
        max: [((right + margin) / width).clamp(0.0, 1.0), ((bottom + margin) / height).clamp(0.0, 1.0)],
    };
    // A third of a tile beyond the last one must be seen; more is shown when the part changes anyway.
    Some((part(length / 3.0), part(length * MARGIN)))
}

/// Length of a tile in the picture, in pixels.
pub(super) fn long_side(tile: &Outline) -> f64 {
    let [a, b, ..] = tile.corners;
    a.distance(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::TableState;
    use eye::frame::Frame;
    use eye::read::Point;
    use std::sync::Arc;

    /// A line of `tiles` tiles from `x` on, each 40 pixels long, in a picture of 1000 x 500.
    fn line(x: f64, tiles: usize) -> Sighting {
        let tile = |i: usize| {
            let x = x + i as f64 * 40.0;
            let corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)];
            let corners = corners.map(|(dx, dy)| Point { x: x + dx, y: 240.0 + dy });
            Outline { corners, halves: [corners[0]; 2], pips: None, confidence: 1.0, role: Role::Laid(i) }
        };
        Sighting {
            number: 1,
            frame: Frame::new(1000, 500, vec![0; 1000 * 500 * 3]).map(Arc::new),
            tiles: (0..tiles).map(tile).collect(),
            ..Sighting::of_nothing(TableState::Settled)
        }
    }

    #[test]
    fn the_layout_is_enlarged_and_the_picture_does_not_jump() {
        let mut part = Part::default();
        part.follow(&line(0.0, 0));
        assert!(part.is_whole(), "nothing is known yet");
        let mut hand = line(400.0, 2);
        hand.tiles.iter_mut().for_each(|tile| tile.role = Role::New);
        part.follow(&hand);
        assert!(part.is_whole(), "it may be a hand");
        part.follow(&line(400.0, 2));
        let first = part;
        assert!(first.min[0] > 0.3 && first.max[0] < 0.6 && first.min[1] > 0.2, "{first:?}");
        // A tile that trembles, and one more at the end, change nothing; many do.
        part.follow(&line(401.5, 2));
        part.follow(&line(400.0, 3));
        assert_eq!(part, first);
        part.follow(&line(400.0, 5));
        assert!(part.max[0] > first.max[0] && part.max[0] < 0.75, "{part:?}");
        // A line as wide as the picture is shown whole; when it is gone, the picture is enlarged again.
        part.follow(&line(10.0, 24));
        assert!(part.is_whole());
        part.follow(&line(400.0, 2));
        assert_eq!(part, first);
    }
}
