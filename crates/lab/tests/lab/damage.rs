//! A seeded share of the damages that `sixty-one-lab damage` makes, and all of its hostile input.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use lab::damage::damage_all;
use std::process::Command;

#[test]
fn nothing_is_lost_in_silence() {
    let report = damage_all(96, 32, 61).unwrap();
    println!("{report}");
    assert_eq!(report.silent, [""; 0]);
    let total = report.total();
    // One damaged file costs nothing at all, and the damage is real: a good part of it had to be mended.
    assert_eq!((total.told, total.silent), (0, 0), "{report}");
    assert!(total.recovered > 30 && total.recovered + total.harmless > 120, "{report}");
}

/// The lines of a list or a table, without times and memory.
fn lines(text: &str) -> Vec<String> {
    let tried = text.split("## Hostile files").nth(1).unwrap().split("Total time").next().unwrap();
    let kept = |line: &str| line.split('|').take(3).collect::<Vec<_>>().join("|");
    tried.lines().filter(|line| line.starts_with(['|', '-'])).map(kept).collect()
}

#[test]
fn hostile_input_is_refused_in_the_words_of_the_report() {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_sixty-one-lab"));
    let done = lab.args(["damage", "--flips", "0", "--blocks", "0"]).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
    if cfg!(unix) {
        assert_eq!(lines(&said), lines(include_str!("../../reports/damage.md")));
    }
}
