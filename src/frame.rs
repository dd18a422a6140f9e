//! One picture in memory: what the camera gives, what the eye looks at and what the simulator draws.

use std::fmt;

/// An upright colour picture: 8-bit RGB, row by row from the top, `height * width * 3` bytes (HWC).
///
/// Place `(0.0, 0.0)` is the outer corner of the first pixel, so that pixel's middle is `(0.5, 0.5)`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Frame {
    /// A picture of these bytes; `None` if a side is zero or there are not exactly `width * height * 3` of them.
    #[must_use]
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        // The product of two sides always fits; only three times it may not.
        let bytes = (u64::from(width) * u64::from(height)).checked_mul(3)?;
        let fits = width > 0 && height > 0 && bytes == rgb.len() as u64;
        fits.then_some(Self { width, height, rgb })
    }

    /// Pixels in a row, at least one.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows, at least one.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, HWC.
    #[must_use]
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The colour of the pixel in column `x` of row `y`, `None` outside the picture.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 3;
        self.rgb.get(at..at + 3).and_then(|p| p.try_into().ok())
    }

    /// The bytes, given away.
    #[must_use]
    pub fn into_rgb(self) -> Vec<u8> {
        self.rgb
    }
}

/// The bytes themselves say nothing to a reader.
impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frame {{ {} x {} }}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_only_the_bytes_that_the_size_needs() {
        assert!(Frame::new(2, 1, vec![0; 6]).is_some());
        assert!(Frame::new(2, 1, vec![0; 5]).is_none());
        assert!(Frame::new(2, 1, vec![0; 7]).is_none());
        assert!(Frame::new(0, 1, vec![]).is_none());
        assert!(Frame::new(u32::MAX, u32::MAX, vec![0; 3]).is_none());
    }

    #[test]
    fn pixels_lie_row_by_row() {
        let frame = Frame::new(2, 2, (0..12).collect()).unwrap();
        assert_eq!(frame.pixel(1, 0), Some([3, 4, 5]));
        assert_eq!(frame.pixel(0, 1), Some([6, 7, 8]));
        assert_eq!(frame.pixel(2, 0), None);
        assert_eq!(frame.pixel(0, 2), None);
    }
}
