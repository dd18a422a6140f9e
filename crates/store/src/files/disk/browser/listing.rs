//! Contents of a folder.

use super::with;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Properties of a file, known without reading it.
#[derive(Clone, Copy, Debug)]
pub struct Metadata {
    bytes: Option<u64>,
    at_ms: i64,
}

impl Metadata {
    pub(super) const fn file(bytes: u64, at_ms: i64) -> Self {
        Self { bytes: Some(bytes), at_ms }
    }

    pub(super) const fn folder() -> Self {
        Self { bytes: None, at_ms: 0 }
    }

    /// Reports whether it is a file.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        self.bytes.is_some()
    }

    /// Reports whether it is a folder.
    #[must_use]
    pub const fn is_dir(&self) -> bool {
        self.bytes.is_none()
    }

    /// Size of the file.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "as in std::fs")]
    pub const fn len(&self) -> u64 {
        match self.bytes {
            Some(bytes) => bytes,
            None => 0,
        }
    }

    /// Returns the time of the last change.
    ///
    /// # Errors
    /// None.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(UNIX_EPOCH + Duration::from_millis(self.at_ms.unsigned_abs()))
    }
}

/// Something in a folder.
#[derive(Clone, Debug)]
pub struct DirEntry {
    path: PathBuf,
    meta: Metadata,
}

impl DirEntry {
    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Name of the file.
    #[must_use]
    pub fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// Returns the properties.
    ///
    /// # Errors
    /// None.
    pub const fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.meta)
    }
}

/// Mirrors [`std::fs::read_dir`].
///
/// # Errors
/// The folder does not exist.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let folder = folder.as_ref();
    let mut entries = BTreeMap::new();
    for (path, meta) in with(|disk| disk.below(folder))? {
        let Some(first) = path.strip_prefix(folder).ok().and_then(|rest| rest.components().next()) else { continue };
        let direct = folder.join(first);
        let meta = if direct == path { meta } else { Metadata::folder() };
        entries.insert(direct, meta);
    }
    if entries.is_empty() {
        return Err(super::missing(folder));
    }
    let entries: Vec<_> = entries.into_iter().map(|(path, meta)| Ok(DirEntry { path, meta })).collect();
    Ok(entries.into_iter())
}
