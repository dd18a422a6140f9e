//! Opening the data folder: the lock, the look at the file before anything writes to it, and what to do when it is
//! damaged.

use crate::error::{OpenError, StoreError};
use crate::files::disk::{self as fs, File, exists};
use crate::files::names::Files;
use crate::files::place::Place;
use crate::id::MatchId;
use crate::log::chain::{Row, Walker};
use crate::log::time::Timestamp;
use crate::log::{rows, schema};
use crate::rescue::copies::SyncedCopy;
use crate::rescue::mirror::{self, Mirror};
use crate::rescue::recover::Recovery;
use crate::rescue::salvage::WalState;
use crate::rescue::{backup, copies, recover, salvage};
use crate::sqlite;
use crate::store::{ReadOnly, Store};
use language::say;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Size of the file up to which every page and every checksum is checked when the store is opened. Above it only the
/// games touched last are, and [`Store::check_task`] does the rest in the background: a year of a busy league (50 MiB)
/// takes over a second on two shared 2 GHz cores, too long to wait for a table.
const CHECK_ALL_BYTES: u64 = 16 << 20;

/// Of a large file the games among this many last events are checked when it is opened.
const CHECK_LAST_EVENTS: i64 = 5000;

/// An open store and what there is to say about it.
#[derive(Debug)]
pub struct Opened {
    /// The store.
    pub store: Store,
    /// News for the person at the screen, in words (`Display`).
    pub notices: Vec<Notice>,
    /// Whether all pages and checksums were checked. If not, run [`Store::check_task`] in the background.
    pub checked_all: bool,
}

/// News from opening the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// There were no sessions yet.
    Created,
    /// Nothing can be written.
    ReadOnly(ReadOnly),
    /// The file was brought to a newer schema; a backup was made before.
    Migrated {
        /// Version before.
        from: u32,
        /// Version now.
        to: u32,
    },
    /// Events were found in a torn journal or in the second record and stored again.
    PutBack {
        /// Number of events.
        events: usize,
    },
    /// The file was damaged or not ours and was replaced.
    Recovered(Recovery),
    /// Another machine wrote to the same folder.
    Copied(SyncedCopy),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Created => f.write_str(say!("a new database was made")),
            Self::ReadOnly(why) => why.fmt(f),
            Self::Migrated { from, to } => {
                f.write_str(&say!("the database was updated from version {from} to {to}", from, to))
            }
            Self::PutBack { events } => f.write_str(&say!(
                "the end of the log was damaged or missing; {events} of its events were found elsewhere \
                    and kept",
                events
            )),
            Self::Recovered(recovery) => recovery.fmt(f),
            Self::Copied(copy) => copy.fmt(f),
        }
    }
}

/// The folder for the sessions by the platform's convention, `None` if the environment names no home.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    Some(fs::data_home()?.join("sixty-one"))
}

/// Opens the folder; a damaged or foreign database is kept aside under a dated name, unchanged, and everything
/// recoverable from it and from the backups is put into a new one. The notices report it.
///
/// # Errors
/// Recovery can't help: there is no folder, another instance runs, or the disk fails.
pub fn open_or_recover(folder: &Path, at: Timestamp) -> Result<Opened, OpenError> {
    mended(folder, at, false)
}

/// Opens like [`open_or_recover`] after checking everything, however large the store is.
///
/// # Errors
/// As [`open_or_recover`].
pub fn check_and_recover(folder: &Path, at: Timestamp) -> Result<Opened, OpenError> {
    mended(folder, at, true)
}

fn mended(folder: &Path, at: Timestamp, everything: bool) -> Result<Opened, OpenError> {
    match Store::open_after_a_look(folder, everything) {
        Err(error) if error.is_recoverable() => {
            let recovery = recover::recover(folder, at, &error.what_was_found())?;
            let mut opened = Store::open(folder)?;
            opened.notices.push(Notice::Recovered(recovery));
            Ok(opened)
        }
        Ok(mut opened) if opened.store.read_only().is_none() => {
            // What fails here is made from the log whenever it is read.
            drop(opened.store.mend_lines());
            opened.notices.extend(copies::take_over(&mut opened.store, at).into_iter().map(Notice::Copied));
            Ok(opened)
        }
        other => other,
    }
}

