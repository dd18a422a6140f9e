//! Adding acts to the log and reading games back.

use crate::error::StoreError;
use crate::files::disk;
use crate::id::{MatchId, Seq, random_id};
use crate::log::chain::Row;
use crate::log::codec::{Event, Fact, decode, encode};
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::store::Store;
use language::say;
use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;

/// One event of a game as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Place in this database.
    pub seq: Seq,
    /// Place in the game, from 1 without gaps.
    pub n: u32,
    /// Act of the game, from 1: events of one act were stored together.
    pub act: u32,
    /// The writer's time. It orders nothing.
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

/// Events that end a hand or begin one, after which the write-ahead log is moved into the database.
const ENDS_A_HAND: [&str; 5] = ["start", "deal", "tally", "score", "abandon"];

impl Store {
    /// An id that no game has yet.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn new_match_id(&self) -> Result<MatchId, StoreError> {
        loop {
            let id = random_id();
            if self.events_stored(id)? == 0 {
                return Ok(id);
            }
        }
    }

    /// Stores one act, all of it or nothing, and returns after the commit: what this returned survives a crash and
    /// a power cut. The first act of a game makes the game.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn append(&mut self, id: MatchId, events: &[Event], at: Timestamp) -> Result<Seq, StoreError> {
        self.append_facts(id, None, &facts_of(events), at)
    }

    /// Like [`Self::append`], but only if the game has `after` events: a caller that decided on an older state gets an
    /// error.
    ///
    /// # Errors
    /// The reason nothing was stored; [`StoreError::OutOfStep`] if the game has another number of events.
    pub fn append_after(
        &mut self,
        id: MatchId,
        after: u32,
        events: &[Event],
        at: Timestamp,
    ) -> Result<Seq, StoreError> {
        self.append_facts(id, Some(after), &facts_of(events), at)
    }

    pub(crate) fn append_facts(
        &mut self,
        id: MatchId,
        after: Option<u32>,
        facts: &[Fact],
        at: Timestamp,
    ) -> Result<Seq, StoreError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() });
        }
        // Checked before and after, because SQLite continues to write to a deleted file.
        self.place.holds()?;
        let seq = append_act(&mut self.conn, id, after, facts, at)
            .map_err(|error| name_the_cause(error, &self.files.folder))?;
        self.place.holds()?;
        self.follow();
        if facts.iter().any(|fact| ENDS_A_HAND.contains(&fact.kind.as_str())) {
            self.settle();
        }
        Ok(seq)
    }

    /// Stores many whole games in one transaction, each in one act: all of them or none.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn append_matches(&mut self, games: &[(MatchId, Timestamp, &[Event])]) -> Result<(), StoreError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() });
        }
        self.place.holds()?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (game, at, events) in games {
            append_within(&tx, *game, None, &facts_of(events), *at)?;
        }
        tx.commit()?;
        self.place.holds()?;
        self.follow();
        Ok(())
    }

    /// Returns the stored rows of a match, as far as they are intact.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sound_rows(&self, id: MatchId) -> Result<Vec<Row>, StoreError> {
        Ok(rows::sound_rows(&self.conn, id)?.0)
    }

    /// Stores rows that continue matches, in one transaction: all of them or none.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn append_rows(&mut self, games: &[&[Row]]) -> Result<(), StoreError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() });
        }
        self.place.holds()?;
        write_rows(&mut self.conn, games).map_err(|error| name_the_cause(error, &self.files.folder))?;
        self.place.holds()?;
        self.follow();
        Ok(())
    }

    /// Updates the second record to the committed state.
    pub(crate) fn follow(&mut self) {
        if let Some(mirror) = &mut self.mirror {
            mirror.follow(&self.conn, self.backed_up.load(Ordering::Relaxed));
        }
    }

    /// Moves the write-ahead log into the database, as far as no reader needs it. A failure here is repeated with the
    /// next hand.
    pub(crate) fn settle(&self) {
        drop(self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
    }

    /// Number of events stored of a game, 0 for an unknown one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn events_stored(&self, id: MatchId) -> Result<u32, StoreError> {
        Ok(rows::head(&self.conn, id)?.n)
    }

    /// Returns the stored rows of a match after the first `after`.
    pub(crate) fn rows_from(&self, id: MatchId, after: u32) -> Result<Vec<Row>, StoreError> {
        let sql = format!("SELECT {} FROM event WHERE game = ?1 AND n > ?2 ORDER BY n", rows::COLUMNS);
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map((id.bits(), after), rows::read_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the intact rows of every match.
    pub(crate) fn all_rows(&self) -> Result<BTreeMap<MatchId, Vec<Row>>, StoreError> {
        let mut games = self.conn.prepare("SELECT DISTINCT game FROM event")?;
        let games: Vec<i64> = games.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        games.into_iter().map(MatchId).map(|game| Ok((game, rows::sound_rows(&self.conn, game)?.0))).collect()
    }

    /// Stores rows of another database; a match that is already here is continued. Returns the number of matches.
    pub(crate) fn take_rows(&mut self, games: &BTreeMap<MatchId, Vec<Row>>) -> Result<usize, StoreError> {
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut seq = rows::last_seq(&tx)?;
        for (&game, rows) in games {
            let head = rows::head(&tx, game)?;
            let fits = head.n == 0 || rows.get(head.n as usize - 1).is_none_or(|row| row.hash == head.hash);
            for row in rows.iter().skip(head.n as usize).filter(|_| fits) {
                seq += 1;
                rows::insert(&tx, &Row { seq, ..row.clone() })?;
            }
        }
        tx.commit()?;
        self.follow();
        Ok(games.keys().filter(|game| **game != MatchId::BOOK).count())
    }

    /// The place of an act if exactly these events are stored as the last act of the game, after `after` events.
    pub(crate) fn already_stored(
        &self,
        id: MatchId,
        after: u32,
        events: &[Event],
        at: Timestamp,
    ) -> Result<Option<Seq>, StoreError> {
        let rows = rows::stored_after(&self.conn, id, after, &facts_of(events), at)?;
        Ok(rows.filter(|rows| rows.len() == events.len()).and_then(|rows| rows.last().map(|row| Seq(row.seq))))
    }

    /// The whole log of a game, in order, its chain checked.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], or [`StoreError::Damaged`] when only a prefix is sound, which [`Self::load_prefix`]
    /// reads.
    pub fn load(&self, id: MatchId) -> Result<Vec<StoredEvent>, StoreError> {
        let (events, damage) = self.load_prefix(id)?;
        match damage {
            None if events.is_empty() => Err(StoreError::NoMatch { game: id }),
            None => Ok(events),
            Some(detail) => Err(StoreError::Damaged {
                game: id,
                good_events: u32::try_from(events.len()).unwrap_or(u32::MAX),
                detail,
            }),
        }
    }

    /// Returns the longest intact prefix of whole acts of a game, and the damage after it. Empty for an unknown game.
    ///
    /// # Errors
    /// If the database cannot be read at all.
    pub fn load_prefix(&self, id: MatchId) -> Result<(Vec<StoredEvent>, Option<String>), StoreError> {
        Self::load_prefix_of(&self.conn, id)
    }

    pub(crate) fn load_prefix_of(
        conn: &Connection,
        id: MatchId,
    ) -> Result<(Vec<StoredEvent>, Option<String>), StoreError> {
        let (rows, mut damage) = rows::sound_rows(conn, id)?;
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            match decode_row(&row) {
                Ok(event) => events.push(event),
                Err(detail) => {
                    damage = Some(detail);
                    let act = row.act;
                    events.retain(|event: &StoredEvent| event.act < act);
                    break;
                }
            }
        }
        Ok((events, damage))
    }
}

