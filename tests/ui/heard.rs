//! Sounds at the table, through a speaker that writes them down.

use crate::table::App;
use egui::{Key, vec2};
use sixty_one::voice::{Tool, Tools, Voice};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// Writes each sentence on a separate line.
fn speaker(heard: &Path) -> Voice {
    let script = format!("cat >>{0}; echo >>{0}", heard.display());
    Voice::with(Tools { speak: Some(Tool::new("/bin/sh", &["-c", &script])), play: None })
}

#[track_caller]
fn wait_for(heard: &Path, last: &str) {
    let start = Instant::now();
    loop {
        let said = fs::read_to_string(heard).unwrap_or_default();
        // Whole: the next announcement would cut its end short.
        if said.ends_with('\n') && said.lines().last() == Some(last) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "`{last}` is not said, but {said:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn the_table_is_spoken_and_one_touch_makes_it_quiet() {
    let (folder, said) = (tempdir().unwrap(), tempdir().unwrap());
    let heard = said.path().join("heard");
    let mut app = App::open_as(folder.path(), vec2(1280.0, 720.0), |shell| shell.with_voice(speaker(&heard)));
    app.harness.state_mut().state.settings.voice = true;
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    wait_for(&heard, "twelve four; Anna four");
    app.click("tile 6-3");
    wait_for(&heard, "fifteen eight; Ben eight");
    app.click("Knock");
    wait_for(&heard, "Anna knocks");
    app.click("Undo");
    wait_for(&heard, "undone");
    app.click("Quiet: no voice, no sound");
    assert!(!app.harness.state().state.settings.voice && !app.harness.state().state.settings.sound);
    app.key(Key::U);
    app.click("tile 6-4");
    std::thread::sleep(Duration::from_millis(200));
    wait_for(&heard, "undone");
    // It stays so: settings are kept.
    drop(app);
    let again = App::open(folder.path());
    assert!(!again.harness.state().state.settings.voice);
}

#[test]
fn a_game_that_is_won_is_cheered_unless_it_is_quiet_or_nothing_may_move() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos hand_sizes=1/-/6 target=5").unwrap());
    app.click("Begin the match");
    app.click("tile 6-6");
    let cheer = app.harness.state().state.sound.cheer.expect("five points win");
    assert_eq!(cheer.word, "Game!");
    app.harness.state_mut().state.settings.sound = false;
    app.rest();
    app.key(Key::Enter);
    app.click("tile 6-6");
    assert_eq!(app.harness.state().state.sound.cheer, None, "quiet");
}

#[test]
fn where_the_system_asks_for_less_motion_nothing_moves() {
    let mut app = App::opened();
    app.harness.state_mut().state.settings.still = false;
    app.harness.run();
    assert!(!app.harness.state().state.theme.still);
    app.harness.state().motion().tell(true);
    app.harness.run_steps(3);
    assert!(app.harness.state().state.theme.still);
    app.key(Key::F5);
    assert!(app.says("Already on in your system settings."));
}
