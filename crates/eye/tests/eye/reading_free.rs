//! Tables of an unknown game: any arrangement of matching joins.

use super::layouts::{HEIGHT, How, Shot, WIDTH};
use eye::read::{Family, FreeAt, Part, Point, ReadTile, SeenTile, TileKind, assemble_best};
use game::rules::PRESETS;

/// A half that certainly shows this.
fn pips(value: usize) -> eye::read::PipLogs {
    let mut logs = [-9.0; 13];
    logs[value] = 0.0;
    logs
}

/// A tile of 80 x 40 pixels seen from straight above: its middle, and the way from half a to half b.
fn tile(a: usize, b: usize, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> SeenTile {
    let at = |along: f64, beside: f64| Point {
        x: x + 40.0 * along * dx - 20.0 * beside * dy,
        y: y + 40.0 * along * dy + 20.0 * beside * dx,
    };
    let corners = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
    SeenTile { corners, a: pips(a), b: pips(b), kind: TileKind::Up, logit: 5.0 }
}

const RIGHT: (f64, f64) = (1.0, 0.0);
const DOWN: (f64, f64) = (0.0, 1.0);

fn names<'a>(tiles: impl Iterator<Item = &'a ReadTile>) -> Vec<String> {
    let mut names: Vec<String> = tiles.filter_map(|tile| Some(tile.tile()?.to_string())).collect();
    names.sort();
    names
}

#[test]
fn arms_at_a_double_with_a_free_side_belong_to_the_layout_and_every_free_place_is_told() {
    // 6-5 5-4, the 4-4 across, and arms 4-2 2-1 and 4-3 at its ends before its far side is taken.
    let tiles = [
        tile(6, 5, (300.0, 400.0), RIGHT),
        tile(5, 4, (382.0, 400.0), RIGHT),
        tile(4, 4, (444.0, 400.0), DOWN),
        tile(2, 4, (444.0, 318.0), DOWN),
        tile(1, 2, (444.0, 236.0), DOWN),
        tile(4, 3, (444.0, 482.0), DOWN),
    ];
    let reading = assemble_best(&tiles, 1280, 720);
    assert_eq!(names(reading.line()), ["2-1", "4-2", "4-3", "4-4", "5-4", "6-5"]);
    assert_eq!(reading.settings.family, Family::SpinnerAtOnce);
    let mut free: Vec<(u8, FreeAt)> = reading.free().iter().map(|free| (free.pips.get(), free.at)).collect();
    free.sort_by_key(|free| free.0);
    assert_eq!(free, [(1, FreeAt::Half), (3, FreeAt::Half), (4, FreeAt::Side), (6, FreeAt::Half)]);
    let far = reading.free().into_iter().find(|free| free.at == FreeAt::Side).unwrap().point;
    assert!((far.x - 464.0).abs() < 2.0 && (far.y - 400.0).abs() < 2.0, "the side away from the line: {far:?}");
    let legal = reading.legal_under();
    assert!(
        legal.contains(&"branching_draw_100") && !legal.contains(&"pafos") && !legal.contains(&"sbyc_club"),
        "{legal:?}"
    );
}

#[test]
fn a_chain_apart_is_told_from_the_layout_and_from_loose_tiles() {
    let tiles = [
        tile(6, 5, (200.0, 200.0), RIGHT),
        tile(5, 4, (282.0, 200.0), RIGHT),
        tile(4, 2, (364.0, 200.0), RIGHT),
        tile(2, 0, (446.0, 200.0), RIGHT),
        tile(3, 1, (700.0, 520.0), RIGHT),
        tile(1, 0, (782.0, 520.0), RIGHT),
        tile(6, 1, (300.0, 560.0), DOWN),
    ];
    let reading = assemble_best(&tiles, 1280, 720);
    assert_eq!(names(reading.line()), ["2-0", "4-2", "5-4", "6-5"]);
    let apart: Vec<Vec<String>> =
        reading.apart.iter().map(|chain| names(chain.iter().map(|&tile| &reading.tiles[tile]))).collect();
    assert_eq!(apart, [["1-0", "3-1"]]);
    assert!(
        reading.apart.iter().flatten().all(|&tile| reading.tiles[tile].part == Part::Loose),
        "loose for the layout"
    );
    assert_eq!(reading.legal_under().len(), PRESETS.len(), "a plain line is legal everywhere");
    let ends: Vec<u8> = reading.ends.iter().map(|end| end.pips.get()).collect();
    let free: Vec<u8> = reading.free().iter().map(|free| free.pips.get()).collect();
    assert_eq!(ends, free, "of a plain line the free places are its ends");
}

#[test]
fn layouts_of_every_kind_are_read_without_being_told_which() {
    for (family, least) in [(Family::Line, 56), (Family::SpinnerEvery, 52), (Family::SpinnerAtOnce, 50)] {
        let right = |seed: &u64| {
            let shot = Shot::new(*seed, &How { family, tiles: (4, 14), ..How::default() });
            shot.line_right(&assemble_best(&shot.seen, WIDTH, HEIGHT))
        };
        let right = (0..60).filter(right).count();
        assert!(right >= least, "{family:?}: {right} of 60");
    }
}
