//! A phone that is the camera: its browser sends pictures to the listener that the table has opened for phones.

use super::{Next, Shot, Source, SourceError};
use eye::picture;
use language::say;
use server::{PhonePicture, PhonePictures, PhoneShot};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use web_time::Instant;

/// A source comes back so often.
const PATIENCE: Duration = Duration::from_millis(400);
/// Interval at which a single picture is shown again, so that it does not pass for a lost camera.
const AGAIN: Duration = Duration::from_millis(500);

/// The pictures of all phones: a program has one listener for them, shared by all who open or watch it.
static PICTURES: LazyLock<PhonePictures> = LazyLock::new(PhonePictures::default);

/// Returns the place where the listener puts pictures.
#[must_use]
pub fn pictures() -> PhonePictures {
    PICTURES.clone()
}

/// A phone.
#[derive(Debug)]
pub struct PhoneCamera {
    name: String,
    pictures: PhonePictures,
    last: u64,
    /// The last single picture, and when it was shown.
    still: Option<(Shot, Instant)>,
}

impl PhoneCamera {
    /// The phone of this name.
    ///
    /// # Errors
    /// It is not connected.
    pub fn open(name: &str) -> Result<Self, SourceError> {
        let pictures = pictures();
        if matches!(pictures.next(name, 0, Duration::ZERO), PhoneShot::Gone) {
            return Err(SourceError::NoPhone(name.to_owned()));
        }
        Ok(Self { name: name.to_owned(), pictures, last: 0, still: None })
    }

    fn take(&mut self, picture: &PhonePicture) -> Next {
        self.last = picture.number;
        let decoded = match picture::decode(&picture.jpeg) {
            Ok(decoded) => decoded,
            Err(why) => {
                return Next::Missed(say!(
                    "can't read a picture from the phone {name}: it {why}",
                    name = self.name,
                    why
                ));
            }
        };
        let mut shot = Shot::now(decoded.frame);
        shot.jpeg = Some(Arc::from(&picture.jpeg[..]));
        // A single picture is a moment without others.
        shot.still = !picture.live;
        self.still = shot.still.then(|| (shot.clone(), Instant::now()));
        Next::Shot(shot)
    }
}

impl Source for PhoneCamera {
    fn next(&mut self) -> Result<Next, SourceError> {
        match self.pictures.next(&self.name, self.last, PATIENCE) {
            PhoneShot::New(picture) => Ok(self.take(&picture)),
            PhoneShot::Gone => Err(SourceError::PhoneGone(self.name.clone())),
            PhoneShot::Waiting => Ok(match &mut self.still {
                Some((shot, shown)) if shown.elapsed() >= AGAIN => {
                    *shown = Instant::now();
                    Next::Shot(Shot { taken: *shown, ..shot.clone() })
                }
                _ => Next::Nothing,
            }),
        }
    }
}
