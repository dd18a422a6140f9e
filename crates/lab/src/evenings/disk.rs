//! A data folder as kills leave it.

use game::rng::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// Files that an act makes longer: a kill may leave any part of what it was writing.
const GROWING: [&str; 2] = ["sessions.db-wal", "sessions.mirror"];

/// Names the folder with a small file system for each disk, where this process has any.
pub(super) const SMALL_DISKS: &str = "SIXTY_ONE_SMALL_DISKS";

/// Lengths of the growing files before an act, and when the database itself was written last.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lengths(BTreeMap<&'static str, u64>, Option<SystemTime>);

/// A folder that can go and come back, and whose file system can be full; in the machine's memory where it has room there.
#[derive(Debug)]
pub(super) struct EveningDisk {
    place: TempDir,
    away: bool,
    small: bool,
    /// Bytes that are free, while it is full.
    full: Option<u64>,
    /// The same, for after a kill.
    full_again: Option<u64>,
}

impl EveningDisk {
    pub(super) fn new(number: u8) -> io::Result<Self> {
        let memory = Path::new("/dev/shm");
        let small = std::env::var_os(SMALL_DISKS);
        let place = match &small {
            Some(disks) => tempfile::tempdir_in(Path::new(disks).join(number.to_string())),
            None if memory.is_dir() => tempfile::tempdir_in(memory),
            None => tempfile::tempdir(),
        }?;
        let disk = Self { place, away: false, small: small.is_some(), full: None, full_again: None };
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

    pub(super) const fn is_full(&self) -> bool {
        self.full.is_some()
    }

    /// Fills the disk except for `left` bytes, or frees it.
    pub(super) fn fill(&mut self, left: Option<u64>) -> io::Result<()> {
        let filler = self.place.path().join("filler");
        if self.full.take().is_some() {
            fs::remove_file(&filler)?;
        }
        let Some(left) = left.filter(|_| self.small) else { return Ok(()) };
        let mut file = fs::File::create(filler)?;
        let block = [0x61; 1 << 16];
        while file.write_all(&block).is_ok() {}
        let length = file.stream_position()?;
        file.set_len(length.saturating_sub(left))?;
        self.full = Some(left);
        Ok(())
    }

    /// Tears, damages or deletes a small file that is kept twice, or both of them; whether there was one.
    pub(super) fn harm(&self, files: [&str; 2], rng: &mut Rng) -> bool {
        let both = rng.chance(0.3);
        let first = rng.below(2);
        let mut harmed = false;
        for at in if both { vec![0, 1] } else { vec![first] } {
            let path = self.path().join(files[at]);
            let Ok(mut bytes) = fs::read(&path) else { continue };
            let way = rng.below(4);
            match (way, bytes.len()) {
                (0, _) | (_, 0) => drop(fs::remove_file(&path)),
                (1, length) => bytes.truncate(rng.below(length)),
                (2, length) => bytes[rng.below(length)] ^= 1 << rng.below(8),
                (_, length) => bytes[rng.below(length)..].fill(0),
            }
            if path.exists() {
                // A full disk damages it more.
                let _torn = fs::write(&path, &bytes);
            }
            harmed = true;
        }
        harmed
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
    pub(super) fn die(&mut self, before: Option<&Lengths>, rng: &mut Rng) -> io::Result<()> {
        let full = self.full;
        // The copy needs room.
        self.fill(None)?;
        self.full_again = full;
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
    pub(super) fn wake_up(&mut self) -> io::Result<()> {
        fs::remove_dir_all(self.path())?;
        fs::rename(self.place.path().join("left"), self.path())?;
        let full = self.full_again.take();
        self.fill(full)
    }
}
