//! The numbers of the new tracker that were chosen by hand, each with its reason.

use std::time::Duration;

/// Log-odds that a tile that is not recorded is in the line, before anything was read: one tile of a set in some two hundred.
pub(super) const PRIOR: f64 = -5.0;
/// Log-odds from which a tile is proposed: one proposal in a hundred may be wrong, since a person decides.
pub(super) const PROPOSE: f64 = 4.6;
/// Log-odds from which it may be recorded without asking: one in two thousand may be wrong.
pub(super) const CONFIRM: f64 = 7.6;
/// Log-odds below which a recorded tile is not on the table.
pub(super) const GONE: f64 = -4.6;
/// Evidence beyond these bounds is not counted, so that what changes is believed within two seconds.
pub(super) const MOST: f64 = 10.0;
/// Looks nearer to each other than this count by their share of it: the same light, the same noise of compression.
pub(super) const ALIKE: Duration = Duration::from_millis(300);
/// Share of the tiles outside the line of which one comes into it in a second at rest: a tile that nobody saw come.
pub(super) const AT_REST: f64 = 1e-5;
/// The same while something is over the table: one tile of 28 is laid in about five seconds.
pub(super) const MOVING: f64 = 7e-3;
/// A reading that holds less than this share of the recorded tiles is not of this line.
pub(super) const OURS: f64 = 0.5;
/// Joins by accident: neighbouring halves of a hand's tiles match in one of seven, and so many faces are in sight. A line found where
/// nothing is recorded has to be less likely an accident than this.
pub(super) const ACCIDENT: f64 = 0.05;
/// A table at rest that agrees is read so seldom: a tenth of a core at most.
pub(super) const IDLE: Duration = Duration::from_secs(8);
/// A hand that rests for so long is looked past.
pub(super) const RESTS: u64 = 700;
