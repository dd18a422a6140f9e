//! Tiles as bodies on the table: places, fit, possible values, and exclusions.

use super::plane::{Footprint, Plane};
use super::{PipLogs, Point, SeenTile, Settings, TileKind};
use crate::geometry::{common_area, is_sound};
use game::tile::Pip;

/// Room for the values of one half; only the first `pips` of it are used.
pub(crate) type Values = [f64; 13];

/// Probabilities below this are not believed: no reader is that certain. Copied from the prototype's reading of real
/// photos.
const FLOOR: f64 = 1e-4;
/// Probability that label smoothing of 2 % gives each of 13 values for any picture: it is subtracted.
const SMOOTHING: f64 = 0.02 / 13.0;
/// A candidate weaker than this is left alone: weak ones complete many a line, but weaker ones add nothing.
pub(crate) const WEAKEST: f64 = -2.5;
/// A tile outside the layout is called loose when the odds for it are better than 3 to 1. In the layout weaker ones count, since
/// their neighbours speak for them.
pub(crate) const LOOSE: f32 = 1.1;
/// Detector odds are not believed further than this either way.
const LOGIT_RANGE: (f64, f64) = (-6.0, 3.0);
/// Log-odds that a tile face down is the double blank: it shows as little as a back, but players don't put a back
/// against a blank end.
const BLANK_BACK: f64 = -2.0;
/// More bodies than this are not compared (a whole double-twelve set is 91).
const MOST_BODIES: usize = 96;
/// Two tiles that share more than this part of a tile cannot both be there.
const OVERLAP: f64 = 0.2;

/// Prices of unusual things, as logarithms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices {
    /// A double that is not crosswise.
    pub(crate) inline: f64,
    /// Price of a wrong play that stands: high enough that legal layouts lose nothing, low enough that it is read
    /// unchanged.
    pub(crate) mismatch: f64,
    /// Power to which the pips' probabilities are taken: above 1, since the network says less than it knows.
    pub(crate) trust: f64,
}

impl Default for Prices {
    fn default() -> Self {
        Self { inline: -6.0, mismatch: -5.0, trust: 1.5 }
    }
}

/// A possible tile on the table.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Index in the input; `None` for an inferred tile.
    pub(crate) seen: Option<usize>,
    /// Whether it shows no face: it is a back or the double blank.
    pub(crate) faceless: bool,
    /// Footprint of the tile.
    pub(crate) print: Footprint,
    /// Log-probabilities of half a and half b over the values of the set, normalised.
    pub(crate) logs: [Values; 2],
    /// Probabilities of the values.
    pub(crate) probs: [Values; 2],
    /// Log-odds that it is there.
    pub(crate) logit: f64,
    /// Price of its size, at most 0.
    pub(crate) size_cost: f64,
}

/// The picture as the assembler sees it.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) plane: Plane,
    /// Length of a tile in tile widths.
    pub(crate) proportion: f64,
    /// Spread of a corner coordinate in tile widths.
    pub(crate) noise: f64,
    /// Number of values of a half: highest pip and one.
    pub(crate) pips: usize,
    pub(crate) settings: Settings,
    pub(crate) prices: Prices,
    pub(crate) bodies: Vec<Body>,
    /// For each body those that cannot be there with it, rising.
    pub(crate) excluded: Vec<Vec<usize>>,
    /// Whether there were too many candidates to take all.
    pub(crate) cut_short: bool,
}

/// Evidence of a half without pips.
const BLANK: PipLogs = [0.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0, -7.0];

/// `ln(sum(exp(values)))` without overflow.
#[must_use]
pub fn log_sum(values: &[f64]) -> f64 {
    let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if top.is_finite() { top + values.iter().map(|v| (v - top).exp()).sum::<f64>().ln() } else { top }
}

