//! The window's side of the camera's threads: opens and closes them, passes the record on, takes what they see.

use crate::camera::page::Lens;

use crate::camera::{Finder, SourceSpec};
#[cfg(target_arch = "wasm32")]
use crate::live::far::FarLive as Live;
use crate::live::{self, KeptOutcome, Sighting, Tester};
#[cfg(not(target_arch = "wasm32"))]
use crate::live::{Live, Networks};
use crate::table::Seen;
use crate::ui::action::{CameraWish, GuideWish, Screen};
use crate::ui::camera::Test;
use crate::ui::camera::guide::Guide;
use crate::ui::state::State;
use crate::worker::{News, Worker};
use game::{Act, Match};
use language::say;
use simulator::Announcement;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{Evidence, Origin};

/// Somebody who looks at a table. [`Live`] does; a test has its own.
pub trait Eyes: fmt::Debug + Send {
    /// Says what is recorded, after every change of it.
    fn record(&self, game: Option<Match>);
    /// The newest sighting, once.
    fn try_take(&self) -> Option<Arc<Sighting>>;
    /// What was said at the table last.
    fn said(&self) -> Option<Announcement> {
        None
    }
    /// What is new on the table was not laid.
    fn dismiss(&self);
    /// The camera was moved: look afresh.
    fn look_again(&self);
    /// Try the camera again now.
    fn reopen(&self);
    /// Write the last minute to this folder.
    fn keep(&self, folder: &Path);
    /// What came of that, once.
    fn try_take_kept(&self) -> Option<KeptOutcome>;
    /// What can be set at the camera.
    fn lens(&self) -> Option<Lens> {
        None
    }
    /// Sets it.
    fn set_lens(&self, _lens: Lens) {}
}

impl Eyes for Live {
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

    #[cfg(target_arch = "wasm32")]
    fn lens(&self) -> Option<Lens> {
        Self::lens(self)
    }

    #[cfg(target_arch = "wasm32")]
    fn set_lens(&self, lens: Lens) {
        Self::set_lens(self, lens);
    }
}

/// What came of keeping the last minute.
fn kept_words(outcome: &KeptOutcome) -> String {
    match outcome {
        Ok(wrote) => say!(
            "The last {seconds} seconds are kept in {folder} ({pictures} pictures): this folder can be handed in.",
            seconds = format!("{:.0}", wrote.lasts.as_secs_f64()),
            folder = wrote.folder.display(),
            pictures = wrote.pictures
        ),
        Err(why) => format!("! {why}"),
    }
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
    /// What the eyes know of the record: which match, or that of the set-up, and how many events of it.
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
        #[cfg(not(target_arch = "wasm32"))]
        return Self::with(Box::new(|spec, wake| Box::new(Live::start(spec, Networks::BuiltIn, wake))));
        #[cfg(target_arch = "wasm32")]
        return Self::with(Box::new(|spec, wake| Box::new(Live::start(&spec, wake))));
    }
}

impl Watch {
    /// With eyes of the caller's, for tests.
    #[must_use]
    pub fn with(open: Open) -> Self {
        Self { open, eyes: None, finder: None, tester: None, ctx: None, told: None, game: 0 }
    }

