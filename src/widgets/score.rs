//! A side's panel: its name and its score, the largest thing on the screen.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use egui::{
    Align2, CornerRadius, Painter, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

/// What the panel says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScorePanel {
    /// The side's number: its colour and its mark.
    pub side: usize,
    /// The player, or both of a pair.
    pub name: String,
    /// The score as text.
    pub score: String,
    /// The last award, `+8`; empty for none.
    pub badge: String,
    /// Is it this side's drop?
    pub to_drop: bool,
    /// Whose drop of a pair, or what is to be done: "to drop", "Ann to drop".
    pub doing: String,
    /// "4 tiles left".
    pub tiles_left: String,
    /// Games won and needed.
    pub legs: (u8, u8),
    /// Lines of a name and a value: "to go", "finishes on", "points a drop".
    pub lines: Vec<(String, String)>,
    /// Has it won the game?
    pub won: bool,
}

impl ScorePanel {
    /// The panel in words, for screen readers.
    #[must_use]
    pub fn spoken(&self) -> String {
        let mut words = format!("{} {}", self.name, self.score);
        let mut say = |text: &str| {
            if !text.is_empty() {
                words.push_str(", ");
                words.push_str(text);
            }
        };
        if !self.badge.is_empty() {
            say(&format!("last award {}", self.badge));
        }
        say(&self.doing);
        say(&self.tiles_left);
        if self.legs.1 > 1 {
            say(&format!("{} of {} games", self.legs.0, self.legs.1));
        }
        for (name, value) in &self.lines {
            say(&format!("{name} {value}"));
        }
        if self.won {
            say("won");
        }
        words
    }
}

/// Shows the panel in `rect`, on its head if `turned`; a tap on it says that it is this side's drop.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, panel: &ScorePanel, turned: bool) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("score", panel.side)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, panel.spoken()));
    if turned {
        // Painted beside the window's own layer, then turned about the panel's middle.
        let before = ui.painter().add(egui::Shape::Noop);
        paint(ui.painter(), theme, rect, panel);
        turn_shapes(ui, before, rect);
    } else {
        paint(ui.painter(), theme, rect, panel);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect.expand(1.0),
            CornerRadius::same(RADIUS),
            Stroke::new(2.0, theme.text),
            StrokeKind::Outside,
        );
    }
    response
}

/// Turns everything painted since `from` upside down about the middle of `rect`.
fn turn_shapes(ui: &Ui, from: egui::layers::ShapeIdx, rect: Rect) {
    let layer = ui.layer_id();
    ui.ctx().graphics_mut(|graphics| {
        let list = graphics.entry(layer);
        let after: Vec<_> = list.all_entries().skip(from.0 + 1).map(|shape| shape.shape.clone()).collect();
        for (i, shape) in after.into_iter().enumerate() {
            list.mutate_shape(egui::layers::ShapeIdx(from.0 + 1 + i), |clipped| {
                clipped.shape = upside_down(shape.clone(), rect);
            });
        }
    });
}

/// A shape turned by half a circle about the middle of `rect`: the panel has rectangles, circles and text only.
fn upside_down(shape: Shape, rect: Rect) -> Shape {
    let middle = rect.center().to_vec2() * 2.0;
    let over = |pos: egui::Pos2| (middle - pos.to_vec2()).to_pos2();
    match shape {
        Shape::Vec(shapes) => Shape::Vec(shapes.into_iter().map(|shape| upside_down(shape, rect)).collect()),
        Shape::Circle(mut circle) => {
            circle.center = over(circle.center);
            Shape::Circle(circle)
        }
        Shape::Rect(mut shape) => {
            shape.rect = Rect::from_two_pos(over(shape.rect.min), over(shape.rect.max));
            let CornerRadius { nw, ne, sw, se } = shape.corner_radius;
            shape.corner_radius = CornerRadius { nw: se, ne: sw, sw: ne, se: nw };
            Shape::Rect(shape)
        }
        Shape::Text(mut text) => {
            text.pos = over(text.pos);
            text.angle += std::f32::consts::PI;
            Shape::Text(text)
        }
        other => other,
    }
}

