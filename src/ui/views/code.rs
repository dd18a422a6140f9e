//! The record of a match as a code that another phone reads from this screen.

use super::{Actions, within};
use crate::ui::action::TableWish;
use crate::ui::screen::Sheet;
use crate::widgets::button::{self, Face};
use crate::widgets::qr::Qr;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Label, Rect, Ui, WidgetInfo, pos2, vec2};
use game::Match;
use game::record::Record;
use language::say;

/// In the place of the pad, with a way back to it.
pub(super) fn code_ui(ui: &mut Ui, theme: &Theme, rect: Rect, game: &Match, actions: &mut Actions) {
    let close = Rect::from_min_size(pos2(rect.right() - 110.0, rect.top()), vec2(110.0, TOUCH));
    if button::put(ui, theme, close, Face::new(say!("Close")).key("Esc").size(15.0)).clicked() {
        actions.push(TableWish::Open(Sheet::None).into());
    }
    // Beside the button where there is room, else below it.
    let upright = rect.width() < rect.height() + 120.0;
    let room = if upright { rect.with_min_y(close.bottom() + 6.0) } else { rect.with_max_x(close.left() - 8.0) };
    record_ui(ui, theme, room, game);
}

/// Shows the code, or the reason there is none.
pub(super) fn record_ui(ui: &mut Ui, theme: &Theme, room: Rect, game: &Match) {
    let record = Record { tags: Vec::new(), game: game.clone() }.write();
    // Made once for each state of a match.
    let id = ui.scope_id().with(("code", game.events().len()));
    let kept = ui.data(|data| data.get_temp::<(String, Option<Qr>)>(id)).filter(|(text, _)| *text == record);
    let code = kept.map_or_else(|| Qr::of(&record), |(_, code)| code);
    ui.data_mut(|data| data.insert_temp(id, (record, code.clone())));
    let Some(code) = code else {
        let words = say!("This match is too long for one code. Export writes it to a file.");
        within(ui, room, "no code", |ui| {
            ui.add(Label::new(Ink::new(Weight::Medium, 17.0, theme.quiet).on(words)).wrap());
        });
        return;
    };
    let (above, below) = room.split_top_bottom_at_y(room.bottom() - 24.0);
    let place = code.paint(ui.painter(), above, ui.pixels_per_point());
    let spoken = say!("The record of this match, for another phone's camera");
    let response = ui.interact(place, id.with("place"), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, spoken));
    let words = say!("Scan it with another phone and paste it under History, Import");
    let ink = Ink::new(Weight::Regular, 14.0, theme.quiet);
    let ink = text::fitting(ui.painter(), words, ink, below.width());
    text::put(ui.painter(), below.center(), egui::Align2::CENTER_CENTER, words, ink);
}
