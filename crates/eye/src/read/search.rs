//! The likely ways to join the tiles: exact search over the candidates, in clusters of those that exclude one another.
//!
//! Visits so few nodes that no solver is needed. Nodes are capped, and a cut is reported.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use super::Family;
use super::Slot;
use super::body::Scene;
use super::joins::{Candidate, JoinKind};

/// Ways that are less likely than the best by more than this (natural log) are not kept.
pub(crate) const DELTA: f64 = 10.0;
/// Ways kept of one cluster, and of all together.
const MOST_PICKS: usize = 24;
const MOST_STRUCTURES: usize = 40;
/// Combinations of clusters looked at.
const MOST_POPS: usize = 400;
/// Nodes of the search, all clusters together.
const MOST_NODES: usize = 12_000;
/// Candidates compared.
const MOST_CANDIDATES: usize = 256;
/// Price of a turn at a double (one side and one half joined; people do it, seen on photos).
const TURN: f64 = -5.0;
/// Price of each further double with arms where only the first is a spinner.
const SECOND_SPINNER: f64 = -5.0;
/// Price of an arm that starts at the side of a half of a spinner.
const ARM_ASIDE: f64 = -4.0;

/// A set of candidates, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Bits([u64; MOST_CANDIDATES / 64]);

impl Bits {
    const fn add(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    const fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    fn with(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }
}

/// One way to join the tiles.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// Numbers of candidates, rising.
    pub(crate) chosen: Vec<usize>,
    /// Sum of their scores and prices, for ordering only.
    pub(crate) score: f64,
    /// Prices of unusual doubles.
    pub(crate) price: f64,
}

/// Result of the search.
#[derive(Debug)]
pub(crate) struct Structures {
    /// Likely structures, best first; at least one (perhaps without a join).
    pub(crate) structures: Vec<Structure>,
    pub(crate) cut_short: bool,
}

fn bodies(candidate: &Candidate) -> impl Iterator<Item = usize> + '_ {
    candidate.slots().map(|(tile, _)| tile)
}

fn conflict(scene: &Scene, x: &Candidate, y: &Candidate) -> bool {
    let same_pair = x.pair == y.pair || (x.pair[0] == y.pair[1] && x.pair[1] == y.pair[0]);
    same_pair
        || x.slots().any(|s| y.slots().any(|o| s == o))
        || bodies(x).any(|i| bodies(y).any(|j| scene.excluded[i].contains(&j)))
}

fn conflicts(scene: &Scene, candidates: &[Candidate]) -> Vec<Bits> {
    let mut all = vec![Bits::default(); candidates.len()];
    for i in 0..candidates.len() {
        for j in i + 1..candidates.len() {
            if conflict(scene, &candidates[i], &candidates[j]) {
                all[i].add(j);
                all[j].add(i);
            }
        }
    }
    all
}

/// Connected parts of the conflict graph, each rising.
fn clusters(conflicts: &[Bits]) -> Vec<Vec<usize>> {
    let mut done = vec![false; conflicts.len()];
    let mut all = Vec::new();
    for start in 0..conflicts.len() {
        if std::mem::replace(&mut done[start], true) {
            continue;
        }
        let (mut stack, mut members) = (vec![start], Vec::new());
        while let Some(i) = stack.pop() {
            members.push(i);
            for (j, seen) in done.iter_mut().enumerate() {
                if conflicts[i].has(j) && !std::mem::replace(seen, true) {
                    stack.push(j);
                }
            }
        }
        members.sort_unstable();
        all.push(members);
    }
    all
}

/// Some candidates of a cluster that go together.
#[derive(Clone, Debug)]
struct Pick {
    score: f64,
    chosen: Vec<usize>,
}

struct Cluster<'a> {
    candidates: &'a [Candidate],
    conflicts: &'a [Bits],
    members: &'a [usize],
    tiles: usize,
    picks: Vec<Pick>,
    best: f64,
    nodes: usize,
    most_nodes: usize,
    /// Best remaining score at each slot, for the bound; kept to spare allocations.
    slots: Vec<f64>,
}

