//! The watcher of a browser, as its worker drives it: orders and pictures in, sightings out, all of it as bytes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use super::watch::pictures;
use eye::detect::Eye;
use eye::detect::eye::Params;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use sixty_one::live::local::LocalTracker;
use sixty_one::live::packed::{Opener, Order, Watched, open_order, pack_order};
use sixty_one::live::{Networks, Sighting, TableState, Tracker};

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
