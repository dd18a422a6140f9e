//! A made-up season goes into an empty folder only.

use std::process::Command;

#[test]
fn a_season_does_not_go_over_games_that_are_there() {
    let data = tempfile::tempdir().unwrap();
    let season = || {
        Command::new(env!("CARGO_BIN_EXE_sixty-one-lab"))
            .args(["season", "--sessions", "1", "--games", "1", "--data"])
            .arg(data.path())
            .output()
            .unwrap()
    };
    let first = season();
    assert!(first.status.success() && String::from_utf8_lossy(&first.stdout).starts_with("1 games with "));
    let again = season();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("there are games"));
}
