//! The known table, and the things over it.

use super::differs::{Differs, SPECK, SQUARE, Slack, cells_of, differs, like_a_hand, slack};
use super::register::{Anchor, Reliefs};
use super::small::Small;
use crate::similarity::Similarity;
use eye::geometry::grown;
use eye::read::Point;

/// A tile and its shadow are larger than the tile by this.
pub(super) const GROWN: f64 = 1.3;
/// Milliseconds without movement, before and after a hand came, that also make a thing belong to the table.
const RESTS: u64 = 500;
/// Most remembered tables with something over them: things put down, and hands that rested beside them.
const MOST_RESTED: usize = 3;
/// Places that differ without moving, from which the camera was moved too far to find the table: a hand is one thing.
const SCATTERED: usize = 8;

/// The table while something rested over it.
#[derive(Clone, Debug)]
pub(super) struct Rested {
    table: Small,
    slack: Vec<Slack>,
    /// A hand has come since.
    passed: bool,
}

/// The known table, in the cells of one picture.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) anchor: Anchor,
    /// The table when it last agreed with the record.
    pub(super) agreed: Small,
    /// Tolerance of its cells.
    pub(super) slack: Vec<Slack>,
    /// The table as people left it, with things that were put down.
    pub(super) left: Small,
    /// The table at the last look.
    pub(super) looked: Small,
    pub(super) looked_slack: Vec<Slack>,
    /// The table with each thing that rested over it, while something is over it.
    pub(super) rested: Vec<Rested>,
    /// The last picture.
    pub(super) last: Small,
    /// Position of the last picture, and of the one that was last looked at.
    pub(super) now: Similarity,
    pub(super) then: Similarity,
    /// Squares that tiles explain which were seen there.
    pub(super) explained: Vec<bool>,
    /// Current differences from the agreed table, and which of its squares look like a hand.
    pub(super) fresh: Differs,
    pub(super) hand: Vec<bool>,
    /// Whether it has not been seen to agree with the record yet: it may have new tiles.
    pub(super) vague: bool,
}

impl Known {
    pub(super) fn new(small: Small) -> Self {
        let anchor = Anchor::of(&Reliefs::of(&small));
        let slack = slack(&small);
        let (across, down) = (small.width.div_ceil(SQUARE), small.height.div_ceil(SQUARE));
        Self {
            anchor,
            looked_slack: slack.clone(),
            slack,
            left: small.clone(),
            looked: small.clone(),
            last: small.clone(),
            agreed: small,
            rested: Vec::new(),
            now: Similarity::NONE,
            then: Similarity::NONE,
            explained: vec![false; across * down],
            fresh: Differs { cells: Vec::new(), squares: vec![false; across * down], across, down },
            hand: vec![false; across * down],
            vague: false,
        }
    }

    /// From the picture's pixels to the cells of the table.
    pub(super) fn in_cells(&self, corners: &[Point; 4]) -> [Point; 4] {
        let (back, size) = (self.now.back(), 1.0 / self.agreed.block as f64);
        corners.map(|p| back.of(p.times(size)))
    }

    /// Finds changes that look like a hand.
    pub(super) fn find_hand(&mut self, tile: Option<f64>) -> bool {
        self.fresh = differs(&self.agreed, &self.last, &self.slack);
        let from_left = if self.left.values == self.agreed.values {
            self.fresh.clone()
        } else {
            differs(&self.left, &self.last, &slack(&self.left))
        };
        self.hand = like_a_hand(&from_left, &self.explained, tile);
        self.hand.iter().any(|hand| *hand)
    }

    /// Reports whether the thing over the table, still for `still` milliseconds, looks as it did before a hand came and
    /// went.
    pub(super) fn stays(&mut self, still: u64, tile: Option<f64>) -> bool {
        let Self { rested, last, explained, .. } = self;
        let other = |rested: &Rested| {
            let differs = differs(&rested.table, last, &rested.slack);
            like_a_hand(&differs, explained, tile).iter().any(|hand| *hand)
        };
        if still < RESTS {
            for rested in rested.iter_mut().filter(|rested| !rested.passed) {
                rested.passed = other(rested);
            }
            return false;
        }
        if let Some(same) = rested.iter().find(|rested| !other(rested)) {
            return same.passed;
        }
        rested.iter_mut().for_each(|rested| rested.passed = true);
        if rested.len() == MOST_RESTED {
            rested.remove(0);
        }
        rested.push(Rested { table: last.clone(), slack: slack(last), passed: false });
        false
    }

    /// Reports whether no hand is seen beside the last agreed table.
    pub(super) fn is_as_agreed(&self, tile: Option<f64>) -> bool {
        !like_a_hand(&self.fresh, &self.explained, tile).iter().any(|hand| *hand)
    }

    /// Reports whether it differs everywhere.
    pub(super) fn is_scattered(&self) -> bool {
        let parts = self.fresh.blobs(&self.explained);
        parts.iter().filter(|part| part.squares.len() as f64 > SPECK).count() >= SCATTERED
    }

    /// Squares of each change where neither a tile was seen nor a hand is.
    pub(super) fn unread(&self) -> Vec<usize> {
        let blobs = self.fresh.blobs(&self.explained);
        let free = blobs.iter().filter(|blob| blob.border == 0 && blob.squares.iter().all(|at| !self.hand[*at]));
        free.map(|blob| blob.squares.len()).collect()
    }

    /// Tiles seen there are changes, not a hand.
    pub(super) fn explain(&mut self, tiles: &[[Point; 4]]) {
        self.explained = self.squares_of(tiles);
    }

    /// Returns the squares of tiles and of their shadows.
    pub(super) fn squares_of(&self, tiles: &[[Point; 4]]) -> Vec<bool> {
        let (w, h) = (self.fresh.across, self.fresh.down);
        let mut squares = vec![false; w * h];
        for tile in tiles {
            let quad = grown(&self.in_cells(tile), GROWN).map(|p| p.times(1.0 / SQUARE as f64));
            for (x, y) in cells_of(&quad, w, h) {
                squares[y * w + x] = true;
            }
        }
        squares
    }
}
