//! The list of games and what statistics fold. Derived: tables with one line a game that are made from the log, kept up
//! to date when the list is asked for, and may be dropped at any time. What lists and figures need stands apart from the
//! single turns, so that a list of many thousand games reads little.

use crate::derived::book::Book;
use crate::derived::packed::{pack, pack_facts, unpack, unpack_facts, unpack_turns};
use crate::derived::project::{PROJECTION, Projection, SideSummary, project};
use crate::error::StoreError;
use crate::id::MatchId;
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::sqlite;
use crate::store::Store;
use game::stats::{Choice, Facts, is_simulated};
use language::say;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One game in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// The game.
    #[serde(serialize_with = "as_text")]
    pub id: MatchId,
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

impl GameSummary {
    /// Is it a demonstration, played by nobody?
    #[must_use]
    pub fn is_demonstration(&self) -> bool {
        let mut players = self.sides.iter().flat_map(|side| &side.players).peekable();
        players.peek().is_some() && players.all(|name| is_simulated(name))
    }

    /// Is it left out of lists and figures unless somebody asks for it: deleted, or a demonstration?
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.deleted || self.is_demonstration()
    }
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
fn as_text<S: serde::Serializer>(id: &MatchId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_ms<S: serde::Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(at.0)
}

/// What the derived table keeps of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    started_ms: i64,
    last_ms: i64,
    events: u32,
    projection: Projection,
    /// Who played without having begun.
    pub(crate) stood_in: Vec<String>,
    damage: Option<String>,
}

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS summary (game INTEGER PRIMARY KEY, line BLOB NOT NULL, sum INTEGER NOT NULL,
        last INTEGER NOT NULL, open INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS summary_open ON summary (game) WHERE open = 1;
    CREATE INDEX IF NOT EXISTS summary_last ON summary (last);
    CREATE TABLE IF NOT EXISTS facts (game INTEGER PRIMARY KEY, packed BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS turns (game INTEGER PRIMARY KEY, packed BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS derived (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
";

const DROP: &str = "DROP TABLE IF EXISTS summary; DROP TABLE IF EXISTS facts; DROP TABLE IF EXISTS turns;
    DROP TABLE IF EXISTS derived;";

/// So many games are looked at for who played lately.
const RECENT_GAMES: usize = 40;

/// What a line of the list is read with.
const LINE: &str = "game, line, sum, last, open";

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
        let book = self.book()?;
        let lines = lines(&self.conn, |_| true)?;
        let mut games: Vec<GameSummary> = lines.into_iter().map(|(id, line)| line.into_summary(id, &book)).collect();
        games.sort_unstable_by_key(|game| std::cmp::Reverse((game.started, game.id)));
        Ok(games)
    }

    /// The game to go on with: of those that are neither finished nor hidden the one that was played last, by the
    /// order of storing.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_open_game(&mut self) -> Result<Option<MatchId>, StoreError> {
        let book = self.book()?;
        let mut newest = None;
        for (id, line) in self.some_lines(&format!("SELECT {LINE} FROM summary WHERE open = 1"))? {
            if line.projection.finished || book.deleted.contains(&id) {
                continue;
            }
            let mut last = self.conn.prepare_cached("SELECT max(seq) FROM event WHERE game = ?1")?;
            newest = newest.max(Some((last.query_row([id.bits()], |row| row.get::<_, i64>(0))?, id)));
        }
        Ok(newest.map(|(_, id)| id))
    }

    /// The game that was played last, hidden ones left out: its id and the time of its last event.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_game(&mut self) -> Result<Option<(MatchId, Timestamp)>, StoreError> {
        let book = self.book()?;
        // Deleted games may be among the last.
        let sql = format!("SELECT {LINE} FROM summary ORDER BY last DESC LIMIT {}", book.deleted.len() + 2);
        let lines = self.some_lines(&sql)?;
        let lines = lines.into_iter().filter(|(id, _)| !book.deleted.contains(id));
        Ok(lines.max_by_key(|(_, line)| line.last_ms).map(|(id, line)| (id, Timestamp(line.last_ms))))
    }

    /// Lines of the table, brought up to date before; of games whose line is not good, or if there is no table, from the
    /// log.
    fn some_lines(&mut self, sql: &str) -> Result<Vec<(MatchId, Line)>, StoreError> {
        if self.read_only.is_some() || refresh(&mut self.conn).is_err() {
            return lines(&self.conn, |_| true);
        }
        let mut found = Vec::new();
        let mut statement = self.conn.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (game, line) = read_line(row)?;
            found.push((game, line.map_or_else(|| Ok(fold_game(&self.conn, game)?.0), Ok::<_, StoreError>)?));
        }
        Ok(found)
    }

    /// The facts without turns of the games that are meant and not hidden, under the names that count, in the order in
    /// which they began: only theirs are read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn facts_of(&self, choice: &Choice) -> Result<Vec<Facts>, StoreError> {
        let book = self.book()?;
        let listed = self.list(choice)?;
        let games = listed.iter().filter(|game| !game.summary.is_hidden()).map(|game| game.summary.id);
        self.read_facts(games, &book, false)
    }

    /// The facts of these games with every turn, under the names that count, in the order in which they began.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn facts_with_turns(&self, games: &[MatchId]) -> Result<Vec<Facts>, StoreError> {
        self.read_facts(games.iter().copied(), &self.book()?, true)
    }

    /// From the derived tables where they are good, else from the log. A game without a sound beginning has nothing to
    /// count.
    fn read_facts(
        &self,
        games: impl Iterator<Item = MatchId>,
        book: &Book,
        turns: bool,
    ) -> Result<Vec<Facts>, StoreError> {
        // One snapshot, and one lock of the file, for all of them.
        let conn = self.conn.unchecked_transaction()?;
        let made = made_up_to(&conn) > 0;
        let stale = stale_games(&conn)?;
        let mut all = Vec::new();
        for game in games {
            let stored = if made && !stale.contains(&game) { one_stored(&conn, game, turns)? } else { None };
            let facts = match stored {
                Some(facts) => Some(facts),
                None => fold_game(&conn, game)?.1,
            };
            all.extend(facts.map(|mut facts| {
                facts.rename(|name| book.player(name).to_owned());
                facts.turns = if turns { facts.turns } else { Vec::new() };
                facts
            }));
        }
        all.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
        Ok(all)
    }

    /// Everybody who played, under the names that count, by the last time they did.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn players(&mut self) -> Result<Vec<PlayerRecord>, StoreError> {
        let book = self.book()?;
        let mut players = BTreeMap::<String, (u32, Timestamp)>::new();
        for game in self.games()?.iter().filter(|game| !game.is_demonstration()) {
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

    /// Who played in the last games, hidden ones left out: the names that count, who played last first. Reads only so many
    /// games, so that it costs the same after years.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn recent_players(&mut self) -> Result<Vec<String>, StoreError> {
        let book = self.book()?;
        let sql = format!("SELECT {LINE} FROM summary ORDER BY last DESC LIMIT {RECENT_GAMES}");
        let mut lines = self.some_lines(&sql)?;
        lines.retain(|(id, _)| !book.deleted.contains(id));
        lines.sort_by_key(|(_, line)| std::cmp::Reverse(line.last_ms));
        let mut names = Vec::<String>::new();
        for entered in lines.iter().flat_map(|(_, line)| line.projection.sides.iter().flat_map(|side| &side.players)) {
            let name = book.player(entered);
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// What a game leaves for statistics, under the names that count; up to the first event that the core refuses.
    /// Made from the log, not from what is derived.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], or if the database cannot be read.
    pub fn facts(&self, game: MatchId, book: &Book) -> Result<Facts, StoreError> {
        let (_, facts) = fold_game(&self.conn, game)?;
        let mut facts = facts.ok_or(StoreError::NoGame { game })?;
        facts.rename(|name| book.player(name).to_owned());
        Ok(facts)
    }

    /// The facts of all games that are not hidden, with every turn.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_facts(&self) -> Result<Vec<Facts>, StoreError> {
        let book = self.book()?;
        let games = game_ids(&self.conn)?.into_iter().filter(|game| !book.deleted.contains(game));
        let mut facts = self.read_facts(games, &book, true)?;
        facts.retain(|game| !game.is_demonstration());
        Ok(facts)
    }

    /// Brings what is derived up to date now, so that nobody waits for it later. What fails here is tried again when the
    /// list is asked for.
    pub(crate) fn derive_now(&mut self) {
        drop(refresh(&mut self.conn));
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
        Ok(self.game_ids()?.len())
    }

    /// Makes the lines of the list anew that are not as they were stored, or are gone. Damage of what is derived costs
    /// nothing, and there is nothing to say.
    pub(crate) fn mend_lines(&mut self) -> Result<(), StoreError> {
        if made_up_to(&self.conn) == 0 {
            return Ok(());
        }
        let mut wrong = Vec::new();
        let mut good: i64 = 0;
        let mut statement = self.conn.prepare(&format!("SELECT {LINE} FROM summary"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (game, line) = read_line(row)?;
            match line {
                Some(_) => good += 1,
                None => wrong.push(game),
            }
        }
        drop(rows);
        drop(statement);
        if wrong.is_empty() && good == game_count(&self.conn)? {
            return Ok(());
        }
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for game in wrong {
            tx.execute("DELETE FROM summary WHERE game = ?1", [game.bits()])?;
        }
        let sql = "SELECT game FROM event WHERE n = 1 AND game <> 0 AND game NOT IN (SELECT game FROM summary)";
        let gone: Vec<MatchId> =
            tx.prepare(sql)?.query_map([], |row| row.get(0).map(MatchId))?.collect::<Result<_, _>>()?;
        for game in gone {
            derive_game(&tx, game)?;
        }
        Ok(tx.commit()?)
    }

    /// Games whose chain breaks, whose line or facts are not what the log says, or that the core would not have played so.
    pub(crate) fn wrong_games(&self) -> Result<Vec<Wrong>, StoreError> {
        let made = made_up_to(&self.conn) > 0;
        let stale = stale_games(&self.conn)?;
        let judge = |conn: &Connection, games: &[MatchId]| -> Result<Vec<Wrong>, StoreError> {
            let mut wrong = Vec::new();
            for &game in games {
                let (truth, facts) = fold_game(conn, game)?;
                if let Some(damage) = &truth.damage {
                    wrong.push(Wrong {
                        words: say!("game {game}: {detail}", game, detail = damage),
                        short: Some((game, truth.events)),
                    });
                } else if let Some(refused) = &truth.projection.refused {
                    wrong.push(Wrong { words: say!("game {game}: {detail}", game, detail = refused), short: None });
                }
                let same = || -> Result<bool, StoreError> {
                    let line = stored_line(conn, game)?;
                    let stored = one_stored(conn, game, true)?;
                    Ok(line.is_none_or(|line| line.says_as(&truth))
                        && stored.is_none_or(|stored| Some(stored) == facts))
                };
                if made && !stale.contains(&game) && !same()? {
                    let words =
                        say!("game {game}: the list says something else than the log; `rebuild` mends it", game);
                    wrong.push(Wrong { words, short: None });
                }
            }
            Ok(wrong)
        };
        let mut games = self.game_ids()?;
        let (_, book) = rows::sound_rows(&self.conn, MatchId::BOOK)?;
        let book = book.map(|damage| say!("the book of players, leagues and deleted games: {damage}", damage));
        let mut wrong: Vec<Wrong> = book.into_iter().map(|words| Wrong { words, short: None }).collect();
        if games.len() < MANY || cfg!(target_arch = "wasm32") {
            wrong.extend(judge(&self.conn, &games)?);
            return Ok(wrong);
        }
        // Playing thousands of games again is work for all cores; each reads for itself, one game after the other as they
        // lie in the file.
        let database = self.database();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let share = games.len().div_ceil(cores);
        let judge = &judge;
        let database = &database;
        std::thread::scope(|scope| {
            let works: Vec<_> = games
                .chunks_mut(share)
                .map(|games| scope.spawn(move || judge(&sqlite::connect_reader(database)?, games)))
                .collect();
            for work in works {
                let found = work
                    .join()
                    .map_err(|_panic| StoreError::Other { detail: say!("the check broke off").to_owned() })?;
                wrong.extend(found?);
            }
            Ok(wrong)
        })
    }

    /// The file that is read: a copy where the folder cannot be written.
    pub(crate) fn database(&self) -> std::path::PathBuf {
        self.conn.path().filter(|path| !path.is_empty()).map_or_else(|| self.place.path().to_owned(), Into::into)
    }
}

/// What is wrong with a game.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub words: String,
    /// The game and its sound events, if some are not.
    pub short: Option<(MatchId, u32)>,
}

