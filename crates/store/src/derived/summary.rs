//! The list of games and what statistics fold. Derived: tables with one line a game that are made from the log, kept up
//! to date when the list is asked for, and may be dropped at any time. Lists and figures are stored apart from single
//! turns, so that a list of many thousand games reads little.

use crate::derived::book::Book;
use crate::derived::lines::{
    DROP, LINE, Line, derive_match, fold_match, game_count, lines, made_up_to, match_ids, one_stored, read_line,
    refresh, refresh_within, stale_games, stored_line,
};
use crate::derived::project::SideSummary;
use crate::error::StoreError;
use crate::files::disk;
use crate::id::{MatchId, Seq};
use crate::log::rows;
use crate::log::time::{LocalTime, Timestamp};
use crate::sqlite;
use crate::store::Store;
use game::stats::{Choice, Facts, is_simulated};
use language::say;
use rusqlite::{Connection, TransactionBehavior};
use serde::Serialize;
use std::collections::BTreeMap;

/// One game in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchSummary {
    /// The game.
    #[serde(serialize_with = "as_text")]
    pub id: MatchId,
    /// Time of the first event, milliseconds since 1970.
    #[serde(rename = "started_ms", serialize_with = "as_ms")]
    pub started: Timestamp,
    /// Time of the last event.
    #[serde(rename = "last_ms", serialize_with = "as_ms")]
    pub last: Timestamp,
    /// Minutes by which the clock of the place was ahead of UTC.
    pub utc_offset: Option<i16>,
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
    /// Whether it has ended.
    pub finished: bool,
    /// Whether it was abandoned.
    pub abandoned: bool,
    /// The side that won, an index into `sides`.
    pub winner: Option<usize>,
    /// Whether it is hidden.
    pub deleted: bool,
    /// Damage in the log after the intact part, if any.
    pub damage: Option<String>,
}

impl MatchSummary {
    /// The summary of a game by its line.
    pub(crate) fn of(line: Line, id: MatchId, book: &Book) -> Self {
        Self {
            id,
            started: Timestamp(line.started_ms),
            last: Timestamp(line.last_ms),
            utc_offset: line.projection.utc_offset,
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
        }
    }

    /// When it began, on the clock of the place.
    #[must_use]
    pub fn began(&self) -> LocalTime {
        self.started.there(self.utc_offset)
    }

    /// Reports whether it is a demonstration, played without people.
    #[must_use]
    pub fn is_demonstration(&self) -> bool {
        let mut players = self.sides.iter().flat_map(|side| &side.players).peekable();
        players.peek().is_some() && players.all(|name| is_simulated(name))
    }

    /// Reports whether lists and figures leave it out by default: deleted, or a demonstration.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.deleted || self.is_demonstration()
    }
}

/// When the match with these facts began, on the clock of the place.
#[must_use]
pub fn began(facts: &Facts) -> LocalTime {
    Timestamp(facts.at_ms).there(facts.utc_offset)
}

/// A player in the stored games.
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

/// Games searched for recent players.
const RECENT_GAMES: usize = 40;

