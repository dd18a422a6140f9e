//! Log-odds, for every tile of the set, that it is in the line, from readings of the whole line.
//!
//! A tile may come between two readings while something is over the table. Readings near each other in time count for less. A reading says nothing about a covered tile.

use crate::chosen::{ALIKE, CONFIRM, MOVING, PRIOR, PROPOSE};
use crate::drops::same_place;
use crate::fitted::{NOT_TOLD, SUREST, TOLD};
use eye::read::{SeenTile, sigmoid};
use game::tile::{Tile, TileSet};
use std::time::Duration;

/// A tile of the line in one look.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) tile: Tile,
    /// Log-odds that it is there, by this look.
    pub(crate) worth: f64,
    /// Sighting of the tile.
    pub(crate) seen: SeenTile,
}

/// Belief about every tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    tiles: Vec<Belief>,
    /// Readings so far.
    readings: u64,
}

/// Belief about one tile.
#[derive(Clone, Debug)]
pub(crate) struct Belief {
    pub(crate) tile: Tile,
    /// Log-odds that it is in the line.
    pub(crate) odds: f64,
    /// The first of the readings in a row that led to its being there.
    pub(crate) since: u64,
    /// The last reading that told it.
    last: u64,
    /// Looks that read something of it since something last moved.
    pub(crate) told: u32,
    /// Latest sighting.
    pub(crate) seen: Option<SeenTile>,
}

impl Story {
    /// Makes the story of a table not seen yet, with these recorded tiles.
    pub(crate) fn new(set: TileSet, recorded: TileSet) -> Self {
        let odds = |tile| if recorded.contains(tile) { -PRIOR } else { PRIOR };
        let belief = |tile| Belief { tile, odds: odds(tile), since: 0, last: 0, told: 0, seen: None };
        Self { tiles: set.iter().map(belief).collect(), readings: 0 }
    }

    /// Reports whether it has no set of tiles yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The number of the reading that is made next.
    pub(crate) const fn next(&self) -> u64 {
        self.readings + 1
    }

    /// Time has passed since the last reading, and something `moved` over the table or nothing did.
    pub(crate) fn passes(&mut self, time: Duration, moved: bool) {
        let change = if moved { 0.5 * (1.0 - (-2.0 * MOVING * time.as_secs_f64()).exp()) } else { 0.0 };
        for belief in &mut self.tiles {
            let there = sigmoid(belief.odds);
            let then = there * (1.0 - change) + (1.0 - there) * change;
            belief.odds = bounded((then / (1.0 - then)).ln());
        }
    }

    /// Adds a reading of the whole line, made this long after the last one. It says nothing about `hidden` tiles. What is read of a tile
    /// that is not `recorded` counts for its place alone: one that is carried, or swept past by the camera, does not lie there.
    ///
    /// Where something is `over` the table that rests, every look shows the same part of a tile: each counts less than the last.
    pub(crate) fn read(
        &mut self,
        told: &[Told],
        after: Duration,
        over: bool,
        recorded: TileSet,
        hidden: &dyn Fn(Tile) -> bool,
    ) {
        self.readings += 1;
        let weight = (after.as_secs_f64() / ALIKE.as_secs_f64()).min(1.0);
        for belief in &mut self.tiles {
            let seen = belief.seen.as_ref().map(|seen| seen.corners);
            let stays = |told: &Told| seen.is_some_and(|at| same_place(&at, &told.seen.corners));
            // Of two readings alike, as of a tile and its reflection, that at its place.
            let by = |a: &&Told, b: &&Told| {
                let worth = a.worth.round().total_cmp(&b.worth.round());
                worth.then(stays(a).cmp(&stays(b))).then(a.seen.logit.total_cmp(&b.seen.logit))
            };
            let best = told.iter().filter(|told| told.tile == belief.tile).max_by(by);
            belief.told += u32::from(best.is_some());
            let says = match best {
                // Evidence against it does not show its place.
                Some(told) if told.worth <= 0.0 => told.worth,
                Some(told) => {
                    if !recorded.contains(belief.tile) && seen.is_some() && !stays(told) {
                        belief.odds = belief.odds.min(PRIOR);
                    }
                    // A place alone does not replace a face that was read there.
                    let read = belief.seen.as_ref().filter(|_| told.seen.a == told.seen.b && told.seen.logit == 0.0);
                    let kept = read.map(|seen| SeenTile { corners: told.seen.corners, ..seen.clone() });
                    belief.seen = Some(kept.unwrap_or_else(|| told.seen.clone()));
                    told.worth
                }
                None if hidden(belief.tile) => 0.0,
                None => NOT_TOLD,
            };
            let was = belief.odds;
            let share = if over { f64::from(belief.told.max(1)) } else { 1.0 };
            belief.odds = bounded(was + weight / share * says);
            if says > 0.0 {
                // Two tiles that came at once are believed after one or two looks more or less.
                if was <= 0.0 && belief.last + 1 != self.readings {
                    belief.since = self.readings;
                }
                belief.last = self.readings;
            }
        }
    }

    /// Returns the beliefs about tiles outside the record.
    pub(crate) fn others(&self, recorded: TileSet) -> impl Iterator<Item = &Belief> {
        self.tiles.iter().filter(move |belief| !recorded.contains(belief.tile))
    }

