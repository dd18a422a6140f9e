//! The spectators' window: score, pegs, the last drop. It mirrors the table and takes no part in it.

use super::{Actions, side_panels, table};
use crate::ui::action::Action;
use crate::ui::state::State;
use crate::widgets::line;
use crate::widgets::score;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, Weight};
use egui::{Align2, Context, Rect, Ui, ViewportBuilder, ViewportId, pos2, vec2};
use game::words;
use language::say;

/// Shows the second window.
pub(super) fn spectators_viewport(ctx: &Context, state: &State, actions: &mut Actions) {
    let builder = ViewportBuilder::default().with_title(say!("Sixty-One: spectators")).with_inner_size([1280.0, 720.0]);
    ctx.show_viewport_immediate(ViewportId::from_hash_of("spectators"), builder, |ui, class| {
        spectators_ui(ui, state);
        // Where the system has one window only, the key has reached the table already.
        let own = class != egui::ViewportClass::EmbeddedWindow;
        let closed = |input: &egui::InputState| input.viewport().close_requested() || input.key_pressed(egui::Key::F6);
        if own && ui.ctx().input(closed) {
            actions.push(Action::Spectators);
        }
    });
}

/// Draws the second window's content.
pub fn spectators_ui(ui: &mut Ui, state: &State) {
    let theme = &state.theme;
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0, theme.ground);
    let rect = full.shrink(GAP);
    let Some(on_table) = &state.table else {
        let ink = Ink::new(Weight::SemiBold, 40.0, theme.quiet);
        text::put(ui.painter(), rect.center(), Align2::CENTER_CENTER, "Sixty-One", ink);
        return;
    };
    let setup = on_table.game.setup();
    let board_high = (rect.height() * 0.30).min(rect.width() * 0.3);
    let board = Rect::from_min_max(pos2(rect.left(), rect.bottom() - board_high), rect.max);
    let told = Rect::from_min_size(pos2(rect.left(), board.top() - GAP - 70.0), vec2(rect.width(), 70.0));
    let above = Rect::from_min_max(rect.min, pos2(rect.right(), told.top() - GAP));
    let n = setup.sides() as f32;
    let line_width = if n > 2.0 { 0.0 } else { rect.width() * 0.32 };
    let width = (above.width() - line_width - GAP * n) / n;
    for side in setup.all_sides() {
        let i = side.index() as f32;
        // The line is between two sides.
        let shift = if line_width > 0.0 && i > 0.0 { line_width + GAP } else { 0.0 };
        let place = Rect::from_min_size(
            pos2(above.left() + (width + GAP) * i + shift, above.top()),
            vec2(width, above.height()),
        );
        score::paint(ui.painter(), theme, place, &side_panels::panel_of(on_table, side, true));
    }
    let layout = on_table.round().map(|round| round.layout.clone()).unwrap_or_default();
    if line_width > 0.0 && !layout.is_empty() {
        let place =
            Rect::from_min_size(pos2(above.left() + width + GAP, above.top()), vec2(line_width, above.height()));
        let marks = line::Marks { last: Some(layout.len() - 1), ..line::Marks::default() };
        line::show(ui, theme, place, &layout, on_table.rules(), &marks);
    }
    if let Some(round) = on_table.round()
        && let Some(last) = round.turns.len().checked_sub(1)
    {
        let quiet = on_table.claim_open().is_some();
        let words = words::tell(setup, round, last, quiet);
        let line = if words.detail.is_empty() { words.title } else { format!("{} · {}", words.title, words.detail) };
        let ink =
            text::fitting(ui.painter(), &line, Ink::new(Weight::SemiBold, 34.0, theme.text), told.width() - 120.0);
        text::put(ui.painter(), told.left_center(), Align2::LEFT_CENTER, &line, ink);
        let points = Ink::new(Weight::Bold, 46.0, theme.good);
        text::put(ui.painter(), told.right_center(), Align2::RIGHT_CENTER, &words.points, points);
    }
    table::paint_board(ui, theme, board, state, on_table, false);
}
