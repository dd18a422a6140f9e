//! Export and import: the same bytes again, and nothing changes when a file is bad.

use super::{Folder, NOW, long_game};
use game::record::Record;
use game::rng::Rng;
use game::rules::{PRESETS, Pairs};
use game::self_play::play_match;
use game::{Match, Setup};
use serde_json::Value;
use std::collections::BTreeSet;
use store::{ImportError, Imported, Journal, MatchId, Store, Timestamp};

/// A game of every rule set, one of them unfinished.
fn fill(store: &mut Store) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for (i, preset) in PRESETS.iter().enumerate() {
        let pairs = preset.rules.pairs == Pairs::Always;
        let names = ["Anna \"A\"", "Ben\\", "Cleo", "Dan"];
        let of = |players: usize| Setup { pairs, ..Setup::new(preset.rules.clone(), &names[..players]) };
        // Some games are for four alone.
        let play = |players| play_match(of(players), &[0.7, 0.3, 0.5, 0.1][..players], i % 2 == 0, i as u64);
        let game = play(2).or_else(|_| play(4)).unwrap();
        let id = MatchId::from_seed(100 + i as u64);
        let events = if i == 3 { &game.events()[..game.events().len() / 2] } else { game.events() };
        for (j, act) in events.chunks(1 + i % 3).enumerate() {
            store.append(id, act, Timestamp(NOW.0 + 1000 * (100 * i + j) as i64)).unwrap();
        }
        ids.push(id);
    }
    ids
}

fn sample(name: &str) -> (Folder, Store, String) {
    let folder = Folder::new(name);
    let mut store = Store::open(folder.path()).unwrap().store;
    let ids = fill(&mut store);
    let json = store.export(&ids).unwrap();
    (folder, store, json)
}

#[test]
fn export_import_export_gives_the_same_bytes() {
    let (_folder, mut store, json) = sample("export");
    let known = Imported { known: PRESETS.len(), ..Imported::default() };
    assert_eq!(store.import(json.as_bytes()).unwrap(), known, "into the same installation");
    let other = Folder::new("import");
    let mut empty = Store::open(other.path()).unwrap().store;
    assert_eq!(empty.import(json.as_bytes()).unwrap(), Imported { new: PRESETS.len(), ..Imported::default() });
    let ids = empty.match_ids().unwrap();
    assert_eq!(empty.export(&ids).unwrap(), json);
    assert!(empty.check().unwrap().is_good());
    assert_eq!(empty.matches().unwrap(), store.matches().unwrap());
    // Another program's way of writing JSON does not matter.
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&json).unwrap()).unwrap();
    assert_eq!(empty.import(pretty.as_bytes()).unwrap(), known);
}

/// The matches of the worked examples of leagues, by their own rules: penalties, hands given away, carried stakes, resets,
/// and five or six players.
fn league_examples() -> Vec<Match> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../game/tests/rules/leagues.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let examples = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let records = examples.filter(|example| example["kind"] == "record").map(|example| {
        let text = |key: &str| example[key].as_str().unwrap().to_owned();
        let players = usize::try_from(example["players"].as_u64().unwrap()).unwrap();
        let names = ["\"A\"", "\"B\"", "\"C\"", "\"D\"", "\"E\"", "\"F\""][..players].join(" ");
        let pairs = if example["pairs"] == true && players == 4 { "yes" } else { "no" };
        let head = format!("[Rules \"{}\"]\n[Players {names}]\n[Pairs \"{pairs}\"]\n", text("rules"));
        Record::parse(&format!("{head}{}end\n", text("acts"))).unwrap().game
    });
    records.collect()
}

#[test]
fn what_leagues_brought_goes_through_export_and_import() {
    let games = league_examples();
    assert!(games.len() > 60 && games.iter().any(|game| game.setup().seats() == 6));
    // Each axis that leagues brought differs from the plain value in some match.
    for axis in ["carry", "first_pass", "misplay", "pips_pay", "reset", "target", "hand_sizes", "capicua", "out_bonus"]
    {
        let values: BTreeSet<String> = games.iter().filter_map(|game| game.setup().rules.get(axis)).collect();
        assert!(values.len() > 1, "{axis}: {values:?}");
    }
    let (folder, other) = (Folder::new("leagues"), Folder::new("leagues-import"));
    let mut store = Store::open(folder.path()).unwrap().store;
    let ids: Vec<MatchId> = (0..games.len()).map(|n| MatchId::from_seed(n as u64)).collect();
    for (id, game) in ids.iter().zip(&games) {
        store.append(*id, game.events(), NOW).unwrap();
    }
    let json = store.export(&ids).unwrap();
    let mut empty = Store::open(other.path()).unwrap().store;
    assert_eq!(empty.import(json.as_bytes()).unwrap(), Imported { new: games.len(), ..Imported::default() });
    assert_eq!(empty.export(&ids).unwrap(), json);
    for (id, game) in ids.iter().zip(&games) {
        let events = empty.load(*id).unwrap();
        let read = Match::replay(events.iter().map(|stored| &stored.event.act)).unwrap();
        assert_eq!(read.state(), game.state(), "{}", game.setup().rules);
        // The written record says the same.
        let written = Record { tags: Vec::new(), game: read }.write();
        assert_eq!(Record::parse(&written).unwrap().game.state(), game.state(), "{written}");
    }
}

