//! Things with something printed on them: boards, boxes, booklets, cards, pads, mats.

use super::face::Marks;
use super::ink::Sheet;
use super::maths::{Dice, Rgb, hsv, mix, scale, srgb, v3};
use super::scene::{PlacedTile, Print, Skin, Thing};
use super::solid::{Pose, Solid};
use super::style::{PipLook, TileStyle};
use super::things::{lying, plain};
use super::truth::TileKind;
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// A printed thing with the tiles printed on it (their `print` names thing 0; styles are numbered from 0).
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// The thing, then loose parts of it.
    pub things: Vec<Thing>,
    /// Prints of tiles on thing 0.
    pub tiles: Vec<PlacedTile>,
    /// Their styles.
    pub styles: Vec<TileStyle>,
    /// Radius of the place it takes, mm.
    pub reach: f32,
}

/// A printed tile before the thing is placed: middle, half length, angle, values.
pub(super) struct PrintedTile {
    at: (f32, f32),
    hx: f32,
    angle: f32,
    values: (u8, u8),
}

/// A word in capitals.
pub fn word(dice: &mut Dice) -> String {
    const WORDS: [&str; 12] =
        ["DOMINO", "DOMINOES", "GAME", "DOUBLE", "SIX", "NINE", "CLASSIC", "PUB", "CLUB", "SCORE", "RULES", "PLAY"];
    if dice.p(0.5) {
        return WORDS[dice.i(0, 11) as usize].to_owned();
    }
    (0..dice.i(2, 9)).map(|_| char::from(b'A' + dice.i(0, 25) as u8)).collect()
}

pub(super) fn paper(dice: &mut Dice) -> Rgb {
    let k = dice.f(195.0, 252.0);
    if dice.p(0.75) { srgb(k, k - dice.f(0.0, 8.0), k - dice.f(0.0, 35.0)) } else { dice.colour() }
}

pub(super) fn dark_ink(dice: &mut Dice) -> Rgb {
    let k = dice.f(5.0, 60.0);
    if dice.p(0.7) { srgb(k, k, k) } else { hsv(dice.f(0.0, 1.0), 0.8, dice.f(0.2, 0.7)) }
}

/// A printed style: no relief worth the name, no wear.
fn print_style(dice: &mut Dice) -> TileStyle {
    let mut style = TileStyle::random(dice);
    style.wear = 0.0;
    style.spread = 0.0;
    if dice.p(0.6) {
        style.look = PipLook::Flat;
    }
    style
}

/// Puts a sheet on a box at `at` (x, y, angle) and the printed tiles with it.
pub(super) fn place(
    sheet: Sheet,
    half: (f32, f32, f32),
    (x, y, angle): (f32, f32, f32),
    spots: &[PrintedTile],
    style: Option<TileStyle>,
    mut skin: Skin,
) -> Printed {
    let print = Print { texture: Arc::new(sheet.finish()), half: (half.0, half.1) };
    skin.print = Some(print);
    let thing = lying(half, 1.0, half.2.min(0.8), (x, y, angle), skin);
    let pose = thing.pose;
    let mut tiles = Vec::new();
    if let Some(style) = &style {
        for s in spots {
            let at = pose.point(v3(s.at.0, s.at.1, half.2));
            let mut flat = Pose::flat(at, angle + s.angle);
            flat.at = at;
            tiles.push(PlacedTile {
                a: s.values.0,
                b: s.values.1,
                style: 0,
                pose: flat,
                kind: TileKind::Printed,
                part: None,
                seed: 0,
                print: Some((0, s.hx, Sheet::half_width(style, s.hx))),
            });
        }
    }
    Printed { things: vec![thing], tiles, styles: style.into_iter().collect(), reach: half.0.hypot(half.1) }
}

fn draw_spots(sheet: &mut Sheet, style: &TileStyle, spots: &[PrintedTile], tint: (Rgb, f32)) {
    for s in spots {
        let marks = Marks { style, a: s.values.0, b: s.values.1, seed: 0 };
        sheet.domino(&marks, s.at, s.hx, s.angle, tint);
    }
}

