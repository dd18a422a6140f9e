//! Flaws of a real camera over a still table: it trembles, sags, is knocked, hunts for focus, adapts its exposure to a
//! sleeve, shows the mains in bands, is noisy, and sends pictures over-compressed, late or twice.

use eye::frame::Frame;
use game::rng::Rng;
use scene::sensor::through_jpeg;

/// Strength of each flaw; none at 0. Pixels are those of pictures 1280 wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flaws {
    /// Standard deviation of each picture's place, pixels.
    pub tremble: f64,
    /// Final sag of the stand, pixels.
    pub sag: f64,
    /// Movement of the camera by a knock against the table, pixels, until the next knock.
    pub knock: f64,
    /// Change of size while the camera hunts for focus.
    pub breathe: f64,
    /// Change of brightness while a hand is in the picture.
    pub exposure: f64,
    /// Shift from blue to red at the same time.
    pub balance: f64,
    /// Wavering of a lamp.
    pub waver: f64,
    /// Depth of the bands of the mains.
    pub flicker: f64,
    /// Noise: 1 is a standard deviation of 2.2 in brightness, 1.2 in each colour.
    pub noise: f64,
    /// The quality of the pictures pulses between these two, of 100.
    pub quality: (u8, u8),
    /// Most pictures a second, some late, some sent twice; 0 for no limit.
    pub slow: f64,
}

/// Seconds after which the sagging stand has come two thirds of its way.
const SAGGING: f64 = 90.0;
/// Seconds in which automatic exposure comes two thirds of its way.
const METERED: f64 = 0.45;
/// Seconds between two knocks, about, and what one lasts.
const KNOCKS: f64 = 120.0;
const KNOCK: f64 = 0.5;

impl Flaws {
    /// A good camera on a firm stand.
    pub const CLEAN: Self = Self {
        tremble: 0.0,
        sag: 0.0,
        knock: 0.0,
        breathe: 0.0,
        exposure: 0.0,
        balance: 0.0,
        waver: 0.0,
        flicker: 0.0,
        noise: 0.8,
        quality: (82, 82),
        slow: 0.0,
    };

    /// One flaw each, under the name it is measured by, and a little of everything.
    pub const NAMED: [(&str, Self); 12] = [
        ("clean", Self::CLEAN),
        ("tremble", Self { tremble: 0.3, ..Self::CLEAN }),
        ("shake", Self { tremble: 1.0, ..Self::CLEAN }),
        ("drift", Self { sag: 40.0, ..Self::CLEAN }),
        ("bump", Self { knock: 14.0, ..Self::CLEAN }),
        ("breathe", Self { breathe: 0.004, ..Self::CLEAN }),
        ("exposure", Self { exposure: 0.22, balance: 0.03, waver: 0.03, ..Self::CLEAN }),
        ("flicker", Self { flicker: 0.06, ..Self::CLEAN }),
        ("noise", Self { noise: 3.0, ..Self::CLEAN }),
        ("pulse", Self { quality: (28, 60), ..Self::CLEAN }),
        ("slow", Self { slow: 2.5, ..Self::CLEAN }),
        (
            "evening",
            Self {
                tremble: 0.4,
                sag: 10.0,
                knock: 5.0,
                breathe: 0.002,
                exposure: 0.12,
                balance: 0.02,
                waver: 0.02,
                flicker: 0.02,
                noise: 1.6,
                quality: (45, 75),
                slow: 0.0,
            },
        ),
    ];

    /// Makes a typical camera: some flaws, of any strength.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        let mut rng = Rng::new(seed ^ 0xf1a5);
        let mut some = |chance: f64, low: f64, high: f64| {
            let strength = low * (high / low).powf(rng.unit());
            if rng.chance(chance) { strength } else { 0.0 }
        };
        let low = 30.0 + some(0.6, 5.0, 60.0);
        let flaws = Self {
            tremble: some(0.7, 0.1, 1.0),
            sag: some(0.4, 3.0, 40.0),
            knock: some(0.4, 2.0, 16.0),
            breathe: some(0.4, 0.0004, 0.005),
            exposure: some(0.6, 0.03, 0.25),
            balance: some(0.4, 0.01, 0.06),
            waver: some(0.3, 0.005, 0.03),
            flicker: some(0.35, 0.01, 0.07),
            noise: 0.5 + some(0.8, 0.2, 3.0),
            quality: (low as u8, (low + some(0.8, 2.0, 35.0)).min(92.0) as u8),
            slow: some(0.15, 2.0, 4.0),
        };
        // A camera that is firm in every way is a good one already.
        if flaws.tremble + flaws.sag + flaws.flicker + flaws.exposure == 0.0 {
            Self { tremble: 0.3, ..flaws }
        } else {
            flaws
        }
    }
}

