//! Confidence of a heap's sum. Written by `sixty-one-lab heaps --fit`: do not change it by hand.

/// Least confidence of a certain sum: 0.9995, or the highest of the curve where too few heaps were counted.
pub(super) const SURE: f64 = 0.99950;
/// Factor and term that lead the stated log-odds of a counted tile to the measured ones.
pub(super) const TILE: [f64; 2] = [1.94, 1.74];
/// Share of exact sums that stay exact where the double blank counts and a tile is face down.
pub(super) const BACKS: f64 = 0.90;
/// What each input adds to the score of a sum.
pub(super) const WEIGHTS: [f64; 26] = [
    8.043,  // always
    0.000,  // expected number of misread tiles
    -0.054, // worst tile
    -1.587, // any unread
    -0.159, // unread
    0.000,  // any unlike
    -0.121, // unlike
    -1.802, // any over another
    0.000,  // over another
    -0.395, // any at the edge
    -0.146, // at the edge
    0.000,  // any covered
    -0.042, // covered
    -0.330, // any with a spot
    0.000,  // spots
    -0.151, // any with long rows
    0.000,  // long rows
    -0.105, // small
    0.000,  // how small
    0.000,  // faint
    -1.468, // how faint
    0.000,  // any face down
    0.000,  // face down
    -1.013, // any differing
    -1.872, // differing
    -3.232, // any doubt
];
/// Least scores, and the share of exact sums from there on up to the next.
pub(super) const CURVE: [(f64, f64); 13] = [
    (4.816, 0.99955),    // 1108 of 1108
    (4.563, 0.99189),    // 550 of 554
    (4.296, 0.99009),    // 549 of 554
    (3.477, 0.98108),    // 544 of 554
    (2.833, 0.96663),    // 1607 of 1662
    (2.706, 0.94685),    // 525 of 554
    (2.578, 0.92162),    // 511 of 554
    (2.437, 0.90180),    // 500 of 554
    (2.208, 0.90000),    // 499 of 554
    (0.537, 0.80811),    // 448 of 554
    (-0.025, 0.53784),   // 298 of 554
    (-1.085, 0.40811),   // 226 of 554
    (f64::MIN, 0.12795), // 70 of 550
];
