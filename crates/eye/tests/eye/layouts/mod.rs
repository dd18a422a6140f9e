//! Tables for tests: legal layouts set as people play, seen by a random camera, found by an imperfect detector.
//!
//! Everything is seeded; lengths are in tile widths until the camera, then pixels.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

use eye::read::{Family, Part, PipLogs, Point, Reading, SeenTile, Settings, TileKind};
use game::rng::Rng;
use game::tile::{Pip, Tile};

/// Length of a tile in tile widths.
const R: f64 = 2.0;
pub(crate) const WIDTH: u32 = 1280;
pub(crate) const HEIGHT: u32 = 720;

/// Setting of a table and its view. [`How::default`] is neat, sharp and complete.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) max_pip: u8,
    pub(crate) family: Family,
    /// Tiles of the layout: from, to.
    pub(crate) tiles: (usize, usize),
    /// Factor on gaps, sideways and angle errors of people's hands.
    pub(crate) untidy: f64,
    /// Half the spread of the camera's tilt in degrees: from 0 to this.
    pub(crate) tilt: f64,
    /// Spread of a corner's place, in tile widths, and of a tile's axis in degrees.
    pub(crate) corner: f64,
    pub(crate) axis: f64,
    /// Share of tiles not found; of false ones (per tile); of tiles found twice; of boxes over two joined tiles.
    pub(crate) missed: f64,
    pub(crate) extra: f64,
    pub(crate) twice: f64,
    pub(crate) straddles: f64,
    /// Probability that the likeliest value of a half is not the true one.
    pub(crate) misread: f64,
    /// Loose tiles, and whether they are before an end.
    pub(crate) loose: usize,
    pub(crate) near_end: bool,
    /// Detector's log-odds of true tiles: mean and spread (`None`: all 4).
    pub(crate) logits: Option<(f64, f64)>,
}

impl Default for How {
    fn default() -> Self {
        Self {
            max_pip: 6,
            family: Family::Line,
            tiles: (2, 22),
            untidy: 1.0,
            tilt: 65.0,
            corner: 0.0,
            axis: 0.0,
            missed: 0.0,
            extra: 0.0,
            twice: 0.0,
            straddles: 0.0,
            misread: 0.0,
            loose: 0,
            near_end: false,
            logits: None,
        }
    }
}

/// A tile lying on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid {
    pub(crate) a: u8,
    pub(crate) b: u8,
    pub(crate) centre: Point,
    /// Direction from a to b.
    pub(crate) turn: f64,
}

impl Laid {
    fn along(&self) -> Point {
        Point::new(self.turn.cos(), self.turn.sin())
    }

    /// In the order of [`SeenTile::corners`]; left is towards smaller y for a tile along x.
    fn corners(&self) -> [Point; 4] {
        let u = self.along();
        let at =
            |l: f64, w: f64| Point::new(self.centre.x + u.x * l * R + u.y * w, self.centre.y + u.y * l * R - u.x * w);
        [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)]
    }

    fn tile(&self) -> Tile {
        Tile::new(pip(self.a), pip(self.b))
    }
}

pub(crate) fn pip(value: u8) -> Pip {
    Pip::new(value).unwrap()
}

/// An open place of the layout under construction.
#[derive(Clone, Copy, Debug)]
struct Open {
    value: u8,
    at: Point,
    /// Direction of the line.
    way: f64,
    tile: usize,
    kind: OpenKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenKind {
    /// The short edge of a half.
    Half,
    /// A long side of a double.
    Side,
    /// A short edge of a crossed double.
    Arm,
}

/// A layout on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) tiles: Vec<Laid>,
    /// Pairs joined end to end in a straight line: first, second, in playing order.
    pub(crate) straight: Vec<(usize, usize)>,
    open: Vec<Open>,
    spinners: usize,
}

fn step(at: Point, way: f64, ahead: f64, aside: f64) -> Point {
    Point::new(at.x + way.cos() * ahead - way.sin() * aside, at.y + way.sin() * ahead + way.cos() * aside)
}

/// A number of the standard normal distribution.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let (u, v) = (1.0 - rng.unit(), rng.unit());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

