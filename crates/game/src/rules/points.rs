//! Points as a score keeps them.

use language::say;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// Points of a score or an award. Whole numbers, except that a house rule may split a blocked hand into halves
///, so the value is kept in half points. May be negative.
///
/// ```
/// use game::rules::Points;
///
/// let half = Points::from_halves(15);
/// assert_eq!((half.to_string(), half.whole()), ("7.5".to_owned(), 7));
/// assert_eq!(half + Points::new(-8), Points::from_halves(-1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points {
    halves: i32,
}

impl Points {
    /// Zero points.
    pub const ZERO: Self = Self { halves: 0 };

    /// A whole number of points.
    #[must_use]
    pub const fn new(points: i32) -> Self {
        Self { halves: points * 2 }
    }

    /// A number of half points.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Self {
        Self { halves }
    }

    /// The number of half points.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.halves
    }

    /// Returns the whole points, rounded down: the hole of the peg.
    #[must_use]
    pub const fn whole(self) -> i32 {
        self.halves.div_euclid(2)
    }

    /// Reports whether it is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.halves == 0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { halves: self.halves.saturating_add(other.halves) }
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { halves: self.halves.saturating_sub(other.halves) }
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// `8`, `-3`, `7.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.halves < 0 { "-" } else { "" }, self.halves.unsigned_abs());
        write!(f, "{sign}{}{}", size / 2, if size % 2 == 1 { ".5" } else { "" })
    }
}

impl std::str::FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let (number, half) = text.strip_suffix(".5").map_or((text, 0), |number| (number, 1));
        let half = if number.starts_with('-') { -half } else { half };
        let whole: Option<i32> = number.parse().ok();
        let halves = whole.and_then(|whole| whole.checked_mul(2)?.checked_add(half));
        halves.map(Self::from_halves).ok_or_else(|| PointsError { text: text.to_owned() })
    }
}

/// Error of a text that is not a number of points.
///
/// ```
/// use game::rules::Points;
///
/// let error = "eight".parse::<Points>().expect_err("figures are needed");
/// assert_eq!(error.to_string(), "`eight` is not a number of points, like `8`, `-3` or `7.5`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for PointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text } = self;
        f.write_str(&say!("`{text}` is not a number of points, like `8`, `-3` or `7.5`", text))
    }
}

impl std::error::Error for PointsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for halves in -9..9 {
            let points = Points::from_halves(halves);
            assert_eq!(points.to_string().parse(), Ok(points));
        }
        assert_eq!(Points::from_halves(15).to_string(), "7.5");
        assert_eq!("x".parse::<Points>(), Err(PointsError { text: "x".to_owned() }));
    }
}
