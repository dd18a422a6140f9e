//! The tracker's report: what is seen, whether table and record agree, and what is proposed.

use language::{say, say_count};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use eye::frame::Frame;
use eye::geometry::inside;
use eye::read::Point;
use game::layout::{Layout, Play};
use game::rules::Points;
use game::tile::{Pip, Tile};

use crate::hints::Hint;
use crate::verdict::{Asked, Role};

/// The tracker's report at one moment.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// Rises by one with every sighting.
    pub number: u64,
    /// The source's title.
    pub source: String,
    /// Newest picture. The same `Arc` as before is the same picture.
    pub frame: Option<Arc<Frame>>,
    /// Time of the picture, on the clock of the pictures.
    pub taken: Option<Duration>,
    /// Name of the picture, if it has one.
    pub name: Option<String>,
    /// Comparison of table and record.
    pub state: TableState,
    /// Every tile that is seen, in pixels of [`Self::frame`].
    pub tiles: Vec<Outline>,
    /// The counting ends, where they lie.
    pub ends: Vec<EndMark>,
    /// One drop that is not in the record yet.
    pub proposal: Option<Proposal>,
    /// An earlier drop that was misread.
    pub correction: Option<Correction>,
    /// Hints for a better picture.
    pub hints: Vec<Hint>,
    /// Duration of a look.
    pub timing: Timing,
}

/// Duration of a look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// The last look with the networks.
    pub look: Duration,
    /// Looks so far.
    pub looks: u64,
}

/// Comparison of table and record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableState {
    /// The camera is being opened, the networks loaded.
    Starting,
    /// There is a picture, but no hand is being recorded: nothing is expected.
    Idle,
    /// Not certain yet, or the table is being cleared for a new hand.
    Looking,
    /// Nothing is recorded yet, and nothing on the table may be the first tile.
    NoneYet,
    /// Table and record agree.
    Settled,
    /// Something moves.
    Moving,
    /// Something has been over the table for long.
    Hidden,
    /// The camera sends the same picture again and again.
    Frozen,
    /// It is too dark to see the tiles.
    Dark,
    /// Known tiles are hidden, most likely under a hand; they are remembered.
    Covered {
        /// Number of tiles.
        tiles: usize,
    },
    /// Table and record disagree.
    Lost {
        /// Tiles that lie there and are not in the record.
        new: Vec<Tile>,
        /// For each of these, the number of recorded drops after which it was seen to come; `None` where that was not seen.
        after: Vec<Option<usize>>,
        /// Tiles of the record that do not lie there.
        gone: Vec<Tile>,
        /// The layout on the table, if the rules allow it.
        table: Option<Layout>,
    },
    /// There are pictures, but nothing that reads them.
    NoReading {
        /// The reason, in words.
        why: String,
    },
    /// The pictures of a folder have all been shown.
    Ended,
    /// No picture arrives; the camera part reports it and tries again. Must stay the last variant: skipped variants
    /// have a number when packed and none when unpacked.
    #[serde(skip)]
    NoPicture {
        /// The reason, in words.
        why: String,
        /// Since when.
        since: Duration,
    },
}

/// A tile in the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// Corners in the picture.
    pub corners: [Point; 4],
    /// The middles of its halves, in the order of `pips`.
    pub halves: [Point; 2],
    /// Pips of its halves.
    pub pips: Option<[Pip; 2]>,
    /// Probability that this is right.
    pub confidence: f64,
    /// Role of the tile.
    pub role: Role,
}

/// A counting end in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndMark {
    /// Position in the picture.
    pub at: Point,
    /// The pips to be matched.
    pub pips: Pip,
    /// Pips it adds to the count.
    pub counts: u16,
    /// Whether it is a crosswise double.
    pub double: bool,
}

