//! The New game screen: names, known players, the same as last time.

use crate::table::App;
use egui::{Event, Key, vec2};
use egui_kittest::kittest::Queryable as _;
use tempfile::tempdir;

fn names(app: &App) -> Vec<String> {
    app.harness.state().state.new_game.names.to_vec()
}

fn write(app: &mut App, text: &str) {
    app.harness.event(Event::Text(text.to_owned()));
    app.harness.run();
}

/// A player has no name before one is given.
fn nameless(app: &mut App) {
    app.harness.state_mut().state.new_game.names = Default::default();
    app.harness.run();
}

#[test]
fn what_is_typed_takes_the_place_of_the_name_that_was_tapped() {
    let mut app = App::opened();
    app.click("name of player 1");
    write(&mut app, "Tom");
    assert_eq!(names(&app)[0], "Tom", "not AnnaTom");
    write(&mut app, "my");
    assert_eq!(names(&app)[0], "Tommy", "and only the first letters do");
    // Tab goes to the next name.
    app.key(Key::Tab);
    write(&mut app, "Zoë");
    app.key(Key::Escape);
    app.click("Begin the match");
    assert_eq!(app.state().setup.players, ["Tommy", "Zoë"]);
}

#[test]
fn the_fields_are_empty_at_first_and_those_who_played_lately_are_a_tap_away() {
    let folder = tempdir().unwrap();
    let fresh = sixty_one::ui::state::NewGame::default();
    assert!(fresh.names.iter().all(String::is_empty), "nobody is made up");
    let mut app = App::open(folder.path());
    assert!(!app.says("Recently played"));
    app.begin("pafos", 2, 3);
    app.click("New game");
    nameless(&mut app);
    assert!(app.says("Recent players: tap one for player 1"));
    app.click("Ben plays");
    assert!(app.says("Recent players: tap one for player 2"));
    app.click("Anna plays");
    assert_eq!(names(&app)[..2], ["Ben", "Anna"]);
    assert!(!app.says("Recently played"), "everybody sits");
    // Without names the players have numbers.
    nameless(&mut app);
    app.click("Begin the match");
    assert_eq!(app.state().setup.players, ["Player 1", "Player 2"]);
    let last = app.harness.state().state.settings.last.as_ref().unwrap();
    assert_eq!(last.names(), ["Player 1", "Player 2"], "the button for the same again calls nobody nothing");
}

#[test]
fn same_as_last_time_gives_way_to_what_was_chosen_since() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("New game");
    assert!(app.has("Same as last time"));
    app.click("best of 5");
    assert!(!app.has("Same as last time"), "it would begin the old choices");
    let matches = app.game().clone();
    app.key(Key::S);
    assert_eq!(app.game(), &matches, "nothing begins by S");
    app.click("Begin the match");
    assert_eq!(app.state().setup.best_of, 5);
    app.click("New game");
    app.click("Practice: advice");
    app.click("Discard these changes");
    assert!(app.has("Same as last time"));
    app.key(Key::S);
    assert_eq!((app.state().setup.best_of, app.state().setup.practice), (5, false));
}

#[test]
fn the_form_is_shown_from_its_top_when_it_is_opened_again() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("New game");
    app.scroll_and_click("House rules");
    assert!(app.harness.query_all_by_label_contains("Name of these rules").next().is_some());
    app.scroll_and_click("All rules");
    let deep = app.harness.query_all_by_label_contains("The penalty for taking too many tiles").next().unwrap();
    deep.scroll_to_me();
    app.harness.run();
    app.click("Table");
    app.click("New game");
    let top = app.harness.get_by_label("Same as last time").rect().top();
    assert!((0.0..200.0).contains(&top), "{top}");
    assert!(!app.says("Name of these rules"));
}

/// Every game shows its name and what scores what on the form, also on a phone.
#[test]
fn every_game_says_what_scores_what() {
    for size in [vec2(390.0, 844.0), vec2(1280.0, 720.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        for preset in game::rules::sets::all() {
            app.harness.state_mut().state.new_game.take_preset(&preset.rules);
            app.harness.run();
            assert!(app.says(preset.title), "{}", preset.rules.id);
            for (what, pays) in game::words::score_table(&preset.rules) {
                assert!(app.says(&what) && app.says(&pays), "{}: {what}: {pays}", preset.rules.id);
            }
        }
    }
}

#[test]
fn enter_goes_from_name_to_name_and_tab_too() {
    let mut app = App::opened();
    nameless(&mut app);
    app.click("4 players");
    app.click("name of player 1");
    for (name, key) in [("Ana", Key::Enter), ("Bea", Key::Tab), ("Carl", Key::Enter), ("Don", Key::Enter)] {
        write(&mut app, name);
        app.key(key);
    }
    assert_eq!(names(&app)[..4], ["Ana", "Bea", "Carl", "Don"]);
    assert!(app.harness.state().state.table.is_none(), "the last Enter begins nothing");
}

#[test]
fn two_players_of_one_name_are_told_of() {
    let mut app = App::opened();
    app.harness.state_mut().state.new_game.names[1] = "anna\u{a0}".to_owned();
    app.click("Begin the match");
    assert!(app.harness.state().state.table.is_none());
    assert!(app.says("two players are called anna"));
    app.harness.state_mut().state.new_game.names[1] = "Jose\u{301}".to_owned();
    app.click("Begin the match");
    assert_eq!(app.state().setup.players, ["Anna", "José"], "kept as it is written by everybody");
}
