//! Paints a side's panel: the name in a band above, the score as large as possible, what is to go below or beside it.

use super::ScorePanel;
use crate::widgets::text::{self, Ink, READABLE};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};
use language::say;

/// Height of the digits of the display cut, as a part of their size.
const FIGURE: f32 = 0.73;
/// Least gap between a name and its figure.
const BETWEEN: f32 = 10.0;

/// The colours on a panel's ground and on its band.
#[derive(Clone, Copy, Debug)]
struct Inks {
    band: Color32,
    strong: Color32,
    quiet: Color32,
    doing: Color32,
}

/// The band with the name, the room of the score, and the lines of the rest.
#[derive(Clone, Copy, Debug)]
struct PanelParts {
    band: Rect,
    score: Rect,
    lines: Rect,
    /// Height of one line.
    line: f32,
    /// The lines stand beside the score.
    beside: bool,
}

impl PanelParts {
    fn new(rect: Rect, lines: usize, far: bool) -> Self {
        let (wide, high) = (rect.width(), rect.height());
        let inner = rect.shrink2(vec2((wide * 0.05).clamp(8.0, 24.0), 0.0));
        let band = high * if far { 0.18 } else { 0.15 };
        let band = Rect::from_min_max(
            inner.min,
            pos2(inner.right(), inner.top() + band.clamp(if far { 29.0 } else { 24.0 }, 110.0)),
        );
        let below = Rect::from_min_max(pos2(inner.left(), band.bottom()), inner.max - vec2(0.0, high * 0.035));
        let beside = high < wide * 0.6;
        if beside {
            let (share, least, most) = if far { (0.16, 26.0, 84.0) } else { (0.105, 18.0, 36.0) };
            let line = (high * share).clamp(least, most);
            let (score, lines) = below.split_left_right_at_fraction(if far { 0.6 } else { 0.54 });
            return Self { band, score, lines, line, beside };
        }
        let line = (high * if far { 0.14 } else { 0.08 }).clamp(19.0, if far { 84.0 } else { 36.0 });
        // The score keeps the larger part.
        let share = if far || high < 220.0 { 0.5 } else { 0.42 };
        let room = below.height() - high * share;
        // Whose drop it is and what is to go have a line each, also on a small phone.
        let least = if high < 100.0 { 1 } else { 2 };
        let shown = ((room / line) as usize).clamp(least.min(lines.max(1)), lines.max(1));
        let (score, lines) = below.split_top_bottom_at_y(below.bottom() - line * shown as f32);
        Self { band, score, lines, line, beside }
    }
}

/// Paints the panel.
pub fn paint(painter: &Painter, theme: &Theme, rect: Rect, panel: &ScorePanel) {
    let rows = rows(panel);
    let parts = PanelParts::new(rect, rows.len(), panel.far);
    let inks = paint_ground(painter, theme, rect, &parts, panel);
    let badge = paint_score(painter, theme, &parts, panel, inks);
    paint_band(painter, theme, &parts, panel, inks, badge);
    let size = parts.line * 0.72;
    let most = (parts.lines.height() / parts.line) as usize;
    // A figure says nothing without its name: where both have no room they are left out.
    let wide =
        |words: &str, weight| text::layout(painter, words, Ink::new(weight, READABLE, inks.strong), f32::INFINITY);
    let room = |(name, figure): &(String, String)| {
        wide(name, Weight::Regular).size().x + wide(figure, Weight::SemiBold).size().x + BETWEEN <= parts.lines.width()
    };
    let is_first = |i: usize| i == 0 && !panel.doing.is_empty();
    let shown: Vec<_> = (0..).zip(&rows).filter(|(i, row)| is_first(*i) || room(row)).take(most).collect();
    let top = parts.lines.bottom() - parts.line * shown.len() as f32;
    for (place, (i, (left, right))) in shown.iter().enumerate() {
        let y = top + parts.line * (place as f32 + 0.5);
        let line = Rect::from_center_size(pos2(parts.lines.center().x, y), vec2(parts.lines.width(), parts.line));
        let first = is_first(*i);
        let left_ink = if first {
            Ink::new(Weight::SemiBold, size, inks.doing)
        } else {
            Ink::new(Weight::Regular, size, inks.quiet)
        };
        let right_ink = if first { left_ink.color(inks.quiet) } else { Ink::new(Weight::SemiBold, size, inks.strong) };
        paint_line(painter, line, (left, left_ink), (right, right_ink));
    }
}

