//! The data folder and the files in it beside the database.

pub mod disk;
pub(crate) mod kept;
pub(crate) mod names;
pub(crate) mod pictures;
pub(crate) mod place;
pub(crate) mod sync;
