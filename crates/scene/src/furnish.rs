//! Puts furniture round a place that stays free: where a game is, or will be.

use super::maths::{Dice, V3, v3};
use super::pieces::Piece;
use super::prints::Printed;
use super::scene::{PlacedTile, Thing};
use super::solid::{Pose, Solid};
use super::truth::TileKind;
use std::f32::consts::FRAC_PI_2;

/// The ground something covers: a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    /// Middle, mm.
    pub at: (f32, f32),
    /// Direction of the length.
    pub angle: f32,
    /// Half of length and width.
    pub half: (f32, f32),
}

impl Footprint {
    /// Returns the footprint of a thing.
    #[must_use]
    pub fn of(thing: &Thing) -> Self {
        let (pose, size) = (&thing.pose, thing.solid.bounds());
        let angle = pose.u.y.atan2(pose.u.x);
        // For standing or leaning things only the part along the table counts.
        let along = pose.u.x.hypot(pose.u.y);
        Self { at: (pose.at.x, pose.at.y), angle, half: ((size.x * along).max(size.y * (1.0 - along)), size.y) }
    }

    /// Returns the footprint of a tile on its edge.
    #[must_use]
    pub fn standing(tile: &PlacedTile, half: V3) -> Self {
        let angle = tile.pose.u.y.atan2(tile.pose.u.x);
        Self { at: (tile.pose.at.x, tile.pose.at.y), angle, half: (half.x, half.z) }
    }

    fn corners(&self) -> [(f32, f32); 4] {
        let (s, c) = self.angle.sin_cos();
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| {
            let (x, y) = (x * self.half.0, y * self.half.1);
            (self.at.0 + x * c - y * s, self.at.1 + x * s + y * c)
        })
    }

    /// Reports whether two pieces leave each other free.
    #[must_use]
    pub fn apart(&self, other: &Self) -> bool {
        let split = |a: &Self, b: &Self| {
            let corners = b.corners();
            let (s, c) = a.angle.sin_cos();
            [((c, s), a.half.0), ((-s, c), a.half.1)].iter().any(|((nx, ny), reach)| {
                let d = corners.map(|p| (p.0 - a.at.0) * nx + (p.1 - a.at.1) * ny);
                d.iter().all(|d| d > reach) || d.iter().all(|d| d < &-reach)
            })
        };
        split(self, other) || split(other, self)
    }
}

/// A free rectangle about the origin, and the things to put round it.
#[derive(Clone, Debug)]
pub struct Around {
    /// Half sizes of the room that stays free, mm.
    pub room: (f32, f32),
    /// Half sizes of what the camera sees, about; things may stick out of it.
    pub seen: (f32, f32),
    taken: Vec<Footprint>,
}

impl Around {
    /// Makes an empty room.
    #[must_use]
    pub fn new(room: (f32, f32), seen: (f32, f32)) -> Self {
        let free = Footprint { at: (0.0, 0.0), angle: 0.0, half: room };
        Self { room, seen, taken: vec![free] }
    }

    /// Keeps these things' places free as well.
    pub fn keep_free(&mut self, taken: impl IntoIterator<Item = Footprint>) {
        self.taken.extend(taken);
    }

    /// A place beside the room, along one of its sides, for something with these half sizes, mostly lengthwise along
    /// the side.
    fn place(&self, dice: &mut Dice, half: (f32, f32)) -> (f32, f32, f32) {
        let side = dice.i(0, 3);
        let along = if dice.p(0.75) { 0.0 } else { FRAC_PI_2 } + if dice.p(0.7) { dice.n(0.12) } else { dice.turn() };
        let upright = side < 2;
        let ((room, seen), (room_across, seen_across)) = if upright {
            ((self.room.0, self.seen.0), (self.room.1, self.seen.1))
        } else {
            ((self.room.1, self.seen.1), (self.room.0, self.seen.0))
        };
        let slide = dice.f(-1.0, 1.0) * room.max(seen);
        let depth = half.0 * along.sin().abs() + half.1 * along.cos().abs();
        let least = room_across + depth + 2.0;
        let out = least + dice.f(0.0, 1.0).powi(2) * (seen_across + depth * 0.5 - least).max(0.0);
        let out = if side % 2 == 0 { out } else { -out };
        if upright { (slide, out, along) } else { (out, slide, along + FRAC_PI_2) }
    }

    /// Puts a piece in a free place; `None` if there is no room after some tries.
    pub fn put(
        &mut self,
        dice: &mut Dice,
        mut make: impl FnMut(&mut Dice, (f32, f32, f32)) -> Printed,
    ) -> Option<Printed> {
        const TRIES: usize = 12;
        let new = make(dice, (0.0, 0.0, 0.0));
        let first = new.things.first().map(Footprint::of)?;
        for _ in 0..TRIES {
            let at = self.place(dice, first.half);
            let moved = moved_to(&new, at);
            let feet: Vec<Footprint> = moved.things.iter().map(Footprint::of).collect();
            if feet.iter().all(|foot| self.taken.iter().all(|taken| taken.apart(foot))) {
                self.taken.extend(feet);
                return Some(moved);
            }
        }
        None
    }

    /// Something at random, of the usual shares.
    pub fn put_any(&mut self, dice: &mut Dice) -> Option<Printed> {
        let piece = Piece::random(dice);
        self.put(dice, |dice, at| piece.make(dice, at))
    }

