//! The match of a watched table in the data folder.

use crate::store::{self, GameId, Journal, Timestamp};
use anyhow::bail;
use game::Match;
use std::path::Path;

/// Stores events as they come; what the disk does not take is tried again with the next.
#[derive(Debug)]
pub(super) struct Kept {
    journal: Journal,
    game: GameId,
    events: usize,
}

impl Kept {
    /// A new game in this folder.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Self> {
        let opened = store::open_or_recover(folder, Timestamp::now())?;
        if let Some(why) = opened.store.read_only() {
            bail!("the match cannot be kept: {why}");
        }
        let journal = Journal::new(opened.store);
        let game = journal.new_game_id();
        Ok(Self { journal, game, events: 0 })
    }

    /// Stores the events that are new.
    pub(super) fn keep(&mut self, game: &Match) {
        let new = game.events().get(self.events..).unwrap_or_default();
        if !new.is_empty() {
            self.journal.record(self.game, new, Timestamp::now());
            self.events = game.events().len();
        }
    }

    /// The end of it.
    ///
    /// # Errors
    /// If something could not be stored.
    pub(super) fn done(mut self) -> anyhow::Result<()> {
        match self.journal.retry() {
            0 => Ok(()),
            acts => bail!("{acts} acts are not saved: {}", self.journal.trouble().unwrap_or("the disk refuses")),
        }
    }
}
