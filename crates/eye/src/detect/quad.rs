//! Four-cornered outlines in a picture: area, overlap, and the map from a tile's own square into the picture.

use crate::read::Point;

/// Four corners going round.
pub type Quad = [Point; 4];

/// Twice the signed area of a polygon, positive if it runs clockwise as seen in a picture (y down).
fn doubled_area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(p, q)| p.x * q.y - q.x * p.y).sum()
}

/// Area in square pixels, whichever way the corners run.
#[must_use]
pub fn area(quad: &Quad) -> f64 {
    doubled_area(quad).abs() / 2.0
}

/// Mean of the corners.
#[must_use]
pub fn centre(quad: &Quad) -> Point {
    let sum = quad.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.x, sum.1 + p.y));
    Point { x: sum.0 / 4.0, y: sum.1 / 4.0 }
}

/// Middle between two points.
#[must_use]
pub fn middle(p: Point, q: Point) -> Point {
    Point { x: (p.x + q.x) / 2.0, y: (p.y + q.y) / 2.0 }
}

/// Distance in pixels.
#[must_use]
pub fn distance(p: Point, q: Point) -> f64 {
    (p.x - q.x).hypot(p.y - q.y)
}

/// Is every corner a number, and do they bulge outwards all the way round?
#[must_use]
pub fn is_convex(quad: &Quad) -> bool {
    let turns: [f64; 4] = std::array::from_fn(|i| {
        let [p, q, r] = [quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]];
        (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
    });
    turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0)
}

/// Low and high corner of the upright box around `quad`.
#[must_use]
pub fn bounds(quad: &Quad) -> (Point, Point) {
    quad.iter().fold((quad[0], quad[0]), |(low, high), p| {
        (Point { x: low.x.min(p.x), y: low.y.min(p.y) }, Point { x: high.x.max(p.x), y: high.y.max(p.y) })
    })
}

/// Area that two convex outlines share.
#[must_use]
pub fn shared_area(a: &Quad, b: &Quad) -> f64 {
    let ((a_low, a_high), (b_low, b_high)) = (bounds(a), bounds(b));
    if a_low.x >= b_high.x || b_low.x >= a_high.x || a_low.y >= b_high.y || b_low.y >= a_high.y {
        return 0.0;
    }
    // Sutherland-Hodgman: a is cut with every side of b.
    let side = doubled_area(b).signum();
    let mut inside = a.to_vec();
    let mut cut = Vec::with_capacity(8);
    for i in 0..4 {
        let (from, to) = (b[i], b[(i + 1) % 4]);
        let height = |p: Point| side * ((to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x));
        cut.clear();
        for (k, &p) in inside.iter().enumerate() {
            let q = inside[(k + 1) % inside.len()];
            let (hp, hq) = (height(p), height(q));
            if hp >= 0.0 {
                cut.push(p);
            }
            if (hp < 0.0) != (hq < 0.0) {
                let t = hp / (hp - hq);
                cut.push(Point { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
            }
        }
        std::mem::swap(&mut inside, &mut cut);
        if inside.len() < 3 {
            return 0.0;
        }
    }
    doubled_area(&inside).abs() / 2.0
}

/// The projective map that takes the square `[-1, 1] x [-1, 1]` to a quad.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    x: [f64; 3],
    y: [f64; 3],
    w: [f64; 2],
}

impl Projection {
    /// The map with `(-1, -1)`, `(1, -1)`, `(1, 1)`, `(-1, 1)` going to the corners of `quad` in this order.
    ///
    /// Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3; a quad without area gives the affine part only.
    #[must_use]
    pub fn onto(quad: &Quad) -> Self {
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
    #[must_use]
    pub fn onto_tile(&[a_right, b_right, b_left, a_left]: &Quad) -> Self {
        Self::onto(&[a_right, a_left, b_left, b_right])
    }

    /// Where `(a, b)` of the square lies.
    #[inline]
    #[must_use]
    pub fn at(&self, a: f64, b: f64) -> Point {
        let (s, t) = ((a + 1.0) / 2.0, (b + 1.0) / 2.0);
        // Behind the horizon there is no picture; stay on this side of it.
        let w = (self.w[0] * s + self.w[1] * t + 1.0).max(0.05);
        let near = 1.0 / w;
        Point {
            x: (self.x[0] * s + self.x[1] * t + self.x[2]) * near,
            y: (self.y[0] * s + self.y[1] * t + self.y[2]) * near,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!((shared_area(&a, &b) - expected).abs() < 1e-9, "{a:?} {b:?}");
            assert!((shared_area(&b, &a) - expected).abs() < 1e-9, "{b:?} {a:?}");
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
            assert!(distance(p, corner) < 1e-9, "{a} {b}: {p:?}");
        }
        let [p, q, r] = [-0.5, 0.1, 0.9].map(|a| map.at(a, 0.3));
        assert!(((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)).abs() < 1e-9);
    }
}
