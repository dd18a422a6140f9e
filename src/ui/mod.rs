//! The window. `app` talks to eframe; `shell` holds the state and performs the actions; `views` are the screens. They
//! draw with [`crate::widgets`].
//!
//! Views draw the state and push [`action::Action`]s. They themselves change only forms: what is being typed or chosen. They
//! compute no rule, open no file and hold no lock.
//! Coordinates are egui points, y down; angles are in radians, clockwise.

pub mod action;
pub mod advice_client;
pub mod advise;
#[cfg(not(target_arch = "wasm32"))]
pub mod app;
mod background;
mod caller;
pub mod camera;
pub mod count;
pub mod entry;
pub mod history;
pub mod keeper;
pub mod keyboard;
pub mod keys;
pub mod notice;
pub mod phones;
pub mod score_sheet;
pub mod screen;
pub mod settings;
pub mod shell;
pub mod state;
pub mod table;
pub mod taps;
pub mod views;
pub mod watch;

/// What a thread calls to be seen to: the window draws a frame. Until its first frame the window is not known.
fn waking(ctx: Option<egui::Context>) -> impl Fn() + Send + 'static {
    move || {
        if let Some(ctx) = &ctx {
            ctx.request_repaint();
        }
    }
}
