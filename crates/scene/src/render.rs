//! Draws a scene: first the body in each pixel, then its colour; pixels at borders are sampled four times.

use super::canvas::{Canvas, FIRST, FLOOR, REGIONS, Run, TOP, WALL};
use super::face::{Marks, Surface, tile_surface};
use super::label;
use super::maths::{Dice, Rgb, V3, higher, lower, mix, scale, smooth, v3};
use super::nodes::{NodeRow, Nodes};
use super::noise::bank;
use super::scene::{Edge, PlacedTile, Scene, Thing};
use super::shade::{Lighting, Spot};
use super::shadow::{Caster, box_corners, fall};
use super::solid::{Hit, Pose, Solid};
use super::span::Spans;
use super::truth::Truth;
use eye::frame::Frame;

/// Things lower than this (mm) take the table's shadows and throw none.
const THIN: f32 = 1.7;
/// Something with a body: tile `index` or thing `index - tiles`.
pub(super) struct Body<'a> {
    pub(super) solid: Solid,
    pub(super) pose: Pose,
    /// The camera in the body's axes.
    pub(super) eye: V3,
    tile: Option<&'a PlacedTile>,
    pub(super) thing: Option<&'a Thing>,
    /// Highest point.
    pub(super) top: f32,
    /// Casters that can shade it: lamp and index.
    shaded_by: Vec<(usize, usize)>,
    /// The columns that it reaches in each row of the picture.
    pub(super) spans: Spans,
}

/// Draws the scene with `seed` for the noise. The same scene and seed give the same bytes.
///
/// Returns `None` for a scene without pixels.
#[must_use]
pub fn render(scene: &Scene, seed: u64) -> Option<(Frame, Truth)> {
    render_with(&mut Canvas::default(), scene, seed)
}

/// [`render`] with memory that is used again.
#[must_use]
pub fn render_with(canvas: &mut Canvas, scene: &Scene, seed: u64) -> Option<(Frame, Truth)> {
    let size = (scene.width as usize, scene.height as usize);
    if size.0 == 0 || size.1 == 0 {
        return None;
    }
    let painter = Painter::new(scene, size);
    canvas.clear(size.0 * size.1, painter.lighting_count());
    painter.undistort(canvas);
    painter.find(canvas);
    painter.ground_regions(canvas);
    painter.shadows(canvas);
    painter.paint(canvas);
    painter.glaze(canvas);
    let truth = label::truth(scene, &canvas.code, size);
    let Canvas { light, spare, .. } = canvas;
    let bytes = scene.sensor.develop(light, spare, size, &mut Dice::new(seed, 0, 77));
    Some((Frame::new(scene.width, scene.height, bytes)?, truth))
}

pub(super) struct Painter<'a> {
    pub(super) scene: &'a Scene,
    pub(super) size: (usize, usize),
    pub(super) bodies: Vec<Body<'a>>,
    pub(super) casters: [Vec<Caster>; 2],
    pub(super) lighting: Lighting,
    /// Sine and cosine of the angles of table and floor.
    pub(super) turns: [(f32, f32); 2],
}

impl<'a> Painter<'a> {
    fn new(scene: &'a Scene, size: (usize, usize)) -> Self {
        let mut bodies = Vec::new();
        for tile in &scene.tiles {
            // Prints keep their place in the list so that codes and tiles agree; they have an empty body.
            let solid = scene.body(tile).unwrap_or(Solid::Ellipsoid { radii: v3(1e-3, 1e-3, 1e-3) });
            bodies.push(Body::new(scene, size, solid, tile.pose, Some(tile), None));
        }
        for thing in &scene.things {
            bodies.push(Body::new(scene, size, thing.solid, thing.pose, None, Some(thing)));
        }
        let casters = std::array::from_fn(|l| {
            let of = |lamp| bodies.iter().map(|b| Caster::new(&b.solid, &b.pose, lamp)).collect();
            scene.light.lamps.get(l).map_or_else(Vec::new, of)
        });
        let turns = [scene.ground.top.angle.sin_cos(), scene.ground.floor.angle.sin_cos()];
        let mut painter = Self { scene, size, bodies, casters, lighting: Lighting::new(&scene.light), turns };
        painter.find_shaded();
        painter
    }

    pub(super) fn lighting_count(&self) -> usize {
        self.scene.light.lamps.len().min(2)
    }

    /// Finds the bodies that can be in the shadow of a higher one.
    fn find_shaded(&mut self) {
        for i in 0..self.bodies.len() {
            let mut by = Vec::new();
            let body = &self.bodies[i];
            for (l, casters) in self.casters.iter().enumerate() {
                let Some(lamp) = self.scene.light.lamps.get(l) else { continue };
                let (x, y) = fall(v3(body.pose.at.x, body.pose.at.y, body.top), lamp.at);
                let reach = body.solid.bounds().length();
                for (k, caster) in casters.iter().enumerate() {
                    if body.top > THIN
                        && k != i
                        && caster.top > body.top + 0.8
                        && caster.outline.distance(x, y) < reach + caster.soft
                    {
                        by.push((l, k));
                    }
                }
            }
            self.bodies[i].shaded_by = by;
        }
    }

