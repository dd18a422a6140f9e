//! `sixty-one-lab heaps`: counts drawn heaps and labelled photographs: exact sums, errors of the others, certain sums,
//! and the time of a sum.

mod fit;

use crate::simulate::{READABLE, save_jpeg};
use anyhow::{Context as _, bail};
use eye::detect::eye::{Eye, Params};
use eye::detect::onnx::OnnxDetector;
use eye::detect::{heap, overlay};
use eye::geometry::mean;
use eye::picture::{self, Colours, Picture};
use eye::read::{Heap, HeapDoubt, Point, ReadTile};
use scene::{Canvas, Dice, HIGHEST, Kind, Scene, TileKind, Truth};
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Counts heaps with known sums, and reports how good the sums are.
#[derive(Debug, clap::Args)]
pub(crate) struct HeapsArgs {
    /// Number of drawn heaps: 1 to 40 tiles each, drawn with replacement as from mixed sets.
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// The same seed gives the same heaps.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Continues until this many sums were called certain.
    #[arg(long, value_name = "N")]
    sure: Option<usize>,
    /// The heaps of the training, 3 to 30 tiles, instead.
    #[arg(long)]
    trained: bool,
    /// Draw the tiles of a set up to this double, and only heaps in which one is beyond double-twelve, which the eye does not know.
    #[arg(long, value_parser = clap::value_parser!(u8).range(13..=i64::from(HIGHEST)))]
    highest: Option<u8>,
    /// Photographs with a `labels.json` instead of drawn heaps.
    #[arg(long, value_name = "DIR")]
    photos: Option<PathBuf>,
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Size of the drawn pictures.
    #[arg(long, default_value = "1280x720", value_parser = crate::simulate::parse_size)]
    size: (u32, u32),
    /// Prints a line for every picture, not only for wrong sums.
    #[arg(long)]
    each: bool,
    /// Keeps every picture with a wrong sum, or with a half-hidden tile that was not pointed out, in this folder, with
    /// and without the reading.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Writes what was measured of each heap to this file, a line each.
    #[arg(long, value_name = "FILE")]
    measured: Option<PathBuf>,
    #[command(flatten)]
    fit: fit::FitArgs,
}

/// A photograph's record.
#[derive(Deserialize)]
struct Label {
    file: String,
    layout: Vec<[u32; 2]>,
    loose: Vec<[u32; 2]>,
}

