//! The guided set-up, step by step, in the place of the list of cameras.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::camera::guide::{Check, Guide, How, Reading, Rehearsal, TILES, Tried, Trust, checks, trust};
use crate::ui::camera::moment::{Moment, percent};
use crate::ui::camera::{CameraWish, GuideWish};
use crate::ui::screen::Screen;
use crate::ui::state::State;
use crate::ui::views::heading;
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{RichText, Ui};
use language::{say, say_count};

/// Shows the step the guide is at; `false` while it is off.
pub(super) fn guide_ui(ui: &mut Ui, state: &State, actions: &mut Actions) -> bool {
    let theme = &state.theme;
    match &state.camera.guide {
        Guide::Off => return false,
        Guide::See => see_ui(ui, state, actions),
        Guide::Read(reading) => read_ui(ui, theme, reading, actions),
        Guide::Rehearse(_, rehearsal) => rehearse_ui(ui, state, rehearsal, actions),
        Guide::Done(reading, tried) => done_ui(ui, state, (reading, tried), actions),
    }
    ui.add_space(10.0);
    wishes(ui, theme, &[(say!("Leave the set-up"), GuideWish::Leave, false)], actions);
    true
}

/// Offers to begin.
pub(super) fn begin_ui(ui: &mut Ui, theme: &Theme, on: bool, actions: &mut Actions) {
    let face = Face::new(say!("Set up in three steps")).main(true).enabled(on).size(16.0);
    if button::add(ui, theme, TOUCH, face).clicked() {
        actions.push(Action::Camera(CameraWish::Guide(GuideWish::GoOn)));
    }
}

fn wishes(ui: &mut Ui, theme: &Theme, wishes: &[(&str, GuideWish, bool)], actions: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        for (label, wish, main) in wishes {
            if button::add(ui, theme, TOUCH, Face::new(label).main(*main).size(15.0)).clicked() {
                actions.push(Action::Camera(CameraWish::Guide(*wish)));
            }
        }
    });
}

fn say(ui: &mut Ui, words: impl Into<String>) {
    ui.label(RichText::new(words).font(Weight::Medium.font(16.0)));
}

fn see_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    heading(ui, theme, say!("Step 1 of 3: see the table"));
    say(ui, say!("Place a few tiles where the line will grow. Check that the whole table is in the picture."));
    ui.add_space(6.0);
    let Some(sighting) = &state.camera.sighting else {
        say(ui, say!("No picture yet."));
        return;
    };
    for Check { what, how, words } in checks(sighting) {
        let (mark, color) = match how {
            How::Good => ("✓", theme.good),
            How::Fair => ("~", theme.sides[1]),
            How::Bad => ("!", theme.bad),
            How::Unknown => ("…", theme.quiet),
        };
        ui.label(RichText::new(format!("{mark} {what} {words}")).font(Weight::Medium.font(16.0)).color(color));
    }
    ui.add_space(8.0);
    wishes(ui, theme, &[(say!("Next: read ten tiles"), GuideWish::GoOn, true)], actions);
}

fn read_ui(ui: &mut Ui, theme: &Theme, reading: &Reading, actions: &mut Actions) {
    heading(ui, theme, say!("Step 2 of 3: read ten tiles"));
    let words = say!(
        "Place {tiles} tiles face up, some touching and some apart. Take your hands away and tap Read them.",
        tiles = TILES
    );
    say(ui, words);
    let again = if reading.tiles.is_empty() { say!("Read them") } else { say!("Read them again") };
    wishes(ui, theme, &[(again, GuideWish::Read, reading.tiles.is_empty())], actions);
    if reading.tiles.is_empty() {
        return;
    }
    let n = reading.tiles.len();
    say(ui, say_count!(n, "I read {n} tile. Tap it if it is wrong.", "I read {n} tiles. Tap any that are wrong."));
    ui.horizontal_wrapped(|ui| {
        for (i, (tile, sure, right)) in reading.tiles.iter().enumerate() {
            let label = if *right { tile.to_string() } else { say!("{tile} wrong", tile) };
            let name = if *right {
                say!("{tile}, {sure}, right", tile, sure = percent(*sure))
            } else {
                say!("{tile}, {sure}, wrong", tile, sure = percent(*sure))
            };
            if button::add(ui, theme, TOUCH, Face::new(&label).name(&name).chosen(!*right).size(16.0)).clicked() {
                actions.push(Action::Camera(CameraWish::Guide(GuideWish::Mark(i))));
            }
        }
    });
    let right = reading.tiles.iter().filter(|(.., right)| *right).count();
    let missing = match reading.missing {
        0 => String::new(),
        missing => say!(", {missing} missed", missing),
    };
    say(ui, say!("{right} right, {wrong} wrong{missing}.", right, wrong = n - right, missing));
    let go_on = (say!("All correct: rehearse a hand"), GuideWish::GoOn, true);
    wishes(ui, theme, &[go_on, (say!("It missed a tile"), GuideWish::Missing, false)], actions);
}

fn rehearse_ui(ui: &mut Ui, state: &State, rehearsal: &Rehearsal, actions: &mut Actions) {
    let theme = &state.theme;
    heading(ui, theme, say!("Step 3 of 3: a rehearsal that scores nothing"));
    say(ui, say!("Clear the table, then drop tiles one by one, as in a game. Nothing is recorded."));
    ui.add_space(6.0);
    let moment = state.moment();
    ui.label(RichText::new(state.told().title).font(Weight::SemiBold.font(20.0)));
    if matches!(moment, Moment::Tried(_)) {
        wishes(
            ui,
            theme,
            &[(say!("Right"), GuideWish::Judge(true), true), (say!("Wrong"), GuideWish::Judge(false), false)],
            actions,
        );
    }
    let Tried { right, wrong, missed, .. } = rehearsal.tried;
    say(ui, say!("So far: {right} right, {wrong} wrong, {missed} missed.", right, wrong, missed));
    let enough = (say!("Finish rehearsal"), GuideWish::GoOn, right + wrong + missed >= 3);
    wishes(ui, theme, &[(say!("It missed my drop"), GuideWish::Missed, false), enough], actions);
}

fn done_ui(ui: &mut Ui, state: &State, (reading, tried): (&Reading, &Tried), actions: &mut Actions) {
    let theme = &state.theme;
    heading(ui, theme, say!("How far you can trust it"));
    let (trust, words) = trust(reading, tried);
    let (mark, color) = match trust {
        Trust::ByItself => ("✓", theme.good),
        Trust::Confirm => ("~", theme.sides[1]),
        Trust::No => ("!", theme.bad),
    };
    ui.label(RichText::new(format!("{mark} {words}")).font(Weight::SemiBold.font(17.0)).color(color));
    ui.add_space(6.0);
    if trust == Trust::ByItself {
        wishes(ui, theme, &[(say!("Turn on Auto-confirm"), GuideWish::ByItself, true)], actions);
    }
    let plays = state.table.as_ref().is_some_and(|table| !table.game.state().is_over());
    let (label, screen) = match plays {
        true => (say!("Back to the match"), Screen::Table),
        false => (say!("Begin a match"), Screen::NewGame),
    };
    if button::add(ui, theme, TOUCH, Face::new(label).size(15.0)).clicked() {
        actions.push(Action::Camera(CameraWish::Guide(GuideWish::Leave)));
        actions.push(Action::Go(screen));
    }
}
