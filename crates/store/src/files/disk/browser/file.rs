//! An open file: its bytes are in memory while it is open and are put back when it is synced or closed.

use super::{Metadata, TryLockError, exists, read, with};
use std::cell::Cell;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open file.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    bytes: Cursor<Vec<u8>>,
    append: bool,
    changed: Cell<bool>,
}

impl File {
    /// Mirrors [`std::fs::File::open`].
    ///
    /// # Errors
    /// There is nothing.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        OpenOptions::new().read(true).open(path)
    }

    /// Mirrors [`std::fs::File::create`].
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        OpenOptions::new().write(true).create(true).truncate(true).open(path)
    }

    /// Mirrors [`std::fs::File::options`].
    #[must_use]
    pub fn options() -> OpenOptions {
        OpenOptions::new()
    }

    /// Returns when the content is in the browser's files.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn sync_all(&self) -> io::Result<()> {
        if !self.changed.replace(false) {
            return Ok(());
        }
        with(|disk| disk.put(&self.path, self.bytes.get_ref())).inspect_err(|_| self.changed.set(true))
    }

    /// Does the same as `sync_all`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn sync_data(&self) -> io::Result<()> {
        self.sync_all()
    }

    /// Mirrors [`std::fs::File::set_len`].
    ///
    /// # Errors
    /// More than there is memory for.
    pub fn set_len(&mut self, bytes: u64) -> io::Result<()> {
        self.bytes.get_mut().resize(usize::try_from(bytes).map_err(io::Error::other)?, 0);
        self.changed.set(true);
        Ok(())
    }

    /// Mirrors [`std::fs::File::metadata`].
    ///
    /// # Errors
    /// None.
    pub const fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::file(self.bytes.get_ref().len() as u64, 0))
    }

    /// The page that holds the files holds the lock.
    ///
    /// # Errors
    /// None.
    pub const fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Takes the lock; a browser's file has no other user.
    ///
    /// # Errors
    /// None.
    pub const fn try_lock_shared(&self) -> Result<(), TryLockError> {
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // Who must know calls sync_all; on a machine it is the same.
        drop(self.sync_all());
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(into)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.append {
            self.bytes.seek(SeekFrom::End(0))?;
        }
        self.changed.set(true);
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Options for opening a file.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    append: bool,
    create: bool,
    create_new: bool,
    truncate: bool,
}

impl OpenOptions {
    /// Makes options that allow nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything can be read.
    pub const fn read(&mut self, _read: bool) -> &mut Self {
        self
    }

    /// Allows writing.
    pub const fn write(&mut self, _write: bool) -> &mut Self {
        self
    }

    /// Is written at its end.
    pub const fn append(&mut self, append: bool) -> &mut Self {
        self.append = append;
        self
    }

    /// Makes the file if it does not exist.
    pub const fn create(&mut self, create: bool) -> &mut Self {
        self.create = create;
        self
    }

    /// Must not be there.
    pub const fn create_new(&mut self, create_new: bool) -> &mut Self {
        self.create_new = create_new;
        self
    }

    /// Begins empty.
    pub const fn truncate(&mut self, truncate: bool) -> &mut Self {
        self.truncate = truncate;
        self
    }

    /// Mirrors [`std::fs::OpenOptions::open`].
    ///
    /// # Errors
    /// The file is missing, or exists and must not.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        let path = path.as_ref().to_owned();
        if self.create_new && exists(&path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let (bytes, changed) = match read(&path) {
            Ok(bytes) if !self.truncate => (bytes, false),
            Ok(_) => (Vec::new(), true),
            Err(why) if why.kind() == io::ErrorKind::NotFound && (self.create || self.create_new) => (Vec::new(), true),
            Err(why) => return Err(why),
        };
        Ok(File { path, bytes: Cursor::new(bytes), append: self.append, changed: Cell::new(changed) })
    }
}

/// Makes folders, which need no making.
#[derive(Clone, Copy, Debug, Default)]
pub struct DirBuilder;

impl DirBuilder {
    /// Mirrors [`std::fs::DirBuilder::new`].
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Mirrors [`std::fs::DirBuilder::recursive`].
    pub const fn recursive(&mut self, _recursive: bool) -> &mut Self {
        self
    }

    /// Mirrors [`std::fs::DirBuilder::create`].
    ///
    /// # Errors
    /// None.
    pub fn create(&self, _path: impl AsRef<Path>) -> io::Result<()> {
        Ok(())
    }
}
