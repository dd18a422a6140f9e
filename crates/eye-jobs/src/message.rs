//! Messages between Web Workers, as bytes: a head with the kind, then the parts that are bytes already (pixels, files),
//! which are not packed number by number.

use eye::frame::Frame;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A head and the bytes behind it.
#[must_use]
pub fn pack<H: Serialize>(head: &H, parts: &[&[u8]]) -> Vec<u8> {
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    // These values have no form that can fail; the receiver refuses an empty message.
    let mut message = postcard::to_allocvec(&(head, lengths)).unwrap_or_default();
    message.reserve_exact(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        message.extend_from_slice(part);
    }
    message
}

/// The head and the parts again; `None` if it is not such a message.
#[must_use]
pub fn open<H: DeserializeOwned>(message: &[u8]) -> Option<(H, Vec<&[u8]>)> {
    let ((head, lengths), mut rest): ((H, Vec<usize>), _) = postcard::take_from_bytes(message).ok()?;
    let mut parts = Vec::new();
    for length in lengths {
        let (part, behind) = rest.split_at_checked(length)?;
        parts.push(part);
        rest = behind;
    }
    rest.is_empty().then_some((head, parts))
}

/// The sides of a picture, for the head; its pixels are a part.
#[must_use]
pub const fn sides(frame: &Frame) -> (u32, u32) {
    (frame.width(), frame.height())
}

/// The picture again.
#[must_use]
pub fn frame((width, height): (u32, u32), pixels: &[u8]) -> Option<Frame> {
    Frame::new(width, height, pixels.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_and_anything_else_is_refused() {
        let packed = pack(&("head".to_owned(), 7_u8), &[&[1, 2, 3], &[], &[9]]);
        let ((name, number), parts): ((String, u8), _) = open(&packed).unwrap();
        assert_eq!((name.as_str(), number, parts), ("head", 7, vec![&[1, 2, 3][..], &[], &[9]]));
        for broken in [&packed[1..], &packed[..packed.len() - 1], &[packed.clone(), vec![0]].concat(), &[]] {
            assert!(open::<(String, u8)>(broken).is_none(), "{broken:?}");
        }
        // A length that no memory holds.
        assert!(open::<()>(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f]).is_none());
    }
}
