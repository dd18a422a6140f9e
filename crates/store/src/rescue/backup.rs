//! Copies of the database that need no asking: at the start and the end of each game, before a migration, on demand.
//!
//! A copy is made with SQLite's backup interface (a plain copy of the file would miss the write-ahead log), checked,
//! and only then given its name; older ones go only after that.

use crate::error::StoreError;
use crate::files::names::Files;
use crate::files::{disk as fs, place, sync};
use crate::log::time::Timestamp;
use crate::log::{rows, schema};
use crate::rescue::mirror::{self, Mirror};
use crate::sqlite;
use crate::store::Store;
use language::say;
use rusqlite::Connection;
use rusqlite::backup::Backup as SqliteBackup;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Backups kept.
const KEEP: usize = 20;

/// Size limit of all backups together; the newest [`KEEP_ALWAYS`] are kept in any case.
const MAX_BYTES: u64 = 1 << 30;
const KEEP_ALWAYS: usize = 3;

/// A backup on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file.
    pub path: PathBuf,
    /// Name without the folder: a rising number, then the time.
    pub name: String,
    /// Size of the backup.
    pub bytes: u64,
}

/// Reason why a backup is made; part of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupReason {
    /// A game begins.
    GameStart,
    /// A game ended.
    GameEnd,
    /// A person asked.
    Asked,
}

impl fmt::Display for BackupReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameStart => "start",
            Self::GameEnd => "end",
            Self::Asked => "asked",
        })
    }
}

/// Backup to be made, independent of the store: [`Self::run`] it on any thread while the store continues writing.
#[derive(Debug)]
pub struct BackupTask {
    files: Files,
    name: String,
    done: Arc<AtomicI64>,
}

impl BackupTask {
    /// Makes, checks and names the copy, then lets the oldest ones go.
    ///
    /// # Errors
    /// The reason the backup failed; the older ones are all still there.
    pub fn run(self) -> Result<Backup, StoreError> {
        let (backup, seq) = copy_checked(&self.files, &self.name)?;
        self.done.fetch_max(seq, Ordering::Relaxed);
        Ok(backup)
    }
}

impl Store {
    /// Makes a backup now. It takes about as long as copying the file.
    ///
    /// # Errors
    /// The reason the backup failed; the older ones are all still there.
    pub fn backup(&self, reason: BackupReason, at: Timestamp) -> Result<Backup, StoreError> {
        self.backup_task(reason, at).run()
    }

    /// A backup to be made on another thread.
    #[must_use]
    pub fn backup_task(&self, reason: BackupReason, at: Timestamp) -> BackupTask {
        let name = format!("{}-{reason}.db", at.for_file_name());
        BackupTask { files: self.files.clone(), name, done: Arc::clone(&self.backed_up) }
    }

    /// The backups, newest first.
    #[must_use]
    pub fn backups(&self) -> Vec<Backup> {
        list(&self.files)
    }
}

/// The newest backup of a data folder that is sound. Reads whole files.
#[must_use]
pub fn newest_good_backup(folder: &Path) -> Option<Backup> {
    newest_good(&Files::new(folder))
}

pub(crate) fn newest_good(files: &Files) -> Option<Backup> {
    list(files).into_iter().find(|backup| check(&backup.path).is_ok())
}

/// The backups, newest first.
pub(crate) fn list(files: &Files) -> Vec<Backup> {
    let Ok(entries) = fs::read_dir(files.backups()) else { return Vec::new() };
    let mut backups: Vec<_> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| name.ends_with(".db"))?;
            let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Backup { path: entry.path(), bytes: meta.len(), name })
        })
        .collect();
    backups.sort_by(|a, b| (number(&b.name), &b.name).cmp(&(number(&a.name), &a.name)));
    backups
}

/// Returns the number of a backup, rising with each one, independent of the clock; backups without a number are the
/// oldest.
fn number(name: &str) -> u32 {
    name.strip_prefix('b').and_then(|rest| rest.split('-').next()?.parse().ok()).unwrap_or(0)
}

