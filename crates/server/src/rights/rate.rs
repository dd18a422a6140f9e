//! Request rates: a bucket of tokens for each address, for a limited number of addresses.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// A bucket: at most `burst` at once, one more every `each`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// One more after so long.
    pub each: Duration,
}

/// The buckets of all addresses. Bounded: when it is full the fullest buckets are forgotten, which does not help a
/// client that asks a lot.
#[derive(Debug)]
pub(crate) struct RateBook {
    rate: Rate,
    most: usize,
    /// For each address when its bucket will be full again.
    full_at: BTreeMap<IpAddr, Instant>,
}

impl RateBook {
    /// Buckets for at most `most` addresses.
    #[must_use]
    pub(crate) const fn new(rate: Rate, most: usize) -> Self {
        Self { rate, most, full_at: BTreeMap::new() }
    }

    /// Takes a token. `false` means none is left: ask later.
    pub(crate) fn take(&mut self, ip: IpAddr, now: Instant) -> bool {
        if !self.has(ip, now) {
            return false;
        }
        let full_at = self.full_at.get(&ip).copied().unwrap_or(now).max(now) + self.rate.each;
        if self.full_at.len() >= self.most && !self.full_at.contains_key(&ip) {
            self.forget(now);
        }
        self.full_at.insert(ip, full_at);
        true
    }

    /// Reports whether there is a token. Takes none.
    #[must_use]
    pub(crate) fn has(&self, ip: IpAddr, now: Instant) -> bool {
        let Some(full_at) = self.full_at.get(&ip) else { return true };
        full_at.saturating_duration_since(now) + self.rate.each <= self.rate.each * self.rate.burst
    }

    /// Makes room by removing full buckets, or the fullest one.
    fn forget(&mut self, now: Instant) {
        self.full_at.retain(|_, full_at| *full_at > now);
        if self.full_at.len() >= self.most {
            let fullest = self.full_at.iter().min_by_key(|(_, full_at)| **full_at).map(|(ip, _)| *ip);
            if let Some(ip) = fullest {
                self.full_at.remove(&ip);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_too_often_waits_and_nobody_else() {
        let mut book = RateBook::new(Rate { burst: 3, each: Duration::from_secs(1) }, 4);
        let ip = |n: u8| IpAddr::from([10, 0, 0, n]);
        let start = Instant::now();
        let taken = (0..10).filter(|_| book.take(ip(1), start)).count();
        assert_eq!(taken, 3);
        assert!(book.take(ip(2), start));
        assert!(!book.take(ip(1), start + Duration::from_millis(900)));
        assert!(book.take(ip(1), start + Duration::from_millis(1100)));
        for n in 3..200 {
            assert!(book.take(ip(n), start));
        }
        assert!(book.full_at.len() <= 4, "memory is bounded");
        assert!(!book.has(ip(1), start + Duration::from_millis(1200)), "who asked a lot is not forgotten first");
    }
}
