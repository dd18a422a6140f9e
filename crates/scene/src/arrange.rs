//! Tiles beside the layout: scattered, in rows, in hands, over one another, held.

use super::content::Content;
use super::maths::{Dice, V3, v3};
use super::scene::PlacedTile;
use super::solid::Pose;
use super::things;
use super::truth::{Part, TileKind};
use std::f32::consts::{FRAC_PI_2, PI};

impl Content {
    /// Loose tiles within `spread` of the middle; `down` is the share that shows its back.
    pub(super) fn scatter(&mut self, dice: &mut Dice, n: i32, spread: f32, down: f32) {
        let (hx, hy) = (self.styles[0].half.x, self.styles[0].half.y);
        let near = dice.f(1.0, 1.12);
        let square = dice.p(0.2);
        let (mut left, mut tries) = (n, n * 5);
        while left > 0 && tries > 0 {
            tries -= 1;
            let (r, a) = (spread * dice.f(0.0, 1.0).sqrt(), dice.turn());
            let (x, y) = (r * a.cos(), r * a.sin());
            let angle = if square { dice.i(0, 3) as f32 * FRAC_PI_2 + dice.n(0.06) } else { dice.turn() };
            if !self.layer.free(x, y, angle, near) {
                continue;
            }
            self.layer.take(x, y, angle, (hx, hy));
            left -= 1;
            let kind = if dice.p(down) { TileKind::Down } else { TileKind::Up };
            self.loose(dice, (x, y, angle), kind);
        }
    }

    pub(super) fn loose(&mut self, dice: &mut Dice, (x, y, angle): (f32, f32, f32), kind: TileKind) {
        let at = v3(x, y, self.styles[0].half.z);
        let pose = match kind {
            TileKind::Down => Pose::new(at, v3(angle.cos(), angle.sin(), 0.0), v3(0.0, 0.0, -1.0)),
            TileKind::Up | TileKind::Edge | TileKind::Printed => Pose::flat(at, angle),
        };
        let part = (kind == TileKind::Up).then_some(Part::Loose);
        self.push(dice, pose, kind, part);
    }

    pub(super) fn push(&mut self, dice: &mut Dice, pose: Pose, kind: TileKind, part: Option<Part>) {
        let m = i32::from(self.max_pip);
        let (a, b) = (dice.i(0, m) as u8, dice.i(0, m) as u8);
        self.tiles.push(PlacedTile { a, b, style: 0, pose, kind, part, seed: dice.bits() as u32, print: None });
    }

    pub(super) fn rows(&mut self, dice: &mut Dice) {
        let h = self.styles[0].half;
        let (rows, columns) = (dice.i(1, 4), dice.i(1, 8));
        let (gx, gy) = (
            [0.0, dice.f(0.0, 4.0), dice.f(3.0, 30.0)][dice.w(&[0.25, 0.35, 0.4])],
            [0.0, dice.f(0.0, 25.0)][dice.w(&[0.3, 0.7])],
        );
        let (turn, upright, crooked) = (dice.turn(), dice.p(0.7), dice.f(0.0, 0.05));
        let (sx, sy) = if upright { (h.y * 2.0 + gx, h.x * 2.0 + gy) } else { (h.x * 2.0 + gx, h.y * 2.0 + gy) };
        for i in 0..rows {
            for j in 0..columns {
                let (x, y) = ((j as f32 - (columns - 1) as f32 / 2.0) * sx, (i as f32 - (rows - 1) as f32 / 2.0) * sy);
                let (x, y) = (x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos());
                let lean = dice.n(crooked);
                let angle = turn + if upright { FRAC_PI_2 } else { 0.0 } + lean + if dice.p(0.5) { PI } else { 0.0 };
                if dice.p(0.94) && self.layer.free(x, y, angle, 0.93) {
                    self.layer.take(x, y, angle, (h.x, h.y));
                    self.loose(dice, (x, y, angle), TileKind::Up);
                }
            }
        }
    }

    /// Hands standing on edge round the layout; the near one shows its pips to the camera at -y.
    pub(super) fn hands(&mut self, dice: &mut Dice) {
        let h = self.styles[0].half;
        let (mut far_x, mut far_y) = (h.x * 2.0, h.x * 2.0);
        for t in &self.tiles {
            far_x = far_x.max(t.pose.at.x.abs() + h.x);
            far_y = far_y.max(t.pose.at.y.abs() + h.x);
        }
        let flat_hand = dice.p(0.15);
        for side in 0..4 {
            if !dice.p([0.8, 0.7, 0.5, 0.5][side]) {
                continue;
            }
            let n = dice.i(1, 7);
            let on_long = dice.p(0.8);
            let (out, along) = [
                ((0.0, -1.0), (1.0, 0.0)),
                ((0.0, 1.0), (-1.0, 0.0)),
                ((-1.0, 0.0), (0.0, -1.0)),
                ((1.0, 0.0), (0.0, 1.0)),
            ][side];
            let distance = if side < 2 { far_y } else { far_x } + dice.f(0.6, 3.0) * h.x;
            let step = if on_long { h.x } else { h.y } * 2.0 + dice.f(0.5, 9.0);
            let slide = dice.n(h.x);
            let bow = dice.n(0.04);
            for i in 0..n {
                let s = (i as f32 - (n - 1) as f32 / 2.0) * step + slide;
                let d = distance + dice.n(2.0) - bow * s * s / h.x;
                let (x, y) = (out.0 * d + along.0 * s, out.1 * d + along.1 * s);
                if dice.p(0.06) {
                    continue;
                }
                self.stand(dice, (x, y), out, (on_long, flat_hand));
            }
        }
    }

