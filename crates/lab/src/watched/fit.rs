//! Value of one reading of the whole line, counted over resting tables with known truth.

use eye::read::Reading;
use game::tile::TileSet;

/// Upper bounds of the stated confidence.
const BOUNDS: [f64; 8] = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.996, 1.0];

/// Counts over readings.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// Tiles reported with a confidence up to each bound: true ones and false ones.
    told: [[f64; 2]; BOUNDS.len()],
    /// Tiles of the set that were there and that were not, over all readings.
    tiles: [f64; 2],
    missed: f64,
}

impl Fit {
    /// Counts one reading of a table that holds the tiles `there`, from a set of `set` tiles.
    pub(super) fn add(&mut self, reading: &Reading, there: TileSet, set: usize) {
        let mut read = TileSet::default();
        for line in reading.line() {
            let Some(tile) = line.tile() else { continue };
            let bound = BOUNDS.iter().position(|most| line.confidence <= *most).unwrap_or(BOUNDS.len() - 1);
            self.told[bound][usize::from(!there.contains(tile))] += 1.0;
            read.insert(tile);
        }
        self.missed += there.minus(read).len() as f64;
        self.tiles[0] += there.len() as f64;
        self.tiles[1] += (set - there.len()) as f64;
    }

    /// Returns log-odds by bound. A higher stated confidence never has a lower value: neighbours out of order are
    /// counted together.
    fn worth(&self) -> Vec<(f64, f64)> {
        // Half a case more of each, so that what never came up is not taken for impossible.
        let odds = |[there, not]: [f64; 2]| {
            ((there + 0.5) / (self.tiles[0] + 1.0) / ((not + 0.5) / (self.tiles[1] + 1.0))).ln()
        };
        let mut pooled: Vec<(f64, [f64; 2])> = Vec::new();
        for (most, counts) in BOUNDS.into_iter().zip(self.told) {
            let mut bin = (most, counts);
            while let Some(last) = pooled.pop_if(|last| odds(last.1) >= odds(bin.1)) {
                bin.1 = [last.1[0] + bin.1[0], last.1[1] + bin.1[1]];
            }
            pooled.push(bin);
        }
        pooled.into_iter().map(|(most, counts)| (most, odds(counts))).collect()
    }

    /// The file that the tracker takes them from.
    pub(super) fn file(&self) -> String {
        let told: Vec<String> = self.worth().iter().map(|(most, odds)| format!("({most:?}, {odds:.2})")).collect();
        let not_told = ((self.missed + 0.5) / (self.tiles[0] + 1.0)).ln();
        format!(
            "//! What one look is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.\n\n\
             /// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.\n\
             pub(crate) const TOLD: [(f64, f64); {}] = [{}];\n\
             /// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.\n\
             pub(crate) const NOT_TOLD: f64 = {not_told:.2};\n",
            told.len(),
            told.join(", "),
        )
    }
}
