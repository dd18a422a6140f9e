//! Computer players for tournaments: the adviser and those it is measured against.

use adviser::belief::Belief;
use adviser::policy::{expected_reply, worth_now};
use adviser::race::Prospects;
use adviser::rollout::{Act, Rules};
use adviser::search::{Search, Settings};
use adviser::solver::Solver;
use adviser::spec::{Draw, Spec};
use adviser::table::{Layouts, Line, Move, bits};
use adviser::view::View;
use game::rng::Rng;

/// A player that chooses among at least two moves.
pub trait Player<T: Layouts> {
    /// The index of the move taken.
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize;

    /// The chances to win the game that were stated at the choices since this was last asked.
    fn stated(&mut self) -> Vec<f32> {
        Vec::new()
    }
}

/// Index of the greatest value; equals by lot.
fn best(values: impl Iterator<Item = f32>, rng: &mut Rng) -> usize {
    let (mut top, mut ties, mut pick) = (f32::NEG_INFINITY, 0, 0);
    for (i, value) in values.enumerate() {
        if value > top + 1e-5 {
            (top, ties, pick) = (value, 1, i);
        } else if value > top - 1e-5 {
            ties += 1;
            if rng.below(ties) == 0 {
                pick = i;
            }
        }
    }
    pick
}

/// Returns the value of a move on the board now: its points as far as the target lets them count, going out included;
/// 1000 for a move that wins.
pub fn now<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, m: &Move<T::Pos>) -> f32 {
    let spec = &rules.spec;
    let out = spec.out_ends && view.hand.count_ones() == 1 && (!spec.pairs || view.counts[(view.me + 2) & 3] == 0);
    let award = i16::from(m.points) + if out { spec.out_points() } else { 0 };
    let score = view.score[spec.side(view.me)];
    let credit = spec.credit(score, award);
    if credit > 0 && spec.wins_now(score + credit) { 1000.0 } else { worth_now(rules, m.tile, credit) }
}

/// Any move.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<T: Layouts> Player<T> for Random {
    fn choose(&mut self, _rules: &Rules<T>, _view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        rng.below(moves.len())
    }
}

/// The most points now (the most pips where nothing is paid in play).
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl<T: Layouts> Player<T> for Greedy {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        best(moves.iter().map(|m| now(rules, view, m)), rng)
    }
}

/// The most points now less the expected best reply of the next seat.
#[derive(Clone, Copy, Debug)]
pub struct Greedy1;

impl<T: Layouts> Player<T> for Greedy1 {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        let spec = &rules.spec;
        let mut next = (view.me + 1) % spec.seats;
        while view.counts[next] == 0 && next != view.me {
            next = (next + 1) % spec.seats;
        }
        let among = may_hold(rules, view, next);
        let score = view.score[spec.side(next)];
        let sign = if spec.side(next) == spec.side(view.me) { 1.0 } else { -1.0 };
        let last = view.hand.count_ones() == 1 && !spec.pairs && spec.out_ends;
        let value = |m: &Move<T::Pos>| {
            if next == view.me || last {
                return now(rules, view, m);
            }
            let worth = |points: u8| f32::from(spec.credit(score, i16::from(points)));
            now(rules, view, m) + sign * expected_reply(&rules.table, among, view.counts[next], m.next, worth)
        };
        best(moves.iter().map(value), rng)
    }
}

/// Tiles a seat may hold, going by its knocks where nothing is drawn.
fn may_hold<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, seat: usize) -> u64 {
    let mut among = view.unseen(rules.spec.full());
    if rules.spec.draw == Draw::Never {
        for turn in view.turns.iter().filter(|turn| usize::from(turn.seat) == seat) {
            if let Act::Knock { at } = turn.act {
                among &= !rules.table.playable(at);
            }
        }
    }
    among
}

/// The mean of exact solutions of consistent deals: strong on paper, but blind to its future ignorance.
#[derive(Clone, Debug)]
pub struct Pimc {
    deals: usize,
    solver: Solver,
}

impl Pimc {
    /// A player that solves `deals` deals a move; `None` for rules without an exact solver.
    #[must_use]
    pub fn new(rules: &Rules<Line>, deals: usize) -> Option<Self> {
        Solver::new(rules).map(|solver| Self { deals, solver })
    }
}

impl Player<Line> for Pimc {
    fn choose(&mut self, rules: &Rules<Line>, view: &View<u8>, moves: &[Move<u8>], rng: &mut Rng) -> usize {
        if let Some(win) = moves.iter().position(|m| now(rules, view, m) >= 1000.0) {
            return win;
        }
        let (deals, _) = Belief::new(rules, view).pool(self.deals, &[], 1.0, rng);
        let mut sums = vec![0.0f32; moves.len()];
        let mut values = Vec::new();
        for deal in &deals {
            self.solver.values(&deal.hands, view.me, moves, &mut values);
            for (sum, &value) in sums.iter_mut().zip(&values) {
                #[expect(clippy::cast_precision_loss, reason = "within 120 points")]
                {
                    *sum += value as f32;
                }
            }
        }
        best(sums.into_iter(), rng)
    }
}

