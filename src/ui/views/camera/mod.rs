//! The live picture, with its readings and the open ends.

mod guide;
pub(super) mod proposal;
pub(super) mod setup;

use super::Actions;
use crate::live::{EndMark, Outline, Role, Sighting, TableState};
use crate::platform::IS_PAGE;
use crate::ui::action::{Action, TableWish};
use crate::ui::camera::CameraState;
use crate::ui::camera::CameraWish;
use crate::ui::camera::moment::Mark;
use crate::ui::camera::part::Part;
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::photo;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight, material};
use egui::{
    Align2, Color32, CornerRadius, Pos2, Rect, Role as Widget, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use eye::read::Point;
use game::rules::Claim;
use game::tile::Tile;
use language::say;

/// Below this a reading is marked with a question mark.
const DOUBTFUL: f64 = 0.8;
/// A layout is enlarged at most so much against the whole picture.
const LARGEST: f32 = 4.0;
/// Room for words and buttons beside a picture that is not low.
const ABOVE: Vec2 = vec2(0.0, 40.0);
const BELOW: Vec2 = vec2(0.0, 56.0);
const LOW: f32 = 260.0;

/// The placement of the picture on the screen.
#[derive(Clone, Copy, Debug)]
struct Lay {
    /// Place of the whole picture, including parts outside the room.
    rect: Rect,
    scale: f32,
}

impl Lay {
    /// Makes the view of this part as large as it fits; its surroundings fill the room.
    fn new(room: Rect, width: u32, height: u32, part: Part) -> Self {
        let size = vec2(width as f32, height as f32);
        // Places under the words above and the buttons below would be hidden.
        let free = if part.is_whole() || room.height() < LOW {
            room
        } else {
            Rect::from_min_max(room.min + ABOVE, room.max - BELOW)
        };
        let share = |at: [f64; 2]| vec2(at[0] as f32, at[1] as f32) * size;
        let (min, max) = (share(part.min), share(part.max));
        let whole = (room.size() / size).min_elem();
        let scale = (free.size() / (max - min).max(vec2(1.0, 1.0))).min_elem().clamp(whole, whole * LARGEST);
        let corner = free.center() - (min + max) / 2.0 * scale;
        // No emptiness beside the picture where there is picture to show.
        let fit = |at: f32, low: f32, high: f32, long: f32| {
            if long <= high - low { (low + high - long) / 2.0 } else { at.clamp(high - long, low) }
        };
        let (wide, high) = (size.x * scale, size.y * scale);
        let at = pos2(fit(corner.x, room.left(), room.right(), wide), fit(corner.y, room.top(), room.bottom(), high));
        Self { rect: Rect::from_min_size(at, size * scale), scale }
    }

    fn at(self, point: Point) -> Pos2 {
        self.rect.min + vec2(point.x as f32, point.y as f32) * self.scale
    }

    /// The place in the picture, in its pixels.
    fn back(self, at: Pos2) -> (f64, f64) {
        let place = (at - self.rect.min) / self.scale;
        (f64::from(place.x), f64::from(place.y))
    }
}

/// The picture with everything that was read. `taps` says whether tiles can be tapped to correct them.
pub(super) fn picture_ui(ui: &Ui, rect: Rect, state: &State, taps: bool, actions: &mut Actions) {
    let (theme, camera) = (&state.theme, &state.camera);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, CornerRadius::same(RADIUS), material::BEHIND_PICTURE);
    if let Some(sighting) = &camera.sighting
        && let Some(frame) = &sighting.frame
    {
        let lay = Lay::new(rect, frame.width(), frame.height(), camera.shown_part());
        let stale = camera.stale();
        let tint = if stale.is_some() { Color32::from_gray(90) } else { Color32::WHITE };
        photo::paint(ui, &painter, "live picture", frame, lay.rect, tint);
        if stale.is_none() {
            read_ui(ui, theme, rect, lay, (camera, sighting), taps, actions);
        }
    }
    ui.painter().rect_stroke(rect, CornerRadius::same(RADIUS), theme.outline(), StrokeKind::Inside);
    chips(ui, rect, state);
    tools_ui(ui, theme, rect, camera, actions);
    trouble(ui, theme, rect, camera, taps, actions);
}

