//! What can be written to files and taken over from them.

use super::super::{Actions, panel, within};
use crate::ui::action::Action;
use crate::ui::history::save::target_folder;
use crate::ui::history::{Paper, Wish};
use crate::ui::state::State;
use crate::ui::theme::{TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};
use std::path::PathBuf;

pub(super) fn papers_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    panel(ui, &theme, rect);
    let inside = rect.shrink(18.0);
    let close = Rect::from_min_size(pos2(inside.right() - 100.0, inside.top()), vec2(100.0, TOUCH));
    let title = if state.history.import.is_some() { "Import games" } else { "Export" };
    let ink = Ink::new(Weight::SemiBold, 21.0, theme.text);
    text::put(ui.painter(), pos2(inside.left(), close.center().y), Align2::LEFT_CENTER, title, ink);
    if button::put(ui, &theme, close, Face::new("Close").key("Esc").size(15.0)).clicked() {
        (state.history.exporting, state.history.import) = (false, None);
        return;
    }
    let below = Rect::from_min_max(pos2(inside.left(), close.bottom() + 10.0), inside.max);
    within(ui, below, "paper", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if state.history.import.is_some() {
                import_ui(ui, &theme, state, actions);
            } else {
                export_ui(ui, &theme, state, actions);
            }
        });
    });
}

fn note(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.label(egui::RichText::new(words).color(theme.quiet).size(15.0));
    ui.add_space(8.0);
}

fn export_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let history = &state.history;
    let target = history.exports.clone().unwrap_or_else(target_folder);
    note(ui, theme, &format!("Files are written to {}", target.display()));
    let mut offer = |ui: &mut Ui, label: &str, words: &str, paper: Paper, enabled: bool| {
        ui.horizontal(|ui| {
            let (_, place) = ui.allocate_space(vec2(250.0, TOUCH));
            if button::put(ui, theme, place, Face::new(label).enabled(enabled).size(15.0)).clicked() {
                actions.push(Action::History(Wish::Save(paper)));
            }
            ui.add(egui::Label::new(egui::RichText::new(words).color(theme.quiet).size(15.0)).wrap());
        });
    };
    let n = history.shown.len();
    ui.heading(format!("The {n} matches of the list"));
    offer(ui, "All games, JSON", "complete, for another installation or the drawer", Paper::Json, n > 0);
    offer(ui, "Drops, CSV", "one line a turn, for a spreadsheet", Paper::CsvDrops, n > 0);
    offer(ui, "Results, CSV", "one line a side of a match", Paper::CsvGames, n > 0);
    ui.add_space(12.0);
    ui.heading("The match that is shown");
    let looking = history.replay.is_some();
    if !looking {
        note(ui, theme, "Choose a match first.");
    }
    offer(ui, "Result sheet, PDF", "games, figures, room for signatures", Paper::Sheet, looking);
    offer(ui, "Peg board, PNG", "as it stands at the step that is shown", Paper::Board, looking);
    offer(ui, "Text record", "every drop, to be read by people and programs", Paper::Record, looking);
    ui.add_space(12.0);
    ui.heading("The season");
    let words = match &history.league {
        Some(name) => format!("the table of {name}"),
        None => format!("everybody over these {n} matches"),
    };
    offer(ui, "Standings, PDF", &words, Paper::Standings, n > 0);
}

fn import_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    note(
        ui,
        theme,
        "Drop a file of games on this window, or type its path. All of the file is taken over or nothing: games that are \
         here already stay as they are, and a file that is damaged is refused with the place of the damage.",
    );
    let busy = state.history.busy.is_some();
    let Some(path) = &mut state.history.import else { return };
    let edit = TextEdit::singleline(path).hint_text("/home/anna/games.json").desired_width(f32::INFINITY);
    let response = ui.add(edit);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let _named = response.accessible_name("path of the file to import");
    let ready = !path.trim().is_empty() && !busy;
    let (_, place) = ui.allocate_space(vec2(200.0, TOUCH));
    let clicked = button::put(ui, theme, place, Face::new("Take over").main(true).enabled(ready)).clicked();
    if ready && (clicked || entered) {
        actions.push(Action::History(Wish::Import(PathBuf::from(path.trim()))));
    }
}
