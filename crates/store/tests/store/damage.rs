//! Damaged files: flipped bytes, truncation. Nothing panics, the original is kept byte for byte, and everything that
//! the damage did not touch comes back.

use super::{Folder, NOW, long_game};
use game::Act;
use game::rng::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use store::{Event, MatchId, Notice, OpenError, Store, open_or_recover};

const FILES: [&str; 2] = ["sessions.db", "sessions.db-wal"];

/// A database and its write-ahead log, as a crash would leave them, and the events in it.
struct Sample {
    files: [Vec<u8>; 2],
    logs: BTreeMap<MatchId, Vec<Event>>,
    /// The places of each event's row: file and offset, every copy.
    places: BTreeMap<(MatchId, usize), Vec<(usize, usize)>>,
}

/// Three games, written in turns, half of it already moved from the log into the database.
fn sample() -> Sample {
    let folder = Folder::new("sample");
    let mut store = Store::open(folder.path()).unwrap().store;
    let scripts = [1, 2, 3].map(long_game);
    let mut logs = BTreeMap::<MatchId, Vec<Event>>::new();
    let mut write = |store: &mut Store, acts: usize| {
        for i in 0..acts {
            let game = MatchId::from_seed(i as u64 % 3 + 1);
            let log = logs.entry(game).or_default();
            let events = &scripts[i % 3][log.len()..=log.len() + i % 2];
            store.append(game, events, NOW).unwrap();
            log.extend_from_slice(events);
        }
    };
    write(&mut store, 120);
    store.matches().unwrap();
    // Closing moves the log into the database.
    drop(store);
    let mut store = Store::open(folder.path()).unwrap().store;
    write(&mut store, 60);
    let files = FILES.map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(files.iter().all(|file| file.len() > 30_000), "{:?}", files.each_ref().map(Vec::len));
    drop(store);
    let cells = cells(folder.path(), &logs);
    let places = cells.into_iter().map(|(event, cell)| {
        let copies = (0..2).flat_map(|file| {
            let bytes = &files[file];
            let cell = &cell;
            (0..bytes.len()).filter(move |&at| bytes[at..].starts_with(cell)).map(move |at| (file, at))
        });
        (event, copies.collect())
    });
    Sample { places: places.collect(), files, logs }
}

/// Cuts the row of each event out of the closed database: the bytes before its kind, kind, payload, checksum. For an
/// event longer than a page only the beginning.
fn cells(folder: &Path, logs: &BTreeMap<MatchId, Vec<Event>>) -> BTreeMap<(MatchId, usize), Vec<u8>> {
    let bytes = fs::read(folder.join(FILES[0])).unwrap();
    let conn = rusqlite::Connection::open(folder.join(FILES[0])).unwrap();
    let sql = "SELECT seq, n, act, kind, payload, hash, game FROM event WHERE game <> 0 ORDER BY seq";
    let mut rows = conn.prepare(sql).unwrap();
    let mut rows = rows.query([]).unwrap();
    let mut cells = BTreeMap::new();
    while let Some(row) = rows.next().unwrap() {
        let get = |i: usize| row.get::<_, i64>(i).unwrap();
        let (kind, payload): (String, String) = (row.get(3).unwrap(), row.get(4).unwrap());
        let hash: Vec<u8> = row.get(5).unwrap();
        let game = *logs.keys().find(|game| game.to_string() == format!("{:016x}", get(6))).unwrap();
        let mut tail = [kind.as_bytes(), payload.as_bytes(), &hash].concat();
        // Length of the cell (2, below 128 bytes 1), row id, header (11 or 12), game (8), place, act, time (6); the
        // value 1 takes no byte.
        let width = |value: i64| usize::from(value != 1);
        let header = 11 + usize::from(payload.len() * 2 + 13 > 127) + usize::from(payload.len() * 2 + 13 > 16383);
        let body = header + 8 + width(get(1)) + width(get(2)) + 6;
        let varint = |n: usize| if n > 127 { vec![(n >> 7) as u8 | 0x80, n as u8 & 0x7f] } else { vec![n as u8] };
        let head = [varint(body + tail.len()), varint(get(0) as usize), vec![header as u8, 0]].concat();
        if tail.len() > 4000 {
            tail.truncate(300);
        }
        let before = head.len() - 2 + body;
        // A page that was split still has old copies of rows; the beginning of one may be overwritten.
        let is_row = |at: usize| bytes[at..].starts_with(&tail) && bytes[at - before..].starts_with(&head);
        let mut places = (before..bytes.len()).filter(|&at| is_row(at));
        let at = places.next().unwrap();
        cells.insert((game, get(1) as usize), bytes[at - before..at + tail.len()].to_vec());
    }
    cells
}

/// Counts the events of each game that must come back: those with a row in an untouched page.
fn survivors(
    sample: &Sample,
    damaged: &[Vec<u8>; 2],
    touched: &dyn Fn(usize, Range<usize>) -> bool,
) -> BTreeMap<MatchId, usize> {
    let mut survivors = BTreeMap::new();
    for (&game, log) in &sample.logs {
        let whole = (1..=log.len()).take_while(|&n| {
            let long = matches!(&log[n - 1].act, Act::Adjust { why, .. } if why.len() > 3000);
            sample.places[&(game, n)].iter().any(|&(file, at)| {
                let bytes = &damaged[file];
                let (start, end) = page_around(file, at);
                // A long event continues in other pages: it only counts if nothing at all was touched.
                let intact = !long || *bytes == sample.files[file];
                intact && end <= bytes.len() && !touched(file, start..end)
            })
        });
        survivors.insert(game, whole.count());
    }
    survivors
}