/// Outlines and ends.
fn read_ui(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    lay: Lay,
    (camera, sighting): (&CameraState, &Sighting),
    taps: bool,
    actions: &mut Actions,
) {
    // A picture is dark: the bright colours work on it in either theme.
    let theme = &Theme { still: theme.still, ..Theme::DARK };
    for (i, tile) in sighting.tiles.iter().enumerate() {
        outline_ui(ui, theme, rect, lay, tile);
        if taps {
            tap_ui(ui, rect, lay, sighting, (i, tile), actions);
        }
    }
    let painter = ui.painter().with_clip_rect(rect);
    if let Some(proposal) = camera.proposal() {
        polygon(&painter, lay, &proposal.at, Stroke::new(4.0, theme.good), false);
    }
    // On small tiles a disc leaves the rest of its tile to be seen.
    let mut lengths: Vec<f32> = sighting.tiles.iter().map(|tile| longest_side(lay, tile)).collect();
    lengths.sort_by(f32::total_cmp);
    let radius = (lengths.get(lengths.len() / 2).copied().unwrap_or(80.0) * 0.22).clamp(10.0, 16.0);
    for end in &sighting.ends {
        end_ui(&painter, lay, end, radius);
    }
}

fn longest_side(lay: Lay, tile: &Outline) -> f32 {
    let [a, b, c, _] = tile.corners.map(|corner| lay.at(corner));
    a.distance(b).max(b.distance(c))
}

fn polygon(painter: &egui::Painter, lay: Lay, corners: &[Point; 4], stroke: Stroke, dashed: bool) {
    let mut points: Vec<Pos2> = corners.iter().map(|corner| lay.at(*corner)).collect();
    if dashed {
        points.push(points[0]);
        painter.extend(Shape::dashed_line(&points, stroke, 7.0, 5.0));
    } else {
        painter.add(Shape::closed_line(points, stroke));
    }
}

/// Recorded tiles in white, new ones in green and thicker, hidden ones dashed, others faint.
fn outline_ui(ui: &Ui, theme: &Theme, rect: Rect, lay: Lay, tile: &Outline) {
    let painter = ui.painter().with_clip_rect(rect);
    let white = Color32::from_white_alpha(215);
    let (stroke, dashed) = match tile.role {
        Role::Laid(_) => (Stroke::new(2.0, white), false),
        Role::Covered(_) => (Stroke::new(2.0, white), true),
        Role::New => (Stroke::new(3.5, theme.good), false),
        Role::Loose => (Stroke::new(1.5, theme.sides[1]), true),
        Role::FaceDown | Role::Standing => (Stroke::new(1.0, Color32::from_white_alpha(90)), true),
    };
    polygon(&painter, lay, &tile.corners, stroke, dashed);
    let joined = matches!(tile.role, Role::Laid(_) | Role::New);
    if joined && tile.confidence < DOUBTFUL {
        let at = lay.at(tile.corners[0]);
        painter.circle_filled(at, 9.0, theme.bad);
        let ink = Ink::new(Weight::Bold, 14.0, theme.on_fill);
        text::put(&painter, at, Align2::CENTER_CENTER, "?", ink);
    }
}

/// A tile that can be tapped, to correct its drop or to add it.
fn tap_ui(ui: &Ui, rect: Rect, lay: Lay, sighting: &Sighting, (i, tile): (usize, &Outline), actions: &mut Actions) {
    let place = Rect::from_points(&tile.corners.map(|corner| lay.at(corner))).intersect(rect);
    let read = tile.pips.map_or_else(|| "?".to_owned(), |[a, b]| Tile::new(a, b).to_string());
    let name = match (wish_of(tile), tile.role) {
        (None, _) => return,
        (Some(_), Role::Laid(_) | Role::Covered(_)) => say!("correct {tile} in the picture", tile = read),
        (Some(_), _) => say!("add {tile} in the picture", tile = read),
    };
    let response = ui.interact(place, ui.scope_id().with(("seen", i)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Widget::Button, true, &name));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if response.clicked() {
        // Boxes of slanting tiles overlap: the pointer decides.
        let pointed = response.interact_pointer_pos().map(|at| lay.back(at));
        let hit = pointed.and_then(|(x, y)| sighting.tile_at(x, y)).unwrap_or(tile);
        actions.extend(wish_of(hit).map(Action::Camera));
    }
}

