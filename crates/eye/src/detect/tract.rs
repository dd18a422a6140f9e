//! Uses tract to read, check and simplify ONNX files, and to run networks that the engine cannot. The only file that
//! uses it.

use super::draft::{Draft, View, wide};
use engine::graph::{Graph, Op, Weights};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use tract_onnx::prelude::multithread::Executor;
use tract_onnx::prelude::*;
use tract_onnx::tract_core::internal::{AxisOp, DimLike as _};
use tract_onnx::tract_core::ops::array::{Slice, StridedSlice, TypedConcat};
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::Cast;
use tract_onnx::tract_core::ops::cnn::{Conv, KernelFormat};
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::math::{Add, Max, Mul};
use tract_onnx::tract_core::ops::nn::DataFormat;
use tract_onnx::tract_core::ops::nn::resize::{CoordTransformer, Interpolator, NearestUpsample};
use tract_onnx_opl::resize::{CoordTransform, Nearest, Resize};

/// A file's network, for pictures of any size.
pub(super) struct Model(InferenceModel);

/// A network for pictures of one size.
pub(super) struct Typed(TypedModel);

/// A network that tract runs.
pub(super) struct Runnable(Arc<TypedRunnableModel>);

impl Model {
    /// # Errors
    /// The error in the file.
    pub(super) fn parse(mut bytes: &[u8]) -> Result<Self, String> {
        let model = tract_onnx::onnx().model_for_read(&mut bytes).map_err(|error| words(&error))?;
        if model.inputs.len() == 1 && model.outputs.len() == 1 {
            return Ok(Self(model));
        }
        Err(format!("{} inputs and {} outputs instead of one each", model.inputs.len(), model.outputs.len()))
    }

    /// # Errors
    /// The reason it does not take pictures of this size.
    pub(super) fn typed(&self, picture: [usize; 3]) -> Result<Typed, String> {
        let shape: TVec<usize> = std::iter::once(1).chain(picture).collect();
        let model = self.0.clone().with_input_fact(0, f32::fact(&shape).into());
        // Not simplified further: tract would make other operations of what the file says, for its own sake.
        let model = model.and_then(InferenceModelExt::into_typed);
        Ok(Typed(model.map_err(|error| words(&error))?))
    }
}

impl Typed {
    /// Returns the shape of the output, `None` if it is not numbers of a known count.
    pub(super) fn output(&self) -> Option<Vec<usize>> {
        let fact = self.0.output_fact(0).ok().filter(|fact| fact.datum_type == f32::datum_type())?;
        Some(fact.shape.as_concrete()?.to_vec())
    }

    /// # Errors
    /// The reason tract cannot run it.
    pub(super) fn runnable(self, threads: usize) -> Result<Runnable, String> {
        let options = RunOptions { executor: Some(executor(threads)), ..RunOptions::default() };
        let model = self.0.into_optimized().and_then(|model| model.into_runnable_with_options(&options));
        Ok(Runnable(model.map_err(|error| words(&error))?))
    }

    /// Returns the network as a plain graph.
    ///
    /// # Errors
    /// The name of an unknown operation.
    pub(super) fn graph(&self) -> Result<Graph, String> {
        let mut translation = Translation::default();
        for id in self.0.eval_order().map_err(|error| words(&error))? {
            let node = self.0.node(id);
            let value = translation.node(&self.0, node).map_err(|why| format!("{} ({why})", node.op.name()))?;
            translation.values.insert(id, value);
        }
        let [output] = self.0.outputs[..] else { return Err("several outputs".to_owned()) };
        let Some(Value::View(view)) = translation.values.get(&output.node).cloned() else {
            return Err("a constant".to_owned());
        };
        translation.draft.graph.output = translation.draft.settle(&view)?;
        Ok(translation.draft.graph.trimmed())
    }
}

