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
use egui::{Align, Galley, Layout, Painter, Rect, ScrollArea, Sense, Ui, Vec2, pos2, vec2};
use game::words::{self, Told};
use game::{Deed, Round};
use language::say;
use std::sync::Arc;

/// Height of a turn told in one line.
const ROW: f32 = 26.0;
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
    let mut size = vec2(ui.available_width(), TOUCH);
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
        let (_, row) = ui.allocate_space(vec2(size.x, row_height(ui, theme, &told, size.x, ROW)));
        row_ui(ui, theme, row, &told);
    } else {
        size.y = size.y.max(row_height(ui, theme, &told, size.x - 4.0 * (WIDE + GAP), ROW));
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
            let wide = ui.available_width() - 8.0;
            let (_, row) = ui.allocate_space(vec2(wide, row_height(ui, theme, &told, wide, ROW)));
            row_ui(ui, theme, row, &told);
        }
    });
}

/// Letters of a turn.
const LETTERS: f32 = 15.0;
/// Least room for the points, so that rows with and without them are alike.
const POINTS: f32 = 40.0;
/// Room before the first word, and between what happened and why.
const BEFORE: f32 = 4.0;
const APART: f32 = 12.0;

/// The words of a turn, laid out: what happened, then why, on the same line if it fits.
struct Set {
    title: Arc<Galley>,
    detail: Arc<Galley>,
    points: Arc<Galley>,
    /// Place of the detail, from the place of the title.
    below: Vec2,
    high: f32,
}

impl Set {
    fn new(painter: &Painter, theme: &Theme, told: &Told, wide: f32) -> Self {
        let strong = if told.bad { theme.bad } else { theme.text };
        let points = Ink::new(Weight::Bold, LETTERS + 1.0, if told.bad { theme.bad } else { theme.good });
        let points = text::layout(painter, &told.points, points, f32::INFINITY);
        let room = wide - BEFORE - APART - points.size().x.max(POINTS);
        let title = text::layout_whole(painter, &told.title, Ink::new(Weight::SemiBold, LETTERS, strong), room);
        let quiet = Ink::new(Weight::Regular, LETTERS, theme.quiet);
        let beside = room - title.size().x - APART;
        let one = text::layout(painter, &told.detail, quiet, f32::INFINITY);
        let (detail, below) = if one.size().x <= beside {
            (one, vec2(title.size().x + APART, 0.0))
        } else {
            (text::layout_whole(painter, &told.detail, quiet, room), vec2(0.0, title.size().y))
        };
        let high = title.size().y.max(below.y + detail.size().y);
        Self { title, detail, points, below, high }
    }
}

/// Height of a turn's row that is `least` high in one line.
pub(super) fn row_height(ui: &Ui, theme: &Theme, told: &Told, wide: f32, least: f32) -> f32 {
    let set = Set::new(ui.painter(), theme, told, wide);
    let line = set.title.size().y / set.title.rows.len().max(1) as f32;
    least + set.high - line
}

/// A turn in one row: what, why, points.
pub(super) fn row_ui(ui: &Ui, theme: &Theme, row: Rect, told: &Told) {
    let painter = ui.painter();
    let set = Set::new(painter, theme, told, row.width());
    let at = pos2(row.left() + BEFORE, row.center().y - 2.0 - set.high / 2.0);
    painter.galley(at + set.below, set.detail, theme.quiet);
    painter.galley(at, set.title, theme.text);
    painter.galley(pos2(row.right() - set.points.size().x, at.y), set.points, theme.good);
    let words = format!("{} {} {}", told.title, told.detail, told.points);
    let response = ui.interact(row, ui.scope_id().with(("turn", row.top() as i32, words.trim())), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words.trim()));
}
