//! Shadows on the table and on lower things: convex outlines with soft borders.

use super::maths::{V3, higher};
use super::scene::Lamp;
use super::solid::{Pose, Solid};

/// A convex outline on the table, as half planes.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Corners, counter-clockwise.
    pub corners: Vec<(f32, f32)>,
    /// Outward unit normal and offset of each side.
    sides: Vec<(f32, f32, f32)>,
}

impl Outline {
    /// The convex hull of the points.
    #[must_use]
    pub fn hull(points: &[(f32, f32)]) -> Self {
        let corners = convex_hull(points);
        let n = corners.len();
        let side = |i: usize| {
            let ((ax, ay), (bx, by)) = (corners[i], corners[(i + 1) % n]);
            let (nx, ny) = (by - ay, ax - bx);
            let l = nx.hypot(ny).max(1e-9);
            (nx / l, ny / l, (nx * ax + ny * ay) / l)
        };
        let sides = (0..n).map(side).collect();
        Self { corners, sides }
    }

    /// Distance to the border, below 0 inside (outside the corners a little too small).
    #[must_use]
    pub fn distance(&self, x: f32, y: f32) -> f32 {
        self.sides.iter().fold(f32::MIN, |d, s| higher(d, s.0 * x + s.1 * y - s.2))
    }

    /// [`Self::distance`] of many places.
    pub fn distances(&self, xs: &[f32], ys: &[f32], out: &mut Vec<f32>) {
        const MANY: usize = 8;
        out.clear();
        let ((xs, last_xs), (ys, last_ys)) = (xs.as_chunks::<MANY>(), ys.as_chunks::<MANY>());
        for (xs, ys) in xs.iter().zip(ys) {
            let mut d = [f32::MIN; MANY];
            for s in &self.sides {
                for ((d, x), y) in d.iter_mut().zip(xs).zip(ys) {
                    *d = higher(*d, s.0 * x + s.1 * y - s.2);
                }
            }
            out.extend_from_slice(&d);
        }
        out.extend(last_xs.iter().zip(last_ys).map(|(x, y)| self.distance(*x, *y)));
    }

    /// The corners moved outwards by about `margin`.
    #[must_use]
    pub fn grown(&self, margin: f32) -> Vec<(f32, f32)> {
        let n = self.corners.len().max(1) as f32;
        let (cx, cy) = self.corners.iter().fold((0.0, 0.0), |s, c| (s.0 + c.0 / n, s.1 + c.1 / n));
        let push = |&(x, y): &(f32, f32)| {
            let l = (x - cx).hypot(y - cy).max(1e-6);
            // The push at a corner has to move both its sides out by the margin.
            (x + (x - cx) / l * margin * 1.9, y + (y - cy) / l * margin * 1.9)
        };
        self.corners.iter().map(push).collect()
    }
}

