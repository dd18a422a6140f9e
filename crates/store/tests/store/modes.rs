//! Other users of the machine read nothing of what is recorded.

use super::{Folder, NOW, long_game};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use store::{BackupReason, MatchId, Notice, open_or_recover};

/// Everything below the folder that others may read or enter.
fn open_to_others(folder: &Path, found: &mut Vec<String>) -> usize {
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let rights = entry.metadata().unwrap().permissions().mode() & 0o777;
        if rights & 0o077 != 0 {
            found.push(format!("{} {rights:o}", entry.path().display()));
        }
        seen += 1;
        if entry.path().is_dir() {
            seen += open_to_others(&entry.path(), found);
        }
    }
    seen
}

#[track_caller]
fn is_private(folder: &Path, files: usize) {
    let mut found = Vec::new();
    let seen = open_to_others(folder, &mut found);
    assert!(found.is_empty(), "{found:#?}");
    assert!(seen >= files, "{seen} files and folders only");
}

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Adds the next acts of a match, with a picture and a backup.
fn evening(folder: &Path, from: usize, to: usize) -> Vec<Notice> {
    let opened = open_or_recover(folder, NOW).unwrap();
    let (mut store, game) = (opened.store, MatchId::from_seed(1));
    store.append(game, &long_game(1)[from..to], NOW).unwrap();
    store.pictures().keep(game, u32::try_from(to).unwrap(), b"a picture").unwrap();
    store.backup(BackupReason::Asked, NOW).unwrap();
    // Beside the open database lie its log and the index of it.
    is_private(folder, 10);
    opened.notices
}

#[test]
fn nothing_that_is_recorded_backed_up_or_kept_aside_is_open_to_others() {
    let folder = Folder::new("modes");
    let data = folder.path();
    fs::create_dir_all(data).unwrap();
    set(data, 0o755);
    evening(data, 0, 30);
    let database = data.join("sessions.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    fs::write(&database, bytes).unwrap();
    let notices = evening(data, 30, 40);
    assert!(notices.iter().any(|notice| matches!(notice, Notice::Recovered(_))), "{notices:?}");
    assert!(data.join("kept-aside").is_dir());
    assert_eq!(fs::metadata(data).unwrap().permissions().mode() & 0o777, 0o755, "the folder is the person's own");
    // What an older program left open is closed at the next start.
    for name in ["sessions.mirror", "sessions.lock", "sessions.db"] {
        set(&data.join(name), 0o644);
    }
    for name in ["backups", "pictures", "kept-aside"] {
        set(&data.join(name), 0o755);
    }
    evening(data, 40, 50);
}
