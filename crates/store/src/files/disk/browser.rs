//! A browser's private files (OPFS) as a folder of files. Databases are files of SQLite's own in the pool of `sqlite-wasm-vfs`;
//! everything else (settings, pictures, the second record) is a row of a database beside them, so that a file is written whole
//! or not at all. Where the browser gives no place, all of it is in memory and goes with the page.
//!
//! Two folders are special: a file written below [`DOWNLOADS`] is given to the person as a download, and a file chosen
//! in a file field is below [`UPLOADS`] until the page closes.

mod databases;
mod file;
mod listing;

pub use file::{DirBuilder, File, OpenOptions};
pub use listing::{DirEntry, Metadata, read_dir};
pub(crate) use std::fs::TryLockError;

use databases::Databases;
use language::say;
use rusqlite::{Connection, OptionalExtension as _};
use sqlite_wasm_vfs::sahpool::{OpfsSAHPoolCfgBuilder, install};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Folder for downloads: files written here are offered to the person.
pub const DOWNLOADS: &str = "/downloads";
/// Folder of the files that the person has chosen.
pub const UPLOADS: &str = "/uploads";
/// The database of the small files.
const SMALL: &str = "/files.db";
/// Most databases, journals and backups.
const ROOM: usize = 64;

thread_local! {
    /// The files of this worker; a browser lends them to one at a time.
    static DISK: RefCell<Option<Disk>> = const { RefCell::new(None) };
}

struct Disk {
    databases: Databases,
    small: Connection,
    /// Chosen files and downloads.
    passing: BTreeMap<PathBuf, Vec<u8>>,
}

/// Opens the browser's files; without a place for them everything is kept in memory, and the reason is returned.
///
/// # Errors
/// Another page of this origin has them, or there is not even memory.
pub async fn mount() -> Result<Option<String>, MountError> {
    let options = OpfsSAHPoolCfgBuilder::new().directory("sixty-one").initial_capacity(ROOM).build();
    let (kept, why) = match install::<sqlite_wasm_rs::WasmOsCallback>(&options, true).await {
        Ok(pool) => (Some(pool), None),
        Err(why) if is_taken(&why.to_string()) => return Err(MountError::InUse),
        Err(why) => (None, Some(why.to_string())),
    };
    let small = Connection::open(SMALL).and_then(|small| prepare(&small).map(|()| small));
    let small = small.map_err(|why| MountError::Failed(why.to_string()))?;
    DISK.with_borrow_mut(|disk| *disk = Some(Disk { databases: Databases(kept), small, passing: BTreeMap::new() }));
    Ok(why)
}

/// Reason why the browser's files cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MountError {
    /// Another page has them.
    #[error("{}", say!("another tab or window of this browser has the matches open"))]
    InUse,
    /// Something else.
    #[error("{}", say!("can't open the browser's files: {why}", why = .0))]
    Failed(String),
}

/// Reports whether the browser's message means that another worker holds the file.
fn is_taken(why: &str) -> bool {
    ["NoModificationAllowedError", "InvalidStateError"].iter().any(|name| why.contains(name))
}

fn prepare(small: &Connection) -> rusqlite::Result<()> {
    small.pragma_update_and_check(None, "journal_mode", "TRUNCATE", |_| Ok(()))?;
    small.pragma_update(None, "synchronous", "FULL")?;
    small.execute_batch(
        "CREATE TABLE IF NOT EXISTS file (path TEXT PRIMARY KEY, bytes BLOB NOT NULL, at_ms INTEGER NOT NULL) STRICT",
    )
}

/// A file that the person has chosen; returns its path.
pub fn upload(name: &str, bytes: Vec<u8>) -> PathBuf {
    let path = Path::new(UPLOADS).join(name.replace('/', "_"));
    let put = with(|disk| Ok(drop(disk.passing.insert(path.clone(), bytes))));
    // Without files there is nothing to take it over into either.
    drop(put);
    path
}

/// Takes the downloads: names and bytes, each once.
#[must_use]
pub fn take_downloads() -> Vec<(String, Vec<u8>)> {
    let taken = with(|disk| {
        let (down, rest) =
            std::mem::take(&mut disk.passing).into_iter().partition(|(path, _)| path.starts_with(DOWNLOADS));
        disk.passing = rest;
        let down: BTreeMap<PathBuf, Vec<u8>> = down;
        Ok(down)
    });
    let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    taken.unwrap_or_default().into_iter().map(|(path, bytes)| (name(path), bytes)).collect()
}

fn with<T>(work: impl FnOnce(&mut Disk) -> io::Result<T>) -> io::Result<T> {
    DISK.with_borrow_mut(|disk| match disk {
        Some(disk) => work(disk),
        None => Err(io::Error::new(io::ErrorKind::Unsupported, say!("the browser's files are not open"))),
    })
}

fn sql(error: &rusqlite::Error) -> io::Error {
    let full = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
    let kind = if full { io::ErrorKind::StorageFull } else { io::ErrorKind::Other };
    io::Error::new(kind, error.to_string())
}

fn pool_error(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}

