//! The eye: reads the layout on a picture of a table, with its open ends and doubts.
//!
//! Pictures go in as [`frame::Frame`]s or as the bytes of a picture file; nothing here knows a clock, a thread's owner,
//! a file's name or a window. Read it in this order.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`frame`] | a picture in memory |
//! | [`geometry`] | points and quadrilaterals in the plane |
//! | [`picture`] | the bytes of picture files: decoding, JPEG, the turn a phone notes in them |
//! | [`detect`] | from one picture to the tiles in it; one file names tract |
//! | [`read`] | from seen tiles to the most probable layout, its ends and doubts |

#![warn(missing_docs)]

pub mod detect;
pub mod frame;
pub mod geometry;
pub mod picture;
pub mod read;
mod reader;

pub use reader::{PictureReading, Reader};