fn too_near(a: &Laid, b: &Laid, room: f64) -> bool {
    // Separating axis test of two rectangles, `room` apart at least.
    let axes = [a.along(), b.along()];
    let axes = [axes[0], Point::new(-axes[0].y, axes[0].x), axes[1], Point::new(-axes[1].y, axes[1].x)];
    axes.iter().all(|axis| {
        let span = |t: &Laid| {
            let at = t.corners().map(|p| p.x * axis.x + p.y * axis.y);
            (at.iter().copied().fold(f64::MAX, f64::min), at.iter().copied().fold(f64::MIN, f64::max))
        };
        let ((al, ah), (bl, bh)) = (span(a), span(b));
        al < bh + room && bl < ah + room
    })
}

impl Layout {
    /// Plays a legal game until `count` tiles are on the table or nothing fits any more.
    pub(crate) fn new(rng: &mut Rng, how: &How, count: usize) -> Self {
        let mut left: Vec<(u8, u8)> = (0..=how.max_pip).flat_map(|a| (0..=a).map(move |b| (a, b))).collect();
        rng.shuffle(&mut left);
        let mut layout = Self::default();
        let Some((a, b)) = left.pop() else { return layout };
        layout.put_first(a, b);
        while layout.tiles.len() < count && layout.extend(rng, how, &mut left) {}
        layout
    }

    fn put_first(&mut self, a: u8, b: u8) {
        self.tiles.push(Laid { a, b, centre: Point::new(0.0, 0.0), turn: 0.0 });
        let half = std::f64::consts::FRAC_PI_2;
        let open = |value, x, y, way, kind| Open { value, at: Point::new(x, y), way, tile: 0, kind };
        self.open = if a == b {
            vec![open(a, 0.0, 0.5, half, OpenKind::Side), open(a, 0.0, -0.5, -half, OpenKind::Side)]
        } else {
            vec![
                open(a, -R / 2.0, 0.0, std::f64::consts::PI, OpenKind::Half),
                open(b, R / 2.0, 0.0, 0.0, OpenKind::Half),
            ]
        };
    }

    /// One tile more, if any fits anywhere.
    fn extend(&mut self, rng: &mut Rng, how: &How, left: &mut Vec<(u8, u8)>) -> bool {
        for _ in 0..60 {
            let Some(&open) = rng.pick(&self.open) else { return false };
            let fits: Vec<usize> =
                (0..left.len()).filter(|&i| left[i].0 == open.value || left[i].1 == open.value).collect();
            let Some(&i) = rng.pick(&fits) else { continue };
            let other = if left[i].0 == open.value { left[i].1 } else { left[i].0 };
            let turn = if rng.chance(0.15) { *rng.pick(&[-1.0, 1.0]).unwrap() } else { 0.0 };
            if self.lay(rng, how, open, other, turn) {
                left.swap_remove(i);
                return true;
            }
        }
        false
    }

    /// Plays a tile with `other` at its far half against an open place; `turn` is -1, 0 or 1.
    fn lay(&mut self, rng: &mut Rng, how: &How, open: Open, other: u8, turn: f64) -> bool {
        let double = other == open.value;
        let t = how.untidy;
        let gap = (0.075 * t + 0.05 * t * normal(rng)).clamp(0.0, 0.5);
        let aside = (0.048 * t * normal(rng)).clamp(-0.33, 0.33);
        let askew = (2.2 * t * normal(rng)).clamp(-12.0, 12.0).to_radians();
        let (turn, at, way) = match (turn, open.kind) {
            // A corner is either the end at the side of the last half, or the new half's side at the end.
            (s, OpenKind::Half) if s != 0.0 && !double && rng.chance(0.5) => {
                let way = open.way + s * std::f64::consts::FRAC_PI_2;
                (0.0, step(open.at, open.way, -0.5, 0.5 * s), way)
            }
            (s, OpenKind::Half) if !double => (s, open.at, open.way),
            _ => (0.0, open.at, open.way),
        };
        let half = std::f64::consts::FRAC_PI_2;
        let (centre, direction) = if double {
            (step(at, way, gap + 0.5, aside), way + half)
        } else if turn == 0.0 {
            (step(at, way, gap + R / 2.0, aside), way)
        } else {
            (step(at, way, gap + 0.5, aside + turn * (R / 2.0 - 0.5)), way + turn * half)
        };
        let laid = Laid { a: open.value, b: other, centre, turn: direction + askew };
        let off_table = centre.x.abs() > 11.0 || centre.y.abs() > 6.0;
        let blocked = (0..self.tiles.len()).any(|i| i != open.tile && too_near(&laid, &self.tiles[i], 0.3));
        if off_table || blocked || too_near(&laid, &self.tiles[open.tile], -0.01) {
            return false;
        }
        self.take(open, laid, double, how);
        true
    }