/// The distribution over the `pips` values of the set: finite, floored, summing to one.
pub(crate) fn distribution(logs: &PipLogs, pips: usize, trust: f64) -> (Values, Values) {
    let clean: Vec<f64> =
        logs[..pips].iter().map(|&v| if v.is_nan() { f64::NEG_INFINITY } else { f64::from(v).min(80.0) }).collect();
    let total = log_sum(&clean);
    let mut probs = [0.0; 13];
    for (p, v) in probs.iter_mut().zip(&clean) {
        *p = if total.is_finite() { ((v - total).exp() - SMOOTHING).max(0.0).powf(trust).max(FLOOR) } else { 1.0 };
    }
    let sum: f64 = probs.iter().sum();
    let probs = probs.map(|p| p / sum);
    (probs, probs.map(|p| if p > 0.0 { p.ln() } else { f64::NEG_INFINITY }))
}

/// The pips of a half as logarithms of probabilities over the values of the set.
#[must_use]
pub fn pip_logs(logs: &PipLogs, max: Pip) -> [f64; 13] {
    distribution(logs, usize::from(max.get()) + 1, Prices::default().trust).1
}

impl Body {
    /// The values that each half shows most likely, and the log-probability of both.
    pub(crate) fn alone(&self, pips: usize) -> ([usize; 2], f64) {
        let best = self.logs.map(|half| argmax(&half[..pips]));
        (best, self.logs[0][best[0]] + self.logs[1][best[1]])
    }

    /// Probability that both halves show the same.
    pub(crate) fn double(&self) -> f64 {
        self.probs[0].iter().zip(&self.probs[1]).map(|(a, b)| a * b).sum()
    }

    /// A price that only a double pays (a logarithm), by how likely this tile is one.
    pub(crate) fn price_as_double(&self, price: f64) -> f64 {
        let double = self.double().min(1.0);
        (1.0 - double + double * price.exp()).max(1e-9).ln()
    }
}

/// Place of the largest value, the first of equals; 0 of none.
pub(crate) fn argmax(values: &[f64]) -> usize {
    (0..values.len()).reduce(|best, i| if values[i] > values[best] { i } else { best }).unwrap_or(0)
}

/// Returns the price of a tile that is longer, shorter, wider or more skewed than the others: nothing within three
/// spreads, a quarter of the excess beyond. `None` if no tile of this set can look like this.
pub(crate) fn size_cost(print: &Footprint, proportion: f64, noise: f64) -> Option<f64> {
    let off = (print.length - proportion).abs().max((print.width - 1.0).abs()).max(print.rms);
    let z = off / 0.06_f64.hypot(noise);
    let cost = -0.25 * (z * z - 9.0).max(0.0);
    (cost > -6.0 && !is_foreign(print, proportion)).then_some(cost)
}

/// Reports whether it is longer or wider than the others by two thirds, or shorter or narrower by as much.
pub(crate) fn is_foreign(print: &Footprint, proportion: f64) -> bool {
    (print.length / proportion).ln().abs().max(print.width.ln().abs()) >= 0.5
}

/// The probability of these log-odds.
#[must_use]
pub fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Log-odds that it is there.
pub(crate) fn logit(tile: &SeenTile) -> f64 {
    if tile.logit.is_finite() { f64::from(tile.logit) } else { LOGIT_RANGE.0 }
}

/// Reports whether it helps to find the table, and may be part of the layout.
pub(crate) fn lies(tile: &SeenTile) -> bool {
    matches!(tile.kind, TileKind::Up | TileKind::Down) && logit(tile) > WEAKEST && is_sound(&tile.corners)
}

/// The corners of a tile of this proportion on the table, in the order of [`SeenTile::corners`].
pub(crate) fn rectangle(centre: Point, along: Point, left: Point, proportion: f64) -> [Point; 4] {
    let at = |l: f64, w: f64| centre.plus(along.times(l * proportion)).plus(left.times(w));
    [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)]
}