impl Cluster<'_> {
    fn keep(&mut self, chosen: &[usize], score: f64) {
        self.best = self.best.max(score);
        let at = self.picks.partition_point(|p| p.score >= score);
        if at < MOST_PICKS && !self.picks.iter().any(|p| p.chosen == chosen) {
            self.picks.insert(at, Pick { score, chosen: chosen.to_vec() });
            self.picks.truncate(MOST_PICKS);
        }
    }

    /// Returns the score below which no pick is kept.
    fn floor(&self) -> f64 {
        let last = if self.picks.len() == MOST_PICKS { self.picks[MOST_PICKS - 1].score } else { f64::NEG_INFINITY };
        last.max(self.best - DELTA)
    }

    /// The best that the members from `from` on could still add: every candidate takes two slots at least, so half of the
    /// best at each slot.
    fn bound(&mut self, from: usize, blocked: &Bits) -> f64 {
        self.slots.clear();
        self.slots.resize(self.tiles * 4, 0.0);
        for &k in self.members[from..].iter().filter(|&&k| !blocked.has(k)) {
            let score = self.candidates[k].score;
            let ends = &self.candidates[k].edges;
            // The outer slots: those of the inferred tile of a bridge are its own.
            let outer = if ends.len() == 2 { [ends[0].ends[0], ends[1].ends[1]] } else { ends[0].ends };
            for (tile, slot) in outer {
                let place = &mut self.slots[tile * 4 + slot.index()];
                *place = place.max(score);
            }
        }
        0.5 * self.slots.iter().sum::<f64>()
    }

    fn search(&mut self, mut from: usize, chosen: &mut Vec<usize>, score: f64, blocked: Bits) {
        self.nodes += 1;
        while from < self.members.len() && blocked.has(self.members[from]) {
            from += 1;
        }
        if from == self.members.len() || self.nodes > self.most_nodes {
            self.keep(chosen, score);
            return;
        }
        if score + self.bound(from, &blocked) < self.floor() {
            return;
        }
        let k = self.members[from];
        chosen.push(k);
        self.search(from + 1, chosen, score + self.candidates[k].score, blocked.with(&self.conflicts[k]));
        chosen.pop();
        if self.nodes <= self.most_nodes {
            self.search(from + 1, chosen, score, blocked);
        }
    }
}

/// The best picks of one cluster (`members` by falling score), best first, and the nodes visited.
fn picks(
    candidates: &[Candidate],
    conflicts: &[Bits],
    members: &[usize],
    tiles: usize,
    most: usize,
) -> (Vec<Pick>, usize) {
    let (mut greedy, mut blocked, mut score) = (Vec::new(), Bits::default(), 0.0);
    for &k in members {
        if !blocked.has(k) && candidates[k].score > 0.0 {
            greedy.push(k);
            score += candidates[k].score;
            blocked = blocked.with(&conflicts[k]);
        }
    }
    let mut cluster = Cluster {
        candidates,
        conflicts,
        members,
        tiles,
        picks: Vec::new(),
        best: score,
        nodes: 0,
        most_nodes: most,
        slots: Vec::new(),
    };
    cluster.keep(&greedy, score);
    cluster.search(0, &mut Vec::new(), 0.0, Bits::default());
    let (best, nodes) = (cluster.best, cluster.nodes);
    let mut picks = cluster.picks;
    picks.retain(|p| p.score > best - DELTA);
    (picks, nodes)
}

/// A combination of one pick a cluster.
struct Combination {
    score: f64,
    picks: Vec<usize>,
}

impl PartialEq for Combination {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Combination {}

impl PartialOrd for Combination {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Combination {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.picks.cmp(&self.picks))
    }
}

/// Parts of a forest under construction.
struct Parts(Vec<usize>);

