//! Information-set Monte Carlo tree search: one tree over what all can see, each iteration with another deal drawn from
//! the belief, and the chance of winning the game as its reward.

mod settings;

pub use settings::Settings;

use crate::belief::{Belief, Deal};
use crate::policy::{Outlook, choices, worth_now};
use crate::race::Prospects;
use crate::rollout::{Ready, Rollout, Rules};
use crate::spec::{Draw, SEATS};
use crate::table::{Layouts, Move};
use crate::view::View;
use game::rng::Rng;

/// A move with what the search found out about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<P> {
    /// The move.
    pub play: Move<P>,
    /// Times it was tried.
    pub visits: u32,
    /// Mean chance to win the game after it.
    pub win: f32,
    /// Standard error of that mean.
    pub error: f32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    act: u16,
    first: u32,
    sibling: u32,
    visits: u32,
    available: u32,
    reward: f32,
    squares: f32,
}

impl Node {
    const fn new(act: u16, sibling: u32) -> Self {
        Self { act, first: 0, sibling, visits: 0, available: 1, reward: 0.0, squares: 0.0 }
    }
}

/// An act of the search's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A tile.
    Play(u8),
    /// A knock.
    Knock,
    /// Draws.
    Draw(u8),
}

/// Keys of the acts that are not plays.
const KNOCK: u16 = 0xff00;
const DREW: u16 = 0xff80;

/// The search with its memory, to be used again and again.
#[derive(Clone, Debug)]
pub struct Search<P> {
    nodes: Vec<Node>,
    path: Vec<(u32, u8)>,
    moves: Vec<Move<P>>,
    kids: Vec<u32>,
    values: Vec<f32>,
    /// Logarithms of small numbers: they are asked for at every move of a search.
    logs: Vec<f32>,
    /// Values of the root's moves by the quick judge, as rewards less that of the best.
    prior: Vec<f32>,
    /// Rewards and tries of the root so far.
    mean: (f32, f32),
    /// The deals of the last search, with their weights.
    pub deals: Vec<Deal>,
    /// Whether these are all deals that fit.
    pub all_deals: bool,
    cumulated: Vec<f64>,
    done: u32,
    sum: f64,
    base: f32,
}

impl<P: Copy + Eq> Default for Search<P> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
            kids: Vec::new(),
            values: Vec::new(),
            logs: (0..4096u16).map(|n| f32::from(n).ln()).collect(),
            prior: Vec::new(),
            mean: (0.0, 0.0),
            deals: Vec::new(),
            all_deals: false,
            cumulated: Vec::new(),
            done: 0,
            sum: 0.0,
            base: 0.0,
        }
    }
}

/// The scale of rewards at the score of a view.
#[derive(Clone, Copy, Debug)]
struct Scale {
    base: [f32; SEATS],
    unit: f32,
}

/// Everything a search is about, unchanged while it runs.
#[derive(Debug)]
struct Task<'a, T: Layouts> {
    rules: &'a Rules<T>,
    view: &'a View<T::Pos>,
    prospects: &'a Prospects,
    settings: &'a Settings,
    scale: Scale,
}

impl<T: Layouts> Task<'_, T> {
    /// The position with the tiles of a deal.
    fn rollout(&self, deal: &Deal) -> Rollout<T::Pos> {
        let mut rollout = self.rules.begin(deal.hands, self.view.me, self.view.score);
        rollout.leader = self.view.leader;
        rollout.pos = self.view.pos;
        let [points, _] = self.rules.spec.first_pass;
        if points > 0
            && !rollout.passed
            && let Some(maker) = self.view.first_pass()
        {
            rollout.passed = true;
            // A side that still has no points was not paid.
            rollout.below = if rollout.score[self.rules.spec.side(maker)] == 0 { points } else { 0 };
        }
        if self.rules.spec.draw != Draw::Never {
            let known = self.view.played | deal.hands.iter().fold(0, |all, hand| all | hand);
            rollout.stock = crate::rollout::Stock::new(self.rules.spec.full() & !known);
        }
        rollout
    }
}

