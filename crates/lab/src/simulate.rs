//! `sixty-one-lab simulate`: pictures of domino tables with exact truth, as files or as a stream.

use anyhow::{Context as _, bail};
use eye::frame::Frame;
use eye::picture::{self, Colours};
use scene::{Camera, Canvas, Feature, Kind, Truth, render_with, scene_without};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// Draws pictures of domino tables with their exact contents.
#[derive(Debug, clap::Args)]
pub(crate) struct SimulateArgs {
    /// Writes pictures to standard output: a line of JSON each, then width * height * 3 bytes (red, green, blue).
    #[arg(long, conflicts_with = "out")]
    stream: bool,
    /// Folder for files: a picture and its truth each, `labels.json` and `contact.jpg`.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of pictures; without it a stream never ends.
    #[arg(long)]
    count: Option<u64>,
    /// Number of the first picture.
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// Size of the pictures.
    #[arg(long, default_value = "1280x720", value_parser = parse_size)]
    size: (u32, u32),
    /// The same seed and number give the same picture.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kind of scenes; all unless given.
    #[arg(long, value_parser = parse_kind)]
    kind: Option<Kind>,
    /// Leaves a kind of scene, the patterned `grounds` or the `glare` out; may be given more than once.
    #[arg(long, value_name = "FEATURE", value_parser = parse_feature)]
    without: Vec<Feature>,
    /// Pictures drawn at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub(crate) fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let bad = || format!("`{text}` is not a size: use two numbers from 16 to 8192, like `1280x720`");
    let (w, h) = text.split_once('x').ok_or_else(bad)?;
    let side = |s: &str| s.parse::<u32>().ok().filter(|n| (16..=8192).contains(n)).ok_or_else(bad);
    Ok((side(w)?, side(h)?))
}

fn parse_kind(text: &str) -> Result<Kind, String> {
    let names: Vec<_> = Kind::all().map(Kind::name).collect();
    Kind::all().find(|k| k.name() == text).ok_or_else(|| format!("kinds are {}", names.join(", ")))
}

fn parse_feature(text: &str) -> Result<Feature, String> {
    let names: Vec<_> = Feature::all().map(Feature::name).collect();
    Feature::all().find(|f| f.name() == text).ok_or_else(|| format!("what can be left out is {}", names.join(", ")))
}

/// Draws.
///
/// # Errors
/// When the files or the stream cannot be written.
pub(crate) fn run(args: &SimulateArgs) -> anyhow::Result<()> {
    match (&args.out, args.stream) {
        (Some(dir), _) => files(args, dir),
        (None, true) => stream(args),
        (None, false) => bail!("where to? Give `--out DIR` for files or `--stream` for standard output"),
    }
}

/// A picture with all that is known of it.
struct DrawnTable {
    frame: Frame,
    truth: Truth,
    camera: Camera,
}

/// The camera in the fields of the path-traced scenes.
fn camera_fields(camera: &Camera) -> Value {
    let axes = [camera.right, camera.down, camera.forward];
    let rotation = axes.map(|a| [a.x, a.y, a.z]);
    let translation = axes.map(|a| -a.dot(camera.position));
    let p = camera.position;
    json!({
        "fx": camera.focal, "fy": camera.focal, "cx": camera.centre.0, "cy": camera.centre.1, "k1": camera.k1,
        "rotation": rotation, "translation_mm": translation, "position_mm": [p.x, p.y, p.z], "height_mm": p.z,
        "tilt_deg": (-camera.forward.z).clamp(-1.0, 1.0).acos().to_degrees(),
    })
}

