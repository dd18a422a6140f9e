//! A match drop by drop: scores, pegs, the picture that was kept, the layout as it lay, the reason of each award.

use super::super::{Actions, drops, panel, within};
use super::{side, steps};
use crate::ui::action::Action;
use crate::ui::history::board::board_ui;
use crate::ui::history::{Kept, Replay, Wish};
use crate::ui::state::State;
use crate::ui::theme::{TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, ButtonKind, Face};
use crate::ui::widgets::line;
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, ColorImage, Rect, Role, ScrollArea, Sense, TextureHandle, Ui, WidgetInfo, pos2, vec2};
use game::replay::{Moment, MomentKind};
use std::sync::Arc;

/// The picture of a step on the graphics card.
#[derive(Clone)]
struct Shown {
    picture: Arc<ColorImage>,
    texture: TextureHandle,
}

pub(super) fn replay_ui(ui: &mut Ui, state: &State, narrow: bool, actions: &mut Actions) {
    let theme = &state.theme;
    let Some(replay) = &state.history.replay else { return };
    let rect = ui.max_rect();
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), TOUCH));
    head_ui(ui, theme, head, replay, state, narrow, actions);
    let high = rect.height() - TOUCH;
    let board = Rect::from_min_size(
        pos2(rect.left(), head.bottom() + 8.0),
        vec2(rect.width(), (high * 0.2).clamp(0.0, (rect.width() * 0.2).min(220.0))),
    );
    let mut y = board.top();
    if high > 380.0 {
        board_ui(ui, theme, board, replay.now.state());
        y = board.bottom() + 8.0;
    }
    let lying = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), (high * 0.27).clamp(70.0, 360.0)));
    lying_ui(ui, theme, lying, replay);
    let bar = Rect::from_min_size(pos2(rect.left(), lying.bottom() + 8.0), vec2(rect.width(), TOUCH));
    steps::steps_ui(ui, theme, bar, replay, actions);
    let jumps = Rect::from_min_size(pos2(rect.left(), bar.bottom() + 6.0), vec2(rect.width(), 36.0));
    steps::jumps_ui(ui, theme, jumps, replay, actions);
    let story = Rect::from_min_max(pos2(rect.left(), jumps.bottom() + 8.0), rect.max);
    panel(ui, theme, story);
    within(ui, story.shrink(8.0), "replayed", |ui| story_ui(ui, theme, replay, actions));
}

/// Both scores, which game and hand, and what can be done with the match.
fn head_ui(ui: &Ui, theme: &Theme, rect: Rect, replay: &Replay, state: &State, narrow: bool, actions: &mut Actions) {
    let summary = state.history.archive.game(replay.id).map(|game| &game.summary);
    let deleted = summary.is_some_and(|summary| summary.deleted);
    let mut right = rect.right();
    let mut put = |label: &str, wide: f32, kind: ButtonKind, wish: Wish| {
        let place = Rect::from_min_max(pos2(right - wide, rect.top()), pos2(right, rect.bottom()));
        right = place.left() - 6.0;
        if button::put(ui, theme, place, Face::new(label).kind(kind).size(14.0)).clicked() {
            actions.push(Action::History(wish));
        }
    };
    if narrow {
        put("List", 66.0, ButtonKind::Plain, Wish::Close);
    }
    if deleted {
        put("Restore", 90.0, ButtonKind::Main, Wish::Restore(replay.id));
    } else {
        put("Delete", 76.0, ButtonKind::Danger, Wish::Delete(replay.id));
    }
    if !replay.whole.state().is_over() && !deleted {
        put("Go on with it", 126.0, ButtonKind::Plain, Wish::TakeUp(replay.id));
    }
    let game = replay.now.state();
    let setup = &game.setup;
    let mut left = rect.left() + 4.0;
    let sides: Vec<_> = setup.all_sides().collect();
    for (i, &side) in sides.iter().enumerate() {
        // A long name is cut, its score never.
        let (name, score) = (setup.side_name(side), game.score(side).to_string());
        let ink = Ink::new(Weight::Bold, 21.0, theme.side(side.index()));
        let room = (right - left) / (sides.len() - i) as f32 - 18.0;
        let for_score = text::layout(ui.painter(), &score, ink, f32::INFINITY).size().x + 6.0;
        let at = pos2(left, rect.center().y);
        let named = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &name, ink, (room - for_score).max(10.0));
        let at = pos2(named.right() + 6.0, rect.center().y);
        let shown = named.union(text::put(ui.painter(), at, Align2::LEFT_CENTER, &score, ink));
        super::spoken_label(ui, shown, "score", &format!("{name} {score}"));
        left = shown.right() + 18.0;
    }
    let hand = game.leg.rounds.len() + usize::from(game.round.is_some());
    let leg = if setup.best_of > 1 {
        format!("game {} of {} · ", game.legs.len() + 1, setup.best_of)
    } else {
        String::new()
    };
    let time = replay
        .moment()
        .and_then(|moment| replay.times.get(moment.event))
        .map(|at| {
            let (hour, minute, second) = at.time_of_day();
            format!(" · {hour:02}:{minute:02}:{second:02}")
        })
        .unwrap_or_default();
    let words = format!("{leg}hand {hand}{time}");
    if right - left > 60.0 {
        let ink = Ink::new(Weight::Regular, 14.0, theme.quiet);
        let at = pos2(left, rect.center().y + 1.0);
        text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, ink, right - left - 6.0);
    }
}

