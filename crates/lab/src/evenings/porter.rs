//! Clubs' keys: another program makes and withdraws them while the club's servers run, and their file is damaged.

use super::disk::EveningDisk;
use anyhow::ensure;
use club::KeyRing;
use game::rng::Rng;
use std::fs;
use std::io;

/// The club whose tables play tonight.
pub(super) const CLUB: &str = "Paphos";
/// A club whose keys come and go.
const OTHER: &str = "Larnaca";
/// The file, and its copy.
const FILES: [&str; 2] = ["club-keys.json", "club-keys.copy.json"];

/// What people know of the keys.
pub(super) struct Porter {
    /// The key of tonight's tables.
    pub(super) key: String,
    /// The key of the other club, while it opens.
    other: Option<String>,
    /// Keys that were withdrawn, as a program has answered.
    withdrawn: Vec<String>,
    /// The file as it was at the last answer.
    backup: Vec<u8>,
    /// Whether a file is damaged or lost.
    harmed: bool,
}

impl Porter {
    pub(super) fn new(disk: &EveningDisk) -> anyhow::Result<Self> {
        let key = KeyRing::of_folder(&disk.path()).make(CLUB)?;
        let backup = fs::read(disk.path().join(FILES[0]))?;
        Ok(Self { key, other: None, withdrawn: Vec::new(), backup, harmed: false })
    }

    pub(super) const fn is_harmed(&self) -> bool {
        self.harmed
    }

    /// Another program makes a key of the other club, or withdraws it; not where all keys are lost.
    pub(super) fn change(&mut self, disk: &EveningDisk) -> anyhow::Result<()> {
        if !Self::readable(disk) {
            return Ok(());
        }
        let mut ring = KeyRing::of_folder(&disk.path());
        let answer = match self.other.take() {
            Some(key) => ring.withdraw(OTHER).map(|_keys| self.withdrawn.push(key)),
            None => ring.make(OTHER).map(|key| self.other = Some(key)),
        };
        match answer {
            Ok(()) => (self.harmed, self.backup) = (false, fs::read(disk.path().join(FILES[0]))?),
            Err(why) => ensure!(self.harmed || disk.is_full(), "the keys are not stored: {why}"),
        }
        Ok(())
    }

    /// Reports whether the file or its copy is sound.
    pub(super) fn readable(disk: &EveningDisk) -> bool {
        store::kept_json(&disk.path().join(FILES[0])).0.is_some()
    }

    pub(super) fn harm(&mut self, disk: &EveningDisk, rng: &mut Rng) {
        self.harmed |= disk.harm(FILES, rng);
    }

    /// Someone brings the file back from a backup.
    pub(super) fn mend(&mut self, disk: &EveningDisk) -> io::Result<()> {
        FILES.into_iter().try_for_each(|file| fs::write(disk.path().join(file), &self.backup))?;
        self.harmed = false;
        Ok(())
    }

    /// Takes away every sign that keys were made: only a broken program does that.
    pub(super) fn forget(disk: &EveningDisk) {
        for file in [FILES[0], FILES[1], "club-keys.lock"] {
            let _gone = fs::remove_file(disk.path().join(file));
        }
    }

    /// What tables send that may not: no key, and withdrawn ones.
    pub(super) fn strangers(&self) -> Vec<Option<String>> {
        [None].into_iter().chain(self.withdrawn.iter().rev().take(2).cloned().map(Some)).collect()
    }
}
