//! The pad of all tiles: a triangle with the higher halves as rows, or a block if a triangle has no room. Played tiles
//! fade, tiles that fit are ringed.

use crate::widgets::button;
use crate::widgets::theme::{TOUCH, Theme};
use crate::widgets::tile::{self, TileLook};
use egui::{CornerRadius, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use game::tile::{Pip, Tile, TileSet};

/// Longest tile of the pad, in points.
const LONGEST: f32 = 164.0;
/// Space between tiles.
const GAP: f32 = 7.0;

/// State of the tiles on the pad.
#[derive(Clone, Copy, Debug)]
pub struct TilePad<'a> {
    /// Highest double of the set.
    pub max: Pip,
    /// Tiles on the table.
    pub laid: TileSet,
    /// Tiles that can be played.
    pub fits: TileSet,
    /// The tile that is being entered.
    pub chosen: Option<Tile>,
    /// Whether tiles that do not fit can be tapped (for a wrong play that stands).
    pub any: bool,
    /// Whether every tile answers a tap, even one that has been played or does not fit.
    pub answers: bool,
    /// Put before a tile's name for screen readers and tests.
    pub prefix: &'a str,
}

/// Arrangement of the tiles in a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadShape {
    triangle: bool,
    columns: usize,
    /// Size of one tile with its gap.
    cell: Vec2,
    max: Pip,
    /// Tiles to show; `None` for all.
    only: Option<TileSet>,
}

impl PadShape {
    /// The shape for a set in a room of this size: the triangle if its tiles are large enough to be touched.
    #[must_use]
    pub fn new(max: Pip, room: Vec2) -> Self {
        let rows = usize::from(max.get()) + 1;
        let triangle = Self { triangle: true, columns: rows, cell: cell(room, rows, rows), max, only: None };
        if triangle.is_touchable() {
            return triangle;
        }
        let tiles = rows * (rows + 1) / 2;
        let blocks = (4..=tiles).map(|columns| {
            let cell = cell(room, columns, tiles.div_ceil(columns));
            Self { triangle: false, columns, cell, max, only: None }
        });
        let size = |shape: &Self| shape.cell.y.min(shape.cell.x * 0.6);
        blocks
            .max_by(|a, b| (a.is_touchable().cmp(&b.is_touchable())).then(size(a).total_cmp(&size(b))))
            .unwrap_or(triangle)
    }

    /// A block of these tiles only, for a room that is too small for all: large enough to be touched, as high as it gets.
    #[must_use]
    pub fn only(tiles: TileSet, max: Pip, room: Vec2) -> Self {
        let wide = (TOUCH * 1.5 + GAP).min(room.x);
        let most = ((room.x / wide) as usize).max(1);
        let fitting = (1..=most).rev().find(|columns| {
            let rows = tiles.len().div_ceil(*columns).max(1);
            (room.y / rows as f32) >= TOUCH
        });
        let columns = fitting.unwrap_or(most);
        let rows = tiles.len().div_ceil(columns).max(1);
        let high = (room.y / rows as f32).clamp(TOUCH, LONGEST / 2.0 + GAP);
        let cell = vec2((room.x / columns as f32).min(LONGEST + GAP), high);
        Self { triangle: false, columns, cell, max, only: Some(tiles) }
    }

    /// The room the tiles take.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        let tiles = self.only.unwrap_or(TileSet::full(self.max)).len();
        self.cell * vec2(self.columns as f32, tiles.div_ceil(self.columns) as f32)
    }

    /// Reports whether the tiles are at least as large as a finger needs.
    #[must_use]
    pub fn is_touchable(&self) -> bool {
        self.cell.y >= TOUCH && self.cell.x >= TOUCH + GAP
    }

    /// The rectangle of a tile's cell within `rect`. In a triangle the row is the higher half, the highest above.
    #[must_use]
    pub fn cell(&self, rect: Rect, tile: Tile) -> Rect {
        let (row, column) = if self.triangle {
            (usize::from(self.max.get() - tile.high().get()), usize::from(tile.low().get()))
        } else {
            let shown = self.only.unwrap_or(TileSet::full(self.max)).in_rows();
            let place = shown.iter().position(|other| *other == tile).unwrap_or(shown.len());
            (place / self.columns, place % self.columns)
        };
        Rect::from_min_size(rect.min + self.cell * vec2(column as f32, row as f32), self.cell)
    }

    /// The largest free rectangle at the lower right of a triangle that is `room` large.
    #[must_use]
    pub fn free_corner(&self, rect: Rect, wanted: Vec2) -> Option<Rect> {
        if !self.triangle {
            return None;
        }
        let rows = usize::from(self.max.get()) + 1;
        // Rows from the bottom: the lowest has one tile, the one above two, ..
        (1..=rows).find_map(|used| {
            let left = rect.left() + self.cell.x * used as f32 + GAP;
            let top = rect.top() + self.cell.y * (rows - used) as f32;
            let corner = Rect::from_min_max(pos2(left, top), rect.max);
            (corner.width() >= wanted.x && corner.height() >= wanted.y).then_some(corner)
        })
    }
}

