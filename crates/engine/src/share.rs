//! Work shared out among threads: rayon's, and none in a browser's worker.

use std::sync::Mutex;

use crate::pace::Pace;

/// Pieces of work for each thread, so that a thread that is held up leaves most of them to the others.
pub(crate) const PIECES: usize = 3;

/// Does `work` for every item; on the calling thread alone unless there are several items and threads.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn each<T: Send>(mut items: Vec<T>, threads: usize, work: impl Fn(&mut T) + Sync + Send) {
    use rayon::prelude::{IntoParallelRefMutIterator as _, ParallelIterator as _};
    if threads > 1 && items.len() > 1 {
        items.par_iter_mut().for_each(work);
    } else {
        items.iter_mut().for_each(work);
    }
}

/// Does `work` on one of the threads that share it out: a thread that is none of them would sleep through every piece.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn among<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if threads > 1 { rayon::scope(|_| work()) } else { work() }
}

/// Does `work`.
#[cfg(target_arch = "wasm32")]
pub(crate) fn among<R: Send>(_threads: usize, work: impl FnOnce() -> R + Send) -> R {
    work()
}

/// Does `work` with `threads` threads, or with one where that took less time lately.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn paced(pace: &Mutex<Pace>, threads: usize, work: impl FnOnce(usize)) {
    use std::sync::PoisonError;
    if threads == 1 {
        return work(1);
    }
    let pace = || pace.lock().unwrap_or_else(PoisonError::into_inner);
    let together = pace().together();
    let begin = std::time::Instant::now();
    work(if together { threads } else { 1 });
    pace().took(together, begin.elapsed().as_secs_f32());
}

/// Does `work`.
#[cfg(target_arch = "wasm32")]
pub(crate) fn paced(_pace: &Mutex<Pace>, _threads: usize, work: impl FnOnce(usize)) {
    work(1)
}

/// Does `work` for every item.
#[cfg(target_arch = "wasm32")]
pub(crate) fn each<T: Send>(mut items: Vec<T>, _threads: usize, work: impl Fn(&mut T) + Sync + Send) {
    items.iter_mut().for_each(work);
}
