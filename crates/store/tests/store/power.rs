//! Power cuts: anything written since the last sync of a file may be missing, sector by sector, in any order.
//! Everything acknowledged before the cut must be there, and at most one act that was not.
//!
//! A child plays while every write, sync and acknowledgement is traced (`io_faults.c`); the cuts are then made on
//! paper. `SIXTY_ONE_CUTS` sets how many (300 unless set).

use super::faults::shim;
use super::{Folder, NOW, long_game};
use game::rng::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use store::{Event, MatchId, Notice, Store, open_or_recover};

const FOLDER: &str = "SIXTY_ONE_TEST_POWER_FOLDER";

/// Size that a disk writes whole or not at all.
const SECTOR: usize = 512;

fn script() -> &'static [Event] {
    static GAME: LazyLock<Vec<Event>> = LazyLock::new(|| long_game(3)[..120].to_vec());
    &GAME
}

/// The child: plays with the store closed and opened in between, so that the log is moved into the database too. Does
/// nothing in a usual run.
#[test]
fn traced_player() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    for part in script().chunks(40) {
        let mut store = Store::open(Path::new(&folder)).unwrap().store;
        for act in part.chunks(2) {
            store.append(MatchId::from_seed(3), act, NOW).unwrap();
            println!("acknowledged");
        }
        store.matches().unwrap();
    }
}

/// One traced step.
struct Step<'a> {
    kind: u8,
    path: &'a str,
    offset: usize,
    bytes: &'a [u8],
}

fn steps(mut trace: &[u8]) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let number = |bytes: &[u8]| u64::from_ne_bytes(bytes[..8].try_into().unwrap()) as usize;
    while let [kind, rest @ ..] = trace {
        let (path, rest) = rest[8..].split_at(number(rest));
        let (offset, length) = (number(rest), number(&rest[8..]));
        let (bytes, rest) = rest[16..].split_at(length);
        steps.push(Step { kind: *kind, path: std::str::from_utf8(path).unwrap(), offset, bytes });
        trace = rest;
    }
    steps
}

/// A file as the disk has it, and what was written since its last sync.
#[derive(Clone, Default)]
struct OnDisk<'a> {
    synced: Vec<u8>,
    since: Vec<(usize, Option<&'a [u8]>)>,
}

fn write(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

impl OnDisk<'_> {
    fn sync(&mut self) {
        for (offset, bytes) in std::mem::take(&mut self.since) {
            match bytes {
                Some(bytes) => write(&mut self.synced, offset, bytes),
                None => self.synced.resize(offset, 0),
            }
        }
    }

    /// The file after a cut that keeps each unsynced sector with this probability.
    fn after_cut(&self, keep: f64, rng: &mut Rng) -> Vec<u8> {
        let mut file = self.synced.clone();
        for &(offset, bytes) in &self.since {
            match bytes {
                None if rng.chance(keep) => file.resize(offset, 0),
                None => {}
                Some(bytes) => {
                    for (i, sector) in bytes.chunks(SECTOR).enumerate().filter(|_| rng.chance(keep)) {
                        write(&mut file, offset + i * SECTOR, sector);
                    }
                }
            }
        }
        file
    }
}

type Disk<'a> = BTreeMap<&'a str, OnDisk<'a>>;

fn take<'a>(disk: &mut Disk<'a>, step: &Step<'a>) {
    let file = disk.entry(step.path).or_default();
    match step.kind {
        b'W' => file.since.push((step.offset, Some(step.bytes))),
        b'T' => file.since.push((step.offset, None)),
        b'S' => file.sync(),
        b'U' => drop(disk.remove(step.path)),
        b'R' => {
            let file = std::mem::take(file);
            disk.remove(step.path);
            disk.insert(std::str::from_utf8(step.bytes).unwrap(), file);
        }
        _ => {}
    }
}

#[test]
fn a_power_cut_loses_nothing_acknowledged() {
    let tools = Folder::new("power");
    let Some(shim) = shim(tools.path()) else {
        println!("skipped: no C compiler, or not Linux");
        return;
    };
    let (folder, trace) = (tools.path().join("data"), tools.path().join("trace"));
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "power::traced_player", "--nocapture", "--test-threads=1"]).env(FOLDER, &folder);
    child.env("LD_PRELOAD", shim).env("FAULT_FOLDER", &folder).env("FAULT_TRACE", &trace);
    let output = child.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let trace = fs::read(trace).unwrap();
    let steps = steps(&trace);
    let cuts: usize = std::env::var("SIXTY_ONE_CUTS").ok().and_then(|v| v.parse().ok()).unwrap_or(300);
    let mut rng = Rng::new(0x9077);
    let mut unacknowledged = 0;
    for cut in 0..cuts {
        let at = rng.below(steps.len() + 1);
        let mut disk = Disk::new();
        let mut told = 0;
        for step in &steps[..at] {
            told += usize::from(step.kind == b'A' && step.bytes.starts_with(b"acknowledged"));
            if step.kind != b'A' {
                take(&mut disk, step);
            }
        }
        let keep = *rng.pick(&[0.0, 0.5, 0.9, 1.0]).unwrap();
        unacknowledged +=
            check(&format!("cut {cut} after step {at}, keeping {keep}"), &folder, &disk, told, keep, &mut rng);
    }
    let told = steps.iter().filter(|step| step.kind == b'A' && step.bytes.starts_with(b"acknowledged")).count();
    assert_eq!(told, 60);
    println!(
        "{cuts} power cuts over {} steps: 0 acts lost, {unacknowledged} there without having been acknowledged",
        steps.len()
    );
}

/// Restarts on what the cut left. Returns the number of acts that were stored without an answer, at most one.
fn check(what: &str, traced: &Path, disk: &Disk<'_>, told: usize, keep: f64, rng: &mut Rng) -> usize {
    let folder = Folder::new("after-cut");
    for (path, file) in disk {
        let name = Path::new(path).strip_prefix(traced).unwrap();
        // The index of the log is memory shared by processes and gone with them; the folder itself is synced too.
        if !path.ends_with("-shm") && !name.as_os_str().is_empty() {
            fs::create_dir_all(folder.path()).unwrap();
            fs::write(folder.path().join(name), file.after_cut(keep, rng)).unwrap();
        }
    }
    let opened = open_or_recover(folder.path(), NOW).unwrap_or_else(|error| panic!("{what}: {error}"));
    let recovered = opened.notices.iter().any(|notice| matches!(notice, Notice::Recovered(_)));
    assert!(told == 0 || !recovered, "{what}: {:?}", opened.notices);
    let log = opened.store.load(MatchId::from_seed(3)).unwrap_or_default();
    assert!(log.iter().map(|stored| &stored.event).eq(&script()[..log.len()]), "{what}");
    assert!(log.len() >= 2 * told && log.len() <= 2 * told + 2, "{what}: {told} acts told, {} events there", log.len());
    assert!(opened.store.check().unwrap().is_good(), "{what}");
    log.len() / 2 - told
}
