//! The window's side of the page's cameras: forwards requests and remembers the latest messages.

use super::{PageTold, PageWish, read, write};
use crate::worker::remote::{self, Brought};
use std::cell::RefCell;

/// The page's name as the target of remote jobs.
const NAME: &str = "camera";

thread_local! {
    static SAID: RefCell<LastTold> = RefCell::new(LastTold::default());
}

#[derive(Default)]
struct LastTold {
    /// The cameras, and whether the page may have them at all.
    cameras: Option<(Vec<String>, bool)>,
    /// Latest message about the open camera.
    open: Option<PageTold>,
}

/// Asks the page for something.
pub fn ask(wish: &PageWish) {
    remote::listen(NAME, |_, news| {
        let (Brought::More(bytes) | Brought::Done(bytes)) = news else { return };
        SAID.with_borrow_mut(|said| match read(&bytes) {
            Some(PageTold::Cameras { names, lent }) => said.cameras = Some((names, lent)),
            Some(told) => said.open = Some(told),
            None => {}
        });
    });
    remote::post(NAME, 0, write(wish));
}

/// The cameras, once they are known, and whether the page may have them at all.
#[must_use]
pub fn cameras() -> Option<(Vec<String>, bool)> {
    SAID.with_borrow(|said| said.cameras.clone())
}

/// Returns the latest message about the camera of this watch.
#[must_use]
pub fn of(number: u64) -> Option<PageTold> {
    let is_its = |told: &PageTold| matches!(told, PageTold::Live { watch, .. } | PageTold::Lost { watch, .. } if *watch == number);
    SAID.with_borrow(|said| said.open.clone().filter(is_its))
}
