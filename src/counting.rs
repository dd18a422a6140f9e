//! The thread that counts the pips of a heap of tiles for the window. It answers the newest request and no other.

use crate::advising::HandIn;
use crate::worker::{Bench, Worker};
use eye::detect::eye::{Eye, Params};
use eye::detect::heap;
use eye::detect::onnx::OnnxDetector;
use eye::frame::Frame;
use eye::picture::{self, Picture};
use eye::read::Heap;
use std::io;
use std::sync::Arc;

/// A picture with what was counted in it; the corners of the tiles are in the frame's pixels.
#[derive(Clone, Debug)]
pub struct CountedHeap {
    /// The picture, as it was read.
    pub frame: Arc<Frame>,
    /// Its tiles.
    pub heap: Heap,
}

/// What was counted, or why nothing could be, in words.
pub type HeapAnswer = Result<CountedHeap, String>;

/// A thread that counts heaps.
pub type HeapCounter = Worker<HandIn, HeapAnswer>;

/// Starts the counter. The networks are loaded with the first picture.
///
/// # Errors
/// The system has no thread left.
pub fn heap_counter(wake: impl Fn() + Send + 'static) -> io::Result<HeapCounter> {
    Worker::newest("heap counter", wake, || {
        let mut eye = None;
        move |heap: HandIn, _: &Bench<HeapAnswer>| match heap {
            HandIn::File(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let picture = picture::load(&path).map_err(|why| format!("{name} {why}"))?;
                count(&mut eye, &name, picture)
            }
            HandIn::Frame(frame) => {
                let (width, height) = (frame.width(), frame.height());
                let picture = Picture { frame: Frame::clone(&frame), width, height };
                count(&mut eye, "the camera's picture", picture)
            }
        }
    })
}

fn count(eye: &mut Option<Eye<OnnxDetector>>, name: &str, picture: Picture) -> HeapAnswer {
    let eye = match eye {
        Some(eye) => eye,
        None => {
            let detector = OnnxDetector::built_in(1).map_err(|why| format!("pictures cannot be read: {why}"))?;
            eye.insert(Eye::new(detector, Params { clock: crate::clock::since_start, ..Params::default() }))
        }
    };
    let mut heap = heap::count(eye, &picture).map_err(|why| format!("{name} cannot be read: {why}"))?;
    let share = |of: u32, whole: u32| f64::from(of) / f64::from(whole.max(1));
    let (x, y) = (share(picture.frame.width(), picture.width), share(picture.frame.height(), picture.height));
    for corner in heap.tiles.iter_mut().flat_map(|tile| &mut tile.corners) {
        (corner.x, corner.y) = (corner.x * x, corner.y * y);
    }
    Ok(CountedHeap { frame: Arc::new(picture.frame), heap })
}
