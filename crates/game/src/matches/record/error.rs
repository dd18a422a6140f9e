//! Error of a text that is not a record.

use crate::layout::LayoutError;
use crate::matches::{Refusal, SetupError};
use crate::rules::{Points, RuleError};
use crate::tile::TileError;
use language::{said, say};
use std::fmt;

/// Error of a text that is not a record, and on which line.
///
/// ```
/// use game::record::Record;
///
/// let error = Record::parse("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n").expect_err("no last line");
/// assert_eq!(error.to_string(), "line 3: the record is cut off: its last line must be `end`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// Kind of error.
    pub kind: RecordErrorKind,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, kind } = self;
        f.write_str(&say!("line {line}: {kind}", line, kind))
    }
}

impl std::error::Error for RecordError {}

/// Kind of error in a record.
///
/// ```
/// use game::record::{Record, RecordErrorKind};
///
/// let error = Record::parse("[Rules \"pafos\"]\nend\n").expect_err("who plays?");
/// assert_eq!(error.kind, RecordErrorKind::MissingTag("Players"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordErrorKind {
    /// The last line is missing.
    CutOff,
    /// Something after the last line.
    AfterEnd,
    /// A tag is missing.
    MissingTag(&'static str),
    /// A tag cannot be read.
    BadTag {
        /// The text that was read.
        text: String,
    },
    /// A value cannot be read.
    Bad {
        /// The text that was read.
        text: String,
        /// Text expected there.
        wanted: &'static str,
    },
    /// A word that is not known.
    UnknownWord {
        /// The word that was read.
        word: String,
        /// The nearest that is.
        nearest: &'static str,
    },
    /// The rules cannot be read.
    Rules(RuleError),
    /// The match cannot be set up so.
    Setup(SetupError),
    /// The text is not a tile.
    Tile(TileError),
    /// The text is not a play.
    Play(LayoutError),
    /// The event can't have happened.
    Refused(Refusal),
    /// The points are not what the rules give.
    Points {
        /// Points in the record.
        recorded: Points,
        /// Points by the rules.
        derived: Points,
    },
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff => f.write_str(say!("the record is cut off: its last line must be `end`")),
            Self::AfterEnd => f.write_str(say!("nothing can follow `end`")),
            Self::MissingTag(it) => f.write_str(&say!("the tag [{it} ..] is missing", it)),
            Self::BadTag { text } => f.write_str(&say!("`{text}` is not a tag: use [Name \"value\"]", text)),
            Self::Bad { text, wanted } => f.write_str(&say!("`{text}` is not {wanted}", text, wanted = said(wanted))),
            Self::UnknownWord { word, nearest } => {
                f.write_str(&say!("unknown word `{word}`; did you mean `{nearest}`?", word, nearest))
            }
            Self::Rules(why) => why.fmt(f),
            Self::Setup(why) => why.fmt(f),
            Self::Tile(why) => why.fmt(f),
            Self::Play(it) => f.write_str(&say!("in the play, {it}", it)),
            Self::Refused(why) => why.fmt(f),
            Self::Points { recorded, derived } => {
                f.write_str(&say!("the record pegs {recorded}, the rules give {derived}", recorded, derived))
            }
        }
    }
}

impl std::error::Error for RecordErrorKind {}

impl From<RuleError> for RecordErrorKind {
    fn from(why: RuleError) -> Self {
        Self::Rules(why)
    }
}

impl From<SetupError> for RecordErrorKind {
    fn from(why: SetupError) -> Self {
        Self::Setup(why)
    }
}

impl From<TileError> for RecordErrorKind {
    fn from(why: TileError) -> Self {
        Self::Tile(why)
    }
}

impl From<LayoutError> for RecordErrorKind {
    fn from(why: LayoutError) -> Self {
        Self::Play(why)
    }
}

impl From<Refusal> for RecordErrorKind {
    fn from(why: Refusal) -> Self {
        Self::Refused(why)
    }
}
