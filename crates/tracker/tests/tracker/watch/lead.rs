//! Which tile leads, and which things on the table do not.

use super::{HAND, SIZE, changed, lacking, look, looks, offered, on_grid, pafos, rests};
use eye::read::{Point, SeenTile, TileKind};
use game::layout::Layout;
use std::time::Duration;
use tracker::{Asked, Stand, Watch};

/// The empty columns of a score pad look a little like a double blank, and the light changes them a little.
#[test]
fn what_hardly_looks_like_a_tile_leads_only_where_much_has_changed() {
    let (rules, empty) = (pafos(), Layout::new());
    let offered = |changed: f64, logit: f32| {
        let column = SeenTile { logit, ..on_grid(0, 0, (18, 1), false) };
        let mut watch = Watch::new();
        let mut look = |_| {
            watch.look_with(std::slice::from_ref(&column), SIZE, &empty, &rules, &|_| Some(changed)).offer.is_some()
        };
        (0..10).any(&mut look)
    };
    assert!(!offered(0.05, 0.6));
    assert!(offered(0.3, 0.6) && offered(0.15, 1.2));
}

/// The end of a board that was pushed into the picture looks like a tile, and came before the first one.
#[test]
fn what_nobody_can_read_does_not_lead() {
    let (rules, empty) = (pafos(), Layout::new());
    let thing = SeenTile { a: [-2.5; 13], b: [-2.5; 13], logit: 0.4, ..on_grid(1, 0, (18, 1), true) };
    let lead = SeenTile { logit: 1.4, ..on_grid(4, 2, (10, 10), false) };
    let mut watch = Watch::new();
    look(&mut watch, &[], &empty, 3);
    watch.disturbed();
    look(&mut watch, std::slice::from_ref(&thing), &empty, 6);
    watch.disturbed();
    look(&mut watch, &[thing.clone(), lead.clone()], &empty, 3);
    assert_eq!(offered(&watch), "4-2?", "{}", watch.story(&rules));
}

/// A white tile on a white cloth: little changes where the first tile comes to lie.
#[test]
fn a_first_tile_of_the_cloths_own_colour_is_asked_about() {
    let (rules, empty) = (pafos(), Layout::new());
    let tile = on_grid(6, 4, (10, 10), false);
    let asked = |changed: f64| {
        let mut watch = Watch::new();
        look(&mut watch, &[], &empty, 3);
        watch.disturbed();
        watch.pass(HAND);
        (1..20).find_map(|_| {
            watch.look_with(std::slice::from_ref(&tile), SIZE, &empty, &rules, &|_| Some(changed)).offer.clone()
        })
    };
    assert!(asked(0.6).is_some_and(|offer| offer.asked.is_none()));
    assert!(asked(0.09).is_some_and(|offer| offer.asked.is_some()));
    assert_eq!(asked(0.03), None);
}

/// Looks that do not read it make a tile unlikely: the next one that does is not enough to offer it, and too much to agree.
#[test]
fn a_lead_that_is_read_late_is_waited_for() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let lead = on_grid(6, 6, (10, 10), true);
    look(&mut watch, &[], &empty, 3);
    watch.disturbed();
    watch.pass(HAND);
    look(&mut watch, &[], &empty, 8);
    assert!(!watch.is_open());
    watch.pass(Duration::from_millis(250));
    changed(&mut watch, std::slice::from_ref(&lead), &empty, 0.9, 1);
    assert!(watch.is_open() && offered(&watch).is_empty());
    changed(&mut watch, std::slice::from_ref(&lead), &empty, 0.9, 5);
    assert!(offered(&watch).starts_with("6-6"));
    // Nothing waits for a face that was there before the first tile.
    let mut watch = Watch::new();
    changed(&mut watch, std::slice::from_ref(&lead), &empty, 0.0, 8);
    assert!(!watch.is_open());
}

#[test]
fn what_lies_there_before_the_first_tile_is_none_whatever_it_looks_like() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let (board, tile) = (on_grid(4, 0, (3, 3), true), on_grid(6, 5, (12, 10), false));
    assert_eq!(looks(&mut watch, std::slice::from_ref(&board), &[], &empty).verdict().offer, None);
    let both = [board, tile.clone()];
    assert_eq!(offered(looks(&mut watch, &both, &[tile], &empty)), "6-5");
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
    assert!(matches!(looks(&mut watch, &hand, &[], &empty).verdict().stand, Stand::NoneYet | Stand::Unsure));
    let lead = on_grid(4, 4, (10, 8), true);
    let both = [hand.as_slice(), std::slice::from_ref(&lead)].concat();
    assert!(offered(looks(&mut watch, &both, &[lead], &empty)).starts_with("4-4"));
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
fn a_second_tile_laid_before_the_first_was_recorded_is_not_taken_for_the_first() {
    let rules = pafos();
    let both = [on_grid(6, 1, (12, 10), false), on_grid(5, 6, (10, 10), false)];
    let (mut watch, empty) = (Watch::new(), Layout::new());
    // The first is seen alone once, before the next hand comes.
    watch.look(&both[..1], SIZE, &empty, &rules);
    watch.disturbed();
    look(&mut watch, &both, &empty, 5);
    assert_eq!(offered(&watch), "6-1?", "{}", watch.story(&rules));
}

