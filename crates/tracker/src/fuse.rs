//! Fuses the tiles of several frames from a still camera, so that they are assembled once.
//!
//! Errors that change from frame to frame vanish. Logarithms are averaged, not summed, because frames may share an
//! error (glare), which a sum would count once per frame.

use eye::geometry::{is_sound, mean, share};
use eye::read::{PipLogs, Point, SeenTile, TileKind, log_sum};

/// A tile is kept when it is seen in at least this share of the frames.
const KEPT: f64 = 0.4;
/// Two sightings are one tile when they share this part of the smaller one.
const SAME: f64 = 0.6;
/// Probabilities (as logarithms) below this are taken for this: one frame that is sure of nonsense must not decide.
const LEAST: f64 = -9.0;

/// Sightings of one tile.
#[derive(Debug)]
struct Track {
    /// The last one, by which the next is known.
    corners: [Point; 4],
    sightings: Vec<SeenTile>,
    /// The last frame that had it.
    frame: usize,
}

/// Turns a sighting so that its half a is where that of `reference` is.
fn aligned(tile: &SeenTile, reference: &[Point; 4]) -> SeenTile {
    let along = |q: &[Point; 4]| q[1].plus(q[2]).minus(q[0]).minus(q[3]);
    let mut tile = tile.clone();
    if along(&tile.corners).dot(along(reference)) < 0.0 {
        tile.corners.rotate_left(2);
        std::mem::swap(&mut tile.a, &mut tile.b);
    }
    tile
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_possible_truncation, reason = "a mean of f32 fits one")]
fn mean_logs<'a>(logs: impl Iterator<Item = &'a PipLogs> + Clone) -> PipLogs {
    let n = count(logs.clone().count()).max(1.0);
    let mut sums = [0.0; 13];
    for half in logs {
        let clean = half.map(|v| if v.is_nan() { f64::NEG_INFINITY } else { f64::from(v).min(80.0) });
        let total = log_sum(&clean);
        for (sum, v) in sums.iter_mut().zip(clean) {
            *sum += if total.is_finite() { (v - total).max(LEAST) } else { 0.0 };
        }
    }
    sums.map(|sum| (sum / n) as f32)
}

/// The kind seen most often; of equals the first of the list.
fn usual_kind(sightings: &[SeenTile]) -> TileKind {
    let votes = |kind: TileKind| sightings.iter().filter(|t| t.kind == kind).count();
    let kinds = [TileKind::Up, TileKind::Down, TileKind::Edge, TileKind::Printed];
    kinds.into_iter().rev().max_by_key(|&k| votes(k)).unwrap_or(TileKind::Up)
}

#[expect(clippy::cast_possible_truncation, reason = "a mean of f32 fits one")]
fn merge(track: &Track) -> SeenTile {
    let (tiles, n) = (&track.sightings, count(track.sightings.len()));
    let corners =
        std::array::from_fn(|i| tiles.iter().fold(Point::default(), |sum, t| sum.plus(t.corners[i])).times(1.0 / n));
    let logit = tiles.iter().map(|t| f64::from(t.logit.clamp(-20.0, 20.0))).sum::<f64>() / n;
    SeenTile {
        corners,
        a: mean_logs(tiles.iter().map(|t| &t.a)),
        b: mean_logs(tiles.iter().map(|t| &t.b)),
        kind: usual_kind(tiles),
        logit: logit as f32,
    }
}

/// Fuses the tiles of several frames of a table on which nothing moved. Tiles seen in fewer than two of five frames are
/// left out. A single frame is returned unchanged.
#[must_use]
pub fn fuse(frames: &[Vec<SeenTile>]) -> Vec<SeenTile> {
    if let [only] = frames {
        return only.clone();
    }
    let mut tracks: Vec<Track> = Vec::new();
    for (frame, tiles) in frames.iter().enumerate() {
        let sound = tiles.iter().filter(|t| is_sound(&t.corners) && !t.logit.is_nan());
        let mut tiles: Vec<&SeenTile> = sound.collect();
        // The most confident tiles choose their sightings first.
        tiles.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        for tile in tiles {
            let free = tracks.iter_mut().filter(|t| t.sightings.is_empty() || t.frame < frame);
            let near = free.map(|t| (share(&t.corners, &tile.corners), t)).filter(|(s, _)| *s > SAME);
            let best = near.max_by(|a, b| {
                let apart = |t: &Track| mean(&t.corners).distance(mean(&tile.corners));
                a.0.total_cmp(&b.0).then(apart(b.1).total_cmp(&apart(a.1)))
            });
            if let Some((_, track)) = best {
                let tile = aligned(tile, &track.corners);
                track.corners = tile.corners;
                track.sightings.push(tile);
                track.frame = frame;
            } else {
                tracks.push(Track { corners: tile.corners, sightings: vec![tile.clone()], frame });
            }
        }
    }
    let least = KEPT * count(frames.len());
    tracks.iter().filter(|t| count(t.sightings.len()) >= least).map(merge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(x: f64, first: usize, logit: f32) -> SeenTile {
        let at = |dx, dy| Point::new(x + dx, 50.0 + dy);
        let sure = |v: usize| std::array::from_fn(|i| if i == v { -0.1 } else { -4.837_63 });
        SeenTile {
            corners: [at(0.0, 20.0), at(40.0, 20.0), at(40.0, 0.0), at(0.0, 0.0)],
            a: sure(first),
            b: sure(3),
            kind: TileKind::Up,
            logit,
        }
    }

    fn turned(mut tile: SeenTile) -> SeenTile {
        tile.corners.rotate_left(2);
        std::mem::swap(&mut tile.a, &mut tile.b);
        tile
    }

    #[test]
    fn sightings_are_averaged_whichever_half_is_named_first() {
        let frames = [vec![tile(10.0, 5, 2.0)], vec![turned(tile(12.0, 5, 4.0))], vec![tile(11.0, 6, 3.0)]];
        let fused = fuse(&frames);
        assert_eq!(fused.len(), 1);
        assert!((fused[0].corners[0].x - 11.0).abs() < 1e-9 && (fused[0].logit - 3.0).abs() < 1e-6);
        assert!(fused[0].a[5] > fused[0].a[6] && fused[0].a[6] > fused[0].a[0], "{:?}", fused[0].a);
        assert!((fused[0].b[3] + 0.1).abs() < 1e-3);
    }

    #[test]
    fn what_is_seen_in_less_than_two_of_five_frames_is_left_out() {
        let mut frames = vec![vec![tile(10.0, 5, 2.0), tile(100.0, 1, 2.0)]];
        frames.extend((0..4).map(|_| vec![tile(10.0, 5, 2.0)]));
        assert_eq!(fuse(&frames).len(), 1);
        frames[3].push(tile(101.0, 1, 2.0));
        assert_eq!(fuse(&frames).len(), 2);
        assert!(fuse(&[]).is_empty());
    }
}