/// The wish of a tap on this tile of the picture: a recorded one is corrected, another one taken.
fn wish_of(tile: &Outline) -> Option<CameraWish> {
    match tile.role {
        Role::Laid(_) | Role::Covered(_) => Some(CameraWish::Tile(tile.role)),
        Role::New | Role::Loose => tile.pips.map(|[a, b]| CameraWish::Take(Tile::new(a, b))),
        Role::FaceDown | Role::Standing => None,
    }
}

/// A counting end: its pips in a dark disc.
fn end_ui(painter: &egui::Painter, lay: Lay, end: &EndMark, radius: f32) {
    let at = lay.at(end.at);
    let ink = Ink::new(Weight::Bold, radius * 1.2, Color32::WHITE);
    painter.circle(at, radius, Color32::from_black_alpha(215), Stroke::new(radius * 0.15, Color32::WHITE));
    text::put(painter, at, Align2::CENTER_CENTER, &end.pips.to_string(), ink);
}

/// The message about the table, in the same words as everywhere, and the count of the ends.
fn chips(ui: &Ui, rect: Rect, state: &State) {
    let (theme, camera) = (&Theme::DARK, &state.camera);
    let (mark, color) = match state.moment().mark() {
        Mark::Good => ("✓", theme.good),
        Mark::Waits => ("…", theme.sides[1]),
        Mark::Asks => ("?", theme.sides[1]),
        Mark::Bad => ("!", theme.bad),
    };
    let mut words = state.told().title;
    if let Some(age) = camera.stale() {
        words = say!("picture from {seconds} s ago · {words}", seconds = age.as_secs(), words);
    }
    let source = camera.sighting.as_ref().map_or("", |sighting| sighting.source.as_str());
    // Of a path the last part says it.
    let short = if source.starts_with("http") { source } else { source.rsplit(['/', '\\']).next().unwrap_or(source) };
    let label = if camera.is_simulated() { say!("Simulated table") } else { short };
    let words = if label.is_empty() { words } else { format!("{label} · {words}") };
    let used =
        chip(ui, rect.left_top() + vec2(10.0, 10.0), Align2::LEFT_TOP, rect.width() * 0.72, (mark, color), &words);
    let response = ui.interact(used, ui.scope_id().with("state of the table"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Widget::Label, true, &words));
    let Some(sighting) = camera.sighting.as_ref().filter(|_| camera.stale().is_none()) else { return };
    // If scores must be claimed, the count is not shown.
    let aloud = state.table.as_ref().is_none_or(|table| table.rules().claim == Claim::Auto);
    if aloud && !sighting.ends.is_empty() {
        let parts: Vec<String> = sighting.ends.iter().map(|end| end.counts.to_string()).collect();
        let sum: u16 = sighting.ends.iter().map(|end| end.counts).sum();
        let words = format!("{} = {sum}", parts.join(" + "));
        chip(
            ui,
            rect.right_top() + vec2(-10.0, 10.0),
            Align2::RIGHT_TOP,
            rect.width() * 0.25,
            ("", theme.good),
            &words,
        );
    }
    if let Some(hint) = sighting.hints.first() {
        let words = hint.to_string();
        let at = rect.left_bottom() + vec2(10.0, -10.0);
        let room = rect.width() - if rect.width() < 420.0 { 20.0 } else { 390.0 };
        let used = chip(ui, at, Align2::LEFT_BOTTOM, room.max(120.0), ("!", theme.sides[1]), &words);
        let response = ui.interact(used, ui.scope_id().with("hint"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Widget::Label, true, &words));
    }
}

