//! The window without a window: every flow by its labels and keys, on a real database in a temporary folder.

mod flows;
mod matches;
mod names;
mod table;
