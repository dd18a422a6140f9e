//! What was shown as recorded survives a crash or damage of any single file, or the loss is reported.

use super::{Folder, NOW, event, long_game};
use game::rng::Rng;
use std::fs;
use std::path::Path;
use store::{
    BackupReason, CopyOutcome, Event, Journal, MatchId, Notice, Opened, Saved, Store, Timestamp, open_or_recover,
};

const DATABASE: &str = "sessions.db";
const LOG: &str = "sessions.db-wal";
const MIRROR: &str = "sessions.mirror";

/// An evening as it stands on disk when the program is killed: the files are copied away while it is open.
fn killed(name: &str, games: &[(MatchId, usize)], backup: bool) -> Folder {
    let (open, copy) = (Folder::new(&format!("{name}-open")), Folder::new(name));
    let mut store = Store::open(open.path()).unwrap().store;
    for (i, &(game, events)) in games.iter().enumerate() {
        let script = script(i);
        for act in 0..events {
            store.append(game, &script[act..=act], NOW).unwrap();
            if backup && act == 0 {
                store.backup(BackupReason::GameStart, Timestamp(NOW.0 + i as i64)).unwrap();
            }
        }
    }
    copy_folder(open.path(), copy.path());
    copy
}

fn script(game: usize) -> Vec<Event> {
    long_game(game as u64 + 1)
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else if !entry.file_name().to_string_lossy().ends_with("-shm") {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn game() -> MatchId {
    MatchId::from_seed(1)
}

/// Reports whether everything is there, or the loss is reported.
fn kept_or_told(what: &str, opened: &Opened, game: MatchId, events: usize) -> bool {
    let there = opened.store.load(game).map_or(0, |log| log.len());
    let told = opened.notices.iter().any(|notice| notice.to_string().contains("events"));
    assert!(there == events || told, "{what}: {there} of {events} are there and nobody says so: {:?}", opened.notices);
    there == events
}

/// The evening of an empty folder is in the log beside the database until something moves it: a bit of the log, or
/// the log itself, may go.
#[test]
fn a_first_evening_survives_its_log() {
    let sound = killed("first", &[(game(), 30)], true);
    let length = fs::metadata(sound.path().join(LOG)).unwrap().len() as usize;
    let mut rng = Rng::new(1);
    type Damage = (String, Box<dyn Fn(&Path)>);
    let mut damages: Vec<Damage> = vec![
        ("the log is deleted".to_owned(), Box::new(|folder| fs::remove_file(folder.join(LOG)).unwrap())),
        ("the log is empty".to_owned(), Box::new(|folder| fs::write(folder.join(LOG), []).unwrap())),
        ("the database is deleted".to_owned(), Box::new(|folder| fs::remove_file(folder.join(DATABASE)).unwrap())),
        ("the database is emptied".to_owned(), Box::new(|folder| fs::write(folder.join(DATABASE), []).unwrap())),
    ];
    for at in [17].into_iter().chain((0..25).map(|_| rng.below(length))) {
        let flip = move |folder: &Path| flip(&folder.join(LOG), at, 0);
        damages.push((format!("bit 0 of byte {at} of the log"), Box::new(flip)));
    }
    for (what, damage) in damages {
        let folder = Folder::new("first-damaged");
        copy_folder(sound.path(), folder.path());
        damage(folder.path());
        let opened = open_or_recover(folder.path(), NOW).unwrap();
        assert!(kept_or_told(&what, &opened, game(), 30), "{what}: one file costs nothing: {:?}", opened.notices);
    }
}

fn flip(path: &Path, at: usize, bit: u8) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 1 << bit;
    fs::write(path, bytes).unwrap();
}

/// A copy of the database alone has whole hands; a killed evening is not in the log alone.
#[test]
fn the_database_alone_has_every_hand_that_ended() {
    let folder = Folder::new("alone");
    let mut store = Store::open(folder.path()).unwrap().store;
    let script = script(0);
    let mut ended = 0;
    for (i, event) in script.iter().take(80).enumerate() {
        store.append(game(), std::slice::from_ref(event), NOW).unwrap();
        if matches!(event.act, game::Act::Deal { .. }) {
            ended = i + 1;
        }
    }
    let copy = Folder::new("alone-copy");
    fs::create_dir_all(copy.path()).unwrap();
    fs::copy(folder.path().join(DATABASE), copy.path().join(DATABASE)).unwrap();
    let opened = open_or_recover(copy.path(), NOW).unwrap();
    let there = opened.store.load(game()).map_or(0, |log| log.len());
    assert!(ended > 30 && there >= ended, "{there} of {ended}");
}

/// An empty database in a folder that had games: the second record and the backup know better.
#[test]
fn an_empty_database_beside_a_backup_is_a_damage() {
    let folder = killed("emptied", &[(game(), 20)], true);
    for name in [DATABASE, LOG, MIRROR] {
        drop(fs::remove_file(folder.path().join(name)));
    }
    let conn = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    conn.execute_batch("CREATE TABLE x (y); DROP TABLE x;").unwrap();
    drop(conn);
    let opened = open_or_recover(folder.path(), NOW).unwrap();
    let told: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|words| words.contains("kept in")), "{told:?}");
    assert_eq!(opened.store.load(game()).unwrap().len(), 1, "what the backup had");
}

