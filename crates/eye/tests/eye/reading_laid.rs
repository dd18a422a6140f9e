//! From a reading to the layout of the rules.

use super::layouts::{HEIGHT, How, Shot, WIDTH};
use eye::read::{Doubt, Family, Part, Point, Reading, SeenTile, Settings, TileKind, assemble};
use game::layout::Layout;
use game::rules::RuleSet;

fn ends(layout: &Layout, rules: &RuleSet) -> Vec<(u8, bool)> {
    let mut ends: Vec<_> = layout.ends(rules).map(|e| (e.pip.get(), e.double)).collect();
    ends.sort_unstable();
    ends
}

#[test]
fn a_legal_table_becomes_a_legal_layout_with_its_count() {
    for (text, family) in [
        ("pafos", Family::Line),
        ("sbyc_club", Family::SpinnerEvery),
        ("all_fives_200 spinner=first", Family::SpinnerFirst),
        ("branching_draw_100", Family::SpinnerAtOnce),
    ] {
        let rules = RuleSet::parse(text).unwrap();
        assert_eq!(Settings::of_rules(&rules).family, family);
        let (mut arms, mut missed) = (0, 0);
        for seed in 0..150 {
            let shot = Shot::new(seed, &How { family, tiles: (1, 24), ..How::default() });
            let reading = assemble(&shot.seen, WIDTH, HEIGHT, &Settings::of_rules(&rules));
            if !shot.ends_right(&reading) || !shot.line_right(&reading) {
                missed += 1;
                continue;
            }
            let laid = reading.laid(&rules).unwrap();
            assert_eq!(laid.layout.wrong_plays(&rules), [0usize; 0], "{text}, seed {seed}: {}", laid.layout);
            assert_eq!(ends(&laid.layout, &rules), shot.layout.ends(), "{text}, seed {seed}: {}", laid.layout);
            for (play, &tile) in laid.layout.plays().zip(&laid.tiles) {
                assert_eq!(Some(play.tile()), reading.tiles[tile].tile());
            }
            let written = laid.layout.to_string();
            let again: Layout = written.parse().unwrap();
            assert_eq!(again.to_string(), written);
            arms += usize::from(written.contains('('));
            let want: u16 = shot.layout.ends().iter().map(|&(v, d)| u16::from(v) * if d { 2 } else { 1 }).sum();
            let score = reading.score(&rules).unwrap();
            assert_eq!(score.count, want);
            assert_eq!(score.points, game::rules::score::play_points(&rules, want));
        }
        assert!(missed <= 4, "{text}: {missed} of 150 not read right");
        assert!((arms > 20) == (family != Family::Line), "{text}: {arms} layouts with arms");
    }
}

#[test]
fn a_wrong_play_has_a_layout_but_no_score() {
    let rules = RuleSet::parse("pafos").unwrap();
    let shot = Shot::new(4, &How { tiles: (6, 6), ..How::default() });
    let mut reading: Reading = assemble(&shot.seen, WIDTH, HEIGHT, &shot.settings);
    assert!(reading.score(&rules).is_some());
    let free: Vec<_> = game::tile::TileSet::full(super::layouts::pip(6))
        .iter()
        .filter(|t| !t.is_double() && !shot.layout.line().contains(t))
        .collect();
    let inner = (0..reading.tiles.len())
        .find(|&i| {
            reading.joins.iter().flat_map(|j| j.tiles).filter(|t| t.0 == i).count() == 2
                && !reading.tiles[i].tile().unwrap().is_double()
        })
        .unwrap();
    let old = reading.tiles[inner].tile().unwrap();
    let other = free.into_iter().find(|t| !t.has(old.high()) && !t.has(old.low())).unwrap();
    reading.tiles[inner].pips = Some([other.high(), other.low()]);
    let laid = reading.laid(&rules).unwrap();
    assert_eq!(laid.layout.len(), 6);
    assert!(laid.layout.to_string().contains('!'), "{}", laid.layout);
    assert_eq!(reading.score(&rules), None);
}

