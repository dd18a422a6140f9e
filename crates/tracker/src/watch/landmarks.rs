//! What keeps the watch on a table whose picture moves: the camera's own move, the tiles of the record as landmarks, and the things
//! that only look like tiles.

use super::{
    FORGOTTEN, FRESH, IN_THE_WAY, Newcomer, Thing, VOTES, Watch, face, in_place, same_place, share, shows_other,
};
use crate::drops::along;
use crate::similarity::Similarity;
use eye::geometry::mean;
use eye::read::{Point, SeenTile, TileKind};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

/// A tile is known by its face when that is so probable.
const KNOWN: f64 = 0.8;
/// Landmarks agree when what moved them leads each to within this share of a tile's length.
const TOGETHER: f64 = 0.35;
/// Of those seen elsewhere at least this share has to agree.
const MOST: f64 = 0.6;
/// Less than this share of a tile's length is followed tile by tile.
const NEAR: f64 = 0.12;

impl Watch {
    /// The camera has moved since the last look: all that is remembered lies elsewhere in the picture.
    pub fn moved(&mut self, by: &Similarity) {
        if *by == Similarity::NONE {
            return;
        }
        let move_all = |corners: &mut [Point; 4]| *corners = by.of_all(corners);
        for tile in self.window.iter_mut().flatten() {
            move_all(&mut tile.corners);
        }
        self.newcomers.iter_mut().for_each(|new| move_all(&mut new.tile.corners));
        self.things.iter_mut().for_each(|thing| move_all(&mut thing.corners));
        self.left.iter_mut().chain(&mut self.cleared).for_each(|left| move_all(&mut left.0));
        self.backs.iter_mut().for_each(move_all);
        self.glimpses.iter_mut().for_each(move_all);
        self.alone.iter_mut().for_each(move_all);
        self.move_layout(by);
    }

    fn move_layout(&mut self, by: &Similarity) {
        for settled in self.settled.iter_mut().flatten() {
            settled.placed.corners = by.of_all(&settled.placed.corners);
        }
    }

    /// Was the layout found at another place in the last look, so that what was known of the table's picture says nothing?
    #[must_use]
    pub const fn was_found_again(&self) -> bool {
        self.found_again
    }

    /// No set has a tile twice, so the tiles of the record are landmarks: where most of those that are seen lie elsewhere by the same
    /// move, the others do too, seen or not.
    pub(super) fn follow_landmarks(&mut self, fused: &[SeenTile], rules: &RuleSet) {
        if !self.aligned || self.reached {
            return;
        }
        let faces: Vec<(Tile, &SeenTile)> = fused
            .iter()
            .filter(|seen| seen.kind == TileKind::Up && seen.logit > 0.0)
            .filter_map(|seen| {
                let ([a, b], sure) = face(seen, rules.set_size);
                (sure >= KNOWN).then(|| (Tile::new(a, b), seen))
            })
            .collect();
        let mut pairs: Vec<(Point, Point)> = Vec::new();
        let mut length = 0.0_f64;
        for (settled, play) in self.settled.iter().zip(self.known.plays()) {
            let Some(settled) = settled else { continue };
            let mut here = faces.iter().filter(|(tile, _)| *tile == play.tile());
            if let (Some((_, seen)), None) = (here.next(), here.next()) {
                pairs.push((mean(&settled.placed.corners), mean(&seen.corners)));
                length = length.max(along(&settled.placed.corners).length());
            }
        }
        let shift = |pair: &(Point, Point)| pair.1.minus(pair.0);
        let with = |one: &(Point, Point)| -> Vec<(Point, Point)> {
            let together = |other: &&(Point, Point)| shift(one).distance(shift(other)) < TOGETHER * length;
            pairs.iter().filter(together).copied().collect()
        };
        let Some(most) = pairs.iter().map(with).max_by_key(Vec::len) else { return };
        let enough = most.len() >= 2 && super::as_f64(most.len()) >= MOST * super::as_f64(pairs.len());
        let far = most.iter().map(|pair| shift(pair).length()).fold(0.0, f64::max);
        if !enough || far < NEAR * length {
            return;
        }
        let middle = most
            .iter()
            .fold(Point::default(), |sum, pair| sum.plus(shift(pair)))
            .times(1.0 / super::as_f64(most.len()));
        let only = Similarity { tx: middle.x, ty: middle.y, ..Similarity::NONE };
        let fit = Similarity::fit(&most).filter(|fit| most.len() > 2 && (0.8..1.25).contains(&fit.a.hypot(fit.b)));
        self.move_layout(&fit.unwrap_or(only));
        self.found_again |= far > length;
    }

    /// These places hold no tiles, whatever they look like.
    pub(super) fn make_things(&mut self, places: &[([Point; 4], Option<Tile>)]) {
        for (corners, offered) in places {
            if !self.things.iter().any(|thing| same_place(&thing.corners, corners)) {
                self.things.push(Thing { corners: *corners, missed: 0, offered: *offered });
            }
        }
    }

    /// Does something lie there that is no tile?
    pub(super) fn is_thing(&self, corners: &[Point; 4]) -> bool {
        self.things.iter().any(|thing| share(&thing.corners, corners) > IN_THE_WAY)
    }

    /// Follows the things, and learns those that lie there before the first tile.
    pub(super) fn see_things(&mut self, fused: &[SeenTile], max: Pip) {
        if !self.reached {
            for thing in &mut self.things {
                if let Some(seen) = in_place(fused, &thing.corners) {
                    (thing.corners, thing.missed) = (seen.corners, 0);
                } else {
                    thing.missed += 1;
                }
            }
            self.things.retain(|thing| thing.missed < FORGOTTEN);
        }
        // Another tile has come to lie where a person said of one that it was none.
        let other = |at: &[Point; 4], offered| {
            let seen = in_place(fused, at).filter(|seen| seen.kind == TileKind::Up);
            seen.is_some_and(|seen| shows_other(seen, &[offered], max))
        };
        self.things.retain(|thing| !thing.offered.is_some_and(|offered| other(&thing.corners, offered)));
        // Where a tile of the record lies, no thing does any more.
        let laid: Vec<[Point; 4]> = self.places().collect();
        self.things.retain(|thing| laid.iter().all(|tile| share(&thing.corners, tile) < IN_THE_WAY));
        // What seemed to belong to the table, and is a tile of the line after all.
        let lacking: Vec<[Point; 4]> =
            self.newcomers.iter().filter(|new| new.is_lacking()).map(|new| new.tile.corners).collect();
        let is_tile = |thing: &Thing| lacking.iter().any(|tile| share(&thing.corners, tile) > IN_THE_WAY);
        self.things.retain(|thing| thing.offered.is_some() || !is_tile(thing));
        let nothing_yet = self.known.is_empty() && !self.clearing && self.looks >= VOTES && !self.reached;
        if nothing_yet && self.begun.is_none() {
            let stays = |new: &&Newcomer| new.fresh.is_some_and(|share| share < FRESH) && !new.may_have_come();
            let there = self.newcomers.iter().filter(stays);
            let there: Vec<_> = there.map(|new| (new.tile.corners, None)).collect();
            self.make_things(&there);
        }
    }
}
