//! Random scenes: contents of the table, camera and light.

use super::camera::Camera;
use super::content::{Content, Feature, Kind};
use super::grounds;
use super::maths::{Dice, Rgb, V3, hsv, scale, v3};
use super::scene::{Edge, Ground, Lamp, Light, Scene, Thing};
use super::sensor::Sensor;
use super::solid::{Pose, Solid};
use super::things::plain;
use std::f32::consts::{FRAC_PI_2, TAU};

/// Picture `index` of the stream `seed`. Depends on nothing else, so a stream can start anywhere.
#[must_use]
pub fn scene(seed: u64, index: u64, size: (u32, u32), kind: Option<Kind>) -> Scene {
    scene_without(&[], seed, index, size, kind)
}

/// Draws a scene without some features.
#[must_use]
pub fn scene_without(
    without: &[Feature],
    seed: u64,
    index: u64,
    (width, height): (u32, u32),
    kind: Option<Kind>,
) -> Scene {
    let mut dice = Dice::new(seed, index, 1);
    let kind = kind.unwrap_or_else(|| Kind::random(&mut dice, without));
    let content = Content::random(&mut dice, kind);
    let view = View::random(&mut dice, kind, &content, (width as f32, height as f32));
    let camera = view.camera;
    let tile_px = view.tile_px;
    let pixel = content.length / tile_px.max(1.0);
    let reach = content.reach();
    let quiet = without.contains(&Feature::Grounds);
    let ground = ground(&mut dice, kind, pixel, reach, content.styles[0].face, quiet);
    let mut light = light(&mut dice, reach);
    if dice.p(0.22) && !without.contains(&Feature::Glare) {
        glare(&mut dice, &mut light, &camera, &content);
    }
    let sensor = Sensor::random(&mut dice, tile_px);
    let Content { max_pip, styles, tiles, mut things, chain, .. } = content;
    if dice.p(0.12) {
        things.extend(blocker(&mut dice, &light, &camera, reach));
    }
    Scene { width, height, kind: kind.name(), max_pip, camera, ground, light, styles, tiles, things, chain, sensor }
}

struct View {
    camera: Camera,
    /// Length of a tile in the middle of the picture, pixels.
    tile_px: f32,
}

impl View {
    fn random(dice: &mut Dice, kind: Kind, content: &Content, (w, h): (f32, f32)) -> Self {
        let tilt: f32 = match kind {
            Kind::Seat => {
                if dice.p(0.92) {
                    dice.f(43.0, 68.0)
                } else {
                    dice.f(66.0, 76.0)
                }
            }
            Kind::SmallLine => dice.n(4.0).abs(),
            Kind::Furnished => [dice.n(6.0).abs(), dice.f(10.0, 45.0), dice.f(45.0, 66.0)][dice.w(&[0.4, 0.35, 0.25])],
            Kind::Closeup | Kind::Heap | Kind::Pile => {
                [dice.n(6.0).abs(), dice.f(3.0, 40.0), dice.f(35.0, 62.0)][dice.w(&[0.4, 0.4, 0.2])]
            }
            _ => [dice.n(5.0).abs(), dice.f(3.0, 38.0), dice.f(35.0, 58.0)][dice.w(&[0.38, 0.42, 0.2])],
        };
        let tilt = tilt.to_radians();
        let azimuth = if kind == Kind::Seat { -FRAC_PI_2 + dice.n(0.2) } else { dice.turn() };
        let roll = if tilt > 0.3 { dice.n(0.05) } else { dice.turn() };
        let fov: f32 = match dice.w(&[0.7, 0.2, 0.1]) {
            0 => dice.f(42.0, 72.0),
            1 => dice.f(24.0, 45.0),
            _ => dice.f(70.0, 92.0),
        };
        let focal = 0.5 * w / (fov.to_radians() * 0.5).tan();
        let k1 = if dice.p(0.6) { dice.n(0.03) } else { dice.f(-0.12, 0.05) };
        let centre = (w / 2.0 + dice.n(w * 0.01), h / 2.0 + dice.n(h * 0.01));
        let away = v3(tilt.sin() * azimuth.cos(), tilt.sin() * azimuth.sin(), tilt.cos());
        let (mut target, half) = content.middle();
        let make = |target: V3, d: f32| Camera::look_at(target + away * d, target, roll, focal, centre, k1);
        let length = content.length;
        // Pixels of a tile fix the distance where the tile is the subject, else everything has to fit.
        let distance = match kind {
            Kind::Closeup => {
                if let Some(at) = content.some_tile(dice) {
                    target = at + v3(dice.n(0.35), dice.n(0.35), 0.0) * length;
                }
                focal * length / dice.log(90.0, 440.0)
            }
            Kind::SmallLine => focal * length / dice.f(34.0, 64.0),
            _ => {
                target += v3(dice.n(0.12) * half.0, dice.n(0.12) * half.1, 0.0);
                let fit = fit(&content.outline(), |d| make(target, d), (w, h), length);
                let mut zoom = [dice.f(0.98, 1.25), dice.f(0.7, 1.0), dice.f(1.2, 2.4)][dice.w(&[0.5, 0.2, 0.3])];
                if kind == Kind::Furnished {
                    // The things round the tiles must be visible too.
                    zoom = zoom.max(0.9) * dice.f(1.0, 1.7);
                }
                (fit * zoom).min(focal * length / dice.f(24.0, 44.0)).max(focal * length / 430.0)
            }
        };
        let distance = distance.max(length * 1.6);
        Self { camera: make(target, distance), tile_px: focal * length / distance }
    }
}

