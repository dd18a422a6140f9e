//! State shared by all requests.

use super::requests::RequestQueue;
use crate::club::{Boards, SecretaryAsk, TableMessage, WaitingBytes};
use crate::guests::GuestBook;
use crate::hand::HandAsk;
use crate::limits::{ADDRESSES, Limits};
use crate::pictures::PhonePictures;
use crate::rights::{Links, PublicAddress, RateBook};
use crate::server::Refused;
use crate::shown::ShownTable;
use crate::snapshot::Snapshot;
use language::sentence;
use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// Most different refusals that are shown; later ones are not.
const MOST_TOLD: usize = 64;

/// Longest wait of an answer for its snapshot.
const PRINTING: Duration = Duration::from_secs(2);

/// Local and remote end of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) here: SocketAddr,
    pub(crate) from: IpAddr,
    /// Whether the connection is https.
    pub(crate) secure: bool,
}

/// State shared by all requests; clones share it.
#[derive(Clone)]
pub(crate) struct ListenerState {
    pub(crate) shown: watch::Receiver<ShownTable>,
    pub(crate) snapshots: watch::Receiver<Arc<Snapshot>>,
    pub(crate) boards: Boards,
    pub(crate) public: Option<Arc<PublicAddress>>,
    pub(crate) links: watch::Receiver<Links>,
    pub(crate) guests: GuestBook,
    pub(crate) requests: RequestQueue,
    pub(crate) to_hands: SyncSender<HandAsk>,
    pub(crate) to_club: SyncSender<TableMessage>,
    pub(crate) waiting: WaitingBytes,
    pub(crate) to_secretary: SyncSender<SecretaryAsk>,
    pub(crate) wake: Arc<dyn Fn() + Send + Sync>,
    pub(crate) pictures: PhonePictures,
    pub(crate) limits: Limits,
    pub(crate) rates: Arc<Mutex<Rates>>,
    /// Room for the bodies of requests, in bytes.
    pub(crate) bodies: Arc<Semaphore>,
    pub(crate) notices: Notices,
    /// Whether the listener also speaks https.
    pub(crate) certified: bool,
}

/// What a request asks for, each with a rate of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// It came by a link that opens.
    Link,
    /// The page where a code is typed: the same for everybody.
    Front,
    /// A code was typed. Browsers name the page that sends a form, so no other site's counts here.
    Code,
    /// A link that does not open, or no page of ours.
    Wrong,
}

/// Request rates of each address by what they ask for: wrong links, which any page can make a browser open, spend nothing
/// of what right links and codes have.
pub(crate) struct Rates {
    requests: RateBook,
    front: RateBook,
    codes: RateBook,
    strangers: RateBook,
}

impl Rates {
    pub(crate) const fn new(limits: &Limits) -> Self {
        Self {
            requests: RateBook::new(limits.requests, ADDRESSES),
            front: RateBook::new(limits.requests, ADDRESSES),
            codes: RateBook::new(limits.strangers, ADDRESSES),
            strangers: RateBook::new(limits.strangers, ADDRESSES),
        }
    }
}

impl ListenerState {
    /// Waits until the listeners get what the table shows now: a phone that has its answer sees its act, and its next
    /// act is about that.
    pub(crate) async fn printed(&self) {
        let newest = self.shown.borrow().number;
        let mut snapshots = self.snapshots.clone();
        let printed = snapshots.wait_for(|snapshot| snapshot.shown.number >= newest);
        drop(tokio::time::timeout(PRINTING, printed).await);
    }

    /// Takes one of this address's requests of a kind; reports whether it had one left.
    pub(crate) fn may_ask(&self, from: IpAddr, kind: RequestKind) -> bool {
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        let book = match kind {
            RequestKind::Link => &mut rates.requests,
            RequestKind::Front => &mut rates.front,
            RequestKind::Code => &mut rates.codes,
            RequestKind::Wrong => &mut rates.strangers,
        };
        let may = book.take(from, Instant::now());
        if !may {
            self.notices.tell(from, sentence!("sends too many requests and has to wait"));
        }
        may
    }
}

/// Reports refusals to the table's program: each once for each address, and not without end.
#[derive(Clone)]
pub(crate) struct Notices {
    told: Arc<Mutex<BTreeSet<(IpAddr, &'static str)>>>,
    to_table: SyncSender<Refused>,
}

impl Notices {
    pub(crate) fn new(to_table: SyncSender<Refused>) -> Self {
        Self { told: Arc::default(), to_table }
    }

    pub(crate) fn tell(&self, from: IpAddr, what: &'static str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < MOST_TOLD && told.insert((from, what)) {
            // A table that does not read them has enough.
            let _full = self.to_table.try_send((from, what));
        }
    }
}
