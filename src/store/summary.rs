//! The list of games. Derived: a table with one line a game that is made from the log, kept up to date when the list
//! is asked for, and may be dropped at any time.

use super::project::{PROJECTION, Projection, SideSummary, project};
use super::{Book, GameId, Store, StoreError, Timestamp};
use crate::game::{Act, Match};
use crate::stats::Facts;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// One game in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// The game.
    #[serde(serialize_with = "as_text")]
    pub id: GameId,
    /// Time of the first event, milliseconds since 1970.
    #[serde(rename = "started_ms", serialize_with = "as_ms")]
    pub started: Timestamp,
    /// Time of the last event.
    #[serde(rename = "last_ms", serialize_with = "as_ms")]
    pub last: Timestamp,
    /// Sound events in the log.
    pub events: u32,
    /// Id of the rule set.
    pub rules: String,
    /// Name of the rule set or house rule.
    pub title: String,
    /// Legs at most.
    pub best_of: u8,
    /// The sides in the order of the score sheet.
    pub sides: Vec<SideSummary>,
    /// Rounds begun.
    pub rounds: u32,
    /// Has it come to its end?
    pub finished: bool,
    /// Was it given up?
    pub abandoned: bool,
    /// The side that won, an index into `sides`.
    pub winner: Option<usize>,
    /// Is it hidden?
    pub deleted: bool,
    /// What is wrong with its log behind the sound part, if anything.
    pub damage: Option<String>,
}

/// Somebody who played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerRecord {
    /// The name that counts.
    pub name: String,
    /// Games, hidden ones left out.
    pub games: u32,
    /// Last seen.
    #[serde(rename = "last_ms", serialize_with = "as_ms")]
    pub last: Timestamp,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_text<S: serde::Serializer>(id: &GameId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_ms<S: serde::Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(at.0)
}

