//! The players: a name corrected for the whole match, or a substitute.

use super::Actions;
use crate::ui::action::TableWish;
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::table::{ActWish, FormWish};
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Weight};
use egui::containers::Sides;
use egui::{Align, Key, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};
use game::stats::same_name;
use game::{Act, Seat};
use language::say;

pub(super) fn players_ui(ui: &mut Ui, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let (_, closed) = Sides::new().height(TOUCH).shrink_left().truncate().show(
        ui,
        |ui| {
            text::label(
                ui,
                say!("The reason is kept in the record. You can undo the correction."),
                Ink::new(Weight::SemiBold, 18.0, theme.text),
            )
        },
        |ui| button::add(ui, theme, TOUCH, Face::new(say!("Close")).key("Esc").size(14.0)).clicked(),
    );
    if closed {
        actions.push(TableWish::Open(Sheet::None).into());
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let words = say!(
            "A new name counts for the whole match. A substitute is credited from the next hand; the \
                match counts for the players who began it."
        );
        ui.add(egui::Label::new(RichText::new(words).color(theme.quiet).size(15.0)).wrap());
        for seat in table.game.setup().all_seats() {
            seat_ui(ui, state, table, seat, actions);
        }
    });
}

fn seat_ui(ui: &mut Ui, state: &State, table: &TableScreen, seat: Seat, actions: &mut Actions) {
    let theme = &state.theme;
    let setup = table.game.setup();
    let here = setup.player(seat);
    let mut typed = table.names.get(seat.index()).cloned().unwrap_or_default();
    let name = typed.trim().to_owned();
    let other = !name.is_empty() && name != here;
    let can = |act: Act| table.game.decide(act).is_ok();
    let substitute = other && can(Act::Substitute { seat, name: name.clone() });
    ui.allocate_ui_with_layout(vec2(ui.available_width(), TOUCH), Layout::right_to_left(Align::Center), |ui| {
        let wide = if ui.available_width() < 520.0 { 92.0 } else { 132.0 };
        for (label, spoken, enabled, action) in [
            (say!("Substitute"), say!("plays on for {here}", here), substitute, ActWish::Substitute(seat).into()),
            (say!("Rename"), say!("rename {here}", here), other, ActWish::Rename(seat).into()),
        ] {
            let face = Face::new(label).name(&spoken).enabled(enabled).size(15.0);
            if button::sized(ui, theme, vec2(wide, TOUCH), face).clicked() {
                actions.push(action);
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (_, dot) = ui.allocate_space(vec2(20.0, TOUCH));
            ui.painter().circle_filled(dot.center(), 7.0, theme.side(setup.side_of(seat).index()));
            let edit = TextEdit::singleline(&mut typed)
                .font(Weight::Medium.font(17.0))
                .align(egui::Align2::LEFT_CENTER)
                .hint_text(say!("{here}: enter another name", here))
                .char_limit(40);
            let response = field::sized(ui, [ui.available_width(), TOUCH], edit);
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if response.accessible_name(say!("new name for {here}", here)).changed() {
                actions.push(FormWish::Naming(seat, typed).into());
            }
            if entered && other {
                actions.push(ActWish::Rename(seat).into());
            }
        });
    });
    let seated = |known: &&String| setup.players.iter().any(|player| same_name(player, known));
    let known: Vec<&String> = state.recent_players.iter().filter(|known| !seated(known)).collect();
    if known.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.add_space(24.0);
        for name in known.into_iter().take(6) {
            let spoken = say!("{name} for {here}", name, here);
            if button::add(ui, theme, TOUCH, Face::new(name).name(&spoken).size(14.0)).clicked() {
                actions.push(FormWish::Naming(seat, name.clone()).into());
            }
        }
    });
}
