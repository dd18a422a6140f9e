//! Puts tiles on a table as players do: legal, crosswise doubles, corners, gaps, crooked.

use super::maths::Dice;
use super::truth::{Chain, Contact, End, Half, Joint, TileEdge};
use std::f32::consts::{FRAC_PI_2, PI};

/// A tile of a layout on the table: its middle, and the direction from half a to half b.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// Pips of half a.
    pub a: u8,
    /// Pips of half b.
    pub b: u8,
    /// Middle, mm.
    pub x: f32,
    /// Middle, mm.
    pub y: f32,
    /// Radians, counter-clockwise from the x axis.
    pub angle: f32,
}

/// The habits of players.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Length and width of a tile, mm.
    pub size: (f32, f32),
    /// Highest value.
    pub max_pip: u8,
    /// Tiles wanted.
    pub tiles: usize,
    /// Mean gap, mm.
    pub gap: f32,
    /// Standard deviation of the angle, radians.
    pub crooked: f32,
    /// Chance of a corner at each tile.
    pub corners: f32,
    /// Probability that a playable double is preferred.
    pub doubles: f32,
    /// Share of doubles placed in line instead of across.
    pub inline: f32,
    /// Half sizes of the room, mm, about the origin.
    pub room: (f32, f32),
    /// `fives_and_threes`, `spinner_first`, `spinner_every`, or `spinner_at_once` whose arms are open before the sides are taken.
    pub family: &'static str,
}

#[derive(Clone, Copy, Debug)]
struct Tip {
    x: f32,
    y: f32,
    /// Direction of growth.
    d: f32,
    value: u8,
    tile: usize,
    half: Half,
    edge: TileEdge,
    crosswise: bool,
    /// A short end of a spinner whose sides are not both taken yet, or just were.
    arm: bool,
}

/// A place where the next tile may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPlace {
    /// The tile, in playing order.
    pub tile: usize,
    /// The value to be matched.
    pub value: u8,
    /// Whether it is a short end of a spinner.
    pub arm: bool,
}

/// A layout that grows tile by tile.
#[derive(Clone, Debug)]
pub struct Layer {
    manner: Manner,
    /// The tiles, in the order in which they were played.
    pub laid: Vec<Laid>,
    joints: Vec<Joint>,
    tips: Vec<Tip>,
    pool: Vec<(u8, u8)>,
    spinners: Vec<usize>,
    /// Rectangles that are taken: middle, angle, half sizes.
    taken: Vec<Rect>,
}

#[derive(Clone, Copy, Debug)]
struct Rect {
    x: f32,
    y: f32,
    angle: f32,
    hx: f32,
    hy: f32,
}

/// Possible place of a new tile.
struct Try {
    at: Laid,
    joint: Joint,
    tips: Vec<Tip>,
}

