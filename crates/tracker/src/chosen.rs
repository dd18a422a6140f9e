//! The numbers of the tracker that were chosen by hand, each with its reason, and what follows from them.

use crate::fitted::{NOT_TOLD, TOLD};
use std::time::Duration;

/// Log-odds that a tile outside the record is in the line, before anything was read: one tile of a set in some two hundred.
pub(crate) const PRIOR: f64 = -5.3;
/// Log-odds from which a tile is proposed: one proposal in a hundred may be wrong, since a person decides.
pub(crate) const PROPOSE: f64 = 4.6;
/// Log-odds from which it may be recorded without asking: one in two thousand may be wrong.
pub(crate) const CONFIRM: f64 = 7.6;
/// Log-odds below which a tile is not on the table; between this and [`PROPOSE`] it is open, and the table is looked at again.
pub(crate) const GONE: f64 = -PROPOSE;
/// Evidence beyond these bounds is not counted: one look that does not tell a tile makes it one to ask about.
pub(crate) const MOST: f64 = CONFIRM - NOT_TOLD;
/// Most evidence of one look at a face, in log-odds.
pub(crate) const ONE_LOOK: f64 = TOLD[TOLD.len() - 1].1;
/// Looks nearer to each other than this count by their share of it: the same light, the same noise of compression.
pub(crate) const ALIKE: Duration = Duration::from_millis(300);
/// Share of tiles that come into the line per second while something is over the table: one of 28 is played in about five seconds.
pub(crate) const MOVING: f64 = 7e-3;
/// Two outlines are one place when they share this part of the smaller.
pub(crate) const SAME_PLACE: f64 = 0.5;
/// Log-odds of the detector from which something may be a tile: alternatives that overlap a real one lie lower.
pub(crate) const CANDIDATE: f32 = -0.5;
/// Log-odds of the detector from which something is a tile although no legal play explains it.
pub(crate) const CLEAR: f32 = 1.0;
/// Share of a place that differs from the table as it last agreed with the record, from which something has rather come there.
pub(crate) const FRESH: f64 = 0.12;
/// Share from which something may have come: a white tile on a white cloth changes no more.
pub(crate) const HARDLY: f64 = FRESH / 2.0;
/// Share from which the old tile of the last hand was played there again.
pub(crate) const LAID_ANEW: f64 = 2.0 * FRESH;
/// A pushed tile is known again within this many of its lengths.
pub(crate) const PUSHED: f64 = 2.0;
/// Looks after something moved in which all is read and decided, and for which a new tile waits for one that may have been
/// overlooked before it.
pub(crate) const SETTLES: u32 = 6;
/// Most that a tile is worth in one look that was not seen and is only inferred from its neighbours.
pub(crate) const INFERRED: f64 = 1.0;
/// Looks at rest before table and record can agree, or the tiles there at the start are reported.
pub(crate) const STEADY: u32 = 2;
/// Tiles that a hand may hide at once.
pub(crate) const FEW: usize = 3;
/// A table at rest that agrees with the record is read so often: a twentieth of a core, so that a tile that was overlooked is found.
pub(crate) const IDLE: Duration = Duration::from_millis(1500);
