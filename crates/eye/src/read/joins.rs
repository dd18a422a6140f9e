//! Possible joins of tiles, with their probabilities.
//!
//! Distances in tile widths. The look of joined tiles was measured on the joints of rendered tables, which are set as
//! people play.

use super::Slot;
use super::body::{Body, Scene, Values};
use super::ports::{Contact, Port, PortKind, contact, ports, side_freedom};

const GAP: (f64, f64) = (0.075, 0.055);
const LATERAL: f64 = 0.055;
const ANGLE: f64 = 2.5 * DEGREE;
const MOST_ANGLE: f64 = 9.0 * DEGREE;
/// The wide part of the mixture: tables set worse than any measured. A judgement.
const WIDE: (f64, f64, f64, f64) = (0.20, 0.20, 0.17, 8.0 * DEGREE);
const WIDE_SHARE: f64 = 0.02;
const DEGREE: f64 = std::f64::consts::PI / 180.0;
/// Density of chance neighbours: about 400 tile areas of table and any direction.
const CHANCE: f64 = 400.0 * 2.0 * std::f64::consts::PI;
/// Price of a join against none, beside chance.
const JOIN: f64 = -2.0;
/// Price of a line that turns at a double, beside that of a join: few players play so. Loose tiles are often parallel
/// to a double too, and a double far off the middle looks like one at a corner.
const TURN_AT_DOUBLE: f64 = -2.0;
/// A face-up tile may be loose.
pub(crate) const IN_LAYOUT: f64 = -1.5;
/// Bonus without pips, in place of the missing pip score.
const IN_LAYOUT_BLIND: f64 = 0.5;
/// Candidates below this are not kept.
const KEEP: f64 = -1.0;
/// Log-odds from geometry alone above which two tiles count as joined (kept from the prototype's second freeze).
const TOUCH: f64 = 3.0;
/// Untidiness of a table, with its prior: every spread of the narrow part times this.
const TIDINESS: [(f64, f64); 5] = [(1.0, 0.5), (1.5, 0.2), (2.0, 0.15), (3.0, 0.10), (4.0, 0.05)];
/// Standard deviation of a joined half's place on the untidiest table, in widths of a tile.
pub const JOINT_SPREAD: f64 = LATERAL * TIDINESS[TIDINESS.len() - 1].0;
/// `1.5 ln(2 pi)`: the constant of three Gaussian densities.
const GAUSS3: f64 = 2.756_815_599_614_018;

/// The relative orientation of the two tiles of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinKind {
    /// End to end.
    Straight,
    /// An end at the side of a half.
    Corner,
    /// An end at the middle of a crosswise double.
    Cross,
    /// The side of a half at the middle of a crosswise double, where the line turns.
    Beside,
}

/// Two slots that touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) ends: [(usize, Slot); 2],
    pub(crate) kind: JoinKind,
    pub(crate) lateral: f64,
    /// Log-odds from geometry, price of a join and sizes, without pips.
    pub(crate) geometry: f64,
}

/// One unit that is added to the layout: one edge, or the two edges of an inferred tile.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Log-odds of all of it, pips included.
    pub(crate) score: f64,
    pub(crate) edges: Vec<Edge>,
    /// The two seen tiles that it brings together.
    pub(crate) pair: [usize; 2],
}

impl Candidate {
    /// Every slot that it takes.
    pub(crate) fn slots(&self) -> impl Iterator<Item = (usize, Slot)> + '_ {
        self.edges.iter().flat_map(|edge| edge.ends)
    }
}

/// A tile near another as if joined, for the doubts: geometry only, without the pips.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) tiles: [usize; 2],
}

/// All candidates between seen tiles.
#[derive(Debug)]
pub(crate) struct Joins {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) touches: Vec<Touch>,
    /// Factor on the spreads that this table needs.
    pub(crate) tidiness: f64,
}

/// Log-density of the narrow part for a table of this tidiness.
fn narrow(c: &Contact, noise: f64, tidiness: f64) -> f64 {
    let s2 = noise * noise;
    let gap = (GAP.1 * tidiness).powi(2) + s2;
    let lateral = (LATERAL * tidiness).powi(2) + s2;
    let angle = (ANGLE * tidiness).min(MOST_ANGLE).powi(2) + s2 * 0.7;
    let z = (c.gap - GAP.0 * tidiness).powi(2) / gap + c.lateral.powi(2) / lateral + c.angle.powi(2) / angle;
    -0.5 * z - 0.5 * (gap * lateral * angle).ln() - GAUSS3
}

