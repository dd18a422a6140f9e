//! Points of ends, of going out, of a blocked hand, and what an award does to a score. Arithmetic only.

use super::{
    Blocked, BlockedBy, BlockedTie, OutBonus, Overshoot, PartnerDeduction, Points, RuleSet, Scoring, SheetKind, Split,
    Wins,
};
use crate::tile::Tile;

/// The number of fives and/or threes in a count: 15 → 8, 6 → 2, 7 → 0. A count of 0 pays nothing.
#[must_use]
pub const fn five_three(count: u16) -> u16 {
    full(count, 5) / 5 + full(count, 3) / 3
}

/// The nearest multiple of five; exact halves, which only split shares have, go up.
#[must_use]
pub const fn round5(points: Points) -> Points {
    Points::new((points.halves() + 5).div_euclid(10) * 5)
}

/// Returns the points that a count of the ends pays in play. For games that pay for something else, use
/// [`crate::layout::Layout::pays`].
#[must_use]
pub const fn play_points(rules: &RuleSet, count: u16) -> u16 {
    match rules.scoring {
        // Two ends that are alike are seen on the layout, not in its count.
        Scoring::None | Scoring::Headers => 0,
        Scoring::FiveThree => five_three(count),
        Scoring::FivesFull => full(count, 5),
        Scoring::FivesUnit => full(count, 5) / 5,
        Scoring::FiveThreeFull => full(count, 5) + full(count, 3),
    }
}

/// The count itself if `n` divides it, else 0.
const fn full(count: u16, n: u16) -> u16 {
    if count.is_multiple_of(n) { count } else { 0 }
}

/// Reports whether a tile fits every open end; `open` has one bit for each pip, none before the first tile.
#[must_use]
pub const fn fits_all(tile: Tile, open: u16) -> bool {
    open != 0 && open & !(1 << tile.high().get() | 1 << tile.low().get()) == 0
}

/// Pips left in one player's hand at the end of a hand, with that player's side.
///
/// ```
/// use game::rules::score::{LeftHand, out_awards};
/// use game::rules::{Points, RuleSet};
///
/// // The first player of two is out; the other holds 23 pips, to the nearest five 25.
/// let hands = [LeftHand { side: 0, pips: 0 }, LeftHand { side: 1, pips: 23 }];
/// let awards = out_awards(&RuleSet::preset("all_fives_200")?, &hands, 0, 2);
/// assert_eq!(awards, [Points::new(25), Points::ZERO]);
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftHand {
    /// The number of the side, `0..sides`.
    pub side: usize,
    /// Pips, counted as the rule set counts leftover doubles.
    pub pips: u16,
}

const fn points(pips: u16) -> Points {
    Points::new(pips as i32)
}

/// Returns what each side is paid when seat `out` has gone out and the hand is tallied: the bonus for the pips left. A
/// fixed bonus belongs to the award of the last play and is not included.
#[must_use]
pub fn out_awards(rules: &RuleSet, hands: &[LeftHand], out: usize, sides: usize) -> Vec<Points> {
    let mut awards = vec![Points::ZERO; sides];
    let Some(winner) = hands.get(out) else { return awards };
    let others = |mine: bool| -> Points {
        let hands = hands.iter().enumerate().filter(|(seat, hand)| *seat != out && (hand.side == winner.side) == mine);
        hands.map(|(_, hand)| points(hand.pips)).sum()
    };
    let (opponents, partner) = (others(false), others(true));
    let bonus = match rules.out_bonus {
        OutBonus::All => opponents + partner,
        OutBonus::Points(_) | OutBonus::Kinds(_) => Points::ZERO,
        OutBonus::Sum => less_partner(rules, opponents, partner, |sum| sum),
        OutBonus::Round5 => less_partner(rules, opponents, partner, round5),
        OutBonus::Round5Unit => fives(less_partner(rules, opponents, partner, round5)),
    };
    if let Some(award) = awards.get_mut(winner.side) {
        *award = if rules.out_bonus.is_points() { bonus } else { rules.pips_pay.of(bonus) };
    }
    awards
}