    /// Fills the plane. What the lens does depends on the distance from its centre alone: looked up in a table.
    fn undistort(&self, canvas: &mut Canvas) {
        const STEPS: usize = 2048;
        let camera = &self.scene.camera;
        let k = 1.0 / camera.focal;
        let (w, h) = (self.size.0 as f32, self.size.1 as f32);
        let far = |c: f32, side: f32| c.abs().max((side - c).abs()) * k;
        let most = far(camera.centre.0, w).powi(2) + far(camera.centre.1, h).powi(2);
        let factor = |i: usize| {
            let r = (i as f32 / STEPS as f32 * most).sqrt().max(1e-4);
            camera.undistort(camera.centre.0 + r * camera.focal, camera.centre.1).0 / r
        };
        let table: Vec<f32> = (0..=STEPS + 1).map(factor).collect();
        let scale = STEPS as f32 / most;
        let columns: Vec<f32> = (0..self.size.0).map(|x| (x as f32 + 0.5 - camera.centre.0) * k).collect();
        let mut factors = vec![0.0f32; self.size.0];
        let (us, vs) = &mut canvas.plane;
        us.clear();
        vs.clear();
        for y in 0..self.size.1 {
            let b = (y as f32 + 0.5 - camera.centre.1) * k;
            for (f, a) in factors.iter_mut().zip(&columns) {
                let at = (a * a + b * b) * scale;
                let i = (at as i32 as usize).min(STEPS);
                *f = table[i] + (table[i + 1] - table[i]) * (at - i as i32 as f32);
            }
            us.extend(columns.iter().zip(&factors).map(|(a, f)| a * f));
            vs.extend(factors.iter().map(|f| b * f));
        }
    }

    /// The direction in which a pixel's middle looks.
    #[inline]
    pub(super) fn ray(&self, canvas: &Canvas, at: usize) -> V3 {
        self.scene.camera.direction((canvas.plane.0[at], canvas.plane.1[at]))
    }

    /// First pass: nearest body of every pixel.
    fn find(&self, canvas: &mut Canvas) {
        let camera = &self.scene.camera;
        let fine = 0.06 * camera.position.z.abs().max(camera.position.length()) / camera.focal;
        for (index, body) in self.bodies.iter().enumerate() {
            if body.tile.is_some_and(|t| t.print.is_some()) || body.is_clear() {
                continue;
            }
            let base = FIRST + index as u16 * REGIONS;
            for (r, &(from, to)) in body.spans.rows.iter().enumerate() {
                let y = body.spans.top + r;
                for x in from..to {
                    let at = y * self.size.0 + x;
                    let ray = self.ray(canvas, at);
                    let Some(hit) = body.solid.hit(body.eye, body.pose.to_local(ray), fine) else { continue };
                    if hit.t < canvas.depth[at] {
                        canvas.depth[at] = hit.t;
                        canvas.code[at] = base + region(&hit);
                    }
                }
            }
        }
    }

