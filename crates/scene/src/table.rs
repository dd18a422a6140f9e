//! A table that is filled tile by tile, for a camera that shows a game.

use super::camera::Camera;
use super::grounds;
use super::layline::{Layer, Manner};
use super::maths::{Dice, V3, srgb, v3};
use super::scene::{Edge, Ground, Lamp, Light, PlacedTile, Scene};
use super::sensor::Sensor;
use super::solid::Pose;
use super::style::TileStyle;
use super::things;
use super::truth::{Part, TileKind};

/// A hand over the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandOver {
    /// Position of the fingertips, mm.
    pub tip: V3,
    /// Direction of the reach, radians counter-clockwise from the x axis.
    pub heading: f32,
}

/// From where a table is seen, and in how large a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standpoint {
    /// Width and height of the picture in pixels: tiles are longest in 1280 x 720, about 80 pixels, and shrink with it.
    pub size: (u32, u32),
    /// Degrees off straight down at which the camera looks, below 90; `None` for a value from 17 to 34, chosen by the
    /// seed.
    pub tilt: Option<f32>,
}

impl Standpoint {
    /// Pictures of 1280 x 720 from wherever the seed will have it.
    pub const USUAL: Self = Self { size: (1280, 720), tilt: None };
}

/// A pleasant table under a still camera, on which a layout grows. The same seed gives the same table.
#[derive(Clone, Debug)]
pub struct TableScene {
    base: Scene,
    layer: Layer,
    dice: Dice,
    seed: u64,
}

impl TableScene {
    /// An empty table for a set up to `max_pip`; `family` as in [`Manner`].
    #[must_use]
    pub fn new(seed: u64, from: Standpoint, max_pip: u8, family: &'static str) -> Self {
        let (width, height) = from.size;
        let mut dice = Dice::new(seed, 0, 9);
        let names = ["white_black", "ivory_black", "black_white", "white_coloured"];
        let name = names[dice.i(0, 3) as usize];
        let mut style = TileStyle::of_family(&mut dice, name);
        style.wear *= 0.3;
        let (length, across) = (style.half.x * 2.0, style.half.y * 2.0);
        let room = (length * 5.2, length * 2.6);
        let manner = Manner {
            size: (length, across),
            max_pip,
            tiles: usize::from(max_pip + 1) * usize::from(max_pip + 2) / 2,
            gap: 0.8,
            crooked: 0.015,
            corners: 0.04,
            doubles: 0.5,
            inline: 0.0,
            room,
            family,
        };
        let layer = Layer::new(&mut dice, manner);
        // Drawn in any case, so that the seed gives the same table from everywhere.
        let drawn = dice.f(0.3, 0.6);
        let tilt = from.tilt.map_or(drawn, f32::to_radians);
        // The room for the layout just fits: 2.3 times its half width at a field of view of 60 degrees.
        let focal = width as f32 * 0.87;
        let distance = room.0 * 2.45;
        let position = v3(0.0, -tilt.sin(), tilt.cos()) * distance;
        let centre = (width as f32 / 2.0, height as f32 / 2.0);
        let camera = Camera::look_at(position, v3(0.0, -room.1 * 0.1, 0.0), 0.0, focal, centre, -0.01);
        let kind = ["wood", "felt", "plain"][dice.i(0, 2) as usize];
        let top = grounds::of_kind(&mut dice, kind, distance / focal);
        let floor = grounds::of_kind(&mut dice, "plain", 2.0);
        let ground = Ground {
            top,
            edge: Edge::Endless,
            floor,
            floor_z: -700.0,
            floor_light: 0.3,
            wall: srgb(120.0, 115.0, 105.0),
        };
        let lamp = Lamp { at: v3(-700.0, 500.0, 1500.0), colour: [0.5, 0.48, 0.45], radius: 150.0, mirror: 0.5 };
        let light = Light {
            lamps: vec![lamp],
            ambient: [0.5, 0.5, 0.52],
            bounce: 0.4,
            window: (v3(0.4, 0.7, 0.6).normalize_or_zero(), 0.2),
            room: [0.6; 3],
            contact: 0.55,
        };
        let sensor = Sensor { exposure: 0.95, auto: 0.3, noise: 1.2, ..Sensor::clean() };
        let base = Scene {
            width,
            height,
            kind: "game",
            max_pip,
            camera,
            ground,
            light,
            styles: vec![style],
            tiles: Vec::new(),
            things: Vec::new(),
            chain: super::truth::Chain::default(),
            sensor,
        };
        Self { base, layer, dice, seed }
    }

    /// The layout so far.
    #[must_use]
    pub const fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Adds the first tile with [`Layer::start_with`].
    pub fn start(&mut self, tile: (u8, u8)) -> bool {
        self.layer.start_with(&mut self.dice, tile)
    }

    /// Adds a tile at an open place with [`Layer::lay`].
    pub fn lay(&mut self, end: usize, tile: (u8, u8)) -> bool {
        self.layer.lay(&mut self.dice, end, tile)
    }

    /// Adds a tile at a place of tile number `on` that has this value (at a short end of a spinner if `arm`), a double
    /// across the line. Tries a few ways; returns `false` if there is no room for any of them.
    pub fn lay_on(&mut self, on: usize, value: u8, arm: bool, tile: (u8, u8)) -> bool {
        const TRIES: usize = 6;
        for _ in 0..TRIES {
            let mut trial = self.clone();
            let places = trial.layer.open_places();
            let fits = |place: &super::layline::OpenPlace| place.tile == on && place.value == value && place.arm == arm;
            let Some(end) = places.iter().position(fits) else { return false };
            let laid = trial.layer.lay(&mut trial.dice, end, tile);
            if laid && !trial.layer.is_inline_double(trial.layer.laid.len() - 1) {
                *self = trial;
                return true;
            }
            // The next try is another one.
            self.dice = trial.dice;
        }
        false
    }

    /// Plays from now on as another seed would; the table itself stays.
    pub fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 2, 9);
    }

    /// Half of a tile's length, width and thickness, mm.
    #[must_use]
    pub fn tile_half(&self) -> V3 {
        self.base.styles.first().map_or(v3(24.0, 12.0, 5.0), |style| style.half)
    }

    /// The middle of tile number `index`, for the hand that drops it.
    #[must_use]
    pub fn place_of(&self, index: usize) -> Option<V3> {
        let z = self.base.styles.first()?.half.z * 2.0;
        self.layer.laid.get(index).map(|l| v3(l.x, l.y, z))
    }

    /// Returns the scene that the camera sees now.
    #[must_use]
    pub fn scene(&self, hand: Option<HandOver>) -> Scene {
        let mut scene = self.base.clone();
        let z = scene.styles.first().map_or(0.0, |s| s.half.z);
        let place = |(i, laid): (usize, &super::layline::Laid)| PlacedTile {
            a: laid.a,
            b: laid.b,
            style: 0,
            pose: Pose::flat(v3(laid.x, laid.y, z), laid.angle),
            kind: TileKind::Up,
            part: Some(Part::Line),
            seed: i as u32 + 1,
            print: None,
        };
        scene.tiles = self.layer.laid.iter().enumerate().map(place).collect();
        scene.chain = self.layer.chain();
        if let Some(hand) = hand {
            // The same hand in every picture.
            let mut dice = Dice::new(self.seed, 1, 9);
            let tone = things::skin_tone(&mut dice);
            scene.things = things::hand(&mut dice, hand.tip, hand.heading, tone);
        }
        scene
    }
}