/// The page of a file that contains a byte.
fn page_around(file: usize, at: usize) -> (usize, usize) {
    if file == 0 {
        return (at / 4096 * 4096, at / 4096 * 4096 + 4096);
    }
    let frame = (at - 32) / 4120;
    (32 + frame * 4120 + 24, 32 + (frame + 1) * 4120)
}

/// Opens damaged files and compares: what came back is a prefix of what was, and at least the survivors.
fn check(what: &str, sample: &Sample, damaged: &[Vec<u8>; 2], survivors: &BTreeMap<MatchId, usize>) -> bool {
    let folder = Folder::new("damaged");
    write_files(folder.path(), damaged);
    // Opening alone does not touch a damaged file.
    let verdict = Store::open(folder.path());
    let recoverable = match &verdict {
        Ok(opened) => {
            // A flipped version number can look like a newer program's file; then nothing is written.
            if opened.store.read_only().is_some() {
                return false;
            }
            false
        }
        Err(error @ (OpenError::Corrupt { .. } | OpenError::Foreign { .. })) => {
            assert!(!error.to_string().is_empty());
            true
        }
        Err(error) => panic!("{what}: {error:?}"),
    };
    drop(verdict);
    if recoverable {
        for (name, bytes) in FILES.iter().zip(damaged) {
            assert!(fs::read(folder.path().join(name)).unwrap_or_default() == *bytes, "{what}: {name} was touched");
        }
    }
    let opened = open_or_recover(folder.path(), NOW).unwrap_or_else(|error| panic!("{what}: {error}"));
    for notice in &opened.notices {
        if let Notice::Recovered(recovery) = notice {
            for (name, bytes) in FILES.iter().zip(damaged) {
                let kept = fs::read(recovery.kept_aside.join(name)).unwrap_or_default();
                assert!(kept == *bytes, "{what}: {name} was not kept as it was");
            }
        }
    }
    for (game, log) in &sample.logs {
        let came_back = opened.store.load(*game).unwrap_or_default();
        for (stored, event) in came_back.iter().zip(log) {
            assert_eq!(stored.event, *event, "{what}");
        }
        let least = whole_acts(&sample.logs, *game, survivors[game]);
        let (had, news) = (came_back.len(), &opened.notices);
        assert!(had >= least, "{what}: {had} of {game} came back, {least} were whole: {news:?}");
    }
    let report = opened.store.check().unwrap();
    assert!(report.is_good(), "{what}: {:?}", report.problems);
    recoverable
}

/// The number of events up to the last act that is whole within the first `n`. Acts of the sample have one event when
/// they are even and two when they are odd, counting all games together.
fn whole_acts(logs: &BTreeMap<MatchId, Vec<Event>>, game: MatchId, n: usize) -> usize {
    let number = (1..=3).find(|&i| MatchId::from_seed(i) == game).unwrap();
    let sizes = [120u32, 60].into_iter().flat_map(|acts| (0..acts).filter(|i| u64::from(i % 3) + 1 == number));
    let mut whole = 0;
    for i in sizes {
        let next = whole + 1 + (i % 2) as usize;
        if next > n {
            return whole;
        }
        whole = next;
    }
    assert_eq!(whole, logs[&game].len());
    whole
}

fn write_files(folder: &Path, files: &[Vec<u8>; 2]) {
    fs::create_dir_all(folder).unwrap();
    for (name, bytes) in FILES.iter().zip(files) {
        if !bytes.is_empty() {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

#[test]
fn flipped_bytes() {
    let sample = sample();
    let mut rng = Rng::new(0x0f11_0bed);
    let cases: usize = std::env::var("SIXTY_ONE_FLIPS").ok().and_then(|v| v.parse().ok()).unwrap_or(50);
    let mut recovered = 0;
    for case in 0..cases {
        let flips = 1usize << (case % 7);
        let file = usize::from(case % 2 == 1);
        let mut damaged = sample.files.clone();
        let places: Vec<usize> = (0..flips).map(|_| rng.below(damaged[file].len())).collect();
        for &at in &places {
            damaged[file][at] ^= 1 + rng.below(255) as u8;
        }
        let touched = |f: usize, page: Range<usize>| f == file && places.iter().any(|at| page.contains(at));
        let survivors = survivors(&sample, &damaged, &touched);
        recovered += usize::from(check(&format!("case {case}"), &sample, &damaged, &survivors));
    }
    println!("{cases} cases of 1..64 flipped bytes: {recovered} needed recovery, no panic, originals kept");
    assert!(recovered > cases / 4);
}

#[test]
fn truncation_between_pages_and_within() {
    let sample = sample();
    for (file, page) in [(0, 4096), (1, 4120)] {
        // Between two pages at every fourth page, and in the middle of every twelfth.
        let lengths = (0..sample.files[file].len()).step_by(page / 2);
        for (_, length) in (0..24).cycle().zip(lengths).filter(|(n, _)| n % 8 == 0 || *n == 1) {
            let mut damaged = sample.files.clone();
            damaged[file].truncate(length);
            let survivors = survivors(&sample, &damaged, &|_, _| false);
            check(&format!("{} cut at {length}", FILES[file]), &sample, &damaged, &survivors);
        }
    }
}

#[test]
fn every_byte_of_the_headers() {
    let sample = sample();
    for (file, length) in [(0, 100), (1, 32 + 24)] {
        for at in 0..length {
            let mut damaged = sample.files.clone();
            damaged[file][at] ^= 0x55;
            let survivors = survivors(&sample, &damaged, &|f, page| f == file && page.contains(&at));
            check(&format!("byte {at} of {}", FILES[file]), &sample, &damaged, &survivors);
        }
    }
}
