//! Visible parts of tiles that neither network saw: most of such a tile is under a hand, a sleeve, a cup or another
//! tile, and the rest has the colour of the faces that were read.

use crate::detect::ground::{MeanColour, difference, face_colour, light_and_shares, usual};
use crate::frame::Frame;
use crate::geometry::{self, Point, Projection, Quad, inside};

/// The picture is looked at in squares of this part of a tile's length.
const SQUARE: f64 = 0.05;
/// Tiles that must be read before their colour counts as evidence.
const LEAST_TILES: usize = 2;
/// Most difference in the shares of red, green and blue for a square to have the faces' colour.
const COLOUR: f32 = 0.03;
/// Darkest and lightest difference (natural logarithm) of a square with the faces' colour: a tile under a hand is in
/// its shadow.
const LIGHT: (f32, f32) = (-0.6, 0.3);
/// Range of brightness for a tile under another tile, which is nearly as bright. Shadows, which take on a tile's colour
/// on a white ground, are darker.
const UNDER_LIGHT: (f32, f32) = (-0.2, 0.2);
/// About a known tile its own sides show: so far from it, in lengths of it, nothing is looked for.
const SIDES: f64 = 0.15;
/// Distance within which a tile's own rim is.
const RIM: f64 = 0.05;
/// Part of a face that must show at both ends or both long sides of a tile for another tile to be under it. A tile's
/// own sides show at one end and one long side at most.
const UNDER: f64 = 0.008;
/// Least and most visible share of a tile's face.
const SHOWS: (f64, f64) = (0.15, 1.1);
/// Part of a tile's face that must be a square or more inside the visible part: a face is not a line.
const INNER: f64 = 0.06;

/// The middles of places that have the colour of `faces` and belong to none of them and none of the `others`, and are as large as a
/// part of a tile; and of those faces under which another tile shows. All in pixels of `frame`.
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
    let (side, colour) = ((SQUARE * length).max(1.0), usual(&colours.collect::<Vec<_>>()));
    let [mut squares, as_light] = Squares::of(frame, side, &colour, [LIGHT, UNDER_LIGHT]);
    let mut close = squares.clone();
    for quad in faces.iter().chain(others) {
        close.clear(&grown(quad, RIM));
        squares.clear(&grown(quad, SIDES));
    }
    let face = area / (side * side);
    let mut found = parts(&squares, face);
    found.extend(lying_over(&close.without_ground(face).and(&as_light), faces, face));
    found
}

/// The middles of patches as large as a part of a tile, for `face` squares to a face.
fn parts(squares: &Squares, face: f64) -> Vec<Point> {
    let is_part = |patch: &Vec<usize>| {
        let inner = patch.iter().filter(|&&at| squares.is_inner(at)).count() as f64;
        patch.len() as f64 >= SHOWS.0 * face && inner >= INNER * face
    };
    squares.patches(face).iter().filter(|patch| is_part(patch)).map(|patch| squares.middle(patch)).collect()
}

/// The middles of those faces that are over another tile, for `face` squares to a face.
fn lying_over(squares: &Squares, faces: &[Quad], face: f64) -> Vec<Point> {
    let shows_at = |zone: &Quad| squares.inside(zone).count() as f64 >= UNDER * face;
    let lies_over = |tile: &&Quad| beside(tile).iter().any(|zones| zones.iter().all(shows_at));
    faces.iter().filter(lies_over).map(geometry::mean).collect()
}

/// Returns the strips where a tile's own sides would show: at both ends and both long sides.
fn beside(tile: &Quad) -> [[Quad; 2]; 2] {
    let place = Projection::onto_tile(tile);
    let zone = |x: [f64; 2], y: [f64; 2]| {
        [(x[0], y[0]), (x[0], y[1]), (x[1], y[1]), (x[1], y[0])].map(|(x, y)| place.at(x, y))
    };
    let (whole, along, across) = ([-1.0, 1.0], [1.0, 1.0 + 2.0 * SIDES], [1.0, 1.0 + 4.0 * SIDES]);
    let other = |[from, to]: [f64; 2]| [-to, -from];
    [[zone(whole, along), zone(whole, other(along))], [zone(across, whole), zone(other(across), whole)]]
}

/// A tile's place grown on all sides by this many lengths.
fn grown(tile: &Quad, by: f64) -> Quad {
    let (along, across) = (1.0 + 2.0 * by, 1.0 + 4.0 * by);
    let place = Projection::onto_tile(tile);
    [(-across, -along), (-across, along), (across, along), (across, -along)].map(|(x, y)| place.at(x, y))
}

