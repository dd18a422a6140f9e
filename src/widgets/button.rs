//! The buttons of the window: a label, and the key that does the same.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use egui::{
    Align2, Color32, CornerRadius, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use language::say;

/// Purpose of a button; each kind differs in shape or weight, not only in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ButtonKind {
    /// The main button, filled.
    Main,
    /// Any other.
    #[default]
    Plain,
    /// Chosen among several: filled with a thick outline.
    Chosen,
    /// A link-like one without a frame until the pointer is over it.
    Bare,
    /// Takes something away: outlined in the colour of trouble.
    Danger,
}

/// A button to be put at a place.
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    /// Text on the button.
    pub label: &'a str,
    /// Key that does the same, as written on keyboards; empty for none.
    pub key: &'a str,
    /// The name for screen readers and tests; the label where empty.
    pub name: &'a str,
    /// Purpose of the button.
    pub kind: ButtonKind,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Size of the label in points.
    pub size: f32,
}

impl<'a> Face<'a> {
    /// A plain button.
    #[must_use]
    pub const fn new(label: &'a str) -> Self {
        Self { label, key: "", name: "", kind: ButtonKind::Plain, enabled: true, size: 16.0 }
    }

    /// With the key that does the same.
    #[must_use]
    pub const fn key(self, key: &'a str) -> Self {
        Self { key, ..self }
    }

    /// Sets a separate name for screen readers and tests.
    #[must_use]
    pub const fn name(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    /// Of this kind.
    #[must_use]
    pub const fn kind(self, kind: ButtonKind) -> Self {
        Self { kind, ..self }
    }

    /// The main one, if `yes`.
    #[must_use]
    pub const fn main(self, yes: bool) -> Self {
        if yes { self.kind(ButtonKind::Main) } else { self }
    }

    /// The chosen one, if `yes`.
    #[must_use]
    pub const fn chosen(self, yes: bool) -> Self {
        if yes { self.kind(ButtonKind::Chosen) } else { self }
    }

    /// Sets whether it can be pressed.
    #[must_use]
    pub const fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    /// With a label of this size.
    #[must_use]
    pub const fn size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    fn spoken(&self) -> &str {
        if self.name.is_empty() { self.label } else { self.name }
    }
}

/// Puts a button at `rect`. Its identity is its spoken name within `ui`.
pub fn put(ui: &Ui, theme: &Theme, rect: Rect, face: Face<'_>) -> Response {
    let response = interact(ui, rect, ui.scope_id().with(("button", face.spoken())), face.enabled);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Button, face.enabled, face.spoken());
        info.selected = (face.kind == ButtonKind::Chosen).then_some(true);
        info
    });
    let painter = ui.painter();
    let colors = colors(theme, face.kind, face.enabled, &response);
    let radius = CornerRadius::same(RADIUS.min((rect.height() / 4.0) as u8));
    painter.rect(rect, radius, colors.fill, colors.stroke, StrokeKind::Inside);
    focus_ring(ui, theme, rect, radius, &response);
    let key_width = if shows_key(theme, &face) { key_width(ui, face.key) } else { 0.0 };
    let room = rect.width() - (rect.width() * 0.13).clamp(4.0, 14.0);
    // A button too narrow for both shows its label; the key is in the hover text.
    let ink = Ink::new(Weight::SemiBold, face.size, colors.text);
    let label_width = text::layout(painter, face.label, ink, f32::INFINITY).size().x;
    let with_key = key_width > 0.0 && label_width + key_width + 10.0 <= room;
    if with_key {
        let left = egui::pos2(rect.center().x - (label_width + key_width + 10.0) / 2.0, rect.center().y);
        text::put(painter, left, Align2::LEFT_CENTER, face.label, ink);
        let at = egui::pos2(left.x + label_width + 10.0 + key_width / 2.0, rect.center().y);
        key_cap(ui, Rect::from_center_size(at, vec2(key_width, 22.0)), face.key, colors.text);
    } else {
        text::put_whole(painter, rect.center(), face.label, ink, vec2(room, rect.height() - 6.0));
    }
    if face.key.is_empty() || with_key || !theme.keys {
        return response;
    }
    response.on_hover_text(say!("{name} · key {key}", name = face.spoken(), key = face.key))
}

