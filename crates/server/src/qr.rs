//! The square picture that a phone's camera takes for a link.

use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write as _;

/// Modules left free all round, as the standard asks.
const QUIET: usize = 4;

/// A QR code: dark and light modules, with the free border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrModules {
    side: usize,
    dark: Vec<bool>,
}

impl QrModules {
    /// The code of a text; `None` for one that is too long.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let (width, colors) = (code.width(), code.to_colors());
        let side = width + 2 * QUIET;
        let inside = |n: usize| n.checked_sub(QUIET).filter(|n| *n < width);
        let module = |y: usize, x: usize| {
            let at = inside(y).zip(inside(x));
            at.is_some_and(|(y, x)| colors[y * width + x] == Color::Dark)
        };
        let dark = (0..side * side).map(|i| module(i / side, i % side)).collect();
        Some(Self { side, dark })
    }

    /// Modules along a side.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Is this module dark? `false` beyond the border.
    #[must_use]
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.side && self.dark.get(y * self.side + x).copied().unwrap_or(false)
    }

    /// For a terminal: two modules a letter, light on dark ground as most terminals are.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for y in (0..self.side).step_by(2) {
            for x in 0..self.side {
                let light = |y: usize| y < self.side && !self.is_dark(x, y);
                out.push(match (light(y), light(y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
            }
            out.push('\n');
        }
        out
    }

    /// As SVG, dark on light whatever the page's colours.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut path = String::new();
        for y in 0..self.side {
            for x in (0..self.side).filter(|&x| self.is_dark(x, y)) {
                let _infallible = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        format!(
            "<svg class=\"qr\" viewBox=\"0 0 {0} {0}\" role=\"img\" aria-label=\"the link as a QR code\">\
             <rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path fill=\"#000\" d=\"{path}\"/></svg>",
            self.side
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_corners_and_its_border() {
        let code = QrModules::of("http://192.168.1.20:6161/e/abcd-efgh-jkmn/").unwrap();
        let corners = [(4, 4), (code.side() - 5, 4), (4, code.side() - 5)];
        assert!(corners.iter().all(|&(x, y)| code.is_dark(x, y)));
        assert!((0..code.side()).all(|i| !code.is_dark(i, 3) && !code.is_dark(3, i)));
        assert_eq!(code.text().lines().count(), code.side().div_ceil(2));
        assert_eq!(QrModules::of(&"x".repeat(9_000)), None);
    }
}
