//! The line of play drawn as tiles, where [`game::layout::arrange`] puts them. One unit is half a tile.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use crate::widgets::tile::{self, TileLook};
use egui::{Align2, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use game::layout::{Arrangement, Layout, Place, arrange};
use game::rules::RuleSet;
use game::tile::Pip;

/// Marks on the line besides its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The last tile played, by number.
    pub last: Option<usize>,
    /// Wrong plays that stand, by number.
    pub wrong: &'a [usize],
    /// Places that may be tapped, with their pips and names.
    pub choices: &'a [(Place, Pip, String)],
    /// The last tile is only proposed.
    pub proposed: bool,
    /// The line in words; empty where others tell it.
    pub told: &'a str,
    /// Whether its tiles take taps.
    pub taps: bool,
}

/// The part of the line that was tapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tapped {
    /// A place where a tile can go.
    Place(Place),
    /// A tile, by number.
    Tile(usize),
}

/// Draws the line in `rect` and returns what of it was tapped.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, layout: &Layout, rules: &RuleSet, marks: &Marks<'_>) -> Option<Tapped> {
    let arrangement = arrange(layout, rect.size().into());
    let painter = ui.painter_at(rect.expand(2.0));
    let at = |units: [f32; 2]| rect.center() + Vec2::from(arrangement.origin) + Vec2::from(units) * arrangement.unit;
    for (i, (tile, play)) in arrangement.tiles.iter().zip(layout.plays()).enumerate() {
        let is_last = marks.last == Some(i);
        let wrong = marks.wrong.contains(&i);
        let look = TileLook {
            opacity: 1.0,
            ring: if wrong {
                Some(Stroke::new(2.5, theme.bad))
            } else {
                is_last.then(|| Stroke::new(if marks.proposed { 3.0 } else { 2.0 }, theme.good))
            },
            wash: (is_last && marks.proposed).then_some(theme.good),
        };
        let dir = if tile.crosswise { tile.dir.right() } else { tile.dir };
        tile::paint(&painter, theme, at(tile.centre), arrangement.unit, dir, (play.tile(), play.halves[0]), look);
        if wrong {
            let corner = at(tile.centre) + Vec2::from(tile.size()) * arrangement.unit * vec2(0.5, -0.5);
            painter.circle_filled(corner, 9.0, theme.bad);
            text::put(&painter, corner, Align2::CENTER_CENTER, "!", Ink::new(Weight::Bold, 13.0, theme.on_fill));
        }
    }
    paint_ends(&painter, theme, &arrangement, at, layout, rules);
    let tile = tile_tapped(ui, rect, &arrangement, at, marks);
    choose(ui, theme, rect, &arrangement, at, marks.choices).map(Tapped::Place).or(tile.map(Tapped::Tile))
}

/// The tile nearest to a tap, no farther than a finger is wide.
fn tile_tapped(
    ui: &Ui,
    rect: Rect,
    arrangement: &Arrangement,
    at: impl Fn([f32; 2]) -> Pos2,
    marks: &Marks<'_>,
) -> Option<usize> {
    if marks.told.is_empty() {
        return None;
    }
    let (sense, role) = if marks.taps { (Sense::click(), Role::Button) } else { (Sense::hover(), Role::Label) };
    let response = ui.interact(rect, ui.scope_id().with("line"), sense);
    response.widget_info(|| WidgetInfo::labeled(role, true, marks.told));
    let pointer = response.interact_pointer_pos().filter(|_| response.clicked())?;
    let far = |tile: usize| {
        let tile = &arrangement.tiles[tile];
        Rect::from_center_size(at(tile.centre), Vec2::from(tile.size()) * arrangement.unit).distance_to_pos(pointer)
    };
    let nearest = (0..arrangement.tiles.len()).min_by(|one, other| far(*one).total_cmp(&far(*other)))?;
    (far(nearest) < TOUCH / 2.0).then_some(nearest)
}

