//! The adviser's panel.

use crate::table::App;
use adviser::{Desk, Question, Settings};
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use sixty_one::advice::advising::Advised;
use sixty_one::ui::action::TableWish;
use sixty_one::ui::advice_client::AdviceClient;
use sixty_one::ui::advise::Ask;
use sixty_one::ui::table::ActWish;
use sixty_one::worker::{Bench, Worker};
use std::sync::mpsc::{self, Receiver, Sender};
use tempfile::tempdir;

const HAND: [&str; 7] = ["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "5-4"];

fn practice(app: &mut App) {
    app.harness.state_mut().state.new_game.competition = false;
}

fn tell_hand(app: &mut App) {
    app.key(Key::A);
    for tile in HAND {
        app.click(&format!("mine {tile}"));
    }
}

#[test]
fn the_hand_is_tapped_and_the_moves_come_in_order_with_reasons() {
    let mut app = App::opened();
    practice(&mut app);
    app.begin("pafos", 2, 3);
    tell_hand(&mut app);
    app.wait_for("1. ");
    assert!(app.says("7. "), "seven tiles can be led");
    let moves = |app: &App| app.harness.state().state.advice.advice().unwrap().moves.clone();
    let best = moves(&app)[0].clone();
    assert!(app.says(&format!("1. {}", best.play.tile())));
    assert!(app.says("Ben replies"));
    assert!(app.says("95 % interval"));
    app.click("Who holds what");
    assert!(app.says("6-6: Ben "), "every unseen tile has its chances");
    app.click("chances of asleep");
    // A tile of the own hand has none.
    assert!(!app.says("3-3: Ben "));
    app.click("Why");
    let second = format!("2. {}", moves(&app)[1].play.tile());
    app.harness.get_by_label_contains(&second).click();
    app.harness.run();
    app.scroll_and_click("Enter this drop");
    assert_eq!(app.line(), moves_line(&second));
    // The tile has left the hand, and it is Ben's turn.
    app.key(Key::A);
    assert!(app.says("It is Ben's turn"));
    app.key(Key::Escape);
    app.key(Key::K);
    app.key(Key::A);
    app.wait_for("1. ");
    assert_eq!(app.harness.state().state.advice.asked.as_ref().unwrap().hand.len(), 6);
}

fn moves_line(row: &str) -> String {
    row.trim_start_matches("2. ").to_owned()
}

#[test]
fn there_is_no_advice_in_competition() {
    let mut app = App::opened();
    assert!(
        app.harness.state().state.new_game.competition,
        "matches are played without advice unless somebody says so"
    );
    app.begin("pafos", 2, 3);
    assert!(!app.has("Advice"));
    app.key(Key::A);
    assert!(app.hint().contains("advice is off"), "{}", app.hint());
    assert!(!app.says("whose hand?"));
    // What is chosen for the next match is nothing to this one.
    app.key(Key::F2);
    app.click("Practice: advice");
    app.click("Table");
    assert!(!app.has("Advice"));
    app.click("New game");
    app.click("Begin the match");
    assert!(app.has("Advice"));
}

/// Begun in competition stays in competition: another match may be practice, and going back brings no advice along.
#[test]
fn a_match_stays_what_it_was_begun_as() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("New game");
    app.harness.state_mut().state.new_game.names[0] = "Zoë".to_owned();
    app.scroll_and_click("Practice: advice");
    app.click("Begin the match");
    assert!(app.has("Advice"));
    app.click("History");
    app.settle();
    app.click_first("Anna 0 (4) – 0 (0) Ben");
    app.click("Resume");
    assert_eq!(app.scores(), "4 0");
    assert!(!app.has("Advice"), "it was begun without advice");
    app.key(Key::A);
    assert_eq!(app.hint(), "this match is a competition: advice is off until it ends");
    assert!(!app.says("whose hand?"));
    app.click("tile 6-3");
    drop(app);
    let app = App::open(folder.path());
    assert_eq!(app.scores(), "4 8");
    assert!(!app.has("Advice"), "and so it was stored");
}

/// An adviser that answers when the test lets it: it says which question it has begun.
fn held_back() -> (AdviceClient, Receiver<Question>, Sender<()>) {
    let (begun, has_begun) = mpsc::channel();
    let (go, may_go) = mpsc::channel();
    let mut ends = Some((begun, may_go));
    let make = move || {
        let (begun, may_go) = ends.take().unwrap();
        move |question: Question, _: &Bench<Advised>| {
            begun.send(question.clone()).unwrap();
            may_go.recv().unwrap();
            Desk::new().advise(&question, &Settings { iterations: 500, ..Settings::default() }, 1, || false)
        }
    };
    let worker = Worker::newest("held back", || {}, make);
    (AdviceClient::with(worker.unwrap()), has_begun, go)
}

#[test]
fn answers_to_what_is_no_longer_asked_are_dropped() {
    let folder = tempdir().unwrap();
    let (advice_client, begun, go) = held_back();
    let mut app = App::open_as(folder.path(), vec2(1280.0, 720.0), |shell| shell.with_advice_client(advice_client));
    practice(&mut app);
    app.begin("pafos", 2, 3);
    tell_hand(&mut app);
    let first = begun.recv().unwrap();
    assert!(app.says("Thinking"));
    // One tile was wrong: the question is another one.
    app.click("change the hand");
    app.click("mine 5-4");
    app.click("mine 6-4");
    // The answer to the first question comes now; it is not shown.
    go.send(()).unwrap();
    let second = begun.recv().unwrap();
    assert_ne!(first.hand, second.hand);
    app.harness.run();
    assert!(app.says("Thinking"));
    assert!(!app.says("1. "));
    go.send(()).unwrap();
    app.wait_for("1. ");
    assert!(app.says("6-4") && app.harness.state().state.advice.asked.as_ref() == Some(&second));
    // An undo while it thinks: nothing is asked, and what comes is not shown.
    app.key(Key::Escape);
    app.click("tile 6-4");
    app.key(Key::K);
    app.key(Key::A);
    begun.recv().unwrap();
    app.harness.state_mut().perform(ActWish::Undo.into());
    app.key(Key::A);
    go.send(()).unwrap();
    for _ in 0..20 {
        app.harness.run();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(app.says("It is Ben's turn"));
    assert!(!app.says("1. "));
}

#[test]
fn a_picture_that_is_none_is_named() {
    let folder = tempdir().unwrap();
    let picture = folder.path().join("hand.jpg");
    std::fs::write(&picture, b"no picture").unwrap();
    let mut app = App::open(folder.path());
    practice(&mut app);
    app.begin("pafos", 2, 3);
    app.key(Key::A);
    app.harness.state_mut().perform(TableWish::Advice(Ask::Read(picture)).into());
    app.wait_for("hand.jpg is not a picture");
}

#[test]
fn a_record_the_adviser_cannot_follow_is_said_in_words() {
    let mut app = App::opened();
    practice(&mut app);
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    app.key(Key::K);
    app.click("tile 6-3");
    app.key(Key::A);
    app.click("Ben's hand");
    for tile in ["6-5", "4-1", "2-0", "1-1", "5-0", "5-4", "2-2"] {
        app.click(&format!("mine {tile}"));
    }
    app.wait_for("turn 2: Ben knocked, but held 6-5, which fitted");
}
