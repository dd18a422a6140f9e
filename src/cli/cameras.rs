//! `sixty-one cameras`: which cameras there are, and whether one works.

use super::out::Out;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::camera::capture::{OpenSource, Times};
use crate::camera::{Camera, Condition, SourceSpec, list};
use crate::live::{Networks, self_test};
use crate::table::picture::jpeg;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye_jobs::Talk;
use language::{say, say_count};
use tracker::hints;

/// A camera that gives no picture within this time does not work.
const FIRST: Duration = Duration::from_secs(10);
/// Pictures counted for the rate.
const COUNTED: u32 = 10;

/// Lists the cameras, tests one, or saves a picture from one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one cameras test http://192.168.1.20:8080/video")]
pub(super) struct CamerasArgs {
    #[command(subcommand)]
    command: Option<CamerasCommand>,
    /// One JSON object per camera, one per line.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum CamerasCommand {
    /// Lists the cameras (the default).
    #[command(after_help = "Example: sixty-one cameras list")]
    List,
    /// Takes some pictures and reports what they show.
    #[command(after_help = "Example: sixty-one cameras test webcam:Logitech")]
    Test {
        /// A source, as for `sixty-one watch`.
        source: String,
    },
    /// Saves a picture.
    #[command(after_help = "Example: sixty-one cameras save simulated table.jpg")]
    Save {
        /// A source, as for `sixty-one watch`.
        source: String,
        /// The JPEG file.
        #[arg(value_name = "FILE.jpg")]
        file: PathBuf,
    },
}

/// Runs the command.
///
/// # Errors
/// The source is unknown or gives no picture, or the file can't be written.
pub(super) fn run(args: &CamerasArgs) -> anyhow::Result<()> {
    match &args.command {
        None | Some(CamerasCommand::List) => show_list(args.json),
        Some(CamerasCommand::Test { source }) => test(source, args.json),
        Some(CamerasCommand::Save { source, file }) => save(source, file),
    }
}

fn show_list(json: bool) -> anyhow::Result<()> {
    let out = &mut Out;
    for found in list() {
        let source = found.spec.to_string();
        if json {
            let line = serde_json::json!({ "source": source, "title": found.title, "detail": found.detail });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{source}\n    {}: {}", found.title, found.detail)?;
        }
    }
    if !json {
        let what = say!("a phone or network camera that serves Motion JPEG or JPEG pictures");
        writeln!(out, "http://HOST:PORT/PATH\n    {what}")?;
    }
    Ok(())
}

fn open(source: &str) -> anyhow::Result<(SourceSpec, Camera)> {
    let spec: SourceSpec = source.parse()?;
    let opener: OpenSource = {
        let spec = spec.clone();
        Arc::new(move || spec.open(&Talk::default()))
    };
    Ok((spec, Camera::start(opener, Times::default())))
}

/// Returns the next picture, or the reason there is none.
fn picture(camera: &mut Camera) -> anyhow::Result<crate::camera::Shot> {
    let until = Instant::now() + FIRST;
    let was_live = camera.condition() == &Condition::Live;
    while Instant::now() < until {
        if let Some(shot) = camera.wait(Duration::from_millis(200)) {
            return Ok(shot);
        }
        match camera.condition() {
            // One that was there may come back: it is opened again.
            Condition::Lost { why, .. } if !was_live => bail!("{why}"),
            Condition::Ended => bail!(say!("there is no picture")),
            Condition::Opening | Condition::Live | Condition::Lost { .. } => {}
        }
    }
    match camera.condition() {
        Condition::Lost { why, .. } => bail!("{why}"),
        _ => bail!(say!("no picture arrived within {seconds} seconds", seconds = FIRST.as_secs())),
    }
}

fn test(source: &str, json: bool) -> anyhow::Result<()> {
    let (spec, mut camera) = open(source)?;
    let start = Instant::now();
    let first = picture(&mut camera)?;
    let opened = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let (mut last, mut n) = (first, 0);
    // A folder may have fewer.
    while n < COUNTED && camera.condition() != &Condition::Ended {
        match picture(&mut camera) {
            Ok(shot) => (last, n) = (shot, n + 1),
            Err(_) if camera.condition() == &Condition::Ended => {}
            Err(why) => return Err(why),
        }
    }
    let rate = f64::from(n) / start.elapsed().as_secs_f64();
    let known = self_test(&Networks::BuiltIn);
    let mut eye = Eye::new(Networks::BuiltIn.load()?, Params::default());
    let sight = eye.see(&last.frame)?;
    let size = (last.frame.width(), last.frame.height());
    let tiles = sight.tiles.iter().take(sight.n_chosen).filter(|tile| tile.logit > 0.0).count();
    let mut hints: Vec<String> = hints::of_picture(&last.frame).iter().map(ToString::to_string).collect();
    hints.extend(hints::of_distance(&sight.tiles, &last.frame).iter().map(ToString::to_string));
    hints.extend(hints::of_tiles(&sight.tiles, &last.frame).iter().map(ToString::to_string));
    let out = &mut Out;
    if json {
        let line = serde_json::json!({
            "source": spec.title(), "width": size.0, "height": size.1, "first_picture_s": opened, "pictures_a_second": rate,
            "tiles": tiles, "hints": hints, "self_test": known.ok,
        });
        return Ok(writeln!(out, "{line}")?);
    }
    let words = say!(
        "{camera}: {width} x {height} pixels, first picture after {opened} s, {rate} pictures a second",
        camera = spec.title(),
        width = size.0,
        height = size.1,
        opened = format!("{opened:.1}"),
        rate = format!("{rate:.1}")
    );
    writeln!(out, "{words}")?;
    writeln!(out, "{}", known.words)?;
    writeln!(out, "{}", say_count!(tiles, "{n} tiles in sight", "{n} tiles in sight"))?;
    for hint in hints {
        writeln!(out, "{hint}")?;
    }
    Ok(())
}

fn save(source: &str, file: &std::path::Path) -> anyhow::Result<()> {
    let (_, mut camera) = open(source)?;
    let mut shot = picture(&mut camera)?;
    // The first pictures of a webcam are often too dark.
    if !shot.still {
        for _ in 0..5 {
            shot = picture(&mut camera)?;
        }
    }
    let bytes = jpeg(&shot.frame, 92).context(say!("can't encode the picture"))?;
    std::fs::write(file, bytes).with_context(|| say!("can't write to {path}", path = file.display()))
}
