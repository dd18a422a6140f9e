//! Which cameras there are, and which come and go.

use std::thread::JoinHandle;
use std::time::Duration;

use super::SourceSpec;
use crate::latest::{Latest, Waited};

/// The list is made anew so often: a camera that is plugged in is seen within this time.
const INTERVAL: Duration = Duration::from_secs(2);

/// A source that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What to open.
    pub spec: SourceSpec,
    /// What it is called.
    pub title: String,
    /// Where it is, in a few words.
    pub detail: String,
}

#[cfg(not(target_arch = "wasm32"))]
fn plugged() -> Vec<Found> {
    let mut found = super::webcam::list().unwrap_or_default();
    found.extend(super::phone::pictures().names().into_iter().map(|name| Found {
        title: format!("Phone {name}"),
        detail: "its browser sends pictures".to_owned(),
        spec: SourceSpec::Phone { name },
    }));
    found
}

/// The cameras that are plugged in, the phones that send pictures, and the simulated table, which is always there. May take a second.
#[must_use]
pub fn list() -> Vec<Found> {
    #[cfg(not(target_arch = "wasm32"))]
    let mut found = plugged();
    #[cfg(target_arch = "wasm32")]
    let mut found = Vec::new();
    found.push(Found {
        spec: SourceSpec::SIMULATED,
        title: "Simulated table".to_owned(),
        detail: "a game that the program plays itself".to_owned(),
    });
    found
}

/// Lists the cameras in a thread of its own, again and again.
#[derive(Debug)]
pub struct Finder {
    lists: Latest<Vec<Found>>,
    orders: Latest<()>,
    _thread: Option<JoinHandle<()>>,
}

impl Finder {
    /// Begins. `wake` is called for each new list.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let (lists, orders) = (Latest::new(), Latest::<()>::new());
        let work = {
            let (lists, orders) = (lists.clone(), orders.clone());
            move || {
                let mut last = None;
                loop {
                    let now = list();
                    if last.as_ref() != Some(&now) {
                        lists.send(now.clone());
                        last = Some(now);
                        wake();
                    }
                    if orders.wait(INTERVAL) == Waited::Closed {
                        return;
                    }
                }
            }
        };
        let thread = std::thread::Builder::new().name("cameras".to_owned()).spawn(work).ok();
        Self { lists, orders, _thread: thread }
    }

    /// The list, if it changed since it was last asked for.
    #[must_use]
    pub fn try_take(&self) -> Option<Vec<Found>> {
        self.lists.try_take()
    }
}

impl Drop for Finder {
    /// The thread ends by itself: listing may hang in a driver, so nobody waits for it.
    fn drop(&mut self) {
        self.orders.close();
    }
}
