//! The watcher in another Web Worker, and the camera that the page opens for it.

use super::{KeptOutcome, STRIKES, Sighting, TableState};
use crate::camera::SourceSpec;
use crate::camera::page::{Lens, PageTold, PageWish, PictureSize, wishes};
use crate::worker::remote::{self, Brought};
use eye::frame::Frame;
use eye_jobs::clock;
use eye_jobs::packed::{Opener, Order, Watched, pack_order};
use game::Match;
use language::say;
use simulator::Announcement;
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use store::disk;

/// The name of the worker with the eye, as the target of remote jobs.
const NAME: &str = "watcher";

thread_local! {
    /// The number of the last watch: news of earlier ones is dropped.
    static WATCHES: Cell<u64> = const { Cell::new(0) };
}

/// A watched table; who watches is another Web Worker.
#[derive(Debug)]
pub struct RemoteTracker {
    title: String,
    /// Watched source.
    spec: SourceSpec,
    watch: u64,
    /// Bytes of a sighting, or nothing where the worker broke down.
    news: Receiver<Option<Vec<u8>>>,
    side: RefCell<Side>,
}

/// State of this side.
#[derive(Debug, Default)]
struct Side {
    opener: Opener,
    number: u64,
    /// Number from which the proposals of a restarted worker continue.
    first: u64,
    newest: u64,
    last: Option<(Option<Arc<Frame>>, Option<Duration>)>,
    /// Latest announcement at the table.
    told: Option<Announcement>,
    /// Latest message of the page, and the time since it had a picture.
    said: Option<PageTold>,
    lost: Option<Duration>,
    record: Option<Box<Match>>,
    strikes: u32,
    /// Reason why nothing is watched.
    problem: Option<String>,
    size: PictureSize,
}

impl RemoteTracker {
    /// Begins to watch.
    #[must_use]
    pub fn start(spec: &SourceSpec, wake: Box<dyn Fn() + Send>) -> Self {
        let watch = WATCHES.get() + 1;
        WATCHES.set(watch);
        let (told, news) = channel();
        remote::listen(NAME, move |number, brought| {
            let news = match brought {
                Brought::More(bytes) | Brought::Done(bytes) => Some(bytes),
                Brought::BrokeDown => None,
            };
            if number == watch {
                // A window that has let go of the camera does not listen any more.
                drop(told.send(news));
                wake();
            }
        });
        let live = Self { title: spec.title(), spec: spec.clone(), watch, news, side: RefCell::default() };
        live.begin();
        live
    }

    fn order(&self, order: &Order) {
        remote::post(NAME, self.watch, pack_order(order));
    }

    fn begin(&self) {
        let watched = match &self.spec {
            SourceSpec::Simulated { rules, seed } => Ok(Watched::Simulated(rules.clone(), *seed)),
            SourceSpec::Webcam { .. } => Ok(Watched::Camera),
            SourceSpec::Picture(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                disk::read(path).map(|bytes| Watched::Picture(name, bytes)).map_err(|why| why.to_string())
            }
            SourceSpec::Folder(_) => Err(say!("a browser has no folders").to_owned()),
            SourceSpec::Phone { .. } => Err(say!("a browser page can't serve phones").to_owned()),
            SourceSpec::Network(_) => Err(say!("a browser page can't use network cameras").to_owned()),
        };
        match watched {
            Ok(watched) => {
                self.order(&Order::Begin(watched));
                self.order(&Order::Record(self.side.borrow().record.clone()));
                self.open_camera();
            }
            Err(why) => self.side.borrow_mut().problem = Some(why),
        }
    }

    fn open_camera(&self) {
        if let SourceSpec::Webcam { name } = &self.spec {
            wishes::ask(&PageWish::Open {
                watch: self.watch,
                name: name.clone(),
                fine: self.side.borrow().size.is_fine(),
            });
        }
    }

    /// Sets the record.
    pub fn record(&self, game: Option<Match>) {
        let game = game.map(Box::new);
        self.side.borrow_mut().record.clone_from(&game);
        self.order(&Order::Record(game));
    }

