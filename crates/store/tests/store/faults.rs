//! Failing disks: the N-th write, sync, truncation or creation of a file fails, once, a few times or from then on;
//! and a disk of one megabyte that is full at a hundred different points. Nothing panics, what was acknowledged is
//! there, and what was not is kept in memory and saved when the disk is back.
//!
//! `SIXTY_ONE_FAULTS=all` sweeps every call instead of a sample.

use super::{Folder, NOW, long_game};
use game::rng::Rng;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use store::{Event, Journal, MatchId, Saved, Store};

const PLAYER: &str = "SIXTY_ONE_TEST_PLAYER_FOLDER";
const SMALL_DISK: &str = "SIXTY_ONE_TEST_SMALL_DISK";
pub(crate) const ACTS: usize = 24;

/// An event with many kilobytes is among them.
fn script() -> Vec<Event> {
    long_game(2)[..ACTS * 2].to_vec()
}

/// The child: plays an evening on a disk that may fail, says what is saved, and retries at the end. Does nothing in
/// a usual run.
#[test]
fn player() {
    let Ok(folder) = std::env::var(PLAYER) else { return };
    let folder = Path::new(&folder);
    let mut journal = match Store::open(folder) {
        Ok(opened) => Journal::new(opened.store),
        Err(error) => Journal::without_store(folder, &error),
    };
    let game = MatchId::from_seed(2);
    for act in script().chunks(2) {
        if let Saved::OnDisk(_) = journal.record(game, act, NOW) {
            println!("on-disk {}", journal.store().unwrap().events_stored(game).unwrap_or(0));
        } else {
            assert!(journal.trouble().is_some());
        }
        journal.retry();
    }
    for _ in 0..8 {
        journal.retry();
    }
    assert_eq!(journal.unsaved() == 0, journal.trouble().is_none(), "{:?}", journal.trouble());
    println!("unsaved {}", journal.unsaved());
}

fn run_player(folder: &Path, shim: &Path, fault: &[(&str, String)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "faults::player", "--nocapture", "--test-threads=1"]);
    command.env(PLAYER, folder).env("FAULT_FOLDER", folder).env("LD_PRELOAD", shim);
    command.envs(fault.iter().cloned()).output().unwrap()
}

/// The numbers behind a word in what the player said.
fn numbers(output: &[u8], word: &str) -> Vec<u32> {
    let text = String::from_utf8_lossy(output).into_owned();
    text.split(word).skip(1).filter_map(|rest| rest.split_whitespace().next()?.parse().ok()).collect()
}

/// The library that makes calls fail; `None` without a C compiler or platform support.
pub(crate) fn shim(folder: &Path) -> Option<PathBuf> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    fs::create_dir_all(folder).unwrap();
    let (source, library) = (folder.join("io_faults.c"), folder.join("io_faults.so"));
    fs::write(&source, include_str!("io_faults.c")).unwrap();
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl").output();
    built.is_ok_and(|output| output.status.success()).then_some(library)
}

#[test]
fn the_nth_call_fails() {
    let tools = Folder::new("faults");
    let Some(shim) = shim(tools.path()) else {
        println!("skipped: no C compiler, or not Linux");
        return;
    };
    let script = script();
    let untouched = Folder::new("fault-0");
    let output = run_player(untouched.path(), &shim, &[]);
    let calls = numbers(&output.stderr, "fault calls=").pop().unwrap();
    assert!(calls > 100, "{calls}");
    let all = std::env::var("SIXTY_ONE_FAULTS").is_ok_and(|value| value == "all");
    let mut rng = Rng::new(61);
    let (mut runs, mut kept_in_memory) = (0, 0);
    // EIO, ENOSPC, EROFS, EDQUOT.
    for (errno, count) in [(5, 1), (28, 3), (30, -1), (28, -1), (122, 1), (5, -1)] {
        let mut at = 1 + if all { 0 } else { rng.below(8) as u32 };
        while at <= calls {
            let folder = Folder::new(&format!("fault-{at}"));
            let fault =
                [("FAULT_AT", at), ("FAULT_ERRNO", errno as u32)].map(|(name, value)| (name, value.to_string()));
            let fault = [&fault[..], &[("FAULT_COUNT", count.to_string())]].concat();
            let what = format!("call {at} of {calls}, error {errno}, {count} times");
            let output = run_player(folder.path(), &shim, &fault);
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{what}: {said}");
            let unsaved = numbers(&output.stdout, "unsaved ").pop().unwrap();
            let told = numbers(&output.stdout, "on-disk ").into_iter().max().unwrap_or(0);
            let store = Store::open(folder.path()).unwrap_or_else(|error| panic!("{what}: {error}")).store;
            let log = store.load(MatchId::from_seed(2)).unwrap_or_default();
            assert!(log.iter().map(|stored| &stored.event).eq(&script[..log.len()]), "{what}");
            assert!(
                log.len() >= script.len() - 2 * unsaved as usize,
                "{what}: {} stored, {unsaved} unsaved",
                log.len()
            );
            assert!(count < 0 || unsaved == 0, "{what}: {unsaved} unsaved although the disk is well again: {said}");
            assert!(log.len() as u32 >= told, "{what}: {told} were acknowledged");
            assert!(store.check().unwrap().is_good(), "{what}");
            runs += 1;
            kept_in_memory += usize::from(unsaved > 0);
            at += if all { 1 } else { 1 + rng.below(2 * calls as usize / 12) as u32 };
        }
    }
    println!(
        "{runs} failures over {calls} calls; in {kept_in_memory} of them acts stayed in memory to the end; none lost"
    );
}