impl Runnable {
    /// # Errors
    /// What went wrong.
    pub(super) fn run(&self, picture: [usize; 3], values: &[f32]) -> Result<Vec<f32>, String> {
        let shape: TVec<usize> = std::iter::once(1).chain(picture).collect();
        let run = || {
            let given = self.0.run(tvec!(Tensor::from_shape(&shape, values)?.into()))?;
            Ok(given[0].try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
        };
        run().map_err(|error: TractError| words(&error))
    }
}

/// Runs a network on `threads` threads; a browser's worker has one.
fn executor(threads: usize) -> Executor {
    #[cfg(not(target_arch = "wasm32"))]
    if threads > 1 {
        return Executor::multithread(threads);
    }
    let _one = threads;
    Executor::SingleThread
}

fn words(error: &TractError) -> String {
    format!("{error:#}")
}

/// Does one of tract's operations on axes; `None` if the view can't express the result.
fn turned(view: &View, op: &AxisOp) -> Option<View> {
    let mut view = view.clone();
    match op {
        AxisOp::Add(at) => view.axes.insert(*at, Vec::new()),
        AxisOp::Rm(at) => drop(view.axes.remove(*at)),
        AxisOp::Move(from, to) => {
            let axis = view.axes.remove(*from);
            view.axes.insert(*to, axis);
        }
        AxisOp::Reshape(at, from, to) => {
            let sizes: Option<Vec<usize>> = to.iter().map(|size| size.to_usize().ok()).collect();
            view.reshape(*at, from.len(), &sizes?)?;
        }
    }
    Some(view)
}

#[derive(Clone, Debug)]
enum Value {
    Constant(Arc<Tensor>),
    View(View),
}

#[derive(Default)]
struct Translation {
    draft: Draft,
    values: HashMap<usize, Value>,
}

impl Translation {
    fn push(&mut self, op: Op, inputs: Vec<usize>, shape: Vec<usize>) -> Value {
        Value::View(self.draft.put(op, inputs, shape))
    }

    fn input(&mut self, node: &TypedNode, slot: usize) -> Result<usize, String> {
        match node.inputs.get(slot).and_then(|outlet| self.values.get(&outlet.node)).cloned() {
            Some(Value::View(view)) => self.draft.settle(&view),
            _ => Err(format!("input {slot} is not a map")),
        }
    }

    fn constant(&self, node: &TypedNode, slot: usize) -> Result<Arc<Tensor>, String> {
        match node.inputs.get(slot).and_then(|outlet| self.values.get(&outlet.node)) {
            Some(Value::Constant(tensor)) => Ok(Arc::clone(tensor)),
            _ => Err(format!("input {slot} is not a constant")),
        }
    }

