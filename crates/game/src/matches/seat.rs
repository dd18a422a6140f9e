//! Seats, and the sides that score together.

use crate::rules::{Pairs, Points, RuleSet};
use language::{said, say, sentence};
use std::fmt;

/// A place at the table, `0..10`, counted to the left. Written `A` to `J`; games with a layout have up to six seats, score
/// sheets up to ten.
///
/// ```
/// use game::Seat;
///
/// assert_eq!("B".parse(), Ok(Seat::FIRST.left(4)));
/// assert_eq!(Seat::new(10), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// The seat of this number, `None` from ten on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < RuleSet::SHEET_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The number, `0..10`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat to the left, of `seats`.
    #[must_use]
    pub const fn left(self, seats: usize) -> Self {
        Self(((self.0 as usize + 1) % seats) as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

impl std::str::FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let letter = <[u8; 1]>::try_from(text.as_bytes()).ok().and_then(|[letter]| letter.checked_sub(b'A'));
        letter.and_then(|index| Self::new(usize::from(index))).ok_or_else(|| SeatError { text: text.to_owned() })
    }
}

/// Error of a text that is not a seat.
///
/// ```
/// use game::Seat;
///
/// let error = "K".parse::<Seat>().expect_err("ten sit at a table");
/// assert_eq!(error.to_string(), "`K` is not a seat: A to F, on a score sheet to J");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text } = self;
        f.write_str(&say!("`{text}` is not a seat: A to F, on a score sheet to J", text))
    }
}

impl std::error::Error for SeatError {}

/// One player or pair with a score of its own. The number of a side is that of its first seat.
///
/// ```
/// use game::{Seat, Setup, Side};
/// use game::rules::RuleSet;
///
/// let pairs = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben", "Cleo", "Dan"]);
/// let cleo = Seat::new(2).expect("four seats");
/// assert_eq!(Some(pairs.side_of(cleo)), Side::new(0));
/// assert_eq!(pairs.side_name(pairs.side_of(cleo)), "Anna & Cleo");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// The side of this number, `None` from ten on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < RuleSet::SHEET_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The number, `0..10`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Setup of a match, fixed at its start, rules included.
///
/// ```
/// use game::Setup;
/// use game::rules::RuleSet;
///
/// let setup = Setup { best_of: 3, ..Setup::new(RuleSet::preset("muggins")?, &["Anna", "Ben", "Cleo"]) };
/// assert_eq!((setup.check(), setup.sides(), setup.legs_to_win()), (Ok(()), 3, 2));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules of every game of the match.
    pub rules: RuleSet,
    /// The players' names by seat, two to six, on a score sheet to ten. In pairs the first and third play the second and fourth.
    pub players: Vec<String>,
    /// Whether four players play as two pairs.
    pub pairs: bool,
    /// Games (legs) of the match: the first side to win more than half wins it.
    pub best_of: u8,
    /// Starting score of each side: a handicap. Empty means zero for all.
    pub start: Vec<Points>,
    /// Whether advice is allowed. Fixed at the start: a match that begins in competition stays without advice.
    pub practice: bool,
    /// Seconds in which a score can be claimed after its drop, in games where scores must be claimed; 0 until the next
    /// drop or knock. The clock is outside: an act says when the time is over.
    pub claim_seconds: u8,
    /// Minutes by which the clock of the place is ahead of UTC, so that a match keeps its day when a computer travels.
    /// `None` is the clock of the machine that shows it.
    pub utc_offset: Option<i16>,
}

