//! A camera over a drawn game: its pictures and their times, with the faults of real cameras, stands, lamps, and of the
//! people at the table.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use super::Joint;
use eye::frame::Frame;
use eye::picture::{Colours, jpeg, load};
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

/// Camera faults and people's habits. Lengths are in pixels of a picture 1280 wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    /// Standard deviation of the camera's place.
    tremble: f64,
    /// Pixels a second that it sinks.
    drift: f64,
    /// The table is knocked once, the camera stays where it then is.
    bump: f64,
    /// Degrees by which the knock turns the camera.
    turn: f64,
    /// A slow sway to and fro.
    sway: f64,
    /// At every drop the table is knocked, and the camera swings for a second.
    knock: f64,
    /// Share of the picture's size by which the hunting autofocus changes it.
    zoom: f64,
    /// Blur after it, in pixels.
    blur: usize,
    /// Share of light by which a sleeve changes the automatic exposure.
    exposure: f64,
    /// Share by which a lamp wavers.
    light: f64,
    /// From half time on only this share of the light is there.
    dusk: f64,
    /// Bands of the mains that roll through the picture.
    flicker: f64,
    noise: f64,
    quality: (f64, f64),
    fps: Option<f64>,
    /// Some pictures come late, some twice.
    stall: bool,
    people: People,
}

/// Habits of people besides playing one tile after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum People {
    Play,
    /// Every third tile is played, taken back and played again.
    TakeBack,
    /// Two tiles one after the other, the hand of the second over the table as the first one's goes.
    Two,
    /// The hand stays for four seconds.
    Hover,
    /// After every second drop the line is pushed by a third of a tile.
    Nudge,
    /// A person leans over the table at every other drop: a soft shadow covers half of it.
    Shadow,
    /// A glass is put down on the table, and taken away again later.
    Glass,
}

const CLEAN: Condition = Condition {
    tremble: 0.0,
    drift: 0.0,
    bump: 0.0,
    turn: 0.0,
    sway: 0.0,
    knock: 0.0,
    zoom: 0.0,
    blur: 0,
    exposure: 0.0,
    light: 0.0,
    dusk: 1.0,
    flicker: 0.0,
    noise: 0.8,
    quality: (82.0, 82.0),
    fps: None,
    stall: false,
    people: People::Play,
};

/// Number of conditions from the table in `play_sequence.py`, which come first.
pub(crate) const LISTED: usize = 12;
/// Named conditions: [`LISTED`] from `play_sequence.py`, then others.
pub(crate) const CONDITIONS: &[(&str, Condition)] = &[
    ("clean", CLEAN),
    ("tremble", Condition { tremble: 0.3, ..CLEAN }),
    ("shake", Condition { tremble: 1.0, ..CLEAN }),
    ("drift", Condition { drift: 0.5, ..CLEAN }),
    ("bump", Condition { bump: 14.0, ..CLEAN }),
    ("breathe", Condition { zoom: 0.004, ..CLEAN }),
    ("exposure", Condition { exposure: 0.22, light: 0.03, ..CLEAN }),
    ("flicker", Condition { flicker: 0.06, ..CLEAN }),
    ("noise", Condition { noise: 3.0, ..CLEAN }),
    ("pulse", Condition { quality: (28.0, 60.0), ..CLEAN }),
    ("slow", Condition { fps: Some(2.5), stall: true, ..CLEAN }),
    ("evening", EVENING),
    ("moved", Condition { bump: 60.0, turn: 2.0, ..CLEAN }),
    ("sway", Condition { sway: 3.0, ..CLEAN }),
    ("knock", Condition { knock: 5.0, ..CLEAN }),
    ("hunt", Condition { zoom: 0.01, blur: 2, ..CLEAN }),
    ("dusk", Condition { dusk: 0.6, ..CLEAN }),
    (
        "night",
        Condition {
            tremble: 0.6,
            noise: 2.4,
            flicker: 0.04,
            exposure: 0.3,
            dusk: 0.7,
            quality: (35.0, 60.0),
            ..EVENING
        },
    ),
    ("takeback", Condition { people: People::TakeBack, ..CLEAN }),
    ("two", Condition { people: People::Two, ..CLEAN }),
    ("hover", Condition { people: People::Hover, ..CLEAN }),
    ("nudge", Condition { people: People::Nudge, ..CLEAN }),
    ("shadow", Condition { people: People::Shadow, ..CLEAN }),
    ("glass", Condition { people: People::Glass, ..CLEAN }),
];

