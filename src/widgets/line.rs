//! The line of play drawn as tiles: it turns at the edges and branches where the rules let it.
//!
//! One unit is half a tile. Every arm runs straight until it would leave its room, then turns right, and back again.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use crate::widgets::tile::{self, Dir, TileLook};
use egui::{Align2, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use game::layout::{Layout, Place, Play, Port};
use game::rules::RuleSet;
use game::tile::Pip;

/// The largest half tile, in points: a first tile does not fill the whole table.
const LARGEST: f32 = 46.0;
/// Room kept free round the tiles for the figures at the ends, in units.
const MARGIN: f32 = 1.7;

/// The same above and below: figures are wider than high.
const MARGIN_HIGH: f32 = 1.25;

/// A tile of the layout with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    /// Its middle.
    centre: Vec2,
    /// From its first half to its second; of a crosswise double the way the line runs.
    dir: Dir,
    crosswise: bool,
}

impl Placed {
    fn size(&self) -> Vec2 {
        let along = self.dir.step().abs();
        let (long, wide) = if self.crosswise { (1.0, 2.0) } else { (2.0, 1.0) };
        along * long + vec2(along.y, along.x) * wide
    }

    fn rect(&self) -> Rect {
        Rect::from_center_size(self.centre.to_pos2(), self.size())
    }

    /// The square a port belongs to, and the way out of it. The distance to the next tile's square is one unit from
    /// there, half a unit more at the short ends of a crosswise double.
    fn exit(&self, port: Port) -> (Vec2, Dir) {
        let half = self.dir.step() * 0.5;
        let back = self.dir.right().right();
        match port {
            Port::First => (self.centre - half, back),
            Port::Second => (self.centre + half, self.dir),
            Port::Side1 => (self.centre, back),
            Port::Side2 => (self.centre, self.dir),
            Port::End1 => (self.centre + self.dir.left().step() * 0.5, self.dir.left()),
            Port::End2 => (self.centre + self.dir.right().step() * 0.5, self.dir.right()),
        }
    }

    /// The tile attached at a square, running `dir`.
    fn attached(play: &Play, square: Vec2, dir: Dir) -> Self {
        let crosswise = play.is_crosswise();
        let reach = if crosswise { 1.0 } else { 1.5 };
        Self { centre: square + dir.step() * reach, dir, crosswise }
    }
}

/// An arm: its main way, and the way it last ran along it.
#[derive(Clone, Copy)]
struct Arm {
    home: Dir,
    last: Dir,
}

impl Arm {
    /// Does the main way run along `dir`, to either side?
    fn is_along(self, dir: Dir) -> bool {
        dir == self.home || dir == self.home.right().right()
    }
}

/// The layout with a place for each tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    tiles: Vec<Placed>,
    /// Points a unit.
    unit: f32,
    /// Where the origin of the units lies, relative to the middle of the room.
    origin: Vec2,
    /// Pairs of tiles that lie across each other: a branching line can box itself in.
    overlaps: usize,
}

/// Places the tiles in a room of this size, as large as they fit.
#[must_use]
pub fn arrange(layout: &Layout, room: Vec2) -> Arrangement {
    let mut best = fitted(place(layout, f32::INFINITY, f32::INFINITY), room);
    for step in 2..=layout.len() + 2 {
        let wide = step as f32 + 1.0;
        let high = (wide * room.y / room.x).max(2.0);
        let next = fitted(place(layout, wide, high), room);
        // Tiles across each other are worse than small ones.
        if next.overlaps < best.overlaps || (next.overlaps == best.overlaps && next.unit > best.unit * 1.02) {
            best = next;
        }
    }
    best
}

/// Scales and centres the tiles.
fn fitted(tiles: Vec<Placed>, room: Vec2) -> Arrangement {
    let bounds = tiles.iter().fold(Rect::NOTHING, |all, tile| all.union(tile.rect()));
    if !bounds.is_positive() {
        return Arrangement { tiles, unit: LARGEST, origin: Vec2::ZERO, overlaps: 0 };
    }
    let wanted = bounds.size() + vec2(2.0 * MARGIN, 2.0 * MARGIN_HIGH);
    // A line is low: its figures stand beside it, not above.
    let wanted = if bounds.height() <= 2.0 { vec2(wanted.x, bounds.height() + 0.5) } else { wanted };
    let unit = (room / wanted).min_elem().min(LARGEST);
    let rects: Vec<Rect> = tiles.iter().map(|tile| tile.rect().shrink(0.05)).collect();
    let overlaps = rects.iter().enumerate().map(|(i, a)| rects[..i].iter().filter(|b| a.intersects(**b)).count()).sum();
    Arrangement { tiles, unit, origin: -bounds.center().to_vec2() * unit, overlaps }
}

