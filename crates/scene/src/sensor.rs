//! From light to bytes: lens blur, exposure, colour, noise, tone curve, sharpening, JPEG.

use super::maths::{Dice, Rgb, WHOLE, higher, lower};
use super::noise::{Field, SIDE, bank};
use eye::picture::{self, Colours};

/// Effects of sensor and file format on the light.
#[derive(Clone, Copy, Debug)]
pub struct Sensor {
    /// Factor on all light; 1 makes white paper just white.
    pub exposure: f32,
    /// Strength of the correction to a grey mean, 0 none, 1 full.
    pub auto: f32,
    /// White balance, a factor a channel.
    pub balance: Rgb,
    /// Darkening towards the corners, 0 to 1.
    pub vignette: f32,
    /// Sigma of the blur in pixels, 0 for none.
    pub blur: f32,
    /// Motion blur in pixels (x, y), nothing below one pixel.
    pub motion: (f32, f32),
    /// Standard deviation of the noise, in steps of 0 to 255 at middle grey.
    pub noise: f32,
    /// Whether the noise is in spots of several pixels.
    pub coarse_noise: bool,
    /// Colour noise, as a share of `noise`.
    pub colour_noise: f32,
    /// 0 clips at white, 1 has a long soft shoulder.
    pub shoulder: f32,
    /// S-shaped contrast, -0.5 to 1.
    pub contrast: f32,
    /// Grey veil in front of everything, 0 to 0.3.
    pub veil: f32,
    /// 1 as seen, 0 grey.
    pub saturation: f32,
    /// Strength of sharpening, 0 for none.
    pub sharpen: f32,
    /// Bleeding of very bright places, 0 to 1.
    pub bloom: f32,
    /// Share of the resolution that is real (a small picture made large), 1 for all.
    pub detail: f32,
    /// JPEG quality, `None` for no loss.
    pub jpeg: Option<u8>,
}

impl Sensor {
    /// A camera that changes little.
    #[must_use]
    pub const fn clean() -> Self {
        Self {
            exposure: 0.85,
            auto: 0.0,
            balance: [1.0; 3],
            vignette: 0.0,
            blur: 0.5,
            motion: (0.0, 0.0),
            noise: 1.0,
            coarse_noise: false,
            colour_noise: 0.3,
            shoulder: 0.4,
            contrast: 0.0,
            veil: 0.0,
            saturation: 1.0,
            sharpen: 0.0,
            bloom: 0.0,
            detail: 1.0,
            jpeg: None,
        }
    }

    /// A camera at random. `tile_px` is the length of a tile in pixels: small tiles are spared strong blur.
    #[must_use]
    pub fn random(dice: &mut Dice, tile_px: f32) -> Self {
        let stops = match dice.w(&[0.62, 0.17, 0.15, 0.06]) {
            0 => dice.n(0.35),
            1 => dice.f(-2.0, 0.0),
            2 => dice.f(0.0, 0.9),
            _ => dice.f(-5.0, -2.0),
        };
        let blur = match dice.w(&[0.25, 0.5, 0.2, 0.05]) {
            0 => 0.0,
            1 => dice.f(0.3, 0.9),
            2 => dice.f(0.7, (tile_px * 0.022).clamp(0.9, 2.4)),
            _ => dice.f(0.9, (tile_px * 0.035).clamp(1.0, 4.0)),
        };
        let move_px = if dice.p(0.08) { dice.f(1.0, (tile_px * 0.07).clamp(1.5, 9.0)) } else { 0.0 };
        let heading = dice.turn();
        let spread = if dice.p(0.75) { 0.08 } else { 0.25 };
        let warm = dice.n(spread);
        let balance = [(warm + dice.n(0.03)).exp(), dice.n(0.04).exp(), (-warm + dice.n(0.05)).exp()];
        Self {
            exposure: stops.exp2(),
            auto: if dice.p(0.8) { dice.f(0.1, 0.75) } else { 0.0 },
            balance,
            vignette: if dice.p(0.5) { dice.f(0.0, 0.5) } else { 0.0 },
            blur,
            motion: (heading.cos() * move_px, heading.sin() * move_px),
            noise: match dice.w(&[0.3, 0.5, 0.2]) {
                0 => dice.f(0.0, 1.0),
                1 => dice.f(0.7, 4.0),
                _ => dice.f(3.0, 12.0),
            },
            coarse_noise: dice.p(0.3),
            colour_noise: if dice.p(0.5) { dice.f(0.0, 0.4) } else { dice.f(0.4, 1.0) },
            shoulder: dice.f(0.0, 1.0),
            contrast: if dice.p(0.5) { dice.f(0.0, 0.5) } else { dice.f(-0.3, 0.9) },
            veil: if dice.p(0.12) { dice.f(0.0, 0.15) } else { 0.0 },
            saturation: match dice.w(&[0.8, 0.14, 0.06]) {
                0 => dice.f(0.85, 1.2),
                1 => dice.f(0.4, 1.6),
                _ => 0.0,
            },
            sharpen: if dice.p(0.3) { dice.f(0.2, 1.3) } else { 0.0 },
            bloom: if dice.p(0.12) { dice.f(0.1, 0.8) } else { 0.0 },
            detail: if dice.p(0.1) { dice.f(0.45, 0.85) } else { 1.0 },
            jpeg: dice.p(0.35).then(|| if dice.p(0.25) { dice.i(22, 60) as u8 } else { dice.i(60, 95) as u8 }),
        }
    }

