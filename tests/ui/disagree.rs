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
    seen.see(TableState::Lost { after: vec![None; new.len()], new, gone: Vec::new(), table: Some(lies) });
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
    let lost = TableState::Lost { new: vec![new], after: vec![None], gone: vec![gone], table: Some(table) };
    seen.see(lost);
    assert!(seen.app.says("table and record disagree; not in the record: 5-5; not on the table: 6-3"));
    assert!(seen.app.has("in the record") && seen.app.has("on the table"));
    seen.app.click("Look again");
    assert_eq!(seen.shared().orders, ["look again"]);
    // The first difference that can be mended is: the 6-3 is gone.
    assert!(!seen.app.has("Add 5-5"));
    seen.app.click("Remove 6-3");
    seen.app.lies("6-6");
    seen.app.key(Key::U);
    // One drop behind: the player announces it.
    let behind: Layout = "6-6 6-3 3-3".parse().unwrap();
    let new_tile: Tile = "3-3".parse().unwrap();
    let lost = TableState::Lost { new: vec![new_tile], after: vec![None], gone: Vec::new(), table: Some(behind) };
    seen.see(lost);
    seen.app.click("Add 3-3");
    seen.app.lies("6-6 6-3 3-3");
    seen.app.key(Key::U);
    let lost = TableState::Lost { new: vec![new], after: vec![None], gone: vec![gone], table: None };
    seen.see(lost);
    assert!(!seen.app.says("don't form a legal line"), "without the tile that is gone that is not known");
    let lost = TableState::Lost { new: vec![new], after: vec![None], gone: Vec::new(), table: None };
    seen.see(lost);
    assert!(seen.app.says("don't form a legal line"));
    // The record is corrected where it is wrong.
    seen.app.click("Correct a drop");
    seen.app.click("Correct: Ben dropped 6-3 on the 6-6");
    seen.app.click("tile 6-5");
    seen.app.lies("6-6 6-5");
}

fn lost(new: &[&str], gone: &[&str], table: Option<&str>) -> TableState {
    let tiles = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
    let after = vec![None; new.len()];
    TableState::Lost { new: tiles(new), after, gone: tiles(gone), table: table.map(|table| table.parse().unwrap()) }
}

/// The players and tiles of the hand.
fn drops(seen: &Seen) -> String {
    let turns = &seen.app.state().round.as_ref().unwrap().turns;
    let drop = |turn: &game::Turn| match turn.deed {
        game::Deed::Played { play, .. } => Some(format!("{} {}", turn.seat, play.tile())),
        _ => None,
    };
    turns.iter().filter_map(drop).collect::<Vec<_>>().join(", ")
}

#[test]
fn missed_tiles_are_added_one_by_one_where_they_were_dropped() {
    let mut seen = Seen::begin("pafos");
    for tile in ["6-5", "5-3"] {
        seen.accept(tile);
    }
    // The lead was not recognised, nor what was dropped on its other side.
    let table = Some("1-6 6-6 6-5 5-3");
    seen.see(lost(&["6-1", "6-6"], &[], table));
    assert!(seen.app.says("table and record disagree; not in the record: 6-1, 6-6"));
    assert!(seen.app.has("Add 6-6 before 5-3"), "it may have been the second");
    seen.app.click("Add 6-6 as lead");
    assert_eq!(drops(&seen), "A 6-6, B 6-5, A 5-3");
    assert_eq!(seen.app.scores(), "12 0", "four for 6-6, eight for 6-6 and 3");
    seen.see(lost(&["6-1"], &[], table));
    seen.app.key(Key::Space);
    assert_eq!(drops(&seen), "A 6-6, B 6-1, A 6-5, B 5-3");
    // One touch of its tile in the picture does the same.
    for _ in 0..2 {
        seen.app.key(Key::U);
    }
    for (tile, role) in [("6-6", Role::New), ("6-1", Role::Loose)] {
        let mut sighting = seen.sighting(lost(&["6-1", "6-6"], &[], table));
        sighting.tiles = vec![outline(tile, 60.0, role)];
        seen.show(sighting);
        seen.app.click(&format!("add {tile} in the picture"));
    }
    assert_eq!(drops(&seen), "A 6-6, B 6-1, A 6-5, B 5-3");
    let mut sighting = seen.sighting(TableState::Settled);
    sighting.tiles = vec![outline("2-2", 60.0, Role::Loose)];
    seen.show(sighting);
    seen.app.click("add 2-2 in the picture");
    assert_eq!((seen.app.hint().as_str(), drops(&seen).as_str()), ("2-2 fits nowhere", "A 6-6, B 6-1, A 6-5, B 5-3"));
}

#[test]
fn a_proposal_that_was_dropped_earlier_is_added_there() {
    let mut seen = Seen::begin("pafos");
    for tile in ["6-6", "6-3"] {
        seen.accept(tile);
    }
    seen.propose("6-4", 0.9999, &[]);
    assert!(!seen.app.has("Add 6-4 before 6-3"), "nothing is odd about it");
    for by_key in [false, true] {
        seen.propose("6-4", 0.97, &[]);
        if by_key {
            seen.app.key(Key::I);
        } else {
            seen.app.click("Add 6-4 before 6-3");
        }
        assert_eq!(drops(&seen), "A 6-6, B 6-4, A 6-3");
        seen.app.key(Key::U);
    }
    // It cannot have been before the tile that it joins.
    seen.propose("3-1", 0.97, &[]);
    seen.app.key(Key::I);
    assert_eq!(drops(&seen), "A 6-6, B 6-3");
}

#[test]
fn an_earlier_drop_is_removed_and_the_later_ones_stay_on_their_tiles() {
    for by_camera in [false, true] {
        let mut seen = Seen::begin("pafos");
        for tile in ["5-5", "5-0", "6-0", "5-1", "1-4"] {
            seen.accept(tile);
        }
        assert_eq!(drops(&seen), "A 5-5, B 5-0, A 6-0, B 5-1, A 4-1");
        if by_camera {
            // It is an end of the line, and later tiles lie at the other.
            seen.see(lost(&[], &["6-0"], None));
            seen.app.click("Remove 6-0");
        } else {
            seen.app.key(Key::L);
            seen.app.scroll_and_click("Remove: Anna dropped 6-0 on the 0");
        }
        seen.app.lies("4-1 1-5 5-5 5-0");
        assert_eq!(drops(&seen), "A 5-5, B 5-0, A 5-1, B 4-1");
        seen.app.key(Key::U);
        assert_eq!(drops(&seen), "A 5-5, B 5-0, A 6-0, B 5-1, A 4-1");
    }
}

#[test]
fn a_difference_can_be_left_until_it_or_the_record_changes() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
    let lost = |new: &[&str], gone: &[&str]| lost(new, gone, None);
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
    // A refusal is about one record: beside another one the same reading asks again.
    seen.app.key(Key::K);
    let mut sighting = seen.sighting(TableState::Settled);
    sighting.correction = Some(wrong);
    seen.show(sighting);
    assert!(seen.app.says("An earlier drop was misread"));
    seen.app.key(Key::N);
    seen.app.key(Key::U);
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
