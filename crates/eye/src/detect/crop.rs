//! One tile cut out of the picture, straightened, for the reading network.

use crate::detect::planes::{Planes, normalise};
use crate::detect::resample::{self, Region};
use crate::detect::shares::joined_shares;
use crate::detect::{CROP_HEIGHT, CROP_WIDTH};
use crate::frame::Frame;
use crate::geometry::{self, Projection, Quad};
use crate::read::Point;

/// The crop is this much wider than the tile, so that its edges are seen too.
const MARGIN_ACROSS: f64 = 1.16;
/// The crop is this much longer than the tile.
const MARGIN_ALONG: f64 = 1.10;
/// Tiles more than this many times larger than the crop are shrunk by area before they are sampled.
const SHRINK_FROM: f64 = 1.6;
/// Size to which larger tiles are shrunk, as a multiple of the crop.
const SHRINK_TO: f64 = 1.25;
/// Fewer crops than this are cut sooner than a thread has begun.
const FEW_CROPS: usize = 4;

/// Corner `i` of a tile in crop units (-1 to 1 over the whole crop): top left, bottom left, bottom right, top right.
fn nominal(i: usize) -> (f64, f64) {
    let (x, y) = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)][i];
    (x / MARGIN_ACROSS, y / MARGIN_ALONG)
}

/// The map from crop units into the picture for a tile with these corners (in the order of `SeenTile::corners`).
fn picture_from_crop(corners: &Quad) -> impl Fn(f64, f64) -> Point {
    let map = Projection::onto_tile(corners);
    move |x, y| map.at(x * MARGIN_ACROSS, y * MARGIN_ALONG)
}

/// [`cut`] of every tile, in the same order, shared out among at most `threads` threads.
#[must_use]
pub fn cut_all(frame: &Frame, tiles: &[Quad], threads: usize) -> Vec<Planes> {
    let cut_these = |tiles: &[Quad]| tiles.iter().map(|corners| cut(frame, corners)).collect::<Vec<_>>();
    joined_shares(tiles, threads, FEW_CROPS, cut_these)
}

/// The tile with these corners, half a on top, with a margin of 16 % across and 10 % along.
///
/// Places outside the picture are filled with the picture's nearest pixels; a tile without any size gives black.
#[must_use]
pub fn cut(frame: &Frame, corners: &Quad) -> Planes {
    let mean = |i: usize, j: usize, k: usize, l: usize| {
        (corners[i].distance(corners[j]) + corners[k].distance(corners[l])) / 2.0
    };
    let shrink = (mean(0, 1, 3, 2) * MARGIN_ALONG / CROP_HEIGHT as f64)
        .min(mean(0, 3, 1, 2) * MARGIN_ACROSS / CROP_WIDTH as f64);
    if shrink.is_nan() || shrink <= SHRINK_FROM {
        return sample(frame, corners);
    }
    let Some(region) = surroundings(frame, corners) else {
        return Planes::grey(CROP_WIDTH, CROP_HEIGHT, 0);
    };
    let smaller = |side: usize| ((side as f64 * SHRINK_TO / shrink).round() as usize).max(2);
    let (width, height) = (smaller(region.width), smaller(region.height));
    let patch = resample::resize(frame, region, width, height, 1);
    let (along_x, along_y) = (width as f64 / region.width as f64, height as f64 / region.height as f64);
    let moved =
        corners.map(|p| Point { x: (p.x - region.left as f64) * along_x, y: (p.y - region.top as f64) * along_y });
    sample(&patch, &moved)
}

/// The part of the picture that a crop of this tile can touch.
fn surroundings(frame: &Frame, corners: &Quad) -> Option<Region> {
    let centre = geometry::mean(corners);
    let reach = |along: fn(Point) -> f64| {
        corners.iter().map(|&p| (along(p) - along(centre)).abs()).fold(0.0, f64::max) * 1.3 + 3.0
    };
    let (x, y) = (reach(|p| p.x), reach(|p| p.y));
    Region::between(frame, (centre.x - x, centre.y - y), (centre.x + x, centre.y + y))
        .filter(|region| region.width >= 4 && region.height >= 4)
}

fn sample(frame: &Frame, corners: &Quad) -> Planes {
    const SIZE: usize = CROP_WIDTH * CROP_HEIGHT;
    let place = picture_from_crop(corners);
    let unit = |i: usize, side: usize| (i as f64 + 0.5) / side as f64 * 2.0 - 1.0;
    let black = normalise(0);
    let per_step = (normalise(255) - black) / 255.0;
    let mut planes = Planes::grey(CROP_WIDTH, CROP_HEIGHT, 0);
    let (red, others) = planes.values_mut().split_at_mut(SIZE);
    let (green, blue) = others.split_at_mut(SIZE);
    for row in 0..CROP_HEIGHT {
        let y = unit(row, CROP_HEIGHT);
        for column in 0..CROP_WIDTH {
            let [r, g, b] = bilinear(frame, place(unit(column, CROP_WIDTH), y)).map(|byte| black + byte * per_step);
            let i = row * CROP_WIDTH + column;
            (red[i], green[i], blue[i]) = (r, g, b);
        }
    }
    planes
}

