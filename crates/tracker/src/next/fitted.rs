//! What one reading of the whole line is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.
//! These are first guesses: nothing has been fitted yet.

/// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.
pub(super) const TOLD: [(f64, f64); 4] = [(0.5, -1.0), (0.9, 1.0), (0.99, 2.5), (1.0, 4.0)];
/// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.
pub(super) const NOT_TOLD: f64 = -3.0;
