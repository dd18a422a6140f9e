//! Looking back: four parts under one bar. The matches, figures over them, leagues, and who is who.

mod games;
mod papers;
mod people;
mod replay;
mod side;
mod steps;

pub(super) use games::filter_ui;

use super::{Actions, league, panel, statistics, within};
use crate::ui::action::Action;
use crate::ui::history::{Said, Tab, Wish};
use crate::ui::state::State;
use crate::ui::theme::{GAP, TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

/// Below this width parts are shown one at a time.
const NARROW: f32 = 900.0;

pub(super) fn history_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), TOUCH));
    bar_ui(ui, &theme, bar, state, actions);
    let rest = Rect::from_min_max(pos2(rect.left(), bar.bottom() + 8.0), rect.max);
    take_dropped_files(ui, actions);
    let history = &state.history;
    let problem = match (&history.problem, history.loaded, history.archive.games.is_empty()) {
        (Some(problem), ..) => Some(format!("! {problem}")),
        (None, false, _) => Some("Reading the matches…".to_owned()),
        (None, true, true) => Some("No match has been played yet".to_owned()),
        (None, true, false) => None,
    };
    if let Some(words) = problem {
        empty_ui(ui, &theme, rest, &words, state, actions);
        return;
    }
    match state.history.tab {
        Tab::Matches => matches_ui(ui, &theme, rest, state, actions),
        Tab::Statistics => within(ui, rest, "statistics", |ui| statistics::statistics_ui(ui, state, actions)),
        Tab::League => within(ui, rest, "league", |ui| league::league_ui(ui, state, actions)),
        Tab::Players => within(ui, rest, "people", |ui| people::people_ui(ui, state, actions)),
    }
}

/// Nothing to look back on: what can be done then.
fn empty_ui(ui: &mut Ui, theme: &Theme, rect: Rect, words: &str, state: &mut State, actions: &mut Actions) {
    if state.history.import.is_some() {
        within(ui, rect, "papers", |ui| papers::papers_ui(ui, state, actions));
        return;
    }
    let ink = Ink::new(Weight::Medium, 18.0, theme.quiet);
    let shown = text::put_within(ui.painter(), rect.center(), Align2::CENTER_CENTER, words, ink, rect.width());
    let place = Rect::from_center_size(pos2(rect.center().x, shown.bottom() + 46.0), vec2(220.0, TOUCH));
    if state.history.loaded && button::put(ui, theme, place, Face::new("Import games…")).clicked() {
        state.history.import = Some(String::new());
    }
}

/// The parts, and what has just been done with the way to take it back.
fn bar_ui(ui: &mut Ui, theme: &Theme, rect: Rect, state: &State, actions: &mut Actions) {
    let mut left = rect.left();
    for (tab, name) in Tab::ALL {
        let wide = if rect.width() < 700.0 { 84.0 } else { 112.0 };
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(wide, rect.height()));
        left = place.right() + 6.0;
        let face = Face::new(name).chosen(state.history.tab == tab).size(15.0);
        if button::put(ui, theme, place, face).clicked() {
            actions.push(Action::History(Wish::Tab(tab)));
        }
    }
    let mut right = rect.right();
    let put = |right: &mut f32, label: &str, name: &str, wide: f32| {
        let place = Rect::from_min_max(pos2(*right - wide, rect.top()), pos2(*right, rect.bottom()));
        *right = place.left() - 8.0;
        button::put(ui, theme, place, Face::new(label).name(name).size(14.0)).clicked()
    };
    if state.history.message.is_some() && put(&mut right, "OK", "Close the message", 56.0) {
        actions.push(Action::History(Wish::Heard));
    }
    if let Some((words, _)) = state.history.undo.last() {
        let spoken = format!("Undo: {words}");
        if put(&mut right, "Undo", &spoken, 76.0) {
            actions.push(Action::History(Wish::Undo));
        }
    }
    let history = &state.history;
    let Some(words) = history.busy.clone().or_else(|| history.message.as_ref().map(ToString::to_string)) else {
        return;
    };
    let failed = history.busy.is_none() && matches!(history.message, Some(Said::Failed(_)));
    let room = right - left - 12.0;
    if room < 40.0 {
        return;
    }
    let color = if failed { theme.bad } else { theme.good };
    let ink = Ink::new(Weight::Medium, 15.0, color);
    let shown =
        text::put_within(ui.painter(), pos2(right - 4.0, rect.center().y), Align2::RIGHT_CENTER, &words, ink, room);
    spoken_label(ui, shown, "message", &words);
}

/// Gives painted words a name for screen readers and tests, and shows them whole when the pointer is over them.
pub(in crate::ui::views) fn spoken_label(ui: &Ui, rect: Rect, salt: &str, words: &str) {
    let response = ui.interact(rect, ui.scope_id().with((salt, words)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    response.on_hover_text(words);
}

/// Files that are dropped on the window are taken over.
fn take_dropped_files(ui: &Ui, actions: &mut Actions) {
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    actions.extend(dropped.map(|path| Action::History(Wish::Import(path))));
}

fn matches_ui(ui: &mut Ui, theme: &Theme, rect: Rect, state: &mut State, actions: &mut Actions) {
    let looking = state.history.replay.is_some();
    let papers = state.history.exporting || state.history.import.is_some();
    if rect.width() < NARROW {
        // One thing at a time.
        if papers {
            within(ui, rect, "papers", |ui| papers::papers_ui(ui, state, actions));
        } else if looking {
            within(ui, rect, "replay", |ui| replay::replay_ui(ui, state, true, actions));
        } else {
            panel(ui, theme, rect);
            within(ui, rect.shrink(10.0), "past", |ui| games::games_ui(ui, theme, state, actions));
        }
        return;
    }
    let left = (rect.width() * 0.235).clamp(250.0, 400.0);
    let list = Rect::from_min_max(rect.min, pos2(rect.left() + left, rect.bottom()));
    panel(ui, theme, list);
    within(ui, list.shrink(10.0), "past", |ui| games::games_ui(ui, theme, state, actions));
    let rest = Rect::from_min_max(pos2(list.right() + GAP, rect.top()), rect.max);
    if papers {
        within(ui, rest, "papers", |ui| papers::papers_ui(ui, state, actions));
        return;
    }
    if !looking {
        panel(ui, theme, rest);
        let words = "Choose a match to look at it drop by drop";
        let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
        text::put_within(ui.painter(), rest.center(), Align2::CENTER_CENTER, words, ink, rest.width());
        return;
    }
    let wide = (rest.width() * 0.345).clamp(280.0, 560.0);
    let middle = Rect::from_min_max(rest.min, pos2(rest.right() - wide - GAP, rest.bottom()));
    let right = Rect::from_min_max(pos2(middle.right() + GAP, rest.top()), rest.max);
    within(ui, middle, "replay", |ui| replay::replay_ui(ui, state, false, actions));
    within(ui, right, "side", |ui| side::side_ui(ui, state, actions));
}
