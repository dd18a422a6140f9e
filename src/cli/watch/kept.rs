//! The match of a watched table in the data folder.

use crate::live::scribe::Entry;
use crate::live::{self, late};
use anyhow::bail;
use eye::frame::Frame;
use game::layout::Play;
use game::{Act, Match};
use language::{say, sentence};
use std::path::Path;
use store::{Evidence, GameId, Journal, Origin, Timestamp};

/// How a drop came to be recorded.
fn evidence(play: &Play, entries: &[Entry], asked: bool) -> Evidence {
    let confirmed =
        if asked { sentence!("somebody at the terminal") } else { sentence!("nobody: what is seen is recorded") };
    let confirmed = confirmed.to_owned();
    let found = entries.iter().find_map(|entry| match entry {
        Entry::Found(layout) => Some(layout.to_string()),
        _ => None,
    });
    if let Some(reading) = found {
        let doubts = vec![late::DOUBT.to_owned()];
        return Evidence { source: Origin::Camera, reading, doubts, confirmed, ..Evidence::default() };
    }
    let drop = entries.iter().find_map(|entry| match entry {
        Entry::Dropped(drop) if drop.play == *play => Some(drop),
        _ => None,
    });
    match drop.filter(|drop| !drop.named) {
        Some(drop) => Evidence {
            source: Origin::Camera,
            reading: drop.words.clone(),
            sure: Some(drop.confidence as f32),
            confirmed,
            ..Evidence::default()
        },
        None => Evidence { source: Origin::Hand, confirmed, ..Evidence::default() },
    }
}

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
            bail!(say!("the match cannot be kept: {why}", why));
        }
        let journal = Journal::new(opened.store);
        let game = journal.new_game_id();
        Ok(Self { journal, game, events: 0 })
    }

    /// Stores the events that are new, and with each drop among them its picture and how it came to be recorded.
    pub(super) fn keep(&mut self, game: &Match, entries: &[Entry], seen: Option<&Frame>, asked: bool) {
        let new = game.events().get(self.events..).unwrap_or_default();
        if new.is_empty() {
            return;
        }
        self.journal.record(self.game, new, Timestamp::now());
        for (i, event) in new.iter().enumerate() {
            if let (Act::Play { play, .. }, Some(frame)) = (&event.act, seen) {
                // The store counts events from 1.
                self.keep_seen(self.events + i + 1, frame, &evidence(play, entries, asked));
            }
        }
        self.events = game.events().len();
    }

    /// As in the window: a picture may be missing, nothing depends on it.
    fn keep_seen(&self, event: usize, frame: &Frame, evidence: &Evidence) {
        let (Some(store), Ok(event)) = (self.journal.store(), u32::try_from(event)) else { return };
        let pictures = store.pictures();
        if let Some(jpeg) = live::evidence(frame) {
            drop(pictures.keep(self.game, event, &jpeg));
        }
        drop(pictures.keep_evidence(self.game, event, evidence));
    }

    /// The end of it.
    ///
    /// # Errors
    /// If something could not be stored.
    pub(super) fn done(mut self) -> anyhow::Result<()> {
        match self.journal.retry() {
            0 => Ok(()),
            acts => bail!(say!(
                "{acts} acts are not saved: {why}",
                acts,
                why = self.journal.trouble().unwrap_or(say!("the disk refuses"))
            )),
        }
    }
}
