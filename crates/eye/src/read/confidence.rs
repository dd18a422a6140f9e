//! Confidence of the reading: over all likely hypotheses, less what the model cannot see.

use super::beyond::{Beyond, about, beyond};
use super::body::{Scene, Values};
use super::hypothesis::{End, Hypothesis};
use super::joins::{Candidate, Touch};
use super::rest::rest;
use super::{Part, Point, SeenTile, Slot, TileKind};
use crate::geometry::{area, common_area, is_sound};

/// Penalty (log) for joined tiles outside the layout.
const APART: f64 = -3.0;
/// A join outside the layout counts from this score.
const APART_SCORE: f64 = 6.0;
/// Taken off when a tile is placed as if joined but left out. Half as much orders the layouts as well; twice as much
/// doubts most of them wrongly.
const LEFT_OUT: f64 = -1.5;
/// Taken off when something unread is beyond an open end, and when something refused is near it.
const BEYOND: (f64, f64) = (-1.0, -0.6);

/// Taken off when joined halves of the layout do not match: some of them are read wrongly, most were played so.
const MISMATCH: f64 = -0.4;

/// Taken off when tiles about the layout were not read (counted by [`about`]) and nothing else is doubtful.
const ABOUT: f64 = -0.4;

/// Log-odds from which a box counts as a straddle of a missed tile, if less than this part of it is over tiles that are
/// there.
const STRADDLE_LOGIT: f64 = 0.0;
const STRADDLE_COVER: f64 = 0.7;
/// Sine of the largest angle (10 degrees) at which it is along the line or across.
const ALIGNED: f64 = 0.17;
/// Largest overlap with a tile of the layout, as a part of the smaller one's picture: with more, a tile is not where it
/// seems, or one was missed.
const OVER: f64 = 0.05;

/// Confidence, and what lowers it.
#[derive(Debug)]
pub(crate) struct Confidence {
    /// Probability that the ends are exactly these.
    pub(crate) ends: f64,
    /// Confidence of each end alone, given the layout.
    pub(crate) each: Vec<f64>,
    /// Share of each hypothesis.
    pub(crate) shares: Vec<f64>,
    /// Factor taken off for things about the layout.
    pub(crate) doubted: f64,
    /// Joins outside the layout.
    pub(crate) apart: usize,
    /// Bodies placed as if joined to the layout, but not joined.
    pub(crate) left_out: Vec<usize>,
    /// Layout tiles under another box, or half of one, that nothing explains.
    pub(crate) half_covered: Vec<usize>,
    /// Places where the layout of the best hypothesis may continue and something is there.
    pub(crate) beyond: Vec<(End, Beyond)>,
    /// Whether that counts: around a layout that is already doubted, things add nothing.
    pub(crate) beyond_counts: bool,
    /// Things about the layout that look like tiles and were not read; 0 where something graver is doubtful.
    pub(crate) about: usize,
    /// Face-up tiles when none is joined, else 0.
    pub(crate) unjoined: usize,
}

fn distribution(hypothesis: &Hypothesis<'_>, end: &End) -> Values {
    if hypothesis.tree.scene.settings.use_rules {
        return hypothesis.tree.end_values(end.tile, end.half, &hypothesis.values);
    }
    let [a, b] = &hypothesis.tree.scene.bodies[end.tile].probs;
    match end.half {
        Some(Slot::B) => *b,
        Some(_) => *a,
        None => std::array::from_fn(|v| (a[v] * b[v]).sqrt()),
    }
}

/// Probability of the best hypothesis' ends under another one.
fn under(other: &Hypothesis<'_>, best: &Hypothesis<'_>) -> f64 {
    let places = |h: &Hypothesis<'_>| h.ends.iter().map(|e| (e.tile, e.half)).collect::<Vec<_>>();
    if places(other) == places(best) {
        return best.ends.iter().map(|e| distribution(other, e)[e.value]).product();
    }
    if other.end_keys() != best.end_keys() {
        return 0.0;
    }
    other.ends.iter().map(|e| distribution(other, e)[e.value]).product()
}

/// Tiles of the layout that share their place with a box, most of which is away from other tiles: a box over two tiles,
/// one of which was missed.
fn half_covered(scene: &Scene, best: &Hypothesis<'_>, others: &[usize]) -> Vec<usize> {
    let there: Vec<usize> = best.tree.tiles.iter().chain(others).copied().collect();
    let mut found = Vec::new();
    for (k, body) in scene.bodies.iter().enumerate() {
        if body.seen.is_none() || body.logit < STRADDLE_LOGIT || there.contains(&k) {
            continue;
        }
        let outline = scene.outline(k);
        let covered: f64 = there.iter().map(|&t| common_area(&outline, &scene.outline(t))).sum();
        let square = |t: usize| {
            let sine = scene.bodies[t].print.along.cross(body.print.along).abs();
            !(ALIGNED..=1.0 - ALIGNED * ALIGNED / 2.0).contains(&sine)
        };
        let over = scene.excluded[k].iter().find(|t| best.has(**t) && square(**t));
        if let Some(&tile) = over
            && covered < STRADDLE_COVER * scene.proportion
        {
            found.push(tile);
        }
    }
    found
}

