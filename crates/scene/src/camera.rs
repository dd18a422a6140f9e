//! A pinhole camera with one radial term, the same as in the ground truth of the project's path-traced scenes.

use super::maths::{V3, v3};

/// Position and lens of the camera.
///
/// A point `p` in the camera's axes (right, down, forward) goes to `u = p.x / p.z`, `v = p.y / p.z`,
/// `s = 1 + k1 (u² + v²)`, `x = focal u s + centre.0`, `y = focal v s + centre.1`.
/// Pixels: `(0, 0)` is the outer corner of the top-left pixel.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Position of the lens, mm.
    pub position: V3,
    /// Unit vector to the right of the picture.
    pub right: V3,
    /// Unit vector down the picture.
    pub down: V3,
    /// Unit vector into the picture.
    pub forward: V3,
    /// Focal length in pixels.
    pub focal: f32,
    /// Pixel on the optical axis.
    pub centre: (f32, f32),
    /// Radial distortion: below 0 barrel, above 0 pincushion.
    pub k1: f32,
}

impl Camera {
    /// A camera at `position` that looks at `target`, rolled by `roll` radians.
    #[must_use]
    pub fn look_at(position: V3, target: V3, roll: f32, focal: f32, centre: (f32, f32), k1: f32) -> Self {
        let forward = (target - position).normalize_or_zero();
        let up = if forward.z.abs() > 0.9995 { v3(0.0, 1.0, 0.0) } else { V3::Z };
        let right = forward.cross(up).normalize_or_zero();
        let down = forward.cross(right);
        let (s, c) = roll.sin_cos();
        Self { position, right: right * c - down * s, down: right * s + down * c, forward, focal, centre, k1 }
    }

    /// Depth of a point along the optical axis, mm; negative behind the camera.
    #[must_use]
    pub fn depth(&self, p: V3) -> f32 {
        (p - self.position).dot(self.forward)
    }

    /// The pixel of a point, `None` behind the camera (nearer than 1 mm).
    #[must_use]
    pub fn project(&self, p: V3) -> Option<(f32, f32)> {
        let q = p - self.position;
        let z = q.dot(self.forward);
        if z < 1.0 {
            return None;
        }
        let (u, v) = (q.dot(self.right) / z, q.dot(self.down) / z);
        // Far outside the picture a barrel lens would fold back; there the term is held.
        let s = (1.0 + self.k1 * (u * u + v * v)).max(0.6);
        Some((self.focal * u * s + self.centre.0, self.focal * v * s + self.centre.1))
    }

    /// The direction seen by a pixel position, as long as one millimetre of depth.
    #[must_use]
    pub fn ray(&self, x: f32, y: f32) -> V3 {
        self.direction(self.undistort(x, y))
    }

    /// The direction of a place on the undistorted plane at depth 1.
    #[must_use]
    #[inline]
    pub fn direction(&self, (u, v): (f32, f32)) -> V3 {
        self.right * u + self.down * v + self.forward
    }

    /// The point on the plane at depth 1 for a pixel position, without the lens's distortion.
    #[must_use]
    pub fn undistort(&self, x: f32, y: f32) -> (f32, f32) {
        let (a, b) = ((x - self.centre.0) / self.focal, (y - self.centre.1) / self.focal);
        let (mut u, mut v) = (a, b);
        if self.k1 != 0.0 {
            for _ in 0..4 {
                let s = (1.0 + self.k1 * (u * u + v * v)).max(0.6);
                (u, v) = (a / s, b / s);
            }
        }
        (u, v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ray_and_project_are_inverse() {
        for k1 in [-0.12, 0.0, 0.08] {
            let camera = Camera::look_at(v3(100.0, -400.0, 300.0), v3(10.0, 0.0, 0.0), 0.2, 900.0, (640.0, 360.0), k1);
            for (x, y) in [(20.0, 30.0), (640.0, 360.0), (1200.0, 700.0), (900.0, 100.0)] {
                let p = camera.position + camera.ray(x, y) * 333.0;
                let (px, py) = camera.project(p).unwrap();
                assert!((px - x).abs() < 0.1 && (py - y).abs() < 0.1, "{k1} {x} {y} -> {px} {py}");
                assert!((camera.depth(p) - 333.0).abs() < 0.05);
            }
        }
    }
}
