//! Plays, and the places and ends of played tiles.

use crate::tile::{Pip, Tile};

/// A place on a tile where another can be attached.
///
/// ```
/// use game::layout::{Layout, Port};
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// assert_eq!(layout.port_named(0, "s1").map(|place| place.port), Some(Port::Side1));
/// assert_eq!(layout.port_named(1, "3").map(|place| place.port), Some(Port::Second));
/// # Ok::<(), game::layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Port {
    /// The short end at the first half: of a single or of a double placed end to end. An attached tile is joined here.
    First,
    /// The other short end.
    Second,
    /// A long side of a crosswise double. An attached crosswise double is joined here.
    Side1,
    /// The other long side.
    Side2,
    /// A short end of a crosswise double.
    End1,
    /// The other short end.
    End2,
}

impl Port {
    pub(super) const STRAIGHT: &'static [Self] = &[Self::First, Self::Second];
    pub(super) const CROSS: &'static [Self] = &[Self::Side1, Self::Side2, Self::End1, Self::End2];

    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// `a`, `b` for the halves of a single, `s1`, `s2`, `e1`, `e2` on a double.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "a",
            Self::Second => "b",
            Self::Side1 => "s1",
            Self::Side2 => "s2",
            Self::End1 => "e1",
            Self::End2 => "e2",
        }
    }
}

/// A port of a placed tile: its number in playing order and the port.
///
/// ```
/// use game::layout::{Layout, Place, Port};
/// use game::tile::Pip;
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// let end = Place { tile: 1, port: Port::Second };
/// assert_eq!((layout.pip_at(end), layout.is_free(end)), (Pip::new(3), true));
/// # Ok::<(), game::layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// Number of the tile, `0` for the first.
    pub tile: usize,
    /// Port of the tile.
    pub port: Port,
}

/// A play of one tile: which way round, and where.
///
/// ```
/// use game::layout::Layout;
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// let play = layout.parse_play("3-5@6-3.3")?;
/// assert_eq!((play.tile().to_string(), play.halves[0].get()), ("5-3".to_owned(), 3));
/// assert_eq!(layout.play_text(&play), "3-5@6-3.3");
/// # Ok::<(), game::layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Play {
    /// The halves, the one that is joined first. For the first tile either order.
    pub halves: [Pip; 2],
    /// A double placed end to end instead of crosswise.
    pub inline: bool,
    /// Place it joins; `None` for the first tile.
    pub on: Option<Place>,
}

impl Play {
    /// The first tile of a layout, a double crosswise.
    #[must_use]
    pub const fn lead(tile: Tile) -> Self {
        Self { halves: [tile.high(), tile.low()], inline: false, on: None }
    }

    /// The tile.
    #[must_use]
    pub const fn tile(&self) -> Tile {
        Tile::new(self.halves[0], self.halves[1])
    }

    /// Reports whether it is a double across the line.
    #[must_use]
    pub const fn is_crosswise(&self) -> bool {
        self.tile().is_double() && !self.inline
    }
}

/// One counting end of a layout.
///
/// ```
/// use game::layout::Layout;
/// use game::rules::RuleSet;
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// let counts: Vec<u16> = layout.ends(&RuleSet::preset("pafos")?).map(|end| end.counts).collect();
/// assert_eq!(counts, [12, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The tile it belongs to, by number.
    pub tile: usize,
    /// The value a next tile must have there.
    pub pip: Pip,
    /// Pips it adds to the count: the value, or twice that for a crosswise double.
    pub counts: u16,
    /// Reports whether it is a double across the line.
    pub double: bool,
}

/// A tile of the layout with the ports that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) play: Play,
    pub(super) taken: u8,
}

impl Laid {
    pub(super) const fn is_free(&self, port: Port) -> bool {
        self.taken & port.bit() == 0
    }

    pub(super) const fn ports(&self) -> &'static [Port] {
        if self.play.is_crosswise() { Port::CROSS } else { Port::STRAIGHT }
    }

    pub(super) const fn pip_at(&self, port: Port) -> Pip {
        self.play.halves[matches!(port, Port::Second) as usize]
    }

    /// Reports whether both long sides are covered.
    pub(super) const fn is_crossed(&self) -> bool {
        !self.is_free(Port::Side1) && !self.is_free(Port::Side2)
    }
}
