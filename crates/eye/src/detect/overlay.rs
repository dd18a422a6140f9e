//! Draws a reading over its picture: outlines in the colour of their part, values, joins, open ends.

use crate::frame::Frame;
use crate::geometry;
use crate::read::{Heap, HeapDoubt, Part, Point, ReadTile, Reading};

type Colour = [u8; 3];

const LINE: Colour = [40, 220, 60];
const LOOSE: Colour = [60, 160, 255];
const FACE_DOWN: Colour = [200, 80, 220];
const UNREADABLE: Colour = [255, 150, 30];
const JOIN: Colour = [255, 235, 60];
const END: Colour = [255, 60, 60];
const INK: Colour = [255, 255, 255];
const SHADE: Colour = [0, 0, 0];
/// Below this confidence a tile's values stand on red.
const DOUBTFUL: f64 = 0.8;

/// `frame` with `reading` over it; `scale` is original pixels, in which the reading is given, per pixel of the frame.
///
/// # Panics
/// If a join or an end of `reading` names a tile that it does not have.
#[must_use]
pub fn draw(frame: &Frame, reading: &Reading, scale: (f64, f64)) -> Frame {
    let mut canvas = Canvas::over(frame, scale);
    for tile in &reading.tiles {
        canvas.outline(tile);
    }
    for join in &reading.joins {
        let [a, b] = join.tiles.map(|(tile, _)| geometry::mean(&reading.tiles[tile].corners));
        canvas.line(a, b, if join.matches { JOIN } else { END });
    }
    for tile in &reading.tiles {
        canvas.values(tile);
    }
    for end in &reading.ends {
        let [a, b, ..] = reading.tiles[end.tile].corners;
        canvas.ring(end.at, a.distance(b) * 0.22);
    }
    canvas.done()
}

/// Draws the tiles of `heap` with their values on `frame`, and rings at unread places.
#[must_use]
pub fn draw_heap(frame: &Frame, heap: &Heap, scale: (f64, f64)) -> Frame {
    let mut canvas = Canvas::over(frame, scale);
    for tile in &heap.tiles {
        canvas.outline(tile);
        canvas.values(tile);
    }
    let length = heap.tiles.first().map_or(40.0, |tile| tile.corners[0].distance(tile.corners[1]));
    for doubt in &heap.doubts {
        if let HeapDoubt::NotRead { at } = doubt {
            canvas.ring(*at, length * 0.4);
        }
    }
    canvas.done()
}

struct Canvas {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
    scale: (f64, f64),
    /// Width of a stroke in pixels.
    pen: f64,
}

impl Canvas {
    fn over(frame: &Frame, scale: (f64, f64)) -> Self {
        let (width, height) = (frame.width(), frame.height());
        let pen = (f64::from(width.max(height)) / 640.0).clamp(1.0, 6.0);
        Self { width: width as usize, height: height as usize, rgb: frame.rgb().to_vec(), scale, pen }
    }

    fn done(self) -> Frame {
        Frame::new(self.width as u32, self.height as u32, self.rgb).expect("the canvas keeps its size")
    }

    fn outline(&mut self, tile: &ReadTile) {
        let colour = match tile.part {
            Part::Line => LINE,
            Part::Loose => LOOSE,
            Part::FaceDown => FACE_DOWN,
            Part::Unreadable => UNREADABLE,
        };
        for i in 0..4 {
            // Inferred tiles are dashed.
            let (from, to) = (tile.corners[i], tile.corners[(i + 1) % 4]);
            if tile.seen.is_some() {
                self.line(from, to, colour);
            } else {
                (0..4).for_each(|k| self.line(between(from, to, k, 8), between(from, to, k + 1, 8), colour));
            }
        }
    }

    /// Both values, each on its half.
    fn values(&mut self, tile: &ReadTile) {
        let Some(pips) = tile.pips else { return };
        let [a_right, b_right, b_left, a_left] = tile.corners;
        let (a, b) = (geometry::middle(a_right, a_left), geometry::middle(b_right, b_left));
        let width = a_right.distance(a_left) / self.scale.0;
        let dot = (width / 16.0).round().clamp(1.0, 8.0);
        let paper = if tile.confidence < DOUBTFUL || tile.part == Part::Unreadable { END } else { SHADE };
        for (pip, eighth) in pips.into_iter().zip([2, 6]) {
            self.number(between(a, b, eighth, 8), pip.get(), dot, paper);
        }
    }

    fn number(&mut self, at: Point, number: u8, dot: f64, paper: Colour) {
        let digits: Vec<usize> = number.to_string().bytes().map(|byte| usize::from(byte - b'0')).collect();
        let (wide, high) = ((digits.len() as f64 * 4.0 + 1.0) * dot, 7.0 * dot);
        let (x, y) = self.pixel(at);
        let (left, top) = (x - wide / 2.0, y - high / 2.0);
        self.fill(left, top, wide, high, paper);
        for (i, digit) in digits.into_iter().enumerate() {
            for (row, bits) in DIGITS[digit].into_iter().enumerate() {
                for column in (0..3).filter(|column| bits >> (2 - column) & 1 == 1) {
                    let (dx, dy) = ((i * 4 + 1 + column) as f64 * dot, (row + 1) as f64 * dot);
                    self.fill(left + dx, top + dy, dot, dot, INK);
                }
            }
        }
    }

    /// A circle round `at`; the radius in original pixels.
    fn ring(&mut self, at: Point, radius: f64) {
        let place = |k: u32| {
            let angle = f64::from(k) / 24.0 * std::f64::consts::TAU;
            Point { x: at.x + radius * angle.cos(), y: at.y + radius * angle.sin() }
        };
        (0..24).for_each(|k| self.line(place(k), place(k + 1), END));
    }

    /// A stroke between two places of the original.
    fn line(&mut self, from: Point, to: Point, colour: Colour) {
        let ((x0, y0), (x1, y1)) = (self.pixel(from), self.pixel(to));
        let length = (x1 - x0).hypot(y1 - y0);
        // Corners of nonsense may be anywhere; nothing longer than the picture is worth walking along.
        let most = 4.0 * (self.width + self.height) as f64;
        if length.is_nan() || length > most {
            return;
        }
        let n = length.ceil().max(1.0) as u32;
        for k in 0..=n {
            let t = f64::from(k) / f64::from(n);
            let half = self.pen / 2.0;
            self.fill(x0 + t * (x1 - x0) - half, y0 + t * (y1 - y0) - half, self.pen, self.pen, colour);
        }
    }

    /// A filled box in pixels of the frame; parts outside are not drawn.
    fn fill(&mut self, left: f64, top: f64, width: f64, height: f64, colour: Colour) {
        let range = |from: f64, size: f64, side: usize| {
            let end = (from + size).round().clamp(0.0, side as f64) as usize;
            (from.round().clamp(0.0, side as f64) as usize)..end
        };
        for row in range(top, height, self.height) {
            for column in range(left, width, self.width) {
                let i = (row * self.width + column) * 3;
                self.rgb[i..i + 3].copy_from_slice(&colour);
            }
        }
    }

    fn pixel(&self, point: Point) -> (f64, f64) {
        (point.x / self.scale.0, point.y / self.scale.1)
    }
}

/// The point `k / n` of the way.
fn between(from: Point, to: Point, k: u32, n: u32) -> Point {
    let t = f64::from(k) / f64::from(n);
    Point { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) }
}

/// Digits, three dots wide and five high, a row a number, the left dot its highest bit.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];
