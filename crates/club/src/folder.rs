//! The record in the data folder, in the SQLite that is built in: one command, nothing to install.

use super::decided::Decided;
use super::keys::ClubKey;
use super::ledger::{Addition, Kept, Ledger, LedgerError, LedgerGame, LedgerNews};
use super::live::is_over;
use game::stats::{Choice, Facts};
use language::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::TableName;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use store::{Book, KeptFile, MatchId, Store, StoreError, Timestamp};

/// A match that nothing was heard of for so long is off the board.
const OLD_MS: i64 = 12 * 3600 * 1000;
/// A table's time is noted no more often: the notes are a file of their own.
const HEARD_EACH_MS: i64 = 3600 * 1000;

/// Notes kept beside the games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ClubNotes {
    /// The codes of the links, by their letter, as versions kept them before links were hashed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    codes: BTreeMap<String, String>,
    /// The match of each table, by the table's name. With clubs' keys by `CLUB / TABLE`.
    tables: BTreeMap<String, String>,
    /// When each table was last heard, to the hour, by this machine's clock: a table's own may be wrong.
    heard_ms: BTreeMap<String, i64>,
    /// The club of each game, where clubs have keys.
    clubs: BTreeMap<String, String>,
}

/// A data folder.
#[derive(Debug)]
pub(crate) struct FolderLedger {
    store: Store,
    book: Book,
    path: PathBuf,
    notes: ClubNotes,
    keys: FolderKeys,
    /// Whether the notes differ from those in the file.
    unkept: bool,
}

impl FolderLedger {
    /// Opens the folder; what should be known of how is returned too.
    pub(crate) fn open(folder: &Path) -> Kept<(Self, Vec<String>)> {
        let opened = store::open_or_recover(folder, Timestamp::now())?;
        let mut notices: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
        let path = folder.join("club.json");
        let (value, trouble) = store::kept_json(&path);
        notices.extend(trouble);
        let notes = value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
        let (book, keys) = (opened.store.book()?, FolderKeys::of(folder));
        Ok((Self { store: opened.store, book, path, notes, keys, unkept: false }, notices))
    }

    fn keep_notes(&mut self) -> Kept<()> {
        // What the disk does not take now is kept with the next change.
        self.unkept = true;
        keep(&self.path, &self.notes)?;
        self.unkept = false;
        Ok(())
    }

    /// Records the owner of games before they are stored, so that a stored game always has one.
    fn note(&mut self, additions: &[Addition<'_>]) -> Kept<()> {
        let (mut changed, now) = (self.unkept, Timestamp::now().0);
        for addition in additions {
            let Some(game) = addition.game().map(|game| game.to_string()) else { continue };
            let (club, key) = (&addition.name.club, key_of(addition.name));
            if self.notes.heard_ms.get(&key).is_none_or(|heard| (now - heard).abs() > HEARD_EACH_MS) {
                self.notes.heard_ms.insert(key.clone(), now);
                changed = true;
            }
            if self.notes.tables.get(&key) != Some(&game) {
                self.notes.tables.insert(key, game.clone());
                changed = true;
            }
            if !club.is_empty() && self.notes.clubs.get(&game) != Some(club) {
                self.notes.clubs.insert(game, club.clone());
                changed = true;
            }
        }
        if changed { self.keep_notes() } else { Ok(()) }
    }

    fn club_of(&self, game: &str) -> String {
        self.notes.clubs.get(game).cloned().unwrap_or_default()
    }
}

const BETWEEN: &str = " / ";

fn key_of(name: &TableName) -> String {
    if name.club.is_empty() { name.table.clone() } else { format!("{}{BETWEEN}{}", name.club, name.table) }
}

impl Ledger for FolderLedger {
    fn counts(&mut self, games: &[MatchId]) -> Kept<Vec<(MatchId, u32)>> {
        let count = |game: &MatchId| Ok((*game, self.store.events_stored(*game)?));
        games.iter().map(count).filter(|count| !matches!(count, Ok((_, 0)))).collect()
    }

    fn load(&mut self, game: MatchId, after: u32) -> Kept<Option<LedgerGame>> {
        let mut rows = self.store.sound_rows(game)?;
        if rows.is_empty() {
            return Ok(None);
        }
        rows.drain(..rows.len().min(after as usize));
        let name = TableName { club: self.club_of(&game.to_string()), table: String::new() };
        Ok(Some(LedgerGame { name, rows }))
    }

