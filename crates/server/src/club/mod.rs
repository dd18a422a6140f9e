//! A club's evening: tables that play elsewhere send their games here, and everybody sees all of them on one board.

mod board_page;
mod boards;
mod evening;
mod season;
mod secretary;
mod secretary_page;

pub(crate) use board_page::board_page;
pub use boards::Boards;
pub(crate) use boards::{BoardPart, Topic};
pub use evening::place_of;
pub(crate) use season::{Paper, SeasonQuery, Viewer, paper, season_page};
pub use secretary::{
    EveningSheet, FixtureLine, FixtureState, LeagueSheet, LooseGame, LooseWhy, SeasonRecord, SeasonSheet,
    SecretaryAnswer, SecretaryAsk, SecretarySaid, SecretaryWish, TableLine, fixture_words,
};
pub(crate) use secretary::{MOST_WISHES, ask_secretary, wish_of};
pub(crate) use secretary_page::{new_key_page, new_link_page, secretary_page};

use bytes::Bytes;
use language::say;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use tokio::sync::oneshot;

/// Most tables' messages that wait for the club's program.
pub(crate) const MOST_MESSAGES: usize = 128;
/// Most bytes of waiting messages, whatever their number.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of the messages that wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaitingBytes(Arc<AtomicUsize>);

impl WaitingBytes {
    /// Takes room for a message, if there is any.
    fn take(&self, bytes: usize) -> Option<TakenBytes> {
        let fits = |waiting: usize| waiting.checked_add(bytes).filter(|all| *all <= MOST_BYTES || waiting == 0);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        Some(TakenBytes { all: self.clone(), bytes })
    }
}

/// Room for a message, freed when it is answered.
#[derive(Debug)]
struct TakenBytes {
    all: WaitingBytes,
    bytes: usize,
}

impl Drop for TakenBytes {
    fn drop(&mut self) {
        self.all.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Message from a table.
#[derive(Debug)]
pub struct TableMessage {
    /// Name of the table.
    pub table: String,
    /// The key of its club, where it gave one.
    pub key: Option<String>,
    /// The sender's address.
    pub from: IpAddr,
    /// Distinguishes its machine from another of the same table's name.
    pub by: String,
    /// Content of the message.
    pub content: MessageContent,
    answer: oneshot::Sender<MessageAnswer>,
    _room: TakenBytes,
}

/// Content of a message from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageContent {
    /// Pieces of games: of each what follows the events that the table believes to be here.
    Games(Bytes),
    /// Asks how much of these games is here. The ids.
    Have(Vec<String>),
    /// Ids of the games of this table that are deleted there; of those that were brought back, each after a `+`.
    Gone(Vec<String>),
    /// The games of this table: the id of each, then names that were entered by mistake, each with the one that counts.
    Named(Vec<String>),
}

/// A line a game that is here: its id and the number of its events; or why not.
pub type MessageAnswer = Result<String, MessageRefusal>;

/// Reason why a message was not taken. The messages say it to players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageRefusal {
    /// The message is wrong and will stay wrong.
    #[error("{0}")]
    Wrong(String),
    /// The club's key is missing, wrong or withdrawn.
    #[error("{0}")]
    Key(String),
    /// Not possible now; the message may be sent again.
    #[error("{0}")]
    Later(String),
}

impl TableMessage {
    /// Answers.
    pub fn answer(self, answer: MessageAnswer) {
        let _gone = self.answer.send(answer);
    }
}

/// Hands a message to the club's program and waits for its answer.
pub(crate) async fn hand_over(
    (to_club, waiting): (&SyncSender<TableMessage>, &WaitingBytes),
    wake: &(dyn Fn() + Send + Sync),
    (table, key, from, by): (String, Option<String>, IpAddr, String),
    content: MessageContent,
) -> MessageAnswer {
    let busy = || MessageRefusal::Later(say!("the club is busy: try again").to_owned());
    let bytes = match &content {
        MessageContent::Games(games) => games.len(),
        MessageContent::Have(ids) | MessageContent::Gone(ids) | MessageContent::Named(ids) => {
            ids.iter().map(String::len).sum()
        }
    };
    let room = waiting.take(bytes).ok_or_else(busy)?;
    let (answer, reply) = oneshot::channel();
    to_club.try_send(TableMessage { table, key, from, by, content, answer, _room: room }).map_err(
        |unsent| match unsent {
            TrySendError::Full(_) => busy(),
            TrySendError::Disconnected(_) => {
                MessageRefusal::Wrong(say!("this server does not accept tables").to_owned())
            }
        },
    )?;
    wake();
    reply.await.unwrap_or_else(|_closed| Err(MessageRefusal::Later(say!("the club has closed").to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_bounded_in_bytes() {
        let waiting = WaitingBytes::default();
        let taken: Vec<_> = (0..4).map(|_| waiting.take(4 << 20)).collect();
        assert!(taken.iter().all(Option::is_some) && waiting.take(1).is_none());
        drop(taken);
        assert!(waiting.take(MOST_BYTES + 1).is_some(), "one alone is bounded by its request");
        assert_eq!(waiting.0.load(Ordering::Relaxed), 0);
    }
}
