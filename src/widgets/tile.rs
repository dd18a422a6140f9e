//! A domino tile: face, divider, pips; vertical or horizontal, with or without a ring.

use crate::widgets::theme::{Theme, material};
use egui::epaint::{Mesh, RectShape};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use game::layout::Dir;
use game::tile::{Pip, Tile};

/// Look of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileLook {
    /// 1 is a tile on the table; a played one on the pad is fainter.
    pub opacity: f32,
    /// A ring round it, distinguished by its presence and not by its colour alone.
    pub ring: Option<Stroke>,
    /// Mixed into the face, for the one just chosen.
    pub wash: Option<Color32>,
}

impl TileLook {
    /// A tile on the table.
    pub const PLAIN: Self = Self { opacity: 1.0, ring: None, wash: None };
}

/// Places of the pips in a half, along and across the tile, in `-1.0..=1.0`.
#[must_use]
pub fn pips(pip: Pip) -> Vec<Vec2> {
    let row = |across: f32, along: &[f32]| along.iter().map(|&u| vec2(u, across)).collect::<Vec<_>>();
    let two = vec![vec2(-1.0, -1.0), vec2(1.0, 1.0)];
    let corners = [row(-1.0, &[-1.0, 1.0]), row(1.0, &[-1.0, 1.0])].concat();
    let six = [row(-1.0, &[-1.0, 0.0, 1.0]), row(1.0, &[-1.0, 0.0, 1.0])].concat();
    let fours = [-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0];
    let outer = [row(-1.0, &fours), row(1.0, &fours)].concat();
    let centre = vec![Vec2::ZERO];
    match pip.get() {
        0 => Vec::new(),
        1 => centre,
        2 => two,
        3 => [two, centre].concat(),
        4 => corners,
        5 => [corners, centre].concat(),
        6 => six,
        7 => [six, centre].concat(),
        8 => [six, row(0.0, &[-1.0, 1.0])].concat(),
        9 => [six, row(0.0, &[-1.0, 0.0, 1.0])].concat(),
        10 => [outer, row(0.0, &fours[1..3])].concat(),
        11 => [outer, row(0.0, &[-2.0 / 3.0, 0.0, 2.0 / 3.0])].concat(),
        _ => [outer, row(0.0, &fours)].concat(),
    }
}

/// Paints a tile of two squares of side `half` about `centre`, its half `first` at the back of `dir`.
pub fn paint(
    painter: &Painter,
    theme: &Theme,
    centre: Pos2,
    half: f32,
    dir: Dir,
    (tile, first): (Tile, Pip),
    look: TileLook,
) {
    let along = Vec2::from(dir.step());
    let across = vec2(-along.y, along.x);
    let size = (along * half * 2.0 + across * half).abs();
    let rect = Rect::from_center_size(centre, size).shrink(half * 0.02);
    let radius = CornerRadius::same((half * 0.17).clamp(1.0, 255.0) as u8);
    paint_body(painter, theme, rect, half, radius, look);
    let faded = |color: Color32| color.gamma_multiply(look.opacity);
    let cut = across * half * 0.36;
    painter.line_segment(
        [centre - cut, centre + cut],
        Stroke::new((half * 0.035).max(1.0), faded(theme.pip.gamma_multiply(0.45))),
    );
    let brass = faded(material::PIN);
    if half >= 24.0 {
        painter.circle(centre, half * 0.055, brass, Stroke::new(0.5, faded(theme.pip.gamma_multiply(0.5))));
    }
    let second = tile.other(first).unwrap_or(first);
    for (value, middle) in [(first, centre - along * half * 0.5), (second, centre + along * half * 0.5)] {
        let radius = half * if value.get() > 9 { 0.078 } else { 0.098 };
        for place in pips(value) {
            let at = middle + (along * place.x + across * place.y) * half * 0.265;
            painter.circle_filled(at, radius, faded(theme.pip));
            if half >= 28.0 {
                // A drilled pip catches a little light at its lower right rim.
                painter.circle_filled(
                    at + Vec2::splat(radius * 0.28),
                    radius * 0.4,
                    faded(Color32::from_white_alpha(26)),
                );
            }
        }
    }
}

fn paint_body(painter: &Painter, theme: &Theme, rect: Rect, half: f32, radius: CornerRadius, look: TileLook) {
    let faded = |color: Color32| color.gamma_multiply(look.opacity);
    let thick = (half * 0.07).max(1.0);
    if look.opacity > 0.5 {
        let shadow = rect.translate(vec2(thick * 0.9, thick * 1.3));
        painter.rect_filled(shadow, radius, Color32::from_black_alpha(70));
    }
    let face = look.wash.map_or(theme.tile, |wash| Theme::mix(theme.tile, wash, 0.38));
    let edge = Theme::mix(face, material::TILE_EDGE, 0.55);
    painter.rect_filled(rect.translate(vec2(thick * 0.35, thick * 0.7)), radius, faded(edge));
    painter.rect_filled(rect, radius, faded(face));
    painter.add(sheen(
        rect.shrink(half * 0.09),
        faded(Color32::WHITE.gamma_multiply(0.5)),
        faded(Color32::from_black_alpha(10)),
    ));
    painter.add(RectShape::stroke(
        rect,
        radius,
        Stroke::new((half * 0.025).max(0.75), faded(edge)),
        StrokeKind::Inside,
    ));
    if let Some(ring) = look.ring {
        let grown = CornerRadius::same(radius.nw.saturating_add(2));
        painter.rect_stroke(rect.expand(ring.width * 0.5 + 1.0), grown, ring, StrokeKind::Middle);
    }
}

/// Light falling from the upper left onto `rect`: `light` fades out to the middle, `dark` in towards the lower right.
fn sheen(rect: Rect, light: Color32, dark: Color32) -> Shape {
    let mut mesh = Mesh::default();
    let none = Color32::TRANSPARENT;
    for (at, color) in
        [(rect.left_top(), light), (rect.right_top(), none), (rect.right_bottom(), dark), (rect.left_bottom(), none)]
    {
        mesh.colored_vertex(at, color);
    }
    mesh.add_triangle(0, 1, 3);
    mesh.add_triangle(1, 2, 3);
    Shape::mesh(mesh)
}

/// Paints a vertical or horizontal tile that fills `rect` as well as it can (the longer side of `rect` is the tile's
/// length).
pub fn paint_in(painter: &Painter, theme: &Theme, rect: Rect, tile: Tile, look: TileLook) {
    let lying = rect.width() >= rect.height();
    let half = if lying { (rect.width() / 2.0).min(rect.height()) } else { (rect.height() / 2.0).min(rect.width()) };
    let dir = if lying { Dir::East } else { Dir::South };
    paint(painter, theme, pos2(rect.center().x, rect.center().y), half, dir, (tile, tile.high()), look);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_has_its_number_of_pips_apart_from_each_other() {
        for value in Pip::MAX.up_to() {
            let places = pips(value);
            assert_eq!(places.len(), usize::from(value.get()));
            let closest = places
                .iter()
                .enumerate()
                .flat_map(|(i, a)| places[..i].iter().map(move |b| (*a - *b).length()))
                .fold(f32::INFINITY, f32::min);
            // Twice the pip's radius in the unit of `pips`, so that no two touch.
            let radius = if value.get() > 9 { 0.078 } else { 0.098 };
            assert!(closest > 2.0 * radius / 0.265 * 0.99, "{value}: {closest}");
        }
    }
}