const EVENING: Condition = Condition {
    tremble: 0.4,
    drift: 0.1,
    exposure: 0.12,
    light: 0.02,
    flicker: 0.02,
    noise: 1.6,
    zoom: 0.002,
    quality: (45.0, 75.0),
    ..CLEAN
};

/// A drawn game.
#[derive(Debug)]
pub(crate) struct Film {
    pub(crate) name: String,
    folder: PathBuf,
    moves: Vec<Move>,
    family: String,
    top: u8,
}

#[derive(Debug, Deserialize)]
struct Truth {
    moves: Vec<Move>,
    family: String,
    top: u8,
}

#[derive(Debug, Deserialize)]
struct Move {
    a: u8,
    b: u8,
    on: Option<On>,
}

/// Place of a move: the number of an earlier tile, and one of its ports.
#[derive(Debug, Deserialize)]
struct On {
    tile: usize,
    port: String,
}

impl Move {
    fn tile(&self) -> Tile {
        let pip = |v: u8| Pip::new(v).unwrap_or(Pip::MAX);
        Tile::new(pip(self.a), pip(self.b))
    }
}

impl Film {
    /// Loads the game in a folder: as many tiles as there are pictures of, at most `most`.
    pub(crate) fn load(folder: &Path, most: usize) -> anyhow::Result<Self> {
        let path = folder.join("truth.json");
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let mut truth: Truth = serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let n = (0..=truth.moves.len()).take_while(|k| picture_path(folder, *k, 'a').is_some()).count();
        truth.moves.truncate(n.checked_sub(1).with_context(|| format!("{} has no 00_a", folder.display()))?.min(most));
        Ok(Self { name, folder: folder.to_owned(), moves: truth.moves, family: truth.family, top: truth.top })
    }

    /// Returns the rules that the game was drawn for, for two players with enough tiles.
    pub(crate) fn rules(&self) -> anyhow::Result<RuleSet> {
        let game = match self.family.as_str() {
            "fives_and_threes" => "pafos",
            "spinner_first" => "all_fives_200 spinner=first",
            "spinner_every" => "sbyc_club",
            family => bail!("{} is of a family that is not known: {family}", self.name),
        };
        Ok(RuleSet::parse(&format!("{game} set_size={} hand_sizes=14/-/7", self.top))?)
    }

    pub(crate) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the first `lie` tiles of the game.
    pub(crate) fn laid(&self, lie: usize) -> Vec<Tile> {
        self.moves.iter().take(lie).map(Move::tile).collect()
    }

    /// Returns what tile number `k` is joined to among the first `lie` tiles of the game.
    pub(crate) fn joints(&self, k: usize, lie: usize) -> Vec<Joint> {
        let own = self.moves.get(k).and_then(|m| m.on.as_ref());
        let own = own.and_then(|on| {
            Some(Joint { to: self.moves.get(on.tile)?.tile(), at_end: Some(on.port.starts_with("end_")) })
        });
        let later = self.moves.iter().take(lie).filter(|m| m.on.as_ref().is_some_and(|on| on.tile == k));
        own.into_iter().chain(later.map(|m| Joint { to: m.tile(), at_end: None })).collect()
    }

    fn picture(&self, lie: usize, kind: char) -> anyhow::Result<Frame> {
        let Some(path) = picture_path(&self.folder, lie, kind) else {
            bail!("{} has no {lie:02}_{kind}", self.folder.display())
        };
        let picture = load(&path).with_context(|| path.display().to_string())?;
        Ok(picture.frame)
    }
}

