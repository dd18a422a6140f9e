//! Surface of a tile at one point: colour, hollows, shine.

use super::maths::{Rgb, V3, hash2, mix, scale, smooth};
use super::noise::bank;
use super::style::{Back, Line, PipLook, TileStyle};

/// A surface at a point.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// Colour.
    pub albedo: Rgb,
    /// Slope of the normal in the body's x and y.
    pub tilt: (f32, f32),
    /// Strength of mirror images, 0 to 1.
    pub gloss: f32,
    /// Their sharpness.
    pub shine: f32,
    /// Share of the light that reaches into the hollow.
    pub open: f32,
}

/// The values and the look of one tile.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// The set.
    pub style: &'a TileStyle,
    /// Pips of half a.
    pub a: u8,
    /// Pips of half b.
    pub b: u8,
    /// Distinguishes tiles of a set (tint, dirt).
    pub seed: u32,
}

/// The surface of a tile at `p` (in the tile's axes, pips on the face with z > 0), `fine` mm being one pixel.
#[must_use]
pub fn tile_surface(marks: &Marks<'_>, p: V3, n: V3, fine: f32) -> Surface {
    let s = marks.style;
    let two = smooth(s.split * s.half.z - fine * 0.5, s.split * s.half.z + fine * 0.5 + 0.01, p.z);
    let mut base = if s.split < -1.5 { s.face } else { mix(s.back, s.face, two) };
    if n.z < -0.5 {
        base = s.back;
    }
    let tint = 1.0 + (hash2(marks.seed, 1) - 0.5) * 2.0 * s.spread;
    base = [
        base[0] * tint,
        base[1] * tint * (1.0 + (hash2(marks.seed, 2) - 0.5) * s.spread * 0.4),
        base[2] * tint * (1.0 + (hash2(marks.seed, 3) - 0.5) * s.spread),
    ];
    base = worn(s, marks.seed, base, p);
    let mut out = Surface { albedo: base, tilt: (0.0, 0.0), gloss: s.gloss, shine: s.shine, open: 1.0 };
    if n.z > 0.6 {
        face(marks, p, fine, &mut out);
    } else if n.z < -0.6 {
        back(s, p, fine, &mut out);
    }
    out
}

/// Grain, dirt and scratches.
fn worn(s: &TileStyle, seed: u32, base: Rgb, p: V3) -> Rgb {
    let mut base = base;
    let (ox, oy) = (hash2(seed, 7) * 512.0, hash2(seed, 8) * 512.0);
    if s.grain > 0.0 {
        let g = if s.fibres {
            bank().streak.sample(p.x * 3.0 + ox, p.y * 9.0 + p.z * 9.0 + oy)
        } else {
            bank().rough.sample(p.x * 4.0 + ox, p.y * 4.0 + p.z * 4.0 + oy)
        };
        base = scale(base, (1.0 + (g - 0.5) * s.grain * 1.6).clamp(0.2, 1.8));
    }
    if s.wear > 0.05 {
        let g = bank().rough.sample(p.x * 5.0 + oy, p.y * 5.0 + p.z * 5.0 + ox) - 0.5;
        let dirt = (g * s.wear * 0.35).clamp(-0.4, 0.25);
        base = [base[0] * (1.0 + dirt), base[1] * (1.0 + dirt * 1.1), base[2] * (1.0 + dirt * 1.3)];
    }
    base
}

/// 1 inside, 0 outside an edge at distance 0 (negative inside), smoothed over a pixel.
fn inside(distance: f32, fine: f32) -> f32 {
    (0.5 - distance / fine).clamp(0.0, 1.0)
}

fn face(marks: &Marks<'_>, p: V3, fine: f32, out: &mut Surface) {
    let s = marks.style;
    line(s, p, fine, out);
    if s.frame > 0.0 {
        let d = (s.half.x - s.frame - p.x.abs()).min(s.half.y - s.frame - p.y.abs());
        let cover = inside(d.abs() - s.line_half_width * 0.6, fine);
        out.albedo = mix(out.albedo, s.line_colour, cover);
    }
    let half = usize::from(p.x > 0.0);
    let value = if half == 0 { marks.a } else { marks.b };
    let (r, reach) = (s.places.radius[usize::from(value)], s.places.radius[usize::from(value)] + fine);
    for i in 0..s.places.of[usize::from(value)].len() {
        let (x, y) = s.places.place(value, i, half, s.half.x);
        let (dx, dy) = (p.x - x, p.y - y);
        let d2 = dx * dx + dy * dy;
        if d2 < reach * reach {
            pip(s, s.pips[usize::from(value).min(s.pips.len() - 1)], (dx, dy, d2.sqrt()), (r, fine), out);
            return;
        }
    }
    if s.pin > 0.0 {
        pin(s, p, fine, out);
    }
}

