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
//! The importer also takes what a journal could not save ([`crate::journal::Journal::unsaved_json`]): acts with their game and
//! the number of events before them.
//!
//! It takes another database of this program too, a backup or one that was kept aside: the sound part of each game.
//!
//! The importer trusts nothing: it reads and replays game after game (`intake.rs`), and stores all of them in one
//! transaction or none.

use crate::error::{ImportError, StoreError};
use crate::exchange::intake;
use crate::files::disk::{self as fs, File};
use crate::id::MatchId;
use crate::log::chain::{Hash, Row, genesis, hex};
use crate::log::codec::{self, Event, Fact};
use crate::log::time::Timestamp;
use crate::log::{append, rows, schema};
use crate::sqlite;
use crate::store::Store;
use game::stats::Facts;
use game::{Match, ReplayError};
use language::say;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Read, Seek};
use std::path::Path;

const FORMAT: &str = "sixty-one games";

/// The format of acts that were in memory only.
pub(crate) const UNSAVED: &str = "sixty-one unsaved acts";

const VERSION: u64 = 1;

/// Larger files are refused before they are read: 20,000 games are a tenth of it.
const MAX_BYTES: u64 = 4 << 30;

/// Limit of events in a match: a database that claims more is not ours.
const MAX_EVENTS: i64 = 100_000;

/// Result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Imported {
    /// Games that are new here.
    pub new: usize,
    /// Games that were here and have more events now.
    pub longer: usize,
    /// Games that were here already, as long as in the file or longer.
    pub known: usize,
}

impl Store {
    /// The games as JSON, oldest first, each once.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], [`StoreError::Damaged`] for a game that is not whole, or if the database cannot be read.
    pub fn export(&self, games: &[MatchId]) -> Result<String, StoreError> {
        let mut bytes = Vec::new();
        let damaged = self.export_to(games, &mut bytes)?;
        match damaged.into_iter().next() {
            Some(damage) => Err(damage),
            None => String::from_utf8(bytes).map_err(|error| StoreError::Other { detail: error.to_string() }),
        }
    }

