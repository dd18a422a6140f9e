//! Table tops, cloths and floors.

use super::maths::{Dice, Rgb, hsv, luma, mix, scale, smooth, srgb};
use super::noise::{SIDE, bank};
use super::scene::Cover;
use super::texture::Texture;
use std::f32::consts::TAU;
use std::sync::Arc;

/// Side of a ground texture in texels.
const N: usize = 512;

/// Kinds of ground with their share.
const KINDS: [(&str, f32); 20] = [
    ("plain", 0.1),
    ("cloudy", 0.06),
    ("wood", 0.12),
    ("planks", 0.07),
    ("felt", 0.1),
    ("carpet", 0.04),
    ("stripes", 0.05),
    ("gingham", 0.05),
    ("tartan", 0.03),
    ("polka", 0.05),
    ("damask", 0.05),
    ("weave", 0.04),
    ("granite", 0.05),
    ("terrazzo", 0.03),
    ("marble", 0.04),
    ("leather", 0.03),
    ("tiles", 0.03),
    ("paper", 0.02),
    ("floral", 0.03),
    ("checks", 0.02),
];

/// A ground at random, `pixel` mm being one pixel near the middle of the picture.
#[must_use]
pub fn random(dice: &mut Dice, pixel: f32) -> Cover {
    let weights: Vec<f32> = KINDS.iter().map(|k| k.1).collect();
    let kind = KINDS[dice.w(&weights)].0;
    of_kind(dice, kind, pixel)
}

/// A ground without a pattern: plain, cloudy, wood or felt.
#[must_use]
pub fn quiet(dice: &mut Dice, pixel: f32) -> Cover {
    let kind = ["plain", "cloudy", "wood", "felt"][dice.i(0, 3) as usize];
    of_kind(dice, kind, pixel)
}

/// A plain, cloudy, stony or woven ground of this colour.
#[must_use]
pub fn coloured(dice: &mut Dice, pixel: f32, base: Rgb) -> Cover {
    let kind = ["plain", "plain", "felt", "cloudy", "weave", "granite", "damask", "leather"][dice.i(0, 7) as usize];
    build(dice, kind, pixel, base)
}

/// A ground of one kind.
#[must_use]
pub fn of_kind(dice: &mut Dice, kind: &'static str, pixel: f32) -> Cover {
    let base = base_colour(dice, kind);
    build(dice, kind, pixel, base)
}

fn build(dice: &mut Dice, kind: &'static str, pixel: f32, base: Rgb) -> Cover {
    let texels = texels(dice, kind, base);
    // Fine kinds are as fine as the picture shows; patterns have a fixed size.
    let texel = match kind {
        "stripes" | "gingham" | "tartan" | "polka" | "damask" | "checks" | "floral" => dice.log(0.25, 1.1),
        "tiles" | "planks" => dice.log(0.5, 2.0),
        _ => (pixel * dice.log(0.6, 2.2)).clamp(0.05, 3.0),
    };
    let polished = matches!(
        kind,
        "granite" | "marble" | "plain" | "wood" | "planks" | "terrazzo" | "tiles" | "cloudy" | "leather"
    );
    let gloss =
        if polished && dice.p(0.6) { dice.f(0.1, 1.0) } else { if dice.p(0.3) { dice.f(0.03, 0.1) } else { 0.0 } };
    let square = dice.p(0.35);
    Cover {
        texture: Arc::new(Texture::new(N, &texels)),
        texel,
        angle: if square { dice.i(0, 3) as f32 * TAU / 4.0 + dice.n(0.05) } else { dice.turn() },
        shift: (dice.f(0.0, 512.0), dice.f(0.0, 512.0)),
        patches: if dice.p(0.6) { dice.f(0.0, 0.3) } else { 0.0 },
        patch_size: dice.log(60.0, 500.0),
        gloss,
        shine: if gloss > 0.1 { dice.log(8.0, 1500.0) } else { 8.0 },
    }
}

