//! Score sheets: an evening of Mexican Train, ten players on a phone, a hand corrected, a heap counted into a round.

use crate::table::App;
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use eye::frame::Frame;
use eye::read::{HeapDoubt, Point};
use game::Side;
use sixty_one::ui::action::Action;
use sixty_one::ui::count::{CountForm, CountWish, HeapTile};
use sixty_one::ui::screen::Screen;
use std::sync::Arc;
use tempfile::tempdir;

#[test]
fn an_evening_of_mexican_train_with_five() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("mexican_train", 5, 1);
    assert!(app.says("Hand 1 of 13 · begins with 12-12"));
    // The player who went out is tapped, the others' figures are typed; arrows go from one to the next, Enter records.
    for hand in 0..13_usize {
        app.click_first(&format!("{} went out", app.game().setup().players[hand % 5]));
        for _ in 0..4 {
            app.keys("1");
            app.keys("7");
            app.key(Key::ArrowDown);
            let out = hand % 5;
            if app.harness.state().state.table.as_ref().unwrap().score.at == out {
                app.key(Key::ArrowDown);
            }
        }
        app.key(Key::Enter);
        assert_eq!(app.state().leg.rounds.len() + 1, hand + 1, "{}", app.hint());
    }
    assert_eq!(app.scores(), "170 170 170 187 187");
    // Three have the lowest total: one more hand, with the highest double again.
    assert!(app.state().winner.is_none());
    assert!(app.says("begins with 12-12"));
    app.click_first(&format!("{} went out", app.game().setup().players[1]));
    for _ in 0..5 {
        app.keys("5");
        app.key(Key::ArrowDown);
        if app.harness.state().state.table.as_ref().unwrap().score.at == 1 {
            app.key(Key::ArrowDown);
        }
    }
    app.click("Record");
    assert_eq!(app.state().winner, Side::new(1));
    assert!(app.says("won with 170"));
    // A mistake: one Undo takes the hand back, Redo brings it again.
    app.click("Undo");
    assert!(app.state().winner.is_none());
    app.key(Key::R);
    assert_eq!(app.state().winner, Side::new(1));
    // It opens again as it was, and History has it.
    drop(app);
    let mut app = App::open(folder.path());
    app.key(Key::F3);
    app.settle();
    assert!(app.says("Mexican Train"));
}

#[test]
fn ten_players_on_a_phone_and_a_hand_put_right() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), vec2(390.0, 844.0));
    app.begin("any_sheet", 10, 1);
    let names = app.game().setup().players.clone();
    for name in &names {
        let row = app.harness.get_by_label(&format!("points of {name}: ?, total 0")).rect();
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(390.0, 844.0));
        assert!(window.contains_rect(row) && row.height() >= 43.5, "{name}: {row}");
    }
    app.click(&format!("{} went out", names[9]));
    for figure in 1..=9 {
        app.click(&format!("digit {figure}"));
        app.key(Key::ArrowDown);
    }
    app.click("Record");
    assert_eq!(app.scores(), "1 2 3 4 5 6 7 8 9 0");
    // The second was wrong: the hand is corrected.
    app.click("Hands");
    app.click("correct hand 1");
    app.click(&format!("points of {}: 2, total 2", names[1]));
    app.click("delete a digit");
    app.click("digit 8");
    app.click("Correct");
    assert_eq!(app.scores(), "1 8 3 4 5 6 7 8 9 0");
    app.click("More");
    app.click("Counts double");
    app.click("negative score");
    assert!(app.harness.state().state.table.as_ref().unwrap().score.doubled);
}

#[test]
fn a_hand_that_is_refused_is_not_dealt_either() {
    let mut app = App::begun("chicken_foot", 2, 1);
    for _ in 0..2 {
        app.keys("7");
        app.key(Key::ArrowDown);
    }
    app.key(Key::Enter);
    assert_eq!(app.scores(), "7 7");
    let before = app.game().events().len();
    // The pad types no number as large as this.
    let typed = vec![Some(6_000), Some(1)];
    app.harness.state_mut().state.table.as_mut().unwrap().score.typed.clone_from(&typed);
    app.key(Key::Enter);
    assert!(!app.hint().is_empty());
    assert_eq!((app.game().events().len(), app.scores().as_str()), (before, "7 7"));
    assert_eq!(app.harness.state().state.table.as_ref().unwrap().score.typed, typed, "what was typed stays");
}

