//! Belief about the hidden hands: all deals that fit what was seen, counted exactly, and how well each explains the
//! others' choices.
//!
//! Every hidden tile, and every tile another seat has played, has a source: that seat's deal, one of its draws, or the
//! boneyard, where it may still be. A knock, or a forced draw, forbids tiles that would have fitted to what the seat
//! held then. So the deals are the ways to put tiles into groups of known size, and they are counted tile by tile.

use crate::rollout::{Act, Rules};
use crate::spec::SEATS;
use crate::table::{Layouts, bits};
use crate::view::View;
use game::rng::Rng;

/// Most states of the counting table; beyond it the oldest groups of a seat are merged (and their proofs forgotten).
const MAX_STATES: usize = 1 << 14;
/// Groups beyond which the same is done.
const MAX_GROUPS: usize = 15;

/// Tiles a seat took at one time.
#[derive(Clone, Debug)]
struct Group {
    seat: usize,
    size: usize,
    /// Index of the turn at which the first of the tiles came; the deal is 0, turn `i` is `i + 1`.
    since: usize,
    /// Turn from which all tiles of the group were there (a later one only where groups were merged).
    whole: usize,
    /// Tiles that may be in it and still be hidden now.
    hidden: u64,
}

/// A tile to be placed, and the groups that may have held it; bit 15 is the boneyard.
#[derive(Clone, Copy, Debug)]
struct Item {
    tile: u8,
    groups: u16,
    hidden: bool,
}

const BONEYARD: u16 = 1 << 15;

/// All deals that fit what one seat has seen.
#[derive(Clone, Debug)]
pub struct Belief {
    me: usize,
    hand: u64,
    groups: Vec<Group>,
    items: Vec<Item>,
    stride: Vec<usize>,
    full: usize,
    /// Ways to place the items from `i` on, by remaining sizes.
    ways: Vec<f64>,
    states: usize,
    /// A single seat without draws: its tiles are a plain subset of these.
    plain: Option<(u64, usize, usize)>,
    /// The pasts of the seats' hands were simplified to keep the table small.
    pub simplified: bool,
}

/// One consistent deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deal {
    /// All hands, the own one included.
    pub hands: [u64; SEATS],
    /// Share of the belief.
    pub weight: f64,
}

/// A past choice of another seat, tabulated: what each tile would have been worth to it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Seat that chose.
    pub(crate) seat: usize,
    /// Index of the turn, as in [`Group::since`].
    pub(crate) turn: usize,
    /// The tile taken.
    pub(crate) tile: u8,
    /// Likelihood weight of the move taken.
    pub(crate) taken: f32,
    /// Summed likelihood weights of all moves of each tile.
    pub(crate) weight: Vec<f32>,
    /// Number of moves of each tile.
    pub(crate) moves: Vec<u8>,
    /// Tiles that had a move.
    pub(crate) playable: u64,
}

