//! Connections to a database, SQLite's own checks, and the lock of a data folder.

use crate::error::{OpenError, StoreError};
use crate::files::disk::{self as fs, File, TryLockError};
use crate::files::names::Files;
use crate::files::place::Copy;
use crate::id::MatchId;
use crate::log::chain::Walker;
use crate::log::{rows, schema};
use language::say;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::collections::BTreeMap;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

/// Takes the lock of the folder; it is released when the file is dropped, also by a crash.
pub(crate) fn take_lock(files: &Files) -> Result<File, OpenError> {
    let path = files.lock();
    let failed = |source| OpenError::Folder { path: files.folder.clone(), source };
    let mut file = fs::private().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    match lock_patiently(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            // Windows does not let others read a locked file; then the number stays unknown.
            let holder = file.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
            return Err(OpenError::InUse { path: files.folder.clone(), holder });
        }
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    // The number is a courtesy: a full disk must not keep anybody from opening the sessions.
    drop(file.set_len(0).and_then(|()| file.rewind()).and_then(|()| write!(file, "{}", fs::process())));
    Ok(file)
}

/// A process that is just being started holds a copy of every open file for a moment, locks too, so one refusal is
/// not believed.
fn lock_patiently(file: &File) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(std::time::Duration::from_millis(20)),
            other => return other,
        }
    }
    file.try_lock()
}

pub(crate) fn connect_writer(database: &Path) -> Result<Connection, StoreError> {
    let mut conn = Connection::open(database)?;
    // Its log is made with the same rights.
    crate::files::place::own(database)?;
    schema::prepare_writer(&conn)?;
    if schema::migrate(&mut conn)? {
        // The tables stand in the file itself from the first moment on.
        drop(conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }
    Ok(conn)
}

/// Opens a database without ever changing it, from a copy if its folder is read-only and a log is beside it.
pub(crate) fn connect_reader_or_copy(database: &Path) -> rusqlite::Result<(Connection, Option<Copy>)> {
    let refused = match connect_reader(database) {
        Err(error) if cannot_make_files(&error) => error,
        other => return other.map(|conn| (conn, None)),
    };
    let Ok(copy) = Copy::of(database) else { return Err(refused) };
    Ok((connect_reader(&copy.database())?, Some(copy)))
}

/// Reports whether SQLite had no room for the index of the write-ahead log.
fn cannot_make_files(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Opens a database without ever changing it.
pub(crate) fn connect_reader(database: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(database, flags)?;
    match schema::prepare_reader(&conn).and_then(|()| schema::version(&conn)) {
        Ok(_) => Ok(conn),
        // A folder that cannot be written has no room for the index of the write-ahead log.
        Err(error) if cannot_make_files(&error) => {
            let [log, ..] = Files::companions(database);
            if fs::metadata(log).is_ok_and(|meta| meta.len() > 0) {
                // Opened as immutable, the file would be read without its log.
                return Err(error);
            }
            let mut uri = String::from("file:");
            for byte in database.to_string_lossy().bytes() {
                match byte {
                    b'?' | b'#' | b'%' => uri.push_str(&format!("%{byte:02x}")),
                    _ => uri.push(char::from(byte)),
                }
            }
            uri.push_str("?immutable=1");
            Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
        }
        Err(error) => Err(error),
    }
}

pub(crate) fn starts_like_sqlite(database: &Path) -> bool {
    let mut start = [0u8; 16];
    File::open(database).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"SQLite format 3\0"
}

/// SQLite's own check of the file, `quick_check` or `integrity_check`.
pub(crate) fn page_check(conn: &Connection, pragma: &str) -> Result<(), StoreError> {
    let verdict: String = conn.query_row(&format!("PRAGMA {pragma}(1)"), [], |row| row.get(0))?;
    if verdict == "ok" { Ok(()) } else { Err(StoreError::Corrupt { detail: verdict }) }
}

/// Follows the chains of all games in one pass; returns the games that break, with the reason.
pub(crate) fn chain_check(conn: &Connection) -> Result<BTreeMap<MatchId, String>, StoreError> {
    let mut statement = conn.prepare(&format!("SELECT {} FROM event ORDER BY seq", rows::COLUMNS))?;
    let mut rows = statement.query([])?;
    let mut walkers = BTreeMap::<MatchId, Walker>::new();
    let mut broken = BTreeMap::new();
    let mut seq = 0;
    while let Some(row) = rows.next()? {
        let row = match rows::read_row(row) {
            Ok(row) => row,
            // A value of the wrong type: the row is not one that this program wrote.
            Err(error) => return Err(StoreError::Corrupt { detail: error.to_string() }),
        };
        seq += 1;
        if row.seq != seq {
            broken.entry(row.game).or_insert_with(|| say!("row {seq} of the log is missing", seq));
            seq = row.seq;
        }
        if let Err(detail) = walkers.entry(row.game).or_insert_with(|| Walker::new(row.game)).step(&row) {
            broken.entry(row.game).or_insert(detail);
        }
    }
    for (game, walker) in walkers.into_iter().filter(|(_, walker)| !walker.is_whole()) {
        broken.entry(game).or_insert_with(|| say!("action {act} is incomplete", act = walker.act));
    }
    Ok(broken)
}
