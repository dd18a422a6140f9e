//! A data folder as this program wrote it when each form was new: `tests/db/folder`. Every kind and version that is read
//! stands in it, and it is read as it was then.
//!
//! When a form is added, `make.rs` gets an example, and `SIXTY_ONE_UPDATE=1 cargo nextest run --run-ignored=only
//! the_golden_folder_is_made` writes the folder with the same seed and clock. What was in it may not change.

mod make;

use crate::derived::book::{self, Book};
use crate::files::names::Files;
use crate::id::MatchId;
use crate::log::chain::Row;
use crate::log::codec::{self, FORMS, act_to_text};
use crate::log::evidence::{Evidence, Origin};
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::open::open_or_recover;
use crate::rescue::mirror::Mirror;
use crate::store::Store;
use game::league::{Author, SeasonFact};
use game::record::Record;
use game::{Act, Match};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::{Debug, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

/// The time of everything in the folder.
const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/db").join(name)
}

/// Copies a folder, so that what is opened there changes nothing here.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(path, copied).unwrap();
        }
    }
}

fn copied() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&golden("folder"), folder.path());
    folder
}

/// Every row of the log, in order.
fn all_rows(store: &Store) -> Vec<Row> {
    let sql = format!("SELECT {} FROM event ORDER BY seq", rows::COLUMNS);
    let mut statement = store.conn.prepare(&sql).unwrap();
    statement.query_map([], rows::read_row).unwrap().map(Result::unwrap).collect()
}

/// Everything that is read from the folder, in words.
fn read(store: &mut Store) -> String {
    let mut text = String::new();
    for id in store.match_ids().unwrap() {
        let events = store.load(id).unwrap();
        let Act::Start(setup) = &events[0].event.act else { panic!("{id}") };
        writeln!(text, "match {id}\nrules {} {:?}", setup.rules, setup.rules.house).unwrap();
        let (start, offset) = (&setup.start, setup.utc_offset);
        writeln!(text, "players {:?} pairs {} best of {}", setup.players, setup.pairs, setup.best_of).unwrap();
        let (practice, seconds) = (setup.practice, setup.claim_seconds);
        writeln!(text, "start {start:?} practice {practice} claim {seconds} offset {offset:?}").unwrap();
        for stored in &events[1..] {
            let (act, scores) = (act_to_text(&stored.event.act), &stored.event.scores);
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            let (n, of, at, legs) = (stored.n, stored.act, stored.at.0, &stored.event.legs);
            writeln!(text, "{n} {of} {at} {act} {scores:?} {legs:?}").unwrap();
        }
        let game = Match::replay(events.iter().map(|stored| &stored.event.act)).unwrap();
        writeln!(text, "{}", Record { tags: Vec::new(), game }.write()).unwrap();
    }
    for listed in store.matches().unwrap() {
        writeln!(text, "listed {} {:?} {:?}", listed.id, listed.sides, listed.finished).unwrap();
    }
    write_book(&mut text, &store.book().unwrap());
    text
}

fn write_book(text: &mut String, book: &Book) {
    let Book { deleted, restored, named, merged, removed, house_rules, leagues, calls, seasons } = book;
    writeln!(text, "deleted {deleted:?} restored {restored:?}\nnamed {named:?}").unwrap();
    writeln!(text, "merged {merged:?} removed {removed:?}\ncalls {calls:?}").unwrap();
    house_rules.iter().for_each(|(name, rules)| writeln!(text, "house rules {name}: {rules}").unwrap());
    leagues.values().for_each(|league| writeln!(text, "league {}", book::encode_league(league)).unwrap());
    for (season, entry) in seasons.iter().flat_map(|(season, entries)| entries.iter().map(move |entry| (season, entry)))
    {
        writeln!(text, "season {season} {}", json!(entry)).unwrap();
    }
}

/// The names that a kind of value can begin with, as its reader lists them.
fn variants<T: DeserializeOwned + Debug>() -> BTreeSet<String> {
    let why = serde_json::from_str::<T>(r#"{"of no kind":null}"#).unwrap_err().to_string();
    why.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

fn name_of(value: &Value) -> String {
    value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str)).unwrap_or_default().to_owned()
}

#[test]
fn the_golden_folder_is_read_as_it_was() {
    let folder = copied();
    let mut opened = Store::open(folder.path()).unwrap();
    assert_eq!(opened.notices, []);
    let report = opened.store.check().unwrap();
    assert!(report.is_good(), "{:?}", report.problems);
    assert_eq!(read(&mut opened.store), fs::read_to_string(golden("folder.txt")).unwrap());
}

