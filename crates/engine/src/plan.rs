//! A graph for pictures of one size as a flat list of steps with their buffers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::aligned::Aligned;
use crate::dense;
use crate::direct::Direct;
use crate::front::{self, Front, STRIP};
use crate::graph::{Graph, Node, Op, Weights};
use crate::layer::{Conv, Dense};
use crate::map::{BAND, Band, Map, Size};
use crate::pace::Pace;
use crate::rest::{self, Sum, Term};
use crate::share::{PIECES, among, each, paced};
use crate::tier::Tier;
use crate::winograd::Winograd;

/// Compiled form of a graph.
#[derive(Debug)]
pub struct Plan {
    tier: Tier,
    /// Rows and columns of a picture.
    picture: [usize; 2],
    steps: Vec<Step>,
    /// Number of the first steps that are done strip by strip.
    front: usize,
    maps: Vec<Size>,
    /// The room of each map in memory, which others have before and after it.
    rooms: Vec<usize>,
    vectors: Vec<usize>,
    output: Output,
    pace: Mutex<Pace>,
}

/// Layers with packed weights, shared by the plans of a network.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    convs: Vec<Arc<Conv>>,
    denses: Vec<Arc<Dense>>,
}

/// Memory of runs, reused by the next ones.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Vec<Scratch>>);

/// A copy has its own.
impl Clone for Memory {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Memory {
    fn free(&self) -> MutexGuard<'_, Vec<Scratch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Memory of one group of pictures: the rooms of the maps, and the vectors.
#[derive(Debug, Default)]
struct Scratch {
    rooms: Vec<Map>,
    vectors: Vec<Aligned>,
}

#[derive(Debug)]
enum Output {
    /// A map, of which `by * by` channels are places of one.
    Map {
        from: usize,
        by: usize,
        len: usize,
    },
    Vector {
        from: usize,
        len: usize,
    },
}

#[derive(Debug)]
enum Step {
    Conv {
        layer: Arc<Conv>,
        relu: bool,
        from: usize,
        to: usize,
    },
    /// Maps, and whether they are doubled.
    Sum {
        terms: [Option<(usize, bool)>; 2],
        relu: bool,
        to: usize,
    },
    Part {
        from: usize,
        at: [usize; 2],
        to: usize,
    },
    Flatten {
        from: usize,
        to: usize,
    },
    Dense {
        layer: Arc<Dense>,
        relu: bool,
        from: usize,
        to: usize,
    },
    /// Vectors and their lengths.
    Concat {
        from: Vec<(usize, usize)>,
        to: usize,
    },
}

impl Step {
    /// The maps that it reads.
    fn reads(&self) -> impl Iterator<Item = usize> {
        let maps = match self {
            Self::Conv { from, .. } | Self::Part { from, .. } | Self::Flatten { from, .. } => [Some(*from), None],
            Self::Sum { terms, .. } => terms.map(|term| Some(term?.0)),
            Self::Dense { .. } | Self::Concat { .. } => [None, None],
        };
        maps.into_iter().flatten()
    }

    /// The map that it makes.
    const fn makes(&self) -> Option<usize> {
        match self {
            Self::Conv { to, .. } | Self::Part { to, .. } | Self::Sum { to, .. } => Some(*to),
            Self::Flatten { .. } | Self::Dense { .. } | Self::Concat { .. } => None,
        }
    }
}

/// Place of a node's result.
#[derive(Clone, Copy, Debug)]
enum Place {
    Map(usize),
    Vector(usize),
}

impl Layers {
    fn conv(&mut self, op: [usize; 2], pad: [usize; 2], lanes: [usize; 3], weights: &Arc<Weights>) -> Arc<Conv> {
        let same = |conv: &&Arc<Conv>| {
            [conv.kernel, conv.stride] == op
                && conv.skip == pad.map(|pad| 1 - pad)
                && conv.lanes_in == lanes[1]
                && conv.weights == *weights
        };
        if let Some(known) = self.convs.iter().find(same) {
            return Arc::clone(known);
        }
        let conv = Arc::new(Conv::new(op, pad, lanes, weights));
        self.convs.push(Arc::clone(&conv));
        conv
    }