/// Reason why a match cannot be set up so.
///
/// ```
/// use game::rules::RuleSet;
/// use game::{Match, Setup};
///
/// let error = Match::start(Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben", "Cleo"])).expect_err("no three");
/// assert!(error.to_string().ends_with("can't be played by 3 players: choose 2, 4"));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// These rules are not for this number of players.
    Players {
        /// Number of players.
        players: usize,
        /// The rule set.
        rules: String,
        /// The numbers that can.
        possible: String,
    },
    /// Pairs where the rules have none, or singles where they ask for pairs.
    Pairs(&'static str),
    /// A match needs at least one leg.
    NoLegs,
    /// A start score for each side, or none.
    Start {
        /// The number of sides.
        sides: usize,
        /// The target.
        target: u16,
    },
    /// The rules contradict themselves.
    Rules(crate::rules::RuleError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players { players, rules, possible } => f.write_str(&say!(
                "`{rules}` can't be played by {players} players: choose {possible}",
                rules,
                players,
                possible
            )),
            Self::Pairs(it) => f.write_str(said(it)),
            Self::NoLegs => f.write_str(say!("a match is the best of at least one game")),
            Self::Start { sides, target } => f.write_str(&say!(
                "each of the {sides} sides needs a starting score of at least 0 and below the target of {target}",
                sides,
                target
            )),
            Self::Rules(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<crate::rules::RuleError> for SetupError {
    fn from(why: crate::rules::RuleError) -> Self {
        Self::Rules(why)
    }
}

impl Setup {
    /// A single game between these players from 0, in pairs where the rules always have pairs.
    #[must_use]
    pub fn new(rules: RuleSet, players: &[&str]) -> Self {
        let pairs = players.len() == 4 && rules.pairs == Pairs::Always;
        let players = players.iter().map(|&name| name.to_owned()).collect();
        Self {
            rules,
            players,
            pairs,
            best_of: 1,
            start: Vec::new(),
            practice: false,
            claim_seconds: 0,
            utc_offset: None,
        }
    }

    /// A single game between the fewest of these players that the rules allow, or the first two.
    #[must_use]
    pub fn of_fewest(rules: &RuleSet, players: &[&str]) -> Self {
        let of = |n: usize| Self::new(rules.clone(), &players[..n]);
        let fewest = (2..=players.len()).map(of).find(|setup| setup.check().is_ok());
        fewest.unwrap_or_else(|| of(players.len().min(2)))
    }

    /// Checks whether the rules allow this many players.
    ///
    /// # Errors
    /// The numbers that they allow.
    pub fn check_number(rules: &RuleSet, players: usize) -> Result<(), SetupError> {
        if rules.seats(players) {
            return Ok(());
        }
        let numbers = (2..=RuleSet::SHEET_SEATS).filter(|&n| rules.seats(n));
        let possible: Vec<String> = numbers.map(|n| n.to_string()).collect();
        Err(SetupError::Players { players, rules: rules.title().to_owned(), possible: possible.join(", ") })
    }

    /// Checks whether a match can be played so.
    ///
    /// # Errors
    /// The first thing that forbids it.
    pub fn check(&self) -> Result<(), SetupError> {
        self.rules.check()?;
        let players = self.players.len();
        Self::check_number(&self.rules, players)?;
        match (self.pairs, players, self.rules.pairs) {
            (true, players, _) if players != 4 => return Err(SetupError::Pairs(sentence!("pairs need four players"))),
            (true, _, Pairs::No) => return Err(SetupError::Pairs(sentence!("these rules have no pairs"))),
            (false, 4, Pairs::Always) => {
                return Err(SetupError::Pairs(sentence!("under these rules four players are two pairs")));
            }
            _ => {}
        }
        if self.best_of == 0 {
            return Err(SetupError::NoLegs);
        }
        let target = Points::new(i32::from(self.target()));
        let open = self.target() == 0;
        let starts_fit = self.start.iter().all(|&start| Points::ZERO <= start && (open || start < target));
        if !(self.start.is_empty() || self.start.len() == self.sides()) || !starts_fit {
            return Err(SetupError::Start { sides: self.sides(), target: self.target() });
        }
        Ok(())
    }

    /// The points that win a game at this table.
    #[must_use]
    pub fn target(&self) -> u16 {
        self.rules.target.of(self.players.len())
    }

    /// Number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.players.len()
    }

    /// Number of sides: two in pairs, else one a player.
    #[must_use]
    pub const fn sides(&self) -> usize {
        if self.pairs { 2 } else { self.players.len() }
    }

    /// The side a seat scores for.
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> Side {
        if self.pairs { Side(seat.0 % 2) } else { Side(seat.0) }
    }

    /// All seats, to the left from the first.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats()).filter_map(Seat::new)
    }

    /// All sides.
    pub fn all_sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.sides()).filter_map(Side::new)
    }

    /// The name of a seat's player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("?", String::as_str)
    }

    /// The name of a side: the player, or both of a pair.
    #[must_use]
    pub fn side_name(&self, side: Side) -> String {
        let names = self.all_seats().filter(|&seat| self.side_of(seat) == side).map(|seat| self.player(seat));
        names.collect::<Vec<_>>().join(" & ")
    }

    /// The score a side starts a game with.
    #[must_use]
    pub fn start_of(&self, side: Side) -> Points {
        self.start.get(side.index()).copied().unwrap_or(Points::ZERO)
    }

    /// Games that win the match.
    #[must_use]
    pub const fn legs_to_win(&self) -> u8 {
        self.best_of / 2 + 1
    }
}
