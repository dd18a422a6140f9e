//! What the looks at a heap measured, and the confidence of its sum that follows.

use super::fitted::{CURVE, TILE, WEIGHTS};
use super::sigmoid;

/// Strengths beyond this say nothing more.
const STRONGEST: f64 = 2.0;
/// Stated probabilities of a tile are not believed further than this either way.
const STATED: f64 = 0.001;
/// Strength from which on a sign is a doubt, and that of a sign without degrees.
pub(super) const DOUBT: f64 = 1.0;
/// Number of inputs of the confidence.
const INPUTS: usize = 2 * SIGNS + 6;

/// A sign that a sum may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Something that may be a tile was not counted.
    Unread,
    /// A counted tile has another size, colour or brightness than the others.
    Unlike,
    /// Two tiles overlap.
    Over,
    /// A tile is at the edge of the picture.
    Edge,
    /// A part of a tile's rim has another colour.
    Covered,
    /// A blank half has a spot.
    Spot,
    /// Pips stand in long rows.
    LongRows,
    /// The tiles are small in the picture.
    Small,
    /// Pips hardly differ from their face.
    Faint,
    /// A tile is face down.
    FaceDown,
}

/// Number of signs.
const SIGNS: usize = Sign::FaceDown as usize + 1;

/// What one look measured.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct LookMeasures {
    /// Stated log-odds of each counted tile.
    tiles: Vec<f64>,
    /// For each [`Sign`], the strengths of all that were found: a doubt from 1 on.
    signs: [Vec<f64>; SIGNS],
}

impl LookMeasures {
    /// Natural logarithm of the expected number of misread tiles, and log-odds that the worst one is misread.
    fn misread(&self) -> [f64; 2] {
        let least = -odds(1.0);
        let misread = self.tiles.iter().map(|odds| (-odds).exp()).sum::<f64>().ln();
        [misread.max(least), self.tiles.iter().fold(least, |worst, odds| worst.max(-odds))]
    }

    /// Returns for each sign whether it is a doubt, and about how many doubts of that kind there are, as a logarithm.
    fn signs(&self) -> impl Iterator<Item = f64> {
        let count = |strengths: &[f64]| strengths.iter().map(|strength| strength * strength).sum::<f64>().ln_1p();
        let doubted = |strengths: &[f64]| f64::from(u8::from(is_doubt(strengths)));
        self.signs.iter().flat_map(move |strengths| [doubted(strengths), count(strengths)])
    }

    /// Reports whether any sign is a doubt; tiles face down are not.
    fn is_doubted(&self) -> bool {
        self.signs[..Sign::FaceDown as usize].iter().any(|strengths| is_doubt(strengths))
    }
}

/// What was measured of a heap.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Measures {
    first: LookMeasures,
    again: LookMeasures,
    /// Tiles on which both looks disagree.
    differing: usize,
}

impl Measures {
    /// Names of [`Self::inputs`].
    pub const NAMES: [&str; INPUTS] = [
        "always",
        "expected number of misread tiles",
        "worst tile",
        "any unread",
        "unread",
        "any unlike",
        "unlike",
        "any over another",
        "over another",
        "any at the edge",
        "at the edge",
        "any covered",
        "covered",
        "any with a spot",
        "spots",
        "any with long rows",
        "long rows",
        "small",
        "how small",
        "faint",
        "how faint",
        "any face down",
        "face down",
        "any differing",
        "differing",
        "any doubt",
    ];

    /// Adds a counted tile of this stated probability; returns the measured one.
    pub(super) fn count(&mut self, stated: f64) -> f64 {
        let odds = odds(stated);
        self.first.tiles.push(odds);
        sigmoid(TILE[0] * odds + TILE[1])
    }

    /// Adds a sign of this strength. Reports whether it is a doubt.
    pub(super) fn add(&mut self, sign: Sign, strength: f64) -> bool {
        let strength = if strength.is_nan() { 0.0 } else { strength.clamp(0.0, STRONGEST) };
        self.first.signs[sign as usize].push(strength);
        strength >= DOUBT
    }

