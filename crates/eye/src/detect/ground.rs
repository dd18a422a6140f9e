//! Tests whether the ground continues beyond an open end of the layout, or something there has the colour of its tiles.
//!
//! It uses neither network: it is for a tile at an end that the finding network missed.

use crate::detect::crop::bilinear;
use crate::frame::Frame;
use crate::geometry::{Point, Projection, Quad, inside, mean, middles};
use crate::read::{Part, ReadEnd, ReadTile, Reading, Slot};

/// A colour, red, green and blue from 0 to 255.
pub(super) type MeanColour = [f32; 3];

/// Part of the table about a tile, in tile widths from its middle: from and to, across and along it.
#[derive(Clone, Copy)]
pub(super) struct Patch {
    pub(super) across: (f64, f64),
    pub(super) along: (f64, f64),
}

/// Most of a tile's face.
pub(super) const FACE: Patch = Patch { across: (-0.4, 0.4), along: (-0.9, 0.9) };
/// Place of the next tile at half b, and the ground on both sides of that half.
const NEXT: Patch = Patch { across: (-0.35, 0.35), along: (1.2, 1.9) };
const BESIDE: Patch = Patch { across: (0.75, 1.4), along: (0.1, 0.9) };
/// Patch at the left side of a crosswise double.
const NEXT_TO_DOUBLE: Patch = Patch { across: (0.7, 1.3), along: (-0.4, 0.4) };
const BESIDE_DOUBLE: Patch = Patch { across: (-0.4, 0.4), along: (1.2, 1.9) };
/// Places examined each way in a patch.
pub(super) const SAMPLES: usize = 8;
/// From this on a channel is burnt out.
const BURNT: f32 = 250.0;
/// Colours that differ by less are the same ground.
const SAME: f32 = 10.0;
/// Factor by which a colour must be nearer to the tiles' than to the ground's to be a tile. A lower factor doubts ends
/// that are right, a higher one passes over some that are wrong.
const SURE: f32 = 3.0;

impl Patch {
    /// On the other side of the tile's middle, across or along.
    pub(super) const fn mirrored(self, across: bool, along: bool) -> Self {
        const fn turned((from, to): (f64, f64), yes: bool) -> (f64, f64) {
            if yes { (-to, -from) } else { (from, to) }
        }
        Self { across: turned(self.across, across), along: turned(self.along, along) }
    }

    /// Returns the corners on this tile.
    fn corners(&self, tile: &Projection) -> Quad {
        let ((left, right), (from, to)) = (self.across, self.along);
        [(left, from), (left, to), (right, to), (right, from)].map(|(across, along)| tile.at(2.0 * across, along))
    }

    /// The colours of places all over it, without those outside the picture.
    fn colours(&self, tile: &Projection, frame: &Frame) -> Vec<MeanColour> {
        self.colours_where(tile, frame, |_| true)
    }

    /// The colours of those places that are `wanted`.
    pub(super) fn colours_where(
        &self,
        tile: &Projection,
        frame: &Frame,
        wanted: impl Fn(Point) -> bool,
    ) -> Vec<MeanColour> {
        let step = |(from, to): (f64, f64), i: usize| from + (to - from) * (i as f64 + 0.5) / SAMPLES as f64;
        let (width, height) = (f64::from(frame.width()), f64::from(frame.height()));
        let places = (0..SAMPLES * SAMPLES)
            .map(|i| tile.at(2.0 * step(self.across, i % SAMPLES), step(self.along, i / SAMPLES)))
            .filter(|p| (0.0..width).contains(&p.x) && (0.0..height).contains(&p.y) && wanted(*p));
        places.map(|place| bilinear(frame, place)).collect()
    }

    /// Returns the colour, the median of each channel; `None` if at least half of it is outside the picture.
    pub(super) fn colour(&self, tile: &Projection, frame: &Frame) -> Option<MeanColour> {
        let colours = self.colours(tile, frame);
        (2 * colours.len() > SAMPLES * SAMPLES).then(|| median(&colours))
    }
}

/// The colour of a tile's face; `None` if half of it or more is outside the picture.
pub(super) fn face_colour(frame: &Frame, corners: &Quad) -> Option<MeanColour> {
    FACE.colour(&Projection::onto_tile(corners), frame)
}

/// Reports whether more than half of a tile's face is too bright for its pips to show. Corners in pixels of `frame`.
#[must_use]
pub fn is_burnt_out(frame: &Frame, corners: &Quad) -> bool {
    let colours = FACE.colours(&Projection::onto_tile(corners), frame);
    let burnt = colours.iter().filter(|colour| colour.iter().all(|channel| *channel >= BURNT)).count();
    burnt * 2 > colours.len()
}

