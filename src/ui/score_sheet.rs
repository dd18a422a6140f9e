//! A hand of a score sheet while it is being entered.

use game::Side;
use game::rules::Points;
use game::tile::Pip;

/// A wish of the score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreWish {
    /// Figures go to this side.
    At(usize),
    /// This side went out, or takes it back.
    Out(usize),
    /// The hand counts double, or does not.
    Double,
    /// Changes the sign of the points.
    Sign,
    /// Write the hand down.
    Write,
    /// Put an earlier hand right, by the number of its event.
    Rewrite(usize),
}

/// Points left with each side while they are entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetForm {
    /// Figures typed for each side; `None` while nothing is.
    pub typed: Vec<Option<u16>>,
    /// Sides whose points are negative.
    pub below: Vec<bool>,
    /// The side that went out.
    pub out: Option<usize>,
    /// The hand counts double.
    pub doubled: bool,
    /// The side figures go to.
    pub at: usize,
}

/// Limit of a hand's points: no hand has more than the 1092 pips of a double-twelve set; games of points may pay a
/// little more.
const MOST: u16 = 4_999;

impl SheetForm {
    /// An empty form.
    #[must_use]
    pub fn cleared(sides: usize) -> Self {
        Self { typed: vec![None; sides], below: vec![false; sides], ..Self::default() }
    }

    /// A hand that was written down.
    pub(super) fn of(left: &[Points], out: Option<Side>, doubled: bool) -> Self {
        let typed = left.iter().map(|points| u16::try_from(points.whole().abs()).ok()).collect();
        let below = left.iter().map(|points| *points < Points::ZERO).collect();
        Self { typed, below, out: out.map(Side::index), doubled, at: 0 }
    }

    /// The entry for a side; the side that went out has no points left.
    #[must_use]
    pub fn points(&self, side: usize) -> Option<Points> {
        if self.out == Some(side) {
            return Some(Points::ZERO);
        }
        let points = Points::new(i32::from(self.typed.get(side).copied().flatten()?));
        Some(if self.below.get(side) == Some(&true) { -points } else { points })
    }

    /// The first side of which nothing is entered.
    #[must_use]
    pub fn missing(&self) -> Option<usize> {
        (0..self.typed.len()).find(|&side| self.points(side).is_none())
    }

    /// A figure is typed.
    pub fn figure(&mut self, pip: Pip) {
        if self.out == Some(self.at) {
            self.out = None;
        }
        if let Some(typed) = self.typed.get_mut(self.at) {
            let number = typed.unwrap_or(0) * 10 + u16::from(pip.get());
            *typed = Some(if number > MOST { u16::from(pip.get()) } else { number });
        }
    }

    /// The last figure is taken back.
    pub fn backspace(&mut self) {
        if let Some(typed) = self.typed.get_mut(self.at) {
            *typed = typed.map(|number| number / 10).filter(|number| *number > 0);
        }
    }

    /// Sets the whole number of a side and moves to the next missing one.
    pub fn put(&mut self, side: usize, points: u16) {
        if let Some(typed) = self.typed.get_mut(side) {
            *typed = Some(points);
        }
        if self.out == Some(side) {
            self.out = None;
        }
        self.at = self.missing().unwrap_or(side);
    }

    /// The side before or after.
    pub fn step(&mut self, forward: bool) {
        let sides = self.typed.len().max(1);
        self.at = (self.at + if forward { 1 } else { sides - 1 }) % sides;
    }

    /// Does what the view asked for, where it concerns the form alone.
    pub fn perform(&mut self, wish: ScoreWish) {
        match wish {
            ScoreWish::At(side) => self.at = side,
            ScoreWish::Out(side) => {
                self.out = (self.out != Some(side)).then_some(side);
                if self.out.is_some() {
                    self.typed[side] = None;
                    self.at = self.missing().unwrap_or(side);
                }
            }
            ScoreWish::Double => self.doubled = !self.doubled,
            ScoreWish::Sign => {
                if let Some(below) = self.below.get_mut(self.at) {
                    *below = !*below;
                }
            }
            ScoreWish::Write | ScoreWish::Rewrite(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pip(figure: u8) -> Pip {
        Pip::new(figure).unwrap()
    }

    #[test]
    fn a_hand_is_entered() {
        let mut form = SheetForm::cleared(3);
        form.figure(pip(2));
        form.figure(pip(3));
        form.step(true);
        form.perform(ScoreWish::Out(1));
        assert_eq!((form.at, form.missing()), (2, Some(2)), "who is out needs no figure");
        form.put(2, 61);
        assert_eq!((0..3).map(|side| form.points(side).unwrap().whole()).collect::<Vec<_>>(), [23, 0, 61]);
        form.perform(ScoreWish::At(0));
        form.backspace();
        form.perform(ScoreWish::Sign);
        assert_eq!(form.points(0), Some(Points::new(-2)));
        assert_eq!(
            SheetForm::of(&[Points::new(-2), Points::ZERO], Side::new(1), true).points(0),
            Some(Points::new(-2))
        );
    }
}
