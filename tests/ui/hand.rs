//! The window held in the hand: what comes over it moves nothing, a field stays above a soft keyboard, keys are shown only where
//! there are some, and the way back closes what was opened last.

use crate::table::App;
use egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use sixty_one::ui::action::{Action, TableWish};
use sixty_one::ui::notice::Notice;
use sixty_one::ui::screen::{Screen, Sheet};
use sixty_one::ui::table::ActWish;
use tempfile::tempdir;

const PHONE: egui::Vec2 = vec2(390.0, 844.0);

fn place(app: &App, label: &str) -> Rect {
    app.harness.get_by_label(label).rect()
}

#[test]
fn a_notice_moves_nothing_below_it() {
    for size in [PHONE, vec2(360.0, 640.0), vec2(844.0, 390.0), vec2(1280.0, 720.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        app.begin("pafos", 2, 1);
        let touched = ["tile 6-6", "Undo", "Knock", "More"];
        let before = touched.map(|label| place(&app, label));
        app.harness.state_mut().state.notices.push(Notice::told("Something that has to be known. ".repeat(6)));
        app.harness.run();
        assert!(app.says("Something that has to be known."));
        assert_eq!(touched.map(|label| place(&app, label)), before, "{size}");
        app.click("Got it");
        assert!(!app.says("Something that has to be known."));
    }
}

#[test]
fn a_field_that_is_typed_in_stays_above_the_keyboard() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    app.harness.state_mut().perform(Action::Go(Screen::NewGame));
    app.harness.run();
    app.scroll_and_click("name of player 1");
    app.harness.set_size(vec2(390.0, 510.0));
    app.harness.run();
    let field = place(&app, "name of player 1");
    assert!(field.top() > 44.0 && field.bottom() < 510.0 - 56.0, "{field}");
    assert!(app.harness.ctx.text_edit_focused());
}

#[test]
fn undo_takes_back_the_question_before_the_drop() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    app.begin("pafos", 2, 1);
    for tile in ["tile 6-6", "tile 6-5"] {
        app.click(tile);
    }
    let acts = app.game().events().len();
    // A tapped tile, while its place is asked for.
    app.harness.state_mut().state.table.as_mut().unwrap().entry.tap("5-4".parse().unwrap());
    app.harness.run();
    app.harness.state_mut().perform(ActWish::Undo.into());
    app.harness.run();
    assert_eq!(app.game().events().len(), acts);
    assert!(app.harness.state().state.table.as_ref().unwrap().entry.is_empty());
}

#[test]
fn back_closes_what_was_opened_last_and_never_leaves_a_hand() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    app.begin("pafos", 2, 1);
    app.click("tile 6-6");
    let shell = app.harness.state_mut();
    assert!(!shell.is_deep());
    shell.perform(TableWish::Open(Sheet::Scores).into());
    shell.perform(Action::Go(Screen::Settings));
    for (screen, deep) in [(Screen::Table, true), (Screen::Table, false), (Screen::Table, false)] {
        shell.back();
        assert_eq!((shell.state.screen, shell.is_deep()), (screen, deep));
    }
    assert!(shell.state.table.is_some());
}

#[test]
fn a_match_that_goes_on_can_be_exported_from_a_phone() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    app.begin("pafos", 2, 1);
    app.click("tile 6-6");
    app.harness.state_mut().perform(Action::Go(Screen::History));
    app.wait_for("Export…");
    app.click("Export…");
    app.wait_for("Result sheet, PDF");
    for paper in ["Result sheet, PDF", "Result, PNG", "Peg board, PNG", "Text record"] {
        let node = app.harness.query_by_label(paper).unwrap_or_else(|| panic!("no {paper}"));
        assert!(!node.accesskit_node().is_disabled(), "{paper} cannot be pressed");
    }
    assert!(app.says("The 1 match of the list"));
    let state = &mut app.harness.state_mut().state;
    (state.page, state.history.exports) = (true, Some(folder.path().to_owned()));
    app.click("All matches, JSON");
    app.settle();
    assert!(app.says("Downloaded: sixty-one-games-"));
}

#[test]
fn a_page_offers_nothing_that_only_a_desktop_has() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    app.harness.state_mut().state.page = true;
    app.begin("pafos", 2, 1);
    app.click("More");
    for missing in ["Phones and screens", "Spectators' window"] {
        assert!(!app.has(missing), "{missing}");
    }
    app.harness.state_mut().perform(Action::Spectators);
    assert!(!app.harness.state().state.spectators);
    app.harness.state_mut().perform(Action::Go(Screen::Settings));
    app.harness.run();
    assert!(!app.has("Phones and screens"));
}

#[test]
fn without_a_keyboard_no_key_is_shown() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), PHONE);
    let shell = app.harness.state_mut();
    shell.state.keyboard = false;
    shell.perform(Action::Go(Screen::Help));
    app.harness.run();
    assert!(!app.has("Keys"));
    assert!(app.says("More has the rest"));
    for key in ["(L)", "(O)", "F1", "Space", "Enter", "press A", "Each button shows its key"] {
        assert!(!app.says(key), "{key}");
    }
    app.harness.state_mut().state.keyboard = true;
    app.harness.run();
    assert!(app.has("Keys") && app.says("More (O) has the rest"));
}
