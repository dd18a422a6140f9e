//! Limits the connections of each address: few before it opens a link, and never all of them.

use crate::limits::Limits;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Connections of one address.
#[derive(Clone, Copy, Debug, Default)]
struct Crowd {
    strangers: usize,
    known: usize,
}

/// The connections of all addresses; every clone is the same.
#[derive(Clone)]
pub(super) struct Crowds {
    counts: Arc<Mutex<BTreeMap<IpAddr, Crowd>>>,
    most_strangers: usize,
    most_known: usize,
}

impl Crowds {
    /// A whole pub may be behind one address: a phone with a valid link no longer counts among the strangers, but a
    /// quarter of all connections is left to others.
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            counts: Arc::default(),
            most_strangers: limits.of_one_address,
            most_known: limits.connections - limits.connections / 4,
        }
    }

    /// Counts a connection of a stranger; `None` if this address has too many. A proxy asks for many.
    pub(super) fn enter(&self, ip: IpAddr, proxied: bool) -> Option<Counted> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let crowd = counts.entry(ip).or_default();
        if crowd.strangers >= self.most_strangers && !proxied {
            return None;
        }
        crowd.strangers += 1;
        Some(Counted { crowds: self.clone(), ip, proxied, known: AtomicBool::new(false) })
    }
}

/// One of an address's connections.
pub(super) struct Counted {
    crowds: Crowds,
    pub(super) ip: IpAddr,
    proxied: bool,
    known: AtomicBool,
}

impl Counted {
    /// A link was shown on this connection. `false`: too many of this address have shown one.
    pub(super) fn is_welcome(&self) -> bool {
        if self.proxied || self.known.load(Ordering::Relaxed) {
            return true;
        }
        let mut counts = self.crowds.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let crowd = counts.entry(self.ip).or_default();
        if crowd.known >= self.crowds.most_known {
            return false;
        }
        crowd.strangers -= 1;
        crowd.known += 1;
        self.known.store(true, Ordering::Relaxed);
        true
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.crowds.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(crowd) = counts.get_mut(&self.ip) else { return };
        if self.known.load(Ordering::Relaxed) {
            crowd.known -= 1;
        } else {
            crowd.strangers -= 1;
        }
        if crowd.strangers + crowd.known == 0 {
            counts.remove(&self.ip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pub_behind_one_address_is_let_in_and_leaves_room() {
        let crowds = Crowds::new(&Limits { connections: 8, of_one_address: 2, ..Limits::default() });
        let ip = IpAddr::from([10, 0, 0, 1]);
        let mut pub_guests = Vec::new();
        for _ in 0..6 {
            let guest = crowds.enter(ip, false).unwrap();
            assert!(guest.is_welcome() && guest.is_welcome());
            pub_guests.push(guest);
        }
        assert!(!crowds.enter(ip, false).unwrap().is_welcome(), "a quarter is left to others");
        let strangers = [crowds.enter(ip, false).unwrap(), crowds.enter(ip, false).unwrap()];
        assert!(crowds.enter(ip, false).is_none() && crowds.enter([10, 0, 0, 2].into(), false).is_some());
        drop(strangers);
        assert!(!crowds.enter(ip, false).unwrap().is_welcome(), "the pub's guests are still counted");
        let proxied: Vec<_> = (0..9).map(|_| crowds.enter([10, 0, 0, 3].into(), true).unwrap()).collect();
        assert!(proxied.iter().all(Counted::is_welcome), "a proxy asks for many");
        drop((proxied, pub_guests));
        assert!(crowds.counts.lock().unwrap().is_empty());
    }
}