#[test]
fn nothing_has_no_layout() {
    let rules = RuleSet::parse("pafos").unwrap();
    let empty = assemble(&[], WIDTH, HEIGHT, &Settings::of_rules(&rules));
    assert_eq!((empty.laid(&rules), empty.score(&rules)), (None, None));
}

/// A sure tile with its middle at `centre`, half a first along `along`; 40 pixels wide.
fn tile(a: usize, b: usize, centre: (f64, f64), along: (f64, f64)) -> SeenTile {
    let corner =
        |l: f64, w: f64| Point::new(centre.0 + along.0 * l - along.1 * w, centre.1 + along.1 * l + along.0 * w);
    let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
    let corners = [corner(-40.0, -20.0), corner(40.0, -20.0), corner(40.0, 20.0), corner(-40.0, 20.0)];
    SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
}

#[test]
fn a_line_turns_beside_a_double() {
    let rules = RuleSet::parse("pafos").unwrap();
    let read = |beside: f64| {
        let turned = tile(2, 4, (406.0, 300.0 + beside), (0.0, 1.0));
        let tiles = [
            tile(6, 5, (216.0, 300.0), (1.0, 0.0)),
            tile(5, 2, (300.0, 300.0), (1.0, 0.0)),
            tile(2, 2, (363.0, 300.0), (0.0, 1.0)),
            turned,
        ];
        assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules))
    };
    // The half that matches is at the middle of the double.
    let joined = read(20.0);
    assert_eq!(ends(&joined.laid(&rules).unwrap().layout, &rules), [(4, false), (6, false)]);
    assert!(joined.confidence > 0.9, "{}", joined.confidence);
    // Further on, like a tile of a hand.
    let loose = read(70.0);
    assert_eq!(ends(&loose.laid(&rules).unwrap().layout, &rules), [(2, true), (6, false)]);
}

#[test]
fn a_double_off_the_middle_lies_across_and_is_doubted_and_a_single_there_turns_the_line() {
    let rules = RuleSet::parse("pafos").unwrap();
    let read = |b: usize, off: f64| {
        let tiles = [
            tile(6, 5, (216.0, 300.0), (1.0, 0.0)),
            tile(5, 2, (300.0, 300.0), (1.0, 0.0)),
            tile(2, b, (363.0, 300.0 + off), (0.0, 1.0)),
        ];
        assemble(&tiles, WIDTH, HEIGHT, &Settings { inline_doubles: true, ..Settings::of_rules(&rules) })
    };
    let askew = |reading: &Reading| reading.doubts.iter().any(|d| matches!(d, Doubt::Askew { .. }));
    let ends = |reading: &Reading| ends(&reading.laid(&rules).unwrap().layout, &rules);
    let straight = read(2, 1.0);
    assert_eq!((ends(&straight), askew(&straight)), (vec![(2, true), (6, false)], false));
    assert!(straight.confidence > 0.9, "{}", straight.confidence);
    // More than half of the way to the place of a tile round the corner.
    let off = read(2, 12.0);
    assert_eq!((ends(&off), askew(&off)), (vec![(2, true), (6, false)], true));
    let turned = read(4, 20.0);
    assert_eq!((ends(&turned), askew(&turned)), (vec![(4, false), (6, false)], false));
    assert!(turned.confidence > 0.9, "{}", turned.confidence);
}

