//! What must be known, above every screen: drops that are not saved, a recovery, another instance. Never cut: what does
//! not fit is scrolled.

use super::{Actions, columns};
use crate::table::Unsaved;
use crate::ui::notice::NoticeWish;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Label, Margin, Rect, ScrollArea, TextEdit, Ui, UiBuilder, vec2};
use egui_extras::Size;
use language::{say, say_count};
use std::iter;

/// Width of the buttons.
const BUTTON: f32 = 180.0;

/// The red bar and the notices; takes its room from the top of `rest`.
pub(super) fn notices_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    if let Some(Unsaved { acts, why }) = &state.unsaved {
        let drops = say_count!(*acts, "{n} drop not saved", "{n} drops not saved");
        let words = say!("! {drops}: {why}. Play on: Sixty-One tries to save again every second.", drops, why);
        let ink = Ink::new(Weight::SemiBold, 16.0, theme.on_fill);
        if strip(ui, &theme, rest, theme.bad, (&words, ink), &[say!("Save elsewhere…")]).is_some() {
            state.elsewhere = Some(state.elsewhere.take().unwrap_or_else(proposed_folder));
        }
        elsewhere_ui(ui, rest, state, actions);
    } else {
        state.elsewhere = None;
    }
    if let Some(notice) = state.notices.first() {
        let ink = Ink::new(Weight::Medium, 16.0, theme.text);
        let fill = Theme::mix(theme.panel, theme.sides[1], 0.22);
        let words = notice.to_string();
        if strip(ui, &theme, rest, fill, (&words, ink), &[say!("Got it")]).is_some() {
            actions.push(NoticeWish::Dismiss.into());
        }
    } else if let Some((words, path)) = state.offers.first() {
        let ink = Ink::new(Weight::Medium, 16.0, theme.text);
        let fill = Theme::mix(theme.panel, theme.sides[1], 0.22);
        match strip(ui, &theme, rest, fill, (words, ink), &[say!("Take it over"), say!("Not now")]) {
            Some(0) => actions.push(NoticeWish::TakeBack(path.clone()).into()),
            Some(_) => actions.push(NoticeWish::NotNow.into()),
            None => {}
        }
    }
}

/// Words over the whole width with buttons at the right; at most half of the room, the rest is scrolled. Tells which
/// button was pressed.
fn strip(
    ui: &mut Ui,
    theme: &Theme,
    rest: &mut Rect,
    fill: egui::Color32,
    (words, ink): (&str, Ink),
    buttons: &[&'static str],
) -> Option<usize> {
    let wide = BUTTON.min(rest.width() * 0.4 / buttons.len() as f32);
    let width = rest.width() - (wide + 6.0) * buttons.len() as f32 - 40.0;
    let galley = text::layout_rows(ui.painter(), words, ink, width, usize::MAX);
    let height = (galley.size().y + 18.0).clamp(TOUCH + 4.0, (rest.height() * 0.5).max(TOUCH + 4.0));
    let mut pressed = None;
    taken(ui, rest, height, fill, Margin { left: 16, right: 6, top: 2, bottom: 2 }, |ui| {
        let sizes: Vec<Size> = iter::once(Size::remainder()).chain(buttons.iter().map(|_| Size::exact(wide))).collect();
        columns(ui, 6.0, &sizes, |n, ui| {
            if let Some(at) = n.checked_sub(1) {
                if button::sized(ui, theme, vec2(wide, TOUCH), Face::new(buttons[at])).clicked() {
                    pressed = Some(at);
                }
                return;
            }
            let id = ui.scope_id().with(("notice", words));
            ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
                let space = (ui.available_height() - galley.size().y) / 2.0;
                ui.add_space(space.max(0.0));
                ui.add(Label::new(ink.on(words)).wrap().selectable(false));
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
    let id = egui::Id::unique(("taken", rect.top() as i32));
    ui.scope_builder(UiBuilder::new().max_rect(rect - margin).id_salt(id), show);
}

/// Where to go on when the folder of the sessions cannot be used any more.
fn elsewhere_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let Some(folder) = &mut state.elsewhere else { return };
    let mut close = false;
    // Below each other where the window is no wider than a phone.
    let lines = if rest.width() < 760.0 { 4.0 } else { 2.0 };
    let height = (TOUCH + 8.0) * lines + 8.0;
    taken(ui, rest, height, theme.panel, Margin::symmetric(16, 6), |ui| {
        let edit =
            TextEdit::singleline(folder).hint_text(say!("a folder on another drive")).desired_width(f32::INFINITY);
        let _named = ui.add(edit).accessible_name(say!("folder in which the sessions go on"));
        ui.horizontal_wrapped(|ui| {
            let size = vec2(240.0, TOUCH);
            let named = !folder.trim().is_empty();
            let face = Face::new(say!("Go on in this folder")).main(true).enabled(named);
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

/// A folder of its own in the home folder, else among the temporary files.
fn proposed_folder() -> String {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
    let home = home.map_or_else(store::disk::temp_dir, std::path::PathBuf::from);
    home.join("sixty-one-sessions").display().to_string()
}
