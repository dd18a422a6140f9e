//! `sixty-one sessions` and `doctor` as a person types them.

use super::NOW;
use game::Setup;
use game::rules::RuleSet;
use game::self_play::play_match;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use store::{MatchId, Store, Timestamp};
use tempfile::{TempDir, tempdir};

/// Returns its output, its errors and its exit status.
fn sixty_one(folder: &Path, args: &[&str]) -> (String, String, Option<i32>) {
    let mut command = crate::program();
    let output = command.args(args).arg("--data").arg(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

pub(super) fn good(folder: &Path, args: &[&str]) -> String {
    let (out, complaint, status) = sixty_one(folder, args);
    assert_eq!((complaint.as_str(), status), ("", Some(0)), "{args:?}");
    out
}

fn bad(folder: &Path, args: &[&str], part: &str) {
    let (_, complaint, status) = sixty_one(folder, args);
    assert_eq!(status, Some(2), "{args:?}: {complaint}");
    assert!(complaint.starts_with("sixty-one: ") && complaint.contains(part), "{args:?}: {complaint}");
}

pub(super) fn with_games() -> TempDir {
    let folder = tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap().store;
    for seed in 1..=3 {
        let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
        let game = play_match(setup, &[0.9, 0.1], false, seed).unwrap();
        store.append(MatchId::from_seed(seed), game.events(), Timestamp(NOW.0 + seed as i64 * 60_000)).unwrap();
    }
    folder
}

#[test]
fn games_are_listed_shown_hidden_and_counted() {
    let folder = with_games();
    let list = good(folder.path(), &["sessions", "list"]);
    assert!(list.ends_with("3 matches\n") && list.contains("2023-11-14 22:14:20Z") && list.contains("Anna"), "{list}");
    let json: Value = serde_json::from_str(&good(folder.path(), &["sessions", "list", "--json"])).unwrap();
    let id = json[0]["id"].as_str().unwrap().to_owned();
    assert_eq!((json.as_array().unwrap().len(), &json[0]["rules"]), (3, &Value::from("pafos")));
    let record = good(folder.path(), &["sessions", "show", &id[..6]]);
    assert!(record.contains("[Players \"Anna\" \"Ben\"]") && record.ends_with("end\n"), "{record}");
    assert!(game::record::Record::parse(&record).is_ok());
    good(folder.path(), &["sessions", "delete", &id]);
    assert!(good(folder.path(), &["sessions", "list"]).ends_with("2 matches\n"));
    assert!(good(folder.path(), &["sessions", "list", "--deleted"]).contains("deleted"));
    good(folder.path(), &["sessions", "undelete", &id]);
    assert!(good(folder.path(), &["sessions", "list", "--player", "anna"]).ends_with("3 matches\n"));
    assert!(good(folder.path(), &["sessions", "list", "--rules", "block"]).ends_with("0 matches\n"));
    let stats = good(folder.path(), &["sessions", "stats"]);
    assert!(good(folder.path(), &["sessions", "stats", "anna"]).starts_with("Anna: 3 matches"));
    assert!(good(folder.path(), &["rules", "latin_200"]).starts_with("Latin American pairs"));
    assert!(stats.contains("Anna: 3 matches") && stats.contains("Elo") && stats.contains("over 3 matches"), "{stats}");
    assert!(good(folder.path(), &["sessions", "rebuild"]).contains("3 matches"));
    bad(folder.path(), &["sessions", "show", "zzz"], "there is no match `zzz`");
    bad(folder.path(), &["sessions", "stats", "--player", "Nobody"], "unknown player");
}

/// Matches before and after midnight are one evening, and the afternoon is another; they keep the day of the place where
/// they were played, on every list and paper.
#[test]
fn an_evening_goes_on_past_midnight() {
    for place in [None, Some(14 * 60), Some(-11 * 60)] {
        an_evening_at(place);
    }
}

fn an_evening_at(place: Option<i16>) {
    let folder = tempdir().unwrap();
    let there = Timestamp(0).there(place);
    let midnight = there.day_begins("2026-11-22").unwrap().0;
    {
        let mut store = Store::open(folder.path()).unwrap().store;
        for (seed, minutes) in [(1, -90), (2, -5), (3, 20), (4, 15 * 60)] {
            let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
            let setup = Setup { utc_offset: place, ..setup };
            let game = play_match(setup, &[0.9, 0.1], false, seed).unwrap();
            store.append(MatchId::from_seed(seed), game.events(), Timestamp(midnight + minutes * 60_000)).unwrap();
        }
    }
    for (date, matches) in [("2026-11-21", 3), ("2026-11-22", 1)] {
        let card: Value =
            serde_json::from_str(&good(folder.path(), &["sessions", "card", "--date", date, "--json"])).unwrap();
        assert_eq!(card["matches"].as_array().map(Vec::len), Some(matches), "{date}: {card}");
    }
    bad(folder.path(), &["sessions", "card", "--date", "2026-11-23"], "no match was played");
    for list in [&["sessions", "list"][..], &["sessions", "export", "--format", "csv-matches"]] {
        let list = good(folder.path(), list);
        for minute in ["2026-11-21 22:30", "2026-11-21 23:55", "2026-11-22 00:20", "2026-11-22 15:00"] {
            assert!(list.contains(minute), "{minute} in\n{list}");
        }
    }
}

#[test]
fn backups_exports_and_imports() {
    let folder = with_games();
    let [there, file] = ["there", "games.json"].map(|name| folder.path().join(name));
    let file = file.to_str().unwrap();
    good(folder.path(), &["sessions", "export", "--output", file]);
    assert_eq!(good(&there, &["sessions", "import", file]), "3 new matches, 0 continued, 0 already here\n");
    assert_eq!(good(&there, &["sessions", "export"]), fs::read_to_string(file).unwrap());
    assert!(good(&there, &["sessions", "export", "--format", "csv-drops"]).lines().count() > 100);
    assert_eq!(good(&there, &["sessions", "export", "--format", "csv-matches"]).lines().count(), 7);
    // The text record of one match too.
    let [other, record] = ["other", "match.txt"].map(|name| folder.path().join(name));
    fs::write(&record, good(&there, &["sessions", "show", "last"])).unwrap();
    let record = record.to_str().unwrap();
    assert_eq!(good(&other, &["sessions", "import", record]), "1 new match, 0 continued, 0 already here\n");
    assert_eq!(good(&other, &["sessions", "import", record]), "0 new matches, 0 continued, 1 already here\n");
    fs::write(folder.path().join("bad.json"), "[]").unwrap();
    bad(
        &there,
        &["sessions", "import", folder.path().join("bad.json").to_str().unwrap()],
        "not a file of Sixty-One matches",
    );
    good(&there, &["sessions", "backup"]);
    good(&there, &["sessions", "delete", "last"]);
    assert!(good(&there, &["sessions", "restore"]).contains("kept-aside"));
    assert!(good(&there, &["sessions", "list"]).ends_with("3 matches\n"));
    bad(&there, &["sessions", "restore", "nothing.db"], "there is no such file");
}

#[test]
fn damage_is_named_with_an_exit_status() {
    let folder = with_games();
    assert!(good(folder.path(), &["sessions", "check"]).starts_with("3 matches, "));
    let database = folder.path().join("sessions.db");
    let sound = fs::read(&database).unwrap();
    // A page with meaningless content, and beside it the payload of an act, where only the checksum notices.
    let mut bytes = sound.clone();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64].fill(0x61);
    fs::write(&database, &bytes).unwrap();
    bad(folder.path(), &["sessions", "check"], "pages: ");
    let mut bytes = sound;
    let payload = b"{\"legs\":[0,0],\"on\":";
    // All of them: a page that was split still has older copies in its free part.
    for at in (0..bytes.len() - payload.len()).filter(|&at| bytes[at..].starts_with(payload)).collect::<Vec<_>>() {
        bytes[at + 9] = b'1';
    }
    fs::write(&database, &bytes).unwrap();
    let (_, complaint, status) = sixty_one(folder.path(), &["sessions", "check"]);
    assert!(status == Some(2) && complaint.contains("match ") && complaint.contains("checksum"), "{complaint}");
    assert!(!complaint.contains("pages: "), "{complaint}");
    let (report, _, status) = sixty_one(folder.path(), &["doctor"]);
    assert!(status == Some(2) && report.contains("BAD      database"), "{report}");
    assert_eq!(fs::read(&database).unwrap(), bytes, "looking changes nothing");
    let (json, _, _) = sixty_one(folder.path(), &["doctor", "--json"]);
    assert!(serde_json::from_str::<Value>(&json).is_ok());
    bad(&folder.path().join("none"), &["sessions", "list"], "there are no matches yet");
}

#[test]
fn a_running_instance_is_named() {
    let folder = with_games();
    let _open = Store::open(folder.path()).unwrap();
    bad(
        folder.path(),
        &["sessions", "rebuild"],
        &format!("already running with this data folder (process {}", std::process::id()),
    );
    assert!(good(folder.path(), &["sessions", "list"]).ends_with("3 matches\n"), "reading works beside it");
}

#[test]
fn a_match_is_replayed_explained_printed_and_pictured() {
    let folder = with_games();
    let data = folder.path();
    let steps: Value = serde_json::from_str(&good(data, &["sessions", "replay", "last", "--json"])).unwrap();
    let eight = steps.as_array().unwrap().iter().find(|step| step["eight"] == true).unwrap();
    let step = eight["step"].to_string();
    assert!(good(data, &["sessions", "replay", "last"]).contains(eight["what"].as_str().unwrap()));
    let why = good(data, &["sessions", "why", "last", &step]);
    assert!(why.contains("three fives and five threes") && why.contains("multiple of five, three or both"), "{why}");
    assert!(why.contains("Entered by hand") && why.contains("No picture was saved"), "{why}");
    bad(data, &["sessions", "why", "last", "9999"], "the match has");
    // A player who went out had no tile left, so their tiles are known although the deal was not entered.
    assert!(good(data, &["sessions", "review", "last", "--iterations", "100"]).contains("accuracy"));
    let [pdf, png] = ["sheet.pdf", "board.png"].map(|name| data.join(name));
    good(data, &["sessions", "sheet", "last", "-o", pdf.to_str().unwrap(), "--event", "Winter"]);
    let bytes = fs::read(&pdf).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"), "{}", bytes.len());
    good(data, &["sessions", "sheet", "--date", "2023-11-14", "-o", pdf.to_str().unwrap()]);
    good(data, &["sessions", "board", "last", "--at", "9", "--width", "800", "-o", png.to_str().unwrap()]);
    let picture = image::open(&png).unwrap();
    assert_eq!((picture.width(), picture.height()), (800, 264));
    bad(data, &["sessions", "sheet", "--date", "2024-02-30", "-o", "x.pdf"], "is not a date");
    bad(data, &["sessions", "sheet", "--date", "2022-02-01", "-o", "x.pdf"], "no match was played on that day");
    let card = good(data, &["sessions", "card", "--date", "2023-11-14", "--leg", "1"]);
    assert!(card.contains("game 1:") && card.contains("won"), "{card}");
}

#[test]
fn leagues_and_merges_are_kept() {
    let folder = with_games();
    let data = folder.path();
    assert!(good(data, &["sessions", "versus", "anna", "BEN"]).contains("in 3 matches against each other"));
    let save =
        ["sessions", "league", "save", "Winter", "--entrant", "Anna", "--entrant", "Ben", "--twice", "--leg", "1"];
    good(data, &save);
    assert_eq!(good(data, &["sessions", "league", "list"]), "Winter: Anna, Ben\n");
    let fixtures: Value =
        serde_json::from_str(&good(data, &["sessions", "league", "fixtures", "winter", "--json"])).unwrap();
    assert_eq!(fixtures.as_array().unwrap().len(), 2);
    let standings = good(data, &["sessions", "standings", "--league", "Winter"]);
    // Two of the three matches count: one for each fixture.
    assert!(standings.contains("2 played") && standings.contains("over 2 matches"), "{standings}");
    assert!(good(data, &["sessions", "standings"]).contains("over 3 matches"));
    bad(data, &["sessions", "standings", "--league", "Summer"], "there is no league `Summer`");
    bad(data, &["sessions", "league", "save", "X", "--entrant", "Anna", "--entrant", "anna"], "entered twice");
    good(data, &["sessions", "merge", "Ben", "Benjamin"]);
    assert!(good(data, &["sessions", "stats"]).contains("Benjamin: 3 matches"));
    good(data, &["sessions", "part", "Ben"]);
    assert!(good(data, &["sessions", "stats"]).contains("Ben: 3 matches"));
    bad(data, &["sessions", "merge", "Nobody", "Anna"], "no match was entered with a player `Nobody`");
    bad(data, &["sessions", "part", "Ben"], "has not been merged");
    good(data, &["sessions", "league", "remove", "Winter"]);
    assert_eq!(good(data, &["sessions", "league", "list"]), "no league saved\n");
}

#[test]
fn watching_without_a_picture_fails() {
    let folder = tempdir().unwrap();
    bad(
        folder.path(),
        &["watch", "http://127.0.0.1:9/x", "--seconds", "1", "--players", "Anna,Ben"],
        "no picture arrived",
    );
    assert!(
        good(folder.path(), &["sessions", "list"]).ends_with("0 matches\n"),
        "the folder it was told to keep it in"
    );
}

#[test]
#[cfg(unix)]
fn a_pipe_is_not_waited_for() {
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path()).unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for args in [
        ["read", pipe.to_str().unwrap()].as_slice(),
        &["count", pipe.to_str().unwrap()],
        &["sessions", "import", pipe.to_str().unwrap()],
    ] {
        bad(folder.path(), args, "not a file");
    }
}

/// The rest of a damaged store is exported, with a failing exit status.
#[test]
fn a_damaged_export_fails() {
    let folder = with_games();
    let database = folder.path().join("sessions.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64].fill(0x61);
    fs::write(&database, &bytes).unwrap();
    let (_, complaint, status) = sixty_one(folder.path(), &["sessions", "export"]);
    assert_eq!(status, Some(2), "{complaint}");
    assert!(good(folder.path(), &["sessions", "rebuild"]).contains("3 matches"), "rebuild mends it");
    assert!(good(folder.path(), &["sessions", "check"]).starts_with("3 matches, "));
}
