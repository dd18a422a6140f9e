//! Paints a peg board: figures cut into the wood, the way of the last award, the pegs.

use crate::widgets::board_shape::{BoardShape, Geometry, Track};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{Theme, Weight, material};
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, Ui, Vec2, pos2, vec2};
use std::f32::consts::PI;

/// Radius of a front peg's head, in hole pitches.
pub(super) const FRONT: f32 = 0.70;
/// Size of a back peg.
pub(super) const BACK: f32 = 0.54;

/// A side's colour on wood: the light theme's are too dark for the bed.
pub(super) fn on_wood(theme: &Theme, side: usize) -> Color32 {
    if theme.dark { theme.side(side) } else { Theme::mix(theme.side(side), Theme::DARK.side(side), 0.65) }
}

/// The pegs of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pegs<'a> {
    /// Name of the side.
    pub name: &'a str,
    /// The score.
    pub front: u16,
    /// The score before the last award; `None` while the second peg has not moved.
    pub back: Option<u16>,
}

/// A board to be shown.
#[derive(Clone, Copy, Debug)]
pub struct PegBoard<'a> {
    /// Holes, streets, skunk line.
    pub shape: BoardShape,
    /// The sides, as many as the board has.
    pub pegs: &'a [Pegs<'a>],
    /// Whether the two sides sit opposite each other, so that the second reads its figures from there.
    pub opposite: bool,
    /// Whether the front pegs can be dragged.
    pub movable: bool,
}

/// Figures and names look cut into the wood: the cut in shade, its lower edge in light. No longer than `room`.
fn engrave(painter: &Painter, at: Pos2, words: &str, ink: Ink, angle: f32, room: f32) {
    let light = ink.color(Color32::from_white_alpha(if ink.color.r() < 100 { 90 } else { 0 }));
    let shade = ink.color(Color32::from_black_alpha(if ink.color.r() < 100 { 0 } else { 150 }));
    text::put_turned(painter, at + vec2(0.4, 0.9), words, light, angle, room);
    text::put_turned(painter, at - vec2(0.4, 0.7), words, shade, angle, room);
    text::put_turned(painter, at, words, ink, angle, room);
}

pub(super) fn paint_figures(painter: &Painter, theme: &Theme, geometry: &Geometry, board: &PegBoard<'_>) {
    let color = material::BURNT[usize::from(!theme.dark)];
    let share = if geometry.shape.sides > 2 { 0.58 } else { 0.72 };
    let size = (geometry.pitch * share).clamp(7.0, 30.0);
    let ink = Ink::new(Weight::SemiBold, size, color);
    let turned = |side: Option<usize>| if board.opposite && side == Some(1) { PI } else { 0.0 };
    for figure in geometry.figures() {
        engrave(painter, figure.at, &figure.points.to_string(), ink, turned(figure.side), f32::INFINITY);
    }
    if matches!(geometry.shape.track, Track::Rounds(_)) {
        let below = geometry.span(-geometry.pitch, 0.0);
        let sides = if geometry.shape.sides == 2 { 1 } else { geometry.shape.sides };
        for side in 0..sides {
            engrave(
                painter,
                geometry.game_hole(side) + below,
                &geometry.shape.target().to_string(),
                ink,
                0.0,
                f32::INFINITY,
            );
        }
    }
    let dark = material::ON_BRASS;
    for (side, pegs) in board.pegs.iter().enumerate() {
        let plate = geometry.plate(side);
        let long = plate.width().max(plate.height()) - 8.0;
        let wide = plate.width().min(plate.height());
        let ink = Ink::new(Weight::SemiBold, (wide * 0.68).min(40.0), dark);
        let ink = text::fitting(painter, pegs.name, ink, long);
        let standing = plate.height() > plate.width();
        let angle = if standing { -PI / 2.0 } else { turned(Some(side)) };
        engrave(painter, plate.center(), pegs.name, ink, angle, long + 4.0);
    }
}

