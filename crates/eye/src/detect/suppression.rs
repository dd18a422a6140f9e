//! Chooses among overlapping outlines: non-maximum suppression, and the heaviest independent set.

use crate::geometry::{self, Quad};

/// Largest overlap of two outlines that count as different things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Shared area over joint area.
    pub of_both: f64,
    /// Shared area over the smaller one's.
    pub of_smaller: f64,
}

impl Overlap {
    /// Reports whether these two overlap more than that.
    #[must_use]
    pub fn exceeded_by(self, a: &Quad, b: &Quad) -> bool {
        let shared = geometry::common_area(a, b);
        let (size_a, size_b) = (geometry::area(a), geometry::area(b));
        shared > 0.0
            && (shared > self.of_both * (size_a + size_b - shared) || shared > self.of_smaller * size_a.min(size_b))
    }
}

/// The best outlines of which no two overlap more than `overlap`, greedily: indices, best first. Ties go to the earlier.
#[must_use]
pub fn non_max_suppression(outlines: &[Quad], scores: &[f32], overlap: Overlap) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for i in by_falling(scores) {
        if kept.iter().all(|&k| !overlap.exceeded_by(&outlines[i], &outlines[k])) {
            kept.push(i);
        }
    }
    kept
}

/// A heavy set of outlines of which no two overlap more than `overlap`: indices, heaviest first.
///
/// Greedy, then improved by swaps, so that two good tiles beat the straddle between them even where it is the best of the
/// three. Weights may be negative: such an outline is taken only if it has no rival at all.
#[must_use]
pub fn heaviest(outlines: &[Quad], weights: &[f32], overlap: Overlap) -> Vec<usize> {
    let rivals = rivals(outlines, overlap);
    let order = by_falling(weights);
    let mut taken = vec![false; outlines.len()];
    fill(&mut taken, &rivals, order.iter().copied());
    // Three rounds settle nearly everything; each can only make the set heavier.
    for _ in 0..3 {
        let mut improved = false;
        for i in 0..outlines.len() {
            if taken[i] && !rivals[i].is_empty() {
                improved |= swap_out(i, &mut taken, &rivals, &order, weights);
            }
        }
        if !improved {
            break;
        }
    }
    order.into_iter().filter(|&i| taken[i]).collect()
}

/// Replaces `i` by those of its rivals that then fit, if they weigh more together.
fn swap_out(i: usize, taken: &mut Vec<bool>, rivals: &[Vec<usize>], order: &[usize], weights: &[f32]) -> bool {
    let mut other = taken.clone();
    other[i] = false;
    fill(&mut other, rivals, order.iter().copied().filter(|j| rivals[i].contains(j)));
    let gained: f32 = rivals[i].iter().filter(|&&j| other[j] && !taken[j]).map(|&j| weights[j]).sum();
    let better = gained > weights[i] + 1e-6;
    if better {
        *taken = other;
    }
    better
}

/// Takes from `order` everything without a rival among the taken.
fn fill(taken: &mut [bool], rivals: &[Vec<usize>], order: impl Iterator<Item = usize>) {
    for i in order {
        if !taken[i] && rivals[i].iter().all(|&j| !taken[j]) {
            taken[i] = true;
        }
    }
}

fn rivals(outlines: &[Quad], overlap: Overlap) -> Vec<Vec<usize>> {
    let mut rivals = vec![Vec::new(); outlines.len()];
    for i in 0..outlines.len() {
        for j in i + 1..outlines.len() {
            if overlap.exceeded_by(&outlines[i], &outlines[j]) {
                rivals[i].push(j);
                rivals[j].push(i);
            }
        }
    }
    rivals
}

fn by_falling(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Point;

    const SOME: Overlap = Overlap { of_both: 0.2, of_smaller: 0.4 };

    /// Boxes ten high from `left` to `right`.
    fn row(spans: &[(f64, f64)]) -> Vec<Quad> {
        let quad = |&(left, right): &(f64, f64)| {
            [(left, 10.0), (right, 10.0), (right, 0.0), (left, 0.0)].map(|(x, y)| Point { x, y })
        };
        spans.iter().map(quad).collect()
    }

    #[test]
    fn the_better_of_two_stays() {
        let outlines = row(&[(0.0, 20.0), (1.0, 21.0), (40.0, 60.0)]);
        assert_eq!(non_max_suppression(&outlines, &[0.5, 0.9, 0.7], SOME), [1, 2]);
        assert_eq!(heaviest(&outlines, &[0.5, 0.9, 0.7], SOME), [1, 2]);
        assert_eq!(non_max_suppression(&outlines, &[0.5, 0.5, 0.5], SOME), [0, 2]);
        assert!(non_max_suppression(&[], &[], SOME).is_empty());
    }

    #[test]
    fn a_small_one_inside_a_large_one_is_the_same_thing() {
        let outlines = row(&[(0.0, 100.0), (10.0, 20.0)]);
        assert_eq!(non_max_suppression(&outlines, &[0.9, 0.8], SOME), [0]);
    }

    #[test]
    fn two_tiles_beat_the_straddle_between_them() {
        let outlines = row(&[(0.0, 20.0), (10.0, 30.0), (20.0, 40.0)]);
        assert_eq!(heaviest(&outlines, &[0.6, 0.9, 0.5], SOME), [0, 2]);
        // One good straddle beats two that are next to nothing.
        assert_eq!(heaviest(&outlines, &[0.1, 0.9, 0.2], SOME), [1]);
        // Anything worse than nothing is kept only if nothing else could be there.
        assert_eq!(heaviest(&outlines, &[-0.2, 0.9, 1.0], SOME), [2]);
        assert_eq!(heaviest(&outlines[..1], &[-0.2], SOME), [0]);
    }

    #[test]
    fn a_line_of_straddles_gives_way_to_the_line() {
        // Five tiles and the four straddles between them, each better than its neighbours.
        let tiles = (0..5).map(|i| (f64::from(i) * 20.0, f64::from(i) * 20.0 + 20.0));
        let straddles = (0..4).map(|i| (f64::from(i) * 20.0 + 10.0, f64::from(i) * 20.0 + 30.0));
        let outlines = row(&tiles.chain(straddles).collect::<Vec<_>>());
        let weights = [0.6, 0.6, 0.6, 0.6, 0.6, 0.7, 0.1, 0.1, 0.1];
        let mut chosen = heaviest(&outlines, &weights, SOME);
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1, 2, 3, 4]);
    }
}
