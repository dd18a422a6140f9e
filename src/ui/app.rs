//! The bridge to eframe: opens the window, passes frames on to the shell. The only file that names eframe.

use crate::ui::shell::Shell;
use crate::ui::views::alone::{self, alone_ui};
use crate::widgets::theme::{self, Theme};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time that a message stays.
const TOLD: Duration = Duration::from_secs(30);

/// Smallest window, in points: a phone, either way round.
const SMALLEST: [f32; 2] = [360.0, 300.0];

/// The window as it opens, in points: with its title bar and the desktop's it fits a screen of 1280 x 720.
const OPENING: [f32; 2] = [1240.0, 640.0];

struct App {
    shell: Shell,
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.shell.logic(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.shell.ui(ui);
    }

    fn clear_color(&self, _: &egui::Visuals) -> [f32; 4] {
        self.shell.state.theme.ground.to_normalized_gamma_f32()
    }
}

/// Words alone in a window.
struct Told {
    words: String,
    begun: Instant,
}

impl eframe::App for Told {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        if alone_ui(ui, &Theme::LIGHT, &self.words) || self.begun.elapsed() > TOLD {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        ui.ctx().request_repaint_after(TOLD);
    }

    fn clear_color(&self, _: &egui::Visuals) -> [f32; 4] {
        Theme::LIGHT.ground.to_normalized_gamma_f32()
    }
}

/// Returns the window's requirements of the graphics driver.
fn options(viewport: egui::ViewportBuilder) -> eframe::NativeOptions {
    eframe::NativeOptions { viewport, multisampling: 0, ..eframe::NativeOptions::default() }
}

/// Makes a window that is never shown, and its OpenGL: what keeps the real one from opening is found without it.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// Libraries that are missing may make the toolkit panic.
pub fn probe() -> Result<(), String> {
    let options = options(egui::ViewportBuilder::default().with_visible(false));
    match eframe::run_native("Sixty-One", options, Box::new(|_| Err("everything is there".into()))) {
        Ok(()) | Err(eframe::Error::AppCreation(_)) => Ok(()),
        Err(why) => Err(why.to_string()),
    }
}

/// Opens the window and shows it until it is closed.
///
/// # Errors
/// No window: no display, no OpenGL.
pub fn run(shell: Shell) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Sixty-One")
        .with_app_id("sixty-one")
        .with_inner_size(OPENING)
        .with_min_inner_size(SMALLEST)
        .with_icon(Arc::new(icon()));
    let options = options(viewport);
    let mut shell = shell;
    let created = move |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, Box<dyn std::error::Error + Send + Sync>> {
        theme::install_fonts(&context.egui_ctx);
        shell.follow_system(&context.egui_ctx);
        Ok(Box::new(App { shell }))
    };
    eframe::run_native("Sixty-One", options, Box::new(created)).map_err(|why| why.to_string())
}

/// Shows words in a small window of their own, for a while: who starts the program by its icon sees no terminal.
///
/// # Errors
/// Why there is no window.
pub fn tell(words: String) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Sixty-One")
        .with_app_id("sixty-one")
        .with_inner_size(alone::SIZE)
        .with_icon(Arc::new(icon()));
    let options = options(viewport);
    let created = move |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, Box<dyn std::error::Error + Send + Sync>> {
        theme::install_fonts(&context.egui_ctx);
        Theme::LIGHT.apply(&context.egui_ctx);
        Ok(Box::new(Told { words, begun: Instant::now() }))
    };
    eframe::run_native("Sixty-One", options, Box::new(created)).map_err(|why| why.to_string())
}

/// The window's icon: a double-six seen upright, on wood.
fn icon() -> egui::IconData {
    const SIDE: usize = 64;
    let mut rgba = Vec::with_capacity(SIDE * SIDE * 4);
    for i in 0..SIDE * SIDE {
        rgba.extend(icon_pixel((i % SIDE) as f32 + 0.5, (i / SIDE) as f32 + 0.5));
    }
    egui::IconData { rgba, width: SIDE as u32, height: SIDE as u32 }
}

/// A pixel of the icon at a place of its 64 x 64.
fn icon_pixel(x: f32, y: f32) -> [u8; 4] {
    let inside = |left: f32, top: f32, right: f32, bottom: f32, radius: f32| {
        let dx = (left + radius - x).max(x - (right - radius)).max(0.0);
        let dy = (top + radius - y).max(y - (bottom - radius)).max(0.0);
        dx * dx + dy * dy <= radius * radius
    };
    let near = |cx: f32, cy: f32, radius: f32| (x - cx).powi(2) + (y - cy).powi(2) <= radius * radius;
    let pips =
        [14.0, 22.0, 30.0, 40.0, 48.0, 56.0].iter().any(|cy| near(25.5, cy - 3.0, 3.1) || near(38.5, cy - 3.0, 3.1));
    if !inside(1.0, 1.0, 63.0, 63.0, 13.0) {
        [0, 0, 0, 0]
    } else if inside(18.0, 4.0, 46.0, 60.0, 5.0) {
        if pips || (y - 32.0).abs() < 0.8 && (x - 32.0).abs() < 10.0 { [29, 26, 23, 255] } else { [246, 239, 221, 255] }
    } else {
        [0x6b, 0x42, 0x24, 255]
    }
}
