//! The peg board: two pegs a side that leapfrog, so that the back peg always shows the score before the last award.
//!
//! Dragging a front peg (or the arrow keys and Enter on it) asks for a correction; the widget changes nothing itself.

use crate::widgets::board_art::{self, Timber};
use crate::widgets::board_shape::{BoardShape, Geometry, ROUND, Track};
use crate::widgets::peg_art;
use crate::widgets::peg_paint::{
    BACK, FRONT, PegBoard, Pegs, on_wood, paint_figures, paint_peg, paint_round_counter, paint_trail,
};
use crate::widgets::theme::{TOUCH, Theme};
use crate::widgets::totals;
use egui::{
    Color32, CornerRadius, Id, Key, Pos2, Rect, Response, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use game::State;
use game::rules::Points;
use language::say;
use std::f32::consts::PI;

/// Time of a peg from hole to hole, in seconds: slow enough to count along, eight holes in under a second.
const HOLE: f32 = 0.1;
/// The least and the most a peg is on its way.
const TRAVEL: [f32; 2] = [0.45, 1.2];

/// A front peg was put into another hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dragged {
    /// Number of the side.
    pub side: usize,
    /// Present score.
    pub to: u16,
}

/// Place of a peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Waiting,
    Points(u16),
}

#[derive(Clone, Copy, Debug)]
struct Flight {
    peg: usize,
    from: Spot,
    to: Spot,
    start: f64,
}

impl Flight {
    /// The hole the peg is taken from; the second start for one that has waited.
    const fn holes(self) -> Option<(u16, u16)> {
        match (self.from, self.to) {
            (Spot::Points(from), Spot::Points(to)) => Some((from, to)),
            (Spot::Waiting, _) | (_, Spot::Waiting) => None,
        }
    }

    fn seconds(self) -> f32 {
        let holes = self.holes().map_or(0, |(from, to)| from.abs_diff(to));
        (f32::from(holes) * HOLE).clamp(TRAVEL[0], TRAVEL[1])
    }

    /// Returns the place of the peg after this part of its way: it moves from hole to hole, so that they can be
    /// counted.
    fn at(self, geometry: &Geometry, side: usize, part: f32) -> Pos2 {
        let (start, end) = (place(geometry, side, self.from), place(geometry, side, self.to));
        let Some((from, to)) = self.holes() else { return start + (end - start) * part };
        let way = (f32::from(to) - f32::from(from)) * part;
        let (whole, rest) = (way.trunc(), way.fract().abs());
        let here = (f32::from(from) + whole) as u16;
        let next = (f32::from(here) + way.signum()).max(0.0) as u16;
        let (a, b) = (geometry.hole(side, here), geometry.hole(side, if here == to { to } else { next }));
        a + (b - a) * rest
    }
}

/// The two pegs of a side as they were last shown; `front` says which of them is in front.
#[derive(Clone, Copy, Debug)]
struct ShownPegs {
    spots: [Spot; 2],
    front: usize,
    flight: Option<Flight>,
}

impl ShownPegs {
    const fn at(pegs: &Pegs<'_>) -> Self {
        Self { spots: [Spot::Points(pegs.front), back_spot(pegs)], front: 0, flight: None }
    }

    /// Takes the new score: the peg that has to move flies, the other stays where it is.
    fn follow(&mut self, pegs: &Pegs<'_>, now: f64) {
        let (front, back) = (Spot::Points(pegs.front), back_spot(pegs));
        if self.spots[self.front] == front && self.spots[1 - self.front] == back {
            return;
        }
        let new_front = if self.spots[0] == back {
            1
        } else if self.spots[1] == back {
            0
        } else if self.spots[1] == front {
            1
        } else {
            0
        };
        let before = self.spots;
        self.spots[new_front] = front;
        self.spots[1 - new_front] = back;
        self.front = new_front;
        let mover = (0..2).find(|&i| self.spots[i] != before[i] && (i == new_front || before[new_front] == front));
        self.flight = mover.map(|peg| Flight { peg, from: before[peg], to: self.spots[peg], start: now });
    }
}

