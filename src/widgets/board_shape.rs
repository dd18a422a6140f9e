//! Geometry of a peg board: holes, streets, plates and the figures beside them.
//!
//! The board is measured along its length (from the foot, in hole pitches) and across it (in points). Vertical boards
//! have their foot at the bottom, horizontal ones at the left.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use game::rules::RuleSet;

/// Holes of one row of a street board.
pub const ROW: u16 = 30;
/// Points of one round: up the outer row and down the inner one.
pub const ROUND: u16 = 2 * ROW;
/// Gap between streets, in hole pitches.
const STREET_GAP: f32 = 0.62;
/// Place of the first hole, from the foot, in hole pitches.
const FIRST: f32 = 5.0;
/// Place of the upper starting hole.
const START: f32 = 3.6;
/// Place of the lower starting hole.
const START_BACK: f32 = 2.65;
/// Length of the rail of a plain scale.
const RAIL: f32 = 33.0;

/// The arrangement of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// Two rows of thirty holes a side and one game hole, this many times round: 61 is one round and the game hole.
    Rounds(u16),
    /// A straight rail with a mark every five points, up to this target.
    Scale(u16),
}

/// Properties of the game that a board is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// Number of sides, `2..=6`.
    pub sides: usize,
    /// The arrangement of the points.
    pub track: Track,
    /// Score below which a loser is skunked.
    pub skunk: Option<u16>,
}

impl BoardShape {
    /// The board for a target: 61 and 121 have their traditional boards, anything else a plain scale.
    #[must_use]
    pub fn for_target(sides: usize, target: u16, skunk: Option<u16>) -> Self {
        let track = match target {
            61 => Track::Rounds(1),
            121 => Track::Rounds(2),
            other => Track::Scale(other.max(10)),
        };
        Self { sides: sides.clamp(1, RuleSet::SEATS), track, skunk }
    }

    /// The points that win.
    #[must_use]
    pub const fn target(&self) -> u16 {
        match self.track {
            Track::Rounds(rounds) => rounds * ROUND + 1,
            Track::Scale(target) => target,
        }
    }

    /// Length in hole pitches.
    fn length(&self) -> f32 {
        match self.track {
            Track::Rounds(_) => row_along(ROW) + 2.0,
            Track::Scale(_) => START + 1.2 + RAIL + 1.8,
        }
    }

    /// Returns the number of rounds completed at `score`, `0` for the first.
    #[must_use]
    pub const fn round_of(&self, score: u16) -> u16 {
        match self.track {
            Track::Rounds(rounds) if score > 0 && score <= rounds * ROUND => (score - 1) / ROUND,
            Track::Rounds(rounds) if score > 0 => rounds - 1,
            Track::Rounds(_) | Track::Scale(_) => 0,
        }
    }
}

/// Distance of the n-th hole of a row from the foot, `1..=30`.
fn row_along(row: u16) -> f32 {
    let gaps = f32::from((row.max(1) - 1) / 5);
    FIRST + f32::from(row) - 1.0 + gaps * STREET_GAP
}

/// A figure engraved beside a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Centre of the board.
    pub at: Pos2,
    /// The points.
    pub points: u16,
    /// The side it is read by; `None` for all.
    pub side: Option<usize>,
}

/// A board fitted into a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// Game that it is for.
    pub shape: BoardShape,
    /// The wood's outline.
    pub rect: Rect,
    /// Points from hole to hole.
    pub pitch: f32,
    lying: bool,
    foot: f32,
}

impl Geometry {
    /// Fits a board into `rect`, along its longer side.
    #[must_use]
    pub fn new(shape: BoardShape, rect: Rect) -> Self {
        let lying = rect.width() > rect.height();
        let (long, wide) = if lying { (rect.width(), rect.height()) } else { (rect.height(), rect.width()) };
        let strip = wide / shape.sides as f32;
        let pitch = (long / shape.length()).min(strip * 0.36).max(1.0);
        let foot = (long - pitch * shape.length()) / 2.0;
        Self { shape, rect, pitch, lying, foot }
    }

    /// Reports whether it is along the window's width.
    #[must_use]
    pub const fn lying(&self) -> bool {
        self.lying
    }

