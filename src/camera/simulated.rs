//! The simulated table as a source of pictures, in real time, and what its players hear and say. A camera carries none of it.

use super::{Next, Shot, Source, SourceError};
use crate::worker::latest::Latest;
use game::Match;
use game::rules::RuleSet;
use simulator::{Announcement, Pace, SetupError, Show, Trouble};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Pictures come in this rhythm.
const INTERVAL: Duration = Duration::from_millis(200);

/// The link between the simulated players and the keeper of the record: they look at it as people look at the score,
/// and speak up. Every clone is the same link.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    recorded: Latest<Arc<Match>>,
    said: Latest<Announcement>,
}

impl Talk {
    /// Sets the record; `None` when nothing is recorded.
    pub fn record(&self, game: Option<Arc<Match>>) {
        match game {
            Some(game) => self.recorded.send(game),
            None => drop(self.recorded.try_take()),
        }
    }

    /// Returns the record.
    #[must_use]
    pub fn recorded(&self) -> Option<Arc<Match>> {
        self.recorded.peek()
    }

    /// Announces this; `None` ends the announcement.
    pub fn say(&self, said: Option<Announcement>) {
        match said {
            Some(said) => self.said.send(said),
            None => drop(self.said.try_take()),
        }
    }

    /// Returns the current announcement.
    #[must_use]
    pub fn said(&self) -> Option<Announcement> {
        self.said.peek()
    }
}

/// The simulated table as a source, in real time.
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
    /// [`SourceError::Simulated`].
    pub fn open(rules: Option<&str>, seed: u64, talk: Talk) -> Result<Self, SourceError> {
        Self::open_with(rules, seed, talk, Trouble::SOME, Pace::default())
    }

    /// Opens the table with this trouble and pace.
    ///
    /// # Errors
    /// [`SourceError::Simulated`].
    pub fn open_with(
        rules: Option<&str>,
        seed: u64,
        talk: Talk,
        trouble: Trouble,
        pace: Pace,
    ) -> Result<Self, SourceError> {
        let rules = RuleSet::parse(rules.unwrap_or(game::rules::PRESETS[0].rules.id));
        let rules = rules.map_err(|error| SetupError(error.to_string()))?;
        let show = Show::new(&rules, seed, trouble, pace)?;
        let now = Instant::now();
        Ok(Self { show, talk, begin: now, next: now })
    }
}

impl SimulatedTable {
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
}

impl Source for SimulatedTable {
    fn next(&mut self) -> Result<Next, SourceError> {
        std::thread::sleep(self.next.saturating_duration_since(Instant::now()));
        Ok(self.now().map_or(Next::Nothing, Next::Shot))
    }
}
