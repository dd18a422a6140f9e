//! Saves the last minute, to report a fault: the pictures as the watcher saw them, its other input, its decisions and
//! their reasons. A folder with it replays to the same decisions, in counted time.
//!
//! ```text
//! DIR/minute.jsonl   one JSON object a line: time (microseconds from the first picture), and content
//! DIR/000123.jpg     a picture, bit for bit what the watcher saw
//! ```
//!
//! Memory is bounded by [`MOST_BYTES`] and [`MOST_AGE`], the folder by the same. Kept from the camera's beginning it
//! replays to exactly the same decisions. Later parts are dropped up to a moment when table and record agreed without a
//! hand: from there a watcher that knows nothing makes mostly the same ones; what it had learned before is not in the
//! pictures.

mod folder;
mod replay;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

use serde::{Deserialize, Serialize};

use super::{Sighting, TableState};
use crate::camera::Shot;
use crate::table::picture::jpeg;
use game::Match;
use game::record::Record;

pub use folder::{KeepError, Wrote, write};
pub use replay::{Compared, Made, Replayed, replay};

/// Least duration that is kept, as long as there is room.
pub const MINUTE: Duration = Duration::from_secs(60);
/// Most age of anything that is kept.
pub const MOST_AGE: Duration = Duration::from_secs(180);
/// Bytes of pictures.
pub const MOST_BYTES: usize = 64_000_000;
/// JPEG quality for pictures that did not come as JPEG.
const QUALITY: u8 = 92;

/// Something that happened to the watcher, or that it decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// It received a picture.
    Picture {
        /// Number of the picture.
        number: u64,
        /// Whether it is a single moment, from a file.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        still: bool,
        /// Name of the picture, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// It received the same picture as before.
    Again,
    /// The record at that moment, as a text record; nothing without one.
    Record(Option<String>),
    /// A person said that the new tile was not dropped.
    Dismiss,
    /// A person said that the camera was moved.
    LookAgain,
    /// It received no picture for a while.
    LoseSight,
    /// The record changed under a picture that will not come again.
    WeighAgain,
    /// It decided something.
    Decided(Decision),
}

/// Decision of the watcher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Kind of decision.
    pub kind: Kind,
    /// In words.
    pub words: String,
    /// Confidence, if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// Whether it could have entered itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_itself: bool,
    /// Explanation of the decision.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A drop is proposed.
    Drop,
    /// An earlier drop is reported as misread.
    Misread,
    /// Table and record disagree.
    Apart,
}

impl Decision {
    /// Reports whether it is the same decision, for any reason.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.words, self.sure, self.by_itself) == (other.kind, &other.words, other.sure, other.by_itself)
    }
}

/// Derives decisions from sightings.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    last: Option<Decision>,
}

