//! A watcher without a thread or camera: the caller passes orders and pictures one by one, as bytes, and gets sightings
//! as bytes. In a browser it is a Web Worker.

use crate::packed::{Order, Packer, Watched, open_order};
use crate::{AWAY, Pace, Shot, SimulatedTable, Talk, see};
use eye::detect::{Detector, DetectorError};
use eye::picture;
use language::say;
use std::sync::Arc;
use std::time::Duration;
use tracker::{TableState, Tracker};
use web_time::Instant;

/// Pictures cost a copy on their way to the window: while something moves they go so often.
const BUSY: Duration = Duration::from_millis(100);

/// Watches one table after another.
#[derive(Debug)]
pub struct LocalTracker<D> {
    watcher: Tracker<D>,
    talk: Talk,
    packer: Packer,
    pace: Pace,
    number: u64,
    /// Name of the last picture, if it has one.
    name: Option<String>,
    /// Time of the last sighting, and of the last picture.
    told: Option<Instant>,
    seen: Option<Instant>,
    /// Whether sightings wait to be taken.
    crowded: bool,
    own: Own,
}

/// Pictures that the worker itself produces.
#[derive(Debug)]
enum Own {
    None,
    Simulated(Box<SimulatedTable>),
    Still(Shot),
}

impl<D: Detector> LocalTracker<D> {
    /// Makes a watcher that watches nothing yet.
    #[must_use]
    pub fn new(watcher: Tracker<D>) -> Self {
        Self {
            watcher,
            talk: Talk::default(),
            packer: Packer::default(),
            pace: Pace::default(),
            number: 0,
            name: None,
            told: None,
            seen: None,
            crowded: false,
            own: Own::None,
        }
    }

    /// Notes whether sightings wait to be taken, so that pictures of moving things do not pile up behind them.
    pub fn crowd(&mut self, crowded: bool) {
        self.crowded = crowded;
    }

    /// Handles an order; returns a sighting if there is news without another picture.
    pub fn take(&mut self, order: &[u8]) -> Option<Vec<u8>> {
        let taken = open_order(order).ok_or_else(|| say!("a request was not understood").to_owned());
        if let Err(why) = taken.and_then(|order| self.follow(order)) {
            self.number += 1;
            let state = TableState::NoReading { why };
            return Some(self.packer.pack(&self.watcher.sighting(self.number, "", Some(state)), None));
        }
        self.pace.hurry();
        self.told = None;
        None
    }

    fn follow(&mut self, order: Order) -> Result<(), String> {
        match order {
            Order::Begin(watched) => return self.begin(watched),
            Order::Record(game) => {
                let game = game.map(|game| Arc::new(*game));
                self.talk.record(game.clone());
                self.watcher.record(game);
                if matches!(self.own, Own::Still(_)) {
                    self.watcher.weigh_again();
                }
            }
            Order::Dismiss => self.watcher.dismiss(),
            Order::LookAgain => self.watcher.look_again(),
            Order::End => {
                self.watcher.forget();
                self.own = Own::None;
            }
        }
        Ok(())
    }

    fn begin(&mut self, watched: Watched) -> Result<(), String> {
        self.watcher.forget();
        (self.packer, self.seen, self.own) = (Packer::default(), None, Own::None);
        self.own = match watched {
            Watched::Camera => Own::None,
            Watched::Simulated(rules, seed) => {
                let table = SimulatedTable::open(rules.as_deref(), seed, self.talk.clone());
                Own::Simulated(Box::new(table.map_err(|why| why.to_string())?))
            }
            Watched::Picture(name, bytes) => {
                let picture = picture::decode(&bytes).map_err(|why| format!("{name} {why}"))?;
                Own::Still(Shot { still: true, name: Some(name), ..Shot::now(picture.frame) })
            }
        };
        Ok(())
    }

    /// Reports whether it produces pictures, so that [`Self::tick`] must be called from time to time.
    #[must_use]
    pub const fn has_pictures(&self) -> bool {
        !matches!(self.own, Own::None)
    }

    /// Looks at the next picture that it produces, if any.
    ///
    /// # Errors
    /// The networks failed.
    pub fn tick(&mut self) -> Result<Option<Vec<u8>>, DetectorError> {
        let shot = match &mut self.own {
            Own::None => None,
            Own::Simulated(table) => table.now(),
            Own::Still(shot) => Some(Shot { taken: Instant::now(), ..shot.clone() }),
        };
        match shot {
            // Its content waits for an answer; there is nothing new in it.
            Some(shot) if shot.still && self.watcher.is_open() => Ok(self.tell()),
            Some(shot) => self.see(&shot),
            None => Ok(None),
        }
    }

    /// Looks at a picture; returns a sighting if there is news.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see(&mut self, shot: &Shot) -> Result<Option<Vec<u8>>, DetectorError> {
        if self.seen.is_some_and(|seen| shot.taken.saturating_duration_since(seen) >= AWAY) {
            self.watcher.lose_sight();
        }
        self.seen = Some(shot.taken);
        self.name.clone_from(&shot.name);
        if see(&mut self.watcher, shot)? {
            self.pace.hurry();
            self.told = None;
        }
        Ok(self.tell())
    }

    fn tell(&mut self) -> Option<Vec<u8>> {
        let told = self.talk.said().filter(|_| matches!(self.own, Own::Simulated(_)));
        let mut sighting = self.watcher.sighting(self.number + 1, "", None);
        sighting.name.clone_from(&self.name);
        let busy = matches!(sighting.state, TableState::Moving | TableState::Looking);
        let soon = self.crowded || self.told.is_some_and(|told| told.elapsed() < BUSY);
        if busy && soon || !self.pace.takes(&sighting.state) {
            return None;
        }
        self.number += 1;
        self.told = Some(Instant::now());
        Some(self.packer.pack(&sighting, told.as_ref()))
    }
}
