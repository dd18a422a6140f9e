//! A match that comes as its text record: typed, pasted, or read from another screen.

use crate::error::{ImportError, StoreError};
use crate::exchange::share::Imported;
use crate::id::MatchId;
use crate::log::time::Timestamp;
use crate::store::Store;
use game::record::Record;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::Path;

impl Store {
    /// Imports one match from its text record. A match that is already here is not changed.
    ///
    /// # Errors
    /// The error in the record and its place; nothing is stored then.
    pub fn import_record(&mut self, text: &str, now: Timestamp) -> Result<Imported, ImportError> {
        let record = Record::parse(text).map_err(|why| ImportError::Foreign(why.to_string()))?;
        let tag = |name: &str| {
            let found = record.tags.iter().find(|(tag, _)| tag == name);
            found.and_then(|(_, values)| values.first()).map(String::as_str)
        };
        // The same record read twice is the same match, regardless of its writer.
        let id = tag("Id").and_then(|id| id.parse().ok()).unwrap_or_else(|| id_of(text));
        if self.events_stored(id)? > 0 {
            return Ok(Imported { known: 1, ..Imported::default() });
        }
        let there = now.there(record.game.setup().utc_offset);
        let day = tag("Date").and_then(|date| there.day_begins(date.split(' ').next()?));
        self.append(id, record.game.events(), day.unwrap_or(now)).map_err(|why: StoreError| ImportError::Store(why))?;
        Ok(Imported { new: 1, ..Imported::default() })
    }
}

/// The text record of one match that a file may hold.
#[must_use]
pub fn record_in(path: &Path) -> Option<String> {
    /// Size limit of a record.
    const MOST: u64 = 4 << 20;
    let small = fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() < MOST);
    let text = small.then(|| fs::read_to_string(path).ok()).flatten()?;
    text.trim_start_matches('\u{feff}').trim_start().starts_with('[').then_some(text)
}

fn id_of(text: &str) -> MatchId {
    let hash = Sha256::digest(text.trim().as_bytes());
    let seed = hash.iter().take(8).fold(0, |seed: u64, byte| seed << 8 | u64::from(*byte));
    MatchId::from_seed(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    const TEXT: &str =
        "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6 +4\nB 6-3@6-6.s1 +8\nA knock\nend\n";

    #[test]
    fn a_record_is_taken_over_once_and_a_broken_one_not_at_all() {
        let folder = tempdir().unwrap();
        let mut store = Store::open(folder.path()).unwrap().store;
        let now = Timestamp(1_795_000_000_000);
        assert_eq!(store.import_record(TEXT, now).unwrap(), Imported { new: 1, ..Imported::default() });
        assert_eq!(store.import_record(TEXT, now).unwrap(), Imported { known: 1, ..Imported::default() });
        assert_eq!(store.all_matches().unwrap().len(), 1);
        let far = format!("[Date \"2026-11-22 00:20:00+14:00\"]\n[UtcOffset \"840\"]\n{TEXT}");
        store.import_record(&far, now).unwrap();
        let began: Vec<_> = store.all_matches().unwrap().iter().map(|game| game.began().date_text()).collect();
        assert!(began.contains(&"2026-11-22".to_owned()), "the day of the place where it was played: {began:?}");
        let cut = TEXT.trim_end().trim_end_matches("end");
        assert!(matches!(store.import_record(cut, now), Err(ImportError::Foreign(_))));
        let wrong = TEXT.replace("+8", "+9");
        assert!(store.import_record(&wrong, now).is_err(), "points that are not those of the rules");
    }
}
