//! The networks, run by tract. The only file that knows it.

use std::fmt;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read as _;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use flate2::read::ZlibDecoder;
use sha2::{Digest as _, Sha256};
use tract_onnx::prelude::multithread::Executor;
use tract_onnx::prelude::*;

use crate::detect::heatmaps::{Heatmaps, N_HEATMAPS, STRIDE};
use crate::detect::shares::in_shares;
use crate::detect::{CROP_HEIGHT, CROP_WIDTH, Detector, DetectorError, N_READING, Planes};

/// File of the network that finds tiles.
pub const TILES: &str = "tiles.onnx";
/// File of the network that reads one.
pub const PIPS: &str = "pips.onnx";
/// File with the checksums of both, as `sha256sum` writes them.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// So many plans are kept for pictures of different sizes: each takes megabytes.
const MOST_PLANS: usize = 16;

/// Both networks, ready to run.
#[derive(Debug)]
pub struct OnnxDetector {
    tiles: Network,
    pips: Network,
    threads: usize,
}

impl OnnxDetector {
    /// Loads [`TILES`] and [`PIPS`] from `folder`. They must agree with the file [`CHECKSUMS`] there.
    ///
    /// `threads` of the process are used for a large picture.
    ///
    /// # Errors
    /// Every [`DetectorError`] but [`DetectorError::Failed`].
    #[cfg(feature = "files")]
    pub fn load(folder: &Path, threads: usize) -> Result<Self, DetectorError> {
        let [tiles, pips] = [TILES, PIPS].map(|name| read_checked(folder, name));
        Self::from_bytes(&tiles?, &pips?, threads)
    }

    /// The networks that belong to the program; they are part of it, so there is no file to be missing.
    ///
    /// # Errors
    /// As [`Self::from_bytes`], if the program was built with other networks than these.
    pub fn built_in(threads: usize) -> Result<Self, DetectorError> {
        #[cfg(not(target_arch = "wasm32"))]
        let [tiles, pips] = [
            unpacked(TILES, include_bytes!(concat!(env!("OUT_DIR"), "/tiles.onnx.zz")))?,
            unpacked(PIPS, include_bytes!(concat!(env!("OUT_DIR"), "/pips.onnx.zz")))?,
        ];
        // A page is packed as a whole on its way.
        #[cfg(target_arch = "wasm32")]
        let [tiles, pips]: [&[u8]; 2] = [
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/tiles.onnx")),
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/pips.onnx")),
        ];
        Self::from_bytes(&tiles, &pips, threads)
    }

    /// The networks in these bytes.
    ///
    /// # Errors
    /// [`DetectorError::Broken`] and [`DetectorError::Shape`].
    pub fn from_bytes(tiles: &[u8], pips: &[u8], threads: usize) -> Result<Self, DetectorError> {
        let many = executor(threads);
        // Crops are small: a thread for each is faster than several threads for one.
        let (tiles, pips) = (Network::parse(TILES, tiles, many)?, Network::parse(PIPS, pips, Executor::SingleThread)?);
        let mut both = Self { tiles, pips, threads: threads.max(1) };
        // The first plans tell whether these are the right networks.
        both.tiles.plan(&[1, 3, 64, 96], &[1, N_HEATMAPS, 16, 24])?;
        both.pips.plan(&ONE_CROP, &ONE_READING)?;
        Ok(both)
    }
}

/// Crops go through one by one: in batches each takes longer.
const ONE_CROP: [usize; 4] = [1, 3, CROP_HEIGHT, CROP_WIDTH];
const ONE_READING: [usize; 2] = [1, N_READING];

impl Detector for OnnxDetector {
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError> {
        let (width, height) = (picture.width(), picture.height());
        let (columns, rows) = (width / STRIDE, height / STRIDE);
        let input = [1, 3, height, width];
        let plan = self.tiles.plan(&input, &[1, N_HEATMAPS, rows, columns])?;
        let values = run(&plan, &input, picture.values()).map_err(|error| failed(TILES, &error))?;
        Heatmaps::new(columns, rows, values).ok_or_else(|| failed(TILES, &"it gave too few numbers"))
    }

    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        let plan = self.pips.plan(&ONE_CROP, &ONE_READING)?;
        let read_all = |crops: &[Planes]| -> TractResult<Vec<[f32; N_READING]>> {
            let read = |crop: &Planes| Ok(run(&plan, &ONE_CROP, crop.values())?.as_slice().try_into()?);
            crops.iter().map(read).collect()
        };
        let read = in_shares(crops, self.threads, 1, read_all)
            .map_err(|_panic| TractError::msg("a thread of it broke down"))
            .and_then(|shares| Ok(shares.into_iter().collect::<TractResult<Vec<_>>>()?.concat()));
        read.map_err(|error| failed(PIPS, &error))
    }
}

