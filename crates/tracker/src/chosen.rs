//! The numbers of the tracker that were chosen by hand, each with its reason.

use std::time::Duration;

/// Log-odds that a tile outside the record is in the line, before anything was read: one tile of a set in some two hundred.
pub(crate) const PRIOR: f64 = -5.3;
/// Log-odds from which a tile is proposed: one proposal in a hundred may be wrong, since a person decides. Below the opposite it is
/// not on the table; in between it is open, and the table is looked at again.
pub(crate) const PROPOSE: f64 = 4.6;
/// Log-odds from which it may be recorded without asking: one in two thousand may be wrong.
pub(crate) const CONFIRM: f64 = 7.6;
/// Looks nearer to each other than this count by their share of it: the same light, the same noise of compression.
pub(crate) const ALIKE: Duration = Duration::from_millis(300);
/// Share of tiles that come into the line per second while something is over the table: one of 28 is played in about five seconds.
pub(crate) const MOVING: f64 = 7e-3;
/// Two outlines are one place when they share this part of the smaller.
pub(crate) const SAME_PLACE: f64 = 0.5;
/// Standard deviations beyond which a tile is not where it was expected.
pub(crate) const FAR: f64 = 4.0;
/// Ratio of widths above which a thing beside a tile is a finger or a box: the tiles of a set are alike.
pub(crate) const AS_WIDE: f64 = 1.5;
/// Log-odds of the detector from which something may be a tile: alternatives that overlap a real one lie lower.
pub(crate) const CANDIDATE: f32 = -0.5;
/// Log-odds of the detector from which something is a tile although no legal play explains it.
pub(crate) const CLEAR: f32 = 1.0;
/// Share of a place that has changed since table and record last agreed, from which something is different there. Less is light
/// and noise.
pub(crate) const FRESH: f64 = 0.12;
/// Share from which something may have come: a white tile on a white cloth changes no more.
pub(crate) const HARDLY: f64 = 0.06;
/// A pushed tile is known again within this many of its lengths.
pub(crate) const PUSHED: f64 = 2.0;
/// Looks after something moved in which all is read and decided, and for which a new tile waits for one that may have been
/// overlooked before it.
pub(crate) const SETTLES: u32 = 6;
/// Looks at rest before table and record can agree, or the tiles there at the start are reported.
pub(crate) const STEADY: u32 = 2;
/// Tiles that a hand may hide at once.
pub(crate) const FEW: usize = 3;
/// A table at rest is read so often: a twentieth of a core, so that a tile that was overlooked is found.
pub(crate) const IDLE: Duration = Duration::from_millis(1500);
/// Something that moves for longer than this is not a hand.
pub(crate) const RESTLESS: Duration = Duration::from_secs(20);
