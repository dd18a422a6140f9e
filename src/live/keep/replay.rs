//! A kept minute once more through a watcher, in counted time.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::folder::{picture, picture_name, read};
use super::{Decision, Decisions, KeepError, What};
use crate::camera::Shot;
use crate::live::Watcher;
use eye::detect::Detector;
use game::record::Record;

/// A decision, when it was made and on which picture.
pub type Made = (Duration, Option<String>, Decision);

/// What was decided then and now.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// As it was kept.
    pub then: Vec<Made>,
    /// As it came out now.
    pub now: Vec<Made>,
    /// Pictures that were seen.
    pub pictures: usize,
}

impl Replayed {
    /// Were the same decisions made, on the same pictures?
    #[must_use]
    pub fn is_same(&self) -> bool {
        let same = |(a, b): (&Made, &Made)| a.1 == b.1 && a.2.is_same(&b.2);
        self.then.len() == self.now.len() && self.then.iter().zip(&self.now).all(same)
    }
}

/// Shows a kept minute to a watcher that knows nothing.
///
/// # Errors
/// A folder that holds none, or a damaged one; networks that fail.
pub fn replay<D: Detector>(folder: &Path, watcher: &mut Watcher<D>) -> Result<Replayed, KeepError> {
    let base = Instant::now();
    let mut replayed = Replayed::default();
    let mut decisions = Decisions::default();
    let mut last: Option<Shot> = None;
    let mut name = None;
    watcher.forget();
    for (i, (at, what)) in read(folder)?.into_iter().enumerate() {
        match what {
            What::Picture { number, still, name: called } => {
                let path = folder.join(picture_name(number));
                let bytes = picture(folder, number)?;
                let decoded = eye::picture::decode(&bytes).map_err(|source| KeepError::Picture { path, source })?;
                let shot = Shot { taken: base + at, still, name: called, ..Shot::now(decoded.frame) };
                watcher.see(&shot)?;
                last = Some(shot);
                name = Some(picture_name(number));
                replayed.pictures += 1;
            }
            What::Again => {
                if let Some(shot) = &mut last {
                    shot.taken = base + at;
                    watcher.see(shot)?;
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