/// Counts, and prints the results.
///
/// # Errors
/// Pictures or labels that cannot be read, a folder that cannot be written.
pub(crate) fn run(args: &HeapsArgs) -> anyhow::Result<()> {
    if let Some(words) = args.fit.run()? {
        say(&words);
        return Ok(());
    }
    let detector = match &args.models {
        Some(folder) => OnnxDetector::load(folder, 1)?,
        None => OnnxDetector::built_in(1)?,
    };
    let create = |path: &PathBuf| File::create(path).with_context(|| format!("{} cannot be written", path.display()));
    let measured = args.measured.as_ref().map(create).transpose()?;
    let mut bench = Bench { eye: Eye::new(detector, Params::default()), tally: Tally::default(), args, measured };
    if let Some(folder) = &args.keep {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    match &args.photos {
        Some(folder) => photographs(&mut bench, folder)?,
        None => drawn(&mut bench)?,
    }
    say(&bench.tally.words());
    Ok(())
}

fn photographs(bench: &mut Bench<'_>, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join("labels.json");
    let text = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let labels: Vec<Label> = serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
    if labels.is_empty() {
        bail!("{} names no photograph", path.display());
    }
    for label in labels {
        let path = folder.join(&label.file);
        let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let tiles = label.layout.iter().chain(&label.loose);
        bench.count(&label.file, &bytes, &tiles.copied().collect::<Vec<_>>(), &[])?;
    }
    Ok(())
}

fn drawn(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let args = bench.args;
    let kind = if args.trained { Kind::Heap } else { Kind::Pile };
    let mut canvas = Canvas::default();
    let wanted = |tally: &Tally| tally.pictures < args.count || args.sure.is_some_and(|n| tally.sure < n);
    let mut index = 0;
    while wanted(&bench.tally) {
        let mut scene = scene::scene(args.seed, index, args.size, Some(kind));
        if let Some(highest) = args.highest {
            raise(&mut scene, highest, args.seed ^ index.rotate_left(32));
        }
        let drawn = scene::render_with(&mut canvas, &scene, args.seed ^ index.rotate_left(32));
        let (frame, truth) = drawn.context("a picture without pixels")?;
        let tiles = readable(&truth);
        if args.highest.is_none() || tiles.iter().flatten().any(|&pips| pips > 12) {
            let bytes = picture::jpeg(frame.rgb(), args.size.0, args.size.1, 95, Colours::Half);
            let (name, bytes) = (format!("heap {index}"), bytes.context("no JPEG")?);
            let hidden = hidden(&truth);
            let heap = bench.count(&name, &bytes, &tiles, &hidden)?;
            let unsaid = bench.tally.half_hidden(&hidden, &heap);
            if !unsaid.is_empty() {
                say(&format!("{name}: half hidden and not said {}", unsaid.join(" ")));
                bench.keep(&name, &bytes, &picture::decode(&bytes)?, &heap)?;
            }
        }
        index += 1;
        anyhow::ensure!(index < 1_000_000, "a million heaps were drawn, none of the kind asked for");
    }
    Ok(())
}

/// The tiles of a larger set in the same places.
fn raise(scene: &mut Scene, highest: u8, seed: u64) {
    let mut dice = Dice::new(seed, u64::from(highest), 9);
    for tile in scene.tiles.iter_mut().filter(|tile| tile.kind != TileKind::Printed) {
        let mut half = || u8::try_from(dice.i(0, i32::from(highest))).unwrap_or(0);
        (tile.a, tile.b) = (half(), half());
    }
}

/// The pips of the loose tiles that show.
fn readable(truth: &Truth) -> Vec<[u32; 2]> {
    let shows = truth.tiles.iter().filter(|tile| tile.part.is_some() && tile.visible_a.min(tile.visible_b) >= READABLE);
    shows.filter_map(|tile| Some([u32::from(tile.a?), u32::from(tile.b?)])).collect()
}

/// A loose tile that shows less than that.
struct Hidden {
    pips: [u32; 2],
    corners: [Point; 4],
    /// Share of its face that shows.
    visible: f32,
}

impl Hidden {
    fn length(&self) -> f64 {
        self.corners[0].distance(self.corners[1])
    }

    fn is_counted(&self, heap: &Heap, as_it_is: bool) -> bool {
        let same = |tile: &ReadTile| {
            let read = tile.pips.map(|pips| pips.map(|pip| u32::from(pip.get())));
            let [a, b] = self.pips;
            !as_it_is || read == Some([a, b]) || read == Some([b, a])
        };
        let here = |tile: &ReadTile| mean(&tile.corners).distance(mean(&self.corners)) < self.length() / 8.0;
        heap.tiles.iter().any(|tile| here(tile) && same(tile))
    }
}

fn hidden(truth: &Truth) -> Vec<Hidden> {
    let loose = truth.tiles.iter().filter(|tile| tile.part.is_some());
    let hidden = loose.filter(|tile| tile.visible_a.min(tile.visible_b) < READABLE);
    let place = |[x, y]: [f32; 2]| Point { x: f64::from(x), y: f64::from(y) };
    let told = hidden.filter_map(|tile| {
        let pips = [u32::from(tile.a?), u32::from(tile.b?)];
        Some(Hidden { pips, corners: tile.corners.map(place), visible: tile.visible })
    });
    let (right, bottom) = (f64::from(truth.width), f64::from(truth.height));
    let inside = |p: &Point| (0.0..right).contains(&p.x) && (0.0..bottom).contains(&p.y);
    told.filter(|tile| tile.corners.iter().all(inside)).collect()
}

/// The eye, its task, and the results.
struct Bench<'a> {
    eye: Eye<OnnxDetector>,
    tally: Tally,
    args: &'a HeapsArgs,
    measured: Option<File>,
}

