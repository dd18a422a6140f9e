//! Draws flat pictures for the upper sides of things: shapes, letters, printed dominoes.

use super::face::{Marks, tile_surface};
use super::maths::{Rgb, V3, mix, v3, whole};
use super::style::TileStyle;
use super::texture::Texture;

/// A sheet of paper in mm, its middle at the origin, y upwards, drawn on `n * n` texels.
#[derive(Clone, Debug)]
pub struct Sheet {
    n: usize,
    half: (f32, f32),
    texels: Vec<[f32; 4]>,
}

impl Sheet {
    /// A sheet of one colour with these half sizes; `n` is a power of two.
    #[must_use]
    pub fn new(n: usize, half: (f32, f32), colour: Rgb) -> Self {
        Self { n, half, texels: vec![[colour[0], colour[1], colour[2], 1.0]; n * n] }
    }

    /// Returns the texture.
    #[must_use]
    pub fn finish(self) -> Texture {
        Texture::new(self.n, &self.texels)
    }

    /// Size of a texel, mm (the larger side).
    fn fine(&self) -> f32 {
        2.0 * self.half.0.max(self.half.1) / self.n as f32
    }

    /// Paints where `paint` gives a colour and how much it covers, no farther than `rx` and `ry` from `x`, `y`.
    pub fn area(&mut self, (x, y): (f32, f32), (rx, ry): (f32, f32), paint: impl Fn(f32, f32) -> Option<(Rgb, f32)>) {
        let n = self.n as f32;
        let (kx, ky) = (n * 0.5 / self.half.0, n * 0.5 / self.half.1);
        let column = |x: f32| (((x + self.half.0) * kx).max(0.0) as usize).min(self.n);
        let row = |y: f32| (((self.half.1 - y) * ky).max(0.0) as usize).min(self.n);
        for j in row(y + ry)..(row(y - ry) + 1).min(self.n) {
            for i in column(x - rx)..(column(x + rx) + 1).min(self.n) {
                let (px, py) = ((i as f32 + 0.5) / kx - self.half.0, self.half.1 - (j as f32 + 0.5) / ky);
                if let Some((colour, cover)) = paint(px, py) {
                    let t = &mut self.texels[j * self.n + i];
                    let c = mix([t[0], t[1], t[2]], colour, cover);
                    *t = [c[0], c[1], c[2], t[3]];
                }
            }
        }
    }

    /// Fills where `distance` (mm, below 0 inside) is negative, at most `rx` and `ry` from `at`.
    pub fn shape(&mut self, at: (f32, f32), (rx, ry): (f32, f32), colour: Rgb, distance: impl Fn(f32, f32) -> f32) {
        let fine = self.fine();
        self.area(at, (rx + fine, ry + fine), |x, y| {
            let cover = (0.5 - distance(x - at.0, y - at.1) / fine).clamp(0.0, 1.0);
            (cover > 0.0).then_some((colour, cover))
        });
    }

    /// A filled disc.
    pub fn disc(&mut self, at: (f32, f32), radius: f32, colour: Rgb) {
        self.shape(at, (radius, radius), colour, |x, y| length(x, y) - radius);
    }

    /// A circle of this line width.
    pub fn ring(&mut self, at: (f32, f32), radius: f32, width: f32, colour: Rgb) {
        let reach = radius + width;
        self.shape(at, (reach, reach), colour, |x, y| (length(x, y) - radius).abs() - width / 2.0);
    }

    /// A filled rectangle with half sizes `hx`, `hy`, turned by `angle`.
    pub fn rect(&mut self, at: (f32, f32), (hx, hy): (f32, f32), angle: f32, colour: Rgb) {
        let (s, c) = angle.sin_cos();
        self.shape(at, turned((hx, hy), (s, c)), colour, |x, y| {
            ((x * c + y * s).abs() - hx).max((y * c - x * s).abs() - hy)
        });
    }