/// Convex hull, counter-clockwise (Andrew's monotone chain).
#[must_use]
pub fn convex_hull(points: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let turn = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let mut hull: Vec<(f32, f32)> = Vec::with_capacity(sorted.len() + 1);
    for pass in 0..2 {
        let start = hull.len();
        for k in 0..sorted.len() {
            let p = if pass == 0 { sorted[k] } else { sorted[sorted.len() - 1 - k] };
            while hull.len() >= start + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
    }
    hull
}

/// The shadow that a body throws under one lamp, on the plane z = 0.
#[derive(Clone, Debug)]
pub struct Caster {
    /// Outline of the shadow.
    pub outline: Outline,
    /// Half width of its soft border, mm.
    pub soft: f32,
    /// Highest point of the body.
    pub top: f32,
    /// Box outside which nothing is shaded: middle and half sizes.
    reach: [(f32, f32); 2],
}

/// The eight corners of the box round a body.
#[must_use]
pub fn box_corners(solid: &Solid, pose: &Pose) -> [V3; 8] {
    let b = solid.bounds();
    std::array::from_fn(|i| {
        let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        pose.point(V3 { x: b.x * sign(0), y: b.y * sign(1), z: b.z * sign(2) })
    })
}

/// Returns points with a hull close enough to the body's silhouette for a shadow.
fn silhouette(solid: &Solid, pose: &Pose) -> Vec<V3> {
    match *solid {
        Solid::Slab { .. } => {
            // A rounded box throws a slightly smaller shadow than its box.
            let inner = |c: V3| pose.at + (c - pose.at) * 0.985;
            box_corners(solid, pose).into_iter().map(inner).collect()
        }
        Solid::Capsule { .. } | Solid::Can { .. } | Solid::Ellipsoid { .. } => {
            let b = solid.bounds();
            let ring = |i: usize| {
                let (s, c) = (i as f32 * std::f32::consts::TAU / 12.0).sin_cos();
                match *solid {
                    Solid::Can { .. } => {
                        vec![
                            pose.point(V3 { x: b.x * c, y: b.y * s, z: b.z }),
                            pose.point(V3 { x: b.x * c, y: b.y * s, z: -b.z }),
                        ]
                    }
                    Solid::Capsule { half, radius } => {
                        let x = half * c.signum() + radius * c;
                        vec![pose.point(V3 { x, y: radius * s, z: 0.0 }), pose.point(V3 { x, y: 0.0, z: radius * s })]
                    }
                    _ => vec![
                        pose.point(V3 { x: b.x * c, y: b.y * s, z: 0.0 }),
                        pose.point(V3 { x: b.x * c, y: 0.0, z: b.z * s }),
                    ],
                }
            };
            (0..12).flat_map(ring).collect()
        }
    }
}

/// Returns the place of a point's shadow on z = 0. Lamps are taken as high above the point.
#[must_use]
#[inline]
pub fn fall(p: V3, lamp: V3) -> (f32, f32) {
    let k = p.z / higher(higher(lamp.z - p.z, lamp.z * 0.1), 1.0);
    (p.x + (p.x - lamp.x) * k, p.y + (p.y - lamp.y) * k)
}

impl Caster {
    /// The shadow of a body.
    #[must_use]
    pub fn new(solid: &Solid, pose: &Pose, lamp: &Lamp) -> Self {
        let points = silhouette(solid, pose);
        let (mut top, mut low) = (f32::MIN, f32::MAX);
        for p in &points {
            top = top.max(p.z);
            low = low.min(p.z);
        }
        let flat: Vec<(f32, f32)> = points.iter().map(|&p| fall(V3 { z: p.z.max(0.0), ..p }, lamp.at)).collect();
        let angle = lamp.radius / (lamp.at - pose.at).length().max(1.0);
        let soft = (angle * (0.3 * top + 0.7 * low.max(0.0) + 0.15 * top)).clamp(0.15, 60.0);
        let outline = Outline::hull(&flat);
        let range = |of: fn(&(f32, f32)) -> f32| {
            let (low, high) =
                outline.corners.iter().map(of).fold((f32::MAX, f32::MIN), |r, v| (r.0.min(v), r.1.max(v)));
            ((low + high) / 2.0, (high - low) / 2.0)
        };
        let (x, y) = (range(|c| c.0), range(|c| c.1));
        // The distance to the outline is too small outside its corners: twice as far is far enough for right angles and more.
        let reach = [(x.0, x.1 + soft * 2.0), (y.0, y.1 + soft * 2.0)];
        Self { outline, soft, top, reach }
    }

    /// Share of the lamp's light that is kept away at a point of the plane.
    #[must_use]
    #[inline]
    pub fn cover(&self, x: f32, y: f32) -> f32 {
        let [(mx, rx), (my, ry)] = self.reach;
        if (x - mx).abs() > rx || (y - my).abs() > ry {
            return 0.0;
        }
        let mut d = f32::MIN;
        for s in &self.outline.sides {
            d = higher(d, s.0 * x + s.1 * y - s.2);
            if d >= self.soft {
                return 0.0;
            }
        }
        self.fade(d)
    }

    /// Returns the shade at this distance from the outline.
    #[must_use]
    #[inline]
    pub fn fade(&self, distance: f32) -> f32 {
        let t = ((self.soft - distance) / (2.0 * self.soft)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::v3;

    #[test]
    fn a_box_under_a_high_lamp_shades_its_base() {
        let solid = Solid::Slab { half: v3(20.0, 10.0, 5.0), corner: 1.0, edge: 1.0 };
        let pose = Pose::flat(v3(0.0, 0.0, 5.0), 0.0);
        let lamp = Lamp { at: v3(-1000.0, 0.0, 1000.0), colour: [1.0; 3], radius: 20.0, mirror: 1.0 };
        let caster = Caster::new(&solid, &pose, &lamp);
        assert!(caster.cover(0.0, 0.0) > 0.99);
        assert!(caster.cover(27.0, 0.0) > 0.9, "the shadow reaches 10 mm away from the lamp");
        assert!(caster.cover(-23.0, 0.0) < 0.01 && caster.cover(0.0, 12.0) < 0.01);
    }
}
