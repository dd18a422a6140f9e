//! What the requests share.

use crate::boards::Boards;
use crate::club::TableParcel;
use crate::desk::Desk;
use crate::edition::{Edition, ShownTable};
use crate::guests::GuestBook;
use crate::hand::HandAsk;
use crate::limits::{ADDRESSES, Limits};
use crate::pictures::PhonePictures;
use crate::rights::{Links, PublicAddress, RateBook};
use crate::secretary::SecretaryAsk;
use language::sentence;
use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

/// So many different refusals are told; then no more is.
const MOST_TOLD: usize = 64;

/// Where a request came in, and from whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) here: SocketAddr,
    pub(crate) from: IpAddr,
    /// By https?
    pub(crate) secure: bool,
}

/// What the requests share; every clone is the same.
#[derive(Clone)]
pub(crate) struct DoorState {
    pub(crate) shown: watch::Receiver<ShownTable>,
    pub(crate) editions: watch::Receiver<Arc<Edition>>,
    pub(crate) boards: Boards,
    pub(crate) public: Option<Arc<PublicAddress>>,
    pub(crate) links: watch::Receiver<Links>,
    pub(crate) guests: GuestBook,
    pub(crate) desk: Desk,
    pub(crate) to_hands: SyncSender<HandAsk>,
    pub(crate) to_club: SyncSender<TableParcel>,
    pub(crate) to_secretary: SyncSender<SecretaryAsk>,
    pub(crate) wake: Arc<dyn Fn() + Send + Sync>,
    pub(crate) pictures: PhonePictures,
    pub(crate) limits: Limits,
    pub(crate) rates: Arc<Mutex<Rates>>,
    pub(crate) notices: Notices,
    /// Does the door speak https too?
    pub(crate) certified: bool,
}

/// How often each address asked.
pub(crate) struct Rates {
    pub(crate) requests: RateBook,
    pub(crate) wrong: RateBook,
}

impl Rates {
    pub(crate) const fn new(limits: &Limits) -> Self {
        Self { requests: RateBook::new(limits.requests, ADDRESSES), wrong: RateBook::new(limits.wrong, ADDRESSES) }
    }
}

impl DoorState {
    /// May this address ask now? Takes one of its requests.
    pub(crate) fn may_ask(&self, from: IpAddr) -> bool {
        let now = Instant::now();
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        rates.wrong.has(from, now) && rates.requests.take(from, now)
    }

    /// It came with a wrong secret.
    pub(crate) fn wrong_secret(&self, from: IpAddr) {
        let now = Instant::now();
        let _spent = self.rates.lock().unwrap_or_else(PoisonError::into_inner).wrong.take(from, now);
        self.notices.tell(from, sentence!("tried a link that is not open"));
    }
}

/// Who was refused, and why: a sentence that is said to the table in its own language.
pub(crate) type Refused = (IpAddr, &'static str);

/// Tells the table's program what was refused: each thing once for each address, and not without end.
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