const fn back_spot(pegs: &Pegs<'_>) -> Spot {
    match pegs.back {
        Some(points) => Spot::Points(points),
        None => Spot::Waiting,
    }
}

/// State kept between frames: pictures and flights.
#[derive(Clone, Default)]
struct Memory {
    board: Option<(ArtKey, TextureHandle)>,
    heads: Option<((bool, usize), Vec<TextureHandle>)>,
    shown: Vec<ShownPegs>,
    /// The size wanted and since when; a window being resized keeps the old picture until it rests.
    resizing: Option<(ArtKey, f64)>,
    /// A focused peg moved by the keyboard but not yet let go.
    held: Option<Dragged>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ArtKey {
    shape: BoardShape,
    size: [usize; 2],
    dark: bool,
}

/// Options for showing the board of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether the two sides sit opposite each other.
    pub opposite: bool,
    /// Whether the front pegs can be dragged.
    pub movable: bool,
}

/// Shows the pegs of a match and returns a moved one.
pub fn show_match(ui: &mut Ui, theme: &Theme, rect: Rect, id: Id, game: &State, manner: Manner) -> Option<Dragged> {
    let setup = &game.setup;
    if setup.rules.is_sheet() {
        // No board has pegs for ten, nor holes for negative scores.
        totals::paint(ui.painter(), theme, rect, game);
        return None;
    }
    let skunk = (setup.rules.skunk > 0).then_some(setup.rules.skunk);
    let shape = BoardShape::for_target(setup.sides(), setup.target(), skunk);
    let names: Vec<String> = setup.all_sides().map(|side| setup.side_name(side)).collect();
    let hole = |points: Points| points.whole().clamp(0, i32::from(u16::MAX)) as u16;
    let pegs = names.iter().zip(game.leg.scores.iter().zip(&game.leg.before));
    let pegs: Vec<Pegs<'_>> = pegs
        .map(|(name, (&front, &back))| Pegs { name, front: hole(front), back: (front != back).then(|| hole(back)) })
        .collect();
    let Manner { opposite, movable } = manner;
    show(ui, theme, rect, id, &PegBoard { shape, pegs: &pegs, opposite, movable })
}

/// Shows the board in `rect` and returns the peg that was put somewhere else.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, id: Id, board: &PegBoard<'_>) -> Option<Dragged> {
    let geometry = Geometry::new(board.shape, rect);
    let now = ui.input(|i| i.time);
    let mut memory = ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<Memory>(id)));
    let base = ui.interact(rect, id, Sense::hover());
    base.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, spoken(board)));

    paint_wood(ui, theme, &geometry, &mut memory, now);
    paint_figures(ui.painter(), theme, &geometry, board);
    memory.shown.truncate(board.pegs.len());
    for (side, pegs) in board.pegs.iter().enumerate() {
        match memory.shown.get_mut(side) {
            Some(shown) => shown.follow(pegs, now),
            None => memory.shown.push(ShownPegs::at(pegs)),
        }
        paint_trail(ui.painter(), theme, &geometry, side, pegs);
    }
    let heads = head_textures(ui, theme, geometry.pitch, &mut memory);
    for side in 0..board.pegs.len() {
        paint_round_counter(ui, &geometry, side, board.pegs[side].front);
        paint_pegs(ui, theme, &geometry, side, &mut memory.shown[side], &heads, now);
    }
    let mut dragged = None;
    if board.movable {
        for (side, pegs) in board.pegs.iter().enumerate() {
            dragged = dragged.or(handle(ui, theme, &geometry, id, side, pegs, &mut memory, &heads));
        }
    }
    hover_text(&geometry, board, &base);
    ui.data_mut(|data| data.insert_temp(id, memory));
    dragged
}

