//! The small files of the golden data folder, `crates/store/tests/db/folder`: settings, links, calls and keys are read as
//! they were when they were written. `SIXTY_ONE_UPDATE=1 cargo nextest run --run-ignored=only the_small_golden_files` adds
//! to them; what was in them may not change.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use club::KeyRing;
use serde_json::{Value, json};
use server::LinkKind;
use sixty_one::platform::links::LinkBook;
use sixty_one::ui::settings::Settings;
use std::fs;
use std::path::{Path, PathBuf};
use store::{MatchId, Timestamp, hex, keep_json, kept_json};
use tempfile::TempDir;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/tests/db/folder")
}

/// The files with everything in them that can be told.
fn files() -> [(&'static str, Value); 5] {
    let hash = |n: u8| hex(&[n; 32]);
    let link = |(n, kind): (u8, &LinkKind)| json!({ "kind": kind.letter(), "hash": hash(n), "made_ms": 1_700_000_000_000_i64 + i64::from(n) });
    let last = json!({
        "rules": "pafos target=121", "house": "The Inn", "players": ["Anna", "Ben", "Cleo", "Dan"], "pairs": true,
        "best_of": 3, "leader": 1, "claim_seconds": 10,
    });
    let settings = json!({
        "language": "es", "theme": "light", "scale": 150, "still": true, "far": true, "voice": true, "sound": false,
        "at_a_tap": false, "opposite": true, "competition": false, "auto_confirm": true, "camera": "http://10.0.0.5/video",
        "welcomed": true, "last": last, "lately": [{ "rules": "pafos target=121", "house": "The Inn" }], "league": "leek",
    });
    let call = json!({
        "league": "Winter", "round": 2, "home": "Anna", "away": "Ship", "players": [["Anna"], ["Ben", "Cleo"]],
    });
    let meeting = json!({
        "season": "Winter 2026", "round": 1, "teams": ["Ship", "Bell"], "squads": [["Una"], ["Wyn"]], "squads_only": true,
        "games": [{ "pairs": true, "rules": "pafos", "best_of": 3, "home_leads": false }],
    });
    let key = |n: u8, withdrawn: Value| json!({ "club": format!("Club {n}"), "hash": hash(n), "made_ms": 5, "withdrawn_ms": withdrawn });
    let game = MatchId::from_seed(1).to_string();
    let notes = json!({
        "codes": { "w": "abcd-efgh" }, "tables": { "Club 1 / Table 3": game }, "heard_ms": { "Club 1 / Table 3": 7 },
        "clubs": { game.clone(): "Club 1" },
    });
    [
        ("settings.json", settings),
        ("links.json", json!({ "game": game, "links": (0..).zip(&LinkKind::ALL).map(link).collect::<Vec<_>>() })),
        ("called.json", json!({ "call": call, "meetings": [meeting] })),
        ("club-keys.json", json!({ "keys": [key(1, Value::Null), key(2, 9.into())] })),
        ("club.json", notes),
    ]
}

/// A copy of the files, and what the golden one of this name holds, without its checksum.
fn copied(name: &str) -> (TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(golden().join(name), folder.path().join(name)).unwrap();
    let (value, trouble) = kept_json(&folder.path().join(name));
    assert_eq!(trouble, None);
    let mut value = value.unwrap();
    assert!(value.as_object_mut().unwrap().remove("checksum").is_some());
    (folder, value)
}

#[test]
fn golden_settings_are_read_as_they_were() {
    let (_folder, kept) = copied("settings.json");
    let read = |settings: &Settings| serde_json::from_str::<Value>(&settings.to_json()).unwrap();
    assert_eq!(read(&Settings::from_json(&kept.to_string())), kept, "a setting without a value is not in the file");
    let usual = read(&Settings::default());
    let silent: Vec<&String> = usual.as_object().unwrap().keys().filter(|key| usual[*key] == kept[*key]).collect();
    assert_eq!(silent, [""; 0], "they have their usual value, read or not");
}

#[test]
fn golden_links_calls_and_keys_are_read_as_they_were() {
    let (folder, _kept) = copied("links.json");
    let links = LinkBook::of_folder(folder.path()).read().unwrap();
    assert_eq!(links.iter().map(|link| link.kind).collect::<Vec<_>>(), LinkKind::ALL);
    for (n, link) in (0..).zip(&links) {
        assert_eq!((link.hash.bytes(), link.made), ([n; 32], Timestamp(1_700_000_000_000 + i64::from(n))));
    }
    let (folder, kept) = copied("called.json");
    assert_eq!(json!(club::called::kept(folder.path())), kept);
    let (folder, _kept) = copied("club-keys.json");
    let keys = KeyRing::of_folder(folder.path()).list().unwrap();
    let keys: Vec<_> = keys.iter().map(|key| (key.club.as_str(), key.hash, key.made_ms, key.withdrawn_ms)).collect();
    assert_eq!(keys, [("Club 1", [1; 32], 5, None), ("Club 2", [2; 32], 5, Some(9))]);
}

#[test]
#[ignore = "writes the small files of the golden folder, when something was added to them"]
fn the_small_golden_files_are_made() {
    assert!(std::env::var_os("SIXTY_ONE_UPDATE").is_some(), "SIXTY_ONE_UPDATE=1 writes them");
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in files() {
        keep_json(&folder.path().join(name), &value).unwrap();
        fs::copy(folder.path().join(name), golden().join(name)).unwrap();
    }
}
