//! Drawing surface: the body seen in each pixel, and reusable memory.

/// Code of pixels that show only the table.
pub(super) const TOP: u16 = 0;
/// Floor beyond the table.
pub(super) const FLOOR: u16 = 1;
/// Above the horizon.
pub(super) const WALL: u16 = 2;
/// Code of the first body; each has [`REGIONS`] codes.
pub(super) const FIRST: u16 = 4;
/// Regions of a body: face, side, back.
pub(super) const REGIONS: u16 = 4;

/// Memory for drawing, used again for every picture of the same size.
#[derive(Debug, Default)]
pub struct Canvas {
    pub(super) code: Vec<u16>,
    pub(super) depth: Vec<f32>,
    pub(super) light: Vec<f32>,
    pub(super) spare: Vec<f32>,
    pub(super) lamps: [Vec<u8>; 2],
    pub(super) open: Vec<u8>,
    /// Place of each pixel's middle on the undistorted plane: columns, rows.
    pub(super) plane: (Vec<f32>, Vec<f32>),
}

impl Canvas {
    pub(super) fn clear(&mut self, pixels: usize, lamps: usize) {
        self.code.clear();
        self.code.resize(pixels, TOP);
        self.depth.clear();
        self.depth.resize(pixels, f32::MAX);
        self.light.resize(pixels * 3, 0.0);
        for (l, lamp) in self.lamps.iter_mut().enumerate() {
            lamp.clear();
            lamp.resize(if l < lamps { pixels } else { 0 }, 0);
        }
        self.open.clear();
        self.open.resize(pixels, 255);
    }
}

/// Memory for a run of pixels of one row.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Place of each pixel in the texture; then the light of two lamps and of the room.
    pub(super) places: [Vec<u32>; 3],
    pub(super) texels: Vec<u32>,
    pub(super) arrives: [Vec<f32>; 3],
    pub(super) mirror: [Vec<f32>; 3],
}