/// The layout as it lay, the kept picture beside it.
fn lying_ui(ui: &mut Ui, theme: &Theme, rect: Rect, replay: &Replay) {
    let event = replay.moment().map(|moment| moment.event);
    let kept = replay.kept.as_ref().filter(|kept| Some(kept.event) == event);
    let mut room = rect;
    if let Some(Kept { picture: Some(picture), .. }) = kept {
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
        None => line::paint_empty(ui.painter(), theme, room.shrink(8.0), "no tile lies yet"),
    }
}

fn picture_ui(ui: &Ui, theme: &Theme, rect: Rect, picture: &Arc<ColorImage>) {
    let id = ui.scope_id().with("kept picture");
    let before = ui.data(|data| data.get_temp::<Shown>(id)).filter(|shown| Arc::ptr_eq(&shown.picture, picture));
    let shown = before.unwrap_or_else(|| {
        let image = egui::ImageData::Color(Arc::clone(picture));
        let texture = ui.ctx().load_texture("kept picture", image, egui::TextureOptions::LINEAR);
        let shown = Shown { picture: Arc::clone(picture), texture };
        ui.data_mut(|data| data.insert_temp(id, shown.clone()));
        shown
    });
    let [wide, high] = picture.size.map(|side| side as f32);
    let scale = (rect.width() / wide.max(1.0)).min(rect.height() / high.max(1.0));
    let place = Rect::from_center_size(rect.center(), vec2(wide, high) * scale);
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(shown.texture.id(), place, uv, egui::Color32::WHITE);
    let words = "as it was scored";
    let pill = Rect::from_min_size(place.min + vec2(8.0, 8.0), vec2(118.0, 24.0));
    ui.painter().rect_filled(pill, 12, theme.ground.gamma_multiply(0.85));
    text::put(ui.painter(), pill.center(), Align2::CENTER_CENTER, words, Ink::new(Weight::Medium, 13.0, theme.text));
    let response = ui.interact(place, id.with("picture"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "picture of the table as it was scored"));
}

/// The hand that is shown, turn by turn; a tap goes there.
fn story_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, actions: &mut Actions) {
    let here = replay.moment().map_or((0, 0), |moment| (moment.leg, moment.hand));
    let of_hand = |moment: &&(usize, &Moment)| (moment.1.leg, moment.1.hand) == here;
    let moments: Vec<(usize, &Moment)> = replay.moments.iter().enumerate().collect();
    // The row comes into sight when the step is reached, not for ever after: the list can be scrolled on.
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
            let rows = 1 + moment.also.len();
            let (_, place) = ui.allocate_space(vec2(ui.available_width() - 8.0, 27.0 * rows as f32));
            let current = replay.at == i + 1;
            let response = ui.interact(place, ui.scope_id().with(("step", i)), Sense::click());
            let name = format!("step {}: {} {} {}", i + 1, moment.told.title, moment.told.detail, moment.told.points);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, name.trim()));
            if current {
                ui.painter().rect_filled(place, 6, theme.raised);
                if arrived {
                    ui.scroll_to_rect_animation(place, None, egui::style::ScrollAnimation::none());
                }
            } else if response.hovered() {
                ui.painter().rect_filled(place, 6, theme.raised.gamma_multiply(0.5));
            }
            let mut row = Rect::from_min_size(place.min, vec2(place.width(), 27.0));
            if let Some(judged) = replay.judged(moment).filter(|judged| judged.loss >= 0.02) {
                row.max.x = side::mark_ui(ui, theme, row, judged) - 6.0;
            }
            drops::row_ui(ui, theme, row, &moment.told);
            for (n, also) in (1..).zip(&moment.also) {
                let row = Rect::from_min_size(place.min + vec2(0.0, 27.0 * n as f32), vec2(place.width(), 27.0));
                drops::row_ui(ui, theme, row, also);
            }
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                actions.push(Action::History(Wish::Go(i + 1)));
            }
        }
    });
}
