//! What the simulated players hear and say. A camera carries none of it.

use std::sync::Arc;

use crate::latest::Latest;
use game::{Act, Match};

/// What the simulated players say: all that a camera cannot see (a deal, a knock, a draw, a claim, the pips left).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Rises with every new thing said; the same number is the same words.
    pub number: u64,
    /// In words: "Ben knocks".
    pub words: String,
    /// What a person would enter.
    pub act: Act,
}

/// Between the simulated players and whoever keeps the record: they look at it as people look at the score, and speak up.
/// Every clone is the same talk.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    recorded: Latest<Arc<Match>>,
    said: Latest<Announcement>,
}

impl Talk {
    /// Says what is recorded now; `None` when nothing is.
    pub fn record(&self, game: Option<Arc<Match>>) {
        match game {
            Some(game) => self.recorded.send(game),
            None => drop(self.recorded.try_take()),
        }
    }

    /// What is recorded.
    #[must_use]
    pub fn recorded(&self) -> Option<Arc<Match>> {
        self.recorded.peek()
    }

    /// Says this; `None`: nothing is said any more.
    pub fn say(&self, said: Option<Announcement>) {
        match said {
            Some(said) => self.said.send(said),
            None => drop(self.said.try_take()),
        }
    }

    /// What is being said.
    #[must_use]
    pub fn said(&self) -> Option<Announcement> {
        self.said.peek()
    }
}
