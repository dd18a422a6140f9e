//! Tests the eye with made-up networks: their output must be found, read and chosen, whatever it is.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use eye::detect::eye::{Eye, Params};
use eye::detect::heatmaps::N_HEATMAPS;
use eye::detect::{Detector, DetectorError, Heatmaps, N_READING, Planes};
use eye::frame::Frame;
use eye::read::TileKind;

/// A tile that the made-up finding network sees: middle and half-length in shares of the picture's width, kind 0 to 3.
#[derive(Clone, Copy)]
struct Planted {
    x: f64,
    y: f64,
    half_length: f64,
    kind: usize,
    logit: f32,
}

/// Sees what was planted, wherever it looks; reads `4-2` on every bright crop and no face on a dark one.
struct Fake {
    planted: Vec<Planted>,
    /// Sizes of the inputs it was given.
    looks: Vec<(usize, usize)>,
    n_read: usize,
    /// Fails from this call on.
    fails: bool,
}

impl Fake {
    fn new(planted: &[Planted]) -> Self {
        Self { planted: planted.to_vec(), looks: Vec::new(), n_read: 0, fails: false }
    }
}

impl Detector for &mut Fake {
    fn find(&mut self, picture: &Planes) -> Result<Heatmaps, DetectorError> {
        if self.fails {
            return Err(DetectorError::Failed { name: "fake".to_owned(), reason: "it was told to".to_owned() });
        }
        self.looks.push((picture.width(), picture.height()));
        let (columns, rows) = (picture.width() / 4, picture.height() / 4);
        let mut values = vec![0.0; N_HEATMAPS * columns * rows];
        values[..4 * columns * rows].fill(-8.0);
        // A closer look shows another part; only the first look at the whole picture (10 : 7) knows where things are.
        if picture.width() * 7 != picture.height() * 10 {
            return Ok(Heatmaps::new(columns, rows, values).unwrap());
        }
        for tile in &self.planted {
            let width = picture.width() as f64;
            let (x, y) = (tile.x * width / 4.0, tile.y * width / 4.0);
            let (column, row) = (x as usize, y as usize);
            let mut set = |channel: usize, value: f64| values[(channel * rows + row) * columns + column] = value as f32;
            set(tile.kind, f64::from(tile.logit));
            set(4, x - column as f64 - 0.5);
            set(5, y - row as f64 - 0.5);
            let half = tile.half_length * width;
            set(6, (half / 16.0).log2());
            set(7, (half / 2.0 / 8.0).log2());
            set(8, 1.0);
            set(10, -1.0);
        }
        Ok(Heatmaps::new(columns, rows, values).unwrap())
    }

    fn read(&mut self, crops: &[Planes]) -> Result<Vec<[f32; N_READING]>, DetectorError> {
        self.n_read += crops.len();
        let reading = |crop: &Planes| {
            let mut logits = [0.0; N_READING];
            logits[4] = 9.0;
            logits[13 + 2] = 9.0;
            logits[26] = if crop.values()[64 * 64 + 32] > 0.0 { 6.0 } else { -6.0 };
            logits
        };
        Ok(crops.iter().map(reading).collect())
    }
}

fn frame(byte: u8) -> Frame {
    Frame::new(640, 448, vec![byte; 640 * 448 * 3]).unwrap()
}

fn tile(x: f64, y: f64) -> Planted {
    Planted { x, y, half_length: 0.08, kind: 0, logit: 3.0 }
}

#[test]
fn a_tile_is_found_where_it_lies_and_read() {
    let mut fake = Fake::new(&[tile(0.3, 0.4)]);
    let sight = Eye::new(&mut fake, Params::default()).see(&frame(220)).unwrap();
    assert_eq!((sight.tiles.len(), sight.n_chosen), (1, 1));
    let seen = &sight.tiles[0];
    assert_eq!(seen.kind, TileKind::Up);
    assert!(seen.logit > 0.5, "{}", seen.logit);
    let best = |logs: &[f32; 13]| (0..13).max_by(|&i, &j| logs[i].total_cmp(&logs[j])).unwrap();
    assert_eq!((best(&seen.a), best(&seen.b)), (4, 2));
    let sum: f32 = seen.a.iter().map(|log| log.exp()).sum();
    assert!((sum - 1.0).abs() < 1e-4, "the pips are probabilities: {sum}");
    let (x, y) =
        (seen.corners.iter().map(|p| p.x).sum::<f64>() / 4.0, seen.corners.iter().map(|p| p.y).sum::<f64>() / 4.0);
    assert!((x - 192.0).abs() < 0.5 && (y - 256.0).abs() < 0.5, "{x} {y}");
    // It is 102 px long, half as wide, and along x.
    assert!((seen.corners[0].x - seen.corners[1].x).abs() > 95.0);
}

