//! The guided set-up: see the table, read ten tiles, rehearse drops. At the end it reports how far the camera can be
//! trusted, with the measurements. Pure: sightings and people's answers come in as calls.

use super::part::long_side;
use crate::live::{Hint, Outline, Role, Sighting};
use eye::read::degrees_off_above;
use game::rules::RuleSet;
use game::tile::Tile;
use game::{Act, Match, Seat, Setup};
use language::say;
use std::time::Duration;

/// Tiles asked for in the second step.
pub const TILES: usize = 10;
/// Length in pixels from which tiles are read well, the same as in `tracker::hints`.
const LONG_ENOUGH: f64 = 44.0;
/// Seen from more degrees off straight above, single tiles were missed (118 of 120 drops were seen from 60).
const LOW_SEAT: f64 = 60.0;

/// State of the guide.
#[derive(Clone, Debug, Default)]
pub enum Guide {
    /// Not begun, or left.
    #[default]
    Off,
    /// The table is looked at.
    See,
    /// Ten tiles are read.
    Read(Reading),
    /// A hand is rehearsed.
    Rehearse(Reading, Box<Rehearsal>),
    /// The results.
    Done(Reading, Tried),
}

/// The tiles that were read, and which of them a person says are wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Each with how sure the reader is, and whether it is right.
    pub tiles: Vec<(Tile, f64, bool)>,
    /// Tiles on the table that were not read.
    pub missing: usize,
    /// Duration of the look.
    pub look: Duration,
}

/// A rehearsal: a separate match that is not stored.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// The match.
    pub game: Match,
    /// Results so far.
    pub tried: Tried,
    /// Proposals up to this number have been judged.
    judged: u64,
}

/// Results of a rehearsal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Proposed right.
    pub right: usize,
    /// Proposed wrong, or made up.
    pub wrong: usize,
    /// Drops that were missed.
    pub missed: usize,
    /// Correct proposals that were confident enough to count automatically.
    pub sure: usize,
    /// From the picture to the proposal.
    pub delays: Vec<Duration>,
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Good.
    Good,
    /// It works but could be better.
    Fair,
    /// It has to be better.
    Bad,
    /// Not known yet.
    Unknown,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Subject of the check.
    pub what: &'static str,
    /// Result.
    pub how: How,
    /// The result in words.
    pub words: String,
}

/// Verdict on the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Sure drops may count by themselves.
    ByItself,
    /// Every drop should be confirmed.
    Confirm,
    /// It misses or misreads too much.
    No,
}

impl Guide {
    /// Reports whether the guide has the camera, so that the match gets no sightings.
    #[must_use]
    pub const fn has_the_camera(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Rehearse(..))
    }

    /// The match for the eyes while the guide has the camera.
    #[must_use]
    pub fn game(&self) -> Option<&Match> {
        match self {
            Self::Rehearse(_, rehearsal) => Some(&rehearsal.game),
            _ => None,
        }
    }

    /// Moves to the next step; the results of the last one are kept.
    pub fn go_on(&mut self, rules: &RuleSet) {
        *self = match std::mem::take(self) {
            Self::Off => Self::See,
            Self::See => Self::Read(Reading::default()),
            Self::Read(reading) => match Rehearsal::new(rules) {
                Some(rehearsal) => Self::Rehearse(reading, Box::new(rehearsal)),
                None => Self::Done(reading, Tried::default()),
            },
            Self::Rehearse(reading, rehearsal) => Self::Done(reading, rehearsal.tried),
            Self::Done(..) => Self::Off,
        };
    }

    /// Takes the tiles of this sighting as the answer of the second step.
    pub fn read(&mut self, sighting: &Sighting) {
        if let Self::Read(reading) = self {
            let tiles = readable(sighting).filter_map(|tile| Some((tile, tile.pips?)));
            let mut tiles: Vec<(Tile, f64, bool)> =
                tiles.map(|(outline, [a, b])| (Tile::new(a, b), outline.confidence, true)).collect();
            tiles.sort_by_key(|tile| std::cmp::Reverse(tile.0));
            *reading = Reading { tiles, missing: 0, look: sighting.timing.look };
        }
    }

    /// Marks this tile of the answer as wrong, or unmarks it.
    pub fn mark(&mut self, tile: usize) {
        if let Self::Read(reading) = self
            && let Some((_, _, right)) = reading.tiles.get_mut(tile)
        {
            *right = !*right;
        }
    }

    /// Notes one more tile that was not read.
    pub const fn one_missing(&mut self) {
        if let Self::Read(reading) = self {
            reading.missing += 1;
        }
    }

    /// A person judges the drop that is proposed in the rehearsal; `true` when it was right.
    pub fn judge(&mut self, sighting: &Sighting, right: bool) {
        let Self::Rehearse(_, rehearsal) = self else { return };
        let Some(proposal) = sighting.proposal.as_ref().filter(|proposal| proposal.id > rehearsal.judged) else {
            return;
        };
        rehearsal.judged = proposal.id;
        if !right {
            rehearsal.tried.wrong += 1;
            return;
        }
        rehearsal.tried.right += 1;
        rehearsal.tried.sure += usize::from(proposal.auto_confirm_ok);
        rehearsal.tried.delays.push(sighting.timing.look);
        rehearsal.lay(proposal.play);
    }

    /// The number of the last proposal that was judged.
    #[must_use]
    pub fn judged(&self) -> u64 {
        match self {
            Self::Rehearse(_, rehearsal) => rehearsal.judged,
            _ => 0,
        }
    }

    /// A drop of the rehearsal was not seen.
    pub fn one_missed(&mut self) {
        if let Self::Rehearse(_, rehearsal) = self {
            rehearsal.tried.missed += 1;
        }
    }
}

