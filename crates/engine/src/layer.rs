//! Layers with their weights in the order in which the machine's vectors take them.

use std::sync::Arc;

use crate::aligned::Aligned;
use crate::frequencies::{FREQUENCIES, spread as spread_kernel};
use crate::graph::Weights;

/// A convolution.
#[derive(Debug)]
pub(crate) struct Conv {
    pub(crate) kernel: usize,
    pub(crate) stride: usize,
    /// From the border to the first place that the kernel sees, down and to the right.
    pub(crate) skip: [usize; 2],
    pub(crate) lanes_in: usize,
    pub(crate) blocks_in: usize,
    pub(crate) groups: Vec<Group>,
    pub(crate) bias: Aligned,
    /// Weights as in the graph, to recognise the layer in a plan for another size.
    pub(crate) weights: Arc<Weights>,
}

/// Blocks of output channels that are computed together.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) first: usize,
    pub(crate) blocks: usize,
    /// `[input block][row][column][input lane][block][lane]`, or `[frequency][input block][input lane][block][lane]`.
    pub(crate) packed: Aligned,
}

/// Blocks for each group, so that their sums fit into 16 or 32 registers together with a few places.
fn groups(blocks: usize, many_registers: bool) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut first = 0;
    while first < blocks {
        let left = blocks - first;
        // About equally many.
        let taken = left.div_ceil(left.div_ceil(if many_registers { 4 } else { 3 }));
        all.push((first, taken));
        first += taken;
    }
    all
}

impl Conv {
    /// Reports whether this is one of the layers that are computed by tiles.
    pub(crate) const fn by_tiles(&self) -> bool {
        self.kernel == 3 && self.stride == 1
    }

    /// Packs the weights of a layer with `channels` inputs.
    pub(crate) fn new(
        [kernel, stride]: [usize; 2],
        pad: [usize; 2],
        [channels, lanes_in, lanes]: [usize; 3],
        weights: &Arc<Weights>,
    ) -> Self {
        let outputs = weights.bias.len();
        let blocks = outputs.div_ceil(lanes);
        let mut bias = weights.bias.clone();
        bias.resize(blocks * lanes, 0.0);
        let mut conv = Self {
            kernel,
            stride,
            skip: pad.map(|pad| 1 - pad),
            lanes_in,
            blocks_in: channels.div_ceil(lanes_in),
            groups: Vec::new(),
            bias: bias.into(),
            weights: Arc::clone(weights),
        };
        // What the kernel makes of each input for each output of a group, place by place.
        let taps = if conv.by_tiles() { FREQUENCIES } else { kernel * kernel };
        let spread = |output: usize, input: usize, into: &mut [f32]| {
            if output >= outputs || input >= channels {
                return into.fill(0.0);
            }
            let kernel = &weights.factors[(output * channels + input) * kernel * kernel..][..kernel * kernel];
            if taps == kernel.len() { into.copy_from_slice(kernel) } else { spread_kernel(kernel, into) }
        };
        let mut one = vec![0.0; taps];
        for (first, blocks) in groups(blocks, lanes == 16 || cfg!(target_arch = "aarch64")) {
            let wide = blocks * lanes;
            let inputs = conv.blocks_in * lanes_in;
            let mut packed = vec![0.0; inputs * taps * wide];
            for input in 0..inputs {
                for output in 0..wide {
                    spread(first * lanes + output, input, &mut one);
                    for (tap, &value) in one.iter().enumerate() {
                        let (block, lane) = (input / lanes_in, input % lanes_in);
                        let row =
                            if conv.by_tiles() { tap * inputs + input } else { (block * taps + tap) * lanes_in + lane };
                        packed[row * wide + output] = value;
                    }
                }
            }
            conv.groups.push(Group { first, blocks, packed: packed.into() });
        }
        conv
    }
}

/// A matrix: `[inputs][outputs]`, outputs padded to whole vectors.
#[derive(Debug)]
pub(crate) struct Dense {
    pub(crate) inputs: usize,
    pub(crate) packed: Aligned,
    pub(crate) bias: Aligned,
    pub(crate) weights: Arc<Weights>,
}

impl Dense {
    pub(crate) fn new(weights: &Arc<Weights>, lanes: usize) -> Self {
        let outputs = weights.bias.len();
        let inputs = weights.factors.len() / outputs;
        let wide = outputs.next_multiple_of(lanes);
        let mut packed = vec![0.0; inputs * wide];
        for (output, row) in weights.factors.chunks_exact(inputs).enumerate() {
            for (input, &factor) in row.iter().enumerate() {
                packed[input * wide + output] = factor;
            }
        }
        let mut bias = weights.bias.clone();
        bias.resize(wide, 0.0);
        Self { inputs, packed: packed.into(), bias: bias.into(), weights: Arc::clone(weights) }
    }
}
