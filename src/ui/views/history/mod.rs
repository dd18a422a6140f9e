//! History: four parts under one bar. The matches, their figures, leagues, and players.

pub(super) mod games;
mod papers;
mod people;
mod replay;
mod side;
mod steps;

use super::told::live;
use super::{Actions, columns, league, line_ui, middle_ui, panel_ui, statistics};
use crate::ui::action::Action;
use crate::ui::history::{Said, Tab, Wish};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{Align, Label, Layout, Ui, vec2};
use egui_extras::Size;
use language::{said, say};

/// Below this width parts are shown one at a time.
const NARROW: f32 = 900.0;

pub(super) fn history_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    bar_ui(ui, &theme, state, actions);
    take_dropped_files(ui, actions);
    let history = &state.history;
    let problem = match (&history.problem, history.loaded, history.archive.games.is_empty()) {
        (Some(problem), ..) => Some(format!("! {problem}")),
        (None, false, _) => Some(say!("Reading the matches…").to_owned()),
        (None, true, true) if state.perishes => {
            Some(say!("Nothing is saved here, and no match has been played yet").to_owned())
        }
        (None, true, true) => Some(say!("No match has been played yet").to_owned()),
        (None, true, false) => None,
    };
    if let Some(words) = problem {
        empty_ui(ui, &theme, &words, state, actions);
        return;
    }
    match state.history.tab {
        Tab::Matches => matches_ui(ui, &theme, state, actions),
        Tab::Statistics => statistics::statistics_ui(ui, state, actions),
        Tab::League => league::league_ui(ui, state, actions),
        Tab::Players => people::people_ui(ui, state, actions),
    }
}

/// Shows what can be done when there is no history.
fn empty_ui(ui: &mut Ui, theme: &Theme, words: &str, state: &mut State, actions: &mut Actions) {
    if state.history.import.is_some() {
        return papers::papers_ui(ui, state, actions);
    }
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.45);
        ui.add(Label::new(Ink::new(Weight::Medium, 18.0, theme.quiet).on(words)).wrap());
        ui.add_space(16.0);
        let face = Face::new(say!("Import matches…"));
        if state.history.loaded && button::sized(ui, theme, vec2(220.0, TOUCH), face).clicked() {
            state.history.import = Some(String::new());
        }
    });
}

/// Shows the parts, and the last change with its undo; below each other if there is little room.
fn bar_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let wide = ui.available_width();
    let history = &state.history;
    let mut tabs = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
        let needs = |ui: &Ui, name| text::layout(ui.painter(), said(name), ink, f32::INFINITY).size().x + 14.0;
        let all: f32 = Tab::ALL.iter().map(|(_, name)| needs(ui, name)).sum();
        // On a phone each is as wide as its word.
        let share = ((wide - 18.0) / all).min(1.0);
        for (tab, name) in Tab::ALL {
            let width = if wide < 700.0 { (needs(ui, name) * share).max(TOUCH) } else { 112.0 };
            let face = Face::new(said(name)).chosen(history.tab == tab).size(15.0);
            if button::sized(ui, theme, vec2(width, TOUCH), face).clicked() {
                actions.push(Action::History(Wish::Tab(tab)));
            }
        }
    };
    let mut asked = Vec::new();
    let told = |ui: &mut Ui| {
        if history.message.is_some() {
            let face = Face::new("OK").name(say!("Close the message")).size(14.0);
            if button::sized(ui, theme, vec2(56.0, TOUCH), face).clicked() {
                asked.push(Action::History(Wish::Heard));
            }
        }
        if let Some((words, _)) = history.undo.last() {
            let spoken = say!("Undo: {words}", words);
            if button::sized(ui, theme, vec2(76.0, TOUCH), Face::new(say!("Undo")).name(&spoken).size(14.0)).clicked() {
                asked.push(Action::History(Wish::Undo));
            }
        }
        let said = history.message.as_ref().map(ToString::to_string);
        if let Some(words) = history.busy.clone().or(said) {
            let failed = history.busy.is_none() && matches!(history.message, Some(Said::Failed(_)));
            let color = if failed { theme.bad } else { theme.good };
            let shown = text::label(ui, &words, Ink::new(Weight::Medium, 15.0, color));
            live(ui, &shown);
        }
    };
    let something = history.message.is_some() || history.busy.is_some() || !history.undo.is_empty();
    if wide >= 600.0 {
        Sides::new().height(TOUCH).shrink_right().truncate().show(ui, tabs, told);
    } else {
        line_ui(ui, TOUCH, &mut tabs);
        if something {
            ui.allocate_ui_with_layout(vec2(wide, TOUCH), Layout::right_to_left(Align::Center), told);
        }
    }
    actions.extend(asked);
}

/// Imports files that are dropped on the window.
fn take_dropped_files(ui: &Ui, actions: &mut Actions) {
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    actions.extend(dropped.map(|path| Action::History(Wish::Import(path))));
}

fn matches_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    let looking = state.history.replay.is_some();
    let papers = state.history.exporting || state.history.import.is_some();
    let narrow = ui.available_width() < NARROW;
    let list = |ui: &mut Ui, state: &mut State, actions: &mut Actions| {
        panel_ui(ui, theme, 10.0, |ui| games::games_ui(ui, theme, state, actions));
    };
    let rest = |ui: &mut Ui, state: &mut State, actions: &mut Actions| {
        if papers {
            papers::papers_ui(ui, state, actions);
        } else if narrow {
            replay::replay_ui(ui, state, true, actions);
        } else if looking {
            let sizes = [Size::remainder(), Size::relative(0.345).at_least(280.0).at_most(560.0)];
            columns(ui, GAP, &sizes, |n, ui| match n {
                0 => replay::replay_ui(ui, state, false, actions),
                _ => side::side_ui(ui, state, actions),
            });
        } else {
            let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
            panel_ui(ui, theme, 14.0, |ui| middle_ui(ui, say!("Choose a match to replay it drop by drop"), ink));
        }
    };
    if narrow {
        // One thing at a time.
        return if papers || looking { rest(ui, state, actions) } else { list(ui, state, actions) };
    }
    let sizes = [Size::relative(0.235).at_least(250.0).at_most(400.0), Size::remainder()];
    columns(ui, GAP, &sizes, |n, ui| if n == 0 { list(ui, state, actions) } else { rest(ui, state, actions) });
}