/// A drop that was seen.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Number of the proposal: the same number is the same proposal.
    pub id: u64,
    /// The play, against the recorded layout.
    pub play: Play,
    /// The count of the ends after it.
    pub count: u16,
    /// Points for the count.
    pub points: u16,
    /// Award of the match, going out included.
    pub award: Points,
    /// Whether it would win the game.
    pub wins: bool,
    /// "6-3 on the 6".
    pub words: String,
    /// "6-6 and 3 → 15 → three fives and five threes → 8".
    pub reason: String,
    /// Probability that it is right; `0.0..=1.0`.
    pub confidence: f64,
    /// Whether it may be recorded without asking.
    pub auto_confirm_ok: bool,
    /// What the tracker asks about in it.
    pub asked: Option<Asked>,
    /// Other possible plays, likeliest first.
    pub alternatives: Vec<Alternative>,
    /// Corners of the tile.
    pub at: [Point; 4],
    /// The picture it was read from.
    pub frame: Arc<Frame>,
    /// Time of that picture.
    pub taken: Duration,
}

/// Another reading of a drop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The play.
    pub play: Play,
    /// Points for the count after it.
    pub points: u16,
    /// In words.
    pub words: String,
    /// Probability of the play.
    pub confidence: f64,
}

/// An earlier drop that was misread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// Number of the tile in the recorded layout.
    pub tile: usize,
    /// Tile in the record.
    pub was: Tile,
    /// The play on the table.
    pub play: Play,
    /// Probability that it is right.
    pub confidence: f64,
    /// In words.
    pub words: String,
}

impl Sighting {
    /// A sighting in which nothing is seen.
    #[must_use]
    pub fn of_nothing(state: TableState) -> Self {
        Self {
            number: 0,
            source: String::new(),
            frame: None,
            taken: None,
            name: None,
            state,
            tiles: Vec::new(),
            ends: Vec::new(),
            proposal: None,
            correction: None,
            hints: Vec::new(),
            timing: Timing::default(),
        }
    }

    /// The tile at a place of the picture, the smallest if several are there.
    #[must_use]
    pub fn tile_at(&self, x: f64, y: f64) -> Option<&Outline> {
        let area = |tile: &Outline| {
            let [a, b, c, d] = tile.corners;
            ((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)).abs()
        };
        let hit = self.tiles.iter().filter(|tile| inside(Point { x, y }, &tile.corners));
        hit.min_by(|a, b| area(a).total_cmp(&area(b)))
    }
}

/// More tiles than these are counted only.
const LISTED: usize = 6;

fn listed(tiles: &[Tile]) -> String {
    let (named, rest) = tiles.split_at(tiles.len().min(LISTED));
    let named = named.iter().map(Tile::to_string).collect::<Vec<_>>().join(", ");
    if rest.is_empty() { named } else { say!("{named} and {n} more", named, n = rest.len()) }
}

impl fmt::Display for TableState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starting => f.write_str(say!("opening the camera")),
            Self::Idle => f.write_str(say!("no hand in play")),
            Self::Looking => f.write_str(say!("looking")),
            Self::NoneYet => f.write_str(say!("no tile recorded yet")),
            Self::Settled => f.write_str(say!("table and record agree")),
            Self::Moving => f.write_str(say!("waiting for a clear view")),
            Self::Hidden => f.write_str(say!("something covers the table")),
            Self::Frozen => f.write_str(say!("the camera keeps sending the same picture")),
            Self::Dark => f.write_str(say!("it is too dark to see the tiles")),
            Self::Covered { tiles } => f.write_str(&say_count!(tiles, "a tile is covered", "{n} tiles are covered")),
            Self::Lost { new, gone, .. } => {
                f.write_str(say!("table and record disagree"))?;
                if !new.is_empty() {
                    f.write_str(&say!("; not in the record: {tiles}", tiles = listed(new)))?;
                }
                if !gone.is_empty() {
                    f.write_str(&say!("; not on the table: {tiles}", tiles = listed(gone)))?;
                }
                Ok(())
            }
            Self::NoPicture { why, .. } => f.write_str(&say!("no picture: {why}", why)),
            Self::NoReading { why } => f.write_str(&say!("reading is off: {why}", why)),
            Self::Ended => f.write_str(say!("no more pictures")),
        }
    }
}