/// Below the picture's right corner: the whole of it or a part, and the last minute to hand in.
fn tools_ui(ui: &Ui, theme: &Theme, rect: Rect, camera: &CameraState, actions: &mut Actions) {
    if camera.sighting.as_ref().is_none_or(|sighting| sighting.frame.is_none()) || rect.width() < 420.0 {
        return;
    }
    let keep = (
        if camera.keeping { say!("Saving…") } else { say!("Save the last minute") },
        "F8",
        CameraWish::KeepMinute,
        210.0,
    );
    // A browser has no folder for it.
    let mut tools = if IS_PAGE { Vec::new() } else { vec![keep] };
    if !camera.part.is_whole() && (camera.whole || !camera.shown_part().is_whole()) {
        let label = if camera.whole { say!("Enlarge") } else { say!("Whole picture") };
        tools.push((label, "", CameraWish::Whole(!camera.whole), 130.0));
    }
    let mut right = rect.right() - 8.0;
    for (label, key, wish, wide) in tools {
        let place =
            Rect::from_min_max(pos2(right - wide, rect.bottom() - TOUCH - 8.0), pos2(right, rect.bottom() - 8.0));
        right = place.left() - 8.0;
        let face = Face::new(label).key(key).enabled(!camera.keeping || key.is_empty()).size(14.0);
        if button::put(ui, theme, place, face).clicked() {
            actions.push(Action::Camera(wish));
        }
    }
}

/// Words on a dark pill, with a mark before them.
fn chip(ui: &Ui, at: Pos2, anchor: Align2, room: f32, (mark, color): (&str, Color32), words: &str) -> Rect {
    let painter = ui.painter();
    let ink = Ink::new(Weight::Medium, 14.0, Color32::WHITE);
    let left = if mark.is_empty() { 0.0 } else { 20.0 };
    // On a phone they take more lines, not smaller letters.
    let galley = text::layout_rows(painter, words, ink, room - 24.0 - left, 3);
    let pill = anchor.anchor_size(at, galley.size() + vec2(24.0 + left, 10.0));
    let radius = (pill.height() / 2.0).min(16.0) as u8;
    painter.rect_filled(pill, CornerRadius::same(radius), Color32::from_black_alpha(200));
    if !mark.is_empty() {
        let at = pill.left_center() + vec2(17.0, 0.0);
        text::put(painter, at, Align2::CENTER_CENTER, mark, Ink::new(Weight::Bold, 15.0, color));
    }
    painter.galley(pill.min + vec2(12.0 + left, 5.0), galley, Color32::WHITE);
    pill
}

/// Shows what is missing, and what still works.
fn trouble(ui: &Ui, theme: &Theme, rect: Rect, camera: &CameraState, taps: bool, actions: &mut Actions) {
    let (words, reopen) = match camera.state() {
        TableState::NoPicture { why, .. } => (say!("No picture: {why}. Sixty-One keeps trying.", why), true),
        TableState::NoReading { why } => (say!("Can't read the picture: {why}.", why), false),
        TableState::Ended => (say!("The camera has stopped sending pictures.").to_owned(), true),
        TableState::Starting => (say!("Opening the camera…").to_owned(), false),
        TableState::Frozen => (say!("The camera keeps sending the same picture.").to_owned(), true),
        TableState::Dark => (say!("It is too dark to see the tiles.").to_owned(), false),
        TableState::Idle
        | TableState::Looking
        | TableState::NoneYet
        | TableState::Settled
        | TableState::Moving
        | TableState::Hidden
        | TableState::Covered { .. }
        | TableState::Lost { .. } => return,
    };
    let works = if taps { say!(" You can still tap or type drops.") } else { "" };
    let words = format!("{words}{works}");
    let ink = Ink::new(Weight::SemiBold, 19.0, Color32::WHITE);
    let galley = text::layout_rows(ui.painter(), &words, ink, rect.width() * 0.8, 4);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center() - vec2(0.0, 30.0), galley.size());
    ui.painter().rect_filled(at.expand(12.0), CornerRadius::same(RADIUS), Color32::from_black_alpha(190));
    ui.painter().galley(at.min, galley, Color32::WHITE);
    let response = ui.interact(at, ui.scope_id().with("trouble"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Widget::Label, true, &words));
    let mut wishes = Vec::new();
    if reopen {
        wishes.push((say!("Try now"), Action::Camera(CameraWish::Reopen)));
    }
    if taps {
        wishes.push((say!("Tap the tiles"), TableWish::Open(Sheet::Pad).into()));
    }
    let width = 150.0;
    let mut left = rect.center().x - (width + 10.0) * wishes.len() as f32 / 2.0 + 5.0;
    for (label, action) in wishes {
        let place = Rect::from_min_size(pos2(left, at.bottom() + 22.0), Vec2::new(width, TOUCH));
        left = place.right() + 10.0;
        if button::put(ui, theme, place, Face::new(label).size(15.0)).clicked() {
            actions.push(action);
        }
    }
}