    /// A star with `points` points.
    pub fn star(&mut self, at: (f32, f32), radius: f32, points: f32, colour: Rgb) {
        self.shape(at, (radius, radius), colour, |x, y| {
            length(x, y) - radius * (0.7 + 0.3 * (y.atan2(x) * points).cos())
        });
    }

    /// A line of capitals and digits, `height` mm high, its middle at `at`.
    pub fn text(&mut self, at: (f32, f32), height: f32, angle: f32, text: &str, colour: Rgb) {
        let step = height * 6.0 / 7.0;
        let width = step * text.len() as f32;
        let (s, c) = angle.sin_cos();
        let letters: Vec<[u8; 5]> = text.bytes().map(glyph).collect();
        self.area(at, turned((width / 2.0, height / 2.0), (s, c)), |x, y| {
            let (dx, dy) = (x - at.0, y - at.1);
            let (u, v) = (dx * c + dy * s + width / 2.0, height / 2.0 - (dy * c - dx * s));
            if u < 0.0 || v < 0.0 || u >= width || v >= height {
                return None;
            }
            let letter = letters.get((u / step) as usize)?;
            let (gx, gy) = ((u % step) / step * 6.0 - 0.5, v / height * 7.0 - 0.5);
            let cover = ((lit(letter, gx, gy) - 0.35) * 5.0).clamp(0.0, 1.0);
            (cover > 0.0).then_some((colour, cover))
        });
    }

    /// A printed tile: half length `hx`; colours are mixed with `tint` by its share.
    pub fn domino(&mut self, marks: &Marks<'_>, at: (f32, f32), hx: f32, angle: f32, (tint, share): (Rgb, f32)) {
        let h = marks.style.half;
        let k = h.x / hx;
        let (s, c) = angle.sin_cos();
        let fine = self.fine() * k;
        let corner = marks.style.corner.max(marks.style.edge);
        let rim = self.fine();
        self.area(at, turned((hx + rim, Self::half_width(marks.style, hx) + rim), (s, c)), |x, y| {
            let (dx, dy) = ((x - at.0) * k, (y - at.1) * k);
            let p = v3(dx * c + dy * s, dy * c - dx * s, h.z);
            let (qx, qy) = (p.x.abs() - h.x + corner, p.y.abs() - h.y + corner);
            let d = qx.max(0.0).hypot(qy.max(0.0)) + qx.max(qy).min(0.0) - corner;
            let cover = (0.5 - d / fine).clamp(0.0, 1.0);
            if cover <= 0.0 {
                return None;
            }
            let surface = tile_surface(marks, p, V3::Z, fine);
            // Printed relief: the side away from the light is darker.
            let lit = 1.0 + 0.35 * (surface.tilt.0 - surface.tilt.1).clamp(-1.0, 1.0);
            let albedo = surface.albedo.map(|v| v * surface.open * lit);
            Some((mix(albedo, tint, share), cover))
        });
    }

    /// The style's proportion: half width of a printed tile of half length `hx`.
    #[must_use]
    pub fn half_width(style: &TileStyle, hx: f32) -> f32 {
        hx * style.half.y / style.half.x
    }
}

fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Half sizes of the upright box round a rectangle that is turned by an angle with this sine and cosine. A thin line must not
/// have the whole sheet looked at.
fn turned((hx, hy): (f32, f32), (s, c): (f32, f32)) -> (f32, f32) {
    (hx * c.abs() + hy * s.abs(), hx * s.abs() + hy * c.abs())
}

/// Returns the ink at a place of a letter's grid, between its dots.
fn lit(letter: &[u8; 5], x: f32, y: f32) -> f32 {
    let dot = |i: i32, j: i32| {
        let column = usize::try_from(i).ok().and_then(|i| letter.get(i)).copied().unwrap_or(0);
        if (0..7).contains(&j) { f32::from(column >> j & 1) } else { 0.0 }
    };
    let ((i, u), (j, v)) = (whole(x), whole(y));
    (dot(i, j) * (1.0 - u) + dot(i + 1, j) * u) * (1.0 - v) + (dot(i, j + 1) * (1.0 - u) + dot(i + 1, j + 1) * u) * v
}