/// Checks that the database has every game as far as the newest backup has it.
pub(crate) fn is_continued(files: &Files, conn: &Connection) -> Result<(), StoreError> {
    let Some(backup) = list(files).into_iter().next() else { return Ok(()) };
    // A backup that can't be read is skipped.
    let Ok(games) =
        sqlite::connect_reader(&backup.path).map_err(StoreError::from).and_then(|c| mirror::all_matches(&c))
    else {
        return Ok(());
    };
    match games.missing(conn, true)?.first() {
        None => Ok(()),
        Some(lost) => {
            let detail = say!(
                "{who} has {here} events, a backup has {once}",
                who = lost.who,
                here = lost.here,
                once = lost.once
            );
            Err(StoreError::Corrupt { detail })
        }
    }
}

/// Checks that the file is a sound database of ours.
pub(crate) fn check(path: &Path) -> Result<(), StoreError> {
    let conn = sqlite::connect_reader(path)?;
    let version = schema::version(&conn)?;
    if let Some(detail) = schema::difference(&conn, version)? {
        return Err(StoreError::Corrupt { detail });
    }
    sqlite::page_check(&conn, "integrity_check")?;
    match sqlite::chain_check(&conn)?.into_iter().next() {
        None => Ok(()),
        Some((game, detail)) => Err(StoreError::Corrupt { detail: say!("match {game}: {detail}", game, detail) }),
    }
}

/// A backup before the schema changes.
pub(crate) fn before_migration(files: &Files, from: u32) -> Result<(), StoreError> {
    let conn = sqlite::connect_reader(&files.database())?;
    let last: i64 = conn.query_row("SELECT coalesce(max(at_ms), 0) FROM event", [], |row| row.get(0))?;
    drop(conn);
    copy_checked(files, &format!("{}-before-version-{}.db", Timestamp(last).for_file_name(), from + 1)).map(drop)
}

/// Makes the copy and returns it with the place of the log up to which it goes.
fn copy_checked(files: &Files, name: &str) -> Result<(Backup, i64), StoreError> {
    let folder = files.backups();
    fs::make_own_folder(&folder)?;
    let newest = list(files).first().map_or(0, |newest| number(&newest.name));
    let name = format!("b{:06}-{name}", newest + 1);
    // Read before the copy is made: the log may grow meanwhile, and never shrinks.
    let mirror = Mirror::read(&files.mirror());
    let unfinished = folder.join(format!("{name}.unfinished"));
    sync::remove_if_there(&unfinished)?;
    let seq = copy(&files.database(), &unfinished)
        .and_then(|()| check(&unfinished))
        .and_then(|()| has_all(&unfinished, &mirror))
        .inspect_err(|_| {
            // What cannot be used must not take space on a disk that is perhaps full.
            drop(fs::remove_file(&unfinished));
        })?;
    let path = folder.join(&name);
    fs::rename(&unfinished, &path)?;
    sync::sync_folder(&folder);
    let bytes = fs::metadata(&path)?.len();
    prune(files);
    Ok((Backup { path, name, bytes }, seq))
}

/// The place of the log up to which a copy goes, if it has everything that the second record knows of.
fn has_all(copy: &Path, mirror: &Mirror) -> Result<i64, StoreError> {
    let conn = sqlite::connect_reader(copy)?;
    match mirror.missing(&conn, true)?.first() {
        None => Ok(rows::last_seq(&conn)?),
        Some(lost) => Err(lost.damage()),
    }
}

/// Copies a database, with the content of its write-ahead log, into a new synced file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = sqlite::connect_reader(from)?;
    let mut target = Connection::open(to)?;
    place::own(to)?;
    // One step for everything: the writer may continue, because SQLite keeps the copied state apart.
    SqliteBackup::new(&source, &mut target)?.run_to_completion(i32::MAX, std::time::Duration::from_millis(20), None)?;
    // The copy must be one file; a reader would otherwise make two more beside it.
    target.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    target.close().map_err(|(_, error)| StoreError::from(error))?;
    sync::sync_file(to)?;
    Ok(())
}

/// Lets the oldest backups and the remains of interrupted ones go. What cannot be removed is tried again next time.
fn prune(files: &Files) {
    for entry in fs::read_dir(files.backups()).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().contains(".unfinished") {
            drop(fs::remove_file(entry.path()));
        }
    }
    let mut total = 0;
    for (i, backup) in list(files).into_iter().enumerate() {
        total += backup.bytes;
        if i >= KEEP || (i >= KEEP_ALWAYS && total > MAX_BYTES) {
            drop(fs::remove_file(backup.path));
        }
    }
}
