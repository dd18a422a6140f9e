//! A game filmed from its first tile to its last: one offer for each tile, none for hands and trembling corners.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

use super::layouts::{HEIGHT, How, Shot, WIDTH, read};
use eye::read::{Family, PipLogs, Point, SeenTile, TileKind};
use game::layout::{Layout, Play};
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::{Pip, Tile};
use std::time::Duration;
use tracker::{Offer, Role, Stand, Watch};

const SIZE: (u32, u32) = (WIDTH, HEIGHT);
/// A hand is over the table for so long while it lays a tile.
const HAND: Duration = Duration::from_secs(1);

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

/// Offers that a recording would take down.
fn sure(offer: Option<&Offer>) -> Option<Play> {
    offer.filter(|offer| offer.ways[0].1 >= 0.9).map(|offer| offer.ways[0].0)
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
            let verdict = watch.look(tiles, SIZE, &known, rules).clone();
            tally.questions += usize::from(matches!(verdict.stand, Stand::Unclear { .. }));
            let Some(play) = sure(verdict.offer.as_ref()) else { continue };
            if play.tile() == laid && known.check(&play, rules).is_ok() {
                tally.right += 1;
                known.lay(play, rules).unwrap();
                continue;
            }
            tally.wrong += 1;
            tally.badly_wrong += usize::from(verdict.offer.is_some_and(|offer| offer.plain && offer.ways[0].1 > 0.995));
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
            play = play.or(sure(watch.look(tiles, SIZE, &known, rules).offer.as_ref()));
        }
        known.lay(play?, rules).ok()?;
    }
    Some(known)
}

#[test]
fn nothing_is_offered_while_nothing_happens() {
    let rules = RuleSet::parse("pafos").unwrap();
    let mut kept_ones = 0;
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
            let verdict = watch.look(tiles, SIZE, &known, &rules);
            assert_eq!(sure(verdict.offer.as_ref()), None, "seed {seed}, look {look}");
            assert_eq!(verdict.mistake, None, "seed {seed}, look {look}");
        }
    }
    assert!(kept_ones >= 6, "{kept_ones}");
}

