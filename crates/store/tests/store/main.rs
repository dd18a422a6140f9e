//! The store on a real disk.

#![expect(clippy::unwrap_used, reason = "a test says so by failing")]

mod acts;
mod archive;
mod damage;
mod faults;
mod kill;
#[cfg(unix)]
mod modes;
mod power;
mod promise;
mod season;
mod share;

use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::{Act, Match, Setup, Side};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use store::{Event, Timestamp};

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("sixty-one-{process}-{count}-{name}"));
        drop(fs::remove_dir_all(&path));
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Event `i` (from 0) of the first game.
fn event(i: u32) -> Event {
    static GAME: LazyLock<Vec<Event>> = LazyLock::new(|| long_game(1));
    GAME[i as usize].clone()
}

/// The events of a long match between two people, a few thousand; every 37th has words that fill more than a page.
fn long_game(seed: u64) -> Vec<Event> {
    let setup = Setup { best_of: 31, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
    let played = play_match(setup.clone(), &[0.8, 0.2], seed.is_multiple_of(2), seed).unwrap();
    let mut game = Match::start(setup).unwrap();
    for event in played.events().iter().skip(1) {
        game.act(event.act.clone()).unwrap();
        if game.events().len() % 37 == 36 {
            let why = format!("{seed}/{}:{}", game.events().len(), "p".repeat(7000));
            // Between two games there are no pegs to adjust.
            drop(game.act(Act::Adjust { side: Side::new(0).unwrap(), points: Points::ZERO, why }));
        }
    }
    assert!(game.events().len() > 1000, "{}", game.events().len());
    game.events().to_vec()
}

/// A moment in November 2023.
const NOW: Timestamp = Timestamp(1_700_000_000_000);
