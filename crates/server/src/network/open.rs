//! Opens the listener.

use super::addresses::local_addresses;
use super::certificate::ListenerCertificate;
use super::listener::{self, Listener};
use super::requests::RequestQueue;
use super::routes::router;
use super::shared::{ListenerState, Notices, Rates};
use crate::club::{Boards, MOST_MESSAGES, MOST_WISHES, WaitingBytes};
use crate::guests::GuestBook;
use crate::hand::MOST_HANDS;
use crate::rights::{Links, Secret};
use crate::server::{ListenerError, ListenerOptions, Server};
use crate::shown::ShownTable;
use crate::snapshot::Snapshot;
use std::net::SocketAddr;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use tokio::sync::{Semaphore, watch};

/// Most refusals that wait to be shown.
const MOST_NOTICES: usize = 32;

impl Server {
    /// Opens the listener, with no link open yet. `wake` is called, from another thread, when there is something to take: an ask, a
    /// guest, a notice.
    ///
    /// # Errors
    /// The reason it cannot be opened, in words.
    pub fn open(options: &ListenerOptions, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, ListenerError> {
        let addresses = if options.addresses.is_empty() { local_addresses() } else { options.addresses.clone() };
        let listeners =
            listener::listen(&addresses, options.port).map_err(|source| listener::explain(options.port, source))?;
        let addresses = listeners.iter().map(std::net::TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let Parts { mut server, shared, snapshots } = Parts::make(options, addresses, wake)?;
        let way = Listener {
            router: router(&shared),
            limits: options.limits,
            public: shared.public.clone(),
            tls: options.certificate.as_ref().map(ListenerCertificate::acceptor),
            notices: shared.notices.clone(),
            closed: server.closed.subscribe(),
        };
        let newest = server.shown.subscribe();
        let run = move || {
            let local = async move {
                let printing = tokio::spawn(print(newest, snapshots));
                listener::serve(listeners, way).await;
                printing.abort();
            };
            runtime.block_on(local);
            runtime.shutdown_background();
        };
        server.thread = Some(Builder::new().name("phones".to_owned()).spawn(run)?);
        Ok(server)
    }
}

/// A server and what its routes share, before anything listens.
pub(super) struct Parts {
    pub(super) server: Server,
    pub(super) shared: ListenerState,
    pub(super) snapshots: watch::Sender<Arc<Snapshot>>,
}

impl Parts {
    pub(super) fn make(
        options: &ListenerOptions,
        addresses: Vec<SocketAddr>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, ListenerError> {
        // Better no listener than one with a secret that can be guessed.
        Secret::random()?;
        let mut random = [0; 4];
        getrandom::fill(&mut random)?;
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let (requests, asks) = RequestQueue::new(Arc::clone(&wake));
        let (to_table, notices) = sync_channel(MOST_NOTICES);
        let (to_hands, hands) = sync_channel(MOST_HANDS);
        let (to_club, messages) = sync_channel(MOST_MESSAGES);
        let (to_secretary, wishes) = sync_channel(MOST_WISHES);
        let guests = GuestBook::new(Arc::clone(&wake));
        let (shown, links, closed) = (
            watch::Sender::new(ShownTable::default()),
            watch::Sender::new(Links::default()),
            watch::Sender::new(false),
        );
        let snapshots = watch::Sender::new(Arc::new(Snapshot::of(ShownTable::default())));
        let (boards, public) = (Boards::default(), options.public.clone().map(Arc::new));
        let shared = ListenerState {
            shown: shown.subscribe(),
            snapshots: snapshots.subscribe(),
            boards: boards.clone(),
            public: public.clone(),
            links: links.subscribe(),
            guests: guests.clone(),
            requests,
            to_hands,
            to_club,
            waiting: WaitingBytes::default(),
            to_secretary,
            wake,
            pictures: options.pictures.clone(),
            limits: options.limits,
            rates: Arc::new(Mutex::new(Rates::new(&options.limits))),
            bodies: Arc::new(Semaphore::new(options.limits.bodies)),
            notices: Notices::new(to_table),
            certified: options.certificate.is_some(),
        };
        let server = Server {
            shown,
            // Room for a million snapshots of a start, and small enough for a page's numbers.
            first: u64::from(u32::from_le_bytes(random)) << 20,
            boards,
            public,
            links,
            closed,
            asks,
            hands,
            messages,
            wishes,
            notices,
            guests,
            addresses,
            certified: shared.certified,
            thread: None,
        };
        Ok(Self { server, shared, snapshots })
    }
}

/// Makes each snapshot once. Where changes come faster than they are made, the newest is.
pub(super) async fn print(mut shown: watch::Receiver<ShownTable>, snapshots: watch::Sender<Arc<Snapshot>>) {
    while shown.changed().await.is_ok() {
        let newest = shown.borrow_and_update().clone();
        snapshots.send_replace(Arc::new(Snapshot::of(newest)));
    }
}