/// A key is shown where there is a keyboard.
const fn shows_key(theme: &Theme, face: &Face<'_>) -> bool {
    theme.keys && !face.key.is_empty()
}

/// Puts a button of the width its label needs at the left of `ui`'s cursor, `height` points high.
pub fn add(ui: &mut Ui, theme: &Theme, height: f32, face: Face<'_>) -> Response {
    let ink = Ink::new(Weight::SemiBold, face.size, theme.text);
    let label = text::layout(ui.painter(), face.label, ink, f32::INFINITY).size().x;
    let key = if shows_key(theme, &face) { key_width(ui, face.key) + 10.0 } else { 0.0 };
    // A long label is put in two lines or in smaller letters.
    let most = ui.max_rect().width().max(height);
    sized(ui, theme, vec2((label + key + 32.0).clamp(height, most), height), face)
}

/// Puts a button of this size at `ui`'s cursor.
pub fn sized(ui: &mut Ui, theme: &Theme, size: Vec2, face: Face<'_>) -> Response {
    let (_, rect) = ui.allocate_space(size);
    put(ui, theme, rect, face)
}

fn interact(ui: &Ui, rect: Rect, id: Id, enabled: bool) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    if enabled { response.on_hover_cursor(egui::CursorIcon::PointingHand) } else { response }
}

struct Colors {
    fill: Color32,
    stroke: Stroke,
    text: Color32,
}

fn colors(theme: &Theme, kind: ButtonKind, enabled: bool, response: &Response) -> Colors {
    let lift = if response.is_pointer_button_down_on() {
        0.22
    } else if response.hovered() && enabled {
        0.1
    } else {
        0.0
    };
    let lifted = |color: Color32| Theme::mix(color, theme.text, lift);
    let dim = if enabled { 1.0 } else { 0.42 };
    let colors = match kind {
        ButtonKind::Main => Colors { fill: lifted(theme.good), stroke: Stroke::NONE, text: theme.on_fill },
        ButtonKind::Plain => Colors { fill: lifted(theme.raised), stroke: theme.outline(), text: theme.text },
        ButtonKind::Chosen => Colors {
            fill: lifted(Theme::mix(theme.raised, theme.good, 0.28)),
            stroke: Stroke::new(2.5, theme.good),
            text: theme.text,
        },
        ButtonKind::Bare => Colors {
            fill: if lift > 0.0 { lifted(theme.panel) } else { Color32::TRANSPARENT },
            stroke: Stroke::NONE,
            text: theme.text,
        },
        ButtonKind::Danger => {
            Colors { fill: lifted(theme.raised), stroke: Stroke::new(1.5, theme.bad), text: theme.bad }
        }
    };
    Colors {
        fill: colors.fill.gamma_multiply(dim),
        stroke: Stroke::new(colors.stroke.width, colors.stroke.color.gamma_multiply(dim)),
        text: colors.text.gamma_multiply(dim),
    }
}

/// The outline that shows where the keyboard is.
pub fn focus_ring(ui: &Ui, theme: &Theme, rect: Rect, radius: CornerRadius, response: &Response) {
    if response.has_focus() {
        ui.painter().rect_stroke(rect.expand(2.0), radius, Stroke::new(2.0, theme.text), StrokeKind::Outside);
    }
}

fn key_width(ui: &Ui, key: &str) -> f32 {
    let ink = Ink::new(Weight::Medium, 12.5, Color32::WHITE);
    (text::layout(ui.painter(), key, ink, f32::INFINITY).size().x + 12.0).max(22.0)
}

/// A small picture of a key with its letter.
fn key_cap(ui: &Ui, rect: Rect, key: &str, color: Color32) {
    let faint = color.gamma_multiply(0.75);
    ui.painter().rect_stroke(
        rect,
        CornerRadius::same(5),
        Stroke::new(1.2, color.gamma_multiply(0.55)),
        StrokeKind::Inside,
    );
    text::put(ui.painter(), rect.center(), Align2::CENTER_CENTER, key, Ink::new(Weight::Medium, 12.5, faint));
}