fn values(dice: &mut Dice) -> (u8, u8) {
    let max = if dice.p(0.75) { 6 } else { 9 };
    (dice.i(0, max) as u8, dice.i(0, max) as u8)
}

fn tint(dice: &mut Dice, base: Rgb) -> (Rgb, f32) {
    match dice.w(&[0.4, 0.35, 0.25]) {
        0 => (base, 0.0),
        1 => (base, dice.f(0.05, 0.4)),
        _ => {
            let k = dice.f(0.02, 0.5);
            (scale(hsv(dice.f(0.0, 1.0), 0.6, 1.0), k), dice.f(0.1, 0.6))
        }
    }
}

/// A game board: a field in the middle, whole dominoes printed along its border or all over it. `size` is half its side.
#[must_use]
pub fn board(dice: &mut Dice, size: f32, tile_length: f32, at: (f32, f32, f32)) -> Printed {
    let n = if size > 150.0 { 1024 } else { 512 };
    let base = if dice.p(0.5) { scale(dice.colour(), 0.3) } else { dice.colour() };
    let mut sheet = Sheet::new(n, (size, size), base);
    let style = print_style(dice);
    let hx = tile_length * 0.5 * dice.f(0.4, 1.15);
    let hy = Sheet::half_width(&style, hx);
    let border = hx * dice.f(2.1, 3.2);
    let inner = size - border;
    let field = dice.colour();
    sheet.rect((0.0, 0.0), (inner, inner), 0.0, field);
    let cell = hy * 2.0 * dice.f(0.9, 1.2);
    let line = if dice.p(0.5) { mix(field, [1.0; 3], 0.5) } else { scale(field, 0.4) };
    if dice.p(0.8) {
        let cells = (inner / cell) as i32;
        for i in -cells..=cells {
            let p = i as f32 * cell;
            sheet.rect((p, 0.0), (dice.f(0.2, 0.6), inner), 0.0, line);
            sheet.rect((0.0, p), (inner, 0.4), 0.0, line);
        }
    }
    let marks = [dice.colour(), dice.colour(), dice.colour()];
    for _ in 0..dice.i(0, 60) {
        let k = (inner / cell) as i32;
        let p = ((dice.i(-k, k) as f32 + 0.5) * cell, (dice.i(-k, k) as f32 + 0.5) * cell);
        if p.0.abs() > inner || p.1.abs() > inner {
            continue;
        }
        let colour = marks[dice.i(0, 2) as usize];
        match dice.i(0, 3) {
            0 => sheet.star(p, cell * 0.42, 5.0, colour),
            1 => sheet.disc(p, cell * 0.3, colour),
            2 => sheet.rect(p, (cell * 0.3, cell * 0.3), dice.f(0.0, 0.8), colour),
            _ => sheet.ring(p, cell * 0.3, cell * 0.12, colour),
        }
    }
    let spots = border_spots(dice, size, border, (hx, hy));
    let tint = tint(dice, base);
    draw_spots(&mut sheet, &style, &spots, tint);
    if dice.p(0.7) {
        let (text, colour) = (word(dice), dice.colour());
        sheet.text((0.0, dice.f(-0.3, 0.3) * inner), inner * dice.f(0.1, 0.3), dice.n(0.2), &text, colour);
    }
    let half = (size, size, if dice.p(0.8) { dice.f(0.3, 0.75) } else { dice.f(1.0, 4.0) });
    place(sheet, half, at, &spots, Some(style), plain(base, dice.f(0.0, 0.5), dice.log(20.0, 300.0)))
}

