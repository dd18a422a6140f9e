//! The players: names corrected within the match, and a substitute.

use crate::table::App;
use egui::{Event, Key};
use tempfile::tempdir;

fn type_name(app: &mut App, field: &str, name: &str) {
    app.click(field);
    app.harness.event(Event::Text(name.to_owned()));
    app.harness.run();
}

#[test]
fn a_name_is_put_right_for_the_whole_match() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("More");
    app.scroll_and_click("Rename or substitute");
    type_name(&mut app, "new name for Anna", "Anne");
    app.click("rename Anna");
    assert!(app.says("Anna is now called Anne"));
    app.key(Key::L);
    assert!(app.says("Anne leads 6-6"), "the drop before it bears the name too");
    app.key(Key::Escape);
    app.click("Undo");
    assert_eq!(app.state().setup.players[0], "Anna");
    app.click("Redo");
    drop(app);
    let mut app = App::open(folder.path());
    assert_eq!(app.state().setup.players, ["Anne", "Ben"]);
    app.click("History");
    app.settle();
    app.click_first("Anne 0 (4) – 0 (0) Ben");
    assert!(app.says("Anne leads 6-6"));
}

#[test]
fn somebody_plays_on_for_another_and_each_is_credited_with_his_own() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    let substitute = |app: &mut App| {
        app.click("More");
        app.scroll_and_click("Rename or substitute");
        type_name(app, "new name for Anna", "Tom");
        app.click("plays on for Anna");
    };
    // The player who began a hand finishes it: the button waits.
    substitute(&mut app);
    assert_eq!(app.state().setup.players[0], "Anna");
    app.key(Key::Escape);
    app.key(Key::K);
    app.key(Key::K);
    substitute(&mut app);
    assert!(app.says("Tom plays on for Anna"));
    app.key(Key::Enter);
    app.click("tile 5-5");
    app.click("tile 5-0");
    assert!(app.says("Tom dropped 5-0"));
    let facts = game::stats::Facts::of("", 0, app.state(), |name| name);
    assert_eq!(facts.players, ["Anna", "Ben"], "the match counts for the players who began it");
    let drops = |name: &str| game::stats::Figures::of(name, [&facts]).points_per_drop.of;
    assert_eq!((drops("Anna"), drops("Tom"), drops("Ben")), (1, 1, 1));
    app.click("History");
    app.settle();
    app.click_first("Anna 0 (6) – 0 (2) Ben");
    app.settle();
    let replay = app.harness.state().state.history.replay.as_ref().expect("it is opened");
    let said: Vec<&str> = replay.moments.iter().map(|moment| moment.told.title.as_str()).collect();
    for words in ["Anna leads 6-6", "Tom plays on from here", "Tom dropped 5-0 on the 5-5"] {
        assert!(said.contains(&words), "{words}: {said:?}");
    }
}
