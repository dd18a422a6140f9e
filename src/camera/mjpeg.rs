//! Pictures out of a `multipart/x-mixed-replace` stream (Motion JPEG over HTTP): bytes go in as they come, pictures come out.
//! No network here.

use language::say;
use std::borrow::Cow;

/// Size limit of a camera's picture.
pub const MOST_BYTES: usize = 16_000_000;
/// The headers of a part are short.
const MOST_HEADER: usize = 8_192;

/// Takes a stream apart. Holds at most one picture and the bytes last fed.
#[derive(Debug)]
pub struct Parts {
    /// Separator between parts, without the leading dashes, because servers disagree on their number.
    boundary: Vec<u8>,
    bytes: Vec<u8>,
    state: PartState,
    /// Bytes since the last boundary that were thrown away.
    skipped: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartState {
    /// Looking for the next boundary.
    Between,
    /// In the headers of a part.
    Headers,
    /// In a part of this many bytes.
    Sized(usize),
    /// In a part that ends where the next boundary is.
    Unsized,
}

/// Reason why a stream does not contain pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartsError {
    /// A part above [`MOST_BYTES`].
    #[error("{}", say!("one picture has more than {megabytes} MB", megabytes = MOST_BYTES / 1_000_000))]
    TooLarge,
    /// No part ended within [`MOST_BYTES`].
    #[error("{}", say!("it doesn't send a stream of pictures"))]
    NoBoundary,
}

/// The boundary in a content type such as `multipart/x-mixed-replace; boundary="--frame"`.
#[must_use]
pub fn boundary(content_type: &str) -> Option<String> {
    let parameter = content_type.split(';').skip(1).find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("boundary").then(|| value.trim().trim_matches('"'))
    });
    parameter.map(|value| value.trim_start_matches('-').to_owned()).filter(|value| !value.is_empty())
}

/// A picture of Motion JPEG as a complete JPEG: many cameras leave the Huffman tables out, since they are always the
/// standard ones. The mark of OpenDML's AVI informs the decoder.
#[must_use]
pub fn complete(bytes: &[u8]) -> Cow<'_, [u8]> {
    const MARK: &[u8] = b"\xff\xe0\0\x07AVI1\0";
    match bytes.split_at_checked(2) {
        Some((begin @ [0xff, 0xd8], rest)) if lacks_tables(rest) => Cow::Owned([begin, MARK, rest].concat()),
        _ => Cow::Borrowed(bytes),
    }
}

/// Reports whether the segments of a JPEG reach the picture without a Huffman table.
fn lacks_tables(mut segments: &[u8]) -> bool {
    while let &[0xff, marker, high, low, ..] = segments {
        match marker {
            0xc4 => return false,
            0xda => return true,
            _ => {}
        }
        let length = usize::from(u16::from_be_bytes([high, low]));
        segments = segments.get(2 + length..).unwrap_or_default();
    }
    false
}

fn find(haystack: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let first = *needle.first()?;
    let mut at = from;
    while at + needle.len() <= haystack.len() {
        let found = haystack[at..=haystack.len() - needle.len()].iter().position(|&byte| byte == first)?;
        at += found;
        if haystack[at..].starts_with(needle) {
            return Some(at);
        }
        at += 1;
    }
    None
}

impl Parts {
    /// A stream with this boundary.
    #[must_use]
    pub fn new(boundary: &str) -> Self {
        Self { boundary: boundary.as_bytes().to_vec(), bytes: Vec::new(), state: PartState::Between, skipped: 0 }
    }

    /// Takes in what came.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Bytes held at the moment.
    #[must_use]
    pub const fn held(&self) -> usize {
        self.bytes.len()
    }

