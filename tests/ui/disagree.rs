//! The camera sees another table than the record has.

use crate::script::{Seen, outline};
use egui::Key;
use game::layout::{Layout, Play};
use game::tile::Tile;
use game::{Act, Change, Seat};
use sixty_one::live::{Correction, Role, TableState};
use std::time::Duration;

#[test]
fn a_table_is_joined_late_at_one_touch_and_nobody_gets_points_for_it() {
    let mut seen = Seen::begin("pafos");
    let lies: Layout = "5-6 6-6 6-3".parse().unwrap();
    let new: Vec<Tile> = lies.plays().map(Play::tile).collect();
    seen.see(TableState::Lost { new, gone: Vec::new(), table: Some(lies) });
    assert!(seen.app.says("6-5 6-6 6-3 are on the table. Start the record from them?"));
    assert!(seen.app.says("camera test · 6-5 6-6 6-3 are on the table"));
    assert!(seen.app.says("Sixty-One can't tell who dropped which tile, so no score changes"));
    seen.app.click("Start from this table, Anna is next");
    seen.app.lies("5-6 6-6 6-3");
    assert_eq!((seen.app.scores().as_str(), seen.app.state().running().unwrap().turn), ("0 0", Seat::FIRST));
    assert!(seen.app.says("who dropped what is not known, so nothing is counted"), "also afterwards");
    // The game continues from there.
    seen.propose("5-5", 0.97, &[]);
    assert!(seen.app.says("Anna drops 5-5"));
    seen.app.key(Key::Space);
    assert_ne!(seen.app.line().matches("5-5").count(), 0);
    // The evidence of the drop says that its player is unknown.
    let said = |seen: &Seen| {
        let games = std::fs::read_dir(seen.folder.path().join("pictures")).into_iter().flatten().flatten();
        let texts = games.map(|game| std::fs::read_to_string(game.path().join("000005.json")).unwrap_or_default());
        texts.collect::<String>()
    };
    for _ in 0..500 {
        if said(&seen).contains("Sixty-One can't tell who dropped it") {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{:?}", seen.kept());
}

#[test]
fn a_table_that_does_not_fit_the_record_is_shown_beside_it_and_nothing_is_guessed() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
    seen.accept("6-3");
    let (new, gone): (Tile, Tile) = ("5-5".parse().unwrap(), "6-3".parse().unwrap());
    let table: Layout = "6-6 6-5 5-5".parse().unwrap();
    let lost = TableState::Lost { new: vec![new], gone: vec![gone], table: Some(table) };
    seen.see(lost);
    assert!(seen.app.says("table and record disagree; not in the record: 5-5; not on the table: 6-3"));
    assert!(seen.app.has("in the record") && seen.app.has("on the table"));
    let before = seen.app.game().events().len();
    seen.app.key(Key::Space);
    assert_eq!(seen.app.game().events().len(), before);
    seen.app.click("Look again");
    assert_eq!(seen.shared().orders, ["look again"]);
    // One drop behind: the player announces it.
    let behind: Layout = "6-6 6-3 3-3".parse().unwrap();
    let lost = TableState::Lost { new: vec!["3-3".parse().unwrap()], gone: Vec::new(), table: Some(behind) };
    seen.see(lost);
    seen.app.click("3-3 was dropped");
    seen.app.lies("6-6 6-3 3-3");
    seen.app.key(Key::U);
    let lost = TableState::Lost { new: vec![new], gone: vec![gone], table: None };
    seen.see(lost);
    assert!(seen.app.says("don't form a legal line"));
    // The record is corrected where it is wrong.
    seen.app.click("Correct a drop");
    seen.app.click("Correct: Ben dropped 6-3 on the 6-6");
    seen.app.click("tile 6-5");
    seen.app.lies("6-6 6-5");
}

#[test]
fn a_difference_can_be_left_until_it_or_the_record_changes() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
    let lost = |new: &[&str], gone: &[&str]| {
        let tiles = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
        TableState::Lost { new: tiles(new), gone: tiles(gone), table: None }
    };
    let asks = |seen: &Seen| seen.app.has("Leave it");
    let words = "camera test · table and record disagree; not in the record: 5-5; not on the table: 6-6";
    seen.see(lost(&["5-5"], &["6-6"]));
    assert!(asks(&seen));
    seen.app.key(Key::N);
    assert!(!asks(&seen) && seen.app.says(words), "the banner is as ever, and the picture names the tiles");
    assert!(!seen.app.says("table and record agree"));
    // It stays so while nothing else is seen.
    for state in [TableState::Moving, lost(&["5-5"], &["6-6"]), TableState::Hidden, lost(&["5-5"], &["6-6"])] {
        seen.see(state);
        assert!(!asks(&seen));
    }
    assert!(seen.app.says(words));
    seen.see(lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "another difference");
    seen.app.click("Leave it");
    assert!(!asks(&seen));
    seen.see(TableState::Settled);
    seen.see(lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "it was gone meanwhile");
    seen.app.key(Key::N);
    seen.app.key(Key::G);
    seen.see(lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "it is looked at again");
    seen.app.key(Key::N);
    assert!(!asks(&seen));
    seen.app.key(Key::U);
    seen.see(lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "the record has changed");
    assert_eq!(seen.shared().orders, ["look again"], "there was no proposal to turn down");
}

