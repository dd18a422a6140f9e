//! Tiles that came unseen or are hard to see, and are asked about.

use super::{HAND, SIZE, changed, lacking, look, looks, offered, on_grid, pafos, rests, sure};
use eye::geometry::share;
use eye::read::{Point, SeenTile, TileKind};
use game::layout::Layout;
use game::tile::Tile;
use std::time::Duration;
use tracker::{Asked, Offer, Stand, Watch};

/// A board with a printed border, some of which would fit the line in the middle, and that line.
fn on_a_printed_board(line: &[SeenTile]) -> Vec<SeenTile> {
    let border = (0..16).map(|i| on_grid(i % 3, 4 + i % 2, (2 * u32::try_from(i).unwrap(), 0), false));
    border.chain([on_grid(6, 1, (0, 1), true)]).chain(line.iter().cloned()).collect()
}

#[test]
fn tiles_that_were_added_unseen_are_asked_for_one_by_one_and_printed_ones_never() {
    let rules = pafos();
    let mut watch = Watch::new();
    let first = [on_grid(6, 1, (12, 10), false)];
    look(&mut watch, &on_a_printed_board(&first), &Layout::new(), 12);
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
        let verdict = watch.look(&on_a_printed_board(&line), SIZE, &known, &rules).clone();
        let Some(offer) = verdict.offer else { continue };
        assert!(offer.asked.is_some(), "{}", watch.story(&rules));
        known.lay(offer.ways[0].0, &rules).unwrap();
        asked += 1;
    }
    assert_eq!((asked, watch.verdict().stand.clone()), (3, Stand::Agreed), "{}", watch.story(&rules));
    let laid = ["6-1", "6-5", "5-3", "4-1"].map(|tile| tile.parse::<Tile>().unwrap());
    assert!(laid.iter().all(|tile| known.tiles().contains(*tile)), "{known:?}");
}

#[test]
fn what_was_laid_while_nobody_saw_the_table_is_asked_for() {
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(1, 2, (14, 10), false)];
    let known: [Layout; 2] = ["*5-6".parse().unwrap(), "*5-6 6-1".parse().unwrap()];
    let mut watch = Watch::new();
    look(&mut watch, &line[..1], &known[0], 3);
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    watch.unseen();
    let last = |watch: &mut Watch, tiles: usize, known: &Layout| {
        let offers = (0..4).map(|_| {
            look(watch, &line[..tiles], known, 1);
            offered(watch)
        });
        offers.filter(|offer| !offer.is_empty()).last().unwrap_or_default()
    };
    assert_eq!(last(&mut watch, 2, &known[0]), "6-1?");
    // Once table and record agree again it is as ever.
    assert_eq!(last(&mut watch, 2, &known[1]), "");
    assert_eq!(last(&mut watch, 3, &known[1]), "2-1?", "nothing moved: it is asked about");
    watch.disturbed();
    assert_eq!(last(&mut watch, 3, &known[1]), "2-1");
}

#[test]
fn what_lies_on_its_face_where_a_double_blank_fits_is_asked_for() {
    let rules = pafos();
    let known: Layout = "*6-0".parse().unwrap();
    let back = |at: (u32, u32), down| SeenTile { kind: TileKind::Down, ..on_grid(0, 0, at, down) };
    let mut watch = Watch::new();
    // One of the boneyard is near the end from the beginning, and is not a drop.
    let first = on_grid(6, 0, (12, 10), false);
    let boneyard = [first.clone(), back((14, 8), true)];
    look(&mut watch, &boneyard, &known, 3);
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
    // Across at the blank end.
    let mut blank = back((14, 10), true);
    blank.corners = blank.corners.map(|p| Point::new(p.x, p.y - 15.0));
    watch.disturbed();
    look(&mut watch, &[first.clone(), blank.clone()], &known, 5);
    assert_eq!(offered(&watch), "0-0?", "{}", watch.story(&rules));
    let mut after = known.clone();
    after.lay(watch.verdict().offer.as_ref().unwrap().ways[0].0, &rules).unwrap();
    look(&mut watch, &[first, blank], &after, 3);
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
}

