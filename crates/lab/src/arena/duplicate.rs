//! Hands and games between computer players, over duplicate deals: every deal is played twice, with the owners of the
//! sides exchanged, so that luck with the tiles cancels.

use super::players::Player;
use adviser::race::PlayHand;
use adviser::rollout::{Act, Ready, Rollout, Rules, Turn};
use adviser::spec::{Draw, NextLead, SEATS};
use adviser::table::{Layouts, Move};
use game::Before;
use game::rng::Rng;

/// Plays a hand that is about to begin to its end. `owner` says which of the two players moves for each side.
pub fn play_hand<T: Layouts>(
    rules: &Rules<T>,
    rollout: &mut Rollout<T::Pos>,
    players: &mut [&mut dyn Player<T>],
    owner: [usize; SEATS],
    rng: &mut Rng,
) -> Vec<Turn<T::Pos>> {
    let mut draws = Rng::new(rng.next_u64());
    play_on(rules, rollout, players, owner, &mut draws, rng)
}

/// Plays on with a separate generator for draws, so that the boneyard is the same whatever the players do.
fn play_on<T: Layouts>(
    rules: &Rules<T>,
    rollout: &mut Rollout<T::Pos>,
    players: &mut [&mut dyn Player<T>],
    owner: [usize; SEATS],
    draws: &mut Rng,
    rng: &mut Rng,
) -> Vec<Turn<T::Pos>> {
    let leader = rollout.turn;
    let mut turns: Vec<Turn<T::Pos>> = Vec::with_capacity(40);
    let mut moves = Vec::new();
    while rollout.ended.is_none() {
        let seat = rollout.turn;
        let at = rollout.pos;
        let act = |act| Turn { seat: u8::try_from(seat).unwrap_or(0), act };
        let (drew, can_play) = match rules.ready(rollout, draws) {
            Ready::Choose { drew } => (drew, true),
            Ready::Pass { drew } => (drew, false),
        };
        if drew > 0 {
            turns.push(act(Act::Draw { tiles: drew, at }));
        }
        if !can_play {
            turns.push(act(Act::Knock { at }));
            rules.knock(rollout);
            continue;
        }
        rules.choices(rollout, &mut moves);
        let i = if moves.len() == 1 {
            0
        } else {
            let view = rules.view(rollout, leader, &turns);
            players[owner[rules.spec.side(seat)]].choose(rules, &view, &moves, rng)
        };
        let m = moves[i.min(moves.len() - 1)];
        turns.push(act(Act::Play { tile: m.tile, key: m.key, from: at }));
        rules.play(rollout, &m);
    }
    turns
}

/// Returns the leader: the seats in turn, or the one that the deal decides.
fn leader<T: Layouts>(rules: &Rules<T>, hands: &[u64; SEATS], rotate: usize) -> usize {
    if rules.spec.next == NextLead::Dealt || rules.spec.lead_double {
        rules.dealt_leader(hands)
    } else {
        rotate % rules.spec.seats
    }
}

/// The generator of the players' own lots, another one when the sides are exchanged: else equal players would play the
/// same game twice. The product loses its high bits on purpose.
const fn lots(seed: u64, swap: usize) -> Rng {
    Rng::new(seed ^ 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(swap as u64 + 1))
}

/// One deal, with one order of the boneyard, played twice from 0-0: the mean of the first player's points less the
/// second's.
pub fn duplicate_hand<T: Layouts>(rules: &Rules<T>, players: &mut [&mut dyn Player<T>], seed: u64) -> f64 {
    let mut rng = Rng::new(seed);
    let hands = rules.deal(&mut rng);
    let mut sum = 0.0;
    for swap in 0..2 {
        let mut rollout = rules.begin(hands, leader(rules, &hands, 0), [0; SEATS]);
        let owner = std::array::from_fn(|side| (side & 1) ^ swap);
        play_on(rules, &mut rollout, players, owner, &mut Rng::new(!seed), &mut lots(seed, swap));
        for (&score, &owner) in rollout.score.iter().zip(&owner).take(rules.spec.sides()) {
            sum += if owner == 0 { f64::from(score) } else { -f64::from(score) };
        }
    }
    sum / 2.0
}