/// What the network gives for these values of this shape.
fn run(plan: &Arc<TypedRunnableModel>, shape: &[usize], values: &[f32]) -> TractResult<Vec<f32>> {
    let given = plan.run(tvec!(Tensor::from_shape(shape, values)?.into()))?;
    Ok(given[0].try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
}

/// What runs a network on so many threads; a browser's worker has one.
fn executor(threads: usize) -> Executor {
    #[cfg(not(target_arch = "wasm32"))]
    if threads > 1 {
        return Executor::multithread(threads);
    }
    let _one = threads;
    Executor::SingleThread
}

/// One network and its plans for the input sizes that were asked for.
struct Network {
    name: &'static str,
    model: InferenceModel,
    executor: Executor,
    /// Input shape and plan, the last used at the end.
    plans: Vec<(Vec<usize>, Arc<TypedRunnableModel>)>,
}

impl Network {
    fn parse(name: &'static str, bytes: &[u8], executor: Executor) -> Result<Self, DetectorError> {
        let mut bytes = bytes;
        let model = tract_onnx::onnx().model_for_read(&mut bytes).map_err(|error| broken(name, &error))?;
        if model.inputs.len() != 1 || model.outputs.len() != 1 {
            let reason =
                format!("{} inputs and {} outputs instead of one each", model.inputs.len(), model.outputs.len());
            return Err(DetectorError::Broken { name: name.to_owned(), reason });
        }
        Ok(Self { name, model, executor, plans: Vec::new() })
    }

    /// The plan for an input of this shape, made on first use.
    fn plan(&mut self, input: &[usize], output: &[usize]) -> Result<Arc<TypedRunnableModel>, DetectorError> {
        if let Some(i) = self.plans.iter().position(|(shape, _)| shape == input) {
            let plan = self.plans.remove(i);
            let ready = Arc::clone(&plan.1);
            self.plans.push(plan);
            return Ok(ready);
        }
        let options = RunOptions { executor: Some(self.executor.clone()), ..RunOptions::default() };
        let plan = self
            .model
            .clone()
            .with_input_fact(0, f32::fact(input).into())
            .and_then(InferenceModelExt::into_optimized)
            .and_then(|model| model.into_runnable_with_options(&options))
            .map_err(|error| broken(self.name, &error))?;
        self.check_shape(&plan, input, output)?;
        if self.plans.len() >= MOST_PLANS {
            self.plans.remove(0);
        }
        self.plans.push((input.to_vec(), Arc::clone(&plan)));
        Ok(plan)
    }

    fn check_shape(
        &self,
        plan: &Arc<TypedRunnableModel>,
        input: &[usize],
        output: &[usize],
    ) -> Result<(), DetectorError> {
        let fact = plan.model().output_fact(0).map_err(|error| broken(self.name, &error))?;
        let found = fact.shape.as_concrete().unwrap_or_default();
        if found == output && fact.datum_type == f32::datum_type() {
            return Ok(());
        }
        Err(DetectorError::Shape {
            name: self.name.to_owned(),
            input: input.to_vec(),
            found: found.to_vec(),
            expected: output.to_vec(),
        })
    }
}

/// The graph itself says nothing to a reader.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {{ {}, {} plans }}", self.name, self.plans.len())
    }
}

fn failed(name: &str, reason: &dyn fmt::Display) -> DetectorError {
    DetectorError::Failed { name: name.to_owned(), reason: format!("{reason:#}") }
}

fn broken(name: &str, error: &TractError) -> DetectorError {
    DetectorError::Broken { name: name.to_owned(), reason: format!("{error:#}") }
}

/// A network as it lies in the program (`build.rs`).
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
