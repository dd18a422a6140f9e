//! Out of a damaged or foreign database: the original goes aside untouched, a new one holds what could be saved.

use crate::error::{OpenError, StoreError};
use crate::files::disk::{self as fs, exists};
use crate::files::names::Files;
use crate::files::{place, sync};
use crate::id::MatchId;
use crate::log::chain::{Row, Walker};
use crate::log::time::Timestamp;
use crate::log::{rows, schema};
use crate::rescue::backup;
use crate::rescue::mirror::{self, Mirror};
use crate::rescue::salvage::{self, Candidates};
use crate::rescue::sources::{self, RecoverySource};
use crate::sqlite;
use language::{say, say_count};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Backups are read for events up to this many bytes in all, newest first.
const MAX_BACKUP_BYTES: u64 = 512 << 20;

/// At most this many single damaged events are mended.
const MAX_MENDED: usize = 64;

/// Result of a recovery, in words through `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// Reason why it was needed.
    pub reason: String,
    /// Folder with the damaged files.
    pub kept_aside: PathBuf,
    /// Games in the new database.
    pub games: usize,
    /// Events in the new database.
    pub events: usize,
    /// Of these, events that only the second record or a backup still had.
    pub from_elsewhere: usize,
    /// Of these, events in which a flipped bit was corrected.
    pub mended: usize,
    /// Games that lost their end, or all.
    pub lost: Vec<Lost>,
    /// Whether a second record or a backup knew the length of each match.
    pub compared: bool,
}

