//! Style of a set of tiles: sizes, colours, pips, line, pin, back.

use super::maths::{Dice, Rgb, V3, hsv, luma, mix, scale, srgb, v3};
use super::pips::{PipLayouts, PipPlaces};

/// Make of the pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipLook {
    /// Printed, flat.
    Flat,
    /// Drilled and painted: a bowl.
    Drilled,
    /// Glued or moulded: a button.
    Raised,
    /// Printed ring with a middle of another brightness.
    Ringed,
}

/// The line between the halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// No pips.
    None,
    /// Printed, of the pips' colour or its own.
    Printed,
    /// A groove of the body's colour.
    Groove,
    /// A groove filled with paint.
    Filled,
    /// Two thin lines.
    Double,
}

/// Pattern of the back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// Plain.
    Plain,
    /// A ring.
    Ring,
    /// A star.
    Star,
    /// Crossed lines.
    Lattice,
    /// A lion, a name: blots that look like an emblem from afar.
    Emblem,
    /// A frame along the edge.
    Frame,
}

/// A set of tiles. Millimetres; colours in linear light.
#[derive(Clone, Debug)]
pub struct TileStyle {
    /// Name of the family of styles, for statistics.
    pub name: &'static str,
    /// Half of length, width, thickness.
    pub half: V3,
    /// Plan radius of the corners.
    pub corner: f32,
    /// Radius of the edges.
    pub edge: f32,
    /// Colour of the face.
    pub face: Rgb,
    /// Colour of the lower part and the back.
    pub back: Rgb,
    /// Border of the two colours, as a share of the half thickness from the middle (-1 back .. 1 face).
    pub split: f32,
    /// Colour of the pips of each value.
    pub pips: [Rgb; 13],
    /// Make of the pips.
    pub look: PipLook,
    /// Depth of drilled pips: slope of the rim.
    pub slope: f32,
    /// Places and sizes of the pips of each value.
    pub places: PipLayouts,
    /// The line.
    pub line: Line,
    /// Half of the line's width.
    pub line_half_width: f32,
    /// Half of the line's length.
    pub line_half_length: f32,
    /// Colour of the line.
    pub line_colour: Rgb,
    /// Radius of the pin, 0 for none.
    pub pin: f32,
    /// Colour of the pin.
    pub pin_colour: Rgb,
    /// Inset of a printed frame on the face, 0 for none.
    pub frame: f32,
    /// Pattern of the back.
    pub back_kind: Back,
    /// Colour of the pattern.
    pub back_ink: Rgb,
    /// Strength of wood grain or marbling, 0 for plain plastic.
    pub grain: f32,
    /// Whether the grain is in fibres (wood) or in clouds (marbled).
    pub fibres: bool,
    /// Dirt and scratches, 0 to 1.
    pub wear: f32,
    /// Strength of the mirror image of lamps, 0 to 1.
    pub gloss: f32,
    /// Sharpness of that image: larger is smaller and brighter.
    pub shine: f32,
    /// Differences between tiles of the set.
    pub spread: f32,
}

/// Families, with their share. Names as in the project's path-traced scenes where those have them.
const FAMILIES: [(&str, f32); 14] = [
    ("white_black", 0.17),
    ("white_coloured", 0.12),
    ("ivory_black", 0.13),
    ("cream_dark_brown", 0.05),
    ("black_white", 0.15),
    ("green_white", 0.06),
    ("red_white", 0.06),
    ("blue_white", 0.06),
    ("pink", 0.03),
    ("wood_burnt", 0.05),
    ("brown_white", 0.03),
    ("grey", 0.03),
    ("engraved_plain", 0.03),
    ("any", 0.03),
];

