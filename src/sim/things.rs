//! Things on a table that are no tiles.

use super::maths::{Dice, Rgb, hsv, srgb, v3};
use super::scene::{Skin, Thing};
use super::solid::{Pose, Solid};

/// A skin without print or spots.
#[must_use]
pub const fn plain(colour: Rgb, gloss: f32, shine: f32) -> Skin {
    Skin { colour, gloss, shine, mottle: (0.0, 1.0), print: None }
}

/// A box lying on the table at `x`, `y`.
#[must_use]
pub fn lying(half: (f32, f32, f32), corner: f32, edge: f32, (x, y, angle): (f32, f32, f32), skin: Skin) -> Thing {
    let edge = edge.min(half.2 * 0.9).min(half.1 * 0.5);
    let solid = Solid::Slab { half: v3(half.0, half.1, half.2), corner: corner.max(edge), edge };
    Thing { solid, pose: Pose::flat(v3(x, y, half.2), angle), skin }
}

/// Something at random, about at `x`, `y`; its reach in mm is returned too.
#[must_use]
pub fn random(dice: &mut Dice, x: f32, y: f32) -> (Vec<Thing>, f32) {
    let at = (x, y, dice.turn());
    let tone = |dice: &mut Dice| {
        let k = dice.f(5.0, 60.0);
        if dice.p(0.5) { srgb(k, k, k) } else { dice.colour() }
    };
    match dice.w(&[0.14, 0.12, 0.14, 0.14, 0.12, 0.12, 0.1, 0.12]) {
        0 => {
            let colour = tone(dice);
            let skin = plain(colour, dice.f(0.5, 1.2), dice.log(200.0, 2000.0));
            (vec![lying((dice.f(65.0, 82.0), dice.f(32.0, 39.0), 4.0), 8.0, 1.0, at, skin)], 85.0)
        }
        1 => {
            let colour = dice.colour();
            let (radius, half) = (dice.f(2.5, 5.5), dice.f(50.0, 75.0));
            let skin = plain(colour, 0.6, 150.0);
            let solid = Solid::Capsule { half, radius };
            (vec![Thing { solid, pose: Pose::flat(v3(x, y, radius), at.2), skin }], 75.0)
        }
        2 => {
            let colour = dice.colour();
            let (radius, half) = (dice.f(30.0, 55.0), dice.f(0.6, 2.5));
            let mut all = vec![Thing {
                solid: Solid::Can { radius, half },
                pose: Pose::flat(v3(x, y, half), at.2),
                skin: plain(colour, dice.f(0.0, 0.3), 30.0),
            }];
            if dice.p(0.6) {
                let colour = dice.colour();
                let solid = Solid::Can { radius: radius * dice.f(0.4, 0.85), half: 0.1 };
                all.push(Thing { solid, pose: Pose::flat(v3(x, y, half * 2.0 + 0.1), 0.0), skin: plain(colour, 0.1, 30.0) });
            }
            (all, 55.0)
        }
        3 => {
            let k = dice.f(200.0, 252.0);
            let colour = if dice.p(0.7) { srgb(k, k, k - dice.f(0.0, 30.0)) } else { dice.colour() };
            (vec![lying((44.0, 31.0, 0.15), 3.0, 0.1, at, plain(colour, dice.f(0.0, 0.4), 60.0))], 55.0)
        }
        4 => {
            let k = dice.f(60.0, 200.0);
            let radii = v3(dice.f(9.0, 20.0), dice.f(8.0, 18.0), dice.f(4.0, 9.0));
            let skin = Skin { mottle: (dice.f(0.0, 0.8), dice.f(3.0, 15.0)), ..plain(srgb(k, k, k + dice.n(12.0)), 0.3, 30.0) };
            (vec![Thing { solid: Solid::Ellipsoid { radii }, pose: Pose::flat(v3(x, y, radii.z), at.2), skin }], 22.0)
        }
        5 => {
            let colour = hsv(dice.f(0.03, 0.11), dice.f(0.3, 0.8), dice.f(0.15, 0.8));
            let half = (dice.f(100.0, 190.0), dice.f(25.0, 50.0), dice.f(4.0, 11.0));
            let skin = Skin { mottle: (0.4, 40.0), ..plain(colour, dice.f(0.1, 0.7), 60.0) };
            (vec![lying(half, 3.0, 1.0, at, skin)], 150.0)
        }
        6 => {
            let k = dice.f(190.0, 250.0);
            let colour = if dice.p(0.6) { srgb(k, k, k) } else { dice.colour() };
            (vec![lying((dice.f(60.0, 150.0), dice.f(40.0, 105.0), 0.3), 1.0, 0.1, at, plain(colour, 0.0, 10.0))], 150.0)
        }
        _ => {
            let colour = tone(dice);
            let half = (dice.f(20.0, 120.0), dice.f(15.0, 70.0), dice.f(3.0, 35.0));
            (vec![lying(half, dice.f(0.5, 8.0), dice.f(0.2, 4.0), at, plain(colour, dice.f(0.0, 0.9), dice.log(10.0, 500.0)))], 130.0)
        }
    }
}
