//! The names of the files in a data folder.

use super::disk;
use std::path::{Path, PathBuf};

/// The files of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) folder: PathBuf,
}

impl Files {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join("sessions.db")
    }

    /// Returns the files that SQLite keeps beside `database`: the write-ahead log, its index, and a rollback journal
    /// while the file is made.
    pub(crate) fn companions(database: &Path) -> [PathBuf; 3] {
        ["-wal", "-shm", "-journal"].map(|suffix| {
            let mut name = database.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        })
    }

    pub(crate) fn lock(&self) -> PathBuf {
        self.folder.join("sessions.lock")
    }

    /// A database being made to take the place of a damaged one.
    pub(crate) fn rebuilt(&self) -> PathBuf {
        self.folder.join("sessions.rebuilt.db")
    }

    pub(crate) fn rebuilt_mirror(&self) -> PathBuf {
        self.folder.join("sessions.rebuilt.mirror")
    }

    /// Says that the next start must look at everything.
    pub(crate) fn suspect(&self) -> PathBuf {
        self.folder.join("sessions.suspect")
    }

    /// The latest acts a second time.
    pub(crate) fn mirror(&self) -> PathBuf {
        self.folder.join("sessions.mirror")
    }

    pub(crate) fn backups(&self) -> PathBuf {
        self.folder.join("backups")
    }

    /// Folder for damaged databases, unchanged.
    pub(crate) fn kept_aside(&self) -> PathBuf {
        self.folder.join("kept-aside")
    }

    pub(crate) fn pictures(&self) -> PathBuf {
        self.folder.join("pictures")
    }

    /// Closes to others what an older program left open to them. The data folder itself may be the person's own.
    pub(crate) fn close_to_others(&self) {
        // Who looks into the database makes the index of its log, with the database's rights.
        let files = [self.database(), self.mirror(), self.lock(), self.suspect()];
        let beside = Self::companions(&self.database());
        files.iter().chain(&beside).for_each(|file| disk::narrow(file, 0o600));
        [self.backups(), self.kept_aside(), self.pictures()].iter().for_each(|folder| disk::narrow(folder, 0o700));
    }
}
