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
