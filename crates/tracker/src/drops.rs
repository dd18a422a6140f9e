//! Possible plays of a new tile beside a known layout, with probabilities from its place and its pips.
//!
//! The layout is known from the record and the places of its tiles from earlier frames, so a new tile only has to be
//! explained as one more play. Every play is weighed against two other explanations: nothing at all (a reflection, a
//! sleeve), or a tile that the rules do not allow there.

use crate::chosen::{AS_WIDE, CONFIRM, FAR, PROPOSE, SAME_PLACE};
use crate::fitted::SUREST;
use eye::geometry::{mean, share};
use eye::read::{JOINT_SPREAD, Point, SeenTile, log_sum, pip_logs};
use game::layout::{Layout, Place, Play, Port};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};
use std::f64::consts::SQRT_2;

/// A tile of the layout at its place on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    /// Corners, 0 and 3 at the first of `pips`.
    pub(crate) corners: [Point; 4],
    /// The pips of both halves, as they lie.
    pub(crate) pips: [Pip; 2],
}

/// Weights of what one new tile may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drops {
    /// Plays with their probabilities, likeliest first.
    pub(crate) ways: Vec<(Play, f64)>,
    /// Weight of a tile that the rules do not allow there.
    pub(crate) wrong: f64,
    /// Weight of no tile.
    pub(crate) nothing: f64,
    /// Whether it is where a tile of the layout could be joined.
    pub(crate) at_an_end: bool,
}

/// The middles of both halves.
pub(crate) fn halves(corners: &[Point; 4]) -> [Point; 2] {
    let (middle, along) = (mean(corners), along(corners).times(0.25));
    [middle.minus(along), middle.plus(along)]
}

/// From the edge of half a to that of half b.
pub(crate) fn along(corners: &[Point; 4]) -> Point {
    corners[1].plus(corners[2]).minus(corners[0]).minus(corners[3]).times(0.5)
}

fn across(corners: &[Point; 4]) -> Point {
    corners[3].plus(corners[2]).minus(corners[0]).minus(corners[1]).times(0.5)
}

/// Places of the two halves of a tile joined at a port.
#[derive(Clone, Copy, Debug)]
struct Spot {
    joined: Point,
    outer: Point,
}

/// The places round one port, and the measures there.
#[derive(Debug)]
struct Port2d {
    spots: Vec<Spot>,
    /// Middle of a crosswise double, and the vector from there to one of its halves.
    cross: Vec<(Point, Point)>,
    /// Half a tile's length, and its width, in the picture: the unit in both directions.
    units: (Point, Point),
}

impl Port2d {
    /// The port in the picture; `None` when the tile does not have it.
    fn new(placed: &Placed, play: &Play, port: Port, pip: Pip) -> Option<Self> {
        let (middle, u, v) = (mean(&placed.corners), along(&placed.corners).times(0.5), across(&placed.corners));
        let ends = halves(&placed.corners);
        let mut found = Self { spots: Vec::new(), cross: Vec::new(), units: (u, v) };
        let mut beyond = |half: Point, out: Point, beside: bool| {
            let at = half.plus(out);
            let outers = [at.plus(out), at.plus(v), at.minus(v)];
            found.spots.extend(outers.map(|outer| Spot { joined: at, outer }));
            if beside {
                let sides = [v, v.times(-1.0)];
                let spot = |side: Point| Spot { joined: half.plus(side), outer: half.plus(side.times(2.0)) };
                found.spots.extend(sides.map(spot));
            }
            found.cross.push((at, v.times(0.5)));
        };
        match port {
            Port::First | Port::Second if !play.is_crosswise() => {
                for (i, out) in [(0, u.times(-1.0)), (1, u)] {
                    if placed.pips[i] == pip {
                        beyond(ends[i], out, true);
                    }
                }
            }
            Port::End1 | Port::End2 if play.is_crosswise() => {
                beyond(ends[0], u.times(-1.0), false);
                beyond(ends[1], u, false);
            }
            Port::Side1 | Port::Side2 if play.is_crosswise() => {
                for out in [v, v.times(-1.0)] {
                    let at = middle.plus(out);
                    let outers = [at.plus(out), at.plus(u), at.minus(u)];
                    found.spots.extend(outers.map(|outer| Spot { joined: at, outer }));
                }
            }
            _ => return None,
        }
        (!found.spots.is_empty()).then_some(found)
    }

    /// Returns the distance of two places, in widths of a tile.
    fn apart(&self, a: Point, b: Point) -> f64 {
        let (u, v) = self.units;
        let d = a.minus(b);
        let area = u.cross(v);
        if area.abs() < 1e-9 {
            return f64::INFINITY;
        }
        (d.cross(v) / area).hypot(u.cross(d) / area)
    }