    /// Fills the pixels without a body: table, floor or wall.
    fn ground_regions(&self, canvas: &mut Canvas) {
        let camera = &self.scene.camera;
        let (w, h) = (self.size.0 as f32, self.size.1 as f32);
        let level = [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h), (w / 2.0, 0.0), (w / 2.0, h)];
        let horizon = level.iter().any(|&(x, y)| camera.ray(x, y).z > -0.02);
        if matches!(self.scene.ground.edge, Edge::Endless) && !horizon {
            return;
        }
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
                let at = y * self.size.0 + x;
                if canvas.code[at] == TOP {
                    canvas.code[at] = self.region_of(self.ray(canvas, at));
                }
            }
        }
    }

    fn region_of(&self, ray: V3) -> u16 {
        if ray.z > -0.012 {
            return WALL;
        }
        let p = self.scene.camera.position + ray * (-self.scene.camera.position.z / ray.z);
        let on = match self.scene.ground.edge {
            Edge::Endless => true,
            Edge::Round(r) => p.x * p.x + p.y * p.y < r * r,
            Edge::Rect(hx, hy, angle) => {
                let (s, c) = angle.sin_cos();
                (p.x * c + p.y * s).abs() < hx && (p.y * c - p.x * s).abs() < hy
            }
        };
        if on { TOP } else { FLOOR }
    }

    /// Second pass: colours.
    fn paint(&self, canvas: &mut Canvas) {
        let (w, h) = self.size;
        let mut light = std::mem::take(&mut canvas.light);
        let nodes = Nodes::new(self.size, |x, y| self.node(x, y));
        let (mut row, mut work, mut borders) = (NodeRow::default(), Run::default(), Vec::new());
        for y in 0..h {
            nodes.row(y, &mut row);
            find_borders(&canvas.code, y, self.size, &mut borders);
            let codes = &canvas.code[y * w..(y + 1) * w];
            let out = &mut light[y * w * 3..(y + 1) * w * 3];
            let mut x = 0;
            while x < w {
                let at = y * w + x;
                if codes[x] == TOP && !borders[x] {
                    let plain =
                        codes[x..].iter().zip(&borders[x..]).take_while(|(code, border)| **code == TOP && !**border);
                    let end = x + plain.count();
                    self.table_run(canvas, (y, x..end), &row, &mut work, &mut out[x * 3..end * 3]);
                    x = end;
                    continue;
                }
                let rgb =
                    if borders[x] { self.look_four_times(canvas, (x, y)) } else { self.look(canvas, at, codes[x]) };
                out[x * 3..x * 3 + 3].copy_from_slice(&rgb);
                x += 1;
            }
        }
        canvas.light = light;
    }

    /// The colour of a pixel at a border, as the mean of four places in it.
    fn look_four_times(&self, canvas: &Canvas, (x, y): (usize, usize)) -> Rgb {
        let (w, h) = self.size;
        let at = y * w + x;
        let near = [at, at - usize::from(x > 0), at + usize::from(x + 1 < w)];
        let [code, l, r] = near.map(|at| canvas.code[at]);
        let [u, d] = [if y > 0 { at - w } else { at }, if y + 1 < h { at + w } else { at }].map(|at| canvas.code[at]);
        let codes = [code, l, r, u, d];
        let mut sum = [0.0; 3];
        for (dx, dy) in [(0.375, 0.125), (0.875, 0.375), (0.125, 0.625), (0.625, 0.875)] {
            let place = (x as f32 + dx, y as f32 + dy);
            let ray = self.scene.camera.ray(place.0, place.1);
            let mut best: Option<(usize, Hit)> = None;
            for (k, code) in codes.iter().enumerate() {
                if *code < FIRST
                    || codes[..k]
                        .iter()
                        .any(|c| (c - FIRST.min(*c)) / REGIONS == (code - FIRST) / REGIONS && *c >= FIRST)
                {
                    continue;
                }
                let index = usize::from((code - FIRST) / REGIONS);
                let body = &self.bodies[index];
                let fine = 0.0003 * (body.pose.at - self.scene.camera.position).length();
                if let Some(hit) = body.solid.hit(body.eye, body.pose.to_local(ray), fine)
                    && best.as_ref().is_none_or(|b| hit.t < b.1.t)
                {
                    best = Some((index, hit));
                }
            }
            let rgb = match best {
                Some((index, hit)) => self.body_colour(canvas, at, (index, &hit), ray),
                None => {
                    let code = self.region_of(ray);
                    self.ground_colour(canvas, at, ray, code)
                }
            };
            sum = [sum[0] + rgb[0], sum[1] + rgb[1], sum[2] + rgb[2]];
        }
        scale(sum, 0.25)
    }

    fn look(&self, canvas: &Canvas, at: usize, code: u16) -> Rgb {
        let ray = self.ray(canvas, at);
        if code < FIRST {
            return self.ground_colour(canvas, at, ray, code);
        }
        let index = usize::from((code - FIRST) / REGIONS);
        let body = &self.bodies[index];
        let fine = 0.0003 * canvas.depth[at];
        match body.solid.hit(body.eye, body.pose.to_local(ray), fine) {
            Some(hit) => self.body_colour(canvas, at, (index, &hit), ray),
            None => self.ground_colour(canvas, at, ray, TOP),
        }
    }

    pub(super) fn body_colour(&self, canvas: &Canvas, place: usize, (index, hit): (usize, &Hit), ray: V3) -> Rgb {
        let body = &self.bodies[index];
        let at = self.scene.camera.position + ray * hit.t;
        let to_eye = -ray.normalize_or_zero();
        let flat = body.pose.to_world(hit.n);
        // One pixel on the surface: larger when seen at a low angle.
        let fine = hit.t / self.scene.camera.focal * (0.4 + 0.6 / higher(flat.dot(to_eye), 0.2));
        let surface = match (body.tile, body.thing) {
            (Some(tile), _) => {
                let style = &self.scene.styles[tile.style];
                tile_surface(&Marks { style, a: tile.a, b: tile.b, seed: tile.seed }, hit.p, hit.n, fine)
            }
            (_, Some(thing)) => thing_surface(thing, hit, fine),
            _ => return [0.0; 3],
        };
        let (tx, ty) = surface.tilt;
        let normal = if tx == 0.0 && ty == 0.0 {
            flat
        } else {
            body.pose.to_world(v3(hit.n.x + tx, hit.n.y + ty, hit.n.z).normalize_or_zero())
        };
        let mut lamps = [1.0f32; 2];
        // All casters of a lamp follow each other.
        let (mut lamp, mut x, mut y) = (usize::MAX, 0.0, 0.0);
        for &(l, k) in &body.shaded_by {
            if l != lamp {
                lamp = l;
                (x, y) = fall(at, self.scene.light.lamps[l].at);
            }
            lamps[l] = lower(lamps[l], 1.0 - self.casters[l][k].cover(x, y));
        }
        let mut table_open = 1.0;
        if body.top <= THIN {
            for (l, layer) in canvas.lamps.iter().enumerate().take(self.lighting_count()) {
                lamps[l] = 1.0 - f32::from(layer[place]) * (1.0 / 255.0);
            }
            table_open = f32::from(canvas.open[place]) * (1.0 / 255.0);
        }
        // Near the table less of the room is seen, and its light comes back from the table.
        let low = 1.0 - self.scene.light.contact * 0.6 * (1.0 - smooth(0.0, 12.0, at.z)) * (1.0 - higher(flat.z, 0.0));
        let spot = Spot { at, normal, to_eye, lamps, open: surface.open * low * table_open };
        self.lighting.seen(&surface, &spot)
    }
}

