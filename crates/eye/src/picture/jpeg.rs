//! The reader of JPEG: what the headers promise is known before anything is decoded.

use super::{PictureError, Turn, within};
use sha2::Digest as _;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;

const START_OF_SCAN: u8 = 0xda;
const END: [u8; 2] = [0xff, 0xd9];

/// Segments before and between the scans.
#[derive(Debug, Default)]
struct Head {
    /// The frame header was seen, and whether it promises a progressive picture.
    frame: Option<bool>,
    /// Where the segment ends that begins the first scan.
    scan: Option<usize>,
    /// Bytes of the segments that the decoder may copy: EXIF data, colour profiles and their like.
    notes: u64,
    width: u32,
    height: u32,
    /// Horizontal and vertical samples of each component.
    sampling: Vec<(u64, u64)>,
    /// The decoder keeps every coefficient until the last scan: progressive, or one scan a component.
    kept: bool,
    /// Colour coding of four components, from an Adobe segment.
    adobe: Option<u8>,
    /// The end mark is there.
    ended: bool,
}

impl Head {
    /// Bytes that the decoder takes.
    fn cost(&self) -> u64 {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let most = |side: fn(&(u64, u64)) -> u64| self.sampling.iter().map(side).max().unwrap_or(1).max(1);
        let all = most(|s| s.0) * most(|s| s.1);
        let samples: u64 = self.sampling.iter().map(|(across, down)| pixels * across * down / all).sum();
        pixels * 3 + self.notes + if self.kept { samples * 2 } else { 0 }
    }

    /// Takes what a frame header says.
    fn take(&mut self, marker: u8, segment: &[u8]) -> Result<(), PictureError> {
        let &[_, high, low, wide, width, components, ref rest @ ..] = segment else { return Err(PictureError::CutOff) };
        if self.frame.replace(marker == 0xc2).is_some() {
            // Which of the two a decoder believes is its own affair: one of them could hide the size of the other.
            return Err(PictureError::Damaged("two frame headers".to_owned()));
        }
        self.height = u32::from(u16::from_be_bytes([high, low]));
        self.width = u32::from(u16::from_be_bytes([wide, width]));
        let sampling = rest.chunks_exact(3).take(usize::from(components));
        self.sampling = sampling.map(|c| (u64::from(c[1] >> 4), u64::from(c[1] & 15))).collect();
        self.kept |= marker == 0xc2;
        Ok(())
    }

    /// Takes what begins a scan, whose segment ends at `end`.
    fn scan(&mut self, segment: &[u8], end: usize) -> Result<(), PictureError> {
        let components = segment.first().copied().map_or(0, usize::from);
        if segment.len() != 4 + 2 * components {
            return Err(PictureError::Damaged("a scan header of the wrong length".to_owned()));
        }
        self.kept |= components != self.sampling.len();
        self.scan.get_or_insert(end);
        Ok(())
    }
}

/// Reads all segments after the start of the file; a preview in the EXIF data is a separate JPEG.
fn head(bytes: &[u8]) -> Result<Head, PictureError> {
    let mut head = Head::default();
    let mut at = 2;
    loop {
        // Fill bytes, and what some cameras leave between segments.
        let gap = bytes.get(at..).and_then(|rest| rest.windows(2).position(|pair| pair[0] == 0xff && pair[1] != 0xff));
        let Some(gap) = gap else { break };
        at += gap;
        let marker = bytes[at + 1];
        if [at, at + 1].map(|i| bytes[i]) == END {
            head.ended = true;
            break;
        }
        at += 2;
        // Between scans these stand alone. Before the first, the decoder skips what follows them by its length.
        if marker == 0x00 || (head.scan.is_some() && matches!(marker, 0x01 | 0xd0..=0xd8)) {
            continue;
        }
        let length = bytes.get(at..at + 2).map(|two| usize::from(u16::from_be_bytes([two[0], two[1]])));
        let segment = length.and_then(|length| bytes.get(at + 2..at + length.max(2)));
        let (Some(length), Some(segment)) = (length, segment) else { break };
        match marker {
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                head.take(marker, segment)?;
            }
            0xe1 | 0xe2 | 0xed => head.notes += 2 * segment.len() as u64,
            0xee if segment.starts_with(b"Adobe") => head.adobe = segment.get(11).copied(),
            START_OF_SCAN => head.scan(segment, at + length.max(2))?,
            _ => {}
        }
        at += length.max(2);
        if marker == START_OF_SCAN {
            at += scan(&bytes[at..]);
        }
    }
    if head.sampling.is_empty() {
        return Err(PictureError::CutOff);
    }
    Ok(head)
}