/// The face of a double blank may be its back.
#[test]
fn what_comes_to_lie_alone_on_its_face_on_the_bare_table_may_be_the_lead() {
    let empty = Layout::new();
    let back = |at: (u32, u32)| SeenTile { kind: TileKind::Down, ..on_grid(0, 0, at, true) };
    let boneyard = [back((20, 4)), back((22, 4))];
    let after = |come: &[SeenTile], dealt: bool| {
        let mut watch = Watch::new();
        watch.dealt(dealt.then_some(1));
        looks(&mut watch, &boneyard, &[], &empty);
        looks(&mut watch, &[&boneyard, come].concat(), come, &empty);
        looks(&mut watch, &[&boneyard, come].concat(), come, &empty);
        let asked = lacking(&watch);
        // It is asked once.
        watch.dismiss();
        looks(&mut watch, &[&boneyard, come].concat(), come, &empty);
        assert_eq!(lacking(&watch), [""; 0]);
        asked
    };
    assert_eq!(after(&[back((10, 10))], true), ["0-0"]);
    // No hand is dealt yet, or several tiles came.
    assert_eq!(after(&[back((10, 10))], false), [""; 0]);
    assert_eq!(after(&[back((10, 10)), back((12, 10))], true), [""; 0]);
}

/// Hands come and go over the table between every two looks.
#[test]
fn a_tile_that_is_seen_between_hands_again_and_again_is_offered() {
    let old: Layout = "*6-5".parse().unwrap();
    let (lead, next) = (on_grid(6, 5, (8, 10), false), on_grid(5, 1, (10, 10), false));
    let mut watch = Watch::new();
    look(&mut watch, std::slice::from_ref(&lead), &old, 3);
    let mut seen = |reached: bool| {
        watch.disturbed();
        watch.reached(reached);
        look(&mut watch, &[lead.clone(), next.clone()], &old, 1);
        offered(&watch)
    };
    assert_eq!(seen(true), "");
    // With something over the table it is asked about.
    assert!([false, true].map(&mut seen)[1].starts_with("5-1"));
    assert_eq!(seen(false), "5-1");
}

/// The next tile of such a line is just as hard to recognise.
#[test]
fn the_next_tile_of_the_cloths_own_colour_is_asked_about() {
    let (rules, known) = (pafos(), "*5-6".parse::<Layout>().unwrap());
    let (lead, sure) = (on_grid(5, 6, (8, 10), false), on_grid(6, 1, (10, 10), false));
    let looks_until_asked = |changed: f64, logit: f32| {
        let mut watch = Watch::new();
        look(&mut watch, std::slice::from_ref(&lead), &known, 3);
        watch.disturbed();
        watch.pass(HAND);
        let next = SeenTile { logit, ..sure.clone() };
        (1..30).find_map(|n| {
            let seen = vec![lead.clone(), next.clone()];
            let offer = watch.look_with(&seen, SIZE, &known, &rules, &|_| Some(changed)).offer.clone();
            offer.map(|offer| (n, offer.asked.is_none()))
        })
    };
    assert_eq!([0.7, 3.0].map(|logit| looks_until_asked(0.6, logit)), [Some((2, false)), Some((2, true))]);
    assert!(looks_until_asked(0.05, 0.7).is_some_and(|(looks, plain)| looks < 12 && !plain));
    // Where the place never changed it takes the whole line, look after look.
    assert!(looks_until_asked(0.03, 0.7).is_some_and(|(looks, plain)| looks < 8 && !plain));
    assert_eq!([0.03, 0.05].map(|share| looks_until_asked(share, 0.2)), [Some((2, false)), Some((2, false))]);
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
    assert_eq!(offered(looks(&mut watch, &three, &[loose], &known)), "6-1?");
    let three = [lead, unseen, next.clone()];
    assert_eq!(offered(looks(&mut watch, &three, &[next], &known)), "6-1?");
}

#[test]
fn what_was_seen_once_is_looked_for_again_before_table_and_record_agree() {
    let rules = pafos();
    let (line, known) = ([on_grid(5, 6, (10, 10), false)], "*5-6".parse::<Layout>().unwrap());
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    let next = on_grid(6, 1, (12, 10), false);
    let came = |corners: &[Point; 4]| Some(f64::from(u8::from(*corners == next.corners)));
    watch.disturbed();
    watch.look_with(&[line[0].clone(), next.clone()], SIZE, &known, &rules, &came);
    watch.look_with(&line, SIZE, &known, &rules, &came);
    assert_eq!(watch.verdict().stand, Stand::Unsure, "{}", watch.story(&rules));
    assert!(watch.expected(&line, &rules).contains(&next.corners));
    // It was nothing.
    for _ in 0..8 {
        watch.look_with(&line, SIZE, &known, &rules, &came);
    }
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&rules));
}