    fn append(&mut self, additions: &[Addition<'_>]) -> Kept<Vec<bool>> {
        self.note(additions)?;
        let rows: Vec<_> = additions.iter().map(|addition| addition.rows).collect();
        match self.store.append_rows(&rows) {
            Ok(()) => Ok(vec![true; additions.len()]),
            Err(StoreError::OutOfStep { .. }) => Ok(vec![false; additions.len()]),
            Err(why) => Err(why.into()),
        }
    }

    fn tables(&mut self) -> Kept<Vec<(TableName, MatchId)>> {
        let mut tables = Vec::new();
        let now = Timestamp::now().0;
        for (key, game) in &self.notes.tables {
            let Ok(id) = game.parse() else { continue };
            let last = self.store.sound_rows(id)?.last().map(|row| row.at_ms);
            let heard = self.notes.heard_ms.get(key).map(|heard| heard + HEARD_EACH_MS);
            if last.is_none_or(|last| now - heard.unwrap_or(last) > OLD_MS) {
                continue;
            }
            let club = self.club_of(game);
            let table = key.strip_prefix(&format!("{club}{BETWEEN}")).filter(|_| !club.is_empty()).unwrap_or(key);
            tables.push((TableName { table: table.to_owned(), club }, id));
        }
        Ok(tables)
    }

    fn results(&mut self) -> Kept<Vec<(String, Facts)>> {
        let mut facts = self.store.facts_of(&Choice::default())?;
        facts.retain(is_over);
        Ok(facts.into_iter().map(|facts| (self.club_of(&facts.id), facts)).collect())
    }

    fn book(&mut self) -> Kept<Book> {
        Ok(self.book.clone())
    }

    fn note(&mut self, decide: &mut dyn FnMut(&Book) -> Decided) -> Kept<Result<(Book, String), String>> {
        let (notes, said) = match decide(&self.book) {
            Ok(decided) => decided,
            Err(why) => return Ok(Err(why)),
        };
        // The folder is ours alone while it is open.
        self.store.write_notes(&notes, Timestamp::now())?;
        self.book = self.store.book()?;
        Ok(Ok((self.book.clone(), said)))
    }

    fn keys(&mut self) -> Kept<Vec<ClubKey>> {
        self.keys.read()
    }

    fn take_words(&mut self) -> Vec<String> {
        self.keys.take_words()
    }

    fn old_codes(&mut self) -> Kept<Vec<(String, String)>> {
        if self.notes.codes.is_empty() {
            return Ok(Vec::new());
        }
        let codes = std::mem::take(&mut self.notes.codes);
        self.keep_notes()?;
        Ok(codes.into_iter().collect())
    }

    fn news(&mut self) -> Vec<LedgerNews> {
        if self.keys.0.has_changed() { vec![LedgerNews::Keys] } else { Vec::new() }
    }
}

/// Club keys in a data folder: a separate file, so that keys can be made while the server runs.
#[derive(Clone, Debug)]
pub(crate) struct FolderKeys(KeptFile);

/// Content of the file. Without its field it is not the file of the keys, and must not read as none.
#[derive(Debug, Serialize, Deserialize)]
struct KeptKeys {
    keys: Vec<KeptKey>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptKey {
    club: String,
    hash: String,
    made_ms: i64,
    withdrawn_ms: Option<i64>,
}

impl FolderKeys {
    pub(crate) fn of(folder: &Path) -> Self {
        Self(KeptFile::at(folder.join("club-keys.json")))
    }

    /// Reads all keys; where keys were never made there are none.
    pub(crate) fn read(&mut self) -> Kept<Vec<ClubKey>> {
        let path = self.0.path().to_owned();
        // Made by the first change of the keys, and never deleted.
        let lock = path.with_extension("lock");
        let kept = match self.0.read() {
            // The first keys may be on their way.
            Ok(None) if lock.exists() => store::disk::wait_for_turn(&path).and_then(|_turn| self.0.read()),
            kept => kept,
        };
        let keys = kept.and_then(|kept| match kept {
            Some(value) => keys_of(&path, value),
            None if self.0.had() || lock.exists() => {
                let path = path.display();
                Err(io::Error::other(say!("{path} is missing, though keys were made here", path)))
            }
            None => Ok(Vec::new()),
        });
        keys.map_err(|why| LedgerError::Keys(why.to_string()))
    }

