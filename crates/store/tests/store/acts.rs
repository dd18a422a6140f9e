//! Acts, resume, one writer, backups, deletion, notices.

use super::{Folder, NOW, event};

use game::Setup;
use game::rules::RuleSet;
use game::self_play::play_match;
use std::fs;
use std::path::Path;
use store::{BackupReason, Journal, MatchId, Notice, OpenError, Saved, Store, StoreError, Timestamp, open_or_recover};

#[test]
fn acts_come_back_in_order_after_reopening() {
    let folder = Folder::new("order");
    let game = MatchId::from_seed(1);
    {
        let opened = Store::open(folder.path()).unwrap();
        assert_eq!(opened.notices, [Notice::Created]);
        let mut store = opened.store;
        for act in 0..20 {
            store.append(game, &[event(2 * act), event(2 * act + 1)], NOW).unwrap();
        }
    }
    let opened = Store::open(folder.path()).unwrap();
    assert_eq!(opened.notices, []);
    let log = opened.store.load(game).unwrap();
    assert_eq!(log.iter().map(|e| e.event.clone()).collect::<Vec<_>>(), (0..40).map(event).collect::<Vec<_>>());
    assert_eq!(log.iter().map(|e| e.n).collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());
    assert_eq!(log.iter().map(|e| e.act).collect::<Vec<_>>(), (0..40).map(|i| i / 2 + 1).collect::<Vec<_>>());
    assert!(matches!(opened.store.load(MatchId::from_seed(2)), Err(StoreError::NoMatch { .. })));
    assert!(opened.store.check().unwrap().is_good());
}

#[test]
fn an_act_for_an_older_state_is_refused() {
    let folder = Folder::new("step");
    let mut store = Store::open(folder.path()).unwrap().store;
    let game = MatchId::from_seed(1);
    store.append_after(game, 0, &[event(0)], NOW).unwrap();
    let refused = store.append_after(game, 0, &[event(1)], NOW);
    assert!(matches!(refused, Err(StoreError::OutOfStep { expected: 0, found: 1, .. })), "{refused:?}");
    assert!(matches!(store.append(game, &[], NOW), Err(StoreError::EmptyAct)));
    assert_eq!(store.load(game).unwrap().len(), 1);
}

#[test]
fn a_second_instance_is_told_and_may_read() {
    let folder = Folder::new("lock");
    let mut first = Store::open(folder.path()).unwrap().store;
    let game = MatchId::from_seed(1);
    first.append(game, &[event(0)], NOW).unwrap();
    match Store::open(folder.path()) {
        Err(OpenError::InUse { holder, .. }) => assert_eq!(holder, Some(std::process::id())),
        other => panic!("{other:?}"),
    }
    let mut reader = Store::open_read_only(folder.path()).unwrap();
    assert_eq!(reader.load(game).unwrap().len(), 1);
    assert!(matches!(reader.append(game, &[event(1)], NOW), Err(StoreError::ReadOnly { .. })));
    drop(first);
    Store::open(folder.path()).unwrap();
}

#[test]
fn a_newer_schema_opens_for_reading_and_stays_as_it_is() {
    let folder = Folder::new("newer");
    let game = MatchId::from_seed(1);
    Store::open(folder.path()).unwrap().store.append(game, &[event(0)], NOW).unwrap();
    let database = folder.path().join("sessions.db");
    let conn = rusqlite::Connection::open(&database).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let before = fs::read(&database).unwrap();
    let opened = open_or_recover(folder.path(), NOW).unwrap();
    assert!(opened.notices[0].to_string().contains("newer Sixty-One (version 99"), "{}", opened.notices[0]);
    assert_eq!(opened.store.load(game).unwrap().len(), 1);
    let mut journal = Journal::new(opened.store);
    assert_eq!(journal.record(game, &[event(1)], NOW), Saved::InMemory { behind: 0 });
    assert_eq!(journal.unsaved(), 1);
    assert!(journal.trouble().unwrap().contains("newer Sixty-One"));
    drop(journal);
    assert_eq!(fs::read(&database).unwrap(), before);
}

#[test]
fn games_are_hidden_and_come_back() {
    let folder = Folder::new("hidden");
    let mut store = Store::open(folder.path()).unwrap().store;
    let game = MatchId::from_seed(1);
    assert!(matches!(store.delete_match(game, NOW), Err(StoreError::NoMatch { .. })));
    store.append(game, &[event(0)], NOW).unwrap();
    store.delete_match(game, NOW).unwrap();
    assert!(store.book().unwrap().deleted.contains(&game));
    assert_eq!(store.load(game).unwrap().len(), 1);
    store.restore_match(game, NOW).unwrap();
    assert!(store.book().unwrap().deleted.is_empty());
}

