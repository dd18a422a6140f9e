//! Everything that can go wrong between tables and a league's server, by chance from a seed: kills of the server, of tables, of
//! PostgreSQL, a cut network, wrong clocks, sends that come twice and in the wrong order, a full disk. At the end every event of
//! every table is at the server once, and no table waited for any of it.

use super::machine::{Disk, Machine, Skew};
use super::served::{Served, ask};
use super::{Cluster, load_average, print, program, programs};
use anyhow::{Context as _, bail, ensure};
use game::rng::Rng;
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};

/// Events of a table in one run, and the pause between them.
const EVENTS: usize = 14;
const PAUSE: Duration = Duration::from_millis(40);
/// A table that has not played its match by then waits for something.
const EVENING: Duration = Duration::from_secs(20);
/// Time after which the server has everything, or never will.
const LONG: Duration = Duration::from_secs(60);

/// Runs evenings in which everything fails, and looks for lost or doubled events.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FaultsArgs {
    /// Number of runs; every second one uses PostgreSQL.
    #[arg(long, default_value_t = 500)]
    runs: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Runs at once
    #[arg(long, default_value_t = 4)]
    at_once: usize,
}

/// A table that plays and sends.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Folder of the record
    #[arg(long)]
    folder: PathBuf,
    /// The server's link for tables
    #[arg(long)]
    link: String,
    /// Seed of the match
    #[arg(long)]
    seed: u64,
}

/// The results of the runs.
#[derive(Clone, Debug, Default)]
pub struct FaultReport {
    /// Runs.
    pub runs: u64,
    /// Events that tables recorded; all of them are at the server once.
    pub events: u64,
    /// Sends that came twice or late.
    pub again: u64,
    /// Number of faults of each kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Faults that this machine can't produce.
    pub left_out: Vec<&'static str>,
    /// The longest time from the end of the faults until everything was there.
    pub longest: Duration,
}

impl fmt::Display for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.faults.iter().map(|(fault, times)| format!("{times} {fault}")).collect();
        write!(
            f,
            "{} runs: {} events, 0 lost, 0 doubled; {}; {} sends twice or late; caught up after {:.1} s at most",
            self.runs,
            self.events,
            faults.join(", "),
            self.again,
            self.longest.as_secs_f64()
        )?;
        if self.left_out.is_empty() { Ok(()) } else { write!(f, "; left out here: {}", self.left_out.join(", ")) }
    }
}

pub(super) fn run(args: &FaultsArgs) -> anyhow::Result<()> {
    print(&format!("load average {} before", load_average()));
    let report = run_faults(&program()?, args.seed, args.runs, args.at_once)?;
    print(&format!("{report}; load average {} after", load_average()));
    Ok(())
}

/// The match of a table.
fn script(seed: u64) -> anyhow::Result<Vec<Event>> {
    let setup = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]);
    let mut events = play_match(setup, &[0.9, 0.1], false, seed)?.events().to_vec();
    events.truncate(EVENTS);
    Ok(events)
}

/// A table: a thread plays and records, as the window does; the program sends beside it. Until it is killed.
pub(super) fn play(args: &TableArgs) -> anyhow::Result<()> {
    let (folder, seed) = (args.folder.clone(), args.seed);
    std::thread::spawn(move || {
        if record(&folder, seed).is_err() {
            // Seen as a table that did not play its match.
            std::process::abort();
        }
    });
    let words = ["sixty-one", "join", &args.link, "--table", &format!("Table {seed}"), "--data"];
    let words = words.iter().map(|word| (*word).to_owned()).chain([args.folder.to_string_lossy().into_owned()]);
    sixty_one::cli::run(&<sixty_one::cli::Cli as clap::Parser>::parse_from(words))
}

fn record(folder: &Path, seed: u64) -> anyhow::Result<()> {
    let (game, events) = (MatchId::from_seed(seed), script(seed)?);
    let mut store = Store::open(folder)?.store;
    let stored = store.events_stored(game)? as usize;
    for event in &events[stored..] {
        store.append(game, std::slice::from_ref(event), Timestamp::now())?;
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// Does the runs, some at once; the first failure ends them.
///
/// # Errors
/// Events were lost or doubled (with the seed), or this machine lacks something.
pub fn run_faults(program: &Path, seed: u64, runs: u64, at_once: usize) -> anyhow::Result<FaultReport> {
    let next = AtomicU64::new(seed);
    let total = Mutex::new(FaultReport::default());
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for worker in 0..at_once.max(1) {
            let (next, total, failed) = (&next, &total, &failed);
            scope.spawn(move || {
                let ended = work(program, worker, (next, seed + runs), total);
                if let Err(why) = ended {
                    // Far behind the last, and far from the end of numbers.
                    next.store(u64::MAX / 2, Ordering::SeqCst);
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(why);
                    }
                }
            });
        }
    });
    match failed.into_inner() {
        Ok(Some(why)) => Err(why),
        Ok(None) => total.into_inner().map_err(|_poisoned| anyhow::anyhow!("a run broke off")),
        Err(_poisoned) => bail!("a run broke off"),
    }
}

