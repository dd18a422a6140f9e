//! Does anything move? Compares small grey pictures, so that the networks only run when there is something to see.

use eye::frame::Frame;

/// Cells of the small picture along its width and height.
const CELLS: (usize, usize) = (80, 45);
/// Pixels looked at in each cell, along both sides.
const SAMPLES: usize = 4;
/// A cell has changed from this difference in grey (0 to 255). Sensor noise of 8 steps leaves 2 in the mean of 16 pixels.
const STEP: f32 = 9.0;
/// Something moves when more cells than this have changed since the last picture. A tile of 40 x 20 pixels in a picture
/// of 1280 x 720 covers 4 cells.
const FEW: usize = 3;

/// What moves may be gone again when no more cells than this differ from the table as it was last looked at: a laid tile
/// changes 15 to 80 of the 3,600 cells, a hand several hundred.
const CLEAR: usize = 110;
/// And no more than this at the border: an arm reaches over it until it is gone, a laid tile does not.
const AT_THE_BORDER: usize = 1;

/// Cells in which two small pictures differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// In the whole picture.
    pub all: usize,
    /// In its outermost ring.
    pub border: usize,
}

/// An arm reaches over at most so many of the 246 cells at the border; where more differ, it is the light.
const LIGHT: usize = 120;
/// After so many looks what reaches over the border is taken for a part of the table: a cup, an arm that is leant on it.
const USED_TO: u32 = 12;
/// So many of such tables are remembered: when the arm goes, it is the one from before again.
const TABLES: usize = 3;

/// A small grey picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Thumb(Vec<f32>);

impl Thumb {
    /// Of a frame: 80 x 45 means.
    #[must_use]
    pub fn of(frame: &Frame) -> Self {
        let (width, height) = (frame.width() as usize, frame.height() as usize);
        let rgb = frame.rgb();
        let place = |cell: usize, sample: usize, cells: usize, side: usize| {
            ((cell * SAMPLES + sample) * side + side / 2) / (cells * SAMPLES)
        };
        let mut grey = Vec::with_capacity(CELLS.0 * CELLS.1);
        for row in 0..CELLS.1 {
            for column in 0..CELLS.0 {
                let mut sum = 0_u32;
                for j in 0..SAMPLES {
                    let y = place(row, j, CELLS.1, height).min(height - 1);
                    for i in 0..SAMPLES {
                        let x = place(column, i, CELLS.0, width).min(width - 1);
                        let at = (y * width + x) * 3;
                        // Twice green, once red and blue: near enough to brightness.
                        let &[r, g, b] = rgb.get(at..at + 3).and_then(|p| p.try_into().ok()).unwrap_or(&[0; 3]);
                        sum += u32::from(r) + 2 * u32::from(g) + u32::from(b);
                    }
                }
                grey.push(sum as f32 / (4 * SAMPLES * SAMPLES) as f32);
            }
        }
        Self(grey)
    }

    /// Cells that differ, and those of them at the border of the picture. Where `level`, an even change of the light counts for nothing.
    #[must_use]
    pub fn changed(&self, other: &Self, level: bool) -> Changed {
        let shift = if level { median(self.0.iter().zip(&other.0).map(|(a, b)| a - b).collect()) } else { 0.0 };
        let mut changed = Changed::default();
        for (i, (a, b)) in self.0.iter().zip(&other.0).enumerate() {
            if (a - b - shift).abs() > STEP {
                let (column, row) = (i % CELLS.0, i / CELLS.0);
                let border = column == 0 || row == 0 || column == CELLS.0 - 1 || row == CELLS.1 - 1;
                changed.all += 1;
                changed.border += usize::from(border);
            }
        }
        changed
    }
}

fn median(mut values: Vec<f32>) -> f32 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

/// Does something reach over the border of one table that does not in the other?
fn reaches(now: &Thumb, open: &Thumb) -> bool {
    (AT_THE_BORDER + 1..LIGHT).contains(&now.changed(open, true).border)
}

