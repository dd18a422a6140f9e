//! Checks that the open file is still the one at its path. A folder that is deleted or a file that is replaced while
//! the program runs takes every later write with it, and no write fails.

use crate::error::StoreError;
use crate::files::disk as fs;
use language::say;
use std::io;
use std::path::{Path, PathBuf};

/// A file as the file system knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    path: PathBuf,
    number: Option<(u64, u64)>,
}

impl Place {
    /// The file that is at `path` now.
    pub(crate) fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), number: number(path).ok() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that it is still there.
    pub(crate) fn holds(&self) -> Result<(), StoreError> {
        let path = self.path.display();
        match number(&self.path) {
            Ok(now) if self.number.is_none_or(|then| then == now) => Ok(()),
            Ok(_) => Err(StoreError::Gone { detail: say!("another file has replaced {path}", path) }),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Err(StoreError::Gone { detail: say!("{path} is missing", path) })
            }
            // What cannot be asked just now is found by the write itself.
            Err(_) => Ok(()),
        }
    }
}

#[cfg(unix)]
fn number(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let meta = fs::metadata(path)?;
    Ok((meta.dev(), meta.ino()))
}

/// Windows keeps an open file at its path without our help.
#[cfg(not(unix))]
fn number(path: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(path).map(|_| (0, 0))
}

/// A private copy of a database and its log, for a folder in which SQLite cannot make the files that it needs to read.
#[derive(Debug)]
pub(crate) struct Copy {
    folder: PathBuf,
}

impl Copy {
    /// Copies the database and its log into a new folder for temporary files.
    pub(crate) fn of(database: &Path) -> io::Result<Self> {
        let folder = fs::temp_dir().join(format!("sixty-one-{}", crate::id::random_id()));
        private_folder(&folder)?;
        let copy = Self { folder };
        let [log, ..] = crate::files::names::Files::companions(database);
        fs::copy(database, copy.database())?;
        if fs::exists(&log) {
            let [to, ..] = crate::files::names::Files::companions(&copy.database());
            fs::copy(log, to)?;
        }
        writable(&copy.folder)?;
        Ok(copy)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join("sessions.db")
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// The copies inherit the rights of their originals; here they must be written.
fn writable(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        own(&entry.path())?;
    }
    Ok(())
}

/// Makes a new folder that other users may not read; an error if the name is taken.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    let builder = fs::DirBuilder::new();
    #[cfg(unix)]
    let builder = {
        let mut builder = builder;
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
    };
    builder.create(folder)
}

/// Lets only its owner read and write the file.
#[cfg(unix)]
pub(crate) fn own(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
pub(crate) fn own(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The first `most` bytes of a file; `None` where something else is there: a pipe would be waited for, a device read, without
/// end.
pub(crate) fn read_file(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    use std::io::Read as _;
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Writes a file that did not exist before and that only its owner may read.
///
/// # Errors
/// If something of that name is there, a link too, or it cannot be written.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::io::Write as _;
    let mut file = fs::private().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
