//! The server for the table's program: open it, show the table, take phones' requests, close it.

use crate::ask::PhoneAsk;
use crate::club::{Boards, SecretaryAsk, TableMessage};
use crate::guests::{Guest, GuestBook};
use crate::hand::HandAsk;
use crate::limits::Limits;
#[cfg(feature = "network")]
use crate::network::ListenerCertificate;
use crate::next::NextGame;
use crate::pad::MOVED_ON;
use crate::pictures::PhonePictures;
use crate::rights::{LinkHash, LinkKind, Links, PublicAddress, Secret, typed_code};
use crate::shown::ShownTable;
use game::Match;
use language::{said, say};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;
use tokio::sync::watch;

/// The port that is tried first.
pub const PORT: u16 = 6161;
/// The address refused, and why: a sentence for the table, in its own language.
pub(crate) type Refused = (IpAddr, &'static str);

/// Options for opening a server.
#[derive(Clone, Debug)]
pub struct ListenerOptions {
    /// The port; another near it where it is taken. 0 is any.
    pub port: u16,
    /// The addresses; without any those of this machine in local networks. Others are never opened.
    pub addresses: Vec<IpAddr>,
    /// The bounds.
    pub limits: Limits,
    /// Destination of pictures from phones used as cameras.
    pub pictures: PhonePictures,
    /// Public address behind a proxy.
    pub public: Option<PublicAddress>,
    /// Certificate for https on the same port, which camera links then use.
    #[cfg(feature = "network")]
    pub certificate: Option<ListenerCertificate>,
}

impl Default for ListenerOptions {
    fn default() -> Self {
        Self {
            port: PORT,
            addresses: Vec::new(),
            limits: Limits::default(),
            pictures: PhonePictures::default(),
            public: None,
            #[cfg(feature = "network")]
            certificate: None,
        }
    }
}

/// Reason why a server cannot be opened. The messages say it to players.
#[derive(Debug, thiserror::Error)]
pub enum ListenerError {
    /// The request is for a page.
    #[error("{}", say!("a browser page can't serve phones: run Sixty-One on a computer at the table"))]
    Page,
    /// Another program listens there.
    #[error("{}", say!("ports {port} to {last} are in use, perhaps by another Sixty-One; close it, or choose another port with \
        `sixty-one serve --port`", port = .port, last = .last))]
    InUse {
        /// The first that was tried.
        port: u16,
        /// The last.
        last: u16,
    },
    /// The port can't be opened.
    #[error("{}", say!("can't open port {port} for phones: {source}", port = .port, source = .source))]
    Port {
        /// The first that was tried.
        port: u16,
        /// The system's error.
        source: std::io::Error,
    },
    /// A thread or timer failed.
    #[error("{}", say!("can't start the server for phones: {why}", why = .0))]
    System(#[from] std::io::Error),
    /// There are no random numbers for secrets.
    #[error("{}", say!("can't make links: this machine gives no random numbers ({why})", why = .0))]
    Random(#[from] getrandom::Error),
}

/// A server that is open. It closes when it is dropped.
///
/// Nothing here waits for a phone: a new state replaces the old one, and requests wait in a short queue.
pub struct Server {
    pub(crate) shown: watch::Sender<ShownTable>,
    /// The first snapshot. Each start has its own, so that what a phone sent before a restart fits no later state.
    pub(crate) first: u64,
    pub(crate) boards: Boards,
    pub(crate) public: Option<Arc<PublicAddress>>,
    pub(crate) links: watch::Sender<Links>,
    pub(crate) closed: watch::Sender<bool>,
    pub(crate) asks: Receiver<PhoneAsk>,
    pub(crate) hands: Receiver<HandAsk>,
    pub(crate) messages: Receiver<TableMessage>,
    pub(crate) wishes: Receiver<SecretaryAsk>,
    pub(crate) notices: Receiver<Refused>,
    pub(crate) guests: GuestBook,
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) certified: bool,
    pub(crate) thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Server {
    /// A page in a browser can open no listener.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "network"))]
    pub fn open(_options: &ListenerOptions, _wake: impl Fn() + Send + Sync + 'static) -> Result<Self, ListenerError> {
        Err(ListenerError::Page)
    }

    /// Returns the addresses it listens on; the one that others most likely reach comes first.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Shows the table's present state. Call it after every change, and before the next request is taken. Returns the
    /// number of this snapshot, as sent in the feed.
    pub fn show(&self, game: Option<Match>) -> u64 {
        self.show_unsaved(game, 0)
    }

    /// The same, with the number of acts that the disk has not taken: watchers see that too.
    pub fn show_unsaved(&self, game: Option<Match>, acts: usize) -> u64 {
        self.shown.send_modify(|shown| shown.change(self.first, game, acts));
        self.shown.borrow().number
    }

    /// Offers phones these games to begin when the table is free.
    pub fn offer(&self, next: Vec<NextGame>) {
        self.shown.send_if_modified(|shown| {
            let new = *shown.next != next;
            if new {
                shown.offer(self.first, next);
            }
            new
        });
    }

    /// The boards of a club's server, shown instead of a table once they are begun.
    #[must_use]
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The next thing that a table of the evening sends.
    #[must_use]
    pub fn take_message(&self) -> Option<TableMessage> {
        self.messages.try_recv().ok()
    }

    /// The next thing that the secretary of the evening asks for.
    #[must_use]
    pub fn take_wish(&self) -> Option<SecretaryAsk> {
        self.wishes.try_recv().ok()
    }

    /// Returns the next request of a phone. Requests about an older state of the table are already rejected here.
    pub fn take_ask(&self) -> Option<PhoneAsk> {
        loop {
            let ask = self.asks.try_recv().ok()?;
            if self.shown.borrow().is_still(ask.snapshot) {
                return Some(ask);
            }
            ask.answer(Err(said(MOVED_ON).to_owned()));
        }
    }

    /// The next question about a hand. To be answered beside the table: it changes nothing there.
    pub fn take_hand(&self) -> Option<HandAsk> {
        self.hands.try_recv().ok()
    }

    /// Opens a link of this kind under a new secret; an old one is of no use from now on.
    ///
    /// # Errors
    /// No random numbers; the link is then closed.
    pub fn open_link(&self, kind: LinkKind) -> Result<(), ListenerError> {
        self.close_link(kind);
        let secret = Secret::random()?;
        self.links.send_modify(|links| links.set(kind, Some(secret)));
        Ok(())
    }

    /// Opens a link of this kind under a code made by [`crate::fresh_code`]; the others of its kind are of no use from now on.
    pub fn open_code(&self, kind: LinkKind, code: &str) {
        self.links.send_modify(|links| links.set(kind, typed_code(code)));
    }

    /// Exactly these links of a kind open: one that is shown and not among them is withdrawn.
    pub fn keep_links(&self, kind: LinkKind, hashes: &[LinkHash]) {
        self.links.send_if_modified(|links| {
            let before = links.clone();
            links.keep(kind, hashes);
            *links != before
        });
    }

    /// Everything that opens this kind of link, as it may be kept.
    #[must_use]
    pub fn link_hashes(&self, kind: LinkKind) -> Vec<LinkHash> {
        self.links.borrow().hashes(kind)
    }

    /// Closes a link and disconnects its guests.
    pub fn close_link(&self, kind: LinkKind) {
        self.links.send_modify(|links| links.set(kind, None));
    }

    /// Returns the code of a link, while it is open.
    #[must_use]
    pub fn code(&self, kind: LinkKind) -> Option<String> {
        self.links.borrow().secret(kind).map(ToString::to_string)
    }

    /// The whole address of a link, while it is open, at the address that phones most likely reach.
    #[must_use]
    pub fn link(&self, kind: LinkKind) -> Option<String> {
        self.link_at(kind, 0)
    }

    /// Returns the link at another of [`Server::addresses`]. Every phone can use http; only a live camera needs https.
    #[must_use]
    pub fn link_at(&self, kind: LinkKind, address: usize) -> Option<String> {
        let scheme = if self.certified && kind == LinkKind::Camera { "https" } else { "http" };
        let base = match &self.public {
            Some(public) => public.url().to_owned(),
            None => format!("{scheme}://{}", self.addresses.get(address)?),
        };
        Some(format!("{base}/{}/{}/", kind.letter(), self.code(kind)?))
    }

    /// Returns the connected guests.
    #[must_use]
    pub fn guests(&self) -> Vec<Guest> {
        self.guests.list().into_iter().map(|guest| Guest { device: said(guest.device), ..guest }).collect()
    }

    /// Something that was refused and should be known, once.
    pub fn take_notice(&self) -> Option<String> {
        let (from, what) = self.notices.try_recv().ok()?;
        Some(say!("Phones: {from} {what}.", from, what = said(what)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.closed.send_replace(true);
        // It waits for no one, so it ends at once.
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}
