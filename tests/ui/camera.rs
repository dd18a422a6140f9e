//! The table seen by a camera. The sightings are scripted here; the real ones have separate tests.

use crate::script::{Seen, outline};
use crate::table::App;
use egui::Key;
use eye::read::Point;
use game::layout::{Layout, Play};
use game::tile::Tile;
use game::{Act, Change, Seat};
use simulator::Announcement;
use sixty_one::camera::SourceSpec;
use sixty_one::live::{Correction, EndMark, Hint, Role, TableState};
use sixty_one::platform::clock;
use sixty_one::ui::action::Action;
use sixty_one::ui::camera::CameraWish;
use sixty_one::ui::camera::guide::Guide;
use sixty_one::ui::notice::NoticeWish;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn a_proposal_is_confirmed_by_space_and_the_pegs_move() {
    let mut seen = Seen::begin("pafos");
    assert!(!seen.app.has("tile 6-6"), "the picture is where the pad was");
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Anna leads 6-6?"));
    assert!(seen.app.says("four threes"));
    assert!(seen.app.says("97 % confident"));
    assert_eq!(seen.app.scores(), "0 0", "nothing counts before somebody confirms");
    seen.app.key(Key::Space);
    assert_eq!(seen.app.scores(), "4 0");
    assert!(!seen.app.says("Anna leads 6-6?"));
    // A tap on Confirm does the same.
    seen.propose("6-3", 0.97, &[]);
    seen.app.click("Confirm");
    assert_eq!(seen.app.scores(), "4 8");
    // The eyes got every change.
    assert_eq!(seen.script.0.lock().unwrap().records, [Some(2), Some(3), Some(4)]);
    // The picture of each drop is kept under its number, with how it was read; a thread writes it.
    for _ in 0..500 {
        if seen.kept() == ["000003.jpg", "000003.json", "000004.jpg", "000004.json"] {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{:?} is kept", seen.kept());
}

#[test]
fn a_wrong_reading_is_put_right_by_an_alternative_by_key_or_by_the_pad() {
    let mut seen = Seen::begin("pafos");
    seen.propose("5-4", 0.7, &["6-4", "5-5"]);
    seen.app.click("it was 6-4");
    seen.app.lies("6-4");
    seen.propose("4-1", 0.7, &["4-2", "6-1"]);
    seen.app.key(Key::ArrowRight);
    seen.app.key(Key::ArrowRight);
    seen.app.key(Key::Space);
    seen.app.lies("1-6 6-4");
    // Something else altogether: the pad.
    seen.propose("4-2", 0.5, &[]);
    seen.app.click("pick…");
    seen.app.click("tile 4-3");
    seen.app.lies("1-6 6-4 4-3");
    assert!(!seen.app.has("tile 4-3"), "the picture is back");
    // A hand, no tile: it goes and does not come back.
    seen.propose("3-3", 0.5, &[]);
    seen.app.key(Key::N);
    assert!(!seen.app.says("drops 3-3"));
    assert_eq!(seen.script.0.lock().unwrap().orders, ["dismiss"]);
    seen.app.key(Key::Space);
    seen.app.lies("1-6 6-4 4-3");
}

#[test]
fn a_sure_drop_is_counted_down_where_it_is_seen_and_any_key_or_touch_stops_it() {
    let mut seen = Seen::by_itself("pafos");
    seen.begin_countdown("6-6");
    assert!(seen.app.says("Anna leads 6-6: recording in 3 seconds · any key or tap stops it"));
    assert!(seen.app.says("camera test · Anna leads 6-6: recording in 3 seconds"), "the pill says the same");
    assert_eq!(seen.app.scores(), "0 0", "it can still be stopped");
    seen.wait();
    assert_eq!(seen.app.scores(), "4 0", "nobody did");
    // A key without meaning stops it for good, and it asks like any other.
    seen.begin_countdown("6-3");
    seen.app.key(Key::Z);
    assert_eq!(seen.app.scores(), "4 0");
    assert!(seen.app.says("Ben drops 6-3 on the 6-6? · stopped: you decide"));
    assert!(seen.app.says("camera test · Ben drops 6-3 on the 6-6?"));
    seen.app.key(Key::Space);
    assert_eq!(seen.app.scores(), "4 8");
    // A touch does, by its button or anywhere else; "nothing" means no.
    seen.begin_countdown("6-4");
    seen.app.click("Stop");
    assert_eq!(seen.app.scores(), "4 8");
    seen.app.click("nothing");
    assert_eq!(seen.script.0.lock().unwrap().orders, ["dismiss"]);
    assert!(!seen.app.says("drops 6-4"));
    // A no during the countdown is believed.
    seen.begin_countdown("6-2");
    seen.app.key(Key::N);
    assert_eq!((seen.app.scores().as_str(), seen.app.says("drops 6-2")), ("4 8", false));
    // What confirms it while it counts need not wait.
    seen.begin_countdown("6-1");
    seen.app.key(Key::Space);
    seen.app.lies("1-6 6-6 6-3");
    assert_eq!(seen.app.game().events().len(), 5);
}

#[test]
fn a_drop_that_ends_the_hand_asks_and_says_why() {
    let mut seen = Seen::by_itself("pafos hand_sizes=1/-/1");
    seen.propose("6-6", 0.999, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), "0 0");
    assert!(seen.app.says("Anna leads 6-6? · a drop that ends the hand always needs your confirmation"));
    let mut seen = Seen::by_itself("pafos");
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Anna leads 6-6? · automatic from 99.5 %"));
    let mut hard = seen.proposal("6-6", 0.99, &[]);
    hard.hints.push(Hint::Far);
    hard.proposal.as_mut().unwrap().auto_confirm_ok = false;
    seen.show(hard);
    assert!(seen.app.says("Anna leads 6-6? · the picture is hard to read: you decide"));
    // While something is entered by hand nothing is counted down, and every place shows it.
    seen.app.keys("6");
    seen.begin_countdown("6-5");
    seen.wait();
    assert_eq!(seen.app.scores(), "0 0");
    assert!(seen.app.says("camera test · entering by hand: the camera waits"));
}

#[test]
fn banner_pill_and_set_up_say_the_same_of_a_misread_drop() {
    let mut seen = Seen::begin("pafos");
    seen.propose("6-6", 0.97, &[]);
    seen.app.key(Key::Space);
    let other = seen.play("6-3");
    seen.propose("6-4", 0.97, &[]);
    seen.app.key(Key::Space);
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
    let sighting = seen.sighting(TableState::Settled);
    let act = Act::Play { seat: Seat::new(1).unwrap(), play: other, stands: false };
    let act = Act::Correct { event, change: Change::Replace(Box::new(act)) };
    seen.script.0.lock().unwrap().said = Some(Announcement { number: 1, words: "Ben laid 6-3".to_owned(), act });
    seen.show(sighting);
    assert!(seen.app.says("Ben laid 6-3? · recorded as 6-4 · Ben 0 → 8"));
    assert!(seen.app.says("camera test · Ben laid 6-3?"));
    assert!(!seen.app.says("table and record agree"));
}

#[test]
fn a_table_is_joined_late_at_one_touch_and_nobody_gets_points_for_it() {
    let mut seen = Seen::begin("pafos");
    let lies: Layout = "5-6 6-6 6-3".parse().unwrap();
    let new: Vec<Tile> = lies.plays().map(Play::tile).collect();
    let sighting = seen.sighting(TableState::Lost { new, gone: Vec::new(), table: Some(lies) });
    seen.show(sighting);
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
fn the_last_minute_is_kept_at_a_touch_and_a_full_disk_is_said() {
    let mut seen = Seen::begin("pafos");
    let sighting = seen.sighting(TableState::Settled);
    seen.show(sighting);
    seen.app.click("Save the last minute");
    assert!(seen.app.says("The last 61 seconds are saved in"));
    let place = seen.folder.path().join("minutes");
    assert_eq!(place.read_dir().unwrap().count(), 1);
    seen.perform(NoticeWish::Dismiss.into());
    for i in 0..12 {
        std::fs::create_dir_all(place.join(format!("2020-01-{:02}", i + 1))).unwrap();
    }
    std::fs::write(place.join("full"), "").unwrap();
    seen.app.key(Key::F8);
    assert!(seen.app.says("; deleted ") && place.read_dir().unwrap().count() < 12);
    while !seen.app.says("the disk is full") {
        seen.perform(NoticeWish::Dismiss.into());
    }
    assert_eq!(seen.script.0.lock().unwrap().orders, ["keep", "keep"]);
}

#[test]
fn the_layout_is_enlarged_and_one_touch_shows_the_whole_picture() {
    let mut seen = Seen::begin("pafos");
    seen.propose("6-6", 0.97, &[]);
    seen.app.key(Key::Space);
    let sighting = |seen: &mut Seen| {
        let mut sighting = seen.sighting(TableState::Settled);
        sighting.tiles = vec![outline("6-6", 60.0, Role::Laid(0))];
        let at = Point { x: 80.0, y: 90.0 };
        sighting.ends = vec![EndMark { at, pips: "6".parse().unwrap(), counts: 12, double: true }];
        sighting
    };
    let wide = |seen: &Seen| {
        use egui_kittest::kittest::Queryable as _;
        seen.app.harness.get_by_label("correct 6-6 in the picture").rect().width()
    };
    let shown = sighting(&mut seen);
    seen.show(shown);
    let large = wide(&seen);
    seen.app.click("Whole picture");
    let small = wide(&seen);
    assert!(large > 1.4 * small, "{large} {small}");
    seen.app.click("Enlarge");
    assert!((wide(&seen) - large).abs() < 1.0);
}

#[test]
fn sure_drops_are_entered_by_themselves_but_never_the_one_that_wins() {
    let mut seen = Seen::begin("pafos target=12");
    seen.app.harness.state_mut().state.settings.auto_confirm = true;
    seen.propose("6-6", 0.995, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), "4 0");
    seen.propose("6-3", 0.9, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), "4 0", "not sure enough");
    seen.app.key(Key::Space);
    assert_eq!(seen.app.scores(), "4 8");
    // 6-6 and 3-6-6: eight more for Anna wins. Even eyes that do not know it are not believed.
    let finish = ["3-0", "0-0", "3-3", "6-0", "3-1", "3-2", "3-4", "3-5"];
    let wins = |seen: &Seen, tile: &str| {
        let seat = seen.app.state().running().unwrap().turn;
        let event = seen.app.game().decide(Act::Play { seat, play: seen.play(tile), stands: false });
        event.is_ok_and(|event| event.legs.iter().any(|legs| *legs > 0))
    };
    let fitting = |seen: &Seen, tile: &str| {
        let layout = seen.layout();
        !layout.tiles().contains(tile.parse().unwrap())
            && layout.fits(tile.parse().unwrap(), &seen.app.state().setup.rules)
    };
    let mut won = None;
    for _ in 0..6 {
        let open: Vec<&str> = finish.into_iter().filter(|tile| fitting(&seen, tile)).collect();
        won = open.iter().copied().find(|tile| wins(&seen, tile));
        if won.is_some() {
            break;
        }
        seen.propose(open[0], 0.999, &[]);
        seen.wait();
    }
    let tile = won.expect("a tile that wins");
    let before = seen.app.scores();
    seen.propose(tile, 0.999, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), before, "the award that wins asks");
    assert!(!seen.app.state().is_over());
    seen.app.key(Key::Space);
    assert!(seen.app.state().is_over());
}

