//! Kills of a program that writes, at random moments.

use super::evening::{Folder, NOW};
use anyhow::{Context as _, ensure};
use game::rng::Rng;
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use store::{BackupReason, MatchId, Store, Timestamp};

/// Kills before a new folder is taken.
const PER_FOLDER: u32 = 25;

/// The matches that are written one after another.
fn script(number: u64) -> anyhow::Result<Vec<Event>> {
    let setup = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]);
    Ok(play_match(setup, &[0.9, 0.1], false, number)?.events().to_vec())
}

/// Runs the child: continues the first unfinished match and prints after each act what is stored.
pub(super) fn write(folder: &Path, seed: u64) -> anyhow::Result<()> {
    let mut rng = Rng::new(seed);
    let mut out = std::io::stdout();
    let mut store = store::open_or_recover(folder, Timestamp(NOW))?.store;
    for number in 1.. {
        let (id, events) = (MatchId::from_seed(number), script(number)?);
        let mut n = store.events_stored(id)? as usize;
        while n < events.len() {
            let act = &events[n..(n + 1 + rng.below(2)).min(events.len())];
            store.append(id, act, Timestamp(NOW))?;
            n += act.len();
            out.write_all(format!("{id} {n}\n").as_bytes())?;
            out.flush()?;
            if rng.chance(0.02) {
                store.backup(BackupReason::Asked, Timestamp(NOW))?;
            }
        }
    }
    Ok(())
}

/// Kills the child again and again. Returns the result in words.
///
/// # Errors
/// An act that was reported as stored is missing.
pub(super) fn kill(kills: u32, seed: u64) -> anyhow::Result<String> {
    let mut rng = Rng::new(seed);
    let (mut acts, mut told_of, mut folder) = (0, Vec::new(), Folder::new()?);
    for number in 0..kills {
        if number % PER_FOLDER == 0 {
            folder = Folder::new()?;
        }
        let mut child = Command::new(std::env::current_exe()?)
            .args(["damage", "--seed", &number.to_string(), "--writer"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines().map_while(Result::ok);
        let mut told: Vec<String> = lines.by_ref().take(1 + rng.below(30)).collect();
        std::thread::sleep(Duration::from_micros(rng.below(8000) as u64));
        child.kill()?;
        told.extend(lines);
        child.wait()?;
        acts += told.len();
        let opened = store::open_or_recover(folder.path(), Timestamp(NOW))?;
        told_of.extend((!opened.notices.is_empty()).then(|| format!("\n- after kill {number}: {:?}", opened.notices)));
        for line in &told {
            let Some((id, n)) = line.split_once(' ') else { continue };
            // A line that the kill cut off does not count as a promise.
            let (Ok(id), Ok(n)) = (id.parse::<MatchId>(), n.parse::<u32>()) else { continue };
            let there = opened.store.events_stored(id)?;
            ensure!(there >= n, "kill {number}: {n} events of {id} were reported as stored, {there} are there");
        }
        let report = opened.store.check()?;
        ensure!(report.is_good(), "kill {number}: {:?}", report.problems);
        drop(Store::open_read_only(folder.path())?);
    }
    let messages = told_of.len();
    Ok(format!(
        "{kills} kills: {acts} acts reported as stored, 0 lost; {messages} starts with a message{}",
        told_of.concat()
    ))
}