impl Belief {
    /// All deals that fit the view. A view that nothing fits has [`Self::total`] 0.
    #[must_use]
    pub fn new<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>) -> Self {
        let others: Vec<usize> = (0..rules.spec.seats).filter(|&seat| seat != view.me).collect();
        let unseen = view.unseen(rules.spec.full());
        Self::of(rules, view, &others, unseen)
    }

    /// The ways in which the own tiles can have come: 0 if the hand contradicts the own knocks, draws or the lead.
    #[must_use]
    pub fn own_ways<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>) -> f64 {
        let mut own = Self::of(rules, view, &[view.me], view.hand);
        for item in &mut own.items {
            item.groups &= !BONEYARD;
        }
        own.plain = None;
        own.count();
        own.total()
    }

    fn of<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, seats: &[usize], hidden: u64) -> Self {
        let mut groups: Vec<Group> =
            seats.iter().map(|&seat| Group { seat, size: rules.spec.hand, since: 0, whole: 0, hidden: 0 }).collect();
        let mut fixed = 0u64;
        for (i, turn) in view.turns.iter().enumerate() {
            let seat = usize::from(turn.seat);
            let Act::Draw { tiles, .. } = turn.act else { continue };
            if !seats.contains(&seat) {
                continue;
            }
            let mut size = usize::from(tiles);
            if let (true, Some(tile)) = (rules.draw_proves(), drawn_last(rules, view, i)) {
                fixed |= 1 << tile;
                size = size.saturating_sub(1);
            }
            if size > 0 {
                groups.push(Group { seat, size, since: i + 1, whole: i + 1, hidden: 0 });
            }
        }
        let simplified = merge(&mut groups);
        let mut belief = Self {
            me: view.me,
            hand: view.hand,
            groups,
            items: Vec::new(),
            stride: Vec::new(),
            full: 0,
            ways: Vec::new(),
            states: 0,
            plain: None,
            simplified,
        };
        belief.items(rules, view, hidden & !fixed, fixed);
        belief.sizes();
        let plain = belief.groups.len() == 1 && belief.items.iter().all(|item| item.hidden);
        if plain && seats[0] != view.me {
            let group = &belief.groups[0];
            belief.plain = Some((group.hidden & hidden, group.size, group.seat));
        } else {
            belief.count();
        }
        belief
    }

    fn items<T: Layouts>(&mut self, rules: &Rules<T>, view: &View<T::Pos>, hidden: u64, fixed: u64) {
        let led = lead_bars(rules, view);
        for group in &mut self.groups {
            group.hidden = hidden & fits(rules, view, group, usize::MAX, led);
        }
        let drawn_by_none = self.groups.iter().all(|group| group.since == 0);
        for (i, turn) in view.turns.iter().enumerate() {
            let Act::Play { tile, .. } = turn.act else { continue };
            if fixed >> tile & 1 == 1 || !self.groups.iter().any(|group| group.seat == usize::from(turn.seat)) {
                continue;
            }
            let mut from = 0;
            for (g, group) in self.groups.iter_mut().enumerate() {
                if group.seat != usize::from(turn.seat) || group.since > i {
                    continue;
                }
                if fits(rules, view, group, i + 1, led) >> tile & 1 == 1 {
                    from |= 1 << g;
                    if drawn_by_none {
                        group.size = group.size.saturating_sub(1);
                    }
                }
            }
            // Without draws every played tile came from the deal: nothing is left to count, unless it cannot have.
            if !drawn_by_none || from == 0 {
                self.items.push(Item { tile, groups: from, hidden: false });
            }
        }
        for tile in bits(hidden) {
            let mut from = BONEYARD;
            for (g, group) in self.groups.iter().enumerate() {
                from |= u16::from(group.hidden >> tile & 1 == 1) << g;
            }
            let tile = u8::try_from(tile).unwrap_or(u8::MAX);
            self.items.push(Item { tile, groups: from, hidden: true });
        }
        // The most constrained tiles first: fewer live states.
        self.items.sort_by_key(|item| (item.hidden, item.groups.count_ones(), item.tile));
    }

    fn sizes(&mut self) {
        self.stride.clear();
        self.full = 0;
        self.states = 1;
        for group in &self.groups {
            self.stride.push(self.states);
            self.full += self.states * group.size;
            self.states *= group.size + 1;
        }
    }

    fn count(&mut self) {
        let n = self.items.len();
        self.ways = vec![0.0; (n + 1) * self.states];
        self.ways[n * self.states] = 1.0;
        for (i, item) in self.items.iter().enumerate().rev() {
            let (head, tail) = self.ways.split_at_mut((i + 1) * self.states);
            let (now, next) = (&mut head[i * self.states..], &tail[..self.states]);
            if item.groups & BONEYARD != 0 {
                now.copy_from_slice(next);
            }
            for (g, group) in self.groups.iter().enumerate() {
                if item.groups >> g & 1 == 0 {
                    continue;
                }
                let (stride, radix) = (self.stride[g], group.size + 1);
                for state in stride..self.states {
                    if !(state / stride).is_multiple_of(radix) {
                        now[state] += next[state - stride];
                    }
                }
            }
        }
    }

    /// Number of different pasts that fit (without draws: of deals).
    #[must_use]
    pub fn total(&self) -> f64 {
        match self.plain {
            Some((tiles, n, _)) => choose(tiles.count_ones() as usize, n),
            None => self.ways[self.full],
        }
    }

    /// A deal, every past equally likely; `held` is set to the tiles of each group, played ones included.
    fn sample(&self, rng: &mut Rng, held: &mut [u64; 16]) -> Deal {
        let mut hands = [0; SEATS];
        hands[self.me] = self.hand;
        if let Some((tiles, n, seat)) = self.plain {
            held[0] = crate::rollout::subset(rng, tiles, n);
            hands[seat] = held[0];
            return Deal { hands, weight: 1.0 };
        }
        held.fill(0);
        let mut state = self.full;
        for (i, item) in self.items.iter().enumerate() {
            let next = &self.ways[(i + 1) * self.states..][..self.states];
            let mut x = rng.unit() * self.ways[i * self.states + state];
            let boneyard = item.groups & BONEYARD != 0 && next[state] > 0.0;
            let mut pick = None;
            let mut found = false;
            for g in bits(u64::from(item.groups & !BONEYARD)) {
                if (state / self.stride[g]).is_multiple_of(self.groups[g].size + 1) {
                    continue;
                }
                let w = next[state - self.stride[g]];
                if w > 0.0 {
                    pick = Some(g);
                    found = x < w;
                    if found {
                        break;
                    }
                    x -= w;
                }
            }
            // The rest of the draw belongs to the boneyard, or is rounding of the last group's share.
            if !found && boneyard {
                pick = None;
            }
            if let Some(g) = pick {
                state -= self.stride[g];
                held[g] |= 1 << item.tile;
                if item.hidden {
                    hands[self.groups[g].seat] |= 1 << item.tile;
                }
            }
        }
        Deal { hands, weight: 1.0 }
    }

    /// Calls `f` with every past that fits, if there are at most `limit`.
    fn enumerate(&self, limit: f64, f: &mut impl FnMut(&[u64; 16], Deal)) -> bool {
        if self.total() > limit || self.total() < 1.0 {
            return false;
        }
        let mut hands = [0; SEATS];
        hands[self.me] = self.hand;
        let mut held = [0; 16];
        if let Some((tiles, n, seat)) = self.plain {
            let tiles: Vec<usize> = bits(tiles).collect();
            subsets(&tiles, n, 0, &mut |set| {
                held[0] = set;
                hands[seat] = set;
                f(&held, Deal { hands, weight: 1.0 });
            });
        } else {
            self.walk(0, self.full, &mut held, &mut hands, f);
        }
        true
    }

    fn walk(
        &self,
        i: usize,
        state: usize,
        held: &mut [u64; 16],
        hands: &mut [u64; SEATS],
        f: &mut impl FnMut(&[u64; 16], Deal),
    ) {
        if self.ways[i * self.states + state] <= 0.0 {
            return;
        }
        let Some(item) = self.items.get(i) else {
            f(held, Deal { hands: *hands, weight: 1.0 });
            return;
        };
        if item.groups & BONEYARD != 0 {
            self.walk(i + 1, state, held, hands, f);
        }
        for g in bits(u64::from(item.groups & !BONEYARD)) {
            if (state / self.stride[g]).is_multiple_of(self.groups[g].size + 1) {
                continue;
            }
            let seat = self.groups[g].seat;
            held[g] |= 1 << item.tile;
            if item.hidden {
                hands[seat] |= 1 << item.tile;
            }
            self.walk(i + 1, state - self.stride[g], held, hands, f);
            held[g] &= !(1 << item.tile);
            hands[seat] &= !(1 << item.tile);
        }
    }

    /// One deal, every past that fits equally likely. A belief without any gives hands that are too small.
    pub fn draw(&self, rng: &mut Rng) -> Deal {
        self.sample(rng, &mut [0; 16])
    }

    /// Likelihood of the others' choices if the groups held these tiles; `slip` is the chance of a careless move.
    fn likelihood(&self, held: &[u64; 16], choices: &[Choice], played_after: &[u64], slip: f32) -> f64 {
        let mut product = 1.0f64;
        for (choice, &after) in choices.iter().zip(played_after) {
            let mut hand = after;
            for (g, group) in self.groups.iter().enumerate() {
                if group.seat == choice.seat && group.since < choice.turn {
                    hand |= held[g];
                }
            }
            // Tiles played before this turn have left the hand.
            let mut left = hand & choice.playable;
            let (mut sum, mut n) = (0.0f32, 0u32);
            while left != 0 {
                let tile = left.trailing_zeros() as usize;
                left &= left - 1;
                sum += choice.weight[tile];
                n += u32::from(choice.moves[tile]);
            }
            if n > 1 {
                #[expect(clippy::cast_precision_loss, reason = "a few moves")]
                let p = slip / n as f32 + (1.0 - slip) * choice.taken / sum;
                product *= f64::from(p);
            }
        }
        product
    }

    /// Up to `size` deals, weighted by how well they explain the others' choices: all of them when they are few enough,
    /// else a random sample. The weights add up to 1. The second value says whether it is all of them.
    #[must_use]
    pub fn pool(&self, size: usize, choices: &[Choice], slip: f32, rng: &mut Rng) -> (Vec<Deal>, bool) {
        let mut deals: Vec<Deal> = Vec::with_capacity(size);
        // Tiles known to have been in the hand at a choice: those played at it or later, where the deal does not say.
        let drawn = self.groups.iter().any(|group| group.since > 0) || self.items.iter().any(|item| !item.hidden);
        let mut gone = [0u64; SEATS];
        let mut before = Vec::with_capacity(choices.len());
        for choice in choices.iter().rev() {
            gone[choice.seat] |= 1 << choice.tile;
            before.push(if drawn { 1 << choice.tile } else { gone[choice.seat] });
        }
        before.reverse();
        let mut left_by = Vec::new();
        if drawn {
            let mut left = [0u64; SEATS];
            for choice in choices {
                left_by.push(left[choice.seat]);
                left[choice.seat] |= 1 << choice.tile;
            }
        }
        let weigh = |held: &[u64; 16]| {
            if choices.is_empty() {
                return 1.0;
            }
            if drawn {
                self.likelihood_drawn(held, choices, &left_by, slip)
            } else {
                self.likelihood(held, choices, &before, slip)
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        let all = self.enumerate(size as f64, &mut |held, deal| deals.push(Deal { weight: weigh(held), ..deal }));
        if !all && self.total() > 0.0 {
            let mut held = [0; 16];
            for _ in 0..size {
                let deal = self.sample(rng, &mut held);
                deals.push(Deal { weight: weigh(&held), ..deal });
            }
        }
        let sum: f64 = deals.iter().map(|deal| deal.weight).sum();
        for deal in &mut deals {
            deal.weight /= sum;
        }
        (deals, all)
    }

    fn likelihood_drawn(&self, held: &[u64; 16], choices: &[Choice], left_by: &[u64], slip: f32) -> f64 {
        let mut product = 1.0;
        for (choice, left) in choices.iter().zip(left_by) {
            let mut at = *held;
            for tiles in &mut at {
                *tiles &= !left;
            }
            product *= self.likelihood(&at, std::slice::from_ref(choice), &[1 << choice.tile], slip);
        }
        product
    }
}

/// Returns the tile that ended the draw at turn `i`: a player who draws until they can play drew that tile last. For
/// our own seat, about to play after a draw, it is the only tile that fits.
fn drawn_last<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, i: usize) -> Option<u8> {
    let turn = view.turns.get(i)?;
    match view.turns.get(i + 1) {
        Some(next) if next.seat == turn.seat => match next.act {
            Act::Play { tile, .. } => Some(tile),
            Act::Draw { .. } | Act::Knock { .. } => None,
        },
        Some(_) => None,
        None => {
            let fit = view.hand & rules.table.playable(view.pos);
            (usize::from(turn.seat) == view.me && fit.count_ones() == 1)
                .then(|| u8::try_from(fit.trailing_zeros()).unwrap_or(0))
        }
    }
}

