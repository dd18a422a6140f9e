//! Countdown of a confident drop, in sight of everyone at the table; any key or touch stops it for good. Pure: the time
//! comes in from outside.

/// Seconds from a sure proposal to its entry: long enough to say no, short enough for the next hand.
pub const SECONDS: f64 = 3.0;

/// The proposal being counted down, and the one that a person stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Countdown {
    /// The proposal that is counted down, when it is entered, and the whole seconds left.
    running: Option<(u64, f64, u32)>,
    /// Of the proposals up to this number none enters itself.
    stopped: u64,
}

impl Countdown {
    /// Advances the countdown; `sure` is the proposal that may enter itself. Returns `true` once, when it is due.
    pub fn tick(&mut self, sure: Option<u64>, now: f64) -> bool {
        let Some(id) = sure.filter(|id| *id > self.stopped) else {
            self.running = None;
            return false;
        };
        let until = match self.running {
            Some((same, until, _)) if same == id => until,
            _ => now + SECONDS,
        };
        let due = until <= now;
        self.running = (!due).then(|| (id, until, (until - now).ceil() as u32));
        if due {
            self.stopped = id;
        }
        due
    }

    /// Stops the countdown after a key or touch, so that it asks.
    pub const fn stop(&mut self) {
        if let Some((id, ..)) = self.running.take() {
            self.stopped = id;
        }
    }

    /// Whole seconds until this proposal enters itself; `None` when it asks.
    #[must_use]
    pub fn left(&self, id: u64) -> Option<u32> {
        self.running.filter(|running| running.0 == id).map(|running| running.2)
    }

    /// Reports whether a countdown is running.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.running.is_some()
    }

    /// Reports whether a person stopped this proposal's countdown.
    #[must_use]
    pub const fn was_stopped(&self, id: u64) -> bool {
        self.running.is_none() && self.stopped == id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_once_after_its_time_and_only_while_the_same_drop_stays_sure() {
        let mut countdown = Countdown::default();
        assert!(!countdown.tick(Some(7), 10.0));
        assert_eq!((countdown.left(7), countdown.left(8)), (Some(3), None));
        assert!(!countdown.tick(Some(7), 12.5));
        assert_eq!(countdown.left(7), Some(1));
        // A hand came: the next proposal starts a new countdown.
        assert!(!countdown.tick(None, 12.9));
        assert!(!countdown.tick(Some(7), 13.5));
        assert!(!countdown.tick(Some(7), 16.4));
        assert!(countdown.tick(Some(7), 16.5));
        assert!(!countdown.tick(Some(7), 30.0), "due once");
        assert!(!countdown.runs());
    }

    #[test]
    fn what_was_stopped_asks_for_good_and_the_next_one_counts_again() {
        let mut countdown = Countdown::default();
        countdown.stop();
        assert!(!countdown.tick(Some(3), 0.0) && countdown.runs());
        countdown.stop();
        assert!(countdown.was_stopped(3));
        assert!(!countdown.tick(Some(3), 99.0) && !countdown.runs());
        assert!(!countdown.tick(Some(4), 100.0));
        assert_eq!(countdown.left(4), Some(3));
        assert!(countdown.tick(Some(4), 103.0));
    }
}
