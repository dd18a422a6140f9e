//! The table top from the tiles themselves: all tiles are equal rectangles on one plane, which gives the camera's tilt,
//! and with it distances and angles on the table in tile widths.
//!
//! Unknown are the plane's normal (`p`, `q`, 1), the focal length in picture widths, the scale and the tiles' proportion. Residuals are
//! the four edges and the two diagonals of every tile, in tile widths; Levenberg and Marquardt's method with a Cauchy weight
//! a tile, so that a false tile does not tilt the table. Corners that are a little off leave gaps and angles good enough to judge
//! joins by.

use super::Point;
use crate::geometry::{area, median, solve};

const UNKNOWNS: usize = 5;
type Unknowns = [f64; UNKNOWNS];

/// Fewest tiles that determine the camera's position.
const TELLING: usize = 3;
/// Spread in tile widths above which corners are not on one table.
const AGREED: f64 = 0.2;
/// Prior standard deviations of p, q, ln focal, ln scale, ln proportion. Rendered tables have focal lengths of 0.65 to
/// 1.3 widths; phones are alike. Sets of tiles are 1.8 to 2.7 times as long as wide.
const PRIOR_SPREAD: Unknowns = [0.7, 0.7, 0.30, 3.0, 0.12];
const PRIOR_FOCAL: f64 = 0.9;
const STEPS: usize = 12;
/// A fit with a larger spread than this (in tile widths) is tried from other sides; good corners give 0.02 to 0.06.
const STUCK: f64 = 0.1;

/// The plane of the table, seen by the camera.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    theta: Unknowns,
    width: f64,
    height: f64,
    /// Spread of a tile's edge lengths round what the plane says, in tile widths.
    pub(crate) sigma: f64,
}

/// A tile as a rectangle on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    /// Centre, in tile widths.
    pub(crate) centre: Point,
    /// From half a to half b, length 1.
    pub(crate) along: Point,
    /// From the edge with corners 0, 1 to that with corners 2, 3; length 1, at right angles to `along`.
    pub(crate) left: Point,
    /// Measured length and width, in tile widths.
    pub(crate) length: f64,
    /// Measured width.
    pub(crate) width: f64,
    /// Root mean square of the six residuals.
    pub(crate) rms: f64,
}

struct Basis {
    normal: [f64; 3],
    first: [f64; 3],
    second: [f64; 3],
    focal: f64,
    scale: f64,
}

fn basis(theta: &Unknowns, width: f64) -> Basis {
    let [p, q, ln_focal, ln_scale, _] = *theta;
    let n = 1.0 / (p * p + q * q + 1.0).sqrt();
    let (a, b, c) = (p * n, q * n, n);
    // The two axes that the smallest turn from the line of sight to the normal makes of the picture's.
    Basis {
        normal: [a, b, c],
        first: [1.0 - a * a / (1.0 + c), -a * b / (1.0 + c), -a],
        second: [-a * b / (1.0 + c), 1.0 - b * b / (1.0 + c), -b],
        focal: ln_focal.exp() * width,
        scale: ln_scale.exp(),
    }
}

fn dot3(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Basis {
    fn to_table(&self, at: Point, width: f64, height: f64) -> Point {
        let ray = [(at.x - width / 2.0) / self.focal, (at.y - height / 2.0) / self.focal, 1.0];
        let depth = dot3(&self.normal, &ray);
        // The table ends at the horizon; such a tile is far off in every residual and weighs nothing.
        let factor = self.scale / depth.max(1e-3);
        Point::new(dot3(&self.first, &ray) * factor, dot3(&self.second, &ray) * factor)
    }
}

fn residuals(quad: &[Point; 4], proportion: f64) -> [f64; 6] {
    let d = |i: usize, j: usize| quad[i].distance(quad[j]);
    let diagonal = (1.0 + proportion * proportion).sqrt();
    [d(0, 1) - proportion, d(2, 3) - proportion, d(0, 3) - 1.0, d(1, 2) - 1.0, d(0, 2) - diagonal, d(1, 3) - diagonal]
}

fn mean_square(r: &[f64; 6]) -> f64 {
    r.iter().map(|v| v * v).sum::<f64>() / 6.0
}

struct Fit<'a> {
    quads: &'a [[Point; 4]],
    weights: &'a [f64],
    width: f64,
    height: f64,
    prior: Unknowns,
}

