//! A game filmed from its first tile to its last: one offer for each tile, none for hands and trembling corners.

use super::{SIZE, pafos, sure};
use crate::layouts::{How, Shot, read};
use eye::read::{Family, PipLogs, Point, SeenTile};
use game::layout::{Layout, Play};
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::{Pip, Tile};
use tracker::{Stand, Watch};

fn how(family: Family) -> How {
    let noise = How { corner: 0.03, axis: 1.0, misread: 0.03, missed: 0.02, extra: 0.005, ..How::default() };
    How { family, tiles: (12, 16), ..noise }
}

impl Shot {
    /// The pixel of a tile's middle.
    fn centre(&self, tile: usize) -> Point {
        self.camera.project(self.layout.tiles[tile].centre).0
    }

    /// Returns the same table with only its first `count` tiles.
    fn after(&self, count: usize) -> Self {
        let mut shot = self.clone();
        shot.layout.tiles.truncate(count);
        shot.layout.straight.retain(|&(_, j)| j < count);
        shot
    }
}

/// Takes away what is under a hand round one of the tiles.
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
        // Half a is whichever half is further left, so that it is the same one in all frames.
        let left = tile.corners[0].x + tile.corners[3].x < tile.corners[1].x + tile.corners[2].x;
        *(if left { &mut tile.a } else { &mut tile.b }) = logs;
    }
}

#[derive(Debug, Default)]
struct Tally {
    laid: usize,
    right: usize,
    wrong: usize,
    /// Wrong, and offered as sure and plain.
    badly_wrong: usize,
    questions: usize,
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
        // Sometimes the hand rests before it goes.
        let rests = if rng.chance(0.3) { 3 } else { 0 };
        watch.disturbed();
        for look in 0..14 {
            let mut tiles = now.find(&mut rng, &how);
            if let Some((tile, logs)) = glare {
                dazzle(&now.centre(tile), &mut tiles, logs);
            }
            if look < rests {
                under_a_hand(&mut rng, &mut tiles);
            }
            if look == rests && rests > 0 {
                watch.disturbed();
            }
            let verdict = watch.look(&tiles, SIZE, &known, rules).clone();
            tally.questions += usize::from(matches!(verdict.stand, Stand::Unclear { .. }));
            let Some(play) = sure(verdict.offer.as_ref()) else { continue };
            if play.tile() == laid && known.check(&play, rules).is_ok() {
                tally.right += 1;
                known.lay(play, rules).unwrap();
                continue;
            }
            tally.wrong += 1;
            tally.badly_wrong += usize::from(verdict.offer.is_some_and(|offer| offer.asked.is_none()));
            break;
        }
        if !known.tiles().contains(laid) {
            // Not offered in time: the person would enter it. The film cannot continue from here.
            return;
        }
    }
}