/// What the derived table keeps of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    started_ms: i64,
    last_ms: i64,
    events: u32,
    projection: Projection,
    damage: Option<String>,
}

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS summary (game INTEGER PRIMARY KEY, line TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS derived (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
";

const DROP: &str = "DROP TABLE IF EXISTS summary; DROP TABLE IF EXISTS derived;";

impl Store {
    /// All games that are not hidden, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&mut self) -> Result<Vec<GameSummary>, StoreError> {
        let mut games = self.all_games()?;
        games.retain(|game| !game.deleted);
        Ok(games)
    }

    /// All games with the hidden ones, the newest first. Brings the derived table up to date; on a store that only
    /// reads (or a full disk) what is missing there is computed each time.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_games(&mut self) -> Result<Vec<GameSummary>, StoreError> {
        let refreshed = if self.read_only.is_none() { refresh(&mut self.conn) } else { Ok(()) };
        // The list does not need the table; a disk that takes no lines of it may still be read.
        drop(refreshed);
        let lines = lines(&self.conn)?;
        let book = self.book()?;
        let mut games: Vec<GameSummary> = lines
            .into_iter()
            .map(|(id, line)| GameSummary {
                id,
                started: Timestamp(line.started_ms),
                last: Timestamp(line.last_ms),
                events: line.events,
                rules: line.projection.rules,
                title: line.projection.title,
                best_of: line.projection.best_of,
                abandoned: line.projection.abandoned,
                sides: line.projection.sides,
                rounds: line.projection.rounds,
                finished: line.projection.finished,
                winner: line.projection.winner,
                deleted: book.deleted.contains(&id),
                damage: line.damage.or(line.projection.refused),
            })
            .collect();
        games.sort_by_key(|game| std::cmp::Reverse((game.started, game.id)));
        Ok(games)
    }

    /// The game to go on with: of those that are neither finished nor hidden the one that was played last, by the
    /// order of storing.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_open_game(&mut self) -> Result<Option<GameId>, StoreError> {
        let open: Vec<GameId> = self.games()?.into_iter().filter(|game| !game.finished).map(|game| game.id).collect();
        let mut newest = None;
        for id in open {
            let mut last = self.conn.prepare_cached("SELECT max(seq) FROM event WHERE game = ?1")?;
            newest = newest.max(Some((last.query_row([id.bits()], |row| row.get::<_, i64>(0))?, id)));
        }
        Ok(newest.map(|(_, id)| id))
    }

    /// Everybody who played, under the names that count, by the last time they did.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn players(&mut self) -> Result<Vec<PlayerRecord>, StoreError> {
        let book = self.book()?;
        let mut players = BTreeMap::<String, (u32, Timestamp)>::new();
        for game in self.games()? {
            for entered in game.sides.iter().flat_map(|side| &side.players) {
                let (games, last) = players.entry(book.player(entered).to_owned()).or_default();
                *games += 1;
                *last = game.last.max(*last);
            }
        }
        let mut players: Vec<_> =
            players.into_iter().map(|(name, (games, last))| PlayerRecord { name, games, last }).collect();
        players.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.name.cmp(&b.name)));
        Ok(players)
    }

    /// What a game leaves for statistics, under the names that count; up to the first event that the core refuses.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], or if the database cannot be read.
    pub fn facts(&self, game: GameId, book: &Book) -> Result<Facts, StoreError> {
        let (events, _damage) = self.load_prefix(game)?;
        let first = events.first().ok_or(StoreError::NoGame { game })?;
        let Act::Start(setup) = &first.event.act else { return Err(StoreError::NoGame { game }) };
        let at_ms = first.at.0;
        let mut played =
            Match::start(setup.clone()).map_err(|error| StoreError::Other { detail: error.to_string() })?;
        for stored in events.into_iter().skip(1) {
            if played.act(stored.event.act).is_err() {
                break;
            }
        }
        Ok(Facts::of(&game.to_string(), at_ms, played.state(), |name| book.player(name)))
    }

    /// The facts of all games that are not hidden, in the order in which they began. Takes about as long as reading
    /// everything; keep the result and add to it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_facts(&self) -> Result<Vec<Facts>, StoreError> {
        let book = self.book()?;
        let games = game_ids(&self.conn)?.into_iter().filter(|game| !book.deleted.contains(game));
        let mut all: Vec<Facts> = Vec::new();
        for game in games {
            match self.facts(game, &book) {
                Ok(facts) => all.push(facts),
                // A game without a sound beginning has nothing to count.
                Err(StoreError::NoGame { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        all.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
        Ok(all)
    }

    /// Drops everything derived and makes it anew from the log. Returns the number of games.
    ///
    /// # Errors
    /// Why not; the log is untouched in any case.
    pub fn rebuild(&mut self) -> Result<usize, StoreError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() });
        }
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tx.execute_batch(DROP)?;
        refresh_within(&tx)?;
        tx.commit()?;
        Ok(stored_lines(&self.conn)?.len())
    }

    /// Games whose stored line is not what the log says, or that the core would not have played so.
    pub(super) fn wrong_lines(&self) -> Result<Vec<String>, StoreError> {
        let stored = stored_lines(&self.conn)?;
        let stale = stale_games(&self.conn)?;
        let mut wrong = Vec::new();
        for game in self.game_ids()? {
            let truth = line_of(&self.conn, game)?;
            let same = stored.get(&game).is_none_or(|line| *line == truth);
            if !same && !stale.contains(&game) {
                wrong.push(format!("game {game}: the list says something else than the log; `rebuild` mends it"));
            }
            if let Some(refused) = truth.projection.refused {
                wrong.push(format!("game {game}: {refused}"));
            }
        }
        Ok(wrong)
    }
}

