//! Runs a source on a thread: opens it, takes its pictures, reopens it when it fails, and abandons a thread whose
//! driver does not return.
//!
//! A driver may block for ever, so it has a separate thread and a watchdog. Such a thread can't be ended and is left
//! behind: at most one for a [`Camera`] at a time, and at most `MOST_LEFT` in the program. It ends when the driver
//! returns.

use language::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use web_time::Instant;

use super::{Next, Shot, Source, SourceError};
use crate::worker::latest::{Latest, Waited};

/// Threads blocked in a driver, of all cameras together; beyond that nothing more is opened.
const MOST_LEFT: usize = 4;
/// Time to wait for a closing camera.
const FAREWELL: Duration = Duration::from_millis(250);

/// Opens the source, again and again.
pub type OpenSource = Arc<dyn Fn() -> Result<Box<dyn Source>, SourceError> + Send + Sync>;

/// Time limits. (The figures are those of the fault table this was built to.)
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Opening; a USB camera takes one to two seconds.
    pub open: Duration,
    /// One call for a picture.
    pub read: Duration,
    /// Time without a picture after which the camera counts as lost.
    pub stale: Duration,
    /// Before the first attempt to open again; doubled from then on.
    pub first_pause: Duration,
    /// The longest such pause. Within it a camera that was plugged in again is back.
    pub last_pause: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            open: Duration::from_secs(6),
            read: Duration::from_secs(3),
            stale: Duration::from_secs(2),
            first_pause: Duration::from_millis(500),
            last_pause: Duration::from_secs(4),
        }
    }
}

/// Condition of the camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Being opened for the first time.
    Opening,
    /// Pictures come.
    Live,
    /// No pictures come; opening is tried again and again.
    Lost {
        /// The reason, in words.
        why: String,
        /// Since when.
        since: Instant,
    },
    /// The source has no more pictures.
    Ended,
}

/// Report of the capturing thread.
#[derive(Debug)]
enum Report {
    Shot(Shot),
    /// One picture could not be had; others come.
    Missed(String),
    Failed(String),
    Ended,
}

/// State shared by both threads.
#[derive(Debug)]
struct Pulse {
    epoch: Instant,
    /// Microseconds from `epoch` to when the call began that is running; 0 while none is.
    call: AtomicU64,
    opening: AtomicBool,
    /// Whether each picture must be looked at.
    waits: AtomicBool,
}

impl Pulse {
    fn new() -> Self {
        let call = AtomicU64::new(0);
        Self { epoch: Instant::now(), call, opening: AtomicBool::new(true), waits: AtomicBool::new(false) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_micros()).unwrap_or(u64::MAX).max(1)
    }

    fn call<T>(&self, opening: bool, work: impl FnOnce() -> T) -> T {
        self.opening.store(opening, Ordering::Relaxed);
        self.call.store(self.now(), Ordering::Release);
        let done = work();
        self.call.store(0, Ordering::Release);
        done
    }

    /// Returns how long the running call has taken, and whether it opens the camera.
    fn running(&self) -> Option<(Duration, bool)> {
        match self.call.load(Ordering::Acquire) {
            0 => None,
            since => {
                Some((Duration::from_micros(self.now().saturating_sub(since)), self.opening.load(Ordering::Relaxed)))
            }
        }
    }
}

/// One capturing thread. Ends when `orders` is closed, as soon as the source comes back.
#[derive(Debug)]
struct Capture {
    reports: Latest<Report>,
    /// A value asks to open again at once.
    orders: Latest<()>,
    pulse: Arc<Pulse>,
    fate: Arc<AtomicU8>,
    thread: JoinHandle<()>,
}

/// Threads that were left behind and still run.
static LEFT: AtomicUsize = AtomicUsize::new(0);

/// State of a thread that runs; the others: left behind, ended.
const RUNS: u8 = 0;
const WAS_LEFT: u8 = 1;
const ENDED: u8 = 2;

/// Closes its mailbox when the thread ends, however it ends, and counts a thread that was left behind as ended.
struct LastWord {
    reports: Latest<Report>,
    orders: Latest<()>,
    fate: Arc<AtomicU8>,
}