/// The lines below the score, as pairs of left and right.
fn rows(panel: &ScorePanel) -> Vec<(String, String)> {
    let lines = panel.lines.iter().cloned();
    if panel.far {
        // The background shows whose drop it is; people far away ask for the missing points.
        let doing = (!panel.doing.is_empty()).then(|| (panel.doing.clone(), String::new()));
        return doing.into_iter().chain(lines.take(2)).collect();
    }
    let first = (!panel.doing.is_empty() || !panel.tiles_left.is_empty())
        .then(|| (panel.doing.clone(), panel.tiles_left.clone()));
    first.into_iter().chain(lines).collect()
}

/// Two pieces of text at the ends of a line; whose drop it is stands alone where both have no room.
fn paint_line(painter: &Painter, line: Rect, (left, left_ink): (&str, Ink), (right, right_ink): (&str, Ink)) {
    let width = |words: &str, ink: Ink| text::layout(painter, words, ink, f32::INFINITY).size().x;
    // The gap between them does not shrink with the letters.
    let both = width(left, left_ink) + width(right, right_ink);
    let share = ((line.width() - BETWEEN) / both).min(1.0);
    let least = |ink: Ink| Ink { size: READABLE.min(ink.size), ..ink };
    let fits = width(left, least(left_ink)) + width(right, least(right_ink)) + BETWEEN <= line.width();
    if (share < 0.72 || !fits) && left_ink.weight == Weight::SemiBold && !right.is_empty() {
        return paint_line(painter, line, (left, left_ink), ("", right_ink));
    }
    let smaller = |ink: Ink| Ink { size: (ink.size * share).max(least(ink).size), ..ink };
    let (left_ink, right_ink) = (smaller(left_ink), smaller(right_ink));
    let room = line.width() - if right.is_empty() { 0.0 } else { width(right, right_ink) + 8.0 };
    text::put_within(painter, line.left_center(), Align2::LEFT_CENTER, left, left_ink, room.max(line.width() * 0.35));
    text::put_within(
        painter,
        line.right_center(),
        Align2::RIGHT_CENTER,
        right,
        right_ink,
        (line.width() - width(left, left_ink).min(room.max(line.width() * 0.35)) - 6.0).max(20.0),
    );
}

/// The ground, and the inks that are read on it.
fn paint_ground(painter: &Painter, theme: &Theme, rect: Rect, parts: &PanelParts, panel: &ScorePanel) -> Inks {
    let radius = CornerRadius::same(RADIUS);
    let color = theme.side(panel.side);
    let on_panel = Inks { band: color, strong: theme.text, quiet: theme.quiet, doing: color };
    let marked = panel.to_drop || panel.won;
    if marked && panel.far {
        painter.rect_filled(rect, radius, color);
        let ink = theme.on_fill;
        return Inks { band: ink, strong: ink, quiet: ink, doing: ink };
    }
    let fill = if panel.won { Theme::mix(theme.panel, color, 0.16) } else { theme.panel };
    if !marked {
        painter.rect(rect, radius, fill, theme.outline(), StrokeKind::Inside);
        return on_panel;
    }
    painter.rect(rect, radius, fill, Stroke::new(2.5, color), StrokeKind::Inside);
    let band = Rect::from_min_max(rect.min, pos2(rect.right(), parts.band.bottom()));
    painter.rect_filled(band, CornerRadius { nw: RADIUS, ne: RADIUS, sw: 0, se: 0 }, color);
    Inks { band: theme.on_fill, ..on_panel }
}

