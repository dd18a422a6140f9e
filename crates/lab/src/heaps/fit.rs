//! Confidence of a heap's sum, fitted to counted heaps with known sums.

use anyhow::Context as _;
use eye::geometry::solve;
use eye::read::{Heap, HeapDoubt, Measures, sigmoid};
use game::tile::Tile;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Confidence of a certain sum: one of 2,000 may be wrong.
const SURE: f64 = 0.9995;
/// Steps of the reliability curve before equal ones are counted together.
const CURVE: usize = 16;
/// Weight of the belief that an input says nothing: by how much the squared weight of a standardised one is unlikely.
const RIDGE: f64 = 1.0;
/// Steps of Newton's method; it settles in ten.
const STEPS: usize = 30;
/// Weight of that belief where there is none, so that every weight is determined.
const LITTLE: f64 = 1e-6;
const INPUTS: usize = Measures::NAMES.len();

/// A counted heap, as one line of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counted {
    exact: bool,
    /// Whether the sum is also exact where the double blank counts, if a tile is face down.
    pays: Option<bool>,
    /// Whether each counted tile is there.
    right: Vec<bool>,
    measures: Measures,
}

impl Counted {
    /// Takes a heap of which these tiles were missed and made up.
    pub(super) fn of(heap: &Heap, missed: &[[u32; 2]], made_up: &[[u32; 2]]) -> Self {
        let pips = |tiles: &[[u32; 2]]| tiles.iter().flatten().sum::<u32>();
        let blanks = |tiles: &[[u32; 2]]| tiles.iter().filter(|tile| **tile == [0, 0]).count();
        let exact = pips(missed) == pips(made_up);
        let face_down = heap.doubts.iter().any(|doubt| matches!(doubt, HeapDoubt::FaceDown { .. }));
        let pays = face_down.then_some(exact && blanks(missed) == blanks(made_up));
        Self { exact, pays, right: right(heap, made_up), measures: heap.measures.clone() }
    }