    /// Reports whether this is as wide as the tile with the port.
    fn is_as_wide(&self, corners: &[Point; 4]) -> bool {
        let width = self.apart(corners[3].plus(corners[2]), corners[0].plus(corners[1])) / 2.0;
        (1.0 / AS_WIDE..AS_WIDE).contains(&width)
    }

    /// Returns the logarithm of how well a tile fits there with `joined` at the port; `None` when it is elsewhere.
    fn fit(&self, joined: Point, outer: Point) -> Option<f64> {
        let cost = |spot: &Spot| beside([self.apart(joined, spot.joined), self.apart(outer, spot.outer)]);
        self.spots.iter().filter_map(cost).max_by(f64::total_cmp)
    }

    /// Returns the fit of a crosswise double.
    fn fit_across(&self, [a, b]: [Point; 2]) -> Option<f64> {
        let middle = a.plus(b).times(0.5);
        let cost = |(at, half): &(Point, Point)| {
            let either = |sign: f64| self.apart(a, at.plus(half.times(sign)));
            beside([self.apart(middle, *at), either(1.0).min(either(-1.0))])
        };
        self.cross.iter().filter_map(cost).max_by(f64::total_cmp)
    }
}

/// Returns the logarithm of how well a tile fits whose joined half and whose other half are this far, in widths, from their places;
/// `None` when it is elsewhere. The other half has the fault of the joined one and that of a turn.
fn beside([joined, outer]: [f64; 2]) -> Option<f64> {
    let [d, e] = [joined / JOINT_SPREAD, outer / (JOINT_SPREAD * SQRT_2)];
    (d < FAR && e < FAR).then(|| -0.5 * (d * d + e * e))
}

/// Returns every port where the next tile may be joined and whose place in the picture is known, with its pips.
fn ports<'a>(
    placed: &'a [Option<Placed>],
    known: &'a Layout,
    rules: &'a RuleSet,
) -> impl Iterator<Item = (Place, Pip, Port2d)> + 'a {
    known.distinct_playable(rules).filter_map(|(place, pip)| {
        let port = Port2d::new(placed.get(place.tile)?.as_ref()?, known.play(place.tile)?, place.port, pip)?;
        Some((place, pip, port))
    })
}

/// Returns the corners of every place for the next tile at every end, half a at the join.
pub(crate) fn places(placed: &[Option<Placed>], known: &Layout, rules: &RuleSet) -> Vec<[Point; 4]> {
    let mut places = Vec::new();
    for (_, _, port) in ports(placed, known, rules) {
        let (u, v) = port.units;
        let along = port.spots.iter().map(|spot| (spot.joined, spot.outer));
        let across = port.cross.iter().map(|(at, half)| (at.minus(*half), at.plus(*half)));
        for (joined, outer) in along.chain(across) {
            let along = outer.minus(joined);
            // A tile is as wide as from the middle of one half to that of the other, but foreshortened otherwise.
            let wide = if along.cross(u).abs() > along.cross(v).abs() { u } else { v };
            let wide = wide.times(0.5 * along.cross(wide).signum());
            let (from, to) = (joined.minus(along.times(0.5)), outer.plus(along.times(0.5)));
            // The corners run as those of a tile that was seen: the other way round it would be read in a mirror.
            places.push([from.plus(wide), to.plus(wide), to.minus(wide), from.minus(wide)]);
        }
    }
    places
}

/// Weighs every play by which `tile` could continue `known`, with its tiles at `placed` (by number; `None` if unknown).
pub(crate) fn drops(tile: &SeenTile, placed: &[Option<Placed>], known: &Layout, rules: &RuleSet) -> Drops {
    if known.is_empty() {
        return leads(tile, rules);
    }
    let logit = f64::from(tile.logit).clamp(-SUREST, SUREST);
    let logs = [pip_logs(&tile.a, rules.set_size), pip_logs(&tile.b, rules.set_size)];
    let ends = halves(&tile.corners);
    let mut weights: Vec<(Play, f64)> = Vec::new();
    let mut nearest: Option<f64> = None;
    for (place, pip, port) in ports(placed, known, rules).filter(|(_, _, port)| port.is_as_wide(&tile.corners)) {
        let ways = [port.fit(ends[0], ends[1]), port.fit(ends[1], ends[0])];
        let cross = port.fit_across(ends);
        for fit in ways.into_iter().chain([cross]).flatten() {
            nearest = Some(nearest.map_or(fit, |n: f64| n.max(fit)));
        }
        for outer in rules.set_size.up_to() {
            if known.tiles().contains(Tile::new(pip, outer)) {
                continue;
            }
            let both = |first: usize| logs[first][usize::from(pip.get())] + logs[1 - first][usize::from(outer.get())];
            let mut add = |inline: bool, weight: f64| {
                weights.push((Play { halves: [pip, outer], inline, on: Some(place) }, weight));
            };
            let along = (0..2).filter_map(|first| Some(ways[first]? + both(first))).max_by(f64::total_cmp);
            if outer != pip {
                if let Some(weight) = along {
                    add(false, weight);
                }
                continue;
            }
            if let Some(fit) = cross {
                add(false, fit + both(0));
            }
            if let (true, Some(weight)) = (rules.inline_doubles, along) {
                add(true, weight);
            }
        }
    }
    weigh(weights, nearest, logit, &logs)
}