/// Log-odds that a contact is a join and not chance, with the price of a join.
pub(crate) fn geometry(c: &Contact, noise: f64, tidiness: f64) -> f64 {
    let s2 = noise * noise;
    let (gap, lateral, angle) = (WIDE.1.powi(2) + s2, WIDE.2.powi(2) + s2, WIDE.3.powi(2) + s2 * 0.7);
    let z = (c.gap - WIDE.0).powi(2) / gap + c.lateral.powi(2) / lateral + c.angle.powi(2) / angle;
    let wide = WIDE_SHARE.ln() - 0.5 * z - 0.5 * (gap * lateral * angle).ln() - GAUSS3;
    let tight = (1.0 - WIDE_SHARE).ln() + narrow(c, noise, tidiness);
    let top = wide.max(tight);
    top + ((wide - top).exp() + (tight - top).exp()).ln() + CHANCE.ln() + JOIN
}

/// Returns what a slot shows: a half, or both halves at the side of a double (then it does not sum to one).
pub(crate) fn shown(body: &Body, slot: Slot) -> Values {
    match slot {
        Slot::A => body.probs[0],
        Slot::B => body.probs[1],
        Slot::Left | Slot::Right => std::array::from_fn(|v| body.probs[0][v] * body.probs[1][v]),
    }
}

/// Probability that both slots show the same value, and that they show any (one each).
pub(crate) fn agreement(scene: &Scene, ends: [(usize, Slot); 2]) -> (f64, f64) {
    let [first, second] = ends.map(|(tile, slot)| shown(&scene.bodies[tile], slot));
    let same = first.iter().zip(&second).map(|(p, q)| p * q).sum();
    (same, first.iter().sum::<f64>() * second.iter().sum::<f64>())
}

fn pip_score(scene: &Scene, ends: [(usize, Slot); 2]) -> f64 {
    if !scene.settings.use_rules {
        return 0.0;
    }
    let (same, any) = agreement(scene, ends);
    let pips = scene.log_pips().exp();
    (same * pips + scene.prices.mismatch.exp() * any).max(1e-12).ln()
}

/// Price of a tile in the layout.
pub(crate) const fn in_layout(scene: &Scene) -> f64 {
    if scene.settings.use_rules { IN_LAYOUT } else { IN_LAYOUT_BLIND }
}

/// Returns what a doubtful detection costs each of its joins during the search (the whole structure is charged exactly
/// later).
pub(crate) fn detection(scene: &Scene, tile: usize) -> f64 {
    let rival = scene.excluded[tile].iter().map(|&o| scene.bodies[o].logit).fold(0.0, f64::max);
    (scene.bodies[tile].logit - rival).min(0.0) / 2.0
}

struct Near {
    ends: [(usize, Slot); 2],
    kind: JoinKind,
    contact: Contact,
    /// Everything but the geometry's log-odds.
    rest: f64,
    pips: f64,
}

/// Every pair of ports that may touch, between seen tiles that can both be there.
fn near(scene: &Scene) -> Vec<Near> {
    let all: Vec<[Port; 8]> = scene.bodies.iter().map(|b| ports(b, scene.proportion)).collect();
    let freedom = side_freedom(scene.proportion);
    let mut found = Vec::new();
    for i in 0..all.len() {
        for j in i + 1..all.len() {
            let apart = scene.bodies[i].print.centre.distance(scene.bodies[j].print.centre);
            if apart > scene.proportion + 1.0 || scene.excluded[i].contains(&j) {
                continue;
            }
            let common = in_layout(scene) + scene.bodies[i].size_cost + scene.bodies[j].size_cost;
            for p in &all[i] {
                for q in &all[j] {
                    if let Some((kind, contact)) = touching(p, q, scene.noise, freedom) {
                        let ends = [(i, p.slot), (j, q.slot)];
                        let at_side = if p.kind == PortKind::Side { i } else { j };
                        let turn = match kind {
                            JoinKind::Beside => TURN_AT_DOUBLE,
                            JoinKind::Corner => scene.bodies[at_side].price_as_double(TURN_AT_DOUBLE),
                            JoinKind::Straight | JoinKind::Cross => 0.0,
                        };
                        let rest = common + turn;
                        found.push(Near { ends, kind, contact, rest, pips: pip_score(scene, ends) });
                    }
                }
            }
        }
    }
    found
}