/// The board in words.
fn spoken(board: &PegBoard<'_>) -> String {
    let side = |pegs: &Pegs<'_>| match pegs.back {
        Some(back) => say!("{name} {front}, back peg at {back}", name = pegs.name, front = pegs.front, back),
        None => format!("{} {}", pegs.name, pegs.front),
    };
    let sides: Vec<String> = board.pegs.iter().map(side).collect();
    say!("Peg board to {target}: {sides}", target = board.shape.target(), sides = sides.join("; "))
}

fn paint_wood(ui: &Ui, theme: &Theme, geometry: &Geometry, memory: &mut Memory, now: f64) {
    let scale = ui.pixels_per_point();
    let most = ui.input(|i| i.max_texture_side).min(2400);
    let size = [geometry.rect.width(), geometry.rect.height()].map(|s| ((s * scale).round() as usize).clamp(8, most));
    let key = ArtKey { shape: geometry.shape, size, dark: theme.dark };
    let same_board = |old: &ArtKey| old.shape == key.shape && old.dark == key.dark;
    let fresh = match &memory.board {
        Some((old, _)) if *old == key => false,
        Some((old, _)) if same_board(old) => {
            let since = match memory.resizing {
                Some((wanted, since)) if wanted == key => since,
                _ => now,
            };
            memory.resizing = Some((key, since));
            ui.ctx().request_repaint_after_secs(0.15);
            now - since >= 0.12
        }
        _ => true,
    };
    if fresh {
        let pixels = Rect::from_min_size(Pos2::ZERO, vec2(size[0] as f32, size[1] as f32));
        let timber = if theme.dark { Timber::WALNUT } else { Timber::CHERRY };
        let image = board_art::draw(&Geometry::new(geometry.shape, pixels), timber, &theme.sides);
        let texture = ui.ctx().load_texture("peg board", image, TextureOptions::LINEAR);
        memory.board = Some((key, texture));
        memory.resizing = None;
    }
    let shadow = egui::epaint::Shadow { offset: [3, 5], blur: 14, spread: 0, color: Color32::from_black_alpha(110) };
    ui.painter().add(shadow.as_shape(geometry.rect, CornerRadius::same((geometry.pitch * 0.9) as u8)));
    if let Some((_, texture)) = &memory.board {
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture.id(), geometry.rect, uv, Color32::WHITE);
    }
}

fn head_textures(ui: &Ui, theme: &Theme, pitch: f32, memory: &mut Memory) -> Vec<TextureHandle> {
    let pixels = (pitch * 2.0 * FRONT * ui.pixels_per_point() / 0.94).ceil() as usize;
    let key = (theme.dark, pixels);
    if let Some((old, heads)) = &memory.heads
        && *old == key
    {
        return heads.clone();
    }
    let load = |side: usize, front: bool| {
        let pixels = if front { pixels } else { (pixels as f32 * BACK / FRONT) as usize };
        let image = peg_art::head(on_wood(theme, side), side, front, pixels);
        ui.ctx().load_texture(format!("peg {side} {front}"), image, TextureOptions::LINEAR)
    };
    let heads: Vec<TextureHandle> = (0..4).flat_map(|side| [load(side, true), load(side, false)]).collect();
    memory.heads = Some((key, heads.clone()));
    heads
}

fn place(geometry: &Geometry, side: usize, spot: Spot) -> Pos2 {
    match spot {
        Spot::Waiting => geometry.second_start(side),
        Spot::Points(points) => geometry.hole(side, points),
    }
}