fn base_colour(dice: &mut Dice, kind: &str) -> Rgb {
    match kind {
        "wood" | "planks" if dice.p(0.9) => hsv(dice.f(0.02, 0.12), dice.f(0.15, 0.8), dice.f(0.12, 0.92)),
        "felt" if dice.p(0.6) => hsv(dice.f(0.25, 0.62), dice.f(0.4, 0.95), dice.f(0.15, 0.7)),
        "damask" | "paper" if dice.p(0.6) => hsv(dice.f(0.0, 1.0), dice.f(0.0, 0.25), dice.f(0.6, 1.0)),
        _ => match dice.w(&[0.24, 0.2, 0.4, 0.16]) {
            0 => {
                let k = dice.f(4.0, 60.0);
                srgb(k + dice.n(3.0), k + dice.n(3.0), k + dice.n(5.0))
            }
            // Light tables: white tiles on white cloth are a separate case.
            1 => {
                let k = dice.f(185.0, 250.0);
                srgb(k, k - dice.f(-4.0, 10.0), k - dice.f(-8.0, 25.0))
            }
            2 => hsv(
                dice.f(0.0, 1.0),
                if dice.p(0.6) { dice.f(0.05, 0.5) } else { dice.f(0.4, 1.0) },
                dice.f(0.12, 0.95),
            ),
            _ => {
                let k = dice.f(60.0, 185.0);
                srgb(k + dice.n(8.0), k + dice.n(5.0), k + dice.n(10.0))
            }
        },
    }
}

fn texels(dice: &mut Dice, kind: &str, base: Rgb) -> Vec<[f32; 4]> {
    match kind {
        "wood" | "planks" => wood(dice, base, kind == "planks"),
        "felt" | "carpet" | "weave" | "paper" | "plain" | "cloudy" | "leather" => cloth(dice, kind, base),
        "granite" | "terrazzo" | "marble" => stone(dice, kind, base),
        "tiles" => tiles(dice, base),
        "polka" | "damask" | "floral" => motifs(dice, kind, base),
        _ => bands(dice, kind, base),
    }
}

/// Every texel from its column and row.
fn each(mut colour: impl FnMut(usize, usize) -> Rgb) -> Vec<[f32; 4]> {
    let mut out = Vec::with_capacity(N * N);
    for y in 0..N {
        for x in 0..N {
            let [r, g, b] = colour(x, y);
            out.push([r.max(0.0), g.max(0.0), b.max(0.0), 1.0]);
        }
    }
    out
}

fn place(dice: &mut Dice) -> (usize, usize) {
    (dice.bits() as usize % SIDE, dice.bits() as usize % SIDE)
}

fn wood(dice: &mut Dice, base: Rgb, planks: bool) -> Vec<[f32; 4]> {
    let b = bank();
    let ((ox, oy), (cx, cy)) = (place(dice), place(dice));
    let rings = dice.i(2, 14) as f32;
    let (bend, depth, fibre) = (dice.f(0.3, 3.0), dice.f(0.05, 0.4), dice.f(0.15, 0.7));
    let dark = scale(base, dice.f(0.35, 0.75));
    let k = dice.i(2, 8) as usize;
    let width = N / k.next_power_of_two();
    let (seam, seam_dark) = (dice.i(1, 4) as usize, dice.f(0.15, 0.8));
    let uneven = dice.f(0.0, 0.35);
    let tint: Vec<(f32, usize)> = (0..N / width).map(|_| (1.0 + dice.n(uneven), dice.bits() as usize % SIDE)).collect();
    each(|x, y| {
        let board = if planks { y / width } else { 0 };
        let shift = if planks { tint[board].1 } else { 0 };
        let cloud = b.cloud.at(x + cx + shift, y + cy);
        let ring = ((y as f32 / N as f32 * rings + cloud * bend) * TAU).sin() * 0.5 + 0.5;
        let streak = b.streak.at(x + ox + shift, y + oy) - 0.5;
        let mut c = mix(base, dark, (ring * depth + (cloud - 0.5) * 0.5).clamp(0.0, 1.0));
        c = scale(c, (1.0 + streak * fibre * 1.6).max(0.2));
        if planks {
            c = scale(c, tint[board].0.clamp(0.4, 1.6));
            if y % width < seam {
                c = scale(c, 1.0 - seam_dark);
            }
        }
        c
    })
}

