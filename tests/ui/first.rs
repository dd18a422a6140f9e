//! The first minute, and help.

use crate::table::App;
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use sixty_one::ui::action::Action;
use sixty_one::ui::screen::Screen;
use std::fs;
use tempfile::tempdir;

const THREE: [&str; 3] = ["Keep score by tapping", "Show me the simulated table", "Set up a camera"];

fn screen(app: &App) -> Screen {
    app.harness.state().state.screen
}

#[test]
fn the_first_start_has_three_things_to_touch_and_no_later_one() {
    let folder = tempdir().unwrap();
    let app = App::open_first(folder.path(), vec2(1280.0, 720.0));
    for name in THREE {
        assert!(app.has(name), "{name}");
    }
    drop(app);
    let app = App::open_first(folder.path(), vec2(1280.0, 720.0));
    assert_eq!(screen(&app), Screen::NewGame, "it comes once, even if nothing was touched");
}

#[test]
fn each_of_the_three_leads_where_it_says() {
    for (name, leads_to) in THREE.into_iter().zip([Screen::NewGame, Screen::Table, Screen::Camera]) {
        let folder = tempdir().unwrap();
        let mut app = App::open_first(folder.path(), vec2(390.0, 844.0));
        app.click(name);
        assert_eq!(screen(&app), leads_to, "{name}");
        let simulated = app.harness.state().state.table.is_some();
        assert_eq!(simulated, leads_to == Screen::Table, "{name}");
    }
}

#[test]
fn a_simulated_table_that_comes_back_says_what_it_is() {
    let folder = tempdir().unwrap();
    let mut app = App::open_first(folder.path(), vec2(390.0, 844.0));
    app.click("Show me the simulated table");
    let words = "This is the simulated table. To play your own match, begin a new game.";
    assert!(!app.says(words), "it was asked for");
    drop(app);
    let mut app = App::open_first(folder.path(), vec2(390.0, 844.0));
    assert!(screen(&app) == Screen::Table && app.says(words));
    app.click("Got it");
    assert!(!app.says(words));
}

#[test]
fn from_the_first_page_to_a_scored_drop_are_three_touches() {
    let folder = tempdir().unwrap();
    let mut app = App::open_first(folder.path(), vec2(1280.0, 720.0));
    app.click("Keep score by tapping");
    app.click("Begin the match");
    app.click("tile 6-6");
    assert_eq!(app.scores(), "4 0");
}

#[test]
fn by_keys_enter_begins_too() {
    let folder = tempdir().unwrap();
    let mut app = App::open_first(folder.path(), vec2(1280.0, 720.0));
    app.key(Key::Enter);
    assert_eq!(screen(&app), Screen::NewGame);
    app.key(Key::Enter);
    assert_eq!(screen(&app), Screen::Table);
}

#[test]
fn whoever_has_played_before_is_not_greeted() {
    let folder = tempdir().unwrap();
    let kept = r#"{"last":{"rules":"pafos","players":["Anna","Ben"],"best_of":3}}"#;
    fs::write(folder.path().join("settings.json"), kept).unwrap();
    let app = App::open_first(folder.path(), vec2(1280.0, 720.0));
    assert_eq!(screen(&app), Screen::NewGame);
    assert!(app.has("Same as last time"));
}

#[test]
fn help_is_a_touch_away_on_every_screen_speaks_of_it_first_and_leads_back() {
    for size in [vec2(1280.0, 720.0), vec2(390.0, 844.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        app.begin("pafos", 2, 3);
        for (from, name, _) in Screen::ALL.into_iter().filter(|(screen, ..)| *screen != Screen::Help) {
            app.harness.state_mut().perform(Action::Go(from));
            app.settle();
            app.click("Help");
            assert_eq!(screen(&app), Screen::Help, "{name}");
            let title = match from {
                Screen::Table => "At the table",
                Screen::NewGame => "A new game",
                Screen::Count => "Counting a heap",
                Screen::Camera => "The camera",
                // The name of the screen is in the bar too.
                _ => "",
            };
            let back = app.harness.get_by_label(&format!("Back to {name}")).rect();
            if !title.is_empty() {
                let above = app.harness.get_by_label(title).rect();
                assert!(above.bottom() <= back.top(), "{title} comes first");
            }
            app.click(&format!("Back to {name}"));
            assert_eq!(screen(&app), from, "{name}");
        }
        assert_eq!(app.state().running().unwrap().turns.len(), 0, "the match is as it was");
    }
}

#[test]
fn help_brings_the_first_page_back() {
    let mut app = App::opened();
    app.key(Key::Questionmark);
    app.click("See the welcome page");
    assert!(app.has(THREE[0]));
    app.click("Help");
    app.key(Key::Escape);
    assert_eq!(screen(&app), Screen::Welcome);
}

#[test]
fn a_question_mark_in_a_name_is_a_question_mark() {
    let mut app = App::opened();
    app.click("name of player 1");
    app.key(Key::Questionmark);
    assert_eq!(screen(&app), Screen::NewGame);
}

#[test]
fn help_at_the_foot_of_the_settings() {
    let mut app = App::opened();
    app.key(Key::F5);
    app.scroll_and_click("Help and every key");
    assert_eq!(screen(&app), Screen::Help);
    assert!(app.says("undo, redo"));
}
