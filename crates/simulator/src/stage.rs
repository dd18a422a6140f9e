//! The simulated table as a camera sees it: tiles, hands that come and go, light, bumps. Time in seconds.

use std::f32::consts::{FRAC_PI_2, PI};

use super::furniture::Furniture;
use eye::frame::Frame;
use game::layout::{Layout, Play, Port};
use game::rng::Rng;
use game::rules::{RuleSet, Spinner};
use game::tile::Tile;
use scene::Canvas;
use scene::furnish::Footprint;
use scene::{HandOver, Pose, Scene, Standpoint, TableScene, V3, render_with, v3};

/// Seconds in which a hand comes, stays and goes.
const COME: f64 = 0.45;
const STAY: f64 = 0.35;
const GO: f64 = 0.45;
/// From outside the picture to the middle of the table, mm.
const REACH: f32 = 480.0;
/// Standard deviation of the sensor's noise, in steps of 255.
const NOISE: f64 = 1.8;

/// Action of a hand in the middle of its stay.
#[derive(Clone, Debug)]
pub(super) enum Doing {
    /// No action: it passes over or rests.
    Nothing,
    /// Puts the table into this state: a tile more, none, one less.
    Put(Box<TableScene>),
    /// Pushes tiles a little.
    Bump,
    /// Pushes the whole line, to make room or with a sleeve.
    Nudge,
    /// Moves something beside the game.
    MoveThing,
}

/// A hand over the table.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    begins: f64,
    stays: f64,
    at: V3,
    heading: f32,
    doing: Option<Doing>,
}

/// The table, and the events over it.
#[derive(Debug)]
pub(super) struct Stage {
    table: TableScene,
    reaches: Vec<Reach>,
    /// Push of each tile: x, y in mm, angle.
    pushed: Vec<(f32, f32, f32)>,
    /// Push of the whole line, and its rotation about the middle of the table.
    line: (f32, f32, f32),
    light: f32,
    /// Furniture round the game on a real table.
    furniture: Option<Furniture>,
    /// Counts what changes the picture besides hands.
    version: u64,
    /// The table without a hand as it was last drawn, and at which version; drawing is most of the work.
    still: Option<(u64, Frame)>,
    /// Last picture with a resting hand.
    held: Option<(u64, HandOver, Frame)>,
    canvas: Canvas,
    /// Amounts added to bytes and subtracted from them: one of the two is always 0. Apart, sixteen at a time are one
    /// instruction.
    noise: (Vec<u8>, Vec<u8>),
    /// Separate generator, so that events don't depend on the number of drawn pictures.
    noise_rng: Rng,
    rng: Rng,
}

/// The renderer's name for how doubles branch.
const fn family(rules: &RuleSet) -> &'static str {
    match rules.spinner {
        Spinner::None => "fives_and_threes",
        Spinner::First => "spinner_first",
        Spinner::AllAfterSides => "spinner_every",
        Spinner::AllAtOnce => "spinner_at_once",
    }
}

const fn halves(tile: Tile) -> (u8, u8) {
    (tile.high().get(), tile.low().get())
}

/// Adds a play to a drawn table; returns `false` if there is no room for it.
pub(super) fn lay(table: &mut TableScene, layout: &Layout, play: &Play) -> bool {
    let Some(place) = play.on else { return table.start(halves(play.tile())) };
    let arm = matches!(place.port, Port::End1 | Port::End2);
    table.lay_on(place.tile, play.halves[0].get(), arm, halves(play.tile())) && layout.pip_at(place).is_some()
}

impl Stage {
    /// An empty table for these rules.
    pub(super) fn new(seed: u64, rules: &RuleSet, from: Standpoint) -> Self {
        let mut rng = Rng::new(seed ^ 0x7ab1e);
        let noise = (0..1 << 16).map(|_| {
            // The sum of uniform numbers is near enough to a bell.
            let sum: f64 = (0..6).map(|_| rng.range(-1.0, 1.0)).sum();
            let noise = (sum * NOISE / 2.0_f64.sqrt()).round();
            (noise.max(0.0) as u8, (-noise).max(0.0) as u8)
        });
        Self {
            noise: noise.unzip(),
            table: empty(seed, rules, from),
            reaches: Vec::new(),
            pushed: Vec::new(),
            line: (0.0, 0.0, 0.0),
            light: 1.0,
            furniture: None,
            version: 0,
            still: None,
            held: None,
            noise_rng: Rng::new(seed ^ 0x5e0),
            canvas: Canvas::default(),
            rng,
        }
    }

    /// Puts furniture round the game, as the seed has it.
    pub(super) fn furnish(&mut self, seed: u64) {
        self.furniture = Some(Furniture::new(seed, &self.table));
        self.version += 1;
    }

    /// A phone beside the game lights up or goes dark.
    pub(super) fn blink(&mut self) {
        if let Some(furniture) = &mut self.furniture {
            furniture.blink();
            self.version += 1;
        }
    }

