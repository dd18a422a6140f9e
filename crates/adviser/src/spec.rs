//! The parameters of a rule set as the advice engine needs them: small, copyable, without text.
//!
//! Nothing here decides a rule; [`Spec`] is a digest of the rule set a game is played by.

mod axes;

pub use axes::{
    Arms, Blocked, Bonuses, Draw, End, FirstHands, FirstLead, Lightest, NextLead, Out, Pay, Round, WinCheck,
};

use game::rules::{self as core, RuleSet};
use game::{Before, FirstPass};
use language::say;

/// Highest number of seats.
pub const SEATS: usize = 4;

/// A reason why a rule set or a table gets no advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// More tiles than the engine's hands hold.
    #[error("{}", say!("advice is available for double-six and double-nine sets only"))]
    SetTooLarge,
    /// Points for the ends where doubles branch at once: which of their ends count is not worked out here.
    #[error("{}", say!("no advice for games that score in play while the ends of doubles open at once"))]
    PaidBranches,
    /// More players than the engine has hands for.
    #[error("{}", say!("advice is available for up to four players"))]
    Crowd,
    /// The rules are not for this many players.
    #[error("{}", say!("these rules are not for {seats} players", seats))]
    Seats {
        /// Number of players.
        seats: usize,
    },
    /// The rules know no pairs, or nothing else.
    #[error("{}", if *pairs { say!("these rules are not played in pairs") } else { say!("under these rules four players play in pairs") })]
    Pairs {
        /// Whether pairs were asked for.
        pairs: bool,
    },
}

const fn pips(rules: &RuleSet, round: Round) -> Out {
    let partner = if matches!(rules.partner_deduction, core::PartnerDeduction::Off) { 0 } else { -1 };
    Out::Pips { round, partner }
}

/// A rule set for one table: how many sit there, how the sides are formed, and every number of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Highest pip of the set, 6 or 9.
    pub max_pip: u8,
    /// Seats, 2 to 4.
    pub seats: usize,
    /// Whether seats 0 and 2 play against 1 and 3.
    pub pairs: bool,
    /// Tiles dealt to each seat.
    pub hand: usize,
    /// Branches of the layout.
    pub arms: Arms,
    /// Whether the open ends of a crossed double count their half.
    pub sniff: bool,
    /// Places that a later double adds where its ends open at once, 2 or 3.
    pub exits: u8,
    /// Whether a double may be played end to end.
    pub inline: bool,
    /// Scoring in play.
    pub pay: Pay,
    /// Drawing.
    pub draw: Draw,
    /// Tiles of the boneyard that are never drawn.
    pub reserve: usize,
    /// Award for going out.
    pub out: Out,
    /// Whether the hand ends when a player (in pairs: both partners) goes out; otherwise it runs until all are blocked.
    pub out_ends: bool,
    /// Whether in pairs one player who goes out ends the hand.
    pub pair_out_one: bool,
    /// Award for a blocked hand.
    pub blocked: Blocked,
    /// Winner of a blocked hand.
    pub lightest: Lightest,
    /// Other bonuses.
    pub bonuses: Bonuses,
    /// Value of pips.
    pub pips_pay: core::PipPay,
    /// Rules of the first hands of a game; [`Spec::in_hand`] makes the rules of one of them.
    pub first_hands: FirstHands,
    /// Points for winning this hand, beside all others.
    pub hand_bonus: i16,
    /// Points for making the first pass of the game, if it is still open, and what a hand must pay to take them.
    pub first_pass: [i16; 2],
    /// Points of the first pass that no side had taken when this hand began.
    pub below: i16,
    /// Points to reach.
    pub target: i16,
    /// Whether an award that would pass the target is disregarded.
    pub exact: bool,
    /// A side's first award must be at least so large, or nothing counts. A side on 0 has none yet (a head start is taken for
    /// points that were scored).
    pub first_min: i16,
    /// Whether the game can be won with the first tile of a hand.
    pub win_on_lead: bool,
    /// Time at which the target is tested.
    pub check: WinCheck,
    /// Whether the first tile must be the highest double dealt.
    pub lead_double: bool,
    /// Whether without a double the player with the most pips leads any tile (instead of the heaviest tile leading).
    pub heaviest_hand: bool,
    /// Whether the tiles are dealt again if no player holds a double.
    pub redeal: bool,
    /// Leader of the next hand.
    pub next: NextLead,
}

