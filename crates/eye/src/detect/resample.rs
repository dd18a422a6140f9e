//! Parts of pictures made smaller (by area, so that pips do not flicker away) or larger (bilinear).

use crate::detect::shares::joined_shares;
use crate::frame::Frame;

/// Fewer rows than this are not worth a thread.
const FEW_ROWS: usize = 32;

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

/// `region` of `frame`, `width x height` pixels large (both at least one), made by at most `threads` threads.
///
/// Shrinking averages exactly the area that a pixel covers; enlarging is bilinear with the border repeated.
///
/// # Panics
/// If `region` is not inside `frame`.
#[must_use]
pub fn resize(frame: &Frame, region: Region, width: usize, height: usize, threads: usize) -> Frame {
    let (width, height) = (width.max(1), height.max(1));
    let columns = taps(region.width, width);
    let rows = taps(region.height, height);
    let same = (width, height) == (region.width, region.height);
    let make = |rows: &[Taps]| if same { copied(frame, region, rows) } else { mixed(frame, region, rows, &columns) };
    let rgb = joined_shares(&rows, threads, FEW_ROWS, make);
    let [w, h] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Frame::new(w, h, rgb).expect("every row and column gives one pixel")
}

/// The part of one row of `frame` that is inside `region`.
fn source(frame: &Frame, region: Region, row: usize) -> &[u8] {
    let start = ((region.top + row) * frame.width() as usize + region.left) * 3;
    &frame.rgb()[start..start + region.width * 3]
}

fn copied(frame: &Frame, region: Region, rows: &[Taps]) -> Vec<u8> {
    rows.iter().map(|row| source(frame, region, row.first)).collect::<Vec<_>>().concat()
}

fn mixed(frame: &Frame, region: Region, rows: &[Taps], columns: &[Taps]) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(columns.len() * rows.len() * 3);
    let mut line = vec![0.0_f32; region.width * 3];
    for row in rows {
        row.add_up(&mut line, |row| source(frame, region, row));
        rgb.extend(columns.iter().flat_map(|column| column.pixel(&line)));
    }
    rgb
}

/// `frame` as [`resize`] makes it smaller, in the memory it has. Neither side may become longer.
///
/// # Panics
/// If one does.
#[must_use]
pub fn shrink(frame: Frame, width: usize, height: usize) -> Frame {
    let (wide, high) = (frame.width() as usize, frame.height() as usize);
    assert!((1..=wide).contains(&width) && (1..=high).contains(&height), "{frame:?} to {width}x{height}");
    let columns = taps(wide, width);
    let mut rgb = frame.into_rgb();
    let mut line = vec![0.0_f32; wide * 3];
    // A row of the result ends before the rows begin that the next one is made of.
    for (i, row) in taps(high, height).iter().enumerate() {
        row.add_up(&mut line, |row| &rgb[row * wide * 3..(row + 1) * wide * 3]);
        for (pixel, column) in rgb[i * width * 3..].chunks_exact_mut(3).zip(&columns) {
            pixel.copy_from_slice(&column.pixel(&line));
        }
    }
    rgb.truncate(width * height * 3);
    rgb.shrink_to_fit();
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Frame::new(width, height, rgb).expect("every row and column gives one pixel")
}

/// The source pixels behind one pixel of the result, with weights that add up to one.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

impl Taps {
    /// Makes `line` the weighted sum of the source rows, which runs along memory.
    fn add_up<'a>(&self, line: &mut [f32], source: impl Fn(usize) -> &'a [u8]) {
        line.fill(0.0);
        for (i, &weight) in self.weights.iter().enumerate() {
            for (sum, &value) in line.iter_mut().zip(source(self.first + i)) {
                *sum += weight * f32::from(value);
            }
        }
    }

    /// The pixel that these columns of `line` give.
    fn pixel(&self, line: &[f32]) -> [u8; 3] {
        let mut sum = [0.5_f32; 3];
        for (pixel, &weight) in line[self.first * 3..].chunks_exact(3).zip(&self.weights) {
            for (s, &value) in sum.iter_mut().zip(pixel) {
                *s += weight * value;
            }
        }
        sum.map(|value| value as u8)
    }
}

fn taps(source: usize, target: usize) -> Vec<Taps> {
    let step = source as f64 / target as f64;
    (0..target).map(|i| if step > 1.0 { area_taps(i, step, source) } else { bilinear_taps(i, step, source) }).collect()
}

fn area_taps(i: usize, step: f64, source: usize) -> Taps {
    let (low, high) = (i as f64 * step, ((i + 1) as f64 * step).min(source as f64));
    let first = (low.floor() as usize).min(source - 1);
    // A sliver that is only rounding must not become a separate tap.
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
            let got = resize(&frame, Region::whole(&frame), w, h, 1);
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
        assert_eq!(resize(&frame, region, 1, 1, 2).rgb(), [55; 3]);
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
        let small = resize(&frame, Region::whole(&frame), 13, 9, 1);
        assert!(small.rgb().iter().all(|&v| v == 200));
    }

    #[test]
    fn threads_make_the_same_picture() {
        let values: Vec<u8> = (0..150 * 90).map(|i| (i * 37 % 251) as u8).collect();
        let frame = grey(150, 90, &values);
        let region = Region { left: 3, top: 5, width: 140, height: 80 };
        for (width, height) in [(140, 80), (70, 61), (290, 170)] {
            let one = resize(&frame, region, width, height, 1);
            assert!(one == resize(&frame, region, width, height, 3), "{width} x {height}");
            assert_eq!((one.width() as usize, one.height() as usize), (width, height));
        }
        for (width, height) in [(150, 90), (149, 60), (1, 1), (75, 90)] {
            let apart = resize(&frame, Region::whole(&frame), width, height, 1);
            assert!(apart == shrink(frame.clone(), width, height), "{width} x {height} in place");
        }
        let same = resize(&frame, region, 140, 80, 2);
        assert_eq!(same.pixel(0, 0), frame.pixel(3, 5));
        assert_eq!(same.pixel(139, 79), frame.pixel(142, 84));
    }
}
