//! The watcher of a browser, as its worker drives it: orders and pictures in, sightings out, all of it as bytes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use super::watch::pictures;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::frame::Frame;
use eye_jobs::local::LocalTracker;
use eye_jobs::packed::{Opener, Order, Watched, open_order, pack_order};
use game::layout::Play;
use game::rules::RuleSet;
use game::tile::Pip;
use game::{Act, Match, Seat, Setup};
use scene::{Standpoint, TableScene, render};
use sixty_one::live::{Networks, Sighting, TableState, Tracker};
use std::sync::Arc;
use std::time::Duration;
use tracker::Look;

fn begun() -> Match {
    let mut game = Match::start(Setup::new(RuleSet::parse("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    game
}

#[test]
fn orders_come_through_whole() {
    let orders = [
        Order::Begin(Watched::Camera),
        Order::Begin(Watched::Simulated(Some("pafos".to_owned()), 7)),
        Order::Begin(Watched::Picture("table.jpg".to_owned(), vec![1, 2, 3])),
        Order::Record(None),
        Order::Record(Some(Box::new(begun()))),
        Order::Dismiss,
        Order::LookAgain,
        Order::End,
    ];
    for order in orders {
        let bytes = pack_order(&order);
        assert_eq!(open_order(&bytes), Some(order));
        assert_eq!(open_order(&bytes[..bytes.len() - 1]), None);
    }
}

#[test]
fn a_picture_is_proposed_recorded_and_followed_by_the_next() {
    let folder = pictures(1);
    let networks = Networks::BuiltIn.load().unwrap();
    let mut tracker = LocalTracker::new(Tracker::new(Eye::new(networks, Params::default())));
    let mut opener = Opener::default();
    let mut newest = |bytes: Option<Vec<u8>>| -> Option<Sighting> { Some(opener.open(&bytes?).expect("a sighting").0) };
    let mut game = begun();
    for (number, tile) in [(1, "6-4"), (2, "4-4")] {
        let name = format!("{number}.jpg");
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        assert!(tracker.take(&pack_order(&Order::Begin(Watched::Picture(name.clone(), bytes)))).is_none());
        assert!(tracker.take(&pack_order(&Order::Record(Some(Box::new(game.clone()))))).is_none());
        assert!(tracker.has_pictures());
        let seen = newest(tracker.tick().unwrap()).unwrap();
        let proposal = seen.proposal.unwrap();
        assert_eq!((proposal.play.tile().to_string(), seen.name), (tile.to_owned(), Some(name)));
        assert_eq!(seen.frame, Some(proposal.frame.clone()), "the picture came along");
        game.act(Act::Play { seat: game.state().running().unwrap().turn, play: proposal.play, stands: false }).unwrap();
        // The record has it: the same picture agrees with it, and its pixels come again.
        assert!(tracker.take(&pack_order(&Order::Record(Some(Box::new(game.clone()))))).is_none());
        let seen = newest(tracker.tick().unwrap()).unwrap();
        assert!(seen.proposal.is_none(), "{:?}", seen.state);
    }
    // A file that is not a picture is reported, and the watcher lives on.
    let broken = Order::Begin(Watched::Picture("notes.txt".to_owned(), b"no picture".to_vec()));
    let seen = newest(tracker.take(&pack_order(&broken))).unwrap();
    assert!(matches!(&seen.state, TableState::NoReading { why } if why.starts_with("notes.txt ")), "{:?}", seen.state);
    assert!(newest(tracker.take(&[250])).is_some(), "an order of another version");
    assert!(tracker.tick().unwrap().is_none() && !tracker.has_pictures());
}

#[test]
fn the_simulated_table_plays_without_a_thread() {
    let networks = Networks::BuiltIn.load().unwrap();
    let mut tracker = LocalTracker::new(Tracker::new(Eye::new(networks, Params::default())));
    let mut opener = Opener::default();
    tracker.take(&pack_order(&Order::Begin(Watched::Simulated(Some("pafos".to_owned()), 7))));
    // With a match but no hand a person says who leads.
    let game = Match::start(Setup::new(RuleSet::parse("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    tracker.take(&pack_order(&Order::Record(Some(Box::new(game)))));
    let told = (0..200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        opener.open(&tracker.tick().unwrap()?).expect("a sighting").1
    });
    assert!(matches!(told.unwrap().act, Act::Deal { .. }));
}

/// Pictures of a bare table, and after each of these tiles.
fn laid(tiles: [(u8, u8); 3]) -> Vec<Arc<Frame>> {
    let mut table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
    let mut frames = vec![Arc::new(render(&table.scene(None), 1).unwrap().0)];
    for (n, tile) in tiles.into_iter().enumerate() {
        let end = table.layer().open_values().iter().position(|&value| tile.0 == value || tile.1 == value);
        assert!(if n == 0 { table.start(tile) } else { table.lay(end.unwrap(), tile) });
        frames.push(Arc::new(render(&table.scene(None), 1).unwrap().0));
    }
    frames
}

/// Three tiles are recorded as they come; then the light goes for six seconds.
#[test]
fn the_end_of_darkness_takes_no_tile_from_the_table_and_a_turned_down_tile_keeps_its_place() {
    let frames = laid([(6, 4), (4, 4), (6, 2)]);
    let mut tracker = Tracker::new(Eye::new(Networks::BuiltIn.load().unwrap(), Params::default()));
    let mut game = begun();
    tracker.record(Some(Arc::new(game.clone())));
    let mut at = Duration::from_secs(10);
    let mut watch = |tracker: &mut Tracker<_>, frame: &Frame, pictures: u8| -> Vec<Sighting> {
        let look = |n: u8| {
            at += Duration::from_millis(250);
            // No picture of a live camera is the same twice.
            let pixel = |(i, value): (usize, &u8)| value.saturating_add(u8::from(i % 7 == usize::from(n % 7)));
            let rgb = frame.rgb().iter().enumerate().map(pixel).collect();
            let frame = Arc::new(Frame::new(frame.width(), frame.height(), rgb).unwrap());
            tracker.see(&Look { frame, at, still: false }).unwrap();
            tracker.sighting(0, "", None)
        };
        (0..pictures).map(look).collect()
    };
    let proposed = |tracker: &mut Tracker<_>, seen: Vec<Sighting>| {
        let proposal = seen.last().unwrap().proposal.clone();
        proposal.unwrap_or_else(|| panic!("{}", tracker.story())).play
    };
    watch(&mut tracker, &frames[0], 8);
    for frame in &frames[1..3] {
        let seen = watch(&mut tracker, frame, 12);
        let play = proposed(&mut tracker, seen);
        game.act(Act::Play { seat: game.state().running().unwrap().turn, play, stands: false }).unwrap();
        tracker.record(Some(Arc::new(game.clone())));
    }
    let dark = |frame: &Frame| {
        Frame::new(frame.width(), frame.height(), frame.rgb().iter().map(|v| v / 60).collect()).unwrap()
    };
    let seen = watch(&mut tracker, &frames[3], 12);
    proposed(&mut tracker, seen);
    // Nothing is offered that can't be seen.
    let seen = watch(&mut tracker, &dark(&frames[3]), 24).pop().unwrap();
    assert!(seen.state == TableState::Dark && seen.proposal.is_none(), "{:?}", seen.state);
    let seen = watch(&mut tracker, &frames[3], 16);
    proposed(&mut tracker, seen);
    tracker.dismiss();
    let told = watch(&mut tracker, &frames[3], 12).pop().unwrap().state;
    assert!(matches!(&told, TableState::Lost { after, .. } if *after == [Some(2)]), "{told:?}");
    watch(&mut tracker, &frames[2], 12);
    let seen = [watch(&mut tracker, &dark(&frames[2]), 24), watch(&mut tracker, &frames[2], 16)].concat();
    let gone = |seen: &Sighting| matches!(&seen.state, TableState::Lost { gone, .. } if !gone.is_empty());
    assert!(!seen.iter().any(gone), "{:?}", seen.iter().map(|seen| &seen.state).collect::<Vec<_>>());
    assert_eq!(seen[23].state, TableState::Dark);
}

/// A person entered another tile than the one on the table, and says afterwards that the record is right.
#[test]
fn a_refused_correction_leaves_the_next_drop_to_be_proposed() {
    let frames = laid([(6, 4), (4, 4), (6, 2)]);
    let mut tracker = Tracker::new(Eye::new(Networks::BuiltIn.load().unwrap(), Params::default()));
    let mut game = begun();
    tracker.record(Some(Arc::new(game.clone())));
    let look = |tracker: &mut Tracker<_>, n: usize| {
        let at = Duration::from_secs(u64::try_from(n).unwrap());
        tracker.see(&Look { frame: Arc::clone(&frames[n]), at, still: true }).unwrap();
        tracker.sighting(0, "", None)
    };
    let enter = |tracker: &mut Tracker<_>, game: &mut Match, play: Play| {
        game.act(Act::Play { seat: game.state().running().unwrap().turn, play, stands: false }).unwrap();
        tracker.record(Some(Arc::new(game.clone())));
    };
    let lead = look(&mut tracker, 1).proposal.unwrap().play;
    enter(&mut tracker, &mut game, lead);
    let double = look(&mut tracker, 2).proposal.unwrap().play;
    enter(&mut tracker, &mut game, Play { halves: [double.halves[0], Pip::new(1).unwrap()], ..double });
    let seen = tracker.sighting(0, "", None);
    assert_eq!(seen.correction.map(|correction| correction.play.tile()), Some(double.tile()), "{}", tracker.story());
    tracker.dismiss();
    let seen = look(&mut tracker, 3);
    assert_eq!(seen.correction, None, "{}", tracker.story());
    assert_eq!(seen.proposal.map(|proposal| proposal.play.tile().to_string()), Some("6-2".to_owned()));
}
