//! Evenings as files on disk.

use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use store::{BackupReason, MatchId, Store, Timestamp};

/// A moment in November 2023.
pub(super) const NOW: i64 = 1_700_000_000_000;

/// The files of a folder, by their path in it.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Recorded events, and the files with them.
#[derive(Debug)]
pub(super) struct Evening {
    pub name: &'static str,
    pub files: Files,
    pub games: BTreeMap<MatchId, Vec<Event>>,
    pub settings: Value,
}

/// A folder for temporary files that goes at the end.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("sixty-one-lab-{process}-{count}"));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A first evening killed in its first match, a later one killed in its third, and one that ended well.
pub(super) fn all(seed: u64) -> anyhow::Result<Vec<Evening>> {
    let plans = [("first", 1, true), ("third", 3, true), ("ended", 3, false)];
    plans.into_iter().map(|(name, games, killed)| play(name, seed, games, killed)).collect()
}

/// Stores matches drop by drop, with backups as the window makes them; the last is broken off when the program is
/// killed.
fn play(name: &'static str, seed: u64, matches: u64, killed: bool) -> anyhow::Result<Evening> {
    let folder = Folder::new()?;
    let settings = json!({ "names": ["Anna", "Ben"], "scale": 150, "camera": "http://anna:secret@10.0.0.5/" });
    let mut store = Store::open(folder.path())?.store;
    store::keep_json(&folder.path().join("settings.json"), &settings)?;
    let mut games = BTreeMap::new();
    for number in 0..matches {
        let setup = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]);
        let played = play_match(setup, &[0.9, 0.2], number == 1, seed + number)?;
        let all = played.events();
        let events = if killed && number + 1 == matches { &all[..all.len() * 2 / 3] } else { all };
        let id = MatchId::from_seed(seed + number);
        let at = |i: usize| Timestamp(NOW + 3_600_000 * number as i64 + 14_000 * i as i64);
        for (i, event) in events.iter().enumerate() {
            store.append(id, std::slice::from_ref(event), at(i))?;
            if i == 1 {
                store.backup(BackupReason::GameStart, at(i))?;
            }
        }
        if events.len() == all.len() {
            store.backup(BackupReason::GameEnd, at(all.len()))?;
            store.matches()?;
        }
        games.insert(id, events.to_vec());
    }
    let files = if killed {
        read(folder.path())?
    } else {
        drop(store);
        read(folder.path())?
    };
    Ok(Evening { name, files, games, settings })
}

/// The files on disk; without those of the lock and of shared memory, which go with the program.
fn read(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside)? {
            let path = entry?.path();
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with("-shm") && !name.ends_with(".lock") {
                files.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// Writes files into a folder.
pub(super) fn write(folder: &Path, files: &Files) -> io::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(inside) = path.parent() {
            fs::create_dir_all(inside)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}
