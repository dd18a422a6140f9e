//! Tile by tile: how likely each player holds it, or that it sleeps.

use super::Actions;
use crate::ui::action::TableWish;
use crate::ui::advise::Ask;
use crate::ui::advise::Owner;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::views::line_ui;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use crate::widgets::tile::{self, TileLook};
use crate::widgets::tile_pad::PadShape;
use adviser::words::percent;
use adviser::{Advice, Holder};
use egui::{
    Align2, Color32, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use game::tile::TileSet;
use language::say;

/// Everybody who may hold an unseen tile, with a name.
fn owners(state: &State, table: &TableScreen) -> Vec<(Owner, String)> {
    let setup = table.game.setup();
    let others = setup.all_seats().filter(|seat| *seat != state.advice.me);
    let mut owners: Vec<_> = others.map(|seat| (Owner::Seat(seat), setup.player(seat).to_owned())).collect();
    if table.round().is_some_and(|round| round.boneyard > 0) {
        let name = if table.rules().drawing == game::rules::Drawing::Never { say!("asleep") } else { say!("boneyard") };
        owners.push((Owner::Boneyard, name.to_owned()));
    }
    owners
}

fn chance(holder: &Holder, owner: Owner) -> f32 {
    match owner {
        Owner::Seat(seat) => holder.seats.get(seat.index()).copied().unwrap_or(0.0),
        Owner::Boneyard => holder.boneyard,
    }
}

pub(super) fn holders_ui(ui: &mut Ui, state: &State, table: &TableScreen, advice: &Advice, actions: &mut Actions) {
    let theme = &state.theme;
    let owners = owners(state, table);
    let Some((first, _)) = owners.first() else { return };
    let shown = state.advice.owner.filter(|owner| owners.iter().any(|(other, _)| other == owner)).unwrap_or(*first);
    ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
    let width = ((ui.available_width() + 6.0) / owners.len() as f32 - 6.0).min(150.0);
    line_ui(ui, TOUCH - 4.0, |ui| {
        for (owner, name) in &owners {
            let spoken = say!("chances of {name}", name);
            let face = Face::new(name).name(&spoken).chosen(*owner == shown).size(14.0);
            if button::sized(ui, theme, vec2(width, TOUCH - 4.0), face).clicked() {
                actions.push(TableWish::Advice(Ask::Owner(*owner)).into());
            }
        }
    });
    let unseen: TileSet = advice.holders.iter().map(|holder| holder.tile).collect();
    let max = table.rules().set_size;
    let shape = PadShape::only(unseen, max, ui.available_size() - vec2(12.0, 0.0));
    let color = match shown {
        Owner::Seat(seat) => theme.side(table.game.setup().side_of(seat).index()),
        Owner::Boneyard => theme.quiet,
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let (_, place) = ui.allocate_space(shape.size());
        for holder in &advice.holders {
            let cell = shape.cell(place, holder.tile).shrink2(vec2(2.0, 2.0));
            cell_ui(ui, theme, cell, holder, (shown, color), &owners);
        }
    });
}

/// One tile with the chance as a figure and as the height to which its cell is filled.
fn cell_ui(
    ui: &Ui,
    theme: &Theme,
    cell: Rect,
    holder: &Holder,
    (shown, color): (Owner, Color32),
    owners: &[(Owner, String)],
) {
    let painter = ui.painter();
    let p = chance(holder, shown).clamp(0.0, 1.0);
    let radius = CornerRadius::same(RADIUS / 2);
    painter.rect_filled(cell, radius, theme.raised);
    let fill = Rect::from_min_max(pos2(cell.left(), cell.bottom() - cell.height() * p), cell.max);
    painter.rect_filled(fill, radius, Theme::mix(theme.raised, color, 0.45));
    painter.rect_stroke(cell, radius, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    let figure = format!("{:.0}", p * 100.0);
    let (face, at) = if cell.width() > cell.height() * 1.3 {
        let face = Rect::from_min_max(cell.min, pos2(cell.left() + cell.width() * 0.6, cell.bottom()));
        (face, pos2(cell.right() - 4.0, cell.center().y))
    } else {
        let face = Rect::from_min_max(cell.min, pos2(cell.right(), cell.top() + cell.height() * 0.58));
        (face, pos2(cell.right() - 4.0, cell.bottom() - cell.height() * 0.2))
    };
    tile::paint_in(
        painter,
        theme,
        face.shrink2(vec2(3.0, 5.0)),
        holder.tile,
        TileLook { opacity: 0.9, ..TileLook::PLAIN },
    );
    let ink = Ink::new(Weight::Bold, (cell.height() * 0.36).clamp(11.0, 17.0), theme.text);
    text::put(painter, at, Align2::RIGHT_CENTER, &figure, ink);
    let all: Vec<String> =
        owners.iter().map(|(owner, name)| format!("{name} {}", percent(chance(holder, *owner)))).collect();
    let words = format!("{}: {}", holder.tile, all.join(", "));
    let response = ui.interact(cell, ui.scope_id().with(("holder", holder.tile.index())), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(words);
}
