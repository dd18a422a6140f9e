//! `sixty-one read`: reads the tiles on the table from pictures.

pub(super) mod json;
mod text;

use super::out::Out;
use super::reasons;
use language::{say, say_count};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use eye::detect::eye::{Eye, Params};
use eye::detect::hand::Hand;
use eye::detect::onnx::OnnxDetector;
use eye::detect::overlay;
use eye::frame::Frame;
use eye::picture::{self, Picture};
use eye::read::{Reading, SeenTile, Settings, assemble, assemble_best};
use eye::{PictureReading, Reader};
use game::rules::{PRESETS, RuleSet};

/// Reads the tiles in pictures: layout, open ends, count and doubts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one read table.jpg --rules pafos --overlay seen.png")]
pub(super) struct ReadArgs {
    /// Pictures (JPEG, PNG, WebP, BMP), or folders of them.
    #[arg(required = true, value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// One JSON object per picture, one per line.
    #[arg(long)]
    json: bool,
    /// The rule set, such as `pafos` or `muggins`; unless given, the set and kind of game that fit the picture best.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Decides by geometry alone: joined halves need not match, and a tile may appear twice (to measure what the rules
    /// add).
    #[arg(long, conflicts_with = "hand")]
    without_rules: bool,
    /// Reads the tiles as one player's hand: from left to right, with its pips.
    #[arg(long, conflicts_with = "rules")]
    hand: bool,
    /// Draws the reading over the picture; name a folder for several pictures.
    #[arg(long, value_name = "PNG")]
    overlay: Option<PathBuf>,
    /// Uses the networks in this folder instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

/// One picture, read.
struct PictureRead {
    /// As it was named.
    name: String,
    picture: Picture,
    table: PictureReading,
    /// The tiles of a hand, where one was asked for.
    hand: Option<Hand>,
    decode_ms: f64,
    assemble_ms: f64,
}

/// Reads every picture; one that cannot be read does not stop the others.
///
/// # Errors
/// Unknown rules, no picture found, no networks; in the end, if some of the pictures could not be read.
pub(super) fn run(args: &ReadArgs) -> anyhow::Result<()> {
    let rules = args.rules.as_deref().map(RuleSet::parse).transpose()?;
    let pictures = pictures(&args.pictures)?;
    let params = Params { read_edges: args.hand, clock: eye_jobs::clock::since_start, ..Params::default() };
    let mut reader = Reader::new(Eye::new(open(args.models.as_deref())?, params));
    each(&pictures, args.overlay.as_deref(), args.json, |path, many| {
        show(args, rules.as_ref(), &read(&mut reader, path, rules.as_ref(), args)?, many)
    })
}

/// Takes one picture after the other; one that fails does not stop the others. `take` receives whether there are
/// several: then drawings go to a folder.
pub(super) fn each(
    pictures: &[PathBuf],
    overlay: Option<&Path>,
    json: bool,
    mut take: impl FnMut(&Path, bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let many = pictures.len() > 1;
    if let Some(folder) = overlay.filter(|_| many) {
        std::fs::create_dir_all(folder)
            .with_context(|| say!("can't create the folder {path}", path = folder.display()))?;
    }
    let mut failed = 0;
    for (done, path) in pictures.iter().enumerate() {
        let progress = Progress::show(done, pictures.len());
        let taken = take(path, many);
        progress.clear();
        if let Err(error) = taken {
            if is_broken_pipe(&error) {
                return Ok(());
            }
            failed += 1;
            show_failure(json, path, &error)?;
        }
    }
    if failed > 0 {
        bail!(say_count!(
            pictures.len(),
            "can't read {failed} of {n} picture",
            "can't read {failed} of {n} pictures",
            failed
        ));
    }
    Ok(())
}

/// A closed reader of our output has seen enough (`| head`): nothing to report.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

pub(super) fn open(models: Option<&Path>) -> anyhow::Result<OnnxDetector> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let opened = match models {
        Some(folder) => OnnxDetector::load(folder, threads),
        None => OnnxDetector::built_in(threads),
    };
    opened.context(say!("can't read pictures without the networks"))
}

/// The files named, and the pictures in the folders named, those sorted by name.
pub(super) fn pictures(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut pictures = Vec::new();
    for path in named {
        if !path.is_dir() {
            pictures.push(path.clone());
            continue;
        }
        let entries = path.read_dir().with_context(|| say!("can't read the folder {path}", path = path.display()))?;
        let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.retain(|file| picture::is_picture_name(file));
        if inside.is_empty() {
            bail!(say!("there is no picture in {path}", path = path.display()));
        }
        inside.sort();
        pictures.append(&mut inside);
    }
    Ok(pictures)
}

fn read(
    reader: &mut Reader<OnnxDetector>,
    path: &Path,
    rules: Option<&RuleSet>,
    args: &ReadArgs,
) -> anyhow::Result<PictureRead> {
    let start = Instant::now();
    let picture = picture::load(path)?;
    let decode_ms = millis(start.elapsed());
    let start = Instant::now();
    let (table, hand) = if args.hand {
        let (table, hand) = reader.hand(&picture)?;
        (table, Some(hand))
    } else {
        let assemble = |tiles: &[SeenTile]| assemble_by(rules, tiles, (picture.width, picture.height), args);
        (reader.table(&picture, assemble)?, None)
    };
    let assemble_ms = millis(start.elapsed().saturating_sub(table.sight.find + table.sight.read));
    let name = path.display().to_string();
    Ok(PictureRead { name, picture, table, hand, decode_ms, assemble_ms })
}

/// Under the rules that were named, or those that fit best.
fn assemble_by(rules: Option<&RuleSet>, tiles: &[SeenTile], (width, height): (u32, u32), args: &ReadArgs) -> Reading {
    match rules {
        Some(rules) => {
            let settings = Settings { use_rules: !args.without_rules, ..Settings::of_rules(rules) };
            assemble(tiles, width, height, &settings)
        }
        None if args.without_rules => {
            // The set and the family fit the picture with the rules; without rules no set can be chosen.
            let settings = Settings { use_rules: false, ..assemble_best(tiles, width, height).settings };
            assemble(tiles, width, height, &settings)
        }
        None => assemble_best(tiles, width, height),
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The rules for writing a layout of an unknown game: the first preset of its family.
fn rules_for_writing(settings: &Settings) -> Option<RuleSet> {
    let same = |rules: &&RuleSet| {
        let other = Settings::of_rules(rules);
        other.family == settings.family && (other.inline_doubles || !settings.inline_doubles)
    };
    let rules = PRESETS.iter().map(|preset| &preset.rules);
    rules.filter(same).map(|rules| RuleSet { set_size: settings.max_pip, ..rules.clone() }).next()
}

fn show(args: &ReadArgs, rules: Option<&RuleSet>, outcome: &PictureRead, many: bool) -> anyhow::Result<()> {
    let out = &mut Out;
    let written = rules.cloned().or_else(|| rules_for_writing(&outcome.table.reading.settings));
    match (&outcome.hand, args.json) {
        (Some(hand), true) => writeln!(out, "{}", json::hand(outcome, hand)?)?,
        (Some(hand), false) => writeln!(out, "{}", text::hand(outcome, hand))?,
        (None, true) => writeln!(out, "{}", json::table(outcome, rules, written.as_ref())?)?,
        (None, false) => writeln!(out, "{}", text::table(outcome, rules, written.as_ref()))?,
    }
    out.flush()?;
    if let Some(target) = &args.overlay {
        let file = if many { target.join(beside(&outcome.name, "png")) } else { target.clone() };
        let drawn = overlay::draw(&outcome.picture.frame, &outcome.table.reading, outcome.picture.scale());
        save_png(&drawn, &file)?;
    }
    Ok(())
}

/// Writes a picture as PNG.
///
/// # Errors
/// If the file cannot be written.
pub fn save_png(frame: &Frame, file: &Path) -> anyhow::Result<()> {
    let (rgb, width, height) = (frame.rgb(), frame.width(), frame.height());
    image::save_buffer_with_format(file, rgb, width, height, image::ColorType::Rgb8, image::ImageFormat::Png)
        .with_context(|| say!("can't write to {path}", path = file.display()))
}

/// The file name of a picture with another ending.
pub(super) fn beside(name: &str, ending: &str) -> PathBuf {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    Path::new(stem).with_extension(ending)
}

#[expect(clippy::print_stderr, reason = "a picture that fails must not stop the others, so main cannot report it")]
fn show_failure(json: bool, path: &Path, error: &anyhow::Error) -> anyhow::Result<()> {
    eprintln!("sixty-one: {} {}", path.display(), reasons(error));
    if json {
        writeln!(Out, "{}", json::failure(path, error)?)?;
    }
    Ok(())
}

/// How far it is, on a terminal, when there is more than one picture.
struct Progress(bool);

impl Progress {
    #[expect(clippy::print_stderr, reason = "progress is no output")]
    fn show(done: usize, all: usize) -> Self {
        let shown = all > 1 && io::stderr().is_terminal();
        if shown {
            eprint!("\r{}", say!("reading picture {n} of {all} ...", n = done + 1, all));
        }
        Self(shown)
    }

    #[expect(clippy::print_stderr, reason = "progress is no output")]
    fn clear(self) {
        if self.0 {
            eprint!("\r\x1b[2K");
        }
    }
}