/// Flips a bit in the index by games alone: the row of the last event is there, and the index does not lead to it.
fn hide_in_index(folder: &Path, game: MatchId, last: usize) {
    let path = folder.join(DATABASE);
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_event_1'";
    let root: i64 = conn.query_row(sql, [], |row| row.get(0)).unwrap();
    let root = root as usize;
    drop(conn);
    let mut bytes = fs::read(&path).unwrap();
    let page = &mut bytes[(root - 1) * 4096..root * 4096];
    // An entry: header, game (8 bytes), place (1 byte), row id. The game's number is followed by the place.
    let id = u64::from_str_radix(&game.to_string(), 16).unwrap().to_be_bytes();
    let entry = [&id[..], &[last as u8]].concat();
    let at = page.windows(9).position(|window| window == entry).unwrap();
    page[at] ^= 0x01;
    fs::write(&path, bytes).unwrap();
}

/// One bit in the index hid the last drop; the next was stored with its number, and gone after the next start.
#[test]
fn a_bit_in_the_index_hides_nothing() {
    for mirror in [true, false] {
        let folder = Folder::new("index");
        let mut store = Store::open(folder.path()).unwrap().store;
        for act in 0..20 {
            store.append(game(), &[event(act)], NOW).unwrap();
        }
        drop(store);
        hide_in_index(folder.path(), game(), 20);
        if !mirror {
            fs::remove_file(folder.path().join(MIRROR)).unwrap();
        }
        let report = Store::open_read_only(folder.path()).unwrap().check().unwrap();
        assert!(!report.is_good(), "the check finds it");
        let mut opened = open_or_recover(folder.path(), NOW).unwrap();
        assert_eq!(opened.store.load(game()).unwrap().len(), 20, "{:?}", opened.notices);
        assert!(!opened.notices.is_empty(), "it is told");
        opened.store.append(game(), &[event(20)], NOW).unwrap();
        drop(opened);
        let again = open_or_recover(folder.path(), NOW).unwrap();
        assert_eq!((again.store.load(game()).unwrap().len(), again.notices.len()), (21, 0));
        assert!(again.store.check().unwrap().is_good());
    }
}

/// The same in a file too large to check completely when it is opened.
#[test]
fn a_bit_in_the_index_of_a_large_file_is_found() {
    let folder = Folder::new("index-large");
    let mut store = Store::open(folder.path()).unwrap().store;
    for i in 0..20 {
        store.append(game(), &[event(i)], NOW).unwrap();
    }
    drop(store);
    hide_in_index(folder.path(), game(), 20);
    // Unused pages make it large.
    let conn = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
    conn.execute_batch("CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(20000000)); DROP TABLE filler;")
        .unwrap();
    drop(conn);
    assert!(fs::metadata(folder.path().join(DATABASE)).unwrap().len() > 16 << 20);
    let opened = open_or_recover(folder.path(), NOW).unwrap();
    assert_eq!(opened.store.load(game()).unwrap().len(), 20, "{:?}", opened.notices);
}