/// Merges the oldest groups of a seat until the counting table is small enough.
fn merge(groups: &mut Vec<Group>) -> bool {
    let mut merged = false;
    while groups.len() > MAX_GROUPS || groups.iter().map(|g| g.size + 1).product::<usize>() > MAX_STATES {
        let Some(second) = groups.iter().position(|group| group.since > 0) else { break };
        let group = groups.remove(second);
        if let Some(first) = groups.iter_mut().find(|g| g.seat == group.seat) {
            first.size += group.size;
            // What came later has been through fewer knocks: the merged group knows only those.
            first.whole = first.whole.max(group.whole);
        }
        merged = true;
    }
    merged
}

/// Tiles that cannot have been dealt to anybody, going by the tile that had to be led.
fn lead_bars<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>) -> u64 {
    if !rules.spec.lead_double || view.lead_free {
        return 0;
    }
    let led = view.turns.iter().find_map(|turn| match turn.act {
        Act::Play { tile, .. } => Some(tile),
        Act::Draw { .. } | Act::Knock { .. } => None,
    });
    let double = |tile: u8| rules.tiles.doubles >> tile & 1 == 1;
    match led {
        Some(tile) if double(tile) => rules.tiles.doubles & !((2 << tile) - 1),
        // A single is led against the rules, or if no player holds a double: neither proves anything safe.
        Some(_) => 0,
        // The most pips lead: who holds no double may have led without anybody holding one.
        None if rules.spec.heaviest_hand && view.hand & rules.tiles.doubles == 0 => 0,
        None => {
            let own = rules.lead_tile(view.hand);
            let tile = u8::try_from(own.trailing_zeros()).unwrap_or(0);
            if own & rules.tiles.doubles != 0 { rules.tiles.doubles & !((2 << tile) - 1) } else { rules.tiles.doubles }
        }
    }
}

