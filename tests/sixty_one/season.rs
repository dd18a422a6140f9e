//! `sixty-one serve season` as a secretary uses it: a whole season from the command line, and a second one beside it.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;
use tempfile::tempdir;

/// Runs the command; what it printed, or what it complained of.
fn season(data: &Path, words: &[&str]) -> Result<String, String> {
    let run = crate::program().args(["serve", "season"]).args(words).arg("--data").arg(data).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if run.status.success() { Ok(text(&run.stdout)) } else { Err(text(&run.stderr)) }
}

fn begin(data: &Path, title: &str) -> String {
    let teams = ["Red Lion: Anna, Ben", "Ship: Cleo, Dan", "Bell: Eve, Finn"];
    let mut words = vec!["begin", title, "--games", "3", "--first", "2026-12-01", "--without", "2026-12-08"];
    words.extend(teams.iter().flat_map(|team| ["--team", team]));
    let said = season(data, &words).unwrap();
    said.trim().rsplit(' ').next().unwrap().to_owned()
}

fn card<'a>(title: &'a str, meeting: &'a str, games: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["card", title, meeting];
    words.extend(games.iter().flat_map(|game| ["--game", game]));
    words
}

#[test]
fn a_secretary_runs_a_season_without_a_table() {
    let folder = tempdir().unwrap();
    let data = folder.path();
    begin(data, "Winter");
    let fixtures = season(data, &["fixtures", "winter"]).unwrap();
    assert!(fixtures.contains("Round 1\n") && fixtures.contains("2026-12-01  Ship v Bell"), "{fixtures}");
    assert!(!fixtures.contains("2026-12-08"), "a week without play: {fixtures}");

    let played = ["Cleo v Eve: home", "Dan v Finn: away", "Cleo v Eve: home"];
    season(data, &card("Winter", "1", &played)).unwrap();
    let ringer = season(data, &card("Winter", "1", &["Clio v Eve: home"])).unwrap_err();
    assert!(ringer.contains("Clio is not in the squad of Ship; did you mean Cleo?"), "{ringer}");
    season(data, &["award", "Winter", "2", "home", "--cause", "walkover", "--reason", "nobody came"]).unwrap();
    season(data, &["dock", "Winter", "ship", "1", "--reason", "late card"]).unwrap();
    season(data, &["move", "Winter", "3", "--reason", "snow"]).unwrap();
    let fixtures = season(data, &["fixtures", "Winter"]).unwrap();
    assert!(fixtures.contains("Ship v Bell  2-1\n") && fixtures.contains("postponed"), "{fixtures}");
    let table = season(data, &["table", "Winter"]).unwrap();
    let ship = table.lines().find(|line| line.contains("Ship")).unwrap();
    assert!(ship.ends_with("1  1 docked"), "two for the win, one docked: {ship}");
    let players = season(data, &["players", "Winter"]).unwrap();
    assert!(players.starts_with("  2 / 2   Cleo  Ship\n"), "{players}");

    // What was docked by mistake is undone by its number in the log, and brought back.
    let log = season(data, &["log", "Winter"]).unwrap();
    let number =
        log.lines().find(|line| line.contains("docked")).unwrap().split_whitespace().next().unwrap().to_owned();
    season(data, &["undo", "Winter", &number]).unwrap();
    assert!(!season(data, &["table", "Winter"]).unwrap().contains("docked"));
    assert!(season(data, &["undo", "Winter", &number]).unwrap_err().contains("nothing to undo"));

    // A late team changes no fixture.
    let before = season(data, &["fixtures", "Winter"]).unwrap();
    season(data, &["join", "Winter", "Crown: Gus, Hal"]).unwrap();
    let after = season(data, &["fixtures", "Winter"]).unwrap();
    for line in before.lines() {
        assert!(after.contains(line), "{line} is gone from {after}");
    }
    assert_eq!(after.matches("Crown").count(), 3);
}

#[test]
fn a_season_begins_with_divisions() {
    let folder = tempdir().unwrap();
    let begin = |teams: &[&str]| {
        let words = ["begin", "Spring"].into_iter().chain(teams.iter().flat_map(|team| ["--team", team]));
        season(folder.path(), &words.collect::<Vec<_>>())
    };
    let alone = begin(&["# First", "Ship: Anna", "Bell: Ben", "# Second", "Crown: Cleo"]);
    assert!(alone.unwrap_err().contains("two teams"), "a division of one team");
    begin(&["# First", "Ship: Anna", "Bell: Ben", "# Second", "Crown: Cleo", "Oak: Dan"]).unwrap();
    let fixtures = season(folder.path(), &["fixtures", "Spring"]).unwrap();
    assert!(fixtures.contains("Ship v Bell") && fixtures.contains("Crown v Oak"), "{fixtures}");
    assert!(!fixtures.contains("Ship v Crown") && !fixtures.contains("Ship v Oak"), "{fixtures}");
}

#[test]
fn two_seasons_of_the_same_teams_know_nothing_of_each_other() {
    let folder = tempdir().unwrap();
    let data = folder.path();
    let first = begin(data, "Winter");
    season(data, &card(&first, "1", &["home", "home", "away"])).unwrap();
    let second = begin(data, "Winter");
    let why = season(data, &["table", "Winter"]).unwrap_err();
    assert!(why.contains("2 seasons are called `Winter`"), "{why}");
    let table = |id: &str| season(data, &["table", id]).unwrap();
    assert!(table(&first).contains("2-1"), "{}", table(&first));
    assert!(!table(&second).contains("2-1"), "{}", table(&second));
    assert_eq!(season(data, &["list"]).unwrap().lines().count(), 2);
}