/// Returns the brightness of a colour and its shares of red, green and blue, steadied near black.
pub(super) fn light_and_shares(colour: &MeanColour) -> (f32, MeanColour) {
    let light = colour.iter().sum::<f32>() + 24.0;
    (light, colour.map(|channel| (channel + 8.0) / light))
}

/// The median of each of these: how light, and the shares of red, green and blue.
pub(super) fn usual(colours: &[(f32, MeanColour)]) -> (f32, MeanColour) {
    let [light, ..] = median(&colours.iter().map(|(light, _)| [*light; 3]).collect::<Vec<_>>());
    (light, median(&colours.iter().map(|(_, shares)| *shares).collect::<Vec<_>>()))
}

/// The median of each channel, of an even number the upper one; black of no colour.
pub(super) fn median(colours: &[MeanColour]) -> MeanColour {
    std::array::from_fn(|channel| {
        let mut values: Vec<f64> = colours.iter().map(|colour| f64::from(colour[channel])).collect();
        middles(&mut values).map_or(0.0, |(_, upper)| upper as f32)
    })
}

pub(super) fn difference(a: &MeanColour, b: &MeanColour) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

/// The sides of a crosswise double without a neighbour.
fn free_sides(reading: &Reading, tile: usize) -> Vec<Slot> {
    let taken = |side: &Slot| reading.joins.iter().any(|join| join.tiles.contains(&(tile, *side)));
    [Slot::Left, Slot::Right].into_iter().filter(|side| !taken(side)).collect()
}

/// The place of the next tile at an end, and two patches beside it where the ground shows.
fn about(reading: &Reading, end: &ReadEnd) -> Vec<[Patch; 3]> {
    let ways = end.half.map_or_else(|| free_sides(reading, end.tile), |half| vec![half]);
    let about = |way| match way {
        Slot::A | Slot::B => [NEXT, BESIDE, BESIDE.mirrored(true, false)].map(|p| p.mirrored(false, way == Slot::A)),
        Slot::Left | Slot::Right => [NEXT_TO_DOUBLE, BESIDE_DOUBLE, BESIDE_DOUBLE.mirrored(false, true)]
            .map(|p| p.mirrored(way == Slot::Right, false)),
    };
    ways.into_iter().map(about).collect()
}

/// Reports whether the patch next to a tile has its colour, or that of a `typical` one, and not that of the ground
/// beside it.
fn has_colour_of_tiles(
    frame: &Frame,
    tile: &Projection,
    [next, beside, other]: &[Patch; 3],
    typical: &MeanColour,
) -> bool {
    let Some(colour) = next.colour(tile, frame) else { return false };
    let ground = [beside, other].into_iter().filter_map(|patch| patch.colour(tile, frame));
    let Some(from_ground) = ground.map(|ground| difference(&colour, &ground)).reduce(f32::min) else { return false };
    let own = FACE.colour(tile, frame).unwrap_or(*typical);
    let from_tile = difference(&colour, &own).min(difference(&colour, typical));
    from_ground > SAME && from_ground > SURE * from_tile
}

