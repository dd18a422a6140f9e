//! Whole games as JSON, for another installation, another program or the drawer.
//!
//! ```text
//! {"format":"sixty-one games","version":1,"games":[
//! {"id":"16 hex digits","acts":[{"at":1700000000000,"events":[{"kind":"play","version":1,"is":{..}},..]},..],"hash":"64 hex digits"},
//! ..
//! ]}
//! ```
//! One game a line, oldest first; `at` is in milliseconds since 1970 UTC; `is` is the stored form of the event
//! (`codec.rs` lists them); `hash` is the end of the game's chain. Export, import and export again give the same
//! bytes. A file that was reformatted by another program is still good, one whose content was changed is not.
//!
//! The importer also takes what a journal could not save ([`super::Journal::unsaved_json`]): acts with their game and
//! the number of events before them.
//!
//! The importer trusts nothing: it reads and replays everything first, then stores all of it in one transaction or
//! none of it.

use super::chain::{Row, canonical, genesis, hex};
use super::codec::{self, Fact};
use super::{GameId, Store, StoreError, Timestamp, append};
use game::{Match, ReplayError};
use rusqlite::{OptionalExtension as _, TransactionBehavior};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

const FORMAT: &str = "sixty-one games";

/// The format of acts that were in memory only.
pub(super) const UNSAVED: &str = "sixty-one unsaved acts";

const VERSION: u64 = 1;

/// Larger files are refused before they are read: a year of a league is about a tenth of it.
const MAX_BYTES: usize = 512 << 20;

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Imported {
    /// Games that are new here.
    pub new: usize,
    /// Games that were here and have more events now.
    pub longer: usize,
    /// Games that were here already, as long as in the file or longer.
    pub known: usize,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Not what this program writes.
    #[error("this is not a file of Sixty-One games: {0}")]
    Foreign(String),
    /// A newer form.
    #[error("the file is of version {found}, this program reads version {VERSION}")]
    Newer {
        /// Its version.
        found: u64,
    },
    /// Too much for one file.
    #[error("the file has {bytes} bytes, more than the {MAX_BYTES} that are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A part of it is wrong.
    #[error("{place}: {what}")]
    Bad {
        /// Where.
        place: String,
        /// What.
        what: String,
    },
    /// The same game was played on differently here.
    #[error("game {game} goes on differently here from event {event}")]
    Differs {
        /// The game.
        game: GameId,
        /// The first event that is not the same, from 1.
        event: u32,
    },
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// The games as JSON, oldest first, each once.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], [`StoreError::Damaged`] for a game that is not whole, or if the database cannot be read.
    pub fn export(&self, games: &[GameId]) -> Result<String, StoreError> {
        let mut bytes = Vec::new();
        let damaged = self.export_to(games, &mut bytes)?;
        match damaged.into_iter().next() {
            Some(damage) => Err(damage),
            None => String::from_utf8(bytes).map_err(|error| StoreError::Other { detail: error.to_string() }),
        }
    }

    /// Writes the games as JSON, oldest first, each once, one after another: memory holds a single game. Of a game that
    /// is not whole the sound part is written and the damage returned: say so.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], or if the database cannot be read or the file not be written.
    pub fn export_to(&self, games: &[GameId], out: &mut dyn io::Write) -> Result<Vec<StoreError>, StoreError> {
        // One moment for all of it: the writer may go on meanwhile.
        let conn = self.conn.unchecked_transaction()?;
        let mut order = Vec::with_capacity(games.len());
        for &game in &games.iter().copied().collect::<BTreeSet<_>>() {
            let began = conn
                .prepare_cached("SELECT at_ms FROM event WHERE game = ?1 ORDER BY n LIMIT 1")?
                .query_row([game.bits()], |row| row.get::<_, i64>(0))
                .optional()?;
            order.push((began.ok_or(StoreError::NoGame { game })?, game));
        }
        order.sort_unstable();
        let mut damaged = Vec::new();
        let mut separator = "\n";
        write!(out, "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[")?;
        for (_, game) in order {
            let (rows, damage) = append::sound_rows(&conn, game)?;
            if let Some(detail) = damage {
                damaged.push(StoreError::Damaged { game, good_events: rows.len() as u32, detail });
            }
            if !rows.is_empty() {
                write!(out, "{separator}{}", game_json(game, &rows))?;
                separator = ",\n";
            }
        }
        writeln!(out, "{}]}}", if separator == "\n" { "" } else { "\n" })?;
        out.flush()?;
        Ok(damaged)
    }

    /// Takes over all games of a file, or nothing. A game that is here already must be the same as far as both go.
    ///
    /// # Errors
    /// What is wrong with the file, and where; the store is then unchanged.
    pub fn import(&mut self, file: &[u8]) -> Result<Imported, ImportError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() }.into());
        }
        let value = parse_json(file)?;
        if value["format"] == UNSAVED {
            return self.import_acts(&value);
        }
        let games = parse_games(&value)?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let mut done = Imported::default();
        let mut seq = append::last_seq(&tx).map_err(StoreError::from)?;
        for rows in games {
            let Some(game) = rows.first().map(|row| row.game) else { continue };
            let (stored, _damage) = append::sound_rows(&tx, game)?;
            let mut pairs = rows.iter().zip(&stored);
            if let Some((row, _)) = pairs.find(|(row, stored)| row.hash != stored.hash) {
                return Err(ImportError::Differs { game, event: row.n });
            }
            match (stored.len(), rows.len()) {
                (0, _) => done.new += 1,
                (here, there) if here < there => done.longer += 1,
                _ => done.known += 1,
            }
            for row in rows.iter().skip(stored.len()) {
                seq += 1;
                append::insert(&tx, &Row { seq, ..row.clone() }).map_err(StoreError::from)?;
            }
        }
        tx.commit().map_err(StoreError::from)?;
        self.follow();
        self.settle();
        self.derive_now();
        Ok(done)
    }
}

