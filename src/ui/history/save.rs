//! Files that the History screens write: tables, records, sheets, pictures.

use super::Paper;
use crate::platform::letters::add_letters;
use crate::sheet::{self, Heading};
use crate::widgets::{board_picture, result_picture};
use game::Match;
use game::record::Record;
use game::stats::{Facts, Standing, WinPoints, csv};
use language::say;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::disk as fs;
use store::{Archived, MatchId, Store, StoreError, Timestamp, export_folders};

/// A file to be written, with everything that is needed for it.
#[derive(Debug)]
pub(super) struct PaperOrder {
    pub what: Paper,
    /// The data folder.
    pub folder: PathBuf,
    /// Destination of the file.
    pub target: PathBuf,
    /// The moment, for the name.
    pub now: Timestamp,
    /// The games of the choice, the newest first.
    pub games: Vec<Arc<Archived>>,
    /// The match being viewed: all of it, and as it is shown.
    pub shown: Option<(MatchId, Match, Match)>,
    /// The table of the league and its name.
    pub table: (String, Vec<Standing>),
    pub worth: WinPoints,
    pub dark: bool,
}

/// Returns the folder for files.
#[must_use]
pub fn target_folder() -> PathBuf {
    export_folders().swap_remove(0)
}

/// Writes the file and says where it is.
pub(super) fn write(order: &PaperOrder) -> Result<PathBuf, String> {
    let name = format!("sixty-one-{}-{}", name_of(order.what), order.now.for_file_name());
    let path = free_path(&order.target, &name, ending(order.what));
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let mut file = fs::File::create(&path).map(BufWriter::new).map_err(|why| failed(&why))?;
    let written = write_to(order, &mut file);
    if written.is_err() {
        // An incomplete file must not look like an export.
        drop(fs::remove_file(&path));
    }
    written.map(|()| path.clone()).map_err(|why| failed(&why))
}

/// A name that no file has yet: a second export in the same second must not replace the first.
fn free_path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let numbered = |n: u32| if n < 2 { format!("{name}.{ending}") } else { format!("{name}-{n}.{ending}") };
    let paths = (1..100).map(|n| folder.join(numbered(n)));
    paths.into_iter().find(|path| !fs::exists(path)).unwrap_or_else(|| folder.join(numbered(1)))
}

const fn name_of(what: Paper) -> &'static str {
    match what {
        Paper::Json => "games",
        Paper::CsvDrops => "drops",
        Paper::CsvMatches => "results",
        Paper::Record => "record",
        Paper::Sheet => "sheet",
        Paper::Result => "result",
        Paper::Board => "board",
        Paper::Standings => "standings",
    }
}

const fn ending(what: Paper) -> &'static str {
    match what {
        Paper::Json => "json",
        Paper::CsvDrops | Paper::CsvMatches => "csv",
        Paper::Record => "txt",
        Paper::Sheet | Paper::Standings => "pdf",
        Paper::Result | Paper::Board => "png",
    }
}

/// Tables of all games are written some games at a time.
fn write_to(order: &PaperOrder, file: &mut BufWriter<fs::File>) -> Result<(), String> {
    let ids = || order.games.iter().map(|game| game.summary.id).collect::<Vec<MatchId>>();
    let store = || Store::open_read_only(&order.folder).map_err(|why| why.to_string());
    let words = |why: StoreError| why.to_string();
    let shown = || order.shown.as_ref().ok_or_else(|| say!("no match is open").to_owned());
    let bytes = match order.what {
        Paper::Json => {
            let damaged = store()?.export_to(&ids(), file).map_err(words)?;
            return damaged.into_iter().next().map_or(Ok(()), |damage| Err(words(damage)));
        }
        Paper::CsvDrops => {
            return store()?
                .write_table(&ids(), |facts| csv::drops(facts, |facts| store::began(facts).minute_text()), file)
                .map_err(words);
        }
        Paper::CsvMatches => {
            return store()?
                .write_table(&ids(), |facts| csv::games(facts, |facts| store::began(facts).minute_text()), file)
                .map_err(words);
        }
        Paper::Record => {
            let (id, whole, _) = shown()?;
            let date = begun(order, *id).map(|at| at.there(whole.setup().utc_offset).to_string()).unwrap_or_default();
            let tags = vec![("Date".to_owned(), vec![date]), ("Id".to_owned(), vec![id.to_string()])];
            Record { tags, game: whole.clone() }.write().into_bytes()
        }
        Paper::Sheet => {
            let (id, whole, _) = shown()?;
            let at = begun(order, *id).unwrap_or(order.now);
            let facts = facts_of(order, *id, whole, at);
            let heading = Heading { event: &order.table.0, date: &store::began(&facts).day_words() };
            sheet::of_match(&facts, order.worth, heading)
        }
        Paper::Result => {
            let (_, whole, _) = shown()?;
            result_picture::png(whole, order.dark, add_letters)?
        }
        Paper::Board => {
            let (_, _, now) = shown()?;
            board_picture::png(now.state(), order.dark, 1600, add_letters)?
        }
        Paper::Standings => {
            let heading = Heading { event: &order.table.0, date: &order.now.day_words() };
            sheet::of_standings(&order.table.1, heading)
        }
    };
    file.write_all(&bytes).and_then(|()| file.flush()).map_err(|why| why.to_string())
}

fn begun(order: &PaperOrder, id: MatchId) -> Option<Timestamp> {
    order.games.iter().find(|game| game.summary.id == id).map(|game| game.summary.started)
}

/// The facts of the match that is looked at, under the names that count where they are known.
fn facts_of(order: &PaperOrder, id: MatchId, whole: &Match, at: Timestamp) -> Facts {
    let mut facts = Facts::of(&id.to_string(), at.0, whole.state(), |name| name);
    let known = order.games.iter().find(|game| game.summary.id == id).and_then(|game| game.facts.as_ref());
    if let Some(known) = known {
        facts.players.clone_from(&known.players);
    }
    facts
}
