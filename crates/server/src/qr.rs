//! The square picture that a phone's camera takes for a link, for a terminal.

use qrcodegen::{QrCode, QrCodeEcc};

/// Modules left free all round, as the standard asks.
const QUIET: i32 = 4;

/// The QR code of a text in letters, two modules a letter, light on dark ground as most terminals are; `None` where the text
/// is too long for one.
#[must_use]
pub fn qr_text(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let end = code.size() + QUIET;
    let mut out = String::new();
    for y in (-QUIET..end).step_by(2) {
        for x in -QUIET..end {
            // Beyond the code everything is light, as far as the border goes.
            let light = |y: i32| y < end && !code.get_module(x, y);
            out.push(match (light(y), light(y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_and_has_its_border() {
        let text = qr_text("http://192.168.1.20:6161/e/abcd-efgh-jkmn/").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let side = lines[0].chars().count();
        assert_eq!(lines.len(), side.div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == side && line.starts_with(['█', '▀'])));
        assert!(lines[..2].iter().all(|line| line.chars().all(|c| c == '█')), "the border");
        assert_eq!(qr_text(&"x".repeat(9_000)), None);
    }
}
