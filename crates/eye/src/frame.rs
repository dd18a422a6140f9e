//! A picture in memory. Uses nothing else in the crate.

/// A picture: eight bits a channel, red, green, blue, no padding, rows from the top, pixels from the left.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Frame {
    /// A picture of `width * height` pixels from its bytes (`rgb[(y * width + x) * 3 + channel]`).
    /// `None` when a side is 0 or the number of bytes is not `width * height * 3`.
    #[must_use]
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        // The product of two sides always fits; only three times it may not.
        let bytes = (u64::from(width) * u64::from(height)).checked_mul(3)?;
        (bytes > 0 && rgb.len() as u64 == bytes).then_some(Self { width, height, rgb })
    }

    /// Width in pixels, at least 1.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels, at least 1.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, `width * height * 3` of them.
    #[inline]
    #[must_use]
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The bytes, and no longer a picture.
    #[must_use]
    pub fn into_rgb(self) -> Vec<u8> {
        self.rgb
    }

    /// Returns the picture rotated by half a turn.
    #[must_use]
    pub fn upside_down(&self) -> Self {
        let rgb = self.rgb.chunks_exact(3).rev().flatten().copied().collect();
        Self { rgb, ..*self }
    }

    /// Returns the picture rotated clockwise by `quarters` quarter turns.
    #[must_use]
    pub fn turned(self, quarters: u32) -> Self {
        match quarters % 4 {
            0 => self,
            1 => self.turned_once(),
            2 => self.upside_down(),
            _ => self.turned_once().upside_down(),
        }
    }

    fn turned_once(&self) -> Self {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut rgb = Vec::with_capacity(self.rgb.len());
        for column in 0..width {
            for row in (0..height).rev() {
                let at = (row * width + column) * 3;
                rgb.extend_from_slice(&self.rgb[at..at + 3]);
            }
        }
        Self { width: self.height, height: self.width, rgb }
    }

    /// Returns the mirror image: left and right change places.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let rows = self.rgb.chunks_exact(self.width as usize * 3);
        let rgb = rows.flat_map(|row| row.chunks_exact(3).rev().flatten()).copied().collect();
        Self { rgb, ..*self }
    }

    /// The colour of the pixel in column `x` of row `y`, `None` outside the picture.
    #[inline]
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 3;
        self.rgb.get(at..at + 3).and_then(|p| p.try_into().ok())
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({}x{})", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_bytes_must_agree() {
        assert!(Frame::new(2, 1, vec![0; 6]).is_some());
        for (w, h, n) in [(2, 1, 5), (0, 1, 0), (1, 0, 0), (u32::MAX, u32::MAX, 3)] {
            assert_eq!(Frame::new(w, h, vec![0; n]), None);
        }
    }

    #[test]
    fn upside_down_the_last_pixel_is_the_first() {
        let frame = Frame::new(2, 2, (0..12).collect()).unwrap();
        assert_eq!(frame.upside_down().pixel(0, 0), frame.pixel(1, 1));
        assert_eq!(frame.upside_down().upside_down(), frame);
    }

    #[test]
    fn a_picture_is_turned_clockwise_and_mirrored() {
        let frame = Frame::new(2, 3, (0..18).collect()).unwrap();
        let turned = frame.clone().turned(1);
        assert_eq!((turned.width(), turned.height()), (3, 2));
        assert_eq!(turned.pixel(2, 0), frame.pixel(0, 0), "the corner above on the left comes to the right");
        assert_eq!(turned.pixel(2, 1), frame.pixel(1, 0));
        assert_eq!(frame.clone().turned(2), frame.upside_down());
        assert_eq!(frame.clone().turned(3).turned(1), frame);
        assert_eq!(frame.mirrored().pixel(0, 2), frame.pixel(1, 2));
        assert_eq!(frame.mirrored().mirrored(), frame);
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
