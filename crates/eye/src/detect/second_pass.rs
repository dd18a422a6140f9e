//! A second look, once the first has found the plane of the table: as if from straight above, if the layout is
//! doubtful, and at places where a tile may be. What the finding network did not find there the reading network may
//! still read.

use std::time::Duration;

use crate::detect::blank::without_ground;
use crate::detect::eye::{Eye, Sight};
use crate::detect::ground;
use crate::detect::look::unread;
use crate::detect::rectify::TopView;
use crate::detect::{Detector, DetectorError};
use crate::frame::Frame;
use crate::read::{Doubt, Part, Point, ReadTile, Reading, SeenTile, TileKind};

/// Most tiles in a row found by looking at the place of the next one.
const ROUNDS: usize = 6;

/// Confidence below which a layout is looked at as if from straight above. One slight doubt is not enough: it would
/// find next to nothing and make the slowest pictures slower.
const DOUBTFUL: f64 = 0.66;
/// Most looks from straight above: each one's tiles improve the plane and the extent of the table.
const VIEWS: usize = 3;
/// Seen from fewer degrees off straight above, a table looks nearly as from there.
const LEAST_TILT: f64 = 10.0;

/// A picture's tiles, put together.
#[derive(Debug)]
pub struct Assembled {
    /// Found tiles, refused places included; in pixels of the stored picture.
    pub tiles: Vec<SeenTile>,
    /// Reading of all tiles, in the same pixels.
    pub reading: Reading,
    /// Time spent on looking and reading again.
    pub again: Duration,
}

impl Assembled {
    /// Assembles the tiles of a frame without further looks. `scale` maps the frame's pixels to the picture's.
    pub fn at_first_sight(
        frame: &Frame,
        sight: &Sight,
        scale: (f64, f64),
        assemble: impl Fn(&[SeenTile]) -> Reading,
    ) -> Self {
        let tiles = without_ground(frame, sight.tiles.clone(), &[], |quad| *quad);
        let seen = tiles.into_iter().chain(sight.refused.iter().cloned());
        let tiles: Vec<SeenTile> = seen.map(|tile| in_picture(tile, scale)).collect();
        let reading = assemble(&tiles);
        Self { tiles, reading, again: Duration::ZERO }
    }

    fn add(&mut self, more: Vec<SeenTile>, assemble: impl Fn(&[SeenTile]) -> Reading) {
        if more.is_empty() {
            return;
        }
        self.tiles.extend(more);
        self.reading = assemble(&self.tiles);
    }

    /// Places at the open ends that have the colour of the layout's tiles, as unread tiles.
    fn covered(&self, frame: &Frame, scale: (f64, f64)) -> Vec<SeenTile> {
        let places = ground::covered(frame, &self.reading, |quad| in_frame(quad, scale));
        places.into_iter().map(|quad| in_picture(unread(quad, TileKind::Up), scale)).collect()
    }

    /// Reads unread places where the layout may continue, as long as that finds a tile of it. A place with something
    /// `faint` is read too, but its reading must fit unchanged. `scale` maps the frame's pixels to the picture's.
    fn read_on<D: Detector>(
        &mut self,
        eye: &mut Eye<D>,
        frame: &Frame,
        scale: (f64, f64),
        faint: &[SeenTile],
        assemble: &impl Fn(&[SeenTile]) -> Reading,
    ) -> Result<(), DetectorError> {
        for _ in 0..ROUNDS {
            let start = eye.now();
            let wary = (!faint.is_empty()).then(|| assemble(&[self.tiles.as_slice(), faint].concat()));
            let unread = &wary.as_ref().unwrap_or(&self.reading).unread;
            let places: Vec<[Point; 4]> = unread.iter().map(|quad| in_frame(quad, scale)).collect();
            let found = eye.read_at(frame, &places)?.into_iter().map(|tile| in_picture(tile, scale)).collect();
            let found = without_ground(frame, found, &self.tiles, |quad| in_frame(quad, scale));
            self.again += eye.now().saturating_sub(start);
            let more = of_the_line(&self.tiles, &found, !faint.is_empty(), assemble);
            if more.is_empty() {
                break;
            }
            self.add(more, assemble);
        }
        Ok(())
    }
}