    /// Takes the next whole part, if there is one.
    ///
    /// # Errors
    /// The data is not such a stream, or a part is too large.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, PartsError> {
        loop {
            match self.state {
                PartState::Between => {
                    if !self.skip_to_headers()? {
                        return Ok(None);
                    }
                }
                PartState::Headers => {
                    if !self.read_headers()? {
                        return Ok(None);
                    }
                }
                PartState::Sized(size) => {
                    if self.bytes.len() < size {
                        return Ok(None);
                    }
                    let rest = self.bytes.split_off(size);
                    self.state = PartState::Between;
                    return Ok(Some(std::mem::replace(&mut self.bytes, rest)));
                }
                PartState::Unsized => return self.take_unsized(),
            }
        }
    }

    /// Throws away everything up to the line after the boundary. `false` when more bytes are needed.
    fn skip_to_headers(&mut self) -> Result<bool, PartsError> {
        if let Some(at) = find(&self.bytes, &self.boundary, 0) {
            let after = at + self.boundary.len();
            let Some(line) = find(&self.bytes, b"\n", after) else { return Ok(false) };
            drop(self.bytes.drain(..=line));
            self.skipped = 0;
            self.state = PartState::Headers;
            return Ok(true);
        }
        // The boundary may have come in half.
        let useless = self.bytes.len().saturating_sub(self.boundary.len());
        drop(self.bytes.drain(..useless));
        self.skipped += useless;
        if self.skipped > MOST_BYTES { Err(PartsError::NoBoundary) } else { Ok(false) }
    }

    fn read_headers(&mut self) -> Result<bool, PartsError> {
        let ends = [(&b"\r\n\r\n"[..], 4), (&b"\n\n"[..], 2)];
        // A part may begin without any header.
        let none = if self.bytes.starts_with(b"\r\n") {
            Some((0, 2))
        } else if self.bytes.starts_with(b"\n") {
            Some((0, 1))
        } else {
            None
        };
        let found = ends.iter().filter_map(|(end, length)| Some((find(&self.bytes, end, 0)?, *length))).min();
        let Some((end, length)) = none.or(found) else {
            if self.bytes.len() > MOST_HEADER {
                // No headers: look for the next part.
                self.state = PartState::Between;
                return Ok(true);
            }
            return Ok(false);
        };
        let headers = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        let size = headers.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
        });
        drop(self.bytes.drain(..end + length));
        self.state = match size {
            Some(size) if size > MOST_BYTES => return Err(PartsError::TooLarge),
            Some(size) if size > 0 => PartState::Sized(size),
            _ => PartState::Unsized,
        };
        Ok(true)
    }

    /// A part without a stated size, up to the dashes before the next boundary.
    fn take_unsized(&mut self) -> Result<Option<Vec<u8>>, PartsError> {
        let Some(at) = find(&self.bytes, &self.boundary, 0) else {
            return if self.bytes.len() > MOST_BYTES { Err(PartsError::TooLarge) } else { Ok(None) };
        };
        let rest = self.bytes.split_off(at);
        let mut part = std::mem::replace(&mut self.bytes, rest);
        while part.last().is_some_and(|byte| b"-\r\n".contains(byte)) {
            part.pop();
        }
        self.state = PartState::Between;
        Ok(Some(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(boundary: &str, stream: &[u8], step: usize) -> Vec<Vec<u8>> {
        let mut parts = Parts::new(boundary);
        let mut found = Vec::new();
        for chunk in stream.chunks(step) {
            parts.feed(chunk);
            while let Some(part) = parts.take().unwrap() {
                found.push(part);
            }
        }
        found
    }

    #[test]
    fn parts_come_out_however_the_stream_is_cut() {
        let sized = b"junk--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 5\r\n\r\nab--c\r\n--frame\r\ncontent-length:2\r\n\r\nde\r\n--frame--\r\n";
        let open = b"--frame\nContent-Type: image/jpeg\n\nabc\n--frame\n\nde\r\n--frame\r\n";
        for step in 1..sized.len() {
            assert_eq!(all("frame", sized, step), [b"ab--c".to_vec(), b"de".to_vec()], "{step}");
            assert_eq!(all("frame", open, step), [b"abc".to_vec(), b"de".to_vec()], "{step}");
        }
    }

    #[test]
    fn boundaries_are_found_in_content_types() {
        for (text, want) in [
            ("multipart/x-mixed-replace; boundary=frame", Some("frame")),
            ("multipart/x-mixed-replace;boundary=\"--myboundary\"", Some("myboundary")),
            ("multipart/x-mixed-replace; charset=x; BOUNDARY = --b ", Some("b")),
            ("multipart/x-mixed-replace", None),
            ("multipart/x-mixed-replace; boundary=--", None),
        ] {
            assert_eq!(boundary(text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn memory_stays_bounded_and_nonsense_ends() {
        let mut parts = Parts::new("frame");
        let noise = vec![b'x'; 1 << 16];
        let mut error = None;
        for _ in 0..1000 {
            parts.feed(&noise);
            match parts.take() {
                Ok(None) => assert!(parts.held() < 100_000),
                Ok(Some(_)) => panic!("a picture in noise"),
                Err(why) => {
                    error = Some(why);
                    break;
                }
            }
        }
        assert_eq!(error, Some(PartsError::NoBoundary));
        let mut parts = Parts::new("frame");
        parts.feed(b"--frame\r\nContent-Length: 99999999999\r\n\r\n");
        assert_eq!(parts.take(), Err(PartsError::TooLarge));
        let mut parts = Parts::new("frame");
        parts.feed(b"--frame\r\n\r\n");
        let ended = (0..1000).find_map(|_| {
            parts.feed(&noise);
            parts.take().err()
        });
        assert_eq!(ended, Some(PartsError::TooLarge));
        assert!(parts.held() <= MOST_BYTES + noise.len());
    }
}
