//! The peg board: two rows of thirty holes a side and a game hole for 61 and 121, a plain scale for other targets.

use super::short;
use language::say;
use std::fmt::Write as _;

/// Positions of a side's two pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegPair {
    /// The front peg: the score.
    pub front: u16,
    /// The back peg: the score before the last award.
    pub back: u16,
}

/// From hole to hole.
const PITCH: f32 = 10.0;
/// Between streets of five.
const STREET: f32 = 5.0;
/// Position of the first hole.
const FIRST: f32 = 46.0;
/// The height of a side's strip.
const STRIP: f32 = 40.0;
/// Holes of a row.
const ROW: u16 = 30;
const WIDTH: f32 = FIRST + PITCH * 29.0 + STREET * 5.0 + 16.0;

/// Draws the board for a target with the pegs of the sides; `said` is its text for screen readers.
#[must_use]
pub fn pegs(target: u16, sides: &[PegPair], said: &str) -> String {
    let high = STRIP * sides.len() as f32;
    let mut out = format!(
        "<svg class=\"pegs\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\
         <rect class=\"wood\" width=\"{0}\" height=\"{1}\" rx=\"8\"/>",
        short(WIDTH),
        short(high),
        escaped(said)
    );
    let board = PegTrack { target, sides: sides.len() };
    for (side, pair) in sides.iter().enumerate() {
        board.write_holes(&mut out, side);
        for (class, points) in [("back", pair.back), ("front", pair.front)] {
            let [x, y] = board.hole(side, points);
            let _infallible = write!(
                out,
                "<circle class=\"peg {class} s{side}\" cx=\"{}\" cy=\"{}\" r=\"5.5\"/>",
                short(x),
                short(y)
            );
        }
        if let Some(round) = board.round(pair.front) {
            let y = STRIP * (side as f32 + 0.5) + 3.0;
            let _infallible = write!(out, "<text class=\"round\" x=\"6\" y=\"{}\">{round}</text>", short(y));
        }
    }
    if board.goes_round() && sides.len() == 2 {
        let _infallible = write!(out, "<circle class=\"game\" cx=\"22\" cy=\"{}\" r=\"6\"/>", short(STRIP));
    }
    out.push_str("</svg>");
    out
}

/// The way the pegs go.
struct PegTrack {
    target: u16,
    sides: usize,
}

impl PegTrack {
    const fn goes_round(&self) -> bool {
        matches!(self.target, 61 | 121)
    }

    /// Names the lap, on a board that goes round more than once.
    fn round(&self, points: u16) -> Option<&'static str> {
        (self.target == 121).then_some(if points > 2 * ROW { say!("2nd") } else { say!("1st") })
    }

    /// A place across the strip of a side, from 0 at its outer edge; the second of two sides mirrors the first.
    fn across(&self, side: usize, share: f32) -> f32 {
        let share = if self.sides == 2 && side == 1 { 1.0 - share } else { share };
        (side as f32 + share) * STRIP
    }

    fn hole(&self, side: usize, points: u16) -> [f32; 2] {
        if !self.goes_round() {
            let share = f32::from(points.min(self.target)) / f32::from(self.target.max(1));
            return [FIRST + (WIDTH - FIRST - 16.0) * share, self.across(side, 0.5)];
        }
        if points == 0 {
            return [FIRST - 14.0, self.across(side, 0.34)];
        }
        if points >= self.target {
            return [22.0, if self.sides == 2 { STRIP } else { self.across(side, 0.7) }];
        }
        match (points - 1) % (2 * ROW) + 1 {
            up @ 1..=ROW => [along(up), self.across(side, 0.34)],
            down => [along(2 * ROW + 1 - down), self.across(side, 0.74)],
        }
    }

    fn write_holes(&self, out: &mut String, side: usize) {
        let last = if self.goes_round() { 2 * ROW } else { self.target };
        let step = if self.goes_round() { 1 } else { 5 };
        let mut dots = String::new();
        for points in (0..=last).step_by(step) {
            let [x, y] = self.hole(side, points);
            let _infallible = write!(dots, "M{} {}h0", short(x), short(y));
        }
        let _infallible = write!(out, "<path class=\"holes\" d=\"{dots}\"/>");
    }
}

fn along(row: u16) -> f32 {
    FIRST + PITCH * f32::from(row - 1) + STREET * f32::from((row - 1) / 5)
}

/// Text as an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_a_hole_of_its_own_on_the_board() {
        for target in [61, 121, 100, 200] {
            let board = PegTrack { target, sides: 2 };
            for side in 0..2 {
                let mut holes: Vec<_> = (0..=60.min(target)).map(|n| board.hole(side, n).map(|x| x as i32)).collect();
                let all = holes.len();
                assert!(holes.iter().all(|[x, y]| (0..WIDTH as i32).contains(x) && (0..80).contains(y)));
                holes.sort_unstable();
                holes.dedup();
                assert_eq!(holes.len(), all, "{target}");
            }
        }
        let svg = pegs(61, &[PegPair { front: 12, back: 4 }; 2], "Anna 12, \"B\" 12");
        assert!(svg.contains("aria-label=\"Anna 12, &quot;B&quot; 12\""));
        assert!(svg.len() < 5_000, "{}", svg.len());
    }
}
