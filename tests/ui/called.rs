//! The call after an event: only what has changed, by which player, and where the buttons are meanwhile.

use crate::table::App;
use egui::{Key, Rect};
use egui_kittest::kittest::Queryable as _;
use game::words::CallKind;

fn bar(app: &App) -> Vec<(String, Rect)> {
    let place = |label: &&str| ((*label).to_owned(), app.harness.get_by_label(label).rect());
    ["Enter", "Knock", "Undo", "Redo", "More"].iter().map(place).collect()
}

#[test]
fn undo_twice_is_undo_twice_and_the_bar_never_moves() {
    let mut app = App::begun("pafos", 2, 3);
    let before = bar(&app);
    app.click("tile 6-6");
    app.click("tile 6-3");
    assert_eq!(bar(&app), before);
    let undo = app.harness.get_by_label("Undo").rect().center();
    for (scores, said) in [("4 0", "Undone: Ben's 6-3, 8 → 0"), ("0 0", "Undone: Anna's 6-6, 4 → 0")] {
        // By its place, as a finger does.
        app.harness.hover_at(undo);
        app.harness.drag_at(undo);
        app.harness.drop_at(undo);
        app.harness.run();
        assert_eq!(app.scores(), scores);
        assert!(app.says(said), "{said}");
        assert_eq!(bar(&app), before);
    }
    app.click("Redo");
    assert!(app.says("Redone: Anna's 6-6, 0 → 4"));
    assert_eq!((app.scores().as_str(), bar(&app)), ("4 0", before));
}

#[test]
fn a_correction_is_announced_with_only_what_changed() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-5");
    app.click("tile 5-4");
    assert_eq!(app.scores(), "0 2");
    app.click("tile 4-2");
    assert!(app.says("Anna dropped 4-2"));
    app.key(Key::L);
    app.click("Correct: Ben dropped 5-4 on the 5");
    app.click("tile 6-4");
    assert!(app.says("Corrected: Ben's drop was the 6-4, not the 5-4, 2 → 3"), "{:?}", app.called());
    let call = app.called();
    assert_eq!((call.kind, call.who.as_str(), call.points.to_string()), (CallKind::Corrected, "Ben", "1".to_owned()));
}

#[test]
fn a_peg_that_is_moved_by_hand_is_announced() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.harness.get_by_label("Anna's front peg").decrement_accesskit();
    app.harness.run();
    assert!(app.says("Anna's pegs moved by hand: 4 → 3"));
}

#[test]
fn a_bust_says_bust_and_why() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos target=10").unwrap());
    app.click("Begin the match");
    app.click("tile 6-6");
    app.click("tile 6-3");
    assert_eq!(app.called().kind, CallKind::Eight);
    app.click("tile 3-3");
    assert_eq!((app.called().kind, app.scores().as_str()), (CallKind::Game, "10 8"));
    app.click("Undo");
    app.click("tile 6-4");
    // Ends 4 and 3. With 5-3 they make nine, three points, and Ben needs two.
    app.click("tile 5-3");
    assert_eq!((app.called().kind, app.scores().as_str()), (CallKind::Bust, "4 8"));
    assert!(
        app.says("Bust: Ben dropped 5-3 on the 3 · 4 and 5 → 9 → three threes → 3 · past 10, so nothing counts · bust")
    );
}

#[test]
fn a_knock_that_was_wrong_is_said_at_once_at_the_end_and_in_the_replay() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos hand_sizes=3/-/6 wrong_knock=opponents_on:8").unwrap());
    app.click("Begin the match");
    app.click("tile 6-6");
    app.click("Knock");
    app.click("tile 6-5");
    app.click("tile 6-2");
    assert!(app.says("! Ben's knock was wrong: the 6-2 would have gone · by these rules: 8 to the others"));
    app.click("tile 2-2");
    assert!(app.says("Anna went out") && app.says("Ben knocked with the 6-2 in hand"));
    // The story of the hand between hands says it too, and the replay at the knock and at its proof.
    assert!(app.says("Ben knocks wrong: the 6-2 would have gone"));
    app.click("History");
    app.settle();
    app.click_first("Anna 0 (8) – 0 (0) Ben");
    assert!(app.says("Ben knocks wrong: the 6-2 would have gone"));
    for _ in 0..1 {
        app.key(Key::ArrowLeft);
    }
    assert!(app.says("Ben's knock was wrong: the 6-2 would have gone"));
}