#[test]
fn a_tile_taken_away_is_a_question_and_a_covered_one_is_not() {
    let rules = RuleSet::parse("pafos").unwrap();
    let how = How { tiles: (8, 8), corner: 0.02, ..How::default() };
    let shot = (0..).map(|seed| Shot::new(seed, &how)).find(|shot| shot.layout.tiles.len() == 8).unwrap();
    let (mut watch, mut rng) = (Watch::new(), Rng::new(4));
    let known = kept(&shot, &how, 8, &mut watch, &rules).unwrap();
    let last = known.plays().last().unwrap().tile();
    watch.disturbed();
    let mut stands = Vec::new();
    for _ in 0..30 {
        stands.push(watch.look(shot.after(7).find(&mut rng, &how), SIZE, &known, &rules).stand.clone());
    }
    assert_eq!(stands[2], Stand::Covered(1));
    let Stand::Unclear { new, gone, .. } = stands.last().unwrap() else { panic!("{stands:?}") };
    assert_eq!((new.as_slice(), gone.as_slice()), (&[][..], &[last][..]));
    // It comes back: all is well.
    watch.disturbed();
    for _ in 0..3 {
        watch.look(shot.find(&mut rng, &how), SIZE, &known, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
}

#[test]
fn a_tile_that_was_pushed_away_is_known_again() {
    let rules = RuleSet::parse("pafos").unwrap();
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
        for _ in 0..5 {
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
            let verdict = watch.look(tiles, SIZE, &known, &rules);
            assert_eq!((verdict.offer.as_ref(), verdict.mistake.as_ref()), (None, None), "seed {seed}, {push}");
        }
        assert_eq!(watch.verdict().stand, Stand::Agreed, "seed {seed}, {push}: {}", watch.story(&rules));
        found += 1;
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn a_camera_that_was_moved_finds_the_layout_again() {
    let rules = RuleSet::parse("pafos").unwrap();
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
        let tiles = shot.find(&mut rng, &how).into_iter().map(moved).collect();
        watch.look(tiles, SIZE, &known, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
}

#[test]
fn a_drop_that_was_recorded_wrongly_is_found_out_by_the_next_one() {
    let rules = RuleSet::parse("pafos").unwrap();
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
            watch.look(shot.after(number + 1).find(&mut rng, &how), SIZE, &before, &rules);
        }
        let mut known = before.clone();
        known.lay(wrong, &rules).unwrap();
        watch.disturbed();
        let mut mistake = None;
        for _ in 0..6 {
            let verdict = watch.look(shot.find(&mut rng, &how), SIZE, &known, &rules);
            mistake = mistake.or_else(|| verdict.mistake.clone());
        }
        let mistake = mistake.unwrap_or_else(|| panic!("seed {seed}: {wrong:?} stands"));
        assert_eq!((mistake.tile, mistake.play.tile()), (number, was.tile()), "seed {seed}");
        found += 1;
    }
    assert!(found >= 3, "{found}");
}

/// A sure tile on a grid of squares: half a at column and row, half b to its right or below it.
fn on_grid(a: usize, b: usize, (column, row): (u32, u32), down: bool) -> SeenTile {
    const SIDE: f64 = 30.0;
    let (x, y) = (80.0 + f64::from(column) * SIDE, 60.0 + f64::from(row) * SIDE);
    let at = |along: f64, across: f64| {
        if down { Point::new(x + SIDE - across, y + along) } else { Point::new(x + along, y + across) }
    };
    let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
    let corners = [at(0.0, 0.0), at(2.0 * SIDE, 0.0), at(2.0 * SIDE, SIDE), at(0.0, SIDE)];
    SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
}

/// A board with a printed border, some of which would fit the line in the middle, and that line.
fn on_a_printed_board(line: &[SeenTile]) -> Vec<SeenTile> {
    let border = (0..16).map(|i| on_grid(i % 3, 4 + i % 2, (2 * u32::try_from(i).unwrap(), 0), false));
    border.chain([on_grid(6, 1, (0, 1), true)]).chain(line.iter().cloned()).collect()
}

#[test]
fn tiles_that_were_added_unseen_are_asked_for_one_by_one_and_printed_ones_never() {
    let rules = RuleSet::parse("pafos").unwrap();
    let mut watch = Watch::new();
    let first = [on_grid(6, 1, (12, 10), false)];
    for _ in 0..12 {
        watch.look(on_a_printed_board(&first), SIZE, &Layout::new(), &rules);
    }
    // One tile that may be the first is offered as such.
    let play = sure(watch.verdict().offer.as_ref()).unwrap_or_else(|| panic!("{}", watch.story(&rules)));
    let mut known = Layout::new();
    known.lay(play, &rules).unwrap();
    // Three more until the next picture: two at one end, one at the other.
    let line = [
        first[0].clone(),
        on_grid(5, 6, (10, 10), false),
        on_grid(3, 5, (8, 10), false),
        on_grid(1, 4, (14, 10), false),
    ];
    watch.disturbed();
    let mut asked = 0;
    for _ in 0..40 {
        let verdict = watch.look(on_a_printed_board(&line), SIZE, &known, &rules).clone();
        let Some(offer) = verdict.offer else { continue };
        assert!(!offer.plain, "{}", watch.story(&rules));
        known.lay(offer.ways[0].0, &rules).unwrap();
        asked += 1;
    }
    assert_eq!((asked, watch.verdict().stand.clone()), (3, Stand::Agreed), "{}", watch.story(&rules));
    let laid = ["6-1", "6-5", "5-3", "4-1"].map(|tile| tile.parse::<Tile>().unwrap());
    assert!(laid.iter().all(|tile| known.tiles().contains(*tile)), "{known:?}");
}

#[test]
fn a_second_tile_laid_before_the_first_was_recorded_is_not_taken_for_the_first() {
    let rules = RuleSet::parse("pafos").unwrap();
    let both = [on_grid(6, 1, (12, 10), false), on_grid(5, 6, (10, 10), false)];
    let (mut watch, empty) = (Watch::new(), Layout::new());
    // The first is seen alone once, before the next hand comes.
    watch.look(both[..1].to_vec(), SIZE, &empty, &rules);
    watch.disturbed();
    let offers: Vec<Offer> =
        (0..5).filter_map(|_| watch.look(both.to_vec(), SIZE, &empty, &rules).offer.clone()).collect();
    let Some(offer) = offers.last() else { panic!("{}", watch.story(&rules)) };
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("6-1".parse().unwrap(), false));
    // Where both came at once their order is unknown, and the tracker asks.
    let mut watch = Watch::new();
    for _ in 0..8 {
        assert_eq!(watch.look(both.to_vec(), SIZE, &empty, &rules).offer, None);
    }
    assert!(matches!(watch.verdict().stand, Stand::Unclear { table: Some(_), .. }), "{}", watch.story(&rules));
}

/// The empty columns of a score pad look a little like a double blank, and the light changes them a little.
#[test]
fn what_hardly_looks_like_a_tile_leads_only_where_much_has_changed() {
    let (rules, empty) = (RuleSet::parse("pafos").unwrap(), Layout::new());
    let offered = |changed: f64, logit: f32| {
        let column = SeenTile { logit, ..on_grid(0, 0, (18, 1), false) };
        let mut watch = Watch::new();
        let mut look =
            |_| watch.look_with(vec![column.clone()], SIZE, &empty, &rules, &|_| Some(changed)).offer.is_some();
        (0..10).any(&mut look)
    };
    assert!(!offered(0.05, 0.6));
    assert!(offered(0.3, 0.6) && offered(0.15, 1.2));
}

/// A person says what was played while something else was offered: the tile is elsewhere.
#[test]
fn what_was_recorded_otherwise_than_it_was_seen_is_found_where_it_lies() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (empty, known): (Layout, Layout) = (Layout::new(), "*5-4".parse().unwrap());
    let (thing, lead, next) =
        (on_grid(0, 0, (18, 1), false), on_grid(5, 4, (8, 10), false), on_grid(4, 1, (10, 10), false));
    let mut watch = Watch::new();
    for _ in 0..9 {
        watch.look(vec![thing.clone()], SIZE, &empty, &rules);
    }
    assert!(watch.verdict().offer.is_some());
    for tiles in [vec![lead.clone()], vec![lead.clone(), next.clone()]] {
        watch.disturbed();
        for _ in 0..4 {
            watch.look(tiles.clone(), SIZE, &known, &rules);
        }
    }
    let offer = watch.verdict().offer.clone().unwrap_or_else(|| panic!("{}", watch.story(&rules)));
    assert_eq!(offer.ways[0].0.tile(), "4-1".parse().unwrap());
}

/// The end of a board that was pushed into the picture looks like a tile, and came before the first one.
#[test]
fn what_nobody_can_read_does_not_lead() {
    let (rules, empty) = (RuleSet::parse("pafos").unwrap(), Layout::new());
    let thing = SeenTile { a: [-2.5; 13], b: [-2.5; 13], logit: 0.4, ..on_grid(1, 0, (18, 1), true) };
    let lead = SeenTile { logit: 1.4, ..on_grid(4, 2, (10, 10), false) };
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(Vec::new(), SIZE, &empty, &rules);
    }
    watch.disturbed();
    for _ in 0..6 {
        watch.look(vec![thing.clone()], SIZE, &empty, &rules);
    }
    watch.disturbed();
    for _ in 0..3 {
        watch.look(vec![thing.clone(), lead.clone()], SIZE, &empty, &rules);
    }
    let offer = watch.verdict().offer.clone().unwrap_or_else(|| panic!("{}", watch.story(&rules)));
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("4-2".parse().unwrap(), false));
}

