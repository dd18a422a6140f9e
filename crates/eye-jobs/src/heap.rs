//! Counts the heap in a picture, and sends the answer as bytes.

use crate::hand::loaded;
use crate::{clock, message};
use eye::Reader;
use eye::detect::eye::Params;
use eye::detect::onnx::OnnxDetector;
use eye::frame::Frame;
use eye::picture::Picture;
use eye::read::{Heap, HeapDoubt};
use language::say;
use std::sync::Arc;

/// A picture with its counted tiles; the corners of the tiles and of unread places are in the frame's pixels.
#[derive(Clone, Debug)]
pub struct CountedHeap {
    /// The picture, as it was read.
    pub frame: Arc<Frame>,
    /// Counted heap.
    pub heap: Heap,
}

/// Counted heap, or the reason there is none, in words.
pub type HeapAnswer = Result<CountedHeap, String>;

/// Counts the heap in a picture of this name; the networks are loaded with the first.
///
/// # Errors
/// The reason, in words.
pub fn count(reader: &mut Option<Reader<OnnxDetector>>, name: &str, picture: Picture) -> HeapAnswer {
    let reader = loaded(reader, Params { clock: clock::since_start, ..Params::default() })?;
    let mut heap = reader.heap(&picture).map_err(|why| say!("can't read {name}: {why}", name, why))?;
    let share = |of: u32, whole: u32| f64::from(of) / f64::from(whole.max(1));
    let (x, y) = (share(picture.frame.width(), picture.width), share(picture.frame.height(), picture.height));
    let corners = heap.tiles.iter_mut().flat_map(|tile| &mut tile.corners);
    let unread = heap.doubts.iter_mut().filter_map(|doubt| match doubt {
        HeapDoubt::NotRead { at } => Some(at),
        _ => None,
    });
    for point in corners.chain(unread) {
        (point.x, point.y) = (point.x * x, point.y * y);
    }
    Ok(CountedHeap { frame: Arc::new(picture.frame), heap })
}

/// Packs a counted heap.
#[must_use]
pub fn pack_answer(answer: &HeapAnswer) -> Vec<u8> {
    match answer {
        Ok(CountedHeap { frame, heap }) => {
            message::pack(&Ok::<_, String>((message::sides(frame), heap)), &[frame.rgb()])
        }
        Err(why) => message::pack(&Err::<((u32, u32), Heap), _>(why), &[]),
    }
}

/// Unpacks a counted heap.
#[must_use]
pub fn unpack_answer(bytes: &[u8]) -> Option<HeapAnswer> {
    let (answer, parts) = message::open::<Result<((u32, u32), Heap), String>>(bytes)?;
    match answer {
        Ok((sides, heap)) => {
            let frame = Arc::new(message::frame(sides, parts.first()?)?);
            Some(Ok(CountedHeap { frame, heap }))
        }
        Err(why) => Some(Err(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eye::read::{Measures, Part, Point, ReadTile};
    use game::tile::Pip;

    #[test]
    fn what_was_counted_comes_through_whole() {
        let pip = |value| Pip::new(value).unwrap();
        let tile = ReadTile {
            pips: Some([pip(6), pip(4)]),
            part: Part::Loose,
            confidence: 0.75,
            seen: None,
            corners: [Point { x: 1.5, y: 2.0 }; 4],
        };
        let measures = Measures::default();
        let heap = Heap { tiles: vec![tile], confidence: 0.5, doubts: vec![HeapDoubt::Small], measures };
        let frame = Arc::new(Frame::new(1, 2, vec![7; 6]).unwrap());
        let back = unpack_answer(&pack_answer(&Ok(CountedHeap { frame: Arc::clone(&frame), heap: heap.clone() })));
        let back = back.unwrap().unwrap();
        assert_eq!((back.frame, back.heap), (frame, heap));
        let why = Err("no picture".to_owned());
        assert_eq!(unpack_answer(&pack_answer(&why)).unwrap().unwrap_err(), "no picture");
        assert!(unpack_answer(&[3]).is_none());
    }
}
