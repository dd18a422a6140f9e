//! Where the tiles of the record lie, and where the next one may.

use super::{look, looks, offered, on_grid, pafos, rests};
use eye::read::{Point, SeenTile, TileKind};
use game::layout::Layout;
use tracker::{Role, Stand, Watch};

/// A person says what was played while something else was offered: the tile is elsewhere.
#[test]
fn what_was_recorded_otherwise_than_it_was_seen_is_found_where_it_lies() {
    let (empty, known): (Layout, Layout) = (Layout::new(), "*5-4".parse().unwrap());
    let (thing, lead, next) =
        (on_grid(0, 0, (18, 1), false), on_grid(5, 4, (8, 10), false), on_grid(4, 1, (10, 10), false));
    let mut watch = Watch::new();
    look(&mut watch, std::slice::from_ref(&thing), &empty, 9);
    assert!(watch.verdict().offer.is_some());
    for tiles in [vec![lead.clone()], vec![lead.clone(), next.clone()]] {
        watch.disturbed();
        look(&mut watch, &tiles, &known, 4);
    }
    assert!(offered(&watch).starts_with("4-1"), "{}", watch.story(&pafos()));
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
    assert!(offered(looks(&mut watch, &three, &[next], &known)).starts_with("3-1"));
}

/// A hand's backs may look like the double blank that leads.
#[test]
fn of_tiles_that_fit_alike_the_one_that_is_most_like_a_tile_is_the_one_recorded() {
    let (known, next): (Layout, SeenTile) = ("*0-0".parse().unwrap(), on_grid(0, 5, (11, 10), false));
    // The other shows its pips a hair more clearly.
    let other = on_grid(0, 0, (20, 14), false);
    let mut lead = SeenTile { logit: 3.5, ..on_grid(0, 0, (10, 10), true) };
    (lead.a[1], lead.b[1]) = (-5.0, -5.0);
    let mut watch = Watch::new();
    look(&mut watch, &[lead.clone(), other.clone()], &Layout::new(), 2);
    let watch = looks(&mut watch, &[lead, other, next.clone()], &[next], &known);
    assert!(offered(watch).starts_with("5-0"), "{}", watch.story(&pafos()));
}

#[test]
fn several_double_blanks_are_the_backs_of_a_hand() {
    let empty = Layout::new();
    let backs = [14, 17].map(|column| on_grid(0, 0, (column, 18), true));
    let lead = on_grid(0, 0, (10, 10), false);
    let seen = [backs[0].clone(), backs[1].clone(), lead.clone()];
    let mut watch = Watch::new();
    // What was there before is not known.
    look(&mut watch, &seen, &empty, 3);
    assert_eq!(watch.verdict().stand, Stand::NoneYet);
    // What shows no pips is believed slowly.
    looks(&mut watch, &seen, std::slice::from_ref(&lead), &empty);
    let offer = looks(&mut watch, &seen, &[lead], &empty).verdict().offer.clone().unwrap();
    assert_eq!((offer.ways[0].0.tile(), offer.corners), ("0-0".parse().unwrap(), seen[2].corners));
}

#[test]
fn the_layout_is_followed_by_its_tiles_where_the_camera_was_moved() {
    let rules = pafos();
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
    look(&mut watch, &seen, &known, 4);
    let hidden = watch.marks(&rules).iter().find(|mark| mark.role == Role::Covered(2)).unwrap().corners;
    let want = moved(&line[2]).corners;
    assert!((hidden[0].x - want[0].x).hypot(hidden[0].y - want[0].y) < 6.0, "{}", watch.story(&rules));
}

#[test]
fn a_tile_seen_between_two_without_a_gap_moves_neither() {
    let line = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let known: Layout = "*5-6 6-1".parse().unwrap();
    let mut watch = Watch::new();
    looks(&mut watch, &line, &[], &known);
    // The next one is there too, and the two at the end are seen as one: half of this, half of that.
    let between = SeenTile { logit: 0.5, ..on_grid(1, 1, (13, 10), false) };
    let next = on_grid(1, 3, (14, 10), false);
    looks(&mut watch, &[line[0].clone(), between.clone()], &[], &known);
    let watch = looks(&mut watch, &[line[0].clone(), between, next.clone()], std::slice::from_ref(&next), &known);
    assert!(offered(watch).starts_with("3-1"), "{}", watch.story(&pafos()));
}

#[test]
fn the_next_tile_is_expected_where_it_may_lie_and_nowhere_else() {
    let rules = pafos();
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
