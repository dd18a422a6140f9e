//! A message alone in a window of its own.

use crate::widgets::button::{self, Face};
use crate::widgets::text::Ink;
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Key, Label, Rect, Ui, UiBuilder, Vec2, vec2};
use language::say;

/// Size of the window, in points.
pub const SIZE: Vec2 = vec2(460.0, 170.0);

/// Shows these words with a button below; reports whether the window should close.
pub fn alone_ui(ui: &mut Ui, theme: &Theme, words: &str) -> bool {
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0, theme.ground);
    let inner = full.shrink(20.0);
    let size = vec2(140.0, TOUCH);
    let place = Rect::from_min_size(inner.right_bottom() - size, size);
    let room = inner.with_max_y(place.top() - 12.0);
    let ink = Ink::new(Weight::Medium, 18.0, theme.text);
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| ui.add(Label::new(ink.on(words)).wrap()));
    let face = Face::new(say!("Close")).key("Esc").main(true).size(16.0);
    let clicked = button::put(ui, theme, place, face).clicked();
    clicked || ui.input(|input| input.key_pressed(Key::Escape) || input.key_pressed(Key::Enter))
}