fn cloth(dice: &mut Dice, kind: &str, base: Rgb) -> Vec<[f32; 4]> {
    let b = bank();
    let (p, q) = (place(dice), place(dice));
    let (fine, large) = match kind {
        "felt" => (dice.f(0.1, 0.6), dice.f(0.05, 0.5)),
        "carpet" => (dice.f(0.3, 1.3), dice.f(0.1, 0.5)),
        "weave" => (dice.f(0.05, 0.3), dice.f(0.0, 0.2)),
        "cloudy" => (dice.f(0.0, 0.2), if dice.p(0.6) { dice.f(0.1, 0.7) } else { dice.f(0.5, 2.0) }),
        "leather" => (dice.f(0.0, 0.1), dice.f(0.1, 0.6)),
        _ => (dice.f(0.0, 0.12), dice.f(0.0, 0.15)),
    };
    let threads = (N / dice.i(3, 12) as usize) as f32;
    let relief = dice.f(0.1, 0.6);
    let crease = dice.f(0.15, 0.6);
    let coarse = dice.p(0.4) || kind == "carpet";
    each(|x, y| {
        let grain = if coarse { b.speck.at(x + p.0, y + p.1) } else { b.white.at(x + p.0, y + p.1) };
        let cloud = if kind == "cloudy" { b.rough.at(x + q.0, y + q.1) } else { b.cloud.at(x + q.0, y + q.1) };
        let mut k = 1.0 + (grain - 0.5) * fine + (cloud - 0.5) * large;
        if kind == "weave" {
            let (u, v) = (x as f32 / N as f32 * threads * TAU, y as f32 / N as f32 * threads * TAU);
            k *= 1.0 + relief * 0.5 * (u.sin() * v.sin() + 0.4 * (u * 0.5).sin());
        }
        if kind == "leather" {
            k *= 1.0 - crease * (1.0 - smooth(0.0, 0.5, b.cell.at(x + p.0, y + p.1)));
        }
        scale(base, k.max(0.05))
    })
}

fn stone(dice: &mut Dice, kind: &str, base: Rgb) -> Vec<[f32; 4]> {
    let b = bank();
    let (p, q, r) = (place(dice), place(dice), place(dice));
    let other = if dice.p(0.6) { scale(base, dice.f(0.2, 2.2)) } else { dice.colour() };
    let third = if dice.p(0.5) { scale(base, dice.f(0.1, 0.6)) } else { dice.colour() };
    // Most stone is less gaudy than any three colours.
    let calm = if dice.p(0.75) { dice.f(0.15, 0.6) } else { 1.0 };
    let (other, third) = (mix(base, other, calm), mix(base, third, calm));
    let (low, high) = (dice.f(0.3, 0.5), dice.f(0.5, 0.72));
    let (veins, width) = (dice.f(1.5, 6.0), dice.f(0.02, 0.12));
    let chips = dice.f(0.62, 0.85);
    each(|x, y| match kind {
        "granite" => {
            let (g, h) = (b.speck.at(x + p.0, y + p.1), b.white.at(x + q.0, y + q.1));
            let c = if g > high {
                other
            } else if g < low - 0.05 {
                third
            } else {
                base
            };
            scale(c, 0.8 + 0.4 * h)
        }
        "terrazzo" => {
            let (g, c) = (b.speck.at(x + p.0, y + p.1), b.cell.at(x + q.0, y + q.1));
            let k = smooth(chips - 0.03, chips + 0.03, g * 0.6 + c * 0.4);
            scale(mix(base, if g > 0.75 { third } else { other }, k), 0.95 + 0.1 * b.white.at(x + r.0, y))
        }
        _ => {
            let g = b.rough.at(x + p.0, y + p.1);
            let v = ((g + 0.6 * b.cloud.at(x + q.0, y + q.1)) * veins).fract() - 0.5;
            let vein = 1.0 - smooth(0.0, width, v.abs());
            scale(mix(base, other, vein * 0.7), 0.75 + 0.5 * b.cloud.at(x + r.0, y + r.1))
        }
    })
}