/// A game of which nothing is left is named, with its players and its day.
#[test]
fn a_lost_game_is_named() {
    let folder = killed("lost", &[(game(), 40), (MatchId::from_seed(2), 30)], false);
    // Everything of the first game goes, in all files that have its events; how far it went is still known.
    let id = u64::from_str_radix(&game().to_string(), 16).unwrap().to_be_bytes();
    for name in [DATABASE, LOG] {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(&id)).collect();
        for at in places {
            let end = (at + 60).min(bytes.len());
            bytes[at..end].fill(0x61);
        }
        fs::write(&path, bytes).unwrap();
    }
    let mirror = fs::read_to_string(folder.path().join(MIRROR)).unwrap();
    let kept: Vec<&str> = mirror.lines().filter(|line| !line.contains(&format!("\"{}\"", game()))).collect();
    let one = mirror.lines().rfind(|line| line.contains(&format!("\"{}\"", game()))).unwrap();
    let first = mirror.lines().find(|line| line.contains(&format!("\"{}\"", game()))).unwrap();
    fs::write(folder.path().join(MIRROR), [kept, vec![first, one]].concat().join("\n") + "\n").unwrap();
    let opened = open_or_recover(folder.path(), NOW).unwrap();
    let words = opened.notices.iter().map(ToString::to_string).collect::<String>();
    assert!(words.contains("Anna – Ben") && words.contains("14 Nov 2023"), "{words}");
    assert!(words.contains("of 40 events") && !words.contains("Nothing is missing"), "{words}");
    assert_eq!(opened.store.load(MatchId::from_seed(2)).unwrap().len(), 30);
}

/// Spoils the payload of an event in the database alone, beyond a single bit.
fn spoil(folder: &Path, game: MatchId, n: u32) {
    let path = folder.join(DATABASE);
    let conn = rusqlite::Connection::open(&path).unwrap();
    let game = u64::from_str_radix(&game.to_string(), 16).unwrap().cast_signed();
    let sql = "SELECT hash FROM event WHERE game = ?1 AND n = ?2";
    let hash: Vec<u8> = conn.query_row(sql, (game, n), |row| row.get(0)).unwrap();
    drop(conn);
    let mut bytes = fs::read(&path).unwrap();
    // The payload stands right before the checksum; a page that was split still has an older copy in its free part.
    let places: Vec<usize> = (32..bytes.len()).filter(|&at| bytes[at..].starts_with(&hash)).collect();
    for at in places {
        bytes[at - 6..at].fill(b'x');
    }
    fs::write(path, bytes).unwrap();
}

/// The rest of a damaged game in an exported file or an old database is offered by name, and one import restores it.
/// The check names it too, and the place of the pictures.
#[test]
fn what_still_has_a_lost_game_is_offered() {
    let folder = Folder::new("ways");
    let mut store = Store::open(folder.path()).unwrap().store;
    for i in 0..40 {
        store.append(game(), &[event(i)], NOW).unwrap();
    }
    let export = folder.path().join("sixty-one-games-1.json");
    fs::write(&export, store.export(&[game()]).unwrap()).unwrap();
    store.pictures().keep(game(), 7, b"jpeg").unwrap();
    drop(store);
    spoil(folder.path(), game(), 20);
    fs::remove_file(folder.path().join(MIRROR)).unwrap();
    let report = Store::open_read_only(folder.path()).unwrap().check().unwrap();
    let ways = report.recovery_sources.join("\n");
    assert!(ways.contains("sixty-one-games-1.json has 40 events") && ways.contains("19 here"), "{report:?}");
    assert!(ways.contains("1 picture of its drops is in pictures/"), "{ways}");
    let mut opened = open_or_recover(folder.path(), NOW).unwrap();
    let Some(store::Notice::Recovered(done)) = opened.notices.last() else { panic!("{:?}", opened.notices) };
    let [lost] = done.lost.as_slice() else { panic!("{done}") };
    let way = lost.recovery_source.clone().unwrap();
    assert_eq!((lost.kept, way.events, &way.path), (19, 40, &export));
    assert!(done.to_string().contains("sixty-one-games-1.json has 40 events of it"), "{done}");
    assert_eq!(opened.store.import_file(&way.path).unwrap().longer, 1);
    assert_eq!(opened.store.load(game()).unwrap().len(), 40);
    assert!(opened.store.check().unwrap().is_good());
    drop(opened);
    // A backup that the damaged store still has is named by the check, and taken without asking at the next start.
    let store = Store::open(folder.path()).unwrap().store;
    let backup = store.backup(BackupReason::Asked, NOW).unwrap();
    drop(store);
    fs::remove_file(export).unwrap();
    spoil(folder.path(), game(), 20);
    fs::remove_file(folder.path().join(MIRROR)).unwrap();
    let report = Store::open_read_only(folder.path()).unwrap().check().unwrap();
    let named = format!("{} has 40 events of it, 19 here", backup.path.display());
    assert!(report.recovery_sources.iter().any(|words| words.contains(&named)), "{report:?}");
    assert_eq!(open_or_recover(folder.path(), NOW).unwrap().store.load(game()).unwrap().len(), 40);
}