    /// Develops `light` (three numbers a pixel, row by row) into bytes. `spare` is working space.
    #[must_use]
    pub fn develop(
        &self,
        light: &mut Vec<f32>,
        spare: &mut Vec<f32>,
        size: (usize, usize),
        dice: &mut Dice,
    ) -> Vec<u8> {
        self.lens(light, spare, size);
        let mut bytes = self.expose(light, size, dice);
        if self.sharpen > 0.0 {
            sharpen(&mut bytes, size, self.sharpen);
        }
        match self.jpeg {
            Some(quality) => through_jpeg(bytes, size, quality),
            None => bytes,
        }
    }

    fn lens(&self, light: &mut Vec<f32>, spare: &mut Vec<f32>, size: (usize, usize)) {
        if self.detail < 1.0 {
            coarsen(light, spare, size, self.detail);
        }
        if self.bloom > 0.0 {
            bloom(light, size, self.bloom);
        }
        let (mx, my) = self.motion;
        if mx.hypot(my) >= 1.0 {
            motion(light, spare, size, (mx, my));
        }
        if self.blur > 0.2 {
            blur(light, spare, size, self.blur);
        }
    }

    /// The tone curve for the square root of light, steps of `1 / CURVE` up to 2 (light 4).
    fn curve(&self) -> [u8; CURVE] {
        let (soft, contrast, veil) = (self.shoulder, self.contrast, self.veil);
        let tone = |i: usize| {
            let root = i as f32 * 2.0 / CURVE as f32;
            let x = root * root;
            let x = veil + x * (1.0 - veil);
            let rolled = 1.0 - (-1.25 * x).exp();
            let y = x.min(1.0) * (1.0 - soft) + rolled * soft;
            let y = if y <= 0.003_130_8 { 12.92 * y } else { 1.055 * y.powf(1.0 / 2.4) - 0.055 };
            let s = y * y * (3.0 - 2.0 * y);
            ((y + (s - y) * contrast).clamp(0.0, 1.0) * 255.0 + 0.5) as u8
        };
        std::array::from_fn(tone)
    }

