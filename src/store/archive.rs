//! Everything about all games in memory, for a screen that lists, searches and counts: read once, then only what is new.

use super::summary::{fold_game, games_after, lines, stale_games, stored_facts};
use super::{Book, GameId, GameSummary, Store, StoreError, append};
use game::stats::Facts;
use std::cmp::Reverse;
use std::sync::Arc;

/// A game as lists and statistics need it.
#[derive(Debug, PartialEq, Eq)]
pub struct Archived {
    /// Its line; names as they were entered.
    pub summary: GameSummary,
    /// Its facts under the names that count; `None` for a game without a sound beginning.
    pub facts: Option<Facts>,
    /// The day on which it began, counted from 1970-01-01.
    pub day: i32,
}

/// All games at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// The newest first, hidden ones too.
    pub games: Vec<Arc<Archived>>,
    /// The book at that moment.
    pub book: Book,
    /// The place of the log up to which this goes.
    seq: i64,
}

impl Archive {
    /// Does it go exactly as far as `other`?
    #[must_use]
    pub const fn is_as(&self, other: &Self) -> bool {
        self.seq == other.seq
    }

    /// The game of this id.
    #[must_use]
    pub fn game(&self, id: GameId) -> Option<&Archived> {
        self.games.iter().find(|game| game.summary.id == id).map(Arc::as_ref)
    }

    /// The facts of the games that are not hidden, in the order in which they began.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = &Facts> {
        self.games.iter().rev().filter(|game| !game.summary.deleted).filter_map(|game| game.facts.as_ref())
    }
}

impl Store {
    /// All games. What `before` has already is taken from there, so that the next look costs as much as what is new.
    /// Works on a store that only reads, beside the writer, from any thread.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn archive(&self, before: Option<&Archive>) -> Result<Archive, StoreError> {
        // One snapshot for all queries: the writer may go on meanwhile.
        let conn = self.conn.unchecked_transaction()?;
        let seq = append::last_seq(&conn)?;
        if let Some(before) = before.filter(|before| before.seq == seq) {
            return Ok(before.clone());
        }
        let book = self.book()?;
        let mut archive = match before.filter(|before| before.seq < seq && before.book.merged == book.merged) {
            Some(before) => before.continued(&conn, book)?,
            None => Archive::anew(&conn, book)?,
        };
        archive.seq = seq;
        archive.games.sort_by_key(|game| Reverse((game.summary.started, game.summary.id)));
        Ok(archive)
    }
}

impl Archive {
    fn anew(conn: &rusqlite::Connection, book: Book) -> Result<Self, StoreError> {
        let mut facts = stored_facts(conn).unwrap_or_default();
        for game in stale_games(conn)? {
            facts.remove(&game);
        }
        let mut games = Vec::new();
        for (id, line) in lines(conn)? {
            let facts = match facts.remove(&id) {
                Some(facts) => Some(facts),
                None => fold_game(conn, id)?.1,
            };
            games.push(archived(line.into_summary(id, &book), facts, &book));
        }
        Ok(Self { games, book, seq: 0 })
    }

    fn continued(&self, conn: &rusqlite::Connection, book: Book) -> Result<Self, StoreError> {
        let new = games_after(conn, self.seq)?;
        let mut games: Vec<Arc<Archived>> =
            self.games.iter().filter(|game| !new.contains(&game.summary.id)).cloned().collect();
        for game in &mut games {
            let deleted = book.deleted.contains(&game.summary.id);
            if deleted != game.summary.deleted {
                let summary = GameSummary { deleted, ..game.summary.clone() };
                *game = Arc::new(Archived { summary, facts: game.facts.clone(), day: game.day });
            }
        }
        for id in new {
            let (line, facts) = fold_game(conn, id)?;
            games.push(archived(line.into_summary(id, &book), facts, &book));
        }
        Ok(Self { games, book, seq: 0 })
    }
}

fn archived(summary: GameSummary, facts: Option<Facts>, book: &Book) -> Arc<Archived> {
    let mut facts = facts;
    if let Some(facts) = &mut facts
        && !book.merged.is_empty()
    {
        facts.rename(|name| book.player(name).to_owned());
    }
    let day = summary.started.day_number();
    Arc::new(Archived { summary, facts, day })
}