impl<P: Copy + Eq + std::fmt::Debug> Search<P> {
    /// Judges every move of the seat to move, best first; empty if it has none. `stop` is asked every 256 iterations.
    pub fn run<T: Layouts<Pos = P>>(
        &mut self,
        rules: &Rules<T>,
        view: &View<P>,
        prospects: &Prospects,
        settings: &Settings,
        rng: &mut Rng,
        mut stop: impl FnMut() -> bool,
    ) -> Vec<Judged<P>> {
        // Without a race table, points are played for as if every hand were the first.
        let first = View { score: [0; SEATS], ..view.clone() };
        let view = if settings.race { view } else { &first };
        let belief = Belief::new(rules, view);
        let (past, slip) = match settings.model {
            Some(model) => (choices(rules, view, &model), model.slip),
            None => (Vec::new(), 1.0),
        };
        (self.deals, self.all_deals) = belief.pool(settings.pool, &past, slip, rng);
        self.cumulated.clear();
        let mut sum = 0.0;
        for deal in &self.deals {
            sum += deal.weight;
            self.cumulated.push(sum);
        }
        let task = Task { rules, view, prospects, settings, scale: scale(rules, view, prospects, settings) };
        let mut outlook = Outlook::new(rules, view);
        self.nodes.clear();
        self.nodes.push(Node::new(0, 0));
        let side = rules.spec.side(view.me);
        self.base = task.scale.base[side];
        self.sum = 0.0;
        self.think_ahead(&task, &mut outlook);
        let mut done = 0;
        while done < settings.iterations && !self.deals.is_empty() {
            if done % 256 == 255 && stop() {
                break;
            }
            let deal = self.pick(rng);
            let reward = self.iterate(&task, deal, &mut outlook, rng)[side];
            self.mean = (self.mean.0 + reward, self.mean.1 + 1.0);
            self.sum += f64::from(task.scale.base[side] + reward * task.scale.unit);
            done += 1;
        }
        self.done = done;
        self.judged(&task)
    }

    /// Notes what the quick judge thinks of the moves at the root.
    fn think_ahead<T: Layouts<Pos = P>>(&mut self, task: &Task<'_, T>, outlook: &mut Outlook) {
        self.prior.clear();
        self.mean = (0.0, 0.0);
        let Some(deal) = self.deals.first().copied() else { return };
        if task.settings.prior <= 0.0 {
            return;
        }
        let rollout = task.rollout(&deal);
        let mut moves = Vec::new();
        task.rules.choices(&rollout, &mut moves);
        self.value(task, &rollout, &moves, outlook);
        let top = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // A tenth of the target is half a reward.
        let slope = 5.0 / f32::from(task.rules.spec.target.max(1));
        self.prior.extend(self.values.iter().map(|value| (value - top) * slope));
    }

    /// The mean reward of the root's move `i` after `n` tries that brought `reward`; the quick judge's opinion counts for
    /// `weight` tries more.
    fn informed(&self, weight: f32, i: usize, reward: f32, n: f32) -> f32 {
        let Some(prior) = self.prior.get(i) else { return reward / n };
        (reward + weight * (prior + self.mean.0 / self.mean.1.max(1.0))) / (n + weight)
    }

    /// The variance of the rewards of all tries.
    fn spread(&self) -> f32 {
        let (sum, n) = (self.mean.0, self.mean.1.max(1.0));
        let mut child = self.nodes[0].first;
        let mut squares = 0.0;
        while child != 0 {
            squares += self.nodes[child as usize].squares;
            child = self.nodes[child as usize].sibling;
        }
        (squares - sum * sum / n).max(0.0) / n
    }