#[test]
fn what_was_not_read_makes_the_end_doubtful_where_it_lies() {
    let rules = RuleSet::parse("pafos").unwrap();
    let with = |thing: Option<SeenTile>| {
        let mut tiles = vec![tile(6, 5, (216.0, 300.0), (1.0, 0.0)), tile(5, 2, (300.0, 300.0), (1.0, 0.0))];
        tiles.extend(thing);
        assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules))
    };
    let beyond = |reading: &Reading| {
        let named = |doubt: &Doubt| if let Doubt::Beyond { pips } = doubt { Some(pips.get()) } else { None };
        reading.doubts.iter().filter_map(named).collect::<Vec<_>>()
    };
    let back = |x: f64| SeenTile { kind: TileKind::Down, ..tile(0, 0, (x, 300.0), (0.0, 1.0)) };
    let refused = |x: f64| SeenTile { logit: -6.0, ..tile(4, 4, (x, 300.0), (0.0, 1.0)) };
    let alone = with(None);
    assert!(alone.confidence > 0.99 && beyond(&alone).is_empty(), "{alone:?}");
    let standing = |x: f64| SeenTile { kind: TileKind::Edge, ..back(x) };
    // A back, a standing tile or a refused place, right at the place of the next tile.
    for thing in [back(365.0), standing(365.0), refused(365.0)] {
        let reading = with(Some(thing));
        assert_eq!(beyond(&reading), [2]);
        assert!(reading.confidence < 0.5, "{}", reading.confidence);
    }
    // A little further on only a refused place is suspicious: backs are common around a line.
    assert_eq!(beyond(&with(Some(refused(395.0)))), [2]);
    assert!(beyond(&with(Some(back(395.0)))).is_empty() && beyond(&with(Some(standing(395.0)))).is_empty());
    assert!(beyond(&with(Some(refused(500.0)))).is_empty());
    // What was refused is not reported as a tile.
    assert_eq!(with(Some(refused(500.0))).tiles.len(), 2);
}

#[test]
fn an_end_that_the_picture_cuts_off_is_doubtful() {
    let rules = RuleSet::parse("pafos").unwrap();
    let tiles = [tile(6, 5, (216.0, 300.0), (1.0, 0.0)), tile(5, 2, (300.0, 300.0), (1.0, 0.0))];
    let cut_at = |width: u32| {
        let reading = assemble(&tiles, width, HEIGHT, &Settings::of_rules(&rules));
        let cut = |doubt: &Doubt| if let Doubt::Leaves { pips } = doubt { Some(pips.get()) } else { None };
        (reading.doubts.iter().filter_map(cut).collect::<Vec<_>>(), reading.confidence)
    };
    let (whole, sure) = cut_at(344);
    assert!(whole.is_empty() && sure > 0.99, "{whole:?} {sure}");
    let (cut, doubted) = cut_at(336);
    assert!(cut == [2] && doubted < 0.5, "{cut:?} {doubted}");
}

#[test]
fn what_seems_to_lie_over_a_tile_of_the_layout_makes_it_doubtful() {
    let rules = RuleSet::parse("pafos").unwrap();
    // Across the middle of the 5-2, with long sides 20 above and below 300.
    let with = |kind: TileKind, y: f64| {
        let line = [(6, 5, 216.0), (5, 2, 300.0), (2, 3, 384.0)];
        let mut tiles: Vec<SeenTile> = line.map(|(a, b, x)| tile(a, b, (x, 300.0), (1.0, 0.0))).into();
        tiles.push(SeenTile { kind, ..tile(4, 1, (300.0, y), (0.0, 1.0)) });
        let reading = assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules));
        let over = |doubt: &Doubt| if let Doubt::HalfCovered { tile, .. } = doubt { Some(*tile) } else { None };
        (reading.doubts.iter().filter_map(over).collect::<Vec<_>>(), reading.confidence)
    };
    for kind in [TileKind::Down, TileKind::Edge, TileKind::Printed] {
        let (over, unsure) = with(kind, 350.0);
        assert_eq!(over, [1], "{kind:?}");
        assert!(unsure < 0.5, "{kind:?} {unsure}");
        let (over, sure) = with(kind, 362.0);
        assert!(over.is_empty() && sure > 0.9, "{kind:?} {sure}");
    }
}