    pub(super) fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// Reports for each counted tile whether it is there: of those alike the least confident ones were made up.
fn right(heap: &Heap, made_up: &[[u32; 2]]) -> Vec<bool> {
    let pips = |tile: Tile| [tile.high(), tile.low()].map(|pip| u32::from(pip.get()));
    let mut right = vec![true; heap.tiles.len()];
    for wrong in made_up {
        let alike = (0..right.len()).filter(|at| right[*at] && heap.tiles[*at].tile().map(pips) == Some(*wrong));
        let confidence = |at: &usize| heap.tiles[*at].confidence;
        if let Some(at) = alike.min_by(|a, b| confidence(a).total_cmp(&confidence(b))) {
            right[at] = false;
        }
    }
    right
}

/// One case of a logistic model: its inputs, the first of which is 1, and whether it came true.
type Case<const N: usize> = ([f64; N], bool);

/// Returns the weights of the likeliest logistic model, each but the first drawn towards nothing by [`RIDGE`].
fn logistic<const N: usize>(cases: &[Case<N>]) -> [f64; N] {
    let drawn = |i: usize| if i == 0 { LITTLE } else { RIDGE * spread(cases, i).powi(2) + LITTLE };
    likeliest(cases, &std::array::from_fn(drawn))
}

/// The same where no input can speak for a case: those that would are left out, since they stand for another one.
fn logistic_against<const N: usize>(cases: &[Case<N>]) -> [f64; N] {
    let mut used = [true; N];
    loop {
        let of_used = |(inputs, came_true): &Case<N>| {
            (std::array::from_fn(|i| if used[i] { inputs[i] } else { 0.0 }), *came_true)
        };
        let weights = logistic(&cases.iter().map(of_used).collect::<Vec<_>>());
        let speaking: Vec<usize> = (1..N).filter(|&i| used[i] && weights[i] > 0.0).collect();
        if speaking.is_empty() {
            return weights;
        }
        speaking.into_iter().for_each(|i| used[i] = false);
    }
}

/// Newton's method, with each weight `drawn` towards nothing.
fn likeliest<const N: usize>(cases: &[Case<N>], drawn: &[f64; N]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let mut slope: [f64; N] = std::array::from_fn(|i| -drawn[i] * weights[i]);
        let mut curve: [[f64; N]; N] = [[0.0; N]; N];
        (0..N).for_each(|i| curve[i][i] = drawn[i]);
        for (inputs, came_true) in cases {
            let stated = sigmoid(dot(&weights, inputs));
            let (off, steep) = (f64::from(u8::from(*came_true)) - stated, stated * (1.0 - stated));
            for i in 0..N {
                slope[i] += off * inputs[i];
                (0..N).for_each(|j| curve[i][j] += steep * inputs[i] * inputs[j]);
            }
        }
        let Some(step) = solve(&curve, &slope) else { break };
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < LITTLE) {
            break;
        }
    }
    weights
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The standard deviation of an input.
fn spread<const N: usize>(cases: &[Case<N>], input: usize) -> f64 {
    let count = cases.len().max(1) as f64;
    let mean = cases.iter().map(|(inputs, _)| inputs[input]).sum::<f64>() / count;
    (cases.iter().map(|(inputs, _)| (inputs[input] - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Fits the confidence to counted heaps.
#[derive(Debug, clap::Args)]
pub(super) struct FitArgs {
    /// Counts nothing, and fits the confidence to the heaps in these files, which `--measured` wrote. Each file in turn is
    /// held out, and its heaps judge the values that were fitted to the others.
    #[arg(long, value_name = "FILE", num_args = 2.., requires = "fitted")]
    fit: Vec<PathBuf>,
    /// Writes the fitted values to this file of the eye.
    #[arg(long, value_name = "FILE", requires = "fit")]
    fitted: Option<PathBuf>,
}

impl FitArgs {
    /// Fits, if it was asked for, and returns what there is to say about it.
    pub(super) fn run(&self) -> anyhow::Result<Option<String>> {
        let Some(path) = &self.fitted else { return Ok(None) };
        let files = read(&self.fit)?;
        let scores = held_out(&files);
        let fitted = Fitted::to(&files.concat(), curve(&scores));
        std::fs::write(path, fitted.file()).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Some(words(&scores, &fitted.curve)))
    }
}

/// The heaps of each file.
fn read(files: &[PathBuf]) -> anyhow::Result<Vec<Vec<Counted>>> {
    let heaps = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let heaps = text.lines().map(serde_json::from_str).collect::<serde_json::Result<Vec<Counted>>>();
        let heaps = heaps.with_context(|| path.display().to_string())?;
        // Where nothing was found there is nothing to weigh.
        Ok(heaps.into_iter().filter(|heap| !heap.measures.tiles().is_empty()).collect())
    };
    files.iter().map(heaps).collect()
}

/// Fitted values.
struct Fitted {
    tile: [f64; 2],
    backs: f64,
    weights: [f64; INPUTS],
    curve: Vec<CurveStep>,
}

impl Fitted {
    fn to(heaps: &[Counted], curve: Vec<CurveStep>) -> Self {
        let tiles = heaps
            .iter()
            .flat_map(|heap| heap.measures.tiles().iter().zip(&heap.right).map(|(odds, right)| ([1.0, *odds], *right)));
        let [term, factor] = logistic(&tiles.collect::<Vec<_>>());
        let paying = heaps.iter().filter(|heap| heap.exact).filter_map(|heap| heap.pays);
        let [all, exact] = paying.fold([1.0; 2], |[all, exact], pays| [all + 1.0, exact + f64::from(u8::from(pays))]);
        Self { tile: [factor, term], backs: exact / all, weights: weights(heaps), curve }
    }

    /// The file that the eye takes them from.
    fn file(&self) -> String {
        let Self { tile: [factor, term], backs, weights, curve } = self;
        let sure = highest(curve).min(SURE);
        let mut text = format!(
            "//! Confidence of a heap's sum. Written by `sixty-one-lab heaps --fit`: do not change it by hand.\n\n\
             /// Least confidence of a certain sum: {SURE}, or the highest of the curve where too few heaps were counted.\n\
             pub(super) const SURE: f64 = {sure:.5};\n\
             /// Factor and term that lead the stated log-odds of a counted tile to the measured ones.\n\
             pub(super) const TILE: [f64; 2] = [{factor:.2}, {term:.2}];\n\
             /// Share of exact sums that stay exact where the double blank counts and a tile is face down.\n\
             pub(super) const BACKS: f64 = {backs:.2};\n\
             /// What each input adds to the score of a sum.\n\
             pub(super) const WEIGHTS: [f64; {INPUTS}] = [\n",
        );
        for (weight, name) in weights.iter().zip(Measures::NAMES) {
            let item = format!("{weight:.3},");
            let _ = writeln!(text, "    {item:<7} // {name}");
        }
        let _ = write!(
            text,
            "];\n/// Least scores, and the share of exact sums from there on up to the next.\n\
             pub(super) const CURVE: [(f64, f64); {}] = [\n",
            curve.len()
        );
        for CurveStep { least, exact, all } in curve {
            let item = format!("({}, {:.5}),", told(*least), share(*exact, *all));
            let _ = writeln!(text, "    {item:<20} // {exact} of {all}");
        }
        text + "];\n"
    }
}

fn weights<'a>(heaps: impl IntoIterator<Item = &'a Counted>) -> [f64; INPUTS] {
    logistic_against(&heaps.into_iter().map(|heap| (heap.measures.inputs(), heap.exact)).collect::<Vec<_>>())
}

/// Score of each heap by the weights that were fitted to the other files, and whether its sum is exact; highest first.
fn held_out(files: &[Vec<Counted>]) -> Vec<(f64, bool)> {
    let by_others = |(at, file): (usize, &Vec<Counted>)| {
        let weights = weights(files.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, file)| file));
        file.iter().map(|heap| (dot(&weights, &heap.measures.inputs()), heap.exact)).collect::<Vec<_>>()
    };
    let mut scores: Vec<(f64, bool)> = files.iter().enumerate().flat_map(by_others).collect();
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    scores
}