#[test]
fn each_tile_is_offered_once() {
    let mut tally = Tally::default();
    for (family, text) in [(Family::Line, "pafos"), (Family::SpinnerEvery, "sbyc_club")] {
        let rules = RuleSet::parse(text).unwrap();
        for seed in 0..20 {
            film(seed, family, &rules, &mut tally);
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.badly_wrong, 0, "{tally:?}");
    assert!(tally.questions <= 11, "{tally:?}");
    assert!(tally.laid > 300, "{tally:?}");
    assert!(tally.wrong * 100 <= tally.laid, "{tally:?}");
    assert!(tally.right * 100 >= tally.laid * 97, "{tally:?}");
}

/// The table after `count` tiles as a record that was kept all along.
fn kept(shot: &Shot, how: &How, count: usize, watch: &mut Watch, rules: &RuleSet) -> Option<Layout> {
    let quiet = How { misread: 0.0, missed: 0.0, extra: 0.0, corner: 0.01, ..*how };
    let (mut known, mut rng) = (Layout::new(), Rng::new(7));
    for n in 1..=count {
        watch.disturbed();
        let mut play = None;
        for _ in 0..4 {
            let tiles = shot.after(n).find(&mut rng, &quiet);
            play = play.or(sure(watch.look(&tiles, SIZE, &known, rules).offer.as_ref()));
        }
        known.lay(play?, rules).ok()?;
    }
    Some(known)
}

#[test]
fn nothing_is_offered_while_nothing_happens() {
    let rules = pafos();
    let (mut kept_ones, mut agreed) = (0, 0);
    for seed in 0..8 {
        let how = how(Family::Line);
        let shot = Shot::new(seed, &how);
        let (mut rng, mut watch) = (Rng::new(seed), Watch::new());
        let all = shot.layout.tiles.len();
        let Some(known) = kept(&shot, &how, all, &mut watch, &rules) else { continue };
        kept_ones += 1;
        for look in 0..120 {
            let mut tiles = shot.find(&mut rng, &how);
            if look % 20 == 0 {
                watch.disturbed();
            }
            if look % 20 < 3 {
                under_a_hand(&mut rng, &mut tiles);
            }
            let verdict = watch.look(&tiles, SIZE, &known, &rules);
            assert_eq!(sure(verdict.offer.as_ref()), None, "seed {seed}, look {look}");
            assert_eq!(verdict.mistake, None, "seed {seed}, look {look}");
            agreed += usize::from(verdict.stand == Stand::Agreed);
        }
    }
    assert!(kept_ones == 8 && agreed >= 620, "{kept_ones} {agreed}");
}

#[test]
fn a_tile_taken_away_is_a_question_and_a_covered_one_is_not() {
    let rules = pafos();
    let how = How { tiles: (8, 8), corner: 0.02, ..How::default() };
    let shot = (0..).map(|seed| Shot::new(seed, &how)).find(|shot| shot.layout.tiles.len() == 8).unwrap();
    let (mut watch, mut rng) = (Watch::new(), Rng::new(4));
    let known = kept(&shot, &how, 8, &mut watch, &rules).unwrap();
    let last = known.plays().last().unwrap().tile();
    watch.disturbed();
    let mut stands = Vec::new();
    for _ in 0..30 {
        stands.push(watch.look(&shot.after(7).find(&mut rng, &how), SIZE, &known, &rules).stand.clone());
    }
    assert_eq!(stands[2], Stand::Covered(1));
    let Stand::Unclear { new, gone, .. } = stands.last().unwrap() else { panic!("{stands:?}") };
    assert_eq!((new.as_slice(), gone.as_slice()), (&[][..], &[last][..]));
    // It comes back: all is well.
    watch.disturbed();
    for _ in 0..3 {
        watch.look(&shot.find(&mut rng, &how), SIZE, &known, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
}

#[test]
fn a_tile_that_was_pushed_away_is_known_again() {
    let rules = pafos();
    let how = How { tiles: (8, 8), corner: 0.02, ..How::default() };
    let mut found = 0;
    // Away from the tile before, by six tenths or three quarters of its length: then half of where it lay is free, or more.
    for (seed, push) in (0..12).flat_map(|seed| [(seed, 0.3), (seed, 0.375)]) {
        let shot = Shot::new(seed, &how);
        let (mut watch, mut rng) = (Watch::new(), Rng::new(seed));
        if shot.layout.tiles.len() != 8 {
            continue;
        }
        let Some(known) = kept(&shot, &how, 8, &mut watch, &rules) else { continue };
        let last = shot.centre(7);
        watch.disturbed();
        for _ in 0..25 {
            let mut tiles = shot.find(&mut rng, &how);
            let far = |t: &SeenTile| {
                (t.corners[0].x + t.corners[2].x - 2.0 * last.x).hypot(t.corners[0].y + t.corners[2].y - 2.0 * last.y)
            };
            let at = (0..tiles.len()).min_by(|&i, &j| far(&tiles[i]).total_cmp(&far(&tiles[j]))).unwrap();
            let [a, b, c, d] = tiles[at].corners;
            let along = Point::new((b.x + c.x - a.x - d.x) * push, (b.y + c.y - a.y - d.y) * push);
            let before = shot.centre(6);
            let way = if (last.x - before.x) * along.x + (last.y - before.y) * along.y < 0.0 { -1.0 } else { 1.0 };
            tiles[at].corners = tiles[at].corners.map(|p| Point::new(p.x + way * along.x, p.y + way * along.y));
            let verdict = watch.look(&tiles, SIZE, &known, &rules);
            assert_eq!((verdict.offer.as_ref(), verdict.mistake.as_ref()), (None, None), "seed {seed}, {push}");
        }
        assert_eq!(watch.verdict().stand, Stand::Agreed, "seed {seed}, {push}: {}", watch.story(&rules));
        found += 1;
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn a_camera_that_was_moved_finds_the_layout_again() {
    let rules = pafos();
    let how = How { tiles: (9, 9), corner: 0.02, ..How::default() };
    let shot = (0..).map(|seed| Shot::new(seed, &how)).find(|shot| shot.layout.tiles.len() == 9).unwrap();
    let (mut watch, mut rng) = (Watch::new(), Rng::new(5));
    let known = kept(&shot, &how, 9, &mut watch, &rules).unwrap();
    watch.disturbed();
    let moved = |mut tile: SeenTile| {
        tile.corners = tile.corners.map(|p| Point::new(p.x * 0.9 + 90.0, p.y * 0.9 + 75.0));
        tile
    };
    for _ in 0..4 {
        let tiles: Vec<SeenTile> = shot.find(&mut rng, &how).into_iter().map(moved).collect();
        watch.look(&tiles, SIZE, &known, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
}

#[test]
fn a_drop_that_was_recorded_wrongly_is_found_out_by_the_next_one() {
    let rules = pafos();
    let how = How { tiles: (8, 8), corner: 0.02, misread: 0.0, ..How::default() };
    let mut found = 0;
    for seed in 0..12 {
        let shot = Shot::new(seed, &how);
        let (mut watch, mut rng) = (Watch::new(), Rng::new(seed));
        let all = shot.layout.tiles.len();
        let Some(right) = kept(&shot, &how, all, &mut watch, &rules) else { continue };
        // The last but one, if the last joins it: recorded with another outer half.
        let (number, on) = (all - 2, right.play(all - 1).unwrap().on.unwrap());
        let was = *right.play(number).unwrap();
        if on.tile != number || was.tile().is_double() {
            continue;
        }
        let mut before = Layout::new();
        for play in right.plays().take(number) {
            before.lay(*play, &rules).unwrap();
        }
        let wrong = (0..7).map(|v| Pip::new(v).unwrap()).find_map(|outer| {
            let play = Play { halves: [was.halves[0], outer], ..was };
            let is_new = outer != was.halves[1] && outer != was.halves[0] && !right.tiles().contains(play.tile());
            is_new.then_some(play).filter(|play| before.check(play, &rules).is_ok())
        });
        let Some(wrong) = wrong else { continue };
        let mut watch = Watch::new();
        kept(&shot, &how, number, &mut watch, &rules).unwrap();
        watch.disturbed();
        for _ in 0..3 {
            watch.look(&shot.after(number + 1).find(&mut rng, &how), SIZE, &before, &rules);
        }
        let mut known = before.clone();
        known.lay(wrong, &rules).unwrap();
        watch.disturbed();
        let mut mistake = None;
        for _ in 0..6 {
            let verdict = watch.look(&shot.find(&mut rng, &how), SIZE, &known, &rules);
            mistake = mistake.or_else(|| verdict.mistake.clone());
        }
        let mistake = mistake.unwrap_or_else(|| panic!("seed {seed}: {wrong:?} stands"));
        assert_eq!((mistake.tile, mistake.play.tile()), (number, was.tile()), "seed {seed}");
        found += 1;
    }
    assert!(found >= 3, "{found}");
}