    fn expose(&self, light: &[f32], (width, height): (usize, usize), dice: &mut Dice) -> Vec<u8> {
        let curve = self.curve();
        let row = width * 3;
        let mut bytes = vec![0u8; row * height];
        let mut noise = Noise::new(self, width, dice);
        let exposure = self.exposure * metered(light).powf(self.auto);
        let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
        // The vignette's part that depends on the column, and the gain of each channel.
        let columns: Vec<f32> = (0..row).map(|i| ((i / 3) as f32 - cx) / cx).map(|d| d * d).collect();
        let gains: Vec<f32> = (0..row).map(|i| self.balance[i % 3] * exposure).collect();
        let mut roots = vec![0.0f32; row];
        for y in 0..height {
            let dy = (y as f32 - cy) / cy;
            let (dim, slope) = (1.0 - self.vignette * 0.5 * dy * dy, self.vignette * 0.5);
            let from = &light[y * row..(y + 1) * row];
            for (((r, l), g), c) in roots.iter_mut().zip(from).zip(&gains).zip(&columns) {
                *r = l * g * (dim - slope * c);
            }
            if self.saturation != 1.0 {
                for p in roots.chunks_exact_mut(3) {
                    let l = 0.3 * p[0] + 0.59 * p[1] + 0.11 * p[2];
                    p.iter_mut().for_each(|v| *v = l + (*v - l) * self.saturation);
                }
            }
            for (r, n) in roots.iter_mut().zip(noise.row(y, dice)) {
                // The place in the curve, in the lowest bits of the sum.
                let place = (higher(*r, 0.0).sqrt() + n) * (CURVE as f32 / 2.0);
                *r = lower(higher(place, 0.0), CURVE as f32 - 1.0) + WHOLE;
            }
            for (b, r) in bytes[y * row..(y + 1) * row].iter_mut().zip(&roots) {
                *b = curve[r.to_bits() as usize % CURVE];
            }
        }
        bytes
    }
}

/// Noise for rows of interleaved pixels, in square roots of light.
struct Noise {
    field: &'static Field,
    /// Strength of what all channels share and of what each has for itself.
    grey: f32,
    colour: f32,
    shift: usize,
    width: usize,
    /// Fine noise: a dozen rows, of which every row of the picture takes a piece. Coarse noise: the row being worked on.
    rows: Vec<Vec<f32>>,
    coarse: bool,
}

impl Noise {
    fn new(sensor: &Sensor, width: usize, dice: &mut Dice) -> Self {
        let coarse = sensor.coarse_noise;
        // In the square root of light shot noise is the same everywhere; a step of 255 at middle grey is about .0027 there,
        // and the field has a standard deviation of 0.2.
        let strength = sensor.noise * 0.0135;
        let mut noise = Self {
            field: if coarse { &bank().speck } else { &bank().white },
            grey: strength * (1.0 - 0.5 * sensor.colour_noise),
            colour: strength * sensor.colour_noise,
            shift: dice.bits() as usize & (SIDE - 1),
            width,
            rows: vec![Vec::new(); if coarse { 1 } else { 12 }],
            coarse,
        };
        if !coarse {
            for y in 0..noise.rows.len() {
                // Neighbouring rows of fine noise must not belong together.
                noise.fill(y, y * 37, width + SIDE);
            }
        }
        noise
    }

    /// Makes row `which` `length` pixels long, from row `y` of the field.
    fn fill(&mut self, which: usize, y: usize, length: usize) {
        let (field, y) = (self.field, y + self.shift);
        let row = &mut self.rows[which];
        row.clear();
        row.resize(length.min(SIDE) * 3, 0.0);
        let [all, red, green, blue] = [y + 300, y, y + 57, y + 114].map(|y| field.row(y));
        let strength = (self.grey, self.colour);
        for (x, pixel) in row.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            let n = (all[x] - 0.5) * strength.0;
            let own = [red[x], green[(x + 171) % SIDE], blue[(x + 342) % SIDE]];
            *pixel = own.map(|v| n + (v - 0.5) * strength.1);
        }
        // The field repeats.
        while row.len() < length * 3 {
            row.extend_from_within(..(length * 3 - row.len()).min(SIDE * 3));
        }
    }

    fn row(&mut self, y: usize, dice: &mut Dice) -> &[f32] {
        if self.coarse {
            self.fill(0, y, self.width);
            return &self.rows[0];
        }
        let (which, shift) = (dice.bits() as usize % self.rows.len(), dice.bits() as usize & (SIDE - 1));
        &self.rows[which][shift * 3..(shift + self.width) * 3]
    }
}

