//! Finds the truth from the scene and the bodies in the picture.

use super::canvas::{FIRST, REGIONS};
use super::maths::{V3, v3};
use super::scene::{PlacedTile, Scene};
use super::truth::{Chain, End, Part, TileKind, TileTruth, Truth};

/// A rectangle in space: middle, half axes along a to b and to the left.
#[derive(Clone, Copy, Debug)]
struct Face {
    middle: V3,
    along: V3,
    left: V3,
    /// Whether the pips show.
    pips: bool,
}

/// Returns all known facts about the picture. `code` names the body in each pixel.
pub(super) fn truth(scene: &Scene, code: &[u16], size: (usize, usize)) -> Truth {
    let mut tiles = Vec::with_capacity(scene.tiles.len());
    let layout = scene.tiles.iter().filter(|t| t.part == Some(Part::Line)).count();
    for (i, tile) in scene.tiles.iter().enumerate() {
        let label = tile_truth(scene, code, size, i, tile);
        if i < layout || label.visible > 0.0 {
            tiles.push(label);
        }
    }
    Truth {
        kind: scene.kind,
        width: scene.width,
        height: scene.height,
        max_pip: scene.max_pip,
        style: scene.styles.first().map_or("", |s| s.name),
        tiles,
        chain: chain_in_pixels(scene),
    }
}

/// The face of a tile that shows most.
fn face_seen(scene: &Scene, tile: &PlacedTile, kind: TileKind) -> Face {
    let p = &tile.pose;
    if let Some((_, hx, hy)) = tile.print {
        return Face { middle: p.at, along: p.u * hx, left: p.v * hy, pips: true };
    }
    let h = scene.styles[tile.style].half;
    let pips = Face { middle: p.at + p.n * h.z, along: p.u * h.x, left: p.v * h.y, pips: true };
    let back = Face { middle: p.at - p.n * h.z, along: p.u * h.x, left: -(p.v * h.y), pips: false };
    match kind {
        TileKind::Up | TileKind::Printed => pips,
        TileKind::Down => back,
        TileKind::Edge => most_seen(scene, tile, pips, back),
    }
}

/// Of the six faces of a tile the one that covers most of the picture.
fn most_seen(scene: &Scene, tile: &PlacedTile, pips: Face, back: Face) -> Face {
    let (p, h) = (&tile.pose, scene.styles[tile.style].half);
    let mut faces = vec![pips, back];
    for s in [1.0, -1.0] {
        faces.push(Face { middle: p.at + p.v * (h.y * s), along: p.u * h.x, left: -(p.n * (h.z * s)), pips: false });
        faces.push(Face { middle: p.at + p.u * (h.x * s), along: p.v * h.y, left: p.n * (h.z * s), pips: false });
    }
    let area = |f: &Face| projected_area(scene, f);
    faces.into_iter().max_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or(pips)
}

/// Corners in pixels: a end right, b end right, b end left, a end left.
fn corners(scene: &Scene, f: &Face) -> Option<[(f32, f32); 4]> {
    let at = |x: f32, y: f32| scene.camera.project(f.middle + f.along * x + f.left * y);
    Some([at(-1.0, -1.0)?, at(1.0, -1.0)?, at(1.0, 1.0)?, at(-1.0, 1.0)?])
}

/// Area in the picture; below 0 when the face looks away.
fn projected_area(scene: &Scene, f: &Face) -> f32 {
    let Some(c) = corners(scene, f) else { return f32::MIN };
    let cross = |i: usize| c[i].0 * c[(i + 1) % 4].1 - c[(i + 1) % 4].0 * c[i].1;
    // Rows run downwards, so counter-clockwise is negative in the usual formula.
    -(0..4).map(cross).sum::<f32>() / 2.0
}

