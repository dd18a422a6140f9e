//! Value of one reading of the whole line, and of a change of its place, counted over tables with known truth.

use eye::read::Reading;
use game::tile::{Tile, TileSet};

/// Upper bounds of the stated confidence.
const CONFIDENCES: [f64; 8] = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.996, 1.0];
/// Upper bounds of the share of a place that has changed.
const SHARES: [f64; 9] = [0.02, 0.04, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 1.0];

/// Cases of what is true and of what is not, by bound.
type Counts<const N: usize> = [[f64; 2]; N];

/// Counts over readings.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// Tiles that a resting table alone gave, by stated confidence.
    told: Counts<{ CONFIDENCES.len() }>,
    /// Faces that the tracker saw outside the record, by the share of their place that had changed.
    came: Counts<{ SHARES.len() }>,
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
            self.told[bin(&CONFIDENCES, line.confidence)][usize::from(!there.contains(tile))] += 1.0;
            read.insert(tile);
        }
        self.missed += there.minus(read).len() as f64;
        self.tiles[0] += there.len() as f64;
        self.tiles[1] += (set - there.len()) as f64;
    }

    /// Counts a face outside the record that looks like `tile`, with the share of its place that has changed.
    pub(super) fn add_face(&mut self, tile: Tile, share: f64, there: TileSet) {
        self.came[bin(&SHARES, share)][usize::from(!there.contains(tile))] += 1.0;
    }

    /// The file that the tracker takes them from.
    pub(super) fn file(&self) -> String {
        let faces = self.came.iter().fold([0.0; 2], |all, bin| [all[0] + bin[0], all[1] + bin[1]]);
        let (told, came) = (odds(&CONFIDENCES, &self.told, self.tiles), odds(&SHARES, &self.came, faces));
        let not_told = ((self.missed + 0.5) / (self.tiles[0] + 1.0)).ln();
        let list = |curve: &[(f64, f64)]| {
            curve.iter().map(|(most, odds)| format!("({most:?}, {odds:.2})")).collect::<Vec<_>>().join(", ")
        };
        format!(
            "//! What one look is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.\n\n\
             /// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.\n\
             pub(crate) const TOLD: [(f64, f64); {}] = [{}];\n\
             /// The same for the least and the most sure reading: one look is never worth more.\n\
             pub(crate) const WEAKEST: f64 = TOLD[0].1;\n\
             pub(crate) const SUREST: f64 = TOLD[TOLD.len() - 1].1;\n\
             /// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.\n\
             pub(crate) const NOT_TOLD: f64 = {not_told:.2};\n\
             /// Upper bounds of the share of a place that differs from the table as it last agreed with the record, and the log-odds\n\
             /// that a tile has come there.\n\
             pub(crate) const CAME: [(f64, f64); {}] = [{}];\n",
            told.len(),
            list(&told),
            came.len(),
            list(&came),
        )
    }
}

/// Returns the number of the bin for this value.
fn bin(bounds: &[f64], value: f64) -> usize {
    bounds.iter().position(|most| value <= *most).unwrap_or(bounds.len() - 1)
}

/// Returns log-odds by bound, of `all` cases of both kinds. A higher bound never has lower odds: neighbours out of order are counted
/// together.
fn odds(bounds: &[f64], counts: &[[f64; 2]], all: [f64; 2]) -> Vec<(f64, f64)> {
    // Half a case more of each, so that what never came up is not taken for impossible.
    let odds = |[there, not]: [f64; 2]| ((there + 0.5) / (all[0] + 1.0) / ((not + 0.5) / (all[1] + 1.0))).ln();
    let mut pooled: Vec<(f64, [f64; 2])> = Vec::new();
    for (most, counts) in bounds.iter().zip(counts) {
        let mut bin = (*most, *counts);
        while let Some(last) = pooled.pop_if(|last| odds(last.1) >= odds(bin.1)) {
            bin.1 = [last.1[0] + bin.1[0], last.1[1] + bin.1[1]];
        }
        pooled.push(bin);
    }
    pooled.into_iter().map(|(most, counts)| (most, odds(counts))).collect()
}