impl Parts {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Joins two tiles; `false` if that closes a loop.
    fn join(&mut self, i: usize, j: usize) -> bool {
        let (a, b) = (self.root(i), self.root(j));
        self.0[a] = b;
        a != b
    }
}

fn is_forest(candidates: &[Candidate], chosen: &[usize], tiles: usize) -> bool {
    let mut parts = Parts::new(tiles);
    chosen.iter().flat_map(|&k| &candidates[k].edges).all(|e| parts.join(e.ends[0].0, e.ends[1].0))
}

/// The candidates on loops: those left when leaves are taken off again and again.
fn on_loops(candidates: &[Candidate], chosen: &[usize], tiles: usize) -> Vec<usize> {
    let mut left = chosen.to_vec();
    loop {
        let mut degree = vec![0usize; tiles];
        for edge in left.iter().flat_map(|&k| &candidates[k].edges) {
            for (tile, _) in edge.ends {
                degree[tile] += 1;
            }
        }
        let before = left.len();
        left.retain(|&k| candidates[k].pair.iter().all(|&t| degree[t] > 1));
        if left.len() == before {
            return left;
        }
    }
}

/// Returns the price of a structure's doubles, after taking out arms that no spinner carries.
fn price_doubles(scene: &Scene, candidates: &[Candidate], chosen: &mut Vec<usize>) -> Option<f64> {
    loop {
        match try_price(scene, candidates, chosen) {
            Ok(price) => return Some(price),
            Err(tile) => {
                let arm = |c: &Candidate| {
                    c.edges.iter().any(|e| e.ends.iter().any(|&(t, slot)| t == tile && !slot.is_side()))
                };
                let before = chosen.len();
                if scene.settings.family == Family::Line {
                    return None;
                }
                chosen.retain(|&k| !arm(&candidates[k]));
                if chosen.len() == before {
                    return None;
                }
            }
        }
    }
}

/// The price, or the double that has arms without being one that may.
fn try_price(scene: &Scene, candidates: &[Candidate], chosen: &[usize]) -> Result<f64, usize> {
    let mut uses: Vec<[Option<JoinKind>; 4]> = vec![[None; 4]; scene.bodies.len()];
    for edge in chosen.iter().flat_map(|&k| &candidates[k].edges) {
        for (tile, slot) in edge.ends {
            uses[tile][slot.index()] = Some(edge.kind);
        }
    }
    let (mut price, mut spinners) = (0.0, 0u32);
    for (tile, used) in uses.iter().enumerate() {
        let taken = |slot: Slot| used[slot.index()].is_some();
        let sides = usize::from(taken(Slot::Left)) + usize::from(taken(Slot::Right));
        let halves = usize::from(taken(Slot::A)) + usize::from(taken(Slot::B));
        match (sides, halves) {
            (0, _) | (_, 0) => {}
            (1, _) if scene.settings.family == Family::SpinnerAtOnce => {}
            (1, 1) if scene.bodies[tile].seen.is_some() => price += TURN,
            (2, _) if scene.settings.family != Family::Line => {
                spinners += 1;
                if used[..2].contains(&Some(JoinKind::Corner)) {
                    price += ARM_ASIDE;
                }
            }
            _ => return Err(tile),
        }
    }
    if scene.settings.family == Family::SpinnerFirst && spinners > 1 {
        price += SECOND_SPINNER * f64::from(spinners - 1);
    }
    Ok(price)
}

/// Returns the price of a double in line or at a corner, by its probability.
fn price_inline(scene: &Scene, candidates: &[Candidate], chosen: &[usize]) -> f64 {
    if !scene.settings.use_rules {
        return 0.0;
    }
    let mut sides = BTreeSet::new();
    let mut halves = BTreeSet::new();
    for (tile, slot) in chosen.iter().flat_map(|&k| candidates[k].slots()) {
        if slot.is_side() {
            sides.insert(tile)
        } else {
            halves.insert(tile)
        };
    }
    let price = |&tile: &usize| scene.bodies[tile].price_as_double(scene.prices.inline);
    halves.difference(&sides).filter(|&&t| scene.bodies[t].seen.is_some()).map(price).sum()
}

