//! Pictures from files: JPEG, PNG, WebP and BMP, turned upright as their EXIF data says.
//!
//! Whatever lies in the file, memory stays bounded ([`MAX_PIXELS`], [`MAX_BYTES`]) and what is wrong comes back as a [`PictureError`].

use language::say;
use std::io::{self, Cursor};

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, Limits};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::detect::resample::{self, Region};
use crate::frame::Frame;

/// Pictures with more pixels are refused: decoding takes 3 to 9 bytes a pixel.
pub const MAX_PIXELS: u64 = 100_000_000;
/// Pictures with a longer side are refused.
pub const MAX_SIDE: u32 = 32_768;
/// Longer files are refused.
pub const MAX_BYTES: u64 = 200_000_000;
/// Larger pictures are shrunk to this long side before they are looked at: a tile is still a few hundred pixels long,
/// and the reader needs 128.
pub const WORKING_SIDE: u32 = 4096;

/// A picture as the reader works on it, and how large the original is.
#[derive(Debug)]
pub struct Picture {
    /// The upright picture, long side at most [`WORKING_SIDE`].
    pub frame: Frame,
    /// Width of the upright original in pixels.
    pub width: u32,
    /// Height of the upright original in pixels.
    pub height: u32,
}

impl Picture {
    /// Original pixels per pixel of [`Self::frame`], along x and y; `1.0` unless the picture was shrunk.
    #[must_use]
    pub fn scale(&self) -> (f64, f64) {
        let along = |original: u32, working: u32| f64::from(original) / f64::from(working);
        (along(self.width, self.frame.width()), along(self.height, self.frame.height()))
    }
}

/// At which resolution a JPEG file keeps the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// That of the picture.
    Full,
    /// Half of it in both directions, as telephones store them: two thirds of the work.
    Half,
}

/// The bytes of a JPEG file with this picture of interleaved RGB bytes, `quality` 1 to 100.
/// `None` if there are fewer bytes than pixels or a side is empty or longer than 65,535 pixels.
#[must_use]
pub fn jpeg(rgb: &[u8], width: u32, height: u32, quality: u8, colours: Colours) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    let sampling = match colours {
        Colours::Full => SamplingFactor::F_1_1,
        Colours::Half => SamplingFactor::F_2_2,
    };
    encoder.set_sampling_factor(sampling);
    let (width, height) = (width.try_into().ok()?, height.try_into().ok()?);
    encoder.encode(rgb, width, height, ColorType::Rgb).ok()?;
    Some(file)
}

/// Why a file gives no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// There is no such file, or it may not be read.
    #[error("{}", say!("cannot be opened"))]
    Open(#[source] io::Error),
    /// The file system failed while reading.
    #[error("{}", say!("cannot be read"))]
    Read(#[source] io::Error),
    /// Nothing in it.
    #[error("{}", say!("is empty"))]
    Empty,
    /// Longer than [`MAX_BYTES`].
    #[error("{}", say!("has more than {megabytes} MB: too large for a photograph", megabytes = MAX_BYTES / 1_000_000))]
    TooLong,
    /// None of the known formats.
    #[error("{}", say!("is not a picture (JPEG, PNG, WebP and BMP can be read)"))]
    NotAPicture,
    /// More pixels than [`MAX_PIXELS`].
    #[error("{}", say!("has {width} x {height} pixels; more than {million} million, or {most} along a side, are not read", width = .width, height = .height, million = .million, most = MAX_SIDE))]
    TooLarge {
        /// Millions of pixels that are read.
        million: u64,
        /// Width as the file states it.
        width: u32,
        /// Height as the file states it.
        height: u32,
    },
    /// The file ends before the picture does.
    #[error("{}", say!("is cut off: the file ends before the picture does"))]
    CutOff,
    /// The format is right, the content is not.
    #[error("{}", say!("is damaged: {why}", why = .0))]
    Damaged(String),
}

/// Loads the picture in the file `path`. Of an animation the first picture.
///
/// # Errors
/// Everything of [`PictureError`]; the messages are meant to follow the file's name.
#[cfg(feature = "files")]
pub fn load(path: &std::path::Path) -> Result<Picture, PictureError> {
    use std::io::Read as _;
    if std::fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // A pipe would be waited for without end.
        return Err(PictureError::Open(io::Error::other("it is not a file")));
    }
    let file = std::fs::File::open(path).map_err(PictureError::Open)?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(PictureError::Read)?;
    decode(&bytes)
}

