//! Which tile, and why.
pub mod spec;
pub mod table;
pub mod sim;
pub mod belief;
pub mod policy;
pub mod view;
pub mod engine;
pub mod race;
pub mod search;
pub mod arena;
pub mod players;
pub mod solver;
