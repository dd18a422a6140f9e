//! Copies of the database beside it. A program that keeps a folder alike on several machines makes one when two of them
//! wrote: `sessions (conflicted copy 2026-11-28).db`, `sessions.sync-conflict-20261128-120000-ABCDEFG.db`,
//! `sessions-LAPTOP.db`.

use crate::files::disk::{self as fs, is_file};
use crate::files::names::Files;
use crate::id::MatchId;
use crate::log::time::Timestamp;
use crate::rescue::recover;
use crate::store::Store;
use language::{say, say_count};
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// What became of a copy of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncedCopy {
    /// Its name.
    pub name: String,
    /// What was done.
    pub outcome: CopyOutcome,
}

/// What was done with a copy of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyOutcome {
    /// Its matches are here now.
    Taken {
        /// Matches that were new or longer in it.
        matches: usize,
        /// Matches that go on differently here.
        differ: Vec<MatchId>,
        /// The folder where it is now.
        kept_aside: PathBuf,
    },
    /// It could not be read or moved, and stays.
    Left(String),
}

impl fmt::Display for SyncedCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.outcome {
            CopyOutcome::Taken { matches, differ, kept_aside } => {
                let folder = kept_aside.display();
                f.write_str(&say_count!(
                    matches,
                    "Another machine also wrote to this folder. Sixty-One copied {n} match from {name} and moved that \
                        file to {folder}.",
                    "Another machine also wrote to this folder. Sixty-One copied {n} matches from {name} and moved \
                        that file to {folder}.",
                    name,
                    folder
                ))?;
                if !differ.is_empty() {
                    let ids: Vec<String> = differ.iter().map(ToString::to_string).collect();
                    let ids = ids.join(", ");
                    f.write_str(&say!(" These went on differently there and stay as they are here: {ids}.", ids))?;
                }
                Ok(())
            }
            CopyOutcome::Left(why) => f.write_str(&say!("Can't copy the matches from {name}: {why}", name, why)),
        }
    }
}

/// Copies the matches that the other databases have and this one lacks, and moves those files aside.
pub(crate) fn take_over(store: &mut Store, at: Timestamp) -> Vec<SyncedCopy> {
    let files = store.files.clone();
    let take = |(name, path): (String, PathBuf)| SyncedCopy { name, outcome: taken(store, &files, &path, at) };
    copies(&files).into_iter().map(take).collect()
}

fn taken(store: &mut Store, files: &Files, path: &Path, at: Timestamp) -> CopyOutcome {
    let mut differ = Vec::new();
    let imported = store.import_database(path, |game, _| {
        differ.push(game);
        Ok(())
    });
    match imported {
        Ok(done) => match recover::put_file_aside(files, path, at) {
            Ok(kept_aside) => CopyOutcome::Taken { matches: done.new + done.longer, differ, kept_aside },
            Err(why) => CopyOutcome::Left(why.to_string()),
        },
        Err(why) => CopyOutcome::Left(why.to_string()),
    }
}

fn copies(files: &Files) -> Vec<(String, PathBuf)> {
    let own = [files.database(), files.rebuilt()];
    let mut found: Vec<(String, PathBuf)> = fs::read_dir(&files.folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| !own.contains(path) && is_file(path))
        .filter_map(|path| Some((path.file_name().and_then(OsStr::to_str)?.to_owned(), path)))
        .filter(|(name, _)| name.starts_with("sessions") && name.ends_with(".db"))
        .collect();
    found.sort();
    found
}