fn picture_path(folder: &Path, lie: usize, kind: char) -> Option<PathBuf> {
    let with = |end: &str| folder.join(format!("{lie:02}_{kind}.{end}"));
    ["jpg", "png"].into_iter().map(with).find(|path| path.exists())
}

/// Pace of the game and of the camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) before: f64,
    pub(crate) rest: f64,
    pub(crate) fps: f64,
    pub(crate) from: usize,
}

/// From when on something is to be seen.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: f64,
    lie: usize,
    kind: char,
    /// Push of the line until then, in pixels of a picture 1280 wide.
    pushed: (f64, f64),
    shadow: bool,
    glass: bool,
    /// Whether it counts: drops that were taken back do not.
    counts: bool,
}

/// A picture at its due time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) at: f64,
    lie: usize,
    kind: char,
}

impl Shown {
    /// Reports whether the table is free of hands.
    pub(crate) const fn is_resting(&self) -> bool {
        self.kind == 'a'
    }

    pub(crate) fn name(&self) -> String {
        format!("{:02}_{}", self.lie, self.kind)
    }
}

/// Last drawn picture: the pictures of a step differ only by the camera.
#[derive(Debug)]
struct Drawn {
    lie: usize,
    kind: char,
    pushed: (f64, f64),
    frame: Frame,
}

/// Shows a film.
#[derive(Debug)]
pub(crate) struct FilmCamera<'a> {
    film: &'a Film,
    c: Condition,
    steps: Vec<Step>,
    end: f64,
    interval: f64,
    rng: Rng,
    /// Number of pictures so far: the randomness of each depends on its number, so that it is the same whichever were
    /// drawn before.
    number: u64,
    seed: u64,
    /// Folder for drawn pictures, and the prefix of this run's names.
    kept: Option<PathBuf>,
    time: f64,
    shown: Option<Shown>,
    /// Whether the next picture is the same again.
    again: bool,
    drawn: Option<Drawn>,
    gain: f64,
    /// Times of knocks that move the camera for good, with their sum from then on.
    bumps: Vec<(f64, f64)>,
    knocks: Vec<f64>,
    bells: Vec<f32>,
    file: Option<Vec<u8>>,
}

impl<'a> FilmCamera<'a> {
    pub(crate) fn new(film: &'a Film, condition: &Condition, pace: Pace, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut bell = || {
            let (a, b) = (1.0 - rng.unit(), rng.unit());
            ((-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()) as f32
        };
        let bells = (0..1 << 17).map(|_| bell()).collect();
        let mut camera = Self {
            film,
            c: *condition,
            steps: Vec::new(),
            end: 0.0,
            interval: 1.0 / condition.fps.unwrap_or(pace.fps),
            rng: Rng::new(seed ^ 0xca3),
            number: 0,
            seed,
            kept: None,
            time: 0.0,
            shown: None,
            again: false,
            drawn: None,
            gain: 1.0,
            bumps: Vec::new(),
            knocks: Vec::new(),
            bells,
            file: None,
        };
        camera.plan(pace);
        camera
    }

    /// Drawn pictures are kept in this folder, which is for this run alone, and taken from there.
    pub(crate) fn keep_in(&mut self, folder: PathBuf) {
        self.kept = Some(folder);
    }