impl Store {
    /// Opens the sessions of a data folder for writing; makes a missing folder or database. A newer schema or a folder
    /// without write permission opens read-only, with a notice.
    ///
    /// # Errors
    /// The reason it can't be opened. Damaged and foreign files are not changed; [`open_or_recover`] handles them.
    pub fn open(folder: &Path) -> Result<Opened, OpenError> {
        Self::open_after_a_look(folder, false)
    }

    fn open_after_a_look(folder: &Path, everything: bool) -> Result<Opened, OpenError> {
        let files = Files::new(folder);
        make_folder(folder).map_err(|source| OpenError::Folder { path: folder.to_owned(), source })?;
        let lock = match sqlite::take_lock(&files) {
            Ok(lock) => lock,
            Err(OpenError::Folder { source, .. }) if cannot_write(&source) && exists(&files.database()) => {
                return Self::open_reader(files, ReadOnly::Folder { detail: source.to_string() });
            }
            Err(error) => return Err(error),
        };
        files.close_to_others();
        recover::finish_interrupted(&files).map_err(|source| OpenError::Folder { path: folder.to_owned(), source })?;
        let database = files.database();
        let mirror = Mirror::read(&files.mirror());
        let look = examine(&files, &mirror, everything)?;
        if let Some(found) = look.version.filter(|&v| v > schema::KNOWN_VERSION) {
            return Self::open_reader(files, ReadOnly::NewerSchema { found, known: schema::KNOWN_VERSION });
        }
        let failed = |source: StoreError| OpenError::Database { path: database.clone(), source };
        let mut notices = Vec::new();
        match look.version {
            None => notices.push(Notice::Created),
            Some(from) if from < schema::KNOWN_VERSION => {
                backup::before_migration(&files, from).map_err(failed)?;
                notices.push(Notice::Migrated { from, to: schema::KNOWN_VERSION });
            }
            Some(_) => {}
        }
        let mut conn = sqlite::connect_writer(&database).map_err(failed)?;
        if !look.put_back.is_empty() {
            notices.push(Notice::PutBack { events: look.put_back.len() });
            put_back(&mut conn, look.put_back).map_err(failed)?;
        }
        if look.thorough {
            // It was looked at as it was asked for: a marker that stays only costs time at the next start.
            drop(fs::remove_file(files.suspect()));
        }
        let mut store = Self {
            place: Place::of(&database),
            mirror: Some(mirror::Writer::new(files.mirror(), mirror)),
            backed_up: Arc::default(),
            conn,
            files,
            read_only: None,
            _lock: Some(lock),
            _copy: None,
        };
        store.follow();
        Ok(Opened { store, notices, checked_all: look.thorough })
    }

    /// Opens for reading beside a writer that may be running. No lock, no repair, no look at the checksums.
    ///
    /// # Errors
    /// If the database is missing or cannot be read.
    pub fn open_read_only(folder: &Path) -> Result<Self, OpenError> {
        let files = Files::new(folder);
        if !exists(&files.database()) {
            return Err(OpenError::NoSessions { path: folder.to_owned() });
        }
        Ok(Self::open_reader(files, ReadOnly::Asked)?.store)
    }

    fn open_reader(files: Files, why: ReadOnly) -> Result<Opened, OpenError> {
        let database = files.database();
        must_be_a_file(&database)?;
        let (conn, copy) = sqlite::connect_reader_or_copy(&database).map_err(|error| classify(error, &files))?;
        let notices = if why == ReadOnly::Asked { Vec::new() } else { vec![Notice::ReadOnly(why.clone())] };
        let store = Self {
            place: Place::of(&database),
            mirror: None,
            backed_up: Arc::default(),
            conn,
            files,
            read_only: Some(why),
            _lock: None,
            _copy: copy,
        };
        Ok(Opened { store, notices, checked_all: true })
    }

