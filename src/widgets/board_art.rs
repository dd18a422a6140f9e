//! The peg board as a picture: wood, drilled holes, burnt lines and brass, lit from the upper left.
//!
//! Drawn once a size and theme, pixel by pixel: each pixel has a colour and a slope, the light does the rest.

use crate::widgets::board_shape::{Geometry, Track};
use egui::{Color32, ColorImage, Pos2, Rect, Vec2, pos2, vec2};

/// Materials of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timber {
    light: [f32; 3],
    dark: [f32; 3],
    bed: [f32; 3],
    inlay: [f32; 3],
}

impl Timber {
    /// Walnut with a maple inlay, for dark rooms.
    pub const WALNUT: Self = Self {
        light: [0.50, 0.315, 0.18],
        dark: [0.27, 0.15, 0.08],
        bed: [0.62, 0.60, 0.58],
        inlay: [0.80, 0.64, 0.40],
    };
    /// Cherry with a walnut inlay, for the light theme.
    pub const CHERRY: Self = Self {
        light: [0.80, 0.55, 0.34],
        dark: [0.58, 0.34, 0.18],
        bed: [0.80, 0.78, 0.76],
        inlay: [0.32, 0.19, 0.11],
    };
}

/// Light from the upper left, towards the eye.
const LIGHT: [f32; 3] = [-0.42, -0.55, 0.722];

struct Canvas {
    width: usize,
    height: usize,
    color: Vec<[f32; 3]>,
    slope: Vec<[f32; 2]>,
    gloss: Vec<f32>,
    cover: Vec<f32>,
}

/// Draws the board that `board` describes; its rectangle must start at the origin and is in pixels.
/// `stains` are the sides' colours.
#[must_use]
pub fn draw(board: &Geometry, timber: Timber, stains: &[Color32]) -> ColorImage {
    let mut canvas = Canvas::new(board);
    canvas.grain(board, timber);
    canvas.edge(board.rect, board.pitch);
    for side in 0..board.shape.sides {
        canvas.bed(board.bed(side), board.pitch, timber, linear(stains[side % 4]));
    }
    let burnt = [0.10, 0.055, 0.03];
    for [from, to] in board.streets() {
        canvas.groove(from, to, board.pitch * 0.075, burnt);
    }
    for [from, to] in board.skunk_lines() {
        canvas.groove(from, to, board.pitch * 0.13, [0.62, 0.10, 0.07]);
    }
    for side in 0..board.shape.sides {
        if let Track::Scale(target) = board.shape.track {
            canvas.groove(board.hole(side, 0), board.hole(side, target), board.pitch * 0.13, burnt);
        }
        canvas.side_holes(board, side);
        canvas.plate(board.plate(side), board.pitch);
    }
    canvas.lit()
}

fn linear(color: Color32) -> [f32; 3] {
    [color.r(), color.g(), color.b()].map(|c| f32::from(c) / 255.0)
}

fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn mix(from: [f32; 3], to: [f32; 3], t: f32) -> [f32; 3] {
    [0, 1, 2].map(|i| from[i] + (to[i] - from[i]) * t)
}

/// A fixed pseudo-random number in `0.0..1.0` for a lattice point.
fn lattice(x: i32, y: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    (h & 0x00ff_ffff) as f32 / 16_777_216.0
}

/// Smooth noise in `0.0..1.0`.
fn noise(x: f32, y: f32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let (tx, ty) = (smooth(0.0, 1.0, x - fx), smooth(0.0, 1.0, y - fy));
    let low = lattice(ix, iy) + (lattice(ix + 1, iy) - lattice(ix, iy)) * tx;
    let high = lattice(ix, iy + 1) + (lattice(ix + 1, iy + 1) - lattice(ix, iy + 1)) * tx;
    low + (high - low) * ty
}

/// Darkness of the wood in `0.0..=1.0` and how deep its pores are, `along` and `across` in hole pitches.
fn wood(along: f32, across: f32) -> (f32, f32) {
    let drift = noise(along * 0.07 + 3.0, across * 0.16) * 2.6 + noise(along * 0.21, across * 0.5 + 9.0) * 0.7;
    // Rings cut near their heart: arches along the board.
    let from_heart = ((across - 7.6).powi(2) + ((along - 15.0) * 0.115).powi(2)).sqrt();
    let ring = from_heart * 0.5 + drift * 0.8;
    let part = ring - ring.floor();
    let year = if part < 0.78 { smooth(0.0, 0.78, part) * 0.85 } else { 0.85 - smooth(0.78, 1.0, part) * 0.85 };
    let strength = 0.45 + 0.55 * noise(ring.floor() * 3.7, 1.5);
    let fibre = noise(along * 0.55, across * 9.0) - 0.5;
    let fine = noise(along * 1.3 + 40.0, across * 21.0) - 0.5;
    let pore = smooth(0.70, 0.95, noise(along * 0.33 + 11.0, across * 13.0)) * (0.25 + 0.75 * year);
    let broad = noise(along * 0.045, across * 0.09 + 5.0) - 0.5;
    ((0.22 + 0.56 * year * strength + 0.17 * fibre + 0.10 * fine + 0.3 * broad).clamp(0.0, 1.0), pore)
}