/// Returns the length of the scan that begins here: up to the next marker that is not part of it.
fn scan(bytes: &[u8]) -> usize {
    let outside = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    bytes.windows(2).position(outside).unwrap_or(bytes.len())
}

/// Width, height and red, green, blue of each pixel in the file's order, and the turn to apply.
pub(super) fn decode(bytes: &[u8]) -> Result<(u32, u32, Vec<u8>, Turn), PictureError> {
    let head = head(bytes)?;
    within(head.width, head.height, bytes.len() as u64 * if head.ended { 1 } else { 2 } + head.cost())?;
    if head.sampling.len() == 4 && head.adobe.is_none() {
        // Whether 255 is all ink or none is not noted, and programs do both.
        return Err(PictureError::PrintColours);
    }
    agrees(bytes, &head)?;
    if head.ended {
        return pixels(bytes, &head);
    }
    // Cameras and cut connections may omit the end mark. The picture is complete if further bytes change no pixel: the
    // decoder fills missing rows with any bytes and reports no error.
    let cut = bytes.len() - bytes.iter().rev().take_while(|&&byte| byte == 0xff).count();
    let with = |more: &[u8]| [&bytes[..cut], more, &END].concat();
    let rows = |rgb: &[u8]| sha2::Sha256::digest(rgb);
    let other = pixels(&with(&[0x55; 64]), &head).map(|(_, _, rgb, _)| rows(&rgb));
    let found = pixels(&with(&[]), &head)?;
    let whole = other.is_ok_and(|other| other == rows(&found.2));
    if whole { Ok(found) } else { Err(PictureError::CutOff) }
}

/// Refuses a file in which the decoder sees another frame, or another first scan, than [`head`]: the memory was
/// reckoned from what `head` saw.
fn agrees(bytes: &[u8], head: &Head) -> Result<(), PictureError> {
    let scan = head.scan.ok_or(PictureError::CutOff)?;
    let mut decoder = decoder(bytes.get(..scan).ok_or(PictureError::CutOff)?, head);
    decoder.decode_headers().map_err(explain)?;
    let seen = decoder.info().ok_or(PictureError::CutOff)?;
    let progressive = !seen.sof.is_sequential_dct();
    let same = (u32::from(seen.width), u32::from(seen.height)) == (head.width, head.height)
        && usize::from(seen.components) == head.sampling.len()
        && head.frame == Some(progressive);
    // One byte before the scan, the decoder must not have seen any scan yet.
    let earlier = self::decoder(&bytes[..scan - 1], head).decode_headers().is_ok();
    if same && !earlier { Ok(()) } else { Err(PictureError::Damaged("two readings of its head".to_owned())) }
}

/// The decoder, which refuses a picture larger than its head says.
fn decoder<'a>(bytes: &'a [u8], head: &Head) -> JpegDecoder<ZCursor<&'a [u8]>> {
    let [width, height] = [head.width, head.height].map(|side| side as usize);
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(width)
        .set_max_height(height)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

fn pixels(bytes: &[u8], head: &Head) -> Result<(u32, u32, Vec<u8>, Turn), PictureError> {
    let mut decoder = decoder(bytes, head);
    let rgb = decoder.decode().map_err(explain)?;
    let (width, height) = decoder.dimensions().ok_or(PictureError::CutOff)?;
    // A broken EXIF block does not refuse the picture: unturned is the best guess.
    let turn = decoder.exif().and_then(|exif| Turn::from_exif_chunk(exif)).unwrap_or(Turn::NoTransforms);
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    Ok((width, height, rgb, turn))
}

fn explain(error: DecodeErrors) -> PictureError {
    match error {
        DecodeErrors::ExhaustedData => PictureError::CutOff,
        other => PictureError::Damaged(format!("{other:?}")),
    }
}
