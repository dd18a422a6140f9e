//! A data folder as kills leave it.

use game::rng::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// Files that an act makes longer: a kill may leave any part of what it was writing.
const GROWING: [&str; 2] = ["sessions.db-wal", "sessions.mirror"];

/// Lengths of the growing files before an act, and when the database itself was written last.
#[derive(Debug)]
pub(super) struct Lengths(BTreeMap<&'static str, u64>, Option<SystemTime>);

/// A folder that can go and come back, in the machine's memory where it has room there.
#[derive(Debug)]
pub(super) struct EveningDisk {
    place: TempDir,
    away: bool,
}

impl EveningDisk {
    pub(super) fn new() -> io::Result<Self> {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }?;
        let disk = Self { place, away: false };
        fs::create_dir(disk.path())?;
        Ok(disk)
    }

    pub(super) fn path(&self) -> PathBuf {
        self.place.path().join("data")
    }

    pub(super) const fn is_away(&self) -> bool {
        self.away
    }

    /// Takes the folder away, or brings it back.
    pub(super) fn go(&mut self, away: bool) -> io::Result<()> {
        let there = self.place.path().join("elsewhere");
        if away != self.away {
            let (from, to) = if away { (self.path(), there) } else { (there, self.path()) };
            fs::rename(from, to)?;
            self.away = away;
        }
        Ok(())
    }

    pub(super) fn lengths(&self) -> Lengths {
        let length = |name: &'static str| Some((name, fs::metadata(self.path().join(name)).ok()?.len()));
        Lengths(GROWING.into_iter().filter_map(length).collect(), self.written())
    }

    fn written(&self) -> Option<SystemTime> {
        fs::metadata(self.path().join("sessions.db")).and_then(|meta| meta.modified()).ok()
    }

    /// Copies the folder as a kill leaves it: with `before`, in the middle of an act. Call [`Self::wake_up`] once the program
    /// that had it is gone.
    pub(super) fn die(&self, before: Option<&Lengths>, rng: &mut Rng) -> io::Result<()> {
        let copy = self.place.path().join("left");
        fs::create_dir(&copy)?;
        for entry in fs::read_dir(self.path())? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), copy.join(entry.file_name()))?;
            }
        }
        // What was moved into the database was whole in the log before.
        let unmoved = before.filter(|before| before.1 == self.written());
        for (name, before) in unmoved.into_iter().flat_map(|before| &before.0) {
            let path = copy.join(name);
            let now = fs::metadata(&path).map_or(0, |meta| meta.len());
            if now > *before {
                let left = before + rng.below(usize::try_from(now - before).unwrap_or(0) + 1) as u64;
                fs::OpenOptions::new().write(true).open(&path)?.set_len(left)?;
            }
        }
        Ok(())
    }

    /// Puts the copy in the place of the folder: what a program closes in an orderly way is not what a kill leaves.
    pub(super) fn wake_up(&self) -> io::Result<()> {
        fs::remove_dir_all(self.path())?;
        fs::rename(self.place.path().join("left"), self.path())
    }
}
