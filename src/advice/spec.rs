//! The parameters of a rule set as the advice engine needs them: small, copyable, without text.
//!
//! Nothing here decides a rule; [`Spec`] is a digest of the rule set a game is played by.

/// Highest number of seats.
pub const SEATS: usize = 4;

/// What the open ends pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// Number of fives plus number of threes in the count.
    FivesAndThrees,
    /// The count itself when it is a multiple of five.
    Fives,
    /// A fifth of the count when it is a multiple of five.
    FiveUnits,
    /// Nothing.
    Nothing,
}

impl Pay {
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
            Self::Nothing => 0,
        }) as u8
    }
}

/// What may be played on the ends of a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arms {
    /// Nothing: the layout stays one line.
    Never,
    /// Both ends of the first double once both its sides are joined.
    FirstDouble,
    /// Both ends of every double once both its sides are joined.
    AfterSides,
    /// Both ends of every double at once.
    AtOnce,
}

/// Who draws from the boneyard, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Nobody.
    Never,
    /// Who cannot play, until he can.
    UntilPlayable,
    /// As before, and also who could play: a draw proves nothing.
    Free,
}

/// How an award of pips is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Not at all.
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

/// What going out pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// So many points, in one award with the play.
    Points(u8),
    /// The pips of the opponents' hands; with `less_partner` the partner's pips are taken off, unrounded.
    Pips {
        /// Rounding of the opponents' sum.
        round: Round,
        /// Are the pips of the partner taken off?
        less_partner: bool,
    },
}

/// What a blocked hand pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Nothing.
    Nothing,
    /// Every player the difference to each opponent who holds more.
    Staircase,
    /// The lightest the differences to all others; lightest players who tie split them.
    Balance(Round),
    /// The lightest all pips of the others; lightest players who tie split them.
    Total(Round),
}

/// When a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinCheck {
    /// After every award.
    AtOnce,
    /// At the end of a hand.
    HandEnd,
}

/// Who leads the next hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLead {
    /// The next seat to the left.
    Rotate,
    /// Whoever is dealt the highest double (or the heaviest tile).
    Dealt,
}

/// A rule set for one table: how many sit there, how the sides are formed, and every number of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Highest pip of the set, 6 or 9.
    pub max_pip: u8,
    /// Seats, 2 to 4.
    pub seats: usize,
    /// Do seats 0 and 2 play against 1 and 3?
    pub pairs: bool,
    /// Tiles dealt to each seat.
    pub hand: usize,
    /// Where the layout branches.
    pub arms: Arms,
    /// May a double be laid end to end?
    pub inline: bool,
    /// Scoring in play.
    pub pay: Pay,
    /// Drawing.
    pub draw: Draw,
    /// Tiles of the boneyard that are never drawn.
    pub reserve: usize,
    /// Award for going out.
    pub out: Out,
    /// Does the hand end when a player (in pairs: both partners) is out? Where not, it runs until all are blocked.
    pub out_ends: bool,
    /// Award for a blocked hand.
    pub blocked: Blocked,
    /// Points to reach.
    pub target: i16,
    /// Is an award that would pass the target disregarded?
    pub exact: bool,
    /// When the target is tested.
    pub check: WinCheck,
    /// Must the first tile be the highest double dealt?
    pub lead_double: bool,
    /// Who leads the next hand.
    pub next: NextLead,
}

impl Spec {
    /// British fives and threes to exactly 61: two players with 7 tiles or two pairs with 6.
    #[must_use]
    pub const fn pafos(pairs: bool) -> Self {
        Self {
            max_pip: 6,
            seats: if pairs { 4 } else { 2 },
            pairs,
            hand: if pairs { 6 } else { 7 },
            arms: Arms::Never,
            inline: false,
            pay: Pay::FivesAndThrees,
            draw: Draw::Never,
            reserve: 0,
            out: Out::Points(1),
            out_ends: true,
            blocked: Blocked::Nothing,
            target: 61,
            exact: true,
            check: WinCheck::AtOnce,
            lead_double: false,
            next: NextLead::Rotate,
        }
    }

    /// The same with nine tiles, no point for going out, and hands that run until both are blocked: the rules under
    /// which the published tournament results of a Sheffield course were played.
    #[must_use]
    pub const fn sheffield() -> Self {
        Self { hand: 9, out: Out::Points(0), out_ends: false, ..Self::pafos(false) }
    }

