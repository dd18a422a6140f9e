//! The list of matches by date, its filters, and the way to files.

use super::super::{Actions, counted_matches, line_ui, middle_ui, rows};
use crate::ui::action::Action;
use crate::ui::history::{Period, Wish};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use egui::{
    Align2, Color32, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use egui_extras::Size;
use game::rules::PRESETS;
use language::{Language, said, say};
use std::sync::Arc;
use store::{Archived, LocalTime, MatchSummary};

/// Height of the day above its matches.
const HEAD: f32 = 30.0;
/// Letters of the two lines of a row.
const ABOUT: Ink = Ink::new(Weight::Regular, 12.5, Color32::PLACEHOLDER);
const RESULT: Ink = Ink::new(Weight::SemiBold, 15.5, Color32::PLACEHOLDER);
/// Room between the words of a row and its edge, and between two rows.
const EDGE: Vec2 = vec2(10.0, 7.0);
const BETWEEN: f32 = 4.0;

pub(super) fn games_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    rows(ui, 8.0, &[Size::remainder(), Size::exact(TOUCH)], |n, ui| {
        if n == 0 {
            filter_ui(ui, theme, state, actions);
            return list_ui(ui, theme, state, actions);
        }
        ui.columns(2, |columns| {
            for (ui, (label, import)) in columns.iter_mut().zip([(say!("Export…"), false), (say!("Import…"), true)])
            {
                let size = vec2(ui.available_width(), TOUCH);
                if button::sized(ui, theme, size, Face::new(label).size(15.0)).clicked() {
                    if import {
                        state.history.import = Some(String::new());
                    } else {
                        actions.push(Action::History(Wish::Papers));
                    }
                }
            }
        });
    });
}

/// Search, time, rules, player, and how many matches are left.
pub(in crate::ui::views) fn filter_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    let mut changed = false;
    let low = ui.available_height() < 420.0;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        let edit = TextEdit::singleline(&mut state.history.choice.words)
            .hint_text(say!("player, rules, date…"))
            .align(egui::Align2::LEFT_CENTER)
            .desired_width(f32::INFINITY);
        let response = field::put(ui, edit);
        changed |= response.changed();
        let _named = response.accessible_name(say!("search past matches"));
        if low {
            return;
        }
        let half = (ui.available_width() - 6.0) / 2.0 - 4.0;
        ui.horizontal(|ui| {
            changed |= span_box(ui, state, half);
            changed |= rules_box(ui, state, half);
        });
        ui.horizontal(|ui| {
            changed |= player_box(ui, state, half);
            let hidden = state.history.archive.games.iter().filter(|game| game.summary.is_hidden()).count();
            let label = say!("hidden ({hidden})", hidden);
            let face = Face::new(&label)
                .name(say!("list deleted matches and demonstrations too"))
                .chosen(state.history.deleted)
                .size(14.0);
            if button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face).clicked() {
                state.history.deleted = !state.history.deleted;
                changed = true;
            }
        });
    });
    if changed {
        actions.push(Action::History(Wish::Chosen));
    }
    let (shown, all) = (state.history.shown.len(), state.history.archive.games.len());
    let all_words = counted_matches(all);
    let words = if shown == all { all_words } else { say!("{shown} of {all_words}", shown, all_words) };
    line_ui(ui, 16.0, |ui| {
        ui.add_space(4.0);
        text::label(ui, &words, Ink::new(Weight::Regular, 13.0, theme.quiet));
    });
}

fn span_box(ui: &mut Ui, state: &mut State, wide: f32) -> bool {
    let span = &mut state.history.span;
    let before = *span;
    let shown = Period::ALL.iter().find(|(one, _)| one == span).map_or("", |(_, name)| said(name));
    let response = egui::ComboBox::from_id_salt("span").selected_text(shown).width(wide).truncate().show_ui(ui, |ui| {
        for (one, name) in Period::ALL {
            ui.selectable_value(span, one, said(name));
        }
    });
    let _named = response.response.accessible_name(say!("only matches from this period"));
    *span != before
}

