//! The tiles outside the layout: of those that exclude one another, which are there.

use super::body::Scene;

/// Clusters up to this many tiles are solved exactly.
const EXACT: usize = 16;
/// Weight of a poor fit between two readings of one tile: a tie-break, in spreads of the fit.
const FIT: f64 = 0.3;

/// Weight of a tile: its log-odds, a little less when its corners fit badly.
fn weight(scene: &Scene, tile: usize) -> f64 {
    let body = &scene.bodies[tile];
    body.logit - FIT * (body.print.rms / scene.plane.sigma.max(0.02)).min(3.0) - 0.1 * (body.size_cost / -6.0)
}

/// Best subset of a small cluster, by trying all; weights positive.
fn exact(scene: &Scene, members: &[usize], at: usize, taken: &mut Vec<usize>, sum: f64, best: &mut (f64, Vec<usize>)) {
    if at == members.len() {
        if sum > best.0 {
            *best = (sum, taken.clone());
        }
        return;
    }
    let tile = members[at];
    if !scene.excluded[tile].iter().any(|o| taken.contains(o)) {
        taken.push(tile);
        exact(scene, members, at + 1, taken, sum + weight(scene, tile), best);
        taken.pop();
    }
    exact(scene, members, at + 1, taken, sum, best);
}

fn greedy(scene: &Scene, members: &[usize]) -> (f64, Vec<usize>) {
    let mut order = members.to_vec();
    order.sort_by(|&a, &b| weight(scene, b).total_cmp(&weight(scene, a)));
    let mut taken: Vec<usize> = Vec::new();
    for tile in order {
        if !scene.excluded[tile].iter().any(|o| taken.contains(o)) {
            taken.push(tile);
        }
    }
    (taken.iter().map(|&t| weight(scene, t)).sum(), taken)
}

/// The seen tiles that are there beside the `layout` (a flag a body), rising, and the sum of their weights: the
/// heaviest set without overlaps, among themselves or with the layout.
pub(crate) fn rest(scene: &Scene, layout: &[bool]) -> (f64, Vec<usize>) {
    let free = |t: usize| {
        !layout[t]
            && scene.bodies[t].seen.is_some()
            && weight(scene, t) > 0.0
            && !scene.excluded[t].iter().any(|&o| layout[o])
    };
    let mut done = vec![false; scene.bodies.len()];
    let (mut sum, mut all) = (0.0, Vec::new());
    for start in 0..scene.bodies.len() {
        if !free(start) || std::mem::replace(&mut done[start], true) {
            continue;
        }
        let (mut stack, mut members) = (vec![start], Vec::new());
        while let Some(tile) = stack.pop() {
            members.push(tile);
            for &next in &scene.excluded[tile] {
                if free(next) && !std::mem::replace(&mut done[next], true) {
                    stack.push(next);
                }
            }
        }
        let (weight, taken) = if members.len() <= EXACT {
            members.sort_unstable();
            let mut best = (0.0, Vec::new());
            exact(scene, &members, 0, &mut Vec::new(), 0.0, &mut best);
            best
        } else {
            greedy(scene, &members)
        };
        sum += weight;
        all.extend(taken);
    }
    all.sort_unstable();
    (sum, all)
}

/// Returns the log-odds of a layout's detections and of those that can be beside it.
pub(crate) fn detections(scene: &Scene, layout: &[bool]) -> f64 {
    let own: f64 =
        (0..layout.len()).filter(|&t| layout[t] && scene.bodies[t].seen.is_some()).map(|t| weight(scene, t)).sum();
    own + rest(scene, layout).0
}
