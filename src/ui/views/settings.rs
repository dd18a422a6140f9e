//! Language, theme, scale, motion, how drops are entered.

use super::{Actions, form_columns, form_ui};
use crate::platform::awake;
use crate::ui::action::Action;
use crate::ui::phones::PhonesWish;
use crate::ui::screen::Screen;
use crate::ui::settings::{Settings, ThemeChoice, largest_scale};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{RichText, ScrollArea, Ui, vec2};
use language::{Language, say};
use std::iter;

/// Width of a switch, whether it is on or off.
const SWITCH: f32 = 64.0;

pub(super) fn settings_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let mut settings = state.settings.clone();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let n = form_columns(ui.available_width());
        form_ui(ui, n, |columns| {
            look_ui(&mut columns[0], theme, &mut settings);
            table_ui(&mut columns[n / 3], state, &mut settings);
            sound_ui(&mut columns[n / 2], state, &mut settings);
            around_ui(&mut columns[n - 1], state, actions);
        });
    });
    if settings != state.settings {
        actions.push(Action::Set(settings));
    }
}

/// Language, colours and size.
fn look_ui(ui: &mut Ui, theme: &Theme, settings: &mut Settings) {
    heading(ui, theme, say!("Language"));
    ui.horizontal_wrapped(|ui| {
        let chosen = settings.language();
        for (language, label) in
            iter::once((None, say!("System"))).chain(Language::ALL.map(|one| (Some(one), one.name())))
        {
            if button::add(ui, theme, TOUCH, Face::new(label).chosen(chosen == language)).clicked() {
                settings.language = language.map(|language| language.code().to_owned());
            }
        }
    });
    heading(ui, theme, say!("Colours"));
    ui.horizontal_wrapped(|ui| {
        for (choice, label) in [
            (ThemeChoice::Dark, say!("Dark")),
            (ThemeChoice::Light, say!("Light")),
            (ThemeChoice::System, say!("System")),
        ] {
            if button::add(ui, theme, TOUCH, Face::new(label).chosen(settings.theme == choice)).clicked() {
                settings.theme = choice;
            }
        }
    });
    heading(ui, theme, say!("Size"));
    ui.horizontal_wrapped(|ui| {
        // Only what makes a difference in a window of this size.
        let most = largest_scale(ui.ctx());
        let mut scales: Vec<u16> = [100, 125, 150, 175].into_iter().filter(|scale| *scale < most).collect();
        scales.push(most.min(200));
        let now = settings.scale.min(most);
        for scale in scales {
            let label = say!("{scale} %", scale);
            if button::add(ui, theme, TOUCH, Face::new(&label).chosen(now == scale)).clicked() {
                settings.scale = scale;
            }
        }
    });
}

/// How drops are entered and shown.
fn table_ui(ui: &mut Ui, state: &State, settings: &mut Settings) {
    let theme = &state.theme;
    heading(ui, theme, say!("At the table"));
    toggle(
        ui,
        theme,
        &mut settings.at_a_tap,
        say!("Enter a drop with one tap"),
        say!("Off: you press Enter for each drop."),
    );
    toggle(
        ui,
        theme,
        &mut settings.opposite,
        say!("Turn the far side's panel round"),
        say!("For two sides that sit opposite each other."),
    );
    toggle(
        ui,
        theme,
        &mut settings.far,
        say!("Large display"),
        &with_key(
            theme,
            say!("The scores and the last drop fill the window. A button opens the board."),
            say!("Key F11."),
        ),
    );
    let asked = if state.reduced_motion { say!(" Already on in your system settings.") } else { "" };
    let what = say!("Pegs jump to their new holes.{asked}", asked);
    toggle(ui, theme, &mut settings.still, say!("Reduce motion"), &what);
}

/// What is heard, and whether the screen stays on.
fn sound_ui(ui: &mut Ui, state: &State, settings: &mut Settings) {
    let theme = &state.theme;
    heading(ui, theme, say!("Sound"));
    let missing = if state.sound.speaks { "" } else { say!(" No voice is installed on this machine.") };
    let what = say!("“Fifteen eight; Ben thirty-four”, “bust”, “Anna knocks”.{missing}", missing);
    toggle(ui, theme, &mut settings.voice, say!("Announce the play"), &what);
    let what = with_key(
        theme,
        say!("Also shows a short celebration in the window when a game is won."),
        say!("F10 turns voice and sound off and on."),
    );
    toggle(ui, theme, &mut settings.sound, say!("Peg clicks and cheers"), &what);
    let sleeps = match &state.awake {
        awake::AwakeState::Free | awake::AwakeState::Asked => {
            say!("The screen stays on while a hand is played, if the desktop allows it.").to_owned()
        }
        awake::AwakeState::Kept => say!("The screen stays on while a hand is played.").to_owned(),
        awake::AwakeState::Refused(why) => say!("The screen may go to sleep during a game: {why}.", why),
    };
    ui.label(RichText::new(sleeps).color(theme.quiet));
}

/// Screens for others, and the handbook.
fn around_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    if !state.page {
        spectators_ui(ui, state, actions);
    }
    heading(ui, theme, say!("Help and handbook"));
    let help = if theme.keys { say!("Help and every key") } else { say!("Help") };
    if button::add(ui, theme, TOUCH, Face::new(help).key("?")).clicked() {
        actions.push(Action::Go(Screen::Help));
    }
}

fn spectators_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    heading(ui, theme, say!("Spectators"));
    let face = Face::new(if state.spectators {
        say!("Close the spectators' window")
    } else {
        say!("Open the spectators' window")
    })
    .key("F6");
    if button::add(ui, theme, TOUCH, face).clicked() {
        actions.push(Action::Spectators);
    }
    if button::add(ui, theme, TOUCH, Face::new(say!("Phones and screens")).key("F12")).clicked() {
        actions.push(Action::Phones(PhonesWish::Panel(true)));
    }
}

/// Returns the effect of a setting, with its key if there is a keyboard.
fn with_key(theme: &Theme, what: &str, key: &str) -> String {
    if theme.keys { format!("{what} {key}") } else { what.to_owned() }
}

fn heading(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(words).font(Weight::SemiBold.font(17.0)).color(theme.quiet));
}

fn toggle(ui: &mut Ui, theme: &Theme, value: &mut bool, label: &str, what: &str) {
    ui.horizontal(|ui| {
        let on = *value;
        let face = Face::new(if on { say!("On") } else { say!("Off") }).name(label).chosen(on).size(15.0);
        if button::sized(ui, theme, vec2(SWITCH, TOUCH), face).clicked() {
            *value = !on;
        }
        ui.add(egui::Label::new(RichText::new(format!("{label}. {what}")).color(theme.text)).wrap());
    });
}
