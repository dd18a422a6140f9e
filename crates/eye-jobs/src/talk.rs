//! What the players at the simulated table hear and say. A camera carries none of it.

use game::Match;
use simulator::Announcement;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The link between the simulated players and the keeper of the record: they look at it as people look at the score,
/// and speak up. Every clone is the same link.
#[derive(Clone, Debug, Default)]
pub struct Talk(Arc<Mutex<Talked>>);

#[derive(Debug, Default)]
struct Talked {
    recorded: Option<Arc<Match>>,
    said: Option<Announcement>,
}

impl Talk {
    /// A thread that panicked while it held the lock cannot have left half a value.
    fn talked(&self) -> MutexGuard<'_, Talked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the record; `None` when nothing is recorded.
    pub fn record(&self, game: Option<Arc<Match>>) {
        self.talked().recorded = game;
    }

    /// Returns the record.
    #[must_use]
    pub fn recorded(&self) -> Option<Arc<Match>> {
        self.talked().recorded.clone()
    }

    /// Announces this; `None` ends the announcement.
    pub fn say(&self, said: Option<Announcement>) {
        self.talked().said = said;
    }

    /// Returns the current announcement.
    #[must_use]
    pub fn said(&self) -> Option<Announcement> {
        self.talked().said.clone()
    }
}
