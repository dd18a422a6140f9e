//! The record in a PostgreSQL database, which several servers may share. The only folder that names `tokio_postgres`.
//!
//! Adding to a game locks its line in `game`, compares the end of the chain there with the expected one, and adds
//! nothing if they differ, so two servers that receive the same act store it once. News go round by LISTEN and NOTIFY
//! (`listen.rs`); a server that missed some looks at everything.
//!
//! Nothing waits long for a database that is gone: connecting and every answer have an end, and between two tries of connecting
//! is a pause.

mod book;
mod links;
mod listen;
mod schema;
mod tls;

use super::decided::Decided;
use super::keys::ClubKey;
use super::ledger::{Addition, Kept, Ledger, LedgerError, LedgerGame, LedgerNews};
use super::live::LiveGame;
use game::stats::Facts;
use language::say;
use server::TableName;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use store::{Book, MatchId, Row, pack_result, unpack_result};
use tls::{Encrypted, Tls};
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Connection, Error, Socket, Statement};

/// Connecting takes no longer.
const CONNECT: Duration = Duration::from_secs(3);
/// Nor does an answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Reading everything may.
const LONG_ANSWER: Duration = Duration::from_secs(60);
/// A database that was not there is looked for again after so long.
const PAUSE: Duration = Duration::from_secs(1);
/// A match that nothing was heard of for so long is off the board.
const LATELY: &str = "heard > now() - interval '12 hours'";

const EVENTS: &str = "game, n, act, more, at_ms, version, kind, payload, hash";

/// A connection, with its repeated queries.
struct Line {
    client: Client,
    begin: Statement,
    lock: Statement,
    add: Statement,
    end: Statement,
    tell: Statement,
    load: Statement,
}

/// How the database is reached.
#[derive(Clone)]
struct Way {
    config: Config,
    tls: Tls,
}

/// A database.
pub(super) struct PostgresLedger {
    runtime: Runtime,
    way: Way,
    line: Option<Line>,
    /// Time and reason of the last failed attempt.
    failed: Option<(Instant, String)>,
    own: Arc<AtomicI32>,
    news: Receiver<LedgerNews>,
    to_news: Sender<LedgerNews>,
}

impl std::fmt::Debug for PostgresLedger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address may hold a password.
        f.debug_struct("PostgresLedger").field("connected", &self.line.is_some()).finish_non_exhaustive()
    }
}

/// Returns the database's error, with PostgreSQL's own words.
fn words(error: &Error) -> String {
    match (error.as_db_error(), trust::untrusted(error)) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(why)) => why.to_string(),
        (None, None) => std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string),
    }
}

async fn connect_with(way: &Way) -> Result<(Client, Connection<Socket, Encrypted>), LedgerError> {
    match timeout(CONNECT, way.config.connect(way.tls.clone())).await {
        Ok(connected) => connected.map_err(|error| LedgerError::Away(words(&error))),
        Err(_elapsed) => Err(LedgerError::Away(say!("no answer").to_owned())),
    }
}

/// Brings the tables up to date. Who comes second waits for who came first.
async fn migrate(client: &mut Client) -> Result<Result<(), LedgerError>, Error> {
    let step = client.transaction().await?;
    step.batch_execute(schema::LOCK).await?;
    step.batch_execute(schema::BEFORE).await?;
    let found: i32 = match step.query_opt("SELECT version FROM version", &[]).await? {
        Some(row) => row.get(0),
        None => {
            step.execute("INSERT INTO version VALUES (0)", &[]).await?;
            0
        }
    };
    let known = i32::try_from(schema::MIGRATIONS.len()).unwrap_or(i32::MAX);
    if found > known {
        return Ok(Err(LedgerError::Newer { found, known }));
    }
    for sql in schema::MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default()) {
        step.batch_execute(sql).await?;
    }
    if found < known {
        step.execute("UPDATE version SET version = $1", &[&known]).await?;
    }
    step.commit().await?;
    Ok(Ok(()))
}

