//! Players: everyone entered, and names that belong to the same person.

use super::super::{Actions, NAME_LETTERS, columns, panel_ui, rows};
use crate::ui::action::Action;
use crate::ui::history::{BookWish, Wish};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{Align2, Key, ScrollArea, TextEdit, Ui};
use egui_extras::Size;
use language::{say, say_count};
use std::collections::BTreeMap;
use store::Timestamp;

/// A name as it was entered: matches, last seen.
type Entered<'a> = BTreeMap<&'a str, (usize, Timestamp)>;

pub(super) fn people_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let archive = std::sync::Arc::clone(&state.history.archive);
    let mut entered = Entered::new();
    for game in archive.games.iter().filter(|game| !game.summary.is_hidden()) {
        let names = game.summary.sides.iter().flat_map(|side| &side.players);
        for name in names.filter(|name| !archive.book.removed.contains(*name)) {
            let entry = entered.entry(name).or_default();
            *entry = (entry.0 + 1, entry.1.max(game.summary.last));
        }
    }
    let part = |n: usize, ui: &mut Ui| {
        panel_ui(ui, &theme, 14.0, |ui| match n {
            0 => names_ui(ui, &theme, &entered, state, actions),
            _ => merged_ui(ui, &theme, state, actions),
        });
    };
    if ui.available_width() < 700.0 {
        rows(ui, GAP, &[Size::relative(0.6), Size::remainder()], part);
    } else {
        columns(ui, GAP, &[Size::relative(0.6).at_most(760.0), Size::remainder()], part);
    }
}

fn heading(ui: &mut Ui, theme: &Theme, words: &str, about: &str) {
    ui.label(egui::RichText::new(words).font(Weight::SemiBold.font(19.0)).color(theme.text));
    ui.add(egui::Label::new(egui::RichText::new(about).color(theme.quiet).size(14.0)).wrap());
    ui.add_space(4.0);
}

fn names_ui(ui: &mut Ui, theme: &Theme, entered: &Entered<'_>, state: &mut State, actions: &mut Actions) {
    let merging = state.history.merging.clone();
    let (title, about) = match &merging {
        Some(from) => {
            (say!("{from} is really…", from), say!("Tap the name that counts, or type another. You can undo this."))
        }
        None => (
            say!("All names entered").to_owned(),
            say!(
                "Is a player listed twice or misspelt? Merge one name into another, or give a new one. Nothing is \
                rewritten; statistics count both."
            ),
        ),
    };
    heading(ui, theme, &title, about);
    if let Some(from) = &merging {
        rename_ui(ui, theme, from, state, actions);
    }
    let mut people: Vec<(&&str, &(usize, Timestamp))> = entered.iter().collect();
    people.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, TOUCH + 2.0, people.len(), |ui, range| {
        for (name, (games, last)) in &people[range] {
            let counts = state.history.archive.book.player(name);
            let as_other = if counts == **name { String::new() } else { say!("  counts as {counts}", counts) };
            let words = format!("{name}{as_other}");
            let day = last.date_text();
            let about = say_count!(games, "{n} match · last {day}", "{n} matches · last {day}", day);
            let narrow = ui.available_width() < 560.0;
            let merge = |ui: &mut Ui| {
                ui.add_space(8.0);
                match &merging {
                    Some(from) if from == **name => {}
                    Some(from) => {
                        let spoken = say!("{from} is {name}", from, name);
                        let face = Face::new(say!("That one")).name(&spoken).main(true).size(15.0);
                        if button::add(ui, theme, TOUCH, face).clicked() {
                            actions
                                .push(Action::History(Wish::Book(BookWish::Merge(from.clone(), (**name).to_owned()))));
                        }
                    }
                    None if counts == **name => {
                        let spoken = say!("Merge {name}", name);
                        if button::add(ui, theme, TOUCH, Face::new(say!("Merge…")).name(&spoken).size(15.0)).clicked()
                        {
                            state.history.merging = Some((**name).to_owned());
                            state.history.renaming.clear();
                        }
                        let spoken = say!("Remove {name} from the lists", name);
                        let face = Face::new(say!("Remove")).name(&spoken).size(15.0);
                        if button::add(ui, theme, TOUCH, face).clicked() {
                            actions.push(Action::History(Wish::Book(BookWish::Remove((**name).to_owned(), true))));
                        }
                    }
                    None => {}
                }
                if !narrow {
                    text::label(ui, &about, Ink::new(Weight::Regular, 14.0, theme.quiet));
                }
            };
            Sides::new().height(TOUCH).shrink_left().truncate().show(
                ui,
                |ui| text::label(ui, &words, Ink::new(Weight::SemiBold, 16.0, theme.text)),
                merge,
            );
        }
    });
}

/// A new name for a player, and the way out.
fn rename_ui(ui: &mut Ui, theme: &Theme, from: &str, state: &mut State, actions: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        let edit = TextEdit::singleline(&mut state.history.renaming)
            .hint_text(say!("another name"))
            .align(Align2::LEFT_CENTER)
            .char_limit(NAME_LETTERS);
        let response = field::sized(ui, [180.0, TOUCH], edit).accessible_name(say!("another name for {from}", from));
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let into = game::name::kept(&state.history.renaming);
        let named = !into.is_empty() && into != from;
        let face = Face::new(say!("Rename")).main(named).enabled(named).size(15.0);
        let clicked = button::add(ui, theme, TOUCH, face).clicked();
        if named && (clicked || entered) {
            actions.push(Action::History(Wish::Book(BookWish::Merge(from.to_owned(), into))));
        }
        if button::add(ui, theme, TOUCH, Face::new(say!("Never mind")).size(15.0)).clicked() {
            state.history.merging = None;
        }
    });
}

fn merged_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    heading(ui, theme, say!("Merged players"), say!("Separate restores both as they were."));
    let merged = &state.history.archive.book.merged;
    if merged.is_empty() {
        ui.label(egui::RichText::new(say!("none")).color(theme.quiet));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (from, into) in merged {
            let (_, parted) = Sides::new().height(TOUCH).shrink_left().truncate().show(
                ui,
                |ui| text::label(ui, &format!("{from} → {into}"), Ink::new(Weight::Medium, 16.0, theme.text)),
                |ui| {
                    let spoken = say!("Separate {from} from {into}", from, into);
                    button::add(ui, theme, TOUCH, Face::new(say!("Separate")).name(&spoken).size(15.0)).clicked()
                },
            );
            if parted {
                actions.push(Action::History(Wish::Book(BookWish::Part(from.clone()))));
            }
        }
        removed_ui(ui, theme, state, actions);
    });
}

fn removed_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let removed = &state.history.archive.book.removed;
    if removed.is_empty() {
        return;
    }
    ui.add_space(10.0);
    heading(ui, theme, say!("Removed players"), say!("Their matches stay in the history."));
    for name in removed {
        let (_, restored) = Sides::new().height(TOUCH).shrink_left().truncate().show(
            ui,
            |ui| text::label(ui, name, Ink::new(Weight::Medium, 16.0, theme.text)),
            |ui| {
                let spoken = say!("Restore {name} to the lists", name);
                button::add(ui, theme, TOUCH, Face::new(say!("Restore")).name(&spoken).size(15.0)).clicked()
            },
        );
        if restored {
            actions.push(Action::History(Wish::Book(BookWish::Remove(name.clone(), false))));
        }
    }
}
