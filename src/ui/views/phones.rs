//! The phones' panel: the listener on or off, a link as a picture and in words, the connected guests.

use super::{Actions, columns, panel_ui};
use crate::ui::action::Action;
use crate::ui::phones::{PhoneLink, PhonesWish};
use crate::ui::state::State;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Weight};
use egui::{Label, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use egui_extras::Size;
use language::{said, say, sentence};
use server::{LinkKind, NO_NETWORK, NOBODY_CAME, SELF_MADE};

/// Draws the panel.
pub(super) fn phones_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    panel_ui(ui, &state.theme, 14.0, |ui| {
        let (wide, high) = (ui.available_width(), ui.available_height());
        if state.phones.at.is_none() {
            heading_ui(ui, state, actions);
            ui.add_space(8.0);
            closed_ui(ui, state, actions);
        } else if wide > 560.0 {
            // A phone takes the picture across the table: it gets all the height there is.
            let side = high.min(wide * 0.45);
            columns(ui, GAP, &[Size::exact(side), Size::remainder()], |n, ui| match n {
                0 => picture_ui(ui, state.phones.link(), side),
                _ => rest_ui(ui, state, actions),
            });
        } else {
            let side = wide.min(high * 0.5);
            picture_ui(ui, state.phones.link(), side);
            rest_ui(ui, state, actions);
        }
    });
}

/// Everything beside the picture.
fn rest_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    ScrollArea::vertical().id_salt("phones").auto_shrink(false).show(ui, |ui| {
        heading_ui(ui, state, actions);
        links_ui(ui, state, actions);
        ui.add_space(8.0);
        words_ui(ui, state, actions);
    });
}

fn heading_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    ui.horizontal_wrapped(|ui| {
        if button::add(ui, theme, TOUCH, Face::new(say!("Back")).key("F12")).clicked() {
            actions.push(Action::Phones(PhonesWish::Panel(false)));
        }
        text::label(ui, say!("Phones and screens"), Ink::new(Weight::SemiBold, 22.0, theme.text));
        if state.phones.at.is_some()
            && button::add(ui, theme, TOUCH, Face::new(say!("Stop the server")).kind(ButtonKind::Danger)).clicked()
        {
            actions.push(Action::Phones(PhonesWish::Close));
        }
    });
}

fn closed_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let say = |ui: &mut Ui, words: &str| {
        ui.add(Label::new(Ink::new(Weight::Regular, 17.0, theme.text).on(words)).wrap());
    };
    say(
        ui,
        say!(
            "Phones and screens on this network can show the score and enter drops. The server is off \
                until you start it."
        ),
    );
    say(ui, say!("No account, app or internet needed: the phone scans the link with its camera."));
    ui.add_space(8.0);
    if button::add(ui, theme, 64.0, Face::new(say!("Start the server")).main(true).size(20.0)).clicked() {
        actions.push(Action::Phones(PhonesWish::Open));
    }
    if let Some(why) = &state.phones.problem {
        ui.add(Label::new(Ink::new(Weight::Medium, 16.0, theme.bad).on(why)).wrap());
    }
}

/// One button a link: tapped, it is open and shown.
fn links_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    // Advice is for practice alone.
    let practice = state.table.as_ref().is_some_and(|table| table.game.setup().practice);
    ui.horizontal_wrapped(|ui| {
        for (kind, label) in LINKS.into_iter().filter(|(kind, _)| practice || *kind != LinkKind::Hand) {
            let chosen = state.phones.look == Some(kind);
            if button::add(ui, theme, TOUCH, Face::new(said(label)).chosen(chosen)).clicked() {
                actions.push(Action::Phones(PhonesWish::Look(kind)));
            }
        }
    });
}

const LINKS: [(LinkKind, &str); 4] = [
    (LinkKind::Watch, sentence!("To watch the score")),
    (LinkKind::Enter, sentence!("To enter drops")),
    (LinkKind::Camera, sentence!("To act as the camera")),
    (LinkKind::Hand, sentence!("For advice on a hand")),
];

