//! The gate on drawn tables.

use super::*;
use game::rng::Rng;

const SIZE: (u32, u32) = (1280, 720);

/// A table of dark planks with a pad on it, as a camera that trembles and is noisy sees it.
#[derive(Clone, Copy)]
struct Scene {
    /// A white tile with its middle here.
    tile: Option<(f64, f64)>,
    /// A hand that reaches in from the left as far as this.
    hand: f64,
    /// The camera's place.
    at: (f64, f64),
    light: f64,
    /// Depth of the bands that roll through the picture, and where they are.
    bands: (f64, f64),
    noise: f64,
    /// Share of the light left in the right half, under a person leaning over.
    shadow: f64,
    /// Brightness of the hand.
    skin: f64,
    /// Ten tiles here and there.
    strewn: bool,
}

const EMPTY: Scene = Scene {
    tile: None,
    hand: 0.0,
    at: (0.0, 0.0),
    light: 1.0,
    bands: (0.0, 0.0),
    noise: 2.0,
    shadow: 1.0,
    skin: 150.0,
    strewn: false,
};

impl Scene {
    fn grey(&self, x: f64, y: f64) -> f64 {
        // How much of a bright edge is in a pixel.
        let within = |v: f64, low: f64, high: f64| (v - low + 0.5).clamp(0.0, 1.0) * (high - v + 0.5).clamp(0.0, 1.0);
        let mut grey = 60.0 + 12.0 * (x / 7.0).sin() * (y / 90.0).cos();
        let pad = within(x, 900.0, 1100.0) * within(y, 450.0, 640.0);
        grey += (220.0 - grey) * pad;
        if let Some((tx, ty)) = self.tile {
            grey += (235.0 - grey) * within(x, tx - 40.0, tx + 40.0) * within(y, ty - 20.0, ty + 20.0);
        }
        for i in (0..10).filter(|_| self.strewn) {
            let (tx, ty) = (340.0 + 90.0 * f64::from(i), [90.0, 230.0, 660.0][i as usize % 3]);
            grey += (235.0 - grey) * within(x, tx - 25.0, tx + 25.0) * within(y, ty - 20.0, ty + 20.0);
        }
        grey + (self.skin - grey) * within(x, -9.0, self.hand) * within(y, 250.0, 380.0)
    }

    fn frame(&self, seed: u64) -> Frame {
        let mut rng = Rng::new(seed);
        let mut rgb = Vec::with_capacity((SIZE.0 * SIZE.1 * 3) as usize);
        for y in 0..SIZE.1 {
            let band = 1.0 + self.bands.0 * (f64::from(y) / 50.0 + self.bands.1).sin();
            for x in 0..SIZE.0 {
                let soft = ((f64::from(x) - 500.0) / 250.0).clamp(0.0, 1.0);
                let light = self.light * band * (1.0 - (1.0 - self.shadow) * soft);
                let grey = self.grey(f64::from(x) - self.at.0, f64::from(y) - self.at.1) * light;
                let noise = self.noise * (rng.unit() + rng.unit() - 1.0) * 2.5;
                rgb.extend([(grey + noise).clamp(0.0, 255.0) as u8; 3]);
            }
        }
        Frame::new(SIZE.0, SIZE.1, rgb).unwrap()
    }
}

fn corners((x, y): (f64, f64)) -> [Point; 4] {
    [(-40.0, -20.0), (40.0, -20.0), (40.0, 20.0), (-40.0, 20.0)].map(|(dx, dy)| Point { x: x + dx, y: y + dy })
}

/// A gate that has looked at the empty table.
fn begun() -> Gate {
    let mut gate = Gate::default();
    gate.see(&EMPTY.frame(1), 0);
    gate.looked(&[], &[], true);
    gate
}

#[test]
fn nothing_changes_while_the_camera_and_the_light_do() {
    let mut gate = begun();
    let worse = [
        Scene { at: (0.17, -0.11), ..EMPTY },
        Scene { at: (-1.3, 0.8), ..EMPTY },
        Scene { at: (-9.0, 6.0), ..EMPTY },
        Scene { light: 1.22, ..EMPTY },
        Scene { bands: (0.06, 1.0), ..EMPTY },
        Scene { bands: (0.06, 3.0), at: (0.4, 0.4), light: 0.8, noise: 6.0, ..EMPTY },
    ];
    for (i, scene) in worse.iter().enumerate() {
        let view = gate.see(&scene.frame(10 + i as u64), 125 * (i as u64 + 1));
        assert!(!view.hand && !view.changed && !view.lost, "{i}: {view:?}, {}", gate.story());
        let moved = gate.moved_since();
        // Most of the way: the known tiles bring the rest.
        let far = scene.at.0.hypot(scene.at.1);
        let off = (moved.tx - scene.at.0).hypot(moved.ty - scene.at.1);
        assert!(off < 1.3 + 0.4 * far, "{i}: {moved:?}");
    }
}