fn rules_box(ui: &mut Ui, state: &mut State, wide: f32) -> bool {
    let rules = &mut state.history.choice.rules;
    let before = rules.clone();
    let title = |id: &Option<String>| {
        let found = PRESETS.iter().find(|preset| Some(preset.rules.id) == id.as_deref());
        found.map_or(say!("All rules"), |preset| said(preset.title))
    };
    let response =
        egui::ComboBox::from_id_salt("rules").selected_text(title(rules)).width(wide).truncate().show_ui(ui, |ui| {
            ui.selectable_value(rules, None, say!("All rules"));
            for preset in PRESETS {
                ui.selectable_value(rules, Some(preset.rules.id.to_owned()), said(preset.title));
            }
        });
    let _named = response.response.accessible_name(say!("only matches under these rules"));
    *rules != before
}

fn player_box(ui: &mut Ui, state: &mut State, wide: f32) -> bool {
    let mut names: Vec<String> = Vec::new();
    let player = &mut state.history.choice.player;
    let before = player.clone();
    let shown = player.clone().unwrap_or_else(|| say!("All players").to_owned());
    let sums = &state.history.sums;
    let response =
        egui::ComboBox::from_id_salt("player").selected_text(shown).width(wide).truncate().show_ui(ui, |ui| {
            names.extend(sums.figures.iter().map(|(name, _)| name.clone()));
            ui.selectable_value(player, None, say!("All players"));
            for name in names {
                ui.selectable_value(player, Some(name.clone()), name);
            }
        });
    let _named = response.response.accessible_name(say!("only matches of this player"));
    *player != before
}

/// The rows that are in sight, and no others: a list of thousands costs as much as one of ten.
fn list_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let shown = &state.history.shown;
    if shown.is_empty() {
        return middle_ui(ui, say!("no match found"), Ink::new(Weight::Medium, 15.0, theme.quiet));
    }
    let evening = |i: usize| {
        let of = state.history.evenings.get(i).copied();
        of.unwrap_or_else(|| (shown[i].day(), shown[i].summary.started))
    };
    let begins = |i: usize| i == 0 || evening(i).0 != evening(i - 1).0;
    let here = state.history.replay.as_ref().map(|replay| replay.id);
    ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, view| {
        let wide = ui.available_width() - 6.0;
        let places = places(ui, state, wide, begins);
        ui.set_height(places.last().copied().unwrap_or_default());
        let (left, top) = (ui.max_rect().left(), ui.max_rect().top());
        let first = places.partition_point(|end| *end < view.top());
        for (i, game) in shown.iter().enumerate().skip(first) {
            let mut y = if i == 0 { 0.0 } else { places[i - 1] };
            if y > view.bottom() {
                break;
            }
            if begins(i) {
                let same = (i..shown.len()).take_while(|other| evening(*other).0 == evening(i).0).count();
                let place = Rect::from_min_size(pos2(left, top + y), vec2(wide, HEAD));
                head_ui(ui, theme, place, &evening(i).1.there(game.summary.utc_offset), same);
                y += HEAD;
            }
            let place = Rect::from_min_size(pos2(left, top + y), vec2(wide, places[i] - y - BETWEEN));
            row_ui(ui, theme, place, &game.summary, here == Some(game.summary.id), actions);
        }
    });
}

/// Where each row ends below the top of the list, worked out again only when the list or its width changes.
fn places(ui: &Ui, state: &State, wide: f32, begins: impl Fn(usize) -> bool) -> Arc<Vec<f32>> {
    let of = (state.history.chosen, language::current(), wide.to_bits());
    let memory = ui.scope_id().with("places");
    let known = ui.data(|data| data.get_temp::<((u64, Language, u32), Arc<Vec<f32>>)>(memory));
    if let Some((_, places)) = known.filter(|(made_of, _)| *made_of == of) {
        return places;
    }
    let mut end = 0.0;
    let place = |(i, game): (usize, &Arc<Archived>)| {
        let [about, result] = words_of(&game.summary);
        let room = wide - 2.0 * EDGE.x;
        let high = text::height(ui.painter(), &about, ABOUT, room) + text::height(ui.painter(), &result, RESULT, room);
        end += if begins(i) { HEAD } else { 0.0 } + high + 2.0 * EDGE.y + BETWEEN;
        end
    };
    let places: Arc<Vec<f32>> = Arc::new(state.history.shown.iter().enumerate().map(place).collect());
    ui.data_mut(|data| data.insert_temp(memory, (of, Arc::clone(&places))));
    places
}