/// The picture in squares: which of them have the faces' colour.
#[derive(Clone)]
struct Squares {
    /// Pixels.
    side: f64,
    columns: usize,
    rows: usize,
    alike: Vec<bool>,
}

impl Squares {
    /// Of this colour, in each of these bands of light.
    fn of<const N: usize>(
        frame: &Frame,
        side: f64,
        (light, shares): &(f32, MeanColour),
        bands: [(f32, f32); N],
    ) -> [Self; N] {
        let whole = |pixels: u32| (f64::from(pixels) / side) as usize;
        let (columns, rows) = (whole(frame.width()), whole(frame.height()));
        // How light a square of that colour is beside it.
        let beside = |at: usize| {
            let middle = |i: usize| ((i as f64 + 0.5) * side) as u32;
            let colour = frame.pixel(middle(at % columns), middle(at / columns))?;
            let (own, colours) = light_and_shares(&colour.map(f32::from));
            (difference(&colours, shares) < COLOUR).then(|| (own / light).ln())
        };
        let lights: Vec<Option<f32>> = (0..columns * rows).map(beside).collect();
        bands.map(|(darkest, lightest)| {
            let alike = |light: &Option<f32>| light.is_some_and(|light| (darkest..lightest).contains(&light));
            Self { side, columns, rows, alike: lights.iter().map(alike).collect() }
        })
    }

    /// Excludes this area.
    fn clear(&mut self, quad: &Quad) {
        for at in self.inside(quad).collect::<Vec<_>>() {
            self.alike[at] = false;
        }
    }

    /// Keeps only cells that belong to a patch.
    fn without_ground(mut self, face: f64) -> Self {
        let patches = self.patches(face);
        self.alike.fill(false);
        patches.into_iter().flatten().for_each(|at| self.alike[at] = true);
        self
    }

    /// Keeps only cells marked in both.
    fn and(mut self, other: &Self) -> Self {
        self.alike.iter_mut().zip(&other.alike).for_each(|(alike, other)| *alike &= other);
        self
    }

    /// Returns the cells of the faces' colour in this area.
    fn inside(&self, quad: &Quad) -> impl Iterator<Item = usize> {
        let quad = *quad;
        let span = |values: [f64; 4], most: usize| {
            let [low, high] = [f64::min, f64::max].map(|pick: fn(f64, f64) -> f64| values.into_iter().reduce(pick));
            let square = |value: Option<f64>| ((value.unwrap_or(0.0) / self.side).max(0.0) as usize).min(most);
            square(low)..(square(high) + 1).min(most)
        };
        let columns = span(quad.map(|p| p.x), self.columns);
        let squares = span(quad.map(|p| p.y), self.rows)
            .flat_map(move |row| columns.clone().map(move |column| row * self.columns + column));
        squares.filter(move |&at| self.alike[at] && inside(self.middle(&[at]), &quad))
    }

    /// Connected squares, for `face` squares to a face. Patches that are larger or reach the edge of the picture are
    /// ground.
    fn patches(&self, face: f64) -> Vec<Vec<usize>> {
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
            let is_ground = patch.len() as f64 > SHOWS.1 * face || patch.iter().any(|&at| self.at_edge(at));
            if !patch.is_empty() && !is_ground {
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

    /// Finds glimpses on a green table with the tiles and these spots painted in order.
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
        // It has been reported already.
        assert!(seen(&hidden, &[corners([250, 150, 80, 40])]).is_empty());
        // A shadow covers it.
        assert_eq!(seen(&[([250, 150, 32, 40], IVORY.map(|channel| channel / 3 * 2))], &[]).len(), 1);
    }

    #[test]
    fn a_tile_under_another_shows_on_both_sides_of_it() {
        let (above, below, end) = ([45, 11, 40, 9], [45, 60, 40, 9], [100, 20, 9, 40]);
        let at = |spots: &[Spot]| seen(&spots.iter().map(|spot| (*spot, IVORY)).collect::<Vec<_>>(), &[]);
        assert_eq!(at(&[above, below]), [[60, 40]]);
        // An end and a long side may be its own.
        assert!(at(&[above]).is_empty() && at(&[above, end]).is_empty());
        // Shadows on a ground of the tiles' colour are darker.
        let shade = IVORY.map(|channel| channel / 3 * 2);
        assert!(seen(&[(above, shade), (below, shade)], &[]).is_empty());
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