    /// A point `along` hole pitches from the foot and `across` points from the left (or upper) edge.
    #[must_use]
    pub fn at(&self, along: f32, across: f32) -> Pos2 {
        let long = self.foot + along * self.pitch;
        if self.lying {
            pos2(self.rect.left() + long, self.rect.top() + across)
        } else {
            pos2(self.rect.left() + across, self.rect.bottom() - long)
        }
    }

    /// A vector from lengths along (from the foot on) and across.
    #[must_use]
    pub fn span(&self, along: f32, across: f32) -> Vec2 {
        if self.lying { vec2(along, across) } else { vec2(across, -along) }
    }

    fn wide(&self) -> f32 {
        if self.lying { self.rect.height() } else { self.rect.width() }
    }

    /// Width of one side's strip.
    #[must_use]
    pub fn strip(&self) -> f32 {
        self.wide() / self.shape.sides as f32
    }

    /// Across place in a side's strip, `0.0` at its outer edge. The second of two sides is the mirror of the first.
    #[must_use]
    pub fn across(&self, side: usize, share: f32) -> f32 {
        let strip = self.strip();
        let share = if self.shape.sides == 2 && side == 1 { 1.0 - share } else { share };
        (side as f32 + share) * strip
    }

    fn columns(&self) -> (f32, f32) {
        if self.shape.sides == 2 { (0.36, 0.70) } else { (0.20, 0.80) }
    }

    /// The hole of a peg with this many points; points beyond the board are in the last hole.
    #[must_use]
    pub fn hole(&self, side: usize, points: u16) -> Pos2 {
        let (outer, inner) = self.columns();
        match self.shape.track {
            Track::Rounds(_) if points == 0 => self.at(START, self.across(side, outer)),
            Track::Rounds(_) if points >= self.shape.target() => self.game_hole(side),
            Track::Rounds(_) => match (points - 1) % ROUND + 1 {
                up @ 1..=ROW => self.at(row_along(up), self.across(side, outer)),
                down => self.at(row_along(ROUND + 1 - down), self.across(side, inner)),
            },
            Track::Scale(target) => {
                let share = f32::from(points.min(target)) / f32::from(target);
                self.at(START + 1.2 + RAIL * share, self.across(side, self.rail()))
            }
        }
    }

    /// Across share of the rail of a plain scale.
    #[must_use]
    pub fn rail(&self) -> f32 {
        if self.shape.sides == 2 { 0.52 } else { 0.38 }
    }

    /// The hole that wins: one for two sides, each its own otherwise.
    #[must_use]
    pub fn game_hole(&self, side: usize) -> Pos2 {
        if self.shape.sides == 2 {
            self.at(START, self.wide() / 2.0)
        } else {
            self.at(START, self.across(side, self.columns().1))
        }
    }

    /// Returns the place of the second peg before it has moved.
    #[must_use]
    pub fn second_start(&self, side: usize) -> Pos2 {
        match self.shape.track {
            Track::Rounds(_) => self.at(START_BACK, self.across(side, self.columns().0)),
            Track::Scale(_) => self.at(START - 0.1, self.across(side, self.rail())),
        }
    }

    /// Returns the place of the counter for round `round` (`0` the first), on boards that go round more than once.
    #[must_use]
    pub fn round_hole(&self, side: usize, round: u16) -> Pos2 {
        let inner = self.columns().1 - if self.shape.sides == 2 { 0.02 } else { 0.0 };
        self.at(START_BACK + 0.95 * f32::from(round), self.across(side, inner - 0.14))
    }