impl Rehearsal {
    fn new(rules: &RuleSet) -> Option<Self> {
        let mut game = Match::start(Setup::new(rules.clone(), &["Rehearsal", "Rehearsal too"])).ok()?;
        game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).ok()?;
        Some(Self { game, tried: Tried::default(), judged: 0 })
    }

    fn lay(&mut self, play: game::layout::Play) {
        let Some(seat) = self.game.state().running().map(|round| round.turn) else { return };
        let act = |stands| Act::Play { seat, play, stands };
        if self.game.act(act(false)).is_err() {
            // It is recorded against the rules; if it is impossible, the next look will show the table.
            let _stands = self.game.act(act(true));
        }
    }
}

/// Tiles that show a face.
fn readable(sighting: &Sighting) -> impl Iterator<Item = &Outline> {
    let lying = |tile: &&Outline| !matches!(tile.role, Role::FaceDown | Role::Standing | Role::Covered(_));
    sighting.tiles.iter().filter(lying)
}

/// Checks light, distance, angle, stand and edges.
#[must_use]
pub fn checks(sighting: &Sighting) -> Vec<Check> {
    let has = |hint: &Hint| sighting.hints.contains(hint);
    let by_hint = |what, hint: Hint, good: &str| match has(&hint) {
        true => Check { what, how: How::Bad, words: hint.to_string() },
        false => Check { what, how: How::Good, words: good.to_owned() },
    };
    let light = [Hint::Glare, Hint::BurntOut].into_iter().find(has).unwrap_or(Hint::Dark);
    let stand = if has(&Hint::Restless) { Hint::Restless } else { Hint::Trembles };
    let mut all = vec![
        by_hint(say!("Light:"), light, say!("bright enough, and no glare")),
        by_hint(say!("Focus:"), Hint::Blurred, say!("the picture is sharp")),
        by_hint(say!("Stand:"), stand, say!("the camera is steady")),
    ];
    let tiles: Vec<&Outline> = readable(sighting).filter(|tile| tile.pips.is_some()).collect();
    let mut lengths: Vec<f64> = tiles.iter().map(|tile| long_side(tile)).collect();
    lengths.sort_by(f64::total_cmp);
    all.push(match lengths.get(lengths.len() / 2) {
        None => unknown(say!("Distance:"), say!("put a few tiles on the table, face up")),
        Some(_) if has(&Hint::Near) => by_hint(say!("Distance:"), Hint::Near, ""),
        Some(length) if *length < LONG_ENOUGH => {
            let words = say!(
                "tiles are {length} pixels long: move the camera closer ({long_enough} or more is best)",
                length = format!("{length:.0}"),
                long_enough = format!("{LONG_ENOUGH:.0}")
            );
            Check { what: say!("Distance:"), how: How::Bad, words }
        }
        Some(length) => Check {
            what: say!("Distance:"),
            how: How::Good,
            words: say!("tiles are {length} pixels long", length = format!("{length:.0}")),
        },
    });
    let corners: Vec<_> = tiles.iter().map(|tile| tile.corners).collect();
    let size = sighting.frame.as_ref().map_or((0, 0), |frame| (frame.width(), frame.height()));
    all.push(match degrees_off_above(&corners, size.0, size.1) {
        None => unknown(say!("Angle:"), say!("place three or more tiles to measure the camera's angle")),
        Some(degrees) if degrees > LOW_SEAT => {
            let words = say!(
                "camera {degrees} degrees off vertical: higher up, tiles hide each other less",
                degrees = format!("{degrees:.0}")
            );
            Check { what: say!("Angle:"), how: How::Fair, words }
        }
        Some(degrees) => {
            let words = say!("camera {degrees} degrees off vertical", degrees = format!("{degrees:.0}"));
            Check { what: say!("Angle:"), how: How::Good, words }
        }
    });
    all.push(if tiles.is_empty() {
        unknown(say!("Edge:"), say!("place tiles at the edge to check that the line has room"))
    } else {
        by_hint(say!("Edge:"), Hint::AtTheEdge, say!("no tile is at the edge of the picture"))
    });
    if let Some(slow) = sighting.hints.iter().find(|hint| matches!(hint, Hint::Slow { .. } | Hint::Hot)) {
        all.push(Check { what: say!("Speed:"), how: How::Fair, words: slow.to_string() });
    }
    all
}

