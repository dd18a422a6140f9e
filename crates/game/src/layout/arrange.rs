//! Places the tiles of a layout for drawing: the line turns at the edges and branches where the rules allow.
//!
//! One unit is half a tile. Every arm runs straight until it would leave its room, then turns right, and back again.
//! This is geometry only; the caller scales it.

use super::{Layout, Place, Play, Port};

/// The largest half tile, in points: a first tile does not fill the whole table.
const LARGEST: f32 = 46.0;
/// Room kept free round the tiles for the figures at the ends, in units.
const MARGIN: f32 = 1.7;
/// Margin above and below: figures are wider than high.
const MARGIN_HIGH: f32 = 1.25;

/// Direction of a tile, from the middle of its first half to that of its second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
    /// Up.
    North,
}

impl Dir {
    /// The unit step, y down.
    #[must_use]
    pub const fn step(self) -> [f32; 2] {
        match self {
            Self::East => [1.0, 0.0],
            Self::South => [0.0, 1.0],
            Self::West => [-1.0, 0.0],
            Self::North => [0.0, -1.0],
        }
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub const fn right(self) -> Self {
        match self {
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
        }
    }

    /// A quarter turn anticlockwise.
    #[must_use]
    pub const fn left(self) -> Self {
        self.right().right().right()
    }
}

/// A tile of the layout with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileSpot {
    /// Centre of the tile.
    pub centre: [f32; 2],
    /// From its first half to its second; of a crosswise double the way the line runs.
    pub dir: Dir,
    /// Whether it is across the line.
    pub crosswise: bool,
}

impl TileSpot {
    /// Width and height.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        let (long, wide) = if self.crosswise { (1.0, 2.0) } else { (2.0, 1.0) };
        match self.dir {
            Dir::East | Dir::West => [long, wide],
            Dir::South | Dir::North => [wide, long],
        }
    }

    /// The smallest and the largest corner.
    #[must_use]
    pub fn corners(&self) -> [[f32; 2]; 2] {
        let ([x, y], [wide, high]) = (self.centre, self.size());
        [[x - wide / 2.0, y - high / 2.0], [x + wide / 2.0, y + high / 2.0]]
    }

    /// The square a port belongs to, and the way out of it. The distance to the next tile's square is one unit from
    /// there, half a unit more at the short ends of a crosswise double.
    #[must_use]
    pub fn exit(&self, port: Port) -> ([f32; 2], Dir) {
        let back = self.dir.right().right();
        match port {
            Port::First => (along(self.centre, self.dir, -0.5), back),
            Port::Second => (along(self.centre, self.dir, 0.5), self.dir),
            Port::Side1 => (self.centre, back),
            Port::Side2 => (self.centre, self.dir),
            Port::End1 => (along(self.centre, self.dir.left(), 0.5), self.dir.left()),
            Port::End2 => (along(self.centre, self.dir.right(), 0.5), self.dir.right()),
        }
    }

    /// The tile attached at a square, running `dir`.
    fn attached(play: &Play, square: [f32; 2], dir: Dir) -> Self {
        let crosswise = play.is_crosswise();
        let reach = if crosswise { 1.0 } else { 1.5 };
        Self { centre: along(square, dir, reach), dir, crosswise }
    }

    /// Reports whether they overlap by more than touching.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let ([[left, top], [right, bottom]], [[l, t], [r, b]]) = (self.corners(), other.corners());
        let apart = 0.1;
        left + apart <= r && l + apart <= right && top + apart <= b && t + apart <= bottom
    }
}

fn along([x, y]: [f32; 2], dir: Dir, far: f32) -> [f32; 2] {
    let [dx, dy] = dir.step();
    [x + dx * far, y + dy * far]
}

/// An arm: its main way, and the way it last ran along it.
#[derive(Clone, Copy)]
struct LineArm {
    home: Dir,
    last: Dir,
}

impl LineArm {
    /// Reports whether the main way runs along `dir`, to either side.
    fn is_along(self, dir: Dir) -> bool {
        dir == self.home || dir == self.home.right().right()
    }
}

/// The layout with a place for each tile.
///
/// ```
/// use game::layout::{Layout, arrange};
///
/// let layout: Layout = "6-6 6-3".parse()?;
/// let drawn = arrange(&layout, [300.0, 100.0]);
/// assert_eq!((drawn.tiles.len(), drawn.tiles[1].centre), (2, [1.5, 0.0]));
/// # Ok::<(), game::layout::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// The tiles in the order in which they were played; the first is at the origin.
    pub tiles: Vec<TileSpot>,
    /// Points a unit.
    pub unit: f32,
    /// The origin of the units, relative to the middle of the room.
    pub origin: [f32; 2],
    /// Pairs of tiles that overlap: a branching line can box itself in.
    overlaps: usize,
}

impl Arrangement {
    /// The smallest and the largest corner of all tiles, in units.
    #[must_use]
    pub fn bounds(&self) -> [[f32; 2]; 2] {
        bounds(&self.tiles)
    }

    /// A place that is seen beyond an open port, so far from its square.
    #[must_use]
    pub fn beyond(&self, place: Place, far: f32) -> Option<[f32; 2]> {
        let (square, out) = self.tiles.get(place.tile)?.exit(place.port);
        Some(along(square, out, far))
    }
}

fn bounds(tiles: &[TileSpot]) -> [[f32; 2]; 2] {
    let nothing = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
    tiles.iter().map(TileSpot::corners).fold(nothing, |[low, high], [near, far]| {
        [[low[0].min(near[0]), low[1].min(near[1])], [high[0].max(far[0]), high[1].max(far[1])]]
    })
}

