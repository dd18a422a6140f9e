//! Contents of the table: layouts, hands, heaps, other things.

use super::layline::{Laid, Layer, Manner};
use super::maths::{Dice, V3, v3};
use super::scene::{PlacedTile, Thing};
use super::solid::Pose;
use super::style::TileStyle;
use super::truth::Chain;
use super::truth::{Part, TileKind};

/// Kinds of scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A layout seen from above, with some loose and face-down tiles.
    Table,
    /// A player's view, hands standing round the layout.
    Seat,
    /// Few tiles, large.
    Closeup,
    /// A long line of small tiles without gaps, from straight above.
    SmallLine,
    /// Loose tiles, many.
    Heap,
    /// A whole game of crooked tiles.
    Game22,
    /// Tiles in rows and columns.
    Rows,
    /// Boards, boxes and booklets with printed dominoes, with and without real tiles.
    Printed,
    /// Tiles over one another.
    Stack,
    /// No tile.
    Empty,
    /// Among furniture, with or without tiles: drawn only when asked for, so that the other streams do not change.
    Furnished,
    /// Tiles left in hands, 1 to 40 loose ones: drawn only when asked for.
    Pile,
}

const KINDS: [(Kind, f32); 12] = [
    (Kind::Table, 0.26),
    (Kind::Seat, 0.2),
    (Kind::Closeup, 0.12),
    (Kind::SmallLine, 0.1),
    (Kind::Heap, 0.12),
    (Kind::Game22, 0.1),
    (Kind::Rows, 0.07),
    (Kind::Printed, 0.08),
    (Kind::Stack, 0.05),
    (Kind::Empty, 0.03),
    (Kind::Furnished, 0.0),
    (Kind::Pile, 0.0),
];

impl Kind {
    /// One at random, none of those left out.
    #[must_use]
    pub fn random(dice: &mut Dice, without: &[Feature]) -> Self {
        let share = |k: &(Self, f32)| if without.contains(&Feature::Kind(k.0)) { 0.0 } else { k.1 };
        let weights: Vec<f32> = KINDS.iter().map(share).collect();
        KINDS[dice.w(&weights)].0
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|k| k.0)
    }

    /// Returns the name in labels and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Seat => "seat",
            Self::Closeup => "closeup",
            Self::SmallLine => "small_line",
            Self::Heap => "heap",
            Self::Game22 => "game22",
            Self::Rows => "rows",
            Self::Printed => "printed",
            Self::Stack => "stack",
            Self::Empty => "empty",
            Self::Furnished => "furnished",
            Self::Pile => "pile",
        }
    }
}

/// Feature that can be left out of the pictures, to measure its effect on a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A whole kind of scene.
    Kind(Kind),
    /// Patterned, printed and stony grounds, and those of the tiles' colour; the others are plain, cloudy, wood or
    /// felt.
    Grounds,
    /// Lamps that are mirrored in a tile.
    Glare,
}

impl Feature {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Kind::all().map(Self::Kind).chain([Self::Grounds, Self::Glare])
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Grounds => "grounds",
            Self::Glare => "glare",
        }
    }
}

/// Tiles and things, before anybody looks at them.
#[derive(Clone, Debug)]
pub struct Content {
    /// Highest value of the set.
    pub max_pip: u8,
    /// Length of a tile, mm.
    pub length: f32,
    /// Sets of tiles.
    pub styles: Vec<TileStyle>,
    /// Tiles, those of the layout first.
    pub tiles: Vec<PlacedTile>,
    /// Things.
    pub things: Vec<Thing>,
    /// Joins of the layout.
    pub chain: Chain,
    pub(super) layer: Layer,
}

