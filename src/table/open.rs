//! Opening a data folder for one match.

use super::Table;
use game::{Match, ReplayError, Seat, Setup};
use language::say;
use std::path::Path;
use store::{Journal, MatchId, OpenError, Store, StoreError, Timestamp};

/// Reason why no match can be kept in a folder.
#[derive(Debug, thiserror::Error)]
pub enum OpenFailure {
    /// The folder.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The folder is read-only.
    #[error("{}", say!("can't save the match: {why}", why = .0))]
    ReadOnly(String),
    /// The log of the match to resume failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored data is not a match.
    #[error("{}", say!("can't resume the last match: {why}", why = .0))]
    Replay(#[from] ReplayError),
    /// No players were named, and no match was played here yet.
    #[error("{}", say!("who plays? Name the players, such as --players Maria,José"))]
    NoPlayers,
    /// The new match cannot be played so.
    #[error(transparent)]
    Setup(#[from] super::Refused),
}

/// A folder in which a match can be kept.
#[derive(Debug)]
pub struct Opened {
    store: Store,
    /// Notices about opening the folder.
    pub notices: Vec<String>,
}

/// Opens a folder in which a match is to be kept.
///
/// # Errors
/// No match can be kept there.
pub fn open(folder: &Path) -> Result<Opened, OpenFailure> {
    let opened = store::open_or_recover(folder, Timestamp::now())?;
    if let Some(why) = opened.store.read_only() {
        return Err(OpenFailure::ReadOnly(why.to_string()));
    }
    Ok(Opened { notices: opened.notices.iter().map(ToString::to_string).collect(), store: opened.store })
}

impl Opened {
    /// Returns the unfinished match, or the folder if there is none.
    ///
    /// # Errors
    /// The match can't be read.
    pub fn unfinished(mut self) -> Result<Result<Table, Self>, OpenFailure> {
        let Some(id) = self.store.last_open_match()? else { return Ok(Err(self)) };
        self.resume(id).map(Ok)
    }

    /// The newest match, which may be over.
    fn last(mut self) -> Result<Option<Table>, OpenFailure> {
        let mut newest = None;
        for game in self.store.matches()? {
            newest = newest.max(Some((self.store.began(game.id)?, game.id)));
        }
        newest.map(|(_, id)| self.resume(id)).transpose()
    }

    fn resume(self, id: MatchId) -> Result<Table, OpenFailure> {
        let events = self.store.load(id)?;
        let game = Match::replay(events.iter().map(|stored| &stored.event.act))?;
        Ok(Table::resume(Journal::new(self.store), id, game, Timestamp::now))
    }

    /// A new match, kept there.
    #[must_use]
    pub fn begin(self, game: Match) -> Table {
        Table::begin(Journal::new(self.store), game, Timestamp::now)
    }

    /// The journal of the folder.
    #[must_use]
    pub fn into_journal(self) -> Journal {
        Journal::new(self.store)
    }
}

/// Returns the unfinished match of the folder; without one, or with `afresh`, a new match with this setup. Without a
/// setup, returns the last match as it ended, or a rematch with `afresh`. Includes notices about opening the folder.
///
/// # Errors
/// The reason there is no table.
pub fn sit_down(folder: &Path, setup: Option<Setup>, afresh: bool) -> Result<(Table, Vec<String>), OpenFailure> {
    let mut opened = open(folder)?;
    let notices = std::mem::take(&mut opened.notices);
    let empty = if afresh { Err(opened) } else { opened.unfinished()? };
    let table = match (empty, setup) {
        (Ok(table), _) => table,
        (Err(opened), Some(setup)) => opened.begin(super::opening(setup, Seat::FIRST)?),
        (Err(opened), None) => {
            let mut table = opened.last()?.ok_or(OpenFailure::NoPlayers)?;
            if afresh {
                let (setup, leader) = table.game().again();
                table.next_match(super::opening(setup, leader)?);
            }
            table
        }
    };
    Ok((table, notices))
}
