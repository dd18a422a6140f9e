//! The screens. Each reads the state and pushes actions.

mod advice;
pub mod alone;
mod banner;
mod bar;
mod camera;
mod chart;
mod code;
mod count;
mod doubt;
mod drops;
mod games;
mod help;
mod history;
mod keypad;
mod league;
mod more;
mod new_game;
mod notice;
mod pad;
mod phones;
mod players;
mod rules;
mod score_sheet;
mod scores;
mod settings;
mod side_panels;
pub mod spectators;
mod statistics;
mod table;
mod tally;
mod told;
mod welcome;

use crate::ui::action::Action;
use crate::ui::screen::Screen;
use crate::ui::state::State;
use crate::widgets::cheer;
use crate::widgets::text::Ink;
use crate::widgets::theme::{GAP, RADIUS, Theme, Weight};
use egui::epaint::MarginF32;
use egui::{Align, CornerRadius, Label, Layout, Rect, RichText, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2};
use egui_extras::{Size, Strip, StripBuilder};
use language::{say, say_count};

/// Most letters of a player's name.
const NAME_LETTERS: usize = 40;

/// A list of wishes that grows while a frame is drawn.
pub type Actions = Vec<Action>;

/// Draws the whole window.
pub fn root_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let full = ui.max_rect();
    let theme = state.theme;
    let _window = ui.ctx().accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label("Sixty-One"));
    ui.painter().rect_filled(full, 0, theme.ground);
    let top = bar::height(full);
    let bar_rect = Rect::from_min_max(full.min, pos2(full.right(), full.top() + top));
    bar::bar_ui(ui, bar_rect, state, actions);
    let below = Rect::from_min_max(pos2(full.left(), bar_rect.bottom()), full.max);
    let gap = if full.size().min_elem() < 500.0 { 6.0 } else { GAP };
    let rest = below.shrink(gap);
    match state.screen {
        _ if state.phones.shown => within(ui, rest, "phones", |ui| phones::phones_ui(ui, state, actions)),
        Screen::Table => within(ui, rest, "table", |ui| table::table_ui(ui, state, actions)),
        Screen::NewGame => within(ui, rest, "new game", |ui| new_game::new_game_ui(ui, state, actions)),
        Screen::History => within(ui, rest, "history", |ui| history::history_ui(ui, state, actions)),
        Screen::Rules => within(ui, rest, "rules", |ui| rules::rules_ui(ui, state)),
        Screen::Count => within(ui, rest, "count", |ui| count::count_ui(ui, state, actions)),
        Screen::Camera => within(ui, rest, "camera", |ui| camera::setup::setup_ui(ui, state, actions)),
        Screen::Settings => within(ui, rest, "settings", |ui| settings::settings_ui(ui, state, actions)),
        Screen::Help => within(ui, rest, "help", |ui| help::help_ui(ui, state, actions)),
        Screen::Welcome => within(ui, rest, "welcome", |ui| welcome::welcome_ui(ui, state, actions)),
    }
    notice::notices_ui(ui, below, state, actions);
    cheer_ui(ui, full, state);
    if state.spectators {
        spectators::spectators_viewport(ui.ctx(), state, actions);
    }
}

/// The words above a group of controls.
fn heading(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(words).font(Weight::SemiBold.font(17.0)).color(theme.quiet));
}

/// A game that was won, over everything; it takes no touch.
fn cheer_ui(ui: &Ui, full: Rect, state: &State) {
    let Some(cheered) = state.sound.cheer.filter(|_| !state.theme.still) else { return };
    let since = (ui.input(|input| input.time) - cheered.since) as f32;
    if !(0.0..cheer::LASTS).contains(&since) {
        return;
    }
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("cheer")));
    cheer::paint(&painter, &state.theme, full, state.theme.side(cheered.side), cheered.word, since);
    ui.ctx().request_repaint();
}

/// Calls `show` with a ui that fills `rect`.
fn within<R>(ui: &mut Ui, rect: Rect, salt: &'static str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(salt), show).inner
}

/// Parts beside each other, `gap` between them; `show` is called for each with its number.
fn columns(ui: &mut Ui, gap: f32, sizes: &[Size], show: impl FnMut(usize, &mut Ui)) {
    strip(ui, gap, true, sizes, show);
}

/// Parts below each other.
fn rows(ui: &mut Ui, gap: f32, sizes: &[Size], show: impl FnMut(usize, &mut Ui)) {
    strip(ui, gap, false, sizes, show);
}

fn strip(ui: &mut Ui, gap: f32, beside: bool, sizes: &[Size], mut show: impl FnMut(usize, &mut Ui)) {
    let spacing = ui.spacing().item_spacing;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(gap);
        let cells = |mut strip: Strip<'_, '_>| {
            for n in 0..sizes.len() {
                strip.cell(|ui| {
                    ui.spacing_mut().item_spacing = spacing;
                    show(n, ui);
                });
            }
        };
        let builder = sizes.iter().fold(StripBuilder::new(ui), |builder, size| builder.size(*size));
        if beside {
            builder.horizontal(cells)
        } else {
            builder.vertical(cells)
        };
    });
}

/// Width up to which a column of a form can be read at a glance.
const COLUMN: f32 = 720.0;

/// Columns of a form in so much width.
const fn form_columns(width: f32) -> usize {
    match width {
        width if width < 820.0 => 1,
        width if width < 1500.0 => 2,
        _ => 3,
    }
}

/// A form in `n` columns; on a screen that is wider than they need, in its middle.
fn form_ui<R>(ui: &mut Ui, n: usize, show: impl FnOnce(&mut [Ui]) -> R) -> R {
    let room = ui.available_rect_before_wrap();
    let spare = ((room.width() - n as f32 * COLUMN) / 2.0).max(0.0);
    ui.scope_builder(UiBuilder::new().max_rect(room.shrink2(vec2(spare, 0.0))), |ui| ui.columns(n, show)).inner
}

/// A line of this height, from the left.
fn line_ui<R>(ui: &mut Ui, height: f32, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height), Layout::left_to_right(Align::Center), show).inner
}

/// A panel over all the room there is, with so much room round what `show` puts in it.
fn panel_ui<R>(ui: &mut Ui, theme: &Theme, margin: impl Into<MarginF32>, show: impl FnOnce(&mut Ui) -> R) -> R {
    let rect = ui.available_rect_before_wrap();
    panel(ui, theme, rect);
    within(ui, rect - margin.into(), "panel", show)
}

/// Words in the middle of the room, where there is nothing else to show; as many lines as they need.
fn middle_ui(ui: &mut Ui, words: &str, ink: Ink) {
    ui.centered_and_justified(|ui| ui.add(Label::new(ink.on(words)).wrap().selectable(false)));
}

/// "no match", "1 match", "12 matches".
fn counted_matches(n: usize) -> String {
    match n {
        0 => say!("no match").to_owned(),
        n => say_count!(n, "{n} match", "{n} matches"),
    }
}

/// Paints a panel's ground.
fn panel(ui: &Ui, theme: &Theme, rect: Rect) {
    ui.painter().rect(rect, CornerRadius::same(RADIUS), theme.panel, theme.outline(), StrokeKind::Inside);
}