/// Signed distance from `p` to a rectangle with round corners, negative inside.
fn round_rect(p: Pos2, rect: Rect, radius: f32) -> f32 {
    let q = (p - rect.center()).abs() - rect.size() / 2.0 + Vec2::splat(radius);
    q.max(Vec2::ZERO).length() + q.x.max(q.y).min(0.0) - radius
}

impl Canvas {
    fn new(board: &Geometry) -> Self {
        let (width, height) = ((board.rect.width() as usize).max(1), (board.rect.height() as usize).max(1));
        let n = width * height;
        Self {
            width,
            height,
            color: vec![[0.0; 3]; n],
            slope: vec![[0.0; 2]; n],
            gloss: vec![0.22; n],
            cover: vec![1.0; n],
        }
    }

    /// Calls `paint` for each pixel within `rect` with its index and its middle.
    fn within(&mut self, rect: Rect, mut paint: impl FnMut(&mut Self, usize, Pos2)) {
        let left = rect.left().floor().max(0.0) as usize;
        let top = rect.top().floor().max(0.0) as usize;
        let right = (rect.right().ceil().max(0.0) as usize).min(self.width);
        let bottom = (rect.bottom().ceil().max(0.0) as usize).min(self.height);
        for y in top..bottom {
            for x in left..right {
                paint(self, y * self.width + x, pos2(x as f32 + 0.5, y as f32 + 0.5));
            }
        }
    }

    fn grain(&mut self, board: &Geometry, timber: Timber) {
        let pitch = board.pitch;
        let lying = board.lying();
        self.within(board.rect, |canvas, i, p| {
            let (along, across) = if lying { (p.x / pitch, p.y / pitch) } else { (p.y / pitch, p.x / pitch) };
            let (tone, pore) = wood(along, across);
            let color = mix(timber.light, timber.dark, tone);
            canvas.color[i] = color.map(|c| c * (1.0 - 0.24 * pore));
            canvas.gloss[i] = 0.2 * (1.0 - 0.8 * pore);
        });
    }

    /// The outline: round corners and a turned-over edge.
    fn edge(&mut self, rect: Rect, pitch: f32) {
        let bevel = (pitch * 0.42).max(2.0);
        self.within(rect, |canvas, i, p| {
            let inside = -round_rect(p, rect.shrink(0.5), pitch * 0.9);
            canvas.cover[i] = (inside + 0.5).clamp(0.0, 1.0);
            if inside < bevel {
                let e = 0.7;
                let dx =
                    round_rect(p + vec2(e, 0.0), rect, pitch * 0.9) - round_rect(p - vec2(e, 0.0), rect, pitch * 0.9);
                let dy =
                    round_rect(p + vec2(0.0, e), rect, pitch * 0.9) - round_rect(p - vec2(0.0, e), rect, pitch * 0.9);
                let steep = 0.85 * (1.0 - smooth(0.0, bevel, inside));
                canvas.slope[i] = [dx / (2.0 * e) * steep, dy / (2.0 * e) * steep];
            }
        });
    }

    /// A shallow recess, stained with the side's colour and outlined with an inlay.
    fn bed(&mut self, rect: Rect, pitch: f32, timber: Timber, stain: [f32; 3]) {
        let radius = pitch * 0.6;
        let line = (pitch * 0.1).max(1.0);
        let wall = (pitch * 0.16).max(1.0);
        self.within(rect.expand(line * 3.0), |canvas, i, p| {
            let d = round_rect(p, rect, radius);
            let inside = smooth(0.7, -0.7, d);
            let below = [0, 1, 2].map(|k| canvas.color[i][k] * timber.bed[k]);
            let stained = mix(below, [0, 1, 2].map(|k| below[k] * 0.55 + stain[k] * 0.17), 0.75);
            canvas.color[i] = mix(canvas.color[i], stained, inside);
            let on_line = smooth(line * 0.5 + 0.6, line * 0.5 - 0.4, (d - line * 1.5).abs());
            canvas.color[i] = mix(canvas.color[i], timber.inlay, on_line * 0.85);
            if d.abs() < wall {
                let e = 0.7;
                let dx = round_rect(p + vec2(e, 0.0), rect, radius) - round_rect(p - vec2(e, 0.0), rect, radius);
                let dy = round_rect(p + vec2(0.0, e), rect, radius) - round_rect(p - vec2(0.0, e), rect, radius);
                let steep = -0.6 * (1.0 - (d.abs() / wall));
                canvas.slope[i] = [dx / (2.0 * e) * steep, dy / (2.0 * e) * steep];
            }
        });
    }

