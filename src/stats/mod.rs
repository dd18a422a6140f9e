//! Looking back: figures over many games, and a generator of seasons to try them on. Pure: folds over events, no
//! files, no clock.

pub mod season;
