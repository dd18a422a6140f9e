//! Things beyond the places where the layout may continue: an unread one may be the tile that belongs there.
//!
//! Most ends that are confident and wrong have such a thing at the place of the next tile, or a refused place near it;
//! without anything near, ends are almost never wrong.

use super::body::{Scene, rectangle};
use super::bridges::guesses;
use super::hypothesis::{End, Hypothesis};
use super::ports::{Port, PortKind, ports};
use super::{Family, Point, SeenTile, Slot, TileKind};
use crate::geometry::{inside, is_sound, mean};

/// Distance ahead of an open end, in tile widths, that the next tile covers in every orientation.
const AHEAD: f64 = 0.5;
/// Distance from that place up to which an unclear reading counts, in tile widths.
const NEAR: f64 = 1.0;
/// Distance from the middle of one of the line's tiles, in tile lengths, up to which an unread thing is about the line.
const ABOUT: f64 = 3.0;
/// The same distance beside the line.
const BESIDE: f64 = 1.25;
/// Log-odds below which a reading is unclear.
const UNSURE: f64 = 0.0;

/// Something at an open end that is not part of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Beyond {
    /// An unclear or refused place is near.
    Near,
    /// Something is at the place of the next tile.
    There,
}

/// The ports of an open end.
fn open_ports(scene: &Scene, best: &Hypothesis<'_>, end: &End) -> Vec<Port> {
    let taken: Vec<Slot> = best.tree.taken(end.tile).collect();
    let is_open = |port: &Port| match end.half {
        Some(half) => port.kind == PortKind::End && port.slot == half,
        None => port.kind == PortKind::Middle && !taken.contains(&port.slot),
    };
    ports(&scene.bodies[end.tile], scene.proportion).into_iter().filter(is_open).collect()
}

/// Distance of a place from a quadrilateral; 0 inside.
fn distance(place: Point, quad: &[Point; 4]) -> f64 {
    if inside(place, quad) {
        return 0.0;
    }
    let to_side = |i: usize| {
        let (from, way) = (quad[i], quad[(i + 1) % 4].minus(quad[i]));
        let along = (place.minus(from).dot(way) / way.dot(way).max(1e-12)).clamp(0.0, 1.0);
        place.distance(from.plus(way.times(along)))
    };
    (0..4).map(to_side).fold(f64::INFINITY, f64::min)
}

/// Counts the unread tiles that suggest missed tiles of the line: those near the line, if one is nearer than its next
/// tile but one would be, or if they are as many as the line has tiles.
///
/// In these cases confident ends are wrong many times as often as elsewhere. Other sizes count too: the box over a
/// missed tile rarely has its size.
pub(crate) fn about(scene: &Scene, best: &Hypothesis<'_>, unread: &[&SeenTile]) -> usize {
    let line: Vec<Point> = best.tree.tiles.iter().map(|&t| mean(&scene.outline(t))).collect();
    let from_line = |tile: &&SeenTile| {
        let place = mean(&tile.corners.map(|p| scene.plane.to_table(p)));
        line.iter().map(|of_line| of_line.distance(place) / scene.proportion).fold(f64::INFINITY, f64::min)
    };
    let about: Vec<f64> = unread.iter().map(from_line).filter(|&away| away < ABOUT).collect();
    let says_so = about.len() >= line.len() || about.iter().any(|&away| away < BESIDE);
    if says_so { about.len() } else { 0 }
}

/// Returns where the layout may continue: at its ends, and at the free arms of possible spinners, which do not count
/// yet.
fn ways_on(scene: &Scene, best: &Hypothesis<'_>) -> Vec<End> {
    let mut ways = best.ends.clone();
    if scene.settings.family == Family::Line {
        return ways;
    }
    for &tile in &best.tree.tiles {
        let Some([value, _]) = best.values[tile] else { continue };
        let taken: Vec<Slot> = best.tree.taken(tile).collect();
        let covered = taken.iter().filter(|slot| slot.is_side()).count() == 2;
        if covered && best.tree.is_crosswise(tile) {
            let free = [Slot::A, Slot::B].into_iter().filter(|half| !taken.contains(half));
            ways.extend(free.map(|half| End { tile, half: Some(half), value }));
        }
    }
    ways
}

/// Returns the most serious thing beyond each place where the layout may continue. A double blank is easily taken for a
/// standing tile, and players don't stand a tile up at an open end.
pub(crate) fn beyond(scene: &Scene, best: &Hypothesis<'_>, given: &[SeenTile]) -> Vec<(End, Beyond)> {
    let layout: Vec<[Point; 4]> = best.tree.tiles.iter().map(|&t| scene.outline(t)).collect();
    let things: Vec<(bool, [Point; 4])> = given
        .iter()
        .filter(|t| matches!(t.kind, TileKind::Up | TileKind::Down | TileKind::Edge) && is_sound(&t.corners))
        .map(|t| (f64::from(t.logit) < UNSURE, t.corners.map(|p| scene.plane.to_table(p))))
        .filter(|(_, quad)| is_finite(quad) && !layout.iter().any(|tile| inside(mean(quad), tile)))
        .collect();
    let at = |end: &End| {
        let ports = open_ports(scene, best, end).into_iter();
        let places = ports.map(|port| port.at.plus(port.normal.times(AHEAD)));
        let free = places.filter(|&p| !layout.iter().any(|tile| inside(p, tile)));
        let found = free.flat_map(|place| {
            things.iter().filter_map(move |(unsure, quad)| match distance(place, quad) {
                0.0 => Some(Beyond::There),
                d if d < NEAR && *unsure => Some(Beyond::Near),
                _ => None,
            })
        });
        found.max()
    };
    ways_on(scene, best).into_iter().filter_map(|end| Some((end, at(&end)?))).collect()
}

/// Possible places of unread tiles of the layout, in the picture: every way to put one at the ends that something is
/// beyond, and the places of inferred ones. None without rules: only a match distinguishes a tile there from a
/// lookalike.
pub(crate) fn unread(scene: &Scene, best: &Hypothesis<'_>, beyond: &[(End, Beyond)]) -> Vec<[Point; 4]> {
    if !scene.settings.use_rules {
        return Vec::new();
    }
    let ports = beyond.iter().flat_map(|(end, _)| open_ports(scene, best, end));
    let ways = ports.flat_map(|port| guesses(&port, scene.proportion));
    let ways = ways.map(|way| rectangle(way.centre, way.along, way.along.turned(), scene.proportion));
    let unseen = best.tree.tiles.iter().filter(|&&t| scene.bodies[t].seen.is_none()).map(|&t| scene.outline(t));
    let places = ways.chain(unseen).map(|quad| quad.map(|p| scene.plane.to_picture(p)));
    places.filter(is_sound).collect()
}

fn is_finite(quad: &[Point; 4]) -> bool {
    quad.iter().all(|p| p.is_finite())
}
