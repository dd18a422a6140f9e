//! Properties of every reading, for any picture.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

use super::layouts::{HEIGHT, How, Shot, WIDTH, below, ends_of, line_of, normal, pip, read};
use eye::read::{Doubt, Family, Part, Point, Reading, SeenTile, Settings, TileKind, assemble, assemble_best};
use game::rng::Rng;

fn noisy() -> How {
    How {
        corner: 0.03,
        axis: 1.0,
        misread: 0.03,
        extra: 0.05,
        straddles: 0.1,
        loose: 1,
        logits: Some((3.5, 1.5)),
        ..How::default()
    }
}

fn assembled(shot: &Shot) -> Reading {
    assemble(&shot.seen, WIDTH, HEIGHT, &shot.settings)
}

/// The invariants of any reading.
fn assert_sound(given: &[SeenTile], reading: &Reading) {
    let line = reading.tiles.iter().filter(|t| t.part == Part::Line).count();
    assert_eq!(reading.joins.len() + 1, line.max(1), "a layout is a tree");
    assert!((0.0..=1.0).contains(&reading.confidence), "{}", reading.confidence);
    assert!(!reading.margin().is_nan());
    let mut taken = Vec::new();
    for join in &reading.joins {
        for (tile, slot) in join.tiles {
            assert_eq!(reading.tiles[tile].part, Part::Line);
            assert!(!taken.contains(&(tile, slot)), "a slot is taken twice");
            taken.push((tile, slot));
        }
    }
    for end in &reading.ends {
        let tile = &reading.tiles[end.tile];
        assert_eq!(tile.part, Part::Line);
        assert!(tile.tile().unwrap().has(end.pips));
        assert_eq!(end.half.is_none(), end.double);
        assert!(end.at.x.is_finite() && end.at.y.is_finite());
    }
    for tile in &reading.tiles {
        assert!((0.0..=1.0).contains(&tile.confidence), "{tile:?}");
        if let Some(seen) = tile.seen {
            assert!(seen < given.len());
            let blank = tile.part == Part::Line && tile.pips == Some([super::layouts::pip(0); 2]);
            assert!(
                match given[seen].kind {
                    TileKind::Up => true,
                    TileKind::Down => blank || !matches!(tile.part, Part::Line | Part::Loose),
                    _ => !matches!(tile.part, Part::Line | Part::Loose),
                },
                "{tile:?}"
            );
        }
    }
    for doubt in &reading.doubts {
        assert!(!doubt.to_string().is_empty());
    }
}

#[test]
fn every_reading_is_sound_and_the_same_for_any_order_of_the_tiles() {
    let mut rng = Rng::new(7);
    for seed in 0..60 {
        let shot = Shot::new(seed, &noisy());
        let first = assembled(&shot);
        assert_sound(&shot.seen, &first);
        let mut shuffled = shot.seen.clone();
        rng.shuffle(&mut shuffled);
        for tile in &mut shuffled {
            if rng.chance(0.5) {
                tile.corners.rotate_left(2);
                std::mem::swap(&mut tile.a, &mut tile.b);
            }
        }
        let second = assemble(&shuffled, WIDTH, HEIGHT, &shot.settings);
        assert_eq!((ends_of(&first), line_of(&first)), (ends_of(&second), line_of(&second)), "seed {seed}");
        assert!((first.margin() - second.margin()).abs() < 1e-6 * first.margin().abs().max(1.0), "seed {seed}");
    }
}

#[test]
fn a_turned_or_mirrored_picture_gives_the_same_layout() {
    let how = How { corner: 0.02, misread: 0.01, ..How::default() };
    for seed in 0..60 {
        let shot = Shot::new(seed, &how);
        let first = assembled(&shot);
        let changed = |width: u32, height: u32, map: &dyn Fn(Point) -> Point| {
            let seen: Vec<SeenTile> =
                shot.seen.iter().map(|t| SeenTile { corners: t.corners.map(map), ..t.clone() }).collect();
            assemble(&seen, width, height, &shot.settings)
        };
        let (w, h) = (f64::from(WIDTH), f64::from(HEIGHT));
        let turns: [Reading; 4] = [
            changed(HEIGHT, WIDTH, &|p| Point::new(h - p.y, p.x)),
            changed(WIDTH, HEIGHT, &|p| Point::new(w - p.x, h - p.y)),
            changed(HEIGHT, WIDTH, &|p| Point::new(p.y, w - p.x)),
            changed(WIDTH, HEIGHT, &|p| Point::new(w - p.x, p.y)),
        ];
        for (i, turned) in turns.iter().enumerate() {
            assert_eq!(ends_of(turned), ends_of(&first), "seed {seed}, change {i}");
            assert_eq!(line_of(turned), line_of(&first), "seed {seed}, change {i}");
        }
    }
}