/// Draws pictures `start..start + count` on several threads and hands them over in order until `take` returns false.
fn draw(
    args: &SimulateArgs,
    count: u64,
    mut take: impl FnMut(u64, DrawnTable) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let threads = args.threads.clamp(1, 64) as u64;
    std::thread::scope(|scope| {
        let mut lanes = Vec::new();
        for lane in 0..threads {
            let (send, receive) = sync_channel(2);
            lanes.push(receive);
            scope.spawn(move || {
                let mut canvas = Canvas::default();
                let mut i = lane;
                while i < count {
                    let index = args.start.wrapping_add(i);
                    let scene = scene_without(&args.without, args.seed, index, args.size, args.kind);
                    let drawn = render_with(&mut canvas, &scene, args.seed ^ index.rotate_left(32))
                        .map(|(frame, truth)| DrawnTable { frame, truth, camera: scene.camera });
                    if send.send((index, drawn)).is_err() {
                        return;
                    }
                    i = i.saturating_add(threads);
                }
            });
        }
        for i in 0..count {
            let lane = &lanes[(i % threads) as usize];
            let (index, drawn) = lane.recv().context("a drawing thread ended early")?;
            if !take(index, drawn.context("a picture without pixels")?)? {
                break;
            }
        }
        drop(lanes);
        Ok(())
    })
}

fn stream(args: &SimulateArgs) -> anyhow::Result<()> {
    let mut out = std::io::BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    draw(args, args.count.unwrap_or(u64::MAX), |index, DrawnTable { frame, truth, .. }| {
        let mut line = serde_json::to_vec(&with_index(index, &truth)?)?;
        line.push(b'\n');
        let written = out.write_all(&line).and_then(|()| out.write_all(frame.rgb())).and_then(|()| out.flush());
        match written {
            Ok(()) => Ok(true),
            // The reader has seen enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).context("cannot write the stream"),
        }
    })
}

fn with_index(index: u64, truth: &Truth) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(truth)?;
    if let Some(object) = value.as_object_mut() {
        object.insert("index".to_owned(), json!(index));
    }
    Ok(value)
}

