//! Whole games to and from other programs.

pub(crate) mod intake;
pub(crate) mod letter;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod message;
pub(crate) mod share;
