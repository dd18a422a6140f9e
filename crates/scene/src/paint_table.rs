//! Rows of nothing but table, worked on as rows: most of most pictures.

use super::canvas::{Canvas, Run};
use super::maths::{hash2, lower};
use super::nodes::NodeRow;
use super::render::Painter;
use super::shade::MATT;
use super::texture::Texture;
use std::ops::Range;

impl Painter<'_> {
    /// The table in the columns `run` of row `y`, where no neighbour is anything else.
    pub(super) fn table_run(
        &self,
        canvas: &Canvas,
        (y, run): (usize, Range<usize>),
        nodes: &NodeRow,
        work: &mut Run,
        out: &mut [f32],
    ) {
        let at = y * self.size.0 + run.start..y * self.size.0 + run.end;
        self.look_up(canvas, at.clone(), &nodes.level[run.clone()], work);
        self.dim(canvas, at, nodes, run.clone(), work);
        self.light_run(&nodes.patch[run], work, out);
    }

    /// Fills `texels`.
    fn look_up(&self, canvas: &Canvas, at: Range<usize>, level: &[f32], work: &mut Run) {
        let (cover, eye, camera) = (&self.scene.ground.top, self.scene.camera.position, &self.scene.camera);
        let n = at.len();
        let at_first = (at.start as u32, cover.texture.last_level());
        let (us, vs) = (&canvas.plane.0[at.clone()][..n], &canvas.plane.1[at][..n]);
        // The table's axes are turned and stretched to those of the texture.
        let ((s, c), k) = (self.turns[0], 1.0 / cover.texel);
        let across = |x: f32, y: f32| (x * c + y * s) * k;
        let along = |x: f32, y: f32| (y * c - x * s) * k;
        let axes = [camera.right, camera.down, camera.forward].map(|a| (across(a.x, a.y), along(a.x, a.y), a.z));
        let [(rx, ry, rz), (dx, dy, dz), (fx, fy, fz)] = axes;
        let (ox, oy) = (across(eye.x, eye.y) + cover.shift.0, along(eye.x, eye.y) + cover.shift.1);
        work.places.iter_mut().for_each(|p| p.resize(n, 0));
        let [xs, ys, levels] = &mut work.places;
        dither(level, at_first, &mut levels[..n]);
        // Sixteenths of a texel of the level.
        let place = |u: f32, v: f32, level: u32| {
            let t = -eye.z / lower(rz * u + dz * v + fz, -1e-3);
            Texture::place(ox + (rx * u + dx * v + fx) * t, oy + (ry * u + dy * v + fy) * t, level)
        };
        look_at((us, vs), levels, (&mut xs[..n], &mut ys[..n]), place);
        work.texels.clear();
        let places = xs.iter().zip(ys.iter()).zip(levels.iter());
        work.texels.extend(places.map(|((x, y), level)| cover.texture.packed(*x, *y, *level)));
    }

    /// Fills `arrives` and `mirror`: light with its shadows.
    fn dim(&self, canvas: &Canvas, at: Range<usize>, nodes: &NodeRow, run: Range<usize>, work: &mut Run) {
        let shiny = self.scene.ground.top.gloss >= MATT;
        for l in 0..=self.lighting_count() {
            let room = l == self.lighting_count();
            let (dull, glint, layer) = if room {
                (&nodes.sky, &nodes.room, &canvas.open)
            } else {
                (&nodes.lamps[l], &nodes.glints[l], &canvas.lamps[l])
            };
            // The layers of lamps hold the blocked light, that of the room the arriving light.
            let (k, base) = if room { (1.0 / 255.0, 0.0) } else { (-1.0 / 255.0, 1.0) };
            let slot = if room { 2 } else { l };
            let fill = |out: &mut Vec<f32>, light: &[f32]| {
                out.clear();
                out.extend(light.iter().zip(&layer[at.clone()]).map(|(f, c)| f * (base + f32::from(*c) * k)));
            };
            fill(&mut work.arrives[slot], &dull[run.clone()]);
            if shiny {
                fill(&mut work.mirror[slot], &glint[run.clone()]);
            }
        }
        for l in self.lighting_count()..2 {
            for row in [&mut work.arrives[l], &mut work.mirror[l]] {
                row.clear();
                row.resize(run.len(), 0.0);
            }
        }
    }

    /// From texels and light to colours.
    fn light_run(&self, patch: &[f32], work: &Run, out: &mut [f32]) {
        let gloss = self.scene.ground.top.gloss;
        let [lamps @ .., room] = self.lighting.colours();
        let ambient = self.scene.light.ambient;
        let n = patch.len();
        let texels = &work.texels[..n];
        let [a0, a1, sky] = work.arrives.each_ref().map(|row| &row[..n]);
        let (out, _) = out.as_chunks_mut::<3>();
        let out = &mut out[..n];
        for i in 0..n {
            let (texel, k) = (texels[i], patch[i] * (1.0 / 65025.0));
            let (s, l, m) = (sky[i] * k, a0[i] * k, a1[i] * k);
            out[i] = [
                squared(texel) * (ambient[0] * s + lamps[0][0] * l + lamps[1][0] * m),
                squared(texel >> 8) * (ambient[1] * s + lamps[0][1] * l + lamps[1][1] * m),
                squared(texel >> 16) * (ambient[2] * s + lamps[0][2] * l + lamps[1][2] * m),
            ];
        }
        if gloss < MATT {
            return;
        }
        let [g0, g1, seen] = work.mirror.each_ref().map(|row| &row[..n]);
        for i in 0..n {
            let share = squared(texels[i] >> 24) * (gloss / 65025.0);
            let (s, l, m) = (seen[i] * share, g0[i] * share, g1[i] * share);
            let [r, g, b] = &mut out[i];
            *r += room[0] * s + lamps[0][0] * l + lamps[1][0] * m;
            *g += room[1] * s + lamps[0][1] * l + lamps[1][1] * m;
            *b += room[2] * s + lamps[0][2] * l + lamps[1][2] * m;
        }
    }
}

/// Levels of texture, mixed at random where one goes over into the next.
fn dither(level: &[f32], (first, last): (u32, f32), out: &mut [u32]) {
    for (i, (out, level)) in (0u32..).zip(out.iter_mut().zip(level)) {
        *out = lower(level + hash2(first.wrapping_add(i), 5) * 0.6, last) as i32 as u32;
    }
}

/// Computes the places of the texture seen by these pixels. A separate function, so that the compiler knows that
/// nothing overlaps.
fn look_at(
    (us, vs): (&[f32], &[f32]),
    levels: &[u32],
    (xs, ys): (&mut [u32], &mut [u32]),
    place: impl Fn(f32, f32, u32) -> (u32, u32),
) {
    for ((((x, y), u), v), level) in xs.iter_mut().zip(ys.iter_mut()).zip(us).zip(vs).zip(levels) {
        (*x, *y) = place(*u, *v, *level);
    }
}

/// The square of the lowest byte.
#[inline]
fn squared(texel: u32) -> f32 {
    let root = (texel & 255) as i32 as f32;
    root * root
}