#[test]
fn what_was_laid_while_nobody_saw_the_table_is_asked_for() {
    let rules = RuleSet::parse("pafos").unwrap();
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(1, 2, (14, 10), false)];
    let known: [Layout; 2] = ["*5-6".parse().unwrap(), "*5-6 6-1".parse().unwrap()];
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(line[..1].to_vec(), SIZE, &known[0], &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    watch.unseen();
    let mut offers = |tiles: usize, known: &Layout| {
        (0..4).filter_map(|_| watch.look(line[..tiles].to_vec(), SIZE, known, &rules).offer.clone()).last()
    };
    let plain = |offer: Option<Offer>| offer.map(|offer| (offer.ways[0].0.tile().to_string(), offer.plain));
    assert_eq!(plain(offers(2, &known[0])), Some(("6-1".to_owned(), false)));
    // Once table and record agree again it is as ever.
    assert_eq!(plain(offers(2, &known[1])), None);
    assert!(plain(offers(3, &known[1])).is_none_or(|offer| !offer.1), "nothing moved: it is asked about");
    watch.disturbed();
    let offer = (0..4).filter_map(|_| watch.look(line.to_vec(), SIZE, &known[1], &rules).offer.clone()).last();
    assert_eq!(plain(offer), Some(("2-1".to_owned(), true)));
}

#[test]
fn what_lies_on_its_face_where_a_double_blank_fits_is_asked_for() {
    let rules = RuleSet::parse("pafos").unwrap();
    let known: Layout = "*6-0".parse().unwrap();
    let back = |at: (u32, u32), down| SeenTile { kind: TileKind::Down, ..on_grid(0, 0, at, down) };
    let mut watch = Watch::new();
    // One of the boneyard is near the end from the beginning, and is not a drop.
    let first = on_grid(6, 0, (12, 10), false);
    let boneyard = [first.clone(), back((14, 8), true)];
    for _ in 0..3 {
        watch.look(boneyard.to_vec(), SIZE, &known, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
    // Across at the blank end.
    let mut blank = back((14, 10), true);
    blank.corners = blank.corners.map(|p| Point::new(p.x, p.y - 15.0));
    watch.disturbed();
    for _ in 0..5 {
        watch.look([first.clone(), blank.clone()].to_vec(), SIZE, &known, &rules);
    }
    let Some(offer) = watch.verdict().offer.clone() else { panic!("{}", watch.story(&rules)) };
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("0-0".parse().unwrap(), false));
    let mut after = known.clone();
    after.lay(offer.ways[0].0, &rules).unwrap();
    for _ in 0..3 {
        watch.look([first.clone(), blank.clone()].to_vec(), SIZE, &after, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
}

#[test]
fn a_tile_left_from_the_hand_before_leads_no_new_hand() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (old, empty): (Layout, Layout) = ("*5-5".parse().unwrap(), Layout::new());
    let lying = [on_grid(5, 5, (12, 10), false)];
    let mut watch = Watch::new();
    watch.look(lying.to_vec(), SIZE, &empty, &rules);
    watch.look(lying.to_vec(), SIZE, &old, &rules);
    for _ in 0..6 {
        let offer = watch.look(lying.to_vec(), SIZE, &empty, &rules).offer.clone();
        assert_eq!(offer, None, "{}", watch.story(&rules));
    }
    // The table is cleared; the same tile may lead again.
    watch.disturbed();
    for _ in 0..3 {
        watch.look(Vec::new(), SIZE, &empty, &rules);
    }
    watch.disturbed();
    watch.pass(HAND);
    for _ in 0..2 {
        watch.look_with(lying.to_vec(), SIZE, &empty, &rules, &|_| Some(0.6));
    }
    assert!(watch.verdict().offer.as_ref().is_some_and(|offer| offer.plain), "{}", watch.story(&rules));
}

/// The same double leads hand after hand in the middle of the table, which is never seen bare in between.
#[test]
fn a_tile_that_leads_again_where_it_led_before_is_asked_about_soon() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (old, empty): (Layout, Layout) = ("*6-6 6-1 1-2".parse().unwrap(), Layout::new());
    let lead = on_grid(6, 6, (10, 10), true);
    let lying = [lead.clone(), on_grid(6, 1, (12, 10), false), on_grid(1, 2, (14, 10), false)];
    let looks_until_asked = |changed: f64| {
        let mut watch = Watch::new();
        for _ in 0..3 {
            watch.look(lying.to_vec(), SIZE, &old, &rules);
        }
        watch.look(lying.to_vec(), SIZE, &empty, &rules);
        watch.disturbed();
        let asked = |_: &u32| {
            let look = watch.look_with(vec![lead.clone()], SIZE, &empty, &rules, &|_| Some(changed));
            look.offer.as_ref().is_some_and(|offer| !offer.plain)
        };
        (1..60).find(asked)
    };
    assert!(looks_until_asked(0.5).is_some_and(|looks| looks < 8), "{:?}", looks_until_asked(0.5));
    // If the picture has hardly changed, it may be the old tile, forgotten there.
    assert!(looks_until_asked(0.15).is_none_or(|looks| looks >= 30), "{:?}", looks_until_asked(0.15));
}

#[test]
fn a_hand_that_begins_at_once_on_a_cleared_table_is_seen() {
    let rules = RuleSet::parse("pafos").unwrap();
    let old: Layout = "*6-1 1-2 2-3 3-4".parse().unwrap();
    let lying: Vec<SeenTile> = [(6, 1, 10), (1, 2, 12), (2, 3, 14), (3, 4, 16)]
        .map(|(a, b, column)| on_grid(a, b, (column, 10), false))
        .to_vec();
    let empty = Layout::new();
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(lying.clone(), SIZE, &old, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
    assert_eq!(watch.look(lying.clone(), SIZE, &empty, &rules).offer, None);
    watch.disturbed();
    // One look at the empty table, one at the first tile, then the second is there too.
    // The first is where 6-1 led before.
    watch.look(Vec::new(), SIZE, &empty, &rules);
    watch.disturbed();
    let both = [lying[0].clone(), on_grid(5, 6, (8, 10), false)];
    watch.look(both[..1].to_vec(), SIZE, &empty, &rules);
    watch.disturbed();
    for _ in 0..3 {
        watch.look(both.to_vec(), SIZE, &empty, &rules);
    }
    let offer = watch.verdict().offer.clone().unwrap_or_else(|| panic!("{}", watch.story(&rules)));
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("6-1".parse().unwrap(), false));
}

/// The line of the hand before stays for a while: it is not furniture, and tiles can be played in its place.
#[test]
fn a_hand_that_begins_where_the_last_one_was_left_lying_is_seen() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (old, empty): (Layout, Layout) = ("*6-5".parse().unwrap(), Layout::new());
    let (lying, lead) = ([on_grid(6, 5, (8, 10), false)], on_grid(4, 2, (8, 10), false));
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(lying.to_vec(), SIZE, &old, &rules);
    }
    watch.disturbed();
    for _ in 0..8 {
        let offer = watch.look_with(lying.to_vec(), SIZE, &empty, &rules, &|_| Some(0.0)).offer.clone();
        assert_eq!(offer, None, "{}", watch.story(&rules));
    }
    // It is cleared away under one hand, and the next tile is played.
    watch.disturbed();
    let mut offers = |_| watch.look_with(vec![lead.clone()], SIZE, &empty, &rules, &|_| Some(0.2)).offer.is_some();
    assert!((1..6).any(&mut offers), "{}", watch.story(&rules));
}

