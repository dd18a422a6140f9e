//! The work behind the History screens, off the window's thread: reading all games, summing them up, reading pictures,
//! writing files, the adviser's review. Answers come back over a bounded channel and are taken once a frame.

use super::facts;
use super::save::{self, PaperOrder};
use super::walk::{MomentKind, hand, walk};
use crate::worker::{self, Bench, Worker};
use adviser::review::{Played, Review, review};
use adviser::{Desk, Settings};
use game::Match;
use game::stats::Sums;
use language::say;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{Archive, Archived, Evidence, ImportError, Imported, MatchId, OpenError, Store, StoreError};

/// Deals the adviser tries for each decision of a review.
const ITERATIONS: u32 = 2000;

/// Review of one seat in one hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandReview {
    /// The seat.
    pub seat: usize,
    /// Decisions of the seat.
    pub decisions: Vec<Judged>,
    /// Chance to win given away, `0.0..=1.0`.
    pub lost: f32,
    /// Luck of the tiles.
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
    /// Best play: "6-3 on the 6".
    pub best: String,
}

/// Work to be done, in order.
#[derive(Debug)]
enum HistoryJob {
    Load(PathBuf, Arc<Archive>),
    Sum(u64, Vec<Arc<Archived>>, Option<String>),
    Picture(PathBuf, MatchId, usize, Vec<u32>),
    Write(Box<PaperOrder>),
}

/// News from a worker.
#[derive(Debug)]
pub(super) enum HistoryNews {
    Loaded(Result<Arc<Archive>, Unread>),
    Summed(u64, Arc<Sums>),
    Picture(MatchId, usize, Option<Arc<egui::ColorImage>>, Option<Evidence>),
    Written(Result<PathBuf, String>),
    Reviewed(MatchId, (usize, usize), Vec<HandReview>),
    ReviewEnds(MatchId, Option<String>),
    Imported(Box<Store>, PathBuf, Result<Imported, ImportError>),
    /// A worker broke down; its task is not done.
    BrokeDown(HistoryPart),
}

/// Kind of worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HistoryPart {
    History,
    Review,
    Import,
}

/// A match to be judged, with the hand (leg and number) to begin with.
#[derive(Debug)]
struct Judging {
    id: MatchId,
    game: Match,
    first: (usize, usize),
}

/// A file to be imported into a lent store.
type Import = (Box<Store>, PathBuf);

/// The workers, each started when it is first needed.
#[derive(Debug, Default)]
pub struct HistoryWorker {
    history: Option<Worker<HistoryJob, HistoryNews>>,
    review: Option<Worker<Judging, HistoryNews>>,
    import: Option<Worker<Import, HistoryNews>>,
    /// Number of the newest sum asked for.
    ticket: u64,
}

/// Most jobs of the history that wait.
const MOST_JOBS: usize = 32;

impl HistoryWorker {
    /// Reports whether anything is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.history.as_ref().is_some_and(Worker::is_busy)
            || self.review.as_ref().is_some_and(Worker::is_busy)
            || self.import.as_ref().is_some_and(Worker::is_busy)
    }

    /// Submits a job; returns `false` without a thread or if too much waits.
    fn ask(&mut self, job: HistoryJob) -> bool {
        if self.history.as_ref().is_none_or(Worker::is_gone) {
            self.history =
                Worker::in_order("history", MOST_JOBS, || {}, || |job, _: &Bench<HistoryNews>| done(job)).ok();
        }
        self.history.as_mut().is_some_and(|worker| worker.ask(job).is_ok())
    }

    /// Reads all games that `before` does not have.
    pub(super) fn load(&mut self, folder: &Path, before: Arc<Archive>) -> bool {
        self.ask(HistoryJob::Load(folder.to_owned(), before))
    }

    /// Sums games up; an older sum still under way is forgotten.
    pub(super) fn sum(&mut self, games: Vec<Arc<Archived>>, player: Option<String>) -> bool {
        self.ticket += 1;
        self.ask(HistoryJob::Sum(self.ticket, games, player))
    }

    /// Reports whether this is the newest sum.
    pub(super) const fn is_newest(&self, ticket: u64) -> bool {
        self.ticket == ticket
    }

    /// Reads the picture and evidence of an event: of the first of `numbers` (counted from 1) that has any.
    pub(super) fn picture(&mut self, folder: &Path, game: MatchId, event: usize, numbers: Vec<u32>) -> bool {
        self.ask(HistoryJob::Picture(folder.to_owned(), game, event, numbers))
    }

    /// Writes a file.
    pub(super) fn write(&mut self, order: PaperOrder) -> bool {
        self.ask(HistoryJob::Write(Box::new(order)))
    }

    /// Asks the adviser to judge the hands of a match, that of `first` first. An earlier task no longer matters.
    pub(super) fn review(&mut self, id: MatchId, game: Match, first: (usize, usize)) -> bool {
        if self.review.as_ref().is_none_or(Worker::is_gone) {
            self.review = Worker::newest("review", || {}, || judge).ok();
        }
        self.review.as_mut().is_some_and(|worker| worker.ask(Judging { id, game, first }).is_ok())
    }

    /// Ends the review under way; nothing more comes of it.
    pub(super) fn stop_review(&mut self) {
        if let Some(worker) = &mut self.review {
            worker.forget();
        }
    }

    /// Imports a file of games; the answer always returns the store.
    ///
    /// # Errors
    /// The store, if it cannot be begun.
    pub(super) fn import(&mut self, store: Store, file: PathBuf) -> Result<(), Box<Store>> {
        if self.import.as_ref().is_none_or(Worker::is_gone) {
            self.import = Worker::in_order("import", 1, || {}, || take_over).ok();
        }
        let job = (Box::new(store), file);
        match &mut self.import {
            Some(worker) => worker.ask(job).map_err(|(store, _)| store),
            None => Err(job.0),
        }
    }

    /// The next answer, if there is one, or one comes within `wait`.
    pub(super) fn news(&mut self, wait: Duration) -> Option<HistoryNews> {
        let review = self.review.as_mut().and_then(Worker::take).map(|news| told(news, HistoryPart::Review));
        let import = self.import.as_mut().and_then(Worker::take).map(|news| told(news, HistoryPart::Import));
        review.or(import).or_else(|| self.history.as_mut()?.wait(wait).map(|news| told(news, HistoryPart::History)))
    }
}

