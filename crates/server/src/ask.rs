//! Requests from phones to the table.

use crate::pad::{Entered, PhoneAct};
use tokio::sync::oneshot;

/// Something a phone asks of the table.
#[derive(Debug)]
pub struct PhoneAsk {
    /// The requested act.
    pub act: PhoneAct,
    /// The phone in words: "the phone at 192.168.1.7".
    pub by: String,
    /// Snapshot of the table that the phone saw, as numbered by [`crate::Server::show`].
    pub(crate) snapshot: u64,
    pub(crate) answer: oneshot::Sender<PhoneAnswer>,
}

/// The table's answer: where the act is saved, or why it was rejected, in the words used at the table.
pub type PhoneAnswer = Result<Entered, String>;

impl PhoneAsk {
    /// Answers. A phone that has gone away does not matter.
    pub fn answer(self, answer: PhoneAnswer) {
        let _gone = self.answer.send(answer);
    }
}
