//! A known tile that looks the same as in the last picture keeps its reading.

use crate::detect::crop;
use crate::detect::look::Look;
use crate::detect::shades::Shades;
use crate::detect::suppression::Overlap;
use crate::frame::Frame;
use crate::geometry::Quad;

/// Further pictures that use a reading; then the tile is read again, and a misreading comes to light.
const TIMES: u32 = 2;

/// What was read in the last picture at places of known tiles.
#[derive(Debug, Default)]
pub(super) struct LastLooks {
    looks: Vec<Look>,
    known: Vec<Quad>,
}

impl LastLooks {
    /// Begins a picture with known tiles at these places; everything else will be read.
    pub(super) fn begin(&mut self, known: &[Quad], same: Overlap) {
        self.known = known.to_vec();
        self.looks.retain(|last| known.iter().any(|at| same.exceeded_by(at, &last.corners)));
    }

    /// Reports whether any tile is known.
    pub(super) const fn is_used(&self) -> bool {
        !self.known.is_empty()
    }

    /// Gives each due look the reading of the last picture, where it is the `same` place and looks the same.
    pub(super) fn take_over(&mut self, frame: &Frame, looks: &mut [Look], same: Overlap, threads: usize) {
        let mut pairs: Vec<(&mut Look, Look)> = Vec::new();
        for look in looks.iter_mut().filter(|look| look.due) {
            let known = self.looks.iter().position(|last| same.exceeded_by(&last.corners, &look.corners));
            pairs.extend(known.map(|known| (look, self.looks.swap_remove(known))));
        }
        let place = |last: &Look| last.crop.as_ref().map_or(last.corners, |crop| crop.corners);
        let cuts: Vec<Quad> = pairs.iter().map(|(_, last)| place(last)).collect();
        let crops = crop::cut_all(frame, &cuts, threads);
        for ((look, last), now) in pairs.into_iter().zip(&crops) {
            let shades = last.crop.as_ref().and_then(|crop| crop.shades.as_ref());
            if shades.is_some_and(|shades| shades.is_alike(&Shades::of(now))) {
                look.take_over(last);
            }
        }
    }

    /// Remembers what was read in this picture at the places of known tiles.
    pub(super) fn remember<'a>(&mut self, looks: impl Iterator<Item = &'a Look>, same: Overlap) {
        let is_known = |look: &Look| self.known.iter().any(|at| same.exceeded_by(at, &look.corners));
        let lasts = |look: &&Look| look.crop.as_ref().is_some_and(|crop| crop.again < TIMES) && is_known(look);
        self.looks = looks.filter(lasts).cloned().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Point, TileKind};

    const SAME: Overlap = Overlap { of_both: 0.6, of_smaller: 0.95 };

    /// A white tile with a pip of this grey on a grey table, in noise.
    fn frame(pip: u8, seed: u64) -> Frame {
        let mut rng = game::rng::Rng::new(seed);
        let rgb = (0..200 * 100).flat_map(|i| {
            let (x, y) = (i % 200, i / 200);
            let tile = (50..150).contains(&x) && (25..75).contains(&y);
            let is_pip = (70..80).contains(&x) && (45..55).contains(&y);
            let grey = if is_pip {
                pip
            } else if tile {
                220
            } else {
                120
            };
            let noise = rng.below(9) as u8;
            [grey - 4 + noise; 3]
        });
        Frame::new(200, 100, rgb.collect()).unwrap()
    }

    fn look(shift: f64) -> Look {
        let corners: Quad =
            [(50.0, 75.0), (150.0, 75.0), (150.0, 25.0), (50.0, 25.0)].map(|(x, y)| Point { x: x + shift, y });
        Look::unread(corners, TileKind::Up, 0.9)
    }

    /// A look read from a frame, and remembered.
    fn last(frame: &Frame) -> LastLooks {
        let mut look = look(0.0);
        let mut reading = [0.0; crate::detect::N_READING];
        reading[5] = 9.0;
        look.take(&reading, Some(Shades::of(&crop::cut(frame, &look.corners))));
        let mut last = LastLooks::default();
        last.begin(&[look.corners], SAME);
        last.remember(std::iter::once(&look), SAME);
        last
    }

    #[test]
    fn what_looks_alike_is_taken_over_at_its_place_but_not_for_ever() {
        let mut last = last(&frame(40, 1));
        for seed in 2..6 {
            let mut looks = [look(2.0)];
            last.take_over(&frame(40, seed), &mut looks, SAME, 1);
            assert_eq!(looks[0].due, seed >= 4, "{seed}");
            if seed < 4 {
                assert_eq!((looks[0].corners, looks[0].a[5] > -0.1), (look(0.0).corners, true));
            }
            last.remember(looks.iter(), SAME);
        }
    }

    #[test]
    fn where_no_tile_is_known_everything_is_read() {
        let mut last = last(&frame(40, 1));
        last.begin(&[], SAME);
        let mut looks = [look(0.0)];
        last.take_over(&frame(40, 2), &mut looks, SAME, 1);
        assert!(looks[0].due && !last.is_used());
    }

    #[test]
    fn a_pip_more_or_another_place_is_read_again() {
        for (now, shift) in [(frame(200, 2), 0.0), (frame(220, 2), 0.0), (frame(40, 2), 40.0)] {
            let mut looks = [look(shift)];
            last(&frame(40, 1)).take_over(&now, &mut looks, SAME, 1);
            assert!(looks[0].due);
        }
    }
}