/// A game of which not everything could be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The game.
    pub game: MatchId,
    /// Players, in words; empty if unknown.
    pub who: String,
    /// Start of the match, if known.
    pub started: Option<Timestamp>,
    /// Events that were saved.
    pub kept: u32,
    /// The least that it once had.
    pub once: u32,
    /// The pictures of its drops that are still there, in words; empty without any.
    pub pictures: String,
    /// A file that has more of it.
    pub recovery_source: Option<RecoverySource>,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.who.is_empty() { say!("a match") } else { &self.who };
        let game = self.game;
        f.write_str(&match self.started {
            Some(started) => say!("{who} on {day} ({game})", who, day = started.day_words(), game),
            None => format!("{who} ({game})"),
        })?;
        f.write_str(&match self.kept {
            0 => say!(": lost, {once} events or more", once = self.once),
            kept => say!(": {kept} of {once} events or more are kept", kept, once = self.once),
        })?;
        for way in self.recovery_source.iter().map(ToString::to_string).chain([self.pictures.clone()]) {
            if !way.is_empty() {
                write!(f, "; {way}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reason, games, events) = (&self.reason, self.games, self.events);
        f.write_str(&say_count!(
            games,
            "{reason}. {n} match with {events} events was saved",
            "{reason}. {n} matches with {events} events were saved",
            reason,
            events
        ))?;
        if self.from_elsewhere > 0 {
            f.write_str(&say!(", {n} of the events from the second record and the backups", n = self.from_elsewhere))?;
        }
        if self.mended > 0 {
            let mended = self.mended;
            f.write_str(&say_count!(
                mended,
                ", {n} event by correcting a flipped bit",
                ", {n} events by correcting a flipped bit"
            ))?;
        }
        f.write_str(".")?;
        match (self.lost.as_slice(), self.compared) {
            ([], true) => f.write_str(say!(" Nothing is missing."))?,
            ([], false) => {
                f.write_str(say!(" No loss was found, but there was no second record or backup to compare with."))?;
            }
            (lost, _) => {
                f.write_str(say!("\nSome of it could not be saved:"))?;
                for lost in lost {
                    write!(f, "\n{lost}")?;
                }
                f.write_str(say!(
                    "\nImport what a backup or an exported file still has under History, Import, or \
                        with `sixty-one sessions import FILE`. Enter by hand what only pictures or a \
                        printed result sheet show."
                ))?;
            }
        }
        f.write_str(&say!("\nThe damaged files are kept in {folder}.", folder = self.kept_aside.display()))
    }
}

/// Replaces the damaged database of a folder.
pub(crate) fn recover(folder: &Path, at: Timestamp, reason: &str) -> Result<Recovery, OpenError> {
    let files = Files::new(folder);
    let _lock = sqlite::take_lock(&files)?;
    let database = files.database();
    let failed = |source: StoreError| OpenError::Database { path: database.clone(), source };
    rebuild_file(&files, at, reason).map_err(failed)
}

fn rebuild_file(files: &Files, at: Timestamp, reason: &str) -> Result<Recovery, StoreError> {
    let database = files.database();
    let mut candidates = if exists(&database) { salvage::rows_of_database(&database)? } else { Candidates::default() };
    let [wal, ..] = Files::companions(&database);
    if !exists(&database) && exists(&wal) {
        candidates = salvage::rows_of_wal(&wal)?;
    }
    let in_place: usize = longest_prefixes(&candidates).iter().map(Vec::len).sum();
    let mirror = Mirror::read(&files.mirror());
    candidates.merge(salvage::of_rows(mirror.rows.iter().cloned()));
    let ends = ends(&mirror, &candidates);
    let backups = merge_backups(files, &mut candidates);
    let before = longest_prefixes(&candidates).iter().map(Vec::len).sum::<usize>();
    let mended = mend(&database, &mirror, &mut candidates);
    let games = longest_prefixes(&candidates);
    let events: usize = games.iter().map(Vec::len).sum();
    // Without a second record the backups know the lengths, though a match may continue differently there.
    let ends = if mirror.is_empty() { self::ends(&mirror, &candidates) } else { ends };
    let mut lost = lost(files, &mirror, &candidates, &games, &ends);
    let kept_games = games.iter().filter(|rows| rows[0].game != MatchId::BOOK).count();
    write_database(&files.rebuilt(), games)?;
    // Looked for before the damaged file is among them.
    let short = lost.iter().map(|lost| (lost.game, lost.kept)).collect();
    let mut ways = sources::recovery_sources(files, &short);
    for lost in &mut lost {
        lost.recovery_source = ways.remove(&lost.game);
    }
    let kept_aside = swap_in(files, at)?;
    Ok(Recovery {
        reason: reason.to_owned(),
        kept_aside,
        games: kept_games,
        events,
        from_elsewhere: before - in_place,
        mended,
        lost,
        compared: !mirror.is_empty() || backups > 0,
    })
}

/// Reads the backups for events and returns their number. One that can't be read is skipped.
fn merge_backups(files: &Files, candidates: &mut Candidates) -> usize {
    let (mut bytes, mut read) = (0, 0);
    for backup in backup::list(files) {
        bytes += backup.bytes;
        if read > 0 && bytes > MAX_BACKUP_BYTES {
            break;
        }
        if let Ok(rows) = salvage::rows_of_database(&backup.path) {
            read += usize::from(!rows.is_empty());
            candidates.merge(rows);
        }
    }
    read
}

/// Puts flipped bits right in the events at which games end too early. Returns how many.
fn mend(database: &Path, mirror: &Mirror, candidates: &mut Candidates) -> usize {
    let mut mended = 0;
    let games: BTreeSet<MatchId> = candidates.games().into_iter().chain(mirror.games.keys().copied()).collect();
    for game in games {
        let once = candidates.last_seen(game).max(mirror.games.get(&game).map_or(0, |known| known.n));
        while mended < MAX_MENDED {
            let mut walker = Walker::new(game);
            salvage::walk(&mut walker, candidates);
            if walker.n >= once {
                break;
            }
            let Some(row) = salvage::mended(database, &walker) else { break };
            candidates.add(row);
            mended += 1;
        }
    }
    mended
}

/// The longest sound prefix of whole acts of each game that has one.
fn longest_prefixes(candidates: &Candidates) -> Vec<Vec<Row>> {
    let prefixes = candidates.games().into_iter().map(|game| salvage::extend(Walker::new(game), candidates));
    prefixes.filter(|rows| !rows.is_empty()).collect()
}

/// Returns the known length of each match.
fn ends(mirror: &Mirror, candidates: &Candidates) -> BTreeMap<MatchId, u32> {
    let seen = candidates.games().into_iter().map(|game| (game, candidates.last_seen(game)));
    // What the second record says is exact, a place that a damaged row claims is not.
    seen.chain(mirror.games.iter().map(|(game, known)| (*game, known.n))).collect()
}

fn lost(
    files: &Files,
    mirror: &Mirror,
    candidates: &Candidates,
    games: &[Vec<Row>],
    ends: &BTreeMap<MatchId, u32>,
) -> Vec<Lost> {
    let kept: BTreeMap<MatchId, u32> = games.iter().map(|rows| (rows[0].game, rows.len() as u32)).collect();
    let lost = ends.iter().filter_map(|(&game, &once)| {
        let known = mirror.games.get(&game);
        let kept = kept.get(&game).copied().unwrap_or(0);
        // One row that no chain vouches for may be noise, so something else must speak for the game.
        let real = known.is_some() || kept > 0 || candidates.count(game) > 1;
        let first = candidates.first(game);
        (real && once > kept).then(|| Lost {
            game,
            who: known.map(|known| known.who.clone()).or_else(|| first.map(mirror::who)).unwrap_or_default(),
            started: known.map(|known| known.started).or_else(|| first.map(|row| row.at_ms)).map(Timestamp),
            kept,
            once,
            pictures: sources::pictures_words(files, game),
            recovery_source: None,
        })
    });
    lost.collect()
}

/// Writes the rows in their old order, under new places without gaps.
fn write_database(path: &Path, games: Vec<Vec<Row>>) -> Result<(), StoreError> {
    sync::remove_if_there(path)?;
    let mut conn = Connection::open(path)?;
    place::own(path)?;
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
        rows::insert(&tx, &row)?;
    }
    tx.commit()?;
    conn.close().map_err(|(_, error)| StoreError::from(error))?;
    backup::check(path)?;
    sync::sync_file(path)?;
    Ok(())
}

