//! Work that another Web Worker does: jobs go out as bytes, news comes back as bytes. Whoever holds the window passes both on.

use super::{Inbox, Jobs, News, Worker};
use crate::worker::latest::Latest;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::sync_channel;

/// A job for another Web Worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Who is to do it.
    pub to: &'static str,
    /// Its number; news of it bears the same.
    pub number: u64,
    /// The job.
    pub job: Vec<u8>,
}

/// What comes back of an errand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// Something on the way.
    More(Vec<u8>),
    /// Its end.
    Done(Vec<u8>),
    /// It broke down.
    BrokeDown,
}

/// Hands a job to the Web Worker of this name.
pub fn post(to: &'static str, number: u64, job: Vec<u8>) {
    ERRANDS.with_borrow_mut(|errands| errands.push(Errand { to, number, job }));
}

/// From now on news of this name comes here, and no longer to whoever listened before.
pub fn listen(name: &'static str, door: impl Fn(u64, Brought) + 'static) {
    DOORS.with_borrow_mut(|doors| doors.insert(name, Box::new(door)));
}

/// Takes news of a job.
type Door = Box<dyn Fn(u64, Brought)>;

thread_local! {
    static ERRANDS: RefCell<Vec<Errand>> = const { RefCell::new(Vec::new()) };
    static DOORS: RefCell<BTreeMap<&'static str, Door>> = const { RefCell::new(BTreeMap::new()) };
}

/// The jobs that are to be passed on, each once.
#[must_use]
pub fn take_errands() -> Vec<Errand> {
    ERRANDS.take()
}

/// Hands news of a job over to whoever asked for it.
pub fn bring(from: &str, number: u64, news: Brought) {
    DOORS.with_borrow(|doors| {
        if let Some(door) = doors.get(from) {
            door(number, news);
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
        let door = move |number: u64, brought: Brought| {
            let told = match brought {
                Brought::More(bytes) => unpack(&bytes).map(News::More),
                Brought::Done(bytes) => unpack(&bytes).map(News::Done),
                Brought::BrokeDown => None,
            };
            // A window that has let go of the worker does not listen any more.
            drop(outbox.try_send((number, told.unwrap_or(News::BrokeDown))));
            wake();
        };
        listen(name, door);
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
