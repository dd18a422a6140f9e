//! A side's panel: its name and its score, the largest thing on the screen.

mod paint;

pub use paint::paint;

use crate::widgets::theme::{RADIUS, TOUCH, Theme};
use egui::{CornerRadius, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo};
use language::say;

/// Content of the panel.
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
    /// Whether it is this side's drop.
    pub to_drop: bool,
    /// Player of the pair to drop, or the next step: "to drop", "Ann to drop".
    pub doing: String,
    /// "4 tiles left".
    pub tiles_left: String,
    /// Games won and needed.
    pub legs: (u8, u8),
    /// Lines of a name and a value: "to go", "finishes on", "points a drop".
    pub lines: Vec<(String, String)>,
    /// Whether it has won the game.
    pub won: bool,
    /// For reading from two metres: the panel of the side to drop is filled, and it shows little but the score.
    pub far: bool,
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
            say(&say!("last award {badge}", badge = self.badge));
        }
        say(&self.doing);
        say(&self.tiles_left);
        if self.legs.1 > 1 {
            say(&say!("{won} of {needed} games", won = self.legs.0, needed = self.legs.1));
        }
        for (name, value) in &self.lines {
            say(&format!("{name} {value}"));
        }
        if self.won {
            say(say!("won"));
        }
        words
    }
}

/// Part of a panel that was touched.
#[derive(Debug)]
pub struct Touched {
    /// The name: it is this side's drop.
    pub name: Response,
    /// The number: it is wrong.
    pub score: Response,
}

/// Shows the panel in `rect`, on its head if `turned`; its name and its number are touched apart.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, panel: &ScorePanel, turned: bool) -> Touched {
    let [name, number] = targets(rect).map(|target| if turned { over(target, rect) } else { target });
    let touch = |what: &str, target: Rect| ui.interact(target, ui.scope_id().with((what, panel.side)), Sense::click());
    let touched = Touched { name: touch("name", name), score: touch("score", number) };
    touched.name.widget_info(|| WidgetInfo::labeled(Role::Button, true, panel.spoken()));
    let wrong = say!("{name} is not on {score}: correct the score", name = panel.name, score = panel.score);
    touched.score.widget_info(|| WidgetInfo::labeled(Role::Button, true, &wrong));
    if turned {
        // Painted beside the window's own layer, then turned about the panel's middle.
        let before = ui.painter().add(egui::Shape::Noop);
        paint(ui.painter(), theme, rect, panel);
        turn_shapes(ui, before, rect);
    } else {
        paint(ui.painter(), theme, rect, panel);
    }
    for response in [&touched.name, &touched.score].into_iter().filter(|response| response.has_focus()) {
        let stroke = Stroke::new(2.0, theme.text);
        ui.painter().rect_stroke(response.rect, CornerRadius::same(RADIUS), stroke, StrokeKind::Inside);
    }
    touched
}

/// Returns the touch areas of name and number: above each other, or side by side if there is no room for two fingers.
fn targets(rect: Rect) -> [Rect; 2] {
    if rect.height() < 2.0 * TOUCH {
        let (number, name) = rect.split_left_right_at_fraction(0.54);
        return [name, number];
    }
    let (name, number) = rect.split_top_bottom_at_y(rect.top() + (rect.height() * 0.2).max(TOUCH));
    [name, number]
}

/// A part of `rect` after `rect` is turned by half a circle.
fn over(part: Rect, rect: Rect) -> Rect {
    let middle = rect.center().to_vec2() * 2.0;
    Rect::from_two_pos((middle - part.min.to_vec2()).to_pos2(), (middle - part.max.to_vec2()).to_pos2())
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
    let turn = |pos: egui::Pos2| (middle - pos.to_vec2()).to_pos2();
    match shape {
        Shape::Vec(shapes) => Shape::Vec(shapes.into_iter().map(|shape| upside_down(shape, rect)).collect()),
        Shape::Circle(mut circle) => {
            circle.center = turn(circle.center);
            Shape::Circle(circle)
        }
        Shape::Rect(mut shape) => {
            shape.rect = over(shape.rect, rect);
            let CornerRadius { nw, ne, sw, se } = shape.corner_radius;
            shape.corner_radius = CornerRadius { nw: se, ne: sw, sw: ne, se: nw };
            Shape::Rect(shape)
        }
        Shape::Text(mut text) => {
            text.pos = turn(text.pos);
            text.angle += std::f32::consts::PI;
            Shape::Text(text)
        }
        other => other,
    }
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