impl Bench<'_> {
    /// Counts a picture that should contain all of `tiles`; `hidden` ones count if they are right.
    fn count(&mut self, name: &str, bytes: &[u8], tiles: &[[u32; 2]], hidden: &[Hidden]) -> anyhow::Result<Heap> {
        let picture = picture::decode(bytes).with_context(|| name.to_owned())?;
        let begin = Instant::now();
        let heap = heap::count(&mut self.eye, &picture).with_context(|| name.to_owned())?;
        self.tally.times.push(begin.elapsed().as_secs_f64());
        let also: Vec<[u32; 2]> = hidden.iter().filter(|tile| tile.is_counted(&heap, true)).map(|t| t.pips).collect();
        let tiles = [tiles, &also].concat();
        let (truth, counted) = (tiles.iter().flatten().sum::<u32>(), heap.sum(0));
        self.tally.add(truth.abs_diff(counted), &heap, also.len());
        let (missed, made_up) = differ(&tiles, &heap);
        if let Some(file) = &mut self.measured {
            writeln!(file, "{}", fit::Counted::of(&heap, &missed, &made_up).line()?)?;
        }
        if truth == counted && !self.args.each {
            return Ok(heap);
        }
        let mut words = format!("{name}: {truth} on {} tiles, counted {counted} on {}", tiles.len(), heap.tiles.len());
        let _ = write!(words, ", {:.3}", heap.confidence);
        for (what, tiles) in [("missed", missed), ("made up", made_up)] {
            if !tiles.is_empty() {
                let tiles: Vec<String> = tiles.iter().map(|[a, b]| format!("{a}-{b}")).collect();
                let _ = write!(words, "; {what} {}", tiles.join(" "));
            }
        }
        for doubt in HeapDoubt::told(&heap.doubts) {
            let _ = write!(words, "\n    {doubt}");
        }
        say(&words);
        if truth != counted {
            self.keep(name, bytes, &picture, &heap)?;
        }
        Ok(heap)
    }

    fn keep(&self, name: &str, bytes: &[u8], picture: &Picture, heap: &Heap) -> anyhow::Result<()> {
        let Some(folder) = &self.args.keep else { return Ok(()) };
        let name = name.replace([' ', '/'], "-");
        let path = folder.join(format!("{name}.jpg"));
        std::fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
        let seen = overlay::draw_heap(&picture.frame, heap, picture.scale());
        save_jpeg(&folder.join(format!("{name}-seen.jpg")), seen.rgb(), (seen.width(), seen.height()), 92)
    }
}

/// Returns the missed tiles and the invented ones.
fn differ(truth: &[[u32; 2]], heap: &Heap) -> (Vec<[u32; 2]>, Vec<[u32; 2]>) {
    let mut missed: Vec<[u32; 2]> = truth.iter().map(|&[a, b]| [a.max(b), a.min(b)]).collect();
    let mut made_up = Vec::new();
    for tile in heap.tiles.iter().filter_map(ReadTile::tile) {
        let tile = [tile.high(), tile.low()].map(|pip| u32::from(pip.get()));
        match missed.iter().position(|other| *other == tile) {
            Some(at) => drop(missed.swap_remove(at)),
            None => made_up.push(tile),
        }
    }
    (missed, made_up)
}

/// The results for all pictures.
#[derive(Default)]
struct Tally {
    pictures: u64,
    exact: usize,
    /// By how many pips the others are off.
    off: Vec<u32>,
    /// Wrong sums without any doubt named.
    silent: usize,
    sure: usize,
    sure_wrong: usize,
    /// Certain sums that include tiles less than three quarters visible, each read right.
    sure_also: usize,
    /// Stated confidences in steps, with their number and how often they were right.
    stated: [(f64, usize, usize); 5],
    /// Tiles that show, but not enough to be read; those in sums that were called sure; and how many of either were not said.
    hidden: usize,
    hidden_sure: usize,
    unsaid: usize,
    unsaid_sure: usize,
    times: Vec<f64>,
}