fn paint_pegs(
    ui: &Ui,
    theme: &Theme,
    geometry: &Geometry,
    side: usize,
    shown: &mut ShownPegs,
    heads: &[TextureHandle],
    now: f64,
) {
    let ShownPegs { spots, front, .. } = *shown;
    // The front peg is painted last, on top.
    for peg in [1 - front, front] {
        let target = place(geometry, side, spots[peg]);
        let mut at = target;
        let mut lift = 0.0;
        if let Some(flight) = shown.flight.filter(|f| f.peg == peg) {
            let t = if theme.still { 1.0 } else { ((now - flight.start) as f32 / flight.seconds()).clamp(0.0, 1.0) };
            let eased = t * t * (3.0 - 2.0 * t);
            at = if t >= 1.0 { target } else { flight.at(geometry, side, eased) };
            lift = (PI * t).sin().min(0.6);
            if t >= 1.0 {
                shown.flight = None;
            } else {
                ui.ctx().request_repaint();
            }
        }
        let both_in_one = spots[0] == spots[1] && peg != front;
        if !both_in_one {
            paint_peg(
                ui.painter(),
                geometry.pitch,
                at,
                lift,
                &heads[side % 4 * 2 + usize::from(peg != front)],
                peg == front,
            );
        }
    }
}

/// Lets the front peg of a side be dragged, or moved with the arrow keys and Enter.
#[expect(clippy::too_many_arguments, reason = "all of them are the frame's own values")]
fn handle(
    ui: &Ui,
    theme: &Theme,
    geometry: &Geometry,
    id: Id,
    side: usize,
    pegs: &Pegs<'_>,
    memory: &mut Memory,
    heads: &[TextureHandle],
) -> Option<Dragged> {
    let at = geometry.hole(side, pegs.front);
    let grip = Rect::from_center_size(at, Vec2::splat(TOUCH.min(geometry.strip()).max(geometry.pitch)));
    let peg_id = id.with(("front peg", side));
    let response = ui.interact(grip, peg_id, Sense::click_and_drag()).on_hover_cursor(egui::CursorIcon::Grab);
    response
        .widget_info(|| WidgetInfo::slider(true, f64::from(pegs.front), say!("{name}'s front peg", name = pegs.name)));
    let wanted = if response.dragged() || response.drag_stopped() {
        response.interact_pointer_pos().and_then(|pos| geometry.points_at(pos, |_| pegs.front)).filter(|f| f.0 == side)
    } else {
        None
    };
    if response.dragged()
        && let Some(pos) = response.interact_pointer_pos()
    {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        paint_peg(ui.painter(), geometry.pitch, pos, 0.8, &heads[side % 4 * 2], true);
        let words = wanted.map_or_else(|| say!("back where it was").to_owned(), |(_, to)| correction_words(pegs, to));
        response.show_tooltip_text(words);
    }
    if response.drag_stopped() {
        return wanted.filter(|(_, to)| *to != pegs.front).map(|(side, to)| Dragged { side, to });
    }
    by_keyboard(ui, theme, geometry, side, pegs, memory, &response)
}

fn by_keyboard(
    ui: &Ui,
    theme: &Theme,
    geometry: &Geometry,
    side: usize,
    pegs: &Pegs<'_>,
    memory: &mut Memory,
    response: &Response,
) -> Option<Dragged> {
    let target = i32::from(geometry.shape.target());
    let moved = |from: u16, by: i32| (i32::from(from) + by).clamp(0, target) as u16;
    let asked = |action| ui.input(|i| i.num_accesskit_action_requests(response.id, action)) as i32;
    let asked = asked(egui::accesskit::Action::Increment) - asked(egui::accesskit::Action::Decrement);
    if asked != 0 {
        return Some(Dragged { side, to: moved(pegs.front, asked) }).filter(|d| d.to != pegs.front);
    }
    let held = memory.held.filter(|held| held.side == side);
    if !response.has_focus() {
        if held.is_some() {
            memory.held = None;
        }
        return None;
    }
    let filter =
        egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, ..Default::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
    let ring = Rect::from_center_size(geometry.hole(side, pegs.front), Vec2::splat(geometry.pitch * 1.5));
    ui.painter().rect_stroke(ring, CornerRadius::same(6), Stroke::new(2.0, theme.text), StrokeKind::Outside);
    let step = ui.input(|i| {
        let count = |key| i.num_presses(key) as i32;
        count(Key::ArrowUp) + count(Key::ArrowRight) - count(Key::ArrowDown) - count(Key::ArrowLeft)
    });
    let from = held.map_or(pegs.front, |h| h.to);
    if step != 0 {
        memory.held = Some(Dragged { side, to: moved(from, step) });
    }
    let held = memory.held.filter(|held| held.side == side)?;
    let at = geometry.hole(side, held.to);
    ui.painter().circle_stroke(at, geometry.pitch * 0.6, Stroke::new(3.0, theme.side(side)));
    response.show_tooltip_text(format!("{} · Enter", correction_words(pegs, held.to)));
    let (enter, escape) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
    if escape || enter {
        memory.held = None;
    }
    (enter && held.to != pegs.front).then_some(held)
}

