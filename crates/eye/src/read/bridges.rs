//! Inferred tiles: if two parts of a line face each other over the place of exactly one tile, that tile is assumed, and
//! so are arms at a spinner that was not seen.
//!
//! A line that lacks one tile in its middle would otherwise be read as its longer part, with a false end.

use super::Point;
use super::Slot;
use super::body::{Scene, rectangle};
use super::joins::{Candidate, Edge, JoinKind, Joins, agreement, detection, geometry, in_layout, touching};
use super::ports::{Port, PortKind, contact, ports, side_freedom};
use crate::geometry::common_area;

/// Price of a tile that the detector missed.
const MISSED: f64 = -4.0;
/// Further price if one side is a single tile: loose tiles can be anywhere.
const LONE: f64 = -3.0;
/// Rebate if a box was seen half over one of its neighbours and half over the tile's place: a box over two tiles needs
/// two.
const STRADDLED: f64 = 2.5;
/// Part of a tile that such a box must share with the place.
const STRADDLE: f64 = 0.25;
/// Bridges below this are not kept. Lower than for joins, so that they count as rivals.
const KEEP: f64 = -4.0;
/// A join of at least this score holds its slot: no bridge starts there.
const HELD: f64 = 3.0;
/// Two gaps and the fit's error over a whole tile: errors count less.
const LENIENCE: f64 = 1.3;
/// Usual gap of joined tiles, in tile widths (see `joins.rs`).
const GAP: f64 = 0.075;
/// At most this many unseen tiles are tried.
const MOST: usize = 48;

/// A place for an unseen tile beyond a port, and where its far edge is.
pub(crate) struct Guess {
    double: bool,
    far: Point,
    normal: Point,
    pub(crate) centre: Point,
    pub(crate) along: Point,
}

struct Bridge {
    score: f64,
    pair: [(usize, Slot); 2],
    geometry: f64,
    lateral: f64,
    guess: Guess,
}

/// Returns the slots held by a good join.
fn held(scene: &Scene, joins: &Joins) -> Vec<[bool; 4]> {
    let mut held = vec![[false; 4]; scene.bodies.len()];
    for candidate in joins.candidates.iter().filter(|c| c.score > HELD) {
        for (tile, slot) in candidate.slots() {
            held[tile][slot.index()] = true;
        }
    }
    held
}

/// Positions: straight on, to both sides at its far half, across to both sides, or a crosswise double.
pub(crate) fn guesses(port: &Port, r: f64) -> Vec<Guess> {
    let (n, t) = (port.normal, port.normal.turned());
    let ahead = |distance: f64| port.at.plus(n.times(distance));
    let straight = |far, normal| Guess { double: false, far, normal, centre: ahead(GAP + r / 2.0), along: n };
    let mut list = vec![straight(ahead(GAP + r), n)];
    for sign in [1.0, -1.0] {
        let side = t.times(sign);
        list.push(straight(ahead(GAP + r - 0.5).plus(side.times(0.5)), side));
    }
    if port.kind == PortKind::End {
        for sign in [1.0, -1.0] {
            let (side, middle) = (t.times(sign), ahead(GAP + 0.5));
            let centre = middle.plus(side.times(r / 2.0 - 0.5));
            list.push(Guess {
                double: false,
                far: middle.plus(side.times(r - 0.5)),
                normal: side,
                centre,
                along: side,
            });
        }
        list.push(Guess { double: true, far: ahead(GAP + 1.0), normal: n, centre: ahead(GAP + 0.5), along: t });
    }
    list
}

/// Reports whether a bridge may start at this port: not at a slot that is held, nor against the tile's joins.
fn may_start(port: &Port, held: [bool; 4]) -> bool {
    let sides = held[Slot::Left.index()] || held[Slot::Right.index()];
    !held[port.slot.index()]
        && match port.kind {
            PortKind::Side => false,
            PortKind::Middle => sides,
            PortKind::End => !sides,
        }
}

/// Log-odds of the pips: the two halves of a single differ, the sides of a double are alike.
fn pip_score(scene: &Scene, ends: [(usize, Slot); 2], double: bool) -> f64 {
    let (same, any) = agreement(scene, ends);
    let pips = scene.log_pips().exp();
    let ratio = if double { same * pips } else { (any - same) * pips / (pips - 1.0).max(1.0) };
    ratio.max(1e-9).ln()
}

/// Reports whether a box was seen over one of the neighbours and the place of the unseen tile.
fn is_straddled(scene: &Scene, neighbours: [usize; 2], guess: &Guess) -> bool {
    let place = rectangle(guess.centre, guess.along, guess.along.turned(), scene.proportion);
    let rivals = neighbours.iter().flat_map(|&n| &scene.excluded[n]);
    rivals
        .filter(|k| !neighbours.contains(k) && scene.bodies[**k].logit > 0.0)
        .any(|&k| common_area(&place, &scene.outline(k)) > STRADDLE * scene.proportion)
}

