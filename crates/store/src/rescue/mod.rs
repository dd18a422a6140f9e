//! Second records, backups, and what to do when a file is damaged.

pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod copies;
pub(crate) mod mirror;
pub(crate) mod recover;
pub(crate) mod salvage;
pub(crate) mod sources;
