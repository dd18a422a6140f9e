//! How clearly the pips of a tile stand out from its face: in the dark, through haze or a dirty lens they hardly do.

use crate::detect::crop::bilinear;
use crate::detect::ground::{MeanColour, difference, median};
use crate::frame::Frame;
use crate::geometry::{Projection, Quad};
use crate::read::ReadTile;

/// A face is looked at in so many cells across and along it, without its edges.
const CELLS: [usize; 2] = [16, 32];
const FACE: [f64; 2] = [0.86, 0.9];
/// Each cell is the mean of so many places each way: noise is no pip.
const PLACES: usize = 2;
/// This part of a face's cells, at least, shows pips or the bar.
const PIPS: f64 = 0.03;
/// Fewer pips than this may be lost in a face's rim and its bar.
const LEAST_PIPS: u8 = 2;
/// Pips differ from the face by this, of 441 from black to white, or they hardly show.
const FAINT: f32 = 40.0;

/// Do the pips of even the clearest of these tiles hardly show? Corners in pixels of `frame` by `place`.
pub(super) fn hardly_show(frame: &Frame, tiles: &[ReadTile], place: impl Fn(&ReadTile) -> Quad) -> bool {
    let with_pips = tiles.iter().filter(|tile| tile.tile().is_some_and(|tile| tile.pips() >= LEAST_PIPS));
    let clearest = with_pips.map(|tile| contrast(frame, &place(tile))).reduce(f32::max);
    clearest.is_some_and(|contrast| contrast < FAINT)
}

/// By how much the pips of this tile differ from its face.
fn contrast(frame: &Frame, corners: &Quad) -> f32 {
    let tile = Projection::onto_tile(corners);
    let [across, along] = CELLS;
    let cells: Vec<MeanColour> = (0..across * along).map(|i| cell(frame, &tile, [i % across, i / across])).collect();
    let face = median(&cells);
    let mut differences: Vec<f32> = cells.iter().map(|cell| difference(cell, &face)).collect();
    differences.sort_by(f32::total_cmp);
    differences[(differences.len() as f64 * (1.0 - PIPS)) as usize]
}

/// The mean colour of one cell.
fn cell(frame: &Frame, tile: &Projection, cell: [usize; 2]) -> MeanColour {
    let mut sum = [0.0; 3];
    for i in 0..PLACES * PLACES {
        let at = |way: usize, part: usize| {
            let place = cell[way] as f64 + (part as f64 + 0.5) / PLACES as f64;
            FACE[way] * (2.0 * place / CELLS[way] as f64 - 1.0)
        };
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
    use game::tile::Pip;

    const TILE: Spot = [40, 20, 120, 60];

    /// A tile of two pips, painted in this colour, after it was read as one with so many.
    fn hardly_shows(pip: [u8; 3], read: u8) -> bool {
        let frame = table(100, [(TILE, IVORY), ([60, 44, 12, 12], pip), ([120, 44, 12, 12], pip)]);
        let tile = ReadTile {
            corners: corners(TILE),
            pips: Some([Pip::new(read).unwrap(), Pip::new(0).unwrap()]),
            part: Part::Loose,
            confidence: 1.0,
            seen: None,
        };
        hardly_show(&frame, &[tile], |tile| tile.corners)
    }

    #[test]
    fn pips_of_nearly_the_faces_colour_hardly_show() {
        let darker = |by: u8| IVORY.map(|channel| channel - by);
        assert!(hardly_shows(darker(20), 2));
        assert!(!hardly_shows(darker(40), 2) && !hardly_shows([0; 3], 2));
        // One pip, or none: nothing is said of it.
        assert!(!hardly_shows(darker(20), 1) && !hardly_shows(IVORY, 0));
    }

    #[test]
    fn without_tiles_nothing_is_said() {
        let frame = Frame::new(40, 20, vec![100; 40 * 20 * 3]).unwrap();
        assert!(!hardly_show(&frame, &[], |tile| tile.corners));
    }
}
