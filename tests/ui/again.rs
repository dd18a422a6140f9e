//! A rematch, and the way back to the match before.

use crate::table::{App, clock};
use egui::{Event, Key, vec2};
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use sixty_one::ui::keeper::Keeper;
use tempfile::tempdir;

/// A game of one tile each: 6-6 wins it.
const SHORT: &str = "pafos hand_sizes=1/-/6 target=5";

#[test]
fn the_same_again_keeps_names_that_were_put_right() {
    let mut app = App::begun(SHORT, 2, 1);
    app.click("More");
    app.scroll_and_click("Rename or substitute");
    app.click("new name for Anna");
    app.harness.event(Event::Text("Zed".to_owned()));
    app.harness.run();
    app.key(Key::Enter);
    assert!(app.has("new name for Ben"), "the panel stays for the next name");
    app.key(Key::Escape);
    app.key(Key::Escape);
    app.click("tile 6-6");
    assert!(app.state().is_over());
    app.click("New game");
    let last = app.harness.state().state.settings.last.as_ref().unwrap().names().join(", ");
    assert_eq!(last, "Zed, Ben");
    app.click("Table");
    app.click("Same again");
    assert_eq!(app.state().setup.players, ["Zed", "Ben"]);
    assert_eq!(app.state().running().unwrap().leader, Seat::new(1).unwrap(), "the other leads");
}

#[test]
fn the_same_again_keeps_all_of_a_match_that_was_begun_elsewhere() {
    let folder = tempdir().unwrap();
    let setup = Setup {
        rules: RuleSet::parse("pafos target=21").unwrap(),
        players: ["Cyd", "Vic"].map(str::to_owned).to_vec(),
        pairs: false,
        best_of: 1,
        start: vec![game::rules::Points::new(0), game::rules::Points::new(7)],
        practice: false,
        claim_seconds: 0,
        utc_offset: None,
    };
    let mut game = Match::start(setup.clone()).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    game.act(Act::Abandon { why: String::new() }).unwrap();
    Keeper::open_at(folder.path(), clock).unwrap().begin(game);
    let mut app = App::open(folder.path());
    app.click("Same again");
    assert_eq!(app.state().setup, sixty_one::table::here(setup));
}

#[test]
fn an_enter_too_many_does_not_begin_the_next_game_and_undo_opens_the_last() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), vec2(1280.0, 720.0));
    app.begin(SHORT, 2, 1);
    app.keys("66e");
    assert!(app.state().is_over());
    app.key(Key::Enter);
    assert!(app.state().is_over(), "it came too soon");
    app.rest();
    app.key(Key::Enter);
    assert!(!app.state().is_over());
    app.click("Undo");
    assert!(app.state().is_over(), "the match before is on the table");
    app.click("Undo");
    app.lies("");
    app.keys("55e");
    assert_eq!(app.line(), "5-5", "and its last drop can be put right");
    app.click("History");
    app.settle();
    assert_eq!(app.harness.state().state.history.shown.len(), 1, "the match that had only begun is gone");
}

#[test]
fn history_opens_a_match_that_is_over() {
    let mut app = App::begun(SHORT, 2, 1);
    app.keys("66e");
    app.rest();
    app.click("Same again");
    app.click("History");
    app.settle();
    app.click_first("Anna 5 – 0 Ben");
    app.click("Reopen");
    app.click("Undo");
    app.lies("");
}
