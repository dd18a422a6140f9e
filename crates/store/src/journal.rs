//! The store as the table sees it: an act is never refused because of a disk.

use crate::error::{OpenError, StoreError};
use crate::id::{MatchId, Seq};
use crate::log::chain::Row;
use crate::log::codec::{self, Event};
use crate::log::time::Timestamp;
use crate::store::Store;
use language::say;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

/// Result of recording an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The act is on disk.
    OnDisk(Seq),
    /// The act is in memory, behind `behind` older acts that are not saved either.
    InMemory {
        /// Unsaved acts before it.
        behind: usize,
    },
}

/// An act that waits for the disk.
#[derive(Clone, Debug)]
struct Waiting {
    game: MatchId,
    /// Events of the game before this act.
    after: u32,
    events: Vec<Event>,
    at: Timestamp,
}

/// Records acts in order. What the disk does not take stays in memory, is tried again by [`Self::retry`] and with
/// every new act, and can be written elsewhere ([`Self::unsaved_json`]).
#[derive(Debug)]
pub struct Journal {
    /// `None` when the store could not be opened.
    store: Option<Store>,
    folder: PathBuf,
    waiting: VecDeque<Waiting>,
    /// Events of each game when last looked at, for when the disk cannot be asked.
    known: BTreeMap<MatchId, u32>,
    trouble: Option<String>,
    /// Whether the store is lent to another part.
    lent: bool,
    /// Matches with new acts, as stored: they stay complete even if the folder is lost.
    held: BTreeMap<MatchId, Vec<Row>>,
}

/// New place of a journal that lost its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The new folder.
    pub folder: PathBuf,
    /// Games that are there now.
    pub games: usize,
    /// Whether the old file was still readable, so that all matches were moved.
    pub all: bool,
}

