//! The simulated table in real time.

use crate::{Shot, Talk};
use game::rules::RuleSet;
use simulator::{Pace, SetupError, Show, Trouble};
use std::time::Duration;
use web_time::Instant;

/// Pictures come in this rhythm.
const INTERVAL: Duration = Duration::from_millis(200);

/// The simulated table, in real time.
#[derive(Debug)]
pub struct SimulatedTable {
    show: Show,
    talk: Talk,
    begin: Instant,
    next: Instant,
}

impl SimulatedTable {
    /// Sets it up. `rules` as text for [`RuleSet::parse`].
    ///
    /// # Errors
    /// The rules are not known or can't be simulated.
    pub fn open(rules: Option<&str>, seed: u64, talk: Talk) -> Result<Self, SetupError> {
        let rules = RuleSet::parse(rules.unwrap_or(game::rules::PRESETS[0].rules.id));
        let rules = rules.map_err(|error| SetupError(error.to_string()))?;
        let show = Show::new(&rules, seed, Trouble::SOME, Pace::default())?;
        let now = Instant::now();
        Ok(Self { show, talk, begin: now, next: now })
    }

    /// The picture of now. Never waits.
    pub fn now(&mut self) -> Option<Shot> {
        let now = Instant::now();
        self.next = now + INTERVAL;
        let recorded = self.talk.recorded();
        let time = now.duration_since(self.begin).as_secs_f64();
        let (frame, said) = self.show.at(time, recorded.as_deref())?;
        self.talk.say(said);
        Some(Shot { taken: now, ..Shot::now(frame) })
    }

    /// Time until the next picture is due.
    #[must_use]
    pub fn due(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }
}
