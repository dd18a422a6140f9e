//! The table as phones and screens see it.

use crate::bulletin::Bulletin;
use crate::next::NextGame;
use game::Match;
use std::sync::Arc;

/// The table as it was shown at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownTable {
    /// Rises with every change.
    pub(crate) number: u64,
    pub(crate) game: Option<Arc<Match>>,
    /// Acts that the table's disk has not taken yet.
    pub(crate) unsaved: usize,
    /// Games that phones can begin next.
    pub(crate) next: Arc<Vec<NextGame>>,
}

impl ShownTable {
    /// The bulletin of the match on the table.
    pub(crate) fn bulletin(&self) -> Option<Bulletin> {
        self.game.as_deref().map(|game| Bulletin { unsaved: self.unsaved, ..Bulletin::of(game) })
    }
}