/// Weighs what the first tile of a layout may be.
fn leads(tile: &SeenTile, rules: &RuleSet) -> Drops {
    let logit = f64::from(tile.logit).clamp(-SUREST, SUREST);
    let logs = [pip_logs(&tile.a, rules.set_size), pip_logs(&tile.b, rules.set_size)];
    let pips = |pip: Pip| usize::from(pip.get());
    let weight = |tile: Tile| {
        let (high, low) = (pips(tile.high()), pips(tile.low()));
        let ways = [logs[0][high] + logs[1][low], logs[0][low] + logs[1][high]];
        (Play::lead(tile), ways[0].max(ways[1]))
    };
    weigh(rules.tiles().iter().map(weight).collect(), Some(0.0), logit, &logs)
}

/// Probabilities from logarithms of weights; those of no consequence are left out.
fn weigh(mut weights: Vec<(Play, f64)>, nearest: Option<f64>, logit: f64, logs: &[[f64; 13]; 2]) -> Drops {
    let Some(nearest) = nearest else {
        return Drops { nothing: 1.0, ..Drops::default() };
    };
    let most = |half: &[f64; 13]| half.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A play against the rules, or a tile badly misread, is as rare as a drop that may be recorded wrong.
    let wrong = logit + nearest + most(&logs[0]) + most(&logs[1]) - CONFIRM;
    // Nothing but a tile shows the pips of a play by the rules: only about ten of the 169 pairs do at any place.
    let nothing = -PROPOSE;
    for (_, weight) in &mut weights {
        *weight += logit;
    }
    weights.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut all: Vec<f64> = weights.iter().map(|w| w.1).collect();
    all.extend([wrong, nothing]);
    let total = log_sum(&all);
    let ways = weights.into_iter().map(|(play, weight)| (play, (weight - total).exp())).take(12).collect();
    Drops { ways, wrong: (wrong - total).exp(), nothing: (nothing - total).exp(), at_an_end: true }
}

/// The likeliest play of `tile`, seen where tile number `number` is recorded, after which all later plays are as possible as
/// they were; `None` without any.
pub(crate) fn instead(
    tile: Tile,
    seen: &SeenTile,
    (number, placed): (usize, &[Option<Placed>]),
    known: &Layout,
    rules: &RuleSet,
) -> Option<Play> {
    let was = *known.play(number)?;
    let before = known.prefix(number);
    let weighed = drops(seen, &placed[..number], &before, rules);
    let stands = |play: &Play| {
        let mut changed = before.clone();
        let later = known.plays().skip(number + 1);
        let possible = std::iter::once(play).chain(later).all(|play| changed.lay_as_it_lies(*play).is_ok());
        possible && changed.wrong_plays(rules).len() <= known.wrong_plays(rules).len()
    };
    let told = weighed.ways.iter().map(|way| way.0).filter(|play| play.tile() == tile && play.on == was.on);
    // Where its place gives no answer it has the direction of the recorded one.
    let halves = replaced(was.halves, &Play::lead(tile));
    let as_was = Play { halves, inline: was.inline && tile.is_double(), on: was.on };
    // Later tiles refer to the halves of the lead by their order.
    let turned = |play: Play| [play, Play { halves: [play.halves[1], play.halves[0]], ..play }];
    told.chain([as_was]).flat_map(turned).find(stands)
}

/// Returns the pips of a tile on the table after a correction: the half that is still true stays where it is.
pub(crate) fn replaced(lies: [Pip; 2], is: &Play) -> [Pip; 2] {
    let other = |pip: Pip| is.tile().other(pip);
    match (other(lies[0]), other(lies[1])) {
        (Some(second), _) => [lies[0], second],
        (None, Some(first)) => [first, lies[1]],
        (None, None) => is.halves,
    }
}