    /// One tile standing with its face towards `out` (to its owner).
    pub(super) fn stand(
        &mut self,
        dice: &mut Dice,
        (x, y): (f32, f32),
        out: (f32, f32),
        (on_long, flat): (bool, bool),
    ) {
        let h = self.styles[0].half;
        let yaw = dice.n(0.07);
        let n = v3(out.0 * yaw.cos() - out.1 * yaw.sin(), out.0 * yaw.sin() + out.1 * yaw.cos(), 0.0);
        let along = v3(-n.y, n.x, 0.0);
        let angle = along.y.atan2(along.x);
        if !self.layer.free(x, y, angle, if on_long { 0.5 } else { 0.45 }) {
            return;
        }
        self.layer.take(x, y, angle, (if on_long { h.x } else { h.y }, h.z));
        if flat {
            let kind = if dice.p(0.5) { TileKind::Up } else { TileKind::Down };
            self.loose(dice, (x, y, angle + FRAC_PI_2), kind);
            return;
        }
        let lean = if dice.p(0.8) { dice.n(0.03) } else { dice.f(-0.3, 0.3) };
        let sign = dice.sign();
        let face = n * lean.cos() + V3::Z * lean.sin();
        let (u, height) =
            if on_long { (along * sign, h.y) } else { ((V3::Z * lean.cos() - n * lean.sin()) * sign, h.x) };
        let z = height * lean.cos() + h.z * lean.sin().abs();
        let pose = Pose::new(v3(x, y, z), u, face);
        self.push(dice, pose, TileKind::Edge, None);
    }

    /// Tiles on, or leaning against, others.
    pub(super) fn stack(&mut self, dice: &mut Dice) {
        let n = dice.i(2, 18);
        let spread = self.length * dice.f(0.5, 1.0) * (n as f32).sqrt();
        let share = dice.f(0.0, 0.3);
        self.scatter(dice, n, spread, share);
        let h = self.styles[0].half;
        for _ in 0..dice.i(1, 5) {
            let Some(at) = self.some_tile(dice) else { return };
            let angle = dice.turn();
            let (x, y) = (at.x + dice.n(h.x * 0.8), at.y + dice.n(h.x * 0.8));
            let flat = dice.p(0.4);
            // Leaning: one end on the table, the other on a tile.
            let lean = if flat { 0.0 } else { (h.z * 2.0 / (h.x * dice.f(1.3, 1.9))).min(0.7).asin() };
            let u = v3(angle.cos() * lean.cos(), angle.sin() * lean.cos(), lean.sin());
            let side = v3(-angle.sin(), angle.cos(), 0.0);
            let up = u.cross(side);
            let z = if flat { h.z * 3.0 } else { h.z * lean.cos() + h.x * lean.sin() };
            let face = if dice.p(0.75) { up } else { -up };
            let u = if dice.p(0.5) { u } else { -u };
            let (kind, part) = if face.z > 0.0 { (TileKind::Up, Some(Part::Loose)) } else { (TileKind::Down, None) };
            self.push(dice, Pose::new(v3(x, y, z), u, face), kind, part);
        }
    }

    /// Adds a tile between the fingers with their tips at `tip`.
    pub(super) fn held(&mut self, dice: &mut Dice, tip: V3, heading: f32) {
        let h = self.styles[0].half;
        let lean = [dice.f(-0.4, 0.4), dice.f(0.4, 1.5)][dice.w(&[0.6, 0.4])];
        let forward = v3(heading.cos(), heading.sin(), 0.0);
        let side = v3(-forward.y, forward.x, 0.0);
        let face = V3::Z * lean.cos() - forward * lean.sin();
        let across = face.cross(side);
        let along = if dice.p(0.5) { side } else { across };
        let reach = if dice.p(0.5) { h.x } else { h.y } * dice.f(0.3, 1.1);
        let at = tip - V3::Z * (h.z + 4.0) + across * (reach * across.dot(forward).signum());
        let pose = Pose::new(at, along * dice.sign(), face);
        let flat = lean.abs() < 0.3;
        let (kind, part) = if flat { (TileKind::Up, Some(Part::Loose)) } else { (TileKind::Edge, None) };
        self.push(dice, pose, kind, part);
    }

    /// A hand over the table: its fingers on a tile, or just passing.
    pub(super) fn hand(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        let mut tip = match self.some_tile(dice) {
            Some(at) if dice.p(0.7) => at + v3(dice.n(12.0), dice.n(12.0), 0.0),
            _ => {
                let (r, a) = (reach * dice.f(0.3, 1.2), dice.turn());
                v3(r * a.cos(), r * a.sin(), 0.0)
            }
        };
        tip.z = self.styles[0].half.z * 2.0 + dice.f(1.0, 25.0);
        // Hands come from outside.
        let heading = if dice.p(0.7) { (-tip.y).atan2(-tip.x) + dice.n(0.7) } else { dice.turn() };
        let tone = things::skin_tone(dice);
        if dice.p(0.4) && !self.tiles.is_empty() {
            tip.z += dice.f(5.0, 50.0);
            self.held(dice, tip, heading);
        }
        self.things.extend(things::hand(dice, tip, heading, tone));
    }
}
