//! Pips, tiles, sets of tiles and their text notation. Uses nothing else in the crate.
//!
//! A tile is written with its two halves and a dash, higher half first: `6-4`. The parser also takes `4-6`, `6|4` and
//! `4|6`; the first form is always printed, and reading it back gives the same tile.

#![warn(missing_docs, clippy::wildcard_enum_match_arm)]

use language::say;
use std::fmt;
use std::str::FromStr;

/// The value of one half of a tile, `0..=12` (a double-twelve set is the largest the program knows).
///
/// ```
/// use game::tile::Pip;
///
/// assert_eq!("6".parse(), Ok(Pip::new(6).expect("up to twelve")));
/// assert_eq!(Pip::new(13), None);
/// assert_eq!(Pip::MAX.up_to().count(), 13);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(into = "u8", try_from = "u8"))]
pub struct Pip(u8);

impl Pip {
    /// The blank half.
    pub const BLANK: Self = Self(0);
    /// The highest value of any set.
    pub const MAX: Self = Self(12);

    /// A pip value, `None` above twelve.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if value <= Self::MAX.0 { Some(Self(value)) } else { None }
    }

    /// The value, `0..=12`.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All values from blank up to and including `self`, rising.
    pub fn up_to(self) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..=self.0).map(Self)
    }
}

impl From<Pip> for u8 {
    fn from(pip: Pip) -> Self {
        pip.0
    }
}

impl TryFrom<u8> for Pip {
    type Error = TileError;

    fn try_from(value: u8) -> Result<Self, TileError> {
        Self::new(value).ok_or_else(|| TileError::BadPip { text: value.to_string() })
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Pip {
    type Err = TileError;

    fn from_str(text: &str) -> Result<Self, TileError> {
        let bad = || TileError::BadPip { text: text.to_owned() };
        // `u8::from_str` takes a leading `+`, which is not a way to write a domino.
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        text.parse().ok().and_then(Self::new).ok_or_else(bad)
    }
}

/// A domino tile. The higher half comes first, so `3-6` and `6-3` are the same tile.
///
/// ```
/// use game::tile::{Pip, Tile};
///
/// let tile: Tile = "4-6".parse()?;
/// assert_eq!(tile.to_string(), "6-4");
/// assert_eq!((tile.pips(), tile.other(tile.high())), (10, Pip::new(4)));
/// # Ok::<(), game::tile::TileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "[Pip; 2]", from = "[Pip; 2]")
)]
pub struct Tile {
    high: Pip,
    low: Pip,
}

impl From<Tile> for [Pip; 2] {
    fn from(tile: Tile) -> Self {
        [tile.high, tile.low]
    }
}

impl From<[Pip; 2]> for Tile {
    fn from([a, b]: [Pip; 2]) -> Self {
        Self::new(a, b)
    }
}

impl Tile {
    /// The tile with these two halves, in either order.
    #[must_use]
    pub const fn new(a: Pip, b: Pip) -> Self {
        if a.0 >= b.0 { Self { high: a, low: b } } else { Self { high: b, low: a } }
    }

    /// The double of `pip`.
    #[must_use]
    pub const fn double(pip: Pip) -> Self {
        Self { high: pip, low: pip }
    }

    /// The higher half (equal to [`Self::low`] on a double).
    #[must_use]
    pub const fn high(self) -> Pip {
        self.high
    }

    /// The lower half.
    #[must_use]
    pub const fn low(self) -> Pip {
        self.low
    }

    /// Reports whether both halves are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high.0 == self.low.0
    }

    /// Sum of both halves, `0..=24`.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.high.0 + self.low.0
    }

    /// Reports whether the tile has a half of this value.
    #[must_use]
    pub const fn has(self, pip: Pip) -> bool {
        self.high.0 == pip.0 || self.low.0 == pip.0
    }

    /// The half that is left when `pip` is joined: for a double its own value, `None` if the tile has no such half.
    #[must_use]
    pub const fn other(self, pip: Pip) -> Option<Pip> {
        if self.high.0 == pip.0 {
            Some(self.low)
        } else if self.low.0 == pip.0 {
            Some(self.high)
        } else {
            None
        }
    }

    /// Place of the tile in the triangle `0-0, 1-0, 1-1, 2-0, ..`, `0..91`. The tiles of a double-six set are
    /// exactly `0..28`, those of a double-nine set `0..55`.
    #[must_use]
    pub const fn index(self) -> usize {
        let high = self.high.0 as usize;
        high * (high + 1) / 2 + self.low.0 as usize
    }

    /// The tile at `index` of the triangle, `None` from 91 on. The inverse of [`Self::index`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let high = (0..=Pip::MAX.0).rev().find(|&h| usize::from(h) * (usize::from(h) + 1) / 2 <= index)?;
        let low = u8::try_from(index - usize::from(high) * (usize::from(high) + 1) / 2).ok()?;
        (low <= high).then_some(Self { high: Pip(high), low: Pip(low) })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