    /// A V-shaped line, burnt or inlaid.
    fn groove(&mut self, from: Pos2, to: Pos2, half: f32, color: [f32; 3]) {
        let half = half.max(0.75);
        let along = (to - from).normalized();
        let across = vec2(-along.y, along.x);
        let length = (to - from).length();
        self.within(Rect::from_two_pos(from, to).expand(half * 3.0), |canvas, i, p| {
            let d = p - from;
            let run = d.dot(along).clamp(0.0, length);
            let off = d - along * run;
            let distance = off.length();
            let inside = smooth(half + 0.6, half - 0.6, distance);
            canvas.color[i] = mix(canvas.color[i], color, inside * 0.78);
            let side = off.dot(across) / half;
            if side.abs() < 1.6 {
                let steep = 0.5 * (1.6 - side.abs()) / 1.6;
                canvas.slope[i][0] -= across.x * side.signum() * steep * 0.8;
                canvas.slope[i][1] -= across.y * side.signum() * steep * 0.8;
            }
        });
    }

    fn side_holes(&mut self, board: &Geometry, side: usize) {
        let scale = matches!(board.shape.track, Track::Scale(_));
        let radius = if scale { board.pitch * 0.17 } else { board.pitch * 0.245 };
        let target = board.shape.target();
        for (points, at) in board.holes(side) {
            let game = points == target;
            if game {
                self.ring(at, board.pitch * 0.34, board.pitch * 0.62);
            }
            let stands_alone = game || points == 0;
            self.hole(at, if stands_alone { board.pitch * 0.25 } else { radius });
        }
        self.hole(board.second_start(side), board.pitch * 0.25);
        if let Track::Rounds(rounds @ 2..) = board.shape.track {
            for round in 0..rounds {
                self.hole(board.round_hole(side, round), board.pitch * 0.16);
            }
        }
    }

    /// A drilled and countersunk hole.
    fn hole(&mut self, at: Pos2, radius: f32) {
        let rim = radius * 1.42;
        self.within(Rect::from_center_size(at, Vec2::splat(rim * 2.0 + 3.0)), |canvas, i, p| {
            let off = p - at;
            let d = off.length();
            let dir = if d > 0.01 { off / d } else { Vec2::ZERO };
            if d < rim + 0.7 {
                let steep = 0.95 * smooth(rim + 0.7, rim - 0.9, d);
                canvas.slope[i] = [-dir.x * steep, -dir.y * steep];
                let worn = smooth(rim, radius, d);
                canvas.color[i] = canvas.color[i].map(|c| c * (1.0 - 0.25 * worn));
            }
            let inside = smooth(radius + 0.6, radius - 0.6, d);
            if inside > 0.0 {
                // The far wall of the bore catches the light, the near one is in shade.
                let lit = (dir.x * -LIGHT[0] + dir.y * -LIGHT[1]).max(0.0) * smooth(0.35, 1.0, d / radius);
                let bore = mix([0.018, 0.010, 0.006], [0.20, 0.12, 0.07], lit * 0.8);
                canvas.color[i] = mix(canvas.color[i], bore, inside);
                canvas.gloss[i] *= 1.0 - inside;
                canvas.slope[i] = canvas.slope[i].map(|s| s * (1.0 - inside));
            }
        });
    }

    /// A brass ring let into the wood.
    fn ring(&mut self, at: Pos2, inner: f32, outer: f32) {
        let middle = (inner + outer) / 2.0;
        let half = (outer - inner) / 2.0;
        self.within(Rect::from_center_size(at, Vec2::splat(outer * 2.0 + 4.0)), |canvas, i, p| {
            let off = p - at;
            let d = off.length();
            let inside = smooth(half + 0.6, half - 0.6, (d - middle).abs());
            if inside > 0.0 {
                let round = (d - middle) / half * 0.75;
                let dir = if d > 0.01 { off / d } else { Vec2::ZERO };
                canvas.metal(i, inside, [dir.x * round, dir.y * round]);
            }
        });
    }

