//! Random networks of every operation give what the definitions of the operations give, with all instructions of this machine.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::Arc;

use engine::Tier;
use engine::graph::{Graph, Node, Op, Weights};
use engine::plan::{Layers, Memory, Plan};

/// Numbers that look random and are the same at every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % many
    }

    fn one_of(&mut self, all: &[usize]) -> usize {
        all[self.below(all.len())]
    }

    fn numbers(&mut self, many: usize, size: f32) -> Vec<f32> {
        (0..many).map(|_| (self.below(2001) as f32 / 1000.0 - 1.0) * size).collect()
    }

    fn weights(&mut self, outputs: usize, inputs: usize) -> Arc<Weights> {
        let size = (4.0 / inputs as f32).sqrt();
        Arc::new(Weights { factors: self.numbers(outputs * inputs, size), bias: self.numbers(outputs, 0.5) })
    }
}

struct Made {
    graph: Graph,
    dice: Dice,
}

impl Made {
    fn push(&mut self, op: Op, inputs: &[usize], shape: &[usize]) -> usize {
        self.graph.nodes.push(Node { op, inputs: inputs.to_vec(), shape: shape.to_vec() });
        self.graph.output = self.graph.nodes.len() - 1;
        self.graph.output
    }

    fn shape(&self, node: usize) -> [usize; 3] {
        self.graph.nodes[node].shape[..].try_into().unwrap()
    }

    fn conv(&mut self, from: usize, [kernel, stride]: [usize; 2], outputs: usize, after: [usize; 2]) -> usize {
        let [channels, height, width] = self.shape(from);
        let pad = [self.dice.below(kernel / 2 + 1), kernel / 2];
        let side = |side: usize, axis: usize| (side + pad[axis] + after[axis] - kernel) / stride + 1;
        let weights = self.dice.weights(outputs, channels * kernel * kernel);
        let shape = [outputs, side(height, 0), side(width, 1)];
        self.push(Op::Conv { kernel, stride, pad, weights }, &[from], &shape)
    }

    fn layer(&mut self) {
        let from = self.graph.output;
        let [channels, height, width] = self.shape(from);
        let outputs = self.dice.one_of(&[1, 5, 8, 16, 24, 40, 72]);
        let made = match self.dice.below(9) {
            0 | 1 => self.conv(from, [3, 1], outputs, [1, 1]),
            2 if height > 4 && width > 4 => {
                let after = [self.dice.below(6), self.dice.below(9)];
                self.conv(from, [3, 2], outputs, after)
            }
            3 => self.conv(from, [1, 1], outputs, [0, 0]),
            4 => self.conv(from, [1, 2], outputs, [0, 0]),
            5 if height < 30 => self.push(Op::Double, &[from], &[channels, height * 2, width * 2]),
            6 if height > 6 && width > 6 => {
                self.push(Op::Slice([height / 3, 2]), &[from], &[channels, height / 2, width - 3])
            }
            7 if width > 6 => self.push(Op::Slice([0, 0]), &[from], &[channels, height, width - 2]),
            _ if height % 2 == 0 && width % 2 == 0 => {
                let small = self.conv(from, [1, 2], channels, [0, 0]);
                let small = self.push(Op::Double, &[small], &[channels, height, width]);
                self.push(Op::Add, &[from, small], &[channels, height, width])
            }
            _ => self.push(Op::Relu, &[from], &[channels, height, width]),
        };
        if self.dice.below(2) == 0 {
            let shape = self.shape(made);
            self.push(Op::Relu, &[made], &shape);
        }
    }

    fn end(&mut self) {
        let from = self.graph.output;
        let shape @ [_, height, width] = self.shape(from);
        match self.dice.below(3) {
            0 => {
                let ends = [0, 1].map(|_| {
                    let all = shape.iter().product();
                    let flat = self.push(Op::Flatten, &[from], &[all]);
                    let weights = self.dice.weights(20, all);
                    let dense = self.push(Op::Dense(weights), &[flat], &[20]);
                    let relu = self.push(Op::Relu, &[dense], &[20]);
                    let weights = self.dice.weights(13, 20);
                    self.push(Op::Dense(weights), &[relu], &[13])
                });
                self.push(Op::Concat, &ends, &[26]);
            }
            1 => {
                let channels = 4 * (1 + self.dice.below(6));
                let four = self.conv(from, [1, 1], channels, [0, 0]);
                self.push(Op::Space(2), &[four], &[channels / 4, height * 2, width * 2]);
            }
            _ => {}
        }
    }
}