/// Visible share of a face from which an unreadable tile must be pointed out.
const SHOWS: f32 = 0.2;
/// Confidences from which on a step of [`Tally::stated`] begins.
const STEPS: [f64; 5] = [0.0, 0.5, 0.8, 0.9, Heap::SURE];

impl Tally {
    fn add(&mut self, off: u32, heap: &Heap, also: usize) {
        self.pictures += 1;
        let right = usize::from(off == 0);
        self.exact += right;
        if off > 0 {
            self.off.push(off);
            self.silent += usize::from(heap.doubts.is_empty());
        }
        if heap.confidence >= Heap::SURE {
            self.sure += 1;
            self.sure_wrong += 1 - right;
            self.sure_also += usize::from(also > 0);
        }
        let step = STEPS.iter().rposition(|&from| heap.confidence >= from).unwrap_or(0);
        let (sum, said, held) = &mut self.stated[step];
        (*sum, *said, *held) = (*sum + heap.confidence, *said + 1, *held + right);
    }

    /// Takes the tiles that are under something and show at least [`SHOWS`]; returns those that are neither counted nor
    /// in doubt at their place.
    fn half_hidden(&mut self, hidden: &[Hidden], heap: &Heap) -> Vec<String> {
        let mut unsaid = Vec::new();
        let sure = usize::from(heap.confidence >= Heap::SURE);
        for tile in hidden.iter().filter(|tile| tile.visible >= SHOWS) {
            let middle = mean(&tile.corners);
            let near = |at: Point| at.distance(middle) < tile.length();
            let said = heap.doubts.iter().any(|doubt| match doubt {
                HeapDoubt::NotRead { at } => near(*at),
                other => other.tiles().iter().any(|tile| near(mean(&heap.tiles[*tile].corners))),
            });
            self.hidden += 1;
            self.hidden_sure += sure;
            if !said && !tile.is_counted(heap, false) {
                self.unsaid += 1;
                self.unsaid_sure += sure;
                let [a, b] = tile.pips;
                unsaid.push(format!("{a}-{b} at {:.0},{:.0} ({:.2})", middle.x, middle.y, tile.visible));
            }
        }
        unsaid
    }

    fn words(&mut self) -> String {
        self.off.sort_unstable();
        self.times.sort_by(f64::total_cmp);
        let within = |most: u32| self.off.iter().filter(|&&off| off <= most).count();
        let [one, six] = [1, 6].map(within);
        let mut words = format!(
            "{} pictures: {} sums exact; of the others {one} off by one pip, {} by two to six, {} by more, {} without a doubt \
             named\n{} called sure, {} of these wrong, {} with tiles that are partly hidden and counted as they are",
            self.pictures,
            self.exact,
            six - one,
            self.off.len() - six,
            self.silent,
            self.sure,
            self.sure_wrong,
            self.sure_also,
        );
        for (from, (sum, said, held)) in STEPS.iter().zip(self.stated) {
            if said > 0 {
                let _ = write!(words, "\n  from {from}: {held} of {said} right, {sum:.1} stated");
            }
        }
        let at =
            |share: usize| self.times.get((self.times.len() * share / 100).min(self.times.len().saturating_sub(1)));
        let ms = |share: usize| at(share).map_or(0.0, |seconds| seconds * 1e3);
        let said = [self.hidden - self.unsaid, self.hidden_sure - self.unsaid_sure];
        let _ = write!(
            words,
            "\n{} of {} half-hidden tiles said, {} of {} where the sum was called sure",
            said[0], self.hidden, said[1], self.hidden_sure
        );
        let _ = write!(words, "\na sum took {:.0} ms (median), {:.0} (p95), {:.0} (longest)", ms(50), ms(95), ms(100));
        words
    }
}

#[expect(clippy::print_stdout, reason = "the result is the command's output")]
fn say(words: &str) {
    println!("{words}");
}
