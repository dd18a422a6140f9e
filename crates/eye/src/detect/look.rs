//! A candidate with its reading.

use crate::detect::shades::Shades;
use crate::detect::{N_READING, crop, heatmaps};
use crate::geometry::{self, Quad};
use crate::read::{PipLogs, SeenTile, TileKind};

/// Log-odds of a refused place: no tile.
pub(super) const REFUSED: f32 = -6.0;
/// Added to the log-odds of a weight: even odds at a weight of 0.35. Lower costs precision on rendered scenes (backs and
/// pegboards read as tiles), higher costs recall on photographs (blanks are found with little certainty).
const EVEN: f32 = 0.6;
/// Smaller outlines, in square pixels, are nothing.
const LEAST_AREA: f64 = 16.0;

/// A candidate with its reading.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) corners: Quad,
    pub(super) kind: TileKind,
    /// The finding network's probability, less where a closer look was taken elsewhere.
    pub(super) found: f32,
    pub(super) a: PipLogs,
    pub(super) b: PipLogs,
    pub(super) face: f32,
    pub(super) corrections: [f32; 8],
    /// What it was read from.
    pub(super) crop: Option<Crop>,
    /// Whether it is to be read, or read again.
    pub(super) due: bool,
}

/// What a reading was made of.
#[derive(Clone, Debug)]
pub(super) struct Crop {
    /// Where it was cut out.
    pub(super) corners: Quad,
    /// What it showed; `None` where that is not compared with another picture's.
    pub(super) shades: Option<Shades>,
    /// How many later pictures have used its reading.
    pub(super) again: u32,
}

impl Look {
    pub(super) const fn unread(corners: Quad, kind: TileKind, found: f32) -> Self {
        let (nothing, corrections) = ([0.0; 13], [0.0; 8]);
        Self { corners, kind, found, a: nothing, b: nothing, face: 0.0, corrections, crop: None, due: true }
    }

    /// Returns its weight, `0.0..=1.0`: found, a face, and read confidently.
    pub(super) fn weight(&self) -> f32 {
        if self.crop.is_none() {
            return self.found.sqrt() * 0.8;
        }
        let sure = |logs: &PipLogs| logs.iter().copied().fold(f32::NEG_INFINITY, f32::max).exp();
        self.found.sqrt() * heatmaps::probability(self.face) * (sure(&self.a) * sure(&self.b)).sqrt()
    }

    pub(super) fn seen(&self) -> SeenTile {
        let weight = self.weight().clamp(0.001, 0.999);
        let logit = heatmaps::logit(weight) + EVEN;
        SeenTile { corners: self.corners, a: self.a, b: self.b, kind: self.kind, logit }
    }

    /// Takes the reading of a crop cut out at its corners.
    pub(super) fn take(&mut self, reading: &[f32; N_READING], shades: Option<Shades>) {
        let part = |from: usize| std::array::from_fn(|i| reading[from + i]);
        self.a = log_softmax(part(0));
        self.b = log_softmax(part(13));
        self.face = reading[26];
        self.corrections = std::array::from_fn(|i| reading[27 + i]);
        self.crop = Some(Crop { corners: self.corners, shades, again: 0 });
        self.due = false;
    }

    /// Takes over what was read of the same place in an earlier picture.
    pub(super) fn take_over(&mut self, earlier: Self) {
        let crop = earlier.crop.map(|crop| Crop { again: crop.again + 1, ..crop });
        *self = Self { kind: self.kind, found: self.found, corrections: [0.0; 8], crop, due: false, ..earlier };
    }

    /// Moves the corners to where the reading network would have them; due again if that is more than `settled`.
    pub(super) fn correct(&mut self, settled: f32) {
        let corners = crop::corrected(&self.corners, &self.corrections);
        if is_outline(&corners) {
            self.corners = corners;
            self.due = self.corrections.iter().any(|shift| shift.abs() > settled);
        }
    }
}

/// A possible tile that was not read; its log-odds are those of a place without a tile.
pub(super) fn unread(corners: Quad, kind: TileKind) -> SeenTile {
    SeenTile { logit: REFUSED, ..Look::unread(corners, kind, 0.0).seen() }
}

/// Reports whether this can be the outline of something.
pub(super) fn is_outline(corners: &Quad) -> bool {
    geometry::is_convex(corners) && geometry::area(corners) >= LEAST_AREA
}

/// Natural logarithms of the probabilities behind 13 logits.
fn log_softmax(logits: PipLogs) -> PipLogs {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    logits.map(|logit| logit - most - sum.ln())
}
