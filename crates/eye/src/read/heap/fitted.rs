//! Confidence of a heap's sum. Written by `sixty-one-lab heaps --fit`: do not change it by hand.

/// Least confidence of a certain sum: 0.9995, or the highest of the curve where too few heaps were counted.
pub(super) const SURE: f64 = 0.99910;
/// Factor and term that lead the stated log-odds of a counted tile to the measured ones.
pub(super) const TILE: [f64; 2] = [1.94, 1.70];
/// Share of exact sums that stay exact where the double blank counts and a tile is face down.
pub(super) const BACKS: f64 = 0.90;
/// What each input adds to the score of a sum.
pub(super) const WEIGHTS: [f64; 26] = [
    7.455,  // always
    0.000,  // expected number of misread tiles
    -0.081, // worst tile
    -1.468, // any unread
    -0.172, // unread
    0.000,  // any unlike
    -0.146, // unlike
    -3.154, // any over another
    0.000,  // over another
    -0.169, // any at the edge
    -0.358, // at the edge
    0.000,  // any covered
    -0.013, // covered
    -0.381, // any with a spot
    0.000,  // spots
    -0.136, // any with long rows
    0.000,  // long rows
    0.000,  // small
    0.000,  // how small
    0.000,  // faint
    -1.929, // how faint
    0.000,  // any face down
    0.000,  // face down
    -1.043, // any differing
    -1.798, // differing
    -2.816, // any doubt
];
/// Least scores, and the share of exact sums from there on up to the next.
pub(super) const CURVE: [(f64, f64); 10] = [
    (4.790, 0.99910),    // 556 of 556
    (4.157, 0.98833),    // 550 of 556
    (2.784, 0.97350),    // 1083 of 1112
    (2.658, 0.92652),    // 258 of 278
    (2.387, 0.91113),    // 507 of 556
    (2.156, 0.86918),    // 242 of 278
    (0.476, 0.78315),    // 218 of 278
    (-0.113, 0.51792),   // 144 of 278
    (-1.199, 0.42115),   // 117 of 278
    (f64::MIN, 0.10377), // 27 of 264
];