/// Five columns of seven dots, the lowest bit on top.
fn glyph(letter: u8) -> [u8; 5] {
    const DIGITS: [[u8; 5]; 10] = [
        [0x3e, 0x51, 0x49, 0x45, 0x3e],
        [0x00, 0x42, 0x7f, 0x40, 0x00],
        [0x42, 0x61, 0x51, 0x49, 0x46],
        [0x21, 0x41, 0x45, 0x4b, 0x31],
        [0x18, 0x14, 0x12, 0x7f, 0x10],
        [0x27, 0x45, 0x45, 0x45, 0x39],
        [0x3c, 0x4a, 0x49, 0x49, 0x30],
        [0x01, 0x71, 0x09, 0x05, 0x03],
        [0x36, 0x49, 0x49, 0x49, 0x36],
        [0x06, 0x49, 0x49, 0x29, 0x1e],
    ];
    const LETTERS: [[u8; 5]; 26] = [
        [0x7e, 0x11, 0x11, 0x11, 0x7e],
        [0x7f, 0x49, 0x49, 0x49, 0x36],
        [0x3e, 0x41, 0x41, 0x41, 0x22],
        [0x7f, 0x41, 0x41, 0x22, 0x1c],
        [0x7f, 0x49, 0x49, 0x49, 0x41],
        [0x7f, 0x09, 0x09, 0x09, 0x01],
        [0x3e, 0x41, 0x49, 0x49, 0x7a],
        [0x7f, 0x08, 0x08, 0x08, 0x7f],
        [0x00, 0x41, 0x7f, 0x41, 0x00],
        [0x20, 0x40, 0x41, 0x3f, 0x01],
        [0x7f, 0x08, 0x14, 0x22, 0x41],
        [0x7f, 0x40, 0x40, 0x40, 0x40],
        [0x7f, 0x02, 0x0c, 0x02, 0x7f],
        [0x7f, 0x04, 0x08, 0x10, 0x7f],
        [0x3e, 0x41, 0x41, 0x41, 0x3e],
        [0x7f, 0x09, 0x09, 0x09, 0x06],
        [0x3e, 0x41, 0x51, 0x21, 0x5e],
        [0x7f, 0x09, 0x19, 0x29, 0x46],
        [0x46, 0x49, 0x49, 0x49, 0x31],
        [0x01, 0x01, 0x7f, 0x01, 0x01],
        [0x3f, 0x40, 0x40, 0x40, 0x3f],
        [0x1f, 0x20, 0x40, 0x20, 0x1f],
        [0x3f, 0x40, 0x38, 0x40, 0x3f],
        [0x63, 0x14, 0x08, 0x14, 0x63],
        [0x07, 0x08, 0x70, 0x08, 0x07],
        [0x61, 0x51, 0x49, 0x45, 0x43],
    ];
    match letter {
        b'0'..=b'9' => DIGITS[usize::from(letter - b'0')],
        b'A'..=b'Z' => LETTERS[usize::from(letter - b'A')],
        _ => [0; 5],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_land_where_they_should() {
        let mut sheet = Sheet::new(64, (32.0, 32.0), [0.0; 3]);
        sheet.disc((10.0, 12.0), 5.0, [1.0; 3]);
        sheet.text((-16.0, -16.0), 12.0, 0.0, "I", [1.0, 0.0, 0.0]);
        let texture = sheet.finish();
        // x to the right from -32, y upwards from -32: texel column 42, row 20.
        assert!(texture.sample(42.0, 20.0, 1.0, 0.0)[0] > 0.99);
        assert!(texture.sample(42.0, 44.0, 1.0, 0.0)[0] < 0.01);
        let stem = texture.sample(15.2, 48.0, 1.0, 0.0);
        assert!(stem[0] > 0.5 && stem[1] < 0.1, "{stem:?}");
    }
}