fn write_rows(conn: &mut Connection, games: &[&[Row]]) -> Result<(), StoreError> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut seq = rows::last_seq(&tx)?;
    for rows in games {
        let Some(first) = rows.first() else { continue };
        let head = rows::head(&tx, first.game)?;
        if head.n + 1 != first.n || first.expected_hash(&head.hash) != first.hash {
            return Err(StoreError::OutOfStep { game: first.game, expected: first.n - 1, found: head.n });
        }
        for row in *rows {
            seq += 1;
            rows::insert(&tx, &Row { seq, ..row.clone() })?;
        }
    }
    Ok(tx.commit()?)
}

/// Stores one act in one transaction.
pub(crate) fn append_act(
    conn: &mut Connection,
    id: MatchId,
    after: Option<u32>,
    facts: &[Fact],
    at: Timestamp,
) -> Result<Seq, StoreError> {
    if facts.is_empty() {
        return Err(StoreError::EmptyAct);
    }
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let seq = append_within(&tx, id, after, facts, at)?;
    tx.commit()?;
    Ok(seq)
}

/// Adds the rows of one act; the transaction is the caller's.
pub(crate) fn append_within(
    tx: &Connection,
    id: MatchId,
    after: Option<u32>,
    facts: &[Fact],
    at: Timestamp,
) -> Result<Seq, StoreError> {
    let mut head = rows::head(tx, id)?;
    if let Some(expected) = after.filter(|&expected| expected != head.n) {
        return Err(StoreError::OutOfStep { game: id, expected, found: head.n });
    }
    head.act += 1;
    let mut seq = rows::last_seq(tx)?;
    for (i, fact) in facts.iter().enumerate() {
        seq += 1;
        let row = rows::row_of(fact, (id, head.n + 1, head.act), i + 1 < facts.len(), at, &head.hash);
        let row = Row { seq, ..row };
        rows::insert(tx, &row)?;
        (head.n, head.hash) = (row.n, row.hash);
    }
    Ok(Seq(seq))
}

fn facts_of(events: &[Event]) -> Vec<Fact> {
    events.iter().map(encode).collect()
}

fn decode_row(row: &Row) -> Result<StoredEvent, String> {
    let event = decode(&rows::fact_of(row)?).map_err(|error| say!("event {n}: {error}", n = row.n, error))?;
    Ok(StoredEvent { seq: Seq(row.seq), n: row.n, act: row.act, at: Timestamp(row.at_ms), event })
}

/// SQLite reports a failed sync or a failed growth of its shared memory as a bare I/O error. The cause (no space, no
/// right to write) is found by writing a little file next to the database.
fn name_the_cause(error: StoreError, folder: &Path) -> StoreError {
    if !matches!(error, StoreError::Io { .. }) {
        return error;
    }
    let probe = folder.join(".space-probe");
    let tried = disk::write(&probe, [0u8; 8192]);
    // A leftover probe is harmless, and there is nothing better to do about it on a failing disk.
    drop(disk::remove_file(&probe));
    match tried.map_err(StoreError::from) {
        Err(cause @ (StoreError::Full | StoreError::ReadOnly { .. })) => cause,
        _ => error,
    }
}
