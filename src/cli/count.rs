//! `sixty-one count`: the pips of the tiles in pictures, added up.

use super::out::Out;
use language::{say, say_count};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::read::{self, beside, json};
use eye::Reader;
use eye::detect::eye::{Eye, Params};
use eye::detect::onnx::OnnxDetector;
use eye::detect::overlay;
use eye::picture;
use eye::read::{Heap, HeapDoubt, ReadTile};

/// Adds up the pips of all tiles in a picture, in a heap or a line, and shows how certain the sum is.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one count leftover.jpg --double-blank 50")]
pub(super) struct CountArgs {
    /// Pictures (JPEG, PNG, WebP, BMP), or folders of them.
    #[arg(required = true, value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// One JSON object per picture, one per line.
    #[arg(long)]
    json: bool,
    /// What the double blank counts in your game: 50 in many houses, 25 in some.
    #[arg(long, value_name = "PIPS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    double_blank: u32,
    /// Draws the counted tiles over the picture; name a folder for several pictures.
    #[arg(long, value_name = "PNG")]
    overlay: Option<PathBuf>,
    /// Uses the networks in this folder instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

#[derive(Serialize)]
struct CountOut<'a> {
    photo: &'a str,
    width: u32,
    height: u32,
    sum: u32,
    tiles: Vec<json::TileOut>,
    /// Probability that the sum is exact.
    confidence: f64,
    doubts: Vec<String>,
    ms: f64,
}

/// Counts every picture; one that cannot be read does not stop the others.
///
/// # Errors
/// No picture found, no networks; in the end, if some of the pictures could not be read.
pub(super) fn run(args: &CountArgs) -> anyhow::Result<()> {
    let pictures = read::pictures(&args.pictures)?;
    let params = Params { clock: eye_jobs::clock::since_start, ..Params::default() };
    let mut reader = Reader::new(Eye::new(read::open(args.models.as_deref())?, params));
    read::each(&pictures, args.overlay.as_deref(), args.json, |path, many| {
        Ok(writeln!(Out, "{}", count(&mut reader, path, args, many)?)?)
    })
}

fn count(reader: &mut Reader<OnnxDetector>, path: &Path, args: &CountArgs, many: bool) -> anyhow::Result<String> {
    let picture = picture::load(path)?;
    let start = eye_jobs::clock::since_start();
    let heap = reader.heap(&picture)?;
    let ms = (eye_jobs::clock::since_start() - start).as_secs_f64() * 1e3;
    let name = path.display().to_string();
    if let Some(target) = &args.overlay {
        let file = if many { target.join(beside(&name, "png")) } else { target.clone() };
        read::save_png(&overlay::draw_heap(&picture.frame, &heap, picture.scale()), &file)?;
    }
    if !args.json {
        return Ok(words(&name, &heap, args.double_blank));
    }
    Ok(serde_json::to_string(&CountOut {
        photo: &name,
        width: picture.width,
        height: picture.height,
        sum: heap.sum(args.double_blank),
        tiles: heap.tiles.iter().map(json::tile).collect(),
        confidence: json::round(Heap::sureness(heap.confidence, &heap.doubts, args.double_blank), 1e3),
        doubts: HeapDoubt::told(&heap.doubts),
        ms: json::round(ms, 10.0),
    })?)
}

/// The sum, the tiles, and what to look at.
fn words(name: &str, heap: &Heap, double_blank: u32) -> String {
    if heap.tiles.is_empty() {
        return say!("{name}: no tile with readable pips", name);
    }
    let sum = heap.sum(double_blank);
    let sure = match Heap::sureness(heap.confidence, &heap.doubts, double_blank) {
        Heap::SURE.. => say!("certain").to_owned(),
        sureness => say!("{sure} % confident", sure = format!("{:.0}", (sureness * 100.0).min(99.0))),
    };
    let pips = say_count!(sum, "{n} pip", "{n} pips");
    let tiles = say_count!(heap.tiles.len(), "{n} tile", "{n} tiles");
    let mut text = say!("{name}: {pips} on {tiles}, {sure}", name, pips, tiles, sure);
    let tiles: Vec<String> = heap.tiles.iter().filter_map(ReadTile::tile).map(|tile| tile.to_string()).collect();
    let _ = write!(text, "\n  {}", tiles.join(" "));
    for doubt in HeapDoubt::told(&heap.doubts) {
        let _ = write!(text, "\n  {}", say!("check: {doubt}", doubt));
    }
    text
}