/// The distance at which all points are just in the picture.
fn fit(points: &[V3], make: impl Fn(f32) -> Camera, (w, h): (f32, f32), length: f32) -> f32 {
    let inside = |d: f32| {
        let camera = make(d);
        points.iter().all(|&p| camera.project(p).is_some_and(|(x, y)| x > 0.0 && y > 0.0 && x < w && y < h))
    };
    let (mut near, mut far) = (length, length * 80.0);
    for _ in 0..18 {
        let mid = (near * far).sqrt();
        if inside(mid) { far = mid } else { near = mid }
    }
    far
}

/// Something above the camera that keeps part of the light away: the photographer, a window's frame.
fn blocker(dice: &mut Dice, light: &Light, camera: &Camera, reach: f32) -> Option<Thing> {
    let lamp = light.lamps.first()?;
    let over = v3(dice.n(reach), dice.n(reach), 0.0);
    let to_lamp = (lamp.at - over).normalize_or_zero();
    let height = camera.position.z * dice.f(1.15, 1.8) + 60.0;
    if height > lamp.at.z * 0.8 {
        return None;
    }
    let at = over + to_lamp * (height / to_lamp.z);
    let size = reach * dice.f(0.15, 0.9);
    let solid = match dice.i(0, 2) {
        0 => Solid::Capsule { half: size * 2.0, radius: size * 0.5 },
        1 => Solid::Ellipsoid { radii: v3(size, size * dice.f(0.5, 1.0), 20.0) },
        _ => Solid::Slab { half: v3(size * 3.0, size * dice.f(0.3, 2.0), 5.0), corner: 1.0, edge: 0.5 },
    };
    Some(Thing { solid, pose: Pose::flat(at, dice.turn()), skin: plain([0.1; 3], 0.0, 10.0) })
}

/// Puts a lamp where its mirror image falls on, or near, a tile.
fn glare(dice: &mut Dice, light: &mut Light, camera: &Camera, content: &Content) {
    let Some(at) = content.some_tile(dice) else { return };
    let at = at + v3(dice.n(0.8), dice.n(0.8), 0.0) * content.length;
    let d = (at - camera.position).normalize_or_zero();
    // Mirrored in the table: up again at the same angle.
    let up = v3(d.x, d.y, -d.z);
    if up.z < 0.15 {
        return;
    }
    let distance = dice.log(600.0, 5000.0);
    let Some(lamp) = light.lamps.first_mut() else { return };
    lamp.at = at + up * distance;
    lamp.radius = distance * dice.log(0.015, 0.3);
    lamp.mirror = dice.log(0.6, 8.0);
}