fn missing(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("{} is not there", path.display()))
}

fn passes(path: &Path) -> bool {
    path.starts_with(DOWNLOADS) || path.starts_with(UPLOADS)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Disk {
    fn is_database(&self, path: &Path) -> bool {
        self.databases.contains(&text(path))
    }

    fn get(&self, path: &Path) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.passing.get(path) {
            return Ok(bytes.clone());
        }
        if self.is_database(path) {
            return self.databases.read(&text(path));
        }
        let row = self.small.query_row("SELECT bytes FROM file WHERE path = ?1", [text(path)], |row| row.get(0));
        row.optional().map_err(|why| sql(&why))?.ok_or_else(|| missing(path))
    }

    fn put(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if passes(path) {
            self.passing.insert(path.to_owned(), bytes.to_owned());
            return Ok(());
        }
        let now = crate::log::time::Timestamp::now().0;
        let put = self.small.execute("INSERT OR REPLACE INTO file VALUES (?1, ?2, ?3)", (text(path), bytes, now));
        put.map(drop).map_err(|why| sql(&why))
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        if self.passing.remove(path).is_some() {
            return Ok(());
        }
        if self.is_database(path) {
            return self.databases.remove(&text(path));
        }
        match self.small.execute("DELETE FROM file WHERE path = ?1", [text(path)]).map_err(|why| sql(&why))? {
            0 => Err(missing(path)),
            _ => Ok(()),
        }
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if !self.is_database(from) {
            let bytes = self.get(from)?;
            self.put(to, &bytes)?;
            return self.remove(from);
        }
        let bytes = self.get(from)?;
        if self.is_database(to) {
            self.remove(to)?;
        }
        self.databases.write(&text(to), &bytes)?;
        self.remove(from)
    }

    /// Everything below a folder, with sizes and times.
    fn below(&self, folder: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
        let mut found = Vec::new();
        for name in self.databases.names() {
            let path = PathBuf::from(&name);
            if path.starts_with(folder) && path != folder {
                let bytes = self.databases.size(&name);
                found.push((path, Metadata::file(bytes, 0)));
            }
        }
        let sql_text = "SELECT path, length(bytes), at_ms FROM file";
        let mut rows = self.small.prepare_cached(sql_text).map_err(|why| sql(&why))?;
        let rows = rows.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?)));
        for row in rows.map_err(|why| sql(&why))? {
            let (path, bytes, at_ms): (String, i64, i64) = row.map_err(|why| sql(&why))?;
            let path = PathBuf::from(path);
            if path.starts_with(folder) && path != folder {
                found.push((path, Metadata::file(bytes.unsigned_abs(), at_ms)));
            }
        }
        Ok(found)
    }
}

/// Mirrors [`std::fs::metadata`].
///
/// # Errors
/// There is nothing.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    let path = path.as_ref();
    with(|disk| {
        if let Some(bytes) = disk.passing.get(path) {
            return Ok(Metadata::file(bytes.len() as u64, 0));
        }
        if disk.is_database(path) {
            return Ok(Metadata::file(disk.databases.size(&text(path)), 0));
        }
        let select = "SELECT length(bytes), at_ms FROM file WHERE path = ?1";
        let row = disk.small.query_row(select, [text(path)], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
        if let Some((bytes, at_ms)) = row.optional().map_err(|why| sql(&why))? {
            return Ok(Metadata::file(bytes.unsigned_abs(), at_ms));
        }
        if disk.below(path)?.is_empty() { Err(missing(path)) } else { Ok(Metadata::folder()) }
    })
}

/// Reports whether something is there.
pub fn exists(path: &Path) -> bool {
    metadata(path).is_ok()
}

/// Mirrors [`std::fs::read`].
///
/// # Errors
/// There is nothing, or it cannot be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    with(|disk| disk.get(path.as_ref()))
}

/// Mirrors [`std::fs::write`].
///
/// # Errors
/// It cannot be written.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    with(|disk| disk.put(path.as_ref(), bytes.as_ref()))
}

/// Mirrors [`std::fs::remove_file`].
///
/// # Errors
/// There is nothing, or it is open.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    with(|disk| disk.remove(path.as_ref()))
}

/// Mirrors [`std::fs::remove_dir_all`].
///
/// # Errors
/// Something in it is open.
pub fn remove_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    with(|disk| {
        let below = disk.below(path.as_ref())?;
        below.into_iter().try_for_each(|(path, _)| disk.remove(&path))
    })
}

/// Mirrors [`std::fs::rename`].
///
/// # Errors
/// There is nothing, or it is open.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    with(|disk| disk.rename(from.as_ref(), to.as_ref()))
}

/// Mirrors [`std::fs::copy`].
///
/// # Errors
/// There is nothing, or it cannot be written.
pub fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    let bytes = read(from)?;
    write(to, &bytes).map(|()| bytes.len() as u64)
}

/// A folder is there as soon as something is in it.
///
/// # Errors
/// None; the signature is that of [`std::fs::create_dir_all`].
pub fn create_dir_all(_path: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}