impl Store {
    /// Adds acts that a journal had in memory, all or none.
    fn import_acts(&mut self, value: &Value) -> Result<Imported, ImportError> {
        let Some(acts) = value["acts"].as_array() else { return bad("acts", "they are not a list") };
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let (mut new, mut longer, mut known) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (number, act) in (1..).zip(acts) {
            let place = format!("act {number}");
            let (game, after, at, facts) = parse_unsaved(&place, act)?;
            if append::stored_after(&tx, game, after, &facts, at)?.is_some() {
                known.insert(game);
                continue;
            }
            append::append_within(&tx, game, Some(after), &facts, at)
                .or_else(|error| bad(&place, error.to_string()))?;
            if after == 0 {
                new.insert(game)
            } else {
                longer.insert(game)
            };
        }
        for game in new.union(&longer) {
            let (events, damage) = Self::load_prefix_of(&tx, *game)?;
            let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
            replays(&format!("game {game}"), &events)?;
            damage.map_or(Ok(()), |damage| bad(&format!("game {game}"), damage))?;
        }
        tx.commit().map_err(StoreError::from)?;
        self.follow();
        self.settle();
        self.derive_now();
        let longer = longer.difference(&new).count();
        Ok(Imported { new: new.len(), longer, known: known.len() })
    }
}

type Unsaved = (GameId, u32, Timestamp, Vec<Fact>);

fn parse_unsaved(place: &str, value: &Value) -> Result<Unsaved, ImportError> {
    only(place, value, &["game", "after", "at", "events"])?;
    let Ok(game) = value["game"].as_str().unwrap_or_default().parse() else { return bad(place, "`game` is not an id") };
    let Some(after) = value["after"].as_u64().and_then(|n| u32::try_from(n).ok()) else {
        return bad(place, "`after` is not a number of events");
    };
    let Some(at) = value["at"].as_i64().map(Timestamp) else { return bad(place, "`at` is not a time") };
    let Some(list) = value["events"].as_array().filter(|list| !list.is_empty()) else {
        return bad(place, "it has no events");
    };
    let mut facts = Vec::new();
    for (i, value) in (1..).zip(list) {
        let place = format!("{place}, event {i}");
        decent(&place, &value["is"])?;
        let fact = parse_event(&place, value)?;
        codec::decode(&fact).or_else(|error| bad(&place, error.to_string()))?;
        facts.push(fact);
    }
    Ok((game, after, at, facts))
}