    fn take(&mut self, open: Open, laid: Laid, double: bool, how: &How) {
        let number = self.tiles.len();
        self.open.retain(|o| !(o.tile == open.tile && o.at == open.at));
        if open.kind == OpenKind::Half && !double && (laid.turn - open.way).abs() < 0.5 {
            self.straight.push((open.tile, number));
        }
        let crossed =
            open.kind == OpenKind::Side && !self.open.iter().any(|o| o.tile == open.tile && o.kind == OpenKind::Side);
        if crossed && (how.family == Family::SpinnerEvery || (how.family == Family::SpinnerFirst && self.spinners == 0))
        {
            self.spinners += 1;
            self.open_arms(open.tile);
        }
        let (at, way, kind) = if double {
            let way = laid.turn - std::f64::consts::FRAC_PI_2;
            (step(laid.centre, way, 0.5, 0.0), way, OpenKind::Side)
        } else {
            (step(laid.centre, laid.turn, R / 2.0, 0.0), laid.turn, OpenKind::Half)
        };
        self.tiles.push(laid);
        self.open.push(Open { value: laid.b, at, way, tile: number, kind });
        if double && how.family == Family::SpinnerAtOnce {
            self.open_arms(number);
        }
    }

    /// Opens the short ends of a double.
    fn open_arms(&mut self, tile: usize) {
        let spinner = self.tiles[tile];
        for (shift, way) in [(R / 2.0, spinner.turn), (-R / 2.0, spinner.turn + std::f64::consts::PI)] {
            let at = step(spinner.centre, spinner.turn, shift, 0.0);
            self.open.push(Open { value: spinner.a, at, way, tile, kind: OpenKind::Arm });
        }
    }

    /// The open ends that count: value and whether a whole double is there.
    pub(crate) fn ends(&self) -> Vec<(u8, bool)> {
        let mut ends: Vec<(u8, bool)> = Vec::new();
        for open in &self.open {
            let side = open.kind == OpenKind::Side;
            let lone = self.tiles.len() == 1 && side;
            if open.kind != OpenKind::Arm && (!lone || ends.is_empty()) {
                ends.push((open.value, side));
            }
        }
        ends.sort_unstable();
        ends
    }

    pub(crate) fn line(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.tiles.iter().map(Laid::tile).collect();
        tiles.sort_unstable();
        tiles
    }
}

/// A camera above the table: pixels from table places.
#[derive(Clone, Debug)]
pub(crate) struct Camera {
    focal: f64,
    tilt: f64,
    roll: f64,
    far: f64,
    middle: Point,
}

impl Camera {
    /// A camera that sees all of the tiles.
    pub(crate) fn new(rng: &mut Rng, how: &How, tiles: &[Laid]) -> Self {
        let n = f64::from(u32::try_from(tiles.len()).unwrap());
        let sum = tiles.iter().fold((0.0, 0.0), |s, t| (s.0 + t.centre.x, s.1 + t.centre.y));
        let mut camera = Self {
            focal: f64::from(WIDTH) * rng.range(0.7, 1.3),
            tilt: rng.range(0.0, how.tilt).to_radians(),
            roll: rng.range(0.0, std::f64::consts::TAU),
            far: 8.0,
            middle: Point::new(sum.0 / n, sum.1 / n),
        };
        let seen = |c: &Self| {
            tiles.iter().flat_map(Laid::corners).all(|p| {
                let (q, depth) = c.project(p);
                depth > 1.0
                    && q.x > 15.0
                    && q.y > 15.0
                    && q.x < f64::from(WIDTH) - 15.0
                    && q.y < f64::from(HEIGHT) - 15.0
            })
        };
        while !seen(&camera) && camera.far < 400.0 {
            camera.far *= 1.06;
        }
        camera
    }

    /// Pixel and depth of a place on the table.
    pub(crate) fn project(&self, p: Point) -> (Point, f64) {
        let (dx, dy) = (p.x - self.middle.x, p.y - self.middle.y);
        let (x, y) = (dx * self.roll.cos() - dy * self.roll.sin(), dx * self.roll.sin() + dy * self.roll.cos());
        let depth = self.far - y * self.tilt.sin();
        let at = Point::new(x, y * self.tilt.cos());
        let f = self.focal / depth;
        (Point::new(at.x * f + f64::from(WIDTH) / 2.0, at.y * f + f64::from(HEIGHT) / 2.0), depth)
    }
}

