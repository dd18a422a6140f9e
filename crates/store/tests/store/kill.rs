//! `kill -9` at random instants: what was acknowledged is there, and at most one act that was not.
//!
//! The writer is this very test program, started again with an environment variable that makes `writer` write.
//! `SIXTY_ONE_KILLS` sets how often it is killed (200 unless set).

use super::{Folder, NOW, long_game};
use game::rng::Rng;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use store::{BackupReason, Event, MatchId, Store, Timestamp};

const FOLDER: &str = "SIXTY_ONE_TEST_WRITER_FOLDER";
const SEED: &str = "SIXTY_ONE_TEST_WRITER_SEED";

/// Kills before a new folder is taken, so that the look at everything stays quick.
const KILLS_PER_FOLDER: u64 = 25;

/// The child: writes acts until it is killed and says after each what is stored. Does nothing in a usual run.
#[test]
fn writer() {
    let (Ok(folder), Ok(seed)) = (std::env::var(FOLDER), std::env::var(SEED)) else { return };
    let mut rng = Rng::new(seed.parse().unwrap());
    let mut store = Store::open(Path::new(&folder)).unwrap().store;
    let scripts = scripts();
    let mut out = std::io::stdout();
    loop {
        let (game, script) = &scripts[rng.below(scripts.len())];
        let n = store.events_stored(*game).unwrap() as usize;
        let events = &script[n..=n + rng.below(3)];
        store.append(*game, events, NOW).unwrap();
        // One write, so that a line is there whole or not at all.
        out.write_all(format!("ack {game} {}\n", n + events.len()).as_bytes()).unwrap();
        out.flush().unwrap();
        if rng.chance(0.02) {
            store.backup(BackupReason::Asked, Timestamp(NOW.0 + rng.below(100_000) as i64 * 1000)).unwrap();
        }
        if rng.chance(0.05) {
            store.matches().unwrap();
        }
        if rng.chance(0.005) {
            store.rebuild().unwrap();
        }
    }
}

/// Returns the events that the writer plays, game by game.
fn scripts() -> [(MatchId, Vec<Event>); 3] {
    [1, 2, 3].map(|seed| (MatchId::from_seed(seed), long_game(seed)))
}

/// Lets the writer run until it has acknowledged `acts`, waits, and kills it. Returns what it acknowledged in all:
/// the length of each game.
fn write_and_kill(folder: &Path, seed: u64, acts: usize, wait: Duration) -> Vec<(MatchId, u32)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::writer", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // Without a first act the waiting begins at the start, so that opening the database is hit too.
    let mut told: Vec<_> = lines.by_ref().map_while(Result::ok).filter_map(|l| acknowledged(&l)).take(acts).collect();
    std::thread::sleep(wait);
    // On Unix this is SIGKILL.
    child.kill().unwrap();
    told.extend(lines.map_while(Result::ok).filter_map(|line| acknowledged(&line)));
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!complaint.contains("panicked"), "the writer failed by itself: {complaint}");
    told
}

fn acknowledged(line: &str) -> Option<(MatchId, u32)> {
    // The harness writes `test kill::writer ... ` on the same line before the first.
    let (_, rest) = line.split_once("ack ")?;
    let (game, n) = rest.split_once(' ')?;
    Some((game.parse().ok()?, n.parse().ok()?))
}

#[test]
fn nothing_acknowledged_is_lost() {
    let kills: u64 = std::env::var("SIXTY_ONE_KILLS").ok().and_then(|v| v.parse().ok()).unwrap_or(200);
    let scripts = scripts();
    let mut rng = Rng::new(0x6161);
    let mut folder = Folder::new("kill-0");
    let mut acknowledged_before = [0u32; 3];
    let (mut acts, mut unacknowledged, mut in_opening) = (0, 0, 0);
    for kill in 0..kills {
        if kill % KILLS_PER_FOLDER == 0 {
            folder = Folder::new(&format!("kill-{kill}"));
            acknowledged_before = [0; 3];
        }
        let acts_first = if rng.chance(0.15) { 0 } else { 1 + rng.below(12) };
        let wait = Duration::from_micros(rng.below(if acts_first == 0 { 80_000 } else { 8_000 }) as u64);
        let acknowledged = write_and_kill(folder.path(), kill, acts_first, wait);
        acts += acknowledged.len();
        in_opening += usize::from(acknowledged.is_empty());
        let store = Store::open(folder.path()).unwrap().store;
        let mut extra_acts = 0;
        for (i, (game, script)) in scripts.iter().enumerate() {
            let told = acknowledged.iter().filter(|(id, _)| id == game).map(|&(_, n)| n).max();
            let told = told.unwrap_or(acknowledged_before[i]);
            let log = store.load(*game).unwrap_or_default();
            assert!(log.len() >= told as usize, "kill {kill}: {told} events acknowledged, {} there", log.len());
            assert!(log.iter().map(|stored| &stored.event).eq(&script[..log.len()]), "kill {kill}");
            let acts_told = log.get((told as usize).wrapping_sub(1)).map_or(0, |e| e.act);
            extra_acts += log.last().map_or(0, |e| e.act) - acts_told;
            acknowledged_before[i] = log.len() as u32;
        }
        assert!(extra_acts <= 1, "kill {kill}: {extra_acts} acts that nobody was told of");
        unacknowledged += extra_acts;
        let report = store.check().unwrap();
        assert!(report.is_good(), "kill {kill}: {:?}", report.problems);
    }
    println!(
        "{kills} kills ({in_opening} before the first act), {acts} acts acknowledged, 0 lost, \
         {unacknowledged} stored without having been acknowledged (at most one a kill)"
    );
    assert!(acts > 2 * kills as usize, "the writer was killed too early to show anything");
}