#[test]
fn what_was_not_read_at_an_arm_of_a_spinner_is_doubtful_where_arms_are_laid() {
    // At the short end of the double, refused by the reading network.
    let unread = SeenTile { logit: -6.0, ..tile(4, 3, (300.0, 216.0), (0.0, 1.0)) };
    let line = [tile(5, 6, (237.0, 300.0), (1.0, 0.0)), tile(6, 2, (363.0, 300.0), (1.0, 0.0))];
    let double = tile(6, 6, (300.0, 300.0), (0.0, 1.0));
    let doubts = |rules: &str, thing: Option<&SeenTile>| {
        let tiles: Vec<SeenTile> = line.iter().chain([&double]).chain(thing).cloned().collect();
        let reading = assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&RuleSet::parse(rules).unwrap()));
        let beyond = |doubt: &Doubt| if let Doubt::Beyond { pips } = doubt { Some(pips.get()) } else { None };
        (reading.doubts.iter().filter_map(beyond).collect::<Vec<_>>(), reading.confidence)
    };
    let (none, sure) = doubts("muggins", None);
    assert!(none.is_empty() && sure > 0.99, "{sure}");
    let (at_arm, unsure) = doubts("muggins", Some(&unread));
    assert_eq!(at_arm, [6]);
    assert!(unsure < 0.7, "{unsure}");
    assert!(doubts("pafos", Some(&unread)).0.is_empty());
}

#[test]
fn in_a_pile_a_tile_stays_what_it_looks_like() {
    let rules = RuleSet::parse("pafos").unwrap();
    // 5-5, or less likely 3-5: its half at the 3 of the 4-3. Beside it the 6-5 touches the 4 and breaks the rules.
    let logs = |likely: usize, or: usize| {
        std::array::from_fn(|pip| {
            if pip == likely {
                -0.2
            } else if pip == or {
                -1.8
            } else {
                -9.0
            }
        })
    };
    let doubtful = SeenTile { b: logs(5, 3), ..tile(5, 5, (300.0, 320.0), (1.0, 0.0)) };
    let upright = tile(4, 3, (363.0, 300.0), (0.0, 1.0));
    let shown = |pile: bool| {
        let mut tiles = vec![doubtful.clone(), upright.clone()];
        if pile {
            tiles.push(tile(6, 5, (300.0, 279.0), (1.0, 0.0)));
            tiles.push(tile(0, 0, (300.0, 361.0), (1.0, 0.0)));
            tiles.push(tile(1, 2, (363.0, 386.0), (0.0, 1.0)));
        }
        let reading = assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules));
        (reading.tiles[0].pips.map(|pair| pair.map(|pip| pip.get())), reading)
    };
    let (alone, pile) = (shown(false), shown(true));
    assert_eq!(alone.0, Some([5, 3]), "{:?}", alone.1);
    assert_eq!(pile.0, Some([5, 5]), "{:?}", pile.1);
}

#[test]
fn small_prints_all_round_do_not_hide_the_line() {
    let rules = RuleSet::parse("pafos").unwrap();
    let of_size = |tile: SeenTile, factor: f64| {
        let middle = |k: fn(&Point) -> f64| tile.corners.iter().map(k).sum::<f64>() / 4.0;
        let (x, y) = (middle(|p| p.x), middle(|p| p.y));
        let corners = tile.corners.map(|p| Point::new(x + (p.x - x) * factor, y + (p.y - y) * factor));
        SeenTile { corners, ..tile }
    };
    // On an open box: in rows apart from each other, half as large as the tiles, twice as many.
    let prints = (0..10).map(|i| {
        let place = (100.0 + 110.0 * f64::from(i % 5), 80.0 + 60.0 * f64::from(i / 5));
        of_size(tile(i as usize % 5, i as usize / 2 + 1, place, (1.0, 0.0)), 0.5)
    });
    let line = [(6, 5, 216.0), (5, 2, 300.0), (2, 3, 384.0), (3, 1, 468.0)];
    let line = line.map(|(a, b, x)| tile(a, b, (x, 400.0), (1.0, 0.0)));
    let tiles: Vec<SeenTile> = prints.chain(line).collect();
    let reading = assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules));
    assert_eq!(ends(&reading.laid(&rules).unwrap().layout, &rules), [(1, false), (6, false)]);
    assert!(reading.confidence > 0.9, "{}", reading.confidence);
    let loose = reading.tiles.iter().filter(|tile| tile.part == Part::Loose).count();
    assert_eq!(loose, 10);
}

