//! Objects on tables beside a game: pads with writing, dice, cards, coins, buttons, keyboards, mats, bricks, glasses.
//! Much of it has dots or rows of squares that look like tiles; none of it is one.

use super::boards;
use super::ink::Sheet;
use super::maths::{Dice, Rgb, hsv, mix, scale, srgb, v3};
use super::pips::{PipLayouts, PipPlaces};
use super::prints::{self, Printed, dark_ink, paper, place, word};
use super::scene::{Skin, Thing};
use super::solid::{Pose, Solid};
use super::things::{self, lying, plain};
use std::f32::consts::{FRAC_PI_2, PI};

/// A sort of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A cribbage board.
    Board,
    /// A page with lines and handwriting.
    Pad,
    /// Several dice.
    DiceThrow,
    /// Playing cards in a fan or heap.
    Cards,
    /// Something with a pattern of dots.
    Dotted,
    /// Sewing buttons.
    Buttons,
    /// Coins.
    Coins,
    /// A keyboard or calculator.
    Keys,
    /// A drink.
    Pint,
    /// A phone.
    Phone,
    /// Building bricks with studs.
    Bricks,
    /// A board with rows of hollows, marbles in some.
    Hollows,
    /// A beer mat.
    Coaster,
    /// A pen.
    Pen,
}

/// Share of each piece.
const SHARES: [(Piece, f32); 14] = [
    (Piece::Board, 0.27),
    (Piece::Pad, 0.11),
    (Piece::DiceThrow, 0.08),
    (Piece::Cards, 0.09),
    (Piece::Dotted, 0.08),
    (Piece::Buttons, 0.06),
    (Piece::Coins, 0.05),
    (Piece::Keys, 0.05),
    (Piece::Pint, 0.06),
    (Piece::Phone, 0.04),
    (Piece::Bricks, 0.04),
    (Piece::Hollows, 0.03),
    (Piece::Coaster, 0.02),
    (Piece::Pen, 0.02),
];

impl Piece {
    /// One at random.
    #[must_use]
    pub fn random(dice: &mut Dice) -> Self {
        SHARES[dice.w(&SHARES.map(|s| s.1))].0
    }

    /// Makes it, lengthwise along the angle of `at` (x, y, angle).
    #[must_use]
    pub fn make(self, dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
        match self {
            Self::Board => boards::any(dice, at),
            Self::Pad => pad(dice, at),
            Self::DiceThrow => dice_throw(dice, at),
            Self::Cards => cards(dice, at),
            Self::Dotted => dotted(dice, at),
            Self::Buttons => buttons(dice, at),
            Self::Coins => coins(dice, at),
            Self::Keys => keys(dice, at),
            Self::Pint => of_things(things::glass(dice, at)),
            Self::Phone => {
                let lit = dice.p(0.5);
                phone(dice, at, lit)
            }
            Self::Bricks => bricks(dice, at),
            Self::Hollows => hollows(dice, at),
            Self::Coaster => prints::coaster(dice, at),
            Self::Pen => of_things(things::pen(dice, at)),
        }
    }
}

fn of_things(things: Vec<Thing>) -> Printed {
    Printed { things, reach: 60.0, ..Printed::default() }
}

/// Strokes of handwritten digits in a box from (0, 0) at the lower left to (1, 1).
const DIGITS: [&[(f32, f32)]; 10] = [
    &[(0.5, 1.0), (0.1, 0.7), (0.1, 0.3), (0.5, 0.0), (0.9, 0.3), (0.9, 0.7), (0.5, 1.0)],
    &[(0.3, 0.8), (0.6, 1.0), (0.55, 0.0)],
    &[(0.1, 0.8), (0.5, 1.0), (0.85, 0.75), (0.1, 0.0), (0.95, 0.05)],
    &[(0.1, 0.9), (0.6, 1.0), (0.8, 0.75), (0.4, 0.5), (0.85, 0.25), (0.5, 0.0), (0.1, 0.1)],
    &[(0.5, 1.0), (0.1, 0.4), (0.9, 0.4), (0.7, 0.7), (0.65, 0.0)],
    &[(0.85, 1.0), (0.25, 0.95), (0.2, 0.55), (0.6, 0.6), (0.85, 0.3), (0.5, 0.0), (0.1, 0.1)],
    &[(0.7, 1.0), (0.25, 0.5), (0.15, 0.2), (0.5, 0.0), (0.8, 0.25), (0.5, 0.5), (0.2, 0.3)],
    &[(0.1, 0.95), (0.9, 1.0), (0.35, 0.0)],
    &[(0.5, 0.5), (0.15, 0.8), (0.5, 1.0), (0.8, 0.8), (0.2, 0.2), (0.5, 0.0), (0.85, 0.2), (0.5, 0.5)],
    &[(0.8, 0.7), (0.4, 0.55), (0.25, 0.85), (0.6, 1.0), (0.8, 0.7), (0.65, 0.0)],
];