    fn dense(&mut self, weights: &Arc<Weights>, lanes: usize) -> Arc<Dense> {
        if let Some(known) = self.denses.iter().find(|dense| dense.weights == *weights) {
            return Arc::clone(known);
        }
        let dense = Arc::new(Dense::new(weights, lanes));
        self.denses.push(Arc::clone(&dense));
        dense
    }
}

impl Plan {
    /// Compiles a graph for these instructions.
    ///
    /// # Errors
    /// The name of what cannot be done.
    pub fn new(graph: &Graph, tier: Tier, layers: &mut Layers) -> Result<Self, String> {
        let inner_space = |(k, node): (usize, &Node)| matches!(node.op, Op::Space(_)) && k != graph.output;
        if graph.nodes.iter().enumerate().any(inner_space) {
            return Err("depth to space before the end".to_owned());
        }
        if graph.nodes.first().is_none_or(|node| node.shape.len() != 3) {
            return Err("input that is not a picture".to_owned());
        }
        Compiler::new(graph, tier.lanes()).compile(graph, tier, layers)
    }

    /// The instructions that it is for.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// Numbers that come of a picture.
    #[must_use]
    pub const fn output_len(&self) -> usize {
        match self.output {
            Output::Map { len, .. } | Output::Vector { len, .. } => len,
        }
    }

    /// Runs the network on pictures, each channel by channel and row by row; gives the results one behind the other.
    ///
    /// A large picture is shared out among the threads row by row, unless one thread alone was faster lately; several
    /// small ones are shared out in groups.
    #[must_use]
    pub fn run(&self, memory: &Memory, pictures: &[&[f32]], threads: usize) -> Vec<f32> {
        let mut out = vec![0.0; pictures.len() * self.output_len()];
        let threads = threads.max(1);
        match pictures {
            [] => {}
            [_] => paced(&self.pace, threads, |threads| {
                among(threads, || self.with(memory, pictures, threads, &mut out));
            }),
            _ => {
                let rounds = pictures.len().div_ceil(threads * TOGETHER);
                let most = pictures.len().div_ceil(threads * rounds);
                let groups = pictures.chunks(most).zip(out.chunks_mut(most * self.output_len()));
                among(threads, || {
                    each(groups.collect(), threads, |(pictures, out)| self.with(memory, pictures, 1, out));
                });
            }
        }
        out
    }

    /// Runs the network on pictures that go through each layer together, in memory that is free.
    fn with(&self, memory: &Memory, pictures: &[&[f32]], threads: usize, out: &mut [f32]) {
        let mut scratch = memory.free().pop().unwrap_or_default();
        self.group(&mut scratch, pictures, threads, out);
        memory.free().push(scratch);
    }

    /// Runs the network on pictures that go through each layer together.
    fn group(&self, scratch: &mut Scratch, pictures: &[&[f32]], threads: usize, out: &mut [f32]) {
        let Scratch { rooms, vectors } = scratch;
        rooms.resize_with(self.maps.len().max(rooms.len()), Map::default);
        vectors.resize_with(self.vectors.len().max(vectors.len()), Aligned::default);
        let (front, steps) = self.steps.split_at(self.front);
        let (front, to) = self.front(front, pictures);
        let first = &mut rooms[self.rooms[to]];
        first.shape(self.maps[to], pictures.len());
        each(first.strips(STRIP).collect(), threads, |strip| front.compute(strip));
        for step in steps {
            self.step(step, rooms, vectors, pictures.len(), threads);
        }
        for (k, out) in out.chunks_exact_mut(self.output_len()).enumerate() {
            match self.output {
                Output::Map { from, by, .. } => rest::give_out(&rooms[self.rooms[from]], k, by, threads, out),
                Output::Vector { from, len } => {
                    out.copy_from_slice(&vectors[from][k * self.vectors[from]..][..len]);
                }
            }
        }
    }

    /// Number of the first steps of which each takes what the one before makes, and nothing else does.
    fn steps_in_strips(&self) -> usize {
        let read: Vec<usize> = self.steps.iter().flat_map(Step::reads).collect();
        let mut made = 0;
        let in_strips = |step: &&Step| match step {
            Step::Conv { layer, from, to, .. } if !layer.by_tiles() && *from == made => {
                let output = matches!(self.output, Output::Map { from, .. } if from == made);
                let alone = !output && read.iter().filter(|&&read| read == made).count() == 1;
                made = *to;
                alone
            }
            _ => false,
        };
        self.steps.iter().take_while(in_strips).count().min(MOST_IN_STRIPS)
    }