fn made(seed: u64) -> Graph {
    let mut made = Made { graph: Graph::default(), dice: Dice(seed) };
    let sides = |dice: &mut Dice, all: &[usize]| dice.one_of(all);
    let picture = [
        sides(&mut made.dice, &[1, 3, 3, 20]),
        sides(&mut made.dice, &[8, 13, 24, 40]),
        sides(&mut made.dice, &[8, 22, 36, 60]),
    ];
    made.push(Op::Input, &[], &picture);
    for _ in 0..2 + made.dice.below(5) {
        made.layer();
    }
    made.end();
    made.graph
}

/// Networks that begin with layers one after the other: the last has the result, the first has it too, and another adds the first's.
fn layers_first() -> [Graph; 3] {
    [0, 1, 2].map(|kind| {
        let mut made = Made { graph: Graph::default(), dice: Dice(kind) };
        let picture = made.push(Op::Input, &[], &[3, 26, 38]);
        let first = made.conv(picture, [3, 2], 20, [5, 1]);
        let second = made.conv(first, [3, 2], 20, [1, 2]);
        match kind {
            0 => made.layer(),
            1 => made.graph.output = first,
            _ => {
                let shape @ [_, height, width] = made.shape(second);
                let doubled = made.push(Op::Double, &[second], &[shape[0], 2 * height, 2 * width]);
                let [_, high, wide] = made.shape(first);
                let part = [shape[0], high.min(2 * height), wide.min(2 * width)];
                let parts = [first, doubled].map(|map| made.push(Op::Slice([0, 0]), &[map], &part));
                made.push(Op::Add, &parts, &part);
            }
        }
        made.graph
    })
}

/// Computes the graph by the definitions alone.
fn by_definition(graph: &Graph, picture: &[f32]) -> Vec<f32> {
    let mut values: Vec<Vec<f32>> = Vec::new();
    for node in &graph.nodes {
        let input = |k: usize| &values[node.inputs[k]];
        let from: Vec<usize> = node.inputs.first().map_or(vec![], |&k| graph.nodes[k].shape.clone());
        let place = |y: usize, x: usize, c: usize| (c * from[1] + y) * from[2] + x;
        let map = |f: &dyn Fn(usize, usize, usize) -> f32| -> Vec<f32> {
            let [channels, height, width] = node.shape[..] else { panic!("no map") };
            let places = (0..channels).flat_map(|c| (0..height).map(move |y| (c, y)));
            places.flat_map(|(c, y)| (0..width).map(move |x| (c, y, x))).map(|(c, y, x)| f(c, y, x)).collect()
        };
        values.push(match &node.op {
            Op::Input => picture.to_vec(),
            Op::Conv { kernel, stride, pad, weights } => map(&|c, y, x| {
                let mut sum = f64::from(weights.bias[c]);
                for (i, ky, kx) in
                    (0..from[0] * kernel * kernel).map(|k| (k / kernel / kernel, k / kernel % kernel, k % kernel))
                {
                    let (y, x) = ((y * stride + ky).wrapping_sub(pad[0]), (x * stride + kx).wrapping_sub(pad[1]));
                    if y < from[1] && x < from[2] {
                        let factor = weights.factors[((c * from[0] + i) * kernel + ky) * kernel + kx];
                        sum += f64::from(factor) * f64::from(input(0)[place(y, x, i)]);
                    }
                }
                sum as f32
            }),
            Op::Relu => input(0).iter().map(|value| value.max(0.0)).collect(),
            Op::Add => input(0).iter().zip(input(1)).map(|(a, b)| a + b).collect(),
            Op::Double => map(&|c, y, x| input(0)[place(y / 2, x / 2, c)]),
            Op::Space(by) => map(&|c, y, x| input(0)[place(y / by, x / by, (c * by + y % by) * by + x % by)]),
            Op::Slice(at) => map(&|c, y, x| input(0)[place(at[0] + y, at[1] + x, c)]),
            Op::Flatten => input(0).clone(),
            Op::Dense(weights) => {
                let row = |(factors, bias): (&[f32], &f32)| {
                    let products = factors.iter().zip(input(0)).map(|(a, b)| f64::from(*a) * f64::from(*b));
                    (products.sum::<f64>() + f64::from(*bias)) as f32
                };
                weights.factors.chunks(from[0]).zip(&weights.bias).map(row).collect()
            }
            Op::Concat => node.inputs.iter().flat_map(|&k| values[k].clone()).collect(),
        });
    }
    values.swap_remove(graph.output)
}

