//! The adviser's panel: the own hand, the moves in order, why, and who may hold what.

mod hand;
mod holders;
mod moves;

use super::Actions;
use crate::ui::action::{Action, Ask, Sheet};
use crate::ui::advise::{Aside, Progress};
use crate::ui::state::State;
use crate::ui::table::Table;
use crate::ui::theme::{TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use crate::ui::widgets::tile::{self, TileLook};
use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// The panel, in the place of the pad.
pub(super) fn advice_ui(ui: &mut Ui, rect: Rect, state: &State, table: &Table, actions: &mut Actions) {
    let theme = &state.theme;
    let form = &state.advice;
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), TOUCH));
    let body = Rect::from_min_max(pos2(rect.left(), head.bottom() + 6.0), rect.max);
    let mut right = head.right();
    let mut put = |(label, name): (&str, &str), key: &str, width: f32, chosen: bool, action: Action| {
        let place = Rect::from_min_max(pos2(right - width, head.top()), pos2(right, head.bottom()));
        right = place.left() - 6.0;
        if button::put(ui, theme, place, Face::new(label).name(name).key(key).chosen(chosen).size(14.0)).clicked() {
            actions.push(action);
        }
    };
    let narrow = rect.width() < 560.0;
    put(
        ("Close", ""),
        if narrow { "" } else { "Esc" },
        if narrow { 62.0 } else { 96.0 },
        false,
        Action::Open(Sheet::None),
    );
    if form.entering {
        let setup = table.game.setup();
        for seat in setup.all_seats().collect::<Vec<_>>().into_iter().rev() {
            let name = setup.player(seat);
            let width = (name.chars().count() as f32 * 9.0 + 24.0).clamp(52.0, 120.0);
            put((name, &format!("{name}'s hand")), "", width, form.me == seat, Action::Advice(Ask::Sit(seat)));
        }
        let words = format!("{} · whose hand?", told_so_far(form.missing(table), form.held(table).len()));
        label(ui, theme, head, right - head.left() - 8.0, &words);
        hand::hand_ui(ui, body, state, table, actions);
        return;
    }
    if matches!(form.progress, Progress::Ready(_)) {
        for (aside, name) in [(Aside::Holders, "Who holds what"), (Aside::Why, "Why")] {
            let width = if aside == Aside::Why { 56.0 } else { 138.0_f32.min(rect.width() * 0.24) };
            put((name, ""), "", width, form.aside == aside, Action::Advice(Ask::Aside(aside)));
        }
    }
    put(("Change", "change the hand"), "", 78.0, false, Action::Advice(Ask::Entering(true)));
    let room = Rect::from_min_max(head.min, pos2(right, head.bottom()));
    hand_row(ui, theme, room, state, table);
    match &form.progress {
        Progress::Ready(advice) => moves::moves_ui(ui, body, state, table, advice, actions),
        Progress::Thinking => message(ui, theme, body, "Thinking…"),
        Progress::Refused(why) => message(ui, theme, body, &format!("No advice: {why}")),
        Progress::Nothing => message(ui, theme, body, &waiting(state, table)),
    }
}

/// "4 of 7 tiles", "one tile too many".
fn told_so_far(missing: i32, held: usize) -> String {
    match missing {
        0 => game::words::tiles_left(held).replace(" left", ""),
        -1 => "one tile too many".to_owned(),
        n if n < 0 => format!("{} tiles too many", -n),
        n => format!("{held} of {} tiles", held + usize::try_from(n).unwrap_or(0)),
    }
}

/// Why nothing is asked although the hand is known.
fn waiting(state: &State, table: &Table) -> String {
    let setup = table.game.setup();
    match table.game.state().running() {
        None => "No hand is being played.".to_owned(),
        Some(round) if round.turn != state.advice.me => {
            format!(
                "It is {}'s turn. Advice comes when it is {}'s.",
                setup.player(round.turn),
                setup.player(state.advice.me)
            )
        }
        Some(_) => "Thinking…".to_owned(),
    }
}

/// The tiles of the own hand, small.
fn hand_row(ui: &Ui, theme: &Theme, rect: Rect, state: &State, table: &Table) {
    let held = state.advice.held(table);
    let name = table.game.setup().player(state.advice.me);
    let words = format!("{name} holds {held}");
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

/// What there is to say instead of moves.
fn message(ui: &Ui, theme: &Theme, rect: Rect, words: &str) {
    let ink = Ink::new(Weight::Medium, 18.0, theme.quiet);
    let galley = text::layout_rows(ui.painter(), words, ink, rect.width() - 40.0, 5);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(at.min, galley, ink.color);
    let response = ui.interact(at, ui.scope_id().with("advice message"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}
