//! Every tap answers: what cannot be by the rules is asked about.

use crate::table::App;
use egui::Key;

#[test]
fn a_tile_that_fits_nowhere_is_asked_about_and_yes_lets_it_stand() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 5-0");
    app.click("tile 6-6");
    app.lies("5-0");
    assert!(app.says("6-6 fits neither 0 nor 5 · Record it anyway?"));
    app.click("No");
    assert!(!app.says("fits neither"));
    app.lies("5-0");
    app.click("tile 6-6");
    app.click("Record it");
    // Both ends are open to it, so the place is asked for.
    app.click("the 6 against the 5");
    assert!(app.line().contains('!'), "{}", app.line());
    assert!(app.says("Ben dropped 6-6 on the 5, a wrong play that stands"));
    assert_eq!(app.state().running().unwrap().turn.to_string(), "A", "and the hand goes on");
}

#[test]
fn enter_is_yes_escape_is_no_and_another_tile_is_another_answer() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 5-1");
    assert!(app.says("5-1 doesn't fit the 6 · Record it anyway?"));
    app.key(Key::Escape);
    assert!(!app.says("doesn't fit"));
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
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.click("tile 6-3");
    assert!(app.says("Ben has dropped 6-3 · Correct that drop?"));
    app.click("Correct it");
    assert!(app.says("Correct Ben's drop"));
    // A finger finds the way out too.
    app.click("Cancel");
    assert!(!app.says("Correct Ben's drop"));
    app.click("tile 6-3");
    app.click("Correct it");
    app.click("tile 6-2");
    app.lies("6-6 6-2");
    assert!(app.says("Corrected: Ben's drop was the 6-2, not the 6-3, 8 → 0"));
}

#[test]
fn between_hands_nothing_waits_for_a_tile() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.key(Key::K);
    app.key(Key::K);
    app.key(Key::W);
    assert_eq!(app.hint(), "no hand in play: choose who leads");
    assert!(!app.says("tap the tile"));
    app.key(Key::P);
    assert!(!app.says("tap the tile"));
    app.key(Key::Enter);
    assert!(app.state().running().is_some());
}

/// A tile that does not fit either asks, and its No goes back to the drop that is being corrected.
#[test]
fn no_goes_back_to_the_correction() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["tile 6-6", "tile 6-3"] {
        app.click(tile);
    }
    app.key(Key::L);
    app.click("Correct: Ben dropped 6-3 on the 6-6");
    app.click("tile 5-1");
    app.click("No");
    assert!(app.says("Correct Ben's drop"));
    app.click("tile 6-2");
    app.lies("6-6 6-2");
    assert_eq!(app.state().round.as_ref().unwrap().turns.len(), 2, "nobody has dropped a third tile");
}

#[test]
fn what_ends_a_hand_or_the_match_is_asked_about_and_told() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.key(Key::B);
    assert!(app.says("Is the hand blocked?"));
    app.key(Key::Escape);
    assert!(app.state().running().is_some());
    app.click("More");
    app.scroll_and_click("Deal again");
    app.click("No");
    app.lies("6-6");
    app.click("More");
    app.scroll_and_click("Abandon the match");
    assert!(!app.state().abandoned, "not yet");
    app.click("Abandon it");
    assert!(app.state().abandoned);
    assert!(app.has("Same again") && !app.has("tile 6-3"), "and the tiles are gone");
    app.click("Undo");
    app.lies("6-6");
    assert!(app.has("tile 6-3"));
}

/// Undo takes back the last thing done: a question, before the drop that it follows.
#[test]
fn undo_while_asked_withdraws_the_question_and_no_drop() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["6-4", "6-5"] {
        app.click(&format!("tile {tile}"));
    }
    for asked in ["tile 5-4", "tile 3-3"] {
        app.rest();
        app.click(asked);
        let table = app.harness.state().state.table.as_ref().unwrap();
        assert!(table.asks() || table.doubt.is_some(), "{asked} is asked about");
        app.rest();
        app.click("Undo");
        let table = app.harness.state().state.table.as_ref().unwrap();
        assert!(!table.asks() && table.doubt.is_none());
        app.lies("4-6 6-5");
    }
    app.rest();
    app.click("Undo");
    app.lies("6-4");
}