    /// Reports whether a hand is in the picture.
    pub(super) fn is_hand_over(&self, now: f64) -> bool {
        self.reaches.iter().any(|reach| over(reach, now).is_some())
    }

    pub(super) const fn table(&self) -> &TableScene {
        &self.table
    }

    /// Shows another state of the table at once.
    pub(super) fn put(&mut self, table: TableScene) {
        self.pushed.resize(table.layer().laid.len(), (0.0, 0.0, 0.0));
        if table.layer().laid.is_empty() {
            self.line = (0.0, 0.0, 0.0);
        }
        self.table = table;
        self.make_way();
        self.version += 1;
    }

    /// Reports whether a hand is on its way, over the table or going.
    pub(super) const fn is_busy(&self) -> bool {
        !self.reaches.is_empty()
    }

    /// The table as the last hand on its way will leave it.
    pub(super) fn coming(&self) -> Option<&TableScene> {
        self.reaches.iter().rev().find_map(|reach| match &reach.doing {
            Some(Doing::Put(table)) => Some(&**table),
            _ => None,
        })
    }

    /// A player of `seats` reaches to a place and does something there; the hand stays `longer` than a drop takes.
    /// Returns the time at which it is out of sight.
    pub(super) fn reach(
        &mut self,
        begins: f64,
        (seat, seats): (usize, usize),
        at: V3,
        longer: f64,
        doing: Doing,
    ) -> f64 {
        let heading = seat_heading(seat, seats) + self.rng.range(-0.35, 0.35) as f32;
        self.reaches.push(Reach { begins, stays: STAY + longer, at, heading, doing: Some(doing) });
        begins + COME + STAY + longer + GO
    }

    /// The light is switched.
    pub(super) fn switch_light(&mut self) {
        self.light = if self.light < 1.0 { 1.0 } else { 0.62 };
        self.version += 1;
    }

    /// Somewhere in the layout, or in the middle of an empty table.
    pub(super) fn somewhere(&mut self) -> V3 {
        let n = self.table.layer().laid.len();
        let place = self.table.place_of(self.rng.below(n.max(1)));
        place.unwrap_or_else(|| v3(0.0, 0.0, 10.0))
    }

    /// The position of a tile by its number, or the middle.
    pub(super) fn place_of(table: &TableScene, number: usize) -> V3 {
        table.place_of(number).unwrap_or_else(|| v3(0.0, 0.0, 10.0))
    }

    /// Performs the events that are due.
    pub(super) fn advance(&mut self, now: f64) {
        for i in 0..self.reaches.len() {
            let reach = &mut self.reaches[i];
            if now < reach.begins + COME + reach.stays / 2.0 {
                continue;
            }
            match reach.doing.take() {
                Some(Doing::Put(table)) => self.put(*table),
                Some(Doing::Bump) => {
                    let near = self.reaches[i].at;
                    self.bump(near);
                }
                Some(Doing::Nudge) => self.nudge(),
                Some(Doing::MoveThing) => {
                    // The hand continues from the place of the thing.
                    if let Some(at) = self.furniture.as_mut().and_then(Furniture::change) {
                        self.reaches[i].at = V3 { z: self.reaches[i].at.z, ..at };
                    }
                    self.make_way();
                    self.version += 1;
                }
                Some(Doing::Nothing) | None => {}
            }
        }
        self.reaches.retain(|reach| now < reach.begins + COME + reach.stays + GO);
    }

    fn bump(&mut self, near: V3) {
        let length = self.table.tile_half().x * 2.0;
        let n = self.table.layer().laid.len();
        self.pushed.resize(n, (0.0, 0.0, 0.0));
        for (laid, pushed) in self.table.layer().laid.iter().zip(&mut self.pushed) {
            if (laid.x - near.x).hypot(laid.y - near.y) < length * 1.6 {
                let mut shift = |most: f32| self.rng.range(-1.0, 1.0) as f32 * most;
                pushed.0 = (pushed.0 + shift(length * 0.03)).clamp(-2.0, 2.0);
                pushed.1 = (pushed.1 + shift(length * 0.03)).clamp(-2.0, 2.0);
                pushed.2 = (pushed.2 + shift(0.04)).clamp(-0.08, 0.08);
            }
        }
        self.version += 1;
    }

    /// Pushes the whole line and turns it a little; later tiles join it in its new place.
    fn nudge(&mut self) {
        let most = self.table.tile_half().x;
        let mut by = |most: f32| self.rng.range(-1.0, 1.0) as f32 * most;
        let (x, y, turn) = self.line;
        self.line = (
            (x + by(most * 0.7)).clamp(-most, most),
            (y + by(most * 0.7)).clamp(-most, most),
            (turn + by(0.03)).clamp(-0.06, 0.06),
        );
        self.make_way();
        self.version += 1;
    }