/// A line of ink through these places.
fn stroke(sheet: &mut Sheet, points: &[(f32, f32)], width: f32, ink: Rgb) {
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let half = dx.hypot(dy) / 2.0 + width / 3.0;
        sheet.rect(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), (half, width / 2.0), dy.atan2(dx), ink);
    }
}

/// A number as a hand writes it, `height` mm high.
fn written(dice: &mut Dice, sheet: &mut Sheet, at: (f32, f32), height: f32, number: i32, ink: Rgb) {
    let (lean, width) = (dice.f(-0.1, 0.35), height * dice.f(0.07, 0.13));
    let text = number.to_string();
    let wide = height * 0.55;
    for (i, c) in text.bytes().enumerate() {
        let digit = DIGITS[usize::from(c.saturating_sub(b'0')).min(9)];
        let x0 = at.0 + (i as f32 - (text.len() as f32) / 2.0) * wide * 1.3;
        let points: Vec<(f32, f32)> = digit
            .iter()
            .map(|p| {
                let y = (p.1 - 0.5) * height + dice.n(height * 0.03);
                (x0 + p.0 * wide + y * lean + dice.n(height * 0.03), at.1 + y)
            })
            .collect();
        stroke(sheet, &points, width, ink);
    }
}

/// A page with columns of scores, struck out one after the other, or tallies.
fn pad(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    if dice.p(0.2) {
        return prints::pad(dice, at);
    }
    let (hw, hh) = (dice.f(42.0, 75.0), dice.f(55.0, 110.0));
    let base = paper(dice);
    let mut sheet = Sheet::new(256, (hw, hh), base);
    let (rule, ink) = (mix(base, dark_ink(dice), dice.f(0.15, 0.6)), dark_ink(dice));
    let step = dice.f(6.0, 11.0);
    let (lines, squares) = (dice.p(0.7), dice.p(0.3));
    let mut y = hh - step;
    while lines && y > -hh {
        sheet.rect((0.0, y), (hw, 0.3), 0.0, rule);
        if squares {
            sheet.rect((y * hw / hh, 0.0), (0.3, hh), 0.0, rule);
        }
        y -= step;
    }
    let columns = dice.i(1, 3);
    let tallies = dice.p(0.25);
    for c in 0..columns {
        let x = hw * ((2 * c + 1) as f32 / columns as f32 - 1.0);
        if c > 0 {
            sheet.rect((x - hw / columns as f32, 0.0), (0.4, hh), 0.0, rule);
        }
        let name = word(dice);
        sheet.text((x, hh - step * 0.6), step * 0.5, 0.0, &name[..name.len().min(4)], ink);
        let (mut total, mut y) = (0, hh - step * 1.7);
        for _ in 0..dice.i(0, (2.0 * hh / step) as i32 - 2) {
            if tallies {
                tally(dice, &mut sheet, (x, y), step * 0.7, ink);
            } else {
                total += dice.i(1, 8);
                written(dice, &mut sheet, (x + slip(total), y), step * 0.75, total, ink);
                if dice.p(0.6) {
                    let across = [(x - step * 0.7, y - step * 0.3), (x + step * 0.7, y + step * 0.3)];
                    stroke(&mut sheet, &across, step * 0.08, ink);
                }
            }
            y -= step;
        }
    }
    let thickness = dice.f(0.1, 4.0);
    place(sheet, (hw, hh, thickness), at, &[], None, plain(base, 0.0, 10.0))
}

/// Returns the place of a written total within its column: never exactly below the last.
fn slip(total: i32) -> f32 {
    (total as f32 * 2.4).sin()
}

