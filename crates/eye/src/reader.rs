//! Reads a picture in one call: a table, a hand, or a heap.

use crate::detect::hand::Hand;
use crate::detect::second_pass::{Assembled, second_pass};
use crate::detect::{Detector, DetectorError, Eye, eye::Sight, heap};
use crate::picture::Picture;
use crate::read::{Heap, Reading, SeenTile, Settings, assemble, assemble_best};
use game::rules::RuleSet;

/// Reads pictures, each separately.
#[derive(Debug)]
pub struct Reader<D> {
    eye: Eye<D>,
}

/// One picture, read; places are in pixels of the stored picture, but those of the sight.
#[derive(Debug)]
pub struct PictureReading {
    /// What the eye saw at first sight; the time of looking again is part of its time of reading.
    pub sight: Sight,
    /// Found tiles, refused places included.
    pub tiles: Vec<SeenTile>,
    /// The tiles, put together.
    pub reading: Reading,
}

impl<D: Detector> Reader<D> {
    /// A reader with this eye.
    #[must_use]
    pub const fn new(eye: Eye<D>) -> Self {
        Self { eye }
    }

    /// Reads the table under these rules.
    ///
    /// # Errors
    /// The networks failed.
    pub fn read(&mut self, picture: &Picture, rules: &RuleSet) -> Result<Reading, DetectorError> {
        let settings = Settings::of_rules(rules);
        let assemble = |tiles: &[SeenTile]| assemble(tiles, picture.width, picture.height, &settings);
        Ok(self.table(picture, assemble)?.reading)
    }

    /// Reads the table, put together by `assemble`, and looks again where that may find more.
    ///
    /// # Errors
    /// The networks failed.
    pub fn table(
        &mut self,
        picture: &Picture,
        assemble: impl Fn(&[SeenTile]) -> Reading,
    ) -> Result<PictureReading, DetectorError> {
        let sight = self.eye.see(&picture.frame)?;
        let table = second_pass(&mut self.eye, &picture.frame, &sight, picture.scale(), assemble)?;
        Ok(PictureReading::of(sight, table))
    }

    /// Reads one player's hand: not a layout that might continue, so that nothing is looked at again.
    ///
    /// # Errors
    /// The networks failed.
    pub fn hand(&mut self, picture: &Picture) -> Result<(PictureReading, Hand), DetectorError> {
        let sight = self.eye.see(&picture.frame)?;
        let assemble = |tiles: &[SeenTile]| assemble_best(tiles, picture.width, picture.height);
        let table = Assembled::at_first_sight(&picture.frame, &sight, picture.scale(), assemble);
        let hand = Hand::of(&table.tiles, &table.reading);
        Ok((PictureReading::of(sight, table), hand))
    }

    /// Counts a heap of tiles.
    ///
    /// # Errors
    /// The networks failed.
    pub fn heap(&mut self, picture: &Picture) -> Result<Heap, DetectorError> {
        heap::count(&mut self.eye, picture)
    }
}

impl PictureReading {
    fn of(mut sight: Sight, table: Assembled) -> Self {
        sight.read += table.again;
        Self { sight, tiles: table.tiles, reading: table.reading }
    }
}