#[test]
fn a_table_that_does_not_fit_the_record_is_shown_beside_it_and_nothing_is_guessed() {
    let mut seen = Seen::begin("pafos");
    seen.propose("6-6", 0.97, &[]);
    seen.app.key(Key::Space);
    seen.propose("6-3", 0.97, &[]);
    seen.app.key(Key::Space);
    let (new, gone): (Tile, Tile) = ("5-5".parse().unwrap(), "6-3".parse().unwrap());
    let table: Layout = "6-6 6-5 5-5".parse().unwrap();
    let lost = TableState::Lost { new: vec![new], gone: vec![gone], table: Some(table) };
    let sighting = seen.sighting(lost);
    seen.show(sighting);
    assert!(seen.app.says("table and record disagree; not in the record: 5-5; not on the table: 6-3"));
    assert!(seen.app.has("in the record") && seen.app.has("on the table"));
    let before = seen.app.game().events().len();
    seen.app.key(Key::Space);
    assert_eq!(seen.app.game().events().len(), before);
    seen.app.click("Look again");
    assert_eq!(seen.script.0.lock().unwrap().orders, ["look again"]);
    // One drop behind: the player announces it.
    let behind: Layout = "6-6 6-3 3-3".parse().unwrap();
    let lost = TableState::Lost { new: vec!["3-3".parse().unwrap()], gone: Vec::new(), table: Some(behind) };
    let sighting = seen.sighting(lost);
    seen.show(sighting);
    seen.app.click("3-3 was dropped");
    seen.app.lies("6-6 6-3 3-3");
    seen.app.key(Key::U);
    let lost = TableState::Lost { new: vec![new], gone: vec![gone], table: None };
    let sighting = seen.sighting(lost);
    seen.show(sighting);
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
    seen.propose("6-6", 0.97, &[]);
    seen.app.key(Key::Space);
    let show = |seen: &mut Seen, state: TableState| {
        let sighting = seen.sighting(state);
        seen.show(sighting);
    };
    let lost = |new: &[&str], gone: &[&str]| {
        let tiles = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
        TableState::Lost { new: tiles(new), gone: tiles(gone), table: None }
    };
    let asks = |seen: &Seen| seen.app.has("Leave it");
    let words = "camera test · table and record disagree; not in the record: 5-5; not on the table: 6-6";
    show(&mut seen, lost(&["5-5"], &["6-6"]));
    assert!(asks(&seen));
    seen.app.key(Key::N);
    assert!(!asks(&seen) && seen.app.says(words), "the banner is as ever, and the picture names the tiles");
    assert!(!seen.app.says("table and record agree"));
    // It stays so while nothing else is seen.
    for state in [TableState::Moving, lost(&["5-5"], &["6-6"]), TableState::Hidden, lost(&["5-5"], &["6-6"])] {
        show(&mut seen, state);
        assert!(!asks(&seen));
    }
    assert!(seen.app.says(words));
    show(&mut seen, lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "another difference");
    seen.app.click("Leave it");
    assert!(!asks(&seen));
    show(&mut seen, TableState::Settled);
    show(&mut seen, lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "it was gone meanwhile");
    seen.app.key(Key::N);
    seen.app.key(Key::G);
    show(&mut seen, lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "it is looked at again");
    seen.app.key(Key::N);
    assert!(!asks(&seen));
    seen.app.key(Key::U);
    show(&mut seen, lost(&["5-5", "5-4"], &["6-6"]));
    assert!(asks(&seen), "the record has changed");
    assert_eq!(seen.script.0.lock().unwrap().orders, ["look again"], "there was no proposal to turn down");
}

