//! The events: how they are written, chained and read back.

pub(crate) mod append;
pub(crate) mod chain;
pub(crate) mod codec;
pub(crate) mod evidence;
pub(crate) mod rows;
pub(crate) mod schema;
pub(crate) mod time;
