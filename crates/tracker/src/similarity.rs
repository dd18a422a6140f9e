//! Places a picture over an earlier one of the same table: moved, turned and slightly scaled.

use eye::read::Point;

/// `x' = a x - b y + tx`, `y' = b x + a y + ty`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    /// Size times cosine of the turn.
    pub a: f64,
    /// Size times its sine.
    pub b: f64,
    /// Shift to the right.
    pub tx: f64,
    /// Shift down.
    pub ty: f64,
}

impl Default for Similarity {
    fn default() -> Self {
        Self::NONE
    }
}

impl Similarity {
    /// Everything stays where it is.
    pub const NONE: Self = Self { a: 1.0, b: 0.0, tx: 0.0, ty: 0.0 };

    /// Maps a point.
    #[must_use]
    pub fn of(&self, p: Point) -> Point {
        Point { x: self.a * p.x - self.b * p.y + self.tx, y: self.b * p.x + self.a * p.y + self.ty }
    }

    /// Maps four corners.
    #[must_use]
    pub fn of_all(&self, corners: &[Point; 4]) -> [Point; 4] {
        corners.map(|p| self.of(p))
    }

    /// First this, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let t = next.of(Point { x: self.tx, y: self.ty });
        Self { a: next.a * self.a - next.b * self.b, b: next.b * self.a + next.a * self.b, tx: t.x, ty: t.y }
    }

    /// The way back.
    #[must_use]
    pub fn back(&self) -> Self {
        let size = (self.a * self.a + self.b * self.b).max(1e-12);
        let (a, b) = (self.a / size, -self.b / size);
        Self { a, b, tx: -(a * self.tx - b * self.ty), ty: -(b * self.tx + a * self.ty) }
    }

    /// Returns the same move between pictures `times` as large.
    #[must_use]
    pub const fn enlarged(&self, times: f64) -> Self {
        Self { tx: self.tx * times, ty: self.ty * times, ..*self }
    }

    /// The one that leads the first of each pair nearest to the second (least squares); `None` of fewer than two places.
    #[must_use]
    pub fn fit(pairs: &[(Point, Point)]) -> Option<Self> {
        let n = pairs.iter().fold(0.0, |n, _| n + 1.0);
        let mean = |side: fn(&(Point, Point)) -> Point| {
            pairs.iter().map(side).fold(Point::default(), Point::plus).times(1.0 / n)
        };
        let (from, to) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let (mut dot, mut cross, mut size) = (0.0, 0.0, 0.0);
        for (p, q) in pairs {
            let (p, q) = (p.minus(from), q.minus(to));
            dot += p.dot(q);
            cross += p.cross(q);
            size += p.dot(p);
        }
        if pairs.len() < 2 || size < 1.0 {
            return None;
        }
        let turned = Self { a: dot / size, b: cross / size, tx: 0.0, ty: 0.0 };
        let shift = to.minus(turned.of(from));
        Some(Self { tx: shift.x, ty: shift.y, ..turned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: Point) -> bool {
        a.distance(b) < 1e-9
    }

    #[test]
    fn there_and_back_is_where_it_was() {
        let moved = Similarity { a: 0.98, b: 0.1, tx: 12.0, ty: -7.0 };
        let next = Similarity { a: 1.01, b: -0.2, tx: 3.0, ty: 4.0 };
        let p = Point { x: 100.0, y: 40.0 };
        assert!(near(moved.back().of(moved.of(p)), p));
        assert!(near(moved.then(&next).of(p), next.of(moved.of(p))));
        assert!(near(moved.then(&moved.back()).of(p), p));
    }

    #[test]
    fn the_fit_finds_what_moved_the_points() {
        let moved = Similarity { a: 0.98, b: 0.1, tx: 12.0, ty: -7.0 };
        let points = [(0.0, 0.0), (100.0, 10.0), (40.0, 80.0)].map(|(x, y)| Point { x, y });
        let pairs: Vec<_> = points.iter().map(|p| (*p, moved.of(*p))).collect();
        let fit = Similarity::fit(&pairs).unwrap();
        assert!(points.iter().all(|p| near(fit.of(*p), moved.of(*p))));
        assert_eq!(Similarity::fit(&pairs[..1]), None);
    }
}
