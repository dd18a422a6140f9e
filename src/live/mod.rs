//! Watches the table: a thread looks at a camera's pictures, compares them with the record and proposes drops.
//!
//! [`Live`] is the handle that an app holds; it never blocks. [`Sighting`] is what comes back. The `tracker` does the
//! work without threads or clocks; [`see`] gives it one picture and times it.

pub mod keep;
pub mod recording;
#[cfg(target_arch = "wasm32")]
pub mod remote;
mod selftest;

use language::say;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use web_time::Instant;

use crate::camera::capture::{OpenSource, Times};
use crate::camera::page::Lens;
use crate::camera::{Camera, Condition, Shot, SourceSpec};
use crate::worker::latest::{Latest, Waited};
use crate::worker::{Bench, News, Worker};
use eye::detect::eye::Params;
use eye::detect::{DetectorError, Eye};
use eye_jobs::{AWAY, Pace, Talk, clock};
use game::Match;
use keep::{Decisions, Minute, What};
use simulator::Announcement;

pub use eye_jobs::{Networks, SelfTest, see, self_test};
pub use keep::Wrote;
#[cfg(target_arch = "wasm32")]
pub use remote::RemoteTracker as Watcher;
pub use selftest::{Tester, tester};
pub use tracker::{
    Alternative, Asked, Correction, EndMark, Hint, Outline, Proposal, Role, Sighting, TableState, Timing, Tracker,
    play_event,
};

/// A picture is waited for so long before orders are looked at again.
const PATIENCE: Duration = Duration::from_millis(200);
/// The networks may break down so often before they are left off.
const STRIKES: u32 = 3;
/// A closing app waits so long for the watcher.
const FAREWELL: Duration = Duration::from_millis(300);

/// Pause between two updates of a last minute that is always kept.
const KEEP_EVERY: Duration = Duration::from_secs(3);
/// Most orders to write the last minute that wait.
const MOST_KEEPING: usize = 4;

/// Order of the app to the watcher.
#[derive(Clone, Debug)]
enum WatchOrder {
    Record(Option<Arc<Match>>),
    Dismiss,
    LookAgain,
    Reopen,
    /// Write the last minute there, once or again and again.
    Keep(PathBuf, Often),
}

/// Schedule for writing the last minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Often {
    Once,
    Always,
}

/// Result of writing the last minute, with a failure in words.
pub type KeptOutcome = Result<Wrote, String>;

/// A minute to be written, where, and whether this run has written there before.
type KeepJob = (Minute, PathBuf, bool);

/// A watched table. Dropping it ends its threads.
#[derive(Debug)]
pub struct Live {
    orders: Sender<WatchOrder>,
    sightings: Latest<Arc<Sighting>>,
    talk: Talk,
    kept: Latest<KeptOutcome>,
    thread: Option<JoinHandle<()>>,
}

/// What watches for the window.
#[cfg(not(target_arch = "wasm32"))]
pub type Watcher = Live;

/// Begins to watch a source for the window; `wake` is called for every new sighting.
#[must_use]
pub fn watcher(spec: SourceSpec, wake: Box<dyn Fn() + Send>) -> Watcher {
    #[cfg(not(target_arch = "wasm32"))]
    return Live::start(spec, Networks::BuiltIn, wake);
    #[cfg(target_arch = "wasm32")]
    return Watcher::start(&spec, wake);
}

impl Live {
    /// Cameras of this machine have no settings here.
    #[must_use]
    pub const fn lens(&self) -> Option<Lens> {
        None
    }

    /// Nothing.
    pub const fn set_lens(&self, _lens: Lens) {}

    /// Begins to watch. Returns at once; what fails becomes a state. `wake` is called for every new sighting.
    #[must_use]
    pub fn start(spec: SourceSpec, networks: Networks, wake: impl Fn() + Send + 'static) -> Self {
        let title = spec.title();
        let talk = Talk::default();
        let opener: OpenSource = {
            let talk = talk.clone();
            Arc::new(move || spec.open(&talk))
        };
        Self::start_with(&title, opener, Times::default(), talk, networks, wake)
    }

