//! Which tables are there, and what each is told.

use server::TableName;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// What is known of the hall.
#[derive(Debug, Default)]
pub(crate) struct HallNews {
    /// When each table that is connected here was heard of.
    pub(crate) heard: BTreeMap<TableName, Instant>,
    /// Tables that are connected elsewhere.
    pub(crate) elsewhere: BTreeSet<TableName>,
    /// What each table is called to play, as it is told.
    pub(crate) calls: BTreeMap<TableName, String>,
    /// Is the sheet not as it would be made now?
    pub(crate) stale: bool,
    pub(crate) made: Option<Instant>,
    pub(crate) looked: Option<Instant>,
}

impl HallNews {
    /// A table asked or sent something.
    pub(crate) fn hear(&mut self, name: &TableName) {
        match self.heard.get_mut(name) {
            Some(heard) => *heard = Instant::now(),
            None => {
                self.heard.insert(name.clone(), Instant::now());
                self.stale = true;
            }
        }
    }
}
