//! The bodies things are made of, and where a ray meets them.

use super::maths::{V3, higher, lower, v3};

/// Position and rotation of a body: `at` is its middle, the three axes are unit vectors at right angles.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// Middle of the body, mm.
    pub at: V3,
    /// Along; for a tile from half a to half b.
    pub u: V3,
    /// Across, to the left when one looks along `u` with `n` up.
    pub v: V3,
    /// Out of the upper face.
    pub n: V3,
}

impl Pose {
    /// Flat on something: middle at `at`, turned by `angle` radians counter-clockwise seen from above.
    #[must_use]
    pub fn flat(at: V3, angle: f32) -> Self {
        let (s, c) = angle.sin_cos();
        Self { at, u: v3(c, s, 0.0), v: v3(-s, c, 0.0), n: V3::Z }
    }

    /// With these directions for `u` and `n` (`u` is made exact).
    #[must_use]
    pub fn new(at: V3, u: V3, n: V3) -> Self {
        let n = n.normalize_or_zero();
        let v = n.cross(u).normalize_or_zero();
        Self { at, u: v.cross(n), v, n }
    }

    /// A direction in the body's axes.
    #[must_use]
    #[inline]
    pub fn to_local(&self, d: V3) -> V3 {
        v3(d.dot(self.u), d.dot(self.v), d.dot(self.n))
    }

    /// A direction of the body in the world.
    #[must_use]
    #[inline]
    pub fn to_world(&self, d: V3) -> V3 {
        self.u * d.x + self.v * d.y + self.n * d.z
    }

    /// A point of the body in the world.
    #[must_use]
    #[inline]
    pub fn point(&self, p: V3) -> V3 {
        self.at + self.to_world(p)
    }
}

/// A body in its own axes, its middle at the origin. All sizes in mm, halves of the whole.
#[derive(Clone, Copy, Debug)]
pub enum Solid {
    /// A box with plan corners rounded by `corner` and all edges rounded by `edge` (`edge <= corner`).
    Slab {
        /// Half of length, width, thickness.
        half: V3,
        /// Radius of the four upright corners.
        corner: f32,
        /// Radius of the edges.
        edge: f32,
    },
    /// An upright round can along `n`.
    Can {
        /// Radius.
        radius: f32,
        /// Half of its height.
        half: f32,
    },
    /// A finger, pen or cable along `u`: a cylinder with round ends.
    Capsule {
        /// Half of the distance of the two end balls.
        half: f32,
        /// Radius.
        radius: f32,
    },
    /// A stone.
    Ellipsoid {
        /// The three half axes.
        radii: V3,
    },
}

/// Point where a ray meets a body.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Ray parameter (depth when the ray is as long as one mm of depth).
    pub t: f32,
    /// Point in the body's axes.
    pub p: V3,
    /// Outer normal in the body's axes.
    pub n: V3,
}

impl Solid {
    /// Half sizes of the box round the body.
    #[must_use]
    pub const fn bounds(&self) -> V3 {
        match *self {
            Self::Slab { half, .. } => half,
            Self::Can { radius, half } => v3(radius, radius, half),
            Self::Capsule { half, radius } => v3(half + radius, radius, radius),
            Self::Ellipsoid { radii } => radii,
        }
    }

    /// First meeting of the ray `o + d t` (in the body's axes, from outside) with the body. `fine` is how exact, mm.
    #[must_use]
    pub fn hit(&self, o: V3, d: V3, fine: f32) -> Option<Hit> {
        match *self {
            Self::Slab { half, corner, edge } => slab(o, d, half, corner, edge, fine),
            Self::Can { radius, half } => can(o, d, radius, half),
            Self::Capsule { half, radius } => capsule(o, d, half, radius),
            Self::Ellipsoid { radii } => ellipsoid(o, d, radii),
        }
    }
}

/// Signed distance to the rounded rectangle, and its outward direction.
#[inline]
fn plan(x: f32, y: f32, hx: f32, hy: f32, r: f32) -> (f32, f32, f32) {
    let (qx, qy) = (x.abs() - hx + r, y.abs() - hy + r);
    let (sx, sy) = (x.signum(), y.signum());
    if qx > 0.0 && qy > 0.0 {
        let l = (qx * qx + qy * qy).sqrt();
        (l - r, qx / l * sx, qy / l * sy)
    } else if qx > qy {
        (qx - r, sx, 0.0)
    } else {
        (qy - r, 0.0, sy)
    }
}

/// Signed distance to the rounded box, with the normal.
fn slab_distance(p: V3, half: V3, corner: f32, edge: f32) -> (f32, V3) {
    let (d2, nx, ny) = plan(p.x, p.y, half.x, half.y, corner);
    let (a, b) = (d2 + edge, p.z.abs() - half.z + edge);
    if a > 0.0 && b > 0.0 {
        let l = (a * a + b * b).sqrt() + 1e-9;
        (l - edge, v3(nx * a / l, ny * a / l, p.z.signum() * b / l))
    } else if a > b {
        (a - edge, v3(nx, ny, 0.0))
    } else {
        (b - edge, v3(0.0, 0.0, p.z.signum()))
    }
}

