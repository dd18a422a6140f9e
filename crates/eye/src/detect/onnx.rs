//! The two networks as a [`Detector`].

use std::fmt;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read as _;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use engine::Tier;
#[cfg(not(target_arch = "wasm32"))]
use flate2::read::ZlibDecoder;
use sha2::{Digest as _, Sha256};

use crate::detect::heatmaps::{Heatmaps, N_HEATMAPS, STRIDE};
use crate::detect::network::Network;
use crate::detect::{CROP_HEIGHT, CROP_WIDTH, Detector, DetectorError, N_READING, Planes};
#[cfg(not(target_arch = "wasm32"))]
use crate::detect::{plain, tract};

/// File of the network that finds tiles.
pub const TILES: &str = "tiles.onnx";
/// File of the network that reads one.
pub const PIPS: &str = "pips.onnx";
/// File with the checksums of both, as `sha256sum` writes them.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// The program's networks.
static MADE: OnceLock<OnnxDetector> = OnceLock::new();

/// Both networks, ready to run. Copies share what is learnt.
#[derive(Clone, Debug)]
pub struct OnnxDetector {
    tiles: Network,
    pips: Network,
}

impl OnnxDetector {
    /// Loads [`TILES`] and [`PIPS`] from `folder`. They must agree with the file [`CHECKSUMS`] there.
    ///
    /// At most `threads` of the process are used.
    ///
    /// # Errors
    /// Every [`DetectorError`] but [`DetectorError::Failed`].
    #[cfg(feature = "files")]
    pub fn load(folder: &Path, threads: usize) -> Result<Self, DetectorError> {
        let [tiles, pips] = [TILES, PIPS].map(|name| read_checked(folder, name));
        Self::from_bytes(&tiles?, &pips?, threads)
    }

    /// The networks inside the program, so that no file can be missing. All that is learnt is there once, however often they are asked for.
    ///
    /// # Errors
    /// As [`Self::from_bytes`], if the program was built with other networks than these.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn built_in(threads: usize) -> Result<Self, DetectorError> {
        let made = match MADE.get() {
            Some(made) => made.clone(),
            None => {
                let tiles = unpacked(TILES, include_bytes!(concat!(env!("OUT_DIR"), "/tiles.onnx.zz")))?;
                let pips = unpacked(PIPS, include_bytes!(concat!(env!("OUT_DIR"), "/pips.onnx.zz")))?;
                let made = Self::from_bytes(&tiles, &pips, threads)?;
                MADE.get_or_init(|| made).clone()
            }
        };
        Ok(Self { tiles: made.tiles.with_threads(threads), pips: made.pips.with_threads(threads) })
    }

    /// The networks that the page has brought.
    ///
    /// # Errors
    /// None were brought.
    #[cfg(target_arch = "wasm32")]
    pub fn built_in(_threads: usize) -> Result<Self, DetectorError> {
        MADE.get().cloned().ok_or_else(|| broken(TILES, &"it was not loaded"))
    }

    /// Takes the networks that the page brings, as [`packed_plainly`] makes them.
    ///
    /// # Errors
    /// As [`Self::from_bytes`].
    #[cfg(target_arch = "wasm32")]
    pub fn bring(tiles: &[u8], pips: &[u8]) -> Result<(), DetectorError> {
        let made = Self::from_bytes(tiles, pips, 1)?;
        MADE.get_or_init(|| made);
        Ok(())
    }

    /// The networks in these bytes.
    ///
    /// # Errors
    /// [`DetectorError::Broken`] and [`DetectorError::Shape`].
    pub fn from_bytes(tiles: &[u8], pips: &[u8], threads: usize) -> Result<Self, DetectorError> {
        let parse = |name, bytes| Network::parse(bytes, threads).map_err(|error| broken(name, &error));
        let mut both = Self { tiles: parse(TILES, tiles)?, pips: parse(PIPS, pips)? };
        // The first plans show whether these are the right networks.
        prepare(TILES, &mut both.tiles, LEAST, &[1, N_HEATMAPS, 16, 24])?;
        prepare(PIPS, &mut both.pips, CROP, &[1, N_READING])?;
        Ok(both)
    }

    /// Returns the networks for these instructions, or for tract.
    #[must_use]
    pub fn run_by(self, tier: Option<Tier>) -> Self {
        Self { tiles: self.tiles.with(tier), pips: self.pips.with(tier) }
    }

    /// Describes what runs the networks: the machine's instructions, or another engine and the reason.
    #[must_use]
    pub fn engine(&mut self) -> String {
        let engines = [self.tiles.engine(LEAST), self.pips.engine(CROP)];
        let mut words: Vec<String> = engines.into_iter().flatten().map(|engine| engine.to_string()).collect();
        words.dedup();
        words.join(", ")
    }
}

/// Channels, rows and columns of a crop.
pub(super) const CROP: [usize; 3] = [3, CROP_HEIGHT, CROP_WIDTH];
/// Those of a small picture.
const LEAST: [usize; 3] = [3, 64, 96];

/// Sizes of pictures for which the two forms of a network are compared.
#[cfg(not(target_arch = "wasm32"))]
const COMPARED: [[usize; 3]; 5] = [[3, 384, 640], [3, 544, 960], [3, 896, 896], [3, 32, 1280], [3, 320, 768]];

