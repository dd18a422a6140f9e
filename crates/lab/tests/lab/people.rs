//! Drawn games from elsewhere, through the watcher: what cameras, lamps and people did to it once and shall not again.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says what it skips")]

use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::frame::Frame;
use eye::picture;
use game::rng::Rng;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use sixty_one::live::Networks;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tracker::{Look, Tracker};

/// The number behind a word of the report.
fn behind(line: &str, word: &str) -> u32 {
    let mut words = line.split_whitespace().skip_while(|other| *other != word);
    words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

/// Returns the lines of the report, one for each condition; none, with a message, if there are no drawn games.
fn played(game: &str, conditions: &str, more: &[&str]) -> Vec<String> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/sequences");
    if !games.is_dir() {
        println!("left out: there are no drawn games in ../shared/sequences");
        return Vec::new();
    }
    let mut lab = Command::new(env!("CARGO_BIN_EXE_sixty-one-lab"));
    let output =
        lab.arg("sequence").arg(games.join(game)).args(["--conditions", conditions]).args(more).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let runs: Vec<String> = report.lines().filter(|line| line.contains(game)).map(str::to_owned).collect();
    assert_eq!(runs.len(), conditions.split(',').count(), "{report}");
    runs
}

#[test]
fn what_disturbed_the_watcher_does_not_any_more() {
    for (game, conditions) in [("9106", "shadow,night,moved"), ("9353", "hunt,moved")] {
        for run in played(game, conditions, &["--most", "6"]) {
            let [drops, right, wrong, phantoms] = ["drops", "right", "wrong", "phantom"].map(|word| behind(&run, word));
            assert_eq!((drops, right, wrong, phantoms), (6, 6, 0, 0), "{run}");
        }
    }
}

/// In the two pictures after the fourth drop nothing of the line is found, which is dim and of the cloth's own colour; the drop came
/// seven seconds late.
#[test]
fn a_line_that_the_eye_is_blind_for_in_one_picture_is_looked_at_from_nearer() {
    for run in played("9103", "clean", &["--most", "5", "--fps", "15", "--apart-ms", "0", "--look-ms", "60"]) {
        let [drops, right, late, wrong] = ["drops", "right", "late", "wrong"].map(|word| behind(&run, word));
        assert_eq!((drops, right, late, wrong), (5, 5, 0, 0), "{run}");
    }
}

/// Faces in the hands are new to the picture then, as a lead would be.
#[test]
fn a_camera_turned_to_another_table_offers_no_lead() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/sequences");
    if !games.is_dir() {
        println!("left out: there are no drawn games in ../shared/sequences");
        return;
    }
    let view = |game: &str| picture::load(&games.join(game).join("00_a.jpg")).unwrap().frame;
    let mut game = Match::start(Setup::new(RuleSet::parse("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    let game = Arc::new(game);
    for (one, other) in [("9106", "9353"), ("9353", "9106")] {
        let mut tracker = Tracker::new(Eye::new(Networks::BuiltIn.load().unwrap(), Params::default()));
        tracker.record(Some(Arc::clone(&game)));
        let views = [view(one), view(other)];
        for n in 0..160 {
            let frame = Arc::new(turned(&views, (f64::from(n) / 8.0 - 10.0).clamp(0.0, 1.0), n));
            tracker.see(&Look { frame, at: Duration::from_millis(125) * n, still: false }).unwrap();
            let proposal = tracker.sighting(0, "", None).proposal;
            assert!(proposal.is_none(), "{one} {other}, picture {n}: {}", tracker.story());
        }
    }
}

/// A camera that has turned this share of the way from one view to the other, with the noise of picture `n`.
fn turned([one, other]: &[Frame; 2], share: f64, n: u32) -> Frame {
    let (width, height) = (one.width(), one.height());
    let (passed, mut rng) = ((share * f64::from(width)) as u32, Rng::new(u64::from(n)));
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x + passed, y)));
    let pixel = |(x, y)| if x < width { one.pixel(x, y) } else { other.pixel(x - width, y) };
    let rgb = places.flat_map(|at| pixel(at).unwrap()).map(|value| value.saturating_add((rng.unit() * 5.0) as u8));
    Frame::new(width, height, rgb.collect()).unwrap()
}

#[test]
fn where_one_picture_gives_the_whole_line_the_record_has_it_or_a_person_is_asked() {
    // The last is white on white: its first tile looks like a back until the second is laid beside it.
    for (game, conditions) in [("9106", "takeback"), ("9353", "glass,pulse"), ("9354", "clean")] {
        for run in played(game, conditions, &["--most", "5", "--law"]) {
            let [drops, right, wrong, phantoms] = ["drops", "right", "wrong", "phantom"].map(|word| behind(&run, word));
            assert_eq!((drops, right, wrong, phantoms), (5, 5, 0, 0), "{run}");
            assert!(behind(&run, "alone") > 2 && behind(&run, "alone") == behind(&run, "held"), "{run}");
        }
    }
}