#[test]
fn a_tile_of_the_line_that_nobody_saw_come_is_asked_about() {
    let known: Layout = "*5-6".parse().unwrap();
    let (recorded, missed) = (on_grid(5, 6, (10, 10), false), on_grid(3, 5, (8, 10), false));
    let mut watch = Watch::new();
    rests(&mut watch, std::slice::from_ref(&recorded), &known, 4);
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    rests(&mut watch, &[recorded, missed], &known, 12);
    assert_eq!(offered(&watch), "5-3?", "{:?}", watch.verdict());
}

#[test]
fn what_lay_there_before_is_offered_before_what_has_just_come() {
    let known: Layout = "*5-6".parse().unwrap();
    let recorded = on_grid(5, 6, (10, 10), false);
    let (missed, new) = (on_grid(3, 5, (8, 10), false), on_grid(6, 1, (12, 10), false));
    let rules = pafos();
    let mut watch = Watch::new();
    rests(&mut watch, std::slice::from_ref(&recorded), &known, 4);
    watch.disturbed();
    let came = |corners: &[Point; 4]| Some(f64::from(u8::from(*corners == new.corners)));
    let look = |watch: &mut Watch| {
        watch.look_with(&[recorded.clone(), missed.clone(), new.clone()], SIZE, &known, &rules, &came);
        offered(watch)
    };
    let first = (0..12).map(|_| look(&mut watch)).find(|offer| !offer.is_empty());
    assert_eq!(first.as_deref(), Some("5-3?"), "{}", watch.story(&rules));
}

/// A tile that is read now and then may have been laid first: then the points are another player's.
#[test]
fn a_drop_is_asked_about_and_less_sure_while_one_before_it_may_have_been_overlooked() {
    let (rules, known) = (pafos(), "*5-6".parse::<Layout>().unwrap());
    let (lead, new) = (on_grid(5, 6, (10, 10), false), on_grid(3, 5, (8, 10), false));
    let dim = SeenTile { logit: 0.8, ..on_grid(6, 1, (12, 10), false) };
    let mut watch = Watch::new();
    rests(&mut watch, std::slice::from_ref(&lead), &known, 4);
    watch.disturbed();
    watch.pass(HAND);
    let came = |corners: &[Point; 4]| Some(if *corners == new.corners { 1.0 } else { 0.1 });
    let mut offers = Vec::new();
    for look in 0..12 {
        let mut tiles = vec![lead.clone(), new.clone()];
        tiles.extend((look % 3 == 0).then(|| dim.clone()));
        let offer = watch.look_with(&tiles, SIZE, &known, &rules, &came).offer.clone();
        offers.extend(offer.filter(|_| look % 3 == 0));
    }
    assert!(!offers.is_empty(), "{}", watch.story(&rules));
    let doubted = |offer: &Offer| offer.asked == Some(Asked::Order) && offer.ways[0].1 < 0.98;
    assert!(offers.iter().all(doubted), "{offers:?}");
}

/// It was there before the first tile, and what is beside it does not match: neither its coming nor a whole line tells of it.
#[test]
fn a_clear_face_where_the_line_goes_on_is_told_whenever_it_came() {
    let (lead, next, odd) =
        (on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false), on_grid(3, 2, (14, 10), false));
    let mut watch = Watch::new();
    rests(&mut watch, &[next.clone(), odd.clone()], &Layout::new(), 4);
    let known: Layout = "*5-6".parse().unwrap();
    looks(&mut watch, &[lead.clone(), next, odd], &[lead], &known);
    assert_eq!(lacking(&watch), ["6-1"], "{}", watch.story(&pafos()));
}

/// A white tile on a white cloth, laid at last and read again only now and then.
#[test]
fn table_and_record_agree_only_after_every_tile_was_read_since_something_moved() {
    let known: Layout = "*5-6 6-1".parse().unwrap();
    let both = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let mut watch = Watch::new();
    rests(&mut watch, &both, &known, 4);
    watch.compare_from_here();
    watch.disturbed();
    rests(&mut watch, &both[..1], &known, 30);
    assert_eq!(watch.verdict().stand, Stand::Unsure, "the cloth hides whether it is there");
    rests(&mut watch, &both, &known, 1);
    assert_eq!(watch.verdict().stand, Stand::Agreed, "{}", watch.story(&pafos()));
}