/// Places at the open ends of a layout that have the colour of its tiles, not that of the ground beside them, and where nothing was
/// read; in pixels of the frame. `in_frame` leads there from the reading's.
pub(crate) fn covered(frame: &Frame, reading: &Reading, in_frame: impl Fn(&Quad) -> Quad) -> Vec<Quad> {
    let lies = |tile: &ReadTile| Projection::onto_tile(&in_frame(&tile.corners));
    let of_line = reading.tiles.iter().filter(|tile| tile.part == Part::Line);
    let faces: Vec<MeanColour> = of_line.filter_map(|tile| FACE.colour(&lies(tile), frame)).collect();
    if faces.is_empty() {
        return Vec::new();
    }
    let typical = median(&faces);
    let was_read = |place: &Quad| {
        let mut read = reading.tiles.iter().filter(|tile| tile.part != Part::Unreadable);
        read.any(|tile| inside(mean(place), &in_frame(&tile.corners)))
    };
    let at = |end: &ReadEnd| {
        let tile = lies(&reading.tiles[end.tile]);
        let covered =
            about(reading, end).into_iter().filter(|patches| has_colour_of_tiles(frame, &tile, patches, &typical));
        covered.map(|[next, ..]| next.corners(&tile)).collect::<Vec<_>>()
    };
    reading.ends.iter().flat_map(at).filter(|place| !was_read(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{self, IVORY, Spot, corners};
    use crate::read::{PipLogs, SeenTile, Settings, TileKind, assemble};
    use game::rules::RuleSet;

    const SHADOW: [u8; 3] = [20, 45, 30];

    fn seen(spot: Spot, a: usize, b: usize) -> SeenTile {
        let logs = |pip: usize| -> PipLogs { std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 }) };
        SeenTile { corners: corners(spot), a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
    }

    /// A table of 400 by 200 pixels.
    fn table(spots: impl IntoIterator<Item = (Spot, [u8; 3])>) -> Frame {
        painted::table(200, spots)
    }

    /// The left edges of the places that are covered beyond a line that ends at x 240 on a ground painted with these spots.
    fn covered_at(line: &[SeenTile], painted: &[(Spot, [u8; 3])]) -> Vec<i64> {
        let tiles = line.iter().map(|tile| {
            let [x, y] = [tile.corners.map(|p| p.x), tile.corners.map(|p| p.y)];
            let low = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min) as u32;
            let high = |v: [f64; 4]| v.into_iter().fold(0.0, f64::max) as u32;
            ([low(x), low(y), high(x) - low(x), high(y) - low(y)], IVORY)
        });
        let frame = table(tiles.chain(painted.iter().copied()));
        let reading = assemble(line, 400, 200, &Settings::of_rules(&RuleSet::parse("pafos").unwrap()));
        assert_eq!(reading.ends.len(), 2, "{reading:?}");
        let left = |quad: &Quad| quad.iter().map(|p| p.x).fold(f64::INFINITY, f64::min).round() as i64;
        covered(&frame, &reading, |quad| *quad).iter().map(left).collect()
    }

    fn line() -> [SeenTile; 2] {
        [seen([80, 80, 80, 40], 6, 5), seen([160, 80, 80, 40], 5, 2)]
    }

    #[test]
    fn the_colour_of_a_face_is_that_of_its_ground_and_not_of_its_pips() {
        let rgb = (0..40 * 20).flat_map(|i| if i % 40 / 4 % 3 == 0 { [0; 3] } else { [200, 30, 20] }).collect();
        let (frame, tile) = (Frame::new(40, 20, rgb).unwrap(), corners([0, 0, 40, 20]));
        assert_eq!(face_colour(&frame, &tile), Some([200.0, 30.0, 20.0]));
        assert!(!is_burnt_out(&frame, &tile));
        assert_eq!(face_colour(&frame, &corners([99, 0, 40, 20])), None);
        let white = Frame::new(40, 20, vec![252; 40 * 20 * 3]).unwrap();
        assert!(is_burnt_out(&white, &tile));
    }

    #[test]
    fn a_tile_that_nobody_saw_shows_by_its_colour() {
        assert!(covered_at(&line(), &[]).is_empty());
        // In line, crosswise, and at the other end.
        assert_eq!(covered_at(&line(), &[([244, 80, 80, 40], IVORY)]), [248]);
        assert_eq!(covered_at(&line(), &[([244, 60, 40, 80], IVORY)]), [248]);
        assert_eq!(covered_at(&line(), &[([0, 80, 78, 40], IVORY)]), [44]);
    }

    #[test]
    fn what_has_another_colour_or_goes_on_beside_is_no_tile() {
        assert!(covered_at(&line(), &[([240, 60, 100, 80], SHADOW)]).is_empty());
        // A bright ground that the line ends on looks like a tile, so it is not a reason for doubt.
        assert!(covered_at(&line(), &[([200, 0, 200, 79], IVORY), ([240, 0, 160, 200], IVORY)]).is_empty());
    }

    #[test]
    fn what_was_read_there_is_no_news() {
        let hand = [line().as_slice(), &[seen([250, 60, 40, 80], 3, 4)]].concat();
        assert!(covered_at(&hand, &[]).is_empty());
    }

    #[test]
    fn beyond_a_crosswise_double_only_its_free_side_counts() {
        let line = [seen([80, 80, 80, 40], 6, 5), seen([160, 60, 40, 80], 5, 5)];
        assert!(covered_at(&line, &[]).is_empty());
        assert_eq!(covered_at(&line, &[([203, 80, 80, 40], IVORY)]), [208]);
    }

    #[test]
    fn at_the_edge_of_the_picture_there_is_nothing_to_see() {
        let line = [seen([240, 80, 80, 40], 6, 5), seen([320, 80, 80, 40], 5, 2)];
        assert!(covered_at(&line, &[]).is_empty());
    }
}
