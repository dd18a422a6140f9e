//! Parts of pictures made smaller (by area, so that pips do not flicker away) or larger (bilinear).

use crate::frame::Frame;

/// A part of a picture in whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First column.
    pub left: usize,
    /// First row.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Region {
    /// All of `frame`.
    #[must_use]
    pub fn whole(frame: &Frame) -> Self {
        Self { left: 0, top: 0, width: frame.width() as usize, height: frame.height() as usize }
    }

    /// The part of `frame` between two corners in pixels, `None` if less than one pixel of it is inside.
    #[must_use]
    pub fn between(frame: &Frame, low: (f64, f64), high: (f64, f64)) -> Option<Self> {
        let clamp = |value: f64, side: u32| value.clamp(0.0, f64::from(side)) as usize;
        let (left, top) = (clamp(low.0.floor(), frame.width()), clamp(low.1.floor(), frame.height()));
        let (right, bottom) = (clamp(high.0.ceil(), frame.width()), clamp(high.1.ceil(), frame.height()));
        let some = left < right && top < bottom;
        some.then(|| Self { left, top, width: right - left, height: bottom - top })
    }
}

/// `region` of `frame`, `width x height` pixels large (both at least one).
///
/// Shrinking averages exactly the area that a pixel covers; enlarging is bilinear with the border repeated.
///
/// # Panics
/// If `region` is not inside `frame`.
#[must_use]
pub fn resize(frame: &Frame, region: Region, width: usize, height: usize) -> Frame {
    let (width, height) = (width.max(1), height.max(1));
    let columns = taps(region.width, width);
    let rows = taps(region.height, height);
    let mut rgb = Vec::with_capacity(width * height * 3);
    // One output row: the source rows are added up first, which runs along memory, then the columns.
    let mut line = vec![0.0_f32; region.width * 3];
    for row in &rows {
        line.fill(0.0);
        for (i, &weight) in row.weights.iter().enumerate() {
            let start = ((region.top + row.first + i) * frame.width() as usize + region.left) * 3;
            let source = &frame.rgb()[start..start + region.width * 3];
            for (sum, &value) in line.iter_mut().zip(source) {
                *sum += weight * f32::from(value);
            }
        }
        for column in &columns {
            let mut sum = [0.5_f32; 3];
            for (pixel, &weight) in line[column.first * 3..].chunks_exact(3).zip(&column.weights) {
                for (s, &value) in sum.iter_mut().zip(pixel) {
                    *s += weight * value;
                }
            }
            rgb.extend(sum.map(|value| value as u8));
        }
    }
    let [w, h] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Frame::new(w, h, rgb).expect("every row and column gives one pixel")
}

/// The source pixels behind one pixel of the result, with weights that add up to one.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

fn taps(source: usize, target: usize) -> Vec<Taps> {
    let step = source as f64 / target as f64;
    (0..target).map(|i| if step > 1.0 { area_taps(i, step, source) } else { bilinear_taps(i, step, source) }).collect()
}

fn area_taps(i: usize, step: f64, source: usize) -> Taps {
    let (low, high) = (i as f64 * step, ((i + 1) as f64 * step).min(source as f64));
    let first = (low.floor() as usize).min(source - 1);
    // A sliver that is only rounding must not become a tap of its own.
    let last = ((high - 1e-6).ceil() as usize).clamp(first + 1, source);
    let covered = |pixel: usize| (high.min((pixel + 1) as f64) - low.max(pixel as f64)).max(0.0);
    let total: f64 = (first..last).map(covered).sum();
    Taps { first, weights: (first..last).map(|pixel| (covered(pixel) / total) as f32).collect() }
}

fn bilinear_taps(i: usize, step: f64, source: usize) -> Taps {
    let at = ((i as f64 + 0.5) * step - 0.5).clamp(0.0, (source - 1) as f64);
    let first = (at.floor() as usize).min(source - 1);
    let share = (at - first as f64) as f32;
    let weights = if share > 0.0 { vec![1.0 - share, share] } else { vec![1.0] };
    Taps { first, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, height: u32, values: &[u8]) -> Frame {
        Frame::new(width, height, values.iter().flat_map(|&v| [v; 3]).collect()).unwrap()
    }

    fn check(values: &[u8], target: usize, expected: &[u8]) {
        for upright in [false, true] {
            let n = u32::try_from(values.len()).unwrap();
            let frame = if upright { grey(1, n, values) } else { grey(n, 1, values) };
            let (w, h) = if upright { (1, target) } else { (target, 1) };
            let got = resize(&frame, Region::whole(&frame), w, h);
            let got: Vec<u8> = got.rgb().chunks(3).map(|pixel| pixel[0]).collect();
            assert_eq!(got, expected, "{values:?} to {target}, upright {upright}");
        }
    }

    #[test]
    fn shrinks_by_area_and_enlarges_between_pixel_centres() {
        check(&[10, 20, 30, 40], 2, &[15, 35]);
        check(&[10, 20, 30, 40], 4, &[10, 20, 30, 40]);
        check(&[0, 90, 180], 2, &[30, 150]); // (0 + 90 / 2) / 1.5
        check(&[0, 100], 4, &[0, 25, 75, 100]);
        check(&[7], 3, &[7, 7, 7]);
        check(&[0, 255], 1, &[128]);
    }

    #[test]
    fn keeps_to_its_region() {
        let frame = grey(3, 2, &[1, 2, 3, 4, 50, 60]);
        let region = Region { left: 1, top: 1, width: 2, height: 1 };
        assert_eq!(resize(&frame, region, 1, 1).rgb(), [55; 3]);
        assert_eq!(
            Region::between(&frame, (0.5, 1.0), (9.0, 9.0)).unwrap(),
            Region { left: 0, top: 1, width: 3, height: 1 }
        );
        assert!(Region::between(&frame, (3.0, 0.0), (9.0, 9.0)).is_none());
        assert!(Region::between(&frame, (-5.0, 0.0), (-1.0, 1.0)).is_none());
        assert!(Region::between(&frame, (f64::NAN, 0.0), (2.0, 1.0)).is_some());
    }

    #[test]
    fn a_large_shrink_leaves_flat_colour_flat() {
        let frame = grey(101, 67, &[200; 101 * 67]);
        let small = resize(&frame, Region::whole(&frame), 13, 9);
        assert!(small.rgb().iter().all(|&v| v == 200));
    }
}