    fn node(&mut self, model: &TypedModel, node: &TypedNode) -> Result<Value, String> {
        let [outlet] = &node.outputs[..] else { return Err("several outputs".to_owned()) };
        if let Some(constant) = &outlet.fact.konst {
            return Ok(Value::Constant(Arc::clone(constant)));
        }
        if node.op_is::<Cast>()
            && outlet.fact.datum_type == model.outlet_fact(node.inputs[0]).map_err(|e| words(&e))?.datum_type
        {
            // Converts to the new kind.
            return self.values.get(&node.inputs[0].node).cloned().ok_or_else(|| "of nothing".to_owned());
        }
        let shape = outlet.fact.shape.as_concrete().ok_or("of any size")?.to_vec();
        let picture: Vec<usize> = shape.iter().skip(1).copied().collect();
        if model.inputs.iter().any(|input| input.node == node.id) {
            return Ok(self.push(Op::Input, Vec::new(), picture));
        }
        if let Some(op) = node.op_as::<AxisOp>() {
            return match self.values.get(&node.inputs[0].node) {
                Some(Value::View(view)) => turned(view, op).map(Value::View).ok_or_else(|| format!("{op:?}")),
                Some(Value::Constant(constant)) => {
                    let mut turned = (**constant).clone();
                    op.change_tensor(&mut turned, false).map_err(|error| words(&error))?;
                    Ok(Value::Constant(Arc::new(turned)))
                }
                None => Err("of nothing".to_owned()),
            };
        }
        if let Some(op) = node.op_as::<EinSum>() {
            return self.dense(node, op);
        }
        if shape.first() != Some(&1) {
            return Err(format!("{shape:?}"));
        }
        if let Some(op) = node.op_as::<Conv>() {
            return self.conv(node, op, picture);
        }
        if let Some(op) = node.op_as::<TypedBinOp>() {
            return self.pair(node, op, picture);
        }
        if let Some(op) = node.op_as::<NearestUpsample>() {
            let by_two = op.scales[..] == [1, 1, 2, 2];
            return if by_two { self.one(Op::Double, node, picture) } else { Err(format!("by {:?}", op.scales)) };
        }
        if let Some(op) = node.op_as::<Resize>() {
            return self.resize(node, op, picture);
        }
        if let Some(op) = node.op_as::<StridedSlice>() {
            return self.strided(node, op, picture);
        }
        if let Some(op) = node.op_as::<Slice>() {
            let start = op.start.to_usize().map_err(|error| error.to_string())?;
            return match op.axis {
                2 => self.one(Op::Slice([start, 0]), node, picture),
                3 => self.one(Op::Slice([0, start]), node, picture),
                axis => Err(format!("along axis {axis}")),
            };
        }
        if let Some(op) = node.op_as::<TypedConcat>() {
            if (op.axis, picture.len()) != (1, 1) {
                return Err(format!("of maps along axis {}", op.axis));
            }
            let inputs = (0..node.inputs.len()).map(|slot| self.input(node, slot)).collect::<Result<_, _>>()?;
            return Ok(self.push(Op::Concat, inputs, picture));
        }
        Err("not known".to_owned())
    }

    /// Part of a map, from the file's description: from where on, along which axes.
    fn strided(&mut self, node: &TypedNode, op: &StridedSlice, shape: Vec<usize>) -> Result<Value, String> {
        let begins = whole(&*self.constant(node, 1)?)?;
        let axes = match op.optional_axes_input {
            Some(slot) => whole(&*self.constant(node, slot)?)?,
            None => (0..begins.len() as i64).collect(),
        };
        let steps = op.optional_steps_input.map_or(Ok(Vec::new()), |slot| whole(&*self.constant(node, slot)?))?;
        let from = self.input(node, 0)?;
        let mut at = [0, 0];
        for (&begin, &axis) in begins.iter().zip(&axes) {
            match (usize::try_from(axis), usize::try_from(begin)) {
                (Ok(axis @ 2..=3), Ok(begin)) => at[axis - 2] = begin,
                (_, Ok(0)) => {}
                _ => return Err(format!("from {begin} along axis {axis}")),
            }
        }
        if steps.iter().any(|&step| step != 1) || !self.draft.is_part(&shape, from, at) {
            return Err(format!("from {begins:?} along {axes:?} by {steps:?}"));
        }
        Ok(self.push(Op::Slice(at), vec![from], shape))
    }

    /// Each place twice along rows and columns is known, nothing else.
    fn resize(&mut self, node: &TypedNode, op: &Resize, shape: Vec<usize>) -> Result<Value, String> {
        let scales = numbers::<f32>(&*self.constant(node, op.optional_scales_input.ok_or("to given sizes")?)?)?;
        let nearest = matches!(op.interpolator, Interpolator::Nearest)
            && op.nearest == Nearest::Floor
            && op.coord_transformer == CoordTransform::Plain(CoordTransformer::Asymmetric);
        if nearest && op.axes.is_none() && scales == [1.0, 1.0, 2.0, 2.0] {
            return self.one(Op::Double, node, shape);
        }
        Err(format!("by {scales:?}, {:?}, {:?}, {:?}", op.interpolator, op.nearest, op.coord_transformer))
    }

    fn one(&mut self, op: Op, node: &TypedNode, shape: Vec<usize>) -> Result<Value, String> {
        let from = self.input(node, 0)?;
        Ok(self.push(op, vec![from], shape))
    }