    /// Writes the matches as JSON, oldest first, with one match in memory at a time. Of a damaged match the intact part
    /// is written and the damage returned, for a message.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], or if the database cannot be read or the file not be written.
    pub fn export_to(&self, games: &[MatchId], out: &mut dyn io::Write) -> Result<Vec<StoreError>, StoreError> {
        // One snapshot for everything, because the writer may continue.
        let conn = self.conn.unchecked_transaction()?;
        let mut order = Vec::with_capacity(games.len());
        for &game in &games.iter().copied().collect::<BTreeSet<_>>() {
            let began = conn
                .prepare_cached("SELECT at_ms FROM event WHERE game = ?1 ORDER BY n LIMIT 1")?
                .query_row([game.bits()], |row| row.get::<_, i64>(0))
                .optional()?;
            order.push((began.ok_or(StoreError::NoMatch { game })?, game));
        }
        order.sort_unstable();
        let mut damaged = Vec::new();
        let mut separator = "\n";
        write!(out, "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[")?;
        for (_, game) in order {
            let (rows, damage) = rows::sound_rows(&conn, game)?;
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

    /// Writes a table of games, oldest first, some at a time: memory holds no more of them. `rows` makes the table of some,
    /// with its head.
    ///
    /// # Errors
    /// If the database cannot be read or the file not be written.
    pub fn write_table(
        &self,
        games: &[MatchId],
        rows: impl Fn(&[Facts]) -> String,
        out: &mut dyn io::Write,
    ) -> Result<(), StoreError> {
        const AT_ONCE: usize = 200;
        let mut began = self.conn.prepare("SELECT at_ms FROM event WHERE game = ?1 AND n = 1")?;
        let mut order = Vec::with_capacity(games.len());
        for &game in games {
            order.push((
                began.query_row([game.bits()], |row| row.get::<_, i64>(0)).optional()?,
                game.to_string(),
                game,
            ));
        }
        order.sort_unstable();
        let games: Vec<MatchId> = order.into_iter().map(|(.., game)| game).collect();
        let mut text = rows(&[]);
        let head = text.len();
        for some in games.chunks(AT_ONCE) {
            out.write_all(text.as_bytes())?;
            text = rows(&self.facts_with_turns(some)?);
            text.drain(..head);
        }
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Imports all games of a file, or nothing. A game that is already here must agree as far as both go.
    ///
    /// # Errors
    /// The error in the file and its place; the store is then unchanged.
    pub fn import_file(&mut self, path: &Path) -> Result<Imported, ImportError> {
        let failed = |error: io::Error| ImportError::Store(error.into());
        let meta = fs::metadata(path).map_err(failed)?;
        if !meta.is_file() {
            return Err(ImportError::Foreign(say!("it is not a file").to_owned()));
        }
        if meta.len() > MAX_BYTES {
            return Err(ImportError::TooLarge { bytes: meta.len(), most: MAX_BYTES });
        }
        if sqlite::starts_like_sqlite(path) {
            return self.import_database(path, |game, event| Err(ImportError::Differs { game, event }));
        }
        self.import_from(&mut File::open(path).map_err(failed)?)
    }

    /// Imports a file given as bytes.
    ///
    /// # Errors
    /// As [`Self::import_file`].
    pub fn import(&mut self, file: &[u8]) -> Result<Imported, ImportError> {
        self.import_from(&mut io::Cursor::new(file))
    }

    fn import_from(&mut self, file: &mut (impl Read + Seek)) -> Result<Imported, ImportError> {
        let head = intake::head(&mut *file)?;
        let unsaved = head.format == UNSAVED;
        if head.format != FORMAT && !unsaved {
            return Err(ImportError::Foreign(say!("it does not say \"format\": \"{format}\"", format = FORMAT)));
        }
        match head.version.as_u64() {
            Some(VERSION) => {}
            Some(found) => return Err(ImportError::Newer { found, known: VERSION }),
            None => return Err(ImportError::Foreign(say!("it has no version").to_owned())),
        }
        file.rewind().map_err(StoreError::from)?;
        self.take(|tx| if unsaved { take_acts(tx, file) } else { take_games(tx, file) })
    }

    /// Imports the sound part of each game of another database of this program. `differs` says what becomes of a game
    /// that continued differently here, from an event on.
    pub(crate) fn import_database(
        &mut self,
        path: &Path,
        mut differs: impl FnMut(MatchId, u32) -> Result<(), ImportError>,
    ) -> Result<Imported, ImportError> {
        let refused = |error: rusqlite::Error| ImportError::Foreign(error.to_string());
        let conn = sqlite::connect_reader(path).map_err(refused)?;
        let version = schema::version(&conn).map_err(refused)?;
        let ours =
            schema::application(&conn).map_err(refused)? == schema::APPLICATION_ID && version <= schema::KNOWN_VERSION;
        if !ours || schema::difference(&conn, version).map_err(refused)?.is_some() {
            return Err(ImportError::Foreign(say!("it is another database").to_owned()));
        }
        let odd = "SELECT game FROM event GROUP BY game
            HAVING count(*) > ?1 OR max(octet_length(payload)) > ?2 OR max(octet_length(kind)) > ?2 LIMIT 1";
        let odd: Option<i64> =
            conn.query_row(odd, (MAX_EVENTS, 1 << 20), |row| row.get(0)).optional().map_err(refused)?;
        if let Some(game) = odd {
            return bad(
                &say!("match {id}", id = MatchId(game)),
                say!("it has more or longer events than a match can have"),
            );
        }
        self.take(|tx| {
            let mut done = Imported::default();
            for game in crate::derived::lines::match_ids(&conn)? {
                let (rows, _damage) = rows::sound_rows(&conn, game)?;
                let place = say!("match {id}", id = game);
                let mut events = Vec::with_capacity(rows.len());
                for row in &rows {
                    let fact = rows::fact_of(row).or_else(|error| bad(&place, error))?;
                    decent(&place, &fact.payload)?;
                    events.push(codec::decode(&fact).or_else(|error| bad(&place, error.to_string()))?);
                }
                if !rows.is_empty() {
                    replays(&place, &events)?;
                    match take_game(tx, &rows, &mut done) {
                        Err(ImportError::Differs { game, event }) => differs(game, event)?,
                        other => other?,
                    }
                }
            }
            Ok(done)
        })
    }

    /// Imports what `read` stores, all or nothing.
    fn take(
        &mut self,
        read: impl FnOnce(&Connection) -> Result<Imported, ImportError>,
    ) -> Result<Imported, ImportError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() }.into());
        }
        self.place.holds()?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let done = read(&tx)?;
        tx.commit().map_err(StoreError::from)?;
        self.place.holds()?;
        self.follow();
        self.settle();
        self.derive_now();
        Ok(done)
    }
}

