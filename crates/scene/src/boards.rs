//! Cribbage boards: tracks of holes in fives, with lines, inlays, numbers and pegs. Two rows of five holes look like half a
//! tile, so there are many styles.

use super::ink::Sheet;
use super::maths::{Dice, Rgb, hsv, mix, scale, srgb, v3};
use super::prints::{self, Printed, place, word};
use super::scene::{Skin, Thing};
use super::solid::{Pose, Solid};
use super::things::plain;
use std::f32::consts::{FRAC_PI_2, PI};

/// A board before it is drilled.
struct Blank {
    /// Half of length, width, thickness, mm.
    half: (f32, f32, f32),
    wood: Rgb,
    hole: Rgb,
    /// Of a hole, mm.
    radius: f32,
    /// From hole to hole, mm.
    sheet: Sheet,
    holes: Vec<(f32, f32)>,
}

/// A board in one of the styles.
#[must_use]
pub fn any(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    match dice.w(&[0.35, 0.2, 0.2, 0.15, 0.1]) {
        0 => pairs(dice, at),
        1 => tracks(dice, at),
        2 => inlaid(dice, at),
        3 => racetrack(dice, at),
        _ => prints::cribbage_board(dice, at),
    }
}

impl Blank {
    fn new(dice: &mut Dice, half: (f32, f32, f32), step: f32) -> Self {
        let wood = match dice.w(&[0.75, 0.15, 0.1]) {
            0 => hsv(dice.f(0.02, 0.12), dice.f(0.25, 0.85), dice.f(0.2, 0.95)),
            1 => scale([1.0; 3], dice.log(0.01, 0.8)),
            _ => dice.colour(),
        };
        let hole = scale(wood, dice.log(0.01, 0.4));
        let mut sheet = Sheet::new(512, (half.0, half.1), wood);
        for _ in 0..dice.i(0, 45) {
            let tone = scale(wood, dice.f(0.75, 1.15));
            let at = (dice.f(-1.0, 1.0) * half.0, dice.f(-1.0, 1.0) * half.1);
            let size = (dice.f(0.1, 0.8) * half.0, dice.f(0.2, 1.6));
            sheet.rect(at, size, dice.n(0.01), tone);
        }
        let radius = (step * dice.f(0.2, 0.36)).min(2.2);
        Self { half, wood, hole, radius, sheet, holes: Vec::new() }
    }

    /// Drills; some boards have a light rim at each hole.
    fn drill(&mut self, holes: impl IntoIterator<Item = (f32, f32)>, rim: bool) {
        let light = mix(self.wood, [1.0; 3], 0.25);
        for hole in holes {
            if rim {
                self.sheet.disc(hole, self.radius * 1.45, light);
            }
            self.sheet.disc(hole, self.radius, self.hole);
            self.holes.push(hole);
        }
    }

    /// The board on the table with its pegs.
    fn finish(self, dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
        let skin =
            Skin { mottle: (dice.f(0.05, 0.4), 40.0), ..plain(self.wood, dice.f(0.1, 0.8), dice.log(30.0, 300.0)) };
        let mut all = place(self.sheet, self.half, at, &[], None, skin);
        let corner = if dice.p(0.2) { self.half.1 * dice.f(0.4, 0.98) } else { dice.f(1.0, 8.0) };
        let edge = dice.f(0.4, 2.5).min(self.half.2 * 0.8);
        let (x, y, z) = self.half;
        if let Some(board) = all.things.first_mut() {
            board.solid = Solid::Slab { half: v3(x, y, z), corner: corner.max(edge), edge };
            let pose = board.pose;
            all.things.extend(pegs(dice, &pose, &self.holes, self.half));
        }
        all
    }
}