/// Returns what looks like faces and could not be read.
fn unread_faces<'a>(given: &'a [SeenTile], parts: &[Option<Part>]) -> Vec<&'a SeenTile> {
    let is_unread =
        |(tile, part): &(&SeenTile, &Option<Part>)| tile.kind == TileKind::Up && **part == Some(Part::Unreadable);
    given.iter().zip(parts).filter(is_unread).map(|(tile, _)| tile).collect()
}

/// Tiles of the layout that something else seems to cover; `parts` says what the `given` tiles are part of.
fn overlapped(scene: &Scene, best: &Hypothesis<'_>, given: &[SeenTile], parts: &[Option<Part>]) -> Vec<usize> {
    let is_else = |part: &Option<Part>| part.is_some_and(|part| part != Part::Line);
    let things: Vec<&SeenTile> = given
        .iter()
        .zip(parts)
        .filter(|(tile, part)| is_else(part) && is_sound(&tile.corners))
        .map(|(t, _)| t)
        .collect();
    let is_under = |tile: &[Point; 4]| {
        things.iter().any(|thing| common_area(&thing.corners, tile) > OVER * area(&thing.corners).min(area(tile)))
    };
    let seen = |body: usize| Some(&given[scene.bodies[body].seen?].corners);
    best.tree.tiles.iter().copied().filter(|&body| seen(body).is_some_and(is_under)).collect()
}

/// Returns the confidence of the first (best) hypothesis. `all` are in falling order of score and not empty; `parts`
/// are the parts of the `given` tiles.
pub(crate) fn confidence(
    scene: &Scene,
    all: &[Hypothesis<'_>],
    candidates: &[Candidate],
    touches: &[Touch],
    given: &[SeenTile],
    parts: &[Option<Part>],
) -> Confidence {
    let best = &all[0];
    let weights: Vec<f64> = all.iter().map(|h| (h.score - best.score).max(-60.0).exp()).collect();
    let total: f64 = weights.iter().sum();
    let shares: Vec<f64> = weights.iter().map(|w| w / total).collect();
    let mut ends: f64 =
        all.iter().zip(&shares).filter(|(_, s)| **s > 1e-7).map(|(h, share)| share * under(h, best)).sum();
    let each = best.ends.iter().map(|e| distribution(best, e)[e.value]).collect();
    let flags: Vec<bool> = (0..scene.bodies.len()).map(|t| best.has(t)).collect();
    let (_, others) = rest(scene, &flags);
    let apart = candidates
        .iter()
        .filter(|c| c.score > APART_SCORE && c.pair.iter().all(|t| others.binary_search(t).is_ok()))
        .count();
    let mut doubted = 1.0;
    if apart > 0 {
        doubted *= APART.exp();
    }
    let mut left_out: Vec<usize> = touches
        .iter()
        .filter_map(|t| match t.tiles.map(|i| flags[i]) {
            [true, false] => Some(t.tiles[1]),
            [false, true] => Some(t.tiles[0]),
            _ => None,
        })
        .filter(|&t| !scene.excluded[t].iter().any(|&o| flags[o]))
        .collect();
    left_out.sort_unstable();
    left_out.dedup();
    if !left_out.is_empty() {
        doubted *= LEFT_OUT.exp();
    }
    let mut half_covered = half_covered(scene, best, &others);
    half_covered.extend(overlapped(scene, best, given, parts));
    half_covered.sort_unstable();
    half_covered.dedup();
    if !half_covered.is_empty() {
        doubted *= LEFT_OUT.exp();
    }
    ends *= doubted;
    if scene.settings.use_rules && best.tree.edges.iter().any(|edge| !best.matches(edge)) {
        ends *= MISMATCH.exp();
    }
    // Those that do not fit among the bodies, for their size, are loose tiles too.
    let loose = parts.iter().filter(|part| **part == Some(Part::Loose)).count();
    let beside = others.len().max(loose);
    let mut unjoined = 0;
    if best.tree.tiles.len() == 1 && beside > 0 {
        unjoined = beside + 1;
        ends /= f64::from(u32::try_from(unjoined).unwrap_or(u32::MAX));
    }
    let beyond = beyond(scene, best, given);
    let beyond_counts = unjoined == 0 && left_out.is_empty();
    if beyond_counts {
        ends *= match beyond.iter().map(|(_, thing)| thing).max() {
            Some(Beyond::There) => BEYOND.0.exp(),
            Some(Beyond::Near) => BEYOND.1.exp(),
            None => 1.0,
        };
    }
    let doubtful = doubted < 1.0 || unjoined > 0 || !beyond.is_empty();
    let about = if doubtful { 0 } else { about(scene, best, &unread_faces(given, parts)) };
    if about > 0 {
        ends *= ABOUT.exp();
    }
    Confidence {
        ends: ends.clamp(1e-9, 1.0 - 1e-9),
        doubted,
        each,
        shares,
        apart,
        left_out,
        half_covered,
        beyond,
        beyond_counts,
        about,
        unjoined,
    }
}