/// Returns what each side is paid when the side `offender` has given the hand away: its opponents score as for going
/// out, by points or by the pips of its hands.
///
/// ```
/// use game::rules::score::{LeftHand, given_away_awards};
/// use game::rules::{Points, RuleSet};
///
/// let hands = [LeftHand { side: 0, pips: 8 }, LeftHand { side: 1, pips: 30 }];
/// assert_eq!(given_away_awards(&RuleSet::preset("block")?, &hands, 1, 2), [Points::new(30), Points::ZERO]);
/// assert_eq!(given_away_awards(&RuleSet::preset("pafos")?, &hands, 1, 2), [Points::new(1), Points::ZERO]);
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn given_away_awards(rules: &RuleSet, hands: &[LeftHand], offender: usize, sides: usize) -> Vec<Points> {
    let held = || hands.iter().filter(|hand| hand.side == offender).map(|hand| points(hand.pips)).sum();
    let award = match rules.out_bonus {
        OutBonus::Points(bonus) | OutBonus::Kinds([bonus, ..]) => points(u16::from(bonus)),
        OutBonus::Sum | OutBonus::All => rules.pips_pay.of(held()),
        OutBonus::Round5 => rules.pips_pay.of(round5(held())),
        OutBonus::Round5Unit => fives(round5(held())),
    };
    (0..sides).map(|side| if side == offender { Points::ZERO } else { award }).collect()
}

fn less_partner(rules: &RuleSet, opponents: Points, partner: Points, round: impl Fn(Points) -> Points) -> Points {
    match rules.partner_deduction {
        PartnerDeduction::Off => round(opponents),
        PartnerDeduction::Raw => round(opponents) - partner,
        PartnerDeduction::Round5 => round(opponents) - round5(partner),
        PartnerDeduction::Inside => round(opponents - partner),
    }
}

/// Points of five pips each, whole fives only.
const fn fives(points: Points) -> Points {
    Points::new(points.whole().div_euclid(5))
}

/// The seats that matter in a blocked hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Leader of the hand.
    pub leader: usize,
    /// The player of its last tile.
    pub locker: usize,
}

/// Result of a blocked hand.
///
/// ```
/// use game::rules::score::{BlockedResult, LeftHand, Roles, blocked_awards};
/// use game::rules::{Points, RuleSet};
///
/// let hands = [LeftHand { side: 0, pips: 8 }, LeftHand { side: 1, pips: 30 }];
/// let rules = RuleSet::preset("branching_draw_100")?;
/// assert_eq!(blocked_awards(&rules, &hands, Roles::default(), 2), BlockedResult::Awards(vec![Points::new(22), Points::ZERO]));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockedResult {
    /// Paid so much to each side.
    Awards(Vec<Points>),
    /// The same hand is dealt again with the same lead.
    Replay,
}

/// Seat with a hand that is compared in a blocked hand.
#[derive(Clone, Copy)]
struct Compared {
    seat: usize,
    side: usize,
    pips: u16,
}

/// The hands that are compared, with the pips that count for them.
fn compared(rules: &RuleSet, hands: &[LeftHand], locker: usize) -> Vec<Compared> {
    let of_side = |side| hands.iter().filter(|hand| hand.side == side).map(|hand| hand.pips).sum();
    let next = (locker + 1) % hands.len().max(1);
    let hands = hands.iter().enumerate().filter(|(seat, _)| match rules.blocked_by {
        BlockedBy::Hands | BlockedBy::Sides => true,
        BlockedBy::Locker => *seat == locker || *seat == next,
    });
    hands
        .map(|(seat, hand)| {
            let pips = if rules.blocked_by == BlockedBy::Sides { of_side(hand.side) } else { hand.pips };
            Compared { seat, side: hand.side, pips }
        })
        .collect()
}