/// The picture is compared with the table of the old tiles: another tile in the same place differs only by a few pips.
#[test]
fn a_hand_that_begins_in_the_place_of_an_old_tile_is_seen() {
    let (old, empty): (Layout, Layout) = ("*6-1 1-2 2-3 3-4".parse().unwrap(), Layout::new());
    let lying = [(6, 1, 10), (1, 2, 12), (2, 3, 14), (3, 4, 16)].map(|(a, b, at)| on_grid(a, b, (at, 10), false));
    let rules = RuleSet::parse("pafos").unwrap();
    let is_offered = |lead: SeenTile| {
        let mut watch = Watch::new();
        looks(&mut watch, &lying, &[], &old);
        watch.look(lying.to_vec(), SIZE, &empty, &rules);
        watch.disturbed();
        assert!(!watch.is_bare());
        watch.look(Vec::new(), SIZE, &empty, &rules);
        assert!(watch.is_bare());
        watch.disturbed();
        let mut look = || watch.look_with(vec![lead.clone()], SIZE, &empty, &rules, &|_| Some(0.07)).offer.is_some();
        (0..4).any(|_| look())
    };
    // The table was bare: even the same tile has been played again.
    assert_eq!([on_grid(4, 2, (12, 10), false), lying[1].clone()].map(is_offered), [true, true]);
}

/// Its holes are read as tiles that vary from look to look and stay in place; the tile put down beside them has come.
#[test]
fn a_cleared_table_is_bare_beside_a_cribbage_board() {
    let (old, empty): (Layout, Layout) = ("*6-1 1-2 2-3 3-4".parse().unwrap(), Layout::new());
    let lying = [(6, 1, 10), (1, 2, 12), (2, 3, 14), (3, 4, 16)].map(|(a, b, at)| on_grid(a, b, (at, 10), false));
    let rules = RuleSet::parse("pafos").unwrap();
    let is_bare = |seen: SeenTile, changed: f64| {
        let mut watch = Watch::new();
        looks(&mut watch, &lying, &[], &old);
        watch.look(lying.to_vec(), SIZE, &empty, &rules);
        watch.disturbed();
        watch.look_with(vec![seen], SIZE, &empty, &rules, &|_| Some(changed));
        watch.is_bare()
    };
    let hole = on_grid(6, 4, (2, 3), true);
    assert!(is_bare(hole.clone(), 0.01));
    assert!(!is_bare(hole, 0.9));
    assert!(!is_bare(lying[1].clone(), 0.01), "an old tile lies there still");
}

/// Something like a tile has come beside it: while old tiles are about, either of the two may lead.
#[test]
fn where_other_pips_lie_the_old_tile_was_taken_away() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (old, empty): (Layout, Layout) = ("*6-5 5-1".parse().unwrap(), Layout::new());
    let lying = [on_grid(6, 5, (8, 10), false), on_grid(5, 1, (10, 10), false)];
    let thing = on_grid(4, 0, (3, 3), true);
    let looks_until_offered = |lead: SeenTile| {
        let mut watch = Watch::new();
        for _ in 0..3 {
            watch.look(lying.to_vec(), SIZE, &old, &rules);
        }
        watch.look(lying.to_vec(), SIZE, &empty, &rules);
        watch.disturbed();
        for _ in 0..2 {
            watch.look(vec![lead.clone()], SIZE, &empty, &rules);
        }
        watch.disturbed();
        (1..20).find(|_| watch.look(vec![lead.clone(), thing.clone()], SIZE, &empty, &rules).offer.is_some())
    };
    assert!(looks_until_offered(on_grid(3, 2, (8, 10), false)).is_some_and(|looks| looks < 8));
    // While an old tile is there it is asked about.
    let mut watch = Watch::new();
    watch.look(lying.to_vec(), SIZE, &old, &rules);
    for _ in 0..20 {
        let look = watch.look(vec![lying[0].clone(), thing.clone()], SIZE, &empty, &rules);
        assert!(look.offer.as_ref().is_none_or(|offer| !offer.plain));
    }
}

/// Hands come and go over the table between every two looks.
#[test]
fn a_tile_that_is_seen_between_hands_again_and_again_is_offered() {
    let rules = RuleSet::parse("pafos").unwrap();
    let old: Layout = "*6-5".parse().unwrap();
    let (lead, next) = (on_grid(6, 5, (8, 10), false), on_grid(5, 1, (10, 10), false));
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(vec![lead.clone()], SIZE, &old, &rules);
    }
    let mut offered = |reached: bool| {
        watch.disturbed();
        watch.reached(reached);
        let offer = watch.look(vec![lead.clone(), next.clone()], SIZE, &old, &rules).offer.clone();
        offer.map(|offer| (offer.ways[0].0.tile().to_string(), offer.plain))
    };
    assert_eq!(offered(true), None);
    // With something over the table it is asked about.
    assert_eq!([false, true].map(&mut offered)[1].as_ref().map(|offer| offer.0.as_str()), Some("5-1"));
    let last = offered(false);
    assert_eq!(last, Some(("5-1".to_owned(), true)), "{}", watch.story(&rules));
}

