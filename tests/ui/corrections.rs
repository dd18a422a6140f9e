//! Corrections of earlier drops: in a hand before, of one that then ends the game, and by a tap on the line.

use crate::table::App;
use egui::{Key, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use game::{Deed, RoundEnd};
use tempfile::tempdir;

#[test]
fn a_drop_of_the_hand_before_is_corrected() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["tile 6-6", "tile 6-3"] {
        app.click(tile);
    }
    app.key(Key::K);
    app.key(Key::K);
    assert_eq!(app.state().round.as_ref().unwrap().end, Some(RoundEnd::Blocked));
    app.rest();
    app.key(Key::Enter);
    app.click("tile 5-5");
    let scores = app.scores();
    app.key(Key::L);
    assert!(app.says("Game 1, hand 1"));
    app.scroll_and_click("Correct: Ben dropped 6-3 on the 6-6");
    app.click("tile 6-2");
    assert_eq!((scores.as_str(), app.scores().as_str()), ("4 10", "4 2"), "eight less for the hand before");
    app.lies("5-5");
    assert_eq!(app.state().leg.rounds[0].layout.to_string().replace('*', ""), "6-6 6-2");
    app.click("Undo");
    assert_eq!(app.scores(), scores);
}

/// The program asks before drops stop counting, says what then is, and one Undo brings all of it back.
#[test]
fn a_correction_that_wins_the_game_asks_what_becomes_of_later_drops() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos target=8", 2, 1);
    for tile in ["tile 6-6", "tile 6-5", "tile 5-5"] {
        app.click(tile);
    }
    let before = app.state().clone();
    app.key(Key::L);
    app.click("Correct: Ben dropped 6-5 on the 6-6");
    // 6-6 and 3 are fifteen, for the eight that Ben needs.
    for answer in ["No", "Correct it"] {
        app.click("tile 6-3");
        assert!(app.says("Then Ben wins the game · 1 later entry no longer counts"));
        assert_eq!(app.state(), &before);
        app.click(answer);
    }
    assert_eq!((app.scores().as_str(), app.state().is_over()), ("4 8", true));
    app.lies("6-6 6-3");
    app.click("Undo");
    assert_eq!(app.state(), &before);
    app.click("Redo");
    drop(app);
    let mut app = App::open(folder.path());
    app.key(Key::F3);
    app.settle();
    assert!(app.says("Anna 4 – 8 Ben"), "and it is so on the disk");
}

#[test]
fn a_tap_on_a_tile_of_the_line_asks_whether_to_correct_it() {
    for size in [vec2(1280.0, 720.0), vec2(390.0, 844.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        app.begin("pafos", 2, 3);
        app.click("tile 6-6");
        app.rest();
        let line = app.harness.get_by_label_contains(": tap a drop to correct it").rect();
        app.harness.event(egui::Event::PointerMoved(line.center()));
        for pressed in [true, false] {
            let (pos, button) = (line.center(), PointerButton::Primary);
            app.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE });
        }
        app.harness.run();
        assert!(app.says("Anna has dropped 6-6"), "{size}");
        app.click("Correct it");
        app.scroll_and_click("tile 5-5");
        app.lies("5-5");
    }
}

/// A refusal leaves the way out beside it.
#[test]
fn a_correction_that_is_refused_can_be_left() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["tile 6-6", "tile 6-3", "tile 6-2"] {
        app.click(tile);
    }
    app.key(Key::L);
    app.click("Correct: Ben dropped 6-3 on the 6-6");
    app.click("tile 6-2");
    assert!(app.hint().contains("6-2"), "{}", app.hint());
    app.click("Cancel");
    assert!(!app.says("Correct Ben's drop"));
    app.lies("2-6 6-6 6-3");
}

/// Drops on tiles that were recorded after a gap stay on them, and the players take turns again.
#[test]
fn a_missed_drop_is_inserted_and_the_later_ones_move_on() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    for tile in ["5-5", "5-0", "6-0", "5-4", "4-3", "6-6", "6-1", "5-1"] {
        app.click(&format!("tile {tile}"));
    }
    let before = app.state().clone();
    app.key(Key::L);
    app.scroll_and_click("Insert before: Anna dropped 6-1 on the 6-6");
    app.click("tile 3-3");
    app.lies("3-3 3-4 4-5 5-5 5-0 0-6 6-6 6-1 1-5");
    let told = app.called().told;
    assert!(told.title.starts_with("Added: Anna's 3-3"), "{}", told.title);
    assert_eq!(told.detail, "the 2 drops after it are one player on · Ben to drop");
    let turns = app.state().round.as_ref().unwrap().turns.clone();
    assert_eq!(turns.iter().map(|turn| turn.seat.index()).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1, 0, 1, 0]);
    assert!(turns.iter().all(|turn| matches!(turn.deed, Deed::Played { wrong: false, .. })));
    let after = app.state().clone();
    app.click("Undo");
    assert_eq!(app.state(), &before);
    app.click("Redo");
    drop(app);
    // It is read again as it was written.
    let mut app = App::open(folder.path());
    app.settle();
    assert_eq!(app.state(), &after);
}