/// The lightest of the compared hands, one side's only where the rules give a tie to one.
fn lightest(rules: &RuleSet, hands: &[LeftHand], roles: Roles) -> Vec<Compared> {
    let mut lightest = compared(rules, hands, roles.locker);
    let lowest = lightest.iter().map(|hand| hand.pips).min().unwrap_or(0);
    lightest.retain(|hand| hand.pips == lowest);
    let n = hands.len().max(1);
    let side_of = |seat: usize| hands.get(seat).map(|hand| hand.side);
    let tied = |side: &usize| lightest.iter().any(|hand| hand.side == *side);
    let preferred = match rules.blocked_tie {
        BlockedTie::Locker => side_of(roles.locker).filter(tied),
        BlockedTie::Leader => (0..n).filter_map(|step| side_of((roles.leader + step) % n)).find(tied),
        BlockedTie::Split | BlockedTie::Nobody | BlockedTie::Replay => None,
    };
    if let Some(side) = preferred {
        lightest.retain(|hand| hand.side == side);
    }
    lightest
}

/// Winner of a blocked hand.
///
/// ```
/// use game::rules::score::{LeftHand, Roles, blocked_winner};
/// use game::rules::RuleSet;
///
/// let hands = [30, 25, 20, 28].iter().zip([0, 1, 0, 1]).map(|(&pips, side)| LeftHand { side, pips }).collect::<Vec<_>>();
/// // The player who locked the game compares with the next: 25 against 20.
/// let winner = blocked_winner(&RuleSet::preset("latin_200")?, &hands, Roles { leader: 0, locker: 1 }).expect("no tie");
/// assert_eq!((winner.side, winner.seat, winner.lowest, winner.next), (0, Some(2), 20, Some(25)));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockedWinner {
    /// The side.
    pub side: usize,
    /// Seat of the lightest hand; `None` if both hands of a pair count together or are equally light.
    pub seat: Option<usize>,
    /// The pips that made it win.
    pub lowest: u16,
    /// The fewest pips of another side that were compared.
    pub next: Option<u16>,
}

/// The winner of a blocked hand; `None` if the rules pay no one and if equals share or score nothing.
#[must_use]
pub fn blocked_winner(rules: &RuleSet, hands: &[LeftHand], roles: Roles) -> Option<BlockedWinner> {
    if rules.blocked == Blocked::None {
        return None;
    }
    let lightest = lightest(rules, hands, roles);
    let first = lightest.first()?;
    if lightest.iter().any(|hand| hand.side != first.side) {
        return None;
    }
    let seat = (lightest.len() == 1).then_some(first.seat);
    let others = compared(rules, hands, roles.locker).into_iter().filter(|hand| hand.side != first.side);
    Some(BlockedWinner { side: first.side, seat, lowest: first.pips, next: others.map(|hand| hand.pips).min() })
}

