//! Tables painted in plain colours, for tests that use colour alone.

use crate::frame::Frame;
use crate::geometry::{Point, Quad};

const WIDTH: u32 = 400;
const GROUND: [u8; 3] = [40, 90, 60];
pub(super) const IVORY: [u8; 3] = [230, 225, 205];
/// The skin of a hand.
pub(super) const FINGER: [u8; 3] = [200, 140, 110];

/// A box in the picture: left, top, width, height.
pub(super) type Spot = [u32; 4];

/// Returns its corners like those of a tile, 0 and 3 at half a: left, or above.
pub(super) fn corners([x, y, w, h]: Spot) -> Quad {
    let [left, top, right, bottom] = [x, y, x + w, y + h].map(f64::from);
    let all = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y });
    if w > h { all } else { [all[1], all[2], all[3], all[0]] }
}

/// Paints a green ground 400 pixels wide and this high, with these spots in order; parts beyond its lower edge are left
/// out.
pub(super) fn table(height: u32, spots: impl IntoIterator<Item = (Spot, [u8; 3])>) -> Frame {
    let mut rgb: Vec<u8> = (0..WIDTH * height).flat_map(|_| GROUND).collect();
    for ([x, y, w, h], colour) in spots {
        for row in y..(y + h).min(height) {
            for column in x..(x + w).min(WIDTH) {
                let at = ((row * WIDTH + column) * 3) as usize;
                rgb[at..at + 3].copy_from_slice(&colour);
            }
        }
    }
    Frame::new(WIDTH, height, rgb).unwrap()
}
