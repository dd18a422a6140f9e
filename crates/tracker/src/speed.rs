//! Speed of looks over the last minute, and against the device's own at first.

use crate::chosen::IDLE;
use crate::hints::Hint;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// Looks older than this no longer count.
const LATELY: Duration = Duration::from_secs(60);
/// Fewer looks say nothing about a device.
const ENOUGH: usize = 5;
/// Typical time of a look above which proposals come late: that after which a table at rest is looked at again.
const SLOW: Duration = IDLE;
/// Times as long as at first from which a device is probably too hot.
const HOT: u32 = 3;
/// A look takes longer with more tiles: looks with this many more are compared among themselves.
const TILES: usize = 4;

/// How long looks take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Speed {
    /// When each look of the last minute was made, and how long it took.
    lately: VecDeque<(Duration, Duration)>,
    /// Share of each of them of the time at first, in percent.
    shares: VecDeque<u32>,
    /// The first looks, by number of tiles.
    first: BTreeMap<usize, Vec<Duration>>,
}

impl Speed {
    /// Adds a look at a picture of this time, with this number of tiles.
    pub(crate) fn took(&mut self, at: Duration, tiles: usize, time: Duration) {
        let first = self.first.entry(tiles / TILES).or_default();
        if first.len() < ENOUGH {
            first.push(time);
        }
        let usual = median(first.iter().copied()).unwrap_or(time).max(Duration::from_millis(1));
        self.lately.push_back((at, time));
        self.shares.push_back(u32::try_from(time.as_millis() * 100 / usual.as_millis()).unwrap_or(u32::MAX));
        while self.lately.front().is_some_and(|(then, _)| at.saturating_sub(*then) > LATELY) {
            self.lately.pop_front();
            self.shares.pop_front();
        }
    }

    /// What should be known about the device.
    pub(crate) fn hint(&self) -> Option<Hint> {
        if self.lately.len() < ENOUGH {
            return None;
        }
        if median(self.shares.iter().copied())? >= HOT * 100 {
            return Some(Hint::Hot);
        }
        let typical = median(self.lately.iter().map(|(_, time)| *time))?;
        (typical > SLOW).then(|| Hint::Slow { tenths: u64::try_from(typical.as_millis() / 100).unwrap_or(u64::MAX) })
    }
}

fn median<T: Ord + Copy>(all: impl Iterator<Item = T>) -> Option<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Adds a look every two seconds.
    fn look(speed: &mut Speed, from: u32, looks: u32, tiles: usize, milliseconds: u64) {
        for n in from..from + looks {
            speed.took(SECOND * 2 * n, tiles, Duration::from_millis(milliseconds));
        }
    }

    #[test]
    fn a_slow_device_says_so_once_it_is_known_and_no_longer_when_it_is_quick() {
        let mut speed = Speed::default();
        look(&mut speed, 0, 4, 3, 2400);
        assert_eq!(speed.hint(), None);
        look(&mut speed, 4, 4, 3, 2400);
        let slow = speed.hint().unwrap();
        assert_eq!(slow, Hint::Slow { tenths: 24 });
        assert_eq!(slow.to_string(), "this device reads slowly: about one picture every 2.4 seconds");
        look(&mut speed, 8, 40, 3, 300);
        assert_eq!(speed.hint(), None, "the last minute counts");
    }

    #[test]
    fn a_device_three_times_as_slow_as_at_first_may_be_hot() {
        let mut speed = Speed::default();
        look(&mut speed, 0, 30, 1, 200);
        // More tiles take longer on any device.
        look(&mut speed, 30, 40, 26, 650);
        assert_eq!(speed.hint(), None);
        look(&mut speed, 70, 40, 26, 1200);
        assert_eq!(speed.hint(), None);
        look(&mut speed, 110, 40, 26, 2000);
        assert_eq!(speed.hint(), Some(Hint::Hot));
        look(&mut speed, 150, 40, 2, 210);
        assert_eq!(speed.hint(), None, "it has cooled down");
    }
}