/// What the browser's page has of the network in these bytes of the file [`TILES`] or [`PIPS`]: the same graph for every size.
///
/// # Errors
/// [`DetectorError::Broken`], also where the engine can't run all of it.
#[cfg(not(target_arch = "wasm32"))]
pub fn packed_plainly(name: &str, bytes: &[u8]) -> Result<Vec<u8>, DetectorError> {
    let make = || {
        let model = tract::Model::parse(bytes)?;
        let graph = |picture| model.typed(picture)?.graph();
        let twice = [LEAST[0], 2 * LEAST[1], 2 * LEAST[2]];
        let (plain, sizes) = match name {
            PIPS => (plain::PlainModel::of(CROP, graph(CROP)?, None), &[CROP][..]),
            _ => (plain::PlainModel::of(LEAST, graph(LEAST)?, Some(graph(twice)?)), &COMPARED[..]),
        };
        let packed = plain.ok_or("it changes with the size of a picture")?.to_bytes();
        let plain = plain::PlainModel::parse(&packed)?;
        for &size in sizes {
            let (made, wanted) = (plain.typed(size)?, model.typed(size)?);
            if made.graph()? != wanted.graph()? || made.output() != wanted.output() {
                return Err(format!("it is another network for pictures of {size:?}"));
            }
        }
        Ok(packed)
    };
    make().map_err(|why: String| broken(name, &why))
}

impl Detector for OnnxDetector {
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError> {
        let (width, height) = (picture.width(), picture.height());
        let (columns, rows) = (width / STRIDE, height / STRIDE);
        let input = [3, height, width];
        prepare(TILES, &mut self.tiles, input, &[1, N_HEATMAPS, rows, columns])?;
        let values = self.tiles.run(input, &[picture.values()]).map_err(|error| failed(TILES, &error))?;
        Heatmaps::new(columns, rows, values).ok_or_else(|| failed(TILES, &"it gave too few numbers"))
    }

    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        let crops: Vec<&[f32]> = crops.iter().map(Planes::values).collect();
        let values = self.pips.run(CROP, &crops).map_err(|error| failed(PIPS, &error))?;
        Ok(values.as_chunks().0.to_vec())
    }
}

/// Prepares a network for pictures of this size, of which it must make this.
fn prepare(name: &str, network: &mut Network, input: [usize; 3], output: &[usize]) -> Result<(), DetectorError> {
    let found = network.prepare(input).map_err(|error| broken(name, &error))?;
    if found == output {
        return Ok(());
    }
    let input = std::iter::once(1).chain(input).collect();
    Err(DetectorError::Shape { name: name.to_owned(), input, found, expected: output.to_vec() })
}

fn failed(name: &str, reason: &dyn fmt::Display) -> DetectorError {
    DetectorError::Failed { name: name.to_owned(), reason: reason.to_string() }
}

fn broken(name: &str, reason: &dyn fmt::Display) -> DetectorError {
    DetectorError::Broken { name: name.to_owned(), reason: reason.to_string() }
}

/// A network in the form stored in the program (`build.rs`).
#[cfg(not(target_arch = "wasm32"))]
fn unpacked(name: &str, packed: &[u8]) -> Result<Vec<u8>, DetectorError> {
    let mut planes = Vec::new();
    let broken = |why: std::io::Error| DetectorError::Broken { name: name.to_owned(), reason: why.to_string() };
    ZlibDecoder::new(packed).read_to_end(&mut planes).map_err(broken)?;
    // The first of every four bytes come first, then the second ones, the third and the fourth.
    let mut bytes = vec![0; planes.len()];
    let places = (0..4).flat_map(|plane| (plane..planes.len()).step_by(4));
    for (place, byte) in places.zip(&planes) {
        bytes[place] = *byte;
    }
    Ok(bytes)
}

/// The bytes of `folder/name`, compared with the folder's list of checksums.
#[cfg(feature = "files")]
fn read_checked(folder: &Path, name: &str) -> Result<Vec<u8>, DetectorError> {
    let read = |path: PathBuf| std::fs::read(&path).map_err(|source| DetectorError::Missing { path, source });
    let bytes = read(folder.join(name))?;
    let list = folder.join(CHECKSUMS);
    if !list.exists() {
        return Err(DetectorError::Unlisted { path: list });
    }
    let listed = read(list.clone())?;
    if checksum(&String::from_utf8_lossy(&listed), name) == Some(sha256(&bytes).as_str()) {
        Ok(bytes)
    } else {
        Err(DetectorError::Altered { path: folder.join(name), list })
    }
}

/// The checksum of `name` in a list as `sha256sum` writes it.
#[cfg(feature = "files")]
fn checksum<'a>(list: &'a str, name: &str) -> Option<&'a str> {
    let line = |line: &'a str| line.split_once(' ').map(|(sum, file)| (sum, file.trim_start_matches([' ', '*'])));
    list.lines().filter_map(line).find(|&(_, file)| file == name).map(|(sum, _)| sum)
}

/// The SHA-256 of these bytes, as `sha256sum` writes it.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
