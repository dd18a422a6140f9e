//! What colour something has in a picture.

use crate::frame::Frame;
use crate::geometry::{Quad, median};
use crate::read::Point;

/// Points that are looked at along a tile and across it.
const POINTS: (u32, u32) = (13, 7);
/// From this on a channel is burnt out.
const BURNT: u8 = 250;

/// The colours of points spread over four corners; what lies outside of the picture is left out.
fn points(frame: &Frame, corners: &Quad) -> Vec<[u8; 3]> {
    let [a, b, c, d] = *corners;
    let between = |from: Point, to: Point, share: f64| from.plus(to.minus(from).times(share));
    let share = |i: u32, n: u32| (f64::from(i) + 0.5) / f64::from(n);
    let grid = (0..POINTS.0).flat_map(|i| (0..POINTS.1).map(move |j| (share(i, POINTS.0), share(j, POINTS.1))));
    let at = grid.map(|(along, across)| between(between(a, b, along), between(d, c, along), across));
    at.filter_map(|at| (at.x >= 0.0 && at.y >= 0.0).then(|| frame.pixel(at.x as u32, at.y as u32))?).collect()
}

/// The colour that most of a tile has, each channel by itself, `0.0..=255.0`; `None` outside of the picture.
pub(super) fn colour(frame: &Frame, corners: &Quad) -> Option<[f64; 3]> {
    let points = points(frame, corners);
    let channel = |i: usize| median(&mut points.iter().map(|point| f64::from(point[i])).collect::<Vec<_>>());
    Some([channel(0)?, channel(1)?, channel(2)?])
}

/// Is more than half of it so light that the camera shows nothing of what is on it?
pub(super) fn is_burnt_out(frame: &Frame, corners: &Quad) -> bool {
    let points = points(frame, corners);
    let burnt = points.iter().filter(|point| point.iter().all(|channel| *channel >= BURNT)).count();
    burnt * 2 > points.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_of_a_tile_is_that_of_its_ground_and_not_of_its_pips() {
        let rgb = (0..40 * 20).flat_map(|i| if i % 40 / 4 % 3 == 0 { [0; 3] } else { [200, 30, 20] }).collect();
        let frame = Frame::new(40, 20, rgb).unwrap();
        let corners = [(0.0, 20.0), (40.0, 20.0), (40.0, 0.0), (0.0, 0.0)].map(|(x, y)| Point { x, y });
        assert_eq!(colour(&frame, &corners), Some([200.0, 30.0, 20.0]));
        assert!(!is_burnt_out(&frame, &corners));
        assert_eq!(colour(&frame, &corners.map(|at| Point { x: at.x + 99.0, ..at })), None);
        let white = Frame::new(40, 20, vec![252; 40 * 20 * 3]).unwrap();
        assert!(is_burnt_out(&white, &corners));
    }
}