#[test]
fn an_announcement_never_changes_what_was_entered_without_a_question() {
    let mut seen = Seen::begin("pafos");
    seen.app.key(Key::F2);
    seen.app.click("Show me: simulated table");
    seen.number = 0;
    seen.app.harness.state_mut().state.settings.auto_confirm = true;
    seen.app.keys("6*e");
    seen.app.lies("6-6");
    let other = Layout::default().ways("5-5".parse().unwrap(), &seen.app.state().setup.rules)[0];
    let event = seen.app.game().events().len() - 1;
    let play = Act::Play { seat: Seat::FIRST, play: other, stands: false };
    let rewrites = [Act::Correct { event, change: Change::Replace(Box::new(play)) }, Act::Redeal];
    for (number, act) in (1..).zip(rewrites) {
        seen.script.0.lock().unwrap().said = Some(Announcement { number, words: "so it was".to_owned(), act });
        let sighting = seen.sighting(TableState::Settled);
        seen.show(sighting);
        seen.wait();
        assert!(seen.app.says("so it was?"));
        seen.app.lies("6-6");
    }
    // A knock is news: nothing that was entered changes.
    let act = Act::Knock { seat: Seat::new(1).unwrap(), stands: false };
    seen.script.0.lock().unwrap().said = Some(Announcement { number: 3, words: "Ben knocks".to_owned(), act });
    let sighting = seen.sighting(TableState::Settled);
    seen.show(sighting);
    seen.wait();
    assert_eq!(seen.app.state().round.as_ref().unwrap().turns.len(), 2);
}

