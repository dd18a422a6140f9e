//! The window's side of the camera's threads: opens and closes them, passes the record on, takes their sightings.

use crate::camera::page::Lens;

use crate::camera::{Finder, SourceSpec};
use crate::live::{self, KeptOutcome, Sighting, Tester, Watcher};
use crate::table::Seen;
use crate::ui::camera::guide::Guide;
use crate::ui::camera::{CameraState, CameraWish, GuideWish, Test};
use crate::ui::notice::Notice;
use crate::ui::waking;
use crate::worker::{News, Worker};
use game::rules::RuleSet;
use game::{Act, Match};
use language::say;
use simulator::Announcement;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{Evidence, Origin};

/// A watcher of a table. [`Watcher`] is one; a test has its own.
pub trait Eyes: fmt::Debug + Send {
    /// Sets the record, after every change of it.
    fn record(&self, game: Option<Match>);
    /// The newest sighting, once.
    fn try_take(&self) -> Option<Arc<Sighting>>;
    /// Returns the latest announcement at the table.
    fn said(&self) -> Option<Announcement> {
        None
    }
    /// Rejects the new tile on the table.
    fn dismiss(&self);
    /// The camera was moved: look afresh.
    fn look_again(&self);
    /// Try the camera again now.
    fn reopen(&self);
    /// Write the last minute to this folder.
    fn keep(&self, folder: &Path);
    /// The result of that, once.
    fn try_take_kept(&self) -> Option<KeptOutcome>;
    /// Returns the settings of the camera.
    fn lens(&self) -> Option<Lens> {
        None
    }
    /// Sets it.
    fn set_lens(&self, _lens: Lens) {}
}

impl Eyes for Watcher {
    fn record(&self, game: Option<Match>) {
        Self::record(self, game);
    }

    fn try_take(&self) -> Option<Arc<Sighting>> {
        Self::try_take(self)
    }

    fn said(&self) -> Option<Announcement> {
        Self::said(self)
    }

    fn dismiss(&self) {
        Self::dismiss(self);
    }

    fn look_again(&self) {
        Self::look_again(self);
    }

    fn reopen(&self) {
        Self::reopen(self);
    }

    fn keep(&self, folder: &Path) {
        Self::keep(self, folder);
    }

    fn try_take_kept(&self) -> Option<KeptOutcome> {
        Self::try_take_kept(self)
    }

    fn lens(&self) -> Option<Lens> {
        Self::lens(self)
    }

    fn set_lens(&self, lens: Lens) {
        Self::set_lens(self, lens);
    }
}

/// The result of saving the last minute.
fn kept_words(outcome: &KeptOutcome) -> Notice {
    match outcome {
        Ok(wrote) => Notice::told(say!(
            "The last {seconds} seconds are saved in {folder} ({pictures} pictures). You can send this \
                folder with a fault report.",
            seconds = format!("{:.0}", wrote.lasts.as_secs_f64()),
            folder = wrote.folder.display(),
            pictures = wrote.pictures
        )),
        Err(why) => Notice::failed(why.to_string()),
    }
}

/// Record that the camera is compared with.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The match on the table.
    pub game: Option<&'a Match>,
    /// Whether the list of cameras is on the screen.
    pub listed: bool,
}

/// Opens a source; the function is called for every new sighting.
pub type Open = Box<dyn Fn(SourceSpec, Box<dyn Fn() + Send>) -> Box<dyn Eyes>>;

/// The camera's threads, as far as they run.
pub struct Watch {
    open: Open,
    eyes: Option<Box<dyn Eyes>>,
    finder: Option<Finder>,
    tester: Option<Tester>,
    ctx: Option<egui::Context>,
    /// Record known to the watcher: the match, or that of the set-up, and its number of events.
    told: Option<((usize, bool), usize)>,
    /// Rises with every match on the table.
    game: usize,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("eyes", &self.eyes).field("told", &self.told).finish_non_exhaustive()
    }
}