impl Scene {
    /// Puts the face-up tiles on the table. Face-down ones may be the double blank.
    pub(crate) fn new(tiles: &[SeenTile], plane: Plane, settings: &Settings, prices: Prices) -> Self {
        let pips = usize::from(settings.max_pip.get()) + 1;
        let (proportion, noise) = (plane.proportion(), plane.corner_spread());
        let mut bodies: Vec<Body> = tiles
            .iter()
            .enumerate()
            .filter(|(_, t)| (t.kind == TileKind::Up || settings.use_rules) && lies(t))
            .filter_map(|(i, t)| {
                let print = plane.footprint(&t.corners)?;
                let size_cost = size_cost(&print, proportion, noise)?;
                let faceless = t.kind == TileKind::Down;
                let [a, b] = if faceless { [&BLANK; 2] } else { [&t.a, &t.b] };
                let ((pa, la), (pb, lb)) = (distribution(a, pips, prices.trust), distribution(b, pips, prices.trust));
                let logit = if faceless { BLANK_BACK } else { logit(t).clamp(LOGIT_RANGE.0, LOGIT_RANGE.1) };
                Some(Body { seen: Some(i), faceless, print, logs: [la, lb], probs: [pa, pb], logit, size_cost })
            })
            .collect();
        let cut_short = bodies.len() > MOST_BODIES;
        if cut_short {
            bodies.sort_by(|a, b| b.logit.total_cmp(&a.logit));
            bodies.truncate(MOST_BODIES);
        }
        // The order of the input must not matter, not even where two ways are equally likely.
        bodies.sort_by(|a, b| {
            let (p, q) = (a.print.centre, b.print.centre);
            p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
        });
        let mut scene = Self {
            plane,
            proportion,
            noise,
            pips,
            settings: *settings,
            prices,
            bodies,
            excluded: Vec::new(),
            cut_short,
        };
        scene.excluded = vec![Vec::new(); scene.bodies.len()];
        for i in 0..scene.bodies.len() {
            scene.exclude(i, i, &[]);
        }
        scene
    }

    /// The tile's place on the table as it should be: of the set's size.
    pub(crate) fn outline(&self, body: usize) -> [Point; 4] {
        let print = &self.bodies[body].print;
        rectangle(print.centre, print.along, print.left, self.proportion)
    }

    /// Notes which of the first `count` bodies, `but` for these, cannot be there with this one.
    fn exclude(&mut self, body: usize, count: usize, but: &[usize]) {
        let outline = self.outline(body);
        for other in (0..count).filter(|o| !but.contains(o)) {
            let apart = self.bodies[other].print.centre.distance(self.bodies[body].print.centre);
            if apart < self.proportion * 0.95 && common_area(&outline, &self.outline(other)) > OVERLAP * self.proportion
            {
                self.excluded[body].push(other);
                self.excluded[other].push(body);
            }
        }
    }

    /// Adds an inferred tile between two `neighbours`; returns its number.
    pub(crate) fn add_unseen(
        &mut self,
        centre: Point,
        [along, left]: [Point; 2],
        double: bool,
        neighbours: [usize; 2],
    ) -> usize {
        let print = Footprint { centre, along, left, length: self.proportion, width: 1.0, rms: 0.0 };
        let (probs, logs) = distribution(&[0.0; 13], self.pips, 1.0);
        // A double has one value, not two independent ones.
        let second = if double { [0.0; 13] } else { logs };
        let body = Body {
            seen: None,
            faceless: false,
            print,
            logs: [logs, second],
            probs: [probs; 2],
            logit: 0.0,
            size_cost: 0.0,
        };
        self.bodies.push(body);
        self.excluded.push(Vec::new());
        let number = self.bodies.len() - 1;
        self.exclude(number, number, &neighbours);
        number
    }

    /// `ln` of the number of values.
    pub(crate) fn log_pips(&self) -> f64 {
        f64::from(self.settings.max_pip.get() + 1).ln()
    }
}
