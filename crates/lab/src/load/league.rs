//! `sixty-one-lab load league`: many tables and many watchers at one or two servers: the time from a drop until
//! watchers see it, and its cost.

use super::link::{Address, ProcessLoad, STACK, follow, quantiles};
use crate::league::{Cluster, Served, ask, load_average, print, program, sixty_one};
use anyhow::{Context as _, bail, ensure};
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use store::{MatchId, Timestamp, pieces_of};

/// Tables of a club.
const OF_A_CLUB: usize = 10;
/// A connection that was not used for so long is not used again.
const IDLE: Duration = Duration::from_secs(3);
/// Connections after this measure.
const SETTLE: Duration = Duration::from_secs(5);

/// Plays at many tables, watches with many, and reports how long a drop takes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LeagueLoadArgs {
    /// Tables
    #[arg(long, default_value_t = 500)]
    tables: usize,
    /// Watchers, shared out among the tables
    #[arg(long, default_value_t = 5000)]
    watchers: usize,
    /// Seconds between two drops of a table
    #[arg(long, default_value_t = 5.0)]
    pause: f64,
    /// Seconds that are measured
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Keep the games in a PostgreSQL made for this
    #[arg(long)]
    postgres: bool,
    /// Servers on one PostgreSQL: tables send to one, its watchers are at the next
    #[arg(long, default_value_t = 1)]
    servers: usize,
    /// Page that watchers open: `table` (its page), `feed` (a table's feed), `club` (a club's board)
    #[arg(long, default_value = "table")]
    look: String,
}

/// State shared by all threads.
struct Shared {
    begun: Instant,
    /// Time of each table's last drop, in microseconds since the beginning; 0 outside the measurement.
    sent: Vec<AtomicU64>,
    measuring: AtomicU64,
    ready: AtomicUsize,
    refused: AtomicUsize,
    answered: Mutex<Vec<Duration>>,
}

impl Shared {
    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Runs the load and prints the results.
pub(super) fn run(args: &LeagueLoadArgs) -> anyhow::Result<()> {
    ensure!(args.servers == 1 || args.postgres, "several servers need --postgres");
    ensure!(args.tables > 0 && args.servers > 0, "no table, no drop");
    let cluster = args.postgres.then(Cluster::start).transpose()?;
    let address = cluster.as_ref().map(|cluster| cluster.database("league")).transpose()?;
    let data = std::env::temp_dir().join(format!("sixty-one-league-{}", std::process::id()));
    std::fs::create_dir_all(&data)?;
    let outcome = load(args, &data.to_string_lossy(), address.as_deref());
    drop(std::fs::remove_dir_all(&data));
    outcome
}

/// The storage of the games, as the program's option.
fn record<'a>(data: &'a str, address: Option<&'a str>) -> [&'a str; 2] {
    address.map_or(["--data", data], |address| ["--database", address])
}

/// A server that lets in as many as are asked for.
fn serve(args: &LeagueLoadArgs, data: &str, address: Option<&str>) -> anyhow::Result<Served> {
    let mut command = sixty_one(&program()?, &["serve", "--club", "--address", "127.0.0.1", "--port", "0"]);
    command.args(["--most-watchers", &(args.watchers + 100).to_string()]);
    command.args(["--most-tables", &(args.tables + 100).to_string()]);
    Served::start(command.args(record(data, address)))
}

