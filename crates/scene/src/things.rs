//! Other things on a table.

use super::maths::{Dice, Rgb, V3, hsv, scale, srgb, v3};
use super::scene::{Skin, Thing};
use super::solid::{Pose, Solid};

/// A skin without print or spots.
#[must_use]
pub const fn plain(colour: Rgb, gloss: f32, shine: f32) -> Skin {
    Skin { colour, gloss, shine, mottle: (0.0, 1.0), print: None, clear: 0.0 }
}

/// Makes a box on the table at `x`, `y`.
#[must_use]
pub fn lying(half: (f32, f32, f32), corner: f32, edge: f32, (x, y, angle): (f32, f32, f32), skin: Skin) -> Thing {
    let edge = edge.min(half.2 * 0.9).min(half.1 * 0.5);
    let solid = Solid::Slab { half: v3(half.0, half.1, half.2), corner: corner.max(edge), edge };
    Thing { solid, pose: Pose::flat(v3(x, y, half.2), angle), skin }
}

/// A pen or pencil.
#[must_use]
pub fn pen(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Vec<Thing> {
    let (radius, half) = (dice.f(3.0, 5.5), dice.f(45.0, 70.0));
    let colour = dice.colour();
    let pose = Pose::flat(v3(x, y, radius), angle);
    let body = Thing { solid: Solid::Capsule { half, radius }, pose, skin: plain(colour, 0.7, 150.0) };
    let tip = dice.colour();
    let at = pose.point(v3(half * dice.f(0.75, 1.02), 0.0, 0.0));
    let cap = Solid::Capsule { half: half * 0.25, radius: radius * dice.f(0.5, 1.12) };
    vec![body, Thing { solid: cap, pose: Pose { at, ..pose }, skin: plain(tip, 0.7, 150.0) }]
}

/// A stone, draughtsman or coin.
#[must_use]
pub fn stone(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Vec<Thing> {
    let k = dice.f(0.01, 0.75);
    let colour = if dice.p(0.6) { scale([1.0; 3], k) } else { dice.colour() };
    if dice.p(0.5) {
        let radii = v3(dice.f(9.0, 20.0), dice.f(8.0, 18.0), dice.f(4.0, 9.0));
        let skin = Skin { mottle: (dice.f(0.0, 0.8), dice.f(3.0, 15.0)), ..plain(colour, 0.3, 30.0) };
        return vec![Thing { solid: Solid::Ellipsoid { radii }, pose: Pose::flat(v3(x, y, radii.z), angle), skin }];
    }
    // Flat and round, with rings: a draughtsman, a counter, a coin.
    let (radius, half) = (dice.f(8.0, 18.0), dice.f(0.8, 4.0));
    let mut all = Vec::new();
    let (gloss, shine) = (dice.f(0.1, 1.0), dice.log(15.0, 200.0));
    for i in 0..dice.i(1, 4) {
        let r = radius * (1.0 - 0.22 * i as f32);
        let tone = scale(colour, if i % 2 == 0 { 1.0 } else { 0.6 });
        let z = half + 0.12 * i as f32;
        all.push(Thing {
            solid: Solid::Can { radius: r, half },
            pose: Pose::flat(v3(x, y, z), 0.0),
            skin: plain(tone, gloss, shine),
        });
    }
    all
}

/// A box, a tin, a wallet, a block: something with a body.
#[must_use]
pub fn block(dice: &mut Dice, at: (f32, f32, f32)) -> (Vec<Thing>, f32) {
    let colour = if dice.p(0.4) { scale([1.0; 3], dice.log(0.005, 0.9)) } else { dice.colour() };
    let half = (dice.f(15.0, 110.0), dice.f(12.0, 70.0), dice.f(2.0, 35.0));
    let mottle = if dice.p(0.4) { (dice.f(0.1, 1.0), dice.f(2.0, 40.0)) } else { (0.0, 1.0) };
    let skin = Skin { mottle, ..plain(colour, dice.f(0.0, 0.9), dice.log(10.0, 500.0)) };
    (vec![lying(half, dice.f(0.5, 8.0), dice.f(0.2, 4.0), at, skin)], half.0.hypot(half.1))
}

/// A cable or stick, or the legs of a stand.
#[must_use]
pub fn cable(dice: &mut Dice, (x, y, angle): (f32, f32, f32)) -> Vec<Thing> {
    let colour = scale([1.0; 3], dice.log(0.004, 0.8));
    let radius = dice.f(1.5, 9.0);
    let mut all = Vec::new();
    for k in 0..dice.i(1, 3) {
        let half = dice.f(60.0, 300.0);
        let turn = angle + k as f32 * dice.f(0.5, 2.1);
        let pose = Pose::flat(v3(x + turn.cos() * half, y + turn.sin() * half, radius), turn);
        all.push(Thing { solid: Solid::Capsule { half, radius }, pose, skin: plain(colour, 0.4, 60.0) });
    }
    all
}

/// A drinking glass, full or empty, or a cup.
#[must_use]
pub fn glass(dice: &mut Dice, (x, y, _): (f32, f32, f32)) -> Vec<Thing> {
    let (radius, half) = (dice.f(28.0, 42.0), dice.f(35.0, 75.0));
    let at = v3(x, y, half);
    let mut all = Vec::new();
    if dice.p(0.3) {
        // A cup: opaque, with a drink.
        let colour = dice.colour();
        all.push(Thing {
            solid: Solid::Can { radius, half },
            pose: Pose::flat(at, 0.0),
            skin: plain(colour, 0.8, 200.0),
        });
        let drink = hsv(dice.f(0.03, 0.1), 0.8, dice.f(0.05, 0.5));
        let inner = Solid::Can { radius: radius * 0.88, half: 0.2 };
        all.push(Thing {
            solid: inner,
            pose: Pose::flat(v3(x, y, half * 2.0 + 0.2), 0.0),
            skin: plain(drink, 0.6, 800.0),
        });
        return all;
    }
    if dice.p(0.7) {
        let drink = hsv(dice.f(0.0, 0.16), dice.f(0.3, 1.0), dice.f(0.03, 0.9));
        let level = half * dice.f(0.3, 0.9);
        let body = Solid::Can { radius: radius * 0.92, half: level };
        all.push(Thing { solid: body, pose: Pose::flat(v3(x, y, level + 3.0), 0.0), skin: plain(drink, 0.3, 80.0) });
        if dice.p(0.6) {
            let foam = Solid::Can { radius: radius * 0.92, half: dice.f(1.0, 9.0) };
            let z = level * 2.0 + 3.0 + foam.bounds().z;
            all.push(Thing {
                solid: foam,
                pose: Pose::flat(v3(x, y, z), 0.0),
                skin: plain(srgb(250.0, 240.0, 220.0), 0.0, 10.0),
            });
        }
    }
    let skin = Skin { clear: dice.f(0.65, 0.92), ..plain([0.75, 0.8, 0.8], 1.0, dice.log(200.0, 2000.0)) };
    all.push(Thing { solid: Solid::Can { radius, half }, pose: Pose::flat(at, 0.0), skin });
    all
}

/// Plastic film over a piece of the table, its underside at the height `z`.
#[must_use]
pub fn film(dice: &mut Dice, (x, y, angle): (f32, f32, f32), size: f32, z: f32) -> Thing {
    let half = (size, size * dice.f(0.5, 1.0), 0.05);
    let skin = Skin { clear: dice.f(0.96, 1.0), ..plain([0.9; 3], dice.f(0.08, 0.4), dice.log(40.0, 400.0)) };
    let mut thing = lying(half, 1.0, 0.02, (x, y, angle), skin);
    thing.pose.at.z = z + 0.05;
    thing
}

/// A colour of skin.
#[must_use]
pub fn skin_tone(dice: &mut Dice) -> Rgb {
    let t = dice.f(0.0, 1.0);
    let light = srgb(dice.f(215.0, 250.0), dice.f(165.0, 205.0), dice.f(135.0, 180.0));
    let dark = srgb(dice.f(60.0, 110.0), dice.f(38.0, 70.0), dice.f(25.0, 50.0));
    super::maths::mix(light, dark, t * t)
}

/// Draws a hand with its fingertips at `tip` (`z` is their height), reaching along `heading` (radians), with arm and
/// sleeve.
#[must_use]
pub fn hand(dice: &mut Dice, tip: V3, heading: f32, tone: Rgb) -> Vec<Thing> {
    let mut all = Vec::new();
    let size = dice.f(0.85, 1.15);
    let skin = |dice: &mut Dice| Skin { mottle: (0.18, 14.0), ..plain(scale(tone, dice.f(0.9, 1.08)), 0.25, 18.0) };
    let (s, c) = heading.sin_cos();
    // Places in the hand: forward, to the left, up; the middle finger's tip is the origin.
    let at =
        |f: f32, l: f32, z: f32| v3(tip.x + (c * f - s * l) * size, tip.y + (s * f + c * l) * size, tip.z + z * size);
    let bone = |a: V3, b: V3, radius: f32, skin: Skin| {
        let d = b - a;
        let n = if d.normalize_or_zero().z.abs() > 0.9 { v3(c, s, 0.0) } else { V3::Z };
        let pose = Pose::new((a + b) * 0.5, d, n.cross(d).cross(d) * -1.0);
        Thing { solid: Solid::Capsule { half: d.length() * 0.5, radius: radius * size }, pose, skin }
    };
    let curl = dice.f(8.0, 34.0);
    let fan = dice.f(0.6, 1.5);
    let fingers = dice.i(2, 4) as usize;
    for k in 0..4 {
        let out = (k as f32 - 1.5) * 19.0;
        let (folded, reach) = (k >= fingers, [-9.0, 0.0, -4.0, -18.0][k] + dice.n(4.0));
        let (f, lift) = if folded { (-38.0, 4.0) } else { (reach, 0.0) };
        let end = at(f, out * fan * 0.8, lift + 4.0);
        let joint = at(f * 0.6 - 32.0, out * 0.95, curl);
        let knuckle = at(-74.0, out * 0.9, curl * 0.9 + 6.0);
        let tone = skin(dice);
        all.push(bone(end, joint, 7.2, tone.clone()));
        all.push(bone(joint, knuckle, 8.6, tone));
    }
    let side = dice.sign();
    let tone_thumb = skin(dice);
    let (thumb, ball) = (at(-22.0 + dice.n(10.0), side * 34.0, 3.0), at(-68.0, side * 44.0, 14.0));
    all.push(bone(thumb, ball, 8.8, tone_thumb.clone()));
    all.push(bone(ball, at(-110.0, side * 20.0, 18.0), 13.0, tone_thumb));
    let palm = Solid::Ellipsoid { radii: v3(52.0, 41.0, 15.0) * size };
    let mut pose = Pose::flat(at(-108.0, 0.0, curl * 0.7 + 6.0), heading);
    pose.at.z = pose.at.z.max(15.0);
    all.push(Thing { solid: palm, pose, skin: skin(dice) });
    let (wrist, elbow) = (at(-150.0, 0.0, 24.0), at(-430.0, dice.n(40.0), 45.0));
    all.push(bone(wrist, elbow, 25.0, skin(dice)));
    if dice.p(0.6) {
        let cloth = if dice.p(0.5) { scale([1.0; 3], dice.log(0.005, 0.8)) } else { dice.colour() };
        let from = dice.f(0.05, 0.5);
        let start = wrist + (elbow - wrist) * from;
        all.push(bone(
            start,
            elbow + (elbow - wrist) * 0.5,
            33.0,
            Skin { mottle: (0.5, 20.0), ..plain(cloth, 0.0, 10.0) },
        ));
    }
    all
}