#[test]
fn unread_tiles_about_the_layout_make_it_doubtful() {
    let rules = RuleSet::parse("pafos").unwrap();
    let with = |places: &[(f64, f64)]| {
        let line = [(6, 5, 216.0), (5, 2, 300.0), (2, 3, 384.0)];
        let mut tiles: Vec<SeenTile> = line.map(|(a, b, x)| tile(a, b, (x, 300.0), (1.0, 0.0))).into();
        tiles.extend(places.iter().map(|&at| SeenTile { logit: 0.5, ..tile(4, 1, at, (1.0, 0.0)) }));
        let reading = assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules));
        let about = |doubt: &Doubt| if let Doubt::About { tiles } = doubt { Some(*tiles) } else { None };
        (reading.doubts.iter().find_map(about), reading.confidence)
    };
    let (about, alone) = with(&[]);
    assert!(about.is_none() && alone > 0.99, "{alone}");
    // Nearer than the next but one tile of a line.
    let (about, near) = with(&[(300.0, 396.0)]);
    assert_eq!(about, Some(1));
    assert!(near < 0.7 && near > 0.5, "{near}");
    // Far away only many count.
    let places = [(216.0, 450.0), (316.0, 450.0), (416.0, 450.0), (300.0, 700.0)];
    let (about, far) = with(&places[1..]);
    assert!(about.is_none() && far > 0.99, "{far}");
    assert_eq!(with(&places).0, Some(3));
}

#[test]
fn a_back_at_a_blank_end_is_the_double_blank() {
    let rules = RuleSet::parse("pafos").unwrap();
    let with = |pips: usize| {
        let back = SeenTile { kind: TileKind::Down, ..tile(3, 3, (363.0, 300.0), (0.0, 1.0)) };
        let tiles = [tile(6, 5, (216.0, 300.0), (1.0, 0.0)), tile(5, pips, (300.0, 300.0), (1.0, 0.0)), back];
        assemble(&tiles, WIDTH, HEIGHT, &Settings::of_rules(&rules))
    };
    assert_eq!(ends(&with(0).laid(&rules).unwrap().layout, &rules), [(0, true), (6, false)]);
    let back = with(2);
    assert_eq!(ends(&back.laid(&rules).unwrap().layout, &rules), [(2, false), (6, false)]);
    assert_eq!(back.tiles[2].part, Part::FaceDown);
}

/// Black tiles without a gap between them are found with little certainty, each alone; that they match proves the line.
#[test]
fn a_line_of_weak_tiles_is_read_where_all_of_it_matches() {
    let settings = Settings::of_rules(&RuleSet::parse("pafos").unwrap());
    let tile = |i: usize, [a, b]: [usize; 2]| {
        let at = |along: f64, across: f64| Point::new(300.0 + 84.0 * i as f64 + along, 300.0 + across);
        let logs = |pip: usize| std::array::from_fn(|value| if value == pip { -0.01 } else { -7.0 });
        let corners = [at(0.0, 0.0), at(80.0, 0.0), at(80.0, 40.0), at(0.0, 40.0)];
        SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 0.4 }
    };
    let in_line = |pips: &[[usize; 2]]| {
        let tiles: Vec<SeenTile> = pips.iter().enumerate().map(|(i, pips)| tile(i, *pips)).collect();
        assemble(&tiles, WIDTH, HEIGHT, &settings).line().count()
    };
    assert_eq!(in_line(&[[6, 5], [5, 2], [2, 3]]), 3);
    assert_eq!(in_line(&[[6, 5], [5, 2], [2, 3], [3, 0]]), 4);
    // Two may match by chance, and these do not match.
    assert_eq!(in_line(&[[6, 5], [5, 2]]), 0);
    assert_eq!(in_line(&[[6, 5], [4, 2], [1, 3]]), 0);
}