fn cell(room: Vec2, columns: usize, rows: usize) -> Vec2 {
    let cell = room / vec2(columns as f32, rows as f32);
    vec2(cell.x.min(LONGEST + GAP), cell.y.min(LONGEST / 2.0 + GAP))
}

/// Shows the pad in `rect` and returns the tile that was tapped.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, shape: &PadShape, pad: &TilePad<'_>) -> Option<Tile> {
    let mut tapped = None;
    for tile in shape.only.unwrap_or(TileSet::full(pad.max)).iter() {
        let cell = shape.cell(rect, tile);
        let laid = pad.laid.contains(tile);
        let fits = pad.fits.contains(tile);
        let enabled = !laid && (fits || pad.any);
        let answers = enabled || pad.answers;
        let sense = if answers { Sense::click() } else { Sense::hover() };
        let response = ui.interact(cell, ui.scope_id().with(("tile", tile.index())), sense);
        let name = format!("{}{tile}", pad.prefix);
        response.widget_info(|| WidgetInfo::selected(Role::Button, answers, pad.chosen == Some(tile), &name));
        let chosen = pad.chosen == Some(tile);
        let pressed = response.is_pointer_button_down_on() && enabled;
        let look = TileLook {
            opacity: if laid {
                0.14
            } else if enabled {
                1.0
            } else {
                0.45
            },
            ring: (fits && !laid).then(|| Stroke::new(if chosen { 4.0 } else { 2.0 }, theme.good)),
            wash: if chosen || pressed {
                Some(theme.good)
            } else {
                // Under the pointer only a breath of it.
                (response.hovered() && enabled).then(|| Theme::mix(theme.tile, theme.good, 0.35))
            },
        };
        let face = cell.shrink2(Vec2::splat(GAP / 2.0));
        tile::paint_in(ui.painter(), theme, face, tile, look);
        button::focus_ring(ui, theme, face, CornerRadius::same(8), &response);
        if answers && response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            tapped = Some(tile);
        }
    }
    tapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Pos2;

    #[test]
    fn tiles_are_apart_inside_and_touchable() {
        for (max, room) in
            [(6, vec2(560.0, 330.0)), (6, vec2(490.0, 200.0)), (9, vec2(720.0, 340.0)), (9, vec2(1200.0, 800.0))]
        {
            let max = Pip::new(max).unwrap();
            let shape = PadShape::new(max, room);
            assert!(shape.is_touchable(), "{max} in {room}: {}", shape.cell);
            let rect = Rect::from_min_size(Pos2::ZERO, room);
            let cells: Vec<Rect> = TileSet::full(max).iter().map(|tile| shape.cell(rect, tile)).collect();
            for (i, cell) in cells.iter().enumerate() {
                assert!(rect.expand(0.5).contains_rect(*cell), "{cell} in {rect}");
                assert!(cells[..i].iter().all(|other| !other.shrink(0.5).intersects(cell.shrink(0.5))));
            }
        }
    }

    #[test]
    fn tiles_are_in_one_order_everywhere() {
        let max = Pip::new(6).unwrap();
        let some: TileSet = ["6-1", "5-5", "3-0", "0-0"].iter().map(|tile| tile.parse::<Tile>().unwrap()).collect();
        for (shape, tiles) in [
            (PadShape::new(max, vec2(700.0, 350.0)), TileSet::full(max)),
            (PadShape::new(max, vec2(330.0, 520.0)), TileSet::full(max)),
            (PadShape::only(some, max, vec2(330.0, 200.0)), some),
        ] {
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(900.0, 900.0));
            let mut read: Vec<Tile> = tiles.iter().collect();
            read.sort_by_key(|tile| {
                let cell = shape.cell(rect, *tile);
                (cell.top().round() as i32, cell.left().round() as i32)
            });
            assert_eq!(read, tiles.in_rows(), "{shape:?}");
        }
    }

    #[test]
    fn the_triangle_leaves_room_for_the_keypad() {
        let max = Pip::new(6).unwrap();
        let room = vec2(700.0, 350.0);
        let rect = Rect::from_min_size(Pos2::ZERO, room);
        let shape = PadShape::new(max, room);
        let corner = shape.free_corner(rect, vec2(270.0, 130.0)).unwrap();
        for tile in TileSet::full(max).iter() {
            assert!(!shape.cell(rect, tile).shrink(0.5).intersects(corner), "{tile}");
        }
    }
}
