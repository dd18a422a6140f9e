//! What the whole line, read at once, says of the record. A tile that continues the recorded line in look after look is there, however
//! little was seen of its coming.

use super::{DIM, Newcomer, Watch, same_place, tile_on};
use eye::read::{ReadTile, Reading, SeenTile, Settings, assemble};
use game::rules::RuleSet;
use game::tile::Tile;

/// Log-odds from which the record lacks a tile: five looks, a second and a half. Nothing has changed at its place, as far as the pixels
/// tell, so it is believed more slowly than what was seen to come.
const LACKS: f64 = 7.0;
/// What one look adds or takes away at most: looks at one table are alike.
const ONE_LOOK: f64 = 1.5;
/// More is not counted, so that a tile that is taken away is soon forgotten.
const MOST: f64 = 2.0 * LACKS;

impl Newcomer {
    /// Reports whether it belongs to the line, so that the record lacks it.
    pub(super) fn is_lacking(&self) -> bool {
        self.in_line >= LACKS && self.is_real()
    }

    /// Reports whether it may.
    pub(super) fn may_be_lacking(&self) -> bool {
        self.in_line > 0.0 && self.is_real()
    }
}

impl Watch {
    /// Reads the whole line and adds to the evidence that each new tile belongs to it.
    pub(super) fn weigh_line(&mut self, fused: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet) {
        self.whole = None;
        let blind = self.known.is_empty() || !self.aligned || self.reached;
        if blind || !self.newcomers.iter().any(|new| new.drops.at_an_end) {
            return;
        }
        let reading = assemble(fused, width, height, &Settings::of_rules(rules));
        let whole = self.holds_record(&reading) && reading.joins.iter().all(|join| join.matches);
        let laid = reading.laid(rules).map(|laid| laid.layout).filter(|_| whole);
        self.whole = laid.filter(|table| table.wrong_plays(rules).is_empty());
        for new in &mut self.newcomers {
            let tile = tile_on(&new.tile, rules.set_size);
            let is_it = |read: &&ReadTile| read.tile() == Some(tile) && same_place(&read.corners, &new.tile.corners);
            let looks_like_one = whole && new.tile.logit > DIM;
            let speaks = reading.line().find(is_it).filter(|_| looks_like_one).map_or(-ONE_LOOK, |read| {
                let sure = read.confidence.clamp(0.01, 0.99);
                (sure / (1.0 - sure)).ln().clamp(-ONE_LOOK, ONE_LOOK)
            });
            new.in_line = (new.in_line + speaks).clamp(0.0, MOST);
        }
    }

    /// Reports whether the line as it was read holds every recorded tile in sight, at its place.
    fn holds_record(&self, reading: &Reading) -> bool {
        self.settled.iter().flatten().filter(|settled| settled.missed == 0).all(|settled| {
            let [a, b] = settled.placed.pips;
            let is_it = |read: &ReadTile| same_place(&read.corners, &settled.placed.corners);
            reading.line().any(|read| is_it(read) && (settled.trusted || read.tile() == Some(Tile::new(a, b))))
        })
    }

    /// Returns the tiles of the line that are not recorded, whatever a person said of them.
    pub(super) fn lacking(&self, rules: &RuleSet) -> Vec<Tile> {
        let lacking = self.newcomers.iter().filter(|new| new.is_lacking());
        let mut tiles: Vec<Tile> = lacking.map(|new| tile_on(&new.tile, rules.set_size)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }
}