/// Reports whether two outlines are one place.
pub(crate) fn same_place(a: &[Point; 4], b: &[Point; 4]) -> bool {
    share(a, b) > SAME_PLACE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64, pips: [u8; 2], vertical: bool) -> Placed {
        let (hx, hy) = if vertical { (10.0, 20.0) } else { (20.0, 10.0) };
        let corner = |sx: f64, sy: f64| Point::new(x + sx * hx, y + sy * hy);
        let corners = if vertical {
            [corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)]
        } else {
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
        };
        Placed { corners, pips: pips.map(|v| Pip::new(v).unwrap()) }
    }

    fn seen(placed: &Placed, sure: f32) -> SeenTile {
        let logs = |pip: Pip| std::array::from_fn(|i| if i == usize::from(pip.get()) { 0.0 } else { -sure });
        let [a, b] = placed.pips;
        SeenTile { corners: placed.corners, a: logs(a), b: logs(b), kind: eye::read::TileKind::Up, logit: 4.0 }
    }

    fn check(known: &str, lie: &[Placed], new: &Placed, want: &str) {
        let rules = RuleSet::preset("pafos").unwrap();
        let known: Layout = known.parse().unwrap();
        let lie: Vec<Option<Placed>> = lie.iter().copied().map(Some).collect();
        let drops = drops(&seen(new, 8.0), &lie, &known, &rules);
        let best = drops.ways.first().filter(|best| best.1 > 0.9);
        let text = best.map_or_else(|| "none".to_owned(), |best| known.play_text(&best.0));
        assert_eq!(text, want, "{drops:?}");
    }

    #[test]
    fn no_place_for_the_next_tile_is_a_mirrored_one() {
        let rules = RuleSet::preset("pafos").unwrap();
        for (known, lies) in [("*5-3", at(100.0, 100.0, [5, 3], false)), ("*6-6", at(100.0, 100.0, [6, 6], true))] {
            let places = places(&[Some(lies)], &known.parse().unwrap(), &rules);
            assert!(places.len() > 3, "{places:?}");
            // As the networks' outlines run: half a first, its right corner first.
            let mirrored = |place: &&[Point; 4]| along(place).cross(across(place)) > 0.0;
            assert_eq!(places.iter().find(mirrored), None);
        }
    }

    #[test]
    fn the_play_is_told_from_where_the_tile_lies() {
        let line = [at(100.0, 100.0, [5, 3], false)];
        // Straight on to the right, to the left, round a corner, a double across, beside the last half.
        check("*5-3", &line, &at(141.0, 100.0, [3, 4], false), "3-4@5-3.3");
        check("*5-3", &line, &at(59.0, 101.0, [1, 5], false), "5-1@5-3.5");
        check("*5-3", &line, &at(130.0, 110.0, [3, 4], true), "3-4@5-3.3");
        check("*5-3", &line, &at(130.0, 100.0, [3, 3], true), "3-3@5-3.3");
        check("*5-3", &line, &at(110.0, 131.0, [3, 6], true), "3-6@5-3.3");
        // Far away, and against the pips.
        check("*5-3", &line, &at(300.0, 100.0, [3, 4], false), "none");
        check("*5-3", &line, &at(141.0, 100.0, [6, 4], false), "none");
    }

    #[test]
    fn a_finger_at_an_end_is_no_tile() {
        let rules = RuleSet::preset("pafos").unwrap();
        let line = [Some(at(100.0, 100.0, [5, 3], false))];
        let at_the_end = |thinner: f64| {
            let mut tile = seen(&at(141.0, 100.0, [3, 4], false), 9.0);
            tile.corners.iter_mut().for_each(|corner| corner.y = 100.0 + (corner.y - 100.0) * thinner);
            drops(&tile, &line, &"*5-3".parse().unwrap(), &rules).at_an_end
        };
        assert_eq!([0.55, 0.8, 1.3, 1.7].map(at_the_end), [false, true, true, false]);
    }

    #[test]
    fn a_tile_against_the_pips_is_told_as_wrong() {
        let rules = RuleSet::preset("pafos").unwrap();
        let known: Layout = "*5-3".parse().unwrap();
        let lie = [Some(at(100.0, 100.0, [5, 3], false))];
        let drops = drops(&seen(&at(141.0, 100.0, [6, 4], false), 9.0), &lie, &known, &rules);
        assert!(drops.wrong > 0.5 && drops.at_an_end, "{drops:?}");
    }
}
