//! The frames inside a WebP: each states its size once more, and the decoder takes the memory of that size before it compares.

use super::PictureError;

/// Bytes of a chunk before its content: four letters and a length.
const HEAD: usize = 8;
/// Bytes of a frame of an animation before its chunks.
const FRAME: usize = 16;

/// Bytes that the decoder takes for a pixel beside the result, if every frame is as large as the file says at its beginning.
pub(super) fn inside(bytes: &[u8], canvas: (u32, u32)) -> Result<u64, PictureError> {
    let mut animated = false;
    for (name, content) in chunks(bytes.get(12..).unwrap_or_default()) {
        if name == b"ANMF" {
            animated = true;
            let (at, inner) = content.split_at_checked(FRAME).ok_or(PictureError::CutOff)?;
            let size = (number(&at[6..9]) + 1, number(&at[9..12]) + 1);
            if size.0 > canvas.0 || size.1 > canvas.1 {
                return Err(differs(size, canvas));
            }
            for (name, content) in chunks(inner) {
                is_as_large(name, content, size)?;
            }
        } else {
            is_as_large(name, content, canvas)?;
        }
    }
    // Planes and transparency; of an animation, also the frame and the canvas that it is put on.
    Ok(if animated { 12 } else { 8 })
}

/// Refuses a picture's chunk of another size.
fn is_as_large(name: &[u8], content: &[u8], wanted: (u32, u32)) -> Result<(), PictureError> {
    let size = match (name, content) {
        (b"VP8 ", &[_, _, _, 0x9d, 0x01, 0x2a, w, wide, h, high, ..]) => {
            [[w, wide], [h, high]].map(|side| u32::from(u16::from_le_bytes(side) & 0x3fff))
        }
        (b"VP8L", &[0x2f, a, b, c, d, ..]) => {
            let sides = u32::from_le_bytes([a, b, c, d]);
            [sides, sides >> 14].map(|side| (side & 0x3fff) + 1)
        }
        // The decoder refuses what has no such head.
        _ => return Ok(()),
    };
    if (size[0], size[1]) == wanted { Ok(()) } else { Err(differs((size[0], size[1]), wanted)) }
}

fn differs((width, height): (u32, u32), (canvas_width, canvas_height): (u32, u32)) -> PictureError {
    PictureError::Damaged(format!("a frame of {width} x {height} in a picture of {canvas_width} x {canvas_height}"))
}

/// The chunks in the order of the file, each cut where the file ends.
fn chunks(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let (head, more) = rest.split_at_checked(HEAD)?;
        let (name, length) = head.split_at(4);
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let content = &more[..length.min(more.len())];
        rest = more.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((name, content))
    })
}

/// A number of three bytes.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}
