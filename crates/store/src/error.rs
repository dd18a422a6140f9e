//! Errors of the disk, in words that a player can act on.

use crate::id::MatchId;
use language::say;
use rusqlite::ErrorCode;
use std::io;
use std::path::PathBuf;

/// Reason why an act was not stored or a game not read. Nothing was changed by a call that returns one of these.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk, the quota or a file size limit is used up.
    #[error("{}", say!("the disk is full; free some space"))]
    Full,
    /// The file or its folder cannot be written, or the store was opened for reading only.
    #[error("{}", say!("the matches are read-only: {detail}", detail = .detail))]
    ReadOnly {
        /// The cause.
        detail: String,
    },
    /// Another program holds the database longer than the store waits.
    #[error("{}", say!("another program is using the database"))]
    Busy,
    /// The disk or the file system failed.
    #[error("{}", say!("the disk reported an error: {detail}", detail = .detail))]
    Io {
        /// The system's error.
        detail: String,
    },
    /// The opened file is no longer at its path: anything written to it would be lost with it.
    #[error("{}", say!("the matches are missing: {detail}", detail = .detail))]
    Gone {
        /// Content found instead.
        detail: String,
    },
    /// The file is no longer a sound database.
    #[error("{}", say!("the database is damaged: {detail}", detail = .detail))]
    Corrupt {
        /// Content found there.
        detail: String,
    },
    /// The log of one game does not hold together; its first `good_events` events do.
    #[error("{}", say!("match {game} is damaged after event {events}: {detail}", game = .game, events = .good_events, detail = .detail))]
    Damaged {
        /// The game.
        game: MatchId,
        /// Number of intact events from the start, in whole acts.
        good_events: u32,
        /// Content found after them.
        detail: String,
    },
    /// The game does not exist.
    #[error("{}", say!("there is no match {game}", game = .game))]
    NoMatch {
        /// The match asked for.
        game: MatchId,
    },
    /// An act without events.
    #[error("{}", say!("an action must have at least one event"))]
    EmptyAct,
    /// The caller's state of the match is older than the stored one.
    #[error("{}", say!("match {game} has {found} events, but the action expects {expected}", game = .game, found = .found, expected = .expected))]
    OutOfStep {
        /// The game.
        game: MatchId,
        /// Events that the caller knew of.
        expected: u32,
        /// Events that are stored.
        found: u32,
    },
    /// Something else that SQLite refused.
    #[error("{}", say!("the database rejected it: {detail}", detail = .detail))]
    Other {
        /// SQLite's error.
        detail: String,
    },
}

impl StoreError {
    /// Reports whether the same act can succeed later without a change to it. (Space comes back, a lock is released.)
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        match self {
            Self::Full
            | Self::ReadOnly { .. }
            | Self::Busy
            | Self::Io { .. }
            | Self::Gone { .. }
            | Self::Other { .. } => true,
            Self::Corrupt { .. }
            | Self::Damaged { .. }
            | Self::NoMatch { .. }
            | Self::EmptyAct
            | Self::OutOfStep { .. } => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let detail = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly { detail },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen | ErrorCode::FileLockingProtocolFailed) => {
                Self::Io { detail }
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt { detail },
            Some(_) | None => Self::Other { detail },
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                Self::ReadOnly { detail: error.to_string() }
            }
            _ => Self::Io { detail: error.to_string() },
        }
    }
}

/// Reason why the sessions could not be opened. The files are as they were.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be made or used.
    #[error("{}", say!("can't use the data folder ({source}): {path}", source = .source, path = .path.display()))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Nothing was stored there yet.
    #[error("{}", say!("there are no matches yet: {path}", path = .path.display()))]
    NoSessions {
        /// The folder.
        path: PathBuf,
    },
    /// Another instance of the program writes there.
    #[error("{}", say!("Sixty-One is already running with this data folder{process}: {path}", process = pid_words(*.holder), path = .path.display()))]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The process that holds the lock, if it wrote its number.
        holder: Option<u32>,
    },
    /// The file is something else than a database of this program.
    #[error("{}", say!("this is not a Sixty-One database ({detail}): {path}", detail = .detail, path = .path.display()))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Kind of file it seems to be.
        detail: String,
        /// The newest backup that is sound, if there is one.
        newest_backup: Option<PathBuf>,
    },
    /// The file is a database of this program and damaged.
    #[error("{}", say!("the database is damaged ({detail}): {path}", detail = .detail, path = .path.display()))]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Content found there.
        detail: String,
        /// The newest backup that is sound, if there is one.
        newest_backup: Option<PathBuf>,
    },
    /// The disk or SQLite failed while opening.
    #[error("{}", say!("can't open the database ({source}): {path}", source = .source, path = .path.display()))]
    Database {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: StoreError,
    },
}

impl OpenError {
    /// Reports whether [`crate::open::open_or_recover`] can repair it.
    #[must_use]
    pub const fn is_recoverable(&self) -> bool {
        matches!(self, Self::Foreign { .. } | Self::Corrupt { .. })
    }
}

impl OpenError {
    /// Returns what was found wrong with the file, without its name.
    pub(crate) fn what_was_found(&self) -> String {
        match self {
            Self::Corrupt { detail, .. } => say!("The stored matches were damaged ({detail})", detail),
            Self::Foreign { detail, .. } => say!("The matches file did not belong to Sixty-One ({detail})", detail),
            other => other.to_string(),
        }
    }
}

fn pid_words(holder: Option<u32>) -> String {
    holder.map(|pid| say!(" (process {pid})", pid)).unwrap_or_default()
}

/// Reason why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file was not written by this program.
    #[error("{}", say!("this is not a file of Sixty-One matches: {why}", why = .0))]
    Foreign(String),
    /// A newer form.
    #[error("{}", say!("the file has version {found}; this program reads version {known}", found = .found, known = .known))]
    Newer {
        /// Version of the file.
        found: u64,
        /// Version that this program reads.
        known: u64,
    },
    /// Too much for one file.
    #[error("{}", say!("the file has {bytes} bytes, more than the limit of {most}", bytes = .bytes, most = .most))]
    TooLarge {
        /// Size of the file.
        bytes: u64,
        /// Size limit.
        most: u64,
    },
    /// A part of it is wrong.
    #[error("{place}: {what}")]
    Bad {
        /// Place in the file.
        place: String,
        /// The error there.
        what: String,
    },
    /// The same match continued differently here.
    #[error("{}", say!("match {game} differs from the one here from event {event}", game = .game, event = .event))]
    Differs {
        /// The game.
        game: MatchId,
        /// The first event that is not the same, from 1.
        event: u32,
    },
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}