/// What a picture is like beside those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Something moves, or did until this picture.
    Moving {
        /// Is so little different from when the table was last looked at that whatever moved may be gone?
        clear: bool,
    },
    /// Nothing moves, but it looks otherwise than when the table was last looked at.
    Changed,
    /// Nothing has changed.
    Still,
}

/// Remembers the last pictures.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    last: Option<Thumb>,
    looked: Option<Thumb>,
    /// The table as it was looked at with nothing new reaching over the border, the latest last.
    open: Vec<Thumb>,
    /// Looks since then.
    reached: u32,
}

impl Gate {
    /// Takes the next picture.
    pub fn see(&mut self, frame: &Frame) -> Motion {
        let now = Thumb::of(frame);
        let moving = self.last.as_ref().is_none_or(|last| now.changed(last, false).all > FEW);
        let differ = self.looked.as_ref().map(|looked| now.changed(looked, true));
        let changed = differ.is_none_or(|differ| differ.all > FEW);
        let clear = differ.is_some_and(|differ| differ.all <= CLEAR && differ.border <= AT_THE_BORDER);
        self.last = Some(now);
        match (moving, changed) {
            (true, _) => Motion::Moving { clear },
            (false, true) => Motion::Changed,
            (false, false) => Motion::Still,
        }
    }

    /// The table was looked at in the last picture.
    pub fn looked(&mut self) {
        self.looked.clone_from(&self.last);
        let Some(last) = &self.last else { return };
        let same = self.open.iter().position(|open| !reaches(last, open));
        if same.is_none() && !self.open.is_empty() && self.reached < USED_TO {
            self.reached += 1;
            return;
        }
        self.reached = 0;
        if let Some(same) = same {
            self.open.remove(same);
        }
        self.open.push(last.clone());
        if self.open.len() > TABLES {
            self.open.remove(0);
        }
    }

    /// Does something reach over the border that did not before, such as an arm that rests? Its fingers may look like tiles.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        let Some(last) = &self.last else { return false };
        !self.open.is_empty() && self.open.iter().all(|open| reaches(last, open))
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;

    fn picture(seed: u64, block: Option<(u32, u32)>, light: u8) -> Frame {
        let mut rng = Rng::new(seed);
        let mut rgb = Vec::new();
        for y in 0..720 {
            for x in 0..1280 {
                let inside = block.is_some_and(|(bx, by)| (bx..bx + 44).contains(&x) && (by..by + 22).contains(&y));
                let base = if inside { 220 } else { light };
                let noise = u8::try_from(rng.below(17)).unwrap();
                rgb.extend([base + noise; 3]);
            }
        }
        Frame::new(1280, 720, rgb).unwrap()
    }

    #[test]
    fn noise_is_still_and_a_tile_is_not() {
        let mut gate = Gate::default();
        assert_eq!(gate.see(&picture(1, None, 90)), Motion::Moving { clear: false });
        assert_eq!(gate.see(&picture(2, None, 90)), Motion::Changed);
        gate.looked();
        assert_eq!(gate.see(&picture(3, None, 90)), Motion::Still);
        assert_eq!(gate.see(&picture(4, Some((600, 300)), 90)), Motion::Moving { clear: true });
        assert_eq!(gate.see(&picture(5, Some((600, 300)), 90)), Motion::Changed);
        gate.looked();
        // An arm over the border may be small, and is not gone.
        let mut reached = gate.clone();
        assert_eq!(reached.see(&picture(6, Some((0, 300)), 90)), Motion::Moving { clear: false });
        assert!(reached.is_reached() && !gate.is_reached());
        // It rests, and after some looks belongs to the table.
        for _ in 0..USED_TO {
            reached.looked();
            assert!(reached.is_reached());
        }
        reached.looked();
        assert!(!reached.is_reached());
        // When it goes, the table is as it was.
        assert_eq!(reached.see(&picture(6, Some((600, 300)), 90)), Motion::Moving { clear: false });
        assert!(!reached.is_reached());
        // Another light moves, then is no change of the table.
        assert_eq!(gate.see(&picture(6, Some((600, 300)), 60)), Motion::Moving { clear: true });
        assert_eq!(gate.see(&picture(7, Some((600, 300)), 60)), Motion::Still);
    }
}
