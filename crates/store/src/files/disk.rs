//! The files of the data folder: those of the machine, and in a browser the origin's private files. The same names as in
//! [`std::fs`], so that the store is one and the same.

#[cfg(target_arch = "wasm32")]
mod browser;

#[cfg(target_arch = "wasm32")]
pub use browser::*;
#[cfg(not(target_arch = "wasm32"))]
pub use std::fs::*;

use std::path::{Path, PathBuf};

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
pub fn wait_for_turn(path: &Path) -> std::io::Result<impl Drop> {
    let turn = private_file(&path.with_extension("lock"))?;
    turn.lock()?;
    Ok(TurnLock(turn))
}

/// Opens a file for writing that only its owner may read, and makes it if necessary.
#[cfg(not(target_arch = "wasm32"))]
fn private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The files of a page are its own.
#[cfg(target_arch = "wasm32")]
pub fn wait_for_turn(_path: &Path) -> std::io::Result<impl Drop> {
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
    if cfg!(target_arch = "wasm32") { 0 } else { std::process::id() }
}

/// The folder for temporary files. A browser has none: what would be left there is handed to the person.
pub fn temp_dir() -> PathBuf {
    if cfg!(target_arch = "wasm32") { PathBuf::from("/downloads") } else { std::env::temp_dir() }
}

/// The home folder of the user who runs the program.
pub fn home() -> Option<PathBuf> {
    std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from)
}