    /// The newest sighting, once.
    #[must_use]
    pub fn try_take(&self) -> Option<Arc<Sighting>> {
        let mut newest = None;
        while let Ok(news) = self.news.try_recv() {
            match news {
                Some(bytes) => newest = self.open_news(&bytes).or(newest),
                None => self.broke_down(),
            }
        }
        if newest.as_ref().is_some_and(|newest| self.side.borrow_mut().size.see(&newest.hints)) {
            self.open_camera();
        }
        let lost = self.hear_page();
        let side = &mut *self.side.borrow_mut();
        let problem = side.problem.take().map(|why| TableState::NoReading { why });
        let sighting = match lost.or(problem) {
            Some(state) => side.without_pictures(state),
            None => newest?,
        };
        side.number += 1;
        Some(Arc::new(Sighting { number: side.number, source: self.title.clone(), ..sighting }))
    }

    /// Returns the latest announcement at the table.
    #[must_use]
    pub fn said(&self) -> Option<Announcement> {
        self.side.borrow().told.clone()
    }

    fn open_news(&self, bytes: &[u8]) -> Option<Sighting> {
        let side = &mut *self.side.borrow_mut();
        let (mut sighting, told) = side.opener.open(bytes)?;
        side.told = told;
        if let Some(proposal) = &mut sighting.proposal {
            proposal.id += side.first;
            side.newest = side.newest.max(proposal.id);
        }
        side.last = Some((sighting.frame.clone(), sighting.taken));
        // A picture that was on its way when the camera went does not prove that it is back.
        side.lost.is_none().then_some(sighting)
    }

    /// Forgets a worker that broke down. The next order starts another, which knows nothing yet.
    fn broke_down(&self) {
        {
            let side = &mut *self.side.borrow_mut();
            side.strikes += 1;
            (side.opener, side.first) = (Opener::default(), side.newest);
            if side.strikes >= STRIKES {
                side.problem = Some(say!("the picture reader failed to load, or stopped").to_owned());
                return;
            }
        }
        self.begin();
    }

    /// Takes new messages of the page: the state of a table without pictures.
    fn hear_page(&self) -> Option<TableState> {
        let said = wishes::of(self.watch)?;
        let side = &mut *self.side.borrow_mut();
        if side.said.as_ref() == Some(&said) {
            return None;
        }
        side.said = Some(said.clone());
        match said {
            PageTold::Lost { why, .. } => {
                let since = *side.lost.get_or_insert_with(clock::now);
                Some(TableState::NoPicture { why, since })
            }
            PageTold::Live { .. } => {
                side.lost = None;
                None
            }
            PageTold::Cameras { .. } => None,
        }
    }

    /// Returns the settings of the camera, while it is open.
    #[must_use]
    pub fn lens(&self) -> Option<Lens> {
        match wishes::of(self.watch) {
            Some(PageTold::Live { light, locked, fine, .. }) => Some(Lens { light, locked, fine }),
            _ => None,
        }
    }

    /// Sets it.
    pub fn set_lens(&self, lens: Lens) {
        let now = self.lens();
        if now.is_some_and(|now| now.fine != lens.fine) {
            self.side.borrow_mut().size.choose(lens.fine);
            self.open_camera();
        } else if let Some(on) = lens.locked.filter(|_| now.is_some_and(|now| now.locked != lens.locked)) {
            wishes::ask(&PageWish::Lock { on });
        } else if let Some(on) = lens.light {
            wishes::ask(&PageWish::Light { on });
        }
    }

    /// Rejects the new tile.
    pub fn dismiss(&self) {
        self.order(&Order::Dismiss);
    }

    /// Look afresh.
    pub fn look_again(&self) {
        self.order(&Order::LookAgain);
    }

    /// Try the camera again.
    pub fn reopen(&self) {
        let broken = std::mem::take(&mut self.side.borrow_mut().strikes) >= STRIKES;
        if broken {
            self.begin();
        } else {
            self.open_camera();
        }
    }

    /// A browser has no folder for it.
    pub fn keep(&self, _folder: &Path) {}

    /// The result of that.
    #[must_use]
    pub fn try_take_kept(&self) -> Option<KeptOutcome> {
        None
    }
}

impl Drop for RemoteTracker {
    fn drop(&mut self) {
        // Another watch may have begun already.
        if WATCHES.get() == self.watch {
            self.order(&Order::End);
            wishes::ask(&PageWish::Close);
        }
    }
}

impl Side {
    fn without_pictures(&self, state: TableState) -> Sighting {
        let (frame, taken) = self.last.clone().unwrap_or_default();
        Sighting { frame, taken, ..Sighting::of_nothing(state) }
    }
}
