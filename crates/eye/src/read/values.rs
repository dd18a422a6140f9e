//! The values of a layout's tiles: exact inference on the tree of joins.
//!
//! A tile's two halves are one factor (a crosswise tile has both alike), a join passes a value on, or another at the
//! price of a wrong play. Maximum for the best assignment, sum for probabilities. That no tile is there twice is added
//! by branching on its owner (conflict-based search).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Slot;
use super::body::{Scene, Values, argmax};
use super::joins::Edge;

/// Price of the same tile twice in a layout.
const TWICE: f64 = -9.0;
/// Price of an inferred single with two equal halves: it would be crosswise.
const NEVER: f64 = -40.0;
/// Branches of the search for an assignment without a tile twice.
const MOST_BRANCHES: usize = 40;

/// The two halves of a tile as values, in the order a, b.
pub(crate) type Pair = [usize; 2];

/// Higher value first: the tile, whichever half is a.
pub(crate) const fn sorted([a, b]: Pair) -> Pair {
    if a < b { [b, a] } else { [a, b] }
}

fn highest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Values that each body may not have, at a price.
pub(crate) type Forbidden = Vec<Vec<Pair>>;

/// A joined part of the table.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) scene: &'a Scene,
    /// Tiles of the chain, rising.
    pub(crate) tiles: Vec<usize>,
    pub(crate) edges: Vec<Edge>,
    /// For each body its edges: number and which end of the edge it is.
    adjacent: Vec<Vec<(usize, usize)>>,
}

/// Weights of one tile's values, or their logarithms: rows are half a, columns half b; a crosswise tile has only its diagonal.
type Weights = [Values; 13];

/// From a root to the leaves.
struct Walk {
    order: Vec<usize>,
    /// For each body the edge to its parent and its end of that edge.
    parent: Vec<Option<(usize, usize)>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(scene: &'a Scene, mut tiles: Vec<usize>, edges: Vec<Edge>) -> Self {
        tiles.sort_unstable();
        let mut adjacent = vec![Vec::new(); scene.bodies.len()];
        for (k, edge) in edges.iter().enumerate() {
            for (end, &(tile, _)) in edge.ends.iter().enumerate() {
                adjacent[tile].push((k, end));
            }
        }
        Self { scene, tiles, edges, adjacent }
    }

