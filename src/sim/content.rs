//! What lies on the table: layouts, hands, heaps, other things.

use super::layline::{Laid, Layer, Manner};
use super::maths::{Dice, V3, v3};
use super::prints::{self, Printed};
use super::scene::{Part, PlacedTile, Thing, TileKind};
use super::solid::Pose;
use super::style::TileStyle;
use super::things;
use super::truth::Chain;
use std::f32::consts::{FRAC_PI_2, PI};

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
}

const KINDS: [(Kind, f32); 10] = [
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
];

impl Kind {
    /// One at random.
    #[must_use]
    pub fn random(dice: &mut Dice) -> Self {
        let weights: Vec<f32> = KINDS.iter().map(|k| k.1).collect();
        KINDS[dice.w(&weights)].0
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|k| k.0)
    }

    /// As written in labels and on the command line.
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
    /// How the layout hangs together.
    pub chain: Chain,
    layer: Layer,
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
                let n = dice.i(0, 12);
                let share = if dice.p(0.5) { 0.1 } else { 0.4 };
                self.scatter(dice, n, self.length * 2.2, share);
            }
            Kind::Heap => {
                let n = dice.i(3, 30);
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
        }
        let n = if kind == Kind::Empty {
            dice.i(0, 7)
        } else {
            [0, dice.i(1, 2), dice.i(2, 6)][dice.w(&[0.5, 0.32, 0.18])]
        };
        for _ in 0..n {
            self.thing(dice);
        }
        if dice.p(0.1) {
            self.hand(dice);
        }
        if !matches!(kind, Kind::SmallLine | Kind::Empty | Kind::Printed) && dice.p(0.03) {
            self.second_set(dice);
        }
    }

    /// Some loose tiles are of another set.
    fn second_set(&mut self, dice: &mut Dice) {
        let mut style = TileStyle::random(dice);
        // Bodies keep their size, so that nothing overlaps.
        let (half, old) = (self.styles[0].half, style.half);
        style.half = half;
        style.corner = self.styles[0].corner;
        style.edge = self.styles[0].edge;
        style.places =
            super::pips::Layouts::random(dice, super::pips::Places { half_length: half.x, half_width: half.y });
        style.pin *= half.y / old.y;
        style.line_half_length *= half.y / old.y;
        let number = self.styles.len();
        self.styles.push(style);
        for tile in &mut self.tiles {
            if tile.part != Some(Part::Line) && tile.kind != TileKind::Printed && dice.p(0.5) {
                tile.style = number;
            }
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

    /// Loose tiles within `spread` of the middle; `down` is the share that shows its back.
    fn scatter(&mut self, dice: &mut Dice, n: i32, spread: f32, down: f32) {
        let (hx, hy) = (self.styles[0].half.x, self.styles[0].half.y);
        let near = dice.f(1.0, 1.12);
        let square = dice.p(0.2);
        let (mut left, mut tries) = (n, n * 5);
        while left > 0 && tries > 0 {
            tries -= 1;
            let (r, a) = (spread * dice.f(0.0, 1.0).sqrt(), dice.turn());
            let (x, y) = (r * a.cos(), r * a.sin());
            let angle = if square { dice.i(0, 3) as f32 * FRAC_PI_2 + dice.n(0.06) } else { dice.turn() };
            if !self.layer.free(x, y, angle, near) {
                continue;
            }
            self.layer.take(x, y, angle, (hx, hy));
            left -= 1;
            let kind = if dice.p(down) { TileKind::Down } else { TileKind::Up };
            self.loose(dice, (x, y, angle), kind);
        }
    }

    fn loose(&mut self, dice: &mut Dice, (x, y, angle): (f32, f32, f32), kind: TileKind) {
        let at = v3(x, y, self.styles[0].half.z);
        let pose = match kind {
            TileKind::Down => Pose::new(at, v3(angle.cos(), angle.sin(), 0.0), v3(0.0, 0.0, -1.0)),
            TileKind::Up | TileKind::Edge | TileKind::Printed => Pose::flat(at, angle),
        };
        let part = (kind == TileKind::Up).then_some(Part::Loose);
        self.push(dice, pose, kind, part);
    }

    fn push(&mut self, dice: &mut Dice, pose: Pose, kind: TileKind, part: Option<Part>) {
        let m = i32::from(self.max_pip);
        let (a, b) = (dice.i(0, m) as u8, dice.i(0, m) as u8);
        self.tiles.push(PlacedTile { a, b, style: 0, pose, kind, part, seed: dice.bits() as u32, print: None });
    }

    fn rows(&mut self, dice: &mut Dice) {
        let h = self.styles[0].half;
        let (rows, columns) = (dice.i(1, 4), dice.i(1, 8));
        let (gx, gy) = (
            [0.0, dice.f(0.0, 4.0), dice.f(3.0, 30.0)][dice.w(&[0.25, 0.35, 0.4])],
            [0.0, dice.f(0.0, 25.0)][dice.w(&[0.3, 0.7])],
        );
        let (turn, upright, crooked) = (dice.turn(), dice.p(0.7), dice.f(0.0, 0.05));
        let (sx, sy) = if upright { (h.y * 2.0 + gx, h.x * 2.0 + gy) } else { (h.x * 2.0 + gx, h.y * 2.0 + gy) };
        for i in 0..rows {
            for j in 0..columns {
                let (x, y) = ((j as f32 - (columns - 1) as f32 / 2.0) * sx, (i as f32 - (rows - 1) as f32 / 2.0) * sy);
                let (x, y) = (x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos());
                let lean = dice.n(crooked);
                let angle = turn + if upright { FRAC_PI_2 } else { 0.0 } + lean + if dice.p(0.5) { PI } else { 0.0 };
                if dice.p(0.94) && self.layer.free(x, y, angle, 0.93) {
                    self.layer.take(x, y, angle, (h.x, h.y));
                    self.loose(dice, (x, y, angle), TileKind::Up);
                }
            }
        }
    }

    /// Hands standing on edge round the layout; the near one shows its pips to the camera at -y.
    fn hands(&mut self, dice: &mut Dice) {
        let h = self.styles[0].half;
        let (mut far_x, mut far_y) = (h.x * 2.0, h.x * 2.0);
        for t in &self.tiles {
            far_x = far_x.max(t.pose.at.x.abs() + h.x);
            far_y = far_y.max(t.pose.at.y.abs() + h.x);
        }
        let flat_hand = dice.p(0.15);
        for side in 0..4 {
            if !dice.p([0.8, 0.7, 0.5, 0.5][side]) {
                continue;
            }
            let n = dice.i(1, 7);
            let on_long = dice.p(0.8);
            let (out, along) = [
                ((0.0, -1.0), (1.0, 0.0)),
                ((0.0, 1.0), (-1.0, 0.0)),
                ((-1.0, 0.0), (0.0, -1.0)),
                ((1.0, 0.0), (0.0, 1.0)),
            ][side];
            let distance = if side < 2 { far_y } else { far_x } + dice.f(0.6, 3.0) * h.x;
            let step = if on_long { h.x } else { h.y } * 2.0 + dice.f(0.5, 9.0);
            let slide = dice.n(h.x);
            let bow = dice.n(0.04);
            for i in 0..n {
                let s = (i as f32 - (n - 1) as f32 / 2.0) * step + slide;
                let d = distance + dice.n(2.0) - bow * s * s / h.x;
                let (x, y) = (out.0 * d + along.0 * s, out.1 * d + along.1 * s);
                if dice.p(0.06) {
                    continue;
                }
                self.stand(dice, (x, y), out, (on_long, flat_hand));
            }
        }
    }

    /// One tile standing with its face towards `out` (to its owner).
    fn stand(&mut self, dice: &mut Dice, (x, y): (f32, f32), out: (f32, f32), (on_long, flat): (bool, bool)) {
        let h = self.styles[0].half;
        let yaw = dice.n(0.07);
        let n = v3(out.0 * yaw.cos() - out.1 * yaw.sin(), out.0 * yaw.sin() + out.1 * yaw.cos(), 0.0);
        let along = v3(-n.y, n.x, 0.0);
        let angle = along.y.atan2(along.x);
        if !self.layer.free(x, y, angle, if on_long { 0.5 } else { 0.45 }) {
            return;
        }
        self.layer.take(x, y, angle, (if on_long { h.x } else { h.y }, h.z));
        if flat {
            let kind = if dice.p(0.5) { TileKind::Up } else { TileKind::Down };
            self.loose(dice, (x, y, angle + FRAC_PI_2), kind);
            return;
        }
        let lean = if dice.p(0.8) { dice.n(0.03) } else { dice.f(-0.3, 0.3) };
        let sign = dice.sign();
        let face = n * lean.cos() + V3::UP * lean.sin();
        let (u, height) =
            if on_long { (along * sign, h.y) } else { ((V3::UP * lean.cos() - n * lean.sin()) * sign, h.x) };
        let z = height * lean.cos() + h.z * lean.sin().abs();
        let pose = Pose::new(v3(x, y, z), u, face);
        self.push(dice, pose, TileKind::Edge, None);
    }

    /// Something beside the tiles.
    fn thing(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        for _ in 0..6 {
            let (r, a) = (reach * dice.f(0.2, 1.7), dice.turn());
            let at = (r * a.cos(), r * a.sin(), dice.turn());
            let mut new = Printed { reach: 60.0, ..Printed::default() };
            match dice.w(&[0.12, 0.1, 0.09, 0.1, 0.08, 0.1, 0.08, 0.07, 0.07, 0.05, 0.07, 0.05, 0.05]) {
                0 => new = prints::card(dice, at),
                1 => new = prints::phone(dice, at),
                2 => new = prints::coaster(dice, at),
                3 => new = prints::pad(dice, at),
                4 => new = prints::cribbage_board(dice, at),
                5 => new.things = things::pen(dice, at),
                6 => new.things = things::stone(dice, at),
                7 => (new.things, new.reach) = things::block(dice, at),
                8 => new.things = things::glass(dice, at),
                9 => new.things = things::cable(dice, at),
                10 => new = prints::die(dice, at),
                11 => new = prints::buttons(dice, at),
                _ => new = prints::picture(dice, self.length, at),
            }
            let h = self.styles[0].half;
            let clear = self.tiles.iter().all(|t| (t.pose.at.x - at.0).hypot(t.pose.at.y - at.1) > new.reach + h.x);
            if clear {
                self.add(new);
                return;
            }
        }
    }

    /// Takes in a printed thing, numbering its tiles' thing and style.
    fn add(&mut self, new: Printed) {
        let (thing, style) = (self.things.len(), self.styles.len());
        self.things.extend(new.things);
        self.styles.extend(new.styles);
        for mut tile in new.tiles {
            tile.style = style;
            tile.print = tile.print.map(|(_, hx, hy)| (thing, hx, hy));
            self.tiles.push(tile);
        }
    }

    /// A board, a picture or a mat under everything, or printed things beside the tiles.
    fn printed(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        match dice.w(&[0.5, 0.25, 0.25]) {
            0 => {
                let size = (reach * dice.f(0.95, 1.4)).max(self.length * 3.0);
                let at = (dice.n(10.0), dice.n(10.0), dice.turn());
                let board = prints::board(dice, size, self.length, at);
                self.lift(&board);
                self.add(board);
            }
            1 => {
                let at = (dice.n(30.0), dice.n(30.0), dice.turn());
                let mat = prints::mat(dice, at);
                self.lift(&mat);
                self.add(mat);
            }
            _ => {}
        }
        for _ in 0..dice.i(0, 3) {
            let (r, a) = (reach + 120.0, dice.turn());
            let at = (r * a.cos(), r * a.sin(), dice.turn());
            let picture = prints::picture(dice, self.length, at);
            self.add(picture);
        }
    }

    /// Puts the tiles on top of a board instead of into it.
    fn lift(&mut self, board: &Printed) {
        let top = board.things.first().map_or(0.0, |t| t.solid.bounds().z * 2.0);
        for tile in &mut self.tiles {
            tile.pose.at.z += top;
        }
    }

    /// Tiles that lie on, or lean against, others.
    fn stack(&mut self, dice: &mut Dice) {
        let n = dice.i(2, 18);
        let spread = self.length * dice.f(0.5, 1.0) * (n as f32).sqrt();
        let share = dice.f(0.0, 0.3);
        self.scatter(dice, n, spread, share);
        let h = self.styles[0].half;
        for _ in 0..dice.i(1, 5) {
            let Some(at) = self.some_tile(dice) else { return };
            let angle = dice.turn();
            let (x, y) = (at.x + dice.n(h.x * 0.8), at.y + dice.n(h.x * 0.8));
            let flat = dice.p(0.4);
            // Leaning: one end on the table, the other on a tile.
            let lean = if flat { 0.0 } else { (h.z * 2.0 / (h.x * dice.f(1.3, 1.9))).min(0.7).asin() };
            let u = v3(angle.cos() * lean.cos(), angle.sin() * lean.cos(), lean.sin());
            let side = v3(-angle.sin(), angle.cos(), 0.0);
            let up = u.cross(side);
            let z = if flat { h.z * 3.0 } else { h.z * lean.cos() + h.x * lean.sin() };
            let face = if dice.p(0.75) { up } else { -up };
            let u = if dice.p(0.5) { u } else { -u };
            let (kind, part) = if face.z > 0.0 { (TileKind::Up, Some(Part::Loose)) } else { (TileKind::Down, None) };
            self.push(dice, Pose::new(v3(x, y, z), u, face), kind, part);
        }
    }

    /// A tile between the fingers whose tips are at `tip`.
    fn held(&mut self, dice: &mut Dice, tip: V3, heading: f32) {
        let h = self.styles[0].half;
        let lean = [dice.f(-0.4, 0.4), dice.f(0.4, 1.5)][dice.w(&[0.6, 0.4])];
        let forward = v3(heading.cos(), heading.sin(), 0.0);
        let side = v3(-forward.y, forward.x, 0.0);
        let face = V3::UP * lean.cos() - forward * lean.sin();
        let across = face.cross(side);
        let along = if dice.p(0.5) { side } else { across };
        let reach = if dice.p(0.5) { h.x } else { h.y } * dice.f(0.3, 1.1);
        let at = tip - V3::UP * (h.z + 4.0) + across * (reach * across.dot(forward).signum());
        let pose = Pose::new(at, along * dice.sign(), face);
        let flat = lean.abs() < 0.3;
        let (kind, part) = if flat { (TileKind::Up, Some(Part::Loose)) } else { (TileKind::Edge, None) };
        self.push(dice, pose, kind, part);
    }

    /// A hand over the table: its fingers on a tile, or just passing.
    fn hand(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        let mut tip = match self.some_tile(dice) {
            Some(at) if dice.p(0.7) => at + v3(dice.n(12.0), dice.n(12.0), 0.0),
            _ => {
                let (r, a) = (reach * dice.f(0.3, 1.2), dice.turn());
                v3(r * a.cos(), r * a.sin(), 0.0)
            }
        };
        tip.z = self.styles[0].half.z * 2.0 + dice.f(1.0, 25.0);
        // Hands come from outside.
        let heading = if dice.p(0.7) { (-tip.y).atan2(-tip.x) + dice.n(0.7) } else { dice.turn() };
        let tone = things::skin_tone(dice);
        if dice.p(0.4) && !self.tiles.is_empty() {
            tip.z += dice.f(5.0, 50.0);
            self.held(dice, tip, heading);
        }
        self.things.extend(things::hand(dice, tip, heading, tone));
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
        Kind::Heap | Kind::Rows | Kind::Empty => 0,
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