/// The bridge from a port over one guess to a port of another tile, if it is likely enough.
fn bridge(
    scene: &Scene,
    joins: &Joins,
    held: &[[bool; 4]],
    from: (usize, &Port),
    to: (usize, &Port),
    guess: Guess,
) -> Option<Bridge> {
    let ((i, p), (j, q)) = (from, to);
    let sides = held[j][Slot::Left.index()] || held[j][Slot::Right.index()];
    if held[j][q.slot.index()]
        || (guess.double && q.kind != PortKind::End)
        || (q.kind == PortKind::Middle && !sides && scene.bodies[j].double() < 0.2)
    {
        return None;
    }
    let mut c = contact(guess.far, guess.normal, q.at, q.normal)?;
    if c.gap < -0.5 || c.gap > 0.9 || c.lateral.abs() > 0.8 {
        return None;
    }
    let lateral = c.lateral;
    c.lateral /= LENIENCE;
    c.angle /= LENIENCE;
    let lone = |tile: usize| !held[tile].contains(&true);
    let geometry = geometry(&c, scene.noise * LENIENCE, joins.tidiness)
        + MISSED
        + in_layout(scene)
        + scene.bodies[i].size_cost
        + scene.bodies[j].size_cost
        + if lone(i) || lone(j) { LONE } else { 0.0 };
    let geometry = geometry + if is_straddled(scene, [i, j], &guess) { STRADDLED } else { 0.0 };
    let pair = [(i, p.slot), (j, q.slot)];
    let score = geometry + pip_score(scene, pair, guess.double) + detection(scene, i) + detection(scene, j);
    (score > KEEP).then_some(Bridge { score, pair, geometry, lateral, guess })
}

/// Every bridge that is worth keeping, the best first; one for each pair of slots and kind.
fn bridges(scene: &Scene, joins: &Joins) -> Vec<Bridge> {
    let held = held(scene, joins);
    let all: Vec<[Port; 8]> = scene.bodies.iter().map(|b| ports(b, scene.proportion)).collect();
    let mut found: Vec<Bridge> = Vec::new();
    for i in 0..all.len() {
        for p in all[i].iter().filter(|p| may_start(p, held[i])) {
            for guess in guesses(p, scene.proportion) {
                for j in (0..all.len()).filter(|&j| j != i && !scene.excluded[i].contains(&j)) {
                    if scene.bodies[j].print.centre.distance(guess.far) > scene.proportion / 2.0 + 1.0 {
                        continue;
                    }
                    for q in &all[j] {
                        let guess = Guess { ..guess };
                        found.extend(bridge(scene, joins, &held, (i, p), (j, q), guess));
                    }
                }
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Bridge> = Vec::new();
    for bridge in found {
        let [a, b] = bridge.pair;
        let known = |k: &Bridge| k.guess.double == bridge.guess.double && (k.pair == [a, b] || k.pair == [b, a]);
        if kept.len() < MOST && !kept.iter().any(known) {
            kept.push(bridge);
        }
    }
    kept
}

/// Joins of other tiles' ends to the short edges of an inferred double.
fn arms(scene: &Scene, unseen: usize, pair: [usize; 2], tidiness: f64) -> Vec<Candidate> {
    let (freedom, noise) = (side_freedom(scene.proportion), scene.noise * LENIENCE);
    let own = ports(&scene.bodies[unseen], scene.proportion);
    let mut found = Vec::new();
    for (k, body) in scene.bodies.iter().enumerate() {
        if body.seen.is_none() || pair.contains(&k) || scene.excluded[unseen].contains(&k) {
            continue;
        }
        for p in own.iter().filter(|p| p.kind == PortKind::End) {
            for q in ports(body, scene.proportion).iter().filter(|q| q.kind == PortKind::End) {
                let Some((kind, mut c)) = touching(p, q, noise, freedom) else { continue };
                c.lateral /= LENIENCE;
                c.angle /= LENIENCE;
                let geometry = geometry(&c, noise, tidiness) + in_layout(scene) + body.size_cost;
                let score = geometry + detection(scene, k);
                if score > 0.0 {
                    let edge = Edge { ends: [(k, q.slot), (unseen, p.slot)], kind, lateral: c.lateral, geometry };
                    found.push(Candidate { score, edges: vec![edge], pair: [k, unseen] });
                }
            }
        }
    }
    found
}

/// Adds the unseen tiles to the scene and the ways to put them into the layout to the candidates.
pub(crate) fn add_bridges(scene: &mut Scene, joins: &mut Joins) {
    for bridge in bridges(scene, joins) {
        let Bridge { score, pair: [first, second], geometry, lateral, guess } = bridge;
        // Its left side looks on, so that a double is touched at its right side by the tile it starts from.
        let left = if guess.double { guess.normal } else { guess.along.turned() };
        let unseen = scene.add_unseen(guess.centre, [guess.along, left], guess.double, [first.0, second.0]);
        let (near, far) = if guess.double { (Slot::Right, Slot::Left) } else { (Slot::A, Slot::B) };
        let kind = if guess.double { JoinKind::Cross } else { JoinKind::Straight };
        let edges = vec![
            Edge { ends: [first, (unseen, near)], kind, lateral: 0.0, geometry },
            Edge { ends: [(unseen, far), second], kind, lateral, geometry: 0.0 },
        ];
        joins.candidates.push(Candidate { score, edges, pair: [first.0, second.0] });
        if guess.double && scene.settings.family != super::Family::Line {
            joins.candidates.extend(arms(scene, unseen, [first.0, second.0], joins.tidiness));
        }
    }
}
