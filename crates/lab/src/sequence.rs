//! `sixty-one-lab sequence DIR..`: plays drawn games, drop by drop, through the tracker in counted time, with the
//! faults of cameras and people, and reports the results.
//!
//! A folder holds `NN_a` (tiles 1 to NN on the table, nothing else), `NN_b` (a hand at tile NN) and `NN_c` (the hand
//! coming or going) as pictures, and `truth.json` with the tiles in the order they were played.

use crate::watched::bench::{Watcher, WatchingArgs};
use crate::watched::camera::{CONDITIONS, Condition, Film, LISTED, Pace};
use crate::watched::filmed::Filmed;
use anyhow::{Context as _, bail};
use game::rules::RuleSet;
use std::path::PathBuf;

/// Plays drawn games through the tracker, in counted time, and reports.
#[derive(Debug, clap::Args)]
pub(crate) struct SequenceArgs {
    /// The folders of the games.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Rules of the games, instead of those that each was drawn for.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Conditions of the camera, such as clean,tremble,evening; all, and others for people's habits that are in no
    /// list.
    #[arg(long, value_name = "NAMES", default_value = "clean")]
    conditions: String,
    /// Seconds of peace after each drop.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    rest: f64,
    /// Seconds before the first hand.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    before: f64,
    /// Pictures a second.
    #[arg(long, value_name = "N", default_value_t = 8.0)]
    fps: f64,
    /// Pictures that come sooner after the last one are dropped, as from a camera in the network.
    #[arg(long, value_name = "MS", default_value_t = 190.0)]
    apart_ms: f64,
    /// Begin with this many tiles on the table.
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: usize,
    /// Count this many milliseconds for a look.
    #[arg(long, value_name = "MS", default_value_t = 60.0)]
    look_ms: f64,
    #[command(flatten)]
    watching: WatchingArgs,
}

/// Returns the conditions of these names.
pub(crate) fn conditions(names: &str) -> anyhow::Result<Vec<&'static (&'static str, Condition)>> {
    let named = |name: &str| CONDITIONS.iter().find(|(known, _)| *known == name);
    match names {
        "all" => Ok(CONDITIONS.iter().take(LISTED).collect()),
        "every" => Ok(CONDITIONS.iter().collect()),
        names => {
            let names = names.split(',');
            names.map(|name| named(name).with_context(|| format!("there is no condition \"{name}\""))).collect()
        }
    }
}

/// Plays every folder in every condition.
///
/// # Errors
/// A folder without a game, an unknown condition, networks that cannot be used.
pub(crate) fn run(args: &SequenceArgs) -> anyhow::Result<()> {
    let given = args.rules.as_deref().map(RuleSet::parse).transpose()?;
    let conditions = conditions(&args.conditions)?;
    let (most, seed) = (args.watching.most.map_or(usize::MAX, |most| args.from + most), args.watching.seed);
    let films = args.folders.iter().map(|folder| Film::load(folder, most)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut watcher = Watcher::new(&args.watching, args.look_ms)?;
    for (name, condition) in conditions {
        for film in &films {
            if args.from >= film.len() {
                bail!("{} has {} tiles: nothing is laid after that", film.name, film.len());
            }
            let pace = Pace { before: args.before, rest: args.rest, fps: args.fps, from: args.from };
            let rules = given.clone().map_or_else(|| film.rules(), Ok)?;
            let mut world = Filmed::new(film, condition, pace, seed, rules).apart(args.apart_ms / 1e3);
            if let Some(folder) = &args.watching.remember {
                let run = [args.before, args.rest, args.fps].map(|seconds| seconds.to_string()).join("-");
                let run = format!("{}-{name}-{seed}-{}-{}-{run}", film.name, args.from, film.len());
                world = world.kept_in(folder.join(run))?;
            }
            watcher.watch(&format!("{:>8} {name:9}", film.name), &format!("{}-{name}", film.name), &mut world)?;
        }
    }
    watcher.end()
}
