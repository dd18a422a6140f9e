//! Permanent ids of games and events.

use crate::files::disk;
use language::say;
use std::fmt;
use std::str::FromStr;

/// A game's name for life, also in other installations: 63 random bits, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub(crate) i64);

impl MatchId {
    /// The stream that is about the games rather than one of them.
    pub const BOOK: Self = Self(0);

    /// The id made from `seed`: the same seed gives the same id.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let bits = game::rng::Rng::new(seed).next_u64() >> 1;
        // Zero is the book.
        Self(if bits == 0 { 1 } else { bits.cast_signed() })
    }

    /// Returns the bits, for another database.
    pub const fn bits(self) -> i64 {
        self.0
    }

    /// Makes the id from the bits in another database.
    pub const fn of_bits(bits: i64) -> Self {
        Self(bits)
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for MatchId {
    type Err = BadMatchId;

    fn from_str(text: &str) -> Result<Self, BadMatchId> {
        let bad = || BadMatchId { text: text.to_owned() };
        if text.len() != 16 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(bad());
        }
        match i64::from_str_radix(text, 16) {
            Ok(bits) if bits > 0 => Ok(Self(bits)),
            Ok(_) | Err(_) => Err(bad()),
        }
    }
}

/// The text is not a game id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("`{text}` is not the id of a match: use 16 digits from 0-9 and a-f", text = .text))]
pub struct BadMatchId {
    text: String,
}

/// An unused id.
pub(crate) fn random_id() -> MatchId {
    MatchId::from_seed(disk::random())
}

/// An id for something new, such as a season.
#[must_use]
pub fn fresh_id() -> String {
    random_id().to_string()
}

/// Place of an event in the database, from 1, rising with every event stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub i64);
