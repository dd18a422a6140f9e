//! The watcher in another Web Worker.

use super::{KeptOutcome, Sighting};
use crate::camera::SourceSpec;
use game::Match;
use std::path::Path;
use std::sync::Arc;

/// A watched table; who watches is another Web Worker.
#[derive(Debug)]
pub struct FarLive {
    title: String,
}

impl FarLive {
    /// Begins to watch.
    #[must_use]
    pub fn start(spec: &SourceSpec, _wake: Box<dyn Fn() + Send>) -> Self {
        Self { title: spec.title() }
    }

    /// Says what is recorded.
    pub fn record(&self, _game: Option<Match>) {}

    /// The newest sighting, once.
    #[must_use]
    pub fn try_take(&self) -> Option<Arc<Sighting>> {
        None
    }

    /// What is new was not laid.
    pub fn dismiss(&self) {}

    /// Look afresh.
    pub fn look_again(&self) {}

    /// Try the camera again.
    pub fn reopen(&self) {}

    /// A browser has no folder for it.
    pub fn keep(&self, _folder: &Path) {}

    /// What came of that.
    #[must_use]
    pub fn try_take_kept(&self) -> Option<KeptOutcome> {
        None
    }
}
