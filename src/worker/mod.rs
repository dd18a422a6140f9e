//! Work beside the window: a named thread that takes jobs and gives news. Everything that thinks, reads, stores or waits for long
//! runs in a [`Worker`], so that it is bounded, survives a panic, and wakes the window in one way.
//!
//! Jobs and news are plain data. A worker either does only the newest job ([`Worker::newest`]: earlier requests no
//! longer matter) or all of them in their order ([`Worker::in_order`]). A job that panics is reported as
//! [`News::BrokeDown`]; the worker then makes a new state and takes the next job.
//!
//! A browser has no threads: there a job is done when it is asked for, or by another Web Worker (`remote`).

pub mod latest;
#[cfg(target_arch = "wasm32")]
pub mod remote;

use crate::worker::latest::Latest;
#[cfg(not(target_arch = "wasm32"))]
use crate::worker::latest::Waited;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
#[cfg(not(target_arch = "wasm32"))]
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Most news that waits for the window before a worker pauses. Without a thread it is not taken meanwhile.
const MOST_NEWS: usize = if cfg!(target_arch = "wasm32") { 1024 } else { 64 };
/// A worker without a job looks so often whether it is still wanted.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_secs(60);

/// News of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<N> {
    /// Something on the way; more comes.
    More(N),
    /// The end of a job.
    Done(N),
    /// The job panicked; nothing more comes of it.
    BrokeDown,
}

/// State of the worker's thread while it works on a job.
#[derive(Debug)]
pub struct Bench<N> {
    number: u64,
    newest: Arc<AtomicU64>,
    news: SyncSender<(u64, News<N>)>,
}

impl<N> Bench<N> {
    /// Reports whether the result of this job is still wanted, for a long job to check from time to time.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.number >= self.newest.load(Ordering::Relaxed)
    }

    /// Sends news before the job is done. Returns `false` if the listener is gone.
    pub fn tell(&self, news: N) -> bool {
        self.news.send((self.number, News::More(news))).is_ok()
    }
}

/// Waiting jobs.
#[derive(Debug)]
enum Jobs<J> {
    Newest(Latest<(u64, J)>),
    InOrder(SyncSender<(u64, J)>),
}

/// Source of jobs for the thread.
enum Inbox<J> {
    Newest(Latest<(u64, J)>),
    InOrder(Receiver<(u64, J)>),
}

impl<J> Inbox<J> {
    /// The next job; `None` when there will be none.
    #[cfg(not(target_arch = "wasm32"))]
    fn next(&self) -> Option<(u64, J)> {
        match self {
            Self::InOrder(jobs) => jobs.recv().ok(),
            Self::Newest(jobs) => loop {
                match jobs.wait(PATIENCE) {
                    Waited::Value(job) => return Some(job),
                    Waited::Closed => return None,
                    Waited::Nothing => {}
                }
            },
        }
    }

    /// The next job if one waits.
    #[cfg(target_arch = "wasm32")]
    fn next(&self) -> Option<(u64, J)> {
        match self {
            Self::InOrder(jobs) => jobs.try_recv().ok(),
            Self::Newest(jobs) => jobs.try_take(),
        }
    }
}

/// Thread that does the jobs.
#[cfg(not(target_arch = "wasm32"))]
type Job = JoinHandle<()>;
/// The caller does the jobs itself.
#[cfg(target_arch = "wasm32")]
type Job = Box<dyn FnMut()>;

/// Starts a worker.
#[cfg(not(target_arch = "wasm32"))]
fn spawn(name: &str, work: impl FnMut() + Send + 'static) -> io::Result<Job> {
    Builder::new().name(name.to_owned()).spawn(work)
}

#[cfg(target_arch = "wasm32")]
fn spawn(_name: &str, work: impl FnMut() + 'static) -> io::Result<Job> {
    Ok(Box::new(work))
}

/// A thread that takes jobs of type `J` and gives news of type `N`.
pub struct Worker<J, N> {
    jobs: Option<Jobs<J>>,
    news: Option<Receiver<(u64, News<N>)>>,
    /// The number of the last job that was handed over.
    last: u64,
    /// News of jobs with smaller numbers is pointless.
    newest: Arc<AtomicU64>,
    /// Jobs that have not ended.
    pending: usize,
    thread: Option<Job>,
}

impl<J, N> fmt::Debug for Worker<J, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Worker({} pending)", self.pending)
    }
}