    /// Two numbers each: ReLU is the larger one of each number and 0.
    fn pair(&mut self, node: &TypedNode, op: &TypedBinOp, shape: Vec<usize>) -> Result<Value, String> {
        if let (Ok(a), Ok(b)) = (self.constant(node, 0), self.constant(node, 1)) {
            // A constant times one, as a dense layer's bias is written.
            let one = op.0.is::<Mul>() && numbers::<f32>(&a)?.iter().all(|&value| value == 1.0);
            return if one && a.len() == 1 { Ok(Value::Constant(b)) } else { Err("of two constants".to_owned()) };
        }
        if let Some(slot) = (0..2).find(|&slot| self.constant(node, slot).is_ok()) {
            let values = numbers::<f32>(&*self.constant(node, slot)?)?;
            let from = self.input(node, 1 - slot)?;
            if op.0.is::<Max>() && values.iter().all(|&value| value == 0.0) {
                return Ok(self.push(Op::Relu, vec![from], shape));
            }
            let sum = if op.0.is::<Add>() { self.draft.with_bias(from, values)? } else { None };
            return sum.map(Value::View).ok_or_else(|| "with a constant".to_owned());
        }
        let inputs = [self.input(node, 0)?, self.input(node, 1)?];
        if !op.0.is::<Add>() || inputs.iter().any(|&input| self.draft.shape(input) != shape) || shape.len() != 3 {
            return Err("of two maps".to_owned());
        }
        Ok(self.push(Op::Add, inputs.to_vec(), shape))
    }

    fn conv(&mut self, node: &TypedNode, op: &Conv, shape: Vec<usize>) -> Result<Value, String> {
        let from = self.input(node, 0)?;
        let pool = &op.pool_spec;
        let &[_, height, width] = self.draft.shape(from) else { return Err("not of a map".to_owned()) };
        let known = op.group == 1
            && op.q_params.is_none()
            && op.kernel_fmt == KernelFormat::OIHW
            && pool.data_format == DataFormat::NCHW
            && pool.dilations().iter().all(|&d| d == 1);
        let padding = pool.computed_padding(&[height, width]);
        match (&pool.kernel_shape[..], &*pool.strides(), &padding[..]) {
            (&[kernel @ (1 | 3), k], &[stride @ (1 | 2), s], [rows, columns])
                if known && (k, s) == (kernel, stride) =>
            {
                let pad = [rows.pad_before, columns.pad_before];
                if pad.iter().any(|&pad| pad > kernel / 2) {
                    return Err(format!("padding {pad:?}"));
                }
                let factors = numbers(&*self.constant(node, 1)?)?;
                let bias = wide(numbers(&*self.constant(node, 2)?)?, shape[0]);
                let weights = Arc::new(Weights { factors, bias });
                Ok(self.push(Op::Conv { kernel, stride, pad, weights }, vec![from], shape))
            }
            (kernel, strides, _) => Err(format!("kernel {kernel:?}, strides {strides:?}")),
        }
    }

