//! The size of a phone's pictures: a finer one while the tiles are small, where the device is quick enough for it.

use tracker::Hint;

/// Sightings in a row with small tiles after which a finer picture is asked for: the phone may only have been held up.
const SMALL_TILES: u32 = 20;

/// The size that suits the layout.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureSize {
    fine: bool,
    /// A person chose it, or the finer one was too slow.
    fixed: bool,
    small: u32,
}

impl PictureSize {
    /// Whether to use the finest resolution instead of the usual one.
    #[must_use]
    pub const fn is_fine(self) -> bool {
        self.fine
    }

    /// A person chooses.
    pub const fn choose(&mut self, fine: bool) {
        (self.fine, self.fixed) = (fine, true);
    }

    /// Takes the hints of a sighting. Reports whether the camera has to be opened in the other size.
    pub fn see(&mut self, hints: &[Hint]) -> bool {
        self.small = if hints.contains(&Hint::Far) { self.small + 1 } else { 0 };
        let slow = hints.iter().any(|hint| matches!(hint, Hint::Slow { .. } | Hint::Hot));
        let changes = !self.fixed && if self.fine { slow } else { !slow && self.small >= SMALL_TILES };
        if changes {
            (self.fine, self.fixed) = (!self.fine, self.fine);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tiles_get_a_finer_picture_once_unless_it_is_too_slow_or_a_person_chose() {
        let mut size = PictureSize::default();
        assert!(!(1..SMALL_TILES).any(|_| size.see(&[Hint::Far])));
        assert!(!size.see(&[]), "one picture without begins the count again");
        assert!(!(1..SMALL_TILES).any(|_| size.see(&[Hint::Far])));
        assert!(size.see(&[Hint::Far]) && size.is_fine());
        assert!(!size.see(&[Hint::Far]));
        assert!(size.see(&[Hint::Slow { tenths: 20 }]) && !size.is_fine());
        assert!(!(0..2 * SMALL_TILES).any(|_| size.see(&[Hint::Far])), "too slow once is too slow");
        let mut chosen = PictureSize::default();
        chosen.choose(true);
        assert!(!chosen.see(&[Hint::Hot]) && chosen.is_fine());
    }
}
