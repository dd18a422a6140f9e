//! The tiles of a heap in a picture, counted.

use crate::detect::contrast::{faintness, spot_on_blank};
use crate::detect::covered::cover;
use crate::detect::eye::Eye;
use crate::detect::glimpse::glimpses;
use crate::detect::ground::{MeanColour, difference, face_colour, is_burnt_out, light_and_shares, usual};
use crate::detect::resample::{Region, resize};
use crate::detect::rows::has_long_rows;
use crate::detect::second_pass::{in_frame, in_picture, second_pass};
use crate::detect::suppression::Overlap;
use crate::detect::{Detector, DetectorError};
use crate::frame::Frame;
use crate::geometry::{Quad, mean};
use crate::picture::Picture;
use crate::read::{Heap, Part, Point, ReadTile, Reading, SeenTile, Sign, TileKind, assemble_best};

/// Two outlines that share more than this cannot both be tiles.
const SAME_PLACE: Overlap = Overlap { of_both: 0.2, of_smaller: 0.4 };
/// Most difference in the shares of red, green and blue between tiles of one set.
const OTHER_COLOUR: f32 = 0.05;
/// Most difference in lightness (natural logarithm) between tiles of one set.
const OTHER_LIGHT: f32 = 0.9;
/// Tiles longer than this part of the picture's long side are large: 190 pixels of 1280.
const LARGE: f64 = 0.15;
/// Most faint places that are read, likeliest first: on a patterned ground they are everywhere.
const MOST_FAINT: usize = 64;

/// Counts every tile with readable pips, in a line or not. Tiles that look face down are read too, because a tile with
/// few pips looks like a back from afar. Faint faces are not counted and lower the confidence.
///
/// # Errors
/// The networks failed.
pub fn count<D: Detector>(eye: &mut Eye<D>, picture: &Picture) -> Result<Heap, DetectorError> {
    let mut heap = count_once(eye, picture)?;
    // It is read twice: detections near the threshold often vanish in the rotated copy.
    // Tiles that fill the picture are looked at from farther away, too.
    let mut frame = picture.frame.upside_down();
    let (width, height) = (frame.width() as usize, frame.height() as usize);
    if heap.usual_length().is_some_and(|length| length > LARGE * f64::from(picture.width.max(picture.height))) {
        frame = resize(&frame, Region::whole(&frame), width.div_ceil(2), height.div_ceil(2), 1);
    }
    let turned = Picture { frame, ..*picture };
    heap.compare(&count_once(eye, &turned)?.turned(picture.width, picture.height));
    Ok(heap.weighed())
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
    let mut heap = Heap::of(&table.tiles, &table.reading, (&faces, &faint), size);
    find_unlike(&mut heap, &picture.frame, scale);
    for tile in 0..heap.tiles.len() {
        let corners = in_frame(&heap.tiles[tile].corners, scale);
        heap.sign(tile, Sign::Covered, cover(&picture.frame, &corners));
        let Some(pips) = heap.tiles[tile].pips else { continue };
        heap.sign(tile, Sign::Spot, spot_on_blank(&picture.frame, &corners, pips));
        if has_long_rows(&picture.frame, &corners, pips) {
            heap.sign(tile, Sign::LongRows, f64::INFINITY);
        }
    }
    heap.faint(faintness(&picture.frame, &heap.tiles, |tile| in_frame(&tile.corners, scale)));
    find_glimpses(&mut heap, &table.reading, &picture.frame, scale);
    let backs = table.reading.tiles.iter().filter(|tile| tile.part == Part::FaceDown);
    for back in backs.filter(|tile| is_burnt_out(&picture.frame, &in_frame(&tile.corners, scale))) {
        heap.not_read(mean(&back.corners));
    }
    Ok(heap)
}

/// Finds the visible parts of unseen tiles, most of them being under something.
fn find_glimpses(heap: &mut Heap, reading: &Reading, frame: &Frame, scale: (f64, f64)) {
    let here = |tile: &ReadTile| in_frame(&tile.corners, scale);
    let faces: Vec<Quad> = heap.tiles.iter().map(here).collect();
    let others: Vec<Quad> = reading.tiles.iter().map(here).collect();
    for at in glimpses(frame, &faces, &others) {
        let at = Point { x: at.x * scale.0, y: at.y * scale.1 };
        heap.glimpse(at);
    }
}

/// Tiles of another colour than most may be printed on a card or a pad.
fn find_unlike(heap: &mut Heap, frame: &Frame, scale: (f64, f64)) {
    let colours = heap.tiles.iter().map(|tile| face_colour(frame, &in_frame(&tile.corners, scale)));
    let colours: Vec<Option<(f32, MeanColour)>> = colours.map(|colour| colour.as_ref().map(light_and_shares)).collect();
    // How light it is says little where a lamp shines on one side; shares of red, green and blue do not depend on that.
    let (usual_light, usual_shares) = usual(&colours.iter().flatten().copied().collect::<Vec<_>>());
    for (tile, colour) in colours.iter().enumerate() {
        let Some((light, shares)) = colour else { continue };
        let colour = difference(shares, &usual_shares) / OTHER_COLOUR;
        let light = (light / usual_light).ln().abs() / OTHER_LIGHT;
        heap.sign(tile, Sign::Unlike, f64::from(colour.max(light)));
    }
}