impl Content {
    /// Something of this kind.
    #[must_use]
    pub fn random(dice: &mut Dice, kind: Kind) -> Self {
        let mut style = TileStyle::random(dice);
        if kind == Kind::SmallLine && dice.p(0.6) {
            style.seamless(dice);
        }
        if kind == Kind::Seat && dice.p(0.4) {
            style.round_off(dice);
        }
        let max_pip = [6, 9, 12][dice.w(&[0.62, 0.2, 0.18])];
        let manner = manner(dice, kind, &style, max_pip);
        let mut layer = Layer::new(dice, manner);
        layer.play(dice);
        let length = style.half.x * 2.0;
        let chain = layer.chain();
        let mut content =
            Self { max_pip, length, styles: vec![style], tiles: Vec::new(), things: Vec::new(), chain, layer };
        for laid in content.layer.laid.clone() {
            content.lay(dice, &laid);
        }
        content.fill(dice, kind);
        content
    }

    fn fill(&mut self, dice: &mut Dice, kind: Kind) {
        let reach = self.reach();
        match kind {
            Kind::Table => {
                if dice.p(0.4) {
                    let n = dice.i(1, 6);
                    self.scatter(dice, n, reach * 1.15, 0.35);
                }
                if dice.p(0.3) {
                    let n = dice.i(1, 8);
                    self.scatter(dice, n, reach * 1.3, 1.0);
                }
            }
            Kind::Seat => self.hands(dice),
            Kind::Closeup => {
                let n = dice.i(i32::from(self.tiles.is_empty()), 12);
                let share = if dice.p(0.5) { 0.1 } else { 0.4 };
                self.scatter(dice, n, self.length * 2.2, share);
            }
            Kind::Heap | Kind::Pile => {
                let n = if kind == Kind::Pile { dice.i(1, 40) } else { dice.i(3, 30) };
                let spread = self.length * dice.f(0.55, 1.2) * (n as f32).sqrt();
                let share = [0.0, 0.15, 0.5][dice.w(&[0.4, 0.4, 0.2])];
                self.scatter(dice, n, spread, share);
            }
            Kind::Rows => self.rows(dice),
            Kind::SmallLine | Kind::Game22 => {
                if dice.p(0.25) {
                    let n = dice.i(1, 5);
                    self.scatter(dice, n, reach * 1.2, 0.5);
                }
            }
            Kind::Printed => self.printed(dice),
            Kind::Stack => self.stack(dice),
            Kind::Empty => {
                if dice.p(0.3) {
                    self.printed(dice);
                }
            }
            Kind::Furnished => self.furnished(dice),
        }
        let n = if kind == Kind::Empty {
            dice.i(0, 7)
        } else if kind == Kind::Furnished {
            0
        } else {
            [0, dice.i(1, 2), dice.i(2, 6)][dice.w(&[0.5, 0.32, 0.18])]
        };
        for _ in 0..n {
            self.thing(dice);
        }
        if kind != Kind::Seat && dice.p(0.03) {
            let (at, z) = ((dice.n(20.0), dice.n(20.0), dice.turn()), self.styles[0].half.z * 2.0 + 0.3);
            let size = reach * dice.f(0.4, 1.5);
            self.things.push(super::things::film(dice, at, size, z));
        }
        if dice.p(0.1) {
            self.hand(dice);
        }
        if !matches!(kind, Kind::SmallLine | Kind::Empty | Kind::Printed) && dice.p(0.03) {
            self.second_set(dice);
        }
    }

    fn lay(&mut self, dice: &mut Dice, laid: &Laid) {
        let z = self.styles[0].half.z;
        self.tiles.push(PlacedTile {
            a: laid.a,
            b: laid.b,
            style: 0,
            pose: Pose::flat(v3(laid.x, laid.y, z), laid.angle),
            kind: TileKind::Up,
            part: Some(Part::Line),
            seed: dice.bits() as u32,
            print: None,
        });
    }

    /// Distance of the farthest tile's end from the origin, at least two tiles.
    #[must_use]
    pub fn reach(&self) -> f32 {
        let h = self.styles[0].half.x;
        self.tiles.iter().map(|t| t.pose.at.x.hypot(t.pose.at.y) + h).fold(h * 4.0, f32::max)
    }

