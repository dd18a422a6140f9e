//! The story of the match: every turn with its reason, to be read between hands and to put one right.

use super::Actions;
use crate::ui::action::{Action, TableWish};
use crate::ui::entry::EntryWish;
use crate::ui::screen::Sheet;
use crate::ui::table::ActWish;
use crate::ui::table::TableScreen;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{Align, Align2, Layout, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use game::words::{self, Told};
use game::{Deed, Round};
use language::say;

/// Width of a button beside a drop, and the gap between two.
const WIDE: f32 = 100.0;
const GAP: f32 = 6.0;

/// Every turn of every hand, the last first, with its corrections.
pub(super) fn drops_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, actions: &mut Actions) {
    let (_, closed) = Sides::new().height(TOUCH).shrink_left().truncate().show(
        ui,
        |ui| text::label_whole(ui, say!("Drops, latest first"), Ink::new(Weight::SemiBold, 18.0, theme.text)),
        |ui| button::add(ui, theme, TOUCH, Face::new(say!("Close")).key("Esc").size(14.0)).clicked(),
    );
    if closed {
        actions.push(TableWish::Open(Sheet::None).into());
    }
    let games = table.game.setup().best_of > 1;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (at, (leg, hand, round)) in table.hands().enumerate() {
            if at > 0 {
                let words = match games {
                    true => say!("Game {leg}, hand {hand}", leg = leg + 1, hand = hand + 1),
                    false => say!("Hand {hand}", hand = hand + 1),
                };
                text::label(ui, &words, Ink::new(Weight::SemiBold, 15.0, theme.quiet));
            }
            for n in (0..round.turns.len()).rev() {
                turn_ui(ui, theme, table, (round, n), actions);
            }
        }
    });
}

/// A turn in one row, with its corrections.
fn turn_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, (round, n): (&Round, usize), actions: &mut Actions) {
    let turn = &round.turns[n];
    let told = words::tell(table.game.setup(), round, n, is_open(table, turn.event));
    let name = &told.title;
    let size = vec2(ui.available_width(), TOUCH);
    // Where four buttons leave no room for the drop, they stand below it.
    let narrow = size.x < 4.0 * WIDE + 460.0;
    let wide = if narrow { (size.x / 4.0 - GAP).min(WIDE) } else { WIDE };
    let mut put = |ui: &mut Ui, label: &str, action: Action| {
        let spoken = format!("{label}: {name}");
        if button::sized(ui, theme, vec2(wide, TOUCH), Face::new(label).name(&spoken).size(14.0)).clicked() {
            actions.push(action);
        }
    };
    if narrow {
        let (_, row) = ui.allocate_space(vec2(size.x, 26.0));
        row_ui(ui, theme, row, &told);
    }
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if matches!(turn.deed, Deed::Played { .. } | Deed::Knocked { .. } | Deed::Drew { .. }) {
            put(ui, say!("Remove"), ActWish::Remove(turn.event).into());
            put(ui, say!("Insert before"), EntryWish::Insert(turn.event).into());
        }
        if matches!(turn.deed, Deed::Played { .. }) {
            let setup = table.game.setup();
            let other = turn.seat.left(setup.seats());
            let give = say!("To {name}", name = setup.player(other));
            put(ui, &give, ActWish::Give(turn.event, other).into());
            put(ui, say!("Correct"), EntryWish::Rewrite(turn.event).into());
        }
        if !narrow {
            row_ui(ui, theme, ui.available_rect_before_wrap(), &told);
        }
    });
}

/// Reports whether this drop's score can still be claimed. Its value is then hidden.
fn is_open(table: &TableScreen, event: usize) -> bool {
    let open = table.claim_open().and_then(|_| table.round()?.last_drop());
    open.is_some_and(|turn| turn.event == event)
}

/// Every turn of the hand, in order, to be read.
pub(super) fn story_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen) {
    let Some(round) = table.round() else { return };
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for n in 0..round.turns.len() {
            let told = words::tell(table.game.setup(), round, n, is_open(table, round.turns[n].event));
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 26.0));
            row_ui(ui, theme, row, &told);
        }
    });
}

/// A turn in one row: what, why, points.
pub(super) fn row_ui(ui: &Ui, theme: &Theme, row: Rect, told: &Told) {
    let painter = ui.painter();
    let y = row.center().y - 2.0;
    let size = 15.0;
    let color = if told.bad { theme.bad } else { theme.good };
    let points = Ink::new(Weight::Bold, size + 1.0, color);
    let right = if told.points.is_empty() {
        row.right() - 40.0
    } else {
        text::put(painter, pos2(row.right(), y), Align2::RIGHT_CENTER, &told.points, points)
            .left()
            .min(row.right() - 40.0)
    };
    let title = Ink::new(Weight::SemiBold, size, if told.bad { theme.bad } else { theme.text });
    // Where there is little room, what happened is worth more than why.
    let share = if right - row.left() < 260.0 { 1.0 } else { 0.55 };
    let most = (right - row.left()) * share - 6.0;
    let title = text::fitting(painter, &told.title, title, most / 0.8);
    let shown = text::put_within(painter, pos2(row.left() + 4.0, y), Align2::LEFT_CENTER, &told.title, title, most);
    let room = right - shown.right() - 20.0;
    if room > 30.0 {
        let ink = Ink::new(Weight::Regular, size, theme.quiet);
        text::put_within(painter, pos2(shown.right() + 12.0, y), Align2::LEFT_CENTER, &told.detail, ink, room);
    }
    let words = format!("{} {} {}", told.title, told.detail, told.points);
    let response = ui.interact(row, ui.scope_id().with(("turn", row.top() as i32, words.trim())), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words.trim()));
}