    fn metal(&mut self, i: usize, inside: f32, slope: [f32; 2]) {
        self.color[i] = mix(self.color[i], [0.72, 0.55, 0.24], inside);
        self.slope[i] = [0, 1].map(|k| self.slope[i][k] * (1.0 - inside) + slope[k] * inside);
        self.gloss[i] = self.gloss[i] * (1.0 - inside) + 1.1 * inside;
    }

    /// A brass plate, brushed along its length and held by two pins.
    fn plate(&mut self, rect: Rect, pitch: f32) {
        let radius = pitch * 0.22;
        self.within(rect.expand(3.0), |canvas, i, p| {
            let d = round_rect(p, rect, radius);
            let shade = smooth(3.0, 0.0, round_rect(p - vec2(1.0, 1.5), rect, radius));
            canvas.color[i] = canvas.color[i].map(|c| c * (1.0 - 0.5 * shade));
            let inside = smooth(0.6, -0.6, d);
            if inside > 0.0 {
                let brush = if rect.width() > rect.height() {
                    noise(p.x * 0.07, p.y * 1.9) - 0.5
                } else {
                    noise(p.x * 1.9, p.y * 0.07) - 0.5
                };
                let lip = smooth(-1.8, 0.0, d);
                let towards = (p - rect.center()) / (rect.size() / 2.0);
                let slope = [towards.x.powi(9) * lip * 0.8, (towards.y.powi(9) * lip + brush * 0.11) * 0.8];
                canvas.metal(i, inside, slope);
                let worn = 1.0 + brush * 0.12;
                canvas.color[i] = canvas.color[i].map(|c| c * worn);
            }
        });
    }

    /// Converts colours and slopes to visible shades.
    fn lit(self) -> ColorImage {
        let [lx, ly, lz] = LIGHT;
        // Half way between the light and the eye: where a gloss shows.
        let half = {
            let (x, y, z) = (lx, ly, lz + 1.0);
            let n = (x * x + y * y + z * z).sqrt();
            [x / n, y / n, z / n]
        };
        let (width, height) = (self.width, self.height);
        let mut pixels = Vec::with_capacity(width * height);
        for i in 0..width * height {
            let [sx, sy] = self.slope[i];
            let n = 1.0 / (sx * sx + sy * sy + 1.0).sqrt();
            let diffuse = ((sx * lx + sy * ly + lz) * n).max(0.0) / lz;
            let shine = ((sx * half[0] + sy * half[1] + half[2]) * n).max(0.0).powi(28);
            // The lamp is above the upper left: the varnish glows there.
            let (u, v) = ((i % width) as f32 / width as f32, (i / width) as f32 / height as f32);
            let glow = 1.07 - 0.16 * (0.45 * u + 0.55 * v);
            let rgb = self.color[i]
                .map(|c| (c * (0.36 + 0.64 * diffuse) * glow + shine * self.gloss[i] * 0.22).clamp(0.0, 1.0));
            let alpha = self.cover[i];
            let [r, g, b] = rgb.map(|c| (c * alpha * 255.0 + 0.5) as u8);
            pixels.push(Color32::from_rgba_premultiplied(r, g, b, (alpha * 255.0 + 0.5) as u8));
        }
        ColorImage::new([width, height], pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::board_shape::BoardShape;

    #[test]
    fn holes_are_dark_and_corners_are_clear() {
        for (rect, timber) in [(vec2(220.0, 640.0), Timber::WALNUT), (vec2(900.0, 200.0), Timber::CHERRY)] {
            let board = Geometry::new(BoardShape::for_target(2, 61, None), Rect::from_min_size(Pos2::ZERO, rect));
            let image = draw(&board, timber, &[Color32::GREEN; 4]);
            assert_eq!(image.size, [rect.x as usize, rect.y as usize]);
            assert_eq!(image.pixels[0].a(), 0);
            let at = |p: Pos2| image.pixels[p.y as usize * image.size[0] + p.x as usize];
            for side in 0..2 {
                for points in 1..=60 {
                    let hole = board.hole(side, points);
                    let beside = hole + vec2(0.5, 0.5) * board.pitch;
                    let sum = |c: Color32| u32::from(c.r()) + u32::from(c.g()) + u32::from(c.b());
                    assert!(sum(at(hole)) * 2 < sum(at(beside)), "{side} {points}");
                }
            }
        }
    }
}
