//! Pictures of hands and what was read in them, as bytes: the reader is another Web Worker.

use super::{HandIn, HandRead};
use crate::store::disk;
use eye::frame::Frame;
use eye::read::{Part, Point, ReadTile};
use game::tile::Pip;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A picture on its way.
#[derive(Debug, Serialize, Deserialize)]
enum PackedPicture {
    /// The bytes of a file, with its name.
    File(String, Vec<u8>),
    /// Width, height and pixels.
    Pixels(u32, u32, Vec<u8>),
    /// There is none, for this reason.
    Missing(String),
}

/// What is to be read.
#[derive(Debug)]
pub enum Unpacked {
    /// A picture file: its name and its bytes.
    File(String, Vec<u8>),
    /// A picture.
    Frame(Arc<Frame>),
}

type PackedTile = (Option<[u8; 2]>, f64, [[f64; 2]; 4]);

/// A picture as bytes.
#[must_use]
pub fn pack(hand: HandIn) -> Vec<u8> {
    let packed = match hand {
        HandIn::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match disk::read(&path) {
                Ok(bytes) => PackedPicture::File(name, bytes),
                Err(why) => PackedPicture::Missing(format!("{name}: {why}")),
            }
        }
        HandIn::Frame(frame) => PackedPicture::Pixels(frame.width(), frame.height(), frame.rgb().to_vec()),
    };
    postcard::to_allocvec(&packed).unwrap_or_default()
}

/// The picture again.
///
/// # Errors
/// There is none, in words.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, String> {
    match postcard::from_bytes(bytes).map_err(|why| why.to_string())? {
        PackedPicture::File(name, bytes) => Ok(Unpacked::File(name, bytes)),
        PackedPicture::Pixels(width, height, rgb) => {
            let frame = Frame::new(width, height, rgb).ok_or("the picture is not whole")?;
            Ok(Unpacked::Frame(Arc::new(frame)))
        }
        PackedPicture::Missing(why) => Err(why),
    }
}

/// What was read as bytes.
#[must_use]
pub fn pack_read(read: HandRead) -> Vec<u8> {
    let tile = |tile: ReadTile| -> PackedTile {
        (tile.pips.map(|pips| pips.map(Pip::get)), tile.confidence, tile.corners.map(|at| [at.x, at.y]))
    };
    let packed = read.map(|tiles| tiles.into_iter().map(tile).collect::<Vec<PackedTile>>());
    postcard::to_allocvec(&packed).unwrap_or_default()
}

/// What was read again.
#[must_use]
pub fn unpack_read(bytes: &[u8]) -> Option<HandRead> {
    let packed: Result<Vec<PackedTile>, String> = postcard::from_bytes(bytes).ok()?;
    let tile = |(pips, confidence, corners): PackedTile| ReadTile {
        pips: pips.and_then(|[a, b]| Some([Pip::new(a)?, Pip::new(b)?])),
        part: Part::Loose,
        confidence,
        seen: None,
        corners: corners.map(|[x, y]| Point { x, y }),
    };
    Some(packed.map(|tiles| tiles.into_iter().map(tile).collect()))
}
