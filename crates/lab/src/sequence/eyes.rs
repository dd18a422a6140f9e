//! Who watches a drawn game: the tracker in use, or the one that is to replace it.

use std::sync::Arc;
use std::time::Duration;

use eye::detect::{DetectorError, Eye};
use game::Match;
use tracker::next::Tracker;
use tracker::{Look, Sighting, Watcher};

use super::remember::Remembering;

/// Which tracker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Which {
    /// The one in use.
    #[default]
    Old,
    /// The one that is to replace it.
    New,
}

/// The tracker that watches.
#[derive(Debug)]
pub(super) enum Eyes {
    Old(Box<Watcher<Remembering>>),
    New(Box<Tracker<Remembering>>),
}

impl Eyes {
    pub(super) fn new(which: Which, eye: Eye<Remembering>) -> Self {
        match which {
            Which::Old => Self::Old(Box::new(Watcher::new(eye))),
            Which::New => Self::New(Box::new(Tracker::new(eye))),
        }
    }

    pub(super) fn forget(&mut self) {
        match self {
            Self::Old(old) => old.forget(),
            Self::New(new) => new.forget(),
        }
    }

    pub(super) fn record(&mut self, game: Match) {
        let game = Some(Arc::new(game));
        match self {
            Self::Old(old) => old.record(game),
            Self::New(new) => new.record(game),
        }
    }

    /// Takes the next picture; `true` when the networks read it, which took so long.
    pub(super) fn see(&mut self, look: &Look, took: Duration) -> Result<bool, DetectorError> {
        match self {
            Self::Old(old) => {
                let looked = old.see(look)?;
                if looked {
                    old.took(took);
                }
                Ok(looked)
            }
            Self::New(new) => new.see(look),
        }
    }

    pub(super) fn sighting(&self) -> Sighting {
        match self {
            Self::Old(old) => old.sighting(0, "", None),
            Self::New(new) => new.sighting(0, "", None),
        }
    }

    pub(super) fn story(&self) -> String {
        match self {
            Self::Old(old) => old.story(),
            Self::New(new) => new.story(),
        }
    }
}
