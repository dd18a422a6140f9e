//! Out of a damaged or foreign database: the original goes aside untouched, a new one holds what could be saved.

use super::chain::{Row, Walker};
use super::salvage::{self, Candidates};
use super::{Files, GameId, OpenError, StoreError, Timestamp, append, backup, open, schema};
use rusqlite::{Connection, TransactionBehavior};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Backups are read for events up to this many bytes in all, newest first.
const MAX_BACKUP_BYTES: u64 = 512 << 20;

/// What a recovery did, in words through `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// Why it was needed.
    pub reason: String,
    /// Where the damaged files are now.
    pub kept_aside: PathBuf,
    /// Games in the new database.
    pub games: usize,
    /// Events in the new database.
    pub events: usize,
    /// Of these, events that only a backup still had.
    pub from_backups: usize,
    /// Games that lost their end: the game, events kept, and the least that it once had.
    pub cut_short: Vec<(GameId, u32, u32)>,
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. The damaged files are kept in {}. ", self.reason, self.kept_aside.display())?;
        write!(f, "{} games with {} events were saved", self.games, self.events)?;
        if self.from_backups > 0 {
            write!(f, ", {} of the events from backups", self.from_backups)?;
        }
        if self.cut_short.is_empty() {
            return write!(f, "; no loss was found.");
        }
        write!(f, "; these games lost their end:")?;
        for (game, kept, once) in &self.cut_short {
            write!(f, " {game} (kept {kept} of at least {once} events)")?;
        }
        write!(f, ".")
    }
}

/// Replaces the damaged database of a folder.
pub(super) fn recover(folder: &Path, at: Timestamp, reason: &str) -> Result<Recovery, OpenError> {
    let files = Files::new(folder);
    let _lock = open::take_lock(&files)?;
    let database = files.database();
    let failed = |source: StoreError| OpenError::Database { path: database.clone(), source };
    rebuild_file(&files, at, reason).map_err(failed)
}

fn rebuild_file(files: &Files, at: Timestamp, reason: &str) -> Result<Recovery, StoreError> {
    let database = files.database();
    let mut candidates = if database.exists() { salvage::rows_of_database(&database)? } else { Candidates::default() };
    let [wal, _] = Files::companions(&database);
    if !database.exists() && wal.exists() {
        candidates = salvage::rows_of_wal(&wal)?;
    }
    let without_backups: usize = longest_prefixes(&candidates).iter().map(Vec::len).sum();
    let mut read = 0;
    for backup in backup::list(files) {
        read += backup.bytes;
        if read > MAX_BACKUP_BYTES {
            break;
        }
        candidates.merge(salvage::rows_of_database(&backup.path)?);
    }
    let games = longest_prefixes(&candidates);
    let events: usize = games.iter().map(Vec::len).sum();
    let cut_short = cut_short(&candidates, &games);
    let kept_games = games.iter().filter(|rows| rows[0].game != GameId::BOOK).count();
    write_database(&files.rebuilt(), games)?;
    let kept_aside = put_aside(files, at)?;
    fs::rename(files.rebuilt(), &database)?;
    backup::sync_folder(&files.folder);
    Ok(Recovery {
        reason: reason.to_owned(),
        kept_aside,
        games: kept_games,
        events,
        from_backups: events - without_backups,
        cut_short,
    })
}

/// The longest sound prefix of whole acts of each game that has one.
fn longest_prefixes(candidates: &Candidates) -> Vec<Vec<Row>> {
    let prefixes = candidates.games().into_iter().map(|game| salvage::extend(Walker::new(game), candidates));
    prefixes.filter(|rows| !rows.is_empty()).collect()
}

fn cut_short(candidates: &Candidates, games: &[Vec<Row>]) -> Vec<(GameId, u32, u32)> {
    let kept = |game| games.iter().find(|rows| rows[0].game == game).map_or(0, |rows| rows.len() as u32);
    let all = candidates.games().into_iter().map(|game| (game, kept(game), candidates.last_seen(game)));
    // A row that no chain vouches for may be noise, so only games of which something is sound are named.
    all.filter(|&(_, kept, once)| kept > 0 && once > kept).collect()
}