impl Fit<'_> {
    fn all(&self, theta: &Unknowns) -> Vec<[f64; 6]> {
        let basis = basis(theta, self.width);
        let proportion = theta[4].exp();
        let table = |p: Point| basis.to_table(p, self.width, self.height);
        self.quads.iter().map(|q| residuals(&q.map(table), proportion)).collect()
    }

    fn cost(&self, theta: &Unknowns, residuals: &[[f64; 6]], sigma: f64) -> f64 {
        let tiles: f64 = residuals
            .iter()
            .zip(self.weights)
            .map(|(r, w)| w * 12.0 * (mean_square(r) / (sigma * sigma) / 4.0).ln_1p())
            .sum();
        let prior: f64 = (0..UNKNOWNS).map(|k| ((theta[k] - self.prior[k]) / PRIOR_SPREAD[k]).powi(2)).sum();
        tiles + 0.5 * prior
    }

    /// Normal matrix and gradient of the weighted problem.
    fn linearise(&self, theta: &Unknowns, at: &[[f64; 6]], sigma: f64) -> ([Unknowns; UNKNOWNS], Unknowns) {
        const STEP: f64 = 1e-5;
        let moved: Vec<Vec<[f64; 6]>> = (0..UNKNOWNS)
            .map(|k| {
                let mut next = *theta;
                next[k] += STEP;
                self.all(&next)
            })
            .collect();
        let mut matrix = [[0.0; UNKNOWNS]; UNKNOWNS];
        let mut gradient = [0.0; UNKNOWNS];
        for (tile, r) in at.iter().enumerate() {
            let z2 = mean_square(r) / (sigma * sigma);
            let weight = self.weights[tile] / (1.0 + z2 / 4.0) / (sigma * sigma);
            for e in 0..6 {
                let slope: Unknowns = std::array::from_fn(|k| (moved[k][tile][e] - r[e]) / STEP);
                for i in 0..UNKNOWNS {
                    gradient[i] += weight * slope[i] * r[e];
                    for j in 0..UNKNOWNS {
                        matrix[i][j] += weight * slope[i] * slope[j];
                    }
                }
            }
        }
        for k in 0..UNKNOWNS {
            matrix[k][k] += PRIOR_SPREAD[k].powi(-2);
            gradient[k] += (theta[k] - self.prior[k]) / PRIOR_SPREAD[k].powi(2);
        }
        (matrix, gradient)
    }

    /// The nearest minimum from `theta`, and the tiles' spread there.
    fn descend(&self, mut theta: Unknowns) -> (Unknowns, f64) {
        let mut sigma = 0.15;
        let mut damping = 1e-3;
        for round in 0..STEPS {
            let at = self.all(&theta);
            let cost = self.cost(&theta, &at, sigma);
            let (matrix, gradient) = self.linearise(&theta, &at, sigma);
            let mut size = f64::INFINITY;
            for _ in 0..6 {
                let mut damped = matrix;
                for (k, row) in damped.iter_mut().enumerate() {
                    row[k] *= 1.0 + damping;
                }
                if let Some(step) = solve(&damped, &gradient) {
                    let step = step.map(|s| -s.clamp(-0.5, 0.5));
                    let next: Unknowns = std::array::from_fn(|k| theta[k] + step[k]);
                    if self.cost(&next, &self.all(&next), sigma) < cost + 1e-9 {
                        theta = next;
                        size = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
                        damping = (damping * 0.3).max(1e-6);
                        break;
                    }
                }
                damping *= 10.0;
            }
            let next = spread(&self.all(&theta));
            if round > 2 && size < 1e-4 && (next - sigma).abs() < 0.02 * sigma {
                break;
            }
            sigma = next.max(sigma * 0.5);
        }
        (theta, spread(&self.all(&theta)))
    }
}