fn work(
    program: &Path,
    worker: usize,
    (next, end): (&AtomicU64, u64),
    total: &Mutex<FaultReport>,
) -> anyhow::Result<()> {
    let machine = Machine::new(program, worker)?;
    let no_postgres = programs().is_none();
    let mut postgres = programs().is_some().then(|| Postgres::start(&machine)).transpose()?;
    loop {
        let seed = next.fetch_add(1, Ordering::SeqCst);
        if seed >= end {
            return Ok(());
        }
        let mut run = Run::new(seed, &machine, postgres.as_mut().filter(|_| seed % 2 == 0))?;
        run.play().with_context(|| format!("seed {seed} ({})", run.told()))?;
        let report = run.end().with_context(|| format!("seed {seed} ({})", run.told()))?;
        let mut total = total.lock().map_err(|_poisoned| anyhow::anyhow!("a run broke off"))?;
        total.runs += 1;
        total.events += report.events;
        total.again += report.again;
        total.longest = total.longest.max(report.longest);
        total.left_out = machine.left_out();
        if no_postgres {
            total.left_out.push("PostgreSQL");
        }
        for (fault, times) in report.faults {
            *total.faults.entry(fault).or_default() += times;
        }
        if total.runs % 25 == 0 {
            print(&format!("{total}"));
        }
    }
}

/// A cluster on a small disk.
struct Postgres {
    // Ends before its disk goes.
    cluster: Cluster,
    disk: Disk,
}

impl Postgres {
    fn start(machine: &Machine) -> anyhow::Result<Self> {
        let disk = machine.disk("pg", 160)?;
        Ok(Self { cluster: Cluster::start_in(disk.path())?, disk })
    }
}

/// Kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LeagueFault {
    KillServer,
    KillTable,
    KillPostgres,
    Cut,
    FullDisk,
}

impl LeagueFault {
    const ALL: [Self; 5] = [Self::KillServer, Self::KillTable, Self::KillPostgres, Self::Cut, Self::FullDisk];

    const fn words(self) -> &'static str {
        match self {
            Self::KillServer => "kills of the server",
            Self::KillTable => "kills of a table",
            Self::KillPostgres => "kills of PostgreSQL",
            Self::Cut => "cuts of the network",
            Self::FullDisk => "full disks",
        }
    }
}

/// A table of a run.
struct Table {
    seed: u64,
    game: MatchId,
    folder: PathBuf,
    process: Child,
    /// The most that the server said it has.
    told: u32,
}

struct Run<'a> {
    rng: Rng,
    machine: &'a Machine,
    postgres: Option<&'a mut Postgres>,
    database: Option<(String, String)>,
    disk: Disk,
    server: Option<Served>,
    port: u16,
    join: String,
    tables: Vec<Table>,
    /// Sends of before, to be sent again.
    sends: Vec<String>,
    /// End of each fault.
    going_on: Vec<(Instant, LeagueFault)>,
    report: FaultReport,
}

impl<'a> Run<'a> {
    fn new(seed: u64, machine: &'a Machine, postgres: Option<&'a mut Postgres>) -> anyhow::Result<Self> {
        let database = postgres.as_ref().map(|postgres| -> anyhow::Result<_> {
            let name = format!("run{seed}");
            Ok((name.clone(), postgres.cluster.database(&name)?))
        });
        let mut run = Self {
            rng: Rng::new(seed),
            machine,
            database: database.transpose()?,
            postgres,
            disk: machine.disk(&format!("run{seed}"), 6)?,
            server: None,
            port: 0,
            join: String::new(),
            tables: Vec::new(),
            sends: Vec::new(),
            going_on: Vec::new(),
            report: FaultReport::default(),
        };
        run.begin_server()?;
        for n in 0..2 + seed % 2 {
            let seed = seed * 8 + n;
            let folder = machine.folder(&format!("table{seed}"))?;
            let process = run.begin_table(seed, &folder)?;
            run.tables.push(Table { seed, game: MatchId::from_seed(seed), folder, process, told: 0 });
        }
        Ok(run)
    }

