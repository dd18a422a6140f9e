//! Theme, scale, motion, how drops are entered.

use super::Actions;
use crate::awake;
use crate::ui::action::{Action, Screen};
use crate::ui::phones::PhonesWish;
use crate::ui::settings::ThemeChoice;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{RichText, ScrollArea, Ui};

pub(super) fn settings_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let mut settings = state.settings.clone();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        heading(ui, theme, "Colours");
        ui.horizontal_wrapped(|ui| {
            for (choice, label) in [
                (ThemeChoice::Dark, "Dark"),
                (ThemeChoice::Light, "Light"),
                (ThemeChoice::System, "As the system has it"),
            ] {
                if button::add(ui, theme, TOUCH, Face::new(label).chosen(settings.theme == choice)).clicked() {
                    settings.theme = choice;
                }
            }
        });
        heading(ui, theme, "Size of everything");
        ui.horizontal_wrapped(|ui| {
            for scale in [100, 125, 150, 175, 200] {
                let label = format!("{scale} %");
                if button::add(ui, theme, TOUCH, Face::new(&label).chosen(settings.scale == scale)).clicked() {
                    settings.scale = scale;
                }
            }
        });
        heading(ui, theme, "At the table");
        toggle(
            ui,
            theme,
            &mut settings.at_a_tap,
            "One tap enters a drop when it is clear",
            "Off: every drop waits for Enter.",
        );
        toggle(
            ui,
            theme,
            &mut settings.opposite,
            "The two sides sit opposite each other",
            "The far side's panel is turned round, so that they can read it too.",
        );
        toggle(
            ui,
            theme,
            &mut settings.far,
            "To be read from two metres",
            "The scores and what happened last fill the window; the board is under its button. Key F11.",
        );
        let asked = if state.reduced_motion { " This system asks for it already." } else { "" };
        let what = format!("Pegs are in their new holes at once.{asked}");
        toggle(ui, theme, &mut settings.still, "Nothing moves", &what);
        heading(ui, theme, "To be heard");
        let missing = if state.sound.speaks { "" } else { " This machine has no voice that can be used." };
        let what = format!("“Fifteen eight; Ben thirty-four”, “bust”, “Anna knocks”.{missing}");
        toggle(ui, theme, &mut settings.voice, "What happens is spoken", &what);
        let what = "A short one in the window, too, when a game is won. F10 turns voice and sound off and on.";
        toggle(ui, theme, &mut settings.sound, "Pegs click, games are cheered", what);
        let sleeps = match &state.awake {
            awake::AwakeState::Free | awake::AwakeState::Asked => {
                "The screen is kept awake while a hand is played, where the desktop allows it.".to_owned()
            }
            awake::AwakeState::Kept => "The screen is kept awake while a hand is played.".to_owned(),
            awake::AwakeState::Refused(why) => format!("The screen may go to sleep during a game: {why}."),
        };
        ui.label(RichText::new(sleeps).color(theme.quiet));
        heading(ui, theme, "Spectators");
        let face =
            Face::new(if state.spectators { "Close the spectators' window" } else { "Open the spectators' window" })
                .key("F6");
        if button::add(ui, theme, TOUCH, face).clicked() {
            actions.push(Action::Spectators);
        }
        if button::add(ui, theme, TOUCH, Face::new("Phones and screens").key("F12")).clicked() {
            actions.push(Action::Phones(PhonesWish::Panel(true)));
        }
        heading(ui, theme, "What is where");
        if button::add(ui, theme, TOUCH, Face::new("Help and every key").key("?")).clicked() {
            actions.push(Action::Go(Screen::Help));
        }
    });
    if settings != state.settings {
        actions.push(Action::Set(settings));
    }
}

fn heading(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(words).font(Weight::SemiBold.font(17.0)).color(theme.quiet));
}

fn toggle(ui: &mut Ui, theme: &Theme, value: &mut bool, label: &str, what: &str) {
    ui.horizontal(|ui| {
        let on = *value;
        let face = Face::new(if on { "On" } else { "Off" }).name(label).chosen(on).size(15.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            *value = !on;
        }
        ui.add(egui::Label::new(RichText::new(format!("{label}. {what}")).color(theme.text)).wrap());
    });
}
