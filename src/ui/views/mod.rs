//! The screens. Each reads the state and pushes what it is asked for.

mod advice;
mod banner;
mod bar;
mod camera;
mod chart;
mod drops;
mod history;
mod keypad;
mod league;
mod more;
mod new_game;
mod notice;
mod pad;
mod rules;
mod settings;
mod side_panels;
pub mod spectators;
mod statistics;
mod table;
mod tally;

use crate::ui::action::{Action, Screen};
use crate::ui::state::State;
use crate::ui::theme::{GAP, RADIUS, Theme};
use egui::{CornerRadius, Rect, StrokeKind, Ui, UiBuilder, pos2};

/// A list of wishes that grows while a frame is drawn.
pub type Actions = Vec<Action>;

/// Draws the whole window.
pub fn root_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let full = ui.max_rect();
    let theme = state.theme;
    ui.painter().rect_filled(full, 0, theme.ground);
    let top = bar::height(full);
    let bar_rect = Rect::from_min_max(full.min, pos2(full.right(), full.top() + top));
    bar::bar_ui(ui, bar_rect, state, actions);
    let mut rest = Rect::from_min_max(pos2(full.left(), bar_rect.bottom()), full.max);
    notice::notices_ui(ui, &mut rest, state, actions);
    let gap = if full.height() < 500.0 { 6.0 } else { GAP };
    let rest = rest.shrink(gap);
    match state.screen {
        Screen::Table => table::table_ui(ui, rest, state, actions),
        Screen::NewGame => within(ui, rest, "new game", |ui| new_game::new_game_ui(ui, state, actions)),
        Screen::History => within(ui, rest, "history", |ui| history::history_ui(ui, state, actions)),
        Screen::Rules => within(ui, rest, "rules", |ui| rules::rules_ui(ui, state)),
        Screen::Camera => within(ui, rest, "camera", |ui| camera::setup::setup_ui(ui, state, actions)),
        Screen::Settings => within(ui, rest, "settings", |ui| settings::settings_ui(ui, state, actions)),
    }
    if state.spectators {
        spectators::spectators_viewport(ui.ctx(), state, actions);
    }
}

/// Calls `show` with a ui that fills `rect`.
fn within<R>(ui: &mut Ui, rect: Rect, salt: &'static str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(salt), show).inner
}

/// Paints a panel's ground.
fn panel(ui: &Ui, theme: &Theme, rect: Rect) {
    ui.painter().rect(rect, CornerRadius::same(RADIUS), theme.panel, theme.outline(), StrokeKind::Inside);
}
