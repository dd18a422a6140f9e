//! `sixty-one-lab season`: a season that never was, to try the screens on.

use anyhow::{bail, ensure};
use game::self_play::{Plan, SeasonGame, season};
use game::stats::{Choice, Figures, Sums};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};

/// Plays a made-up season into an empty data folder, to try the screens on.
#[derive(Debug, clap::Args)]
pub(crate) struct SeasonArgs {
    /// The data folder, which must be empty
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Evenings
    #[arg(long, default_value_t = 50)]
    sessions: u32,
    /// Matches an evening
    #[arg(long, default_value_t = 4)]
    games: u32,
    /// The same seed gives the same season
    #[arg(long, default_value_t = 61)]
    seed: u64,
    /// Measures how long things take in the season that is there, instead of making one
    #[arg(long)]
    measure: bool,
}

/// Plays the season into the folder.
#[expect(clippy::print_stdout, reason = "the result is the command's output")]
pub(crate) fn run(wanted: &SeasonArgs) -> anyhow::Result<()> {
    if wanted.measure {
        return measure(&wanted.data);
    }
    let mut store = Store::open(&wanted.data)?.store;
    if !store.match_ids()?.is_empty() {
        bail!("there are games in {} already; name an empty folder with --data", wanted.data.display());
    }
    let plan = Plan { sessions: wanted.sessions, games: wanted.games, ..Plan::YEAR };
    let (mut games, mut events, mut made) = (0, 0, Vec::new());
    for played in season(plan, wanted.seed) {
        let id = MatchId::from_seed(wanted.seed.wrapping_mul(1 << 32).wrapping_add(u64::from(played.number)));
        events += played.game.events().len();
        games += 1;
        // Many games at once: single drops are not waited for here.
        made.push((id, played));
        if made.len() == AT_ONCE {
            keep(&mut store, &mut made)?;
        }
    }
    keep(&mut store, &mut made)?;
    store.all_matches()?;
    println!("{games} games with {events} events");
    Ok(())
}

/// Games stored at once.
const AT_ONCE: usize = 200;

/// Stores the games, each in acts of 64 events.
fn keep(store: &mut Store, made: &mut Vec<(MatchId, SeasonGame)>) -> anyhow::Result<()> {
    let acts = made.iter().flat_map(|(id, played)| {
        let chunks = played.game.events().chunks(64).enumerate();
        chunks.map(|(i, act)| (*id, Timestamp(played.event_ms(i * 64)), act))
    });
    let acts: Vec<_> = acts.collect();
    store.append_matches(&acts)?;
    made.clear();
    Ok(())
}

/// Repetitions of each measurement.
const TIMES: usize = 20;

/// Times opening, listing, searching, counting, checking and exporting the folder.
fn measure(folder: &Path) -> anyhow::Result<()> {
    time("start: open and look", TIMES, || Ok(store::open_or_recover(folder, Timestamp::now())?))?;
    let store = Store::open_read_only(folder)?;
    let name = store
        .list(&Choice::default())?
        .last()
        .and_then(|game| game.facts.as_ref()?.players.first().cloned())
        .unwrap_or_default();
    let of_player = Choice { player: Some(name.clone()), ..Choice::default() };
    let words = Choice { words: name.to_lowercase(), ..Choice::default() };
    time("list", TIMES, || Ok(Store::open_read_only(folder)?.all_matches()?))?;
    time("search", TIMES, || Ok(store.list(&words)?.len()))?;
    time("a player's figures", TIMES, || Ok(Figures::of(&name, &store.facts_of(&of_player)?)))?;
    let archive = store.archive(None)?;
    time("window: all games read", 5, || Ok(store.archive(None)?))?;
    time("window: search", TIMES, || Ok(archive.games.iter().filter(|game| game.is_meant(&words)).count()))?;
    time("window: all figures, and a player's", TIMES, || Ok(Sums::of(archive.facts(), Some(&name))))?;
    drop(archive);
    for args in
        [&["sessions", "list"][..], &["sessions", "list", "--words", &name], &["sessions", "stats", "--player", &name]]
    {
        time(&format!("process: {}", args.join(" ")), TIMES, || process(folder, args))?;
    }
    time("check of everything", 1, || {
        ensure!(store.check()?.is_good(), "the check finds something");
        Ok(())
    })?;
    let games = store.match_ids()?;
    let before = peak_mib();
    time("export of everything as JSON", 1, || Ok(store.export_to(&games, &mut std::io::sink())?))?;
    time("export of everything as a table", 1, || {
        Ok(store.write_table(
            &games,
            |facts| game::stats::csv::drops(facts, |facts| store::began(facts).minute_text()),
            &mut std::io::sink(),
        )?)
    })?;
    say(&format!("memory: {before} MiB at most before the exports, {} MiB after them", peak_mib()));
    Ok(())
}

/// Times a command of the program in a separate process, from start to end.
fn process(folder: &Path, args: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["damage", "--"]).args(args).arg("--data").arg(folder);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    ensure!(status.success(), "{args:?}: {status}");
    Ok(())
}

/// Does something `times` times and prints the middle and the slow end of it, by the clock and by the processor's time.
fn time<T>(what: &str, times: usize, mut run: impl FnMut() -> anyhow::Result<T>) -> anyhow::Result<()> {
    let (mut clock, mut worked) = (Vec::with_capacity(times), Vec::with_capacity(times));
    for _ in 0..times {
        let (begin, before) = (Instant::now(), processor());
        let done = run()?;
        clock.push(begin.elapsed());
        worked.push(processor().saturating_sub(before));
        drop(done);
    }
    let at = |mut of: Vec<Duration>, percent: usize| {
        of.sort_unstable();
        of[(times * percent / 100).min(times - 1)].as_secs_f64()
    };
    say(&format!(
        "{what:<44} p50 {:.3} s, p95 {:.3} s; processor p50 {:.3} s",
        at(clock.clone(), 50),
        at(clock, 95),
        at(worked, 50)
    ));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the figures are the command's output")]
fn say(line: &str) {
    println!("{line}");
}

/// The processor's time of this process and of its children that have ended, if the system reports it.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, the same of children: fields 14 to 17, in hundredths of a second.
    let ticks: u64 = fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The most memory this process ever had.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
}
