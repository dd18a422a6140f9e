//! The simulated table as a source of pictures.

use super::{Next, Source, SourceError};
use eye_jobs::SimulatedTable;

impl Source for SimulatedTable {
    fn next(&mut self) -> Result<Next, SourceError> {
        std::thread::sleep(self.due());
        Ok(self.now().map_or(Next::Nothing, Next::Shot))
    }
}
