//! The bar above every screen.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::screen::Screen;
use crate::ui::state::State;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::text::{self, Ink, READABLE};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Align2, CornerRadius, Rect, Ui, pos2, vec2};
use language::{said, say};

/// Width of a tab for a finger, less what rounding takes.
const FINGER: f32 = 43.6;

/// Height of the bar for a window of this size.
pub(super) fn height(full: Rect) -> f32 {
    // A point of it is the line below.
    (full.height() * 0.064).clamp(TOUCH + 1.0, 64.0)
}

pub(super) fn bar_ui(ui: &Ui, rect: Rect, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.bottom() - 0.5, theme.outline());
    let size = (rect.height() * 0.37).clamp(15.0, 21.0);
    let narrow = rect.width() < 900.0;
    let right = screens(ui, theme, rect, state, actions, size, narrow);
    let mut left = rect.left() + 18.0;
    let name = Ink::new(Weight::Bold, size, theme.text);
    if !narrow {
        left = text::put(painter, pos2(left, rect.center().y), Align2::LEFT_CENTER, "Sixty-One", name).right() + 16.0;
    }
    let Some(table) = &state.table else { return };
    let room = (right - left - 60.0).max(20.0);
    let title = table.rules().title();
    let ink = text::readable(painter, &title, Ink::new(Weight::Medium, size * 0.85, theme.text), room);
    let rules = text::layout(painter, &title, ink, room);
    if right - left < 120.0 {
        return;
    }
    let pill =
        Rect::from_min_size(pos2(left, rect.center().y - rules.size().y / 2.0 - 4.0), rules.size() + vec2(24.0, 8.0));
    painter.rect_filled(pill, CornerRadius::same((pill.height() / 2.0) as u8), theme.raised);
    painter.galley(pill.min + vec2(12.0, 4.0), rules, theme.text);
    let game = &table.game.state();
    let hand = (game.leg.rounds.len() + usize::from(game.round.is_some())).max(1);
    let leg = game.legs.len() + 1;
    let words = if game.setup.best_of > 1 {
        say!("Game {leg} of {games} · hand {hand}", leg, games = game.setup.best_of, hand)
    } else {
        say!("Hand {hand}", hand)
    };
    let room = right - pill.right() - 28.0;
    if room > 60.0 {
        let ink = text::readable(painter, &words, Ink::new(Weight::Regular, size * 0.88, theme.quiet), room);
        text::put_within(painter, pos2(pill.right() + 16.0, rect.center().y), Align2::LEFT_CENTER, &words, ink, room);
    }
}

/// The names of the screens, from the right; returns where they begin.
fn screens(ui: &Ui, theme: &Theme, rect: Rect, state: &State, actions: &mut Actions, size: f32, narrow: bool) -> f32 {
    let phone = rect.width() < 600.0;
    let right = rect.right()
        - match (phone, narrow) {
            (true, _) => 0.0,
            (false, true) => 4.0,
            (false, false) => 12.0,
        };
    let ink = Ink::new(Weight::Medium, if narrow { size * 0.9 } else { size }, theme.text);
    let word = |screen: Screen, name: &'static str| match screen {
        Screen::Help if narrow => "?",
        Screen::NewGame if phone => say!("New"),
        _ => name,
    };
    let words = Screen::ALL.map(|(screen, name, _)| word(screen, said(name)));
    let wide = |ink: Ink, word: &str| text::layout(ui.painter(), word, ink, f32::INFINITY).size().x;
    // On a phone they fill the width in letters of one size, each tab as wide as its word needs.
    let room = right - rect.left();
    let tab = |(ink, gap): (Ink, f32), word: &str| (wide(ink, word) + gap).max(FINGER);
    let least = |way: (Ink, f32)| words.iter().map(|word| tab(way, word)).sum::<f32>();
    let sizes = |most: f32| std::iter::successors(Some(most), |size| Some(size - 0.5));
    // They stand closer before they become too small.
    let airy = sizes(ink.size).take_while(|size| *size >= READABLE).map(|size| (size, 5.0));
    let close = sizes(READABLE).take_while(|size| *size >= 9.0).map(|size| (size, 2.2));
    let mut ways = airy.chain(close).map(|(size, gap)| (Ink { size, ..ink }, gap));
    let way = ways.find(|way| phone && least(*way) <= room);
    let way = way.unwrap_or((if phone { Ink { size: 9.0, ..ink } } else { ink }, 2.2));
    let ink = way.0;
    let spare = (room - least(way)) / Screen::ALL.len() as f32;
    let width = |word: &str| {
        if phone { tab(way, word) + spare } else { (wide(ink, word) + if narrow { 14.0 } else { 24.0 }).max(TOUCH) }
    };
    let begin = right - words.iter().map(|word| width(word)).sum::<f32>();
    let mut left = begin;
    for ((screen, name, key), word) in Screen::ALL.iter().zip(words) {
        let name = said(name);
        let place = Rect::from_min_max(pos2(left, rect.top()), pos2(left + width(word), rect.bottom() - 1.0));
        left = place.right();
        let here = state.screen == *screen;
        let face = Face::new("").kind(ButtonKind::Bare).name(name);
        let mut response = button::put(ui, theme, place, face);
        if theme.keys {
            response = response.on_hover_text(say!("{name} · key {key}", name, key = key.symbol_or_name()));
        }
        let color = if here { theme.text } else { theme.quiet };
        text::put(ui.painter(), place.center(), Align2::CENTER_CENTER, word, ink.color(color));
        if here {
            let line = Rect::from_min_max(
                pos2(place.left() + 8.0, place.bottom() - 2.0),
                pos2(place.right() - 8.0, place.bottom() + 1.0),
            );
            ui.painter().rect_filled(line, 1, theme.sides[1]);
        }
        if response.clicked() {
            actions.push(Action::Go(*screen));
        }
    }
    begin
}
