//! A quick judge of moves: the points now, less what the next seat may be expected to score in reply.
//!
//! It drives the baselines, the play-outs and the model of how others choose.

use crate::belief::Choice;
use crate::rollout::{Act, Rules};
use crate::spec::{Pay, SEATS};
use crate::table::{Layouts, Move};
use crate::view::View;

/// Chance that none of `good` tiles is among `k` drawn from `n`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "at most 55 tiles")]
pub fn none_of(n: usize, good: usize, k: usize) -> f32 {
    if n < good + k {
        return 0.0;
    }
    (0..k).fold(1.0, |p, i| p * (n - good - i) as f32 / (n - i) as f32)
}

/// Expected best score of a seat that holds `k` tiles, any of `among`; `worth` turns points into their value for it.
pub fn expected_reply<T: Layouts>(table: &T, among: u64, k: usize, pos: T::Pos, worth: impl Fn(u8) -> f32) -> f32 {
    let n = among.count_ones() as usize;
    let (mut mean, mut before) = (0.0, 0.0);
    table.replies(among, pos, |points, tiles| {
        let some = 1.0 - none_of(n, tiles as usize, k);
        mean += worth(points) * (some - before);
        before = some;
    });
    mean
}

/// Model of a player's choice: each move with a weight of `exp(value / temperature)`, where the value is its points
/// less `fear` times the expected reply; with chance `slip` any move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Share of the reply that is taken off.
    pub fear: f32,
    /// Points that make a choice 2.7 times as likely.
    pub temperature: f32,
    /// Chance of a careless move.
    pub slip: f32,
}

impl Model {
    /// Between a player who counts only their own points and one who looks one reply ahead.
    pub const CLUB: Self = Self { fear: 0.7, temperature: 0.5, slip: 0.1 };
}

/// Value of a move that pays `points`, or sheds its pips where nothing is paid in play.
#[expect(clippy::cast_lossless, reason = "f32 from i16 is exact")]
pub fn worth_now<T: Layouts>(rules: &Rules<T>, tile: u8, points: i16) -> f32 {
    if rules.spec.pay == Pay::Nothing { rules.tiles.pips[usize::from(tile)] as f32 * 0.1 } else { points as f32 }
}

/// The past choices of all other seats, tabulated under a model.
#[must_use]
pub(crate) fn choices<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, model: &Model) -> Vec<Choice> {
    let full = rules.spec.full();
    let mut out = Vec::new();
    let mut played = 0u64;
    let mut counts = [rules.spec.hand; SEATS];
    let mut moves = Vec::new();
    let unseen = view.unseen(full);
    for (i, turn) in view.turns.iter().enumerate() {
        let seat = usize::from(turn.seat);
        match turn.act {
            Act::Draw { tiles, .. } => counts[seat] += usize::from(tiles),
            Act::Knock { .. } => {}
            Act::Play { tile, key, from } => {
                if seat != view.me {
                    let later = view.turns[i..].iter().fold(0, |all, t| match t.act {
                        Act::Play { tile, .. } if t.seat == turn.seat => all | 1 << tile,
                        _ => all,
                    });
                    rules.choices_of(unseen | later, from, &mut moves);
                    if rules.spec.lead_double && from == rules.table.start() {
                        moves.clear();
                        rules.table.moves(1 << tile, from, &mut moves);
                    }
                    let next = counts[(seat + 1) % rules.spec.seats];
                    out.push(choice(rules, model, &moves, (seat, i + 1, tile, key), (full & !played, next)));
                }
                played |= 1 << tile;
                counts[seat] = counts[seat].saturating_sub(1);
            }
        }
    }
    out
}

fn choice<T: Layouts>(
    rules: &Rules<T>,
    model: &Model,
    moves: &[Move<T::Pos>],
    (seat, turn, tile, key): (usize, usize, u8, u16),
    (among, k): (u64, usize),
) -> Choice {
    let mut out = Choice { seat, turn, tile, taken: 0.0, weight: vec![0.0; 64], moves: vec![0; 64], playable: 0 };
    let value = |m: &Move<T::Pos>| {
        let reply = if model.fear > 0.0 {
            expected_reply(&rules.table, among & !(1 << m.tile), k, m.next, f32::from)
        } else {
            0.0
        };
        worth_now(rules, m.tile, i16::from(m.points)) - model.fear * reply
    };
    for m in moves {
        // Scores stay below 100, so the weight neither overflows nor vanishes.
        let w = (value(m) / model.temperature).clamp(-40.0, 40.0).exp();
        let t = usize::from(m.tile);
        out.weight[t] += w;
        out.moves[t] += 1;
        out.playable |= 1 << t;
        if m.tile == tile && m.key == key {
            out.taken = w;
        }
    }
    out
}

/// Chances of the next seat to score after a move, remembered per layout where layouts are few.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Tiles a seat may hold, seen by the asking seat and by all others.
    among: [[u64; 2]; SEATS],
    me: usize,
    score: [i16; SEATS],
    cache: Vec<f32>,
}

/// Tiles in hand beyond which the remembered chances stop telling apart.
const MOST: usize = 10;

impl Outlook {
    /// The outlook from a view.
    #[must_use]
    pub fn new<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>) -> Self {
        let full = rules.spec.full();
        let mut among = [[view.unseen(full), full & !view.played]; SEATS];
        for turn in &view.turns {
            if let Act::Knock { at } = turn.act
                && rules.spec.draw == crate::spec::Draw::Never
            {
                let seat = usize::from(turn.seat);
                for set in &mut among[seat] {
                    *set &= !rules.table.playable(at);
                }
            }
        }
        Self { among, me: view.me, score: view.score, cache: vec![f32::NAN; rules.table.slots() * SEATS * 2 * MOST] }
    }

    /// Returns the value of the reply of seat `next`, which holds `k` tiles, to the layout `pos` left by `seat`.
    pub fn reply<T: Layouts>(&mut self, rules: &Rules<T>, seat: usize, next: usize, k: usize, pos: T::Pos) -> f32 {
        let by_other = usize::from(seat != self.me);
        let k = k.clamp(1, MOST);
        let slot = rules.table.slot(pos).map(|slot| ((slot * SEATS + next) * 2 + by_other) * MOST + k - 1);
        if let Some(known) = slot.and_then(|slot| self.cache.get(slot)).filter(|known| !known.is_nan()) {
            return *known;
        }
        let score = self.score[rules.spec.side(next)];
        let spec = &rules.spec;
        let worth = |points: u8| {
            let after = score + i16::from(points);
            if spec.exact && after > spec.target {
                0.0
            } else if spec.wins_now(after) {
                f32::from(points) + 8.0
            } else {
                f32::from(points)
            }
        };
        let reply = expected_reply(&rules.table, self.among[next][by_other], k, pos, worth);
        if let Some(known) = slot.and_then(|slot| self.cache.get_mut(slot)) {
            *known = reply;
        }
        reply
    }
}
