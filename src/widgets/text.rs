//! Text at a place: in one line, cut with … when it does not fit, or whole in several.

use crate::widgets::theme::Weight;
use egui::epaint::TextShape;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Align2, Color32, Galley, Label, Painter, Pos2, Rect, Response, RichText, Ui, Vec2, pos2};
use std::sync::Arc;

/// Smaller letters are not read in the hand, in points.
pub const READABLE: f32 = 12.0;

/// Style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Weight of the text.
    pub weight: Weight,
    /// Size in points.
    pub size: f32,
    /// Colour of the text.
    pub color: Color32,
}

impl Ink {
    /// Text of this weight, size and colour.
    #[must_use]
    pub const fn new(weight: Weight, size: f32, color: Color32) -> Self {
        Self { weight, size, color }
    }

    /// Returns the style with another colour.
    #[must_use]
    pub const fn color(self, color: Color32) -> Self {
        Self { color, ..self }
    }

    /// Returns the words for egui's own widgets.
    #[must_use]
    pub fn on(self, words: &str) -> RichText {
        RichText::new(words).font(self.weight.font(self.size)).color(self.color)
    }

    fn format(self) -> TextFormat {
        TextFormat::simple(self.weight.font(self.size), self.color)
    }
}

/// One line in a layout; the pointer shows the hidden part.
pub fn label(ui: &mut Ui, words: &str, ink: Ink) -> Response {
    ui.add(Label::new(ink.on(words)).truncate().selectable(false))
}

/// One line in a layout, in smaller letters where there is little room.
pub fn label_whole(ui: &mut Ui, words: &str, ink: Ink) -> Response {
    let fitting = fitting(ui.painter(), words, ink, ui.available_width());
    label(ui, words, Ink { size: fitting.size.max(READABLE.min(ink.size)), ..ink })
}

/// Sets one line at most `max_width` wide.
#[must_use]
pub fn layout(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), ink.format());
    job.wrap = TextWrapping { max_rows: 1, break_anywhere: true, ..TextWrapping::wrap_at_width(max_width) };
    painter.layout_job(job)
}

/// Sets at most `max_rows` lines at most `max_width` wide.
#[must_use]
pub fn layout_rows(painter: &Painter, text: &str, ink: Ink, max_width: f32, max_rows: usize) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), ink.format());
    job.wrap = TextWrapping { max_rows, ..TextWrapping::wrap_at_width(max_width) };
    painter.layout_job(job)
}

/// Sets all of the words, in as many lines as they need.
#[must_use]
pub fn layout_whole(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> Arc<Galley> {
    layout_rows(painter, text, ink, max_width, usize::MAX)
}

/// Height of all of the words; those that take one line for certain are not set for it.
#[must_use]
pub fn height(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> f32 {
    /// Words are wider than their letters one by one at most by this factor.
    const APART: f32 = 1.05;
    let font = ink.weight.font(ink.size);
    let (wide, high) = painter.fonts_mut(|fonts| {
        let wide: f32 = text.chars().map(|letter| fonts.glyph_width(&font, letter)).sum();
        (wide, fonts.row_height(&font))
    });
    if wide * APART <= max_width { high } else { layout_whole(painter, text, ink, max_width).size().y }
}

/// Paints one line with its `anchor` corner at `pos`; it takes as much room as it needs.
pub fn put(painter: &Painter, pos: Pos2, anchor: Align2, text: &str, ink: Ink) -> Rect {
    put_within(painter, pos, anchor, text, ink, f32::INFINITY)
}

/// Paints one line no wider than `max_width`.
pub fn put_within(painter: &Painter, pos: Pos2, anchor: Align2, text: &str, ink: Ink, max_width: f32) -> Rect {
    let galley = layout(painter, text, ink, max_width);
    let rect = anchor.anchor_size(pos, galley.size());
    painter.galley(rect.min, galley, ink.color);
    rect
}

/// The largest size up to `ink.size` at which the line is at most `max_width` wide.
#[must_use]
pub fn fitting(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> Ink {
    let width = layout(painter, text, ink, f32::INFINITY).size().x;
    if width <= max_width { ink } else { Ink { size: (ink.size * max_width / width).max(8.0), ..ink } }
}

/// A size at which the whole line is at most `max_width` wide, or that of `ink` where such letters could not be read.
#[must_use]
pub fn readable(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> Ink {
    let fitting = fitting(painter, text, ink, max_width);
    if fitting.size < READABLE { ink } else { fitting }
}

/// Paints all of the words round `centre`: in one line where that can be read, else in two, in the largest letters that fit.
pub fn put_whole(painter: &Painter, centre: Pos2, text: &str, ink: Ink, room: Vec2) {
    let one = fitting(painter, text, ink, room.x);
    let sizes = std::iter::successors(Some(ink.size), |size| Some(size - 0.5)).take_while(|size| *size >= 8.0);
    let in_two = |size: f32| {
        let galley = layout_centred(painter, text, Ink { size, ..ink }, room.x);
        // A word is not broken.
        let words = |word| layout(painter, word, Ink { size, ..ink }, f32::INFINITY).size().x <= room.x;
        (!galley.elided && text.split_whitespace().all(words) && galley.size().y <= room.y && galley.size().x <= room.x)
            .then_some(galley)
    };
    // Two lines are worth it only where their letters are larger.
    let two = if one.size < READABLE { sizes.take_while(|size| *size > one.size).find_map(in_two) } else { None };
    let galley = two.unwrap_or_else(|| layout(painter, text, one, room.x));
    let middle = centre - pos2(galley.rect.center().x, galley.rect.center().y).to_vec2();
    painter.galley(middle, galley, ink.color);
}

/// Two lines at most, each in the middle, broken between words only.
fn layout_centred(painter: &Painter, text: &str, ink: Ink, max_width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), ink.format());
    job.wrap = TextWrapping { max_rows: 2, break_anywhere: false, ..TextWrapping::wrap_at_width(max_width) };
    job.halign = Align::Center;
    painter.layout_job(job)
}

/// Paints one line no wider than `max_width`, centred at `centre` and turned by `angle` (radians, clockwise).
pub fn put_turned(painter: &Painter, centre: Pos2, text: &str, ink: Ink, angle: f32, max_width: f32) {
    let galley = layout(painter, text, ink, max_width);
    let half = galley.size() / 2.0;
    let corner = centre - egui::emath::Rot2::from_angle(angle) * half;
    painter.add(TextShape::new(corner, galley, ink.color).with_angle(angle));
}
