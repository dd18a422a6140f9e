//! `sixty-one-lab damage`: checks after a damage that records are there, or that the loss is reported.
//!
//! Evenings are stored as the window stores them and the files are taken as a kill, or a clean end, leaves them. Then a
//! bit is flipped, a block is overwritten or a file is deleted, and the sessions are opened. Nothing may be lost
//! silently; a lost game must be named. Then a writing program is killed, and every known danger is tried: files and
//! names from outside, others at the folder, a clock that jumps.

mod evening;
mod hostile;
mod kills;

use anyhow::{Context as _, bail};
use evening::{Evening, Files};
use game::rng::Rng;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Instant;
use store::{Notice, Timestamp};

/// Damages stored evenings in every way, tries hostile input, and reports everything lost, recovered and unharmed.
#[derive(Clone, Debug, clap::Args)]
pub struct DamageArgs {
    /// Single flipped bits
    #[arg(long, default_value_t = 2000)]
    flips: u32,
    /// Overwritten blocks of 512 to 4,096 bytes
    #[arg(long, default_value_t = 500)]
    blocks: u32,
    /// Kills of a program that writes
    #[arg(long, default_value_t = 0)]
    kills: u32,
    /// The same seed gives the same damages
    #[arg(long, default_value_t = 61)]
    seed: u64,
    /// Write into this folder until killed (used by --kills)
    #[arg(long, hide = true)]
    writer: Option<std::path::PathBuf>,
    /// Run this command of the program and print its peak memory (used for hostile input)
    #[arg(last = true, hide = true)]
    command: Vec<String>,
}

/// Results of one kind of damage to one kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Everything is there and there was nothing to say.
    pub harmless: u32,
    /// Everything is there, and the damage was reported.
    pub recovered: u32,
    /// Something is missing, and it was reported by name.
    pub told: u32,
    /// Losses that were not reported.
    pub silent: u32,
}

/// Results of all damages.
#[derive(Clone, Debug, Default)]
pub struct DamageReport {
    /// Counts by damage and file.
    pub counts: BTreeMap<(&'static str, &'static str), Count>,
    /// Silent losses, in words.
    pub silent: Vec<String>,
}

impl DamageReport {
    /// Everything together.
    #[must_use]
    pub fn total(&self) -> Count {
        self.counts.values().fold(Count::default(), |sum, count| Count {
            harmless: sum.harmless + count.harmless,
            recovered: sum.recovered + count.recovered,
            told: sum.told + count.told,
            silent: sum.silent + count.silent,
        })
    }
}

impl fmt::Display for DamageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10} {:<14} {:>8} {:>9} {:>6} {:>6}",
            "damage", "file", "harmless", "recovered", "told", "silent"
        )?;
        let mut line = |what: &str, file: &str, count: &Count| {
            let Count { harmless, recovered, told, silent } = count;
            writeln!(f, "{what:<10} {file:<14} {harmless:>8} {recovered:>9} {told:>6} {silent:>6}")
        };
        for ((what, file), count) in &self.counts {
            line(what, file, count)?;
        }
        line("all", "", &self.total())
    }
}

/// Damages and opens; prints the report.
///
/// # Errors
/// If anything was lost in silence, or the evenings cannot be stored.
#[expect(clippy::print_stdout, reason = "the result is the command's output")]
pub(crate) fn run(args: &DamageArgs) -> anyhow::Result<()> {
    if let Some(folder) = &args.writer {
        return kills::write(folder, args.seed);
    }
    if !args.command.is_empty() {
        return hostile::child(&args.command);
    }
    let begin = Instant::now();
    let report = damage_all(args.flips, args.blocks, args.seed)?;
    let DamageArgs { flips, blocks, kills, seed, .. } = args;
    println!(
        "# The store under damage\n\n`sixty-one-lab damage --flips {flips} --blocks {blocks} --kills {kills} --seed {seed}`\n"
    );
    println!("## Flipped bits, overwritten blocks, deleted files\n\n```text\n{report}```\n");
    for words in &report.silent {
        println!("lost in silence: {words}");
    }
    if args.kills > 0 {
        println!("## Kills\n\n{}\n", kills::kill(args.kills, args.seed)?);
    }
    println!("## Hostile files\n\n| tried | outcome | seconds | peak MiB |\n| --- | --- | --- | --- |");
    for hostile::Tried { what, outcome, seconds, peak_mib } in hostile::all()? {
        println!("| {what} | {outcome} | {seconds:.2} | {peak_mib} |");
    }
    println!("\n## Shared folders, and the clock\n");
    for line in hostile::beside()? {
        println!("- {line}");
    }
    println!("\nTotal time: {:.0} s.", begin.elapsed().as_secs_f64());
    if report.silent.is_empty() { Ok(()) } else { bail!("{} damages lost something in silence", report.silent.len()) }
}

/// Makes `each` damages of each kind, and deletes every file once.
///
/// # Errors
/// If the evenings cannot be stored.
pub fn damage_all(flips: u32, blocks: u32, seed: u64) -> anyhow::Result<DamageReport> {
    let mut rng = Rng::new(seed);
    let evenings = evening::all(seed)?;
    let mut report = DamageReport::default();
    for (what, count) in [("bit", flips), ("block", blocks)] {
        for number in 0..count {
            let evening = &evenings[number as usize % evenings.len()];
            let kind = KINDS[number as usize / evenings.len() % KINDS.len()];
            let Some((path, bytes)) = pick(&evening.files, kind, &mut rng) else { continue };
            let mut files = evening.files.clone();
            let (damaged, words) = if what == "bit" { flip(bytes, &mut rng) } else { overwrite(bytes, &mut rng) };
            files.insert(path.clone(), damaged);
            let words = format!("{what} {number}: {path} of the {} evening, {words}", evening.name);
            judge(&mut report, (what, kind), evening, &files, &words)?;
        }
    }
    for evening in &evenings {
        for path in evening.files.keys() {
            let mut files = evening.files.clone();
            files.remove(path);
            let kind = kind_of(path);
            judge(
                &mut report,
                ("deleted", kind),
                evening,
                &files,
                &format!("{path} of the {} evening deleted", evening.name),
            )?;
        }
    }
    Ok(report)
}