    fn wake(&self) -> impl Fn() + Send + 'static {
        let ctx = self.ctx.clone();
        move || {
            if let Some(ctx) = &ctx {
                ctx.request_repaint();
            }
        }
    }

    /// Another match is on the table.
    pub const fn new_match(&mut self) {
        self.game += 1;
    }

    /// Takes news of the threads and gives them theirs. Never waits. `true` when something new was seen.
    pub fn logic(&mut self, ctx: &egui::Context, state: &mut State) -> bool {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        self.find(state);
        if let Some(news) = self.tester.as_mut().and_then(Worker::take) {
            match news {
                News::More(outcome) | News::Done(outcome) => state.camera.test = Test::Done(outcome),
                News::BrokeDown => {
                    state.camera.test = Test::None;
                    state.camera.problem = Some(say!("the self test broke down").to_owned());
                }
            }
            self.tester = None;
        }
        self.tell(state);
        state.camera.lens = self.eyes.as_ref().and_then(|eyes| eyes.lens());
        if let Some(outcome) = self.eyes.as_ref().and_then(|eyes| eyes.try_take_kept()) {
            state.camera.keeping = false;
            state.notices.push(kept_words(&outcome));
        }
        let Some(sighting) = self.eyes.as_ref().and_then(|eyes| eyes.try_take()) else {
            if state.camera.stale().is_some() {
                // The age of the last picture is shown.
                ctx.request_repaint_after(Duration::from_secs(1));
            }
            return false;
        };
        let told = self.eyes.as_ref().and_then(|eyes| eyes.said());
        state.camera.see(sighting, told);
        true
    }

    /// Cameras are listed while somebody looks at the list.
    fn find(&mut self, state: &mut State) {
        if state.screen != Screen::Camera {
            self.finder = None;
            return;
        }
        if self.finder.is_none() {
            self.finder = Some(Finder::start(self.wake()));
        }
        if let Some(found) = self.finder.as_ref().and_then(Finder::try_take) {
            state.camera.found = Some(found);
        }
    }

    /// Says what is recorded, when that has changed.
    fn tell(&mut self, state: &mut State) {
        let Some(eyes) = &self.eyes else { return };
        let guide = &state.camera.guide;
        let game = match guide.has_the_camera() {
            true => guide.game(),
            false => state.table.as_ref().map(|table| &table.game).filter(|game| state.camera.watches(game)),
        };
        let whose = (self.game, guide.has_the_camera());
        let now = (whose, game.map_or(0, |game| game.events().len()));
        if self.told == Some(now) {
            return;
        }
        let game = game.cloned();
        if self.told.is_some() {
            // What was seen before belongs to the record as it was.
            state.camera.answer();
        }
        self.told = Some(now);
        eyes.record(game);
    }

    /// Opens a source in the place of any other.
    pub fn open(&mut self, spec: SourceSpec, state: &mut State) {
        if state.camera.source.as_ref() == Some(&spec) && !state.camera.is_simulated() {
            self.ask(|eyes| eyes.reopen());
            return;
        }
        self.close(state);
        self.eyes = Some((self.open)(spec.clone(), Box::new(self.wake())));
        state.camera.source = Some(spec);
    }

    /// Closes the source.
    pub fn close(&mut self, state: &mut State) {
        if let Some(eyes) = self.eyes.take() {
            // A driver may take its time to let go; without a thread for it the window waits for it, a third of a second.
            drop(std::thread::Builder::new().name("closing".to_owned()).spawn(move || drop(eyes)));
        }
        self.told = None;
        state.camera.source = None;
        state.camera.forget();
    }

    /// Does what a view asked the eyes for.
    pub fn perform(&mut self, look: &CameraWish, state: &mut State) {
        match look {
            CameraWish::Dismiss => {
                state.camera.refused = state.camera.correction().cloned().or(state.camera.refused.take());
                state.camera.answer();
                self.ask(|eyes| eyes.dismiss());
            }
            CameraWish::Again => {
                state.camera.refused = None;
                self.ask(|eyes| eyes.look_again());
            }
            CameraWish::Reopen => self.ask(|eyes| eyes.reopen()),
            CameraWish::Lens(lens) => self.ask(|eyes| eyes.set_lens(*lens)),
            CameraWish::Mark(marked) => state.camera.marked = *marked,
            CameraWish::Typed(text) => state.camera.typed.clone_from(text),
            CameraWish::Stop => state.camera.countdown.stop(),
            CameraWish::Off => self.close(state),
            CameraWish::Test => self.test(state),
            CameraWish::Open(_)
            | CameraWish::OpenTyped
            | CameraWish::Tile(_)
            | CameraWish::Correct
            | CameraWish::TakeOver(_)
            | CameraWish::KeepMinute => {}
            CameraWish::Guide(wish) => self.guide(*wish, state),
            CameraWish::Whole(whole) => state.camera.whole = *whole,
        }
    }

    fn guide(&self, wish: GuideWish, state: &mut State) {
        let rules = state.table.as_ref().map_or(&state.new_game.rules, |table| table.rules()).clone();
        let (guide, seen) = (&mut state.camera.guide, state.camera.sighting.clone());
        match wish {
            GuideWish::GoOn => guide.go_on(&rules),
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
    pub fn keep(&self, folder: &Path, state: &mut State) {
        state.camera.keeping = self.eyes.is_some();
        self.ask(|eyes| eyes.keep(folder));
    }

    fn ask(&self, what: impl Fn(&dyn Eyes)) {
        if let Some(eyes) = &self.eyes {
            what(eyes.as_ref());
        }
    }

    fn test(&mut self, state: &mut State) {
        match live::tester(self.wake()) {
            Ok(mut tester) => {
                // A thread that has just begun takes its first job.
                let _taken = tester.ask(());
                self.tester = Some(tester);
                state.camera.test = Test::Running;
            }
            Err(why) => state.camera.problem = Some(say!("there is no thread for the self test: {why}", why)),
        }
    }

    /// What to keep with a drop: the picture it was read from, or the newest, and how it came to be recorded.
    #[must_use]
    pub fn evidence(state: &State, act: &Act, by: &str) -> Option<Seen> {
        let Act::Play { play, .. } = act else { return None };
        let camera = &state.camera;
        let table = state.table.as_ref()?;
        if !camera.watches(&table.game) || camera.stale().is_some() {
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
