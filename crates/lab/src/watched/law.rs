//! The law: where one picture of a resting table alone gives the whole line, the record has that line, or a person is asked.

use super::fit::Fit;
use super::{Laid, Taken};
use eye::Reader;
use eye::detect::{Detector, DetectorError};
use eye::picture::Picture;
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};
use sixty_one::live::{Sighting, TableState};
use tracker::Watch;

/// A reader of single pictures, and the value of its readings.
#[derive(Debug)]
pub struct Law<D> {
    alone: Reader<D>,
    fit: Fit,
}

/// Last picture of a resting table, with the tiles on it.
#[derive(Debug)]
pub(super) struct Rested {
    pub(super) name: String,
    picture: Picture,
    there: TileSet,
}

impl Rested {
    pub(super) fn new(taken: &Taken, laid: &[Laid]) -> Self {
        let picture = Picture { frame: (*taken.frame).clone(), width: taken.size.0, height: taken.size.1 };
        Self { name: taken.name.clone(), picture, there: laid.iter().map(|laid| laid.tile).collect() }
    }

    /// Reports whether this sighting asks about a tile in which a record with these tiles differs from the table.
    pub(super) fn is_asked(&self, recorded: TileSet, sighting: &Sighting) -> bool {
        let missing = |tile: Tile| self.there.contains(tile) && !recorded.contains(tile);
        let wrong = |tile: Tile| recorded.contains(tile) && !self.there.contains(tile);
        let proposed = sighting.proposal.as_ref().map(|proposal| proposal.play.tile());
        let corrected = sighting.correction.as_ref().map(|correction| correction.play.tile());
        let apart = match &sighting.state {
            TableState::Lost { new, gone, .. } => {
                new.iter().any(|tile| missing(*tile)) || gone.iter().any(|tile| wrong(*tile))
            }
            _ => false,
        };
        apart || proposed.is_some_and(missing) || corrected.is_some_and(missing)
    }

    /// Reports whether exactly these tiles are on the table.
    pub(super) fn shows(&self, tiles: TileSet) -> bool {
        self.there == tiles
    }
}

impl<D: Detector> Law<D> {
    pub(super) fn new(alone: Reader<D>) -> Self {
        Self { alone, fit: Fit::default() }
    }

    /// Reads this picture alone; reports whether it gives the whole line.
    pub(super) fn gives_the_line(&mut self, rested: &Rested, rules: &RuleSet) -> Result<bool, DetectorError> {
        let reading = self.alone.read(&rested.picture, rules)?;
        self.fit.add(&reading, rested.there, rules.tiles().len());
        let read = reading.laid(rules).map(|laid| laid.layout.tiles()).unwrap_or_default();
        Ok(!rested.there.is_empty() && rested.shows(read))
    }

    /// Counts the faces outside the record in the tracker's last look at a table that holds the tiles `there`.
    pub(super) fn count_faces(&mut self, watch: &Watch, there: TileSet) {
        watch.glimpses().for_each(|(tile, share)| self.fit.add_face(tile, share, there));
    }

    /// Returns the tracker's file with the value of a reading.
    pub(super) fn file(&self) -> String {
        self.fit.file()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eye::frame::Frame;

    #[test]
    fn only_a_question_about_a_tile_that_differs_is_one() {
        let tiles = |names: &str| -> Vec<Tile> { names.split_whitespace().map(|name| name.parse().unwrap()).collect() };
        let picture = Picture { frame: Frame::new(2, 2, vec![0; 12]).unwrap(), width: 2, height: 2 };
        let rested = Rested { name: String::new(), picture, there: tiles("6-6 6-3 3-1").into_iter().collect() };
        let recorded = tiles("6-6 6-4 3-1").into_iter().collect();
        let asked = |new: &str, gone: &str| {
            let new = tiles(new);
            let lost = TableState::Lost { after: vec![None; new.len()], new, gone: tiles(gone), table: None };
            rested.is_asked(recorded, &Sighting::of_nothing(lost))
        };
        assert!(asked("6-3", "") && asked("5-5 6-3", "") && asked("", "6-4"));
        assert!(!asked("5-5", "") && !asked("6-6", "") && !asked("", "6-6 3-1"));
        assert!(!rested.is_asked(recorded, &Sighting::of_nothing(TableState::Looking)));
    }
}