impl Layer {
    /// An empty table and a whole set.
    #[must_use]
    pub fn new(dice: &mut Dice, manner: Manner) -> Self {
        let mut pool: Vec<(u8, u8)> = (0..=manner.max_pip).flat_map(|a| (0..=a).map(move |b| (a, b))).collect();
        dice.shuffle(&mut pool);
        Self {
            manner,
            laid: Vec::new(),
            joints: Vec::new(),
            tips: Vec::new(),
            pool,
            spinners: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Plays the tiles wanted, or as many as fit.
    pub fn play(&mut self, dice: &mut Dice) {
        self.start(dice);
        let mut failed = 0;
        while self.laid.len() < self.manner.tiles && failed < 12 {
            if self.step(dice) {
                failed = 0;
            } else {
                failed += 1;
            }
        }
    }

    /// Tiles of the set that are not in the layout.
    #[must_use]
    pub fn rest(&self) -> &[(u8, u8)] {
        &self.pool
    }

    /// Reports whether there is room for a tile here, `share` of its size kept clear.
    #[must_use]
    pub fn free(&self, x: f32, y: f32, angle: f32, share: f32) -> bool {
        let (l, w) = self.manner.size;
        self.clear_of(&Rect { x, y, angle, hx: l / 2.0 * share, hy: w / 2.0 * share })
    }

    /// Marks a place of half sizes `hx`, `hy` as taken.
    pub fn take(&mut self, x: f32, y: f32, angle: f32, (hx, hy): (f32, f32)) {
        self.taken.push(Rect { x, y, angle, hx, hy });
    }

    fn clear_of(&self, rect: &Rect) -> bool {
        let reach = rect.hx.hypot(rect.hy);
        self.taken.iter().all(|t| {
            let far = reach + t.hx.hypot(t.hy);
            (t.x - rect.x).hypot(t.y - rect.y) >= far || !overlap(rect, t)
        })
    }

    fn start(&mut self, dice: &mut Dice) {
        if self.manner.tiles == 0 {
            return;
        }
        let want_double = dice.p(if self.manner.family == "fives_and_threes" { 0.35 } else { 0.6 });
        let found = self.pool.iter().position(|t| (t.0 == t.1) == want_double).unwrap_or(0);
        let tile = self.pool[found];
        self.start_with(dice, tile);
    }

    /// Adds the first tile, in the middle. Returns `false` if a tile is already there or this one is not in the set.
    pub fn start_with(&mut self, dice: &mut Dice, tile: (u8, u8)) -> bool {
        let Some(found) = self.position(tile).filter(|_| self.laid.is_empty()) else { return false };
        let (high, low) = self.pool.swap_remove(found);
        let (a, b) = if dice.p(0.5) { (high, low) } else { (low, high) };
        let angle = if dice.p(0.6) { dice.i(0, 3) as f32 * FRAC_PI_2 } else { dice.turn() };
        let (l, w) = self.manner.size;
        self.laid.push(Laid { a, b, x: 0.0, y: 0.0, angle });
        self.take(0.0, 0.0, angle, (l / 2.0, w / 2.0));
        let tip = |d: f32, reach: f32, value, half, edge, crosswise| Tip {
            x: d.cos() * reach,
            y: d.sin() * reach,
            d,
            value,
            tile: 0,
            half,
            edge,
            crosswise,
            arm: false,
        };
        if a == b {
            self.tips.push(tip(angle + FRAC_PI_2, w / 2.0, a, Half::Both, TileEdge::Left, true));
            self.tips.push(tip(angle - FRAC_PI_2, w / 2.0, a, Half::Both, TileEdge::Right, true));
            self.maybe_spinner(0);
            self.open_at_once(0);
        } else {
            self.tips.push(tip(angle, l / 2.0, b, Half::B, TileEdge::BEnd, false));
            self.tips.push(tip(angle + PI, l / 2.0, a, Half::A, TileEdge::AEnd, false));
        }
        true
    }

    fn position(&self, (a, b): (u8, u8)) -> Option<usize> {
        self.pool.iter().position(|&p| p == (a.max(b), a.min(b)))
    }

    /// Opens the short ends of the double `tile` if it is a spinner.
    fn maybe_spinner(&mut self, tile: usize) {
        let yes = match self.manner.family {
            "spinner_first" => self.spinners.is_empty(),
            "spinner_every" | "spinner_at_once" => true,
            _ => false,
        };
        if yes {
            self.spinners.push(tile);
        }
    }

    /// Returns the values that may be matched, in the order of [`Self::lay`], valid until the next tile is played.
    #[must_use]
    pub fn open_values(&self) -> Vec<u8> {
        self.tips.iter().map(|t| t.value).collect()
    }

    /// Returns the same places with their tiles, in the same order.
    #[must_use]
    pub fn open_places(&self) -> Vec<OpenPlace> {
        self.tips.iter().map(|t| OpenPlace { tile: t.tile, value: t.value, arm: t.arm }).collect()
    }

    /// Reports whether the tile is a double in line with its neighbour, not across.
    #[must_use]
    pub fn is_inline_double(&self, tile: usize) -> bool {
        let double = self.laid.get(tile).is_some_and(|laid| laid.a == laid.b);
        double && self.joints.iter().any(|joint| joint.j.tile == tile && joint.j.half != Half::Both)
    }

    /// Plays one tile somewhere; false when this try found no place.
    pub fn step(&mut self, dice: &mut Dice) -> bool {
        if self.tips.is_empty() {
            return false;
        }
        let t = dice.i(0, self.tips.len() as i32 - 1) as usize;
        let value = self.tips[t].value;
        let double = self.pool.iter().position(|p| p.0 == value && p.1 == value);
        let other = self.pool.iter().position(|p| p.0 != p.1 && (p.0 == value || p.1 == value));
        let pick = match (double, other) {
            (Some(d), Some(o)) => {
                if dice.p(self.manner.doubles) {
                    d
                } else {
                    o
                }
            }
            (Some(d), None) => d,
            (None, Some(o)) => o,
            (None, None) => return false,
        };
        self.lay(dice, t, self.pool[pick])
    }

    /// Plays this tile at the open place number `end` of [`Self::open_values`]. Returns `false` when it does not match,
    /// is not in the set any more, or has no room.
    pub fn lay(&mut self, dice: &mut Dice, end: usize, tile: (u8, u8)) -> bool {
        let (Some(tip), Some(pick)) = (self.tips.get(end).copied(), self.position(tile)) else { return false };
        let far = match tile {
            (a, b) if a == tip.value => b,
            (a, b) if b == tip.value => a,
            _ => return false,
        };
        let Some(place) = self.find_place(dice, &tip, far) else { return false };
        self.pool.swap_remove(pick);
        self.tips.swap_remove(end);
        let new = self.laid.len();
        let (l, w) = self.manner.size;
        self.take(place.at.x, place.at.y, place.at.angle, (l / 2.0, w / 2.0));
        self.laid.push(place.at);
        let across = place.joint.j.half == Half::Both;
        self.joints.push(place.joint);
        self.tips.extend(place.tips);
        if across {
            self.maybe_spinner(new);
            self.open_at_once(new);
        }
        self.open_spinner(tip.tile);
        true
    }

    /// Opens the short ends of a spinner when its second long side has been taken.
    fn open_spinner(&mut self, tile: usize) {
        let at_once = self.manner.family == "spinner_at_once";
        if at_once || !self.spinners.contains(&tile) || self.tips.iter().any(|t| t.tile == tile) {
            return;
        }
        let used = |edge| {
            self.joints.iter().any(|j| (j.i.tile == tile && j.i.edge == edge) || (j.j.tile == tile && j.j.edge == edge))
        };
        if !(used(TileEdge::Left) && used(TileEdge::Right)) || used(TileEdge::AEnd) || used(TileEdge::BEnd) {
            return;
        }
        self.open_arms(tile);
    }

    /// Opens the short ends of a double just played, unless they wait for its sides.
    fn open_at_once(&mut self, tile: usize) {
        if self.manner.family == "spinner_at_once" {
            self.open_arms(tile);
        }
    }

    fn open_arms(&mut self, tile: usize) {
        let at = self.laid[tile];
        let reach = self.manner.size.0 / 2.0;
        for (turn, half, edge) in [(PI, Half::A, TileEdge::AEnd), (0.0, Half::B, TileEdge::BEnd)] {
            let d = at.angle + turn;
            self.tips.push(Tip {
                x: at.x + d.cos() * reach,
                y: at.y + d.sin() * reach,
                d,
                value: at.a,
                tile,
                half,
                edge,
                crosswise: false,
                arm: true,
            });
        }
    }

    fn find_place(&self, dice: &mut Dice, tip: &Tip, far: u8) -> Option<Try> {
        let outside = {
            let (l, _) = self.manner.size;
            let (x, y) = (tip.x + tip.d.cos() * l, tip.y + tip.d.sin() * l);
            x.abs() > self.manner.room.0 || y.abs() > self.manner.room.1
        };
        let turn_first = outside || dice.p(self.manner.corners);
        let mut ways: Vec<u8> = if turn_first { vec![1, 2, 0] } else { vec![0, 1, 2] };
        if dice.p(0.5) {
            for w in &mut ways {
                *w = [0, 2, 1][usize::from(*w)];
            }
        }
        for way in ways {
            let place = match way {
                0 => self.straight(dice, tip, far),
                _ if far == tip.value && dice.p(0.85) => continue,
                1 => self.corner(dice, tip, far, 1.0),
                _ => self.corner(dice, tip, far, -1.0),
            };
            let (l, w) = self.manner.size;
            let a = &place.at;
            if a.x.abs() > self.manner.room.0 * 1.15 || a.y.abs() > self.manner.room.1 * 1.15 {
                continue;
            }
            // The neighbour is allowed to be close; everything else must be clear.
            if self.clear_of(&Rect { x: a.x, y: a.y, angle: a.angle, hx: l / 2.0 - 0.25, hy: w / 2.0 - 0.25 }) {
                return Some(place);
            }
        }
        None
    }

    fn gap(&self, dice: &mut Dice) -> f32 {
        if self.manner.gap <= 0.0 { 0.0 } else { self.manner.gap * dice.f(0.1, 1.9) }
    }

    /// Carries on in the tip's direction; a double goes across unless it is inline.
    fn straight(&self, dice: &mut Dice, tip: &Tip, far: u8) -> Try {
        let (l, w) = self.manner.size;
        let across = far == tip.value && !dice.p(self.manner.inline);
        let lean = dice.n(self.manner.crooked);
        let gap = self.gap(dice) + lean.sin().abs() * if across { l } else { w } * 0.5;
        let reach = if across { w / 2.0 } else { l / 2.0 };
        let slip = dice.n(self.manner.crooked * 8.0 + 0.12);
        let (c, s) = (tip.d.cos(), tip.d.sin());
        let (x, y) = (tip.x + c * (gap + reach) - s * slip, tip.y + s * (gap + reach) + c * slip);
        let d = tip.d + lean;
        let new = self.laid.len();
        let end = |half, edge, crosswise| Tip {
            x: x + d.cos() * reach,
            y: y + d.sin() * reach,
            d,
            value: far,
            tile: new,
            half,
            edge,
            crosswise,
            arm: false,
        };
        if across {
            // Half a to the left or to the right: both are the same double.
            let left = dice.p(0.5);
            let angle = d + if left { FRAC_PI_2 } else { -FRAC_PI_2 };
            // Seen along a to b (to the left of the line's course) the earlier tile is on the left hand.
            let (near, next) = if left { (TileEdge::Left, TileEdge::Right) } else { (TileEdge::Right, TileEdge::Left) };
            let at = Laid { a: far, b: far, x, y, angle };
            return Try {
                at,
                joint: self.joint(tip, Half::Both, near, "straight", gap),
                tips: vec![end(Half::Both, next, true)],
            };
        }
        let flip = dice.p(0.5);
        let (near, next) = if flip { (Half::B, Half::A) } else { (Half::A, Half::B) };
        let edge = |h| if h == Half::A { TileEdge::AEnd } else { TileEdge::BEnd };
        let at = if flip {
            Laid { a: far, b: tip.value, x, y, angle: d + PI }
        } else {
            Laid { a: tip.value, b: far, x, y, angle: d }
        };
        Try { at, joint: self.joint(tip, near, edge(near), "straight", gap), tips: vec![end(next, edge(next), false)] }
    }

    /// Turns: the new tile's matching half touches the tip with its long side, or its end touches the last half's side.
    fn corner(&self, dice: &mut Dice, tip: &Tip, far: u8, hand: f32) -> Try {
        let (l, w) = self.manner.size;
        let lean = dice.n(self.manner.crooked);
        let gap = self.gap(dice) + lean.sin().abs() * l * 0.5;
        let nd = tip.d + hand * FRAC_PI_2;
        let (dc, ds, nc, ns) = (tip.d.cos(), tip.d.sin(), nd.cos(), nd.sin());
        let beside = !tip.crosswise && !tip.arm && tip.half != Half::Both && dice.p(0.5);
        let (sx, sy) = if beside {
            (tip.x - dc * w / 2.0 + nc * (w / 2.0 + gap), tip.y - ds * w / 2.0 + ns * (w / 2.0 + gap))
        } else {
            (tip.x + dc * (gap + w / 2.0) - nc * w / 2.0, tip.y + ds * (gap + w / 2.0) - ns * w / 2.0)
        };
        let (x, y) = (sx + nc * l / 2.0, sy + ns * l / 2.0);
        let d = nd + lean;
        let new = self.laid.len();
        let flip = dice.p(0.5);
        let (near, next) = if flip { (Half::B, Half::A) } else { (Half::A, Half::B) };
        let at = if flip {
            Laid { a: far, b: tip.value, x, y, angle: d + PI }
        } else {
            Laid { a: tip.value, b: far, x, y, angle: d }
        };
        let end_edge = |h| if h == Half::A { TileEdge::AEnd } else { TileEdge::BEnd };
        let mut joint = if beside {
            self.joint(tip, near, end_edge(near), "corner", gap)
        } else {
            // The earlier tile is on the left hand of a line that turns left; of the tile too, unless it is the other
            // way round.
            let left = (hand < 0.0) == flip;
            let edge = if left { TileEdge::Left } else { TileEdge::Right };
            self.joint(tip, near, edge, "corner", gap)
        };
        if beside {
            // The side of the last tile that looks where the line turns to.
            let along_b = tip.half == Half::B;
            joint.i.edge = if (hand > 0.0) == along_b { TileEdge::Left } else { TileEdge::Right };
        }
        let tip = Tip {
            x: x + d.cos() * l / 2.0,
            y: y + d.sin() * l / 2.0,
            d,
            value: far,
            tile: new,
            half: next,
            edge: end_edge(next),
            crosswise: false,
            arm: false,
        };
        Try { at, joint, tips: vec![tip] }
    }

    fn joint(&self, tip: &Tip, half: Half, edge: TileEdge, kind: &'static str, gap: f32) -> Joint {
        Joint {
            i: Contact { tile: tip.tile, half: tip.half, edge: tip.edge },
            j: Contact { tile: self.laid.len(), half, edge },
            value: tip.value,
            kind,
            gap_mm: (gap * 100.0).round() / 100.0,
        }
    }

    /// Returns the joins of the layout. The pixels of the ends are not known here.
    #[must_use]
    pub fn chain(&self) -> Chain {
        if self.laid.is_empty() {
            return Chain::default();
        }
        let mut chain = Chain {
            rule_family: self.manner.family,
            joints: self.joints.clone(),
            spinners: self.spinners.clone(),
            ..Chain::default()
        };
        for tip in &self.tips {
            let double_length = if tip.crosswise { 2 } else { 1 };
            let mut end = End {
                tile: tip.tile,
                half: tip.half,
                value: tip.value,
                is_double_crosswise: tip.crosswise,
                counts: u32::from(tip.value) * double_length,
                edges: vec![tip.edge],
                points: Vec::new(),
            };
            if tip.arm {
                end.counts = 0;
                chain.uncounted_ends.push(end);
                continue;
            }
            // A lone double is one end with two free sides.
            match chain
                .open_ends
                .iter_mut()
                .find(|e| e.tile == end.tile && e.is_double_crosswise && end.is_double_crosswise)
            {
                Some(same) => same.edges.push(tip.edge),
                None => chain.open_ends.push(end),
            }
        }
        chain.ends_total = chain.open_ends.iter().map(|e| e.counts).sum();
        chain
    }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    let corner = |r: &Rect| {
        let (s, c) = r.angle.sin_cos();
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)]
            .map(|(i, j)| (r.x + c * r.hx * i - s * r.hy * j, r.y + s * r.hx * i + c * r.hy * j))
    };
    let (p, q) = (corner(a), corner(b));
    [a.angle, a.angle + FRAC_PI_2, b.angle, b.angle + FRAC_PI_2].iter().all(|angle| {
        let (s, c) = angle.sin_cos();
        let range = |k: &[(f32, f32); 4]| {
            let d = k.map(|(x, y)| x * c + y * s);
            (d.iter().copied().fold(f32::MAX, f32::min), d.iter().copied().fold(f32::MIN, f32::max))
        };
        let ((a0, a1), (b0, b1)) = (range(&p), range(&q));
        a0 < b1 && b0 < a1
    })
}
