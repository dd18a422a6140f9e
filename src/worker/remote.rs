//! Work that another Web Worker does: jobs go out as bytes, news comes back as bytes. The window passes both on.

use super::{Inbox, Jobs, News, Worker};
use crate::worker::latest::Latest;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::sync_channel;

/// A job for another Web Worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteJob {
    /// Name of the worker.
    pub to: &'static str,
    /// Number of the job; its news has the same.
    pub number: u64,
    /// The job.
    pub job: Vec<u8>,
}

/// News of a remote job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// Something on the way.
    More(Vec<u8>),
    /// The job is done.
    Done(Vec<u8>),
    /// The worker broke down.
    BrokeDown,
}

/// Hands a job to the Web Worker of this name.
pub fn post(to: &'static str, number: u64, job: Vec<u8>) {
    REMOTE_JOBS.with_borrow_mut(|remote_jobs| remote_jobs.push(RemoteJob { to, number, job }));
}

/// From now on news of this name comes here, and no longer to the earlier listener.
pub fn listen(name: &'static str, hear: impl Fn(u64, Brought) + 'static) {
    LISTENERS.with_borrow_mut(|listeners| listeners.insert(name, Box::new(hear)));
}

/// Takes news of a job.
type Listener = Box<dyn Fn(u64, Brought)>;

thread_local! {
    static REMOTE_JOBS: RefCell<Vec<RemoteJob>> = const { RefCell::new(Vec::new()) };
    static LISTENERS: RefCell<BTreeMap<&'static str, Listener>> = const { RefCell::new(BTreeMap::new()) };
}

/// The jobs that are to be passed on, each once.
#[must_use]
pub fn take_remote_jobs() -> Vec<RemoteJob> {
    REMOTE_JOBS.take()
}

/// Passes news of a job on to the caller that asked for it.
pub fn bring(from: &str, number: u64, news: Brought) {
    LISTENERS.with_borrow(|listeners| {
        if let Some(hear) = listeners.get(from) {
            hear(number, news);
        }
    });
}

impl<J: 'static, N: 'static> Worker<J, N> {
    /// A worker whose jobs are done in the Web Worker of this name, only the newest of them. What cannot be read of the news
    /// counts as broken down.
    pub fn elsewhere(
        name: &'static str,
        wake: impl Fn() + 'static,
        pack: impl Fn(J) -> Vec<u8> + 'static,
        unpack: impl Fn(&[u8]) -> Option<N> + 'static,
    ) -> Self {
        let jobs = Latest::new();
        let inbox = Inbox::Newest(jobs.clone());
        let (outbox, news) = sync_channel(super::MOST_NEWS);
        let hear = move |number: u64, brought: Brought| {
            let told = match brought {
                Brought::More(bytes) => unpack(&bytes).map(News::More),
                Brought::Done(bytes) => unpack(&bytes).map(News::Done),
                Brought::BrokeDown => None,
            };
            // A window that has let go of the worker does not listen any more.
            drop(outbox.try_send((number, told.unwrap_or(News::BrokeDown))));
            wake();
        };
        listen(name, hear);
        let send = move || {
            while let Some((number, job)) = inbox.next() {
                post(name, number, pack(job));
            }
        };
        Self {
            jobs: Some(Jobs::Newest(jobs)),
            news: Some(news),
            last: 0,
            newest: Arc::new(AtomicU64::new(0)),
            pending: 0,
            thread: Some(Box::new(send)),
        }
    }
}