/// Four strokes and one across.
fn tally(dice: &mut Dice, sheet: &mut Sheet, (x, y): (f32, f32), height: f32, ink: Rgb) {
    let n = dice.i(1, 5);
    for i in 0..n.min(4) {
        let at = x + (i as f32 - 1.5) * height * 0.35;
        let points = [(at, y - height / 2.0), (at + dice.n(height * 0.06), y + height / 2.0)];
        stroke(sheet, &points, height * 0.1, ink);
    }
    if n == 5 {
        stroke(sheet, &[(x - height, y - height * 0.3), (x + height, y + height * 0.3)], height * 0.1, ink);
    }
}

/// Dice of one sort, thrown, or set in a row so that two of them are as long as a tile.
fn dice_throw(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Printed {
    let half = dice.f(6.0, 11.0);
    let (base, ink) = match dice.w(&[0.5, 0.2, 0.3]) {
        0 => (paper(dice), dark_ink(dice)),
        1 => (scale([1.0; 3], dice.log(0.005, 0.1)), srgb(245.0, 245.0, 240.0)),
        _ => (dice.colour(), srgb(245.0, 245.0, 240.0)),
    };
    let places = PipLayouts::random(dice, PipPlaces { half_length: half * 2.0, half_width: half });
    let skin = plain(base, dice.f(0.1, 0.8), 80.0);
    let (in_row, gap) = (dice.p(0.5), dice.f(0.0, 3.0));
    let mut all = Printed { reach: half * 8.0, ..Printed::default() };
    for k in 0..dice.i(2, 6) {
        let (at, turn) = if in_row {
            let along = (k as f32 - 2.0) * (half * 2.0 + gap);
            ((x + angle.cos() * along, y + angle.sin() * along), angle + dice.n(0.02))
        } else {
            let (r, a) = (half * 1.5 * (k as f32).sqrt() * dice.f(1.4, 2.0), k as f32 * 2.4 + angle);
            ((x + r * a.cos(), y + r * a.sin()), dice.turn())
        };
        let value = dice.i(1, 6) as usize;
        let mut sheet = Sheet::new(64, (half, half), base);
        for &p in &places.of[value] {
            sheet.disc(p, places.radius[value], ink);
        }
        let mut one = place(sheet, (half, half, half), (at.0, at.1, turn), &[], None, skin.clone());
        for thing in &mut one.things {
            thing.solid = Solid::Slab { half: v3(half, half, half), corner: half * 0.35, edge: half * 0.3 };
        }
        all.things.extend(one.things);
    }
    all
}

/// Returns the marks of a card with this value: columns -1, 0, 1 and heights from -1 to 1.
fn marks_of(value: usize) -> Vec<(f32, f32)> {
    let middle: &[f32] = match value {
        1 | 5 | 9 => &[0.0],
        2 => &[-1.0, 1.0],
        3 => &[-1.0, 0.0, 1.0],
        7 => &[0.5],
        8 => &[-0.5, 0.5],
        10 => &[-0.67, 0.67],
        _ => &[],
    };
    let sides: &[f32] = match value {
        4 | 5 => &[-1.0, 1.0],
        6..=8 => &[-1.0, 0.0, 1.0],
        9 | 10 => &[-1.0, -0.33, 0.33, 1.0],
        _ => &[],
    };
    let column = |x: f32, at: &[f32]| at.iter().map(|&y| (x, y)).collect::<Vec<_>>();
    [column(0.0, middle), column(-1.0, sides), column(1.0, sides)].concat()
}

/// A mark of a suit.
fn suit(sheet: &mut Sheet, at: (f32, f32), size: f32, suit: i32, ink: Rgb) {
    match suit {
        0 => sheet.rect(at, (size * 0.75, size * 0.75), 0.785, ink),
        1 => {
            for side in [-0.45, 0.45] {
                sheet.disc((at.0 + side * size, at.1 + size * 0.3), size * 0.5, ink);
            }
            sheet.rect((at.0, at.1 - size * 0.1), (size * 0.62, size * 0.62), 0.785, ink);
        }
        _ => {
            for (dx, dy) in [(-0.5, -0.2), (0.5, -0.2), (0.0, 0.5)] {
                sheet.disc((at.0 + dx * size, at.1 + dy * size), size * 0.5, ink);
            }
            sheet.rect((at.0, at.1 - size * 0.6), (size * 0.12, size * 0.5), 0.0, ink);
        }
    }
}

/// Playing cards: a fan, a row or a heap, some with their backs up.
fn cards(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Printed {
    let mut all = Printed { reach: 90.0, ..Printed::default() };
    let (fan, slide) = (dice.f(-0.3, 0.3), dice.f(10.0, 30.0));
    let heap = dice.p(0.4);
    for k in 0..dice.i(1, 6) {
        let (dx, turn) = if heap { (dice.n(18.0), dice.n(0.7)) } else { (k as f32 * slide, k as f32 * fan) };
        let dy = if heap { dice.n(18.0) } else { 0.0 };
        let at = (
            x + angle.cos() * dx - angle.sin() * dy,
            y + angle.sin() * dx + angle.cos() * dy,
            angle + FRAC_PI_2 + turn,
        );
        let mut one = if dice.p(0.3) { prints::card(dice, at) } else { face(dice, at) };
        for thing in &mut one.things {
            // Each is on top of the one before.
            thing.pose.at.z += k as f32 * 0.35;
        }
        all.things.extend(one.things);
    }
    all
}

/// The face of a number card.
fn face(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = (31.0, 44.0);
    let white = paper(dice);
    let mut sheet = Sheet::new(128, half, white);
    let kind = dice.i(0, 3);
    let ink = if kind < 2 { srgb(200.0, 20.0, 30.0) } else { srgb(15.0, 15.0, 15.0) };
    let value = dice.i(1, 10);
    let text = if value == 1 { "A".to_owned() } else { value.to_string() };
    for (side, turn) in [(1.0, 0.0), (-1.0, PI)] {
        sheet.text((-25.0 * side, 36.0 * side), 8.0, turn, &text, ink);
        suit(&mut sheet, (-25.0 * side, 26.0 * side), 3.0, kind, ink);
    }
    for p in marks_of(value.unsigned_abs() as usize) {
        suit(&mut sheet, (p.0 * 12.0, p.1 * 29.0), 5.0, kind, ink);
    }
    place(sheet, (half.0, half.1, 0.15), at, &[], None, plain(white, dice.f(0.0, 0.6), 60.0))
}

/// A mat, a box, a cloth or a grille with dots in rows, in groups or strewn.
fn dotted(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = (dice.f(25.0, 130.0), dice.f(15.0, 90.0));
    let base = match dice.w(&[0.4, 0.3, 0.3]) {
        0 => paper(dice),
        1 => dice.colour(),
        _ => scale([1.0; 3], dice.log(0.005, 0.3)),
    };
    let ink = if dice.p(0.5) { dark_ink(dice) } else { mix(base, dice.colour(), dice.f(0.4, 1.0)) };
    let mut sheet = Sheet::new(512, half, base);
    let step = dice.f(4.0, 14.0);
    let radius = step * dice.f(0.14, 0.42);
    // Every few columns or rows are left free: groups like the pips of halves.
    let (free_x, free_y) = (dice.i(2, 9), dice.i(2, 9));
    let (grouped, offset, ring) = (dice.p(0.6), dice.p(0.3), dice.p(0.15));
    let lines = dice.p(0.25);
    let (nx, ny) = ((half.0 / step) as i32, (half.1 / step) as i32);
    let missing = if dice.p(0.4) { dice.f(0.0, 0.5) } else { 0.0 };
    for j in -ny..=ny {
        for i in -nx..=nx {
            let gone = grouped && (i.rem_euclid(free_x) == 0 || j.rem_euclid(free_y) == 0);
            if lines && gone {
                sheet.rect((i as f32 * step, j as f32 * step), (step / 2.0, 0.4), 0.0, ink);
            }
            if gone || dice.p(missing) {
                continue;
            }
            let shift = if offset && j % 2 != 0 { 0.5 } else { 0.0 };
            let p = ((i as f32 + shift) * step, j as f32 * step);
            if ring {
                sheet.ring(p, radius, radius * 0.4, ink);
            } else {
                sheet.disc(p, radius, ink);
            }
        }
    }
    let thickness = if dice.p(0.6) { dice.f(0.1, 1.5) } else { dice.f(3.0, 20.0) };
    let mut all =
        place(sheet, (half.0, half.1, thickness), at, &[], None, plain(base, dice.f(0.0, 0.6), dice.log(15.0, 200.0)));
    if let (true, Some(thing)) = (dice.p(0.5), all.things.first_mut()) {
        let corner = half.0.min(half.1) * dice.f(0.05, 0.4);
        thing.solid = Solid::Slab { half: v3(half.0, half.1, thickness), corner, edge: (thickness * 0.5).min(2.0) };
    }
    all
}

/// Sewing buttons, strewn or in a row.
fn buttons(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Printed {
    let mut all = Printed { reach: 50.0, ..Printed::default() };
    let (row, step) = (dice.p(0.5), dice.f(16.0, 30.0));
    let (radius, holes) = (dice.f(5.0, 14.0), if dice.p(0.6) { 4 } else { 2 });
    for k in 0..dice.i(2, 9) {
        let (dx, dy) = if row { (k as f32 * step.max(radius * 2.1), 0.0) } else { (dice.n(40.0), dice.n(40.0)) };
        let at = (x + angle.cos() * dx - angle.sin() * dy, y + angle.sin() * dx + angle.cos() * dy, dice.turn());
        let base = if dice.p(0.5) { paper(dice) } else { dice.colour() };
        let mut sheet = Sheet::new(64, (radius, radius), base);
        let dark = scale(base, dice.f(0.05, 0.4));
        sheet.ring((0.0, 0.0), radius * 0.8, radius * 0.1, scale(base, 0.7));
        for h in 0..holes {
            let a = PI * 2.0 * h as f32 / holes as f32 + 0.785;
            sheet.disc((a.cos() * radius * 0.27, a.sin() * radius * 0.27), radius * 0.13, dark);
        }
        let half = dice.f(0.8, 2.0);
        let mut one = place(sheet, (radius, radius, half), at, &[], None, plain(base, dice.f(0.2, 0.9), 80.0));
        for thing in &mut one.things {
            thing.solid = Solid::Can { radius, half };
        }
        all.things.extend(one.things);
    }
    all
}

/// Coins, strewn or piled.
fn coins(dice: &mut Dice, (x, y, _): (f32, f32, f32)) -> Printed {
    let mut all = Printed { reach: 50.0, ..Printed::default() };
    let pile = dice.p(0.3);
    let mut z = 0.0;
    for _ in 0..dice.i(2, 9) {
        let metal = match dice.i(0, 2) {
            0 => srgb(200.0, 200.0, 205.0),
            1 => srgb(205.0, 165.0, 80.0),
            _ => srgb(180.0, 105.0, 65.0),
        };
        let metal = scale(metal, dice.f(0.4, 1.0));
        let (radius, half) = (dice.f(9.0, 14.0), dice.f(0.8, 1.2));
        let spread = if pile { 2.0 } else { 32.0 };
        let at = (x + dice.n(spread), y + dice.n(spread), dice.turn());
        let mut sheet = Sheet::new(64, (radius, radius), metal);
        let dark = scale(metal, 0.55);
        sheet.ring((0.0, 0.0), radius * 0.9, radius * 0.1, dark);
        let number = [1, 2, 5, 10, 20, 50][dice.i(0, 5) as usize].to_string();
        sheet.text((0.0, dice.f(-0.2, 0.2) * radius), radius * dice.f(0.5, 1.0), 0.0, &number, dark);
        let mut one = place(sheet, (radius, radius, half), at, &[], None, plain(metal, dice.f(0.4, 1.2), 60.0));
        for thing in &mut one.things {
            thing.solid = Solid::Can { radius, half };
            thing.pose.at.z += z;
        }
        if pile {
            z += half * 2.0;
        }
        all.things.extend(one.things);
    }
    all
}

/// A keyboard or a calculator: keys in rows.
fn keys(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    if dice.p(0.3) {
        return prints::buttons(dice, at);
    }
    let key = dice.f(11.0, 19.0);
    let (columns, rows) = if dice.p(0.5) { (dice.i(8, 16), dice.i(3, 6)) } else { (dice.i(3, 5), dice.i(3, 6)) };
    let half = (key * columns as f32 / 2.0 + 4.0, key * rows as f32 / 2.0 + 4.0);
    let base = scale([1.0; 3], dice.log(0.004, 0.8));
    let (cap, ink) = match dice.w(&[0.4, 0.4, 0.2]) {
        0 => (scale([1.0; 3], dice.f(0.5, 0.9)), dark_ink(dice)),
        1 => (scale([1.0; 3], dice.log(0.006, 0.1)), srgb(235.0, 235.0, 235.0)),
        _ => (dice.colour(), srgb(240.0, 240.0, 235.0)),
    };
    let mut sheet = Sheet::new(512, half, base);
    let (share, letter) = (dice.f(0.36, 0.48), dice.f(0.25, 0.55));
    for r in 0..rows {
        let stagger = if columns > 6 { r as f32 * 0.25 } else { 0.0 };
        for c in 0..columns {
            let p =
                ((c as f32 - (columns - 1) as f32 / 2.0 + stagger) * key, ((rows - 1) as f32 / 2.0 - r as f32) * key);
            if p.0 + key * 0.5 > half.0 {
                continue;
            }
            sheet.rect(p, (key * share, key * share), 0.0, cap);
            let text = char::from(if columns > 6 { b'A' + dice.i(0, 25) as u8 } else { b'0' + dice.i(0, 9) as u8 });
            sheet.text(p, key * letter, 0.0, &text.to_string(), ink);
        }
    }
    place(sheet, (half.0, half.1, dice.f(4.0, 12.0)), at, &[], None, plain(base, dice.f(0.0, 0.5), 40.0))
}

/// A phone, dark or with something on its screen.
#[must_use]
pub fn phone(dice: &mut Dice, at: (f32, f32, f32), lit: bool) -> Printed {
    let half = (dice.f(65.0, 80.0), dice.f(32.0, 38.0), 4.0);
    let frame = scale([1.0; 3], dice.log(0.004, 0.2));
    let mut sheet = Sheet::new(256, (half.0, half.1), frame);
    let dark = scale([0.9, 0.95, 1.0], dice.log(0.003, 0.02));
    let back = match dice.w(&[0.4, 0.3, 0.3]) {
        0 => srgb(245.0, 245.0, 245.0),
        1 => scale(dice.colour(), 0.6),
        _ => hsv(dice.f(0.5, 0.75), 0.8, dice.f(0.3, 0.9)),
    };
    sheet.rect((0.0, 0.0), (half.0 * 0.95, half.1 * 0.92), 0.0, if lit { back } else { dark });
    let (tiles, rows) = (dice.p(0.5), dice.i(4, 6));
    let inks = [dice.colour(), dice.colour(), srgb(250.0, 250.0, 250.0)];
    if lit && tiles {
        for i in 0..rows {
            for j in 0..4 {
                let p = ((i as f32 - rows as f32 / 2.0 + 0.2) * 20.0, (j as f32 - 1.5) * 14.0);
                if dice.p(0.85) {
                    sheet.rect(p, (4.6, 4.6), 0.0, inks[dice.i(0, 2) as usize]);
                }
            }
        }
    } else if lit {
        for i in 0..7 {
            let size = (3.5, dice.f(6.0, 26.0));
            sheet.rect((i as f32 * 15.0 - 45.0, size.1 - 26.0), size, 0.0, inks[0]);
        }
    }
    let mut all = place(sheet, half, at, &[], None, plain(frame, dice.f(0.6, 1.2), dice.log(300.0, 3000.0)));
    for thing in &mut all.things {
        thing.solid = Solid::Slab { half: v3(half.0, half.1, half.2), corner: 9.0, edge: 1.2 };
    }
    all
}

/// Building bricks: two by two to two by six studs.
fn bricks(dice: &mut Dice, (x, y, _): (f32, f32, f32)) -> Printed {
    let mut all = Printed { reach: 60.0, ..Printed::default() };
    let unit = if dice.p(0.6) { 8.0 } else { 16.0 };
    for _ in 0..dice.i(1, 4) {
        let (nx, ny) = (dice.i(2, 6), dice.i(1, 2));
        let half = (unit * nx as f32 / 2.0, unit * ny as f32 / 2.0, unit * dice.f(0.2, 0.6));
        let colour = hsv(dice.f(0.0, 1.0), dice.f(0.0, 1.0), dice.f(0.1, 1.0));
        let skin = plain(colour, 0.6, 120.0);
        let at = (x + dice.n(40.0), y + dice.n(40.0), dice.turn());
        let body = lying(half, 0.3, 0.25, at, skin.clone());
        let pose = body.pose;
        all.things.push(body);
        for i in 0..nx * ny {
            let (c, r) = (i % nx, i / nx);
            let p = v3((c as f32 + 0.5) * unit - half.0, (r as f32 + 0.5) * unit - half.1, half.2 + unit * 0.1);
            let solid = Solid::Can { radius: unit * 0.3, half: unit * 0.11 };
            all.things.push(Thing { solid, pose: Pose { at: pose.point(p), ..pose }, skin: skin.clone() });
        }
    }
    all
}

/// A wooden board with rows of hollows, marbles in some: solitaire, a counting game, an egg tray.
fn hollows(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (columns, rows) = (dice.i(2, 9), dice.i(2, 7));
    let step = dice.f(10.0, 24.0);
    let half = (
        step * columns as f32 / 2.0 + dice.f(2.0, 12.0),
        step * rows as f32 / 2.0 + dice.f(2.0, 12.0),
        dice.f(4.0, 12.0),
    );
    let base = if dice.p(0.7) { hsv(dice.f(0.02, 0.12), dice.f(0.2, 0.8), dice.f(0.2, 0.95)) } else { dice.colour() };
    let mut sheet = Sheet::new(256, (half.0, half.1), base);
    let radius = step * dice.f(0.2, 0.42);
    let cross = dice.p(0.3);
    let mut filled = Vec::new();
    let share = dice.f(0.0, 0.9);
    for i in 0..columns * rows {
        let (c, r) = (i % columns, i / columns);
        let corner = (c < 2 || c + 2 >= columns) && (r < 2 || r + 2 >= rows);
        if cross && corner {
            continue;
        }
        let p = ((c as f32 - (columns - 1) as f32 / 2.0) * step, (r as f32 - (rows - 1) as f32 / 2.0) * step);
        sheet.disc(p, radius, scale(base, 0.55));
        sheet.disc((p.0 + radius * 0.12, p.1 - radius * 0.12), radius * 0.8, scale(base, 0.35));
        if dice.p(share) {
            filled.push(p);
        }
    }
    let skin = Skin { mottle: (dice.f(0.05, 0.4), 40.0), ..plain(base, dice.f(0.1, 0.7), 80.0) };
    let mut all = place(sheet, half, at, &[], None, skin);
    let marble = plain(dice.colour(), 0.9, 300.0);
    let Some(pose) = all.things.first().map(|board| board.pose) else { return all };
    for p in filled {
        let ball = Solid::Ellipsoid { radii: v3(radius, radius, radius) };
        let at = pose.point(v3(p.0, p.1, half.2 + radius * 0.4));
        all.things.push(Thing { solid: ball, pose: Pose { at, ..pose }, skin: marble.clone() });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Kind;
    use crate::truth::TileKind;

    #[test]
    fn furniture_is_drawn_and_none_of_it_counts_as_a_tile() {
        for (i, (piece, _)) in SHARES.iter().enumerate() {
            let mut dice = Dice::new(11, i as u64, 4);
            let made = piece.make(&mut dice, (0.0, 0.0, 0.0));
            assert!(!made.things.is_empty() && made.tiles.is_empty(), "{piece:?}");
            assert!(made.things.iter().all(|thing| thing.pose.at.z >= 0.0), "{piece:?}");
        }
        for index in 0..12 {
            let scene = crate::scene(4, index, (320, 180), Some(Kind::Furnished));
            assert!(!scene.things.is_empty());
            assert!(scene.tiles.iter().all(|tile| tile.kind != TileKind::Printed));
        }
    }

    #[test]
    fn boards_have_holes_that_differ_from_their_wood() {
        let mut dark = 0;
        for seed in 0..40 {
            let mut dice = Dice::new(seed, 0, 4);
            let board = boards::any(&mut dice, (0.0, 0.0, 0.0));
            let Some(print) = board.things.first().and_then(|thing| thing.skin.print.as_ref()) else { continue };
            let (texture, mean) = (&print.texture, print.texture.mean());
            let n = texture.side();
            let far = |i: usize| {
                let texel = texture.sample((i % n) as f32 + 0.5, (i / n) as f32 + 0.5, 1.0, 0.0);
                (0..3).map(|k| (texel[k] - mean[k]).abs()).sum::<f32>() > 0.08
            };
            dark += usize::from((0..n * n).step_by(13).filter(|&i| far(i)).count() > 100);
        }
        assert!(dark > 34, "{dark}");
    }
}