    fn begin_server(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        // A server that does not start without its database is started again, as systemd would.
        loop {
            let (address, port) = (self.machine.server_address(), self.port.to_string());
            let mut args = vec!["serve", "--club", "--address", &address, "--port", &port];
            let data = self.disk.path().to_string_lossy().into_owned();
            match &self.database {
                Some((_, database)) => args.extend(["--database", database]),
                None => args.extend(["--data", &data]),
            }
            let skew = Skew::of(&mut self.rng);
            match Served::start(&mut self.machine.at_server(skew, &args)) {
                Ok(server) => {
                    let host = server.join.split('/').nth(2).unwrap_or_default().to_owned();
                    self.port = host.rsplit(':').next().and_then(|port| port.parse().ok()).context("no port")?;
                    self.join.clone_from(&server.join);
                    self.server = Some(server);
                    return Ok(());
                }
                Err(why) if begun.elapsed() > LONG => return Err(why),
                Err(_why) => {
                    self.undo(Instant::now())?;
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    fn begin_table(&mut self, seed: u64, folder: &Path) -> anyhow::Result<Child> {
        let skew = Skew::of(&mut self.rng);
        let (folder, seed) = (folder.to_string_lossy().into_owned(), seed.to_string());
        let args = ["league", "table", "--folder", &folder, "--link", &self.join, "--seed", &seed];
        Ok(self.machine.at_table(skew, &args).spawn()?)
    }

    /// Until every table has played its match, and the last fault is over.
    fn play(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        let faults = 1 + self.rng.below(3);
        let mut due: Vec<(Instant, LeagueFault)> = (0..faults)
            .map(|_| {
                let at = begun + Duration::from_millis(50 + self.rng.below(600) as u64);
                (at, LeagueFault::ALL[self.rng.below(LeagueFault::ALL.len())])
            })
            .collect();
        loop {
            let now = Instant::now();
            self.undo(now)?;
            while let Some(at) = due.iter().position(|(at, _)| *at <= now) {
                let (_, fault) = due.swap_remove(at);
                self.fail(fault)?;
            }
            self.remember_and_send_again();
            let played = self.tables.iter().all(|table| played(table) == EVENTS as u32);
            if played && due.is_empty() && self.going_on.is_empty() {
                return Ok(());
            }
            ensure!(begun.elapsed() < EVENING || played, "a table did not play on");
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    fn fail(&mut self, fault: LeagueFault) -> anyhow::Result<()> {
        let lasts = Duration::from_millis(100 + self.rng.below(500) as u64);
        if self.going_on.iter().any(|(_, other)| *other == fault) {
            return Ok(());
        }
        match fault {
            LeagueFault::KillServer => self.server = None,
            LeagueFault::KillTable => {
                let at = self.rng.below(self.tables.len());
                let (seed, folder) = (self.tables[at].seed, self.tables[at].folder.clone());
                self.tables[at].process.kill()?;
                self.tables[at].process.wait()?;
                self.tables[at].process = self.begin_table(seed, &folder)?;
            }
            LeagueFault::KillPostgres => match &mut self.postgres {
                Some(postgres) => postgres.cluster.kill()?,
                None => return Ok(()),
            },
            LeagueFault::Cut if self.machine.can_cut() => self.machine.cut(true)?,
            LeagueFault::Cut => return Ok(()),
            LeagueFault::FullDisk => match &self.postgres {
                Some(postgres) => postgres.disk.fill()?,
                None => self.disk.fill()?,
            },
        }
        *self.report.faults.entry(fault.words()).or_default() += 1;
        if fault != LeagueFault::KillTable {
            self.going_on.push((Instant::now() + lasts, fault));
        }
        Ok(())
    }

    /// Ends the faults that have lasted long enough.
    fn undo(&mut self, now: Instant) -> anyhow::Result<()> {
        while let Some(at) = self.going_on.iter().position(|(end, _)| *end <= now) {
            let (_, fault) = self.going_on.swap_remove(at);
            match fault {
                LeagueFault::KillServer => self.begin_server()?,
                LeagueFault::KillTable => {}
                LeagueFault::KillPostgres => {
                    if let Some(postgres) = &mut self.postgres {
                        // It does not start on a full disk.
                        postgres.disk.empty()?;
                        postgres.cluster.begin()?;
                    }
                }
                LeagueFault::Cut => self.machine.cut(false)?,
                LeagueFault::FullDisk => match &self.postgres {
                    Some(postgres) => postgres.disk.empty()?,
                    None => self.disk.empty()?,
                },
            }
        }
        Ok(())
    }

    /// Sends that come twice, late and in another order, and what the server says it has: never less than before.
    fn remember_and_send_again(&mut self) {
        let at = self.rng.below(self.tables.len());
        let table = &self.tables[at];
        let after = self.rng.below(EVENTS) as u32;
        if let Ok(store) = Store::open_read_only(&table.folder)
            && let Ok(Some(piece)) = store.piece(table.game, after)
        {
            self.sends.push(piece);
        }
        if self.sends.is_empty() || self.server.is_none() || !self.rng.chance(0.5) {
            return;
        }
        let piece = self.sends[self.rng.below(self.sends.len())].clone();
        // It may be down, or refuse: this sender is not waited for.
        let _refused = ask(&self.join, &format!("games?table=Table%20{}", table.seed), Some(&piece), None);
        self.report.again += 1;
    }

    /// Returns the number of events the server has of each game.
    fn counts(&mut self) -> anyhow::Result<Vec<u32>> {
        let ids: Vec<String> = self.tables.iter().map(|table| table.game.to_string()).collect();
        let (status, text) = ask(&self.join, "have?table=lab", Some(&ids.join("\n")), None)?;
        ensure!(status == 200, "{status}: {text}");
        let counts: BTreeMap<&str, u32> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(id, n)| Some((id, n.parse().ok()?)))
            .collect();
        let counts: Vec<u32> = ids.iter().map(|id| counts.get(id.as_str()).copied().unwrap_or(0)).collect();
        for (table, count) in self.tables.iter_mut().zip(&counts) {
            ensure!(*count >= table.told, "events went: the server had {} of {}, then {count}", table.told, table.game);
            table.told = *count;
        }
        Ok(counts)
    }

    /// Waits until the server has everything, and compares.
    fn end(&mut self) -> anyhow::Result<FaultReport> {
        let begun = Instant::now();
        loop {
            match self.counts() {
                Ok(counts) if counts.iter().all(|count| *count == EVENTS as u32) => break,
                Ok(counts) => ensure!(begun.elapsed() < LONG, "the server has {counts:?} of {EVENTS} events"),
                Err(why) => ensure!(begun.elapsed() < LONG && !why.to_string().contains("events went"), "{why:#}"),
            }
            ensure!(self.server.as_mut().is_some_and(|server| server.lives().unwrap_or(false)), "the server died");
            // No more often than the server lets anybody ask.
            std::thread::sleep(Duration::from_millis(60));
        }
        self.report.longest = begun.elapsed();
        // One more kill: reported acts are on the disk.
        self.server = None;
        for table in &mut self.tables {
            table.process.kill()?;
            table.process.wait()?;
        }
        for table in &self.tables {
            let own = Store::open_read_only(&table.folder)?.export(&[table.game])?;
            let there = match (&self.database, &self.postgres) {
                (Some((name, _)), Some(postgres)) => postgres_end(&postgres.cluster, name, table.game)?,
                _ => Store::open_read_only(self.disk.path())?.export(&[table.game])?,
            };
            let same = if self.database.is_some() { there == end_of(&own)? } else { there == own };
            ensure!(same, "game {} is not the same: {there} {own}", table.game);
            self.report.events += EVENTS as u64;
            drop(std::fs::remove_dir_all(&table.folder));
        }
        if let (Some((name, _)), Some(postgres)) = (&self.database, &self.postgres) {
            postgres.cluster.query("postgres", &format!("DROP DATABASE {name} WITH (FORCE)"))?;
        }
        self.report.runs = 1;
        Ok(self.report.clone())
    }

    fn told(&self) -> String {
        let faults: Vec<String> = self.report.faults.iter().map(|(fault, times)| format!("{times} {fault}")).collect();
        let said = self.server.as_ref().map(Served::said).unwrap_or_default();
        format!("{}; the server said: {said:?}", faults.join(", "))
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        for table in &mut self.tables {
            drop(table.process.kill());
            drop(table.process.wait());
        }
        // The next run finds everything in order.
        drop(self.undo(Instant::now() + LONG));
    }
}

/// Events that a table has recorded.
fn played(table: &Table) -> u32 {
    let store = Store::open_read_only(&table.folder).ok();
    store.and_then(|store| store.events_stored(table.game).ok()).unwrap_or(0)
}

/// The number of events and the hash at the end of a game in an exported file.
fn end_of(json: &str) -> anyhow::Result<String> {
    let value: serde_json::Value = serde_json::from_str(json)?;
    let game = &value["games"][0];
    let acts = game["acts"].as_array().context("no acts")?;
    let events: usize = acts.iter().filter_map(|act| act["events"].as_array()).map(Vec::len).sum();
    Ok(format!("{events} {}", game["hash"].as_str().context("no hash")?))
}

/// Returns the number of rows in a database, and the last one's hash.
fn postgres_end(cluster: &Cluster, name: &str, game: MatchId) -> anyhow::Result<String> {
    let id = i64::from_str_radix(&game.to_string(), 16)?;
    cluster.query(
        name,
        &format!(
            "SELECT count(*) || ' ' || (SELECT encode(hash, 'hex') FROM sixty_one.event WHERE game = {id} ORDER BY n DESC LIMIT 1)
             FROM sixty_one.event WHERE game = {id}"
        ),
    )
}