    /// The slots of a tile that are taken.
    pub(crate) fn taken(&self, tile: usize) -> impl Iterator<Item = Slot> + '_ {
        self.adjacent[tile].iter().map(|&(k, end)| self.edges[k].ends[end].1)
    }

    /// Reports whether the tile is across the line: whether one of its long sides is joined in the middle.
    pub(crate) fn is_crosswise(&self, tile: usize) -> bool {
        self.taken(tile).any(Slot::is_side)
    }

    fn pips(&self) -> usize {
        self.scene.pips
    }

    fn walk(&self, root: usize) -> Walk {
        let mut parent = vec![None; self.scene.bodies.len()];
        let (mut order, mut at) = (vec![root], 0);
        while at < order.len() {
            let tile = order[at];
            at += 1;
            for &(k, end) in &self.adjacent[tile] {
                if parent[tile].is_none_or(|(up, _)| up != k) {
                    let next = self.edges[k].ends[1 - end].0;
                    parent[next] = Some((k, 1 - end));
                    order.push(next);
                }
            }
        }
        Walk { order, parent }
    }

    /// Price of two equal halves of a tile that is in line.
    fn inline(&self, tile: usize) -> f64 {
        let alone = self.tiles.len() == 1;
        let unseen = self.scene.bodies[tile].seen.is_none();
        if alone {
            0.0
        } else if unseen {
            NEVER
        } else {
            self.scene.prices.inline
        }
    }

    /// Returns the weights of a tile's values, with the incoming messages for its slots. `times` combines two weights,
    /// `price` makes a weight of a logarithm, and `nothing` is the weight of the impossible.
    fn table(
        &self,
        tile: usize,
        ([a, b], [ina, inb, sides]): (&[Values; 2], &[Values; 3]),
        forbidden: &[Pair],
        nothing: f64,
        times: impl Fn(f64, f64) -> f64,
        price: impl Fn(f64) -> f64,
    ) -> Box<Weights> {
        let pips = self.pips();
        let mut table = Box::new([[nothing; 13]; 13]);
        if self.is_crosswise(tile) {
            for v in 0..pips {
                table[v][v] = [b[v], ina[v], inb[v], sides[v]].into_iter().fold(a[v], &times);
            }
        } else {
            let inline = price(self.inline(tile));
            for x in 0..pips {
                for y in 0..pips {
                    table[x][y] = [b[y], ina[x], inb[y]].into_iter().fold(a[x], &times);
                }
                table[x][x] = times(table[x][x], inline);
            }
        }
        let twice = price(TWICE);
        for &[p, q] in forbidden {
            table[p][q] = times(table[p][q], twice);
            if p != q {
                table[q][p] = times(table[q][p], twice);
            }
        }
        table
    }

    /// Returns the weights as logarithms, for the best case.
    fn log_weights(&self, tile: usize, incoming: &[Values; 3], forbidden: &[Pair]) -> Box<Weights> {
        let known = (&self.scene.bodies[tile].logs, incoming);
        self.table(tile, known, forbidden, f64::NEG_INFINITY, |a, b| a + b, |log| log)
    }

    /// Returns the weights as numbers, which are faster to add.
    fn weights(&self, tile: usize, incoming: &[Values; 3], forbidden: &[Pair]) -> Box<Weights> {
        let known = (&self.scene.bodies[tile].probs, incoming);
        self.table(tile, known, forbidden, 0.0, |a, b| a * b, f64::exp)
    }

    /// A tile's values as seen at one of its slots: the highest, or the sum, of what goes with each.
    fn at_slot(&self, table: &Weights, slot: Slot, reduce: impl Fn(&[f64]) -> f64) -> Values {
        let pips = self.pips();
        std::array::from_fn(|v| match slot {
            Slot::A => reduce(&table[v][..pips]),
            Slot::B => reduce(&table.map(|row| row[v])[..pips]),
            Slot::Left | Slot::Right => table[v][v],
        })
    }

    /// Log-weight of the likeliest value that a wrong play makes of these.
    fn wrong(&self, values: &Values) -> f64 {
        highest(&values[..self.pips()]) + self.scene.prices.mismatch - self.scene.log_pips()
    }

    /// Log-weights of the values of each tile in the best case, from the leaves to the root.
    fn best_cases(&self, walk: &Walk, forbidden: &Forbidden) -> Vec<Option<Box<Weights>>> {
        let bodies = self.scene.bodies.len();
        let mut incoming = vec![[[0.0; 13]; 3]; bodies];
        let mut tables: Vec<Option<Box<Weights>>> = vec![None; bodies];
        for &tile in walk.order.iter().rev() {
            let table = self.log_weights(tile, &incoming[tile], &forbidden[tile]);
            if let Some((k, end)) = walk.parent[tile] {
                let edge = &self.edges[k];
                let values = self.at_slot(&table, edge.ends[end].1, highest);
                let wrong = self.wrong(&values);
                let (up, slot) = edge.ends[1 - end];
                for (place, value) in incoming[up][slot.index().min(2)].iter_mut().zip(values) {
                    *place += value.max(wrong);
                }
            }
            tables[tile] = Some(table);
        }
        tables
    }

    /// Returns the likeliest values and their log-weight; repeated tiles are allowed, except `forbidden` ones.
    fn best(&self, forbidden: &Forbidden) -> (f64, Vec<Option<Pair>>) {
        let pips = self.pips();
        let walk = self.walk(self.tiles[0]);
        let tables = self.best_cases(&walk, forbidden);
        let mut values: Vec<Option<Pair>> = vec![None; self.scene.bodies.len()];
        let mut score = f64::NEG_INFINITY;
        for &tile in &walk.order {
            let Some(table) = &tables[tile] else { continue };
            let Some((k, end)) = walk.parent[tile] else {
                let rows: Vec<f64> = table[..pips].iter().map(|row| highest(&row[..pips])).collect();
                let x = argmax(&rows);
                score = rows[x];
                values[tile] = Some([x, argmax(&table[x][..pips])]);
                continue;
            };
            let edge = &self.edges[k];
            let (up, up_slot) = edge.ends[1 - end];
            let Some(above) = values[up] else { continue };
            let wanted = if up_slot == Slot::B { above[1] } else { above[0] };
            let slot = edge.ends[end].1;
            let here = self.at_slot(table, slot, highest);
            let v = if here[wanted] >= self.wrong(&here) { wanted } else { argmax(&here[..pips]) };
            values[tile] = Some(match slot {
                Slot::A => [v, argmax(&table[v][..pips])],
                Slot::B => {
                    let column: Values = std::array::from_fn(|u| table[u][v]);
                    [argmax(&column[..pips]), v]
                }
                Slot::Left | Slot::Right => [v, v],
            });
        }
        (score, values)
    }

    /// Two tiles with one value, unless both have paid for it already.
    fn twice(&self, values: &[Option<Pair>], forbidden: &Forbidden) -> Option<(Pair, [usize; 2])> {
        let mut owner = [[None; 13]; 13];
        for &tile in &self.tiles {
            let key = sorted(values[tile]?);
            let place = &mut owner[key[0]][key[1]];
            match *place {
                None => *place = Some(tile),
                Some(other) => {
                    let paid = |t: usize| forbidden[t].contains(&key);
                    return (!(paid(tile) && paid(other))).then_some((key, [tile, other]));
                }
            }
        }
        None
    }

    /// The likeliest values with every tile there once (at most; at a price twice), and their log-weight.
    pub(crate) fn assign(&self) -> (f64, Vec<Option<Pair>>) {
        let free: Forbidden = vec![Vec::new(); self.scene.bodies.len()];
        let (score, values) = self.best(&free);
        let mut heap = BinaryHeap::from([Branch { score, number: 0, forbidden: free, values }]);
        let mut number = 0;
        for _ in 0..MOST_BRANCHES {
            let Some(branch) = heap.pop() else { break };
            let Some((key, both)) = self.twice(&branch.values, &branch.forbidden) else {
                return (branch.score, branch.values);
            };
            for tile in both.into_iter().filter(|&t| !branch.forbidden[t].contains(&key)) {
                let mut forbidden = branch.forbidden.clone();
                forbidden[tile].push(key);
                let (score, values) = self.best(&forbidden);
                number += 1;
                heap.push(Branch { score, number, forbidden, values });
            }
        }
        heap.pop().map_or_else(|| self.best(&vec![Vec::new(); self.scene.bodies.len()]), |b| (b.score, b.values))
    }

    /// Probabilities of a tile's values, given that the other tiles of the layout are what `values` says they are (as far as that
    /// forbids this tile to be one of them).
    fn marginal(&self, tile: usize, values: &[Option<Pair>]) -> Box<Weights> {
        let others = self.tiles.iter().filter(|&&t| t != tile).filter_map(|&t| values[t].map(sorted));
        let mut forbidden: Vec<Pair> = others.collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        let walk = self.walk(tile);
        let mut incoming = vec![[[1.0; 13]; 3]; self.scene.bodies.len()];
        let mismatch = (self.scene.prices.mismatch - self.scene.log_pips()).exp();
        for &other in walk.order.iter().rev() {
            let Some((k, end)) = walk.parent[other] else { continue };
            let edge = &self.edges[k];
            let table = self.weights(other, &incoming[other], &[]);
            let values = self.at_slot(&table, edge.ends[end].1, |values| values.iter().sum());
            let all: f64 = values.iter().sum();
            let (up, slot) = edge.ends[1 - end];
            for (place, value) in incoming[up][slot.index().min(2)].iter_mut().zip(values) {
                // As shares, lest a long line ends in numbers too small to differ from zero.
                *place *= if all > 0.0 { value / all + mismatch } else { 1.0 };
            }
        }
        let mut table = self.weights(tile, &incoming[tile], &forbidden);
        let all: f64 = table.iter().flatten().sum();
        table.iter_mut().flatten().for_each(|weight| *weight /= if all > 0.0 { all } else { 1.0 });
        table
    }

    /// Probability of each value at an open half, or at a crosswise double (`None`).
    pub(crate) fn end_values(&self, tile: usize, half: Option<Slot>, values: &[Option<Pair>]) -> Values {
        self.at_slot(&self.marginal(tile, values), half.unwrap_or(Slot::Left), |values| values.iter().sum())
    }

    /// Probability that a tile is what `values` says it is.
    pub(crate) fn certainty(&self, tile: usize, values: &[Option<Pair>]) -> f64 {
        values[tile].map_or(0.0, |[x, y]| self.marginal(tile, values)[x][y])
    }
}

struct Branch {
    score: f64,
    number: usize,
    forbidden: Forbidden,
    values: Vec<Option<Pair>>,
}

impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Branch {}

impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Branch {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.number.cmp(&self.number))
    }
}
