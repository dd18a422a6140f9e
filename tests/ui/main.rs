//! Every flow of the window without eframe, by its labels and keys, on a real database in a temporary folder.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and prints its measurements")]

mod advice;
mod again;
mod beginning;
mod called;
mod camera;
mod claims;
mod corrections;
mod doubt;
mod effort;
mod far;
mod first;
mod flows;
mod gallery;
mod games;
mod hand;
mod heard;
mod history;
mod layouts;
mod matches;
mod meeting;
mod names;
mod pairs;
mod phones;
mod pictures;
mod players;
mod rules;
mod script;
mod sharing;
mod sheets;
mod spanish;
mod table;
mod taps;
mod trials;
