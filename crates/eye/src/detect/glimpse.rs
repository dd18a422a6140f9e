//! What shows of tiles that neither network saw: most of such a tile lies under a hand, a sleeve or a cup, and the rest has the
//! colour of the faces that were read.

use crate::detect::ground::{MeanColour, difference, face_colour, light_and_shares, usual};
use crate::frame::Frame;
use crate::geometry::{self, Point, Projection, Quad, inside};

/// The picture is looked at in squares of this part of a tile's length.
const SQUARE: f64 = 0.05;
/// So many tiles have to be read before their colour says anything.
const LEAST_TILES: usize = 2;
/// A square has the faces' colour when its shares of red, green and blue differ by no more than this ...
const COLOUR: f32 = 0.03;
/// ... and it is no darker and no lighter than this (natural logarithm): what lies under a hand lies in its shadow.
const LIGHT: (f32, f32) = (-0.6, 0.3);
/// About a known tile its own sides show: so far from it, in lengths of it, nothing is looked for.
const SIDES: f64 = 0.15;
/// What shows has at least this part of a tile's face and, being a part, no more than that.
const SHOWS: (f64, f64) = (0.15, 1.1);
/// A face is no line: so much of a tile's face lies a square or more inside what shows.
const INNER: f64 = 0.06;

/// The middles of places that have the colour of `faces` and belong to none of them and none of the `others`, and are as large as a
/// part of a tile. All in pixels of `frame`.
pub(super) fn glimpses(frame: &Frame, faces: &[Quad], others: &[Quad]) -> Vec<Point> {
    if faces.len() < LEAST_TILES {
        return Vec::new();
    }
    let mut lengths: Vec<f64> = faces.iter().map(|face| face[0].distance(face[1])).collect();
    let mut areas: Vec<f64> = faces.iter().map(geometry::area).collect();
    let (Some(length), Some(area)) = (geometry::median(&mut lengths), geometry::median(&mut areas)) else {
        return Vec::new();
    };
    let colours = faces.iter().filter_map(|face| face_colour(frame, face)).map(|colour| light_and_shares(&colour));
    let mut squares = Squares::of(frame, (SQUARE * length).max(1.0), &usual(&colours.collect::<Vec<_>>()));
    for quad in faces.iter().chain(others) {
        squares.clear(&grown(quad));
    }
    let face = area / (squares.side * squares.side);
    let is_part = |patch: &Vec<usize>| {
        let (least, most) = SHOWS;
        let size = patch.len() as f64;
        let inner = patch.iter().filter(|&&at| squares.is_inner(at)).count() as f64;
        size >= least * face
            && size <= most * face
            && inner >= INNER * face
            && !patch.iter().any(|&at| squares.at_edge(at))
    };
    squares.patches().iter().filter(|patch| is_part(patch)).map(|patch| squares.middle(patch)).collect()
}

/// A tile's place and what is about it.
fn grown(tile: &Quad) -> Quad {
    let (along, across) = (1.0 + 2.0 * SIDES, 1.0 + 4.0 * SIDES);
    let place = Projection::onto_tile(tile);
    [(-across, -along), (-across, along), (across, along), (across, -along)].map(|(x, y)| place.at(x, y))
}

/// The picture in squares: which of them have the faces' colour.
struct Squares {
    /// Pixels.
    side: f64,
    columns: usize,
    rows: usize,
    alike: Vec<bool>,
}

impl Squares {
    fn of(frame: &Frame, side: f64, (light, shares): &(f32, MeanColour)) -> Self {
        let whole = |pixels: u32| (f64::from(pixels) / side) as usize;
        let (columns, rows) = (whole(frame.width()), whole(frame.height()));
        let alike = |at: usize| {
            let middle = |i: usize| ((i as f64 + 0.5) * side) as u32;
            let Some(colour) = frame.pixel(middle(at % columns), middle(at / columns)) else { return false };
            let (own, colours) = light_and_shares(&colour.map(f32::from));
            let (darkest, lightest) = LIGHT;
            (darkest..lightest).contains(&(own / light).ln()) && difference(&colours, shares) < COLOUR
        };
        Self { side, columns, rows, alike: (0..columns * rows).map(alike).collect() }
    }