fn words_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let ink = |size: f32| Ink::new(Weight::Regular, size, theme.text);
    let quiet = Ink::new(Weight::Regular, 15.0, theme.quiet);
    if state.phones.alone {
        ui.add(Label::new(Ink::new(Weight::SemiBold, 17.0, theme.bad).on(said(NO_NETWORK))).wrap());
    }
    match (state.phones.link(), state.phones.look) {
        (Some(link), _) => {
            ui.add(Label::new(quiet.on(say!("Scan this with a phone's camera, or open"))).wrap());
            ui.add(Label::new(Ink::new(Weight::SemiBold, 18.0, theme.text).on(&link.address)).wrap());
            if link.address.starts_with("https:") {
                ui.add(Label::new(quiet.on(language::said(SELF_MADE))).wrap());
            }
            if let Some(at) = &state.phones.at {
                ui.add(Label::new(quiet.on(say!("On a television open"))).wrap());
                ui.add(Label::new(ink(18.0).on(&say!("{at}  and type  {code}", at, code = link.code))).wrap());
            }
            addresses_ui(ui, state, actions);
            ui.horizontal_wrapped(|ui| {
                if button::add(ui, theme, TOUCH, Face::new(say!("New link")).size(15.0)).clicked() {
                    actions.push(Action::Phones(PhonesWish::Renew(link.kind)));
                }
                if button::add(ui, theme, TOUCH, Face::new(say!("Withdraw this link")).size(15.0)).clicked() {
                    actions.push(Action::Phones(PhonesWish::Withdraw(link.kind)));
                }
            });
        }
        (None, Some(kind)) => {
            ui.add(Label::new(ink(17.0).on(say!("This link was withdrawn and no longer works."))).wrap());
            if button::add(ui, theme, TOUCH, Face::new(say!("Make a new link")).main(true)).clicked() {
                actions.push(Action::Phones(PhonesWish::Renew(kind)));
            }
        }
        (None, None) => {}
    }
    ui.add_space(10.0);
    guests_ui(ui, state);
}

/// The other addresses of this machine, one tap away.
fn addresses_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let (theme, phones) = (&state.theme, &state.phones);
    if phones.addresses.len() < 2 {
        return;
    }
    ui.add(
        Label::new(Ink::new(Weight::Regular, 15.0, theme.quiet).on(say!("This computer has several addresses.")))
            .wrap(),
    );
    ui.horizontal_wrapped(|ui| {
        for (n, at) in phones.addresses.iter().enumerate() {
            if button::add(ui, theme, TOUCH, Face::new(at).size(15.0).chosen(n == phones.address)).clicked() {
                actions.push(Action::Phones(PhonesWish::Address(n)));
            }
        }
    });
}

fn guests_ui(ui: &mut Ui, state: &State) {
    let theme = &state.theme;
    let heading = match state.phones.guests.len() {
        0 => say!("No phone is connected").to_owned(),
        n => say!("Connected: {n}", n),
    };
    text::label(ui, &heading, Ink::new(Weight::SemiBold, 17.0, theme.quiet));
    if state.phones.lonely {
        ui.add(Label::new(Ink::new(Weight::Regular, 15.0, theme.text).on(said(NOBODY_CAME))).wrap());
    }
    for (kind, words) in state.phones.guests.iter().take(MOST_GUESTS) {
        text::label(
            ui,
            &say!("{words}: can {doing}", words, doing = kind.words()),
            Ink::new(Weight::Regular, 15.0, theme.text),
        );
    }
    if let Some(more) = state.phones.guests.len().checked_sub(MOST_GUESTS).filter(|more| *more > 0) {
        text::label(ui, &say!("and {more} more", more), Ink::new(Weight::Regular, 15.0, theme.quiet));
    }
}

/// Most guests listed; the rest is a number.
const MOST_GUESTS: usize = 40;

/// The link as a picture: dark on light in every theme, as phones want it.
fn picture_ui(ui: &mut Ui, link: Option<&PhoneLink>, side: f32) {
    let (response, painter) = ui.allocate_painter(vec2(side, side), Sense::hover());
    let Some((link, qr)) = link.and_then(|link| Some((link, link.qr.as_ref()?))) else { return };
    response
        .widget_info(|| WidgetInfo::labeled(Role::Image, true, say!("the link to {doing}", doing = link.kind.words())));
    qr.paint(&painter, response.rect, ui.pixels_per_point());
}