    /// Iterations of the last search.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.done
    }

    /// Mean chance to win of the last search's asking seat, over all its iterations.
    #[must_use]
    pub fn root(&self) -> f32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "a chance")]
        if self.done == 0 { self.base } else { (self.sum / self.done as f64) as f32 }
    }

    /// The most tried continuation of a move, at most eight acts, that move first.
    pub(crate) fn line(&self, key: u16) -> Vec<Key> {
        let mut out = Vec::new();
        let children = |at: u32| {
            let first = self.nodes.get(at as usize).map_or(0, |node| node.first);
            std::iter::successors(Some(first), |&child| Some(self.nodes[child as usize].sibling))
                .take_while(|&c| c != 0)
        };
        let mut next = children(0).find(|&child| self.nodes[child as usize].act == key);
        while let Some(at) = next.filter(|_| out.len() < 8) {
            out.push(match self.nodes[at as usize].act {
                act if act >= DREW => Key::Draw((act & 0x7f) as u8),
                act if act >= KNOCK => Key::Knock,
                act => Key::Play((act & 63) as u8),
            });
            let tried = |&child: &u32| self.nodes[child as usize].visits;
            next = children(at).max_by_key(tried).filter(|child| tried(child) >= 8);
        }
        out
    }

    fn pick(&self, rng: &mut Rng) -> Deal {
        let x = rng.unit() * self.cumulated.last().copied().unwrap_or(0.0);
        let i = self.cumulated.partition_point(|&c| c <= x).min(self.deals.len() - 1);
        self.deals[i]
    }

    fn iterate<T: Layouts<Pos = P>>(
        &mut self,
        task: &Task<'_, T>,
        deal: Deal,
        outlook: &mut Outlook,
        rng: &mut Rng,
    ) -> [f32; SEATS] {
        let rules = task.rules;
        let mut rollout = task.rollout(&deal);
        self.path.clear();
        let mut at = 0u32;
        let mut in_tree = true;
        while rollout.ended.is_none() {
            let seat = rollout.turn;
            let ready = rules.ready(&mut rollout, rng);
            let (drew, can_play) = match ready {
                Ready::Choose { drew } => (drew, true),
                Ready::Pass { drew } => (drew, false),
            };
            if in_tree && (drew > 0 || !can_play) {
                let act = if can_play { DREW } else { KNOCK } | u16::from(drew);
                (at, in_tree) = self.forced(at, act);
                self.path.push((at, side(rules, seat)));
            }
            if !can_play {
                rules.knock(&mut rollout);
                continue;
            }
            let mut moves = std::mem::take(&mut self.moves);
            rules.choices(&rollout, &mut moves);
            let m = if in_tree {
                let (child, i, known) = self.select(task, &rollout, at, &moves, outlook, rng);
                self.path.push((child, side(rules, seat)));
                (at, in_tree) = (child, known);
                moves[i]
            } else if moves.len() == 1 {
                moves[0]
            } else if task.settings.greedy > 0.0 && rng.chance(f64::from(task.settings.greedy)) {
                let i = self.judge(task, &rollout, &moves, outlook, rng);
                moves[i]
            } else {
                moves[rng.below(moves.len())]
            };
            rules.play(&mut rollout, &m);
            self.moves = moves;
        }
        let reward = reward(task, &rollout);
        for &(node, side) in &self.path {
            let node = &mut self.nodes[node as usize];
            let r = reward[usize::from(side)];
            node.visits += 1;
            node.reward += r;
            node.squares += r * r;
        }
        reward
    }

    /// The child of an act without choice, made if need be. The second value says whether it was there.
    fn forced(&mut self, at: u32, act: u16) -> (u32, bool) {
        let mut child = self.nodes[at as usize].first;
        while child != 0 {
            let node = &self.nodes[child as usize];
            if node.act == act {
                return (child, true);
            }
            child = node.sibling;
        }
        (self.add(at, act), false)
    }

    fn add(&mut self, at: u32, act: u16) -> u32 {
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let sibling = std::mem::replace(&mut self.nodes[at as usize].first, id);
        self.nodes.push(Node::new(act, sibling));
        id
    }

    /// Chooses among the moves at a node: the child's number, the move's, and whether the child was there before.
    fn select<T: Layouts<Pos = P>>(
        &mut self,
        task: &Task<'_, T>,
        rollout: &Rollout<P>,
        at: u32,
        moves: &[Move<P>],
        outlook: &mut Outlook,
        rng: &mut Rng,
    ) -> (u32, usize, bool) {
        let settings = task.settings;
        self.kids.clear();
        self.kids.resize(moves.len(), 0);
        let mut child = self.nodes[at as usize].first;
        while child != 0 {
            let node = &mut self.nodes[child as usize];
            if let Some(i) = moves.iter().position(|m| m.key == node.act) {
                self.kids[i] = child;
                node.available += 1;
            }
            child = node.sibling;
        }
        let informed = at == 0 && !self.prior.is_empty();
        let missing = self.kids.iter().filter(|&&kid| kid == 0).count();
        let (seat, me) = (rollout.turn, task.view.me);
        let quick = if seat != me {
            if side(task.rules, seat) == side(task.rules, me) { settings.partner } else { settings.opponent }
        } else if at != 0 && missing > 0 {
            settings.own
        } else {
            0.0
        };
        let i = if quick > 0.0 && moves.len() > 1 && rng.chance(f64::from(quick)) {
            self.judge(task, rollout, moves, outlook, rng)
        } else if missing > 0 && !informed {
            let skip = rng.below(missing);
            (0..moves.len()).filter(|&i| self.kids[i] == 0).nth(skip).unwrap_or(0)
        } else {
            self.most_promising(settings, informed)
        };
        match self.kids[i] {
            0 => (self.add(at, moves[i].key), i, false),
            child => (child, i, true),
        }
    }

    /// The move with the highest upper bound; with an opinion of the quick judge also one that has not been tried.
    fn most_promising(&self, settings: &Settings, informed: bool) -> usize {
        let mut best = (f32::NEG_INFINITY, 0);
        let tries = if informed { self.mean.1.max(1.0).ln() } else { 0.0 };
        for (i, &kid) in self.kids.iter().enumerate() {
            let node = if kid == 0 { Node::new(0, 0) } else { self.nodes[kid as usize] };
            #[expect(clippy::cast_precision_loss, reason = "at most some millions")]
            let n = node.visits as f32;
            let bound = if informed {
                let mean = self.informed(settings.prior, i, node.reward, n);
                mean + settings.explore * (tries / (n + 1.0)).sqrt()
            } else {
                node.reward / n + settings.explore * (self.log(node.available) / n).sqrt()
            };
            if bound > best.0 {
                best = (bound, i);
            }
        }
        best.1
    }

    fn log(&self, n: u32) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "at most some millions")]
        self.logs.get(n as usize).copied().unwrap_or_else(|| (n as f32).ln())
    }

    /// The quick judge's values of the moves of the seat to move.
    fn value<T: Layouts<Pos = P>>(
        &mut self,
        task: &Task<'_, T>,
        rollout: &Rollout<P>,
        moves: &[Move<P>],
        outlook: &mut Outlook,
    ) {
        let rules = task.rules;
        let seat = rollout.turn;
        let score = rollout.score[rules.spec.side(seat)];
        let mut next = (seat + 1) % rules.spec.seats;
        while rollout.hands[next] == 0 && next != seat {
            next = (next + 1) % rules.spec.seats;
        }
        let k = rollout.hands[next].count_ones() as usize;
        let fear =
            if rules.spec.side(next) == rules.spec.side(seat) { -task.settings.fear } else { task.settings.fear };
        let shed = task.settings.shed * rules.spec.pip_worth();
        self.values.clear();
        for m in moves {
            let award = rules.award(rollout, m);
            let credit = rules.spec.credit(score, award);
            let mut value = worth_now(rules, m.tile, credit) + shed * f32::from(rules.tiles.pips[usize::from(m.tile)]);
            if rules.spec.wins_now(score + credit) {
                value += 100.0;
            } else if fear != 0.0 {
                value -= fear * outlook.reply(rules, seat, next, k, m.next);
            }
            self.values.push(value);
        }
    }

    /// A move chosen by the quick judge, at random between close values.
    fn judge<T: Layouts<Pos = P>>(
        &mut self,
        task: &Task<'_, T>,
        rollout: &Rollout<P>,
        moves: &[Move<P>],
        outlook: &mut Outlook,
        rng: &mut Rng,
    ) -> usize {
        self.value(task, rollout, moves, outlook);
        let top = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for value in &mut self.values {
            *value = ((*value - top) / task.settings.temperature).exp();
            sum += *value;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a number below 1")]
        let mut x = rng.unit() as f32 * sum;
        for (i, value) in self.values.iter().enumerate() {
            x -= value;
            if x < 0.0 {
                return i;
            }
        }
        moves.len() - 1
    }

    fn judged<T: Layouts<Pos = P>>(&self, task: &Task<'_, T>) -> Vec<Judged<P>> {
        let mut moves = Vec::new();
        task.rules.choices_of(task.view.hand, task.view.pos, &mut moves);
        let side = usize::from(side(task.rules, task.view.me));
        let mut out: Vec<Judged<P>> = moves.iter().enumerate().map(|(i, m)| self.judge_one(task, side, i, m)).collect();
        // The most certain comes first: a mean less two errors, so that a rarely tried move needs a clear lead.
        let sure = |j: &Judged<P>| j.win - 2.0 * j.error;
        out.sort_by(|a, b| sure(b).total_cmp(&sure(a)).then(b.play.points.cmp(&a.play.points)));
        out
    }

    fn judge_one<T: Layouts<Pos = P>>(&self, task: &Task<'_, T>, side: usize, i: usize, m: &Move<P>) -> Judged<P> {
        let mut child = self.nodes[0].first;
        while child != 0 && self.nodes[child as usize].act != m.key {
            child = self.nodes[child as usize].sibling;
        }
        let Scale { base, unit } = task.scale;
        let node = match child {
            0 => Node::new(m.key, 0),
            child => self.nodes[child as usize],
        };
        if node.visits == 0 {
            return Judged { play: *m, visits: 0, win: base[side], error: 1.0 };
        }
        #[expect(clippy::cast_precision_loss, reason = "at most some millions")]
        let n = node.visits as f32;
        let spread = node.squares - node.reward * node.reward / n;
        let weight = if self.prior.is_empty() { 0.0 } else { task.settings.prior };
        // The quick judge's tries are as spread as all tries of the root.
        let spread = (spread + weight * self.spread()).max(0.0) / (n + weight);
        let error = (spread / (n + weight)).sqrt() * unit + if n < 2.0 { 1.0 } else { 0.0 };
        let mean = self.informed(weight, i, node.reward, n);
        Judged { play: *m, visits: node.visits, win: (base[side] + mean * unit).clamp(0.0, 1.0), error }
    }
}

