//! A QR code: text that another phone reads from the screen.

use egui::{Color32, Painter, Rect, Vec2, pos2, vec2};
use qrcodegen::{QrCode, QrCodeEcc};

/// Light round the code, in modules: readers look for it.
const QUIET: f32 = 4.0;

/// A text as a code.
#[derive(Clone, PartialEq, Eq)]
pub struct Qr(QrCode);

impl std::fmt::Debug for Qr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Qr").field("side", &self.0.size()).finish_non_exhaustive()
    }
}

impl Qr {
    /// The code of a text; `None` where the text is longer than a code can hold (some 2,900 letters).
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        // As many errors are mended as the size allows; long texts take the least.
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Self)
    }

    /// Modules each way, with the light round them.
    #[must_use]
    pub fn side(&self) -> f32 {
        self.0.size() as f32 + 2.0 * QUIET
    }

    /// Paints it black on white, square, as large as it fits; every module the same number of pixels. Returns its place.
    pub fn paint(&self, painter: &Painter, room: Rect, pixels_per_point: f32) -> Rect {
        let pixels = (room.size().min_elem() * pixels_per_point / self.side()).floor().max(1.0);
        let module = pixels / pixels_per_point;
        let place = Rect::from_center_size(room.center(), Vec2::splat(module * self.side()));
        let place = Rect::from_min_size(
            (place.min.to_vec2() * pixels_per_point).round().to_pos2() / pixels_per_point,
            place.size(),
        );
        painter.rect_filled(place, 0, Color32::WHITE);
        for y in 0..self.0.size() {
            let mut x = 0;
            while x < self.0.size() {
                // Dark modules beside each other are one bar, so that no seam shows between them.
                let long = (x..self.0.size()).take_while(|x| self.0.get_module(*x, y)).count() as i32;
                if long > 0 {
                    let corner = place.min + vec2(x as f32 + QUIET, y as f32 + QUIET) * module;
                    let bar = Rect::from_min_max(corner, pos2(corner.x + module * long as f32, corner.y + module));
                    painter.rect_filled(bar, 0, Color32::BLACK);
                }
                x += long.max(1);
            }
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_has_no_code() {
        assert!(Qr::of("[Rules \"pafos\"]").is_some());
        assert!(Qr::of(&"B 6-3@6-6.s1 +8\n".repeat(180)).is_some());
        assert!(Qr::of(&"B 6-3@6-6.s1 +8\n".repeat(200)).is_none());
    }
}
