//! `sixty-one doctor`: available and missing parts, and what works without them.

use super::out::print;
use super::{app, sessions};
use crate::camera;
use crate::live::{self, Networks};
use crate::platform::display::{Display, display as display_of_machine};
use anyhow::bail;
use language::{said, say, say_count, sentence};
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{OpenError, Store};

/// Checks database, reading, display and cameras.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one doctor")]
pub(super) struct DoctorArgs {
    /// Folder for the matches; the system's usual place unless given.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Health {
    Good,
    /// Not there; the program works without it.
    Missing,
    /// Wrong, and needs action.
    Bad,
}

#[derive(Debug, Serialize)]
struct Finding {
    what: &'static str,
    state: Health,
    words: String,
}

/// Runs `sixty-one doctor`.
///
/// # Errors
/// If something is wrong, not if something is only missing.
pub(super) fn run(args: &DoctorArgs) -> anyhow::Result<()> {
    let folder = sessions::folder(args.data.as_deref())?;
    let findings = [data_folder(&folder), database(&folder), backups(&folder), reading(), display(), cameras()];
    show(args, &findings)?;
    match findings.iter().filter(|finding| finding.state == Health::Bad).count() {
        0 => Ok(()),
        n => bail!(say_count!(n, "{n} of these need attention", "{n} of these need attention")),
    }
}

fn show(args: &DoctorArgs, findings: &[Finding]) -> anyhow::Result<()> {
    if args.json {
        print(&serde_json::to_string_pretty(findings)?);
        return Ok(());
    }
    let width = findings.iter().map(|finding| said(finding.what).chars().count()).max().unwrap_or(0);
    for finding in findings {
        let mark = match finding.state {
            Health::Good => say!("good   "),
            Health::Missing => say!("missing"),
            Health::Bad => say!("BAD    "),
        };
        print(&format!("{mark}  {:<width$}  {}", said(finding.what), finding.words));
    }
    Ok(())
}

fn finding(what: &'static str, state: Health, words: impl Into<String>) -> Finding {
    Finding { what, state, words: words.into() }
}

fn data_folder(folder: &Path) -> Finding {
    let what = sentence!("data folder");
    if !folder.exists() {
        return finding(
            what,
            Health::Missing,
            say!("{folder} is created when a match is saved", folder = folder.display()),
        );
    }
    let probe = folder.join(".doctor");
    let tried = std::fs::write(&probe, b"61").and_then(|()| std::fs::remove_file(&probe));
    match tried {
        Ok(()) => finding(what, Health::Good, folder.display().to_string()),
        Err(error) => finding(
            what,
            Health::Bad,
            say!(
                "can't write to {folder} ({error}): matches are kept in memory only",
                folder = folder.display(),
                error
            ),
        ),
    }
}

fn database(folder: &Path) -> Finding {
    let what = sentence!("database");
    let store = match Store::open_read_only(folder) {
        Ok(store) => store,
        Err(OpenError::NoSessions { .. } | OpenError::Folder { .. }) => {
            return finding(what, Health::Missing, say!("no matches yet"));
        }
        Err(error) => return finding(what, Health::Bad, error.to_string()),
    };
    match store.check() {
        Err(error) => finding(what, Health::Bad, error.to_string()),
        Ok(report) if report.is_good() => {
            let (games, events) = (report.games, report.events);
            let words = say_count!(
                games,
                "{n} match, {events} events, all intact",
                "{n} matches, {events} events, all intact",
                events
            );
            finding(what, Health::Good, words)
        }
        Ok(report) => finding(what, Health::Bad, report.problems.join("; ")),
    }
}

fn backups(folder: &Path) -> Finding {
    let what = sentence!("backups");
    let count = Store::open_read_only(folder).map(|store| store.backups().len()).unwrap_or(0);
    match store::newest_good_backup(folder) {
        Some(newest) => {
            finding(what, Health::Good, say!("{count}; the newest intact one is {name}", count, name = newest.name))
        }
        None if count > 0 => finding(what, Health::Bad, say!("{count}, none of them intact", count)),
        None => finding(what, Health::Missing, say!("none yet: a backup is made when a match begins and ends")),
    }
}

/// The networks are a part of the program; a known picture is read with them.
fn reading() -> Finding {
    let test = live::self_test(&Networks::BuiltIn);
    let what = sentence!("reading");
    if test.ok {
        return finding(what, Health::Good, format!("{} ({} ms)", test.words, test.took.as_millis()));
    }
    let words = say!("{why}: tap the tiles; don't trust readings of pictures", why = test.words);
    finding(what, Health::Bad, words)
}

fn display() -> Finding {
    let what = sentence!("display");
    match display_of_machine() {
        Display::System => return finding(what, Health::Good, say!("from the system")),
        Display::Missing => {
            let words = say!(
                "neither DISPLAY nor WAYLAND_DISPLAY is set: the window can't open, but the commands work \
                (`sixty-one --help`)"
            );
            return finding(what, Health::Missing, words);
        }
        Display::Named => {}
    }
    match app::opens() {
        Ok(()) => finding(what, Health::Good, say!("opening the window")),
        Err(why) => finding(what, Health::Bad, say!("can't open the window: {why}", why)),
    }
}

fn cameras() -> Finding {
    let what = sentence!("cameras");
    let Some(folder) = camera::DEVICE_FOLDER.map(Path::new) else {
        return finding(what, Health::Good, say!("see `sixty-one cameras`"));
    };
    let devices = files(folder, |name| name.starts_with("video"));
    if devices.is_empty() {
        return finding(
            what,
            Health::Missing,
            say!("no /dev/video*: tap the tiles, or use a phone's camera over the network"),
        );
    }
    let locked: Vec<&String> = devices
        .iter()
        .filter(|name| {
            let error = std::fs::File::open(folder.join(name)).err();
            error.is_some_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
        })
        .collect();
    match locked.first() {
        None => finding(what, Health::Good, devices.join(", ")),
        Some(name) => {
            let words = say!("no permission to open /dev/{name}: is the user in the group `video`?", name);
            finding(what, Health::Bad, words)
        }
    }
}

/// The names in a folder that fit, sorted.
fn files(folder: &Path, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|e| e.file_name().into_string().ok()).filter(|n| fits(n)).collect();
    names.sort_unstable();
    names
}
