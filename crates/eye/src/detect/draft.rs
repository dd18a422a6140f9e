//! The engine's graph as it is put together from a file's, node by node.

use engine::graph::{Graph, Node, Op};
use std::sync::Arc;

/// Places of a node's result that follow each other: `size` of an axis of its shape, each `below` places apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    axis: usize,
    size: usize,
    below: usize,
}

/// A node's result with its axes split, moved and merged.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) node: usize,
    pub(super) axes: Vec<Vec<Run>>,
}

impl View {
    pub(super) fn of(node: usize, shape: &[usize]) -> Self {
        let axis = |(axis, &size)| if size == 1 { Vec::new() } else { vec![Run { axis, size, below: 1 }] };
        Self { node, axes: std::iter::once(Vec::new()).chain(shape.iter().enumerate().map(axis)).collect() }
    }

    /// Puts `sizes` in the place of `count` axes; `None` if the view can't express the result.
    pub(super) fn reshape(&mut self, at: usize, count: usize, sizes: &[usize]) -> Option<()> {
        let mut runs: Vec<Run> = self.axes.splice(at..at + count, []).flatten().rev().collect();
        let mut made = Vec::new();
        for &size in sizes {
            let (mut left, mut axis) = (size, Vec::new());
            while left > 1 {
                let run = runs.pop()?;
                let taken = run.size.min(left);
                let rest = run.size / taken;
                if taken * rest != run.size || left % taken != 0 {
                    return None;
                }
                axis.push(Run { size: taken, below: run.below * rest, ..run });
                if rest > 1 {
                    runs.push(Run { size: rest, ..run });
                }
                left /= taken;
            }
            made.push(axis);
        }
        self.axes.splice(at..at, made);
        Some(())
    }

    /// Returns the step from the node, of this shape, to the view, and the shape after it: none, flattened, or with
    /// channels made places.
    fn step(&self, shape: &[usize]) -> Result<Option<(Op, Vec<usize>)>, String> {
        let plain = Self::of(self.node, shape).axes;
        let runs = |axes: &[Vec<Run>]| axes.concat();
        if self.axes == plain || (shape.len() == 1 && runs(&self.axes) == runs(&plain)) {
            return Ok(None);
        }
        let settled = match &self.axes[..] {
            [batch, flat] if batch.is_empty() && *flat == runs(&plain) => (Op::Flatten, vec![shape.iter().product()]),
            [batch, channels, rows, columns] => {
                let by = rows.last().map_or(1, |run| run.size);
                let below = by * by;
                let blocks = |axis: usize, below: usize| Run { axis, size: by, below };
                let whole = |axis: usize| plain[axis + 1].clone();
                let split = Run { axis: 0, size: shape[0] / below, below };
                let wanted =
                    [vec![split], [whole(1), vec![blocks(0, by)]].concat(), [whole(2), vec![blocks(0, 1)]].concat()];
                let found = [channels, rows, columns].into_iter().zip(&wanted);
                let same =
                    found.into_iter().all(|(found, wanted)| found.iter().eq(wanted.iter().filter(|r| r.size > 1)));
                if !batch.is_empty() || !same || shape.len() != 3 {
                    return Err("an order of axes that is not known".to_owned());
                }
                (Op::Space(by), vec![shape[0] / below, shape[1] * by, shape[2] * by])
            }
            _ => return Err("an order of axes that is not known".to_owned()),
        };
        Ok(Some(settled))
    }
}

/// A graph that grows.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) graph: Graph,
}

impl Draft {
    pub(super) fn put(&mut self, op: Op, inputs: Vec<usize>, shape: Vec<usize>) -> View {
        let view = View::of(self.graph.nodes.len(), &shape);
        self.graph.nodes.push(Node { op, inputs, shape });
        view
    }

    pub(super) fn shape(&self, node: usize) -> &[usize] {
        &self.graph.nodes[node].shape
    }

    /// Returns the node of a view: unchanged, flattened, or with channels made places.
    pub(super) fn settle(&mut self, view: &View) -> Result<usize, String> {
        let step = view.step(self.shape(view.node))?;
        Ok(step.map_or(view.node, |(op, shape)| self.put(op, vec![view.node], shape).node))
    }

    /// The node as one row of numbers.
    pub(super) fn flat(&mut self, node: usize) -> usize {
        match self.shape(node) {
            [_] => node,
            shape => {
                let all = vec![shape.iter().product()];
                self.put(Op::Flatten, vec![node], all).node
            }
        }
    }

    /// The dense layer without a bias, with one: another node, for the first may be used elsewhere. `None` if the node is
    /// none.
    pub(super) fn with_bias(&mut self, dense: usize, values: Vec<f32>) -> Result<Option<View>, String> {
        let Node { op, inputs, shape } = self.graph.nodes[dense].clone();
        match op {
            Op::Dense(mut weights) if weights.bias.iter().all(|&bias| bias == 0.0) => {
                let values = wide(values, weights.bias.len());
                if values.len() != weights.bias.len() {
                    return Err("a bias of another length".to_owned());
                }
                Arc::make_mut(&mut weights).bias = values;
                Ok(Some(self.put(Op::Dense(weights), inputs, shape)))
            }
            _ => Ok(None),
        }
    }

    /// Reports whether a map of this shape is part of a node's, `at` its rows and columns.
    pub(super) fn is_part(&self, shape: &[usize], of: usize, at: [usize; 2]) -> bool {
        let size = |shape: &[usize], k: usize| shape.get(k + 1).copied().unwrap_or(0);
        let whole = self.shape(of);
        shape[0] == whole[0] && (0..2).all(|k| at[k] + size(shape, k) <= size(whole, k))
    }
}

/// As many values as there are: one may stand for all.
pub(super) fn wide(values: Vec<f32>, many: usize) -> Vec<f32> {
    if values.len() == 1 { vec![values[0]; many] } else { values }
}