#[test]
fn a_hand_is_told_from_the_tile_it_leaves() {
    let mut gate = begun();
    let place = (500.0, 320.0);
    let tremble = |i: u64| (0.3 * (i as f64).sin(), 0.3 * (i as f64 * 1.7).cos());
    for i in 1..5 {
        let over = Scene { tile: Some(place), hand: 520.0, at: tremble(i), ..EMPTY };
        assert!(gate.see(&over.frame(i), 125 * i).hand, "{}", gate.story());
    }
    assert!(gate.is_reached(&corners(place)) && !gate.is_reached(&corners((800.0, 200.0))));
    let left = Scene { tile: Some(place), at: tremble(7), ..EMPTY };
    let view = gate.see(&left.frame(7), 900);
    assert!(!view.hand && view.changed, "{}", gate.story());
    assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
    // A tile that was there before is not new.
    assert!(gate.fresh(&corners((1000.0, 540.0))).unwrap() < 0.05);
    gate.looked(&[corners(place)], &[], true);
    // Not before no hand was there for a while.
    gate.see(&left.frame(8), 1000);
    assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
    let again = gate.see(&left.frame(9), 1400);
    assert!(!again.hand && !again.changed);
    assert!(gate.fresh(&corners(place)).unwrap() < 0.05);
}

#[test]
fn the_shadow_of_somebody_who_leans_over_is_no_hand() {
    for shadow in [0.75, 0.55, 0.45] {
        let mut gate = begun();
        let leant = Scene { shadow, at: (0.2, -0.1), ..EMPTY };
        let view = gate.see(&leant.frame(2), 125);
        assert!(!view.hand && !view.changed && !view.lost, "{shadow}: {view:?}, {}", gate.story());
        // A tile played in it is new, and a hand in it is a hand.
        let place = (800.0, 320.0);
        let over = Scene { tile: Some(place), hand: 820.0, ..leant };
        assert!(gate.see(&over.frame(3), 250).hand, "{shadow}: {}", gate.story());
        let laid = Scene { tile: Some(place), ..leant };
        let mut view = gate.see(&laid.frame(4), 375);
        if shadow < 0.5 {
            // So dark, with a hand over most of it, the camera's place is known again with the second picture only.
            view = gate.see(&laid.frame(7), 500);
        }
        assert!(!view.hand && view.changed, "{shadow}: {}", gate.story());
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8, "{shadow}");
        // So is what comes as the shadow goes.
        let mut gate = Gate::default();
        gate.see(&leant.frame(5), 0);
        gate.looked(&[], &[], true);
        let view = gate.see(&Scene { tile: Some(place), ..EMPTY }.frame(6), 125);
        assert!(!view.hand && view.changed, "{shadow}: {}", gate.story());
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8, "{shadow}");
    }
    // A sleeve has an outline, however plain it is, dark or white.
    for skin in [26.0, 235.0] {
        let mut gate = begun();
        let sleeve = Scene { hand: 700.0, skin, ..EMPTY };
        assert!(gate.see(&sleeve.frame(5), 125).hand, "{}", gate.story());
    }
}

#[test]
fn what_stays_is_a_part_of_the_table_in_the_end() {
    let mut gate = begun();
    let arm = Scene { hand: 300.0, ..EMPTY };
    for i in 1..60 {
        gate.see(&arm.frame(i), 500 * i);
    }
    assert!(!gate.view.hand, "{}", gate.story());
    // When it goes, the table is as it was.
    assert!(!gate.see(&EMPTY.frame(99), 40_000).hand);
}

