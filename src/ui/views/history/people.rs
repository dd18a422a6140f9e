//! Who is who: everybody who was entered, and names that belong to the same person.

use super::super::{Actions, panel, within};
use crate::store::Timestamp;
use crate::ui::action::Action;
use crate::ui::history::Wish;
use crate::ui::state::State;
use crate::ui::theme::{GAP, TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, ScrollArea, Ui, pos2, vec2};
use std::collections::BTreeMap;

/// A name as it was entered: matches, last seen.
type Entered<'a> = BTreeMap<&'a str, (usize, Timestamp)>;

pub(super) fn people_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    let wide = ((rect.width() - GAP) * 0.6).min(760.0);
    let names = Rect::from_min_size(rect.min, vec2(wide, rect.height()));
    let merged = Rect::from_min_max(pos2(names.right() + GAP, rect.top()), rect.max);
    panel(ui, &theme, names);
    panel(ui, &theme, merged);
    let archive = std::sync::Arc::clone(&state.history.archive);
    let mut entered = Entered::new();
    for game in archive.games.iter().filter(|game| !game.summary.deleted) {
        for name in game.summary.sides.iter().flat_map(|side| &side.players) {
            let entry = entered.entry(name).or_default();
            *entry = (entry.0 + 1, entry.1.max(game.summary.last));
        }
    }
    within(ui, names.shrink(14.0), "names", |ui| names_ui(ui, &theme, &entered, state, actions));
    within(ui, merged.shrink(14.0), "merged", |ui| merged_ui(ui, &theme, state, actions));
}

fn heading(ui: &mut Ui, theme: &Theme, words: &str, about: &str) {
    ui.label(egui::RichText::new(words).font(Weight::SemiBold.font(19.0)).color(theme.text));
    ui.add(egui::Label::new(egui::RichText::new(about).color(theme.quiet).size(14.0)).wrap());
    ui.add_space(4.0);
}

fn names_ui(ui: &mut Ui, theme: &Theme, entered: &Entered<'_>, state: &mut State, actions: &mut Actions) {
    let merging = state.history.merging.clone();
    let (title, about) = match &merging {
        Some(from) => (format!("{from} is really…"), "Tap the name that counts. It can be taken back."),
        None => (
            "Everybody who was entered".to_owned(),
            "Somebody entered twice? Merge one name into the other: nothing is rewritten, figures count both.",
        ),
    };
    heading(ui, theme, &title, about);
    if merging.is_some() {
        let (_, place) = ui.allocate_space(vec2(120.0, TOUCH));
        if button::put(ui, theme, place, Face::new("Never mind").size(15.0)).clicked() {
            state.history.merging = None;
        }
    }
    let mut people: Vec<(&&str, &(usize, Timestamp))> = entered.iter().collect();
    people.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, TOUCH + 2.0, people.len(), |ui, range| {
        for (name, (games, last)) in &people[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, TOUCH));
            let counts = state.history.archive.book.player(name);
            let as_other = if counts == **name { String::new() } else { format!("  counts as {counts}") };
            let ink = Ink::new(Weight::SemiBold, 16.0, theme.text);
            let room = row.width() - 330.0;
            let words = format!("{name}{as_other}");
            let at = row.left_center() + vec2(4.0, 0.0);
            let shown = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, ink, room.max(60.0));
            super::spoken_label(ui, shown, "name", &words);
            let about = format!("{games} matches · last {}", last.date_text());
            let quiet = Ink::new(Weight::Regular, 14.0, theme.quiet);
            let at = pos2(row.right() - 140.0, row.center().y);
            text::put(ui.painter(), at, Align2::RIGHT_CENTER, &about, quiet);
            let place = Rect::from_min_max(pos2(row.right() - 128.0, row.top()), row.max);
            match &merging {
                Some(from) if from == **name => {}
                Some(from) => {
                    let spoken = format!("{from} is {name}");
                    if button::put(ui, theme, place, Face::new("That one").name(&spoken).main(true).size(15.0))
                        .clicked()
                    {
                        actions.push(Action::History(Wish::Merge(from.clone(), (**name).to_owned())));
                    }
                }
                None if counts == **name => {
                    let spoken = format!("Merge {name}");
                    if button::put(ui, theme, place, Face::new("Merge…").name(&spoken).size(15.0)).clicked() {
                        state.history.merging = Some((**name).to_owned());
                    }
                }
                None => {}
            }
        }
    });
}

fn merged_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    heading(ui, theme, "Names put together", "Parting them brings both back as they were.");
    let merged = &state.history.archive.book.merged;
    if merged.is_empty() {
        ui.label(egui::RichText::new("none").color(theme.quiet));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (from, into) in merged {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, TOUCH));
            let ink = Ink::new(Weight::Medium, 16.0, theme.text);
            let words = format!("{from} → {into}");
            let at = row.left_center() + vec2(4.0, 0.0);
            text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, ink, row.width() - 100.0);
            let place = Rect::from_min_max(pos2(row.right() - 84.0, row.top()), row.max);
            let spoken = format!("Part {from} from {into}");
            if button::put(ui, theme, place, Face::new("Part").name(&spoken).size(15.0)).clicked() {
                actions.push(Action::History(Wish::Part(from.clone())));
            }
        }
    });
}