/// The figures that are added up, each beyond its end.
fn paint_ends(
    painter: &egui::Painter,
    theme: &Theme,
    arrangement: &Arrangement,
    at: impl Fn([f32; 2]) -> Pos2,
    layout: &Layout,
    rules: &RuleSet,
) {
    let size = (arrangement.unit * 0.95).clamp(15.0, 34.0);
    for end in layout.ends(rules) {
        let port = layout.open_port(end.tile, end.pip);
        let lone = layout.len() == 1 && layout.play(0).is_some_and(|play| play.tile().is_double());
        let Some(port) = port else { continue };
        // A lone double counts once: it has one figure.
        let Some(beyond) = beyond(arrangement, Place { tile: end.tile, port }, size) else { continue };
        let ink = Ink::new(Weight::Bold, size, theme.text);
        text::put(painter, at(beyond), Align2::CENTER_CENTER, &end.counts.to_string(), ink);
        if lone {
            break;
        }
    }
}

/// A place that is seen beyond an open port, in units.
fn beyond(arrangement: &Arrangement, place: Place, size: f32) -> Option<[f32; 2]> {
    arrangement.beyond(place, 0.5 + (size * 0.85 / arrangement.unit).max(0.75))
}

/// The places to tap, large enough for a finger, the numbers of which stand in for the colour.
fn choose(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    arrangement: &Arrangement,
    at: impl Fn([f32; 2]) -> Pos2,
    choices: &[(Place, Pip, String)],
) -> Option<Place> {
    let mut tapped = None;
    for (place, pip, name) in choices {
        let Some(centre) = beyond(arrangement, *place, 22.0).map(&at) else { continue };
        let target = Rect::from_center_size(centre, Vec2::splat(TOUCH));
        let inside = rect.shrink(TOUCH / 2.0);
        let target = if inside.is_positive() {
            Rect::from_center_size(
                pos2(clamp(centre.x, inside.left(), inside.right()), clamp(centre.y, inside.top(), inside.bottom())),
                target.size(),
            )
        } else {
            target
        };
        let response =
            ui.interact(target, ui.scope_id().with(("place", place.tile, place.port.name())), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        let fill = if response.hovered() { theme.good } else { Theme::mix(theme.panel, theme.good, 0.35) };
        ui.painter().rect(target.shrink(3.0), 20.0, fill, Stroke::new(2.5, theme.good), StrokeKind::Inside);
        let color = if response.hovered() { theme.on_fill } else { theme.text };
        let ink = Ink::new(Weight::Bold, 20.0, color);
        text::put(ui.painter(), target.center(), Align2::CENTER_CENTER, &pip.to_string(), ink);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            tapped = Some(*place);
        }
    }
    tapped
}

fn clamp(x: f32, low: f32, high: f32) -> f32 {
    x.max(low).min(high.max(low))
}

/// The place of the first tile before it is played.
pub fn paint_empty(painter: &egui::Painter, theme: &Theme, rect: Rect, words: &str) {
    let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
    let slot = Rect::from_center_size(rect.center(), vec2(116.0, 58.0).min(rect.size() * 0.8));
    let dashes = egui::Shape::dashed_line(
        &[slot.left_top(), slot.right_top(), slot.right_bottom(), slot.left_bottom(), slot.left_top()],
        Stroke::new(1.5, theme.line.lerp_to_gamma(theme.quiet, 0.5)),
        7.0,
        5.0,
    );
    painter.extend(dashes);
    let below = pos2(slot.center().x, (slot.bottom() + 18.0).min(rect.bottom() - 8.0));
    if below.y > slot.bottom() + 6.0 {
        let ink = text::fitting(painter, words, ink, rect.width() - 16.0);
        text::put(painter, below, Align2::CENTER_CENTER, words, ink);
    } else {
        text::put_whole(painter, slot.center(), words, ink, slot.size() - vec2(10.0, 4.0));
    }
}