/// So many games are checked by several threads.
const MANY: usize = 500;

fn derived_value(conn: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    conn.query_row("SELECT value FROM derived WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// The place up to which the tables are made; 0 if there are none, another program made them, or that is not what was
/// written there.
fn made_up_to(conn: &Connection) -> i64 {
    let made = || -> rusqlite::Result<Option<i64>> {
        let sql = "SELECT count(*) = 3 FROM sqlite_schema WHERE name IN ('summary', 'facts', 'turns')";
        let there: bool = conn.query_row(sql, [], |row| row.get(0))?;
        let same = derived_value(conn, "projection")? == Some(i64::from(PROJECTION));
        let Some(seq) = derived_value(conn, "seq")?.filter(|_| same && there) else { return Ok(None) };
        Ok((derived_value(conn, "sum")? == Some(seal(MatchId::BOOK, &[], [seq, PROJECTION.into()]))).then_some(seq))
    };
    made().ok().flatten().unwrap_or(0)
}

/// Games with events behind the place up to which the table is made.
pub(crate) fn stale_games(conn: &Connection) -> Result<Vec<MatchId>, StoreError> {
    games_after(conn, made_up_to(conn))
}

/// Games with events behind a place of the log. Without the index by games, which would be read from end to end.
pub(crate) fn games_after(conn: &Connection, seq: i64) -> Result<Vec<MatchId>, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT DISTINCT game FROM event NOT INDEXED WHERE seq > ?1 AND game <> 0")?;
    let games = statement.query_map([seq], |row| row.get(0).map(MatchId))?;
    Ok(games.collect::<Result<_, _>>()?)
}

impl Line {
    /// Everybody who played, as they were entered.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.projection.sides.iter().flat_map(|side| &side.players).chain(&self.stood_in)
    }

    /// The id and the name of the rule set.
    pub(crate) fn rules(&self) -> [&str; 2] {
        [&self.projection.rules, &self.projection.title]
    }

    /// The same, but for the words of what is wrong: they may have been said in another language then.
    fn says_as(mut self, truth: &Self) -> bool {
        for (words, now) in
            [(&mut self.damage, &truth.damage), (&mut self.projection.refused, &truth.projection.refused)]
        {
            if words.is_some() && now.is_some() {
                words.clone_from(now);
            }
        }
        self == *truth
    }

    pub(crate) fn into_summary(self, id: MatchId, book: &Book) -> GameSummary {
        GameSummary {
            id,
            started: Timestamp(self.started_ms),
            last: Timestamp(self.last_ms),
            events: self.events,
            rules: self.projection.rules,
            title: self.projection.title,
            best_of: self.projection.best_of,
            abandoned: self.projection.abandoned,
            sides: self.projection.sides,
            rounds: self.projection.rounds,
            finished: self.projection.finished,
            winner: self.projection.winner,
            deleted: book.deleted.contains(&id),
            damage: self.damage.or(self.projection.refused),
        }
    }
}

