//! The server as the table's program has it: opened, told how the table stands, asked what phones want, closed.

use crate::boards::Boards;
use crate::certificate::DoorCertificate;
use crate::club::{MOST_PARCELS, TableParcel};
use crate::desk::{Desk, PhoneAsk};
use crate::door::{self, Doorway};
use crate::edition::{Edition, ShownTable};
use crate::guests::{Guest, GuestBook};
use crate::hand::{HandAsk, MOST_HANDS};
use crate::limits::Limits;
use crate::pictures::PhonePictures;
use crate::rights::{LinkKind, Links, PublicAddress, Secret};
use crate::routes::{MOVED_ON, router};
use crate::secretary::{MOST_WISHES, SecretaryAsk};
use crate::shared::{DoorState, Notices, Rates, Refused};
use game::Match;
use language::{said, say};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use tokio::sync::watch;

/// The port that is tried first.
pub const PORT: u16 = 6161;
/// So many things that were refused wait to be told.
const MOST_NOTICES: usize = 32;

/// How a server is opened.
#[derive(Clone, Debug)]
pub struct DoorOptions {
    /// The port; another near it where it is taken. 0 is any.
    pub port: u16,
    /// The addresses; without any those of this machine in local networks. Others are never opened.
    pub addresses: Vec<IpAddr>,
    /// The bounds.
    pub limits: Limits,
    /// Where pictures of phones that are cameras go.
    pub pictures: PhonePictures,
    /// Where the world finds it, behind a proxy.
    pub public: Option<PublicAddress>,
    /// With one the same port speaks https too, and links for cameras say so.
    pub certificate: Option<DoorCertificate>,
}

impl Default for DoorOptions {
    fn default() -> Self {
        Self {
            port: PORT,
            addresses: Vec::new(),
            limits: Limits::default(),
            pictures: PhonePictures::default(),
            public: None,
            certificate: None,
        }
    }
}