#[test]
fn merged_players_and_house_rules() {
    let folder = Folder::new("book");
    let mut store = Store::open(folder.path()).unwrap().store;
    store.merge_players("Ann", "Anne", NOW).unwrap();
    store.merge_players("Anne", "Anna", NOW).unwrap();
    assert_eq!(store.book().unwrap().player("Ann"), "Anna");
    // A circle is not made.
    store.merge_players("Anna", "Ann", NOW).unwrap();
    let book = store.book().unwrap();
    assert_ne!(book.player("Anna"), "Ann");
    for target in [61, 121] {
        let mut rules = RuleSet::parse(&format!("pafos target={target} win_on_lead=no")).unwrap();
        rules.house = Some("Red Lion".to_owned());
        store.save_house_rules(&rules, NOW).unwrap();
    }
    let saved = &store.book().unwrap().house_rules["Red Lion"];
    assert_eq!((saved.to_string().as_str(), saved.title().as_str()), ("pafos target=121 win_on_lead=no", "Red Lion"));
    let nameless = RuleSet::preset("pafos").unwrap();
    assert!(store.save_house_rules(&nameless, NOW).is_err());
    store.remove_house_rules("Red Lion", NOW).unwrap();
    assert!(store.book().unwrap().house_rules.is_empty());
}

#[test]
fn derived_tables_may_go_at_any_time() {
    let folder = Folder::new("derived");
    let mut store = Store::open(folder.path()).unwrap().store;
    for seed in 1..=3 {
        store.append(MatchId::from_seed(seed), &super::long_game(seed)[..50], NOW).unwrap();
    }
    let list = store.matches().unwrap();
    assert_eq!(list.len(), 3);
    for sql in [
        "DROP TABLE summary",
        "DROP TABLE turns",
        "DROP TABLE derived",
        "UPDATE derived SET value = value + 1 WHERE name = 'seq'",
        "UPDATE summary SET line = CAST(line || x'00' AS BLOB)",
    ] {
        let conn = rusqlite::Connection::open(folder.path().join("sessions.db")).unwrap();
        conn.execute_batch(sql).unwrap();
        drop(conn);
        assert_eq!(store.matches().unwrap(), list, "{sql}");
        assert!(store.check().unwrap().is_good(), "{sql}");
        assert_eq!(store.rebuild().unwrap(), 3);
    }
}

/// A flag beside a line of the list is as good as the line: the start finds what was flipped.
#[test]
fn a_flipped_flag_of_the_list_hides_no_open_match() {
    for sql in ["UPDATE summary SET open = 0", "UPDATE summary SET game = game + 1", "DELETE FROM summary"] {
        let folder = Folder::new("flag");
        let mut store = Store::open(folder.path()).unwrap().store;
        let game = MatchId::from_seed(1);
        store.append(game, &super::long_game(1)[..50], NOW).unwrap();
        assert_eq!(store.last_open_match().unwrap(), Some(game));
        drop(store);
        let conn = rusqlite::Connection::open(folder.path().join("sessions.db")).unwrap();
        assert_eq!(conn.execute(sql, []).unwrap(), 1);
        drop(conn);
        let mut opened = open_or_recover(folder.path(), NOW).unwrap();
        assert_eq!((opened.store.last_open_match().unwrap(), opened.notices.len()), (Some(game), 0), "{sql}");
        assert_eq!(opened.store.matches().unwrap().len(), 1, "{sql}");
        assert!(opened.store.check().unwrap().is_good(), "{sql}");
    }
}

#[test]
fn twenty_backups_are_kept_and_one_can_be_restored() {
    let folder = Folder::new("backup");
    let game = MatchId::from_seed(1);
    let mut store = Store::open(folder.path()).unwrap().store;
    for i in 0..25 {
        store.append(game, &[event(i)], NOW).unwrap();
        let backup = store.backup(BackupReason::GameStart, Timestamp(NOW.0 + i64::from(i) * 1000)).unwrap();
        assert!(backup.bytes > 0);
    }
    let backups = store.backups();
    assert_eq!(backups.len(), 20);
    // Only the files named: no companions, nothing unfinished.
    assert_eq!(fs::read_dir(folder.path().join("backups")).unwrap().count(), 20);
    assert!(store::restore(folder.path(), &backups[3].path, NOW).is_err(), "while it is in use");
    drop(store);
    let aside = store::restore(folder.path(), &backups[3].path, NOW).unwrap();
    assert!(aside.join("sessions.db").exists());
    let store = Store::open(folder.path()).unwrap().store;
    assert_eq!(store.load(game).unwrap().len(), 22);
    assert!(store.check().unwrap().is_good());
}

#[test]
fn a_foreign_file_is_kept_aside_and_the_newest_backup_used() {
    let folder = Folder::new("foreign");
    let game = MatchId::from_seed(1);
    let mut store = Store::open(folder.path()).unwrap().store;
    store.append(game, &[event(0), event(1)], NOW).unwrap();
    store.backup(BackupReason::GameEnd, NOW).unwrap();
    drop(store);
    let database = folder.path().join("sessions.db");
    for content in [b"not a database, a shopping list".to_vec(), other_database(folder.path())] {
        fs::write(&database, &content).unwrap();
        match Store::open(folder.path()) {
            Err(OpenError::Foreign { newest_backup, .. }) => assert!(newest_backup.is_some()),
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read(&database).unwrap(), content, "untouched");
        let opened = open_or_recover(folder.path(), NOW).unwrap();
        let Some(Notice::Recovered(recovery)) = opened.notices.last() else { panic!("{:?}", opened.notices) };
        assert_eq!(fs::read(recovery.kept_aside.join("sessions.db")).unwrap(), content, "kept as it was");
        assert_eq!((recovery.games, recovery.events, recovery.from_elsewhere), (1, 2, 2));
        assert_eq!(opened.store.load(game).unwrap().len(), 2);
    }
}