impl Decisions {
    /// The decision that is new in this sighting; `why` is asked only then.
    pub fn new_in(&mut self, sighting: &Sighting, why: impl FnOnce() -> String) -> Option<Decision> {
        let now = of(sighting);
        let known = match (&self.last, &now) {
            // The same drop with more confidence is not another decision.
            (Some(last), Some(now)) => (last.kind, &last.words) == (now.kind, &now.words),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        self.last.clone_from(&now);
        now.filter(|_| !known).map(|decision| Decision { why: why(), ..decision })
    }
}

fn of(sighting: &Sighting) -> Option<Decision> {
    let rounded = |confidence: f64| Some((confidence * 1e4).round() / 1e4);
    let decided = |kind, words: &str, sure, by_itself| {
        Some(Decision { kind, words: words.to_owned(), sure, by_itself, why: String::new() })
    };
    if let Some(proposal) = &sighting.proposal {
        return decided(Kind::Drop, &proposal.words, rounded(proposal.confidence), proposal.auto_confirm_ok);
    }
    if let Some(correction) = &sighting.correction {
        return decided(Kind::Misread, &correction.words, rounded(correction.confidence), false);
    }
    match &sighting.state {
        state @ TableState::Lost { .. } => decided(Kind::Apart, &state.to_string(), None, false),
        _ => None,
    }
}

/// One thing, when it was, and its picture.
#[derive(Clone, Debug)]
struct KeptMoment {
    at: Duration,
    what: What,
    jpeg: Option<Arc<[u8]>>,
    /// Whether everything before it could be dropped.
    calm: bool,
}

/// The last minute in memory.
#[derive(Clone, Debug, Default)]
pub struct Minute {
    kept: VecDeque<KeptMoment>,
    begin: Option<Instant>,
    bytes: usize,
    numbers: u64,
    /// Record at the beginning of what is kept.
    record: Option<String>,
    /// Whether something was dropped.
    cut: bool,
    /// The picture that was given last, as it came and as the watcher saw it.
    last: Option<(Shot, Shot)>,
}

impl Minute {
    /// Keeps a picture and returns the one that the watcher must see: the kept one, bit for bit.
    #[must_use]
    pub fn see(&mut self, shot: &Shot) -> Shot {
        if let Some((came, seen)) = &self.last
            && Arc::ptr_eq(&came.frame, &shot.frame)
        {
            let seen = Shot { frame: Arc::clone(&seen.frame), ..shot.clone() };
            self.push(shot.taken, What::Again, None);
            return seen;
        }
        let (seen, bytes) = match &shot.jpeg {
            Some(bytes) => (shot.clone(), Some(Arc::clone(bytes))),
            None => match jpeg(&shot.frame, QUALITY) {
                Some(bytes) => match eye::picture::decode(&bytes) {
                    Ok(picture) => (Shot { frame: Arc::new(picture.frame), ..shot.clone() }, Some(Arc::from(bytes))),
                    Err(_) => (shot.clone(), None),
                },
                None => (shot.clone(), None),
            },
        };
        self.last = Some((shot.clone(), seen.clone()));
        self.numbers += 1;
        let what = What::Picture { number: self.numbers, still: shot.still, name: shot.name.clone() };
        self.push(shot.taken, what, bytes);
        seen
    }

    /// Keeps an input of the watcher at this time.
    pub fn told(&mut self, now: Instant, what: What) {
        self.push(now, what, None);
    }

    /// Keeps the record as passed to the watcher.
    pub fn recorded(&mut self, now: Instant, game: Option<&Match>) {
        let text = game.map(|game| Record { game: game.clone(), tags: Vec::new() }.write());
        self.push(now, What::Record(text), None);
    }

    /// The result of the last picture: table and record agree and nothing is in the way (`calm`), and the decision.
    pub fn came_of_it(&mut self, calm: bool, decision: Option<Decision>) {
        let Some(last) = self.kept.back_mut() else { return };
        last.calm = calm && last.jpeg.is_some();
        let at = last.at;
        if let Some(decision) = decision {
            self.kept.push_back(KeptMoment { at, what: What::Decided(decision), jpeg: None, calm: false });
        }
        self.trim();
    }

    fn push(&mut self, now: Instant, what: What, jpeg: Option<Arc<[u8]>>) {
        let begin = *self.begin.get_or_insert(now);
        self.bytes += jpeg.as_ref().map_or(0, |bytes| bytes.len());
        self.kept.push_back(KeptMoment { at: now.saturating_duration_since(begin), what, jpeg, calm: false });
    }

    /// Drops entries older than a minute, back to a calm moment; too old or too many entries in any case.
    fn trim(&mut self) {
        let Some(now) = self.kept.back().map(|kept| kept.at) else { return };
        let age = |kept: &KeptMoment| now.saturating_sub(kept.at);
        let calm =
            self.kept.iter().take_while(|kept| age(kept) >= MINUTE).enumerate().filter(|(_, kept)| kept.calm).last();
        self.drop_front(calm.map_or(0, |(at, _)| at));
        while self.bytes > MOST_BYTES || self.kept.front().is_some_and(|kept| age(kept) > MOST_AGE) {
            let next = self.kept.iter().skip(1).position(|kept| kept.jpeg.is_some());
            let Some(next) = next else { return };
            self.drop_front(next + 1);
        }
    }