/// A camera with flaws over time. Time only rises; the same seed and times give the same pictures.
#[derive(Debug)]
pub(super) struct FlawedCamera {
    flaws: Flaws,
    rng: Rng,
    /// Noise for some thousands of pixels, of which every row takes a piece.
    noise: Vec<f32>,
    /// Position before and after the last knock, and its time.
    knocked: ((f64, f64), (f64, f64), f64),
    next_knock: f64,
    /// Towards where the stand sags.
    down: f64,
    gain: f64,
    last: f64,
    /// Time of a slow camera's next picture.
    due: f64,
    /// The last picture, which a stumbling stream sends again.
    sent: Option<Frame>,
}

impl FlawedCamera {
    pub(super) fn new(flaws: Flaws, seed: u64) -> Self {
        const PIXELS: usize = 1 << 15;
        let mut rng = Rng::new(seed ^ 0xca3e);
        let mut noise = Vec::with_capacity(PIXELS * 3);
        for _ in 0..PIXELS {
            let grey = bell(&mut rng) * 2.2;
            noise.extend((0..3).map(|_| ((grey + bell(&mut rng) * 1.2) * flaws.noise) as f32));
        }
        let down = rng.range(0.0, std::f64::consts::TAU);
        let next_knock = rng.range(0.2, 1.0) * KNOCKS;
        let here = ((0.0, 0.0), (0.0, 0.0), 0.0);
        Self { flaws, rng, noise, knocked: here, next_knock, down, gain: 0.0, last: 0.0, due: 0.0, sent: None }
    }

    /// Reports whether the picture of this time is missing.
    pub(super) fn is_late(&mut self, now: f64) -> bool {
        if self.flaws.slow <= 0.0 {
            return false;
        }
        if now < self.due {
            return true;
        }
        let stall = if self.rng.chance(0.08) { 1.2 } else { 0.0 };
        // Half a step of the pictures' rhythm, so that rounding does not lose one.
        self.due = now + 1.0 / self.flaws.slow - 0.1 + stall;
        false
    }

    /// Returns the camera's offset right and down, and its scale, at this time.
    fn pose(&mut self, now: f64) -> ((f64, f64), f64) {
        let flaws = self.flaws;
        if flaws.knock > 0.0 && now >= self.next_knock {
            let (a, far) = (self.rng.range(0.0, std::f64::consts::TAU), flaws.knock * self.rng.range(0.4, 1.0));
            self.knocked = (self.knocked.1, (a.cos() * far, a.sin() * far), now);
            self.next_knock = now + KNOCKS * self.rng.range(0.4, 1.6);
        }
        let (before, after, when) = self.knocked;
        let part = ((now - when) / KNOCK).clamp(0.0, 1.0);
        let sag = flaws.sag * (1.0 - (-now / SAGGING).exp());
        let mut shift = |a: f64, b: f64, sagged: f64| a + (b - a) * part + sagged + bell(&mut self.rng) * flaws.tremble;
        let x = shift(before.0, after.0, sag * self.down.cos());
        let y = shift(before.1, after.1, sag * self.down.sin());
        let hunting = if (now * 0.13).sin() > 0.0 { (now * 2.1).sin() } else { 0.0 };
        ((x, y), 1.0 + flaws.breathe * hunting)
    }

    /// Returns the picture with the flaws.
    pub(super) fn take(&mut self, seen: &Frame, now: f64, hand: bool) -> Option<Frame> {
        if self.flaws.slow > 0.0
            && self.rng.chance(0.1)
            && let Some(sent) = &self.sent
        {
            return Some(sent.clone());
        }
        let flaws = self.flaws;
        let (shift, zoom) = self.pose(now);
        let target = if hand { 1.0 } else { 0.0 };
        self.gain += (target - self.gain) * (1.0 - (-(now - self.last).max(0.0) / METERED).exp());
        self.last = now;
        let bright = (1.0 + flaws.exposure * self.gain) * (1.0 + flaws.waver * (now * 1.7).sin());
        let red = flaws.balance * self.gain;
        let gains = [bright * (1.0 + red), bright, bright * (1.0 - red)];
        let bytes = self.moved(seen, shift, zoom, (gains, now * 9.0));
        let (low, high) = flaws.quality;
        let quality = f64::from(low) + f64::from(high.saturating_sub(low)) * (0.5 + 0.5 * (now * 2.6).sin());
        let size = (seen.width() as usize, seen.height() as usize);
        let frame = Frame::new(seen.width(), seen.height(), through_jpeg(bytes, size, quality as u8))?;
        self.sent = Some(frame.clone());
        Some(frame)
    }

