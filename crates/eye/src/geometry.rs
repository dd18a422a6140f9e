//! Small plane geometry: points, quadrilaterals, their common area, the perspective map of a square; and the median.

/// A place in the upright picture: pixels, x to the right, y down, `(0, 0)` the outer corner of the first pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Four corners going round.
pub type Quad = [Point; 4];

impl Point {
    /// A point from its coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The sum of two vectors.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    /// The vector from `other` to this.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    /// The vector, scaled.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    /// The scalar product.
    #[must_use]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The signed area of the parallelogram of both, positive from x towards y.
    #[must_use]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Distance from the origin.
    #[must_use]
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Returns the distance of two points, in pixels.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        self.minus(other).length()
    }

    /// The point, a quarter turn from x towards y.
    pub(crate) const fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Normalises to length 1; `None` if it is too short to have a direction.
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

/// Area of a quadrilateral, whichever way its corners run.
#[must_use]
pub fn area(quad: &Quad) -> f64 {
    0.5 * doubled_area(quad).abs()
}

/// The area that two outlines share, of the smaller one's: `0.0..=1.0`.
#[must_use]
pub fn share(a: &Quad, b: &Quad) -> f64 {
    common_area(a, b) / area(a).min(area(b)).max(1e-9)
}

/// The mean of the four corners.
#[must_use]
pub fn mean(quad: &Quad) -> Point {
    quad.iter().fold(Point::default(), |sum, p| sum.plus(*p)).times(0.25)
}

/// Four corners, larger about their middle.
#[must_use]
pub fn grown(quad: &Quad, times: f64) -> Quad {
    let middle = mean(quad);
    quad.map(|p| middle.plus(p.minus(middle).times(times)))
}

/// Middle between two points.
#[must_use]
pub fn middle(p: Point, q: Point) -> Point {
    p.plus(q).times(0.5)
}

/// Low and high corner of the upright box around a quadrilateral.
fn bounds(quad: &Quad) -> (Point, Point) {
    quad.iter().fold((quad[0], quad[0]), |(low, high), p| {
        (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
    })
}

/// Returns the turn at each corner: all above 0 or all below it for a convex outline.
fn turns(quad: &Quad) -> [f64; 4] {
    let side = |i: usize| quad[(i + 1) % 4].minus(quad[i % 4]);
    std::array::from_fn(|i| side(i).cross(side(i + 1)))
}

/// Reports whether every corner is a number, and they bulge outwards all the way round.
pub(crate) fn is_convex(quad: &Quad) -> bool {
    let turns = turns(quad);
    turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0)
}

/// Reports whether it is a convex quadrilateral with finite corners and some area: a tile as a camera can see it.
#[must_use]
pub fn is_sound(quad: &Quad) -> bool {
    if !quad.iter().all(|p| p.is_finite() && p.x.abs() < 1e6 && p.y.abs() < 1e6) || area(quad) < 8.0 {
        return false;
    }
    let turns = turns(quad);
    let sign = turns[0].signum();
    turns.iter().all(|turn| turn * sign > 1e-6)
}

/// Common area of two convex quadrilaterals (Sutherland and Hodgman's clipping).
pub(crate) fn common_area(first: &Quad, second: &Quad) -> f64 {
    let ((low, high), (other_low, other_high)) = (bounds(first), bounds(second));
    if low.x >= other_high.x || other_low.x >= high.x || low.y >= other_high.y || other_low.y >= high.y {
        return 0.0;
    }
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

/// The projective map that takes the square `[-1, 1] x [-1, 1]` to a quad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    x: [f64; 3],
    y: [f64; 3],
    w: [f64; 2],
}

