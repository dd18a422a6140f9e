//! One way to read the table: a structure with its values, its ends and its score.

use super::body::Scene;
use super::joins::{Candidate, Edge, JoinKind};
use super::rest::detections;
use super::search::Structure;
use super::values::{Pair, Tree, sorted};
use super::{Family, Slot};

/// Most that a loose tile pays for repeating a tile of the layout: it may not be a tile, or belong to another set.
const REPEATED: f64 = -3.0;

/// An open end, by body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct End {
    pub(crate) tile: usize,
    /// The open half; `None` for a crosswise (or lone) double.
    pub(crate) half: Option<Slot>,
    pub(crate) value: usize,
}

impl End {
    /// Returns what counts: the pips and whether they count twice.
    pub(crate) const fn key(&self) -> (usize, bool) {
        (self.value, self.half.is_none())
    }
}

/// One way to read the table.
#[derive(Debug)]
pub(crate) struct Hypothesis<'a> {
    pub(crate) tree: Tree<'a>,
    /// Per body, of the layout's tiles.
    pub(crate) values: Vec<Option<Pair>>,
    pub(crate) ends: Vec<End>,
    /// Log-weight against the other hypotheses.
    pub(crate) score: f64,
    /// Chains of joined tiles apart from the layout.
    pub(crate) apart: Vec<Vec<usize>>,
}

impl Hypothesis<'_> {
    /// Reports whether the body is part of the layout.
    pub(crate) fn has(&self, tile: usize) -> bool {
        self.values[tile].is_some()
    }

    /// The ends as a sorted list of what counts.
    pub(crate) fn end_keys(&self) -> Vec<(usize, bool)> {
        let mut keys: Vec<_> = self.ends.iter().map(End::key).collect();
        keys.sort_unstable();
        keys
    }

    /// Probability that a tile of this layout is what its values say.
    pub(crate) fn certainty(&self, tile: usize) -> f64 {
        if self.tree.scene.settings.use_rules {
            return self.tree.certainty(tile, &self.values);
        }
        let [p, q] = &self.tree.scene.bodies[tile].probs;
        self.values[tile].map_or(0.0, |[x, y]| p[x] * q[y])
    }

    /// Gives a tile of the layout other values, and its open ends with it.
    pub(crate) fn show(&mut self, tile: usize, pair: Pair) {
        self.values[tile] = Some(pair);
        self.ends = ends(&self.tree, &self.values);
    }

    /// Reports whether the two halves of an edge are equal.
    pub(crate) fn matches(&self, edge: &Edge) -> bool {
        let shown = edge.ends.map(|(tile, slot)| self.values[tile].map(|v| v[usize::from(slot == Slot::B)]));
        shown[0] == shown[1]
    }
}

/// The joined parts of a structure, each as its tiles and its edges' numbers.
fn parts(scene: &Scene, edges: &[Edge]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let count = scene.bodies.len();
    let mut adjacent = vec![Vec::new(); count];
    for (k, edge) in edges.iter().enumerate() {
        let [(i, _), (j, _)] = edge.ends;
        adjacent[i].push((j, k));
        adjacent[j].push((i, k));
    }
    let mut done = vec![false; count];
    let mut all = Vec::new();
    for start in 0..count {
        // An inferred tile exists only if something is joined to it.
        let alone = adjacent[start].is_empty();
        if done[start] || (alone && scene.bodies[start].seen.is_none()) {
            continue;
        }
        done[start] = true;
        let (mut stack, mut tiles, mut used) = (vec![start], Vec::new(), Vec::new());
        while let Some(tile) = stack.pop() {
            tiles.push(tile);
            for &(next, k) in &adjacent[tile] {
                if !used.contains(&k) {
                    used.push(k);
                }
                if !std::mem::replace(&mut done[next], true) {
                    stack.push(next);
                }
            }
        }
        all.push((tiles, used));
    }
    all
}

/// A part of a structure: its tiles and its edges.
type Joined = (Vec<usize>, Vec<Edge>);

/// The layout, the part that is joined best, or of no part the likeliest single tile; and the other parts that are joined.
fn layout(scene: &Scene, candidates: &[Candidate], structure: &Structure) -> Option<(Joined, Vec<Joined>)> {
    let mut edges = Vec::new();
    let mut scores = Vec::new();
    for &k in &structure.chosen {
        let candidate = &candidates[k];
        for edge in &candidate.edges {
            edges.push(*edge);
            scores.push(candidate.score / if candidate.edges.len() == 2 { 2.0 } else { 1.0 });
        }
    }
    let value = |tiles: &[usize], used: &[usize]| {
        let weak: f64 = tiles.iter().map(|&t| scene.bodies[t].logit.min(0.0)).sum();
        let joined: f64 = used.iter().map(|&k| scores[k]).sum();
        // Among tiles without a join, the most confident one with the best fit; far below the value of a join.
        let tie: f64 = tiles.iter().map(|&t| scene.bodies[t].logit - scene.bodies[t].print.rms).sum();
        0.3 * weak + joined + 0.01 * tie
    };
    let mut parts = parts(scene, &edges);
    let best = (0..parts.len()).max_by(|&a, &b| {
        let value = |i: usize| value(&parts[i].0, &parts[i].1);
        value(a).total_cmp(&value(b))
    })?;
    let joined =
        |(tiles, used): (Vec<usize>, Vec<usize>)| (tiles, used.into_iter().map(|k| edges[k]).collect::<Vec<Edge>>());
    let layout = joined(parts.remove(best));
    let others = parts.into_iter().filter(|(_, used)| !used.is_empty()).map(joined);
    Some((layout, others.collect()))
}

