//! Reads the tiles of one hand in a picture: flat, or standing towards the camera, with or without the layout behind
//! them.

use crate::detect::suppression::{self, Overlap};
use crate::geometry;
use crate::read::{Part, PipLogs, Point, ReadTile, Reading, SeenTile, TileKind, sigmoid};
use game::tile::Pip;

/// Two outlines that share more than this are one tile.
const SAME_PLACE: Overlap = Overlap { of_both: 0.2, of_smaller: 0.4 };

/// Least confidence of a layout that is not part of the hand.
const SURE: f64 = 0.5;
/// Least joins of a layout that is not part of the hand: loose tiles rarely join like this.
const LEAST_JOINS: usize = 2;

/// Tiles of a hand, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// Read tiles; corners in pixels of the source picture.
    pub tiles: Vec<ReadTile>,
}

impl Hand {
    /// Returns every probable tile with its face to the camera, flat or standing, except those of the layout; all of
    /// them if they are only a layout.
    #[must_use]
    pub fn of(seen: &[SeenTile], reading: &Reading) -> Self {
        let is_face = |tile: &SeenTile| matches!(tile.kind, TileKind::Up | TileKind::Edge) && tile.logit > 0.0;
        let mut faces: Vec<(usize, &SeenTile)> = seen.iter().enumerate().filter(|(_, tile)| is_face(tile)).collect();
        let laid = layout(reading);
        if faces.iter().any(|(i, _)| !laid.contains(i)) {
            faces.retain(|(i, _)| !laid.contains(i));
        }
        let outlines: Vec<_> = faces.iter().map(|(_, tile)| tile.corners).collect();
        let logits: Vec<f32> = faces.iter().map(|(_, tile)| tile.logit).collect();
        let kept = suppression::non_max_suppression(&outlines, &logits, SAME_PLACE);
        let mut tiles: Vec<ReadTile> = kept.into_iter().map(|i| read(faces[i].0, faces[i].1)).collect();
        tiles.sort_by(|a, b| geometry::mean(&a.corners).x.total_cmp(&geometry::mean(&b.corners).x));
        Self { tiles }
    }

    /// All pips together.
    #[must_use]
    pub fn pips(&self) -> u32 {
        self.tiles.iter().filter_map(ReadTile::tile).map(|tile| u32::from(tile.pips())).sum()
    }
}

/// The seen tiles of a certain layout.
fn layout(reading: &Reading) -> Vec<usize> {
    if reading.confidence < SURE || reading.joins.len() < LEAST_JOINS {
        return Vec::new();
    }
    reading.tiles.iter().filter(|tile| tile.part == Part::Line).filter_map(|tile| tile.seen).collect()
}

fn read(i: usize, tile: &SeenTile) -> ReadTile {
    let likeliest = |logs: &PipLogs| {
        let best = (0..logs.len()).max_by(|&a, &b| logs[a].total_cmp(&logs[b])).unwrap_or(0);
        (u8::try_from(best).ok().and_then(Pip::new).unwrap_or(Pip::MAX), f64::from(logs[best].exp()))
    };
    let ((mut a, sure_a), (mut b, sure_b)) = (likeliest(&tile.a), likeliest(&tile.b));
    let mut corners: [Point; 4] = tile.corners;
    // A tile in a hand has no first half: the upper one, or the left one, is named first.
    let (first, second) = (geometry::middle(corners[0], corners[3]), geometry::middle(corners[1], corners[2]));
    let upright = (first.y - second.y).abs() > (first.x - second.x).abs();
    if if upright { first.y > second.y } else { first.x > second.x } {
        corners.rotate_left(2);
        std::mem::swap(&mut a, &mut b);
    }
    let real = sigmoid(f64::from(tile.logit));
    ReadTile { pips: Some([a, b]), part: Part::Loose, confidence: real * sure_a * sure_b, seen: Some(i), corners }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::assemble_best;

    /// A tile 40 high with its middle at `x`, half a above; `logit` that it is one.
    fn seen(x: f64, pips: [usize; 2], logit: f32, kind: TileKind) -> SeenTile {
        let corners = [(x - 10.0, 0.0), (x - 10.0, 40.0), (x + 10.0, 40.0), (x + 10.0, 0.0)];
        let [a, b] = pips.map(|pip| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 }));
        SeenTile { corners: corners.map(|(x, y)| Point { x, y }), a, b, kind, logit }
    }

    /// Makes a tile at `(x, y)` in line, half a on the left.
    fn lying(x: f64, y: f64, pips: [usize; 2]) -> SeenTile {
        let corners = [(-20.0, 10.0), (20.0, 10.0), (20.0, -10.0), (-20.0, -10.0)];
        let corners = corners.map(|(dx, dy)| Point { x: x + dx, y: y + dy });
        SeenTile { corners, ..seen(0.0, pips, 3.0, TileKind::Up) }
    }

    fn pips(tiles: &[SeenTile]) -> Vec<[u8; 2]> {
        let hand = Hand::of(tiles, &assemble_best(tiles, 400, 300));
        hand.tiles.iter().map(|tile| tile.pips.unwrap().map(Pip::get)).collect()
    }

    #[test]
    fn a_hand_is_read_from_left_to_right_without_weak_and_double_ones() {
        let tiles = [
            seen(100.0, [6, 4], 3.0, TileKind::Up),
            seen(30.0, [0, 5], 2.0, TileKind::Edge),
            seen(102.0, [6, 1], 1.0, TileKind::Up),
            seen(160.0, [3, 3], -1.0, TileKind::Up),
            seen(200.0, [2, 2], 3.0, TileKind::Down),
        ];
        assert_eq!(pips(&tiles), [[0, 5], [6, 4]]);
        let hand = Hand::of(&tiles, &assemble_best(&tiles, 400, 300));
        assert_eq!(hand.pips(), 15);
        assert!(hand.tiles.iter().all(|tile| tile.confidence > 0.8));
    }

    #[test]
    fn the_layout_behind_a_hand_is_not_held() {
        let line = [lying(120.0, 150.0, [6, 5]), lying(162.0, 150.0, [5, 2]), lying(204.0, 150.0, [2, 4])];
        let hand = [lying(100.0, 260.0, [1, 1]), lying(160.0, 262.0, [3, 4]), lying(220.0, 259.0, [0, 6])];
        assert_eq!(pips(&[line.as_slice(), &hand].concat()), [[1, 1], [3, 4], [0, 6]]);
        // A line alone may be a hand that was put down so, and two that match may be side by side in one.
        assert_eq!(pips(&line), [[6, 5], [5, 2], [2, 4]]);
        assert_eq!(pips(&[&line[..2], &hand].concat()).len(), 5);
    }

    #[test]
    fn the_upper_half_comes_first() {
        let mut upside_down = seen(50.0, [1, 2], 3.0, TileKind::Up);
        upside_down.corners.rotate_left(2);
        let tiles = [upside_down];
        let hand = Hand::of(&tiles, &assemble_best(&tiles, 400, 300));
        assert_eq!(hand.tiles[0].pips.unwrap().map(Pip::get), [2, 1]);
        assert!(hand.tiles[0].corners[0].y < 1.0);
    }
}