impl Line {
    async fn open(way: &Way, own: &AtomicI32) -> Result<Self, LedgerError> {
        let (mut client, connection) = connect_with(way).await?;
        tokio::spawn(connection);
        let prepared = timeout(LONG_ANSWER, async {
            if let Err(why) = migrate(&mut client).await? {
                return Ok(Err(why));
            }
            client.batch_execute("SET search_path = sixty_one").await?;
            own.store(client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0), Ordering::Relaxed);
            Ok::<_, Error>(Ok(Self::prepare(client).await?))
        });
        match prepared.await {
            Ok(Ok(line)) => line,
            Ok(Err(error)) => Err(LedgerError::Away(words(&error))),
            Err(_elapsed) => Err(LedgerError::Away(say!("no answer").to_owned())),
        }
    }

    async fn prepare(client: Client) -> Result<Self, Error> {
        // Games are taken in the order of their ids, so that two servers never wait for each other.
        let begin = client.prepare(
            "INSERT INTO game (id, club, place, n, hash)
             SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], array_fill(0, ARRAY[cardinality($1)]), $4::bytea[])
             ON CONFLICT DO NOTHING",
        );
        let begin = begin.await?;
        let lock =
            client.prepare("SELECT id, n, hash, club FROM game WHERE id = ANY($1) ORDER BY id FOR UPDATE").await?;
        let add = format!(
            "INSERT INTO event ({EVENTS}) SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::boolean[],
                 $5::bigint[], $6::integer[], $7::text[], $8::text[], $9::bytea[])"
        );
        let add = client.prepare(&add).await?;
        let end = client.prepare(
            "UPDATE game SET club = new.club, place = new.place, n = new.n, hash = new.hash, result = new.result, heard = now()
             FROM unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::bytea[], $6::bytea[])
                 AS new (id, club, place, n, hash, result) WHERE game.id = new.id",
        );
        let end = end.await?;
        let tell = client.prepare("SELECT pg_notify($1, $2)").await?;
        let load = client.prepare(&format!("SELECT {EVENTS} FROM event WHERE game = $1 AND n > $2 ORDER BY n")).await?;
        Ok(Self { client, begin, lock, add, end, tell, load })
    }
}

impl PostgresLedger {
    /// Connects and brings the tables up to date.
    pub(super) fn open(address: &str) -> Kept<Self> {
        let bad = || LedgerError::Address(without_password(address));
        if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
            return Err(bad());
        }
        let (tls, mut config) = Tls::of(address).map_err(|_unsaid| bad())?;
        config.connect_timeout(CONNECT).tcp_user_timeout(ANSWER).keepalives_idle(Duration::from_secs(30));
        config.application_name("sixty-one");
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (to_news, news) = channel();
        let way = Way { config, tls };
        let mut ledger = Self { runtime, way, line: None, failed: None, own: Arc::default(), news, to_news };
        ledger.reach()?;
        Ok(ledger)
    }

    /// Listens to the changes of other servers from now on.
    pub(super) fn listen(&mut self, wake: Arc<dyn Fn() + Send + Sync>) -> Kept<()> {
        Ok(listen::start(self.way.clone(), Arc::clone(&self.own), self.to_news.clone(), wake)?)
    }

    fn reach(&mut self) -> Kept<()> {
        if self.line.as_ref().is_some_and(|line| !line.client.is_closed()) {
            return Ok(());
        }
        self.line = None;
        if let Some((when, why)) = &self.failed
            && when.elapsed() < PAUSE
        {
            return Err(LedgerError::Away(why.clone()));
        }
        match self.runtime.block_on(Line::open(&self.way, &self.own)) {
            Ok(line) => {
                self.line = Some(line);
                self.failed = None;
                Ok(())
            }
            Err(why) => {
                let said = if let LedgerError::Away(said) = &why { said.clone() } else { why.to_string() };
                self.failed = Some((Instant::now(), said));
                Err(why)
            }
        }
    }

    /// Asks the database something that it answers soon.
    fn ask<T>(&mut self, work: impl AsyncFnOnce(&mut Line) -> Result<T, Error>) -> Kept<T> {
        self.ask_within(ANSWER, work)
    }

    fn ask_within<T>(&mut self, end: Duration, work: impl AsyncFnOnce(&mut Line) -> Result<T, Error>) -> Kept<T> {
        self.reach()?;
        // Put back only while it is in order.
        let Some(mut line) = self.line.take() else {
            return Err(LedgerError::Away(say!("it is disconnected").to_owned()));
        };
        match self.runtime.block_on(async { timeout(end, work(&mut line)).await }) {
            Ok(Ok(answer)) => {
                self.line = Some(line);
                Ok(answer)
            }
            Ok(Err(error)) => Err(LedgerError::Away(words(&error))),
            Err(_elapsed) => Err(LedgerError::Away(say!("no answer").to_owned())),
        }
    }

    pub(super) fn read_keys(&mut self) -> Kept<Vec<ClubKey>> {
        let rows = self.ask(async |line| {
            line.client
                .query("SELECT club, hash, made_ms, withdrawn_ms FROM club_key ORDER BY made_ms, club", &[])
                .await
        })?;
        let key = |row: &tokio_postgres::Row| ClubKey {
            club: row.get(0),
            // A hash of another length opens nothing.
            hash: hash_of(row.get(1)).unwrap_or_default(),
            made_ms: row.get(2),
            withdrawn_ms: row.get(3),
        };
        Ok(rows.iter().map(key).collect())
    }

    pub(super) fn add_key(&mut self, key: &ClubKey) -> Kept<()> {
        self.ask(async |line| {
            let sql = "INSERT INTO club_key (hash, club, made_ms) VALUES ($1, $2, $3)";
            line.client.execute(sql, &[&key.hash.as_slice(), &key.club, &key.made_ms]).await?;
            line.client.execute(&line.tell, &[&listen::CHANNEL, &listen::KEYS]).await
        })?;
        Ok(())
    }

    /// Withdraws every key of a club; how many.
    pub(super) fn withdraw_keys(&mut self, club: &str, now_ms: i64) -> Kept<usize> {
        let withdrawn = self.ask(async |line| {
            let sql = "UPDATE club_key SET withdrawn_ms = $2 WHERE club = $1 AND withdrawn_ms IS NULL";
            let withdrawn = line.client.execute(sql, &[&club, &now_ms]).await?;
            line.client.execute(&line.tell, &[&listen::CHANNEL, &listen::KEYS]).await?;
            Ok(withdrawn)
        })?;
        Ok(usize::try_from(withdrawn).unwrap_or(usize::MAX))
    }
}

