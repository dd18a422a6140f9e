//! Entry of a drop: the pad of tiles, and the keypad for the ends in its empty corner.

use super::{Actions, banner, keypad, within};
use crate::ui::entry::EntryWish;
use crate::ui::entry::Mode;
use crate::ui::table::TableScreen;
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme};
use crate::widgets::tile_pad::{self, PadShape, TilePad};
use egui::{Rect, ScrollArea, Ui, pos2, vec2};
use game::tile::TileSet;
use language::say;

/// Below this width the two ways to enter a drop stand above the tiles, not beside them.
const UPRIGHT: f32 = 480.0;
/// Height of the switch above the keys.
const CAPTION: f32 = TOUCH + 6.0;

/// Division of the room between tiles and keys.
enum Shares {
    /// Both, the keys at this place.
    Both(PadShape, Rect, Rect),
    /// One of them at a time.
    OneOf(PadShape, Rect),
}

fn shares(rect: Rect, table: &TableScreen) -> Shares {
    let max = table.rules().set_size;
    let keys = keypad::size(max) + vec2(0.0, CAPTION);
    let triangle = PadShape::new(max, rect.size());
    if triangle.is_touchable()
        && let Some(corner) = triangle.free_corner(rect, keys)
    {
        return Shares::Both(triangle, rect, corner);
    }
    let beside = Rect::from_min_max(pos2(rect.right() - keys.x - 8.0, rect.top()), rect.max);
    let rest = Rect::from_min_max(rect.min, pos2(beside.left() - 12.0, rect.bottom()));
    if rest.width() > 0.0 && beside.height() >= keys.y {
        let shape = PadShape::new(max, rest.size());
        if shape.is_touchable() {
            return Shares::Both(shape, rest, beside);
        }
    }
    // A phone held upright: smaller keys, still large enough for a thumb.
    if triangle.is_touchable()
        && let Some(corner) = triangle.free_corner(rect, keypad::least(max) + vec2(0.0, CAPTION))
    {
        return Shares::Both(triangle, rect, corner);
    }
    let mut all = rect;
    if rect.width() < UPRIGHT {
        all.min.y += TOUCH + 6.0;
    } else {
        all.max.x -= 108.0;
    }
    Shares::OneOf(PadShape::new(max, all.size()), all)
}

pub(super) fn pad_ui(ui: &mut Ui, theme: &Theme, rect: Rect, table: &TableScreen, actions: &mut Actions) {
    let entry = &table.entry;
    match shares(rect, table) {
        Shares::Both(shape, tiles, corner) => {
            tiles_ui(ui, theme, tiles, &shape, table, actions);
            let keys = keypad::size(table.rules().set_size);
            let room = corner.size() - vec2(0.0, CAPTION);
            let grown = (room / keys).min_elem().min(1.7);
            let place = Rect::from_min_max(corner.max - keys * grown, corner.max);
            keypad::keypad_ui(ui, theme, place, table.rules().set_size, entry, actions);
            caption(ui, theme, place, entry.mode, actions);
        }
        Shares::OneOf(shape, all) => {
            // A drop is one tap on its tile, and three by its ends: the tiles come first.
            let keys = entry.keys && entry.mode == Mode::Ends && !entry.as_it_lies;
            let shown = if keys { Mode::Ends } else { Mode::Tile };
            if all.top() > rect.top() {
                let row = Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + TOUCH));
                let (tiles, ends) = row.split_left_right_at_fraction(0.5);
                meanings(ui, theme, [tiles, ends], shown, actions);
            } else {
                let column = Rect::from_min_max(pos2(all.right() + 8.0, rect.top()), rect.max);
                let below = column_of_meanings(ui, theme, column, shown, actions);
                claims(ui, theme, below, table, rect.width() + 20.0, actions);
            }
            if shown == Mode::Tile {
                tiles_ui(ui, theme, all, &shape, table, actions);
            } else {
                let keys = (keypad::size(table.rules().set_size) * 1.5).min(all.size());
                let place = Rect::from_center_size(all.center(), keys);
                keypad::keypad_ui(ui, theme, place, table.rules().set_size, entry, actions);
            }
        }
    }
}