/// A white tile on a white cloth: little changes where the first tile comes to lie.
#[test]
fn a_first_tile_of_the_cloths_own_colour_is_asked_about() {
    let (rules, empty) = (RuleSet::parse("pafos").unwrap(), Layout::new());
    let tile = on_grid(6, 4, (10, 10), false);
    let asked = |changed: f64| {
        let mut watch = Watch::new();
        for _ in 0..3 {
            watch.look(Vec::new(), SIZE, &empty, &rules);
        }
        watch.disturbed();
        watch.pass(HAND);
        (1..20)
            .find_map(|_| watch.look_with(vec![tile.clone()], SIZE, &empty, &rules, &|_| Some(changed)).offer.clone())
    };
    assert!(asked(0.3).is_some_and(|offer| offer.plain));
    assert!(asked(0.09).is_some_and(|offer| !offer.plain));
    assert_eq!(asked(0.03), None);
}

/// The next tile of such a line is just as hard to recognise.
#[test]
fn the_next_tile_of_the_cloths_own_colour_is_asked_about() {
    let (rules, known) = (RuleSet::parse("pafos").unwrap(), "*5-6".parse::<Layout>().unwrap());
    let (lead, sure) = (on_grid(5, 6, (8, 10), false), on_grid(6, 1, (10, 10), false));
    let looks_until_asked = |changed: f64, logit: f32| {
        let mut watch = Watch::new();
        for _ in 0..3 {
            watch.look(vec![lead.clone()], SIZE, &known, &rules);
        }
        watch.disturbed();
        watch.pass(HAND);
        let next = SeenTile { logit, ..sure.clone() };
        (1..30).find_map(|n| {
            let seen = vec![lead.clone(), next.clone()];
            let offer = watch.look_with(seen, SIZE, &known, &rules, &|_| Some(changed)).offer.clone();
            offer.map(|offer| (n, offer.plain))
        })
    };
    assert_eq!(looks_until_asked(0.3, 0.7), Some((2, true)));
    assert!(looks_until_asked(0.05, 0.7).is_some_and(|(looks, plain)| looks < 12 && !plain));
    // Where the place never changed it takes the whole line, look after look.
    assert!(looks_until_asked(0.03, 0.7).is_some_and(|(looks, plain)| looks < 8 && !plain));
    assert!(looks_until_asked(0.03, 0.2).is_none_or(|(_, plain)| !plain));
    assert!(looks_until_asked(0.05, 0.2).is_none_or(|(_, plain)| !plain));
}

#[test]
fn the_tile_that_came_is_the_one_recorded_whatever_stands_in_a_hand() {
    let (empty, known): (Layout, Layout) = (Layout::new(), "*6-3".parse().unwrap());
    let (came, next) = (on_grid(6, 3, (10, 10), false), on_grid(3, 1, (12, 10), false));
    let stands = SeenTile { logit: 4.0, ..on_grid(6, 3, (10, 16), false) };
    let mut watch = Watch::new();
    looks(&mut watch, std::slice::from_ref(&stands), &[], &empty);
    looks(&mut watch, &[came.clone(), stands.clone()], std::slice::from_ref(&came), &empty);
    let three = [came, stands, next.clone()];
    let offered = looks(&mut watch, &three, &[next], &known);
    let offer = offered.verdict().offer.clone().unwrap();
    assert_eq!(offer.ways[0].0.tile(), "3-1".parse().unwrap());
}

/// A hand's backs may look like the double blank that leads.
#[test]
fn of_tiles_that_fit_alike_the_one_that_is_most_like_a_tile_is_the_one_recorded() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (known, next): (Layout, SeenTile) = ("*0-0".parse().unwrap(), on_grid(0, 5, (11, 10), false));
    // The other shows its pips a hair more clearly.
    let other = on_grid(0, 0, (20, 14), false);
    let mut lead = SeenTile { logit: 3.5, ..on_grid(0, 0, (10, 10), true) };
    (lead.a[1], lead.b[1]) = (-5.0, -5.0);
    let mut watch = Watch::new();
    for _ in 0..2 {
        watch.look(vec![lead.clone(), other.clone()], SIZE, &Layout::new(), &rules);
    }
    let watch = looks(&mut watch, &[lead, other, next.clone()], &[next], &known);
    let offer = watch.verdict().offer.clone().unwrap_or_else(|| panic!("{}", watch.story(&rules)));
    assert_eq!(offer.ways[0].0.tile(), "5-0".parse().unwrap());
}

#[test]
fn several_double_blanks_are_the_backs_of_a_hand() {
    let (empty, rules): (Layout, RuleSet) = (Layout::new(), RuleSet::parse("pafos").unwrap());
    let backs = [14, 17].map(|column| on_grid(0, 0, (column, 18), true));
    let lead = on_grid(0, 0, (10, 10), false);
    let seen = [backs[0].clone(), backs[1].clone(), lead.clone()];
    let mut watch = Watch::new();
    // What was there before is not known.
    for _ in 0..3 {
        watch.look(seen.to_vec(), SIZE, &empty, &rules);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    // What shows no pips is believed slowly.
    looks(&mut watch, &seen, std::slice::from_ref(&lead), &empty);
    let offer = looks(&mut watch, &seen, &[lead], &empty).verdict().offer.clone().unwrap();
    assert_eq!((offer.ways[0].0.tile(), offer.corners), ("0-0".parse().unwrap(), seen[2].corners));
}

#[test]
fn a_tile_that_was_overlooked_is_asked_about_and_before_the_next_one_laid_on_it() {
    let known: Layout = "*5-6".parse().unwrap();
    let dim = |tile: SeenTile| SeenTile { logit: 0.8, ..tile };
    let (lead, unseen) = (on_grid(5, 6, (8, 10), false), dim(on_grid(6, 1, (10, 10), false)));
    let next = on_grid(1, 4, (12, 10), false);
    let mut watch = Watch::new();
    let two = [lead.clone(), unseen.clone()];
    assert_eq!(looks(&mut watch, &two, &[], &known).verdict().stand, Stand::Unsure, "it may be one");
    // A loose tile elsewhere is not asked about.
    let loose = on_grid(1, 4, (12, 16), false);
    let three = [lead.clone(), unseen.clone(), loose.clone()];
    let offer = looks(&mut watch, &three, &[loose], &known).verdict().offer.clone().unwrap();
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("6-1".parse().unwrap(), false));
    let three = [lead, unseen, next.clone()];
    let offer = looks(&mut watch, &three, &[next], &known).verdict().offer.clone().unwrap();
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("6-1".parse().unwrap(), false));
}

