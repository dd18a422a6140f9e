//! The second of two taps, and a tap on what has just changed, does not count.

use crate::script::Seen;
use crate::table::App;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable as _;
use sixty_one::ui::notice::Notice;
use std::sync::Arc;

/// A tap with no time before it.
fn tap(app: &mut App, pos: Pos2) {
    app.harness.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        app.harness.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    app.harness.step();
}

fn place(app: &App, label: &str) -> Pos2 {
    app.harness.get_by_label(label).rect().center()
}

#[test]
fn two_taps_on_knock_are_one() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.rest();
    let knock = place(&app, "Knock");
    tap(&mut app, knock);
    tap(&mut app, knock);
    app.harness.run();
    assert!(app.state().running().is_some(), "one knock, and the hand goes on");
    assert_eq!(app.state().round.as_ref().unwrap().turns.len(), 2);
    app.rest();
    tap(&mut app, knock);
    app.harness.run();
    assert!(app.state().running().is_none(), "a tap that was meant counts");
}

/// Where the tray shows only tiles that fit, the next one comes under the finger.
#[test]
fn two_taps_on_a_tile_of_the_smallest_phone_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = App::open_in(folder.path(), egui::vec2(360.0, 640.0));
    app.begin("pafos", 2, 3);
    app.click("tile 5-5");
    app.rest();
    let tile = place(&app, "tile 5-4");
    tap(&mut app, tile);
    tap(&mut app, tile);
    app.harness.run();
    assert_eq!(app.state().round.as_ref().unwrap().turns.len(), 2);
}

#[test]
fn a_double_tap_that_begins_a_match_plays_no_tile() {
    let mut app = App::opened();
    app.rest();
    let begin = place(&app, "Begin the match");
    tap(&mut app, begin);
    tap(&mut app, begin);
    tap(&mut app, begin);
    app.harness.run();
    assert_eq!(app.game().events().len(), 2);
    assert!(!app.harness.state().state.table.as_ref().unwrap().game.can_redo());
}

#[test]
fn a_double_tap_on_a_tile_that_fits_twice_leaves_the_question() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["6-6", "6-3", "3-3", "6-4", "4-4"] {
        app.click(&format!("tile {tile}"));
    }
    app.rest();
    let tile = place(&app, "tile 4-3");
    let asked = |app: &App| app.harness.state().state.table.as_ref().unwrap().entry.tile.is_some();
    tap(&mut app, tile);
    tap(&mut app, tile);
    app.harness.run();
    assert!(asked(&app), "the question waits");
    app.rest();
    tap(&mut app, tile);
    app.harness.run();
    assert!(!asked(&app), "a tap that is meant takes it back");
}

#[test]
fn numbers_are_tapped_as_fast_as_fingers_go() {
    let mut app = App::begun("pafos", 2, 3);
    app.rest();
    let six = place(&app, "end 6");
    tap(&mut app, six);
    tap(&mut app, six);
    app.harness.run();
    app.lies("6-6");
}

#[test]
fn a_tap_that_slips_or_is_held_counts_and_a_drag_does_not() {
    let held_for = |seconds: usize, slips: f32| {
        let mut app = App::begun("pafos", 2, 3);
        app.rest();
        let from = place(&app, "tile 6-6");
        let to = from + egui::vec2(slips, 0.0);
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [Event::PointerMoved(from), button(from, true), Event::PointerMoved(to)] {
            app.harness.event(event);
            app.harness.step();
        }
        // A step is a quarter of a second.
        app.harness.run_steps(seconds * 4);
        app.harness.event(button(to, false));
        app.harness.run();
        app.line()
    };
    for (seconds, slips) in [(0, 0.0), (0, 9.0), (2, 0.0), (2, 9.0)] {
        assert_eq!(held_for(seconds, slips), "6-6", "held for {seconds} s, {slips} points away");
    }
    assert_eq!(held_for(1, 30.0), "", "a drag");
}

#[test]
fn confirm_takes_only_what_was_seen() {
    let mut seen = Seen::begin("pafos");
    let first = seen.proposal("6-6", 0.97, &[]);
    let second = seen.proposal("5-5", 0.97, &["4-4"]);
    for confirm in [confirm_by_tap, confirm_by_key, confirm_by_reader] {
        seen.show(first.clone());
        // A fifth of a second before the tap the camera thinks otherwise.
        seen.shared().coming.push_back(Arc::new(second.clone()));
        seen.app.harness.step();
        confirm(&mut seen.app);
        seen.app.lies("");
    }
    // Even where it changes in the frame that the tap comes in.
    seen.show(first);
    seen.shared().coming.push_back(Arc::new(second));
    confirm_by_key(&mut seen.app);
    seen.app.lies("");
    seen.read();
    seen.app.click("it was 4-4");
    seen.app.lies("4-4");
}

fn confirm_by_tap(app: &mut App) {
    let at = place(app, "Confirm");
    tap(app, at);
}

fn confirm_by_key(app: &mut App) {
    for pressed in [true, false] {
        app.harness.event(Event::Key {
            key: Key::Space,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
    }
    app.harness.step();
}

fn confirm_by_reader(app: &mut App) {
    app.harness.get_by_label("Confirm").click_accesskit();
    app.harness.step();
}

#[test]
fn a_notice_takes_no_tap_before_it_was_read() {
    let mut app = App::begun("pafos", 2, 3);
    app.rest();
    app.harness.state_mut().state.notices.push(Notice::told("the disk is nearly full"));
    app.harness.run_steps(2);
    let at = place(&app, "Got it");
    tap(&mut app, at);
    assert!(app.says("the disk is nearly full"), "it was shown too briefly to read");
    app.rest();
    tap(&mut app, at);
    app.harness.run();
    assert!(!app.says("the disk is nearly full"));
}

#[test]
fn matches_that_may_be_lost_are_exported_from_the_notice() {
    let mut app = App::begun("pafos", 2, 3);
    app.harness.state_mut().state.notices.push(Notice::perishable("they may be deleted"));
    app.rest();
    app.click("Export…");
    app.settle();
    assert!(app.has("All matches, JSON"));
    assert!(!app.says("they may be deleted"));
}
