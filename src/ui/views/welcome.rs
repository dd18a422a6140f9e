//! The first page of the first start: three buttons, each with a picture of its result.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::screen::Screen;
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use crate::widgets::tile::{self, TileLook};
use egui::{CornerRadius, Label, Painter, Pos2, Rect, ScrollArea, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use game::layout::Dir;
use game::tile::{Pip, Tile};
use language::say;

/// A card to tap: its title, meaning, picture and action.
struct Offer {
    title: &'static str,
    words: &'static str,
    picture: fn(&Painter, &Theme, Rect),
    action: Action,
}

const GAP: f32 = 14.0;
const MARGIN: f32 = 14.0;
/// A card with its picture beside the words.
const FLAT: f32 = 96.0;

fn offers() -> [Offer; 3] {
    [
        Offer {
            title: say!("Keep score by tapping"),
            words: say!(
                "Play with your own tiles and tap each one here as it is dropped. Sixty-One counts the \
                points and moves the pegs."
            ),
            picture: tapped,
            action: Action::Go(Screen::NewGame),
        },
        Offer {
            title: say!("Show me the simulated table"),
            words: say!(
                "Two simulated players and a simulated camera. Watch each drop being seen and scored; \
                    you confirm it."
            ),
            picture: line,
            action: BeginWish::Demonstrate.into(),
        },
        Offer {
            title: say!("Set up a camera"),
            words: say!("A webcam or a phone looks at your table and proposes each drop. Three steps, a few minutes."),
            picture: camera,
            action: Action::Go(Screen::Camera),
        },
    ]
}

pub(super) fn welcome_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let room = ui.available_size();
    let beside = room.x > 560.0 && room.x > room.y;
    let large = room.y > 420.0;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        if large {
            ui.add_space(room.y * 0.03);
        }
        let title = Ink::new(Weight::Bold, if large { 28.0 } else { 20.0 }, theme.text);
        ui.add(Label::new(title.on(say!("Welcome to Sixty-One"))).wrap().selectable(false));
        let words = say!("Sixty-One keeps score of dominoes played with real tiles. How would you like to start?");
        ui.add(Label::new(Ink::new(Weight::Regular, 17.0, theme.quiet).on(words)).wrap().selectable(false));
        let offers = offers();
        if beside {
            let width = (ui.available_width() - 2.0 * GAP) / 3.0;
            let least = offers.iter().map(|offer| words_height(ui, theme, offer, width)).fold(0.0, f32::max);
            let high = (ui.available_height() - if large { 70.0 } else { 0.0 }).clamp(least, least + 300.0);
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), high));
            for (i, offer) in offers.iter().enumerate() {
                let left = row.left() + (width + GAP) * i as f32;
                card(ui, theme, Rect::from_min_size(pos2(left, row.top()), vec2(width, high)), offer, i == 0, actions);
            }
        } else {
            for (i, offer) in offers.iter().enumerate() {
                let width = ui.available_width();
                let high = words_height(ui, theme, offer, width - picture_width(width)).max(FLAT);
                let (_, rect) = ui.allocate_space(vec2(width, high));
                card(ui, theme, rect, offer, i == 0, actions);
            }
        }
        let words =
            say!("You can open this page again from Help. Everything stays on this machine: no account, no network.");
        ui.add(Label::new(Ink::new(Weight::Regular, 15.0, theme.quiet).on(words)).wrap().selectable(false));
    });
}

/// Beside the words, for a card so wide.
fn picture_width(width: f32) -> f32 {
    (width * 0.3).min(220.0)
}

const fn title_ink(theme: &Theme) -> Ink {
    Ink::new(Weight::SemiBold, 20.0, theme.text)
}

const fn words_ink(theme: &Theme) -> Ink {
    Ink::new(Weight::Regular, 15.5, theme.quiet)
}

/// Returns the height of a card this wide, with title, words and margins.
fn words_height(ui: &Ui, theme: &Theme, offer: &Offer, width: f32) -> f32 {
    let rows = |words, ink| text::layout_rows(ui.painter(), words, ink, width - 2.0 * MARGIN, usize::MAX).size().y;
    rows(offer.title, title_ink(theme)) + 6.0 + rows(offer.words, words_ink(theme)) + 2.0 * MARGIN
}