    /// Number of tiles in the set.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        let n = self.max_pip as usize + 1;
        n * (n + 1) / 2
    }

    /// All tiles of the set as bits, in the order of `Tile::index`.
    #[must_use]
    pub const fn full(&self) -> u64 {
        (1 << self.tiles()) - 1
    }

    /// Number of sides that score.
    #[must_use]
    pub const fn sides(&self) -> usize {
        if self.pairs { 2 } else { self.seats }
    }

    /// The side a seat scores for.
    #[must_use]
    pub const fn side(&self, seat: usize) -> usize {
        if self.pairs { seat & 1 } else { seat }
    }

    /// Tiles left over by the deal.
    #[must_use]
    pub const fn boneyard(&self) -> usize {
        self.tiles() - self.hand * self.seats
    }

    /// What an award of `points` is worth to a side on `score`: nothing when it would pass an exact target.
    #[must_use]
    pub const fn credit(&self, score: i16, points: i16) -> i16 {
        if self.exact && score + points > self.target { 0 } else { points }
    }

    /// Is `score` a win at once, in the middle of a hand?
    #[must_use]
    pub fn wins_now(&self, score: i16) -> bool {
        self.check == WinCheck::AtOnce && score >= self.target
    }

    /// Does playing this seat's last tile end the hand, given all hands after the play?
    #[must_use]
    pub fn goes_out(&self, hands: &[u64; SEATS], seat: usize) -> bool {
        self.out_ends && hands[seat] == 0 && (!self.pairs || hands[(seat + 2) & 3] == 0)
    }

    /// Points that are part of the award of the play that ends the hand.
    #[must_use]
    pub const fn out_points(&self) -> i16 {
        match self.out {
            Out::Points(points) => points as i16,
            Out::Pips { .. } => 0,
        }
    }

    /// Awards by side at the end of a hand, beside what the last play itself earned: `out` is the seat that went out,
    /// `None` for a blocked hand; `pips` are those left in each hand.
    #[must_use]
    pub fn settle(&self, pips: &[i16; SEATS], out: Option<usize>) -> [i16; SEATS] {
        match out {
            Some(seat) => self.settle_out(pips, seat),
            None => self.settle_blocked(pips),
        }
    }

    fn settle_out(&self, pips: &[i16; SEATS], seat: usize) -> [i16; SEATS] {
        let mut award = [0; SEATS];
        if let Out::Pips { round, less_partner } = self.out {
            let mine = self.side(seat);
            let others: i16 = (0..self.seats).filter(|&s| self.side(s) != mine).map(|s| pips[s]).sum();
            let partner: i16 = (0..self.seats).filter(|&s| self.side(s) == mine && s != seat).map(|s| pips[s]).sum();
            award[mine] = round.apply(others) - if less_partner { partner } else { 0 };
        }
        award
    }

    fn settle_blocked(&self, pips: &[i16; SEATS]) -> [i16; SEATS] {
        let mut award = [0; SEATS];
        let seats = &pips[..self.seats];
        let low = seats.iter().copied().min().unwrap_or(0);
        let ties = i16::try_from(seats.iter().filter(|&&p| p == low).count()).unwrap_or(1);
        let (round, own) = match self.blocked {
            Blocked::Nothing => return award,
            Blocked::Staircase => {
                for a in 0..self.seats {
                    for b in (0..self.seats).filter(|&b| self.side(b) != self.side(a)) {
                        award[self.side(a)] += (pips[b] - pips[a]).max(0);
                    }
                }
                return award;
            }
            Blocked::Balance(round) => (round, low),
            Blocked::Total(round) => (round, 0),
        };
        let pool: i16 = seats.iter().filter(|&&p| p > low).map(|p| p - own).sum();
        // A split share drops the odd point; a rounded one is taken to the nearest five, halves up.
        let share = match round {
            Round::Whole => pool / ties,
            Round::Five | Round::FifthOfFive => round.apply((2 * pool / ties + 1) / 2),
        };
        for (seat, _) in seats.iter().enumerate().filter(|&(_, &p)| p == low) {
            award[self.side(seat)] += share;
        }
        award
    }
}
