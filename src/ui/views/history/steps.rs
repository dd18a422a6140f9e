//! Going through a match: buttons, a bar with the hands, eights, busts and knocks on it, and jumps.

use super::super::{Actions, columns};
use crate::ui::action::Action;
use crate::ui::history::{Milestone, Replay, Wish};
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Align, Layout, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use egui_extras::Size;
use game::replay::MomentKind;
use language::say;

/// First, back, the bar, on, last.
pub(super) fn steps_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, actions: &mut Actions) {
    let (at, total) = (replay.at, replay.moments.len());
    let wide = ui.available_width();
    let key = Size::exact(if wide < 420.0 { TOUCH } else { 50.0 });
    let playing = replay.playing.is_some();
    let (play, play_name) =
        if playing { ("II", say!("stop playing, key Space")) } else { ("▶", say!("play, key Space")) };
    let keys = [
        ("|←", say!("to the beginning, key Home"), Wish::Go(0), at > 0),
        ("←", say!("back, key Left"), Wish::Go(at.saturating_sub(1)), at > 0),
        (play, play_name, Wish::Play, total > 0),
        ("", "", Wish::Play, false),
        ("→", say!("forward, key Right"), Wish::Go(at + 1), at < total),
        ("→|", say!("to the end, key End"), Wish::Go(total), at < total),
    ];
    columns(ui, 5.0, &[key, key, key, Size::remainder(), key, key], |n, ui| {
        let (label, name, wish, enabled) = &keys[n];
        let rect = ui.max_rect();
        if label.is_empty() {
            if rect.width() > 40.0 {
                bar_ui(ui, theme, rect.shrink2(vec2(3.0, 0.0)), replay, actions);
            }
        } else if button::put(ui, theme, rect, Face::new(label).name(name).enabled(*enabled)).clicked() {
            actions.push(Action::History(wish.clone()));
        }
    });
}

fn bar_ui(ui: &Ui, theme: &Theme, rect: Rect, replay: &Replay, actions: &mut Actions) {
    let total = replay.moments.len();
    let response = ui.interact(rect, ui.scope_id().with("step bar"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, replay.at as f64, say!("step of the match")));
    let line = Rect::from_center_size(rect.center(), vec2(rect.width() - 12.0, 6.0));
    let x_of = |step: usize| line.left() + line.width() * step as f32 / total.max(1) as f32;
    let painter = ui.painter();
    painter.rect_filled(line, 3, theme.line);
    let done = Rect::from_min_max(line.min, pos2(x_of(replay.at), line.bottom()));
    painter.rect_filled(done, 3, theme.sides[1]);
    // With many steps only the distinct ones are drawn.
    let dense = total as f32 > line.width() / 3.0;
    for (i, moment) in replay.moments.iter().enumerate() {
        let x = x_of(i + 1);
        if moment.kind == MomentKind::Deal {
            painter.vline(x, line.top() - 7.0..=line.bottom() + 7.0, Stroke::new(1.0, theme.quiet));
        }
        if moment.bust {
            painter.circle_filled(pos2(x, line.top() - 8.0), 3.0, theme.bad);
        } else if moment.eight {
            painter.circle_filled(pos2(x, line.top() - 8.0), 3.0, theme.good);
        } else if moment.kind == MomentKind::Knock && !dense {
            painter.circle_stroke(pos2(x, line.bottom() + 8.0), 2.5, Stroke::new(1.2, theme.quiet));
        }
    }
    painter.circle(pos2(x_of(replay.at), line.center().y), 8.0, theme.text, Stroke::new(2.0, theme.panel));
    button::focus_ring(ui, theme, rect, egui::CornerRadius::same(6), &response);
    let to = |x: f32| ((x - line.left()) / line.width().max(1.0) * total as f32).round().clamp(0.0, total as f32);
    if let Some(pointer) = response.interact_pointer_pos() {
        let step = to(pointer.x) as usize;
        if step != replay.at {
            actions.push(Action::History(Wish::Go(step)));
        }
    }
    if let Some(pointer) = response.hover_pos() {
        let step = to(pointer.x) as usize;
        let words = replay.moments.get(step.wrapping_sub(1)).map(|moment| moment.told.title.clone());
        response.on_hover_text(words.unwrap_or_else(|| say!("the beginning").to_owned()));
    }
}

/// "step 14 of 85 · drop 13", and buttons to the next eight, bust, knock and missed drop.
pub(super) fn jumps_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, actions: &mut Actions) {
    let marks = [
        (Milestone::Hand, say!("Hand"), "PgDn", say!("the next hand, key PageDown")),
        (Milestone::Eight, say!("Eight"), "8", say!("the next eight, key 8")),
        (Milestone::Bust, say!("Bust"), "B", say!("the next bust, key B")),
        (Milestone::Knock, say!("Knock"), "K", say!("the next knock, key K")),
        (Milestone::Missed, say!("Missed"), "M", say!("the next drop that was not the best, key M")),
    ];
    let words = match replay.moment() {
        Some(moment) => say!(
            "step {step} of {steps} · drop {drop}",
            step = replay.at,
            steps = replay.moments.len(),
            drop = moment.drop
        ),
        None => say!("before the first drop").to_owned(),
    };
    // Without room for both, the buttons come first.
    let told = ui.available_width() > 480.0;
    let sizes: Vec<Size> = told.then(|| Size::exact(119.0)).into_iter().chain([Size::remainder(); 5]).collect();
    columns(ui, 5.0, &sizes, |n, ui| {
        let rect = ui.max_rect();
        let Some(n) = n.checked_sub(usize::from(told)) else {
            let ink = text::fitting(ui.painter(), &words, Ink::new(Weight::Regular, 13.0, theme.quiet), 118.0);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| text::label(ui, &words, ink));
            return;
        };
        let (mark, label, key, name) = marks[n];
        let count = replay.count(mark);
        let label = count.map_or_else(|| label.to_owned(), |count| format!("{label} {count}"));
        let key = if rect.width() > 108.0 { key } else { "" };
        let face = Face::new(&label).name(name).enabled(count.is_some_and(|count| count > 0)).size(14.0).key(key);
        if button::put(ui, theme, rect, face).clicked() {
            actions.push(Action::History(Wish::Jump(mark, true)));
        }
    });
}
