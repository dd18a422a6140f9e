//! Whole games to and from other programs.

pub(crate) mod intake;
pub(crate) mod letter;
pub(crate) mod message;
pub(crate) mod share;