fn game_json(game: GameId, rows: &[Row]) -> String {
    let mut text = format!("{{\"id\":\"{game}\",\"acts\":[");
    for (i, act) in rows.chunk_by(|a, b| a.act == b.act).enumerate() {
        let comma = if i > 0 { "," } else { "" };
        _ = write!(text, "{comma}{{\"at\":{},\"events\":[", act[0].at_ms);
        for (j, row) in act.iter().enumerate() {
            let comma = if j > 0 { "," } else { "" };
            let kind = Value::from(row.kind.as_str());
            _ = write!(text, "{comma}{{\"kind\":{kind},\"version\":{},\"is\":{}}}", row.version, row.payload);
        }
        text.push_str("]}");
    }
    let hash = rows.last().map(|row| hex(&row.hash)).unwrap_or_default();
    _ = write!(text, "],\"hash\":\"{hash}\"}}");
    text
}

fn bad<T>(place: &str, what: impl Into<String>) -> Result<T, ImportError> {
    Err(ImportError::Bad { place: place.to_owned(), what: what.into() })
}

/// JSON of one of our formats in a version that is known.
fn parse_json(file: &[u8]) -> Result<Value, ImportError> {
    if file.len() > MAX_BYTES {
        return Err(ImportError::TooLarge { bytes: file.len() });
    }
    let value: Value = serde_json::from_slice(file).map_err(|error| ImportError::Foreign(error.to_string()))?;
    if value["format"] != FORMAT && value["format"] != UNSAVED {
        return Err(ImportError::Foreign(format!("it does not say \"format\": \"{FORMAT}\"")));
    }
    match value["version"].as_u64() {
        Some(VERSION) => Ok(value),
        Some(found) => Err(ImportError::Newer { found }),
        None => Err(ImportError::Foreign("it has no version".to_owned())),
    }
}

/// The games of a file, their rows chained as they will be stored.
fn parse_games(value: &Value) -> Result<Vec<Vec<Row>>, ImportError> {
    let Some(games) = value["games"].as_array() else { return bad("games", "they are not a list") };
    let mut seen = BTreeSet::new();
    let mut parsed = Vec::with_capacity(games.len());
    for (number, game) in (1..).zip(games) {
        let rows = parse_game(&format!("game {number}"), game)?;
        if let Some(row) = rows.first().filter(|row| !seen.insert(row.game)) {
            return bad(&format!("game {number}"), format!("{} is in the file twice", row.game));
        }
        parsed.push(rows);
    }
    Ok(parsed)
}

fn parse_game(place: &str, value: &Value) -> Result<Vec<Row>, ImportError> {
    only(place, value, &["id", "acts", "hash"])?;
    let id = value["id"].as_str().unwrap_or_default();
    let game: GameId =
        id.parse().map_err(|e: super::BadGameId| ImportError::Bad { place: place.to_owned(), what: e.to_string() })?;
    let place = format!("{place} ({game})");
    let Some(acts) = value["acts"].as_array().filter(|acts| !acts.is_empty()) else {
        return bad(&place, "it has no acts");
    };
    let mut rows = Vec::new();
    let mut events = Vec::new();
    for (act, value) in (1..).zip(acts) {
        parse_act(&place, game, act, value, &mut rows, &mut events)?;
    }
    let end = rows.last().map(|row| hex(&row.hash)).unwrap_or_default();
    if value["hash"] != end.as_str() {
        return bad(&place, "its content does not match its checksum");
    }
    replays(&place, &events)?;
    Ok(rows)
}

fn parse_act(
    place: &str,
    game: GameId,
    act: u32,
    value: &Value,
    rows: &mut Vec<Row>,
    events: &mut Vec<codec::Event>,
) -> Result<(), ImportError> {
    let place = format!("{place}, act {act}");
    only(&place, value, &["at", "events"])?;
    let Some(at) = value["at"].as_i64().map(Timestamp) else { return bad(&place, "`at` is not a time") };
    let Some(list) = value["events"].as_array().filter(|list| !list.is_empty()) else {
        return bad(&place, "it has no events");
    };
    for (i, value) in list.iter().enumerate() {
        let place = format!("{place}, event {}", i + 1);
        decent(&place, &value["is"])?;
        let fact = parse_event(&place, value)?;
        let event = codec::decode(&fact).or_else(|error| bad(&place, error.to_string()))?;
        // An older file may lack rules that there was no choice about then, so its beginning is not compared.
        if fact.kind != "start" && codec::encode(&event) != fact {
            return bad(&place, "it is not written as this program writes it");
        }
        let previous = rows.last().map_or_else(|| genesis(game), |row| row.hash);
        let mut row = Row {
            seq: 0,
            game,
            n: rows.len() as u32 + 1,
            act,
            more: i + 1 < list.len(),
            at_ms: at.0,
            version: fact.version,
            kind: fact.kind,
            payload: canonical(&fact.payload),
            hash: [0; 32],
        };
        row.hash = row.expected_hash(&previous);
        rows.push(row);
        events.push(event);
    }
    Ok(())
}