/// The kinds of files that are damaged in turn; the database and its log more often.
const KINDS: [&str; 8] = ["database", "log", "database", "mirror", "log", "settings", "backup", "database"];

fn kind_of(path: &str) -> &'static str {
    match path {
        "sessions.db" => "database",
        "sessions.db-wal" => "log",
        "sessions.db-shm" => "log index",
        "sessions.mirror" => "mirror",
        "settings.json" => "settings",
        "settings.copy.json" => "settings copy",
        path if path.starts_with("backups") => "backup",
        _ => "other",
    }
}

fn pick<'a>(files: &'a Files, kind: &str, rng: &mut Rng) -> Option<(&'a String, &'a Vec<u8>)> {
    let fitting: Vec<_> = files.iter().filter(|(path, bytes)| kind_of(path) == kind && !bytes.is_empty()).collect();
    rng.pick(&fitting).copied()
}

fn flip(bytes: &[u8], rng: &mut Rng) -> (Vec<u8>, String) {
    let (at, bit) = (rng.below(bytes.len()), rng.below(8));
    let mut damaged = bytes.to_vec();
    damaged[at] ^= 1 << bit;
    (damaged, format!("bit {bit} of byte {at}"))
}

fn overwrite(bytes: &[u8], rng: &mut Rng) -> (Vec<u8>, String) {
    let length = 512 << rng.below(4);
    let start = rng.below(bytes.len()) / 512 * 512;
    let end = (start + length).min(bytes.len());
    let noise = rng.chance(0.5);
    let mut damaged = bytes.to_vec();
    damaged[start..end].fill_with(|| if noise { rng.below(256) as u8 } else { 0 });
    (damaged, format!("{} bytes from {start} {}", end - start, if noise { "noise" } else { "zero" }))
}

/// Opens the damaged evening and counts the outcome.
fn judge(
    report: &mut DamageReport,
    key: (&'static str, &'static str),
    evening: &Evening,
    files: &Files,
    words: &str,
) -> anyhow::Result<()> {
    let folder = evening::Folder::new()?;
    evening::write(folder.path(), files)?;
    let outcome = open(folder.path(), evening).with_context(|| words.to_owned())?;
    let count = report.counts.entry(key).or_default();
    match outcome {
        Outcome::Harmless => count.harmless += 1,
        Outcome::Recovered => count.recovered += 1,
        Outcome::Told => count.told += 1,
        Outcome::Silent(what) => {
            count.silent += 1;
            report.silent.push(format!("{words}: {what}"));
        }
    }
    Ok(())
}

enum Outcome {
    Harmless,
    Recovered,
    Told,
    Silent(String),
}

/// The events there and the messages, at the first start and at the next.
fn open(folder: &Path, evening: &Evening) -> anyhow::Result<Outcome> {
    let opened = store::open_or_recover(folder, Timestamp(evening::NOW + 86_400_000))?;
    let (settings, trouble) = store::kept_json(&folder.join("settings.json"));
    let said: Vec<&Notice> = opened.notices.iter().filter(|notice| !matches!(notice, Notice::Created)).collect();
    let mut missing = Vec::new();
    for (game, events) in &evening.games {
        let there = opened.store.load(*game).unwrap_or_default();
        let same = there.iter().map(|stored| &stored.event).eq(events.iter().take(there.len()));
        if !same || there.len() < events.len() {
            missing.push((game.to_string(), there.len(), events.len()));
        }
    }
    let strip = |value: &serde_json::Value| value.get("names").cloned();
    let settings_there = settings.as_ref().and_then(strip) == strip(&evening.settings);
    let read_only = opened.store.read_only().is_some();
    let problems = if read_only { Vec::new() } else { opened.store.check()?.problems };
    let words = said.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let first = opened.store.match_ids()?.len();
    drop(opened);
    // A repaired fault stays repaired, and is not reported again.
    let again = store::open_or_recover(folder, Timestamp(evening::NOW + 86_400_000))?;
    let calm = read_only || again.notices.is_empty() && again.store.match_ids()?.len() == first;
    let unnamed = missing.iter().find(|(game, ..)| !words.contains(game.as_str()));
    Ok(match (unnamed, missing.is_empty() && settings_there) {
        (Some((game, there, once)), _) => Outcome::Silent(format!("{there} of {once} events of {game}; said: {words}")),
        _ if !settings_there && trouble.is_none() => Outcome::Silent(format!("the settings are {settings:?}")),
        _ if !problems.is_empty() => {
            Outcome::Silent(format!("the check finds after it was opened {problems:?}; said: {words}"))
        }
        _ if !calm => Outcome::Silent(format!("told again at the next start: {:?}", again.notices)),
        (None, false) => Outcome::Told,
        (None, true) if words.is_empty() && trouble.is_none() => Outcome::Harmless,
        (None, true) => Outcome::Recovered,
    })
}
