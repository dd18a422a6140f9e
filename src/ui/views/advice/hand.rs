//! Telling the own hand: tap its tiles, or read them from a picture.

use super::{Actions, UPRIGHT};
use crate::platform::IS_PAGE;
use crate::ui::action::TableWish;
use crate::ui::advise::AdviceForm;
use crate::ui::advise::Ask;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::views::{columns, rows, within};
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use crate::widgets::tile_pad::{self, PadShape, TilePad};
use egui::{Align2, Rect, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui_extras::Size;
use game::tile::TileSet;
use language::say;
use std::path::PathBuf;

pub(super) fn hand_ui(ui: &mut Ui, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let sizes = [Size::remainder(), Size::relative(0.3).at_least(150.0).at_most(340.0)];
    let upright = ui.available_width() < UPRIGHT;
    let sizes = if upright { [Size::remainder(), Size::relative(0.36)] } else { sizes };
    let parts = |n: usize, ui: &mut Ui| match n {
        0 => tiles_ui(ui, theme, ui.max_rect(), state, table, actions),
        _ => rows(ui, 6.0, &[Size::remainder(), Size::exact(TOUCH)], |n, ui| {
            if n == 1 {
                return done_ui(ui, theme, state, table, actions);
            }
            let scroll = ScrollArea::vertical().auto_shrink(false);
            scroll.show(ui, |ui| picture_ui(ui, theme, state, actions));
        }),
    };
    if upright { rows(ui, 8.0, &sizes, parts) } else { columns(ui, 12.0, &sizes, parts) }
}

fn tiles_ui(ui: &mut Ui, theme: &Theme, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let form = &state.advice;
    let rules = table.rules();
    let laid = table.layout().tiles();
    let free = rules.tiles().minus(laid);
    let pad = TilePad {
        max: rules.set_size,
        laid,
        fits: form.held(table),
        chosen: None,
        any: true,
        answers: false,
        prefix: say!("mine "),
    };
    let shape = PadShape::new(rules.set_size, rect.size());
    let (tapped, shape, place) = if shape.is_touchable() {
        (tile_pad::show(ui, theme, rect, &shape, &pad), shape, rect)
    } else {
        let shape = PadShape::only(free, rules.set_size, rect.size() - vec2(12.0, 0.0));
        within(ui, rect, "my tiles", |ui| {
            let list = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let (_, place) = ui.allocate_space(shape.size());
                (tile_pad::show(ui, theme, place, &shape, &pad), place)
            });
            (list.inner.0, shape, list.inner.1)
        })
    };
    for tile in form.held(table).intersection(form.picture.doubtful).iter() {
        let cell = shape.cell(place, tile).intersect(rect);
        let ink = Ink::new(Weight::Bold, 18.0, theme.bad);
        text::put(ui.painter(), cell.right_top() + vec2(-3.0, 1.0), Align2::RIGHT_TOP, "?", ink);
    }
    actions.extend(tapped.map(|tile| TableWish::Advice(Ask::Tap(tile)).into()));
}

fn picture_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let form = &state.advice;
    ui.label(RichText::new(say!("Tap the tiles in your hand.")).font(Weight::SemiBold.font(16.0)));
    if IS_PAGE {
        // The page opens the browser's chooser or the phone's camera for it.
        let label = if form.picture.reading { say!("Reading…") } else { say!("Choose a picture") };
        button::add(ui, theme, TOUCH, Face::new(label).enabled(!form.picture.reading).size(15.0));
    } else {
        path_ui(ui, theme, form, actions);
    }
    if state.camera.is_on() && !state.camera.is_simulated() {
        let face = Face::new(say!("Read the camera's picture")).enabled(!form.picture.reading).size(15.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            actions.push(TableWish::Advice(Ask::ReadCamera).into());
        }
    }
    if let Some(told) = &form.picture.told {
        ui.label(RichText::new(told).font(Weight::Medium.font(15.0)));
    }
}

/// Shows the buttons below, always visible: done, or again.
fn done_ui(ui: &mut Ui, theme: &Theme, state: &State, table: &TableScreen, actions: &mut Actions) {
    let form = &state.advice;
    columns(ui, 6.0, &[Size::relative(0.3), Size::remainder()], |n, ui| {
        let any = form.hand != TileSet::EMPTY;
        let (face, ask) = match n {
            0 => (Face::new(say!("Clear")).name(say!("Clear the hand")).enabled(any), Ask::Clear),
            _ => {
                let done = form.missing(table) == 0;
                (Face::new(say!("That is my hand")).main(true).enabled(done), Ask::Entering(false))
            }
        };
        if button::put(ui, theme, ui.max_rect(), face.size(15.0)).clicked() {
            actions.push(TableWish::Advice(ask).into());
        }
    });
}

/// Shows the path of a picture.
fn path_ui(ui: &mut Ui, theme: &Theme, form: &AdviceForm, actions: &mut Actions) {
    ui.label(RichText::new(say!("Or drop a picture of it onto the window, or enter its path:")).color(theme.quiet));
    let mut path = form.picture.path.clone();
    let edit = TextEdit::singleline(&mut path)
        .align(Align2::LEFT_CENTER)
        .hint_text(say!("picture of the hand"))
        .desired_width(f32::INFINITY);
    let field = field::put(ui, edit);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let _named = field.accessible_name(say!("picture of the hand"));
    if path != form.picture.path {
        actions.push(TableWish::Advice(Ask::Path(path.clone())).into());
    }
    let can = !path.trim().is_empty() && !form.picture.reading;
    let label = if form.picture.reading { say!("Reading…") } else { say!("Read the picture") };
    let read = button::add(ui, theme, TOUCH, Face::new(label).enabled(can).size(15.0)).clicked();
    if can && (read || entered) {
        actions.push(TableWish::Advice(Ask::Read(PathBuf::from(path.trim()))).into());
    }
}
