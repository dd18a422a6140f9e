//! The networks themselves: the engine computes what it should, and a bad file is recognised.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use eye::detect::onnx::{CHECKSUMS, OnnxDetector, PIPS, TILES, Tier, sha256};
use eye::detect::{Detector as _, DetectorError, Planes};
use eye::frame::Frame;
use serde::Deserialize;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

#[derive(Deserialize)]
struct Expected {
    tiles: Output,
    pips: Output,
}

#[derive(Deserialize)]
struct Output {
    sha256: String,
    shape: [usize; 3],
    every: usize,
    values: Vec<f32>,
}

/// Makes the same input as `models/training/expected.py`.
fn noise([channels, height, width]: [usize; 3]) -> Planes {
    let byte = |c: usize, y: usize, x: usize| {
        let i = ((c * height + y / 4) * width + x / 4) as u64;
        (((i * 2_654_435_761) & 0xffff_ffff) >> 24) as u8
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
    let rgb = pixels.flat_map(|(y, x)| (0..channels).map(move |c| byte(c, y, x))).collect();
    let [w, h] = [width, height].map(|side| u32::try_from(side).unwrap());
    Planes::padded(&Frame::new(w, h, rgb).unwrap(), width, height)
}

fn compare(name: &str, found: impl Iterator<Item = f32>, expected: &Output) {
    let found: Vec<f32> = found.step_by(expected.every).collect();
    assert_eq!(found.len(), expected.values.len(), "{name}");
    for (i, (f, e)) in found.iter().zip(&expected.values).enumerate() {
        assert!((f - e).abs() < 2e-3 * e.abs().max(1.0), "{name} {i}: {f} for {e}");
    }
}

#[test]
fn the_engine_computes_what_onnxruntime_computes() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/expected.json")).unwrap();
    let expected: Expected = serde_json::from_str(&text).unwrap();
    for (name, output) in [(TILES, &expected.tiles), (PIPS, &expected.pips)] {
        let found = eye::detect::onnx::sha256(&fs::read(models().join(name)).unwrap());
        assert_eq!(found, output.sha256, "{name} is a new network: run models/training/expected.py");
    }
    // Every engine of this machine, tract at the end.
    let engines = Tier::all().into_iter().map(Some).chain([None]);
    for (engine, threads) in engines.flat_map(|engine| [(engine, 1), (engine, 2)]) {
        let mut networks = OnnxDetector::built_in(threads).unwrap().run_by(engine);
        let by =
            engine.map_or_else(|| "tract: without vector instructions".to_owned(), |tier| format!("engine: {tier}"));
        assert_eq!(networks.engine(), by, "something in the networks is not known to the engine");
        let maps = networks.find(&noise(expected.tiles.shape)).unwrap();
        compare(TILES, (0..14).flat_map(|c| maps.channel(c).to_vec()), &expected.tiles);
        let readings = networks.read(&[noise(expected.pips.shape), noise(expected.pips.shape)]).unwrap();
        assert_eq!(readings[0], readings[1]);
        compare(PIPS, readings[0].iter().copied(), &expected.pips);
    }
}

#[test]
fn every_size_of_picture_has_its_maps() {
    let mut networks = OnnxDetector::built_in(1).unwrap();
    for (width, height) in [(32, 32), (64, 320), (640, 384), (352, 96)] {
        let maps = networks.find(&Planes::grey(width, height, 114)).unwrap();
        assert_eq!((maps.width(), maps.height()), (width / 4, height / 4));
    }
    assert!(networks.read(&[]).unwrap().is_empty());
}

/// A separate folder with the program's networks, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sixty-one-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        for file in [TILES, PIPS, CHECKSUMS] {
            fs::copy(models().join(file), path.join(file)).unwrap();
        }
        Self(path)
    }

    fn error(&self) -> DetectorError {
        OnnxDetector::load(&self.0, 1).expect_err("something is wrong with this folder")
    }
}

impl Folder {
    /// Updates the list of checksums to the present files.
    fn vouch(&self) {
        let line = |name: &str| format!("{}  {name}\n", sha256(&fs::read(self.0.join(name)).unwrap()));
        fs::write(self.0.join(CHECKSUMS), line(TILES) + &line(PIPS)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_good_folder_is_good() {
    assert!(OnnxDetector::load(&Folder::new("good").0, 1).is_ok());
}

#[test]
fn a_missing_network_is_named() {
    let folder = Folder::new("missing");
    fs::remove_file(folder.0.join(PIPS)).unwrap();
    let error = folder.error();
    assert!(matches!(&error, DetectorError::Missing { path, .. } if path.ends_with(PIPS)), "{error}");
}

#[test]
fn a_cut_off_network_is_refused_whether_or_not_its_checksum_is_right() {
    let folder = Folder::new("cut");
    let whole = fs::read(folder.0.join(TILES)).unwrap();
    fs::write(folder.0.join(TILES), &whole[..whole.len() / 2]).unwrap();
    assert!(matches!(folder.error(), DetectorError::Altered { .. }));
    folder.vouch();
    let error = folder.error();
    assert!(matches!(error, DetectorError::Broken { .. }), "{error}");
}

#[test]
fn an_altered_network_is_refused() {
    let folder = Folder::new("altered");
    let mut bytes = fs::read(folder.0.join(PIPS)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.0.join(PIPS), bytes).unwrap();
    assert!(matches!(folder.error(), DetectorError::Altered { .. }));
}

#[test]
fn networks_without_a_list_are_not_taken() {
    let folder = Folder::new("unvouched");
    fs::remove_file(folder.0.join(CHECKSUMS)).unwrap();
    assert!(folder.error().to_string().contains("the list of checksums"));
}

#[test]
fn a_list_without_the_network_vouches_for_nothing() {
    let folder = Folder::new("unlisted");
    fs::write(folder.0.join(CHECKSUMS), "").unwrap();
    assert!(matches!(folder.error(), DetectorError::Altered { .. }));
}

#[test]
fn what_is_no_network_is_refused() {
    let folder = Folder::new("nonsense");
    for nonsense in [&b""[..], b"hello", &[0xff; 100]] {
        fs::write(folder.0.join(TILES), nonsense).unwrap();
        folder.vouch();
        let error = folder.error();
        assert!(matches!(error, DetectorError::Broken { .. } | DetectorError::Shape { .. }), "{error}");
    }
}

#[test]
fn networks_in_each_others_place_are_refused() {
    let folder = Folder::new("swapped");
    fs::copy(models().join(PIPS), folder.0.join(TILES)).unwrap();
    folder.vouch();
    let error = folder.error();
    assert!(matches!(error, DetectorError::Broken { .. } | DetectorError::Shape { .. }), "{error}");
}