fn tile_truth(scene: &Scene, code: &[u16], size: (usize, usize), index: usize, tile: &PlacedTile) -> TileTruth {
    // A tile that leans so far that its face looks away from the camera is seen like a standing one.
    let mut kind = tile.kind;
    let mut face = face_seen(scene, tile, kind);
    if matches!(kind, TileKind::Up | TileKind::Down)
        && corners(scene, &face).is_some()
        && projected_area(scene, &face) < 4.0
    {
        kind = TileKind::Edge;
        face = face_seen(scene, tile, kind);
    }
    let part = if kind == tile.kind || tile.part == Some(Part::Line) { tile.part } else { None };
    let Some(c) = corners(scene, &face) else {
        return unseen(tile, face.pips);
    };
    let carrier = tile.print.map_or(index, |(thing, ..)| scene.tiles.len() + thing);
    let want = FIRST + carrier as u16 * REGIONS;
    let (mut seen, mut all) = ([0u32; 2], [0u32; 2]);
    let length = (c[1].0 - c[0].0).hypot(c[1].1 - c[0].1).max(1.0);
    let width = (c[2].0 - c[1].0).hypot(c[2].1 - c[1].1).max(1.0);
    let (inset_x, inset_y) = ((1.0 / length).clamp(0.04, 0.3), (1.0 / width).clamp(0.04, 0.3));
    const N: usize = 12;
    for j in 0..N {
        for i in 0..2 * N {
            let x = ((i as f32 + 0.5) / N as f32 - 1.0) * (1.0 - inset_x);
            let y = ((j as f32 + 0.5) / N as f32 * 2.0 - 1.0) * (1.0 - inset_y);
            let half = usize::from(x > 0.0);
            all[half] += 1;
            let Some((px, py)) = scene.camera.project(face.middle + face.along * x + face.left * y) else { continue };
            if px < 0.0 || py < 0.0 || px >= size.0 as f32 || py >= size.1 as f32 {
                continue;
            }
            let here = code[py as usize * size.0 + px as usize];
            seen[half] += u32::from((want..want + REGIONS).contains(&here));
        }
    }
    let share = |s: u32, a: u32| s as f32 / a.max(1) as f32;
    TileTruth {
        a: face.pips.then_some(tile.a),
        b: face.pips.then_some(tile.b),
        kind,
        corners: c.map(|(x, y)| [hundredth(x), hundredth(y)]),
        visible: thousandth(share(seen[0] + seen[1], all[0] + all[1])),
        visible_a: thousandth(share(seen[0], all[0])),
        visible_b: thousandth(share(seen[1], all[1])),
        part,
    }
}

/// A tile partly behind the camera: it has no corners in the picture.
fn unseen(tile: &PlacedTile, pips: bool) -> TileTruth {
    TileTruth {
        a: pips.then_some(tile.a),
        b: pips.then_some(tile.b),
        kind: tile.kind,
        corners: [[NOWHERE; 2]; 4],
        visible: 0.0,
        visible_a: 0.0,
        visible_b: 0.0,
        part: tile.part,
    }
}

/// Coordinate of a point behind the camera.
const NOWHERE: f32 = -9999.0;

fn hundredth(x: f32) -> f32 {
    (x * 100.0).round() / 100.0
}

fn thousandth(x: f32) -> f32 {
    (x * 1000.0).round() / 1000.0
}

/// The scene's chain with the middles of the free edges in pixels.
fn chain_in_pixels(scene: &Scene) -> Chain {
    let mut chain = scene.chain.clone();
    for end in chain.open_ends.iter_mut().chain(&mut chain.uncounted_ends) {
        end.points = points_of(scene, end);
    }
    chain
}

fn points_of(scene: &Scene, end: &End) -> Vec<[f32; 2]> {
    let Some(tile) = scene.tiles.get(end.tile) else { return Vec::new() };
    let h = scene.styles[tile.style].half;
    let middle = |edge: &super::truth::TileEdge| {
        let p = match edge {
            super::truth::TileEdge::AEnd => v3(-h.x, 0.0, h.z),
            super::truth::TileEdge::BEnd => v3(h.x, 0.0, h.z),
            super::truth::TileEdge::Left => v3(0.0, h.y, h.z),
            super::truth::TileEdge::Right => v3(0.0, -h.y, h.z),
        };
        scene.camera.project(tile.pose.point(p)).map_or([NOWHERE; 2], |(x, y)| [hundredth(x), hundredth(y)])
    };
    end.edges.iter().map(middle).collect()
}