impl<J: Send + 'static, N: Send + 'static> Worker<J, N> {
    /// Starts a thread with this name that does only the newest job. `make` makes the function that does the work,
    /// `wake` is called after all news, both from that thread.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn newest<W: FnMut(J, &Bench<N>) -> N + 'static>(
        name: &str,
        wake: impl Fn() + Send + 'static,
        make: impl FnMut() -> W + Send + 'static,
    ) -> io::Result<Self> {
        let jobs = Latest::new();
        Self::start(name, Jobs::Newest(jobs.clone()), Inbox::Newest(jobs), wake, make)
    }

    /// A worker that does only the newest job and may be another program: a thread as [`Self::newest`] starts it; in a browser
    /// the Web Worker of this name, which gets and gives bytes.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn beside<W: FnMut(J, &Bench<N>) -> N + 'static>(
        name: &'static str,
        wake: impl Fn() + Send + 'static,
        make: impl FnMut() -> W + Send + 'static,
        pack: impl Fn(J) -> Vec<u8> + 'static,
        unpack: impl Fn(&[u8]) -> Option<N> + 'static,
    ) -> io::Result<Self> {
        #[cfg(target_arch = "wasm32")]
        {
            drop(make);
            Ok(Self::elsewhere(name, wake, pack, unpack))
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            drop((pack, unpack));
            Self::newest(name, wake, make)
        }
    }

    /// A thread of this name that does all jobs in their order; at most `most` wait.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn in_order<W: FnMut(J, &Bench<N>) -> N + 'static>(
        name: &str,
        most: usize,
        wake: impl Fn() + Send + 'static,
        make: impl FnMut() -> W + Send + 'static,
    ) -> io::Result<Self> {
        let (jobs, inbox) = sync_channel(most);
        Self::start(name, Jobs::InOrder(jobs), Inbox::InOrder(inbox), wake, make)
    }

    fn start<W: FnMut(J, &Bench<N>) -> N + 'static>(
        name: &str,
        jobs: Jobs<J>,
        inbox: Inbox<J>,
        wake: impl Fn() + Send + 'static,
        mut make: impl FnMut() -> W + Send + 'static,
    ) -> io::Result<Self> {
        let (outbox, news) = sync_channel(MOST_NEWS);
        let newest = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&newest);
        let mut serve = move |work: &mut Option<W>| {
            while let Some((number, job)) = inbox.next() {
                let bench = Bench { number, newest: Arc::clone(&shared), news: outbox.clone() };
                if !bench.is_wanted() {
                    continue;
                }
                let done = catch_unwind(AssertUnwindSafe(|| work.get_or_insert_with(&mut make)(job, &bench)));
                if done.is_err() {
                    // Anything half done goes with it.
                    *work = None;
                }
                if outbox.send((number, done.map_or(News::BrokeDown, News::Done))).is_err() {
                    return;
                }
                wake();
            }
        };
        // On a machine the state is made in the thread and stays there.
        #[cfg(not(target_arch = "wasm32"))]
        let run = move || serve(&mut None);
        #[cfg(target_arch = "wasm32")]
        let run = {
            let mut work = None;
            move || serve(&mut work)
        };
        let thread = spawn(name, run)?;
        Ok(Self { jobs: Some(jobs), news: Some(news), last: 0, newest, pending: 0, thread: Some(thread) })
    }

    /// Job a job over.
    ///
    /// # Errors
    /// The job, when too many wait already or the thread is gone.
    pub fn ask(&mut self, job: J) -> Result<(), J> {
        let number = self.last + 1;
        match &self.jobs {
            None => return Err(job),
            Some(Jobs::Newest(jobs)) => {
                if self.is_gone() {
                    return Err(job);
                }
                self.newest.store(number, Ordering::Relaxed);
                jobs.send((number, job));
                self.pending = 1;
            }
            Some(Jobs::InOrder(jobs)) => {
                jobs.try_send((number, job)).map_err(|unsent| match unsent {
                    TrySendError::Full((_, job)) | TrySendError::Disconnected((_, job)) => job,
                })?;
                self.pending += 1;
            }
        }
        self.last = number;
        #[cfg(target_arch = "wasm32")]
        if let Some(work) = &mut self.thread {
            work();
        }
        Ok(())
    }

    /// Cancels the request: no news of it comes, and the job may stop.
    pub fn forget(&mut self) {
        self.last += 1;
        self.newest.store(self.last, Ordering::Relaxed);
        self.pending = 0;
    }

    /// The next news, if there is some.
    pub fn take(&mut self) -> Option<News<N>> {
        self.wait(Duration::ZERO)
    }

    /// The next news, waited for at most so long. News of what no longer matters is dropped.
    pub fn wait(&mut self, at_most: Duration) -> Option<News<N>> {
        loop {
            let news = self.news.as_ref()?;
            // Without a thread everything is there already, and there is nothing to wait for.
            let next =
                if cfg!(target_arch = "wasm32") { news.try_recv().ok() } else { news.recv_timeout(at_most).ok() };
            let (number, news) = next?;
            if number < self.newest.load(Ordering::Relaxed) {
                continue;
            }
            if !matches!(news, News::More(_)) {
                self.pending = self.pending.saturating_sub(1);
            }
            return Some(news);
        }
    }
}