/// Returns what each side is paid for a blocked hand. Where the rules compare hands, partners' hands are compared one
/// by one, but never with each other.
#[must_use]
pub fn blocked_awards(rules: &RuleSet, hands: &[LeftHand], roles: Roles, sides: usize) -> BlockedResult {
    let mut awards = vec![Points::ZERO; sides];
    let lightest = lightest(rules, hands, roles);
    let lowest = lightest.first().map_or(0, |hand| hand.pips);
    let mut winners: Vec<usize> = lightest.iter().map(|hand| hand.side).collect();
    winners.sort_unstable();
    winners.dedup();
    let tied = winners.len() > 1;
    if rules.blocked == Blocked::None {
        return BlockedResult::Awards(awards);
    }
    if rules.blocked == Blocked::Staircase {
        for low in hands {
            let higher = hands.iter().filter(|high| high.side != low.side && high.pips > low.pips);
            awards[low.side] += higher.map(|high| points(high.pips - low.pips)).sum();
        }
        return BlockedResult::Awards(awards);
    }
    match rules.blocked_tie {
        BlockedTie::Replay if tied => return BlockedResult::Replay,
        BlockedTie::Nobody if tied => return BlockedResult::Awards(awards),
        BlockedTie::Replay | BlockedTie::Nobody | BlockedTie::Split | BlockedTie::Locker | BlockedTie::Leader => {}
    }
    let losers = || hands.iter().filter(|hand| !winners.contains(&hand.side)).map(|hand| hand.pips);
    let total: Points = losers().map(points).sum();
    let all: Points = hands.iter().map(|hand| points(hand.pips)).sum();
    let balance: Points = losers().map(|pips| points(pips) - points(lowest)).sum();
    let n = i32::try_from(winners.len()).unwrap_or(1).max(1);
    let share = match rules.blocked {
        Blocked::None | Blocked::Staircase => Points::ZERO,
        Blocked::WinnerBalance => divide(rules, rules.pips_pay.of(balance), n),
        Blocked::WinnerBalanceRound5Unit => fives(round5_of_share(balance, n)),
        Blocked::WinnerTotalSplit => divide(rules, rules.pips_pay.of(total), n),
        Blocked::WinnerTotalLessOwn => divide(rules, rules.pips_pay.of(total - points(lowest)), n),
        Blocked::WinnerAll => divide(rules, rules.pips_pay.of(all), n),
        Blocked::WinnerTotalRound5Split => round5_of_share(total, n),
        Blocked::WinnerOutBonus => {
            rules.out_bonus.plain_points().map_or(Points::ZERO, |bonus| divide(rules, points(u16::from(bonus)), n))
        }
    };
    for side in winners {
        awards[side] = share;
    }
    BlockedResult::Awards(awards)
}

/// Returns what a hand of a score sheet pays each side: the points left with each, with half points if the players use
/// them; `out` is the side that went out.
///
/// ```
/// use game::rules::score::sheet_awards;
/// use game::rules::{Points, RuleSet};
///
/// let left = [0, 23, 61].map(Points::new);
/// assert_eq!(sheet_awards(&RuleSet::preset("mexican_train")?, &left, Some(0), false), left);
/// assert_eq!(sheet_awards(&RuleSet::preset("sheet_winner")?, &left, Some(0), true), [168, 0, 0].map(Points::new));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn sheet_awards(rules: &RuleSet, left: &[Points], out: Option<usize>, doubled: bool) -> Vec<Points> {
    let whole = |points: Points| u16::try_from(points.whole()).unwrap_or(0);
    let hands = || left.iter().enumerate().map(|(side, &points)| LeftHand { side, pips: whole(points) });
    let mut awards = match (rules.sheet, out) {
        (SheetKind::No | SheetKind::Own, _) => left.to_vec(),
        (SheetKind::Winner, Some(out)) => out_awards(rules, &hands().collect::<Vec<_>>(), out, left.len()),
        (SheetKind::Winner, None) => {
            match blocked_awards(rules, &hands().collect::<Vec<_>>(), Roles::default(), left.len()) {
                BlockedResult::Awards(awards) => awards,
                BlockedResult::Replay => vec![Points::ZERO; left.len()],
            }
        }
    };
    if let (Some(bonus), Some(award)) = (rules.out_bonus.plain_points(), out.and_then(|out| awards.get_mut(out))) {
        let bonus = points(u16::from(bonus));
        // Where the lowest score wins, a bonus is taken off.
        *award += if rules.wins == Wins::Lowest { -bonus } else { bonus };
    }
    if doubled {
        awards.iter_mut().for_each(|award| *award = *award + *award);
    }
    awards
}

fn divide(rules: &RuleSet, points: Points, n: i32) -> Points {
    match rules.split {
        Split::Floor => Points::new(points.whole().div_euclid(n)),
        Split::HalfPoints => Points::from_halves(points.halves().div_euclid(n)),
    }
}

/// The nearest five of one of `n` equal shares, exact halves up: 23 in two → 11.5 → 10; 25 in two → 12.5 → 15.
const fn round5_of_share(points: Points, n: i32) -> Points {
    // share / 5 + 1/2, floored, over whole numbers: halves / (2 n) is the share.
    Points::new((points.halves() + 5 * n).div_euclid(10 * n) * 5)
}