    /// Returns all beliefs, to move them in the picture.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut Belief> {
        self.tiles.iter_mut()
    }

    /// Returns the belief about a tile.
    pub(crate) fn of(&self, tile: Tile) -> Option<&Belief> {
        self.tiles.iter().find(|belief| belief.tile == tile)
    }

    /// Log-odds that a tile is in the line.
    pub(crate) fn odds(&self, tile: Tile) -> f64 {
        self.of(tile).map_or(PRIOR, |belief| belief.odds)
    }

    /// Recorded tiles that are not in the line.
    pub(crate) fn gone(&self, recorded: TileSet) -> Vec<Tile> {
        recorded.iter().filter(|tile| self.odds(*tile) <= -PROPOSE).collect()
    }

    /// Nothing is known any more of tiles outside the record.
    pub(crate) fn begin_again(&mut self, recorded: TileSet) {
        for belief in self.tiles.iter_mut().filter(|belief| !recorded.contains(belief.tile)) {
            (belief.odds, belief.seen) = (PRIOR, None);
        }
    }

    /// A person says that this tile is not in the line.
    pub(crate) fn withdraw(&mut self, tile: Tile) {
        self.tiles.iter_mut().filter(|belief| belief.tile == tile).for_each(|belief| belief.odds = PRIOR);
    }

    /// The record has it that these tiles are in the line.
    pub(crate) fn recorded(&mut self, recorded: TileSet) {
        for belief in self.tiles.iter_mut().filter(|belief| recorded.contains(belief.tile)) {
            belief.odds = belief.odds.max(-PRIOR);
        }
    }
}

/// Bounds what is believed: one look that does not tell a tile makes it one to ask about.
fn bounded(odds: f64) -> f64 {
    odds.clamp(NOT_TOLD - CONFIRM, CONFIRM - NOT_TOLD)
}

/// The log-odds that a tile is there which a reading of the whole line states with this confidence.
pub(crate) fn worth(confidence: f64) -> f64 {
    at(&TOLD, confidence)
}

/// Returns the log-odds of a stated probability. A single look is trusted only as far as its networks were measured.
pub(crate) fn log_odds(probability: f64) -> f64 {
    (probability / (1.0 - probability).max(1e-9)).ln().clamp(-SUREST, SUREST)
}

/// The log-odds that a fitted curve has for this value.
pub(crate) fn at(curve: &[(f64, f64)], value: f64) -> f64 {
    curve.iter().find(|(most, _)| value <= *most).map_or(0.0, |(_, odds)| *odds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chosen::PROPOSE;
    use eye::read::{Point, TileKind};
    use game::rules::RuleSet;

    const LOOK: Duration = Duration::from_millis(300);

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    fn story() -> Story {
        Story::new(RuleSet::preset("pafos").unwrap().tiles(), TileSet::EMPTY)
    }

    fn told(text: &str) -> Told {
        told_at(text, 0.0)
    }

    fn told_at(text: &str, x: f64) -> Told {
        let corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)].map(|(dx, y)| Point::new(x + dx, y));
        let none = SeenTile { corners, a: [0.0; 13], b: [0.0; 13], kind: TileKind::Up, logit: 3.0 };
        Told { tile: tile(text), worth: worth(0.999), seen: none }
    }

    fn read(story: &mut Story, tiles: &[&str], times: usize) {
        let told: Vec<Told> = tiles.iter().map(|text| told(text)).collect();
        for _ in 0..times {
            story.passes(LOOK, false);
            story.read(&told, LOOK, false, TileSet::EMPTY, &|_| false);
        }
    }

    #[test]
    fn a_tile_laid_by_a_hand_is_believed_sooner_than_one_that_appears_at_rest() {
        let looks = |moved: bool| {
            let mut story = story();
            read(&mut story, &["6-6"], 5);
            story.passes(Duration::from_secs(2), moved);
            (1..9).find(|_| {
                read(&mut story, &["6-6", "6-5"], 1);
                story.odds(tile("6-5")) >= PROPOSE
            })
        };
        assert!(looks(true) < looks(false), "{:?} {:?}", looks(true), looks(false));
    }

    #[test]
    fn what_came_first_is_first_and_what_is_hidden_is_not_gone() {
        let mut story = story();
        read(&mut story, &["6-6"], 4);
        read(&mut story, &["6-6", "6-5"], 8);
        assert!(story.of(tile("6-6")).unwrap().since < story.of(tile("6-5")).unwrap().since);
        let recorded: TileSet = [tile("6-6"), tile("6-5")].into_iter().collect();
        for _ in 0..9 {
            story.read(&[told("6-6")], LOOK, false, recorded, &|hidden| hidden == tile("6-5"));
        }
        assert_eq!(story.gone(recorded), []);
        read(&mut story, &["6-6"], 9);
        assert_eq!(story.gone(recorded), [tile("6-5")]);
    }

    #[test]
    fn a_tile_that_is_read_somewhere_else_in_every_look_does_not_lie_there() {
        let believed = |step: f64| {
            let mut story = story();
            for look in 0..9 {
                story.passes(LOOK, true);
                story.read(&[told_at("6-6", step * f64::from(look))], LOOK, false, TileSet::EMPTY, &|_| false);
            }
            story.odds(tile("6-6")) >= PROPOSE
        };
        assert!(believed(4.0) && !believed(30.0));
    }
}