/// The address as it may be shown.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, rest))) => format!("{scheme}://..@{rest}"),
        _ => address.to_owned(),
    }
}

fn hash_of(bytes: &[u8]) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}

fn row_of(row: &tokio_postgres::Row) -> Option<Row> {
    let small = |n: usize| u32::try_from(row.get::<_, i32>(n)).ok();
    Some(Row {
        seq: 0,
        game: MatchId::of_bits(row.get(0)),
        n: small(1)?,
        act: small(2)?,
        more: row.get(3),
        at_ms: row.get(4),
        version: small(5)?,
        kind: row.get(6),
        payload: row.get(7),
        hash: hash_of(row.get(8))?,
    })
}

/// Rows to add, as columns for PostgreSQL.
#[derive(Default)]
struct Columns<'a> {
    game: Vec<i64>,
    n: Vec<i32>,
    act: Vec<i32>,
    more: Vec<bool>,
    at_ms: Vec<i64>,
    version: Vec<i32>,
    kind: Vec<&'a str>,
    payload: Vec<&'a str>,
    hash: Vec<&'a [u8]>,
}

impl<'a> Columns<'a> {
    fn push(&mut self, row: &'a Row) {
        let small = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        self.game.push(row.game.bits());
        self.n.push(small(row.n));
        self.act.push(small(row.act));
        self.more.push(row.more);
        self.at_ms.push(row.at_ms);
        self.version.push(small(row.version));
        self.kind.push(&row.kind);
        self.payload.push(&row.payload);
        self.hash.push(&row.hash);
    }
}

