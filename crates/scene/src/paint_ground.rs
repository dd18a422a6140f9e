//! Colours of table, floor and wall.

use super::canvas::{Canvas, FLOOR, WALL};
use super::face::Surface;
use super::maths::{Rgb, V3, hash2, scale};
use super::nodes::Node;
use super::noise::bank;
use super::render::Painter;
use super::scene::Cover;
use super::shade::{MATT, Spot};
use super::texture::Texture;

impl Painter<'_> {
    /// Returns the slowly changing values at a place.
    pub(super) fn node(&self, x: f32, y: f32) -> Node {
        let (cover, eye) = (&self.scene.ground.top, self.scene.camera.position);
        let ray = self.scene.camera.ray(x, y);
        if ray.z > -0.005 {
            return Node::default();
        }
        let length = ray.length();
        let t = -eye.z / ray.z;
        let at = eye + ray * t;
        let shine = if cover.gloss < MATT { 0.0 } else { cover.shine };
        let fine = t / self.scene.camera.focal * (0.5 + 0.5 / (-ray.z / length).max(0.06));
        Node {
            factors: self.lighting.factors(at, V3::Z, ray * (-1.0 / length), shine),
            patch: patch(cover, at),
            level: Texture::level_of(fine / cover.texel),
        }
    }

    pub(super) fn ground_colour(&self, canvas: &Canvas, index: usize, ray: V3, code: u16) -> Rgb {
        let (scene, ground) = (self.scene, &self.scene.ground);
        let eye = scene.camera.position;
        if code == WALL {
            let g = bank().cloud.sample(ray.x / (ray.y.abs() + 0.3) * 60.0 + 100.0, ray.z * 80.0);
            return scale(ground.wall, 0.6 + 0.8 * g);
        }
        let (cover, turn, z) = if code == FLOOR {
            (&ground.floor, self.turns[1], ground.floor_z)
        } else {
            (&ground.top, self.turns[0], 0.0)
        };
        let t = (z - eye.z) / ray.z.min(-1e-3);
        let at = eye + ray * t;
        let length = ray.length();
        let facing = -ray.z / length;
        let pixel = t / scene.camera.focal;
        let fine = pixel * (0.5 + 0.5 / facing.max(0.06));
        let surface = cover_surface(cover, turn, at, fine, index);
        let mut spot = Spot { at, normal: V3::Z, to_eye: ray * (-1.0 / length), lamps: [1.0; 2], open: 1.0 };
        if code == FLOOR {
            spot.at.z = 0.0;
            return scale(self.lighting.seen(&surface, &spot), ground.floor_light);
        }
        for (l, layer) in canvas.lamps.iter().enumerate().take(self.lighting_count()) {
            spot.lamps[l] = 1.0 - f32::from(layer[index]) * (1.0 / 255.0);
        }
        spot.open = f32::from(canvas.open[index]) * (1.0 / 255.0);
        self.lighting.seen(&surface, &spot)
    }
}

/// Place on the cover's texture, in texels.
fn on_cover(cover: &Cover, (s, c): (f32, f32), x: f32, y: f32) -> (f32, f32) {
    let k = 1.0 / cover.texel;
    ((x * c + y * s) * k + cover.shift.0, (y * c - x * s) * k + cover.shift.1)
}

/// Large uneven patches, a factor on the colour.
fn patch(cover: &Cover, at: V3) -> f32 {
    if cover.patches <= 0.0 {
        return 1.0;
    }
    let k = 64.0 / cover.patch_size;
    1.0 + (bank().cloud.sample(at.x * k + 31.0, at.y * k + 77.0) - 0.5) * cover.patches
}

fn cover_surface(cover: &Cover, turn: (f32, f32), at: V3, fine: f32, index: usize) -> Surface {
    let (x, y) = on_cover(cover, turn, at.x, at.y);
    let texel = cover.texture.sample(x, y, fine / cover.texel, hash2(index as u32, 5) * 0.6);
    let albedo = scale([texel[0], texel[1], texel[2]], patch(cover, at));
    Surface { albedo, tilt: (0.0, 0.0), gloss: cover.gloss * texel[3], shine: cover.shine, open: 1.0 }
}
