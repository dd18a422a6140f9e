//! Values of axes that are more than one of a few names.

use super::Points;
use super::axis::{AxisValue, Choices};
use super::score::fits_all;
use crate::tile::Tile;
use language::sentence;

/// Bonus for going out.
///
/// ```
/// use game::rules::{OutBonus, RuleSet};
///
/// assert_eq!(RuleSet::preset("pafos")?.out_bonus, OutBonus::Points(1));
/// assert_eq!(RuleSet::parse("pafos out_bonus=round5")?.out_bonus, OutBonus::Round5);
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutBonus {
    /// Points in one award with the play that went out (the chip point).
    Points(u8),
    /// All pips of the opponents' hands.
    Sum,
    /// All pips of the other hands, the partner's too.
    All,
    /// All pips of the opponents' hands, to the nearest five.
    Round5,
    /// To the nearest five, one point per five.
    Round5Unit,
    /// Points by the last tile, in one award with the play: any tile, a double, a tile that fitted every open end, a double
    /// that did.
    Kinds([u8; 4]),
}

impl OutBonus {
    /// Reports whether the bonus is paid with the last play, regardless of the pips left in the hands.
    #[must_use]
    pub const fn is_points(self) -> bool {
        matches!(self, Self::Points(_) | Self::Kinds(_))
    }

    /// The points paid with the play of a tile that goes out, `open` being the pips it could have been joined to.
    #[must_use]
    pub fn with_tile(self, tile: Tile, open: u16) -> u16 {
        let fitted_all = fits_all(tile, open);
        match self {
            Self::Points(points) => u16::from(points),
            Self::Kinds(points) => u16::from(points[usize::from(tile.is_double()) + 2 * usize::from(fitted_all)]),
            Self::Sum | Self::All | Self::Round5 | Self::Round5Unit => 0,
        }
    }

    /// The points of a hand that is won without a last tile: those of any tile.
    #[must_use]
    pub const fn plain_points(self) -> Option<u8> {
        match self {
            Self::Points(points) | Self::Kinds([points, ..]) => Some(points),
            Self::Sum | Self::All | Self::Round5 | Self::Round5Unit => None,
        }
    }
}

impl AxisValue for OutBonus {
    fn text(&self) -> String {
        match self {
            Self::Points(n) => n.to_string(),
            Self::Sum => "sum".to_owned(),
            Self::All => "all".to_owned(),
            Self::Round5 => "round5".to_owned(),
            Self::Round5Unit => "round5_unit".to_owned(),
            Self::Kinds(points) => points.map(|n| n.to_string()).join("/"),
        }
    }
    fn parse(text: &str) -> Option<Self> {
        match text {
            "sum" => Some(Self::Sum),
            "all" => Some(Self::All),
            "round5" => Some(Self::Round5),
            "round5_unit" => Some(Self::Round5Unit),
            kinds if kinds.contains('/') => {
                let points: Option<Vec<u8>> = kinds.split('/').map(|part| part.parse().ok()).collect();
                points?.try_into().ok().map(Self::Kinds)
            }
            number => number.parse().ok().map(Self::Points),
        }
    }
    fn choices() -> Choices {
        Choices::Written(sentence!(
            "a number of points, four for a tile, a double, a tile and a double at both ends like 1/2/3/4, sum, all, round5, round5_unit"
        ))
    }
}

/// Penalty for an offence.
///
/// ```
/// use game::rules::{Penalty, RuleSet};
///
/// assert_eq!(RuleSet::parse("pafos wrong_knock=back:8")?.wrong_knock, Penalty::Back(8));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Penalty {
    /// The rules leave it open.
    None,
    /// The offender does not score in play for the rest of the hand.
    Barred,
    /// The offender does not score with their next play.
    BarredOnce,
    /// Points that the offender pegs back, not below zero.
    Back(u16),
    /// Points that every opponent pegs on.
    OpponentsOn(u16),
    /// Points that the offender pegs back; from a lower score nothing, and every opponent pegs them on.
    BackOrOn(u16),
    /// The hand is given away: every opponent is paid as for going out.
    HandLost,
}

impl AxisValue for Penalty {
    fn text(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Barred => "barred".to_owned(),
            Self::BarredOnce => "barred_once".to_owned(),
            Self::Back(n) => format!("back:{n}"),
            Self::OpponentsOn(n) => format!("opponents_on:{n}"),
            Self::BackOrOn(n) => format!("back_or_on:{n}"),
            Self::HandLost => "hand_lost".to_owned(),
        }
    }
    fn parse(text: &str) -> Option<Self> {
        match text {
            "none" => Some(Self::None),
            "barred" => Some(Self::Barred),
            "barred_once" => Some(Self::BarredOnce),
            "hand_lost" => Some(Self::HandLost),
            _ => {
                let (kind, number) = text.split_once(':')?;
                let points = u16::parse(number)?;
                match kind {
                    "back" => Some(Self::Back(points)),
                    "opponents_on" => Some(Self::OpponentsOn(points)),
                    "back_or_on" => Some(Self::BackOrOn(points)),
                    _ => None,
                }
            }
        }
    }
    fn choices() -> Choices {
        Choices::Written("none, barred, barred_once, back:N, opponents_on:N, back_or_on:N, hand_lost")
    }
}