    /// Opens the file again: after an I/O error a connection may be of no use any more. The lock stays.
    pub(crate) fn reconnect(&mut self) -> Result<(), StoreError> {
        if self.read_only.is_none() {
            // The old connection can still read a file that was deleted; a new one would begin an empty file.
            self.place.holds()?;
            self.conn = sqlite::connect_writer(&self.files.database())?;
        }
        Ok(())
    }
}

fn cannot_write(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Makes a data folder, for its owner alone: settings hold the password of a camera.
///
/// # Errors
/// The reason it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::make_private_folder(folder)
}

/// A pipe in the place of the file would be waited for without end.
fn must_be_a_file(path: &Path) -> Result<(), OpenError> {
    match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => {
            let source = StoreError::Io { detail: say!("it is not a file").to_owned() };
            Err(OpenError::Database { path: path.to_owned(), source })
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Findings before anything is written.
#[derive(Debug)]
struct Examined {
    /// `None` for a file that holds nothing yet.
    version: Option<u32>,
    /// Whole acts that a torn write left in the journal, in the order of each game.
    put_back: Vec<Row>,
    /// Whether everything was checked.
    thorough: bool,
}

/// Examines the database through a read-only connection: a damaged file must not change, and closing a writing
/// connection would already move its write-ahead log.
fn examine(files: &Files, mirror: &Mirror, everything: bool) -> Result<Examined, OpenError> {
    let database = files.database();
    let [wal, _, journal] = Files::companions(&database);
    must_be_a_file(&database)?;
    must_be_a_file(&wal)?;
    let length = fs::metadata(&database).map(|m| m.len()).unwrap_or(0);
    let wal_length = fs::metadata(&wal).map(|m| m.len()).unwrap_or(0);
    if length == 0 {
        // A file of nothing is what a crash leaves in the first moment of all; with a log or backups it is a loss.
        return if wal_length == 0 && backup::list(files).is_empty() && mirror.is_empty() {
            Ok(Examined { version: None, put_back: Vec::new(), thorough: true })
        } else {
            Err(corrupt(files, say!("the file is empty or missing")))
        };
    }
    if !sqlite::starts_like_sqlite(&database) {
        return Err(not_sqlite(files));
    }
    if exists(&journal) {
        // The program was killed while it made the file. SQLite itself takes the half-made step back.
        let undone = Connection::open(&database).and_then(|conn| schema::version(&conn));
        undone.map_err(|error| classify(error, files))?;
    }
    let conn = sqlite::connect_reader(&database).map_err(|error| classify(error, files))?;
    let version = match check_header(&conn) {
        Ok(version) => version,
        Err(HeaderTrouble::Sqlite(error)) => return Err(classify(error, files)),
        Err(HeaderTrouble::Foreign(detail)) => {
            drop(conn);
            return Err(foreign_or_corrupt(files, detail));
        }
    };
    if version == 0 && !held_nothing(files, mirror, &wal) {
        return Err(corrupt(files, say!("it is empty but used to hold matches")));
    }
    if version == 0 || version > schema::KNOWN_VERSION {
        return Ok(Examined { version: (version > 0).then_some(version), put_back: Vec::new(), thorough: true });
    }
    let thorough = everything || length + wal_length <= CHECK_ALL_BYTES || exists(&files.suspect());
    let look = || {
        check_content(&conn, version, thorough)?;
        let mut rows = check_wal(&conn, &wal)?;
        rows.extend(check_ends(files, &conn, mirror, &rows, thorough)?);
        Ok(rows)
    };
    match look() {
        Ok(put_back) => Ok(Examined { version: Some(version), put_back, thorough }),
        Err(StoreError::Corrupt { detail }) => Err(corrupt(files, &detail)),
        Err(source) => Err(OpenError::Database { path: database, source }),
    }
}

enum HeaderTrouble {
    Sqlite(rusqlite::Error),
    Foreign(String),
}

/// The schema version, 0 for a database without anything in it.
fn check_header(conn: &Connection) -> Result<u32, HeaderTrouble> {
    let sql = HeaderTrouble::Sqlite;
    let application = schema::application(conn).map_err(sql)?;
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sql)?;
    let version: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(sql)?;
    if application == 0 && tables == 0 && version == 0 {
        return Ok(0);
    }
    if application != schema::APPLICATION_ID {
        return Err(HeaderTrouble::Foreign(say!("a database of another program").to_owned()));
    }
    match u32::try_from(version) {
        Ok(version) if version > 0 => Ok(version),
        Ok(_) | Err(_) => Err(HeaderTrouble::Foreign(say!("its schema version is {version}", version))),
    }
}

/// Pages, schema and chains. A damage is [`StoreError::Corrupt`].
fn check_content(conn: &Connection, version: u32, thorough: bool) -> Result<(), StoreError> {
    if let Some(detail) = schema::difference(conn, version)? {
        return Err(StoreError::Corrupt { detail });
    }
    if thorough {
        // Indexes too: games are read through one.
        sqlite::page_check(conn, "integrity_check")?;
        return sqlite::chain_check(conn).and_then(|damage| match damage.into_iter().next() {
            None => Ok(()),
            Some((game, detail)) => Err(StoreError::Corrupt { detail: say!("match {game}: {detail}", game, detail) }),
        });
    }
    check_recent_index(conn)?;
    let mut recent =
        conn.prepare("SELECT DISTINCT game FROM event NOT INDEXED WHERE seq > (SELECT max(seq) FROM event) - ?1")?;
    let games: Vec<i64> = recent.query_map([CHECK_LAST_EVENTS], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for game in games.into_iter().map(MatchId) {
        if let (_, Some(detail)) = rows::sound_rows(conn, game)? {
            return Err(StoreError::Corrupt { detail: say!("match {game}: {detail}", game, detail) });
        }
    }
    Ok(())
}

/// Checks that the index by games leads to each of the last events.
fn check_recent_index(conn: &Connection) -> Result<(), StoreError> {
    let mut recent =
        conn.prepare("SELECT seq, game, n FROM event NOT INDEXED WHERE seq > (SELECT max(seq) FROM event) - ?1")?;
    let mut find =
        conn.prepare("SELECT seq FROM event INDEXED BY sqlite_autoindex_event_1 WHERE game = ?1 AND n = ?2")?;
    let mut rows = recent.query([CHECK_LAST_EVENTS])?;
    while let Some(row) = rows.next()? {
        let (seq, game, n): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let found: Option<i64> = find.query_row((game, n), |row| row.get(0)).optional()?;
        if found != Some(seq) {
            return Err(StoreError::Corrupt { detail: say!("the index does not lead to row {seq}", seq) });
        }
    }
    Ok(())
}

/// An empty database is new unless something shows that it was used before.
fn held_nothing(files: &Files, mirror: &Mirror, wal: &Path) -> bool {
    let log_empty = salvage::rows_of_wal(wal).is_ok_and(|rows| rows.is_empty()) || !exists(wal);
    mirror.is_empty() && log_empty && backup::list(files).is_empty()
}

/// Compares the ends of the matches with the second record, or else with the newest backup. Returns events missing at
/// an end that the second record has in full.
fn check_ends(
    files: &Files,
    conn: &Connection,
    mirror: &Mirror,
    found: &[Row],
    thorough: bool,
) -> Result<Vec<Row>, StoreError> {
    if mirror.is_empty() && thorough {
        return backup::is_continued(files, conn).map(|()| Vec::new());
    }
    let mut back = Vec::new();
    let candidates = salvage::of_rows(mirror.rows.iter().chain(found).cloned());
    for lost in mirror.missing(conn, thorough)? {
        let head = rows::head(conn, lost.game)?;
        let rows = salvage::extend(Walker::resume(lost.game, head.n, head.act, head.hash), &candidates);
        if head.n + (rows.len() as u32) < lost.once || head.n > lost.here {
            return Err(lost.damage());
        }
        // What the log itself still had is put back from there.
        back.extend(rows.into_iter().filter(|row| !found.iter().any(|other| other.hash == row.hash)));
    }
    Ok(back)
}

/// SQLite silently passes over everything after the first damaged frame of its write-ahead log. Returns whole acts
/// there that continue the visible ones, in order. After a torn end that is at most the act being stored; after a cut
/// it is a loss.
fn check_wal(conn: &Connection, wal: &Path) -> Result<Vec<Row>, StoreError> {
    let state = salvage::wal_state(wal)?;
    if state == WalState::Sound {
        return Ok(Vec::new());
    }
    let found = salvage::rows_of_wal(wal)?;
    let mut gained = Vec::new();
    for game in found.games() {
        let head = rows::head(conn, game)?;
        gained.extend(salvage::extend(Walker::resume(game, head.n, head.act, head.hash), &found));
    }
    if state == WalState::Cut && !gained.is_empty() {
        let detail =
            say!("its journal is damaged; {events} stored events come after the damage", events = gained.len());
        return Err(StoreError::Corrupt { detail });
    }
    Ok(gained)
}

/// The events behind the damage in the write-ahead log of a database that no process writes, in words.
pub(crate) fn torn_log(files: &Files, conn: &Connection) -> Option<String> {
    let lock = File::open(files.lock()).ok()?;
    // Another writer leaves a log that is whole only when it is done.
    lock.try_lock_shared().ok()?;
    let [wal, ..] = Files::companions(&files.database());
    match check_wal(conn, &wal) {
        Ok(rows) if rows.is_empty() => None,
        Ok(rows) => Some(say!(
            "log: its end was cut off; {events} of its events are restored at the next start",
            events = rows.len()
        )),
        Err(error) => Some(say!("log: {detail}", detail = error)),
    }
}

/// Stores rows that were found in the journal behind the point where SQLite stopped to read.
fn put_back(conn: &mut Connection, mut rows: Vec<Row>) -> Result<(), StoreError> {
    rows.sort_by_key(|row| row.seq);
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for mut row in rows {
        row.seq = rows::last_seq(&tx)? + 1;
        rows::insert(&tx, &row)?;
    }
    Ok(tx.commit()?)
}

fn not_sqlite(files: &Files) -> OpenError {
    foreign_or_corrupt(files, say!("it does not begin like a database").to_owned())
}

/// Returns the error for a file with a foreign header: damaged if it has events of ours, foreign if not.
fn foreign_or_corrupt(files: &Files, detail: String) -> OpenError {
    let path = files.database();
    match salvage::rows_of_database(&path) {
        Ok(rows) if rows.is_empty() => {
            OpenError::Foreign { path, detail, newest_backup: backup::newest_good(files).map(|b| b.path) }
        }
        Ok(_) => corrupt(files, &detail),
        Err(source) => OpenError::Database { path, source: source.into() },
    }
}

fn corrupt(files: &Files, detail: &str) -> OpenError {
    OpenError::Corrupt {
        path: files.database(),
        detail: detail.to_owned(),
        newest_backup: backup::newest_good(files).map(|b| b.path),
    }
}

/// An error of SQLite while looking at the file.
fn classify(error: rusqlite::Error, files: &Files) -> OpenError {
    match StoreError::from(error) {
        StoreError::Corrupt { detail } => corrupt(files, &detail),
        // A schema that SQLite cannot read is damage as well: the program itself never writes one.
        StoreError::Other { detail } => corrupt(files, &detail),
        source => OpenError::Database { path: files.database(), source },
    }
}