impl Default for Watch {
    fn default() -> Self {
        Self::with(Box::new(|spec, wake| Box::new(live::watcher(spec, wake))))
    }
}

impl Watch {
    /// With eyes of the caller's, for tests.
    #[must_use]
    pub fn with(open: Open) -> Self {
        Self { open, eyes: None, finder: None, tester: None, ctx: None, told: None, game: 0 }
    }

    /// Another match is on the table.
    pub const fn new_match(&mut self) {
        self.game += 1;
    }

    /// Takes news of the threads and gives them theirs; returns what should be known. Never waits.
    pub fn logic(&mut self, ctx: &egui::Context, camera: &mut CameraState, about: About<'_>) -> Option<Notice> {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        self.find(camera, about.listed);
        if let Some(news) = self.tester.as_mut().and_then(Worker::take) {
            match news {
                News::More(outcome) | News::Done(outcome) => camera.test = Test::Done(outcome),
                News::BrokeDown => {
                    camera.test = Test::None;
                    camera.problem = Some(say!("the self test failed").to_owned());
                }
            }
            self.tester = None;
        }
        self.tell(camera, about.game);
        camera.lens = self.eyes.as_ref().and_then(|eyes| eyes.lens());
        let kept = self.eyes.as_ref().and_then(|eyes| eyes.try_take_kept());
        camera.keeping &= kept.is_none();
        if let Some(sighting) = self.eyes.as_ref().and_then(|eyes| eyes.try_take()) {
            let told = self.eyes.as_ref().and_then(|eyes| eyes.said());
            camera.see(sighting, told);
        } else if camera.stale().is_some() {
            // The age of the last picture is shown.
            ctx.request_repaint_after(Duration::from_secs(1));
        }
        kept.as_ref().map(kept_words)
    }

    /// Cameras are listed while the list is on the screen.
    fn find(&mut self, camera: &mut CameraState, listed: bool) {
        if !listed {
            self.finder = None;
            return;
        }
        if self.finder.is_none() {
            self.finder = Some(Finder::start(waking(self.ctx.clone())));
        }
        if let Some(found) = self.finder.as_ref().and_then(Finder::try_take) {
            camera.found = Some(found);
        }
    }

    /// Sets the record if it has changed.
    fn tell(&mut self, camera: &mut CameraState, game: Option<&Match>) {
        let Some(eyes) = &self.eyes else { return };
        let guide = &camera.guide;
        let game = match guide.has_the_camera() {
            true => guide.game(),
            false => game.filter(|game| camera.watches(game)),
        };
        let whose = (self.game, guide.has_the_camera());
        let now = (whose, game.map_or(0, |game| game.events().len()));
        if self.told == Some(now) {
            return;
        }
        let game = game.cloned();
        if self.told.is_some() {
            camera.recorded();
        }
        self.told = Some(now);
        eyes.record(game);
    }

    /// Opens a source in the place of any other.
    pub fn open(&mut self, spec: SourceSpec, camera: &mut CameraState) {
        if camera.source.as_ref() == Some(&spec) && !camera.is_simulated() {
            self.ask(|eyes| eyes.reopen());
            return;
        }
        self.close(camera);
        self.eyes = Some((self.open)(spec.clone(), Box::new(waking(self.ctx.clone()))));
        camera.source = Some(spec);
    }

    /// Closes the source.
    pub fn close(&mut self, camera: &mut CameraState) {
        if let Some(eyes) = self.eyes.take() {
            // A driver may take its time to let go; without a thread for it the window waits for it, a third of a second.
            drop(std::thread::Builder::new().name("closing".to_owned()).spawn(move || drop(eyes)));
        }
        self.told = None;
        camera.source = None;
        camera.forget();
    }

