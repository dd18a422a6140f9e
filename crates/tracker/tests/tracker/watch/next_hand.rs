//! The hand after a hand: old tiles are left, cleared away, or lead again.

use super::{HAND, SIZE, changed, look, looks, offered, on_grid, pafos, rests, second_tile_offered};
use eye::read::SeenTile;
use game::layout::Layout;
use tracker::{Stand, Watch};

#[test]
fn a_tile_left_from_the_hand_before_leads_no_new_hand() {
    let rules = pafos();
    let (old, empty): (Layout, Layout) = ("*5-5".parse().unwrap(), Layout::new());
    let lying = [on_grid(5, 5, (12, 10), false)];
    let mut watch = Watch::new();
    watch.look(&lying, SIZE, &empty, &rules);
    watch.look(&lying, SIZE, &old, &rules);
    for _ in 0..6 {
        let offer = watch.look(&lying, SIZE, &empty, &rules).offer.clone();
        assert_eq!(offer, None, "{}", watch.story(&rules));
    }
    // The table is cleared; the same tile may lead again.
    watch.disturbed();
    look(&mut watch, &[], &empty, 3);
    watch.disturbed();
    watch.pass(HAND);
    changed(&mut watch, &lying, &empty, 0.6, 2);
    assert!(watch.verdict().offer.as_ref().is_some_and(|offer| offer.asked.is_none()), "{}", watch.story(&rules));
}

/// The same double leads hand after hand in the middle of the table, which is never seen bare in between.
#[test]
fn a_tile_that_leads_again_where_it_led_before_is_asked_about_soon() {
    let rules = pafos();
    let (old, empty): (Layout, Layout) = ("*6-6 6-1 1-2".parse().unwrap(), Layout::new());
    let lead = on_grid(6, 6, (10, 10), true);
    let lying = [lead.clone(), on_grid(6, 1, (12, 10), false), on_grid(1, 2, (14, 10), false)];
    let looks_until_asked = |changed: f64| {
        let mut watch = Watch::new();
        look(&mut watch, &lying, &old, 3);
        watch.look(&lying, SIZE, &empty, &rules);
        watch.disturbed();
        let asked = |_: &u32| {
            let look = watch.look_with(std::slice::from_ref(&lead), SIZE, &empty, &rules, &|_| Some(changed));
            look.offer.as_ref().is_some_and(|offer| offer.asked.is_some())
        };
        (1..60).find(asked)
    };
    assert!(looks_until_asked(0.5).is_some_and(|looks| looks < 8), "{:?}", looks_until_asked(0.5));
    // If the picture has hardly changed, it may be the old tile, forgotten there.
    assert_eq!(looks_until_asked(0.15), None);
}

#[test]
fn a_hand_that_begins_at_once_on_a_cleared_table_is_seen() {
    let rules = pafos();
    let old: Layout = "*6-1 1-2 2-3 3-4".parse().unwrap();
    let lying: Vec<SeenTile> = [(6, 1, 10), (1, 2, 12), (2, 3, 14), (3, 4, 16)]
        .map(|(a, b, column)| on_grid(a, b, (column, 10), false))
        .to_vec();
    let empty = Layout::new();
    let mut watch = Watch::new();
    look(&mut watch, &lying, &old, 3);
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
    assert_eq!(watch.look(&lying, SIZE, &empty, &rules).offer, None);
    watch.disturbed();
    // One look at the empty table, one at the first tile, then the second is there too.
    // The first is where 6-1 led before.
    watch.look(&[], SIZE, &empty, &rules);
    watch.disturbed();
    let both = [lying[0].clone(), on_grid(5, 6, (8, 10), false)];
    watch.look(&both[..1], SIZE, &empty, &rules);
    watch.disturbed();
    look(&mut watch, &both, &empty, 3);
    assert_eq!(offered(&watch), "6-1?", "{}", watch.story(&rules));
}

/// The line of the hand before stays for a while: it is not furniture, and tiles can be played in its place.
#[test]
fn a_hand_that_begins_where_the_last_one_was_left_lying_is_seen() {
    let rules = pafos();
    let (old, empty): (Layout, Layout) = ("*6-5".parse().unwrap(), Layout::new());
    let (lying, lead) = ([on_grid(6, 5, (8, 10), false)], on_grid(4, 2, (8, 10), false));
    let mut watch = Watch::new();
    look(&mut watch, &lying, &old, 3);
    watch.disturbed();
    for _ in 0..8 {
        let offer = watch.look_with(&lying, SIZE, &empty, &rules, &|_| Some(0.0)).offer.clone();
        assert_eq!(offer, None, "{}", watch.story(&rules));
    }
    // It is cleared away under one hand, and the next tile is played.
    watch.disturbed();
    let mut offers =
        |_| watch.look_with(std::slice::from_ref(&lead), SIZE, &empty, &rules, &|_| Some(0.2)).offer.is_some();
    assert!((1..6).any(&mut offers), "{}", watch.story(&rules));
}

