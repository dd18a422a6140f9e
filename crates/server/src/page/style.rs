//! The style sheet: the shapes once, the colours for each theme. No variables, so that old browsers have colours too.

use std::fmt::Write as _;

const SHAPES: &str = include_str!("../../assets/page.css");
const COLOURS: &str = include_str!("../../assets/colours.css");

/// Names in the sheet of colours, with their colour in the dark theme and in the light one.
const PALETTE: [(&str, [&str; 2]); 15] = [
    ("$ground", ["#15110e", "#f3ecdf"]),
    ("$panel", ["#211b16", "#fffaf1"]),
    ("$raised", ["#2e2620", "#f1e6d6"]),
    ("$outline", ["#3a3027", "#d9ccb8"]),
    ("$text", ["#f4ecdf", "#241c14"]),
    ("$quiet", ["#a8998a", "#6e6155"]),
    ("$good", ["#7bc96f", "#22702c"]),
    ("$bad", ["#ff6f61", "#b62f25"]),
    ("$side0", ["#46b3a5", "#117469"]),
    ("$side1", ["#f2a33c", "#9d5504"]),
    ("$side2", ["#a99cf0", "#5b48c2"]),
    ("$side3", ["#f08fb0", "#b02a62"]),
    ("$wood", ["#6b4224", "#c89a63"]),
    ("$hole", ["#2c1a0d", "#6f4a26"]),
    ("$onfill", ["#12160e", "#ffffff"]),
];

/// The whole style sheet.
pub(crate) fn style_sheet() -> String {
    let theme = |light: usize, before: &str| {
        let mut sheet = COLOURS.replace("@ ", before);
        for (name, colours) in PALETTE {
            sheet = sheet.replace(name, colours[light]);
        }
        sheet
    };
    let mut sheet = SHAPES.to_owned();
    sheet.push_str(&theme(0, ""));
    let _infallible = write!(sheet, "@media (prefers-color-scheme:light){{{}}}", theme(1, ""));
    sheet.push_str(&theme(0, ".dark "));
    sheet.push_str(&theme(1, ".light "));
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_the_sheet_is_known() {
        let sheet = style_sheet();
        assert!(!sheet.contains('$') && !sheet.contains("@ "), "{sheet}");
        assert!(sheet.len() < 30_000, "{}", sheet.len());
    }
}