/// Returns the exposure chosen by the camera's meter: it brings the mean brightness to a middle grey, by at most about
/// three stops.
fn metered(light: &[f32]) -> f32 {
    let step = 3 * 37;
    let (mut sum, mut n) = (0.0, 0.0f32);
    for i in (0..light.len().saturating_sub(3)).step_by(step) {
        sum += (0.3 * light[i] + 0.59 * light[i + 1] + 0.11 * light[i + 2]).clamp(0.002, 2.0).sqrt();
        n += 1.0;
    }
    let mean = sum / n.max(1.0);
    (0.23 / (mean * mean).max(1e-4)).clamp(0.4, 8.0)
}

const CURVE: usize = 4096;

/// Gaussian blur of interleaved pixels; the edge pixels are repeated outside.
pub(super) fn blur(light: &mut [f32], spare: &mut Vec<f32>, (width, height): (usize, usize), sigma: f32) {
    let radius = ((sigma * 2.5).ceil() as usize).clamp(1, 16);
    let mut kernel: Vec<f32> = (0..=radius).map(|i| (-0.5 * (i as f32 / sigma) * (i as f32 / sigma)).exp()).collect();
    let sum = kernel[0] + 2.0 * kernel[1..].iter().sum::<f32>();
    kernel.iter_mut().for_each(|k| *k /= sum);
    let row = width * 3;
    // All of it is overwritten, so its content does not matter.
    spare.resize(light.len(), 0.0);
    let mut padded = vec![0.0f32; row + radius * 6];
    for y in 0..height {
        let line = &light[y * row..(y + 1) * row];
        padded[radius * 3..radius * 3 + row].copy_from_slice(line);
        for i in 0..radius {
            padded.copy_within(radius * 3..radius * 3 + 3, i * 3);
            padded.copy_within(radius * 3 + row - 3..radius * 3 + row, radius * 3 + row + i * 3);
        }
        let out = &mut spare[y * row..(y + 1) * row];
        weigh(out, &padded[radius * 3..], None, kernel[0]);
        for (i, &k) in kernel.iter().enumerate().skip(1) {
            weigh(out, &padded[(radius - i) * 3..], Some(&padded[(radius + i) * 3..]), k);
        }
    }
    for y in 0..height {
        let out = &mut light[y * row..(y + 1) * row];
        let line = |y: usize| &spare[y * row..(y + 1) * row];
        weigh(out, line(y), None, kernel[0]);
        for (i, &k) in kernel.iter().enumerate().skip(1) {
            weigh(out, line(y.saturating_sub(i)), Some(line((y + i).min(height - 1))), k);
        }
    }
}

/// `out = a k` without `b`, `out += (a + b) k` with it.
fn weigh(out: &mut [f32], a: &[f32], b: Option<&[f32]>, k: f32) {
    match b {
        None => out.iter_mut().zip(a).for_each(|(o, a)| *o = a * k),
        Some(b) => out.iter_mut().zip(a).zip(b).for_each(|((o, a), b)| *o += (a + b) * k),
    }
}

/// Mean along a short straight path.
fn motion(light: &mut Vec<f32>, spare: &mut Vec<f32>, (width, height): (usize, usize), (mx, my): (f32, f32)) {
    let steps = (mx.hypot(my).ceil() as usize + 1).min(12);
    spare.clear();
    spare.resize(light.len(), 0.0);
    let k = 1.0 / steps as f32;
    for s in 0..steps {
        let f = s as f32 / (steps - 1).max(1) as f32 - 0.5;
        let (dx, dy) = ((mx * f).round() as isize, (my * f).round() as isize);
        for y in 0..height {
            let from = (y as isize + dy).clamp(0, height as isize - 1) as usize * width;
            for x in 0..width {
                let i = (from + (x as isize + dx).clamp(0, width as isize - 1) as usize) * 3;
                let o = (y * width + x) * 3;
                for c in 0..3 {
                    spare[o + c] += light[i + c] * k;
                }
            }
        }
    }
    std::mem::swap(light, spare);
}