impl<J, N> Worker<J, N> {
    /// Reports whether the end of a job is still to come.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending > 0
    }

    /// Reports whether the thread has ended, so that no news will come.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        return self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        #[cfg(target_arch = "wasm32")]
        return self.thread.is_none();
    }
}

impl<J, N> Drop for Worker<J, N> {
    fn drop(&mut self) {
        self.newest.store(u64::MAX, Ordering::Relaxed);
        if let Some(Jobs::Newest(jobs)) = self.jobs.take() {
            jobs.close();
        }
        self.news = None;
        // A thread in the middle of a job is not waited for when the window closes.
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(thread) = self.thread.take().filter(|_| self.pending == 0) {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn only_the_newest_job_is_done() {
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let mut may_go = Some(may_go);
        let make = move || {
            let (begun, may_go) = (begun.clone(), may_go.take().unwrap());
            move |n: u32, bench: &Bench<(u32, bool)>| {
                begun.send(n).unwrap();
                may_go.recv().unwrap();
                (n, bench.is_wanted())
            }
        };
        let mut worker = Worker::newest("test", || {}, make).unwrap();
        worker.ask(1).unwrap();
        assert_eq!(has_begun.recv().unwrap(), 1);
        worker.ask(2).unwrap();
        worker.ask(3).unwrap();
        go.send(()).unwrap();
        assert_eq!(has_begun.recv().unwrap(), 3, "the second was never begun");
        go.send(()).unwrap();
        assert_eq!(worker.wait(LONG), Some(News::Done((3, true))), "and of the first nothing is told");
        assert!(!worker.is_busy());
        worker.ask(4).unwrap();
        assert_eq!(has_begun.recv().unwrap(), 4);
        worker.forget();
        go.send(()).unwrap();
        assert_eq!((worker.wait(Duration::from_millis(50)), worker.is_busy()), (None, false), "abandoned");
    }

    #[test]
    fn jobs_in_order_are_all_done_and_no_more_wait_than_may() {
        let (go, may_go) = mpsc::channel::<()>();
        let mut may_go = Some(may_go);
        let make = move || {
            let may_go = may_go.take().unwrap();
            move |n: u32, bench: &Bench<u32>| {
                may_go.recv().unwrap();
                assert!(bench.tell(n * 10));
                n
            }
        };
        let mut worker = Worker::in_order("test", 2, || {}, make).unwrap();
        let taken: Vec<u32> = (0..20).filter(|&n| worker.ask(n).is_ok()).collect();
        assert!((2..=3).contains(&taken.len()), "{taken:?}");
        for n in taken {
            go.send(()).unwrap();
            assert_eq!(worker.wait(LONG), Some(News::More(n * 10)));
            assert!(worker.is_busy());
            assert_eq!(worker.wait(LONG), Some(News::Done(n)));
        }
        assert!(!worker.is_busy());
    }

    #[test]
    fn a_panic_is_told_once_and_survived_with_a_state_made_anew() {
        let make = || {
            let mut jobs = 0;
            move |n: u32, _: &Bench<u32>| {
                jobs += 1;
                assert_ne!(n, 13, "on purpose");
                jobs
            }
        };
        let mut worker = Worker::in_order("test", 8, || {}, make).unwrap();
        for n in [1, 2, 13, 4] {
            worker.ask(n).unwrap();
        }
        let news: Vec<_> = (0..4).map(|_| worker.wait(LONG).unwrap()).collect();
        assert_eq!(news, [News::Done(1), News::Done(2), News::BrokeDown, News::Done(1)]);
        assert!(!worker.is_busy() && !worker.is_gone());
    }
}