/// The whole card is the button: picture above or before the words, as there is room.
fn card(ui: &Ui, theme: &Theme, rect: Rect, offer: &Offer, first: bool, actions: &mut Actions) {
    if button::put(ui, theme, rect, Face::new("").name(offer.title)).clicked() {
        actions.push(offer.action.clone());
    }
    if first {
        let stroke = Stroke::new(2.5, theme.good);
        ui.painter().rect_stroke(rect, CornerRadius::same(RADIUS), stroke, StrokeKind::Inside);
    }
    let flat = rect.width() > rect.height() * 1.8;
    let wide = if flat { rect.width() - picture_width(rect.width()) } else { rect.width() };
    let high = words_height(ui, theme, offer, wide);
    let (picture, words) = if flat {
        rect.split_left_right_at_x(rect.right() - wide)
    } else {
        rect.split_top_bottom_at_y(rect.bottom() - high)
    };
    if picture.height() > 60.0 {
        (offer.picture)(ui.painter(), theme, picture.shrink(MARGIN));
    }
    let mut at =
        pos2(words.left() + MARGIN, if flat { words.center().y - high / 2.0 + MARGIN } else { words.top() + MARGIN });
    for (what, ink) in [(offer.title, title_ink(theme)), (offer.words, words_ink(theme))] {
        let galley = text::layout_rows(ui.painter(), what, ink, words.width() - 2.0 * MARGIN, usize::MAX);
        ui.painter().galley(at, galley.clone(), ink.color);
        at.y += galley.size().y + 6.0;
    }
}

/// A tile by its halves, the first at the back of its direction.
fn halves(first: u8, second: u8) -> Option<(Tile, Pip)> {
    let (first, second) = (Pip::new(first)?, Pip::new(second)?);
    Some((Tile::new(first, second), first))
}

/// Some tiles of the pad, one of them chosen.
fn tapped(painter: &Painter, theme: &Theme, rect: Rect) {
    let half = (rect.width() / 5.2).min(rect.height() / 2.4).min(44.0);
    for (i, (first, second)) in [(6, 6), (6, 3), (5, 0), (4, 1)].into_iter().enumerate() {
        let Some(halves) = halves(first, second) else { continue };
        let centre = rect.center() + vec2((i as f32 - 1.5) * half * 1.25, 0.0);
        let chosen = i == 1;
        let ring = chosen.then(|| Stroke::new((half * 0.09).max(2.0), theme.good));
        let look = TileLook { opacity: if chosen { 1.0 } else { 0.75 }, ring, wash: None };
        tile::paint(painter, theme, centre, half, Dir::South, halves, look);
    }
}

/// A line with two crosswise doubles.
fn line(painter: &Painter, theme: &Theme, rect: Rect) {
    let half = (rect.width() / 6.4).min(rect.height() / 2.4).min(44.0);
    let mut left = rect.center().x - half * 3.0;
    for (first, second) in [(6, 6), (6, 3), (3, 3), (3, 5)] {
        let Some(halves) = halves(first, second) else { continue };
        let double = first == second;
        let wide = half * if double { 1.0 } else { 2.0 };
        let dir = if double { Dir::South } else { Dir::East };
        tile::paint(painter, theme, pos2(left + wide / 2.0, rect.center().y), half, dir, halves, TileLook::PLAIN);
        left += wide;
    }
}

/// A camera that looks down at a tile.
fn camera(painter: &Painter, theme: &Theme, rect: Rect) {
    let unit = (rect.width() / 5.0).min(rect.height() / 3.4).min(46.0);
    let eye: Pos2 = rect.center() - vec2(0.0, unit * 0.95);
    let laid = rect.center() + vec2(0.0, unit * 1.05);
    let ray = Stroke::new((unit * 0.04).max(1.0), theme.quiet);
    for side in [-1.0, 1.0] {
        painter.line_segment([eye, laid + vec2(side * unit * 1.5, 0.0)], ray);
    }
    let body = Rect::from_center_size(eye, vec2(unit * 1.7, unit));
    painter.rect(
        body,
        CornerRadius::same((unit * 0.25) as u8),
        theme.panel,
        Stroke::new(2.0, theme.text),
        StrokeKind::Inside,
    );
    painter.circle(eye, unit * 0.32, theme.ground, Stroke::new(2.0, theme.text));
    painter.circle_filled(eye, unit * 0.13, theme.good);
    if let Some(halves) = halves(6, 4) {
        tile::paint(painter, theme, laid, unit * 0.85, Dir::East, halves, TileLook::PLAIN);
    }
}
