//! The threads that think for the window: one answers questions about a hand, one reads a picture of it.
//!
//! A [`Worker`] answers the newest request and no other. Requests are numbered; an answer to an older one is dropped, and
//! whoever works on it is told to stop. Nothing here blocks the thread that asks.

use adviser::{Advice, Desk, Problem, Question, Settings};
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::hand::Hand;
use eye::detect::onnx::OnnxDetector;
use eye::frame::Frame;
use eye::picture;
use eye::read::{ReadTile, assemble_best};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Longest time a search may take. Lines of play need 0.03 s; trees of spinners on a slow machine are cut off here, and
/// the error that is shown with each chance is the larger for it.
const LONGEST: Duration = Duration::from_secs(4);

/// A thread that answers requests of type `Q` with an `A`.
#[derive(Debug)]
pub struct Worker<Q, A> {
    requests: Option<Sender<(u64, Q)>>,
    answers: Receiver<(u64, A)>,
    /// The number of the newest request; work on another is pointless.
    newest: Arc<AtomicU64>,
    waiting: bool,
    thread: Option<JoinHandle<()>>,
}

/// Asked from time to time by whoever works on a request: is its answer still wanted?
#[derive(Clone, Debug)]
pub struct Wanted {
    number: u64,
    newest: Arc<AtomicU64>,
}

impl Wanted {
    /// Has nobody asked anything newer?
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.newest.load(Ordering::Relaxed) == self.number
    }
}

impl<Q: Send + 'static, A: Send + 'static> Worker<Q, A> {
    /// Starts a thread of this name. `work` answers a request; `wake` is called after each answer, from that thread.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(
        name: &str,
        wake: impl Fn() + Send + 'static,
        mut work: impl FnMut(Q, &Wanted) -> A + Send + 'static,
    ) -> io::Result<Self> {
        let (requests, inbox) = channel::<(u64, Q)>();
        let (outbox, answers) = channel();
        let newest = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&newest);
        let run = move || {
            while let Ok(mut request) = inbox.recv() {
                // Only the newest of those that have piled up.
                while let Ok(newer) = inbox.try_recv() {
                    request = newer;
                }
                let (number, question) = request;
                let wanted = Wanted { number, newest: Arc::clone(&shared) };
                if !wanted.is_wanted() {
                    continue;
                }
                let answer = work(question, &wanted);
                if outbox.send((number, answer)).is_err() {
                    return;
                }
                wake();
            }
        };
        let thread = Builder::new().name(name.to_owned()).spawn(run)?;
        Ok(Self { requests: Some(requests), answers, newest, waiting: false, thread: Some(thread) })
    }

    /// Asks; what was asked before no longer matters.
    pub fn ask(&mut self, request: Q) {
        let number = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        self.waiting = true;
        if let Some(requests) = &self.requests {
            // A thread that is gone answers nothing: `is_gone` says so.
            drop(requests.send((number, request)));
        }
    }

    /// The answer to the newest request, once; answers to older ones are dropped.
    pub fn take(&mut self) -> Option<A> {
        let newest = self.newest.load(Ordering::Relaxed);
        let answer = self.answers.try_iter().filter(|(number, _)| *number == newest).last();
        let answer = answer.filter(|_| self.waiting).map(|(_, answer)| answer);
        self.waiting &= answer.is_none();
        answer
    }

    /// What was asked no longer matters.
    pub fn forget(&mut self) {
        self.newest.fetch_add(1, Ordering::Relaxed);
        self.waiting = false;
    }

    /// Is an answer being waited for?
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Has the thread ended, so that no answer will come?
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl<Q, A> Drop for Worker<Q, A> {
    fn drop(&mut self) {
        self.newest.fetch_add(1, Ordering::Relaxed);
        self.requests = None;
        // A thread in the middle of a picture ends by itself; closing the window does not wait for it.
        if let Some(thread) = self.thread.take().filter(|_| !self.waiting) {
            drop(thread.join());
        }
    }
}

/// The adviser's answer.
pub type Advised = Result<Advice, Problem>;

/// A thread that ranks the moves of positions.
pub type Adviser = Worker<Question, Advised>;

/// Starts the adviser.
///
/// # Errors
/// The system has no thread left.
pub fn adviser(wake: impl Fn() + Send + 'static) -> io::Result<Adviser> {
    let mut desk = Desk::new();
    Worker::start("adviser", wake, move |question: Question, wanted| {
        let start = Instant::now();
        // The same position is judged alike whenever it is asked.
        desk.advise(&question, &Settings::default(), 1, || !wanted.is_wanted() || start.elapsed() > LONGEST)
    })
}

/// A hand read from a picture, or why not, in words.
pub type HandRead = Result<Vec<ReadTile>, String>;

/// Where a hand is to be read.
#[derive(Clone, Debug)]
pub enum HandIn {
    /// In a picture file.
    File(PathBuf),
    /// In a picture that is there already: the camera's.
    Frame(Arc<Frame>),
}

/// A thread that reads pictures of hands.
pub type HandReader = Worker<HandIn, HandRead>;

/// Starts the reader of hands. The networks are loaded with the first picture.
///
/// # Errors
/// The system has no thread left.
pub fn hand_reader(wake: impl Fn() + Send + 'static) -> io::Result<HandReader> {
    let mut eye = None;
    Worker::start("hand reader", wake, move |hand: HandIn, _| match hand {
        HandIn::File(path) => read_file(&mut eye, &path),
        HandIn::Frame(frame) => read_hand(&mut eye, "the camera's picture", &frame),
    })
}

fn read_file(eye: &mut Option<Eye<OnnxDetector>>, path: &Path) -> HandRead {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let picture = picture::load(path).map_err(|why| format!("{name} {why}"))?;
    read_hand(eye, &name, &picture.frame)
}

fn read_hand(eye: &mut Option<Eye<OnnxDetector>>, name: &str, frame: &Frame) -> HandRead {
    let eye = match eye {
        Some(eye) => eye,
        None => {
            let detector = OnnxDetector::built_in(1).map_err(|why| format!("pictures cannot be read: {why}"))?;
            eye.insert(Eye::new(detector, Params { read_edges: true, ..Params::default() }))
        }
    };
    let sight = eye.see(frame).map_err(|why| format!("{name} cannot be read: {why}"))?;
    let reading = assemble_best(&sight.tiles, frame.width(), frame.height());
    Ok(Hand::of(&sight.tiles, &reading).tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn only_the_newest_request_is_answered() {
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let (woken, wakes) = mpsc::channel();
        let mut worker = Worker::start(
            "test",
            move || {
                let _sent = woken.send(());
            },
            move |n: u32, wanted| {
                begun.send(n).unwrap();
                may_go.recv().unwrap();
                (n, wanted.is_wanted())
            },
        )
        .unwrap();
        worker.ask(1);
        assert_eq!(has_begun.recv().unwrap(), 1);
        worker.ask(2);
        worker.ask(3);
        go.send(()).unwrap();
        wakes.recv().unwrap();
        assert_eq!(worker.take(), None, "the answer to a request that was overtaken");
        assert_eq!(has_begun.recv().unwrap(), 3, "the second was never begun");
        go.send(()).unwrap();
        wakes.recv().unwrap();
        assert_eq!(worker.take(), Some((3, true)));
        assert!(!worker.is_waiting());
        worker.ask(4);
        assert_eq!(has_begun.recv().unwrap(), 4);
        worker.forget();
        go.send(()).unwrap();
        wakes.recv().unwrap();
        assert_eq!(worker.take(), None, "an answer that was given up");
    }
}