#[test]
fn random_networks_give_what_the_definitions_give() {
    let (mut most, mut numbers) = (0.0_f32, 0);
    for (seed, graph) in (0..).zip((0..60).map(made).chain(layers_first())) {
        let size = graph.nodes[0].shape.iter().product();
        let pictures: Vec<Vec<f32>> = (0..3).map(|k| Dice(seed + 1000 * k).numbers(size, 2.0)).collect();
        let wanted: Vec<f32> = pictures.iter().flat_map(|picture| by_definition(&graph, picture)).collect();
        let pictures: Vec<&[f32]> = pictures.iter().map(Vec::as_slice).collect();
        let size = wanted.iter().fold(1.0, |most: f32, value| most.max(value.abs()));
        for tier in Tier::all() {
            let plan = Plan::new(&graph, tier, &mut Layers::default()).unwrap();
            let memory = Memory::default();
            // Alone by two threads, then several together in the same memory.
            let alone = plan.run(&memory, &pictures[..1], 2);
            let together = plan.run(&memory, &pictures, 1);
            assert_eq!((alone.len() * 3, together.len()), (wanted.len(), wanted.len()), "network {seed}");
            for (found, wanted) in [&alone, &together].into_iter().flat_map(|found| found.iter().zip(&wanted)) {
                let apart = (found - wanted).abs() / size;
                most = most.max(apart);
                assert!(apart < 1e-4, "network {seed}, {tier}: {found} for {wanted}\n{graph:?}");
            }
            numbers += together.len();
        }
    }
    println!("{numbers} numbers, {most:e} of the largest apart at most");
    assert!(numbers > 30_000 && most > 0.0, "{numbers} numbers, {most}");
}

#[test]
fn no_picture_gives_nothing() {
    let plan = Plan::new(&made(3), Tier::best(), &mut Layers::default()).unwrap();
    assert_eq!(plan.run(&Memory::default(), &[], 2), [0.0; 0]);
}

#[test]
fn sizes_by_turns_do_not_disturb_each_other() {
    let graphs = [made(5), made(6), made(7)];
    let memory = Memory::default();
    let mut run = |graph: &Graph| {
        let picture = Dice(9).numbers(graph.nodes[0].shape.iter().product(), 2.0);
        Plan::new(graph, Tier::best(), &mut Layers::default()).unwrap().run(&memory, &[&picture], 1)
    };
    let first: Vec<Vec<f32>> = graphs.iter().map(&mut run).collect();
    let again: Vec<Vec<f32>> = graphs.iter().map(&mut run).collect();
    assert_eq!(first, again);
}

#[test]
fn what_cannot_be_done_is_named() {
    let mut made = Made { graph: Graph::default(), dice: Dice(1) };
    let picture = made.push(Op::Input, &[], &[4, 8, 8]);
    let space = made.push(Op::Space(2), &[picture], &[1, 16, 16]);
    made.push(Op::Relu, &[space], &[1, 16, 16]);
    let why = Plan::new(&made.graph, Tier::best(), &mut Layers::default()).unwrap_err();
    assert!(why.contains("depth to space"), "{why}");
}
