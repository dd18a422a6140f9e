//! A picture read as the command line reads it.

use eye::Reader;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::onnx::OnnxDetector;
use eye::read::{Part, ReadTile, SeenTile, assemble_best};
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    /// For tables and for hands.
    static READERS: RefCell<[Option<Reader<OnnxDetector>>; 2]> = const { RefCell::new([None, None]) };
}

/// Tiles and ends of a picture file, or the tiles of a hand.
pub(crate) fn read(bytes: &[u8], hand: bool) -> Result<String, String> {
    READERS
        .with_borrow_mut(|readers| read_with(&mut readers[usize::from(hand)], bytes, hand))
        .map(|read| read.to_string())
}

fn read_with(reader: &mut Option<Reader<OnnxDetector>>, bytes: &[u8], hand: bool) -> Result<Value, String> {
    let reader = match reader {
        Some(reader) => reader,
        None => {
            let params = Params { read_edges: hand, threads: 1, ..Params::default() };
            reader.insert(Reader::new(Eye::new(OnnxDetector::built_in(1).map_err(|why| why.to_string())?, params)))
        }
    };
    let picture = eye::picture::decode(bytes).map_err(|why| why.to_string())?;
    if hand {
        let (_, hand) = reader.hand(&picture).map_err(|why| why.to_string())?;
        return Ok(json!({ "hand": hand.tiles.iter().map(tile).collect::<Vec<_>>() }));
    }
    let assemble = |tiles: &[SeenTile]| assemble_best(tiles, picture.width, picture.height);
    let reading = reader.table(&picture, assemble).map_err(|why| why.to_string())?.reading;
    let end = |end: &eye::read::ReadEnd| json!([end.pips.get(), end.double]);
    Ok(json!({
        "tiles": reading.tiles.iter().map(tile).collect::<Vec<_>>(),
        "ends": reading.ends.iter().map(end).collect::<Vec<_>>(),
    }))
}

fn tile(tile: &ReadTile) -> Value {
    let part = match tile.part {
        Part::Line => "line",
        Part::Loose => "loose",
        Part::FaceDown => "face_down",
        Part::Unreadable => "unreadable",
    };
    json!({ "pips": tile.pips.map(|pips| pips.map(game::tile::Pip::get)), "part": part, "confidence": tile.confidence })
}
