//! Hints for a better picture: light and distance.

use language::say;
use std::fmt;

use eye::detect::is_burnt_out;
use eye::frame::Frame;
use eye::read::{PipLogs, Point, SeenTile, TileKind};
use game::tile::Pip;

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

/// Natural logarithm of the probability of a half's likeliest pips below which the reading is uncertain.
const UNSURE: f32 = -0.1;

/// Half the width of the window searched for an edge, in pixels, and the step in grey (of 255) that counts as one.
const EDGE_REACH: usize = 6;
const EDGE_STEP: f32 = 40.0;
/// Fewer edges say nothing: an empty table has none.
const EDGES: usize = 60;
/// Share of an edge's step between two neighbouring pixels below which its picture is not sharp.
/// (Of 122 tiles of ten drawn tables 105 are read, blurred by 2 pixels 88, by 3 pixels 76: that leaves 0.19 to 0.33 and 0.16 to 0.25.)
const SOFT: f32 = 0.22;

/// Something that would help.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Hint {
    /// Too little light.
    Dark,
    /// Too much of it.
    Glare,
    /// The tiles are so bright that their pips vanish.
    BurntOut,
    /// The picture is not sharp.
    Blurred,
    /// Something moves all the time.
    Restless,
    /// The camera trembles.
    Trembles,
    /// The camera is too far away.
    Far,
    /// The camera is too near.
    Near,
    /// A tile is at the edge of the picture.
    AtTheEdge,
    /// The tiles are of a larger set than the match is played with.
    LargerSet {
        /// Most pips on a half of the match's set.
        most: u8,
    },
    /// Looking takes too long.
    Slow {
        /// Tenths of a second of a look.
        tenths: u64,
    },
    /// Looking takes much longer than at first.
    Hot,
    /// A picture could not be had.
    Missed(String),
}

impl Hint {
    /// Reports whether pips are hard to read; then even confident drops are asked about.
    #[must_use]
    pub const fn doubts_reading(&self) -> bool {
        matches!(self, Self::Dark | Self::Glare | Self::BurntOut | Self::Blurred | Self::Far | Self::LargerSet { .. })
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dark => f.write_str(say!("it is too dark: more light makes the pips readable")),
            Self::Glare => f.write_str(say!("too much glare: turn the lamp aside or tilt the camera")),
            Self::BurntOut => f.write_str(say!(
                "the tiles are so bright that their pips can't be seen: dim the lamp or turn it aside"
            )),
            Self::Blurred => {
                f.write_str(say!("the picture is not sharp: focus the camera, clean its lens, and keep it still"))
            }
            Self::Restless => f.write_str(say!(
                "the picture never settles: fix the camera, and turn off lamps that flicker or screens in its view"
            )),
            Self::Trembles => f.write_str(say!("the camera shakes: a firmer stand gives sharper pictures")),
            Self::Far => f.write_str(say!("the tiles are small: move the camera closer")),
            Self::Near => f.write_str(say!("the camera is very close: the line will not fit in the picture")),
            Self::AtTheEdge => f.write_str(say!("a tile is at the edge of the picture: move the camera back or aside")),
            Self::LargerSet { most } => f.write_str(&say!(
                "some tiles have more than {most} pips on a half: the rules of this match are for a smaller set",
                most
            )),
            Self::Slow { tenths } => f.write_str(&say!(
                "this device reads slowly: about one picture every {n} seconds",
                n = format!("{}.{}", tenths / 10, tenths % 10)
            )),
            Self::Hot => f.write_str(say!("the device may be too hot: it now reads three times as slowly")),
            Self::Missed(why) => f.write_str(why),
        }
    }
}

/// Hints on the light and the sharpness of a picture.
#[must_use]
pub fn of_picture(frame: &Frame) -> Vec<Hint> {
    let mut hints = of_light(frame);
    if sharpness(frame).is_some_and(|share| share < SOFT) {
        hints.push(Hint::Blurred);
    }
    hints
}