/// Puts the rebuilt database in the place of the old one, which goes aside with all that belongs to it. Returns where.
fn swap_in(files: &Files, at: Timestamp) -> Result<PathBuf, StoreError> {
    // The second record of the new database is ready before: with that of the old one, or none, it would seem to lack
    // what the old one or a backup has more.
    mirror::Writer::of(&files.rebuilt_mirror(), &files.rebuilt())?;
    let kept_aside = put_aside(files, at)?;
    fs::rename(files.rebuilt(), files.database())?;
    fs::rename(files.rebuilt_mirror(), files.mirror())?;
    sync::sync_folder(&files.folder);
    Ok(kept_aside)
}

/// Moves the database and its companions into a folder with the date in its name.
fn put_aside(files: &Files, at: Timestamp) -> io::Result<PathBuf> {
    put_aside_as(files, &at.for_file_name())
}

/// Moves another database into such a folder, with what SQLite left beside it. Returns the folder.
pub(crate) fn put_file_aside(files: &Files, path: &Path, at: Timestamp) -> io::Result<PathBuf> {
    let folder = folder_aside(files, &at.for_file_name())?;
    move_there(&folder, std::iter::once(path.to_owned()).chain(Files::companions(path)))?;
    Ok(folder)
}

/// Moves those of the files that exist, in this order.
fn move_there(folder: &Path, paths: impl IntoIterator<Item = PathBuf>) -> io::Result<()> {
    for path in paths {
        if let (true, Some(name)) = (exists(&path), path.file_name()) {
            fs::rename(&path, folder.join(name))?;
        }
    }
    Ok(())
}

/// A new folder among what is kept aside.
fn folder_aside(files: &Files, base: &str) -> io::Result<PathBuf> {
    let names = (1u32..).map(|i| if i == 1 { base.to_owned() } else { format!("{base}-{i}") });
    let folder = names.map(|name| files.kept_aside().join(name)).find(|folder| !exists(folder));
    let folder = folder.unwrap_or_else(|| files.kept_aside());
    fs::make_own_folder(&files.kept_aside())?;
    fs::make_own_folder(&folder)?;
    Ok(folder)
}

fn put_aside_as(files: &Files, base: &str) -> io::Result<PathBuf> {
    let folder = folder_aside(files, base)?;
    let database = files.database();
    let [wal, shm, journal] = Files::companions(&database);
    // The database goes first: without its log it could look sound and be older than it was.
    move_there(&folder, [database, wal, shm, journal, files.mirror()])?;
    Ok(folder)
}

/// A crash between moving the damaged file away and naming the new one leaves the new one, whole, under its
/// working name, and perhaps the log of the old one, which must not be played onto it.
pub(crate) fn finish_interrupted(files: &Files) -> io::Result<()> {
    if !exists(&files.database()) && exists(&files.rebuilt()) && backup::check(&files.rebuilt()).is_ok() {
        if Files::companions(&files.database()).iter().any(|path| exists(path)) {
            put_aside_as(files, "interrupted")?;
        }
        fs::rename(files.rebuilt(), files.database())?;
    }
    if exists(&files.database()) && !exists(&files.rebuilt()) && exists(&files.rebuilt_mirror()) {
        fs::rename(files.rebuilt_mirror(), files.mirror())?;
        sync::sync_folder(&files.folder);
    }
    Ok(())
}

/// Puts a backup back; the database that is there is kept aside. Returns where.
///
/// # Errors
/// If the backup is not sound, another instance is running, or the disk fails; the database is then as it was.
pub fn restore(folder: &Path, from: &Path, at: Timestamp) -> Result<PathBuf, OpenError> {
    let files = Files::new(folder);
    let _lock = sqlite::take_lock(&files)?;
    let failed = |source: StoreError| OpenError::Database { path: from.to_owned(), source };
    if !fs::is_file(from) {
        return Err(failed(io::Error::new(io::ErrorKind::NotFound, say!("there is no such file")).into()));
    }
    backup::check(from).map_err(failed)?;
    let swap = || -> Result<PathBuf, StoreError> {
        sync::remove_if_there(&files.rebuilt())?;
        backup::copy(from, &files.rebuilt())?;
        backup::check(&files.rebuilt())?;
        swap_in(&files, at)
    };
    swap().map_err(failed)
}
