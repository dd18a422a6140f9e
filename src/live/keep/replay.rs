//! Replays a saved minute through a watcher, in counted time.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

use super::folder::{picture, picture_name, read};
use super::{Decision, Decisions, KeepError, What};
use crate::camera::Shot;
use crate::live::Tracker;
use eye::detect::Detector;
use game::record::Record;

/// A decision, when it was made and on which picture.
pub type Made = (Duration, Option<String>, Decision);

/// Decisions then and now.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// Saved decisions.
    pub then: Vec<Made>,
    /// New decisions.
    pub now: Vec<Made>,
    /// Pictures that were seen.
    pub pictures: usize,
    /// Whether the recording begins with the camera, so that the watcher has the same knowledge.
    pub whole: bool,
}

/// A decision that was made then, now, or both times.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Saved decision.
    pub then: Option<&'a Made>,
    /// New decision.
    pub now: Option<&'a Made>,
}

impl Replayed {
    /// The decisions of both times beside each other, in their order.
    #[must_use]
    pub fn compared(&self) -> Vec<Compared<'_>> {
        let (then, now) = (&self.then, &self.now);
        let same = |i: usize, j: usize| (then[i].2.kind, &then[i].2.words) == (now[j].2.kind, &now[j].2.words);
        // How many decisions from here on can stand beside their like.
        let mut most = vec![vec![0_usize; now.len() + 1]; then.len() + 1];
        for i in (0..then.len()).rev() {
            for j in (0..now.len()).rev() {
                most[i][j] = if same(i, j) { most[i + 1][j + 1] + 1 } else { most[i + 1][j].max(most[i][j + 1]) };
            }
        }
        let (mut i, mut j, mut all) = (0, 0, Vec::new());
        while i < then.len() || j < now.len() {
            let both = i < then.len() && j < now.len();
            let (of_then, of_now) = match () {
                () if both && same(i, j) => (true, true),
                () if j == now.len() || (both && most[i + 1][j] >= most[i][j + 1]) => (true, false),
                () => (false, true),
            };
            all.push(Compared { then: then.get(i).filter(|_| of_then), now: now.get(j).filter(|_| of_now) });
            i += usize::from(of_then);
            j += usize::from(of_now);
        }
        all
    }

    /// Reports whether the same decisions were made.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.compared().iter().all(|pair| pair.then.is_some() && pair.now.is_some())
    }

    /// Reports whether they were made on the same pictures, with equal confidence.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let same = |(a, b): (&Made, &Made)| a.1 == b.1 && a.2.is_same(&b.2);
        self.then.len() == self.now.len() && self.then.iter().zip(&self.now).all(same)
    }
}

/// Shows a kept minute to a watcher that knows nothing.
///
/// # Errors
/// The folder has no minute or a damaged one, or the networks failed.
pub fn replay<D: Detector>(folder: &Path, watcher: &mut Tracker<D>) -> Result<Replayed, KeepError> {
    let base = Instant::now();
    let mut replayed = Replayed::default();
    let mut decisions = Decisions::default();
    let mut last: Option<Shot> = None;
    let mut name = None;
    let (whole, all) = read(folder)?;
    replayed.whole = whole;
    watcher.forget();
    for (i, (at, what)) in all.into_iter().enumerate() {
        match what {
            What::Picture { number, still, name: called } => {
                let path = folder.join(picture_name(number));
                let bytes = picture(folder, number)?;
                let decoded = eye::picture::decode(&bytes).map_err(|source| KeepError::Picture { path, source })?;
                let shot = Shot { taken: base + at, still, name: called, ..Shot::now(decoded.frame) };
                crate::live::see(watcher, &shot)?;
                last = Some(shot);
                name = Some(picture_name(number));
                replayed.pictures += 1;
            }
            What::Again => {
                if let Some(shot) = &mut last {
                    shot.taken = base + at;
                    crate::live::see(watcher, shot)?;
                }
            }
            What::Record(text) => {
                let game = text.map(|text| Record::parse(&text)).transpose().map_err(|why| KeepError::Form {
                    path: folder.to_owned(),
                    line: i + 2,
                    why: why.to_string(),
                })?;
                watcher.record(game.map(|record| Arc::new(record.game)));
            }
            What::Dismiss => watcher.dismiss(),
            What::LookAgain => watcher.look_again(),
            What::LoseSight => watcher.lose_sight(),
            What::WeighAgain => watcher.weigh_again(),
            What::Decided(decision) => {
                replayed.then.push((at, name.clone(), decision));
                continue;
            }
        }
        let sighting = watcher.sighting(0, "", None);
        if let Some(decision) = decisions.new_in(&sighting, || watcher.story()) {
            replayed.now.push((at, name.clone(), decision));
        }
    }
    Ok(replayed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::keep::Kind;

    fn made(words: &[&str]) -> Vec<Made> {
        let made = |words: &&str| {
            let why = String::new();
            let decision = Decision { kind: Kind::Drop, words: (*words).to_owned(), sure: None, by_itself: false, why };
            (Duration::ZERO, None, decision)
        };
        words.iter().map(made).collect()
    }

    #[test]
    fn decisions_stand_beside_their_like_although_one_is_missing() {
        let replayed = |then, now| Replayed { then: made(then), now: made(now), ..Replayed::default() };
        let differs = replayed(&["6-6", "6-3", "3-3", "3-1"], &["6-6", "3-3", "5-5", "3-1"]);
        let words = |made: Option<&Made>| made.map_or("", |made| made.2.words.as_str()).to_owned();
        let shown: Vec<String> =
            differs.compared().iter().map(|pair| format!("{}={}", words(pair.then), words(pair.now))).collect();
        assert_eq!(shown, ["6-6=6-6", "6-3=", "3-3=3-3", "=5-5", "3-1=3-1"]);
        assert!(!differs.is_same() && replayed(&["6-6"], &["6-6"]).is_exact());
        assert!(!replayed(&[], &["6-6"]).is_same() && replayed(&[], &[]).is_same());
    }
}