    /// Tiles face down beside the room, in rows or pushed together anyhow: the boneyard.
    #[must_use]
    pub fn boneyard(&mut self, dice: &mut Dice, half: V3, n: i32) -> Vec<PlacedTile> {
        let rows = if n > 4 { dice.i(1, 2) } else { 1 };
        let (neat, gap) = (dice.p(0.6), dice.f(0.2, 6.0));
        let columns = (n + rows - 1) / rows;
        let (sx, sy) = (half.y * 2.0 + gap, half.x * 2.0 + gap);
        let block = (sx * columns as f32 / 2.0, sy * rows as f32 / 2.0);
        let put = self.put(dice, |_, (x, y, angle)| {
            let solid = Solid::Slab { half: v3(block.0, block.1, half.z), corner: 1.0, edge: 0.5 };
            let skin = super::things::plain([0.0; 3], 0.0, 1.0);
            let thing = Thing { solid, pose: Pose::flat(v3(x, y, half.z), angle), skin };
            Printed { things: vec![thing], ..Printed::default() }
        });
        let Some(pose) = put.and_then(|put| put.things.first().map(|thing| thing.pose)) else { return Vec::new() };
        let tile = |i: i32, dice: &mut Dice| {
            let (c, r) = (i % columns, i / columns);
            let p = v3((c as f32 + 0.5) * sx - block.0, (r as f32 + 0.5) * sy - block.1, 0.0);
            let (turn, slip) = if neat { (dice.n(0.01), 0.1) } else { (dice.n(0.005 + gap * 0.012), gap * 0.25) };
            let at = pose.point(p + v3(dice.n(slip), dice.n(slip), 0.0));
            let angle = pose.u.y.atan2(pose.u.x) + FRAC_PI_2 + turn;
            face_down(v3(at.x, at.y, half.z), angle, dice)
        };
        (0..n).map(|i| tile(i, dice)).collect()
    }
}

/// A tile that shows its back.
fn face_down(at: V3, angle: f32, dice: &mut Dice) -> PlacedTile {
    let pose = Pose::new(at, v3(angle.cos(), angle.sin(), 0.0), v3(0.0, 0.0, -1.0));
    let (a, b) = (dice.i(0, 6) as u8, dice.i(0, 6) as u8);
    PlacedTile { a, b, style: 0, pose, kind: TileKind::Down, part: None, seed: dice.bits() as u32, print: None }
}

/// A hand of `n` tiles standing on their long sides in front of a player who sits towards `out` (a unit vector), `away`
/// from the origin; their faces look at the player.
#[must_use]
pub fn standing_hand(dice: &mut Dice, half: V3, (out, away): ((f32, f32), f32), n: i32) -> Vec<PlacedTile> {
    let along = (-out.1, out.0);
    let step = half.x * 2.0 + dice.f(0.5, 9.0);
    let (slide, bow) = (dice.n(half.x), dice.n(0.02));
    let tile = |i: i32, dice: &mut Dice| {
        let s = (i as f32 - (n - 1) as f32 / 2.0) * step + slide;
        let d = away + dice.n(1.5) - bow * s * s / half.x;
        let (yaw, lean) = (dice.n(0.06), dice.n(0.03));
        let to_him = v3(out.0 * yaw.cos() - out.1 * yaw.sin(), out.0 * yaw.sin() + out.1 * yaw.cos(), 0.0);
        let face = to_him * lean.cos() + V3::Z * lean.sin();
        let z = half.y * lean.cos() + half.z * lean.sin().abs();
        let at = v3(out.0 * d + along.0 * s, out.1 * d + along.1 * s, z);
        let pose = Pose::new(at, v3(-to_him.y, to_him.x, 0.0) * dice.sign(), face);
        let (a, b) = (dice.i(0, 6) as u8, dice.i(0, 6) as u8);
        PlacedTile { a, b, style: 0, pose, kind: TileKind::Edge, part: None, seed: dice.bits() as u32, print: None }
    };
    (0..n).map(|i| tile(i, dice)).collect()
}

/// Returns a copy of a piece made at the origin, moved to `x`, `y` and turned by the angle.
#[must_use]
pub fn moved_to(piece: &Printed, (x, y, angle): (f32, f32, f32)) -> Printed {
    let (s, c) = angle.sin_cos();
    let turn = |p: V3| v3(p.x * c - p.y * s, p.x * s + p.y * c, p.z);
    let mut piece = piece.clone();
    let poses = piece.things.iter_mut().map(|thing| &mut thing.pose).chain(piece.tiles.iter_mut().map(|t| &mut t.pose));
    for pose in poses {
        *pose = Pose { at: turn(pose.at) + v3(x, y, 0.0), u: turn(pose.u), v: turn(pose.v), n: turn(pose.n) };
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_leave_the_room_and_each_other_free() {
        let mut dice = Dice::new(3, 1, 4);
        let mut around = Around::new((200.0, 100.0), (330.0, 200.0));
        let mut feet: Vec<Vec<Footprint>> = Vec::new();
        for _ in 0..30 {
            if let Some(piece) = around.put_any(&mut dice) {
                feet.push(piece.things.iter().map(Footprint::of).collect());
            }
        }
        assert!(feet.len() > 5, "{}", feet.len());
        let room = Footprint { at: (0.0, 0.0), angle: 0.0, half: (200.0, 100.0) };
        for (i, piece) in feet.iter().enumerate() {
            assert!(piece.iter().all(|foot| foot.apart(&room)));
            for other in &feet[..i] {
                assert!(piece.iter().all(|a| other.iter().all(|b| a.apart(b))));
            }
        }
    }

    #[test]
    fn rectangles_that_cross_are_not_apart() {
        let a = Footprint { at: (0.0, 0.0), angle: 0.3, half: (50.0, 5.0) };
        let b = Footprint { at: (10.0, 0.0), angle: 1.7, half: (50.0, 5.0) };
        assert!(!a.apart(&b));
        assert!(a.apart(&Footprint { at: (0.0, 40.0), ..a }));
    }
}