    fn drop_front(&mut self, n: usize) {
        self.cut |= n > 0;
        for kept in self.kept.drain(..n) {
            self.bytes -= kept.jpeg.as_ref().map_or(0, |bytes| bytes.len());
            if let What::Record(text) = kept.what {
                self.record = text;
            }
        }
    }

    /// Returns the duration of what is kept.
    #[must_use]
    pub fn lasts(&self) -> Duration {
        match (self.kept.front(), self.kept.back()) {
            (Some(first), Some(last)) => last.at.saturating_sub(first.at),
            _ => Duration::ZERO,
        }
    }

    /// Bytes of the pictures.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Reports whether a fresh watcher reaches the same state from this moment.
#[must_use]
pub fn is_calm(sighting: &Sighting) -> bool {
    // Between hands the tiles of the last one may still be there, which only a watcher that saw it knows.
    let settled = matches!(sighting.state, TableState::Settled | TableState::NoneYet);
    settled && sighting.proposal.is_none() && sighting.correction.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use eye::frame::Frame;

    fn shot(begin: Instant, seconds: f64, bytes: usize) -> Shot {
        let frame = Frame::new(16, 16, vec![90; 16 * 16 * 3]).unwrap();
        let jpeg = Some(Arc::from(vec![0_u8; bytes]));
        Shot { taken: begin + Duration::from_secs_f64(seconds), jpeg, ..Shot::now(frame) }
    }

    #[test]
    fn a_minute_is_kept_back_to_a_calm_moment() {
        let (mut minute, begin) = (Minute::default(), Instant::now());
        minute.told(begin, What::Record(Some("before".to_owned())));
        for i in 0..400 {
            let _seen = minute.see(&shot(begin, f64::from(i) / 4.0, 10));
            // Only every tenth second is calm.
            minute.came_of_it(i % 40 == 0, None);
        }
        assert_eq!(minute.lasts(), Duration::from_secs_f64(99.75 - 30.0), "the last calm moment a minute ago");
        assert_eq!(minute.record.as_deref(), Some("before"), "what was recorded then is known");
        assert!(matches!(minute.kept[0].what, What::Picture { number: 121, .. }), "{:?}", minute.kept[0]);
    }

    #[test]
    fn memory_is_bounded_whatever_comes() {
        let (mut minute, begin) = (Minute::default(), Instant::now());
        for i in 0..200 {
            let _seen = minute.see(&shot(begin, f64::from(i) / 30.0, 1_000_000));
            minute.came_of_it(false, None);
            assert!(minute.bytes() <= MOST_BYTES);
        }
        assert_eq!(minute.bytes(), 64_000_000);
        // Pictures that never come to rest do not stay either.
        let mut minute = Minute::default();
        for i in 0..1000 {
            let _seen = minute.see(&shot(begin, f64::from(i), 10));
            minute.came_of_it(false, None);
        }
        assert!(minute.lasts() <= MOST_AGE);
    }

    #[test]
    fn what_the_watcher_sees_is_what_is_kept() {
        let rgb = (0..64 * 48 * 3).map(|i| (i * 7 % 251) as u8).collect();
        let frame = Frame::new(64, 48, rgb).unwrap();
        let mut minute = Minute::default();
        let came = Shot::now(frame);
        let seen = minute.see(&came);
        let bytes = minute.kept[0].jpeg.clone().unwrap();
        assert_eq!(eye::picture::decode(&bytes).unwrap().frame.rgb(), seen.frame.rgb());
        assert_ne!(seen.frame.rgb(), came.frame.rgb(), "a JPEG is not what came");
        // The very same picture stays the very same.
        let again = minute.see(&came);
        assert!(Arc::ptr_eq(&again.frame, &seen.frame));
        assert_eq!(minute.kept[1].what, What::Again);
    }
}