/// Lights the way of the last award and rings its holes, so that it can be counted from afar.
pub(super) fn paint_trail(painter: &Painter, theme: &Theme, geometry: &Geometry, side: usize, pegs: &Pegs<'_>) {
    let back = pegs.back.unwrap_or(0);
    let color = on_wood(theme, side);
    if let Track::Scale(_) = geometry.shape.track {
        if pegs.front > back {
            let line = [geometry.hole(side, back), geometry.hole(side, pegs.front)];
            painter.line_segment(line, Stroke::new(geometry.pitch * 0.2, color.gamma_multiply(0.7)));
        }
        return;
    }
    let way: Vec<Pos2> = (back..=pegs.front).map(|points| geometry.hole(side, points)).collect();
    // Round a bend the way is not a straight line.
    for two in way.windows(2).filter(|two| two[0].distance(two[1]) < geometry.pitch * 4.0) {
        let stroke = Stroke::new(geometry.pitch * 0.62, color.gamma_multiply(0.5));
        painter.line_segment([two[0], two[1]], stroke);
    }
    for points in (back + 1)..pegs.front {
        let at = geometry.hole(side, points);
        painter.circle_stroke(at, geometry.pitch * 0.37, Stroke::new(geometry.pitch * 0.11, color));
    }
}

pub(super) fn paint_round_counter(ui: &Ui, geometry: &Geometry, side: usize, front: u16) {
    if !matches!(geometry.shape.track, Track::Rounds(2..)) {
        return;
    }
    let at = geometry.round_hole(side, geometry.shape.round_of(front));
    let r = geometry.pitch * 0.2;
    ui.painter().circle_filled(at + vec2(0.25, 0.4) * r, r, Color32::from_black_alpha(120));
    ui.painter().circle(at, r, material::BRASS, Stroke::new(0.8, material::BRASS_EDGE));
    ui.painter().circle_filled(at - vec2(0.25, 0.3) * r, r * 0.35, Color32::from_white_alpha(150));
}

/// A peg standing in a hole (`lift` 0) or carried above the board (`lift` 1).
pub(super) fn paint_peg(painter: &Painter, pitch: f32, at: Pos2, lift: f32, head: &TextureHandle, front: bool) {
    let radius = pitch * if front { FRONT } else { BACK } * (1.0 + 0.3 * lift);
    let fall = vec2(0.42, 0.58) * pitch * (0.55 + 1.6 * lift);
    paint_shadow(painter, at + fall, radius * 1.05, (150.0 - 70.0 * lift) as u8);
    let up = vec2(-0.04, -0.08) * pitch - vec2(0.0, 0.35 * lift) * pitch;
    let rect = Rect::from_center_size(at + up, Vec2::splat(radius * 2.0 / 0.94));
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(head.id(), rect, uv, Color32::WHITE);
}

/// A round shadow with a soft edge.
fn paint_shadow(painter: &Painter, at: Pos2, radius: f32, alpha: u8) {
    const CORNERS: u32 = 24;
    let mut mesh = Mesh::default();
    let dark = Color32::from_black_alpha(alpha);
    mesh.colored_vertex(at, dark);
    for i in 0..CORNERS {
        let angle = i as f32 / CORNERS as f32 * 2.0 * PI;
        let dir = vec2(angle.cos(), angle.sin());
        mesh.colored_vertex(at + dir * radius * 0.7, dark);
        mesh.colored_vertex(at + dir * radius * 1.25, Color32::TRANSPARENT);
    }
    for i in 0..CORNERS {
        let (a, b) = (1 + i * 2, 1 + (i + 1) % CORNERS * 2);
        mesh.add_triangle(0, a, b);
        mesh.add_triangle(a, a + 1, b + 1);
        mesh.add_triangle(a, b + 1, b);
    }
    painter.add(Shape::mesh(mesh));
}