/// One game from `start` on every side; true if a side of the first player wins. `swap` exchanges the owners.
/// The deals and the boneyards depend on the seed alone.
pub fn game<T: Layouts + Clone>(
    rules: &Rules<T>,
    players: &mut [&mut dyn Player<T>],
    seed: u64,
    swap: usize,
    start: i16,
) -> (bool, u32) {
    let mut deals = Rng::new(seed);
    let mut rng = lots(seed, swap);
    let mut score = [start; SEATS];
    let owner: [usize; SEATS] = std::array::from_fn(|side| (side & 1) ^ swap);
    let mut now = rules.clone();
    for hand in 0..10_000 {
        now.spec = rules.spec.in_hand(Before::after(hand));
        let rules = &now;
        let hands = rules.deal(&mut deals);
        let lead = leader(rules, &hands, hand);
        let mut rollout = rules.begin(hands, lead, score);
        play_on(rules, &mut rollout, players, owner, &mut Rng::new(!deals.next_u64()), &mut rng);
        score = rollout.score;
        if let Some(side) = rules.winner(&score) {
            return (owner[side] == 0, u32::try_from(hand + 1).unwrap_or(0));
        }
    }
    // Not met in practice: an exact target that no player hits in ten thousand hands.
    (false, 10_000)
}

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds one value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Number of values.
    #[must_use]
    pub const fn len(&self) -> f64 {
        self.n
    }

    /// The mean, 0 of nothing.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.n > 0.0 { self.sum / self.n } else { 0.0 }
    }

    /// Half the width of the 95 % interval of the mean.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        if self.n < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.mean();
        let variance = (self.squares - self.n * mean * mean).max(0.0) / (self.n - 1.0);
        1.96 * (variance / self.n).sqrt()
    }
}

/// The quick player that race tables are made with.
#[derive(Clone, Copy, Debug)]
pub struct Quick<Q>(pub Q);

impl<T: Layouts, Q: Player<T>> PlayHand<T> for Quick<Q> {
    fn play(
        &mut self,
        rules: &Rules<T>,
        rollout: &mut Rollout<T::Pos>,
        leader: usize,
        rng: &mut Rng,
    ) -> Vec<(usize, i16)> {
        let mut awards = Vec::new();
        let mut turns = Vec::new();
        let mut moves: Vec<Move<T::Pos>> = Vec::new();
        // The turns are not needed for their own sake: without draws a quick player looks at knocks only.
        while rollout.ended.is_none() {
            let (seat, at, before) = (rollout.turn, rollout.pos, rollout.score);
            let mut note = |act| turns.push(Turn { seat: u8::try_from(seat).unwrap_or(0), act });
            match rules.ready(rollout, rng) {
                Ready::Pass { .. } => {
                    if rules.spec.draw == Draw::Never {
                        note(Act::Knock { at });
                    }
                    rules.knock(rollout);
                }
                Ready::Choose { .. } => {
                    rules.choices(rollout, &mut moves);
                    let i = if moves.len() == 1 {
                        0
                    } else {
                        let view = rules.view(rollout, leader, &turns);
                        self.0.choose(rules, &view, &moves, rng)
                    };
                    let m = moves[i];
                    turns.push(Turn {
                        seat: u8::try_from(seat).unwrap_or(0),
                        act: Act::Play { tile: m.tile, key: m.key, from: at },
                    });
                    rules.play(rollout, &m);
                }
            }
            let gains = rollout.score.iter().zip(before).map(|(after, before)| after - before).enumerate();
            awards.extend(gains.filter(|&(_, points)| points != 0));
        }
        awards
    }
}