    /// A matrix times all of a map or a vector.
    fn dense(&mut self, node: &TypedNode, op: &EinSum) -> Result<Value, String> {
        let slot = (0..2).find(|&slot| self.constant(node, slot).is_ok()).ok_or("of two maps")?;
        let (matrix, from) = (self.constant(node, slot)?, self.input(node, 1 - slot)?);
        let wide = node.outputs[0].fact.shape.iter().filter_map(|d| d.to_usize().ok()).product::<usize>();
        // The matrix with its outputs first, then the axes that are summed over in the order in which the other has them.
        let (mut outputs, mut summed, mut unit) = (Vec::new(), Vec::new(), Vec::new());
        for axis in op.axes.iter_all_axes() {
            let &[at] = &axis.inputs[slot][..] else { continue };
            match (&axis.inputs[1 - slot][..], axis.outputs[0].is_empty()) {
                (&[other], true) => summed.push((other, at)),
                ([], _) if matrix.shape()[at] == 1 => unit.push(at),
                ([], false) => outputs.push(at),
                _ => return Err("shared axes".to_owned()),
            }
        }
        summed.sort_unstable();
        let inputs: usize = summed.iter().map(|&(_, at)| matrix.shape()[at]).product();
        let all: usize = self.draft.shape(from).iter().product();
        if outputs.len() > 1 || inputs != all || inputs * wide != matrix.len() {
            return Err(format!("{:?}", op.axes));
        }
        let order: Vec<usize> = unit.into_iter().chain(outputs).chain(summed.iter().map(|&(_, at)| at)).collect();
        let factors = numbers(&(*matrix).clone().permute_axes(&order).map_err(|error| words(&error))?)?;
        let flat = self.draft.flat(from);
        let weights = Arc::new(Weights { factors, bias: vec![0.0; wide] });
        let made = self.draft.put(Op::Dense(weights), vec![flat], vec![wide]);
        // Axes of length 1 are where tract has them.
        let rank = node.outputs[0].fact.rank();
        let axis = |at: usize| node.outputs[0].fact.shape[at].to_usize().is_ok_and(|size| size > 1);
        let axes = (0..rank).map(|at| if axis(at) { made.axes[1].clone() } else { Vec::new() }).collect();
        Ok(Value::View(View { axes, ..made }))
    }
}

/// All numbers of a tensor of their kind.
fn numbers<T: Datum + Copy>(tensor: &Tensor) -> Result<Vec<T>, String> {
    let plain = tensor.try_as_plain_ram().and_then(|plain| Ok(plain.as_slice::<T>()?.to_vec()));
    plain.map_err(|error| words(&error))
}

/// All whole numbers of a tensor.
fn whole(tensor: &Tensor) -> Result<Vec<i64>, String> {
    numbers(&*tensor.cast_to::<i64>().map_err(|error| words(&error))?)
}

/// The graphs themselves say nothing to a reader.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model of {} nodes", self.0.nodes.len())
    }
}

impl fmt::Debug for Runnable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Runnable of {} nodes", self.0.model().nodes.len())
    }
}

#[cfg(test)]
mod tests {
    use tract_onnx::tract_core::ops::cnn::{PaddingSpec, PoolSpec};
    use tract_onnx::tract_core::ops::math::{add, max};

    use super::*;
    use engine::Tier;
    use engine::plan::{Layers, Memory, Plan};
    use game::rng::Rng;

    fn random(dice: &mut Rng, many: usize, size: f64) -> Vec<f32> {
        (0..many).map(|_| dice.range(-size, size) as f32).collect()
    }

    fn dims(sizes: &[usize]) -> TVec<TDim> {
        sizes.iter().map(|&size| size.into()).collect()
    }

    /// A network of random layers.
    struct Made {
        model: TypedModel,
        dice: Rng,
        at: OutletId,
    }

    impl Made {
        fn new(seed: u64, picture: [usize; 3]) -> Self {
            let mut model = TypedModel::default();
            let shape: TVec<usize> = std::iter::once(1).chain(picture).collect();
            let at = model.add_source("picture", f32::fact(&shape)).unwrap();
            Self { model, dice: Rng::new(seed), at }
        }

        fn name(&self) -> String {
            format!("n{}", self.model.nodes.len())
        }

        fn shape(&self) -> Vec<usize> {
            let fact = self.model.outlet_fact(self.at).unwrap();
            fact.shape.iter().map(|dim| usize::try_from(dim.to_i64().unwrap()).unwrap()).collect()
        }

        fn constant(&mut self, shape: &[usize], size: f64) -> OutletId {
            let (name, numbers) = (self.name(), random(&mut self.dice, shape.iter().product(), size));
            self.model.add_const(name, Tensor::from_shape(shape, &numbers).unwrap()).unwrap()
        }

        fn wire(&mut self, op: impl Into<Box<dyn tract_onnx::tract_core::ops::TypedOp>>, inputs: &[OutletId]) {
            let name = self.name();
            self.at = self.model.wire_node(name, op, inputs).unwrap()[0];
        }

        fn then(&mut self, op: impl Into<Box<dyn tract_onnx::tract_core::ops::TypedOp>>) {
            self.wire(op, &[self.at]);
        }