impl Projection {
    /// The map with `(-1, -1)`, `(1, -1)`, `(1, 1)`, `(-1, 1)` going to the corners of `quad` in this order.
    ///
    /// Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3; a quad without area gives the affine part only.
    pub(crate) fn onto(quad: &Quad) -> Self {
        let [p, q, r, s] = *quad;
        let (dx1, dx2, dx3) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x);
        let (dy1, dy2, dy3) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y);
        let det = dx1 * dy2 - dx2 * dy1;
        let (g, h) =
            if det.abs() > 1e-12 { ((dx3 * dy2 - dx2 * dy3) / det, (dx1 * dy3 - dx3 * dy1) / det) } else { (0.0, 0.0) };
        Self {
            x: [q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x],
            y: [q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y],
            w: [g, h],
        }
    }

    /// The map onto a tile with these corners (in the order of `SeenTile::corners`): the first way runs across it, with corners 0 and
    /// 1 at -1, the second along it from half a to half b.
    pub(crate) fn onto_tile(&[a_right, b_right, b_left, a_left]: &Quad) -> Self {
        Self::onto(&[a_right, a_left, b_left, b_right])
    }

    /// The image of `(a, b)` of the square.
    // As in `bilinear`: once for every pixel of a crop.
    #[inline(always)]
    pub(crate) fn at(&self, a: f64, b: f64) -> Point {
        self.at_share((a + 1.0) / 2.0, (b + 1.0) / 2.0)
    }

    /// The image of the place that far along the sides of the square: `(0, 0)` at its first corner, `(1, 1)` at its
    /// third.
    #[inline(always)]
    fn at_share(&self, s: f64, t: f64) -> Point {
        // The picture ends at the horizon; stay on this side of it.
        let w = (self.w[0] * s + self.w[1] * t + 1.0).max(0.05);
        let near = 1.0 / w;
        Point {
            x: (self.x[0] * s + self.x[1] * t + self.x[2]) * near,
            y: (self.y[0] * s + self.y[1] * t + self.y[2]) * near,
        }
    }
}

/// A place of the tile in its picture: `along` runs from 0 at the short edge of half a to 1 at that of half b, `across`
/// from 0 at corners 0 and 1 to 1 at corners 3 and 2. Perspective is respected.
pub(crate) fn place_in(quad: &Quad, along: f64, across: f64) -> Point {
    Projection::onto(quad).at_share(along, across)
}

/// Reports whether the place is in the convex quadrilateral.
#[must_use]
pub fn inside(place: Point, quad: &Quad) -> bool {
    let side = |i: usize| quad[(i + 1) % 4].minus(quad[i]).cross(place.minus(quad[i]));
    (0..4).all(|i| side(i) >= 0.0) || (0..4).all(|i| side(i) <= 0.0)
}

/// Solves `matrix * x = right` for a symmetric positive definite matrix (Cholesky); `None` if it is not.
pub fn solve<const N: usize>(matrix: &[[f64; N]; N], right: &[f64; N]) -> Option<[f64; N]> {
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

/// The two middle ones of the values, which are one and the same of an odd number; `None` of none.
pub fn middles(values: &mut [f64]) -> Option<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    Some((*values.get(n.checked_sub(1)? / 2)?, *values.get(n / 2)?))
}

/// The middle one of the values (the mean of the two middle ones); `None` of none.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    middles(values).map(|(low, high)| (low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, size: f64) -> Quad {
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

    fn quad(corners: [(f64, f64); 4]) -> Quad {
        corners.map(|(x, y)| Point { x, y })
    }

    #[test]
    fn overlap_does_not_ask_which_way_the_corners_run() {
        let square = quad([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        let moved = quad([(1.0, 1.0), (1.0, 3.0), (3.0, 3.0), (3.0, 1.0)]);
        let diamond = quad([(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)]);
        let away = quad([(5.0, 5.0), (6.0, 5.0), (6.0, 6.0), (5.0, 6.0)]);
        for (a, b, expected) in [
            (square, square, 4.0),
            (square, moved, 1.0),
            (square, diamond, 2.0),
            (diamond, moved, 0.5),
            (square, away, 0.0),
        ] {
            assert!((common_area(&a, &b) - expected).abs() < 1e-9, "{a:?} {b:?}");
            assert!((common_area(&b, &a) - expected).abs() < 1e-9, "{b:?} {a:?}");
        }
        assert!((area(&moved) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn convex_or_not() {
        assert!(is_convex(&quad([(0.0, 0.0), (2.0, 0.0), (3.0, 3.0), (0.0, 2.0)])));
        assert!(!is_convex(&quad([(0.0, 0.0), (2.0, 0.0), (0.4, 0.4), (0.0, 2.0)])));
        assert!(!is_convex(&quad([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)])));
        assert!(!is_convex(&quad([(0.0, 0.0), (f64::NAN, 0.0), (2.0, 2.0), (0.0, 2.0)])));
    }

    #[test]
    fn projection_meets_the_corners_and_keeps_lines_straight() {
        let oblique = quad([(10.0, 10.0), (50.0, 12.0), (44.0, 30.0), (14.0, 31.0)]);
        let map = Projection::onto(&oblique);
        for ((a, b), corner) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().zip(oblique) {
            let p = map.at(a, b);
            assert!(p.distance(corner) < 1e-9, "{a} {b}: {p:?}");
        }
        let [p, q, r] = [-0.5, 0.1, 0.9].map(|a| map.at(a, 0.3));
        assert!(((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)).abs() < 1e-9);
    }
}
