//! The table over time: one proposal for each tile that is laid, and none when nothing happened.
//!
//! Knows no clock and no camera: frames come in as seen tiles, in their order; how long a thing takes is counted in frames.
//! A tile once settled stays while a hand covers it. What is not exactly one more tile at an open end is a question.

use std::collections::VecDeque;

use super::geometry::{area, common_area};
use super::{ReadEnd, Reading, SeenTile, Settings, assemble, fuse};
use crate::layout::{Layout, Play};
use crate::rules::RuleSet;
use crate::tile::{Pip, Tile, TileSet};

/// Frames that are fused.
const FUSED: usize = 5;
/// With fewer frames nothing is said.
const FEWEST: usize = 3;
/// A change is proposed when it was seen in so many frames running.
const STEADY: u32 = 3;
/// A question waits longer: a hand may still be at it.
const STEADY_QUESTION: u32 = 10;
/// A settled tile may be covered for so many frames before it is missed.
const PATIENCE: u32 = 30;
/// Log-odds that the ends are right from which a play is proposed; below, it is a question. (Above 2, 1 of 100 synthetic tables
/// is wrong in a single picture; fused frames and one new tile at a time are surer.)
const SURE: f64 = 2.0;
/// Two outlines are one place when they share this part of the smaller.
const SAME_PLACE: f64 = 0.5;
/// What a settled tile was taken for counts this much (as a logarithm) when it is read again: enough against glare, not
/// against another tile in its place.
const KNOWN: f32 = 3.0;
/// Log-odds given to a tile that is remembered while it is covered.
const REMEMBERED: f32 = 2.0;

/// What is new on the table, against the layout as the game has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// One tile was laid, as the rules allow.
    Laid(Play),
    /// Something else: a wrong play, several tiles at once, one taken away, or a sight too poor to tell.
    Unclear {
        /// Tiles that lie there and should not.
        new: Vec<Tile>,
        /// Tiles that should lie there and do not.
        gone: Vec<Tile>,
    },
}

/// A settled tile of the layout.
#[derive(Clone, Debug)]
struct Settled {
    tile: SeenTile,
    /// What its halves were taken for.
    pips: [Pip; 2],
    /// Frames since it was last seen.
    missed: u32,
}

/// Watches one table.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    frames: VecDeque<Vec<SeenTile>>,
    settled: Vec<Settled>,
    /// What was seen last, and in how many frames running.
    pending: Option<(Option<Change>, u32)>,
    /// What was said last, until it is no longer so.
    said: Option<Change>,
    reading: Option<Reading>,
}

impl Settled {
    /// Leans what was read in this place towards what is known to lie there.
    fn remind(&self, tile: &mut SeenTile) {
        let along = |t: &SeenTile| t.corners[1].plus(t.corners[2]).minus(t.corners[0]).minus(t.corners[3]);
        let turned = along(tile).dot(along(&self.tile)) < 0.0;
        let [a, b] = self.pips.map(|pip| usize::from(pip.get()));
        let (a, b) = if turned { (b, a) } else { (a, b) };
        tile.a[a] += KNOWN;
        tile.b[b] += KNOWN;
    }
}

fn same_place(a: &SeenTile, b: &SeenTile) -> bool {
    common_area(&a.corners, &b.corners) > SAME_PLACE * area(&a.corners).min(area(&b.corners))
}

/// The play that makes the known layout what was read; several are told apart by the tile it lies against.
fn play(reading: &Reading, known: &Layout, new: Tile, rules: &RuleSet) -> Option<Play> {
    let ends: Vec<(Pip, bool)> = reading.ends.iter().map(|e: &ReadEnd| (e.pips, e.double)).collect();
    let ways = known.ways_to_ends(TileSet::from_iter([new]), &ends, rules);
    let place = reading.tiles.iter().position(|t| t.part == super::Part::Line && t.tile() == Some(new))?;
    let beside: Vec<Tile> = reading
        .joins
        .iter()
        .filter_map(|j| match j.tiles.map(|(tile, _)| tile) {
            [i, other] | [other, i] if i == place => reading.tiles[other].tile(),
            _ => None,
        })
        .collect();
    let lies_so = |play: &&Play| match play.on {
        None => beside.is_empty(),
        Some(on) => known.play(on.tile).is_some_and(|p| beside.contains(&p.tile())),
    };
    ways.iter().find(lies_so).copied()
}