/// Writes the rows in their old order, under new places without gaps.
fn write_database(path: &Path, games: Vec<Vec<Row>>) -> Result<(), StoreError> {
    backup::remove_if_there(path)?;
    let mut conn = Connection::open(path)?;
    conn.pragma_update(None, "page_size", schema::PAGE_SIZE as i64)?;
    schema::migrate(&mut conn)?;
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut rows: Vec<(i64, Row)> = Vec::new();
    for game in games {
        // `seq` is not vouched for; within a game the order is, so it may only rise there.
        let mut place = 0;
        rows.extend(game.into_iter().map(|row| {
            place = row.seq.max(place);
            (place, row)
        }));
    }
    rows.sort_by_key(|(place, _)| *place);
    for (seq, (_, mut row)) in (1i64..).zip(rows) {
        row.seq = seq;
        append::insert(&tx, &row)?;
    }
    tx.commit()?;
    conn.close().map_err(|(_, error)| StoreError::from(error))?;
    backup::check(path)?;
    fs::File::open(path)?.sync_all()?;
    Ok(())
}

/// Moves the database and its companions into a folder with the date in its name.
fn put_aside(files: &Files, at: Timestamp) -> io::Result<PathBuf> {
    put_aside_as(files, &at.for_file_name())
}

fn put_aside_as(files: &Files, base: &str) -> io::Result<PathBuf> {
    let names = (1u32..).map(|i| if i == 1 { base.to_owned() } else { format!("{base}-{i}") });
    let folder = names.map(|name| files.kept_aside().join(name)).find(|folder| !folder.exists());
    let folder = folder.unwrap_or_else(|| files.kept_aside());
    fs::create_dir_all(&folder)?;
    let database = files.database();
    let [wal, shm] = Files::companions(&database);
    // The database goes first: without its log it could look sound and be older than it was.
    for path in [database, wal, shm] {
        if let (true, Some(name)) = (path.exists(), path.file_name()) {
            fs::rename(&path, folder.join(name))?;
        }
    }
    Ok(folder)
}

/// A crash between moving the damaged file away and naming the new one leaves the new one, whole, under its
/// working name, and perhaps the log of the old one, which must not be played onto it.
pub(super) fn finish_interrupted(files: &Files) -> io::Result<()> {
    if !files.database().exists() && files.rebuilt().exists() && backup::check(&files.rebuilt()).is_ok() {
        if Files::companions(&files.database()).iter().any(|path| path.exists()) {
            put_aside_as(files, "interrupted")?;
        }
        fs::rename(files.rebuilt(), files.database())?;
        backup::sync_folder(&files.folder);
    }
    Ok(())
}

/// Puts a backup in the place of the database, which is kept aside. Returns where.
///
/// # Errors
/// If the backup is not sound, another instance is running, or the disk fails; the database is then as it was.
pub fn restore(folder: &Path, from: &Path, at: Timestamp) -> Result<PathBuf, OpenError> {
    let files = Files::new(folder);
    let _lock = open::take_lock(&files)?;
    let failed = |source: StoreError| OpenError::Database { path: from.to_owned(), source };
    if !from.is_file() {
        return Err(failed(io::Error::new(io::ErrorKind::NotFound, "there is no such file").into()));
    }
    backup::check(from).map_err(failed)?;
    let swap = || -> Result<PathBuf, StoreError> {
        backup::remove_if_there(&files.rebuilt())?;
        backup::copy(from, &files.rebuilt())?;
        backup::check(&files.rebuilt())?;
        let kept_aside = put_aside(&files, at)?;
        fs::rename(files.rebuilt(), files.database())?;
        backup::sync_folder(&files.folder);
        Ok(kept_aside)
    };
    swap().map_err(failed)
}
