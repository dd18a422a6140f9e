//! Finds the camera's movement: the small move, turn and scaling that aligns two pictures of a table, despite hands and
//! light in one of them.

use super::differs::SQUARE;
use super::small::Small;
use crate::similarity::Similarity;
use eye::geometry::solve;
use eye::read::Point;

/// Sizes at which pictures are compared: each half as large as the one before.
const LEVELS: usize = 3;
/// Light is what changes over more cells than this.
const LIGHT: usize = 6;
/// A place to hold on to differs from its neighbours by this much.
const EDGE: f32 = 3.0;
/// Fewer places cannot say anything.
const LEAST: usize = 24;
/// Steps at each size.
const STEPS: usize = 6;
/// Share of the places that must agree: a hand may hide the others.
const AGREE: f32 = 0.3;
/// From this share on nothing else is tried.
const SURE: f32 = 0.8;
/// Cells beyond which a camera's move between two pictures needs more places to agree.
const FAR: f64 = 8.0;
/// Share of the places that has to agree on a move beyond [`FAR`].
const SURELY: f32 = 0.5;
/// Least gain in agreement at which something counts as a move.
const HARDLY: f32 = 0.03;
/// Largest difference at which a place agrees, unless it is at most half of its contrast.
const CLOSE: f32 = 5.0;
/// Stiffness of size and turn, so that a few places on one side of the picture do not swing it.
const STIFF: f64 = 2e-3;

/// A place to hold on to.
#[derive(Clone, Copy, Debug)]
struct Hold {
    x: f32,
    y: f32,
    value: f32,
    dx: f32,
    dy: f32,
}

/// A picture prepared for bringing others to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchor {
    levels: Vec<(usize, usize, Vec<Hold>)>,
}

/// A picture prepared for being brought to others: largest first.
#[derive(Clone, Debug)]
pub(super) struct Reliefs(Vec<Small>);

impl Reliefs {
    /// Of a small picture.
    #[must_use]
    pub(super) fn of(small: &Small) -> Self {
        let half = small.halved();
        let quarter = half.halved();
        Self([small, &half, &quarter].map(|small| small.relief(LIGHT)).into())
    }
}

impl Anchor {
    /// Of the picture that others are brought to.
    #[must_use]
    pub(super) fn of(reliefs: &Reliefs) -> Self {
        let level = |relief: &Small| (relief.width, relief.height, holds(relief));
        Self { levels: reliefs.0.iter().map(level).collect() }
    }

    /// Returns the placement of `now` over this picture, in its cells; `None` if they have too little in common.
    ///
    /// The search begins with `last`, the place of the last picture. `on_tiles` reports places of tiles, which may have
    /// been cleared away.
    #[must_use]
    pub(super) fn moved(
        &self,
        now: &Reliefs,
        last: &Similarity,
        on_tiles: &dyn Fn(f32, f32) -> bool,
    ) -> Option<Similarity> {
        self.found(now, last).or_else(|| self.without(on_tiles).found(now, last))
    }

    /// Searches again without the places of tiles.
    fn without(&self, on_tiles: &dyn Fn(f32, f32) -> bool) -> Self {
        let level = |(size, (width, height, holds)): (f32, &(usize, usize, Vec<Hold>))| {
            let free = holds.iter().filter(|hold| !on_tiles(hold.x * size, hold.y * size));
            (*width, *height, free.copied().collect())
        };
        let sizes = (0..LEVELS).map(|level| (1 << level) as f32);
        Self { levels: sizes.zip(&self.levels).map(level).collect() }
    }

    fn found(&self, now: &Reliefs, last: &Similarity) -> Option<Similarity> {
        if self.levels.first().is_none_or(|level| level.2.len() < LEAST) {
            // A bare table looks the same from everywhere.
            return Some(*last);
        }
        let (mut moved, mut agreeing) = self.followed(now, last, LEVELS);
        if agreeing < SURE {
            // From far away a table that repeats itself looks right in several places; from near the last one may be among them.
            for levels in (1..LEVELS).rev() {
                let (other, agree) = self.followed(now, last, levels);
                if agree > agreeing {
                    (moved, agreeing) = (other, agree);
                }
            }
            // Under a hand few places are left: one hardly better than the last picture's is not a move.
            let stayed = self.agreeing(now, last);
            if stayed + HARDLY > agreeing {
                (moved, agreeing) = (*last, stayed);
            }
        }
        let sane = (0.7..1.4).contains(&moved.a) && moved.b.abs() < 0.3;
        // Something like the table is seen in any picture, if it may be moved and turned enough.
        let needed = if self.is_far(&moved, last) { SURELY } else { AGREE };
        (sane && agreeing >= needed).then_some(moved)
    }