/// Draws dominoes along the four sides, in one or two rows, along or across.
fn border_spots(dice: &mut Dice, size: f32, border: f32, (hx, hy): (f32, f32)) -> Vec<PrintedTile> {
    let mut spots = Vec::new();
    let across = dice.f(0.0, 0.5);
    let gap = dice.f(0.0, 0.25) * hx;
    let skip = dice.f(0.0, 0.25);
    for side in 0..4 {
        let turn = side as f32 * FRAC_PI_2;
        let mut x = -size + border * dice.f(0.15, 0.5);
        while x < size - border {
            let upright = dice.p(across);
            let (half, depth) = if upright { (hy, hx) } else { (hx, hy) };
            let free = border - 2.0 * depth;
            let y = size - depth - free * if dice.p(0.5) { dice.f(0.05, 0.3) } else { dice.f(0.6, 0.95) };
            let (cx, cy) = (x + half, y);
            x += 2.0 * half + gap;
            if dice.p(skip) {
                continue;
            }
            let at = (cx * turn.cos() - cy * turn.sin(), cx * turn.sin() + cy * turn.cos());
            let angle = turn + if upright { FRAC_PI_2 } else { 0.0 } + if dice.p(0.5) { PI } else { 0.0 };
            let spot = PrintedTile { at, hx, angle, values: values(dice) };
            if spots.iter().all(|other| apart(other, &spot, (hx, hy))) {
                spots.push(spot);
            }
        }
    }
    spots
}

/// Reports whether two prints at right angles to the sheet leave each other free.
fn apart(a: &PrintedTile, b: &PrintedTile, (hx, hy): (f32, f32)) -> bool {
    let half = |s: &PrintedTile| if s.angle.sin().abs() > 0.5 { (hy, hx) } else { (hx, hy) };
    let (p, q) = (half(a), half(b));
    (a.at.0 - b.at.0).abs() >= p.0 + q.0 || (a.at.1 - b.at.1).abs() >= p.1 + q.1
}

/// A box lid, a booklet, a poster: words and some printed dominoes, lines of them or scattered.
#[must_use]
pub fn picture(dice: &mut Dice, tile_length: f32, at: (f32, f32, f32)) -> Printed {
    let (hw, hh) = (dice.f(50.0, 150.0), dice.f(30.0, 110.0));
    let base = if dice.p(0.5) { paper(dice) } else { dice.colour() };
    let mut sheet = Sheet::new(512, (hw, hh), base);
    let style = print_style(dice);
    let hx = tile_length * 0.5 * dice.log(0.25, 1.6);
    let hx = hx.min(hh * 0.45);
    let hy = Sheet::half_width(&style, hx);
    let mut spots: Vec<PrintedTile> = Vec::new();
    let (straight, crooked) = (dice.p(0.5), dice.f(0.0, 0.5));
    for _ in 0..dice.i(1, 40) {
        let p = (dice.f(-0.95, 0.95) * (hw - hx), dice.f(-0.95, 0.95) * (hh - hx));
        let clear = spots.iter().all(|s| (s.at.0 - p.0).hypot(s.at.1 - p.1) > hx.hypot(hy) * 2.0);
        if clear {
            let angle = if straight { dice.i(0, 3) as f32 * FRAC_PI_2 + dice.n(crooked * 0.05) } else { dice.turn() };
            let spot = PrintedTile { at: p, hx, angle, values: values(dice) };
            spots.push(spot);
        }
    }
    if dice.p(0.4) {
        spots = run_of_tiles(dice, (hw, hh), (hx, hy));
    }
    let words = dice.i(0, 3);
    for _ in 0..words {
        let (text, ink) = (word(dice), dark_ink(dice));
        sheet.text((dice.f(-0.3, 0.3) * hw, dice.f(-0.8, 0.8) * hh), hh * dice.f(0.1, 0.4), 0.0, &text, ink);
    }
    let tint = tint(dice, base);
    draw_spots(&mut sheet, &style, &spots, tint);
    let thickness = if dice.p(0.5) { dice.f(0.1, 0.7) } else { dice.f(5.0, 22.0) };
    place(sheet, (hw, hh, thickness), at, &spots, Some(style), plain(base, dice.f(0.0, 0.7), dice.log(15.0, 300.0)))
}