/// A game from its log: its line and its facts, under the names that were entered; no facts without a beginning.
pub(crate) fn fold_game(conn: &Connection, game: MatchId) -> Result<(Line, Option<Facts>), StoreError> {
    let (events, damage) = Store::load_prefix_of(conn, game)?;
    let at = |event: Option<&crate::log::append::StoredEvent>| event.map_or(0, |event| event.at.0);
    let (started_ms, last_ms) = (at(events.first()), at(events.last()));
    let count = events.len() as u32;
    let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
    let (projection, played) = project(&events);
    let facts = played.map(|played| Facts::of(&game.to_string(), started_ms, played.state(), |name| name));
    let stood_in = facts.iter().flat_map(|facts| &facts.stood_in).map(|other| other.player.clone()).collect();
    Ok((Line { started_ms, last_ms, events: count, projection, stood_in, damage }, facts))
}

/// A row of `SELECT LINE`; a line that was damaged is `None`: it is made from the log again.
fn read_line(row: &rusqlite::Row<'_>) -> rusqlite::Result<(MatchId, Option<Line>)> {
    let (game, sum) = (MatchId(row.get(0)?), row.get::<_, i64>(2)?);
    let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
    let good = sum == seal(game, bytes, [row.get(3)?, row.get(4)?]);
    Ok((game, good.then(|| unpack(bytes)).flatten()))
}