/// Signal of the reader for a given error: pips are read through a channel of unit Gaussian noise per value, so that its
/// probabilities are exactly calibrated. Found by bisection on the probability that the true value is the largest.
pub(crate) fn signal(misread: f64, values: usize) -> f64 {
    if misread <= 0.0 {
        return 12.0;
    }
    let cdf = |x: f64| {
        // Abramowitz and Stegun 26.2.17, good to 1e-7.
        let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
        let poly =
            t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
        let tail = (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt() * poly;
        if x > 0.0 { 1.0 - tail } else { tail }
    };
    let wrong = |s: f64| {
        let steps = 400;
        let sum: f64 = (0..steps)
            .map(|i| {
                let z = -5.0 + 10.0 * (f64::from(i) + 0.5) / f64::from(steps);
                let density = (-0.5 * z * z).exp() / std::f64::consts::TAU.sqrt();
                density * cdf(z + s).powi(i32::try_from(values).unwrap() - 1)
            })
            .sum();
        1.0 - sum * 10.0 / f64::from(steps)
    };
    let (mut low, mut high) = (0.0, 12.0);
    for _ in 0..40 {
        let mid = f64::midpoint(low, high);
        if wrong(mid) > misread { low = mid } else { high = mid }
    }
    high
}

/// Simulates a reading of a half that shows `truth`. Like the network it is too modest: its probabilities are those of
/// the channel to the power 1 / 1.5, with 2 % spread over all values (label smoothing).
#[expect(clippy::cast_possible_truncation, reason = "log-probabilities need no more")]
pub(crate) fn read(rng: &mut Rng, truth: u8, strength: f64, max_pip: u8) -> PipLogs {
    let mut weights = [0.0; 13];
    let mut logs = [f64::NEG_INFINITY; 13];
    for (v, log) in logs.iter_mut().enumerate().take(usize::from(max_pip) + 1) {
        let hit = if v == usize::from(truth) { strength } else { 0.0 };
        *log = strength * (hit + normal(rng)) / 1.5;
    }
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (weight, log) in weights.iter_mut().zip(logs) {
        *weight = (log - top).exp();
    }
    let sum: f64 = weights.iter().sum();
    weights.map(|w| (0.98 * w / sum + 0.02 / 13.0).ln() as f32)
}

/// A table with its picture.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) layout: Layout,
    pub(crate) loose: Vec<Laid>,
    pub(crate) camera: Camera,
    pub(crate) seen: Vec<SeenTile>,
    pub(crate) settings: Settings,
    /// Of the pips' signal.
    pub(crate) strength: f64,
}

fn loose(rng: &mut Rng, how: &How, layout: &Layout) -> Vec<Laid> {
    let mut all: Vec<Laid> = Vec::new();
    for _ in 0..200 {
        if all.len() >= how.loose {
            break;
        }
        let open = *rng.pick(&layout.open).unwrap();
        // 5 to 20 mm from the tile, which is 24 mm wide.
        let (gap, turn) = (rng.range(5.0, 20.0) / 24.0, rng.range(0.0, std::f64::consts::TAU));
        let centre = if how.near_end {
            step(open.at, open.way, gap + rng.range(0.5, 1.0), rng.range(-0.5, 0.5))
        } else {
            let tile = *rng.pick(&layout.tiles).unwrap();
            let way = rng.range(0.0, std::f64::consts::TAU);
            step(tile.centre, way, 1.0 + gap + rng.range(0.2, 1.5), 0.0)
        };
        let used: Vec<Tile> = layout.tiles.iter().chain(&all).map(Laid::tile).collect();
        let (a, b) = (below(rng, how.max_pip + 1), below(rng, how.max_pip + 1));
        let laid = Laid { a, b, centre, turn };
        let clear = layout.tiles.iter().chain(&all).all(|t| !too_near(&laid, t, 5.0 / 24.0));
        if clear && !used.contains(&laid.tile()) {
            all.push(laid);
        }
    }
    all
}

pub(crate) fn below(rng: &mut Rng, n: u8) -> u8 {
    u8::try_from(rng.below(usize::from(n))).unwrap()
}

