//! The tables, as a list of steps forward.

use crate::files::disk;
use language::say;
use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as ours (`61` twice in ASCII: "6161"). SQLite keeps it at byte 68 of the header.
pub(crate) const APPLICATION_ID: i32 = 0x3631_3631;

/// Size of a page in bytes. Fixed, so that salvage can cut a file into pages whose header is lost.
pub(crate) const PAGE_SIZE: usize = 4096;

/// Version `i + 1` of the schema is made from version `i` by entry `i`. Never edit, remove or reorder an entry that
/// was released: add one.
pub(crate) const MIGRATIONS: &[&str] = &[V1];

/// The schema this program writes.
pub(crate) const KNOWN_VERSION: u32 = MIGRATIONS.len() as u32;

const V1: &str = "
    CREATE TABLE event (
        seq     INTEGER PRIMARY KEY,
        game    INTEGER NOT NULL,
        n       INTEGER NOT NULL,
        act     INTEGER NOT NULL,
        more    INTEGER NOT NULL,
        at_ms   INTEGER NOT NULL,
        version INTEGER NOT NULL,
        kind    TEXT NOT NULL,
        payload TEXT NOT NULL,
        hash    BLOB NOT NULL,
        UNIQUE (game, n)
    ) STRICT;
    CREATE INDEX event_game_start ON event (seq, game) WHERE n = 1;
    CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
        BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
    CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
        BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
";

/// A browser's files have no shared memory, which a write-ahead log needs; a journal of no length says that nothing is open.
const JOURNAL: &str = if disk::IS_BROWSER { "TRUNCATE" } else { "WAL" };

/// Sets up a writing connection. `FULL` because a drop happens every few seconds and power fails at pubs; `fullfsync`
/// is what macOS calls a real sync; no temporary files, since the disk may be the one that is full.
pub(crate) fn prepare_writer(conn: &Connection) -> rusqlite::Result<()> {
    conn.pragma_update(None, "page_size", PAGE_SIZE as i64)?;
    conn.pragma_update_and_check(None, "journal_mode", JOURNAL, |_| Ok(()))?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "fullfsync", "ON")?;
    conn.pragma_update(None, "foreign_keys", "ON")?;
    prepare_reader(conn)
}

/// Sets up any connection.
pub(crate) fn prepare_reader(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(std::time::Duration::from_millis(500))?;
    conn.pragma_update(None, "trusted_schema", "OFF")?;
    conn.pragma_update(None, "cell_size_check", "ON")?;
    conn.pragma_update(None, "temp_store", "MEMORY")
}

/// The schema version of the file.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<u32> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns the application id of the file.
pub(crate) fn application(conn: &Connection) -> rusqlite::Result<i32> {
    conn.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Brings the file to [`KNOWN_VERSION`], each step in a separate transaction. A newer file is not changed. Returns
/// whether anything was done.
pub(crate) fn migrate(conn: &mut Connection) -> rusqlite::Result<bool> {
    let before = version(conn)?;
    for (step, sql) in (1u32..).zip(MIGRATIONS) {
        if version(conn)? >= step {
            continue;
        }
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tx.execute_batch(sql)?;
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", step)?;
        tx.commit()?;
    }
    Ok(before < KNOWN_VERSION)
}

/// The objects of the log as migrations make them; derived tables are not looked at.
fn log_objects(conn: &Connection) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    conn.prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'event' ORDER BY type, name")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}

/// Compares the schema with a fresh database of the same version; `None` if they are equal.
pub(crate) fn difference(conn: &Connection, version: u32) -> rusqlite::Result<Option<String>> {
    let fresh = Connection::open_in_memory()?;
    for sql in MIGRATIONS.iter().take(version as usize) {
        fresh.execute_batch(sql)?;
    }
    let (want, have) = (log_objects(&fresh)?, log_objects(conn)?);
    Ok((want != have).then(|| say!("the tables of the log were altered").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_run_and_the_log_is_only_added_to() {
        let mut conn = Connection::open_in_memory().unwrap();
        assert!(migrate(&mut conn).unwrap() && !migrate(&mut conn).unwrap(), "once");
        assert_eq!((version(&conn).unwrap(), application(&conn).unwrap()), (KNOWN_VERSION, APPLICATION_ID));
        conn.execute("INSERT INTO event VALUES (1, 5, 1, 1, 0, 0, 1, 'k', '{}', x'00')", []).unwrap();
        for sql in ["UPDATE event SET kind = 'x'", "DELETE FROM event", "REPLACE INTO event SELECT * FROM event"] {
            let outcome = conn.execute(sql, []);
            // REPLACE deletes without firing triggers unless recursive_triggers is on; the chain catches that one.
            assert!(outcome.is_err() || sql.starts_with("REPLACE"), "{sql}");
        }
        assert!(conn.execute("INSERT INTO event VALUES (2, 5, 1, 1, 0, 0, 1, 'k', '{}', x'00')", []).is_err());
        assert_eq!(difference(&conn, KNOWN_VERSION).unwrap(), None);
        conn.execute_batch("DROP TRIGGER event_is_never_deleted").unwrap();
        assert!(difference(&conn, KNOWN_VERSION).unwrap().is_some());
    }
}
