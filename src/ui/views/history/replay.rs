//! A match drop by drop: scores, pegs, the saved picture, the layout at that moment, the reason of each award.

use super::super::{Actions, columns, drops, line_ui, panel, panel_ui, rows};
use super::{side, steps};
use crate::ui::action::Action;
use crate::ui::history::{BookWish, KeptStep, Replay, Wish};
use crate::ui::state::State;
use crate::widgets::board_picture;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::line;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{
    Align, Align2, ColorImage, Layout, Rect, Role, ScrollArea, Sense, TextureHandle, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::Size;
use game::replay::{Moment, MomentKind};
use game::words::Told;
use language::say;
use std::iter;
use std::sync::Arc;

/// The picture of a step on the graphics card.
#[derive(Clone)]
struct ShownPicture {
    picture: Arc<ColorImage>,
    texture: TextureHandle,
}

pub(super) fn replay_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Actions) {
    let Some(replay) = &state.history.replay else { return };
    let (wide, high) = (ui.available_width(), ui.available_height());
    let part = |ui: &mut Ui, part: ReplayPart, actions: &mut Actions| part_ui(ui, part, state, replay, narrow, actions);
    let stack = |ui: &mut Ui, parts: &[(ReplayPart, Size)], actions: &mut Actions| {
        let sizes: Vec<Size> = parts.iter().map(|(_, size)| *size).collect();
        rows(ui, 8.0, &sizes, |n, ui| part(ui, parts[n].0, actions));
    };
    let touch = Size::exact(TOUCH);
    let sideways = narrow && wide > high * 1.15;
    let share = if sideways { 0.54 } else { 1.0 };
    let head = if narrow && wide * share < 560.0 { Size::exact(TOUCH * 2.0 + 4.0) } else { touch };
    if sideways {
        // Lays out a phone on its side: the steps on the left, the text on the right.
        let left = [
            (ReplayPart::Head, head),
            (ReplayPart::Lying, Size::remainder()),
            (ReplayPart::Steps, touch),
            (ReplayPart::Jumps, touch),
        ];
        let right = [(ReplayPart::Story, Size::remainder()), (ReplayPart::Why, Size::relative(0.5))];
        return columns(ui, 8.0, &[Size::relative(share), Size::remainder()], |n, ui| match n {
            0 => stack(ui, &left, actions),
            _ => stack(ui, &right, actions),
        });
    }
    let lying = ((high - TOUCH) * if narrow { 0.16 } else { 0.27 }).clamp(70.0, 360.0);
    let board = (high * 0.2).min(wide * 0.2).min(220.0);
    let mut parts = vec![(ReplayPart::Head, head)];
    // A smaller one has no room for its names.
    if board > 100.0 {
        parts.push((ReplayPart::Board, Size::exact(board)));
    }
    parts.extend([
        (ReplayPart::Lying, Size::exact(lying)),
        (ReplayPart::Steps, touch),
        (ReplayPart::Jumps, touch),
        (ReplayPart::Story, Size::remainder()),
    ]);
    // On a phone the reasons are below the replay.
    if narrow {
        parts.push((ReplayPart::Why, Size::relative(0.26)));
    }
    stack(ui, &parts, actions);
}

/// A part of the replay.
#[derive(Clone, Copy)]
enum ReplayPart {
    Head,
    Board,
    Lying,
    Steps,
    Jumps,
    Story,
    Why,
}

fn part_ui(ui: &mut Ui, part: ReplayPart, state: &State, replay: &Replay, narrow: bool, actions: &mut Actions) {
    let theme = &state.theme;
    match part {
        ReplayPart::Head => head_ui(ui, theme, replay, state, narrow, actions),
        ReplayPart::Board => board_picture::show(ui, theme, ui.max_rect(), replay.now.state()),
        ReplayPart::Lying => lying_ui(ui, theme, ui.max_rect(), replay),
        ReplayPart::Steps => steps::steps_ui(ui, theme, replay, actions),
        ReplayPart::Jumps => steps::jumps_ui(ui, theme, replay, actions),
        ReplayPart::Why => panel_ui(ui, theme, 10.0, |ui| side::why_ui(ui, theme, replay, actions)),
        ReplayPart::Story => {
            panel_ui(ui, theme, 8.0, |ui| story_ui(ui, theme, replay, if narrow { TOUCH } else { 27.0 }, actions));
        }
    }
}

