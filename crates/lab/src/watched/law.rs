//! The law: where one picture of a resting table alone gives the whole line, the record has that line, or a person is asked.

use super::fit::Fit;
use super::{Laid, Taken};
use eye::Reader;
use eye::detect::{Detector, DetectorError};
use eye::picture::Picture;
use game::rules::RuleSet;
use game::tile::TileSet;

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

    /// Returns the tracker's file with the value of a reading.
    pub(super) fn file(&self) -> String {
        self.fit.file()
    }
}