/// Reports whether this part is certainly a chain: seen tiles with matching joined halves.
fn is_chain(scene: &Scene, (tiles, edges): &Joined) -> bool {
    let shown = |(tile, slot): (usize, Slot)| scene.bodies[tile].alone(scene.pips).0[usize::from(slot == Slot::B)];
    let there = |&tile: &usize| scene.bodies[tile].seen.is_some() && scene.bodies[tile].logit > 0.0;
    tiles.iter().all(there) && edges.iter().all(|edge| shown(edge.ends[0]) == shown(edge.ends[1]))
}

/// Returns the price of loose tiles that repeat one of the layout. It changes no values, but makes another reading of
/// the layout slightly likelier, whatever their number.
fn repeated(scene: &Scene, values: &[Option<Pair>]) -> f64 {
    let known: Vec<Pair> = values.iter().flatten().copied().map(sorted).collect();
    let price = |tile: usize| {
        let body = &scene.bodies[tile];
        let ([x, y], own) = body.alone(scene.pips);
        if values[tile].is_some() || body.seen.is_none() || body.logit < 0.0 || !known.contains(&sorted([x, y])) {
            return 0.0;
        }
        let mut second = f64::NEG_INFINITY;
        for p in 0..scene.pips {
            for q in 0..scene.pips {
                if sorted([p, q]) != sorted([x, y]) {
                    second = second.max(body.logs[0][p] + body.logs[1][q]);
                }
            }
        }
        (second - own).max(REPEATED)
    };
    (0..values.len()).map(price).sum::<f64>().max(REPEATED)
}

/// The open ends of a layout with these values.
fn ends(tree: &Tree<'_>, values: &[Option<Pair>]) -> Vec<End> {
    let mut all = Vec::new();
    for &tile in &tree.tiles {
        let Some([a, b]) = values[tile] else { continue };
        let taken: Vec<Slot> = tree.taken(tile).collect();
        if taken.is_empty() && a == b {
            all.push(End { tile, half: None, value: a });
        } else if tree.is_crosswise(tile) {
            let at_once = tree.scene.settings.family == Family::SpinnerAtOnce;
            let sides = taken.iter().filter(|s| s.is_side()).count();
            if sides == 1 && (taken.len() == 1 || at_once) {
                all.push(End { tile, half: None, value: a });
            }
        } else {
            for (half, value) in [(Slot::A, a), (Slot::B, b)] {
                if !taken.contains(&half) {
                    all.push(End { tile, half: Some(half), value });
                }
            }
        }
    }
    all
}

/// Scores a structure exactly; `None` without any tile.
pub(crate) fn hypothesis<'a>(
    scene: &'a Scene,
    candidates: &[Candidate],
    structure: &Structure,
) -> Option<Hypothesis<'a>> {
    let ((tiles, edges), others) = layout(scene, candidates, structure)?;
    let apart = others.into_iter().filter(|part| is_chain(scene, part)).map(|(tiles, _)| tiles).collect();
    let rules = scene.settings.use_rules;
    let tree = Tree::new(scene, tiles, edges);
    let geometry: f64 = tree.edges.iter().map(|e| e.geometry).sum();
    let mut flags = vec![false; scene.bodies.len()];
    for &tile in &tree.tiles {
        flags[tile] = true;
    }
    let mut score = geometry + structure.price + detections(scene, &flags);
    let values = if rules {
        let (fit, values) = tree.assign();
        let mut own = 0.0;
        for &tile in &tree.tiles {
            let body = &scene.bodies[tile];
            if body.seen.is_some() {
                own += body.alone(scene.pips).1;
            } else if !tree.is_crosswise(tile) {
                // The value at its far side is any of the others.
                own += (scene.log_pips().exp() - 1.0).max(1.0).ln();
            }
        }
        let joins = u32::try_from(tree.edges.len()).unwrap_or(u32::MAX);
        score += fit - own + scene.log_pips() * f64::from(joins) + repeated(scene, &values);
        values
    } else {
        let mut values = vec![None; scene.bodies.len()];
        for &tile in &tree.tiles {
            values[tile] = Some(scene.bodies[tile].alone(scene.pips).0);
        }
        values
    };
    let ends = ends(&tree, &values);
    Some(Hypothesis { tree, values, ends, score, apart })
}

/// The double of a crosswise join that is off the middle, if any: how far, in tile widths.
pub(crate) fn askew(edge: &Edge) -> Option<(usize, f64)> {
    let double = edge.ends.iter().find(|(_, slot)| slot.is_side())?.0;
    (edge.kind == JoinKind::Cross).then(|| (double, edge.lateral.abs()))
}