    /// Every drilled place of a side with its points, rising; the starting holes have 0.
    pub fn holes(&self, side: usize) -> impl Iterator<Item = (u16, Pos2)> + '_ {
        let (step, last) = match self.shape.track {
            Track::Rounds(_) => (1, ROUND + 1),
            Track::Scale(target) => (5, target),
        };
        (0..=last).step_by(step).map(move |points| match self.shape.track {
            Track::Rounds(_) if points == last => (self.shape.target(), self.game_hole(side)),
            Track::Rounds(_) | Track::Scale(_) => (points, self.hole(side, points)),
        })
    }

    /// The side and points that `pos` means, if it is on a track. On a board that goes round twice the points are
    /// those of the round that `near` is in.
    #[must_use]
    pub fn points_at(&self, pos: Pos2, near: impl Fn(usize) -> u16) -> Option<(usize, u16)> {
        let across = if self.lying { pos.y - self.rect.top() } else { pos.x - self.rect.left() };
        let side = ((across / self.strip()).max(0.0) as usize).min(self.shape.sides - 1);
        if let Track::Scale(target) = self.shape.track {
            let (low, high) = (self.hole(side, 0), self.hole(side, target));
            let whole = if self.lying { high.x - low.x } else { low.y - high.y };
            let part = if self.lying { pos.x - low.x } else { low.y - pos.y };
            let off = across - self.across(side, self.rail());
            let points = (part / whole * f32::from(target)).round();
            let on_track = off.abs() < self.strip() * 0.3 && (-2.0..=f32::from(target) + 4.0).contains(&points);
            return on_track.then(|| (side, (points.max(0.0) as u16).min(target)));
        }
        let nearest = self.holes(side).min_by(|a, b| a.1.distance_sq(pos).total_cmp(&b.1.distance_sq(pos)))?;
        if nearest.1.distance(pos) > self.pitch * 0.9 {
            return None;
        }
        let points = match nearest.0 {
            0 => 0,
            points if points >= self.shape.target() => points,
            points => {
                // Returns the round nearest to the side's present one.
                let rounds = self.shape.target() / ROUND;
                let now = i32::from(near(side));
                (0..rounds).map(|r| points + r * ROUND).min_by_key(|p| (i32::from(*p) - now).abs())?
            }
        };
        Some((side, points))
    }

    /// The burnt lines between streets, each across one side's strip.
    #[must_use]
    pub fn streets(&self) -> Vec<[Pos2; 2]> {
        let mut lines = Vec::new();
        for side in 0..self.shape.sides {
            match self.shape.track {
                Track::Rounds(_) => {
                    for street in 1..ROW / 5 {
                        let along = row_along(street * 5) + (1.0 + STREET_GAP) / 2.0;
                        lines.push([0.14, 0.92].map(|share| self.at(along, self.across(side, share))));
                    }
                }
                Track::Scale(target) => {
                    let step = if target > 120 { 25 } else { 10 };
                    for points in (step..target).step_by(usize::from(step)) {
                        let at = self.hole(side, points);
                        let reach = self.span(0.0, self.strip() * 0.17);
                        lines.push([at - reach, at + reach]);
                    }
                }
            }
        }
        lines
    }

    /// The skunk line of each side.
    #[must_use]
    pub fn skunk_lines(&self) -> Vec<[Pos2; 2]> {
        let Some(skunk) = self.shape.skunk.filter(|s| *s > 0 && *s < self.shape.target()) else {
            return Vec::new();
        };
        let line = |side: usize| {
            let (at, before) = (self.hole(side, skunk), self.hole(side, skunk - 1));
            let turn = (at - before).length() > self.pitch * 3.0 || {
                let step = at - before;
                let (along, across) = if self.lying { (step.x, step.y) } else { (step.y, step.x) };
                across.abs() > along.abs()
            };
            // Between the last hole of the outer row and the first of the inner one the line runs along the board.
            let middle = at + (before - at) * 0.5;
            let reach = if turn { self.span(self.pitch * 0.75, 0.0) } else { self.span(0.0, self.strip() * 0.2) };
            [middle - reach, middle + reach]
        };
        (0..self.shape.sides).map(line).collect()
    }

    /// The figures engraved beside the holes.
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        match self.shape.track {
            Track::Rounds(_) => self.round_figures(),
            Track::Scale(target) => {
                let step = if target > 120 { 25 } else { 10 };
                let marks = || (step..=target).step_by(usize::from(step));
                let mark = |side: usize, share: f32, points: u16, reader| {
                    let along = START + 1.2 + RAIL * f32::from(points) / f32::from(target);
                    Figure { at: self.at(along, self.across(side, share)), points, side: reader }
                };
                if self.shape.sides == 2 {
                    marks().map(|points| mark(0, 1.0, points, None)).collect()
                } else {
                    let sides = 0..self.shape.sides;
                    sides.flat_map(|side| marks().map(move |points| mark(side, 0.78, points, Some(side)))).collect()
                }
            }
        }
    }

    fn round_figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        for side in 0..self.shape.sides {
            let (up, down) = if self.shape.sides == 2 { (0.135, 1.0) } else { (0.48, 0.52) };
            for street in 1..=ROW / 5 {
                let points = street * 5;
                let at = self.at(row_along(points), self.across(side, up));
                figures.push(Figure { at, points, side: Some(side) });
                let points = ROUND + 5 - street * 5;
                let at = self.at(row_along(ROUND + 1 - points), self.across(side, down));
                if self.shape.sides != 2 || side == 0 {
                    figures.push(Figure { at, points, side: (self.shape.sides != 2).then_some(side) });
                }
            }
        }
        figures
    }

    /// The bed of a side's holes: a shallow recess.
    #[must_use]
    pub fn bed(&self, side: usize) -> Rect {
        let (low, high) = match self.shape.track {
            Track::Rounds(_) => (FIRST - 0.85, row_along(ROW) + 0.85),
            Track::Scale(_) => (START + 0.45, START + 1.2 + RAIL + 0.75),
        };
        let (left, right) = match self.shape.track {
            Track::Rounds(_) if self.shape.sides == 2 => (0.265, 0.805),
            Track::Rounds(_) => (0.05, 0.95),
            Track::Scale(_) => (self.rail() - 0.19, self.rail() + 0.19),
        };
        Rect::from_two_pos(self.at(low, self.across(side, left)), self.at(high, self.across(side, right)))
    }

    /// The brass plate with a side's name, at the foot of its strip.
    #[must_use]
    pub fn plate(&self, side: usize) -> Rect {
        let middle = self.across(side, 0.5);
        let half = (self.strip() * 0.44).min(self.strip() / 2.0 - 3.0);
        // A horizontal board has upright names: the plate is as wide as the foot allows.
        let (low, high) = if self.lying { (0.3, 1.95) } else { (0.5, 1.75) };
        let half = if self.lying { self.pitch * 0.8 } else { half };
        Rect::from_two_pos(self.at(low, middle - half), self.at(high, middle + half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(sides: usize, target: u16) -> Geometry {
        Geometry::new(
            BoardShape::for_target(sides, target, None),
            Rect::from_min_size(pos2(10.0, 20.0), vec2(220.0, 640.0)),
        )
    }

    #[test]
    fn every_hole_answers_to_its_own_points() {
        for target in [61, 121, 100, 150, 200, 250] {
            for sides in 2..=RuleSet::SEATS {
                let board = board(sides, target);
                for side in 0..sides {
                    for points in 0..=target {
                        let at = board.hole(side, points);
                        assert!(board.rect.shrink(3.0).contains(at), "{target} {sides} {side} {points}: {at}");
                        let found = board.points_at(at, |_| points);
                        let shared = sides == 2 && points == target && matches!(board.shape.track, Track::Rounds(_));
                        if shared {
                            assert_eq!(found.map(|f| f.1), Some(points));
                        } else {
                            assert_eq!(found, Some((side, points)), "{target} with {sides}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn holes_do_not_touch() {
        for (sides, target) in [(2, 61), (3, 61), (4, 121), (4, 61), (5, 61), (6, 61)] {
            let board = board(sides, target);
            let holes: Vec<Pos2> = (0..sides).flat_map(|s| board.holes(s).map(|h| h.1).collect::<Vec<_>>()).collect();
            for (i, a) in holes.iter().enumerate() {
                for b in &holes[..i] {
                    let distance = a.distance(*b);
                    // Two sides share the game hole.
                    assert!(distance < 0.1 || distance > board.pitch * 0.9, "{sides} {target}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_skunk_line_lies_between_30_and_31() {
        let shape = BoardShape::for_target(2, 61, Some(31));
        let board = Geometry::new(shape, Rect::from_min_size(Pos2::ZERO, vec2(220.0, 640.0)));
        for (side, [from, to]) in board.skunk_lines().into_iter().enumerate() {
            let middle = from + (to - from) * 0.5;
            assert!(middle.distance(board.hole(side, 30) + (board.hole(side, 31) - board.hole(side, 30)) * 0.5) < 0.1);
        }
    }
}