        /// A convolution with factors up to `size`.
        fn convolve(&mut self, kernel: usize, stride: usize, padding: PaddingSpec, outputs: usize, size: f64) {
            let channels = self.shape()[1];
            let (kernels, strides) = (tvec!(kernel, kernel), Some(tvec!(stride, stride)));
            let pool_spec = PoolSpec::new(DataFormat::NCHW, kernels, padding, None, strides, channels, outputs);
            let op = Conv { pool_spec, kernel_fmt: KernelFormat::OIHW, group: 1, q_params: None };
            let factors = self.constant(&[outputs, channels, kernel, kernel], size);
            let bias = self.constant(&[outputs], 0.5);
            self.wire(op, &[self.at, factors, bias]);
        }

        fn conv(&mut self, kernel: usize, stride: usize, after: [usize; 2]) {
            // Where a map is smaller than the kernel, tract's sums are wrong.
            if self.shape()[2..].iter().any(|&size| size < kernel) {
                return self.relu();
            }
            let outputs = *self.dice.pick(&[1, 5, 8, 16, 24, 40, 72]).unwrap();
            let before = self.dice.below(kernel / 2 + 1);
            let padding = PaddingSpec::Explicit(tvec!(before, kernel / 2), TVec::from_slice(&after));
            let size = (2.0 / (self.shape()[1] * kernel * kernel) as f64).sqrt() * 1.5;
            self.convolve(kernel, stride, padding, outputs, size);
        }

        fn relu(&mut self) {
            let zero = self.constant(&vec![1; self.shape().len()], 0.0);
            self.wire(max(), &[self.at, zero]);
        }

        /// Some layer of those that are known.
        fn layer(&mut self) {
            let [_, _, height, width] = self.shape()[..] else { panic!("not a map") };
            let end = width.saturating_sub(1 + self.dice.below(3));
            match self.dice.below(9) {
                0..=1 => self.conv(3, 1, [1, 1]),
                2 if height > 4 && width > 4 => {
                    let after = [self.dice.below(2), self.dice.below(9)];
                    self.conv(3, 2, after);
                }
                3 => self.conv(1, 1, [0, 0]),
                4 => self.conv(1, 2, [0, 0]),
                5 if height < 30 => self.then(NearestUpsample { scales: tvec!(1, 1, 2, 2) }),
                6 if height > 6 => self.then(Slice::new(2, height / 3, height - 1)),
                7 if width > 6 => self.then(Slice::new(3, 0, end)),
                // The sum of a small map, doubled, and a large one.
                _ if height % 2 == 0 && width % 2 == 0 => {
                    let from = self.at;
                    self.conv(3, 1, [1, 1]);
                    let large = self.at;
                    if self.shape()[2..] != [height, width] {
                        // Without a border before it the map has shrunk, and the two do not fit.
                        return;
                    }
                    let outputs = self.shape()[1];
                    self.at = from;
                    self.convolve(1, 2, PaddingSpec::Valid, outputs, 0.3);
                    self.then(NearestUpsample { scales: tvec!(1, 1, 2, 2) });
                    self.wire(add(), &[large, self.at]);
                }
                _ => self.relu(),
            }
            if self.dice.below(2) == 0 {
                self.relu();
            }
        }

        /// Two dense layers on all there is, twice, one behind the other.
        fn dense(&mut self) {
            let from = self.at;
            let ends = [(); 2].map(|()| {
                self.at = from;
                let shape = self.shape();
                let flat: usize = shape.iter().product();
                self.then(AxisOp::Reshape(1, dims(&shape[1..]), dims(&[flat])));
                for outputs in [20, 13] {
                    let inputs = self.shape()[1];
                    let matrix = self.constant(&[outputs, inputs], 1.0 / inputs as f64);
                    let axes = "mk,nk->mn".parse().unwrap();
                    self.wire(EinSum::new(axes, f32::datum_type()), &[self.at, matrix]);
                    let bias = self.constant(&[1, outputs], 0.5);
                    self.wire(add(), &[self.at, bias]);
                    if outputs == 20 {
                        self.relu();
                    }
                }
                self.at
            });
            self.wire(TypedConcat { axis: 1 }, &ends);
        }

