//! Past matches: the list, and one of them drop by drop.

use super::{Actions, panel, within};
use crate::ui::action::Action;
use crate::ui::state::{Replay, State};
use crate::ui::story;
use crate::ui::theme::{GAP, RADIUS, TOUCH, Theme, Weight};
use crate::ui::views::drops;
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::line;
use crate::ui::widgets::text::{self, Ink};
use egui::{
    Align2, CornerRadius, Rect, Role, ScrollArea, Sense, Slider, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, pos2,
    vec2,
};

pub(super) fn history_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    let narrow = rect.width() < 760.0;
    let left = if narrow { rect.width() * 0.42 } else { (rect.width() * 0.3).clamp(280.0, 460.0) };
    let list = Rect::from_min_max(rect.min, pos2(rect.left() + left, rect.bottom()));
    let rest = Rect::from_min_max(pos2(list.right() + GAP, rect.top()), rect.max);
    panel(ui, &theme, list);
    within(ui, list.shrink(10.0), "past", |ui| list_ui(ui, &theme, state, actions));
    match &state.history.replay {
        Some(replay) => replay_ui(ui, &theme, rest, replay, actions),
        None => {
            let words = match (&state.history.problem, state.history.list.is_empty()) {
                (Some(problem), _) => format!("! {problem}"),
                (None, true) => "No match has been played yet".to_owned(),
                (None, false) => "Choose a match to look at it drop by drop".to_owned(),
            };
            let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
            text::put_within(ui.painter(), rest.center(), Align2::CENTER_CENTER, &words, ink, rest.width());
        }
    }
}

fn list_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    let edit =
        TextEdit::singleline(&mut state.history.search).hint_text("player, rules, date…").desired_width(f32::INFINITY);
    let _named = ui.add(edit).accessible_name("search in past matches");
    let wanted = state.history.search.to_lowercase();
    let shown = state.history.replay.as_ref().map(|replay| replay.entry);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (i, past) in state.history.list.iter().enumerate() {
            let words = format!("{} {} {}", past.when, past.rules, past.result).to_lowercase();
            if !wanted.split_whitespace().all(|word| words.contains(word)) {
                continue;
            }
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 6.0, 58.0));
            let response = ui.interact(row, ui.scope_id().with(("past", i)), Sense::click());
            let here = shown == Some(i);
            let name = format!("{}, {}, {}", past.result, past.rules, past.when);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &name));
            let fill = if here || response.hovered() { theme.raised } else { theme.panel };
            let stroke = if here { Stroke::new(2.0, theme.good) } else { Stroke::NONE };
            ui.painter().rect(row, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
            button::focus_ring(ui, theme, row, CornerRadius::same(RADIUS), &response);
            let room = row.width() - 20.0;
            let open = if past.over { "" } else { "open · " };
            let above = format!("{open}{} · {}", past.when, past.rules);
            let quiet = Ink::new(Weight::Regular, 13.0, theme.quiet);
            text::put_within(
                ui.painter(),
                row.left_center() + vec2(10.0, -12.0),
                Align2::LEFT_CENTER,
                &above,
                quiet,
                room,
            );
            let strong = Ink::new(Weight::SemiBold, 16.0, theme.text);
            text::put_within(
                ui.painter(),
                row.left_center() + vec2(10.0, 10.0),
                Align2::LEFT_CENTER,
                &past.result,
                strong,
                room,
            );
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                actions.push(Action::Look(i));
            }
        }
    });
}