#[test]
fn a_longer_game_is_taken_on_and_another_end_is_refused() {
    let script = long_game(5);
    let game = MatchId::from_seed(5);
    let [long, short, other] = ["long", "short", "other"].map(Folder::new);
    let mut stores = [&long, &short, &other].map(|folder| Store::open(folder.path()).unwrap().store);
    for (store, n) in stores.iter_mut().zip([40, 25, 25]) {
        for event in &script[..n] {
            store.append(game, std::slice::from_ref(event), NOW).unwrap();
        }
    }
    stores[2].append(game, &[script[30].clone()], NOW).unwrap();
    let [long, short, other] = &mut stores;
    let file = long.export(&[game]).unwrap();
    assert_eq!(short.import(file.as_bytes()).unwrap(), Imported { longer: 1, ..Imported::default() });
    assert_eq!(short.export(&[game]).unwrap(), file);
    assert!(matches!(other.import(file.as_bytes()), Err(ImportError::Differs { event: 26, .. })));
    assert_eq!(other.load(game).unwrap().len(), 26);
}

#[test]
fn what_a_journal_could_not_save_is_imported_later() {
    let script = long_game(6);
    let game = MatchId::from_seed(6);
    let [here, nowhere] = ["here", "nowhere"].map(Folder::new);
    let mut store = Store::open(here.path()).unwrap().store;
    std::fs::write(nowhere.path(), "in the way").unwrap();
    let mut journal = Journal::without_store(nowhere.path(), &Store::open(nowhere.path()).unwrap_err());
    for act in script[..30].chunks(3) {
        journal.record(game, act, NOW);
    }
    let file = journal.unsaved_json();
    assert_eq!(store.import(file.as_bytes()).unwrap(), Imported { new: 1, ..Imported::default() });
    let events: Vec<_> = store.load(game).unwrap().into_iter().map(|stored| stored.event).collect();
    assert_eq!(events, script[..30]);
    assert_eq!(store.import(file.as_bytes()).unwrap(), Imported { known: 1, ..Imported::default() });
    refuse(&mut store, file.replace("\"after\":6", "\"after\":7").as_bytes(), &["act 3", "30 events"]);
    std::fs::remove_file(nowhere.path()).unwrap();
}

/// A bad file names the place, and the store stays byte for byte as it was.
fn refuse(store: &mut Store, file: &[u8], parts: &[&str]) {
    let before = store.match_ids().unwrap();
    let error = store.import(file).expect_err(&String::from_utf8_lossy(&file[..file.len().min(200)])).to_string();
    for part in parts {
        assert!(error.contains(part), "{error}: no `{part}`");
    }
    assert_eq!(store.match_ids().unwrap(), before);
}