fn derived_value(conn: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    conn.query_row("SELECT value FROM derived WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// The place up to which the table is made; 0 if there is none or another program made it.
fn made_up_to(conn: &Connection) -> i64 {
    let made = || -> rusqlite::Result<i64> {
        let same = derived_value(conn, "projection")? == Some(i64::from(PROJECTION));
        let there: bool =
            conn.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'summary'", [], |row| row.get(0))?;
        Ok(derived_value(conn, "seq")?.filter(|_| same && there).unwrap_or(0))
    };
    made().unwrap_or(0)
}

/// Games with events behind the place up to which the table is made.
fn stale_games(conn: &Connection) -> Result<Vec<GameId>, StoreError> {
    let mut statement = conn.prepare("SELECT DISTINCT game FROM event WHERE seq > ?1 AND game <> 0")?;
    let games = statement.query_map([made_up_to(conn)], |row| row.get(0).map(GameId))?;
    Ok(games.collect::<Result<_, _>>()?)
}

fn line_of(conn: &Connection, game: GameId) -> Result<Line, StoreError> {
    let (events, damage) = Store::load_prefix_of(conn, game)?;
    let at = |event: Option<&super::StoredEvent>| event.map_or(0, |event| event.at.0);
    let (started_ms, last_ms) = (at(events.first()), at(events.last()));
    let count = events.len() as u32;
    let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
    Ok(Line { started_ms, last_ms, events: count, projection: project(&events), damage })
}

/// The lines of the table. One that was damaged is left out: it is made from the log again.
fn stored_lines(conn: &Connection) -> Result<BTreeMap<GameId, Line>, StoreError> {
    if made_up_to(conn) == 0 {
        return Ok(BTreeMap::new());
    }
    let mut statement = conn.prepare_cached("SELECT game, line, sum FROM summary")?;
    let mut rows = statement.query([])?;
    let mut lines = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (game, text, sum) = (GameId(row.get(0)?), row.get::<_, String>(1)?, row.get::<_, i64>(2)?);
        if let (true, Ok(line)) = (sum == line_sum(game, &text), serde_json::from_str(&text)) {
            lines.insert(game, line);
        }
    }
    Ok(lines)
}

/// A line of every game: from the table where it is good, else from the log.
fn lines(conn: &Connection) -> Result<BTreeMap<GameId, Line>, StoreError> {
    let mut lines = stored_lines(conn).unwrap_or_default();
    for game in stale_games(conn)? {
        lines.insert(game, line_of(conn, game)?);
    }
    let games: i64 =
        conn.prepare_cached("SELECT count(*) FROM event WHERE n = 1 AND game <> 0")?.query_row([], |row| row.get(0))?;
    if lines.len() as i64 != games {
        for game in game_ids(conn)? {
            if let Entry::Vacant(place) = lines.entry(game) {
                place.insert(line_of(conn, game)?);
            }
        }
    }
    Ok(lines)
}

/// The ids of all games, in the order in which they began.
pub(super) fn game_ids(conn: &Connection) -> Result<Vec<GameId>, StoreError> {
    let mut statement = conn.prepare_cached("SELECT game FROM event WHERE n = 1 AND game <> 0 ORDER BY seq")?;
    let ids = statement.query_map([], |row| row.get(0).map(GameId))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// A checksum of a stored line, since nothing else would notice a flipped digit in it.
fn line_sum(game: GameId, text: &str) -> i64 {
    let hash = Sha256::new().chain_update(game.bits().to_le_bytes()).chain_update(text).finalize();
    hash.iter().take(8).fold(0, |sum, &byte| (sum << 8) | i64::from(byte))
}

/// Makes the lines of the games that have new events.
fn refresh(conn: &mut Connection) -> Result<(), StoreError> {
    if stale_games(conn)?.is_empty() && made_up_to(conn) > 0 {
        return Ok(());
    }
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    refresh_within(&tx)?;
    Ok(tx.commit()?)
}

/// The same within the caller's transaction.
fn refresh_within(tx: &Connection) -> Result<(), StoreError> {
    if made_up_to(tx) == 0 {
        tx.execute_batch(DROP)?;
        tx.execute_batch(TABLES)?;
    }
    for game in stale_games(tx)? {
        let line = serde_json::to_string(&line_of(tx, game)?)
            .map_err(|error| StoreError::Other { detail: error.to_string() })?;
        tx.prepare_cached("REPLACE INTO summary VALUES (?1, ?2, ?3)")?.execute(params![
            game.bits(),
            line,
            line_sum(game, &line)
        ])?;
    }
    let seq = super::append::last_seq(tx)?;
    for (name, value) in [("seq", seq), ("projection", i64::from(PROJECTION))] {
        tx.execute("REPLACE INTO derived VALUES (?1, ?2)", params![name, value])?;
    }
    Ok(())
}