/// Points that win a game, by the number of players: one number for all, or one each for two, three, four and more.
///
/// ```
/// use game::rules::RuleSet;
///
/// let league = RuleSet::parse("pafos target=61/61/121")?;
/// assert_eq!((league.target.of(2), league.target.of(4)), (61, 121));
/// assert_eq!(league.to_string(), "pafos target=61/61/121");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// For two to six players; more play to that of six.
    by_players: [u16; 5],
}

impl Target {
    /// The same number for any number of players.
    #[must_use]
    pub const fn all(points: u16) -> Self {
        Self { by_players: [points; 5] }
    }

    /// One number for two and three players, another for four or more: singles and pairs.
    #[must_use]
    pub const fn singles_and_four(singles: u16, four: u16) -> Self {
        Self { by_players: [singles, singles, four, four, four] }
    }

    /// The points that win among that many players.
    #[must_use]
    pub fn of(self, players: usize) -> u16 {
        let most = self.by_players.len() - 1;
        self.by_players[players.saturating_sub(2).min(most)]
    }

    /// The one number for every table, `None` where they differ.
    #[must_use]
    pub fn only(self) -> Option<u16> {
        self.by_players.windows(2).all(|two| two[0] == two[1]).then_some(self.by_players[0])
    }
}

impl AxisValue for Target {
    /// `61`, or as many numbers as are needed: the last holds for all larger tables.
    fn text(&self) -> String {
        let [first, ..] = self.by_players;
        let last = self.by_players[4];
        let needed = self.by_players.iter().rposition(|&points| points != last).map_or(1, |differs| differs + 2);
        if needed == 1 {
            return first.to_string();
        }
        self.by_players[..needed].iter().map(u16::to_string).collect::<Vec<_>>().join("/")
    }
    fn parse(text: &str) -> Option<Self> {
        let given = text.split('/').map(<u16 as AxisValue>::parse).collect::<Option<Vec<u16>>>()?;
        let last = *given.last()?;
        if given.len() > 5 {
            return None;
        }
        let mut by_players = [last; 5];
        by_players[..given.len()].copy_from_slice(&given);
        Some(Self { by_players })
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("0 to 10000, or one number each for two/three/four/five/six players"))
    }
}

/// Bonus: a number of points, or twice what the hand pays.
///
/// ```
/// use game::rules::{Extra, RuleSet};
///
/// assert_eq!(RuleSet::parse("latin_200 capicua=double")?.capicua, Extra::Double);
/// assert_eq!(RuleSet::preset("latin_200")?.capicua, Extra::Points(25));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// Points; 0 = no such bonus.
    Points(u16),
    /// The bonus for going out counts twice.
    Double,
}

impl Extra {
    /// No bonus.
    pub const NONE: Self = Self::Points(0);

    /// Returns the points, zero for a doubled hand.
    #[must_use]
    pub const fn points(self) -> u16 {
        match self {
            Self::Points(points) => points,
            Self::Double => 0,
        }
    }
}

impl AxisValue for Extra {
    fn text(&self) -> String {
        match self {
            Self::Points(points) => points.to_string(),
            Self::Double => "double".to_owned(),
        }
    }
    fn parse(text: &str) -> Option<Self> {
        if text == "double" { Some(Self::Double) } else { <u16 as AxisValue>::parse(text).map(Self::Points) }
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("0 to 10000, double"))
    }
}

/// Value of the pips left in hands.
///
/// ```
/// use game::rules::{Points, RuleSet};
///
/// let cuba = RuleSet::parse("latin_500 pips_pay=3-20:2/10")?;
/// let paid = [2, 3, 20, 21, 30, 31].map(|pips| cuba.pips_pay.of(Points::new(pips)).whole());
/// assert_eq!(paid, [0, 2, 2, 3, 3, 4]);
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipPay {
    /// A point each.
    Each,
    /// Points by bands: a fixed number from `least` to `upto`, one more for every further `step` or part of it.
    Bands {
        /// Fewer pips pay nothing.
        least: u8,
        /// The most pips of the first band.
        upto: u8,
        /// Points of the first band.
        pays: u8,
        /// The width of the further bands, at least 1.
        step: u8,
    },
}

impl PipPay {
    /// Returns the points for an award of pips.
    #[must_use]
    pub fn of(self, pips: Points) -> Points {
        let Self::Bands { least, upto, pays, step } = self else { return pips };
        let (whole, upto, step) = (pips.whole(), i32::from(upto), i32::from(step.max(1)));
        if whole < i32::from(least) {
            return Points::ZERO;
        }
        let further = (whole - upto).max(0);
        Points::new(i32::from(pays) + (further + step - 1).div_euclid(step))
    }
}

impl AxisValue for PipPay {
    fn text(&self) -> String {
        match self {
            Self::Each => "each".to_owned(),
            Self::Bands { least, upto, pays, step } => format!("{least}-{upto}:{pays}/{step}"),
        }
    }
    fn parse(text: &str) -> Option<Self> {
        if text == "each" {
            return Some(Self::Each);
        }
        let ((band, paid), number) = (text.split_once(':')?, |part: &str| part.parse::<u8>().ok());
        let ((least, upto), (pays, step)) = (band.split_once('-')?, paid.split_once('/')?);
        let (least, upto, pays, step) = (number(least)?, number(upto)?, number(pays)?, number(step)?);
        (least <= upto && step > 0).then_some(Self::Bands { least, upto, pays, step })
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("each, or bands like 3-20:2/10: 3 to 20 pips pay 2, every 10 more 1"))
    }
}
