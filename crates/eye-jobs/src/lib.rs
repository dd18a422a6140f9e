//! What a window asks of the eye in a thread or Web Worker beside it: watch a table, read a hand, count a heap.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`local`] | watches a source without a thread or camera: orders and pictures in, sightings out |
//! | [`packed`] | orders and sightings as bytes |
//! | [`picture`], [`hand`], [`heap`] | a picture to be read, and the answers |
//! | [`message`] | the form of all these bytes |
//! | [`clock`] | the clock of watched pictures |

#![warn(missing_docs)]

pub mod clock;
pub mod hand;
pub mod heap;
pub mod local;
pub mod message;
mod networks;
mod pace;
pub mod packed;
pub mod picture;
mod selftest;
mod shot;
mod simulated;
mod talk;

pub use networks::Networks;
pub use pace::{AWAY, Pace, see};
pub use picture::PictureIn;
pub use selftest::{SelfTest, self_test};
pub use shot::Shot;
pub use simulated::SimulatedTable;
pub use talk::Talk;
