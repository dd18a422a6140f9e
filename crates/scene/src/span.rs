//! Finds the pixels of each row that a convex outline can cover.

use super::shadow::convex_hull;

/// Rows and columns of pixels touched by a convex outline, clipped to the picture.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    /// First row.
    pub top: usize,
    /// Columns `from..to` of each row from `top` on.
    pub rows: Vec<(usize, usize)>,
}

impl Spans {
    /// The pixels within `margin` of the hull of `points`.
    #[must_use]
    pub fn of(points: &[(f32, f32)], margin: f32, (width, height): (usize, usize)) -> Self {
        let hull = convex_hull(points);
        let low = |k: fn(&(f32, f32)) -> f32| hull.iter().map(k).fold(f32::MAX, f32::min);
        let high = |k: fn(&(f32, f32)) -> f32| hull.iter().map(k).fold(f32::MIN, f32::max);
        let (y0, y1) = (low(|p| p.1) - margin, high(|p| p.1) + margin);
        if hull.is_empty() || y1 < 0.0 || y0 >= height as f32 {
            return Self::default();
        }
        let (top, end) = (y0.max(0.0) as usize, (y1.ceil().max(0.0) as usize).min(height));
        let rows = (top..end).map(|y| row(&hull, y as f32 - margin, y as f32 + 1.0 + margin, margin, width)).collect();
        Self { top, rows }
    }

    /// All pixels.
    #[must_use]
    pub fn all((width, height): (usize, usize)) -> Self {
        Self { top: 0, rows: vec![(0, width); height] }
    }
}

/// Columns that the hull reaches between the heights `y0` and `y1`.
fn row(hull: &[(f32, f32)], y0: f32, y1: f32, margin: f32, width: usize) -> (usize, usize) {
    let (mut left, mut right) = (f32::MAX, f32::MIN);
    for i in 0..hull.len() {
        let (mut a, mut b) = (hull[i], hull[(i + 1) % hull.len()]);
        if a.1 > b.1 {
            std::mem::swap(&mut a, &mut b);
        }
        if b.1 < y0 || a.1 > y1 {
            continue;
        }
        let slope = (b.0 - a.0) / (b.1 - a.1).max(1e-6);
        for y in [a.1.max(y0), b.1.min(y1)] {
            let x = if b.1 - a.1 < 1e-6 { a.0 } else { a.0 + (y - a.1) * slope };
            left = left.min(x);
            right = right.max(x);
        }
        if b.1 - a.1 < 1e-6 {
            left = left.min(b.0);
            right = right.max(b.0);
        }
    }
    if left > right {
        return (0, 0);
    }
    let from = (left - margin).floor().max(0.0) as usize;
    let to = ((right + margin).ceil().max(0.0) as usize).min(width);
    (from.min(to), to)
}