    /// Reports whether a corner is far from its last place.
    fn is_far(&self, moved: &Similarity, last: &Similarity) -> bool {
        let (w, h) = self.levels.first().map_or((0.0, 0.0), |level| (level.0 as f64, level.1 as f64));
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point { x, y });
        corners.iter().any(|corner| moved.of(*corner).distance(last.of(*corner)) > FAR)
    }

    /// Returns the share of the places that agree when `now` is placed by `moved`.
    fn agreeing(&self, now: &Reliefs, moved: &Similarity) -> f32 {
        let (Some((width, height, holds)), Some(relief)) = (self.levels.first(), now.0.first()) else { return 0.0 };
        step(holds, relief, moved, (*width as f32 / 2.0, *height as f32 / 2.0)).map_or(0.0, |step| step.1)
    }

    /// Returns the move found from the smallest of `levels` sizes on, with the share of the places that agree.
    fn followed(&self, now: &Reliefs, last: &Similarity, levels: usize) -> (Similarity, f32) {
        let (mut moved, mut agreeing) = (*last, 0.0);
        for level in (0..levels).rev() {
            let (Some((width, height, holds)), Some(relief)) = (self.levels.get(level), now.0.get(level)) else {
                continue;
            };
            if holds.len() < LEAST {
                continue;
            }
            let size = 0.5_f64.powi(i32::try_from(level).unwrap_or(0));
            let middle = (*width as f32 / 2.0, *height as f32 / 2.0);
            let mut here = moved.enlarged(size);
            for _ in 0..STEPS {
                let Some((step, agree)) = step(holds, relief, &here, middle) else { break };
                agreeing = agree;
                here = step.back().then(&here);
                if step.tx.abs() + step.ty.abs() + (step.b.abs() + (step.a - 1.0).abs()) * f64::from(middle.0) < 0.004 {
                    break;
                }
            }
            moved = here.enlarged(1.0 / size);
        }
        (moved, agreeing)
    }
}

/// The best place of each square.
fn holds(relief: &Small) -> Vec<Hold> {
    let (w, h) = (relief.width, relief.height);
    let mut all = Vec::new();
    for top in (1..h.saturating_sub(SQUARE)).step_by(SQUARE) {
        for left in (1..w.saturating_sub(SQUARE)).step_by(SQUARE) {
            let mut best: Option<(f32, Hold)> = None;
            for y in top..top + SQUARE {
                for x in left..left + SQUARE {
                    let at = y * w + x;
                    let dx = (relief.values[at + 1] - relief.values[at - 1]) * 0.5;
                    let dy = (relief.values[at + w] - relief.values[at - w]) * 0.5;
                    let steep = dx.hypot(dy);
                    if steep >= EDGE && best.as_ref().is_none_or(|best| best.0 < steep) {
                        let hold = Hold { x: x as f32 + 0.5, y: y as f32 + 0.5, value: relief.values[at], dx, dy };
                        best = Some((steep, hold));
                    }
                }
            }
            all.extend(best.map(|best| best.1));
        }
    }
    all
}

