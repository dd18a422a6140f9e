//! Syncs written data.

use super::disk as fs;
use std::path::Path;

pub(crate) fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Waits until the file is on disk. Opened for writing, without which Windows refuses it.
pub(crate) fn sync_file(path: &Path) -> std::io::Result<()> {
    fs::OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Makes a rename last through a power cut. Only Unix needs and allows it.
pub(crate) fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        drop(fs::File::open(folder).and_then(|folder| folder.sync_all()));
    }
}