/// The games of a file, one after another.
fn take_games(tx: &Connection, file: &mut impl Read) -> Result<Imported, ImportError> {
    let (mut done, mut seen) = (Imported::default(), BTreeSet::new());
    intake::each(file, "games", &mut |number, game| {
        let rows = parse_game(&say!("game {number}", number), &game)?;
        if let Some(row) = rows.first().filter(|row| !seen.insert(row.game)) {
            return bad(&say!("game {number}", number), say!("{game} is in the file twice", game = row.game));
        }
        take_game(tx, &rows, &mut done)
    })?;
    Ok(done)
}

/// Adds the missing events of a game that was found intact.
fn take_game(tx: &Connection, rows: &[Row], done: &mut Imported) -> Result<(), ImportError> {
    let Some(game) = rows.first().map(|row| row.game) else { return Ok(()) };
    let (stored, _damage) = rows::sound_rows(tx, game)?;
    let mut pairs = rows.iter().zip(&stored);
    if let Some((row, _)) = pairs.find(|(row, stored)| row.hash != stored.hash) {
        return Err(ImportError::Differs { game, event: row.n });
    }
    match (stored.len(), rows.len()) {
        (0, _) => done.new += 1,
        (here, there) if here < there => done.longer += 1,
        _ => done.known += 1,
    }
    let last = rows::last_seq(tx).map_err(StoreError::from)?;
    for (seq, row) in (last + 1..).zip(rows.iter().skip(stored.len())) {
        rows::insert(tx, &Row { seq, ..row.clone() }).map_err(StoreError::from)?;
    }
    Ok(())
}

/// Adds acts that a journal had in memory.
fn take_acts(tx: &Connection, file: &mut impl Read) -> Result<Imported, ImportError> {
    let (mut new, mut longer, mut known) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    intake::each(file, "acts", &mut |number, act| {
        let place = say!("act {number}", number);
        let (game, after, at, facts) = parse_unsaved(&place, &act)?;
        if rows::stored_after(tx, game, after, &facts, at)?.is_some() {
            known.insert(game);
            return Ok(());
        }
        append::append_within(tx, game, Some(after), &facts, at).or_else(|error| bad(&place, error.to_string()))?;
        if after == 0 {
            new.insert(game)
        } else {
            longer.insert(game)
        };
        Ok(())
    })?;
    for game in new.union(&longer) {
        let (events, damage) = Store::load_prefix_of(tx, *game)?;
        let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
        replays(&say!("match {id}", id = game), &events)?;
        damage.map_or(Ok(()), |damage| bad(&say!("match {id}", id = game), damage))?;
    }
    let longer = longer.difference(&new).count();
    Ok(Imported { new: new.len(), longer, known: known.len() })
}

type Unsaved = (MatchId, u32, Timestamp, Vec<Fact>);

