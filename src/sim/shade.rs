//! Light on surfaces.

use super::face::Surface;
use super::maths::{Rgb, V3, plus, scale, smooth, times, whole};
use super::scene::{Lamp, Light};

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
    /// Where, mm.
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

/// Lamp with what does not change over the picture.
#[derive(Clone, Copy, Debug)]
struct Ready {
    lamp: Lamp,
    /// Makes a lying sheet at the origin get exactly the lamp's colour.
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
            let d = lamp.at.len().max(1.0);
            let angle = lamp.radius / d;
            Ready { lamp: *lamp, norm: d * d * d / lamp.at.z.max(1.0), spread: 1.2 / (angle * angle).max(1e-5) }
        };
        Self { lamps: light.lamps.iter().take(2).map(ready).collect(), light: light.clone() }
    }

    /// Light that a dull sheet sends back, as a factor on its colour.
    #[must_use]
    pub fn diffuse(&self, spot: &Spot) -> Rgb {
        let n = spot.normal;
        let sky = (0.5 + 0.5 * n.z) + self.light.bounce * (0.5 - 0.5 * n.z);
        let side = 1.0 + self.light.window.1 * n.dot(self.light.window.0);
        let mut sum = scale(self.light.ambient, sky * side.max(0.1) * spot.open);
        for (ready, &arrives) in self.lamps.iter().zip(&spot.lamps) {
            let l = ready.lamp.at - spot.at;
            let d2 = l.dot(l);
            let d = d2.sqrt();
            let k = n.dot(l) / d;
            if k > 0.0 && arrives > 0.0 {
                sum = plus(sum, scale(ready.lamp.colour, k * arrives * ready.norm / d2));
            }
        }
        sum
    }

    /// Mirror images of lamps and room.
    #[must_use]
    pub fn mirror(&self, spot: &Spot, gloss: f32, shine: f32) -> Rgb {
        let n = spot.normal;
        let facing = n.dot(spot.to_eye).clamp(0.0, 1.0);
        let r = n * (2.0 * facing) - spot.to_eye;
        let g = 1.0 - facing;
        let fresnel = 0.04 + 0.96 * (g * g * g * g * g).min(1.0);
        // A dull surface mirrors little even at a low angle.
        let polish = (shine / 60.0).min(1.0);
        let room = fresnel * gloss * (0.25 + 0.75 * polish) * spot.open;
        let window = 1.0 + 2.5 * self.light.window.1 * smooth(0.2, 0.9, r.dot(self.light.window.0));
        let mut sum = scale(self.light.room, room * window * (0.35 + 0.65 * r.z.max(0.0)));
        for (ready, &arrives) in self.lamps.iter().zip(&spot.lamps) {
            let l = (ready.lamp.at - spot.at).unit();
            let c = r.dot(l);
            let sharp = shine.min(ready.spread);
            if c < 1.0 - 6.0 / sharp || c <= 0.0 {
                continue;
            }
            let k =
                ready.lamp.mirror * gloss * (0.2 + 4.0 * fresnel) * (sharp / 40.0).min(6.0) * power(c, sharp) * arrives;
            sum = plus(sum, scale(ready.lamp.colour, k));
        }
        sum
    }

    /// What the eye sees of a surface.
    #[must_use]
    pub fn seen(&self, surface: &Surface, spot: &Spot) -> Rgb {
        let dull = times(surface.albedo, self.diffuse(spot));
        if surface.gloss < 0.03 { dull } else { plus(dull, self.mirror(spot, surface.gloss, surface.shine)) }
    }
}