/// The spread of the tiles' residuals: the middle tile's. With less than four tiles it says little, hence the floor.
fn spread(residuals: &[[f64; 6]]) -> f64 {
    let mut rms: Vec<f64> = residuals.iter().map(|r| mean_square(r).sqrt()).collect();
    let middle = median(&mut rms).unwrap_or(0.0);
    if residuals.len() >= 4 { (middle * 1.05).max(0.006) } else { middle.max(0.03) }
}

/// Degrees off straight above from which a table is seen, by the corners of its tiles; `None` if there are too few of
/// them, or they do not agree.
#[must_use]
pub fn degrees_off_above(tiles: &[[Point; 4]], width: u32, height: u32) -> Option<f64> {
    let plane = Plane::fit(tiles, &vec![1.0; tiles.len()], f64::from(width).max(1.0), f64::from(height).max(1.0));
    (tiles.len() >= TELLING && plane.sigma < AGREED).then(|| plane.tilt().to_degrees())
}

impl Plane {
    /// The plane on which these quadrilaterals (pixels, sound ones) are equal rectangles as nearly as may be.
    /// `weights` (0 to 1) say how much each is to be trusted. Without quadrilaterals: straight down.
    pub(crate) fn fit(quads: &[[Point; 4]], weights: &[f64], width: f64, height: f64) -> Self {
        let mut areas: Vec<f64> = quads.iter().map(area).collect();
        let typical = median(&mut areas).unwrap_or(0.0).max(1.0);
        let ln_scale = (PRIOR_FOCAL * width / (typical / 2.0).sqrt()).ln();
        let prior = [0.0, 0.0, PRIOR_FOCAL.ln(), ln_scale, 2.0_f64.ln()];
        let fit = Fit { quads, weights, width, height, prior };
        if quads.is_empty() {
            return Self { theta: prior, width, height, sigma: 0.03 };
        }
        let (mut theta, mut sigma) = fit.descend(prior);
        // Started from straight above, steep views sometimes end in a local minimum: then start from each side as well.
        if sigma > STUCK {
            for (p, q) in [(0.0, -1.2), (0.0, 1.2), (1.2, 0.0), (-1.2, 0.0)] {
                let mut start = prior;
                (start[0], start[1]) = (p, q);
                let (other, spread) = fit.descend(start);
                if fit.cost(&other, &fit.all(&other), STUCK) < fit.cost(&theta, &fit.all(&theta), STUCK) {
                    (theta, sigma) = (other, spread);
                }
            }
        }
        Self { theta, width, height, sigma }
    }

    /// Returns the same table for tiles that are larger by this factor.
    pub(crate) fn for_tiles_larger_by(&self, factor: f64) -> Self {
        let mut plane = self.clone();
        plane.theta[3] -= factor.ln();
        plane
    }

    /// Angle between the line of sight and straight down, in radians.
    pub(crate) fn tilt(&self) -> f64 {
        basis(&self.theta, self.width).normal[2].acos()
    }

    /// Length of a tile over its width.
    pub(crate) fn proportion(&self) -> f64 {
        self.theta[4].exp()
    }

    /// Spread of one corner coordinate, in tile widths: an edge has two corners, and the fit takes up a part.
    pub(crate) fn corner_spread(&self) -> f64 {
        self.sigma / 1.3
    }

    /// A pixel's place on the table, in tile widths.
    pub(crate) fn to_table(&self, at: Point) -> Point {
        basis(&self.theta, self.width).to_table(at, self.width, self.height)
    }

    /// The pixel of a place on the table.
    pub(crate) fn to_picture(&self, at: Point) -> Point {
        let basis = basis(&self.theta, self.width);
        let (u, v) = (at.x / basis.scale, at.y / basis.scale);
        let ray: [f64; 3] = std::array::from_fn(|k| basis.normal[k] + u * basis.first[k] + v * basis.second[k]);
        let depth = ray[2].max(1e-3);
        Point::new(ray[0] / depth * basis.focal + self.width / 2.0, ray[1] / depth * basis.focal + self.height / 2.0)
    }