/// Colours of face and pips.
fn colours(dice: &mut Dice, name: &str) -> (Rgb, Rgb) {
    let k = dice.f(5.0, 45.0);
    let dark = srgb(k, k, k + dice.f(-3.0, 6.0));
    let k = dice.f(205.0, 255.0);
    let light = srgb(k, k, k - dice.f(0.0, 25.0));
    let yellow = hsv(dice.f(0.1, 0.16), dice.f(0.4, 0.95), 0.95);
    let pale = if dice.p(0.8) { light } else { yellow };
    match name {
        "white_black" | "white_coloured" => {
            let k = dice.f(215.0, 250.0);
            (srgb(k + dice.f(-6.0, 5.0), k, k + dice.f(-12.0, 8.0)), dark)
        }
        "ivory_black" => (srgb(dice.f(225.0, 250.0), dice.f(205.0, 235.0), dice.f(150.0, 212.0)), dark),
        "cream_dark_brown" => {
            let pip = srgb(dice.f(30.0, 90.0), dice.f(18.0, 50.0), dice.f(8.0, 30.0));
            (srgb(dice.f(205.0, 245.0), dice.f(180.0, 225.0), dice.f(120.0, 190.0)), pip)
        }
        "black_white" => {
            let k = dice.f(10.0, 58.0);
            (srgb(k + dice.n(4.0), k + dice.n(3.0), k + dice.n(5.0)), pale)
        }
        "green_white" => (hsv(dice.f(0.25, 0.48), dice.f(0.45, 1.0), dice.f(0.18, 0.75)), pale),
        "red_white" => (hsv(dice.f(-0.04, 0.04), dice.f(0.6, 1.0), dice.f(0.25, 0.85)), pale),
        "blue_white" => (hsv(dice.f(0.52, 0.7), dice.f(0.4, 1.0), dice.f(0.2, 0.9)), pale),
        "pink" => {
            let face = hsv(dice.f(0.8, 0.95), dice.f(0.25, 0.8), dice.f(0.65, 0.95));
            (face, if dice.p(0.4) { yellow } else { pale })
        }
        "wood_burnt" => {
            let pip = srgb(dice.f(15.0, 70.0), dice.f(10.0, 40.0), dice.f(5.0, 25.0));
            (hsv(dice.f(0.06, 0.12), dice.f(0.25, 0.7), dice.f(0.5, 0.93)), pip)
        }
        "brown_white" => (hsv(dice.f(0.01, 0.09), dice.f(0.4, 0.85), dice.f(0.15, 0.5)), pale),
        "grey" => {
            let k = dice.f(90.0, 200.0);
            (srgb(k, k + dice.n(5.0), k + dice.n(8.0)), if k > 140.0 || dice.p(0.3) { dark } else { light })
        }
        "engraved_plain" => {
            let face = if dice.p(0.75) {
                hsv(dice.f(0.07, 0.15), dice.f(0.03, 0.4), dice.f(0.6, 0.95))
            } else {
                dice.colour()
            };
            (face, scale(face, dice.f(0.55, 0.95)))
        }
        _ => {
            let face = dice.colour();
            (face, if luma(face) > 0.2 { dark } else { light })
        }
    }
}

/// A colour for every value, as sets with coloured pips have.
fn coloured_pips(dice: &mut Dice, face: Rgb, plain: Rgb) -> [Rgb; 13] {
    let bright = luma(face) < 0.2;
    let alike = dice.p(0.15).then(|| hsv(dice.f(0.0, 1.0), dice.f(0.5, 1.0), if bright { 0.95 } else { 0.5 }));
    std::array::from_fn(|_| {
        if let Some(colour) = alike {
            return colour;
        }
        if dice.p(0.18) {
            return if dice.p(0.5) { plain } else { mix(plain, face, dice.f(0.1, 0.5)) };
        }
        let value = if bright { dice.f(0.6, 1.0) } else { dice.f(0.2, 0.92) };
        hsv(dice.f(0.0, 1.0), dice.f(0.5, 1.0), value)
    })
}

/// Returns the pip's colour, or one further from the face's if a person could not tell them apart.
fn readable(pip: Rgb, face: Rgb) -> Rgb {
    let apart: f32 = pip.iter().zip(face).map(|(p, f)| (p.sqrt() - f.sqrt()).abs()).sum();
    if apart > 0.6 {
        return pip;
    }
    mix(pip, if luma(face) > 0.18 { [0.01; 3] } else { [0.9; 3] }, 0.7)
}

impl TileStyle {
    /// A style at random, broad on purpose.
    #[must_use]
    pub fn random(dice: &mut Dice) -> Self {
        let weights: Vec<f32> = FAMILIES.iter().map(|f| f.1).collect();
        let name = FAMILIES[dice.w(&weights)].0;
        Self::of_family(dice, name)
    }