#[expect(clippy::print_stdout, reason = "tells the person what was written")]
fn files(args: &SimulateArgs, dir: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    let count = args.count.unwrap_or(20);
    let mut labels = Vec::new();
    let mut sheet = Sheet::new(count, args.size);
    let started = Instant::now();
    let mut writing = 0.0;
    draw(args, count, |index, DrawnTable { frame, truth, camera }| {
        let began = Instant::now();
        let name = format!("sim_{index:06}");
        save_jpeg(&dir.join(format!("{name}.jpg")), frame.rgb(), args.size, 95)?;
        let mut value = with_index(index, &truth)?;
        if let Some(object) = value.as_object_mut() {
            object.insert("image".to_owned(), json!(format!("{name}.jpg")));
            object.insert("scene".to_owned(), json!(name));
            object.insert("highest_pip".to_owned(), json!(truth.max_pip));
            object.insert("rule_family".to_owned(), json!(truth.chain.rule_family));
            object.insert("camera".to_owned(), camera_fields(&camera));
        }
        let path = dir.join(format!("{name}.json"));
        std::fs::write(&path, serde_json::to_vec_pretty(&value)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        labels.push(label(&format!("{name}.jpg"), &truth));
        sheet.add(&frame);
        writing += began.elapsed().as_secs_f64();
        Ok(true)
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let path = dir.join("labels.json");
    std::fs::write(&path, serde_json::to_vec(&labels)?).with_context(|| format!("cannot write {}", path.display()))?;
    sheet.save(&dir.join("contact.jpg"))?;
    println!(
        "{count} pictures of {}x{} in {seconds:.1} s with {} threads: {:.1} pictures/s ({writing:.1} s of it writing files)",
        args.size.0,
        args.size.1,
        args.threads,
        count as f64 / seconds
    );
    Ok(())
}

pub(crate) fn save_jpeg(path: &Path, rgb: &[u8], (w, h): (u32, u32), quality: u8) -> anyhow::Result<()> {
    let bytes = picture::jpeg(rgb, w, h, quality, Colours::Half).context("cannot encode the picture")?;
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// A tile counts as readable when at least this share of each half shows.
pub(crate) const READABLE: f32 = 0.75;

/// One record in the form of the labelled photographs, so that the same measure works on both.
fn label(file: &str, truth: &Truth) -> Value {
    let pips = |part: &str| -> Vec<[u8; 2]> {
        let wanted = |t: &&scene::TileTruth| {
            t.visible_a.min(t.visible_b) >= READABLE && serde_json::to_value(t.part).is_ok_and(|p| p == part)
        };
        let values = |t: &scene::TileTruth| {
            let (a, b) = (t.a?, t.b?);
            Some([a.max(b), a.min(b)])
        };
        truth.tiles.iter().filter(wanted).filter_map(values).collect()
    };
    let (line, loose) = (pips("line"), pips("loose"));
    let of_kind = |kind: &str| {
        truth.tiles.iter().filter(|t| t.visible > 0.0 && serde_json::to_value(t.kind).is_ok_and(|k| k == kind)).count()
    };
    let up = truth.tiles.iter().filter(|t| t.part.is_some() && t.visible > 0.0).count();
    let whole =
        truth.tiles.iter().filter(|t| serde_json::to_value(t.part).is_ok_and(|p| p == "line")).count() == line.len();
    let ends: Vec<Value> =
        truth.chain.open_ends.iter().map(|e| json!({"pips": e.value, "double": e.is_double_crosswise})).collect();
    let known = whole && !line.is_empty();
    json!({
        "file": file, "source": truth.kind, "width": truth.width, "height": truth.height, "max_pip": truth.max_pip,
        "layout": line, "loose": loose, "face_down": of_kind("down"),
        "standing_or_unreadable": of_kind("edge") + up - line.len() - loose.len(),
        "open_ends": if known { json!(ends) } else { Value::Null },
        "legal": if known { json!(true) } else { Value::Null },
        "confidence": "high",
    })
}

/// Small copies of the first pictures, side by side.
struct Sheet {
    columns: u32,
    cell: (u32, u32),
    size: (u32, u32),
    rgb: Vec<u8>,
    next: u32,
}

impl Sheet {
    fn new(count: u64, (w, h): (u32, u32)) -> Self {
        let shown = count.clamp(1, 24) as u32;
        let columns = if shown > 12 { 4 } else { 3 };
        let cell = (480, (480 * h / w).max(1));
        let size = (cell.0 * columns, cell.1 * shown.div_ceil(columns));
        Self { columns, cell, size, rgb: vec![0; (size.0 * size.1 * 3) as usize], next: 0 }
    }

    fn add(&mut self, frame: &Frame) {
        let (left, top) = (self.next % self.columns * self.cell.0, self.next / self.columns * self.cell.1);
        if top >= self.size.1 {
            return;
        }
        self.next += 1;
        for y in 0..self.cell.1 {
            for x in 0..self.cell.0 {
                let at = (((top + y) * self.size.0 + left + x) * 3) as usize;
                self.rgb[at..at + 3].copy_from_slice(&mean(frame, (x, y), self.cell));
            }
        }
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        save_jpeg(path, &self.rgb, self.size, 88)
    }
}

/// Mean colour of the part of the picture that falls into a cell's pixel.
fn mean(frame: &Frame, (x, y): (u32, u32), cell: (u32, u32)) -> [u8; 3] {
    let range = |i: u32, n: u32, of: u32| i * of / n..((i + 1) * of / n).max(i * of / n + 1);
    let (mut sum, mut n) = ([0u32; 3], 0);
    for py in range(y, cell.1, frame.height()) {
        for px in range(x, cell.0, frame.width()) {
            if let Some(p) = frame.pixel(px, py) {
                n += 1;
                for k in 0..3 {
                    sum[k] += u32::from(p[k]);
                }
            }
        }
    }
    sum.map(|s| (s / n.max(1)) as u8)
}
