//! Pictures that a webcam sends without compression, by the four letters that name their form.

use eye::frame::Frame;
use language::say;

/// Where a form keeps brightness and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Raw {
    /// Red, green and blue at these places of three bytes.
    Rgb([usize; 3]),
    /// Brightness alone.
    Grey,
    /// Four bytes for two pixels: places of the first brightness, of both colours.
    Packed { y: usize, u: usize, v: usize },
    /// All brightness, then for each 2 x 2 pixels both colours side by side: their places.
    Pairs { u: usize, v: usize },
    /// All brightness, then all of one colour, then all of the other; whether the blue one comes first.
    Planes { blue_first: bool },
}

/// Forms that are read, the preferred ones first.
const FORMS: [(&str, Raw); 12] = [
    ("YUYV", Raw::Packed { y: 0, u: 1, v: 3 }),
    ("NV12", Raw::Pairs { u: 0, v: 1 }),
    ("YU12", Raw::Planes { blue_first: true }),
    ("YV12", Raw::Planes { blue_first: false }),
    ("UYVY", Raw::Packed { y: 1, u: 0, v: 2 }),
    ("YVYU", Raw::Packed { y: 0, u: 3, v: 1 }),
    ("VYUY", Raw::Packed { y: 1, u: 2, v: 0 }),
    ("NV21", Raw::Pairs { u: 1, v: 0 }),
    ("RGB3", Raw::Rgb([0, 1, 2])),
    ("BGR3", Raw::Rgb([2, 1, 0])),
    ("GREY", Raw::Grey),
    ("GRAY", Raw::Grey),
];

/// The four letters of the forms that are read, the preferred ones first.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere the system converts pictures"))]
pub(super) fn forms() -> impl Iterator<Item = &'static str> {
    FORMS.into_iter().map(|(letters, _)| letters)
}

/// Width, height and bytes a line of a picture; 0 bytes a line where lines follow each other without a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub wide: usize,
    pub high: usize,
    pub line: usize,
}

/// Decodes a picture of the form with these letters.
///
/// # Errors
/// The form is unknown, or bytes are missing, in words.
pub(super) fn decode(letters: &str, size: Size, bytes: &[u8]) -> Result<Frame, String> {
    let known = FORMS.into_iter().find(|(form, _)| *form == letters);
    let (_, form) = known.ok_or_else(|| say!("is in the unknown form {letters}", letters))?;
    let Size { wide, high, line } = size;
    let least = match form {
        Raw::Rgb(_) => wide * 3,
        Raw::Packed { .. } => wide.div_ceil(2) * 4,
        Raw::Grey | Raw::Pairs { .. } | Raw::Planes { .. } => wide,
    };
    let line = line.max(least);
    let needed = match form {
        Raw::Rgb(_) | Raw::Packed { .. } | Raw::Grey => line * high,
        Raw::Pairs { .. } => line * high + line.next_multiple_of(2) * high.div_ceil(2),
        Raw::Planes { .. } => line * high + 2 * (line.div_ceil(2) * high.div_ceil(2)),
    };
    // The last line of a picture need not be followed by its gap.
    let (n, needed) = (bytes.len(), needed - (line - least).min(needed));
    if n < needed {
        return Err(say!("has {n} bytes instead of {needed}", n, needed));
    }
    let at = |place: usize| bytes.get(place).copied().unwrap_or(128);
    let pixel = |(x, y): (usize, usize)| -> [u8; 3] {
        let row = y * line;
        let colours = line * high;
        match form {
            Raw::Rgb(places) => places.map(|place| at(row + x * 3 + place)),
            Raw::Grey => [at(row + x); 3],
            Raw::Packed { y, u, v } => {
                let four = row + x / 2 * 4;
                rgb([at(four + y + x % 2 * 2), at(four + u), at(four + v)])
            }
            Raw::Pairs { u, v } => {
                let pair = colours + y / 2 * line.next_multiple_of(2) + x / 2 * 2;
                rgb([at(row + x), at(pair + u), at(pair + v)])
            }
            Raw::Planes { blue_first } => {
                let half = line.div_ceil(2);
                let first = colours + y / 2 * half + x / 2;
                let second = first + half * high.div_ceil(2);
                let (u, v) = if blue_first { (first, second) } else { (second, first) };
                rgb([at(row + x), at(u), at(v)])
            }
        }
    };
    let places = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
    let pixels = places.flat_map(pixel).collect();
    let sides = (u32::try_from(wide).unwrap_or(0), u32::try_from(high).unwrap_or(0));
    Frame::new(sides.0, sides.1, pixels).ok_or_else(|| say!("has no pixels").to_owned())
}

