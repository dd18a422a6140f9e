//! The thread that counts the pips of a heap of tiles for the window. It answers the newest request and no other. In a browser it
//! is another Web Worker.

#[cfg(not(target_arch = "wasm32"))]
use crate::advice::advising::open;
#[cfg(not(target_arch = "wasm32"))]
use crate::worker::Bench;
use crate::worker::Worker;
use eye_jobs::PictureIn;
use eye_jobs::heap::HeapAnswer;
use std::io;

/// A thread that counts heaps.
pub type HeapCounter = Worker<PictureIn, HeapAnswer>;

/// Starts the counter.
///
/// # Errors
/// None.
#[cfg(target_arch = "wasm32")]
pub fn heap_counter(wake: impl Fn() + Send + 'static) -> io::Result<HeapCounter> {
    Ok(Worker::elsewhere("heap counter", wake, eye_jobs::picture::pack, eye_jobs::heap::unpack_answer))
}

/// Starts the counter. The networks are loaded with the first picture.
///
/// # Errors
/// The system has no thread left.
#[cfg(not(target_arch = "wasm32"))]
pub fn heap_counter(wake: impl Fn() + Send + 'static) -> io::Result<HeapCounter> {
    Worker::newest("heap counter", wake, || {
        let mut reader = None;
        move |heap: PictureIn, _: &Bench<HeapAnswer>| {
            let (name, picture) = open(heap)?;
            eye_jobs::heap::count(&mut reader, &name, picture)
        }
    })
}
