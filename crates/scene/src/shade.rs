//! Light on surfaces.

use super::face::Surface;
use super::maths::{Rgb, V3, higher, lower, plus, scale, smooth, times, whole};
use super::scene::{Lamp, Light};

/// Less glossy surfaces mirror nothing.
pub(super) const MATT: f32 = 0.03;

/// `c` to the power `s`, for `c` near 1 (elsewhere too large, but small all the same); exact to some percent.
fn power(c: f32, s: f32) -> f32 {
    let g = 1.0 - c;
    let y = -s * g * (1.0 + g * (0.5 + g * (1.0 / 3.0))) * std::f32::consts::LOG2_E;
    if y < -20.0 {
        return 0.0;
    }
    let (i, f) = whole(y);
    f32::from_bits(((i + 127) as u32) << 23) * (1.0 + f * (0.6565 + f * 0.3435))
}

/// A place that is lit.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Position, mm.
    pub at: V3,
    /// Unit normal of the surface, hollows included.
    pub normal: V3,
    /// Unit vector to the camera.
    pub to_eye: V3,
    /// Share of each lamp's light that arrives.
    pub lamps: [f32; 2],
    /// Share of the light of the room that arrives.
    pub open: f32,
}

/// Amount of each light at a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Factors {
    /// Light of the room.
    pub sky: f32,
    /// Light of each lamp on a dull surface.
    pub lamps: [f32; 2],
    /// Brightness of the lamps' mirror images.
    pub glints: [f32; 2],
    /// Mirror image of the room.
    pub room: f32,
}

/// Lamp with its constant factors over the picture.
#[derive(Clone, Copy, Debug)]
struct Ready {
    lamp: Lamp,
    /// Scales it so that a flat sheet at the origin gets exactly the lamp's colour.
    norm: f32,
    /// Apparent size: limits how small its mirror image gets.
    spread: f32,
}

/// All light, ready for use.
#[derive(Clone, Debug)]
pub struct Lighting {
    lamps: Vec<Ready>,
    light: Light,
}

impl Lighting {
    /// From the scene's light.
    #[must_use]
    pub fn new(light: &Light) -> Self {
        let ready = |lamp: &Lamp| {
            let d = lamp.at.length().max(1.0);
            let angle = lamp.radius / d;
            Ready { lamp: *lamp, norm: d * d * d / lamp.at.z.max(1.0), spread: 1.2 / (angle * angle).max(1e-5) }
        };
        Self { lamps: light.lamps.iter().take(2).map(ready).collect(), light: light.clone() }
    }

    /// Colours of the two lamps (black without) and of what polished surfaces mirror of the room.
    pub(super) fn colours(&self) -> [Rgb; 3] {
        let lamp = |k: usize| self.lamps.get(k).map_or([0.0; 3], |ready| ready.lamp.colour);
        [lamp(0), lamp(1), self.light.room]
    }

    /// Returns the light of each lamp at a place and the brightness of its mirror image, for a surface of this
    /// sharpness, without shadows.
    #[must_use]
    pub fn factors(&self, at: V3, n: V3, to_eye: V3, shine: f32) -> Factors {
        let sky = (0.5 + 0.5 * n.z) + self.light.bounce * (0.5 - 0.5 * n.z);
        let side = 1.0 + self.light.window.1 * n.dot(self.light.window.0);
        let mut out = Factors { sky: sky * higher(side, 0.1), ..Factors::default() };
        let facing = n.dot(to_eye).clamp(0.0, 1.0);
        let r = n * (2.0 * facing) - to_eye;
        let g = 1.0 - facing;
        let fresnel = 0.04 + 0.96 * lower(g * g * g * g * g, 1.0);
        if shine > 0.0 {
            // A dull surface mirrors little even at a low angle.
            let polish = lower(shine / 60.0, 1.0);
            let window = 1.0 + 2.5 * self.light.window.1 * smooth(0.2, 0.9, r.dot(self.light.window.0));
            out.room = fresnel * (0.25 + 0.75 * polish) * window * (0.35 + 0.65 * higher(r.z, 0.0));
        }
        for (k, ready) in self.lamps.iter().enumerate() {
            let l = ready.lamp.at - at;
            let d2 = l.dot(l);
            let inverse = 1.0 / d2.sqrt();
            out.lamps[k] = higher(n.dot(l) * inverse, 0.0) * ready.norm / d2;
            let c = r.dot(l) * inverse;
            let sharp = lower(shine, ready.spread);
            if shine > 0.0 && c > 0.0 && c > 1.0 - 6.0 / sharp {
                out.glints[k] = ready.lamp.mirror * (0.2 + 4.0 * fresnel) * lower(sharp / 40.0, 6.0) * power(c, sharp);
            }
        }
        out
    }

    /// Returns the colour of a surface with these factors.
    #[must_use]
    pub fn combine(&self, albedo: Rgb, gloss: f32, f: &Factors, arrives: [f32; 2], open: f32) -> Rgb {
        let mut dull = scale(self.light.ambient, f.sky * open);
        let mut mirror = scale(self.light.room, f.room * gloss * open);
        for (k, ready) in self.lamps.iter().enumerate() {
            dull = plus(dull, scale(ready.lamp.colour, f.lamps[k] * arrives[k]));
            mirror = plus(mirror, scale(ready.lamp.colour, f.glints[k] * gloss * arrives[k]));
        }
        plus(times(albedo, dull), mirror)
    }

    /// Mirror images alone: what a pane of glass adds.
    #[must_use]
    pub fn mirror(&self, spot: &Spot, gloss: f32, shine: f32) -> Rgb {
        let f = self.factors(spot.at, spot.normal, spot.to_eye, shine);
        self.combine([0.0; 3], gloss, &f, spot.lamps, spot.open)
    }

    /// Returns the colour of a surface.
    #[must_use]
    pub fn seen(&self, surface: &Surface, spot: &Spot) -> Rgb {
        // Below this a mirror image is not visible.
        let shine = if surface.gloss < MATT { 0.0 } else { surface.shine };
        let f = self.factors(spot.at, spot.normal, spot.to_eye, shine);
        self.combine(surface.albedo, surface.gloss, &f, spot.lamps, spot.open)
    }
}
