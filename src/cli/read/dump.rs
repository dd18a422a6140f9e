//! Pictures of what happened on the way, for whoever wants to know why something was read so.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use super::PictureRead;
use eye::detect::heatmaps::{self, STRIDE};
use eye::detect::{Heatmaps, Planes};
use eye::frame::Frame;

/// Crops in a row of the sheet.
const ACROSS: usize = 12;

/// Writes `NAME-look1.png` .. (each look with its heat maps: red up, green down or on edge, blue printed) and
/// `NAME-crops.png` (every tile as it was read last) into `folder`.
pub(super) fn write(folder: &Path, name: &Path, outcome: &PictureRead) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let file = |what: &str| folder.join(format!("{}-{what}.png", name.display()));
    for (i, (planes, maps)) in outcome.traces.looks.iter().enumerate() {
        save(&heated(planes, maps), &file(&format!("look{}", i + 1)))?;
    }
    if let Some(sheet) = sheet(&outcome.traces.crops) {
        save(&sheet, &file("crops"))?;
    }
    Ok(())
}

/// Writes a picture as PNG.
pub(in crate::cli) fn save(frame: &Frame, file: &Path) -> anyhow::Result<()> {
    image::save_buffer_with_format(
        file,
        frame.rgb(),
        frame.width(),
        frame.height(),
        image::ColorType::Rgb8,
        image::ImageFormat::Png,
    )
    .with_context(|| format!("cannot write {}", file.display()))
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