    /// The rectangle that fits a tile's corners (pixels) best; `None` when they have no direction on the table.
    pub(crate) fn footprint(&self, quad: &[Point; 4]) -> Option<Footprint> {
        let q = quad.map(|p| self.to_table(p));
        let centre = crate::geometry::mean(&q);
        let long = q[1].minus(q[0]).plus(q[2].minus(q[3]));
        let short = q[3].minus(q[0]).plus(q[2].minus(q[1]));
        let side = if long.cross(short) < 0.0 { -1.0 } else { 1.0 };
        // The short edges also show the direction, half as well: they are half as long.
        let along = long.minus(short.turned().times(0.5 * side)).unit()?;
        let rms = mean_square(&residuals(&q, self.proportion())).sqrt();
        let left = along.turned().times(side);
        Some(Footprint { centre, along, left, length: long.length() / 2.0, width: short.length() / 2.0, rms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of proportion 2 on a table seen by a camera of focal length 1.1 widths, tilted by about 40 degrees.
    fn seen(spots: &[(f64, f64, f64)]) -> (Plane, Vec<[Point; 4]>) {
        let theta = [0.2, -0.8, 1.1_f64.ln(), 3.0, 2.0_f64.ln()];
        let truth = Plane { theta, width: 1280.0, height: 720.0, sigma: 0.0 };
        let middle = truth.to_table(Point::new(640.0, 360.0));
        let quads = spots
            .iter()
            .map(|&(x, y, turn)| {
                let along = Point::new(turn.cos(), turn.sin());
                let at = |l: f64, w: f64| {
                    truth.to_picture(middle.plus(Point::new(x, y)).plus(along.times(l)).plus(along.turned().times(w)))
                };
                [at(-1.0, 0.5), at(1.0, 0.5), at(1.0, -0.5), at(-1.0, -0.5)]
            })
            .collect();
        (truth, quads)
    }

    #[test]
    fn tilt_is_found_and_distances_are_in_tile_widths() {
        let (_, quads) = seen(&[(0.0, 0.0, 0.1), (2.1, 0.2, 0.1), (4.0, 1.0, 1.6), (-3.0, 2.0, 0.7), (1.0, -3.0, 2.2)]);
        let plane = Plane::fit(&quads, &[1.0; 5], 1280.0, 720.0);
        let prints: Vec<Footprint> = quads.iter().map(|q| plane.footprint(q).unwrap()).collect();
        assert!((plane.proportion() - 2.0).abs() < 0.02, "{plane:?}");
        let apart = prints[1].centre.distance(prints[0].centre);
        assert!((apart - 2.1_f64.hypot(0.2)).abs() < 0.03, "{apart}");
        assert!((prints[2].along.cross(prints[0].along).abs() - 1.5_f64.sin()).abs() < 0.02);
        for (q, f) in quads.iter().zip(&prints) {
            assert!(plane.to_picture(plane.to_table(q[0])).distance(q[0]) < 1e-6);
            assert!((f.length - 2.0).abs() < 0.05 && (f.width - 1.0).abs() < 0.05, "{f:?}");
            // `left` points to corners 2 and 3.
            assert!(plane.to_table(q[3]).minus(plane.to_table(q[0])).dot(f.left) > 0.9);
        }
    }

    #[test]
    fn one_tile_far_too_large_does_not_tilt_the_table() {
        let spots = [(0.0, 0.0, 0.1), (2.1, 0.2, 0.1), (4.0, 1.0, 1.6), (-3.0, 2.0, 0.7), (1.0, -3.0, 2.2)];
        let (_, mut quads) = seen(&spots);
        quads[4] = crate::geometry::grown(&quads[4], 1.6);
        let plane = Plane::fit(&quads, &[1.0; 5], 1280.0, 720.0);
        let print = |i: usize| plane.footprint(&quads[i]).unwrap();
        assert!((print(0).length - 2.0).abs() < 0.1, "{:?}", print(0));
        assert!(print(4).length > 2.8, "{:?}", print(4));
    }
}
