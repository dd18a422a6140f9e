//! What is on the table: for every tile of the set the log-odds that it is in the line, from readings of the whole line.
//!
//! Between two readings a tile may have come: seldom at rest, often while something was over the table. Readings near each other in
//! time count for less. A covered tile is told nothing.

use super::chosen::{ALIKE, AT_REST, GONE, MOST, MOVING, PRIOR, PROPOSE};
use super::fitted::{NOT_TOLD, TOLD};
use game::tile::{Tile, TileSet};
use std::time::Duration;

/// A tile of the line and its confidence, as one reading tells it.
pub(super) type Told = (Tile, f64);

/// What is thought of every tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    tiles: Vec<Belief>,
    /// Readings so far.
    readings: u64,
}

#[derive(Clone, Copy, Debug)]
struct Belief {
    tile: Tile,
    odds: f64,
    /// The reading since which it is rather there than not.
    since: u64,
}

impl Story {
    /// Nothing is known of a table yet, at which these tiles are recorded.
    pub(super) fn new(set: TileSet, recorded: TileSet) -> Self {
        let belief = |tile| Belief { tile, odds: if recorded.contains(tile) { -PRIOR } else { PRIOR }, since: 0 };
        Self { tiles: set.iter().map(belief).collect(), readings: 0 }
    }

    /// Time has passed since the last reading, and something `moved` over the table or nothing did.
    pub(super) fn passes(&mut self, time: Duration, moved: bool) {
        let change = (time.as_secs_f64() * if moved { MOVING } else { AT_REST }).min(0.3);
        for belief in &mut self.tiles {
            let there = sigmoid(belief.odds);
            let then = there * (1.0 - change) + (1.0 - there) * change;
            belief.odds = (then / (1.0 - then)).ln().clamp(-MOST, MOST);
        }
    }

    /// Takes a reading of the whole line, so long after the last one. Of tiles that are `covered` it tells nothing.
    pub(super) fn read(&mut self, told: &[Told], after: Duration, covered: &dyn Fn(Tile) -> bool) {
        self.readings += 1;
        let weight = (after.as_secs_f64() / ALIKE.as_secs_f64()).clamp(0.1, 1.0);
        for belief in &mut self.tiles {
            let says = match told.iter().find(|(tile, _)| *tile == belief.tile) {
                Some((_, confidence)) => worth(*confidence),
                None if covered(belief.tile) => 0.0,
                None => NOT_TOLD,
            };
            let was = belief.odds;
            belief.odds = (was + weight * says).clamp(-MOST, MOST);
            if was <= 0.0 && belief.odds > 0.0 {
                belief.since = self.readings;
            }
        }
    }

    /// Log-odds that a tile is in the line.
    pub(super) fn odds(&self, tile: Tile) -> f64 {
        self.tiles.iter().find(|belief| belief.tile == tile).map_or(PRIOR, |belief| belief.odds)
    }

    /// The tiles in the line that are not recorded, those first that came first.
    pub(super) fn lacking(&self, recorded: TileSet) -> Vec<Tile> {
        let mut lacking: Vec<&Belief> =
            self.tiles.iter().filter(|belief| belief.odds >= PROPOSE && !recorded.contains(belief.tile)).collect();
        lacking.sort_by_key(|belief| belief.since);
        lacking.iter().map(|belief| belief.tile).collect()
    }

    /// Recorded tiles that are not in the line.
    pub(super) fn gone(&self, recorded: TileSet) -> Vec<Tile> {
        recorded.iter().filter(|tile| self.odds(*tile) <= GONE).collect()
    }

    /// Is of every tile known whether it is in the line, so that another reading tells nothing new?
    pub(super) fn is_settled(&self) -> bool {
        self.tiles.iter().all(|belief| belief.odds.abs() >= PROPOSE)
    }

    /// The record has it that these tiles are in the line.
    pub(super) fn recorded(&mut self, recorded: TileSet) {
        for belief in self.tiles.iter_mut().filter(|belief| recorded.contains(belief.tile)) {
            belief.odds = belief.odds.max(0.0);
        }
    }
}

/// The log-odds that a tile is there which is read with this confidence.
fn worth(confidence: f64) -> f64 {
    TOLD.iter().find(|(most, _)| confidence <= *most).map_or(0.0, |(_, odds)| *odds)
}

fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rules::RuleSet;

    const LOOK: Duration = Duration::from_millis(300);

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    fn story() -> Story {
        Story::new(RuleSet::preset("pafos").unwrap().tiles(), TileSet::EMPTY)
    }

    fn read(story: &mut Story, tiles: &[&str], times: usize) {
        let told: Vec<Told> = tiles.iter().map(|text| (tile(text), 0.995)).collect();
        for _ in 0..times {
            story.passes(LOOK, false);
            story.read(&told, LOOK, &|_| false);
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
                story.lacking(TileSet::EMPTY).contains(&tile("6-5"))
            })
        };
        assert!(looks(true) < looks(false), "{:?} {:?}", looks(true), looks(false));
    }

    #[test]
    fn what_came_first_is_first_and_what_is_covered_is_not_gone() {
        let mut story = story();
        read(&mut story, &["6-6"], 4);
        read(&mut story, &["6-6", "6-5"], 8);
        assert_eq!(story.lacking(TileSet::EMPTY), [tile("6-6"), tile("6-5")]);
        let recorded: TileSet = [tile("6-6"), tile("6-5")].into_iter().collect();
        for _ in 0..9 {
            story.read(&[(tile("6-6"), 0.995)], LOOK, &|covered| covered == tile("6-5"));
        }
        assert_eq!(story.gone(recorded), []);
        read(&mut story, &["6-6"], 9);
        assert_eq!(story.gone(recorded), [tile("6-5")]);
    }
}