#[test]
fn bad_files_are_named() {
    let (_folder, _, json) = sample("bad-source");
    let target = Folder::new("bad");
    let mut store = Store::open(target.path()).unwrap().store;
    let edit = |edit: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&json).unwrap();
        edit(&mut value);
        value.to_string().into_bytes()
    };
    refuse(&mut store, b"", &["not a file of Sixty-One matches"]);
    refuse(&mut store, b"\xff\xfe\x00", &["not a file of Sixty-One matches"]);
    refuse(&mut store, "[".repeat(1 << 20).as_bytes(), &["not a file of Sixty-One matches"]);
    refuse(&mut store, &json.as_bytes()[..json.len() / 2], &["line"]);
    refuse(&mut store, b"{\"some\":\"json\"}", &["\"format\""]);
    refuse(&mut store, &edit(&|v| v["version"] = 2.into()), &["version 2"]);
    refuse(&mut store, &edit(&|v| v["games"] = 2.into()), &["expected a list"]);
    refuse(&mut store, &edit(&|v| v["games"][1]["id"] = "0000000000000000".into()), &["game 2", "not the id"]);
    refuse(&mut store, &edit(&|v| v["games"][1]["extra"] = 1.into()), &["game 2", "unknown field `extra`"]);
    refuse(&mut store, &edit(&|v| v["games"][2]["acts"] = Value::Array(Vec::new())), &["game 3", "no acts"]);
    refuse(&mut store, &edit(&|v| v["games"][0]["acts"][1]["at"] = "noon".into()), &["game 1", "act 2", "not a time"]);
    refuse(&mut store, &edit(&|v| v["games"][0]["acts"][1]["at"] = 5.into()), &["game 1", "checksum"]);
    let event = |v: &mut Value, key: &str, value: Value| v["games"][0]["acts"][2]["events"][0]["is"][key] = value;
    refuse(&mut store, &edit(&|v| event(v, "seat", "Z".into())), &["game 1", "act 3, event 1", "`Z` is not a seat"]);
    refuse(&mut store, &edit(&|v| event(v, "tile", "7-99".into())), &["act 3, event 1", "99"]);
    refuse(&mut store, &edit(&|v| event(v, "hack", 1.into())), &["act 3, event 1", "unknown fields"]);
    refuse(&mut store, &edit(&|v| v["games"][0]["acts"][2]["events"][0]["kind"] = "cheat".into()), &["`cheat`"]);
    refuse(&mut store, &edit(&|v| v["games"][0]["acts"][2]["events"][0]["version"] = 9.into()), &["version 9"]);
    let doubled = edit(&|v| {
        let first = v["games"][0].clone();
        v["games"].as_array_mut().unwrap().push(first);
    });
    refuse(&mut store, &doubled, &["twice"]);
    let setup = |v: &mut Value, key: &str, value: Value| v["games"][0]["acts"][0]["events"][0]["is"][key] = value;
    refuse(&mut store, &edit(&|v| setup(v, "best_of", 1000.into())), &["best_of"]);
    refuse(&mut store, &edit(&|v| v["games"][0]["acts"][0]["events"][0]["is"]["rules"]["id"] = "x".into()), &["`x`"]);
    assert!(store.match_ids().unwrap().is_empty());
}

/// Thousands of damaged files: nothing panics, and what is not refused is the same game.
#[test]
fn damaged_files() {
    let (_folder, source, _) = sample("fuzz-source");
    let id = MatchId::from_seed(100);
    let json = source.export(&[id]).unwrap();
    let target = Folder::new("fuzz");
    let mut store = Store::open(target.path()).unwrap().store;
    let mut rng = Rng::new(0xf022);
    let (mut refused, cases) = (0, 2000);
    for case in 0..cases {
        let mut bytes = json.clone().into_bytes();
        for _ in 0..=rng.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.below(bytes.len());
            match rng.below(5) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at + 1),
                3 => {
                    let end = (at + rng.below(200)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = rng.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                _ => bytes[at] = *rng.pick(b"0123456789{}[]\",:-eE.null").unwrap(),
            }
        }
        match store.import(&bytes) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
                if case < 5 {
                    assert!(store.match_ids().unwrap().is_empty());
                }
            }
            // A blank or a letter in a place without meaning.
            Ok(_) => assert_eq!(store.export(&[id]).unwrap(), json, "case {case}"),
        }
    }
    println!("{refused} of {cases} damaged files were refused, the others hold the same game");
    assert!(refused > cases * 9 / 10);
}

/// Acts without a checksum, changed at random: the importer takes what can have been played and refuses the rest with the
/// place, and either way the store is whole afterwards.
#[test]
fn hostile_acts() {
    let folder = Folder::new("hostile");
    let mut store = Store::open(folder.path()).unwrap().store;
    let nowhere = Folder::new("hostile-nowhere");
    std::fs::write(nowhere.path(), "in the way").unwrap();
    let script = long_game(2);
    let mut rng = Rng::new(0xacc5);
    let (mut taken, mut refused) = (0, 0);
    for case in 0..400 {
        let game = MatchId::from_seed(70_000 + case);
        let mut journal = Journal::without_store(nowhere.path(), &Store::open(nowhere.path()).unwrap_err());
        for act in script[..12].chunks(2) {
            journal.record(game, act, NOW);
        }
        let mut file: Value = serde_json::from_str(&journal.unsaved_json()).unwrap();
        for _ in 0..=rng.below(2) {
            mutate(&mut file["acts"], &mut rng);
        }
        let before = store.match_ids().unwrap();
        match store.import(file.to_string().as_bytes()) {
            Ok(_) => taken += 1,
            Err(error) => {
                refused += 1;
                let error = error.to_string();
                assert!(["act", "match"].iter().any(|word| error.contains(word)), "case {case}: {error}");
                assert_eq!(store.match_ids().unwrap(), before, "case {case}");
            }
        }
    }
    std::fs::remove_file(nowhere.path()).unwrap();
    println!("{taken} changed files could have been played, {refused} were refused");
    assert!(taken > 0 && refused > 200);
    let report = store.check().unwrap();
    assert!(report.is_good(), "{:?}", report.problems);
    let ids = store.match_ids().unwrap();
    let json = store.export(&ids).unwrap();
    let copy = Folder::new("hostile-copy");
    let mut other = Store::open(copy.path()).unwrap().store;
    other.import(json.as_bytes()).unwrap();
    assert_eq!(other.export(&ids).unwrap(), json);
}

