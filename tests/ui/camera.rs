//! The table seen by a camera. The sightings are scripted here; the real ones have separate tests.

use crate::script::{Seen, outline};
use egui::Key;
use eye::read::Point;
use game::layout::Layout;
use game::{Act, Change, Seat};
use sixty_one::live::{EndMark, Hint, Role, TableState};
use sixty_one::ui::notice::NoticeWish;
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
    assert_eq!(seen.shared().records, [Some(2), Some(3), Some(4)]);
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
    assert_eq!(seen.shared().orders, ["dismiss"]);
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
    assert_eq!(seen.shared().orders, ["dismiss"]);
    assert!(!seen.app.says("drops 6-4"));
    // A no during the countdown is believed.
    seen.begin_countdown("6-2");
    seen.read();
    seen.app.key(Key::N);
    assert_eq!((seen.app.scores().as_str(), seen.app.says("drops 6-2")), ("4 8", false));
    // What confirms it while it counts need not wait.
    seen.begin_countdown("6-1");
    seen.read();
    seen.app.key(Key::Space);
    seen.app.lies("1-6 6-6 6-3");
    assert_eq!(seen.app.game().events().len(), 5);
}

#[test]
fn a_drop_that_ends_the_hand_asks_and_says_why() {
    let mut seen = Seen::by_itself("pafos hand_sizes=1/-/1");
    seen.propose("6-6", 0.9999, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), "0 0");
    assert!(seen.app.says("Anna leads 6-6? · a drop that ends the hand always needs your confirmation"));
    let mut seen = Seen::by_itself("pafos");
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Anna leads 6-6? · a little uncertain: you decide"));
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
fn the_last_minute_is_kept_at_a_touch_and_a_full_disk_is_said() {
    let mut seen = Seen::begin("pafos");
    seen.see(TableState::Settled);
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
    assert_eq!(seen.shared().orders, ["keep", "keep"]);
}

#[test]
fn the_layout_is_enlarged_and_one_touch_shows_the_whole_picture() {
    let mut seen = Seen::begin("pafos");
    seen.accept("6-6");
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
    seen.propose("6-6", 0.9996, &[]);
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
        seen.propose(open[0], 0.9999, &[]);
        seen.wait();
    }
    let tile = won.expect("a tile that wins");
    let before = seen.app.scores();
    seen.propose(tile, 0.9999, &[]);
    seen.wait();
    assert_eq!(seen.app.scores(), before, "the award that wins asks");
    assert!(!seen.app.state().is_over());
    seen.app.key(Key::Space);
    assert!(seen.app.state().is_over());
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
        seen.announce(number, "so it was", act);
        seen.wait();
        assert!(seen.app.says("so it was?"));
        seen.app.lies("6-6");
    }
    // A knock is news: nothing that was entered changes.
    let act = Act::Knock { seat: Seat::new(1).unwrap(), stands: false };
    seen.announce(3, "Ben knocks", act);
    seen.wait();
    assert_eq!(seen.app.state().round.as_ref().unwrap().turns.len(), 2);
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
    seen.announce(1, "thirty and forty", act);
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
    seen.see(TableState::Settled);
    assert!(seen.app.says("thirty and forty?"));
    assert!(seen.app.state().round.as_ref().unwrap().needs_tally());
    seen.app.key(Key::Space);
    assert!(!seen.app.state().round.as_ref().unwrap().needs_tally(), "{}", seen.app.hint());
}