impl<'a> Body<'a> {
    /// Reports whether it throws a shadow.
    pub(super) fn casts(&self) -> bool {
        self.top > THIN && self.tile.is_none_or(|t| t.print.is_none())
    }

    pub(super) fn is_clear(&self) -> bool {
        self.thing.is_some_and(|t| t.skin.clear > 0.0)
    }

    fn new(
        scene: &Scene,
        size: (usize, usize),
        solid: Solid,
        pose: Pose,
        tile: Option<&'a PlacedTile>,
        thing: Option<&'a Thing>,
    ) -> Self {
        let corners = box_corners(&solid, &pose);
        let top = corners.iter().map(|p| p.z).fold(f32::MIN, f32::max);
        let depth = |p: &V3| scene.camera.depth(*p);
        let behind = corners.iter().all(|p| depth(p) < 5.0);
        let seen: Option<Vec<_>> = corners.iter().map(|&p| scene.camera.project(p)).collect();
        let spans = match seen {
            _ if behind || tile.is_some_and(|t| t.print.is_some()) => Spans::default(),
            Some(points) => Spans::of(&points, 1.5, size),
            None => Spans::all(size),
        };
        let eye = pose.to_local(scene.camera.position - pose.at);
        Self { solid, pose, eye, tile, thing, top, shaded_by: Vec::new(), spans }
    }
}

/// Returns the pixels of row `y` with a different neighbour.
fn find_borders(code: &[u16], y: usize, (w, h): (usize, usize), out: &mut Vec<bool>) {
    let row = |y: usize| &code[y * w..(y + 1) * w];
    let (here, above, below) = (row(y), row(y.saturating_sub(1)), row((y + 1).min(h - 1)));
    out.clear();
    out.extend(here.iter().zip(above).zip(below).map(|((c, a), b)| (c != a) | (c != b)));
    for ((out, c), next) in out[1..].iter_mut().zip(&here[1..]).zip(here) {
        *out |= c != next;
    }
    for ((out, c), next) in out.iter_mut().zip(here).zip(&here[1..]) {
        *out |= c != next;
    }
}

pub(super) fn region(hit: &Hit) -> u16 {
    if hit.n.z > 0.7 {
        0
    } else if hit.n.z < -0.7 {
        2
    } else {
        1
    }
}

fn thing_surface(thing: &Thing, hit: &Hit, fine: f32) -> Surface {
    let skin = &thing.skin;
    let mut albedo = skin.colour;
    if let Some(print) = &skin.print
        && hit.n.z > 0.6
    {
        let n = print.texture.side() as f32;
        let (u, v) = (hit.p.x / print.half.0 * 0.5 + 0.5, 0.5 - hit.p.y / print.half.1 * 0.5);
        let texel = print.texture.sample(u * n, v * n, fine * n / (print.half.0 + print.half.1), 0.0);
        albedo = mix(albedo, [texel[0], texel[1], texel[2]], texel[3]);
    }
    if skin.mottle.0 > 0.0 {
        let k = 24.0 / skin.mottle.1;
        let g = bank().rough.sample(hit.p.x * k + 50.0, (hit.p.y + hit.p.z) * k + 20.0);
        albedo = scale(albedo, (1.0 + (g - 0.5) * skin.mottle.0 * 1.5).max(0.1));
    }
    Surface { albedo, tilt: (0.0, 0.0), gloss: skin.gloss, shine: skin.shine, open: 1.0 }
}
