//! Does the system ask for less motion? Followed while the program runs; where it cannot be known, nothing is asked for.

#[cfg(not(target_arch = "wasm32"))]
use mundy::{Interest, Preferences, Subscription};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nobody who could be asked from a worker of a page; the setting is there.
#[cfg(target_arch = "wasm32")]
type Subscription = ();

/// The system's wish.
#[derive(Default)]
pub struct Motion {
    reduced: Arc<AtomicBool>,
    /// Followed as long as this is kept.
    subscription: Option<Subscription>,
}

impl fmt::Debug for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Motion").field("reduced", &self.reduced()).finish_non_exhaustive()
    }
}

impl Motion {
    /// Follows the system from now on; `wake` is called when its wish has changed. To be called from the window's thread.
    #[cfg(target_arch = "wasm32")]
    #[must_use]
    pub fn follow(_wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::default()
    }

    /// Follows the system from now on; `wake` is called when its wish has changed. To be called from the window's thread.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn follow(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let reduced = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&reduced);
        let subscription = Preferences::subscribe(Interest::ReducedMotion, move |preferences| {
            told.store(preferences.reduced_motion.is_reduce(), Ordering::Relaxed);
            wake();
        });
        Self { reduced, subscription: Some(subscription) }
    }

    /// Is less motion asked for?
    #[must_use]
    pub fn reduced(&self) -> bool {
        self.reduced.load(Ordering::Relaxed)
    }

    /// Is the system being asked at all?
    #[must_use]
    pub const fn is_followed(&self) -> bool {
        self.subscription.is_some()
    }
}
