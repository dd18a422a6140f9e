//! `sixty-one doctor`: what is there, what is missing, and what still works without it.

use super::sessions;
use crate::live::{self, Networks};
use crate::store::{OpenError, Store};
use anyhow::bail;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Checks database, reading, display and cameras.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one doctor")]
pub(super) struct Args {
    /// The folder the matches are kept in; without it the system's usual place
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
    /// Wrong, and somebody should do something.
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
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = sessions::folder(args.data.as_deref())?;
    let findings = [data_folder(&folder), database(&folder), backups(&folder), reading(), display(), cameras()];
    print(args, &findings)?;
    match findings.iter().filter(|finding| finding.state == Health::Bad).count() {
        0 => Ok(()),
        n => bail!("{n} of these need attention"),
    }
}

#[expect(clippy::print_stdout, reason = "what a command has to say")]
fn print(args: &Args, findings: &[Finding]) -> anyhow::Result<()> {
    if args.json {
        println!("{}", serde_json::to_string_pretty(findings)?);
        return Ok(());
    }
    for finding in findings {
        let mark = match finding.state {
            Health::Good => "good   ",
            Health::Missing => "missing",
            Health::Bad => "BAD    ",
        };
        println!("{mark}  {:<11}  {}", finding.what, finding.words);
    }
    Ok(())
}

fn finding(what: &'static str, state: Health, words: impl Into<String>) -> Finding {
    Finding { what, state, words: words.into() }
}

fn data_folder(folder: &Path) -> Finding {
    let what = "data folder";
    if !folder.exists() {
        return finding(what, Health::Missing, format!("{} is made when a game is kept", folder.display()));
    }
    let probe = folder.join(".doctor");
    let tried = std::fs::write(&probe, b"61").and_then(|()| std::fs::remove_file(&probe));
    match tried {
        Ok(()) => finding(what, Health::Good, folder.display().to_string()),
        Err(error) => finding(
            what,
            Health::Bad,
            format!("{} cannot be written ({error}): games are kept in memory only", folder.display()),
        ),
    }
}

fn database(folder: &Path) -> Finding {
    let what = "database";
    let store = match Store::open_read_only(folder) {
        Ok(store) => store,
        Err(OpenError::NoSessions { .. } | OpenError::Folder { .. }) => {
            return finding(what, Health::Missing, "no sessions yet");
        }
        Err(error) => return finding(what, Health::Bad, error.to_string()),
    };
    match store.check() {
        Err(error) => finding(what, Health::Bad, error.to_string()),
        Ok(report) if report.is_good() => {
            finding(what, Health::Good, format!("{} games, {} events, all sound", report.games, report.events))
        }
        Ok(report) => finding(what, Health::Bad, report.problems.join("; ")),
    }
}

fn backups(folder: &Path) -> Finding {
    let what = "backups";
    let count = Store::open_read_only(folder).map(|store| store.backups().len()).unwrap_or(0);
    match crate::store::newest_good_backup(folder) {
        Some(newest) => finding(what, Health::Good, format!("{count}, the newest sound one is {}", newest.name)),
        None if count > 0 => finding(what, Health::Bad, format!("{count}, none of them sound")),
        None => finding(what, Health::Missing, "none yet: one is made when a game begins and ends"),
    }
}

/// The networks are a part of the program; a known picture is read with them.
fn reading() -> Finding {
    let test = live::self_test(&Networks::BuiltIn);
    if test.ok {
        return finding("reading", Health::Good, format!("{} ({} ms)", test.words, test.took.as_millis()));
    }
    finding("reading", Health::Bad, format!("{}: tiles are tapped in, pictures are not to be trusted", test.words))
}

fn display() -> Finding {
    if cfg!(any(windows, target_os = "macos")) {
        return finding("display", Health::Good, "the system's own");
    }
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("WAYLAND_DISPLAY").or_else(|| set("DISPLAY")) {
        Some(display) => finding("display", Health::Good, display),
        None => finding(
            "display",
            Health::Missing,
            "neither DISPLAY nor WAYLAND_DISPLAY is set: no window, the commands work (`sixty-one --help`)",
        ),
    }
}

fn cameras() -> Finding {
    let what = "cameras";
    if !cfg!(target_os = "linux") {
        return finding(what, Health::Good, "see `sixty-one cameras`");
    }
    let devices = files(Path::new("/dev"), |name| name.starts_with("video"));
    if devices.is_empty() {
        return finding(what, Health::Missing, "no /dev/video*: tap mode, or a phone's camera over the network");
    }
    let locked: Vec<&String> = devices
        .iter()
        .filter(|name| {
            let error = std::fs::File::open(Path::new("/dev").join(name)).err();
            error.is_some_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
        })
        .collect();
    match locked.first() {
        None => finding(what, Health::Good, devices.join(", ")),
        Some(name) => {
            finding(what, Health::Bad, format!("/dev/{name} may not be opened: is the user in the group `video`?"))
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