/// The line of one game from the table, if it is good.
fn stored_line(conn: &Connection, game: MatchId) -> Result<Option<Line>, StoreError> {
    let mut statement = conn.prepare_cached(&format!("SELECT {LINE} FROM summary WHERE game = ?1"))?;
    Ok(statement.query_row([game.bits()], read_line).optional()?.and_then(|(_, line)| line))
}

/// The facts of all games without turns, under the names that were entered. What was damaged is left out.
pub(crate) fn stored_facts(conn: &Connection) -> Result<BTreeMap<MatchId, Facts>, StoreError> {
    if made_up_to(conn) == 0 {
        return Ok(BTreeMap::new());
    }
    let mut statement = conn.prepare_cached("SELECT game, packed, sum FROM facts")?;
    let mut rows = statement.query([])?;
    let mut all = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let game = MatchId(row.get(0)?);
        let packed = row.get_ref(1)?.as_blob().unwrap_or_default();
        if row.get::<_, i64>(2)? == seal(game, packed, [0; 2])
            && let Some(facts) = unpack_facts(game.to_string(), packed)
        {
            all.insert(game, facts);
        }
    }
    Ok(all)
}

/// The facts of one game from the tables, if they are good, with their turns if those are asked for.
fn one_stored(conn: &Connection, game: MatchId, turns: bool) -> Result<Option<Facts>, StoreError> {
    let sealed = |sql: &str| -> rusqlite::Result<Option<Vec<u8>>> {
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, i64>(1)?));
        let found = conn.prepare_cached(sql)?.query_row([game.bits()], row).optional()?;
        Ok(found.filter(|(packed, sum)| *sum == seal(game, packed, [0; 2])).map(|(packed, _)| packed))
    };
    let head = sealed("SELECT packed, sum FROM facts WHERE game = ?1")?;
    let Some(mut facts) = head.and_then(|head| unpack_facts(game.to_string(), &head)) else { return Ok(None) };
    if turns {
        let packed = sealed("SELECT packed, sum FROM turns WHERE game = ?1")?;
        if !packed.is_some_and(|packed| unpack_turns(&mut facts, &packed)) {
            return Ok(None);
        }
    }
    Ok(Some(facts))
}

