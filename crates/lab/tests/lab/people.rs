//! Drawn games that nobody here drew, through the watcher: what cameras, lamps and people did to it once and shall not again.

use std::path::Path;
use std::process::Command;

/// The number behind a word of the report.
fn behind(line: &str, word: &str) -> u32 {
    let mut words = line.split_whitespace().skip_while(|other| *other != word);
    words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn what_disturbed_the_watcher_does_not_any_more() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/sequences");
    if !games.is_dir() {
        println!("skipped: there are no drawn games in ../shared/sequences");
        return;
    }
    for (game, conditions) in [("9106", "shadow,night,moved"), ("9353", "hunt,moved")] {
        let mut lab = Command::new(env!("CARGO_BIN_EXE_sixty-one-lab"));
        lab.arg("sequence").arg(games.join(game)).args(["--conditions", conditions, "--most", "6"]);
        let output = lab.output().unwrap();
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let runs: Vec<&str> = report.lines().filter(|line| line.contains(game)).collect();
        assert_eq!(runs.len(), conditions.split(',').count(), "{report}");
        for run in runs {
            let [drops, right, wrong, phantoms] = ["drops", "right", "wrong", "phantom"].map(|word| behind(run, word));
            assert_eq!((drops, right, wrong, phantoms), (6, 6, 0, 0), "{run}");
        }
    }
}