    /// Nothing is looked for in here.
    fn clear(&mut self, quad: &Quad) {
        let span = |values: [f64; 4], most: usize| {
            let [low, high] = [f64::min, f64::max].map(|pick: fn(f64, f64) -> f64| values.into_iter().reduce(pick));
            let square = |value: Option<f64>| ((value.unwrap_or(0.0) / self.side).max(0.0) as usize).min(most);
            square(low)..(square(high) + 1).min(most)
        };
        let columns = span(quad.map(|p| p.x), self.columns);
        for row in span(quad.map(|p| p.y), self.rows) {
            for column in columns.clone() {
                let at = row * self.columns + column;
                if self.alike[at] && inside(self.middle(&[at]), quad) {
                    self.alike[at] = false;
                }
            }
        }
    }

    /// What hangs together, square by square.
    fn patches(&self) -> Vec<Vec<usize>> {
        let mut free = self.alike.clone();
        let mut patches = Vec::new();
        for first in 0..free.len() {
            let mut patch = Vec::new();
            let mut next = vec![first];
            while let Some(at) = next.pop() {
                if std::mem::take(&mut free[at]) {
                    patch.push(at);
                    next.extend(self.beside(at));
                }
            }
            if !patch.is_empty() {
                patches.push(patch);
            }
        }
        patches
    }

    /// The squares on its four sides.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, columns, all) = (at % self.columns, self.columns, self.alike.len());
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < columns).then_some(at + 1);
        let above = at.checked_sub(columns);
        let below = (at + columns < all).then_some(at + columns);
        [left, right, above, below].into_iter().flatten()
    }

    fn is_inner(&self, at: usize) -> bool {
        self.beside(at).filter(|&beside| self.alike[beside]).count() == 4
    }

    fn at_edge(&self, at: usize) -> bool {
        self.beside(at).count() < 4
    }

    /// In pixels of the picture.
    fn middle(&self, patch: &[usize]) -> Point {
        let mean = |of: fn(usize, usize) -> usize| {
            patch.iter().map(|&at| of(at, self.columns) as f64 + 0.5).sum::<f64>() / patch.len() as f64 * self.side
        };
        Point { x: mean(|at, columns| at % columns), y: mean(|at, columns| at / columns) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{FINGER, IVORY, Spot, corners, table};

    const TILES: [Spot; 3] = [[20, 20, 80, 40], [150, 30, 80, 40], [40, 200, 80, 40]];

    /// What is glimpsed on a green table with the tiles and these spots painted on it in their order.
    fn seen(over: &[(Spot, [u8; 3])], others: &[Quad]) -> Vec<[u32; 2]> {
        let frame = table(300, TILES.map(|spot| (spot, IVORY)).into_iter().chain(over.iter().copied()));
        let middles = glimpses(&frame, &TILES.map(corners), others);
        middles.into_iter().map(|at| [at.x, at.y].map(|value| value.round() as u32)).collect()
    }

    #[test]
    fn a_tile_that_shows_from_under_a_hand_is_seen() {
        let hidden = [([250, 150, 80, 40], IVORY), ([282, 100, 118, 200], FINGER)];
        // Its middle to a square of four pixels.
        let places = seen(&hidden, &[]);
        assert!(matches!(places[..], [[x, y]] if x.abs_diff(266) < 4 && y.abs_diff(170) < 4), "{places:?}");
        // Somebody has told of it already.
        assert!(seen(&hidden, &[corners([250, 150, 80, 40])]).is_empty());
        // A shadow lies over it.
        assert_eq!(seen(&[([250, 150, 32, 40], IVORY.map(|channel| channel / 3 * 2))], &[]).len(), 1);
    }

    #[test]
    fn what_is_smaller_larger_or_elsewhere_is_no_part_of_a_tile() {
        assert!(seen(&[], &[]).is_empty());
        for (what, spot) in [
            ("a crumb", [250, 150, 12, 12]),
            ("a line on a pad", [250, 150, 140, 6]),
            ("a card", [250, 100, 140, 90]),
            ("a tile's own side", [20, 60, 80, 8]),
            ("what goes on beyond the picture", [370, 150, 30, 40]),
        ] {
            assert_eq!(seen(&[(spot, IVORY)], &[]), Vec::<[u32; 2]>::new(), "{what}");
        }
    }

    #[test]
    fn without_tiles_there_is_no_colour_to_look_for() {
        let frame = Frame::new(400, 300, vec![200; 400 * 300 * 3]).unwrap();
        assert!(glimpses(&frame, &[], &[]).is_empty());
        assert!(glimpses(&frame, &[corners(TILES[0])], &[]).is_empty());
    }
}