#[test]
fn broken_input_is_read_without_a_panic() {
    let mut rng = Rng::new(11);
    let families = [Family::Line, Family::SpinnerFirst, Family::SpinnerEvery];
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, 1e300, -1e9];
    for round in 0..300 {
        let shot = Shot::new(round, &noisy());
        let mut seen = shot.seen.clone();
        seen.truncate(rng.below(7));
        let mut extra = seen.clone();
        for tile in &mut extra {
            match rng.below(7) {
                0 => tile.corners[rng.below(4)].x = *rng.pick(&bad).unwrap(),
                1 => tile.corners = [tile.corners[0]; 4],
                2 => tile.corners.swap(0, 1),
                3 => tile.a = [f32::NAN; 13],
                4 => tile.b = [f32::NEG_INFINITY; 13],
                5 => tile.logit = *rng.pick(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY]).unwrap(),
                _ => tile.a[3] = f32::INFINITY,
            }
        }
        seen.extend(extra);
        let settings = Settings {
            max_pip: pip(*rng.pick(&[0, 1, 6, 9, 12]).unwrap()),
            family: *rng.pick(&families).unwrap(),
            use_rules: rng.chance(0.7),
            inline_doubles: rng.chance(0.5),
        };
        let size = *rng.pick(&[0, 1, 720]).unwrap();
        assert_sound(&seen, &assemble(&seen, WIDTH, size, &settings));
        assert_sound(&seen, &assemble_best(&seen, WIDTH, size));
    }
}

#[test]
fn nothing_one_and_two_tiles_are_read() {
    let shot = Shot::new(3, &How { tiles: (2, 2), ..How::default() });
    let none = assemble(&[], WIDTH, HEIGHT, &shot.settings);
    assert!(none.tiles.is_empty() && none.ends.is_empty() && none.confidence.abs() < 1e-12);
    let one = assemble(&shot.seen[..1], WIDTH, HEIGHT, &shot.settings);
    assert_eq!(one.tiles.len(), 1);
    assert!(one.confidence > 0.99, "{one:?}");
    let two = assembled(&shot);
    assert!(shot.ends_right(&two) && two.joins.len() == 1, "{two:?}");
}

/// A heap: tiles over one another everywhere, all alike.
#[test]
fn a_heap_of_a_hundred_candidates_ends_and_says_that_it_was_cut_short() {
    let mut rng = Rng::new(5);
    let seen: Vec<SeenTile> = (0..240)
        .map(|_| {
            let (x, y) = (rng.range(100.0, 500.0), rng.range(100.0, 400.0));
            let turn = rng.range(0.0, std::f64::consts::TAU);
            let at = |l: f64, w: f64| {
                Point::new(x + 30.0 * (l * turn.cos() + w * turn.sin()), y + 30.0 * (l * turn.sin() - w * turn.cos()))
            };
            let (a, b) = (below(&mut rng, 7), below(&mut rng, 7));
            SeenTile {
                corners: [at(-1.0, -0.5), at(1.0, -0.5), at(1.0, 0.5), at(-1.0, 0.5)],
                a: read(&mut rng, a, 1.0, 6),
                b: read(&mut rng, b, 1.0, 6),
                kind: TileKind::Up,
                logit: 1.5,
            }
        })
        .collect();
    let settings = Settings { max_pip: pip(6), family: Family::SpinnerEvery, use_rules: true, inline_doubles: true };
    let reading = assemble(&seen, WIDTH, HEIGHT, &settings);
    assert_sound(&seen, &reading);
    assert!(reading.doubts.contains(&Doubt::CutShort), "{:?}", reading.doubts);
}

