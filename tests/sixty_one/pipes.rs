//! A reader that stops (`| head`) has read enough: no command panics or fails for it. A full disk is another matter.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fs::File;
use std::process::Stdio;
use tempfile::tempdir;

const COMMANDS: [&[&str]; 6] = [
    &["rules", "list"],
    &["rules", "show", "pafos"],
    &["score", "5-5 5-6 6-2 2-5"],
    &[
        "advise",
        "--hand",
        "6-5 3-3 4-1 2-0 5-4 1-0 2-2",
        "--scores",
        "45,45",
        "--turns",
        "1:6-6",
        "--iterations",
        "100",
    ],
    &["watch", "simulated:pafos:7", "--trust", "--drops", "2", "--players", "Anna,Ben"],
    &["doctor", "--json"],
];

fn sixty_one(words: &[&str], out: Stdio) -> (Option<i32>, String) {
    let data = tempdir().unwrap();
    let mut command = crate::program();
    // A window is not what is tried here.
    command.args(words).arg("--data").arg(data.path()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut child = command.stdout(out).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn a_reader_that_goes_away_ends_a_command_well() {
    for words in COMMANDS {
        let (status, said) = sixty_one(words, Stdio::piped());
        assert_eq!((status, said.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_printed_is_a_failure() {
    for words in COMMANDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (status, said) = sixty_one(words, full.into());
        assert!(status == Some(2) && !said.contains("panicked"), "{words:?}: {status:?} {said}");
    }
}
