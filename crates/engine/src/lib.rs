//! Runs small convolutional networks. It depends neither on their pictures nor on their files.
//!
//! A network is a plain [`graph::Graph`]. [`plan::Plan`] compiles it for pictures of one size into a flat list of steps
//! with their buffers, or names what it cannot do. The steps are convolutions over blocks of channels (`direct`,
//! `winograd`), dense layers and the operations between them. [`Tier`] chooses the vector instructions when the program
//! runs.

mod aligned;
mod dense;
mod direct;
mod frequencies;
mod front;
pub mod graph;
mod layer;
mod map;
mod pace;
pub mod plan;
mod rest;
mod share;
mod tier;
mod winograd;

pub use pace::Pace;
pub use tier::Tier;
