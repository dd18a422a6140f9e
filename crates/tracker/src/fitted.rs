//! What one look is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.
//! These are first guesses: nothing has been fitted yet.

/// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.
pub(crate) const TOLD: [(f64, f64); 4] = [(0.5, -1.0), (0.9, 1.0), (0.99, 4.0), (1.0, 6.5)];
/// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.
pub(crate) const NOT_TOLD: f64 = -3.0;