/// A single flipped bit of an event that is stored nowhere else is corrected by its checksum.
#[test]
fn a_flipped_bit_of_a_row_is_put_right() {
    let folder = Folder::new("bit");
    let mut store = Store::open(folder.path()).unwrap().store;
    for i in 0..30 {
        store.append(game(), &[event(i)], NOW).unwrap();
    }
    drop(store);
    let sound = fs::read(folder.path().join(DATABASE)).unwrap();
    let id = u64::from_str_radix(&game().to_string(), 16).unwrap().to_be_bytes();
    let rows: Vec<usize> = (0..sound.len()).filter(|&at| sound[at..].starts_with(&id)).collect();
    let mut rng = Rng::new(5);
    for case in 0..40 {
        let at = rng.pick(&rows).unwrap() + rng.below(150) - 12;
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << rng.below(8);
        let folder = Folder::new("bit-damaged");
        fs::create_dir_all(folder.path()).unwrap();
        fs::write(folder.path().join(DATABASE), damaged).unwrap();
        let opened = open_or_recover(folder.path(), NOW).unwrap();
        let there = opened.store.load(game()).map_or(0, |log| log.len());
        assert_eq!(there, 30, "case {case}, byte {at}: {:?}", opened.notices);
    }
}

/// The folder disappears while the window is open: no drop is called saved, and everything can continue elsewhere.
#[test]
#[cfg(unix)]
fn a_folder_that_goes_is_noticed() {
    let folder = Folder::new("goes");
    let elsewhere = Folder::new("goes-elsewhere");
    let mut journal = Journal::new(Store::open(folder.path()).unwrap().store);
    for i in 0..10 {
        assert!(matches!(journal.record(game(), &[event(i)], NOW), Saved::OnDisk(_)));
    }
    fs::remove_dir_all(folder.path()).unwrap();
    for i in 10..13 {
        assert!(matches!(journal.record(game(), &[event(i)], NOW), Saved::InMemory { .. }), "{i}");
        journal.retry();
    }
    assert_eq!(journal.unsaved(), 3);
    assert!(journal.trouble().unwrap().contains("missing"), "{:?}", journal.trouble());
    assert!(!folder.path().join(DATABASE).exists(), "nothing new is begun there");
    let moved = journal.move_to(elsewhere.path()).unwrap();
    assert_eq!((moved.games, journal.unsaved(), journal.trouble()), (1, 0, None));
    assert!(matches!(journal.record(game(), &[event(13)], NOW), Saved::OnDisk(_)));
    drop(journal);
    let opened = open_or_recover(elsewhere.path(), NOW).unwrap();
    assert_eq!((opened.store.load(game()).unwrap().len(), opened.notices.len()), (14, 0));
}

/// Another database is put in the place of the open one.
#[test]
#[cfg(unix)]
fn a_replaced_file_is_noticed() {
    let (folder, other) = (Folder::new("replaced"), Folder::new("replacing"));
    Store::open(other.path()).unwrap();
    let mut journal = Journal::new(Store::open(folder.path()).unwrap().store);
    journal.record(game(), &[event(0)], NOW);
    fs::copy(other.path().join(DATABASE), folder.path().join("new.db")).unwrap();
    fs::rename(folder.path().join("new.db"), folder.path().join(DATABASE)).unwrap();
    assert!(matches!(journal.record(game(), &[event(1)], NOW), Saved::InMemory { .. }));
    journal.retry();
    assert!(journal.unsaved() == 1 && journal.trouble().unwrap().contains("another file"), "{:?}", journal.trouble());
}

