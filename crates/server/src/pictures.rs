//! The newest picture of each phone that is a camera. Bounded: a few phones, one picture each.

use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Most phones that are cameras at once.
const MOST: usize = 4;
/// A phone that was not heard of for so long is gone.
const GONE: Duration = Duration::from_secs(12);

/// A picture of a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhonePicture {
    /// Rises with every picture of this phone.
    pub number: u64,
    /// The unchanged picture, by its first bytes a JPEG file.
    pub jpeg: Bytes,
    /// Whether it is part of a live stream; otherwise a person takes each picture.
    pub live: bool,
}

/// Result of waiting for a phone's picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhoneShot {
    /// A picture that is new.
    New(PhonePicture),
    /// No picture yet.
    Waiting,
    /// The phone is gone, or never came.
    Gone,
}

#[derive(Debug)]
struct PhoneEntry {
    picture: Option<PhonePicture>,
    heard: Instant,
    /// Time of the table's last look.
    watched: Option<Instant>,
}

/// The pictures of all phones; every clone is the same.
#[derive(Clone, Debug, Default)]
pub struct PhonePictures {
    phones: Arc<Mutex<BTreeMap<String, PhoneEntry>>>,
    new: Arc<Condvar>,
}

impl PhonePictures {
    fn phones(&self) -> MutexGuard<'_, BTreeMap<String, PhoneEntry>> {
        let mut phones = self.phones.lock().unwrap_or_else(PoisonError::into_inner);
        phones.retain(|_, phone| phone.heard.elapsed() < GONE);
        phones
    }

    /// A phone is there, perhaps with a picture. `None`: there are too many; otherwise whether the table looks.
    pub(crate) fn hear(&self, name: &str, picture: Option<(Bytes, bool)>) -> Option<bool> {
        let mut phones = self.phones();
        if !phones.contains_key(name) && phones.len() >= MOST {
            return None;
        }
        let now = Instant::now();
        let phone = phones.entry(name.to_owned()).or_insert(PhoneEntry { picture: None, heard: now, watched: None });
        phone.heard = now;
        if let Some((jpeg, live)) = picture {
            let number = phone.picture.as_ref().map_or(0, |picture| picture.number) + 1;
            phone.picture = Some(PhonePicture { number, jpeg, live });
            self.new.notify_all();
        }
        Some(phone.watched.is_some_and(|watched| watched.elapsed() < Duration::from_secs(5)))
    }

    /// The phones that are there.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.phones().keys().cloned().collect()
    }

    /// The picture of a phone that comes after number `after`, waited for at most so long.
    #[must_use]
    pub fn next(&self, name: &str, after: u64, at_most: Duration) -> PhoneShot {
        let until = Instant::now() + at_most;
        let mut phones = self.phones();
        loop {
            let Some(phone) = phones.get_mut(name) else { return PhoneShot::Gone };
            phone.watched = Some(Instant::now());
            if let Some(picture) = phone.picture.as_ref().filter(|picture| picture.number != after) {
                return PhoneShot::New(picture.clone());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return PhoneShot::Waiting;
            }
            phones = self.new.wait_timeout(phones, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A phone's name as it may be called: letters, figures and dashes.
pub(crate) fn phone_name(typed: &str) -> String {
    let name: String = typed.trim().chars().filter(|c| c.is_alphanumeric() || *c == '-').take(24).collect();
    if name.is_empty() { "phone".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_picture_wins_and_memory_is_bounded() {
        let pictures = PhonePictures::default();
        assert_eq!(pictures.next("anna", 0, Duration::ZERO), PhoneShot::Gone);
        let jpeg = |n: u8| Some((Bytes::copy_from_slice(&[0xff, 0xd8, n]), true));
        assert_eq!(pictures.hear("anna", None), Some(false));
        assert_eq!(pictures.next("anna", 0, Duration::ZERO), PhoneShot::Waiting);
        pictures.hear("anna", jpeg(1));
        assert_eq!(pictures.hear("anna", jpeg(2)), Some(true), "the table looks");
        let PhoneShot::New(picture) = pictures.next("anna", 0, Duration::ZERO) else { panic!("no picture") };
        assert_eq!((picture.number, picture.jpeg[2]), (2, 2));
        assert_eq!(pictures.next("anna", 2, Duration::from_millis(5)), PhoneShot::Waiting);
        let heard: Vec<_> = (0..9).map(|n| pictures.hear(&format!("phone{n}"), jpeg(n)).is_some()).collect();
        assert_eq!(heard.iter().filter(|heard| **heard).count(), MOST - 1);
        assert_eq!(pictures.names().len(), MOST);
        assert_eq!([phone_name(" Anna's phone! "), phone_name("<>")], ["Annasphone", "phone"]);
    }
}
