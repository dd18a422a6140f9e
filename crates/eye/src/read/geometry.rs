//! Small plane geometry: vectors, quadrilaterals, their common area, the perspective map of a unit square.

use super::Point;

impl Point {
    /// A point from its coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn distance(self, other: Self) -> f64 {
        self.minus(other).length()
    }

    /// The point, a quarter turn from x towards y.
    pub(crate) const fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// At length 1; `None` of what is too short to have a direction.
    pub(crate) fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 1e-12 && length.is_finite()).then(|| self.times(1.0 / length))
    }

    pub(crate) const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// Twice the signed area of a polygon; positive when it turns from x towards y.
fn doubled_area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.cross(*b)).sum()
}

/// Area of a quadrilateral.
pub(crate) fn area(quad: &[Point; 4]) -> f64 {
    0.5 * doubled_area(quad).abs()
}

/// The mean of the four corners.
pub(crate) fn mean(quad: &[Point; 4]) -> Point {
    quad.iter().fold(Point::default(), |sum, p| sum.plus(*p)).times(0.25)
}

/// Is it a convex quadrilateral with finite corners and some area: a tile as a camera can see it?
pub(crate) fn is_sound(quad: &[Point; 4]) -> bool {
    if !quad.iter().all(|p| p.is_finite() && p.x.abs() < 1e6 && p.y.abs() < 1e6) || area(quad) < 8.0 {
        return false;
    }
    let turn = |i: usize| quad[(i + 1) % 4].minus(quad[i]).cross(quad[(i + 2) % 4].minus(quad[(i + 1) % 4]));
    let sign = turn(0).signum();
    (0..4).all(|i| turn(i) * sign > 1e-6)
}

/// Common area of two convex quadrilaterals (Sutherland and Hodgman's clipping).
pub(crate) fn common_area(first: &[Point; 4], second: &[Point; 4]) -> f64 {
    let sign = doubled_area(second).signum();
    let mut kept = first.to_vec();
    let mut next = Vec::with_capacity(8);
    for i in 0..4 {
        let (from, to) = (second[i], second[(i + 1) % 4]);
        let inside = |p: Point| sign * to.minus(from).cross(p.minus(from));
        next.clear();
        for (k, &p) in kept.iter().enumerate() {
            let q = kept[(k + 1) % kept.len()];
            let (at_p, at_q) = (inside(p), inside(q));
            if at_p >= 0.0 {
                next.push(p);
            }
            if at_p * at_q < 0.0 {
                next.push(p.plus(q.minus(p).times(at_p / (at_p - at_q))));
            }
        }
        std::mem::swap(&mut kept, &mut next);
        if kept.len() < 3 {
            return 0.0;
        }
    }
    0.5 * doubled_area(&kept).abs()
}

/// Where a place of the tile lies in its picture: `along` runs from 0 at the short edge of half a to 1 at that of half b,
/// `across` from 0 at corners 0 and 1 to 1 at corners 3 and 2. Perspective is respected (Heckbert's map of the unit square).
pub(crate) fn place_in(quad: &[Point; 4], along: f64, across: f64) -> Point {
    let [p0, p1, p2, p3] = *quad;
    let sum = p0.minus(p1).plus(p2).minus(p3);
    let (e1, e2) = (p1.minus(p2), p3.minus(p2));
    let det = e1.cross(e2);
    let (g, h) = if det.abs() < 1e-9 { (0.0, 0.0) } else { (sum.cross(e2) / det, e1.cross(sum) / det) };
    let ax = p1.minus(p0).plus(p1.times(g));
    let ay = p3.minus(p0).plus(p3.times(h));
    let w = g * along + h * across + 1.0;
    if w.abs() < 1e-6 {
        return mean(quad);
    }
    ax.times(along).plus(ay.times(across)).plus(p0).times(1.0 / w)
}

/// Does the place lie in the convex quadrilateral?
#[must_use]
pub fn inside(place: Point, quad: &[Point; 4]) -> bool {
    let side = |i: usize| quad[(i + 1) % 4].minus(quad[i]).cross(place.minus(quad[i]));
    (0..4).all(|i| side(i) >= 0.0) || (0..4).all(|i| side(i) <= 0.0)
}

/// Solves `matrix * x = right` for a symmetric positive definite matrix (Cholesky); `None` if it is not.
pub(crate) fn solve<const N: usize>(matrix: &[[f64; N]; N], right: &[f64; N]) -> Option<[f64; N]> {
    let mut low = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            let sum = matrix[i][j] - (0..j).map(|k| low[i][k] * low[j][k]).sum::<f64>();
            if i == j {
                if sum.is_nan() || sum <= 0.0 {
                    return None;
                }
                low[i][i] = sum.sqrt();
            } else {
                low[i][j] = sum / low[j][j];
            }
        }
    }
    let mut x = *right;
    for i in 0..N {
        let known: f64 = (0..i).map(|k| low[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / low[i][i];
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|k| low[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / low[i][i];
    }
    x.iter().all(|v| v.is_finite()).then_some(x)
}

/// The middle one of the values (the mean of the two middle ones); 0 of none.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, size: f64) -> [Point; 4] {
        [Point::new(x, y), Point::new(x + size, y), Point::new(x + size, y + size), Point::new(x, y + size)]
    }

    #[test]
    fn overlap_is_the_common_area_whichever_way_the_corners_run() {
        let a = square(0.0, 0.0, 4.0);
        let mut b = square(1.0, 2.0, 4.0);
        assert!((common_area(&a, &b) - 6.0).abs() < 1e-12);
        b.reverse();
        assert!((common_area(&a, &b) - 6.0).abs() < 1e-12);
        assert!(common_area(&a, &square(4.5, 0.0, 4.0)).abs() < 1e-12);
    }

    #[test]
    fn a_place_in_a_quad_follows_perspective() {
        // A square seen so that its far edge is half as long: the middle of the square is where the diagonals cross.
        let quad = [Point::new(0.0, 0.0), Point::new(1.0, 1.0), Point::new(1.0, 2.0), Point::new(0.0, 3.0)];
        for (i, (s, t)) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].into_iter().enumerate() {
            assert!(place_in(&quad, s, t).distance(quad[i]) < 1e-12);
        }
        let middle = place_in(&quad, 0.5, 0.5);
        assert!((quad[2].minus(quad[0]).cross(middle.minus(quad[0]))).abs() < 1e-12);
        assert!((quad[3].minus(quad[1]).cross(middle.minus(quad[1]))).abs() < 1e-12);
    }

    #[test]
    fn solve_inverts_and_refuses_what_it_cannot() {
        let x = solve(&[[4.0, 1.0], [1.0, 3.0]], &[1.0, 2.0]).unwrap();
        assert!((4.0 * x[0] + x[1] - 1.0).abs() < 1e-12 && (x[0] + 3.0 * x[1] - 2.0).abs() < 1e-12);
        assert_eq!(solve(&[[1.0, 2.0], [2.0, 1.0]], &[1.0, 1.0]), None);
        assert_eq!(solve(&[[f64::NAN]], &[1.0]), None);
    }

    #[test]
    fn crossed_flat_and_broken_quads_are_not_sound() {
        assert!(is_sound(&square(0.0, 0.0, 10.0)));
        let mut crossed = square(0.0, 0.0, 10.0);
        crossed.swap(1, 2);
        assert!(!is_sound(&crossed));
        assert!(!is_sound(&[Point::new(3.0, 3.0); 4]));
        let mut broken = square(0.0, 0.0, 10.0);
        broken[2].x = f64::NAN;
        assert!(!is_sound(&broken));
    }
}