#[test]
fn what_is_read_half_on_the_last_tile_has_not_come_with_it() {
    let known: Layout = "*5-5".parse().unwrap();
    let (double, next) = (on_grid(5, 5, (10, 10), true), on_grid(5, 2, (11, 10), false));
    let mut watch = Watch::new();
    look(&mut watch, std::slice::from_ref(&double), &known, 3);
    let both: Layout = "*5-5 5-2".parse().unwrap();
    looks(&mut watch, &[double.clone(), next.clone()], std::slice::from_ref(&next), &known);
    // A shadow beside the tile that has just come is read with its half as a 5-0.
    let shadow = SeenTile { logit: 2.0, ..on_grid(5, 0, (11, 10), true) };
    let changed = |at: &[Point; 4]| Some(share(at, &next.corners));
    for _ in 0..9 {
        watch.look_with(&[double.clone(), next.clone(), shadow.clone()], SIZE, &both, &pafos(), &changed);
    }
    assert_eq!(offered(&watch), "", "{}", watch.story(&pafos()));
}

/// Each look says a little for one of the tiles that it may be; all of them say no more than one.
#[test]
fn a_tile_half_under_a_resting_hand_is_not_guessed_from_many_looks_at_the_same_half() {
    let known: Layout = "*5-6".parse().unwrap();
    let lead = on_grid(5, 6, (8, 10), false);
    let guess = |pip: usize| [-0.9, -1.1, -1.6, -2.2, -3.0, -3.5, -4.0][(pip + 4) % 7];
    let b = std::array::from_fn(|pip| if pip < 7 { guess(pip) } else { -9.0 });
    let half = SeenTile { b, logit: 0.5, ..on_grid(6, 1, (10, 10), false) };
    let mut watch = Watch::new();
    look(&mut watch, std::slice::from_ref(&lead), &known, 3);
    watch.disturbed();
    for _ in 0..20 {
        watch.pass(Duration::from_millis(250));
        watch.reached(true);
        watch.look_with(&[lead.clone(), half.clone()], SIZE, &known, &pafos(), &|_| Some(0.9));
        assert_eq!(offered(&watch), "", "{}", watch.story(&pafos()));
    }
}

#[test]
fn a_tile_first_read_after_a_shadow_has_rested_for_long_is_offered_soon() {
    let known: Layout = "*5-6".parse().unwrap();
    let both = [on_grid(5, 6, (8, 10), false), on_grid(6, 1, (10, 10), false)];
    let mut watch = Watch::new();
    look(&mut watch, &both[..1], &known, 3);
    watch.disturbed();
    let mut under = |tiles: &[SeenTile]| {
        watch.pass(Duration::from_millis(250));
        watch.reached(true);
        watch.look_with(tiles, SIZE, &known, &pafos(), &|_| Some(0.9));
        offered(&watch)
    };
    (0..20).for_each(|_| assert_eq!(under(&both[..1]), ""));
    assert!((0..4).any(|_| !under(&both).is_empty()));
}

/// Two backs side by side look like a double blank, in every look again.
#[test]
fn a_blank_whose_place_has_hardly_changed_is_not_believed_by_looking_longer() {
    let blank = [SeenTile { logit: 1.0, ..on_grid(0, 0, (20, 4), true) }];
    let after = |change: f64| {
        let mut watch = Watch::new();
        watch.disturbed();
        watch.pass(HAND);
        changed(&mut watch, &blank, &Layout::new(), change, 30);
        offered(&watch)
    };
    assert_eq!([0.1, 0.6].map(after), ["", "0-0"]);
}

/// A pip in the glare is seen in every other look.
#[test]
fn a_tile_read_now_so_now_otherwise_does_not_hold_back_the_next_drop() {
    let known: Layout = "*5-0 0-1".parse().unwrap();
    let (lead, ace, next) =
        (on_grid(5, 0, (8, 10), false), on_grid(0, 1, (10, 10), false), on_grid(4, 5, (6, 10), false));
    let other = on_grid(0, 2, (10, 10), false);
    let fresh = |at: &[Point; 4]| Some(f64::from(u8::from(*at == next.corners)));
    let mut watch = Watch::new();
    look(&mut watch, &[lead.clone(), ace.clone()], &known, 3);
    watch.disturbed();
    let mut offers = Vec::new();
    for i in 0..20 {
        let here = if i % 2 == 0 { &other } else { &ace };
        watch.look_with(&[lead.clone(), here.clone(), next.clone()], SIZE, &known, &pafos(), &fresh);
        offers.push(offered(&watch));
    }
    assert!(offers[10..].iter().all(|offer| offer.starts_with("5-4")), "{offers:?} {}", watch.story(&pafos()));
}