/// Shows both scores, the game and hand, and the actions for the match.
fn head_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, state: &State, narrow: bool, actions: &mut Actions) {
    let summary = state.history.archive.game(replay.id).map(|game| &game.summary);
    let deleted = summary.is_some_and(|summary| summary.deleted);
    let mut put = |ui: &mut Ui, label: &str, kind: ButtonKind, wish: Wish| {
        if button::add(ui, theme, TOUCH, Face::new(label).kind(kind).size(14.0)).clicked() {
            actions.push(Action::History(wish));
        }
    };
    let wishes = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if narrow {
            put(ui, say!("List"), ButtonKind::Plain, Wish::Close);
            put(ui, say!("Export…"), ButtonKind::Plain, Wish::Papers);
        }
        if deleted {
            put(ui, say!("Restore"), ButtonKind::Main, Wish::Book(BookWish::Restore(replay.id)));
        } else {
            put(ui, say!("Delete"), ButtonKind::Danger, Wish::Book(BookWish::Delete(replay.id)));
        }
        if !deleted {
            let over = replay.whole.state().is_over();
            let label = if over { say!("Reopen") } else { say!("Resume") };
            put(ui, label, ButtonKind::Plain, Wish::TakeUp(replay.id));
        }
    };
    if narrow && ui.available_width() < 560.0 {
        line_ui(ui, TOUCH, |ui| scores_ui(ui, theme, replay));
        ui.allocate_ui_with_layout(vec2(ui.available_width(), TOUCH), Layout::right_to_left(Align::Center), wishes);
        return;
    }
    Sides::new().height(TOUCH).shrink_left().truncate().show(ui, |ui| scores_ui(ui, theme, replay), wishes);
}

/// A long name is cut, its score never.
fn scores_ui(ui: &mut Ui, theme: &Theme, replay: &Replay) {
    let game = replay.now.state();
    let setup = &game.setup;
    ui.spacing_mut().item_spacing.x = 6.0;
    ui.add_space(4.0);
    let sides: Vec<_> = setup.all_sides().collect();
    for (i, &side) in sides.iter().enumerate() {
        let (name, score) = (setup.side_name(side), game.score(side).to_string());
        let ink = Ink::new(Weight::Bold, 21.0, theme.side(side.index()));
        let room = ui.available_width() / (sides.len() - i) as f32 - 18.0;
        let for_score = text::layout(ui.painter(), &score, ink, f32::INFINITY).size().x + 6.0;
        ui.scope(|ui| {
            ui.set_max_width((room - for_score).max(10.0));
            text::label(ui, &name, ink);
        });
        let spoken = format!("{name} {score}");
        text::label(ui, &score, ink).widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        ui.add_space(12.0);
    }
    let hand = (game.leg.rounds.len() + usize::from(game.round.is_some())).max(1);
    let leg = if setup.best_of > 1 {
        say!("game {n} of {games} · ", n = game.legs.len() + 1, games = setup.best_of)
    } else {
        String::new()
    };
    let time = replay
        .moment()
        .and_then(|moment| replay.times.get(moment.event))
        .map(|at| {
            let (hour, minute, second) = at.there(setup.utc_offset).time_of_day();
            format!(" · {hour:02}:{minute:02}:{second:02}")
        })
        .unwrap_or_default();
    // As much as there is room for.
    let ink = Ink::new(Weight::Regular, 14.0, theme.quiet);
    let room = ui.available_width();
    let told = [(leg.as_str(), time.as_str()), (&leg, ""), ("", "")];
    let told = told.map(|(leg, time)| say!("{leg}hand {hand}{time}", leg, hand, time));
    if let Some(words) =
        told.iter().find(|words| text::layout(ui.painter(), words, ink, f32::INFINITY).size().x <= room)
    {
        text::label(ui, words, ink);
    }
}

/// The layout at that moment, the saved picture beside it.
fn lying_ui(ui: &mut Ui, theme: &Theme, rect: Rect, replay: &Replay) {
    let event = replay.moment().map(|moment| moment.event);
    let kept = replay.kept.as_ref().filter(|kept| Some(kept.event) == event);
    let mut room = rect;
    if let Some(KeptStep { picture: Some(picture), .. }) = kept {
        let [wide, high] = picture.size.map(|side| side as f32);
        let width = (rect.height() * wide / high.max(1.0)).min(rect.width() * 0.5);
        let place = Rect::from_min_size(rect.min, vec2(width, rect.height()));
        picture_ui(ui, theme, place, picture);
        room.min.x = place.right() + 8.0;
    }
    panel(ui, theme, room);
    let game = replay.now.state();
    match game.round.as_ref().filter(|round| !round.layout.is_empty()) {
        Some(round) => {
            let wrong = round.layout.wrong_plays(&game.setup.rules);
            let marks = line::Marks { last: Some(round.layout.len() - 1), wrong: &wrong, ..line::Marks::default() };
            line::show(ui, theme, room.shrink(8.0), &round.layout, &game.setup.rules, &marks);
        }
        None => line::paint_empty(ui.painter(), theme, room.shrink(8.0), say!("no tile on the table yet")),
    }
}

