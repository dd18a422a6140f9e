//! Notices over every screen: unsaved drops, a recovery, another instance. Long ones scroll.

use super::Actions;
use super::told::live;
use crate::platform::IS_PAGE;
use crate::table::Unsaved;
use crate::ui::notice::{Level, NoticeWish};
use crate::ui::state::State;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Area, Id, Label, Margin, Order, Rect, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2};
use language::{say, say_count};

/// Below this share of the width beside the buttons, they stand under the words.
const BESIDE: f32 = 0.55;

/// The red bar and the notices, over the screen: they move nothing under a thumb.
pub(super) fn notices_ui(ui: &Ui, below: Rect, state: &mut State, actions: &mut Actions) {
    if state.unsaved.is_none() {
        (state.elsewhere, state.unsaved_hidden) = (None, false);
    }
    if state.unsaved.is_none() && state.notices.is_empty() && state.offers.is_empty() {
        return;
    }
    let area =
        Area::new(Id::unique("notices")).order(Order::Middle).fixed_pos(below.min).constrain(false).movable(false);
    area.show(ui.ctx(), |ui| over_ui(ui, below, state, actions));
}

fn over_ui(ui: &mut Ui, mut rest: Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    if state.unsaved_hidden {
        hidden_ui(ui, rest, state);
    } else {
        unsaved_ui(ui, &mut rest, state, actions);
    }
    let ink = Ink::new(Weight::Medium, 16.0, theme.text);
    let fill = Theme::mix(theme.panel, theme.sides[1], 0.22);
    if let Some(notice) = state.notices.first() {
        let exports = notice.level == Level::Perishable;
        let buttons: &[&'static str] = if exports { &[say!("Export…"), say!("Got it")] } else { &[say!("Got it")] };
        match strip(ui, &theme, &mut rest, fill, (&notice.to_string(), ink), buttons) {
            Some(0) if exports => actions.push(NoticeWish::Export.into()),
            Some(_) => actions.push(NoticeWish::Dismiss.into()),
            None => {}
        }
    } else if let Some((words, path)) = state.offers.first() {
        match strip(ui, &theme, &mut rest, fill, (words, ink), &[say!("Import it"), say!("Not now")]) {
            Some(0) => actions.push(NoticeWish::TakeBack(path.clone()).into()),
            Some(_) => actions.push(NoticeWish::NotNow.into()),
            None => {}
        }
    }
}

fn unsaved_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let Some(Unsaved { acts, why }) = &state.unsaved else { return };
    let drops = say_count!(*acts, "{n} drop not saved", "{n} drops not saved");
    let words = say!("! {drops}: {why}. Keep playing: Sixty-One tries again every second.", drops, why);
    let ink = Ink::new(Weight::SemiBold, 16.0, theme.on_fill);
    // A browser has no other folder: there they are handed over as a file.
    let one_folder = IS_PAGE;
    let save = if one_folder { say!("Only save them to a file") } else { say!("Save elsewhere…") };
    match strip(ui, &theme, rest, theme.bad, (&words, ink), &[save, say!("Hide")]) {
        Some(0) if one_folder => actions.push(NoticeWish::ExportUnsaved.into()),
        Some(0) => state.elsewhere = Some(state.elsewhere.take().unwrap_or_else(proposed_folder)),
        Some(_) => state.unsaved_hidden = true,
        None => {}
    }
    elsewhere_ui(ui, rest, state, actions);
}

/// Shows a sign in the corner that reopens a hidden notice.
fn hidden_ui(ui: &mut Ui, rest: Rect, state: &mut State) {
    let Some(Unsaved { acts, .. }) = &state.unsaved else { return };
    let place = Rect::from_min_size(rest.right_top() - vec2(72.0, 0.0), vec2(68.0, TOUCH));
    let drops = say_count!(*acts, "{n} drop not saved", "{n} drops not saved");
    let face = Face { label: &format!("! {acts}"), ..Face::new("").name(&drops).kind(ButtonKind::Danger) };
    ui.advance_cursor_after_rect(place);
    if button::put(ui, &state.theme, place, face).clicked() {
        state.unsaved_hidden = false;
    }
}

