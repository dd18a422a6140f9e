//! Opens the window on a canvas.

use crate::stage::Stage;
use language::say;
use sixty_one::platform::spoken;
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::notice::Notice;
use sixty_one::ui::shell::Shell;
use sixty_one::voice::Voice;
use std::path::Path;
use store::disk::{self, MountError};
use wasm_bindgen::prelude::*;
use web_sys::OffscreenCanvas;

/// The folder of the sessions among the browser's files.
const FOLDER: &str = "/sessions";

/// Opens the window on a canvas. The flags say whether the page has a voice and came over https.
///
/// # Errors
/// `taken`: another tab has the sessions. Anything else is in words.
#[wasm_bindgen]
pub async fn open(canvas: OffscreenCanvas, speaks: bool, secure: bool) -> Result<Stage, JsValue> {
    std::panic::set_hook(Box::new(|why| web_sys::console::error_1(&why.to_string().into())));
    // Until the settings are read, which may name another.
    language::set(spoken::of_system());
    let in_memory = disk::mount().await.map_err(|why| match why {
        MountError::InUse => JsValue::from_str("taken"),
        MountError::Failed(_) => JsValue::from_str(&why.to_string()),
    })?;
    let keeper = Keeper::open(Path::new(FOLDER)).map_err(|why| JsValue::from_str(&why.to_string()))?;
    let keeper = if in_memory.is_some() { keeper.without_backups() } else { keeper };
    let mut shell =
        Shell::new(keeper).with_language(spoken::of_system(), language::set).with_voice(Voice::of_page(speaks));
    shell.state.perishes = in_memory.is_some();
    if let Some(why) = in_memory {
        web_sys::console::warn_1(&why.into());
        let words = if secure {
            say!(
                "Nothing is saved in this window, because it is private or its storage is off. Export a match before you close it."
            )
        } else {
            say!("Nothing is saved, because this page was loaded without https. Export a match before you close it.")
        };
        shell.state.notices.push(Notice::told(words));
    }
    Stage::new(canvas, shell).map_err(|why| JsValue::from_str(&why))
}