    /// Plans the acts and their times.
    fn plan(&mut self, pace: Pace) {
        let (first, last) = (pace.from + 1, self.film.len());
        let people = self.c.people;
        let mut now = 0.0;
        let begun =
            Step { at: 0.0, lie: pace.from, kind: 'a', pushed: (0.0, 0.0), shadow: false, glass: false, counts: true };
        let mut step = begun;
        self.steps.push(step);
        now += pace.before;
        let mut wait = |steps: &mut Vec<Step>, step: &mut Step, lie: usize, kind: char, seconds: f64| {
            (step.at, step.lie, step.kind) = (now, lie, kind);
            steps.push(*step);
            now += seconds;
            now
        };
        let middle = usize::midpoint(pace.from, last);
        let mut free = pace.before;
        for k in first..=last {
            if k == middle && self.c.bump > 0.0 {
                self.bumps =
                    (0..5).map(|i| (free + 0.1 * f64::from(i), self.c.bump * f64::from(i + 1) / 5.0)).collect();
                wait(&mut self.steps, &mut step, k - 1, 'a', 0.5);
            }
            let stays = if people == People::Hover { 4.0 } else { 0.9 };
            step.shadow = people == People::Shadow && k % 2 == 0;
            if people == People::TakeBack && k % 3 == 0 {
                // Held over its place, put down for a second, and taken back.
                step.counts = false;
                for (lie, kind, seconds) in [(k, 'c', 0.4), (k, 'b', 1.2), (k, 'c', 0.4), (k - 1, 'a', 2.0)] {
                    wait(&mut self.steps, &mut step, lie, kind, seconds);
                }
                step.counts = true;
            }
            wait(&mut self.steps, &mut step, k, 'c', 0.4);
            let put = wait(&mut self.steps, &mut step, k, 'b', stays);
            self.knocks.push(put);
            wait(&mut self.steps, &mut step, k, 'c', 0.4);
            let rest = match people {
                People::Two if k % 2 == 1 && k < last => 0.15,
                _ => pace.rest,
            };
            if people == People::Nudge && k % 2 == 0 {
                let sign = if k % 4 == 0 { 1.0 } else { -1.0 };
                step.pushed = (step.pushed.0 + 14.0 * sign, step.pushed.1 + 9.0);
            }
            step.glass = people == People::Glass && k > 2 && k % 6 < 4;
            free = wait(&mut self.steps, &mut step, k, 'a', rest);
        }
        self.end = free + 2.0;
    }

    fn step(&self, at: f64) -> Step {
        let past = self.steps.iter().rev().find(|step| step.at <= at);
        *past.unwrap_or(&self.steps[0])
    }

    /// Returns the number of tiles on the table at this time, under a hand or not.
    pub(crate) fn lie_at(&self, at: f64) -> usize {
        self.step(at).lie
    }

    /// Returns the time when the hand that played a tile was gone.
    pub(crate) fn gone(&self, lie: usize) -> Option<f64> {
        self.steps.iter().find(|step| step.lie == lie && step.kind == 'a').map(|step| step.at)
    }