/// Places the tiles with arms that keep within `wide` and `high` units of the first tile where they can.
fn place(layout: &Layout, wide: f32, high: f32) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    let mut arms: Vec<Arm> = Vec::new();
    for play in layout.plays() {
        let (tile, arm) = match play.on {
            Some(on) if on.tile < placed.len() => next_to(play, on, &placed, arms[on.tile], (wide, high)),
            _ => {
                let first = Placed { centre: Vec2::ZERO, dir: Dir::East, crosswise: play.is_crosswise() };
                (first, Arm { home: Dir::East, last: Dir::East })
            }
        };
        placed.push(tile);
        arms.push(arm);
    }
    placed
}

/// The place of a tile attached at `on`: straight on, or round the corner where there is no room.
fn next_to(play: &Play, on: Place, placed: &[Placed], arm: Arm, (wide, high): (f32, f32)) -> (Placed, Arm) {
    let (square, out) = placed[on.tile].exit(on.port);
    let forward = matches!(on.port, Port::Second | Port::Side2);
    // The first tile has arms both ways, and a double arms at its ends: each has its own way home.
    let arm =
        if (forward && on.tile > 0) || (on.tile == 0 && out == arm.home) { arm } else { Arm { home: out, last: out } };
    let can_turn = matches!(on.port, Port::First | Port::Second);
    let wrap = arm.home.right();
    let mut ways = vec![out];
    if can_turn {
        if arm.is_along(out) {
            ways.extend([wrap, wrap.right().right()]);
        } else {
            // Round the corner: back the way the line came from, one row further.
            let back = arm.last.right().right();
            ways = vec![back, out, arm.last];
        }
    }
    let fits = |tile: &Placed| {
        let rect = tile.rect();
        rect.left() >= -wide && rect.right() <= wide && rect.top() >= -high && rect.bottom() <= high
    };
    let clear = |tile: &Placed| {
        let rect = tile.rect().shrink(0.05);
        placed.iter().enumerate().all(|(i, other)| i == on.tile || !other.rect().intersects(rect))
    };
    let options = || ways.iter().map(|&dir| Placed::attached(play, square, dir));
    let tile = options()
        .find(|tile| clear(tile) && fits(tile))
        .or_else(|| options().find(clear))
        .unwrap_or_else(|| Placed::attached(play, square, out));
    let last = if arm.is_along(tile.dir) { tile.dir } else { arm.last };
    (tile, Arm { last, ..arm })
}

/// What the line shows besides its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The tile that was laid last, by number.
    pub last: Option<usize>,
    /// Wrong plays that stand, by number.
    pub wrong: &'a [usize],
    /// Places that may be tapped, with their pips and what they are called.
    pub choices: &'a [(Place, Pip, String)],
    /// The last tile is only proposed.
    pub proposed: bool,
}

/// Draws the line in `rect` and returns the place that was tapped.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, layout: &Layout, rules: &RuleSet, marks: &Marks<'_>) -> Option<Place> {
    let arrangement = arrange(layout, rect.size());
    let painter = ui.painter_at(rect.expand(2.0));
    let at = |units: Vec2| rect.center() + arrangement.origin + units * arrangement.unit;
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
            let corner = at(tile.centre) + tile.size() * arrangement.unit * vec2(0.5, -0.5);
            painter.circle_filled(corner, 9.0, theme.bad);
            text::put(&painter, corner, Align2::CENTER_CENTER, "!", Ink::new(Weight::Bold, 13.0, theme.on_fill));
        }
    }
    paint_ends(&painter, theme, &arrangement, at, layout, rules);
    choose(ui, theme, rect, &arrangement, at, marks.choices)
}

/// The figures that are added up, each beyond its end.
fn paint_ends(
    painter: &egui::Painter,
    theme: &Theme,
    arrangement: &Arrangement,
    at: impl Fn(Vec2) -> Pos2,
    layout: &Layout,
    rules: &RuleSet,
) {
    let size = (arrangement.unit * 0.95).clamp(15.0, 34.0);
    for end in layout.ends(rules) {
        let port = open_port(layout, end.tile, end.pip);
        let lone = layout.len() == 1 && layout.play(0).is_some_and(|play| play.tile().is_double());
        let Some(port) = port else { continue };
        // A lone double counts once: its figure stands on one side only.
        let beyond = beyond(arrangement, Place { tile: end.tile, port }, size);
        let ink = Ink::new(Weight::Bold, size, theme.text);
        text::put(painter, at(beyond), Align2::CENTER_CENTER, &end.counts.to_string(), ink);
        if lone {
            break;
        }
    }
}

