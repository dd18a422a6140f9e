//! The tiles of a heap in a picture, counted.

use crate::detect::eye::Eye;
use crate::detect::second_pass::{in_frame, in_picture, second_pass};
use crate::detect::suppression::Overlap;
use crate::detect::{Detector, DetectorError};
use crate::geometry::Quad;
use crate::picture::Picture;
use crate::read::{Heap, Part, SeenTile, TileKind, assemble_best};

/// Two outlines that share more than this cannot both be tiles.
const SAME_PLACE: Overlap = Overlap { of_both: 0.2, of_smaller: 0.4 };
/// So many places that the finding network saw but faintly are read, likeliest first: on a patterned ground they are everywhere.
const MOST_FAINT: usize = 64;

/// Looks for every tile whose pips can be read, in a line or not. What lies on its face is read too: a tile with hardly a
/// pip looks like a back from afar. Faces that were seen but faintly are not counted, and make the sum less sure.
///
/// # Errors
/// Whatever the networks report.
pub fn count<D: Detector>(eye: &mut Eye<D>, picture: &Picture) -> Result<Heap, DetectorError> {
    let mut heap = count_once(eye, picture)?;
    // Nothing is called sure that was not seen twice. Upside down other pixels fall together: what is a tile by a hair is none then.
    if heap.confidence >= Heap::SURE {
        let turned = Picture { frame: picture.frame.upside_down(), ..*picture };
        heap.compare(&count_once(eye, &turned)?.turned(picture.width, picture.height));
    }
    Ok(heap)
}

fn count_once<D: Detector>(eye: &mut Eye<D>, picture: &Picture) -> Result<Heap, DetectorError> {
    let (size, scale) = ((picture.width, picture.height), picture.scale());
    let sight = eye.see(&picture.frame)?;
    let assemble = |tiles: &[SeenTile]| assemble_best(tiles, size.0, size.1);
    let table = second_pass(eye, &picture.frame, &sight, scale, assemble)?;
    let counted = |part| matches!(part, Part::Line | Part::Loose);
    let known: Vec<Quad> =
        table.reading.tiles.iter().filter(|t| counted(t.part)).map(|t| in_frame(&t.corners, scale)).collect();
    let backs = sight.tiles.iter().filter(|tile| tile.kind == TileKind::Down);
    let free = |place: &Quad| !known.iter().any(|tile| SAME_PLACE.exceeded_by(tile, place));
    let mut read = |places: Vec<Quad>| {
        let faces = eye.read_at(&picture.frame, &places)?.into_iter();
        Ok(faces.map(|tile| in_picture(tile, scale)).collect::<Vec<SeenTile>>())
    };
    let faces = read(backs.map(|tile| tile.corners).filter(free).collect())?;
    let faint = read(sight.faint.iter().map(|tile| tile.corners).filter(free).take(MOST_FAINT).collect())?;
    Ok(Heap::of(&table.tiles, &table.reading, (&faces, &faint), size))
}
