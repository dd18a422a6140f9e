//! List of connected guests, for the table's program. A guest counts as connected while its event stream is open.

use crate::rights::LinkKind;
use language::sentence;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::watch;

/// Time without a guest after which people are shown what to check.
pub const LONELY: Duration = Duration::from_secs(120);

/// Message where no phone can reach this machine.
pub const NO_NETWORK: &str = sentence!(
    "This computer is not on a network, so no phone can reach it. Connect it to the phones' Wi-Fi, then start the server \
        again."
);

/// Message when no phone has connected.
pub const NOBODY_CAME: &str = sentence!(
    "No phone has connected yet. Check that the phone is in the same Wi-Fi as this computer, not in the \
        guest Wi-Fi. Some phones leave a Wi-Fi without internet: let the phone stay, or turn mobile data \
        off. If the address does not work, try another address of this computer. A firewall may block \
        phones."
);

/// A connected guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Right that the link gives.
    pub kind: LinkKind,
    /// From where.
    pub from: IpAddr,
    /// Device named by the browser: "iPhone", "Android", "a browser".
    pub device: &'static str,
    /// Since when.
    pub since: SystemTime,
}

/// The list; every clone is the same list.
#[derive(Clone)]
pub(crate) struct GuestBook {
    list: Arc<watch::Sender<Vec<(u64, Guest)>>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl GuestBook {
    pub(crate) fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { list: Arc::new(watch::Sender::new(Vec::new())), wake }
    }

    pub(crate) fn list(&self) -> Vec<Guest> {
        self.list.borrow().iter().map(|(_, guest)| guest.clone()).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.borrow().len()
    }

    /// Enters a guest, who stays until what this returns is dropped.
    pub(crate) fn enter(&self, guest: Guest) -> GuestPlace {
        let mut number = 0;
        self.list.send_modify(|list| {
            number = list.last().map_or(0, |(last, _)| last + 1);
            list.push((number, guest));
        });
        (self.wake)();
        GuestPlace { book: self.clone(), number }
    }
}

/// A guest's place in the list.
pub(crate) struct GuestPlace {
    book: GuestBook,
    number: u64,
}

impl Drop for GuestPlace {
    fn drop(&mut self) {
        self.book.list.send_modify(|list| list.retain(|(number, _)| *number != self.number));
        (self.book.wake)();
    }
}

/// Returns a short name for the device in a browser's user agent.
pub(crate) fn device(agent: &str) -> &'static str {
    const KNOWN: [(&str, &str); 9] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("OBS", "OBS"),
        ("TV", sentence!("television")),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
        ("curl", "curl"),
    ];
    // A television and OBS also name their system.
    let special = KNOWN.iter().find(|(word, _)| ["OBS", "TV"].contains(word) && agent.contains(word));
    special
        .or_else(|| KNOWN.iter().find(|(word, _)| agent.contains(word)))
        .map_or(sentence!("a browser"), |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_leaves_with_its_seat() {
        let book = GuestBook::new(Arc::new(|| {}));
        let guest = |kind| Guest { kind, from: [10, 0, 0, 1].into(), device: "iPhone", since: SystemTime::UNIX_EPOCH };
        let first = book.enter(guest(LinkKind::Watch));
        let second = book.enter(guest(LinkKind::Enter));
        drop(first);
        assert_eq!((book.len(), book.list()[0].kind), (1, LinkKind::Enter));
        let _third = book.enter(guest(LinkKind::Watch));
        drop(second);
        assert_eq!(book.list()[0].kind, LinkKind::Watch);
        assert_eq!(device("Mozilla/5.0 (SMART-TV; Linux; Tizen)"), "television");
        assert_eq!(device("Mozilla/5.0 (Linux; Android 6.0)"), "Android");
    }
}