#[test]
fn only_face_up_tiles_and_the_double_blank_are_joined() {
    for kind in [TileKind::Down, TileKind::Edge, TileKind::Printed] {
        for seed in 0..20 {
            let mut shot = Shot::new(seed, &How { tiles: (4, 8), ..How::default() });
            for tile in shot.seen.iter_mut().step_by(2) {
                tile.kind = kind;
            }
            let reading = assembled(&shot);
            assert_sound(&shot.seen, &reading);
            let wanted = if kind == TileKind::Down { Part::FaceDown } else { Part::Unreadable };
            for tile in &reading.tiles {
                // A back in a place only for the double blank is taken for it.
                let blank = kind == TileKind::Down && tile.part == Part::Line;
                if !blank && tile.seen.is_some_and(|i| shot.seen[i].kind == kind) {
                    assert_eq!((tile.part, tile.pips), (wanted, None));
                }
            }
        }
    }
}

/// A wrong play that stands: an inner half shows another number, and the reader is sure of it.
#[test]
fn a_wrong_play_that_stands_is_kept_and_flagged() {
    let (mut plays, mut ends, mut kept, mut flagged) = (0, 0, 0, 0);
    let mut rng = Rng::new(99);
    for seed in 0..150 {
        let mut shot = Shot::new(seed, &How { tiles: (4, 16), corner: 0.02, ..How::default() });
        let before = assembled(&shot);
        let whole = shot.ends_right(&before);
        // A joined half of a single; its own tile must not become one that is there already.
        let inner: Vec<(usize, eye::read::Slot)> = before
            .joins
            .iter()
            .flat_map(|j| j.tiles)
            .filter(|&(t, slot)| {
                let tile = &before.tiles[t];
                tile.seen.is_some()
                    && !tile.tile().unwrap().is_double()
                    && matches!(slot, eye::read::Slot::A | eye::read::Slot::B)
            })
            .collect();
        let Some(&(at, slot)) = rng.pick(&inner) else { continue };
        let (pips, seen) = (before.tiles[at].pips.unwrap(), before.tiles[at].seen.unwrap());
        let half = usize::from(slot == eye::read::Slot::B);
        let free = |v: &u8| {
            let tile = game::tile::Tile::new(pip(*v), pips[1 - half]);
            !tile.is_double() && !shot.layout.line().contains(&tile)
        };
        let Some(wrong) = (0..7).find(free) else { continue };
        if !whole {
            continue;
        }
        let logs = read(&mut rng, wrong, 12.0, 6);
        if half == 0 {
            shot.seen[seen].a = logs;
        } else {
            shot.seen[seen].b = logs;
        }
        let reading = assembled(&shot);
        plays += 1;
        ends += usize::from(shot.ends_right(&reading));
        kept += usize::from(
            reading.tiles.iter().any(|t| t.seen == Some(seen) && t.pips.is_some_and(|p| p[half] == pip(wrong))),
        );
        flagged += usize::from(reading.doubts.iter().any(|d| {
            matches!(d, Doubt::Mismatch { .. } | Doubt::Changed { .. } | Doubt::LeftOut { .. } | Doubt::Apart { .. })
        }));
    }
    println!("wrong plays that stand: {plays}; ends right {ends}, value kept {kept}, flagged {flagged}");
    assert!(plays > 80);
    assert_eq!(flagged, plays, "every wrong play must be flagged");
    assert!(ends * 100 >= plays * 93 && kept * 100 >= plays * 93, "{ends} {kept} of {plays}");
}

/// A tile far from the line and one of another set beside it: rules must not change what they show.
#[test]
fn rules_do_not_touch_loose_tiles() {
    let mut rng = Rng::new(21);
    let mut heaps = 0;
    for seed in 0..60 {
        let how = How { tiles: (5, 9), corner: 0.02, ..How::default() };
        let mut shot = Shot::new(seed, &how);
        let twin = rng.below(shot.seen.len());
        // The same tile again in a corner of the picture, of the size that tiles have there.
        let mut copy = shot.seen[twin].clone();
        let middle = copy.corners.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x / 4.0, s.1 + p.y / 4.0));
        let away = if middle.0 < 640.0 { 400.0 } else { -400.0 };
        for p in &mut copy.corners {
            p.x += away + 3.0 * normal(&mut rng);
        }
        shot.seen.push(copy);
        let reading = assembled(&shot);
        let last = reading.tiles.iter().find(|t| t.seen == Some(shot.seen.len() - 1));
        let Some(tile) = last.filter(|t| t.part == Part::Loose) else { continue };
        heaps += 1;
        let original = reading.tiles.iter().find(|t| t.seen == Some(twin)).unwrap();
        assert_eq!(tile.pips, original.pips, "seed {seed}");
        assert!(shot.ends_right(&reading), "seed {seed}");
    }
    assert!(heaps > 30, "{heaps}");
}
