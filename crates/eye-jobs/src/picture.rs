//! A picture to be read, as a value or as bytes on its way to another Web Worker.

use crate::message;
use eye::frame::Frame;
use eye::picture::{self, Picture};
use language::say;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use store::disk;

/// A picture to be read.
#[derive(Clone, Debug)]
pub enum PictureIn {
    /// In a picture file.
    File(PathBuf),
    /// In a picture that is there already: the camera's.
    Frame(Arc<Frame>),
}

/// A picture on its way; its bytes are behind it.
#[derive(Debug, Serialize, Deserialize)]
enum PackedPicture {
    /// A file of this name.
    File(String),
    /// A picture with these sides.
    Pixels((u32, u32)),
    /// There is none, for this reason.
    Missing(String),
}

/// A picture as bytes.
#[must_use]
pub fn pack(picture: PictureIn) -> Vec<u8> {
    match picture {
        PictureIn::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match disk::read(&path) {
                Ok(bytes) => message::pack(&PackedPicture::File(name), &[&bytes]),
                Err(why) => message::pack(&PackedPicture::Missing(format!("{name}: {why}")), &[]),
            }
        }
        PictureIn::Frame(frame) => message::pack(&PackedPicture::Pixels(message::sides(&frame)), &[frame.rgb()]),
    }
}

/// Unpacks a picture, with its name in a sentence.
///
/// # Errors
/// No picture, in words.
pub fn unpack(bytes: &[u8]) -> Result<(String, Picture), String> {
    const BROKEN: &str = "the picture is not whole";
    let (head, parts) = message::open(bytes).ok_or(BROKEN)?;
    match (head, parts.as_slice()) {
        (PackedPicture::File(name), [bytes]) => match picture::decode(bytes) {
            Ok(picture) => Ok((name, picture)),
            Err(why) => Err(say!("{name} {why}", name, why)),
        },
        (PackedPicture::Pixels(sides), [pixels]) => {
            let frame = message::frame(sides, pixels).ok_or(BROKEN)?;
            Ok((say!("the camera's picture").to_owned(), Picture::whole(frame)))
        }
        (PackedPicture::Missing(why), _) => Err(why),
        _ => Err(BROKEN.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_through_whole() {
        let frame = Arc::new(Frame::new(2, 1, (0..6).collect()).unwrap());
        let (name, back) = unpack(&pack(PictureIn::Frame(Arc::clone(&frame)))).unwrap();
        assert_eq!((name.as_str(), &back.frame), ("the camera's picture", &*frame));
        assert!(unpack(&pack(PictureIn::File("no/such/file.jpg".into()))).unwrap_err().starts_with("file.jpg: "));
        assert!(unpack(&[7]).is_err());
    }
}