    /// Takes another look at the same heap, and on how many tiles both disagree.
    pub(super) fn compare(&mut self, other: &Self, differing: usize) {
        self.again = other.first.clone();
        self.differing = differing;
    }

    /// Stated log-odds of each counted tile.
    #[must_use]
    pub fn tiles(&self) -> &[f64] {
        &self.first.tiles
    }

    /// Numbers by which the log-odds of an exact sum rise and fall: of both looks the one that says worse.
    #[must_use]
    pub fn inputs(&self) -> [f64; INPUTS] {
        let mut inputs = [1.0; INPUTS];
        let looks = [&self.first, &self.again].map(|look| look.misread().into_iter().chain(look.signs()));
        let [first, again] = looks;
        inputs[1..].iter_mut().zip(first.zip(again)).for_each(|(input, (first, again))| *input = first.max(again));
        let differs = [f64::from(u8::from(self.differing > 0)), (self.differing as f64).ln_1p()];
        let doubted = [&self.first, &self.again].into_iter().any(LookMeasures::is_doubted) || self.differing > 0;
        inputs[INPUTS - 3..].copy_from_slice(&[differs[0], differs[1], f64::from(u8::from(doubted))]);
        inputs
    }

    /// Probability that the sum is exact.
    pub(super) fn confidence(&self) -> f64 {
        let score: f64 = WEIGHTS.iter().zip(self.inputs()).map(|(weight, input)| weight * input).sum();
        CURVE.iter().find(|(least, _)| score >= *least).map_or(0.0, |(_, confidence)| *confidence)
    }
}

fn is_doubt(strengths: &[f64]) -> bool {
    strengths.iter().any(|strength| *strength >= DOUBT)
}

/// Log-odds of a stated probability.
fn odds(stated: f64) -> f64 {
    let stated = stated.clamp(STATED, 1.0 - STATED);
    (stated / (1.0 - stated)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Sign; SIGNS] = [
        Sign::Unread,
        Sign::Unlike,
        Sign::Over,
        Sign::Edge,
        Sign::Covered,
        Sign::Spot,
        Sign::LongRows,
        Sign::Small,
        Sign::Faint,
        Sign::FaceDown,
    ];

    fn of_tiles(stated: &[f64]) -> Measures {
        let mut measures = Measures::default();
        for stated in stated {
            measures.count(*stated);
        }
        measures
    }

    #[test]
    fn no_sign_raises_the_confidence() {
        let clear = of_tiles(&[0.99, 0.95]);
        for (place, sign) in ALL.into_iter().enumerate() {
            let here = 2 * place + 4;
            assert_eq!(sign as usize, place);
            let mut doubted = clear.clone();
            assert!(!doubted.add(sign, 0.9) && doubted.add(sign, 1.1), "{sign:?}");
            assert!(doubted.confidence() <= clear.confidence(), "{sign:?}");
            assert!(doubted.inputs()[here] > clear.inputs()[here], "{}", Measures::NAMES[here]);
        }
        for less in [of_tiles(&[0.99, 0.9]), of_tiles(&[0.99, 0.95, 0.95])] {
            assert!(less.confidence() <= clear.confidence() && less.inputs()[1] > clear.inputs()[1], "{less:?}");
        }
    }

    #[test]
    fn the_look_that_says_worse_is_believed() {
        let (mut first, mut again) = (of_tiles(&[0.99]), of_tiles(&[0.8]));
        first.add(Sign::Faint, 0.7);
        again.add(Sign::Unread, 1.5);
        first.compare(&again, 0);
        let mut worse = again.clone();
        worse.add(Sign::Faint, 0.7);
        assert_eq!(first.inputs(), worse.inputs());
        first.compare(&again, 1);
        assert!(first.inputs()[INPUTS - 2] > worse.inputs()[INPUTS - 2] && first.confidence() < worse.confidence());
    }
}