    /// Gives each map a room that no other map has at the same time, if possible one of its own size: its border is zero already.
    fn share_rooms(&self) -> Vec<usize> {
        let mut last = vec![0; self.maps.len()];
        for (k, step) in self.steps.iter().enumerate() {
            step.reads().for_each(|map| last[map] = k);
        }
        if let Output::Map { from, .. } = self.output {
            last[from] = self.steps.len();
        }
        let mut rooms = vec![0; self.maps.len()];
        let first = self.front(&self.steps[..self.front], &[]).1;
        // Until which step each room is needed, and the size of the map in it.
        let mut taken = vec![(last[first], self.maps[first])];
        for (k, step) in self.steps.iter().enumerate().skip(self.front) {
            let Some(map) = step.makes() else { continue };
            let size = self.maps[map];
            let free = || taken.iter().enumerate().filter(|(_, (until, _))| *until < k);
            let room =
                free().max_by_key(|(_, (_, had))| (*had == size, had.picture())).map_or(taken.len(), |(room, _)| room);
            taken.resize(taken.len().max(room + 1), (0, size));
            taken[room] = (last[map], size);
            rooms[map] = room;
        }
        rooms
    }

    /// The layers that take pictures in, and the map that they make.
    fn front<'a>(&'a self, steps: &'a [Step], pictures: &'a [&[f32]]) -> (Front<'a>, usize) {
        let mut front = Front { tier: self.tier, pictures, shape: self.picture, layers: Vec::new() };
        let mut made = 0;
        for step in steps {
            let Step::Conv { layer, relu, from, to } = step else { break };
            front.layers.push(front::Layer { conv: layer, relu: *relu, from: self.maps[*from] });
            made = *to;
        }
        (front, made)
    }

    fn step(&self, step: &Step, rooms: &mut [Map], vectors: &mut [Aligned], pictures: usize, threads: usize) {
        let tier = self.tier;
        match step {
            Step::Conv { layer, relu, from, to } => self.map(rooms, *to, pictures, threads, |rooms, out| {
                let (conv, relu, x) = (&**layer, *relu, &rooms[self.rooms[*from]]);
                if conv.by_tiles() {
                    tier.run(Winograd { conv, relu, x, out });
                } else {
                    tier.run(Direct { conv, relu, x: x.all(), out });
                }
            }),
            Step::Sum { terms, relu, to } => self.map(rooms, *to, pictures, threads, |rooms, out| {
                let terms = terms.map(|term| term.map(|(map, doubled)| Term { map: &rooms[self.rooms[map]], doubled }));
                tier.run(Sum { terms, relu: *relu, out });
            }),
            Step::Part { from, at, to } => {
                let from = self.rooms[*from];
                self.map(rooms, *to, pictures, threads, |rooms, out| rest::part(&rooms[from], *at, out));
            }
            Step::Flatten { from, to } => {
                let map = &rooms[self.rooms[*from]];
                let (len, stride) = (map.size.channels * map.size.height * map.size.width, self.vectors[*to]);
                vectors[*to].resize(pictures * stride);
                for (k, out) in vectors[*to].chunks_exact_mut(stride).enumerate() {
                    rest::flatten(map, k, &mut out[..len]);
                }
            }
            Step::Dense { layer, relu, from, to } => {
                let mut out = std::mem::take(&mut vectors[*to]);
                out.resize(pictures * self.vectors[*to]);
                tier.run(dense::DenseRows { layer, relu: *relu, x: &vectors[*from], out: &mut out });
                vectors[*to] = out;
            }
            Step::Concat { from, to } => {
                let mut out = std::mem::take(&mut vectors[*to]);
                out.resize(pictures * self.vectors[*to]);
                for (k, mut out) in out.chunks_exact_mut(self.vectors[*to]).enumerate() {
                    for &(from, len) in from {
                        let (now, later) = out.split_at_mut(len);
                        now.copy_from_slice(&vectors[from][k * self.vectors[from]..][..len]);
                        out = later;
                    }
                }
                vectors[*to] = out;
            }
        }
    }

