//! `sixty-one-lab watch --games N`: whole simulated games through the real watcher, and the results.

mod faults;
pub mod replay;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;

use eye::detect::Eye;
use eye::detect::eye::Params;
use game::rules::{PRESETS, RuleSet, Scoring};
use replay::{Fault, Plan, Report, Seen, idle, replay_telling};
use scene::Standpoint;
use simulator::{CameraKind, Flaws, Trouble};
use sixty_one::live::{Networks, Tracker};

/// Measuring instead of watching.
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// Measure: play this many simulated games through the watcher, in counted time, and report.
    #[arg(long, value_name = "N")]
    games: u64,
    /// Rules, such as `pafos` or "pafos target=31"; all that score in turn unless given.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Prints one JSON object per drop, one per line.
    #[arg(long)]
    json: bool,
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// The seed of the first game.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Trouble at the table: none, some, much, or real, with furniture round the game and a camera with flaws.
    #[arg(long, value_name = "TROUBLE", default_value = "much")]
    trouble: Level,
    /// Look through a camera with one flaw: clean, tremble, shake, drift, bump, breathe, exposure, flicker, noise, pulse, slow,
    /// evening (a little of everything), or any as the seed has them.
    #[arg(long, value_name = "FLAW", value_parser = parse_lens)]
    camera: Option<CameraKind>,
    /// Put furniture round the game: a cribbage board, pads, glasses, a phone, the boneyard, hands of tiles.
    #[arg(long)]
    furniture: bool,
    /// Count this many milliseconds for a look instead of the time here.
    #[arg(long, value_name = "MS", default_value_t = 250.0)]
    look_ms: f64,
    /// Pictures so wide instead of 1280: tiles are 80 pixels long there, and shorter in smaller ones.
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(160..=3840))]
    width: u32,
    /// The camera looks this many degrees off straight down, instead of somewhere from 17 to 34: from a player's seat
    /// it is 45 to 66.
    #[arg(long, value_name = "DEGREES", value_parser = clap::value_parser!(u8).range(0..=70))]
    tilt: Option<u8>,
    /// End each game after this many drops.
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// A line for each drop.
    #[arg(long)]
    each: bool,
    /// Keep a picture of every fault, with the sightings and beliefs, in this folder.
    #[arg(long, value_name = "DIR")]
    faults: Option<PathBuf>,
    /// Watches each table afterwards for this many minutes without a game.
    #[arg(long, value_name = "MINUTES")]
    idle: Option<f64>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Level {
    None,
    Some,
    Much,
    Real,
}

fn parse_lens(text: &str) -> Result<CameraKind, String> {
    if text == "any" {
        return Ok(CameraKind::Any);
    }
    let named = Flaws::NAMED.iter().find(|(name, _)| *name == text);
    let names = || Flaws::NAMED.map(|(name, _)| name).join(", ");
    named.map(|(_, flaws)| CameraKind::Flawed(*flaws)).ok_or_else(|| format!("cameras are any, {}", names()))
}

/// Plays the games, by the named rules or by all that score in turn, and reports.
pub(crate) fn run(args: &WatchArgs) -> anyhow::Result<()> {
    let networks = args.models.clone().map_or(Networks::BuiltIn, Networks::Folder);
    let (games, rules, json) = (args.games, args.rules.as_deref(), args.json);
    let rules = match rules {
        Some(text) => vec![RuleSet::parse(text)?],
        None => PRESETS.iter().map(|p| p.rules.clone()).filter(|r| r.scoring != Scoring::None).collect(),
    };
    let trouble = match args.trouble {
        Level::None => Trouble::NONE,
        Level::Some => Trouble::SOME,
        Level::Much => Trouble::MUCH,
        Level::Real => Trouble::REAL,
    };
    let trouble = Trouble {
        camera: args.camera.unwrap_or(trouble.camera),
        furniture: args.furniture || trouble.furniture,
        ..trouble
    };
    let mut watcher = Tracker::new(Eye::new(networks.load()?, Params::default()));
    let mut all = Report { finished: true, ..Report::default() };
    let begin = Instant::now();
    let mut failed = None;
    for i in 0..games {
        let rules = &rules[usize::try_from(i)? % rules.len()];
        // Two, every third time four; as many as can play where two cannot.
        let can_play = |n: &usize| rules.hand_size(*n).is_some();
        let players = if i % 3 == 2 { [4, 2, 3] } else { [2, 4, 3] }.into_iter().find(can_play).unwrap_or(2);
        let plan = Plan {
            rules: rules.clone(),
            players,
            seed: args.seed + i,
            trouble,
            look: args.look_ms / 1e3,
            most_drops: args.most.unwrap_or(usize::MAX),
            from: Standpoint { size: (args.width, args.width * 9 / 16), tilt: args.tilt.map(f32::from) },
        };
        let start = Instant::now();
        let mut keep = |fault: Fault| {
            if let Some(Err(error)) = args.faults.as_deref().map(|folder| faults::keep(folder, plan.seed, &fault)) {
                failed = Some(error);
            }
        };
        let report = replay_telling(&plan, &mut watcher, &mut keep)
            .with_context(|| format!("game {} by {}", plan.seed, rules.id))?;
        show(&format!("game {} {} ({players} players)", plan.seed, rules), &report, json, start)?;
        if args.each {
            show_each(&report)?;
        }
        all.add(report);
        if let Some(minutes) = args.idle {
            let start = Instant::now();
            let quiet = idle(&plan, minutes, &mut watcher, &mut keep)?;
            show(&format!("  {minutes} idle minutes"), &Report { drops: Vec::new(), ..quiet.clone() }, json, start)?;
            all.phantoms.extend(quiet.phantoms);
        }
    }
    show("all", &all, json, begin)?;
    failed.map_or(Ok(()), Err)
}

