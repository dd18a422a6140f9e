//! Going through a match: buttons, a bar with the hands, eights, busts and knocks on it, and jumps.

use super::super::Actions;
use crate::ui::action::Action;
use crate::ui::history::{Milestone, Replay, Wish};
use crate::ui::theme::{Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use game::replay::MomentKind;

/// First, back, the bar, on, last.
pub(super) fn steps_ui(ui: &Ui, theme: &Theme, rect: Rect, replay: &Replay, actions: &mut Actions) {
    let (at, total) = (replay.at, replay.moments.len());
    let wide = if rect.width() < 520.0 { 44.0 } else { 50.0 };
    let mut left = rect.left();
    let mut key = |x: &mut f32, label: &str, name: &str, wish: Wish, enabled: bool| {
        let place = Rect::from_min_size(pos2(*x, rect.top()), vec2(wide, rect.height()));
        *x = place.right() + 5.0;
        if button::put(ui, theme, place, Face::new(label).name(name).enabled(enabled)).clicked() {
            actions.push(Action::History(wish));
        }
    };
    key(&mut left, "|←", "to the beginning, key Home", Wish::Go(0), at > 0);
    key(&mut left, "←", "one back, key Left", Wish::Go(at.saturating_sub(1)), at > 0);
    let playing = replay.playing.is_some();
    let (label, name) = if playing { ("II", "stop playing, key Space") } else { ("▶", "play, key Space") };
    key(&mut left, label, name, Wish::Play, total > 0);
    let mut right = rect.right() - 2.0 * wide - 5.0;
    let bar_right = right - 8.0;
    key(&mut right, "→", "one on, key Right", Wish::Go(at + 1), at < total);
    key(&mut right, "→|", "to the end, key End", Wish::Go(total), at < total);
    let bar = Rect::from_min_max(pos2(left + 4.0, rect.top()), pos2(bar_right, rect.bottom()));
    if bar.width() > 40.0 {
        bar_ui(ui, theme, bar, replay, actions);
    }
}

fn bar_ui(ui: &Ui, theme: &Theme, rect: Rect, replay: &Replay, actions: &mut Actions) {
    let total = replay.moments.len();
    let response = ui.interact(rect, ui.scope_id().with("step bar"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, replay.at as f64, "step of the match"));
    let line = Rect::from_center_size(rect.center(), vec2(rect.width() - 12.0, 6.0));
    let x_of = |step: usize| line.left() + line.width() * step as f32 / total.max(1) as f32;
    let painter = ui.painter();
    painter.rect_filled(line, 3, theme.line);
    let done = Rect::from_min_max(line.min, pos2(x_of(replay.at), line.bottom()));
    painter.rect_filled(done, 3, theme.sides[1]);
    // With many steps only what is told apart is drawn.
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
        response.on_hover_text(words.unwrap_or_else(|| "the beginning".to_owned()));
    }
}

/// "drop 14 of hand 2", and buttons to the next eight, bust, knock and missed drop.
pub(super) fn jumps_ui(ui: &Ui, theme: &Theme, rect: Rect, replay: &Replay, actions: &mut Actions) {
    let marks = [
        (Milestone::Hand, "Hand", "PgDn", "the next hand, key PageDown"),
        (Milestone::Eight, "Eight", "8", "the next eight, key 8"),
        (Milestone::Bust, "Bust", "B", "the next bust, key B"),
        (Milestone::Knock, "Knock", "K", "the next knock, key K"),
        (Milestone::Missed, "Missed", "M", "the next drop that was not the best, key M"),
    ];
    let room = rect.width() - 124.0;
    let wide = (room / marks.len() as f32 - 5.0).min(120.0);
    let mut left = rect.right() - (wide + 5.0) * marks.len() as f32 + 5.0;
    for (mark, label, key, name) in marks {
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(wide, rect.height()));
        left = place.right() + 5.0;
        let count = replay.count(mark);
        let label = format!("{label} {count}");
        let face = Face::new(&label).name(name).enabled(count > 0).size(14.0).key(if wide > 108.0 { key } else { "" });
        if button::put(ui, theme, place, face).clicked() {
            actions.push(Action::History(Wish::Jump(mark, true)));
        }
    }
    let words = match replay.moment() {
        Some(moment) => format!("step {} of {} · drop {}", replay.at, replay.moments.len(), moment.drop),
        None => "before the first drop".to_owned(),
    };
    let ink = Ink::new(Weight::Regular, 13.0, theme.quiet);
    let ink = text::fitting(ui.painter(), &words, ink, 118.0);
    text::put(ui.painter(), pos2(rect.left() + 2.0, rect.center().y), Align2::LEFT_CENTER, &words, ink);
}