#[test]
fn what_is_no_face_is_hardly_believed() {
    let mut fake = Fake::new(&[tile(0.3, 0.4)]);
    let sight = Eye::new(&mut fake, Params::default()).see(&frame(10)).unwrap();
    assert!(sight.tiles.iter().all(|tile| tile.logit < -1.0), "{:?}", sight.tiles);
}

#[test]
fn of_three_in_one_place_two_tiles_go_together_and_the_straddle_stays_known() {
    let straddle = Planted { logit: 3.4, ..tile(0.38, 0.4) };
    let mut fake = Fake::new(&[tile(0.3, 0.4), straddle, tile(0.46, 0.4)]);
    let sight = Eye::new(&mut fake, Params::default()).see(&frame(220)).unwrap();
    assert_eq!((sight.tiles.len(), sight.n_chosen), (3, 2));
    let middle = |i: usize| sight.tiles[i].corners.iter().map(|p| p.x).sum::<f64>() / 4.0 / 640.0;
    assert!((middle(2) - 0.38).abs() < 0.01, "{}", middle(2));
}

#[test]
fn backs_edges_and_prints_are_reported_and_not_read() {
    let kinds = [(1, TileKind::Down), (2, TileKind::Edge), (3, TileKind::Printed)];
    for (kind, expected) in kinds {
        let mut fake = Fake::new(&[Planted { kind, ..tile(0.5, 0.4) }]);
        let sight = Eye::new(&mut fake, Params::default()).see(&frame(220)).unwrap();
        assert_eq!(sight.tiles.iter().map(|tile| tile.kind).collect::<Vec<_>>(), [expected]);
        assert_eq!(fake.n_read, 0);
    }
    let mut fake = Fake::new(&[Planted { kind: 2, ..tile(0.5, 0.4) }]);
    let params = Params { read_edges: true, ..Params::default() };
    Eye::new(&mut fake, params).see(&frame(220)).unwrap();
    assert!(fake.n_read > 0, "in a hand, tiles on edge are read");
}

#[test]
fn small_tiles_get_a_closer_look_and_large_ones_do_not() {
    let small = Planted { half_length: 0.02, ..tile(0.3, 0.4) };
    let mut fake = Fake::new(&[small]);
    Eye::new(&mut fake, Params::default()).see(&frame(220)).unwrap();
    assert_eq!(fake.looks[0], (640, 448));
    assert_eq!(fake.looks.len(), 2, "{:?}", fake.looks);
    assert!(fake.looks[1].0 < 480, "only the part with the tile");
    let mut fake = Fake::new(&[tile(0.3, 0.4)]);
    Eye::new(&mut fake, Params::default()).see(&frame(220)).unwrap();
    assert_eq!(fake.looks, [(640, 448), (320, 256)], "a near tile gets a coarser look");
}

#[test]
fn the_smallest_and_the_emptiest_picture_show_nothing() {
    for (width, height) in [(1, 1), (3000, 1), (1, 700), (640, 480)] {
        let frame = Frame::new(width, height, vec![0; (width * height * 3) as usize]).unwrap();
        let mut fake = Fake::new(&[]);
        let sight = Eye::new(&mut fake, Params::default()).see(&frame).unwrap();
        assert!(sight.tiles.is_empty() && sight.n_chosen == 0, "{width} x {height}");
    }
}

#[test]
fn a_failing_network_is_an_error_in_words() {
    let mut fake = Fake::new(&[]);
    fake.fails = true;
    let error = Eye::new(&mut fake, Params::default()).see(&frame(0)).expect_err("it fails");
    assert_eq!(error.to_string(), "the network fake failed (it was told to)");
}

#[test]
fn the_same_picture_gives_the_same_tiles() {
    let planted = [tile(0.3, 0.4), tile(0.5, 0.4), tile(0.7, 0.2), Planted { kind: 1, ..tile(0.2, 0.6) }];
    let see = || Eye::new(&mut Fake::new(&planted), Params::default()).see(&frame(220)).unwrap().tiles;
    assert_eq!(see(), see());
}

#[test]
fn traces_hold_every_look_and_every_crop() {
    let mut fake = Fake::new(&[tile(0.3, 0.4), tile(0.6, 0.4)]);
    let mut traces = eye::detect::eye::Traces::default();
    let sight = Eye::new(&mut fake, Params::default()).see_and_trace(&frame(220), Some(&mut traces)).unwrap();
    assert_eq!((traces.looks.len(), traces.crops.len()), (2, 2));
    assert_eq!(traces.scores.len(), sight.tiles.len());
}