/// The adviser.
#[derive(Clone, Debug)]
pub struct Adviser<P> {
    settings: Settings,
    prospects: Prospects,
    search: Search<P>,
    stated: Vec<f32>,
}

impl<P: Copy + Eq + std::fmt::Debug> Adviser<P> {
    /// The adviser with these settings.
    #[must_use]
    pub fn new(settings: Settings, prospects: Prospects) -> Self {
        Self { settings, prospects, search: Search::default(), stated: Vec::new() }
    }
}

impl<T: Layouts> Player<T> for Adviser<T::Pos> {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        if let Some(win) = moves.iter().position(|m| now(rules, view, m) >= 1000.0) {
            return win;
        }
        let judged = self.search.run(rules, view, &self.prospects, &self.settings, rng, || false);
        let key = judged.first().map(|j| j.play.key);
        self.stated.extend(judged.first().map(|j| j.win));
        moves.iter().position(|m| Some(m.key) == key).unwrap_or(0)
    }

    fn stated(&mut self) -> Vec<f32> {
        std::mem::take(&mut self.stated)
    }
}

/// The strongest published player of fives and threes, re-implemented from the description of its tactics, whose
/// scores are added up: H the points, F two more for leading 5-4, E thirty for landing on the target and fifteen for two
/// below it once within ten, B two off for 6-6 or 5-5 without another six or five in hand, M one for each tile beyond
/// four of a number that the play shows, S the mean danger of the reply taken off.
#[derive(Clone, Copy, Debug)]
pub struct Tactics {
    tactics: [bool; 6],
}

impl Tactics {
    /// The player with the tactics named by these letters of `HFEBMS`.
    #[must_use]
    pub fn new(letters: &str) -> Self {
        let letters = letters.to_ascii_uppercase();
        Self { tactics: ['H', 'F', 'E', 'B', 'M', 'S'].map(|letter| letters.contains(letter)) }
    }
}

impl<T: Layouts> Player<T> for Tactics {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        let [high, first, end, big, majority, safe] = self.tactics;
        let spec: &Spec = &rules.spec;
        let tiles = &rules.tiles;
        let score = view.score[spec.side(view.me)];
        let double = |pip: u8| (usize::from(pip) + 1) * (usize::from(pip) + 2) / 2 - 1;
        let held: Vec<f32> = (0..=spec.max_pip)
            .map(|pip| {
                let with = tiles.with[usize::from(pip)] & view.hand;
                f32::from(u8::try_from(with.count_ones()).unwrap_or(0))
                    + f32::from(u8::from(view.hand >> double(pip) & 1 == 1))
            })
            .collect();
        let next = (view.me + 1) % spec.seats;
        let among = may_hold(rules, view, next);
        #[expect(clippy::cast_precision_loss, reason = "at most 55 tiles")]
        let odds = view.counts[next] as f32 / among.count_ones().max(1) as f32;
        let mut replies = Vec::new();
        let value = |m: &Move<T::Pos>| {
            let mut value = 0.0;
            let (low, pip) = tiles.halves[usize::from(m.tile)];
            if high {
                value += f32::from(m.points);
            }
            if first && view.pos == rules.table.start() && (low, pip) == (4, 5) {
                value += 2.0;
            }
            if end && score > spec.target - 11 {
                let after = score + i16::from(m.points);
                value += if after == spec.target {
                    30.0
                } else if after == spec.target - 2 {
                    15.0
                } else {
                    0.0
                };
            }
            if big && low == pip && pip >= 5 && tiles.with[usize::from(pip)] & view.hand & !big_doubles(double) == 0 {
                value -= 2.0;
            }
            if majority {
                let open = rules.table.open(m.next);
                let shown = held.iter().enumerate().filter(|&(pip, &n)| n > 4.0 && open >> pip & 1 == 1);
                value += shown.map(|(_, n)| n - 4.0).sum::<f32>();
            }
            if safe {
                value -= (danger(rules, among, m.next, &mut replies) * odds).round_ties_even();
            }
            value
        };
        best(moves.iter().map(value).collect::<Vec<_>>().into_iter(), rng)
    }
}

fn big_doubles(double: impl Fn(u8) -> usize) -> u64 {
    1 << double(5) | 1 << double(6)
}

/// Sum over the tiles that fit of the mean score of their plays.
fn danger<T: Layouts>(rules: &Rules<T>, among: u64, pos: T::Pos, replies: &mut Vec<Move<T::Pos>>) -> f32 {
    let mut sum = 0.0;
    for tile in bits(among & rules.table.playable(pos)) {
        replies.clear();
        rules.table.moves(1 << tile, pos, replies);
        let points: f32 = replies.iter().map(|m| f32::from(m.points)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a few plays")]
        {
            sum += points / replies.len().max(1) as f32;
        }
    }
    sum
}