/// Pegs of two or three colours, in the holes and some beside the board.
fn pegs(dice: &mut Dice, board: &Pose, holes: &[(f32, f32)], half: (f32, f32, f32)) -> Vec<Thing> {
    let colours: Vec<Rgb> = (0..3)
        .map(|_| match dice.w(&[0.6, 0.2, 0.2]) {
            0 => hsv(dice.f(0.0, 1.0), dice.f(0.6, 1.0), dice.f(0.3, 1.0)),
            1 => srgb(190.0, 160.0, 90.0),
            _ => scale([1.0; 3], dice.log(0.01, 0.9)),
        })
        .collect();
    let (long, thick, gloss) = (dice.f(5.0, 14.0), dice.f(1.0, 2.3), dice.f(0.3, 1.0));
    let headed = dice.p(0.5);
    let mut things = Vec::new();
    for k in 0..dice.i(0, 8) as usize {
        let skin = plain(colours[k % 3], gloss, 120.0);
        let (foot, up) = if dice.p(0.85) && !holes.is_empty() {
            let hole = holes[dice.i(0, holes.len() as i32 - 1) as usize];
            (board.point(v3(hole.0, hole.1, half.2)), v3(dice.n(0.1), dice.n(0.1), 1.0).normalize_or_zero())
        } else {
            let beside = board.point(v3(dice.f(-1.0, 1.0) * half.0, (half.1 + dice.f(8.0, 25.0)) * dice.sign(), 0.0));
            let turn = dice.turn();
            (v3(beside.x, beside.y, thick), v3(turn.cos(), turn.sin(), 0.0))
        };
        let side = if up.z > 0.5 { v3(1.0, 0.0, 0.0) } else { v3(0.0, 0.0, 1.0) };
        let pose = Pose::new(foot + up * long, up, side);
        things.push(Thing { solid: Solid::Capsule { half: long, radius: thick }, pose, skin: skin.clone() });
        if headed {
            let radius = thick * dice.f(1.2, 1.9);
            let pose = Pose::new(foot + up * (long * 2.0), up, side);
            things.push(Thing { solid: Solid::Ellipsoid { radii: v3(radius, radius, radius) }, pose, skin });
        }
    }
    things
}

/// Places of `n` holes along x from `from`, a gap of `gap` steps after every fifth.
fn fives(from: (f32, f32), n: usize, step: f32, gap: f32) -> impl Iterator<Item = (f32, f32)> {
    (0..n).map(move |i| (from.0 + (i as f32 + (i / 5) as f32 * gap) * step, from.1))
}

/// Length of such a row, mm.
fn length(n: usize, step: f32, gap: f32) -> f32 {
    (n as f32 - 1.0 + ((n - 1) / 5) as f32 * gap) * step
}

/// A short, thick board: double rows far apart.
fn pairs(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (step, gap) = (dice.f(5.5, 8.5), dice.f(0.8, 1.6));
    let n = 5 * dice.i(3, 6) as usize;
    let along = length(n, step, gap);
    let lane = step * dice.f(0.8, 1.6);
    let tracks = dice.i(2, 3);
    let apart = lane * dice.f(1.6, 4.5);
    let width = apart * (tracks - 1) as f32 + lane;
    let half = (along / 2.0 + dice.f(6.0, 30.0), width / 2.0 + dice.f(4.0, 12.0), dice.f(4.0, 10.0));
    let mut blank = Blank::new(dice, half, step);
    let rim = dice.p(0.2);
    for t in 0..tracks {
        let y = (t as f32 - (tracks - 1) as f32 / 2.0) * apart;
        for side in [-0.5, 0.5] {
            blank.drill(fives((-along / 2.0, y + lane * side), n, step, gap), rim);
        }
    }
    words(dice, &mut blank);
    blank.finish(dice, at)
}

/// The flat board of two or three players: out and back, lines between the fives, start holes and games at the end.
fn tracks(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (step, gap) = (dice.f(4.5, 7.0), dice.f(0.2, 1.2));
    let n = if dice.p(0.6) { 30 } else { 5 * dice.i(4, 9) as usize };
    let along = length(n, step, gap);
    let (players, lane) = (dice.i(2, 4), step * dice.f(0.8, 1.5));
    let out = lane * dice.f(1.4, 2.6);
    let apart = lane + out;
    let width = apart * (players - 1) as f32 + lane;
    let half = (along / 2.0 + dice.f(15.0, 45.0), width / 2.0 + dice.f(5.0, 14.0), dice.f(2.5, 9.0));
    let mut blank = Blank::new(dice, half, step);
    let (stripes, lines, rim) = (dice.p(0.4), dice.p(0.6), dice.p(0.2));
    let line = if dice.p(0.5) { scale(blank.wood, 0.35) } else { mix(blank.wood, [1.0; 3], 0.6) };
    for t in 0..players {
        let y = (t as f32 - (players - 1) as f32 / 2.0) * apart;
        if stripes {
            let colour = dice.colour();
            blank.sheet.rect((0.0, y), (along / 2.0 + step, lane * 0.95), 0.0, colour);
        }
        for side in [-0.5, 0.5] {
            let start = (-along / 2.0, y + lane * side);
            blank.drill(fives(start, n, step, gap), rim);
            blank.drill([(start.0 - step * 2.0, start.1)], rim);
        }
        if lines {
            for k in 1..n / 5 {
                let x = -along / 2.0 + (k as f32 * (5.0 + gap) - 0.5 - gap / 2.0) * step;
                blank.sheet.rect((x, y), (0.35, lane * 1.1), 0.0, line);
            }
        }
    }
    if dice.p(0.4) {
        for k in 1..=n / 5 {
            let (x, text) = (-along / 2.0 + (k as f32 * (5.0 + gap) - 2.5) * step, (k * 5).to_string());
            blank.sheet.text((x, half.1 - 4.0), dice.f(3.5, 6.0), 0.0, &text, line);
        }
    }
    words(dice, &mut blank);
    blank.finish(dice, at)
}

