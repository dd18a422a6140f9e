//! In a browser: a page can open no door, so this one stays closed. What the window holds of a door is here all the same, so that
//! the window is the same.

use crate::hand::{HandAnswer, HandWish};
use crate::pad::PhoneAct;
use crate::pictures::PhonePictures;
use crate::rights::LinkKind;
use game::Match;
use language::say;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

/// How a server is opened.
#[derive(Clone, Debug, Default)]
pub struct DoorOptions {
    /// Where pictures of phones that are cameras would go.
    pub pictures: PhonePictures,
}

/// Why a server cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// It is a page.
    #[error("{}", say!("a page in a browser cannot let phones in: run Sixty-One on a computer at the table for that"))]
    Page,
}

/// Somebody who is connected: nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// What the link lets it do.
    pub kind: LinkKind,
    /// From where.
    pub from: IpAddr,
    /// What it says it is.
    pub device: &'static str,
    never: Infallible,
}

/// Something a phone asks of the table: nothing is.
#[derive(Debug)]
pub struct PhoneAsk {
    /// What.
    pub act: PhoneAct,
    /// Which phone.
    pub by: String,
    never: Infallible,
}

/// A question about a hand: nothing is asked.
#[derive(Debug)]
pub struct HandAsk {
    /// What.
    pub wish: HandWish,
    never: Infallible,
}

impl HandAsk {
    /// Answers.
    pub fn answer(self, _answer: HandAnswer) {
        match self.never {}
    }
}

/// What the table says: done, or why not.
pub type PhoneAnswer = Result<crate::pad::Entered, String>;

impl PhoneAsk {
    /// Answers.
    pub fn answer(self, _answer: PhoneAnswer) {
        match self.never {}
    }
}

/// A server that is open: there is none.
#[derive(Debug)]
pub struct Server(Infallible);

impl Server {
    /// Opens the door.
    ///
    /// # Errors
    /// Always.
    pub fn open(_options: &DoorOptions, _wake: impl Fn() + Send + Sync + 'static) -> Result<Self, DoorError> {
        Err(DoorError::Page)
    }

    /// Where it listens.
    #[must_use]
    pub const fn addresses(&self) -> &[SocketAddr] {
        match self.0 {}
    }

    /// How the table stands now.
    pub const fn show(&self, _game: Option<Match>) -> u64 {
        match self.0 {}
    }

    /// The next thing a phone asks for.
    #[must_use]
    pub const fn take_ask(&self) -> Option<PhoneAsk> {
        match self.0 {}
    }

    /// The next question about a hand.
    #[must_use]
    pub const fn take_hand(&self) -> Option<HandAsk> {
        match self.0 {}
    }

    /// Opens a link.
    ///
    /// # Errors
    /// Never.
    pub const fn open_link(&self, _kind: LinkKind) -> Result<(), DoorError> {
        match self.0 {}
    }

    /// Closes a link.
    pub const fn close_link(&self, _kind: LinkKind) {
        match self.0 {}
    }

    /// The secret of a link.
    #[must_use]
    pub const fn code(&self, _kind: LinkKind) -> Option<String> {
        match self.0 {}
    }

    /// The address of a link.
    #[must_use]
    pub const fn link(&self, _kind: LinkKind) -> Option<String> {
        match self.0 {}
    }

    /// Who is connected.
    #[must_use]
    pub const fn guests(&self) -> Vec<Guest> {
        match self.0 {}
    }

    /// Something that was refused.
    #[must_use]
    pub const fn take_notice(&self) -> Option<String> {
        match self.0 {}
    }
}
