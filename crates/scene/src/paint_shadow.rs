//! Shadows on the table.

use super::canvas::Canvas;
use super::maths::{V3, WHOLE, higher, v3};
use super::render::{Body, Painter};
use super::shadow::{Caster, Outline, box_corners};
use super::solid::Solid;
use super::span::Spans;
use std::borrow::Cow;

impl Painter<'_> {
    /// Shadows on the table, a layer a lamp, and the dark line where things stand on it.
    pub(super) fn shadows(&self, canvas: &mut Canvas) {
        let mut marks: Vec<Dimmed<'_>> = Vec::new();
        for (l, casters) in self.casters.iter().enumerate() {
            for (caster, body) in casters.iter().zip(&self.bodies).filter(|(_, body)| body.casts()) {
                let density = if body.is_clear() { 70.0 } else { 255.0 };
                let spans = self.spans_on_table(&caster.outline.grown(caster.soft));
                marks.push(Dimmed {
                    spans,
                    outline: Cow::Borrowed(&caster.outline),
                    kind: Dimming::Shadow(l, caster, density),
                });
            }
        }
        marks.extend(self.bodies.iter().filter_map(|body| self.contact(body)));
        let (mut xs, mut ys, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        for y in 0..self.size.1 {
            let touched = |mark: &&Dimmed<'_>| y >= mark.spans.top && y - mark.spans.top < mark.spans.rows.len();
            if !marks.iter().any(|mark| touched(&mark)) {
                continue;
            }
            self.table_row(canvas, y, &mut xs, &mut ys);
            for mark in marks.iter().filter(touched) {
                let (from, to) = mark.spans.rows[y - mark.spans.top];
                mark.outline.distances(&xs[from..to], &ys[from..to], &mut distances);
                mark.draw(canvas, y * self.size.0 + from, &distances, self.scene.light.contact);
            }
        }
    }

    /// The dark line round the foot of a body.
    fn contact(&self, body: &Body<'_>) -> Option<Dimmed<'_>> {
        let base: Vec<V3> = box_corners(&body.solid, &body.pose).to_vec();
        let low = base.iter().map(|p| p.z).fold(f32::MAX, f32::min);
        if low > 3.0 || self.scene.light.contact <= 0.0 || !body.casts() {
            return None;
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
            return None;
        }
        let outline = Outline::hull(&points);
        let reach = (body.top * 0.9).clamp(1.0, 40.0);
        let spans = self.spans_on_table(&outline.grown(reach));
        Some(Dimmed { spans, outline: Cow::Owned(outline), kind: Dimming::Contact(reach) })
    }

    fn spans_on_table(&self, points: &[(f32, f32)]) -> Spans {
        let seen: Option<Vec<_>> = points.iter().map(|&(x, y)| self.scene.camera.project(v3(x, y, 0.0))).collect();
        seen.map_or_else(|| Spans::all(self.size), |p| Spans::of(&p, 1.0, self.size))
    }

    /// Computes the places on the table seen by the pixels of row `y`; far away above the horizon. Pixels of bodies are
    /// included, because a neighbour may need the value at a border.
    fn table_row(&self, canvas: &Canvas, y: usize, xs: &mut Vec<f32>, ys: &mut Vec<f32>) {
        let (camera, w) = (&self.scene.camera, self.size.0);
        let eye = camera.position;
        let (us, vs) = (&canvas.plane.0[y * w..(y + 1) * w], &canvas.plane.1[y * w..(y + 1) * w]);
        xs.resize(w, 0.0);
        ys.resize(w, 0.0);
        for (((x, y), u), v) in xs.iter_mut().zip(ys.iter_mut()).zip(us).zip(vs) {
            let ray = camera.direction((*u, *v));
            let t = if ray.z < -0.01 { -eye.z / ray.z } else { NOWHERE };
            (*x, *y) = (eye.x + ray.x * t, eye.y + ray.y * t);
        }
    }
}

/// Distance at which nothing is near, mm.
const NOWHERE: f32 = 1e9;

/// Something that makes the table darker.
struct Dimmed<'a> {
    spans: Spans,
    outline: Cow<'a, Outline>,
    kind: Dimming<'a>,
}

enum Dimming<'a> {
    /// Lamp, caster, strength.
    Shadow(usize, &'a Caster, f32),
    /// Reach, mm.
    Contact(f32),
}

impl Dimmed<'_> {
    /// Darkens the pixels from `first` on, given their distances from the outline.
    fn draw(&self, canvas: &mut Canvas, first: usize, distances: &[f32], contact: f32) {
        let at = first..first + distances.len();
        match self.kind {
            Dimming::Shadow(l, caster, density) => {
                for (cell, d) in canvas.lamps[l][at].iter_mut().zip(distances) {
                    *cell = (*cell).max(byte(caster.fade(*d) * density));
                }
            }
            Dimming::Contact(reach) => {
                let scale = 1.0 / reach;
                for (cell, d) in canvas.open[at].iter_mut().zip(distances) {
                    let k = higher(1.0 - higher(*d, 0.0) * scale, 0.0);
                    *cell = (*cell).min(byte(255.0 * (1.0 - contact * k * k)));
                }
            }
        }
    }
}

/// A number from 0 to 255 as a byte: it is the lowest eight bits of the sum. (A cast of many at once checks for
/// overflow.)
fn byte(v: f32) -> u8 {
    (v - 0.49 + WHOLE).to_bits() as u8
}
