//! The table as it would look from straight above, for tables seen from the side: there every tile is as large as the others and
//! has its true shape, near or far.

use crate::detect::crop::bilinear;
use crate::detect::planes::PADDING;
use crate::detect::shares::joined_shares;
use crate::frame::Frame;
use crate::geometry::{self, Projection, Quad};
use crate::read::{Plane, Point, SeenTile, TileKind, table};

/// Fewest confident tiles from which the plane of the table can be found.
const FEWEST: usize = 2;
/// Bound of the edges' misfit, in tile widths, one by one and together.
const MOST_OFF: f64 = 0.35;
const MOST_SPREAD: f64 = 0.2;
/// Tile widths around them that are shown too.
const REACH: f64 = 3.4;
/// Length of a tile in the view, in pixels: the networks' favourite.
const LENGTH: f64 = 64.0;
/// Long side of the view at most; the short one is at least [`SHORT_SIDE`].
const LONG_SIDE: f64 = 896.0;
const SHORT_SIDE: usize = 64;
/// Pixels by which a view must be larger than another to count as larger, a quarter of a tile.
const GROWN: usize = 16;
/// A pixel of the view that shows more pixels of the frame than this along a side is the mean of four of them.
const COARSE: f64 = 1.3;

/// A part of the table as it looks from straight above.
#[derive(Debug)]
pub(crate) struct TopView {
    /// From the square `-1..=1` to the frame.
    map: Projection,
    width: usize,
    height: usize,
}

impl TopView {
    /// The part of the table with these tiles of the frame; `None` if it is seen from less than `least_tilt` degrees
    /// off straight above, or the direction is unknown.
    pub(crate) fn of(frame: &Frame, seen: &[SeenTile], least_tilt: f64) -> Option<Self> {
        let sure = |tile: &&SeenTile| tile.kind == TileKind::Up && tile.logit > 0.0;
        let sure: Vec<SeenTile> = seen.iter().filter(sure).cloned().collect();
        let plane = table(&sure, frame.width(), frame.height());
        if plane.tilt() < least_tilt.to_radians() || plane.sigma > MOST_SPREAD {
            return None;
        }
        let prints = sure.iter().filter_map(|tile| plane.footprint(&tile.corners));
        let lie: Vec<Point> = prints.filter(|print| print.rms < MOST_OFF).map(|print| print.centre).collect();
        if lie.len() < FEWEST {
            return None;
        }
        let least = |along: fn(&Point) -> f64| lie.iter().map(along).fold(f64::INFINITY, f64::min) - REACH;
        let most = |along: fn(&Point) -> f64| lie.iter().map(along).fold(f64::NEG_INFINITY, f64::max) + REACH;
        Self::between(&plane, Point::new(least(|p| p.x), least(|p| p.y)), Point::new(most(|p| p.x), most(|p| p.y)))
    }

    /// Reports whether it shows much more of the table than another view of the same tiles.
    pub(crate) const fn is_larger_than(&self, other: &Self) -> bool {
        self.width >= other.width + GROWN || self.height >= other.height + GROWN
    }

    /// The rectangle of the table between these corners, in tile widths; `None` if it reaches up to the horizon or is all too long.
    fn between(plane: &Plane, low: Point, high: Point) -> Option<Self> {
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        let in_frame = corners.map(|corner| plane.to_picture(corner));
        let is_seen = |(&at, corner): (&Point, Point)| plane.to_table(at).distance(corner) < 0.01;
        if !geometry::is_convex(&in_frame) || !in_frame.iter().zip(corners).all(is_seen) {
            return None;
        }
        let (across, down) = (high.x - low.x, high.y - low.y);
        let scale = (LENGTH / plane.proportion()).min(LONG_SIDE / across.max(down));
        let [width, height] = [across, down].map(|side| (side * scale) as usize);
        let large_enough = width.min(height) >= SHORT_SIDE;
        large_enough.then(|| Self { map: Projection::onto(&in_frame), width, height })
    }

