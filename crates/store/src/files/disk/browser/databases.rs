//! Databases among the browser's files: in the pool of its private files, or, where it gives none, in memory.

use super::{missing, pool_error, sql};
use crate::files::disk::roll_back;
use rsqlite_vfs::VfsFilesManager as _;
use rsqlite_vfs::transfer::{DbTransfer as _, ExportSource as _, ImportTarget as _};
use rusqlite::{Connection, OpenFlags};
use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolUtil};
use std::io;
use std::path::Path;

/// Files of the databases; `None` for databases in memory, which can be used but not copied.
pub(super) struct Databases(pub(super) Option<OpfsSAHPoolUtil>);

impl Databases {
    pub(super) fn contains(&self, name: &str) -> bool {
        match &self.0 {
            Some(pool) => pool.contains(name).unwrap_or(false),
            None => Connection::open_with_flags(name, OpenFlags::SQLITE_OPEN_READ_ONLY).is_ok(),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.as_ref().map(|pool| pool.names().unwrap_or_default()).unwrap_or_default()
    }

    /// The size of a closed database; for an open one only that it exists.
    pub(super) fn size(&self, name: &str) -> u64 {
        let source = self.0.as_ref().and_then(|pool| pool.open_export(name).ok());
        source.map_or(1, |source| source.size())
    }

    /// Reads a database; one that was cut off while writing is rolled back first.
    pub(super) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let pool = self.pool(name)?;
        let mut source = match pool.open_export(name) {
            Err(OpfsSAHError::RecoveryRequired(_)) => {
                Connection::open(name).and_then(|open| roll_back(&open)).map_err(|why| sql(&why))?;
                pool.open_export(name)
            }
            other => other,
        }
        .map_err(pool_error)?;
        let mut bytes = vec![0; usize::try_from(source.size()).map_err(pool_error)?];
        let read = source.read_at(0, &mut bytes).map_err(pool_error)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut target = self.pool(name)?.create_import(name, bytes.len() as u64).map_err(pool_error)?;
        target.write_at(0, bytes).map_err(pool_error)?;
        target.commit().map_err(pool_error)
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        self.pool(name)?.remove(name).map(drop).map_err(pool_error)
    }

    fn pool(&self, name: &str) -> io::Result<&OpfsSAHPoolUtil> {
        self.0.as_ref().ok_or_else(|| missing(Path::new(name)))
    }
}