/// Entry and exit of a ray through a box.
fn cross_box(o: V3, d: V3, half: V3) -> Option<(f32, f32)> {
    let (mut t0, mut t1) = (f32::MIN, f32::MAX);
    for (o, d, h) in [(o.x, d.x, half.x), (o.y, d.y, half.y), (o.z, d.z, half.z)] {
        if d.abs() < 1e-9 {
            if o.abs() > h {
                return None;
            }
            continue;
        }
        let i = 1.0 / d;
        let (a, b) = ((-h - o) * i, (h - o) * i);
        t0 = higher(t0, lower(a, b));
        t1 = lower(t1, higher(a, b));
    }
    (t0 < t1 && t0 > 0.0).then_some((t0, t1))
}

fn slab(o: V3, d: V3, half: V3, corner: f32, edge: f32, fine: f32) -> Option<Hit> {
    // The flat face towards the viewer, by far the most frequent answer.
    if o.z.abs() > half.z && o.z * d.z < 0.0 {
        let z = half.z * o.z.signum();
        let t = (z - o.z) / d.z;
        let (x, y) = (o.x + d.x * t, o.y + d.y * t);
        if t > 0.0 && plan(x, y, half.x, half.y, corner).0 <= -edge {
            return Some(Hit { t, p: v3(x, y, z), n: v3(0.0, 0.0, o.z.signum()) });
        }
    }
    let (t0, t1) = cross_box(o, d, half)?;
    let speed = d.length();
    let mut t = t0;
    for _ in 0..18 {
        let p = o + d * t;
        let (dist, n) = slab_distance(p, half, corner, edge);
        if dist < fine {
            return Some(Hit { t, p, n });
        }
        t += dist / speed;
        if t > t1 {
            return None;
        }
    }
    None
}

fn can(o: V3, d: V3, radius: f32, half: f32) -> Option<Hit> {
    if o.z > half && d.z < 0.0 {
        let t = (half - o.z) / d.z;
        let p = o + d * t;
        if p.x * p.x + p.y * p.y <= radius * radius {
            return Some(Hit { t, p, n: V3::Z });
        }
    }
    let (a, b) = (d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y);
    let root = b * b - a * (o.x * o.x + o.y * o.y - radius * radius);
    if root < 0.0 || a < 1e-12 {
        return None;
    }
    let t = (-b - root.sqrt()) / a;
    let p = o + d * t;
    (t > 0.0 && p.z.abs() <= half).then(|| Hit { t, p, n: v3(p.x / radius, p.y / radius, 0.0) })
}

fn capsule(o: V3, d: V3, half: f32, radius: f32) -> Option<Hit> {
    let a = d.y * d.y + d.z * d.z;
    let b = o.y * d.y + o.z * d.z;
    let root = b * b - a * (o.y * o.y + o.z * o.z - radius * radius);
    if a > 1e-12 && root >= 0.0 {
        let t = (-b - root.sqrt()) / a;
        let p = o + d * t;
        if t > 0.0 && p.x.abs() <= half {
            return Some(Hit { t, p, n: v3(0.0, p.y / radius, p.z / radius) });
        }
    }
    let mut best: Option<Hit> = None;
    for end in [-half, half] {
        let c = o - v3(end, 0.0, 0.0);
        let (a, b) = (d.dot(d), c.dot(d));
        let root = b * b - a * (c.dot(c) - radius * radius);
        if root < 0.0 {
            continue;
        }
        let t = (-b - root.sqrt()) / a;
        if t > 0.0 && best.is_none_or(|h| t < h.t) {
            best = Some(Hit { t, p: o + d * t, n: (c + d * t) * (1.0 / radius) });
        }
    }
    best
}

fn ellipsoid(o: V3, d: V3, r: V3) -> Option<Hit> {
    let (p, q) = (v3(o.x / r.x, o.y / r.y, o.z / r.z), v3(d.x / r.x, d.y / r.y, d.z / r.z));
    let (a, b) = (q.dot(q), p.dot(q));
    let root = b * b - a * (p.dot(p) - 1.0);
    if root < 0.0 {
        return None;
    }
    let t = (-b - root.sqrt()) / a;
    let s = p + q * t;
    (t > 0.0).then(|| Hit { t, p: o + d * t, n: v3(s.x / r.x, s.y / r.y, s.z / r.z).normalize_or_zero() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_is_met_on_its_surface() {
        let bodies = [
            Solid::Slab { half: v3(24.0, 12.0, 5.0), corner: 3.0, edge: 1.5 },
            Solid::Can { radius: 20.0, half: 5.0 },
            Solid::Capsule { half: 20.0, radius: 5.0 },
            Solid::Ellipsoid { radii: v3(20.0, 10.0, 5.0) },
        ];
        for body in bodies {
            let o = v3(30.0, -200.0, 150.0);
            for (x, y) in [(0.0, 0.0), (5.0, 3.0), (-15.0, 1.0)] {
                let hit = body.hit(o, (v3(x, y, 0.0) - o).normalize_or_zero(), 0.01).unwrap();
                let b = body.bounds();
                assert!(hit.p.x.abs() <= b.x + 0.05 && hit.p.y.abs() <= b.y + 0.05 && hit.p.z.abs() <= b.z + 0.05);
                assert!((hit.n.length() - 1.0).abs() < 1e-3 && hit.n.dot(o) > 0.0);
            }
            assert!(body.hit(o, (v3(60.0, 60.0, 0.0) - o).normalize_or_zero(), 0.01).is_none());
        }
    }
}