        /// Four channels as places of one, as the ONNX reader writes it.
        fn space(&mut self) {
            let [_, _, height, width] = self.shape()[..] else { panic!("not a map") };
            let channels = 4 * (1 + self.dice.below(6));
            self.convolve(1, 1, PaddingSpec::Valid, channels, 0.3);
            let merge = AxisOp::Reshape(2, dims(&[height, 2, width, 2]), dims(&[height * 2, width * 2]));
            let split = AxisOp::Reshape(1, dims(&[channels]), dims(&[channels / 4, 2, 2]));
            [split, AxisOp::Move(3, 5), AxisOp::Move(2, 3), merge].into_iter().for_each(|op| self.then(op));
        }

        fn typed(mut self) -> Typed {
            self.model.select_output_outlets(&[self.at]).unwrap();
            Typed(self.model)
        }
    }

    fn made(seed: u64) -> ([usize; 3], Typed) {
        let mut dice = Rng::new(seed);
        let mut one_of = |all: &[usize]| *dice.pick(all).unwrap();
        let picture = [one_of(&[1, 3, 3, 20]), one_of(&[8, 13, 24, 40]), one_of(&[8, 22, 36, 60])];
        let mut made = Made::new(seed, picture);
        for _ in 0..2 + dice.below(5) {
            made.layer();
        }
        match dice.below(3) {
            0 => made.dense(),
            1 => made.space(),
            _ => {}
        }
        (picture, made.typed())
    }

    #[test]
    fn random_networks_give_the_numbers_of_tract_at_every_tier() {
        let (mut most, mut compared) = (0.0_f32, 0);
        for seed in 0..60 {
            let (picture, typed) = made(seed);
            let graph = typed.graph().unwrap_or_else(|why| panic!("network {seed}: {why}"));
            let pictures: Vec<Vec<f32>> =
                (0..3).map(|k| random(&mut Rng::new(seed + 1000 * k), picture.iter().product(), 2.0)).collect();
            // tract fails to simplify some convolutions over every second place of another one.
            let Ok(runnable) = typed.runnable(1) else { continue };
            compared += 1;
            let wanted: Vec<f32> = pictures.iter().flat_map(|values| runnable.run(picture, values).unwrap()).collect();
            let pictures: Vec<&[f32]> = pictures.iter().map(Vec::as_slice).collect();
            let size = wanted.iter().fold(1.0, |most: f32, value| most.max(value.abs()));
            for tier in Tier::all() {
                let plan = Plan::new(&graph, tier, &mut Layers::default())
                    .unwrap_or_else(|why| panic!("network {seed}: {why}"));
                let memory = Memory::default();
                // Alone by two threads, and several together after that in the same memory.
                let alone = plan.run(&memory, &pictures[..1], 2);
                let together = plan.run(&memory, &pictures, 1);
                assert_eq!((alone.len() * 3, together.len()), (wanted.len(), wanted.len()), "network {seed}");
                for (found, wanted) in [&alone, &together].into_iter().flat_map(|found| found.iter().zip(&wanted)) {
                    most = most.max((found - wanted).abs() / size);
                    assert!((found - wanted).abs() <= 1e-4 * size, "network {seed}, {tier}: {found} for {wanted}");
                }
            }
        }
        assert!(compared > 55 && most > 0.0, "{compared} networks, or something was compared with itself");
    }

    #[test]
    fn what_is_not_known_is_named() {
        let mut made = Made::new(1, [3, 8, 8]);
        made.conv(3, 1, [1, 1]);
        made.then(tract_onnx::tract_core::ops::nn::sigmoid());
        let why = made.typed().graph().unwrap_err();
        assert!(why.contains("Sigmoid"), "{why}");
        let mut made = Made::new(1, [3, 8, 8]);
        made.then(AxisOp::Move(2, 3));
        made.conv(3, 1, [1, 1]);
        assert!(made.typed().graph().is_err());
    }
}