/// Takes one Gauss-Newton step, weighted towards the majority of places: returns the move to undo, and the share of
/// places that agree so far.
fn step(holds: &[Hold], now: &Small, moved: &Similarity, middle: (f32, f32)) -> Option<(Similarity, f32)> {
    let (a, b, tx, ty) = (moved.a as f32, moved.b as f32, moved.tx as f32, moved.ty as f32);
    let mut seen: Vec<(&Hold, f32)> = Vec::with_capacity(holds.len());
    let (mut both, mut own) = (0.0_f32, 0.0_f32);
    for hold in holds {
        let at = now.at(a * hold.x - b * hold.y + tx, b * hold.x + a * hold.y + ty);
        if let Some(value) = at {
            seen.push((hold, value));
            // Contrast varies with the light.
            let close = (value - hold.value).abs() < CLOSE + 0.7 * hold.value.abs();
            both += if close { value * hold.value } else { 0.0 };
            own += if close { value * value } else { 0.0 };
        }
    }
    if seen.len() < LEAST {
        return None;
    }
    let light = if own > 0.0 { (both / own).clamp(0.5, 2.0) } else { 1.0 };
    let apart = seen.iter().map(|(hold, value)| (value * light - hold.value).abs()).collect();
    let scale = (super::light::middle(apart)? * 2.0).clamp(1.0, 12.0);
    let (mut matrix, mut right) = ([[0.0_f64; 4]; 4], [0.0_f64; 4]);
    let mut agree = 0.0;
    for (hold, value) in &seen {
        let off = value * light - hold.value;
        agree += f32::from(u8::from(off.abs() < CLOSE.max(0.5 * hold.value.abs())));
        let weight = 1.0 / (1.0 + (off / scale).powi(2)).powi(2);
        let (x, y) = (hold.x - middle.0, hold.y - middle.1);
        let slopes = [hold.dx * x + hold.dy * y, hold.dy * x - hold.dx * y, hold.dx, hold.dy].map(f64::from);
        for (row, slope) in slopes.iter().enumerate() {
            for (column, other) in slopes.iter().enumerate() {
                matrix[row][column] += f64::from(weight) * slope * other;
            }
            right[row] += f64::from(weight) * slope * f64::from(off);
        }
    }
    let spread = f64::from(middle.0 * middle.0) * (matrix[2][2] + matrix[3][3]);
    matrix[0][0] += STIFF * spread;
    matrix[1][1] += STIFF * spread;
    let [da, db, dx, dy] = solve(&matrix, &right)?;
    // The turn is about the middle of the picture.
    let (mx, my) = (f64::from(middle.0), f64::from(middle.1));
    let step = Similarity { a: 1.0 + da, b: db, tx: dx - da * mx + db * my, ty: dy - db * mx - da * my };
    let total = holds.len() as f32;
    Some((step, agree / total))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with blocks on it, seen through a camera that has moved, in this light, with a hand over a third of it.
    fn table(moved: &Similarity, light: f32, hand: bool) -> Small {
        let back = moved.back();
        let mut values = Vec::new();
        for y in 0..180 {
            for x in 0..320 {
                let p = back.of(Point { x: f64::from(x) + 0.5, y: f64::from(y) + 0.5 });
                let wave = |v: f64, period: f64| ((v / period * std::f64::consts::TAU).sin() * 3.0).clamp(-1.0, 1.0);
                let value = 110.0 + 40.0 * wave(p.x, 37.0) * wave(p.y + 0.3 * p.x, 29.0);
                let value = if hand && x < 110 { 200.0 } else { value as f32 };
                values.push(value * light * (1.0 + 0.05 * (y as f32 / 20.0).sin()));
            }
        }
        Small { width: 320, height: 180, block: 4, values }
    }

    #[test]
    fn what_the_camera_did_is_found_under_a_hand_and_in_another_light() {
        let still = Reliefs::of(&table(&Similarity::NONE, 1.0, false));
        let anchor = Anchor::of(&still);
        for (a, b, tx, ty) in
            [(1.0, 0.0, 0.06, -0.04), (1.0, 0.0, 1.3, 2.4), (1.004, 0.0, -0.5, 0.1), (1.0, 0.01, 1.0, 3.0)]
        {
            for (light, hand) in [(1.0, false), (1.2, false), (0.8, true)] {
                if hand && f64::hypot(tx, ty) > 1.0 {
                    // Moved so far under a hand it is looked for again when the hand has gone.
                    continue;
                }
                let was = Similarity { a, b, tx, ty };
                let found =
                    anchor.moved(&Reliefs::of(&table(&was, light, hand)), &Similarity::NONE, &|_, _| false).unwrap();
                for p in [(60.0, 40.0), (250.0, 150.0)].map(|(x, y)| Point { x, y }) {
                    let (want, got) = (was.of(p), found.of(p));
                    let off = (want.x - got.x).hypot(want.y - got.y);
                    assert!(off < 0.12, "{was:?} in light {light}, hand {hand}: {off} off, {found:?}");
                }
            }
        }
    }

    #[test]
    fn a_bare_table_stays_where_it_is() {
        let bare = |grey: f32| Reliefs::of(&Small { width: 320, height: 180, block: 4, values: vec![grey; 320 * 180] });
        assert_eq!(
            Anchor::of(&bare(90.0)).moved(&bare(120.0), &Similarity::NONE, &|_, _| false),
            Some(Similarity::NONE)
        );
    }

    #[test]
    fn a_bare_table_from_which_the_tiles_were_cleared_is_still_there() {
        let grey = |blocks: bool| {
            let block = |x: usize, y: usize| {
                (100..220).contains(&x) && (60..120).contains(&y) && (x / 9 + y / 7).is_multiple_of(2)
            };
            let value = |i: usize| if blocks && block(i % 320, i / 320) { 220.0 } else { 90.0 };
            Reliefs::of(&Small { width: 320, height: 180, block: 4, values: (0..320 * 180).map(value).collect() })
        };
        let anchor = Anchor::of(&grey(true));
        assert_eq!(anchor.moved(&grey(false), &Similarity::NONE, &|_, _| false), None);
        let tiles = |x: f32, y: f32| (90.0..230.0).contains(&x) && (50.0..130.0).contains(&y);
        assert_eq!(anchor.moved(&grey(false), &Similarity::NONE, &tiles), Some(Similarity::NONE));
    }

    #[test]
    fn another_table_is_not_this_one_moved() {
        let anchor = Anchor::of(&Reliefs::of(&table(&Similarity::NONE, 1.0, false)));
        let mut rng = game::rng::Rng::new(5);
        let values = (0..320 * 180).map(|_| rng.range(60.0, 160.0) as f32).collect();
        let other = Small { width: 320, height: 180, block: 4, values };
        assert_eq!(anchor.moved(&Reliefs::of(&other), &Similarity::NONE, &|_, _| false), None);
    }
}
