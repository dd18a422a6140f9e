//! A club's evening: games that tables send are kept in one data folder, and stand on one board.

use crate::store::{self, GameId, OpenError, Store, StoreError, Timestamp};
use game::Match;
use game::stats::{Choice, League, WinPoints};
use serde::{Deserialize, Serialize};
use server::{BoardTable, ClubBoard, LinkKind, ParcelAnswer, ParcelContent};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A match that nothing was heard of for so long is off the board.
const OLD_MS: i64 = 12 * 3600 * 1000;
/// So many tables an evening.
const MOST_TABLES: usize = 60;

/// What outlives the program beside the games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ClubNotes {
    /// The codes of the links, by their letter: whoever has joined finds the door again.
    codes: BTreeMap<String, String>,
    /// The match of each table, by the table's name.
    tables: BTreeMap<String, String>,
}

/// The evening.
#[derive(Debug)]
pub struct ClubRoom {
    store: Store,
    title: String,
    path: PathBuf,
    notes: ClubNotes,
    /// The games on the board, by the table's name.
    games: BTreeMap<String, Match>,
}

impl ClubRoom {
    /// Opens the folder; what should be known of how is returned too.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(folder: &Path, title: &str) -> Result<(Self, Vec<String>), OpenError> {
        let opened = store::open_or_recover(folder, Timestamp::now())?;
        let mut notices: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
        let path = folder.join("club.json");
        let (value, trouble) = store::kept_json(&path);
        notices.extend(trouble);
        let notes = value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
        let mut room = Self { store: opened.store, title: title.to_owned(), path, notes, games: BTreeMap::new() };
        for (table, id) in room.notes.tables.clone() {
            if let Ok(id) = id.parse() {
                room.put_on_board(&table, id);
            }
        }
        Ok((room, notices))
    }

    /// The code that a link had the last time.
    #[must_use]
    pub fn code(&self, kind: LinkKind) -> Option<&str> {
        self.notes.codes.get(kind.letter()).map(String::as_str)
    }

    /// Keeps the code of a link for the next time.
    ///
    /// # Errors
    /// The disk.
    pub fn keep_code(&mut self, kind: LinkKind, code: &str) -> std::io::Result<()> {
        self.notes.codes.insert(kind.letter().to_owned(), code.to_owned());
        self.keep_notes()
    }

    fn keep_notes(&self) -> std::io::Result<()> {
        store::keep_json(&self.path, &serde_json::to_value(&self.notes)?)
    }

    /// Takes what a table sends. Sent twice is taken once; what does not go on from what is here is refused.
    ///
    /// # Errors
    /// Why nothing was taken, in words.
    pub fn take(&mut self, table: &str, content: &ParcelContent) -> ParcelAnswer {
        match content {
            ParcelContent::Have(ids) => Ok(self.have(ids)),
            ParcelContent::Games(json) => self.take_games(table, json),
        }
    }

    fn have(&self, ids: &[String]) -> String {
        let known = ids.iter().filter_map(|id| Some((id, self.store.events_stored(id.parse().ok()?).ok()?)));
        known.map(|(id, events)| format!("{id} {events}\n")).collect()
    }

    fn take_games(&mut self, table: &str, json: &[u8]) -> ParcelAnswer {
        if self.notes.tables.len() >= MOST_TABLES && !self.notes.tables.contains_key(table) {
            return Err(format!("{MOST_TABLES} tables have joined, and no more can"));
        }
        self.store.import(json).map_err(|why| why.to_string())?;
        let ids = ids_of(json);
        if let Some(newest) = ids.last() {
            self.put_on_board(table, *newest);
            self.notes.tables.insert(table.to_owned(), newest.to_string());
            // The games are safe; a board that is not found again after a crash fills with the next drop.
            let _missing = self.keep_notes();
        }
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        Ok(self.have(&ids))
    }

    fn put_on_board(&mut self, table: &str, id: GameId) {
        let Ok((stored, _)) = self.store.load_prefix(id) else { return };
        let old = stored.last().is_none_or(|last| Timestamp::now().0 - last.at.0 > OLD_MS);
        let game = Match::replay(stored.iter().map(|stored| &stored.event.act));
        match game {
            Ok(game) if !old => drop(self.games.insert(table.to_owned(), game)),
            Ok(_) | Err(_) => drop(self.games.remove(table)),
        }
    }

    /// How the evening stands.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn board(&self) -> Result<ClubBoard, StoreError> {
        let mut facts = self.store.facts_of(&Choice::default())?;
        facts.retain(|game| game.is_decided());
        let standings = League { worth: WinPoints::default(), ..League::default() }.standings(&facts);
        let tables = self.games.iter().map(|(name, game)| BoardTable { name: name.clone(), game: game.clone() });
        Ok(ClubBoard { title: self.title.clone(), tables: tables.collect(), standings })
    }
}

/// The games of a parcel, in its order: the oldest first.
fn ids_of(json: &[u8]) -> Vec<GameId> {
    #[derive(Deserialize)]
    struct Parcel {
        games: Vec<ParcelGame>,
    }
    #[derive(Deserialize)]
    struct ParcelGame {
        id: String,
    }
    let parcel: Option<Parcel> = serde_json::from_slice(json).ok();
    parcel.map(|parcel| parcel.games.iter().filter_map(|game| game.id.parse().ok()).collect()).unwrap_or_default()
}