/// The colour at a place in the picture, `0.0..=255.0`; outside the picture that of the nearest pixel.
// Called for every pixel of a crop; a release build inlines little unasked (scripts/release).
#[inline(always)]
pub(super) fn bilinear(frame: &Frame, place: Point) -> [f32; 3] {
    // The first of two neighbours on a side, and how far it is from there to the second. Nonsense corners give nonsense
    // places; any pixel will do for those.
    let split = |at: f64, side: u32| {
        let at = if at.is_nan() { 0.0 } else { (at - 0.5).clamp(0.0, f64::from(side - 1)) };
        let low = (at as u32).min(side.saturating_sub(2));
        (low as usize, (at - f64::from(low)) as f32)
    };
    let ((left, across), (top, down)) = (split(place.x, frame.width()), split(place.y, frame.height()));
    let stride = frame.width() as usize * 3;
    let start = top * stride + left * 3;
    // A frame one pixel wide or high has no two neighbours.
    let (right, below) = (if frame.width() > 1 { 3 } else { 0 }, if frame.height() > 1 { stride } else { 0 });
    let upper = &frame.rgb()[start..start + right + 3];
    let lower = &frame.rgb()[start + below..start + below + right + 3];
    std::array::from_fn(|channel| {
        let mix = |row: &[u8]| {
            let (here, next) = (f32::from(row[channel]), f32::from(row[channel + right]));
            here + (next - here) * across
        };
        let (upper, lower) = (mix(upper), mix(lower));
        upper + (lower - upper) * down
    })
}

/// The corners after the reading network's corrections: `(dx, dy)` in crop units for each corner in turn.
#[must_use]
pub fn corrected(corners: &Quad, corrections: &[f32; 8]) -> Quad {
    let place = picture_from_crop(corners);
    std::array::from_fn(|i| {
        let (x, y) = nominal(i);
        place(x + f64::from(corrections[2 * i]), y + f64::from(corrections[2 * i + 1]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(points: [(f64, f64); 4]) -> Quad {
        points.map(|(x, y)| Point { x, y })
    }

    /// Makes a frame with the column as red and the row as green.
    fn ramp(width: u32, height: u32) -> Frame {
        let rgb = (0..height).flat_map(|y| (0..width).flat_map(move |x| [x as u8, y as u8, 0])).collect();
        Frame::new(width, height, rgb).unwrap()
    }

    fn value(planes: &Planes, channel: usize, row: usize, column: usize) -> f32 {
        let raw = planes.values()[(channel * CROP_HEIGHT + row) * CROP_WIDTH + column];
        (raw / 4.0 + 0.45) * 255.0
    }

    #[test]
    fn half_a_is_on_top_and_nothing_is_mirrored() {
        // A tile with half a on the left: seen from a to b, its right side is the lower one in the picture.
        let lying = corners([(50.0, 120.0), (150.0, 120.0), (150.0, 70.0), (50.0, 70.0)]);
        let planes = cut(&ramp(200, 200), &lying);
        // Top of the crop: left in the picture. Left of the crop: below in the picture.
        assert!((value(&planes, 0, 0, 32) - (100.0 - 55.0)).abs() < 1.0, "{}", value(&planes, 0, 0, 32));
        assert!((value(&planes, 0, 127, 32) - (100.0 + 54.0)).abs() < 1.0);
        assert!((value(&planes, 1, 64, 0) - (95.0 + 28.0)).abs() < 1.0, "{}", value(&planes, 1, 64, 0));
        assert!((value(&planes, 1, 64, 63) - (95.0 - 29.0)).abs() < 1.0);
    }

    #[test]
    fn large_tiles_are_shrunk_first_and_stay_in_place() {
        let wide = |x: u32, y: u32| [(x / 8) as u8, (y / 8) as u8, 0];
        let rgb = (0..1600).flat_map(|y| (0..1600).flat_map(move |x| wide(x, y))).collect();
        let frame = Frame::new(1600, 1600, rgb).unwrap();
        let lying = corners([(400.0, 960.0), (1200.0, 960.0), (1200.0, 560.0), (400.0, 560.0)]);
        let planes = cut(&frame, &lying);
        assert!((value(&planes, 0, 64, 32) - 100.0).abs() < 1.0, "{}", value(&planes, 0, 64, 32));
        assert!((value(&planes, 0, 0, 32) - 45.0).abs() < 1.0, "{}", value(&planes, 0, 0, 32));
    }

    #[test]
    fn corrections_move_the_corners() {
        let tile = corners([(10.0, 60.0), (110.0, 60.0), (110.0, 10.0), (10.0, 10.0)]);
        let same = corrected(&tile, &[0.0; 8]);
        for (p, q) in same.iter().zip(&tile) {
            assert!(p.distance(*q) < 1e-9, "{p:?} {q:?}");
        }
        // Along the crop's y is along the tile: 0.1 of half a crop (55 px) is 5.5 px towards half b.
        let moved = corrected(&tile, &[0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert!((moved[0].x - 15.5).abs() < 1e-6 && (moved[0].y - 60.0).abs() < 1e-9, "{:?}", moved[0]);
        assert!(moved[1].distance(tile[1]) < 1e-9);
    }

    #[test]
    fn nonsense_gives_a_crop_too() {
        let frames = [ramp(8, 8), ramp(8, 1), ramp(1, 8), ramp(1, 1)];
        for tile in [
            corners([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
            corners([(f64::NAN, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
            corners([(3.0, 3.0); 4]),
            corners([(-900.0, -900.0), (-100.0, -900.0), (-100.0, -500.0), (-900.0, -500.0)]),
            corners([(1e12, 1e12), (-1e12, 1e12), (-1e12, -1e12), (1e12, -1e12)]),
        ] {
            for frame in &frames {
                assert!(cut(frame, &tile).values().iter().all(|v| v.is_finite()), "{tile:?}");
            }
        }
    }
}