/// A row of printed tiles that touch, as rule books show them, doubles across.
fn run_of_tiles(dice: &mut Dice, (hw, hh): (f32, f32), (hx, hy): (f32, f32)) -> Vec<PrintedTile> {
    let mut spots = Vec::new();
    let mut y = hh - hx * 1.5;
    while y > -hh + hx {
        let mut x = -hw + hx * dice.f(0.3, 1.5);
        let mut value = values(dice).0;
        while x < hw - hx * 2.2 && spots.len() < 60 {
            let double = dice.p(0.2);
            let next = if double { value } else { values(dice).1 };
            let half = if double { hy } else { hx };
            spots.push(PrintedTile {
                at: (x + half, y),
                hx,
                angle: if double { FRAC_PI_2 } else { 0.0 },
                values: (value, next),
            });
            x += half * 2.0 + 0.05 * hx;
            value = next;
            if dice.p(0.12) {
                break;
            }
        }
        y -= hx * dice.f(2.2, 5.0);
    }
    spots
}

/// A playing card, face or back.
#[must_use]
pub fn card(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = (31.0, 44.0);
    let white = srgb(245.0, 245.0, 240.0);
    let mut sheet = Sheet::new(128, half, white);
    if dice.p(0.35) {
        let ink = dice.colour();
        sheet.rect((0.0, 0.0), (27.0, 40.0), 0.0, ink);
        let second = mix(ink, white, dice.f(0.2, 0.8));
        for i in 0..8 {
            for j in 0..11 {
                sheet.rect(((i as f32 - 3.5) * 6.8, (j as f32 - 5.0) * 7.2), (2.0, 2.0), 0.785, second);
            }
        }
    } else {
        let ink = if dice.p(0.5) { srgb(200.0, 20.0, 30.0) } else { srgb(15.0, 15.0, 15.0) };
        let number = dice.i(1, 10);
        let text = if number == 1 { "A".to_owned() } else { number.to_string() };
        sheet.text((-25.0, 36.0), 9.0, 0.0, &text, ink);
        sheet.text((25.0, -36.0), 9.0, PI, &text, ink);
        for k in 0..number {
            let column = [-12.0, 12.0, 0.0][(k % 3) as usize];
            let p = (column, 30.0 - 60.0 * k as f32 / (number - 1).max(1) as f32);
            match dice.i(0, 1) {
                0 => sheet.disc(p, 4.2, ink),
                _ => sheet.rect(p, (3.6, 3.6), 0.785, ink),
            }
        }
    }
    place(sheet, (half.0, half.1, 0.15), at, &[], None, plain(white, dice.f(0.0, 0.6), 60.0))
}

/// A score pad or a page of text.
#[must_use]
pub fn pad(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (hw, hh) = (dice.f(50.0, 105.0), dice.f(60.0, 148.0));
    let base = paper(dice);
    let mut sheet = Sheet::new(256, (hw, hh), base);
    let (rule, ink) = (mix(base, dark_ink(dice), dice.f(0.2, 0.8)), dark_ink(dice));
    let step = dice.f(6.0, 14.0);
    let writing = dice.p(0.7);
    let columns = dice.i(0, 4);
    let mut y = hh - step;
    while y > -hh {
        if columns > 0 || dice.p(0.7) {
            sheet.rect((0.0, y), (hw * 0.95, 0.25), 0.0, rule);
        }
        if writing && dice.p(0.6) {
            let text: String = if dice.p(0.5) { dice.i(1, 121).to_string() } else { word(dice) };
            sheet.text((dice.f(-0.7, 0.5) * hw, y + step * 0.4), step * 0.6, dice.n(0.02), &text, ink);
        }
        y -= step;
    }
    for i in 0..columns {
        sheet.rect((hw * (2.0 * (i as f32 + 1.0) / (columns as f32 + 1.0) - 1.0), 0.0), (0.3, hh), 0.0, rule);
    }
    place(sheet, (hw, hh, dice.f(0.1, 0.6)), at, &[], None, plain(base, 0.0, 10.0))
}