fn parse_unsaved(place: &str, value: &Value) -> Result<Unsaved, ImportError> {
    only(place, value, &["game", "after", "at", "events"])?;
    let Ok(game) = value["game"].as_str().unwrap_or_default().parse() else {
        return bad(place, say!("`game` is not a match id"));
    };
    let Some(after) = value["after"].as_u64().and_then(|n| u32::try_from(n).ok()) else {
        return bad(place, say!("`after` is not a number of events"));
    };
    let Some(at) = value["at"].as_i64().map(Timestamp) else { return bad(place, say!("`at` is not a time")) };
    let Some(list) = value["events"].as_array().filter(|list| !list.is_empty()) else {
        return bad(place, say!("it has no events"));
    };
    let mut facts = Vec::new();
    for (i, value) in (1..).zip(list) {
        let place = say!("{place}, event {n}", place, n = i);
        decent(&place, &value["is"])?;
        let fact = parse_event(&place, value)?;
        codec::decode(&fact).or_else(|error| bad(&place, error.to_string()))?;
        facts.push(fact);
    }
    Ok((game, after, at, facts))
}

fn game_json(id: MatchId, rows: &[Row]) -> String {
    format!("{{\"id\":\"{id}\",{}}}", acts_json(rows))
}

/// The acts of these rows, and the hash at their end.
pub(crate) fn acts_json(rows: &[Row]) -> String {
    let mut text = "\"acts\":[".to_owned();
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
    _ = write!(text, "],\"hash\":\"{hash}\"");
    text
}

pub(crate) fn bad<T>(place: &str, what: impl Into<String>) -> Result<T, ImportError> {
    Err(ImportError::Bad { place: place.to_owned(), what: what.into() })
}

pub(crate) fn parse_game(place: &str, value: &Value) -> Result<Vec<Row>, ImportError> {
    only(place, value, &["id", "acts", "hash"])?;
    let id = value["id"].as_str().unwrap_or_default();
    let game: MatchId = id
        .parse()
        .map_err(|e: crate::id::BadMatchId| ImportError::Bad { place: place.to_owned(), what: e.to_string() })?;
    let place = format!("{place} ({game})");
    let acts = read_acts(&place, value)?;
    let (rows, events): (Vec<Row>, Vec<Event>) =
        rows_of(game, &acts, (0, 0, genesis(game))).into_iter().map(|(row, event)| (row, event.clone())).unzip();
    let end = rows.last().map(|row| hex(&row.hash)).unwrap_or_default();
    if value["hash"] != end.as_str() {
        return bad(&place, say!("its content does not match its checksum"));
    }
    replays(&place, &events)?;
    Ok(rows)
}

/// An act that was read: its time and its events, each with its stored form.
pub(crate) type ReadAct = (Timestamp, Vec<(Fact, Event)>);

/// Reads the acts of a match or of a part of one.
pub(crate) fn read_acts(place: &str, value: &Value) -> Result<Vec<ReadAct>, ImportError> {
    let Some(acts) = value["acts"].as_array().filter(|acts| !acts.is_empty()) else {
        return bad(place, say!("it has no acts"));
    };
    (1..).zip(acts).map(|(n, act)| read_act(&say!("{place}, act {act}", place, act = n), act)).collect()
}

fn read_act(place: &str, value: &Value) -> Result<ReadAct, ImportError> {
    only(place, value, &["at", "events"])?;
    let Some(at) = value["at"].as_i64().map(Timestamp) else { return bad(place, say!("`at` is not a time")) };
    let Some(list) = value["events"].as_array().filter(|list| !list.is_empty()) else {
        return bad(place, say!("it has no events"));
    };
    let mut events = Vec::with_capacity(list.len());
    for (i, value) in (1..).zip(list) {
        let place = say!("{place}, event {n}", place, n = i);
        decent(&place, &value["is"])?;
        let fact = parse_event(&place, value)?;
        let event = codec::decode(&fact).or_else(|error| bad(&place, error.to_string()))?;
        // An older file may lack rules that there was no choice about then, so its beginning is not compared.
        if fact.kind != "start" && codec::encode(&event) != fact {
            return bad(&place, say!("it is not in the form that this program writes"));
        }
        events.push((fact, event));
    }
    Ok((at, events))
}