    /// Shifted, enlarged, with the light of each row and with noise, in one go.
    fn moved(&mut self, seen: &Frame, (sx, sy): (f64, f64), zoom: f64, (gains, phase): ([f64; 3], f64)) -> Vec<u8> {
        let (w, h) = (seen.width() as usize, seen.height() as usize);
        let (rgb, row) = (seen.rgb(), w * 3);
        let scale = w as f64 / 1280.0;
        let place = |i: usize, n: usize, shift: f64| {
            let middle = n as f64 / 2.0;
            let at = ((i as f64 - shift * scale - middle) / zoom + middle).clamp(0.0, n as f64 - 1.0);
            let whole = (at as usize).min(n.saturating_sub(2));
            (whole, (at - whole as f64) as f32)
        };
        let columns: Vec<(usize, f32)> = (0..w).map(|x| place(x, w, sx)).collect();
        let (mut line, mut out) = (vec![0.0_f32; row], Vec::with_capacity(row * h));
        for y in 0..h {
            let (top, part) = place(y, h, sy);
            let band = (y as f64 / h as f64).mul_add(2.3 * std::f64::consts::TAU, phase).sin();
            let gains = gains.map(|gain| (gain * (1.0 + self.flaws.flicker * band)) as f32);
            let (a, b) = (&rgb[top * row..][..row], &rgb[(top + 1).min(h - 1) * row..][..row]);
            for ((l, (a, b)), k) in line.iter_mut().zip(a.iter().zip(b)).zip(gains.iter().cycle()) {
                *l = (f32::from(*a) + (f32::from(*b) - f32::from(*a)) * part) * k;
            }
            let from = self.rng.below((self.noise.len() / 3).saturating_sub(w).max(1)) * 3;
            let noise = self.noise[from..].chunks_exact(3);
            for ((x, part), noise) in columns.iter().zip(noise) {
                let (left, right) = (&line[x * 3..], &line[((x + 1).min(w - 1)) * 3..]);
                out.extend(
                    (0..3).map(|c| (left[c] + (right[c] - left[c]) * part + noise[c] + 0.5).clamp(0.0, 255.0) as u8),
                );
            }
        }
        out
    }
}

/// Near enough to a normal distribution of standard deviation 1.
fn bell(rng: &mut Rng) -> f64 {
    (0..6).map(|_| rng.range(-1.0, 1.0)).sum::<f64>() / 2.0_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey_with_a_spot() -> Frame {
        let mut rgb = vec![100_u8; 320 * 180 * 3];
        for y in 80..100 {
            for x in 150..170 {
                rgb[(y * 320 + x) * 3..][..3].fill(220);
            }
        }
        Frame::new(320, 180, rgb).unwrap()
    }

    fn middle(frame: &Frame) -> (f64, f64) {
        let (mut sum, mut x0, mut y0) = (0.0, 0.0, 0.0);
        for y in 0..frame.height() {
            for x in 0..frame.width() {
                let k = (f64::from(frame.pixel(x, y).unwrap()[1]) - 130.0).max(0.0);
                (sum, x0, y0) = (sum + k, x0 + k * f64::from(x), y0 + k * f64::from(y));
            }
        }
        (x0 / sum, y0 / sum)
    }

    #[test]
    fn a_trembling_camera_moves_the_picture_by_as_much_as_said() {
        let seen = grey_with_a_spot();
        // 4 pixels at 1280 are one here.
        let mut camera = FlawedCamera::new(Flaws { tremble: 4.0, ..Flaws::CLEAN }, 7);
        let places: Vec<_> = (0..60).map(|i| middle(&camera.take(&seen, f64::from(i) * 0.1, false).unwrap())).collect();
        let spread = |of: fn(&(f64, f64)) -> f64, mean: f64| {
            (places.iter().map(|p| (of(p) - mean).powi(2)).sum::<f64>() / places.len() as f64).sqrt()
        };
        let (sx, sy) = (spread(|p| p.0, 159.5), spread(|p| p.1, 89.5));
        assert!((0.7..1.4).contains(&sx) && (0.7..1.4).contains(&sy), "{sx} {sy}");
    }

    #[test]
    fn exposure_follows_a_hand_and_comes_back() {
        let seen = grey_with_a_spot();
        let mut camera = FlawedCamera::new(Flaws { exposure: 0.2, ..Flaws::CLEAN }, 7);
        let mut mean = |now: f64, hand: bool| {
            let frame = camera.take(&seen, now, hand).unwrap();
            frame.rgb().iter().map(|&v| f64::from(v)).sum::<f64>() / frame.rgb().len() as f64
        };
        let before = mean(0.0, false);
        let with_hand = (1..20).map(|i| mean(f64::from(i) * 0.2, true)).last().unwrap();
        let after = (20..50).map(|i| mean(f64::from(i) * 0.2, false)).last().unwrap();
        assert!(
            (with_hand / before - 1.2).abs() < 0.02 && (after / before - 1.0).abs() < 0.01,
            "{before} {with_hand} {after}"
        );
    }

    #[test]
    fn a_slow_camera_sends_fewer_pictures_and_some_twice() {
        let seen = grey_with_a_spot();
        let mut camera = FlawedCamera::new(Flaws { slow: 2.5, ..Flaws::CLEAN }, 7);
        let (mut came, mut twice, mut last) = (0, 0, None);
        for i in 0..500 {
            let now = f64::from(i) * 0.2;
            if camera.is_late(now) {
                continue;
            }
            let frame = camera.take(&seen, now, false).unwrap();
            came += 1;
            twice += usize::from(last.as_ref().is_some_and(|last: &Frame| last.rgb() == frame.rgb()));
            last = Some(frame);
        }
        assert!((150..=260).contains(&came) && twice > 5, "{came} {twice}");
    }
}
