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
    /// The number from which on there was this match and these games to begin: who saw any since then may act on it.
    pub(crate) since: u64,
    pub(crate) game: Option<Arc<Match>>,
    /// Acts that the table's disk has not taken yet.
    pub(crate) unsaved: usize,
    /// Games that phones can begin next.
    pub(crate) next: Arc<Vec<NextGame>>,
}

impl ShownTable {
    /// Shows another state of the match, or another number of unsaved acts.
    pub(crate) fn change(&mut self, first: u64, game: Option<Match>, unsaved: usize) {
        self.number = first.max(self.number + 1);
        if self.game.as_deref() != game.as_ref() {
            (self.since, self.game) = (self.number, game.map(Arc::new));
        }
        self.unsaved = unsaved;
    }

    /// Offers other games to begin.
    pub(crate) fn offer(&mut self, first: u64, next: Vec<NextGame>) {
        self.number = first.max(self.number + 1);
        (self.since, self.next) = (self.number, Arc::new(next));
    }

    /// Reports whether what was seen at this number is what there is to act on now.
    pub(crate) fn is_still(&self, seen: u64) -> bool {
        (self.since..=self.number).contains(&seen)
    }

    /// The bulletin of the match on the table.
    pub(crate) fn bulletin(&self) -> Option<Bulletin> {
        self.game.as_deref().map(|game| Bulletin { unsaved: self.unsaved, ..Bulletin::of(game) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    #[test]
    fn what_was_seen_counts_until_the_match_is_another() {
        let game = |drops: &str| {
            let text = format!("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\n{drops}end\n");
            Some(Record::parse(&text).unwrap().game)
        };
        let mut shown = ShownTable::default();
        shown.change(5, game("A 6-6\n"), 1);
        // The disk takes the drop while somebody reaches for the next tile.
        shown.change(5, game("A 6-6\n"), 0);
        assert_eq!((shown.number, shown.unsaved), (6, 0));
        assert!(shown.is_still(5) && shown.is_still(6) && !shown.is_still(4) && !shown.is_still(7));
        shown.change(5, game("A 6-6\nB 6-3@6-6.s1\n"), 0);
        assert!(shown.is_still(7) && !shown.is_still(6));
        shown.offer(5, Vec::new());
        assert!(shown.is_still(8) && !shown.is_still(7));
    }
}
