//! Assembles seen tiles into a layout: its tiles, joins, open ends and doubts.
//!
//! Pure: no pixels, no network, no clock. The input is tiles with corners and pip distributions ([`SeenTile`]), from
//! any source; the output is a [`Reading`], independent of the order of the tiles.

mod assemble;
mod best;
mod beyond;
mod body;
mod bridges;
mod confidence;
mod doubt;
mod edge;
mod heap;
mod hypothesis;
mod joins;
mod laid;
mod plane;
mod ports;
mod prints;
mod rest;
mod search;
mod sizes;
mod values;

use game::tile::{Pip, Tile};

pub use crate::geometry::Point;
pub use assemble::assemble;
pub use best::assemble_best;
pub use body::{log_sum, pip_logs, sigmoid};
pub use doubt::Doubt;
pub(crate) use heap::Sign;
pub use heap::{Heap, HeapDoubt, Measures};
pub use joins::JOINT_SPREAD;
pub use laid::{Free, FreeAt, Laid, Score};
pub(crate) use plane::Plane;
pub use plane::degrees_off_above;
pub(crate) use prints::shows_no_pips;
pub use prints::without_prints;
pub(crate) use sizes::table;

/// Natural logarithms of the probabilities of the pips 0 to 12 on one half. They need not sum to one (they are
/// normalised over the values of the set); infinite values count as impossible.
pub type PipLogs = [f32; 13];

/// Kind of a seen tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileKind {
    /// A real tile, face up.
    Up,
    /// A tile on its face.
    Down,
    /// A tile standing on an edge (in a player's hand).
    Edge,
    /// A picture of a domino: on a board, a box, a booklet.
    Printed,
}

/// A tile, or a candidate, in a picture. Candidates that overlap are welcome: the whole line decides.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenTile {
    /// The corners of the top face going round: 0 and 3 at half a, 1 and 2 at half b.
    pub corners: [Point; 4],
    /// The pips of half a.
    pub a: PipLogs,
    /// The pips of half b.
    pub b: PipLogs,
    /// Kind. Only [`TileKind::Up`] takes part in the layout, and a [`TileKind::Down`] that must be the double blank.
    pub kind: TileKind,
    /// Log-odds that it is a real face-up tile with these corners; weak ones (down to about -2) are welcome. Below -2.5
    /// it is not counted as a tile, but makes an open end at its place doubtful.
    pub logit: f32,
}

/// Family of layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Family {
    /// One line with two ends, doubles crosswise.
    #[default]
    Line,
    /// The first double played may have arms at its short ends.
    SpinnerFirst,
    /// Every double may, once both of its long sides are covered.
    SpinnerEvery,
    /// Every double may at once, its sides covered or not.
    SpinnerAtOnce,
}

/// Assumptions of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The highest double of the set.
    pub max_pip: Pip,
    /// Family of layouts.
    pub family: Family,
    /// Whether the pips take part: joined halves match, every tile is there once, a crosswise tile is a double.
    /// Otherwise only geometry decides, and every half is read separately.
    pub use_rules: bool,
    /// Whether a double may be in line (muggins).
    pub inline_doubles: bool,
}

/// Part that a read tile belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Part {
    /// Of the layout.
    Line,
    /// Face up, but not joined to the layout.
    Loose,
    /// On its face.
    FaceDown,
    /// Face up or on edge, but not to be relied upon: too weak, or standing.
    Unreadable,
}

/// The places of a tile where another can touch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Half a: its short edge, or the side of that half at a corner of the line.
    A,
    /// Half b.
    B,
    /// The middle of the long side at corners 2 and 3, of a crosswise double.
    Left,
    /// The middle of the long side at corners 0 and 1.
    Right,
}

/// A tile as it was read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReadTile {
    /// Half a and half b; `None` for what shows no face.
    pub pips: Option<[Pip; 2]>,
    /// Part that it belongs to.
    pub part: Part,
    /// Probability that both values are right and, in a layout, that it belongs there; `0.0..=1.0`.
    pub confidence: f64,
    /// Index of the given tile; `None` for an unseen tile that its neighbours require.
    pub seen: Option<usize>,
    /// Corners in the picture, in the order of [`SeenTile::corners`].
    pub corners: [Point; 4],
}

impl ReadTile {
    /// The tile, if both halves are known.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        self.pips.map(|[a, b]| Tile::new(a, b))
    }
}

/// A join of two tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadJoin {
    /// The two tiles: places in [`Reading::tiles`] and where each is touched.
    pub tiles: [(usize, Slot); 2],
    /// Whether the two halves show the same number.
    pub matches: bool,
}

/// An open end of the layout that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadEnd {
    /// The pips to be matched.
    pub pips: Pip,
    /// Whether a whole double is crosswise there, which counts twice its pips.
    pub double: bool,
    /// Middle of the half, or of the double, in the picture.
    pub at: Point,
    /// The tile: its place in [`Reading::tiles`].
    pub tile: usize,
    /// The open half; `None` for a crosswise double.
    pub half: Option<Slot>,
}

/// Reading of one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Every seen tile that was not dropped for another one in its place, in the order given, then the inferred ones.
    pub tiles: Vec<ReadTile>,
    /// The joins of the layout: one fewer than it has tiles.
    pub joins: Vec<ReadJoin>,
    /// The open ends that count, in the order of their tiles.
    pub ends: Vec<ReadEnd>,
    /// Chains of joined tiles apart from the layout: places in [`Self::tiles`], of tiles that are loose for the layout.
    pub apart: Vec<Vec<usize>>,
    /// Probability that exactly these ends are open, judged from one picture; `0.0..=1.0`.
    pub confidence: f64,
    /// Doubts for a person to check, most serious first.
    pub doubts: Vec<Doubt>,
    /// Places in the picture where an unread tile of the layout may be, several for the same one. A caller with the
    /// picture may read them and put all together again.
    pub unread: Vec<[Point; 4]>,
    /// Assumptions about the layout.
    pub settings: Settings,
}

impl Reading {
    /// Log-odds of [`Self::confidence`].
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.confidence / (1.0 - self.confidence)).ln()
    }
}