/// Words over the whole width with buttons at the right, or below if the words need the width; at most half of the
/// room, the rest is scrolled. Returns the button that was pressed.
fn strip(
    ui: &mut Ui,
    theme: &Theme,
    rest: &mut Rect,
    fill: egui::Color32,
    (words, ink): (&str, Ink),
    buttons: &[&'static str],
) -> Option<usize> {
    let wide = |label: &str| {
        let ink = Ink::new(Weight::SemiBold, 16.0, theme.text);
        (text::layout(ui.painter(), label, ink, f32::INFINITY).size().x + 28.0).max(TOUCH)
    };
    let widths: Vec<f32> = buttons.iter().map(|label| wide(label)).collect();
    let taken_by_buttons: f32 = widths.iter().map(|wide| wide + 6.0).sum();
    let inside = rest.width() - 24.0;
    let beside = inside - taken_by_buttons >= inside * BESIDE;
    let width = if beside { inside - taken_by_buttons - 6.0 } else { inside };
    let galley = text::layout_rows(ui.painter(), words, ink, width, usize::MAX);
    let row = if beside { 0.0 } else { TOUCH + 6.0 };
    let least = if beside { TOUCH + 4.0 } else { row };
    let height = (galley.size().y + 18.0 + row).clamp(least, (rest.height() * 0.5).max(least));
    let mut pressed = None;
    taken(ui, rest, height, fill, Margin { left: 14, right: 10, top: 2, bottom: 2 }, |ui| {
        let room = ui.max_rect();
        let (words_at, mut left) = if beside {
            (room.with_max_x(room.left() + width), room.right() - taken_by_buttons + 6.0)
        } else {
            (room.with_max_y(room.bottom() - row), room.right() - taken_by_buttons + 6.0)
        };
        for (at, (label, wide)) in buttons.iter().zip(&widths).enumerate() {
            let top = if beside { room.top() } else { room.bottom() - TOUCH };
            let place = Rect::from_min_size(pos2(left, top), vec2(*wide, TOUCH));
            left += wide + 6.0;
            if button::put(ui, theme, place, Face::new(label)).clicked() {
                pressed = Some(at);
            }
        }
        let id = ui.scope_id().with(("notice", words));
        ui.scope_builder(UiBuilder::new().max_rect(words_at), |ui| {
            ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
                let space = (ui.available_height() - galley.size().y) / 2.0;
                ui.add_space(space.max(0.0));
                let shown = ui.add(Label::new(ink.on(words)).wrap().selectable(false));
                live(ui, &shown);
            });
        });
    });
    pressed
}

/// Takes so much of the top of `rest`, fills it and shows something in it.
fn taken(ui: &mut Ui, rest: &mut Rect, height: f32, fill: egui::Color32, margin: Margin, show: impl FnOnce(&mut Ui)) {
    let (rect, below) = rest.split_top_bottom_at_y(rest.top() + height);
    *rest = below;
    ui.painter().rect_filled(rect, 0, fill);
    ui.advance_cursor_after_rect(rect);
    let id = egui::Id::unique(("taken", rect.top() as i32));
    ui.scope_builder(UiBuilder::new().max_rect(rect - margin).id_salt(id), show);
}

/// Asks for another folder when the data folder can't be used any more.
fn elsewhere_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let Some(folder) = &mut state.elsewhere else { return };
    let mut close = false;
    // One below the other in a window as narrow as a phone.
    let lines = if rest.width() < 760.0 { 4.0 } else { 2.0 };
    let height = (TOUCH + 8.0) * lines + 8.0;
    taken(ui, rest, height, theme.panel, Margin::symmetric(16, 6), |ui| {
        let edit =
            TextEdit::singleline(folder).hint_text(say!("a folder on another drive")).desired_width(f32::INFINITY);
        let _named = field::put(ui, edit).accessible_name(say!("folder for the matches"));
        ui.horizontal_wrapped(|ui| {
            let size = vec2(240.0, TOUCH);
            let named = !folder.trim().is_empty();
            let face = Face::new(say!("Continue in this folder")).main(true).enabled(named);
            if button::sized(ui, &theme, size, face).clicked() {
                actions.push(NoticeWish::GoOnIn(folder.trim().into()).into());
            }
            if button::sized(ui, &theme, size, Face::new(say!("Only save them to a file"))).clicked() {
                actions.push(NoticeWish::ExportUnsaved.into());
            }
            close = button::sized(ui, &theme, size, Face::new(say!("Not now"))).clicked();
        });
    });
    if close {
        state.elsewhere = None;
    }
}

/// Returns a folder in the home folder, or else among the temporary files.
fn proposed_folder() -> String {
    let home = store::disk::home().unwrap_or_else(store::disk::temp_dir);
    home.join("sixty-one-sessions").display().to_string()
}