/// Places the tiles in a room of this width and height, as large as they fit.
#[must_use]
pub fn arrange(layout: &Layout, room: [f32; 2]) -> Arrangement {
    let mut best = fitted(place(layout, f32::INFINITY, f32::INFINITY), room);
    for step in 2..=layout.len() + 2 {
        let wide = step as f32 + 1.0;
        let high = (wide * room[1] / room[0]).max(2.0);
        let next = fitted(place(layout, wide, high), room);
        // Tiles across each other are worse than small ones.
        if next.overlaps < best.overlaps || (next.overlaps == best.overlaps && next.unit > best.unit * 1.02) {
            best = next;
        }
    }
    best
}

/// Scales and centres the tiles.
fn fitted(tiles: Vec<TileSpot>, room: [f32; 2]) -> Arrangement {
    if tiles.is_empty() {
        return Arrangement { tiles, unit: LARGEST, origin: [0.0; 2], overlaps: 0 };
    }
    let [low, high] = bounds(&tiles);
    let size = [high[0] - low[0], high[1] - low[1]];
    // A line is low: its figures stand beside it, not above.
    let above = if size[1] <= 2.0 { 0.5 } else { 2.0 * MARGIN_HIGH };
    let wanted = [size[0] + 2.0 * MARGIN, size[1] + above];
    let unit = (room[0] / wanted[0]).min(room[1] / wanted[1]).min(LARGEST);
    let overlaps = tiles.iter().enumerate().map(|(i, a)| tiles[..i].iter().filter(|b| a.covers(b)).count()).sum();
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    Arrangement { tiles, unit, origin: middle.map(|middle| -middle * unit), overlaps }
}

/// Places the tiles with arms that keep within `wide` and `high` units of the first tile where they can.
fn place(layout: &Layout, wide: f32, high: f32) -> Vec<TileSpot> {
    let mut placed: Vec<TileSpot> = Vec::new();
    let mut arms: Vec<LineArm> = Vec::new();
    for play in layout.plays() {
        let (tile, arm) = match play.on {
            Some(on) if on.tile < placed.len() => next_to(play, on, &placed, arms[on.tile], (wide, high)),
            _ => {
                let first = TileSpot { centre: [0.0; 2], dir: Dir::East, crosswise: play.is_crosswise() };
                (first, LineArm { home: Dir::East, last: Dir::East })
            }
        };
        placed.push(tile);
        arms.push(arm);
    }
    placed
}

/// The place of a tile attached at `on`: straight on, or round the corner without room.
fn next_to(play: &Play, on: Place, placed: &[TileSpot], arm: LineArm, (wide, high): (f32, f32)) -> (TileSpot, LineArm) {
    let (square, out) = placed[on.tile].exit(on.port);
    let forward = matches!(on.port, Port::Second | Port::Side2);
    // The first tile has arms both ways, and a double arms at its ends: each has its own way home.
    let arm = if (forward && on.tile > 0) || (on.tile == 0 && out == arm.home) {
        arm
    } else {
        LineArm { home: out, last: out }
    };
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
    let fits = |tile: &TileSpot| {
        let [low, far] = tile.corners();
        low[0] >= -wide && far[0] <= wide && low[1] >= -high && far[1] <= high
    };
    let clear = |tile: &TileSpot| placed.iter().enumerate().all(|(i, other)| i == on.tile || !touches(other, tile));
    let options = || ways.iter().map(|&dir| TileSpot::attached(play, square, dir));
    let tile = options()
        .find(|tile| clear(tile) && fits(tile))
        .or_else(|| options().find(clear))
        .unwrap_or_else(|| TileSpot::attached(play, square, out));
    let last = if arm.is_along(tile.dir) { tile.dir } else { arm.last };
    (tile, LineArm { last, ..arm })
}

/// Reports whether `tile` overlaps `other` by more than a rounding error.
fn touches(other: &TileSpot, tile: &TileSpot) -> bool {
    let ([[left, top], [right, bottom]], [[l, t], [r, b]]) = (other.corners(), tile.corners());
    let hair = 0.05;
    l + hair <= right && left <= r - hair && t + hair <= bottom && top <= b - hair
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::rules::{PRESETS, RuleSet};

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
                for room in [[700.0, 110.0], [560.0, 300.0], [1200.0, 500.0]] {
                    let arrangement = arrange(&layout, room);
                    assert!(arrangement.unit > 2.0, "{} tiles in {room:?}: {}", layout.len(), arrangement.unit);
                    for (i, (tile, play)) in arrangement.tiles.iter().zip(layout.plays()).enumerate() {
                        let Some(on) = play.on else { continue };
                        let parent = arrangement.tiles[on.tile];
                        let ([low, far], [near, high]) = (parent.corners(), tile.corners());
                        let meet = (0..2).all(|axis| near[axis] <= far[axis] + 0.01 && low[axis] <= high[axis] + 0.01);
                        assert!(meet, "tile {i} is apart from its neighbour");
                        assert!(!parent.covers(tile), "tile {i} covers it");
                        pairs += i;
                        overlaps += arrangement.tiles[..i].iter().filter(|other| other.covers(tile)).count();
                    }
                }
            }
        }
        // A branching double-nine tree can box itself in; then a tile overlaps another rather than having no place.
        assert!(overlaps * 2000 < pairs, "{overlaps} of {pairs}");
    }

    #[test]
    fn a_long_line_wraps_to_stay_large() {
        let mut rng = Rng::new(7);
        let layout = random_layout(&PRESETS[0].rules, &mut rng);
        let straight = fitted(place(&layout, f32::INFINITY, f32::INFINITY), [700.0, 260.0]).unit;
        let wrapped = arrange(&layout, [700.0, 260.0]).unit;
        assert!(wrapped > straight * 1.3, "{straight} {wrapped} {layout}");
    }
}