/// Assembles the tiles of a frame, and looks again where that may find more. `scale` maps the frame's pixels to the
/// picture's.
///
/// A doubtful layout is first looked at as if from straight above, for as long as that shows new tiles and with them more
/// of the table: this improves tables seen from a player's seat most. If the table does not grow, further looks cost more
/// time than they bring. Tables without doubts cost nothing.
///
/// Then unread places where the layout may continue are read, as long as that finds a tile. Reading all open ends, with
/// or without something beyond them, would invent tiles.
///
/// Then places with faint detections are read; their readings must fit unchanged, since with a change too much fits.
///
/// Last, places with the colour of the layout's tiles are read, even if the networks saw nothing: fitting tiles are taken,
/// and otherwise the end is doubtful. That makes few more ends right, but fewer confident ends wrong.
///
/// # Errors
/// The networks failed.
pub fn second_pass<D: Detector>(
    eye: &mut Eye<D>,
    frame: &Frame,
    sight: &Sight,
    scale: (f64, f64),
    assemble: impl Fn(&[SeenTile]) -> Reading,
) -> Result<Assembled, DetectorError> {
    let mut table = Assembled::at_first_sight(frame, sight, scale, &assemble);
    let (mut seen, mut last): (_, Option<TopView>) = (sight.tiles.clone(), None);
    for _ in 0..VIEWS {
        if table.reading.confidence >= DOUBTFUL {
            break;
        }
        let start = eye.now();
        // A view of no more than the last one would show the same again.
        let grown = |view: &TopView| last.as_ref().is_none_or(|last| view.is_larger_than(last));
        let Some(view) = TopView::of(frame, &seen, LEAST_TILT).filter(grown) else { break };
        let found = without_ground(frame, eye.look_through(frame, &seen, &view)?, &seen, |quad| *quad);
        last = Some(view);
        table.again += eye.now().saturating_sub(start);
        if found.is_empty() {
            break;
        }
        seen.extend_from_slice(&found);
        table.add(found.into_iter().map(|tile| in_picture(tile, scale)).collect(), &assemble);
    }
    table.read_on(eye, frame, scale, &[], &assemble)?;
    let faint: Vec<SeenTile> = sight.faint.iter().map(|tile| in_picture(tile.clone(), scale)).collect();
    if !faint.is_empty() {
        table.read_on(eye, frame, scale, &faint, &assemble)?;
    }
    let covered = table.covered(frame, scale);
    if !covered.is_empty() {
        table.read_on(eye, frame, scale, &covered, &assemble)?;
        let covered = table.covered(frame, scale);
        table.add(covered, &assemble);
    }
    Ok(table)
}

/// Returns the tiles of `found` that belong to the layout. With `as_it_is`, only those with matching pips.
fn of_the_line(
    tiles: &[SeenTile],
    found: &[SeenTile],
    as_it_is: bool,
    assemble: &impl Fn(&[SeenTile]) -> Reading,
) -> Vec<SeenTile> {
    if found.is_empty() {
        return Vec::new();
    }
    let reading = assemble(&[tiles, found].concat());
    let new = |tile: &ReadTile| tile.seen.filter(|_| tile.part == Part::Line)?.checked_sub(tiles.len());
    let fits = |i: usize| {
        let changed = |doubt: &Doubt| matches!(doubt, Doubt::Changed { tile, .. } if *tile == i);
        let mut joins = reading.joins.iter().filter(|join| join.tiles.iter().any(|(tile, _)| *tile == i));
        !reading.doubts.iter().any(changed) && joins.all(|join| join.matches)
    };
    let of_line = reading.tiles.iter().enumerate().filter(|(i, _)| !as_it_is || fits(*i));
    of_line.filter_map(|(_, tile)| found.get(new(tile)?).cloned()).collect()
}