impl Journal {
    /// A journal on an open store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let trouble = store.read_only().map(ToString::to_string);
        Self {
            folder: store.folder().to_owned(),
            store: Some(store),
            waiting: VecDeque::new(),
            known: BTreeMap::new(),
            trouble,
            lent: false,
            held: BTreeMap::new(),
        }
    }

    /// Makes a journal without a store. Recording continues although the data folder can't be opened, and each retry
    /// tries to open it.
    #[must_use]
    pub fn without_store(folder: &Path, why: &OpenError) -> Self {
        Self {
            store: None,
            folder: folder.to_owned(),
            waiting: VecDeque::new(),
            known: BTreeMap::new(),
            trouble: Some(why.to_string()),
            lent: false,
            held: BTreeMap::new(),
        }
    }

    /// The store, `None` while it cannot be opened.
    #[must_use]
    pub const fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The store to write other things than acts, `None` while it cannot be opened.
    pub const fn store_mut(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }

    /// Lends the store to a longer task on another thread. Acts wait in memory until it is given back; `going_on` is
    /// the match they probably belong to, because its length must be known meanwhile.
    pub fn lend(&mut self, going_on: Option<MatchId>) -> Option<Store> {
        if let Some(game) = going_on {
            self.events_of(game);
        }
        let store = self.store.take();
        self.lent = store.is_some();
        store
    }

    /// Takes the store back and stores what waited.
    pub fn give_back(&mut self, store: Store) {
        (self.store, self.lent) = (Some(store), false);
        self.flush();
    }

    /// An id for a new game, also without a disk.
    #[must_use]
    pub fn new_match_id(&self) -> MatchId {
        let fresh = self.store.as_ref().and_then(|store| store.new_match_id().ok());
        fresh.unwrap_or_else(crate::id::random_id)
    }

    /// Records an act: on disk when the disk takes it, in memory otherwise. Nothing is lost, nothing is reordered.
    pub fn record(&mut self, id: MatchId, events: &[Event], at: Timestamp) -> Saved {
        let after = self.events_of(id);
        self.waiting.push_back(Waiting { game: id, after, events: events.to_vec(), at });
        match self.flush() {
            Some(seq) if self.waiting.is_empty() => Saved::OnDisk(seq),
            _ => Saved::InMemory { behind: self.waiting.len().saturating_sub(1) },
        }
    }

    /// Tries to store what waits. Call it about once a second while [`Self::unsaved`] is not zero. Returns the
    /// number of acts that still wait.
    pub fn retry(&mut self) -> usize {
        if self.waiting.is_empty() {
            return 0;
        }
        if self.store.is_none() && !self.lent {
            self.reopen();
        }
        if let Some(store) = &mut self.store
            && let Err(error) = store.reconnect()
        {
            self.trouble = Some(error.to_string());
            return self.waiting.len();
        }
        self.flush();
        self.waiting.len()
    }

    /// Moves to another folder: everything readable in the old file, or else the matches of this evening, and the
    /// waiting acts. The old folder is not changed.
    ///
    /// # Errors
    /// The reason in words; the journal is then unchanged.
    pub fn move_to(&mut self, folder: &Path) -> Result<Moved, String> {
        let mut new = Store::open(folder).map_err(|why| why.to_string())?.store;
        if new.read_only().is_some() || new.folder() == self.folder {
            return Err(say!("can't use {folder}", folder = folder.display()));
        }
        let (rows, all) = match self.store.as_ref().map(Store::all_rows) {
            Some(Ok(rows)) => (rows, true),
            Some(Err(_)) | None => (self.held.clone(), false),
        };
        let games = new.take_rows(&rows).map_err(|why| why.to_string())?;
        (self.store, self.folder, self.lent) = (Some(new), folder.to_owned(), false);
        self.flush();
        Ok(Moved { folder: folder.to_owned(), games, all })
    }

    /// Acts that are only in memory.
    #[must_use]
    pub fn unsaved(&self) -> usize {
        self.waiting.len()
    }

    /// Reason why acts are not saved, or why they will not be; `None` when all is well.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The unsaved acts as JSON, for another drive: `{"format":"sixty-one unsaved acts","version":1,"acts":[..]}`.
    /// [`Store::import`] adds them where the rest of their games is.
    #[must_use]
    pub fn unsaved_json(&self) -> String {
        let acts = self.waiting.iter().map(|act| {
            let events = act.events.iter().map(codec::to_json);
            serde_json::json!({
                "game": act.game.to_string(),
                "after": act.after,
                "at": act.at.0,
                "events": events.collect::<Vec<_>>(),
            })
        });
        let file = serde_json::json!({
            "format": crate::exchange::share::UNSAVED,
            "version": 1,
            "acts": acts.collect::<Vec<_>>(),
        });
        crate::log::chain::canonical(&file)
    }

    /// Ends the journal and gives the store back.
    #[must_use]
    pub fn into_store(self) -> Option<Store> {
        self.store
    }

    /// Events that the game has, counting those in memory.
    fn events_of(&mut self, id: MatchId) -> u32 {
        if let Some(act) = self.waiting.iter().rev().find(|act| act.game == id) {
            return act.after + act.events.len() as u32;
        }
        let asked = self.store.as_ref().and_then(|store| store.events_stored(id).ok());
        // A disk that cannot be read now was read when the game was opened, or the game is new.
        let events = asked.or_else(|| self.known.get(&id).copied()).unwrap_or(0);
        self.known.insert(id, events);
        events
    }

    fn reopen(&mut self) {
        match Store::open(&self.folder) {
            Ok(opened) => self.store = Some(opened.store),
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    /// Stores what waits, oldest first, until one fails. Returns the place of the last that was stored.
    fn flush(&mut self) -> Option<Seq> {
        let store = self.store.as_mut()?;
        let mut last = None;
        while let Some(act) = self.waiting.front() {
            match store_once(store, act) {
                Ok(seq) => {
                    last = Some(seq);
                    let held = self.held.entry(act.game).or_default();
                    if let Ok(rows) = store.rows_from(act.game, held.len() as u32) {
                        held.extend(rows);
                    }
                    self.known.insert(act.game, act.after + act.events.len() as u32);
                    self.waiting.pop_front();
                }
                Err(error) => {
                    self.trouble = Some(error.to_string());
                    if matches!(error, StoreError::Full) {
                        // Evidence goes before the record of the game does.
                        store.pictures().drop_all();
                    }
                    return last;
                }
            }
        }
        self.trouble = store.read_only().map(ToString::to_string);
        last
    }
}

/// Stores an act, knowing that an earlier try may have reached the disk although it reported a failure.
fn store_once(store: &mut Store, act: &Waiting) -> Result<Seq, StoreError> {
    let stored = store.events_stored(act.game)?;
    if stored > act.after
        && let Some(seq) = store.already_stored(act.game, act.after, &act.events, act.at)?
    {
        return Ok(seq);
    }
    store.append_after(act.game, act.after, &act.events, act.at)
}
