//! Pictures as the networks take them.

use crate::detect::resample::{self, Region};
use crate::frame::Frame;

/// Byte that fills the rest of a letterboxed picture.
pub(super) const PADDING: u8 = 114;
/// Shortest side of a searched picture: the network halves it five times to one place.
const LEAST_SIDE: usize = 32;
/// Both sides are multiples of this, of which the network needs half: a plan for another size costs as much as half a look,
/// and so there are a quarter as many sizes.
const MULTIPLE: usize = 64;

/// A picture in CHW order, RGB, each value `(byte / 255 - 0.45) * 4`.
#[derive(Clone, Debug, PartialEq)]
pub struct Planes {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Planes {
    /// A picture all of one grey.
    #[must_use]
    pub fn grey(width: usize, height: usize, byte: u8) -> Self {
        Self { width, height, values: vec![normalise(byte); 3 * width * height] }
    }

    /// The picture of `frame` at the top left of a grey one of `width x height`.
    ///
    /// # Panics
    /// If `frame` is larger than that.
    #[must_use]
    pub fn padded(frame: &Frame, width: usize, height: usize) -> Self {
        let (w, h) = (frame.width() as usize, frame.height() as usize);
        assert!(w <= width && h <= height, "{w} x {h} does not fit into {width} x {height}");
        let table: [f32; 256] = std::array::from_fn(|byte| normalise(byte as u8));
        let mut planes = Self::grey(width, height, PADDING);
        let (red, others) = planes.values.split_at_mut(width * height);
        let (green, blue) = others.split_at_mut(width * height);
        let lines = red.chunks_exact_mut(width).zip(green.chunks_exact_mut(width)).zip(blue.chunks_exact_mut(width));
        for (pixels, ((red, green), blue)) in frame.rgb().chunks_exact(w * 3).zip(lines) {
            let places = red.iter_mut().zip(green).zip(blue);
            for (pixel, ((red, green), blue)) in pixels.chunks_exact(3).zip(places) {
                [*red, *green, *blue] = [pixel[0], pixel[1], pixel[2]].map(|byte| table[usize::from(byte)]);
            }
        }
        planes
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// All values, CHW.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All values, CHW, to be written.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}

/// Converts a byte to the networks' input.
#[must_use]
pub fn normalise(byte: u8) -> f32 {
    (f32::from(byte) / 255.0 - 0.45) * 4.0
}

/// Placement of a part of a picture in the network's input, to map results back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letterbox {
    region: Region,
    /// Input pixels that show the picture; the rest is padding.
    width: usize,
    height: usize,
}

impl Letterbox {
    /// `region`, scaled so that its long side is about `long_side` pixels; the short one keeps the proportion, at least 32.
    #[must_use]
    pub fn fit(region: Region, long_side: usize) -> Self {
        let scale = long_side as f64 / region.width.max(region.height) as f64;
        let side = |pixels: usize| ((pixels as f64 * scale).round() as usize).max(LEAST_SIDE);
        Self { region, width: side(region.width), height: side(region.height) }
    }

    /// The input for the network, made by at most `threads` threads.
    #[must_use]
    pub fn planes(&self, frame: &Frame, threads: usize) -> Planes {
        let inner = resample::resize(frame, self.region, self.width, self.height, threads);
        Planes::padded(&inner, self.width.next_multiple_of(MULTIPLE), self.height.next_multiple_of(MULTIPLE))
    }

    /// Picture pixels per input pixel, along x and y.
    #[must_use]
    pub fn scale(&self) -> (f64, f64) {
        (self.region.width as f64 / self.width as f64, self.region.height as f64 / self.height as f64)
    }

    /// The place in the whole picture for `(x, y)` of the input.
    #[must_use]
    pub fn picture_from_input(&self, x: f64, y: f64) -> (f64, f64) {
        let (along_x, along_y) = self.scale();
        (self.region.left as f64 + x * along_x, self.region.top as f64 + y * along_y)
    }

    /// Reports whether a centre at `(x, y)` of the input is on the picture, not on the padding, give or take two
    /// pixels.
    #[must_use]
    pub fn shows(&self, x: f64, y: f64) -> bool {
        x <= self.width as f64 + 2.0 && y <= self.height as f64 + 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letterbox_goes_there_and_back() {
        let frame = Frame::new(200, 100, vec![255; 200 * 100 * 3]).unwrap();
        let region = Region { left: 20, top: 10, width: 150, height: 50 };
        let letterbox = Letterbox::fit(region, 300);
        let planes = letterbox.planes(&frame, 2);
        assert_eq!((planes.width(), planes.height()), (320, 128));
        assert_eq!(letterbox.picture_from_input(300.0, 100.0), (170.0, 60.0));
        assert!(letterbox.shows(301.0, 100.0) && !letterbox.shows(310.0, 50.0));
        let white = normalise(255);
        assert!((planes.values()[0] - white).abs() < 1e-6);
        assert!((planes.values()[299] - white).abs() < 1e-6);
        assert!((planes.values()[300] - normalise(114)).abs() < 1e-6, "padding on the right");
        assert!((planes.values()[320 * 100] - normalise(114)).abs() < 1e-6, "padding below");
    }

    #[test]
    fn a_sliver_still_makes_an_input() {
        let frame = Frame::new(1000, 1, vec![0; 3000]).unwrap();
        let planes = Letterbox::fit(Region::whole(&frame), 640).planes(&frame, 1);
        assert_eq!((planes.width(), planes.height()), (640, 64));
        let dot = Frame::new(1, 1, vec![0; 3]).unwrap();
        let planes = Letterbox::fit(Region::whole(&dot), 640).planes(&dot, 1);
        assert_eq!((planes.width(), planes.height()), (640, 640));
    }

    #[test]
    fn channels_become_planes() {
        let frame = Frame::new(1, 1, vec![0, 128, 255]).unwrap();
        let planes = Planes::padded(&frame, 1, 1);
        assert_eq!(planes.values(), [normalise(0), normalise(128), normalise(255)]);
    }
}