/// Returns the share of an edge's step between two neighbouring pixels, in the sharpest tenth of the edges.
///
/// `None` without edges.
/// A blur by a bell of `s` pixels leaves `0.4 / s` of it.
pub(crate) fn sharpness(frame: &Frame) -> Option<f32> {
    let width = frame.width() as usize * 3;
    let mut shares: Vec<f32> = Vec::new();
    for row in frame.rgb().chunks_exact(width).step_by(8) {
        let grey: Vec<f32> = row.as_chunks::<3>().0.iter().map(|&[_, g, _]| f32::from(g)).collect();
        for piece in grey.windows(2 * EDGE_REACH + 1).step_by(3) {
            let step = (piece[2 * EDGE_REACH] - piece[0]).abs();
            if step > EDGE_STEP {
                // Something cut off by the window's border would look sharper than it is.
                let steps = piece.windows(2).map(|pair| (pair[1] - pair[0]).abs()).enumerate();
                let steepest = steps.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
                let middle = EDGE_REACH - 2..EDGE_REACH + 2;
                shares.extend(steepest.filter(|(at, _)| middle.contains(at)).map(|(_, most)| most / step));
            }
        }
    }
    let at = shares.len() * 9 / 10;
    (shares.len() >= EDGES).then(|| *shares.select_nth_unstable_by(at, f32::total_cmp).1)
}

/// A clock in the picture changes less than this part of it; a row of pixels is compared in as many parts.
const CLOCK: usize = 20;

/// Reports whether the picture is too dark for pips to be read.
pub(crate) fn is_dark(frame: &Frame) -> bool {
    light(frame).0 < DARK
}

/// Reports whether a picture shows no more than a clock beside an earlier one: noise alone changes pixels everywhere.
pub(crate) fn repeats(last: &Frame, now: &Frame) -> bool {
    if (last.width(), last.height()) != (now.width(), now.height()) {
        return false;
    }
    let width = now.width() as usize * 3;
    let strip = width.div_ceil(CLOCK).max(1);
    let most = now.height() as usize;
    let rows = last.rgb().chunks(width.max(1)).zip(now.rgb().chunks(width.max(1)));
    let strips = rows.flat_map(|(a, b)| a.chunks(strip).zip(b.chunks(strip)));
    strips.filter(|(a, b)| a != b).take(most + 1).count() <= most
}

/// Mean brightness and share of white pixels, by every 16th pixel of every 16th row.
fn light(frame: &Frame) -> (f64, f64) {
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
    (sum / n, white / n)
}

fn of_light(frame: &Frame) -> Vec<Hint> {
    let (mean, white) = light(frame);
    let mut hints = Vec::new();
    if mean < DARK {
        hints.push(Hint::Dark);
    }
    if white > GLARE {
        hints.push(Hint::Glare);
    }
    hints
}

/// Hint on tiles that a set with at most this many pips on a half does not have: two of them, since one may be misread.
pub(crate) fn of_set(tiles: &[SeenTile], most: Pip) -> Option<Hint> {
    let beyond = |half: &PipLogs| half[usize::from(most.get()) + 1..].iter().any(|log| *log > UNSURE);
    let foreign = faces(tiles).filter(|t| beyond(&t.a) || beyond(&t.b));
    (foreign.count() >= 2).then_some(Hint::LargerSet { most: most.get() })
}

/// Hints on the tiles that were seen in a picture: whether their pips can be seen, and whether they are all in it.
#[must_use]
pub fn of_tiles(tiles: &[SeenTile], frame: &Frame) -> Vec<Hint> {
    // White faces are often burnt out around pips that are plain to see: only uncertain readings count.
    let surest = |half: &PipLogs| half.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let unsure = |t: &&SeenTile| surest(&t.a).min(surest(&t.b)) < UNSURE;
    let burnt = faces(tiles).filter(unsure).any(|t| is_burnt_out(frame, &t.corners));
    let mut hints = if burnt { vec![Hint::BurntOut] } else { Vec::new() };
    let (width, height) = (f64::from(frame.width()), f64::from(frame.height()));
    let is_outside = |t: &SeenTile| {
        let margin = EDGE * length(t);
        let outside = |p: &Point| p.x < margin || p.y < margin || p.x > width - margin || p.y > height - margin;
        t.corners.iter().any(outside)
    };
    hints.extend(faces(tiles).any(is_outside).then_some(Hint::AtTheEdge));
    hints
}

