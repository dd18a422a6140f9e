//! `sixty-one-lab watch --games N`: whole simulated games through the real tracker, and the results.

use crate::watched::bench::{Watcher, WatchingArgs};
use crate::watched::simulated::{Plan, STEP, Simulated};
use anyhow::Context as _;
use game::rules::{PRESETS, RuleSet, Scoring};
use scene::Standpoint;
use simulator::{CameraKind, Flaws, Trouble};

/// Measuring instead of watching.
#[derive(Debug, clap::Args)]
pub(crate) struct WatchArgs {
    /// Measure: play this many simulated games through the tracker, in counted time, and report.
    #[arg(long, value_name = "N")]
    games: u64,
    /// Rules, such as `pafos` or "pafos target=31"; all that score in turn unless given.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
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
    /// Count this many milliseconds for a look instead of what it takes here.
    #[arg(long, value_name = "MS", default_value_t = 250.0)]
    look_ms: f64,
    /// Pictures so wide instead of 1280: tiles are 80 pixels long there, and shorter in smaller ones.
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(160..=3840))]
    width: u32,
    /// The camera looks this many degrees off straight down, instead of somewhere from 17 to 34: from a player's seat
    /// it is 45 to 66.
    #[arg(long, value_name = "DEGREES", value_parser = clap::value_parser!(u8).range(0..=70))]
    tilt: Option<u8>,
    /// Watches each table afterwards for this many minutes without a game.
    #[arg(long, value_name = "MINUTES")]
    idle: Option<f64>,
    #[command(flatten)]
    watching: WatchingArgs,
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

/// Drops on a table that is then watched without a game.
const BEFORE_IDLE: usize = 9;

/// Plays the games, by the named rules or by all that score in turn, and reports.
pub(crate) fn run(args: &WatchArgs) -> anyhow::Result<()> {
    let rules = match &args.rules {
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
    let most_drops = args.watching.most.unwrap_or(usize::MAX);
    let mut watcher = Watcher::new(&args.watching, args.look_ms)?;
    for i in 0..args.games {
        let rules = &rules[usize::try_from(i)? % rules.len()];
        // Two, every third time four; as many as can play where two cannot.
        let can_play = |n: &usize| rules.hand_size(*n).is_some();
        let players = if i % 3 == 2 { [4, 2, 3] } else { [2, 4, 3] }.into_iter().find(can_play).unwrap_or(2);
        let plan = Plan {
            rules: rules.clone(),
            players,
            seed: args.watching.seed + i,
            trouble,
            most_drops,
            idle: 0.0,
            from: Standpoint { size: (args.width, args.width * 9 / 16), tilt: args.tilt.map(f32::from) },
            step: STEP,
        };
        let (title, name) = (format!("game {} {rules} ({players} players):", plan.seed), format!("{:03}", plan.seed));
        let world = |plan: Plan| Simulated::new(plan).with_context(|| title.clone());
        watcher.watch(&title, &name, &mut world(plan.clone())?)?;
        if let Some(minutes) = args.idle {
            let quiet = Plan { idle: 60.0 * minutes, most_drops: most_drops.min(BEFORE_IDLE), ..plan };
            watcher.idle(&format!("  {minutes} idle minutes:"), &format!("{name}-idle"), &mut world(quiet)?)?;
        }
    }
    watcher.end()
}