#[test]
fn what_lies_there_as_before_a_hand_came_and_went_is_no_hand() {
    let place = (700.0, 320.0);
    let thing = Scene { hand: 300.0, ..EMPTY };
    let laid = Scene { tile: Some(place), ..thing };
    // No hand comes, a hand comes and goes, a hand comes and rests before it goes.
    for over in [&[][..], &[620.0, 700.0, 540.0], &[620.0; 6]] {
        let mut gate = begun();
        for i in 1..6 {
            assert!(gate.see(&thing.frame(i), 200 * i).hand, "it may be a hand: {}", gate.story());
        }
        let mut now = 1000;
        for (i, hand) in over.iter().enumerate() {
            now += 200;
            let scene = Scene { hand: *hand, ..laid };
            assert!(gate.see(&scene.frame(20 + i as u64), now).hand, "{}", gate.story());
        }
        let views: Vec<View> = (1..6).map(|i| gate.see(&laid.frame(40 + i), now + 200 * i)).collect();
        assert!(views[0].hand, "it may rest for a moment only: {}", gate.story());
        assert_eq!(views[4].hand, over.is_empty(), "{}", gate.story());
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
        // When the thing goes, the tile still does not belong to the table.
        let bare = Scene { tile: Some(place), ..EMPTY };
        assert!(!gate.see(&bare.frame(60), now + 1400).hand, "{}", gate.story());
        assert!(gate.fresh(&corners(place)).unwrap() > 0.8);
    }
}

#[test]
fn a_little_at_the_border_that_does_not_move_is_no_hand() {
    let mut gate = begun();
    let sleeve = Scene { hand: 30.0, ..EMPTY };
    assert!(gate.see(&sleeve.frame(2), 2000).hand, "{}", gate.story());
    gate.see(&sleeve.frame(3), 2200);
    assert!(!gate.see(&sleeve.frame(4), 2600).hand, "{}", gate.story());
    assert!(!gate.see(&sleeve.frame(7), 2700).hand, "{}", gate.story());
    let arm = Scene { hand: 300.0, ..EMPTY };
    assert!(gate.see(&arm.frame(5), 2800).hand);
    assert!(gate.see(&arm.frame(6), 3600).hand, "{}", gate.story());
}

#[test]
fn what_differs_everywhere_and_rests_is_a_table_that_lies_elsewhere() {
    let strewn = Scene { strewn: true, hand: 200.0, ..EMPTY };
    let line = [corners((500.0, 400.0)), corners((580.0, 400.0))];
    for (line, lost) in [(&line[..], true), (&line[..1], false)] {
        let mut gate = begun();
        gate.looked(line, line, true);
        let views: Vec<View> = (1..20).map(|i| gate.see(&strewn.frame(i), 125 * i)).collect();
        assert!(!views[3].lost && views[3].hand, "a moment is not enough: {}", gate.story());
        assert_eq!(views[18].lost, lost, "{}", gate.story());
    }
    // One thing is a hand, however long it rests.
    let mut gate = begun();
    gate.looked(&line, &line, true);
    let hand = Scene { hand: 520.0, ..EMPTY };
    assert!((1..20).all(|i| !gate.see(&hand.frame(i), 125 * i).lost), "{}", gate.story());
}

#[test]
fn another_view_is_lost_until_the_layout_was_found_in_it() {
    let mut gate = begun();
    let far = Scene { at: (400.0, 300.0), ..EMPTY };
    let view = gate.see(&far.frame(2), 125);
    assert!(view.lost || view.hand, "{}", gate.story());
    gate.found_again();
    let view = gate.see(&far.frame(3), 250);
    assert!(!view.lost && !view.hand, "{}", gate.story());
}

/// The lead was not read: the table with it became the one that new tiles differ from.
#[test]
fn a_change_of_the_bare_table_that_was_not_read_makes_the_order_doubtful() {
    let lead = Scene { tile: Some((500.0, 300.0)), ..EMPTY };
    let next = corners((700.0, 300.0));
    for read in [false, true] {
        let mut gate = begun();
        gate.see(&lead.frame(2), 1000);
        let tiles = if read { vec![corners((500.0, 300.0))] } else { Vec::new() };
        gate.looked(&tiles, &[], true);
        gate.begin_again();
        gate.see(&lead.frame(3), 2000);
        assert_eq!(gate.may_lack_the_lead(&next), !read, "{}", gate.story());
        // Something much larger than a tile is not a lead.
        let small = next.map(|p| next[0].plus(p.minus(next[0]).times(0.25)));
        assert!(!gate.may_lack_the_lead(&small), "{}", gate.story());
        gate.recorded(0);
        assert!(!gate.may_lack_the_lead(&next));
    }
    // The light alone brings no tile.
    let mut gate = begun();
    gate.see(&Scene { light: 1.2, ..EMPTY }.frame(4), 1000);
    gate.begin_again();
    gate.see(&EMPTY.frame(5), 2000);
    assert!(!gate.may_lack_the_lead(&next), "{}", gate.story());
}
