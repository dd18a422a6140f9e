//! Why a tile cannot be laid so.

use crate::tile::{Pip, Tile};
use language::say;
use std::fmt;

/// Why a tile cannot be laid so.
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
    /// It lies there already.
    AlreadyLaid {
        /// The tile.
        tile: Tile,
    },
    /// A first tile on a layout that has one.
    PlaceMissing {
        /// The tile.
        tile: Tile,
    },
    /// No such tile or port.
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
        /// What is needed.
        pip: Pip,
    },
    /// End to end, but the rules lay doubles crosswise, or it is no double.
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
            Self::AlreadyLaid { tile } => f.write_str(&say!("{tile} lies on the table already", tile)),
            Self::PlaceMissing { tile } => {
                f.write_str(&say!("the first tile lies already: say where {tile} goes", tile))
            }
            Self::NoSuchPlace { tile } => f.write_str(&say!("there is no such place for {tile}", tile)),
            Self::Taken { tile, on } => {
                f.write_str(&say!("another tile lies where {tile} should go, on the {on}", tile, on))
            }
            Self::Closed { tile, on } => f.write_str(&say!(
                "{tile} cannot go there: that place of the {on} is not open by these rules",
                tile,
                on
            )),
            Self::NoMatch { tile, pip } => f.write_str(&say!("{tile} has no {pip} to go there", tile, pip)),
            Self::NotInline { tile } => f.write_str(&say!("{tile} cannot be laid end to end by these rules", tile)),
        }
    }
}

impl std::error::Error for PlayRefusal {}
