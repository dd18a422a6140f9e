//! Rarer acts: a wrong play that stands, penalties, a blocked hand, a new deal.

use super::{Actions, banner, within};
use crate::ui::action::{Action, TableWish};
use crate::ui::camera::CameraWish;
use crate::ui::entry::EntryWish;
use crate::ui::history::Wish;
use crate::ui::phones::PhonesWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::Settings;
use crate::ui::state::State;
use crate::ui::table::ActWish;
use crate::ui::table::TableScreen;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Rect, ScrollArea, Ui, vec2};
use game::Offence;
use game::rules::Claim;
use game::words::{offence_words, penalty_of, penalty_words};
use language::say;

struct MenuItem {
    label: String,
    key: &'static str,
    kind: ButtonKind,
    enabled: bool,
    action: Action,
}

impl MenuItem {
    fn new(label: impl Into<String>, key: &'static str, action: Action) -> Self {
        Self { label: label.into(), key, kind: ButtonKind::Plain, enabled: true, action }
    }

    const fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    const fn kind(mut self, kind: ButtonKind) -> Self {
        self.kind = kind;
        self
    }
}

pub(super) fn more_ui(ui: &mut Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    within(ui, rect, "more", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if !state.page {
                let round = vec![
                    MenuItem::new(say!("Phones and screens"), "F12", Action::Phones(PhonesWish::Panel(true))),
                    MenuItem::new(say!("Spectators' window"), "F6", Action::Spectators),
                ];
                group(ui, theme, say!("Round the table"), round, actions);
            }
            group(ui, theme, say!("On the table"), on_the_table(table), actions);
            let penalties = penalties(table);
            if !penalties.is_empty() {
                group(ui, theme, say!("Penalties"), penalties, actions);
            }
            group(ui, theme, say!("Camera"), camera(state), actions);
            let far = state.settings.far;
            let spoken = Settings { voice: !state.settings.voice, ..state.settings.clone() };
            let settings = Settings { far: !far, ..state.settings.clone() };
            let kind = if far { ButtonKind::Chosen } else { ButtonKind::Plain };
            let end = vec![
                MenuItem::new(say!("Large display"), "F11", Action::Set(settings)).kind(kind),
                MenuItem::new(say!("Share by QR code"), "", TableWish::Open(Sheet::Code).into()),
                MenuItem::new(say!("Announcer"), "", Action::Set(spoken)).kind(if state.settings.voice {
                    ButtonKind::Chosen
                } else {
                    ButtonKind::Plain
                }),
                MenuItem::new(say!("Correct a score"), "S", TableWish::Open(Sheet::Scores).into())
                    .enabled(!table.game.state().is_over()),
                MenuItem::new(say!("Rename or substitute"), "", TableWish::Open(Sheet::Players).into()),
                MenuItem::new(say!("Export this match"), "", Action::History(Wish::Papers)),
                MenuItem::new(say!("Abandon the match"), "", ActWish::Abandon.into())
                    .kind(ButtonKind::Danger)
                    .enabled(!table.game.state().is_over()),
            ];
            group(ui, theme, say!("Hand and match"), end, actions);
        });
    });
}

fn camera(state: &State) -> Vec<MenuItem> {
    let on = state.camera.is_on();
    let auto = state.settings.auto_confirm;
    let settings = Settings { auto_confirm: !auto, ..state.settings.clone() };
    vec![
        MenuItem::new(say!("Set up the camera"), "F7", Action::Go(Screen::Camera)),
        MenuItem::new(say!("Look again: the camera has moved"), "G", Action::Camera(CameraWish::Again)).enabled(on),
        MenuItem::new(say!("Auto-confirm"), "", Action::Set(settings)).kind(if auto {
            ButtonKind::Chosen
        } else {
            ButtonKind::Plain
        }),
        MenuItem::new(say!("Turn the camera off"), "", Action::Camera(CameraWish::Off)).enabled(on),
    ]
}