/// Bright places shine into their neighbourhood (worked on a picture of an eighth of the size).
fn bloom(light: &mut [f32], (width, height): (usize, usize), strength: f32) {
    const STEP: usize = 8;
    let (w, h) = (width.div_ceil(STEP), height.div_ceil(STEP));
    let mut small = vec![0.0f32; w * h * 3];
    for y in 0..h {
        for x in 0..w {
            let i = ((y * STEP + STEP / 2).min(height - 1) * width + (x * STEP + STEP / 2).min(width - 1)) * 3;
            for c in 0..3 {
                small[(y * w + x) * 3 + c] = (light[i + c] - 0.9).clamp(0.0, 3.0);
            }
        }
    }
    let mut spare = Vec::new();
    blur(&mut small, &mut spare, (w, h), 3.0);
    for y in 0..height {
        for x in 0..width {
            let s = (y / STEP * w + x / STEP) * 3;
            let i = (y * width + x) * 3;
            for c in 0..3 {
                light[i + c] += small[s + c] * strength;
            }
        }
    }
}

/// Resolution lost: shrunk by taking means, then drawn large again.
fn coarsen(light: &mut Vec<f32>, spare: &mut Vec<f32>, (width, height): (usize, usize), detail: f32) {
    let (w, h) = (((width as f32 * detail) as usize).max(2), ((height as f32 * detail) as usize).max(2));
    blur(light, spare, (width, height), 0.45 / detail);
    spare.resize(light.len(), 0.0);
    let pick = |v: usize, from: usize, to: usize| (v * from + from / 2) / to;
    for y in 0..height {
        let fy = ((y as f32 + 0.5) * h as f32 / height as f32 - 0.5).max(0.0);
        let (y0, v) = (fy as usize, fy.fract());
        let rows = [pick(y0, height, h).min(height - 1), pick((y0 + 1).min(h - 1), height, h).min(height - 1)];
        for x in 0..width {
            let fx = ((x as f32 + 0.5) * w as f32 / width as f32 - 0.5).max(0.0);
            let (x0, u) = (fx as usize, fx.fract());
            let (a, b) = (pick(x0, width, w).min(width - 1), pick((x0 + 1).min(w - 1), width, w).min(width - 1));
            for c in 0..3 {
                let at = |r: usize, x: usize| light[(r * width + x) * 3 + c];
                let top = at(rows[0], a) * (1.0 - u) + at(rows[0], b) * u;
                let low = at(rows[1], a) * (1.0 - u) + at(rows[1], b) * u;
                spare[(y * width + x) * 3 + c] = top * (1.0 - v) + low * v;
            }
        }
    }
    std::mem::swap(light, spare);
}

/// Adds the difference to the mean of the four neighbours.
fn sharpen(bytes: &mut [u8], (width, height): (usize, usize), strength: f32) {
    let old = bytes.to_vec();
    let row = width * 3;
    let k = (strength * 64.0) as i32;
    for y in 1..height.saturating_sub(1) {
        let (up, mid, low) =
            (&old[(y - 1) * row..y * row], &old[y * row..(y + 1) * row], &old[(y + 1) * row..(y + 2) * row]);
        let out = &mut bytes[y * row..(y + 1) * row];
        for i in 3..row - 3 {
            let around = i32::from(up[i]) + i32::from(low[i]) + i32::from(mid[i - 3]) + i32::from(mid[i + 3]);
            let v = i32::from(mid[i]);
            out[i] = (v + (((v * 4 - around) * k) >> 8)).clamp(0, 255) as u8;
        }
    }
}

/// Through an encoder and back. When either refuses, the picture stays as it was.
#[must_use]
pub fn through_jpeg(bytes: Vec<u8>, (width, height): (usize, usize), quality: u8) -> Vec<u8> {
    let file = picture::jpeg(&bytes, width as u32, height as u32, quality, Colours::Half);
    let read = file.and_then(|file| image::load_from_memory_with_format(&file, image::ImageFormat::Jpeg).ok());
    match read {
        Some(read) if (read.width() as usize, read.height() as usize) == (width, height) => read.into_rgb8().into_raw(),
        _ => bytes,
    }
}