    /// Writes a map, band by band.
    fn map(
        &self,
        rooms: &mut [Map],
        to: usize,
        pictures: usize,
        threads: usize,
        work: impl Fn(&[Map], &mut Band<'_>) + Sync + Send,
    ) {
        let mut out = std::mem::take(&mut rooms[self.rooms[to]]);
        let size = self.maps[to];
        out.shape(size, pictures);
        let tiles = size.height.div_ceil(BAND) * size.width.div_ceil(BAND);
        let pieces = if threads > 1 { (tiles / TILES_APIECE).clamp(threads, threads * PIECES) } else { 1 };
        each(out.bands(pieces), threads, |band| work(rooms, band));
        rooms[self.rooms[to]] = out;
    }
}

/// Pictures that go through a layer together: its weights are fetched once for all of them.
const TOGETHER: usize = 8;
/// More layers would need too many rows of the first ones for a strip.
const MOST_IN_STRIPS: usize = 2;
/// A smaller piece of work would fetch all weights of a layer for too few places.
const TILES_APIECE: usize = 16;

/// Properties of a graph before its steps are written.
struct Compiler {
    lanes: usize,
    /// Number of nodes that take each node.
    uses: Vec<usize>,
    /// Rows and columns that are needed of each map.
    need: Vec<[usize; 2]>,
    /// Nodes with a result that is a smaller part of another's, or another's after it has done their work.
    same: Vec<usize>,
    /// Nodes that set negative values to 0.
    relu: Vec<bool>,
}

impl Compiler {
    fn new(graph: &Graph, lanes: usize) -> Self {
        let nodes = &graph.nodes;
        let mut uses = vec![0; nodes.len()];
        nodes.iter().flat_map(|node| &node.inputs).for_each(|&input| uses[input] += 1);
        uses[graph.output] += 1;
        let mut new = Self {
            lanes,
            uses,
            need: vec![[0, 0]; nodes.len()],
            same: (0..nodes.len()).collect(),
            relu: vec![false; nodes.len()],
        };
        new.demand(graph);
        for (k, node) in nodes.iter().enumerate() {
            let Some(&from) = node.inputs.first() else { continue };
            let from = new.same[from];
            let takes_it = matches!(nodes[from].op, Op::Conv { .. } | Op::Dense(_) | Op::Add);
            match node.op {
                Op::Relu if from == node.inputs[0] && new.uses[from] == 1 && takes_it => {
                    new.same[k] = from;
                    new.relu[from] = true;
                }
                Op::Slice([0, 0]) if new.need[from] == new.need[k] => new.same[k] = from,
                _ => {}
            }
        }
        new
    }

    /// Returns the needed part of each map, from the output to the picture: columns that are cut off later are not
    /// computed.
    fn demand(&mut self, graph: &Graph) {
        let full = |node: &Node| if let [_, h, w] = node.shape[..] { [h, w] } else { [1, 1] };
        self.need[graph.output] = full(&graph.nodes[graph.output]);
        for (k, node) in graph.nodes.iter().enumerate().rev() {
            let need = self.need[k];
            if need == [0, 0] {
                continue;
            }
            for &from in &node.inputs {
                let all = full(&graph.nodes[from]);
                for axis in 0..2 {
                    let wanted = match &node.op {
                        Op::Conv { kernel, stride, pad, .. } => (need[axis] - 1) * stride + kernel - pad[axis],
                        Op::Double => need[axis].div_ceil(2),
                        Op::Slice(at) => at[axis] + need[axis],
                        Op::Relu | Op::Add => need[axis],
                        _ => all[axis],
                    };
                    self.need[from][axis] = self.need[from][axis].max(wanted.min(all[axis]));
                }
            }
        }
    }

    /// Reports whether this is a doubling that the sum after it can do.
    fn on_the_way(&self, graph: &Graph, node: usize) -> bool {
        let taken = |n: &Node| matches!(n.op, Op::Add) && n.inputs.contains(&node);
        matches!(graph.nodes[node].op, Op::Double) && self.uses[node] == 1 && graph.nodes.iter().any(taken)
    }

    fn compile(&self, graph: &Graph, tier: Tier, layers: &mut Layers) -> Result<Plan, String> {
        let mut plan = Plan {
            tier,
            picture: [graph.nodes[0].shape[1], graph.nodes[0].shape[2]],
            steps: Vec::new(),
            front: 0,
            maps: Vec::new(),
            rooms: Vec::new(),
            vectors: Vec::new(),
            output: Output::Vector { from: 0, len: 0 },
            pace: Mutex::default(),
        };
        let mut places: Vec<Option<Place>> = vec![None; graph.nodes.len()];
        for (k, node) in graph.nodes.iter().enumerate() {
            if self.same[k] != k {
                places[k] = places[self.same[k]];
            } else if self.need[k] != [0, 0] && !self.on_the_way(graph, k) && !matches!(node.op, Op::Space(_)) {
                places[k] = Some(self.place(graph, k, &mut plan));
                self.write(graph, k, &places, &mut plan, layers)?;
            }
        }
        plan.output = self.output(graph, &places)?;
        plan.front = plan.steps_in_strips();
        plan.rooms = plan.share_rooms();
        Ok(plan)
    }