/// Some looks at these tiles, of which those in `new` have just come.
fn looks<'a>(watch: &'a mut Watch, tiles: &[SeenTile], new: &[SeenTile], known: &Layout) -> &'a Watch {
    let rules = RuleSet::parse("pafos").unwrap();
    let fresh = |corners: &[Point; 4]| Some(f64::from(u8::from(new.iter().any(|tile| tile.corners == *corners))));
    watch.disturbed();
    for _ in 0..4 {
        watch.look_with(tiles.to_vec(), SIZE, known, &rules, &fresh);
    }
    watch
}

#[test]
fn what_lies_there_before_the_first_tile_is_none_whatever_it_looks_like() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let (board, tile) = (on_grid(4, 0, (3, 3), true), on_grid(6, 5, (12, 10), false));
    assert_eq!(looks(&mut watch, std::slice::from_ref(&board), &[], &empty).verdict().offer, None);
    let both = [board, tile.clone()];
    let offer = looks(&mut watch, &both, &[tile], &empty).verdict().offer.clone().unwrap();
    assert_eq!((offer.ways[0].0.tile(), offer.plain), ("6-5".parse().unwrap(), true));
}

#[test]
fn a_hand_that_stands_in_a_row_is_no_line_where_two_of_its_tiles_match() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let hand = [
        on_grid(3, 6, (4, 16), false),
        on_grid(6, 0, (6, 16), false),
        on_grid(1, 1, (9, 16), false),
        on_grid(5, 4, (12, 16), false),
    ];
    assert!(matches!(looks(&mut watch, &hand, &[], &empty).verdict().stand, Stand::Agreed | Stand::Unsure));
    let lead = on_grid(4, 4, (10, 8), true);
    let both = [hand.as_slice(), std::slice::from_ref(&lead)].concat();
    let offer = looks(&mut watch, &both, std::slice::from_ref(&lead), &empty).verdict().offer.clone();
    assert_eq!(offer.unwrap().ways[0].0.tile().to_string(), "4-4");
}

#[test]
fn a_line_that_was_begun_before_anybody_looked_is_offered_as_a_whole() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(1, 3, (14, 10), false)];
    let table = |watch: &Watch| match &watch.verdict().stand {
        Stand::Unclear { table: Some(table), .. } => table.tiles().iter().count(),
        _ => 0,
    };
    assert_eq!(table(looks(&mut watch, &line, &[], &empty)), 3);
    // One alone may be anything, until another joins it.
    let mut watch = Watch::new();
    assert_eq!(table(looks(&mut watch, &line[..1], &[], &empty)), 0);
    assert_eq!(table(looks(&mut watch, &line[..2], &line[1..2], &empty)), 1);
}

#[test]
fn a_line_that_was_begun_and_of_which_a_tile_is_hidden_is_not_offered_as_a_whole() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let line = [
        on_grid(5, 6, (8, 10), false),
        on_grid(6, 1, (10, 10), false),
        on_grid(3, 2, (14, 10), false),
        on_grid(2, 0, (16, 10), false),
    ];
    let verdict = looks(&mut watch, &line, &[], &empty).verdict();
    assert!(!matches!(verdict.stand, Stand::Unclear { table: Some(_), .. }), "{verdict:?}");
}

#[test]
fn the_layout_is_followed_by_its_tiles_where_the_camera_was_moved() {
    let rules = RuleSet::parse("pafos").unwrap();
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(1, 3, (14, 10), false)];
    let known: Layout = "*5-6 6-1 1-3".parse().unwrap();
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    let moved = |tile: &SeenTile| SeenTile {
        corners: tile.corners.map(|p| Point::new(p.x + 45.0, p.y - 25.0)),
        ..tile.clone()
    };
    // A tile is hidden just then: it moves with the others. What has changed in the picture is not known where the camera moved.
    let seen = [moved(&line[0]), moved(&line[1])];
    watch.disturbed();
    for _ in 0..4 {
        watch.look(seen.to_vec(), SIZE, &known, &rules);
    }
    let hidden = watch.marks(&rules).iter().find(|mark| mark.role == Role::Covered(2)).unwrap().corners;
    let want = moved(&line[2]).corners;
    assert!((hidden[0].x - want[0].x).hypot(hidden[0].y - want[0].y) < 6.0, "{}", watch.story(&rules));
}

#[test]
fn a_tile_seen_between_two_without_a_gap_moves_neither() {
    let rules = RuleSet::parse("pafos").unwrap();
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let known: Layout = "*5-6 6-1".parse().unwrap();
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    // The next one is there too, and the two at the end are seen as one: half of this, half of that.
    let between = SeenTile { logit: 0.5, ..on_grid(1, 1, (13, 10), false) };
    let next = on_grid(1, 3, (14, 10), false);
    looks(&mut watch, &[line[0].clone(), between.clone()], &[], &known);
    let offered = looks(&mut watch, &[line[0].clone(), between, next.clone()], std::slice::from_ref(&next), &known);
    let offer = offered.verdict().offer.clone().unwrap_or_else(|| panic!("{}", offered.story(&rules)));
    assert_eq!(offer.ways[0].0.tile(), "3-1".parse().unwrap());
}

