//! Other sources of a match that lost its end: backups, damaged files kept aside, exported files.

use crate::exchange::{intake, share};
use crate::files::disk::{self as fs, File, is_file};
use crate::files::names::Files;
use crate::files::pictures::Pictures;
use crate::id::MatchId;
use crate::log::rows;
use crate::rescue::backup;
use crate::sqlite;
use language::{say, say_count};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// Longer exported files are not read through for this.
const MAX_EXPORT: u64 = 256 << 20;

/// A file that has more of a game than the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoverySource {
    /// The file; [`crate::store::Store::import_file`] takes the game from it.
    pub path: PathBuf,
    /// Events of the game in it.
    pub events: u32,
}

impl fmt::Display for RecoverySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("{path} has {events} events of it", path = self.path.display(), events = self.events))
    }
}

/// For each game cut off at `events` events, the file that has most of it, if one has more.
pub(crate) fn recovery_sources(files: &Files, games: &BTreeMap<MatchId, u32>) -> BTreeMap<MatchId, RecoverySource> {
    let mut best = BTreeMap::new();
    if games.is_empty() {
        return best;
    }
    let mut note = |game: MatchId, path: &Path, events: u32| {
        let known = best.get(&game).map_or(games.get(&game).copied(), |way: &RecoverySource| Some(way.events));
        if known.is_some_and(|known| events > known) {
            best.insert(game, RecoverySource { path: path.to_owned(), events });
        }
    };
    for path in databases(files) {
        // An unreadable source is skipped.
        let Ok(conn) = sqlite::connect_reader(&path) else { continue };
        for &game in games.keys() {
            if let Ok((rows, _)) = rows::sound_rows(&conn, game) {
                note(game, &path, rows.len() as u32);
            }
        }
    }
    for path in exports(files) {
        let wanted = |game: MatchId| games.contains_key(&game);
        for (game, events) in games_in(&path, &wanted) {
            note(game, &path, events);
        }
    }
    best
}

/// Counts the kept pictures of the match, in words; empty if there are none.
pub(crate) fn pictures_words(files: &Files, id: MatchId) -> String {
    match Pictures::new(&files.pictures()).of_match(id).len() {
        0 => String::new(),
        n => say_count!(
            n,
            "{n} picture of its drops is in pictures/{game}",
            "{n} pictures of its drops are in pictures/{game}",
            game = id
        ),
    }
}

/// The backups, the newest first, and the databases that were kept aside.
fn databases(files: &Files) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = backup::list(files).into_iter().map(|backup| backup.path).collect();
    let mut aside: Vec<PathBuf> = files_in(&files.kept_aside()).map(|folder| folder.join("sessions.db")).collect();
    aside.sort();
    paths.extend(aside.into_iter().rev().filter(|path| is_file(path)));
    paths
}

/// Files of games that this program has exported.
fn exports(files: &Files) -> Vec<PathBuf> {
    let mut folders = fs::export_folders();
    folders.push(files.folder.clone());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let fits = name.starts_with("sixty-one") && name.ends_with(".json");
        fits && fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_EXPORT)
    };
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(|folder| files_in(folder)).filter(ours).collect();
    paths.sort();
    paths
}

fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The sound games of an exported file that are wanted, with their numbers of events.
fn games_in(path: &Path, wanted: &dyn Fn(MatchId) -> bool) -> Vec<(MatchId, u32)> {
    let mut found = Vec::new();
    let Ok(file) = File::open(path) else { return found };
    // A file that breaks off still has the games before that, but none of them would be imported.
    let read = intake::each(file, "games", &mut |number, game| {
        let id = game["id"].as_str().and_then(|id| id.parse().ok());
        if id.is_some_and(wanted) {
            let rows = share::parse_game(&say!("game {number}", number), &game)?;
            found.extend(rows.first().map(|row| (row.game, rows.len() as u32)));
        }
        Ok(())
    });
    if read.is_ok() { found } else { Vec::new() }
}
