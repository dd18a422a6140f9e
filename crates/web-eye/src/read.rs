//! A picture read as the command line reads it.

use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::hand::Hand;
use eye::detect::onnx::OnnxDetector;
use eye::detect::second_pass::{Assembled, second_pass};
use eye::read::{Part, ReadTile, SeenTile, assemble_best};
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    /// For tables and for hands.
    static EYES: RefCell<[Option<Eye<OnnxDetector>>; 2]> = const { RefCell::new([None, None]) };
}

/// Tiles and ends of a picture file, or the tiles of a hand.
pub(crate) fn read(bytes: &[u8], hand: bool) -> Result<String, String> {
    EYES.with_borrow_mut(|eyes| read_with(&mut eyes[usize::from(hand)], bytes, hand)).map(|read| read.to_string())
}

fn read_with(eye: &mut Option<Eye<OnnxDetector>>, bytes: &[u8], hand: bool) -> Result<Value, String> {
    let eye = match eye {
        Some(eye) => eye,
        None => {
            let params = Params { read_edges: hand, threads: 1, ..Params::default() };
            eye.insert(Eye::new(OnnxDetector::built_in(1).map_err(|why| why.to_string())?, params))
        }
    };
    let picture = eye::picture::decode(bytes).map_err(|why| why.to_string())?;
    let sight = eye.see(&picture.frame).map_err(|why| why.to_string())?;
    let assemble = |tiles: &[SeenTile]| assemble_best(tiles, picture.width, picture.height);
    if hand {
        let Assembled { tiles, reading, .. } = Assembled::at_first_sight(&sight, picture.scale(), assemble);
        let hand = Hand::of(&tiles, &reading);
        return Ok(json!({ "hand": hand.tiles.iter().map(tile).collect::<Vec<_>>() }));
    }
    let table = second_pass(eye, &picture.frame, &sight, picture.scale(), assemble).map_err(|why| why.to_string())?;
    let end = |end: &eye::read::ReadEnd| json!([end.pips.get(), end.double]);
    Ok(json!({
        "tiles": table.reading.tiles.iter().map(tile).collect::<Vec<_>>(),
        "ends": table.reading.ends.iter().map(end).collect::<Vec<_>>(),
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