/// The picture in the bytes of a file.
///
/// # Errors
/// As [`load`], without [`PictureError::Open`] and [`PictureError::Read`].
pub fn decode(bytes: &[u8]) -> Result<Picture, PictureError> {
    decode_within(bytes, MAX_PIXELS)
}

/// As [`decode`], with a limit of its own on the pixels: a camera has fewer than a scanner.
///
/// # Errors
/// As [`decode`].
pub fn decode_within(bytes: &[u8], max_pixels: u64) -> Result<Picture, PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(PictureError::TooLong);
    }
    if is_cut_off_jpeg(bytes) {
        return Err(PictureError::CutOff);
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(PictureError::Read)?;
    if reader.format().is_none() {
        return Err(PictureError::NotAPicture);
    }
    let mut decoder = reader.into_decoder().map_err(explain)?;
    let (width, height) = decoder.dimensions();
    // A strip of one pixel's height is no photograph, and shrinking it takes far more memory than it has pixels.
    if u64::from(width) * u64::from(height) > max_pixels || width.max(height) > MAX_SIDE {
        return Err(PictureError::TooLarge { width, height, million: max_pixels / 1_000_000 });
    }
    decoder.set_limits(Limits::default()).map_err(explain)?;
    // A broken EXIF block is no reason to refuse the picture: as it lies is the best guess.
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(explain)?;
    image.apply_orientation(orientation);
    let (width, height) = (image.width(), image.height());
    let Some(full) = Frame::new(width, height, image.into_rgb8().into_raw()) else {
        return Err(PictureError::NotAPicture);
    };
    Ok(Picture { frame: shrink_to(full, WORKING_SIDE), width, height })
}

/// The same picture with a long side of at most `long_side` pixels.
fn shrink_to(frame: Frame, long_side: u32) -> Frame {
    let (width, height) = (frame.width(), frame.height());
    let longest = width.max(height);
    if longest <= long_side {
        return frame;
    }
    let shrunk = |side: u32| {
        let side = u64::from(side) * u64::from(long_side) / u64::from(longest);
        usize::try_from(side.max(1)).unwrap_or(1)
    };
    resample::resize(&frame, Region::whole(&frame), shrunk(width), shrunk(height), 1)
}

/// Does a JPEG stop before its end marker? (The decoder fills the rest with grey and says nothing.)
///
/// Only looked at after the first scan begins, so that a preview in the EXIF data, which is a whole JPEG, does not count.
fn is_cut_off_jpeg(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        return false;
    }
    let mut at = 2;
    while let Some(&[0xff, marker]) = bytes.get(at..at + 2) {
        match marker {
            0xda => return !bytes[at..].windows(2).any(|pair| pair == [0xff, 0xd9]),
            0xff => at += 1,
            _ => {
                let Some(&[high, low]) = bytes.get(at + 2..at + 4) else { return true };
                at += 2 + usize::from(u16::from_be_bytes([high, low]));
            }
        }
    }
    // The segments run past the end, or something else than a marker follows: the decoder tells the latter better.
    at >= bytes.len()
}

fn explain(error: ImageError) -> PictureError {
    match error {
        ImageError::IoError(io) if io.kind() == io::ErrorKind::UnexpectedEof => PictureError::CutOff,
        ImageError::Unsupported(_) => PictureError::NotAPicture,
        other => PictureError::Damaged(other.to_string()),
    }
}
