//! The window of Sixty-One in a browser: the same window (`sixty_one::ui`), drawn into a canvas.
//!
//! The page itself holds no more than the canvas and what only a page can do (`www/page.js`: touches, keys, file fields,
//! a hidden control for each button). Everything else runs in Web Workers, which are this module started again: the window and
//! its store in one, so that an act is on disk when its peg moves exactly as on a desktop. Page and worker exchange
//! messages, which are plain data.
#![cfg(target_arch = "wasm32")]

mod advisor;
mod controls;
mod input;
mod message;
mod stage;

use language::say;
use sixty_one::platform::spoken;
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::notice::Notice;
use sixty_one::ui::shell::Shell;
use sixty_one::voice::Voice;
use stage::Stage;
use std::path::Path;
use store::disk::{self, MountError};
use wasm_bindgen::prelude::*;
use web_sys::OffscreenCanvas;

/// The folder of the sessions among the browser's files.
const FOLDER: &str = "/sessions";

/// Opens the window on a canvas. Has the page a voice?
///
/// # Errors
/// `taken`: another tab has the sessions. Anything else is in words.
#[wasm_bindgen]
pub async fn open(canvas: OffscreenCanvas, speaks: bool) -> Result<Stage, JsValue> {
    std::panic::set_hook(Box::new(|why| web_sys::console::error_1(&why.to_string().into())));
    // Until the settings are read, which may name another.
    language::set(spoken::of_system());
    let in_memory = disk::mount().await.map_err(|why| match why {
        MountError::InUse => JsValue::from_str("taken"),
        MountError::Failed(_) => JsValue::from_str(&why.to_string()),
    })?;
    let keeper = Keeper::open(Path::new(FOLDER)).map_err(|why| JsValue::from_str(&why.to_string()))?;
    let mut shell =
        Shell::new(keeper).with_language(spoken::of_system(), language::set).with_voice(Voice::of_page(speaks));
    if let Some(why) = in_memory {
        shell.state.notices.push(Notice::failed(say!(
            "This browser keeps nothing here ({why}). The evening can be played; export the match before the page is closed.",
            why
        )));
    }
    Stage::new(canvas, shell).map_err(|why| JsValue::from_str(&why))
}
