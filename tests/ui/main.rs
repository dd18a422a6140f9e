//! Every flow of the window without eframe, by its labels and keys, on a real database in a temporary folder.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and prints its measurements")]

mod advice;
mod again;
mod beginning;
mod called;
mod camera;
mod claims;
mod corrections;
mod disagree;
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
mod kept;
mod layouts;
mod matches;
mod meeting;
mod names;
mod pairs;
mod phones;
mod pictures;
mod players;
mod replay;
mod rules;
mod script;
mod sharing;
mod sheets;
mod sources;
mod spanish;
mod table;
mod taps;
mod trials;