    /// Starts with the caller's source.
    #[must_use]
    pub fn start_with(
        title: &str,
        opener: OpenSource,
        times: Times,
        talk: Talk,
        networks: Networks,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let (orders, inbox) = channel();
        let (sightings, kept) = (Latest::new(), Latest::new());
        let work = {
            let (sightings, kept, title) = (sightings.clone(), kept.clone(), title.to_owned());
            move || {
                let camera = Camera::start(opener, times);
                let keeping = Keeping::new(kept);
                let pace = Pace::default();
                Loop { camera, inbox, sightings, title, name: None, number: 0, pace, keeping }.run(&networks, &wake);
            }
        };
        let thread = std::thread::Builder::new().name("watcher".to_owned()).spawn(work).ok();
        Self { orders, sightings, talk, kept, thread }
    }

    fn order(&self, order: WatchOrder) {
        // The receiver is missing only when the watcher has broken down, which the last sighting reports.
        let _gone = self.orders.send(order);
    }

    /// Sets the record after every change; `None` when nothing is recorded.
    pub fn record(&self, game: Option<Match>) {
        let game = game.map(Arc::new);
        self.talk.record(game.clone());
        self.order(WatchOrder::Record(game));
    }

    /// The newest sighting, once.
    #[must_use]
    pub fn try_take(&self) -> Option<Arc<Sighting>> {
        self.sightings.try_take()
    }

    /// Returns the latest announcement at the table.
    #[must_use]
    pub fn said(&self) -> Option<Announcement> {
        self.talk.said()
    }

    /// The next sighting, waited for at most so long: for programs without a window.
    #[must_use]
    pub fn wait(&self, at_most: Duration) -> Waited<Arc<Sighting>> {
        self.sightings.wait(at_most)
    }

    /// Rejects the new tile; it is not proposed again until the table changes.
    pub fn dismiss(&self) {
        self.order(WatchOrder::Dismiss);
    }

    /// Forgets the tiles' places and looks afresh: the camera was moved on purpose.
    pub fn look_again(&self) {
        self.order(WatchOrder::LookAgain);
    }

    /// Opens the camera again now.
    pub fn reopen(&self) {
        self.order(WatchOrder::Reopen);
    }

    /// Writes the last minute to a folder; [`Self::try_take_kept`] returns the result.
    pub fn keep(&self, folder: &Path) {
        self.order(WatchOrder::Keep(folder.to_owned(), Often::Once));
    }

    /// Keeps the last minute in a folder from now on, brought up to date every few seconds.
    pub fn keep_always(&self, folder: &Path) {
        self.order(WatchOrder::Keep(folder.to_owned(), Often::Always));
    }

    /// The result of writing the last minute, once.
    #[must_use]
    pub fn try_take_kept(&self) -> Option<KeptOutcome> {
        self.kept.try_take()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.sightings.close();
        let Some(thread) = self.thread.take() else { return };
        let until = Instant::now() + FAREWELL;
        while !thread.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        // A thread that still looks ends after that look.
        if thread.is_finished() {
            let _panic = thread.join();
        }
    }
}

/// The watcher's thread.
struct Loop {
    camera: Camera,
    inbox: Receiver<WatchOrder>,
    sightings: Latest<Arc<Sighting>>,
    title: String,
    /// Name of the last picture, if it has one.
    name: Option<String>,
    number: u64,
    pace: Pace,
    keeping: Keeping,
}

impl Loop {
    fn run(mut self, networks: &Networks, wake: &dyn Fn()) {
        let mut strikes = 0;
        let mut recorded = None;
        let mut broken: Option<String> = None;
        while !self.sightings.is_closed() {
            let detector = match networks.load() {
                Ok(detector) => detector,
                Err(error) => {
                    broken = Some(error.to_string());
                    break;
                }
            };
            let mut watcher = Tracker::new(Eye::new(detector, Params::default()));
            watcher.record(Option::clone(&recorded));
            self.keeping.begin(recorded.as_deref());
            let ended = catch_unwind(AssertUnwindSafe(|| self.watch(&mut watcher, &mut recorded, wake)));
            match ended {
                Ok(Ok(())) => return,
                Ok(Err(error)) => broken = Some(error.to_string()),
                Err(_) => broken = Some(say!("the networks failed").to_owned()),
            }
            strikes += 1;
            if strikes >= STRIKES {
                break;
            }
        }
        self.show_only(&broken.unwrap_or_default(), wake);
    }

