//! The threads that think for the window: one answers questions about a hand, one reads a picture of it.
//!
//! Both answer the newest request and no other. Nothing here blocks the thread that asks. In a browser each is another Web Worker;
//! that of the reader loads the networks when it is first asked.

pub mod packed;

use crate::worker::{Bench, Worker};
use adviser::position::wanted;
use adviser::{Advice, Desk, Problem, Question, Settings, ToldDeed, ToldTurn};
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::hand::Hand;
use eye::detect::onnx::OnnxDetector;
use eye::frame::Frame;
#[cfg(not(target_arch = "wasm32"))]
use eye::picture;
use eye::read::{ReadTile, assemble_best};
use game::layout::Layout;
use game::tile::TileSet;
use game::{Before, Deed, Match, Round, Seat};
use language::say;
use std::cell::RefCell;
use std::io;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
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

/// A hand read from a picture, or why not, in words.
pub type HandRead = Result<Vec<ReadTile>, String>;

/// Source of a hand to read.
#[derive(Clone, Debug)]
pub enum HandIn {
    /// In a picture file.
    File(PathBuf),
    /// In a picture that is there already: the camera's.
    Frame(Arc<Frame>),
}

/// A thread that reads pictures of hands.
pub type HandReader = Worker<HandIn, HandRead>;

/// Starts the reader of hands.
///
/// # Errors
/// None.
#[cfg(target_arch = "wasm32")]
pub fn hand_reader(wake: impl Fn() + Send + 'static) -> io::Result<HandReader> {
    Ok(Worker::elsewhere("hand reader", wake, packed::pack, packed::unpack_read))
}

/// Starts the reader of hands. The networks are loaded with the first picture.
///
/// # Errors
/// The system has no thread left.
#[cfg(not(target_arch = "wasm32"))]
pub fn hand_reader(wake: impl Fn() + Send + 'static) -> io::Result<HandReader> {
    Worker::newest("hand reader", wake, || {
        let mut eye = None;
        move |hand: HandIn, _: &Bench<HandRead>| match hand {
            HandIn::File(path) => read_file(&mut eye, &path),
            HandIn::Frame(frame) => read_hand(&mut eye, say!("the camera's picture"), &frame),
        }
    })
}

#[cfg(not(target_arch = "wasm32"))]
fn read_file(eye: &mut Option<Eye<OnnxDetector>>, path: &Path) -> HandRead {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let picture = picture::load(path).map_err(|why| say!("{name} {why}", name, why))?;
    read_hand(eye, &name, &picture.frame)
}

/// Loads the networks unless they are.
pub(super) fn loaded(eye: &mut Option<Eye<OnnxDetector>>, params: Params) -> Result<&mut Eye<OnnxDetector>, String> {
    match eye {
        Some(eye) => Ok(eye),
        None => {
            let detector = OnnxDetector::built_in(1).map_err(|why| say!("can't read pictures: {why}", why))?;
            Ok(eye.insert(Eye::new(detector, params)))
        }
    }
}

/// Reads the hand in a picture of this name; the networks are loaded with the first.
///
/// # Errors
/// The reason, in words.
pub fn read_hand(eye: &mut Option<Eye<OnnxDetector>>, name: &str, frame: &Frame) -> HandRead {
    let eye = loaded(eye, Params { read_edges: true, ..Params::default() })?;
    let sight = eye.see(frame).map_err(|why| say!("can't read {name}: {why}", name, why))?;
    let reading = assemble_best(&sight.tiles, frame.width(), frame.height());
    Ok(Hand::of(&sight.tiles, &reading).tiles)
}
