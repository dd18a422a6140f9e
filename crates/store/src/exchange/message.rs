//! Message of a table to its club: the events of each match that the club does not have yet.
//!
//! ```text
//! {"format":"sixty-one pieces","version":1,"games":[
//! {"id":"16 hex digits","after":17,"acts":[{"at":..,"events":[..]},..],"hash":"64 hex digits"}
//! ]}
//! ```
//! `after` events are there; acts are written as in a file of games (`share.rs`), and `hash` is the end of the game's
//! chain with them, so that a piece fits to one past only. Sending it twice, or with events that are already there,
//! makes no difference.

use crate::error::{ImportError, StoreError};
use crate::exchange::share::{ReadAct, acts_json, bad, only, read_acts, rows_of};
use crate::id::MatchId;
use crate::log::chain::{Hash, Row, genesis, hex};
use crate::log::codec::{self, Event};
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::store::Store;
use language::say;
use serde_json::Value;

const FORMAT: &str = "sixty-one pieces";
const VERSION: u64 = 1;

impl Store {
    /// Returns the events of a match after the first `after`, to be sent; `None` if there are none.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn piece(&self, id: MatchId, after: u32) -> Result<Option<String>, StoreError> {
        let (rows, _damage) = rows::sound_rows(&self.conn, id)?;
        let rows = rows.get(after as usize..).unwrap_or_default();
        Ok((!rows.is_empty()).then(|| piece_json(id, after, rows)))
    }

    /// The time of the event that was recorded last, as the clock said then: by the order of recording, which no clock changes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_recorded(&self) -> Result<Option<Timestamp>, StoreError> {
        let last = rows::last_row(&self.conn)?;
        Ok(last.map(|row| Timestamp(row.at_ms)))
    }
}

fn piece_json(id: MatchId, after: u32, rows: &[Row]) -> String {
    let acts = acts_json(rows);
    format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[\n{{\"id\":\"{id}\",\"after\":{after},{acts}}}\n]}}\n"
    )
}

/// Splits a match into pieces of one event, for a sender that keeps no record of it.
#[must_use]
pub fn pieces_of(id: MatchId, events: &[Event], at: Timestamp) -> Vec<String> {
    let mut hash = genesis(id);
    let piece = |(n, event): (u32, &Event)| {
        let row = rows::row_of(&codec::encode(event), (id, n, n), false, at, &hash);
        hash = row.hash;
        piece_json(id, n - 1, &[row])
    };
    (1..).zip(events).map(piece).collect()
}

/// Events that claim to follow the first `after` events of a match.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The game.
    pub game: MatchId,
    /// Events of it that come before.
    pub after: u32,
    acts: Vec<ReadAct>,
    hash: String,
}

/// Reads a table's message.
///
/// # Errors
/// The error and its place.
pub fn read_pieces(json: &[u8]) -> Result<Vec<Piece>, ImportError> {
    let value: Value = serde_json::from_slice(json).map_err(|error| ImportError::Foreign(error.to_string()))?;
    if value["format"] != FORMAT {
        return Err(ImportError::Foreign(say!("it does not say \"format\": \"{format}\"", format = FORMAT)));
    }
    match value["version"].as_u64() {
        Some(VERSION) => {}
        Some(found) => return Err(ImportError::Newer { found, known: VERSION }),
        None => return Err(ImportError::Foreign(say!("it has no version").to_owned())),
    }
    let games = value["games"].as_array().map(Vec::as_slice).unwrap_or_default();
    (1..).zip(games).map(|(number, game)| read_piece(&say!("game {number}", number), game)).collect()
}

fn read_piece(place: &str, value: &Value) -> Result<Piece, ImportError> {
    only(place, value, &["id", "after", "acts", "hash"])?;
    let Ok(game) = value["id"].as_str().unwrap_or_default().parse() else {
        return bad(place, say!("`id` is not a match id"));
    };
    let place = format!("{place} ({game})");
    let Some(after) = value["after"].as_u64().and_then(|n| u32::try_from(n).ok()) else {
        return bad(&place, say!("`after` is not a number of events"));
    };
    let acts = read_acts(&place, value)?;
    let Some(hash) = value["hash"].as_str() else { return bad(&place, say!("`hash` is not a text")) };
    Ok(Piece { game, after, acts, hash: hash.to_owned() })
}

impl Piece {
    /// Returns the rows and events that follow the act and hash at `after`.
    ///
    /// # Errors
    /// The final hash differs: the piece follows another past, or was changed.
    pub fn rows(&self, act: u32, hash: Hash) -> Result<Vec<(Row, &Event)>, ImportError> {
        let rows = rows_of(self.game, &self.acts, (self.after, act, hash));
        if hex(&rows.last().map_or(hash, |(row, _)| row.hash)) == self.hash {
            return Ok(rows);
        }
        let what = say!("up to event {n} the match differs here, or the data is incomplete", n = self.after);
        bad(&say!("match {id}", id = self.game), what)
    }
}

/// Returns the event of a row.
///
/// # Errors
/// This program does not know the event.
pub fn event_of(row: &Row) -> Result<Event, String> {
    codec::decode(&rows::fact_of(row)?).map_err(|error| format!("event {}: {error}", row.n))
}