/// The name, the games won, and the last award where the score leaves no room for it.
fn paint_band(painter: &Painter, theme: &Theme, parts: &PanelParts, panel: &ScorePanel, inks: Inks, badge: bool) {
    let band = parts.band;
    let size = (band.height() * 0.62).min(if panel.far { 72.0 } else { 40.0 });
    let mut right = band.right() - paint_legs(painter, band, panel, size * 0.6, inks.band);
    if badge && !panel.badge.is_empty() {
        let (ground, ink) = if inks.band == theme.on_fill {
            (theme.on_fill, theme.side(panel.side))
        } else {
            (theme.side(panel.side), theme.on_fill)
        };
        let high = band.height() * 0.78;
        let pill = Rect::from_center_size(pos2(right - high, band.center().y), vec2(high * 1.7, high));
        paint_badge(painter, pill, &panel.badge, ground, ink);
        right = pill.left();
    }
    let room = (right - band.left() - 6.0).max(20.0);
    let ink = Ink::new(Weight::SemiBold, size, inks.band);
    let ink = Ink { size: text::fitting(painter, &panel.name, ink, room).size.max(size * 0.6), ..ink };
    text::put_within(painter, band.left_center(), Align2::LEFT_CENTER, &panel.name, ink, room);
}

/// Rings for the games needed, filled ones for those won; returns their width.
fn paint_legs(painter: &Painter, band: Rect, panel: &ScorePanel, size: f32, color: Color32) -> f32 {
    let (won, needed) = panel.legs;
    if needed <= 1 {
        return 0.0;
    }
    let radius = size * 0.5;
    let y = band.center().y;
    if needed > 3 {
        let ink = Ink::new(Weight::Bold, size * 1.3, color);
        let words = say!("{won} of {needed}", won, needed);
        return text::put(painter, pos2(band.right(), y), Align2::RIGHT_CENTER, &words, ink).width() + 6.0;
    }
    let step = radius * 2.6;
    for i in 0..needed {
        let x = band.right() - radius - step * f32::from(needed - 1 - i);
        let fill = if i < won { color } else { Color32::TRANSPARENT };
        painter.circle(pos2(x, y), radius - 1.0, fill, Stroke::new((size * 0.12).max(2.0), color));
    }
    step * f32::from(needed) + 6.0
}

/// Paints the score; `true` if it leaves no room beside it for the last award.
fn paint_score(painter: &Painter, theme: &Theme, parts: &PanelParts, panel: &ScorePanel, inks: Inks) -> bool {
    let room = parts.score;
    let ink = Ink::new(
        Weight::Figures,
        (room.height() * if parts.beside { 0.92 } else { 0.86 } / FIGURE).max(20.0),
        inks.strong,
    );
    // All two-figure scores have the same size.
    let widest = if panel.score.len() < 2 { "00" } else { panel.score.as_str() };
    let ink = text::fitting(painter, widest, ink, room.width());
    let at = pos2(room.left() - ink.size * 0.04, room.center().y);
    text::put(painter, at, Align2::LEFT_CENTER, &panel.score, ink);
    let right = room.left() + text::layout(painter, widest, ink, f32::INFINITY).size().x + 8.0;
    let (right, top, high) = if parts.beside {
        (parts.lines.left(), parts.lines.top(), parts.line * 1.5)
    } else {
        (right, room.top(), (room.height() * 0.34).clamp(22.0, 130.0))
    };
    let wide = high * 1.75;
    let end = if parts.beside { parts.lines.right() } else { room.right() };
    // Beside the score the lines have the lower part.
    let free = !parts.beside || parts.lines.height() > parts.line * (rows(panel).len() as f32 + 1.7);
    if end - right < wide || !free {
        return true;
    }
    if !panel.badge.is_empty() {
        let y = if parts.beside { top + high * 0.55 } else { room.center().y };
        let pill = Rect::from_center_size(pos2(end - wide / 2.0, y), vec2(wide, high));
        let color = theme.side(panel.side);
        let filled = inks.strong == theme.on_fill;
        let (ground, ink) = if filled { (theme.on_fill, color) } else { (color, theme.on_fill) };
        paint_badge(painter, pill, &panel.badge, ground, ink);
    }
    false
}

fn paint_badge(painter: &Painter, pill: Rect, words: &str, ground: Color32, ink: Color32) {
    painter.rect_filled(pill, CornerRadius::same((pill.height() * 0.25).min(16.0) as u8), ground);
    let ink = text::fitting(painter, words, Ink::new(Weight::Bold, pill.height() * 0.7, ink), pill.width() * 0.86);
    text::put(painter, pill.center(), Align2::CENTER_CENTER, words, ink);
}