fn parse_event(place: &str, value: &Value) -> Result<Fact, ImportError> {
    only(place, value, &["kind", "version", "is"])?;
    let Some(kind) = value["kind"].as_str() else { return bad(place, "`kind` is not a text") };
    let Some(version) = value["version"].as_u64().and_then(|v| u32::try_from(v).ok()) else {
        return bad(place, "`version` is not a number");
    };
    Ok(Fact { kind: kind.to_owned(), version, payload: value["is"].clone() })
}

/// Reads a file to be imported.
///
/// # Errors
/// If it is not a file, longer than what is read, or cannot be read.
pub fn read_games(path: &Path) -> Result<Vec<u8>, ImportError> {
    let failed = |error: io::Error| ImportError::Store(error.into());
    let read = super::place::read_file(path, MAX_BYTES as u64 + 1).map_err(failed)?;
    let bytes = read.ok_or_else(|| ImportError::Foreign("it is not a file".to_owned()))?;
    if bytes.len() > MAX_BYTES { Err(ImportError::TooLarge { bytes: bytes.len() }) } else { Ok(bytes) }
}

/// Longest name of a player or of house rules.
const MAX_NAME: usize = 100;

/// Longest text of any kind, such as the reason of an adjustment.
const MAX_TEXT: usize = 10_000;

/// Refuses texts that nobody typed: endless ones, and letters that a terminal or a spreadsheet obeys.
fn decent(place: &str, value: &Value) -> Result<(), ImportError> {
    match value {
        Value::String(text) if text.chars().any(char::is_control) => bad(place, "a text in it has control characters"),
        Value::String(text) if text.chars().count() > MAX_TEXT => bad(place, "a text in it is too long"),
        Value::Array(items) => items.iter().try_for_each(|item| decent(place, item)),
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            let mut names = value.as_array().into_iter().flatten().chain([value]).filter_map(Value::as_str);
            if matches!(key.as_str(), "players" | "house") && names.any(|name| name.chars().count() > MAX_NAME) {
                return bad(place, format!("a name in it has more than {MAX_NAME} letters"));
            }
            decent(place, value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// An object with exactly these fields.
fn only(place: &str, value: &Value, keys: &[&str]) -> Result<(), ImportError> {
    let Some(map) = value.as_object() else { return bad(place, "it is not an object") };
    if let Some(key) = keys.iter().find(|key| !map.contains_key(**key)) {
        return bad(place, format!("`{key}` is missing"));
    }
    match map.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => bad(place, format!("`{}` is not known", key.chars().take(40).collect::<String>())),
        None => Ok(()),
    }
}

/// Can the game have been played?
fn replays(place: &str, events: &[codec::Event]) -> Result<(), ImportError> {
    match Match::audit(events) {
        // Other scores than this program would give are kept: the rules' reading may have been another then.
        Ok(_differing) => Ok(()),
        Err(ReplayError::Refused { event, why }) => {
            bad(&format!("{place}, event {} of the game", event + 1), format!("it cannot have happened: {why}"))
        }
        Err(error) => bad(place, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::Walker;
    use super::*;

    #[test]
    fn the_walker_agrees_with_what_the_importer_makes() {
        let game = GameId::from_seed(3);
        let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), &["A", "B"]);
        let events = game::self_play::play_match(setup, &[], false, 3).unwrap();
        let acts: Vec<Value> = events
            .events()
            .iter()
            .map(|event| serde_json::json!({ "at": 5, "events": [codec::to_json(event)] }))
            .collect();
        let mut rows = Vec::new();
        for (act, value) in (1..).zip(&acts) {
            parse_act("here", game, act, value, &mut rows, &mut Vec::new()).unwrap();
        }
        let mut walker = Walker::new(game);
        for row in &rows {
            walker.step(row).unwrap();
        }
        assert_eq!(walker.whole as usize, acts.len());
    }
}
