//! The threads that think for the window: one answers questions about a hand, one reads a picture of it.
//!
//! Both answer the newest request and no other. Nothing here blocks the thread that asks. In a browser each is another Web Worker;
//! that of the reader loads the networks when it is first asked.

pub mod packed;

use crate::worker::{Bench, Worker};
use adviser::position::wanted;
use adviser::{Advice, Desk, Problem, Question, Settings, ToldDeed, ToldTurn};
#[cfg(not(target_arch = "wasm32"))]
use eye::picture::{self, Picture};
use eye_jobs::PictureIn;
use eye_jobs::hand::HandRead;
use game::layout::Layout;
use game::tile::TileSet;
use game::{Before, Deed, Match, Round, Seat};
#[cfg(not(target_arch = "wasm32"))]
use language::say;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

/// Longest time a search may take. Games on one line need far less; trees of spinners on a slow machine are cut off here, and
/// the error that is shown with each chance is the larger for it.
const LONGEST: Duration = Duration::from_secs(4);

/// The adviser's answer.
pub type Advised = Result<Advice, Problem>;

/// A thread that ranks the moves of positions.
pub type Adviser = Worker<Question, Advised>;

/// Starts the adviser.
///
/// # Errors
/// The system has no thread left.
pub fn adviser(wake: impl Fn() + Send + 'static) -> io::Result<Adviser> {
    let make = || {
        let mut desk = Desk::new();
        move |question: Question, bench: &Bench<Advised>| advise(&mut desk, &question, || !bench.is_wanted())
    };
    // An answer is read beside its question.
    let asked = Rc::new(RefCell::new(None));
    let asks = Rc::clone(&asked);
    let pack = move |question: Question| {
        let packed = packed::pack_question(&question);
        asks.replace(Some(question));
        packed
    };
    let unpack = move |bytes: &[u8]| asked.borrow().as_ref().and_then(|asked| packed::unpack_advice(bytes, asked));
    Worker::beside("adviser", wake, make, pack, unpack)
}

/// The question that a match's record and a hand make; `None` while no hand is played. The tiles are known to the asker alone.
#[must_use]
pub fn question_of(game: &Match, seat: Seat, hand: TileSet) -> Option<Question> {
    let state = game.state();
    let (setup, round) = (&state.setup, state.running()?);
    Some(Question {
        rules: setup.rules.clone(),
        seats: setup.seats(),
        pairs: (setup.seats() == 4).then_some(setup.pairs),
        seat: seat.index(),
        hand,
        scores: state.leg.scores.iter().map(|score| i16::try_from(score.whole()).unwrap_or(0)).collect(),
        before: Some(Before::of(&setup.rules, state.leg.rounds.iter())),
        leader: Some(round.leader.index()),
        turns: turns(round),
    })
}

/// The plays, knocks and draws of a hand, in the adviser's form.
fn turns(round: &Round) -> Vec<ToldTurn> {
    let mut layout = Layout::new();
    let mut told = Vec::with_capacity(round.turns.len());
    for turn in &round.turns {
        let seat = turn.seat.index();
        let deed = match turn.deed {
            Deed::Played { play, .. } => {
                let deed = ToldDeed::Play(wanted(&layout, &play));
                // The match has accepted it already.
                let _laid = layout.lay_as_it_lies(play);
                deed
            }
            Deed::Knocked { .. } => ToldDeed::Knock,
            Deed::Drew { tiles, .. } => ToldDeed::Draw(usize::from(tiles)),
            Deed::Skipped
            | Deed::FirstPass
            | Deed::Claimed
            | Deed::CalledMuggins
            | Deed::ClaimedFalsely
            | Deed::Offended(_)
            | Deed::Tallied
            | Deed::Reset
            | Deed::Lapsed
            | Deed::Adjusted => continue,
        };
        told.push(ToldTurn { seat, deed });
    }
    told
}

/// Answers a question, for at most four seconds and only as long as it is wanted.
///
/// # Errors
/// The reason the question has no answer.
pub fn advise(desk: &mut Desk, question: &Question, mut unwanted: impl FnMut() -> bool) -> Advised {
    let start = Instant::now();
    // The same position is judged alike whenever it is asked.
    desk.advise(question, &Settings::default(), 1, || unwanted() || start.elapsed() > LONGEST)
}

/// A thread that reads pictures of hands.
pub type HandReader = Worker<PictureIn, HandRead>;

/// Starts the reader of hands.
///
/// # Errors
/// None.
#[cfg(target_arch = "wasm32")]
pub fn hand_reader(wake: impl Fn() + Send + 'static) -> io::Result<HandReader> {
    Ok(Worker::elsewhere("hand reader", wake, eye_jobs::picture::pack, eye_jobs::hand::unpack_read))
}

/// Starts the reader of hands. The networks are loaded with the first picture.
///
/// # Errors
/// The system has no thread left.
#[cfg(not(target_arch = "wasm32"))]
pub fn hand_reader(wake: impl Fn() + Send + 'static) -> io::Result<HandReader> {
    Worker::newest("hand reader", wake, || {
        let mut reader = None;
        move |hand: PictureIn, _: &Bench<HandRead>| {
            let (name, picture) = open(hand)?;
            eye_jobs::hand::read_hand(&mut reader, &name, &picture)
        }
    })
}

/// The picture, with its name in a sentence.
///
/// # Errors
/// No picture, in words.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn open(picture: PictureIn) -> Result<(String, Picture), String> {
    match picture {
        PictureIn::File(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            match picture::load(&path) {
                Ok(picture) => Ok((name, picture)),
                Err(why) => Err(say!("{name} {why}", name, why)),
            }
        }
        PictureIn::Frame(frame) => Ok((say!("the camera's picture").to_owned(), Picture::whole((*frame).clone()))),
    }
}