/// Changes one thing somewhere in a JSON value.
fn mutate(value: &mut Value, rng: &mut Rng) {
    let inside = match value {
        Value::Array(items) => items.len(),
        Value::Object(map) => map.len(),
        _ => 0,
    };
    if inside > 0 && rng.chance(0.85) {
        let at = rng.below(inside);
        match value {
            Value::Array(items) if rng.chance(0.06) => drop(items.remove(at)),
            Value::Array(items) if rng.chance(0.06) => items.insert(at, items[at].clone()),
            Value::Array(items) if rng.chance(0.06) => items.swap(0, at),
            Value::Array(items) => mutate(&mut items[at], rng),
            Value::Object(map) => {
                let key = map.keys().nth(at).unwrap().clone();
                if rng.chance(0.03) {
                    map.remove(&key);
                } else {
                    mutate(&mut map[&key], rng);
                }
            }
            _ => {}
        }
        return;
    }
    let odd = [
        "null",
        "true",
        "-1",
        "0",
        "1",
        "6",
        "4294967296",
        "1e308",
        "\"A\"",
        "\"B\"",
        "\"6-6\"",
        "\"5-0\"",
        "\"0.a\"",
        "\"3.s1\"",
        "\"knock\"",
        "\"undo\"",
        "\"\"",
        "[]",
        "{}",
        "\"\\u0000\"",
        "\"12\"",
        "9223372036854775807",
    ];
    *value = serde_json::from_str(rng.pick(&odd).unwrap()).unwrap();
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let folder = Folder::new("huge");
    let mut store = Store::open(folder.path()).unwrap().store;
    // Unwritten pages cost nothing.
    let file = folder.path().join("huge.json");
    std::fs::File::create(&file).unwrap().set_len((4 << 30) + 1).unwrap();
    let error = store.import_file(&file).unwrap_err();
    assert!(matches!(error, ImportError::TooLarge { .. }), "{error}");
}

/// A file rewritten by another program, its fields in alphabetical order; a piece longer than any game.
#[test]
fn the_order_of_fields_does_not_matter_and_endless_games_are_refused() {
    let (_folder, _, json) = sample("order-source");
    let target = Folder::new("order");
    let mut store = Store::open(target.path()).unwrap().store;
    let value: Value = serde_json::from_str(&json).unwrap();
    let late = format!("{{\"games\":{},\"format\":{},\"version\":1}}", value["games"], value["format"]);
    let endless = format!("{}{}", &json[..json.find('[').unwrap() + 1], "[".repeat(50));
    refuse(&mut store, format!("{endless}{}", "0,".repeat(5 << 20)).as_bytes(), &["longer than 8388608 bytes"]);
    refuse(&mut store, json.replace("\"games\"", "\"matches\"").as_bytes(), &["no list `games`"]);
    let games = value["games"].as_array().unwrap().len();
    assert_eq!(store.import(late.as_bytes()).unwrap(), Imported { new: games, ..Imported::default() });
}

/// A backup, or a database that was kept aside, is imported like a file of games; another database is not.
#[test]
fn a_backup_from_another_drive_is_imported() {
    let (_folder, source, json) = sample("database-source");
    let backup = source.backup(store::BackupReason::Asked, NOW).unwrap();
    let target = Folder::new("database");
    let mut store = Store::open(target.path()).unwrap().store;
    let games = source.match_ids().unwrap();
    assert_eq!(store.import_file(&backup.path).unwrap(), Imported { new: games.len(), ..Imported::default() });
    assert_eq!(store.import_file(&backup.path).unwrap(), Imported { known: games.len(), ..Imported::default() });
    assert_eq!(store.export(&games).unwrap(), json);
    let other = target.path().join("other.db");
    let conn = rusqlite::Connection::open(&other).unwrap();
    conn.execute_batch(
        "CREATE VIEW event AS WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x FROM t) SELECT x FROM t",
    )
    .unwrap();
    let ours: i32 = 0x3631_3631;
    conn.pragma_update(None, "application_id", ours).unwrap();
    conn.pragma_update(None, "user_version", 1).unwrap();
    drop(conn);
    let error = store.import_file(&other).unwrap_err();
    assert!(error.to_string().contains("another database"), "{error}");
}