/// Two machines write to one synced folder: the next start copies the matches from the second database, under any of the
/// names that sync programs give it, and nothing is lost.
#[test]
fn copies_of_a_synced_folder_are_merged() {
    let game = MatchId::from_seed;
    let names = [
        "sessions (Anna's conflicted copy 2026-11-28).db",
        "sessions.sync-conflict-20261128-120000-ABCDEFG.db",
        "sessions-LAPTOP.db",
    ];
    for name in names {
        let (here, there) = (Folder::new("synced"), Folder::new("synced-there"));
        let write = |folder: &Folder, seed: u64, from: usize, to: usize| {
            let mut store = Store::open(folder.path()).unwrap().store;
            for act in from..to {
                store.append(game(seed), &script(seed as usize)[act..=act], NOW).unwrap();
            }
        };
        write(&here, 1, 0, 4);
        write(&here, 2, 0, 3);
        fs::create_dir_all(there.path()).unwrap();
        fs::copy(here.path().join(DATABASE), there.path().join(DATABASE)).unwrap();
        write(&here, 3, 0, 5);
        write(&there, 1, 4, 9);
        write(&there, 4, 0, 6);
        // One match goes on differently on each of them.
        write(&here, 2, 3, 4);
        let mut store = Store::open(there.path()).unwrap().store;
        store.append(game(2), &script(2)[3..4], Timestamp(NOW.0 + 5)).unwrap();
        drop(store);
        fs::rename(there.path().join(DATABASE), here.path().join(name)).unwrap();
        let opened = open_or_recover(here.path(), NOW).unwrap();
        let [Notice::Copied(copy)] = &opened.notices[..] else { panic!("{:?}", opened.notices) };
        let CopyOutcome::Taken { matches, differ, kept_aside } = &copy.outcome else { panic!("{copy:?}") };
        assert_eq!((copy.name.as_str(), *matches, differ.as_slice()), (name, 2, &[game(2)][..]));
        assert!(kept_aside.join(name).exists());
        let left = fs::read_dir(here.path()).unwrap().flatten();
        let left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(name));
        assert_eq!(left.count(), 0, "with what SQLite left beside it");
        for (seed, events) in [(1, 9), (2, 4), (3, 5), (4, 6)] {
            assert_eq!(opened.store.load(game(seed)).unwrap().len(), events, "match {seed}");
        }
        drop(opened);
        assert_eq!(open_or_recover(here.path(), NOW).unwrap().notices, []);
        // A file that is not a database of this program stays, and a notice names it.
        fs::write(here.path().join(name), "not a database").unwrap();
        let opened = open_or_recover(here.path(), NOW).unwrap();
        assert!(opened.notices[0].to_string().contains(name), "{:?}", opened.notices);
        assert!(here.path().join(name).exists());
    }
}

/// The clock goes back: the backup just made is neither pruned nor taken for an old one.
#[test]
fn backups_are_ordered_by_their_making() {
    let folder = Folder::new("clock");
    let mut store = Store::open(folder.path()).unwrap().store;
    for i in 0..22 {
        store.append(game(), &[event(i)], NOW).unwrap();
        store.backup(BackupReason::GameStart, Timestamp(NOW.0 + 1000 * i64::from(i))).unwrap();
    }
    store.append(game(), &[event(22)], NOW).unwrap();
    let late = store.backup(BackupReason::GameEnd, Timestamp(NOW.0 - 86_400_000)).unwrap();
    assert!(late.path.exists() && store.backups()[0] == late, "{:?}", store.backups().first());
    assert_eq!(store::newest_good_backup(folder.path()), Some(late));
}

/// Exports say what they cannot vouch for.
#[test]
fn an_export_says_what_it_lacks() {
    let folder = Folder::new("export");
    let mut store = Store::open(folder.path()).unwrap().store;
    for act in 0..20 {
        store.append(game(), &[event(act)], NOW).unwrap();
    }
    assert_eq!(store.vouch().unwrap(), [""; 0]);
    drop(store);
    hide_in_index(folder.path(), game(), 20);
    let store = Store::open_read_only(folder.path()).unwrap();
    let doubts = store.vouch().unwrap();
    assert!(
        doubts.iter().any(|words| words.contains("Anna – Ben") && words.contains("19 events, previously 20")),
        "{doubts:?}"
    );
}

/// A row that was taken out of the log leaves a gap in its numbers, whatever the indexes say.
#[test]
fn a_gap_in_the_numbers_of_the_log_is_told() {
    let folder = Folder::new("gap");
    let mut store = Store::open(folder.path()).unwrap().store;
    for act in 0..5 {
        store.append(game(), &[event(act)], NOW).unwrap();
    }
    drop(store);
    let conn = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
    conn.execute_batch("DROP TRIGGER event_is_never_deleted; DELETE FROM event WHERE seq = 3").unwrap();
    drop(conn);
    let doubts = Store::open_read_only(folder.path()).unwrap().vouch().unwrap();
    assert!(doubts.iter().any(|words| words.contains("4 events up to number 5")), "{doubts:?}");
}

