//! Things beside and below the tiles, printed ones among them.

use super::content::Content;
use super::furnish::{Around, Footprint, standing_hand};
use super::maths::Dice;
use super::prints::{self, Printed};
use super::scene::PlacedTile;
use super::style::TileStyle;
use super::things;
use super::truth::{Part, TileKind};

impl Content {
    /// Something beside the tiles.
    pub(super) fn thing(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        for _ in 0..6 {
            let (r, a) = (reach * dice.f(0.2, 1.7), dice.turn());
            let at = (r * a.cos(), r * a.sin(), dice.turn());
            let mut new = Printed { reach: 60.0, ..Printed::default() };
            match dice.w(&[0.12, 0.1, 0.09, 0.1, 0.08, 0.1, 0.08, 0.07, 0.07, 0.05, 0.07, 0.05, 0.05]) {
                0 => new = prints::card(dice, at),
                1 => new = prints::phone(dice, at),
                2 => new = prints::coaster(dice, at),
                3 => new = prints::pad(dice, at),
                4 => new = prints::cribbage_board(dice, at),
                5 => new.things = things::pen(dice, at),
                6 => new.things = things::stone(dice, at),
                7 => (new.things, new.reach) = things::block(dice, at),
                8 => new.things = things::glass(dice, at),
                9 => new.things = things::cable(dice, at),
                10 => new = prints::die(dice, at),
                11 => new = prints::buttons(dice, at),
                _ => new = prints::picture(dice, self.length, at),
            }
            let h = self.styles[0].half;
            let clear = self.tiles.iter().all(|t| (t.pose.at.x - at.0).hypot(t.pose.at.y - at.1) > new.reach + h.x);
            if clear {
                self.add(new);
                return;
            }
        }
    }

    /// Takes in a printed thing, numbering its tiles' thing and style.
    pub(super) fn add(&mut self, new: Printed) {
        let (thing, style) = (self.things.len(), self.styles.len());
        self.things.extend(new.things);
        self.styles.extend(new.styles);
        for mut tile in new.tiles {
            tile.style = style;
            tile.print = tile.print.map(|(_, hx, hy)| (thing, hx, hy));
            self.tiles.push(tile);
        }
    }

    /// Furniture round the layout, or round the place where one will be; a boneyard, hands of tiles.
    pub(super) fn furnished(&mut self, dice: &mut Dice) {
        let half = self.styles[0].half;
        let empty = (dice.f(20.0, 120.0), dice.f(20.0, 80.0));
        let far = |of: fn(&PlacedTile) -> f32, least: f32| {
            self.tiles.iter().map(|t| of(t).abs() + half.x).fold(least, f32::max)
        };
        let room = (far(|t| t.pose.at.x, empty.0), far(|t| t.pose.at.y, empty.1));
        let mut around = Around::new(room, (room.0 * 1.25 + 60.0, room.1 * 1.25 + 60.0));
        if dice.p(0.25) {
            let n = dice.i(2, 14);
            let boneyard = around.boneyard(dice, half, n);
            self.tiles.extend(boneyard);
        }
        if dice.p(0.25) {
            for (out, away) in
                [((0.0, -1.0), room.1), ((0.0, 1.0), room.1), ((1.0, 0.0), room.0), ((-1.0, 0.0), room.0)]
            {
                if dice.p(0.5) {
                    let n = dice.i(1, 7);
                    let away = away + half.y + dice.f(10.0, 60.0);
                    let hand = standing_hand(dice, half, (out, away), n);
                    around.keep_free(hand.iter().map(|tile| Footprint::standing(tile, half)));
                    self.tiles.extend(hand);
                }
            }
        }
        for _ in 0..dice.i(1, 9) {
            if let Some(piece) = around.put_any(dice) {
                self.add(piece);
            }
        }
    }

    /// A board, a picture or a mat under everything, or printed things beside the tiles.
    pub(super) fn printed(&mut self, dice: &mut Dice) {
        let reach = self.reach();
        match dice.w(&[0.5, 0.25, 0.25]) {
            0 => {
                let size = (reach * dice.f(0.95, 1.4)).max(self.length * 3.0);
                let at = (dice.n(10.0), dice.n(10.0), dice.turn());
                let board = prints::board(dice, size, self.length, at);
                self.lift(&board);
                self.add(board);
            }
            1 => {
                let at = (dice.n(30.0), dice.n(30.0), dice.turn());
                let mat = prints::mat(dice, at);
                self.lift(&mat);
                self.add(mat);
            }
            _ => {}
        }
        for _ in 0..dice.i(0, 3) {
            let (r, a) = (reach + 120.0, dice.turn());
            let at = (r * a.cos(), r * a.sin(), dice.turn());
            let picture = prints::picture(dice, self.length, at);
            self.add(picture);
        }
    }

    /// Puts the tiles on top of a board instead of into it.
    pub(super) fn lift(&mut self, board: &Printed) {
        let top = board.things.first().map_or(0.0, |t| t.solid.bounds().z * 2.0);
        for tile in &mut self.tiles {
            tile.pose.at.z += top;
        }
    }

    /// Some loose tiles are of another set.
    pub(super) fn second_set(&mut self, dice: &mut Dice) {
        let mut style = TileStyle::random(dice);
        // Bodies keep their size, so that nothing overlaps.
        let (half, old) = (self.styles[0].half, style.half);
        style.half = half;
        style.corner = self.styles[0].corner;
        style.edge = self.styles[0].edge;
        style.places =
            super::pips::PipLayouts::random(dice, super::pips::PipPlaces { half_length: half.x, half_width: half.y });
        style.pin *= half.y / old.y;
        style.line_half_length *= half.y / old.y;
        let number = self.styles.len();
        self.styles.push(style);
        for tile in &mut self.tiles {
            if tile.part != Some(Part::Line) && tile.kind != TileKind::Printed && dice.p(0.5) {
                tile.style = number;
            }
        }
    }
}
