//! Reasons why a tile can't be played at a place.

use crate::tile::{Pip, Tile};
use language::say;
use std::fmt;

/// Reason why a play is impossible or illegal.
///
/// ```
/// use game::layout::Layout;
/// use game::rules::RuleSet;
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// let refusal = layout.check(&layout.parse_play("5-4@6-3.3")?, &RuleSet::preset("pafos")?);
/// assert_eq!(refusal.map_err(|why| why.to_string()), Err("5-4 has no 3 to go there".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayRefusal {
    /// The set has no such tile.
    NotInSet {
        /// The tile.
        tile: Tile,
        /// The highest double of the set.
        max: Pip,
    },
    /// The tile is already on the table.
    AlreadyLaid {
        /// The tile.
        tile: Tile,
    },
    /// A first tile on a layout that has one.
    PlaceMissing {
        /// The tile.
        tile: Tile,
    },
    /// The layout has no such tile or port.
    NoSuchPlace {
        /// The tile.
        tile: Tile,
    },
    /// Another tile is there.
    Taken {
        /// The tile.
        tile: Tile,
        /// The tile it should go to.
        on: Tile,
    },
    /// The rules do not open that port.
    Closed {
        /// The tile.
        tile: Tile,
        /// The tile it should go to.
        on: Tile,
    },
    /// The pips do not match.
    NoMatch {
        /// The tile.
        tile: Tile,
        /// Pip that is needed.
        pip: Pip,
    },
    /// End to end, but the rules put doubles crosswise, or it is not a double.
    NotInline {
        /// The tile.
        tile: Tile,
    },
}

impl fmt::Display for PlayRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInSet { tile, max } => {
                f.write_str(&say!("the set has no {tile}: its highest double is {max}-{max}", tile, max))
            }
            Self::AlreadyLaid { tile } => f.write_str(&say!("{tile} is already on the table", tile)),
            Self::PlaceMissing { tile } => {
                f.write_str(&say!("the first tile has been played: say where {tile} goes", tile))
            }
            Self::NoSuchPlace { tile } => f.write_str(&say!("the layout has no such place for {tile}", tile)),
            Self::Taken { tile, on } => {
                f.write_str(&say!("another tile is already where {tile} should go, on the {on}", tile, on))
            }
            Self::Closed { tile, on } => f.write_str(&say!(
                "{tile} can't go there: under these rules that place on the {on} is not open",
                tile,
                on
            )),
            Self::NoMatch { tile, pip } => f.write_str(&say!("{tile} has no {pip} to go there", tile, pip)),
            Self::NotInline { tile } => f.write_str(&say!("{tile} can't be played end to end under these rules", tile)),
        }
    }
}

impl std::error::Error for PlayRefusal {}