fn ground(dice: &mut Dice, kind: Kind, pixel: f32, reach: f32, face: Rgb, quiet: bool) -> Ground {
    let any = if quiet { grounds::quiet } else { grounds::random };
    // Tiles of the table's colour are the hardest: white on white, black on black.
    let like = if kind == Kind::SmallLine { 0.3 } else { 0.07 };
    let top = if dice.p(like) && !quiet {
        let k = dice.f(0.8, 1.15);
        grounds::coloured(dice, pixel, face.map(|c| (c * k).min(0.95)))
    } else {
        any(dice, pixel)
    };
    let seat = kind == Kind::Seat;
    let edge = if dice.p(if seat { 0.75 } else { 0.22 }) {
        let r = reach * dice.f(1.12, 2.0);
        match dice.i(0, 2) {
            0 => Edge::Round(r),
            _ => Edge::Rect(r * dice.f(0.85, 1.5), r * dice.f(0.8, 1.1), if seat { dice.n(0.08) } else { dice.turn() }),
        }
    } else {
        Edge::Endless
    };
    // The floor below an endless table is never visible.
    let floor = if matches!(edge, Edge::Endless) { top.clone() } else { any(dice, pixel * 2.0) };
    let wall = dice.colour();
    Ground {
        top,
        edge,
        floor,
        floor_z: -dice.f(200.0, 800.0),
        floor_light: dice.log(0.05, 0.9),
        wall: scale(wall, dice.log(0.03, 0.7)),
    }
}

fn light(dice: &mut Dice, reach: f32) -> Light {
    let warm = |dice: &mut Dice| {
        let t = dice.f(-0.25, 0.3);
        [1.0 + t * 0.5, 1.0, 1.0 - t]
    };
    let ambient_share = match dice.w(&[0.55, 0.3, 0.15]) {
        0 => dice.f(0.3, 0.65),
        1 => dice.f(0.6, 0.92),
        _ => dice.f(0.12, 0.35),
    };
    let count = [0, 1, 2][dice.w(&[0.06, 0.62, 0.32])];
    let mut lamps = Vec::new();
    let mut left = 1.0 - ambient_share;
    for k in 0..count {
        let share = if k + 1 == count { left } else { left * dice.f(0.5, 0.85) };
        left -= share;
        let azimuth = dice.turn();
        let lean = if dice.p(0.7) { dice.f(0.05, 0.95) } else { dice.f(0.8, 1.25) };
        let distance = if dice.p(0.35) { (reach + 300.0) * dice.f(0.8, 2.0) } else { dice.log(1000.0, 6000.0) };
        let at = v3(lean.sin() * azimuth.cos(), lean.sin() * azimuth.sin(), lean.cos()) * distance;
        // A lamp of 10 cm at 2 m has hard shadows, a window soft ones.
        let radius = distance * [dice.f(0.01, 0.05), dice.f(0.05, 0.2), dice.f(0.2, 0.5)][dice.w(&[0.25, 0.4, 0.35])];
        let colour = scale(warm(dice), share);
        lamps.push(Lamp { at, colour, radius, mirror: if dice.p(0.7) { dice.f(0.2, 1.0) } else { dice.f(1.0, 6.0) } });
    }
    if count == 0 {
        left = 0.0;
    }
    let tone = warm(dice);
    let ambient = scale(tone, if count == 0 { 1.0 } else { ambient_share + left });
    let a = dice.f(0.0, TAU);
    let e = dice.f(0.1, 1.2);
    let window = (v3(a.cos() * e.cos(), a.sin() * e.cos(), e.sin()), dice.f(0.0, 0.7));
    let room = scale(if dice.p(0.7) { warm(dice) } else { hsv(dice.f(0.0, 1.0), 0.3, 1.0) }, dice.log(0.15, 2.2));
    Light { lamps, ambient, bounce: dice.f(0.25, 0.8), window, room, contact: dice.f(0.25, 0.85) }
}
