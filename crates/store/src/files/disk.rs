//! The files of the data folder: those of the machine, and in a browser the origin's private files. The same names as in
//! [`std::fs`], so that the store is one and the same.

#[cfg(target_arch = "wasm32")]
mod browser;

#[cfg(target_arch = "wasm32")]
pub use browser::*;
#[cfg(not(target_arch = "wasm32"))]
pub use std::fs::*;

#[cfg(any(target_arch = "wasm32", test))]
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Whether the files are those of a browser, which has neither shared memory nor threads for the store.
pub(crate) const IS_BROWSER: bool = cfg!(target_arch = "wasm32");

/// Reports whether there is something at the path.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Waits until no other process changes this file, by a file beside it; the lock is held as long as the returned value.
///
/// # Errors
/// The file beside it cannot be made.
#[cfg(not(target_arch = "wasm32"))]
pub fn wait_for_turn(path: &Path) -> std::io::Result<impl Drop + use<>> {
    let turn = private().write(true).create(true).truncate(false).open(path.with_extension("lock"))?;
    turn.lock()?;
    Ok(TurnLock(turn))
}

/// Options for a file that, if it is made, only its owner may read.
pub(crate) fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has such rights"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Begins a file that only its owner may read, in the place of what is there.
///
/// # Errors
/// The reason it cannot be made.
pub fn create_private(path: &Path) -> std::io::Result<File> {
    let file = private().write(true).create(true).truncate(true).open(path)?;
    narrow(path, 0o600);
    Ok(file)
}

/// Takes rights away that an older program gave to others. The file system may know none, or the file be another's.
#[cfg(unix)]
pub(crate) fn narrow(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    drop(metadata(path).and_then(|meta| {
        let rights = meta.permissions().mode() & 0o777;
        if rights & mode == rights { Ok(()) } else { set_permissions(path, Permissions::from_mode(rights & mode)) }
    }));
}

#[cfg(not(unix))]
pub(crate) fn narrow(_path: &Path, _mode: u32) {}

/// The files of a page are its own.
#[cfg(target_arch = "wasm32")]
pub fn wait_for_turn(_path: &Path) -> std::io::Result<impl Drop + use<>> {
    Ok(TurnLock(()))
}

struct TurnLock<T>(T);

impl<T> Drop for TurnLock<T> {
    fn drop(&mut self) {
        // The file is closed with it, and so is the lock.
        let _held = &self.0;
    }
}

/// Reports whether there is a file at the path.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    metadata(path).is_ok_and(|meta| meta.is_file())
}

/// The number of this process; a browser gives none.
pub fn process() -> u32 {
    if IS_BROWSER { 0 } else { std::process::id() }
}

/// The folder for temporary files. A browser has none: what would be left there is handed to the person.
pub fn temp_dir() -> PathBuf {
    if IS_BROWSER { PathBuf::from("/downloads") } else { std::env::temp_dir() }
}

/// The home folder of the user who runs the program.
pub fn home() -> Option<PathBuf> {
    std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from)
}

/// Returns an unused number. The keys of std's hash maps come from the system's random source.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn random() -> u64 {
    std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0x3631)
}

/// Returns an unused number. In a browser std has no random source, SQLite has the browser's.
#[cfg(target_arch = "wasm32")]
pub(crate) fn random() -> u64 {
    let random = Connection::open_in_memory().and_then(|sql| sql.query_row("SELECT random()", [], |row| row.get(0)));
    random.map_or(0, i64::cast_unsigned)
}

/// Returns the folder for the data of programs by the platform's convention; `None` if the environment names no home.
pub(crate) fn data_home() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        // The roaming folder goes to a server with the user and may come back older: it is kept where it has matches.
        let roaming = variable("APPDATA").filter(|base| base.join("sixty-one").exists());
        return roaming.or_else(|| variable("LOCALAPPDATA")).or_else(|| variable("APPDATA"));
    }
    if cfg!(target_os = "macos") {
        return Some(variable("HOME")?.join("Library/Application Support"));
    }
    // The specification of XDG asks to ignore relative paths.
    let named = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
    named.or_else(|| Some(variable("HOME")?.join(".local/share")))
}

/// Makes a folder of ours within the data folder, which has to be there: one that has gone must not come back empty. A
/// folder that an older program left open is closed to others.
pub(crate) fn make_own_folder(folder: &Path) -> std::io::Result<()> {
    match private_folders().create(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        made => made?,
    }
    narrow(folder, 0o700);
    Ok(())
}

/// Makes a folder that only its owner may read, and those that it is in.
///
/// # Errors
/// The reason it cannot be made.
pub(crate) fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    private_folders().recursive(true).create(folder)
}

fn private_folders() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has such rights"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Returns the folders for exported files, the first choice first: the folder for documents, the home folder, else that
/// for temporary files. A browser hands them over as downloads.
#[must_use]
pub fn export_folders() -> Vec<PathBuf> {
    let home = home().filter(|home| !IS_BROWSER && home.is_dir());
    let Some(home) = home else { return vec![temp_dir()] };
    let documents = home.join("Documents");
    let mut folders = vec![home];
    if documents.is_dir() {
        folders.insert(0, documents);
    }
    folders
}

/// A database that was being written when the browser was killed: SQLite reverts the half-written part on the first
/// read. A journal that was begun and is not complete proves nothing, and SQLite leaves it where it is; a change of
/// mode deletes it.
#[cfg(any(target_arch = "wasm32", test))]
pub(crate) fn roll_back(conn: &Connection) -> rusqlite::Result<()> {
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    ["TRUNCATE", "DELETE"]
        .iter()
        .try_for_each(|mode| conn.pragma_update_and_check(None, "journal_mode", mode, |_| Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_tells_of_nothing_goes() {
        let folder = tempfile::tempdir().unwrap();
        let (path, journal) = (folder.path().join("killed.db"), folder.path().join("killed.db-journal"));
        let table = |path: &std::path::Path| {
            let conn = Connection::open(path).unwrap();
            conn.execute_batch("CREATE TABLE IF NOT EXISTS kept (n INTEGER)").unwrap();
            conn.execute("INSERT INTO kept VALUES (1)", []).unwrap();
        };
        table(&path);
        // Its first bytes are written last, so killed before that it begins with none.
        std::fs::write(&journal, [0; 512]).unwrap();
        let conn = Connection::open(&path).unwrap();
        conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)).unwrap();
        assert!(journal.exists(), "reading alone leaves it");
        roll_back(&conn).unwrap();
        assert!(!journal.exists());
        assert_eq!(conn.query_row("SELECT sum(n) FROM kept", [], |row| row.get::<_, i64>(0)).unwrap(), 1);
    }
}