struct Collector<'a> {
    scene: &'a Scene,
    candidates: &'a [Candidate],
    structures: Vec<Structure>,
}

impl Collector<'_> {
    fn add(&mut self, mut chosen: Vec<usize>) {
        let Some(price) = price_doubles(self.scene, self.candidates, &mut chosen) else { return };
        chosen.sort_unstable();
        if self.structures.iter().any(|s| s.chosen == chosen) {
            return;
        }
        let sum: f64 = chosen.iter().map(|&k| self.candidates[k].score).sum();
        let score = sum + price + price_inline(self.scene, self.candidates, &chosen);
        self.structures.push(Structure { chosen, score, price });
    }
}

/// The likely structures. `candidates` come sorted by falling score.
pub(crate) fn search(scene: &Scene, candidates: &[Candidate]) -> Structures {
    let mut cut_short = candidates.len() > MOST_CANDIDATES;
    let candidates = &candidates[..candidates.len().min(MOST_CANDIDATES)];
    let conflicts = conflicts(scene, candidates);
    let tiles = scene.bodies.len();
    let mut nodes = 0;
    let mut parts: Vec<Vec<Pick>> = Vec::new();
    let clusters = clusters(&conflicts);
    for (i, members) in clusters.iter().enumerate() {
        let share = (MOST_NODES - nodes.min(MOST_NODES)) / (clusters.len() - i);
        let most = share.max(members.len() * 2);
        let (picks, visited) = picks(candidates, &conflicts, members, tiles, most);
        cut_short |= visited > most;
        nodes += visited;
        parts.push(picks);
    }
    let mut collector = Collector { scene, candidates, structures: Vec::new() };
    combine(&parts, &mut collector);
    let mut structures = collector.structures;
    if !structures.iter().any(|s| s.chosen.is_empty()) {
        structures.push(Structure { chosen: Vec::new(), score: 0.0, price: 0.0 });
    }
    structures.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.chosen.cmp(&b.chosen)));
    let least = structures[0].score - DELTA;
    structures.retain(|s| s.score > least);
    structures.truncate(MOST_STRUCTURES);
    Structures { structures, cut_short }
}

/// Goes through combinations of the clusters' picks, best first.
fn combine(parts: &[Vec<Pick>], collector: &mut Collector<'_>) {
    let tiles = collector.scene.bodies.len();
    let top: f64 = parts.iter().map(|p| p[0].score).sum();
    let mut heap = BinaryHeap::from([Combination { score: top, picks: vec![0; parts.len()] }]);
    let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut pops = 0;
    while let Some(combination) = heap.pop() {
        pops += 1;
        if combination.score < top - DELTA || pops > MOST_POPS || collector.structures.len() >= MOST_STRUCTURES {
            break;
        }
        let chosen: Vec<usize> =
            combination.picks.iter().zip(parts).flat_map(|(&p, picks)| picks[p].chosen.iter().copied()).collect();
        if is_forest(collector.candidates, &chosen, tiles) {
            collector.add(chosen);
        } else {
            // A closed line: it may be open at each of its joins.
            for out in on_loops(collector.candidates, &chosen, tiles) {
                let open: Vec<usize> = chosen.iter().copied().filter(|&k| k != out).collect();
                if is_forest(collector.candidates, &open, tiles) {
                    collector.add(open);
                }
            }
        }
        for (c, picks) in parts.iter().enumerate() {
            let at = combination.picks[c];
            if let (Some(this), Some(next)) = (picks.get(at), picks.get(at + 1)) {
                let mut indices = combination.picks.clone();
                indices[c] += 1;
                if known.insert(indices.clone()) {
                    heap.push(Combination { score: combination.score - this.score + next.score, picks: indices });
                }
            }
        }
    }
}
