//! What one look is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.

/// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.
pub(crate) const TOLD: [(f64, f64); 4] = [(0.5, 1.41), (0.8, 2.30), (0.996, 2.82), (1.0, 6.14)];
/// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.
pub(crate) const NOT_TOLD: f64 = -2.97;