#[test]
fn of_two_first_tiles_that_came_at_once_either_may_have_led_and_then_the_other_is_offered() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let mut double = on_grid(1, 1, (14, 10), true);
    double.corners = double.corners.map(|p| Point::new(p.x, p.y - 15.0));
    let both = [on_grid(6, 1, (12, 10), false), double];
    look(&mut watch, &[], &empty, 3);
    looks(&mut watch, &both, &both, &empty);
    let offer = watch.verdict().offer.clone().unwrap_or_else(|| panic!("{}", watch.story(&pafos())));
    let leads: Vec<String> = offer.ways.iter().map(|way| way.0.tile().to_string()).collect();
    assert_eq!((leads.as_slice(), offer.asked), (["1-1".to_owned(), "6-1".to_owned()].as_slice(), Some(Asked::Order)));
    assert!(offer.ways.iter().all(|way| (0.4..=0.5).contains(&way.1)), "{offer:?}");
    let lead: Layout = "*1-1".parse().unwrap();
    assert_eq!(offered(looks(&mut watch, &both, &both[..1], &lead)), "6-1?");
}

/// The tile led before anybody looked, or was overlooked when it was laid.
#[test]
fn a_lone_tile_beside_an_empty_record_is_told_until_a_person_leaves_it() {
    let (mut watch, empty, lead) = (Watch::new(), Layout::new(), on_grid(6, 6, (10, 10), true));
    look(&mut watch, &[], &empty, 3);
    assert_eq!(watch.verdict().stand, Stand::NoneYet, "an empty record agrees with nothing");
    rests(&mut watch, std::slice::from_ref(&lead), &empty, 9);
    assert_eq!(lacking(&watch), ["6-6"], "{}", watch.story(&pafos()));
    watch.dismiss();
    rests(&mut watch, std::slice::from_ref(&lead), &empty, 9);
    assert_eq!(watch.verdict().stand, Stand::NoneYet);
}

#[test]
fn a_drop_is_offered_beside_a_line_that_a_person_left_as_it_lies() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let left = [on_grid(5, 6, (3, 3), false), on_grid(6, 1, (5, 3), false)];
    looks(&mut watch, &left, &[], &empty);
    assert!(matches!(watch.verdict().stand, Stand::Unclear { table: Some(_), .. }));
    watch.dismiss();
    let lead = on_grid(4, 2, (10, 10), false);
    let all = [left.as_slice(), std::slice::from_ref(&lead)].concat();
    looks(&mut watch, &left, &[], &empty);
    assert_eq!(watch.verdict().stand, Stand::NoneYet);
    assert!(offered(looks(&mut watch, &all, &[lead], &empty)).starts_with("4-2"), "{}", watch.story(&pafos()));
}

/// Once in seven joins the tiles of a hand match by chance, and in two joins hardly ever.
#[test]
fn a_line_is_offered_as_a_whole_although_more_tiles_stand_beside_it() {
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(1, 3, (14, 10), false)];
    let hand = [(4, 0), (3, 2), (6, 4), (5, 0), (4, 1)];
    let stands = |(i, (a, b)): (u32, (usize, usize))| on_grid(a, b, (2 + 3 * i, 16), true);
    let table: Vec<SeenTile> = line.into_iter().chain((0..).zip(hand).map(stands)).collect();
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let verdict = looks(&mut watch, &table, &[], &empty).verdict();
    assert!(matches!(&verdict.stand, Stand::Unclear { table: Some(table), .. } if table.len() == 3), "{verdict:?}");
}

#[test]
fn a_lead_that_was_not_read_when_it_came_is_offered_and_not_taken_over() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let mut double = on_grid(6, 6, (10, 10), true);
    double.corners = double.corners.map(|p| Point::new(p.x, p.y - 15.0));
    let both = [double, on_grid(6, 5, (11, 10), false)];
    look(&mut watch, &[], &empty, 3);
    watch.lead_is_unread(true);
    watch.disturbed();
    let fresh = |corners: &[Point; 4]| Some(f64::from(u8::from(*corners == both[1].corners)));
    for _ in 0..12 {
        let verdict = watch.look_with(&both, SIZE, &empty, &pafos(), &fresh);
        assert!(!matches!(verdict.stand, Stand::Unclear { .. }), "{}", watch.story(&pafos()));
    }
    let verdict = watch.verdict();
    let ways: Vec<String> =
        verdict.offer.iter().flat_map(|offer| &offer.ways).map(|way| way.0.tile().to_string()).collect();
    assert!(ways.contains(&"6-6".to_owned()), "{}", watch.story(&pafos()));
}

