//! Correction of a score, with its reason; the record keeps both scores.

use super::Actions;
use crate::ui::action::TableWish;
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::ui::table::{ActWish, FormWish};
use crate::ui::table::{ScoreFix, TableScreen};
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Weight};
use egui::containers::Sides;
use egui::{Align, Key, Layout, Response, RichText, ScrollArea, TextEdit, Ui, vec2};
use game::Side;
use game::rules::Points;
use language::{said, say, sentence};

/// The usual reasons for a correction.
const REASONS: [&str; 4] =
    [sentence!("miscounted"), sentence!("not pegged"), sentence!("pegged twice"), sentence!("as the players agreed")];

/// Steps a finger can take without a keyboard.
const STEPS: [i32; 6] = [-10, -5, -1, 1, 5, 10];

pub(super) fn scores_ui(ui: &mut Ui, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let (_, closed) = Sides::new().height(TOUCH).shrink_left().truncate().show(
        ui,
        |ui| text::label(ui, say!("Correct a score"), Ink::new(Weight::SemiBold, 18.0, theme.text)),
        |ui| button::add(ui, theme, TOUCH, Face::new(say!("Close")).key("Esc").size(14.0)).clicked(),
    );
    if closed {
        actions.push(TableWish::Open(Sheet::None).into());
    }
    let setup = table.game.setup();
    let mut fix = table.fix.clone();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for side in (0..setup.sides()).filter_map(Side::new) {
                let label = format!("{} {}", setup.side_name(side), table.game.state().score(side));
                let spoken = say!("correct {side}'s score", side = setup.side_name(side));
                let face = Face::new(&label).name(&spoken).chosen(fix.side == side.index()).size(17.0);
                if button::add(ui, theme, TOUCH, face).clicked() {
                    fix = ScoreFix { why: fix.why.clone(), ..ScoreFix::of(side) };
                }
            }
        });
        let Some(side) = Side::new(fix.side).filter(|side| side.index() < setup.sides()) else { return };
        let now = table.game.state().score(side);
        // Enter goes from the number to the reason, and from the reason to the record.
        let entered = |ui: &Ui, field: &Response| field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut number_entered = false;
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            let field = TextEdit::singleline(&mut fix.typed)
                .font(Weight::Bold.font(24.0))
                .align(egui::Align2::CENTER_CENTER)
                .hint_text(now.to_string())
                .char_limit(6);
            let response = field::sized(ui, [110.0, TOUCH], field);
            if std::mem::take(&mut fix.fresh) {
                response.request_focus();
            }
            number_entered = entered(ui, &response);
            let _named = response.accessible_name(say!("the right score").to_owned());
            for step in STEPS {
                let label = if step > 0 { format!("+{step}") } else { format!("\u{2212}{}", -step) };
                let spoken = say!("{label} to the score", label);
                if button::add(ui, theme, TOUCH, Face::new(&label).name(&spoken).size(16.0)).clicked() {
                    fix.typed = (fix.score().unwrap_or(now) + Points::new(step)).to_string();
                }
            }
        });
        ui.add_space(6.0);
        let field = TextEdit::singleline(&mut fix.why).hint_text(say!("why")).char_limit(80);
        let response = field::sized(ui, [ui.available_width(), TOUCH], field.align(egui::Align2::LEFT_CENTER));
        if number_entered {
            response.request_focus();
        }
        let reason_entered = entered(ui, &response);
        let _named = response.accessible_name(say!("reason for the correction").to_owned());
        ui.horizontal_wrapped(|ui| {
            for reason in REASONS.map(said) {
                if button::add(ui, theme, TOUCH, Face::new(reason).chosen(fix.why == reason).size(15.0)).clicked() {
                    reason.clone_into(&mut fix.why);
                }
            }
        });
        ui.add_space(6.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            let wanted = fix.score().filter(|wanted| *wanted != now);
            let words = match wanted {
                Some(wanted) => format!("{}: {now} \u{2192} {wanted}", setup.side_name(side)),
                None => say!("Save").to_owned(),
            };
            let face = Face::new(&words).name(say!("save the score")).main(true).enabled(wanted.is_some()).size(17.0);
            let pressed = button::sized(ui, theme, vec2(ui.available_width(), 52.0), face).clicked();
            if let Some(wanted) = wanted.filter(|_| pressed || reason_entered) {
                actions.push(ActWish::Adjust(side, wanted, fix.reason()).into());
            }
            ui.label(RichText::new(say!("The record keeps the reason; undo takes it back.")).color(theme.quiet));
        });
    });
    if fix != table.fix {
        actions.push(FormWish::Fixing(fix).into());
    }
}
