//! A layout that leaves the picture: what an end is joined to out there cannot be seen.

use super::{Doubt, Point, Reading, Slot};
use crate::geometry::place_in;

/// Factor of the confidence for each open half that the picture does not show whole: of nine shared photographs with one, none has
/// known ends, and of the four that show a line it goes on in each.
const LEAVES: f64 = 0.2;

impl Reading {
    /// With a doubt for each open end that the picture of this size does not show whole.
    #[must_use]
    pub(super) fn within(mut self, width: u32, height: u32) -> Self {
        let (right, bottom) = (f64::from(width), f64::from(height));
        let outside = |p: &Point| p.x < 0.0 || p.y < 0.0 || p.x > right || p.y > bottom;
        for end in &self.ends {
            let corners = &self.tiles[end.tile].corners;
            let (near, far) = match end.half {
                Some(Slot::A) => (0.0, 0.5),
                Some(_) => (0.5, 1.0),
                None => (0.0, 1.0),
            };
            let half = [(near, 0.0), (near, 1.0), (far, 0.0), (far, 1.0)]
                .map(|(along, across)| place_in(corners, along, across));
            if half.iter().any(outside) {
                self.doubts.insert(0, Doubt::Leaves { pips: end.pips });
                self.confidence *= LEAVES;
            }
        }
        self
    }
}