fn show_each(report: &Report) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    for drop in &report.drops {
        let (truth, sure) = (drop.truth.tile(), drop.confidence);
        let auto = if drop.auto { ", auto" } else { "" };
        writeln!(out, "    at {:>6.1} s {truth} ({sure:.4}{auto}) after {:.2} s", drop.at, drop.delay)?;
    }
    Ok(())
}

fn show(title: &str, report: &Report, json: bool, start: Instant) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    let drops = report.drops.len();
    let wrong: Vec<&Seen> = report.wrong().collect();
    let missed = report.drops.iter().filter(|drop| drop.proposed.is_none()).count();
    let auto = report.drops.iter().filter(|drop| drop.auto).count();
    let auto_wrong = wrong.iter().filter(|drop| drop.auto).count();
    let share = |n: usize| 100.0 * n as f64 / drops.max(1) as f64;
    if json {
        let line = serde_json::json!({
            "title": title, "drops": drops, "right": report.right(), "wrong": wrong.len(), "missed": missed,
            "auto": auto, "auto_wrong": auto_wrong, "phantoms": report.phantoms.len(), "lost": report.lost,
            "corrections": report.corrections.0, "corrections_right": report.corrections.1,
            "delay_p50": report.delay(0.5), "delay_p95": report.delay(0.95), "pictures": report.pictures,
            "looks": report.looks, "seconds": report.seconds, "finished": report.finished, "stated": report.stated(),
            "took_s": start.elapsed().as_secs_f64(),
        });
        return Ok(writeln!(out, "{line}")?);
    }
    writeln!(
        out,
        "{title}: {drops} drops, {} right at first ({:.1} %), {} wrong, {missed} not seen; {} phantoms, {} times lost, \
         {} of {} corrections right",
        report.right(),
        share(report.right()),
        wrong.len(),
        report.phantoms.len(),
        report.lost,
        report.corrections.1,
        report.corrections.0,
    )?;
    writeln!(
        out,
        "    auto-confirm {auto} ({:.1} %), {auto_wrong} of them wrong; delay p50 {:.2} s, p95 {:.2} s; {} of {} pictures \
         looked at; {:.0} s of play in {:.0} s{}",
        share(auto),
        report.delay(0.5),
        report.delay(0.95),
        report.looks,
        report.pictures,
        report.seconds,
        start.elapsed().as_secs_f64(),
        if report.finished { "" } else { "; not played to its end" },
    )?;
    let stated = report
        .stated()
        .into_iter()
        .map(|(least, n, right, sum)| format!(">= {least}: {right} of {n} right (stated {sum:.1})"));
    writeln!(out, "    {}", stated.collect::<Vec<_>>().join("; "))?;
    for drop in wrong {
        let proposed = drop.proposed.map(|play| play.tile().to_string()).unwrap_or_default();
        let offered = if drop.offered { ", the truth was offered beside it" } else { "" };
        let truth = drop.truth.tile();
        writeln!(out, "    wrong at {:.0} s: {truth} taken for {proposed} ({:.4}){offered}", drop.at, drop.confidence)?;
    }
    for drop in report.drops.iter().filter(|drop| drop.proposed.is_none()) {
        writeln!(out, "    not seen at {:.0} s: {}", drop.at, drop.truth.tile())?;
    }
    for (phantom, confidence) in &report.phantoms {
        writeln!(out, "    phantom: {phantom} ({confidence:.4})")?;
    }
    Ok(out.flush()?)
}