fn correction_words(pegs: &Pegs<'_>, to: u16) -> String {
    let change = i32::from(to) - i32::from(pegs.front);
    match change {
        0 => say!("{name} stays at {to}", name = pegs.name, to),
        _ => say!("correct {name} to {to} ({change})", name = pegs.name, to, change = format!("{change:+}")),
    }
}

/// Says what the hole under the pointer is.
fn hover_text(geometry: &Geometry, board: &PegBoard<'_>, base: &Response) {
    let Some((side, points)) = base.hover_pos().and_then(|pos| geometry.points_at(pos, |s| board.pegs[s].front)) else {
        return;
    };
    let Some(pegs) = board.pegs.get(side) else {
        return;
    };
    base.show_tooltip_text(hole_words(geometry.shape, pegs, points));
}

/// Describes a hole: its side, its points, its street and its distance from the peg.
fn hole_words(shape: BoardShape, pegs: &Pegs<'_>, points: u16) -> String {
    let mut words = vec![format!("{}: {points}", pegs.name)];
    if points == 0 {
        words.push(say!("start").to_owned());
    } else if points == shape.target() {
        words.push(say!("game").to_owned());
    } else if matches!(shape.track, Track::Rounds(_)) {
        let street = (points - 1) / 5 * 5;
        words.push(say!("street {first}–{last}", first = street + 1, last = street + 5));
        if shape.target() > ROUND + 1 {
            words.push(
                if shape.round_of(points) == 0 { say!("first time round") } else { say!("second time round") }
                    .to_owned(),
            );
        }
    }
    if let Some(skunk) = shape.skunk
        && points < skunk
    {
        words.push(say!("before the skunk line").to_owned());
    }
    if points == pegs.front {
        words.push(say!("front peg").to_owned());
    } else if Some(points) == pegs.back {
        words.push(say!("back peg").to_owned());
    } else {
        words.push(format!("{:+}", i32::from(points) - i32::from(pegs.front)));
    }
    words.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pegs(front: u16, back: Option<u16>) -> Pegs<'static> {
        Pegs { name: "Anna", front, back }
    }

    #[test]
    fn pegs_leapfrog_and_go_back() {
        let mut shown = ShownPegs::at(&pegs(0, None));
        for (step, (front, back, mover)) in
            [(3, Some(0), 1), (11, Some(3), 0), (12, Some(11), 1), (11, Some(3), 1), (3, Some(0), 0)].iter().enumerate()
        {
            shown.follow(&pegs(*front, *back), step as f64);
            assert_eq!(shown.spots[shown.front], Spot::Points(*front));
            assert_eq!(shown.flight.map(|f| f.peg), Some(*mover), "step {step}");
        }
    }

    #[test]
    fn a_hole_says_what_it_is() {
        let shape = BoardShape::for_target(2, 61, Some(31));
        let check = |points, words: &str| assert_eq!(hole_words(shape, &pegs(44, Some(42)), points), words);
        check(47, "Anna: 47 · street 46–50 · +3");
        check(42, "Anna: 42 · street 41–45 · back peg");
        check(44, "Anna: 44 · street 41–45 · front peg");
        check(61, "Anna: 61 · game · +17");
        check(30, "Anna: 30 · street 26–30 · before the skunk line · -14");
    }
}
