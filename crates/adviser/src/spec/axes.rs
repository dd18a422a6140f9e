//! Choices of a rule set, each with its numbers.

use game::rules::{self as core, RuleSet};

/// Payment for the open ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// Number of fives plus number of threes in the count.
    FivesAndThrees,
    /// The count itself when it is a multiple of five.
    Fives,
    /// A fifth of the count when it is a multiple of five.
    FiveUnits,
    /// The count itself for a multiple of five, and again for a multiple of three.
    FivesAndThreesInFull,
    /// Two for two ends alike, three where one of them is a double; the count plays no part.
    Headers,
    /// Nothing is paid.
    Nothing,
}

impl Pay {
    /// All points are multiples of this.
    #[must_use]
    pub const fn step(self) -> u8 {
        if matches!(self, Self::Fives) { 5 } else { 1 }
    }

    /// Points for a count of the open ends; a count of 0 pays nothing.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "counts are below 250")]
    pub const fn points(self, count: u16) -> u8 {
        let fives = if count.is_multiple_of(5) { count / 5 } else { 0 };
        let threes = if count.is_multiple_of(3) { count / 3 } else { 0 };
        (match self {
            Self::FivesAndThrees => fives + threes,
            Self::Fives => fives * 5,
            Self::FiveUnits => fives,
            Self::FivesAndThreesInFull => fives * 5 + threes * 3,
            Self::Headers | Self::Nothing => 0,
        }) as u8
    }
}

/// Places on the ends of a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arms {
    /// No places: the layout stays one line.
    Never,
    /// Both ends of the first double once both its sides are joined.
    FirstDouble,
    /// Both ends of every double once both its sides are joined.
    AfterSides,
    /// Both ends of every double at once.
    AtOnce,
    /// Both ends of the first double at once, and no other place until all four of its sides are joined.
    Cross,
}

/// Drawing from the boneyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// No player draws.
    Never,
    /// A player who can't play draws until they can.
    UntilPlayable,
    /// A player who can play may draw too: a draw proves nothing.
    Free,
}

/// Rounding of an award of pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Without rounding.
    Whole,
    /// To the nearest multiple of five.
    Five,
    /// To the nearest multiple of five, then a fifth of it.
    FifthOfFive,
}

impl Round {
    /// The rounded award; halves of a five (possible after a split only) go up.
    #[must_use]
    pub const fn apply(self, pips: i16) -> i16 {
        let nearest = (pips + 2).div_euclid(5) * 5;
        match self {
            Self::Whole => pips,
            Self::Five => nearest,
            Self::FifthOfFive => nearest / 5,
        }
    }
}

/// Payment for going out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// Points in one award with the play.
    Points(u8),
    /// Points by the last tile: any, a double, one that fits every open end, a double that does.
    Kinds([u8; 4]),
    /// The pips of the opponents' hands, and this many times the partner's, unrounded.
    Pips {
        /// Rounding of the opponents' sum.
        round: Round,
        /// -1 where the pips of the partner are taken off, 1 where they are paid too.
        partner: i16,
    },
}

/// Payment for a blocked hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Nothing is paid.
    Nothing,
    /// Every player the difference to each opponent who holds more.
    Staircase,
    /// The lightest the differences to all others; lightest players who tie split them.
    Balance(Round),
    /// The lightest all pips of the others; lightest players who tie split them.
    Total(Round),
    /// All pips less those of the lightest hand.
    TotalLessOwn,
    /// The lightest all pips that are left.
    All,
    /// The lightest gets this many points.
    Fixed(u8),
}

/// Rule for the lightest in a blocked hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lightest {
    /// Hands that are compared.
    pub by: core::BlockedBy,
    /// Winner of equal hands.
    pub tie: core::BlockedTie,
}

/// Points beside those of the ends and of the pips left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bonuses {
    /// For a first tile on which the next player knocks: a double, any other.
    pub lead_skip: [u8; 2],
    /// With the next tile of who made all others knock.
    pub skip_all: u8,
    /// For going out with a single that fitted every open end.
    pub capicua: u8,
    /// Whether such a last tile pays twice.
    pub capicua_doubles: bool,
    /// For going out with the double blank.
    pub blank_out: u8,
}

impl Bonuses {
    pub(super) fn of(rules: &RuleSet) -> Self {
        let points = |points: u16| u8::try_from(points).unwrap_or(u8::MAX);
        Self {
            lead_skip: rules.lead_skip.map(points),
            skip_all: points(rules.skip_all),
            capicua: points(rules.capicua.points()),
            capicua_doubles: rules.capicua == core::Extra::Double,
            blank_out: points(rules.blank_out),
        }
    }
}

/// Rules for the first hands of a game only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstHands {
    /// Points for winning the first, second, third and fourth hand.
    pub bonus: [i16; 4],
    /// Points that each hand without a winner adds to the next.
    pub carry: i16,
    /// Points for making the first pass, and what a hand must pay to take them while that side has none.
    pub pass: [i16; 2],
    /// Which hands begin with the highest double dealt.
    pub lead: FirstLead,
}

/// Which hands begin with the highest double dealt, where not all do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLead {
    /// None.
    Free,
    /// The first.
    HighestDouble,
    /// The first, and those after a hand without a winner.
    HighestDoubleUnlessWon,
}

impl FirstHands {
    /// Nothing.
    pub(super) const NONE: Self = Self { bonus: [0; 4], carry: 0, pass: [0; 2], lead: FirstLead::Free };

    pub(super) fn of(rules: &RuleSet) -> Self {
        let points = |points: u16| i16::try_from(points).unwrap_or(i16::MAX / 8);
        Self {
            bonus: rules.hand_bonus.map(points),
            carry: points(rules.carry),
            pass: rules.first_pass.map(points),
            lead: match rules.lead_tile {
                // Where the set's highest double must lead, it is in a hand.
                core::LeadTile::HighestDoubleFirst | core::LeadTile::SetDoubleFirst => FirstLead::HighestDouble,
                core::LeadTile::HighestDoubleUnlessWon => FirstLead::HighestDoubleUnlessWon,
                core::LeadTile::HighestDouble | core::LeadTile::Any => FirstLead::Free,
            },
        }
    }
}

/// Time at which a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinCheck {
    /// After every award.
    AtOnce,
    /// At the end of a hand.
    HandEnd,
}

/// Leader of the next hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLead {
    /// The next seat to the left.
    Rotate,
    /// The player with the highest double (or the heaviest tile).
    Dealt,
    /// Not known yet.
    Open,
}

/// The end of a hand, as far as it matters for its pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The seat that went out, `None` for a blocked hand.
    pub out: Option<usize>,
    /// Whether it went out with a capicúa.
    pub capicua: bool,
    /// The seat that led.
    pub leader: usize,
    /// The seat that played the last tile.
    pub last: usize,
    /// Points of the first pass that no side has taken.
    pub below: i16,
}