/// Draws each group of holes in a separate field, framed or of another colour.
fn inlaid(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (step, rows) = (dice.f(5.0, 9.0), dice.i(2, 4));
    let (columns, groups) = (dice.i(3, 6), dice.i(2, 7));
    let lane = step * dice.f(0.8, 1.4);
    let field = (columns as f32 * step / 2.0 + dice.f(0.0, 2.0), rows as f32 * lane / 2.0 + dice.f(0.0, 2.0));
    let (apart, tracks) = (dice.f(0.3, 8.0), dice.i(1, 3));
    let pitch = (field.0 * 2.0 + apart, field.1 * 2.0 + dice.f(0.3, 20.0));
    let half = (
        pitch.0 * groups as f32 / 2.0 + dice.f(3.0, 20.0),
        pitch.1 * tracks as f32 / 2.0 + dice.f(2.0, 10.0),
        dice.f(3.0, 10.0),
    );
    let mut blank = Blank::new(dice, half, step);
    let (framed, rim) = (dice.p(0.5), dice.p(0.2));
    let inlay = match dice.w(&[0.4, 0.3, 0.3]) {
        0 => srgb(235.0, dice.f(205.0, 232.0), dice.f(150.0, 215.0)),
        1 => scale(blank.wood, dice.f(0.3, 1.6)).map(|c| c.min(0.95)),
        _ => dice.colour(),
    };
    for t in 0..tracks {
        for g in 0..groups {
            let x = (g as f32 - (groups - 1) as f32 / 2.0) * pitch.0;
            let y = (t as f32 - (tracks - 1) as f32 / 2.0) * pitch.1;
            blank.sheet.rect((x, y), field, 0.0, inlay);
            if framed {
                let inside = (field.0 - 0.7, field.1 - 0.7);
                blank.sheet.rect((x, y), inside, 0.0, blank.wood);
            }
            let hole = |i: i32| {
                let (c, r) = (i % columns, i / columns);
                let across = (c as f32 - (columns - 1) as f32 / 2.0) * step;
                (x + across, y + (r as f32 - (rows - 1) as f32 / 2.0) * lane)
            };
            blank.drill((0..columns * rows).map(hole), rim);
        }
    }
    blank.finish(dice, at)
}

/// Lanes side by side, two straights joined by a half circle.
fn racetrack(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (step, lanes) = (dice.f(4.8, 7.0), dice.i(2, 4));
    let n = 5 * dice.i(5, 8) as usize;
    let gap = dice.f(0.0, 0.8);
    let along = length(n, step, gap);
    let lane = step * dice.f(0.75, 1.2);
    let inner = dice.f(8.0, 22.0);
    let outer = inner + lane * (lanes - 1) as f32;
    let half = (along / 2.0 + outer + dice.f(4.0, 12.0), outer + dice.f(4.0, 12.0), dice.f(4.0, 10.0));
    let mut blank = Blank::new(dice, half, step);
    let (stripes, rim) = (dice.p(0.6), dice.p(0.2));
    let end = along / 2.0;
    for l in 0..lanes {
        let r = inner + lane * l as f32;
        if stripes {
            let colour = hsv(dice.f(0.0, 1.0), dice.f(0.4, 1.0), dice.f(0.3, 0.9));
            for side in [-1.0, 1.0] {
                blank.sheet.rect((0.0, r * side), (end, lane * 0.42), 0.0, colour);
            }
        }
        for side in [-1.0, 1.0] {
            blank.drill(fives((-end, r * side), n, step, gap), rim);
        }
        let turn = (PI * r / step) as i32;
        blank.drill(
            (1..turn).map(|i| {
                let a = -FRAC_PI_2 + PI * i as f32 / turn as f32;
                (end + r * a.cos() * 0.98, r * a.sin())
            }),
            rim,
        );
    }
    words(dice, &mut blank);
    blank.finish(dice, at)
}

/// Perhaps a name along the middle or at an end.
fn words(dice: &mut Dice, blank: &mut Blank) {
    if dice.p(0.4) {
        let ink = if dice.p(0.5) { scale(blank.wood, 0.4) } else { mix(blank.wood, [1.0; 3], 0.7) };
        let text = word(dice);
        let end = dice.p(0.4);
        let (at, turn) = if end { ((blank.half.0 * 0.93, 0.0), FRAC_PI_2) } else { ((0.0, 0.0), 0.0) };
        blank.sheet.text(at, dice.f(4.0, 9.0), turn, &text, ink);
    }
}