fn side<T: Layouts>(rules: &Rules<T>, seat: usize) -> u8 {
    u8::try_from(rules.spec.side(seat)).unwrap_or(0)
}

fn reward<T: Layouts>(task: &Task<'_, T>, rollout: &Rollout<T::Pos>) -> [f32; SEATS] {
    let Scale { base, unit } = task.scale;
    let mut out = standing(task, rollout);
    for (out, base) in out.iter_mut().zip(base) {
        *out = (*out - base) / unit;
    }
    out
}

fn standing<T: Layouts>(task: &Task<'_, T>, rollout: &Rollout<T::Pos>) -> [f32; SEATS] {
    if task.settings.race {
        return task.prospects.after(task.rules, &rollout.score, task.view.leader);
    }
    points(task.rules, task.view, &rollout.score)
}

/// Points made in the rest of the hand, each side's less the mean of the others'.
fn points<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, score: &[i16; SEATS]) -> [f32; SEATS] {
    let sides = rules.spec.sides();
    let mut out = [0.0; SEATS];
    let gain: f32 = (0..sides).map(|s| f32::from(score[s] - view.score[s])).sum();
    #[expect(clippy::cast_precision_loss, reason = "at most 3")]
    let others = (sides - 1) as f32;
    for side in 0..sides {
        let own = f32::from(score[side] - view.score[side]);
        out[side] = own - (gain - own) / others;
    }
    out
}

/// The chance at the present score, and twice the swing of a tenth of the target, so that one constant of exploration
/// serves at every score.
fn scale<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, prospects: &Prospects, settings: &Settings) -> Scale {
    if !settings.race {
        return Scale { base: [0.0; SEATS], unit: f32::from(rules.spec.target) / 5.0 };
    }
    let base = prospects.after(rules, &view.score, view.leader);
    let side = rules.spec.side(view.me);
    let swing = (rules.spec.target / 10).max(1);
    let top = rules.spec.target - 1;
    let mut unit = 0.05f32;
    for who in 0..rules.spec.sides() {
        let mut score = view.score;
        score[who] = (score[who] + swing).min(top);
        unit = unit.max((prospects.after(rules, &score, view.leader)[side] - base[side]).abs());
    }
    Scale { base, unit: 2.0 * unit }
}
