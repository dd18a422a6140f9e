//! The simulated table.
use super::{Next, Recorded, Shot, Source, SourceError};
use crate::sim::{Table, render};

/// A drawn table.
#[derive(Debug)]
pub struct SimulatedTable {
    shot: Shot,
}

impl SimulatedTable {
    /// Opens it.
    ///
    /// # Errors
    /// Rules that cannot be played.
    pub fn open(_rules: Option<&str>, seed: u64, _recorded: Recorded) -> Result<Self, SourceError> {
        let table = Table::new(seed, (1280, 720), 6, "fives_and_threes");
        let drawn = render(&table.scene(None), seed).ok_or_else(|| SourceError::Simulated("no pixels".to_owned()))?;
        Ok(Self { shot: Shot::now(drawn.0) })
    }
}

impl Source for SimulatedTable {
    fn next(&mut self) -> Result<Next, SourceError> {
        std::thread::sleep(std::time::Duration::from_millis(200));
        Ok(Next::Shot(Shot { taken: std::time::Instant::now(), ..self.shot.clone() }))
    }
}
