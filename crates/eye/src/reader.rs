//! Reads a picture in one call.

use crate::detect::second_pass::second_pass;
use crate::detect::{Detector, DetectorError, Eye};
use crate::picture::Picture;
use crate::read::{Reading, SeenTile, Settings, assemble};
use game::rules::RuleSet;

/// Reads pictures, each separately.
#[derive(Debug)]
pub struct Reader<D> {
    eye: Eye<D>,
}

impl<D: Detector> Reader<D> {
    /// A reader with this eye.
    #[must_use]
    pub const fn new(eye: Eye<D>) -> Self {
        Self { eye }
    }

    /// Reads the table under these rules, in pixels of the stored picture.
    ///
    /// # Errors
    /// The networks failed.
    pub fn read(&mut self, picture: &Picture, rules: &RuleSet) -> Result<Reading, DetectorError> {
        let sight = self.eye.see(&picture.frame)?;
        let settings = Settings::of_rules(rules);
        let assemble = |tiles: &[SeenTile]| assemble(tiles, picture.width, picture.height, &settings);
        Ok(second_pass(&mut self.eye, &picture.frame, &sight, picture.scale(), assemble)?.reading)
    }
}