/// A step of the reliability curve.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CurveStep {
    /// Least score.
    least: f64,
    exact: usize,
    all: usize,
}

/// Share of exact sums. Half a case more of each, so that what never came up is not taken for impossible.
fn share(exact: usize, all: usize) -> f64 {
    (exact as f64 + 0.5) / (all as f64 + 1.0)
}

/// A least score as the eye's file has it.
fn told(least: f64) -> String {
    if least > f64::MIN { format!("{least:.3}") } else { "f64::MIN".to_owned() }
}

/// The highest share of a curve.
fn highest(curve: &[CurveStep]) -> f64 {
    curve.first().map_or(0.0, |step| share(step.exact, step.all))
}

/// Returns how many sums are exact from each score on, highest first. A higher score never has a lower share:
/// neighbours out of order are counted together.
fn curve(scores: &[(f64, bool)]) -> Vec<CurveStep> {
    let mut steps: Vec<CurveStep> = Vec::new();
    for part in scores.chunks(scores.len().div_ceil(CURVE).max(1)) {
        let exact = part.iter().filter(|(_, exact)| *exact).count();
        let mut step = CurveStep { least: part[part.len() - 1].0, exact, all: part.len() };
        while let Some(last) = steps.pop_if(|last| last.exact * step.all <= step.exact * last.all) {
            (step.exact, step.all) = (step.exact + last.exact, step.all + last.all);
        }
        steps.push(step);
    }
    if let Some(last) = steps.last_mut() {
        last.least = f64::MIN;
    }
    steps
}

/// How many sums are exact by the score.
fn words(scores: &[(f64, bool)], curve: &[CurveStep]) -> String {
    let wrong = scores.iter().filter(|(_, exact)| !exact).count();
    let mut words = format!("{} heaps, {wrong} wrong", scores.len());
    for CurveStep { least, exact, all } in curve {
        let _ = write!(words, "\n  from {}: {exact} of {all} exact, {:.5} stated", told(*least), share(*exact, *all));
    }
    if highest(curve) < SURE {
        words += "\ntoo few heaps for a step that is wrong once in 2,000: the highest one is called certain";
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases with this input, of which this many came true.
    fn cases(input: f64, (came_true, all): (usize, usize)) -> impl Iterator<Item = Case<2>> {
        (0..all).map(move |i| ([1.0, input], i < came_true))
    }

    #[test]
    fn the_likeliest_model_states_how_often_each_case_came_true() {
        let cases: Vec<Case<2>> = cases(0.0, (90, 100)).chain(cases(1.0, (50, 100))).collect();
        let [constant, weight] = logistic(&cases);
        assert!((sigmoid(constant) - 0.9).abs() < 0.02 && (sigmoid(constant + weight) - 0.5).abs() < 0.02);
        // An input that is always the same, and cases that are all told apart, have weights too.
        assert!(logistic(&[([1.0, 0.0], true), ([1.0, 0.0], false)]).iter().all(|weight| weight.is_finite()));
        assert!(logistic(&[([1.0, 0.0], true), ([1.0, 1.0], false)]).iter().all(|weight| weight.is_finite()));
    }

    #[test]
    fn a_higher_score_never_has_a_lower_share() {
        // By falling score: none of 400 wrong, then 2 in each hundred, then 1, then 50.
        let wrong = |i: usize| match i / 100 {
            0..4 => false,
            4..8 => i.is_multiple_of(50),
            8..12 => i.is_multiple_of(100),
            _ => i.is_multiple_of(2),
        };
        let scores: Vec<(f64, bool)> = (0..1600).map(|i| (-(i as f64), !wrong(i))).collect();
        let steps = curve(&scores);
        let told: Vec<(usize, usize)> = steps.iter().map(|step| (step.exact, step.all)).collect();
        assert_eq!(told, [(400, 400), (788, 800), (200, 400)]);
        assert_eq!((steps[0].least, steps[2].least), (-399.0, f64::MIN));
        // What was never wrong four hundred times may be wrong the next time.
        assert!(share(400, 400) < 0.999 && share(1_000, 1_000) > SURE);
        assert_eq!(highest(&steps), share(400, 400));
        assert!(curve(&[]).is_empty());
    }
}
