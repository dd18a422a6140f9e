//! The square picture that a phone's camera takes for a link, for a terminal and a page.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;

/// Modules left free all round, as the standard asks.
const QUIET: i32 = 4;
/// Colours for black modules on white, whatever the terminal's colours.
const DARK_ON_LIGHT: &str = "\x1b[38;5;16;48;5;231m";
const USUAL: &str = "\x1b[0m";

/// The QR code of a text in letters, two modules a letter; `None` if the text is too long for one. `coloured`: dark on
/// light on every terminal; otherwise the letters are the light, for a text read light on dark.
#[must_use]
pub fn qr_text(text: &str, coloured: bool) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let end = code.size() + QUIET;
    let mut out = String::new();
    for y in (-QUIET..end).step_by(2) {
        if coloured {
            out.push_str(DARK_ON_LIGHT);
        }
        for x in -QUIET..end {
            // Beyond the code everything is light.
            let inked = |y: i32| code.get_module(x, y) == coloured && (coloured || y < end);
            out.push(match (inked(y), inked(y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        if coloured {
            out.push_str(USUAL);
        }
        out.push('\n');
    }
    Some(out)
}

/// Draws the code as SVG.
pub(crate) fn qr_svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for (y, x) in (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (y, x))) {
        if code.get_module(x, y) {
            let _infallible = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" aria-hidden=\"true\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_and_has_its_border() {
        let text = qr_text("http://192.168.1.20:6161/e/abcd-efgh-jkmn/", false).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let side = lines[0].chars().count();
        assert_eq!(lines.len(), side.div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == side && line.starts_with(['█', '▀'])));
        assert!(lines[..2].iter().all(|line| line.chars().all(|c| c == '█')), "the border");
        assert_eq!(qr_text(&"x".repeat(9_000), true), None);
    }

    #[test]
    fn on_every_terminal_it_is_dark_on_light() {
        let link = "http://192.168.1.20:6161/e/abcd-efgh-jkmn/";
        let (plain, coloured) = (qr_text(link, false).unwrap(), qr_text(link, true).unwrap());
        for (plain, line) in plain.lines().zip(coloured.lines()) {
            let line = line.strip_prefix(DARK_ON_LIGHT).and_then(|line| line.strip_suffix(USUAL)).unwrap();
            // The colours are named, so the letters are the dark: the other way round than without.
            let other = |c: char| match c {
                '█' => ' ',
                '▀' => '▄',
                '▄' => '▀',
                _ => '█',
            };
            let same = plain.chars().map(other).zip(line.chars()).all(|(a, b)| a == b || plain.starts_with('▀'));
            assert!(same && plain.chars().count() == line.chars().count());
        }
        assert!(qr_svg(link).unwrap().matches("h1v1").count() > 100);
    }
}
