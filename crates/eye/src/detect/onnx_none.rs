//! In the place of the networks, where a program is built without them: another part of it has them.

use crate::detect::{Detector, DetectorError, Heatmaps, N_READING, Planes};
use std::path::Path;

/// Stand-in for a build without networks; it can't be made.
#[derive(Debug)]
pub enum OnnxDetector {}

impl OnnxDetector {
    /// Fails: this build has no networks.
    ///
    /// # Errors
    /// Always.
    pub fn load(folder: &Path, _threads: usize) -> Result<Self, DetectorError> {
        Err(DetectorError::Missing { path: folder.to_owned(), source: std::io::ErrorKind::Unsupported.into() })
    }

    /// Fails: this build has no networks.
    ///
    /// # Errors
    /// Always.
    pub fn built_in(threads: usize) -> Result<Self, DetectorError> {
        Self::load(Path::new("built in"), threads)
    }

    /// Never called: this type has no value.
    #[must_use]
    pub fn engine(&mut self) -> String {
        match *self {}
    }
}

impl Detector for OnnxDetector {
    fn find(&mut self, _picture: &Planes) -> Result<Heatmaps, DetectorError> {
        match *self {}
    }

    fn read(&mut self, _crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        match *self {}
    }
}
