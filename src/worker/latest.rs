//! A mailbox with one place, between threads: the newest value wins, so memory is one value and a slow reader delays no
//! one. Values may be lost on purpose; what must not be lost does not belong here. The only file with a lock.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// One end of the mailbox; every clone is the same mailbox.
pub struct Latest<T>(Arc<Shared<T>>);

struct Shared<T> {
    place: Mutex<Slot<T>>,
    changed: Condvar,
}

struct Slot<T> {
    value: Option<T>,
    closed: bool,
}

/// Result of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited<T> {
    /// A value.
    Value(T),
    /// The time is up.
    Nothing,
    /// The mailbox is closed and empty.
    Closed,
}

impl<T> Clone for Latest<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> std::fmt::Debug for Latest<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Latest")
    }
}

impl<T> Latest<T> {
    /// An empty mailbox.
    #[must_use]
    pub fn new() -> Self {
        let place = Mutex::new(Slot { value: None, closed: false });
        Self(Arc::new(Shared { place, changed: Condvar::new() }))
    }

    /// A thread that panicked while it held the lock cannot have left half a value.
    fn place(&self) -> MutexGuard<'_, Slot<T>> {
        self.0.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a value in the place of the last one. Nothing happens once closed.
    pub fn send(&self, value: T) {
        let mut place = self.place();
        if !place.closed {
            let _old = place.value.replace(value);
            self.0.changed.notify_all();
        }
    }

    /// The value, if there is one. Never waits for anything but the other end's assignment.
    #[must_use]
    pub fn try_take(&self) -> Option<T> {
        let value = self.place().value.take();
        if value.is_some() {
            self.0.changed.notify_all();
        }
        value
    }

    /// Waits for a value, at most so long.
    #[must_use]
    pub fn wait(&self, at_most: Duration) -> Waited<T> {
        let until = Instant::now() + at_most;
        let mut place = self.place();
        loop {
            if let Some(value) = place.value.take() {
                self.0.changed.notify_all();
                return Waited::Value(value);
            }
            if place.closed {
                return Waited::Closed;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Waited::Nothing;
            }
            place = self.0.changed.wait_timeout(place, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the value was taken, at most so long. `false` when it is still there.
    #[must_use]
    pub fn wait_taken(&self, at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        let mut place = self.place();
        loop {
            if place.value.is_none() || place.closed {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            place = self.0.changed.wait_timeout(place, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Closes the mailbox: nothing can be put in any more, but its content can still be taken.
    pub fn close(&self) {
        self.place().closed = true;
        self.0.changed.notify_all();
    }

    /// Reports whether either end has closed it.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.place().closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_value_wins_and_a_closed_mailbox_says_so() {
        let mailbox = Latest::new();
        assert_eq!(mailbox.wait(Duration::ZERO), Waited::Nothing);
        mailbox.send(1);
        mailbox.send(2);
        assert!(!mailbox.wait_taken(Duration::ZERO));
        assert_eq!((mailbox.try_take(), mailbox.try_take()), (Some(2), None));
        mailbox.send(3);
        mailbox.close();
        mailbox.send(4);
        assert_eq!(mailbox.wait(Duration::from_secs(9)), Waited::Value(3));
        assert_eq!(mailbox.wait(Duration::from_secs(9)), Waited::Closed);
    }

    #[test]
    fn a_waiting_thread_is_woken() {
        let (there, back) = (Latest::new(), Latest::new());
        let thread = {
            let (there, back) = (there.clone(), back.clone());
            std::thread::spawn(move || {
                while let Waited::Value(n) = there.wait(Duration::from_secs(60)) {
                    back.send(n + 1);
                }
            })
        };
        for n in 0..100 {
            there.send(n);
            assert_eq!(back.wait(Duration::from_secs(60)), Waited::Value(n + 1));
        }
        there.close();
        thread.join().unwrap();
    }
}
