//! Where the networks come from.

use eye::detect::DetectorError;
use eye::detect::onnx::OnnxDetector;
use std::path::PathBuf;

/// Source of the networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Networks {
    /// Networks built into the program.
    BuiltIn,
    /// Networks in a folder.
    Folder(PathBuf),
}

impl Networks {
    /// Loads them.
    ///
    /// # Errors
    /// The reason they cannot be used.
    pub fn load(&self) -> Result<OnnxDetector, DetectorError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
        match self {
            Self::BuiltIn => OnnxDetector::built_in(threads),
            Self::Folder(folder) => OnnxDetector::load(folder, threads),
        }
    }
}