/// The arms of a line under these rules; `at_once`: every double has four from the start.
const fn arms(rules: &RuleSet, at_once: bool) -> Arms {
    match rules.spinner {
        core::Spinner::None => Arms::Never,
        _ if at_once => Arms::AtOnce,
        core::Spinner::First if rules.cross_first => Arms::Cross,
        core::Spinner::First => Arms::FirstDouble,
        core::Spinner::AllAfterSides | core::Spinner::AllAtOnce => Arms::AfterSides,
    }
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
            sniff: false,
            exits: 3,
            inline: false,
            pay: Pay::FivesAndThrees,
            draw: Draw::Never,
            reserve: 0,
            out: Out::Points(1),
            out_ends: true,
            pair_out_one: false,
            blocked: Blocked::Nothing,
            lightest: Lightest { by: core::BlockedBy::Hands, tie: core::BlockedTie::Split },
            bonuses: Bonuses { lead_skip: [0; 2], skip_all: 0, capicua: 0, capicua_doubles: false, blank_out: 0 },
            pips_pay: core::PipPay::Each,
            first_hands: FirstHands::NONE,
            hand_bonus: 0,
            first_pass: [0; 2],
            below: 0,
            target: 61,
            exact: true,
            first_min: 0,
            win_on_lead: true,
            check: WinCheck::AtOnce,
            lead_double: false,
            heaviest_hand: false,
            redeal: false,
            next: NextLead::Rotate,
        }
    }

    /// The same with nine tiles, no point for going out, and hands that run until both are blocked: the rules of the
    /// published tournament results of a Sheffield course.
    #[must_use]
    pub const fn sheffield() -> Self {
        Self { hand: 9, out: Out::Points(0), out_ends: false, ..Self::pafos(false) }
    }

    /// The digest of a rule set for this many seats; `pairs` as asked for, or as the rules have it (pairs where four
    /// may play either way). Rules about claims, offences and ties of a whole game play no part in choosing a tile and
    /// are left out; so are a bonus after every knock and the effect of resets on the score: they make a hand worth more
    /// or less, and no other tile better. The digest is that of a hand in the middle of a game; [`Spec::in_hand`] makes
    /// that of its first hands.
    ///
    /// # Errors
    /// The set is too large, or the rules are not for that table.
    pub fn of(rules: &RuleSet, seats: usize, pairs: Option<bool>) -> Result<Self, SpecError> {
        let max_pip = rules.set_size.get();
        if max_pip > 9 {
            return Err(SpecError::SetTooLarge);
        }
        let at_once = rules.spinner == core::Spinner::AllAtOnce
            || rules.spinner == core::Spinner::AllAfterSides && !rules.ends_after_sides;
        let paid = rules.scoring != core::Scoring::None;
        let branches = rules.spinner != core::Spinner::None || rules.inline_doubles;
        let headers = rules.scoring == core::Scoring::Headers;
        if paid && (at_once || rules.cross_first) || headers && branches {
            return Err(SpecError::PaidBranches);
        }
        let hand = usize::from(rules.hand_size(seats).ok_or(SpecError::Seats { seats })?);
        if seats > SEATS {
            return Err(SpecError::Crowd);
        }
        let pairs = match (seats, rules.pairs, pairs) {
            (4, core::Pairs::Always | core::Pairs::Optional, None | Some(true)) => true,
            (4, core::Pairs::Always, Some(false)) => return Err(SpecError::Pairs { pairs: false }),
            (_, _, Some(true)) => return Err(SpecError::Pairs { pairs: true }),
            _ => false,
        };
        Ok(Self {
            max_pip,
            seats,
            pairs,
            hand,
            arms: arms(rules, at_once),
            sniff: rules.crossed == core::Crossed::OpenEnds,
            exits: rules.double_exits,
            inline: rules.inline_doubles,
            pay: match rules.scoring {
                core::Scoring::None => Pay::Nothing,
                core::Scoring::FiveThree => Pay::FivesAndThrees,
                core::Scoring::FivesFull => Pay::Fives,
                core::Scoring::FivesUnit => Pay::FiveUnits,
                core::Scoring::FiveThreeFull => Pay::FivesAndThreesInFull,
                core::Scoring::Headers => Pay::Headers,
            },
            draw: match rules.drawing {
                core::Drawing::Never => Draw::Never,
                core::Drawing::UntilPlayable if rules.voluntary_draw => Draw::Free,
                core::Drawing::UntilPlayable => Draw::UntilPlayable,
            },
            reserve: usize::from(rules.boneyard_reserve),
            out: match rules.out_bonus {
                core::OutBonus::Points(points) => Out::Points(points),
                core::OutBonus::Kinds(points) => Out::Kinds(points),
                core::OutBonus::Sum => pips(rules, Round::Whole),
                core::OutBonus::All => Out::Pips { round: Round::Whole, partner: 1 },
                core::OutBonus::Round5 => pips(rules, Round::Five),
                core::OutBonus::Round5Unit => pips(rules, Round::FifthOfFive),
            },
            out_ends: !rules.play_on,
            pair_out_one: rules.pair_out == core::PairOut::One,
            blocked: match rules.blocked {
                core::Blocked::None => Blocked::Nothing,
                core::Blocked::WinnerOutBonus => match rules.out_bonus.plain_points() {
                    Some(points @ 1..) => Blocked::Fixed(points),
                    _ => Blocked::Nothing,
                },
                core::Blocked::WinnerTotalLessOwn => Blocked::TotalLessOwn,
                core::Blocked::WinnerAll => Blocked::All,
                core::Blocked::Staircase => Blocked::Staircase,
                core::Blocked::WinnerBalance => Blocked::Balance(Round::Whole),
                core::Blocked::WinnerBalanceRound5Unit => Blocked::Balance(Round::FifthOfFive),
                core::Blocked::WinnerTotalSplit => Blocked::Total(Round::Whole),
                core::Blocked::WinnerTotalRound5Split => Blocked::Total(Round::Five),
            },
            lightest: Lightest { by: rules.blocked_by, tie: rules.blocked_tie },
            bonuses: Bonuses::of(rules),
            pips_pay: rules.pips_pay,
            first_hands: FirstHands::of(rules),
            hand_bonus: 0,
            first_pass: [0; 2],
            below: 0,
            target: i16::try_from(rules.target.of(seats)).unwrap_or(i16::MAX / 2),
            exact: rules.overshoot == core::Overshoot::Disregarded,
            first_min: i16::try_from(rules.first_score_min).unwrap_or(i16::MAX / 2),
            win_on_lead: rules.win_on_lead,
            check: match rules.win_check {
                core::WinCheck::EveryAward => WinCheck::AtOnce,
                core::WinCheck::HandEnd => WinCheck::HandEnd,
            },
            lead_double: rules.lead_tile == core::LeadTile::HighestDouble,
            heaviest_hand: rules.no_double == core::NoDouble::HeaviestHand,
            redeal: rules.no_double == core::NoDouble::Redeal,
            next: match rules.next_lead {
                core::NextLead::RotateLeft | core::NextLead::Ask => NextLead::Rotate,
                core::NextLead::SameTest => NextLead::Dealt,
                core::NextLead::Winner | core::NextLead::WinnerOut | core::NextLead::Loser | core::NextLead::Lots => {
                    NextLead::Open
                }
            },
        })
    }

    /// The rules of a hand after others of the same game: the first may have to begin with the highest double, the first
    /// four may pay their winner more, hands without a winner may raise the stake, and the first pass may be open.
    #[must_use]
    pub fn in_hand(self, before: Before) -> Self {
        let first = self.first_hands;
        let undecided = i16::try_from(before.undecided).unwrap_or(i16::MAX);
        let lead_double = match first.lead {
            FirstLead::Free => false,
            FirstLead::HighestDouble => before.hands == 0,
            FirstLead::HighestDoubleUnlessWon => !before.won,
        };
        Self {
            hand_bonus: first.bonus.get(before.hands).copied().unwrap_or(0) + first.carry.saturating_mul(undecided),
            first_pass: if before.pass == FirstPass::Taken { [0; 2] } else { first.pass },
            below: if before.pass == FirstPass::Below { first.pass[0] } else { 0 },
            lead_double: self.lead_double || lead_double,
            ..self
        }
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

    /// Returns the value of an award of `points` to a side on `score`: nothing if it would pass an exact target, or is
    /// too small for a side's first.
    #[must_use]
    pub const fn credit(&self, score: i16, points: i16) -> i16 {
        let passes = self.exact && score + points > self.target;
        let too_small = score == 0 && points > 0 && points < self.first_min;
        if passes || too_small { 0 } else { points }
    }

    /// Returns the value of an award for a play to a side on `score`, where the first tile of a hand may be barred from
    /// winning.
    #[must_use]
    pub const fn credit_play(&self, score: i16, points: i16, first: bool) -> i16 {
        let credit = self.credit(score, points);
        if first && !self.win_on_lead && credit > 0 && score + credit >= self.target { 0 } else { credit }
    }

    /// Reports whether `score` wins at once, in the middle of a hand.
    #[must_use]
    pub fn wins_now(&self, score: i16) -> bool {
        self.check == WinCheck::AtOnce && score >= self.target
    }

    /// Reports whether playing this seat's last tile ends the hand, given all hands after the play.
    #[must_use]
    pub fn goes_out(&self, hands: &[u64; SEATS], seat: usize) -> bool {
        self.out_ends && hands[seat] == 0 && (!self.pairs || self.pair_out_one || hands[(seat + 2) & 3] == 0)
    }

    /// Points that a pip left in hand costs or brings at the end of a hand that pays in play too; 0 where it does not.
    #[must_use]
    pub fn pip_worth(&self) -> f32 {
        match self.out {
            Out::Points(_) | Out::Kinds(_) => 0.0,
            Out::Pips { .. } if self.pay == Pay::Nothing => 0.0,
            Out::Pips { round: Round::FifthOfFive, .. } => 0.2,
            Out::Pips { .. } => 1.0,
        }
    }

    /// Points that are part of the award of any play that ends the hand.
    #[must_use]
    pub const fn out_points(&self) -> i16 {
        match self.out {
            Out::Points(points) | Out::Kinds([points, ..]) => points as i16,
            Out::Pips { .. } => 0,
        }
    }

    /// Reports whether a tile that is not a double fits every open end.
    #[must_use]
    pub const fn is_capicua(halves: (u8, u8), open: u16) -> bool {
        halves.0 != halves.1 && Self::fits_all(halves, open)
    }

    const fn fits_all(halves: (u8, u8), open: u16) -> bool {
        open != 0 && open & !(1 << halves.0 | 1 << halves.1) == 0
    }

    /// Points of the tile that goes out, in one award with its play; `open` are the pips it could have been joined to, none
    /// before the first tile.
    #[must_use]
    pub const fn last_tile(&self, halves: (u8, u8), open: u16) -> i16 {
        let out = match self.out {
            Out::Points(points) => points as i16,
            Out::Kinds(points) => {
                let double = if halves.0 == halves.1 { 1 } else { 0 };
                points[if Self::fits_all(halves, open) { 2 + double } else { double }] as i16
            }
            Out::Pips { .. } => 0,
        };
        let capicua = Self::is_capicua(halves, open);
        let out = if capicua && self.bonuses.capicua_doubles { 2 * out } else { out };
        let capicua = if capicua { self.bonuses.capicua as i16 } else { 0 };
        out + capicua + if halves.0 + halves.1 == 0 { self.bonuses.blank_out as i16 } else { 0 }
    }

    /// Awards by side at the end of a hand, beside what the last play itself earned; `pips` are those left in each hand.
    #[must_use]
    pub fn settle(&self, pips: &[i16; SEATS], end: End) -> [i16; SEATS] {
        let mut award = match end.out {
            Some(seat) => self.settle_out(pips, seat),
            None => self.settle_blocked(pips, end),
        };
        if end.capicua && self.bonuses.capicua_doubles {
            award = award.map(|points| 2 * points);
        }
        // The only side that is paid has won a blocked hand.
        let mut paid = (0..SEATS).filter(|&side| award[side] != 0);
        let winner = match (end.out, paid.next(), paid.next()) {
            (Some(seat), ..) => Some(self.side(seat)),
            (None, Some(side), None) => Some(side),
            _ => None,
        };
        if let Some(side) = winner {
            let below = if award[side] >= self.first_pass[1] { end.below } else { 0 };
            award[side] += self.hand_bonus + below;
        }
        award
    }

    fn settle_out(&self, pips: &[i16; SEATS], seat: usize) -> [i16; SEATS] {
        let mut award = [0; SEATS];
        if let Out::Pips { round, partner: weight } = self.out {
            let mine = self.side(seat);
            let others: i16 = (0..self.seats).filter(|&s| self.side(s) != mine).map(|s| pips[s]).sum();
            let partner: i16 = (0..self.seats).filter(|&s| self.side(s) == mine && s != seat).map(|s| pips[s]).sum();
            award[mine] = self.banded(round.apply(others) + weight * partner);
        }
        award
    }

    /// Returns the points for an award of pips.
    fn banded(&self, pips: i16) -> i16 {
        match self.pips_pay {
            core::PipPay::Each => pips,
            bands @ core::PipPay::Bands { .. } => {
                i16::try_from(bands.of(core::Points::new(i32::from(pips))).whole()).unwrap_or(pips)
            }
        }
    }

    /// The sides that win a blocked hand, and the pips that make them so.
    fn lightest(&self, pips: &[i16; SEATS], end: End) -> ([bool; SEATS], i16) {
        let last = end.last;
        let of = |seat: usize| match self.lightest.by {
            core::BlockedBy::Sides => {
                (0..self.seats).filter(|&s| self.side(s) == self.side(seat)).map(|s| pips[s]).sum()
            }
            core::BlockedBy::Hands | core::BlockedBy::Locker => pips[seat],
        };
        let next = (last + 1) % self.seats;
        let compared = |seat: &usize| self.lightest.by != core::BlockedBy::Locker || *seat == last || *seat == next;
        let low = (0..self.seats).filter(compared).map(of).min().unwrap_or(0);
        let mut wins = [false; SEATS];
        for seat in (0..self.seats).filter(compared).filter(|&seat| of(seat) == low) {
            wins[self.side(seat)] = true;
        }
        let preferred = match self.lightest.tie {
            core::BlockedTie::Locker => Some(self.side(last)).filter(|&side| wins[side]),
            core::BlockedTie::Leader => {
                (0..self.seats).map(|step| self.side((end.leader + step) % self.seats)).find(|&side| wins[side])
            }
            core::BlockedTie::Split | core::BlockedTie::Nobody | core::BlockedTie::Replay => None,
        };
        if let Some(side) = preferred {
            wins = [false; SEATS];
            wins[side] = true;
        }
        (wins, low)
    }

    fn settle_blocked(&self, pips: &[i16; SEATS], end: End) -> [i16; SEATS] {
        let mut award = [0; SEATS];
        let seats = &pips[..self.seats];
        let (wins, low) = self.lightest(pips, end);
        let ties = i16::from(wins.iter().fold(0u8, |n, &win| n + u8::from(win)));
        let shared = self.lightest.tie != core::BlockedTie::Nobody && self.lightest.tie != core::BlockedTie::Replay;
        if ties > 1 && !shared && self.blocked != Blocked::Staircase {
            return award;
        }
        let losers = || seats.iter().enumerate().filter(|&(seat, _)| !wins[self.side(seat)]).map(|(_, &pips)| pips);
        let total: i16 = losers().sum();
        let (round, pool) = match self.blocked {
            Blocked::Nothing => return award,
            Blocked::Staircase => {
                for a in 0..self.seats {
                    for b in (0..self.seats).filter(|&b| self.side(b) != self.side(a)) {
                        award[self.side(a)] += (pips[b] - pips[a]).max(0);
                    }
                }
                return award;
            }
            Blocked::Balance(Round::Whole) => (Round::Whole, self.banded(losers().map(|pips| pips - low).sum())),
            Blocked::Balance(round) => (round, losers().map(|pips| pips - low).sum()),
            Blocked::Total(Round::Whole) => (Round::Whole, self.banded(total)),
            Blocked::Total(round) => (round, total),
            Blocked::TotalLessOwn => (Round::Whole, self.banded(total - low)),
            Blocked::All => (Round::Whole, self.banded(seats.iter().sum())),
            Blocked::Fixed(points) => (Round::Whole, i16::from(points)),
        };
        // The nearest five of an equal share, exact halves up; unrounded shares drop the remainder.
        let five = (2 * pool + 5 * ties).div_euclid(10 * ties.max(1)) * 5;
        let share = match round {
            Round::Whole => pool.div_euclid(ties.max(1)),
            Round::Five => five,
            Round::FifthOfFive => five / 5,
        };
        for (award, _) in award.iter_mut().zip(wins).filter(|(_, win)| *win) {
            *award = share;
        }
        award
    }
}
