//! Places of the pips of each value.

use super::maths::Dice;

/// Size of a tile's face, mm, for placing pips.
#[derive(Clone, Copy, Debug)]
pub struct PipPlaces {
    /// Half of the tile's length: one half of the tile is as long as this.
    pub half_length: f32,
    /// Half of the tile's width.
    pub half_width: f32,
}

/// The highest value that can be drawn: sets that are played go up to double-twelve, those that are on sale to double-eighteen.
pub const HIGHEST: u8 = 18;
/// Number of values with pips that vary from set to set; higher ones are drawn in rows of five or six.
const VARIED: usize = 13;
const VALUES: usize = HIGHEST as usize + 1;

/// The pips of every value: places from the middle of a half, `(along the tile, across it)` in mm, and their radius.
#[derive(Clone, Debug)]
pub struct PipLayouts {
    /// `of[value]` are the places of half a; half b has them turned by half a turn, or, with `shifted`, just moved.
    pub of: [Vec<(f32, f32)>; VALUES],
    /// Radius for each value.
    pub radius: [f32; VALUES],
    /// Whether both halves are alike under a shift (true) or under half a turn (false).
    pub shifted: bool,
}

impl PipLayouts {
    /// Patterns, spacing and sizes at random.
    #[must_use]
    pub fn random(dice: &mut Dice, face: PipPlaces) -> Self {
        // Shares of the half's side: radius .07 to .15, spacing so that pips stay on the half.
        let side = face.half_length.min(face.half_width * 2.0);
        let radius = dice.f(0.07, 0.135);
        let spacing = dice.f(0.235, 0.33).min(0.5 - radius - 0.03);
        let stretch = dice.f(0.9, 1.06);
        let small = dice.f(0.6, 0.95);
        let same_size = dice.p(0.45);
        let variant = Variant {
            other_diagonal: dice.p(0.5),
            sixes_across: dice.p(0.06),
            twelves_across: dice.p(0.35),
            tens: dice.i(0, 3),
            eights_in_fours: dice.p(0.05),
        };
        let (sx, sy) = (spacing * face.half_length * stretch, spacing * face.half_width * 2.0);
        let sx = sx.min(face.half_length * (0.5 - 0.03) - radius * side);
        let jitter = if dice.p(0.7) { 0.0 } else { dice.f(0.0, 0.018) * side };
        // Neighbours in a row of three are one step apart, in a row of four two thirds of it.
        let step = sx.min(sy) / side;
        let largest = |value: usize| match value {
            0..=5 => (0.62 * step).min(0.15),
            8 if variant.eights_in_fours => 0.29 * step,
            6..=9 => 0.43 * step,
            10..VARIED => 0.29 * step,
            13..=15 => 0.215 * step,
            _ => 0.172 * step,
        };
        let radius: [f32; VALUES] = std::array::from_fn(|value| {
            let wish = radius
                * match value {
                    _ if same_size => 1.0,
                    0 => 1.0,
                    1 => 1.0 / small.sqrt(),
                    2..=6 => 1.0,
                    7..=9 => small.sqrt(),
                    _ => small,
                };
            wish.min(largest(value)) * side
        });
        let of = std::array::from_fn(|value| {
            let mut places = variant.pattern(value);
            if value >= VARIED {
                // No random choice here, so that smaller sets are drawn as before.
                return places.into_iter().map(|p| (p.0 * sx, p.1 * sy)).collect();
            }
            let rows_of_four = value > 9 || value == 8 && variant.eights_in_fours;
            let free = step * side * if rows_of_four { 0.66 } else { 1.0 } - 2.0 * radius[value];
            let sd = jitter.min(free.max(0.0) * 0.12);
            for p in &mut places {
                *p = (p.0 * sx + dice.n(sd), p.1 * sy + dice.n(sd));
            }
            places
        });
        Self { of, radius, shifted: dice.p(0.3) }
    }

    /// Place of pip `i` of `value` on half `half` (0 = a, 1 = b), from the middle of the tile.
    #[must_use]
    pub fn place(&self, value: u8, i: usize, half: usize, half_length: f32) -> (f32, f32) {
        let (x, y) = self.of[usize::from(value)][i];
        match (half, self.shifted) {
            (0, _) => (x - half_length / 2.0, y),
            (_, true) => (x + half_length / 2.0, y),
            (_, false) => (half_length / 2.0 - x, -y),
        }
    }
}

