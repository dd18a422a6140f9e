//! Contrast of pips and face, which is low in the dark, through haze or a dirty lens; and spots on halves that were
//! read as blank.

use crate::detect::crop::bilinear;
use crate::detect::ground::{MeanColour, difference, median};
use crate::frame::Frame;
use crate::geometry::{Projection, Quad};
use crate::read::ReadTile;
use game::tile::Pip;

/// Cells across and along a face that is examined, without its edges.
const CELLS: [usize; 2] = [16, 32];
const FACE: [f64; 2] = [0.86, 0.9];
/// Places each way that are averaged into a cell, so that noise is not taken for a pip.
const PLACES: usize = 2;
/// Least share of a face's cells that shows pips or the bar.
const PIPS: f64 = 0.03;
/// A blank half is looked at between these, along the tile from its middle: without the bar and the edges.
const HALF: (f64, f64) = (0.16, 0.84);
/// Part of a blank half that is examined across the tile.
const HALF_ACROSS: f64 = 0.7;
/// Cells each way of the examined half; a pip takes the part `PIP` of them.
const HALF_CELLS: usize = 14;
const PIP: f64 = 0.03;
/// Least difference of a spot from the half; it must also exceed the median cell's difference several times.
const SPOT: f32 = 30.0;
const NOISE: f32 = 4.0;
/// Fewer pips than this may be lost in a face's rim and its bar.
const LEAST_PIPS: u8 = 2;
/// Least difference of clear pips from the face, of 441 levels from black to white.
const FAINT: f32 = 40.0;

/// Returns how faint the pips of the clearest of these tiles are; above 1 they are hard to see. Corners in pixels of
/// `frame` by `place`.
pub(super) fn faintness(frame: &Frame, tiles: &[ReadTile], place: impl Fn(&ReadTile) -> Quad) -> f64 {
    let with_pips = tiles.iter().filter(|tile| tile.tile().is_some_and(|tile| tile.pips() >= LEAST_PIPS));
    let clearest = with_pips.map(|tile| contrast(frame, &place(tile))).reduce(f32::max);
    clearest.map_or(0.0, |clearest| f64::from(FAINT / clearest))
}

/// Returns how clear a spot is on a half of this tile that was read as blank; above 1 it may be a pip. Corners in pixels
/// of `frame`, half a's pips first.
pub(super) fn spot_on_blank(frame: &Frame, corners: &Quad, pips: [Pip; 2]) -> f64 {
    let tile = Projection::onto_tile(corners);
    let (from, to) = HALF;
    let halves = [(-to, -from), (from, to)].map(|along| [(-HALF_ACROSS, HALF_ACROSS), along]);
    let blank = pips.into_iter().zip(halves).filter(|(pip, _)| *pip == Pip::BLANK);
    let clear = blank.map(|(_, half)| {
        let differences = differences(frame, &tile, half, [HALF_CELLS; 2]);
        at_share(&differences, 1.0 - PIP) / SPOT.max(NOISE * at_share(&differences, 0.5))
    });
    f64::from(clear.fold(0.0, f32::max))
}

/// By how much the pips of this tile differ from its face, of 441 from black to white. Corners in pixels of `frame`.
pub(super) fn contrast(frame: &Frame, corners: &Quad) -> f32 {
    let face = FACE.map(|reach| (-reach, reach));
    at_share(&differences(frame, &Projection::onto_tile(corners), face, CELLS), 1.0 - PIPS)
}

/// Differences of cells across and along from most of them, rising. `part`: of the tile, from and to, across and along
/// it from its middle.
fn differences(frame: &Frame, tile: &Projection, part: [(f64, f64); 2], cells: [usize; 2]) -> Vec<f32> {
    let size: [f64; 2] = std::array::from_fn(|way| (part[way].1 - part[way].0) / cells[way] as f64);
    let begins = |i: usize| {
        let cell = [i % cells[0], i / cells[0]];
        std::array::from_fn(|way| part[way].0 + size[way] * cell[way] as f64)
    };
    let colours: Vec<MeanColour> =
        (0..cells[0] * cells[1]).map(|i| mean_colour(frame, tile, begins(i), size)).collect();
    let most = median(&colours);
    let mut differences: Vec<f32> = colours.iter().map(|colour| difference(colour, &most)).collect();
    differences.sort_by(f32::total_cmp);
    differences
}

/// Returns the value that this share does not exceed.
fn at_share(rising: &[f32], share: f64) -> f32 {
    rising[((rising.len() as f64 * share) as usize).min(rising.len() - 1)]
}

/// The mean colour of the cell that begins here and is so large, across and along the tile from its middle.
fn mean_colour(frame: &Frame, tile: &Projection, begins: [f64; 2], size: [f64; 2]) -> MeanColour {
    let mut sum = [0.0; 3];
    for i in 0..PLACES * PLACES {
        let at = |way: usize, part: usize| begins[way] + size[way] * (part as f64 + 0.5) / PLACES as f64;
        let colour = bilinear(frame, tile.at(at(0, i % PLACES), at(1, i / PLACES)));
        sum = std::array::from_fn(|channel| sum[channel] + colour[channel]);
    }
    sum.map(|channel| channel / (PLACES * PLACES) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{IVORY, Spot, corners, table};
    use crate::read::Part;

    const TILE: Spot = [40, 20, 120, 60];

    /// A tile of two pips, painted in this colour, after it was read as one with `read` pips.
    fn hardly_shows(pip: [u8; 3], read: u8) -> bool {
        let frame = table(100, [(TILE, IVORY), ([60, 44, 12, 12], pip), ([120, 44, 12, 12], pip)]);
        let tile = ReadTile {
            corners: corners(TILE),
            pips: Some([Pip::new(read).unwrap(), Pip::new(0).unwrap()]),
            part: Part::Loose,
            confidence: 1.0,
            seen: None,
        };
        faintness(&frame, &[tile], |tile| tile.corners) > 1.0
    }

    #[test]
    fn pips_of_nearly_the_faces_colour_hardly_show() {
        let darker = |by: u8| IVORY.map(|channel| channel - by);
        assert!(hardly_shows(darker(20), 2));
        assert!(!hardly_shows(darker(40), 2) && !hardly_shows([0; 3], 2));
        // One pip, or none, is not reported.
        assert!(!hardly_shows(darker(20), 1) && !hardly_shows(IVORY, 0));
    }

    #[test]
    fn a_blank_half_has_no_spot() {
        let green = [120, 200, 120];
        let spot = |at: u32, read: [u8; 2]| {
            let bar = ([98, 20, 4, 60], [0; 3]);
            let frame = table(100, [(TILE, IVORY), bar, ([at, 42, 14, 14], green)]);
            spot_on_blank(&frame, &corners(TILE), read.map(|pips| Pip::new(pips).unwrap())) > 1.0
        };
        // A pale pip on the left half, on the right one.
        assert!(spot(62, [0, 3]) && spot(124, [3, 0]));
        assert!(!spot(62, [1, 0]) && !spot(124, [0, 1]) && !spot(62, [1, 3]));
        // Beside the tile.
        assert!(!spot(200, [0, 0]));
    }

    #[test]
    fn without_tiles_nothing_is_said() {
        let frame = Frame::new(40, 20, vec![100; 40 * 20 * 3]).unwrap();
        assert_eq!(faintness(&frame, &[], |tile| tile.corners), 0.0);
    }
}