/// What differs from the known layout.
fn change(reading: &Reading, known: &Layout, rules: &RuleSet) -> Option<Change> {
    let line: TileSet = reading.line().filter_map(super::ReadTile::tile).collect();
    let (new, gone) = (line.minus(known.tiles()), known.tiles().minus(line));
    if new.is_empty() && gone.is_empty() {
        return None;
    }
    let unclear = || Change::Unclear { new: new.iter().collect(), gone: gone.iter().collect() };
    let mut tiles = new.iter();
    let (Some(tile), None, true) = (tiles.next(), tiles.next(), gone.is_empty()) else { return Some(unclear()) };
    if reading.margin < SURE {
        return Some(unclear());
    }
    Some(play(reading, known, tile, rules).map_or_else(unclear, Change::Laid))
}

impl Watch {
    /// A watch that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The reading of the last frames, if there were enough.
    #[must_use]
    pub const fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref()
    }

    /// Forgets everything: another table, another hand, or the camera was moved on purpose.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Takes the next frame, `width` by `height` pixels, while the game has the layout `known`. Gives back what is new, once it
    /// is steady, and each new thing once.
    pub fn frame(
        &mut self,
        tiles: Vec<SeenTile>,
        (width, height): (u32, u32),
        known: &Layout,
        rules: &RuleSet,
    ) -> Option<Change> {
        self.frames.push_back(tiles);
        while self.frames.len() > FUSED {
            self.frames.pop_front();
        }
        if self.frames.len() < FEWEST {
            return None;
        }
        let fused = fuse(self.frames.make_contiguous());
        let seen = self.with_covered(fused);
        let reading = assemble(&seen, width, height, &Settings::of_rules(rules));
        let now = change(&reading, known, rules);
        if now.is_none() {
            self.settle(&reading, &seen);
        }
        self.reading = Some(reading);
        self.say(now)
    }

    /// Adds the settled tiles that are not in sight, as long as the others are where they were.
    fn with_covered(&mut self, mut seen: Vec<SeenTile>) -> Vec<SeenTile> {
        let (mut in_place, mut covered) = (0, Vec::new());
        for settled in &mut self.settled {
            if let Some(tile) = seen.iter_mut().find(|t| same_place(t, &settled.tile)) {
                settled.missed = 0;
                in_place += 1;
                settled.remind(tile);
            } else {
                settled.missed += 1;
                if settled.missed <= PATIENCE {
                    covered.push(settled.tile.clone());
                }
            }
        }
        // Fewer than half in place: the camera was moved, or there is nothing to judge by.
        if in_place * 2 >= self.settled.len() {
            seen.extend(covered);
        }
        seen
    }

    /// Remembers where the tiles of the layout lie now; a covered one goes on being counted as missed.
    fn settle(&mut self, reading: &Reading, seen: &[SeenTile]) {
        let old = std::mem::take(&mut self.settled);
        let missed = |tile: &SeenTile| old.iter().find(|s| same_place(&s.tile, tile)).map_or(0, |s| s.missed);
        self.settled = reading
            .line()
            .filter_map(|t| Some((seen.get(t.seen?)?, t.pips?)))
            .map(|(tile, pips)| Settled {
                missed: missed(tile),
                tile: SeenTile { logit: tile.logit.max(REMEMBERED), ..tile.clone() },
                pips,
            })
            .collect();
    }

    /// Says a change once, when it is steady.
    fn say(&mut self, now: Option<Change>) -> Option<Change> {
        let frames = match self.pending.take() {
            Some((before, frames)) if before == now => frames + 1,
            _ => 1,
        };
        self.pending = Some((now.clone(), frames));
        let needed = if matches!(now, Some(Change::Unclear { .. })) { STEADY_QUESTION } else { STEADY };
        if frames < needed || self.said == now {
            return None;
        }
        self.said.clone_from(&now);
        now
    }
}
