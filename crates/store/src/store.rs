//! The open store; its abilities are in the folders.

use crate::files::disk::File;
use crate::files::names::Files;
use crate::files::pictures::Pictures;
use crate::files::place::{Copy, Place};
use crate::rescue::mirror;
use language::say;
use rusqlite::Connection;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

/// The sessions, open. `Send`, not `Sync`: one thread at a time.
#[derive(Debug)]
pub struct Store {
    pub(crate) conn: Connection,
    pub(crate) files: Files,
    /// Reason why nothing may be written, if so.
    pub(crate) read_only: Option<ReadOnly>,
    /// Identity of the opened file, to notice if another file takes its path.
    pub(crate) place: Place,
    /// The latest acts a second time; `None` for a store that only reads.
    pub(crate) mirror: Option<mirror::Writer>,
    /// The place of the log up to which a sound backup made since the start goes; 0 without one.
    pub(crate) backed_up: Arc<AtomicI64>,
    /// Held for as long as the store may write.
    pub(crate) _lock: Option<File>,
    /// A copy made to read a folder that cannot be written; goes with the store.
    pub(crate) _copy: Option<Copy>,
}

impl Store {
    /// The data folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.files.folder
    }

    /// Reason why nothing can be written; `None` for a store that writes.
    #[must_use]
    pub const fn read_only(&self) -> Option<&ReadOnly> {
        self.read_only.as_ref()
    }

    /// The pictures kept as evidence.
    #[must_use]
    pub fn pictures(&self) -> Pictures {
        Pictures::new(&self.files.pictures())
    }
}

/// Reason why a store only reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadOnly {
    /// It was opened read-only on request, beside the writer.
    Asked,
    /// The file was written by a newer program.
    NewerSchema {
        /// Version of the file.
        found: u32,
        /// Newest version this program writes.
        known: u32,
    },
    /// The folder or the file does not let us write.
    Folder {
        /// The system's error.
        detail: String,
    },
}

impl fmt::Display for ReadOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str(say!("opened read-only")),
            Self::NewerSchema { found, known } => f.write_str(&say!(
                "the database was written by a newer Sixty-One (version {found}; this one supports up \
                    to {known}); nothing in it is changed, and new matches are not saved in it",
                found,
                known
            )),
            Self::Folder { detail } => f.write_str(&say!("can't write to the data folder ({detail})", detail)),
        }
    }
}