    /// Returns the next picture; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Shown> {
        if std::mem::take(&mut self.again) {
            return self.shown;
        }
        if self.shown.is_some() {
            let late = if self.c.stall && self.rng.chance(0.08) { 1.2 } else { 0.0 };
            self.time += self.interval + late;
        }
        if self.time >= self.end {
            return None;
        }
        let step = self.step(self.time);
        self.again = self.c.stall && self.rng.chance(0.1);
        let target = 1.0 + if step.kind == 'a' { 0.0 } else { self.c.exposure };
        self.gain += (target - self.gain) * 0.25;
        self.shown = Some(Shown { at: self.time, lie: step.lie, kind: step.kind });
        self.file = None;
        self.number += 1;
        self.shown
    }

    /// The bytes of the picture that is due, as the camera would send them.
    pub(crate) fn jpeg(&mut self) -> Option<Vec<u8>> {
        let kept = self.kept.as_ref().map(|folder| folder.join(format!("{:05}.jpg", self.number)));
        if self.file.is_none() {
            self.file = kept.as_ref().and_then(|path| std::fs::read(path).ok());
        }
        if self.file.is_none() {
            self.file = self.draw();
            if let (Some(path), Some(bytes)) = (kept, &self.file) {
                // What cannot be kept is drawn again.
                let _never_mind = std::fs::write(path, bytes);
            }
        }
        self.file.clone()
    }

    fn draw(&mut self) -> Option<Vec<u8>> {
        let (c, t) = (self.c, self.time);
        let step = self.step(t);
        let mut rng = Rng::new(self.seed ^ self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.show(&step).ok()?;
        let clean = self.drawn.as_ref()?.frame.clone();
        let (width, height) = (clean.width(), clean.height());
        let s = f64::from(width) / 1280.0;
        let rgb = self.moved(&clean, t, s, &mut rng);
        let gain = self.gain * (1.0 + c.light * (t * 1.7).sin()) * if t > self.end / 2.0 { c.dusk } else { 1.0 };
        let (w, h) = (width as usize, height as usize);
        let mut out = vec![0_u8; rgb.len()];
        let glass = step.glass.then_some((0.62 * w as f64, 0.3 * h as f64, 55.0 * s));
        for y in 0..h {
            let band = (y as f64 * std::f64::consts::TAU * 2.3 / h as f64 + t * 9.0).sin();
            let gain = (gain * (1.0 + c.flicker * band)) as f32;
            let noise = c.noise as f32;
            let grey = rng.below(self.bells.len() - w);
            let colour = rng.below(self.bells.len() - 3 * w);
            let (grey, colour) = (&self.bells[grey..grey + w], &self.bells[colour..colour + 3 * w]);
            let row = y * w * 3..(y + 1) * w * 3;
            for x in 0..w {
                let mut gain = gain;
                if step.shadow {
                    // Darkest at the left, gone at the middle.
                    let share = ((x as f64 / w as f64 - 0.35) / 0.2).clamp(0.0, 1.0);
                    gain *= (0.5 + 0.5 * share) as f32;
                }
                let ring = glass.map(|(gx, gy, r)| (x as f64 - gx).hypot(y as f64 - gy) / r).filter(|d| *d < 1.0);
                for channel in 0..3 {
                    let at = row.start + x * 3 + channel;
                    let mut value = rgb[at];
                    if let Some(d) = ring {
                        let beer = [120.0, 70.0, 15.0][channel];
                        value = if d > 0.9 { 225.0 } else { 0.25 * value + beer };
                    }
                    let value = value * gain + noise * (2.2 * grey[x] + 1.2 * colour[x * 3 + channel]);
                    out[at] = value.clamp(0.0, 255.0) as u8;
                }
            }
        }
        let (low, high) = c.quality;
        let quality = low + (high - low) * (0.5 + 0.5 * (t * 2.6).sin());
        jpeg(&out, width, height, quality as u8, Colours::Half)
    }

    /// The picture of a step, read again only when it is another.
    fn show(&mut self, step: &Step) -> anyhow::Result<()> {
        let same = |d: &Drawn| (d.lie, d.kind, d.pushed) == (step.lie, step.kind, step.pushed);
        if self.drawn.as_ref().is_some_and(same) {
            return Ok(());
        }
        let frame = self.film.picture(step.lie, step.kind)?;
        let frame = if step.pushed == (0.0, 0.0) { frame } else { self.pushed(step, &frame)? };
        self.drawn = Some(Drawn { lie: step.lie, kind: step.kind, pushed: step.pushed, frame });
        Ok(())
    }

    /// Moves everything that differs from the empty table.
    fn pushed(&self, step: &Step, frame: &Frame) -> anyhow::Result<Frame> {
        let empty = self.film.picture(0, 'a')?;
        let s = f64::from(frame.width()) / 1280.0;
        let (dx, dy) = ((step.pushed.0 * s).round() as i64, (step.pushed.1 * s).round() as i64);
        let (w, h) = (i64::from(frame.width()), i64::from(frame.height()));
        let mut rgb = empty.rgb().to_vec();
        let differs = |x: i64, y: i64| {
            let near = [(0, 0), (2, 0), (-2, 0), (0, 2), (0, -2)];
            near.iter().any(|(i, j)| {
                let at = (((y + j).clamp(0, h - 1) * w + (x + i).clamp(0, w - 1)) * 3) as usize;
                (0..3).any(|c| frame.rgb()[at + c].abs_diff(empty.rgb()[at + c]) > 14)
            })
        };
        for y in 0..h {
            for x in 0..w {
                let (from_x, from_y) = (x - dx, y - dy);
                if (0..w).contains(&from_x) && (0..h).contains(&from_y) && differs(from_x, from_y) {
                    let (to, from) = (((y * w + x) * 3) as usize, ((from_y * w + from_x) * 3) as usize);
                    rgb[to..to + 3].copy_from_slice(&frame.rgb()[from..from + 3]);
                }
            }
        }
        Frame::new(frame.width(), frame.height(), rgb).context("a picture without pixels")
    }

    /// The pixels as the camera's place at this time has them.
    fn moved(&self, frame: &Frame, t: f64, s: f64, rng: &mut Rng) -> Vec<f32> {
        let c = self.c;
        let bell = rng.below(self.bells.len() - 1);
        let trembles = [self.bells[bell], self.bells[bell + 1]].map(|b| f64::from(b) * c.tremble * s);
        let bumped = self.bumps.iter().rev().find(|bump| bump.0 <= t).map_or(0.0, |bump| bump.1);
        let swing = self.knocks.iter().rev().find(|at| **at <= t).map_or(0.0, |at| {
            let since = t - at;
            c.knock * (-3.0 * since).exp() * (since * 25.0).cos()
        });
        let sway = c.sway * (t * 1.1).sin();
        let dx = trembles[0] + s * (0.8 * bumped + 0.6 * c.drift * t + sway + 0.5 * swing);
        let dy = trembles[1] + s * (-0.6 * bumped + 0.8 * c.drift * t + 0.4 * sway + swing);
        let hunting = if (t * 0.13).sin() > 0.0 { (t * 2.1).sin() } else { 0.0 };
        let zoom = 1.0 + c.zoom * hunting;
        let angle = if bumped > 0.0 { (c.turn * bumped / c.bump.max(1e-9)).to_radians() } else { 0.0 };
        let (w, h) = (frame.width() as usize, frame.height() as usize);
        let rgb = frame.rgb();
        if dx == 0.0 && dy == 0.0 && zoom == 1.0 && angle == 0.0 {
            return rgb.iter().map(|v| f32::from(*v)).collect();
        }
        let blur = if hunting.abs() > 0.5 { c.blur } else { 0 };
        let (sin, cos) = angle.sin_cos();
        let (mx, my) = (w as f64 / 2.0, h as f64 / 2.0);
        let mut out = vec![0.0_f32; w * h * 3];
        for y in 0..h {
            for x in 0..w {
                let (px, py) = ((x as f64 - mx - dx) / zoom, (y as f64 - my - dy) / zoom);
                let fx = (mx + cos * px + sin * py).clamp(0.0, (w - 1) as f64);
                let fy = (my - sin * px + cos * py).clamp(0.0, (h - 1) as f64);
                let (x0, y0) = (fx as usize, fy as usize);
                let (x1, y1) = ((x0 + 1).min(w - 1), (y0 + 1).min(h - 1));
                let (ax, ay) = ((fx - x0 as f64) as f32, (fy - y0 as f64) as f32);
                for channel in 0..3 {
                    let at = |x: usize, y: usize| f32::from(rgb[(y * w + x) * 3 + channel]);
                    let top = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * ax;
                    let low = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * ax;
                    out[(y * w + x) * 3 + channel] = top + (low - top) * ay;
                }
            }
        }
        if blur > 0 { blurred(&out, w, h, blur) } else { out }
    }
}

/// Means over squares of `2 * reach + 1` pixels.
fn blurred(rgb: &[f32], w: usize, h: usize, reach: usize) -> Vec<f32> {
    let mean = |from: &[f32], step: usize, place: usize, n: usize, at: usize| {
        let (low, high) = (place.saturating_sub(reach), (place + reach).min(n - 1));
        let sum: f32 = (low..=high).map(|i| from[at + i * step - place * step]).sum();
        sum / (high - low + 1) as f32
    };
    let along: Vec<f32> = (0..w * h * 3).map(|i| mean(rgb, 3, (i / 3) % w, w, i)).collect();
    (0..w * h * 3).map(|i| mean(&along, w * 3, i / 3 / w, h, i)).collect()
}
