//! The pips left in the hands: typed, or the tiles themselves tapped.

use super::{Actions, keypad};
use crate::ui::entry::EntryWish;
use crate::ui::table::FormWish;
use crate::ui::table::TableScreen;
use crate::widgets::button;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use crate::widgets::tile_pad::{self, PadShape, TilePad};
use egui::{Align2, CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use game::{Round, Seat};
use language::say;

pub(super) fn tally_ui(ui: &Ui, theme: &Theme, rect: Rect, table: &TableScreen, actions: &mut Actions) {
    let Some(round) = table.round() else { return };
    let asked = table.seats_to_tally();
    let fields = Rect::from_min_size(rect.min, vec2(rect.width(), (rect.height() * 0.2).clamp(TOUCH, 92.0)));
    let gap = 8.0;
    let width = (fields.width() - gap * (asked.len().max(1) - 1) as f32) / asked.len().max(1) as f32;
    for (i, seat) in asked.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(fields.left() + (width + gap) * i as f32, fields.top()),
            vec2(width, fields.height()),
        );
        field(ui, theme, place, table, round, *seat, actions);
    }
    let below = Rect::from_min_max(pos2(rect.left(), fields.bottom() + 8.0), rect.max);
    let keys = vec2(if below.height() > 205.0 { 3.0 * 71.0 } else { 6.0 * 51.0 }, below.height());
    let keys = Rect::from_min_size(pos2(below.right() - keys.x, below.top()), keys);
    keypad::number_pad_ui(ui, theme, keys, actions);
    let tiles = Rect::from_min_max(below.min, pos2(keys.left() - 14.0, below.bottom()));
    let rules = table.rules();
    let shape = PadShape::new(rules.set_size, tiles.size());
    let mine = table.tally.tiles.get(table.tally.seat).copied().unwrap_or_default();
    let free = rules.tiles().minus(round.layout.tiles());
    let pad = TilePad {
        max: rules.set_size,
        laid: round.layout.tiles(),
        fits: mine,
        chosen: None,
        any: !free.is_empty(),
        answers: false,
        prefix: say!("left "),
    };
    // Tiles smaller than a finger don't help on a phone: the digits remain.
    if tiles.width() > 200.0
        && (shape.is_touchable() || tiles.width() > 480.0)
        && let Some(tile) = tile_pad::show(ui, theme, tiles, &shape, &pad)
    {
        actions.push(EntryWish::Tap(tile).into());
    }
}

fn field(ui: &Ui, theme: &Theme, rect: Rect, table: &TableScreen, round: &Round, seat: Seat, actions: &mut Actions) {
    let setup = table.game.setup();
    let pips = table.tally.pips(seat, &setup.rules);
    let here = table.tally.seat == seat.index();
    let response = ui.interact(rect, ui.scope_id().with(("tally", seat.index())), Sense::click());
    let value = pips.map_or_else(|| "?".to_owned(), |pips| pips.to_string());
    let name = say!("pips left with {player}: {value}", player = setup.player(seat), value);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &name));
    let stroke = if here { Stroke::new(2.5, theme.good) } else { theme.outline() };
    ui.painter().rect(rect, CornerRadius::same(RADIUS), theme.raised, stroke, StrokeKind::Inside);
    button::focus_ring(ui, theme, rect, CornerRadius::same(RADIUS), &response);
    let side = setup.side_of(seat).index();
    let tiles = game::words::tiles_left(usize::from(round.hand(seat).count));
    let name = Ink::new(Weight::SemiBold, 17.0, theme.side(side));
    let quiet = Ink::new(Weight::Regular, 14.0, theme.quiet);
    let left = rect.left() + 14.0;
    let room = rect.width() * 0.55;
    text::put_within(
        ui.painter(),
        pos2(left, rect.center().y - 11.0),
        Align2::LEFT_CENTER,
        setup.player(seat),
        name,
        room,
    );
    text::put_within(ui.painter(), pos2(left, rect.center().y + 12.0), Align2::LEFT_CENTER, &tiles, quiet, room);
    let figure = Ink::new(
        Weight::Bold,
        (rect.height() * 0.55).clamp(22.0, 46.0),
        if pips.is_some() { theme.text } else { theme.quiet },
    );
    text::put(ui.painter(), rect.right_center() - vec2(14.0, 0.0), Align2::RIGHT_CENTER, &value, figure);
    if response.clicked() {
        actions.push(FormWish::TallySeat(seat).into());
    }
}