/// A key for each club.
fn keys(data: &str, address: Option<&str>, clubs: usize) -> anyhow::Result<Vec<String>> {
    let make = |club: usize| {
        let mut command = sixty_one(&program()?, &["serve", "keys", "make", &club_name(club)]);
        let output = command.args(record(data, address)).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    (0..clubs).map(make).collect()
}

fn club_name(club: usize) -> String {
    format!("Club {club}")
}

fn load(args: &LeagueLoadArgs, data: &str, address: Option<&str>) -> anyhow::Result<()> {
    let servers: Vec<Served> = (0..args.servers).map(|_| serve(args, data, address)).collect::<anyhow::Result<_>>()?;
    let keys = keys(data, address, args.tables.div_ceil(OF_A_CLUB))?;
    wait_for_keys(&servers)?;
    let shared = Arc::new(Shared {
        begun: Instant::now(),
        sent: (0..args.tables).map(|_| AtomicU64::new(0)).collect(),
        measuring: AtomicU64::new(0),
        ready: AtomicUsize::new(0),
        refused: AtomicUsize::new(0),
        answered: Mutex::default(),
    });
    let before_load = load_average();
    for table in 0..args.tables {
        let address = Address::of(&servers[table % args.servers].join)?;
        let (shared, key, args) = (Arc::clone(&shared), keys[table / OF_A_CLUB].clone(), args.clone());
        Builder::new().stack_size(2 * STACK).spawn(move || play(&shared, &address, table, &key, &args))?;
    }
    // Every table has begun, so that there is something to look at.
    std::thread::sleep(Duration::from_secs_f64(args.pause) + SETTLE);
    let (tell, told) = channel();
    for number in 0..args.watchers {
        let table = number % args.tables;
        let address = Address::of(&servers[(table + 1) % args.servers].watch)?;
        let Ok(stream) = address.hear(10_000 + number, &page(&args.look, table)) else {
            shared.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        follow(stream, watcher(Arc::clone(&shared), &args.look, table, tell.clone()))?;
    }
    drop(tell);
    std::thread::sleep(SETTLE);
    measure(args, &servers, &shared, &told, &before_load)
}

fn measure(
    args: &LeagueLoadArgs,
    servers: &[Served],
    shared: &Shared,
    told: &Receiver<Duration>,
    before_load: &str,
) -> anyhow::Result<()> {
    let before: Vec<ProcessLoad> =
        servers.iter().map(|server| ProcessLoad::of(server.pid())).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    shared.measuring.store(1, Ordering::SeqCst);
    std::thread::sleep(Duration::from_secs(args.seconds));
    shared.measuring.store(0, Ordering::SeqCst);
    let seconds = begun.elapsed().as_secs_f64();
    let mut seen: Vec<Duration> = told.try_iter().collect();
    let mut answered = shared.answered.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if answered.is_empty() || (seen.is_empty() && args.watchers > 0) {
        bail!("nothing came through; {} watchers were refused", shared.refused.load(Ordering::Relaxed));
    }
    print(&format!(
        "{} tables, {} watchers of {} ({} refused), {} server(s), {}; load average {before_load} before, {} after",
        args.tables,
        shared.ready.load(Ordering::Relaxed),
        args.look,
        shared.refused.load(Ordering::Relaxed),
        servers.len(),
        if args.postgres { "PostgreSQL" } else { "SQLite" },
        load_average()
    ));
    print(&format!(
        "{:.0} drops a second; drop to answer:  {}",
        answered.len() as f64 / seconds,
        quantiles(&mut answered)
    ));
    if !seen.is_empty() {
        print(&format!("drop to watcher: {}", quantiles(&mut seen)));
    }
    for (server, before) in servers.iter().zip(&before) {
        print(&format!("a server: {}", ProcessLoad::of(server.pid())?.since(before, seconds)));
        server.said().iter().take(5).for_each(|line| print(&format!("it said: {line}")));
    }
    Ok(())
}

/// Every server knows that there are keys.
fn wait_for_keys(servers: &[Served]) -> anyhow::Result<()> {
    for server in servers {
        let begun = Instant::now();
        while ask(&server.join, "have?table=x", Some(""), None)?.0 != 401 {
            ensure!(begun.elapsed() < Duration::from_secs(20), "the server does not hear of keys");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    Ok(())
}

fn script(seed: u64) -> anyhow::Result<Vec<Event>> {
    let setup = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]);
    Ok(play_match(setup, &[0.9, 0.1], false, seed)?.events().to_vec())
}

/// Plays at a table: match after match, a drop every so often, each sent as it is played.
fn play(shared: &Shared, address: &Address, table: usize, key: &str, args: &LeagueLoadArgs) {
    let pause = Duration::from_secs_f64(args.pause);
    let mut next = shared.begun + pause.mul_f64(table as f64 / args.tables as f64);
    let mut line = None;
    for number in 0.. {
        let seed = (table * 1_000 + number) as u64 ^ u64::from(std::process::id()) << 32;
        let Ok(events) = script(seed) else { return };
        for piece in pieces_of(MatchId::from_seed(seed), &events, Timestamp::now()) {
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
            next += pause;
            let measured = shared.measuring.load(Ordering::SeqCst) == 1;
            let sent = Instant::now();
            shared.sent[table].store(if measured { shared.now() } else { 0 }, Ordering::SeqCst);
            while !send(&mut line, (address, pause), table, key, &piece) {
                shared.refused.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(500));
            }
            if measured {
                shared.answered.lock().unwrap_or_else(PoisonError::into_inner).push(sent.elapsed());
            }
        }
    }
}

/// Sends over a connection that stays as long as the server lets it; reports whether it was accepted.
fn send(
    line: &mut Option<BufReader<TcpStream>>,
    (address, pause): (&Address, Duration),
    table: usize,
    key: &str,
    piece: &str,
) -> bool {
    // The server closes connections idle for five seconds, as the program's own tables expect.
    if pause > IDLE {
        *line = None;
    }
    let sent = try_send(line, address, table, key, piece);
    if sent.is_err() {
        *line = None;
    }
    sent.is_ok_and(|taken| taken)
}

fn try_send(
    line: &mut Option<BufReader<TcpStream>>,
    address: &Address,
    table: usize,
    key: &str,
    piece: &str,
) -> anyhow::Result<bool> {
    if line.is_none() {
        let stream = address.connect(table)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_nodelay(true)?;
        *line = Some(BufReader::new(stream));
    }
    let line = line.as_mut().context("no connection")?;
    let request = format!(
        "POST {}games?table={table} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {key}\r\nContent-Length: {}\r\n\r\n{piece}",
        address.path,
        address.address,
        piece.len()
    );
    line.get_mut().write_all(request.as_bytes())?;
    let (mut text, mut status, mut length) = (String::new(), String::new(), 0);
    loop {
        text.clear();
        ensure!(line.read_line(&mut text)? > 0, "the connection ended");
        if status.is_empty() {
            status.clone_from(&text);
        }
        if let Some(value) = text.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
        if text == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    line.read_exact(&mut body)?;
    Ok(status.contains(" 200 "))
}

/// The page with the news of a table.
fn page(look: &str, table: usize) -> String {
    let club = format!("club=Club%20{}", table / OF_A_CLUB);
    match look {
        "club" => format!("news?page=score&{club}"),
        "feed" => format!("feed?{club}&table={table}"),
        _ => format!("news?page=score&{club}&table={table}"),
    }
}

/// Takes news of a table; reports how long each drop took. For a club's board that is known only roughly: the last drop
/// of any of its tables.
fn watcher(shared: Arc<Shared>, look: &str, table: usize, tell: Sender<Duration>) -> impl FnMut(&str) -> bool + use<> {
    let tables = if look == "club" {
        let begin = table / OF_A_CLUB * OF_A_CLUB;
        begin..(begin + OF_A_CLUB).min(shared.sent.len())
    } else {
        table..table + 1
    };
    let (mut first, mut seen) = (true, 0);
    move |_| {
        if std::mem::take(&mut first) {
            shared.ready.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        let newest = tables.clone().map(|table| shared.sent[table].load(Ordering::SeqCst)).max().unwrap_or_default();
        if newest <= seen {
            return true;
        }
        seen = newest;
        tell.send(Duration::from_micros(shared.now().saturating_sub(newest))).is_ok()
    }
}
