//! A club's evening: tables that play elsewhere send their games here, and everybody sees all of them on one board.

use crate::bulletin::Bulletin;
use bytes::Bytes;
use game::Match;
use game::stats::Standing;
use serde::Serialize;
use std::sync::mpsc::{SyncSender, TrySendError};
use tokio::sync::oneshot;

/// So many tables' parcels wait for the club's program.
pub(crate) const MOST_PARCELS: usize = 32;

/// What a table sends.
#[derive(Debug)]
pub struct TableParcel {
    /// Which table.
    pub table: String,
    /// What.
    pub content: ParcelContent,
    answer: oneshot::Sender<ParcelAnswer>,
}

/// What is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParcelContent {
    /// Games in the form in which they are exchanged, each whole or as far as it has gone.
    Games(Bytes),
    /// How much of these games is here? Their ids.
    Have(Vec<String>),
}

/// For `Have` a line a game that is here: its id and the number of its events; or why not, in words.
pub type ParcelAnswer = Result<String, String>;

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
    table: String,
    content: ParcelContent,
) -> ParcelAnswer {
    let (answer, reply) = oneshot::channel();
    to_club.try_send(TableParcel { table, content, answer }).map_err(|unsent| match unsent {
        TrySendError::Full(_) => "the club is busy: try again".to_owned(),
        TrySendError::Disconnected(_) => "this server takes no tables".to_owned(),
    })?;
    wake();
    reply.await.unwrap_or_else(|_closed| Err("the club has closed".to_owned()))
}

/// A table of the evening.
#[derive(Clone, Debug)]
pub struct BoardTable {
    /// Its name.
    pub name: String,
    /// The match that is played there, as far as it is known here.
    pub game: Match,
}

/// All tables of an evening.
#[derive(Clone, Debug, Default)]
pub struct ClubBoard {
    /// What the evening is called.
    pub title: String,
    /// The tables, in the order of their names.
    pub tables: Vec<BoardTable>,
    /// The table of all matches.
    pub standings: Vec<Standing>,
}

/// A table on the feed.
#[derive(Debug, Serialize)]
pub(crate) struct BoardLine {
    name: String,
    table: Bulletin,
}

impl ClubBoard {
    pub(crate) fn lines(&self) -> Vec<BoardLine> {
        let line = |table: &BoardTable| BoardLine { name: table.name.clone(), table: Bulletin::of(&table.game) };
        self.tables.iter().map(line).collect()
    }
}
