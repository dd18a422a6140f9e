//! What would help the reader, in words: light and distance.

use std::fmt;

use crate::frame::Frame;
use crate::reading::{Point, SeenTile, TileKind};

/// Mean brightness (0 to 255) below which pips drown in noise. Rendered tables are read as well as others down to about 35.
const DARK: f64 = 35.0;
/// Share of pixels at full white from which faces are burnt out.
const GLARE: f64 = 0.25;
/// Length of a tile, in pixels, from which pips are read well: the reader's crop is 128 long, and below a third of
/// that the measured accuracy falls.
const SMALL: f64 = 44.0;
/// Share of the picture's long side a tile may have; a layout does not fit into the picture otherwise.
const LARGE: f64 = 0.3;
/// A layout's tile this near to the edge (share of a tile) will soon lie outside.
const EDGE: f64 = 0.15;

/// Something that would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Too little light.
    Dark,
    /// Too much of it.
    Glare,
    /// The camera is too far away.
    Far,
    /// It is too near.
    Near,
    /// A tile lies at the edge of the picture.
    AtTheEdge,
    /// Looking takes too long.
    Slow {
        /// Milliseconds of a look.
        milliseconds: u64,
    },
    /// A picture could not be had.
    Missed(String),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dark => f.write_str("it is too dark: more light makes the pips readable"),
            Self::Glare => f.write_str("too much glare: turn the lamp aside or tilt the camera"),
            Self::Far => f.write_str("the tiles are small: move the camera nearer"),
            Self::Near => f.write_str("the camera is very near: the line will not fit into the picture"),
            Self::AtTheEdge => f.write_str("a tile lies at the edge of the picture: move the camera back or aside"),
            Self::Slow { milliseconds } => {
                write!(f, "reading takes {milliseconds} ms on this machine: proposals come late")
            }
            Self::Missed(why) => f.write_str(why),
        }
    }
}

/// Hints on the light of a picture. Looks at every 16th pixel of every 16th row.
#[must_use]
pub fn of_light(frame: &Frame) -> Vec<Hint> {
    let (mut sum, mut white, mut n) = (0.0, 0.0, 0.0_f64);
    for y in (0..frame.height()).step_by(16) {
        for x in (0..frame.width()).step_by(16) {
            let Some([r, g, b]) = frame.pixel(x, y) else { continue };
            sum += 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
            white += f64::from(u8::from(r.min(g).min(b) >= 252));
            n += 1.0;
        }
    }
    let n = n.max(1.0);
    let mut hints = Vec::new();
    if sum / n < DARK {
        hints.push(Hint::Dark);
    }
    if white / n > GLARE {
        hints.push(Hint::Glare);
    }
    hints
}

/// Hints on the distance of the tiles that were seen.
#[must_use]
pub fn of_tiles(tiles: &[SeenTile], (width, height): (u32, u32)) -> Vec<Hint> {
    let up: Vec<&SeenTile> = tiles.iter().filter(|t| t.kind == TileKind::Up && t.logit > 0.0).collect();
    let between = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
    let length = |t: &SeenTile| (between(t.corners[0], t.corners[1]) + between(t.corners[2], t.corners[3])) / 2.0;
    let mut lengths: Vec<f64> = up.iter().map(|t| length(t)).collect();
    lengths.sort_by(f64::total_cmp);
    let Some(&typical) = lengths.get(lengths.len() / 2) else { return Vec::new() };
    let (width, height) = (f64::from(width), f64::from(height));
    let mut hints = Vec::new();
    if typical < SMALL {
        hints.push(Hint::Far);
    }
    if typical > LARGE * width.max(height) {
        hints.push(Hint::Near);
    }
    let margin = EDGE * typical;
    let outside = |p: &Point| p.x < margin || p.y < margin || p.x > width - margin || p.y > height - margin;
    if up.iter().any(|t| t.corners.iter().any(outside)) {
        hints.push(Hint::AtTheEdge);
    }
    hints
}
