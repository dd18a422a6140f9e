//! Cameras: opened, set up, without a picture, simulated.

use crate::script::{Seen, outline};
use crate::table::App;
use egui::Key;
use eye_jobs::clock;
use game::{Act, Seat};
use simulator::Announcement;
use sixty_one::camera::SourceSpec;
use sixty_one::live::{Hint, Role, TableState};
use sixty_one::ui::action::Action;
use sixty_one::ui::camera::CameraWish;
use sixty_one::ui::camera::guide::Guide;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn without_a_picture_the_app_says_so_and_drops_are_tapped() {
    let mut seen = Seen::begin("pafos");
    let since = clock::now();
    let why = "the camera \"test\" is disconnected".to_owned();
    let mut sighting = seen.sighting(TableState::NoPicture { why, since });
    sighting.taken = Some(clock::now());
    seen.shared().coming.push_back(Arc::new(sighting));
    // The age of the picture ticks: the window is drawn once a second, so `run` would never end.
    seen.app.harness.run_steps(3);
    assert!(seen.app.says("is disconnected"));
    assert!(seen.app.says("picture from 0 s ago"));
    assert!(seen.app.says("You can still tap or type drops"));
    seen.app.harness.state_mut().perform(Action::Camera(CameraWish::Reopen));
    assert_eq!(seen.shared().orders, ["reopen"]);
    seen.see(TableState::NoReading { why: "the network is damaged".to_owned() });
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
    assert_eq!(seen.shared().records.last(), Some(&None), "it is not told this record");
    // A demonstration is a separate match, and says that it is one.
    seen.app.key(Key::F2);
    seen.app.click("Show me: simulated table");
    assert!(seen.app.game().setup().players.iter().all(|name| name.ends_with(" (simulated)")));
    assert!(seen.shared().opened.last().unwrap().starts_with("simulated"));
    seen.number = 0;
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Simulated table"));
    seen.app.key(Key::Space);
    assert_eq!(seen.app.scores(), "4 0");
    // What its players say is entered like what people say.
    let sighting = seen.sighting(TableState::Settled);
    let act = Act::Knock { seat: Seat::new(1).unwrap(), stands: false };
    seen.shared().said = Some(Announcement { number: 1, words: "Ben (simulated) knocks".to_owned(), act });
    seen.show(sighting.clone());
    assert!(seen.app.says("Ben (simulated) knocks?"));
    seen.app.key(Key::Space);
    assert!(!seen.app.says("knocks?"), "a knock that has been entered is not offered again");
    // The next match of people does not inherit it.
    seen.app.key(Key::F2);
    seen.app.click("Begin the match");
    assert!(!seen.app.harness.state().state.camera.is_simulated());
    assert_eq!(seen.shared().opened.last().unwrap(), "webcam:test");
}

#[test]
fn the_camera_of_last_time_is_opened_again_and_no_other() {
    let mut seen = Seen::begin("pafos");
    assert_eq!(seen.shared().opened, ["webcam:test"]);
    drop(seen.app);
    seen.app = Seen::app(seen.folder.path(), &seen.script);
    seen.app.harness.run();
    assert_eq!(seen.shared().opened, ["webcam:test", "webcam:test"]);
    // The view follows the camera without mouse or keys. (Other threads of a new window still wake it for a moment.)
    let rests = |app: &mut App| {
        app.harness.run();
        std::thread::sleep(Duration::from_millis(10));
        !app.harness.ctx.has_requested_repaint()
    };
    assert!((0..500).any(|_| rests(&mut seen.app)));
    (seen.shared().wake.0.as_ref().unwrap())();
    assert!(seen.app.harness.ctx.has_requested_repaint());
    seen.app.key(Key::F7);
    seen.app.wait_while("Looking for cameras");
    assert!(seen.app.says("camera test") || seen.app.has("Turn the camera off"));
    seen.app.click("Turn the camera off");
    drop(seen.app);
    seen.app = Seen::app(seen.folder.path(), &seen.script);
    assert_eq!(seen.shared().opened.len(), 2);
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
    assert!(seen.shared().opened.contains(&"http://phone:8080/video".to_owned()));
    seen.see(TableState::Idle);
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
    assert_eq!(seen.shared().records.last(), Some(&None), "the match is not told while the camera is tried");
    seen.app.click("Read them");
    assert!(seen.app.says("I read 10 tiles"));
    seen.app.click("6-3, 97 % confident, right");
    assert!(seen.app.says("9 right, 1 wrong."));
    seen.app.click("6-3, 97 % confident, wrong");
    seen.app.click("All correct: rehearse a hand");
    // Nothing of the rehearsal is the match's.
    let before = seen.app.game().events().len();
    assert_eq!(seen.shared().records.last(), Some(&Some(2)), "a match of its own");
    for tile in ["6-6", "6-5", "5-5"] {
        let mut sighting = seen.proposal("6-6", 0.999, &[]);
        if let (Some(proposal), Guide::Rehearse(_, rehearsal)) = (&mut sighting.proposal, seen.guide()) {
            let round = rehearsal.game.state().running().unwrap();
            proposal.play = round.layout.ways(tile.parse().unwrap(), &rehearsal.game.setup().rules)[0];
            proposal.words = tile.to_owned();
        }
        seen.show(sighting);
        assert!(seen.app.says(&format!("I see {tile}, 99.90 % confident. Right?")));
        seen.app.click("Right");
    }
    let sighting = seen.proposal("6-6", 0.9, &[]);
    seen.show(sighting);
    seen.app.click("Wrong");
    seen.app.click("It missed my drop");
    assert!(seen.app.says("So far: 3 right, 1 wrong, 1 missed."));
    assert_eq!(seen.shared().orders, ["dismiss"]);
    seen.app.click("Finish rehearsal");
    assert!(seen.app.says("10 of 10 tiles were read correctly, the least certain at 97 %."));
    assert!(seen.app.says("3 of 5 drops were proposed correctly"));
    assert!(seen.app.says("Don't rely on this set-up") || seen.app.says("Confirm every drop"));
    seen.app.click("Back to the match");
    assert_eq!((seen.app.game().events().len(), seen.app.scores().as_str()), (before, "0 0"));
    assert_eq!(seen.shared().records.last(), Some(&Some(before)), "the match has the camera again");
    seen.propose("6-6", 0.97, &[]);
    assert!(seen.app.says("Anna leads 6-6?"));
}
