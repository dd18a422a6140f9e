//! The tracker: from the pictures of a table over time to what happened on it, beside the record.
//!
//! A [`Look`] comes in, a [`Sighting`] goes out. It uses no camera, clock, thread, file or window; time is that of the
//! pictures. Read it in this order.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `similarity` | aligning one picture of the table with another |
//! | [`gate`] | the changes since the last picture besides camera and light: nothing, something small, a hand |
//! | `drops` | which play a new tile may be, and how likely |
//! | `places` | where the recorded tiles are |
//! | `face` | which play a face that is not a recorded tile may be |
//! | `faces` | every face that is not a recorded tile, and what one look tells of each tile of the set |
//! | `story` | the log-odds that each tile of the set is in the line, from one look to the next |
//! | `judge` | what the story comes to: an offer, a correction, a question, agreement |
//! | `watch` | one look after the other through these four |
//! | `verdict` | what a look comes to |
//! | [`hints`] | what would help the reader |
//! | [`sighting`] | what is reported |
//! | `wording` | what was seen, in the words and the figures of the match |
//! | `tracker` | one call for each picture: which are read, and what is made of it |
//! | `chosen`, `fitted` | the numbers: those chosen by hand with their reasons, and those that a command fits |

#![warn(missing_docs)]

mod chosen;
mod drops;
mod face;
mod faces;
mod fitted;
pub mod gate;
pub mod hints;
mod judge;
mod places;
pub mod sighting;
mod similarity;
mod speed;
mod story;
mod tracker;
mod verdict;
mod watch;
mod wording;

pub use hints::Hint;
pub use sighting::{Alternative, Correction, EndMark, Outline, Proposal, Sighting, TableState, Timing};
pub use similarity::Similarity;
pub use tracker::{Look, Tracker};
pub use verdict::{Asked, Mark, Mistake, Offer, Role, Stand, Verdict};
pub use watch::Watch;
pub use wording::play_event;
