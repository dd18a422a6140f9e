//! The work behind the History screens, off the window's thread: reading all games, summing them up, reading pictures,
//! writing files, the adviser's review. Answers come back over a bounded channel and are taken once a frame.

use super::facts;
use super::save::{self, Order};
use super::walk::{Kind, hand, walk};
use crate::store::{Archive, Archived, Evidence, GameId, ImportError, Imported, Store};
use adviser::review::{Played, Review, review};
use adviser::{Desk, Settings};
use game::Match;
use game::stats::Sums;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// Deals the adviser tries for each decision of a review.
const ITERATIONS: u32 = 2000;

/// What the adviser says of one seat in one hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandReview {
    /// The seat.
    pub seat: usize,
    /// Its decisions.
    pub decisions: Vec<Judged>,
    /// Chance to win given away, `0.0..=1.0`.
    pub lost: f32,
    /// What the tiles gave or took.
    pub luck: f32,
    /// 0 to 100.
    pub accuracy: f32,
}

/// A decision as the adviser sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The event of the drop.
    pub event: usize,
    /// Chance to win given away, `0.0..=1.0`.
    pub loss: f32,
    /// The loss in a word.
    pub mark: &'static str,
    /// What it would have played: "6-3 on the 6".
    pub best: String,
}

/// Work to be done, in order.
#[derive(Debug)]
enum Job {
    Load(PathBuf, Arc<Archive>),
    Sum(u64, Vec<Arc<Archived>>, Option<String>),
    Picture(PathBuf, GameId, usize, Vec<u32>),
    Write(Box<Order>),
}

/// What comes back.
#[derive(Debug)]
pub(super) enum News {
    Loaded(Result<Arc<Archive>, String>),
    Summed(u64, Arc<Sums>),
    Picture(GameId, usize, Option<Arc<egui::ColorImage>>, Option<Evidence>),
    Written(Result<PathBuf, String>),
    Reviewed(GameId, (usize, usize), Vec<HandReview>),
    ReviewEnds(GameId, Option<String>),
    Imported(Box<Store>, PathBuf, Result<Imported, ImportError>),
}

/// The threads, as far as they are needed.
#[derive(Debug)]
pub struct Clerk {
    jobs: Option<SyncSender<Job>>,
    send: SyncSender<News>,
    hear: Receiver<News>,
    /// Answers still to come.
    pending: usize,
    /// Number of the newest sum asked for.
    ticket: u64,
    /// Ends the review under way.
    stop: Arc<AtomicBool>,
}

impl Default for Clerk {
    fn default() -> Self {
        let (send, hear) = sync_channel(64);
        Self { jobs: None, send, hear, pending: 0, ticket: 0, stop: Arc::default() }
    }
}

impl Clerk {
    /// Is anything under way?
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending > 0
    }

    /// Hands work over; `false` if there is no thread or too much waits already.
    fn ask(&mut self, job: Job) -> bool {
        if self.jobs.is_none() {
            let (send, jobs) = sync_channel::<Job>(32);
            let answer = self.send.clone();
            let work = move || {
                while let Ok(job) = jobs.recv() {
                    if answer.send(done(job)).is_err() {
                        return;
                    }
                }
            };
            if std::thread::Builder::new().name("history".to_owned()).spawn(work).is_err() {
                return false;
            }
            self.jobs = Some(send);
        }
        match self.jobs.as_ref().map(|jobs| jobs.try_send(job)) {
            Some(Ok(())) => {
                self.pending += 1;
                true
            }
            Some(Err(TrySendError::Disconnected(_))) => {
                self.jobs = None;
                false
            }
            Some(Err(TrySendError::Full(_))) | None => false,
        }
    }

    /// Reads all games that `before` does not have.
    pub(super) fn load(&mut self, folder: &Path, before: Arc<Archive>) -> bool {
        self.ask(Job::Load(folder.to_owned(), before))
    }

    /// Sums games up; an older sum still under way is forgotten.
    pub(super) fn sum(&mut self, games: Vec<Arc<Archived>>, player: Option<String>) -> bool {
        self.ticket += 1;
        self.ask(Job::Sum(self.ticket, games, player))
    }

    /// Is this the newest sum?
    pub(super) const fn is_newest(&self, ticket: u64) -> bool {
        self.ticket == ticket
    }

    /// Reads what is kept of an event: the first of `numbers` (counted from 1) of which there is something.
    pub(super) fn picture(&mut self, folder: &Path, game: GameId, event: usize, numbers: Vec<u32>) -> bool {
        self.ask(Job::Picture(folder.to_owned(), game, event, numbers))
    }

    /// Writes a file.
    pub(super) fn write(&mut self, order: Order) -> bool {
        self.ask(Job::Write(Box::new(order)))
    }

    /// Lets the adviser judge the hands of a match, that of `first` first.
    pub(super) fn review(&mut self, id: GameId, game: Match, first: (usize, usize)) -> bool {
        self.stop_review();
        let stop = Arc::new(AtomicBool::new(false));
        self.stop = Arc::clone(&stop);
        let send = self.send.clone();
        let work = move || {
            let problem =
                review_all(&game, first, &stop, |place, hands| send.send(News::Reviewed(id, place, hands)).is_ok());
            drop(send.send(News::ReviewEnds(id, problem)));
        };
        let begun = std::thread::Builder::new().name("review".to_owned()).spawn(work).is_ok();
        self.pending += usize::from(begun);
        begun
    }

    /// Ends the review under way; its last answer still comes.
    pub(super) fn stop_review(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes over a file of games on a thread of its own; the store comes back with the answer.
    pub(super) fn import(&mut self, store: Store, file: PathBuf) -> Result<(), Box<Store>> {
        let send = self.send.clone();
        let (hand_over, take) = sync_channel::<Box<Store>>(1);
        let work = move || {
            let Ok(mut store) = take.recv() else { return };
            let read = std::fs::read(&file).map_err(|why| ImportError::Store(why.into()));
            let imported = read.and_then(|bytes| store.import(&bytes));
            drop(send.send(News::Imported(store, file, imported)));
        };
        let store = Box::new(store);
        if std::thread::Builder::new().name("import".to_owned()).spawn(work).is_err() {
            return Err(store);
        }
        hand_over.send(store).map_err(|unsent| unsent.0)?;
        self.pending += 1;
        Ok(())
    }

    /// The next answer, if there is one, or one comes within `wait`.
    pub(super) fn news(&mut self, wait: Duration) -> Option<News> {
        let news = if wait.is_zero() { self.hear.try_recv().ok() } else { self.hear.recv_timeout(wait).ok() }?;
        if !matches!(news, News::Reviewed(..)) {
            self.pending = self.pending.saturating_sub(1);
        }
        Some(news)
    }
}

