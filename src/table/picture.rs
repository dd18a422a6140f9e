//! The picture that is kept with a drop: small, so that an evening fits on any disk.

use eye::detect::resample::{self, Region};
use eye::frame::Frame;
use eye::picture::{self, Colours};
use std::io;
use std::sync::Arc;
use store::{Evidence, MatchId, Pictures};

/// Long side of a kept picture: tiles of 80 pixels at 1280 are still 40 long.
const LONG_SIDE: u32 = 640;
/// JPEG quality; such a picture has 30 to 60 kB.
const QUALITY: u8 = 75;

/// Picture of a drop to keep, and its place.
#[derive(Debug)]
pub struct DropPicture {
    pub(super) pictures: Pictures,
    pub(super) game: MatchId,
    pub(super) event: u32,
    pub(super) frame: Arc<Frame>,
    pub(super) evidence: Evidence,
}

impl DropPicture {
    /// Keeps it. It may be missing: nothing depends on it.
    ///
    /// # Errors
    /// The disk.
    pub fn keep(self) -> io::Result<()> {
        let Self { pictures, game, event, frame, evidence } = self;
        let kept = evidence_jpeg(&frame).map_or(Ok(()), |jpeg| pictures.keep(game, event, &jpeg));
        kept.and(pictures.keep_evidence(game, event, &evidence))
    }
}

/// A small JPEG of the picture; `None` if it cannot be encoded.
#[must_use]
pub fn evidence_jpeg(frame: &Frame) -> Option<Vec<u8>> {
    let longest = frame.width().max(frame.height());
    let small = if longest > LONG_SIDE {
        let side = |side: u32| (u64::from(side) * u64::from(LONG_SIDE) / u64::from(longest)).max(1) as usize;
        resample::resize(frame, Region::whole(frame), side(frame.width()), side(frame.height()), 1)
    } else {
        frame.clone()
    };
    jpeg(&small, QUALITY)
}

/// Encodes the picture as JPEG; `None` if that fails.
#[must_use]
pub fn jpeg(frame: &Frame, quality: u8) -> Option<Vec<u8>> {
    picture::jpeg(frame.rgb(), frame.width(), frame.height(), quality, Colours::Full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_becomes_small_and_stays_a_picture() {
        let frame = Frame::new(1920, 1080, vec![128; 1920 * 1080 * 3]).unwrap();
        let bytes = evidence_jpeg(&frame).unwrap();
        assert!(bytes.len() < 60_000);
        let back = eye::picture::decode(&bytes).unwrap().frame;
        assert_eq!((back.width(), back.height()), (640, 360));
    }
}
