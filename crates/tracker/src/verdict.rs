//! Result of a look: the comparison of table and record, and the offer.

use eye::read::Point;
use game::layout::{Layout, Play};
use game::tile::{Pip, Tile};

/// Comparison of table and record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// Too few looks, or something new that is not settled yet.
    #[default]
    Unsure,
    /// Nothing is recorded, and nothing on the table may be the first tile.
    NoneYet,
    /// Everything of the record was read on the table since something last moved, and nothing else is in its line.
    Agreed,
    /// Number of recorded tiles that are not in sight; they are remembered.
    Covered(usize),
    /// Table and record disagree.
    Unclear {
        /// Tiles that lie there and should not.
        new: Vec<Tile>,
        /// Tiles that should lie there and do not.
        gone: Vec<Tile>,
        /// The layout on the table, if the rules allow it.
        table: Option<Layout>,
    },
}

/// A drop that was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Possible plays with probabilities, likeliest first; never empty.
    pub ways: Vec<(Play, f64)>,
    /// Corners of the tile.
    pub corners: [Point; 4],
    /// Reason why it must not be recorded without asking, if there is one.
    pub asked: Option<Asked>,
}

/// Reason why a drop is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Asked {
    /// The reading is not sure enough.
    NotSure,
    /// Another tile may have been laid before it.
    Order,
    /// Its coming was not seen: nothing moved, its place hardly changed, or the table was out of sight.
    Unseen,
    /// A person took it back, or turned it down.
    Doubted,
    /// Something else is not clear: recorded tiles are hidden, or something like a tile is beside it.
    Unclear,
}

/// A recorded tile that is on the table with other pips.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Number of the tile.
    pub tile: usize,
    /// Play that should have been recorded.
    pub play: Play,
    /// Probability.
    pub confidence: f64,
}

/// Result of a look.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Comparison of table and record.
    pub stand: Stand,
    /// A drop that is not in the record.
    pub offer: Option<Offer>,
    /// A drop of the record that is wrong.
    pub mistake: Option<Mistake>,
}

/// Role of a seen tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Role {
    /// Tile number so-and-so of the recorded layout.
    Laid(usize),
    /// A recorded tile, hidden at the moment.
    Covered(usize),
    /// New at the layout.
    New,
    /// Face up, not at the layout.
    Loose,
    /// On its face.
    FaceDown,
    /// On edge, in a hand.
    Standing,
}

/// A tile in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Corners of the tile.
    pub corners: [Point; 4],
    /// The pips of its halves, that at corners 0 and 3 first.
    pub pips: Option<[Pip; 2]>,
    /// Probability that they are right; for a recorded tile, its agreement with the sighting.
    pub confidence: f64,
    /// Role of the tile.
    pub role: Role,
}

impl From<Stand> for Verdict {
    fn from(stand: Stand) -> Self {
        Self { stand, ..Self::default() }
    }
}