    /// Takes orders. `true` when the record changed.
    fn take_orders<D: eye::detect::Detector>(
        &mut self,
        watcher: &mut Tracker<D>,
        recorded: &mut Option<Arc<Match>>,
    ) -> bool {
        let mut changed = false;
        while let Ok(order) = self.inbox.try_recv() {
            match order {
                WatchOrder::Record(game) => {
                    recorded.clone_from(&game);
                    self.keeping.recorded(game.as_deref());
                    watcher.record(game);
                    changed = true;
                }
                WatchOrder::Dismiss => {
                    self.keeping.told(What::Dismiss);
                    watcher.dismiss();
                }
                WatchOrder::LookAgain => {
                    self.keeping.told(What::LookAgain);
                    watcher.look_again();
                }
                WatchOrder::Reopen => self.camera.reopen(),
                WatchOrder::Keep(folder, often) => self.keeping.keep(folder, often),
            }
            self.keeping.came_of_it(watcher);
            self.pace.hurry();
        }
        changed
    }

    fn watch<D: eye::detect::Detector>(
        &mut self,
        watcher: &mut Tracker<D>,
        recorded: &mut Option<Arc<Match>>,
        wake: &dyn Fn(),
    ) -> Result<(), DetectorError> {
        let (mut held, mut away) = (false, false);
        while !self.sightings.is_closed() {
            if self.take_orders(watcher, recorded) && held {
                self.keeping.told(What::WeighAgain);
                watcher.weigh_again();
                self.keeping.came_of_it(watcher);
            }
            self.keeping.go_on();
            // A picture that does not come again is kept until its proposal is answered.
            held = held && watcher.is_open();
            if held {
                std::thread::sleep(Duration::from_millis(20));
                self.send(watcher, None, wake);
                continue;
            }
            let shot = self.camera.wait(PATIENCE);
            let mut looked = false;
            if let Some(shot) = shot {
                // Orders received while waiting apply to this picture.
                self.take_orders(watcher, recorded);
                let shot = self.keeping.minute.see(&shot);
                self.name.clone_from(&shot.name);
                looked = see(watcher, &shot)?;
                self.keeping.came_of_it(watcher);
                away = false;
                held = shot.still && watcher.is_open();
            }
            if matches!(self.camera.condition(), Condition::Lost { since, .. } if since.elapsed() >= AWAY) {
                if !std::mem::replace(&mut away, true) {
                    self.keeping.told(What::LoseSight);
                }
                watcher.lose_sight();
            }
            let state = condition(self.camera.condition());
            if looked {
                self.pace.hurry();
            }
            self.send(watcher, state, wake);
        }
        Ok(())
    }

    /// Sends a sighting if there is something new to see in it.
    fn send<D: eye::detect::Detector>(&mut self, watcher: &Tracker<D>, state: Option<TableState>, wake: &dyn Fn()) {
        let mut sighting = watcher.sighting(self.number + 1, &self.title, state);
        sighting.name.clone_from(&self.name);
        if let Some(why) = self.camera.take_missed() {
            sighting.hints.push(Hint::Missed(why));
            self.pace.hurry();
        }
        if !self.pace.takes(&sighting.state) {
            return;
        }
        self.number += 1;
        self.sightings.send(Arc::new(sighting));
        wake();
    }

    /// Without networks there are still pictures.
    fn show_only(&mut self, why: &str, wake: &dyn Fn()) {
        let mut last: Option<Shot> = None;
        while !self.sightings.is_closed() {
            while let Ok(order) = self.inbox.try_recv() {
                match order {
                    WatchOrder::Reopen => self.camera.reopen(),
                    WatchOrder::Keep(folder, often) => self.keeping.keep(folder, often),
                    WatchOrder::Record(_) | WatchOrder::Dismiss | WatchOrder::LookAgain => {}
                }
            }
            self.keeping.go_on();
            let shot = self.camera.wait(PATIENCE);
            last = shot.or(last);
            let lost = condition(self.camera.condition()).filter(|state| matches!(state, TableState::NoPicture { .. }));
            self.number += 1;
            let state = lost.unwrap_or_else(|| TableState::NoReading { why: why.to_owned() });
            let sighting = Sighting {
                number: self.number,
                source: self.title.clone(),
                frame: last.as_ref().map(|shot| Arc::clone(&shot.frame)),
                taken: last.as_ref().map(|shot| clock::at(shot.taken)),
                name: last.as_ref().and_then(|shot| shot.name.clone()),
                ..Sighting::of_nothing(state)
            };
            self.sightings.send(Arc::new(sighting));
            wake();
        }
    }
}

