//! The commands that read and exchange what is stored.

#![expect(clippy::unwrap_used, reason = "a test says so by failing")]

mod cli;
mod publish;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use store::Timestamp;

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("sixty-one-{process}-{count}-{name}"));
        drop(fs::remove_dir_all(&path));
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A moment in November 2023.
const NOW: Timestamp = Timestamp(1_700_000_000_000);
