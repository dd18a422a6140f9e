//! The whole way on drawn tables: what the simulator draws, the eye with the program's own networks must read.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use eye::detect::eye::{Eye, Params};
use eye::detect::onnx::OnnxDetector;
use eye::picture::Picture;
use eye::read::{Heap, Part, ReadTile, SeenTile, assemble_best};
use scene::{Kind, TileKind, TileTruth, Truth};

fn eye() -> Eye<OnnxDetector> {
    Eye::new(OnnxDetector::built_in(2).unwrap(), Params::default())
}

/// Reads drawing `index` of this kind.
fn read(eye: &mut Eye<OnnxDetector>, kind: Kind, index: u64) -> (Vec<ReadTile>, Truth) {
    let (frame, truth) = scene::render(&scene::scene(61, index, (1280, 720), Some(kind)), index).unwrap();
    let sight = eye.see(&frame).unwrap();
    (assemble_best(&sight.tiles, frame.width(), frame.height()).tiles, truth)
}

/// Reports whether `tile` shows the values of `truth` in its place.
fn agrees(tile: &ReadTile, truth: &TileTruth) -> bool {
    let middle = |x: f64, y: f64| (x / 4.0, y / 4.0);
    let (x, y) = middle(tile.corners.iter().map(|p| p.x).sum(), tile.corners.iter().map(|p| p.y).sum());
    let sum = |axis: usize| truth.corners.iter().map(|corner| f64::from(corner[axis])).sum::<f64>();
    let (tx, ty) = middle(sum(0), sum(1));
    let [p, q] = [0, 1].map(|i| truth.corners[i].map(f64::from));
    let near = (x - tx).hypot(y - ty) < 0.3 * (p[0] - q[0]).hypot(p[1] - q[1]);
    let mut pips = tile.pips.map_or([99; 2], |pips| pips.map(|pip| pip.get()));
    let mut expected = [truth.a.unwrap_or(98), truth.b.unwrap_or(98)];
    pips.sort_unstable();
    expected.sort_unstable();
    near && pips == expected
}

#[test]
fn nearly_every_tile_of_drawn_tables_is_read() {
    let mut eye = eye();
    let (mut n_tiles, mut n_right, mut n_extra) = (0, 0, 0);
    for index in 0..6 {
        let (tiles, truth) = read(&mut eye, Kind::Table, index);
        let shown: Vec<&TileTruth> =
            truth.tiles.iter().filter(|tile| tile.kind == TileKind::Up && tile.visible > 0.95).collect();
        n_tiles += shown.len();
        n_right += shown.iter().filter(|truth| tiles.iter().any(|tile| agrees(tile, truth))).count();
        let believed = tiles.iter().filter(|tile| matches!(tile.part, Part::Line | Part::Loose));
        n_extra += believed.filter(|tile| !truth.tiles.iter().any(|truth| agrees(tile, truth))).count();
    }
    assert!(n_tiles > 20, "the drawings show {n_tiles} tiles");
    assert!(n_right * 100 >= n_tiles * 90, "{n_right} of {n_tiles} tiles read");
    assert!(n_extra * 100 <= n_tiles * 10, "{n_extra} tiles too many beside {n_tiles}");
}

#[test]
fn a_table_without_tiles_has_no_layout() {
    let mut eye = eye();
    let mut n_empty = 0;
    for index in 0..6 {
        let (tiles, truth) = read(&mut eye, Kind::Empty, index);
        // Some of these tables carry prints of dominoes, which the network does not always tell from real ones.
        if !truth.tiles.is_empty() {
            continue;
        }
        n_empty += 1;
        let n = tiles.iter().filter(|tile| tile.part == Part::Line).count();
        assert!(n <= 1, "{n} tiles of a layout on an empty table");
    }
    assert!(n_empty > 0, "every drawing shows a tile");
}

#[test]
fn as_if_from_above_more_is_seen_of_a_table_from_the_side() {
    let mut eye = eye();
    let (mut n_before, mut n_after) = (0, 0);
    for index in 0..12 {
        let (frame, truth) = scene::render(&scene::scene(61, index, (1280, 720), Some(Kind::Seat)), index).unwrap();
        let sight = eye.see(&frame).unwrap();
        let more = eye.see_from_above(&frame, &sight.tiles, 10.0).unwrap();
        let right = |tiles: &[SeenTile]| {
            let read = assemble_best(tiles, frame.width(), frame.height()).tiles;
            truth.tiles.iter().filter(|truth| read.iter().any(|tile| agrees(tile, truth))).count()
        };
        n_before += right(&sight.tiles);
        n_after += right(&[sight.tiles.as_slice(), &more].concat());
    }
    assert!(n_after > n_before, "{n_after} tiles instead of {n_before}");
}

/// How often a sum that is called certain is wrong takes thousands of heaps to see: `sixty-one-lab heaps`.
#[test]
fn fourteen_drawn_heaps_are_counted_as_well_as_ever() {
    let mut eye = eye();
    let (mut n_sure, mut n_right) = (0, 0);
    for index in 0..14 {
        let (frame, truth) = scene::render(&scene::scene(67, index, (1280, 720), Some(Kind::Heap)), index).unwrap();
        let (width, height) = (frame.width(), frame.height());
        let heap = eye::detect::heap::count(&mut eye, &Picture { frame, width, height }).unwrap();
        let shown = truth.tiles.iter().filter(|tile| tile.kind == TileKind::Up && tile.visible > 0.95);
        let sum: u32 = shown.map(|tile| u32::from(tile.a.unwrap_or(0) + tile.b.unwrap_or(0))).sum();
        n_right += u32::from(heap.sum(0) == sum);
        n_sure += u32::from(heap.confidence >= Heap::SURE);
        assert!(
            heap.confidence < Heap::SURE || heap.sum(0) == sum,
            "drawing {index}: {} instead of {sum}",
            heap.sum(0)
        );
    }
    assert!(n_right >= 9 && n_sure >= 1, "{n_right} right, {n_sure} sure of 14");
}
