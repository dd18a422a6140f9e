//! Advice for phones, in practice: reads the picture of a hand, ranks its moves, and answers the phone that asked. It
//! runs on a separate thread, so the table never waits, and forgets a hand with its answer.

use crate::advice::advising::{self, question_of};
use crate::worker::{Bench, Worker};
use adviser::words::{percent, problem, reason};
use adviser::{Advice, Desk, Must};
use eye::Reader;
use eye::detect::onnx::OnnxDetector;
use eye::picture::Picture;
use eye_jobs::hand::read_hand;
use game::tile::TileSet;
use game::{Match, Seat};
use language::{said, say, say_count};
use server::{HandAnswer, HandAsk, HandSaid, HandWish, NO_PRACTICE};

/// Most questions that wait.
const MOST: usize = 4;
/// Most moves shown.
const MOVES: usize = 4;
/// A tile that is less certain than this should be looked at.
const DOUBTFUL: f64 = 0.8;

/// The thread that answers; it starts with the first question.
#[derive(Debug, Default)]
pub struct MyHand {
    worker: Option<Worker<(Match, HandAsk), ()>>,
}

impl MyHand {
    /// Answers on a separate thread, by the current state of the match.
    pub fn ask(&mut self, game: Option<&Match>, ask: HandAsk) {
        let Some(game) = game else { return ask.answer(Err(say!("no match is on the table").to_owned())) };
        if !game.setup().practice {
            return ask.answer(Err(said(NO_PRACTICE).to_owned()));
        }
        if self.worker.as_ref().is_none_or(Worker::is_gone) {
            self.worker = Worker::in_order("my hand", MOST, || {}, answers).ok();
        }
        let Some(worker) = &mut self.worker else {
            return ask.answer(Err(say!("can't start a background task").to_owned()));
        };
        while worker.take().is_some() {}
        if let Err((_, ask)) = worker.ask((game.clone(), ask)) {
            ask.answer(Err(say!("other phones are asking too: try again in a moment").to_owned()));
        }
    }
}

/// Returns the function that answers questions. The networks are loaded with the first picture.
fn answers() -> impl FnMut((Match, HandAsk), &Bench<()>) {
    let (mut reader, mut desk) = (None, Desk::new());
    move |(game, ask), _| {
        let answer = match &ask.wish {
            HandWish::Read(jpeg) => match eye::picture::decode(jpeg) {
                Ok(picture) => read(&mut reader, &picture),
                Err(why) => Err(say!("the picture {why}", why)),
            },
            HandWish::Advise { seat, tiles } => advise(&mut desk, &game, *seat, *tiles),
        };
        ask.answer(answer);
    }
}

fn read(reader: &mut Option<Reader<OnnxDetector>>, picture: &Picture) -> HandAnswer {
    let tiles = read_hand(reader, say!("the picture"), picture)?;
    Ok(HandSaid::Tiles(tiles.iter().filter_map(|read| Some((read.tile()?, read.confidence < DOUBTFUL))).collect()))
}

fn advise(desk: &mut Desk, game: &Match, seat: Seat, tiles: TileSet) -> HandAnswer {
    let setup = game.setup();
    if seat.index() >= setup.seats() {
        return Err(say!("the seat is empty").to_owned());
    }
    let question = question_of(game, seat, tiles).ok_or_else(|| say!("no hand in play").to_owned())?;
    let advice = advising::advise(desk, &question, || false).map_err(|why| problem(&why, &setup.players))?;
    let next = setup.player(seat.left(setup.seats()));
    Ok(HandSaid::Moves(moves(&advice, next)))
}

/// The moves, the best first, each in a sentence.
fn moves(advice: &Advice, next: &str) -> Vec<String> {
    match advice.must {
        Must::Knock => return vec![say!("Nothing fits: knock. Chance to win {win}.", win = percent(advice.win))],
        Must::Draw { left } => {
            return vec![say_count!(
                left,
                "Nothing fits: draw, up to {n} tile. Chance to win {win}.",
                "Nothing fits: draw, up to {n} tiles. Chance to win {win}.",
                win = percent(advice.win)
            )];
        }
        Must::Play => {}
    }
    let told = |card: &adviser::Card| {
        let tile = card.play.tile();
        let drop = match (&card.joins, card.play.inline) {
            (None, false) => tile.to_string(),
            (None, true) => say!("{tile} end to end", tile),
            (Some((on, _)), false) => say!("{tile} on the {on}", tile, on),
            (Some((on, _)), true) => say!("{tile} end to end on the {on}", tile, on),
        };
        let why: Vec<String> = card.reasons.iter().map(|why| reason(why, next)).collect();
        let why = if why.is_empty() { String::new() } else { format!(": {}", why.join("; ")) };
        say!("{drop}, chance to win {win}{why}", drop, win = percent(card.win), why)
    };
    advice.moves.iter().take(MOVES).map(told).collect()
}
