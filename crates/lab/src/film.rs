//! `sixty-one-lab film`: a drawn game as a file of Motion-JPEG, for a browser that takes it for its camera.

use crate::sequence::conditions;
use crate::watched::camera::{Film, Pace};
use crate::watched::filmed::Filmed;
use crate::watched::simulated::{Plan, Simulated};
use crate::watched::{Laid, World};
use anyhow::Context as _;
use eye::picture::{Colours, jpeg};
use game::rules::RuleSet;
use game::{Act, Match, Seat};
use scene::Standpoint;
use serde_json::json;
use simulator::Trouble;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Browsers play such files at this rate.
const RATE: f64 = 30.0;
/// Quality of the pictures.
const QUALITY: u8 = 85;

/// Writes a drawn game as Motion-JPEG, and the time of each drop.
#[derive(Debug, clap::Args)]
pub(crate) struct FilmArgs {
    /// The folder of a drawn game; without it the simulated players play one.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// End after this many drops.
    #[arg(long, default_value_t = 6)]
    most: usize,
    /// Condition of the camera over a folder; see `sequence`.
    #[arg(long, default_value = "clean")]
    condition: String,
    /// Seconds before the first hand.
    #[arg(long, default_value_t = 8.0)]
    before: f64,
    /// Seconds of peace after each drop.
    #[arg(long, default_value_t = 4.0)]
    rest: f64,
    /// New pictures a second.
    #[arg(long, default_value_t = 10.0)]
    fps: f64,
    /// Seed of the random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules for the simulated players.
    #[arg(long, default_value = "pafos")]
    rules: String,
}

/// Writes the film; one JSON object a drop on standard output: the tile, and when the hand is gone.
///
/// # Errors
/// The game does not exist, or the file cannot be written.
pub(crate) fn run(args: &FilmArgs) -> anyhow::Result<()> {
    let file = File::create(&args.out).with_context(|| format!("{} cannot be written", args.out.display()))?;
    let mut out = BufWriter::new(file);
    let rules = RuleSet::parse(&args.rules)?;
    match &args.folder {
        Some(folder) => {
            let film = Film::load(folder, args.most)?;
            let condition = &conditions(&args.condition)?.first().context("no condition")?.1;
            let pace = Pace { before: args.before, rest: args.rest, fps: args.fps, from: 0 };
            write(args, &mut Filmed::new(&film, condition, pace, args.seed, rules), &mut out)?;
        }
        None => {
            let plan = Plan {
                rules,
                players: 2,
                seed: args.seed,
                trouble: Trouble::NONE,
                most_drops: args.most,
                idle: args.rest,
                from: Standpoint::USUAL,
                step: 1.0 / args.fps,
            };
            write(args, &mut Simulated::new(plan)?, &mut out)?;
        }
    }
    out.flush().with_context(|| format!("{} cannot be written", args.out.display()))
}

/// Writes every picture for as long as it is shown. Records a tile that was looked at long enough, so that the next player
/// continues.
fn write(args: &FilmArgs, world: &mut dyn World, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = world.begin()?;
    let (mut shown, mut told) = (0.0, 0);
    while let Some(taken) = world.next(0.0, &game)? {
        let encoded = || jpeg(taken.frame.rgb(), taken.size.0, taken.size.1, QUALITY, Colours::Half);
        let bytes = taken.file.clone().or_else(encoded).context("a picture cannot be encoded")?;
        while shown < taken.at + 1.0 / args.fps {
            out.write_all(&bytes)?;
            shown += 1.0 / RATE;
        }
        if taken.at >= args.before && game.state().running().is_none() && !game.state().is_over() {
            game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        }
        let laid = world.laid(taken.at);
        if let Some(next) = laid.get(told).filter(|next| taken.at >= next.gone + args.rest) {
            writeln!(std::io::stdout(), "{}", json!({ "tile": next.tile.to_string(), "gone": next.gone }))?;
            told += 1;
            record(&mut game, next)?;
        }
    }
    Ok(())
}

fn record(game: &mut Match, laid: &Laid) -> anyhow::Result<()> {
    if let (Some(play), Some(seat)) = (laid.play, game.state().running().map(|round| round.turn)) {
        game.act(Act::Play { seat, play, stands: false })?;
    }
    Ok(())
}