    /// A style of one family (an unknown name gives any colours).
    #[must_use]
    pub fn of_family(dice: &mut Dice, name: &'static str) -> Self {
        let (face, pip) = colours(dice, name);
        let carved = name == "engraved_plain";
        let coloured = name == "white_coloured" || dice.p(0.05);
        let pips = if coloured && !carved { coloured_pips(dice, face, pip) } else { [pip; 13] };
        let pips = if carved { pips } else { pips.map(|p| readable(p, face)) };
        let (half, corner, edge) = sizes(dice);
        let look = if carved { PipLook::Drilled } else { pip_look(dice) };
        let two_tone = dice.p(0.35);
        let k = dice.f(6.0, 50.0);
        let other =
            if dice.p(0.4) { srgb(k, k, k) } else { hsv(dice.f(0.0, 1.0), dice.f(0.2, 1.0), dice.f(0.15, 0.9)) };
        let back = if two_tone { other } else { scale(face, dice.f(0.85, 1.0)) };
        let line = [Line::None, Line::Printed, Line::Groove, Line::Filled, Line::Double]
            [dice.w(&[0.1, 0.42, 0.18, 0.27, 0.03])];
        let groove = scale(face, if luma(face) > 0.1 { 0.6 } else { 1.5 });
        let line_colour = match line {
            Line::Groove => groove,
            _ if carved => groove,
            _ if dice.p(0.7) => pips[dice.i(0, 6) as usize],
            _ if dice.p(0.5) => pip,
            _ => dice.colour(),
        };
        let pin_colour = if dice.p(0.65) {
            hsv(dice.f(0.08, 0.14), dice.f(0.3, 0.8), dice.f(0.5, 0.95))
        } else {
            let k = dice.f(110.0, 225.0);
            srgb(k, k, k)
        };
        let wood = name == "wood_burnt";
        let back_kind = [Back::Plain, Back::Ring, Back::Star, Back::Lattice, Back::Emblem, Back::Frame]
            [dice.w(&[0.55, 0.08, 0.08, 0.07, 0.14, 0.08])];
        let (hx, hy) = (half.x, half.y);
        Self {
            name,
            half,
            corner,
            edge,
            face,
            back,
            split: if two_tone { dice.f(-0.4, 0.4) } else { -2.0 },
            pips,
            look,
            slope: if carved { dice.f(0.7, 1.4) } else { dice.f(0.25, 1.1) },
            places: PipLayouts::random(dice, PipPlaces { half_length: hx, half_width: hy }),
            line,
            line_half_width: (dice.log(0.012, 0.1) * hy).max(0.2),
            line_half_length: if matches!(line, Line::Groove) || dice.p(0.3) { hy } else { hy * dice.f(0.5, 0.95) },
            line_colour,
            pin: if dice.p(0.3) { hy * dice.f(0.06, 0.16) } else { 0.0 },
            pin_colour,
            frame: if dice.p(0.05) { hy * dice.f(0.06, 0.14) } else { 0.0 },
            back_kind,
            back_ink: if dice.p(0.4) { scale(back, dice.f(0.5, 0.8)) } else { dice.colour() },
            grain: if wood {
                dice.f(0.15, 0.8)
            } else if dice.p(0.15) {
                dice.f(0.05, 0.4)
            } else {
                0.0
            },
            fibres: wood || name == "brown_white",
            wear: if dice.p(0.55) { dice.f(0.0, 0.25) } else { dice.f(0.2, 1.0) },
            gloss: if dice.p(0.25) { dice.f(0.0, 0.2) } else { dice.f(0.2, 1.0) },
            shine: dice.log(12.0, 700.0),
            spread: if dice.p(0.6) { dice.f(0.0, 0.04) } else { dice.f(0.03, 0.14) },
        }
    }
}

impl TileStyle {
    /// Sharp edges and no differences: no seam shows between neighbours in a line.
    pub fn seamless(&mut self, dice: &mut Dice) {
        self.edge = dice.f(0.05, 0.25);
        self.corner = dice.f(0.1, 0.5).max(self.edge);
        self.spread = dice.f(0.0, 0.01);
        self.frame = 0.0;
        if dice.p(0.6) {
            self.line = Line::None;
        }
    }

    /// Strongly rounded edges, as thick glossy sets have.
    pub fn round_off(&mut self, dice: &mut Dice) {
        self.half.z = self.half.z.max(self.half.y * dice.f(0.28, 0.55));
        self.edge = (self.half.z * dice.f(0.5, 0.85)).min(self.half.y * 0.2);
        self.corner = self.edge.max(self.half.y * dice.f(0.15, 0.4));
        self.gloss = dice.f(0.4, 1.0);
    }
}

/// Length, width, thickness and roundings.
fn sizes(dice: &mut Dice) -> (V3, f32, f32) {
    let length = dice.f(36.0, 58.0);
    let proportion = match dice.w(&[0.94, 0.03, 0.03]) {
        0 => dice.f(1.88, 2.14),
        1 => dice.f(1.78, 2.3),
        _ => dice.f(2.3, 2.75),
    };
    let width = length / proportion;
    let thickness = length * dice.f(0.11, 0.3);
    let edge = match dice.w(&[0.3, 0.4, 0.3]) {
        0 => dice.f(0.15, 0.5),
        1 => dice.f(0.4, 1.6),
        _ => dice.f(1.2, 3.2),
    };
    let edge = edge.min(thickness * 0.42).min(width * 0.16);
    let corner = edge.max(match dice.w(&[0.25, 0.45, 0.3]) {
        0 => dice.f(0.2, 0.8),
        1 => dice.f(0.8, 2.6),
        _ => dice.f(2.0, 5.0),
    });
    (v3(length / 2.0, width / 2.0, thickness / 2.0), corner.min(width * 0.3), edge)
}

fn pip_look(dice: &mut Dice) -> PipLook {
    [PipLook::Flat, PipLook::Drilled, PipLook::Raised, PipLook::Ringed][dice.w(&[0.38, 0.46, 0.09, 0.07])]
}
