//! What phones ask of the table.

use crate::pad::{Entered, PhoneAct};
use tokio::sync::oneshot;

/// Something a phone asks of the table.
#[derive(Debug)]
pub struct PhoneAsk {
    /// What.
    pub act: PhoneAct,
    /// Which phone, in words: "the phone at 192.168.1.7".
    pub by: String,
    /// How the table stood when it was asked, as [`crate::Server::show`] numbered it.
    pub(crate) edition: u64,
    pub(crate) answer: oneshot::Sender<PhoneAnswer>,
}

/// What the table says: done and where it is, or why not, in the words it says to its own players.
pub type PhoneAnswer = Result<Entered, String>;

impl PhoneAsk {
    /// Answers. A phone that has gone away does not matter.
    pub fn answer(self, answer: PhoneAnswer) {
        let _gone = self.answer.send(answer);
    }
}