/// Adds to games in one transaction; which of them were as they were thought to be.
async fn append(line: &mut Line, additions: &[Addition<'_>], results: &[Option<Vec<u8>>]) -> Result<Vec<bool>, Error> {
    let mut order: Vec<usize> = (0..additions.len()).filter(|at| additions[*at].game().is_some()).collect();
    order.sort_unstable_by_key(|at| additions[*at].game());
    let ids: Vec<i64> = order.iter().filter_map(|at| Some(additions[*at].game()?.bits())).collect();
    let clubs: Vec<&str> = order.iter().map(|at| additions[*at].name.club.as_str()).collect();
    let places: Vec<&str> = order.iter().map(|at| additions[*at].name.table.as_str()).collect();
    let starts: Vec<Vec<u8>> = ids.iter().map(|id| store::genesis(MatchId::of_bits(*id)).to_vec()).collect();
    let step = line.client.transaction().await?;
    step.execute(&line.begin, &[&ids, &clubs, &places, &starts]).await?;
    let heads = step.query(&line.lock, &[&ids]).await?;
    let mut added = vec![false; additions.len()];
    let mut columns = Columns::default();
    let (mut id, mut club, mut place, mut n, mut hash, mut result) = (vec![], vec![], vec![], vec![], vec![], vec![]);
    for (at, head) in order.iter().zip(&heads) {
        let addition = &additions[*at];
        let (Some(first), Some(last)) = (addition.rows.first(), addition.rows.last()) else { continue };
        let Some(end) = hash_of(head.get(2)).filter(|_| head.get::<_, i64>(0) == first.game.bits()) else { continue };
        let of: &str = head.get(3);
        let same = u32::try_from(head.get::<_, i32>(1)) == Ok(first.n - 1) && first.expected_hash(&end) == first.hash;
        if !same || !(of.is_empty() || of == addition.name.club) {
            continue;
        }
        added[*at] = true;
        addition.rows.iter().for_each(|row| columns.push(row));
        id.push(first.game.bits());
        club.push(addition.name.club.as_str());
        place.push(addition.name.table.as_str());
        n.push(i32::try_from(last.n).unwrap_or(i32::MAX));
        hash.push(last.hash.as_slice());
        result.push(results[*at].as_deref());
    }
    let c = &columns;
    step.execute(&line.add, &[&c.game, &c.n, &c.act, &c.more, &c.at_ms, &c.version, &c.kind, &c.payload, &c.hash])
        .await?;
    step.execute(&line.end, &[&id, &club, &place, &n, &hash, &result]).await?;
    for some in id.chunks(listen::MOST_GAMES) {
        let games: Vec<String> = some.iter().map(|id| MatchId::of_bits(*id).to_string()).collect();
        step.execute(&line.tell, &[&listen::CHANNEL, &games.join(",")]).await?;
    }
    step.commit().await?;
    Ok(added)
}

impl Ledger for PostgresLedger {
    fn counts(&mut self, games: &[MatchId]) -> Kept<Vec<(MatchId, u32)>> {
        let ids: Vec<i64> = games.iter().map(|game| game.bits()).collect();
        let rows = self.ask(async |line| {
            line.client.query("SELECT id, n FROM game WHERE id = ANY($1) AND n > 0", &[&ids]).await
        })?;
        let count = |row: &tokio_postgres::Row| {
            (MatchId::of_bits(row.get(0)), u32::try_from(row.get::<_, i32>(1)).unwrap_or_default())
        };
        Ok(rows.iter().map(count).collect())
    }

    fn load(&mut self, game: MatchId, after: u32) -> Kept<Option<LedgerGame>> {
        let (id, after) = (game.bits(), i32::try_from(after).unwrap_or(i32::MAX));
        let found = self.ask(async |line| {
            let head = line.client.query_opt("SELECT club, place FROM game WHERE id = $1", &[&id]).await?;
            Ok((head, line.client.query(&line.load, &[&id, &after]).await?))
        })?;
        let (Some(head), rows) = found else { return Ok(None) };
        let damaged = || LedgerError::Damaged(say!("match {game} in the database is damaged", game));
        let rows = rows.iter().map(row_of).collect::<Option<Vec<Row>>>().ok_or_else(damaged)?;
        Ok(Some(LedgerGame { name: TableName { club: head.get(0), table: head.get(1) }, rows }))
    }

    fn append(&mut self, additions: &[Addition<'_>]) -> Kept<Vec<bool>> {
        let pack = |addition: &Addition<'_>| addition.facts.map(pack_result).transpose();
        let results = additions.iter().map(pack).collect::<Result<Vec<_>, _>>()?;
        self.ask(async |line| append(line, additions, &results).await)
    }

    fn tables(&mut self) -> Kept<Vec<(TableName, MatchId)>> {
        let rows = self.ask(async |line| {
            let sql = format!(
                "SELECT DISTINCT ON (club, place) club, place, id FROM game WHERE {LATELY} ORDER BY club, place, heard DESC"
            );
            line.client.query(&sql, &[]).await
        })?;
        let table = |row: &tokio_postgres::Row| {
            (TableName { club: row.get(0), table: row.get(1) }, MatchId::of_bits(row.get(2)))
        };
        Ok(rows.iter().map(table).collect())
    }

    fn results(&mut self) -> Kept<Vec<(String, Facts)>> {
        let rows = self.ask_within(LONG_ANSWER, async |line| {
            line.client.query("SELECT id, club, result FROM game WHERE result IS NOT NULL", &[]).await
        })?;
        let mut results = Vec::with_capacity(rows.len());
        for row in &rows {
            let (game, club) = (MatchId::of_bits(row.get(0)), row.get(1));
            let facts = match unpack_result(game.to_string(), row.get(2)) {
                Some(facts) => Some(facts),
                // Another version of this program wrote it: the log says the same.
                None => self.facts(game)?,
            };
            results.extend(facts.map(|facts| (club, facts)));
        }
        Ok(results)
    }

    fn book(&mut self) -> Kept<Book> {
        self.read_book()
    }

    fn note(&mut self, decide: &mut dyn FnMut(&Book) -> Decided) -> Kept<Result<(Book, String), String>> {
        self.write_book(decide)
    }

    fn connected(&mut self, here: &[TableName]) -> Kept<Vec<TableName>> {
        self.read_places(here)
    }

    fn keys(&mut self) -> Kept<Vec<ClubKey>> {
        self.read_keys()
    }

    fn news(&mut self) -> Vec<LedgerNews> {
        self.news.try_iter().collect()
    }
}

impl PostgresLedger {
    fn facts(&mut self, game: MatchId) -> Kept<Option<Facts>> {
        let Some(loaded) = self.load(game, 0)? else { return Ok(None) };
        let mut live = LiveGame::new(game, loaded.name);
        live.follow(&loaded.rows).map_err(LedgerError::Away)?;
        Ok(live.facts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgres://a:secret@host/x"), "postgres://..@host/x");
        assert!(PostgresLedger::open("mysql://a:secret@host/x").is_err_and(|why| !why.to_string().contains("secret")));
    }
}
