//! Pictures in which no drop can be seen: frozen, dark, hidden.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use eye::detect::eye::Params;
use eye::detect::heatmaps::{N_HEATMAPS, STRIDE};
use eye::detect::{Detector, DetectorError, Eye, Heatmaps, N_READING, Planes};
use eye::frame::Frame;
use game::rng::Rng;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use std::sync::Arc;
use std::time::Duration;
use tracker::{Look, TableState, Tracker};

/// Sees no tiles anywhere.
#[derive(Debug)]
struct Blind;

impl Detector for Blind {
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError> {
        let (width, height) = (picture.width() / STRIDE, picture.height() / STRIDE);
        Ok(Heatmaps::new(width, height, vec![-20.0; N_HEATMAPS * width * height]).unwrap())
    }

    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        Ok(vec![[0.0; N_READING]; crops.len()])
    }
}

const SIZE: (u32, u32) = (640, 360);

/// A table of planks, as a camera with noise sees it.
struct Scene {
    light: f64,
    noise: u64,
    /// A sleeve reaches in from the left as far as this.
    sleeve: u32,
    /// A clock in the corner shows this number.
    clock: u32,
}

const TABLE: Scene = Scene { light: 1.0, noise: 1, sleeve: 0, clock: 0 };

impl Scene {
    fn frame(&self) -> Arc<Frame> {
        let mut rng = Rng::new(self.noise);
        let mut rgb = Vec::new();
        for y in 0..SIZE.1 {
            for x in 0..SIZE.0 {
                let (fx, fy) = (f64::from(x), f64::from(y));
                let mut grey = 90.0 + 20.0 * (fx / 7.0).sin() * (fy / 60.0).cos();
                if x < self.sleeve && (120..240).contains(&y) {
                    grey = 170.0 + 20.0 * (fy / 9.0).sin();
                }
                if x < 90 && y < 14 && (x / 8 + self.clock).is_multiple_of(3) {
                    grey = 250.0;
                }
                let noise = if self.noise == 0 { 0.0 } else { rng.unit() * 6.0 };
                rgb.extend([(grey * self.light + noise) as u8; 3]);
            }
        }
        Arc::new(Frame::new(SIZE.0, SIZE.1, rgb).unwrap())
    }
}

/// The state after each quarter of a second, in which the scene is as `at` says of its number.
fn states(at: impl Fn(u32) -> Scene, pictures: u32) -> Vec<TableState> {
    let mut game = Match::start(Setup::new(RuleSet::parse("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    let mut tracker = Tracker::new(Eye::new(Blind, Params::default()));
    tracker.record(Some(Arc::new(game)));
    let state = |n: u32| {
        let look = Look { frame: at(n).frame(), at: Duration::from_millis(250) * n, still: false };
        tracker.see(&look).unwrap();
        tracker.sighting(0, "", None).state
    };
    (0..pictures).map(state).collect()
}

#[test]
fn a_live_picture_of_a_bare_table_has_no_tile_yet() {
    let seen = states(|n| Scene { noise: 1 + u64::from(n), ..TABLE }, 48);
    assert_eq!(seen.last(), Some(&TableState::NoneYet));
    assert!(!seen.contains(&TableState::Frozen), "{seen:?}");
}

#[test]
fn a_picture_in_which_only_the_clock_runs_is_frozen() {
    for second in [0, 1] {
        let seen = states(|n| Scene { clock: second * n / 4, ..TABLE }, 40);
        assert_eq!(seen.last(), Some(&TableState::Frozen), "{seen:?}");
        assert!(!seen[..28].contains(&TableState::Frozen), "{seen:?}");
    }
}

#[test]
fn in_the_dark_nothing_is_said_of_the_table() {
    let light = |n: u32| if (12..24).contains(&n) { 0.05 } else { 1.0 };
    let seen = states(|n| Scene { light: light(n), noise: 1 + u64::from(n), ..TABLE }, 40);
    assert!(seen[12..24].iter().all(|state| *state == TableState::Dark), "{seen:?}");
    assert!(seen[28..].iter().all(|state| *state == TableState::NoneYet), "{seen:?}");
}

#[test]
fn a_hand_that_stays_over_the_table_hides_it_and_one_that_rests_belongs_to_it() {
    let sleeve = |n: u32| Scene { noise: 1 + u64::from(n), ..TABLE };
    let moving = states(|n| Scene { sleeve: if n < 12 { 0 } else { 300 + 40 * (n % 3) }, ..sleeve(n) }, 60);
    assert_eq!((&moving[14], moving.last()), (&TableState::Moving, Some(&TableState::Hidden)), "{moving:?}");
    let resting = states(|n| Scene { sleeve: if n < 12 { 0 } else { 300 }, ..sleeve(n) }, 100);
    assert_eq!((&resting[14], resting.last()), (&TableState::Moving, Some(&TableState::NoneYet)), "{resting:?}");
}