fn tiles(dice: &mut Dice, base: Rgb) -> Vec<[f32; 4]> {
    let b = bank();
    let p = place(dice);
    let step = N >> dice.i(1, 4);
    let joint = dice.i(2, 10) as usize;
    let other = scale(base, dice.f(0.3, 1.8));
    each(|x, y| {
        let c = if x % step < joint || y % step < joint { other } else { base };
        scale(c, 0.8 + 0.4 * b.cloud.at(x + p.0, y + p.1))
    })
}

/// Dots, ornaments, flowers: one motif repeated, every second row shifted.
fn motifs(dice: &mut Dice, kind: &str, base: Rgb) -> Vec<[f32; 4]> {
    let b = bank();
    let p = place(dice);
    let step = (N >> dice.i(2, 5)) as f32;
    let near = scale(base, if luma(base) > 0.3 { dice.f(0.55, 0.9) } else { dice.f(1.3, 2.5) });
    let far = if dice.p(0.5) {
        if luma(base) > 0.3 { dice.colour() } else { srgb(240.0, 240.0, 235.0) }
    } else {
        dice.colour()
    };
    let ink = if kind == "damask" && dice.p(0.8) { near } else { far };
    let second = dice.colour();
    let (radius, petals, wave) = (dice.f(0.12, 0.4), dice.i(3, 8) as f32, dice.f(0.1, 0.6));
    let stagger = dice.p(0.7);
    each(|x, y| {
        let row = (y as f32 / step) as usize;
        let shift = if stagger && row % 2 == 1 { 0.5 } else { 0.0 };
        let (u, v) = ((x as f32 / step + shift).fract() - 0.5, (y as f32 / step).fract() - 0.5);
        let r = u.hypot(v);
        let d = match kind {
            "polka" => r - radius,
            "damask" => {
                let a = v.atan2(u);
                let blade = 0.3 * (a * petals).cos() * wave + radius;
                (r - blade).max(0.06 - (r - 0.5 * blade).abs())
            }
            _ => r - radius * (1.0 + wave * (v.atan2(u) * petals).cos()),
        };
        let cover = smooth(0.6 / step, -0.6 / step, d);
        let mut c = mix(base, ink, cover);
        if kind == "floral" && r < radius * 0.4 {
            c = second;
        }
        scale(c, 0.9 + 0.2 * b.white.at(x + p.0, y + p.1))
    })
}

/// Stripes and everything made of them.
fn bands(dice: &mut Dice, kind: &str, base: Rgb) -> Vec<[f32; 4]> {
    let b = bank();
    let p = place(dice);
    let step = N >> dice.i(3, 6);
    let ink = if dice.p(0.5) { srgb(242.0, 240.0, 235.0) } else { dice.colour() };
    let third = dice.colour();
    let share = if kind == "stripes" { dice.f(0.15, 0.7) } else { 0.5 };
    let fine = dice.f(0.02, 0.3);
    let extra = dice.p(0.3);
    let on = |i: usize| f32::from(u8::from((i % step) as f32 / (step as f32) < share));
    each(|x, y| {
        let c = match kind {
            "gingham" => mix(base, ink, (on(x) + on(y)) * 0.5),
            "checks" => mix(base, ink, (on(x) - on(y)).abs()),
            "tartan" => {
                let line = f32::from(u8::from((x % (2 * step)) * 12 / (2 * step) == 5))
                    + f32::from(u8::from((y % (2 * step)) * 12 / (2 * step) == 5));
                mix(mix(base, ink, (on(x) + on(y)) * 0.4), third, (line * 0.6).min(1.0))
            }
            _ => {
                let mut c = mix(base, ink, on(y));
                if extra && y % step < step / 10 + 1 {
                    c = third;
                }
                c
            }
        };
        scale(c, 1.0 + (b.white.at(x + p.0, y + p.1) - 0.5) * fine)
    })
}