/// The child on its own small disk: fills it at a hundred points.
#[test]
fn on_a_small_disk() {
    let Ok(disk) = std::env::var(SMALL_DISK) else { return };
    let (disk, script, game) = (Path::new(&disk), script(), MatchId::from_seed(2));
    let mut waited = 0;
    for point in 0..100 {
        let folder = disk.join("data");
        let filler = disk.join("filler");
        let mut journal = Journal::new(Store::open(&folder).unwrap().store);
        journal.store().unwrap().pictures().keep(game, 1, &[0; 20_000]).unwrap();
        for (i, act) in script.chunks(2).enumerate() {
            if i == point % ACTS {
                fill(&filler, 1 + point as u64 * 700);
            }
            if journal.record(game, act, NOW) != Saved::OnDisk(store::Seq(2 * (i as i64 + 1))) {
                assert!(journal.trouble().unwrap().contains("full"), "{:?}", journal.trouble());
            }
        }
        waited += usize::from(journal.unsaved() > 0);
        fs::remove_file(&filler).unwrap();
        assert_eq!((journal.retry(), journal.trouble()), (0, None), "point {point}");
        let store = journal.into_store().unwrap();
        let log = store.load(game).unwrap();
        assert!(log.iter().map(|stored| &stored.event).eq(&script), "point {point}");
        assert!(store.check().unwrap().is_good(), "point {point}");
        drop(store);
        fs::remove_dir_all(folder).unwrap();
    }
    println!("full at 100 points, {waited} times with acts waiting, everything saved when there was space");
    assert!(waited > 30, "{waited}");
}

/// Fills the disk but for `left` bytes.
fn fill(filler: &Path, left: u64) {
    let mut file = fs::File::create(filler).unwrap();
    let block = [0x61; 1024];
    while file.write_all(&block).is_ok() {}
    let length = file.seek(SeekFrom::End(0)).unwrap();
    file.set_len(length.saturating_sub(left)).unwrap();
}

#[test]
fn a_full_disk() {
    let folder = Folder::new("small-disk");
    fs::create_dir_all(folder.path()).unwrap();
    let test = std::env::current_exe().unwrap();
    // The mount is seen by the child only and goes with it.
    let script = "mount -t tmpfs -o size=1m none \"$1\" && echo mounted && \
         exec \"$2\" --exact faults::on_a_small_disk --nocapture --test-threads=1";
    for unshare in [&["-m"][..], &["-r", "-m"]] {
        let mut command = Command::new("unshare");
        command.args(unshare).args(["sh", "-c", script, "sh"]).arg(folder.path()).arg(&test);
        let run = command.env(SMALL_DISK, folder.path()).output();
        let Ok(output) = run else { break };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if said.contains("mounted") {
            assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
            println!("{}", said.lines().find(|line| line.contains("full at")).unwrap_or_default());
            return;
        }
    }
    println!("skipped: a small disk cannot be mounted here");
}

/// Reading a file that is being written elsewhere must not disturb it.
#[test]
fn a_reader_sees_whole_acts_only() {
    let folder = Folder::new("reader");
    let (script, game) = (script(), MatchId::from_seed(2));
    let mut writer = Store::open(folder.path()).unwrap().store;
    for (i, act) in script.chunks(2).enumerate() {
        writer.append(game, act, NOW).unwrap();
        let reader = Store::open_read_only(folder.path()).unwrap();
        assert_eq!(reader.load(game).unwrap().len(), 2 * (i + 1));
    }
    let mut lock = String::new();
    fs::File::open(folder.path().join("sessions.lock")).unwrap().read_to_string(&mut lock).unwrap();
    assert_eq!(lock, std::process::id().to_string());
}
