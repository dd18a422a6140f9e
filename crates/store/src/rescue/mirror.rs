//! The latest acts a second time, and how long every game is: a text file beside the database, `sessions.mirror`.
//!
//! A database, its write-ahead log and its backups can each lose something without looking damaged: a log that is
//! deleted, an old copy put in the place of the new. This file knows better. It is added to and synced after each
//! commit, so it never says more than was stored; what the database has less than it says is lost, and the acts since
//! the last backup stand here whole, to be put back. Thus one damaged file costs nothing:
//!
//! ```text
//! SUM base SEQ                                   events up to this place of the log are not repeated here
//! SUM game ID N ACT HASH STARTED PLACE WHO       how far a game went then: events, acts, end of its chain, who plays
//! SUM row [SEQ,"ID",N,ACT,MORE,AT,VERSION,"KIND","PAYLOAD","HASH"]        an event since then
//! ```
//! Each line carries its own checksum; one that does not match is passed over. The file may be lost at any time: it is
//! then rebuilt from the log.

use crate::error::StoreError;
use crate::files::disk::{self as fs, File};
use crate::files::{place, sync};
use crate::id::MatchId;
use crate::log::chain::{Hash, Row, hex, unhex};
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::sqlite;
use language::say;
use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Size of the rows from which on the file is rewritten, once a backup has them too.
const LONG: u64 = 256 << 10;

/// More new events at once than this (an import) are only counted: their file is still there.
const MANY: usize = 4000;

/// Last events that a rewritten file repeats.
const REPEATED: i64 = 1000;

/// Of a large store this many games are compared when it is opened; the rest in the background.
const COMPARED: usize = 300;

/// Size limit: a longer file is not ours.
const MAX_BYTES: u64 = 256 << 20;

/// Length of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub n: u32,
    pub act: u32,
    pub hash: Hash,
    pub started: i64,
    /// Place of its last event in the log.
    pub seq: i64,
    /// Players and rules, in words.
    pub who: String,
}

/// A game of which the database has less than it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    pub game: MatchId,
    /// Events that are there.
    pub here: u32,
    /// Events that there were.
    pub once: u32,
    pub started: i64,
    pub who: String,
}

/// Names the match and how much of it is here.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, here, once, started, who } = self;
        let day = Timestamp(*started).day_words();
        f.write_str(&say!("{who} on {day} ({game}): {here} events, previously {once}", who, day, game, here, once))
    }
}

impl Missing {
    /// The damage that it is.
    pub(crate) fn damage(&self) -> StoreError {
        StoreError::Corrupt {
            detail: say!(
                "{who} has {here} events and previously had {once}",
                who = self.who,
                here = self.here,
                once = self.once
            ),
        }
    }
}

/// Content of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirror {
    pub games: BTreeMap<MatchId, Known>,
    /// The events that it repeats, in order.
    pub rows: Vec<Row>,
    /// The place of the log up to which it goes.
    pub seq: i64,
}