#[test]
fn a_missing_figure_is_asked_for() {
    let mut app = App::begun("chicken_foot", 3, 1);
    app.keys("4");
    app.key(Key::Enter);
    assert_eq!(app.hint(), "", "nobody has forgotten anything yet");
    app.key(Key::Enter);
    assert_eq!(app.hint(), "still to come: Ben, Chris");
    assert_eq!(app.harness.state().state.table.as_ref().unwrap().score.at, 1);
    app.keys("0");
    app.key(Key::ArrowDown);
    app.keys("9");
    app.key(Key::Enter);
    assert_eq!(app.scores(), "4 0 9");
}

/// A drawn heap is counted, a tile corrected, and the sum is the round's at one touch.
#[test]
fn a_heap_is_counted_into_a_round() {
    let folder = tempdir().unwrap();
    let picture = folder.path().join("heap.png");
    let (frame, truth) = scene::render(&scene::scene(67, 2, (1280, 720), Some(scene::Kind::Heap)), 2).unwrap();
    image::save_buffer(&picture, frame.rgb(), frame.width(), frame.height(), image::ColorType::Rgb8).unwrap();
    let mut app = App::open_in(folder.path(), vec2(390.0, 844.0));
    app.begin("chicken_foot", 3, 1);
    app.click("count the tiles by camera");
    assert_eq!(app.harness.state().state.screen, Screen::Count);
    app.harness.state_mut().perform(Action::Count(CountWish::Read(picture)));
    app.settle();
    let form = &app.harness.state().state.count;
    assert!(form.tiles.len() >= 3 && form.tiles.len() <= truth.tiles.len(), "{:?} {:?}", form.tiles, form.told);
    assert_eq!(form.double_blank, 50, "as the rules of the match have it");
    let first = form.tiles[0].tile;
    // Tiles are close: the touched one may be its neighbour.
    app.click_first(&format!("counted {first} as "));
    for _ in 0..2 {
        app.click("it has a 9");
    }
    let form = &app.harness.state().state.count;
    assert!(form.tiles.iter().any(|tile| tile.tile.pips() == 18), "{:?}", form.tiles);
    let sum = form.sum();
    assert!(app.says(&format!("sum {sum}, ")) && app.says("as corrected"));
    app.click("one more tile");
    for _ in 0..2 {
        app.click("it has a 0");
    }
    // What the double blank counts is the house's choice.
    for (label, worth) in [("25", 25), ("nothing", 0), ("50", 50)] {
        app.click(&format!("the double blank counts {label}"));
        assert_eq!(app.harness.state().state.count.sum(), sum + worth);
        assert!(app.says(&format!("sum {}, ", sum + worth)));
    }
    let name = app.game().setup().players[1].clone();
    app.click(&format!("the sum is {name}'s"));
    assert_eq!(app.harness.state().state.screen, Screen::Table);
    let form = &app.harness.state().state.table.as_ref().unwrap().score;
    assert_eq!(form.typed, [None, Some(sum + 50), None]);
    assert_eq!(form.at, 0, "the next that is missing");
}

/// A round of Mexican Train with five players: a picture of the tiles left with each goes into their row at one touch.
#[test]
fn a_round_of_mexican_train_is_counted_by_camera() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), vec2(390.0, 844.0));
    app.begin("mexican_train", 5, 1);
    let names = app.game().setup().players.clone();
    app.click(&format!("{} went out", names[0]));
    let mut sums = vec![0];
    for (seat, name) in names.iter().enumerate().skip(1) {
        let picture = folder.path().join(format!("left-{seat}.png"));
        let scene = scene::scene(12, seat as u64, (1280, 720), Some(scene::Kind::Pile));
        let (frame, _) = scene::render(&scene, 12).unwrap();
        image::save_buffer(&picture, frame.rgb(), frame.width(), frame.height(), image::ColorType::Rgb8).unwrap();
        app.click("count the tiles by camera");
        app.harness.state_mut().perform(Action::Count(CountWish::Read(picture)));
        app.settle();
        let sum = app.harness.state().state.count.sum();
        assert!(sum > 0 && app.says(&format!("sum {sum}, ")), "{:?}", app.harness.state().state.count.told);
        app.click(&format!("the sum is {name}'s"));
        assert_eq!(app.harness.state().state.screen, Screen::Table);
        assert!(app.says(&format!("points of {name}: {sum}, total 0")));
        sums.push(sum);
    }
    app.click("Record");
    let written: Vec<String> = sums.iter().map(u16::to_string).collect();
    assert_eq!(app.scores(), written.join(" "), "{}", app.hint());
    assert!(app.says("Hand 2 of 13 · begins with 11-11"));
}