#[test]
fn every_form_that_is_read_is_in_the_golden_folder() {
    let folder = copied();
    let store = Store::open(folder.path()).unwrap().store;
    let (of_the_book, of_matches): (Vec<Row>, Vec<Row>) =
        all_rows(&store).into_iter().partition(|row| row.game == MatchId::BOOK);
    let there: BTreeSet<(&str, u32)> = of_matches.iter().map(|row| (row.kind.as_str(), row.version)).collect();
    let known = FORMS.iter().flat_map(|(kind, newest)| (1..=*newest).map(move |version| (*kind, version)));
    assert_eq!(there, known.collect());
    // A form is not read by passing over it: what is read is written as it stands there.
    for row in &of_matches {
        let fact = rows::fact_of(row).unwrap();
        let again = codec::encode(&codec::decode(&fact).unwrap());
        assert_eq!((again.kind.as_str(), again.version), (row.kind.as_str(), row.version));
        if row.kind != "start" {
            assert_eq!(again, fact);
        }
    }
    let payload = |row: &Row| serde_json::from_str::<Value>(&row.payload).unwrap();
    let corrections: BTreeSet<(u32, String)> = of_matches
        .iter()
        .filter(|row| row.kind == "correct")
        .map(|row| (row.version, payload(row)["change"].as_str().unwrap().to_owned()))
        .collect();
    let words = ["replace", "remove", "insert_before", "replace_and_end"];
    assert_eq!(
        corrections,
        [1, 2].into_iter().flat_map(|version| words.map(|word| (version, word.to_owned()))).collect()
    );
    let there: BTreeSet<&str> = of_the_book.iter().map(|row| row.kind.as_str()).collect();
    assert_eq!(there, BTreeSet::from(book::KINDS));
    let seasons: Vec<Value> = of_the_book.iter().filter(|row| row.kind == "season_fact").map(payload).collect();
    let named = |part: &str| seasons.iter().map(|fact| name_of(&fact[part])).collect::<BTreeSet<String>>();
    assert!(variants::<SeasonFact>().len() > 20 && variants::<Author>().len() > 2);
    assert_eq!((named("fact"), named("by")), (variants::<SeasonFact>(), variants::<Author>()));
}

/// The database is gone, and the mirror has it all.
#[test]
fn the_golden_mirror_brings_everything_back() {
    let folder = copied();
    let files = Files::new(folder.path());
    let mirror = Mirror::read(&files.mirror());
    let lines = fs::read_to_string(files.mirror()).unwrap();
    let words: BTreeSet<&str> = lines.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(words, BTreeSet::from(["base", "game", "row"]));
    assert_eq!(mirror.rows, all_rows(&Store::open_read_only(folder.path()).unwrap()));
    fs::remove_file(files.database()).unwrap();
    let mut opened = open_or_recover(folder.path(), NOW).unwrap();
    assert_eq!(read(&mut opened.store), fs::read_to_string(golden("folder.txt")).unwrap());
}

#[test]
fn golden_evidence_is_read_as_it_was() {
    let folder = copied();
    let pictures = Store::open(folder.path()).unwrap().store.pictures();
    let evidence = [make::evidence(Origin::Camera), make::evidence(Origin::Hand)];
    let found = [3, 4].map(|event| pictures.evidence(MatchId::from_seed(1), event).unwrap());
    assert_eq!(found, evidence);
    let path = pictures.path_of(MatchId::from_seed(1), 3).unwrap().with_extension("json");
    let stored: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<String>>();
    assert_eq!(keys(&stored), keys(&json!(Evidence::default())));
    assert_eq!(variants::<Origin>(), evidence.iter().map(|one| name_of(&json!(one.source))).collect());
}

#[test]
#[ignore = "writes the golden folder, when a form was added"]
fn the_golden_folder_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = make::folder(folder.path());
    let text = read(&mut store);
    assert!(std::env::var_os("SIXTY_ONE_UPDATE").is_some(), "SIXTY_ONE_UPDATE=1 writes it");
    let copied = store.backup(crate::BackupReason::Asked, NOW).unwrap();
    fs::create_dir_all(golden("folder")).unwrap();
    fs::copy(copied.path, golden("folder/sessions.db")).unwrap();
    fs::copy(Files::new(folder.path()).mirror(), golden("folder/sessions.mirror")).unwrap();
    copy(&folder.path().join("pictures"), &golden("folder/pictures"));
    fs::write(golden("folder.txt"), text).unwrap();
}
