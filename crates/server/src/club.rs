//! A club's evening: tables that play elsewhere send their games here, and everybody sees all of them on one board.

use bytes::Bytes;
use language::say;
use std::sync::mpsc::{SyncSender, TrySendError};
use tokio::sync::oneshot;

/// So many tables' parcels wait for the club's program.
pub(crate) const MOST_PARCELS: usize = 128;

/// What a table sends.
#[derive(Debug)]
pub struct TableParcel {
    /// Which table.
    pub table: String,
    /// The key of its club, where it gave one.
    pub key: Option<String>,
    /// What.
    pub content: ParcelContent,
    answer: oneshot::Sender<ParcelAnswer>,
}

/// What is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParcelContent {
    /// Pieces of games: of each what follows the events that the table believes to be here.
    Games(Bytes),
    /// How much of these games is here? Their ids.
    Have(Vec<String>),
}

/// A line a game that is here: its id and the number of its events; or why not.
pub type ParcelAnswer = Result<String, ParcelRefusal>;

/// Why a parcel was not taken. The messages say it to players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParcelRefusal {
    /// It is wrong, and will be when it is sent again.
    #[error("{0}")]
    Wrong(String),
    /// The club's key is missing, wrong or withdrawn.
    #[error("{0}")]
    Key(String),
    /// Not now: the same may be sent again.
    #[error("{0}")]
    Later(String),
}

impl TableParcel {
    /// Answers.
    pub fn answer(self, answer: ParcelAnswer) {
        let _gone = self.answer.send(answer);
    }
}

/// Hands a parcel to the club's program and waits for its answer.
pub(crate) async fn hand_over(
    to_club: &SyncSender<TableParcel>,
    wake: &(dyn Fn() + Send + Sync),
    (table, key): (String, Option<String>),
    content: ParcelContent,
) -> ParcelAnswer {
    let (answer, reply) = oneshot::channel();
    to_club.try_send(TableParcel { table, key, content, answer }).map_err(|unsent| match unsent {
        TrySendError::Full(_) => ParcelRefusal::Later(say!("the club is busy: try again").to_owned()),
        TrySendError::Disconnected(_) => ParcelRefusal::Wrong(say!("this server takes no tables").to_owned()),
    })?;
    wake();
    reply.await.unwrap_or_else(|_closed| Err(ParcelRefusal::Later(say!("the club has closed").to_owned())))
}