fn other_database(folder: &Path) -> Vec<u8> {
    let path = folder.join("other.db");
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA user_version = 3; CREATE TABLE contact (name TEXT)").unwrap();
    drop(conn);
    fs::read(path).unwrap()
}

#[test]
fn a_folder_that_is_a_file_is_named() {
    let folder = Folder::new("file");
    fs::write(folder.path(), "x").unwrap();
    let error = open_or_recover(folder.path(), NOW).unwrap_err();
    assert!(error.to_string().contains("can't use the data folder"), "{error}");
    drop(fs::remove_file(folder.path()));
}

#[test]
fn an_evening_without_a_folder_is_saved_when_the_folder_comes() {
    let folder = Folder::new("late");
    fs::write(folder.path(), "in the way").unwrap();
    let error = Store::open(folder.path()).unwrap_err();
    let mut journal = Journal::without_store(folder.path(), &error);
    let game = journal.new_match_id();
    for i in 0..3 {
        assert_eq!(journal.record(game, &[event(i)], NOW), Saved::InMemory { behind: i as usize });
    }
    assert_eq!((journal.retry(), journal.unsaved()), (3, 3));
    let unsaved: serde_json::Value = serde_json::from_str(&journal.unsaved_json()).unwrap();
    assert_eq!(unsaved["acts"][2]["events"][0]["kind"], "play");
    fs::remove_file(folder.path()).unwrap();
    assert_eq!((journal.retry(), journal.trouble()), (0, None));
    assert!(matches!(journal.record(game, &[event(3)], NOW), Saved::OnDisk(_)));
    assert_eq!(journal.into_store().unwrap().load(game).unwrap().len(), 4);
}

#[test]
fn pictures_stay_within_their_quota() {
    let folder = Folder::new("pictures");
    let store = Store::open(folder.path()).unwrap().store;
    let pictures = store.pictures().with_quota(10_000);
    let game = MatchId::from_seed(1);
    for n in 1..=30 {
        pictures.keep(game, n, &vec![n as u8; 1000]).unwrap();
    }
    assert!(pictures.bytes() <= 10_000);
    assert_eq!(pictures.get(game, 30), Some(vec![30; 1000]));
    assert_eq!(pictures.get(game, 1), None);
    pictures.drop_all();
    assert_eq!(pictures.bytes(), 0);
}

/// A database of every schema that was released opens, is sound and holds the recorded games. A fixture is made once,
/// by running with `SIXTY_ONE_UPDATE=1` while its file is missing, and never again.
#[test]
fn fixtures_of_every_version_open() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/db");
    for version in 1..=1 {
        let [database, export] = ["sqlite", "json"].map(|end| fixtures.join(format!("v{version}.{end}")));
        if !database.exists() && std::env::var_os("SIXTY_ONE_UPDATE").is_some() {
            make_fixture(&database, &export);
        }
        let folder = Folder::new("fixture");
        fs::create_dir_all(folder.path()).unwrap();
        fs::copy(&database, folder.path().join("sessions.db")).unwrap();
        let mut store = Store::open(folder.path()).unwrap().store;
        let report = store.check().unwrap();
        assert!(report.is_good(), "{:?}", report.problems);
        let games = store.match_ids().unwrap();
        assert_eq!(store.export(&games).unwrap(), fs::read_to_string(export).unwrap());
        let listed = store.matches().unwrap();
        assert_eq!((games.len(), listed.len()), (3, 2), "one is deleted");
        assert_eq!(store.book().unwrap().player("Bem"), "Ben");
        assert_eq!(store.last_open_match().unwrap(), Some(MatchId::from_seed(3)));
    }
}

fn make_fixture(database: &Path, export: &Path) {
    let folder = Folder::new("make-fixture");
    let mut store = Store::open(folder.path()).unwrap().store;
    for (seed, id) in [(1, "pafos"), (2, "muggins"), (3, "all_fives_200")] {
        let setup = Setup::new(RuleSet::preset(id).unwrap(), &["Anna", if seed == 2 { "Bem" } else { "Ben" }]);
        let game = play_match(setup, &[0.8, 0.4], seed == 1, seed).unwrap();
        let events = if seed == 3 { &game.events()[..20] } else { game.events() };
        for act in events.chunks(2) {
            store.append(MatchId::from_seed(seed), act, Timestamp(NOW.0 + seed as i64)).unwrap();
        }
    }
    store.delete_match(MatchId::from_seed(1), NOW).unwrap();
    store.merge_players("Bem", "Ben", NOW).unwrap();
    let backup = store.backup(BackupReason::Asked, NOW).unwrap();
    fs::copy(backup.path, database).unwrap();
    fs::write(export, store.export(&store.match_ids().unwrap()).unwrap()).unwrap();
}