    /// Notices of damage that the copy made good.
    pub(crate) fn take_words(&mut self) -> Vec<String> {
        self.0.take_words()
    }

    /// Changes the keys; others that do so at the same time take their turns.
    pub(crate) fn update<T>(&mut self, change: impl FnOnce(&mut Vec<ClubKey>) -> T) -> Kept<T> {
        let path = self.0.path().to_owned();
        let updated = self.0.update(|value| {
            // Without any file new keys may be made: they let in only those who have them.
            let mut keys = value.map_or(Ok(Vec::new()), |value| keys_of(&path, value))?;
            let came_of_it = change(&mut keys);
            let kept = KeptKeys { keys: keys.iter().map(KeptKey::of).collect() };
            Ok((serde_json::to_value(kept)?, came_of_it))
        });
        updated.map_err(|why| LedgerError::Keys(why.to_string()))
    }
}

impl KeptKey {
    fn of(key: &ClubKey) -> Self {
        Self {
            club: key.club.clone(),
            hash: store::hex(&key.hash),
            made_ms: key.made_ms,
            withdrawn_ms: key.withdrawn_ms,
        }
    }
}

fn keys_of(path: &Path, value: Value) -> io::Result<Vec<ClubKey>> {
    let strange = |why: serde_json::Error| io::Error::other(format!("{}: {why}", path.display()));
    let kept: KeptKeys = serde_json::from_value(value).map_err(strange)?;
    let key = |key: KeptKey| ClubKey {
        club: key.club,
        // A hash that cannot be read opens nothing.
        hash: store::unhex(&key.hash).unwrap_or_default(),
        made_ms: key.made_ms,
        withdrawn_ms: key.withdrawn_ms,
    };
    Ok(kept.keys.into_iter().map(key).collect())
}

fn keep(path: &Path, value: &impl Serialize) -> Kept<()> {
    let value = serde_json::to_value(value).map_err(io::Error::from);
    value.and_then(|value| store::keep_json(path, &value)).map_err(LedgerError::Disk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{LiveGame, Taken};
    use game::rules::RuleSet;
    use game::{Match, Setup};

    #[test]
    fn a_table_with_a_wrong_clock_is_still_there_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = TableName { club: String::new(), table: "One".to_owned() };
        let id: MatchId = "00000000000000ab".parse().expect("an id");
        let rules = RuleSet::parse("pafos").expect("a preset");
        let game = Match::start(Setup::new(rules, &["Anna", "Ben"])).expect("a match");
        let pieces = store::pieces_of(id, game.events(), Timestamp(0));
        let mut live = LiveGame::new(id, name.clone());
        {
            let (mut ledger, _notices) = FolderLedger::open(folder.path()).expect("a ledger");
            for piece in pieces.iter().flat_map(|json| store::read_pieces(json.as_bytes()).expect("pieces")) {
                let Ok(Taken::Rows(rows)) = live.take(&piece) else { panic!("not the next piece") };
                ledger.append(&[Addition { name: &name, rows: &rows, facts: None }]).expect("space");
            }
        }
        let (mut ledger, _notices) = FolderLedger::open(folder.path()).expect("the same ledger");
        assert_eq!(ledger.tables().expect("its tables"), [(name, id)], "its clock says 1970");
    }

    /// The golden folder of the store: do not change its file when the test fails.
    #[test]
    fn notes_are_read_as_they_were() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/db/folder/club.json");
        let (kept, trouble) = store::kept_json(&path);
        let mut kept = kept.expect("notes");
        kept.as_object_mut().and_then(|kept| kept.remove("checksum")).expect("a checksum");
        let notes: ClubNotes = serde_json::from_value(kept.clone()).expect("notes");
        assert_eq!((serde_json::json!(notes), trouble), (kept.clone(), None));
        let values = kept.as_object().expect("an object").values();
        assert!(values.filter_map(|value| value.as_object()).all(|value| !value.is_empty()), "{kept}");
    }
}
