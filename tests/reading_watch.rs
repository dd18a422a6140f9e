//! A game filmed from its first tile to its last: one proposal for each tile, none for hands and trembling corners.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

mod layouts;

use layouts::{HEIGHT, How, Shot, WIDTH, read};
use sixty_one::layout::Layout;
use sixty_one::reading::{Change, Family, PipLogs, Point, SeenTile, Watch};
use sixty_one::rng::Rng;
use sixty_one::rules::RuleSet;
use sixty_one::tile::Tile;

const SIZE: (u32, u32) = (WIDTH, HEIGHT);

fn how(family: Family) -> How {
    let noise = How { corner: 0.03, axis: 1.0, misread: 0.03, missed: 0.02, extra: 0.005, ..How::default() };
    How { family, tiles: (12, 16), ..noise }
}

/// Takes away what lies under a hand round one of the tiles.
fn under_a_hand(rng: &mut Rng, tiles: &mut Vec<SeenTile>) {
    let Some(at) = rng.pick(tiles).map(|t| t.corners[0]) else { return };
    let far = |t: &SeenTile| (t.corners[0].x - at.x).hypot(t.corners[0].y - at.y) > 120.0;
    tiles.retain(far);
}

/// Gives half a of the tile at a place the same wrong reading in every frame.
fn dazzle(at: &Point, tiles: &mut [SeenTile], logs: PipLogs) {
    let middle =
        |t: &SeenTile| (t.corners[0].x / 2.0 + t.corners[2].x / 2.0, t.corners[0].y / 2.0 + t.corners[2].y / 2.0);
    let near = |t: &&mut SeenTile| (middle(t).0 - at.x).hypot(middle(t).1 - at.y) < 10.0;
    if let Some(tile) = tiles.iter_mut().find(near) {
        // Half a is whichever half lies further left, so that it is the same one in all frames.
        let left = tile.corners[0].x + tile.corners[3].x < tile.corners[1].x + tile.corners[2].x;
        *(if left { &mut tile.a } else { &mut tile.b }) = logs;
    }
}

#[derive(Debug, Default)]
struct Tally {
    laid: usize,
    right: usize,
    wrong: usize,
    questions: usize,
    frames: usize,
}

fn film(seed: u64, family: Family, rules: &RuleSet, tally: &mut Tally) {
    let how = how(family);
    let shot = Shot::new(seed, &how);
    let mut rng = Rng::new(seed ^ 0xf11a);
    let (mut watch, mut known) = (Watch::new(), Layout::new());
    for count in 1..=shot.layout.tiles.len() {
        let now = shot.after(count);
        let laid: Tile = *now.layout.line().iter().find(|t| !known.tiles().contains(**t)).unwrap();
        tally.laid += 1;
        let glare = rng.chance(0.1).then(|| (rng.below(count), read(&mut rng, 0, 2.0, 6)));
        // The hand is there for some frames, then the table lies still; twelve frames a tile.
        for frame in 0..12 {
            let mut tiles = now.find(&mut rng, &how);
            if let Some((tile, logs)) = glare {
                dazzle(&now.centre(tile), &mut tiles, logs);
            }
            if frame < 4 {
                under_a_hand(&mut rng, &mut tiles);
            }
            tally.frames += 1;
            match watch.frame(tiles, SIZE, &known, rules) {
                None => {}
                Some(Change::Laid(play)) if play.tile() == laid && known.check(&play, rules).is_ok() => {
                    tally.right += 1;
                    known.lay(play, rules).unwrap();
                }
                Some(Change::Laid(_)) => tally.wrong += 1,
                Some(Change::Unclear { .. }) => tally.questions += 1,
            }
        }
        if !known.tiles().contains(laid) {
            // Not proposed in time: the person would enter it. The film cannot go on from here.
            return;
        }
    }
}

#[test]
fn each_tile_is_proposed_once() {
    let mut tally = Tally::default();
    for (family, text) in [(Family::Line, "pafos"), (Family::SpinnerEvery, "sbyc_club")] {
        let rules = RuleSet::parse(text).unwrap();
        for seed in 0..20 {
            film(seed, family, &rules, &mut tally);
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.wrong, 0, "{tally:?}");
    assert!(tally.laid > 300, "{tally:?}");
    assert!(tally.right * 100 >= tally.laid * 97, "{tally:?}");
    assert!(tally.questions * 100 <= tally.laid * 2, "{tally:?}");
}

#[test]
fn nothing_is_said_while_nothing_happens() {
    let rules = RuleSet::parse("pafos").unwrap();
    for seed in 0..8 {
        let how = how(Family::Line);
        let shot = Shot::new(seed, &how);
        let mut rng = Rng::new(seed);
        let full = sixty_one::reading::assemble(&shot.seen, WIDTH, HEIGHT, &shot.settings);
        if !shot.line_right(&full) {
            continue;
        }
        let known = full.laid(&rules).unwrap().layout;
        let mut watch = Watch::new();
        for frame in 0..60 {
            let mut tiles = shot.find(&mut rng, &how);
            if (20..32).contains(&frame) {
                under_a_hand(&mut rng, &mut tiles);
            }
            assert_eq!(watch.frame(tiles, SIZE, &known, &rules), None, "seed {seed}, frame {frame}");
        }
    }
}

#[test]
fn a_tile_taken_away_and_two_at_once_are_questions() {
    let rules = RuleSet::parse("pafos").unwrap();
    let how = How { tiles: (8, 8), corner: 0.02, ..How::default() };
    let shot = (0..).map(|seed| Shot::new(seed, &how)).find(|shot| shot.layout.tiles.len() == 8).unwrap();
    let laid = |count: usize| {
        let shot = shot.after(count);
        let seen = shot.find(&mut Rng::new(1), &how);
        let reading = sixty_one::reading::assemble(&seen, WIDTH, HEIGHT, &shot.settings);
        reading.laid(&rules).unwrap().layout
    };
    let said = |known: &Layout, count: usize, frames: usize| -> Vec<Change> {
        let (mut watch, mut rng) = (Watch::new(), Rng::new(3));
        (0..frames).filter_map(|_| watch.frame(shot.after(count).find(&mut rng, &how), SIZE, known, &rules)).collect()
    };
    let gone: Vec<Tile> = laid(8).tiles().minus(laid(7).tiles()).iter().collect();
    assert_eq!(said(&laid(8), 7, 30), [Change::Unclear { new: vec![], gone }]);
    let new: Vec<Tile> = laid(8).tiles().minus(laid(6).tiles()).iter().collect();
    assert_eq!(said(&laid(6), 8, 30), [Change::Unclear { new, gone: vec![] }]);
    assert_eq!(said(&laid(6), 6, 30), []);
    // A tile that was settled may be covered for a while; then it is missed.
    let (mut watch, mut rng, known) = (Watch::new(), Rng::new(4), laid(8));
    let mut first = None;
    for frame in 0..90 {
        let count = if frame < 10 { 8 } else { 7 };
        if watch.frame(shot.after(count).find(&mut rng, &how), SIZE, &known, &rules).is_some() {
            first.get_or_insert(frame);
        }
    }
    assert!(first.is_some_and(|frame| (40..60).contains(&frame)), "{first:?}");
}