/// A place that is seen beyond an open port, in units.
fn beyond(arrangement: &Arrangement, place: Place, size: f32) -> Vec2 {
    let tile = &arrangement.tiles[place.tile];
    let (square, out) = tile.exit(place.port);
    square + out.step() * (0.5 + (size * 0.85 / arrangement.unit).max(0.75))
}

/// The free port of a counting end.
fn open_port(layout: &Layout, tile: usize, pip: Pip) -> Option<Port> {
    let ports = [Port::Second, Port::First, Port::Side2, Port::Side1, Port::End1, Port::End2];
    let place = |port| Place { tile, port };
    ports.into_iter().find(|&port| layout.is_free(place(port)) && layout.pip_at(place(port)) == Some(pip))
}

/// The places to tap, large enough for a finger, the numbers of which stand in for the colour.
fn choose(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    arrangement: &Arrangement,
    at: impl Fn(Vec2) -> Pos2,
    choices: &[(Place, Pip, String)],
) -> Option<Place> {
    let mut tapped = None;
    for (place, pip, name) in choices {
        if place.tile >= arrangement.tiles.len() {
            continue;
        }
        let centre = at(beyond(arrangement, *place, 22.0));
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

/// The place of the first tile before it is laid.
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
        text::put_within(painter, below, Align2::CENTER_CENTER, words, ink, rect.width() - 16.0);
    } else {
        let room = slot.width() - 14.0;
        let ink = text::fitting(painter, words, ink, room);
        text::put_within(painter, slot.center(), Align2::CENTER_CENTER, words, ink, room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;
    use game::rules::PRESETS;

    /// A random line by the rules, as long as it gets.
    fn random_layout(rules: &RuleSet, rng: &mut Rng) -> Layout {
        let mut layout = Layout::new();
        loop {
            let ways: Vec<Play> = rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules)).collect();
            let Some(play) = rng.pick(&ways) else { return layout };
            layout.lay(*play, rules).unwrap();
        }
    }

    #[test]
    fn neighbours_touch_and_hardly_any_tiles_overlap() {
        let mut rng = Rng::new(4);
        let (mut overlaps, mut pairs) = (0, 0);
        for preset in PRESETS {
            for _ in 0..20 {
                let layout = random_layout(&preset.rules, &mut rng);
                for room in [vec2(700.0, 110.0), vec2(560.0, 300.0), vec2(1200.0, 500.0)] {
                    let arrangement = arrange(&layout, room);
                    assert!(arrangement.unit > 2.0, "{} tiles in {room}: {}", layout.len(), arrangement.unit);
                    for (i, (tile, play)) in arrangement.tiles.iter().zip(layout.plays()).enumerate() {
                        let Some(on) = play.on else { continue };
                        let parent = arrangement.tiles[on.tile];
                        assert!(
                            parent.rect().expand(0.01).intersects(tile.rect()),
                            "tile {i} is apart from its neighbour"
                        );
                        assert!(!parent.rect().shrink(0.05).intersects(tile.rect().shrink(0.05)), "tile {i} covers it");
                        pairs += i;
                        overlaps += arrangement.tiles[..i]
                            .iter()
                            .filter(|other| other.rect().shrink(0.05).intersects(tile.rect().shrink(0.05)))
                            .count();
                    }
                }
            }
        }
        // A branching double-nine tree can box itself in; then a tile lies across another rather than nowhere.
        assert!(overlaps * 2000 < pairs, "{overlaps} of {pairs}");
    }

    #[test]
    fn a_long_line_wraps_to_stay_large() {
        let mut rng = Rng::new(7);
        let layout = random_layout(&PRESETS[0].rules, &mut rng);
        let straight = fitted(place(&layout, f32::INFINITY, f32::INFINITY), vec2(700.0, 260.0)).unit;
        let wrapped = arrange(&layout, vec2(700.0, 260.0)).unit;
        assert!(wrapped > straight * 1.3, "{straight} {wrapped} {layout}");
    }
}
