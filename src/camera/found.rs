//! Finds cameras, and notices when they come and go.

use language::say;
#[cfg(not(target_arch = "wasm32"))]
use std::thread::JoinHandle;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Duration;

#[cfg(target_arch = "wasm32")]
use super::page::{FRONT, PageWish, REAR, wishes};
use super::spec::{Found, SourceSpec};
#[cfg(not(target_arch = "wasm32"))]
use crate::worker::latest::{Latest, Waited};

/// Interval of the list: a newly plugged-in camera is seen within this time.
#[cfg(not(target_arch = "wasm32"))]
const INTERVAL: Duration = Duration::from_secs(2);

#[cfg(not(target_arch = "wasm32"))]
fn plugged() -> Vec<Found> {
    let mut found = super::webcam::list().unwrap_or_default();
    found.extend(super::phone::pictures().names().into_iter().map(|name| Found {
        title: say!("Phone {name}", name),
        detail: say!("its browser sends pictures").to_owned(),
        spec: SourceSpec::Phone { name },
    }));
    found
}

/// The cameras that the page has reported. Their names are known only once one of them was allowed; which side they are
/// on is always known.
#[cfg(target_arch = "wasm32")]
fn plugged() -> Vec<Found> {
    let Some((names, true)) = wishes::cameras() else { return Vec::new() };
    // With one camera there is nothing to choose.
    let named: Vec<String> = names.iter().filter(|name| !name.is_empty() && names.len() > 1).cloned().collect();
    let sides = [
        (REAR, say!("Rear camera"), say!("points away from you: for a phone over the table")),
        (FRONT, say!("Front camera"), say!("points at you")),
    ];
    let sides = sides.into_iter().take(if names.len() == 1 { 1 } else { 2 }).map(|(side, title, detail)| Found {
        spec: SourceSpec::Webcam { name: side.to_owned() },
        title: if names.len() == 1 { say!("The camera") } else { title }.to_owned(),
        detail: if names.len() == 1 { say!("the only camera on this device") } else { detail }.to_owned(),
    });
    let lenses = named.into_iter().map(|name| Found {
        spec: SourceSpec::Webcam { name: name.clone() },
        title: name,
        detail: say!("by its name in the browser").to_owned(),
    });
    if names.is_empty() { Vec::new() } else { sides.chain(lenses).collect() }
}

/// The cameras that are plugged in, the phones that send pictures, and the simulated table, which is always there. May take a second.
#[must_use]
pub fn list() -> Vec<Found> {
    let mut found = plugged();
    found.push(Found {
        spec: SourceSpec::SIMULATED,
        title: say!("Simulated table").to_owned(),
        detail: say!("a game that Sixty-One plays against itself").to_owned(),
    });
    found
}

/// Lists the cameras that the page reports.
#[cfg(target_arch = "wasm32")]
#[derive(Debug)]
pub struct Finder {
    last: std::sync::Mutex<Option<Vec<Found>>>,
}

#[cfg(target_arch = "wasm32")]
impl Finder {
    /// Asks the page, which also reports later when a camera comes or goes.
    #[must_use]
    pub fn start(_wake: impl Fn() + Send + 'static) -> Self {
        wishes::ask(&PageWish::List);
        Self { last: std::sync::Mutex::new(None) }
    }

    /// The list, if it changed since it was last asked for.
    #[must_use]
    pub fn try_take(&self) -> Option<Vec<Found>> {
        wishes::cameras()?;
        let now = list();
        let mut last = self.last.lock().ok()?;
        let new = last.as_ref() != Some(&now);
        new.then(|| last.insert(now).clone())
    }
}

/// Lists the cameras on a separate thread, again and again.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub struct Finder {
    lists: Latest<Vec<Found>>,
    orders: Latest<()>,
    _thread: Option<JoinHandle<()>>,
}

#[cfg(not(target_arch = "wasm32"))]
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

#[cfg(not(target_arch = "wasm32"))]
impl Drop for Finder {
    /// The thread is not waited for: listing may block in a driver.
    fn drop(&mut self) {
        self.orders.close();
    }
}