/// The picture is compared with the table of the old tiles: another tile in the same place differs only by a few pips.
#[test]
fn a_hand_that_begins_in_the_place_of_an_old_tile_is_seen() {
    let (old, empty): (Layout, Layout) = ("*6-1 1-2 2-3 3-4".parse().unwrap(), Layout::new());
    let lying = [(6, 1, 10), (1, 2, 12), (2, 3, 14), (3, 4, 16)].map(|(a, b, at)| on_grid(a, b, (at, 10), false));
    let rules = pafos();
    let is_offered = |lead: SeenTile| {
        let mut watch = Watch::new();
        looks(&mut watch, &lying, &[], &old);
        watch.look(&lying, SIZE, &empty, &rules);
        watch.disturbed();
        assert!(!watch.is_bare());
        watch.look(&[], SIZE, &empty, &rules);
        assert!(watch.is_bare());
        watch.disturbed();
        let mut look =
            || watch.look_with(std::slice::from_ref(&lead), SIZE, &empty, &rules, &|_| Some(0.07)).offer.is_some();
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
    let rules = pafos();
    let is_bare = |seen: SeenTile, changed: f64| {
        let mut watch = Watch::new();
        looks(&mut watch, &lying, &[], &old);
        watch.look(&lying, SIZE, &empty, &rules);
        watch.disturbed();
        watch.look_with(&[seen], SIZE, &empty, &rules, &|_| Some(changed));
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
    let rules = pafos();
    let (old, empty): (Layout, Layout) = ("*6-5 5-1".parse().unwrap(), Layout::new());
    let lying = [on_grid(6, 5, (8, 10), false), on_grid(5, 1, (10, 10), false)];
    let thing = on_grid(4, 0, (3, 3), true);
    let looks_until_offered = |lead: SeenTile| {
        let mut watch = Watch::new();
        look(&mut watch, &lying, &old, 3);
        watch.look(&lying, SIZE, &empty, &rules);
        watch.disturbed();
        look(&mut watch, std::slice::from_ref(&lead), &empty, 2);
        watch.disturbed();
        (1..20).find(|_| watch.look(&[lead.clone(), thing.clone()], SIZE, &empty, &rules).offer.is_some())
    };
    assert!(looks_until_offered(on_grid(3, 2, (8, 10), false)).is_some_and(|looks| looks < 8));
    // While an old tile is there it is asked about.
    let (mut watch, mut asked) = (Watch::new(), Vec::new());
    watch.look(&lying, SIZE, &old, &rules);
    for _ in 0..20 {
        let look = watch.look(&[lying[0].clone(), thing.clone()], SIZE, &empty, &rules);
        asked.extend(look.offer.as_ref().map(|offer| offer.asked.is_some()));
    }
    assert_eq!(asked, [true; 19]);
}

#[test]
fn the_tile_that_ended_a_hand_leads_no_new_hand() {
    let (mut watch, both, _) = second_tile_offered();
    // It is recorded, the hand is over with it, and the next one is dealt before anybody looks again.
    for _ in 0..5 {
        assert_eq!(looks(&mut watch, &both, &both[1..], &Layout::new()).verdict().offer, None);
    }
}

/// Half of each of two neighbours is read as one tile more.
#[test]
fn a_face_read_across_two_tiles_of_the_last_hand_leads_no_new_hand() {
    let (known, empty): (Layout, Layout) = ("*6-1 1-0".parse().unwrap(), Layout::new());
    let line = [on_grid(6, 1, (10, 10), false), on_grid(1, 0, (12, 10), false)];
    let across = SeenTile { logit: 0.6, ..on_grid(1, 1, (11, 10), false) };
    let mut watch = Watch::new();
    rests(&mut watch, &line, &known, 4);
    look(&mut watch, &line, &empty, 3);
    let three = [line[0].clone(), line[1].clone(), across];
    assert_eq!(offered(looks(&mut watch, &three, &three, &empty)), "", "{}", watch.story(&pafos()));
    // Once they are cleared away, it is a tile.
    look(&mut watch, &[], &empty, 8);
    assert!(offered(looks(&mut watch, &three[2..], &three[2..], &empty)).starts_with("1-1"));
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
    let back = |tiles: &[SeenTile]| {
        let mut watch = Watch::new();
        rests(&mut watch, &line, &known, 4);
        assert_eq!(watch.verdict().stand, Stand::Agreed);
        // The hands that clear the table hide everything, and go when the next tile is there.
        watch.disturbed();
        watch.reached(true);
        changed(&mut watch, &[], &empty, 0.9, 1);
        watch.reached(false);
        watch.disturbed();
        changed(&mut watch, tiles, &empty, 0.05, 6);
        offered(&watch)
    };
    assert!(back(&line[..1]).starts_with("6-5"));
    assert_eq!(back(&line), "");
}