/// Paints the panel: name and games above, the score, what is to go below; in a low panel beside the score.
pub fn paint(painter: &Painter, theme: &Theme, rect: Rect, panel: &ScorePanel) {
    paint_ground(painter, theme, rect, panel);
    if rect.height() < rect.width() * 0.68 {
        paint_low(painter, theme, rect, panel);
        return;
    }
    let color = theme.side(panel.side);
    let inner = rect.shrink2(vec2((rect.width() * 0.065).clamp(8.0, 22.0), (rect.height() * 0.045).clamp(4.0, 18.0)));
    let name_size = (rect.height() * 0.075).clamp(15.0, 30.0);
    let legs = paint_legs(painter, theme, inner, panel, name_size * 0.62);
    let name = Ink::new(Weight::SemiBold, name_size, color);
    let name_rect =
        text::put_within(painter, inner.left_top(), Align2::LEFT_TOP, &panel.name, name, inner.width() - legs - 8.0);

    let line_size = (rect.height() * 0.048).clamp(13.0, 21.0);
    let line_height = line_size * 1.5;
    let shown = panel.lines.len().min(((inner.height() * 0.42) / line_height) as usize);
    let lines_top = inner.bottom() - line_height * shown as f32;
    for (i, (name, value)) in panel.lines.iter().take(shown).enumerate() {
        let y = lines_top + line_height * (i as f32 + 0.5);
        let quiet = Ink::new(Weight::Regular, line_size, theme.quiet);
        let taken =
            text::put_within(painter, pos2(inner.left(), y), Align2::LEFT_CENTER, name, quiet, inner.width() * 0.6);
        let strong = Ink::new(Weight::SemiBold, line_size, theme.text);
        let room = inner.right() - taken.right() - 10.0;
        text::put_within(
            painter,
            pos2(inner.right(), y),
            Align2::RIGHT_CENTER,
            value,
            text::fitting(painter, value, strong, room),
            room,
        );
    }
    let doing_y = lines_top - line_height * 0.62;
    let doing = Ink::new(Weight::SemiBold, line_size, if panel.to_drop { color } else { theme.quiet });
    let done = text::put_within(
        painter,
        pos2(inner.left(), doing_y),
        Align2::LEFT_CENTER,
        &panel.doing,
        doing,
        inner.width() * 0.6,
    );
    let left = Ink::new(Weight::Regular, line_size, theme.quiet);
    text::put_within(
        painter,
        pos2(inner.right(), doing_y),
        Align2::RIGHT_CENTER,
        &panel.tiles_left,
        left,
        inner.right() - done.right() - 8.0,
    );

    let room =
        Rect::from_min_max(pos2(inner.left(), name_rect.bottom()), pos2(inner.right(), doing_y - line_height * 0.4));
    paint_score(painter, theme, room, panel);
}

/// A low panel: the score as high as the panel allows, the rest in a column beside it.
fn paint_low(painter: &Painter, theme: &Theme, rect: Rect, panel: &ScorePanel) {
    let color = theme.side(panel.side);
    let inner = rect.shrink2(vec2(15.0, (rect.height() * 0.06).clamp(4.0, 14.0)));
    let name_size = (rect.height() * 0.13).clamp(14.0, 28.0);
    let legs = paint_legs(painter, theme, inner, panel, name_size * 0.7);
    let name = Ink::new(Weight::SemiBold, name_size, color);
    let name =
        text::put_within(painter, inner.left_top(), Align2::LEFT_TOP, &panel.name, name, inner.width() - legs - 8.0);
    let column = inner.left() + inner.width() * 0.54;
    let badge = if panel.badge.is_empty() { 0.0 } else { (inner.height() * 0.24).clamp(18.0, 40.0) };
    let score = Rect::from_min_max(pos2(inner.left(), name.bottom() - 2.0), pos2(column - 8.0, inner.bottom()));
    let ink = Ink::new(Weight::Figures, (score.height() * 1.2).clamp(20.0, 420.0), theme.text);
    let widest = if panel.score.len() < 2 { "00" } else { panel.score.as_str() };
    let ink = text::fitting(painter, widest, ink, score.width());
    text::put(painter, pos2(score.left() - ink.size * 0.04, score.center().y), Align2::LEFT_CENTER, &panel.score, ink);
    if badge > 0.0 {
        let place =
            Rect::from_min_size(pos2(inner.right() - badge * 1.8, name.bottom() + 2.0), vec2(badge * 1.8, badge));
        painter.rect_filled(place, CornerRadius::same(7), color);
        let ink = Ink::new(Weight::Bold, badge * 0.72, theme.on_fill);
        text::put(
            painter,
            place.center(),
            Align2::CENTER_CENTER,
            &panel.badge,
            text::fitting(painter, &panel.badge, ink, badge * 1.6),
        );
    }
    let size = (rect.height() * 0.085).clamp(12.5, 20.0);
    let mut rows: Vec<(String, Ink)> = Vec::new();
    if !panel.doing.is_empty() {
        rows.push((
            panel.doing.clone(),
            Ink::new(Weight::SemiBold, size, if panel.to_drop { color } else { theme.quiet }),
        ));
    }
    if !panel.tiles_left.is_empty() {
        rows.push((panel.tiles_left.clone(), Ink::new(Weight::Regular, size, theme.quiet)));
    }
    let strong = Ink::new(Weight::Medium, size, theme.text);
    let room = inner.right() - column;
    rows.extend(panel.lines.iter().map(|(name, value)| {
        let both = format!("{name} {value}");
        // What is too long for the column goes without its name.
        let fits = text::layout(painter, &both, strong, f32::INFINITY).size().x <= room * 1.1;
        (if fits { both } else { value.clone() }, strong)
    }));
    let high = size * 1.4;
    let free = inner.bottom() - name.bottom() - if badge > 0.0 { badge + 4.0 } else { 0.0 };
    let shown = rows.len().min((free / high) as usize);
    for (i, (words, ink)) in rows.iter().take(shown).enumerate() {
        let y = inner.bottom() - high * (shown as f32 - i as f32 - 0.5);
        text::put_within(
            painter,
            pos2(inner.right(), y),
            Align2::RIGHT_CENTER,
            words,
            text::fitting(painter, words, *ink, room),
            room + 2.0,
        );
    }
}

