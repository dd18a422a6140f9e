//! `sixty-one-lab film`: a drawn game as a file of Motion-JPEG, for a browser that takes it for its camera.

use crate::sequence::camera::{CONDITIONS, Film, FilmCamera, Pace};
use anyhow::{Context as _, bail};
use eye::picture::{Colours, jpeg};
use game::layout::Layout;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use serde_json::json;
use simulator::{Pace as Players, Show, Trouble};
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
    match &args.folder {
        Some(folder) => filmed(args, &Film::load(folder, args.most)?, &mut out)?,
        None => played(args, &mut out)?,
    }
    out.flush().with_context(|| format!("{} cannot be written", args.out.display()))
}

fn say(tile: &str, gone: f64) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout(), "{}", json!({ "tile": tile, "gone": gone }))?)
}

/// Writes a picture for as long as it is shown.
fn put(out: &mut impl Write, bytes: &[u8], shown: &mut f64, until: f64) -> std::io::Result<()> {
    while *shown < until {
        out.write_all(bytes)?;
        *shown += 1.0 / RATE;
    }
    Ok(())
}

fn filmed(args: &FilmArgs, film: &Film, out: &mut impl Write) -> anyhow::Result<()> {
    let Some((_, condition)) = CONDITIONS.iter().find(|(name, _)| *name == args.condition) else {
        bail!("there is no condition \"{}\"", args.condition);
    };
    let pace = Pace { before: args.before, rest: args.rest, fps: args.fps, from: 0 };
    let mut camera = FilmCamera::new(film, condition, pace, args.seed);
    let mut shown = 0.0;
    while let Some(now) = camera.next() {
        let bytes = camera.jpeg().with_context(|| format!("{} cannot be drawn", now.name()))?;
        put(out, &bytes, &mut shown, now.at + 1.0 / args.fps)?;
    }
    film.tiles().iter().zip(1..).try_for_each(|(tile, k)| say(tile, camera.gone(k).unwrap_or_default()))
}

fn played(args: &FilmArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let rules = RuleSet::parse(&args.rules)?;
    let mut game = Match::start(Setup::new(rules.clone(), &["Anna", "Ben"]))?;
    let mut show = Show::new(&rules, args.seed, Trouble::NONE, Players::default())?;
    let (mut shown, mut frames, mut drops) = (0.0, 0_u32, 0);
    let mut end = f64::INFINITY;
    while shown < end {
        let now = f64::from(frames) / args.fps;
        frames += 1;
        if now >= args.before && game.state().running().is_none() {
            game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        }
        let Some((frame, _)) = show.at(now, Some(&game)) else { bail!("the table cannot be drawn") };
        let bytes = jpeg(frame.rgb(), frame.width(), frame.height(), QUALITY, Colours::Half);
        put(out, &bytes.context("a picture cannot be encoded")?, &mut shown, now + 1.0 / args.fps)?;
        let recorded = game.state().running().map(|round| round.layout.clone()).unwrap_or_default();
        if let Some(tile) = fresh(show.truth(), &recorded, &mut game, now - show.last_laid() >= args.rest)? {
            say(&tile, show.last_laid())?;
            drops += 1;
            if drops == args.most {
                end = shown + args.rest;
            }
        }
    }
    Ok(())
}

/// Records a tile that was looked at long enough, so that the next player continues.
fn fresh(truth: &Layout, recorded: &Layout, game: &mut Match, rested: bool) -> anyhow::Result<Option<String>> {
    let laid = truth.plays().nth(recorded.len()).copied();
    let (Some(play), Some(round), true) = (laid, game.state().running(), rested) else { return Ok(None) };
    let seat = round.turn;
    game.act(Act::Play { seat, play, stands: false })?;
    Ok(Some(play.tile().to_string()))
}
