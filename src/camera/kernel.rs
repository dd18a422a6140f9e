//! Webcams whose pictures the toolkit does not know, straight from Linux: planar ones, such as a phone as a webcam
//! sends, and grey ones. The only file that knows v4l.

use std::io;
use std::time::{Duration, Instant};

use v4l::buffer::Type;
use v4l::io::mmap::Stream;
use v4l::io::traits::CaptureStream as _;
use v4l::video::Capture as _;
use v4l::{Device, FourCC};

use super::raw::{self, Size};
use super::{Next, Shot, Source, SourceError};

/// Requested size: tiles are large enough.
const WANTED: (u32, u32) = (1280, 720);
/// Pictures in between are taken from the driver but not decoded.
const INTERVAL: Duration = Duration::from_millis(190);
/// A driver that sends nothing for so long is asked again, so that the thread can be stopped.
const PATIENCE: Duration = Duration::from_secs(1);

/// An open camera.
pub(super) struct KernelCamera {
    name: String,
    stream: Stream<'static>,
    letters: &'static str,
    size: Size,
    last: Option<Instant>,
}

/// Returns the forms that a device sends, as four letters each; nothing if it can't be asked.
pub(super) fn forms(path: &str) -> Vec<String> {
    let asked = Device::with_path(path).and_then(|device| device.enum_formats());
    let letters = |format: &v4l::format::Description| String::from_utf8_lossy(&format.fourcc.repr).trim().to_owned();
    asked.map(|formats| formats.iter().map(letters).collect()).unwrap_or_default()
}

/// Returns the form to ask a camera for, among those it sends.
pub(super) fn best(sent: &[String]) -> Option<&'static str> {
    raw::forms().find(|form| sent.iter().any(|sent| sent == form))
}

impl KernelCamera {
    /// Opens the device at this path in this form, under this name.
    ///
    /// # Errors
    /// What the driver answered.
    pub(super) fn open(name: &str, path: &str, letters: &'static str) -> io::Result<Self> {
        let device = Device::with_path(path)?;
        let mut wanted = device.format()?;
        (wanted.width, wanted.height) = WANTED;
        wanted.fourcc = <[u8; 4]>::try_from(letters.as_bytes()).map_or(wanted.fourcc, |letters| FourCC::new(&letters));
        // The driver takes the nearest size that it has.
        let given = device.set_format(&wanted)?;
        if given.fourcc != wanted.fourcc {
            return Err(io::Error::other(format!("{} instead of {letters}", given.fourcc)));
        }
        let size = Size { wide: given.width as usize, high: given.height as usize, line: given.stride as usize };
        let mut stream = Stream::with_buffers(&device, Type::VideoCapture, 4)?;
        stream.set_timeout(PATIENCE);
        Ok(Self { name: name.to_owned(), stream, letters, size, last: None })
    }
}

impl Source for KernelCamera {
    fn next(&mut self) -> Result<Next, SourceError> {
        let (bytes, meta) = match self.stream.next() {
            Ok(taken) => taken,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(Next::Nothing),
            Err(error) => return Err(explain(&self.name, &error)),
        };
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return Ok(Next::Nothing);
        }
        let bytes = bytes.get(..meta.bytesused as usize).unwrap_or(bytes);
        match raw::decode(self.letters, self.size, bytes) {
            Ok(frame) => {
                self.last = Some(Instant::now());
                Ok(Next::Shot(Shot::now(frame)))
            }
            Err(why) => Ok(Next::Missed(why)),
        }
    }
}

/// The system's error numbers in a player's words.
pub(super) fn explain(name: &str, error: &io::Error) -> SourceError {
    let name = name.to_owned();
    match error.raw_os_error() {
        Some(19 | 6 | 2) => SourceError::Unplugged(name),
        Some(16) => SourceError::Busy(name),
        Some(13 | 1) => SourceError::Denied(name),
        _ => SourceError::Driver { name, reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_that_is_read_is_chosen_among_those_that_are_sent() {
        let sent = |forms: &[&str]| forms.iter().map(|form| (*form).to_owned()).collect::<Vec<_>>();
        assert_eq!(best(&sent(&["H264", "GREY", "YU12"])), Some("YU12"));
        assert_eq!(best(&sent(&["GREY"])), Some("GREY"));
        assert_eq!(best(&sent(&["H264", "HEVC"])), None);
        assert!(forms("/dev/there-is-none").is_empty());
    }
}
