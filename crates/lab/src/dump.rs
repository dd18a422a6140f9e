//! `sixty-one-lab dump`: what the networks saw in a picture, to find out why something was read wrongly.

use anyhow::Context as _;
use eye::detect::eye::{Eye, Params, Traces};
use eye::detect::heatmaps::{self, STRIDE};
use eye::detect::onnx::OnnxDetector;
use eye::detect::{Heatmaps, Planes};
use eye::frame::Frame;
use eye::picture;
use sixty_one::cli::save_png;
use std::fs;
use std::path::{Path, PathBuf};

/// Crops in a row of the sheet.
const ACROSS: usize = 12;

/// Writes the heat maps and crops behind the reading of pictures: `NAME-look1.png` .. (each look with its heat maps: red up,
/// green down or on edge, blue printed) and `NAME-crops.png` (every tile as it was read last).
#[derive(Debug, clap::Args)]
pub(crate) struct DumpArgs {
    /// Pictures (JPEG, PNG, WebP, BMP).
    #[arg(required = true, value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// The folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Read the tiles as one hand.
    #[arg(long)]
    hand: bool,
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

/// Reads every picture and writes the sightings.
///
/// # Errors
/// A picture can't be read, the networks are missing, or the folder can't be written.
pub(crate) fn run(args: &DumpArgs) -> anyhow::Result<()> {
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let networks = match &args.models {
        Some(folder) => OnnxDetector::load(folder, 1)?,
        None => OnnxDetector::built_in(1)?,
    };
    let mut eye = Eye::new(networks, Params { read_edges: args.hand, ..Params::default() });
    for file in &args.pictures {
        let picture = picture::load(file)?;
        let mut traces = Traces::default();
        eye.see_and_trace(&picture.frame, Some(&mut traces))?;
        write(&args.out, file, &traces)?;
    }
    Ok(())
}

fn write(folder: &Path, picture: &Path, traces: &Traces) -> anyhow::Result<()> {
    let name = picture.file_stem().unwrap_or_default().display();
    let file = |what: &str| folder.join(format!("{name}-{what}.png"));
    for (i, (planes, maps)) in traces.looks.iter().enumerate() {
        save_png(&heated(planes, maps), &file(&format!("look{}", i + 1)))?;
    }
    match sheet(&traces.crops) {
        Some(sheet) => save_png(&sheet, &file("crops")),
        None => Ok(()),
    }
}

/// The network's input in grey with its heat on top.
fn heated(planes: &Planes, maps: &Heatmaps) -> Frame {
    let (width, height) = (planes.width(), planes.height());
    frame(width, height, |x, y| {
        let [r, g, b] = byte(planes, x, y);
        let grey = (u16::from(r) + u16::from(g) + u16::from(b)) / 6;
        let cell = y / STRIDE * maps.width() + x / STRIDE;
        let heat = |kind: usize| (heatmaps::probability(maps.channel(kind)[cell]) * 255.0) as u16;
        [heat(0), heat(1).max(heat(2)), heat(3)].map(|heat| (grey + heat).min(255) as u8)
    })
}

fn sheet(crops: &[Planes]) -> Option<Frame> {
    let first = crops.first()?;
    let (w, h) = (first.width(), first.height());
    let (width, height) = (crops.len().min(ACROSS) * w, crops.len().div_ceil(ACROSS) * h);
    Some(frame(width, height, |x, y| {
        let crop = crops.get(y / h * ACROSS + x / w);
        crop.map_or([0; 3], |crop| byte(crop, x % w, y % h))
    }))
}

fn byte(planes: &Planes, x: usize, y: usize) -> [u8; 3] {
    let size = planes.width() * planes.height();
    std::array::from_fn(|channel| {
        let value = planes.values()[channel * size + y * planes.width() + x];
        ((value / 4.0 + 0.45) * 255.0).round() as u8
    })
}

fn frame(width: usize, height: usize, colour: impl Fn(usize, usize) -> [u8; 3]) -> Frame {
    let rgb = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| colour(x, y)).collect();
    let [w, h] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Frame::new(w, h, rgb).expect("every place has a colour")
}
