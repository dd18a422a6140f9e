//! Detects something over a part of a tile: a finger, a sleeve, the arm of a lamp. The rim of a face has one colour all
//! round.

use crate::detect::contrast::contrast;
use crate::detect::crop::bilinear;
use crate::detect::ground::{MeanColour, difference, light_and_shares, median, usual};
use crate::frame::Frame;
use crate::geometry::{Projection, Quad};

/// The rim of a tile's face, where no pip is: so far from its middle across and along, in tile widths.
const RIM: (f64, f64) = (0.43, 0.93);
/// Places examined along each long side and across each end.
const RIM_SAMPLES: [usize; 2] = [14, 6];
/// Around the bar between the halves the rim has the bar's colour: nearer to the middle it is not looked at.
const BAR: f64 = 0.12;
/// Difference in the shares of red, green and blue from most of the rim above which a place of it is covered.
const RIM_COLOUR: f32 = 0.06;
/// Difference in lightness (natural logarithm) above which a place of the rim is covered.
const RIM_LIGHT: f32 = 0.6;
/// Covered part of the rim from which on something is over the tile.
const COVERED: f64 = 0.1;
/// Difference of pips from the face (of 441 from black to white) below which the picture is so dim or hazy that a cover
/// of the tile differs little, too.
const HAZY: f32 = 120.0;
/// For hazy pips: the part of their difference above which a place of the rim is covered, and the part of the rim from
/// which on something is over the tile.
const HAZY_PART: f32 = 0.5;
const HAZY_COVERED: f64 = 0.08;

/// Returns how much of this tile's rim is covered; above 1 something is over a part of it. Corners in pixels of `frame`.
pub(super) fn cover(frame: &Frame, corners: &Quad) -> f64 {
    let rim = rim(frame, &Projection::onto_tile(corners));
    let part = |covered: usize, most: f64| covered as f64 / (most * rim.len() as f64);
    let clear = part(of_another_colour(&rim), COVERED);
    let pips = contrast(frame, corners);
    if pips < HAZY { clear.max(part(differing(&rim, HAZY_PART * pips), HAZY_COVERED)) } else { clear }
}

/// Counts those with other shares of red, green and blue than most, or with a very different brightness.
fn of_another_colour(rim: &[MeanColour]) -> usize {
    let told: Vec<(f32, MeanColour)> = rim.iter().map(light_and_shares).collect();
    let (light, most) = usual(&told);
    let other = |(own, shares): &&(f32, MeanColour)| {
        difference(shares, &most) > RIM_COLOUR || (own / light).ln().abs() > RIM_LIGHT
    };
    told.iter().filter(other).count()
}

/// Counts those that differ from most by more than `bound`.
fn differing(rim: &[MeanColour], bound: f32) -> usize {
    let most = median(rim);
    rim.iter().filter(|colour| difference(colour, &most) > bound).count()
}

/// The colours all along the rim of a tile's face.
fn rim(frame: &Frame, tile: &Projection) -> Vec<MeanColour> {
    let [long, short] =
        RIM_SAMPLES.map(|samples| (0..samples).map(move |i| 2.0 * (i as f64 + 0.5) / samples as f64 - 1.0));
    let (side, end) = RIM;
    let sides =
        long.map(|i| i * end).filter(|along| along.abs() > BAR).flat_map(|along| [(-side, along), (side, along)]);
    let ends = short.map(|i| i * side).flat_map(|across| [(across, -end), (across, end)]);
    sides.chain(ends).map(|(across, along)| bilinear(frame, tile.at(2.0 * across, along))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{FINGER, IVORY, Spot, corners, table};

    /// Draws a tile of 120 by 60 with pips, with this painted over it, and tests it.
    fn is_covered(over: &[(Spot, [u8; 3])]) -> bool {
        let pips = (0..8).map(|i| ([52 + 14 * i, 28, 8, 8], [0; 3]));
        let painted = [([40, 20, 120, 60], IVORY)].into_iter().chain(pips).chain(over.iter().copied());
        cover(&table(100, painted), &corners([40, 20, 120, 60])) > 1.0
    }

    #[test]
    fn what_lies_over_a_part_of_a_tile_shows_at_its_rim() {
        let bar = ([96, 20, 8, 60], [0; 3]);
        assert!(!is_covered(&[]) && !is_covered(&[bar]));
        // Half of it under a hand, a finger across its end, a dark arm over a corner.
        assert!(is_covered(&[([100, 0, 100, 100], FINGER)]));
        assert!(is_covered(&[([130, 0, 20, 100], FINGER)]));
        assert!(is_covered(&[([135, 0, 65, 45], [60, 60, 65])]));
        // A shadow's edge does not change the shares of the colours.
        assert!(!is_covered(&[([100, 20, 60, 60], IVORY.map(|channel| channel / 3 * 2))]));
    }

    #[test]
    fn through_haze_a_finger_differs_little() {
        // Only a fifth of the original colour remains; the rest is the grey of the haze.
        let hazy = |colour: [u8; 3]| colour.map(|channel| 96 + channel / 5);
        let pips = (0..8).map(|i| ([52 + 14 * i, 28, 8, 8], hazy([0; 3])));
        let is_covered = |over: &[(Spot, [u8; 3])]| {
            let tile = [([40, 20, 120, 60], hazy(IVORY))].into_iter().chain(pips.clone());
            cover(&table(100, tile.chain(over.iter().copied())), &corners([40, 20, 120, 60])) > 1.0
        };
        assert!(!is_covered(&[]));
        assert!(is_covered(&[([100, 0, 60, 40], hazy([110, 75, 60]))]));
        // A soft shadow is not a finger.
        assert!(!is_covered(&[([100, 0, 60, 40], hazy(IVORY.map(|channel| channel / 5 * 4)))]));
    }
}