/// Reports whether two ports are so placed that their tiles may be joined there.
pub(crate) fn touching(p: &Port, q: &Port, noise: f64, freedom: f64) -> Option<(JoinKind, Contact)> {
    let kind = match (p.kind, q.kind) {
        (PortKind::End, PortKind::End) => JoinKind::Straight,
        (PortKind::End, PortKind::Side) | (PortKind::Side, PortKind::End) => JoinKind::Corner,
        (PortKind::End, PortKind::Middle) | (PortKind::Middle, PortKind::End) => JoinKind::Cross,
        (PortKind::Side, PortKind::Middle) | (PortKind::Middle, PortKind::Side) => JoinKind::Beside,
        _ => return None,
    };
    let mut c = contact(p.at, p.normal, q.at, q.normal)?;
    if c.gap < -0.35 - 2.0 * noise || c.gap > 0.9 || c.lateral.abs() > 0.75 {
        return None;
    }
    if kind == JoinKind::Corner {
        c.lateral = (c.lateral.abs() - freedom).max(0.0).copysign(c.lateral);
    }
    Some((kind, c))
}

/// Returns the untidiness of this table: the factor that makes mutual best joins most likely. A few per cent of those
/// are not joins, whatever the factor.
fn tidiness(scene: &Scene, near: &[Near]) -> f64 {
    let score = |n: &Near| geometry(&n.contact, scene.noise, 1.0) + n.rest + n.pips;
    let mut best: Vec<[Option<usize>; 4]> = vec![[None; 4]; scene.bodies.len()];
    for (k, n) in near.iter().enumerate() {
        for (tile, slot) in n.ends {
            let place = &mut best[tile][slot.index()];
            if place.is_none_or(|old| score(&near[old]) < score(n)) {
                *place = Some(k);
            }
        }
    }
    let mutual = |k: usize| near[k].ends.iter().all(|&(tile, slot)| best[tile][slot.index()] == Some(k));
    let strong: Vec<&Near> =
        (0..near.len()).filter(|&k| mutual(k) && score(&near[k]) > 2.0).map(|k| &near[k]).collect();
    let likelihood = |t: f64, prior: f64| {
        let one = |n: &&Near| (0.97 * narrow(&n.contact, scene.noise, t).exp() + 0.03 * 0.05).ln();
        prior.ln() + strong.iter().map(one).sum::<f64>()
    };
    let mut found = (f64::NEG_INFINITY, 1.0);
    for (t, prior) in TIDINESS {
        let value = likelihood(t, prior);
        if value > found.0 {
            found = (value, t);
        }
    }
    found.1
}

/// All candidate joins between seen tiles.
pub(crate) fn joins(scene: &Scene) -> Joins {
    let near = near(scene);
    let tidiness = tidiness(scene, &near);
    let mut found = Joins { candidates: Vec::new(), touches: Vec::new(), tidiness };
    for n in &near {
        let log_odds = geometry(&n.contact, scene.noise, tidiness);
        let [(i, _), (j, _)] = n.ends;
        // Any two tiles side by side have a middle near some end or half: ask for more before calling it a touch.
        let touch = if matches!(n.kind, JoinKind::Cross | JoinKind::Beside) { log_odds - 2.0 } else { log_odds };
        let faceless = scene.bodies[i].faceless || scene.bodies[j].faceless;
        if touch > TOUCH && !faceless {
            found.touches.push(Touch { tiles: [i, j] });
        }
        let score = log_odds + n.rest + n.pips + detection(scene, i) + detection(scene, j);
        // A back against a half that is not clearly blank is a back.
        if score > KEEP && (n.pips > 0.0 || !faceless) {
            let edge = Edge { ends: n.ends, kind: n.kind, lateral: n.contact.lateral, geometry: log_odds + n.rest };
            found.candidates.push(Candidate { score, edges: vec![edge], pair: [i, j] });
        }
    }
    found
}
