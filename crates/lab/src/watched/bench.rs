//! One tracker for all games of a command, and the lines with their results.

use super::World;
use super::law::Law;
use super::notes::Notes;
use super::remember::Remembering;
use super::runner::watch;
use super::score::{Score, Told};
use anyhow::Context as _;
use eye::Reader;
use eye::detect::Eye;
use eye::detect::eye::Params;
use sixty_one::live::Networks;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;
use tracker::Tracker;

/// Options for watching games and reporting the results.
#[derive(Debug, clap::Args)]
pub(crate) struct WatchingArgs {
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// End each game after this many drops.
    #[arg(long, value_name = "N")]
    pub(crate) most: Option<usize>,
    /// Fixes what is random; the seed of the first simulated game.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Prints one JSON object per game, one per line.
    #[arg(long)]
    json: bool,
    /// Prints a line for each proposal.
    #[arg(long)]
    each: bool,
    /// Keeps a picture of every fault, with the tracker's explanations, in this folder.
    #[arg(long, value_name = "DIR")]
    faults: Option<PathBuf>,
    /// Keeps every picture with a decision, and all explanations, in this folder.
    #[arg(long, value_name = "DIR")]
    decisions: Option<PathBuf>,
    /// Keeps drawn pictures and the networks' output in this folder, and uses what is there: for trying changes of the
    /// tracker. The times of looks mean nothing then.
    #[arg(long, value_name = "DIR")]
    pub(crate) remember: Option<PathBuf>,
    /// Also reads the last picture of every resting table alone: if it gives the whole line, the record must have that
    /// line, or a person must be asked.
    #[arg(long)]
    law: bool,
    /// Measures the value of such a reading, and writes it to this file of the tracker.
    #[arg(long, value_name = "FILE", requires = "law")]
    fit: Option<PathBuf>,
}

/// The tracker, the reader beside it, and the score so far.
pub(crate) struct Watcher<'a> {
    args: &'a WatchingArgs,
    /// Seconds counted for a look.
    look: f64,
    tracker: Tracker<Remembering>,
    law: Option<Law<Remembering>>,
    all: Score,
    games: usize,
    begun: Instant,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(args: &'a WatchingArgs, look_ms: f64) -> anyhow::Result<Self> {
        let networks = args.models.clone().map_or(Networks::BuiltIn, Networks::Folder);
        let eye = || -> anyhow::Result<_> {
            Ok(Eye::new(Remembering::new(networks.load()?, args.remember.as_deref()), Params::default()))
        };
        let law = if args.law { Some(Law::new(Reader::new(eye()?))) } else { None };
        let tracker = Tracker::new(eye()?);
        Ok(Self { args, look: look_ms / 1e3, tracker, law, all: Score::default(), games: 0, begun: Instant::now() })
    }

    /// Watches one game, prints its results and adds them to the sum. File names begin with `name`.
    pub(crate) fn watch(&mut self, title: &str, name: &str, world: &mut dyn World) -> anyhow::Result<()> {
        let score = self.try_one(title, name, world)?;
        self.games += 1;
        self.all.add(score);
        Ok(())
    }

    /// Watches a table without a game: only invented drops count.
    pub(crate) fn idle(&mut self, title: &str, name: &str, world: &mut dyn World) -> anyhow::Result<()> {
        let score = self.try_one(title, name, world)?;
        self.all.told.extend(score.phantoms());
        Ok(())
    }

    fn try_one(&mut self, title: &str, name: &str, world: &mut dyn World) -> anyhow::Result<Score> {
        let start = Instant::now();
        let notes = Notes::new(name, self.args.faults.as_deref(), self.args.decisions.as_deref());
        let score = watch(world, &mut self.tracker, self.look, notes, self.law.as_mut())
            .with_context(|| title.trim().to_owned())?;
        self.show(title, &score, start)?;
        if self.args.each {
            each(&score.told)?;
        }
        Ok(score)
    }

    fn show(&self, title: &str, score: &Score, start: Instant) -> anyhow::Result<()> {
        let out = &mut io::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", score.json(title.trim(), start.elapsed().as_secs_f64()))?;
        } else {
            writeln!(out, "{title} {score}")?;
        }
        Ok(out.flush()?)
    }

    /// Prints the sum of all games, and writes the fitted values.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        if let (Some(path), Some(law)) = (&self.args.fit, &self.law) {
            std::fs::write(path, law.file()).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        if self.games > 1 {
            self.show(&format!("     ALL {} runs ", self.games), &self.all, self.begun)?;
        }
        if !self.args.json {
            writeln!(io::stdout(), "     {}", self.all.kept_word())?;
        }
        Ok(())
    }
}

fn each(told: &[Told]) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    for told in told {
        writeln!(out, "    at {:>6.1} s {told}", told.at)?;
    }
    Ok(())
}