/// Reason why an award did not count.
///
/// ```
/// use game::rules::score::{NotCounted, SideScore};
/// use game::rules::{Points, RuleSet};
///
/// let (rules, eight) = (RuleSet::preset("pafos")?, Points::new(8));
/// let at = |score| SideScore { score: Points::new(score), start: Points::ZERO, target: 61 };
/// assert_eq!(at(53).add(&rules, eight, false), Ok(Points::new(61)));
/// assert_eq!(at(54).add(&rules, eight, false), Err(NotCounted::Overshoot));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// The award would pass the target (the bust of an exact game).
    Overshoot,
    /// The award would win with the first tile of a hand, which the rules forbid.
    WinOnLead,
    /// The first score must be higher.
    TooSmallToGetIn,
    /// The player may not score for an offence.
    Barred,
}

/// A side's score in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideScore {
    /// The points it has.
    pub score: Points,
    /// The points it began the game with.
    pub start: Points,
    /// The points that win.
    pub target: u16,
}

impl SideScore {
    /// The score after an award, which counts whole or not at all; `on_lead` says that it is for the first tile of a hand.
    ///
    /// # Errors
    /// The reason it is disregarded; the score then stays.
    pub fn add(self, rules: &RuleSet, award: Points, on_lead: bool) -> Result<Points, NotCounted> {
        let target = points(self.target);
        let sum = self.score + award;
        if award > Points::ZERO && self.score == self.start && award < points(rules.first_score_min) {
            return Err(NotCounted::TooSmallToGetIn);
        }
        if rules.overshoot == Overshoot::Disregarded && sum > target {
            return Err(NotCounted::Overshoot);
        }
        if on_lead && !rules.win_on_lead && award > Points::ZERO && sum >= target {
            return Err(NotCounted::WinOnLead);
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_three_over_every_total() {
        // The table over 0..=36.
        let paying = [
            (3, 1),
            (5, 1),
            (6, 2),
            (9, 3),
            (10, 2),
            (12, 4),
            (15, 8),
            (18, 6),
            (20, 4),
            (21, 7),
            (24, 8),
            (25, 5),
            (27, 9),
            (30, 16),
            (33, 11),
            (35, 7),
            (36, 12),
        ];
        for count in 0..=36 {
            let want = paying.iter().find(|(total, _)| *total == count).map_or(0, |(_, points)| *points);
            assert_eq!(five_three(count), want, "{count}");
        }
    }

    #[test]
    fn round5_is_the_nearest_five() {
        for whole in 0..=500_i32 {
            let nearest = (0..=101).map(|five| five * 5).min_by_key(|five| (five - whole).abs()).unwrap();
            assert_eq!(round5(Points::new(whole)), Points::new(nearest));
        }
        assert_eq!(round5(Points::from_halves(25)), Points::new(15), "12.5 goes up");
        assert_eq!(round5_of_share(Points::new(23), 2), Points::new(10), "11.5");
        assert_eq!(round5_of_share(Points::new(25), 2), Points::new(15), "12.5 goes up");
    }

    #[test]
    fn half_points_and_other_ties() {
        let hands = [5, 5, 6, 9].iter().enumerate().map(|(side, &pips)| LeftHand { side, pips }).collect::<Vec<_>>();
        let awards = |text: &str| blocked_awards(&RuleSet::parse(text).unwrap(), &hands, Roles::default(), 4);
        let split = |halves| BlockedResult::Awards([halves, halves, 0, 0].map(Points::from_halves).to_vec());
        assert_eq!(awards("block"), split(14));
        assert_eq!(awards("block split=half_points"), split(15));
        assert_eq!(awards("block blocked_tie=nobody"), split(0));
        assert_eq!(awards("block blocked_tie=replay"), BlockedResult::Replay);
        assert_eq!(awards("pafos blocked=winner_out_bonus out_bonus=2"), split(2));
    }
}