fn picture_ui(ui: &Ui, theme: &Theme, rect: Rect, picture: &Arc<ColorImage>) {
    let id = ui.scope_id().with("kept picture");
    let before = ui.data(|data| data.get_temp::<ShownPicture>(id)).filter(|shown| Arc::ptr_eq(&shown.picture, picture));
    let shown = before.unwrap_or_else(|| {
        let image = egui::ImageData::Color(Arc::clone(picture));
        let texture = ui.ctx().load_texture("kept picture", image, egui::TextureOptions::LINEAR);
        let shown = ShownPicture { picture: Arc::clone(picture), texture };
        ui.data_mut(|data| data.insert_temp(id, shown.clone()));
        shown
    });
    let [wide, high] = picture.size.map(|side| side as f32);
    let scale = (rect.width() / wide.max(1.0)).min(rect.height() / high.max(1.0));
    let place = Rect::from_center_size(rect.center(), vec2(wide, high) * scale);
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(shown.texture.id(), place, uv, egui::Color32::WHITE);
    let words = say!("as it was scored");
    let pill = Rect::from_min_size(place.min + vec2(8.0, 8.0), vec2(118.0, 24.0));
    ui.painter().rect_filled(pill, 12, theme.ground.gamma_multiply(0.85));
    text::put(ui.painter(), pill.center(), Align2::CENTER_CENTER, words, Ink::new(Weight::Medium, 13.0, theme.text));
    let response = ui.interact(place, id.with("picture"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, say!("picture of the table as it was scored")));
}

/// The hand that is shown, turn by turn; a tap goes there.
fn story_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, high: f32, actions: &mut Actions) {
    let here = replay.moment().map_or((0, 0), |moment| (moment.leg, moment.hand));
    let of_hand = |moment: &&(usize, &Moment)| (moment.1.leg, moment.1.hand) == here;
    let moments: Vec<(usize, &Moment)> = replay.moments.iter().enumerate().collect();
    // The row comes into sight only when the step is reached: the list can be scrolled on.
    let memory = ui.scope_id().with("step in sight");
    let step = (replay.id, replay.at);
    let arrived = ui.data_mut(|data| data.get_temp(memory) != Some(step));
    ui.data_mut(|data| data.insert_temp(memory, step));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (i, moment) in moments.iter().filter(of_hand) {
            if moment.kind == MomentKind::Deal && moment.told.title.is_empty() {
                continue;
            }
            let judged = replay.judged(moment).filter(|judged| judged.loss >= 0.02);
            let wide = ui.available_width() - 8.0;
            let beside = judged.map_or(0.0, |judged| side::mark_width(ui, theme, judged) + 6.0);
            let told: Vec<(&Told, f32)> = iter::once((&moment.told, wide - beside))
                .chain(moment.also.iter().map(|also| (also, wide)))
                .map(|(told, wide)| (told, drops::row_height(ui, theme, told, wide, high)))
                .collect();
            let (_, place) = ui.allocate_space(vec2(wide, told.iter().map(|(_, high)| high).sum()));
            let current = replay.at == i + 1;
            let response = ui.interact(place, ui.scope_id().with(("step", i)), Sense::click());
            let name = say!(
                "step {n}: {title} {detail} {points}",
                n = i + 1,
                title = moment.told.title,
                detail = moment.told.detail,
                points = moment.told.points
            );
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, name.trim()));
            if current {
                ui.painter().rect_filled(place, 6, theme.raised);
                if arrived {
                    ui.scroll_to_rect_animation(place, None, egui::style::ScrollAnimation::none());
                }
            } else if response.hovered() {
                ui.painter().rect_filled(place, 6, theme.raised.gamma_multiply(0.5));
            }
            let mut top = place.top();
            for (n, (told, high)) in told.into_iter().enumerate() {
                let mut row = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), high));
                top = row.bottom();
                if let Some(judged) = judged.filter(|_| n == 0) {
                    row.max.x = side::mark_ui(ui, theme, row, judged) - 6.0;
                }
                drops::row_ui(ui, theme, row, told);
            }
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                actions.push(Action::History(Wish::Go(i + 1)));
            }
        }
    });
}