fn unknown(what: &'static str, words: &str) -> Check {
    Check { what, how: How::Unknown, words: words.to_owned() }
}

/// Returns the verdict, and a sentence with its reasons.
#[must_use]
pub fn trust(reading: &Reading, tried: &Tried) -> (Trust, String) {
    let right = reading.tiles.iter().filter(|(.., right)| *right).count();
    let lay = reading.tiles.len() + reading.missing;
    let drops = tried.right + tried.wrong + tried.missed;
    let mut said = Vec::new();
    if lay > 0 {
        let least = reading.tiles.iter().map(|(_, sure, _)| *sure).fold(1.0, f64::min);
        said.push(say!(
            "{right} of {lay} tiles were read correctly, the least certain at {least} %.",
            lay,
            right,
            least = format!("{:.0}", least * 100.0)
        ));
    }
    if drops > 0 {
        let mut delays = tried.delays.clone();
        delays.sort_unstable();
        let typical = delays.get(delays.len() / 2).map_or_else(String::new, |delay| {
            say!(", typically after {seconds} seconds", seconds = format!("{:.1}", delay.as_secs_f64()))
        });
        said.push(say!(
            "{right} of {drops} drops were proposed correctly{typical}, {sure} of them with confidence.",
            drops,
            right = tried.right,
            typical,
            sure = tried.sure
        ));
    }
    let all_right = right == lay && tried.right == drops;
    let trust = match () {
        () if lay + drops == 0 => Trust::Confirm,
        () if all_right && lay >= TILES && drops >= 3 => Trust::ByItself,
        () if (right + tried.right) * 10 >= (lay + drops) * 9 => Trust::Confirm,
        () => Trust::No,
    };
    said.push(match trust {
        // None of n wrong: with 95 % certainty fewer than three in n are.
        Trust::ByItself => say!(
            "You can let confident drops count automatically. None of {tried} was wrong, which still allows \
            up to one in {one_in}: check what is entered.",
            tried = lay + drops,
            one_in = ((lay + drops) / 3).max(1)
        ),
        Trust::Confirm if lay + drops == 0 => say!("Nothing was tried: confirm every drop.").to_owned(),
        Trust::Confirm if all_right => say!("Too few drops were tried: confirm every drop.").to_owned(),
        Trust::Confirm => say!("Confirm every drop: most are read correctly.").to_owned(),
        Trust::No => {
            say!("Don't rely on this set-up yet: better light, a closer camera or a firmer stand may help.").to_owned()
        }
    });
    (trust, said.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(right: usize, wrong: usize, missing: usize) -> Reading {
        let tile = "6-4".parse::<Tile>().unwrap();
        let tiles = (0..right + wrong).map(|i| (tile, 0.97, i < right)).collect();
        Reading { tiles, missing, look: Duration::from_millis(120) }
    }

    fn tried(right: usize, wrong: usize, missed: usize) -> Tried {
        Tried { right, wrong, missed, sure: right, delays: vec![Duration::from_millis(400); right] }
    }

    #[test]
    fn what_was_measured_decides_how_far_it_is_trusted() {
        let (how, words) = trust(&reading(10, 0, 0), &tried(7, 0, 0));
        assert_eq!(how, Trust::ByItself);
        assert_eq!(
            words,
            "10 of 10 tiles were read correctly, the least certain at 97 %. 7 of 7 drops were proposed correctly, typically \
             after 0.4 seconds, 7 of them with confidence. You can let confident drops count automatically. None of 17 was \
             wrong, which still allows up to one in 5: check what is entered."
        );
        for (read, tries, expected, words) in [
            (reading(10, 0, 0), tried(0, 0, 0), Trust::Confirm, "Too few drops were tried"),
            (reading(0, 0, 0), tried(0, 0, 0), Trust::Confirm, "Nothing was tried"),
            (reading(10, 0, 0), tried(9, 1, 0), Trust::Confirm, "most are read correctly"),
            (reading(8, 1, 1), tried(5, 0, 2), Trust::No, "Don't rely on this set-up"),
        ] {
            let (how, said) = trust(&read, &tries);
            assert!(how == expected && said.contains(words), "{how:?}: {said}");
        }
    }

    #[test]
    fn a_rehearsal_is_a_match_of_its_own_and_ends_in_what_came_of_it() {
        let mut guide = Guide::default();
        let rules = RuleSet::parse("pafos").unwrap();
        assert!(!guide.has_the_camera());
        guide.go_on(&rules);
        guide.go_on(&rules);
        guide.one_missing();
        assert!(guide.has_the_camera() && guide.game().is_none());
        guide.go_on(&rules);
        assert!(guide.game().is_some_and(|game| game.state().running().is_some()));
        guide.one_missed();
        guide.go_on(&rules);
        let Guide::Done(reading, tried) = &guide else { panic!("{guide:?}") };
        assert_eq!((reading.missing, tried.missed), (1, 1));
        guide.go_on(&rules);
        assert!(matches!(guide, Guide::Off));
    }
}