    /// The position and angle of a tile of the layout after the pushes.
    fn lies(&self, at: (f32, f32), angle: f32, pushed: (f32, f32, f32)) -> ((f32, f32), f32) {
        let (dx, dy, turn) = self.line;
        let (sin, cos) = turn.sin_cos();
        let (x, y) = (at.0 + pushed.0, at.1 + pushed.1);
        ((x * cos - y * sin + dx, x * sin + y * cos + dy), angle + pushed.2 + turn)
    }

    /// Pushes aside anything that would be on the layout.
    fn make_way(&mut self) {
        let half = self.table.tile_half();
        let tiles = self.table.layer().laid.iter().zip(&self.pushed).map(|(laid, pushed)| {
            let (at, angle) = self.lies((laid.x, laid.y), laid.angle, *pushed);
            Footprint { at, angle, half: (half.x, half.y) }
        });
        let tiles: Vec<Footprint> = tiles.collect();
        if let Some(furniture) = &mut self.furniture {
            furniture.make_way(&tiles, half);
        }
    }

    /// The picture of a good camera at this time, which only ever rises.
    pub(super) fn frame(&mut self, now: f64) -> Option<Frame> {
        let clean = self.clean_frame(now)?;
        self.with_noise(&clean)
    }

    /// Draws the view without a camera's noise.
    pub(super) fn clean_frame(&mut self, now: f64) -> Option<Frame> {
        self.advance(now);
        let hand = self.reaches.iter().find_map(|reach| over(reach, now));
        let drawn = match hand {
            None => self.still.as_ref().filter(|still| still.0 == self.version).map(|still| still.1.clone()),
            Some(hand) => {
                let same = |held: &&(u64, HandOver, Frame)| held.0 == self.version && held.1 == hand;
                self.held.as_ref().filter(same).map(|held| held.2.clone())
            }
        };
        if drawn.is_some() {
            return drawn;
        }
        let scene = self.scene(hand);
        let frame = render_with(&mut self.canvas, &scene, 1)?.0;
        match hand {
            None => self.still = Some((self.version, frame.clone())),
            Some(hand) => self.held = Some((self.version, hand, frame.clone())),
        }
        Some(frame)
    }

    fn scene(&self, hand: Option<HandOver>) -> Scene {
        let mut scene = self.table.scene(hand);
        for ((tile, laid), pushed) in scene.tiles.iter_mut().zip(&self.table.layer().laid).zip(&self.pushed) {
            let ((x, y), angle) = self.lies((tile.pose.at.x, tile.pose.at.y), laid.angle, *pushed);
            tile.pose = Pose::flat(v3(x, y, tile.pose.at.z), angle);
        }
        let dim = |colour: [f32; 3]| colour.map(|c| c * self.light);
        scene.light.ambient = dim(scene.light.ambient);
        for lamp in &mut scene.light.lamps {
            lamp.colour = dim(lamp.colour);
        }
        if let Some(furniture) = &self.furniture {
            furniture.stand_in(&mut scene);
        }
        // Noise is added again to every picture, drawn or not.
        scene.sensor.noise = 0.0;
        scene
    }

    fn with_noise(&mut self, frame: &Frame) -> Option<Frame> {
        let mut rgb = frame.rgb().to_vec();
        for row in rgb.chunks_mut(frame.width() as usize * 3) {
            let from = self.noise_rng.below(self.noise.0.len().saturating_sub(row.len()).max(1));
            for ((value, more), less) in row.iter_mut().zip(&self.noise.0[from..]).zip(&self.noise.1[from..]) {
                *value = value.saturating_add(*more).saturating_sub(*less);
            }
        }
        Frame::new(frame.width(), frame.height(), rgb)
    }
}

/// An empty table; several seeds give several sets of tiles, grounds and cameras.
pub(super) fn empty(seed: u64, rules: &RuleSet, from: Standpoint) -> TableScene {
    TableScene::new(seed, from, rules.set_size.get(), family(rules))
}

/// Returns the direction of a player's reach from their seat; the first sits at the camera.
fn seat_heading(seat: usize, seats: usize) -> f32 {
    match (seats, seat) {
        (_, 0) => FRAC_PI_2,
        (2, _) | (4, 2) => -FRAC_PI_2,
        (_, 1) => PI,
        _ => 0.0,
    }
}

/// The hand at this time; `None` when it is out of sight.
fn over(reach: &Reach, now: f64) -> Option<HandOver> {
    let since = now - reach.begins;
    let out = if since < 0.0 {
        return None;
    } else if since < COME {
        1.0 - since / COME
    } else if since < COME + reach.stays {
        0.0
    } else {
        ((since - COME - reach.stays) / GO).min(1.0)
    };
    if out >= 1.0 {
        return None;
    }
    // Fast in the middle, slow at the table.
    let far = REACH * (out * out * (3.0 - 2.0 * out)) as f32;
    let (sin, cos) = reach.heading.sin_cos();
    let lift = 12.0 + far * 0.1;
    let tip = v3(reach.at.x - cos * far, reach.at.y - sin * far, reach.at.z + lift);
    Some(HandOver { tip, heading: reach.heading })
}
