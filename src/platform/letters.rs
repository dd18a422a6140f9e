//! Letters that the program's typeface lacks, from the system's typefaces.

/// Adds the system's typefaces where no window has done so.
#[cfg(not(target_arch = "wasm32"))]
pub fn add_letters(ctx: &egui::Context) {
    ctx.add_font_provider(std::sync::Arc::new(egui_system_font_provider::SystemFontProvider::new()));
}

/// A browser has none to give.
#[cfg(target_arch = "wasm32")]
pub fn add_letters(_: &egui::Context) {}