    /// Makes room for what a node gives.
    fn place(&self, graph: &Graph, node: usize, plan: &mut Plan) -> Place {
        let &[channels, ..] = &graph.nodes[node].shape[..] else {
            plan.vectors.push(0);
            return Place::Vector(plan.vectors.len() - 1);
        };
        if graph.nodes[node].shape.len() == 1 {
            plan.vectors.push(channels.next_multiple_of(self.lanes));
            return Place::Vector(plan.vectors.len() - 1);
        }
        let [height, width] = self.need[node];
        let mut reach = [height + 2, width + 2];
        let mut lanes = if node == 0 && channels == 3 { 3 } else { self.lanes };
        for reader in graph.nodes.iter().filter(|reader| reader.inputs.iter().any(|&from| self.same[from] == node)) {
            let at = graph.nodes.iter().position(|n| std::ptr::eq(n, reader)).unwrap_or(0);
            let &Op::Conv { kernel, stride, pad, .. } = &reader.op else {
                if self.same[at] == at {
                    lanes = self.lanes;
                }
                continue;
            };
            if (kernel, stride) != (3, 2) {
                lanes = self.lanes;
            }
            for axis in 0..2 {
                let places = self.need[at][axis];
                let places = if (kernel, stride) == (3, 1) { places.next_multiple_of(BAND) } else { places };
                let last = if places == 0 { 0 } else { (places - 1) * stride + kernel };
                reach[axis] = reach[axis].max(1 - pad[axis] + last);
            }
        }
        plan.maps.push(Size { channels, lanes, height, width, rows: reach[0], columns: reach[1] });
        Place::Map(plan.maps.len() - 1)
    }

    /// Adds the steps for a node.
    fn write(
        &self,
        graph: &Graph,
        k: usize,
        places: &[Option<Place>],
        plan: &mut Plan,
        layers: &mut Layers,
    ) -> Result<(), String> {
        let (node, relu) = (&graph.nodes[k], self.relu[k]);
        let map = |at: usize| match places[at] {
            Some(Place::Map(map)) => Ok(map),
            _ => Err(format!("{} of a vector", node.op.name())),
        };
        let vector = |at: usize| match places[at] {
            Some(Place::Vector(vector)) => Ok(vector),
            _ => Err(format!("{} of a map", node.op.name())),
        };
        let step = match &node.op {
            Op::Input => return Ok(()),
            Op::Conv { kernel, stride, pad, weights } => {
                let from = map(node.inputs[0])?;
                let lanes = [plan.maps[from].channels, plan.maps[from].lanes, self.lanes];
                let layer = layers.conv([*kernel, *stride], *pad, lanes, weights);
                Step::Conv { layer, relu, from, to: map(k)? }
            }
            Op::Relu => Step::Sum { terms: [Some((map(node.inputs[0])?, false)), None], relu: true, to: map(k)? },
            Op::Double => Step::Sum { terms: [Some((map(node.inputs[0])?, true)), None], relu, to: map(k)? },
            Op::Add => {
                let term = |at: usize| {
                    let doubled = self.on_the_way(graph, at);
                    map(if doubled { graph.nodes[at].inputs[0] } else { at }).map(|map| (map, doubled))
                };
                let terms = [Some(term(node.inputs[0])?), Some(term(node.inputs[1])?)];
                Step::Sum { terms, relu, to: map(k)? }
            }
            Op::Slice(at) => Step::Part { from: map(node.inputs[0])?, at: *at, to: map(k)? },
            Op::Flatten => Step::Flatten { from: map(node.inputs[0])?, to: vector(k)? },
            Op::Dense(weights) => {
                let layer = layers.dense(weights, self.lanes);
                Step::Dense { layer, relu, from: vector(node.inputs[0])?, to: vector(k)? }
            }
            Op::Concat => {
                let from = |&at: &usize| Ok((vector(at)?, graph.nodes[at].shape[0]));
                Step::Concat { from: node.inputs.iter().map(from).collect::<Result<_, String>>()?, to: vector(k)? }
            }
            Op::Space(_) => return Ok(()),
        };
        plan.steps.push(step);
        Ok(())
    }

    fn output(&self, graph: &Graph, places: &[Option<Place>]) -> Result<Output, String> {
        let node = &graph.nodes[graph.output];
        let len = node.shape.iter().product();
        let (by, from) = match node.op {
            Op::Space(by) => (by, node.inputs[0]),
            _ => (1, graph.output),
        };
        match places[from] {
            Some(Place::Map(from)) => Ok(Output::Map { from, by, len }),
            Some(Place::Vector(from)) => Ok(Output::Vector { from, len }),
            None => Err("nothing to give".to_owned()),
        }
    }
}
