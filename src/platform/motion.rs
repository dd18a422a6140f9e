//! The system's request for less motion, followed while the program runs; if it is unknown, motion stays.

#[cfg(not(target_arch = "wasm32"))]
use mundy::{Interest, Preferences, Subscription};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The system's wish.
#[derive(Default)]
pub struct Motion {
    reduced: Arc<AtomicBool>,
    /// Followed as long as this is kept.
    #[cfg(not(target_arch = "wasm32"))]
    subscription: Option<Subscription>,
}

impl fmt::Debug for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Motion").field("reduced", &self.reduced()).finish_non_exhaustive()
    }
}

impl Motion {
    /// Follows the system from now on; `wake` is called when its wish has changed. To be called from the window's thread.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn follow(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let told = Arc::clone(&self.reduced);
        self.subscription = Some(Preferences::subscribe(Interest::ReducedMotion, move |preferences| {
            told.store(preferences.reduced_motion.is_reduce(), Ordering::Relaxed);
            wake();
        }));
    }

    /// In a browser the page reports it.
    #[cfg(target_arch = "wasm32")]
    pub fn follow(&mut self, _: impl Fn() + Send + Sync + 'static) {}

    /// Takes the system's wish.
    pub fn tell(&self, reduced: bool) {
        self.reduced.store(reduced, Ordering::Relaxed);
    }

    /// Reports whether less motion is requested.
    #[must_use]
    pub fn reduced(&self) -> bool {
        self.reduced.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_wishes_is_known_and_nothing_where_it_says_nothing() {
        let mut motion = Motion::default();
        assert!(!motion.reduced());
        motion.tell(true);
        assert!(motion.reduced());
        // On a machine without a desktop it fails without blocking.
        motion.follow(|| {});
    }
}