struct Variant {
    other_diagonal: bool,
    sixes_across: bool,
    twelves_across: bool,
    tens: i32,
    eights_in_fours: bool,
}

impl Variant {
    /// Places in -1..1, `(along, across)`.
    fn pattern(&self, value: usize) -> Vec<(f32, f32)> {
        let d = if self.other_diagonal { -1.0 } else { 1.0 };
        let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        let t = 1.0 / 3.0;
        let fours = |y: f32| [(-1.0, y), (-t, y), (t, y), (1.0, y)];
        let mut p: Vec<(f32, f32)> = Vec::new();
        match value {
            0 => {}
            1 => p.push((0.0, 0.0)),
            2 => p.extend([(-1.0, -d), (1.0, d)]),
            3 => p.extend([(-1.0, -d), (0.0, 0.0), (1.0, d)]),
            4 => p.extend(corners),
            5 => {
                p.extend(corners);
                p.push((0.0, 0.0));
            }
            8 if self.eights_in_fours => {
                p.extend(fours(-0.9));
                p.extend(fours(0.9));
            }
            6..=9 => {
                p.extend(corners);
                p.extend([(0.0, -1.0), (0.0, 1.0)]);
                if value >= 8 {
                    p.extend([(-1.0, 0.0), (1.0, 0.0)]);
                }
                if value % 2 == 1 {
                    p.push((0.0, 0.0));
                }
            }
            VARIED.. => {
                let rows = if value > 15 { [6, value - 12, 6] } else { [5, value - 10, 5] };
                for (y, n) in [-1.0, 0.0, 1.0].into_iter().zip(rows) {
                    let along = |i: usize| 2.0 * (i as f32 + 0.5) / n as f32 - 1.0;
                    let apart = |i: usize| along(i) * if n > 1 { n as f32 / (n as f32 - 1.0) } else { 1.0 };
                    p.extend((0..n).map(|i| (apart(i), y)));
                }
            }
            10 if self.tens == 0 => {
                p.extend([(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]);
                p.extend(fours(0.0));
            }
            _ => {
                p.extend(fours(-1.0));
                p.extend(fours(1.0));
                match (value, self.tens) {
                    (10, 1) => p.extend([(-1.0, 0.0), (1.0, 0.0)]),
                    (10, 2) => p.extend([(-t, 0.0), (t, 0.0)]),
                    (10, _) => p.extend([(-2.0 * t, 0.0), (2.0 * t, 0.0)]),
                    (11, 0 | 1) => p.extend([(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]),
                    (11, _) => p.extend([(-2.0 * t, 0.0), (0.0, 0.0), (2.0 * t, 0.0)]),
                    _ => p.extend(fours(0.0)),
                }
            }
        }
        let across = if value >= 10 { self.twelves_across } else { self.sixes_across && value >= 6 };
        if across {
            for q in &mut p {
                *q = (q.1, q.0);
            }
        }
        p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_pips_inside_its_half_and_apart() {
        for seed in 0..200 {
            let face = PipPlaces { half_length: 24.0, half_width: 12.0 };
            let layouts = PipLayouts::random(&mut Dice::new(seed, 0, 0), face);
            for value in 0..=HIGHEST {
                let r = layouts.radius[usize::from(value)];
                let places: Vec<_> =
                    (0..layouts.of[usize::from(value)].len()).map(|i| layouts.place(value, i, 1, 24.0)).collect();
                assert_eq!(places.len(), usize::from(value));
                for (i, p) in places.iter().enumerate() {
                    assert!(p.0 - r > -0.6 && p.0 + r < 24.0 && p.1.abs() + r < 12.0, "{seed} {value} {p:?} {r}");
                    for q in &places[..i] {
                        let d = (p.0 - q.0).hypot(p.1 - q.1);
                        assert!(d > 1.6 * r, "{seed}: pips of {value} touch: {d} {r}");
                    }
                }
            }
        }
    }
}
