//! Shadows on the table.

use super::maths::{V3, v3};
use super::render::{Canvas, Painter};
use super::shadow::{Outline, box_corners};
use super::solid::Solid;
use super::span::Spans;

impl Painter<'_> {
    /// Shadows on the table, a layer a lamp, and the dark line where things stand on it.
    pub(super) fn shadows(&self, canvas: &mut Canvas) {
        for (l, casters) in self.casters.iter().enumerate() {
            for (caster, body) in casters.iter().zip(&self.bodies) {
                if !body.casts() {
                    continue;
                }
                let density = if body.is_clear() { 70.0 } else { 255.0 };
                let spans = self.spans_on_table(&caster.outline.grown(caster.soft));
                self.each_on_table(canvas, &spans, |canvas, at, x, y| {
                    let cover = (caster.cover(x, y) * density) as u8;
                    let cell = &mut canvas.lamps[l][at];
                    *cell = (*cell).max(cover);
                });
            }
        }
        for body in &self.bodies {
            let base: Vec<V3> = box_corners(&body.solid, &body.pose).to_vec();
            let low = base.iter().map(|p| p.z).fold(f32::MAX, f32::min);
            if low > 3.0 || self.scene.light.contact <= 0.0 || !body.casts() {
                continue;
            }
            let mut points: Vec<(f32, f32)> = base.iter().filter(|p| p.z < low + 1.0).map(|p| (p.x, p.y)).collect();
            if let Solid::Can { radius, .. } = body.solid {
                let round = |i: usize| {
                    let (s, c) = (i as f32 * std::f32::consts::FRAC_PI_6).sin_cos();
                    (body.pose.at.x + radius * c, body.pose.at.y + radius * s)
                };
                points = (0..12).map(round).collect();
            }
            if points.len() < 3 {
                continue;
            }
            let outline = Outline::hull(&points);
            let reach = (body.top * 0.9).clamp(1.0, 40.0);
            let spans = self.spans_on_table(&outline.grown(reach));
            self.each_on_table(canvas, &spans, |canvas, at, x, y| {
                let k = (1.0 - outline.distance(x, y).max(0.0) / reach).max(0.0);
                let open = 255.0 * (1.0 - self.scene.light.contact * k * k);
                let cell = &mut canvas.open[at];
                *cell = (*cell).min(open as u8);
            });
        }
    }

    fn spans_on_table(&self, points: &[(f32, f32)]) -> Spans {
        let seen: Option<Vec<_>> = points.iter().map(|&(x, y)| self.scene.camera.project(v3(x, y, 0.0))).collect();
        seen.map_or_else(|| Spans::all(self.size), |p| Spans::of(&p, 1.0, self.size))
    }

    fn each_on_table(&self, canvas: &mut Canvas, spans: &Spans, mut each: impl FnMut(&mut Canvas, usize, f32, f32)) {
        let camera = &self.scene.camera;
        for (r, &(from, to)) in spans.rows.iter().enumerate() {
            let y = spans.top + r;
            for x in from..to {
                let at = y * self.size.0 + x;
                // A neighbour may need the value at a border, so bodies' pixels are not left out.
                let ray = camera.direction(canvas.plane[at]);
                if ray.z < -0.01 {
                    let t = -camera.position.z / ray.z;
                    each(canvas, at, camera.position.x + ray.x * t, camera.position.y + ray.y * t);
                }
            }
        }
    }
}
