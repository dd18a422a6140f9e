//! Tables derived from the log, which can be dropped at any time.

pub(crate) mod archive;
pub(crate) mod book;
pub(crate) mod lines;
pub(crate) mod packed;
pub(crate) mod project;
pub(crate) mod summary;