/// Tiles that can have been in the group and in hand until turn `until`.
fn fits<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, group: &Group, until: usize, led: u64) -> u64 {
    let mut fits = rules.spec.full();
    if group.whole == 0 {
        fits &= !led;
    }
    for (i, turn) in view.turns.iter().enumerate().filter(|&(i, _)| i + 1 < until) {
        if usize::from(turn.seat) != group.seat {
            continue;
        }
        match turn.act {
            // A draw excludes tiles held before it, and all but the last of the drawn ones.
            Act::Draw { at, .. } if rules.draw_proves() && i + 1 >= group.whole => fits &= !rules.table.playable(at),
            Act::Knock { at } if i + 1 > group.whole => fits &= !rules.table.playable(at),
            Act::Draw { .. } | Act::Knock { .. } | Act::Play { .. } => {}
        }
    }
    fits
}

/// Calls `f` with every choice of `n` of the tiles.
fn subsets(tiles: &[usize], n: usize, set: u64, f: &mut impl FnMut(u64)) {
    if n == 0 {
        f(set);
        return;
    }
    for i in 0..=tiles.len().saturating_sub(n) {
        if tiles.len() < n {
            return;
        }
        subsets(&tiles[i + 1..], n - 1, set | 1 << tiles[i], f);
    }
}

/// Number of ways to choose `k` of `n`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "at most 55 tiles")]
pub fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64).round()
}