impl FromStr for Tile {
    type Err = TileError;

    fn from_str(text: &str) -> Result<Self, TileError> {
        let bad = || TileError::BadTile { text: text.to_owned() };
        let (a, b) = text.split_once(['-', '|']).ok_or_else(bad)?;
        let pip = |half: &str| half.parse::<Pip>().map_err(|_unused| bad());
        Ok(Self::new(pip(a)?, pip(b)?))
    }
}

/// Error of a text that is not a tile.
///
/// ```
/// use game::tile::Tile;
///
/// let error = "6.4".parse::<Tile>().expect_err("a point is no dash");
/// assert!(error.to_string().starts_with("`6.4` is not a tile"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileError {
    /// The text is not a number from 0 to 12.
    BadPip {
        /// The text that was read.
        text: String,
    },
    /// The text does not have two halves.
    BadTile {
        /// The text that was read.
        text: String,
    },
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadPip { text } => f.write_str(&say!("`{text}` is not a pip value: use a number from 0 to 12", text)),
            Self::BadTile { text } => {
                f.write_str(&say!("`{text}` is not a tile: use two numbers from 0 to 12 with a dash, like `6-4`", text))
            }
        }
    }
}

impl std::error::Error for TileError {}

/// A set of tiles, one bit a tile in the order of [`Tile::index`].
///
/// ```
/// use game::tile::{Pip, Tile, TileSet};
///
/// let six = Pip::new(6).expect("up to twelve");
/// let mut left = TileSet::full(six);
/// assert_eq!((left.len(), left.pips()), (28, 168));
/// assert!(left.remove(Tile::double(six)));
/// assert_eq!(left.iter().last(), "6-5".parse().ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(into = "u128", from = "u128"))]
pub struct TileSet(u128);

impl From<TileSet> for u128 {
    fn from(set: TileSet) -> Self {
        set.0
    }
}

impl From<u128> for TileSet {
    fn from(bits: u128) -> Self {
        Self::from_bits(bits)
    }
}

impl TileSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns every tile of the set with the highest double `max`: 28 tiles for six, 55 for nine, 91 for twelve.
    #[must_use]
    pub const fn full(max: Pip) -> Self {
        let n = max.0 as u32 + 1;
        Self((1 << (n * (n + 1) / 2)) - 1)
    }

    /// The bits, tile `i` of [`Tile::index`] at bit `i`.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these bits; bits above the last tile are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::full(Pip::MAX).0)
    }

    /// Reports whether the tile is in the set.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Adds a tile; `false` if it was there already.
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let new = !self.contains(tile);
        self.0 |= 1 << tile.index();
        new
    }

    /// Takes a tile out; `false` if it was not there.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let was = self.contains(tile);
        self.0 &= !(1 << tile.index());
        was
    }

    /// Number of tiles.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Reports whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles in the order of every pad: a row for each higher half, the highest first, and in it the lower halves up.
    #[must_use]
    pub fn in_rows(self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.iter().collect();
        tiles.sort_by_key(|tile| (std::cmp::Reverse(tile.high()), tile.low()));
        tiles
    }

    /// Sum of all pips, at most 1092 (a whole double-twelve set).
    #[must_use]
    pub fn pips(self) -> u16 {
        self.iter().map(|tile| u16::from(tile.pips())).sum()
    }

    /// The tiles of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles of both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of `self` that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The tiles in rising order of [`Tile::index`].
    pub fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let tile = Tile::from_index(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(tile)
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl fmt::Display for TileSet {
    /// Tiles with blanks between, the empty set as nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pip(value: u8) -> Pip {
        Pip::new(value).unwrap()
    }

    #[test]
    fn sets_have_the_known_sizes_and_pips() {
        for (max, tiles, pips) in [(6, 28, 168), (9, 55, 495), (12, 91, 1092)] {
            let set = TileSet::full(pip(max));
            assert_eq!((set.len(), set.pips()), (tiles, pips));
            assert_eq!(set.iter().filter(|t| t.is_double()).count(), usize::from(max) + 1);
        }
    }

    #[test]
    fn index_and_notation_round_trip() {
        for index in 0..91 {
            let tile = Tile::from_index(index).unwrap();
            assert_eq!(tile.index(), index);
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(format!("{}|{}", tile.low(), tile.high()).parse(), Ok(tile));
        }
        assert_eq!(Tile::from_index(91), None);
    }

    #[test]
    fn bad_tiles_are_named() {
        for text in ["", "6", "6-", "-4", "13-1", "6-4-2", "6 4", "+6-4", "a-b", "6--4", "999-0"] {
            let error = text.parse::<Tile>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn other_half() {
        let tile: Tile = "6-4".parse().unwrap();
        assert_eq!(tile.other(pip(6)), Some(pip(4)));
        assert_eq!(tile.other(pip(4)), Some(pip(6)));
        assert_eq!(tile.other(pip(5)), None);
        assert_eq!(Tile::double(pip(5)).other(pip(5)), Some(pip(5)));
    }
}
