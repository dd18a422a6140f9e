//! The rows of the log, as SQLite has them.

use super::chain::{Hash, Row, Walker, canonical};
use super::codec::Fact;
use super::time::Timestamp;
use crate::error::StoreError;
use crate::id::MatchId;
use language::say;
use rusqlite::{Connection, OptionalExtension as _, params};

/// End of a match's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub n: u32,
    pub act: u32,
    pub hash: Hash,
}

pub(crate) const COLUMNS: &str = "seq, game, n, act, more, at_ms, version, kind, payload, hash";

/// The rows behind the first `after` events of a game if they begin with exactly these facts.
pub(crate) fn stored_after(
    conn: &Connection,
    id: MatchId,
    after: u32,
    facts: &[Fact],
    at: Timestamp,
) -> Result<Option<Vec<Row>>, StoreError> {
    let (mut rows, _damage) = sound_rows(conn, id)?;
    let rows = rows.split_off(rows.len().min(after as usize));
    let same = |(row, fact): (&Row, &Fact)| {
        row.at_ms == at.0
            && (&row.kind, row.version) == (&fact.kind, fact.version)
            && row.payload == canonical(&fact.payload)
    };
    let all_same = rows.len() >= facts.len() && rows.iter().zip(facts).all(same);
    Ok(all_same.then_some(rows))
}

/// The row of a fact that follows the hash `previous`, without its place in a database.
pub(crate) fn row_of(
    fact: &Fact,
    (game, n, act): (MatchId, u32, u32),
    more: bool,
    at: Timestamp,
    previous: &Hash,
) -> Row {
    let mut row = Row {
        seq: 0,
        game,
        n,
        act,
        more,
        at_ms: at.0,
        version: fact.version,
        kind: fact.kind.clone(),
        payload: canonical(&fact.payload),
        hash: [0; 32],
    };
    row.hash = row.expected_hash(previous);
    row
}

/// Writes a row without changes; the caller vouches for its hash.
pub(crate) fn insert(conn: &Connection, row: &Row) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO event (seq, game, n, act, more, at_ms, version, kind, payload, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        row.seq,
        row.game.bits(),
        row.n,
        row.act,
        row.more,
        row.at_ms,
        row.version,
        row.kind,
        row.payload,
        row.hash
    ])?;
    Ok(())
}

/// The row that was stored last of any game.
pub(crate) fn last_row(conn: &Connection) -> rusqlite::Result<Option<Row>> {
    let sql = format!("SELECT {COLUMNS} FROM event WHERE game <> 0 ORDER BY seq DESC LIMIT 1");
    conn.prepare_cached(&sql)?.query_row([], read_row).optional()
}

pub(crate) fn last_seq(conn: &Connection) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT coalesce(max(seq), 0) FROM event")?.query_row([], |row| row.get(0))
}

/// The end of a game's log; its start for an unknown game.
pub(crate) fn head(conn: &Connection, id: MatchId) -> rusqlite::Result<Head> {
    let found = conn
        .prepare_cached("SELECT n, act, hash FROM event WHERE game = ?1 ORDER BY n DESC LIMIT 1")?
        .query_row([id.bits()], |row| Ok(Head { n: row.get(0)?, act: row.get(1)?, hash: row.get(2)? }))
        .optional()?;
    Ok(found.unwrap_or_else(|| Head { n: 0, act: 0, hash: crate::log::chain::genesis(id) }))
}

/// A row of `SELECT COLUMNS`.
pub(crate) fn read_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        seq: row.get(0)?,
        game: MatchId(row.get(1)?),
        n: row.get(2)?,
        act: row.get(3)?,
        more: row.get(4)?,
        at_ms: row.get(5)?,
        version: row.get(6)?,
        kind: row.get(7)?,
        payload: row.get(8)?,
        hash: row.get(9)?,
    })
}

/// Returns the longest prefix of whole acts with an intact chain, and the damage after it.
pub(crate) fn sound_rows(conn: &Connection, id: MatchId) -> Result<(Vec<Row>, Option<String>), StoreError> {
    let mut statement = conn.prepare_cached(&format!("SELECT {COLUMNS} FROM event WHERE game = ?1 ORDER BY n"))?;
    let mut rows = statement.query([id.bits()])?;
    let mut walker = Walker::new(id);
    let mut sound = Vec::new();
    let damage = loop {
        let row = match rows.next() {
            Ok(Some(row)) => read_row(row),
            Ok(None) => break None,
            Err(error) => Err(error),
        };
        let row = match row.map_err(StoreError::from) {
            Err(error) if error.may_pass() && !matches!(error, StoreError::Other { .. }) => return Err(error),
            other => other,
        };
        match row.map_err(|error| error.to_string()).and_then(|row| walker.step(&row).map(|()| row)) {
            Ok(row) => sound.push(row),
            Err(detail) => break Some(detail),
        }
    };
    let damage = damage.or_else(|| (!walker.is_whole()).then(|| say!("action {act} is incomplete", act = walker.act)));
    sound.truncate(walker.whole as usize);
    Ok((sound, damage))
}

/// The stored form of a row, its payload parsed.
pub(crate) fn fact_of(row: &Row) -> Result<Fact, String> {
    let payload = serde_json::from_str(&row.payload).map_err(|error| say!("event {n}: {error}", n = row.n, error))?;
    Ok(Fact { kind: row.kind.clone(), version: row.version, payload })
}