impl Store {
    /// All games that are not hidden, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn matches(&mut self) -> Result<Vec<MatchSummary>, StoreError> {
        let mut games = self.all_matches()?;
        games.retain(|game| !game.deleted);
        Ok(games)
    }

    /// Returns all games with the hidden ones, the newest first. Updates the derived table; on a read-only store (or a
    /// full disk) missing rows are computed each time.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_matches(&mut self) -> Result<Vec<MatchSummary>, StoreError> {
        let refreshed = if self.read_only.is_none() { refresh(&mut self.conn) } else { Ok(()) };
        // The list does not need the table; a disk that takes no lines of it may still be read.
        drop(refreshed);
        let book = self.book()?;
        let lines = lines(&self.conn, |_| true)?;
        let mut games: Vec<MatchSummary> =
            lines.into_iter().map(|(id, line)| MatchSummary::of(line, id, &book)).collect();
        games.sort_unstable_by_key(|game| std::cmp::Reverse((game.started, game.id)));
        Ok(games)
    }

    /// Returns the place of a game's first event in the log. It orders games as they were played, whatever the clock said.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn began(&self, id: MatchId) -> Result<Seq, StoreError> {
        let mut first = self.conn.prepare_cached("SELECT ifnull(min(seq), 0) FROM event WHERE game = ?1")?;
        Ok(Seq(first.query_row([id.bits()], |row| row.get(0))?))
    }

    /// Returns the match to resume: the one stored last that is neither finished nor hidden.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_open_match(&mut self) -> Result<Option<MatchId>, StoreError> {
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
    pub fn last_match(&mut self) -> Result<Option<(MatchId, Timestamp)>, StoreError> {
        let book = self.book()?;
        // Deleted games may be among the last.
        let sql = format!("SELECT {LINE} FROM summary ORDER BY last DESC LIMIT {}", book.deleted.len() + 2);
        let lines = self.some_lines(&sql)?;
        let lines = lines.into_iter().filter(|(id, _)| !book.deleted.contains(id));
        Ok(lines.max_by_key(|(_, line)| line.last_ms).map(|(id, line)| (id, Timestamp(line.last_ms))))
    }

    /// Lines of the table, updated before; lines that are not good, or a missing table, come from the log.
    fn some_lines(&mut self, sql: &str) -> Result<Vec<(MatchId, Line)>, StoreError> {
        if self.read_only.is_some() || refresh(&mut self.conn).is_err() {
            return lines(&self.conn, |_| true);
        }
        let mut found = Vec::new();
        let mut statement = self.conn.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (game, line) = read_line(row)?;
            found.push((game, line.map_or_else(|| Ok(fold_match(&self.conn, game)?.0), Ok::<_, StoreError>)?));
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

    /// Reads the facts from the derived tables if they are good, else from the log. A match without an intact beginning
    /// has none.
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
                None => fold_match(&conn, game)?.1,
            };
            all.extend(facts.map(|mut facts| {
                facts.rename(|name| book.player_in(game, name).to_owned());
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
        for game in self.matches()?.iter().filter(|game| !game.is_demonstration()) {
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

    /// The players of the last games, hidden ones left out: the names that count, the latest first. Reads only the last
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
            if !book.removed.contains(name) && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// Returns the facts of a match for statistics, under the names that count, up to the first impossible event. Made
    /// from the log, not from derived tables.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], or if the database cannot be read.
    pub fn facts(&self, id: MatchId, book: &Book) -> Result<Facts, StoreError> {
        let (_, facts) = fold_match(&self.conn, id)?;
        let mut facts = facts.ok_or(StoreError::NoMatch { game: id })?;
        facts.rename(|name| book.player_in(id, name).to_owned());
        Ok(facts)
    }

    /// The facts of all games that are not hidden, with every turn.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_facts(&self) -> Result<Vec<Facts>, StoreError> {
        let book = self.book()?;
        let games = match_ids(&self.conn)?.into_iter().filter(|game| !book.deleted.contains(game));
        let mut facts = self.read_facts(games, &book, true)?;
        facts.retain(|game| !game.is_demonstration());
        Ok(facts)
    }

    /// Updates the derived tables now, so that a later list need not wait. A failure here is tried again when the list
    /// is asked for.
    pub(crate) fn derive_now(&mut self) {
        drop(refresh(&mut self.conn));
    }

    /// Drops everything derived and rebuilds it from the log. Returns the number of games.
    ///
    /// # Errors
    /// The reason; the log is untouched in any case.
    pub fn rebuild(&mut self) -> Result<usize, StoreError> {
        if let Some(why) = &self.read_only {
            return Err(StoreError::ReadOnly { detail: why.to_string() });
        }
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tx.execute_batch(DROP)?;
        refresh_within(&tx)?;
        tx.commit()?;
        Ok(self.match_ids()?.len())
    }

    /// Rebuilds the lines of the list that are altered or missing. Damage of derived data costs nothing and needs no
    /// message.
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
            derive_match(&tx, game)?;
        }
        Ok(tx.commit()?)
    }

    /// Returns the matches with a broken chain, a wrong line or wrong facts, or an impossible event.
    pub(crate) fn wrong_games(&self) -> Result<Vec<Wrong>, StoreError> {
        let made = made_up_to(&self.conn) > 0;
        let stale = stale_games(&self.conn)?;
        let judge = |conn: &Connection, games: &[MatchId]| -> Result<Vec<Wrong>, StoreError> {
            let mut wrong = Vec::new();
            for &game in games {
                let (truth, facts) = fold_match(conn, game)?;
                if let Some(damage) = &truth.damage {
                    wrong.push(Wrong {
                        words: say!("match {game}: {detail}", game, detail = damage),
                        short: Some((game, truth.events)),
                    });
                } else if let Some(refused) = &truth.projection.refused {
                    wrong.push(Wrong { words: say!("match {game}: {detail}", game, detail = refused), short: None });
                }
                let same = || -> Result<bool, StoreError> {
                    let line = stored_line(conn, game)?;
                    let stored = one_stored(conn, game, true)?;
                    Ok(line.is_none_or(|line| line.says_as(&truth))
                        && stored.is_none_or(|stored| Some(stored) == facts))
                };
                if made && !stale.contains(&game) && !same()? {
                    let words = say!("match {game}: the list differs from the log; run `rebuild` to mend it", game);
                    wrong.push(Wrong { words, short: None });
                }
            }
            Ok(wrong)
        };
        let mut games = self.match_ids()?;
        let (_, book) = rows::sound_rows(&self.conn, MatchId::BOOK)?;
        let book = book.map(|damage| say!("list of players, leagues and deleted matches: {damage}", damage));
        let mut wrong: Vec<Wrong> = book.into_iter().map(|words| Wrong { words, short: None }).collect();
        if games.len() < MANY || disk::IS_BROWSER {
            wrong.extend(judge(&self.conn, &games)?);
            return Ok(wrong);
        }
        // Playing thousands of games again is work for all cores; each reads for itself, one game after the other in
        // the order of the file.
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
                    .map_err(|_panic| StoreError::Other { detail: say!("the check was interrupted").to_owned() })?;
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

/// A match that failed the check.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub words: String,
    /// The game and its sound events, if some are not.
    pub short: Option<(MatchId, u32)>,
}

/// Games from which on several threads check.
const MANY: usize = 500;
