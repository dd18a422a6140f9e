//! Sixty-One: keeps the score of dominoes played with real tiles.

#![warn(missing_docs)]

pub mod cli;
pub mod frame;
pub mod game;
pub mod layout;
pub mod picture;
pub mod reading;
pub mod rng;
pub mod rules;
pub mod tile;
pub mod vision;