#[test]
fn the_next_tile_is_expected_where_it_may_lie_and_nowhere_else() {
    let rules = RuleSet::parse("pafos").unwrap();
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let known: Layout = "*5-6 6-1".parse().unwrap();
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    let expects = |watch: &Watch, seen: &[SeenTile], tile: &SeenTile| {
        // The tiles of these tests run the other way round than those that networks see.
        let [a, b, c, d] = tile.corners;
        let corners = [d, c, b, a];
        let near = |at: &[Point; 4]| (0..4).all(|i| (at[i].x - corners[i].x).hypot(at[i].y - corners[i].y) < 3.0);
        watch.expected(seen, &rules).iter().any(near)
    };
    // Straight on, round the corner, a double across.
    let (on, round) = (on_grid(1, 3, (14, 10), false), on_grid(1, 3, (14, 10), true));
    assert!(expects(&watch, &line, &on) && expects(&watch, &line, &round));
    assert!(!expects(&watch, &line, &on_grid(1, 3, (17, 10), false)));
    assert!(!expects(&watch, &line, &line[1]));
    // What is seen need not be looked for.
    assert!(!expects(&watch, &[line[0].clone(), line[1].clone(), on.clone()], &on));
    // What seems to lie on its face, or to stand, may be a face too bright to be seen.
    for kind in [TileKind::Down, TileKind::Edge] {
        let other = SeenTile { kind, ..on.clone() };
        assert!(expects(&watch, &[line[0].clone(), line[1].clone(), other], &on));
    }
}

/// The 5-6 is recorded and the 6-1 beside it offered; the two tiles, and what is recorded.
fn second_tile_offered() -> (Watch, [SeenTile; 2], Layout) {
    let known: Layout = "*5-6".parse().unwrap();
    let both = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let rules = RuleSet::parse("pafos").unwrap();
    let mut watch = Watch::new();
    for _ in 0..3 {
        watch.look(both[..1].to_vec(), SIZE, &known, &rules);
    }
    assert!(looks(&mut watch, &both, &both[1..], &known).verdict().offer.is_some());
    (watch, both, known)
}

#[test]
fn what_a_person_says_is_no_tile_stays_none_after_the_next_hand() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    assert_eq!(looks(&mut watch, &both, &both[1..], &known).verdict().offer, None);
}

/// A tile was played, taken back before it was recorded, and another one played there.
#[test]
fn where_something_was_said_to_be_no_tile_another_one_is_offered() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    watch.disturbed();
    let other = [both[0].clone(), on_grid(6, 3, (12, 10), false)];
    let offer = looks(&mut watch, &other, &other[1..], &known).verdict().offer.clone();
    assert_eq!(offer.map(|offer| offer.ways[0].0.tile()), "6-3".parse().ok());
}

