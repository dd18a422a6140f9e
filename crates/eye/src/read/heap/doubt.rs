//! Doubts about a heap, in words.

use super::super::Point;
use game::tile::Tile;
use language::{say, say_count};
use std::fmt;

/// A doubt to check before trusting a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HeapDoubt {
    /// A tile may have other pips.
    Pips {
        /// Place in [`Heap::tiles`](super::Heap::tiles).
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
        /// Other possible tile.
        other: Tile,
    },
    /// A counted thing may not be a tile.
    NoTile {
        /// Place in [`Heap::tiles`](super::Heap::tiles).
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
    },
    /// Something looks like a tile and was not counted: half hidden, on its edge, or not readable.
    NotRead {
        /// Centre in the picture.
        at: Point,
    },
    /// One tile is over another.
    Over {
        /// Places in [`Heap::tiles`](super::Heap::tiles).
        tiles: [usize; 2],
        /// Tiles in the reading.
        taken: [Tile; 2],
    },
    /// A tile reaches the edge of the picture: beyond it there may be more.
    Edge {
        /// Place in [`Heap::tiles`](super::Heap::tiles).
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
    },
    /// Something covers a part of a tile: a hand, a sleeve. The covered part was not seen.
    Covered {
        /// Place in [`Heap::tiles`](super::Heap::tiles).
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
    },
    /// Pips stand in longer rows than on any tile of a double-twelve set, which are all that can be read.
    LargerSet {
        /// Place in [`Heap::tiles`](super::Heap::tiles).
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
    },
    /// The tiles are small in the picture.
    Small,
    /// Pips are faint: it is dark, hazy, or the lens is dirty.
    Faint,
    /// Tiles face down: their pips are not in the sum.
    FaceDown {
        /// Number of tiles.
        tiles: usize,
    },
}

impl fmt::Display for HeapDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pips { taken, other, .. } => f.write_str(&say!("the {taken} may be the {other}", taken, other)),
            Self::NoTile { taken, .. } => {
                f.write_str(&say!("what was counted as the {taken} may not be a tile", taken))
            }
            Self::NotRead { .. } => f.write_str(say!("something that may be a tile can't be read and is not counted")),
            Self::Over { taken: [upper, lower], .. } => {
                f.write_str(&say!("the {upper} and the {lower} overlap", upper, lower))
            }
            Self::Edge { taken, .. } => {
                f.write_str(&say!("the {taken} is at the edge of the picture: is anything cut off?", taken))
            }
            Self::Covered { taken, .. } => {
                f.write_str(&say!("something may cover the {taken}: is all of it visible?", taken))
            }
            Self::LargerSet { taken, .. } => f.write_str(&say!(
                "the {taken} may belong to a set larger than double-twelve, which can't be read: count \
                    it yourself",
                taken
            )),
            Self::Small => f.write_str(say!("the tiles are small in the picture: move closer")),
            Self::Faint => {
                f.write_str(say!("the tiles are hard to see in the picture: turn on more light, or wipe the lens"))
            }
            Self::FaceDown { tiles } => f.write_str(&say_count!(
                tiles,
                "one tile is face down and is not counted",
                "{n} tiles are face down and are not counted"
            )),
        }
    }
}

impl HeapDoubt {
    /// Returns these doubts as sentences, in order. Unread places are reported together, by their number.
    #[must_use]
    pub fn told(doubts: &[Self]) -> Vec<String> {
        let unread = |doubt: &&Self| matches!(doubt, Self::NotRead { .. });
        let (places, mut said) = (doubts.iter().filter(unread).count(), false);
        let words = |doubt: &Self| match doubt {
            Self::NotRead { .. } if places > 1 => (!std::mem::replace(&mut said, true))
                .then(|| say!("{places} things that may be tiles can't be read and are not counted", places)),
            other => Some(other.to_string()),
        };
        doubts.iter().filter_map(words).collect()
    }

    /// The tiles that it is about: their places in [`Heap::tiles`](super::Heap::tiles).
    #[must_use]
    pub fn tiles(&self) -> &[usize] {
        match self {
            Self::Pips { tile, .. }
            | Self::NoTile { tile, .. }
            | Self::Edge { tile, .. }
            | Self::Covered { tile, .. }
            | Self::LargerSet { tile, .. } => std::slice::from_ref(tile),
            Self::Over { tiles, .. } => tiles,
            Self::NotRead { .. } | Self::Small | Self::Faint | Self::FaceDown { .. } => &[],
        }
    }
}