/// Hint on how far away the tiles are.
#[must_use]
pub fn of_distance(tiles: &[SeenTile], frame: &Frame) -> Option<Hint> {
    let mut lengths: Vec<f64> = faces(tiles).map(length).collect();
    lengths.sort_by(f64::total_cmp);
    let typical = *lengths.get(lengths.len() / 2)?;
    match () {
        () if typical < SMALL => Some(Hint::Far),
        () if typical > LARGE * f64::from(frame.width().max(frame.height())) => Some(Hint::Near),
        () => None,
    }
}

fn faces(tiles: &[SeenTile]) -> impl Iterator<Item = &SeenTile> {
    tiles.iter().filter(|tile| tile.kind == TileKind::Up && tile.logit > 0.0)
}

/// Length of a tile in pixels.
fn length(tile: &SeenTile) -> f64 {
    let [a, b, c, d] = tile.corners;
    (a.distance(b) + c.distance(d)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws bright bars on a dark ground, with edges `soft` pixels wide.
    fn bars(soft: u32, light: f64) -> Frame {
        let at = |x: u32| {
            let (place, half) = (x % 80, f64::from(soft) / 2.0);
            let from = |edge: f64| ((f64::from(place) - edge + half) / f64::from(soft)).clamp(0.0, 1.0);
            (light * (0.3 + 0.7 * (from(20.0) - from(60.0)))) as u8
        };
        let rgb = (0..320 * 240).flat_map(|i| [at(i % 320); 3]).collect();
        Frame::new(320, 240, rgb).unwrap()
    }

    #[test]
    fn blur_dark_and_a_table_without_anything_are_told_apart() {
        assert_eq!(of_picture(&bars(1, 220.0)), []);
        assert_eq!(of_picture(&bars(3, 220.0)), []);
        assert_eq!(of_picture(&bars(24, 220.0)), [Hint::Blurred]);
        assert_eq!(of_picture(&bars(1, 40.0)), [Hint::Dark]);
        // Nothing to be sharp is not unsharp.
        assert_eq!(of_picture(&bars(80, 90.0)), []);
    }

    #[test]
    fn tiles_that_the_set_does_not_have_are_said_and_one_misread_tile_is_not() {
        let corners = [(100.0, 60.0), (100.0, 140.0), (140.0, 140.0), (140.0, 60.0)].map(|(x, y)| Point { x, y });
        let logs = |pips: usize| std::array::from_fn(|pip| if pip == pips { -0.01 } else { -6.0 });
        let tile = |a, b| SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 };
        let said = |tiles: &[SeenTile], most| of_set(tiles, Pip::new(most).unwrap());
        let nines = [tile(6, 6), tile(8, 2), tile(3, 9)];
        assert_eq!(said(&nines, 6), Some(Hint::LargerSet { most: 6 }));
        assert_eq!(said(&nines, 8), None);
        assert_eq!(said(&nines, 9), None);
        assert_eq!(said(&nines, 12), None);
    }

    #[test]
    fn a_tile_whose_pips_vanish_in_the_light_is_said_and_a_white_one_that_is_read_is_not() {
        let corner = |x: f64, y: f64| Point { x, y };
        let corners = [corner(100.0, 60.0), corner(100.0, 140.0), corner(140.0, 140.0), corner(140.0, 60.0)];
        let logs = |sure: f32| std::array::from_fn(|pip| if pip == 2 { sure } else { -3.0 });
        let tile = |sure| [SeenTile { corners, a: logs(-0.01), b: logs(sure), kind: TileKind::Up, logit: 3.0 }];
        let white = Frame::new(320, 240, vec![255; 320 * 240 * 3]).unwrap();
        assert_eq!(of_tiles(&tile(-0.7), &white), [Hint::BurntOut]);
        assert_eq!(of_tiles(&tile(-0.01), &white), []);
        let light = Frame::new(320, 240, vec![240; 320 * 240 * 3]).unwrap();
        assert_eq!(of_tiles(&tile(-0.7), &light), []);
    }
}
