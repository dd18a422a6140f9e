//! The eye: from one picture to the tiles in it, with what each half may be and how far it can be trusted.
//!
//! Two networks do the seeing, behind the trait [`Detector`]: one finds tiles in a shrunken picture, the other reads
//! one tile cut out of the full one. The work around them is plain arithmetic, a file each: [`resample`] and [`planes`]
//! prepare pictures, [`heatmaps`] turns heat maps into outlines, [`crop`] cuts a tile out straight, [`suppression`]
//! sorts out what overlaps, `rectify` straightens a table seen from the side, [`eye`] puts it all together. Only
//! [`onnx`] knows what runs the networks: the crate `engine`, or tract for a file that the engine can't run.
//! [`second_pass`] looks a second time, once [`crate::read`] has found the plane of the table; the caller passes in how
//! to put a reading together, so that this module knows no rules of a game.
//!
//! `models/README.md` says what the networks take and give.

mod blank;
mod contrast;
mod covered;
pub mod crop;
#[cfg(all(feature = "networks", not(target_arch = "wasm32")))]
mod draft;
pub mod eye;
mod glimpse;
mod ground;
pub mod hand;
pub mod heap;
pub mod heatmaps;
mod look;
#[cfg(feature = "networks")]
mod network;
#[cfg(feature = "networks")]
pub mod onnx;
#[cfg(not(feature = "networks"))]
#[path = "onnx_none.rs"]
pub mod onnx;
pub mod overlay;
#[cfg(test)]
mod painted;
#[cfg(feature = "networks")]
mod plain;
pub mod planes;
mod rectify;
pub mod resample;
mod rows;
pub mod second_pass;
mod shades;
mod shares;
pub mod suppression;
#[cfg(all(feature = "networks", not(target_arch = "wasm32")))]
mod tract;
mod unchanged;

pub use blank::without_ground;
pub use ground::is_burnt_out;

use language::say;
use std::path::PathBuf;

pub use eye::{Eye, Sight};
pub use heatmaps::Heatmaps;
pub use planes::Planes;

/// Width of the crop that the reading network takes, across a tile.
pub const CROP_WIDTH: usize = 64;
/// Height of that crop, along a tile with half a on top.
pub const CROP_HEIGHT: usize = 128;
/// Output of the reading network for one crop: 13 logits for each half, one for the face, 8 corner corrections.
pub const N_READING: usize = 13 + 13 + 1 + 8;

/// The two networks. A test puts its own pair in their place.
pub trait Detector {
    /// Returns the heat maps of a picture with sides that are multiples of 32: 14 channels, one cell per 4 x 4 pixels.
    ///
    /// # Errors
    /// [`DetectorError::Failed`] if the network does not run.
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError>;

    /// Reads crops ([`CROP_WIDTH`] x [`CROP_HEIGHT`]) in order: raw outputs, listed in `models/README.md`.
    ///
    /// # Errors
    /// [`DetectorError::Failed`] if the network does not run.
    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError>;
}

/// Reason why the networks cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DetectorError {
    /// The file does not exist.
    #[error("{}", say!("can't open the network {path}", path = .path.display()))]
    Missing {
        /// Expected path.
        path: PathBuf,
        /// Error of the file system.
        source: std::io::Error,
    },
    /// The networks have no list of checksums beside them, so their origin is unknown.
    #[error("{}", say!("the list of checksums {path} is missing: to make it, run `sha256sum tiles.onnx pips.onnx > SHA256SUMS`", path = .path.display()))]
    Unlisted {
        /// Expected path.
        path: PathBuf,
    },
    /// The bytes differ from the list of checksums.
    #[error("{}", say!("the network {path} is not the one listed in {list}: it is incomplete or of another version", path = .path.display(), list = .list.display()))]
    Altered {
        /// The network.
        path: PathBuf,
        /// The list with its SHA-256.
        list: PathBuf,
    },
    /// The network can't be understood.
    #[error("{}", say!("the network {name} is damaged or of an unknown kind ({reason})", name = .name, reason = .reason))]
    Broken {
        /// File or name of the network.
        name: String,
        /// The engine's error.
        reason: String,
    },
    /// A network, but not for this.
    #[error(
        "{}",
        say!(
            "the network {name} gives {found} for an input of {input}, expected {expected}",
            name = .name,
            found = format!("{:?}", .found),
            input = format!("{:?}", .input),
            expected = format!("{:?}", .expected)
        )
    )]
    Shape {
        /// File or name of the network.
        name: String,
        /// The shape it was asked for.
        input: Vec<usize>,
        /// The shape of its output.
        found: Vec<usize>,
        /// Expected shape.
        expected: Vec<usize>,
    },
    /// The network failed while running.
    #[error("{}", say!("the network {name} failed ({reason})", name = .name, reason = .reason))]
    Failed {
        /// File or name of the network.
        name: String,
        /// The engine's error.
        reason: String,
    },
}
