//! Advice for one phone: its holder's tiles, read from a picture or tapped, and what to play. It is answered to that phone alone;
//! nothing of it is kept, shown or entered.

use bytes::Bytes;
use game::Seat;
use game::tile::{Tile, TileSet};
use language::{say, sentence};
use std::sync::mpsc::{SyncSender, TrySendError};
use tokio::sync::oneshot;

/// Request of a phone about its holder's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandWish {
    /// Asks for the tiles in this picture, by its first bytes a JPEG file.
    Read(Bytes),
    /// Asks what this seat should play with these tiles.
    Advise {
        /// Seat of the hand.
        seat: Seat,
        /// The tiles still in it.
        tiles: TileSet,
    },
}

/// Answer of the table's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandSaid {
    /// The tiles of the picture; those that should be looked at again are marked.
    Tiles(Vec<(Tile, bool)>),
    /// The moves, the best first, each in a sentence.
    Moves(Vec<String>),
}

/// The answer, or the reason there is none, in words.
pub type HandAnswer = Result<HandSaid, String>;

/// Said where a match is played without advice.
pub const NO_PRACTICE: &str = sentence!("No advice: this match was not started as practice.");

/// Most questions that wait for the table's program: more would only wait longer than a phone does.
pub(crate) const MOST_HANDS: usize = 4;

/// A question about a hand.
#[derive(Debug)]
pub struct HandAsk {
    /// The request.
    pub wish: HandWish,
    answer: oneshot::Sender<HandAnswer>,
}

impl HandAsk {
    /// Answers, from any thread. It does not matter if the phone has gone away.
    pub fn answer(self, answer: HandAnswer) {
        let _gone = self.answer.send(answer);
    }
}

/// Asks the table's program and waits; how long at most is the listener's business.
pub(crate) async fn ask_hand(
    to_table: &SyncSender<HandAsk>,
    wake: &(dyn Fn() + Send + Sync),
    wish: HandWish,
) -> HandAnswer {
    let (answer, reply) = oneshot::channel();
    to_table.try_send(HandAsk { wish, answer }).map_err(|unsent| match unsent {
        TrySendError::Full(_) => say!("other phones are asking too: try again in a moment").to_owned(),
        TrySendError::Disconnected(_) => say!("the table has closed").to_owned(),
    })?;
    wake();
    reply.await.unwrap_or_else(|_dropped| Err(say!("the table did not answer: try again").to_owned()))
}
