//! Seasons that never were: matches of made-up people of different skill on made-up evenings, the same for the same
//! seed. They fill the history screens of tests and demonstrations.

use super::play_match;
use crate::rng::Rng;
use crate::rules::RuleSet;
use crate::{Match, Setup};

/// A season to be made up.
///
/// ```
/// use game::self_play::{Plan, season};
///
/// let plan = Plan { sessions: 2, games: 3, ..Plan::YEAR };
/// assert_eq!(season(plan, 61).count(), 6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Evenings, a week apart.
    pub sessions: u32,
    /// Matches an evening.
    pub games: u32,
    /// Start of the season, in milliseconds since 1970 UTC.
    pub start_ms: i64,
}

impl Plan {
    /// A year of a busy league: 500 sessions, 2,000 games, about 120,000 drops.
    pub const YEAR: Self = Self { sessions: 500, games: 4, start_ms: 1_704_132_000_000 };
}

/// A match of a season.
///
/// ```
/// use game::self_play::{Plan, season};
///
/// let first = season(Plan::YEAR, 61).next().expect("a year has games");
/// assert_eq!((first.number, first.session, first.event_ms(1) - first.at_ms), (0, 0, 14_000));
/// ```
#[derive(Clone, Debug)]
pub struct SeasonGame {
    /// Number in the season, from 0.
    pub number: u32,
    /// The evening, from 0.
    pub session: u32,
    /// Start of the match.
    pub at_ms: i64,
    /// The match.
    pub game: Match,
}

impl SeasonGame {
    /// Returns the time of an event: a drop takes about 14 s.
    #[must_use]
    pub const fn event_ms(&self, event: usize) -> i64 {
        self.at_ms + event as i64 * 14_000
    }
}

const REGULARS: [&str; 12] =
    ["Anna", "Ben", "Cleo", "Dan", "Edith", "Frank", "Gwen", "Hal", "Iris", "Jack", "Kate", "Leo"];

/// The matches of a season, in order, made one by one. Most are fives and threes between two, some in pairs, some of
/// the other games; players differ in skill.
pub fn season(plan: Plan, seed: u64) -> impl Iterator<Item = SeasonGame> {
    let mut rng = Rng::new(seed);
    let week = 7 * 86_400_000 * 52 / i64::from(plan.sessions.max(52));
    (0..plan.sessions * plan.games).filter_map(move |number| {
        let session = number / plan.games;
        let at_ms = plan.start_ms + i64::from(session) * week + i64::from(number % plan.games) * 1_800_000;
        let (setup, greed) = season_setup(&mut rng)?;
        let game = play_match(setup, &greed, rng.chance(0.3), rng.next_u64()).ok()?;
        Some(SeasonGame { number, session, at_ms, game })
    })
}

fn season_setup(rng: &mut Rng) -> Option<(Setup, Vec<f64>)> {
    let mut seats: Vec<usize> = (0..REGULARS.len()).collect();
    rng.shuffle(&mut seats);
    let pairs = rng.chance(0.2);
    seats.truncate(if pairs { 4 } else { 2 });
    let names: Vec<&str> = seats.iter().map(|&i| REGULARS[i]).collect();
    let greed = seats.iter().map(|&i| 1.0 - i as f64 / 14.0).collect();
    let rules = match rng.below(10) {
        0 => RuleSet::preset("all_fives_200").ok()?,
        1 if !pairs => RuleSet::preset("sbyc_club").ok()?,
        2 if !pairs => RuleSet::preset("muggins").ok()?,
        _ => RuleSet::preset("pafos").ok()?,
    };
    let setup = Setup { pairs, ..Setup::new(rules, &names) };
    match setup.check() {
        Ok(()) => Some((setup, greed)),
        Err(_) => Some((Setup { pairs, ..Setup::new(RuleSet::preset("pafos").ok()?, &names) }, greed)),
    }
}