#[test]
fn what_was_seen_once_is_looked_for_again_before_table_and_record_agree() {
    let rules = RuleSet::parse("pafos").unwrap();
    let (line, known) = ([on_grid(5, 6, (10, 10), false)], "*5-6".parse::<Layout>().unwrap());
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    let next = on_grid(6, 1, (12, 10), false);
    let came = |corners: &[Point; 4]| Some(f64::from(u8::from(*corners == next.corners)));
    watch.disturbed();
    watch.look_with([line[0].clone(), next.clone()].to_vec(), SIZE, &known, &rules, &came);
    for _ in 0..3 {
        watch.look_with(line.to_vec(), SIZE, &known, &rules, &came);
        assert_eq!(watch.verdict().stand, Stand::Unsure, "{}", watch.story(&rules));
        assert!(watch.expected(&line, &rules).contains(&next.corners));
    }
    // It was nothing.
    for _ in 0..8 {
        watch.look_with(line.to_vec(), SIZE, &known, &rules, &came);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
}

#[test]
fn the_tile_that_ended_a_hand_leads_no_new_hand() {
    let (mut watch, both, _) = second_tile_offered();
    // It is recorded, the hand is over with it, and the next one is dealt before anybody looks again.
    for _ in 0..5 {
        assert_eq!(looks(&mut watch, &both, &both[1..], &Layout::new()).verdict().offer, None);
    }
}

#[test]
fn where_a_tile_of_the_record_lay_the_next_hand_may_begin() {
    let (empty, known): (Layout, Layout) = (Layout::new(), "*5-6".parse().unwrap());
    let (before, after) = ([on_grid(5, 6, (10, 10), false)], [on_grid(3, 1, (10, 10), false)]);
    let mut watch = Watch::new();
    // It came unseen, so it seemed to belong to the table; then it was recorded by hand.
    assert_eq!(looks(&mut watch, &before, &[], &empty).verdict().offer, None);
    assert_eq!(looks(&mut watch, &before, &[], &known).verdict().stand, Stand::Agreed);
    looks(&mut watch, &[], &[], &empty);
    assert!(looks(&mut watch, &after, &after, &empty).verdict().offer.is_some());
}

#[test]
fn the_tile_that_led_the_last_hand_may_lead_the_next_at_the_same_place() {
    let (empty, known): (Layout, Layout) = (Layout::new(), "*5-6 6-1 1-2 2-3 3-4".parse().unwrap());
    let lie = |(at, [a, b]): (u32, [usize; 2])| on_grid(a, b, (2 + 2 * at, 10), false);
    let line: Vec<SeenTile> = (0..).zip([[5, 6], [6, 1], [1, 2], [2, 3], [3, 4]]).map(lie).collect();
    let rules = RuleSet::parse("pafos").unwrap();
    let back = |tiles: &[SeenTile]| {
        let mut watch = Watch::new();
        rests(&mut watch, &line, &known, 4);
        assert_eq!(watch.verdict().stand, Stand::Agreed);
        // The hands that clear the table hide everything, and go when the next tile is there.
        watch.disturbed();
        watch.reached(true);
        watch.look_with(Vec::new(), SIZE, &empty, &rules, &|_| Some(0.9));
        watch.reached(false);
        watch.disturbed();
        for _ in 0..6 {
            watch.look_with(tiles.to_vec(), SIZE, &empty, &rules, &|_| Some(0.05));
        }
        offered(&watch).map(|(tile, _)| tile)
    };
    assert_eq!(back(&line[..1]), Some("6-5".parse().unwrap()));
    assert_eq!(back(&line), None);
}

/// Looks `times` at the same tiles: nothing has visibly moved since table and record agreed.
fn rests(watch: &mut Watch, tiles: &[SeenTile], known: &Layout, times: usize) {
    let rules = RuleSet::parse("pafos").unwrap();
    for _ in 0..times {
        watch.look_with(tiles.to_vec(), SIZE, known, &rules, &|_| Some(0.0));
    }
}

fn offered(watch: &Watch) -> Option<(Tile, bool)> {
    watch.verdict().offer.as_ref().map(|offer| (offer.ways[0].0.tile(), offer.plain))
}

fn lacking(watch: &Watch) -> Vec<String> {
    match &watch.verdict().stand {
        Stand::Unclear { new, .. } => new.iter().map(Tile::to_string).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_place_that_has_not_changed_holds_its_tile_only_if_it_did_when_it_was_last_compared() {
    let known: Layout = "*5-6 6-1".parse().unwrap();
    let (first, second) = (on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false));
    let gone = |compared: bool| {
        let mut watch = Watch::new();
        rests(&mut watch, &[first.clone(), second.clone()], &known, 4);
        assert_eq!(watch.verdict().stand, Stand::Agreed);
        if compared {
            watch.compare_from_here();
        }
        watch.disturbed();
        rests(&mut watch, std::slice::from_ref(&first), &known, 12);
        match &watch.verdict().stand {
            Stand::Unclear { gone, .. } => gone.clone(),
            _ => Vec::new(),
        }
    };
    assert_eq!(gone(false), ["6-1".parse().unwrap()]);
    assert_eq!(gone(true), []);
}

#[test]
fn a_tile_of_the_line_that_nobody_saw_come_is_asked_about() {
    let known: Layout = "*5-6".parse().unwrap();
    let (recorded, missed) = (on_grid(5, 6, (10, 10), false), on_grid(3, 5, (8, 10), false));
    let mut watch = Watch::new();
    rests(&mut watch, std::slice::from_ref(&recorded), &known, 4);
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    rests(&mut watch, &[recorded, missed], &known, 12);
    assert_eq!(offered(&watch), Some(("5-3".parse().unwrap(), false)), "{:?}", watch.verdict());
}

#[test]
fn what_lay_there_before_is_offered_before_what_has_just_come() {
    let known: Layout = "*5-6".parse().unwrap();
    let recorded = on_grid(5, 6, (10, 10), false);
    let (missed, new) = (on_grid(3, 5, (8, 10), false), on_grid(6, 1, (12, 10), false));
    let rules = RuleSet::parse("pafos").unwrap();
    let mut watch = Watch::new();
    rests(&mut watch, std::slice::from_ref(&recorded), &known, 4);
    watch.disturbed();
    let came = |corners: &[Point; 4]| Some(f64::from(u8::from(*corners == new.corners)));
    let look = |watch: &mut Watch| {
        watch.look_with(vec![recorded.clone(), missed.clone(), new.clone()], SIZE, &known, &rules, &came);
        offered(watch)
    };
    let first = (0..12).find_map(|_| look(&mut watch));
    assert_eq!(first, Some(("5-3".parse().unwrap(), false)), "{}", watch.story(&rules));
}

#[test]
fn what_was_turned_down_is_told_and_asked_about_again_when_the_record_changes() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    rests(&mut watch, &both, &known, 12);
    assert_eq!((offered(&watch), lacking(&watch)), (None, vec!["6-1".to_owned()]), "table and record do not agree");
    watch.ask_again();
    rests(&mut watch, &both, &known, 4);
    assert_eq!(offered(&watch), Some(("6-1".parse().unwrap(), false)));
}

/// When all drops of a hand are taken back, the tiles on the table are missing from the record. When the next hand is
/// dealt, they were left behind.
#[test]
fn a_lead_that_is_taken_back_is_offered_again() {
    for tiles in 1..=2 {
        let (_, both, one) = second_tile_offered();
        let known = if tiles == 1 { one } else { "*5-6 6-1".parse().unwrap() };
        let agreed = || {
            let mut watch = Watch::new();
            watch.dealt(Some(1));
            rests(&mut watch, &both[..tiles], &known, 8);
            assert_eq!(watch.verdict().stand, Stand::Agreed);
            watch
        };
        let after = |watch: &mut Watch, deal| {
            watch.dealt(deal);
            rests(watch, &both[..tiles], &Layout::new(), 12);
            (offered(watch).map(|(tile, _)| tile), lacking(watch).len(), watch.verdict().stand == Stand::Agreed)
        };
        let asks = |(offer, lacking, agrees): (Option<Tile>, usize, bool)| {
            assert!((offer.is_some() || lacking == tiles) && !agrees, "{tiles}: {offer:?}, {lacking} missing");
        };
        asks(after(&mut agreed(), Some(1)));
        // The deal is taken back too, and is given again.
        let mut watch = agreed();
        after(&mut watch, None);
        asks(after(&mut watch, Some(1)));
        assert!(after(&mut agreed(), Some(9)).2, "{tiles}: left from the hand before");
    }
}

#[test]
fn an_undone_drop_that_lies_there_is_offered_again() {
    let (mut watch, both, known) = second_tile_offered();
    let longer: Layout = "*5-6 6-1".parse().unwrap();
    rests(&mut watch, &both, &longer, 4);
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    rests(&mut watch, &both, &known, 8);
    assert_eq!(offered(&watch), Some(("6-1".parse().unwrap(), false)), "{:?}", watch.verdict());
}