fn replay_ui(ui: &mut Ui, theme: &Theme, rect: Rect, replay: &Replay, actions: &mut Actions) {
    let game = replay.now.state();
    let setup = &game.setup;
    let total = replay.whole.standing().len();
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 40.0));
    let scores = story::scores(setup, &game.leg.scores);
    let leg = if setup.best_of > 1 {
        format!(" · game {} of {}", game.legs.len() + 1, setup.best_of)
    } else {
        String::new()
    };
    let ink = Ink::new(Weight::SemiBold, 20.0, theme.text);
    let mut room = rect.width();
    if !replay.whole.state().is_over() {
        let place = Rect::from_min_max(pos2(head.right() - 170.0, head.top() - 2.0), head.max + vec2(0.0, 2.0));
        room -= 180.0;
        if button::put(ui, theme, place, Face::new("Go on with it").size(15.0)).clicked() {
            actions.push(Action::TakeUp(replay.entry));
        }
    }
    text::put_within(ui.painter(), head.left_center(), Align2::LEFT_CENTER, &format!("{scores}{leg}"), ink, room);
    let line_rect = Rect::from_min_size(
        pos2(rect.left(), head.bottom() + 4.0),
        vec2(rect.width(), (rect.height() * 0.28).clamp(70.0, 320.0)),
    );
    panel(ui, theme, line_rect);
    match game.round.as_ref().filter(|round| !round.layout.is_empty()) {
        Some(round) => {
            let wrong = round.layout.wrong_plays(&setup.rules);
            let marks = line::Marks { last: Some(round.layout.len() - 1), wrong: &wrong, ..line::Marks::default() };
            line::show(ui, theme, line_rect.shrink(8.0), &round.layout, &setup.rules, &marks);
        }
        None => line::paint_empty(ui.painter(), theme, line_rect.shrink(8.0), "no tile lies yet"),
    }
    let steps = Rect::from_min_size(pos2(rect.left(), line_rect.bottom() + 8.0), vec2(rect.width(), TOUCH));
    steps_ui(ui, theme, steps, replay.at, total, actions);
    let story = Rect::from_min_max(pos2(rect.left(), steps.bottom() + 8.0), rect.max);
    panel(ui, theme, story);
    let Some(round) = &game.round else { return };
    within(ui, story.shrink(10.0), "replayed", |ui| {
        ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            for n in 0..round.turns.len() {
                let told = story::tell(setup, round, n, false);
                let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 28.0));
                if n + 1 == round.turns.len() {
                    ui.painter().rect_filled(row, 6, theme.raised);
                }
                drops::row_ui(ui, theme, row, &told);
            }
        });
    });
}

/// First, back, a slider, on, last.
fn steps_ui(ui: &mut Ui, theme: &Theme, rect: Rect, at: usize, total: usize, actions: &mut Actions) {
    let mut left = rect.left();
    let mut right = rect.right();
    let mut key =
        |left: &mut f32, from_left: bool, right: &mut f32, label: &str, name: &str, to: usize, enabled: bool| {
            let place = if from_left {
                let place = Rect::from_min_size(pos2(*left, rect.top()), vec2(52.0, rect.height()));
                *left = place.right() + 6.0;
                place
            } else {
                let place = Rect::from_min_size(pos2(*right - 52.0, rect.top()), vec2(52.0, rect.height()));
                *right = place.left() - 6.0;
                place
            };
            if button::put(ui, theme, place, Face::new(label).name(name).enabled(enabled)).clicked() {
                actions.push(Action::Replay(to));
            }
        };
    key(&mut left, true, &mut right, "|←", "to the beginning, key Home", 0, at > 0);
    key(&mut left, true, &mut right, "←", "one back, key Left", at.saturating_sub(1), at > 0);
    key(&mut left, false, &mut right, "→|", "to the end, key End", total, at < total);
    key(&mut left, false, &mut right, "→", "one on, key Right", at + 1, at < total);
    let slider_rect = Rect::from_min_max(pos2(left + 6.0, rect.top()), pos2(right - 6.0, rect.bottom()));
    let mut to = at;
    within(ui, slider_rect, "step", |ui| {
        ui.spacing_mut().slider_width = (slider_rect.width() - 90.0).max(40.0);
        let response = ui.add(Slider::new(&mut to, 0..=total).suffix(format!(" of {total}")));
        let _named = response.accessible_name("step of the match");
    });
    if to != at {
        actions.push(Action::Replay(to));
    }
}
