//! The table as phones and screens see it.

use crate::next::NextGame;
use game::Match;
use std::sync::Arc;

/// The table as it was shown at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownTable {
    /// Rises with every change.
    pub(crate) number: u64,
    pub(crate) game: Option<Arc<Match>>,
    /// Games that phones can begin next.
    pub(crate) next: Arc<Vec<NextGame>>,
}