/// A hand of a layout game that must be tallied takes the sum of a picture too.
#[test]
fn a_heap_is_counted_into_the_end_of_a_hand() {
    let mut app = App::begun("block_six", 2, 1);
    app.click("tile 6-6");
    app.key(Key::K);
    app.key(Key::K);
    assert!(!app.harness.state().state.table.as_ref().unwrap().seats_to_tally().is_empty());
    app.key(Key::F9);
    for pips in ["3", "2", "6", "5"] {
        if pips == "3" || pips == "6" {
            app.click("one more tile");
        }
        app.click(&format!("it has a {pips}"));
    }
    let name = app.game().setup().players[1].clone();
    app.click(&format!("the sum is {name}'s"));
    assert_eq!(app.harness.state().state.table.as_ref().unwrap().tally.typed, [None, Some(16)]);
}

/// An unread place is shown at its place and can be entered there; an added or omitted tile stays in sight; the house's
/// double blank is offered.
#[test]
fn what_a_heap_hides_is_told_by_touch() {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), vec2(390.0, 844.0));
    app.begin("mexican_train double_blank=100", 3, 1);
    let corners = [(50.0, 80.0), (130.0, 80.0), (130.0, 40.0), (50.0, 40.0)].map(|(x, y)| Point { x, y });
    let tile = HeapTile { tile: "6-4".parse().unwrap(), corners: Some(corners), doubtful: false, counts: true };
    app.harness.state_mut().state.count = CountForm {
        frame: Some(Arc::new(Frame::new(400, 300, vec![90; 400 * 300 * 3]).unwrap())),
        tiles: vec![tile],
        doubts: vec![HeapDoubt::NotRead { at: Point { x: 280.0, y: 200.0 } }],
        confidence: 0.45,
        double_blank: 100,
        ..CountForm::default()
    };
    app.key(Key::F9);
    app.settle();
    assert!(app.says("sum 10, ") && app.says("45 % confident") && app.says("check: something that may be a tile"));
    app.click("possible tile");
    for _ in 0..2 {
        app.click("it has a 5");
    }
    assert!(app.says("sum 20, ") && app.has("counted 5-5 as 10"));
    assert!(!app.has("possible tile") && !app.says("check: something"));
    app.click("one more tile");
    for _ in 0..2 {
        app.click("it has a 0");
    }
    assert!(app.says("sum 120, "));
    app.click("the double blank counts 25");
    assert!(app.says("sum 45, "));
    app.click("the double blank counts 100");
    app.click("counted 0-0 as 100");
    app.click("don't count it");
    assert!(app.says("sum 20, ") && app.has("left out 0-0"));
    app.click("left out 0-0");
    for pips in [3, 2] {
        app.click(&format!("it has a {pips}"));
    }
    assert!(app.says("sum 25, ") && app.has("counted 3-2 as 5"));
}

#[test]
fn what_is_no_picture_is_said() {
    let folder = tempdir().unwrap();
    let picture = folder.path().join("heap.jpg");
    std::fs::write(&picture, b"no picture").unwrap();
    let mut app = App::open(folder.path());
    app.key(Key::F9);
    app.harness.state_mut().perform(Action::Count(CountWish::Read(picture)));
    app.wait_for("heap.jpg is not a picture");
}

/// Tab goes from side to side, and no figure goes to the one before.
#[test]
fn tab_goes_to_the_next_side() {
    let mut app = App::begun("chicken_foot", 3, 1);
    app.keys("7");
    app.key(Key::Tab);
    app.keys("13");
    app.key(Key::Tab);
    app.keys("2");
    app.key(Key::Enter);
    assert_eq!(app.scores(), "7 13 2");
}
