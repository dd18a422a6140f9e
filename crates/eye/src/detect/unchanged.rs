//! Places that look as in the last picture: what was read there is taken over.

use crate::detect::crop;
use crate::detect::look::Look;
use crate::detect::shades::Shades;
use crate::detect::suppression::Overlap;
use crate::frame::Frame;

/// Pictures for which a reading is taken over before the place is read again, so that a misreading does not stay.
const TIMES: u32 = 2;

/// What was read in the last picture.
#[derive(Debug, Default)]
pub(super) struct LastLooks(Vec<Look>);

impl LastLooks {
    /// Takes over the reading of every due look that is `same` as one of the last picture and looks as it did.
    pub(super) fn take_over(&mut self, frame: &Frame, looks: &mut [Look], same: Overlap, threads: usize) {
        let mut pairs: Vec<(&mut Look, Look)> = Vec::new();
        for look in looks.iter_mut().filter(|look| look.due) {
            let known = self.0.iter().position(|last| same.exceeded_by(&last.corners, &look.corners));
            pairs.extend(known.map(|known| (look, self.0.swap_remove(known))));
        }
        let cuts: Vec<_> = pairs.iter().filter_map(|(_, last)| Some(last.crop.as_ref()?.corners)).collect();
        let crops = crop::cut_all(frame, &cuts, threads);
        for ((look, last), now) in pairs.into_iter().zip(&crops) {
            let shades = last.crop.as_ref().and_then(|crop| crop.shades.as_ref());
            if shades.is_some_and(|shades| shades.is_alike(&Shades::of(now))) {
                look.take_over(last);
            }
        }
    }

    /// Remembers what was read in this picture.
    pub(super) fn remember<'a>(&mut self, looks: impl Iterator<Item = &'a Look>) {
        let lasts = |look: &&Look| look.crop.as_ref().is_some_and(|crop| crop.again < TIMES);
        self.0 = looks.filter(lasts).cloned().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Quad;
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
        last.remember(std::iter::once(&look));
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
            last.remember(looks.iter());
        }
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