    /// The place in the frame for `at` of the view, in pixels of both.
    #[inline]
    fn place(&self, at: Point) -> Point {
        self.map.at(at.x / self.width as f64 * 2.0 - 1.0, at.y / self.height as f64 * 2.0 - 1.0)
    }

    /// An outline of the view in the frame.
    pub(crate) fn in_frame(&self, outline: &Quad) -> Quad {
        outline.map(|corner| self.place(corner))
    }

    /// The view itself, grey where the frame ends, drawn by `threads` threads.
    pub(crate) fn draw(&self, frame: &Frame, threads: usize) -> Frame {
        let rows: Vec<usize> = (0..self.height).collect();
        let draw_these = |rows: &[usize]| rows.iter().map(|&row| self.row(frame, row)).collect::<Vec<_>>().concat();
        let rgb = joined_shares(&rows, threads, SHORT_SIDE, draw_these);
        let [width, height] = [self.width, self.height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Frame::new(width, height, rgb).expect("every row has all its pixels")
    }

    fn row(&self, frame: &Frame, row: usize) -> Vec<u8> {
        const FOUR: [(f64, f64); 4] = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let at = |column: usize, x: f64, y: f64| self.place(Point::new(column as f64 + x, row as f64 + y));
        let middle = self.width / 2;
        let here = at(middle, 0.0, 0.0);
        let coarse = here.distance(at(middle, 1.0, 0.0)).max(here.distance(at(middle, 0.0, 1.0))) > COARSE;
        let mut line = Vec::with_capacity(self.width * 3);
        for column in 0..self.width {
            if !coarse {
                line.extend_from_slice(&between(frame, at(column, 0.5, 0.5)));
                continue;
            }
            let mut sum = [0_u16; 3];
            for (x, y) in FOUR {
                let colour = nearest(frame, at(column, x, y));
                sum.iter_mut().zip(colour).for_each(|(sum, value)| *sum += u16::from(value));
            }
            line.extend_from_slice(&sum.map(|sum| ((sum + 2) / 4) as u8));
        }
        line
    }
}

fn is_inside(frame: &Frame, at: Point) -> bool {
    (0.0..=f64::from(frame.width())).contains(&at.x) && (0.0..=f64::from(frame.height())).contains(&at.y)
}

/// The colour at a place between the middles of four pixels; grey where the frame ends.
fn between(frame: &Frame, at: Point) -> [u8; 3] {
    if is_inside(frame, at) { bilinear(frame, at).map(|value| (value + 0.5) as u8) } else { [PADDING; 3] }
}

/// The colour of the pixel at a place; grey where the frame ends.
fn nearest(frame: &Frame, at: Point) -> [u8; 3] {
    if !is_inside(frame, at) {
        return [PADDING; 3];
    }
    frame.pixel((at.x as u32).min(frame.width() - 1), (at.y as u32).min(frame.height() - 1)).unwrap_or([PADDING; 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of two widths on a table, each by its middle and its turn in radians, seen by a camera of 640 x 480 pixels
    /// with a focal length of 700 ten widths away, at this angle from vertical.
    fn seen(tilt: f64, spots: &[(f64, f64, f64)]) -> Vec<SeenTile> {
        let (s, c) = tilt.to_radians().sin_cos();
        let pixel = |x: f64, y: f64| {
            let depth = 10.0 + y * s;
            Point::new(320.0 + 700.0 * x / depth, 240.0 - 700.0 * y * c / depth)
        };
        let tile = |&(x, y, turn): &(f64, f64, f64)| {
            let (sin, cos) = turn.sin_cos();
            let corner =
                |along: f64, across: f64| pixel(x + along * cos - across * sin, y + along * sin + across * cos);
            let corners = [corner(-1.0, 0.5), corner(1.0, 0.5), corner(1.0, -0.5), corner(-1.0, -0.5)];
            SeenTile { corners, a: [0.0; 13], b: [0.0; 13], kind: TileKind::Up, logit: 4.0 }
        };
        spots.iter().map(tile).collect()
    }

    const SPOTS: [(f64, f64, f64); 5] =
        [(0.0, 0.0, 0.1), (2.1, 0.2, 0.1), (3.0, 3.0, 1.6), (-3.0, 2.0, 0.7), (1.0, -2.0, 2.2)];

    fn grey() -> Frame {
        Frame::new(640, 480, vec![200; 640 * 480 * 3]).unwrap()
    }

    #[test]
    fn near_and_far_tiles_are_equal_in_it() {
        let tiles = seen(60.0, &SPOTS);
        let view = TopView::of(&grey(), &tiles, 10.0).unwrap();
        // From the frame back into the view, by halving: the view only leads the other way.
        let find = |at: Point| {
            let (mut x, mut y, mut step) = (view.width as f64 / 2.0, view.height as f64 / 2.0, 256.0);
            while step > 1e-4 {
                let around = [(0.0, 0.0), (step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
                let off = |&(dx, dy): &(f64, f64)| view.place(Point::new(x + dx, y + dy)).distance(at);
                let best = around.iter().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap();
                (x, y) = (x + best.0, y + best.1);
                step = if *best == (0.0, 0.0) { step / 2.0 } else { step };
            }
            Point::new(x, y)
        };
        for tile in &tiles {
            let corners = tile.corners.map(find);
            let (long, short) = (corners[0].distance(corners[1]), corners[1].distance(corners[2]));
            assert!((long - LENGTH).abs() < 3.0 && (short - LENGTH / 2.0).abs() < 3.0, "{long} x {short}");
            let back = view.in_frame(&corners);
            assert!(back.iter().zip(tile.corners).all(|(p, q)| p.distance(q) < 0.1), "{back:?}");
        }
    }

    #[test]
    fn it_shows_the_frame_and_grey_beyond() {
        let tiles = seen(60.0, &SPOTS);
        let view = TopView::of(&grey(), &tiles, 10.0).unwrap();
        let drawn = view.draw(&grey(), 2);
        assert_eq!((drawn.width() as usize, drawn.height() as usize), (view.width, view.height));
        for (x, y) in [(0, 0), (drawn.width() / 2, drawn.height() / 2), (drawn.width() - 1, drawn.height() - 1)] {
            let at = view.place(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            let inside = (1.0..639.0).contains(&at.x) && (1.0..479.0).contains(&at.y);
            assert_eq!(drawn.pixel(x, y), Some(if inside { [200; 3] } else { [PADDING; 3] }), "{at:?}");
        }
        assert!(drawn.rgb().contains(&PADDING), "the frame is smaller than what may lie about the tiles");
    }

    #[test]
    fn it_grows_with_the_line_not_with_doubt() {
        let of = |spots: &[(f64, f64, f64)]| TopView::of(&grey(), &seen(60.0, spots), 10.0).unwrap();
        let (all, fewer) = (of(&SPOTS), of(&SPOTS[..2]));
        assert!(all.is_larger_than(&fewer) && !fewer.is_larger_than(&all));
        // A tile among the others, and one found again.
        let among = [SPOTS.as_slice(), &[(0.0, 1.0, 0.4), SPOTS[1]]].concat();
        assert!(!of(&among).is_larger_than(&all));
    }

    #[test]
    fn there_is_none_from_above_and_none_without_tiles() {
        assert!(TopView::of(&grey(), &seen(0.0, &SPOTS), 10.0).is_none());
        assert!(TopView::of(&grey(), &seen(60.0, &SPOTS), 70.0).is_none());
        assert!(TopView::of(&grey(), &seen(60.0, &SPOTS[..1]), 10.0).is_none());
        assert!(TopView::of(&grey(), &[], 10.0).is_none());
        let weak: Vec<SeenTile> = seen(60.0, &SPOTS).into_iter().map(|tile| SeenTile { logit: -1.0, ..tile }).collect();
        assert!(TopView::of(&grey(), &weak, 10.0).is_none());
        let broken = [Point::new(f64::NAN, 0.0); 4];
        let nonsense: Vec<SeenTile> =
            seen(60.0, &SPOTS).into_iter().map(|tile| SeenTile { corners: broken, ..tile }).collect();
        assert!(TopView::of(&grey(), &nonsense, 10.0).is_none());
    }
}
