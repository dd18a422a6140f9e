//! Sixty-One: keeps the score of dominoes played with real tiles.

#![warn(missing_docs)]

pub mod cli;
pub mod frame;
pub mod rng;
pub mod sim;
pub mod tile;