/// Rows that a table sends are stored only where they follow what is there.
#[test]
fn rows_of_another_store_continue_a_match_or_are_refused() {
    let (there, here) = (Folder::new("there"), Folder::new("here"));
    let mut sender = Store::open(there.path()).unwrap().store;
    for act in 0..4 {
        sender.append(game(), &[event(act)], NOW).unwrap();
    }
    let rows = sender.sound_rows(game()).unwrap();
    let mut store = Store::open(here.path()).unwrap().store;
    store.append_rows(&[&rows[..2]]).unwrap();
    for wrong in [&rows[..1], &rows[1..], &rows[3..]] {
        assert!(store.append_rows(&[wrong]).is_err());
        assert_eq!(store.events_stored(game()).unwrap(), 2);
    }
    store.append_rows(&[&rows[2..]]).unwrap();
    assert_eq!(store.load(game()).unwrap(), sender.load(game()).unwrap());
}

/// A folder in which nothing may be written is read all the same, with the acts that are in the log only.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt as _;
    const READER: &str = "SIXTY_ONE_TEST_READER_FOLDER";
    if let Ok(folder) = std::env::var(READER) {
        let opened = open_or_recover(Path::new(&folder), NOW).unwrap();
        println!("events {} {}", opened.store.load(game()).unwrap().len(), opened.notices[0]);
        assert_eq!(Store::open_read_only(Path::new(&folder)).unwrap().load(game()).unwrap().len(), 25);
        return;
    }
    let folder = killed("unwritable", &[(game(), 25)], false);
    let rights = |mode: u32, files: u32| {
        for entry in fs::read_dir(folder.path()).unwrap().flatten() {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(files)).unwrap();
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    rights(0o555, 0o444);
    // Root may write everywhere; another user reads then.
    let test = std::env::current_exe().unwrap();
    let reader = Folder::new("unwritable-reader");
    fs::create_dir_all(reader.path()).unwrap();
    fs::set_permissions(reader.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let copy = reader.path().join("test");
    fs::copy(&test, &copy).unwrap();
    let mut command = std::process::Command::new(&copy);
    command.args(["--exact", "promise::a_folder_that_cannot_be_written_is_read", "--nocapture"]);
    command.env(READER, folder.path()).current_dir("/");
    if fs::File::create(folder.path().join("probe")).is_ok() {
        fs::remove_file(folder.path().join("probe")).unwrap();
        std::os::unix::process::CommandExt::uid(&mut command, 65534);
    }
    let output = command.output().unwrap();
    rights(0o755, 0o644);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("events 25 can't write to the data folder"), "{said}");
}

/// A pipe, a device and an endless name are refused at once.
#[test]
#[cfg(unix)]
fn hostile_files_are_refused_at_once() {
    let folder = Folder::new("hostile");
    fs::create_dir_all(folder.path()).unwrap();
    let begin = std::time::Instant::now();
    let pipe = folder.path().join(DATABASE);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let said = open_or_recover(folder.path(), NOW).unwrap_err().to_string();
    assert!(said.contains("not a file"), "{said}");
    assert!(Store::open_read_only(folder.path()).is_err());
    let other = Folder::new("hostile-target");
    let mut store = Store::open(other.path()).unwrap().store;
    for path in [pipe.as_path(), Path::new("/dev/zero")] {
        assert!(store.import_file(path).unwrap_err().to_string().contains("not a file"));
    }
    let other = Folder::new("hostile-import");
    let mut store = Store::open(other.path()).unwrap().store;
    for (name, part) in [("A".repeat(2_000_000), "letters"), ("An\u{1b}[2Jna".to_owned(), "control characters")] {
        let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), &[&name, "Ben"]);
        let events = store::Event::clone(&event(0));
        let start = Event { act: game::Act::Start(setup), ..events };
        let there = Folder::new("hostile-there");
        let mut source = Store::open(there.path()).unwrap().store;
        source.append(MatchId::from_seed(9), &[start], NOW).unwrap();
        let file = source.export(&[MatchId::from_seed(9)]).unwrap();
        let why = store.import(file.as_bytes()).unwrap_err().to_string();
        assert!(why.contains(part) && why.len() < 200, "{why}");
    }
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}