impl Mirror {
    /// Reads the file; damaged lines are skipped, a missing file is empty.
    pub(crate) fn read(path: &Path) -> Self {
        let mut mirror = Self::default();
        let Ok(Some(bytes)) = place::read_file(path, MAX_BYTES) else { return mirror };
        for line in bytes.split(|&byte| byte == b'\n') {
            let Some(line) = checked(line) else { continue };
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "base" => mirror.seq = rest.parse().unwrap_or(0).max(mirror.seq),
                "game" => mirror.take_game(rest),
                "row" => mirror.take_row(rest),
                _ => {}
            }
        }
        mirror
    }

    fn take_game(&mut self, text: &str) {
        let mut parts = text.splitn(7, ' ');
        let mut take = || -> Option<(MatchId, Known)> {
            let game = id(parts.next()?)?;
            let known = Known {
                n: parts.next()?.parse().ok()?,
                act: parts.next()?.parse().ok()?,
                hash: unhex(parts.next()?)?,
                started: parts.next()?.parse().ok()?,
                seq: parts.next()?.parse().ok()?,
                who: parts.next()?.to_owned(),
            };
            Some((game, known))
        };
        if let Some((game, known)) = take() {
            self.games.insert(game, known);
        }
    }

    fn take_row(&mut self, text: &str) {
        type RowParts = (i64, String, u32, u32, bool, i64, u32, String, String, String);
        let Ok(parts) = serde_json::from_str::<RowParts>(text) else { return };
        let (seq, game, n, act, more, at_ms, version, kind, payload, hash) = parts;
        let (Some(game), Some(hash)) = (id(&game), unhex(&hash)) else { return };
        let row = Row { seq, game, n, act, more, at_ms, version, kind, payload, hash };
        self.note(&row);
        self.rows.push(row);
    }

    /// Follows the games with an event.
    fn note(&mut self, row: &Row) {
        self.seq = self.seq.max(row.seq);
        let known = self.games.entry(row.game).or_insert_with(|| Known {
            n: 0,
            act: 0,
            hash: row.hash,
            started: row.at_ms,
            seq: row.seq,
            who: String::new(),
        });
        if row.n == 1 {
            (known.started, known.who) = (row.at_ms, who(row));
        }
        if row.n > known.n {
            (known.n, known.act, known.hash, known.seq) = (row.n, row.act, row.hash, row.seq);
        }
    }

    /// Reports whether anything was ever stored, as far as this file knows.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games of which the database has less than this file says, those of the last events first. Of many games in
    /// a store too large to look at everything some are compared.
    pub(crate) fn missing(&self, conn: &Connection, all: bool) -> Result<Vec<Missing>, StoreError> {
        let mut games: Vec<_> = self.games.iter().collect();
        games.sort_by_key(|(_, known)| std::cmp::Reverse(known.seq));
        if !all && games.len() > COMPARED {
            let rest = games.split_off(COMPARED / 2);
            let step = rest.len().div_ceil(COMPARED / 2);
            games.extend(rest.into_iter().step_by(step));
        }
        let mut missing = Vec::new();
        for (&game, known) in games {
            let there: Option<Hash> = conn
                .prepare_cached("SELECT hash FROM event WHERE game = ?1 AND n = ?2")?
                .query_row((game.bits(), known.n), |row| row.get(0))
                .optional()?;
            if there != Some(known.hash) {
                let here = rows::head(conn, game)?.n;
                // An event at its place that is another one counts as none.
                let here = if here >= known.n { known.n - 1 } else { here };
                let (started, who) = (known.started, known.who.clone());
                missing.push(Missing { game, here, once: known.n, started, who });
            }
        }
        Ok(missing)
    }
}

/// The file as the writer keeps it.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    mirror: Mirror,
    /// Bytes of the rows in it.
    bytes: u64,
    /// The rows in it begin behind this place of the log, as far as this run of the program knows.
    base: i64,
    /// Whether the file must be rewritten before anything is added.
    anew: bool,
}

impl Writer {
    /// Adopts the file as it was read, after it was compared with the database.
    pub(crate) fn new(path: PathBuf, mut mirror: Mirror) -> Self {
        // An empty file, or one with the past of another database, is rewritten.
        let anew = mirror.is_empty();
        let bytes = mirror.rows.iter().map(|row| row.payload.len() as u64 + 200).sum();
        mirror.rows = Vec::new();
        Self { path, mirror, bytes, base: 0, anew }
    }

    /// Writes a new file for a closed database.
    pub(crate) fn of(path: &Path, database: &Path) -> Result<(), StoreError> {
        let conn = sqlite::connect_reader(database)?;
        Self::new(path.to_owned(), Mirror::default()).write_anew(&conn, 0)
    }

    /// Updates the file to the committed state. A failure here is repaired next time; the log itself is safe.
    pub(crate) fn follow(&mut self, conn: &Connection, backed_up: i64) {
        drop(self.try_follow(conn, backed_up));
    }

    fn try_follow(&mut self, conn: &Connection, backed_up: i64) -> Result<(), StoreError> {
        let last = rows::last_seq(conn)?;
        if last < self.mirror.seq || self.anew || (self.bytes > LONG && backed_up > self.base) {
            return self.write_anew(conn, backed_up);
        }
        if last == self.mirror.seq {
            return Ok(());
        }
        if last - self.mirror.seq > MANY as i64 {
            return self.write_anew(conn, last);
        }
        let rows = rows_after(conn, self.mirror.seq)?;
        let mut text = String::new();
        for row in &rows {
            line(&mut text, &row_text(row));
        }
        let mut file = match File::options().read(true).append(true).open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.write_anew(conn, backed_up),
            other => other?,
        };
        if !ends_with_newline(&mut file)? {
            text.insert(0, '\n');
        }
        // A line that was begun and not ended is passed over, and its row comes again.
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        self.bytes += text.len() as u64;
        for row in &rows {
            self.mirror.note(row);
        }
        Ok(())
    }

    /// Writes the whole file: every game, and the events that no backup has.
    fn write_anew(&mut self, conn: &Connection, backed_up: i64) -> Result<(), StoreError> {
        let last = rows::last_seq(conn)?;
        if self.mirror.is_empty() || last < self.mirror.seq {
            self.mirror = all_matches(conn)?;
        } else if last - self.mirror.seq > MANY as i64 {
            note_after(conn, &mut self.mirror)?;
        }
        let base = if backed_up > 0 { backed_up } else { last - REPEATED }.clamp(0, last).max(last - MANY as i64);
        let rows = rows_after(conn, base.min(self.mirror.seq))?;
        let mut mirror = Mirror { seq: last, ..self.mirror.clone() };
        for row in &rows {
            mirror.note(row);
        }
        let mut text = String::new();
        line(&mut text, &format!("base {base}"));
        for (game, known) in &mirror.games {
            line(&mut text, &game_text(*game, known));
        }
        let games = text.len();
        for row in rows.iter().filter(|row| row.seq > base) {
            line(&mut text, &row_text(row));
        }
        let new = self.path.with_extension("mirror.new");
        fs::create_private(&new).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))?;
        fs::rename(&new, &self.path)?;
        if let Some(folder) = self.path.parent() {
            sync::sync_folder(folder);
        }
        (self.mirror, self.bytes) = (mirror, (text.len() - games) as u64);
        (self.base, self.anew) = (base, false);
        Ok(())
    }
}

