//! Every tap answers: what cannot be by the rules is asked about.

use crate::table::App;
use egui::Key;
use tempfile::tempdir;

#[test]
fn a_tile_that_fits_nowhere_is_asked_about_and_yes_lets_it_stand() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 5-0");
    app.click("tile 6-6");
    app.lies("5-0");
    assert!(app.says("6-6 fits neither 0 nor 5 · Did it lie so anyway?"));
    app.click("No");
    assert!(!app.says("fits neither"));
    app.lies("5-0");
    app.click("tile 6-6");
    app.click("It lay so");
    // Both ends are open to it: where?
    app.click("the 6 against the 5");
    assert!(app.line().contains('!'), "{}", app.line());
    assert!(app.says("Ben dropped 6-6 on the 5, a wrong play that stands"));
    assert_eq!(app.state().running().unwrap().turn.to_string(), "A", "and the hand goes on");
}

#[test]
fn enter_is_yes_escape_is_no_and_another_tile_is_another_answer() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 5-1");
    assert!(app.says("5-1 does not fit the 6 · Did it lie so anyway?"));
    app.key(Key::Escape);
    assert!(!app.says("does not fit"));
    app.click("tile 5-1");
    app.click("tile 6-3");
    assert_eq!(app.scores(), "4 8", "the other tile was meant");
    app.click("tile 4-4");
    app.key(Key::Enter);
    app.key(Key::Enter);
    assert!(app.line().contains('!'), "{}", app.line());
}

#[test]
fn a_tile_that_lies_already_offers_to_put_its_drop_right() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.click("tile 6-3");
    assert!(app.says("6-3 lies already: Ben dropped it · Is that drop wrong?"));
    app.click("Put it right");
    assert!(app.says("Put Ben's drop right"));
    // A finger finds the way out too.
    app.click("Cancel");
    assert!(!app.says("Put Ben's drop right"));
    app.click("tile 6-3");
    app.click("Put it right");
    app.click("tile 6-2");
    app.lies("6-6 6-2");
    assert!(app.says("Corrected: Ben's drop was the 6-2, not the 6-3, 8 → 0"));
}

#[test]
fn between_hands_nothing_waits_for_a_tile() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.key(Key::K);
    app.key(Key::K);
    app.key(Key::W);
    assert_eq!(app.hint(), "no hand is being played: say who leads first");
    assert!(!app.says("tap the tile"));
    app.key(Key::P);
    assert!(!app.says("tap the tile"));
    app.key(Key::Enter);
    assert!(app.state().running().is_some());
}
