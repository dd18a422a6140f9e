//! The keypad for "just the ends", and for the pips left in a hand.

use super::Actions;
use crate::ui::entry::EntryWish;
use crate::ui::entry::{DropEntry, Mode};
use crate::widgets::button::{self, Face};
use crate::widgets::text::READABLE;
use crate::widgets::theme::{SCORE_KEY, TOUCH, Theme};
use egui::{Rect, Ui, Vec2, pos2, vec2};
use game::tile::Pip;
use language::say;

const GAP: f32 = 7.0;

/// Returns the columns and rows for the keys of a set: its digits, "double" and "take back".
const fn shape(max: Pip) -> (usize, usize) {
    match max.get() {
        0..=6 => (4, 2),
        7..=9 => (4, 3),
        _ => (5, 3),
    }
}

/// Returns the room for the keypad of a set.
pub(super) fn size(max: Pip) -> Vec2 {
    let (columns, rows) = shape(max);
    vec2(columns as f32, rows as f32) * (SCORE_KEY + GAP) - Vec2::splat(GAP)
}

/// The least room that is enough for fingers.
pub(super) fn least(max: Pip) -> Vec2 {
    let (columns, rows) = shape(max);
    vec2(columns as f32, rows as f32) * (TOUCH + GAP) - Vec2::splat(GAP)
}

/// Shows the figures of a set, a key for doubles and, where there is a key left, one to take back.
pub(super) fn keypad_ui(ui: &Ui, theme: &Theme, rect: Rect, max: Pip, entry: &DropEntry, actions: &mut Actions) {
    let (columns, rows) = shape(max);
    let key = vec2((rect.width() + GAP) / columns as f32 - GAP, (rect.height() + GAP) / rows as f32 - GAP);
    let key = key.clamp(Vec2::splat(TOUCH), Vec2::splat(120.0));
    let grid = (key + Vec2::splat(GAP)) * vec2(columns as f32, rows as f32) - Vec2::splat(GAP);
    let corner = pos2(rect.right() - grid.x, rect.bottom() - grid.y);
    let place = |i: usize| {
        let cell = vec2((i % columns) as f32, (i / columns) as f32);
        Rect::from_min_size(corner + (key + Vec2::splat(GAP)) * cell, key)
    };
    let what = match entry.mode {
        Mode::Tile => say!("half"),
        Mode::Ends => say!("end"),
    };
    let size = (key.y * 0.36).clamp(18.0, 40.0);
    for pip in max.up_to() {
        let chosen = entry.typed.iter().any(|typed| typed.pip == pip);
        let label = pip.to_string();
        let name = format!("{what} {pip}");
        let face = Face::new(&label).name(&name).chosen(chosen).size(size);
        if button::put(ui, theme, place(usize::from(pip.get())), face).clicked() {
            actions.push(EntryWish::Figure(pip).into());
        }
    }
    let next = usize::from(max.get()) + 1;
    let double = entry.typed.last().is_some_and(|typed| typed.double);
    let face = Face::new(say!("double"))
        .name(say!("double, key *"))
        .chosen(double)
        .enabled(!entry.typed.is_empty())
        .size((size * 0.62).max(READABLE));
    if button::put(ui, theme, place(next), face).clicked() {
        actions.push(EntryWish::Double.into());
    }
    if next + 1 < columns * rows {
        let face = Face::new("←").name(say!("delete, key Backspace")).enabled(!entry.typed.is_empty()).size(size);
        if button::put(ui, theme, place(next + 1), face).clicked() {
            actions.push(EntryWish::Backspace.into());
        }
    }
}

/// Shows ten figures and "take back", for numbers.
pub(super) fn number_pad_ui(ui: &Ui, theme: &Theme, rect: Rect, actions: &mut Actions) {
    let (columns, rows) = if rect.width() > rect.height() * 1.6 { (6, 2) } else { (3, 4) };
    let key = vec2((rect.width() + GAP) / columns as f32 - GAP, (rect.height() + GAP) / rows as f32 - GAP);
    let key = key.clamp(Vec2::splat(TOUCH), Vec2::splat(96.0));
    let order: &[Option<u8>] =
        &[Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7), Some(8), Some(9), Some(0), None];
    for (i, figure) in order.iter().enumerate() {
        let cell = vec2((i % columns) as f32, (i / columns) as f32);
        let place = Rect::from_min_size(rect.min + (key + Vec2::splat(GAP)) * cell, key);
        let (label, action) = match figure.and_then(Pip::new) {
            Some(pip) => (pip.to_string(), EntryWish::Figure(pip).into()),
            None => ("←".to_owned(), EntryWish::Backspace.into()),
        };
        let name = if figure.is_some() { say!("digit {label}", label) } else { say!("delete a digit").to_owned() };
        if button::put(ui, theme, place, Face::new(&label).name(&name).size(24.0)).clicked() {
            actions.push(action);
        }
    }
}
