//! The server over real sockets.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod attacks;
mod boards;
mod browser;
mod client;
mod fuzz;
mod https;
mod languages;
mod table;
mod wire;
