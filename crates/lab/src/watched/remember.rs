//! Saves the networks' output for each picture in a folder: after a change of the tracker most pictures are read again,
//! and that takes most of the time.

use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};

use eye::detect::heatmaps::N_HEATMAPS;
use eye::detect::onnx::OnnxDetector;
use eye::detect::{Detector, DetectorError, Heatmaps, N_READING, Planes};

/// Steps to one: heat maps are kept in whole ones, also when they have just been made, so that the stored output is the
/// same.
const STEPS: f32 = 256.0;

/// The networks, and their stored output.
#[derive(Debug)]
pub(super) struct Remembering {
    networks: OnnxDetector,
    folder: Option<PathBuf>,
}

impl Remembering {
    pub(super) fn new(networks: OnnxDetector, folder: Option<&Path>) -> Self {
        Self { networks, folder: folder.map(Path::to_owned) }
    }

    /// Returns the file for what the networks find in these pictures; `None` where nothing is saved.
    fn path(&self, kind: &str, pictures: &[Planes]) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        let mut hasher = DefaultHasher::new();
        for picture in pictures {
            hasher.write_usize(picture.width());
            picture.values().iter().for_each(|value| hasher.write_u32(value.to_bits()));
        }
        Some(folder.join(format!("{:016x}.{kind}", hasher.finish())))
    }
}

impl Detector for Remembering {
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError> {
        let Some(path) = self.path("find", std::slice::from_ref(picture)) else { return self.networks.find(picture) };
        let kept = std::fs::read(&path).ok().and_then(|bytes| {
            let (size, rest) = bytes.split_first_chunk::<4>()?;
            let side = |at: usize| usize::from(u16::from_le_bytes([size[at], size[at + 1]]));
            let values = rest.as_chunks::<2>().0.iter().map(|two| f32::from(i16::from_le_bytes(*two)) / STEPS);
            Heatmaps::new(side(0), side(2), values.collect())
        });
        if let Some(maps) = kept {
            return Ok(maps);
        }
        let maps = self.networks.find(picture)?;
        let steps: Vec<i16> = (0..N_HEATMAPS)
            .flat_map(|channel| maps.channel(channel))
            .map(|value| (value * STEPS).round() as i16)
            .collect();
        let mut bytes = Vec::with_capacity(4 + 2 * steps.len());
        bytes.extend([maps.width(), maps.height()].iter().flat_map(|side| (*side as u16).to_le_bytes()));
        bytes.extend(steps.iter().flat_map(|step| step.to_le_bytes()));
        // What cannot be kept is asked for again.
        let _never_mind = std::fs::write(&path, bytes);
        let values = steps.iter().map(|step| f32::from(*step) / STEPS).collect();
        Ok(Heatmaps::new(maps.width(), maps.height(), values).unwrap_or(maps))
    }

    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        let Some(path) = self.path("read", crops) else { return self.networks.read(crops) };
        let kept = std::fs::read(&path).ok().and_then(|bytes| {
            let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
            let readings = values.as_chunks::<N_READING>().0.to_vec();
            (readings.len() == crops.len()).then_some(readings)
        });
        if let Some(readings) = kept {
            return Ok(readings);
        }
        let readings = self.networks.read(crops)?;
        let bytes: Vec<u8> = readings.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let _never_mind = std::fs::write(&path, bytes);
        Ok(readings)
    }
}