    /// Does what a view asked the eyes for.
    pub fn perform(&mut self, look: &CameraWish, camera: &mut CameraState, rules: &RuleSet) {
        match look {
            CameraWish::Dismiss => {
                camera.refused = camera.correction().cloned().or(camera.refused.take());
                camera.answer();
                self.ask(|eyes| eyes.dismiss());
            }
            CameraWish::Again => {
                (camera.refused, camera.left) = (None, None);
                self.ask(|eyes| eyes.look_again());
            }
            CameraWish::Reopen => self.ask(|eyes| eyes.reopen()),
            CameraWish::Lens(lens) => self.ask(|eyes| eyes.set_lens(*lens)),
            CameraWish::Mark(marked) => camera.marked = *marked,
            CameraWish::Typed(text) => camera.typed.clone_from(text),
            CameraWish::Stop => camera.countdown.stop(),
            CameraWish::Off => self.close(camera),
            CameraWish::Test => self.test(camera),
            CameraWish::Open(_)
            | CameraWish::OpenTyped
            | CameraWish::Tile(_)
            | CameraWish::Take(_)
            | CameraWish::Earlier
            | CameraWish::Mend(_)
            | CameraWish::Correct
            | CameraWish::TakeOver(_)
            | CameraWish::KeepMinute => {}
            CameraWish::Guide(wish) => self.guide(*wish, camera, rules),
            CameraWish::Whole(whole) => camera.whole = *whole,
        }
    }

    fn guide(&self, wish: GuideWish, camera: &mut CameraState, rules: &RuleSet) {
        let (guide, seen) = (&mut camera.guide, camera.sighting.clone());
        match wish {
            GuideWish::GoOn => guide.go_on(rules),
            GuideWish::Leave => *guide = Guide::default(),
            GuideWish::Mark(tile) => guide.mark(tile),
            GuideWish::Missing => guide.one_missing(),
            GuideWish::Missed => guide.one_missed(),
            GuideWish::Read => seen.iter().for_each(|seen| guide.read(seen)),
            GuideWish::Judge(right) => {
                seen.iter().for_each(|seen| guide.judge(seen, right));
                if !right {
                    self.ask(|eyes| eyes.dismiss());
                }
            }
            GuideWish::ByItself => {}
        }
    }

    /// Has the last minute written to this folder.
    pub fn keep(&self, folder: &Path, camera: &mut CameraState) {
        camera.keeping = self.eyes.is_some();
        self.ask(|eyes| eyes.keep(folder));
    }

    fn ask(&self, what: impl Fn(&dyn Eyes)) {
        if let Some(eyes) = &self.eyes {
            what(eyes.as_ref());
        }
    }

    fn test(&mut self, camera: &mut CameraState) {
        match live::tester(waking(self.ctx.clone())) {
            Ok(mut tester) => {
                // A thread that has just begun takes its first job.
                let _taken = tester.ask(());
                self.tester = Some(tester);
                camera.test = Test::Running;
            }
            Err(why) => camera.problem = Some(say!("can't start the self test: {why}", why)),
        }
    }

    /// Returns what to keep with a drop: the picture it was read from, or the newest, and its evidence.
    #[must_use]
    pub fn evidence(camera: &CameraState, game: Option<&Match>, act: &Act, by: &str) -> Option<Seen> {
        let Act::Play { play, .. } = act else { return None };
        if !game.is_some_and(|game| camera.watches(game)) || camera.stale().is_some() {
            return None;
        }
        let confirmed = by.to_owned();
        let Some(read) = camera.proposal() else {
            let frame = camera.sighting.as_ref()?.frame.clone()?;
            return Some((frame, Evidence { source: Origin::Hand, confirmed, ..Evidence::default() }));
        };
        let as_proposed = read.play == *play;
        let evidence = Evidence {
            source: if as_proposed { Origin::Camera } else { Origin::Hand },
            reading: read.words.clone(),
            sure: as_proposed.then_some(read.confidence as f32),
            confirmed,
            ..Evidence::default()
        };
        Some((Arc::clone(&read.frame), evidence))
    }
}
