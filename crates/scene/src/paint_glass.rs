//! Glass and film, drawn over everything else.

use super::canvas::{Canvas, FIRST, REGIONS};
use super::maths::{V3, smooth, v3};
use super::noise::bank;
use super::render::{Painter, region};
use super::shade::Spot;

/// From this clearness on it is film.
const FILM: f32 = 0.95;

/// The normal of a sheet of film over things, at `p`.
fn wrinkled(p: V3) -> V3 {
    let slope = |dx: f32, dy: f32| bank().cloud.sample(p.x * 2.3 + dx, p.y * 2.3 + dy) - 0.5;
    v3(slope(0.0, 0.0) * 0.5, slope(211.0, 97.0) * 0.5, 1.0).normalize_or_zero()
}

impl Painter<'_> {
    /// Glass and film over the drawn things. Things behind them count as hidden.
    pub(super) fn glaze(&self, canvas: &mut Canvas) {
        for (index, body) in self.bodies.iter().enumerate() {
            let Some(thing) = body.thing.filter(|t| t.skin.clear > 0.0) else { continue };
            let clear = thing.skin.clear;
            for (r, &(from, to)) in body.spans.rows.iter().enumerate() {
                for x in from..to {
                    let at = (body.spans.top + r) * self.size.0 + x;
                    let ray = self.ray(canvas, at);
                    let fine = 0.0003 * (body.pose.at - self.scene.camera.position).length();
                    let Some(hit) = body.solid.hit(body.eye, body.pose.to_local(ray), fine) else { continue };
                    if hit.t >= canvas.depth[at] {
                        continue;
                    }
                    // Things can be read through film; behind glass they count as hidden.
                    let film = clear > FILM;
                    if !film {
                        canvas.depth[at] = hit.t;
                        canvas.code[at] = FIRST + index as u16 * REGIONS + region(&hit);
                    }
                    let facing = -hit.n.dot(body.pose.to_local(ray).normalize_or_zero());
                    // Walls are seen edge-on at the rim of a glass: there they are thick.
                    let through = clear * smooth(0.0, 0.55, facing);
                    let seen = self.body_colour(canvas, at, (index, &hit), ray);
                    for (k, own) in seen.iter().enumerate() {
                        let light = &mut canvas.light[at * 3 + k];
                        *light = *light * through * thing.skin.colour[k].max(0.5) + own * (1.0 - through) * 0.5;
                    }
                    let at_glass = self.scene.camera.position + ray * hit.t;
                    let spot = Spot {
                        at: at_glass,
                        normal: if film { wrinkled(hit.p) } else { body.pose.to_world(hit.n) },
                        to_eye: -ray.normalize_or_zero(),
                        lamps: [1.0; 2],
                        open: 1.0,
                    };
                    let glint = self.lighting.mirror(&spot, thing.skin.gloss, thing.skin.shine);
                    for (k, own) in glint.iter().enumerate() {
                        canvas.light[at * 3 + k] += own;
                    }
                }
            }
        }
    }
}