    /// Points that all have to be seen for everything to be seen.
    #[must_use]
    pub fn outline(&self) -> Vec<V3> {
        let h = self.styles[0].half.x;
        if self.tiles.is_empty() {
            return vec![v3(-150.0, -100.0, 0.0), v3(150.0, 100.0, 0.0)];
        }
        let round = |t: &PlacedTile| [(h, 0.0), (-h, 0.0), (0.0, h), (0.0, -h)].map(|(x, y)| t.pose.at + v3(x, y, 0.0));
        self.tiles.iter().flat_map(round).collect()
    }

    /// Middle of everything, and half its extent.
    #[must_use]
    pub fn middle(&self) -> (V3, (f32, f32)) {
        let points = self.outline();
        let range = |k: fn(&V3) -> f32| {
            (points.iter().map(k).fold(f32::MAX, f32::min), points.iter().map(k).fold(f32::MIN, f32::max))
        };
        let ((x0, x1), (y0, y1)) = (range(|p| p.x), range(|p| p.y));
        (v3((x0 + x1) / 2.0, (y0 + y1) / 2.0, 0.0), ((x1 - x0) / 2.0, (y1 - y0) / 2.0))
    }

    /// Place of a tile at random.
    #[must_use]
    pub fn some_tile(&self, dice: &mut Dice) -> Option<V3> {
        if self.tiles.is_empty() {
            return None;
        }
        Some(self.tiles[dice.i(0, self.tiles.len() as i32 - 1) as usize].pose.at)
    }
}

fn manner(dice: &mut Dice, kind: Kind, style: &TileStyle, max_pip: u8) -> Manner {
    let (l, w) = (style.half.x * 2.0, style.half.y * 2.0);
    let tiles = match kind {
        Kind::Table => [dice.i(1, 5), dice.i(3, 14), dice.i(10, 24)][dice.w(&[0.25, 0.45, 0.3])],
        Kind::Seat => [dice.i(0, 4), dice.i(3, 12), dice.i(8, 24)][dice.w(&[0.2, 0.45, 0.35])],
        Kind::Closeup => {
            if dice.p(0.6) {
                dice.i(1, 9)
            } else {
                0
            }
        }
        Kind::SmallLine => dice.i(8, 28),
        Kind::Game22 => dice.i(16, 27),
        Kind::Printed => {
            if dice.p(0.75) {
                dice.i(1, 16)
            } else {
                0
            }
        }
        Kind::Stack => {
            if dice.p(0.3) {
                dice.i(2, 10)
            } else {
                0
            }
        }
        Kind::Furnished => [0, dice.i(1, 4), dice.i(3, 20)][dice.w(&[0.45, 0.25, 0.3])],
        Kind::Heap | Kind::Pile | Kind::Rows | Kind::Empty => 0,
    };
    let tight = kind == Kind::SmallLine || dice.p(0.4);
    let crooked = match kind {
        Kind::Game22 => dice.f(0.01, 0.1),
        Kind::SmallLine => dice.f(0.0, 0.012),
        _ => [0.004, dice.f(0.005, 0.04), dice.f(0.03, 0.1)][dice.w(&[0.3, 0.5, 0.2])],
    };
    let room = l * dice.f(2.5, 6.5);
    Manner {
        size: (l, w),
        max_pip,
        tiles: tiles as usize,
        gap: if tight { dice.f(0.0, 0.3) } else { dice.f(0.2, 3.0) },
        crooked,
        corners: dice.f(0.02, 0.3),
        doubles: dice.f(0.2, 0.9),
        inline: if dice.p(0.15) { dice.f(0.1, 1.0) } else { 0.0 },
        room: (room, room * dice.f(0.5, 1.0)),
        family: ["fives_and_threes", "spinner_first", "spinner_every"][dice.w(&[0.72, 0.18, 0.1])],
    }
}
