//! What one look is worth. Written by `sixty-one-lab sequence --law --fit`: do not change it by hand.

/// Upper bounds of a read tile's stated confidence, and the log-odds that it is there.
pub(crate) const TOLD: [(f64, f64); 4] = [(0.5, 1.59), (0.8, 2.23), (0.996, 2.95), (1.0, 6.31)];
/// The same for the least and the most sure reading: one look is never worth more.
pub(crate) const WEAKEST: f64 = TOLD[0].1;
pub(crate) const SUREST: f64 = TOLD[TOLD.len() - 1].1;
/// Log-odds that a tile is there which a clear reading does not tell, beside what was thought before.
pub(crate) const NOT_TOLD: f64 = -3.15;
/// Upper bounds of the share of a place that differs from the table as it last agreed with the record, and the log-odds
/// that a tile has come there.
pub(crate) const CAME: [(f64, f64); 4] = [(0.04, -2.80), (0.35, -0.85), (0.5, -0.44), (1.0, 2.31)];
