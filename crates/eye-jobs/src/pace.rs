//! One picture at a time to the tracker, and how often what it sees is reported.

use crate::{Shot, clock};
use eye::detect::{Detector, DetectorError};
use std::sync::Arc;
use std::time::Duration;
use tracker::{Look, TableState, Tracker};
use web_time::Instant;

/// While nothing happens the picture on the screen is renewed so often.
const RENEW: Duration = Duration::from_secs(1);
/// A table that was out of sight for so long is looked at afresh. (A slow camera has shorter gaps between its pictures.)
pub const AWAY: Duration = Duration::from_secs(5);

/// Hands the watcher a picture and says how long that took. `true` when the networks looked at it.
///
/// # Errors
/// The networks failed.
pub fn see<D: Detector>(watcher: &mut Tracker<D>, shot: &Shot) -> Result<bool, DetectorError> {
    let start = Instant::now();
    let look = Look { frame: Arc::clone(&shot.frame), at: clock::at(shot.taken), still: shot.still };
    let looked = watcher.see(&look)?;
    if looked {
        watcher.took(start.elapsed());
    }
    Ok(looked)
}

/// Pace of sightings: new ones at once, the rest now and then.
#[derive(Debug, Default)]
pub struct Pace {
    /// The last state reported, and when.
    told: Option<(TableState, Instant)>,
}

impl Pace {
    /// After an order or a look: the next sighting is reported.
    pub fn hurry(&mut self) {
        self.told = None;
    }

    /// Reports whether this one is to be reported now; it then counts as reported.
    pub fn takes(&mut self, state: &TableState) -> bool {
        let now = Instant::now();
        let busy = matches!(state, TableState::Moving | TableState::Looking);
        let fresh = self.told.as_ref().is_none_or(|(told, at)| told != state || now - *at >= RENEW);
        if busy || fresh {
            self.told = Some((state.clone(), now));
        }
        busy || fresh
    }
}