pub(super) fn in_picture(mut tile: SeenTile, (along_x, along_y): (f64, f64)) -> SeenTile {
    tile.corners = tile.corners.map(|p| Point { x: p.x * along_x, y: p.y * along_y });
    tile
}

pub(super) fn in_frame(quad: &[Point; 4], (along_x, along_y): (f64, f64)) -> [Point; 4] {
    quad.map(|p| Point { x: p.x / along_x, y: p.y / along_y })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::eye::Params;
    use crate::detect::{Heatmaps, N_READING, Planes};
    use crate::read::{Settings, assemble};
    use game::rules::RuleSet;

    /// Reads every crop as the 2-4, and as a face with these log-odds.
    struct OneReading(f32);

    impl Detector for OneReading {
        fn find(&mut self, _: &Planes) -> Result<Heatmaps, DetectorError> {
            unreachable!("nothing is to be found here")
        }

        fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
            let mut reading = [0.0; N_READING];
            (reading[2], reading[13 + 4], reading[26]) = (12.0, 12.0, self.0);
            Ok(vec![reading; crops.len()])
        }
    }

    fn tile(a: usize, b: usize, x: f64, logit: f32) -> SeenTile {
        let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
        let corners = [(-40.0, -20.0), (40.0, -20.0), (40.0, 20.0), (-40.0, 20.0)];
        let corners = corners.map(|(dx, dy)| Point { x: x + dx, y: 100.0 + dy });
        SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit }
    }

    /// The open ends of a line that begins with 6 and ends with `last`, with `refused` and `faint` places after it (x in the
    /// picture), where the reading network says of everything that it is the 2-4 and, with these log-odds, a face.
    fn ends_of_line(last: usize, refused: Option<f64>, faint: Option<f64>, face: f32) -> Vec<u8> {
        let settings = Settings::of_rules(&RuleSet::parse("pafos").unwrap());
        let frame = Frame::new(240, 100, vec![128; 240 * 100 * 3]).unwrap();
        let tiles = vec![tile(6, 5, 116.0, 3.0), tile(5, last, 200.0, 3.0)];
        let [refused, faint] = [refused, faint].map(|x| x.map(|x| tile(0, 0, x, -6.0)).into_iter().collect());
        let sight = Sight { tiles, refused, faint, ..Sight::default() };
        let mut eye = Eye::new(OneReading(face), Params::default());
        // The frame is half as large as the picture.
        let assemble = |tiles: &[SeenTile]| assemble(tiles, 480, 200, &settings);
        let table = second_pass(&mut eye, &frame, &sight, (2.0, 2.0), assemble).unwrap();
        let mut ends: Vec<u8> = table.reading.ends.iter().map(|end| end.pips.get()).collect();
        ends.sort_unstable();
        ends
    }

    #[test]
    fn a_refused_tile_is_read_where_the_line_goes_on() {
        assert_eq!(ends_of_line(2, Some(290.0), None, 4.0), [4, 6]);
        // Nothing is there, or it is not a face.
        assert_eq!(ends_of_line(2, None, None, 4.0), [2, 6]);
        assert_eq!(ends_of_line(2, Some(290.0), None, -4.0), [2, 6]);
    }

    #[test]
    fn a_faint_tile_is_read_there_too_and_has_to_fit() {
        assert_eq!(ends_of_line(2, None, Some(290.0), 4.0), [4, 6]);
        assert_eq!(ends_of_line(2, None, Some(290.0), -4.0), [2, 6]);
        // Tiles elsewhere prove nothing, nor do tiles that don't match.
        assert_eq!(ends_of_line(2, None, Some(400.0), 4.0), [2, 6]);
        assert_eq!(ends_of_line(3, None, Some(290.0), 4.0), [3, 6]);
    }
}
