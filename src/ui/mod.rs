//! The window. `app` talks to eframe; `views` are the screens; `widgets` draw.
//!
//! Views borrow the state and push [`action::Action`]s; they compute no rule, open no file and hold no lock.
//! Coordinates are egui points, y down; angles are in radians, clockwise.

pub mod entry;
pub mod theme;
pub mod widgets;
pub mod words;
