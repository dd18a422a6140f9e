//! Pictures from files: JPEG, PNG, WebP and BMP, turned upright as their EXIF data says.
//!
//! Memory is bounded for any file ([`MAX_MEMORY`]), and faults are returned as a [`PictureError`].

mod jpeg;
mod webp;

use language::say;
use std::io::{self, Cursor};

use image::metadata::Orientation as Turn;
use image::{ColorType as Kind, DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::detect::resample;
use crate::frame::Frame;

/// Bytes that a file and its decoding may take together, whichever way the picture comes in: a JPEG of 50 million pixels, a PNG
/// of 25 million.
pub const MAX_MEMORY: u64 = 170_000_000;
/// Pixels along the longest side that is read.
pub const MAX_SIDE: u32 = 32_768;
/// Bytes of the longest file that is read.
pub const MAX_BYTES: u64 = 100_000_000;
/// Larger pictures are shrunk to this long side before they are looked at: a tile is still a few hundred pixels long,
/// and the reader needs 128.
pub const WORKING_SIDE: u32 = 4096;

/// Endings of the names of pictures, HEIC among them: it is refused by name, and not passed over.
pub const ENDINGS: [&str; 7] = ["jpg", "jpeg", "png", "webp", "bmp", "heic", "heif"];

/// Reports whether a file is a picture by its name.
#[must_use]
pub fn is_picture_name(path: &std::path::Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// A picture as the reader works on it, and how large the original is.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The upright picture, long side at most [`WORKING_SIDE`].
    pub frame: Frame,
    /// Width of the upright original in pixels.
    pub width: u32,
    /// Height of the upright original in pixels.
    pub height: u32,
}

impl Picture {
    /// A picture whose original is this frame.
    #[must_use]
    pub const fn whole(frame: Frame) -> Self {
        let (width, height) = (frame.width(), frame.height());
        Self { frame, width, height }
    }

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
    /// The range of the picture.
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

/// Reason why a file is not a picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file is missing, or may not be read.
    #[error("{}", say!("cannot be opened"))]
    Open(#[source] io::Error),
    /// The file system failed while reading.
    #[error("{}", say!("cannot be read"))]
    Read(#[source] io::Error),
    /// The file is empty.
    #[error("{}", say!("is empty"))]
    Empty,
    /// Longer than [`MAX_BYTES`].
    #[error("{}", say!("has more than {megabytes} MB: too large for a photograph", megabytes = MAX_BYTES / 1_000_000))]
    TooLong,
    /// The format is unknown.
    #[error("{}", say!("is not a picture Sixty-One can read (JPEG, PNG, WebP or BMP)"))]
    NotAPicture,
    /// Decoding would take more than [`MAX_MEMORY`], or a side is longer than [`MAX_SIDE`].
    #[error("{}", say!("has {width} x {height} pixels: too many to read in {megabytes} MB of memory; save it smaller", width = .width, height = .height, megabytes = MAX_MEMORY / 1_000_000))]
    TooLarge {
        /// Width as the file states it.
        width: u32,
        /// Height as the file states it.
        height: u32,
    },
    /// A picture of the kind that newer phones make.
    #[error("{}", say!("is really a HEIC picture. Set the phone to JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible; on Android turn off HEIF or high-efficiency pictures in the camera settings"))]
    Heic,
    /// Four inks, and nothing says whether 255 is all of an ink or none.
    #[error("{}", say!("uses print colours (CMYK) without a colour profile; save it as RGB"))]
    PrintColours,
    /// The file ends before the picture does.
    #[error("{}", say!("is incomplete: the file is cut off; copy or send it again"))]
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
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(PictureError::TooLong);
    }
    let (width, height, rgb, turn) = match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => jpeg::decode(bytes)?,
        Ok(format) => others(bytes, format)?,
        Err(_) if is_heic(bytes) => return Err(PictureError::Heic),
        Err(_) => return Err(PictureError::NotAPicture),
    };
    let full = Frame::new(width, height, rgb).ok_or(PictureError::NotAPicture)?;
    let frame = turned(shrink_to(full, WORKING_SIDE), turn);
    let on_its_side = matches!(turn, Turn::Rotate90 | Turn::Rotate270 | Turn::Rotate90FlipH | Turn::Rotate270FlipH);
    let (width, height) = if on_its_side { (height, width) } else { (width, height) };
    Ok(Picture { frame, width, height })
}

/// Refuses a picture of this size that takes `bytes` bytes, its file included, before anything is decoded.
fn within(width: u32, height: u32, bytes: u64) -> Result<(), PictureError> {
    // A strip of one pixel's height is not a photograph, and shrinking it takes far more memory than it has pixels.
    let fine = bytes <= MAX_MEMORY && width.max(height) <= MAX_SIDE;
    if fine { Ok(()) } else { Err(PictureError::TooLarge { width, height }) }
}

/// Reports whether a file begins here of the kind that iPhones call HEIC, or its sister AVIF.
fn is_heic(bytes: &[u8]) -> bool {
    let brands: [&[u8]; 9] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif", b"avis"];
    bytes.get(4..8) == Some(b"ftyp") && bytes.get(8..12).is_some_and(|brand| brands.contains(&brand))
}

/// Decodes formats that state their size in bytes beforehand, like [`jpeg::decode`].
fn others(bytes: &[u8], format: ImageFormat) -> Result<(u32, u32, Vec<u8>, Turn), PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(explain)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    // Bytes of a pixel beside the result: planes and a canvas in WebP, the same in eight bits.
    let inside = if format == ImageFormat::WebP { webp::inside(bytes, (width, height))? } else { 0 };
    let copy = if matches!(decoder.color_type(), Kind::Rgb8 | Kind::Rgba8) { 0 } else { 3 };
    within(width, height, bytes.len() as u64 + decoder.total_bytes() + pixels * (inside + copy))?;
    let turn = decoder.orientation().unwrap_or(Turn::NoTransforms);
    let rgb = match DynamicImage::from_decoder(decoder).map_err(explain)? {
        DynamicImage::ImageRgba8(image) => opaque(image.into_raw()),
        other => other.into_rgb8().into_raw(),
    };
    Ok((width, height, rgb, turn))
}

/// Red, green and blue of pixels that have a fourth byte, in the memory they have.
fn opaque(mut bytes: Vec<u8>) -> Vec<u8> {
    let pixels = bytes.len() / 4;
    for pixel in 1..pixels {
        bytes.copy_within(pixel * 4..pixel * 4 + 3, pixel * 3);
    }
    bytes.truncate(pixels * 3);
    bytes
}

fn turned(frame: Frame, turn: Turn) -> Frame {
    match turn {
        Turn::NoTransforms => frame,
        Turn::Rotate90 => frame.turned(1),
        Turn::Rotate180 => frame.upside_down(),
        Turn::Rotate270 => frame.turned(3),
        Turn::FlipHorizontal => frame.mirrored(),
        Turn::FlipVertical => frame.mirrored().upside_down(),
        Turn::Rotate90FlipH => frame.turned(1).mirrored(),
        Turn::Rotate270FlipH => frame.turned(3).mirrored(),
    }
}

/// Shrinks the picture to a long side of at most `long_side` pixels.
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
    resample::shrink(frame, shrunk(width), shrunk(height))
}

fn explain(error: ImageError) -> PictureError {
    match error {
        ImageError::IoError(io) if io.kind() == io::ErrorKind::UnexpectedEof => PictureError::CutOff,
        ImageError::Unsupported(_) => PictureError::NotAPicture,
        other => PictureError::Damaged(other.to_string()),
    }
}