fn head_ui(ui: &Ui, theme: &Theme, rect: Rect, at: &LocalTime, matches: usize) {
    let words = at.day_words();
    let count = counted_matches(matches);
    let y = rect.center().y + 3.0;
    let ink = Ink::new(Weight::SemiBold, 13.0, theme.quiet);
    text::put(ui.painter(), pos2(rect.left() + 4.0, y), Align2::LEFT_CENTER, &words, ink);
    let ink = Ink::new(Weight::Regular, 12.5, theme.quiet);
    text::put(ui.painter(), pos2(rect.right() - 4.0, y), Align2::RIGHT_CENTER, &count, ink);
}

fn row_ui(ui: &Ui, theme: &Theme, row: Rect, game: &MatchSummary, here: bool, actions: &mut Actions) {
    let response = ui.interact(row, ui.scope_id().with(("past", game.id)), Sense::click());
    let [about, result] = words_of(game);
    let name = format!("{result}, {about}, {}", game.began().day_words());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &name));
    let fill = if here || response.hovered() { theme.raised } else { theme.panel };
    let stroke = if here { Stroke::new(2.0, theme.good) } else { Stroke::NONE };
    ui.painter().rect(row, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
    button::focus_ring(ui, theme, row, CornerRadius::same(RADIUS), &response);
    let mut at = row.min + EDGE;
    let quiet = if game.damage.is_some() { theme.bad } else { theme.quiet };
    let strong = if game.deleted { theme.quiet } else { theme.text };
    for (words, ink) in [(&about, ABOUT.color(quiet)), (&result, RESULT.color(strong))] {
        let galley = text::layout_whole(ui.painter(), words, ink, row.width() - 2.0 * EDGE.x);
        let high = galley.size().y;
        ui.painter().galley(at, galley, ink.color);
        at.y += high;
    }
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(&name).clicked() {
        actions.push(Action::History(Wish::Look(game.id)));
    }
}

/// What a row says: about the match, and how it ended.
fn words_of(game: &MatchSummary) -> [String; 2] {
    [about_words(game), result_words(game)]
}

/// "deleted · 21:14 · Fives-and-threes · pairs · best of 3".
fn about_words(game: &MatchSummary) -> String {
    let (hour, minute, _) = game.began().time_of_day();
    let mut words = Vec::new();
    if game.damage.is_some() {
        words.push(say!("damaged").to_owned());
    }
    if game.deleted {
        words.push(say!("deleted").to_owned());
    } else if !game.finished {
        words.push(say!("open").to_owned());
    } else if game.abandoned {
        words.push(say!("abandoned").to_owned());
    }
    words.push(format!("{hour:02}:{minute:02}"));
    words.push(game::rules::title_said(&game.title).to_owned());
    if game.sides.iter().any(|side| side.players.len() > 1) {
        words.push(say!("pairs").to_owned());
    }
    if game.best_of > 1 {
        words.push(say!("best of {games}", games = game.best_of));
    }
    words.join(" · ")
}

/// "Anna 2 – 1 Ben"; in a match that is open also the score of its game: "Anna 1 (0) – 0 (50) Ben".
fn result_words(game: &MatchSummary) -> String {
    let name = |i: usize| game.sides[i].players.join(" & ");
    let figure = |i: usize| match (game.best_of > 1, game.finished) {
        (true, true) => game.sides[i].legs.to_string(),
        (true, false) => format!("{} ({})", game.sides[i].legs, game.sides[i].points),
        (false, _) => game.sides[i].points.clone(),
    };
    if game.sides.len() == 2 {
        format!("{} {} – {} {}", name(0), figure(0), figure(1), name(1))
    } else {
        (0..game.sides.len()).map(|i| format!("{} {}", name(i), figure(i))).collect::<Vec<_>>().join(", ")
    }
}