/// Returns the rows of acts with their events; before them come these numbers of events and of acts, and this hash.
pub(crate) fn rows_of(game: MatchId, acts: &[ReadAct], (after, act, mut hash): (u32, u32, Hash)) -> Vec<(Row, &Event)> {
    let mut rows = Vec::new();
    for (act, (at, events)) in (act + 1..).zip(acts) {
        for (i, (fact, event)) in (1..).zip(events) {
            let n = after + rows.len() as u32 + 1;
            let row = rows::row_of(fact, (game, n, act), i < events.len(), *at, &hash);
            hash = row.hash;
            rows.push((row, event));
        }
    }
    rows
}

fn parse_event(place: &str, value: &Value) -> Result<Fact, ImportError> {
    only(place, value, &["kind", "version", "is"])?;
    let Some(kind) = value["kind"].as_str() else { return bad(place, say!("`kind` is not a text")) };
    let Some(version) = value["version"].as_u64().and_then(|v| u32::try_from(v).ok()) else {
        return bad(place, say!("`version` is not a number"));
    };
    Ok(Fact { kind: kind.to_owned(), version, payload: value["is"].clone() })
}

/// Longest name of a player or of house rules.
const MAX_NAME: usize = 100;

/// Longest text of any kind, such as the reason of an adjustment.
const MAX_TEXT: usize = 10_000;

/// Refuses texts that no person typed: endless ones, and letters that a terminal or a spreadsheet obeys.
fn decent(place: &str, value: &Value) -> Result<(), ImportError> {
    match value {
        Value::String(text) if text.chars().any(char::is_control) => {
            bad(place, say!("one of its texts has control characters"))
        }
        Value::String(text) if text.chars().count() > MAX_TEXT => bad(place, say!("one of its texts is too long")),
        Value::Array(items) => items.iter().try_for_each(|item| decent(place, item)),
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            let mut names = value.as_array().into_iter().flatten().chain([value]).filter_map(Value::as_str);
            if matches!(key.as_str(), "players" | "house") && names.any(|name| name.chars().count() > MAX_NAME) {
                return bad(place, say!("one of its names has more than {most} letters", most = MAX_NAME));
            }
            decent(place, value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// An object with exactly these fields.
pub(crate) fn only(place: &str, value: &Value, keys: &[&str]) -> Result<(), ImportError> {
    let Some(map) = value.as_object() else { return bad(place, say!("it is not an object")) };
    if let Some(key) = keys.iter().find(|key| !map.contains_key(**key)) {
        return bad(place, say!("`{key}` is missing", key));
    }
    match map.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => bad(place, say!("unknown field `{key}`", key = key.chars().take(40).collect::<String>())),
        None => Ok(()),
    }
}

/// Checks that the game can have been played.
fn replays(place: &str, events: &[Event]) -> Result<(), ImportError> {
    match Match::audit(events) {
        // Other scores than this program would give are kept: the rules' reading may have been another then.
        Ok(_differing) => Ok(()),
        Err(ReplayError::Refused { event, why }) => {
            bad(&say!("{place}, event {n} of the match", place, n = event + 1), say!("it is impossible: {why}", why))
        }
        Err(error) => bad(place, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::chain::Walker;

    #[test]
    fn the_walker_agrees_with_what_the_importer_makes() {
        let game = MatchId::from_seed(3);
        let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), &["A", "B"]);
        let events = game::self_play::play_match(setup, &[], false, 3).unwrap();
        let acts: Vec<Value> = events
            .events()
            .iter()
            .map(|event| serde_json::json!({ "at": 5, "events": [codec::to_json(event)] }))
            .collect();
        let acts = read_acts("here", &serde_json::json!({ "acts": acts })).unwrap();
        let mut walker = Walker::new(game);
        for (row, _) in rows_of(game, &acts, (0, 0, genesis(game))) {
            walker.step(&row).unwrap();
        }
        assert_eq!(walker.whole as usize, acts.len());
    }
}