/// Reads the length of every match from the log.
pub(crate) fn all_matches(conn: &Connection) -> Result<Mirror, StoreError> {
    let mut mirror = Mirror { seq: rows::last_seq(conn)?, ..Mirror::default() };
    let mut ends = conn.prepare("SELECT game, max(n) FROM event GROUP BY game")?;
    let ends: Vec<(i64, u32)> = ends.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut row_at = conn.prepare(&format!("SELECT {} FROM event WHERE game = ?1 AND n = ?2", rows::COLUMNS))?;
    for (game, n) in ends {
        for n in [1, n] {
            if let Some(row) = row_at.query_row((game, n), rows::read_row).optional()? {
                mirror.note(&row);
            }
        }
    }
    Ok(mirror)
}

/// Follows the games through many new events without keeping them.
fn note_after(conn: &Connection, mirror: &mut Mirror) -> Result<(), StoreError> {
    let sql = format!("SELECT {} FROM event WHERE seq > ?1 ORDER BY seq", rows::COLUMNS);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([mirror.seq])?;
    while let Some(row) = rows.next()? {
        mirror.note(&rows::read_row(row)?);
    }
    Ok(())
}

fn rows_after(conn: &Connection, seq: i64) -> Result<Vec<Row>, StoreError> {
    let sql = format!("SELECT {} FROM event WHERE seq > ?1 ORDER BY seq", rows::COLUMNS);
    let mut statement = conn.prepare_cached(&sql)?;
    let rows = statement.query_map([seq], rows::read_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Describes the match: "Anna – Ben, fives-and-threes", or as much of a damaged first event as can be read.
pub(crate) fn who(row: &Row) -> String {
    if row.game == MatchId::BOOK {
        return say!("the list of players, leagues and deleted matches").to_owned();
    }
    let start: serde_json::Value = serde_json::from_str(&row.payload).unwrap_or_default();
    let players = start["players"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    let names: Vec<String> = players.map(|name| name.chars().filter(|c| !c.is_control()).take(40).collect()).collect();
    names.join(" – ")
}

fn game_text(id: MatchId, known: &Known) -> String {
    let Known { n, act, hash, started, seq, who } = known;
    format!("game {id} {n} {act} {} {started} {seq} {who}", hex(hash))
}

fn row_text(row: &Row) -> String {
    let parts = (row.seq, row.game.to_string(), row.n, row.act, row.more, row.at_ms, row.version);
    let (seq, game, n, act, more, at_ms, version) = parts;
    let value = serde_json::json!([seq, game, n, act, more, at_ms, version, row.kind, row.payload, hex(&row.hash)]);
    format!("row {value}")
}

fn line(out: &mut String, text: &str) {
    _ = writeln!(out, "{} {text}", sum(text.as_bytes()));
}

fn sum(text: &[u8]) -> String {
    hex(&Sha256::digest(text)[..8])
}

/// Returns the content of a line if its checksum is right.
fn checked(line: &[u8]) -> Option<&str> {
    let (found, text) = (line.get(..16)?, line.get(17..)?);
    (sum(text).as_bytes() == found).then(|| std::str::from_utf8(text).ok()).flatten()
}

fn id(text: &str) -> Option<MatchId> {
    if text == "0000000000000000" { Some(MatchId::BOOK) } else { text.parse().ok() }
}

fn ends_with_newline(file: &mut File) -> io::Result<bool> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == *b"\n")
}