/// Translates a worker's news for the window.
fn told(news: worker::News<HistoryNews>, part: HistoryPart) -> HistoryNews {
    match news {
        worker::News::More(news) | worker::News::Done(news) => news,
        worker::News::BrokeDown => HistoryNews::BrokeDown(part),
    }
}

/// Judges a match hand by hand.
fn judge(Judging { id, game, first }: Judging, bench: &Bench<HistoryNews>) -> HistoryNews {
    let tell = |place, hands| bench.tell(HistoryNews::Reviewed(id, place, hands));
    HistoryNews::ReviewEnds(id, review_all(&game, first, &|| !bench.is_wanted(), tell))
}

/// Imports games. The store outlives a panic on the way: a half-done import is rolled back with its transaction.
fn take_over((mut store, file): Import, _: &Bench<HistoryNews>) -> HistoryNews {
    let import = AssertUnwindSafe(|| store.import_file(&file));
    let imported = catch_unwind(import).unwrap_or_else(|_panic| {
        let why = std::io::Error::other("the reader of that file broke down");
        Err(ImportError::Store(why.into()))
    });
    HistoryNews::Imported(store, file, imported)
}

fn done(job: HistoryJob) -> HistoryNews {
    match job {
        HistoryJob::Load(folder, before) => HistoryNews::Loaded(load(&folder, &before)),
        HistoryJob::Sum(ticket, games, player) => {
            HistoryNews::Summed(ticket, Arc::new(Sums::of(facts(&games), player.as_deref())))
        }
        HistoryJob::Picture(folder, game, event, numbers) => picture(&folder, game, event, &numbers),
        HistoryJob::Write(order) => HistoryNews::Written(save::write(&order)),
    }
}

/// Reason why there is no list of games.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unread {
    /// Nothing was stored yet.
    #[error("{}", say!("there are no matches yet"))]
    NoSessions,
    /// The folder cannot be opened.
    #[error(transparent)]
    Open(OpenError),
    /// The database cannot be read.
    #[error(transparent)]
    Read(#[from] StoreError),
}

fn load(folder: &Path, before: &Arc<Archive>) -> Result<Arc<Archive>, Unread> {
    let store = Store::open_read_only(folder).map_err(|why| match why {
        OpenError::NoSessions { .. } => Unread::NoSessions,
        other => Unread::Open(other),
    })?;
    let archive = store.archive(Some(before))?;
    Ok(if archive.is_as(before) && !archive.games.is_empty() { Arc::clone(before) } else { Arc::new(archive) })
}

fn picture(folder: &Path, game: MatchId, event: usize, numbers: &[u32]) -> HistoryNews {
    let pictures = Store::open_read_only(folder).ok().map(|store| store.pictures());
    let decoded = |n: &u32| {
        let jpeg = pictures.as_ref()?.get(game, *n)?;
        let image = eye::picture::decode(&jpeg).ok()?.frame;
        let size = [image.width() as usize, image.height() as usize];
        Some(Arc::new(egui::ColorImage::from_rgb(size, image.rgb())))
    };
    let evidence = numbers.iter().find_map(|&n| pictures.as_ref()?.evidence(game, n));
    HistoryNews::Picture(game, event, numbers.iter().find_map(decoded), evidence)
}

/// Judges every hand that is known; returns why there is nothing to judge, if so.
fn review_all(
    game: &Match,
    first: (usize, usize),
    is_over: &impl Fn() -> bool,
    mut tell: impl FnMut((usize, usize), Vec<HandReview>) -> bool,
) -> Option<String> {
    let moments = walk(game);
    let deals = moments.iter().filter(|moment| moment.kind == MomentKind::Deal);
    let mut places: Vec<(usize, usize)> = deals.map(|moment| (moment.leg, moment.hand)).collect();
    places.sort_by_key(|place| (*place != first, *place));
    places.dedup();
    let mut desk = Desk::new();
    let settings = Settings { iterations: ITERATIONS, ..Settings::default() };
    let (mut judged, mut problem) = (0, None);
    for place in places {
        let Some((round, scores)) = hand(game, &moments, place.0, place.1) else { continue };
        let played = Played::of_round(game, round, &scores);
        // Decisions carry the number of their turn; claims and the like are not turns to the adviser.
        let events: Vec<usize> = round.turns.iter().filter(|turn| is_turn(turn)).map(|turn| turn.event).collect();
        let mut hands = Vec::new();
        for seat in played.known_seats().map(game::Seat::index) {
            if is_over() {
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
    let nothing = || say!("no hands were entered for this match: enter the tiles when they are dealt").to_owned();
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
            Some((on, port)) if on.is_double() => {
                say!("{tile} on {on} ({port})", tile = decision.best.play.tile(), on, port)
            }
            Some((_, port)) => say!("{tile} on the {port}", tile = decision.best.play.tile(), port),
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
