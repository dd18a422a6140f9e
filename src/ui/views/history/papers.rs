//! Export to files and import from them.

use super::super::{Actions, code, panel_ui};
use crate::platform::dialogs::Asked;
use crate::ui::action::Action;
use crate::ui::history::save::target_folder;
use crate::ui::history::{History, Paper, Wish};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{ScrollArea, TextEdit, Ui, vec2};
use game::{Match, words};
use language::{say, say_count};
use std::path::PathBuf;

pub(super) fn papers_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let importing = state.history.import.is_some();
    panel_ui(ui, &theme, 18.0, |ui| {
        let title = if importing { say!("Import matches") } else { say!("Export") };
        let (_, closed) = Sides::new().height(TOUCH).show(
            ui,
            |ui| text::label(ui, title, Ink::new(Weight::SemiBold, 21.0, theme.text)),
            |ui| button::add(ui, &theme, TOUCH, Face::new(say!("Close")).key("Esc").size(15.0)).clicked(),
        );
        if closed {
            (state.history.exporting, state.history.import) = (false, None);
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if importing {
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

fn export_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    if state.page {
        note(ui, theme, say!("Files are saved to your downloads."));
    } else {
        folder_ui(ui, theme, &mut state.history, actions);
    }
    let history = &state.history;
    if let Some(replay) = &history.replay {
        share_ui(ui, theme, state, &replay.whole, actions);
    }
    let mut offer = |ui: &mut Ui, label: &str, words: &str, paper: Paper, enabled: bool| {
        ui.horizontal_wrapped(|ui| {
            if button::sized(ui, theme, vec2(250.0, TOUCH), Face::new(label).enabled(enabled).size(15.0)).clicked() {
                actions.push(Action::History(Wish::Save(paper)));
            }
            ui.add(egui::Label::new(egui::RichText::new(words).color(theme.quiet).size(15.0)).wrap());
        });
    };
    let n = history.shown.len();
    ui.heading(say_count!(n, "The {n} match of the list", "The {n} matches of the list"));
    offer(
        ui,
        say!("All matches, JSON"),
        say!("everything, to keep or to move to another computer"),
        Paper::Json,
        n > 0,
    );
    offer(ui, say!("Drops, CSV"), say!("one line per turn, for a spreadsheet"), Paper::CsvDrops, n > 0);
    offer(ui, say!("Results, CSV"), say!("one line per side of a match"), Paper::CsvMatches, n > 0);
    ui.add_space(12.0);
    ui.heading(say!("The match shown"));
    let looking = history.replay.is_some();
    if !looking {
        note(ui, theme, say!("Open a match of the list first."));
    }
    offer(ui, say!("Result sheet, PDF"), say!("games, figures, room for signatures"), Paper::Sheet, looking);
    offer(ui, say!("Result, PNG"), say!("a picture to send"), Paper::Result, looking);
    offer(ui, say!("Peg board, PNG"), say!("as shown at this step"), Paper::Board, looking);
    offer(ui, say!("Text record"), say!("every drop, readable by people and programs"), Paper::Record, looking);
    ui.add_space(12.0);
    ui.heading(say!("The season"));
    let words = match &history.league {
        Some(name) => say!("the table of {name}", name),
        None => say_count!(n, "all players over this match", "all players over these {n} matches"),
    };
    offer(ui, say!("Standings, PDF"), &words, Paper::Standings, n > 0);
}

/// The folder that files are written to: typed, or chosen.
fn folder_ui(ui: &mut Ui, theme: &Theme, history: &mut History, actions: &mut Actions) {
    note(ui, theme, say!("Files are written to this folder:"));
    let mut typed = history.exports.clone().unwrap_or_else(target_folder).display().to_string();
    let edit = TextEdit::singleline(&mut typed).desired_width(f32::INFINITY);
    let response = field::put(ui, edit);
    if response.changed() {
        history.exports = Some(PathBuf::from(typed));
    }
    let _named = response.accessible_name(say!("folder for the files"));
    let face = Face::new(say!("Another folder…")).enabled(!history.choosing).size(15.0);
    if button::add(ui, theme, TOUCH, face).clicked() {
        actions.push(Action::History(Wish::Choose(Asked::Folder)));
    }
}

/// The result to be pasted, and the record as a code for another phone.
fn share_ui(ui: &mut Ui, theme: &Theme, state: &State, game: &Match, actions: &mut Actions) {
    ui.add_space(8.0);
    ui.heading(say!("Share"));
    let result = words::result(game);
    let copied = state.copied.as_ref() == Some(&result);
    let label = if copied { say!("✓ Copied") } else { say!("Copy the result") };
    ui.horizontal_wrapped(|ui| {
        if button::sized(ui, theme, vec2(250.0, TOUCH), Face::new(label).name(say!("Copy the result")).size(15.0))
            .clicked()
        {
            actions.push(Action::Copy(result.clone()));
        }
        let shown = result.replace('\n', " · ");
        ui.add(egui::Label::new(egui::RichText::new(shown).color(theme.quiet).size(15.0)).wrap());
    });
    let side = ui.available_width().min(420.0);
    let (_, place) = ui.allocate_space(vec2(side, side + 26.0));
    code::record_ui(ui, theme, place, game);
    ui.add_space(8.0);
}

fn import_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    let words = if state.page {
        say!(
            "Choose a file of matches. Sixty-One imports all of the file or none of it. Matches already \
                here stay as they are. If the file is damaged, you see where."
        )
    } else {
        say!(
            "Drop a file of matches on this window, or enter its path. Sixty-One imports all of the \
                file or none of it. Matches already here stay as they are. If the file is damaged, you see \
                where."
        )
    };
    note(ui, theme, words);
    let busy = state.history.busy.is_some();
    let face = Face::new(say!("Choose a file…")).enabled(!busy && !state.history.choosing).size(15.0);
    if button::add(ui, theme, TOUCH, face).clicked() {
        actions.push(Action::History(Wish::Choose(Asked::Games)));
    }
    // The page opens the browser's chooser, and the choice arrives like a dropped file.
    if !state.page {
        path_ui(ui, theme, state, busy, actions);
    }
    ui.add_space(12.0);
    note(ui, theme, say!("Or paste the record of a match: another phone shows it as a code."));
    let pasted = &mut state.history.pasted;
    let edit =
        TextEdit::multiline(pasted).desired_rows(3).desired_width(f32::INFINITY).hint_text("[Rules \"pafos\"] …");
    let _named = field::put(ui, edit).accessible_name(say!("record of a match"));
    let face = Face::new(say!("Import the match")).enabled(!pasted.trim().is_empty() && !busy);
    if button::sized(ui, theme, vec2(200.0, TOUCH), face).clicked() {
        actions.push(Action::History(Wish::ImportRecord(pasted.clone())));
    }
}

/// The file as its path is typed.
fn path_ui(ui: &mut Ui, theme: &Theme, state: &mut State, busy: bool, actions: &mut Actions) {
    let Some(path) = &mut state.history.import else { return };
    let edit = TextEdit::singleline(path).hint_text("/home/anna/games.json").desired_width(f32::INFINITY);
    let response = field::put(ui, edit);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let _named = response.accessible_name(say!("path of the file to import"));
    let ready = !path.trim().is_empty() && !busy;
    let face = Face::new(say!("Import")).main(true).enabled(ready);
    let clicked = button::sized(ui, theme, vec2(200.0, TOUCH), face).clicked();
    if ready && (clicked || entered) {
        actions.push(Action::History(Wish::Import(PathBuf::from(path.trim()))));
    }
}
