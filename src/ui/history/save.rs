//! Files that the History screens write: tables, records, sheets, pictures.

use super::Paper;
use crate::sheet::{self, Heading};
use crate::store::{Archived, GameId, Store, Timestamp};
use crate::widgets::board_picture;
use game::Match;
use game::record::Record;
use game::stats::{Facts, Standing, WinPoints, csv};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file to be written, with everything that is needed for it.
#[derive(Debug)]
pub(super) struct PaperOrder {
    pub what: Paper,
    /// The data folder.
    pub folder: PathBuf,
    /// Where the file goes.
    pub target: PathBuf,
    /// The moment, for the name.
    pub now: Timestamp,
    /// The games of the choice, the newest first.
    pub games: Vec<Arc<Archived>>,
    /// The match that is looked at, all of it, and as it is shown.
    pub shown: Option<(GameId, Match, Match)>,
    /// The table of the league and its name.
    pub table: (String, Vec<Standing>),
    pub worth: WinPoints,
    pub dark: bool,
}

/// Where files go: the folder for documents, else the home folder, else that for temporary files.
#[must_use]
pub fn target_folder() -> PathBuf {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
    let Some(home) = home.filter(|home| home.is_dir()) else { return std::env::temp_dir() };
    let documents = home.join("Documents");
    if documents.is_dir() { documents } else { home }
}

/// Writes the file and says where it is.
pub(super) fn write(order: &PaperOrder) -> Result<PathBuf, String> {
    let name = format!("sixty-one-{}-{}", name_of(order.what), order.now.for_file_name());
    let bytes = content(order)?;
    let path = free_path(&order.target, &name, ending(order.what));
    fs::write(&path, bytes).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(path)
}

/// A name that no file has yet: a second export in the same second must not replace the first.
fn free_path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let numbered = |n: u32| if n < 2 { format!("{name}.{ending}") } else { format!("{name}-{n}.{ending}") };
    let paths = (1..100).map(|n| folder.join(numbered(n)));
    paths.into_iter().find(|path| !path.exists()).unwrap_or_else(|| folder.join(numbered(1)))
}

const fn name_of(what: Paper) -> &'static str {
    match what {
        Paper::Json => "games",
        Paper::CsvDrops => "drops",
        Paper::CsvGames => "results",
        Paper::Record => "record",
        Paper::Sheet => "sheet",
        Paper::Board => "board",
        Paper::Standings => "standings",
    }
}

const fn ending(what: Paper) -> &'static str {
    match what {
        Paper::Json => "json",
        Paper::CsvDrops | Paper::CsvGames => "csv",
        Paper::Record => "txt",
        Paper::Sheet | Paper::Standings => "pdf",
        Paper::Board => "png",
    }
}

fn content(order: &PaperOrder) -> Result<Vec<u8>, String> {
    let facts = || order.games.iter().rev().filter_map(|game| game.facts.as_ref());
    let shown = || order.shown.as_ref().ok_or_else(|| "no match is shown".to_owned());
    match order.what {
        Paper::Json => {
            let store = Store::open_read_only(&order.folder).map_err(|why| why.to_string())?;
            let ids: Vec<GameId> = order.games.iter().map(|game| game.summary.id).collect();
            store.export(&ids).map(String::into_bytes).map_err(|why| why.to_string())
        }
        Paper::CsvDrops => Ok(csv::drops(facts()).into_bytes()),
        Paper::CsvGames => Ok(csv::games(facts()).into_bytes()),
        Paper::Record => {
            let (id, whole, _) = shown()?;
            let date = begun(order, *id).map(|at| at.to_string()).unwrap_or_default();
            let tags = vec![("Date".to_owned(), vec![date]), ("Id".to_owned(), vec![id.to_string()])];
            Ok(Record { tags, game: whole.clone() }.write().into_bytes())
        }
        Paper::Sheet => {
            let (id, whole, _) = shown()?;
            let at = begun(order, *id).unwrap_or(order.now);
            let facts = facts_of(order, *id, whole, at);
            let heading = Heading { event: &order.table.0, date: &at.day_words() };
            Ok(sheet::of_match(&facts, order.worth, heading))
        }
        Paper::Board => {
            let (_, _, now) = shown()?;
            board_picture::png(now.state(), order.dark, 1600)
        }
        Paper::Standings => {
            let heading = Heading { event: &order.table.0, date: &order.now.day_words() };
            Ok(sheet::of_standings(&order.table.1, heading))
        }
    }
}

fn begun(order: &PaperOrder, id: GameId) -> Option<Timestamp> {
    order.games.iter().find(|game| game.summary.id == id).map(|game| game.summary.started)
}

/// The facts under the names that count where they are known.
fn facts_of(order: &PaperOrder, id: GameId, whole: &Match, at: Timestamp) -> Facts {
    let known = order.games.iter().find(|game| game.summary.id == id).and_then(|game| game.facts.clone());
    known.unwrap_or_else(|| Facts::of(&id.to_string(), at.0, whole.state(), |name| name))
}