impl Shot {
    /// A table set, filmed and found as `how` says.
    pub(crate) fn new(seed: u64, how: &How) -> Self {
        let mut rng = Rng::new(seed);
        let count = how.tiles.0 + rng.below(how.tiles.1 - how.tiles.0 + 1);
        let layout = Layout::new(&mut rng, how, count);
        let loose = loose(&mut rng, how, &layout);
        let all: Vec<Laid> = layout.tiles.iter().chain(&loose).copied().collect();
        let camera = Camera::new(&mut rng, how, &all);
        let settings =
            Settings { max_pip: pip(how.max_pip), family: how.family, use_rules: true, inline_doubles: false };
        let strength = signal(how.misread, usize::from(how.max_pip) + 1);
        let mut shot = Self { layout, loose, camera, seen: Vec::new(), settings, strength };
        shot.seen = shot.find(&mut rng, how);
        shot
    }

    /// Simulates the detections in one frame; `how` is the one of [`Shot::new`].
    #[expect(clippy::cast_possible_truncation, reason = "log-odds need no more")]
    pub(crate) fn find(&self, rng: &mut Rng, how: &How) -> Vec<SeenTile> {
        let strength = self.strength;
        let mut seen = Vec::new();
        let add = |rng: &mut Rng, laid: &Laid, logit: f64, seen: &mut Vec<SeenTile>| {
            let mut laid = *laid;
            laid.turn += (how.axis * normal(rng)).to_radians();
            let corners = laid.corners().map(|p| {
                let noisy = Point::new(p.x + how.corner * normal(rng), p.y + how.corner * normal(rng));
                self.camera.project(noisy).0
            });
            let (a, b) = (read(rng, laid.a, strength, how.max_pip), read(rng, laid.b, strength, how.max_pip));
            let (mut tile, swap) =
                (SeenTile { corners, a, b, kind: TileKind::Up, logit: logit as f32 }, rng.chance(0.5));
            if swap {
                tile.corners.rotate_left(2);
                std::mem::swap(&mut tile.a, &mut tile.b);
            }
            seen.push(tile);
        };
        for laid in self.layout.tiles.iter().chain(&self.loose) {
            let logit = how.logits.map_or(4.0, |(mean, spread)| mean + spread * normal(rng));
            if !rng.chance(how.missed) && logit > -2.0 {
                add(rng, laid, logit, &mut seen);
                if rng.chance(how.twice) {
                    let shifted =
                        Laid { centre: step(laid.centre, laid.turn, 0.1 * normal(rng), 0.1 * normal(rng)), ..*laid };
                    add(rng, &shifted, logit - 1.0, &mut seen);
                }
            }
            if rng.chance(how.extra) {
                let centre = Point::new(laid.centre.x + rng.range(-4.0, 4.0), laid.centre.y + rng.range(-4.0, 4.0));
                let (a, b) = (below(rng, how.max_pip + 1), below(rng, how.max_pip + 1));
                let logit = if how.logits.is_some() { -2.5 + 1.2 * normal(rng) } else { 1.0 };
                if logit > -2.0 {
                    let turn = rng.range(0.0, std::f64::consts::TAU);
                    add(rng, &Laid { a, b, centre, turn }, logit, &mut seen);
                }
            }
        }
        for &(i, j) in &self.layout.straight {
            if rng.chance(how.straddles) {
                let (p, q) = (self.layout.tiles[i], self.layout.tiles[j]);
                let centre = Point::new(f64::midpoint(p.centre.x, q.centre.x), f64::midpoint(p.centre.y, q.centre.y));
                let logit = if how.logits.is_some() { 1.0 + 1.5 * normal(rng) } else { 3.0 };
                add(rng, &Laid { a: q.a, b: q.a, centre, turn: q.turn }, logit, &mut seen);
            }
        }
        rng.shuffle(&mut seen);
        seen
    }

    pub(crate) fn ends_right(&self, reading: &Reading) -> bool {
        ends_of(reading) == self.layout.ends()
    }

    pub(crate) fn line_right(&self, reading: &Reading) -> bool {
        line_of(reading) == self.layout.line()
    }
}

pub(crate) fn ends_of(reading: &Reading) -> Vec<(u8, bool)> {
    let mut ends: Vec<_> = reading.ends.iter().map(|e| (e.pips.get(), e.double)).collect();
    ends.sort_unstable();
    ends
}

pub(crate) fn line_of(reading: &Reading) -> Vec<Tile> {
    let line = reading.tiles.iter().filter(|t| t.part == Part::Line);
    let mut tiles: Vec<Tile> = line.filter_map(eye::read::ReadTile::tile).collect();
    tiles.sort_unstable();
    tiles
}