fn pip(s: &TileStyle, colour: Rgb, (dx, dy, d): (f32, f32, f32), (r, fine): (f32, f32), out: &mut Surface) {
    let cover = inside(d - r, fine);
    // Slopes average out when a pip is few pixels wide.
    let relief = cover * smooth(0.2, 1.5, r / fine);
    match s.look {
        PipLook::Flat => out.albedo = mix(out.albedo, colour, cover),
        PipLook::Ringed => {
            let core = inside(d - r * 0.55, fine);
            out.albedo = mix(out.albedo, mix(colour, scale(colour, 2.2), core * 0.6), cover);
        }
        PipLook::Drilled => {
            out.albedo = mix(out.albedo, colour, cover);
            let k = -s.slope * relief / r;
            out.tilt = (dx * k, dy * k);
            out.open = 1.0 - 0.35 * s.slope.min(1.0) * cover;
        }
        PipLook::Raised => {
            out.albedo = mix(out.albedo, colour, cover);
            let k = s.slope * relief / r;
            out.tilt = (dx * k, dy * k);
            out.gloss += (0.9 - out.gloss) * cover;
        }
    }
}

fn line(s: &TileStyle, p: V3, fine: f32, out: &mut Surface) {
    if s.line == Line::None {
        return;
    }
    let w = s.line_half_width;
    let along = p.y.abs() - s.line_half_length;
    let across = if s.line == Line::Double { (p.x.abs() - w * 1.6).abs() - w * 0.5 } else { p.x.abs() - w };
    let d = if s.line_half_length < s.half.y * 0.99 { across.max(along) } else { across };
    if d > fine {
        return;
    }
    // A line thinner than a pixel covers only part of it.
    let cover = inside(d, fine.max(0.05)) * (2.0 * w / fine).min(1.0);
    out.albedo = mix(out.albedo, s.line_colour, cover);
    if matches!(s.line, Line::Groove | Line::Filled) {
        let k = -0.8 * cover * smooth(0.4, 1.5, w / fine);
        out.tilt.0 = p.x / w * k;
        out.open = 1.0 - 0.4 * cover;
    }
}

fn pin(s: &TileStyle, p: V3, fine: f32, out: &mut Surface) {
    let d = (p.x * p.x + p.y * p.y).sqrt();
    let cover = inside(d - s.pin, fine);
    if cover <= 0.0 {
        return;
    }
    out.albedo = mix(out.albedo, scale(s.pin_colour, 0.75), cover);
    let k = 0.7 * cover * smooth(0.3, 1.5, s.pin / fine) / s.pin;
    out.tilt = (p.x * k, p.y * k);
    out.gloss += (1.6 - out.gloss) * cover;
    out.shine += (40.0 - out.shine) * cover;
}

fn back(s: &TileStyle, p: V3, fine: f32, out: &mut Surface) {
    let (x, y, h) = (p.x, p.y, s.half.y);
    let r = (x * x + y * y).sqrt();
    let w = h * 0.05;
    let d = match s.back_kind {
        Back::Plain => return,
        Back::Ring => (r - h * 0.55).abs() - w,
        Back::Star => r - h * (0.42 + 0.2 * (y.atan2(x) * 5.0).cos()),
        Back::Lattice => {
            let (a, b) = ((x + y) / (h * 0.5), (x - y) / (h * 0.5));
            let near = (a - a.round()).abs().min((b - b.round()).abs());
            let edge = (x.abs() - s.half.x * 0.85).max(y.abs() - h * 0.75);
            (near * h * 0.35 - w * 0.5).max(edge)
        }
        Back::Emblem => {
            let g = bank().cloud.sample(x * 9.0 / h + 40.0, y * 9.0 / h + 90.0);
            ((0.5 - g) * h * 0.8).max(r - h * 0.6)
        }
        Back::Frame => (s.half.x - h * 0.2 - x.abs()).min(h * 0.8 - y.abs()).abs() - w,
    };
    out.albedo = mix(out.albedo, s.back_ink, inside(d, fine));
}
