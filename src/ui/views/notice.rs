//! What must be known, above every screen: drops that are not saved, a recovery, another instance. Never cut: what does
//! not fit is scrolled.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::state::State;
use crate::ui::theme::{TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Rect, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2};

/// Width of the buttons.
const BUTTON: f32 = 180.0;

/// The red bar and the notices; takes its room from the top of `rest`.
pub(super) fn notices_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    if let Some((unsaved, why)) = &state.unsaved {
        let drops = if *unsaved == 1 { "1 drop not saved".to_owned() } else { format!("{unsaved} drops not saved") };
        let words = format!("! {drops}: {why}. Play on; saving is tried again every second.");
        let ink = Ink::new(Weight::SemiBold, 16.0, theme.on_fill);
        if strip(ui, &theme, rest, theme.bad, (&words, ink), &["Save elsewhere…"]).is_some() {
            state.elsewhere = Some(state.elsewhere.take().unwrap_or_else(proposed_folder));
        }
        elsewhere_ui(ui, rest, state, actions);
    } else {
        state.elsewhere = None;
    }
    if let Some(notice) = state.notices.first() {
        let ink = Ink::new(Weight::Medium, 16.0, theme.text);
        let fill = Theme::mix(theme.panel, theme.sides[1], 0.22);
        if strip(ui, &theme, rest, fill, (notice, ink), &["Got it"]).is_some() {
            actions.push(Action::Dismiss);
        }
    } else if let Some((words, path)) = state.offers.first() {
        let ink = Ink::new(Weight::Medium, 16.0, theme.text);
        let fill = Theme::mix(theme.panel, theme.sides[1], 0.22);
        match strip(ui, &theme, rest, fill, (words, ink), &["Take it over", "Not now"]) {
            Some(0) => actions.push(Action::TakeBack(path.clone())),
            Some(_) => actions.push(Action::NotNow),
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
    let width = rest.width() - BUTTON * buttons.len() as f32 - 40.0;
    let galley = text::layout_rows(ui.painter(), words, ink, width, usize::MAX);
    let height = (galley.size().y + 18.0).clamp(TOUCH + 4.0, (rest.height() * 0.5).max(TOUCH + 4.0));
    let rect = Rect::from_min_size(rest.min, vec2(rest.width(), height));
    rest.min.y = rect.bottom();
    ui.painter().rect_filled(rect, 0, fill);
    let room = Rect::from_min_max(rect.min + vec2(16.0, 4.0), pos2(rect.left() + 16.0 + width, rect.bottom() - 4.0));
    let id = ui.scope_id().with(("notice", words));
    ui.scope_builder(UiBuilder::new().max_rect(room).id_salt(id), |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let size = vec2(width, galley.size().y.max(room.height() - 8.0));
            let (place, response) = ui.allocate_exact_size(size, egui::Sense::hover());
            let top = place.center().y - galley.size().y / 2.0;
            ui.painter().galley(pos2(place.left(), top), galley, ink.color);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
        });
    });
    let size = vec2(BUTTON - 4.0, (rect.height() - 4.0).min(TOUCH));
    let place = |n: usize| pos2(rect.right() - 2.0 - BUTTON * (buttons.len() - n) as f32, rect.top() + 2.0);
    let mut pressed = None;
    for (n, &name) in buttons.iter().enumerate() {
        if button::put(ui, theme, Rect::from_min_size(place(n), size), Face::new(name)).clicked() {
            pressed = Some(n);
        }
    }
    pressed
}

/// Where to go on when the folder of the sessions cannot be used any more.
fn elsewhere_ui(ui: &mut Ui, rest: &mut Rect, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let Some(folder) = &mut state.elsewhere else { return };
    let rect = Rect::from_min_size(rest.min, vec2(rest.width(), TOUCH * 2.0 + 24.0));
    rest.min.y = rect.bottom();
    ui.painter().rect_filled(rect, 0, theme.panel);
    let inner = rect.shrink2(vec2(16.0, 6.0));
    let mut close = false;
    ui.scope_builder(UiBuilder::new().max_rect(inner).id_salt("elsewhere"), |ui| {
        let edit = TextEdit::singleline(folder).hint_text("a folder on another drive").desired_width(f32::INFINITY);
        let _named = ui.add(edit).accessible_name("folder in which the sessions go on");
        let (_, place) = ui.allocate_space(vec2(inner.width(), TOUCH));
        let part = |i: f32| Rect::from_min_size(place.min + vec2(i * 250.0, 0.0), vec2(240.0, TOUCH));
        let named = !folder.trim().is_empty();
        if button::put(ui, &theme, part(0.0), Face::new("Go on in this folder").main(true).enabled(named)).clicked() {
            actions.push(Action::GoOnIn(folder.trim().into()));
        }
        if button::put(ui, &theme, part(1.0), Face::new("Only write a file of them")).clicked() {
            actions.push(Action::ExportUnsaved);
        }
        close = button::put(ui, &theme, part(2.0), Face::new("Not now")).clicked();
    });
    if close {
        state.elsewhere = None;
    }
}

/// A folder of its own in the home folder, else among the temporary files.
fn proposed_folder() -> String {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
    let home = home.map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    home.join("sixty-one-sessions").display().to_string()
}