#[test]
fn an_earlier_drop_is_put_right_by_the_camera_or_by_tapping_its_tile() {
    let mut seen = Seen::begin("pafos");
    seen.propose("6-6", 0.97, &[]);
    seen.app.key(Key::Space);
    let was: Tile = "6-4".parse().unwrap();
    let other = seen.play("6-3");
    seen.propose("6-4", 0.97, &[]);
    seen.app.key(Key::Space);
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

/// What is typed counts: the key that accepts what is seen leaves it alone, and accepts nothing else.
#[test]
fn space_accepts_nothing_that_is_seen_while_a_drop_is_typed() {
    let mut seen = Seen::by_itself("pafos");
    seen.propose("6-4", 0.97, &["5-4"]);
    for figures in ["6", "3"] {
        seen.app.keys(figures);
        seen.app.key(Key::Space);
        seen.wait();
        assert_eq!((seen.app.scores().as_str(), seen.app.line().as_str()), ("0 0", ""), "after {figures} and Space");
    }
    seen.app.key(Key::Enter);
    seen.app.lies("6-3");
    // Once nothing is typed it accepts again, and after Escape too.
    seen.propose("6-4", 0.97, &[]);
    seen.app.keys("5");
    seen.app.key(Key::Escape);
    seen.app.key(Key::Space);
    seen.app.lies("4-6 6-3");
}

/// Players who count their hands are not overtaken by what is announced: it is offered when nothing is typed, and waits
/// for an answer.
#[test]
fn an_announced_tally_leaves_the_typed_one() {
    let mut seen = Seen::by_itself("block_six");
    seen.app.keys("66e");
    seen.app.key(Key::K);
    seen.app.key(Key::K);
    let typed = |seen: &Seen| seen.app.harness.state().state.table.as_ref().unwrap().tally.typed.clone();
    assert!(seen.app.state().round.as_ref().unwrap().needs_tally());
    seen.app.keys("1");
    let act = Act::Tally { left: vec![Some(30), Some(40)] };
    assert_eq!(seen.app.game().decide(act.clone()).err(), None);
    seen.script.0.lock().unwrap().said = Some(Announcement { number: 1, words: "thirty and forty".to_owned(), act });
    let sighting = seen.sighting(TableState::Settled);
    seen.show(sighting);
    seen.app.key(Key::Space);
    seen.wait();
    assert!(!seen.app.says("thirty and forty"));
    assert!(seen.app.state().round.as_ref().unwrap().needs_tally(), "{}", seen.app.hint());
    assert_eq!(typed(&seen).iter().flatten().copied().collect::<Vec<u16>>(), [1]);
    // Not typed any more, it is asked about.
    seen.app.harness.state_mut().state.table.as_mut().unwrap().tally.seat = 0;
    seen.app.key(Key::Backspace);
    assert!(typed(&seen).iter().all(Option::is_none));
    seen.app.harness.state_mut().state.settings.auto_confirm = false;
    let sighting = seen.sighting(TableState::Settled);
    seen.show(sighting);
    assert!(seen.app.says("thirty and forty?"));
    assert!(seen.app.state().round.as_ref().unwrap().needs_tally());
    seen.app.key(Key::Space);
    assert!(!seen.app.state().round.as_ref().unwrap().needs_tally(), "{}", seen.app.hint());
}

#[test]
fn without_a_picture_the_app_says_so_and_drops_are_tapped() {
    let mut seen = Seen::begin("pafos");
    let since = clock::now();
    let why = "the camera \"test\" is disconnected".to_owned();
    let mut sighting = seen.sighting(TableState::NoPicture { why, since });
    sighting.taken = Some(clock::now());
    seen.script.0.lock().unwrap().coming.push_back(Arc::new(sighting));
    // The age of the picture ticks: the window is drawn once a second, so `run` would never end.
    seen.app.harness.run_steps(3);
    assert!(seen.app.says("is disconnected"));
    assert!(seen.app.says("picture from 0 s ago"));
    assert!(seen.app.says("You can still tap or type drops"));
    seen.app.harness.state_mut().perform(Action::Camera(CameraWish::Reopen));
    assert_eq!(seen.script.0.lock().unwrap().orders, ["reopen"]);
    let sighting = seen.sighting(TableState::NoReading { why: "the network is damaged".to_owned() });
    seen.show(sighting);
    assert!(seen.app.says("Can't read the picture: the network is damaged"));
    seen.app.click("Tap the tiles");
    seen.app.click("tile 6-6");
    assert_eq!(seen.app.scores(), "4 0");
    // Typing needs no pad at all.
    seen.app.keys("6*3e");
    assert_eq!(seen.app.scores(), "4 8");
}

#[test]
fn the_simulated_table_is_never_taken_for_a_match_of_people() {
    let mut seen = Seen::begin("pafos");
    seen.perform(Action::Camera(CameraWish::Open(SourceSpec::SIMULATED)));
    seen.propose("6-6", 0.999, &[]);
    assert!(seen.app.has("tile 6-6"), "the pad stays: that table is not this match");
    seen.app.key(Key::Space);
    assert_eq!((seen.app.scores().as_str(), seen.app.line().as_str()), ("0 0", ""));
    assert_eq!(seen.script.0.lock().unwrap().records.last(), Some(&None), "it is not told this record");
    // A demonstration is a separate match, and says that it is one.
    seen.app.key(Key::F2);
    seen.app.click("Show me: simulated table");
    assert!(seen.app.game().setup().players.iter().all(|name| name.ends_with(" (simulated)")));
    assert!(seen.script.0.lock().unwrap().opened.last().unwrap().starts_with("simulated"));
    seen.number = 0;
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Simulated table"));
    seen.app.key(Key::Space);
    assert_eq!(seen.app.scores(), "4 0");
    // What its players say is entered like what people say.
    let sighting = seen.sighting(TableState::Settled);
    let act = Act::Knock { seat: Seat::new(1).unwrap(), stands: false };
    seen.script.0.lock().unwrap().said =
        Some(Announcement { number: 1, words: "Ben (simulated) knocks".to_owned(), act });
    seen.show(sighting.clone());
    assert!(seen.app.says("Ben (simulated) knocks?"));
    seen.app.key(Key::Space);
    assert!(!seen.app.says("knocks?"), "a knock that has been entered is not offered again");
    // The next match of people does not inherit it.
    seen.app.key(Key::F2);
    seen.app.click("Begin the match");
    assert!(!seen.app.harness.state().state.camera.is_simulated());
    assert_eq!(seen.script.0.lock().unwrap().opened.last().unwrap(), "webcam:test");
}

#[test]
fn the_camera_of_last_time_is_opened_again_and_no_other() {
    let mut seen = Seen::begin("pafos");
    assert_eq!(seen.script.0.lock().unwrap().opened, ["webcam:test"]);
    drop(seen.app);
    seen.app = Seen::app(seen.folder.path(), &seen.script);
    seen.app.harness.run();
    assert_eq!(seen.script.0.lock().unwrap().opened, ["webcam:test", "webcam:test"]);
    // The view follows the camera without mouse or keys. (Other threads of a new window still wake it for a moment.)
    let rests = |app: &mut App| {
        app.harness.run();
        std::thread::sleep(Duration::from_millis(10));
        !app.harness.ctx.has_requested_repaint()
    };
    assert!((0..500).any(|_| rests(&mut seen.app)));
    (seen.script.0.lock().unwrap().wake.0.as_ref().unwrap())();
    assert!(seen.app.harness.ctx.has_requested_repaint());
    seen.app.key(Key::F7);
    seen.app.wait_while("Looking for cameras");
    assert!(seen.app.says("camera test") || seen.app.has("Turn the camera off"));
    seen.app.click("Turn the camera off");
    drop(seen.app);
    seen.app = Seen::app(seen.folder.path(), &seen.script);
    assert_eq!(seen.script.0.lock().unwrap().opened.len(), 2);
}

#[test]
fn a_source_that_is_none_is_named() {
    let mut seen = Seen::open();
    seen.app.key(Key::F7);
    assert!(seen.app.says("No camera is on"));
    // The cameras that are found move what is below them.
    seen.app.wait_while("Looking for cameras");
    seen.perform(Action::Camera(CameraWish::Typed("https:///video".to_owned())));
    seen.app.click("Open");
    assert!(seen.app.says("is not a camera address"));
    seen.perform(Action::Camera(CameraWish::Typed("http://phone:8080/video".to_owned())));
    seen.app.click("Open");
    assert!(seen.script.0.lock().unwrap().opened.contains(&"http://phone:8080/video".to_owned()));
    let sighting = seen.sighting(TableState::Idle);
    seen.show(sighting);
    assert!(seen.app.says("320 x 180 pixels"));
    assert!(seen.app.says("Each look takes 100 ms"));
}

#[test]
fn the_set_up_goes_in_three_steps_and_ends_with_how_far_it_can_be_trusted() {
    let mut seen = Seen::begin("pafos");
    let tiles = ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0", "5-5", "5-4", "5-3"];
    let lie = |seen: &mut Seen, hints: Vec<Hint>| {
        let mut sighting = seen.sighting(TableState::Idle);
        sighting.tiles =
            tiles.iter().enumerate().map(|(i, tile)| outline(tile, 10.0 + 30.0 * i as f64, Role::Loose)).collect();
        sighting.hints = hints;
        seen.show(sighting);
    };
    seen.app.key(Key::F7);
    seen.app.wait_while("Looking for cameras");
    seen.app.click("Set up in three steps");
    lie(&mut seen, vec![Hint::Dark]);
    assert!(seen.app.says("Step 1 of 3: see the table"));
    assert!(seen.app.says("! Light: it is too dark"));
    assert!(seen.app.says("! Distance: tiles are 20 pixels long: move the camera closer"));
    lie(&mut seen, Vec::new());
    assert!(seen.app.says("✓ Light: bright enough"));
    seen.app.click("Next: read ten tiles");
    assert_eq!(
        seen.script.0.lock().unwrap().records.last(),
        Some(&None),
        "the match is not told while the camera is tried"
    );
    seen.app.click("Read them");
    assert!(seen.app.says("I read 10 tiles"));
    seen.app.click("6-3, 97 % confident, right");
    assert!(seen.app.says("9 right, 1 wrong."));
    seen.app.click("6-3, 97 % confident, wrong");
    seen.app.click("All correct: rehearse a hand");
    // Nothing of the rehearsal is the match's.
    let before = seen.app.game().events().len();
    assert_eq!(seen.script.0.lock().unwrap().records.last(), Some(&Some(2)), "a match of its own");
    for tile in ["6-6", "6-5", "5-5"] {
        let mut sighting = seen.proposal("6-6", 0.999, &[]);
        if let (Some(proposal), Guide::Rehearse(_, rehearsal)) = (&mut sighting.proposal, seen.guide()) {
            let round = rehearsal.game.state().running().unwrap();
            proposal.play = round.layout.ways(tile.parse().unwrap(), &rehearsal.game.setup().rules)[0];
            proposal.words = tile.to_owned();
        }
        seen.show(sighting);
        assert!(seen.app.says(&format!("I see {tile}, 99.9 % confident. Right?")));
        seen.app.click("Right");
    }
    let sighting = seen.proposal("6-6", 0.9, &[]);
    seen.show(sighting);
    seen.app.click("Wrong");
    seen.app.click("It missed my drop");
    assert!(seen.app.says("So far: 3 right, 1 wrong, 1 missed."));
    assert_eq!(seen.script.0.lock().unwrap().orders, ["dismiss"]);
    seen.app.click("Finish rehearsal");
    assert!(seen.app.says("10 of 10 tiles were read correctly, the least certain at 97 %."));
    assert!(seen.app.says("3 of 5 drops were proposed correctly"));
    assert!(seen.app.says("Don't rely on this set-up") || seen.app.says("Confirm every drop"));
    seen.app.key(Key::F1);
    assert_eq!((seen.app.game().events().len(), seen.app.scores().as_str()), (before, "0 0"));
    assert_eq!(seen.script.0.lock().unwrap().records.last(), Some(&Some(before)), "the match has the camera again");
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Anna leads 6-6?"));
}