/// The last minute, and who writes it.
struct Keeping {
    minute: Minute,
    decisions: Decisions,
    worker: Option<Worker<KeepJob, KeptOutcome>>,
    /// Folder where it is always kept, whether it has been written there, and the time of the last request.
    always: Option<(PathBuf, bool, Instant)>,
    kept: Latest<KeptOutcome>,
}

impl Keeping {
    fn new(kept: Latest<KeptOutcome>) -> Self {
        Self { minute: Minute::default(), decisions: Decisions::default(), worker: None, always: None, kept }
    }

    /// Begins with a watcher that knows nothing.
    fn begin(&mut self, game: Option<&Match>) {
        (self.minute, self.decisions) = (Minute::default(), Decisions::default());
        self.recorded(game);
    }

    fn told(&mut self, what: What) {
        self.minute.told(Instant::now(), what);
    }

    fn recorded(&mut self, game: Option<&Match>) {
        self.minute.recorded(Instant::now(), game);
    }

    /// Returns the watcher's conclusions from its last input.
    fn came_of_it<D: eye::detect::Detector>(&mut self, watcher: &Tracker<D>) {
        let sighting = watcher.sighting(0, "", None);
        let decision = self.decisions.new_in(&sighting, || watcher.story());
        self.minute.came_of_it(keep::is_calm(&sighting), decision);
    }

    fn keep(&mut self, folder: PathBuf, often: Often) {
        if often == Often::Always {
            self.always = Some((folder, false, Instant::now()));
            return;
        }
        let again = self.always.as_ref().is_some_and(|(always, written, _)| *written && *always == folder);
        self.ask((self.minute.clone(), folder, again));
    }

    fn ask(&mut self, job: KeepJob) {
        let write = || {
            |(minute, folder, again): KeepJob, _: &Bench<KeptOutcome>| {
                keep::write(&minute, &folder, again).map_err(|why| why.to_string())
            }
        };
        if self.worker.is_none() {
            self.worker = Worker::in_order("keeping", MOST_KEEPING, || {}, write).ok();
        }
        let asked = self.worker.as_mut().is_some_and(|worker| worker.ask(job).is_ok());
        if !asked {
            self.kept.send(Err(say!("can't save the last minute: the previous one is still being written").to_owned()));
        }
    }

    /// Takes the result of writing, and requests an update where the last minute is always kept.
    fn go_on(&mut self) {
        match self.worker.as_mut().and_then(Worker::take) {
            Some(News::Done(outcome) | News::More(outcome)) => {
                if let (Some((folder, written, _)), Ok(wrote)) = (&mut self.always, &outcome) {
                    *written |= *folder == wrote.folder;
                }
                self.kept.send(outcome);
            }
            Some(News::BrokeDown) => self.kept.send(Err(say!("can't write the last minute").to_owned())),
            None => {}
        }
        let busy = self.worker.as_ref().is_some_and(Worker::is_busy);
        let job = match &mut self.always {
            Some((folder, written, at)) if !busy && at.elapsed() >= KEEP_EVERY => {
                *at = Instant::now();
                Some((self.minute.clone(), folder.clone(), *written))
            }
            _ => None,
        };
        if let Some(job) = job.filter(|job| !job.0.lasts().is_zero()) {
            self.ask(job);
        }
    }
}

/// Translates the camera's condition for the table; `None` when pictures come.
fn condition(condition: &Condition) -> Option<TableState> {
    match condition {
        Condition::Opening => Some(TableState::Starting),
        Condition::Live => None,
        Condition::Lost { why, since } => Some(TableState::NoPicture { why: why.clone(), since: clock::at(*since) }),
        Condition::Ended => Some(TableState::Ended),
    }
}