/// White on white, it looks like a back until a tile is laid beside it.
#[test]
fn what_came_to_lie_on_its_face_leads_although_it_is_read_after_the_next_tile() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let mut double = on_grid(6, 6, (10, 10), true);
    double.corners = double.corners.map(|p| Point::new(p.x, p.y - 15.0));
    let back = SeenTile { kind: TileKind::Down, ..double.clone() };
    let next = on_grid(6, 5, (11, 10), false);
    watch.dealt(Some(1));
    look(&mut watch, &[], &empty, 3);
    looks(&mut watch, std::slice::from_ref(&back), std::slice::from_ref(&back), &empty);
    assert_eq!(lacking(&watch), ["0-0"]);
    watch.disturbed();
    let mut seen = |tiles: &[SeenTile]| {
        changed(&mut watch, tiles, &empty, 1.0, 1);
        offered(&watch)
    };
    let both = [back, next.clone()];
    assert_eq!([(); 2].map(|()| seen(&both)), [""; 2]);
    assert_eq!(seen(std::slice::from_ref(&next)), "", "its place is not as it was");
    assert_eq!([(); 3].map(|()| seen(&[double.clone(), next.clone()])), ["", "", "6-6?"]);
}

/// A second tile of that colour does not take its time from it; what was a napkin after all is forgotten, and so is what a person
/// turned down under whatever name.
#[test]
fn what_came_to_lie_on_its_face_is_remembered_while_a_tile_is_read_there() {
    let empty = Layout::new();
    let back = |at: (u32, u32)| SeenTile { kind: TileKind::Down, ..on_grid(0, 0, at, true) };
    let begun = || {
        let mut watch = Watch::new();
        watch.dealt(Some(1));
        look(&mut watch, &[], &empty, 3);
        looks(&mut watch, &[back((10, 10))], &[back((10, 10))], &empty);
        assert_eq!(lacking(&watch), ["0-0"]);
        watch
    };
    let mut two = begun();
    changed(&mut two, &[back((10, 10)), back((12, 10))], &empty, 1.0, 1);
    changed(&mut two, &[back((12, 10))], &empty, 1.0, 1);
    assert_eq!(lacking(&two), ["0-0"]);
    let mut covered = begun();
    covered.reached(true);
    changed(&mut covered, &[], &empty, 1.0, 20);
    covered.reached(false);
    changed(&mut covered, &[back((10, 10))], &empty, 1.0, 1);
    assert_eq!(lacking(&covered), ["0-0"]);
    changed(&mut covered, &[], &empty, 1.0, 6);
    assert_eq!(lacking(&covered), ["0-0"]);
    let mut napkin = begun();
    changed(&mut napkin, &[], &empty, 1.0, 6);
    assert_eq!(lacking(&napkin), ["0-0"]);
    changed(&mut napkin, &[], &empty, 1.0, 1);
    assert_eq!(lacking(&napkin), [""; 0]);
    let mut refused = begun();
    changed(&mut refused, &[on_grid(6, 6, (10, 10), true)], &empty, 1.0, 4);
    assert!(offered(&refused).starts_with("6-6"), "{}", refused.story(&pafos()));
    refused.dismiss();
    changed(&mut refused, &[back((10, 10))], &empty, 1.0, 9);
    assert_eq!(lacking(&refused), [""; 0]);
}

#[test]
fn a_line_that_holds_nothing_of_the_record_is_told_beside_it() {
    let mut watch = Watch::new();
    let wrong: Layout = "*5-2".parse().unwrap();
    let stands = on_grid(5, 2, (2, 16), true);
    look(&mut watch, std::slice::from_ref(&stands), &Layout::new(), 3);
    look(&mut watch, std::slice::from_ref(&stands), &wrong, 3);
    let table = [stands, on_grid(6, 6, (10, 6), true), on_grid(6, 3, (11, 6), false)];
    looks(&mut watch, &table, &table[1..], &wrong);
    rests(&mut watch, &table, &wrong, 9);
    let mut told = lacking(&watch);
    told.sort();
    assert_eq!(told, ["6-3", "6-6"], "{}", watch.story(&pafos()));
}

/// The drops were watched one by one, but not the first of them, and none was recorded.
#[test]
fn of_three_first_tiles_the_lead_is_asked_about_where_it_was_not_read() {
    let (mut watch, empty) = (Watch::new(), Layout::new());
    let line = [on_grid(6, 1, (12, 10), false), on_grid(5, 6, (10, 10), false), on_grid(1, 3, (14, 10), false)];
    look(&mut watch, &[], &empty, 3);
    watch.lead_is_unread(true);
    for n in 1..=3 {
        watch.disturbed();
        let fresh = |corners: &[Point; 4]| Some(f64::from(u8::from(line[..n].iter().any(|t| t.corners == *corners))));
        for _ in 0..8 {
            watch.look_with(&line[..n], SIZE, &empty, &pafos(), &fresh);
        }
    }
    assert_eq!(offered(&watch), "6-1?", "{}", watch.story(&pafos()));
}