/// A cribbage board: rows of holes and some pegs.
#[must_use]
pub fn cribbage_board(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Printed {
    let (hw, hh, hz) = (dice.f(120.0, 190.0), dice.f(26.0, 45.0), dice.f(5.0, 11.0));
    let wood = hsv(dice.f(0.03, 0.12), dice.f(0.2, 0.8), dice.f(0.2, 0.9));
    let mut sheet = Sheet::new(512, (hw, hh), wood);
    let hole = scale(wood, dice.f(0.05, 0.35));
    let rows = [2, 4, 6][dice.w(&[0.3, 0.5, 0.2])];
    let stepx = dice.f(4.8, 7.0);
    let count = (2.0 * hw / stepx) as i32 - 3;
    let mut holes = Vec::new();
    for r in 0..rows {
        let ry = hh * 1.5 * (r as f32 / (rows - 1).max(1) as f32 - 0.5);
        for i in 0..count {
            let rx = (i as f32 - count as f32 / 2.0) * stepx;
            if i % 6 == 5 {
                continue;
            }
            sheet.disc((rx, ry), 1.5, hole);
            holes.push((rx, ry));
        }
    }
    if dice.p(0.5) {
        let line = scale(wood, 0.5);
        sheet.rect((0.0, 0.0), (hw * 0.9, 0.4), 0.0, line);
        let text = word(dice);
        sheet.text((hw * 0.8, 0.0), 8.0, FRAC_PI_2, &text, line);
    }
    let skin = Skin { mottle: (dice.f(0.1, 0.5), 40.0), ..plain(wood, dice.f(0.1, 0.8), 60.0) };
    let mut all = place(sheet, (hw, hh, hz), (x, y, angle), &[], None, skin);
    let board = all.things[0].pose;
    for _ in 0..dice.i(0, 6) {
        let h = holes[dice.i(0, holes.len() as i32 - 1) as usize];
        let long = dice.f(6.0, 16.0);
        let foot = board.point(v3(h.0, h.1, hz));
        let lean = v3(dice.n(0.08), dice.n(0.08), 1.0);
        let colour = if dice.p(0.6) { dice.colour() } else { srgb(190.0, 160.0, 90.0) };
        let pose = Pose::new(foot + lean * long, lean, v3(1.0, 0.0, 0.0));
        all.things.push(Thing {
            solid: Solid::Capsule { half: long, radius: dice.f(1.1, 2.4) },
            pose,
            skin: plain(colour, 0.7, 120.0),
        });
    }
    all
}

/// A beer mat: rings and a word, round or square.
#[must_use]
pub fn coaster(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Printed {
    let r = dice.f(38.0, 55.0);
    let base = if dice.p(0.5) { paper(dice) } else { dice.colour() };
    let mut sheet = Sheet::new(128, (r, r), base);
    let ink = dice.colour();
    if dice.p(0.7) {
        sheet.ring((0.0, 0.0), r * 0.85, r * dice.f(0.02, 0.12), ink);
    }
    if dice.p(0.5) {
        let second = dice.colour();
        sheet.disc((0.0, 0.0), r * dice.f(0.3, 0.7), second);
    }
    let text = word(dice);
    sheet.text((0.0, dice.f(-0.3, 0.3) * r), r * dice.f(0.2, 0.4), 0.0, &text, ink);
    let round = dice.p(0.6);
    let mut all = place(sheet, (r, r, 0.7), (x, y, angle), &[], None, plain(base, 0.0, 20.0));
    if round {
        all.things[0].solid = Solid::Can { radius: r, half: 0.7 };
    }
    all
}

/// Draws a phone with a lit screen, or a coloured booklet.
#[must_use]
pub fn phone(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = (dice.f(32.0, 39.0), dice.f(65.0, 82.0));
    let frame = scale([1.0; 3], dice.log(0.004, 0.3));
    let mut sheet = Sheet::new(256, half, frame);
    let on = dice.p(0.4);
    let screen = if on { dice.colour() } else { scale([0.9, 0.95, 1.0], dice.log(0.003, 0.03)) };
    sheet.rect((0.0, 0.0), (half.0 * 0.93, half.1 * 0.93), 0.0, screen);
    if on {
        for i in 0..4 {
            for j in 0..6 {
                if dice.p(0.8) {
                    let colour = dice.colour();
                    sheet.rect(((i as f32 - 1.5) * 15.0, 50.0 - j as f32 * 18.0), (5.0, 5.0), 0.0, colour);
                }
            }
        }
    }
    place(sheet, (half.0, half.1, 4.0), at, &[], None, plain(frame, dice.f(0.6, 1.2), dice.log(300.0, 3000.0)))
}

/// A die: pips on a cube.
#[must_use]
pub fn die(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = dice.f(6.0, 10.0);
    let (base, ink) =
        if dice.p(0.6) { (paper(dice), dark_ink(dice)) } else { (dice.colour(), srgb(245.0, 245.0, 240.0)) };
    let mut sheet = Sheet::new(64, (half, half), base);
    let places =
        super::pips::PipLayouts::random(dice, super::pips::PipPlaces { half_length: half * 2.0, half_width: half });
    let value = dice.i(1, 6) as usize;
    for &p in &places.of[value] {
        sheet.disc(p, places.radius[value], ink);
    }
    let mut all = place(sheet, (half, half, half), at, &[], None, plain(base, dice.f(0.1, 0.8), 80.0));
    all.things[0].solid = Solid::Slab { half: v3(half, half, half), corner: half * 0.35, edge: half * 0.3 };
    all
}

/// A remote control or calculator: a dark box with rows of buttons.
#[must_use]
pub fn buttons(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let half = (dice.f(18.0, 28.0), dice.f(50.0, 100.0));
    let base = scale([1.0; 3], dice.log(0.004, 0.8));
    let mut sheet = Sheet::new(256, half, base);
    let columns = dice.i(2, 4);
    let step = half.0 * 1.8 / columns as f32;
    let (round, inks) = (dice.p(0.6), [dice.colour(), scale([1.0; 3], dice.log(0.02, 0.9)), dice.colour()]);
    let size = step * dice.f(0.22, 0.42);
    let mut y = half.1 - step;
    while y > -half.1 * dice.f(0.3, 1.0) + step {
        for i in 0..columns {
            let p = ((i as f32 - (columns - 1) as f32 / 2.0) * step, y);
            let ink = inks[dice.w(&[0.2, 0.7, 0.1])];
            if round {
                sheet.disc(p, size, ink);
            } else {
                sheet.rect(p, (size, size * 0.7), 0.0, ink);
            }
        }
        y -= step * dice.f(0.8, 1.3);
    }
    place(sheet, (half.0, half.1, dice.f(4.0, 9.0)), at, &[], None, plain(base, dice.f(0.0, 0.7), 60.0))
}

/// A sheet with words, figures and shapes: a place mat, a newspaper, a logo on the table.
#[must_use]
pub fn mat(dice: &mut Dice, at: (f32, f32, f32)) -> Printed {
    let (hw, hh) = (dice.f(80.0, 240.0), dice.f(60.0, 180.0));
    let base = if dice.p(0.4) { paper(dice) } else { dice.colour() };
    let mut sheet = Sheet::new(512, (hw, hh), base);
    for _ in 0..dice.i(1, 22) {
        let p = (dice.f(-0.9, 0.9) * hw, dice.f(-0.9, 0.9) * hh);
        let size = hh * dice.log(0.03, 0.5);
        let (colour, text, turn) = (dice.colour(), word(dice), dice.n(0.3));
        match dice.i(0, 5) {
            0 => sheet.disc(p, size, colour),
            1 => sheet.ring(p, size, size * 0.2, colour),
            2 => sheet.star(p, size, 5.0, colour),
            3 => sheet.rect(p, (size, size * dice.f(0.1, 1.0)), turn, colour),
            _ => sheet.text(p, size * 0.7, turn, &text, colour),
        }
    }
    place(sheet, (hw, hh, dice.f(0.1, 0.7)), at, &[], None, plain(base, dice.f(0.0, 0.6), dice.log(15.0, 200.0)))
}