#[test]
fn an_earlier_drop_is_put_right_by_the_camera_or_by_tapping_its_tile() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
    let was: Tile = "6-4".parse().unwrap();
    let other = seen.play("6-3");
    seen.accept("6-4");
    let mut sighting = seen.sighting(TableState::Settled);
    let words = "6-3 on the 6-6, not 6-4".to_owned();
    sighting.correction = Some(Correction { tile: 1, was, play: other, confidence: 0.9, words });
    seen.show(sighting);
    assert!(seen.app.says("An earlier drop was misread"));
    seen.app.click("Correct it");
    seen.app.lies("6-6 6-3");
    assert_eq!(seen.app.scores(), "4 8");
    // The sighting that asked for it is still the newest: a second Space does nothing.
    assert!(!seen.app.says("An earlier drop was misread"));
    let events = |seen: &Seen| seen.app.harness.state().state.table.as_ref().map(|table| table.game.events().len());
    let before = events(&seen);
    seen.app.key(Key::Space);
    assert_eq!(events(&seen), before);
    // Another one is turned down, and stays so.
    let wrong =
        Correction { tile: 1, was: "6-3".parse().unwrap(), play: other, confidence: 0.6, words: "?".to_owned() };
    for _ in 0..2 {
        let mut sighting = seen.sighting(TableState::Settled);
        sighting.correction = Some(wrong.clone());
        seen.show(sighting);
        seen.app.key(Key::N);
        assert!(!seen.app.says("An earlier drop was misread"));
    }
    // By hand: the tile in the picture, then the right one.
    let mut sighting = seen.sighting(TableState::Settled);
    sighting.tiles = vec![outline("6-6", 60.0, Role::Laid(0)), outline("6-3", 110.0, Role::Laid(1))];
    seen.show(sighting);
    seen.app.click("correct 6-3 in the picture");
    assert!(seen.app.says("Correct Ben's drop"));
    seen.app.click("tile 6-2");
    seen.app.lies("6-6 6-2");
}

#[test]
fn banner_pill_and_set_up_say_the_same_of_a_misread_drop() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
    let other = seen.play("6-3");
    seen.accept("6-4");
    assert_eq!(seen.app.scores(), "4 0");
    // The watcher's state is another one: what is asked goes before it.
    let mut sighting = seen.sighting(TableState::Settled);
    let was: Tile = "6-4".parse().unwrap();
    sighting.correction = Some(Correction { tile: 1, was, play: other, confidence: 0.9, words: "?".to_owned() });
    seen.show(sighting);
    let words = "An earlier drop was misread: recorded as 6-4, but the tile looks like 6-3. Correct it?";
    assert!(
        seen.app.says(&format!("{words} · Ben 0 → 8 · 90 % confident")),
        "the recorded tile and the change of score"
    );
    assert!(seen.app.says(&format!("camera test · {words}")));
    assert!(!seen.app.says("table and record agree"));
    seen.app.key(Key::F7);
    assert!(seen.app.says(&format!("camera test: {words}")));
    seen.app.key(Key::F1);
    // Corrections of simulated players show it as well.
    seen.app.key(Key::N);
    assert!(seen.app.says("camera test · table and record agree"));
    let event = seen.app.game().events().len() - 1;
    let act = Act::Play { seat: Seat::new(1).unwrap(), play: other, stands: false };
    let act = Act::Correct { event, change: Change::Replace(Box::new(act)) };
    seen.announce(1, "Ben laid 6-3", act);
    assert!(seen.app.says("Ben laid 6-3? · recorded as 6-4 · Ben 0 → 8"));
    assert!(seen.app.says("camera test · Ben laid 6-3?"));
    assert!(!seen.app.says("table and record agree"));
}