/// Why a server cannot be opened. The messages say it to players.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// No port.
    #[error("{}", say!("the phones' door cannot be opened on port {port}: {source}", port = .port, source = .source))]
    Port {
        /// The first that was tried.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// No thread, no timer.
    #[error("{}", say!("the phones' door cannot be opened: {why}", why = .0))]
    System(#[from] std::io::Error),
    /// A code of before.
    #[error("{}", say!("that code opens nothing"))]
    Code,
    /// No secrets.
    #[error("{}", say!("this machine gives no random numbers for the links: {why}", why = .0))]
    Random(#[from] getrandom::Error),
}

/// A server that is open. It closes when it is dropped.
///
/// Nothing here waits for a phone: what is shown replaces what was shown before, and what is asked waits in a short queue.
pub struct Server {
    shown: watch::Sender<ShownTable>,
    boards: Boards,
    public: Option<Arc<PublicAddress>>,
    links: watch::Sender<Links>,
    closed: watch::Sender<bool>,
    asks: Receiver<PhoneAsk>,
    hands: Receiver<HandAsk>,
    parcels: Receiver<TableParcel>,
    wishes: Receiver<SecretaryAsk>,
    notices: Receiver<Refused>,
    guests: GuestBook,
    addresses: Vec<SocketAddr>,
    certified: bool,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Server {
    /// Opens the door, with no link open yet. `wake` is called, from another thread, when there is something to take: an ask, a
    /// guest, a notice.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    pub fn open(options: &DoorOptions, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, DoorError> {
        // Better no door than one with a secret that can be guessed.
        Secret::random()?;
        let addresses = if options.addresses.is_empty() { door::local_addresses() } else { options.addresses.clone() };
        let listeners =
            door::listen(&addresses, options.port).map_err(|source| DoorError::Port { port: options.port, source })?;
        let addresses = listeners.iter().map(std::net::TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let (desk, asks) = Desk::new(Arc::clone(&wake));
        let (to_table, notices) = sync_channel(MOST_NOTICES);
        let (to_hands, hands) = sync_channel(MOST_HANDS);
        let (to_club, parcels) = sync_channel(MOST_PARCELS);
        let (to_secretary, wishes) = sync_channel(MOST_WISHES);
        let guests = GuestBook::new(Arc::clone(&wake));
        let (shown, links, closed) = (
            watch::Sender::new(ShownTable::default()),
            watch::Sender::new(Links::default()),
            watch::Sender::new(false),
        );
        let editions = watch::Sender::new(Arc::new(Edition::of(ShownTable::default())));
        let (boards, public) = (Boards::default(), options.public.clone().map(Arc::new));
        let shared = DoorState {
            shown: shown.subscribe(),
            editions: editions.subscribe(),
            boards: boards.clone(),
            public: public.clone(),
            links: links.subscribe(),
            guests: guests.clone(),
            desk,
            to_hands,
            to_club,
            to_secretary,
            wake,
            pictures: options.pictures.clone(),
            limits: options.limits,
            rates: Arc::new(Mutex::new(Rates::new(&options.limits))),
            notices: Notices::new(to_table),
            certified: options.certificate.is_some(),
        };
        let way = Doorway {
            router: router(&shared),
            limits: options.limits,
            public: public.clone(),
            tls: options.certificate.as_ref().map(DoorCertificate::acceptor),
            notices: shared.notices.clone(),
            closed: closed.subscribe(),
        };
        let (certified, newest) = (shared.certified, shown.subscribe());
        let run = move || {
            let local = async move {
                let printing = tokio::spawn(print(newest, editions));
                door::serve(listeners, way).await;
                printing.abort();
            };
            runtime.block_on(local);
            runtime.shutdown_background();
        };
        let thread = Builder::new().name("phones".to_owned()).spawn(run)?;
        Ok(Self {
            shown,
            boards,
            public,
            links,
            closed,
            asks,
            hands,
            parcels,
            wishes,
            notices,
            guests,
            addresses,
            certified,
            thread: Some(thread),
        })
    }

    /// Where it listens; the address that others most likely reach comes first.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// How the table stands now. To be called after every change of it, and before what was asked is taken. The number of this
    /// edition, as the feed tells it.
    pub fn show(&self, game: Option<Match>) -> u64 {
        let game = game.map(Arc::new);
        self.shown.send_modify(|shown| *shown = ShownTable { number: shown.number + 1, game });
        self.shown.borrow().number
    }

    /// The boards of a club's server, shown instead of a table once they are begun.
    #[must_use]
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The next thing that a table of the evening sends.
    #[must_use]
    pub fn take_parcel(&self) -> Option<TableParcel> {
        self.parcels.try_recv().ok()
    }

    /// The next thing that the secretary of the evening asks for.
    #[must_use]
    pub fn take_wish(&self) -> Option<SecretaryAsk> {
        self.wishes.try_recv().ok()
    }

    /// The next thing a phone asks for. What was asked when the table stood otherwise is refused here already.
    pub fn take_ask(&self) -> Option<PhoneAsk> {
        loop {
            let ask = self.asks.try_recv().ok()?;
            if ask.edition == self.shown.borrow().number {
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
    pub fn open_link(&self, kind: LinkKind) -> Result<(), DoorError> {
        self.close_link(kind);
        let secret = Secret::random()?;
        self.links.send_modify(|links| links.set(kind, Some(secret)));
        Ok(())
    }

    /// Opens a link under the code that it had before, so that whoever came by it finds the door again.
    ///
    /// # Errors
    /// It is no code that was given out here.
    pub fn reopen_link(&self, kind: LinkKind, code: &str) -> Result<(), DoorError> {
        let secret = Secret::parse(code).ok_or(DoorError::Code)?;
        self.links.send_modify(|links| links.set(kind, Some(secret)));
        Ok(())
    }

    /// Closes a link: who is connected by it is so no more.
    pub fn close_link(&self, kind: LinkKind) {
        self.links.send_modify(|links| links.set(kind, None));
    }

    /// The secret of a link as it is typed, while it is open.
    #[must_use]
    pub fn code(&self, kind: LinkKind) -> Option<String> {
        self.links.borrow().secret(kind).map(ToString::to_string)
    }

    /// The whole address of a link, while it is open. Every phone reads http; a live camera alone needs https.
    #[must_use]
    pub fn link(&self, kind: LinkKind) -> Option<String> {
        let scheme = if self.certified && kind == LinkKind::Camera { "https" } else { "http" };
        let base = match &self.public {
            Some(public) => public.url().to_owned(),
            None => format!("{scheme}://{}", self.addresses.first()?),
        };
        Some(format!("{base}/{}/{}/", kind.letter(), self.code(kind)?))
    }

    /// Who is connected.
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
        // It waits for nobody, so it ends at once.
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}

/// Makes each edition once. Where changes come faster than they are made, the newest is.
async fn print(mut shown: watch::Receiver<ShownTable>, editions: watch::Sender<Arc<Edition>>) {
    while shown.changed().await.is_ok() {
        let newest = shown.borrow_and_update().clone();
        editions.send_replace(Arc::new(Edition::of(newest)));
    }
}
