//! From the text that names a source to the open source.

use super::{Source, SourceError, SourceSpec, files};
#[cfg(not(target_arch = "wasm32"))]
use super::{network, phone, webcam};
use eye_jobs::{SimulatedTable, Talk};

impl SourceSpec {
    /// Opens the source. May take long (a driver, a network), so call it on a separate thread. Simulated players join
    /// in this `talk`.
    ///
    /// # Errors
    /// The reason it can't be opened.
    pub fn open(&self, talk: &Talk) -> Result<Box<dyn Source>, SourceError> {
        Ok(match self {
            Self::Simulated { rules, seed } => Box::new(SimulatedTable::open(rules.as_deref(), *seed, talk.clone())?),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Webcam { name } => webcam::open(name)?,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Phone { name } => Box::new(phone::PhoneCamera::open(name)?),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Network(address) => Box::new(network::NetworkCamera::open(address)?),
            // A browser lists its cameras in another way, and allows no others.
            #[cfg(target_arch = "wasm32")]
            Self::Webcam { .. } | Self::Network(_) | Self::Phone { .. } => {
                return Err(SourceError::NoSuchCamera(self.title()));
            }
            Self::Picture(path) => Box::new(files::StillPicture::open(path)?),
            Self::Folder(path) => Box::new(files::PictureFolder::open(path)?),
        })
    }
}