fn done(job: Job) -> News {
    match job {
        Job::Load(folder, before) => News::Loaded(load(&folder, &before)),
        Job::Sum(ticket, games, player) => News::Summed(ticket, Arc::new(Sums::of(facts(&games), player.as_deref()))),
        Job::Picture(folder, game, event, numbers) => picture(&folder, game, event, &numbers),
        Job::Write(order) => News::Written(save::write(&order)),
    }
}

fn load(folder: &Path, before: &Arc<Archive>) -> Result<Arc<Archive>, String> {
    let store = Store::open_read_only(folder).map_err(|why| why.to_string())?;
    let archive = store.archive(Some(before)).map_err(|why| why.to_string())?;
    Ok(if archive.is_as(before) && !archive.games.is_empty() { Arc::clone(before) } else { Arc::new(archive) })
}

fn picture(folder: &Path, game: GameId, event: usize, numbers: &[u32]) -> News {
    let pictures = Store::open_read_only(folder).ok().map(|store| store.pictures());
    let decoded = |n: &u32| {
        let jpeg = pictures.as_ref()?.get(game, *n)?;
        let image = image::load_from_memory(&jpeg).ok()?.to_rgb8();
        let size = [image.width() as usize, image.height() as usize];
        Some(Arc::new(egui::ColorImage::from_rgb(size, image.as_raw())))
    };
    let evidence = numbers.iter().find_map(|&n| pictures.as_ref()?.evidence(game, n));
    News::Picture(game, event, numbers.iter().find_map(decoded), evidence)
}

/// Judges every hand that is known; returns why there is nothing to judge, if so.
fn review_all(
    game: &Match,
    first: (usize, usize),
    stop: &AtomicBool,
    mut tell: impl FnMut((usize, usize), Vec<HandReview>) -> bool,
) -> Option<String> {
    let moments = walk(game);
    let deals = moments.iter().filter(|moment| moment.kind == Kind::Deal);
    let mut places: Vec<(usize, usize)> = deals.map(|moment| (moment.leg, moment.hand)).collect();
    places.sort_by_key(|place| (*place != first, *place));
    places.dedup();
    let mut desk = Desk::new();
    let settings = Settings { iterations: ITERATIONS, ..Settings::default() };
    let (mut judged, mut problem) = (0, None);
    for place in places {
        let Some((round, scores)) = hand(game, &moments, place.0, place.1) else { continue };
        let played = Played::of_round(game, round, &scores);
        // Decisions are told by the number of their turn; claims and the like are no turns to the adviser.
        let events: Vec<usize> = round.turns.iter().filter(|turn| is_turn(turn)).map(|turn| turn.event).collect();
        let mut hands = Vec::new();
        for seat in played.known_seats().map(game::Seat::index) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match review(&mut desk, &played, seat, &settings, 1) {
                Ok(review) => hands.push(of_review(seat, &review, &events)),
                Err(why) => problem = Some(why.to_string()),
            }
        }
        judged += hands.len();
        if !hands.is_empty() && !tell(place, hands) {
            return None;
        }
    }
    let nothing = || "no hand of this match is known: tiles must be told when they are dealt".to_owned();
    (judged == 0).then(|| problem.unwrap_or_else(nothing))
}

const fn is_turn(turn: &game::Turn) -> bool {
    use game::Deed;
    matches!(turn.deed, Deed::Played { .. } | Deed::Knocked { .. } | Deed::Drew { .. })
}

fn of_review(seat: usize, review: &Review, events: &[usize]) -> HandReview {
    let judged = |decision: &adviser::review::Decision| {
        let event = *events.get(decision.turn.checked_sub(1)?)?;
        let best = match &decision.best.joins {
            Some((on, port)) if on.is_double() => format!("{} on {on} ({port})", decision.best.play.tile()),
            Some((_, port)) => format!("{} on the {port}", decision.best.play.tile()),
            None => decision.best.play.tile().to_string(),
        };
        Some(Judged { event, loss: decision.loss, mark: decision.mark.name(), best })
    };
    HandReview {
        seat,
        decisions: review.decisions.iter().filter_map(judged).collect(),
        lost: review.lost,
        luck: review.luck,
        accuracy: review.accuracy,
    }
}