impl Drop for LastWord {
    fn drop(&mut self) {
        self.reports.close();
        self.orders.close();
        if self.fate.swap(ENDED, Ordering::AcqRel) == WAS_LEFT {
            LEFT.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// A source with its thread. Belongs to the thread that looks at the pictures.
pub struct Camera {
    opener: OpenSource,
    times: Times,
    capture: Option<Capture>,
    /// The thread that was left behind last.
    left: Option<JoinHandle<()>>,
    condition: Condition,
    last_shot: Option<Instant>,
    missed: Option<String>,
    pause: Duration,
    try_again: Instant,
}

impl std::fmt::Debug for Camera {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Camera({:?})", self.condition)
    }
}

fn spawn(opener: &OpenSource, times: Times) -> std::io::Result<Capture> {
    let (reports, orders) = (Latest::new(), Latest::new());
    let (pulse, fate) = (Arc::new(Pulse::new()), Arc::new(AtomicU8::new(RUNS)));
    let last_word = LastWord { reports: reports.clone(), orders: orders.clone(), fate: Arc::clone(&fate) };
    let work = {
        let (opener, reports, orders, pulse) =
            (Arc::clone(opener), reports.clone(), orders.clone(), Arc::clone(&pulse));
        move || {
            let _last_word = last_word;
            capture(&opener, times, &reports, &orders, &pulse);
        }
    };
    let thread = std::thread::Builder::new().name("camera".to_owned()).spawn(work)?;
    Ok(Capture { reports, orders, pulse, fate, thread })
}

/// The life of the capturing thread.
fn capture(opener: &OpenSource, times: Times, reports: &Latest<Report>, orders: &Latest<()>, pulse: &Pulse) {
    let mut pause = times.first_pause;
    while !orders.is_closed() {
        let mut shots = 0_u32;
        let why = match pulse.call(true, || opener()) {
            Err(error) => error.to_string(),
            Ok(mut source) => {
                pulse.waits.store(source.waits(), Ordering::Relaxed);
                match read_all(&mut *source, reports, orders, pulse, &mut shots) {
                    None => return,
                    Some(why) => why,
                }
            }
        };
        if shots > 0 {
            pause = times.first_pause;
        }
        reports.send(Report::Failed(why));
        if orders.wait(pause) == Waited::Closed {
            return;
        }
        pause = (pause * 2).min(times.last_pause);
    }
}

/// Takes pictures until the source fails (and why), or until it ends or the receiver is gone (`None`).
fn read_all(
    source: &mut dyn Source,
    reports: &Latest<Report>,
    orders: &Latest<()>,
    pulse: &Pulse,
    shots: &mut u32,
) -> Option<String> {
    let waits = source.waits();
    // A source with pictures that all count continues when the last one was taken.
    let taken = || {
        while !orders.is_closed() {
            if reports.wait_taken(Duration::from_millis(100)) {
                return true;
            }
        }
        false
    };
    loop {
        if orders.is_closed() {
            return None;
        }
        match pulse.call(false, || source.next()) {
            Ok(Next::Nothing) => {}
            Ok(Next::Shot(shot)) => {
                *shots = shots.saturating_add(1);
                if waits && !taken() {
                    return None;
                }
                reports.send(Report::Shot(shot));
            }
            Ok(Next::Missed(why)) => {
                if waits && !taken() {
                    return None;
                }
                reports.send(Report::Missed(why));
            }
            Ok(Next::End) => {
                if taken() {
                    reports.send(Report::Ended);
                    // Not closed before it was read.
                    taken();
                }
                return None;
            }
            Err(error) => return Some(error.to_string()),
        }
    }
}

impl Camera {
    /// Begins to open the source. Returns at once.
    #[must_use]
    pub fn start(opener: OpenSource, times: Times) -> Self {
        let now = Instant::now();
        let mut camera = Self {
            opener,
            times,
            capture: None,
            left: None,
            condition: Condition::Opening,
            last_shot: None,
            missed: None,
            pause: times.first_pause,
            try_again: now,
        };
        camera.begin(now);
        camera
    }

    /// Returns the condition.
    #[must_use]
    pub const fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Waits for the next picture: the newest one, unless the source wants all to be seen.
    pub fn wait(&mut self, at_most: Duration) -> Option<Shot> {
        if self.condition == Condition::Ended {
            std::thread::sleep(at_most);
            return None;
        }
        let reports = self.capture.as_ref().map(|capture| capture.reports.clone());
        let Some(reports) = reports else {
            std::thread::sleep(at_most.min(Duration::from_millis(100)));
            self.check(Instant::now());
            return None;
        };
        let report = reports.wait(at_most);
        let now = Instant::now();
        match report {
            Waited::Value(Report::Shot(shot)) => {
                self.condition = Condition::Live;
                self.last_shot = Some(now);
                self.pause = self.times.first_pause;
                return Some(shot);
            }
            Waited::Value(Report::Missed(why)) => self.missed = Some(why),
            Waited::Value(Report::Failed(why)) => self.lose(why, now),
            Waited::Value(Report::Ended) => self.condition = Condition::Ended,
            Waited::Nothing => self.check(now),
            Waited::Closed => {
                self.capture = None;
                self.lose(say!("its reader failed").to_owned(), now);
                self.later(now);
            }
        }
        None
    }

    /// Reason why a single picture could not be had, said once.
    pub const fn take_missed(&mut self) -> Option<String> {
        self.missed.take()
    }

    /// Opens again at once instead of waiting.
    pub fn reopen(&mut self) {
        match &self.capture {
            Some(capture) => capture.orders.send(()),
            None => self.try_again = Instant::now(),
        }
    }

    fn lose(&mut self, why: String, now: Instant) {
        let since = match &self.condition {
            Condition::Lost { since, .. } => *since,
            Condition::Opening | Condition::Live | Condition::Ended => now,
        };
        self.condition = Condition::Lost { why, since };
    }

    fn later(&mut self, now: Instant) {
        self.try_again = now + self.pause;
        self.pause = (self.pause * 2).min(self.times.last_pause);
    }

    /// The watchdog: checks whether the driver is stuck, whether pictures still come, and whether to try again.
    fn check(&mut self, now: Instant) {
        let Some(capture) = &self.capture else {
            if now >= self.try_again {
                self.begin(now);
            }
            return;
        };
        let limit = |opening: bool| if opening { self.times.open } else { self.times.read };
        match capture.pulse.running() {
            Some((took, opening)) if took > limit(opening) => {
                self.leave();
                let why = if opening {
                    say!("can't open it; if it is a USB camera, unplug it and plug it in again")
                } else {
                    say!("it has stopped answering; if it is a USB camera, unplug it and plug it in again")
                };
                self.lose(why.to_owned(), now);
                self.later(now);
            }
            _ => {
                let waits = capture.pulse.waits.load(Ordering::Relaxed);
                let stale = self.last_shot.is_some_and(|last| now.duration_since(last) > self.times.stale);
                if stale && !waits && self.condition == Condition::Live {
                    self.lose(say!("the pictures have stopped").to_owned(), now);
                }
            }
        }
    }

    /// Leaves the capturing thread to itself.
    fn leave(&mut self) {
        let Some(capture) = self.capture.take() else { return };
        capture.orders.close();
        // Counted before it is marked, so that a thread that ends now finds itself counted.
        LEFT.fetch_add(1, Ordering::AcqRel);
        if capture.fate.compare_exchange(RUNS, WAS_LEFT, Ordering::AcqRel, Ordering::Acquire).is_err() {
            LEFT.fetch_sub(1, Ordering::AcqRel);
        }
        self.left = Some(capture.thread);
    }

    /// Starts a capturing thread, unless one is still blocked.
    fn begin(&mut self, now: Instant) {
        if self.left.as_ref().is_some_and(JoinHandle::is_finished) {
            self.left = None;
        }
        if self.left.is_some() || LEFT.load(Ordering::Acquire) >= MOST_LEFT {
            self.later(now);
            return;
        }
        match spawn(&self.opener, self.times) {
            Ok(capture) => self.capture = Some(capture),
            Err(error) => {
                self.lose(say!("can't start its background task: {error}", error), now);
                self.later(now);
            }
        }
    }
}

impl Drop for Camera {
    /// Ends the thread; one that does not end soon is left behind.
    fn drop(&mut self) {
        let Some(capture) = &self.capture else { return };
        capture.orders.close();
        let until = Instant::now() + FAREWELL;
        while !capture.thread.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        if !capture.thread.is_finished() {
            self.leave();
        }
    }
}
