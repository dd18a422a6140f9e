//! Games in which a score must be claimed: nothing says it first, and the time to claim can be short.

use crate::table::App;
use egui::Key;
use game::Deed;
use tempfile::tempdir;

fn claiming(seconds: u8) -> (tempfile::TempDir, App) {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.harness.state_mut().state.new_game.claim_seconds = seconds;
    app.begin("muggins", 2, 1);
    (folder, app)
}

#[test]
fn what_nobody_has_claimed_stands_in_no_list() {
    let (_folder, mut app) = claiming(0);
    app.click("tile 5-5");
    app.click("5-5");
    assert_eq!(app.scores(), "0 0");
    app.key(Key::L);
    assert!(app.says("Anna leads 5-5") && !app.says("→ 10 →"), "the list of drops keeps quiet");
    app.key(Key::Escape);
    app.key(Key::C);
    assert_eq!(app.scores(), "10 0");
    app.key(Key::L);
    assert!(app.says("→ 10 →"));
}

#[test]
fn a_claim_has_so_much_time_and_no_more() {
    let (folder, mut app) = claiming(5);
    assert_eq!(app.state().setup.claim_seconds, 5);
    app.click("tile 5-5");
    app.click("5-5");
    assert!(app.says("Anna claims · 5 s"));
    pass(&mut app, 2.5);
    assert!(app.says("Anna claims · 3 s"));
    app.key(Key::C);
    assert_eq!(app.scores(), "10 0", "in time");
    pass(&mut app, 1.0);
    app.click("tile 5-0");
    pass(&mut app, 1.0);
    app.click_first("Ben claims");
    assert_eq!(app.scores(), "10 10");
    app.key(Key::U);
    // The drop can be claimed again, and gets its full time.
    pass(&mut app, 5.5);
    assert!(matches!(app.state().round.as_ref().unwrap().turns.last().unwrap().deed, Deed::Lapsed));
    assert!(app.says("No claim in time"));
    app.key(Key::C);
    assert_eq!(app.hint(), "nothing to claim");
    assert_eq!(app.scores(), "10 0");
    // The record knows it without a clock.
    drop(app);
    let mut app = App::open(folder.path());
    app.harness.run_steps(5);
    assert_eq!(app.scores(), "10 0");
    assert!(app.says("No claim in time"));
}

/// Lets this many seconds of the window's clock go by.
fn pass(app: &mut App, seconds: f64) {
    let now = app.harness.ctx.input(|input| input.time);
    app.harness.input_mut().time = Some(now + seconds);
    app.harness.run_steps(3);
}
