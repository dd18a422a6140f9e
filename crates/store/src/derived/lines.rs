//! The derived tables: a line, the facts and the turns of each game, sealed, and made from the log again where they are not good.

use crate::derived::packed::{pack, pack_facts, unpack, unpack_facts, unpack_turns};
use crate::derived::project::{PROJECTION, Projection, project};
use crate::error::StoreError;
use crate::id::MatchId;
use crate::log::rows;
use crate::store::Store;
use game::stats::Facts;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Derived line of a match.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(super) started_ms: i64,
    pub(super) last_ms: i64,
    pub(super) events: u32,
    pub(super) projection: Projection,
    /// Substitutes who played.
    pub(crate) stood_in: Vec<String>,
    pub(super) damage: Option<String>,
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

pub(super) const DROP: &str = "DROP TABLE IF EXISTS summary; DROP TABLE IF EXISTS facts; DROP TABLE IF EXISTS turns;
    DROP TABLE IF EXISTS derived;";

/// Columns of a list line.
pub(super) const LINE: &str = "game, line, sum, last, open";

pub(super) fn derived_value(conn: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    conn.query_row("SELECT value FROM derived WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// Returns the number up to which the tables are derived; 0 if they are missing, from another program, or not what was
/// written.
pub(super) fn made_up_to(conn: &Connection) -> i64 {
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

    /// Compares two lines, ignoring the words of damage, which may be in another language.
    pub(super) fn says_as(mut self, truth: &Self) -> bool {
        for (words, now) in
            [(&mut self.damage, &truth.damage), (&mut self.projection.refused, &truth.projection.refused)]
        {
            if words.is_some() && now.is_some() {
                words.clone_from(now);
            }
        }
        self == *truth
    }
}

/// A game from its log: its line and its facts, under the names that were entered; no facts without a beginning.
pub(crate) fn fold_match(conn: &Connection, id: MatchId) -> Result<(Line, Option<Facts>), StoreError> {
    let (events, damage) = Store::load_prefix_of(conn, id)?;
    let at = |event: Option<&crate::log::append::StoredEvent>| event.map_or(0, |event| event.at.0);
    let (started_ms, last_ms) = (at(events.first()), at(events.last()));
    let count = events.len() as u32;
    let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
    let (projection, played) = project(&events);
    let facts = played.map(|played| Facts::of(&id.to_string(), started_ms, played.state(), |name| name));
    let stood_in = facts.iter().flat_map(|facts| &facts.stood_in).map(|other| other.player.clone()).collect();
    Ok((Line { started_ms, last_ms, events: count, projection, stood_in, damage }, facts))
}

/// A row of `SELECT LINE`; a line that was damaged is `None`: it is made from the log again.
pub(super) fn read_line(row: &rusqlite::Row<'_>) -> rusqlite::Result<(MatchId, Option<Line>)> {
    let (game, sum) = (MatchId(row.get(0)?), row.get::<_, i64>(2)?);
    let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
    let good = sum == seal(game, bytes, [row.get(3)?, row.get(4)?]);
    Ok((game, good.then(|| unpack(bytes)).flatten()))
}

/// The line of one game from the table, if it is good.
pub(super) fn stored_line(conn: &Connection, id: MatchId) -> Result<Option<Line>, StoreError> {
    let mut statement = conn.prepare_cached(&format!("SELECT {LINE} FROM summary WHERE game = ?1"))?;
    Ok(statement.query_row([id.bits()], read_line).optional()?.and_then(|(_, line)| line))
}

/// Returns the facts of all games without turns, under the entered names. Damaged games are left out.
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
pub(super) fn one_stored(conn: &Connection, id: MatchId, turns: bool) -> Result<Option<Facts>, StoreError> {
    let sealed = |sql: &str| -> rusqlite::Result<Option<Vec<u8>>> {
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, i64>(1)?));
        let found = conn.prepare_cached(sql)?.query_row([id.bits()], row).optional()?;
        Ok(found.filter(|(packed, sum)| *sum == seal(id, packed, [0; 2])).map(|(packed, _)| packed))
    };
    let head = sealed("SELECT packed, sum FROM facts WHERE game = ?1")?;
    let Some(mut facts) = head.and_then(|head| unpack_facts(id.to_string(), &head)) else { return Ok(None) };
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
        anew.extend(match_ids(conn)?.into_iter().filter(|game| !known.contains(game)));
    }
    for game in anew {
        let line = fold_match(conn, game)?.0;
        if wanted(&line) {
            lines.push((game, line));
        }
    }
    Ok(lines)
}

/// Looks at every good line of the table.
pub(super) fn each_stored(conn: &Connection, mut look: impl FnMut(MatchId, Line)) -> Result<(), StoreError> {
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

pub(super) fn game_count(conn: &Connection) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached("SELECT count(*) FROM event WHERE n = 1 AND game <> 0")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// The ids of all games, in the order in which they began.
pub(crate) fn match_ids(conn: &Connection) -> Result<Vec<MatchId>, StoreError> {
    let mut statement = conn.prepare_cached("SELECT game FROM event WHERE n = 1 AND game <> 0 ORDER BY seq")?;
    let ids = statement.query_map([], |row| row.get(0).map(MatchId))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Returns a checksum of a game's stored rows and the columns beside them; nothing else would notice a flipped digit
/// there.
pub(super) fn seal(id: MatchId, bytes: &[u8], beside: [i64; 2]) -> i64 {
    let mut sum = crc32fast::Hasher::new();
    for number in [id.bits(), beside[0], beside[1]] {
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

/// Refreshes the tables within the caller's transaction.
pub(super) fn refresh_within(tx: &Connection) -> Result<(), StoreError> {
    if made_up_to(tx) == 0 {
        tx.execute_batch(DROP)?;
        tx.execute_batch(TABLES)?;
    }
    for game in stale_games(tx)? {
        derive_match(tx, game)?;
    }
    let seq = rows::last_seq(tx)?;
    let sum = seal(MatchId::BOOK, &[], [seq, PROJECTION.into()]);
    for (name, value) in [("seq", seq), ("projection", PROJECTION.into()), ("sum", sum)] {
        tx.execute("REPLACE INTO derived VALUES (?1, ?2)", params![name, value])?;
    }
    Ok(())
}

/// Makes the derived rows of one game.
pub(super) fn derive_match(tx: &Connection, id: MatchId) -> Result<(), StoreError> {
    let (line, facts) = fold_match(tx, id)?;
    let (packed, beside) = (pack(&line)?, [line.last_ms, i64::from(!line.projection.finished)]);
    let sum = seal(id, &packed, beside);
    tx.prepare_cached("REPLACE INTO summary VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        id.bits(),
        packed,
        sum,
        beside[0],
        beside[1]
    ])?;
    let Some(facts) = facts else { return Ok(()) };
    for (table, packed) in [("facts", pack_facts(&facts)?), ("turns", pack(&facts.turns)?)] {
        let sum = seal(id, &packed, [0; 2]);
        tx.prepare_cached(&format!("REPLACE INTO {table} VALUES (?1, ?2, ?3)"))?.execute(params![
            id.bits(),
            packed,
            sum
        ])?;
    }
    Ok(())
}