fn on_the_table(table: &TableScreen) -> Vec<MenuItem> {
    let running = table.game.state().running().is_some();
    let led = table.round().is_some_and(|round| !round.layout.is_empty());
    let dropped = table.hands().any(|(.., round)| !round.layout.is_empty());
    let lies = table.entry.as_it_lies;
    let mut wishes = vec![
        MenuItem::new(say!("Correct a drop"), "L", TableWish::Open(Sheet::Drops).into()).enabled(dropped),
        MenuItem::new(say!("Record a wrong play"), "W", EntryWish::AsItLies(!lies).into())
            .enabled(running)
            .kind(if lies { ButtonKind::Chosen } else { ButtonKind::Plain }),
        MenuItem::new(say!("It was the next player's drop"), "P", {
            let turn = table.game.state().running().map(|round| round.turn.left(table.game.setup().seats()));
            turn.map_or(EntryWish::Clear, EntryWish::Whose).into()
        })
        .enabled(running),
        MenuItem::new(say!("Blocked: no player can go"), "B", ActWish::Block.into()).enabled(running && led),
        MenuItem::new(say!("Knock with a playable tile"), "", ActWish::KnockAnyway.into()).enabled(running && led),
        MenuItem::new(say!("Deal again"), "", ActWish::Redeal.into()).enabled(running),
    ];
    if table.rules().claim != Claim::Auto
        && let Some(seat) = table.claim_open()
    {
        wishes.extend(
            banner::claim_wishes(table, seat).into_iter().map(|(label, key, action)| MenuItem::new(label, key, action)),
        );
        let name = table.game.setup().player(seat);
        wishes.push(MenuItem::new(say!("{name} made a false claim", name), "", ActWish::FalseClaim(seat, 1).into()));
    }
    wishes
}

fn penalties(table: &TableScreen) -> Vec<MenuItem> {
    let setup = table.game.setup();
    let running = table.round().is_some();
    let mut wishes = Vec::new();
    for offence in Offence::ALL {
        let Some(cost) = penalty_words(penalty_of(&setup.rules, offence)) else { continue };
        for seat in setup.all_seats() {
            let label =
                say!("{player} {offence}: {cost}", player = setup.player(seat), offence = offence_words(offence), cost);
            wishes.push(MenuItem::new(label, "", ActWish::Penalty(seat, offence).into()).enabled(running));
        }
    }
    wishes
}

fn group(ui: &mut Ui, theme: &Theme, heading: &str, wishes: Vec<MenuItem>, actions: &mut Actions) {
    let ink = Ink::new(Weight::SemiBold, 15.0, theme.quiet);
    let galley = text::layout(ui.painter(), heading, ink, f32::INFINITY);
    let (_, place) = ui.allocate_space(vec2(ui.available_width(), galley.size().y));
    ui.painter().galley(place.min, galley, ink.color);
    let width = ui.available_width() - 8.0;
    let long = wishes.iter().any(|wish| wish.label.chars().count() > 34);
    let columns = ((width / if long { 460.0 } else { 300.0 }) as usize).clamp(1, 4);
    let gap = 8.0;
    let each = (width - gap * (columns - 1) as f32) / columns as f32;
    let rows = wishes.len().div_ceil(columns);
    let (_, grid) = ui.allocate_space(vec2(width, (TOUCH + gap) * rows as f32));
    for (i, wish) in wishes.into_iter().enumerate() {
        let cell = vec2((each + gap) * (i % columns) as f32, (TOUCH + gap) * (i / columns) as f32);
        let place = Rect::from_min_size(grid.min + cell, vec2(each, TOUCH));
        let face = Face::new(&wish.label).key(wish.key).kind(wish.kind).enabled(wish.enabled).size(15.0);
        if button::put(ui, theme, place, face).clicked() {
            actions.push(wish.action);
        }
    }
}