fn tiles_ui(ui: &mut Ui, theme: &Theme, rect: Rect, shape: &PadShape, table: &TableScreen, actions: &mut Actions) {
    let rules = table.rules();
    let layout = table.layout();
    let could_hold = table.could_hold();
    let fits: TileSet =
        could_hold.iter().filter(|tile| layout.fits(*tile, rules)).collect::<TileSet>().minus(layout.tiles());
    let chosen = table.entry.tile.or_else(|| table.proposal().map(|play| play.tile()));
    let any = table.entry.as_it_lies;
    let pad =
        TilePad { max: rules.set_size, laid: layout.tiles(), fits, chosen, any, answers: true, prefix: say!("tile ") };
    let tapped = if shape.is_touchable() {
        tile_pad::show(ui, theme, rect, shape, &pad)
    } else {
        // No room for the whole set: only tiles that can be tapped are shown, and those in a list where need be.
        let only = if any { rules.tiles().minus(layout.tiles()) } else { fits };
        let shape = PadShape::only(only, rules.set_size, rect.size() - vec2(10.0, 0.0));
        within(ui, rect, "tiles", |ui| {
            ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| {
                    let (_, place) = ui.allocate_space(shape.size());
                    tile_pad::show(ui, theme, place, &shape, &pad)
                })
                .inner
        })
    };
    actions.extend(tapped.map(|tile| EntryWish::Tap(tile).into()));
}

/// Shows the meaning of the keys above them, with a switch to the other.
fn caption(ui: &Ui, theme: &Theme, keys: Rect, mode: Mode, actions: &mut Actions) {
    let half = (keys.width() - 6.0) / 2.0;
    let top = keys.top() - CAPTION;
    let ways = [
        (say!("Ends"), say!("Numbers mean the open ends (E)"), Mode::Ends),
        (say!("Tile"), say!("Numbers mean the tile's halves (T)"), Mode::Tile),
    ];
    for (i, (label, name, meaning)) in ways.into_iter().enumerate() {
        let at = pos2(keys.left() + (half + 6.0) * i as f32, top);
        let place = Rect::from_min_size(at, vec2(half, TOUCH));
        let face = Face::new(label).name(name).chosen(mode == meaning).size(15.0);
        if button::put(ui, theme, place, face).on_hover_text(name).clicked() {
            actions.push(EntryWish::Meaning(meaning).into());
        }
    }
}

/// Shows the two ways to enter a drop above each other, where there is room for one at a time; returns the room left
/// below.
fn column_of_meanings(ui: &Ui, theme: &Theme, column: Rect, mode: Mode, actions: &mut Actions) -> Rect {
    let high = (column.height() * 0.2).clamp(TOUCH, 72.0);
    let place = |i: f32| Rect::from_min_size(column.min + vec2(0.0, (high + 8.0) * i), vec2(column.width(), high));
    meanings(ui, theme, [place(0.0), place(1.0)], mode, actions);
    Rect::from_min_max(column.min + vec2(0.0, (high + 8.0) * 2.0), column.max)
}

fn meanings(ui: &Ui, theme: &Theme, places: [Rect; 2], mode: Mode, actions: &mut Actions) {
    let ways = [(say!("Tiles"), "T", Mode::Tile), (say!("Ends"), "E", Mode::Ends)];
    for (place, (label, key, meaning)) in places.into_iter().zip(ways) {
        if button::put(ui, theme, place.shrink2(vec2(2.0, 0.0)), Face::new(label).key(key).chosen(mode == meaning))
            .clicked()
        {
            actions.push(EntryWish::Meaning(meaning).into());
        }
    }
}

/// Shows the claims on the last score if the banner has no room; those without room here are under More.
fn claims(ui: &Ui, theme: &Theme, column: Rect, table: &TableScreen, banner_width: f32, actions: &mut Actions) {
    let Some(seat) = table.claim_open().filter(|_| banner::claims_stand_aside(table, banner_width)) else { return };
    for (i, (label, key, action)) in banner::claim_wishes(table, seat).into_iter().enumerate() {
        let place = Rect::from_min_size(column.min + vec2(0.0, (TOUCH + 6.0) * i as f32), vec2(column.width(), TOUCH));
        if place.bottom() <= column.bottom() + 0.5
            && button::put(ui, theme, place, Face::new(&label).key(key).size(14.0)).clicked()
        {
            actions.push(action);
        }
    }
}
