//! Reads the hand in a picture, and sends the answer as bytes.

use crate::message;
use eye::Reader;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::onnx::OnnxDetector;
use eye::picture::Picture;
use eye::read::ReadTile;
use language::say;

/// A hand read from a picture, or why not, in words.
pub type HandRead = Result<Vec<ReadTile>, String>;

/// Loads the networks unless they are.
pub(crate) fn loaded(
    reader: &mut Option<Reader<OnnxDetector>>,
    params: Params,
) -> Result<&mut Reader<OnnxDetector>, String> {
    match reader {
        Some(reader) => Ok(reader),
        None => {
            let detector = OnnxDetector::built_in(1).map_err(|why| say!("can't read pictures: {why}", why))?;
            Ok(reader.insert(Reader::new(Eye::new(detector, params))))
        }
    }
}

/// Reads the hand in a picture of this name; the networks are loaded with the first.
///
/// # Errors
/// The reason, in words.
pub fn read_hand(reader: &mut Option<Reader<OnnxDetector>>, name: &str, picture: &Picture) -> HandRead {
    let reader = loaded(reader, Params { read_edges: true, ..Params::default() })?;
    let (_, hand) = reader.hand(picture).map_err(|why| say!("can't read {name}: {why}", name, why))?;
    Ok(hand.tiles)
}

/// Packs a reading.
#[must_use]
pub fn pack_read(read: &HandRead) -> Vec<u8> {
    message::pack(read, &[])
}

/// Unpacks a reading.
#[must_use]
pub fn unpack_read(bytes: &[u8]) -> Option<HandRead> {
    message::open(bytes).map(|(read, _)| read)
}