/// BT.601, limited range, as webcams send it.
fn rgb([y, u, v]: [u8; 3]) -> [u8; 3] {
    let (y, u, v) = (298 * (i32::from(y) - 16), i32::from(u) - 128, i32::from(v) - 128);
    let channel = |value: i32| u8::try_from((value + 128).div_euclid(256).clamp(0, 255)).unwrap_or(0);
    [channel(y + 409 * v), channel(y - 100 * u - 208 * v), channel(y + 516 * u)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red above, blue below, two pixels wide and four high: brightness and colours of BT.601.
    const RED: [u8; 3] = [81, 90, 240];
    const BLUE: [u8; 3] = [41, 240, 110];

    #[test]
    fn colours_come_out_right() {
        // White, black, and the red of BT.601.
        assert_eq!(rgb([235, 128, 128]), [255, 255, 255]);
        assert_eq!(rgb([16, 128, 128]), [0, 0, 0]);
        let [r, g, b] = rgb(RED);
        assert!(r > 250 && g < 6 && b < 6, "{r} {g} {b}");
    }

    /// The same picture in each form, with `gap` bytes between two lines.
    fn pictures(gap: usize) -> Vec<(&'static str, Vec<u8>)> {
        let rows = [RED, RED, BLUE, BLUE];
        let lines = |of: &dyn Fn([u8; 3]) -> Vec<u8>, gap: usize| -> Vec<u8> {
            rows.iter().flat_map(|row| [of(*row), vec![77; gap]].concat()).collect()
        };
        let luma = lines(&|[y, ..]| vec![y, y], gap);
        let half = |of: &dyn Fn([u8; 3]) -> Vec<u8>, gap: usize| -> Vec<u8> {
            [RED, BLUE].iter().flat_map(|row| [of(*row), vec![77; gap]].concat()).collect()
        };
        let (u, v) = (half(&|[_, u, _]| vec![u], gap / 2), half(&|[.., v]| vec![v], gap / 2));
        vec![
            ("YUYV", lines(&|[y, u, v]| vec![y, u, y, v], gap)),
            ("UYVY", lines(&|[y, u, v]| vec![u, y, v, y], gap)),
            ("YVYU", lines(&|[y, u, v]| vec![y, v, y, u], gap)),
            ("VYUY", lines(&|[y, u, v]| vec![v, y, u, y], gap)),
            ("NV12", [luma.clone(), half(&|[_, u, v]| vec![u, v], gap)].concat()),
            ("NV21", [luma.clone(), half(&|[_, u, v]| vec![v, u], gap)].concat()),
            ("YU12", [luma.clone(), u.clone(), v.clone()].concat()),
            ("YV12", [luma, v, u].concat()),
            ("RGB3", lines(&|row| [rgb(row), rgb(row)].concat(), gap)),
            ("BGR3", lines(&|row| [rgb(row), rgb(row)].concat().into_iter().rev().collect(), gap)),
        ]
    }

    #[test]
    fn every_form_gives_the_same_picture_with_and_without_gaps_between_lines() {
        for gap in [0, 2, 6] {
            for (letters, bytes) in pictures(gap) {
                let least = match letters {
                    "RGB3" | "BGR3" => 6,
                    "YUYV" | "UYVY" | "YVYU" | "VYUY" => 4,
                    _ => 2,
                };
                let size = Size { wide: 2, high: 4, line: if gap == 0 { 0 } else { least + gap } };
                let got = decode(letters, size, &bytes).unwrap();
                let seen: Vec<_> = (0..4).map(|y| got.pixel(1, y).unwrap()).collect();
                assert_eq!(seen, [rgb(RED), rgb(RED), rgb(BLUE), rgb(BLUE)], "{letters}, gap {gap}");
                let short = &bytes[..bytes.len() - 1 - gap];
                assert!(decode(letters, size, short).is_err(), "{letters} with a byte missing, gap {gap}");
            }
        }
    }

    #[test]
    fn grey_pictures_and_odd_sizes_are_read() {
        for letters in ["GREY", "GRAY"] {
            let size = Size { wide: 1, high: 2, line: 0 };
            assert_eq!(decode(letters, size, &[255, 3]).unwrap().pixel(0, 1), Some([3; 3]));
        }
        let size = Size { wide: 3, high: 3, line: 0 };
        for (letters, _) in FORMS {
            let got = decode(letters, size, &[128; 64]).unwrap();
            assert!(got.pixel(2, 2).is_some(), "{letters}");
        }
        assert!(decode("H264", size, &[0; 64]).is_err());
    }
}