fn paint_ground(painter: &Painter, theme: &Theme, rect: Rect, panel: &ScorePanel) {
    let radius = CornerRadius::same(RADIUS);
    let color = theme.side(panel.side);
    let fill = if panel.won { Theme::mix(theme.panel, color, 0.16) } else { theme.panel };
    let stroke = theme.outline();
    if panel.to_drop {
        // A thick left edge with the panel's own corners: the panel is painted over a filled one.
        painter.rect_filled(rect, radius, color);
        let face = Rect::from_min_max(rect.min + vec2(7.0, 2.0), rect.max - vec2(2.0, 2.0));
        let inner = CornerRadius { nw: 6, sw: 6, ne: RADIUS - 2, se: RADIUS - 2 };
        painter.rect_filled(face, inner, fill);
        return;
    }
    painter.rect(rect, radius, fill, stroke, StrokeKind::Inside);
}

/// Rings for the games needed, filled ones for those won; returns their width.
fn paint_legs(painter: &Painter, theme: &Theme, inner: Rect, panel: &ScorePanel, size: f32) -> f32 {
    let (won, needed) = panel.legs;
    if needed <= 1 {
        return 0.0;
    }
    let color = theme.side(panel.side);
    let radius = size * 0.5;
    let y = inner.top() + size * 0.98;
    if needed > 5 {
        let ink = Ink::new(Weight::Bold, size * 1.3, color);
        return text::put(painter, pos2(inner.right(), y), Align2::RIGHT_CENTER, &format!("{won} of {needed}"), ink)
            .width();
    }
    let step = radius * 2.6;
    for i in 0..needed {
        let x = inner.right() - radius - step * f32::from(needed - 1 - i);
        let fill = if i < won { color } else { egui::Color32::TRANSPARENT };
        painter.circle(pos2(x, y), radius - 1.0, fill, Stroke::new(2.0, color));
    }
    step * f32::from(needed)
}

fn paint_score(painter: &Painter, theme: &Theme, room: Rect, panel: &ScorePanel) {
    // The figures of the display cut are 0.73 of their size high.
    let size = (room.height() * 1.12).clamp(24.0, 420.0);
    let badge_size = (room.height() * 0.21).clamp(15.0, 56.0);
    // Room for the badge is always kept: the figures do not change their size with it.
    let badge_width = badge_size * 2.1;
    let ink = Ink::new(Weight::Figures, size, theme.text);
    // All two-figure scores have the same size.
    let widest = if panel.score.len() < 2 { "00" } else { panel.score.as_str() };
    let ink = text::fitting(painter, widest, ink, (room.width() - badge_width).max(20.0));
    text::put(painter, pos2(room.left() - ink.size * 0.04, room.center().y), Align2::LEFT_CENTER, &panel.score, ink);
    if panel.badge.is_empty() {
        return;
    }
    let color = theme.side(panel.side);
    let ink =
        text::fitting(painter, &panel.badge, Ink::new(Weight::Bold, badge_size, theme.on_fill), badge_width * 0.86);
    let badge = Rect::from_min_size(
        pos2(room.right() - badge_width, room.center().y - badge_size * 0.85),
        vec2(badge_width, badge_size * 1.5),
    );
    painter.rect_filled(badge, CornerRadius::same((badge_size * 0.35).min(14.0) as u8), color);
    text::put(painter, badge.center(), Align2::CENTER_CENTER, &panel.badge, ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_is_said_in_one_sentence() {
        let panel = ScorePanel {
            name: "Ben".to_owned(),
            score: "44".to_owned(),
            badge: "+2".to_owned(),
            doing: "to drop".to_owned(),
            tiles_left: "3 tiles left".to_owned(),
            legs: (0, 2),
            lines: vec![("to go".to_owned(), "17".to_owned())],
            ..ScorePanel::default()
        };
        assert_eq!(panel.spoken(), "Ben 44, last award +2, to drop, 3 tiles left, 0 of 2 games, to go 17");
    }
}
