//! A network as a plain list of operations on the maps of one picture.

use std::sync::Arc;

/// Operations in order, each after its inputs.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Graph {
    /// All operations; the first one is [`Op::Input`].
    pub nodes: Vec<Node>,
    /// Node with the wanted result.
    pub output: usize,
}

/// An operation and its result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Node {
    /// Operation of the node.
    pub op: Op,
    /// With the results of these nodes.
    pub inputs: Vec<usize>,
    /// Channels, rows and columns of a map, or the length of a vector.
    pub shape: Vec<usize>,
}

/// Operation of a graph.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Op {
    /// The picture.
    Input,
    /// A convolution with a square kernel of 1 or 3, the same stride along both axes, and zeros around.
    Conv {
        /// Side of the kernel.
        kernel: usize,
        /// Places from one result to the next.
        stride: usize,
        /// Zeros above and to the left; the shape gives the number below and to the right.
        pad: [usize; 2],
        /// Weights `[outputs][inputs][rows][columns]`, then a bias for each output.
        weights: Arc<Weights>,
    },
    /// The larger one of each number and 0.
    Relu,
    /// The sum of two maps.
    Add,
    /// Each place of a map twice along both axes.
    Double,
    /// `n * n` channels beside each other become `n x n` places of one.
    Space(usize),
    /// Part of a map, from this row and column on.
    Slice([usize; 2]),
    /// A map as a vector: channel by channel, row by row.
    Flatten,
    /// A matrix times a vector: weights `[outputs][inputs]`, then a bias for each output.
    Dense(Arc<Weights>),
    /// Vectors, one behind the other.
    Concat,
}

/// Learnt weights of a layer.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weights {
    /// The factors.
    pub factors: Vec<f32>,
    /// Bias of each output.
    pub bias: Vec<f32>,
}

impl Graph {
    /// Drops operations that the wanted result does not need.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let mut needed = vec![false; self.nodes.len()];
        let mut waiting = vec![0, self.output];
        while let Some(at) = waiting.pop() {
            let Some(needed) = needed.get_mut(at) else { continue };
            if !std::mem::replace(needed, true) {
                waiting.extend(&self.nodes[at].inputs);
            }
        }
        let place = |at: usize| needed.iter().take(at).filter(|needed| **needed).count();
        let kept = self.nodes.iter().zip(&needed).filter(|(_, needed)| **needed).map(|(node, _)| node);
        let nodes = kept.map(|node| Node { inputs: node.inputs.iter().map(|&at| place(at)).collect(), ..node.clone() });
        Self { nodes: nodes.collect(), output: place(self.output) }
    }
}

impl Op {
    /// Returns the name of the operation.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Conv { .. } => "convolution",
            Self::Relu => "ReLU",
            Self::Add => "addition",
            Self::Double => "doubling",
            Self::Space(_) => "depth to space",
            Self::Slice(_) => "slice",
            Self::Flatten => "flattening",
            Self::Dense(_) => "dense layer",
            Self::Concat => "concatenation",
        }
    }
}
