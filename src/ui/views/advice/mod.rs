//! The adviser's panel: the own hand, the moves in order, why, and who may hold what.

mod hand;
mod holders;
mod moves;

use super::{Actions, middle_ui, rows, within};
use crate::ui::action::{Action, TableWish};
use crate::ui::advise::Ask;
use crate::ui::advise::{AdviceProgress, Aside};
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use crate::widgets::tile::{self, TileLook};
use egui::{Align, Align2, Layout, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_extras::Size;
use language::say;

/// Below this width parts stand below each other.
const UPRIGHT: f32 = 480.0;

/// The panel, in the place of the pad.
pub(super) fn advice_ui(ui: &mut Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let form = &state.advice;
    within(ui, rect, "advice", |ui| {
        rows(ui, 6.0, &[Size::exact(TOUCH), Size::remainder()], |n, ui| match (n, &form.progress) {
            (0, _) => {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| head_ui(ui, state, table, actions));
            }
            _ if form.entering => hand::hand_ui(ui, state, table, actions),
            (_, AdviceProgress::Ready(advice)) => moves::moves_ui(ui, state, table, advice, actions),
            (_, AdviceProgress::Thinking) => message(ui, theme, say!("Thinking…")),
            (_, AdviceProgress::Refused(why)) => message(ui, theme, &say!("No advice: {why}", why)),
            (_, AdviceProgress::Nothing) => message(ui, theme, &waiting(state, table)),
        });
    });
}

/// Shows the requests, from the right, and the seat they are about.
fn head_ui(ui: &mut Ui, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let form = &state.advice;
    let rect = ui.max_rect();
    ui.spacing_mut().item_spacing.x = 6.0;
    let mut put = |ui: &mut Ui, face: Face<'_>, width: f32, action: Action| {
        if button::sized(ui, theme, vec2(width, TOUCH), face.size(14.0)).clicked() {
            actions.push(action);
        }
    };
    let narrow = rect.width() < 560.0;
    let close = Face::new(say!("Close")).key(if narrow { "" } else { "Esc" });
    put(ui, close, if narrow { 62.0 } else { 96.0 }, TableWish::Open(Sheet::None).into());
    if form.entering {
        let setup = table.game.setup();
        for seat in setup.all_seats().collect::<Vec<_>>().into_iter().rev() {
            let name = setup.player(seat);
            let width = (name.chars().count() as f32 * 9.0 + 24.0).clamp(52.0, 120.0);
            let spoken = say!("{name}'s hand", name);
            let face = Face::new(name).name(&spoken).chosen(form.me == seat);
            put(ui, face, width, TableWish::Advice(Ask::Sit(seat)).into());
        }
        let words = say!("{tiles} · whose hand?", tiles = told_so_far(form.missing(table), form.held(table).len()));
        label(ui, theme, rect, ui.available_width() - 8.0, &words);
        return;
    }
    if matches!(form.progress, AdviceProgress::Ready(_)) {
        for (aside, name) in [(Aside::Holders, say!("Who holds what")), (Aside::Why, say!("Why"))] {
            let width = if aside == Aside::Why { 56.0 } else { 138.0_f32.min(rect.width() * 0.24) };
            put(ui, Face::new(name).chosen(form.aside == aside), width, TableWish::Advice(Ask::Aside(aside)).into());
        }
    }
    put(
        ui,
        Face::new(say!("Change")).name(say!("change the hand")),
        78.0,
        TableWish::Advice(Ask::Entering(true)).into(),
    );
    hand_row(ui, theme, ui.available_rect_before_wrap(), state, table);
}

/// "4 of 7 tiles", "one tile too many".
fn told_so_far(missing: i32, held: usize) -> String {
    match missing {
        0 if held == 1 => say!("1 tile").to_owned(),
        0 => say!("{held} tiles", held),
        -1 => say!("one tile too many").to_owned(),
        n if n < 0 => say!("{n} tiles too many", n = -n),
        n => say!("{held} of {all} tiles", held, all = held + usize::try_from(n).unwrap_or(0)),
    }
}

/// Reason why nothing is asked although the hand is known.
fn waiting(state: &State, table: &TableScreen) -> String {
    let setup = table.game.setup();
    match table.game.state().running() {
        None => say!("No hand is being played.").to_owned(),
        Some(round) if round.turn != state.advice.me => {
            say!(
                "It is {turn}'s turn. Advice comes when it is {me}'s.",
                turn = setup.player(round.turn),
                me = setup.player(state.advice.me)
            )
        }
        Some(_) => say!("Thinking…").to_owned(),
    }
}

/// The tiles of the own hand, small.
fn hand_row(ui: &Ui, theme: &Theme, rect: Rect, state: &State, table: &TableScreen) {
    let held = state.advice.held(table);
    let name = table.game.setup().player(state.advice.me);
    let words = say!("{name} holds {held}", name, held);
    let response = ui.interact(rect, ui.scope_id().with("own hand"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let n = held.len().max(1) as f32;
    let width = ((rect.width() - 4.0) / n).min(58.0);
    for (i, tile) in held.iter().enumerate() {
        let place = Rect::from_min_size(pos2(rect.left() + width * i as f32, rect.top()), vec2(width, rect.height()));
        tile::paint_in(ui.painter(), theme, place.shrink2(vec2(2.5, 8.0)), tile, TileLook::PLAIN);
    }
}

/// A line of text at the left of the head.
fn label(ui: &Ui, theme: &Theme, head: Rect, room: f32, words: &str) {
    let ink = text::fitting(ui.painter(), words, Ink::new(Weight::SemiBold, 17.0, theme.text), room);
    let at = head.left_center() + vec2(4.0, 0.0);
    let shown = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, words, ink, room);
    let response = ui.interact(shown, ui.scope_id().with("advice head"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}

/// Shows a message instead of moves.
fn message(ui: &mut Ui, theme: &Theme, words: &str) {
    middle_ui(ui, words, Ink::new(Weight::Medium, 18.0, theme.quiet));
}
