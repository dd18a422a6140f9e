//! The tracker: from the pictures of a table over time to what happened on it, beside the record.
//!
//! A [`Look`] comes in, a [`Sighting`] goes out. Nothing here knows a camera, a clock, a thread, a file or a window: time is that of
//! the pictures. Read it in this order.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `similarity` | how one picture of the table lies over another |
//! | [`gate`] | what has changed since the last picture besides camera and light: nothing, something small, a hand |
//! | `fuse` | what several looks at one table come to |
//! | `drops` | which play a new tile may be, and how likely |
//! | [`watch`] | where the recorded tiles are, what is new, and what that means |
//! | [`hints`] | what would help the reader |
//! | [`sighting`] | what is reported |
//! | `wording` | what was seen, in the words and the figures of the match |
//! | [`watcher`] | one call for each picture |

#![warn(missing_docs)]

mod drops;
mod fuse;
pub mod gate;
pub mod hints;
pub mod next;
pub mod sighting;
mod similarity;
pub mod watch;
pub mod watcher;
mod wording;

pub use fuse::fuse;
pub use hints::Hint;
pub use sighting::{Alternative, Correction, EndMark, Outline, Proposal, Sighting, TableState, Timing};
pub use similarity::Similarity;
pub use watch::{Mark, Mistake, Offer, Role, Stand, Verdict, Watch};
pub use watcher::{Look, Watcher};
pub use wording::{AUTO_CONFIRM, play_event};
