//! Notices for the person at the table: about the disk, a recovery, another instance.

use std::fmt;
use std::path::PathBuf;

/// Severity of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something was done.
    Told,
    /// Something could not be done.
    Failed,
    /// Matches may be lost here: an export is offered.
    Perishable,
}

/// A notice: shown above every screen until it has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Severity of the notice.
    pub level: Level,
    /// In words.
    pub words: String,
}

impl Notice {
    /// Something was done, or is so.
    pub fn told(words: impl Into<String>) -> Self {
        Self { level: Level::Told, words: words.into() }
    }

    /// Something could not be done.
    pub fn failed(words: impl Into<String>) -> Self {
        Self { level: Level::Failed, words: words.into() }
    }

    /// Matches may be lost here.
    pub fn perishable(words: impl Into<String>) -> Self {
        Self { level: Level::Perishable, words: words.into() }
    }
}

/// Begins a failure with a mark, not only with a colour.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.level == Level::Failed { "! " } else { "" };
        write!(f, "{mark}{}", self.words)
    }
}

/// A wish about a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeWish {
    /// A notice has been read.
    Dismiss,
    /// A notice has been read, and the matches are to be exported.
    Export,
    /// Import what a file still has of games that lost their end.
    TakeBack(PathBuf),
    /// Leave that file alone.
    NotNow,
    /// Save the unsaved drops as a file.
    ExportUnsaved,
    /// Keep the sessions in another folder from now on.
    GoOnIn(PathBuf),
}