/// The lines that are wanted, of all games: from the table where they are good, else from the log.
pub(crate) fn lines(conn: &Connection, wanted: impl Fn(&Line) -> bool) -> Result<Vec<(MatchId, Line)>, StoreError> {
    let stale = stale_games(conn)?;
    let (mut known, mut lines) = (stale.clone(), Vec::new());
    // A table that cannot be read is one without good lines.
    let _unread = each_stored(conn, |game, line| {
        if !stale.contains(&game) {
            known.push(game);
            if wanted(&line) {
                lines.push((game, line));
            }
        }
    });
    let mut anew = stale;
    if known.len() as i64 != game_count(conn)? {
        let known: BTreeSet<MatchId> = known.into_iter().collect();
        anew.extend(game_ids(conn)?.into_iter().filter(|game| !known.contains(game)));
    }
    for game in anew {
        let line = fold_game(conn, game)?.0;
        if wanted(&line) {
            lines.push((game, line));
        }
    }
    Ok(lines)
}

/// Looks at every good line of the table.
fn each_stored(conn: &Connection, mut look: impl FnMut(MatchId, Line)) -> Result<(), StoreError> {
    if made_up_to(conn) == 0 {
        return Ok(());
    }
    let mut statement = conn.prepare_cached(&format!("SELECT {LINE} FROM summary"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let (game, Some(line)) = read_line(row)? {
            look(game, line);
        }
    }
    Ok(())
}

fn game_count(conn: &Connection) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached("SELECT count(*) FROM event WHERE n = 1 AND game <> 0")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// The ids of all games, in the order in which they began.
pub(crate) fn game_ids(conn: &Connection) -> Result<Vec<MatchId>, StoreError> {
    let mut statement = conn.prepare_cached("SELECT game FROM event WHERE n = 1 AND game <> 0 ORDER BY seq")?;
    let ids = statement.query_map([], |row| row.get(0).map(MatchId))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// A checksum of what is stored of a game, with the columns beside it, since nothing else would notice a flipped digit
/// there.
fn seal(game: MatchId, bytes: &[u8], beside: [i64; 2]) -> i64 {
    let mut sum = crc32fast::Hasher::new();
    for number in [game.bits(), beside[0], beside[1]] {
        sum.update(&number.to_le_bytes());
    }
    sum.update(bytes);
    i64::from(sum.finalize())
}

/// Makes the lines of the games that have new events.
pub(crate) fn refresh(conn: &mut Connection) -> Result<(), StoreError> {
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
        derive_game(tx, game)?;
    }
    let seq = rows::last_seq(tx)?;
    let sum = seal(MatchId::BOOK, &[], [seq, PROJECTION.into()]);
    for (name, value) in [("seq", seq), ("projection", PROJECTION.into()), ("sum", sum)] {
        tx.execute("REPLACE INTO derived VALUES (?1, ?2)", params![name, value])?;
    }
    Ok(())
}

/// Makes what is derived of one game.
fn derive_game(tx: &Connection, game: MatchId) -> Result<(), StoreError> {
    let (line, facts) = fold_game(tx, game)?;
    let (packed, beside) = (pack(&line)?, [line.last_ms, i64::from(!line.projection.finished)]);
    let sum = seal(game, &packed, beside);
    tx.prepare_cached("REPLACE INTO summary VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        game.bits(),
        packed,
        sum,
        beside[0],
        beside[1]
    ])?;
    let Some(facts) = facts else { return Ok(()) };
    for (table, packed) in [("facts", pack_facts(&facts)?), ("turns", pack(&facts.turns)?)] {
        let sum = seal(game, &packed, [0; 2]);
        tx.prepare_cached(&format!("REPLACE INTO {table} VALUES (?1, ?2, ?3)"))?.execute(params![
            game.bits(),
            packed,
            sum
        ])?;
    }
    Ok(())
}
