//! What outlives a window: matches, settings, folders.

use crate::table::App;
use egui::Key;
use tempfile::tempdir;

#[test]
fn the_app_opens_in_the_same_hand() {
    let folder = tempdir().unwrap();
    let before = {
        let mut app = App::open(folder.path());
        app.begin("pafos", 4, 3);
        app.click("tile 6-6");
        app.click("tile 6-3");
        app.key(Key::K);
        app.state().clone()
    };
    let app = App::open(folder.path());
    assert_eq!(app.state(), &before);
    assert!(app.has("tile 3-2"), "and it is on the table");
}

#[test]
fn two_taps_for_the_same_as_last_time() {
    let folder = tempdir().unwrap();
    {
        let mut app = App::open(folder.path());
        app.harness.state_mut().state.new_game.names[1] = "Zoë".to_owned();
        app.begin("all_fives_200", 3, 5);
    }
    let mut app = App::open(folder.path());
    app.click("New game");
    app.click("Same as last time");
    let setup = &app.state().setup;
    assert_eq!((setup.rules.id, setup.best_of, setup.players[1].as_str()), ("all_fives_200", 5, "Zoë"));
}

#[test]
fn history_shows_a_match_drop_by_drop() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.click("History");
    app.settle();
    app.click_first("Anna 0 (4) – 0 (8) Ben");
    assert!(app.says("step 3: Ben dropped 6-3 on the 6-6 6-6 and 3 → 15 → three fives and five threes → 8 +8"));
    app.key(Key::ArrowLeft);
    assert_eq!(app.harness.state().state.history.replay.as_ref().unwrap().now.state().leg.scores[1].to_string(), "0");
    app.click("Resume");
    assert_eq!(app.scores(), "4 8");
}

#[test]
fn settings_are_kept() {
    let folder = tempdir().unwrap();
    {
        let mut app = App::open(folder.path());
        app.key(Key::F5);
        app.click("Light");
        app.click("Turn the far side's panel round");
        app.click("150 %");
        assert!(!app.harness.state().state.theme.dark);
    }
    let app = App::open(folder.path());
    let settings = &app.harness.state().state.settings;
    assert_eq!((settings.scale, settings.opposite), (150, true));
}

#[test]
fn the_evening_goes_on_when_the_disk_refuses() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("not-a-folder");
    std::fs::write(&file, b"x").unwrap();
    let mut app = App::open(&file);
    assert!(app.says("kept in memory"));
    app.click("Got it");
    app.begin("pafos", 2, 1);
    app.click("tile 6-6");
    assert_eq!(app.scores(), "4 0");
    assert!(app.says("drops not saved"));
    // The folder can be made now: what waited is saved.
    std::fs::remove_file(&file).unwrap();
    app.harness.run_steps(12);
    assert!(!app.says("not saved"));
    drop(app);
    let app = App::open(&file);
    assert_eq!(app.scores(), "4 0");
}

/// The data folder disappears during a match: the red bar shows it, the match continues in another folder, and
/// everything is there.
#[test]
#[cfg(unix)]
fn a_match_goes_on_in_another_folder() {
    let folder = tempdir().unwrap();
    let [data, elsewhere] = ["data", "elsewhere"].map(|name| folder.path().join(name));
    let mut app = App::open(&data);
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    std::fs::remove_dir_all(&data).unwrap();
    app.click("tile 6-3");
    assert_eq!(app.scores(), "4 8");
    assert!(app.says("1 drop not saved") && app.says("missing"));
    app.click("Save elsewhere…");
    app.harness.state_mut().state.elsewhere = Some(elsewhere.display().to_string());
    app.harness.run();
    app.click("Continue in this folder");
    assert!(app.says("Matches are now saved in") && !app.says("not saved"));
    assert!(elsewhere.join("settings.json").is_file(), "what was set goes along");
    app.click("Got it");
    app.click("tile 3-3");
    assert!(!app.says("not saved"));
    drop(app);
    let app = App::open(&elsewhere);
    assert_eq!(app.scores(), "10 8");
    app.lies("6-6 6-3 3-3");
    assert!(!data.exists(), "nothing new was begun in the old place");
}

/// A match lost its end, and an exported file still has it: one touch takes it over.
#[test]
fn what_an_exported_file_still_has_is_taken_over_with_one_touch() {
    use store::{MatchId, Store};
    let folder = tempdir().unwrap();
    let id = MatchId::from_seed(1);
    let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let played = game::self_play::play_match(setup, &[0.9, 0.2], false, 1).unwrap();
    let mut store = Store::open(folder.path()).unwrap().store;
    for event in played.events() {
        store.append(id, std::slice::from_ref(event), crate::table::clock()).unwrap();
    }
    std::fs::write(folder.path().join("sixty-one-games-1.json"), store.export(&[id]).unwrap()).unwrap();
    let hash = store.sound_rows(id).unwrap()[39].hash;
    drop(store);
    // An event in the middle, and the second record, are gone.
    let database = folder.path().join("sessions.db");
    let mut bytes = std::fs::read(&database).unwrap();
    for at in (32..bytes.len()).filter(|&at| bytes[at..].starts_with(&hash)).collect::<Vec<_>>() {
        bytes[at - 6..at].fill(b'x');
    }
    std::fs::write(&database, bytes).unwrap();
    std::fs::remove_file(folder.path().join("sessions.mirror")).unwrap();
    let mut app = App::open(folder.path());
    assert!(app.says("events or more are kept") && app.says("sixty-one-games-1.json"));
    app.click("Got it");
    assert!(app.says("sixty-one-games-1.json has"));
    app.click("Import it");
    app.settle();
    assert!(app.says("1 continued") && !app.has("Import it"));
    assert_eq!(
        app.game().events().len(),
        played.events().len(),
        "the next act would follow what the table does not show"
    );
    drop(app);
    let store = Store::open(folder.path()).unwrap().store;
    assert_eq!(store.load(id).unwrap().len(), played.events().len());
}
